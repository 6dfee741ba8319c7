/* Contact by penalty forces, in every pair of solids that can meet.
 *
 *     normal     fn = kn d (1 + c d') >= 0, d the depth: no sticking, no pulling
 *     friction   ft = -(kt z + ct s) within the cone |ft| <= mu fn;  z' = s, the surfaces' slip velocity
 *
 * z is a state of the contact, integrated with everything else, in the axes of the first geom's body; at the
 * end of a step it is held within the cone, and it is forgotten where nothing touches. A deflection, not a
 * material anchor: a ball rolls with s = 0. Both bodies feel the same force at the same point, so a contact
 * between two of them changes no momentum.
 *
 * The implicit methods look a step ahead in every stage, by the velocity and the acceleration that is sought:
 *
 *     f = f(d, d', z, s) - K h v - (h C + h^2 K) a,   C and K the slopes of the law
 *
 * a the acceleration with which the two close: what is round keeps touching with another point of it, so that a
 * sphere's or a capsule's end is met as its centre moves, not as its skin, which goes round the centre at w^2 r; a
 * corner is a point of its body (shape.h: kip_geom_creep).
 *
 * The look ahead is of first order and gives no energy, whatever the step: contacts come, go and slide within a step, and the
 * sums that make the joints' terms of third order (integrate.c) want slopes that stay. Where one side stands still
 * h C + h^2 K meets the moving link's acceleration in ABA. Between two links that move this would break action =
 * reaction, so it is left out where an explicit step carries it. Where not, ABA runs twice: first each link meets its
 * own acceleration, with the part of the impedance that two free bodies of their masses would; the force that follows
 * from the relative acceleration found acts on both, oppositely, in the second run. In a stack or a pile that is too
 * rough where impedances are strong: what the parts took too much is then given back, and ABA run again, until the
 * forces settle.
 *
 * What is masked of a force (sim_parts.h) does not act, and its impedance neither.
 */
#include "arm.h"
#include "sim_parts.h"
#include "quat.h"
#include "shape.h"

static const double kn = kip_contact_stiffness, kt = kip_contact_shear, ct = kip_contact_damping;
static const double damp = 1;    /* c, s/m */
static const double stiff = 1.2; /* of the reduced mass: h C + h^2 K above it looks ahead */

static const double strong = 4;      /* of the reduced mass: between two, more than this is found in rounds */
static const double settled = 0.001; /* of the forces: the rounds end where they change by no more */
static const double most_mobility = 1e3; /* 1/kg: of bodies without a mass of their own */

/* -- where ----------------------------------------------------------------------------------------------- */

/* Where it is on both bodies, and how body 2 moves against body 1. */
static inline void place(const KipDynamics *d, ContactSlot *s)
{
    s->velocity = v3_zero();
    if (s->moves2) {
        s->arm2 = arm_of(d, s->body2, s->point);
        s->velocity = arm_velocity(d, s->body2, s->arm2);
    }
    if (s->moves1) {
        s->arm1 = arm_of(d, s->body1, s->point);
        s->velocity = v3_sub(s->velocity, arm_velocity(d, s->body1, s->arm1));
    }
}

/* Deflections are in the axes of body 1, most often the world's. */
static KipVec3 to_body1(const KipDynamics *d, const ContactSlot *s, KipVec3 x)
{
    return s->body1 ? m3_apply_t(d->world[s->body1].R, x) : x;
}

static KipVec3 from_body1(const KipDynamics *d, const ContactSlot *s, KipVec3 x)
{
    return s->body1 ? m3_apply(d->world[s->body1].R, x) : x;
}

void kip_contact_detect(KipSim *sim)
{
    sim->ntouching = 0;
    for (int i = 0; i < sim->nnear; i++) {
        const NearPair *near = sim->near + i;
        ContactSlot *slot = sim->slot + near->slot;
        Touch touch[MAX_TOUCH];
        int kept[MAX_TOUCH], n;
        for (int k = 0; k < near->nslot; k++) {
            slot[k].touching = false;
            kept[k] = slot[k].face;
        }
        n = kip_collide(kip_solid(sim, near->geom1), kip_solid(sim, near->geom2), kept, touch);
        for (int k = 0; k < n; k++) {
            ContactSlot *s = slot + touch[k].feature;
            sim->touching[sim->ntouching++] = near->slot + touch[k].feature;
            s->touching = true;
            s->face = touch[k].face;
            s->point = touch[k].point, s->normal = touch[k].normal, s->depth = touch[k].depth;
            s->share = touch[k].share;
        }
    }
}

/* -- the law --------------------------------------------------------------------------------------------- */

static KipVec3 tangential(KipVec3 v, KipVec3 n)
{
    return v3_add_scaled(v, -v3_dot(v, n), n);
}

/* z within the cone kt |z| <= limit, its part along the normal n left out; a second call changes no bit, so that
 * a loaded state is the saved one. */
static KipVec3 held_in_cone(KipVec3 z, KipVec3 n, double shear, double limit)
{
    double stretch = shear * v3_length(tangential(z, n));
    return stretch > limit * (1 + 1e-12) ? v3_scale(limit / stretch, z) : z;
}

/* fn / d: the stiffness as the damping has it. */
static double normal_stiffness(const ContactSlot *s)
{
    double gain = 1 - damp * v3_dot(s->normal, s->velocity);
    return gain > 0 ? s->share * kn * gain : 0;
}

/* Force and slopes at the deflection z (world). */
static inline void press(ContactSlot *s, double friction, KipVec3 z)
{
    double stiffness = normal_stiffness(s), fn = stiffness * s->depth, limit = friction * fn, square;
    KipVec3 shear;
    s->force = v3_scale(fn, s->normal);
    s->c_normal = fn > 0 ? s->share * kn * s->depth * damp : 0;
    s->k_normal = stiffness;
    s->c_shear = s->k_shear = 0;
    if (!(limit > 0))
        return;
    shear = v3_add(v3_scale(s->share * kt, z), v3_scale(s->share * ct, s->velocity));
    shear = tangential(shear, s->normal);
    square = v3_dot(shear, shear);
    if (square > limit * limit) { /* sliding: no stiffer however far it goes */
        double slide = limit / sqrt(square);
        s->force = v3_add_scaled(s->force, -slide, shear);
        s->c_shear = slide * s->share * ct;
    } else {
        s->force = v3_sub(s->force, shear);
        s->c_shear = s->share * ct, s->k_shear = s->share * kt;
    }
}

/* -- coupling -------------------------------------------------------------------------------------------- */

/* 1 / mass that a free body shows at a point along a direction: no more than its joints let it show. */
static double free_mobility(const KipSim *sim, int body, unsigned mask, KipVec3 point, KipVec3 direction)
{
    const KipBody *b = sim->model->body + body;
    KipMat3 R = sim->d->world[body].R;
    KipVec3 arm = v3_sub(point, kip_point_position(sim->d, body, b->com)), moment = v3_cross(arm, direction);
    double moves = 1;
    if (!(b->mass > 0))
        return most_mobility;
    if (mask) {
        KipVec3 left = mask_leave(mask, direction);
        moves = v3_dot(left, left);
        moment = mask_leave(mask >> 3, moment);
    }
    KipVec3 w = m3_apply_t(R, moment);
    return moves / b->mass + v3_dot(w, s3_apply(sim->mobility[body], w));
}

/* 1 / mass of both sides along the normal and, the mean of two directions, across it. */
static void measure_mobility(const KipSim *sim, ContactSlot *s)
{
    KipVec3 t1, t2;
    v3_basis(s->normal, &t1, &t2);
    for (int side = 0; side < 2; side++) {
        int body = side ? s->body2 : s->body1;
        unsigned mask = s->mask[side];
        s->mobility[side][0] = free_mobility(sim, body, mask, s->point, s->normal);
        s->mobility[side][1] = 0.5 * (free_mobility(sim, body, mask, s->point, t1) +
                                      free_mobility(sim, body, mask, s->point, t2));
    }
}

/* h C + h^2 K: normal and shear parts. */
static void impedance_of(const ContactSlot *s, double h, double *normal, double *shear)
{
    *normal = h * (s->c_normal + h * s->k_normal);
    *shear = h * (s->c_shear + h * s->k_shear);
}

/* Decided at its first touch in a step. */
static ContactCoupling couple(KipSim *sim, const Stage *stage, ContactSlot *s)
{
    double normal, shear;
    impedance_of(s, stage->h, &normal, &shear);
    if (!s->moves1 || !s->moves2)
        return CONTACT_ON_LINK;
    measure_mobility(sim, s);
    sim->strong_between = sim->strong_between || normal * (s->mobility[0][0] + s->mobility[1][0]) > strong ||
                          shear * (s->mobility[0][1] + s->mobility[1][1]) > strong;
    return normal * (s->mobility[0][0] + s->mobility[1][0]) > stiff ||
                   shear * (s->mobility[0][1] + s->mobility[1][1]) > stiff
               ? CONTACT_BETWEEN
               : CONTACT_EXPLICIT;
}

/* C a + K b of world vectors. */
static KipVec3 by_slopes(const ContactSlot *s, KipVec3 a, KipVec3 b)
{
    double normal =
        (s->c_normal - s->c_shear) * v3_dot(a, s->normal) + (s->k_normal - s->k_shear) * v3_dot(b, s->normal);
    return v3_add_scaled(v3_add(v3_scale(s->c_shear, a), v3_scale(s->k_shear, b)), normal, s->normal);
}

/* How fast the touching point of a cylinder or ellipsoid moves over it; `in` leads into it, link axes. */
static KipVec3 creep(const KipSim *sim, int geom, KipVec3 w, KipVec3 arm, KipVec3 in)
{
    const GeomPlace *place = sim->place + geom;
    KipVec3 point = m3_apply_t(place->R, v3_sub(arm, place->p)), turn = m3_apply_t(place->R, v3_cross(w, in));
    return m3_apply(place->R, kip_geom_creep(sim->model->geom + geom, point, m3_apply_t(place->R, in), turn));
}

/* w x v of the point, which moves with the link but for what is round: of a sphere the centre moves with it. */
static KipVec3 beside_of(const KipSim *sim, const ContactSlot *s, int side, KipVec3 n)
{
    const NearPair *near = sim->near + s->pair;
    int body = side ? s->body2 : s->body1;
    const Motion *v = &sim->d->link[body].v;
    KipVec3 arm = side ? s->arm2 : s->arm1, in = side ? n : v3_neg(n);
    double to_centre = near->radius[side] - (near->on_plane ? 0 : 0.5 * s->depth);
    if (near->radius[side] > 0)
        return arm_known(sim->d, body, v3_add_scaled(arm, to_centre, in));
    if (!near->odd[side])
        return arm_known(sim->d, body, arm);
    return v3_add(arm_known(sim->d, body, arm),
                  v3_cross(v->w, creep(sim, side ? near->geom2 : near->geom1, v->w, arm, in)));
}

/* Against the acceleration of one link at the point: normal and shear parts; n in the link's axes. */
static void add_impedance(KipSim *sim, const ContactSlot *s, int side, KipVec3 n, double normal, double shear)
{
    KipDynamics *d = sim->d;
    Impedance *z = d->impedance + d->nimpedance++;
    z->body = side ? s->body2 : s->body1;
    z->r = side ? s->arm2 : s->arm1;
    z->known = s->beside[side];
    z->mask = s->mask[side];
    z->turns = false;
    KipVec3 m = v3_scale(shear - normal, n);
    z->Z = s3_sub_outer(s3_diagonal(shear, shear, shear), m, n);
}

/* What either side meets of the impedance between them: normal and shear parts. */
static void own_impedance(const ContactSlot *s, double h, int side, double *normal, double *shear)
{
    const double *own = s->mobility[side], *other = s->mobility[!side];
    impedance_of(s, h, normal, shear);
    *normal *= own[0] > 0 ? 1 + other[0] / own[0] : 1; /* a side that is masked does not move by it */
    *shear *= own[1] > 0 ? 1 + other[1] / own[1] : 1;
}

static void impede(KipSim *sim, ContactSlot *s, double h)
{
    double normal, shear;
    impedance_of(s, h, &normal, &shear);
    for (int side = 0; side < 2; side++) {
        if (!(side ? s->moves2 : s->moves1))
            continue;
        KipVec3 n = m3_apply_t(sim->d->world[side ? s->body2 : s->body1].R, s->normal);
        s->beside[side] = beside_of(sim, s, side, n);
        if (s->coupling == CONTACT_BETWEEN)
            own_impedance(s, h, side, &normal, &shear);
        if (s->mask[side] != mask_everything)
            add_impedance(sim, s, side, n, normal, shear);
    }
}

/* -- forces ---------------------------------------------------------------------------------------------- */

/* A force on one side, that moves. */
static inline void push_side(KipSim *sim, const ContactSlot *s, int side, KipVec3 f)
{
    int body = side ? s->body2 : s->body1;
    if (s->mask[side])
        kip_mask_push(sim->d, body, kip_mask_wrench(sim->d, body, s->mask[side], s->point, f, v3_zero()));
    else
        arm_push(sim->d, body, side ? s->arm2 : s->arm1, f);
}

static inline void push_both(KipSim *sim, const ContactSlot *s, KipVec3 f)
{
    if (s->moves1)
        push_side(sim, s, 0, v3_neg(f));
    if (s->moves2)
        push_side(sim, s, 1, f);
}

static void list_contact(KipSim *sim, const ContactSlot *s)
{
    const NearPair *near = sim->near + s->pair;
    KipContact *contact = sim->contact + sim->ncontact;
    ContactMemory *memory = sim->memory + sim->ncontact++;
    *contact = (KipContact){near->geom1, near->geom2, s->feature, s->point, s->normal, s->depth, s->force};
    *memory = (ContactMemory){near->geom1, near->geom2, s->feature, s->face, s->z};
}

/* The force a step ahead, as far as the velocity tells; what has parted by then does not pull. */
static inline void look_ahead(ContactSlot *s, double h)
{
    double closing = -v3_dot(s->velocity, s->normal);
    s->force = v3_sub(s->force, by_slopes(s, v3_zero(), v3_scale(h, s->velocity)));
    if (s->depth + h * closing < 0) {
        s->force = tangential(s->force, s->normal);
        s->c_normal = s->k_normal = 0;
    }
}

/* Stage forces: the law's at the stage's state, and what is known of the folded terms before ABA. */
static inline void press_in_stage(KipSim *sim, ContactSlot *s, const Stage *stage)
{
    const Method *method = stage->method;
    const int i = stage->index;
    KipVec3 z = s->z;
    if (i > 0 && s->stages >> (i - 1) & 1)
        z = v3_add_scaled(z, method->lead[i], s->dz[i - 1]);
    press(s, sim->near[s->pair].friction, from_body1(sim->d, s, z));
    if (s->stages == 0)
        s->coupling = method->implicit ? couple(sim, stage, s) : CONTACT_EXPLICIT;
    if (s->coupling != CONTACT_EXPLICIT)
        look_ahead(s, stage->h);
    if (s->coupling == CONTACT_ON_LINK)
        impede(sim, s, stage->h);
    sim->contacts_between = sim->contacts_between || s->coupling == CONTACT_BETWEEN;
    s->stages |= 1u << i;
    s->known = true;
}

static inline void press_at_rest(KipSim *sim, ContactSlot *s)
{
    const NearPair *near = sim->near + s->pair;
    s->z = held_in_cone(s->z, to_body1(sim->d, s, s->normal), s->share * kt,
                        near->friction * normal_stiffness(s) * s->depth);
    press(s, near->friction, from_body1(sim->d, s, s->z));
    if (sim->ncontact == sim->max_contacts)
        sim->full = true;
    else
        list_contact(sim, s);
}

void kip_contact_press(KipSim *sim, const Stage *stage)
{
    const bool rests = stage->index == REST;
    sim->d->nimpedance = 0;
    sim->contacts_between = false;
    if (rests)
        sim->ncontact = 0;
    for (int i = 0; i < sim->nslot && rests; i++) /* what has parted is forgotten */
        if (!sim->slot[i].touching)
            sim->slot[i].z = v3_zero(), sim->slot[i].face = NO_FACE, sim->slot[i].known = false;
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        place(sim->d, s);
        if (rests)
            press_at_rest(sim, s);
        else
            press_in_stage(sim, s, stage);
        push_both(sim, s, s->force);
    }
    if (rests) {
        for (int64_t m = sim->ncontact; m < *sim->nmemory; m++)
            sim->memory[m] = (ContactMemory){0};
        *sim->nmemory = sim->ncontact;
    }
}

/* Of body 2 against body 1. */
static inline KipVec3 relative_acceleration(const KipDynamics *d, const ContactSlot *s)
{
    KipVec3 a = s->moves2 ? arm_acceleration(d, s->body2, s->arm2, s->beside[1]) : v3_zero();
    return s->moves1 ? v3_sub(a, arm_acceleration(d, s->body1, s->arm1, s->beside[0])) : a;
}

/* What the impedance on one side, that moves, has met. */
static inline KipVec3 met_acceleration(const KipDynamics *d, const ContactSlot *s, int side)
{
    int body = side ? s->body2 : s->body1;
    KipVec3 arm = side ? s->arm2 : s->arm1;
    return s->mask[side] ? kip_mask_acceleration(d, body, s->mask[side], arm, s->beside[side])
                         : arm_acceleration(d, body, arm, s->beside[side]);
}

static KipVec3 relative_met(const KipDynamics *d, const ContactSlot *s)
{
    KipVec3 a = s->moves2 ? met_acceleration(d, s, 1) : v3_zero();
    return s->moves1 ? v3_sub(a, met_acceleration(d, s, 0)) : a;
}

bool kip_contact_impede_between(KipSim *sim, const Stage *stage)
{
    if (!sim->contacts_between)
        return false;
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        s->extra[0] = s->extra[1] = s->found = v3_zero();
        if (s->coupling == CONTACT_BETWEEN)
            impede(sim, s, stage->h);
    }
    return true;
}

/* The force on body 2 that meets the relative acceleration. */
static KipVec3 met(const KipSim *sim, const ContactSlot *s, double h)
{
    KipVec3 a = relative_met(sim->d, s);
    return v3_neg(by_slopes(s, v3_scale(h, a), v3_scale(h * h, a)));
}

/* What a side's own impedance takes more than what lies between the two. */
static KipVec3 excess(const KipSim *sim, const ContactSlot *s, double h, int side, KipVec3 between)
{
    double normal, shear;
    KipVec3 a = met_acceleration(sim->d, s, side);
    own_impedance(s, h, side, &normal, &shear);
    a = v3_add_scaled(v3_scale(shear, a), (normal - shear) * v3_dot(a, s->normal), s->normal);
    return side ? v3_add(a, between) : v3_sub(a, between);
}

bool kip_contact_correct_between(KipSim *sim, const Stage *stage)
{
    double change = 0, size = 0;
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        KipVec3 between, extra[2];
        if (s->coupling != CONTACT_BETWEEN)
            continue;
        between = met(sim, s, stage->h);
        change += v3_dot(v3_sub(between, s->found), v3_sub(between, s->found));
        size += v3_dot(between, between);
        s->found = between;
        for (int side = 0; side < 2; side++)
            extra[side] = excess(sim, s, stage->h, side, between);
        for (int side = 0; side < 2; side++)
            push_side(sim, s, side, v3_sub(extra[side], s->extra[side]));
        s->extra[0] = extra[0], s->extra[1] = extra[1];
    }
    return change > settled * settled * size;
}

void kip_contact_push_between(KipSim *sim, const Stage *stage, int nimpedance)
{
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        KipVec3 f;
        if (s->coupling != CONTACT_BETWEEN)
            continue;
        f = met(sim, s, stage->h);
        s->force = v3_add(s->force, f);
        push_side(sim, s, 0, v3_neg(v3_add(f, s->extra[0])));
        push_side(sim, s, 1, v3_sub(f, s->extra[1]));
    }
    sim->d->nimpedance = nimpedance;
}

/* -- after ABA ------------------------------------------------------------------------------------------- */

/* Work and impulse of the force on one side, where some of it is masked. */
static void account_side(KipSim *sim, const ContactSlot *s, int side, KipVec3 f, double time)
{
    int body = side ? s->body2 : s->body1;
    Force wrench = kip_mask_wrench(sim->d, body, s->mask[side], s->point, f, v3_zero());
    if (side ? s->moves2 : s->moves1)
        kip_mask_account(sim, body, wrench, time, &sim->work->contacts);
}

void kip_contact_account(KipSim *sim, const Stage *stage)
{
    double h = stage->h, time = stage->method->weight[stage->index] * h;
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        KipVec3 moved = v3_scale(h, s->velocity);
        bool masked = s->mask[0] || s->mask[1];
        if (s->coupling != CONTACT_EXPLICIT) {
            KipVec3 a = relative_acceleration(sim->d, s), met_one = masked ? relative_met(sim->d, s) : a;
            if (s->coupling == CONTACT_ON_LINK)
                s->force = v3_sub(s->force, by_slopes(s, v3_scale(h, met_one), v3_scale(h * h, met_one)));
            moved = v3_add_scaled(moved, h * h, a);
        }
        s->dz[stage->index] = to_body1(sim->d, s, tangential(moved, s->normal));
        if (masked) {
            account_side(sim, s, 0, v3_neg(s->force), time);
            account_side(sim, s, 1, s->force, time);
            continue;
        }
        sim->work->contacts += time * v3_dot(s->force, s->velocity);
        if (s->moves1)
            kip_momentum_push(sim, s->body1, v3_neg(s->force), v3_zero(), s->point);
        if (s->moves2)
            kip_momentum_push(sim, s->body2, s->force, v3_zero(), s->point);
    }
}

void kip_contact_remember(KipSim *sim)
{
    int64_t n = 0;
    for (int i = 0; i < sim->nslot; i++) {
        const ContactSlot *s = sim->slot + i;
        const NearPair *near = sim->near + s->pair;
        KipVec3 z = s->z;
        if (!s->known)
            continue;
        if (n == sim->max_contacts) {
            sim->full = true;
            break;
        }
        for (int stage = 0; stage < sim->method->stages; stage++)
            if (s->stages >> stage & 1)
                z = v3_add_scaled(z, sim->method->weight[stage], s->dz[stage]);
        sim->memory[n++] = (ContactMemory){near->geom1, near->geom2, s->feature, s->face, z};
    }
    for (int64_t m = n; m < *sim->nmemory; m++)
        sim->memory[m] = (ContactMemory){0};
    *sim->nmemory = n;
}
