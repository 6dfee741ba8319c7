/* Contact with planes by penalty forces.
 *
 *     normal     fn = kn d (1 + c d') >= 0, d the depth: no sticking, no pulling
 *     friction   ft = -(kt z + ct s) within the cone |ft| <= mu fn;  z' = s, the surfaces' slip velocity
 *
 * z is a state of the contact, integrated with everything else; at the end of a step it is held within the
 * cone, and it is zero where nothing touches. A deflection, not a material anchor: a ball rolls with s =
 * 0.
 */
#include "arena.h"
#include "quat.h"
#include "world.h"

static const double kn = kip_contact_stiffness, ct = kip_contact_damping;
static const double damp = 1; /* c, s/m */
static const double kt = kip_contact_shear;

/* -- where contacts can be ------------------------------------------------------------------------------- */

static bool may_meet(const KipModel *model, const KipGeom *a, const KipGeom *b)
{
    if (!((a->contype & b->conaffinity) | (b->contype & a->conaffinity)))
        return false;
    for (int e = 0; e < model->nexclude; e++) {
        const KipExclude *pair = model->exclude + e;
        if ((pair->body1 == a->body && pair->body2 == b->body) ||
            (pair->body1 == b->body && pair->body2 == a->body))
            return false;
    }
    return true;
}

/* The k-th point of a shape that can touch a plane, geom frame, and its number of points. */
static int shape_point(const KipGeom *geom, int k, KipVec3 *point)
{
    const double *s = geom->size;
    *point = v3_zero();
    switch (geom->type) {
    case KIP_GEOM_SPHERE:
        return 1;
    case KIP_GEOM_CAPSULE:
        *point = v3(0, 0, k ? s[1] : -s[1]);
        return 2;
    case KIP_GEOM_BOX:
        *point = v3(k & 1 ? s[0] : -s[0], k & 2 ? s[1] : -s[1], k & 4 ? s[2] : -s[2]);
        return 8;
    case KIP_GEOM_PLANE:
    case KIP_GEOM_CYLINDER:
    case KIP_GEOM_ELLIPSOID:
        break;
    }
    return 0;
}

static ContactSite make_site(const KipModel *model, const KipDynamics *d, int plane, int geom, int feature)
{
    const KipGeom *g1 = model->geom + plane, *g2 = model->geom + geom;
    KipMat3 R = m3_mul(kip_body_rotation(d, g1->body), q_matrix(g1->quat));
    ContactSite site = {.geom1 = plane, .geom2 = geom, .feature = feature, .body = g2->body};
    KipVec3 point;
    shape_point(g2, feature, &point);
    site.point = v3_add(g2->pos, q_rotate(g2->quat, point));
    site.radius = g2->type == KIP_GEOM_BOX ? 0 : g2->size[0];
    site.t1 = v3(R.xx, R.yx, R.zx);
    site.t2 = v3(R.xy, R.yy, R.zy);
    site.normal = v3(R.xz, R.yz, R.zz);
    site.offset = v3_dot(site.normal, kip_point_position(d, g1->body, g1->pos));
    if (g1->condim > 1 || g2->condim > 1) /* as in MJCF: the greater of each counts */
        site.friction = g1->friction > g2->friction ? g1->friction : g2->friction;
    return site;
}

KipStatus kip_contact_sites(const KipModel *model, const KipDynamics *d, KipArena *arena,
                            const ContactSite **site, int *n, KipError *error)
{
    ContactSite *sites = NULL;
    int count = 0;
    for (int pass = 0; pass < 2; pass++) { /* count, then fill */
        if (pass && !(sites = kip_arena_take(arena, (size_t)count, sizeof *sites)))
            return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for %d contact points",
                            count);
        count = 0;
        for (int p = 0; p < model->ngeom; p++) {
            if (model->geom[p].type != KIP_GEOM_PLANE)
                continue;
            for (int g = 0; g < model->ngeom; g++) {
                const KipGeom *geom = model->geom + g;
                KipVec3 point;
                int features = shape_point(geom, 0, &point);
                if (model->tree->link[geom->body].is_static || !may_meet(model, model->geom + p, geom))
                    continue;
                if (!features)
                    return kip_fail(error, KIP_BAD_INPUT, geom->place,
                                    "body '%s' has a%s, which cannot meet a plane yet; use a capsule, sphere "
                                    "or box, or "
                                    "set the geom's contype and conaffinity to 0",
                                    model->body[geom->body].name,
                                    geom->type == KIP_GEOM_CYLINDER ? " cylinder" : "n ellipsoid");
                for (int k = 0; k < features; k++, count++)
                    if (sites)
                        sites[count] = make_site(model, d, p, g, k);
            }
        }
    }
    *site = sites;
    *n = count;
    return KIP_OK;
}

/* -- forces ---------------------------------------------------------------------------------------------- */

/* z within the cone kt |z| <= limit; a second call changes no bit, so that a loaded state is the saved
 * one. */
static void hold_in_cone(double *z, double limit)
{
    double stretch = kt * sqrt(z[0] * z[0] + z[1] * z[1]);
    if (stretch > limit * (1 + 1e-12)) {
        z[0] *= limit / stretch;
        z[1] *= limit / stretch;
    }
}

static void list_contact(KipSim *sim, const ContactSite *site, KipVec3 centre, double depth, KipVec3 force)
{
    KipContact *contact = sim->contact + sim->ncontact++;
    contact->geom1 = site->geom1, contact->geom2 = site->geom2, contact->feature = site->feature;
    contact->point = v3_add_scaled(centre, -site->radius, site->normal);
    contact->normal = site->normal;
    contact->depth = depth;
    contact->force = force;
}

void kip_contact_pass(KipSim *sim, double *z, double *zdot, bool settle)
{
    KipDynamics *d = sim->d;
    if (settle)
        sim->ncontact = 0;
    for (int i = 0; i < sim->nsite; i++) {
        const ContactSite *site = sim->site + i;
        const WorldPose *pose = d->world + site->body;
        double *zi = z + 2 * i, *dz = zdot + 2 * i;
        KipVec3 local = v3_sub(site->point, d->model->tree->link[site->body].shift);
        KipVec3 arm = m3_apply(pose->R, local), centre = v3_add(pose->p, arm), velocity, f;
        double depth = site->radius + site->offset - v3_dot(site->normal, centre);
        double fn, f1, f2, stretch, limit, s1, s2;
        dz[0] = dz[1] = 0;
        if (!(depth > 0)) {
            if (settle)
                zi[0] = zi[1] = 0;
            continue;
        }
        arm = v3_add_scaled(arm, -site->radius, site->normal);
        velocity = v3_add(m3_apply(pose->R, d->link[site->body].v.v),
                          v3_cross(m3_apply(pose->R, d->link[site->body].v.w), arm));
        fn = kn * depth * (1 - damp * v3_dot(site->normal, velocity));
        fn = fn > 0 ? fn : 0;
        limit = site->friction * fn;
        if (settle)
            hold_in_cone(zi, limit);
        dz[0] = s1 = v3_dot(site->t1, velocity);
        dz[1] = s2 = v3_dot(site->t2, velocity);
        f1 = -(kt * zi[0] + ct * s1);
        f2 = -(kt * zi[1] + ct * s2);
        stretch = sqrt(f1 * f1 + f2 * f2);
        if (stretch > limit) {
            f1 *= limit / stretch;
            f2 *= limit / stretch;
        }
        f = v3_add(v3_scale(fn, site->normal), v3_add(v3_scale(f1, site->t1), v3_scale(f2, site->t2)));
        d->external[site->body] =
            force_add(d->external[site->body],
                      force(m3_apply_t(pose->R, v3_cross(arm, f)), m3_apply_t(pose->R, f)));
        d->has_external = true;
        if (settle)
            list_contact(sim, site, centre, depth, f);
    }
}
