/* What the readers of a sweep's table share: sweep_head.c reads the lines of the design, sweep_read.c the
 * rows. */
#ifndef KIP_IO_STUDY_SWEEP_READER_H
#define KIP_IO_STUDY_SWEEP_READER_H

#include "sweep.h"

typedef struct KipSweepReader {
    const char *file, *at, *end;
    int line;
    const char *start; /* of the line */
    char *field;       /* the last one, without its quotes; room for all of the text */
    size_t nfield;
    bool last; /* of its line */
    bool quoted;
    const char *from; /* where the field begins */
} KipSweepReader;

/* KIP_BAD_INPUT at a place of the reader's line, with a sentence and at most 80 bytes of `text` behind it. */
KipStatus kip_sweep_fail_at(const KipSweepReader *reader, const char *at, KipError *error, const char *what,
                            const char *text);
/* What comes next begins a line. */
void kip_sweep_next_line(KipSweepReader *reader);
/* Digits alone; false for anything else, and beyond 2^63 - 1. */
bool kip_sweep_read_integer(const char *text, int64_t *value);
/* Opens a reader and reads the design; it is left at the names of the columns. In any case design and
 * reader->field are to be freed. */
KipStatus kip_sweep_begin_reading(KipSweepReader *reader, KipSweepDesign *design, const char *file,
                                  const char *text, size_t size, KipError *error);

#endif
