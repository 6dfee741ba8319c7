/* The files of the MJCF writer. Internal.
 *
 *   check  whether MJCF can express the model       mjcf_write_check.c
 *   tags   elements, attributes, numbers, escapes   mjcf_write_tag.c
 *   model  what is written, in which order          mjcf_write.c */
#ifndef KIP_IO_FORMATS_MJCF_WRITE_PARTS_H
#define KIP_IO_FORMATS_MJCF_WRITE_PARTS_H

#include "mjcf_write.h"

/* -- check ----------------------------------------------------------------------------------------------- */

/* KIP_BAD_INPUT for the first thing that cannot be written. */
KipStatus kip_mjcf_can_write(const KipModel *model, KipError *error);
/* The strength that the reader (mjcf_motor.c) gives a joint: the sum over its motors. Without motors it is false, and -inf,
 * inf. */
bool kip_mjcf_motor_strength(const KipMotor *motor, int nmotor, int joint, double strength[2]);
/* The springlength as a number; *unasked is the one that the reader takes where none is given. */
double kip_mjcf_spring_length(const KipModel *model, const KipTendon *tendon, double *unasked);
/* The index behind the consecutive sites of `body` from `site` on. */
int kip_mjcf_sites_end(const KipModel *model, int site, int body);

/* -- tags ------------------------------------------------------------------------------------------------ */

typedef struct KipMjcfWriter {
    FILE *stream;
    const KipModel *model;
    int depth; /* number of open elements */
    int site;  /* the next to be written */
} KipMjcfWriter;

/* Begins "<tag"; attributes may follow, then one of the two below. */
void kip_mjcf_begin(KipMjcfWriter *w, const char *tag);
void kip_mjcf_end(KipMjcfWriter *w);  /* "/>" */
void kip_mjcf_open(KipMjcfWriter *w); /* ">": content follows, up to kip_mjcf_close */
void kip_mjcf_close(KipMjcfWriter *w, const char *tag);

/* Attributes. Empty texts are left out. */
void kip_mjcf_put_text(KipMjcfWriter *w, const char *name, const char *text);
void kip_mjcf_put_list(KipMjcfWriter *w, const char *name, const double *value, int n);
/* The same with -0 written as 0. */
void kip_mjcf_put_plain(KipMjcfWriter *w, const char *name, const double *value, int n);
/* Left out where it equals `unasked`, the default. */
void kip_mjcf_put_number(KipMjcfWriter *w, const char *name, double value, double unasked);
void kip_mjcf_put_integer(KipMjcfWriter *w, const char *name, int value, int unasked);
void kip_mjcf_put_pose(KipMjcfWriter *w, KipVec3 pos, KipQuat quat);
void kip_mjcf_put_axis(KipMjcfWriter *w, KipVec3 axis);
void kip_mjcf_put_color(KipMjcfWriter *w, const float *rgba, const float *unasked);

#endif
