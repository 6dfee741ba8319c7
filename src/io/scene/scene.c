/* A scene: its script, its world, and the time in which they go on together. See scene.h. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../supervisor/fields.h"
#include "scene_parts.h"

enum { least_memory = 1 << 20 }; /* bytes of the machine of an empty script */

static const double most_seconds = 1e9; /* of one advance */

KipSceneDef kip_scene_def(void)
{
    return (KipSceneDef){.integrator = KIP_IMPLICIT_RK4};
}

/* -- making one ------------------------------------------------------------------------------------------ */

static void print(void *user, const char *text, size_t size)
{
    const KipScene *scene = user;
    if (scene->def.host.print)
        scene->def.host.print(scene->def.host.user, text, size);
}

static bool asked_to_stop(void *user)
{
    const KipScene *scene = user;
    return scene->def.host.stop(scene->def.host.user);
}

static bool stopped(const KipScene *scene)
{
    return scene->def.host.stop && scene->def.host.stop(scene->def.host.user);
}

static KipStatus make_machine(KipScene *scene, KipError *error)
{
    KipMachineDef def = kip_machine_def();
    if (!kip_scene_take_words(scene, &def))
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    def.memory = scene->model ? least_memory : def.memory;
    def.user = scene;
    def.seed = scene->def.seed;
    def.print = print;
    def.stop = scene->def.host.stop ? asked_to_stop : NULL;
    def.allocator = scene->def.allocator;
    return kip_machine_create(&def, &scene->machine, error);
}

/* What a number is called in the program: in the main script as it stands, else behind STEM. of folder/STEM.py; NULL:
 * it is not its. */
static const char *name_within(const KipScene *scene, const KipProgram *program, const char *name)
{
    const char *slash = strrchr(program->file, '/'), *stem = slash ? slash + 1 : program->file;
    size_t n = strcspn(stem, ".");
    if (program == scene->program[0])
        return name;
    return strncmp(name, stem, n) == 0 && name[n] == '.' ? name + n + 1 : NULL;
}

enum { NO_NUMBER = -1, SEVERAL_NUMBERS = -2 };

/* The parameter of that name; else the one of a class that has it, CLASS.NAME, where only one class has. */
static int find_number(const KipProgram *program, const char *name)
{
    int found = NO_NUMBER;
    for (int p = 0; p < program->nparameter; p++)
        if (strcmp(program->parameter[p].name, name) == 0)
            return p;
    for (int p = 0; p < program->nparameter; p++) {
        const char *dot = strchr(program->parameter[p].name, '.');
        if (dot && strcmp(dot + 1, name) == 0)
            found = found == NO_NUMBER ? p : SEVERAL_NUMBERS;
    }
    return found;
}

void kip_scene_set_params(KipScene *scene, const KipProgram *program)
{
    for (int i = 0; i < scene->def.nparam; i++) {
        const char *name = name_within(scene, program, scene->def.param[i].name);
        int p = name ? find_number(program, name) : NO_NUMBER;
        if (p < 0)
            continue;
        kip_machine_set_parameter(scene->machine, program, p, scene->def.param[i].value);
        scene->used[i] = true;
    }
}

int kip_scene_nnumber(const KipScene *scene)
{
    int n = 0;
    for (int k = 0; k < scene->nprogram; k++)
        n += scene->program[k]->nparameter;
    return n;
}

int kip_scene_nscript(const KipScene *scene)
{
    return scene->nprogram;
}

const char *kip_scene_script(const KipScene *scene, int i, const char **text, size_t *size)
{
    *text = scene->program[i]->text;
    *size = scene->program[i]->size;
    return scene->program[i]->file;
}

/* The program that has number *i of all, which becomes the program's own count. */
static int program_of_number(const KipScene *scene, int *i)
{
    int k = 0;
    while (*i >= scene->program[k]->nparameter)
        *i -= scene->program[k++]->nparameter;
    return k;
}

bool kip_scene_number_is(const KipScene *scene, int i, const char *name)
{
    const KipProgram *program = scene->program[program_of_number(scene, &i)];
    const char *within = name_within(scene, program, name);
    return within && find_number(program, within) == i;
}

KipSceneNumber kip_scene_number(const KipScene *scene, int i)
{
    int k = program_of_number(scene, &i);
    const KipProgram *program = scene->program[k];
    const KipParameter *p = program->parameter + i;
    bool whole = p->value.type == KIP_CONSTANT_INTEGER;
    KipSceneNumber number = {.file = program->file,
                             .start = p->start,
                             .size = p->size,
                             .value = whole ? (double)p->value.integer : p->value.number,
                             .whole = whole,
                             .tuned = p->tuned,
                             .lo = p->lo,
                             .hi = p->hi};
    const char *slash = strrchr(program->file, '/'), *stem = slash ? slash + 1 : program->file;
    const char *dot = strchr(p->name, '.'),
               *name = dot && find_number(program, dot + 1) == i ? dot + 1 : p->name;
    int n = k == 0 ? 0 : (int)strcspn(stem, ".");
    int written = snprintf(number.name, sizeof number.name, "%.*s%s%s", n, stem, k == 0 ? "" : ".", name);
    snprintf(number.full, sizeof number.full, "%.*s%s%s", n, stem, k == 0 ? "" : ".", p->name);
    if (written >= (int)sizeof number.name)
        *number.name = '\0';
    return number;
}

KipStatus kip_scene_check_params(const KipScene *scene, bool with_skills, KipError *error)
{
    for (int i = 0; i < scene->def.nparam; i++) {
        const char *name = scene->def.param[i].name;
        const KipProgram *program = scene->program[0];
        if (scene->used[i] || (!with_skills && strchr(name, '.')))
            continue;
        for (int k = 1; k < scene->nprogram; k++)
            if (name_within(scene, scene->program[k], name))
                program = scene->program[k];
        name = name_within(scene, program, name);
        if (find_number(program, name) == SEVERAL_NUMBERS)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "several classes of %s have a number '%s': write CLASS.%s", program->file, name,
                            name);
        KipHint hint = kip_hint(name);
        for (int p = 0; p < program->nparameter; p++)
            kip_hint_add(&hint, program->parameter[p].name);
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "there is no number '%s' at the top level of %s%s",
                        name, program->file, kip_hint_text(&hint));
    }
    return KIP_OK;
}

/* A model is one thing, and nobody says what it does: its script is empty. */
static KipStatus take_model(KipScene *scene, const KipModel *model, KipError *error)
{
    Member *whole = kip_resize(scene->def.allocator, NULL, 0, sizeof *whole);
    if (!whole)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a scene");
    memset(whole, 0, sizeof *whole);
    snprintf(whole->name, sizeof whole->name, "%.*s", NAME_SIZE - 1, scene->path);
    whole->first_body = 1;
    whole->nbody = model->nbody - 1;
    whole->applied = -1;
    scene->member[scene->nmember++] = whole;
    scene->model = model;
    return KIP_OK;
}

/* Of a script's file, or of a model that has this name. */
static KipStatus load(KipScene *scene, const char *path, const KipModel *model, KipError *error)
{
    const KipProgram *program;
    const char *slash = strrchr(path, '/');
    if (strlen(path) >= PATH_SIZE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the path is longer than %d bytes", PATH_SIZE - 1);
    if (scene->def.nparam > MOST_PARAMS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "more than %d parameters", MOST_PARAMS);
    memcpy(scene->path, path, strlen(path) + 1);
    if (slash && !model)
        memcpy(scene->folder, path, (size_t)(slash == path ? 1 : slash - path));
    KipStatus status = model ? take_model(scene, model, error) : KIP_OK;
    if (status == KIP_OK)
        status = make_machine(scene, error);
    if (status == KIP_OK)
        status = model ? kip_scene_add_text(scene, path, "", 0, &program, error)
                       : kip_scene_add_program(scene, path, &program, error);
    if (status == KIP_OK)
        status = kip_scene_check_params(scene, false, error);
    if (status == KIP_OK)
        status = kip_machine_module(scene->machine, program, &scene->main, error);
    return status;
}

static KipStatus make(const char *path, const KipModel *model, const KipSceneDef *def, KipScene **scene,
                      KipError *error)
{
    *scene = NULL;
    const KipSceneDef standard = kip_scene_def();
    if (!def)
        def = &standard;
    KipScene *made = kip_resize(def->allocator, NULL, 0, sizeof *made);
    if (!made)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a scene");
    memset(made, 0, sizeof *made);
    made->def = *def;
    made->timestep = def->timestep;
    made->context = -1;
    made->waiting.until = -1;
    KipStatus status = load(made, path, model, error);
    if (status == KIP_OK)
        *scene = made;
    else
        kip_scene_destroy(made);
    return status;
}

KipStatus kip_scene_load(const char *path, const KipSceneDef *def, KipScene **scene, KipError *error)
{
    return make(path, NULL, def, scene, error);
}

KipStatus kip_scene_create(const KipModel *model, const KipSceneDef *def, KipScene **scene, KipError *error)
{
    return make(*model->name ? model->name : "model", model, def, scene, error);
}

void kip_scene_destroy(KipScene *scene)
{
    if (!scene)
        return;
    const KipAllocator *allocator = scene->def.allocator;
    kip_world_destroy(scene->world);
    kip_scene_free_motions(scene);
    for (int m = 0; m < scene->nmember; m++) {
        for (int k = 0; k < scene->member[m]->nskill; k++)
            kip_scene_free_skill(scene->member[m]->skill[k]);
        kip_pose_set_destroy(scene->member[m]->poses);
        kip_resize(allocator, scene->member[m], sizeof *scene->member[m], 0);
    }
    kip_builder_destroy(scene->builder);
    kip_model_destroy(scene->own);
    kip_machine_destroy(scene->machine);
    kip_scene_free_words(scene);
    for (int i = 0; i < scene->nprogram; i++) {
        kip_program_destroy(scene->program[i]);
        kip_resize(allocator, scene->program_path[i], strlen(scene->program_path[i]) + 1, 0);
    }
    if (scene->fresh)
        kip_resize(allocator, scene->fresh, scene->fresh_size, 0);
    kip_resize(allocator, scene, sizeof *scene, 0);
}

KipWorld *kip_scene_world(KipScene *scene)
{
    return scene->world;
}

const KipModel *kip_scene_model(const KipScene *scene)
{
    return scene->model;
}

const char *kip_scene_traceback(const KipScene *scene)
{
    return kip_machine_traceback(scene->machine);
}

const char *kip_scene_doc(const KipScene *scene)
{
    const char *doc = scene->program[0]->code[0].doc;
    const bool of_model = scene->model && !scene->own;
    return of_model ? scene->model->name : doc ? doc : "";
}

bool kip_scene_camera(const KipScene *scene, KipVec3 *eye, KipVec3 *target)
{
    *eye = scene->eye, *target = scene->look_at;
    return scene->has_camera;
}

/* -- events ---------------------------------------------------------------------------------------------- */

static KipStatus ask(KipScene *scene, int kept, bool *yes, KipError *error)
{
    KipValue answer = kip_none();
    KipStatus status =
        kip_machine_call(scene->machine, kip_machine_kept(scene->machine, kept), NULL, 0, &answer, error);
    *yes = status == KIP_OK && kip_truth(scene->machine, answer);
    return status;
}

void kip_scene_drop_handler(KipScene *scene, int i)
{
    Handler *handler = scene->handler + i;
    kip_machine_drop(scene->machine, handler->action);
    if (handler->condition >= 0)
        kip_machine_drop(scene->machine, handler->condition);
    memmove(handler, handler + 1, (size_t)(--scene->nhandler - i) * sizeof *handler);
    memset(scene->handler + scene->nhandler, 0, sizeof *handler); /* saved bytes have all of them */
}

/* Once a control period: what at() and when() asked for. An action may add handlers: they are met the next time. */
static KipStatus handle(KipScene *scene, KipError *error)
{
    double now = kip_world_time(scene->world) + 1e-9;
    int n = scene->nhandler;
    for (int i = 0; i < n; i++) {
        Handler *handler = scene->handler + i;
        bool due = handler->condition < 0 && now >= handler->time, done = true;
        if (handler->condition >= 0) {
            KipStatus status = ask(scene, handler->condition, &due, error);
            if (status != KIP_OK)
                return status;
            bool rises = due && !handler->was;
            handler->was = due;
            due = rises;
            done = !handler->again;
        }
        if (!due)
            continue;
        KipValue action = kip_machine_kept(scene->machine, handler->action), result;
        if (done) {
            kip_scene_drop_handler(scene, i--);
            n--;
        }
        KipStatus status = kip_machine_call(scene->machine, action, NULL, 0, &result, error);
        if (status != KIP_OK)
            return status;
    }
    return KIP_OK;
}

KipStatus kip_scene_control(void *user, KipWorld *world, KipError *error)
{
    (void)world;
    KipScene *scene = user;
    scene->context = -1;
    KipStatus status = handle(scene, error);
    return status == KIP_OK ? kip_scene_begin_example(scene, error) : status;
}

/* -- time ------------------------------------------------------------------------------------------------ */

static KipStatus tell(KipScene *scene, KipStatus (*told)(void *user, KipScene *scene, KipError *error),
                      KipError *error)
{
    return told ? told(scene->def.host.user, scene, error) : KIP_OK;
}

/* A skill did not come to its end, and not by its own fault: the step is not told, since it is not what another run of the
 * same scene would do. */
static KipStatus halt(const KipScene *scene, KipError *error)
{
    if (stopped(scene))
        return KIP_OK;
    if (error)
        *error = scene->halt;
    return scene->halt.status;
}

/* Is the wait over? The script's own question is asked once at each moment: when the wait begins, and after each step. */
static KipStatus ask_wait(KipScene *scene, bool *over, KipError *error)
{
    Waiting *waiting = &scene->waiting;
    double period = kip_world_period(scene->world), timestep = kip_sim_timestep(kip_world_sim(scene->world));
    double now = kip_world_time(scene->world);
    bool boundary = fabs(now / period - floor(now / period + 0.5)) * period < 0.25 * timestep;
    if (waiting->until >= 0 && boundary && !waiting->asked) {
        bool yes;
        scene->busy = true;
        KipStatus status = ask(scene, waiting->until, &yes, error);
        scene->busy = false;
        if (status != KIP_OK)
            return status;
        waiting->fired = yes;
    }
    waiting->asked = true;
    *over = waiting->fired || now > waiting->end - 0.5 * timestep;
    return KIP_OK;
}

/* The wait is over: how, is what run() gives. */
static KipStatus end_wait(KipScene *scene, KipValue *answer, KipError *error)
{
    KipStatus status = kip_scene_end_example(scene, error);
    if (status != KIP_OK)
        return status;
    *answer = kip_bool(scene->waiting.fired);
    if (scene->waiting.until >= 0)
        kip_machine_drop(scene->machine, scene->waiting.until);
    scene->waiting.until = -1;
    return KIP_OK;
}

/* The script from its beginning, or from the end of its wait, to where it waits again or ends. */
static KipStatus resume(KipScene *scene, KipError *error)
{
    KipValue answer = kip_none();
    bool waits;
    KipStatus status = scene->started ? end_wait(scene, &answer, error) : KIP_OK;
    if (status != KIP_OK)
        return status;
    if (!scene->started)
        kip_machine_start(scene->machine, scene->main);
    scene->started = true;
    status = kip_machine_resume(scene->machine, answer, &waits, &scene->failure);
    scene->ended = status == KIP_OK && !waits;
    if (status != KIP_OK && error)
        *error = scene->failure;
    return stopped(scene) ? KIP_OK
                          : status; /* what was stopped within is no failure yet, but cannot go on either */
}

/* The script as far as it comes without a step. */
static KipStatus go_on(KipScene *scene, KipError *error)
{
    KipStatus status = KIP_OK;
    bool over = true;
    while (status == KIP_OK && !scene->ended && !stopped(scene)) {
        if (scene->started)
            status = ask_wait(scene, &over, error);
        if (status == KIP_OK && !over)
            return KIP_OK;
        if (status == KIP_OK)
            status = resume(scene, error);
    }
    return status;
}

static KipStatus step(KipScene *scene, KipError *error)
{
    const KipSceneHost *host = &scene->def.host;
    double now = kip_world_time(scene->world);
    KipStatus status = now == 0 ? tell(scene, host->starts, error) : KIP_OK;
    if (status != KIP_OK)
        return status;
    scene->halt.status = KIP_OK;
    status = kip_world_step(scene->world, error);
    scene->waiting.asked = false;
    if (status == KIP_OK && scene->halt.status != KIP_OK)
        return halt(scene, error);
    if (status == KIP_OK)
        kip_scene_tell_beat(scene, now);
    return status == KIP_OK ? tell(scene, host->stepped, error) : status;
}

/* The whole steps in these seconds and what was left of those before; what is left now is kept, and is half a step at most. */
static int64_t take_steps(KipScene *scene, double seconds)
{
    double timestep = kip_sim_timestep(kip_world_sim(scene->world));
    scene->owed += seconds;
    double steps = floor(scene->owed / timestep + 0.5);
    scene->owed -= steps * timestep;
    return (int64_t)fmin(steps, 9e18);
}

/* So many seconds, or, where they are infinite, to the script's end. */
static KipStatus go(KipScene *scene, double seconds, KipError *error)
{
    const bool to_end = seconds == INFINITY;
    int64_t nstep = 0;
    KipStatus status = go_on(scene, error);
    if (status == KIP_OK && !to_end && (scene->model || !stopped(scene)))
        status =
            kip_scene_need_world(scene,
                                 error); /* of a model alone also where it is stopped before its first step */
    if (status == KIP_OK && !to_end && !stopped(scene))
        nstep = take_steps(scene, seconds);
    while (status == KIP_OK && !stopped(scene) && (to_end ? !scene->ended : nstep-- > 0)) {
        scene->busy = true;
        status = step(scene, error);
        scene->busy = false;
        if (status == KIP_OK)
            status = go_on(scene, error);
    }
    if ((status == KIP_OK && scene->ended) ||
        (status == KIP_BAD_INPUT && scene->misnamed)) /* not the script's fault */
        status = kip_scene_check_params(scene, true, error);
    return status;
}

static KipStatus enter(KipScene *scene, double seconds, KipError *error)
{
    KipError own;
    KipError *told = error ? error : &own;
    if (scene->under_way)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%s is under way: what it calls cannot make it go on", scene->path);
    if (scene->failure.status != KIP_OK) {
        *told = scene->failure;
        return told->status;
    }
    scene->under_way = true;
    KipStatus status = go(scene, seconds, told);
    scene->under_way = false;
    if (status == KIP_BAD_INPUT || (status != KIP_OK && scene->failure.status != KIP_OK))
        scene->failure = *told;
    return status;
}

KipStatus kip_scene_run(KipScene *scene, KipError *error)
{
    return enter(scene, INFINITY, error);
}

KipStatus kip_scene_advance(KipScene *scene, double seconds, KipError *error)
{
    if (!(seconds >= 0 && seconds <= most_seconds))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a scene advances by 0 to %g s, not by %g",
                        most_seconds, seconds);
    return enter(scene, seconds, error);
}

bool kip_scene_ended(const KipScene *scene)
{
    return scene->ended;
}

double kip_scene_run_end(const KipScene *scene)
{
    const double end = scene->waiting.end;
    return scene->world && end < INFINITY && end > kip_world_time(scene->world) ? end : NAN;
}

/* -- saving ---------------------------------------------------------------------------------------------- */

/* Motions, poses, what changes in the scene and its world, the script's machine; of poses and machine as much as there is. */
typedef struct Head {
    SavedMotion motion[MOST_SCENE_MOTIONS];
    uint64_t poses; /* bytes behind this */
} Head;

static void list_skill(Skill *skill, KipPass *pass)
{
    KIP_PASS(pass, KIP_FIELD(skill->module), KIP_FIELD(skill->instance), KIP_FIELD(skill->method),
             KIP_FIELD(skill->player));
    if (skill->memory)
        KIP_PASS(pass, {skill->memory, skill->plugin->memory});
}

static void list(void *thing, KipPass *pass)
{
    KipScene *scene = thing;
    KIP_PASS(pass, KIP_FIELD(scene->nhandler), KIP_FIELD(scene->handler), KIP_FIELD(scene->waiting),
             KIP_FIELD(scene->example), KIP_FIELD(scene->ended));
    kip_pass_part(pass, &kip_world_fields, scene->world);
    for (int m = 0; m < scene->nmember; m++)
        for (int k = 0; k < scene->member[m]->nskill; k++)
            list_skill(scene->member[m]->skill[k], pass);
}

static bool is_sound(const void *thing)
{
    const KipScene *scene = thing;
    return kip_is_within(scene->nhandler, MOST_HANDLERS) && kip_is_bool(&scene->ended) &&
           kip_scene_example_is_sound(scene, &scene->example);
}

static const KipFields fields = {"scene", NULL, list, is_sound, NULL};

size_t kip_scene_save_size(KipScene *scene)
{
    return sizeof(Head) + kip_scene_poses_size(scene) + kip_fields_size(&fields, scene) +
           kip_machine_save_size(scene->machine);
}

void kip_scene_save(KipScene *scene, void *bytes)
{
    char *to = bytes;
    Head head = {.poses = kip_scene_poses_size(scene)};
    kip_scene_save_motions(scene, head.motion);
    memcpy(to, &head, sizeof head);
    kip_scene_save_poses(scene, to + sizeof head);
    to += sizeof head + head.poses;
    kip_fields_save(&fields, scene, to);
    kip_machine_save(scene->machine, to + kip_fields_size(&fields, scene));
}

/* The script up to its first wait, or its end, so that its world and its programs are there. */
static KipStatus prepare(KipScene *scene, KipError *error)
{
    KipStatus status = scene->started ? KIP_OK : resume(scene, error);
    return status == KIP_OK ? kip_scene_need_world(scene, error) : status;
}

/* The script's machine and the fields, or neither. */
static KipStatus load_both(KipScene *scene, const void *machine, size_t machine_size, const void *fixed,
                           size_t fixed_size, KipError *error)
{
    size_t size = kip_machine_save_size(scene->machine);
    void *before = kip_resize(scene->def.allocator, NULL, 0, size);
    if (!before)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the scene as it was");
    kip_machine_save(scene->machine, before);
    KipStatus status = kip_machine_load(scene->machine, machine, machine_size, error);
    if (status == KIP_OK) {
        status = kip_fields_load(&fields, scene, scene->def.allocator, fixed, fixed_size, error);
        if (status != KIP_OK)
            kip_machine_load(scene->machine, before, size, NULL);
    }
    kip_resize(scene->def.allocator, before, size, 0);
    return status;
}

/* The poses that the fields speak of, and those; or all stays as it was. */
static KipStatus load_with_poses(KipScene *scene, const char *poses, size_t poses_size, const char *fixed,
                                 size_t fixed_size, const char *machine, size_t machine_size, KipError *error)
{
    size_t size = kip_scene_poses_size(scene) + 1; /* never 0 */
    char *before = kip_resize(scene->def.allocator, NULL, 0, size);
    if (!before)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the scene as it was");
    kip_scene_save_poses(scene, before);
    KipStatus status = kip_scene_load_poses(scene, poses, poses_size, error);
    if (status == KIP_OK)
        status = load_both(scene, machine, machine_size, fixed, fixed_size, error);
    if (status != KIP_OK)
        kip_scene_load_poses(scene, before, size - 1, NULL);
    kip_resize(scene->def.allocator, before, size, 0);
    return status;
}

KipStatus kip_scene_load_state(KipScene *scene, const void *bytes, size_t size, KipError *error)
{
    Head head;
    KipStatus status = prepare(scene, error);
    if (status != KIP_OK)
        return status;
    const size_t fixed = kip_fields_size(&fields, scene);
    if (size < sizeof head + fixed)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "these are not the saved bytes of %s",
                        scene->path);
    memcpy(&head, bytes, sizeof head);
    if (head.poses > size - sizeof head - fixed)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved bytes of %s are damaged",
                        scene->path);
    status = kip_scene_load_motions(scene, head.motion, error);
    if (status != KIP_OK)
        return status;
    const char *poses = (const char *)bytes + sizeof head, *own = poses + head.poses;
    status = load_with_poses(scene, poses, head.poses, own, fixed, own + fixed,
                             size - sizeof head - head.poses - fixed, error);
    if (status != KIP_OK)
        return status;
    scene->failure.status = KIP_OK;
    scene->owed = 0;
    return KIP_OK;
}

uint64_t kip_scene_hash(KipScene *scene)
{
    uint64_t physics = scene->world ? kip_sim_hash(kip_world_sim(scene->world)) : 0;
    uint64_t script = kip_machine_hash(scene->machine);
    return kip_hash(kip_hash(KIP_HASH_START, &physics, sizeof physics), &script, sizeof script);
}
