/* The world: names, what touches, pushes, throws, marks, supports, control and saving; without scripts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/random.h"
#include "dynamics/vec3.h"
#include "io/formats/mjcf.h"
#include "study.h"
#include "supervisor/world_parts.h"

Suite *suite_world(void);

static KipError error;

/* -- worlds to test -------------------------------------------------------------------------------------- */

enum { FIRST, SECOND, BALL, WALL, MEMBERS };

static KipStatus nothing(void *user, KipError *unused)
{
    (void)user, (void)unused;
    return KIP_OK;
}

static const KipSkill rest = {.name = "rest", .step = nothing};

typedef struct Stage {
    KipModel *model;
    KipMemberDef member[MEMBERS];
    KipWorldDef def;
    KipWorld *world;
} Stage;

static void add_file(KipBuilder *builder, const char *path, const char *prefix, KipVec3 at)
{
    ck_ok(kip_mjcf_add_file(builder, path, prefix, at, q_identity(), NULL, &error));
}

/* Two skeletons, a ball, a wall that stands. */
static Stage two_people(void)
{
    Stage stage = {0};
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom wall = kip_geom_def();
    add_file(builder, "data/models/skeleton37.xml", "first/", v3_zero());
    int first = kip_builder_nbody(builder);
    add_file(builder, "data/models/skeleton37.xml", "second/", v3(0, 5, 0));
    int second = kip_builder_nbody(builder);
    add_file(builder, "data/models/ball.xml", "Ball/", v3(0, -5, 0));
    wall.name = "Wall";
    wall.type = KIP_GEOM_BOX;
    wall.pos = v3(5, 0, 0);
    wall.size[0] = 0.1, wall.size[1] = wall.size[2] = 1;
    kip_builder_geom(builder, &wall);
    ck_ok(kip_builder_finish(builder, &stage.model, &error));
    int geom = 0;
    while (strcmp(stage.model->geom[geom].name, "Wall") != 0)
        geom++;
    stage.member[FIRST] = (KipMemberDef){.name = "first",
                                         .first_body = 1,
                                         .nbody = first - 1,
                                         .character = true,
                                         .skill = &rest,
                                         .nskill = 1};
    stage.member[SECOND] = (KipMemberDef){.name = "second",
                                          .first_body = first,
                                          .nbody = second - first,
                                          .character = true,
                                          .skill = &rest,
                                          .nskill = 1};
    stage.member[BALL] = (KipMemberDef){.name = "Ball", .first_body = second, .nbody = 1};
    stage.member[WALL] = (KipMemberDef){.name = "Wall", .first_geom = geom, .ngeom = 1};
    stage.def = kip_world_def(stage.model);
    stage.def.member = stage.member;
    stage.def.nmember = MEMBERS;
    return stage;
}

/* One free body: a file of data/models without prefix. */
static Stage one_body(const char *path, const char *name)
{
    Stage stage = {0};
    ck_ok(kip_mjcf_load(&stage.model, path, NULL, &error));
    stage.member[0] = (KipMemberDef){.name = name, .first_body = 1, .nbody = 1};
    stage.def = kip_world_def(stage.model);
    stage.def.member = stage.member;
    stage.def.nmember = 1;
    return stage;
}

static void open_stage(Stage *stage)
{
    stage->def.member = stage->member; /* it may have been copied */
    ck_ok(kip_world_create(stage->model, &stage->def, &stage->world, &error));
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

/* -- names ----------------------------------------------------------------------------------------------- */

static void check_found(const Stage *stage, int context, const char *name, int member, const char *body)
{
    KipThing thing = {-7, -7};
    ck_ok(kip_world_find(stage->world, context, name, &thing, &error));
    ck_assert_msg(thing.member == member, "%s in %d is of member %d", name, context, thing.member);
    ck_assert_int_eq(thing.body, body ? kip_model_find_body(stage->model, body) : member < 0 ? 0 : -1);
}

START_TEST(names_are_found)
{
    Stage stage = two_people();
    open_stage(&stage);
    check_found(&stage, -1, "first", FIRST, NULL);
    check_found(&stage, FIRST, "second", SECOND, NULL);
    check_found(&stage, -1, "second/hand_r", SECOND, "second/hand_r");
    check_found(&stage, FIRST, "second/hand_r", SECOND, "second/hand_r");
    check_found(&stage, SECOND, "hand_r", SECOND, "second/hand_r");
    check_found(&stage, SECOND, "RightArm", SECOND, "second/hand_r");
    check_found(&stage, FIRST, "second/RightArm", SECOND, "second/hand_r");
    check_found(&stage, SECOND, "Ball", BALL, NULL);
    check_found(&stage, SECOND, "ball", BALL, "Ball/ball");
    check_found(&stage, -1, "Ball/ball", BALL, "Ball/ball");
    check_found(&stage, -1, "Wall", WALL, NULL);
    check_found(&stage, FIRST, "ground", -1, NULL);
    ck_assert_int_eq(kip_world_body(stage.world, WALL), 0);
    ck_assert_int_eq(kip_world_body(stage.world, SECOND), kip_model_find_body(stage.model, "second/pelvis"));
    ck_assert_int_eq(kip_thing_body(stage.world, (KipThing){BALL, -1}), stage.member[BALL].first_body);
    ck_assert_ptr_null(kip_world_character(stage.world, BALL));
    ck_assert_str_eq(kip_world_member_name(stage.world, WALL), "Wall");
    close_stage(&stage);
}
END_TEST

static void check_unknown(const Stage *stage, int context, const char *name, const char *meant)
{
    KipThing thing = {-7, -7};
    ck_assert_int_eq(kip_world_find(stage->world, context, name, &thing, &error), KIP_BAD_INPUT);
    ck_assert_int_eq(thing.member, -7);
    ck_assert_ptr_nonnull(strstr(error.message, name));
    const char *said = strstr(error.message, "did you mean '");
    ck_assert_msg(meant ? said && strncmp(said + 14, meant, strlen(meant)) == 0 : !said, "%s", error.message);
}

START_TEST(unknown_names_are_told_with_the_nearest)
{
    Stage stage = two_people();
    open_stage(&stage);
    check_unknown(&stage, -1, "Bal", "Ball'");
    check_unknown(&stage, -1, "secnd", "second'");
    check_unknown(&stage, SECOND, "hand_rr", "hand_r'");
    check_unknown(&stage, -1, "hnad_r", "hand_r'");
    check_unknown(&stage, -1, "second/hand_rr", "second/hand_r'");
    check_unknown(&stage, -1, "first/", "first'");
    check_unknown(&stage, -1, "hand_r", NULL);
    ck_assert_ptr_nonnull(strstr(error.message, "say \"first/hand_r\" or \"second/hand_r\""));
    check_unknown(&stage, BALL, "RightArm", NULL);
    check_unknown(&stage, FIRST, "", NULL);
    check_unknown(&stage, FIRST, "zeppelin", NULL);
    close_stage(&stage);
}
END_TEST

/* -- sensors --------------------------------------------------------------------------------------------- */

typedef struct Watch {
    bool touched;           /* in a step since the last control */
    bool touches;           /* at the end of the last step */
    int seen, missed, gone; /* controls that saw it; that did not; that saw what was over already */
} Watch;

static bool touches_now(KipWorld *world)
{
    const KipContact *contact;
    return kip_sim_contacts(kip_world_sim(world), &contact) > 0;
}

static KipStatus watch(void *user, KipWorld *world, KipError *unused)
{
    Watch *w = user;
    const KipThing ball = {0, -1}, ground = {-1, 0};
    (void)unused;
    if (kip_world_time(world) > 0) {
        bool said = kip_world_touching(world, ball, ground);
        ck_assert(said == w->touched && said == kip_world_touching(world, ground, ball));
        w->seen += said;
        w->missed += !said;
        w->gone += said && !w->touches;
    }
    w->touched = false;
    return KIP_OK;
}

/* A ball bounces within a control period of 20 ms: the next control sees it, the one after does not. */
START_TEST(a_touch_is_kept_until_the_next_control)
{
    Stage stage = one_body("data/models/ball.xml", "ball");
    Watch w = {0};
    const double q[] = {0, 0, 0.5, 1, 0, 0, 0};
    stage.def.period = 0.02;
    stage.def.hooks = (KipWorldHooks){.user = &w, .control = watch};
    open_stage(&stage);
    ck_ok(kip_sim_set_state(kip_world_sim(stage.world), q, NULL, &error));
    for (int i = 0; i < 1000; i++) {
        steps(stage.world, 1);
        w.touches = touches_now(stage.world);
        w.touched = w.touched || w.touches;
        if (w.touches) /* and whoever asks between controls hears it at once */
            ck_assert(kip_world_touching(stage.world, (KipThing){0, 1}, (KipThing){-1, 0}));
    }
    ck_assert_int_gt(w.gone, 0);
    ck_assert_int_gt(w.missed, 0);
    ck_assert_int_gt(w.seen, w.gone);
    close_stage(&stage);
}
END_TEST

/* What stands on the ground from the start touches it at the first control. */
static KipStatus first_touch(void *user, KipWorld *world, KipError *unused)
{
    int *answers = user;
    (void)unused;
    answers[kip_world_time(world) > 0] += kip_world_touching(world, (KipThing){0, -1}, (KipThing){-1, 0});
    return KIP_OK;
}

START_TEST(the_first_control_knows_what_touches)
{
    Stage stage = one_body("data/models/box.xml", "box");
    const double q[] = {0, 0, 0.0999, 1, 0, 0, 0};
    int answers[2] = {0};
    stage.def.hooks = (KipWorldHooks){.user = answers, .control = first_touch};
    open_stage(&stage);
    ck_ok(kip_sim_set_state(kip_world_sim(stage.world), q, NULL, &error));
    steps(stage.world, 1);
    ck_assert_int_eq(answers[0], 1);
    close_stage(&stage);
}
END_TEST

/* At rest the ground carries the weight; the ground feels the opposite; the feet span what touches. */
/* Nobody has control: what touches is what touches now. */
START_TEST(without_control_things_touch_now)
{
    Stage stage = one_body("data/models/ball.xml", "ball");
    const KipThing ball = {0, -1}, ground = {-1, -1};
    open_stage(&stage);
    ck_assert(!kip_world_touching(stage.world, ball, ground) &&
              !kip_world_touching(stage.world, ground, ball));
    steps(stage.world, 3000);
    ck_assert(kip_world_touching(stage.world, ball, ground) && kip_world_touching(stage.world, ground, ball));
    close_stage(&stage);
}
END_TEST

START_TEST(at_rest_contacts_carry_the_weight)
{
    Stage stage = one_body("data/models/box.xml", "box");
    double weight = 2 * 9.81;
    open_stage(&stage);
    steps(stage.world, 4000);
    KipVec3 up = kip_world_contact_force(stage.world, (KipThing){0, -1});
    KipVec3 down = kip_world_contact_force(stage.world, (KipThing){-1, 0});
    ck_near(up.z, weight, 1e-9);
    ck_near(up.x, 0, 1e-9);
    ck_near(up.y, 0, 1e-9);
    ck_assert(up.x == -down.x && up.y == -down.y && up.z == -down.z);
    ck_assert_ptr_null(kip_world_sensors(stage.world, 0)); /* a box feels nothing */
    close_stage(&stage);
}
END_TEST

START_TEST(feet_on_the_ground_span_the_support)
{
    Stage stage = two_people();
    open_stage(&stage);
    steps(stage.world, 20);
    const KipSensors *s = kip_world_sensors(stage.world, SECOND);
    const double *x = s->support_x, *y = s->support_y;
    int n = s->nsupport;
    ck_assert_int_ge(n, 4);
    KipVec3 com = kip_character_com(kip_world_character(stage.world, SECOND));
    /* feet .266 long and .1 wide at most, .175 apart */
    double margin = kip_hull_margin(x, y, n, com.x, com.y);
    ck_assert(margin == s->margin);
    ck_assert(margin > 0.02 && margin < 0.14);
    ck_near(com.y, 5, 1e-6);
    for (int i = 0; i < n; i++)
        ck_assert(fabs(x[i]) < 0.3 && fabs(y[i] - 5) < 0.2);
    close_stage(&stage);
}
END_TEST

/* -- hulls ----------------------------------------------------------------------------------------------- */

static double area_of(const double *x, const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[(i + 1) % n] - x[(i + 1) % n] * y[i];
    return sum / 2;
}

/* W-VST.3a, each corner twice, in a mixed order. */
START_TEST(two_feet_have_the_hull_of_the_index)
{
    double x[KIP_HULL] = {0.30, 0, 0.25, 0.05, 0.05, 0, 0.30, 0.25, 0.30, 0, 0.25, 0.05, 0.05, 0, 0.30, 0.25};
    double y[KIP_HULL] = {0.4, 0, 0.1, 0.3, 0.4, 0.1, 0.3, 0, 0.4, 0, 0.1, 0.3, 0.4, 0.1, 0.3, 0};
    const double hx[] = {0, 0.25, 0.3, 0.3, 0.05, 0}, hy[] = {0, 0, 0.3, 0.4, 0.4, 0.1};
    int n = kip_hull(x, y, 16);
    ck_assert_int_eq(n, 6);
    for (int i = 0; i < n; i++)
        ck_assert(x[i] == hx[i] && y[i] == hy[i]);
    ck_near(area_of(x, y, n), 0.105, 1e-15);
    ck_near(kip_hull_margin(x, y, n, 0.15, 0.2), 0.131519189, 1e-9);
    ck_near(kip_hull_margin(x, y, n, 0.27, 0.1), -0.003287980, 1e-9);
}
END_TEST

START_TEST(hulls_of_few_or_collinear_points)
{
    double x[KIP_HULL] = {0, 1, 2, 3, 1.5}, y[KIP_HULL] = {0, 1, 2, 3, 1.5};
    ck_assert_int_eq(kip_hull(x, y, 0), 0);
    ck_assert(kip_hull_margin(x, y, 0, 1, 1) == -INFINITY);
    ck_assert_int_eq(kip_hull(x, y, 5), 2); /* collinear: their ends */
    ck_assert(x[0] == 0 && x[1] == 3 && y[1] == 3);
    ck_near(kip_hull_margin(x, y, 2, 3, 0), -sqrt(4.5), 1e-15);
    ck_near(kip_hull_margin(x, y, 2, 3, 4), -1, 1e-15);
    ck_near(kip_hull_margin(x, y, 2, 1, 1), 0, 1e-15);
    x[0] = x[1] = x[2] = 2, y[0] = y[1] = y[2] = 1;
    ck_assert_int_eq(kip_hull(x, y, 3), 1);
    ck_near(kip_hull_margin(x, y, 1, 5, 5), -5, 1e-15);
    x[0] = 0, y[0] = 0, x[1] = 1, y[1] = 0, x[2] = 0.5, y[2] = 0, x[3] = 0.5, y[3] = 1; /* one amid an edge */
    ck_assert_int_eq(kip_hull(x, y, 4), 3);
}
END_TEST

/* Every point is inside, every corner is one of the points, every turn is to the left. */
START_TEST(hulls_hold_all_points)
{
    KipRandom random = {5};
    for (int round = 0; round < 2000; round++) {
        double x[KIP_HULL], y[KIP_HULL], px[KIP_HULL], py[KIP_HULL];
        int n = 3 + (int)kip_random_uniform(&random, 0, KIP_HULL - 3);
        double grid = round % 2 ? 4 : 1e6; /* many alike and collinear, or none */
        for (int i = 0; i < n; i++) {
            px[i] = x[i] = floor(kip_random_uniform(&random, 0, grid));
            py[i] = y[i] = floor(kip_random_uniform(&random, 0, grid));
        }
        int m = kip_hull(x, y, n);
        ck_assert(m >= 1 && m <= n);
        for (int i = 0; i < m; i++) {
            int known = 0, a = (i + 1) % m, b = (i + 2) % m;
            for (int k = 0; k < n; k++)
                known += px[k] == x[i] && py[k] == y[i];
            ck_assert_int_gt(known, 0);
            ck_assert(m < 3 || (x[a] - x[i]) * (y[b] - y[i]) - (y[a] - y[i]) * (x[b] - x[i]) > 0);
        }
        for (int k = 0; k < n; k++)
            ck_assert(kip_hull_margin(x, y, m, px[k], py[k]) >= (m < 3 ? -1e-12 : -1e-9));
    }
}
END_TEST

/* -- what happens ---------------------------------------------------------------------------------------- */

/* A free body in the air, without weight. */
static Stage floating(const char *path, const char *name)
{
    Stage stage = one_body(path, name);
    const double q[] = {0, 0, 50, 1, 0, 0, 0};
    stage.def.period = 0.005;
    open_stage(&stage);
    ck_ok(kip_sim_set_state(kip_world_sim(stage.world), q, NULL, &error));
    kip_sim_scale_gravity(kip_world_sim(stage.world), 0);
    return stage;
}

/* Also one that begins amid a control period, and one shorter than it. */
START_TEST(a_push_is_force_times_time)
{
    const double seconds[] = {0.1, 0.005, 0.002, 0.0123, 0.0001}, lasts[] = {0.1, 0.005, 0.002, 0.012, 0.001};
    for (int early = 0; early < 7; early++)
        for (int i = 0; i < 5; i++) {
            Stage stage = floating("data/models/box.xml", "box");
            steps(stage.world, early);
            ck_ok(kip_world_push(stage.world, 1, v3(3, -20, 7), seconds[i], v3_zero(), &error));
            steps(stage.world, 200);
            const double *v = kip_sim_v(kip_world_sim(stage.world));
            ck_near(2 * v[0], 3 * lasts[i], 1e-12);
            ck_near(2 * v[1], -20 * lasts[i], 1e-12);
            ck_near(2 * v[2], 7 * lasts[i], 1e-12);
            close_stage(&stage);
        }
}
END_TEST

/* Two parallel forces are one between their points, also while the body turns; each ends in its own time. */
START_TEST(two_pushes_at_once_add_up)
{
    Stage two = floating("data/models/box.xml", "box"), one = floating("data/models/box.xml", "box");
    const KipVec3 f = {0, 9, 4}, a = {0.2, 0.1, 0}, b = {-0.1, 0.1, 0.1};
    const double spin[] = {0, 0, 0, 4, 2, 9};
    ck_ok(kip_sim_set_state(kip_world_sim(two.world), NULL, spin, &error));
    ck_ok(kip_sim_set_state(kip_world_sim(one.world), NULL, spin, &error));
    ck_ok(kip_world_push(two.world, 1, f, 0.1, a, &error));
    ck_ok(kip_world_push(two.world, 1, v3_scale(2, f), 0.1, b, &error));
    ck_ok(kip_world_push(one.world, 1, v3_scale(3, f), 0.1, v3_scale(1.0 / 3, v3_add(a, v3_scale(2, b))),
                         &error));
    steps(two.world, 150);
    steps(one.world, 150);
    const double *v = kip_sim_v(kip_world_sim(two.world)), *w = kip_sim_v(kip_world_sim(one.world));
    for (int i = 0; i < 6; i++)
        ck_near(v[i], w[i], 1e-10);
    ck_ok(kip_world_push(two.world, 1, v3(10, 0, 0), 0.1, a, &error));
    ck_ok(kip_world_push(two.world, 1, v3(0, 10, 0), 0.05, b, &error));
    const double before[] = {v[0], v[1]};
    steps(two.world, 200);
    ck_near(2 * (v[0] - before[0]), 1, 1e-12);
    ck_near(2 * (v[1] - before[1]), 0.5, 1e-12);
    close_stage(&two);
    close_stage(&one);
}
END_TEST

/* The moment of a couple on a ball follows its arm, which turns with the ball. */
START_TEST(a_couple_turns_with_the_body)
{
    Stage stage = floating("data/models/ball.xml", "ball");
    const KipSim *sim = kip_world_sim(stage.world);
    const double inertia = 0.4 * 0.43 * 0.11 * 0.11, arm = 0.22, force = 0.05;
    ck_ok(kip_world_push(stage.world, 1, v3(0, 0, force), 1, v3(-0.11, 0, 0), &error));
    ck_ok(kip_world_push(stage.world, 1, v3(0, 0, -force), 1, v3(0.11, 0, 0), &error));
    double angle = 0, rate = 0; /* about y: inertia angle'' = arm force cos(angle) */
    for (int i = 0; i < 10000; i++) {
        double middle = angle + 0.5e-4 * rate;
        rate += 1e-4 * arm * force * cos(middle) / inertia;
        angle = middle + 0.5e-4 * rate;
    }
    steps(stage.world, 1000);
    const double *q = kip_sim_q(sim), *v = kip_sim_v(sim);
    ck_near(2 * atan2(q[5], q[3]), angle, 0.005);
    ck_near(v[4], rate, 0.02 * arm * force / inertia);
    ck_near(v[0], 0, 1e-12);
    close_stage(&stage);
}
END_TEST

START_TEST(pushes_that_make_no_sense_are_refused)
{
    Stage stage = floating("data/models/box.xml", "box");
    ck_assert_int_eq(kip_world_push(stage.world, 0, v3(1, 0, 0), 1, v3_zero(), &error), KIP_BAD_USE);
    for (int i = 0; i < 32; i++)
        ck_ok(kip_world_push(stage.world, 1, v3(1, 0, 0), 0.01, v3_zero(), &error));
    ck_assert_int_eq(kip_world_push(stage.world, 1, v3(1, 0, 0), 1, v3_zero(), &error), KIP_BAD_USE);
    steps(stage.world, 20);
    ck_near(2 * kip_sim_v(kip_world_sim(stage.world))[0], 0.32, 1e-12);
    ck_ok(kip_world_push(stage.world, 1, v3(1, 0, 0), 1, v3_zero(), &error)); /* there is room again */
    close_stage(&stage);
}
END_TEST

START_TEST(a_throw_puts_it_there_moving)
{
    Stage stage = floating("data/models/box.xml", "box");
    KipSim *sim = kip_world_sim(stage.world);
    const double turned[] = {0, 0, 50, 0.6, 0, 0.8, 0};
    ck_ok(kip_sim_set_state(sim, turned, NULL, &error));
    ck_ok(kip_sim_set_present(sim, 1, false, &error));
    steps(stage.world, 10);
    ck_ok(kip_world_throw(stage.world, 0, v3(1, 2, 30), v3(4, 0, -1), v3(0.5, 0, 2), &error));
    ck_assert(kip_sim_is_present(sim, 1));
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipVec3 p = kip_body_position(d, 1), v = kip_point_velocity(d, 1, v3_zero()),
            w = kip_body_angular_velocity(d, 1);
    ck_assert(p.x == 1 && p.y == 2 && p.z == 30 && v.x == 4 && v.y == 0 && v.z == -1);
    ck_near(w.x, 0.5, 1e-15);
    ck_near(w.y, 0, 1e-15);
    ck_near(w.z, 2, 1e-15);
    ck_near(kip_sim_q(sim)[5], 0.8, 1e-15); /* turned as it was */
    steps(stage.world, 100);
    ck_near(kip_sim_q(sim)[0], 1.4, 1e-12);
    close_stage(&stage);
}
END_TEST

START_TEST(what_is_not_free_is_not_thrown)
{
    Stage stage = two_people();
    Stage pendulum = one_body("data/models/pendulum.xml", "pendulum");
    open_stage(&stage);
    open_stage(&pendulum);
    ck_assert_int_eq(kip_world_throw(stage.world, WALL, v3_zero(), v3_zero(), v3_zero(), &error),
                     KIP_BAD_USE);
    ck_assert_int_eq(kip_world_throw(pendulum.world, 0, v3_zero(), v3_zero(), v3_zero(), &error),
                     KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(error.message, "pendulum"));
    ck_ok(kip_world_throw(stage.world, BALL, v3(0, 0, 3), v3_zero(), v3_zero(), &error));
    close_stage(&stage);
    close_stage(&pendulum);
}
END_TEST

START_TEST(marks_tell_how_long_ago)
{
    Stage stage = floating("data/models/ball.xml", "ball");
    char name[64] = "mark ", *digits = name + 5;
    ck_assert(kip_world_since(stage.world, "hit") == INFINITY);
    ck_ok(kip_world_mark(stage.world, "hit", &error));
    steps(stage.world, 10);
    ck_near(kip_world_since(stage.world, "hit"), 0.01, 1e-15);
    ck_ok(kip_world_mark(stage.world, "hit", &error)); /* again: from now */
    steps(stage.world, 3);
    ck_near(kip_world_since(stage.world, "hit"), 0.003, 1e-15);
    for (int i = 1; i < 64; i++) {
        digits[0] = (char)('0' + i / 8), digits[1] = (char)('0' + i % 8), digits[2] = '\0';
        ck_ok(kip_world_mark(stage.world, name, &error));
    }
    ck_assert_int_eq(kip_world_mark(stage.world, "one more", &error), KIP_BAD_USE);
    ck_ok(kip_world_mark(stage.world, "hit", &error));
    memset(name, 'x', 63);
    ck_assert_int_eq(kip_world_mark(stage.world, name, &error), KIP_BAD_USE);
    close_stage(&stage);
}
END_TEST

/* -- control --------------------------------------------------------------------------------------------- */

START_TEST(control_comes_once_a_period)
{
    static const struct {
        double timestep, period, gives; /* gives 0: refused */
    } table[] = {{0.001, 0, 0.005},     {0.002, 0, 0.006},  {0.01, 0, 0.01},   {0.0005, 0.001, 0.001},
                 {0.001, 0.0033, 0},    {0.001, 0.0005, 0}, {0.001, -1, 0},    {0.001, NAN, 0},
                 {0.001, -INFINITY, 0}, {0.001, 0.0205, 0}, {0.003, 0.3, 0.3}, {0.001, INFINITY, INFINITY}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Stage stage = one_body("data/models/ball.xml", "ball");
        stage.def.sim.timestep = table[i].timestep;
        stage.def.period = table[i].period;
        if (table[i].gives > 0) {
            open_stage(&stage);
            ck_assert(kip_world_period(stage.world) == table[i].gives ||
                      fabs(kip_world_period(stage.world) - table[i].gives) < 1e-15);
        } else {
            ck_assert_int_eq(kip_world_create(stage.model, &stage.def, &stage.world, &error), KIP_BAD_USE);
            ck_assert_ptr_nonnull(strstr(error.message, "period"));
        }
        close_stage(&stage);
    }
}
END_TEST

/* A skill with a memory of its own: it counts its steps and stirs a joint by what it has counted. */
typedef struct Stir {
    Stage *stage;
    int member;
    int64_t started, stepped;
    double sum;
} Stir;

static KipStatus stir_bid(void *user, bool commanded, bool *bids, double *score, char reason[KIP_REASON_SIZE],
                          KipError *unused)
{
    (void)user, (void)reason, (void)unused;
    *bids = commanded;
    *score = 1;
    return KIP_OK;
}

static KipStatus stir_start(void *user, KipError *unused)
{
    Stir *stir = user;
    (void)unused;
    stir->started++;
    return KIP_OK;
}

static KipStatus stir_step(void *user, KipError *told)
{
    Stir *stir = user;
    KipWorld *world = stir->stage->world;
    KipCharacter *character = kip_world_character(world, stir->member);
    int joint = kip_model_find_joint(stir->stage->model,
                                     stir->member == FIRST ? "first/elbow_flex_l" : "second/elbow_flex_l");
    stir->stepped++;
    stir->sum += kip_character_com(character).z;
    const double angle = 1 + 0.01 * (double)(stir->stepped % 50) + 0.001 * stir->sum;
    return kip_character_set_target(character, joint, &angle, NAN, NAN, told);
}

typedef struct Run {
    Stage stage;
    KipSkill skill[2][2];
    Stir stir[2];
} Run;

static Run *begin_run(void)
{
    Run *run = calloc(1, sizeof *run);
    ck_assert_ptr_nonnull(run);
    run->stage = two_people();
    for (int m = 0; m < 2; m++) {
        run->stir[m] = (Stir){.stage = &run->stage, .member = m};
        run->skill[m][0] = rest;
        run->skill[m][1] = (KipSkill){.name = "stir",
                                      .user = &run->stir[m],
                                      .bid = stir_bid,
                                      .start = stir_start,
                                      .step = stir_step};
        run->stage.member[m].skill = run->skill[m];
        run->stage.member[m].nskill = 2;
    }
    open_stage(&run->stage);
    kip_character_hold(kip_world_character(run->stage.world, FIRST));
    kip_character_hold(kip_world_character(run->stage.world, SECOND));
    return run;
}

static void end_run(Run *run)
{
    close_stage(&run->stage);
    free(run);
}

START_TEST(each_character_has_its_own_supervisor)
{
    Run *run = begin_run();
    KipWorld *world = run->stage.world;
    steps(world, 10);
    kip_supervisor_command(kip_world_supervisor(world, SECOND), 1);
    steps(world, 100);
    ck_assert_int_eq(kip_supervisor_active(kip_world_supervisor(world, FIRST)), 0);
    ck_assert_int_eq(kip_supervisor_active(kip_world_supervisor(world, SECOND)), 1);
    ck_assert_int_eq(run->stir[FIRST].stepped, 0);
    ck_assert_int_eq(run->stir[SECOND].stepped, 20);
    ck_assert_int_eq(run->stir[SECOND].started, 1);
    ck_near(kip_supervisor_since(kip_world_supervisor(world, SECOND)), 0.01, 1e-15);
    ck_ok(kip_sim_set_present(kip_world_sim(world), kip_world_body(world, SECOND), false, &error));
    steps(world, 50); /* who is not there does not act */
    ck_assert_int_eq(run->stir[SECOND].stepped, 20);
    end_run(run);
}
END_TEST

/* From 0.163 s, amid a control period, with a push, a mark and touches under way. */
static void disturb(Run *run)
{
    KipWorld *world = run->stage.world;
    kip_supervisor_command(kip_world_supervisor(world, FIRST), 1);
    steps(world, 120);
    kip_supervisor_command(kip_world_supervisor(world, SECOND), 1);
    ck_ok(kip_world_push(world, kip_model_find_body(run->stage.model, "first/head"), v3(50, 30, 0), 0.1,
                         v3_zero(), &error));
    ck_ok(kip_world_mark(world, "pushed", &error));
    steps(world, 43);
}

START_TEST(a_saved_world_goes_on_with_the_same_bytes)
{
    Run *run = begin_run(), *other = begin_run();
    disturb(run);
    size_t size = kip_world_save_size(run->stage.world);
    char *bytes = calloc(3, size), *end = bytes + size, *end_again = end + size;
    ck_assert_ptr_nonnull(bytes);
    kip_world_save(run->stage.world, bytes);
    Stir first = run->stir[0], second = run->stir[1];
    steps(run->stage.world, 400);
    kip_world_save(run->stage.world, end);
    uint64_t hash = kip_sim_hash(kip_world_sim(run->stage.world));

    steps(other->stage.world, 17); /* whatever it did before */
    ck_ok(kip_world_load(other->stage.world, bytes, size, &error));
    kip_world_save(other->stage.world, end_again);
    ck_assert_mem_eq(end_again, bytes, size);
    ck_near(kip_world_since(other->stage.world, "pushed"), 0.043, 1e-15);
    other->stir[0] = first, other->stir[1] = second;
    other->stir[0].stage = other->stir[1].stage = &other->stage;
    steps(other->stage.world, 400);
    kip_world_save(other->stage.world, end_again);
    ck_assert(kip_sim_hash(kip_world_sim(other->stage.world)) == hash);
    ck_assert_mem_eq(end_again, end, size);
    ck_assert(other->stir[0].sum == run->stir[0].sum && other->stir[1].stepped == run->stir[1].stepped);

    ck_assert_int_eq(kip_world_load(other->stage.world, bytes, size - 1, &error), KIP_BAD_INPUT);
    memset(bytes, 0x7f, 4); /* the number of pushes */
    ck_assert_int_eq(kip_world_load(other->stage.world, bytes, size, &error), KIP_BAD_INPUT);
    kip_world_save(other->stage.world, bytes);
    ck_assert_mem_eq(bytes, end, size); /* refused: nothing changed */
    free(bytes);
    end_run(run);
    end_run(other);
}
END_TEST

/* Loads what was saved with some bytes changed: refused. */
static void check_damage(KipWorld *world, const char *bytes, size_t at, const void *value, size_t n)
{
    size_t size = kip_world_save_size(world);
    char *damaged = malloc(size);
    memcpy(damaged, bytes, size);
    memcpy(damaged + at, value, n);
    ck_assert_int_eq(kip_world_load(world, damaged, size, &error), KIP_BAD_INPUT);
    free(damaged);
}

/* Geoms, bodies, counts and names that cannot be are refused, one at a time. */
START_TEST(damaged_worlds_are_refused)
{
    Run *run = begin_run();
    disturb(run);
    KipWorld *world = run->stage.world;
    char *bytes = malloc(kip_world_save_size(world)), name[MARK_SIZE];
    kip_world_save(world, bytes);
    const State state = world->state;
    const int ngeom = run->stage.model->ngeom, nbody = run->stage.model->nbody;
    ck_assert(state.ntouching > 0 && state.npush > 0 && state.nmark > 0);
    const Touching last = state.touching[state.ntouching - 1],
                   wrong[] = {{-1, last.geom2}, {ngeom, last.geom2}, {last.geom1, -1}, {last.geom1, ngeom}};
    for (int i = 0; i < 4; i++)
        check_damage(world, bytes, offsetof(State, touching) + (size_t)(state.ntouching - 1) * sizeof last,
                     &wrong[i], sizeof last);
    const int bodies[] = {-1, 0, nbody};
    for (int i = 0; i < 3; i++) {
        State damaged = state;
        damaged.push[state.npush - 1].body = bodies[i];
        check_damage(world, bytes, 0, &damaged, sizeof damaged);
    }
    for (int i = 0; i < 6; i++) {
        State damaged = state;
        if (i / 2 == 0)
            damaged.npush = i % 2 ? MOST_PUSHES + 1 : -1;
        else if (i / 2 == 1)
            damaged.nmark = i % 2 ? MOST_MARKS + 1 : -1;
        else
            damaged.ntouching = i % 2 ? MOST_TOUCHING + 1 : -1;
        check_damage(world, bytes, 0, &damaged, sizeof damaged);
    }
    const int changed[] = {-1, 2};
    for (int i = 0; i < 2; i++)
        check_damage(world, bytes, sizeof(State), &changed[i], sizeof changed[i]);
    memset(name, 'x', sizeof name);
    check_damage(world, bytes,
                 (size_t)((const char *)state.mark[state.nmark - 1].name - (const char *)&state), name,
                 sizeof name);
    ck_ok(kip_world_load(world, bytes, kip_world_save_size(world), &error));
    free(bytes);
    end_run(run);
}
END_TEST

Suite *suite_world(void)
{
    Suite *suite = suite_create("world");
    TCase *tcase = tcase_create("world");
    tcase_add_test(tcase, names_are_found);
    tcase_add_test(tcase, unknown_names_are_told_with_the_nearest);
    tcase_add_test(tcase, a_touch_is_kept_until_the_next_control);
    tcase_add_test(tcase, the_first_control_knows_what_touches);
    tcase_add_test(tcase, without_control_things_touch_now);
    tcase_add_test(tcase, at_rest_contacts_carry_the_weight);
    tcase_add_test(tcase, feet_on_the_ground_span_the_support);
    tcase_add_test(tcase, two_feet_have_the_hull_of_the_index);
    tcase_add_test(tcase, hulls_of_few_or_collinear_points);
    tcase_add_test(tcase, hulls_hold_all_points);
    tcase_add_test(tcase, a_push_is_force_times_time);
    tcase_add_test(tcase, two_pushes_at_once_add_up);
    tcase_add_test(tcase, a_couple_turns_with_the_body);
    tcase_add_test(tcase, pushes_that_make_no_sense_are_refused);
    tcase_add_test(tcase, a_throw_puts_it_there_moving);
    tcase_add_test(tcase, what_is_not_free_is_not_thrown);
    tcase_add_test(tcase, marks_tell_how_long_ago);
    tcase_add_test(tcase, control_comes_once_a_period);
    tcase_add_test(tcase, each_character_has_its_own_supervisor);
    tcase_add_test(tcase, a_saved_world_goes_on_with_the_same_bytes);
    tcase_add_test(tcase, damaged_worlds_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
