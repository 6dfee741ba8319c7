/* Contacts between two bodies that both move, where an explicit step would be unstable.
 *
 * The forces on the two bodies must be opposite, so that the impedance must meet their relative acceleration. ABA runs twice. In
 * the first run each body meets its own acceleration, with the part of the impedance that two free bodies of their masses
 * would meet. The relative acceleration found determines the force between them, which acts on both, with opposite signs, in the
 * second run. In stacks and heaps, where impedances are many times the bodies' masses, this is too inaccurate: there the
 * excess of the bodies' own impedances over that force is applied as an external force, and ABA is repeated
 * until the forces converge; of the strongest ones by conjugate gradients (contact_stack.c). */
#include "carried.h"
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

KipVec3 kip_contact_met(const KipSim *sim, const ContactSlot *s, KipVec3 a)
{
    KipVec3 shear;
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

static KipVec3 met(const KipSim *sim, const ContactSlot *s)
{
    return kip_contact_met(sim, s, relative_met(sim->d, s));
}

KipVec3 kip_contact_excess(const ContactSlot *s, int side, KipVec3 between, KipVec3 a)
{
    double normal, shear;
    kip_contact_own_impedance(s, side, &normal, &shear);
    a = meet(s, normal, shear, a);
    return side ? v3_add(a, between) : v3_sub(a, between);
}

/* Whether one of the contacts is stronger than the iteration below can solve in its rounds. */
static bool is_too_strong(const KipSim *sim)
{
    for (int i = 0; i < sim->ntouching; i++) {
        const ContactSlot *s = sim->slot + sim->touching[i];
        const bool lone = !is_limb(sim, s->body1) && !is_limb(sim, s->body2);
        if (s->coupling == CONTACT_BETWEEN && s->normal_met * (s->mobility[0][0] + s->mobility[1][0]) >
                                                  (lone ? carried_in_rounds : limbs_in_rounds))
            return true;
    }
    return false;
}

bool kip_contact_correct_between(KipSim *sim)
{
    Stacked *stacked = &sim->solving.stacked;
    double change = 0, size = 0;
    if (stacked->begun)
        return kip_stack_go_on(sim);
    if (sim->solving.round == 1 && is_too_strong(sim))
        kip_stack_begin(sim);
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
            extra[side] = kip_contact_excess(s, side, between, met_acceleration(sim->d, s, side));
        for (int side = 0; side < 2; side++)
            push_side(sim, s, side, v3_sub(extra[side], s->extra[side]));
        s->extra[0] = extra[0], s->extra[1] = extra[1];
    }
    return stacked->begun || change > settled * settled * size;
}

void kip_contact_push_between(KipSim *sim, int nimpedance)
{
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        KipVec3 f;
        if (s->coupling != CONTACT_BETWEEN)
            continue;
        f = sim->solving.stacked.begun ? s->found : met(sim, s);
        stir(sim, s);
        s->force = v3_add(s->force, f);
        push_side(sim, s, 0, v3_neg(v3_add(f, s->extra[0])));
        push_side(sim, s, 1, v3_sub(f, s->extra[1]));
    }
    sim->d->nimpedance = nimpedance;
}
