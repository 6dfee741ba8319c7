/* Free bodies on a floor: models of them made in a few words, and their simulations. */
#ifndef FREE_BODIES_H
#define FREE_BODIES_H

#include <math.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/sim.h"
#include "study.h"

static const double g = 9.81; /* m/s^2 */

static inline KipGeom ball(double radius, double mass)
{
    KipGeom geom = kip_geom_def();
    geom.size[0] = radius, geom.mass = mass;
    return geom;
}

static inline KipGeom crate(double a, double b, double c, double mass, double friction)
{
    KipGeom geom = kip_geom_def();
    geom.type = KIP_GEOM_BOX;
    geom.size[0] = a, geom.size[1] = b, geom.size[2] = c;
    geom.mass = mass;
    geom.friction = friction;
    return geom;
}

static inline void add_free(KipBuilder *builder, const char *name, KipGeom geom, KipVec3 pos, KipQuat quat)
{
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    body.name = joint.name = geom.name = name;
    body.pos = pos, body.quat = quat;
    body.mass_from_geoms = true;
    geom.body = joint.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
}

static inline KipBuilder *with_floor(double friction)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom floor = kip_geom_def();
    floor.type = KIP_GEOM_PLANE;
    floor.friction = friction;
    kip_builder_geom(builder, &floor);
    return builder;
}

static inline KipModel *finished(KipBuilder *builder)
{
    KipModel *model;
    KipError error;
    KipStatus status = kip_builder_finish(builder, &model, &error);
    ck_assert_msg(status == KIP_OK, "%s", error.message);
    return model;
}

static inline KipSim *sim_of(const KipModel *model, double h)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    def.timestep = h, def.max_contacts = 2000;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    return sim;
}

static inline void run(KipSim *sim, double duration)
{
    KipError error;
    for (long n = lround(duration / kip_sim_timestep(sim)); n > 0; n--)
        ck_ok(kip_sim_step(sim, &error));
}

#endif
