/* Resistance of a contact to spinning and rolling: condim 4 and 6.
 *
 *    torque = -(K y + C w)   within |torque| <= mu fn,   y' = w
 *
 * mu is the pair's `spin` for the torque about the normal, and its `roll` for the torque across it; w is the angular velocity of
 * body 2 relative to body 1. The angle y is a state of the contact, like the deflection z (contact.c). It is limited to
 * y0 = mu fn / K, so that a body under a torque below mu fn turns by less than y0 and then rests. Both bodies receive
 * opposite torques.
 *
 * y0 is 0.003 rad, and greater where K would be too stiff for an explicit step: h^2 K m is at most 1/4, where m is the sum of
 * 1 / inertia of the two bodies, each taken to be free, which is their greatest mobility. C = sqrt(K / m). */
#include <math.h>

#include "carried.h"
#include "contact_parts.h"

static const double gives_way = 0.003; /* y0, rad */

/* The angular velocity of body 2 relative to body 1, world axes. */
static KipVec3 turning(const KipSim *sim, const ContactSlot *s)
{
    const KipDynamics *d = sim->d;
    KipVec3 w = s->moves2 ? m3_apply(d->world[s->body2].R, d->link[s->body2].v.w) : v3_zero();
    return s->moves1 ? v3_sub(w, m3_apply(d->world[s->body1].R, d->link[s->body1].v.w)) : w;
}

/* 1 / inertia of a free body about a unit vector. */
static double mobility_of(const KipSim *sim, int body, KipVec3 direction)
{
    if (!(sim->model->body[body].mass > 0))
        return most_mobility;
    KipVec3 x = m3_apply_t(sim->d->world[body].R, direction);
    return v3_dot(x, s3_apply(sim->mobility[body], x));
}

static double mobility(const KipSim *sim, const ContactSlot *s, KipVec3 direction)
{
    return (s->moves1 ? mobility_of(sim, s->body1, direction) : 0) +
           (s->moves2 ? mobility_of(sim, s->body2, direction) : 0);
}

/* The coefficients of one of the two laws in this stage. */
typedef struct Resistance {
    double limit, k, c; /* N m, N m/rad, N m s/rad */
} Resistance;

static Resistance resistance(double limit, double mobility, double h)
{
    const double k = limit / gives_way, most = 0.25 / (h * h * mobility);
    Resistance r = {limit, k < most ? k : most, 0};
    r.c = sqrt(r.k / mobility);
    return r;
}

/* Computes the laws about the normal and across it. */
static void resist(const KipSim *sim, const ContactSlot *s, double h, Resistance *around, Resistance *across)
{
    const NearPair *near = sim->near + s->pair;
    const double pressed = v3_dot(s->force, s->normal), fn = pressed > 0 ? pressed : 0;
    KipVec3 t1, t2;
    v3_basis(s->normal, &t1, &t2);
    *around = resistance(near->spin * fn, mobility(sim, s, s->normal), h);
    *across = resistance(near->roll * fn, 0.5 * (mobility(sim, s, t1) + mobility(sim, s, t2)), h);
}

static KipVec3 torque_of(const Resistance *r, KipVec3 y, KipVec3 w)
{
    KipVec3 torque = v3_neg(v3_add_scaled(v3_scale(r->k, y), r->c, w));
    const double size = v3_length(torque);
    return size > r->limit ? v3_scale(r->limit / size, torque) : torque;
}

/* The torque on body 2 at the deflection y (world). */
static KipVec3 both_torques(const KipSim *sim, const ContactSlot *s, KipVec3 y, double h)
{
    Resistance around, across;
    const KipVec3 n = s->normal, w = turning(sim, s);
    resist(sim, s, h, &around, &across);
    return v3_add(torque_of(&around, v3_scale(v3_dot(y, n), n), v3_scale(v3_dot(w, n), n)),
                  torque_of(&across, tangential(y, n), tangential(w, n)));
}

static void turn_side(KipSim *sim, const ContactSlot *s, int side, KipVec3 torque)
{
    const int body = side ? s->body2 : s->body1;
    if (side ? s->moves2 : s->moves1)
        kip_mask_push(sim->d, body,
                      kip_mask_wrench(sim->d, body, s->mask[side], s->point, v3_zero(), torque));
}

static void turn_both(KipSim *sim, const ContactSlot *s, KipVec3 torque)
{
    turn_side(sim, s, 0, v3_neg(torque));
    turn_side(sim, s, 1, torque);
}

void kip_roll_press(KipSim *sim, const ContactSlot *s, const Stage *stage)
{
    ContactTwist *t = sim->twist + (s - sim->slot);
    const int i = stage->index;
    KipVec3 y = t->y;
    if (i > 0 && s->stages >> (i - 1) & 1)
        y = v3_add_scaled(y, stage->method->lead[i], t->dy[i - 1]);
    if (s->stages == 0 && stage->first)
        t->mean = v3_zero();
    t->torque = both_torques(sim, s, from_body1(sim->d, s, y), stage->h);
    t->dy[i] = to_body1(sim->d, s, v3_scale(stage->h, turning(sim, s)));
    turn_both(sim, s, t->torque);
}

/* x, shortened to the limit. It is idempotent to the bit, so that a loaded state equals the saved one. */
static KipVec3 held(const Resistance *r, KipVec3 x)
{
    const double stretch = r->k * v3_length(x);
    return stretch > r->limit * (1 + 1e-12) ? v3_scale(r->limit / stretch, x) : x;
}

static KipVec3 held_in_both(const KipSim *sim, const ContactSlot *s, KipVec3 y)
{
    Resistance around, across;
    const KipVec3 n = to_body1(sim->d, s, s->normal);
    resist(sim, s, sim->h, &around, &across);
    const KipVec3 along = v3_scale(v3_dot(y, n), n), beside = tangential(y, n);
    const KipVec3 held_along = held(&around, along), held_beside = held(&across, beside);
    const bool same =
        v3_dot(v3_sub(held_along, along), n) == 0 && v3_length(v3_sub(held_beside, beside)) == 0;
    return same ? y : v3_add(held_along, held_beside);
}

void kip_roll_rest(KipSim *sim, const ContactSlot *s, bool stepped)
{
    ContactTwist *t = sim->twist + (s - sim->slot);
    t->y = held_in_both(sim, s, t->y);
    t->torque = both_torques(sim, s, from_body1(sim->d, s, t->y), sim->h);
    turn_both(sim, s, t->torque);
    if (!stepped && !s->known)
        t->mean = t->torque;
}

void kip_roll_account(KipSim *sim, const ContactSlot *s, const Stage *stage)
{
    ContactTwist *t = sim->twist + (s - sim->slot);
    const int body[2] = {s->body1, s->body2};
    t->mean = v3_add_scaled(t->mean, stage->told, t->torque);
    for (int side = 0; side < 2; side++) {
        if (!(side ? s->moves2 : s->moves1))
            continue;
        const KipVec3 torque = side ? t->torque : v3_neg(t->torque);
        kip_mask_account(sim, body[side],
                         kip_mask_wrench(sim->d, body[side], s->mask[side], s->point, v3_zero(), torque),
                         stage, &sim->work->contacts);
    }
}

TwistMemory kip_roll_remember(const KipSim *sim, const ContactSlot *s, const Stage *last)
{
    const ContactTwist *t = sim->twist + (s - sim->slot);
    KipVec3 y = t->y;
    for (int stage = 0; last && stage < last->method->stages; stage++)
        if (s->stages >> stage & 1)
            y = v3_add_scaled(y, last->method->weight[stage], t->dy[stage]);
    return (TwistMemory){y, last && last->first && s->stages == 0 ? v3_zero() : t->mean};
}
