/* An implicit contact in a stage, in numbers: the law a step ahead, the grip, and what follows from an acceleration; contact.c
 * has the equations. Internal to contact*.c, and to lanes.c, which compiles it once more for contacts of several worlds: `which`,
 * `asked` are those that are meant (real.h). */
#ifndef KIP_DYNAMICS_CONTACT_AHEAD_H
#define KIP_DYNAMICS_CONTACT_AHEAD_H

#include "arm.h"
#include "contact_slot.h"

/* The component of v across the unit vector n. */
static inline KipVec3 tangential(KipVec3 v, KipVec3 n)
{
    return v3_add_scaled(v, -v3_dot(v, n), n);
}

/* Deflections are in the axes of body 1, which are the world's if body 1 is the world. */
static inline KipVec3 to_body1(const KipDynamics *d, const ContactSlot *s, KipVec3 x)
{
    return s->body1 ? m3_apply_t(d->world[s->body1].R, x) : x;
}

static inline KipVec3 from_body1(const KipDynamics *d, const ContactSlot *s, KipVec3 x)
{
    return s->body1 ? m3_apply(d->world[s->body1].R, x) : x;
}

/* Sets the contact point in the frames of both bodies, and the velocity there of body 2 relative to body 1. */
KIP_WITHIN void contact_place(const KipDynamics *d, ContactSlot *s)
{
    s->velocity = v3_zero();
    if (s->moves2) {
        s->arm2 = arm_of(d, s->body2, s->point);
        s->rate[1] = arm_velocity(d, s->body2, s->arm2);
        s->velocity = m3_apply(d->world[s->body2].R, s->rate[1]);
    }
    if (s->moves1) {
        s->arm1 = arm_of(d, s->body1, s->point);
        s->rate[0] = arm_velocity(d, s->body1, s->arm1);
        s->velocity = v3_sub(s->velocity, m3_apply(d->world[s->body1].R, s->rate[0]));
    }
}

/* The greatest closing speed since the two last began to close; below 0 while they part. It is idempotent. */
static inline Real speed_noted(const ContactSlot *s)
{
    const Real comes = -v3_dot(s->normal, s->velocity), size = real_size(s->speed);
    return real_if(comes > real(0), real_if(s->speed > comes, s->speed, comes), -size);
}

/* Scales z so that kt |z| <= limit for its component across the normal. It is idempotent to the bit, so that a loaded state
 * equals the saved one. */
static inline KipVec3 held_in_cone(KipVec3 z, KipVec3 n, Real shear, Real limit)
{
    const Real stretch = shear * v3_length(tangential(z, n));
    const Truth beyond = stretch > limit * (1 + 1e-12);
    return truth_any(beyond) ? v3_if(beyond, v3_scale(limit / stretch, z), z) : z;
}

/* fn / d by KIP.1. */
static inline Real normal_stiffness(const ContactSlot *s)
{
    const Real gain = 1 - s->c * v3_dot(s->normal, s->velocity);
    return real_if(gain > real(0), s->kn * gain, real(0));
}

/* The force of the law at the deflection z, in world axes (KIP.2). */
static inline void press(ContactSlot *s, Real friction, KipVec3 z)
{
    const Real fn = normal_stiffness(s) * s->depth, limit = friction * fn;
    const Truth rubs = limit > real(0);
    s->force = v3_scale(fn, s->normal);
    if (!truth_any(rubs))
        return;
    const KipVec3 stretch = v3_add(v3_scale(s->kt, z), v3_scale(s->ct, s->velocity)),
                  shear = tangential(stretch, s->normal);
    const Real square = v3_dot(shear, shear);
    const Truth slides = square > limit * limit; /* the stiffness no longer depends on the deflection */
    KipVec3 held = v3_sub(s->force, shear);
    if (truth_any(slides))
        held = v3_if(slides, v3_add_scaled(s->force, -(limit / real_sqrt(square)), shear), held);
    s->force = v3_if(rubs, held, s->force);
}

/* -- what an explicit contact would meet --------------------------------------------------------------- */

/* The mobility along a unit vector at an arm from the centre of mass of a body taken to be free, 1/kg; `inverse` of its inertia. */
KIP_WITHIN Real mobility_along(KipVec3 direction, KipVec3 arm, KipMat3 R, Real per_mass, KipSym3 inverse)
{
    const KipVec3 w = m3_apply_t(R, v3_cross(arm, direction));
    return per_mass + v3_dot(w, s3_apply(inverse, w));
}

/* h C + h^2 K along the normal, times the mobility measured; and across it, where there is friction. */
static inline Real met_along_normal(const ContactSlot *s, double h)
{
    const Real way = -h * v3_dot(s->velocity, s->normal), comes = real_if(way > real(0), way, real(0));
    const Real mass = h * (s->slope * (h + s->c * 2 * comes) + s->kn * s->c * s->depth);
    return mass * (s->mobility[0][0] + s->mobility[1][0]);
}

static inline Real met_across(const ContactSlot *s, Real friction, double h)
{
    const Real shear = real_if(friction > real(0), h * (s->ct + h * s->kt), real(0));
    return shear * (s->mobility[0][1] + s->mobility[1][1]);
}

/* Computes the known part of the normal force and of the shear a step ahead, and the impedances. */
KIP_WITHIN void look_ahead(ContactSlot *s, KipVec3 z, double h)
{
    const Real none = real(0), parts = v3_dot(s->velocity, s->normal), gain = 1 - s->c * parts;
    const Truth ahead = s->depth > h * parts; /* else it has parted by then */
    const Real k = real_if(ahead, real_if(gain > real(1), s->slope * gain, s->slope), none),
               c = real_if(ahead, s->kn * s->depth * s->c, none);
    KipVec3 shear = v3_add_scaled(v3_scale(s->kt, z), s->ct + h * s->kt, s->velocity);
    s->shear_ahead = tangential(shear, s->normal);
    s->shear_met = h * (s->ct + h * s->kt);
    if (s->normal_looks_ahead) {
        s->normal_ahead = real_if(ahead, s->kn * s->depth * gain - h * k * parts, none);
        s->normal_met = h * (c + h * k);
    } else {
        s->normal_ahead = real_if(gain > none, s->kn * s->depth * gain, none);
        s->normal_met = none;
    }
}

/* -- the grip -------------------------------------------------------------------------------------------- */

static inline Truth is_grip(Whole grip, ContactGrip which)
{
    return grip == whole_all((int)which);
}

/* The grip under a normal force and a shear, the latter being the friction without the cone. */
static inline Whole grip_of(Real normal, KipVec3 shear, Real friction)
{
    const Real none = real(0);
    const Truth within = v3_dot(shear, shear) <= friction * friction * normal * normal;
    return whole_if(normal > none,
                    whole_if((friction > none) & within, whole_all(CONTACT_STICKS),
                             whole_all(CONTACT_SLIDES)),
                    whole_all(CONTACT_PARTS));
}

/* The fraction of the shear without a cone that is friction in itself; sliding friction is proportional to the normal force
 * instead. */
static inline Real shear_held(const ContactSlot *s)
{
    return real_if(is_grip(s->grip, CONTACT_STICKS), real(1),
                   real_if(is_grip(s->grip, CONTACT_TURNS), s->held, real(0)));
}

/* Sets the grip, where `which`, and the part of the force that is known before ABA. Sliding friction opposes the shear and is
 * proportional to the normal force, along `along`; the slip's acceleration of the stage before is subtracted. */
KIP_WITHIN void take_grip(Truth which, ContactSlot *s, Whole grip, Real friction, KipVec3 shear, KipVec3 a)
{
    const Real none = real(0), size = v3_length(shear);
    const Truth leans = is_grip(grip, CONTACT_SLIDES) & (size > none);
    Real known = s->normal_ahead;
    KipVec3 along = s->normal, push;
    if (truth_any(leans)) {
        const KipVec3 lean = v3_scale(friction / size, shear);
        const Real more = s->normal_met * v3_dot(lean, a), most = 0.5 * s->normal_ahead,
                   less = real_if(more > most, most, real_if(more < -most, -most, more));
        along = v3_if(leans, v3_sub(along, lean), along);
        known = real_if(leans, known - less, known);
    }
    s->grip = whole_if(which, grip, s->grip);
    s->along = v3_if(which, along, s->along);
    s->normal_known = real_if(which, known, s->normal_known);
    push = v3_scale(real_if(is_grip(grip, CONTACT_PARTS), none, known), along);
    push = v3_add_scaled(push, -shear_held(s), s->shear_ahead);
    s->force = v3_if(which, push, s->force);
}

/* The grip before ABA: that of the stage before, where the contact `goes_on` from it and does not part now. */
KIP_WITHIN void first_grip(ContactSlot *s, Truth all, Truth goes_on, Real friction)
{
    const Truth within = truth_and(s->grip<whole_all(CONTACT_TURNS), s->normal_ahead> real(0)),
                same = truth_and(goes_on, within);
    const Whole grip = whole_if(same, s->grip, grip_of(s->normal_ahead, s->shear_ahead, friction));
    take_grip(all, s, grip, friction, s->shear_ahead, v3_if(goes_on, s->met, v3_zero()));
}

/* The impedance along the normal and across it that is in effect for the grip. */
static inline void gripped(const ContactSlot *s, Real *normal, Real *shear)
{
    *normal = real_if(is_grip(s->grip, CONTACT_PARTS), real(0), s->normal_met);
    *shear = shear_held(s) * s->shear_met;
}

/* The impedance with these components along the contact's `along` and across it, in a body's axes. */
static inline KipSym3 impedance_of(const KipDynamics *d, int body, const ContactSlot *s, Real normal,
                                   Real shear)
{
    KipVec3 along = m3_apply_t(d->world[body].R, s->along);
    return s3_sub_outer(s3_diagonal(shear, shear, shear), v3_scale(shear - normal, along), along);
}

/* -- what its acceleration has beside the spatial one ----------------------------------------------------- */

/* Midway between the two surfaces, m. */
static inline Real within_of(bool on_plane, const ContactSlot *s)
{
    return on_plane ? real(0) : 0.5 * s->depth;
}

/* The velocity, in the link's axes, at which the touching point moves over the surface of a sphere that rotates: it then moves
 * as the centre does. */
static inline KipVec3 creep_of_sphere(const KipDynamics *d, const ContactSlot *s, int side, double radius,
                                      bool on_plane)
{
    const int body = side ? s->body2 : s->body1;
    KipVec3 in = m3_apply_t(d->world[body].R, side ? s->normal : v3_neg(s->normal));
    return v3_scale(radius - within_of(on_plane, s), v3_cross(d->link[body].v.w, in));
}

/* w x v of the material point, as at a corner; and of a touching point that moves over the surface. */
static inline KipVec3 beside_corner(const KipDynamics *d, const ContactSlot *s, int side)
{
    return v3_cross(d->link[side ? s->body2 : s->body1].v.w, s->rate[side]);
}

static inline KipVec3 beside_round(const KipDynamics *d, const ContactSlot *s, int side, KipVec3 creep)
{
    return v3_cross(d->link[side ? s->body2 : s->body1].v.w, v3_add(s->rate[side], creep));
}

/* -- after ABA ------------------------------------------------------------------------------------------- */

/* The acceleration of body 2 relative to body 1 at the point. */
static inline KipVec3 relative_acceleration(const KipDynamics *d, const ContactSlot *s)
{
    KipVec3 a = s->moves2 ? arm_acceleration(d, s->body2, s->arm2, s->beside[1]) : v3_zero();
    return s->moves1 ? v3_sub(a, arm_acceleration(d, s->body1, s->arm1, s->beside[0])) : a;
}

/* The normal force for the acceleration a, and the shear without a cone. */
static inline Real normal_left(const ContactSlot *s, KipVec3 a)
{
    return s->normal_known - s->normal_met * v3_dot(s->along, a);
}

static inline KipVec3 shear_left(const ContactSlot *s, KipVec3 a)
{
    return v3_add_scaled(s->shear_ahead, s->shear_met, tangential(a, s->normal));
}

static const int most_returns = 16; /* rounds in which a parted contact may press again */

/* The grip for the acceleration found. The slip's acceleration may make a pressed sliding contact seem to part, and jammed
 * points would do so one after the other. Such a contact presses without friction by the acceleration along the normal, and
 * so does one that was parted too early. */
KIP_WITHIN Whole grip_found(const ContactSlot *s, Real friction, int round)
{
    const Truth pressed = s->normal_ahead > s->normal_met * v3_dot(s->normal, s->met);
    const Whole grip = grip_of(s->normal_force, s->shear_force, friction), parts = whole_all(CONTACT_PARTS),
                presses = whole_if(pressed, whole_all(CONTACT_PRESSES), parts);
    const Truth parted = is_grip(grip, CONTACT_PARTS);
    Whole found = grip;
    if (round > 0)
        found = whole_if(grip < s->grip, s->grip, grip);
    found = whole_if(parted | is_grip(s->grip, CONTACT_PRESSES), presses, found);
    found = whole_if(truth_and(is_grip(s->grip, CONTACT_TURNS), truth_not(parted)), s->grip, found);
    if (round > 0)
        found = whole_if(is_grip(s->grip, CONTACT_PARTS), round < most_returns ? presses : parts, found);
    return found;
}

/* Sliding friction keeps its direction, that of the shear before, while ABA runs. In a slow slide, as of a body that lies
 * almost at rest, the acceleration may turn the shear; force along the old direction would push the body to one side in one
 * stage and to the other in the next, without end. Friction is then a fraction of the shear, in any direction, such that it
 * ends on the cone; the fraction is found iteratively. */
static const double turned_cosine = 0.9; /* of the angle from which on this is done, 26 degrees */
static const int most_turns = 8;         /* rounds in which a contact may be found to turn */
static const int most_holds = 30;        /* rounds to find the fraction, which suffice but for 1 in 6,000 */
static const double above_cone = 1e-3, below_cone = 1e-2; /* relative tolerances for its end */

/* Whether the acceleration found turns the direction of friction away from the assumed one. */
static inline Truth turned(const ContactSlot *s)
{
    KipVec3 lean = v3_sub(s->normal, s->along);
    return v3_dot(lean, s->shear_force) < turned_cosine * v3_length(lean) * v3_length(s->shear_force);
}

static inline Truth held_on_cone(const ContactSlot *s, Real friction, int round)
{
    const Real limit = friction * s->normal_force, shear = s->held * v3_length(s->shear_force);
    const Truth on =
        (shear <= limit * (1 + above_cone)) & ((s->held == real(1)) | (shear >= limit * (1 - below_cone)));
    return round >= most_holds ? on | truth_not(on) : on;
}

/* The fraction of the shear that ends on the cone. */
static inline Real held_by_cone(const ContactSlot *s, Real friction)
{
    const Real limit = friction * s->normal_force, shear = v3_length(s->shear_force);
    return real_if(shear > limit, limit / shear, real(1));
}

/* Where the grip differs from the assumed one for the acceleration `met`, of those that are `asked`: there forces become those
 * of the new one. */
KIP_WITHIN Truth regrip(Truth asked, ContactSlot *s, Real friction, int round)
{
    s->normal_force = real_if(asked, normal_left(s, s->met), s->normal_force);
    s->shear_force = v3_if(asked, shear_left(s, s->met), s->shear_force);
    Whole grip = grip_found(s, friction, round);
    const Truth slides =
        truth_and(asked, truth_and(is_grip(grip, CONTACT_SLIDES), is_grip(s->grip, CONTACT_SLIDES)));
    if (round < most_turns && truth_any(slides))
        grip = whole_if(truth_and(slides, turned(s)), whole_all(CONTACT_TURNS), grip);
    const Truth turns = truth_and(asked, is_grip(grip, CONTACT_TURNS));
    Truth changed = (grip != s->grip) & asked;
    if (truth_any(turns)) {
        changed = changed | truth_and(turns, truth_not(held_on_cone(s, friction, round)));
        s->held = real_if(turns & changed, held_by_cone(s, friction), s->held);
    }
    if (truth_any(changed))
        take_grip(changed, s, grip, friction, s->shear_force, s->met);
    return changed;
}

/* The force on body 2 for the acceleration found. */
static inline KipVec3 effective_force(const ContactSlot *s)
{
    return v3_if(is_grip(s->grip, CONTACT_PARTS), v3_zero(),
                 v3_add_scaled(v3_scale(s->normal_force, s->along), -shear_held(s), s->shear_force));
}

#endif
