/* Reading ASF, see clip.h: the sections of the file but for its hierarchy, which asf_tree.c reads. */
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

static KipStatus add_part(Reader *r)
{
    if (r->npart == r->room) {
        int room = r->room ? 2 * r->room : 64;
        Part *moved = r->npart > MOST_BONES ? NULL : realloc(r->part, (size_t)room * sizeof *moved);
        if (!moved && r->npart > MOST_BONES)
            return kip_words_bad(&r->w, "more than %d bones", MOST_BONES);
        if (!moved)
            return kip_clip_no_memory(r->w.error, r->w.file);
        r->part = moved;
        r->room = room;
    }
    r->part[r->npart++] = (Part){.name = "",
                                 .at = r->w,
                                 .parent = KIP_ASF_NONE,
                                 .first_child = KIP_ASF_NONE,
                                 .last_child = KIP_ASF_NONE,
                                 .sibling = KIP_ASF_NONE,
                                 .place = {NAN, NAN, NAN},
                                 .length = -1,
                                 .order = {0, 1, 2}};
    return KIP_OK;
}

/* -- lines ----------------------------------------------------------------------------------------------- */

static KipStatus read_three(KipWords *w, const char *what, double value[3])
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < 3 && status == KIP_OK; i++)
        status = kip_words_number(w, what, &value[i]);
    return status;
}

static bool more_on_line(const KipWords *w)
{
    return w->length && !w->begins_line;
}

/* XYZ in any order. */
static KipStatus read_order(KipWords *w, int order[3])
{
    if (w->length != 3)
        return kip_words_wanted(w, "the order of three axes, such as XYZ,");
    for (int i = 0; i < 3; i++) {
        int axis = (w->word[i] | 0x20) - 'x';
        if (axis < 0 || axis > 2)
            return kip_words_wanted(w, "the order of three axes, such as XYZ,");
        order[i] = axis;
    }
    return kip_words_next(w);
}

/* The rest of the line. */
static KipStatus read_dofs(KipWords *w, Part *part)
{
    KipStatus status = KIP_OK;
    if (part->ndof)
        return kip_words_bad(w, "the degrees of freedom are said twice");
    while (status == KIP_OK && more_on_line(w)) {
        int dof = kip_words_among(w, dof_name, KIP_BONE_CHANNELS);
        if (dof < 0)
            return kip_words_wanted(w, "a degree of freedom, one of rx ry rz tx ty tz l,");
        for (int i = 0; i < part->ndof; i++)
            if (part->dof[i] == (KipChannel)dof)
                return kip_words_bad(w, "%s stands twice in this line", dof_name[dof]);
        part->dof[part->ndof++] = (KipChannel)dof;
        status = kip_words_next(w);
    }
    return status;
}

static bool is_infinite(const KipWords *w, double *value)
{
    *value = *w->word == '-' ? -INFINITY : INFINITY;
    return kip_words_is(w, "inf") || kip_words_is(w, "-inf") || kip_words_is(w, "+inf");
}

/* Pairs of numbers on any number of lines; parentheses are blanks. */
static KipStatus read_limits(KipWords *w, Part *part)
{
    KipStatus status = KIP_OK;
    double value;
    while (status == KIP_OK && w->length && (strchr("+-.0123456789", *w->word) || is_infinite(w, &value))) {
        if (!is_infinite(w, &value))
            status = kip_words_value(w, "a limit", &value);
        if (status == KIP_OK && part->nlimit == KIP_ASF_LIMITS)
            return kip_words_bad(w, "more limits than a bone can have");
        if (status != KIP_OK)
            return status;
        part->limit[part->nlimit++] = value;
        status = kip_words_next(w);
    }
    return status;
}

/* The bone's name, which no other has. */
static KipStatus read_name(Reader *r)
{
    KipWords *w = &r->w;
    Part *part = &r->part[r->npart - 1];
    if (!more_on_line(w))
        return kip_words_wanted(w, "the name of a bone");
    int same = kip_asf_find(r);
    if (same >= 0)
        return kip_words_bad(w, "'%.60s' is the name of another bone already", r->part[same].name);
    char *name = kip_arena_take(r->clip->arena, w->length + 1, 1);
    if (!name)
        return kip_clip_no_memory(w->error, w->file);
    part->name = memcpy(name, w->word, w->length);
    part->at = *w;
    return kip_words_next(w);
}

static KipStatus read_length(KipWords *w, double *length)
{
    KipStatus status = kip_words_value(w, "the bone's length", length);
    if (status == KIP_OK && *length < 0)
        return kip_words_bad(w, "the bone's length is %g; it cannot be negative", *length);
    return status == KIP_OK ? kip_words_next(w) : status;
}

/* -- bones ----------------------------------------------------------------------------------------------- */

/* What a bone must say, at its `end`. */
static KipStatus check_bone(const KipWords *w, const Part *part)
{
    double size = v3_length(part->place);
    if (!*part->name)
        return kip_words_bad(w, "this bone has no name");
    if (isnan(part->place.x) || part->length < 0)
        return kip_words_bad(w, "'%.60s' has no %s", part->name, part->length < 0 ? "length" : "direction");
    if (part->length > 0 && !(fabs(size - 1) < 0.01))
        return kip_words_bad(w, "the direction of '%.60s' has length %g; it must be 1", part->name, size);
    for (int i = 0; i < part->ndof; i++)
        if (part->dof[i] == KIP_LENGTHENS && part->length == 0)
            return kip_words_bad(w, "'%.60s' has length 0, so that l cannot lengthen it", part->name);
    if (part->nlimit && part->nlimit != 2 * part->ndof)
        return kip_words_bad(w, "'%.60s' has %d numbers as limits; %d degrees of freedom need %d", part->name,
                             part->nlimit, part->ndof, 2 * part->ndof);
    return KIP_OK;
}

/* One thing between begin and end, and what belongs to it. */
static KipStatus read_bone_line(Reader *r)
{
    static const char *const key[] = {"id",  "name",   "direction", "length", "axis",
                                      "dof", "limits", "bodymass",  "cofmass"};
    enum { ID, NAME, DIRECTION, LENGTH, AXIS, DOF, LIMITS, BODYMASS, COFMASS, KEYS };
    KipWords *w = &r->w;
    Part *part = &r->part[r->npart - 1];
    double value[3] = {0};
    int i = kip_words_among(w, key, KEYS);
    if (i < 0)
        return kip_words_unknown(w, "a property of a bone, or end,", key, KEYS, sizeof *key);
    KipStatus status = kip_words_next(w);
    if (status != KIP_OK)
        return status;
    switch (i) {
    case NAME:
        return read_name(r);
    case DIRECTION:
        status = read_three(w, "one of the direction's three numbers", value);
        part->place = v3_from(value);
        return status;
    case LENGTH:
        return read_length(w, &part->length);
    case AXIS:
        status = read_three(w, "one of the axis' three angles", part->angle);
        return status == KIP_OK ? read_order(w, part->order) : status;
    case DOF:
        return read_dofs(w, part);
    case LIMITS:
        return read_limits(w, part);
    default: /* kip has no use for it */
        return kip_words_number(w, "a number", value);
    }
}

static bool at_section(const KipWords *w)
{
    return w->length && w->begins_line && *w->word == ':';
}

static KipStatus read_bones(Reader *r)
{
    KipWords *w = &r->w;
    KipStatus status = KIP_OK;
    r->has_bones = true;
    while (status == KIP_OK && w->length && !at_section(w)) {
        status = kip_words_take(w, "begin", "the begin of a bone");
        if (status == KIP_OK)
            status = add_part(r);
        while (status == KIP_OK && !kip_words_is(w, "end"))
            status = read_bone_line(r);
        if (status == KIP_OK)
            status = check_bone(w, &r->part[r->npart - 1]);
        if (status == KIP_OK)
            status = kip_words_next(w);
    }
    return status;
}

/* -- sections -------------------------------------------------------------------------------------------- */

static KipStatus read_units(Reader *r)
{
    static const char *const key[] = {"mass", "length", "angle"};
    enum { MASS, LENGTH, ANGLE, KEYS };
    KipWords *w = &r->w;
    KipStatus status = KIP_OK;
    double value;
    while (status == KIP_OK && w->length && !at_section(w)) {
        int i = kip_words_among(w, key, KEYS);
        if (i < 0)
            return kip_words_unknown(w, "mass, length or angle", key, KEYS, sizeof *key);
        status = kip_words_next(w);
        if (status == KIP_OK && i == ANGLE) {
            r->clip->radians = kip_words_is(w, "rad") || kip_words_is(w, "radians");
            if (!r->clip->radians && !kip_words_is(w, "deg") && !kip_words_is(w, "degrees"))
                return kip_words_wanted(w, "deg or rad");
            status = kip_words_next(w);
        } else if (status == KIP_OK) {
            status = kip_words_value(w, "the unit, a number", &value);
            if (status != KIP_OK)
                return status;
            if (!(value >= 1e-9 && value <= 1e9))
                return kip_words_bad(w, "the unit is %g; it must lie between 1e-9 and 1e9", value);
            if (i == LENGTH)
                r->clip->metres = 0.0254 / value;
            status = kip_words_next(w);
        }
    }
    return status;
}

static KipStatus read_root(Reader *r)
{
    static const char *const key[] = {"order", "axis", "position", "orientation"};
    enum { ORDER, AXIS, POSITION, ORIENTATION, KEYS };
    KipWords *w = &r->w;
    Part *root = &r->part[KIP_ASF_ROOT];
    KipStatus status = KIP_OK;
    double value[3] = {0};
    r->has_root = true;
    while (status == KIP_OK && w->length && !at_section(w)) {
        int i = kip_words_among(w, key, KEYS);
        if (i < 0)
            return kip_words_unknown(w, "order, axis, position or orientation", key, KEYS, sizeof *key);
        status = kip_words_next(w);
        if (status != KIP_OK)
            return status;
        if (i == ORDER) {
            status = read_dofs(w, root);
            for (int k = 0; k < root->ndof && status == KIP_OK; k++)
                if (root->dof[k] == KIP_LENGTHENS)
                    return kip_words_bad(w, "the root has no length, so that its order cannot have l");
        } else if (i == AXIS) {
            status = read_order(w, root->order);
        } else if (i == POSITION) {
            status = read_three(w, "one of the position's three numbers", value);
            root->place = v3_from(value);
        } else {
            status = read_three(w, "one of the orientation's three angles", root->angle);
        }
    }
    return status;
}

/* Text up to the next section. */
static KipStatus pass_section(KipWords *w)
{
    KipStatus status = KIP_OK;
    while (status == KIP_OK && w->length && !at_section(w))
        status = kip_words_skip_line(w);
    return status;
}

static KipStatus read_section(Reader *r)
{
    static const char *const key[] = {":version", ":name",     ":documentation", ":units",
                                      ":root",    ":bonedata", ":hierarchy",     ":skin"};
    enum { VERSION, NAME, DOCUMENTATION, UNITS, ROOT_SECTION, BONEDATA, HIERARCHY, SKIN, KEYS };
    KipWords *w = &r->w;
    int i = kip_words_among(w, key, KEYS);
    if (i < 0)
        return kip_words_unknown(w, "a section, such as :bonedata,", key, KEYS, sizeof *key);
    if ((i == ROOT_SECTION && r->has_root) || (i == HIERARCHY && r->has_hierarchy))
        return kip_words_bad(w, "a second %s", key[i]);
    if (i == HIERARCHY && !r->has_bones)
        return kip_words_bad(w, ":hierarchy must stand behind :bonedata");
    if (i == VERSION || i == NAME || i == DOCUMENTATION || i == SKIN) {
        KipStatus status = kip_words_skip_line(w);
        return status == KIP_OK ? pass_section(w) : status;
    }
    KipStatus status = kip_words_next(w);
    if (status != KIP_OK)
        return status;
    return i == UNITS          ? read_units(r)
           : i == ROOT_SECTION ? read_root(r)
           : i == BONEDATA     ? read_bones(r)
                               : kip_asf_read_hierarchy(r);
}

/* -- the whole ------------------------------------------------------------------------------------------- */

static KipStatus read_all(Reader *r)
{
    KipWords *w = &r->w;
    KipStatus status = add_part(r);
    if (status != KIP_OK)
        return status;
    r->part[KIP_ASF_ROOT].name = "root";
    status = kip_words_next(w);
    if (status == KIP_OK && w->length == 0)
        return kip_words_wanted(w, "a section, such as :bonedata,");
    while (status == KIP_OK && w->length)
        status = read_section(r);
    if (status == KIP_OK && (!r->has_root || !r->has_bones || !r->has_hierarchy))
        return kip_words_bad(w, "the file has no %s",
                             !r->has_root    ? ":root"
                             : !r->has_bones ? ":bonedata"
                                             : ":hierarchy");
    return status == KIP_OK ? kip_asf_make_bones(r) : status;
}

KipStatus kip_asf_parse(const char *text, size_t size, const char *file, KipClip **clip, KipError *error)
{
    *clip = NULL;
    Reader r = {.w = kip_words(text, size, file, "(),", "", true, error)};
    KipStatus status = kip_clip_create(file, &r.clip, error);
    if (status != KIP_OK)
        return status;
    r.clip->metres = 0.0254;
    status = read_all(&r);
    free(r.part);
    if (status == KIP_OK)
        status = kip_clip_guess(r.clip, error);
    if (status == KIP_OK)
        *clip = r.clip;
    else
        kip_clip_destroy(r.clip);
    return status;
}

/* Reads the file and gives it to the parser. */
static KipStatus read_skeleton(const char *path, KipClip **clip, KipError *error)
{
    char *text;
    size_t size;
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_asf_parse(text, size, path, clip, error);
    free(text);
    return status;
}

static KipStatus read_motion(KipClip *clip, const char *path, KipError *error)
{
    char *text;
    size_t size;
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_amc_parse(clip, text, size, path, error);
    free(text);
    return status;
}

KipStatus kip_asf_read(const char *asf, const char *amc, KipClip **clip, KipError *error)
{
    *clip = NULL;
    KipClip *made = NULL;
    KipStatus status = read_skeleton(asf, &made, error);
    if (status == KIP_OK && amc)
        status = read_motion(made, amc, error);
    if (status == KIP_OK)
        *clip = made;
    else
        kip_clip_destroy(made);
    return status;
}
