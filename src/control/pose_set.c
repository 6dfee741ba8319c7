/* Sets of target poses and sequences, see pose.h. */
#include "pose.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/quat.h"

/* Searches go from name to name; these keep them short. What poses have from others counts in MOST_IN_ALL. */
enum { MOST_POSES = 10000, MOST_TARGETS = 1000, MOST_IN_ALL = 1 << 18, MOST_STAGES = 10000 };

typedef struct KipPoseMemory {
    const KipAllocator *allocator;
    KipArena *arena; /* strings, targets, stages */
    int room_for_poses, room_for_sequences;
    int ntarget;      /* of all poses */
    const char *file; /* the last one that was named */
} KipPoseMemory;

/* -- memory ---------------------------------------------------------------------------------------------- */

KipPoseSet *kip_pose_set_create(const KipAllocator *allocator)
{
    KipArena *arena = kip_arena_create(allocator);
    KipPoseSet *set = arena ? kip_arena_take(arena, 1, sizeof *set) : NULL;
    KipPoseMemory *memory = set ? kip_arena_take(arena, 1, sizeof *memory) : NULL;
    if (!memory) {
        kip_arena_destroy(arena);
        return NULL;
    }
    memory->allocator = allocator;
    memory->arena = arena;
    set->memory = memory;
    return set;
}

void kip_pose_set_destroy(KipPoseSet *set)
{
    if (!set)
        return;
    KipPoseMemory *memory = set->memory;
    if (set->pose)
        kip_resize(memory->allocator, set->pose, (size_t)memory->room_for_poses * sizeof *set->pose, 0);
    if (set->sequence)
        kip_resize(memory->allocator, set->sequence,
                   (size_t)memory->room_for_sequences * sizeof *set->sequence, 0);
    kip_arena_destroy(memory->arena);
}

/* Room for one more of n; NULL when out of memory. */
static void *grown(const KipPoseMemory *memory, void *array, int n, int *room, size_t size)
{
    if (n < *room)
        return array;
    int more = *room ? 2 * *room : 16;
    void *moved = kip_resize(memory->allocator, array, (size_t)*room * size, (size_t)more * size);
    if (moved)
        *room = more;
    return moved;
}

static KipStatus no_memory(KipPlace place, const char *name, KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, place, "not enough memory for '%s'", name);
}

/* A copy; NULL stays NULL. *ok becomes false when out of memory. */
static const char *keep(KipPoseMemory *memory, const char *text, bool *ok)
{
    char *copy = text ? kip_arena_string(memory->arena, text) : NULL;
    *ok = *ok && (copy || !text);
    return copy;
}

static KipPlace keep_place(KipPoseMemory *memory, KipPlace place, bool *ok)
{
    if (place.file && !(memory->file && strcmp(memory->file, place.file) == 0))
        memory->file = keep(memory, place.file, ok);
    return (KipPlace){place.file ? memory->file : NULL, place.line, place.column};
}

/* -- checks ---------------------------------------------------------------------------------------------- */

/* A word, and none of those that begin a line of another kind: NULL-terminated. */
static KipStatus check_name(const char *kind, const char *name, const char *const *reserved, KipPlace place,
                            KipError *error)
{
    if (!name || !*name)
        return kip_fail(error, KIP_BAD_INPUT, place, "a %s has no name", kind);
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        if (*c <= ' ' || *c == 0x7f || *c == '#')
            return kip_fail(error, KIP_BAD_INPUT, place,
                            "the %s '%.60s' has a blank, a control character or a # in its name", kind, name);
    for (; *reserved; reserved++)
        if (strcmp(name, *reserved) == 0)
            return kip_fail(error, KIP_BAD_INPUT, place,
                            "a %s cannot be called '%s': in a file that begins a line of another kind", kind,
                            name);
    return KIP_OK;
}

/* A number of 0 or more, or NaN for the default. */
static KipStatus check_factor(const char *what, double value, KipPlace place, KipError *error)
{
    if (value < 0 || value > 1e300)
        return kip_fail(error, KIP_BAD_INPUT, place, "the %s is %g; it must be 0 or more, and finite", what,
                        value);
    return KIP_OK;
}

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* "at LINE:COLUMN", of a file that is not `here` with its name. */
static KipStatus taken(const char *kind, const char *name, KipPlace first, KipPlace here, KipError *error)
{
    bool elsewhere = first.file && !(here.file && same(first.file, here.file));
    return kip_fail(error, KIP_BAD_INPUT, here, "there is a %s '%.60s' already: at %s%s%d:%d", kind, name,
                    elsewhere ? first.file : "line ", elsewhere ? ":" : "", first.line, first.column);
}

static KipStatus check_target(const KipPose *pose, int index, KipError *error)
{
    static const char *const reserved[] = {"gain", "pose", "sequence", NULL};
    const KipPoseTarget *target = pose->target + index;
    KipStatus status = check_name("joint", target->joint, reserved, target->place, error);
    if (status == KIP_OK)
        status = check_factor("gain", target->gain, target->place, error);
    if (status == KIP_OK)
        status = check_factor("damping", target->damping, target->place, error);
    if (status != KIP_OK)
        return status;
    if (target->ball) {
        double length = q_dot(target->quat, target->quat);
        if (!(length > 1e-12 && length < 1e12))
            return kip_fail(error, KIP_BAD_INPUT, target->place,
                            "the quaternion of '%s' has no direction: its length must not be 0",
                            target->joint);
    } else if (!(fabs(target->angle) < 1e300)) {
        return kip_fail(error, KIP_BAD_INPUT, target->place, "the target of '%s' is no number",
                        target->joint);
    }
    for (int i = 0; i < index; i++)
        if (same(pose->target[i].joint, target->joint))
            return kip_fail(error, KIP_BAD_INPUT, target->place,
                            "pose '%s' names the joint '%s' twice: first at line %d:%d", pose->name,
                            target->joint, pose->target[i].place.line, pose->target[i].place.column);
    return KIP_OK;
}

/* -- lookup ---------------------------------------------------------------------------------------------- */

/* The index of a name among n that stand `stride` bytes apart; *names is the first one's. */
static KipStatus find(const char *kind, const char *name, const char *const *names, int n, size_t stride,
                      KipPlace place, int *found, KipError *error)
{
    const char *first = (const char *)names;
    for (int i = 0; i < n; i++)
        if (same(*(const char *const *)(const void *)(first + (size_t)i * stride), name)) {
            *found = i;
            return KIP_OK;
        }
    KipHint hint = kip_hint(name);
    if (n > 0)
        kip_hint_names(&hint, names, n, stride);
    if (place.line > 0 && !kip_hint_is_near(&hint))
        return kip_fail(error, KIP_BAD_INPUT, place,
                        "there is no %s '%.60s'; poses stand above what names them", kind, name);
    return kip_fail(error, KIP_BAD_INPUT, place, "there is no %s '%.60s'%s", kind, name,
                    kip_hint_text(&hint));
}

static KipStatus find_pose(const KipPoseSet *set, const char *name, KipPlace place, int *pose,
                           KipError *error)
{
    return find("pose", name, set->pose ? &set->pose->name : NULL, set->npose, sizeof *set->pose, place, pose,
                error);
}

KipStatus kip_pose_get(const KipPoseSet *set, const char *name, int *pose, KipError *error)
{
    return find_pose(set, name, kip_nowhere(), pose, error);
}

KipStatus kip_pose_get_sequence(const KipPoseSet *set, const char *name, int *sequence, KipError *error)
{
    return find("sequence", name, set->sequence ? &set->sequence->name : NULL, set->nsequence,
                sizeof *set->sequence, kip_nowhere(), sequence, error);
}

/* -- poses ----------------------------------------------------------------------------------------------- */

static KipStatus check_pose(const KipPoseSet *set, const KipPose *pose, KipError *error)
{
    static const char *const reserved[] = {"pose", "sequence", "repeat", NULL};
    KipStatus status = check_name("pose", pose->name, reserved, pose->place, error);
    if (status == KIP_OK)
        status = check_factor("gain", pose->gain, pose->place, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < set->npose; i++)
        if (same(set->pose[i].name, pose->name))
            return taken("pose", pose->name, set->pose[i].place, pose->place, error);
    if (set->npose == MOST_POSES || pose->ntarget > MOST_TARGETS)
        return kip_fail(error, KIP_BAD_INPUT, pose->place,
                        "pose '%s' is one too many, or names too many joints: up to %d poses of up to %d "
                        "joints "
                        "are possible",
                        pose->name, MOST_POSES, MOST_TARGETS);
    for (int i = 0; i < pose->ntarget && status == KIP_OK; i++)
        status = check_target(pose, i, error);
    return status;
}

static const KipPoseTarget *find_target(const KipPoseTarget *target, int n, const char *joint)
{
    for (int i = 0; i < n; i++)
        if (same(target[i].joint, joint))
            return target + i;
    return target + n;
}

/* The targets of `base` (NULL for none), overridden and followed by the pose's own. */
static bool merge(KipPoseMemory *memory, KipPose *copy, const KipPose *base)
{
    int inherited = base ? base->ntarget : 0, n = inherited;
    bool ok = true;
    KipPoseTarget *all = kip_arena_take(memory->arena, (size_t)(n + copy->ntarget), sizeof *all);
    if (!all)
        return false;
    for (int i = 0; i < inherited; i++) {
        all[i] = base->target[i];
        all[i].inherited = true;
    }
    for (int i = 0; i < copy->ntarget; i++) {
        int at = (int)(find_target(all, inherited, copy->target[i].joint) - all);
        KipPoseTarget *to = all + (at == inherited ? n++ : at);
        *to = copy->target[i];
        to->inherited = false;
        to->joint = keep(memory, to->joint, &ok);
        to->place = keep_place(memory, to->place, &ok);
    }
    copy->target = all;
    copy->ntarget = n;
    return ok;
}

KipStatus kip_pose_set_add(KipPoseSet *set, const KipPose *pose, KipError *error)
{
    KipPoseMemory *memory = set->memory;
    KipPose copy = *pose;
    KipStatus status = check_pose(set, pose, error);
    int from = -1;
    bool ok = true;
    if (status == KIP_OK && pose->from)
        status = find_pose(set, pose->from, pose->place, &from, error);
    if (status != KIP_OK)
        return status;
    if (pose->ntarget + (from >= 0 ? set->pose[from].ntarget : 0) > MOST_IN_ALL - memory->ntarget)
        return kip_fail(
            error, KIP_BAD_INPUT, pose->place,
            "pose '%s' is one too many: all poses together can name up to %d joints, those that they have from "
            "others among them",
            pose->name, MOST_IN_ALL);
    KipPose *room = grown(memory, set->pose, set->npose, &memory->room_for_poses, sizeof *room);
    if (!room)
        return no_memory(pose->place, pose->name, error);
    set->pose = room;
    if (isnan(copy.gain))
        copy.gain = from >= 0 ? room[from].gain : 1;
    copy.name = keep(memory, pose->name, &ok);
    copy.from = keep(memory, pose->from, &ok);
    copy.place = keep_place(memory, pose->place, &ok);
    if (!ok || !merge(memory, &copy, from >= 0 ? room + from : NULL))
        return no_memory(pose->place, pose->name, error);
    memory->ntarget += copy.ntarget;
    set->pose[set->npose++] = copy;
    return KIP_OK;
}

/* NaN, which stands for the default, equals itself. */
static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool same_target(const KipPoseTarget *a, const KipPoseTarget *b)
{
    return a->ball == b->ball && same_number(a->gain, b->gain) && same_number(a->damping, b->damping) &&
           (a->ball ? a->quat.w == b->quat.w && a->quat.x == b->quat.x && a->quat.y == b->quat.y &&
                          a->quat.z == b->quat.z
                    : a->angle == b->angle);
}

/* Whether each own target of a is one of b's. */
static bool has_targets(const KipPose *a, const KipPose *b)
{
    for (int i = 0; i < a->ntarget; i++) {
        const KipPoseTarget *other = find_target(b->target, b->ntarget, a->target[i].joint);
        if (!a->target[i].inherited &&
            (other == b->target + b->ntarget || other->inherited || !same_target(a->target + i, other)))
            return false;
    }
    return true;
}

bool kip_pose_is_same(const KipPose *a, const KipPose *b)
{
    return same_number(a->gain, b->gain) && same(a->from ? a->from : "", b->from ? b->from : "") &&
           has_targets(a, b) && has_targets(b, a);
}

/* -- sequences ------------------------------------------------------------------------------------------- */

static KipStatus check_transition(const KipStage *stage, KipError *error)
{
    static const char *const reserved[] = {NULL};
    bool has_a = stage->transition >= KIP_CONTACT, has_value = stage->transition != KIP_STAY;
    bool has_b = stage->transition == KIP_CONTACT || stage->transition == KIP_CONTACT_OFF;
    KipStatus status = KIP_OK;
    if (has_a)
        status = check_name(has_b ? "part" : "sensor or condition", stage->a, reserved, stage->place, error);
    if (status == KIP_OK && has_b)
        status = check_name("part", stage->b, reserved, stage->place, error);
    if (status != KIP_OK)
        return status;
    if (has_value && !(fabs(stage->value) < 1e300))
        return kip_fail(error, KIP_BAD_INPUT, stage->place,
                        "the stage '%s' waits for a value that is no number", stage->pose);
    if (stage->transition == KIP_AFTER && stage->value < 0)
        return kip_fail(error, KIP_BAD_INPUT, stage->place,
                        "the stage '%s' ends after %g s; a time of 0 or more is wanted", stage->pose,
                        stage->value);
    if (!(stage->within > 0) || (!has_a && stage->within < INFINITY))
        return kip_fail(error, KIP_BAD_INPUT, stage->place,
                        "the stage '%s' ends within %g s; a time above 0 is wanted, and a transition "
                        "other than after a time",
                        stage->pose, stage->within);
    return KIP_OK;
}

static KipStatus check_sequence(const KipPoseSet *set, const KipSequence *sequence, KipError *error)
{
    static const char *const reserved[] = {NULL};
    KipStatus status = check_name("sequence", sequence->name, reserved, sequence->place, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < set->nsequence; i++)
        if (same(set->sequence[i].name, sequence->name))
            return taken("sequence", sequence->name, set->sequence[i].place, sequence->place, error);
    if (sequence->nstage < 1 || sequence->nstage > MOST_STAGES || set->nsequence == MOST_POSES)
        return kip_fail(error, KIP_BAD_INPUT, sequence->place,
                        "sequence '%s' has %d stages; it needs 1 to %d, and there may be %d sequences",
                        sequence->name, sequence->nstage, MOST_STAGES, MOST_POSES);
    for (int i = 0; i < sequence->nstage && status == KIP_OK; i++) {
        const KipStage *stage = sequence->stage + i;
        if (!stage->pose || stage->transition < KIP_STAY || stage->transition > KIP_SCRIPT)
            return kip_fail(error, KIP_BAD_INPUT, stage->place,
                            "stage %d of sequence '%s' names no pose, or has an unknown transition", i + 1,
                            sequence->name);
        if (stage->transition == KIP_STAY && (i < sequence->nstage - 1 || sequence->repeat))
            return kip_fail(error, KIP_BAD_INPUT, stage->place,
                            "the stage '%s' has no transition, and yet something follows; say after, "
                            "contact, "
                            "sensor or script",
                            stage->pose);
        status = check_transition(stage, error);
    }
    return status;
}

KipStatus kip_pose_set_add_sequence(KipPoseSet *set, const KipSequence *sequence, KipError *error)
{
    KipPoseMemory *memory = set->memory;
    KipSequence copy = *sequence;
    KipStatus status = check_sequence(set, sequence, error);
    bool ok = true;
    if (status != KIP_OK)
        return status;
    KipSequence *room =
        grown(memory, set->sequence, set->nsequence, &memory->room_for_sequences, sizeof *room);
    if (room)
        set->sequence = room;
    KipStage *stage = kip_arena_copy(memory->arena, sequence->stage, (size_t)sequence->nstage, sizeof *stage);
    if (!room || !stage)
        return no_memory(sequence->place, sequence->name, error);
    for (int i = 0; i < sequence->nstage; i++) {
        status = find_pose(set, stage[i].pose, stage[i].place, &stage[i].index, error);
        if (status != KIP_OK)
            return status;
        stage[i].pose = set->pose[stage[i].index].name;
        stage[i].a = keep(memory, stage[i].a, &ok);
        stage[i].b = keep(memory, stage[i].b, &ok);
        stage[i].place = keep_place(memory, stage[i].place, &ok);
    }
    copy.stage = stage;
    copy.name = keep(memory, sequence->name, &ok);
    copy.place = keep_place(memory, sequence->place, &ok);
    if (!ok)
        return no_memory(sequence->place, sequence->name, error);
    set->sequence[set->nsequence++] = copy;
    return KIP_OK;
}

void kip_pose_set_cut(KipPoseSet *set, int npose, int nsequence)
{
    set->npose = npose;
    set->nsequence = nsequence;
}
