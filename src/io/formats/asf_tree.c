/* The hierarchy of an ASF (clip.h), which lists bones in any order: links them to their parents and sorts them depth
 * first. */
#include <string.h>

#include "asf_parts.h"
#include "../../dynamics/scalar.h"
#include "clip_parts.h"

typedef KipAsfPart Part;
typedef KipAsfReader Reader;

int kip_asf_find(Reader *r)
{
    return kip_clip_find_name(&r->w, &r->part->name, r->npart, sizeof *r->part, &r->last);
}

/* -- hierarchy ------------------------------------------------------------------------------------------- */

static void unknown_bone(Reader *r)
{
    kip_words_unknown(&r->w, "the name of a bone", &r->part->name, r->npart, sizeof *r->part);
}

/* Makes the current word's bone a child of `parent`. */
static void place_child(Reader *r, int parent)
{
    int i = kip_asf_find(r);
    if (i < 0) {
        unknown_bone(r);
        return;
    }
    Part *child = &r->part[i], *above = &r->part[parent];
    if (i == KIP_ASF_ROOT)
        kip_words_bad(&r->w, "the root cannot hang from a bone");
    else if (child->parent != KIP_ASF_NONE)
        kip_words_bad(&r->w, "'%.60s' hangs from '%.60s' already", child->name, r->part[child->parent].name);
    child->parent = parent;
    *(above->last_child == KIP_ASF_NONE ? &above->first_child : &r->part[above->last_child].sibling) = i;
    above->last_child = i;
    kip_words_next(&r->w);
}

/* A line names a bone and its children. */
void kip_asf_read_hierarchy(Reader *r)
{
    KipWords *w = &r->w;
    kip_words_take(w, "begin", "the begin of the hierarchy");
    r->has_hierarchy = true;
    while (w->status == KIP_OK && !kip_words_is(w, "end")) {
        int parent = kip_asf_find(r);
        if (parent < 0)
            unknown_bone(r);
        kip_words_next(w);
        while (w->length && !w->begins_line)
            place_child(r, parent);
    }
    kip_words_next(w);
}

/* -- the skeleton ---------------------------------------------------------------------------------------- */

/* Composes the rotations of `axis`; the one written first is applied first, and so is innermost. */
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

/* Makes part i the next bone, a child of bone `parent`. Returns false when out of memory. */
static bool make_bone(Reader *r, int i, int parent, int *room)
{
    const Part *part = &r->part[i];
    bool radians = r->clip->radians;
    KipBone *bone = kip_clip_add_bone(r->clip, room);
    if (!bone) {
        kip_clip_lacks_memory(&r->w);
        return false;
    }
    bone->name = part->name;
    bone->parent = parent;
    bone->adds = true;
    bone->axes = turn(part, radians ? 1 : KIP_PI / 180);
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
            set_limit(bone, k, &part->limit[2 * from], radians && turns ? 180 / KIP_PI : 1);
    }
    return true;
}

/* Fails at the name of the first bone that is not a descendant of the root. */
static void check_placed(Reader *r)
{
    for (int i = 1; i < r->npart && r->clip->nbone < r->npart; i++)
        if (r->part[i].parent == KIP_ASF_NONE) {
            r->w = r->part[i].at;
            kip_words_bad(&r->w, "'%.60s' hangs from no bone; place it in :hierarchy", r->part[i].name);
            return;
        }
    for (int i = 1; i < r->npart && r->clip->nbone < r->npart; i++) {
        int above = r->part[i].parent;
        for (int k = 0; k < r->npart && above != KIP_ASF_ROOT && above != i; k++)
            above = r->part[above].parent;
        if (above == i) {
            r->w = r->part[i].at;
            kip_words_bad(&r->w, "'%.60s' hangs from itself in :hierarchy", r->part[i].name);
            return;
        }
    }
}

/* Makes bones of the parts, depth first, children in the order of the hierarchy. */
void kip_asf_make_bones(Reader *r)
{
    int room = 0, bone = -1; /* the current part's parent */
    for (int i = KIP_ASF_ROOT; i != KIP_ASF_NONE;) {
        if (!make_bone(r, i, bone, &room))
            return;
        bone = r->clip->nbone - 1;
        int next = r->part[i].first_child;
        for (; next == KIP_ASF_NONE && i != KIP_ASF_ROOT; i = r->part[i].parent) {
            next = r->part[i].sibling;
            bone = r->clip->bone[bone].parent;
        }
        i = next;
    }
    check_placed(r);
}
