/* The hierarchy of an ASF, see clip.h: bones were read in any order; here they are hung from one another
 * and sorted depth first. */
#include <string.h>

#include "asf_parts.h"
#include "clip_parts.h"

typedef KipAsfPart Part;
typedef KipAsfReader Reader;

/* Looks behind the one found last first: names come in the same order again and again. */
int kip_asf_find(Reader *r)
{
    for (int k = 1; k <= r->npart; k++) {
        int i = (r->last + k) % r->npart;
        const char *name = r->part[i].name;
        if (strlen(name) == r->w.length && memcmp(name, r->w.word, r->w.length) == 0)
            return r->last = i;
    }
    return KIP_ASF_NONE;
}

/* -- hierarchy ------------------------------------------------------------------------------------------- */

static KipStatus unknown_bone(const Reader *r)
{
    return kip_words_unknown(&r->w, "the name of a bone", &r->part->name, r->npart, sizeof *r->part);
}

/* The current word hangs from `parent`. */
static KipStatus place_child(Reader *r, int parent)
{
    int i = kip_asf_find(r);
    if (i < 0)
        return unknown_bone(r);
    Part *child = &r->part[i], *above = &r->part[parent];
    if (i == KIP_ASF_ROOT)
        return kip_words_bad(&r->w, "the root cannot hang from a bone");
    if (child->parent != KIP_ASF_NONE)
        return kip_words_bad(&r->w, "'%.60s' hangs from '%.60s' already", child->name,
                             r->part[child->parent].name);
    child->parent = parent;
    *(above->last_child == KIP_ASF_NONE ? &above->first_child : &r->part[above->last_child].sibling) = i;
    above->last_child = i;
    return kip_words_next(&r->w);
}

/* A line: a bone and all that hang from it. */
KipStatus kip_asf_read_hierarchy(Reader *r)
{
    KipWords *w = &r->w;
    KipStatus status = kip_words_take(w, "begin", "the begin of the hierarchy");
    r->has_hierarchy = true;
    while (status == KIP_OK && !kip_words_is(w, "end")) {
        int parent = kip_asf_find(r);
        if (parent < 0)
            return unknown_bone(r);
        status = kip_words_next(w);
        while (status == KIP_OK && w->length && !w->begins_line)
            status = place_child(r, parent);
    }
    return status == KIP_OK ? kip_words_next(w) : status;
}

/* -- the skeleton ---------------------------------------------------------------------------------------- */

/* The first turn written is the first done: the innermost. */
static KipQuat turn(const Part *part, double unit)
{
    static const KipVec3 axis[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    KipQuat q = q_identity();
    for (int i = 0; i < 3; i++)
        q = q_mul(q_axis_angle(axis[part->order[i]], part->angle[i] * unit), q);
    return q_normalize(q);
}

static void set_limit(KipBone *bone, int k, const double limit[2], double unit)
{
    bool exchanged = limit[0] > limit[1];
    bone->lo[k] = limit[exchanged] * unit;
    bone->hi[k] = limit[!exchanged] * unit;
    bone->limited[k] = bone->lo[k] > -INFINITY || bone->hi[k] < INFINITY;
}

/* Part i becomes the next bone, hanging from bone `parent`. */
static KipStatus make_bone(Reader *r, int i, int parent, int *room)
{
    static const double PI = 3.14159265358979323846;
    const Part *part = &r->part[i];
    bool radians = r->clip->radians;
    KipBone *bone = kip_clip_add_bone(r->clip, room);
    if (!bone)
        return kip_clip_no_memory(r->w.error, r->w.file);
    bone->name = part->name;
    bone->parent = parent;
    bone->adds = true;
    bone->axes = turn(part, radians ? 1 : PI / 180);
    bone->has_end = i != KIP_ASF_ROOT && part->first_child == KIP_ASF_NONE;
    if (i != KIP_ASF_ROOT) {
        bone->offset = r->clip->bone[parent].end;
        bone->end = v3_scale(part->length, part->place);
    } else if (!isnan(part->place.x)) {
        bone->offset = part->place;
    }
    bone->first = r->clip->nvalue;
    bone->nchannel = part->ndof;
    r->clip->nvalue += part->ndof;
    for (int k = 0; k < part->ndof; k++) {
        int from = part->ndof - 1 - k;
        KipChannel channel = bone->channel[k] = part->dof[from];
        bool turns = channel >= KIP_TURNS_X && channel <= KIP_TURNS_Z;
        if (part->nlimit)
            set_limit(bone, k, &part->limit[2 * from], radians && turns ? 180 / PI : 1);
    }
    return KIP_OK;
}

/* All bones hang from the root; the first that does not is told. */
static KipStatus check_placed(const Reader *r)
{
    if (r->clip->nbone == r->npart)
        return KIP_OK;
    for (int i = 1; i < r->npart; i++)
        if (r->part[i].parent == KIP_ASF_NONE)
            return kip_words_bad(&r->part[i].at, "'%.60s' hangs from no bone; place it in :hierarchy",
                                 r->part[i].name);
    for (int i = 1; i < r->npart; i++) {
        int above = r->part[i].parent;
        for (int k = 0; k < r->npart && above != KIP_ASF_ROOT && above != i; k++)
            above = r->part[above].parent;
        if (above == i)
            return kip_words_bad(&r->part[i].at, "'%.60s' hangs from itself in :hierarchy", r->part[i].name);
    }
    return KIP_OK;
}

/* The parts depth first, children in the order of the hierarchy. */
KipStatus kip_asf_make_bones(Reader *r)
{
    int room = 0, bone = -1; /* the current part's parent */
    for (int i = KIP_ASF_ROOT; i != KIP_ASF_NONE;) {
        KipStatus status = make_bone(r, i, bone, &room);
        if (status != KIP_OK)
            return status;
        bone = r->clip->nbone - 1;
        int next = r->part[i].first_child;
        for (; next == KIP_ASF_NONE && i != KIP_ASF_ROOT; i = r->part[i].parent) {
            next = r->part[i].sibling;
            bone = r->clip->bone[bone].parent;
        }
        i = next;
    }
    return check_placed(r);
}
