/* Files: read whole, written whole or not at all. */
#ifndef KIP_IO_TEXT_FILE_H
#define KIP_IO_TEXT_FILE_H

#include <stdio.h>

#include "../../dynamics/base.h"

/* The whole file in memory, with a 0 after its last byte; the caller frees it with free(). "-" is stdin.
 * Directories, files over 256 MB and unreadable ones are sentences. */
KipStatus kip_file_read(const char *path, char **text, size_t *size, KipError *error);
/* The same for files of up to `megabytes`. */
KipStatus kip_file_read_large(const char *path, size_t megabytes, char **text, size_t *size, KipError *error);

/* An output that appears under its name only when it is complete: it is written beside it under a
 * temporary name and renamed by kip_output_commit. One that was there keeps its permissions, and a link to it stays a
 * link; where it may not be written it is refused. "-" is stdout. */
typedef struct KipOutput {
    FILE *stream;
    char *path, *temporary; /* NULL for stdout */
} KipOutput;

KipStatus kip_output_open(KipOutput *output, const char *path, KipError *error);
/* Flushes, checks that every write went through, renames. On failure the temporary file is removed. */
KipStatus kip_output_commit(KipOutput *output, KipError *error);
/* Gives a file that could not be written to its end its name all the same: for formats that can be read as far as they go.
 * Fails where not even that can be done; the temporary file is removed then. */
KipStatus kip_output_keep(KipOutput *output, KipError *error);
/* The one or the other: commits where `status` is KIP_OK, else abandons. The status of it all. */
KipStatus kip_output_end(KipOutput *output, KipStatus status, KipError *error);
/* Removes what was written. Nothing happens after a commit, or for a zeroed output. */
void kip_output_abandon(KipOutput *output);

/* Closes a stream of open_memstream. False: memory did not hold all that was written; the text is freed then, and NULL. */
bool kip_close_memory(FILE *stream, char **text);

/* Where `make install` puts models, poses and skills: PREFIX/share/kip. Made by make. */
extern const char kip_data_folder[];

/* Whether the file's name has this ending, in capitals or not. */
bool kip_ends_in(const char *path, const char *ending);

/* Text of a file or a script, which must not drive the terminal: control characters but tab and newline come out as '?'. */
void kip_print_clean(FILE *stream, const char *text, size_t size);
/* The same by a format; beyond 4000 bytes it is cut. */
void kip_print_clean_format(FILE *stream, const char *format, ...) KIP_PRINTF(2, 3);

/* "FILE:LINE:COLUMN: MESSAGE", as much of the place as is known; below it, where the file can be read, the
 * line and a caret under the column. */
void kip_error_print(FILE *stream, const KipError *error);

#endif
