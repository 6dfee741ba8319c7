/* What characters feel: balance, accelerations, parts, loads; what is asked between controls; the words
 * for it. */
#include "scene_helpers.h"

#include <math.h>

#include "dynamics/quat.h"
#include "dynamics/scalar.h"
#include "dynamics/vec3.h"
#include "io/formats/mjcf.h"
#include "supervisor/world.h"

Suite *suite_sensors(void);

static KipError error;

/* -- worlds to test -------------------------------------------------------------------------------------- */

static KipStatus nothing(void *user, KipError *unused)
{
    (void)user, (void)unused;
    return KIP_OK;
}

static const KipSkill rest = {.name = "rest", .step = nothing};

typedef struct Stage {
    KipModel *model;
    KipMemberDef member[2];
    KipWorldDef def;
    KipWorld *world;
} Stage;

/* A character of a file, and a second one, 5 m to the left, if `second` is true. */
static Stage open_stage(const char *path, bool second)
{
    Stage stage = {0};
    KipBuilder *builder = kip_builder_create(NULL);
    ck_ok(kip_mjcf_add_file(builder, path, "first/", v3_zero(), q_identity(), NULL, &error));
    int n = kip_builder_nbody(builder);
    if (second)
        ck_ok(kip_mjcf_add_file(builder, path, "second/", v3(0, 5, 0), q_identity(), NULL, &error));
    stage.member[0] = (KipMemberDef){.name = "first",
                                     .first_body = 1,
                                     .nbody = n - 1,
                                     .character = true,
                                     .skill = &rest,
                                     .nskill = 1};
    stage.member[1] = stage.member[0];
    stage.member[1].name = "second";
    stage.member[1].first_body = n;
    ck_ok(kip_builder_finish(builder, &stage.model, &error));
    stage.def = kip_world_def(stage.model);
    stage.def.nmember = second ? 2 : 1;
    return stage;
}

static void make_world(Stage *stage)
{
    stage->def.member = stage->member;
    ck_ok(kip_world_create(stage->model, &stage->def, &stage->world, &error));
    for (int m = 0; m < stage->def.nmember; m++)
        kip_character_hold(kip_world_character(stage->world, m));
}

static void close_stage(Stage *stage)
{
    kip_world_destroy(stage->world);
    kip_model_destroy(stage->model);
}

static void steps(KipWorld *world, int n)
{
    for (int i = 0; i < n; i++)
        ck_ok(kip_world_step(world, &error));
}

static const char skeleton[] = "data/models/skeleton37.xml";

static void check_same(KipVec3 a, KipVec3 b)
{
    ck_assert(a.x == b.x && a.y == b.y && a.z == b.z);
}

/* -- balance --------------------------------------------------------------------------------------------- */

/* W-VST.6b, and what there is at the limits. */
START_TEST(the_capture_point_is_that_of_the_index)
{
    const KipVec3 com = {0.02, -0.5, 1.25};
    KipVec3 slow = kip_capture_point(com, v3(0.3, 0, 7), 0.3, 9.81);
    KipVec3 fast = kip_capture_point(com, v3(0.8, -0.8, 0), 0.3, 9.81);
    ck_near(slow.x, 0.113357358, 1e-9);
    ck_near(slow.y, -0.5, 1e-15);
    ck_near(slow.z, 0.3, 1e-15);
    ck_near(fast.x, 0.268952955, 1e-9);
    ck_near(fast.y, -0.5 - (0.268952955 - 0.02), 1e-9);
    check_same(kip_capture_point(com, v3(9, 9, 0), 1.25, 9.81), com); /* it lies */
    KipVec3 below = kip_capture_point(com, v3(9, 9, 0), 2, 9.81);
    ck_assert(below.x == com.x && below.y == com.y);
    check_same(kip_capture_point(com, v3(9, 9, 0), 1.25, 0), com); /* it does not fall */
}
END_TEST

/* Standing: the same numbers by other ways. */
START_TEST(a_character_that_stands_feels_where)
{
    Stage stage = open_stage(skeleton, true);
    make_world(&stage);
    steps(stage.world, 2000);
    const KipSensors *s = kip_world_sensors(stage.world, 1);
    KipSim *sim = kip_world_sim(stage.world);
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipCharacter *character = kip_world_character(stage.world, 1);
    check_same(s->com, kip_character_com(character));
    check_same(s->com_velocity, kip_character_com_velocity(character));
    int foot[2] = {kip_model_find_body(stage.model, "second/foot_l"),
                   kip_model_find_body(stage.model, "second/foot_r")};
    KipVec3 left = kip_point_position(d, foot[0], stage.model->body[foot[0]].com);
    KipVec3 right = kip_point_position(d, foot[1], stage.model->body[foot[1]].com);
    KipVec3 between = v3_scale(0.5, v3_add(left, right));
    ck_near(v3_length(v3_sub(s->feet, between)), 0, 1e-12);
    ck_assert_int_ge(s->nsupport, 4);
    ck_near(s->ground, 0, 2e-3);
    double time = sqrt((s->com.z - s->ground) / 9.81);
    ck_near(s->capture.x, s->com.x + time * s->com_velocity.x, 1e-12);
    ck_near(s->capture.y, s->com.y + time * s->com_velocity.y, 1e-12);
    ck_near(s->margin, kip_hull_margin(s->support_x, s->support_y, s->nsupport, s->com.x, s->com.y), 1e-15);
    ck_near(s->capture_margin,
            kip_hull_margin(s->support_x, s->support_y, s->nsupport, s->capture.x, s->capture.y), 1e-15);
    ck_near(s->tilt, kip_acos(s->up.z), 1e-6);
    double weight = kip_character_mass(character) * 9.81;
    KipVec3 force = kip_world_contact_force(stage.world, (KipThing){1, -1});
    ck_near(s->foot_load[0] + s->foot_load[1], force.z, 1e-6 * weight);
    ck_near(s->filtered_foot_load[0] + s->filtered_foot_load[1], weight, 0.03 * weight);
    ck_assert_int_eq(s->part[KIP_FEET].ntouching, 2);
    ck_assert_int_eq(s->part[KIP_HANDS].ntouching + s->part[KIP_HEAD].ntouching +
                         s->part[KIP_HIPS].ntouching + s->part[KIP_KNEES].ntouching,
                     0);
    close_stage(&stage);
}
END_TEST

START_TEST(tilt_is_the_angle_of_the_root)
{
    Stage stage = open_stage(skeleton, false);
    make_world(&stage);
    for (int i = 0; i <= 12; i++) {
        double q[64], angle = i * 3.141592653589793 / 12;
        memcpy(q, stage.model->q0, (size_t)stage.model->nq * sizeof *q);
        q[2] = 10;
        q_store(q + 3, q_axis_angle(v3(0.6, -0.8, 0), angle));
        ck_ok(kip_sim_set_state(kip_world_sim(stage.world), q, NULL, &error));
        ck_near(kip_world_sensors(stage.world, 0)->tilt, angle, 1e-14);
    }
    close_stage(&stage);
}
END_TEST

/* -- accelerations --------------------------------------------------------------------------------------- */

/* Throws the whole character up, off the ground, turned as it stands. */
static void lift(Stage *stage, KipVec3 velocity)
{
    double q[64], v[64] = {velocity.x, velocity.y, velocity.z};
    memcpy(q, stage->model->q0, (size_t)stage->model->nq * sizeof *q);
    q[2] = 20;
    ck_ok(kip_sim_set_state(kip_world_sim(stage->world), q, v, &error));
}

/* In flight: from the second control on, and not before. */
START_TEST(flight_is_felt_as_gravity)
{
    Stage stage = open_stage(skeleton, false);
    make_world(&stage);
    lift(&stage, v3(1, 0, 3));
    const KipSensors *s = kip_world_sensors(stage.world, 0);
    check_same(s->com_acceleration, v3_zero());
    steps(stage.world, 5);
    check_same(s->com_acceleration, v3_zero());
    for (int k = 0; k < 40; k++) {
        steps(stage.world, 1); /* with control */
        ck_near(s->com_acceleration.x, 0, 1e-9);
        ck_near(s->com_acceleration.y, 0, 1e-9);
        ck_near(s->com_acceleration.z, -9.81, 1e-9);
        steps(stage.world, 4);
    }
    ck_assert_int_eq(kip_world_sensors(stage.world, 0)->nsupport, 0);
    ck_assert(s->margin == -INFINITY && s->foot_load[0] == 0);
    close_stage(&stage);
}
END_TEST

/* A force that begins: 1 - exp(-t / 20 ms) of its acceleration, in the air without gravity. A root that is
 * pushed so far from its centre would turn; the whole is pushed by gravity instead. */
START_TEST(accelerations_are_filtered_by_20_ms)
{
    const double periods[] = {0.001, 0.005, 0.01};
    for (int p = 0; p < 3; p++) {
        Stage stage = open_stage(skeleton, false);
        stage.def.period = periods[p];
        make_world(&stage);
        KipSim *sim = kip_world_sim(stage.world);
        int n = (int)(periods[p] / 0.001 + 0.5);
        kip_sim_scale_gravity(sim, 0);
        lift(&stage, v3_zero());
        steps(stage.world, 3 * n);
        kip_sim_scale_gravity(sim, 1);
        for (int k = 0; k < 10; k++) {
            const KipSensors *s = kip_world_sensors(stage.world, 0);
            steps(stage.world, n);
            double felt = -9.81 * (1 - kip_exp(-k * periods[p] / 0.020));
            ck_near(s->com_acceleration.z, felt, 1e-9);
            ck_near(s->root_acceleration.z, felt, 1e-6);
        }
        close_stage(&stage);
    }
}
END_TEST

/* What somebody changes is no acceleration: between controls and amid a period, and by a skill's
 * attaching. */
START_TEST(changes_of_state_are_no_acceleration)
{
    for (int early = 0; early < 5; early++) {
        Stage stage = open_stage(skeleton, false);
        make_world(&stage);
        lift(&stage, v3(1, 0, 3));
        steps(stage.world, 10 + early);
        double v[64];
        memcpy(v, kip_sim_v(kip_world_sim(stage.world)), (size_t)stage.model->nv * sizeof *v);
        v[0] += 5, v[2] -= 40;
        ck_ok(kip_sim_set_state(kip_world_sim(stage.world), NULL, v, &error));
        const KipSensors *s = kip_world_sensors(stage.world, 0);
        ck_near(s->com_velocity.x, 6, 1e-9); /* but it moves so at once */
        steps(stage.world, 11);
        ck_near(s->com_acceleration.x, 0, 1e-8);
        ck_near(s->com_acceleration.z, -9.81, 1e-8);
        close_stage(&stage);
    }
}
END_TEST

/* -- answers of the present state ------------------------------------------------------------------------ */

typedef struct Asker {
    int asked;
    const KipSensors *first;
    KipVec3 com;
} Asker;

/* Two ask in a control period: one computation. */
static KipStatus ask_twice(void *user, KipWorld *world, KipError *unused)
{
    Asker *asker = user;
    (void)unused;
    const KipSensors *s = kip_world_sensors(world, 0);
    ck_assert(asker->first == NULL || s == asker->first);
    check_same(s->com, kip_character_com(kip_world_character(world, 0)));
    asker->first = s;
    asker->com = s->com;
    asker->asked++;
    return KIP_OK;
}

START_TEST(answers_are_of_the_present_state)
{
    Stage stage = open_stage(skeleton, true);
    Asker asker = {0};
    stage.def.hooks = (KipWorldHooks){.user = &asker, .control = ask_twice};
    make_world(&stage);
    steps(stage.world, 23);
    ck_assert_int_eq(asker.asked, 5);
    const KipSensors *s = kip_world_sensors(stage.world, 0); /* amid a period */
    check_same(s->com, kip_character_com(kip_world_character(stage.world, 0)));
    ck_assert(s->com.z != asker.com.z);

    /* thrown: elsewhere, with another velocity, on no foot, and nothing touched it */
    const KipThing whole = {0, -1}, ground = {-1, 0};
    ck_assert(kip_world_touching(stage.world, whole, ground));
    ck_ok(kip_world_throw(stage.world, 0, v3(0, 0, 9), v3(0, 2, 0), v3_zero(), &error));
    s = kip_world_sensors(stage.world, 0);
    ck_assert(s->com.z > 8);
    ck_near(s->com_velocity.y, 2, 1e-2);
    ck_assert_int_eq(s->nsupport, 0);
    ck_assert_int_eq(s->part[KIP_FEET].ntouching, 0);
    ck_assert(s->foot_load[0] == 0 && s->filtered_foot_load[0] == 0);
    check_same(s->com_acceleration, v3_zero());
    ck_assert(!kip_world_touching(stage.world, whole, ground));
    ck_assert(kip_world_touching(stage.world, (KipThing){1, -1}, ground)); /* the other one is where it was */

    /* the ground goes: absent, and back */
    int root = kip_world_body(stage.world, 1);
    ck_assert_int_gt(kip_world_sensors(stage.world, 1)->nsupport, 0);
    ck_ok(kip_sim_set_present(kip_world_sim(stage.world), root, false, &error));
    ck_assert_int_eq(kip_world_sensors(stage.world, 1)->nsupport, 0);
    close_stage(&stage);
}
END_TEST

/* A saved world feels the same, and goes on so, also when its state was changed since its last step. */
START_TEST(what_is_felt_is_saved)
{
    for (int changed = 0; changed < 2; changed++) {
        Stage stage = open_stage(skeleton, true), other = open_stage(skeleton, true);
        make_world(&stage);
        make_world(&other);
        steps(stage.world, 33);
        if (changed) {
            double v[128];
            memcpy(v, kip_sim_v(kip_world_sim(stage.world)), (size_t)stage.model->nv * sizeof *v);
            v[0] += 1;
            ck_ok(kip_sim_set_state(kip_world_sim(stage.world), NULL, v, &error));
        }
        size_t size = kip_world_save_size(stage.world);
        char *bytes = calloc(2, size), *again = bytes + size;
        ck_assert_ptr_nonnull(bytes);
        kip_world_save(stage.world, bytes);
        steps(other.world, 8);
        ck_ok(kip_world_load(other.world, bytes, size, &error));
        kip_world_save(other.world, again);
        ck_assert_mem_eq(again, bytes, size);
        for (int k = 0; k < 30; k++) {
            const KipSensors *a = kip_world_sensors(stage.world, 1), *b = kip_world_sensors(other.world, 1);
            check_same(a->com, b->com);
            check_same(a->com_acceleration, b->com_acceleration);
            check_same(a->root_acceleration, b->root_acceleration);
            ck_assert(a->filtered_foot_load[1] == b->filtered_foot_load[1]);
            ck_assert(a->part[KIP_FEET].touching == b->part[KIP_FEET].touching);
            check_same(kip_world_sensors(stage.world, 0)->com_acceleration,
                       kip_world_sensors(other.world, 0)->com_acceleration);
            steps(stage.world, 1);
            steps(other.world, 1);
        }
        kip_world_save(stage.world, bytes);
        kip_world_save(other.world, again);
        ck_assert_mem_eq(again, bytes, size);
        free(bytes);
        close_stage(&stage);
        close_stage(&other);
    }
}
END_TEST

/* -- parts ----------------------------------------------------------------------------------------------- */

/* Every model's parts, of both of two. */
START_TEST(models_say_what_their_parts_are)
{
    static const struct {
        const char *model;
        int n[KIP_PARTS];
    } table[] = {
        {"data/models/skeleton37.xml", {2, 2, 1, 1, 2}}, {"data/models/robot16.xml", {2, 2, 1, 1, 2}},
        {"data/models/beat39.xml", {2, 2, 1, 1, 2}},     {"data/models/gait22.xml", {2, 0, 0, 1, 2}},
        {"data/models/hybrid38.xml", {2, 2, 1, 1, 2}},   {"data/models/skeleton40.xml", {2, 2, 1, 1, 2}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Stage stage = open_stage(table[i].model, true);
        make_world(&stage);
        for (int m = 0; m < 2; m++)
            for (int part = 0; part < KIP_PARTS; part++) {
                const KipPartSensor *of = &kip_world_sensors(stage.world, m)->part[part];
                ck_assert_int_eq(of->n, table[i].n[part]);
                for (int k = 0; k < of->n; k++) {
                    ck_assert(kip_character_has(kip_world_character(stage.world, m), of->body[k]));
                    ck_assert_int_eq(kip_world_part_of(stage.world, (KipPart)part, of->body[k]), k);
                }
            }
        close_stage(&stage);
    }
}
END_TEST

/* Rigid; it stands on three balls. */
static const char toes[] =
    "<mujoco><custom><text name='feet' data='left right'/>%s</custom><worldbody>"
    "<body name='hips' pos='0 0 .5'><freejoint/><geom type='sphere' size='.1' mass='1'/>"
    "<body name='left' pos='0 .2 -.4'><geom type='sphere' size='.05' mass='.1'/>"
    "<body name='toe' pos='.2 0 0'><geom type='sphere' size='.05' mass='.1'/></body></body>"
    "<body name='right' pos='0 -.2 -.4'><geom type='sphere' size='.05' mass='.1'/></body>"
    "</body></worldbody></mujoco>";

/* A toe is of its foot, hips are what is named and nothing that hangs on it. A second name is no part. */
START_TEST(what_hangs_on_a_foot_is_of_it)
{
    KipModel *model;
    char text[2048];
    int body[8], of[8], n;
    snprintf(text, sizeof text, toes,
             "<text name='hips' data=' hips '/><text name='alias/head' data='nobody'/>"
             "<text name='bare feet' data='none'/>");
    ck_ok(kip_mjcf_parse(&model, text, strlen(text), "toes.xml", NULL, &error));
    ck_ok(kip_part_find(model, KIP_FEET, body, of, &n, &error));
    ck_assert_int_eq(n, 2);
    ck_assert_int_eq(of[kip_model_find_body(model, "toe")], 0);
    ck_assert_int_eq(of[kip_model_find_body(model, "right")], 1);
    ck_assert_int_eq(of[kip_model_find_body(model, "hips")], -1);
    ck_ok(kip_part_find(model, KIP_HIPS, body, of, &n, &error));
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(of[kip_model_find_body(model, "hips")], 0);
    ck_assert_int_eq(of[kip_model_find_body(model, "toe")], -1);
    ck_ok(kip_part_find(model, KIP_HEAD, body, of, &n, &error));
    ck_assert_int_eq(n, 0);
    kip_model_destroy(model);
    static const char *const wrong[] = {"<text name='knees' data='shank'/>",
                                        "<text name='hands' data='toe toe'/>"};
    static const KipPart part[] = {KIP_KNEES, KIP_HANDS};
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, toes, wrong[i]);
        ck_ok(kip_mjcf_parse(&model, text, strlen(text), "toes.xml", NULL, &error));
        ck_assert_int_eq(kip_part_find(model, part[i], body, of, &n, &error), KIP_BAD_INPUT);
        ck_assert_ptr_nonnull(
            strstr(error.message, i ? "'toe', which is there twice" : "'shank', which is no body"));
        kip_model_destroy(model);
    }
}
END_TEST

/* The load of a foot with toes is that of both; all together they are the weight, shared as balance about
 * the centre of mass wants: 3 of 26 parts of the distance between the feet it is to the left of the
 * middle. */
START_TEST(feet_carry_the_weight)
{
    Folder folder = open_folder();
    char text[2048];
    snprintf(text, sizeof text, toes, "");
    write_file(&folder, "toes.xml", text);
    Told *told =
        run_text(&folder, "addGround()\nrobot = addCharacter('toes', 'robot', at=(0, 0, -0.04))\nrun(12)\n"
                          "left, right = robot.footLoad('left'), robot.footLoad('right')\n"
                          "print(round(left + right, 3), round((left - right) / (left + right), 4))\n"
                          "print(robot.footLoad('left') == robot.footLoad('toe'))\n"
                          "print(robot.touching('feet'), robot.touching('head'))\n");
    ck_assert_str_eq(told->text, "12.753 0.0769\nTrue\n['left', 'right'] []\n");
    end_scene(told);
    check_fails(&folder, "robot = addCharacter('toes', 'robot')\nrobot.footLoad('hips')\n", 2, "is no foot");
    close_folder(&folder);
}
END_TEST

/* -- words ----------------------------------------------------------------------------------------------- */

/* W-VST.3b: thighs .05 and -.08, knees .12 and .10, waist .03. */
static const char bent[] =
    "<mujoco><compiler angle='radian'/><worldbody><body name='pelvis' pos='0 0 1'><freejoint/>"
    "<geom type='sphere' size='.1' mass='1'/>"
    "<body name='trunk' pos='0 0 .3'><joint name='waist_flex' axis='0 1 0'/><geom type='sphere' size='.1' "
    "mass='1'/></body>"
    "<body name='thigh_l' pos='0 .2 -.3'><joint name='hip_flex_l' axis='0 1 0'/><geom type='sphere' "
    "size='.05' mass='1'/>"
    "<body name='shank_l' pos='0 0 -.3'><joint name='knee_flex_l' axis='0 1 0'/><geom type='sphere' "
    "size='.05' mass='1'/>"
    "</body></body>"
    "<body name='thigh_r' pos='0 -.2 -.3'><joint name='hip_flex_r' axis='0 1 0'/><geom type='sphere' "
    "size='.05' mass='1'/>"
    "<body name='shank_r' pos='0 0 -.3'><joint name='knee_flex_r' axis='0 1 0'/><geom type='sphere' "
    "size='.05' mass='1'/>"
    "<body name='ski' pos='0 0 -.1'><joint name='glide' type='slide'/><geom type='sphere' size='.05' "
    "mass='1'/></body>"
    "<body name='ball' pos='0 0 -.1'><joint name='turn' type='ball'/><geom type='sphere' size='.05' "
    "mass='1'/></body>"
    "</body></body></body></worldbody><keyframe>"
    "<key name='bent' qpos='0 0 1 1 0 0 0 .03 .05 .12 -.08 .10 .5 .8 .6 0 0'/>"
    "<key name='apart' qpos='0 0 1 1 0 0 0 0 .35 0 -.25 0 0 1 0 0 0'/></keyframe></mujoco>";

START_TEST(posture_is_the_mean_of_joints)
{
    Folder folder = open_folder();
    write_file(&folder, "bent.xml", bent);
    write_file(&folder, "bent.pose",
               "pose Wide\n  hip_flex_l 0.25\n  hip_flex_r -0.28\n  knee_flex_l 0.12\n");
    Told *told =
        run_text(&folder, "robot = addCharacter('bent', 'robot', key='bent')\n"
                          "def say(x): print(f'{x:.12f}')\n"
                          "say(robot.posture(['hip_flex', 'knee_flex', 'waist_flex']))\n"
                          "say(robot.posture(('hip_flex_l', 'hip_flex_r', 'knee_flex_l', 'knee_flex_r', "
                          "'waist_flex')))\n"
                          "say(robot.posture(['hip_flex'], 'Wide'))\n"
                          "say(robot.posture(['knee_flex', 'waist_flex'], pose='Wide'))\n"
                          "say(robot.posture(['turn']))\n");
    const char *expected = "0.076000000000\n0.076000000000\n0.200000000000\n0.043333333333\n1.287002217587\n";
    ck_assert_str_eq(told->text, expected);
    end_scene(told);
    told = run_text(&folder,
                    "robot = addCharacter('bent', 'robot', key='apart')\n"
                    "print(f\"{abs(robot.getAngle('hip_flex_l') - robot.getAngle('hip_flex_r')):.9f}\")\n");
    ck_assert_str_eq(told->text, "0.600000000\n");
    end_scene(told);
    static const char make[] = "robot = addCharacter('bent', 'robot')\nrobot.posture(%s)\n";
    static const char *const wrong[][2] = {{"'hip_flex'", "list of names"},  {"[]", "empty"},
                                           {"['hip_flax']", "did you mean"}, {"[3]", "item 0"},
                                           {"['glide']", "has no angle"},    {"['hip_flex'], 'Wode'", "Wode"},
                                           {"['hip_flex'], 3", "must be"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[256];
        snprintf(text, sizeof text, make, wrong[i][0]);
        check_fails(&folder, text, 2, wrong[i][1]);
    }
    close_folder(&folder);
}
END_TEST

START_TEST(others_are_what_is_there_besides)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, "addGround()\nrobot = addCharacter('skeleton37', 'robot')\n"
                          "twin = addCharacter('skeleton37', 'twin', at=(2, 0, 0))\n"
                          "addShape('Wall', 'box', (0.1, 1, 1), at=(9, 0, 1))\n"
                          "ball = addShape('Ball', 'sphere', 0.1, mass=1, at=(5, 0, 5), present=False)\n"
                          "print(robot.others(), twin.others())\nthrow(ball, (5, 0, 5), (0, 0, 0))\n"
                          "print(robot.others())\nvanish(ball)\nprint(robot.others())\n");
    ck_assert_str_eq(told->text, "['twin'] ['robot']\n['twin', 'Ball']\n['twin']\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(height_is_above_what_it_stands_on)
{
    Folder folder = open_folder();
    Told *told = run_text(&folder, "addShape('Table', 'box', (1, 1, 0.25), at=(0, 0, 0.25))\n"
                                   "robot = addCharacter('skeleton37', 'robot', at=(0, 0, 0.5))\n"
                                   "def say(): print(abs(round(robot.com().z - robot.height(), 2)))\n"
                                   "run(0.2)\nsay()\nrobot.relax()\nrun(3)\nsay()\n"
                                   "throw(robot, (5, 0, 2), (0, 0, 0))\nrun(3)\nsay()\n");
    ck_assert_str_eq(told->text, "0.5\n0.5\n0.0\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* It stands, is thrown, lies, is put up again. */
START_TEST(words_are_of_the_present_state)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, "robot = addCharacter('skeleton37', 'robot')\n"
                          "def say(): print(robot.touching('feet'), robot.touching('hips'), "
                          "len(robot.supportPolygon()) > 2,\n"
                          "                 robot.footLoad('foot_l') > 0, round(robot.tilt(), 1))\n"
                          "say()\nrun(0.5)\nsay()\nprint(robot.touching('foot_l'), robot.touching('trunk'))\n"
                          "print(robot.supportMargin() > 0, robot.supportMargin(robot.capturePoint()) > 0)\n"
                          "print(abs(robot.capturePoint().z) < 0.01, robot.comAcceleration().z != 0)\n"
                          "throw(robot, (0, 0, 5), (0, 0, 0))\nsay()\nprint(robot.comAcceleration())\n"
                          "run(0.2)\nprint(round(robot.comAcceleration().z, 2))\n"
                          "robot.relax()\nrun(4)\nprint(robot.tilt() > 1, robot.touching('hands'))\n"
                          "restart()\nsay()\nprint(robot.comAcceleration())\n"
                          "if robot.touching('hands'): print('hands')\n");
    ck_assert_str_eq(told->text,
                     "['foot_l', 'foot_r'] [] True True 0.0\n['foot_l', 'foot_r'] [] True True 0.0\n"
                     "['foot_l'] []\n"
                     "True True\nTrue True\n[] [] False False 0.0\nvec(0.0, 0.0, 0.0)\n-9.81\nTrue "
                     "['hand_l', 'hand_r']\n"
                     "['foot_l', 'foot_r'] [] True True 0.0\nvec(0.0, 0.0, 0.0)\n");
    end_scene(told);
    check_fails(&folder, "robot = addCharacter('skeleton37', 'robot')\nrobot.touching('foot')\n", 2,
                "no character, object or link 'foot'");
    close_folder(&folder);
}
END_TEST

Suite *suite_sensors(void)
{
    Suite *suite = suite_create("sensors");
    TCase *tcase = tcase_create("sensors");
    tcase_add_test(tcase, the_capture_point_is_that_of_the_index);
    tcase_add_test(tcase, a_character_that_stands_feels_where);
    tcase_add_test(tcase, tilt_is_the_angle_of_the_root);
    tcase_add_test(tcase, flight_is_felt_as_gravity);
    tcase_add_test(tcase, accelerations_are_filtered_by_20_ms);
    tcase_add_test(tcase, changes_of_state_are_no_acceleration);
    tcase_add_test(tcase, answers_are_of_the_present_state);
    tcase_add_test(tcase, what_is_felt_is_saved);
    tcase_add_test(tcase, models_say_what_their_parts_are);
    tcase_add_test(tcase, what_hangs_on_a_foot_is_of_it);
    tcase_add_test(tcase, feet_carry_the_weight);
    tcase_add_test(tcase, posture_is_the_mean_of_joints);
    tcase_add_test(tcase, others_are_what_is_there_besides);
    tcase_add_test(tcase, height_is_above_what_it_stands_on);
    tcase_add_test(tcase, words_are_of_the_present_state);
    suite_add_tcase(suite, tcase);
    return suite;
}
