/* Text cut into words, each with its line and column, for the readers of motion files: any line ends (LF,
 * CRLF, CR), a UTF-8 byte order mark, lines of any length. The reader looks at the current word and takes
 * it by going to the next. The first failure is kept: from then on the text has ended, nothing is read and no other failure is
 * told, so that a reader asks for it only where it would loop for ever or use what was not read. Internal. */
#ifndef KIP_IO_TEXT_WORDS_H
#define KIP_IO_TEXT_WORDS_H

#include "../../dynamics/base.h"

typedef struct KipWords {
    KipStatus status; /* of the first failure */
    const char *word; /* the current one, not ended by 0 */
    size_t length;    /* its bytes; 0: the text has ended */
    bool begins_line;
    KipError *error;
    const char *file;
    const char *at, *end; /* the text behind the word */
    int line, word_line;
    const char *line_start, *word_line_start;
    bool comments;
    unsigned char kind[256]; /* of a byte, see words.c */
} KipWords;

/* Before the first word: kip_words_next goes there. Characters of `blank` part words as blanks do, those
 * of `alone` are words of their own; with `comments`, # where a word could begin hides the rest of its
 * line. */
KipWords kip_words(const char *text, size_t size, const char *file, const char *blank, const char *alone,
                   bool comments, KipError *error);

/* The next word. Fails at control characters and where a word is not UTF-8. */
void kip_words_next(KipWords *words);
/* Instead of the next word all up to the line's end or the character `stop`, without blanks around it; the
 * search for its first character goes over line ends. */
void kip_words_rest(KipWords *words, char stop);
/* Passes the rest of the line. */
void kip_words_skip_line(KipWords *words);

/* Any case. */
bool kip_words_is(const KipWords *words, const char *word);
/* The index of the current word among n, any case, or -1. */
int kip_words_among(const KipWords *words, const char *const *names, int n);

/* KIP_BAD_INPUT at the current word. */
void kip_words_bad(KipWords *words, const char *format, ...) KIP_PRINTF(2, 3);
/* A failure that was told already. */
void kip_words_fail(KipWords *words, KipStatus status);
/* "'WORD' stands where WHAT is wanted", or that the file ends there. */
void kip_words_wanted(KipWords *words, const char *what);
/* The same, with the name among n that is most like the word: "did you mean". */
void kip_words_unknown(KipWords *words, const char *what, const char *const *names, int n, size_t stride);
KipPlace kip_words_place(const KipWords *words);

/* A finite number; on to the next word. Here and below a value that cannot be read is left alone. */
void kip_words_number(KipWords *words, const char *what, double *value);
/* The same without going on. */
void kip_words_value(KipWords *words, const char *what, double *value);
/* `word`, any case; on to the next. */
void kip_words_take(KipWords *words, const char *word, const char *what);

#endif
