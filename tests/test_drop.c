/* Contacts under whole bodies: what rolls, rests, sticks and slides, a skeleton that stands, rag dolls
 * dropped and thrown down stairs, capsules dragged over edges and seams. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "control/hold.h"
#include "dynamics/quat.h"
#include "dynamics/sim.h"
#include "dynamics/tree.h"
#include "io/formats/mjcf.h"
#include "random_model.h"
#include "sim_helpers.h"

Suite *suite_drop(void);

enum { MOST = 64 };

static const double g = 9.81, pi = 3.14159265358979323846, kn = 1e5;

static KipSim *make_sim(const KipModel *model, double h)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    def.timestep = h;
    ck_assert_int_le(model->nq, MOST);
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    return sim;
}

static void add_thing(KipBuilder *builder, KipGeom geom)
{
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    body.name = joint.name = geom.name = "thing";
    body.mass_from_geoms = true;
    joint.body = geom.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
}

/* -- one thing on the ground ----------------------------------------------------------------------------- */

/* A plane, or the upper face of a box, through the world's origin, that slopes down towards +x. */
static KipModel *on_ground(KipGeom thing, bool box, double angle, double friction)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom ground = solid(box ? KIP_GEOM_BOX : KIP_GEOM_PLANE, box ? 20 : 0, box ? 20 : 0, box ? 0.5 : 0, 1);
    KipModel *model;
    KipError error;
    ground.name = "ground";
    ground.quat = q_axis_angle(v3(0, 1, 0), angle);
    ground.pos = q_rotate(ground.quat, v3(0, 0, box ? -0.5 : 0));
    ground.friction = 0;
    thing.friction = friction;
    kip_builder_geom(builder, &ground);
    add_thing(builder, thing);
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

/* At a height over the ground, turned with it. */
static KipSim *place(const KipModel *model, double angle, double height, const double *v)
{
    KipSim *sim = make_sim(model, 1e-3);
    KipError error;
    double q[7];
    q_store(q + 3, q_axis_angle(v3(0, 1, 0), angle));
    v3_store(q, q_rotate(q_from(q + 3), v3(0, 0, height)));
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    return sim;
}

/* On the thing. */
static KipVec3 contact_force(const KipSim *sim)
{
    const KipContact *contact;
    KipVec3 sum = v3_zero();
    for (int n = kip_sim_contacts(sim, &contact), i = 0; i < n; i++)
        sum = v3_add_scaled(sum, kip_sim_model(sim)->geom[contact[i].geom2].body ? 1 : -1, contact[i].force);
    return sum;
}

/* 99 % of its speed over 10 m. */
START_TEST(test_rolling)
{
    double r = 0.1, v[6] = {2, 0, 0, 0, 2 / r, 0};
    KipModel *model = on_ground(solid(KIP_GEOM_SPHERE, r, 0, 0, 2), _i, 0, 0.8);
    KipSim *sim = place(model, 0, r - 2 * g / kn, v);
    while (kip_sim_q(sim)[0] < 10 && kip_sim_time(sim) < 6)
        run(sim, 0.001);
    study_print("a ball rolls 10 m on a %s: loses %.1e of its speed   (bar 1e-2)\n", _i ? "box" : "plane",
                1 - kip_sim_v(sim)[0] / 2);
    ck_assert(kip_sim_q(sim)[0] >= 10);
    ck_near(kip_sim_v(sim)[0], 2, 0.02);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_rest)
{
    for (int ball = 0; ball < 2; ball++) {
        KipGeom thing = ball ? solid(KIP_GEOM_SPHERE, 0.1, 0, 0, 2) : solid(KIP_GEOM_BOX, 0.2, 0.15, 0.1, 5);
        KipModel *model = on_ground(thing, _i, 0, 0.8);
        KipSim *sim = place(model, 0, 0.101, NULL);
        KipVec3 force;
        run(sim, 5);
        force = contact_force(sim);
        study_print("a %s at rest on a %s for 5 s: force over weight - 1 is %.1e   (bar 1e-6)\n",
                    ball ? "ball" : "box", _i ? "box" : "plane", force.z / (model->mass * g) - 1);
        ck_near(force.z, model->mass * g, 1e-6 * model->mass * g);
        ck_below(hypot(force.x, force.y), 1e-6 * model->mass * g);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* Below atan(mu) a box sticks, above it slides by g (sin - mu cos). */
START_TEST(test_slope)
{
    const double mu = 0.6, part[3] = {0.5, 0.95, 1.2};
    for (int i = 0; i < 3; i++) {
        double angle = part[i] * atan(mu), expected = g * (sin(angle) - mu * cos(angle)), speed, moved;
        KipModel *model = on_ground(solid(KIP_GEOM_BOX, 0.3, 0.3, 0.05, 5), _i, angle, mu);
        KipSim *sim = place(model, angle, 0.05, NULL);
        KipVec3 before;
        run(sim, 1);
        before = kip_com(kip_sim_dynamics(sim));
        speed = v3_length(kip_com_velocity(kip_sim_dynamics(sim)));
        run(sim, 1);
        speed = v3_length(kip_com_velocity(kip_sim_dynamics(sim))) - speed;
        moved = v3_length(v3_sub(kip_com(kip_sim_dynamics(sim)), before));
        study_print("a box on a %s sloping %.2f atan mu: moves %.1e m in a second, gains %.5f m/s",
                    _i ? "box" : "plane", part[i], moved, speed);
        if (part[i] < 1) {
            study_print("   (bar: sticks)\n");
            ck_below(moved, 1e-6);
        } else {
            study_print(" of %.5f   (bar 1 %%)\n", expected);
            ck_near(speed, expected, 0.01 * expected);
        }
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* -- skeletons ------------------------------------------------------------------------------------------- */

/* The same model, whose own links do not meet each other. */
static KipModel *without_self_contact(const KipModel *model)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipModel *apart;
    KipError error;
    for (int i = 1; i < model->nbody; i++)
        kip_builder_body(builder, model->body + i);
    for (int i = 0; i < model->njoint; i++)
        kip_builder_joint(builder, model->joint + i);
    for (int i = 0; i < model->ngeom; i++) {
        KipGeom geom = model->geom[i];
        geom.conaffinity = geom.body ? 0 : 1;
        kip_builder_geom(builder, &geom);
    }
    for (int i = 0; i < model->ncustom; i++) {
        const KipCustom *custom = model->custom + i;
        if (custom->text)
            kip_builder_text(builder, custom->name, custom->text, custom->place);
        else
            kip_builder_number(builder, custom->name, custom->number, custom->n, custom->place);
    }
    ck_ok(kip_builder_finish(builder, &apart, &error));
    return apart;
}

/* skeleton37 by PD at its pose "stand": how far its feet creep, and how far feet and pelvis sink. */
START_TEST(test_standing)
{
    KipModel *model = load("data/models/skeleton37.xml");
    KipSim *sim = make_sim(model, 1e-3);
    const KipDynamics *d = kip_sim_dynamics(sim);
    const int part[3] = {kip_model_find_body(model, "foot_l"), kip_model_find_body(model, "foot_r"),
                         kip_model_find_body(model, "pelvis")};
    int key = kip_model_find_key(model, "stand");
    double creep = 0, sink = 0, duration = STUDY(8, 60);
    KipVec3 start[3];
    KipError error;
    ck_ok(kip_sim_set_key(sim, key, &error));
    ck_ok(kip_hold_gains(model, model->key[key].q, 1e-3, NULL, kip_sim_drives(sim), &error));
    for (int i = 0; i < 3; i++)
        start[i] = kip_body_position(d, part[i]);
    while (kip_sim_time(sim) < duration) {
        run(sim, 0.01);
        for (int i = 0; i < 3; i++) {
            KipVec3 moved = v3_sub(kip_body_position(d, part[i]), start[i]);
            creep = i < 2 ? most_of(creep, hypot(moved.x, moved.y)) : creep;
            sink = most_of(sink, -moved.z);
        }
    }
    study_print("skeleton37 stands for %.0f s: feet creep %.3f mm (bar 1), sinks %.3f mm (bar 4)\n", duration,
                1e3 * creep, 1e3 * sink);
    ck_below(creep, 1e-3);
    ck_below(sink, 4e-3);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* What became of one doll. */
typedef struct Fall {
    double settled; /* s: when its fastest link was last at 1 cm/s */
    double speed;   /* m/s: of the fastest link at the end */
    double depth;   /* m: how far the centre of a geom that collides was below the ground */
    double inside;  /* m: the same, in a box that stands still */
    double gain;    /* J: of energy over that at the start */
    bool diverged;
} Fall;

/* A geom of what moves, that can touch. */
static bool collides(const KipModel *model, int geom)
{
    const KipGeom *a = model->geom + geom;
    return model->body[model->body[a->body].root].nv && (a->contype | a->conaffinity);
}

/* How far below a geom's centre its lowest point is. */
static double reach_down(const KipSim *sim, int geom)
{
    const KipGeom *a = kip_sim_model(sim)->geom + geom;
    KipMat3 R = m3_mul(kip_body_rotation(kip_sim_dynamics(sim), a->body), q_matrix(a->quat));
    if (a->type == KIP_GEOM_BOX)
        return fabs(R.zx) * a->size[0] + fabs(R.zy) * a->size[1] + fabs(R.zz) * a->size[2];
    return a->size[0] + (a->type == KIP_GEOM_CAPSULE ? fabs(R.zz) * a->size[1] : 0);
}

static KipVec3 centre_of(const KipSim *sim, int geom)
{
    const KipGeom *a = kip_sim_model(sim)->geom + geom;
    return kip_point_position(kip_sim_dynamics(sim), a->body, a->pos);
}

/* A pose in which nothing touches, over all angles at which no limit's spring pushes, its lowest point at a height. */
static void random_pose(KipSim *sim, KipRandom *r, KipVec3 at, double height, double speed)
{
    const KipModel *model = kip_sim_model(sim);
    const KipContact *contact;
    KipError error;
    double q[MOST], v[MOST] = {speed};
    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    do {
        double lowest = 1e9;
        for (int j = 1; j < model->njoint; j++)
            q[model->joint[j].q] =
                kip_random_uniform(r, model->tree->free[2 * j], model->tree->free[2 * j + 1]);
        v3_store(q, at);
        q[2] = 50;
        q_store(q + 3, random_quat(r));
        ck_ok(kip_sim_set_state(sim, q, v, &error));
        for (int i = 0; i < model->ngeom; i++)
            if (collides(model, i))
                lowest = fmin(lowest, centre_of(sim, i).z - reach_down(sim, i));
        q[2] += at.z + height - lowest;
        ck_ok(kip_sim_set_state(sim, q, v, &error));
    } while (kip_sim_contacts(sim, &contact) > 0);
}

static double fastest_link(const KipSim *sim)
{
    double most = 0;
    for (int i = 1; i < kip_sim_model(sim)->nbody; i++)
        most =
            most_of(most,
                    v3_length(kip_point_velocity(kip_sim_dynamics(sim), i, kip_sim_model(sim)->body[i].com)));
    return most;
}

/* How deep a point is in a box of the world. */
static double depth_inside(const KipSim *sim, KipVec3 point)
{
    double depth = -1;
    for (int i = 0; i < kip_sim_model(sim)->ngeom; i++) {
        const KipGeom *a = kip_sim_model(sim)->geom + i;
        const double *s = a->size;
        KipVec3 p;
        if (a->type != KIP_GEOM_BOX || collides(kip_sim_model(sim), i))
            continue;
        p = v3_sub(point, centre_of(sim, i));
        depth = fmax(depth, fmin(fmin(s[0] - fabs(p.x), s[1] - fabs(p.y)), s[2] - fabs(p.z)));
    }
    return depth;
}

/* Runs until nothing moves any more, or the time is over. */
static Fall let_fall(KipSim *sim, double duration)
{
    const KipModel *model = kip_sim_model(sim);
    Fall fall = {.depth = -1, .inside = -1};
    double start = total_energy(sim);
    KipError error;
    fall.speed = 1;
    for (long n = lround(duration / kip_sim_timestep(sim)); n > 0 && fall.speed > 1e-6; n--) {
        if (kip_sim_step(sim, &error) != KIP_OK) {
            fall.diverged = true;
            break;
        }
        fall.gain = most_of(fall.gain, total_energy(sim) - start);
        fall.speed = fastest_link(sim);
        if (fall.speed >= 0.01)
            fall.settled = kip_sim_time(sim);
        for (int i = 0; i < model->ngeom; i++)
            if (collides(model, i)) {
                fall.depth = most_of(fall.depth, -centre_of(sim, i).z);
                fall.inside = most_of(fall.inside, depth_inside(sim, centre_of(sim, i)));
            }
    }
    return fall;
}

/* The worst of many dolls. */
typedef struct Falls {
    int diverged, restless, gaining;
    Fall worst;
} Falls;

static void add_fall(Falls *falls, Fall fall)
{
    Fall *worst = &falls->worst;
    falls->diverged += fall.diverged;
    falls->restless += fall.speed >= 0.01;
    falls->gaining += fall.gain > 1e-3;
    worst->settled = most_of(worst->settled, fall.settled);
    worst->speed = most_of(worst->speed, fall.speed);
    worst->depth = most_of(worst->depth, fall.depth);
    worst->inside = most_of(worst->inside, fall.inside);
    worst->gain = most_of(worst->gain, fall.gain);
}

static Falls drop_dolls(const KipModel *model, const char *which, int number, double h, bool stairs,
                        double duration)
{
    Falls falls = {.worst = {.depth = -1, .inside = -1}};
    KipSim *sim = make_sim(model, h);
    for (int i = 0; i < number; i++) {
        KipRandom r = {100 + (uint64_t)i};
        Fall fall;
        kip_sim_destroy(sim);
        sim = make_sim(model, h);
        if (stairs)
            random_pose(sim, &r, v3(-4.65 + kip_random_uniform(&r, -0.4, 0.3), 0, 2.04), 0.3, 2);
        else
            random_pose(sim, &r, v3_zero(), 1, 0);
        fall = let_fall(sim, duration);
        add_fall(&falls, fall);
        if (fall.diverged || fall.gain > 1e-3 || (h <= 1e-3 && (fall.speed >= 0.01 || fall.depth > 0)))
            study_print("    pose %d: last at 1 cm/s at %.2f s, %.4f m/s at the end, depth %.4f m, gain %.1e "
                        "J%s\n",
                        i, fall.settled, fall.speed, fall.depth, fall.gain,
                        fall.diverged ? ", DIVERGED" : "");
    }
    study_print("%d rag dolls%s %s at %.0f ms:\n"
                "    %d diverged (bar 0), %d not below 1 cm/s after %.0f s (bar 0; the last is from %.2f s "
                "on)\n"
                "    %d had more energy than at the start (bar 0; the most %.1e J more)\n"
                "    deepest centre of a geom %.4f m below the ground (bar 0)",
                number, which, stairs ? "down the stairs" : "dropped from 1 m", 1e3 * h, falls.diverged,
                falls.restless, duration, falls.worst.settled, falls.gaining, falls.worst.gain,
                falls.worst.depth);
    if (stairs)
        study_print(", %.4f m below the face of a step", falls.worst.inside);
    study_print("\n");
    kip_sim_destroy(sim);
    return falls;
}

static void check_dolls(const char *path, int number, bool stairs, double limit)
{
    KipModel *model = load(path);
    Falls falls = drop_dolls(model, "", number, 1e-3, stairs, limit);
    ck_assert_int_eq(falls.diverged, 0);
    ck_assert_int_eq(falls.restless, 0);
    ck_below(falls.worst.depth, 0);
    ck_below(falls.worst.gain, 1e-3);
    kip_model_destroy(model);
}

START_TEST(test_dolls)
{
    check_dolls("data/models/skeleton37.xml", STUDY(3, 100), false, 10);
}
END_TEST

START_TEST(test_stairs)
{
    check_dolls("data/models/skeleton37_stairs.xml", STUDY(4, 100), true, 25); /* one balances for 15 s */
}
END_TEST

/* Stiff drives on the wrists of a rag doll, which hold them where they are. */
START_TEST(test_stiff_wrists)
{
    KipModel *model = load("data/models/skeleton37.xml");
    double gain = 0, bent = 0;
    int number = STUDY(2, 20);
    for (int i = 0; i < number; i++) {
        KipSim *sim = make_sim(model, 1e-3);
        KipDrives drives = kip_sim_drives(sim);
        KipRandom r = {900 + (uint64_t)i};
        double start;
        KipError error;
        random_pose(sim, &r, v3_zero(), 1, 0);
        memcpy(drives.target, kip_sim_q(sim), (size_t)model->nq * sizeof(double));
        for (int j = 0; j < model->njoint; j++)
            if (strncmp(model->joint[j].name, "wrist", 5) == 0)
                drives.stiffness[model->joint[j].v] = 5000, drives.damping[model->joint[j].v] = 250;
        start = total_energy(sim);
        for (int n = 0; n < 3000; n++) {
            ck_ok(kip_sim_step(sim, &error));
            gain = most_of(gain, total_energy(sim) - start);
            for (int j = 0; j < model->njoint; j++)
                if (strncmp(model->joint[j].name, "wrist", 5) == 0)
                    bent = most_of(bent, fabs(kip_sim_q(sim)[model->joint[j].q] -
                                              drives.target[model->joint[j].q]));
        }
        kip_sim_destroy(sim);
    }
    study_print("%d rag dolls with drives of 5000, 250 on the wrists at 1 ms: most energy over the start's "
                "%.1e J, wrists "
                "bend by %.3f rad\n",
                number, gain, bent);
    ck_below(gain, 1e-3);
    ck_below(bent, 0.2);
    kip_model_destroy(model);
}
END_TEST

/* A heavy trunk with light feet, hands and limited, armed joints, dropped in random poses: what holds a trunk
 * of 60 kg throws no foot of 0.8 kg about, by RK4 either, and limits that are first met within a step give
 * no energy in steps of up to 5 ms. Nothing moves faster than all of the fall could make the lightest part move. */
START_TEST(test_light_feet)
{
    static const char text[] =
        "<mujoco><default><geom friction='.8' contype='0' conaffinity='1'/><joint armature='.002'/></default>"
        "<worldbody><geom type='plane' size='9 9 1' contype='1'/><body><freejoint/>"
        "<geom type='capsule' fromto='0 -.1 0 0 .1 0' size='.15' mass='60'/>"
        "<body pos='0 .1 -.1'><joint axis='0 1 0' range='-90 20'/>"
        "<geom type='capsule' fromto='0 0 0 0 0 -.4' size='.06' mass='6'/>"
        "<body pos='0 0 -.4'><joint axis='0 1 0' range='-2 140'/>"
        "<geom type='capsule' fromto='0 0 0 0 0 -.4' size='.04' mass='3'/>"
        "<body pos='0 0 -.42'><joint axis='0 1 0' range='-40 40'/><joint axis='1 0 0' range='-20 20'/>"
        "<geom type='box' size='.11 .04 .02' pos='.05 0 -.03' mass='.8'/></body></body></body>"
        "<body pos='0 -.1 .2'><joint axis='1 0 0' range='-90 90'/>"
        "<geom type='capsule' fromto='0 0 0 0 0 -.5' size='.04' mass='3'/>"
        "<body pos='0 0 -.55'><joint axis='0 1 0' range='-60 60'/><geom type='sphere' size='.05' mass='.3'/>"
        "</body></body></body></worldbody></mujoco>";
    static const struct {
        KipIntegrator integrator;
        double step;
    } way[] = {{KIP_IMPLICIT_RK4, 0.5e-3}, {KIP_IMPLICIT_RK4, 1e-3}, {KIP_IMPLICIT_RK4, 2e-3},
               {KIP_IMPLICIT_RK4, 3e-3},   {KIP_IMPLICIT_RK4, 5e-3}, {KIP_EULER, 5e-3},
               {KIP_RK4, 0.5e-3},          {KIP_RK4, 1e-3},          {KIP_RK4, 5e-3}};
    KipModel *model;
    KipError error;
    ck_ok(kip_mjcf_parse(&model, text, strlen(text), "feet", NULL, &error));
    const double fall = 60 * g;
    for (size_t k = 0; k < sizeof way / sizeof *way; k++)
        for (int i = 0; i < STUDY(3, 50); i++) {
            KipSimDef def = kip_sim_def(model);
            KipRandom r = {5000 + (uint64_t)i};
            KipSim *sim;
            def.timestep = way[k].step, def.integrator = way[k].integrator;
            ck_ok(kip_sim_create(model, &def, &sim, &error));
            random_pose(sim, &r, v3_zero(), 1, 0);
            const double start = total_energy(sim);
            double gain = 0, fastest = 0;
            while (kip_sim_time(sim) < 2) {
                ck_ok(kip_sim_step(sim, &error));
                gain = most_of(gain, total_energy(sim) - start),
                fastest = most_of(fastest, fastest_link(sim));
            }
            ck_assert_msg(gain < 1e-3 * fall, "%g s, pose %d: gain %g J", def.timestep, i, gain);
            ck_below(fastest, sqrt(2 * 2 * 73.1 * g / 0.3)); /* m/s */
            kip_sim_destroy(sim);
        }
    kip_model_destroy(model);
}
END_TEST

/* At 5 ms none diverges and none gains. */
START_TEST(test_dolls_with_great_steps)
{
    KipModel *model = load("data/models/skeleton37.xml"), *apart = without_self_contact(model);
    const KipModel *which[2] = {model, apart};
    for (int i = 0; i < 2; i++) {
        Falls falls =
            drop_dolls(which[i], i ? " whose links do not meet" : "", STUDY(6, 100), 5e-3, false, 3);
        ck_assert_int_eq(falls.diverged, 0);
        ck_below(falls.worst.gain, 1e-3);
    }
    kip_model_destroy(apart);
    kip_model_destroy(model);
}
END_TEST

/* -- edges and seams ------------------------------------------------------------------------------------- */

/* A capsule of 2 kg on stairs, or on a floor of tiles (their seams lie along y). */
static KipModel *capsule_on(bool tiles, double friction)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom capsule = solid(KIP_GEOM_CAPSULE, 0.05, 0.25, 0, 2), ground = solid(KIP_GEOM_PLANE, 0, 0, 0, 1);
    KipModel *model;
    KipError error;
    capsule.friction = ground.friction = friction;
    kip_builder_geom(builder, &ground);
    for (int i = 0; i < 12; i++) {
        double top = tiles ? 0.5 : 0.17 * (12 - i);
        KipGeom step = solid(KIP_GEOM_BOX, 0.145, 1, 0.5 * top, 1);
        step.pos = v3(0.145 + 0.29 * i, 0, 0.5 * top);
        step.friction = friction;
        kip_builder_geom(builder, &step);
    }
    add_thing(builder, capsule);
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

typedef struct Slide {
    double travelled; /* m */
    double gain;      /* the most that energy less the force's work rose over the least while nothing touched,
                         relative to the energy at the start */
} Slide;

/* A constant force pulls at a point of the capsule. */
static Slide slide(KipSim *sim, KipVec3 force, KipVec3 point, double duration)
{
    const KipDynamics *d = kip_sim_dynamics(sim);
    double start = total_energy(sim), least = INFINITY;
    Slide result = {0, 0};
    KipVec3 from = kip_com(d), at = kip_point_position(d, 1, point);
    KipError error;
    kip_sim_set_external(sim, 1, force, v3_zero(), point);
    for (long n = lround(duration / kip_sim_timestep(sim)); n >= 0; n--) {
        const KipContact *contact;
        double work = v3_dot(force, v3_sub(kip_point_position(d, 1, point), at)),
               energy = total_energy(sim) - work;
        result.gain = most_of(result.gain, (energy - least) / start);
        if (kip_sim_contacts(sim, &contact) == 0)
            least = fmin(least, energy);
        ck_ok(kip_sim_step(sim, &error));
    }
    result.travelled = v3_length(v3_sub(kip_com(d), from));
    return result;
}

static KipSim *lay_capsule(const KipModel *model, double h, KipVec3 at, KipQuat turn, KipVec3 velocity)
{
    KipSim *sim = make_sim(model, h);
    KipError error;
    double q[7], v[6] = {velocity.x, velocity.y, velocity.z};
    v3_store(q, at);
    q_store(q + 3, turn);
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    return sim;
}

static const char *const way_name[3] = {"lengthwise", "across", "obliquely"};

static KipQuat lying(int way)
{
    const double angle[3] = {0, 0.5, 0.3};
    return q_mul(q_axis_angle(v3(0, 0, 1), pi * angle[way]), q_axis_angle(v3(0, 1, 0), 0.5 * pi));
}

/* Dragged by one end down the stairs, and up. */
START_TEST(test_dragging)
{
    KipModel *model = capsule_on(false, 0.8);
    double most = 0;
    for (int i = 0; i < 6; i++) {
        bool up = i >= 3;
        KipVec3 force = up ? v3(-22, 1, 16) : v3(18, 1, 0), at = up ? v3(2.03, 0, 1.3) : v3(0.145, 0, 2.091);
        KipSim *sim = lay_capsule(model, 1e-3, at, lying(i % 3), v3_zero());
        Slide done = slide(sim, force, v3(0, 0, up && i % 3 == 0 ? -0.25 : 0.25), 2);
        study_print("    a capsule dragged %s the stairs, %s: %.2f m, gains %.1e of its energy\n",
                    up ? "up" : "down", way_name[i % 3], done.travelled, done.gain);
        most = most_of(most, done.gain);
        ck_assert(done.travelled > 0.2);
        kip_sim_destroy(sim);
    }
    ck_below(most, 1e-6);
    kip_model_destroy(model);
}
END_TEST

/* Free, sliding and rolling over seams and off the edges of stairs. */
START_TEST(test_edges_and_seams)
{
    const double friction[3] = {0, 0.3, 0.9};
    double most = 0;
    for (int i = 0; i < 18; i++) {
        bool tiles = i < 9;
        KipModel *model = capsule_on(tiles, friction[i / 3 % 3]);
        KipSim *sim = lay_capsule(model, 1e-3, tiles ? v3(0.4, 0, 0.551) : v3(0.145, 0, 2.091), lying(i % 3),
                                  v3(2, 0.3, 0));
        Slide done = slide(sim, v3_zero(), v3_zero(), 1.2);
        study_print("    a capsule over %s, friction %.1f, %s: %.2f m, gains %.1e of its energy\n",
                    tiles ? "seams" : "edges", friction[i / 3 % 3], way_name[i % 3], done.travelled,
                    done.gain);
        most = most_of(most, done.gain);
        ck_assert(done.travelled > 0.2);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
    ck_below(most, 1e-6);
}
END_TEST

Suite *suite_drop(void)
{
    Suite *suite = suite_create("drop");
    TCase *tc = tcase_create("ground"), *falls = tcase_create("falls");
    tcase_add_loop_test(tc, test_rolling, 0, 2);
    tcase_add_loop_test(tc, test_rest, 0, 2);
    tcase_add_loop_test(tc, test_slope, 0, 2);
    tcase_add_test(tc, test_standing);
    tcase_add_test(falls, test_dolls);
    tcase_add_test(falls, test_stairs);
    tcase_add_test(falls, test_stiff_wrists);
    tcase_add_test(falls, test_light_feet);
    tcase_add_test(falls, test_dolls_with_great_steps);
    tcase_add_test(falls, test_dragging);
    tcase_add_test(falls, test_edges_and_seams);
    suite_add_tcase(suite, tc);
    suite_add_tcase(suite, falls);
    return suite;
}
