/* The broad phase: the pairs of geoms that could touch within the next step.
 *
 * A geom's room is its largest motion in a step and a half, 1 mm, and a reserve. Its bounds are its axis-aligned box, grown by
 * the room. Wide bounds, grown by a quarter of the smallest side more, are swept along the axis on which they are spread most,
 * in the order of their lowest corners; planes are tested against every geom that moves. These pairs are close. They are
 * sorted by their geoms, so that every sum over contacts has one order, whichever the axis, and used until some bounds leave
 * the wide ones. The near pairs are those of them whose bounds meet; they are used until some geom has moved by so much that
 * its reserve is spent, which is tested at each step. The near ones that a step tests for haste (haste.c) are those without the
 * reserve, so that no result depends on it.
 */
#include <math.h>
#include <string.h>

#include "apart.h"
#include "mask.h"
#include "pairs.h"
#include "quat.h"
#include "shape.h"

static const double widened = 0.25;

/* -- where geoms are ------------------------------------------------------------------------------------- */

KIP_TWICE const Solid *kip_solid(KipSim *sim, int g)
{
    Solid *solid = sim->solid + g;
    if (sim->stamp[g] < sim->evaluation) {
        const WorldPose *pose = sim->d->world + solid->geom->body;
        const GeomPlace *place = sim->place + g;
        sim->stamp[g] = sim->evaluation;
        solid->R = m3_mul(pose->R, place->R);
        solid->p = v3_add(pose->p, m3_apply(pose->R, place->p));
    }
    return solid;
}

/* Half the sides of the axis-aligned box around a solid. */
static KipVec3 half_extent(const Solid *solid)
{
    const KipMat3 *R = &solid->R;
    return v3(geom_reach(solid->geom, R->xx, R->xy, R->xz), geom_reach(solid->geom, R->yx, R->yy, R->yz),
              geom_reach(solid->geom, R->zx, R->zy, R->zz));
}

/* The distance of a geom's farthest point from its origin. */
static double own_reach(const KipGeom *geom)
{
    const double *s = geom->size;
    switch (geom->type) {
    case KIP_GEOM_SPHERE:
        return s[0];
    case KIP_GEOM_CAPSULE:
        return s[0] + s[1];
    case KIP_GEOM_BOX:
        return sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    case KIP_GEOM_CYLINDER:
        return sqrt(s[0] * s[0] + s[1] * s[1]);
    case KIP_GEOM_ELLIPSOID:
        return s[0] > s[1] ? (s[0] > s[2] ? s[0] : s[2]) : (s[1] > s[2] ? s[1] : s[2]);
    case KIP_GEOM_PLANE:
        break;
    }
    return 0;
}

KIP_TWICE static void bound(KipSim *sim, int g, bool with_reserve)
{
    const Solid *solid = kip_solid(sim, g);
    const double room = kip_reserve_room(sim, g, with_reserve);
    sim->reserve[sim->tree_of[sim->model->geom[g].body]].left = 0;
    sim->room[g] = room;
    KipVec3 half = v3_add(half_extent(solid), v3(room, room, room));
    v3_store(sim->bounds + 6 * g, v3_sub(solid->p, half));
    v3_store(sim->bounds + 6 * g + 3, v3_add(solid->p, half));
}

/* -- near pairs ------------------------------------------------------------------------------------------ */

/* More than there is room for is counted, not kept. */
static void add_close(KipSim *sim, int g1, int g2)
{
    ordered(sim->model, &g1, &g2);
    if (sim->nclose < sim->max_close)
        sim->close[sim->nclose] = (GeomPair){g1, g2};
    sim->nclose++;
}

static bool overlap(const double *a, const double *b)
{
    return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

/* Whether a part of a box is below a plane. */
static bool is_below(const Solid *plane, const double *box)
{
    const KipVec3 n = v3(plane->R.xz, plane->R.yz, plane->R.zz);
    const KipVec3 lowest = v3(box[n.x > 0 ? 0 : 3], box[n.y > 0 ? 1 : 4], box[n.z > 0 ? 2 : 5]);
    return box[0] < INFINITY && v3_dot(n, v3_sub(lowest, plane->p)) < 0;
}

static void meet_planes(KipSim *sim)
{
    for (int p = 0; p < sim->model->ngeom; p++)
        for (int i = 0; i < sim->nsweep && sim->solid[p].geom->type == KIP_GEOM_PLANE; i++)
            if (is_below(sim->solid + p, sim->wide + 6 * sim->sweep[i]) &&
                kip_pair_may_meet(sim, p, sim->sweep[i]))
                add_close(sim, p, sim->sweep[i]);
}

/* The axis on which the lowest corners of geoms lie farthest apart. It changes only for one that is wider by half:
 * a change costs a sort of geoms that are in no order. */
static int widest_axis(const KipSim *sim)
{
    double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY}, width[3];
    int widest = sim->sweep_axis;
    for (int i = 0; i < sim->nsweep; i++) {
        const double *box = sim->wide + 6 * sim->sweep[i];
        for (int axis = 0; axis < 3 && box[0] < INFINITY; axis++) {
            least[axis] = box[axis] < least[axis] ? box[axis] : least[axis];
            most[axis] = box[axis] > most[axis] ? box[axis] : most[axis];
        }
    }
    for (int axis = 0; axis < 3; axis++)
        width[axis] = most[axis] - least[axis];
    for (int axis = 0; axis < 3; axis++)
        if (width[axis] > (widest == sim->sweep_axis ? 1.5 : 1) * width[widest])
            widest = axis;
    return widest;
}

static void sweep(KipSim *sim)
{
    const int axis = sim->sweep_axis = widest_axis(sim);
    int *order = sim->sweep;
    const double *lowest = sim->wide + axis; /* of geom g: lowest[6 g]; of one that is off: infinite */
    for (int i = 1; i < sim->nsweep; i++) {  /* by insertion: they are nearly in order since the last time */
        int g = order[i], k = i;
        for (; k > 0 && lowest[6 * order[k - 1]] > lowest[6 * g]; k--)
            order[k] = order[k - 1];
        order[k] = g;
    }
    for (int i = 0; i < sim->nsweep; i++) {
        const double *wide = sim->wide, *a = wide + 6 * order[i];
        if (a[0] == INFINITY)
            break;
        for (int k = i + 1; k < sim->nsweep && lowest[6 * order[k]] <= a[3 + axis]; k++)
            if (overlap(a, wide + 6 * order[k]) && kip_pair_may_meet(sim, order[i], order[k]))
                add_close(sim, order[i], order[k]);
    }
}

/* The pairs in the order of one of their geoms; those that are equal in it remain in theirs. */
static void sort_by(bool second, const GeomPair *from, GeomPair *to, int n, int *place, int ngeom)
{
    memset(place, 0, ((size_t)ngeom + 1) * sizeof *place);
    for (int i = 0; i < n; i++)
        place[(second ? from[i].geom2 : from[i].geom1) + 1]++;
    for (int g = 0; g < ngeom; g++)
        place[g + 1] += place[g];
    for (int i = 0; i < n; i++)
        to[place[second ? from[i].geom2 : from[i].geom1]++] = from[i];
}

/* By counting, which takes 4 % less time than by comparison where ten people fall over each other. */
static void sort_close(KipSim *sim)
{
    sort_by(true, sim->close, sim->unsorted, sim->nclose, sim->sorting, sim->model->ngeom);
    sort_by(false, sim->unsorted, sim->close, sim->nclose, sim->sorting, sim->model->ngeom);
}

/* Whether the bounds of all geoms are within the wide ones, from which the close pairs were found. A geom
 * that was off has none. */
static bool are_within(const KipSim *sim)
{
    for (int i = 0; i < sim->nsweep; i++) {
        const double *box = sim->bounds + 6 * sim->sweep[i], *wide = sim->wide + 6 * sim->sweep[i];
        if (box[0] < INFINITY && !(box[0] >= wide[0] && box[1] >= wide[1] && box[2] >= wide[2] &&
                                   box[3] <= wide[3] && box[4] <= wide[4] && box[5] <= wide[5]))
            return false;
    }
    return true;
}

/* Makes the bounds wider by a part of a geom's smallest side, and lists the pairs that are close by them. */
static void find_close(KipSim *sim, double part)
{
    for (int i = 0; i < sim->nsweep; i++) {
        const int g = sim->sweep[i];
        const double *box = sim->bounds + 6 * g;
        const bool stands = sim->model->tree->link[sim->model->geom[g].body].is_static;
        const double side = fmin(box[3] - box[0], fmin(box[4] - box[1], box[5] - box[2]));
        for (int k = 0; k < 3; k++) {
            sim->wide[6 * g + k] = box[k] - (stands ? 0 : part * side);
            sim->wide[6 * g + 3 + k] = box[k + 3] + (stands ? 0 : part * side);
        }
        if (box[0] == INFINITY)
            sim->wide[6 * g] = sim->wide[6 * g + 1] = sim->wide[6 * g + 2] = INFINITY;
    }
    sim->nclose = 0;
    meet_planes(sim);
    sweep(sim);
}

/* Computes the properties of close pairs, once for as long as the list is valid. Pairs and rules have the same order, so
 * that one pass finds the rules. */
static void describe_close(KipSim *sim)
{
    int r = 0;
    for (int i = 0; i < sim->nclose; i++) {
        const GeomPair pair = sim->close[i];
        NearPair *near = sim->described + i;
        near->geom1 = pair.geom1, near->geom2 = pair.geom2;
        near->nslot =
            kip_collide_features(sim->model->geom[pair.geom1].type, sim->model->geom[pair.geom2].type);
        while (r < sim->nrule &&
               comes_after(near->geom1, near->geom2, sim->rule[r].geom1, sim->rule[r].geom2))
            r++;
        const bool ruled =
            r < sim->nrule && sim->rule[r].geom1 == near->geom1 && sim->rule[r].geom2 == near->geom2;
        kip_pair_describe(sim, ruled ? sim->rule + r : NULL, near);
    }
}

/* Whether a pair touched in the step before, or in its last part. Calls are in the order of pairs; *m is the position of the
 * last one in the memory. */
static bool is_remembered(const KipSim *sim, GeomPair pair, int64_t *m)
{
    const ContactMemory *memory = sim->memory;
    while (*m < *sim->nmemory && comes_after(pair.geom1, pair.geom2, memory[*m].geom1, memory[*m].geom2))
        (*m)++;
    return *m < *sim->nmemory && memory[*m].geom1 == pair.geom1 && memory[*m].geom2 == pair.geom2;
}

/* Of the close pairs those that are near: whose bounds meet, and of limbs those that come within reach of each other by as
 * much as the bounds are wider. Boxes around limbs that stand aslant meet long before these do: where ten people fall over
 * each other, two thirds of the pairs are left out by this. */
static void take_near(KipSim *sim)
{
    const Solid *solid = sim->solid;
    int64_t m = 0;
    for (int i = 0; i < sim->nclose; i++) {
        const GeomPair pair = sim->close[i];
        const double *bounds = sim->bounds, *box = bounds + 6 * pair.geom2;
        if (solid[pair.geom1].geom->type == KIP_GEOM_PLANE
                ? !kip_sim_is_on(sim, pair.geom1) || !is_below(solid + pair.geom1, box)
                : !overlap(bounds + 6 * pair.geom1, box))
            continue;
        if (!is_remembered(sim, pair, &m) &&
            kip_collide_is_apart(solid + pair.geom1, solid + pair.geom2,
                                 sim->room[pair.geom1] + sim->room[pair.geom2]))
            continue;
        if (kip_pair_is_joined(sim, pair.geom1, pair.geom2))
            continue;
        if (sim->nnear == sim->max_near) {
            sim->full = true;
            return;
        }
        sim->near[sim->nnear++] = sim->described[i];
    }
}

/* The slots of the near pairs. Pairs and memory have the same order, so that one pass finds the memory of each pair. */
static void take_slots(KipSim *sim)
{
    const KipModel *model = sim->model;
    const Link *link = model->tree->link;
    int64_t m = 0;
    sim->nslot = 0;
    memset(sim->live, sim->twist ? 0xff : 0, ((size_t)sim->max_slots / 64 + 1) * sizeof *sim->live);
    for (int i = 0; i < sim->nnear; i++) {
        NearPair *near = sim->near + i;
        const KipGeom *a = model->geom + near->geom1, *b = model->geom + near->geom2;
        near->slot = sim->nslot;
        if (sim->nslot + near->nslot > sim->max_slots) {
            sim->full = true;
            sim->nnear = i;
            return;
        }
        sim->nslot += near->nslot;
        unsigned char mask1 = 0, mask2 = 0;
        if (sim->masked) {
            mask1 = (unsigned char)mask_of(sim, a->body, KIP_FROM_CONTACTS);
            mask2 = (unsigned char)mask_of(sim, b->body, KIP_FROM_CONTACTS);
        }
        for (int k = 0; k < near->nslot; k++) {
            ContactSlot *slot = sim->slot + near->slot + k;
            slot->pair = i, slot->feature = k, slot->face = NO_FACE;
            slot->body1 = a->body, slot->body2 = b->body;
            slot->moves1 = !link[a->body].is_static, slot->moves2 = !link[b->body].is_static;
            slot->mask[0] = mask1, slot->mask[1] = mask2;
            slot->touching = slot->known = false;
            slot->z = slot->mean = v3_zero();
            slot->speed = slot->expected = 0;
            slot->stages = 0;
            if (sim->twist)
                sim->twist[near->slot + k] = (ContactTwist){0};
        }
        for (; m < *sim->nmemory; m++) {
            const ContactMemory *memory = sim->memory + m;
            if (comes_after(memory->geom1, memory->geom2, near->geom1, near->geom2))
                break;
            if (!comes_after(near->geom1, near->geom2, memory->geom1, memory->geom2)) {
                ContactSlot *slot = sim->slot + near->slot + memory->feature;
                slot->face = memory->face, slot->z = memory->z, slot->known = true;
                note_live(sim, (int)(slot - sim->slot));
                slot->speed = memory->speed, slot->expected = memory->expected;
                slot->mean = memory->force, slot->point = memory->point, slot->normal = memory->normal;
                if (sim->twist) {
                    ContactTwist *twist = sim->twist + (slot - sim->slot);
                    twist->y = sim->twist_memory[m].y, twist->mean = sim->twist_memory[m].torque;
                }
            }
        }
    }
}

/* Finds the near pairs anew. */
static void find_near(KipSim *sim, bool with_reserve)
{
    const KipModel *model = sim->model;
    sim->nnear = 0;
    sim->full = false;
    for (int i = 0; i < sim->nsweep; i++) {
        int g = sim->sweep[i], body = model->geom[g].body;
        if (!kip_sim_is_on(sim, g))
            sim->bounds[6 * g] = sim->bounds[6 * g + 1] = sim->bounds[6 * g + 2] = INFINITY;
        else if (!model->tree->link[body].is_static || sim->bounds[6 * g] == INFINITY)
            bound(sim, g, with_reserve && !model->tree->link[body].is_static);
    }
    if (sim->nclose < 0 || !are_within(sim)) {
        find_close(sim, widened);
        if (sim->nclose > sim->max_close)
            find_close(sim, 0);
        if (sim->nclose > sim->max_close) {
            sim->full = true;
            sim->nclose = -1;
            return;
        }
        sort_close(sim);
        describe_close(sim);
    }
    take_near(sim);
    memcpy(sim->found_at, sim->d->world, (size_t)model->nbody * sizeof *sim->found_at);
}

KIP_TWICE void kip_broad_phase(KipSim *sim)
{
    if (!sim->contacts) {
        sim->nnear = 0;
        sim->full = false;
        return;
    }
    const bool ahead = sim->slots_are_ahead;
    sim->slots_are_ahead = false;
    if (sim->near_holds && kip_reserves_hold(sim)) {
        kip_contact_go_on(sim);
        return;
    }
    if (ahead)
        kip_contact_remember(sim);
    const bool too_many = ahead && sim->full;
    find_near(sim, true);
    take_slots(sim);
    if (sim->full) { /* there may be room for those without a reserve */
        find_near(sim, false);
        take_slots(sim);
    }
    sim->nfound++;
    sim->full = sim->full || too_many;
    sim->near_holds = !sim->full;
}

double kip_geom_most_speed(const KipSim *sim, int g)
{
    return sim->room[g] / (1.5 * sim->h);
}

bool kip_pair_is_near(KipSim *sim, const NearPair *near)
{
    const int g1 = near->geom1, g2 = near->geom2;
    for (int k = near->slot; k < near->slot + near->nslot; k++)
        if (sim->slot[k].known)
            return true;
    bound(sim, g2, false);
    if (near->on_plane)
        return is_below(kip_solid(sim, g1), sim->bounds + 6 * g2);
    bound(sim, g1, false);
    return overlap(sim->bounds + 6 * g1, sim->bounds + 6 * g2) &&
           !kip_collide_is_apart(sim->solid + g1, sim->solid + g2, sim->room[g1] + sim->room[g2]);
}

/* -- memory ---------------------------------------------------------------------------------------------- */

/* The greatest number of simultaneous touches: twelve points for every geom that moves, and at least 64. */
static int room(const KipModel *model)
{
    int moving = 0;
    for (int g = 0; g < model->ngeom; g++)
        moving += !model->tree->link[model->geom[g].body].is_static;
    return moving < 6 ? 64 : 12 * moving;
}

static void place_geoms(KipSim *sim)
{
    const KipModel *model = sim->model;
    for (int g = 0; g < model->ngeom; g++) {
        const KipGeom *geom = model->geom + g;
        const Link *link = model->tree->link + geom->body;
        GeomPlace *place = sim->place + g;
        place->R = q_matrix(geom->quat);
        place->p = v3_sub(geom->pos, link->shift);
        place->reach = v3_length(place->p) + own_reach(geom);
        place->mover = kip_mover(model, geom->body);
        place->above = kip_mover(model, model->body[place->mover].parent);
        sim->surface[g] = kip_pair_surface(sim, geom);
        sim->solid[g].geom = geom;
        sim->stamp[g] = -1;
        kip_solid(sim, g);
        if (link->is_static)
            sim->stamp[g] = INT64_MAX; /* static geoms never move */
        if (geom->type == KIP_GEOM_PLANE || (!(geom->contype | geom->conaffinity) && !place->paired))
            continue;
        sim->sweep[sim->nsweep++] = g;
        bound(sim, g, false);
    }
}

static bool resists_turning(const KipModel *model)
{
    for (int g = 0; g < model->ngeom; g++)
        if (model->geom[g].condim > 3)
            return true;
    for (int i = 0; i < model->npair; i++)
        if (model->pair[i].condim > 3)
            return true;
    return false;
}

static KipStatus no_memory(const KipModel *model, KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the contacts of '%s'",
                    model->name);
}

KipStatus kip_broad_create(KipSim *sim, KipError *error)
{
    const KipModel *model = sim->model;
    KipArena *arena = sim->arena;
    size_t n = (size_t)model->ngeom;
    if (sim->max_contacts == 0)
        sim->max_contacts = room(model);
    sim->max_near = 2 * sim->max_contacts;
    sim->max_slots = 4 * sim->max_contacts;
    sim->max_close = 2 * sim->max_near;
    sim->nclose = -1;
    sim->place = kip_arena_take(arena, n, sizeof *sim->place);
    sim->exclude = kip_arena_take(arena, (size_t)model->nexclude, sizeof *sim->exclude);
    sim->solid = kip_arena_take(arena, n, sizeof *sim->solid);
    sim->stamp = kip_arena_take(arena, n, sizeof *sim->stamp);
    sim->surface = kip_arena_take(arena, n, sizeof *sim->surface);
    sim->rule = kip_arena_take(arena, (size_t)model->npair, sizeof *sim->rule);
    if (resists_turning(model))
        sim->twist = kip_arena_room(arena, (size_t)sim->max_slots, sizeof *sim->twist);
    sim->bounds = kip_arena_take(arena, n, 6 * sizeof *sim->bounds);
    sim->sweep = kip_arena_take(arena, n, sizeof *sim->sweep);
    sim->wide = kip_arena_take(arena, n, 6 * sizeof *sim->wide);
    sim->close = kip_arena_room(arena, (size_t)sim->max_close, sizeof *sim->close);
    sim->unsorted = kip_arena_room(arena, (size_t)sim->max_close, sizeof *sim->unsorted);
    sim->sorting = kip_arena_take(arena, n + 1, sizeof *sim->sorting);
    sim->described = kip_arena_room(arena, (size_t)sim->max_close, sizeof *sim->described);
    sim->room = kip_arena_take(arena, n, sizeof *sim->room);
    sim->reserve = kip_arena_take(arena, (size_t)sim->ntree, sizeof *sim->reserve);
    sim->found_at = kip_arena_take(arena, (size_t)model->nbody, sizeof *sim->found_at);
    sim->tested_q = kip_arena_take(arena, (size_t)model->nq, sizeof *sim->tested_q);
    sim->lever = kip_arena_take(arena, (size_t)model->nbody, sizeof *sim->lever);
    sim->lever_q = kip_arena_take(arena, (size_t)model->nq, sizeof *sim->lever_q);
    sim->lever_v = kip_arena_take(arena, (size_t)model->nv, sizeof *sim->lever_v);
    sim->near = kip_arena_room(arena, (size_t)sim->max_near, sizeof *sim->near);
    sim->slot = kip_arena_room(arena, (size_t)sim->max_slots, sizeof *sim->slot);
    sim->stack = kip_arena_room(arena, (size_t)sim->max_slots, sizeof *sim->stack);
    sim->live = kip_arena_room(arena, (size_t)sim->max_slots / 64 + 1, sizeof *sim->live);
    sim->touching = kip_arena_room(arena, (size_t)sim->max_slots, sizeof *sim->touching);
    sim->contact = kip_arena_room(arena, (size_t)sim->max_contacts, sizeof *sim->contact);
    if (!sim->place || !sim->exclude || !sim->solid || !sim->stamp || !sim->bounds || !sim->sweep ||
        !sim->wide || !sim->close || !sim->unsorted || !sim->sorting || !sim->described || !sim->room ||
        !sim->reserve || !sim->found_at || !sim->tested_q || !sim->lever || !sim->lever_q || !sim->lever_v ||
        !sim->near || !sim->slot || !sim->contact || !sim->touching || !sim->live || !sim->surface ||
        !sim->rule || !sim->stack || (resists_turning(model) && !sim->twist))
        return no_memory(model, error);
    kip_pairs_exclude(sim);
    place_geoms(sim);
    kip_reserves_begin(sim);
    kip_pairs_rule(sim);
    return KIP_OK;
}
