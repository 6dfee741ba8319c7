/* Pages of words, see help.h: found in the texts of topics, printed with what the library's tables say of them. */
#ifndef KIP_IO_CLI_WORDS_H
#define KIP_IO_CLI_WORDS_H

#include <stdio.h>

#include "../../dynamics/base.h"

/* A page within a topic's text. */
typedef struct KipWordPage {
    const char *head; /* behind the "== " */
    size_t nhead;
    const char *body, *end;
} KipWordPage;

/* The pages in their order: begins with *at = the topic's text; false behind the last. */
bool kip_word_page_next(const char **at, KipWordPage *page);
/* The i-th name on a page, and its length; NULL behind the last. */
const char *kip_word_page_name(const KipWordPage *page, int i, size_t *length);
bool kip_word_page_has(const KipWordPage *page, const char *name, size_t length);

/* What stands before the first page. */
void kip_words_print_introduction(const char *text, FILE *stream);
/* A line a word: the signature without what may be left out, and the sentence. */
void kip_words_print_list(const char *text, FILE *stream);
/* Signatures, sentences and text of a word that the page has, and its example. */
void kip_word_page_print(const KipWordPage *page, const char *name, const char *topic, FILE *stream);

#endif
