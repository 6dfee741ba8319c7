/* What `kip help` prints: commands, topics, and the words of scripts.
 *
 * A topic is a text, help_TOPIC.txt; or a part of the scripts' vocabulary, words_TOPIC.txt: an introduction, then a
 * page for each word, which is laid out so:
 *
 *     == NAME [NAME...]            of the tables of vocabulary.c and of the language, whose signature and sentence it has
 *     == SIGNATURE : SENTENCE      of no table
 *     Text as it is printed.
 *     Example                      or "Example alone": without the lines that examples of scenes begin with
 *         code
 */
#ifndef KIP_IO_CLI_HELP_H
#define KIP_IO_CLI_HELP_H

#include "commands.h"

typedef struct KipTopic {
    const char *name, *summary;
    const char *text; /* NULL: the toolkit, which is all words by their topics */
    bool words;       /* the text has pages of words */
} KipTopic;

extern const KipTopic kip_topics[];
extern const int kip_ntopic;

/* Prints the page of a command, a topic or a word. Returns false where there is none of that name. */
bool kip_help_print(const char *name, const KipCommand *const *command, int ncommand, FILE *stream);
void kip_help_print_overview(const KipCommand *const *command, int ncommand, FILE *stream);

/* Prints " kip help NAME" for pages with words that begin with `word`, at most 8, by decreasing number. */
void kip_help_print_mentions(const char *word, const KipCommand *const *command, int ncommand, FILE *stream);

/* The i-th name that kip_help_print accepts, for suggestions; NULL after the last. */
const char *kip_help_name(int i, const KipCommand *const *command, int ncommand, char name[64]);

#endif
