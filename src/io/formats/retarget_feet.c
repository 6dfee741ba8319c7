/* Feet: when they stand in the clip, the height of the whole that follows, and the report of their errors. */
#include <string.h>

#include "../../dynamics/shape.h"
#include "retarget_parts.h"

/* Criteria of a standing foot, scaled to the model: speed of ankle or toes, m/s; mean speed over a longer interval, m/s,
 * which excludes a foot that drags slowly; and height above the lowest of the clip, m. */
static const double slow = 0.2, stays = 0.15, low = 0.08;
static const double upright = 0.3; /* least height of the hip over the foot, of the leg's length */
static const double over_while = 0.1, shortest = 0.06; /* s: the longer interval; the shortest stance */
static const double touches = 0.03;                    /* m: height below which the foot can slide */
static const double over_speed = 0.025;                /* s: speeds are over twice this interval */
static const double smoothing = 0.1;                   /* s: the lift is averaged over twice this interval */

int kip_frames_of(const Work *w, double time)
{
    double n = floor(time / w->clip->period + 0.5);
    return n < 1 ? 1 : n < w->clip->nframe ? (int)n : w->clip->nframe;
}

/* -- in the clip ----------------------------------------------------------------------------------------- */

/* Mean speed from frame i - before to i + after. */
static double speed(const Work *w, const KipVec3 *p, int i, int before, int after)
{
    int last = w->clip->nframe - 1, from = i < before ? 0 : i - before;
    int to = i + after > last ? last : i + after;
    return to > from ? v3_length(v3_sub(p[to], p[from])) / ((to - from) * w->clip->period) : 0;
}

/* Whether the point is slow now, and over a longer interval that ends at, is centred on or begins at frame i. */
static bool stays_at(const Work *w, const KipVec3 *p, int i)
{
    int now = kip_frames_of(w, over_speed), half = kip_frames_of(w, 0.5 * over_while);
    double over =
        fmin(speed(w, p, i, half, half), fmin(speed(w, p, i, 2 * half, 0), speed(w, p, i, 0, 2 * half)));
    return w->scale * speed(w, p, i, now, now) < slow && w->scale * over < stays;
}

static double lowest_of(const KipVec3 *p, int n)
{
    double least = p[0].z;
    for (int i = 1; i < n; i++)
        least = p[i].z < least ? p[i].z : least;
    return least;
}

static void find_stances(Work *w, FootTrack *foot)
{
    int n = w->clip->nframe;
    double ankle = lowest_of(foot->ankle, n), toe = lowest_of(foot->toe, n);
    for (int i = 0; i < n; i++) {
        double height = fmin(foot->ankle[i].z - ankle, foot->toe[i].z - toe);
        foot->stands[i] = foot->stands[i] && w->scale * height < low &&
                          (stays_at(w, foot->ankle, i) || stays_at(w, foot->toe, i));
    }
    for (int i = 0, end; i < n; i = end + 1) {
        for (end = i; end < n && foot->stands[end]; end++)
            ;
        if ((end - i) * w->clip->period < shortest && end - i < n)
            memset(foot->stands + i, 0, (size_t)(end - i) * sizeof *foot->stands);
    }
}

void kip_feet_track(Work *w)
{
    for (int i = 0; i < w->clip->nframe; i++) {
        kip_clip_pose(w->clip, i, w->place, w->turned);
        for (int f = 0; f < w->nfoot; f++) {
            FootTrack *foot = &w->foot[f];
            KipVec3 reach = v3_sub(w->far_end[foot->bone], w->rest[foot->bone]);
            foot->turned[i] = w->turned[foot->bone];
            foot->ankle[i] = w->place[foot->bone];
            foot->toe[i] = v3_add(foot->ankle[i], q_rotate(foot->turned[i], reach));
            foot->stands[i] =
                !foot->thigh ||
                w->scale * (w->place[w->bone[foot->thigh]].z - foot->ankle[i].z) > upright * foot->length;
        }
    }
    for (int f = 0; f < w->nfoot; f++)
        find_stances(w, &w->foot[f]);
}

/* -- on the model ---------------------------------------------------------------------------------------- */

static bool belongs_to(const KipModel *model, int body, int foot)
{
    while (body > foot)
        body = model->body[body].parent;
    return body == foot;
}

/* The geom's farthest point in a direction, in its body's frame; of round ends and edges, the one below the middle. */
static KipVec3 furthest_in_body(const Work *w, const KipGeom *geom, KipVec3 way)
{
    KipMat3 R = m3_mul(kip_body_rotation(w->d, geom->body), q_matrix(geom->quat));
    KipVec3 down = m3_apply_t(R, way), p = v3_zero();
    const double *size = geom->size;
    if (geom->type == KIP_GEOM_BOX)
        p = v3(down.x < 0 ? -size[0] : size[0], down.y < 0 ? -size[1] : size[1],
               down.z < 0 ? -size[2] : size[2]);
    else if (geom->type == KIP_GEOM_CAPSULE)
        p = v3_add_scaled(v3(0, 0, down.z < 0 ? -size[1] : size[1]), size[0], down);
    else
        p = v3_scale(kip_geom_reach(geom, down), down);
    return v3_add(geom->pos, q_rotate(geom->quat, p));
}

double kip_foot_reach(const Work *w, int foot, KipVec3 way, int *body, KipVec3 *point)
{
    double most = -HUGE_VAL;
    *body = foot;
    *point = v3_zero();
    for (int g = 0; g < w->model->ngeom; g++) {
        const KipGeom *geom = w->model->geom + g;
        if (!belongs_to(w->model, geom->body, foot))
            continue;
        KipVec3 p = furthest_in_body(w, geom, way);
        double reach = v3_dot(way, kip_point_position(w->d, geom->body, p));
        if (reach > most)
            most = reach, *body = geom->body, *point = p;
    }
    return most > -HUGE_VAL ? most : v3_dot(way, kip_body_position(w->d, foot));
}

/* The height of the foot's lowest point in the pose of w->d, m, with its body and its position in that body. */
static double lowest_point(const Work *w, int foot, int *body, KipVec3 *point)
{
    return -kip_foot_reach(w, foot, v3(0, 0, -1), body, point);
}

/* Finds the height by which each frame is too high: that of the lowest standing foot, interpolated where none stands;
 * without any stance, that of the lowest foot of all frames. */
static void find_lift(Work *w)
{
    int n = w->clip->nframe, before = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < n; i++) {
        double need = HUGE_VAL;
        for (int f = 0; f < w->nfoot; f++) {
            least = fmin(least, w->foot[f].height[i]);
            if (w->foot[f].stands[i])
                need = fmin(need, w->foot[f].height[i]);
        }
        if (!(need < HUGE_VAL))
            continue;
        for (int k = before + 1; k <= i; k++)
            w->lift[k] = before < 0 ? need : need + (w->lift[before] - need) * (i - k) / (double)(i - before);
        before = i;
    }
    for (int k = before + 1; k < n; k++)
        w->lift[k] = before < 0 ? least : w->lift[before];
}

/* Without feet, as in a clip of arms alone: the lowest point of all frames touches the floor. */
static void lift_whole(Work *w)
{
    const int q = w->model->body[w->root].q;
    double least = HUGE_VAL;
    for (int i = 0; i < w->clip->nframe; i++) {
        int body;
        KipVec3 point;
        kip_dynamics_set(w->d, kip_motion_frame(w->motion, i), NULL);
        least = fmin(least, lowest_point(w, w->root, &body, &point));
    }
    for (int i = 0; i < w->clip->nframe; i++)
        kip_motion_frame(w->motion, i)[q + 2] -= least;
}

void kip_feet_lift(Work *w)
{
    int n = w->clip->nframe, half = kip_frames_of(w, smoothing), q = w->model->body[w->root].q;
    if (w->nfoot == 0) {
        lift_whole(w);
        return;
    }
    for (int i = 0; i < n; i++) {
        kip_dynamics_set(w->d, kip_motion_frame(w->motion, i), NULL);
        for (int f = 0; f < w->nfoot; f++) {
            int body;
            KipVec3 point;
            w->foot[f].height[i] = lowest_point(w, w->foot[f].body, &body, &point);
        }
    }
    find_lift(w);
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = i - half; k <= i + half; k++)
            sum += w->lift[k < 0 ? 0 : k >= n ? n - 1 : k];
        kip_motion_frame(w->motion, i)[q + 2] -= sum / (2 * half + 1);
    }
}

/* -- the report ------------------------------------------------------------------------------------------ */

/* The distance that the point lowest in frame i slides until the next frame, and its height in frame i. */
static double slide_from(Work *w, int foot, int i, double *height)
{
    int body;
    KipVec3 point;
    kip_dynamics_set(w->d, kip_motion_frame(w->motion, i), NULL);
    *height = lowest_point(w, foot, &body, &point);
    KipVec3 from = kip_point_position(w->d, body, point);
    if (i + 1 == w->clip->nframe)
        return 0;
    kip_dynamics_set(w->d, kip_motion_frame(w->motion, i + 1), NULL);
    KipVec3 way = v3_sub(kip_point_position(w->d, body, point), from);
    way.z = 0;
    return v3_length(way);
}

/* The orientation in a frame of the shank relative to its parent. */
static KipQuat knee_turn(Work *w, int shank, int frame, bool in_clip)
{
    int bone = w->bone[shank], above = w->above[shank];
    if (in_clip) {
        kip_clip_pose(w->clip, frame, w->place, w->turned);
        return q_mul(q_conjugate(w->turned[w->bone[above]]), w->turned[bone]);
    }
    kip_dynamics_set(w->d, kip_motion_frame(w->motion, frame), NULL);
    return q_mul(q_conjugate(kip_body_orientation(w->d, above)), kip_body_orientation(w->d, shank));
}

static double fastest_knee(Work *w, int shank, bool in_clip)
{
    double most = 0;
    for (int i = 0; w->above[shank] && i + 1 < w->clip->nframe; i++) {
        KipQuat from = knee_turn(w, shank, i, in_clip), to = knee_turn(w, shank, i + 1, in_clip);
        most = fmax(most, v3_length(q_log(q_mul(to, q_conjugate(from)))) / w->clip->period);
    }
    return most;
}

void kip_feet_report(Work *w, KipRetargetReport *report)
{
    for (int f = 0; f < w->nfoot; f++) {
        KipRetargetFoot *foot = &report->foot[f];
        const bool *stands = w->foot[f].stands;
        int n = w->clip->nframe, slides = 0;
        double way = 0, height;
        memset(foot, 0, sizeof *foot);
        foot->body = w->foot[f].body;
        for (int i = 0; i < n; i++) {
            if (!stands[i])
                continue;
            double step = slide_from(w, foot->body, i, &height);
            bool first = foot->nstance == 0;
            foot->lowest = first ? height : fmin(foot->lowest, height);
            foot->highest = first ? height : fmax(foot->highest, height);
            foot->nstance += i == 0 || !stands[i - 1];
            if (i + 1 < n && stands[i + 1] && height < touches)
                way += step, slides++;
        }
        foot->slide_speed = slides ? way / (slides * w->clip->period) : 0;
        foot->slide = foot->nstance ? way / foot->nstance : 0;
        foot->knee = fastest_knee(w, w->above[foot->body], false);
        foot->knee_of_bone = fastest_knee(w, w->above[foot->body], true);
    }
}
