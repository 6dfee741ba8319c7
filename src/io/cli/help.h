/* What `kip help` prints: commands and topics. */
#ifndef KIP_IO_CLI_HELP_H
#define KIP_IO_CLI_HELP_H

#include "commands.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipTopic {
    const char *name, *summary;
    const char *text; /* NULL: the toolkit, which is all words */
} KipTopic;

extern const KipTopic kip_topics[];
extern const int kip_ntopic;

/* The page of a command or a topic. False: there is none of that name. */
bool kip_help_print(const char *name, const KipCommand *const *command, int ncommand, FILE *stream);
void kip_help_print_overview(const KipCommand *const *command, int ncommand, FILE *stream);

/* All names that kip_help_print knows: commands, topics; the i-th, or NULL behind the last. */
const char *kip_help_name(int i, const KipCommand *const *command, int ncommand, char name[64]);

#ifdef __cplusplus
}
#endif
#endif
