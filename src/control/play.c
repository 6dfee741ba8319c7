/* Kinematic playing of motions (HYB.3, play.h).
 *
 * A course is a motion with a placement: rotated about the vertical by `heading`, translated over the ground to `place`. The
 * state is that of the course plus the remainder of an offset, or, in a window, that of the course before, blended into
 * this one's. */
#include "play.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/extent.h"
#include "../dynamics/quat.h"
#include "../dynamics/scalar.h"
#include "fields.h"

static const double early = 1e-9;                                          /* s: tolerance of sums of times */
static const double into_floor = 0.005, deepest = 0.028, at_least = 0.002; /* m: see risen */
static const double out_within = 0.15;                                     /* s: see allowed */
static const double a_moment = 1e-4; /* s: interval of a difference quotient */
static const double near = 1e-3;     /* rad, m and rad/s, m/s: deviation from the motion within a period */

typedef struct Course {
    double offset;           /* s: the clock's time less the motion's */
    double heading, x, y, z; /* rad, m */
} Course;

/* All mutable data except the offset and the motions; saved as bytes. */
typedef struct State {
    KipPlayDef def;
    Course course, before;
    double begun, blend; /* s: beginning of the course; duration of the blend */
    double depth;        /* m: penetration of the floor at that time */
} State;

struct KipPlay {
    const KipModel *model;
    const KipMotion *motion, *before; /* NULL: none */
    KipDynamics *dynamics;
    KipArena *arena;
    int first, njoint, first_q, nq, first_v, nv; /* ranges of the character's */
    State state;
    double *offset, *rate; /* [nv] of the model: deviation of the state at the beginning of the course */
    double *q[2], *v[2];   /* [nq], [nv] of the model, scratch: states of the course and of the one before */
    double *d, *r;         /* [nv] of the model, scratch */
};

KipPlayDef kip_play_def(void)
{
    return (KipPlayDef){.blend = 0.5, .how = KIP_BLEND_HERMITE};
}

KipStatus kip_play_create(const KipModel *model, int first, int njoint, KipDynamics *dynamics,
                          const KipAllocator *allocator, KipPlay **play, KipError *error)
{
    *play = NULL;
    KipArena *arena = kip_arena_create(allocator);
    KipPlay *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        const size_t nq = (size_t)model->nq, nv = (size_t)model->nv;
        *made =
            (KipPlay){.model = model, .first = first, .njoint = njoint, .dynamics = dynamics, .arena = arena};
        made->state.def = kip_play_def();
        made->first_q = model->joint[first].q, made->first_v = model->joint[first].v;
        for (int j = first; j < first + njoint; j++)
            made->nq += model->joint[j].nq, made->nv += model->joint[j].nv;
        made->offset = kip_arena_take(arena, nv, sizeof(double));
        made->rate = kip_arena_take(arena, nv, sizeof(double));
        for (int i = 0; i < 2; i++) {
            made->q[i] = kip_arena_take(arena, nq, sizeof(double));
            made->v[i] = kip_arena_take(arena, nv, sizeof(double));
        }
        made->d = kip_arena_take(arena, nv, sizeof(double));
        made->r = kip_arena_take(arena, nv, sizeof(double));
    }
    if (!made || !made->offset || !made->rate || !made->q[0] || !made->v[0] || !made->q[1] || !made->v[1] ||
        !made->d || !made->r) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to play a motion");
    }
    memcpy(made->q[0], model->q0, (size_t)model->nq * sizeof(double));
    *play = made;
    return KIP_OK;
}

void kip_play_destroy(KipPlay *play)
{
    if (play)
        kip_arena_destroy(play->arena);
}

/* -- courses --------------------------------------------------------------------------------------------- */

/* Transforms the root's coordinates and rates, where its joint is free, by the course's placement. */
static void put(const KipPlay *play, const Course *course, double *q, double *v)
{
    const KipJoint *root = play->model->joint + play->first;
    if (root->type != KIP_JOINT_FREE)
        return;
    const KipQuat turn = q_axis_angle(v3(0, 0, 1), course->heading);
    double *place = q + root->q, *rate = v + root->v;
    v3_store(place, v3_add(q_rotate(turn, v3_from(place)), v3(course->x, course->y, course->z)));
    q_store(place + 3, q_mul(turn, q_from(place + 3)));
    v3_store(rate, q_rotate(turn, v3_from(rate)));
}

static void sample(const KipPlay *play, const KipMotion *motion, const Course *course, double time, double *q,
                   double *v)
{
    const double of_motion = time - course->offset, duration = kip_motion_duration(motion);
    const bool at_end = fabs(of_motion - duration) < early; /* its last frame, with its rates */
    kip_motion_sample(motion, at_end ? duration : of_motion, q, v);
    put(play, course, q, v);
}

/* The placement whose heading brings the motion's root nearest to the state's: of rotations about z, the one that leaves
 * the least angle between them. It follows from the real and the vertical part of the quaternion between them. */
static Course lay_on(const KipPlay *play, const double *q_motion, const double *q, double offset)
{
    const KipJoint *root = play->model->joint + play->first;
    const bool by_origin = play->state.def.by_origin && play->state.def.start == 0;
    Course course = {.offset = offset, .z = play->state.def.floor};
    if (root->type != KIP_JOINT_FREE)
        return course;
    const KipQuat turn = by_origin ? q_identity() : q_from(q_motion + root->q + 3);
    const KipVec3 place = by_origin ? v3(0, 0, 0) : v3_from(q_motion + root->q);
    const KipQuat between = q_mul(q_from(q + root->q + 3), q_conjugate(turn));
    course.heading = 2 * kip_atan2(between.z, between.w);
    const KipVec3 at = q_rotate(q_axis_angle(v3(0, 0, 1), course.heading), place);
    course.x = q[root->q] - at.x, course.y = q[root->q + 1] - at.y;
    return course;
}

/* The penetration of the floor, m. */
static double depth_of(const KipPlay *play, const double *q)
{
    const KipModel *model = play->model;
    kip_dynamics_set(play->dynamics, q, NULL);
    return play->state.def.floor -
           kip_lowest_of_tree(play->dynamics, model->body[model->joint[play->first].body].root);
}

/* -- beginning ------------------------------------------------------------------------------------------- */

/* Begins a motion, from `start` s of it on, in the state q, v at a time. */
static void begin(KipPlay *play, const KipMotion *motion, double start, double blend, const double *q,
                  const double *v, double time)
{
    State *state = &play->state;
    double *q_motion = play->q[1], *v_motion = play->v[1];
    kip_motion_sample(motion, start, q_motion, v_motion);
    state->course = lay_on(play, q_motion, q, time - start);
    put(play, &state->course, q_motion, v_motion);
    kip_state_difference(play->model, play->first, play->njoint, q_motion, v_motion, q, v, play->offset,
                         play->rate);
    state->begun = time, state->blend = blend;
    memcpy(play->q[0], q, (size_t)play->model->nq * sizeof *q);
    state->depth = depth_of(play, play->q[0]);
    play->motion = motion, play->before = NULL;
}

/* Whether the state is that of the motion played so far. */
static bool is_there(const KipPlay *play, const double *q, const double *v, double time)
{
    if (!play->motion)
        return false;
    kip_play_sample(play, time, play->q[0], play->v[0]);
    kip_state_difference(play->model, play->first, play->njoint, play->q[0], play->v[0], q, v, play->d,
                         play->r);
    for (int k = play->first_v; k < play->first_v + play->nv; k++)
        if (!(fabs(play->d[k]) < near && fabs(play->r[k]) < near))
            return false;
    return true;
}

KipStatus kip_play_begin(KipPlay *play, const KipMotion *motion, const KipPlayDef *def, const double *q,
                         const double *v, double time, KipError *error)
{
    if (motion->model->nq != play->model->nq || motion->model->nv != play->model->nv)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a motion of another model cannot be played");
    const double duration = kip_motion_duration(motion);
    if (!(def->start >= 0 && def->start <= duration))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a motion of %g s cannot be played from %g s on",
                        duration, def->start);
    if (!(def->blend >= 0 && def->blend < 1e3) || !isfinite(def->floor))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a blend takes 0 s or more, and a floor has a height; not %g s, %g m", def->blend,
                        def->floor);
    if (def->loop && !(duration > 0))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a motion of one frame cannot be played in a loop");
    const bool in_window = def->how == KIP_BLEND_WINDOW && def->blend > 0 && is_there(play, q, v, time);
    const KipMotion *before = in_window ? play->motion : NULL;
    play->state.def = *def;
    play->state.before = play->state.course;
    begin(play, motion, def->start, def->blend, q, v, time);
    play->before = before;
    return KIP_OK;
}

void kip_play_resume(KipPlay *play, const KipMotion *motion, const KipMotion *before)
{
    play->motion = motion, play->before = before;
}

const KipMotion *kip_play_before(const KipPlay *play)
{
    return play->before;
}

/* -- while it is played ---------------------------------------------------------------------------------- */

double kip_play_time(const KipPlay *play, double time)
{
    return play->motion ? fmin(fmax(time - play->state.course.offset, 0), kip_motion_duration(play->motion))
                        : 0;
}

bool kip_play_is_over(const KipPlay *play, double time)
{
    return !play->motion || (!play->state.def.loop &&
                             time - play->state.course.offset >= kip_motion_duration(play->motion) - early);
}

/* A loop continues from its end as from its beginning: the state is the last frame's, and the blend is at most half the
 * motion. */
void kip_play_update(KipPlay *play, double time)
{
    const KipMotion *motion = play->motion;
    if (!motion || !play->state.def.loop)
        return;
    const double duration = kip_motion_duration(motion);
    while (time - play->state.course.offset >= duration - early) {
        const double seam = play->state.course.offset + duration;
        kip_play_sample(play, seam, play->q[0], play->v[0]);
        begin(play, motion, 0, fmin(play->state.def.blend, 0.5 * duration), play->q[0], play->v[0], seam);
    }
}

/* Computes the remaining difference from the course or, in a window, that of the course before. */
static void differ(const KipPlay *play, double time)
{
    const State *state = &play->state;
    const double since = time - state->begun;
    double *d = play->d, *r = play->r, slope;
    if (!play->before) {
        for (int k = play->first_v; k < play->first_v + play->nv; k++)
            d[k] = kip_blend_offset((KipBlend)state->def.how, play->offset[k], play->rate[k], state->blend,
                                    since, r + k);
        return;
    }
    const double left = 1 - kip_blend_weight(KIP_BLEND_HERMITE, since / state->blend, &slope);
    sample(play, play->before, &state->before, time, play->q[1], play->v[1]);
    kip_state_difference(play->model, play->first, play->njoint, play->q[0], play->v[0], play->q[1],
                         play->v[1], d, r);
    for (int k = play->first_v; k < play->first_v + play->nv; k++) {
        r[k] = left * r[k] - slope / state->blend * d[k];
        d[k] *= left;
    }
}

/* Computes the state into q[0] and v[0]. */
static void sample_blended(const KipPlay *play, double time)
{
    sample(play, play->motion, &play->state.course, time, play->q[0], play->v[0]);
    if (time - play->state.begun < play->state.blend) {
        differ(play, time);
        kip_state_displace(play->model, play->first, play->njoint, play->d, play->r, play->q[0], play->v[0]);
    }
}

/* The depth in the floor that is left alone: into_floor; where it began deeper, as in an impact, that depth, which vanishes
 * smoothly. */
static double allowed(const KipPlay *play, double time)
{
    const double more = play->state.depth - into_floor, within = fmin(out_within, play->state.blend);
    return more > 0 ? into_floor +
                          kip_blend_offset(KIP_BLEND_HERMITE, more, 0, within, time - play->state.begun, NULL)
                    : into_floor;
}

/* The height by which the root is raised, so that a character that blends from the floor into the motion does not penetrate
 * it: no height down to the allowed depth, and beyond that the depth approaches `deepest`. */
static double risen(const KipPlay *play, double time)
{
    sample_blended(play, time);
    const double given = allowed(play, time), left = fmax(deepest - given, at_least);
    const double more = depth_of(play, play->q[0]) - given;
    return more > 0 ? more - left * (1 - kip_exp(-more / left)) : 0;
}

void kip_play_sample(const KipPlay *play, double time, double *q, double *v)
{
    if (!play->motion)
        return;
    const KipJoint *root = play->model->joint + play->first;
    const double left = play->state.begun + play->state.blend - time;
    double rise = 0, rate = 0;
    if (left > a_moment && !play->before && root->type == KIP_JOINT_FREE) {
        rise = risen(play, time);
        rate = (risen(play, time + a_moment) - rise) / a_moment;
    }
    sample_blended(play, time);
    memmove(q + play->first_q, play->q[0] + play->first_q, (size_t)play->nq * sizeof *q);
    memmove(v + play->first_v, play->v[0] + play->first_v, (size_t)play->nv * sizeof *v);
    if (rise > 0)
        q[root->q + 2] += rise, v[root->v + 2] += rate;
}

/* -- saving ---------------------------------------------------------------------------------------------- */

static void list(void *thing, KipPass *pass)
{
    KipPlay *play = thing;
    KIP_PASS(pass, KIP_FIELD(play->state), KIP_ARRAY(play->offset + play->first_v, play->nv),
             KIP_ARRAY(play->rate + play->first_v, play->nv));
}

static bool is_sound(const void *thing)
{
    const KipPlay *play = thing;
    const State *state = &play->state;
    const double number[] = {state->course.offset,  state->course.heading, state->course.x,
                             state->course.y,       state->course.z,       state->before.offset,
                             state->before.heading, state->before.x,       state->before.y,
                             state->before.z,       state->begun,          state->blend,
                             state->def.start,      state->def.blend,      state->def.floor,
                             state->depth};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        if (!isfinite(number[i]))
            return false;
    for (int k = play->first_v; k < play->first_v + play->nv; k++)
        if (!isfinite(play->offset[k]) || !isfinite(play->rate[k]))
            return false;
    return state->blend >= 0 && kip_is_within(state->def.how, KIP_BLENDS - 1) &&
           kip_is_within(state->def.loop, 1) && kip_is_within(state->def.by_origin, 1);
}

const KipFields kip_play_fields = {"playing", NULL, list, is_sound, NULL};
