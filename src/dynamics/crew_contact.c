/* The contacts of a crew in lanes: a list of those that any of the worlds has in a stage, or as a step ends, each with its slots.
 * A contact is the same in two worlds if its geoms and its feature are, and in each world the list has the order of its slots.
 * What lasts beyond the stage is in the slots, so that a world whose contacts suit lanes in one stage need not in the next. In
 * stages they save 14 % of the instructions of standing worlds, 19 % of lying ones; at rest, see lanes.h. */
#include <string.h>

#include "contact_parts.h"
#include "crew_parts.h"

/* Contacts of trees of one world are in no lanes. */
static bool of_worlds(const Crew *crew)
{
    return crew->lanes && !crew->lanes->of_trees;
}

/* The numbers of a slot from z on, and the slot that they belong to. */
static double *numbers_of(ContactSlot *s)
{
    return &s->z.x;
}

static ContactSlot *slot_of(double *numbers)
{
    return (ContactSlot *)(void *)((char *)numbers - offsetof(ContactSlot, z));
}

/* A slot that touches, of one of the worlds. Keys have the order of slots. */
typedef struct Next {
    ContactSlot *slot;
    uint64_t key;
} Next;

/* The next of a world, after `at` others; its key is above all others where there is none. */
static Next next_of(const KipSim *sim, int at)
{
    if (at == sim->in_lanes)
        return (Next){NULL, UINT64_MAX};
    ContactSlot *s = sim->slot + sim->touching[at];
    const NearPair *near = sim->near + s->pair;
    return (Next){s, (uint64_t)near->geom1 << 40 | (uint64_t)near->geom2 << 16 | (uint64_t)s->feature};
}

static void describe(const KipSim *sim, const ContactSlot *s, LaneContact *c)
{
    const NearPair *near = sim->near + s->pair;
    const int body[2] = {s->body1, s->body2};
    *c = (LaneContact){.body1 = s->body1,
                       .body2 = s->body2,
                       .moves1 = s->moves1,
                       .moves2 = s->moves2,
                       .between = near->between,
                       .on_plane = near->on_plane,
                       .radius = near->radius[s->moves2],
                       .kn = near->law.kn,
                       .kt = near->law.kt,
                       .ct = near->law.ct,
                       .c = near->law.c};
    for (int side = 0; side < 2 && near->between; side++) {
        const KipBody *of = sim->model->body + body[side];
        const KipVec3 com = v3_sub(of->com, sim->model->tree->link[body[side]].shift);
        c->free[side] = (LaneFree){of->mass, com, sim->mobility[body[side]]};
    }
}

/* A world has the contact, or has it not. */
static void enter(const KipSim *sim, ContactSlot *s, int stage, LaneContact *c, int lane, double *none)
{
    c->slot[lane] = s ? numbers_of(s) : none;
    if (!s)
        return;
    c->touches[lane] = -1;
    c->begun[lane] = s->stages != 0 ? -1 : 0;
    c->known[lane] = s->stages != 0 || s->known ? -1 : 0;
    c->goes_on[lane] = stage > 0 && s->stages >> (stage - 1) & 1 ? -1 : 0;
    c->grip[lane] = s->grip;
    c->friction[lane] = contact_friction(sim, s);
}

/* The list, from the worlds' lists of slots that touch; false: there is no room. */
static bool list_contacts(const Crew *crew, LaneWorlds *of, int stage)
{
    int at[MOST_LANES] = {0};
    Next next[MOST_LANES];
    of->ncontact = 0, of->between = false;
    for (int l = 0; l < of->pass->count; l++)
        next[l] = next_of(in_lane(crew, l), 0);
    for (;;) {
        int first = 0;
        for (int l = 1; l < of->pass->count; l++)
            first = next[l].key < next[first].key ? l : first;
        const uint64_t key = next[first].key;
        if (key == UINT64_MAX)
            return true;
        if (of->ncontact == MOST_LANE_CONTACTS)
            return false;
        LaneContact *c = of->contact + of->ncontact++;
        describe(in_lane(crew, first), next[first].slot, c);
        of->between = of->between || c->between;
        for (int l = 0; l < of->pass->count; l++) {
            const bool touches = next[l].key == key;
            enter(in_lane(crew, l), touches ? next[l].slot : NULL, stage, c, l, of->none);
            if (touches)
                next[l] = next_of(in_lane(crew, l), ++at[l]);
        }
    }
}

static void count_contacts(const Crew *crew, const Stage *stage)
{
    for (int i = 0; i < crew->n; i++)
        crew->sim[i]->in_lanes = kip_is_lost(crew->sim[i]) ? 0 : kip_contacts_for_lanes(crew->sim[i], stage);
}

/* Lists the contacts in lanes. */
static void choose_contacts(const Crew *crew, LaneWorlds *of, const Stage *stage)
{
    const bool listed = list_contacts(crew, of, stage->index);
    for (int i = 0; i < crew->n && !listed; i++)
        crew->sim[i]->in_lanes = 0;
    of->ncontact = listed ? of->ncontact : 0;
    of->listed = false;
}

/* Whether the list is that of the last step's end, and the worlds have the same contacts as then: so it is as a rule where these stand
 * or lie, of which it takes 3 % and 6 % of the instructions. */
static bool list_holds(const Crew *crew, const LaneWorlds *of)
{
    bool holds = of->have && of->listed && crew->sim[0]->taken->stages == 1;
    for (int i = 0; i < crew->n && holds; i++) {
        const KipSim *sim = crew->sim[i];
        const int n = sim->in_lanes;
        holds = n == of->at_rest[i] && sim->nfound == of->nfound[i] &&
                *sim->friction_scale == of->friction[i] &&
                memcmp(sim->touching, of->touching[i], (size_t)n * sizeof *sim->touching) == 0;
    }
    return holds;
}

static void note_list(const Crew *crew, LaneWorlds *of)
{
    of->listed = true;
    for (int i = 0; i < crew->n; i++) {
        const KipSim *sim = crew->sim[i];
        of->at_rest[i] = sim->in_lanes, of->nfound[i] = sim->nfound, of->friction[i] = *sim->friction_scale;
        memcpy(of->touching[i], sim->touching, (size_t)sim->in_lanes * sizeof *sim->touching);
    }
}

void kip_crew_rest(const Crew *crew, const Stage *rest)
{
    if (!of_worlds(crew))
        return;
    LaneWorlds *of = crew->lanes;
    count_contacts(crew, rest);
    if (list_holds(crew, of)) {
        for (int k = 0; k < of->ncontact; k++) /* they are known, for they have pressed */
            memcpy(of->contact[k].known, of->contact[k].touches, sizeof of->contact[k].known);
    } else {
        choose_contacts(crew, of, rest);
        note_list(crew, of);
    }
    of->pass->rest(of->lanes);
}

/* Whether contacts are in lanes as the last step has left them. */
static bool are_placed(const Crew *crew, const LaneWorlds *of, const Stage *stage)
{
    bool placed = of->have && stage->index == 0 && (stage->method->stages == 1 || !of->between);
    for (int i = 0; i < crew->n; i++)
        placed = placed && of->friction[i] == *crew->sim[i]->friction_scale;
    return placed;
}

/* Leaves out of lanes, of each world, the first contact that is strong, and those after it. */
static void leave_strong(const Crew *crew, LaneWorlds *of)
{
    for (int l = 0; l < of->pass->count; l++) {
        bool strong = false;
        int n = 0;
        for (int k = 0; k < of->ncontact; k++) {
            LaneContact *c = of->contact + k;
            strong = strong || c->strong[l];
            n += c->touches[l] && !strong;
            c->touches[l] = strong ? 0 : c->touches[l];
            c->slot[l] = strong ? of->none : c->slot[l];
        }
        in_lane(crew, l)->in_lanes = n;
    }
    of->listed = false;
}

void kip_crew_meet(const Crew *crew, const Stage *stage)
{
    if (!of_worlds(crew))
        return;
    LaneWorlds *of = crew->lanes;
    of->placed = are_placed(crew, of, stage);
    if (!of->placed) {
        count_contacts(crew, stage);
        choose_contacts(crew, of, stage);
    }
    for (int i = 0; i < crew->n && of->placed; i++)
        crew->sim[i]->in_lanes = of->at_rest[i];
    LaneStage own = lane_stage(stage);
    own.placed = of->placed;
    if (of->between && of->pass->couple(of->lanes, &own))
        leave_strong(crew, of);
    for (int l = 0; l < of->pass->count; l++) {
        const KipSim *sim = in_lane(crew, l);
        const bool apart = sim->in_lanes < sim->ntouching || sim->masked || kip_springs_are_any(sim);
        of->apart[l] = apart ? -1 : 0;
    }
}

void kip_crew_press(const Crew *crew, const Stage *stage)
{
    if (!of_worlds(crew))
        return;
    const LaneWorlds *of = crew->lanes;
    LaneStage own = lane_stage(stage);
    own.placed = of->placed;
    crew->lanes->pass->press(crew->lanes->lanes, &own);
    bool stored = false;
    for (int i = 0; i < crew->n; i++)
        stored = stored || of->apart[i];
    for (int i = 0; i < crew->n; i++)
        crew->sim[i]->d->has_external = crew->sim[i]->d->has_external || stored;
    for (int i = 0; i < of->ncontact; i++)
        for (int l = 0; l < crew->n; l++)
            if (of->contact[i].touches[l]) {
                ContactSlot *s = slot_of(of->contact[i].slot[l]);
                s->stages |= 1u << stage->index;
                s->coupling = of->contact[i].between ? CONTACT_EXPLICIT : CONTACT_ON_LINK;
                s->normal_looks_ahead = s->known = true;
            }
}

/* Of the worlds that are in this round, the contacts whose grip may be another after this ABA: see goes_on and kip_contact_regrip. */
static void regrip_round(const Crew *crew, LaneWorlds *of, int round)
{
    int64_t asks[MOST_LANES] = {0};
    for (int l = 0; l < of->pass->count; l++) {
        const Solving *solving = &in_lane(crew, l)->solving;
        asks[l] = solving->next == MEETS_ROWS && solving->round == round ? -1 : 0;
    }
    for (int k = 0; k < of->ncontact; k++) {
        LaneContact *c = of->contact + k;
        const int body = c->moves1 ? c->body1 : c->body2;
        for (int l = 0; l < MOST_LANES; l++)
            c->asked[l] = c->touches[l] & asks[l];
        for (int l = 0; l < of->pass->count && round > 0; l++)
            c->asked[l] = in_lane(crew, l)->d->idle[body] ? 0 : c->asked[l];
    }
    if (!of->pass->regrip(of->lanes, round))
        return;
    for (int k = 0; k < of->ncontact; k++)
        for (int l = 0; l < crew->n; l++)
            if (of->contact[k].changed[l]) {
                crew->sim[l]->regripped = true;
                kip_stir(crew->sim[l], of->contact[k].body1);
                kip_stir(crew->sim[l], of->contact[k].body2);
            }
}

void kip_crew_regrip(const Crew *crew)
{
    if (!of_worlds(crew))
        return;
    LaneWorlds *of = crew->lanes;
    int asked[MOST_LANES], nasked = 0;
    for (int i = 0; i < crew->n; i++) {
        const Solving *solving = &crew->sim[i]->solving;
        bool is_new = crew->sim[i]->in_lanes > 0 && solving->next == MEETS_ROWS;
        for (int k = 0; k < nasked; k++)
            is_new = is_new && asked[k] != solving->round;
        if (is_new)
            asked[nasked++] = solving->round;
        crew->sim[i]->regripped = false;
    }
    for (int k = 0; k < nasked; k++)
        regrip_round(crew, of, asked[k]);
}

void kip_crew_account(const Crew *crew, const Stage *stage)
{
    if (!of_worlds(crew))
        return;
    const LaneWorlds *of = crew->lanes;
    const LaneStage own = lane_stage(stage);
    crew->lanes->pass->account(crew->lanes->lanes, &own);
    for (int i = 0; i < of->ncontact; i++)
        for (int l = 0; l < crew->n; l++)
            if (of->contact[i].touches[l])
                slot_of(of->contact[i].slot[l])->grip = (Whole)of->contact[i].grip[l];
}
