/* Contact by penalty forces, in every pair of solids that can meet.
 *
 *     normal     fn = kn d (1 + c d') >= 0, d the depth: no sticking, no pulling
 *     friction   ft = -(kt z + ct s) within the cone |ft| <= mu fn;  z' = s, the surfaces' slip velocity
 *
 * kn, kt, ct and c are the surfaces' (surface.h). Where these give a restitution, c = C / u, u the speed at which the two
 * have come: the highest since they last began to close, no less than w d, and what falling adds while they touch.
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
 * Nothing pulls, and friction is within the cone of the normal force that acts: what sticks, slides or has parted is told
 * by the acceleration found, and ABA run again where that is another than was taken. What slides at the unit vector t
 * meets the acceleration along n - mu t,
 *
 *     f = (n - mu t) (fn - k a . (n - mu t) - k mu a' . t),   k = h C + h^2 K,  a' the a found before, in the last stage
 *
 * which is symmetric, as ABA wants it, and leaves the slip's acceleration out of the normal force but for a' - a. What is
 * rough and jams would part by that term, at any depth: then it presses without friction, for this stage.
 *
 * The look ahead is of first order and gives no energy, whatever the step: contacts come, go and slide within a step, and the
 * sums that make the joints' terms of third order (integrate.c) want slopes that stay. So a lone body on the ground is met
 * explicitly where that carries it, which keeps restitution; a limb never is. Where one side stands still
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

static const double stiff = 1.2; /* of a lone body's mass on the ground: h C + h^2 K above it looks ahead */
static const double stiff_between =
    0.5; /* the same of the reduced mass of two that move: others may bear on them */

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
        s->rate[1] = arm_velocity(d, s->body2, s->arm2);
        s->velocity = m3_apply(d->world[s->body2].R, s->rate[1]);
    }
    if (s->moves1) {
        s->arm1 = arm_of(d, s->body1, s->point);
        s->rate[0] = arm_velocity(d, s->body1, s->arm1);
        s->velocity = v3_sub(s->velocity, m3_apply(d->world[s->body1].R, s->rate[0]));
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

/* How fast the two have come since they last began to; of the same motion it is the same. */
static void note_speed(ContactSlot *s)
{
    double comes = -v3_dot(s->normal, s->velocity);
    if (comes > 0)
        s->speed = s->speed > comes ? s->speed : comes;
    else
        s->speed = -fabs(s->speed);
}

/* The law's numbers for this contact as it has come. */
static void take_law(const KipSim *sim, ContactSlot *s)
{
    const ContactLaw *law = &sim->near[s->pair].law;
    s->kn = s->share * law->kn, s->kt = s->share * law->kt, s->ct = s->share * law->ct;
    s->c = law->c;
    if (law->slowest > 0) {
        double speed = fabs(s->speed), rate = law->rate;
        if (speed > law->fast)
            rate *= speed / law->fast, s->kn *= speed * speed / (law->fast * law->fast);
        const double deep = rate * s->depth; /* it came no slower */
        s->c /= (speed > deep ? speed : deep) + law->slowest;
    }
}

/* fn / d: the stiffness as the damping has it. */
static double normal_stiffness(const ContactSlot *s)
{
    double gain = 1 - s->c * v3_dot(s->normal, s->velocity);
    return gain > 0 ? s->kn * gain : 0;
}

/* Force and slopes at the deflection z (world). */
static inline void press(ContactSlot *s, double friction, KipVec3 z)
{
    double stiffness = normal_stiffness(s), fn = stiffness * s->depth, limit = friction * fn, square;
    KipVec3 shear;
    s->force = v3_scale(fn, s->normal);
    s->c_normal = fn > 0 ? s->kn * s->depth * s->c : 0;
    s->k_normal = stiffness;
    s->c_shear = s->k_shear = 0;
    if (!(limit > 0))
        return;
    shear = v3_add(v3_scale(s->kt, z), v3_scale(s->ct, s->velocity));
    shear = tangential(shear, s->normal);
    square = v3_dot(shear, shear);
    if (square > limit * limit) { /* sliding: no stiffer however far it goes */
        double slide = limit / sqrt(square);
        s->force = v3_add_scaled(s->force, -slide, shear);
        s->c_shear = slide * s->ct;
    } else {
        s->force = v3_sub(s->force, shear);
        s->c_shear = s->ct, s->k_shear = s->kt;
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
        s->mobility[side][0] = s->mobility[side][1] = 0;
        if (!(side ? s->moves2 : s->moves1))
            continue;
        s->mobility[side][0] = free_mobility(sim, body, mask, s->point, s->normal);
        s->mobility[side][1] = 0.5 * (free_mobility(sim, body, mask, s->point, t1) +
                                      free_mobility(sim, body, mask, s->point, t2));
    }
}

/* A lone body on what stands still is explicit where that carries it; what hangs on others looks ahead, for they act with
 * it. */
static bool looks_ahead(const KipSim *sim, const ContactSlot *s)
{
    return s->moves1 != s->moves2 && !sim->tree[sim->tree_of[s->moves1 ? s->body1 : s->body2]].single;
}

bool kip_contact_bounces(const ContactLaw *law, double speed)
{
    return law->slowest > 0 && speed > (law->lively ? 2 : 10) * law->slowest;
}

/* Decided at its first touch in a step, by what h C + h^2 K is to the mobilities, at the depth that it comes to. */
static ContactCoupling couple(KipSim *sim, ContactSlot *s, double friction, double h)
{
    const ContactLaw *law = &sim->near[s->pair].law;
    const bool limb = looks_ahead(sim, s);
    s->normal_looks_ahead = true;
    if (limb && !law->lively)
        return CONTACT_ON_LINK;
    const bool between = s->moves1 && s->moves2;
    const double way = -h * v3_dot(s->velocity, s->normal), comes = way > 0 ? way : 0;
    double normal = h * s->kn * (h + s->c * (s->depth + 2 * comes));
    double shear = friction > 0 ? h * (s->ct + h * s->kt) : 0;
    measure_mobility(sim, s);
    normal *= s->mobility[0][0] + s->mobility[1][0], shear *= s->mobility[0][1] + s->mobility[1][1];
    sim->strong_between = sim->strong_between || (between && (normal > strong || shear > strong));
    const double most = between ? stiff_between : stiff;
    s->normal_looks_ahead = normal > most || !kip_contact_bounces(law, fabs(s->speed));
    if (normal <= most && shear <= most && !limb)
        return CONTACT_EXPLICIT;
    return between ? CONTACT_BETWEEN : CONTACT_ON_LINK;
}

/* What meets an acceleration: normal and shear parts. */
static KipVec3 meet(const ContactSlot *s, double normal, double shear, KipVec3 a)
{
    return v3_add_scaled(v3_scale(shear, a), (normal - shear) * v3_dot(s->along, a), s->along);
}

/* The parts of it that the grip leaves. */
static void gripped(const ContactSlot *s, double *normal, double *shear)
{
    *normal = s->grip == CONTACT_PARTS ? 0 : s->normal_met;
    *shear = s->grip == CONTACT_STICKS ? s->shear_met : 0;
}

/* How fast the touching point of something round moves over it, so that of a sphere it moves as the centre does; link
 * axes. */
static KipVec3 creep(const KipSim *sim, const ContactSlot *s, int side)
{
    const NearPair *near = sim->near + s->pair;
    int body = side ? s->body2 : s->body1, geom = side ? near->geom2 : near->geom1;
    KipVec3 in = m3_apply_t(sim->d->world[body].R, side ? s->normal : v3_neg(s->normal));
    KipVec3 turn = v3_cross(sim->d->link[body].v.w, in), point;
    const GeomPlace *place = sim->place + geom;
    const double within = near->on_plane ? 0 : 0.5 * s->depth; /* midway between the two surfaces */
    if (!near->odd[side])
        return v3_scale(near->radius[side] - within, turn);
    point = m3_apply_t(place->R, v3_sub(side ? s->arm2 : s->arm1, place->p));
    point = m3_apply(place->R, kip_geom_creep(sim->model->geom + geom, point, m3_apply_t(place->R, in),
                                              m3_apply_t(place->R, turn)));
    return sim->model->geom[geom].type == KIP_GEOM_ELLIPSOID ? v3_add_scaled(point, -within, turn) : point;
}

/* w x v of the point. */
static inline KipVec3 beside_of(const KipSim *sim, const ContactSlot *s, int side)
{
    const NearPair *near = sim->near + s->pair;
    bool round = near->radius[side] > 0 || near->odd[side];
    KipVec3 v = round ? v3_add(s->rate[side], creep(sim, s, side)) : s->rate[side];
    return v3_cross(sim->d->link[side ? s->body2 : s->body1].v.w, v);
}

/* Against the acceleration of one link at the point: normal and shear parts. */
static inline void set_impedance(const KipDynamics *d, Impedance *z, const ContactSlot *s, double normal,
                                 double shear)
{
    KipVec3 along = m3_apply_t(d->world[z->body].R, s->along);
    z->Z = s3_sub_outer(s3_diagonal(shear, shear, shear), v3_scale(shear - normal, along), along);
}

static int add_impedance(KipDynamics *d, const ContactSlot *s, int side, double normal, double shear)
{
    Impedance *z = d->impedance + d->nimpedance;
    z->body = side ? s->body2 : s->body1;
    z->r = side ? s->arm2 : s->arm1;
    z->known = s->beside[side];
    z->mask = s->mask[side];
    z->turns = false;
    set_impedance(d, z, s, normal, shear);
    return d->nimpedance++;
}

/* What either side meets of the impedance between them: normal and shear parts. */
static void own_impedance(const ContactSlot *s, int side, double *normal, double *shear)
{
    const double *own = s->mobility[side], *other = s->mobility[!side];
    gripped(s, normal, shear);
    *normal *= own[0] > 0 ? 1 + other[0] / own[0] : 1; /* a side that is masked does not move by it */
    *shear *= own[1] > 0 ? 1 + other[1] / own[1] : 1;
}

KIP_TWICE static void impede(KipSim *sim, ContactSlot *s)
{
    double normal, shear;
    gripped(s, &normal, &shear);
    s->impedance = -1;
    for (int side = 0; side < 2; side++) {
        if (!(side ? s->moves2 : s->moves1))
            continue;
        s->beside[side] = beside_of(sim, s, side);
        if (s->coupling == CONTACT_BETWEEN)
            own_impedance(s, side, &normal, &shear);
        if (s->mask[side] != mask_everything)
            s->impedance = add_impedance(sim->d, s, side, normal, shear);
    }
}

/* -- forces ---------------------------------------------------------------------------------------------- */

static void stir(KipSim *sim, const ContactSlot *s)
{
    sim->tree[sim->tree_of[s->body1]].stirred = sim->tree[sim->tree_of[s->body2]].stirred = true;
}

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

static bool resists_turning(const KipSim *sim, const ContactSlot *s)
{
    return sim->twist && (sim->near[s->pair].spin > 0 || sim->near[s->pair].roll > 0);
}

static ContactMemory memory_of(const KipSim *sim, const ContactSlot *s, KipVec3 z)
{
    const NearPair *near = sim->near + s->pair;
    return (ContactMemory){near->geom1, near->geom2, s->feature, s->face, z,
                           s->mean,     s->point,    s->normal,  s->speed};
}

static void list_contact(KipSim *sim, const ContactSlot *s)
{
    const NearPair *near = sim->near + s->pair;
    double depth = s->touching ? s->depth : 0;
    if (sim->ncontact == sim->max_contacts) {
        sim->full = true;
        return;
    }
    const TwistMemory twist = resists_turning(sim, s) ? kip_roll_remember(sim, s, NULL) : (TwistMemory){0};
    if (sim->twist)
        sim->twist_memory[sim->ncontact] = twist;
    sim->memory[sim->ncontact] = memory_of(sim, s, s->z);
    sim->contact[sim->ncontact++] =
        (KipContact){near->geom1, near->geom2, s->feature, s->point, s->normal, depth, s->mean, twist.torque};
}

/* The law a step ahead, as far as the velocity tells, and what meets the acceleration. */
static inline void look_ahead(ContactSlot *s, KipVec3 z, double h)
{
    const double parts = v3_dot(s->velocity, s->normal), gain = 1 - s->c * parts;
    const bool ahead = s->depth > h * parts; /* else it has parted by then */
    const double k = !ahead ? 0 : gain > 1 ? s->kn * gain : s->kn, c = ahead ? s->kn * s->depth * s->c : 0;
    KipVec3 shear = v3_add_scaled(v3_scale(s->kt, z), s->ct + h * s->kt, s->velocity);
    s->shear_ahead = tangential(shear, s->normal);
    s->shear_met = h * (s->ct + h * s->kt);
    if (s->normal_looks_ahead) {
        s->normal_ahead = ahead ? s->kn * s->depth * gain - h * k * parts : 0;
        s->normal_met = h * (c + h * k);
    } else {
        s->normal_ahead = gain > 0 ? s->kn * s->depth * gain : 0;
        s->normal_met = 0;
    }
}

/* What a contact does that is pressed and sheared so: friction is within the cone of the normal force that acts. */
static ContactGrip grip_of(double normal, KipVec3 shear, double friction)
{
    if (!(normal > 0))
        return CONTACT_PARTS;
    bool within = v3_dot(shear, shear) <= friction * friction * normal * normal;
    return friction > 0 && within ? CONTACT_STICKS : CONTACT_SLIDES;
}

/* Its force as far as it is known before ABA. Where it slides, friction is against the shear and one with the normal
 * force, that `along` may be met in ABA; what the slip's acceleration then has of the normal force is taken off as far as
 * it was found before, in the last stage or run of ABA. */
static inline void take_grip(ContactSlot *s, ContactGrip grip, double friction, KipVec3 shear, KipVec3 a)
{
    double size = v3_length(shear);
    s->grip = grip;
    s->along = s->normal;
    s->normal_known = s->normal_ahead;
    if (grip == CONTACT_SLIDES && size > 0) {
        KipVec3 lean = v3_scale(friction / size, shear);
        double more = s->normal_met * v3_dot(lean, a), most = 0.5 * s->normal_ahead;
        s->along = v3_sub(s->normal, lean);
        s->normal_known -= more > most ? most : more < -most ? -most : more;
    }
    s->force = v3_scale(grip == CONTACT_PARTS ? 0 : s->normal_known, s->along);
    if (grip == CONTACT_STICKS)
        s->force = v3_sub(s->force, s->shear_ahead);
}

/* Before ABA: what it did in the stage before, if it then touched and does not part. */
static inline void first_grip(ContactSlot *s, int stage, double friction)
{
    bool known = s->coupling == CONTACT_ON_LINK && stage > 0 && s->stages >> (stage - 1) & 1;
    bool same = known && s->grip < CONTACT_PRESSES && s->normal_ahead > 0;
    ContactGrip grip = same ? s->grip : grip_of(s->normal_ahead, s->shear_ahead, friction);
    take_grip(s, grip, friction, s->shear_ahead, known ? s->met : v3_zero());
}

/* Stage forces: the law's at the stage's state, and what is known of the folded terms before ABA. */
static inline void press_in_stage(KipSim *sim, ContactSlot *s, const Stage *stage)
{
    const Method *method = stage->method;
    const int i = stage->index;
    const double friction = sim->near[s->pair].friction;
    KipVec3 z = s->z;
    if (i > 0 && s->stages >> (i - 1) & 1)
        z = v3_add_scaled(z, method->lead[i], s->dz[i - 1]);
    z = from_body1(sim->d, s, z);
    if (s->stages == 0) {
        if (stage->first)
            s->mean = v3_zero();
        if (!s->known)
            note_speed(s);
    }
    take_law(sim, s);
    if (s->stages == 0)
        s->coupling = method->implicit ? couple(sim, s, friction, stage->h) : CONTACT_EXPLICIT;
    if (s->coupling == CONTACT_EXPLICIT) {
        press(s, friction, z);
    } else {
        look_ahead(s, z, stage->h);
        first_grip(s, i, friction);
    }
    if (s->coupling == CONTACT_ON_LINK)
        impede(sim, s);
    sim->contacts_between = sim->contacts_between || s->coupling == CONTACT_BETWEEN;
    s->known = true;
}

KIP_TWICE void kip_contact_press(KipSim *sim, const Stage *stage)
{
    sim->d->nimpedance = 0;
    sim->contacts_between = false;
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        place(sim->d, s);
        press_in_stage(sim, s, stage);
        push_both(sim, s, s->force);
        if (resists_turning(sim, s))
            kip_roll_press(sim, s, stage);
        s->stages |= 1u << stage->index;
    }
}

static inline void press_at_rest(KipSim *sim, ContactSlot *s, bool stepped)
{
    const double friction = sim->near[s->pair].friction;
    place(sim->d, s);
    note_speed(s);
    take_law(sim, s);
    s->z =
        held_in_cone(s->z, to_body1(sim->d, s, s->normal), s->kt, friction * normal_stiffness(s) * s->depth);
    press(s, friction, from_body1(sim->d, s, s->z));
    push_both(sim, s, s->force);
    if (resists_turning(sim, s))
        kip_roll_rest(sim, s, stepped);
    if (!stepped && !s->known)
        s->mean = s->force;
}

/* n are remembered; what was behind them is cleared, so that the same contacts are the same bytes. */
static void end_memory(KipSim *sim, int64_t n)
{
    for (int64_t m = n; m < *sim->nmemory; m++) {
        sim->memory[m] = (ContactMemory){0};
        if (sim->twist)
            sim->twist_memory[m] = (TwistMemory){0};
    }
    *sim->nmemory = n;
}

static void forget(KipSim *sim, ContactSlot *s)
{
    s->z = v3_zero(), s->face = NO_FACE, s->known = false, s->speed = 0;
    if (sim->twist)
        sim->twist[s - sim->slot].y = v3_zero();
}

KIP_TWICE void kip_contact_rest(KipSim *sim, bool stepped)
{
    sim->ncontact = 0;
    for (int i = 0; i < sim->nslot; i++) {
        ContactSlot *s = sim->slot + i;
        if (s->touching)
            press_at_rest(sim, s, stepped);
        else if (s->known) /* what has parted is forgotten, but for what it did in the step */
            forget(sim, s);
        if (s->touching || v3_dot(s->mean, s->mean) > 0)
            list_contact(sim, s);
    }
    end_memory(sim, sim->ncontact);
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

bool kip_contact_impede_between(KipSim *sim)
{
    if (!sim->contacts_between)
        return false;
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        s->extra[0] = s->extra[1] = s->found = v3_zero();
        if (s->coupling == CONTACT_BETWEEN)
            impede(sim, s);
    }
    return true;
}

/* The normal force that the acceleration leaves, and the shear, were there no cone. */
static double normal_left(const ContactSlot *s, KipVec3 a)
{
    return s->normal_known - s->normal_met * v3_dot(s->along, a);
}

static KipVec3 shear_left(const ContactSlot *s, KipVec3 a)
{
    return v3_add_scaled(s->shear_ahead, s->shear_met, tangential(a, s->normal));
}

/* The force on body 2 that meets the relative acceleration: neither does it pull, nor does friction leave its cone. */
static KipVec3 met(const KipSim *sim, const ContactSlot *s)
{
    KipVec3 a = relative_met(sim->d, s), shear;
    double normal = normal_left(s, a), limit = sim->near[s->pair].friction * normal, size;
    if (s->grip == CONTACT_PARTS || !(normal > 0))
        return v3_neg(s->force);
    if (s->grip == CONTACT_SLIDES)
        return v3_sub(v3_scale(normal, s->along), s->force);
    shear = shear_left(s, a), size = v3_length(shear);
    if (size > limit)
        shear = v3_scale(limit / size, shear);
    return v3_sub(v3_sub(v3_scale(normal, s->normal), shear), s->force);
}

/* What a side's own impedance takes more than what lies between the two. */
static KipVec3 excess(const KipSim *sim, const ContactSlot *s, int side, KipVec3 between)
{
    double normal, shear;
    KipVec3 a = met_acceleration(sim->d, s, side);
    own_impedance(s, side, &normal, &shear);
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

/* -- after ABA ------------------------------------------------------------------------------------------- */

static const int most_returns = 16; /* rounds */

/* What it is to do for the acceleration found. By the slip's acceleration what slides may part though it is pressed, and of
 * points that jam one after the other: such a one presses by the normal's alone, and so does one that parted too soon. */
static ContactGrip grip_found(const ContactSlot *s, double friction, int round)
{
    const bool pressed = s->normal_ahead > s->normal_met * v3_dot(s->normal, s->met);
    const ContactGrip grip = grip_of(s->normal_force, s->shear_force, friction);
    if (s->grip == CONTACT_PARTS && round > 0)
        return pressed && round < most_returns ? CONTACT_PRESSES : CONTACT_PARTS;
    if (grip == CONTACT_PARTS || s->grip == CONTACT_PRESSES)
        return pressed ? CONTACT_PRESSES : CONTACT_PARTS;
    return grip < s->grip && round > 0 ? s->grip : grip;
}

/* Has the contact parted, or come back, or begun to slide or to stick, for the acceleration found? */
static bool regrip(KipSim *sim, ContactSlot *s, int round)
{
    const double friction = sim->near[s->pair].friction;
    KipVec3 before = s->force;
    double normal, shear;
    s->met = relative_met(sim->d, s);
    s->normal_force = normal_left(s, s->met), s->shear_force = shear_left(s, s->met);
    const ContactGrip grip = grip_found(s, friction, round);
    if (grip == s->grip)
        return false;
    take_grip(s, grip, friction, s->shear_force, s->met);
    stir(sim, s);
    push_both(sim, s, v3_sub(s->force, before));
    gripped(s, &normal, &shear);
    if (s->impedance >= 0)
        set_impedance(sim->d, sim->d->impedance + s->impedance, s, normal, shear);
    return true;
}

KIP_TWICE bool kip_contact_regrip(KipSim *sim, const Stage *stage, int round)
{
    bool again = false;
    for (int i = 0; stage->method->implicit && i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        const bool idle = round > 0 && sim->nrow == 0 && sim->d->idle[s->moves1 ? s->body1 : s->body2];
        if (s->coupling == CONTACT_ON_LINK && !idle)
            again = regrip(sim, s, round) || again;
    }
    return again;
}

/* Work and impulse of the force on one side, where some of it is masked. */
static void account_side(KipSim *sim, const ContactSlot *s, int side, KipVec3 f, double time)
{
    int body = side ? s->body2 : s->body1;
    Force wrench = kip_mask_wrench(sim->d, body, s->mask[side], s->point, f, v3_zero());
    if (side ? s->moves2 : s->moves1)
        kip_mask_account(sim, body, wrench, time, &sim->work->contacts);
}

/* On body 2, for the acceleration found. */
static KipVec3 effective_force(const ContactSlot *s)
{
    if (s->grip == CONTACT_PARTS)
        return v3_zero();
    KipVec3 f = v3_scale(s->normal_force, s->along);
    return s->grip == CONTACT_STICKS ? v3_sub(f, s->shear_force) : f;
}

KIP_TWICE void kip_contact_account(KipSim *sim, const Stage *stage)
{
    double h = stage->h, time = stage->method->weight[stage->index] * h;
    for (int i = 0; i < sim->ntouching; i++) {
        ContactSlot *s = sim->slot + sim->touching[i];
        KipVec3 moved = v3_scale(h, s->velocity);
        bool masked = s->mask[0] || s->mask[1];
        if (s->coupling == CONTACT_ON_LINK)
            s->force = effective_force(s);
        if (s->coupling != CONTACT_EXPLICIT)
            moved = v3_add_scaled(moved, h * h,
                                  masked || s->coupling == CONTACT_BETWEEN ? relative_acceleration(sim->d, s)
                                                                           : s->met);
        s->mean = v3_add_scaled(s->mean, stage->told, s->force);
        if (resists_turning(sim, s))
            kip_roll_account(sim, s, stage);
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

void kip_contact_remember(KipSim *sim, const Stage *last)
{
    const Method *method = last->method;
    int64_t n = 0;
    for (int i = 0; i < sim->nslot; i++) {
        ContactSlot *s = sim->slot + i;
        KipVec3 z = s->z;
        if (s->stages == 0 && last->first)
            s->mean = v3_zero();
        if (!s->known && v3_dot(s->mean, s->mean) == 0)
            continue;
        if (n == sim->max_contacts) {
            sim->full = true;
            break;
        }
        for (int stage = 0; stage < method->stages; stage++)
            if (s->stages >> stage & 1)
                z = v3_add_scaled(z, method->weight[stage], s->dz[stage]);
        if (sim->twist)
            sim->twist_memory[n] =
                resists_turning(sim, s) ? kip_roll_remember(sim, s, last) : (TwistMemory){0};
        sim->memory[n++] = memory_of(sim, s, z);
    }
    end_memory(sim, n);
}
