/* What tests of simulations have in common: models and simulations that must come about, steps that must succeed. */
#ifndef SIM_HELPERS_H
#define SIM_HELPERS_H

#include <check.h>
#include <math.h>
#include <string.h>

#include "dynamics/sim.h"
#include "io/formats/mjcf.h"
#include "study.h"

static inline KipModel *load(const char *path)
{
    KipModel *model;
    KipError error;
    ck_ok(kip_mjcf_load(&model, path, NULL, &error));
    return model;
}

static inline KipModel *finish(KipBuilder *builder)
{
    KipModel *model;
    KipError error;
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

static inline int body_of(const KipModel *model, const char *name)
{
    int body = kip_model_find_body(model, name);
    ck_assert_msg(body > 0, "there is no body %s", name);
    return body;
}

static inline KipGeom solid(KipGeomType type, double a, double b, double c, double mass)
{
    KipGeom geom = kip_geom_def();
    geom.type = type;
    geom.size[0] = a, geom.size[1] = b, geom.size[2] = c;
    geom.mass = mass;
    return geom;
}

static inline KipSim *make_sim_by(const KipModel *model, KipIntegrator integrator, double h)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    def.timestep = h;
    def.integrator = integrator;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    return sim;
}

static inline void run(KipSim *sim, double duration)
{
    KipError error;
    for (long n = lround(duration / kip_sim_timestep(sim)); n > 0; n--)
        ck_ok(kip_sim_step(sim, &error));
}

static inline int constrain(KipSim *sim, KipConstraint c)
{
    KipError error;
    int id = -1;
    ck_ok(kip_sim_constrain(sim, &c, &id, &error));
    return id;
}

/* Without what the springs of contacts and limits hold, which is never less than nothing. */
static inline double total_energy(const KipSim *sim)
{
    KipEnergy energy = kip_energy(kip_sim_dynamics(sim));
    return energy.kinetic + energy.potential + energy.elastic;
}

#endif
