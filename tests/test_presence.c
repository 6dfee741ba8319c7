/* What is there: trees that come and go, sets of geoms, joints that move as they are told. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/sim.h"
#include "dynamics/sim_parts.h"
#include "io/formats/mjcf.h"
#include "study.h"

Suite *suite_presence(void);

static const double g = 9.81;

static KipSim *make_sim(const KipModel *model)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    return sim;
}

static void run(KipSim *sim, int steps)
{
    KipError error;
    while (steps-- > 0)
        ck_ok(kip_sim_step(sim, &error));
}

static KipModel *parse(const char *text)
{
    KipModel *model;
    KipError error;
    ck_ok(kip_mjcf_parse(&model, text, strlen(text), "scene.xml", NULL, &error));
    return model;
}

static KipVec3 contact_force(const KipSim *sim, int geom)
{
    const KipContact *contact;
    KipVec3 sum = v3_zero();
    for (int n = kip_sim_contacts(sim, &contact), i = 0; i < n; i++) {
        if (contact[i].geom2 == geom)
            sum = v3_add(sum, contact[i].force);
        if (contact[i].geom1 == geom)
            sum = v3_sub(sum, contact[i].force);
    }
    return sum;
}

static int body_of(const KipModel *model, const char *name)
{
    for (int i = 1; i < model->nbody; i++)
        if (strcmp(model->body[i].name, name) == 0)
            return i;
    ck_abort_msg("no body '%s'", name);
    return -1;
}

static int geom_of(const KipModel *model, const char *name)
{
    for (int i = 0; i < model->ngeom; i++)
        if (strcmp(model->geom[i].name, name) == 0)
            return i;
    ck_abort_msg("no geom '%s'", name);
    return -1;
}

/* -- trees that come and go ------------------------------------------------------------------------------ */

#define BOX_AND_ARM                                                                                          \
    "<geom name='ground' type='plane' size='9 9 1' friction='0.8'/>"                                         \
    "<body name='box' pos='0 0 0.4' euler='20 30 0'><freejoint name='box'/>"                                 \
    "<geom name='box' type='box' size='0.2 0.15 0.1' mass='2' friction='0.8'/></body>"                       \
    "<body name='arm' pos='0 0 1'><joint name='arm' axis='0 1 0' damping='0.1' limited='false'/>"            \
    "<geom type='capsule' fromto='0 0 0 0 0 -0.5' size='0.05' mass='1'/>"                                    \
    "<body name='hand' pos='0 0 -0.5'><joint name='hand' type='ball' stiffness='3' limited='false'/>"        \
    "<geom type='capsule' fromto='0 0 0 0.1 0 -0.2' size='0.04' mass='0.5'/></body></body>"

#define BALLS                                                                                                \
    "<body name='ball' pos='0 0 0.5'><freejoint name='ball'/><geom name='ball' size='0.2' mass='3'/></body>" \
    "<body name='club' pos='0.1 0 0.8'><joint name='club' type='slide' axis='0 0 1' stiffness='50' "         \
    "limited='false'/>"                                                                                      \
    "<geom size='0.1' mass='2'/><body name='head' pos='0 0 0.2'><joint name='head' axis='0 1 0' "            \
    "limited='false'/>"                                                                                      \
    "<geom size='0.1' mass='2'/></body></body>"

/* What is absent changes no bit of what is there, though it stands in its way; and it waits where it is. */
START_TEST(test_absent_is_as_good_as_not_there)
{
    KipModel *with = parse("<mujoco><worldbody>" BOX_AND_ARM BALLS
                           "</worldbody><custom><text name='pool' data=' ball\nclub '/></custom></mujoco>");
    KipModel *without = parse("<mujoco><worldbody>" BOX_AND_ARM "</worldbody></mujoco>");
    KipSim *a = make_sim(with), *b = make_sim(without);
    const KipDynamics *da = kip_sim_dynamics(a), *db = kip_sim_dynamics(b);
    const KipContact *contact;
    int nq = without->nq, nv = without->nv, touched = 0;
    KipError error;
    double q[32], v[32] = {0.5, 0, 0, 1, 2, 3, 4, 1, 1, 1};
    memcpy(q, kip_sim_q(a), (size_t)with->nq * sizeof *q);
    q[7] = 1, q[with->nq - 2] = 0.3;
    ck_ok(kip_sim_set_state(a, q, v, &error));
    ck_ok(kip_sim_set_state(b, q, v, &error));
    kip_sim_set_external(a, body_of(with, "ball"), v3(5, 0, 100), v3(1, 0, 0), v3_zero());
    kip_sim_drives(a).feedforward[with->nv - 2] = 100;
    ck_assert(!kip_sim_is_present(a, body_of(with, "ball")) && !kip_sim_is_present(a, body_of(with, "head")));
    ck_assert(kip_sim_is_present(a, body_of(with, "hand")) && !kip_sim_is_on(a, geom_of(with, "ball")));
    for (int i = 0; i < 2000; i++) {
        KipVec3 x, y;
        run(a, 1);
        run(b, 1);
        touched += kip_sim_contacts(a, &contact);
        ck_assert_mem_eq(kip_sim_q(a), kip_sim_q(b), (size_t)nq * sizeof *q);
        ck_assert_mem_eq(kip_sim_v(a), kip_sim_v(b), (size_t)nv * sizeof *v);
        ck_assert_int_eq(kip_sim_contacts(a, &contact), kip_sim_contacts(b, &contact));
        ck_near(kip_energy(da).kinetic, kip_energy(db).kinetic, 0);
        ck_near(kip_energy(da).potential, kip_energy(db).potential, 0);
        ck_near(kip_energy(da).elastic, kip_energy(db).elastic, 0);
        x = kip_com(da), y = kip_com(db);
        ck_below(v3_length(v3_sub(x, y)), 1e-15);
        x = kip_com_velocity(da), y = kip_com_velocity(db);
        ck_below(v3_length(v3_sub(x, y)), 1e-15);
        x = kip_angular_momentum(da), y = kip_angular_momentum(db);
        ck_below(v3_length(v3_sub(x, y)), 1e-15);
    }
    ck_assert_int_gt(touched, 100);
    ck_assert_mem_eq(kip_sim_q(a) + nq, q + nq, (size_t)(with->nq - nq) * sizeof *q);
    for (int k = nv; k < with->nv; k++)
        ck_assert(kip_sim_v(a)[k] == 0);
    ck_assert(kip_sim_work(a).drives == 0 && kip_sim_work(a).external == 0);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(with);
    kip_model_destroy(without);
}
END_TEST

/* The centre of mass and its velocity, too. */
START_TEST(test_queries_leave_out_the_absent)
{
    KipModel *with = parse("<mujoco><worldbody>" BOX_AND_ARM BALLS "</worldbody></mujoco>");
    KipModel *without = parse("<mujoco><worldbody>" BOX_AND_ARM "</worldbody></mujoco>");
    KipSim *a = make_sim(with), *b = make_sim(without);
    double v[32];
    KipError error;
    for (int k = 0; k < 32; k++)
        v[k] = 1 + k;
    for (int i = 0; i < 2; i++) {
        KipVec3 all = kip_com(kip_sim_dynamics(a));
        ck_ok(kip_sim_set_present(a, body_of(with, "ball"), false, &error));
        ck_ok(kip_sim_set_present(a, body_of(with, "club"), false, &error));
        ck_assert(v3_length(v3_sub(kip_com(kip_sim_dynamics(a)), all)) > 0.01);
        ck_ok(kip_sim_set_state(a, NULL, v, &error));
        ck_ok(kip_sim_set_state(b, NULL, v, &error));
        ck_below(v3_length(v3_sub(kip_com_velocity(a->d), kip_com_velocity(b->d))), 1e-12);
        ck_ok(kip_sim_set_present(a, body_of(with, "ball"), true, &error));
        ck_ok(kip_sim_set_present(a, body_of(with, "club"), true, &error));
        ck_below(v3_length(v3_sub(kip_com(kip_sim_dynamics(a)), all)), 1e-15);
    }
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(with);
    kip_model_destroy(without);
}
END_TEST

/* A thrown ball: put somewhere while it is absent, it comes at rest and falls; its coming does not make a
 * box that friction holds on a slope slip. */
START_TEST(test_coming_and_going)
{
    KipModel *model = parse(
        "<mujoco><worldbody><geom name='slope' type='plane' size='9 9 1' friction='0.8' euler='0 20 0'/>"
        "<body name='box' pos='0 0 0.1065' euler='0 20 0'><freejoint/>"
        "<geom name='box' type='box' size='0.2 0.15 0.1' mass='2' friction='0.8'/></body>"
        "<body name='ball' pos='0 0 5'><freejoint/><geom name='ball' size='0.1' mass='1'/></body>"
        "</worldbody><custom><text name='pool' data='ball'/></custom></mujoco>");
    KipSim *sim = make_sim(model), *calm = make_sim(model);
    KipError error;
    int ball = body_of(model, "ball");
    double q[14], v[12] = {0}, h = kip_sim_timestep(sim);
    run(sim, 2000);
    run(calm, 2000);
    memcpy(q, kip_sim_q(sim), sizeof q);
    q[9] = 5;
    ck_ok(kip_sim_set_present(sim, ball, true, &error));
    run(sim, 100);
    run(calm, 100);
    ck_near(kip_sim_q(sim)[9], 5 - 0.5 * g * 100 * h * 100 * h, 1e-12);
    ck_near(kip_sim_v(sim)[8], -g * 100 * h, 1e-12);
    ck_assert_mem_eq(kip_sim_q(sim), kip_sim_q(calm), 7 * sizeof *q);
    ck_ok(kip_sim_set_present(sim, ball, false, &error));
    ck_assert(kip_sim_v(sim)[8] == 0);
    run(sim, 50);
    run(calm, 50);
    ck_near(kip_sim_q(sim)[9], 5 - 0.5 * g * 100 * h * 100 * h, 1e-12);
    ck_assert_mem_eq(kip_sim_q(sim), kip_sim_q(calm), 7 * sizeof *q);

    v[6] = 3; /* what is absent is at rest, whatever it is told */
    q[7] = 2;
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    run(sim, 50);
    ck_assert(kip_sim_q(sim)[7] == 2 && kip_sim_q(sim)[9] == 5);
    ck_ok(kip_sim_set_present(sim, ball, true, &error));
    ck_assert(kip_sim_v(sim)[6] == 0);
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    run(sim, 50);
    ck_near(kip_sim_q(sim)[7], 2 + 3 * 50 * h, 1e-12);

    q[7] = kip_sim_q(sim)[0], q[8] = 0, q[9] = 0.5; /* on the box */
    ck_ok(kip_sim_set_present(sim, ball, false, &error));
    ck_ok(kip_sim_set_state(sim, q, NULL, &error));
    run(sim, 1000);
    ck_assert(v3_length(contact_force(sim, geom_of(model, "ball"))) == 0);
    ck_ok(kip_sim_set_present(sim, ball, true, &error));
    for (int i = 0; i < 1000 && v3_length(contact_force(sim, geom_of(model, "ball"))) == 0; i++)
        run(sim, 1);
    ck_assert(v3_length(contact_force(sim, geom_of(model, "ball"))) > 0);
    ck_ok(kip_sim_set_present(sim, ball, false, &error));
    ck_assert(v3_length(contact_force(sim, geom_of(model, "ball"))) == 0);
    kip_sim_destroy(sim);
    kip_sim_destroy(calm);
    kip_model_destroy(model);
}
END_TEST

/* -- sets of geoms --------------------------------------------------------------------------------------- */

#define RUNNER                                                                                               \
    "<body name='runner' pos='0 0 1'><freejoint name='runner'/>"                                             \
    "<inertial pos='0 0 0' mass='5' diaginertia='0.2 0.2 0.2'/>"                                             \
    "<geom name='foot_l' type='box' size='0.1 0.05 0.02' pos='0 0.1 -0.5'/>"                                 \
    "<geom name='foot_r' type='box' size='0.1 0.05 0.02' pos='0 -0.1 -0.5'/>"                                \
    "<geom name='ski_l' type='box' size='0.8 0.05 0.02' pos='0 0.1 -0.6'/>"                                  \
    "<geom name='ski_r' type='box' size='0.8 0.05 0.02' pos='0 -0.1 -0.6'/>"                                 \
    "<geom name='skate' type='box' size='0.1 0.02 0.02' pos='0 0 -0.7'/>"                                    \
    "<geom name='hat' size='0.1' pos='0 0 0.3'/><geom name='helmet' size='0.15' pos='0 0 0.3'/></body>"

#define WARDROBE                                                                                             \
    "<custom><text name='geoms/shoes/feet' data='foot_l foot_r'/><text name='note' data='geoms'/>"           \
    "<text name='geoms/head/hat' data='hat'/><text name='geoms/shoes/skis' data='ski_l\tski_r'/>"            \
    "<text name='geoms/shoes/skates' data='skate'/><text name='geoms/head/helmet' data='helmet'/></custom>"

static void check_stands_on(KipSim *sim, double height, const char *first, const char *second)
{
    const KipModel *model = kip_sim_model(sim);
    double q[7] = {0, 0, height, 1, 0, 0, 0}, v[6] = {0};
    const KipContact *contact;
    KipVec3 sum = v3_zero();
    int n;
    KipError error;
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    run(sim, 1000);
    n = kip_sim_contacts(sim, &contact);
    for (int i = 0; i < n; i++) {
        const char *name = model->geom[contact[i].geom2].name;
        ck_assert_msg(strcmp(name, first) == 0 || strcmp(name, second) == 0, "stands on '%s'", name);
        sum = v3_add(sum, contact[i].force);
    }
    ck_near(sum.z, model->mass * g, 1e-6 * model->mass * g);
}

START_TEST(test_one_of_a_group_is_on)
{
    KipModel *model = parse("<mujoco><worldbody><geom type='plane' size='9 9 1'/>" RUNNER
                            "</worldbody>" WARDROBE "</mujoco>");
    KipSim *sim = make_sim(model);
    KipError error;
    for (int round = 0; round < 2; round++) {
        check_stands_on(sim, 0.521, "foot_l", "foot_r");
        ck_assert(kip_sim_is_on(sim, geom_of(model, "foot_l")) &&
                  !kip_sim_is_on(sim, geom_of(model, "ski_l")));
        ck_ok(kip_sim_choose(sim, "shoes/skis", &error));
        check_stands_on(sim, 0.621, "ski_l", "ski_r");
        ck_assert(kip_sim_is_on(sim, geom_of(model, "hat")) && !kip_sim_is_on(sim, geom_of(model, "helmet")));
        ck_ok(kip_sim_choose(sim, "head/helmet", &error));
        ck_assert(!kip_sim_is_on(sim, geom_of(model, "hat")) && kip_sim_is_on(sim, geom_of(model, "helmet")));
        ck_assert(kip_sim_is_on(sim, geom_of(model, "ski_l"))); /* of another group */
        ck_ok(kip_sim_choose(sim, "shoes/feet", &error));
        ck_ok(kip_sim_choose(sim, "head/hat", &error));
    }
    ck_assert_int_eq(kip_sim_choose(sim, "shoes/ski", &error), KIP_BAD_USE);
    ck_assert_msg(strstr(error.message, "'shoes/ski'") && strstr(error.message, "did you mean 'shoes/skis'"),
                  "%s", error.message);
    ck_assert(kip_sim_is_on(sim, geom_of(model, "foot_l")));
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Two of a kind in one model, each under its prefix, with wardrobe and pool of its own. */
START_TEST(test_sets_under_a_prefix)
{
    const char *text = "<mujoco><worldbody>" RUNNER "</worldbody>" WARDROBE "</mujoco>";
    const char *ball = "<mujoco><worldbody><body name='ball'><freejoint/><geom size='0.1' mass='1'/></body>"
                       "</worldbody><custom><text name='pool' data='ball'/></custom></mujoco>";
    KipBuilder *builder = kip_builder_create(NULL);
    KipModel *model;
    KipSim *sim;
    KipError error;
    ck_ok(
        kip_mjcf_add_text(builder, text, strlen(text), "a.xml", "a/", v3_zero(), q_identity(), NULL, &error));
    ck_ok(kip_mjcf_add_text(builder, text, strlen(text), "a.xml", "b/", v3(5, 0, 0), q_identity(), NULL,
                            &error));
    ck_ok(kip_mjcf_add_text(builder, ball, strlen(ball), "c.xml", "c/", v3(9, 0, 0), q_identity(), NULL,
                            &error));
    ck_ok(kip_builder_finish(builder, &model, &error));
    sim = make_sim(model);
    ck_ok(kip_sim_choose(sim, "b/shoes/skis", &error));
    ck_assert(kip_sim_is_on(sim, geom_of(model, "a/foot_l")) &&
              kip_sim_is_on(sim, geom_of(model, "b/ski_l")));
    ck_assert(!kip_sim_is_on(sim, geom_of(model, "a/ski_l")) &&
              !kip_sim_is_on(sim, geom_of(model, "b/foot_l")));
    ck_assert(!kip_sim_is_present(sim, body_of(model, "c/ball")));
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_bad_texts_are_refused)
{
    static const struct {
        const char *text, *names, *what;
    } bad[] = {
        {"<text name='pool' data='runner lamp'/>", "'pool'", "'lamp'"},
        {"<text name='pool' data='bench'/>", "'pool'", "'bench'"},   /* has no joint */
        {"<text name='pool' data='finger'/>", "'pool'", "'finger'"}, /* is a child */
        {"<text name='geoms/shoes/feet' data='foot_l toe'/>", "'geoms/shoes/feet'", "'toe'"},
        {"<text name='geoms/shoes/feet' data='hat'/><text name='geoms/head/hat' data='hat'/>",
         "'geoms/head/hat'", "another set"},
        {"<text name='geoms/shoes/feet' data='hat hat'/>", "'geoms/shoes/feet'", "another set"},
        {"<text name='geoms/shoes' data='hat'/>", "'geoms/shoes'", "geoms/GROUP/NAME"},
        {"<text name='geoms/shoes/' data='hat'/>", "'geoms/shoes/'", "geoms/GROUP/NAME"},
        {"<text name='geoms/' data='hat'/>", "'geoms/'", "geoms/GROUP/NAME"},
        {"<text name='geoms/a/b' data='hat'/><text name='geoms/a/b' data='helmet'/>", "'geoms/a/b'",
         "two texts"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[4000];
        KipModel *model;
        KipSimDef def;
        KipSim *sim = NULL;
        KipError error;
        strcpy(text, "<mujoco model='town'><worldbody><body name='bench'><geom size='1'/></body>" RUNNER
                     "<body name='hand' pos='9 0 0'><freejoint/><geom size='0.1'/><body name='finger'>"
                     "<joint name='finger' axis='0 1 0'/><geom size='0.05' pos='0.2 0 0'/></body></body>"
                     "</worldbody><custom>");
        strcat(strcat(text, bad[i].text), "</custom></mujoco>");
        model = parse(text);
        def = kip_sim_def(model);
        ck_assert_int_eq(kip_sim_create(model, &def, &sim, &error), KIP_BAD_INPUT);
        ck_assert_ptr_null(sim);
        ck_assert_msg(strstr(error.message, bad[i].names) && strstr(error.message, bad[i].what) &&
                          strstr(error.message, "'town'"),
                      "%s", error.message);
        kip_model_destroy(model);
    }
    KipModel *odd =
        parse("<mujoco><worldbody>" RUNNER "</worldbody><custom><text name='geoms/x/pool' data='hat'/>"
              "<text name='pool' data=' '/><text name='whirlpool' data='water'/></custom></mujoco>");
    KipSim *sim = make_sim(odd);
    ck_assert(kip_sim_is_present(sim, 1) && kip_sim_is_on(sim, geom_of(odd, "hat")));
    kip_sim_destroy(sim);
    kip_model_destroy(odd);
}
END_TEST

START_TEST(test_only_trees_come_and_go)
{
    KipModel *model =
        parse("<mujoco><worldbody><body name='bench'><geom size='1' contype='0' conaffinity='0'/>"
              "</body>" BOX_AND_ARM "</worldbody></mujoco>");
    KipSim *sim = make_sim(model);
    const int body[5] = {0, body_of(model, "bench"), body_of(model, "hand"), -1, model->nbody};
    const char *name[5] = {"world", "'bench'", "'hand'", "come and go", "come and go"};
    KipError error;
    uint64_t hash = kip_sim_hash(sim);
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(kip_sim_set_present(sim, body[i], false, &error), KIP_BAD_USE);
        const char *at = strstr(error.message, name[i]);
        ck_assert_msg(at && (i < 3 || strcmp(at, name[i]) == 0), "%s", error.message);
    }
    ck_assert(kip_sim_is_present(sim, body[1]) && kip_sim_is_present(sim, body[2]) &&
              kip_sim_is_present(sim, 0));
    ck_assert(kip_sim_hash(sim) == hash);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- joints that move as they are told ------------------------------------------------------------------- */

#define PLATFORM                                                                                             \
    "<body name='lift' pos='0 0 1'><joint name='across' type='slide' axis='1 0 0' limited='false'/>"         \
    "<joint name='up' type='slide' axis='0 0 1' limited='false'/>"                                           \
    "<geom name='platform' type='box' size='1 1 0.1' mass='3' friction='0.8'/></body>"

/* A lift carries a box: its weight and what accelerates it, by friction across; and is not held up by it. */
START_TEST(test_platform_carries)
{
    KipModel *model = parse("<mujoco><option timestep='0.001'/><worldbody>" PLATFORM
                            "<body name='box' pos='0 0 1.2'><freejoint/>"
                            "<geom name='box' type='box' size='0.2 0.2 0.1' mass='40' friction='0.8'/></body>"
                            "</worldbody></mujoco>");
    KipSim *sim = make_sim(model);
    KipError error;
    int box = geom_of(model, "box");
    const double none = 0, up = 2, across = 3, t = 0.5;
    KipVec3 f;
    double start;
    ck_ok(kip_sim_prescribe(sim, 0, 1, NULL, NULL, &none, &error));
    ck_ok(kip_sim_prescribe(sim, 1, 1, NULL, NULL, &none, &error));
    run(sim, 4000);
    ck_assert(kip_sim_q(sim)[0] == 0 && kip_sim_q(sim)[1] == 0);
    ck_near(contact_force(sim, box).z, 40 * g, 1e-3);
    ck_ok(kip_sim_prescribe(sim, 0, 1, NULL, NULL, &across, &error));
    ck_ok(kip_sim_prescribe(sim, 1, 1, NULL, NULL, &up, &error));
    f = v3_zero();
    for (int i = 0; i < 500; i++) {
        run(sim, 1);
        f = v3_add_scaled(f, 1.0 / 500, contact_force(sim, box));
    }
    ck_near(kip_sim_q(sim)[0], 0.5 * across * t * t, 1e-13);
    ck_near(kip_sim_q(sim)[1], 0.5 * up * t * t, 1e-13);
    ck_near(kip_sim_v(sim)[0], across * t, 1e-13);
    ck_near(f.z, 40 * (g + up), 2);
    ck_near(f.x, 40 * across, 2);
    ck_near(kip_sim_v(sim)[2], across * t, 1e-2);
    ck_near(kip_sim_v(sim)[4], up * t, 1e-2);

    study_print("a platform that rises at 2 and goes across at 3 m/s^2 carries 40 kg: %.3f N of %.3f up, "
                "%.3f of %.3f "
                "across\n",
                f.z, 40 * (g + up), f.x, 40 * across);

    ck_ok(kip_sim_prescribe(sim, 0, 1, &none, &none, &none, &error));
    ck_ok(kip_sim_prescribe(sim, 1, 1, &none, &none, &none, &error));
    kip_sim_free_joints(sim, 1, 1); /* and falls when it is let go */
    start = kip_sim_q(sim)[1];
    run(sim, 100);
    ck_below(kip_sim_q(sim)[1], start - 0.04);
    ck_assert(kip_sim_q(sim)[0] == 0);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* A thrown thing that follows its clip: it turns and flies as told, hits a ball, and feels nothing. */
START_TEST(test_clip_pushes_and_feels_nothing)
{
    KipModel *model =
        parse("<mujoco><option timestep='0.001' gravity='0 0 0'/><worldbody>"
              "<body name='clip'><freejoint/><geom type='capsule' size='0.1 0.3' mass='0.1'/></body>"
              "<body name='ball' pos='1 0.05 0'><freejoint/><geom size='0.2' mass='7'/></body>"
              "</worldbody></mujoco>");
    KipSim *sim = make_sim(model);
    const double q[7] = {0, 0, 0, 1, 0, 0, 0}, v[6] = {4, 0, 0, 0, 0, 5}, a[6] = {-1, 0, 2, 0, 0, 0};
    KipError error;
    KipQuat turned;
    ck_ok(kip_sim_prescribe(sim, 0, 1, q, v, a, &error));
    run(sim, 600);
    ck_near(kip_sim_q(sim)[0], 4 * 0.6 - 0.5 * 0.36, 1e-13);
    ck_near(kip_sim_q(sim)[2], 0.36, 1e-13);
    turned = q_axis_angle(v3(0, 0, 1), 3);
    ck_near(fabs(q_dot(turned, q_from(kip_sim_q(sim) + 3))), 1, 1e-12);
    ck_near(kip_sim_v(sim)[0], 4 - 0.6, 1e-13);
    ck_near(kip_sim_v(sim)[5], 5, 1e-13);
    ck_assert(kip_sim_v(sim)[6] > 4); /* away at more than the clip's speed */
    study_print("a clip of 3.8 m/s throws a ball at %.2f m/s\n", kip_sim_v(sim)[6]);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

#define ACROBAT                                                                                              \
    "<body name='trunk' pos='0 0 2'><freejoint name='root'/><geom type='capsule' size='0.1 0.3' mass='10'/>" \
    "<body name='arm' pos='0 0.2 0.3'><joint name='arm' axis='0 1 0' damping='0.5' limited='false'/>"        \
    "<geom type='capsule' fromto='0 0 0 0.6 0 0' size='0.05' mass='2'/>"                                     \
    "<body name='hand' pos='0.6 0 0'><joint name='hand' type='ball' stiffness='2' limited='false'/>"         \
    "<geom type='capsule' fromto='0 0 0 0.2 0 0' size='0.04' mass='0.5'/></body></body>"                     \
    "<body name='leg' pos='0 0 -0.4'><joint name='leg' axis='1 0 0' limited='false'/>"                       \
    "<geom type='capsule' fromto='0 0 0 0 0 -0.8' size='0.07' mass='6'/></body></body>"

/* A joint that is told within a body that flies: what drives it is inside, so the whole keeps its
 * momentum. */
START_TEST(test_told_within_keeps_momentum)
{
    KipModel *model = parse("<mujoco><option timestep='0.002' gravity='0 0 0'/><worldbody>" ACROBAT
                            "</worldbody></mujoco>");
    KipSim *sim = make_sim(model);
    const KipDynamics *d = kip_sim_dynamics(sim);
    double v[11] = {0.5, 1, 0.2, 1, 2, 0.5, 0, 1, 0, 2, 0}, most = 0, q, rate, a;
    KipError error;
    KipVec3 p, L, com;
    ck_ok(kip_sim_set_state(sim, NULL, v, &error));
    a = 8;
    ck_ok(kip_sim_prescribe(sim, 1, 1, NULL, NULL, &a, &error));
    p = kip_linear_momentum(d), L = kip_angular_momentum(d), com = kip_com(d);
    for (int i = 0; i < 1000; i++) {
        if (i % 100 == 99) {
            a = -a;
            ck_ok(kip_sim_prescribe(sim, 1, 1, NULL, NULL, &a, &error));
        }
        rate = kip_sim_v(sim)[6], q = kip_sim_q(sim)[7];
        run(sim, 1);
        ck_near(kip_sim_v(sim)[6], rate + 0.002 * a, 1e-14);
        ck_near(kip_sim_q(sim)[7], q + 0.002 * rate + 0.5 * a * 4e-6, 1e-14);
        most = most_of(most, v3_length(v3_sub(kip_linear_momentum(d), p)) / v3_length(p));
        most = most_of(most, v3_length(v3_sub(kip_angular_momentum(d), L)) / v3_length(L));
    }
    com = v3_add_scaled(com, 2 / model->mass, p);
    most = most_of(most, v3_length(v3_sub(kip_com(d), com)));
    study_print("a flying body whose arm moves as told, 2 s: momentum and centre off by %.1e\n", most);
    ck_below(most, 1e-12);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* A joint told what it would do by itself changes nothing. */
START_TEST(test_told_the_truth)
{
    KipModel *model = parse("<mujoco><option timestep='0.001'/><worldbody>" ACROBAT "</worldbody></mujoco>");
    KipSim *free_sim = make_sim(model), *told = make_sim(model);
    double v[11] = {0.5, 1, 0.2, 1, 2, 0.5, 0, 1, 0, 2, 0}, most = 0;
    KipError error;
    ck_ok(kip_sim_set_state(free_sim, NULL, v, &error));
    ck_ok(kip_sim_set_state(told, NULL, v, &error));
    for (int i = 0; i < 500; i++) {
        const double *q = kip_sim_q(free_sim);
        double x = q[7], rate = kip_sim_v(free_sim)[6], mean;
        run(free_sim, 1);
        mean = (kip_sim_v(free_sim)[6] - rate) / 1e-3;
        ck_ok(kip_sim_prescribe(told, 1, 1, &x, &rate, &mean, &error));
        run(told, 1);
        for (int k = 0; k < model->nv; k++)
            most = most_of(most, fabs(kip_sim_v(told)[k] - kip_sim_v(free_sim)[k]));
    }
    study_print("a joint told what it does anyway, 0.5 s: rates differ by %.1e\n", most);
    ck_below(most, 1e-4);
    kip_sim_destroy(free_sim);
    kip_sim_destroy(told);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_bad_orders_are_refused)
{
    KipModel *model = parse("<mujoco><worldbody>" PLATFORM "</worldbody></mujoco>");
    KipSim *sim = make_sim(model);
    const double fine = 1, bad[3] = {NAN, INFINITY, 2e5};
    uint64_t hash = kip_sim_hash(sim);
    KipError error;
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(kip_sim_prescribe(sim, 1, 1, bad + i, &fine, &fine, &error), KIP_BAD_USE);
        ck_assert(strstr(error.message, "'up'"));
        ck_assert_int_eq(kip_sim_prescribe(sim, 1, 1, &fine, bad + i, &fine, &error), KIP_BAD_USE);
    }
    ck_assert_int_eq(kip_sim_prescribe(sim, 1, 1, &fine, &fine, bad, &error), KIP_BAD_USE);
    ck_assert(kip_sim_hash(sim) == hash);
    run(sim, 10);
    ck_assert(kip_sim_v(sim)[1] < 0); /* it falls: nothing is told */
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- together -------------------------------------------------------------------------------------------- */

/* A ball hangs on a point of a platform that swings, and is let go; while it is absent it does not hold
 * it. */
START_TEST(test_constraints_on_what_is_told)
{
    KipModel *model =
        parse("<mujoco><option timestep='0.001'/><worldbody>" PLATFORM
              "<body name='ball' pos='0.5 0 0.5'><freejoint/><geom size='0.05' mass='1'/></body>"
              "<body name='crank' pos='5 0 1'><joint name='crank' axis='0 1 0' limited='false'/>"
              "<geom type='capsule' fromto='0 0 0 0 0 -1' size='0.05' mass='1'/></body>"
              "</worldbody></mujoco>");
    KipSim *sim = make_sim(model);
    const KipDynamics *d = kip_sim_dynamics(sim);
    int lift = body_of(model, "lift"), ball = body_of(model, "ball"), id, lock, motor;
    double gap = 0, a = 0, v = 2, back;
    KipError error;
    KipConstraint c = {.type = KIP_POINT,
                       .body1 = lift,
                       .body2 = ball,
                       .point1 = {0.5, 0, -0.3},
                       .point2 = {0, 0, 0.2}};
    ck_ok(kip_sim_constrain(sim, &c, &id, &error));
    ck_ok(kip_sim_prescribe(sim, 1, 1, NULL, NULL, &a, &error));
    ck_ok(kip_sim_prescribe(sim, 0, 1, NULL, &v, &a, &error));
    ck_near(kip_point_velocity(d, ball, c.point2).x, 2, 1e-14); /* pulled along at once */
    for (int i = 0; i < 2000; i++) {
        a = -8 * kip_sim_q(sim)[0];
        ck_ok(kip_sim_prescribe(sim, 0, 1, NULL, NULL, &a, &error));
        run(sim, 1);
        gap = most_of(gap, v3_length(v3_sub(kip_point_position(d, ball, c.point2),
                                            kip_point_position(d, lift, c.point1))));
    }
    study_print("a ball hanging from a swinging platform, 2 s: gap %.1e m\n", gap);
    ck_below(gap, 1e-9);
    ck_ok(kip_sim_set_present(sim, ball, false, &error));
    v = 3, a = 0;
    ck_ok(kip_sim_prescribe(sim, 0, 1, NULL, &v, &a, &error));
    run(sim, 100);
    for (int k = 0; k < 6; k++)
        ck_assert(kip_sim_constraint_forces(sim, id)[k] == 0);
    ck_assert(kip_sim_v(sim)[0] == 3);
    ck_ok(kip_sim_set_present(sim, ball, true, &error));
    ck_near(kip_point_velocity(d, ball, c.point2).x, 3, 1e-14);
    run(sim, 500); /* 0.3 m */
    ck_below(v3_length(v3_sub(kip_point_position(d, ball, c.point2), kip_point_position(d, lift, c.point1))),
             1e-9);

    /* locks and motors hold neither the absent nor what is told */
    lock = -1, motor = -1;
    c = (KipConstraint){.type = KIP_LOCK, .dof = 8, .target = 1};
    ck_ok(kip_sim_set_present(sim, body_of(model, "crank"), false, &error));
    back = kip_sim_q(sim)[9];
    ck_ok(kip_sim_constrain(sim, &c, &lock, &error));
    c = (KipConstraint){.type = KIP_MOTOR, .dof = 8, .target = 5, .lo = -9, .hi = 9};
    ck_ok(kip_sim_constrain(sim, &c, &motor, &error));
    run(sim, 50);
    ck_assert(kip_sim_q(sim)[9] == back && kip_sim_v(sim)[8] == 0);
    ck_assert(kip_sim_constraint_forces(sim, lock)[0] == 0 && kip_sim_constraint_forces(sim, motor)[0] == 0);
    ck_ok(kip_sim_set_present(sim, body_of(model, "crank"), true, &error));
    v = 1;
    ck_ok(kip_sim_prescribe(sim, 2 + 1, 1, NULL, &v, &a, &error));
    run(sim, 50);
    ck_near(kip_sim_q(sim)[9], back + 0.05, 1e-13);
    ck_assert(kip_sim_constraint_forces(sim, lock)[0] == 0 && kip_sim_constraint_forces(sim, motor)[0] == 0);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* What is told does not move while its tree is absent. */
START_TEST(test_told_and_absent)
{
    KipModel *model = parse("<mujoco><worldbody>" PLATFORM "</worldbody></mujoco>");
    KipSim *sim = make_sim(model);
    const double v = 2, a = 3;
    KipError error;
    ck_ok(kip_sim_prescribe(sim, 0, 1, NULL, &v, &a, &error));
    ck_ok(kip_sim_set_present(sim, 1, false, &error));
    run(sim, 100);
    ck_assert(kip_sim_q(sim)[0] == 0 && kip_sim_v(sim)[0] == 0 && kip_sim_q(sim)[1] == 0);
    ck_ok(kip_sim_set_present(sim, 1, true, &error));
    run(sim, 100);
    ck_near(kip_sim_v(sim)[0], a * 100 * kip_sim_timestep(sim), 1e-13); /* from rest, as it is told still */
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Everything at once, saved in the middle, goes on with the same bits. */
START_TEST(test_save_and_load)
{
    KipModel *model =
        parse("<mujoco><option timestep='0.001'/><worldbody><geom type='plane' size='9 9 1'/>" ACROBAT RUNNER
                  PLATFORM BALLS "</worldbody>" WARDROBE "</mujoco>");
    KipSim *a = make_sim(model), *b = make_sim(model);
    KipError error;
    const double up[2] = {0.5, -0.5};
    void *saved = malloc(kip_sim_save_size(a));
    KipConstraint c = kip_sim_weld(a, body_of(model, "hand"), body_of(model, "ball"), v3_zero());
    int id, ball = body_of(model, "ball"), lift = model->body[body_of(model, "lift")].joint;
    ck_ok(kip_sim_constrain(a, &c, &id, &error));
    ck_ok(kip_sim_prescribe(a, lift, 1, NULL, NULL, up, &error));
    for (int i = 0; i < 10; i++) {
        ck_ok(kip_sim_set_present(a, ball, i % 3 != 1, &error));
        ck_ok(kip_sim_choose(a, i & 1 ? "shoes/skis" : "shoes/feet", &error));
        ck_ok(kip_sim_prescribe(a, lift + 1, 1, NULL, NULL, up + (i & 1), &error));
        run(a, 50);
        kip_sim_save(a, saved);
        ck_ok(kip_sim_load(b, saved, kip_sim_save_size(a), &error));
        ck_assert(kip_sim_is_present(b, ball) == kip_sim_is_present(a, ball));
        run(a, 37);
        run(b, 37);
        ck_assert(kip_sim_hash(a) == kip_sim_hash(b));
        ck_assert_mem_eq(kip_sim_constraint_forces(a, id), kip_sim_constraint_forces(b, id),
                         6 * sizeof(double));
        if (i == 5)
            kip_sim_free_joints(a, lift, 1);
    }
    free(saved);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_presence(void)
{
    Suite *suite = suite_create("presence");
    TCase *tc = tcase_create("presence");
    tcase_add_test(tc, test_absent_is_as_good_as_not_there);
    tcase_add_test(tc, test_queries_leave_out_the_absent);
    tcase_add_test(tc, test_coming_and_going);
    tcase_add_test(tc, test_one_of_a_group_is_on);
    tcase_add_test(tc, test_sets_under_a_prefix);
    tcase_add_test(tc, test_bad_texts_are_refused);
    tcase_add_test(tc, test_only_trees_come_and_go);
    tcase_add_test(tc, test_platform_carries);
    tcase_add_test(tc, test_clip_pushes_and_feels_nothing);
    tcase_add_test(tc, test_told_within_keeps_momentum);
    tcase_add_test(tc, test_told_the_truth);
    tcase_add_test(tc, test_bad_orders_are_refused);
    tcase_add_test(tc, test_constraints_on_what_is_told);
    tcase_add_test(tc, test_told_and_absent);
    tcase_add_test(tc, test_save_and_load);
    suite_add_tcase(suite, tc);
    return suite;
}
