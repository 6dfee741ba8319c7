/* What the files of the page share. Internal. */
#ifndef KIP_IO_PICTURES_PAGE_PARTS_H
#define KIP_IO_PICTURES_PAGE_PARTS_H

#include <stdio.h>

#include "../text/base64.h"
#include "../record/quantity.h"
#include "../record/recording.h"
#include "page.h"

/* A point of contact, with the force on body `on`. */
typedef struct KipPageContact {
    int on, by;      /* `on` moves; `by` too, or it stands still */
    bool is_support; /* it stands still */
    int rank;        /* among those of the pair in this frame */
    size_t frame;
    size_t index; /* in the recording's contacts */
} KipPageContact;

typedef struct KipPage {
    FILE *stream;
    const KipRecording *recording; /* what happened, and when */
    const KipRecording *grid;      /* its frames at 1/60 s */
    const KipQuantities *quantities;
    const char *title, *note;
    const KipPageParts *parts; /* more than a recording; or NULL */
    KipPageContact *contact;   /* the grid's ncontact: by pair and rank, then by frame */
    int64_t *column;           /* scratch: as many as there are frames */
} KipPage;

/* -- values (page.c) ------------------------------------------------------------------------------------- */

/* These begin with a comma, all but the first. */
void kip_page_number(FILE *stream, double value); /* the number alone; null where it is not finite */
void kip_page_value(FILE *stream, const char *key, double value);
void kip_page_numbers(FILE *stream, const char *key, const double *value, int n);
void kip_page_vector(FILE *stream, const char *key, KipVec3 v);
void kip_page_quat(FILE *stream, const char *key, KipQuat q);
void kip_page_text(FILE *stream, const char *key, const char *text);
/* A string of columns, to be closed. */
KipBase64 kip_page_open_columns(FILE *stream, const char *key);
void kip_page_close_columns(KipBase64 *to);
/* The whole number next to value / unit; at most 2^48 either way. */
int64_t kip_page_round(double value, double unit);

/* -- parts of the page ----------------------------------------------------------------------------------- */

void kip_page_model(const KipPage *page);    /* page_model.c */
void kip_page_motion(const KipPage *page);   /* page_motion.c */
void kip_page_contacts(const KipPage *page); /* page_contact.c */
void kip_page_story(const KipPage *page);    /* page_story.c */

/* Fills `contact`. */
void kip_page_sort_contacts(const KipRecording *grid, KipPageContact *contact);

/* m */
double kip_page_length_unit(const KipRecording *grid);

#endif
