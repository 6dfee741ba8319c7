/* Impacts and the books that are kept of them: momentum, energy, state as bytes, memory; the integrators'
 * errors and the drives' limits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control/hold.h"
#include "dynamics/quat.h"
#include "dynamics/sim.h"
#include "dynamics/tree.h"
#include "io/formats/mjcf.h"
#include "random_model.h"
#include "sim_helpers.h"

Suite *suite_impact(void);

enum { MOST = 64 };

static const char skeleton[] = "data/models/skeleton37.xml";

static KipSim *make_sim(const KipModel *model, KipIntegrator integrator, double h,
                        const KipAllocator *allocator)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    def.timestep = h;
    def.integrator = integrator;
    def.allocator = allocator;
    ck_assert_int_le(model->nq, MOST);
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    return sim;
}

static void set_state(KipSim *sim, const double *q, const double *v)
{
    KipError error;
    ck_ok(kip_sim_set_state(sim, q, v, &error));
}

static KipGeom rough_solid(KipGeomType type, double a, double b, double c, double mass)
{
    KipGeom geom = solid(type, a, b, c, mass);
    geom.friction = 0.8;
    return geom;
}

/* A free body of one geom. */
static void add_thing(KipBuilder *builder, const char *name, KipGeom geom)
{
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    body.name = joint.name = geom.name = name;
    body.mass_from_geoms = true;
    joint.body = geom.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
}

/* -- momentum -------------------------------------------------------------------------------------------- */

/* The most that momenta of everything, less what gravity gives, differ from those at the start, relative to
 * them. The angular one is about the common centre of mass, where gravity does not change it. */
typedef struct Drift {
    double linear, angular;
    int touched;      /* steps */
    double exchanged; /* m/s: how much the speed of the last body changed */
} Drift;

static Drift momentum_drift(KipSim *sim, double duration)
{
    const KipDynamics *d = kip_sim_dynamics(sim);
    const KipModel *model = kip_sim_model(sim);
    KipVec3 p0 = kip_linear_momentum(d), l0 = kip_angular_momentum(d),
            weight = v3_scale(model->mass, model->gravity);
    KipVec3 v0 = v3_from(kip_sim_v(sim) + model->nv - 6);
    Drift drift = {0, 0, 0, 0};
    KipError error;
    for (long n = lround(duration / kip_sim_timestep(sim)); n > 0; n--) {
        const KipContact *contact;
        KipVec3 p, l;
        ck_ok(kip_sim_step(sim, &error));
        p = v3_add_scaled(p0, kip_sim_time(sim), weight);
        p = v3_sub(kip_linear_momentum(d), p), l = v3_sub(kip_angular_momentum(d), l0);
        drift.linear = most_of(drift.linear, v3_length(p) / v3_length(p0));
        drift.angular = most_of(drift.angular, v3_length(l) / v3_length(l0));
        drift.touched += kip_sim_contacts(sim, &contact) > 0;
    }
    v0 = v3_add_scaled(v0, duration, model->gravity);
    drift.exchanged = v3_length(v3_sub(v3_from(kip_sim_v(sim) + model->nv - 6), v0));
    return drift;
}

static void add_drift(Drift *worst, Drift drift)
{
    worst->linear = most_of(worst->linear, drift.linear);
    worst->angular = most_of(worst->angular, drift.angular);
    worst->touched += drift.touched;
    ck_assert(drift.touched > 0 && drift.exchanged > 0.01);
}

/* Two tumbling things that fly at each other. */
static Drift meet(const KipModel *model, KipRandom *r, double h)
{
    KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, h, NULL);
    double q[14] = {0, 0, 0, 1, 0, 0, 0, 0.6}, v[12] = {1, 0.5, -0.3, 0, 0, 0, -2, 0.5, 0.3};
    Drift drift;
    for (int i = 0; i < 2; i++) {
        q_store(q + 7 * i + 3, random_quat(r));
        v3_store(v + 6 * i + 3, random_within(r, v3(8, 8, 8)));
    }
    q[8] += kip_random_uniform(r, -0.05, 0.05), q[9] += kip_random_uniform(r, -0.2, 0);
    set_state(sim, q, v);
    drift = momentum_drift(sim, 0.5);
    kip_sim_destroy(sim);
    return drift;
}

START_TEST(test_two_that_meet)
{
    const KipGeomType type[3] = {KIP_GEOM_SPHERE, KIP_GEOM_CAPSULE, KIP_GEOM_BOX};
    const double mass[4] = {20, 1, 0.2, 0.03};
    const char *const name[3] = {"ball", "capsule", "box"};
    KipRandom r = {1};
    for (int i = 0; i < 9; i++) {
        Drift worst = {0, 0, 0, 0};
        for (int k = 0; k < 16; k++) {
            KipBuilder *builder = kip_builder_create(NULL);
            KipModel *model;
            kip_builder_option(builder, v3(0, 0, k & 1 ? -9.81 : 0), 1e-3);
            add_thing(builder, "one", rough_solid(type[i / 3], 0.1, 0.15, 0.2, k & 2 ? 2 : mass[k / 4]));
            add_thing(builder, "two", rough_solid(type[i % 3], 0.12, 0.1, 0.15, k & 2 ? mass[k / 4] : 2));
            model = finish(builder);
            add_drift(&worst, meet(model, &r, 1e-3));
            kip_model_destroy(model);
        }
        study_print("%s meets %s, 16 cases: momentum differs by %.1e, angular by %.1e, relative (bar 2e-12); "
                    "%d steps "
                    "touching\n",
                    name[i / 3], name[i % 3], worst.linear, worst.angular, worst.touched);
        ck_below(worst.linear, 2e-12);
        ck_below(worst.angular, 2e-12);
    }
}
END_TEST

/* skeleton37 high in the air, with and without gravity, drives holding its pose, hit by a ball. */
START_TEST(test_skeleton_is_hit)
{
    const double mass[3] = {0.1, 1, 10}, height[4] = {0.2, 0.55, -0.45, -0.85}; /* trunk, head, thigh, foot */
    Drift worst = {0, 0, 0, 0};
    KipRandom r = {2};
    for (int i = 0; i < 24; i++) {
        KipBuilder *builder = kip_builder_create(NULL);
        double q[MOST], v[MOST] = {0.5, 0.2, 0.1, 0.3, -0.5, 0.4};
        KipModel *model;
        KipSim *sim;
        KipError error;
        ck_ok(kip_mjcf_add_file(builder, skeleton, "", v3_zero(), q_identity(), NULL, &error));
        kip_builder_option(builder, v3(0, 0, i & 1 ? -9.81 : 0), 1e-3);
        add_thing(builder, "ball", rough_solid(KIP_GEOM_SPHERE, 0.1, 0, 0, mass[i / 2 % 3]));
        model = finish(builder);
        sim = make_sim(model, KIP_IMPLICIT_RK4, 1e-3, NULL);
        memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
        q[2] = 20;
        v3_store(q + model->nq - 7, v3(1, height[i / 6] < 0 ? 0.09 : 0.02, 20 + height[i / 6]));
        v[model->nv - 6] = -10;
        v3_store(v + model->nv - 3, random_within(&r, v3(20, 20, 20)));
        set_state(sim, q, v);
        ck_ok(kip_hold_gains(model, q, 1e-3, NULL, kip_sim_drives(sim), &error));
        add_drift(&worst, momentum_drift(sim, 0.3));
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
    study_print("skeleton37 hit by a ball, 24 cases: momentum differs by %.1e, angular by %.1e, relative "
                "(bar 1e-12)\n",
                worst.linear, worst.angular);
    ck_below(worst.linear, 1e-12);
    ck_below(worst.angular, 1e-12);
}
END_TEST

/* -- scenes ---------------------------------------------------------------------------------------------- */

/* A model, and how to set a simulation of it going. */
typedef struct Scene {
    const char *name;
    KipModel *(*make)(void);
    void (*start)(KipSim *sim);
    double duration;
    double ledger; /* what holds of the energy ledger; the bar is 1e-6 */
    double step;   /* s: the longest that RK4 takes for it */
} Scene;

static KipModel *make_skeleton(void)
{
    return load(skeleton);
}

static KipModel *make_stairs(void)
{
    return load("data/models/skeleton37_stairs.xml");
}

static KipModel *make_arm(void)
{
    return load("data/models/arm3.xml");
}

static KipModel *make_ball(void)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom ground = rough_solid(KIP_GEOM_PLANE, 0, 0, 0, 1);
    kip_builder_geom(builder, &ground);
    add_thing(builder, "ball", rough_solid(KIP_GEOM_SPHERE, 0.1, 0, 0, 2));
    return finish(builder);
}

/* On the upper face of a turned box; and a box that hits a capsule above it. */
static KipModel *make_slope(void)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom ground = rough_solid(KIP_GEOM_BOX, 20, 20, 0.5, 1);
    ground.quat = q_axis_angle(v3(0, 1, 0), 0.5);
    ground.pos = q_rotate(ground.quat, v3(0, 0, -0.5));
    ground.friction = 0;
    kip_builder_geom(builder, &ground);
    add_thing(builder, "box", rough_solid(KIP_GEOM_BOX, 0.1, 0.15, 0.08, 5));
    return finish(builder);
}

static KipModel *make_pair(void)
{
    KipBuilder *builder = kip_builder_create(NULL);
    kip_builder_option(builder, v3_zero(), 1e-3);
    add_thing(builder, "box", rough_solid(KIP_GEOM_BOX, 0.1, 0.15, 0.08, 5));
    add_thing(builder, "capsule", rough_solid(KIP_GEOM_CAPSULE, 0.1, 0.2, 0, 2));
    return finish(builder);
}

/* Two rods on hinges with dampers; the tendon couples them and ends at its range. */
static KipModel *make_rods(bool tendon)
{
    KipBuilder *builder = kip_builder_create(NULL);
    const int joints[2] = {0, 1};
    const double coef[2] = {1, -0.7};
    for (int i = 0; i < 2; i++) {
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        body.name = joint.name = i ? "lower" : "upper";
        body.parent = i;
        body.pos = v3(0, 0, i ? -0.5 : 0);
        body.mass = 1, body.com = v3(0, 0, -0.25), body.inertia = s3_diagonal(0.02, 0.02, 0.001);
        joint.body = kip_builder_body(builder, &body);
        joint.axis = v3(0, 1, 0);
        joint.damping = 0.1;
        kip_builder_joint(builder, &joint);
    }
    if (tendon) {
        KipTendon t = {.name = "cord",
                       .njoint = 2,
                       .joint = joints,
                       .coef = coef,
                       .limited = true,
                       .range = {-0.5, 0.5},
                       .stiffness = 3,
                       .damping = 0.2,
                       .springlength = 0.1};
        kip_builder_tendon(builder, &t);
    }
    return finish(builder);
}

static KipModel *make_tendon(void)
{
    return make_rods(true);
}

static KipModel *make_pendulum(void)
{
    return make_rods(false);
}

/* Tumbling onto its side. */
static void start_fall(KipSim *sim)
{
    double q[MOST], v[MOST] = {1, 0, 0, 0.5, 1};
    memcpy(q, kip_sim_model(sim)->q0, (size_t)kip_sim_model(sim)->nq * sizeof *q);
    q[2] = 0.6;
    q_store(q + 3, q_axis_angle(v3(0.3, 1, 0), 1.2));
    set_state(sim, q, v);
}

/* Headlong, the left arm swinging into the flank. */
static void start_stairs(KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    double q[MOST], v[MOST] = {2};
    memcpy(q, model->key[kip_model_find_key(model, "top")].q, (size_t)model->nq * sizeof *q);
    q[0] += 0.4;
    q_store(q + 3, q_axis_angle(v3(0, 1, 0), 0.8));
    v[model->joint[kip_model_find_joint(model, "shoulder_abd_l")].v] = -4;
    set_state(sim, q, v);
}

/* Landing in a squat that its drives hold, with a torque limit reached here and there. */
static void start_driven(KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    const double *squat = model->key[kip_model_find_key(model, "squat")].q;
    double q[MOST];
    KipError error;
    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    q[2] += 0.1;
    set_state(sim, q, NULL);
    ck_ok(kip_hold_gains(model, squat, 1e-3, NULL, kip_sim_drives(sim), &error));
}

static void start_arm(KipSim *sim)
{
    KipDrives drives = kip_sim_drives(sim);
    for (int k = 0; k < 3; k++) {
        drives.target[k] = 1 - k, drives.rate[k] = 0.5;
        drives.stiffness[k] = 40 - 12 * k, drives.damping[k] = 2 - 0.6 * k;
    }
}

static void start_ball(KipSim *sim)
{
    double q[7] = {0, 0, 0.5, 1}, v[6] = {1, 0, 0, 1, 5, 0};
    set_state(sim, q, v);
}

static void start_slope(KipSim *sim)
{
    double q[7], v[6] = {0, 0.3, 0};
    q_store(q + 3, q_axis_angle(v3(0, 1, 0), 0.5));
    v3_store(q, q_rotate(q_from(q + 3), v3(0, 0, 0.08)));
    set_state(sim, q, v);
}

static void start_pair(KipSim *sim)
{
    double q[14] = {0, 0, 0, 0.8, 0.6, 0, 0, 0.4, 0.05, 0.02, 0.6, 0, 0, 0.8},
           v[12] = {1, 0, 0, 1, 2, 3, -2, 0.2, 0, 3, -2, 1};
    set_state(sim, q, v);
}

static void start_pendulum(KipSim *sim)
{
    double q[2] = {1.2, -0.5};
    set_state(sim, q, NULL);
}

static void start_tendon(KipSim *sim)
{
    double q[2] = {0.3, -0.1}, v[2] = {4, -3};
    set_state(sim, q, v);
}

/* Two that collide do all their work in some 10 ms, in which points come and go: a tenth of the stable step leaves
 * 1.2e-6 of it, where the bar is 1e-6; half of that step keeps the bar. Contacts of limbs are not among what is stiffest,
 * so that those scenes say their step. */
static const Scene scenes[] = {{"skeleton37 falls", make_skeleton, start_fall, 0.6, 1e-6, 2e-5},
                               {"skeleton37 down stairs", make_stairs, start_stairs, 1, 1e-6, 2e-5},
                               {"skeleton37 lands, driven", make_skeleton, start_driven, 0.5, 1e-6, 2e-5},
                               {"ball bounces", make_ball, start_ball, 1.5, 1e-6, 1e-3},
                               {"box on a slope", make_slope, start_slope, 1, 1e-6, 1e-3},
                               {"box meets capsule", make_pair, start_pair, 0.5, 2e-6, 1e-3},
                               {"driven arm", make_arm, start_arm, 1, 1e-6, 1e-3},
                               {"tendon", make_tendon, start_tendon, 2, 1e-6, 1e-3},
                               {"damped pendulum", make_pendulum, start_pendulum, 2, 1e-6, 1e-3}};

enum { SCENES = sizeof scenes / sizeof *scenes };

static KipSim *open_scene(const Scene *scene, const KipModel *model, KipIntegrator integrator, double h)
{
    KipSim *sim = make_sim(model, integrator, h, NULL);
    scene->start(sim);
    return sim;
}

/* -- energy ---------------------------------------------------------------------------------------------- */

/* The most that the change of energy differs from the sum of works, relative to the sum of absolute works: of
 * |what it did in the step| over every step and every kind of work. */
static double ledger(KipSim *sim, double duration)
{
    double start = total_energy(sim), absolute = 0, worst = 0, known[6] = {0};
    KipError error;
    for (long n = lround(duration / kip_sim_timestep(sim)); n > 0; n--) {
        KipWork w;
        double sum = 0;
        ck_ok(kip_sim_step(sim, &error));
        w = kip_sim_work(sim);
        const double work[6] = {w.drives, w.limits, w.damping, w.contacts, w.rows, w.external};
        for (int i = 0; i < 6; i++) {
            absolute += fabs(work[i] - known[i]);
            sum += known[i] = work[i];
        }
        worst = most_of(worst, fabs(total_energy(sim) - start - sum));
    }
    ck_assert(absolute > 0);
    return worst / absolute;
}

START_TEST(test_energy_ledger)
{
    const Scene *scene = scenes + _i;
    KipModel *model = scene->make();
    KipSim *sim = open_scene(scene, model, KIP_RK4, 1e-3);
    double h = fmin(scene->step, 0.1 * kip_sim_stiffest(sim).step), exact, usual;
    kip_sim_destroy(sim);
    sim = open_scene(scene, model, KIP_RK4, h);
    exact = ledger(sim, scene->duration);
    kip_sim_destroy(sim);
    sim = open_scene(scene, model, KIP_IMPLICIT_RK4, 1e-3);
    usual = ledger(sim, scene->duration);
    study_print("energy less works, %s: %.1e of the absolute works by RK4 at %.3f ms (bar 1e-6), %.1e by the "
                "default at 1 "
                "ms\n",
                scene->name, exact, 1e3 * h, usual);
    ck_below(exact, scene->ledger);
    ck_below(usual, 0.02);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- place ----------------------------------------------------------------------------------------------- */

/* What happens a kilometre away is the same: limbs swing past each other and meet the ground while it falls. */
START_TEST(test_place_does_not_matter)
{
    KipModel *model = make_skeleton();
    double end[2][MOST], most = 0;
    for (int far = 0; far < 2; far++) {
        KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, 2e-3, NULL);
        double q[MOST];
        start_fall(sim);
        memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
        q[0] += far * 1024;
        set_state(sim, q, kip_sim_v(sim));
        run(sim, 0.3);
        memcpy(end[far], kip_sim_q(sim), (size_t)model->nq * sizeof *q);
        end[far][0] -= far * 1024;
        kip_sim_destroy(sim);
    }
    for (int i = 0; i < model->nq; i++)
        most = fmax(most, fabs(end[1][i] - end[0][i]));
    ck_below(most, 1e-8);
    kip_model_destroy(model);
}
END_TEST

/* -- state and memory ------------------------------------------------------------------------------------ */

/* At every hundredth step: one that loads goes on as the one that was saved, in every byte. */
START_TEST(test_save_and_load)
{
    const Scene *scene = scenes + _i;
    KipModel *model = scene->make();
    KipSim *a = open_scene(scene, model, KIP_IMPLICIT_RK4, 1e-3),
           *b = make_sim(model, KIP_IMPLICIT_RK4, 1e-3, NULL);
    size_t size = kip_sim_save_size(a);
    unsigned char *saved = malloc(size), *again = malloc(size);
    KipError error;
    ck_assert(saved && again);
    for (long n = lround(10 * scene->duration); n > 0; n--) {
        kip_sim_save(a, saved);
        ck_ok(kip_sim_load(b, saved, size, &error));
        kip_sim_save(b, again);
        ck_assert_mem_eq(saved, again, size);
        run(a, 0.1);
        run(b, 0.1);
        kip_sim_save(a, saved);
        kip_sim_save(b, again);
        ck_assert_mem_eq(saved, again, size);
        ck_assert(kip_sim_hash(a) == kip_sim_hash(b));
    }
    free(saved);
    free(again);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(model);
}
END_TEST

static void *counting_resize(void *user, void *memory, size_t old_size, size_t new_size)
{
    (void)old_size;
    ++*(long *)user;
    if (new_size)
        return realloc(memory, new_size);
    free(memory);
    return NULL;
}

/* No memory is asked for in a step, while links touch each other, and boxes. */
START_TEST(test_no_allocation)
{
    const Scene *scene = scenes + _i;
    KipModel *model = scene->make();
    long calls = 0, before, with_self = 0, with_box = 0;
    KipAllocator allocator = {counting_resize, &calls};
    KipSim *sim = make_sim(model, KIP_IMPLICIT_RK4, 1e-3, &allocator);
    scene->start(sim);
    before = calls;
    ck_assert(before > 0);
    for (int n = 0; n < lround(1e3 * scene->duration); n++) {
        const KipContact *contact;
        run(sim, 1e-3);
        for (int k = kip_sim_contacts(sim, &contact) - 1; k >= 0; k--) {
            const KipGeom *one = model->geom + contact[k].geom1, *two = model->geom + contact[k].geom2;
            with_self += model->body[one->body].nv && model->body[two->body].nv;
            with_box += one->type == KIP_GEOM_BOX || two->type == KIP_GEOM_BOX;
        }
    }
    ck_assert(calls == before);
    if (scene->make == make_stairs)
        ck_assert(with_self > 0 && with_box > 0);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- drives ---------------------------------------------------------------------------------------------- */

/* skeleton37 in free flight, without weight. */
static KipModel *make_flying(void)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipError error;
    ck_ok(kip_mjcf_add_file(builder, skeleton, "", v3_zero(), q_identity(), NULL, &error));
    kip_builder_option(builder, v3_zero(), 1e-3);
    return finish(builder);
}

/* Drives from one pose to another, 60 /s^2 and 3 /s of the inertia each axis feels; the wrists' may be stiff,
 * and then either hold them or pull them to another angle. */
typedef enum Wrists { SOFT, STIFF_HELD, STIFF_MOVED, WRISTS } Wrists;

static void drive_pose(KipSim *sim, uint64_t seed, Wrists wrists)
{
    const KipModel *model = kip_sim_model(sim);
    KipDrives drives = kip_sim_drives(sim);
    KipRandom r = {seed};
    KipDynamics *d;
    KipError error;
    double q[MOST], *M = calloc((size_t)model->nv * (size_t)model->nv, sizeof *M);
    ck_assert(M != NULL);
    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    for (int j = 1; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        const double *free = model->tree->free + 2 * j; /* where no limit's spring pushes */
        double lo = free[0], hi = free[1], edge = 0.1 * (hi - lo);
        q[joint->q] = kip_random_uniform(&r, lo + edge, hi - edge);
        drives.target[joint->q] = kip_random_uniform(&r, lo + edge, hi - edge);
    }
    set_state(sim, q, NULL);
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    kip_dynamics_set(d, q, NULL);
    kip_mass_matrix(d, M);
    ck_ok(kip_mass_factor(model, M, &error));
    for (int j = 1; j < model->njoint; j++) {
        double column[MOST] = {0}; /* of M^-1 */
        int k = model->joint[j].v;
        column[k] = 1;
        kip_mass_solve(model, M, column);
        drives.stiffness[k] = 60 / column[k], drives.damping[k] = 3 / column[k];
        if (wrists == SOFT || strncmp(model->joint[j].name, "wrist", 5) != 0)
            continue;
        drives.stiffness[k] = 5000, drives.damping[k] = 250;
        if (wrists == STIFF_HELD)
            drives.target[k + 1] = q[k + 1];
    }
    free(M);
    kip_dynamics_destroy(d);
}

static KipSim *make_flight(const KipModel *model, KipIntegrator integrator, double h, uint64_t seed,
                           Wrists wrists)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    def.timestep = h;
    def.integrator = integrator;
    def.contacts = def.limits = false;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    drive_pose(sim, seed, wrists);
    return sim;
}

static const double flight = 0.5; /* s */

static void fly(const KipModel *model, KipIntegrator integrator, double h, uint64_t seed, Wrists wrists,
                double *q)
{
    KipSim *sim = make_flight(model, integrator, h, seed, wrists);
    run(sim, flight);
    memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
    kip_sim_destroy(sim);
}

/* Three evaluations a step: Euler's method once and in two halves, extrapolated to second order. */
static void fly_extrapolated(const KipModel *model, double h, uint64_t seed, Wrists wrists, double *q)
{
    KipSim *one = make_flight(model, KIP_EULER, h, seed, wrists),
           *two = make_flight(model, KIP_EULER, 0.5 * h, seed, wrists);
    for (long n = lround(flight / h); n > 0; n--) {
        double v[MOST];
        KipQuat from, turn;
        set_state(two, kip_sim_q(one), kip_sim_v(one));
        run(one, h);
        run(two, h);
        for (int k = 0; k < model->nq; k++)
            q[k] = 2 * kip_sim_q(two)[k] - kip_sim_q(one)[k];
        for (int k = 0; k < model->nv; k++)
            v[k] = 2 * kip_sim_v(two)[k] - kip_sim_v(one)[k];
        from = q_from(kip_sim_q(one) + 3);
        turn = q_mul(q_conjugate(from), q_from(kip_sim_q(two) + 3));
        q_store(q + 3, q_normalize(q_mul(from, q_mul(turn, turn))));
        set_state(one, q, v);
    }
    kip_sim_destroy(one);
    kip_sim_destroy(two);
}

/* The largest difference of a hinge, rad. */
static double difference(const KipModel *model, const double *a, const double *b)
{
    double most = 0;
    for (int k = 7; k < model->nq; k++)
        most = most_of(most, fabs(a[k] - b[k]));
    return most;
}

static const char *const wrists_name[WRISTS] = {"soft wrists", "stiff wrists, held", "stiff wrists, moved"};
static const double flight_step[5] = {4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4};

/* A reference of RK4: the stiff wrists' mode needs less than 10 us. */
static void reference(const KipModel *model, uint64_t seed, Wrists wrists, double *q)
{
    fly(model, KIP_RK4, wrists == SOFT ? STUDY(4e-5, 1e-5) : STUDY(8e-6, 5e-6), seed, wrists, q);
}

static void print_errors(const KipModel *model, uint64_t seed, Wrists wrists, const double *exact)
{
    const char *const name[3] = {"default", "Euler", "Euler, extrapolated"};
    for (int method = 0; method < 3; method++) {
        double last = 0;
        study_print("    %-20s", name[method]);
        for (int i = 0; i < 5; i++) {
            double q[MOST], error_here;
            if (method == 2)
                fly_extrapolated(model, flight_step[i], seed, wrists, q);
            else
                fly(model, method ? KIP_EULER : KIP_IMPLICIT_RK4, flight_step[i], seed, wrists, q);
            error_here = difference(model, q, exact);
            study_print("  %.1e", error_here);
            if (i)
                study_print(" (%.1f)", log2(last / error_here));
            last = error_here;
        }
        study_print("\n");
    }
}

/* PD motion in free flight, 0.5 s, against RK4 at fine steps. */
START_TEST(test_drive_errors)
{
    KipModel *model = make_flying();
    double worst[WRISTS] = {0};
    for (int wrists = 0; wrists < WRISTS; wrists++) {
        for (uint64_t seed = 1; seed <= STUDY(1, 2); seed++) {
            double exact[MOST], q[MOST];
            reference(model, seed, (Wrists)wrists, exact);
            fly(model, KIP_IMPLICIT_RK4, 1e-3, seed, (Wrists)wrists, q);
            worst[wrists] = most_of(worst[wrists], difference(model, q, exact));
            study_print("drive test, %s, motion %d, errors in rad at 4 2 1 0.5 0.25 ms (order)\n",
                        wrists_name[wrists], (int)seed);
            if (study_full)
                print_errors(model, seed, (Wrists)wrists, exact);
        }
        study_print("drive test, %s, default at 1 ms: %.1e rad%s\n", wrists_name[wrists], worst[wrists],
                    wrists == SOFT ? "   (bar 1e-3)" : "");
    }
    ck_below(worst[SOFT], 1e-3);
    ck_below(worst[STIFF_HELD], 1e-3);
    ck_below(worst[STIFF_MOVED], 1e-2); /* starts with a jump of the wrists' torques */
    kip_model_destroy(model);
}
END_TEST

/* Stiff drives of little strength in a rag doll that falls and lies: at every step each torque is within its
 * limits, often on them. */
START_TEST(test_torques_keep_their_limits)
{
    const KipIntegrator integrator[3] = {KIP_IMPLICIT_RK4, KIP_EULER, KIP_IMPLICIT_RK4};
    const double step[3] = {1e-3, 1e-3, 2e-3};
    KipModel *model = make_skeleton();
    long at_limit = 0, within = 0;
    double beyond = 0;
    for (int c = 0; c < STUDY(3, 30); c++) {
        KipSim *sim = make_sim(model, integrator[c % 3], step[c % 3], NULL);
        KipDrives drives = kip_sim_drives(sim);
        KipRandom r = {40 + (uint64_t)c};
        start_fall(sim);
        for (int j = 1; j < model->njoint; j++) {
            const KipJoint *joint = model->joint + j;
            drives.target[joint->q] = kip_random_uniform(&r, joint->range[0], joint->range[1]);
            drives.stiffness[joint->v] = 5000, drives.damping[joint->v] = 250;
            drives.limit_lo[joint->v] = kip_random_uniform(&r, -40, -1);
            drives.limit_hi[joint->v] = kip_random_uniform(&r, 1, 40);
        }
        while (kip_sim_time(sim) < 1) {
            const double *torque = kip_sim_drive_forces(sim);
            run(sim, step[c % 3]);
            for (int k = 6; k < model->nv; k++) {
                double lo = drives.limit_lo[k], hi = drives.limit_hi[k];
                beyond = most_of(beyond, fmax(lo - torque[k], torque[k] - hi));
                at_limit += torque[k] <= lo * (1 - 1e-12) || torque[k] >= hi * (1 - 1e-12);
                within += torque[k] > lo * (1 - 1e-12) && torque[k] < hi * (1 - 1e-12);
            }
        }
        kip_sim_destroy(sim);
    }
    study_print("torques at their limits %ld times, within %ld times, beyond by at most %.1e N m   (bar: "
                "never)\n",
                at_limit, within, beyond);
    ck_assert(at_limit > 1000 && within > 1000);
    ck_below(beyond, 1e-13);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_impact(void)
{
    Suite *suite = suite_create("impact");
    TCase *tc = tcase_create("impact");
    tcase_add_test(tc, test_two_that_meet);
    tcase_add_test(tc, test_skeleton_is_hit);
    tcase_add_loop_test(tc, test_energy_ledger, 0, SCENES);
    tcase_add_test(tc, test_place_does_not_matter);
    tcase_add_loop_test(tc, test_save_and_load, 0, SCENES);
    tcase_add_loop_test(tc, test_no_allocation, 0, SCENES);
    tcase_add_test(tc, test_drive_errors);
    tcase_add_test(tc, test_torques_keep_their_limits);
    suite_add_tcase(suite, tc);
    return suite;
}
