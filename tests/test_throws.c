/* What is thrown, kicked and rolled over a plane: it presses with its weight, none goes through, none gains energy. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/shape.h"
#include "dynamics/sim.h"
#include "random_model.h"
#include "sim_helpers.h"

Suite *suite_throws(void);

static const double g = 9.81;

/* A free body of one geom over a floor: the plane z = 0, or a box whose top it is. */
static KipModel *over_floor(KipGeom geom, double friction, bool box)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipGeom floor = kip_geom_def();
    KipModel *model;
    KipError error;
    floor.type = KIP_GEOM_PLANE;
    if (box)
        floor = solid(KIP_GEOM_BOX, 200, 2, 0.5, 1), floor.pos = v3(0, 0, -0.5);
    floor.friction = friction, geom.friction = 0;
    kip_builder_geom(builder, &floor);
    body.name = joint.name = geom.name = "thing";
    body.mass_from_geoms = true;
    joint.body = geom.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

static KipSim *make_sim(const KipModel *model, KipIntegrator integrator, double h)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    def.timestep = h;
    def.integrator = integrator;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    return sim;
}

static double energy_of(const KipSim *sim)
{
    KipEnergy energy = kip_energy(kip_sim_dynamics(sim));
    return energy.kinetic + energy.potential;
}

/* On the thing. */
static double upward_force(const KipSim *sim)
{
    const KipContact *contact;
    double sum = 0;
    for (int n = kip_sim_contacts(sim, &contact), i = 0; i < n; i++)
        sum += contact[i].geom2 == 1 ? contact[i].force.z : -contact[i].force.z;
    return sum;
}

/* -- rolling --------------------------------------------------------------------------------------------- */

/* What rolls, presses with its weight, and keeps its speed. */
static void roll(KipGeom geom, KipQuat turn, bool box, KipIntegrator integrator, double h, double speed)
{
    KipModel *model = over_floor(geom, 0.8, box);
    KipSim *sim = make_sim(model, integrator, h);
    double radius = geom.size[0], weight = geom.mass * g, most = 0, least = 1e9;
    const double points = geom.type == KIP_GEOM_CYLINDER || geom.type == KIP_GEOM_CAPSULE ? 2 : 1;
    KipVec3 spin = q_rotate(q_conjugate(turn), v3(0, speed / radius, 0));
    double q[7] = {0, 0, radius - weight / points / common_stiffness(geom.mass)},
           v[6] = {speed, 0, 0, spin.x, spin.y, spin.z};
    KipError error;
    q_store(q + 3, turn);
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    for (int i = 0; i * h < 3; i++) {
        double force;
        ck_ok(kip_sim_step(sim, &error));
        force = upward_force(sim) / weight;
        most = most_of(most, force), least = fmin(least, force);
    }
    study_print(
        "  %g m/s at %g ms on a %s: presses with %.5f to %.5f of its weight, keeps %.6f of its speed\n",
        speed, 1e3 * h, box ? "box" : "plane", least, most, kip_sim_v(sim)[0] / speed);
    ck_near(most, 1, 0.01);
    ck_near(least, 1, 0.01);
    ck_near(kip_sim_v(sim)[0] / speed, 1, 1e-3);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}

/* A cart of 100 kg whose four wheels of 5 kg turn on hinges rolls over a box: it does not hop, and keeps its speed. */
static void cart(double h, double speed)
{
    static const char *const name[4] = {"left rear", "left front", "right rear", "right front"};
    const double radius = 0.3, duration = STUDY(0.3, 2);
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipGeom floor = solid(KIP_GEOM_BOX, 200, 3, 1, 1), geom = solid(KIP_GEOM_BOX, 0.6, 0.3, 0.1, 100);
    double v[10] = {speed, 0, 0, 0, 0, 0}, most = 0, least = 1e9;
    KipError error;
    KipModel *model;
    floor.pos = v3(0, 0, -1), floor.friction = 0.8;
    kip_builder_geom(builder, &floor);
    body.name = joint.name = geom.name = "cart";
    body.pos = v3(0, 0, 0.35), body.mass_from_geoms = true;
    body.parent = joint.body = geom.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
    joint.type = KIP_JOINT_HINGE, joint.axis = v3(0, 1, 0);
    geom = solid(KIP_GEOM_CYLINDER, radius, 0.05, 0, 5);
    geom.quat = q_axis_angle(v3(1, 0, 0), 1.5707963267948966);
    for (int i = 0; i < 4; i++) {
        body.name = joint.name = geom.name = name[i];
        body.pos = v3(i & 1 ? 0.5 : -0.5, i & 2 ? -0.45 : 0.45, -0.05);
        joint.body = geom.body = kip_builder_body(builder, &body);
        kip_builder_joint(builder, &joint);
        kip_builder_geom(builder, &geom);
        v[6 + i] = speed / radius;
    }
    ck_ok(kip_builder_finish(builder, &model, &error));
    KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, h);
    ck_ok(kip_sim_set_state(sim, NULL, v, &error));
    while (kip_sim_time(sim) < duration) {
        const KipContact *contact;
        double force = 0;
        ck_ok(kip_sim_step(sim, &error));
        for (int n = kip_sim_contacts(sim, &contact), i = 0; i < n; i++)
            force += fabs(contact[i].force.z);
        if (kip_sim_time(sim) > 0.5 * duration)
            most = most_of(most, force / (120 * g)), least = fmin(least, force / (120 * g));
    }
    study_print(
        "  a cart at %g m/s and %g ms: presses with %.4f to %.4f of its weight, keeps %.6f of its speed\n",
        speed, 1e3 * h, least, most, kip_sim_v(sim)[0] / speed);
    ck_near(most, 1, 0.01);
    ck_near(least, 1, 0.01);
    ck_near(kip_sim_v(sim)[0] / speed, 1, 1e-3);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}

static const double speeds[] = {0.1, 1, 5, 8, 30};

START_TEST(test_balls_roll)
{
    KipGeom football = solid(KIP_GEOM_SPHERE, 0.11, 0, 0, 0.43);
    for (int box = 0; box < 2; box++) {
        roll(football, q_identity(), box, KIP_IMPLICIT_RK4, 1e-3, speeds[_i]);
        roll(football, q_identity(), box, KIP_EULER, 1e-3, speeds[_i]);
        roll(football, q_identity(), box, KIP_IMPLICIT_RK4, 5e-3, speeds[_i]);
    }
}
END_TEST

/* Capsules and wheels on their side, ellipsoids about their axis; a wheel on a box too, where it touches as wide as it has
 * sunk in, and is not braked by that. */
START_TEST(test_wheels_roll)
{
    const KipQuat aside = q_axis_angle(v3(1, 0, 0), 1.5707963267948966);
    roll(solid(KIP_GEOM_CAPSULE, 0.1, 0.3, 0, 2), aside, false, KIP_IMPLICIT_RK4, 1e-3, speeds[_i]);
    roll(solid(KIP_GEOM_CYLINDER, 0.3, 0.1, 0, 20), aside, false, KIP_IMPLICIT_RK4, 1e-3, speeds[_i]);
    roll(solid(KIP_GEOM_CYLINDER, 0.3, 0.1, 0, 20), aside, false, KIP_EULER, 1e-3, speeds[_i]);
    cart(1e-3, speeds[_i]);
    cart(5e-3, speeds[_i]);
    roll(solid(KIP_GEOM_ELLIPSOID, 0.1, 0.1, 0.06, 1), aside, false, KIP_IMPLICIT_RK4, 1e-3, speeds[_i]);
}
END_TEST

/* A football that is kicked along the ground slides, then rolls with three fifths of its speed (a solid ball: 5/7). */
START_TEST(test_kick)
{
    KipModel *model = over_floor(solid(KIP_GEOM_SPHERE, 0.11, 0, 0, 0.43), 0.8, false);
    KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, 1e-3);
    double v[6] = {30, 0, 0, 0, 0, 0}, q[7] = {0, 0, 0.11, 1, 0, 0, 0};
    KipError error;
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    for (int i = 0; i < 5000; i++)
        ck_ok(kip_sim_step(sim, &error));
    ck_near(kip_sim_v(sim)[0], 30 * 5.0 / 7, 0.03);
    ck_near(kip_sim_q(sim)[2], 0.11, 1e-3);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- throws ---------------------------------------------------------------------------------------------- */

typedef struct Throws {
    int through, diverged, gained;
    double gain;
} Throws;

static KipGeom random_solid(KipGeomType type, KipRandom *r)
{
    double a = kip_random_uniform(r, 0.05, 0.3), b = kip_random_uniform(r, 0.05, 0.3);
    double c = kip_random_uniform(r, 0.05, 0.3);
    return solid(type, a, b, c, 0.1 * pow(100, kip_random_uniform(r, 0, 1)));
}

static void throw_one(Throws *sum, KipGeom geom, KipRandom *r, double h)
{
    KipModel *model = over_floor(geom, kip_random_uniform(r, 0, 1), false);
    KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, h);
    double q[7] = {0, 0, 1.5}, v[6] = {0}, first, most = 0;
    KipStatus status = KIP_OK;
    KipVec3 spin = random_unit(r), speed = random_unit(r);
    KipError error;
    q_store(q + 3, random_quat(r));
    v3_store(v, v3_scale(kip_random_uniform(r, 0, 20), speed));
    v3_store(v + 3, v3_scale(kip_random_uniform(r, 0, 100), spin));
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    first = energy_of(sim);
    for (int i = 0; i * h < 3 && status == KIP_OK; i++) {
        status = kip_sim_step(sim, &error);
        most = most_of(most, energy_of(sim) / first - 1);
    }
    sum->diverged += status != KIP_OK;
    sum->through += kip_sim_q(sim)[2] < -0.5;
    sum->gained += !(most < 1e-3);
    sum->gain = most_of(sum->gain, most);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}

static void throw_many(KipGeomType type, double h, int n, uint64_t seed)
{
    static const char *const name[] = {"planes", "spheres", "capsules", "boxes", "cylinders", "ellipsoids"};
    KipRandom r = {seed};
    Throws sum = {0};
    for (int i = 0; i < n; i++)
        throw_one(&sum, random_solid(type, &r), &r, h);
    study_print("  %d %s at %g ms: %d through, %d diverge, %d gain energy, at most %.1e of it\n", n,
                name[type], 1e3 * h, sum.through, sum.diverged, sum.gained, sum.gain);
    ck_assert_int_eq(sum.through, 0);
    ck_assert_int_eq(sum.diverged, 0);
    ck_assert_int_eq(sum.gained, 0);
}

START_TEST(test_throws)
{
    static const double step[] = {1e-3, 2e-3, 5e-3};
    for (int i = 0; i < 3; i++)
        throw_many((KipGeomType)_i, step[i], STUDY(20, i < 2 ? 200 : 100),
                   (uint64_t)STUDY(220, 7220) + (uint64_t)i);
}
END_TEST

/* -- impacts --------------------------------------------------------------------------------------------- */

/* Of impacts, the worst: friction's impulse over mu times the normal one, and what the impulse that contacts tell of
 * differs from the true one, the change of momentum but for gravity, relative to it; of whole ones and of steps. */
typedef struct Impact {
    double cone, cone_step, told, told_step;
} Impact;

static KipVec3 told_force(const KipSim *sim)
{
    const KipContact *contact;
    KipVec3 sum = v3_zero();
    for (int n = kip_sim_contacts(sim, &contact), i = 0; i < n; i++)
        sum = v3_add(sum, contact[i].force);
    return sum;
}

static double across(KipVec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

static double apart(KipVec3 a, KipVec3 b)
{
    return v3_length(v3_sub(a, b));
}

/* One solid that flies at the floor, until it has bounced or 0.2 s have passed. */
static void strike(Impact *worst, KipGeom geom, KipRandom *r, double h)
{
    const double mu = kip_random_uniform(r, 0.1, 1), fall = kip_random_uniform(r, 0.2, 5);
    KipModel *model = over_floor(geom, mu, false);
    KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, h);
    double q[7] = {0, 0, 1}, v[6] = {kip_random_uniform(r, 0, 5), 0, -fall};
    KipVec3 told = v3_zero(), given = v3_zero();
    KipError error;
    bool touched = false;
    q_store(q + 3, random_quat(r));
    v3_store(v + 3, random_within(r, v3(10, 10, 10)));
    q[2] = 0.001 + kip_geom_reach(&geom, q_rotate(q_conjugate(q_from(q + 3)), v3(0, 0, 1)));
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    for (int i = 0; i * h < 0.2; i++) {
        const KipContact *contact;
        KipVec3 before = kip_linear_momentum(kip_sim_dynamics(sim)), gain, force;
        ck_ok(kip_sim_step(sim, &error));
        gain = v3_sub(kip_linear_momentum(kip_sim_dynamics(sim)), before);
        gain.z += geom.mass * g * h;
        force = v3_scale(h, told_force(sim));
        given = v3_add(given, gain), told = v3_add(told, force);
        if (gain.z > 1e-3 * geom.mass * fall) {
            worst->cone_step = most_of(worst->cone_step, across(gain) / (mu * gain.z));
            worst->told_step = most_of(worst->told_step, apart(force, gain) / v3_length(gain));
        }
        touched = touched || kip_sim_contacts(sim, &contact) > 0;
        if (touched && kip_sim_contacts(sim, &contact) == 0)
            break;
    }
    if (given.z > 1e-6 * geom.mass * fall) { /* else a corner touched and left, by nothing but rounding */
        worst->cone = most_of(worst->cone, across(given) / (mu * given.z));
        worst->told = most_of(worst->told, apart(told, given) / v3_length(given));
    }
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}

/* Friction stays within Coulomb's cone of the normal force that acts, and what is told is what acted. */
START_TEST(test_impacts)
{
    static const double step[] = {1e-4, 1e-3, 5e-3};
    KipRandom r = {(uint64_t)STUDY(223, 8223) + (uint64_t)_i};
    Impact worst = {0, 0, 0, 0};
    for (int i = 0; i < STUDY(100, 1000); i++) {
        KipGeom geom = random_solid((KipGeomType)(KIP_GEOM_SPHERE + i % 5), &r);
        geom.mass = 0.05 * pow(100, kip_random_uniform(&r, 0, 1));
        strike(&worst, geom, &r, step[_i]);
    }
    study_print("  impacts at %g ms: friction up to %.6f of Coulomb's (one step: %.6f); told differs by %.1e "
                "(%.1e)   (bars 1.001, 1e-2)\n",
                1e3 * step[_i], worst.cone, worst.cone_step, worst.told, worst.told_step);
    ck_below(worst.cone, 1 + 1e-3);
    ck_below(worst.told, 0.01);
}
END_TEST

/* What a saved state tells of contacts, what has parted included. */
START_TEST(test_told_again)
{
    KipModel *model = over_floor(solid(KIP_GEOM_BOX, 0.1, 0.1, 0.1, 1), 0.5, false);
    KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, 1e-3), *other = make_sim(model, KIP_IMPLICIT_RK4, 1e-3);
    unsigned char *bytes = malloc(kip_sim_save_size(sim));
    double q[7] = {0, 0, 0.3, 0.9, 0.3, 0.2, 0.1}, v[6] = {1, 0, -3, 5, 0, 0};
    KipError error;
    int parted = 0;
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    for (int i = 0; i < 500; i++) {
        const KipContact *a, *b;
        int n;
        ck_ok(kip_sim_step(sim, &error));
        kip_sim_save(sim, bytes);
        ck_ok(kip_sim_load(other, bytes, kip_sim_save_size(sim), &error));
        n = kip_sim_contacts(sim, &a);
        ck_assert_int_eq(kip_sim_contacts(other, &b), n);
        for (int k = 0; k < n; k++) {
            ck_assert(a[k].feature == b[k].feature && a[k].depth == b[k].depth);
            ck_assert(apart(a[k].force, b[k].force) == 0 && apart(a[k].point, b[k].point) == 0);
            parted += a[k].depth == 0;
        }
    }
    ck_assert_int_gt(parted, 0);
    free(bytes);
    kip_sim_destroy(sim);
    kip_sim_destroy(other);
    kip_model_destroy(model);
}
END_TEST

/* -- elsewhere ------------------------------------------------------------------------------------------- */

/* A driven pendulum; a ball at rest elsewhere, or nothing. */
static KipModel *pendulum(bool ball)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipGeom floor = kip_geom_def(), geom = solid(KIP_GEOM_SPHERE, 0.05, 0, 0, 1);
    KipModel *model;
    KipError error;
    floor.type = KIP_GEOM_PLANE;
    kip_builder_geom(builder, &floor);
    body.name = joint.name = geom.name = "pendulum";
    body.pos = v3(0, 0, 2);
    body.mass_from_geoms = true;
    joint.type = KIP_JOINT_HINGE, joint.axis = v3(0, 1, 0);
    geom.pos = v3(0, 0, -0.5);
    joint.body = geom.body = kip_builder_body(builder, &body);
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
    body.name = joint.name = geom.name = "ball";
    body.pos = v3(5, 0, 0.1);
    joint.type = KIP_JOINT_FREE, geom = solid(KIP_GEOM_SPHERE, 0.1, 0, 0, 1);
    joint.body = geom.body = ball ? kip_builder_body(builder, &body) : 0;
    if (ball) {
        kip_builder_joint(builder, &joint);
        kip_builder_geom(builder, &geom);
    }
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

/* Where it is after 1 s. */
static double swing(bool ball, double h)
{
    KipModel *model = pendulum(ball);
    KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, h);
    KipDrives drives = kip_sim_drives(sim);
    KipError error;
    double angle;
    drives.stiffness[0] = 500, drives.damping[0] = 5, drives.target[0] = 1;
    for (int i = 0; i * h < 1 - 0.5 * h; i++)
        ck_ok(kip_sim_step(sim, &error));
    angle = kip_sim_q(sim)[0];
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    return angle;
}

/* What touches elsewhere changes nothing: a drive is followed as exactly, to the bit, whatever lies about. */
START_TEST(test_elsewhere)
{
    const double exact = swing(false, 1e-4);
    study_print("  a driven pendulum at 5 ms is off by %.1e rad, with a ball elsewhere by %.1e\n",
                fabs(swing(false, 5e-3) - exact), fabs(swing(true, 5e-3) - exact));
    ck_assert(swing(true, 5e-3) == swing(false, 5e-3));
}
END_TEST

/* By how much the forces that are told of a step differ from those that acted, as a change of the lone body's speed. */
static double told_amiss(const KipSim *sim, KipVec3 before, double h)
{
    const KipModel *model = kip_sim_model(sim);
    KipVec3 change = v3_add_scaled(v3_sub(v3_from(kip_sim_v(sim)), before), -h, model->gravity);
    const KipContact *contact;
    for (int n = kip_sim_contacts(sim, &contact), i = 0; i < n; i++)
        change = v3_add_scaled(change, (contact[i].geom1 ? 1 : -1) * h / model->mass, contact[i].force);
    return v3_length(change);
}

/* What comes so fast that in a step it is on the other side, and would sink by more than there is of it: a wall of 20 mm
 * stops it, and it leaves no faster than it came, or spins beyond what a step can follow and is told to. */
START_TEST(test_walls_stop)
{
    static const double step[2] = {1e-3, 5e-3};
    const KipGeomType type = (KipGeomType)_i;
    KipRandom random = {31};
    for (int i = 0; i < STUDY(20, 200); i++) {
        const double h = step[i % 2], swift = type == KIP_GEOM_SPHERE ? 100 : 30;
        const double a = kip_random_uniform(&random, 0.01, 0.05), b = kip_random_uniform(&random, 0.01, 0.05);
        const double c = kip_random_uniform(&random, 0.01, 0.05);
        double v[6] = {kip_random_uniform(&random, 5, swift)};
        KipBuilder *builder = kip_builder_create(NULL);
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        KipGeom wall = solid(KIP_GEOM_BOX, 0.01, 3, 3, 1), shape = solid(type, a, b, c, 0.3);
        KipModel *model;
        KipSim *sim;
        KipError error;
        body.name = joint.name = "shape";
        body.pos = v3(-0.5, 0, 0), body.quat = random_quat(&random);
        body.mass_from_geoms = true;
        kip_builder_geom(builder, &wall);
        shape.body = joint.body = kip_builder_body(builder, &body);
        joint.type = KIP_JOINT_FREE;
        kip_builder_joint(builder, &joint);
        kip_builder_geom(builder, &shape);
        ck_ok(kip_builder_finish(builder, &model, &error));
        KipSimDef def = kip_sim_def(model);
        def.timestep = h;
        ck_ok(kip_sim_create(model, &def, &sim, &error));
        ck_ok(kip_sim_set_state(sim, NULL, v, &error));
        KipStatus status = KIP_OK;
        for (int k = 0; k * h < 0.3 && status == KIP_OK; k++) {
            const KipVec3 before = v3_from(kip_sim_v(sim));
            status = kip_sim_step(sim, &error);
            if (status == KIP_OK)
                ck_below(told_amiss(sim, before, h), 1e-9 * v[0]);
        }
        ck_below(kip_sim_q(sim)[0], 0);
        ck_below(v3_length(v3_from(kip_sim_v(sim))), hypot(v[0], 9.81 * kip_sim_time(sim)) + 1e-9);
        if (status == KIP_OK)
            ck_near(kip_sim_time(sim), 0.3, 1e-9);
        else
            ck_below(1000, 3 * v[0] / fmin(a, fmin(b, c)));
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* A body with an arm on a hinge, that swings; both come at a wall of 20 mm, which neither passes. */
static KipModel *armed(KipRandom *random)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipGeom wall = solid(KIP_GEOM_BOX, 0.01, 5, 5, 1), trunk = solid(KIP_GEOM_SPHERE, 0.1, 0, 0, 5);
    KipGeom arm = solid(KIP_GEOM_CAPSULE, kip_random_uniform(random, 0.01, 0.04), 0.2, 0, 0.5);
    KipModel *model;
    KipError error;
    kip_builder_geom(builder, &wall);
    body.name = joint.name = "trunk", body.pos = v3(-1, 0, 0), body.quat = random_quat(random);
    body.mass_from_geoms = true;
    trunk.body = joint.body = body.parent = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &trunk);
    body.name = joint.name = "arm", body.pos = v3(0.12, 0, 0), body.quat = q_identity();
    arm.pos = v3(0.25, 0, 0), arm.quat = q_axis_angle(v3(0, 1, 0), 1.5707963267948966);
    arm.body = joint.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_HINGE, joint.axis = v3(0, 0, 1);
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &arm);
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

START_TEST(test_limbs_stop)
{
    const double h = _i ? 5e-3 : 1e-3;
    KipRandom random = {77};
    double gain = 0;
    for (int i = 0; i < STUDY(20, 300); i++) {
        KipModel *model = armed(&random);
        double v[7] = {kip_random_uniform(&random, 2, 40)};
        for (int k = 1; k < 7; k++)
            v[k] = kip_random_uniform(&random, -1, 1) * (k < 6 ? 3 : 60);
        KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, h);
        KipError error;
        ck_ok(kip_sim_set_state(sim, NULL, v, &error));
        const double before = energy_of(sim);
        for (int k = 0; k * h < 0.3; k++) {
            ck_ok(kip_sim_step(sim, &error));
            KipVec3 tip = kip_point_position(kip_sim_dynamics(sim), 2, v3(0.45, 0, 0));
            ck_below(tip.x, 0);
            ck_below(kip_sim_q(sim)[0], 0);
            gain = fmax(gain, (energy_of(sim) - before) / before);
        }
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
    study_print("  limbs at %g ms: none through, none gains more than %.1e of its energy\n", 1e3 * h, gain);
    ck_below(gain, 1e-3);
}
END_TEST

/* Four links of one shape on ball joints, that hang from a free one: what turns about the rest may jam. */
static KipModel *chain(KipGeomType type, KipRandom *random)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom floor = kip_geom_def();
    const double half = kip_random_uniform(random, 0.1, 0.25), mu = kip_random_uniform(random, 1, 2);
    KipModel *model;
    KipError error;
    int parent = 0;
    floor.type = KIP_GEOM_PLANE, floor.friction = mu;
    kip_builder_geom(builder, &floor);
    for (int i = 0; i < 4; i++) {
        char name[24];
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        KipGeom geom = solid(type, 0.05, type == KIP_GEOM_BOX ? 0.08 : half, half, i ? 1 : 4);
        snprintf(name, sizeof name, "link %d", i);
        body.name = joint.name = geom.name = name;
        body.pos = v3(0, 0, i ? 2 * half + 0.12 : 1), body.parent = parent;
        body.quat = random_quat(random);
        body.mass_from_geoms = true;
        joint.type = i ? KIP_JOINT_BALL : KIP_JOINT_FREE;
        geom.pos = v3(0, 0, half + 0.06), geom.friction = mu;
        parent = joint.body = geom.body = kip_builder_body(builder, &body);
        kip_builder_joint(builder, &joint);
        kip_builder_geom(builder, &geom);
    }
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

static double lowest(const KipSim *sim)
{
    double low = 1e9;
    for (int i = 1; i < kip_sim_model(sim)->nbody; i++)
        low = fmin(low, kip_point_position(kip_sim_dynamics(sim), i, v3(0, 0, 0)).z);
    return low;
}

/* Rough cylinders and chains of links whose friction is above 1 fall and slide: what jams stays above the floor. */
START_TEST(test_rough_things_stay_above)
{
    static const KipGeomType type[] = {KIP_GEOM_BOX, KIP_GEOM_CYLINDER, KIP_GEOM_CAPSULE};
    static const double step[] = {1e-3, 2e-3, 5e-3};
    KipRandom random = {(uint64_t)STUDY(41, 4141)};
    int through = 0, diverged = 0, n = STUDY(10, 100);
    for (int i = 0; i < 2 * n; i++) {
        KipGeom drum = solid(KIP_GEOM_CYLINDER, 0.1, 0.25, 0, 5);
        KipModel *model = i % 2 ? over_floor(drum, kip_random_uniform(&random, 1, 2), false)
                                : chain(type[i / 2 % 3], &random);
        KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, step[_i]);
        double *v = calloc((size_t)model->nv, sizeof *v), *q = malloc((size_t)model->nq * sizeof *q);
        KipStatus status = KIP_OK;
        KipError error;
        memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
        q[2] = 1.5, q_store(q + 3, random_quat(&random));
        for (int k = 0; k < model->nv; k++)
            v[k] = kip_random_uniform(&random, -1, 1) * (k < 3 ? 5 : 10);
        ck_ok(kip_sim_set_state(sim, q, v, &error));
        for (int k = 0; k * step[_i] < 3 && status == KIP_OK; k++)
            status = kip_sim_step(sim, &error);
        diverged += status != KIP_OK;
        through += lowest(sim) < -0.2;
        free(q), free(v);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
    study_print("  %d rough cylinders and chains at %g ms: %d through, %d diverge\n", 2 * n, 1e3 * step[_i],
                through, diverged);
    ck_assert_int_eq(through, 0);
    ck_assert_int_eq(diverged, 0);
}
END_TEST

Suite *suite_throws(void)
{
    Suite *suite = suite_create("throws");
    TCase *tc = tcase_create("throws");
    tcase_add_loop_test(tc, test_balls_roll, 0, 5);
    tcase_add_loop_test(tc, test_wheels_roll, 0, 5);
    tcase_add_test(tc, test_kick);
    tcase_add_loop_test(tc, test_throws, KIP_GEOM_SPHERE, KIP_GEOM_ELLIPSOID + 1);
    tcase_add_loop_test(tc, test_walls_stop, KIP_GEOM_SPHERE, KIP_GEOM_ELLIPSOID + 1);
    tcase_add_loop_test(tc, test_limbs_stop, 0, 2);
    tcase_add_loop_test(tc, test_rough_things_stay_above, 0, 3);
    tcase_add_loop_test(tc, test_impacts, 0, 3);
    tcase_add_test(tc, test_told_again);
    tcase_add_test(tc, test_elsewhere);
    suite_add_tcase(suite, tc);
    return suite;
}
