/* Splits text into words, each with its line and column, for the readers of motion files. Line ends are LF, CRLF or CR; a
 * UTF-8 byte order mark is skipped; lines may be of any length. The reader looks at the current word and takes it by going
 * to the next. After the first failure the text counts as ended and further failures are ignored, so that a reader checks
 * the status only where it would loop for ever or use values that were not read. Internal. */
#ifndef KIP_IO_TEXT_WORDS_H
#define KIP_IO_TEXT_WORDS_H

#include "../../dynamics/base.h"

typedef struct KipWords {
    KipStatus status; /* of the first failure */
    const char *word; /* the current word, not terminated */
    size_t length;    /* in bytes; 0 at the end of the text */
    bool begins_line;
    KipError *error;
    const char *file;
    const char *at, *end; /* the text behind the word */
    int line, word_line;
    const char *line_start, *word_line_start;
    bool comments;
    unsigned char kind[256]; /* class of each byte, see words.c */
} KipWords;

/* Returns a reader before the first word, which kip_words_next goes to. Characters of `blank` separate words, as blanks do;
 * each of `alone` is a word by itself; with `comments`, a # where a word could begin hides the rest of its line. */
KipWords kip_words(const char *text, size_t size, const char *file, const char *blank, const char *alone,
                   bool comments, KipError *error);

/* Goes to the next word. Fails at control characters and at invalid UTF-8. */
void kip_words_next(KipWords *words);
/* Goes to all text up to the line's end or the character `stop`, without blanks around it; its first character may be on a
 * later line. */
void kip_words_rest(KipWords *words, char stop);
/* Passes the rest of the line. */
void kip_words_skip_line(KipWords *words);

/* Compares ignoring case. */
bool kip_words_is(const KipWords *words, const char *word);
/* Index of the current word among n names, ignoring case, or -1. */
int kip_words_among(const KipWords *words, const char *const *names, int n);

/* Fails with KIP_BAD_INPUT at the current word. */
void kip_words_bad(KipWords *words, const char *format, ...) KIP_PRINTF(2, 3);
/* Records a failure whose message was written elsewhere. */
void kip_words_fail(KipWords *words, KipStatus status);
/* Fails with "'WORD' stands where WHAT is wanted", or that the file ends there. */
void kip_words_wanted(KipWords *words, const char *what);
/* The same, with a "did you mean" of the most similar of n names. */
void kip_words_unknown(KipWords *words, const char *what, const char *const *names, int n, size_t stride);
KipPlace kip_words_place(const KipWords *words);

/* Reads a finite number and goes to the next word. Here and below, `value` is unchanged where none can be read. */
void kip_words_number(KipWords *words, const char *what, double *value);
/* The same without going on. */
void kip_words_value(KipWords *words, const char *what, double *value);
/* Passes `word`, ignoring case, or fails that `what` is wanted. */
void kip_words_take(KipWords *words, const char *word, const char *what);

#endif
