/* Shared by the files of the page. Internal. */
#ifndef KIP_IO_PICTURES_PAGE_PARTS_H
#define KIP_IO_PICTURES_PAGE_PARTS_H

#include <stdio.h>

#include "../text/base64.h"
#include "../record/quantity.h"
#include "../record/recording.h"
#include "page.h"

/* A point of contact, with the force on body `on`. */
typedef struct KipPageContact {
    int on, by;      /* `on` can move */
    bool is_support; /* `by` cannot move */
    int rank;        /* among those of the pair in this frame */
    size_t frame;
    size_t index; /* index in the recording's contacts */
} KipPageContact;

typedef struct KipPage {
    FILE *stream;
    const KipRecording *recording; /* what happened, and when */
    const KipRecording *grid;      /* resampled at 1/60 s */
    const KipQuantities *quantities;
    const char *title, *note;
    const KipPageParts *parts; /* additions to the page, or NULL */
    KipPageContact *contact;   /* [ncontact of the grid] by pair and rank, then by frame */
    int64_t *column;           /* [number of frames] scratch */
} KipPage;

/* -- values (page.c) ------------------------------------------------------------------------------------- */

/* Write members of an object, all but the first preceded by a comma. */
void kip_page_number(FILE *stream, double value); /* the number alone; null where it is not finite */
void kip_page_value(FILE *stream, const char *key, double value);
void kip_page_numbers(FILE *stream, const char *key, const double *value, int n);
void kip_page_vector(FILE *stream, const char *key, KipVec3 v);
void kip_page_quat(FILE *stream, const char *key, KipQuat q);
void kip_page_text(FILE *stream, const char *key, const char *text);
/* Opens a string of columns, to be closed by the caller. */
KipBase64 kip_page_open_columns(FILE *stream, const char *key);
void kip_page_close_columns(KipBase64 *to);
/* value / unit, rounded to an integer of at most 2^48 in magnitude. */
int64_t kip_page_round(double value, double unit);

/* -- parts of the page ----------------------------------------------------------------------------------- */

void kip_page_model(const KipPage *page);    /* page_model.c */
void kip_page_motion(const KipPage *page);   /* page_motion.c */
void kip_page_contacts(const KipPage *page); /* page_contact.c */
void kip_page_story(const KipPage *page);    /* page_story.c */

/* Fills `contact`, sorted. */
void kip_page_sort_contacts(const KipRecording *grid, KipPageContact *contact);

/* In m. */
double kip_page_length_unit(const KipRecording *grid);

#endif
