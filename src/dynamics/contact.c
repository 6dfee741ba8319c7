/* Contact by penalty forces, at every point where two solids meet.
 *
 *    normal     fn = kn d (1 + c d') >= 0, d the depth and d' its rate: surfaces do not stick
 *    friction   ft = -(kt z + ct s) within the cone |ft| <= mu fn;  z' = s, s the slip velocity    (KIP.1, KIP.2)
 *
 * kn, kt, ct and c are properties of the two surfaces (surface.h). Where a restitution is given, c = C / u, with u the
 * greatest closing speed since the two last began to close, but at least w d, and a correction for a weight that falls
 * during the contact.
 *
 * The deflection z is a state of the contact. It is integrated with the other state variables, in the axes of body 1, is
 * projected onto the cone at the end of each step, and is reset when the two part. It is not an anchor in the
 * material: where a ball rolls without slip, s and z are zero. Both bodies receive opposite forces at the same point, so
 * that a contact between two bodies changes no momentum.
 *
 * In the implicit methods each stage meets the contact a step h ahead, with the velocity v and the unknown acceleration a:
 *
 *    f = f(d, d', z, s) - K h v - (h C + h^2 K) a,   C and K the slopes of the law
 *
 * a is the relative acceleration at the contact. On a round body, where the touching point moves over the surface, it is that
 * of the centre of curvature; the material point has w^2 r in addition, which does not change the depth. At a corner it is
 * the material point's. ABA folds h C + h^2 K into the articulated inertia (contact_couple.c, contact_between.c).
 *
 * The grip is the state of a contact: it sticks, slides, turns, presses without friction, or has parted. Before ABA the grip of
 * the stage before is assumed. After ABA it is determined from the forces that follow from the acceleration, and ABA runs again
 * where it has changed. A sliding contact, with the slip along the unit vector t, meets the acceleration along n - mu t alone,
 *
 *    f = (n - mu t) (fn - k a . (n - mu t) - k mu a' . t),   k = h C + h^2 K
 *
 * so that the impedance is symmetric, as ABA requires. a' is the acceleration of the stage before; its term removes the
 * slip's acceleration from the normal force. By that term a rough contact that jams would part, however deep it is; it
 * presses without friction in this stage instead.
 *
 * The extrapolation is of first order in the step. It dissipates energy and adds none. */
#include <limits.h>
#include <math.h>

#include "contact_parts.h"

/* -- the law --------------------------------------------------------------------------------------------- */

static const double hardening = 3;  /* growth of stiffness beyond the expected depth */
static const double sheared = 8;    /* growth from which on the stiffness across the normal grows too */
static const double settling = 0.1; /* s: decay time of that depth after a fast approach */

/* The component of gravity that presses the two together, m/s^2. Of two bodies that move, the upper one weighs on the
 * lower. */
static double weighs(const KipSim *sim, const ContactSlot *s)
{
    const double down = -v3_dot(sim->d->gravity, s->normal), on = s->moves2 ? down : -down;
    return s->moves1 && s->moves2 ? fabs(down) : on > 0 ? on : 0;
}

/* Beyond the depth that the mass of the softer body explains, the stiffness grows with depth (surface.h). */
static void harden(const KipSim *sim, ContactSlot *s, double expected)
{
    const double beyond = hardening * (s->depth / expected - 1), more = beyond * beyond;
    if (!(beyond > 0))
        return;
    s->slope *= 1 + more + 2 * hardening * beyond * s->depth / expected;
    s->kn *= 1 + more;
    if (!is_limb(sim, s->body1) && !is_limb(sim, s->body2))
        s->firm = fmax(1, (1 + more) / sheared);
    s->kt *= s->firm;
}

/* Sets the law's coefficients for this contact, with more stiffness for a fast approach and for a load beyond the body's
 * own weight. h is the step that begins now, s; 0 where none does. */
KIP_TWICE static void take_law(const KipSim *sim, ContactSlot *s, double h)
{
    const ContactLaw *law = &sim->near[s->pair].law;
    s->kn = s->share * law->kn, s->kt = s->share * law->kt, s->ct = s->share * law->ct;
    s->c = law->c, s->slope = s->kn, s->firm = 1;
    if (law->leaves > 0) {
        double speed = fabs(s->speed), rate = law->rate;
        if (speed > law->fast)
            rate *= speed / law->fast, s->kn *= speed * speed / (law->fast * law->fast);
        s->slope = s->kn;
        s->c = kip_surface_damping(law, speed, rate, s->depth, weighs(sim, s));
        const double expected = kip_surface_depth(law, speed, rate), excess = s->expected - expected;
        const bool loaded = s->known && s->expected > 0 && s->depth > s->expected;
        if (excess > 0)
            s->expected = expected + excess / (1 + h / settling);
        else if (!loaded)
            s->expected = expected;
        if (!s->known)
            s->expected = fmax(s->expected, s->depth);
        if (sim->method->implicit)
            harden(sim, s, s->expected);
    }
    if (!sim->method->implicit)
        kip_contact_soften(sim, s);
}

/* -- before ABA ------------------------------------------------------------------------------------------ */

/* Sets the part of the force in a stage that is known before ABA, and the impedance. */
KIP_TWICE static void press_in_stage(KipSim *sim, ContactSlot *s, const Stage *stage)
{
    const Method *method = stage->method;
    const int i = stage->index;
    const double friction = contact_friction(sim, s);
    KipVec3 z = s->z;
    if (i > 0 && s->stages >> (i - 1) & 1)
        z = v3_add_scaled(z, method->lead[i], s->dz[i - 1]);
    z = from_body1(sim->d, s, z);
    if (s->stages == 0) {
        if (stage->first)
            s->mean = v3_zero();
        if (!s->known)
            s->speed = speed_noted(s);
    }
    take_law(sim, s, s->stages == 0 ? stage->h : 0);
    if (s->stages == 0) {
        s->firm_begun = s->firm;
        s->coupling = method->implicit ? kip_contact_couple(sim, s, friction, stage->h) : CONTACT_EXPLICIT;
    } else if (s->coupling == CONTACT_EXPLICIT && method->implicit &&
               kip_contact_outgrows(sim, s, stage->h)) {
        s->met = v3_zero();
    }
    if (s->coupling == CONTACT_EXPLICIT) {
        press(s, friction, z);
    } else {
        look_ahead(s, z, stage->h);
        first_grip(s, true, s->coupling == CONTACT_ON_LINK && i > 0 && s->stages >> (i - 1) & 1, friction);
    }
    if (s->coupling == CONTACT_ON_LINK)
        kip_contact_impede(sim, s);
    sim->contacts_between = sim->contacts_between || s->coupling == CONTACT_BETWEEN;
    s->known = true;
}

KIP_TWICE void kip_contact_press(KipSim *sim, const Stage *stage)
{
    sim->d->nimpedance = 0;
    sim->contacts_between = false;
    for (int i = sim->in_lanes; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        if (i < sim->unplaced)
            contact_place(sim->d, s);
        press_in_stage(sim, s, stage);
        push_both(sim, s, s->force);
        if (resists_turning(sim, s))
            kip_roll_press(sim, s, stage);
        s->stages |= 1u << stage->index;
    }
    sim->unplaced = INT_MAX;
}

KIP_TWICE static void press_at_rest(KipSim *sim, ContactSlot *s, bool stepped)
{
    const double friction = contact_friction(sim, s);
    contact_place(sim->d, s);
    s->speed = speed_noted(s);
    take_law(sim, s, 0);
    s->z =
        held_in_cone(s->z, to_body1(sim->d, s, s->normal), s->kt, friction * normal_stiffness(s) * s->depth);
    const bool rolls = resists_turning(sim, s), is_new = !stepped && !s->known;
    if (rolls || is_new)
        press(s, friction, from_body1(sim->d, s, s->z));
    if (rolls)
        kip_roll_rest(sim, s, stepped);
    if (is_new)
        s->mean = s->force;
}

KIP_TWICE void kip_contact_rest(KipSim *sim, bool stepped)
{
    sim->ncontact = 0;
    for (int i = sim->in_lanes; i < sim->ntouching; i++)
        press_at_rest(sim, sim->slot + sim->touching[i], stepped);
    EACH_LIVE(sim, i)
    {
        ContactSlot *s = sim->slot + i;
        if (!s->touching && s->known) /* a parted contact is kept only for its mean force in this step */
            kip_contact_forget(sim, s);
        if (s->touching || v3_dot(s->mean, s->mean) > 0)
            kip_contact_list(sim, s);
        else if (!sim->twist)
            sim->live[i / 64] &= ~((uint64_t)1 << i % 64);
    }
    kip_contact_end_memory(sim, sim->ncontact);
    sim->unplaced = sim->in_lanes;
}

void kip_contact_push_at_rest(KipSim *sim)
{
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        if (i < sim->unplaced) { /* its law has no memory */
            contact_place(sim->d, s);
            take_law(sim, s, 0);
        }
        press(s, contact_friction(sim, s), from_body1(sim->d, s, s->z));
        push_both(sim, s, s->force);
    }
}

/* -- after ABA ------------------------------------------------------------------------------------------- */

/* Whether the grip differs from the assumed one; if so, forces and impedance become those of the new one. */
KIP_TWICE static bool regrip_one(KipSim *sim, ContactSlot *s, int round)
{
    const KipVec3 before = s->force;
    double normal, shear;
    s->met = relative_met(sim->d, s);
    if (!regrip(true, s, contact_friction(sim, s), round))
        return false;
    stir(sim, s);
    push_both(sim, s, v3_sub(s->force, before));
    gripped(s, &normal, &shear);
    if (s->impedance >= 0) {
        Impedance *z = sim->d->impedance + s->impedance;
        z->Z = impedance_of(sim->d, z->body, s, normal, shear);
    }
    return true;
}

KIP_TWICE bool kip_contact_regrip(KipSim *sim, const Stage *stage, int round)
{
    bool again = sim->in_lanes > 0 && sim->regripped;
    for (int i = sim->in_lanes; stage->method->implicit && i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        const bool idle = round > 0 && sim->nrow == 0 && sim->d->idle[s->moves1 ? s->body1 : s->body2];
        if (s->coupling == CONTACT_ON_LINK && !idle)
            again = regrip_one(sim, s, round) || again;
    }
    return again;
}

/* Adds work and impulse of the force on one body, of which some axes are masked. */
static void account_side(KipSim *sim, const ContactSlot *s, int side, KipVec3 f, const Stage *stage)
{
    int body = side ? s->body2 : s->body1;
    Force wrench = kip_mask_wrench(sim->d, body, s->mask[side], s->point, f, v3_zero());
    if (side ? s->moves2 : s->moves1)
        kip_mask_account(sim, body, wrench, stage, &sim->work->contacts);
}

KIP_TWICE void kip_contact_account(KipSim *sim, const Stage *stage)
{
    double h = stage->h, time = stage->method->weight[stage->index] * h, half = stage_half(stage);
    for (int i = sim->in_lanes; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        KipVec3 moved = v3_scale(h, s->velocity), a = v3_zero();
        bool masked = s->mask[0] || s->mask[1];
        if (s->coupling == CONTACT_ON_LINK)
            s->force = effective_force(s);
        if (s->coupling != CONTACT_EXPLICIT) {
            a = masked || s->coupling == CONTACT_BETWEEN ? relative_acceleration(sim->d, s) : s->met;
            moved = v3_add_scaled(moved, h * h, a);
        }
        s->mean = v3_add_scaled(s->mean, stage->told, s->force);
        if (resists_turning(sim, s))
            kip_roll_account(sim, s, stage);
        s->dz[stage->index] = to_body1(sim->d, s, tangential(moved, s->normal));
        if (masked) {
            account_side(sim, s, 0, v3_neg(s->force), stage);
            account_side(sim, s, 1, s->force, stage);
            continue;
        }
        sim->work->contacts += time * v3_dot(s->force, v3_add_scaled(s->velocity, half, a));
        if (s->moves1)
            kip_momentum_push(sim, s->body1, v3_neg(s->force), v3_zero(), s->point);
        if (s->moves2)
            kip_momentum_push(sim, s->body2, s->force, v3_zero(), s->point);
    }
}
