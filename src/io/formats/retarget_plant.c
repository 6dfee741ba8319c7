/* Planting of standing feet: first the path of each foot is planned, then the legs are solved for it.
 *
 * In a stance the sole is flat where it nearly is in the clip, the heading is constant unless the foot turns on the
 * spot, and the lowest point, over which the foot rolls, stays on the ground. The place is the one nearest on average
 * to the clip's; where it is far from that, the foot creeps towards it. Between two stances the
 * displacement is interpolated by a cubic, so that the foot lands and leaves without a jerk.
 * The root is lowered, smoothly, where a leg would have to be stretched. */
#include "../../control/ik.h"
#include "retarget_parts.h"

static const double trembles = 0.05;           /* s: in a stance, orientation is averaged over twice this */
static const double on_the_spot = 0.5;         /* rad: least turn of a foot that turns on the spot */
static const double creeps = 0.01, off = 0.05; /* m/s; m: distance beyond which it creeps */
static const double stretched = 0.997;         /* greatest length of a leg as a fraction of its full length */
static const double quickest = 1;              /* m/s: greatest rate of displacement at a stance's ends */
static const double sunk = 5e-4;               /* m: penetration of soles, from which physics can go on */
static const double well_made = 1e-3;          /* rad: greatest error of rotations */
static const double most_down = 0.15;          /* m: most that the root is lowered */
static const double over = 0.1;                /* s: the lowering is averaged over twice this */

enum { ROUNDS = 8 };

/* The first frame from i on where the foot stands, or does not; nframe for none. */
static int next_frame(const Work *w, const FootTrack *foot, int i, bool stands)
{
    while (i < w->clip->nframe && foot->stands[i] != stands)
        i++;
    return i;
}

static bool ever_stands(const Work *w, const FootTrack *foot)
{
    return next_frame(w, foot, 0, true) < w->clip->nframe;
}

static KipVec3 level(KipVec3 v)
{
    return v3(v.x, v.y, 0);
}

/* -- how it is turned ------------------------------------------------------------------------------------ */

/* The rotation to the mean orientation about frame i, over up to `half` frames to either side. */
static KipQuat smoothing_turn(const FootTrack *foot, int i, int half)
{
    KipVec3 sum = v3_zero();
    for (int k = i - half; k <= i + half; k++)
        sum = v3_add(sum, q_log(q_mul(foot->turn[k], q_conjugate(foot->turn[i]))));
    return q_exp(v3_scale(1.0 / (2 * half + 1), sum));
}

/* The angle about the vertical from a to b. */
static double turned_between(KipQuat a, KipQuat b)
{
    KipQuat q = q_mul(b, q_conjugate(a));
    double angle = 2 * kip_atan2(q.z, q.w), whole = 4 * kip_atan2(1, 0);
    return angle - whole * floor(angle / whole + 0.5);
}

static void turn_in_stance(const Work *w, FootTrack *foot, int first, int end)
{
    double sum = 0, least = 0, most = 0;
    for (int i = first; i < end; i++) {
        double angle = turned_between(foot->turn[first], foot->turn[i]);
        sum += angle, least = fmin(least, angle), most = fmax(most, angle);
    }
    int half = kip_frames_of(w, trembles);
    double mean = sum / (end - first);
    bool keeps = most - least < on_the_spot;
    for (int i = first; i < end; i++) {
        int room = i - first < end - 1 - i ? i - first : end - 1 - i;
        KipQuat smooth = smoothing_turn(foot, i, room < half ? room : half);
        double angle = keeps ? mean - turned_between(foot->turn[first], foot->turn[i]) : 0;
        foot->by[i] = q_log(q_mul(q_axis_angle(v3(0, 0, 1), angle), smooth));
    }
}

static KipQuat planned_turn(const FootTrack *foot, int i)
{
    return q_mul(q_exp(foot->by[i]), foot->turn[i]);
}

/* -- where it stands ------------------------------------------------------------------------------------- */

/* Plans the displacement in a stance so that the foot rolls without slipping, from `at` in its first frame; returns the
 * mean. */
static KipVec3 stay(const Work *w, FootTrack *foot, int first, int end, KipVec3 at)
{
    KipVec3 sum = v3_zero();
    for (int i = first; i < end; i++) {
        KipVec3 low = q_rotate(planned_turn(foot, i), foot->sole[i]);
        foot->to[i] = v3(at.x, at.y, -sunk - foot->place[i].z - low.z);
        sum = v3_add(sum, level(at));
        if (i + 1 == end)
            break;
        KipVec3 rolls = v3_sub(low, q_rotate(planned_turn(foot, i + 1), foot->sole[i]));
        at = v3_add(at, v3_sub(rolls, v3_sub(foot->place[i + 1], foot->place[i])));
        double far = v3_length(level(at)), back = fmin(creeps * w->clip->period, far - off);
        if (back > 0)
            at = v3_scale(1 - back / far, at);
    }
    return v3_scale(1.0 / (end - first), sum);
}

/* A cubic between frames a and b, 0 < u < 1, with given differences per frame at both ends. */
static KipVec3 cubic(KipVec3 a, KipVec3 rate_a, KipVec3 b, KipVec3 rate_b, int frames, double u)
{
    double s = u * u * (3 - 2 * u);
    KipVec3 v = v3_add(v3_scale(1 - s, a), v3_scale(s, b));
    v = v3_add_scaled(v, frames * u * (1 - u) * (1 - u), rate_a);
    return v3_add_scaled(v, -frames * u * u * (1 - u), rate_b);
}

/* The rate of v, per frame, at frame i, the end of a stance, from its neighbour k in that stance. */
static KipVec3 rate_at(const Work *w, const FootTrack *foot, const KipVec3 *v, int i, int k)
{
    if (k < 0 || k >= w->clip->nframe || !foot->stands[k])
        return v3_zero();
    KipVec3 rate = v3_scale(k > i ? 1 : -1, v3_sub(v[k], v[i]));
    double speed = v3_length(rate) / w->clip->period;
    return v3_scale(speed > quickest ? quickest / speed : 1, rate);
}

/* Interpolates v from the stance that ends before frame `first` to the one that begins at `end`. */
static void bridge(const Work *w, const FootTrack *foot, KipVec3 *v, int first, int end)
{
    int n = w->clip->nframe, a = first - 1, b = end;
    KipVec3 rate_a = a >= 0 ? rate_at(w, foot, v, a, a - 1) : v3_zero();
    KipVec3 rate_b = b < n ? rate_at(w, foot, v, b, b + 1) : v3_zero();
    for (int i = first; i < end; i++)
        if (a < 0 || b >= n)
            v[i] = a >= 0 ? v[a] : v[b];
        else
            v[i] = cubic(v[a], rate_a, v[b], rate_b, b - a, (double)(i - a) / (b - a));
}

static void find_soles(Work *w)
{
    for (int i = 0; i < w->clip->nframe; i++) {
        kip_dynamics_set(w->d, kip_motion_frame(w->motion, i), NULL);
        for (int f = 0; f < w->nfoot; f++) {
            FootTrack *foot = &w->foot[f];
            KipQuat is = kip_body_orientation(w->d, foot->body);
            KipVec3 down = q_rotate(q_mul(is, q_conjugate(planned_turn(foot, i))), v3(0, 0, -1)), point;
            int body;
            kip_foot_reach(w, foot->body, down, &body, &point);
            point = v3_sub(kip_point_position(w->d, body, point), kip_body_position(w->d, foot->body));
            foot->sole[i] = q_rotate(q_conjugate(is), point);
        }
    }
}

/* Between stances the foot is kept above the ground. */
static void plan_places(Work *w, FootTrack *foot)
{
    int n = w->clip->nframe;
    for (int i = next_frame(w, foot, 0, true), end; i < n; i = next_frame(w, foot, end, true)) {
        end = next_frame(w, foot, i, false);
        KipVec3 mean = stay(w, foot, i, end, v3_zero());
        stay(w, foot, i, end, v3_scale(-1, mean));
    }
    for (int i = next_frame(w, foot, 0, false), end; i < n; i = next_frame(w, foot, end, false)) {
        end = next_frame(w, foot, i, true);
        bridge(w, foot, foot->to, i, end);
        for (int k = i; k < end; k++) {
            double low = foot->place[k].z + q_rotate(planned_turn(foot, k), foot->sole[k]).z;
            foot->to[k].z = fmax(foot->to[k].z, -sunk - low);
        }
    }
}

static void plan_turns(Work *w, FootTrack *foot)
{
    int n = w->clip->nframe;
    for (int i = next_frame(w, foot, 0, true), end; i < n; i = next_frame(w, foot, end, true)) {
        end = next_frame(w, foot, i, false);
        turn_in_stance(w, foot, i, end);
    }
    for (int i = next_frame(w, foot, 0, false), end; i < n; i = next_frame(w, foot, end, false)) {
        end = next_frame(w, foot, i, true);
        bridge(w, foot, foot->by, i, end);
    }
}

/* -- the root -------------------------------------------------------------------------------------------- */

/* The fraction of frames about frame i in which the foot stands, its weight. */
static double standing(const Work *w, const FootTrack *foot, int i, int half)
{
    int n = w->clip->nframe, sum = 0;
    for (int k = i - half; k <= i + half; k++)
        sum += foot->stands[k < 0 ? 0 : k >= n ? n - 1 : k];
    return sum / (2.0 * half + 1);
}

/* Moves the root with the mean displacement of standing feet, so that legs keep their shape. */
static void move_root(Work *w)
{
    int half = kip_frames_of(w, over);
    for (int i = 0; i < w->clip->nframe; i++) {
        double *root = kip_motion_frame(w->motion, i) + w->model->body[w->root].q, all = 0;
        KipVec3 sum = v3_zero();
        for (int f = 0; f < w->nfoot; f++) {
            double counts = standing(w, &w->foot[f], i, half);
            sum = v3_add_scaled(sum, counts, w->foot[f].to[i]), all += counts;
        }
        v3_store(root, v3_add_scaled(w->root_place[i], 1 / fmax(all, 1), sum));
    }
}

/* By how much the hip must be lowered for the foot to reach its planned place, with w->d at the frame. */
static double way_down(const Work *w, const FootTrack *foot, int i)
{
    if (!foot->thigh)
        return 0;
    KipVec3 ankle = v3_sub(kip_joint_place(w, foot->body), kip_body_position(w->d, foot->body));
    KipQuat turned = q_mul(planned_turn(foot, i), q_conjugate(kip_body_orientation(w->d, foot->body)));
    ankle = v3_add(v3_add(foot->place[i], foot->to[i]), q_rotate(turned, ankle));
    KipVec3 leg = v3_sub(kip_joint_place(w, foot->thigh), ankle);
    double length = fmax(stretched * foot->length, foot->leg[i]), aside = v3_length(level(leg));
    double height = aside < length ? sqrt(length * length - aside * aside) : 0;
    return fmin(fmax(leg.z - height, 0), most_down);
}

static void lower_root(Work *w)
{
    int n = w->clip->nframe, half = kip_frames_of(w, over), z = w->model->body[w->root].q + 2;
    double *down = w->lift;
    for (int i = 0; i < n; i++) {
        kip_dynamics_set(w->d, kip_motion_frame(w->motion, i), NULL);
        down[i] = 0;
        for (int f = 0; f < w->nfoot; f++)
            down[i] = fmax(down[i], way_down(w, &w->foot[f], i));
    }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = i - half; k <= i + half; k++) { /* the mean of the greatest values about each frame */
            double most = 0;
            for (int l = k - half; l <= k + half; l++)
                most = fmax(most, down[l < 0 ? 0 : l >= n ? n - 1 : l]);
            sum += most;
        }
        kip_motion_frame(w->motion, i)[z] -= sum / (2 * half + 1);
    }
}

/* -- the legs -------------------------------------------------------------------------------------------- */

static KipStatus set_legs(Work *w, KipIk *ik, int *joints, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int f = 0; f < w->nfoot; f++) {
        const FootTrack *foot = &w->foot[f];
        int n = kip_ik_chain(w->model, foot->body, w->root, joints);
        for (int i = 0; i < w->clip->nframe && status == KIP_OK && n > 0; i++) {
            KipIkTarget target = kip_ik_target();
            target.body = foot->body, target.oriented = true;
            target.orientation = planned_turn(foot, i);
            target.position = v3_add(foot->place[i], foot->to[i]);
            status = kip_ik_follow(ik, kip_motion_frame(w->motion, i), joints, n, &target, 1, NULL, error);
        }
    }
    return status;
}

static void read_feet(Work *w)
{
    for (int i = 0; i < w->clip->nframe; i++) {
        kip_dynamics_set(w->d, kip_motion_frame(w->motion, i), NULL);
        w->root_place[i] = v3_from(kip_motion_frame(w->motion, i) + w->model->body[w->root].q);
        for (int f = 0; f < w->nfoot; f++) {
            w->foot[f].place[i] = kip_body_position(w->d, w->foot[f].body);
            w->foot[f].turn[i] = kip_body_orientation(w->d, w->foot[f].body);
            w->foot[f].leg[i] =
                v3_length(v3_sub(kip_joint_place(w, w->foot[f].thigh), kip_joint_place(w, w->foot[f].body)));
        }
    }
}

/* Adds, smoothed, the part of the rotations that ankles did not achieve to the planned ones; returns its greatest angle,
 * rad. */
static double yield(Work *w)
{
    int n = w->clip->nframe, half = kip_frames_of(w, 0.25 * over);
    double most = 0;
    for (int i = 0; i < n; i++) {
        kip_dynamics_set(w->d, kip_motion_frame(w->motion, i), NULL);
        for (int f = 0; f < w->nfoot; f++) {
            FootTrack *foot = &w->foot[f];
            KipQuat is = kip_body_orientation(w->d, foot->body);
            foot->missed[i] = q_log(q_mul(is, q_conjugate(planned_turn(foot, i))));
            most = fmax(most, v3_length(foot->missed[i]));
        }
    }
    for (int f = 0; f < w->nfoot; f++)
        for (int i = 0; i < n; i++) {
            FootTrack *foot = &w->foot[f];
            KipVec3 sum = v3_zero();
            for (int k = i - half; k <= i + half; k++)
                sum = v3_add(sum, foot->missed[k < 0 ? 0 : k >= n ? n - 1 : k]);
            KipQuat mean = q_exp(v3_scale(1.0 / (2 * half + 1), sum));
            foot->by[i] = q_log(q_mul(mean, q_exp(foot->by[i])));
        }
    return most;
}

/* Since ankles cannot make every rotation, places are planned again for the rotations achieved. */
static KipStatus plant(Work *w, KipIk *ik, int *joints, KipError *error)
{
    KipStatus status = KIP_OK;
    read_feet(w);
    for (int f = 0; f < w->nfoot; f++)
        if (ever_stands(w, &w->foot[f]))
            plan_turns(w, &w->foot[f]);
    for (int round = 0; round < ROUNDS && status == KIP_OK; round++) {
        if (round && yield(w) < well_made)
            break;
        find_soles(w);
        for (int f = 0; f < w->nfoot; f++)
            if (ever_stands(w, &w->foot[f]))
                plan_places(w, &w->foot[f]);
        move_root(w);
        lower_root(w);
        status = set_legs(w, ik, joints, error);
    }
    return status;
}

KipStatus kip_feet_plant(Work *w, KipError *error)
{
    bool any = false;
    for (int f = 0; f < w->nfoot; f++)
        any = any || ever_stands(w, &w->foot[f]);
    if (!any)
        return KIP_OK;
    KipIkDef def = kip_ik_def();
    def.tolerance = 1e-6, def.turn_tolerance = 1e-4; /* position has precedence over orientation */
    KipIk *ik = NULL;
    int *joints = kip_arena_take(w->arena, (size_t)w->model->njoint, sizeof *joints);
    KipStatus status = joints
                           ? kip_ik_create(w->model, &def, &ik, error)
                           : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to retarget");
    if (status == KIP_OK)
        status = plant(w, ik, joints, error);
    kip_ik_destroy(ik);
    return status;
}
