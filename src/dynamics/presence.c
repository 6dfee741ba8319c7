/* Presence: trees that are present or absent, sets of geoms of which one is on, joints whose motion is
 * prescribed. */
#include <string.h>

#include "custom.h"
#include "sim_parts.h"

/* -- what the model declares ----------------------------------------------------------------------------- */

/* A custom text that lists names. */
typedef struct Words {
    const KipCustom *custom;
    KipCustomName name;
    const char *word; /* the present one */
    size_t length;    /* 0 before the first and after the last */
} Words;

static Words words_of(const KipCustom *custom)
{
    return (Words){custom, kip_custom_name(custom), custom->text, 0};
}

static bool next_word(Words *words)
{
    return kip_custom_next(&words->word, &words->length);
}

static bool is_word(const Words *words, const char *name)
{
    return kip_custom_names(words->custom, words->name.prefix, words->word, words->length, name);
}

static int find_geom(const KipModel *model, const Words *words)
{
    for (int g = 0; g < model->ngeom; g++)
        if (is_word(words, model->geom[g].name))
            return g;
    return -1;
}

static int find_tree(const KipSim *sim, const Words *words)
{
    for (int t = 1; t < sim->ntree; t++)
        if (is_word(words, sim->model->body[sim->tree[t].root].name))
            return t;
    return -1;
}

static KipStatus fail(const KipModel *model, const Words *words, const char *what, KipError *error)
{
    return kip_fail(error, KIP_BAD_INPUT, words->custom->place,
                    "the text '%s' of model '%s' names '%.*s', which is %s", words->custom->name, model->name,
                    (int)words->length, words->word, what);
}

/* GROUP of GROUP/NAME; 0 where it is not called so. */
static size_t group_length(const char *set)
{
    const char *slash = strrchr(set, '/');
    return slash && slash[1] ? (size_t)(slash - set) : 0;
}

static int group_of(const KipSim *sim, const char *set)
{
    size_t length = group_length(set);
    for (int i = 0; i < sim->nset; i++)
        if (group_length(sim->set[i].name) == length && strncmp(sim->set[i].name, set, length) == 0)
            return sim->set[i].group;
    return -1;
}

/* PREFIX/GROUP/NAME of PREFIX/geoms/GROUP/NAME; NULL without memory. */
static const char *name_set(KipSim *sim, const Words *words)
{
    const char *rest = words->name.rest;
    char *name = kip_arena_take(sim->arena, words->name.prefix + strlen(rest) + 1, 1);
    if (name) {
        memcpy(name, words->custom->name, words->name.prefix);
        strcpy(name + words->name.prefix, rest);
    }
    return name;
}

static KipStatus read_set(KipSim *sim, Words *words, KipError *error)
{
    const KipModel *model = sim->model;
    const char *name = name_set(sim, words);
    int group;
    if (!name)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the geoms of '%s'",
                        model->name);
    if (group_length(words->name.rest) == 0)
        return kip_fail(error, KIP_BAD_INPUT, words->custom->place,
                        "the text '%s' of model '%s' lists a set of geoms and must be called "
                        "geoms/GROUP/NAME",
                        words->custom->name, model->name);
    for (int i = 0; i < sim->nset; i++)
        if (strcmp(sim->set[i].name, name) == 0)
            return kip_fail(error, KIP_BAD_INPUT, words->custom->place,
                            "two texts of model '%s' are called '%s'", model->name, words->custom->name);
    group = group_of(sim, name);
    sim->set[sim->nset] = (GeomSet){name, group >= 0 ? group : sim->ngroup++};
    while (next_word(words)) {
        int g = find_geom(model, words);
        if (g < 0)
            return fail(model, words, "no geom of it", error);
        if (sim->set_of[g] >= 0)
            return fail(model, words, "in another set already", error);
        sim->set_of[g] = sim->nset;
    }
    sim->nset++;
    return KIP_OK;
}

static KipStatus check_pool(KipSim *sim, Words *words, KipError *error)
{
    while (next_word(words)) {
        int t = find_tree(sim, words);
        if (t < 0 || sim->model->tree->link[sim->tree[t].root].is_static)
            return fail(sim->model, words, "no body that hangs from the world by a joint", error);
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
        Words words = words_of(model->custom + i);
        if (words.name.key == KIP_CUSTOM_GEOMS)
            status = read_set(sim, &words, error);
        else if (words.name.key == KIP_CUSTOM_POOL)
            status = check_pool(sim, &words, error);
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
        Words words = words_of(model->custom + i);
        if (words.name.key == KIP_CUSTOM_POOL)
            while (next_word(&words))
                sim->absent[find_tree(sim, &words)] = true;
    }
    kip_presence_apply(sim);
}

void kip_presence_show(const KipSim *sim, KipDynamics *d)
{
    const KipModel *model = sim->model;
    d->any_absent = false;
    for (int i = 1; i < model->nbody; i++) {
        d->absent[i] = sim->absent[sim->tree_of[i]];
        d->any_absent = d->any_absent || d->absent[i];
        d->idle[i] = d->absent[i];
    }
    d->any_idle = d->any_absent;
    for (int j = 0; j < model->njoint; j++) {
        bool told = sim->prescribed[j] && !d->absent[model->joint[j].body];
        if (d->prescribed[model->joint[j].v] != told)
            kip_dynamics_prescribe(d, j, told);
    }
}

void kip_presence_apply(KipSim *sim)
{
    const KipBody *body = sim->model->body;
    kip_presence_show(sim, sim->d);
    for (int i = 1; i < sim->model->nbody; i++)
        for (int k = 0; sim->d->absent[i] && k < body[i].nv; k++)
            sim->v[body[i].v + k] = sim->a[body[i].v + k] = 0;
}

/* Applies constraints immediately to bodies that have become present or prescribed. */
static void apply_now(KipSim *sim)
{
    kip_presence_apply(sim);
    kip_dynamics_set(sim->d, sim->q, sim->v);
    kip_rows_stop_drift(sim, sim->h);
    kip_sim_refresh(sim);
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
    apply_now(sim);
    return KIP_OK;
}

bool kip_sim_is_present(const KipSim *sim, int body)
{
    return !sim->d->absent[body];
}

KipStatus kip_sim_place(KipSim *sim, int body, const double *q, const double *v, KipError *error)
{
    const KipBody *b = sim->model->body + body;
    if (!kip_within(q, b->nq, 1e5) || (v && !kip_within(v, b->nv, 1e4)))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "'%s' cannot be placed there: the numbers are not finite or out of bounds (positions "
                        "below 1e5, rates below 1e4)",
                        b->name);
    memcpy(sim->q + b->q, q, (size_t)b->nq * sizeof *q);
    if (v)
        memcpy(sim->v + b->v, v, (size_t)b->nv * sizeof *v);
    else
        memset(sim->v + b->v, 0, (size_t)b->nv * sizeof *sim->v);
    kip_model_normalize(sim->model, sim->q);
    apply_now(sim);
    return KIP_OK;
}

KipStatus kip_sim_choose(KipSim *sim, const char *set, KipError *error)
{
    KipHint hint = kip_hint(set);
    for (int i = 0; i < sim->nset; i++)
        if (strcmp(sim->set[i].name, set) == 0) {
            sim->chosen[sim->set[i].group] = i;
            kip_sim_refresh(sim);
            return KIP_OK;
        }
    for (int i = 0; i < sim->nset; i++)
        kip_hint_add(&hint, sim->set[i].name);
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "model '%s' has no set of geoms '%s'%s",
                    sim->model->name, set, kip_hint_text(&hint));
}

bool kip_sim_is_on(const KipSim *sim, int geom)
{
    int set = sim->set_of[geom];
    return !sim->d->absent[sim->model->geom[geom].body] &&
           (set < 0 || sim->chosen[sim->set[set].group] == set);
}

/* -- joints that move as they are told ------------------------------------------------------------------- */

KipStatus kip_sim_prescribe(KipSim *sim, int joint, int njoint, const double *q, const double *v,
                            const double *a, KipError *error)
{
    const KipModel *model = sim->model;
    const int first_q = model->joint[joint].q, first_v = model->joint[joint].v;
    for (int j = joint; j < joint + njoint; j++) {
        const KipJoint *of = model->joint + j;
        const int at = of->q - first_q, axis = of->v - first_v;
        if ((q && !kip_within(q + at, of->nq, 1e5)) || (v && !kip_within(v + axis, of->nv, 1e4)) ||
            !kip_within(a + axis, of->nv, 1e9))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "joint '%s' is told to move by numbers that are not finite or out of bounds "
                            "(positions below 1e5, rates below 1e4)",
                            of->name);
    }
    for (int j = joint; j < joint + njoint; j++) {
        const KipJoint *of = model->joint + j;
        const int at = of->q - first_q, axis = of->v - first_v;
        if (q)
            memcpy(sim->q + of->q, q + at, (size_t)of->nq * sizeof *q);
        if (v)
            memcpy(sim->v + of->v, v + axis, (size_t)of->nv * sizeof *v);
        memcpy(sim->told + of->v, a + axis, (size_t)of->nv * sizeof *a);
        sim->prescribed[j] = true;
    }
    kip_model_normalize(model, sim->q);
    apply_now(sim);
    return KIP_OK;
}

void kip_sim_free_joints(KipSim *sim, int joint, int njoint)
{
    for (int j = joint; j < joint + njoint; j++) {
        const KipJoint *of = sim->model->joint + j;
        sim->prescribed[j] = false;
        memset(sim->told + of->v, 0, (size_t)of->nv * sizeof *sim->told);
    }
    apply_now(sim);
}

bool kip_sim_is_prescribed(const KipSim *sim, int joint)
{
    return sim->prescribed[joint];
}

const double *kip_sim_prescribed_accelerations(const KipSim *sim)
{
    return sim->told;
}
