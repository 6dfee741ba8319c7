/* Strong contacts between bodies that move, as in stacks, by conjugate gradients.
 *
 * Let e be the external forces by which contact_between.c makes up for the bodies' own impedances, P the inertia of the bodies
 * with these, and A with the impedances between them instead. ABA gives a = P^-1 (f + e), and what is left to give is
 *
 *    r = (P - A) a - e = f - A a
 *
 * The plain iteration adds r to e. Of an error in the accelerations that a contact does not see, as where it falls with what it
 * bears on, each round takes off a part of m / Z, m a mass and Z the impedance on it. Where that is small the forces hardly
 * change long before they are right, and what they are off by, a part of what the heaviest weighs, accelerates the lightest: stacks
 * exploded. As P and A are symmetric and P is the greater, its rounds are also those of conjugate gradients with
 * P as preconditioner: P^-1 r is what r adds to the accelerations. These need as many rounds as P^-1 A has eigenvalues that
 * differ, 5 to 15.
 *
 * Where a contact parts or slides within the iteration r is not linear. Then the step along the direction is sought by regula
 * falsi, for which no ABA is needed, as all is known at the contacts, and the direction follows Polak and Ribiere. */
#include <math.h>

#include "contact_parts.h"

static const double enough = 1e-8; /* of the forces: error at which the iteration ends */
static const double flat = 0.1; /* of the slope at its beginning: where a step along the direction may end */
static const int most_tries = 12;     /* for that */
static const double most_growth = 10; /* of the step, in a try */

#define EACH_BETWEEN(sim, i)                                                                                 \
    for (int i = 0; i < (sim)->ntouching; i++)                                                               \
        if ((sim)->slot[(sim)->touching[i]].coupling == CONTACT_BETWEEN)

static inline KipVec3 relative(const KipVec3 of[2])
{
    return v3_sub(of[1], of[0]);
}

void kip_stack_begin(KipSim *sim)
{
    sim->solving.stacked = (Stacked){.begun = true};
    EACH_BETWEEN(sim, i)
    {
        const ContactSlot *s = sim->slot + sim->touching[i];
        ContactStack *b = sim->stack + sim->touching[i];
        for (int side = 0; side < 2; side++)
            b->at[side] = met_acceleration(sim->d, s, side);
        const KipVec3 between = kip_contact_met(sim, s, relative(b->at));
        for (int side = 0; side < 2; side++) {
            b->extra[side] = s->extra[side];
            b->left[side] = v3_sub(kip_contact_excess(s, side, between, b->at[side]), b->extra[side]);
            b->more[side] = b->way[side] = b->gains[side] = v3_zero();
        }
    }
}

/* What the force between the two loses for a relative acceleration x more, near the relative acceleration a. */
static KipVec3 lost(const KipSim *sim, const ContactSlot *s, KipVec3 a, KipVec3 x)
{
    const double normal = normal_left(s, a), limit = contact_friction(sim, s) * normal;
    if (s->grip == CONTACT_PARTS || !(normal > 0))
        return v3_zero();
    if (s->grip == CONTACT_SLIDES)
        return v3_scale(s->normal_met * v3_dot(s->along, x), s->along);
    const double size = v3_length(shear_left(s, a)), held = size > limit ? limit / size : 1;
    return v3_add_scaled(v3_scale(s->normal_met * v3_dot(s->normal, x), s->normal), held * s->shear_met,
                         tangential(x, s->normal));
}

/* What r adds to the accelerations, from the last ABA. Returns r P^-1 r; `before` is the same with the last but one P^-1 r. */
static double meet_left(KipSim *sim, double *before)
{
    double now = 0;
    *before = 0;
    EACH_BETWEEN(sim, i)
    {
        const ContactSlot *s = sim->slot + sim->touching[i];
        ContactStack *b = sim->stack + sim->touching[i];
        for (int side = 0; side < 2; side++) {
            *before += v3_dot(b->left[side], b->more[side]);
            b->more[side] = v3_sub(met_acceleration(sim->d, s, side), b->at[side]);
            now += v3_dot(b->left[side], b->more[side]);
        }
    }
    return now;
}

/* The direction, with a part of the last one. Returns the slope along it. */
static double turn(KipSim *sim, double part)
{
    double slope = 0;
    EACH_BETWEEN(sim, i)
    {
        ContactStack *b = sim->stack + sim->touching[i];
        for (int side = 0; side < 2; side++) {
            b->way[side] = v3_add_scaled(b->left[side], part, b->way[side]);
            b->gains[side] = v3_add_scaled(b->more[side], part, b->gains[side]);
            slope += v3_dot(b->left[side], b->gains[side]);
        }
    }
    return slope;
}

/* How the slope changes along the direction, to first order. */
static double bend(const KipSim *sim)
{
    double bent = 0;
    EACH_BETWEEN(sim, i)
    {
        const ContactSlot *s = sim->slot + sim->touching[i];
        const ContactStack *b = sim->stack + sim->touching[i];
        const KipVec3 f = v3_neg(lost(sim, s, relative(b->at), relative(b->gains)));
        for (int side = 0; side < 2; side++)
            bent +=
                v3_dot(b->gains[side], v3_sub(b->way[side], kip_contact_excess(s, side, f, b->gains[side])));
    }
    return bent;
}

/* A bound of the same, with the bodies' own impedances, of which those between them are never more than a part. */
static double most_bend(const KipSim *sim)
{
    double bent = 0;
    EACH_BETWEEN(sim, i)
    {
        const ContactStack *b = sim->stack + sim->touching[i];
        for (int side = 0; side < 2; side++)
            bent += v3_dot(b->gains[side], b->way[side]);
    }
    return bent;
}

/* The slope after a step along the direction. */
static double slope_at(const KipSim *sim, double step)
{
    double slope = 0;
    EACH_BETWEEN(sim, i)
    {
        const ContactSlot *s = sim->slot + sim->touching[i];
        const ContactStack *b = sim->stack + sim->touching[i];
        KipVec3 at[2];
        for (int side = 0; side < 2; side++)
            at[side] = v3_add_scaled(b->at[side], step, b->gains[side]);
        const KipVec3 between = kip_contact_met(sim, s, relative(at));
        for (int side = 0; side < 2; side++) {
            const KipVec3 extra = v3_add_scaled(b->extra[side], step, b->way[side]);
            slope += v3_dot(b->gains[side], v3_sub(kip_contact_excess(s, side, between, at[side]), extra));
        }
    }
    return slope;
}

/* The step along the direction to where its slope is next to none; or, where friction leaves no such place, a safe one. */
static double find_step(const KipSim *sim, double slope, double bent)
{
    double low = 0, high = INFINITY, at_low = slope, at_high = 0, step = slope / bent;
    for (int i = 0; i < most_tries; i++) {
        const double now = slope_at(sim, step);
        if (fabs(now) <= flat * slope)
            return step;
        if (now > 0)
            low = step, at_low = now, at_high *= 0.5;
        else
            high = step, at_high = now, at_low *= 0.5;
        const double secant = slope > now ? slope / (slope - now) : most_growth;
        step = high < INFINITY ? low + (high - low) * at_low / (at_low - at_high)
                               : step * fmin(secant, most_growth);
    }
    return slope / most_bend(sim);
}

/* Takes the step; the next ABA is that of what is left then. */
static void take_step(KipSim *sim, double step)
{
    double size = 0;
    EACH_BETWEEN(sim, i)
    {
        ContactSlot *s = sim->slot + sim->touching[i];
        ContactStack *b = sim->stack + sim->touching[i];
        for (int side = 0; side < 2; side++) {
            b->extra[side] = v3_add_scaled(b->extra[side], step, b->way[side]);
            b->at[side] = v3_add_scaled(b->at[side], step, b->gains[side]);
        }
        const KipVec3 between = kip_contact_met(sim, s, relative(b->at)), whole = v3_add(s->force, between);
        for (int side = 0; side < 2; side++) {
            const KipVec3 given = kip_contact_excess(s, side, between, b->at[side]);
            b->left[side] = v3_sub(given, b->extra[side]);
            push_side(sim, s, side, v3_sub(given, s->extra[side]));
            s->extra[side] = given;
            size += s->mobility[side][0] * (v3_dot(whole, whole) + v3_dot(given, given));
        }
        s->found = between;
        stir(sim, s);
    }
    sim->solving.stacked.size = size;
}

bool kip_stack_go_on(KipSim *sim)
{
    Stacked *stacked = &sim->solving.stacked;
    double before, slope, bent = 0;
    const double now = meet_left(sim, &before);
    if (now > enough * enough * stacked->size) {
        slope = turn(sim, now > before && stacked->product > 0 ? (now - before) / stacked->product : 0);
        if (!(slope > 0))
            slope = turn(sim, 0);
        bent = bend(sim);
    }
    if (!(bent >
          0)) { /* it has ended, or what is left is rounding: the last accelerations are those of the forces */
        stacked->begun = false;
        return false;
    }
    stacked->product = now;
    take_step(sim, find_step(sim, slope, bent));
    return true;
}
