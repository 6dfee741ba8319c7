/* Reads ASF (clip.h), except its hierarchy, which asf_tree.c reads. */
#include "clip.h"

#include <stdlib.h>
#include <string.h>

#include "asf_parts.h"
#include "clip_parts.h"
#include "../text/file.h"

enum { MOST_BONES = 10000 };

/* In the order of KipChannel. */
static const char *const dof_name[] = {"tx", "ty", "tz", "rx", "ry", "rz", "l"};

typedef KipAsfPart Part;
typedef KipAsfReader Reader;

/* -- parts ----------------------------------------------------------------------------------------------- */

/* Returns false when out of memory or beyond the most bones. */
static bool add_part(Reader *r)
{
    if (r->npart > MOST_BONES)
        kip_words_bad(&r->w, "more than %d bones", MOST_BONES);
    if (r->npart == r->room && r->w.status == KIP_OK) {
        int room = r->room ? 2 * r->room : 64;
        Part *moved = realloc(r->part, (size_t)room * sizeof *moved);
        if (!moved)
            kip_clip_lacks_memory(&r->w);
        r->part = moved ? moved : r->part;
        r->room = moved ? room : r->room;
    }
    if (r->w.status != KIP_OK)
        return false;
    r->part[r->npart++] = (Part){.name = "",
                                 .at = r->w,
                                 .parent = KIP_ASF_NONE,
                                 .first_child = KIP_ASF_NONE,
                                 .last_child = KIP_ASF_NONE,
                                 .sibling = KIP_ASF_NONE,
                                 .place = {NAN, NAN, NAN},
                                 .length = -1,
                                 .order = {0, 1, 2}};
    return true;
}

/* -- lines ----------------------------------------------------------------------------------------------- */

static void read_three(KipWords *w, const char *what, double value[3])
{
    for (int i = 0; i < 3; i++)
        kip_words_number(w, what, &value[i]);
}

static bool more_on_line(const KipWords *w)
{
    return w->length && !w->begins_line;
}

/* Reads X, Y and Z in any order, each once. */
static void read_order(KipWords *w, int order[3])
{
    bool had[3] = {false};
    for (size_t i = 0; i < 3 && w->status == KIP_OK; i++) {
        int axis = w->length == 3 ? (w->word[i] | 0x20) - 'x' : -1;
        if (axis < 0 || axis > 2 || had[axis])
            kip_words_wanted(w, "the order of three axes, such as XYZ,");
        else
            had[order[i] = axis] = true;
    }
    kip_words_next(w);
}

/* Reads the names of degrees of freedom up to the line's end. */
static void read_dofs(KipWords *w, Part *part)
{
    if (part->ndof)
        kip_words_bad(w, "the degrees of freedom are said twice");
    while (more_on_line(w)) {
        int dof = kip_words_among(w, dof_name, KIP_BONE_CHANNELS);
        if (dof < 0) {
            kip_words_wanted(w, "a degree of freedom, one of rx ry rz tx ty tz l,");
            return;
        }
        for (int i = 0; i < part->ndof; i++)
            if (part->dof[i] == (KipChannel)dof) {
                kip_words_bad(w, "%s stands twice in this line", dof_name[dof]);
                return;
            }
        part->dof[part->ndof++] = (KipChannel)dof;
        kip_words_next(w);
    }
}

static bool is_infinite(const KipWords *w, double *value)
{
    *value = *w->word == '-' ? -INFINITY : INFINITY;
    return kip_words_is(w, "inf") || kip_words_is(w, "-inf") || kip_words_is(w, "+inf");
}

/* Reads pairs of numbers on any number of lines; parentheses are blanks. */
static void read_limits(KipWords *w, Part *part)
{
    double value;
    while (w->length && (strchr("+-.0123456789", *w->word) || is_infinite(w, &value))) {
        if (!is_infinite(w, &value))
            kip_words_value(w, "a limit", &value);
        if (part->nlimit == KIP_ASF_LIMITS)
            kip_words_bad(w, "more limits than a bone can have");
        else
            part->limit[part->nlimit++] = value;
        kip_words_next(w);
    }
}

/* Reads the bone's name, which must be unique. */
static void read_name(Reader *r)
{
    KipWords *w = &r->w;
    Part *part = &r->part[r->npart - 1];
    if (!more_on_line(w))
        kip_words_wanted(w, "the name of a bone");
    int same = kip_asf_find(r);
    if (same >= 0)
        kip_words_bad(w, "'%.60s' is the name of another bone already", r->part[same].name);
    char *name = kip_arena_take(r->clip->arena, w->length + 1, 1);
    if (!name) {
        kip_clip_lacks_memory(w);
        return;
    }
    part->name = memcpy(name, w->word, w->length);
    part->at = *w;
    kip_words_next(w);
}

static void read_length(KipWords *w, double *length)
{
    kip_words_value(w, "the bone's length", length);
    if (*length < 0)
        kip_words_bad(w, "the bone's length is %g; it cannot be negative", *length);
    kip_words_next(w);
}

/* -- bones ----------------------------------------------------------------------------------------------- */

/* Checks, at its `end`, that a bone has all required entries. */
static void check_bone(KipWords *w, const Part *part)
{
    double size = v3_length(part->place);
    if (!*part->name)
        kip_words_bad(w, "this bone has no name");
    if (isnan(part->place.x) || part->length < 0)
        kip_words_bad(w, "'%.60s' has no %s", part->name, part->length < 0 ? "length" : "direction");
    if (part->length > 0 && !(fabs(size - 1) < 0.01))
        kip_words_bad(w, "the direction of '%.60s' has length %g; it must be 1", part->name, size);
    for (int i = 0; i < part->ndof; i++)
        if (part->dof[i] == KIP_LENGTHENS && part->length == 0)
            kip_words_bad(w, "'%.60s' has length 0, so that l cannot lengthen it", part->name);
    if (part->nlimit && part->nlimit != 2 * part->ndof)
        kip_words_bad(w, "'%.60s' has %d numbers as limits; %d degrees of freedom need %d", part->name,
                      part->nlimit, part->ndof, 2 * part->ndof);
}

/* Reads one entry between begin and end. */
static void read_bone_line(Reader *r)
{
    static const char *const key[] = {"id",  "name",   "direction", "length", "axis",
                                      "dof", "limits", "bodymass",  "cofmass"};
    enum { ID, NAME, DIRECTION, LENGTH, AXIS, DOF, LIMITS, BODYMASS, COFMASS, KEYS };
    KipWords *w = &r->w;
    Part *part = &r->part[r->npart - 1];
    double value[3] = {0};
    int i = kip_words_among(w, key, KEYS);
    if (i < 0)
        kip_words_unknown(w, "a property of a bone, or end,", key, KEYS, sizeof *key);
    kip_words_next(w);
    switch (i) {
    case NAME:
        read_name(r);
        break;
    case DIRECTION:
        read_three(w, "one of the direction's three numbers", value);
        part->place = v3_from(value);
        break;
    case LENGTH:
        read_length(w, &part->length);
        break;
    case AXIS:
        read_three(w, "one of the axis' three angles", part->angle);
        read_order(w, part->order);
        break;
    case DOF:
        read_dofs(w, part);
        break;
    case LIMITS:
        read_limits(w, part);
        break;
    default: /* not used */
        kip_words_number(w, "a number", value);
    }
}

static bool at_section(const KipWords *w)
{
    return w->length && w->begins_line && *w->word == ':';
}

static void read_bones(Reader *r)
{
    KipWords *w = &r->w;
    r->has_bones = true;
    while (w->length && !at_section(w)) {
        kip_words_take(w, "begin", "the begin of a bone");
        if (!add_part(r))
            return;
        while (w->status == KIP_OK && !kip_words_is(w, "end"))
            read_bone_line(r);
        check_bone(w, &r->part[r->npart - 1]);
        kip_words_next(w);
    }
}

/* -- sections -------------------------------------------------------------------------------------------- */

static void read_angle_unit(Reader *r)
{
    KipWords *w = &r->w;
    r->clip->radians = kip_words_is(w, "rad") || kip_words_is(w, "radians");
    if (!r->clip->radians && !kip_words_is(w, "deg") && !kip_words_is(w, "degrees"))
        kip_words_wanted(w, "deg or rad");
    kip_words_next(w);
}

static void read_units(Reader *r)
{
    static const char *const key[] = {"mass", "length", "angle"};
    enum { MASS, LENGTH, ANGLE, KEYS };
    KipWords *w = &r->w;
    while (w->length && !at_section(w)) {
        double value = 1;
        int i = kip_words_among(w, key, KEYS);
        if (i < 0)
            kip_words_unknown(w, "mass, length or angle", key, KEYS, sizeof *key);
        kip_words_next(w);
        if (i == ANGLE) {
            read_angle_unit(r);
            continue;
        }
        kip_words_value(w, "the unit, a number", &value);
        if (!(value >= 1e-9 && value <= 1e9))
            kip_words_bad(w, "the unit is %g; it must lie between 1e-9 and 1e9", value);
        if (i == LENGTH)
            r->clip->metres = 0.0254 / value;
        kip_words_next(w);
    }
}

static void read_root(Reader *r)
{
    static const char *const key[] = {"order", "axis", "position", "orientation"};
    enum { ORDER, AXIS, POSITION, ORIENTATION, KEYS };
    KipWords *w = &r->w;
    Part *root = &r->part[KIP_ASF_ROOT];
    double value[3] = {0};
    r->has_root = true;
    while (w->length && !at_section(w)) {
        int i = kip_words_among(w, key, KEYS);
        if (i < 0)
            kip_words_unknown(w, "order, axis, position or orientation", key, KEYS, sizeof *key);
        kip_words_next(w);
        if (i == ORDER) {
            read_dofs(w, root);
            for (int k = 0; k < root->ndof; k++)
                if (root->dof[k] == KIP_LENGTHENS)
                    kip_words_bad(w, "the root has no length, so that its order cannot have l");
        } else if (i == AXIS) {
            read_order(w, root->order);
        } else if (i == POSITION) {
            read_three(w, "one of the position's three numbers", value);
            root->place = v3_from(value);
        } else {
            read_three(w, "one of the orientation's three angles", root->angle);
        }
    }
}

/* Skips this line, and all text up to the next section. */
static void pass_section(KipWords *w)
{
    do
        kip_words_skip_line(w);
    while (w->length && !at_section(w));
}

static void read_section(Reader *r)
{
    static const char *const key[] = {":version", ":name",     ":documentation", ":units",
                                      ":root",    ":bonedata", ":hierarchy",     ":skin"};
    enum { VERSION, NAME, DOCUMENTATION, UNITS, ROOT_SECTION, BONEDATA, HIERARCHY, SKIN, KEYS };
    KipWords *w = &r->w;
    int i = kip_words_among(w, key, KEYS);
    if (i < 0)
        kip_words_unknown(w, "a section, such as :bonedata,", key, KEYS, sizeof *key);
    if ((i == ROOT_SECTION && r->has_root) || (i == HIERARCHY && r->has_hierarchy))
        kip_words_bad(w, "a second %s", key[i]);
    if (i == HIERARCHY && !r->has_bones)
        kip_words_bad(w, ":hierarchy must stand behind :bonedata");
    if (i == VERSION || i == NAME || i == DOCUMENTATION || i == SKIN) {
        pass_section(w);
        return;
    }
    kip_words_next(w);
    if (i == UNITS)
        read_units(r);
    else if (i == ROOT_SECTION)
        read_root(r);
    else if (i == BONEDATA)
        read_bones(r);
    else
        kip_asf_read_hierarchy(r);
}

/* -- the whole ------------------------------------------------------------------------------------------- */

static void read_all(Reader *r)
{
    KipWords *w = &r->w;
    if (!add_part(r))
        return;
    r->part[KIP_ASF_ROOT].name = "root";
    kip_words_next(w);
    if (w->length == 0)
        kip_words_wanted(w, "a section, such as :bonedata,");
    while (w->length)
        read_section(r);
    if (!r->has_root || !r->has_bones || !r->has_hierarchy)
        kip_words_bad(w, "the file has no %s",
                      !r->has_root    ? ":root"
                      : !r->has_bones ? ":bonedata"
                                      : ":hierarchy");
    if (w->status == KIP_OK)
        kip_asf_make_bones(r);
}

KipStatus kip_asf_parse(const char *text, size_t size, const char *file, KipClip **clip, KipError *error)
{
    *clip = NULL;
    Reader r = {.w = kip_words(text, size, file, "(),", "", true, error)};
    KipStatus status = kip_clip_create(file, &r.clip, error);
    if (status != KIP_OK)
        return status;
    r.clip->metres = 0.0254;
    read_all(&r);
    free(r.part);
    status = r.w.status == KIP_OK ? kip_clip_guess(r.clip, error) : r.w.status;
    if (status == KIP_OK)
        *clip = r.clip;
    else
        kip_clip_destroy(r.clip);
    return status;
}

KipStatus kip_asf_read(const char *asf, const char *amc, KipClip **clip, KipError *error)
{
    KipClip *made = NULL;
    char *text = NULL;
    size_t size;
    *clip = NULL;
    KipStatus status = kip_file_read(asf, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_asf_parse(text, size, asf, &made, error);
    free(text);
    if (status == KIP_OK && amc && (status = kip_file_read(amc, &text, &size, error)) == KIP_OK) {
        status = kip_amc_parse(made, text, size, amc, error);
        free(text);
    }
    if (status == KIP_OK)
        *clip = made;
    else
        kip_clip_destroy(made);
    return status;
}
