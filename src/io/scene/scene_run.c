/* Runs a scene: the script up to its wait, then the world until the wait is over (scene.h). */
#include <math.h>
#include <string.h>

#include "../../dynamics/batch.h"
#include "scene_parts.h"

static const double most_seconds = 1e9; /* greatest duration of one advance */

/* -- at() and when() ---------------------------------------------------------------------------------------------- */

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
    memset(scene->handler + scene->nhandler, 0, sizeof *handler); /* padding is saved too */
}

/* Calls handlers of at() and when(), once a control period. Handlers added by an action are called in the next one. */
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

/* -- time ------------------------------------------------------------------------------------------------ */

static bool stopped(const KipScene *scene)
{
    return scene->def.host.stop && scene->def.host.stop(scene->def.host.user);
}

static KipStatus tell(KipScene *scene, KipStatus (*told)(void *user, KipScene *scene, KipError *error),
                      KipError *error)
{
    return told ? told(scene->def.host.user, scene, error) : KIP_OK;
}

KipStatus kip_scene_control(void *user, KipWorld *world, KipError *error)
{
    (void)world;
    KipScene *scene = user;
    scene->context = -1;
    KipStatus status = kip_scene_go_on_replay(scene, error);
    if (status == KIP_OK)
        status = tell(scene, scene->def.host.control, error);
    if (status == KIP_OK)
        status = kip_scene_renew_skills(scene, error);
    if (status == KIP_OK)
        status = kip_scene_go_on_poses(scene, error);
    if (status == KIP_OK)
        status = handle(scene, error);
    return status == KIP_OK ? kip_scene_begin_example(scene, error) : status;
}

/* A skill was interrupted by the host or a shortage. The host does not receive the step, which another run of the scene
 * would not repeat. */
static KipStatus halt(const KipScene *scene, KipError *error)
{
    if (stopped(scene))
        return KIP_OK;
    if (error)
        *error = scene->halt;
    return scene->halt.status;
}

/* Whether the wait is over. `until` is called once for each time: when the wait begins, and after each step. */
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

/* Ends the wait; *answer is the result of run(). */
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

KipStatus kip_scene_resume(KipScene *scene, KipError *error)
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
    return stopped(scene) ? KIP_OK : status; /* an interrupted script has not failed, but cannot continue */
}

/* Executes the script as far as possible without a step. */
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
            status = kip_scene_resume(scene, error);
    }
    return status;
}

/* What comes before a step of the simulation. */
static KipStatus begin_step(KipScene *scene, KipError *error)
{
    scene->busy = true;
    const KipStatus status =
        kip_world_time(scene->world) == 0 ? tell(scene, scene->def.host.starts, error) : KIP_OK;
    if (status != KIP_OK)
        return status;
    scene->halt.status = KIP_OK;
    return kip_world_step_begin(scene->world, error);
}

/* What comes after it; `status` is that of the step that began at the time `began`. */
static KipStatus end_step(KipScene *scene, KipStatus status, double began, KipError *error)
{
    if (status == KIP_OK)
        status = kip_world_step_end(scene->world, error);
    scene->waiting.asked = false;
    if (status == KIP_OK && scene->halt.status != KIP_OK) {
        status = halt(scene, error);
    } else {
        if (status == KIP_OK)
            kip_scene_tell_beat(scene, began);
        if (scene->replay_end > 0 && kip_world_time(scene->world) > scene->replay_end - 1e-9)
            scene->ended = true;
        status = status == KIP_OK ? tell(scene, scene->def.host.stepped, error) : status;
    }
    scene->busy = false;
    return status == KIP_OK ? go_on(scene, error) : status;
}

static KipStatus step(KipScene *scene, KipError *error)
{
    const double began = kip_world_time(scene->world);
    KipStatus status = begin_step(scene, error);
    if (status == KIP_OK)
        status = kip_sim_step(kip_world_sim(scene->world), error);
    return end_step(scene, status, began, error);
}

/* Number of whole steps in these seconds and the rest of earlier ones; the new rest, at most half a step, is kept. */
static int64_t take_steps(KipScene *scene, double seconds)
{
    double timestep = kip_sim_timestep(kip_world_sim(scene->world));
    scene->owed += seconds;
    double steps = floor(scene->owed / timestep + 0.5);
    scene->owed -= steps * timestep;
    return (int64_t)fmin(steps, 9e18);
}

/* Runs for so many seconds or, where they are infinite, to the script's end. */
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
    while (status == KIP_OK && !stopped(scene) && (to_end ? !scene->ended : nstep-- > 0))
        status = step(scene, error);
    return status;
}

/* A run begins; false: it cannot, and *error says why. */
static bool enter(KipScene *scene, KipStatus *status, KipError *error)
{
    *status = KIP_OK;
    if (scene->under_way) {
        *status = kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                           "%s is running: a function that it calls cannot advance it", scene->path);
    } else if (scene->failure.status != KIP_OK) {
        *error = scene->failure;
        *status = error->status;
    }
    scene->under_way = scene->under_way || *status == KIP_OK;
    return *status == KIP_OK;
}

/* A run that was begun is over, with this status. */
static KipStatus leave(KipScene *scene, KipStatus status, KipError *error)
{
    if ((status == KIP_OK && scene->ended) ||
        (status == KIP_BAD_INPUT && scene->misnamed)) /* an error of the host's numbers, not of the script */
        status = kip_scene_check_params(scene, true, error);
    scene->under_way = false;
    if (status == KIP_BAD_INPUT || (status != KIP_OK && scene->failure.status != KIP_OK))
        scene->failure = *error;
    return status;
}

static KipStatus run_for(KipScene *scene, double seconds, KipError *error)
{
    KipError own;
    KipStatus status;
    error = error ? error : &own;
    if (enter(scene, &status, error))
        status = leave(scene, go(scene, seconds, error), error);
    return status;
}

KipStatus kip_scene_run(KipScene *scene, KipError *error)
{
    return run_for(scene, INFINITY, error);
}

KipStatus kip_scene_advance(KipScene *scene, double seconds, KipError *error)
{
    if (!(seconds >= 0 && seconds <= most_seconds))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a scene advances by 0 to %g s, not by %g",
                        most_seconds, seconds);
    return run_for(scene, seconds, error);
}

/* -- several ----------------------------------------------------------------------------------------------- */

/* Scenes that take their steps in turn displace each other from the caches, which takes more time than lanes save where worlds
 * part: where of these steps less than this part was in lanes with others, each scene takes so many alone. Falls of felled.py
 * take 8 % less time so. */
enum { STEPS_TOGETHER = 20, STEPS_ALONE = 1000 };
static const double least_in_lanes = 0.95;

/* Simulations that step together: a batch of those that are like the first, unless they are the only one. */
typedef struct Pack {
    int n, nbatch;
    KipSim *sim[KIP_SCENES_TOGETHER], *batched[KIP_SCENES_TOGETHER];
    KipBatch *batch; /* NULL: each steps by itself, as where there is no memory for one */
    int nstep;       /* since they were alone */
    int64_t taken, in_lanes;
} Pack;

static void pack(Pack *pack, KipSim *const *sim, int n)
{
    kip_batch_destroy(pack->batch);
    pack->batch = NULL;
    pack->n = n, pack->nbatch = 0;
    memcpy(pack->sim, sim, (size_t)n * sizeof *sim);
    for (int i = 0; i < n; i++)
        if (kip_sims_are_alike(sim[i], sim[0]))
            pack->batched[pack->nbatch++] = sim[i];
    if (pack->nbatch > 1)
        (void)kip_batch_create(pack->batched, pack->nbatch, NULL, &pack->batch, NULL);
}

/* A step of each. One that fails in a batch is as before it, and fails again by itself, which says why. */
static void step_pack(Pack *own, KipSim *const *sim, int n, KipStatus *status, KipError *const *error)
{
    KipStatus of_batch[KIP_SCENES_TOGETHER];
    if (n != own->n || memcmp(own->sim, sim, (size_t)n * sizeof *sim) != 0)
        pack(own, sim, n);
    if (own->batch)
        kip_batch_step(own->batch, of_batch, NULL);
    own->nstep++, own->taken += n, own->in_lanes += own->batch ? kip_batch_in_lanes(own->batch) : 0;
    for (int i = 0, k = 0; i < n; i++) {
        const bool batched = own->batch && k < own->nbatch && own->batched[k] == sim[i];
        status[i] = batched && of_batch[k] == KIP_OK ? KIP_OK : kip_sim_step(sim[i], error[i]);
        k += batched;
    }
}

/* A step of the scenes that are under way; returns whether any is. */
static bool step_together(KipScene *const *scene, bool *goes, int n, Pack *pack, KipStatus *status,
                          KipError *error)
{
    KipSim *sim[KIP_SCENES_TOGETHER];
    KipStatus stepped[KIP_SCENES_TOGETHER];
    KipError *told[KIP_SCENES_TOGETHER];
    double began[KIP_SCENES_TOGETHER];
    int of[KIP_SCENES_TOGETHER], nsim = 0;
    bool any = false;
    for (int i = 0; i < n; i++) {
        goes[i] = goes[i] && status[i] == KIP_OK && !stopped(scene[i]) && !scene[i]->ended;
        if (!goes[i])
            continue;
        any = true;
        began[i] = kip_world_time(scene[i]->world);
        status[i] = begin_step(scene[i], error + i);
        if (status[i] == KIP_OK)
            sim[nsim] = kip_world_sim(scene[i]->world), told[nsim] = error + i, of[nsim++] = i;
        else
            status[i] = end_step(scene[i], status[i], began[i], error + i);
    }
    if (nsim > 0)
        step_pack(pack, sim, nsim, stepped, told);
    for (int k = 0; k < nsim; k++)
        status[of[k]] = end_step(scene[of[k]], stepped[k], began[of[k]], told[k]);
    return any;
}

/* Some steps of each by itself, where together they are not worth it. */
static void step_apart(KipScene *const *scene, const bool *goes, int n, Pack *pack, KipStatus *status,
                       KipError *error)
{
    if (pack->nstep < STEPS_TOGETHER)
        return;
    const bool apart = (double)pack->in_lanes < least_in_lanes * (double)pack->taken;
    pack->nstep = 0, pack->taken = pack->in_lanes = 0;
    for (int i = 0; i < n && apart; i++)
        for (int k = 0; k < STEPS_ALONE && goes[i] && status[i] == KIP_OK && !stopped(scene[i]); k++) {
            if (scene[i]->ended)
                break;
            status[i] = step(scene[i], error + i);
        }
}

void kip_scene_run_together(KipScene *const *scene, int n, KipStatus *status, KipError *error)
{
    bool entered[KIP_SCENES_TOGETHER], goes[KIP_SCENES_TOGETHER];
    Pack pack = {0};
    for (int i = 0; i < n; i++) {
        goes[i] = entered[i] = enter(scene[i], status + i, error + i);
        if (goes[i])
            status[i] = go_on(scene[i], error + i);
    }
    while (step_together(scene, goes, n, &pack, status, error))
        step_apart(scene, goes, n, &pack, status, error);
    for (int i = 0; i < n; i++)
        if (entered[i])
            status[i] = leave(scene[i], status[i], error + i);
    kip_batch_destroy(pack.batch);
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
