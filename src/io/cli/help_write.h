/* The texts of `kip help` in other formats: manual pages in mdoc, and completions for bash, installed by `make install`. */
#ifndef KIP_IO_CLI_HELP_WRITE_H
#define KIP_IO_CLI_HELP_WRITE_H

#include "help.h"

/* Writes `file`, which is kip.1, kip-language.5, kip-model.5 or kip.bash; false for other names. */
bool kip_help_write(const char *file, const KipCommand *const *command, int ncommand, FILE *stream);

/* Writes the completions for bash (help_complete.c). */
void kip_completion_write(const KipCommand *const *command, int ncommand, FILE *stream);

/* Writes text of `kip help` as mdoc (help_mdoc.c), without its first line, the title: a single line above indented ones is
 * a heading, and indented text is literal. */
void kip_mdoc_text(const char *text, FILE *stream);
/* Writes sentences, each on a line of its own. */
void kip_mdoc_prose(const char *text, size_t size, FILE *stream);
/* Writes literal characters. At the beginning of a line, `start`, a dot or quote is escaped, since it would begin a
 * command. */
void kip_mdoc_escape(const char *text, size_t size, bool start, FILE *stream);

#endif
