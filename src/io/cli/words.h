/* Pages of words (help.h): found in the texts of topics, and printed with the data of the library's tables. */
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

/* Iterates over pages; *at is initially the topic's text. Returns false after the last. */
bool kip_word_page_next(const char **at, KipWordPage *page);
/* The i-th name on a page, and its length; NULL after the last. */
const char *kip_word_page_name(const KipWordPage *page, int i, size_t *length);
bool kip_word_page_has(const KipWordPage *page, const char *name, size_t length);

/* Prints the text before the first page. */
void kip_words_print_introduction(const char *text, FILE *stream);
/* Prints a line for each word: the signature without optional parameters, and the sentence. */
void kip_words_print_list(const char *text, FILE *stream);
/* Prints signatures, sentences and text of a word of the page, and its example. */
void kip_word_page_print(const KipWordPage *page, const char *name, const char *topic, FILE *stream);

#endif
