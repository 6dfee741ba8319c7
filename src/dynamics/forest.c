/* Trees of one simulation that are alike, as ten characters of one model, go through the passes in lanes (lanes.h) as the worlds of
 * a batch do: to these a tree is a world whose numbers begin somewhere. Their contacts stay with the simulation, and so
 * does what is of no such tree. */
#include <string.h>

#include "sim_parts.h"

#define SAME(a, b) (memcmp(&(a), &(b), sizeof(a)) == 0)

enum { LEAST_BODIES = 4, LEAST_TREES = 3 }; /* that lanes pay for: two characters gain 3 % */

static int parent_in(const Link *link, LaneStart before)
{
    return link->parent ? link->parent - before.body : 0;
}

static bool same_link(const Link *a, LaneStart before_a, const Link *b, LaneStart before_b)
{
    if (a->kind != b->kind || parent_in(a, before_a) != parent_in(b, before_b) ||
        a->q - before_a.q != b->q - before_b.q || a->v - before_a.v != b->v - before_b.v || a->nv != b->nv ||
        a->njoint != b->njoint || a->is_static != b->is_static || !SAME(a->shift, b->shift) ||
        !SAME(a->I, b->I) || a->carried != b->carried)
        return false;
    if (a->kind != LINK_FREE && (a->turned != b->turned || !SAME(a->R0, b->R0) || !SAME(a->r0, b->r0)))
        return false; /* a free one is where its coordinates are */
    for (int k = 0; k < a->nv && a->kind == LINK_HINGES; k++)
        if (!SAME(a->axis[k].a, b->axis[k].a) || a->axis[k].code != b->axis[k].code ||
            a->axis[k].sign != b->axis[k].sign || a->axis[k].ref != b->axis[k].ref)
            return false;
    return true;
}

/* What lanes read of it; of a free one, too, whether its momentum is kept. */
static bool same_joint(const KipJoint *a, const KipJoint *b)
{
    if (a->type == KIP_JOINT_FREE)
        return b->type == KIP_JOINT_FREE && a->damping == b->damping && a->stiffness == b->stiffness &&
               a->armature == b->armature;
    return a->type == b->type && a->nv == b->nv && SAME(a->pos, b->pos) && SAME(a->axis, b->axis) &&
           a->ref == b->ref;
}

bool kip_links_are_alike(const KipModel *a, LaneStart before_a, const KipModel *b, LaneStart before_b, int n)
{
    for (int i = 1; i <= n; i++) {
        const Link *one = a->tree->link + before_a.body + i, *two = b->tree->link + before_b.body + i;
        if (!same_link(one, before_a, two, before_b))
            return false;
        for (int j = 0; j < one->njoint; j++)
            if (!same_joint(a->joint + one->joint + j, b->joint + two->joint + j))
                return false;
    }
    return true;
}

bool kip_fits_lanes(const KipSim *sim)
{
    return !*sim->nconstraint && !sim->d->any_absent && !sim->d->any_prescribed;
}

/* -- the trees of one simulation --------------------------------------------------------------------------- */

/* How many bodies each tree has; -1: they do not follow each other. */
static void count_bodies(const KipSim *sim, int *size)
{
    for (int i = 1; i < sim->model->nbody; i++) {
        const int t = sim->tree_of[i];
        const bool follows = i == sim->tree[t].root || sim->tree_of[i - 1] == t;
        size[t] = follows && size[t] >= 0 ? size[t] + 1 : -1;
    }
}

static LaneStart before_tree(const KipSim *sim, int tree)
{
    const int root = sim->tree[tree].root;
    const Link *link = sim->model->tree->link + root;
    return (LaneStart){root - 1, link->q, link->v, tree};
}

/* A model of one of the trees, of n bodies. */
static const KipModel *model_of(const KipSim *sim, LaneStart before, int n)
{
    const KipModel *model = sim->model;
    KipModel *own = kip_arena_copy(sim->arena, model, 1, sizeof *model);
    KipTree *tree = kip_arena_copy(sim->arena, model->tree, 1, sizeof *tree);
    Link *link = kip_arena_copy(sim->arena, model->tree->link + before.body, (size_t)n + 1, sizeof *link);
    if (!own || !tree || !link)
        return NULL;
    own->nbody = n + 1, own->nq = own->nv = 0;
    link[0] = model->tree->link[0];
    for (int i = 1; i <= n; i++) {
        link[i].parent = parent_in(link + i, before);
        link[i].q -= before.q, link[i].v -= before.v;
        own->nv += link[i].nv;
        for (int j = 0; j < link[i].njoint; j++)
            own->nq += model->joint[link[i].joint + j].nq;
    }
    tree->link = link, own->tree = tree;
    return own;
}

/* Lanes for some like trees, of n bodies. */
static bool add_crew(KipSim *sim, const int *trees, int ntree, int n)
{
    const LanePasses *pass = kip_lanes_for(ntree);
    const KipModel *model = model_of(sim, before_tree(sim, trees[0]), n);
    const int *none = kip_arena_take(sim->arena, (size_t)n + 1, sizeof *none);
    LaneWorlds *of = model && none ? pass->create(model, none, 1, 0, sim->arena) : NULL;
    if (!of)
        return false;
    of->of_trees = true, of->used = ntree;
    for (int l = 0; l < pass->count; l++)
        of->start[l] = before_tree(sim, trees[l < ntree ? l : 0]);
    for (int k = 0; k < ntree; k++)
        memset(sim->in_forest + sim->tree[trees[k]].root, true, (size_t)n * sizeof *sim->in_forest);
    of->next = sim->forest, sim->forest = of;
    return true;
}

/* The trees like this one, and itself, in crews of about the same size. */
static bool add_crews(KipSim *sim, int tree, const int *size, int *trees)
{
    const KipModel *model = sim->model;
    const int n = size[tree];
    const LaneStart before = before_tree(sim, tree);
    int ntree = 0;
    if (n < LEAST_BODIES || sim->in_forest[before.body + 1])
        return true;
    for (int t = tree; t < sim->ntree; t++)
        if (size[t] == n && kip_links_are_alike(model, before, model, before_tree(sim, t), n))
            trees[ntree++] = t;
    const LanePasses *pass = ntree < LEAST_TREES ? NULL : kip_lanes_for(ntree);
    if (!pass)
        return true;
    const int ncrew = (ntree + pass->count - 1) / pass->count;
    for (int i = 0; i < ncrew; i++) {
        const int first = i * ntree / ncrew, end = (i + 1) * ntree / ncrew;
        if (!add_crew(sim, trees + first, end - first, n))
            return false;
    }
    return true;
}

bool kip_forest_create(KipSim *sim)
{
    const int nbody = sim->model->nbody;
    int *size = kip_arena_take(sim->arena, (size_t)sim->ntree, sizeof *size);
    int *trees = kip_arena_take(sim->arena, (size_t)sim->ntree, sizeof *trees);
    sim->in_forest = kip_arena_take(sim->arena, (size_t)nbody, sizeof *sim->in_forest);
    sim->rest_idle = kip_arena_take(sim->arena, (size_t)nbody, sizeof *sim->rest_idle);
    sim->impeded = kip_arena_take(sim->arena, (size_t)nbody, sizeof *sim->impeded);
    sim->rest = kip_arena_take(sim->arena, (size_t)sim->ntree, sizeof *sim->rest);
    if (!size || !trees || !sim->in_forest || !sim->rest_idle || !sim->impeded || !sim->rest)
        return false;
    count_bodies(sim, size);
    for (int t = 1; t < sim->ntree; t++)
        if (!add_crews(sim, t, size, trees))
            return false;
    for (int i = 1; i < nbody; i++) {
        if (sim->in_forest[i])
            continue;
        if (i == 1 || sim->in_forest[i - 1])
            sim->rest[sim->nrest++].first = i;
        sim->rest[sim->nrest - 1].end = i + 1;
    }
    return true;
}
