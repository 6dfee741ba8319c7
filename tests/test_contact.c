/* The contact law (KIP.1, KIP.2) against planes: rest, rolling, sticking, sliding, bouncing, and which geoms meet. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/sim_parts.h"
#include "io/formats/mjcf.h"
#include "random_model.h"
#include "sim_helpers.h"

Suite *suite_contact(void);

static const double g = 9.81;

/* A free body with one geom over a plane that slopes down towards +x by `angle`. */
static KipModel *on_slope(KipGeom geom, double angle, double friction)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipGeom plane = kip_geom_def();
    KipModel *model;
    KipError error;
    plane.name = "ground";
    plane.type = KIP_GEOM_PLANE;
    plane.quat = q_axis_angle(v3(0, 1, 0), angle);
    plane.friction = 0;
    kip_builder_geom(builder, &plane);
    body.name = joint.name = geom.name = "thing";
    body.mass_from_geoms = true;
    joint.body = geom.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    geom.friction = friction;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

static KipGeom ball_geom(double radius)
{
    KipGeom geom = kip_geom_def();
    geom.size[0] = radius;
    geom.mass = 2;
    return geom;
}

static KipGeom box_geom(double x, double y, double z)
{
    KipGeom geom = kip_geom_def();
    geom.type = KIP_GEOM_BOX;
    geom.size[0] = x, geom.size[1] = y, geom.size[2] = z;
    geom.mass = 5;
    return geom;
}

/* The thing at a height over the plane, turned with it. */
static KipSim *place(const KipModel *model, double angle, double height, const double *v)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    double q[7];
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    v3_store(q, q_rotate(q_axis_angle(v3(0, 1, 0), angle), v3(0, 0, height)));
    q_store(q + 3, q_axis_angle(v3(0, 1, 0), angle));
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    return sim;
}

static KipVec3 contact_force(const KipSim *sim)
{
    const KipContact *contact;
    KipVec3 sum = v3_zero();
    for (int n = kip_sim_contacts(sim, &contact), i = 0; i < n; i++)
        sum = v3_add(sum, contact[i].force);
    return sum;
}

START_TEST(test_resting_weight)
{
    KipGeom shape[3] = {ball_geom(0.1), box_geom(0.2, 0.15, 0.1), box_geom(0.02, 0.02, 0.1)};
    shape[2].type = KIP_GEOM_CAPSULE, shape[2].size[0] = 0.05, shape[2].size[1] = 0.3;
    const double height[3] = {0.1, 0.1, 0.35};
    const int points[3] = {1, 4, 1};
    for (int i = 0; i < 3; i++) {
        KipModel *model = on_slope(shape[i], 0, 0.8);
        KipSim *sim = place(model, 0, height[i] + 0.001, NULL);
        const KipContact *contact;
        run(sim, 5);
        ck_near(contact_force(sim).z, model->mass * g, 1e-6 * model->mass * g);
        ck_assert_int_eq(kip_sim_contacts(sim, &contact), points[i]);
        ck_near(contact[0].depth, model->mass * g / points[i] / common_stiffness(model->mass), 1e-8);
        ck_assert_int_eq(contact[0].geom1, 0);
        ck_assert_int_eq(contact[0].geom2, 1);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* Rolling is free: a ball set rolling keeps its speed; friction acts at the touching point and does no
 * work there. */
START_TEST(test_rolling_is_free)
{
    double r = 0.1, v[6] = {2, 0, 0, 0, 2 / r, 0};
    KipModel *model = on_slope(ball_geom(r), 0, 0.8);
    KipSim *sim = place(model, 0, r - 2 * g / common_stiffness(2), v);
    run(sim, 5);
    ck_assert(kip_sim_q(sim)[0] > 9.9);
    ck_below(fabs(kip_sim_v(sim)[0] - 2), 0.02);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* A ball thrown without spin slides, then rolls with 5/7 of its speed. */
START_TEST(test_sliding_becomes_rolling)
{
    double r = 0.1, v[6] = {2, 0, 0, 0, 0, 0};
    KipModel *model = on_slope(ball_geom(r), 0, 0.5);
    KipSim *sim = place(model, 0, r - 2 * g / common_stiffness(2), v);
    run(sim, 2);
    ck_near(kip_sim_v(sim)[0], 2 * 5.0 / 7, 0.01);
    ck_near(kip_sim_v(sim)[0], r * kip_body_angular_velocity(kip_sim_dynamics(sim), 1).y, 1e-3);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* However long the steps and strong the friction, it neither sinks in nor gets further than it would: it slides until
 * t = 2 v / 7 mu g. */
START_TEST(test_sliding_at_long_steps)
{
    static const double step[4] = {0.001, 0.0025, 0.004, 0.005}, friction[3] = {0.9, 2, 5};
    const double r = 0.1, mu = friction[_i % 3], t = 2 * 5 / (7 * mu * g), v[6] = {5, 0, 0, 0, 0, 0};
    KipModel *model = on_slope(ball_geom(r), 0, mu);
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    const double q[7] = {0, 0, r, 1, 0, 0, 0};
    double lowest = r;
    def.timestep = step[_i / 3];
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    for (int k = 0; k < (int)round(1 / def.timestep); k++) {
        ck_ok(kip_sim_step(sim, &error));
        lowest = fmin(lowest, kip_sim_q(sim)[2]);
    }
    ck_near(kip_sim_q(sim)[0], 5 * t - 0.5 * mu * g * t * t + 5 * 5.0 / 7 * (1 - t), 2e-3);
    ck_near(kip_sim_v(sim)[0], 5 * 5.0 / 7, 2e-3);
    ck_below(r - lowest, 4 * model->mass * g / common_stiffness(2));
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Below atan(mu) a box sticks: what it moves is the springs' sag. Above, it slides by g (sin - mu cos). */
START_TEST(test_slope)
{
    const double mu = 0.6, angle[2] = {0.9 * atan(0.6), 1.2 * atan(0.6)};
    for (int i = 0; i < 2; i++) {
        KipModel *model = on_slope(box_geom(0.3, 0.3, 0.05), angle[i], mu);
        KipSim *sim = place(model, angle[i], 0.05, NULL);
        double speed, before;
        run(sim, 1);
        before = kip_sim_q(sim)[0];
        speed = v3_length(kip_com_velocity(kip_sim_dynamics(sim)));
        run(sim, 1);
        if (i == 0) {
            ck_below(fabs(kip_sim_q(sim)[0] - before), 1e-6);
        } else {
            double expected = g * (sin(angle[i]) - mu * cos(angle[i]));
            ck_near(v3_length(kip_com_velocity(kip_sim_dynamics(sim))) - speed, expected, 0.01 * expected);
        }
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* No pulling, no energy from nowhere: a bouncing, tumbling box only loses. */
START_TEST(test_bounces_lose_energy)
{
    KipModel *model = on_slope(box_geom(0.2, 0.15, 0.1), 0, 0.8);
    double v[6] = {0.5, 0.2, 0, 3, 2, 1}, before = 1e9;
    KipSim *sim = place(model, 0, 0.8, v);
    for (int i = 0; i < 40; i++) {
        KipEnergy energy;
        const KipContact *contact;
        for (int n = kip_sim_contacts(sim, &contact), k = 0; k < n; k++)
            ck_assert(contact[k].force.z >= 0);
        run(sim, 0.1);
        energy = kip_energy(kip_sim_dynamics(sim));
        /* penetration stores a little: m g times 2 mm */
        ck_below(energy.kinetic + energy.potential, before + 5 * g * 2e-3);
        before = energy.kinetic + energy.potential;
    }
    ck_below(kip_energy(kip_sim_dynamics(sim)).kinetic, 1e-6);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* What has parted is forgotten: a state's bytes tell nothing of what touched before, whatever a box tumbles through. */
START_TEST(test_contacts_are_forgotten)
{
    KipModel *model = on_slope(box_geom(0.2, 0.15, 0.1), 0, 0.8);
    KipSim *sim = place(model, 0, 0.4, (double[6]){0.5, 0.2, 0, 3, 2, 1});
    const ContactMemory none[4] = {0};
    int64_t most = 0;
    for (int i = 0; i < 300; i++) {
        const KipContact *contact;
        run(sim, 0.005);
        ck_assert_int_le(*sim->nmemory, 4);
        ck_assert_int_ge(*sim->nmemory, kip_sim_contacts(sim, &contact));
        ck_assert_mem_eq(sim->memory + *sim->nmemory, none, (size_t)(4 - *sim->nmemory) * sizeof *none);
        most = *sim->nmemory > most ? *sim->nmemory : most;
    }
    ck_assert_int_ge(most, 3);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* The friction force that stops a ball sliding at 1 m/s, over its weight, or -1 where nothing touches. A pair is of both. */
static double friction_with(KipGeom geom, KipGeom plane, bool exclude, const KipPair *pair)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipModel *model;
    KipError error;
    const KipContact *contact;
    double v[6] = {1, 0, 0, 0, 0, 0}, ratio = -1;
    plane.type = KIP_GEOM_PLANE;
    kip_builder_geom(builder, &plane);
    body.name = joint.name = geom.name = "thing";
    body.mass_from_geoms = true;
    joint.body = geom.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
    if (exclude)
        kip_builder_exclude(builder, 0, 1);
    if (pair)
        kip_builder_pair(builder, pair);
    ck_ok(kip_builder_finish(builder, &model, &error));
    KipSim *sim = place(model, 0, 0.1 - model->mass * g / common_stiffness(model->mass), v);
    run(sim, 0.02);
    if (kip_sim_contacts(sim, &contact))
        ratio = -contact[0].force.x / contact[0].force.z;
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    return ratio;
}

static double friction_of(KipGeom geom, KipGeom plane, bool exclude)
{
    return friction_with(geom, plane, exclude, NULL);
}

/* The point of a geom that is farthest along a direction, both in its axes. */
static KipVec3 farthest(const KipGeom *geom, KipVec3 d)
{
    const double *size = geom->size, across = hypot(d.x, d.y);
    KipVec3 whole = v3(size[0] * d.x, size[1] * d.y, size[2] * d.z);
    switch (geom->type) {
    case KIP_GEOM_SPHERE:
        return v3_scale(size[0], d);
    case KIP_GEOM_CAPSULE:
        return v3_add(v3_scale(size[0], d), v3(0, 0, copysign(size[1], d.z)));
    case KIP_GEOM_BOX:
        return v3(copysign(size[0], d.x), copysign(size[1], d.y), copysign(size[2], d.z));
    case KIP_GEOM_CYLINDER:
        return v3(size[0] * d.x / across, size[0] * d.y / across, copysign(size[1], d.z));
    default:
        return v3_scale(1 / v3_length(whole), v3(whole.x * size[0], whole.y * size[1], whole.z * size[2]));
    }
}

/* What touches is found, be it long or flat: a ball just within the farthest point in any direction. */
START_TEST(test_nothing_is_overlooked)
{
    static const KipGeomType types[] = {KIP_GEOM_SPHERE, KIP_GEOM_CAPSULE, KIP_GEOM_BOX, KIP_GEOM_CYLINDER,
                                        KIP_GEOM_ELLIPSOID};
    KipRandom random = {19};
    for (int i = 0; i < 60; i++) {
        KipBuilder *builder = kip_builder_create(NULL);
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        KipGeom shape = kip_geom_def(), small = ball_geom(0.05);
        KipVec3 d = random_unit(&random);
        KipModel *model;
        KipSim *sim;
        KipError error;
        const KipContact *contact;
        shape.type = types[_i], shape.mass = 1;
        for (int k = 0; k < 3; k++)
            shape.size[k] = exp(kip_random_uniform(&random, log(0.02), log(0.5)));
        shape.pos = random_within(&random, v3(0.5, 0.5, 0.5)), shape.quat = random_quat(&random);
        shape.name = "shape", small.name = "small";
        small.pos = v3_add(shape.pos, q_rotate(shape.quat, v3_add_scaled(farthest(&shape, d), 0.045, d)));
        kip_builder_geom(builder, &small);
        body.name = joint.name = "thing";
        body.mass_from_geoms = true;
        shape.body = joint.body = kip_builder_body(builder, &body);
        joint.type = KIP_JOINT_FREE;
        kip_builder_joint(builder, &joint);
        kip_builder_geom(builder, &shape);
        ck_ok(kip_builder_finish(builder, &model, &error));
        const KipSimDef def = kip_sim_def(model);
        ck_ok(kip_sim_create(model, &def, &sim, &error));
        ck_ok(kip_sim_step(sim, &error));
        ck_assert_msg(kip_sim_contacts(sim, &contact) > 0, "%d", i);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* What is a pair meets whatever else is said, and with what the pair leaves open as its geoms have it. */
START_TEST(test_pairs)
{
    KipGeom ball = ball_geom(0.1), plane = kip_geom_def();
    KipPair pair = kip_pair_def();
    pair.geom1 = 1, pair.geom2 = 0;
    ball.friction = 0.3, plane.friction = 0.6;
    ck_near(friction_with(ball, plane, true, &pair), 0.6, 1e-9);
    pair.friction = 0.2;
    ck_near(friction_with(ball, plane, false, &pair), 0.2, 1e-9);
    ball.contype = ball.conaffinity = plane.contype = plane.conaffinity = 0;
    ck_near(friction_with(ball, plane, true, &pair), 0.2, 1e-9);
    pair.condim = 1;
    ck_near(friction_with(ball, plane, true, &pair), 0, 0);
    ball.condim = plane.condim = 1, pair.condim = 3;
    ck_near(friction_with(ball, plane, true, &pair), 0.2, 1e-9);
    pair.condim = 0;
    ck_near(friction_with(ball, plane, true, &pair), 0, 0);
}
END_TEST

/* How deep a ball rests that weighs as much as 10 m/s^2 makes of it, with a surface that is said by nobody, by the plane or
 * by the pair. */
START_TEST(test_pairs_have_surfaces)
{
    static const double direct[2] = {-2e4, -100};
    const double deep = 10 * 0.05 / (0.95 * 2e4), deeper = 10 / (1 * 2e4); /* d / (1 - d) K is w^2 */
    for (int i = 0; i < 2; i++) {
        KipBuilder *builder = kip_builder_create(NULL);
        KipGeom plane = kip_geom_def(), small = ball_geom(0.1);
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        KipPair pair = kip_pair_def();
        KipModel *model;
        KipError error;
        plane.type = KIP_GEOM_PLANE;
        kip_builder_geom(builder, &plane);
        body.name = joint.name = small.name = "ball";
        body.mass_from_geoms = true;
        joint.type = KIP_JOINT_FREE;
        joint.body = small.body = kip_builder_body(builder, &body);
        kip_builder_joint(builder, &joint);
        kip_builder_geom(builder, &small);
        pair.geom1 = 0, pair.geom2 = 1;
        memcpy(pair.solref, direct, sizeof direct);
        pair.impedance = i ? 0.5 : NAN;
        kip_builder_pair(builder, &pair);
        kip_builder_gravity(builder, v3(0, 0, -10));
        ck_ok(kip_builder_finish(builder, &model, &error));
        KipSim *sim = place(model, 0, 0.1, NULL);
        run(sim, 3);
        ck_near(0.1 - kip_sim_q(sim)[2], i ? deeper : deep, 1e-6);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* A dropped geom takes its pairs along; those behind it are paired as before. */
START_TEST(test_dropped_geoms)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipModel *model;
    KipError error;
    body.name = joint.name = "thing";
    body.mass_from_geoms = true;
    joint.type = KIP_JOINT_FREE;
    joint.body = kip_builder_body(builder, &body);
    kip_builder_joint(builder, &joint);
    for (int i = 0; i < 5; i++) {
        KipGeom geom = ball_geom(0.1 + 0.1 * i);
        geom.body = i % 2;
        kip_builder_geom(builder, &geom);
    }
    for (int i = 0; i < 4; i++) {
        KipPair pair = kip_pair_def();
        pair.geom1 = i, pair.geom2 = i + 1, pair.friction = i;
        kip_builder_pair(builder, &pair);
    }
    kip_builder_drop_geom(builder, 1);
    ck_ok(kip_builder_finish(builder, &model, &error));
    ck_assert_int_eq(model->npair, 2);
    for (int i = 0; i < 2; i++) {
        const KipPair *pair = model->pair + i;
        ck_near(pair->friction, 2 + i, 0);
        ck_near(model->geom[pair->geom1].size[0], 0.3 + 0.1 * i, 1e-12);
        ck_near(model->geom[pair->geom2].size[0], 0.4 + 0.1 * i, 1e-12);
    }
    kip_model_destroy(model);
}
END_TEST

/* Which geoms meet, and with what friction: as in MJCF. */
START_TEST(test_filters)
{
    KipGeom ball = ball_geom(0.1), plane = kip_geom_def(), other;
    ball.friction = 0.3, plane.friction = 0.6;
    ck_near(friction_of(ball, plane, false), 0.6, 1e-9); /* the greater */
    other = ball, other.friction = 0.7;
    ck_near(friction_of(other, plane, false), 0.7, 1e-9);
    ck_near(friction_of(ball, plane, true), -1, 0); /* excluded */
    other = plane, other.condim = 1;
    ck_near(friction_of(ball, other, false), 0.6, 1e-9); /* the greater condim too */
    ball.condim = 1;
    ck_near(friction_of(ball, other, false), 0, 0);
    ball.contype = 2, ball.conaffinity = 4;
    ck_near(friction_of(ball, plane, false), -1, 0);
    other = plane, other.conaffinity = 2;
    ball.condim = 3;
    ck_near(friction_of(ball, other, false), 0.6, 1e-9);
}
END_TEST

/* A plane on a turned body of the world, itself turned: a ball rests on it along its normal. */
START_TEST(test_plane_on_static_bodies)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipGeom plane = kip_geom_def(), ball = ball_geom(0.1);
    KipModel *model;
    KipError error;
    const KipContact *contact;
    KipVec3 normal = v3(-sin(0.3), 0, cos(0.3));
    body.name = "shelf", body.pos = v3(1, 0, 2), body.quat = q_axis_angle(v3(0, 1, 0), -0.2);
    plane.body = kip_builder_body(builder, &body);
    plane.type = KIP_GEOM_PLANE;
    plane.quat = q_axis_angle(v3(0, 1, 0), -0.1);
    plane.pos = v3(0, 0, 0.5);
    kip_builder_geom(builder, &plane);
    body = kip_body_def();
    body.name = joint.name = "ball", body.mass_from_geoms = true;
    joint.body = ball.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &ball);
    ck_ok(kip_builder_finish(builder, &model, &error));
    KipVec3 at = v3_add(v3(1 - 0.5 * sin(0.2), 0, 2 + 0.5 * cos(0.2)), v3_scale(0.099, normal));
    double q[7] = {at.x, at.y, at.z, 1, 0, 0, 0};
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    ck_ok(kip_sim_set_state(sim, q, NULL, &error));
    ck_assert_int_eq(kip_sim_contacts(sim, &contact), 1);
    ck_near(contact[0].depth, 0.001, 1e-12);
    ck_below(v3_length(v3_sub(contact[0].normal, normal)), 1e-12);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_contact(void)
{
    Suite *suite = suite_create("contact");
    TCase *tc = tcase_create("planes");
    tcase_add_test(tc, test_resting_weight);
    tcase_add_test(tc, test_rolling_is_free);
    tcase_add_test(tc, test_sliding_becomes_rolling);
    tcase_add_loop_test(tc, test_sliding_at_long_steps, 0, 12);
    tcase_add_test(tc, test_slope);
    tcase_add_test(tc, test_bounces_lose_energy);
    tcase_add_test(tc, test_contacts_are_forgotten);
    tcase_add_loop_test(tc, test_nothing_is_overlooked, 0, 5);
    tcase_add_test(tc, test_filters);
    tcase_add_test(tc, test_pairs);
    tcase_add_test(tc, test_pairs_have_surfaces);
    tcase_add_test(tc, test_dropped_geoms);
    tcase_add_test(tc, test_plane_on_static_bodies);
    suite_add_tcase(suite, tc);
    return suite;
}
