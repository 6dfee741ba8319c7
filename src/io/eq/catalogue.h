/* The catalogue of equations: the content of `kip eq`, as data. Internal to the program.
 *
 * One text for each paper, PAPER.txt, which make compiles in. Its first line names the paper; entries follow:
 *
 *     paper OTB | On the Beat! Timing and Tension for Dynamic Characters | Allen, Chu, Shapiro, Faloutsos 2007
 *
 *     == OTB.4 | Gains from a time constant          ids, the first one the entry's own | title
 *     source eq 4                                    where in the paper
 *     formula k_s = m/lambda^2, k_d = 2 m/lambda     see formula.h
 *     symbol lambda | s | the time constant          name | unit, frame | what it is
 *     assume the inertia stays as it is
 *     note a paragraph, which may go on in lines
 *      that begin with a blank
 *     step ks | N m/rad | m/lambda^2                 a value of the worked examples: name | unit | formula
 *     work gains | W-OTB.4 | n for 0.9               a worked example: function of sheet.h | label | title
 *     given m = 0.38375 | kg m^2 | inertia           an input; those of the examples before stay valid
 *     expect ks = 23.224432                          a result: NAME or PART/NAME, blanks as _; ~ before a number: to its
 *                                                    last digit, else to 1e-6, relative above 1
 *     elsewhere W-OTB.10 | a closed loop             an example that only a test computes
 *
 * An erratum is an entry with a line `of ID`: code and tests are those of that equation. An entry with a line
 * `missing SENTENCE` has no code yet. References to code and tests are not stored: index.awk finds the ids in comments of
 * sources, data and tests when kip is built, and `kip eq --check` compares. */
#ifndef KIP_IO_EQ_CATALOGUE_H
#define KIP_IO_EQ_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a text, not terminated. */
typedef struct KipSlice {
    const char *at;
    size_t n;
} KipSlice;

bool kip_slice_is(KipSlice part, const char *text);
bool kip_slice_same(KipSlice a, KipSlice b);
/* Takes the next word; empty at the end. */
KipSlice kip_slice_word(KipSlice *rest);

/* A line: KEYWORD FIELD | FIELD | FIELD; missing fields are empty. */
typedef struct KipEqLine {
    KipSlice key, field[3];
} KipEqLine;

typedef struct KipEntry {
    KipSlice paper, paper_title, authors;
    KipSlice ids, title;
    const char *body, *end;
} KipEntry;

/* Iterates over all entries, paper by paper, from a zeroed cursor. Returns false after the last. */
typedef struct KipEntryCursor {
    int text;
    const char *at;
} KipEntryCursor;
bool kip_entry_next(KipEntryCursor *cursor, KipEntry *entry);
/* Finds an entry by one of its ids; "RBDA 5.3", "RBDA.5.3" and "rbda.5.3" are the same. */
bool kip_entry_find(const char *id, KipEntry *entry);
bool kip_entry_has(const KipEntry *entry, KipSlice id);
/* The entry's own id. */
KipSlice kip_entry_id(const KipEntry *entry);
/* Takes the next line; *at is initially entry->body. */
bool kip_entry_line(const KipEntry *entry, const char **at, KipEqLine *line);
/* Takes the next line with this keyword. */
bool kip_entry_next_line(const KipEntry *entry, const char *key, const char **at, KipEqLine *line);
/* Finds the first such line. */
bool kip_entry_get(const KipEntry *entry, const char *key, KipEqLine *line);

/* An occurrence of an id, or of a worked example's label, in sources and data, or in tests and experiments. */
typedef struct KipMention {
    KipSlice tag, file;
    int line;
    bool is_test;
} KipMention;

/* Iterates over the index; *at is initially NULL. */
bool kip_mention_next(const char **at, KipMention *mention);
/* Whether the tag is an id of the entry or a label of its examples; for an erratum, also one of its equation. */
bool kip_mention_of(const KipMention *mention, const KipEntry *entry);

#endif
