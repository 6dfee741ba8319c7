/* Which slots touch in the worlds of a crew, in lanes: planes with spheres, capsules and boxes, and capsules with boxes and with each
 * other, which are all pairs of most characters. The list of pairs that are near in any of the worlds is kept until one has found its
 * own anew. The others, and what has entered a box or reached a capsule's segment, each world finds by itself, in its place in the
 * order. It takes 8 % of the instructions from lying worlds, 2 % from those that stand or fall. */
#include "collide.h"
#include "crew_parts.h"

static bool suits_lanes(const KipModel *model, const NearPair *near)
{
    const KipGeom *a = model->geom + near->geom1, *b = model->geom + near->geom2;
    if (a->type == KIP_GEOM_PLANE)
        return model->tree->link[a->body].is_static &&
               (b->type == KIP_GEOM_SPHERE || b->type == KIP_GEOM_CAPSULE || b->type == KIP_GEOM_BOX);
    return a->type == KIP_GEOM_CAPSULE && (b->type == KIP_GEOM_CAPSULE || b->type == KIP_GEOM_BOX);
}

/* The next near pair of a world; its key, above all others where there is none, has their order. */
static uint64_t key_of(const KipSim *sim, int at)
{
    return at < sim->nnear ? (uint64_t)sim->near[at].geom1 << 32 | (uint64_t)sim->near[at].geom2 : UINT64_MAX;
}

/* The list of pairs; false: there is no room. */
static bool list_pairs(const Crew *crew, LaneWorlds *of)
{
    int at[MOST_LANES] = {0};
    of->npair = 0;
    for (;;) {
        uint64_t key = UINT64_MAX;
        for (int l = 0; l < of->pass->count; l++)
            key = key_of(in_lane(crew, l), at[l]) < key ? key_of(in_lane(crew, l), at[l]) : key;
        if (key == UINT64_MAX)
            return true;
        if (of->npair == of->most_pairs)
            return false;
        LanePair *pair = of->pair + of->npair++;
        *pair = (LanePair){.geom1 = (int)(key >> 32), .geom2 = (int)(key & UINT32_MAX)};
        for (int l = 0; l < of->pass->count; l++) {
            const KipSim *sim = in_lane(crew, l);
            const NearPair *near = sim->near + at[l];
            if (key_of(sim, at[l]) != key)
                continue;
            pair->suits = suits_lanes(sim->model, near);
            pair->has_faces =
                kip_collide_faces(sim->model->geom[near->geom1].type, sim->model->geom[near->geom2].type) > 0;
            pair->near[l] = at[l]++;
            pair->is_near[l] = -1;
            pair->point[l] = &sim->slot[near->slot].point.x;
        }
    }
}

/* Whether the list is still that of these worlds; if not, it is made. */
static bool have_pairs(const Crew *crew, LaneWorlds *of)
{
    bool have = true;
    for (int l = 0; l < of->pass->count; l++) {
        const KipSim *sim = in_lane(crew, l);
        have = have && of->near[l] == sim->near && of->nnear[l] == sim->nfound;
        of->near[l] = sim->near, of->nnear[l] = sim->nfound;
    }
    if (!have && !list_pairs(crew, of)) {
        of->near[0] = NULL;
        return false;
    }
    return true;
}

/* What touches of a pair in one of the worlds. */
static void take_touches(KipSim *sim, const LanePair *pair, const LaneTouches *touches, int lane)
{
    const NearPair *near = sim->near + pair->near[lane];
    if (!pair->suits || touches->inside[lane]) {
        kip_contact_detect_pair(sim, near);
        return;
    }
    for (int k = 0; touches->features[lane] >> k; k++)
        if (touches->features[lane] >> k & 1)
            kip_contact_touch(sim, near, k, pair->has_faces ? (int)touches->face[k][lane] : NO_FACE);
}

static void detect_pair(const Crew *crew, const LaneWorlds *of, const LanePair *pair)
{
    LaneTouches touches;
    bool any = true;
    for (int l = 0; l < of->pass->count && pair->suits && pair->has_faces; l++) {
        const KipSim *sim = in_lane(crew, l);
        for (int k = 0; k < 4 && pair->is_near[l]; k++)
            touches.face[k][l] = sim->slot[sim->near[pair->near[l]].slot + k].face;
    }
    if (pair->suits) {
        of->pass->collide(of->lanes, pair, &touches);
        any = touches.any;
    }
    for (int l = 0; l < crew->n && any; l++)
        if (pair->is_near[l] && !kip_is_lost(crew->sim[l]))
            take_touches(crew->sim[l], pair, &touches, l);
}

void kip_crew_detect(const Crew *crew)
{
    LaneWorlds *of = crew->lanes;
    if (!of || of->of_trees || !have_pairs(crew, of)) {
        for (int i = 0; i < crew->n; i++)
            if (!kip_is_lost(crew->sim[i]))
                kip_contact_detect(crew->sim[i]);
        return;
    }
    of->look++;
    for (int i = 0; i < crew->n; i++)
        kip_contact_touch_nothing(crew->sim[i]);
    for (int p = 0; p < of->npair; p++)
        detect_pair(crew, of, of->pair + p);
}
