/* Tags and attributes of MJCF, with numbers chosen such that the reader computes the wanted ones. */
#include <math.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "mjcf_write_parts.h"
#include "../text/number.h"

/* -- tags ------------------------------------------------------------------------------------------------ */

static void indent(const KipMjcfWriter *w)
{
    enum { DEEPEST = 40 }; /* limits the indentation of long chains, and so the size of their files */
    fprintf(w->stream, "%*s", 2 * (w->depth < DEEPEST ? w->depth : DEEPEST), "");
}

void kip_mjcf_begin(KipMjcfWriter *w, const char *tag)
{
    indent(w);
    fprintf(w->stream, "<%s", tag);
}

void kip_mjcf_end(KipMjcfWriter *w)
{
    fputs("/>\n", w->stream);
}

void kip_mjcf_open(KipMjcfWriter *w)
{
    fputs(">\n", w->stream);
    w->depth++;
}

void kip_mjcf_close(KipMjcfWriter *w, const char *tag)
{
    w->depth--;
    indent(w);
    fprintf(w->stream, "</%s>\n", tag);
}

/* -- attributes ------------------------------------------------------------------------------------------ */

/* Line ends and tabs are escaped, since they would be read as spaces. */
static void put_escaped(FILE *stream, const char *text)
{
    static const struct {
        char c;
        const char *entity;
    } escapes[] = {{'&', "&amp;"}, {'<', "&lt;"},   {'>', "&gt;"},  {'"', "&quot;"},
                   {'\t', "&#9;"}, {'\n', "&#10;"}, {'\r', "&#13;"}};
    for (; *text; text++) {
        const char *entity = NULL;
        for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
            if (*text == escapes[i].c)
                entity = escapes[i].entity;
        if (entity)
            fputs(entity, stream);
        else
            fputc(*text, stream);
    }
}

void kip_mjcf_put_text(KipMjcfWriter *w, const char *name, const char *text)
{
    if (!*text)
        return;
    fprintf(w->stream, " %s=\"", name);
    put_escaped(w->stream, text);
    fputc('"', w->stream);
}

static void put_list(KipMjcfWriter *w, const char *name, const double *value, int n, bool plain)
{
    char number[KIP_NUMBER_SIZE];
    fprintf(w->stream, " %s=\"", name);
    for (int i = 0; i < n; i++)
        fprintf(w->stream, "%s%s", i ? " " : "",
                kip_number_format_short(number, plain && value[i] == 0 ? 0 : value[i]));
    fputc('"', w->stream);
}

void kip_mjcf_put_list(KipMjcfWriter *w, const char *name, const double *value, int n)
{
    put_list(w, name, value, n, false);
}

void kip_mjcf_put_plain(KipMjcfWriter *w, const char *name, const double *value, int n)
{
    put_list(w, name, value, n, true);
}

void kip_mjcf_put_number(KipMjcfWriter *w, const char *name, double value, double unasked)
{
    if (memcmp(&value, &unasked, sizeof value) != 0)
        put_list(w, name, &value, 1, false);
}

void kip_mjcf_put_integer(KipMjcfWriter *w, const char *name, int value, int unasked)
{
    if (value != unasked)
        fprintf(w->stream, " %s=\"%d\"", name, value);
}

/* Writes the fewest digits that are read back as the same float. */
static void put_float(FILE *stream, float value)
{
    enum { LEAST = 6, MOST = 9 };
    char number[KIP_NUMBER_SIZE];
    for (int digits = LEAST; digits <= MOST; digits++) {
        double back;
        kip_number_format_digits(number, (double)value, digits);
        if (kip_number_parse(number, strlen(number), &back) && (float)back == value)
            break;
    }
    fputs(number, stream);
}

void kip_mjcf_put_color(KipMjcfWriter *w, const float *rgba, const float *unasked)
{
    if (memcmp(rgba, unasked, 4 * sizeof *rgba) == 0)
        return;
    fputs(" rgba=\"", w->stream);
    for (int i = 0; i < 4; i++) {
        fputs(i ? " " : "", w->stream);
        put_float(w->stream, rgba[i]);
    }
    fputc('"', w->stream);
}

/* -- unit vectors and quaternions ------------------------------------------------------------------------ */

/* The reader divides by the length and rounds, so that x may be read as a neighbour of x. A multiple of x may then be read
 * as x: factors from 1 to 2, spread by the golden ratio, are tried. */
enum { MOST_TRIES = 4096 };

static double length_to_try(int i)
{
    double turns = i * 0.6180339887498949;
    return 1 + (turns - floor(turns));
}

/* The quaternion as mjcf_pose.c and kip_builder_finish normalize it. */
static KipQuat quat_as_read(KipQuat q)
{
    return q_normalize(q_normalize(q));
}

static bool same_quat(KipQuat a, KipQuat b)
{
    return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z;
}

/* A quaternion that is read as q. If none is found, the one that q is read as and that is read as itself, so that writing
 * the model once read gives the same file. */
static KipQuat quat_to_write(KipQuat q)
{
    KipQuat near = q;
    for (int i = 0; i < MOST_TRIES; i++) {
        double s = length_to_try(i);
        KipQuat longer = quat(s * q.w, s * q.x, s * q.y, s * q.z);
        if (same_quat(quat_as_read(longer), q))
            return longer;
    }
    for (int i = 0; i < 8 && !same_quat(quat_as_read(near), near); i++)
        near = quat_as_read(near);
    return near;
}

void kip_mjcf_put_pose(KipMjcfWriter *w, KipVec3 pos, KipQuat quat)
{
    double p[3], q[4];
    v3_store(p, pos);
    if (p[0] != 0 || p[1] != 0 || p[2] != 0)
        kip_mjcf_put_plain(w, "pos", p, 3);
    if (same_quat(quat, q_identity()))
        return;
    q_store(q, quat_to_write(quat));
    kip_mjcf_put_plain(w, "quat", q, 4);
}

/* The axis as kip_builder_finish normalizes it. */
static KipVec3 axis_as_read(KipVec3 a)
{
    double length = v3_length(a);
    return length > 0 ? v3(a.x / length, a.y / length, a.z / length) : a;
}

static bool same_vec3(KipVec3 a, KipVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static KipVec3 axis_to_write(KipVec3 a)
{
    KipVec3 near = a;
    for (int i = 0; i < MOST_TRIES; i++) {
        KipVec3 longer = v3_scale(length_to_try(i), a);
        if (same_vec3(axis_as_read(longer), a))
            return longer;
    }
    for (int i = 0; i < 8 && !same_vec3(axis_as_read(near), near); i++)
        near = axis_as_read(near);
    return near;
}

void kip_mjcf_put_axis(KipMjcfWriter *w, KipVec3 axis)
{
    double a[3];
    if (same_vec3(axis, v3(0, 0, 1)))
        return;
    v3_store(a, axis_to_write(axis));
    kip_mjcf_put_plain(w, "axis", a, 3);
}
