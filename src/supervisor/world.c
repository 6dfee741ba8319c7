/* The world: members, control, pushes, what touched. See world.h. */
#include "world.h"

#include <math.h>
#include <string.h>

#include "../control/loads.h"
#include "../dynamics/arena.h"
#include "../dynamics/quat.h"
#include "../dynamics/vec3.h"

enum { MOST_PUSHES = 32, MOST_MARKS = 64, MARK_SIZE = 48, MOST_TOUCHING = 2048 };

typedef struct Member {
    KipMemberDef def;
    KipCharacter *character;
    KipSupervisor *supervisor;
} Member;

typedef struct Push {
    int body, unused;
    double end; /* s */
    KipVec3 force, point;
} Push;

typedef struct Mark {
    char name[MARK_SIZE];
    double time;
} Mark;

/* All that changes here; what touched since the last control follows it in saved bytes. */
typedef struct State {
    int npush, nmark, ntouching, unused;
    int64_t step;
    Push push[MOST_PUSHES];
    Mark mark[MOST_MARKS];
} State;

typedef struct Touching {
    int geom1, geom2;
} Touching;

struct KipWorld {
    const KipModel *model;
    const KipAllocator *allocator;
    KipSim *sim;
    KipLoads *loads; /* for its feet */
    KipWorldHooks hooks;
    double period;
    int steps_a_period;
    int nmember;
    Member *member;
    int *member_of; /* nbody: -1 none */
    State state;
    Touching *touching; /* MOST_TOUCHING */
    KipArena *arena;
};

static const char ground_name[] = "ground";
static const double usual_period = 0.005; /* s */

/* -- making one ---------------------------------------------------------------------------------------------------- */

KipWorldDef kip_world_def(const KipModel *model)
{
    KipWorldDef def = {.sim = kip_sim_def(model)};
    def.sim.max_constraints = 64;
    return def;
}

static KipStatus count_steps(KipWorld *world, double period, KipError *error)
{
    double timestep = kip_sim_timestep(world->sim);
    if (period == 0)
        period = timestep * fmax(1, floor(usual_period / timestep + 0.5));
    double steps = floor(period / timestep + 0.5);
    if (!(steps >= 1 && steps < 1e6 && fabs(steps * timestep - period) <= 1e-9 * period))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a control period of %g s is no whole number of steps of %g s", period, timestep);
    world->period = period;
    world->steps_a_period = (int)steps;
    return KIP_OK;
}

static KipStatus make_character(KipWorld *world, Member *member, const KipAllocator *allocator, KipError *error)
{
    const KipMemberDef *def = &member->def;
    char prefix[128] = "";
    int root = kip_world_body(world, (int)(member - world->member));
    if (root == 0 || !kip_body_moves(world->model, root))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%s' has no body that moves: it is no character",
                        def->name);
    size_t n = strlen(def->name);
    if (strncmp(world->model->body[root].name, def->name, n) == 0 && world->model->body[root].name[n] == '/' &&
        n + 2 < sizeof prefix) {
        memcpy(prefix, def->name, n);
        memcpy(prefix + n, "/", 2);
    }
    KipCharacterDef character = {world->sim, root, prefix, def->poses, allocator};
    KipStatus status = kip_character_create(&character, &member->character, error);
    if (status == KIP_OK)
        status = kip_supervisor_create(def->skill, def->nskill, 0, allocator, &member->supervisor, error);
    return status;
}

static KipStatus make_members(KipWorld *world, const KipWorldDef *def, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int b = 0; b < world->model->nbody; b++)
        world->member_of[b] = -1;
    for (int m = 0; m < def->nmember && status == KIP_OK; m++) {
        Member *member = world->member + m;
        member->def = def->member[m];
        member->def.name = kip_arena_string(world->arena, def->member[m].name);
        if (!member->def.name)
            return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the members of a world");
        world->nmember = m + 1;
        for (int b = 0; b < member->def.nbody; b++)
            world->member_of[member->def.first_body + b] = m;
        if (member->def.character)
            status = make_character(world, member, def->allocator, error);
    }
    return status;
}

KipStatus kip_world_create(const KipModel *model, const KipWorldDef *def, KipWorld **world, KipError *error)
{
    KipArena *arena = kip_arena_create(def->allocator);
    KipWorld *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        *made = (KipWorld){.model = model, .allocator = def->allocator, .hooks = def->hooks, .arena = arena};
        made->member = kip_arena_take(arena, (size_t)def->nmember, sizeof *made->member);
        made->member_of = kip_arena_take(arena, (size_t)model->nbody, sizeof *made->member_of);
        made->touching = kip_arena_take(arena, MOST_TOUCHING, sizeof *made->touching);
    }
    if (!made || !made->member || !made->member_of || !made->touching) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a world");
    }
    KipStatus status = kip_sim_create(model, &def->sim, &made->sim, error);
    if (status == KIP_OK)
        status = count_steps(made, def->period, error);
    if (status == KIP_OK)
        status = kip_loads_create(made->sim, def->allocator, &made->loads, error);
    if (status == KIP_OK)
        status = make_members(made, def, error);
    if (status == KIP_OK)
        *world = made;
    else
        kip_world_destroy(made);
    return status;
}

void kip_world_destroy(KipWorld *world)
{
    if (!world)
        return;
    for (int m = 0; m < world->nmember; m++) {
        kip_supervisor_destroy(world->member[m].supervisor);
        kip_character_destroy(world->member[m].character);
    }
    kip_loads_destroy(world->loads);
    kip_sim_destroy(world->sim);
    kip_arena_destroy(world->arena);
}

KipSim *kip_world_sim(KipWorld *world)
{
    return world->sim;
}

double kip_world_time(const KipWorld *world)
{
    return kip_sim_time(world->sim);
}

double kip_world_period(const KipWorld *world)
{
    return world->period;
}

/* -- members ------------------------------------------------------------------------------------------------------- */

int kip_world_nmember(const KipWorld *world)
{
    return world->nmember;
}

const char *kip_world_member_name(const KipWorld *world, int member)
{
    return world->member[member].def.name;
}

KipCharacter *kip_world_character(KipWorld *world, int member)
{
    return world->member[member].character;
}

KipSupervisor *kip_world_supervisor(KipWorld *world, int member)
{
    return world->member[member].supervisor;
}

int kip_world_body(const KipWorld *world, int member)
{
    const KipMemberDef *def = &world->member[member].def;
    return def->nbody ? def->first_body : 0;
}

/* The body's name without its member's. */
static const char *own_name(const KipWorld *world, int member, const char *name)
{
    const char *prefix = world->member[member].def.name;
    size_t n = strlen(prefix);
    return strncmp(name, prefix, n) == 0 && name[n] == '/' ? name + n + 1 : name;
}

/* By a second name: the model's text alias/NAME. */
static const char *without_alias(const KipWorld *world, int member, const char *name)
{
    static const char alias[] = "alias/";
    for (int c = 0; c < world->model->ncustom; c++) {
        const KipCustom *custom = world->model->custom + c;
        const char *own = own_name(world, member, custom->name);
        if (custom->text && strncmp(own, alias, sizeof alias - 1) == 0 && strcmp(own + sizeof alias - 1, name) == 0)
            return custom->text;
    }
    return NULL;
}

static int find_body(const KipWorld *world, int member, const char *name)
{
    const KipMemberDef *def = &world->member[member].def;
    for (int b = def->first_body; b < def->first_body + def->nbody; b++)
        if (strcmp(own_name(world, member, world->model->body[b].name), name) == 0)
            return b;
    return -1;
}

static int find_link(const KipWorld *world, int member, const char *name)
{
    int body = find_body(world, member, name);
    if (body < 0) {
        const char *other = without_alias(world, member, name);
        body = other ? find_body(world, member, other) : -1;
    }
    return body;
}

static int find_member(const KipWorld *world, const char *name, size_t n)
{
    for (int m = 0; m < world->nmember; m++)
        if (strncmp(world->member[m].def.name, name, n) == 0 && world->member[m].def.name[n] == '\0')
            return m;
    return -1;
}

/* The nearest of all names that could stand there: members, links of `context` (-1: of all), MEMBER/link. */
static KipStatus unknown(const KipWorld *world, int context, const char *name, KipError *error)
{
    const char *slash = strchr(name, '/'), *pair[2] = {"", ""};
    int owner = slash ? find_member(world, name, (size_t)(slash - name)) : -1;
    for (int m = 0; m < world->nmember; m++) {
        pair[1] = world->member[m].def.name;
        pair[0] = pair[kip_nearest_name(name, pair, 2, sizeof *pair) == 1];
    }
    for (int b = 1; b < world->model->nbody; b++) {
        int member = world->member_of[b];
        if (member < 0 || (owner >= 0 && member != owner) || (owner < 0 && context >= 0 && member != context))
            continue;
        pair[1] = owner >= 0 ? world->model->body[b].name : own_name(world, member, world->model->body[b].name);
        pair[0] = pair[kip_nearest_name(name, pair, 2, sizeof *pair) == 1];
    }
    if (*pair[0])
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "there is no character, object or link '%s'; did you mean '%s'?", name, pair[0]);
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "there is no character, object or link '%s'", name);
}

KipStatus kip_world_find(const KipWorld *world, int context, const char *name, KipThing *thing, KipError *error)
{
    int body = context >= 0 ? find_link(world, context, name) : -1, member = context;
    const char *slash = strchr(name, '/');
    if (body < 0 && strcmp(name, ground_name) == 0) {
        *thing = (KipThing){-1, 0};
        return KIP_OK;
    }
    if (body < 0 && (member = find_member(world, name, strlen(name))) >= 0) {
        *thing = (KipThing){member, -1};
        return KIP_OK;
    }
    if (body < 0 && slash && (member = find_member(world, name, (size_t)(slash - name))) >= 0)
        body = find_link(world, member, slash + 1);
    for (int m = 0; m < world->nmember && body < 0; m++)
        body = find_link(world, member = m, name);
    if (body < 0)
        return unknown(world, context, name, error);
    *thing = (KipThing){member, body};
    return KIP_OK;
}

int kip_thing_body(const KipWorld *world, KipThing thing)
{
    return thing.body >= 0 ? thing.body : kip_world_body(world, thing.member);
}

/* -- sensors ------------------------------------------------------------------------------------------------------- */

static bool is_of(const KipWorld *world, int geom, KipThing thing)
{
    int body = world->model->geom[geom].body;
    if (thing.member < 0)
        return !kip_body_moves(world->model, body);
    if (thing.body >= 0)
        return body == thing.body;
    const KipMemberDef *def = &world->member[thing.member].def;
    return (body > 0 && world->member_of[body] == thing.member) ||
           (geom >= def->first_geom && geom < def->first_geom + def->ngeom);
}

bool kip_world_touching(const KipWorld *world, KipThing a, KipThing b)
{
    for (int i = 0; i < world->state.ntouching; i++) {
        Touching t = world->touching[i];
        if ((is_of(world, t.geom1, a) && is_of(world, t.geom2, b)) ||
            (is_of(world, t.geom2, a) && is_of(world, t.geom1, b)))
            return true;
    }
    return false;
}

KipVec3 kip_world_contact_force(const KipWorld *world, KipThing thing)
{
    const KipContact *contact;
    int n = kip_sim_contacts(world->sim, &contact);
    KipVec3 force = v3_zero();
    for (int i = 0; i < n; i++) {
        if (is_of(world, contact[i].geom2, thing))
            force = v3_add(force, contact[i].force);
        if (is_of(world, contact[i].geom1, thing))
            force = v3_sub(force, contact[i].force);
    }
    return force;
}

int kip_world_support(const KipWorld *world, int member, double x[KIP_HULL], double y[KIP_HULL])
{
    const KipContact *contact;
    int n = kip_sim_contacts(world->sim, &contact), found = 0;
    for (int i = 0; i < n; i++) {
        int body1 = world->model->geom[contact[i].geom1].body, body2 = world->model->geom[contact[i].geom2].body;
        int body = kip_supported_body(world->model, body1, body2);
        if (body < 0 || world->member_of[body] != member || world->loads->foot_of[body] < 0)
            continue;
        if (found == KIP_HULL)
            found = kip_hull(x, y, found);
        if (found == KIP_HULL)
            break;
        x[found] = contact[i].point.x;
        y[found++] = contact[i].point.y;
    }
    return kip_hull(x, y, found);
}

/* -- what happens -------------------------------------------------------------------------------------------------- */

/* All pushes on a body as one: at the mean of their points, each weighted by its force, so that parallel ones need no
 * torque. */
static void set_pushes(KipWorld *world, int body)
{
    const State *state = &world->state;
    KipQuat turn = kip_body_orientation(kip_sim_dynamics(world->sim), body);
    KipVec3 force = v3_zero(), torque = v3_zero(), point = v3_zero();
    double sum = 0;
    for (int i = 0; i < state->npush; i++)
        if (state->push[i].body == body) {
            double weight = v3_length(state->push[i].force);
            point = v3_add_scaled(point, weight, state->push[i].point);
            sum += weight;
        }
    point = v3_scale(sum > 0 ? 1 / sum : 0, point);
    for (int i = 0; i < state->npush; i++)
        if (state->push[i].body == body) {
            KipVec3 arm = q_rotate(turn, v3_sub(state->push[i].point, point));
            force = v3_add(force, state->push[i].force);
            torque = v3_add(torque, v3_cross(arm, state->push[i].force));
        }
    kip_sim_set_external(world->sim, body, force, torque, point);
}

KipStatus kip_world_push(KipWorld *world, int body, KipVec3 force, double seconds, KipVec3 point, KipError *error)
{
    State *state = &world->state;
    if (body < 1)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "what stands still cannot be pushed");
    if (state->npush == MOST_PUSHES)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%d pushes act already", MOST_PUSHES);
    double least = kip_sim_timestep(world->sim);
    state->push[state->npush++] = (Push){
        .body = body, .end = kip_sim_time(world->sim) + fmax(seconds, least), .force = force, .point = point};
    set_pushes(world, body);
    return KIP_OK;
}

/* Before each step: those that are over end, and the points of the others have turned with their bodies. */
static void renew_pushes(KipWorld *world)
{
    State *state = &world->state;
    double now = kip_sim_time(world->sim) + 0.5 * kip_sim_timestep(world->sim);
    for (int i = state->npush - 1; i >= 0; i--) {
        int body = state->push[i].body;
        if (state->push[i].end < now)
            memmove(state->push + i, state->push + i + 1, (size_t)(--state->npush - i) * sizeof *state->push);
        set_pushes(world, body);
    }
}

KipStatus kip_world_throw(KipWorld *world, int member, KipVec3 position, KipVec3 velocity, KipVec3 spin, KipError *error)
{
    int body = kip_world_body(world, member);
    const KipBody *b = world->model->body + body;
    if (body == 0 || b->njoint != 1 || world->model->joint[b->joint].type != KIP_JOINT_FREE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' cannot be thrown: it is not free to fly",
                        world->member[member].def.name);
    KipStatus status = kip_sim_set_present(world->sim, body, true, error);
    if (status != KIP_OK)
        return status;
    double q[7] = {position.x, position.y, position.z}, v[6] = {velocity.x, velocity.y, velocity.z};
    KipQuat turn = q_from(kip_sim_q(world->sim) + b->q + 3);
    q_store(q + 3, turn);
    v3_store(v + 3, q_rotate(q_conjugate(turn), spin));
    return kip_sim_place(world->sim, body, q, v, error);
}

KipStatus kip_world_mark(KipWorld *world, const char *name, KipError *error)
{
    State *state = &world->state;
    int i = 0;
    size_t n = strlen(name);
    while (i < state->nmark && strcmp(state->mark[i].name, name) != 0)
        i++;
    if (i == MOST_MARKS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "there are %d marks already", MOST_MARKS);
    if (n >= MARK_SIZE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the name '%s' is longer than %d letters", name, MARK_SIZE - 1);
    memcpy(state->mark[i].name, name, n + 1);
    state->mark[i].time = kip_sim_time(world->sim);
    state->nmark = i == state->nmark ? i + 1 : state->nmark;
    return KIP_OK;
}

double kip_world_since(const KipWorld *world, const char *name)
{
    for (int i = 0; i < world->state.nmark; i++)
        if (strcmp(world->state.mark[i].name, name) == 0)
            return kip_sim_time(world->sim) - world->state.mark[i].time;
    return INFINITY;
}

/* -- a step -------------------------------------------------------------------------------------------------------- */

static KipStatus note_touching(KipWorld *world, KipError *error)
{
    const KipContact *contact;
    int n = kip_sim_contacts(world->sim, &contact), *count = &world->state.ntouching;
    for (int i = 0; i < n; i++) {
        Touching t = {contact[i].geom1, contact[i].geom2};
        int k = 0;
        while (k < *count && (world->touching[k].geom1 != t.geom1 || world->touching[k].geom2 != t.geom2))
            k++;
        if (k == MOST_TOUCHING)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "more than %d pairs of shapes touched within one control period", MOST_TOUCHING);
        world->touching[k] = t;
        *count = k == *count ? k + 1 : *count;
    }
    return KIP_OK;
}

static KipStatus control_member(KipWorld *world, int m, KipError *error)
{
    Member *member = world->member + m;
    KipDecision decision;
    double time = kip_sim_time(world->sim);
    KipStatus status = kip_supervisor_step(member->supervisor, time, &decision, error);
    if (status != KIP_OK)
        return status;
    if (world->hooks.decided && (decision.from != decision.to || decision.failed))
        world->hooks.decided(world->hooks.user, world, m, &decision);
    return kip_character_update(member->character, time, error);
}

static KipStatus control(KipWorld *world, KipError *error)
{
    KipStatus status = KIP_OK;
    if (world->state.step == 0)
        status = note_touching(world, error); /* nothing has stepped yet: what touches now */
    if (status == KIP_OK && world->hooks.control)
        status = world->hooks.control(world->hooks.user, world, error);
    for (int m = 0; m < world->nmember && status == KIP_OK; m++)
        if (world->member[m].character && kip_sim_is_present(world->sim, kip_world_body(world, m)))
            status = control_member(world, m, error);
    world->state.ntouching = 0;
    return status;
}

KipStatus kip_world_step(KipWorld *world, KipError *error)
{
    KipStatus status = KIP_OK;
    renew_pushes(world);
    if (world->state.step % world->steps_a_period == 0)
        status = control(world, error);
    if (status == KIP_OK)
        status = kip_sim_step(world->sim, error);
    if (status != KIP_OK)
        return status;
    world->state.step++;
    return note_touching(world, error);
}

/* -- saving -------------------------------------------------------------------------------------------------------- */

/* One pass over the parts; each is where the last one ended. */
size_t kip_world_save_size(const KipWorld *world)
{
    size_t size = sizeof(State) + MOST_TOUCHING * sizeof(Touching) + kip_sim_save_size(world->sim);
    for (int m = 0; m < world->nmember; m++)
        if (world->member[m].character)
            size += kip_character_save_size(world->member[m].character) +
                    kip_supervisor_save_size(world->member[m].supervisor);
    return size;
}

void kip_world_save(const KipWorld *world, void *bytes)
{
    char *to = bytes;
    size_t touching = (size_t)world->state.ntouching * sizeof(Touching);
    memcpy(to, &world->state, sizeof(State));
    to += sizeof(State);
    memcpy(to, world->touching, touching);
    memset(to + touching, 0, MOST_TOUCHING * sizeof(Touching) - touching);
    to += MOST_TOUCHING * sizeof(Touching);
    kip_sim_save(world->sim, to);
    to += kip_sim_save_size(world->sim);
    for (int m = 0; m < world->nmember; m++) {
        const Member *member = world->member + m;
        if (!member->character)
            continue;
        kip_character_save(member->character, to);
        to += kip_character_save_size(member->character);
        kip_supervisor_save(member->supervisor, to);
        to += kip_supervisor_save_size(member->supervisor);
    }
}

/* Are all counts and indices such that they can be used? */
static bool is_sound(const KipWorld *world, const State *state, const char *touching)
{
    const KipModel *model = world->model;
    if (state->npush < 0 || state->npush > MOST_PUSHES || state->nmark < 0 || state->nmark > MOST_MARKS ||
        state->ntouching < 0 || state->ntouching > MOST_TOUCHING || state->step < 0)
        return false;
    for (int i = 0; i < state->npush; i++)
        if (state->push[i].body < 1 || state->push[i].body >= model->nbody)
            return false;
    for (int i = 0; i < state->nmark; i++)
        if (!memchr(state->mark[i].name, '\0', MARK_SIZE))
            return false;
    for (int i = 0; i < state->ntouching; i++) {
        Touching t;
        memcpy(&t, touching + (size_t)i * sizeof t, sizeof t);
        if (t.geom1 < 0 || t.geom1 >= model->ngeom || t.geom2 < 0 || t.geom2 >= model->ngeom)
            return false;
    }
    return true;
}

/* All parts after the world's own, which is sound. */
static KipStatus load_parts(KipWorld *world, const char *from, KipError *error)
{
    size_t n = kip_sim_save_size(world->sim);
    KipStatus status = kip_sim_load(world->sim, from, n, error);
    from += n;
    for (int m = 0; m < world->nmember && status == KIP_OK; m++) {
        Member *member = world->member + m;
        if (!member->character)
            continue;
        n = kip_character_save_size(member->character);
        status = kip_character_load(member->character, from, n, error);
        from += n;
        n = kip_supervisor_save_size(member->supervisor);
        if (status == KIP_OK)
            status = kip_supervisor_load(member->supervisor, from, n, error);
        from += n;
    }
    return status;
}

KipStatus kip_world_load(KipWorld *world, const void *bytes, size_t size, KipError *error)
{
    const size_t parts = sizeof(State) + MOST_TOUCHING * sizeof(Touching);
    State state;
    if (size != kip_world_save_size(world))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "these are not the saved bytes of this world");
    memcpy(&state, bytes, sizeof state);
    if (!is_sound(world, &state, (const char *)bytes + sizeof state))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved bytes of this world are damaged");
    char *before = kip_resize(world->allocator, NULL, 0, size);
    if (!before)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the world as it was");
    kip_world_save(world, before);
    KipStatus status = load_parts(world, (const char *)bytes + parts, error);
    if (status == KIP_OK) {
        world->state = state;
        memcpy(world->touching, (const char *)bytes + sizeof state, MOST_TOUCHING * sizeof(Touching));
    } else {
        load_parts(world, before + parts, NULL);
    }
    kip_resize(world->allocator, before, size, 0);
    return status;
}
