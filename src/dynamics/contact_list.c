/* The lists of contacts: those that touch, those remembered from step to step, and those reported.
 *
 * A contact that touches is remembered by its geoms and the feature of the pair, with its deflection z, the face through which
 * it is pushed out, and its closing speed. One that has parted is kept for the one step in which it last acted, for
 * its mean force. */
#include "contact_parts.h"

void kip_contact_touch(KipSim *sim, const NearPair *near, int feature, int face)
{
    const int slot = near->slot + feature;
    sim->touching[sim->ntouching++] = slot;
    sim->slot[slot].touching = true;
    sim->slot[slot].face = face;
    note_live(sim, slot);
}

void kip_contact_detect_pair(KipSim *sim, const NearPair *near)
{
    const ContactSlot *slot = sim->slot + near->slot;
    Touch touch[MAX_TOUCH];
    int kept[MAX_TOUCH], n;
    for (int k = 0; k < near->nslot; k++)
        kept[k] = slot[k].face;
    n = kip_collide(kip_solid(sim, near->geom1), kip_solid(sim, near->geom2), kept, touch);
    for (int k = 0; k < n; k++) {
        ContactSlot *s = sim->slot + near->slot + touch[k].feature;
        kip_contact_touch(sim, near, touch[k].feature, touch[k].face);
        s->point = touch[k].point, s->normal = touch[k].normal, s->depth = touch[k].depth;
        s->share = touch[k].share;
    }
}

void kip_contact_touch_nothing(KipSim *sim)
{
    for (int i = 0; i < sim->ntouching; i++)
        sim->slot[sim->touching[i]].touching = false;
    sim->ntouching = 0;
}

void kip_contact_detect(KipSim *sim)
{
    kip_contact_touch_nothing(sim);
    for (int i = 0; i < sim->nnear; i++)
        kip_contact_detect_pair(sim, sim->near + i);
}

static ContactMemory memory_of(const KipSim *sim, const ContactSlot *s, KipVec3 z)
{
    const NearPair *near = sim->near + s->pair;
    return (ContactMemory){near->geom1, near->geom2, s->feature, s->face,  z,
                           s->mean,     s->point,    s->normal,  s->speed, s->expected};
}

void kip_contact_list(KipSim *sim, const ContactSlot *s)
{
    const NearPair *near = sim->near + s->pair;
    double depth = s->touching ? s->depth : 0;
    if (sim->ncontact == sim->max_contacts) {
        sim->full = true;
        return;
    }
    KipContact *contact = sim->contact + sim->ncontact;
    *contact =
        (KipContact){near->geom1, near->geom2, s->feature, s->point, s->normal, depth, s->mean, v3_zero()};
    if (sim->twist) {
        const TwistMemory twist =
            resists_turning(sim, s) ? kip_roll_remember(sim, s, NULL) : (TwistMemory){0};
        sim->twist_memory[sim->ncontact] = twist;
        contact->torque = twist.torque;
    }
    sim->memory[sim->ncontact++] = memory_of(sim, s, s->z);
}

void kip_contact_end_memory(KipSim *sim, int64_t n)
{
    for (int64_t m = n; m < *sim->nmemory; m++) {
        sim->memory[m] = (ContactMemory){0};
        if (sim->twist)
            sim->twist_memory[m] = (TwistMemory){0};
    }
    *sim->nmemory = n;
}

void kip_contact_forget(KipSim *sim, ContactSlot *s)
{
    s->z = v3_zero(), s->face = NO_FACE, s->known = false, s->speed = s->expected = 0;
    if (sim->twist)
        sim->twist[s - sim->slot].y = v3_zero();
}

static inline bool is_remembered(const ContactSlot *s)
{
    return s->known || v3_dot(s->mean, s->mean) > 0;
}

void kip_contact_advance(KipSim *sim, const Stage *last)
{
    const Method *method = last->method;
    EACH_LIVE(sim, i)
    {
        ContactSlot *s = sim->slot + i;
        if (s->stages == 0 && last->first)
            s->mean = v3_zero();
        for (int stage = 0; s->stages && stage < method->stages; stage++)
            if (s->stages >> stage & 1)
                s->z = v3_add_scaled(s->z, method->weight[stage], s->dz[stage]);
        if (s->stages && sim->near[s->pair].law.leaves > 0 && s->firm > s->firm_begun)
            s->z = v3_scale(s->firm_begun / s->firm, s->z); /* kt z, and no energy, is kept where kt grows */
        if (resists_turning(sim, s)) {
            const TwistMemory twist = kip_roll_remember(sim, s, last);
            sim->twist[i].y = twist.y, sim->twist[i].mean = twist.torque;
        }
    }
    sim->slots_are_ahead = true;
}

void kip_contact_go_on(KipSim *sim)
{
    EACH_LIVE(sim, i)
    {
        ContactSlot *s = sim->slot + i;
        s->touching = false;
        s->stages = 0;
        s->known = is_remembered(s);
    }
}

void kip_contact_remember(KipSim *sim)
{
    int64_t n = 0;
    EACH_LIVE(sim, i)
    {
        const ContactSlot *s = sim->slot + i;
        if (!is_remembered(s))
            continue;
        if (n == sim->max_contacts) {
            sim->full = true;
            break;
        }
        if (sim->twist)
            sim->twist_memory[n] =
                resists_turning(sim, s) ? kip_roll_remember(sim, s, NULL) : (TwistMemory){0};
        sim->memory[n++] = memory_of(sim, s, s->z);
    }
    kip_contact_end_memory(sim, n);
}
