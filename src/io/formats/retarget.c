/* Retargets a clip to a model, frame by frame, and reports the errors (retarget.h). */
#include "retarget.h"

#include <math.h>
#include <string.h>

#include "clip_parts.h"
#include "retarget_parts.h"

static const double farthest = 1e4; /* m from the origin; farther clips are refused */
static const double fastest = 100;  /* m/s, of the hips from frame to frame; faster ones are refused */

/* -- memory ---------------------------------------------------------------------------------------------- */

static bool take_foot(Work *w, FootTrack *foot, int body)
{
    size_t n = (size_t)w->clip->nframe;
    foot->body = body;
    foot->bone = w->bone[body];
    foot->ankle = kip_arena_take(w->arena, n, sizeof *foot->ankle);
    foot->toe = kip_arena_take(w->arena, n, sizeof *foot->toe);
    foot->turned = kip_arena_take(w->arena, n, sizeof *foot->turned);
    foot->stands = kip_arena_take(w->arena, n, sizeof *foot->stands);
    foot->height = kip_arena_take(w->arena, n, sizeof *foot->height);
    foot->place = kip_arena_take(w->arena, n, sizeof *foot->place);
    foot->to = kip_arena_take(w->arena, n, sizeof *foot->to);
    foot->turn = kip_arena_take(w->arena, n, sizeof *foot->turn);
    foot->by = kip_arena_take(w->arena, n, sizeof *foot->by);
    foot->missed = kip_arena_take(w->arena, n, sizeof *foot->missed);
    foot->leg = kip_arena_take(w->arena, n, sizeof *foot->leg);
    foot->sole = kip_arena_take(w->arena, n, sizeof *foot->sole);
    return foot->ankle && foot->toe && foot->turned && foot->stands && foot->height && foot->place &&
           foot->to && foot->turn && foot->by && foot->missed && foot->leg && foot->sole;
}

static bool take_all(Work *w)
{
    size_t bodies = (size_t)w->model->nbody, bones = (size_t)w->clip->nbone;
    struct KipArena *arena = w->arena;
    w->role = kip_arena_take(arena, bodies, sizeof *w->role);
    w->rest = kip_arena_take(arena, bones, sizeof *w->rest);
    w->far_end = kip_arena_take(arena, bones, sizeof *w->far_end);
    w->place = kip_arena_take(arena, bones, sizeof *w->place);
    w->turned = kip_arena_take(arena, bones, sizeof *w->turned);
    w->above = kip_arena_take(arena, bodies, sizeof *w->above);
    w->claimed = kip_arena_take(arena, bodies, sizeof *w->claimed);
    w->aligned = kip_arena_take(arena, bodies, sizeof *w->aligned);
    w->axis = kip_arena_take(arena, bodies, sizeof *w->axis);
    w->now = kip_arena_take(arena, bodies, sizeof *w->now);
    w->wanted = kip_arena_take(arena, bodies, sizeof *w->wanted);
    w->foot = kip_arena_take(arena, bodies, sizeof *w->foot);
    w->lift = kip_arena_take(arena, (size_t)w->clip->nframe, sizeof *w->lift);
    w->root_place = kip_arena_take(arena, (size_t)w->clip->nframe, sizeof *w->root_place);
    w->group = kip_arena_take(arena, bodies, sizeof *w->group);
    w->room = kip_arena_take(arena, kip_turn_room(w->model), sizeof *w->room);
    return w->role && w->rest && w->far_end && w->place && w->turned && w->above && w->claimed &&
           w->aligned && w->axis && w->now && w->wanted && w->foot && w->lift && w->root_place && w->group &&
           w->room;
}

static bool take_report(const Work *w, KipRetargetReport *report)
{
    size_t joints = (size_t)w->model->njoint;
    memset(report, 0, sizeof *report);
    report->arena = kip_arena_create(NULL);
    if (!report->arena)
        return false;
    report->mean = kip_arena_take(report->arena, joints, sizeof *report->mean);
    report->most = kip_arena_take(report->arena, joints, sizeof *report->most);
    report->foot = kip_arena_take(report->arena, (size_t)w->nfoot, sizeof *report->foot);
    report->body = kip_arena_take(report->arena, (size_t)w->model->nbody, sizeof *report->body);
    report->bone = kip_arena_take(report->arena, (size_t)w->clip->nbone, sizeof *report->bone);
    if (report->mean && report->most && report->foot && report->body && report->bone)
        return true;
    kip_retarget_report_clear(report);
    return false;
}

void kip_retarget_report_clear(KipRetargetReport *report)
{
    if (report->arena)
        kip_arena_destroy(report->arena);
    memset(report, 0, sizeof *report);
}

/* -- before the frames ----------------------------------------------------------------------------------- */

/* Finds the joints at rest, and the end of each bone: the first child at another place, else its end. */
static void find_rest(Work *w)
{
    const KipClip *clip = w->clip;
    kip_clip_pose(clip, -1, w->rest, NULL);
    for (int i = 0; i < clip->nbone; i++) {
        bool ends = clip->bone[i].has_end;
        w->far_end[i] =
            ends ? v3_add(w->rest[i], v3_scale(clip->metres, kip_clip_to_kip(clip, clip->bone[i].end)))
                 : w->rest[i];
    }
    for (int i = clip->nbone - 1; i >= 0; i--) {
        int parent = clip->bone[i].parent;
        if (parent >= 0 && v3_length(v3_sub(w->rest[i], w->rest[parent])) > 1e-6)
            w->far_end[parent] = w->rest[i];
    }
}

/* How like the bones at rest are to the bodies of w->d: 1 where their offsets are the same but for a factor, which is *ratio. */
static double likeness_at_rest(Work *w, double *ratio)
{
    double both = 0, clips = 0, models = 0;
    kip_clip_pose(&w->own, -1, w->rest, NULL);
    for (int b = 1; b < w->model->nbody; b++) {
        const int up = w->model->body[b].parent;
        if (w->model->body[b].root != w->root || b == w->root)
            continue;
        const KipVec3 clip = v3_sub(w->rest[w->bone[b]], w->rest[w->bone[up]]);
        const KipVec3 model = v3_sub(kip_body_position(w->d, b), kip_body_position(w->d, up));
        both += v3_dot(clip, model);
        clips += v3_dot(clip, clip);
        models += v3_dot(model, model);
    }
    *ratio = clips > 0 ? sqrt(models / clips) : 0;
    return clips > 0 && models > 0 ? both / sqrt(clips * models) : 0;
}

/* Where all of the model's bodies have bones of their names, and one way to read the file's axes shows the model at rest,
 * these are its axes, and its unit the one by which it is as large: the guesses for a clip alone are those of a person. */
static void fit_axes(Work *w)
{
    const struct {
        int up, ahead;
    } axes[] = {{w->clip->up, w->clip->ahead}, {1, w->clip->ahead}, {2, 1}, {2, -1}};
    KipClip best = w->own = *w->clip;
    double most = 0.99, ratio;
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        w->own.up = axes[i].up;
        w->own.ahead = axes[i].ahead;
        const double like = likeness_at_rest(w, &ratio);
        if (like > most) {
            most = like;
            best = w->own;
            best.metres = kip_clip_unit(1, ratio * w->own.metres);
        }
    }
    w->own = best;
    w->clip = &w->own;
}

static void find_tree(Work *w)
{
    const KipModel *model = w->model;
    for (int b = 1; b < model->nbody; b++) {
        int parent = model->body[b].parent;
        w->above[b] = w->bone[parent] >= 0 ? parent : w->above[parent];
    }
}

/* Finds roles by the body's name, else by its bone's. */
static KipStatus find_roles(Work *w, KipError *error)
{
    Role *of_bone = kip_arena_take(w->arena, (size_t)w->clip->nbone, sizeof *of_bone);
    if (!of_bone)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to retarget");
    kip_roles_of_bodies(w->model, w->role);
    kip_roles_of_bones(w->clip, of_bone);
    for (int b = 1; b < w->model->nbody; b++) {
        if (w->bone[b] >= 0 && w->role[b].part == NO_PART)
            w->role[b] = of_bone[w->bone[b]];
        if (w->bone[b] >= 0 && w->role[b].part == FOOT && !take_foot(w, &w->foot[w->nfoot++], b))
            return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to retarget");
    }
    return KIP_OK;
}

/* The length of the model's legs, from foot to thigh, over that of the clip's. */
static double scale_of_legs(Work *w)
{
    double model = 0, clip = 0;
    for (int f = 0; f < w->nfoot; f++) {
        FootTrack *foot = &w->foot[f];
        int b = foot->body;
        while (w->role[b].part != THIGH && w->above[b] != w->root && w->above[b]) {
            int up = w->above[b];
            foot->length += v3_length(v3_sub(kip_joint_place(w, b), kip_joint_place(w, up)));
            clip += v3_length(v3_sub(w->rest[w->bone[b]], w->rest[w->bone[up]]));
            b = up;
        }
        foot->thigh = foot->length > 0 ? b : 0;
        model += foot->length;
    }
    return model > 0 && clip > 0 ? model / clip : 1;
}

static KipStatus prepare(Work *w, const KipMapping *mapping, KipError *error)
{
    int stand = kip_model_find_key(w->model, "stand");
    w->stand = stand >= 0 ? w->model->key[stand].q : w->model->q0;
    w->bone = mapping->bone;
    w->arena = kip_arena_create(NULL);
    if (!w->arena || !take_all(w))
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to retarget");
    KipStatus status = kip_dynamics_create(w->model, NULL, &w->d, error);
    if (status == KIP_OK)
        status = kip_motion_create(w->model, w->clip->nframe, w->clip->period, NULL, &w->motion, error);
    if (status == KIP_OK)
        status = find_roles(w, error);
    if (status != KIP_OK)
        return status;
    kip_dynamics_set(w->d, w->model->q0, NULL);
    if (w->is_own)
        fit_axes(w);
    find_rest(w);
    find_tree(w);
    w->scale = scale_of_legs(w);
    if (mapping->scale > 0)
        w->scale = mapping->scale;
    kip_feet_track(w);
    kip_align(w);
    return KIP_OK;
}

/* -- the frames ------------------------------------------------------------------------------------------ */

/* The root's position that puts the middle of the hips at the clip's, times the scale; without hips, the root's joint. */
static KipVec3 root_place(const Work *w, KipQuat turned)
{
    KipVec3 clip = v3_zero(), model = v3_zero();
    int n = 0;
    kip_dynamics_set(w->d, w->model->q0, NULL);
    for (int b = 1; b < w->model->nbody; b++)
        if (w->role[b].part == THIGH && w->bone[b] >= 0 && w->above[b] == w->root) {
            clip = v3_add(clip, w->place[w->bone[b]]);
            model = v3_add(model, kip_joint_place(w, b));
            n++;
        }
    if (n == 0)
        return v3_scale(w->scale, w->place[w->bone[w->root]]);
    KipVec3 arm = v3_sub(v3_scale(1.0 / n, model), kip_body_position(w->d, w->root));
    arm = m3_apply_t(kip_body_rotation(w->d, w->root), arm);
    return v3_sub(v3_scale(w->scale / n, clip), q_rotate(turned, arm));
}

/* Appends to a group of n the bodies from below what is already set down to this one. */
static int add_to_group(Work *w, int body, int n)
{
    int more = 0;
    for (int b = body; !w->claimed[b]; b = w->model->body[b].parent)
        more++;
    for (int b = body, k = n + more; !w->claimed[b]; b = w->model->body[b].parent) {
        w->group[--k] = b;
        w->claimed[b] = true;
    }
    return n + more;
}

/* The forearm of an upper arm that cannot twist, or the shank of such a thigh, which is set together with it; else 0. */
static int partner_of(const Work *w, int body)
{
    int child = kip_only_child(w, body), turns = 0;
    bool first = kip_is_axial(w, w->above[body]) && !kip_is_axial(w, body);
    if (!first || !child || w->claimed[child])
        return 0;
    for (int b = body; b != w->above[body]; b = w->model->body[b].parent)
        turns += kip_turning_joints(w->model, b);
    return turns < 3 ? child : 0;
}

/* Computes the clip's pose in a frame, and the orientations of bodies with bones that follow from it. */
static void find_wanted(Work *w, int frame)
{
    kip_clip_pose(w->clip, frame, w->place, w->turned);
    for (int b = 1; b < w->model->nbody; b++)
        if (w->bone[b] >= 0)
            w->wanted[b] = q_normalize(q_mul(w->turned[w->bone[b]], w->aligned[b]));
}

static void make_frame(Work *w, int frame)
{
    const KipModel *model = w->model;
    double *q = kip_motion_frame(w->motion, frame), *root = q + model->body[w->root].q;
    memcpy(q, frame ? kip_motion_frame(w->motion, frame - 1) : w->stand, (size_t)model->nq * sizeof *q);
    find_wanted(w, frame);
    w->now[w->root] = w->wanted[w->root];
    v3_store(root, root_place(w, w->now[w->root]));
    q_store(root + 3, w->now[w->root]);
    memset(w->claimed, 0, (size_t)model->nbody * sizeof *w->claimed);
    w->claimed[0] = w->claimed[w->root] = true;
    for (int b = 1; b < model->nbody; b++) {
        if (w->bone[b] < 0 || w->claimed[b])
            continue;
        int n = add_to_group(w, b, 0), partner = partner_of(w, b);
        if (partner)
            n = add_to_group(w, partner, n);
        kip_turn_group(w, w->group, n, q, frame == 0);
    }
}

/* How far a body's orientation in the pose of w->d is off, or, if that is more, the angle of the hinge that it hangs by. */
static double error_of(const Work *w, int b)
{
    const KipBody *body = w->model->body + b;
    const int up = w->above[b];
    const KipQuat now = kip_body_orientation(w->d, b);
    const double off = v3_length(q_log(q_mul(q_conjugate(w->wanted[b]), now)));
    if (body->njoint != 1 || w->model->joint[body->joint].type != KIP_JOINT_HINGE || body->parent != up)
        return off;
    const KipQuat bent = q_mul(q_conjugate(kip_body_orientation(w->d, up)), now);
    const KipQuat wanted = q_mul(q_conjugate(w->wanted[up]), w->wanted[b]);
    const KipVec3 by = q_log(q_mul(q_conjugate(wanted), bent));
    return fmax(off, fabs(v3_dot(by, w->model->joint[body->joint].axis)));
}

/* Records the errors of the finished motion; bodies without a bone share that of the next one with a bone. */
static void note_errors(Work *w, int frame, KipRetargetReport *report)
{
    const KipModel *model = w->model;
    find_wanted(w, frame);
    kip_dynamics_set(w->d, kip_motion_frame(w->motion, frame), NULL);
    memset(w->claimed, 0, (size_t)model->nbody * sizeof *w->claimed);
    w->claimed[0] = w->claimed[w->root] = true;
    for (int b = 1; b < model->nbody; b++) {
        const double off = w->bone[b] >= 0 && b != w->root ? error_of(w, b) : 0;
        for (int i = b; w->bone[b] >= 0 && !w->claimed[i]; i = model->body[i].parent) {
            const KipBody *body = model->body + i;
            w->claimed[i] = true;
            for (int j = body->joint; j < body->joint + body->njoint; j++) {
                report->mean[j] += off / w->clip->nframe;
                report->most[j] = fmax(report->most[j], off);
            }
        }
    }
}

static void finish_report(Work *w, KipRetargetReport *report)
{
    const KipModel *model = w->model;
    report->scale = w->scale;
    report->metres = w->clip->metres;
    report->up = w->clip->up;
    report->njoint = model->njoint;
    report->nfoot = w->nfoot;
    report->worst = -1;
    for (int i = 0; i < w->clip->nframe; i++)
        note_errors(w, i, report);
    for (int j = 0; j < model->njoint; j++) {
        bool set = w->claimed[model->joint[j].body] && model->joint[j].body != w->root;
        if (set && (report->worst < 0 || report->most[j] > report->most[report->worst]))
            report->worst = j;
    }
    for (int b = 1; b < model->nbody; b++)
        if (w->bone[b] < 0 && model->body[b].njoint)
            report->body[report->nbody++] = b;
    for (int i = 0; i < w->clip->nbone; i++) {
        bool used = false;
        for (int b = 1; b < model->nbody; b++)
            used = used || w->bone[b] == i;
        if (!used)
            report->bone[report->nbone++] = i;
    }
    kip_feet_report(w, report);
}

/* Refuses what no contact could bear: places far away, and hips that leap from one frame to the next. */
static KipStatus check_root(const Work *w, int frame, KipError *error)
{
    const KipClip *clip = w->clip;
    const int q = w->model->body[w->root].q;
    const KipVec3 root = v3_from(kip_motion_frame(w->motion, frame) + q);
    if (!(v3_length(root) < farthest))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "frame %d of the clip '%.60s' puts the model %g m from the origin, beyond %g m",
                        frame, clip->name, v3_length(root), farthest);
    const KipVec3 before = frame ? v3_from(kip_motion_frame(w->motion, frame - 1) + q) : root;
    const double way = v3_length(v3_sub(root, before));
    if (way > fastest * clip->period)
        return kip_fail(
            error, KIP_BAD_INPUT, kip_nowhere(),
            "from frame %d to frame %d of the clip '%.60s' the hips move by %.3g m in %.3g s: either the "
            "time from frame to frame is wrong, or two motions are joined there; kip convert --from "
            "and --to cut one out",
            frame - 1, frame, clip->name, way, clip->period);
    return KIP_OK;
}

static KipStatus retarget(Work *w, const KipMapping *mapping, KipRetargetReport *report, KipError *error)
{
    KipStatus status = prepare(w, mapping, error);
    if (status == KIP_OK && report && !take_report(w, report))
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to retarget");
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < w->clip->nframe && status == KIP_OK; i++) {
        make_frame(w, i);
        status = check_root(w, i, error);
    }
    if (status != KIP_OK)
        return status;
    kip_feet_lift(w);
    status = kip_feet_plant(w, error);
    if (status == KIP_OK)
        status = kip_motion_settle(w->motion, error);
    if (status == KIP_OK)
        status = kip_motion_velocities(w->motion, KIP_VELOCITY_SPLINE, error);
    if (status == KIP_OK && report)
        finish_report(w, report);
    return status;
}

static int mapped(const KipMapping *mapping)
{
    int n = 0;
    for (int b = 0; b < mapping->nbody; b++)
        n += mapping->bone[b] >= 0;
    return n;
}

/* Fewer than a third of what could be matched is: it would move stiff limbs. */
static bool is_too_strange(const KipMapping *guessed, const KipClip *clip)
{
    const int bodies = guessed->nbody - 1, most = bodies < clip->nbone ? bodies : clip->nbone;
    return 3 * mapped(guessed) < most || mapped(guessed) < 2;
}

KipStatus kip_retarget(const KipClip *clip, const KipModel *model, const KipMapping *mapping,
                       KipMotion **motion, KipRetargetReport *report, KipError *error)
{
    *motion = NULL;
    Work w = {.clip = clip, .model = model};
    KipRetargetReport made = {0};
    KipMapping *guessed = NULL;
    KipStatus status = kip_free_root(model, &w.root, error);
    if (status == KIP_OK && clip->nframe < 1)
        status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the clip '%.60s' has no frames", clip->name);
    if (status == KIP_OK && mapping && (mapping->nbody != model->nbody || mapping->bone[w.root] < 0))
        status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the mapping is of another model");
    if (status == KIP_OK && !mapping)
        status = kip_mapping_guess(clip, model, &guessed, error);
    if (status == KIP_OK && guessed && clip->nbone > 1 && model->nbody > 2 && is_too_strange(guessed, clip))
        status = kip_fail(
            error, KIP_BAD_INPUT, kip_nowhere(),
            "of the %d bones of the clip '%.60s' only %d, with the root, have a name of the same part of a body as one "
            "of the model's, such as LeftUpLeg or lfemur and thigh_l: its are as %.40s, the model's as %.40s; kip "
            "convert --map FILE takes lines BODY = BONE, and writes a .kip that plays as the clip does",
            clip->nbone, clip->name, mapped(guessed), clip->bone[clip->nbone - 1].name,
            model->body[model->nbody - 1].name);
    if (status != KIP_OK) {
        kip_mapping_destroy(guessed);
        return status;
    }
    w.is_own = !mapping && kip_is_own_clip(clip, model, w.root);
    status = retarget(&w, mapping ? mapping : guessed, report ? &made : NULL, error);
    if (status == KIP_OK) {
        *motion = w.motion;
        if (report)
            *report = made;
    } else {
        kip_motion_destroy(w.motion);
        kip_retarget_report_clear(&made);
    }
    kip_dynamics_destroy(w.d);
    kip_mapping_destroy(guessed);
    if (w.arena)
        kip_arena_destroy(w.arena);
    return status;
}
