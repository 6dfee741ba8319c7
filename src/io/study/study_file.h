/* The file of a study, which is a sweep, a search for numbers or a collection of examples: its definition, then a
 * table in CSV with a row for each finished job. After an interruption the study continues from it.
 *
 *     # kip sweep 1                the kind of study, and the version of this format
 *     # scripts 0123456789abcdef   the definition, in lines "# key value"
 *     # seed 3
 *     job,push,seed,success        names
 *     0,-600,3,1                   rows
 *
 * Each kind has a function that writes the definition. A study that continues compares these lines with those
 * that it would write, and refuses the file of another study. The file is always written as a whole and then
 * renamed, so that an interruption does not leave an incomplete row. */
#ifndef KIP_IO_STUDY_STUDY_FILE_H
#define KIP_IO_STUDY_STUDY_FILE_H

#include <stdio.h>

#include "../../dynamics/base.h"

/* -- writing --------------------------------------------------------------------------------------------- */

/* Write "# param NAME=VALUE" and "# scripts HASH", which all studies use for fixed numbers and the scene. */
void kip_study_write_param(const char *name, double value, FILE *stream);
void kip_study_write_scripts(uint64_t scripts, FILE *stream);

/* Replaces the file by what `write` writes. Where that fails, the old file is unchanged. */
KipStatus kip_study_save(const char *path,
                         KipStatus (*write)(const void *study, FILE *stream, KipError *error),
                         const void *study, KipError *error);

/* -- reading --------------------------------------------------------------------------------------------- */

/* A reader is at the beginning of a line or of a cell. On failure its functions return KIP_BAD_INPUT with a message and the
 * place in the file. */
typedef struct KipStudyReader {
    const char *file, *at, *end;
    const char *start; /* of the line */
    const char *from;  /* beginning of the last cell */
    int line;          /* from 1 */
    char *cell;        /* the last one, unquoted and 0-terminated; has room for the whole text */
    size_t size;       /* of the cell */
    bool last;         /* the cell was the last of its line */
    bool quoted;
    char *text; /* the file's text, owned by the reader, or NULL */
} KipStudyReader;

/* Reads from memory, which must outlive the reader; messages call it `file`. The reader must be closed even after a
 * failure. */
KipStatus kip_study_begin(KipStudyReader *reader, const char *file, const char *text, size_t size,
                          KipError *error);
/* Reads a file of up to 4 GB. */
KipStatus kip_study_open(KipStudyReader *reader, const char *path, KipError *error);
void kip_study_close(KipStudyReader *reader);

/* Fails with KIP_BAD_INPUT at a place of the reader's line; the message is `what`, followed by at most 80 bytes of
 * `text`. */
KipStatus kip_study_fail(const KipStudyReader *reader, const char *at, KipError *error, const char *what,
                         const char *text);

/* Takes the first line, "# kip KIND 1". */
KipStatus kip_study_take_kind(KipStudyReader *reader, const char *kind, KipError *error);
/* Takes the lines that `write` writes for `asked`, from the first line on. A file with another line is of another study, or
 * scripts of the scene have changed; it is refused with a message about the first difference. */
KipStatus kip_study_take_asked(KipStudyReader *reader, const char *kind,
                               void (*write)(const void *asked, FILE *stream), const void *asked,
                               KipError *error);
/* Takes a line "# ..." into line[size], without the mark; false where the next line is no comment, or too long. */
bool kip_study_take_comment(KipStudyReader *reader, char *line, size_t size);
/* The value of "key value", or NULL for another key. */
const char *kip_study_after(const char *line, const char *key);

/* Takes the next cell of the line, after which `more` cells must follow; -1: any number. */
KipStatus kip_study_take_cell(KipStudyReader *reader, int more, KipError *error);
/* Takes the next name of the columns. */
KipStatus kip_study_take_name(KipStudyReader *reader, const char *name, KipError *error);
KipStatus kip_study_take_number(KipStudyReader *reader, int more, double *value, KipError *error);
KipStatus kip_study_take_integer(KipStudyReader *reader, int more, int64_t *value, KipError *error);
/* Goes on after the last cell of a line. */
void kip_study_next_line(KipStudyReader *reader);

/* Reads a number below 2^63 from decimal digits alone. */
bool kip_study_read_integer(const char *text, int64_t *value);
/* Reads 16 hexadecimal digits. */
bool kip_study_read_hash(const char *text, uint64_t *hash);

#endif
