/* What `kip eq` shows of the catalogue: text for a terminal, a page of slides, the check of all of it. Internal. */
#ifndef KIP_IO_EQ_SHOW_H
#define KIP_IO_EQ_SHOW_H

#include <stdio.h>

#include "sheet.h"

/* All entries, a line each, by paper. */
void kip_eq_print_list(FILE *stream);
/* Those whose text contains the word, a line each; how many. */
int kip_eq_print_mentions(const char *word, FILE *stream);
/* An entry, its examples computed. KIP_BAD_USE and the like where the choice does not suit. */
KipStatus kip_eq_print(const KipEntry *entry, const KipSheetChoice *choice, FILE *stream, KipError *error);

/* One entry, with its errata, or all (NULL), as slides: a page that stands alone. */
KipStatus kip_eq_page_write(const KipEntry *entry, const KipSheetChoice *choice, FILE *stream,
                            KipError *error);

/* Computes every example, and asks of every entry whether code and tests name it, of every name in code whether there is an
 * entry. What is wrong is printed, a line each, then a sum. */
bool kip_eq_check(const KipSheetChoice *choice, FILE *stream);

/* -- what text and page share (show.c) -------------------------------------------------------------------- */

/* A word for what a user sees of a verdict; "" where nothing was expected. */
const char *kip_eq_verdict(const KipStep *step);
/* The next erratum of the entry: of any of its ids. */
bool kip_eq_next_erratum(const KipEntry *entry, KipEntryCursor *cursor, KipEntry *erratum);
/* A number as people read it. */
enum { KIP_EQ_NUMBER = 32 };
const char *kip_eq_number(char buffer[KIP_EQ_NUMBER], double value);
/* The entry has what is of this kind: tests and experiments, or code. */
bool kip_eq_is_mentioned(const KipEntry *entry, bool by_test);

#endif
