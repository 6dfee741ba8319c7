/* Shared by the files of contacts. Internal to contact*.c. */
#ifndef KIP_DYNAMICS_CONTACT_PARTS_H
#define KIP_DYNAMICS_CONTACT_PARTS_H

#include "contact_ahead.h"
#include "mask.h"
#include "quat.h"
#include "sim_parts.h"

/* The coefficient of sliding friction. */
static inline double contact_friction(const KipSim *sim, const ContactSlot *s)
{
    return *sim->friction_scale * sim->near[s->pair].friction;
}

/* Whether a body that moves is one of a tree of several. */
static inline bool is_limb(const KipSim *sim, int body)
{
    return !sim->model->tree->link[body].is_static && !sim->tree[sim->tree_of[body]].single;
}

/* Whether the pair has friction against spinning or rolling (contact_roll.c). */
static inline bool resists_turning(const KipSim *sim, const ContactSlot *s)
{
    return sim->twist && (sim->near[s->pair].spin > 0 || sim->near[s->pair].roll > 0);
}

/* The place of the lowest bit that is set. */
static inline int lowest_bit(uint64_t bits)
{
#ifdef __GNUC__
    return __builtin_ctzll(bits);
#else
    int n = 0;
    for (; !(bits & 1); bits >>= 1)
        n++;
    return n;
#endif
}

/* The first live slot from one on, or nslot or more. */
static inline int live_from(const KipSim *sim, int slot)
{
    for (; slot < sim->nslot; slot = (slot | 63) + 1) {
        const uint64_t left = sim->live[slot / 64] >> slot % 64;
        if (left)
            return slot + lowest_bit(left);
    }
    return slot;
}

/* Slots that touch, or are remembered, in their order. The others, five of six where ten people fall over each other, nothing changes
 * in a step: to leave them out takes 3 % of the instructions from it. */
#define EACH_LIVE(sim, i) for (int i = live_from(sim, 0); i < (sim)->nslot; i = live_from(sim, i + 1))

/* Both bodies must be solved again. */
static inline void stir(KipSim *sim, const ContactSlot *s)
{
    kip_stir(sim, s->body1);
    kip_stir(sim, s->body2);
}

/* Adds a force at the contact to one of the bodies, which must be able to move. */
static inline void push_side(KipSim *sim, const ContactSlot *s, int side, KipVec3 f)
{
    int body = side ? s->body2 : s->body1;
    if (s->mask[side])
        kip_mask_push(sim->d, body, kip_mask_wrench(sim->d, body, s->mask[side], s->point, f, v3_zero()));
    else
        arm_push(sim->d, body, side ? s->arm2 : s->arm1, f);
}

/* Adds f to body 2 and -f to body 1, if they can move. */
static inline void push_both(KipSim *sim, const ContactSlot *s, KipVec3 f)
{
    if (s->moves1)
        push_side(sim, s, 0, v3_neg(f));
    if (s->moves2)
        push_side(sim, s, 1, f);
}

/* The force of an impedance with these components along `along` and across it, for the acceleration a. */
static inline KipVec3 meet(const ContactSlot *s, double normal, double shear, KipVec3 a)
{
    return v3_add_scaled(v3_scale(shear, a), (normal - shear) * v3_dot(s->along, a), s->along);
}

/* The acceleration of the contact point of one moving body, as its impedance met it in the last ABA. */
static inline KipVec3 met_acceleration(const KipDynamics *d, const ContactSlot *s, int side)
{
    int body = side ? s->body2 : s->body1;
    KipVec3 arm = side ? s->arm2 : s->arm1;
    return s->mask[side] ? kip_mask_acceleration(d, body, s->mask[side], arm, s->beside[side])
                         : arm_acceleration(d, body, arm, s->beside[side]);
}

/* The same of body 2 relative to body 1. */
static inline KipVec3 relative_met(const KipDynamics *d, const ContactSlot *s)
{
    KipVec3 a = s->moves2 ? met_acceleration(d, s, 1) : v3_zero();
    return s->moves1 ? v3_sub(a, met_acceleration(d, s, 0)) : a;
}

/* -- contact_couple.c ------------------------------------------------------------------------------------ */

/* Decides, when a contact begins in a step, whether it is explicit or implicit, and to whose acceleration it is coupled. */
ContactCoupling kip_contact_couple(KipSim *sim, ContactSlot *s, double friction, double h);
/* Whether an explicit contact has become too stiff in a later stage, as when a body at rest is hit and driven into the
 * ground; it is then implicit from there on. */
bool kip_contact_outgrows(KipSim *sim, ContactSlot *s, double h);
/* Reduces the stiffness of a limb's contact to what is stable in an explicit stage of a whole step, for the mobility of its
 * body taken to be free, which in its tree is less. */
void kip_contact_soften(const KipSim *sim, ContactSlot *s);
/* Adds the contact's impedance to that of the moving bodies. */
void kip_contact_impede(KipSim *sim, ContactSlot *s);
/* The part of the impedance between two moving bodies that one of them meets. */
void kip_contact_own_impedance(const ContactSlot *s, int side, double *normal, double *shear);

/* -- contact_between.c, contact_stack.c ------------------------------------------------------------------ */

/* The unknown part of the force on body 2 for a relative acceleration. It does not pull, and friction is within the cone. */
KipVec3 kip_contact_met(const KipSim *sim, const ContactSlot *s, KipVec3 a);
/* The excess of the force of one body's own impedance, for its acceleration a, over the force between the two. */
KipVec3 kip_contact_excess(const ContactSlot *s, int side, KipVec3 between, KipVec3 a);
/* The iteration of a stack begins, before the first round of the plain one; goes on after each ABA: true, another is to follow. */
void kip_stack_begin(KipSim *sim);
bool kip_stack_go_on(KipSim *sim);

/* -- contact_list.c -------------------------------------------------------------------------------------- */

/* Appends the contact to the list of kip_sim_contacts, and to the remembered ones. */
void kip_contact_list(KipSim *sim, const ContactSlot *s);
/* Resets the deflection and speed of a contact that has parted. */
void kip_contact_forget(KipSim *sim, ContactSlot *s);
/* Sets the number of remembered contacts to n; those after it are cleared, so that equal states have equal bytes. */
void kip_contact_end_memory(KipSim *sim, int64_t n);

#endif
