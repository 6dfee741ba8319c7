/* The file of a study, which is a sweep, a search for numbers or a collection of examples: what was asked, then a
 * table in CSV with a row for each thing that is done. The study goes on from it after an interruption.
 *
 *     # kip sweep 1                       the kind of study, and the number of this format
 *     # scripts 0123456789abcdef          what was asked, a line "# key value" each
 *     # seed 3
 *     job,push,seed,success               names
 *     0,-600,3,1                          rows
 *
 * Each kind has a function that writes what was asked. A study that goes on compares these lines with those
 * that it would write itself, and refuses the file of another. The file is always written whole and then
 * renamed, so that an interruption never leaves half a row.
 */
#ifndef KIP_IO_STUDY_STUDY_FILE_H
#define KIP_IO_STUDY_STUDY_FILE_H

#include <stdio.h>

#include "../../dynamics/base.h"

/* -- writing --------------------------------------------------------------------------------------------- */

/* "# param NAME=VALUE" and "# scripts HASH", by which all studies say their fixed numbers and their scene. */
void kip_study_write_param(const char *name, double value, FILE *stream);
void kip_study_write_scripts(uint64_t scripts, FILE *stream);

/* Writes the file anew: `write` gives its content. Where that or the disk fails, the file that was there
 * stays as it was. */
KipStatus kip_study_save(const char *path,
                         KipStatus (*write)(const void *study, FILE *stream, KipError *error),
                         const void *study, KipError *error);

/* -- reading --------------------------------------------------------------------------------------------- */

/* A reader stands at the beginning of a line or of a cell. Functions that fail return KIP_BAD_INPUT with a
 * sentence at the place in the file. */
typedef struct KipStudyReader {
    const char *file, *at, *end;
    const char *start; /* of the line */
    const char *from;  /* where the last cell began */
    int line;          /* from 1 */
    char *cell;        /* the last one without its quotes, 0-terminated; has room for all of the text */
    size_t size;       /* of the cell */
    bool last;         /* the cell was the last of its line */
    bool quoted;
    char *text; /* what the reader owns: the file's text, or NULL */
} KipStudyReader;

/* Reads from memory, which must live as long; `file` is its name in messages. Whatever the result, the reader
 * is to be closed. */
KipStatus kip_study_begin(KipStudyReader *reader, const char *file, const char *text, size_t size,
                          KipError *error);
/* Reads a file of up to 4 GB. */
KipStatus kip_study_open(KipStudyReader *reader, const char *path, KipError *error);
void kip_study_close(KipStudyReader *reader);

/* KIP_BAD_INPUT at a place of the reader's line, with a sentence and at most 80 bytes of `text` behind it. */
KipStatus kip_study_fail(const KipStudyReader *reader, const char *at, KipError *error, const char *what,
                         const char *text);

/* The first line, "# kip KIND 1". */
KipStatus kip_study_take_kind(KipStudyReader *reader, const char *kind, KipError *error);
/* The lines that `write` makes of `asked`, from the first line on. A file that has another line there is of
 * another study, or the scene's scripts were changed meanwhile, and is refused with a sentence that names the
 * first difference. */
KipStatus kip_study_take_asked(KipStudyReader *reader, const char *kind,
                               void (*write)(const void *asked, FILE *stream), const void *asked,
                               KipError *error);
/* A line "# ..." without its mark into line[size]; false: none comes here, or it is longer. */
bool kip_study_take_comment(KipStudyReader *reader, char *line, size_t size);
/* "key value": the value, or NULL where the line has another key. */
const char *kip_study_after(const char *line, const char *key);

/* The next cell of the line, whose place `more` says: so many cells must come after it; -1: any number may. */
KipStatus kip_study_take_cell(KipStudyReader *reader, int more, KipError *error);
/* The next name among those of the columns. */
KipStatus kip_study_take_name(KipStudyReader *reader, const char *name, KipError *error);
KipStatus kip_study_take_number(KipStudyReader *reader, int more, double *value, KipError *error);
KipStatus kip_study_take_integer(KipStudyReader *reader, int more, int64_t *value, KipError *error);
/* After the last cell of a line. */
void kip_study_next_line(KipStudyReader *reader);

/* Decimal digits, nothing else, of a number below 2^63. */
bool kip_study_read_integer(const char *text, int64_t *value);
/* 16 hexadecimal digits. */
bool kip_study_read_hash(const char *text, uint64_t *hash);

#endif
