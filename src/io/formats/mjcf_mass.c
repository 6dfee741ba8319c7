/* Corrections of masses, in MuJoCo's order: compiler boundmass, boundinertia, balanceinertia, then settotalmass. */
#include "../../dynamics/mat3.h"
#include "../../dynamics/shape.h"
#include "../../supervisor/eigen.h"
#include "mjcf_parts.h"

/* Raises the principal moments to boundinertia, and, with balanceinertia, replaces those that no solid has by their mean.
 * Returns whether one has changed. */
static bool correct_inertia(const KipMjcf *m, KipSym3 *inertia)
{
    const KipSym3 I = *inertia;
    double full[9] = {I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz}, moment[3], axis[9], work[9];
    if (!kip_eigen(3, full, moment, axis, work)) /* entries that are not finite are refused later */
        return false;
    const double a = fmax(moment[0], m->least_inertia), b = fmax(moment[1], m->least_inertia),
                 c = fmax(moment[2], m->least_inertia), mean = (a + b + c) / 3;
    const KipMat3 axes = {axis[0], axis[3], axis[6], axis[1], axis[4], axis[7], axis[2], axis[5], axis[8]};
    if (m->balance_inertia && fmax(fmax(a, b), c) > 1.5 * mean)
        *inertia = s3_diagonal(mean, mean, mean);
    else if (a > moment[0] || b > moment[1] || c > moment[2])
        *inertia = s3_rotate(axes, s3_diagonal(a, b, c));
    else
        return false;
    return true;
}

/* Corrects body i, whose n geoms are given. */
static void correct_body(KipMjcf *m, int i, const KipGeom *geom, int n)
{
    KipBody body = m->body[i].part;
    if (body.mass_from_geoms)
        kip_body_weigh(&body, geom, n);
    const bool is_corrected = correct_inertia(m, &body.inertia);
    if (!is_corrected && body.mass >= m->least_mass)
        return;
    body.mass = fmax(body.mass, m->least_mass);
    body.mass_from_geoms = false;
    m->body[i].part = body;
}

/* Calls correct_body with the geoms of each body, which are in the order of the document. */
static void correct_bodies(KipMjcf *m)
{
    KipGeom *geom = kip_mjcf_take(m, m->ngeom, sizeof *geom);
    int *end = kip_mjcf_take(m, m->nbody, sizeof *end), n = 0;
    if (m->status != KIP_OK)
        return;
    for (int i = 0; i < m->ngeom; i++)
        end[m->geom[i].part.body]++;
    for (int i = 0; i < m->nbody; i++) { /* where those of body i begin */
        const int own = end[i];
        end[i] = n;
        n += own;
    }
    for (int i = 0; i < m->ngeom; i++) {
        KipGeom *to = geom + end[m->geom[i].part.body]++;
        *to = m->geom[i].part;
        to->quat = q_normalize(to->quat);
    }
    for (int i = 1; i < m->nbody; i++)
        correct_body(m, i, geom + end[i - 1], end[i] - end[i - 1]);
}

/* Scales the masses of all moving bodies of the file to the total of settotalmass. */
static void scale_mass(KipMjcf *m)
{
    double total = 0, scale;
    for (int i = 1; i < m->nbody; i++)
        total += m->body[i].part.mass_from_geoms ? 0 : m->body[i].part.mass;
    for (int i = 0; i < m->ngeom; i++) {
        KipGeom *geom = &m->geom[i].part;
        double volume;
        KipSym3 inertia;
        if (geom->body == 0 || !m->body[geom->body].part.mass_from_geoms)
            continue;
        kip_geom_solid(geom, &volume, &inertia);
        total += geom->mass >= 0 ? geom->mass : geom->density * volume;
    }
    if (!(m->total_mass > 0 && total > 0))
        return;
    scale = m->total_mass / total;
    for (int i = 1; i < m->nbody; i++) {
        KipBody *body = &m->body[i].part;
        KipSym3 *I = &body->inertia;
        body->mass *= scale;
        I->xx *= scale, I->xy *= scale, I->xz *= scale, I->yy *= scale, I->yz *= scale, I->zz *= scale;
    }
    for (int i = 0; i < m->ngeom; i++) {
        m->geom[i].part.density *= scale;
        m->geom[i].part.mass *= scale;
    }
}

void kip_mjcf_correct_masses(KipMjcf *m)
{
    if (m->least_mass > 0 || m->least_inertia > 0 || m->balance_inertia)
        correct_bodies(m);
    scale_mass(m);
}
