/* How far two geoms are from each other, how deep two bodies overlap, and whether a constraint keeps their geoms from meeting. */
#include "apart.h"

#include <math.h>

#include "collide_parts.h"
#include "pairs.h"

enum { MOST_PROJECTIONS = 64 };

static Solid solid_of(const KipSim *sim, int g)
{
    const KipGeom *geom = sim->model->geom + g;
    const WorldPose *pose = sim->d->world + geom->body;
    const GeomPlace *place = sim->place + g;
    return (Solid){geom, m3_mul(pose->R, place->R), v3_add(pose->p, m3_apply(pose->R, place->p))};
}

/* -- what is welded -------------------------------------------------------------------------------------- */

/* What moves as one with a geom or a body: the body whose joints move it; a body that stands still is one of its own. */
static int piece_of_geom(const KipSim *sim, int g)
{
    return sim->place[g].mover ? sim->place[g].mover : sim->model->geom[g].body;
}

static int piece_of(const KipSim *sim, int body)
{
    const int mover = kip_mover(sim->model, body);
    return mover ? mover : body;
}

bool kip_pair_is_joined(const KipSim *sim, int g1, int g2)
{
    const int one = piece_of_geom(sim, g1), two = piece_of_geom(sim, g2);
    for (int i = 0; *sim->nconstraint && i < sim->max_constraints; i++) {
        const KipConstraint *c = sim->constraint + i;
        if (!constraint_parts(c))
            continue;
        const int first = piece_of(sim, c->body1), second = piece_of(sim, c->body2);
        if ((first == one && second == two) || (first == two && second == one))
            return true;
    }
    return false;
}

/* -- overlaps -------------------------------------------------------------------------------------------- */

static double overlap_of(const KipSim *sim, int g1, int g2)
{
    int kept[MAX_TOUCH];
    Touch touch[MAX_TOUCH];
    double depth = 0;
    ordered(sim->model, &g1, &g2);
    for (int k = 0; k < MAX_TOUCH; k++)
        kept[k] = NO_FACE;
    const Solid a = solid_of(sim, g1), b = solid_of(sim, g2);
    const int n = kip_collide(&a, &b, kept, touch);
    for (int k = 0; k < n; k++)
        depth = fmax(depth, touch[k].depth);
    return depth;
}

double kip_bodies_overlap(const KipSim *sim, int body1, int body2)
{
    const int one = piece_of(sim, body1), two = piece_of(sim, body2), n = sim->model->ngeom;
    double depth = 0;
    for (int g1 = 0; g1 < n; g1++)
        for (int g2 = 0; piece_of_geom(sim, g1) == one && kip_sim_is_on(sim, g1) && g2 < n; g2++)
            if (piece_of_geom(sim, g2) == two && kip_sim_is_on(sim, g2) && kip_pair_may_meet(sim, g1, g2))
                depth = fmax(depth, overlap_of(sim, g1, g2));
    return depth;
}

/* -- gaps ------------------------------------------------------------------------------------------------ */

/* The point of a solid that is nearest to p; p itself where it is inside. */
static KipVec3 nearest_point(const Solid *s, KipVec3 p)
{
    KipGeom geom = *s->geom;
    const KipVec3 local = m3_apply_t(s->R, v3_sub(p, s->p));
    if (geom.type == KIP_GEOM_SPHERE)
        geom.type = KIP_GEOM_CAPSULE, geom.size[1] = 0;
    const Nearest near = geom.type == KIP_GEOM_PLANE ? (Nearest){local.z, v3(0, 0, 1), NO_FACE}
                                                     : kip_nearest(&geom, local, NO_FACE);
    return near.distance > 0 ? v3_sub(p, m3_apply(s->R, v3_scale(near.distance, near.normal))) : p;
}

/* By projections to and fro, which approach the nearest points of convex shapes from above. */
static double gap_of(const Solid *a, const Solid *b)
{
    KipVec3 p = nearest_point(b, a->p);
    double gap = INFINITY;
    for (int i = 0; i < MOST_PROJECTIONS && gap > 0; i++) {
        const KipVec3 q = nearest_point(a, p);
        p = nearest_point(b, q);
        gap = v3_length(v3_sub(p, q));
    }
    return gap;
}

double kip_sim_gap(const KipSim *sim, int geom1, int geom2)
{
    const Solid a = solid_of(sim, geom1), b = solid_of(sim, geom2);
    return gap_of(&a, &b);
}
