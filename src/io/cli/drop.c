#include "drop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/vec3.h"
#include "../../dynamics/extent.h"

static const double height = 0.3;                     /* m, of the lowest shape at the start */
static const double most_speed = 25, most_gain = 0.1; /* m/s, of the energy */

/* -- the start ------------------------------------------------------------------------------------------- */

static double find_ground(const KipModel *model, const KipDynamics *d)
{
    double ground = INFINITY;
    for (int g = 0; g < model->ngeom; g++) {
        double lowest, highest;
        kip_extent(d, &model->geom[g], &lowest, &highest);
        if (model->geom[g].type == KIP_GEOM_PLANE)
            ground = fmin(ground, lowest);
    }
    return isfinite(ground) ? ground : 0;
}

static bool is_free(const KipModel *model, int body)
{
    const KipBody *root = &model->body[model->body[body].root];
    return root->njoint && model->joint[root->joint].type == KIP_JOINT_FREE;
}

/* The lowest point of shapes on free roots; without any, the ground plus the initial height. */
static double find_lowest(const KipModel *model, const KipDynamics *d, double ground)
{
    double all = INFINITY;
    for (int g = 0; g < model->ngeom; g++) {
        double lowest, highest;
        kip_extent(d, &model->geom[g], &lowest, &highest);
        if (is_free(model, model->geom[g].body))
            all = fmin(all, lowest);
    }
    return isfinite(all) ? all : ground;
}

static double energy(const KipDrop *drop, const KipDynamics *d)
{
    const KipModel *model = kip_sim_model(drop->sim);
    KipEnergy e = kip_energy(d);
    return e.kinetic + e.elastic + e.potential + model->mass * model->gravity.z * drop->ground;
}

static KipStatus lift(KipDrop *drop, const KipModel *model, KipError *error)
{
    const KipDynamics *d = kip_sim_dynamics(drop->sim);
    double *q = malloc((size_t)(model->nq + 1) * sizeof *q);
    if (!q)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    KipStatus status = model->nkey ? kip_sim_set_key(drop->sim, 0, error) : KIP_OK;
    if (status == KIP_OK) {
        drop->ground = find_ground(model, d);
        double by = drop->ground + height - find_lowest(model, d, drop->ground);
        memcpy(q, kip_sim_q(drop->sim), (size_t)model->nq * sizeof *q);
        for (int j = 0; j < model->njoint; j++)
            if (model->joint[j].type == KIP_JOINT_FREE)
                q[model->joint[j].q + 2] += by;
        status = kip_sim_set_state(drop->sim, q, NULL, error);
    }
    free(q);
    if (status != KIP_OK)
        return status;
    double first = energy(drop, d), fall = model->mass * v3_length(model->gravity) * height;
    drop->most_energy = first + most_gain * fmax(fabs(first), fall);
    return KIP_OK;
}

KipStatus kip_drop_create(KipDrop *drop, const KipModel *model, KipIntegrator integrator, double timestep,
                          KipError *error)
{
    KipSimDef def = kip_sim_def(model);
    def.timestep = timestep;
    def.integrator = integrator;
    *drop = (KipDrop){.steps = (int)(KIP_DROP_SECONDS / timestep + 0.5)};
    KipStatus status = kip_sim_create(model, &def, &drop->sim, error);
    if (status == KIP_OK)
        status = lift(drop, model, error);
    if (status != KIP_OK)
        return status;
    drop->size = kip_sim_save_size(drop->sim);
    drop->start = malloc(drop->size);
    if (!drop->start)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    kip_sim_save(drop->sim, drop->start);
    return KIP_OK;
}

void kip_drop_destroy(KipDrop *drop)
{
    kip_sim_destroy(drop->sim);
    free(drop->start);
    *drop = (KipDrop){0};
}

/* -- the drop -------------------------------------------------------------------------------------------- */

bool kip_drop_breaks(const KipDrop *drop, const KipDynamics *d, char why[600])
{
    const KipModel *model = kip_sim_model(drop->sim);
    for (int i = 1; i < model->nbody; i++) {
        double speed = v3_length(kip_point_velocity(d, i, model->body[i].com));
        if (!(speed <= most_speed)) {
            snprintf(why, 600, "body %.200s moves at %.4g m/s", model->body[i].name, speed);
            return true;
        }
    }
    double now = energy(drop, d);
    if (!(now <= drop->most_energy)) {
        snprintf(why, 600, "the energy is %.4g J, more than a tenth above the first", now);
        return true;
    }
    return false;
}

bool kip_drop_holds(KipDrop *drop, KipDropEnd *end)
{
    KipError error = {.message = ""};
    bool goes = kip_sim_load(drop->sim, drop->start, drop->size, &error) == KIP_OK, breaks = false;
    for (int i = 0; i < drop->steps && goes && !breaks; i++) {
        goes = kip_sim_step(drop->sim, &error) == KIP_OK;
        breaks = goes && kip_drop_breaks(drop, kip_sim_dynamics(drop->sim), end->why);
    }
    end->time = kip_sim_time(drop->sim);
    if (!goes)
        snprintf(end->why, sizeof end->why, "%s", error.message);
    return goes && !breaks;
}

void kip_drop_run(KipDrop *drop)
{
    KipStatus status = kip_sim_load(drop->sim, drop->start, drop->size, NULL);
    for (int i = 0; i < drop->steps && status == KIP_OK; i++)
        status = kip_sim_step(drop->sim, NULL);
}
