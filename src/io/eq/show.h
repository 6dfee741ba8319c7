/* The output of `kip eq`: text for a terminal, a page of slides, the check of the catalogue. Internal. */
#ifndef KIP_IO_EQ_SHOW_H
#define KIP_IO_EQ_SHOW_H

#include <stdio.h>

#include "sheet.h"

/* Prints a line for each entry, by paper. */
void kip_eq_print_list(FILE *stream);
/* Prints a line for each entry whose text contains the word; returns their number. */
int kip_eq_print_mentions(const char *word, FILE *stream);
/* Prints an entry with its examples. KIP_BAD_USE and others for an unsuitable choice. */
KipStatus kip_eq_print(const KipEntry *entry, const KipSheetChoice *choice, FILE *stream, KipError *error);

/* Writes one entry with its errata, or all entries (NULL), as a self-contained page of slides. */
KipStatus kip_eq_page_write(const KipEntry *entry, const KipSheetChoice *choice, FILE *stream,
                            KipError *error);

/* Computes every example, and checks that code and tests mention every entry, and that every id in code has an entry.
 * Prints a line for each mistake, then a sum. */
bool kip_eq_check(const KipSheetChoice *choice, FILE *stream);

/* -- what text and page share (show.c) -------------------------------------------------------------------- */

/* The user's word for a verdict; "" where nothing was expected. */
const char *kip_eq_verdict(const KipStep *step);
/* The next erratum of the entry, under any of its ids. */
bool kip_eq_next_erratum(const KipEntry *entry, KipEntryCursor *cursor, KipEntry *erratum);
/* Formats a number for reading. */
enum { KIP_EQ_NUMBER = 32 };
const char *kip_eq_number(char buffer[KIP_EQ_NUMBER], double value);
/* Whether tests and experiments, or else code, mention the entry. */
bool kip_eq_is_mentioned(const KipEntry *entry, bool by_test);

#endif
