/* Contacts in lanes: a part of lanes.c. Of each contact, worlds that do not have it take nothing: sums keep their bits. */
#ifndef KIP_DYNAMICS_LANES_CONTACT_H
#define KIP_DYNAMICS_LANES_CONTACT_H

typedef struct LaneSlot {
    ContactSlot s;
    KipSym3 Z; /* the impedance on the link that moves, in its axes */
} LaneSlot;

/* What acts on a tree from outside in a stage. */
typedef struct LaneTree {
    KipVec3 about;
    Force now;
} LaneTree;

static inline Truth truths(const int64_t t[MOST_LANES])
{
    Truth truth;
    memcpy(&truth, t, sizeof truth);
    return truth;
}

static inline Real reals(const double x[MOST_LANES])
{
    Real r;
    memcpy(&r, x, sizeof r);
    return r;
}

static inline int mover(const ContactSlot *s)
{
    return s->moves2 ? s->body2 : s->body1;
}

static inline KipVec3 arm_of_mover(const ContactSlot *s)
{
    return s->moves2 ? s->arm2 : s->arm1;
}

static inline void push_some(KipDynamics *d, Truth which, int body, KipVec3 arm, KipVec3 f)
{
    Force *sum = d->external + body;
    const Force was = *sum;
    arm_push(d, body, arm, f);
    if (!truth_all(which))
        real_take(truth_not(which), &sum->n.x, &was.n.x, NUMBERS(Force));
}

/* A force at the contact on body 2, and its opposite on body 1, where `which`. */
static inline void push_both(KipDynamics *d, const ContactSlot *s, Truth which, KipVec3 f)
{
    if (s->moves1)
        push_some(d, which, s->body1, s->arm1, v3_neg(f));
    if (s->moves2)
        push_some(d, which, s->body2, s->arm2, f);
}

static inline void take_impedance(const KipDynamics *d, LaneSlot *slot)
{
    Real normal, shear;
    gripped(&slot->s, &normal, &shear);
    slot->Z = impedance_of(d, mover(&slot->s), &slot->s, normal, shear);
}

/* What the contact is in this evaluation, by its slots. */
static void place_slot(KipDynamics *d, LaneSlot *slot, const LaneContact *c)
{
    ContactSlot *s = &slot->s;
    s->body1 = c->body1, s->body2 = c->body2, s->moves1 = c->moves1, s->moves2 = c->moves2;
    s->normal_looks_ahead = true;
    s->grip = truths(c->grip);
    load(&s->z, c->slot, 0, AT(ContactSlot, dz) - AT(ContactSlot, z));
    contact_place(d, s);
    s->kn = s->share * c->kn, s->kt = s->share * c->kt, s->ct = s->share * c->ct;
    s->c = real(c->c), s->slope = s->kn;
}

/* As press_at_rest of contact.c. */
static void rest_slot(KipDynamics *d, LaneSlot *slot, const LaneContact *c)
{
    ContactSlot *s = &slot->s;
    place_slot(d, slot, c);
    s->speed = speed_noted(s);
    s->z = held_in_cone(s->z, to_body1(d, s, s->normal), s->kt,
                        reals(c->friction) * normal_stiffness(s) * s->depth);
    store(&s->z, c->slot, 0, AT(ContactSlot, speed) + 1 - AT(ContactSlot, z));
}

static void lanes_rest(KipLanes *lanes)
{
    for (int i = 0; i < lanes->of.ncontact; i++)
        rest_slot(&lanes->d, lanes->slot + i, lanes->of.contact + i);
}

/* Mobilities along the normal and across it, as measure_mobility of contact_couple.c. */
static void measure_side(const KipDynamics *d, ContactSlot *s, const LaneFree *free, int side)
{
    const WorldPose *pose = d->world + (side ? s->body2 : s->body1);
    const KipSym3 inverse = s3_all(&free->mobility);
    KipVec3 across[2];
    Real *mobility = s->mobility[side];
    mobility[0] = mobility[1] = real(most_mobility);
    if (!(free->mass > 0))
        return;
    const KipVec3 centre = v3_add(pose->p, m3_apply(pose->R, v3_all(free->com))),
                  arm = v3_sub(s->point, centre);
    const Real per_mass = real(1 / free->mass);
    v3_basis(s->normal, across, across + 1);
    mobility[0] = mobility_along(s->normal, arm, pose->R, per_mass, inverse);
    mobility[1] = 0.5 * (mobility_along(across[0], arm, pose->R, per_mass, inverse) +
                         mobility_along(across[1], arm, pose->R, per_mass, inverse));
}

/* As kip_contact_couple. */
static Truth couple_slot(const KipDynamics *d, ContactSlot *s, const LaneContact *c, double h)
{
    const Real most = real(carried_between);
    for (int side = 0; side < 2; side++)
        measure_side(d, s, c->free + side, side);
    const Truth strong =
        truth_not((met_along_normal(s, h) <= most) & (met_across(s, reals(c->friction), h) <= most));
    return strong & truths(c->touches);
}

static bool lanes_couple(KipLanes *lanes, const LaneStage *stage)
{
    Truth any = {0};
    for (int i = 0; i < lanes->of.ncontact; i++) {
        LaneContact *c = lanes->of.contact + i;
        ContactSlot *s = &lanes->slot[i].s;
        if (!c->between)
            continue;
        if (!stage->placed)
            place_slot(&lanes->d, lanes->slot + i, c);
        const Truth strong = couple_slot(&lanes->d, s, c, stage->h);
        memcpy(c->strong, &strong, sizeof strong);
        any |= strong;
    }
    return truth_any(any);
}

/* As press_in_stage of contact.c for contacts that suit lanes. */
static void press_slot(KipDynamics *d, LaneSlot *slot, const LaneContact *c, const LaneStage *stage)
{
    const Truth touches = truths(c->touches), begun = truths(c->begun), goes_on = truths(c->goes_on);
    ContactSlot *s = &slot->s;
    if (!stage->placed)
        place_slot(d, slot, c);
    KipVec3 z = s->z;
    if (stage->index > 0) {
        KipVec3 *dz = s->dz + stage->index - 1;
        load(&dz->x - 1, c->slot, (int)(&dz->x - &s->z.x) - 1, 4);
        z = v3_if(goes_on, v3_add_scaled(z, real(stage->lead), *dz), z);
    }
    z = from_body1(d, s, z);
    s->mean = v3_if(begun, s->mean, v3_zero());
    s->speed = real_if(truths(c->known), s->speed, speed_noted(s));
    if (c->between) {
        press(s, reals(c->friction), z);
        push_both(d, s, touches, s->force);
        return;
    }
    look_ahead(s, z, stage->h);
    first_grip(s, real(0) == real(0), goes_on, reals(c->friction));
    const int side = s->moves2;
    s->beside[side] = c->radius > 0
                          ? beside_round(d, s, side, creep_of_sphere(d, s, side, c->radius, c->on_plane))
                          : beside_corner(d, s, side);
    take_impedance(d, slot);
    push_both(d, s, touches, s->force);
}

/* For what the worlds add. */
static void store_external(const KipLanes *lanes)
{
    if (truth_any(truths(lanes->of.apart)))
        store(lanes->d.external, lanes->of.external, 0, lanes->d.model->nbody * NUMBERS(Force));
}

static void lanes_press(KipLanes *lanes, const LaneStage *stage)
{
    KipDynamics *d = &lanes->d;
    load(d->external, lanes->of.external, 0, d->model->nbody * NUMBERS(Force));
    for (int i = 0; i < lanes->of.ncontact; i++)
        press_slot(d, lanes->slot + i, lanes->of.contact + i, stage);
    store_external(lanes);
}

/* An impedance onto a link, where `which`. */
static void impede_some(KipDynamics *d, Truth which, int body, KipVec3 r, KipVec3 known, const KipSym3 *Z)
{
    LinkState *link = d->link + body;
    const ArticulatedInertia A = link->A;
    const Force p = link->p;
    impede_link(d, body, r, known, *Z);
    if (truth_all(which))
        return;
    real_take(truth_not(which), &link->A.J.xx, &A.J.xx, NUMBERS(ArticulatedInertia));
    real_take(truth_not(which), &link->p.n.x, &p.n.x, NUMBERS(Force));
}

/* Those of contacts in lanes, then those that a world has besides. */
static void impede_links(KipLanes *lanes)
{
    KipDynamics *d = &lanes->d;
    const LaneWorlds *of = &lanes->of;
    for (int i = 0; i < of->ncontact; i++) {
        const LaneSlot *slot = lanes->slot + i;
        const ContactSlot *s = &slot->s;
        if (!of->contact[i].between && !is_left(d, mover(s)))
            impede_some(d, truths(of->contact[i].touches), mover(s), arm_of_mover(s), s->beside[s->moves2],
                        &slot->Z);
    }
    for (int l = 0; l < LANES; l++)
        for (int k = 0; k < of->nimpedance[l]; k++) {
            const char *own = (const char *)of->impedance[l] + k * of->impedance_size;
            const double *x = (const double *)(const void *)(own + of->impedance_r);
            const KipSym3 Z = {real(x[6]), real(x[7]), real(x[8]), real(x[9]), real(x[10]), real(x[11])};
            Truth which = {0};
            which[l] = -1;
            if (is_left(d, *(const int *)(const void *)own))
                continue;
            impede_some(d, which, *(const int *)(const void *)own, v3(real(x[0]), real(x[1]), real(x[2])),
                        v3(real(x[3]), real(x[4]), real(x[5])), &Z);
        }
}

static bool lanes_regrip(KipLanes *lanes, int round)
{
    KipDynamics *d = &lanes->d;
    bool any = false;
    for (int i = 0; i < lanes->of.ncontact; i++) {
        LaneSlot *slot = lanes->slot + i;
        LaneContact *c = lanes->of.contact + i;
        ContactSlot *s = &slot->s;
        const Truth asked = truths(c->asked);
        if (c->between)
            continue;
        const KipVec3 before = s->force;
        s->met = v3_if(asked, relative_acceleration(d, s), s->met);
        const Truth changed = regrip(asked, s, reals(c->friction), round);
        memcpy(c->changed, &changed, sizeof changed);
        if (truth_any(changed)) {
            any = true;
            push_both(d, s, changed, v3_sub(s->force, before));
            take_impedance(d, slot);
        }
    }
    if (any)
        store_external(lanes);
    return any;
}

/* A force on a body of a tree whose momentum is accounted, as kip_momentum_push. */
static inline void account_push(KipLanes *lanes, Truth which, int body, KipVec3 point, KipVec3 f)
{
    const int tree = lanes->tree_of[body];
    LaneTree *t = lanes->tree + tree;
    if (!lanes->of.floats[tree])
        return;
    const Force now = force_add(t->now, force_about(v3_sub(point, t->about), f, v3_zero()));
    t->now = force(v3_if(which, now.n, t->now.n), v3_if(which, now.f, t->now.f));
}

/* As kip_contact_account of contact.c. */
static void account_slot(KipLanes *lanes, LaneSlot *slot, LaneContact *c, const LaneStage *stage, Real *work)
{
    const KipDynamics *d = &lanes->d;
    const Truth touches = truths(c->touches);
    ContactSlot *s = &slot->s;
    const int at = AT(ContactSlot, z);
    KipVec3 *dz = s->dz + stage->index;
    KipVec3 moved = v3_scale(real(stage->h), s->velocity), a = v3_zero();
    if (!c->between) {
        s->force = effective_force(s);
        a = s->met;
        moved = v3_add_scaled(moved, real(stage->h * stage->h), a);
    }
    s->mean = v3_add_scaled(s->mean, real(stage->told), s->force);
    *dz = to_body1(d, s, tangential(moved, s->normal));
    /* four at a time: with the speed, which is new too, and with what stands before the others, as it was */
    store(&s->mean, c->slot, AT(ContactSlot, mean) - at, 4);
    store(&s->met.x - 1, c->slot, AT(ContactSlot, met) - at - 1, 4);
    store(&dz->x - 1, c->slot, (int)(&dz->x - &s->z.x) - 1, 4);
    memcpy(c->grip, &s->grip, sizeof c->grip);
    const KipVec3 rate = v3_add_scaled(s->velocity, real(stage->half), a);
    *work = real_if(touches, *work + stage->time * v3_dot(s->force, rate), *work);
    if (s->moves1)
        account_push(lanes, touches, s->body1, s->point, v3_neg(s->force));
    if (s->moves2)
        account_push(lanes, touches, s->body2, s->point, s->force);
}

static void lanes_account(KipLanes *lanes, const LaneStage *stage)
{
    const LaneWorlds *of = &lanes->of;
    Real work;
    load(&work, of->work, 0, 1);
    for (int t = 0; t < lanes->ntree; t++) {
        load(&lanes->tree[t].about, of->tree, t * of->tree_size + of->tree_about, NUMBERS(KipVec3));
        load(&lanes->tree[t].now, of->tree, t * of->tree_size + of->tree_now, NUMBERS(Force));
    }
    for (int i = 0; i < of->ncontact; i++)
        account_slot(lanes, lanes->slot + i, of->contact + i, stage, &work);
    for (int t = 0; t < lanes->ntree; t++)
        store(&lanes->tree[t].now, of->tree, t * of->tree_size + of->tree_now, NUMBERS(Force));
    store(&work, of->work, 0, 1);
}

#endif
