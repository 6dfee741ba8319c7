/* What is there: trees that come and go, sets of geoms of which one is on, joints that move as they are told. */
#include <string.h>

#include "world.h"

/* -- what the model declares ----------------------------------------------------------------------------- */

static const char set_prefix[] = "geoms/", pool_name[] = "pool";

static bool is_set(const KipCustom *custom)
{
    return custom->text && strncmp(custom->name, set_prefix, sizeof set_prefix - 1) == 0;
}

/* The next word of a text, and its length; NULL at the end. */
static const char *next_word(const char *text, size_t *length)
{
    text += strspn(text, " \t\r\n");
    *length = strcspn(text, " \t\r\n");
    return *length ? text : NULL;
}

static bool same_word(const char *name, const char *word, size_t length)
{
    return strncmp(name, word, length) == 0 && name[length] == '\0';
}

static int find_geom(const KipModel *model, const char *word, size_t length)
{
    for (int g = 0; g < model->ngeom; g++)
        if (same_word(model->geom[g].name, word, length))
            return g;
    return -1;
}

static int find_tree(const KipSim *sim, const char *word, size_t length)
{
    for (int t = 1; t < sim->ntree; t++)
        if (same_word(sim->model->body[sim->tree[t].root].name, word, length))
            return t;
    return -1;
}

static KipStatus fail(const KipModel *model, const KipCustom *custom, const char *word, size_t length,
                      const char *what, KipError *error)
{
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                    "the text '%s' of model '%s' names '%.*s', which is %s", custom->name, model->name,
                    (int)length, word, what);
}

/* GROUP of geoms/GROUP/NAME. */
static size_t group_length(const char *set)
{
    const char *slash = strchr(set, '/');
    return slash ? (size_t)(slash - set) : strlen(set);
}

static int group_of(const KipSim *sim, const char *set)
{
    size_t length = group_length(set);
    for (int i = 0; i < sim->nset; i++)
        if (group_length(sim->set[i].name) == length && strncmp(sim->set[i].name, set, length) == 0)
            return sim->set[i].group;
    return -1;
}

static KipStatus read_set(KipSim *sim, const KipCustom *custom, KipError *error)
{
    const KipModel *model = sim->model;
    const char *name = custom->name + sizeof set_prefix - 1, *word = custom->text;
    int group = group_of(sim, name);
    size_t length = 0;
    sim->set[sim->nset] = (GeomSet){name, group >= 0 ? group : sim->ngroup++};
    while ((word = next_word(word + length, &length))) {
        int g = find_geom(model, word, length);
        if (g < 0)
            return fail(model, custom, word, length, "no geom of it", error);
        if (sim->set_of[g] >= 0)
            return fail(model, custom, word, length, "in another set already", error);
        sim->set_of[g] = sim->nset;
    }
    sim->nset++;
    return KIP_OK;
}

static KipStatus check_pool(KipSim *sim, const KipCustom *custom, KipError *error)
{
    const char *word = custom->text;
    size_t length = 0;
    while ((word = next_word(word + length, &length))) {
        int t = find_tree(sim, word, length);
        if (t < 0 || sim->model->tree->link[sim->tree[t].root].is_static)
            return fail(sim->model, custom, word, length, "no body that hangs from the world by a joint",
                        error);
    }
    return KIP_OK;
}

KipStatus kip_presence_create(KipSim *sim, KipError *error)
{
    const KipModel *model = sim->model;
    KipStatus status = KIP_OK;
    sim->set = kip_arena_take(sim->arena, (size_t)model->ncustom, sizeof *sim->set);
    sim->set_of = kip_arena_take(sim->arena, (size_t)model->ngeom, sizeof *sim->set_of);
    if (!sim->set || !sim->set_of)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the geoms of '%s'",
                        model->name);
    for (int g = 0; g < model->ngeom; g++)
        sim->set_of[g] = -1;
    for (int i = 0; i < model->ncustom && status == KIP_OK; i++) {
        const KipCustom *custom = model->custom + i;
        if (is_set(custom))
            status = read_set(sim, custom, error);
        else if (custom->text && strcmp(custom->name, pool_name) == 0)
            status = check_pool(sim, custom, error);
    }
    return status;
}

/* -- state ----------------------------------------------------------------------------------------------- */

void kip_presence_start(KipSim *sim)
{
    const KipModel *model = sim->model;
    for (int i = sim->nset - 1; i >= 0; i--) /* the first of each group */
        sim->chosen[sim->set[i].group] = i;
    for (int i = 0; i < model->ncustom; i++) {
        const KipCustom *custom = model->custom + i;
        const char *word = custom->text;
        size_t length = 0;
        if (word && strcmp(custom->name, pool_name) == 0)
            while ((word = next_word(word + length, &length)))
                sim->absent[find_tree(sim, word, length)] = true;
    }
    kip_presence_apply(sim);
}

void kip_presence_apply(KipSim *sim)
{
    const KipModel *model = sim->model;
    KipDynamics *d = sim->d;
    d->any_absent = false;
    for (int i = 1; i < model->nbody; i++) {
        d->absent[i] = sim->absent[sim->tree_of[i]];
        d->any_absent = d->any_absent || d->absent[i];
        for (int k = 0; d->absent[i] && k < model->body[i].nv; k++)
            sim->v[model->body[i].v + k] = sim->a[model->body[i].v + k] = 0;
    }
    for (int j = 0; j < model->njoint; j++)
        if (d->prescribed[model->joint[j].v] != (sim->prescribed[j] != 0))
            kip_dynamics_prescribe(d, j, sim->prescribed[j]);
}

bool kip_presence_is_sound(const KipSim *sim)
{
    for (int i = 0; i < sim->ngroup; i++)
        if (sim->chosen[i] < 0 || sim->chosen[i] >= sim->nset || sim->set[sim->chosen[i]].group != i)
            return false;
    return kip_within(sim->told, sim->model->nv, 1e9);
}

KipStatus kip_sim_set_present(KipSim *sim, int body, bool present, KipError *error)
{
    const KipModel *model = sim->model;
    if (body <= 0 || body >= model->nbody || model->body[body].parent != 0 ||
        model->tree->link[body].is_static)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "only a body that hangs from the world by a joint can come and go%s%s%s",
                        body > 0 && body < model->nbody ? "; '" : "",
                        body > 0 && body < model->nbody ? model->body[body].name : "",
                        body > 0 && body < model->nbody ? "' is not one" : "");
    sim->absent[sim->tree_of[body]] = !present;
    kip_presence_apply(sim);
    kip_sim_refresh(sim);
    return KIP_OK;
}

bool kip_sim_is_present(const KipSim *sim, int body)
{
    return !sim->d->absent[body];
}

KipStatus kip_sim_choose(KipSim *sim, const char *set, KipError *error)
{
    int nearest;
    for (int i = 0; i < sim->nset; i++)
        if (strcmp(sim->set[i].name, set) == 0) {
            sim->chosen[sim->set[i].group] = i;
            kip_sim_refresh(sim);
            return KIP_OK;
        }
    nearest = sim->nset ? kip_nearest_name(set, &sim->set[0].name, sim->nset, sizeof *sim->set) : -1;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "model '%s' has no set of geoms '%s'%s%s%s",
                    sim->model->name, set, nearest >= 0 ? "; did you mean '" : "",
                    nearest >= 0 ? sim->set[nearest].name : "", nearest >= 0 ? "'?" : "");
}

bool kip_sim_is_on(const KipSim *sim, int geom)
{
    int set = sim->set_of[geom];
    return !sim->d->absent[sim->model->geom[geom].body] &&
           (set < 0 || sim->chosen[sim->set[set].group] == set);
}

/* -- joints that move as they are told ------------------------------------------------------------------- */

KipStatus kip_sim_prescribe(KipSim *sim, int joint, const double *q, const double *v, const double *a,
                            KipError *error)
{
    const KipModel *model = sim->model;
    const KipJoint *j = model->joint + joint;
    if ((q && !kip_within(q, j->nq, 1e5)) || (v && !kip_within(v, j->nv, 1e3)) || !kip_within(a, j->nv, 1e9))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "joint '%s' is told to move by numbers that are not finite or out of bounds "
                        "(positions "
                        "below 1e5, rates below 1e3)",
                        j->name);
    if (q)
        memcpy(sim->q + j->q, q, (size_t)j->nq * sizeof *q);
    if (v)
        memcpy(sim->v + j->v, v, (size_t)j->nv * sizeof *v);
    kip_model_normalize(model, sim->q);
    memcpy(sim->told + j->v, a, (size_t)j->nv * sizeof *a);
    sim->prescribed[joint] = true;
    kip_presence_apply(sim);
    kip_sim_refresh(sim);
    return KIP_OK;
}

void kip_sim_free_joint(KipSim *sim, int joint)
{
    sim->prescribed[joint] = false;
    memset(sim->told + sim->model->joint[joint].v, 0,
           (size_t)sim->model->joint[joint].nv * sizeof *sim->told);
    kip_presence_apply(sim);
    kip_sim_refresh(sim);
}
