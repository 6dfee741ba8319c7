/* Scaled models (VBC.7): dynamic similarity, and the way back. */
#include <math.h>
#include <stdlib.h>

#include "../src/control/hold.h"
#include "dynamics/sim.h"
#include "mjcf_helpers.h"
#include "random_model.h"

Suite *suite_scale(void);

static const double pi = 3.14159265358979323846;

/* Takes `model` over. */
static KipModel *scale_away(KipModel *model, double length, double mass)
{
    KipModel *scaled = NULL;
    ck_ok(kip_model_scale(model, length, mass, NULL, &scaled, &error));
    kip_model_destroy(model);
    return scaled;
}

static KipModel *load_file(const char *path)
{
    KipModel *model = NULL;
    ck_ok(kip_mjcf_load(&model, path, NULL, &error));
    return model;
}

/* Everything a model may hold: slides, a ball, tendons of angles, lengths and both, motors of every type,
 * sites, numbers, ground, scenery with a pendulum on it. */
static KipModel *full_model(void)
{
    return load(
        "<mujoco model='full'><compiler angle='radian'/><custom>"
        "<numeric name='limit_spring' data='12 0.8'/><numeric name='strength_ball' data='30 20 10'/>"
        "<numeric name='roots' data='7 8'/><text name='feet' data='cart'/></custom>"
        "<worldbody><geom name='ground' type='plane' size='5 5 1'/><site name='mark' pos='1 2 3'/>"
        "<body name='post' pos='2 1 0'><geom name='post' type='box' pos='0 0 0.5' size='.1 .2 .5'/>"
        "<body name='bob' pos='0.2 0 0.9'><joint name='bob' axis='0 1 0' pos='0 0 0.1' armature='0.02'"
        " stiffness='3' damping='0.4' springref='0.3'/>"
        "<geom name='bob' type='sphere' pos='0 0 -0.4' size='0.1' mass='2'/></body></body>"
        "<body name='cart' pos='0 0 0.5'>"
        "<joint name='rail' type='slide' axis='1 0 0' limited='true' range='-1 2' ref='0.1'"
        " stiffness='40' damping='6' springref='0.2' armature='0.7'/>"
        "<geom name='cart' type='box' size='.3 .2 .1' density='500'/><site name='hook' pos='.3 0 .1'/>"
        "<body name='rod' pos='0 0 0.2'><joint name='ball' type='ball' limited='true' range='0 1.5'"
        " damping='0.3' stiffness='1'/>"
        "<inertial pos='0 0.01 0.3' mass='1.5' diaginertia='0.05 0.06 0.01'/>"
        "<geom name='rod' type='capsule' fromto='0 0 0 0 0 0.6' size='0.04'/>"
        "<body name='tip' pos='0 0 0.6'><joint name='bend' axis='1 0 0' range='-1 1' limited='true'/>"
        "<joint name='reach' type='slide' axis='0 0 1'/>"
        "<geom name='tip' type='ellipsoid' size='.05 .06 .07'/></body></body></body></worldbody>"
        "<tendon><fixed name='angles' limited='true' range='-1 1' stiffness='2' damping='.1'>"
        "<joint joint='bend' coef='1'/><joint joint='bob' coef='-.5'/></fixed>"
        "<fixed name='lengths' limited='true' range='-1 1' stiffness='30' damping='2' springlength='.3'>"
        "<joint joint='rail' coef='1'/><joint joint='reach' coef='2'/></fixed>"
        "<fixed name='both' stiffness='4' damping='.2'>"
        "<joint joint='bend' coef='1'/><joint joint='reach' coef='3'/></fixed></tendon>"
        "<actuator><motor name='push' joint='rail' gear='50' ctrllimited='true' ctrlrange='-2 2'/>"
        "<motor name='turn' joint='bob' gear='8' ctrllimited='true' ctrlrange='-1 1'/>"
        "<position name='place' joint='reach' kp='90' gear='2' ctrllimited='true' ctrlrange='-.2 .4'"
        " forcelimited='true' forcerange='-7 9'/>"
        "<velocity name='spin' joint='bend' kv='3' ctrllimited='true' ctrlrange='-4 4'"
        " forcelimited='true' forcerange='-5 5'/></actuator>"
        "<contact><exclude body1='rod' body2='cart'/><pair geom1='bob' geom2='cart' friction='.4 .4 .02 .001'/></contact>"
        "<keyframe><key name='moving' time='2' qpos='0.3  0.4  0.6 0.8 0 0  0.2 -0.1'"
        " qvel='1  0.5 0.1 0.2 0.3  -0.7 0.9'/></keyframe></mujoco>");
}

/* -- similarity ------------------------------------------------------------------------------------------ */

/* By rate: 1 for angles, `length` for lengths. */
static void units(const KipModel *model, double length, double *u)
{
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        for (int i = 0; i < joint->nv; i++)
            u[joint->v + i] =
                joint->type == KIP_JOINT_SLIDE || (joint->type == KIP_JOINT_FREE && i < 3) ? length : 1;
    }
}

/* A coordinate that is a length stands where a rate that is one does, before the quaternions of its joint. */
static void scale_q(const KipModel *model, const double *u, double *q)
{
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        for (int i = 0; i < joint->nq && i < 3 && joint->type != KIP_JOINT_BALL; i++)
            q[joint->q + i] *= u[joint->v + i];
    }
}

static bool has_mixed_free_joint(const KipModel *model)
{
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        if (joint->type == KIP_JOINT_FREE && joint->stiffness + joint->damping + joint->armature > 0)
            return true;
    }
    return false;
}

enum { MOST = 80 };

typedef struct Motion {
    double q[2 * MOST], v[MOST], tau[MOST], a[MOST], M[MOST * MOST];
} Motion;

static void find_motion(const KipModel *model, Motion *motion)
{
    KipDynamics *d;
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    kip_dynamics_set(d, motion->q, motion->v);
    kip_forward_dynamics(d, motion->tau, motion->a, NULL);
    kip_mass_matrix(d, motion->M);
    kip_dynamics_destroy(d);
}

static double size_of(const double *x, int n)
{
    double most = 1e-9;
    for (int i = 0; i < n; i++)
        most = most_of(most, fabs(x[i]));
    return most;
}

/* In the state and under the forces that correspond, accelerations and mass matrix do too. */
static void check_similar(const KipModel *model, Motion *own, double length, double mass)
{
    static Motion other;
    KipModel *scaled;
    int nv = model->nv;
    double u[MOST], time = sqrt(length), energy = mass * length;
    ck_assert_int_le(nv, MOST);
    ck_ok(kip_model_scale(model, length, mass, NULL, &scaled, &error));
    units(model, length, u);
    other = *own;
    scale_q(model, u, other.q);
    for (int i = 0; i < nv; i++) {
        other.v[i] *= u[i] / time;
        other.tau[i] *= energy / u[i];
    }
    find_motion(model, own);
    find_motion(scaled, &other);
    double a = size_of(own->a, nv), M = size_of(own->M, nv * nv);
    for (int i = 0; i < nv; i++) {
        ck_near(other.a[i] * length / u[i], own->a[i], 1e-9 * a);
        for (int j = 0; j < nv; j++)
            ck_near(other.M[i * nv + j] * u[i] * u[j] / (energy * length), own->M[i * nv + j], 1e-12 * M);
    }
    kip_model_destroy(scaled);
}

START_TEST(random_models_move_alike)
{
    static Motion own;
    KipRandom random = {21};
    int compared = 0;
    for (int m = 0; m < 200; m++) {
        KipModel *model = random_model(&random, 12);
        random_state(&random, model, own.q, own.v, 1);
        for (int i = 0; i < model->nv; i++)
            own.tau[i] = 10 * kip_random_normal(&random);
        if (!has_mixed_free_joint(model)) {
            check_similar(model, &own, m % 2 ? 0.3 : 2.6, m % 3 ? 5 : 0.1);
            compared++;
        }
        kip_model_destroy(model);
    }
    ck_assert_int_gt(compared, 150);
}
END_TEST

START_TEST(tendons_and_springs_move_alike)
{
    static Motion own;
    KipRandom random = {22};
    KipModel *model = full_model();
    for (int m = 0; m < 20; m++) {
        random_state(&random, model, own.q, own.v, 1);
        for (int i = 0; i < model->nv; i++)
            own.tau[i] = kip_random_normal(&random);
        check_similar(model, &own, m % 2 ? 0.5 : 1.7, 3);
    }
    kip_model_destroy(model);
}
END_TEST

START_TEST(the_mass_matrix_of_hinges)
{
    static Motion one, two;
    const double length = 1.3, mass = 0.6;
    KipRandom random = {23};
    KipModel *chain = chain_model(12), *scaled;
    random_state(&random, chain, one.q, one.v, 1);
    two = one;
    ck_ok(kip_model_scale(chain, length, mass, NULL, &scaled, &error));
    find_motion(chain, &one);
    find_motion(scaled, &two);
    for (int i = 0; i < 12 * 12; i++)
        ck_near(two.M[i], mass * length * length * one.M[i], 1e-13 * one.M[0]);
    kip_model_destroy(chain);
    kip_model_destroy(scaled);
}
END_TEST

/* -- in time --------------------------------------------------------------------------------------------- */

/* Of small swings, from the second and the twelfth passage of the lowest point. */
static double period(const KipModel *model)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    double q = 0.01, before = q, first = 0;
    int passages = 0;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    ck_ok(kip_sim_set_state(sim, &q, NULL, &error));
    while (passages < 12) {
        ck_ok(kip_sim_step(sim, &error));
        double now = kip_sim_q(sim)[0];
        if ((now < 0) == (before < 0)) {
            before = now;
            continue;
        }
        double at = kip_sim_time(sim) - kip_sim_timestep(sim) * now / (now - before);
        before = now;
        if (++passages == 2)
            first = at;
        if (passages == 12)
            first = at - first;
    }
    kip_sim_destroy(sim);
    return first / 5;
}

START_TEST(a_pendulum_swings_with_the_root_of_its_length)
{
    const double length = 2.25;
    KipModel *model = chain_model(1), *scaled; /* 1 kg 0.15 m below, 0.03 kg m^2 about the hinge */
    double expected = 2 * pi * sqrt(0.03 / (9.81 * 0.15)), own = period(model);
    ck_ok(kip_model_scale(model, length, 7, NULL, &scaled, &error));
    ck_near(own, expected, 1e-4 * expected);
    ck_near(period(scaled), 1.5 * own, 2e-5 * own);
    kip_model_destroy(model);
    kip_model_destroy(scaled);
}
END_TEST

START_TEST(falling_is_the_same)
{
    KipModel *model = scale_away(load_file("data/models/gait22.xml"), 0.6, 0.2);
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    double q[64];
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    memcpy(q, model->key[0].q, (size_t)model->nq * sizeof *q);
    q[2] += 10;
    ck_ok(kip_sim_set_state(sim, q, NULL, &error));
    double start = kip_com(kip_sim_dynamics(sim)).z;
    for (int i = 0; i < 500; i++)
        ck_ok(kip_sim_step(sim, &error));
    ck_near(kip_com(kip_sim_dynamics(sim)).z - start, -0.5 * 9.81 * 0.25, 1e-9);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- characters ------------------------------------------------------------------------------------------ */

/* The height of the lowest corner of any box that moves: characters stand on boxes. */
static double lowest_corner(const KipModel *model, const double *q)
{
    KipDynamics *d;
    double lowest = INFINITY;
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    kip_dynamics_set(d, q, NULL);
    for (int g = 0; g < model->ngeom; g++) {
        const KipGeom *geom = model->geom + g;
        for (int corner = 0; corner < 8 && geom->type == KIP_GEOM_BOX; corner++) {
            KipVec3 p =
                v3(corner & 1 ? geom->size[0] : -geom->size[0], corner & 2 ? geom->size[1] : -geom->size[1],
                   corner & 4 ? geom->size[2] : -geom->size[2]);
            p = kip_point_position(d, geom->body, v3_add(geom->pos, q_rotate(geom->quat, p)));
            lowest = fmin(lowest, p.z);
        }
    }
    kip_dynamics_destroy(d);
    return lowest;
}

static double head_top(const KipModel *model, const double *q)
{
    KipDynamics *d;
    int g = 0;
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    kip_dynamics_set(d, q, NULL);
    while (g < model->ngeom && strcmp(model->geom[g].name, "skull") != 0)
        g++;
    ck_assert_int_lt(g, model->ngeom);
    double top = kip_point_position(d, model->geom[g].body, model->geom[g].pos).z + model->geom[g].size[0];
    kip_dynamics_destroy(d);
    return top;
}

START_TEST(keyframes_still_stand)
{
    KipModel *model = load_file("data/models/gait22.xml"), *scaled;
    const double length = 1.5 / head_top(model, model->key[0].q);
    ck_ok(kip_model_scale(model, length, 50 / model->mass, NULL, &scaled, &error));
    ck_near(scaled->mass, 50, 1e-12);
    ck_near(head_top(scaled, scaled->key[0].q), 1.5, 1e-12);
    for (int k = 0; k < model->nkey; k++) { /* feet at 0 but for the tenths of millimetres of the file */
        double own = lowest_corner(model, model->key[k].q);
        ck_near(own, 0, 1e-3);
        ck_near(lowest_corner(scaled, scaled->key[k].q), length * own, 1e-12);
    }
    kip_model_destroy(model);
    kip_model_destroy(scaled);
}
END_TEST

/* Two seconds of the first keyframe; how far the top of the head comes down. */
static double stand(const KipModel *model)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    ck_ok(kip_sim_set_key(sim, 0, &error));
    ck_ok(kip_hold_gains(model, model->key[0].q, def.timestep, NULL, kip_sim_drives(sim), &error));
    for (int i = 0; i < 2000; i++)
        ck_ok(kip_sim_step(sim, &error));
    double sunk = head_top(model, model->key[0].q) - head_top(model, kip_sim_q(sim));
    kip_sim_destroy(sim);
    return sunk;
}

START_TEST(small_and_tall_stand)
{
    static const double size[2][2] = {{1.50, 50}, {1.95, 110}}; /* m, kg */
    KipModel *model = load_file("data/models/skeleton37.xml"), *scaled;
    double height = head_top(model, model->key[0].q);
    for (int i = 0; i < 2; i++) {
        ck_ok(kip_model_scale(model, size[i][0] / height, size[i][1] / model->mass, NULL, &scaled, &error));
        ck_near(scaled->mass, size[i][1], 1e-12);
        ck_near(head_top(scaled, scaled->key[0].q), size[i][0], 1e-12);
        double sunk = stand(scaled);
        ck_assert_msg(sunk > 0 && sunk < 0.01, "%g m, %g kg: the head sinks by %g m", size[i][0], size[i][1],
                      sunk);
        kip_model_destroy(scaled);
    }
    kip_model_destroy(model);
}
END_TEST

/* -- number by number ------------------------------------------------------------------------------------ */

static const double l = 4, m = 3, t = 2; /* length, mass, time of every_number */

static void check_places(const KipModel *model)
{
    const KipKey *key = model->key;
    check_vec3(body_of(model, "post")->pos, 2, 1, 0); /* scenery */
    check_vec3(model->geom[1].pos, 0, 0, 0.5);
    ck_near(model->geom[1].size[0], 0.1, 0);
    check_vec3(model->site[0].pos, 1, 2, 3);
    check_vec3(body_of(model, "bob")->pos, 0.2 * l, 0, 0.9 * l);
    check_vec3(model->site[1].pos, 0.3 * l, 0, 0.1 * l);
    check_vec3(body_of(model, "rod")->com, 0, 0.01 * l, 0.3 * l);
    ck_near(body_of(model, "rod")->inertia.yy, 0.06 * m * l * l, 1e-12);
    ck_near(body_of(model, "bob")->mass, 2 * m, 1e-12);
    ck_near(body_of(model, "cart")->mass, 500 * 8 * 0.3 * 0.2 * 0.1 * m, 1e-9);
    ck_near(key->time, 2, 0);
    ck_near(key->q[0], 0.3, 1e-12); /* bob, rail, ball, bend, reach */
    ck_near(key->q[1], 0.4 * l, 1e-12);
    ck_near(key->q[3], 0.8, 1e-12);
    ck_near(key->q[7], -0.1 * l, 1e-12);
    ck_near(key->v[0], 1 / t, 1e-12);
    ck_near(key->v[1], 0.5 * l / t, 1e-12);
    ck_near(key->v[4], 0.3 / t, 1e-12);
}

static void check_joints(const KipModel *model)
{
    const KipJoint *rail = joint_of(model, "rail"), *bob = joint_of(model, "bob");
    check_vec3(bob->pos, 0, 0, 0.1 * l);
    ck_near(rail->range[0], -l, 1e-12);
    ck_near(rail->ref, 0.1 * l, 1e-12);
    ck_near(rail->springref, 0.2 * l, 1e-12);
    ck_near(rail->stiffness, 40 * m / l, 1e-12);
    ck_near(rail->damping, 6 * m / t, 1e-12);
    ck_near(rail->armature, 0.7 * m, 1e-12);
    ck_near(rail->strength[1], 100 * m, 1e-12);
    ck_near(bob->springref, 0.3, 0);
    ck_near(bob->stiffness, 3 * m * l, 1e-12);
    ck_near(bob->damping, 0.4 * m * l * t, 1e-12);
    ck_near(bob->armature, 0.02 * m * l * l, 1e-12);
    ck_near(bob->strength[0], -8 * m * l, 1e-12);
    ck_near(joint_of(model, "ball")->range[1], 1.5, 0);
    ck_assert(isinf(joint_of(model, "ball")->strength[1]));
}

static void check_motors_and_tendons(const KipModel *model)
{
    const KipMotor *push = model->motor, *turn = push + 1, *place = push + 2, *spin = push + 3;
    const KipTendon *tendon = model->tendon;
    ck_near(push->gear, 50 * m, 1e-12);
    ck_near(turn->gear, 8 * m * l, 1e-12);
    ck_near(turn->ctrlrange[1], 1, 0);
    ck_near(place->gear, 2, 0);
    ck_near(place->gain, 90 * m / l, 1e-12);
    ck_near(place->ctrlrange[1], 0.4 * l, 1e-12);
    ck_near(place->forcerange[1], 9 * m, 1e-12);
    ck_near(spin->gain, 3 * m * l * t, 1e-12);
    ck_near(spin->ctrlrange[1], 4 / t, 1e-12);
    ck_near(spin->forcerange[1], 5 * m * l, 1e-12);
    ck_near(tendon[0].range[1], 1, 0);
    ck_near(tendon[1].range[1], l, 1e-12);
    ck_near(tendon[1].springlength, 0.3 * l, 1e-12);
    ck_near(tendon[2].coef[1], 3 / l, 1e-12);
}

START_TEST(every_number)
{
    KipModel *model = scale_away(full_model(), l, m);
    const KipCustom *custom = model->custom;
    check_places(model);
    check_joints(model);
    check_motors_and_tendons(model);
    ck_near(custom[0].number[0], 12, 0);
    ck_near(custom[0].number[1], 0.8 * t, 1e-12);
    ck_near(custom[1].number[2], 10 * m * l, 1e-12);
    ck_near(custom[2].number[1], 8, 0);
    ck_assert_str_eq(custom[3].text, "cart");
    kip_model_destroy(model);
}
END_TEST

START_TEST(strengths_of_balls_are_torques)
{
    KipModel *model = scale_away(load_file("data/models/gait22.xml"), 0.8, 0.5);
    int found = 0;
    for (int i = 0; i < model->ncustom; i++)
        for (int k = 0; k < 3 && strncmp(model->custom[i].name, "strength_hip_", 13) == 0; k++, found++)
            ck_near(model->custom[i].number[k], 500 * 0.8 * 0.5, 1e-10);
    ck_assert_int_eq(found, 6);
    ck_near(joint_of(model, "knee_flex_l")->strength[1], 600 * 0.8 * 0.5, 1e-10);
    kip_model_destroy(model);
}
END_TEST

static void near_all(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] - a[i] == 0 || b[i] - b[i] == 0) /* infinite bounds and lengths not given stay so */
            ck_near(a[i], b[i], 4e-15 * (1 + fabs(b[i])));
}

static void near_vec(KipVec3 a, KipVec3 b)
{
    near_all((double[]){a.x, a.y, a.z}, (double[]){b.x, b.y, b.z}, 3);
}

static void near_bodies(const KipModel *a, const KipModel *b)
{
    for (int i = 0; i < a->nbody; i++) {
        const KipBody *x = a->body + i, *y = b->body + i;
        ck_assert_str_eq(x->name, y->name);
        ck_assert(x->parent == y->parent && x->njoint == y->njoint && x->ngeom == y->ngeom);
        near_vec(x->pos, y->pos), near_vec(x->com, y->com);
        near_all((double[]){x->mass, x->inertia.xx, x->inertia.yy, x->inertia.zz, x->quat.w, x->quat.x},
                 (double[]){y->mass, y->inertia.xx, y->inertia.yy, y->inertia.zz, y->quat.w, y->quat.x}, 6);
    }
    for (int g = 0; g < a->ngeom; g++) {
        const KipGeom *x = a->geom + g, *y = b->geom + g;
        ck_assert_str_eq(x->name, y->name);
        ck_assert(x->body == y->body && x->type == y->type && x->contype == y->contype);
        near_all(x->size, y->size, 3), near_vec(x->pos, y->pos);
        near_all((double[]){x->density, x->mass, x->friction}, (double[]){y->density, y->mass, y->friction},
                 3);
    }
    for (int i = 0; i < a->nsite; i++)
        near_vec(a->site[i].pos, b->site[i].pos);
}

static void near_joints(const KipModel *a, const KipModel *b)
{
    for (int j = 0; j < a->njoint; j++) {
        const KipJoint *x = a->joint + j, *y = b->joint + j;
        ck_assert_str_eq(x->name, y->name);
        ck_assert(x->type == y->type && x->limited == y->limited && x->q == y->q);
        near_vec(x->pos, y->pos), near_vec(x->axis, y->axis);
        near_all(x->range, y->range, 2), near_all(x->strength, y->strength, 2);
        near_all((double[]){x->ref, x->damping, x->stiffness, x->springref, x->armature},
                 (double[]){y->ref, y->damping, y->stiffness, y->springref, y->armature}, 5);
    }
    for (int i = 0; i < a->nmotor; i++) {
        const KipMotor *x = a->motor + i, *y = b->motor + i;
        near_all(x->ctrlrange, y->ctrlrange, 2), near_all(x->forcerange, y->forcerange, 2);
        near_all((double[]){x->gear, x->gain, x->joint}, (double[]){y->gear, y->gain, y->joint}, 3);
    }
    for (int i = 0; i < a->ntendon; i++) {
        const KipTendon *x = a->tendon + i, *y = b->tendon + i;
        near_all(x->coef, y->coef, x->njoint), near_all(x->range, y->range, 2);
        near_all((double[]){x->stiffness, x->damping, x->springlength},
                 (double[]){y->stiffness, y->damping, y->springlength}, 3);
    }
}

static void near_models(const KipModel *a, const KipModel *b)
{
    ck_assert_str_eq(a->name, b->name);
    ck_assert(a->nbody == b->nbody && a->njoint == b->njoint && a->ngeom == b->ngeom && a->nsite == b->nsite);
    ck_assert(a->ntendon == b->ntendon && a->nmotor == b->nmotor && a->nkey == b->nkey);
    ck_assert(a->ncustom == b->ncustom && a->nexclude == b->nexclude && a->npair == b->npair &&
              a->timestep == b->timestep);
    near_bodies(a, b);
    near_joints(a, b);
    near_all(a->q0, b->q0, a->nq);
    for (int k = 0; k < a->nkey; k++) {
        ck_assert_str_eq(a->key[k].name, b->key[k].name);
        near_all(a->key[k].q, b->key[k].q, a->nq), near_all(a->key[k].v, b->key[k].v, a->nv);
    }
    for (int i = 0; i < a->ncustom; i++) {
        ck_assert_int_eq(a->custom[i].n, b->custom[i].n);
        near_all(a->custom[i].number, b->custom[i].number, a->custom[i].n);
    }
    for (int i = 0; i < a->npair; i++)
        near_all((double[]){a->pair[i].geom1, a->pair[i].geom2, a->pair[i].friction, a->pair[i].spin,
                            a->pair[i].roll},
                 (double[]){b->pair[i].geom1, b->pair[i].geom2, b->pair[i].friction, b->pair[i].spin,
                            b->pair[i].roll},
                 5);
    for (int i = 0; i < a->ngeom; i++)
        near_all((double[]){a->geom[i].spin, a->geom[i].roll}, (double[]){b->geom[i].spin, b->geom[i].roll},
                 2);
    for (int i = 0; i < a->nexclude; i++)
        ck_assert(a->exclude[i].body1 == b->exclude[i].body1 && a->exclude[i].body2 == b->exclude[i].body2);
}

START_TEST(there_and_back)
{
    static const char *const path[] = {"data/models/skeleton37.xml", "data/models/gait22.xml",
                                       "data/models/box.xml", "data/models/double_pendulum.xml"};
    for (int i = 0; i < 5; i++) {
        KipModel *model = i < 4 ? load_file(path[i]) : full_model(), *there, *back;
        ck_ok(kip_model_scale(model, 1.37, 0.61, NULL, &there, &error));
        ck_assert(fabs(there->mass / model->mass - 0.61) < 1e-12);
        ck_ok(kip_model_scale(there, 1 / 1.37, 1 / 0.61, NULL, &back, &error));
        near_models(back, model);
        kip_model_destroy(model);
        kip_model_destroy(there);
        kip_model_destroy(back);
    }
}
END_TEST

START_TEST(bad_factors_are_refused)
{
    static const double bad[][2] = {{0, 1}, {-1, 1}, {NAN, 1}, {INFINITY, 1}, {1e-4, 1}, {1e4, 1},
                                    {1, 0}, {1, -2}, {1, NAN}, {1, INFINITY}, {1, 1e10}, {1, 1e-10}};
    KipModel *model = chain_model(2), *scaled = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(kip_model_scale(model, bad[i][0], bad[i][1], NULL, &scaled, &error), KIP_BAD_USE);
        ck_assert_ptr_null(scaled);
        ck_assert_ptr_nonnull(strstr(error.message, "cannot be scaled"));
    }
    ck_assert_int_eq(kip_model_scale(model, 1e-3, 1e-9, NULL, &scaled, &error),
                     KIP_BAD_INPUT); /* 1e-18 kg m^2 */
    ck_assert_ptr_null(scaled);
    kip_model_destroy(model);
}
END_TEST

/* -- memory ---------------------------------------------------------------------------------------------- */

/* Gives `left` pieces of memory, then none. */
typedef struct Ration {
    int left, used;
} Ration;

static void *give(void *user, void *memory, size_t old_size, size_t new_size)
{
    Ration *ration = user;
    (void)old_size;
    if (!new_size) {
        ration->used -= memory != NULL;
        free(memory);
        return NULL;
    }
    if (ration->left-- <= 0)
        return NULL;
    ration->used += memory == NULL;
    return realloc(memory, new_size);
}

START_TEST(memory_runs_out)
{
    KipModel *model = full_model(), *scaled = NULL;
    int refused = 0;
    for (int n = 0; !scaled; n++) {
        Ration ration = {n, 0};
        KipAllocator allocator = {give, &ration};
        KipStatus status = kip_model_scale(model, 2, 2, &allocator, &scaled, &error);
        if (status == KIP_OK)
            kip_model_destroy(scaled);
        else
            ck_assert_int_eq(status, KIP_NO_MEMORY);
        ck_assert_int_eq(ration.used, 0);
        refused += status != KIP_OK;
    }
    ck_assert_int_gt(refused, 10);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_scale(void)
{
    Suite *suite = suite_create("scale");
    TCase *tests = tcase_create("scale");
    tcase_add_test(tests, random_models_move_alike);
    tcase_add_test(tests, tendons_and_springs_move_alike);
    tcase_add_test(tests, the_mass_matrix_of_hinges);
    tcase_add_test(tests, a_pendulum_swings_with_the_root_of_its_length);
    tcase_add_test(tests, falling_is_the_same);
    tcase_add_test(tests, keyframes_still_stand);
    tcase_add_test(tests, small_and_tall_stand);
    tcase_add_test(tests, every_number);
    tcase_add_test(tests, strengths_of_balls_are_torques);
    tcase_add_test(tests, there_and_back);
    tcase_add_test(tests, bad_factors_are_refused);
    tcase_add_test(tests, memory_runs_out);
    suite_add_tcase(suite, tests);
    return suite;
}
