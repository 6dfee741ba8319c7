/* Which pairs of geoms may meet, and what they are to each other.
 *
 * By MJCF's rule no geoms of one body meet (bodies without joints count as a part of their parent), nor those of a body
 * and its parent, unless that is the world, nor those of excluded bodies; and contype and conaffinity must match. What
 * the model pairs meets in any case. Bodies that are welded do not meet: apart.c.
 */
#include "pairs.h"

#include <math.h>

/* -- which pairs may meet -------------------------------------------------------------------------------- */

int kip_mover(const KipModel *model, int body)
{
    while (body && model->body[body].njoint == 0)
        body = model->body[body].parent;
    return body;
}

/* Whether two geoms may meet by MJCF's rule, without its exclusions. */
static bool may_meet(const KipSim *sim, int g1, int g2)
{
    const KipGeom *a = sim->model->geom + g1, *b = sim->model->geom + g2;
    const GeomPlace *one = sim->place + g1, *two = sim->place + g2;
    if (one->mover == two->mover || !((a->contype & b->conaffinity) | (b->contype & a->conaffinity)))
        return false;
    return !one->mover || !two->mover || (one->mover != two->above && two->mover != one->above);
}

/* Whether the model pairs them. */
static bool are_paired(const KipSim *sim, int g1, int g2)
{
    int first = 0, end = sim->nrule;
    ordered(sim->model, &g1, &g2);
    while (first < end) {
        const int middle = first + (end - first) / 2;
        const PairRule *rule = sim->rule + middle;
        if (comes_after(g1, g2, rule->geom1, rule->geom2))
            first = middle + 1;
        else
            end = middle;
    }
    return first < sim->nrule && sim->rule[first].geom1 == g1 && sim->rule[first].geom2 == g2;
}

/* Whether the model excludes contacts of these bodies. */
static bool are_excluded(const KipSim *sim, int body1, int body2)
{
    const int one = body1 < body2 ? body1 : body2, two = body1 < body2 ? body2 : body1;
    int first = 0, end = sim->model->nexclude;
    while (first < end) {
        const int middle = first + (end - first) / 2;
        const KipExclude *exclude = sim->exclude + middle;
        if (comes_after(one, two, exclude->body1, exclude->body2))
            first = middle + 1;
        else
            end = middle;
    }
    return first < sim->model->nexclude && sim->exclude[first].body1 == one &&
           sim->exclude[first].body2 == two;
}

bool kip_pair_may_meet(const KipSim *sim, int g1, int g2)
{
    const GeomPlace *one = sim->place + g1, *two = sim->place + g2;
    if (one->paired && two->paired && are_paired(sim, g1, g2))
        return true;
    return may_meet(sim, g1, g2) &&
           !(one->excluded && two->excluded &&
             are_excluded(sim, sim->model->geom[g1].body, sim->model->geom[g2].body));
}

/* -- what a pair is like --------------------------------------------------------------------------------- */

/* Which of the two are round where they touch, and how. */
static void note_round(NearPair *near, const KipGeom *a, const KipGeom *b)
{
    const KipGeom *const geom[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        KipGeomType type = geom[side]->type;
        near->radius[side] = type == KIP_GEOM_SPHERE || type == KIP_GEOM_CAPSULE ? geom[side]->size[0] : 0;
        near->odd[side] = type == KIP_GEOM_CYLINDER || type == KIP_GEOM_ELLIPSOID;
    }
    near->on_plane = a->type == KIP_GEOM_PLANE;
}

static void apply_rule(const PairRule *rule, NearPair *near)
{
    near->friction = rule->friction, near->spin = rule->spin, near->roll = rule->roll, near->law = rule->law;
}

/* What two geoms that the model does not pair are to each other: as in MJCF the greater of both numbers counts. */
static void apply_geoms(const KipSim *sim, NearPair *near)
{
    const KipGeom *a = sim->model->geom + near->geom1, *b = sim->model->geom + near->geom2;
    const int condim = a->condim > b->condim ? a->condim : b->condim;
    near->law = kip_surface_law(sim->surface + near->geom1, sim->surface + near->geom2);
    near->friction = condim < 3 ? 0 : a->friction > b->friction ? a->friction : b->friction;
    near->spin = condim < 4 ? 0 : a->spin > b->spin ? a->spin : b->spin;
    near->roll = condim < 6 ? 0 : a->roll > b->roll ? a->roll : b->roll;
}

void kip_pair_describe(const KipSim *sim, const PairRule *rule, NearPair *near)
{
    note_round(near, sim->model->geom + near->geom1, sim->model->geom + near->geom2);
    if (rule)
        apply_rule(rule, near);
    else
        apply_geoms(sim, near);
    const int one = sim->model->geom[near->geom1].body, two = sim->model->geom[near->geom2].body;
    const bool moves1 = !sim->model->tree->link[one].is_static,
               moves2 = !sim->model->tree->link[two].is_static;
    near->between = moves1 && moves2;
    near->for_lanes =
        near->law.leaves == 0 &&
        (near->between ||
         (moves1 != moves2 && !sim->tree[sim->tree_of[moves1 ? one : two]].single && !near->odd[moves2]));
    near->calm = kip_haste_calm(sim, near);
}

/* -- the model's pairs and exclusions -------------------------------------------------------------------- */

Surface kip_pair_surface(const KipSim *sim, const KipGeom *geom)
{
    const bool stands = sim->model->tree->link[geom->body].is_static;
    return kip_surface(geom, stands ? INFINITY : sim->tree[sim->tree_of[geom->body]].mass,
                       stands ? INFINITY : sim->model->body[geom->body].mass);
}

/* The surface of a geom, with the values of a pair of the model instead where given. */
static Surface surface_in(const KipSim *sim, const KipPair *pair, int g)
{
    KipGeom geom = sim->model->geom[g];
    if (pair->solref[0] != 0)
        geom.solref[0] = pair->solref[0], geom.solref[1] = pair->solref[1];
    if (!isnan(pair->impedance))
        geom.impedance = pair->impedance;
    return kip_pair_surface(sim, &geom);
}

/* The rule of a pair of the model; values not given are those of its geoms. */
static PairRule rule_of(const KipSim *sim, const KipPair *pair)
{
    NearPair near = {.geom1 = pair->geom1, .geom2 = pair->geom2};
    ordered(sim->model, &near.geom1, &near.geom2);
    const KipGeom *a = sim->model->geom + near.geom1, *b = sim->model->geom + near.geom2;
    const int theirs = a->condim > b->condim ? a->condim : b->condim,
              condim = pair->condim ? pair->condim : theirs;
    const Surface on_a = surface_in(sim, pair, near.geom1), on_b = surface_in(sim, pair, near.geom2);
    PairRule rule = {near.geom1,
                     near.geom2,
                     fmax(a->friction, b->friction),
                     fmax(a->spin, b->spin),
                     fmax(a->roll, b->roll),
                     kip_surface_law(&on_a, &on_b)};
    if (!isnan(pair->friction))
        rule.friction = pair->friction;
    if (!isnan(pair->spin))
        rule.spin = pair->spin;
    if (!isnan(pair->roll))
        rule.roll = pair->roll;
    rule.friction = condim < 3 ? 0 : rule.friction, rule.spin = condim < 4 ? 0 : rule.spin,
    rule.roll = condim < 6 ? 0 : rule.roll;
    return rule;
}

/* Of two rules for the same geoms the last one counts. */
void kip_pairs_rule(KipSim *sim)
{
    const KipModel *model = sim->model;
    for (int i = 0; i < model->npair; i++) {
        const PairRule rule = rule_of(sim, model->pair + i);
        int k = sim->nrule;
        for (; k > 0 && !comes_after(rule.geom1, rule.geom2, sim->rule[k - 1].geom1, sim->rule[k - 1].geom2);
             k--)
            sim->rule[k] = sim->rule[k - 1];
        sim->rule[k] = rule;
        sim->nrule++;
    }
}

/* The lower body of an exclusion comes first. */
void kip_pairs_exclude(KipSim *sim)
{
    const KipModel *model = sim->model;
    for (int i = 0; i < model->npair; i++)
        sim->place[model->pair[i].geom1].paired = sim->place[model->pair[i].geom2].paired = true;
    for (int i = 0; i < model->nexclude; i++) {
        const int a = model->exclude[i].body1, b = model->exclude[i].body2;
        const KipExclude exclude = {a < b ? a : b, a < b ? b : a};
        int k = i;
        for (; k > 0 && comes_after(sim->exclude[k - 1].body1, sim->exclude[k - 1].body2, exclude.body1,
                                    exclude.body2);
             k--)
            sim->exclude[k] = sim->exclude[k - 1];
        sim->exclude[k] = exclude;
        for (int side = 0; side < 2; side++) {
            const KipBody *body = model->body + (side ? a : b);
            for (int g = body->geom; g < body->geom + body->ngeom; g++)
                sim->place[g].excluded = true;
        }
    }
}
