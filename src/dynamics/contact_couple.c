/* The coupling of a contact to accelerations: explicit, to the acceleration of one body, or to those of two moving bodies.
 *
 * An implicit contact is damped in addition, because contacts begin, end and slide within a step. So a contact is explicit where
 * that is stable. The criterion is h C + h^2 K, which is a mass, times the mobility, 1 / mass, of the bodies at the
 * point if they are taken to be free. A contact of a limb with a body that cannot move is always implicit, unless a
 * restitution is given: the other bodies of its tree act through it, so that its inertia exceeds its own mass.
 *
 * Between two bodies that move, the impedance belongs to their relative acceleration, which the articulated inertias of
 * two trees cannot represent. Each body then meets its own acceleration, and contact_between.c corrects the difference. */
#include "carried.h"
#include "contact_parts.h"
#include "shape.h"

/* A body taken to be free, and a point of it. */
typedef struct FreeBody {
    const KipBody *body;
    const KipSym3 *mobility; /* see KipSim */
    unsigned mask;
    KipMat3 R;
    KipVec3 arm; /* the point from the centre of mass, world axes */
} FreeBody;

static inline FreeBody free_body(const KipSim *sim, const ContactSlot *s, int side)
{
    const int body = side ? s->body2 : s->body1;
    const KipBody *b = sim->model->body + body;
    const KipVec3 arm = v3_sub(s->point, kip_point_position(sim->d, body, b->com));
    return (FreeBody){b, sim->mobility + body, s->mask[side], sim->d->world[body].R, arm};
}

/* The mobility along a unit vector, 1/kg; masked axes do not move. */
static inline double free_mobility(const FreeBody *f, KipVec3 direction)
{
    if (!(f->body->mass > 0))
        return most_mobility;
    if (!f->mask)
        return mobility_along(direction, f->arm, f->R, 1 / f->body->mass, *f->mobility);
    const KipVec3 left = mask_leave(f->mask, direction),
                  w = m3_apply_t(f->R, mask_leave(f->mask >> 3, v3_cross(f->arm, direction)));
    return v3_dot(left, left) / f->body->mass + v3_dot(w, s3_apply(*f->mobility, w));
}

/* Computes the mobilities of both bodies along the normal and, as the mean over two directions, across it. */
KIP_TWICE static void measure_mobility(const KipSim *sim, ContactSlot *s)
{
    KipVec3 t1, t2;
    v3_basis(s->normal, &t1, &t2);
    for (int side = 0; side < 2; side++) {
        s->mobility[side][0] = s->mobility[side][1] = 0;
        if (!(side ? s->moves2 : s->moves1))
            continue;
        const FreeBody f = free_body(sim, s, side);
        s->mobility[side][0] = free_mobility(&f, s->normal);
        s->mobility[side][1] = 0.5 * (free_mobility(&f, t1) + free_mobility(&f, t2));
    }
}

/* Whether the contact is one of a limb, a body of a tree of several, with a body that cannot move. */
static bool looks_ahead(const KipSim *sim, const ContactSlot *s)
{
    return s->moves1 != s->moves2 && !sim->tree[sim->tree_of[s->moves1 ? s->body1 : s->body2]].single;
}

void kip_contact_soften(const KipSim *sim, ContactSlot *s)
{
    const double h = sim->h; /* not of its parts: a contact that is deep and becomes stiffer gains energy */
    if (!is_limb(sim, s->body1) && !is_limb(sim, s->body2))
        return;
    if (s->stages == 0) /* once a step: it hardly changes from stage to stage */
        measure_mobility(sim, s);
    const double normal = h * (s->mobility[0][0] + s->mobility[1][0]),
                 shear = h * (s->mobility[0][1] + s->mobility[1][1]);
    s->kn = fmin(s->kn, carried_stiffness / (h * normal)),
    s->kt = fmin(s->kt, carried_stiffness / (h * shear));
    s->ct = fmin(s->ct, carried_damping / shear);
    s->c = fmin(s->c, carried_damping / (normal * s->kn * s->depth)); /* kn d c */
}

int kip_contacts_for_lanes(const KipSim *sim, const Stage *stage)
{
    const bool between = stage->index == REST || stage->method->stages == 1;
    int n = 0;
    if (!stage->method->implicit || sim->masked || sim->twist || kip_springs_are_any(sim))
        return 0;
    for (; n < sim->ntouching; n++) {
        const NearPair *near = sim->near + sim->slot[sim->touching[n]].pair;
        const bool follows = n == 0 || sim->touching[n - 1] < sim->touching[n];
        if (!near->for_lanes || (near->between && !between) || !follows)
            break;
    }
    return n;
}

bool kip_contact_bounces(const ContactLaw *law, double speed)
{
    return law->leaves > 0 && speed >= law->leaves;
}

bool kip_contact_outgrows(KipSim *sim, ContactSlot *s, double h)
{
    const bool between = s->moves1 && s->moves2;
    const double normal = met_along_normal(s, h);
    if (normal <= outgrown * (between ? carried_between : carried_on_ground))
        return false;
    s->coupling = between ? CONTACT_BETWEEN : CONTACT_ON_LINK;
    s->normal_looks_ahead = true;
    s->grip = CONTACT_PARTS;
    sim->strong_between = sim->strong_between || (between && normal > carried_in_one_round);
    return true;
}

ContactCoupling kip_contact_couple(KipSim *sim, ContactSlot *s, double friction, double h)
{
    const ContactLaw *law = &sim->near[s->pair].law;
    const bool limb = looks_ahead(sim, s);
    s->normal_looks_ahead = true;
    if (limb && !law->lively)
        return CONTACT_ON_LINK;
    const bool between = s->moves1 && s->moves2;
    measure_mobility(sim, s);
    const double normal = met_along_normal(s, h), shear = met_across(s, friction, h);
    sim->strong_between =
        sim->strong_between || (between && (normal > carried_in_one_round || shear > carried_in_one_round));
    const double most = between ? carried_between : carried_on_ground;
    s->normal_looks_ahead = normal > most || !kip_contact_bounces(law, fabs(s->speed));
    if (normal <= most && shear <= most && !limb)
        return CONTACT_EXPLICIT;
    return between ? CONTACT_BETWEEN : CONTACT_ON_LINK;
}

/* creep_of_sphere of a cylinder or an ellipsoid. */
KIP_TWICE static KipVec3 creep(const KipSim *sim, const ContactSlot *s, int side)
{
    const NearPair *near = sim->near + s->pair;
    int body = side ? s->body2 : s->body1, geom = side ? near->geom2 : near->geom1;
    KipVec3 in = m3_apply_t(sim->d->world[body].R, side ? s->normal : v3_neg(s->normal));
    KipVec3 turn = v3_cross(sim->d->link[body].v.w, in), point;
    const GeomPlace *place = sim->place + geom;
    point = m3_apply_t(place->R, v3_sub(side ? s->arm2 : s->arm1, place->p));
    point = m3_apply(place->R, kip_geom_creep(sim->model->geom + geom, point, m3_apply_t(place->R, in),
                                              m3_apply_t(place->R, turn)));
    return sim->model->geom[geom].type == KIP_GEOM_ELLIPSOID
               ? v3_add_scaled(point, -within_of(near->on_plane, s), turn)
               : point;
}

static inline KipVec3 beside_of(const KipSim *sim, const ContactSlot *s, int side)
{
    const NearPair *near = sim->near + s->pair;
    if (near->odd[side])
        return beside_round(sim->d, s, side, creep(sim, s, side));
    return near->radius[side] > 0
               ? beside_round(sim->d, s, side,
                              creep_of_sphere(sim->d, s, side, near->radius[side], near->on_plane))
               : beside_corner(sim->d, s, side);
}

KIP_WITHIN int add_impedance(KipDynamics *d, const ContactSlot *s, int side, double normal, double shear)
{
    Impedance *z = d->impedance + d->nimpedance;
    z->body = side ? s->body2 : s->body1;
    z->r = side ? s->arm2 : s->arm1;
    z->known = s->beside[side];
    z->mask = s->mask[side];
    z->turns = false;
    z->Z = impedance_of(d, z->body, s, normal, shear);
    return d->nimpedance++;
}

/* Each body takes the share of the relative acceleration that it would have if both were free. */
void kip_contact_own_impedance(const ContactSlot *s, int side, double *normal, double *shear)
{
    const double *own = s->mobility[side], *other = s->mobility[!side];
    gripped(s, normal, shear);
    *normal *= own[0] > 0 ? 1 + other[0] / own[0] : 1; /* a masked side does not move */
    *shear *= own[1] > 0 ? 1 + other[1] / own[1] : 1;
}

KIP_TWICE void kip_contact_impede(KipSim *sim, ContactSlot *s)
{
    double normal, shear;
    gripped(s, &normal, &shear);
    s->impedance = -1;
    for (int side = 0; side < 2; side++) {
        if (!(side ? s->moves2 : s->moves1))
            continue;
        s->beside[side] = beside_of(sim, s, side);
        if (s->coupling == CONTACT_BETWEEN)
            kip_contact_own_impedance(s, side, &normal, &shear);
        if (s->mask[side] != mask_everything)
            s->impedance = add_impedance(sim->d, s, side, normal, shear);
    }
}
