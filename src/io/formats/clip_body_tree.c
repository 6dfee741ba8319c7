/* Decides which bones of a skeleton become bodies, and which part of the body each one is. */
#include <stdio.h>
#include <string.h>

#include "clip_body_parts.h"
#include "clip_parts.h"

enum { MOST_LIMBS = 512, MOST_STRETCHES = 8 * MOST_LIMBS };

static KipVec3 end_of(const KipFlesh *flesh, int i)
{
    const KipClip *clip = flesh->clip;
    return v3_add_scaled(flesh->joint[i], clip->metres, kip_clip_to_kip(clip, clip->bone[i].end));
}

/* -- parts ----------------------------------------------------------------------------------------------- */

static unsigned bit(KipPart part)
{
    return 1u << part;
}

/* The part as corrected by its place in the tree. `below` is the set of parts that the names below the bone mean. */
static KipPart by_place(const KipFlesh *flesh, int i, KipPart part, unsigned below)
{
    int parent = flesh->clip->bone[i].parent;
    KipPart above = parent < 0 ? KIP_PART_OTHER : flesh->part[parent];
    if (above == KIP_PART_FOOT || above == KIP_PART_HEAD ||
        (above == KIP_PART_HAND && part == KIP_PART_OTHER))
        return above;
    if (part == KIP_PART_SHOULDER)
        return below & bit(KIP_PART_UPPER_ARM) ? KIP_PART_COLLAR : KIP_PART_UPPER_ARM;
    if (part == KIP_PART_SHANK && above != KIP_PART_THIGH && above != KIP_PART_SHANK &&
        below & bit(KIP_PART_SHANK))
        return KIP_PART_THIGH;
    if (part == KIP_PART_OTHER && parent < 0 && below & bit(KIP_PART_THIGH))
        return KIP_PART_PELVIS;
    return part;
}

static KipStatus find_parts(KipFlesh *flesh)
{
    const KipClip *clip = flesh->clip;
    unsigned *below = kip_arena_take(flesh->arena, (size_t)clip->nbone, sizeof *below);
    if (!below)
        return KIP_NO_MEMORY;
    for (int i = clip->nbone - 1; i >= 0; i--) {
        int parent = clip->bone[i].parent;
        flesh->part[i] = kip_bone_part(clip->bone[i].name, &flesh->side[i]);
        if (parent >= 0)
            below[parent] |= below[i] | bit(flesh->part[i]);
    }
    for (int i = 0; i < clip->nbone; i++) {
        int parent = clip->bone[i].parent;
        flesh->part[i] = by_place(flesh, i, flesh->part[i], below[i]);
        if (flesh->side[i] == 0 && parent >= 0)
            flesh->side[i] = flesh->side[parent];
    }
    return KIP_OK;
}

/* -- limbs ----------------------------------------------------------------------------------------------- */

static bool turns(const KipBone *bone)
{
    for (int k = 0; k < bone->nchannel; k++)
        if (bone->channel[k] >= KIP_TURNS_X && bone->channel[k] <= KIP_TURNS_Z)
            return true;
    return false;
}

/* Whether a bone joins its parent's body, by its length and that of the longest path along the bones from it. */
static bool is_merged(const KipFlesh *flesh, int i, double own, double path)
{
    const KipBone *bone = &flesh->clip->bone[i];
    if (bone->parent < 0)
        return false;
    KipPart part = flesh->part[i], above = flesh->part[bone->parent];
    if (part == KIP_PART_FOOT || part == KIP_PART_HEAD)
        return above == part || !turns(bone);
    return !turns(bone) || own < 0.01 * flesh->scale || path < 0.03 * flesh->scale ||
           (part == KIP_PART_FINGER && own < 0.03 * flesh->scale);
}

static bool is_taken(const KipFlesh *flesh, const char *name)
{
    bool taken = strcmp(name, "world") == 0;
    for (int i = 0; i < flesh->nlimb && !taken; i++)
        taken = strcmp(flesh->limb[i].name, name) == 0;
    return taken;
}

/* Returns NULL when out of memory. */
static const char *name_limb(KipFlesh *flesh, const char *name)
{
    size_t n = strlen(name);
    char *own = kip_arena_take(flesh->arena, n + 16, 1);
    if (!own)
        return NULL;
    for (size_t i = 0; i < n; i++)
        own[i] = (unsigned char)name[i] <= ' ' || name[i] == 127 ? '_' : name[i];
    if (n == 0)
        strcpy(own, "bone"), n = 4;
    for (int i = 2; is_taken(flesh, own); i++)
        snprintf(own + n, 16, "_%d", i);
    return own;
}

static void add_stretch(KipFlesh *flesh, int limb, KipVec3 from, KipVec3 to)
{
    KipLimb *of = &flesh->limb[limb];
    KipVec3 way = v3_sub(to, of->origin);
    double reach = v3_length(way);
    if (reach > of->length)
        of->length = reach, of->direction = v3_scale(1 / reach, way);
    of->lowest = to.z < of->lowest ? to.z : of->lowest;
    if (v3_length(v3_sub(to, from)) > 0.01 * flesh->scale)
        flesh->stretch[flesh->nstretch++] = (KipStretch){limb, from, to};
}

static bool add_limb(KipFlesh *flesh, int i)
{
    const KipBone *bone = &flesh->clip->bone[i];
    KipVec3 origin = flesh->joint[i];
    KipLimb limb = {.bone = i,
                    .parent = bone->parent < 0 ? -1 : flesh->limb_of[bone->parent],
                    .part = flesh->part[i] == KIP_PART_FINGER ? KIP_PART_HAND : flesh->part[i],
                    .side = flesh->side[i],
                    .name = name_limb(flesh, bone->name),
                    .origin = origin,
                    .direction = v3(0, 0, flesh->part[i] == KIP_PART_FOOT ? -1 : 1),
                    .lowest = origin.z,
                    .is_last = true};
    flesh->limb[flesh->nlimb] = limb;
    flesh->limb_of[i] = flesh->nlimb++;
    if (limb.parent >= 0)
        flesh->limb[limb.parent].is_last = false;
    return limb.name != NULL;
}

/* Finds the size at rest and the scale. */
static void measure(KipFlesh *flesh)
{
    const KipClip *clip = flesh->clip;
    KipVec3 lo = flesh->joint[0], hi = lo;
    for (int i = 0; i < 2 * clip->nbone; i++) {
        int bone = i / 2;
        KipVec3 p = i % 2 && clip->bone[bone].has_end ? end_of(flesh, bone) : flesh->joint[bone];
        lo = v3(fmin(lo.x, p.x), fmin(lo.y, p.y), fmin(lo.z, p.z));
        hi = v3(fmax(hi.x, p.x), fmax(hi.y, p.y), fmax(hi.z, p.z));
    }
    double greatest = fmax(hi.z - lo.z, fmax(hi.x - lo.x, hi.y - lo.y));
    flesh->scale = (2 * (hi.z - lo.z) < greatest ? greatest : hi.z - lo.z) / 1.75;
    flesh->ground = lo.z;
}

/* Finds the feet: leaves named so, or leaves near the ground whose parent is well above it. */
static void find_feet(KipFlesh *flesh)
{
    double low = flesh->ground;
    for (int i = 0; i < flesh->nlimb; i++) {
        KipLimb *limb = &flesh->limb[i];
        limb->is_foot = limb->part == KIP_PART_FOOT ||
                        (limb->is_last && limb->parent >= 0 && limb->lowest - low < 0.06 * flesh->scale &&
                         flesh->limb[limb->parent].origin.z - low > 0.1 * flesh->scale);
        if (limb->is_foot) {
            limb->lowest = fmin(limb->lowest, limb->origin.z - 0.04 * flesh->scale);
            flesh->ground = fmin(flesh->ground, limb->lowest);
        }
    }
}

/* own: the longest stretch of each bone; path: the longest path along the bones from it. */
static void find_lengths(const KipFlesh *flesh, double *own, double *path)
{
    const KipClip *clip = flesh->clip;
    for (int i = clip->nbone - 1; i >= 0; i--) {
        int parent = clip->bone[i].parent;
        double end = clip->bone[i].has_end ? v3_length(v3_sub(end_of(flesh, i), flesh->joint[i])) : 0;
        own[i] = fmax(own[i], end), path[i] = fmax(path[i], end);
        if (parent >= 0) {
            double way = v3_length(v3_sub(flesh->joint[i], flesh->joint[parent]));
            own[parent] = fmax(own[parent], way), path[parent] = fmax(path[parent], way + path[i]);
        }
    }
}

/* Makes limbs and stretches of the bones. */
static KipStatus grow(KipFlesh *flesh, const double *own, const double *path, KipError *error)
{
    const KipClip *clip = flesh->clip;
    for (int i = 0; i < clip->nbone; i++) {
        int parent = clip->bone[i].parent;
        if (parent >= 0)
            add_stretch(flesh, flesh->limb_of[parent], flesh->joint[parent], flesh->joint[i]);
        if (is_merged(flesh, i, own[i], path[i]))
            flesh->limb_of[i] = flesh->limb_of[parent];
        else if (flesh->nlimb == MOST_LIMBS || flesh->nstretch > MOST_STRETCHES)
            return kip_fail(error, KIP_BAD_INPUT, (KipPlace){clip->name, 0, 0},
                            "the skeleton has more than %d bones that make a body, "
                            "or %d that are part of one",
                            MOST_LIMBS, MOST_STRETCHES);
        else if (!add_limb(flesh, i))
            return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
        if (clip->bone[i].has_end)
            add_stretch(flesh, flesh->limb_of[i], flesh->joint[i], end_of(flesh, i));
    }
    return KIP_OK;
}

KipStatus kip_flesh_limbs(KipFlesh *flesh, KipError *error)
{
    const KipClip *clip = flesh->clip;
    size_t n = (size_t)clip->nbone;
    double *own = kip_arena_take(flesh->arena, n, sizeof *own);
    double *path = kip_arena_take(flesh->arena, n, sizeof *path);
    KipQuat *turned = kip_arena_take(flesh->arena, n, sizeof *turned); /* not used: all are parallel */
    flesh->joint = kip_arena_take(flesh->arena, n, sizeof *flesh->joint);
    flesh->part = kip_arena_take(flesh->arena, n, sizeof *flesh->part);
    flesh->side = kip_arena_take(flesh->arena, n, sizeof *flesh->side);
    flesh->limb_of = kip_arena_take(flesh->arena, n, sizeof *flesh->limb_of);
    flesh->limb = kip_arena_take(flesh->arena, n, sizeof *flesh->limb);
    flesh->stretch = kip_arena_take(flesh->arena, 2 * n, sizeof *flesh->stretch);
    if (!own || !path || !turned || !flesh->joint || !flesh->part || !flesh->side || !flesh->limb_of ||
        !flesh->limb || !flesh->stretch || find_parts(flesh) != KIP_OK)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    kip_clip_pose(clip, -1, flesh->joint, turned);
    measure(flesh);
    if (!(flesh->scale > 1e-6 && flesh->scale < 1e6))
        return kip_fail(error, KIP_BAD_INPUT, (KipPlace){clip->name, 0, 0},
                        "the skeleton is %.3g m large at rest: no body can be made of that",
                        1.75 * flesh->scale);
    find_lengths(flesh, own, path);
    KipStatus status = grow(flesh, own, path, error);
    if (status == KIP_OK)
        find_feet(flesh);
    return status;
}
