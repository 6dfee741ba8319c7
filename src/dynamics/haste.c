/* The number of parts of a step: enough that fast approaches, fast rotations and bounces are not missed within it. */
#include <math.h>

#include "arm.h"
#include "sim_parts.h"

static const double most_parts = 100;
static const double sunk =
    0.25; /* of the sum of their half widths: the most that two geoms close by in a part */
static const double bounced =
    0.25; /* h w of a part, in which lone bodies bounce: a touch then lasts a dozen parts */
static const double late =
    0.002; /* s: a step that is longer is divided for what slides on a plane as for what slides on all else */
static const double turned =
    0.4; /* rad: the most that a lone body, or one that is near another, turns by in a part */

static inline KipVec3 centre_velocity(const KipSim *sim, int geom)
{
    const int body = sim->model->geom[geom].body;
    return m3_apply(sim->d->world[body].R, arm_velocity(sim->d, body, sim->place[geom].p));
}

/* The speed at which the contacts of two geoms came. */
static double touching_speed(const KipSim *sim, const NearPair *near)
{
    double speed = 0;
    for (int k = near->slot; k < near->slot + near->nslot; k++) {
        const double came = fabs(sim->slot[k].speed);
        speed = came > speed ? came : speed;
    }
    return speed;
}

/* Whether sliding matters as well: of what touches a plane, in long steps, as friction and the normal force then follow each other
 * late. Up to 2 ms a ball slid as it should at frictions of up to 8. */
static bool slides(const KipSim *sim, const NearPair *near)
{
    return !near->on_plane || (near->nslot > 0 && sim->h > late);
}

/* An upper estimate of the speed at which two geoms close: that of their centres, against a plane that they do not touch along
 * its normal, and the speed at which their contacts came. */
static double closing_speed(KipSim *sim, const NearPair *near, double touching)
{
    const KipVec3 v = v3_sub(centre_velocity(sim, near->geom2), centre_velocity(sim, near->geom1));
    const KipMat3 *R = &kip_solid(sim, near->geom1)->R;
    return fmax(slides(sim, near) ? v3_length(v) : fabs(v3_dot(v, v3(R->xz, R->yz, R->zz))), touching);
}

static bool is_lone(const KipSim *sim, int geom)
{
    const int body = sim->model->geom[geom].body;
    return sim->model->tree->link[body].is_static || sim->tree[sim->tree_of[body]].single;
}

/* The number of parts that a pair needs that closes at a speed, not rounded: no less at a higher one. */
static double parts_at(const KipSim *sim, const NearPair *near, double speed)
{
    const double way =
        !slides(sim, near) && speed < near->law.fast ? 0 : sim->h * speed / (sunk * near->law.thin);
    const bool bounces = kip_contact_bounces(&near->law, speed) &&
                         (near->law.lively || (is_lone(sim, near->geom1) && is_lone(sim, near->geom2)));
    const double rate = near->law.rate * fmax(1, speed / near->law.fast);
    return bounces ? fmax(way, sim->h * rate / bounced) : way;
}

/* The exact speed is skipped where one part suffices for an upper bound of it: in a heap of ten people that saves 3 % of
 * the instructions. */
KIP_TWICE static double haste_of(KipSim *sim, const NearPair *near)
{
    const double touching = touching_speed(sim, near),
                 most = kip_geom_most_speed(sim, near->geom1) + kip_geom_most_speed(sim, near->geom2);
    if (parts_at(sim, near, most > touching ? most : touching) <= 1)
        return 1;
    return parts_at(sim, near, closing_speed(sim, near, touching));
}

double kip_haste_calm(const KipSim *sim, const NearPair *near)
{
    const double rounding = 0.999, calm = rounding * sunk * near->law.thin / sim->h;
    return near->law.leaves > 0 ? fmin(calm, rounding * near->law.leaves) : calm;
}

/* The greatest speed at which what touches came: nothing else has any. */
static double fastest_touch(const KipSim *sim)
{
    double fastest = 0;
    for (int i = 0; i < sim->ntouching; i++) {
        const double speed = fabs(sim->slot[sim->touching[i]].speed);
        fastest = speed > fastest ? speed : fastest;
    }
    return fastest;
}

/* How fast a body turns, its square. */
static double turning(const KipSim *sim, int body)
{
    const KipVec3 w = sim->d->link[body].v.w;
    return v3_dot(w, w);
}

static double fastest_turn(const KipSim *sim)
{
    double fastest = 0;
    for (int i = 1; i < sim->model->nbody; i++) {
        const double turn = turning(sim, i);
        fastest = turn > fastest ? turn : fastest;
    }
    return fastest;
}

/* Pairs that are calm by the bounds of their speeds, where no body turns fast, need no more than one part: to leave them out
 * takes 4 % of the instructions from lying worlds of a batch, 2 % from a lying step and from a heap of ten people. */
int kip_haste(KipSim *sim)
{
    const double slow = 0.99 * turned / sim->h; /* needs one part alone */
    const double touching = fastest_turn(sim) > slow * slow ? INFINITY : fastest_touch(sim);
    double most = 1, turns = 0;
    for (int i = 0; i < sim->nnear; i++) {
        const NearPair *near = sim->near + i;
        if (touching <= near->calm &&
            sim->room[near->geom1] + sim->room[near->geom2] <= 1.5 * sim->h * near->calm)
            continue;
        const double parts = haste_of(sim, near),
                     turn = fmax(turning(sim, sim->model->geom[near->geom1].body),
                                 turning(sim, sim->model->geom[near->geom2].body));
        if ((parts > most || turn > fmax(turns, slow * slow)) && kip_pair_is_near(sim, near))
            most = fmax(most, parts), turns = fmax(turns, turn);
    }
    for (int t = 1; t < sim->ntree; t++)
        if (sim->tree[t].single && !sim->absent[t])
            turns = fmax(turns, turning(sim, sim->tree[t].root));
    most = fmax(most, sim->h / turned * sqrt(turns));
    return (int)ceil(most < most_parts ? most : most_parts);
}
