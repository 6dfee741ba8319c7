/* What `kip help` says, written for others: the pages of the manual, in mdoc, and what bash completes. `make install`
 * puts them where man and bash look. */
#ifndef KIP_IO_CLI_HELP_WRITE_H
#define KIP_IO_CLI_HELP_WRITE_H

#include "help.h"

/* `file` is kip.1, kip-language.5, kip-model.5 or kip.bash. False: it is none of these. */
bool kip_help_write(const char *file, const KipCommand *const *command, int ncommand, FILE *stream);

/* What bash completes (help_complete.c). */
void kip_completion_write(const KipCommand *const *command, int ncommand, FILE *stream);

/* Text as `kip help` prints it, as mdoc (help_mdoc.c). Its first line, the title, is left out: a line alone above
 * indented ones is a heading, and what is indented stays as it is. */
void kip_mdoc_text(const char *text, FILE *stream);
/* Sentences, each on a line of its own. */
void kip_mdoc_prose(const char *text, size_t size, FILE *stream);
/* A row of characters as they are. At the beginning of a line, `start`, no dot or quote makes it a command. */
void kip_mdoc_escape(const char *text, size_t size, bool start, FILE *stream);

#endif
