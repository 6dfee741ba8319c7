/* Memory of clips, poses by forward kinematics, and estimates of what a file does not state (clip.h). */
#include "clip.h"

#include <string.h>

#include "../../dynamics/scalar.h"
#include "clip_parts.h"
#include "../text/file.h"

const char *const kip_channel_name[KIP_LENGTHENS] = {"Xposition", "Yposition", "Zposition",
                                                     "Xrotation", "Yrotation", "Zrotation"};

/* -- memory ---------------------------------------------------------------------------------------------- */

KipStatus kip_clip_no_memory(KipError *error, const char *file)
{
    KipPlace place = {file, 0, 0};
    return kip_fail(error, KIP_NO_MEMORY, place, "not enough memory for this motion");
}

void kip_clip_lacks_memory(KipWords *words)
{
    if (words->status == KIP_OK)
        kip_words_fail(words, kip_clip_no_memory(words->error, words->file));
}

void kip_clip_read_value(KipWords *words, const char *what, KipChannel channel, bool radians, double *value)
{
    static const double most = 1e9; /* degrees */
    const bool turns = channel >= KIP_TURNS_X && channel <= KIP_TURNS_Z;
    double read = 0;
    kip_words_value(words, what, &read);
    *value = turns && radians ? read * (180 / KIP_PI) : read;
    if (turns && fabs(*value) > most)
        kip_words_bad(words, "a joint does not turn by %.3g degrees; it must be %g at most", *value, most);
    kip_words_next(words);
}

int kip_clip_find_name(const KipWords *w, const char *const *names, int n, size_t stride, int *last)
{
    for (int k = 1; k <= n; k++) {
        int i = (*last + k) % n;
        const char *name = *(const char *const *)(const void *)((const char *)names + (size_t)i * stride);
        if (strlen(name) == w->length && memcmp(name, w->word, w->length) == 0)
            return *last = i;
    }
    return -1;
}

char *kip_clip_name(KipClip *clip, const char *file)
{
    const char *base = kip_file_base(file), *dot = strrchr(base, '.');
    size_t n = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    char *name = kip_arena_take(clip->arena, n + 1, 1);
    return name ? memcpy(name, base, n) : NULL;
}

KipStatus kip_clip_create(const char *file, KipClip **clip, KipError *error)
{
    KipArena *arena = kip_arena_create(NULL);
    KipClip *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        made->arena = arena;
        made->period = 1.0 / 120;
        made->up = 1;
        made->ahead = -1;
        made->name = kip_clip_name(made, file);
    }
    if (!made || !made->name) {
        kip_arena_destroy(arena);
        return kip_clip_no_memory(error, file);
    }
    *clip = made;
    return KIP_OK;
}

void kip_clip_destroy(KipClip *clip)
{
    if (clip)
        kip_arena_destroy(clip->arena);
}

KipBone *kip_clip_add_bone(KipClip *clip, int *room)
{
    if (clip->nbone == *room) {
        int more = *room ? 2 * *room : 64;
        KipBone *moved = kip_arena_take(clip->arena, (size_t)more, sizeof *moved);
        if (!moved)
            return NULL;
        if (clip->nbone)
            memcpy(moved, clip->bone, (size_t)clip->nbone * sizeof *moved);
        clip->bone = moved;
        *room = more;
    }
    KipBone *bone = &clip->bone[clip->nbone++];
    bone->axes = q_identity();
    return bone;
}

/* -- poses ----------------------------------------------------------------------------------------------- */

static const KipVec3 axis[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static const double *values_of(const KipClip *clip, int frame, const KipBone *bone)
{
    return clip->value + (size_t)frame * (size_t)clip->nvalue + bone->first;
}

/* The bone's elongation relative to its rest length. */
static double lengthened(const KipClip *clip, int frame, const KipBone *bone)
{
    double sum = 0;
    for (int k = 0; k < bone->nchannel; k++)
        if (bone->channel[k] == KIP_LENGTHENS)
            sum += values_of(clip, frame, bone)[k];
    return sum;
}

/* The rest position of the joint, moved along with the end of an elongated parent. */
static KipVec3 rest_place(const KipClip *clip, int frame, const KipBone *bone)
{
    const KipBone *parent = bone->parent < 0 ? NULL : &clip->bone[bone->parent];
    double more = parent && parent->adds ? lengthened(clip, frame, parent) : 0;
    return more != 0 ? v3_add_scaled(bone->offset, more / v3_length(parent->end), parent->end) : bone->offset;
}

void kip_clip_local(const KipClip *clip, int frame, int i, KipVec3 *position, KipQuat *orientation)
{
    const KipBone *bone = &clip->bone[i];
    KipQuat turned = q_identity();
    double place[3], moved[3] = {0, 0, 0};
    const double *value = frame < 0 ? NULL : values_of(clip, frame, bone);
    v3_store(place, frame < 0 ? bone->offset : rest_place(clip, frame, bone));
    for (int k = 0; k < bone->nchannel && value; k++) {
        KipChannel channel = bone->channel[k];
        if (channel <= KIP_MOVES_Z)
            *(bone->adds ? &moved[channel] : &place[channel]) = value[k];
        else if (channel <= KIP_TURNS_Z)
            turned = q_mul(turned, q_axis_angle(axis[channel - KIP_TURNS_X], value[k] * KIP_DEGREE));
    }
    *position = v3_add(v3_from(place), q_rotate(bone->axes, v3_from(moved)));
    *orientation = q_normalize(q_mul(q_mul(bone->axes, turned), q_conjugate(bone->axes)));
}

KipVec3 kip_clip_to_kip(const KipClip *clip, KipVec3 v)
{
    if (clip->up == 1)
        return v3(v.z, v.x, v.y);
    return clip->ahead > 0 ? v3(v.y, -v.x, v.z) : v3(-v.y, v.x, v.z);
}

/* The orientation of bone i in the file's frame, composed from the root down. */
static KipQuat orientation_of(const KipClip *clip, int frame, int i)
{
    KipQuat q = q_identity(), local;
    KipVec3 unused;
    for (; i >= 0; i = clip->bone[i].parent) {
        kip_clip_local(clip, frame, i, &unused, &local);
        q = q_mul(local, q);
    }
    return q;
}

/* Computes the places of all bones in the file's frame and unit. */
static void place_bones(const KipClip *clip, int frame, KipVec3 *position, KipQuat *orientation)
{
    for (int i = 0; i < clip->nbone; i++) {
        int parent = clip->bone[i].parent;
        KipVec3 p;
        KipQuat q;
        kip_clip_local(clip, frame, i, &p, &q);
        if (parent >= 0 && position) {
            KipQuat carrier = orientation ? orientation[parent] : orientation_of(clip, frame, parent);
            p = v3_add(position[parent], q_rotate(carrier, p));
        }
        if (position)
            position[i] = p;
        if (orientation)
            orientation[i] = parent < 0 ? q : q_normalize(q_mul(orientation[parent], q));
    }
}

void kip_clip_pose(const KipClip *clip, int frame, KipVec3 *position, KipQuat *orientation)
{
    place_bones(clip, frame, position, orientation);
    for (int i = 0; i < clip->nbone; i++) {
        if (position)
            position[i] = v3_scale(clip->metres, kip_clip_to_kip(clip, position[i]));
        if (orientation) {
            KipQuat *q = &orientation[i];
            KipVec3 v = kip_clip_to_kip(clip, v3(q->x, q->y, q->z));
            *q = quat(q->w, v.x, v.y, v.z);
        }
    }
}

/* -- what the file does not say -------------------------------------------------------------------------- */

/* An axis-aligned bounding box. */
typedef struct Box {
    double lo[3], hi[3]; /* along x, y and z of the file */
} Box;

static Box nothing(void)
{
    Box box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    return box;
}

static void enclose(Box *box, KipVec3 p)
{
    double x[3];
    v3_store(x, p);
    for (int k = 0; k < 3; k++) {
        box->lo[k] = x[k] < box->lo[k] ? x[k] : box->lo[k];
        box->hi[k] = x[k] > box->hi[k] ? x[k] : box->hi[k];
    }
}

/* The bounding box of joints and ends up to height `most_z`. */
static Box measure(const KipClip *clip, const KipVec3 *position, const KipQuat *orientation, double most_z)
{
    Box box = nothing();
    for (int i = 0; i < clip->nbone; i++) {
        const KipBone *bone = &clip->bone[i];
        KipVec3 end = bone->has_end ? v3_add(position[i], q_rotate(orientation[i], bone->end)) : position[i];
        if (position[i].z <= most_z)
            enclose(&box, position[i]);
        if (end.z <= most_z)
            enclose(&box, end);
    }
    return box;
}

static double extent(const Box *box, int k)
{
    return box->hi[k] - box->lo[k];
}

static double greatest(const Box *box)
{
    double most = extent(box, 0) > extent(box, 1) ? extent(box, 0) : extent(box, 1);
    return most > extent(box, 2) ? most : extent(box, 2);
}

/* Where z is up: 1 where the feet, all within the lowest tenth, reach farther along +y from the joints' mean than along -y,
 * else -1. */
static int look(const KipClip *clip, const KipVec3 *position, const KipQuat *orientation, const Box *all)
{
    Box feet = measure(clip, position, orientation, all->lo[2] + 0.1 * extent(all, 2));
    double middle = 0;
    for (int i = 0; i < clip->nbone; i++)
        middle += position[i].y / clip->nbone;
    return feet.hi[1] - middle > middle - feet.lo[1] ? 1 : -1;
}

double kip_clip_unit(double size, double metres)
{
    static const double unit[] = {0.01, 1, 0.001, 0.0254, 0.0254 / 0.45}; /* cm where the size is 0 */
    double best = unit[0], best_ratio = HUGE_VAL;
    for (size_t i = 0; i < sizeof unit / sizeof *unit && size > 0; i++) {
        double ratio = size * unit[i] / metres;
        ratio = ratio < 1 ? 1 / ratio : ratio;
        if (ratio < best_ratio)
            best = unit[i], best_ratio = ratio;
    }
    return best;
}

/* Of joints, which are in what lies on it, above 0. */
static bool is_floor(double lowest, double size)
{
    return lowest > -0.02 * size && lowest < 0.1 * size;
}

/* By the rest, unless more than half of the frames, of a long clip of some all along it, say the other axis, along which the figure
 * is larger then. Who lies is larger along the ground, but for the floor, at 0, on which all lie and stand: y, which is usual, is
 * said unless the floor is across z alone, z only where it is. */
static int guess_up(const KipClip *clip, const Box *rest, KipVec3 *position, KipQuat *orientation)
{
    const int up = extent(rest, 2) > extent(rest, 1) ? 2 : 1, other = 3 - up, step = 1 + clip->nframe / 100;
    const double size = greatest(rest);
    int says = 0, asked = 0;
    for (int f = 0; f < clip->nframe; f += step, asked++) {
        place_bones(clip, f, position, orientation);
        const Box box = measure(clip, position, orientation, HUGE_VAL);
        const bool on_up = is_floor(box.lo[up], size), on_other = is_floor(box.lo[other], size);
        says +=
            extent(&box, other) > extent(&box, up) && (other == 1 ? on_other || !on_up : on_other && !on_up);
    }
    return 2 * says > asked ? other : up;
}

KipStatus kip_clip_guess(KipClip *clip, KipError *error)
{
    size_t n = (size_t)clip->nbone, size = n * (sizeof(KipVec3) + sizeof(KipQuat));
    KipQuat *orientation = kip_resize(NULL, NULL, 0, size);
    if (!orientation)
        return kip_clip_no_memory(error, clip->name);
    KipVec3 *position = (KipVec3 *)(void *)(orientation + n);
    place_bones(clip, -1, position, orientation);
    Box rest = measure(clip, position, orientation, HUGE_VAL), first = rest;
    clip->ahead = look(clip, position, orientation, &rest);
    if (clip->nframe) {
        place_bones(clip, 0, position, orientation);
        first = measure(clip, position, orientation, HUGE_VAL);
    }
    clip->up = guess_up(clip, &rest, position, orientation);
    kip_resize(NULL, orientation, size, 0);
    if (clip->metres == 0)
        clip->metres = kip_clip_unit(greatest(&rest) > 0 ? greatest(&rest) : greatest(&first), 1.7);
    return KIP_OK;
}
