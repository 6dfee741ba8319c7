/* Pairs of geoms: their order, which of them may meet, and by which rule. Internal. */
#ifndef KIP_DYNAMICS_PAIRS_H
#define KIP_DYNAMICS_PAIRS_H

#include "sim_parts.h"

/* The two geoms of a pair come in this order: by type, and by number where the types are equal. */
static inline void ordered(const KipModel *model, int *g1, int *g2)
{
    const KipGeom *a = model->geom + *g1, *b = model->geom + *g2;
    if (a->type > b->type || (a->type == b->type && *g1 > *g2)) {
        int g = *g1;
        *g1 = *g2, *g2 = g;
    }
}

/* Whether a pair of numbers, of geoms or bodies, comes after another one in the order of pairs. */
static inline bool comes_after(int one, int two, int other_one, int other_two)
{
    return one != other_one ? one > other_one : two > other_two;
}

/* The body whose joints move this one: itself or an ancestor; or the world. */
int kip_mover(const KipModel *model, int body);
/* Whether two geoms may meet, by the model's pairs and exclusions and else by MJCF's rule. */
bool kip_pair_may_meet(const KipSim *sim, int g1, int g2);
/* What two near geoms are to each other; `rule` is the model's for this pair, or NULL: then as in MJCF the greater of
 * both geoms' numbers counts. */
void kip_pair_describe(const KipSim *sim, const PairRule *rule, NearPair *near);

/* The surface of a geom; bodies that stand still have infinite masses. */
Surface kip_pair_surface(const KipSim *sim, const KipGeom *geom);
/* Fills sim->exclude, in order, and the pairs and exclusions in sim->place. */
void kip_pairs_exclude(KipSim *sim);
/* Fills sim->rule, in order; once the geoms are placed. */
void kip_pairs_rule(KipSim *sim);

#endif
