/* Contacts between two bodies that both move, where an explicit step would be unstable.
 *
 * The forces on the two bodies must be opposite, so that the impedance must meet their relative acceleration. ABA runs twice. In
 * the first run each body meets its own acceleration, with the part of the impedance that two free bodies of their masses
 * would meet. The relative acceleration found determines the force between them, which acts on both, with opposite signs, in the
 * second run. In stacks and heaps, where impedances are many times the bodies' masses, this is too inaccurate: there the
 * excess of the bodies' own impedances over that force is applied as an external force, and ABA is repeated
 * until the forces converge. */
#include "contact_parts.h"

static const double settled = 0.001; /* relative change of the forces at which the iteration ends */

bool kip_contact_impede_between(KipSim *sim)
{
    if (!sim->contacts_between)
        return false;
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        s->extra[0] = s->extra[1] = s->found = v3_zero();
        if (s->coupling == CONTACT_BETWEEN)
            kip_contact_impede(sim, s);
    }
    return true;
}

/* The unknown part of the force on body 2 for the relative acceleration found. It does not pull, and friction is within the
 * cone. */
static KipVec3 met(const KipSim *sim, const ContactSlot *s)
{
    KipVec3 a = relative_met(sim->d, s), shear;
    double normal = normal_left(s, a), limit = contact_friction(sim, s) * normal, size;
    if (s->grip == CONTACT_PARTS || !(normal > 0))
        return v3_neg(s->force);
    if (s->grip == CONTACT_SLIDES)
        return v3_sub(v3_scale(normal, s->along), s->force);
    shear = shear_left(s, a), size = v3_length(shear);
    if (size > limit)
        shear = v3_scale(limit / size, shear);
    return v3_sub(v3_sub(v3_scale(normal, s->normal), shear), s->force);
}

/* The excess of the force of one body's own impedance over the force between the two. */
static KipVec3 excess(const KipSim *sim, const ContactSlot *s, int side, KipVec3 between)
{
    double normal, shear;
    KipVec3 a = met_acceleration(sim->d, s, side);
    kip_contact_own_impedance(s, side, &normal, &shear);
    a = meet(s, normal, shear, a);
    return side ? v3_add(a, between) : v3_sub(a, between);
}

bool kip_contact_correct_between(KipSim *sim)
{
    double change = 0, size = 0;
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        KipVec3 between, extra[2];
        if (s->coupling != CONTACT_BETWEEN)
            continue;
        between = met(sim, s);
        stir(sim, s);
        change += v3_dot(v3_sub(between, s->found), v3_sub(between, s->found));
        size += v3_dot(between, between);
        s->found = between;
        for (int side = 0; side < 2; side++)
            extra[side] = excess(sim, s, side, between);
        for (int side = 0; side < 2; side++)
            push_side(sim, s, side, v3_sub(extra[side], s->extra[side]));
        s->extra[0] = extra[0], s->extra[1] = extra[1];
    }
    return change > settled * settled * size;
}

void kip_contact_push_between(KipSim *sim, int nimpedance)
{
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        KipVec3 f;
        if (s->coupling != CONTACT_BETWEEN)
            continue;
        f = met(sim, s);
        stir(sim, s);
        s->force = v3_add(s->force, f);
        push_side(sim, s, 0, v3_neg(v3_add(f, s->extra[0])));
        push_side(sim, s, 1, v3_sub(f, s->extra[1]));
    }
    sim->d->nimpedance = nimpedance;
}
