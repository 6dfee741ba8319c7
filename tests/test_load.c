/* The list of loads: at rest it carries every body's weight, and what two bodies do to each other stands in it twice. */
#include <stdlib.h>
#include <string.h>

#include "dynamics/mat3.h"
#include "dynamics/sim.h"
#include "mjcf_helpers.h"

Suite *suite_load(void);

enum { LOW = 1, HIGH, SIDE, BODIES };

static const char boxes[] =
    "<mujoco><worldbody><geom type='plane' size='0 0 1'/>"
    "<body name='low' pos='0 0 .1'><freejoint/><geom type='box' size='.3 .3 .1' mass='5'/></body>"
    "<body name='high' pos='0 0 .3'><freejoint/><geom type='box' size='.2 .2 .1' mass='2'/></body>"
    "<body name='side' pos='.5 0 .3'><freejoint/><geom type='sphere' size='.05' mass='.5'/></body>"
    "</worldbody></mujoco>";

/* The side body hangs on a weld to the high one, which a spring carries in part and which is pushed down; half of gravity
 * is missing. */
static KipSim *stack(const KipModel *model)
{
    KipSim *sim;
    int id;
    ck_ok(kip_sim_create(model, NULL, &sim, &error));
    KipConstraint weld = kip_sim_weld(sim, HIGH, SIDE, v3_zero());
    ck_ok(kip_sim_constrain(sim, &weld, &id, &error));
    const KipSpring spring = {.position = v3(0, 0, 0.35),
                              .orientation = quat(1, 0, 0, 0),
                              .stiffness = {0, 0, 100},
                              .damping = {0, 0, 10}};
    ck_ok(kip_sim_set_spring(sim, HIGH, &spring, &error));
    kip_sim_set_external(sim, HIGH, v3(0, 0, -8), v3_zero(), v3(-0.1, 0, 0));
    kip_sim_scale_gravity(sim, 0.5);
    for (int i = 0; i < 4000; i++)
        ck_ok(kip_sim_step(sim, &error));
    return sim;
}

START_TEST(loads_carry_the_weight)
{
    KipModel *model = load(boxes);
    KipSim *sim = stack(model);
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipLoad *loads = malloc((size_t)kip_sim_max_loads(sim) * sizeof *loads);
    const int n = kip_sim_loads(sim, loads);
    int kinds[KIP_LOAD_GRAVITY + 1] = {0};
    KipVec3 force[BODIES], moment[BODIES];
    for (int i = LOW; i < BODIES; i++)
        force[i] = v3_scale(model->body[i].mass, model->gravity), moment[i] = v3_zero();
    for (const KipLoad *l = loads; l < loads + n; l++) {
        const KipVec3 arm = v3_sub(l->point, model->body[l->body].com);
        kinds[l->kind]++;
        force[l->body] = v3_add(force[l->body], l->force);
        moment[l->body] =
            v3_add(moment[l->body],
                   v3_add(l->torque, v3_cross(m3_apply(kip_body_rotation(d, l->body), arm), l->force)));
    }
    for (int i = LOW; i < BODIES; i++)
        ck_assert_msg(v3_length(force[i]) < 1e-6 && v3_length(moment[i]) < 1e-6, "body %d: %g N, %g N m", i,
                      v3_length(force[i]), v3_length(moment[i]));
    ck_assert(kinds[KIP_LOAD_CONTACT] >= 6 && kinds[KIP_LOAD_CONSTRAINT] == 2 && kinds[KIP_LOAD_PUSH] == 1 &&
              kinds[KIP_LOAD_SPRING] == 1 && kinds[KIP_LOAD_GRAVITY] == 3);
    free(loads);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(what_two_bodies_do_stands_twice)
{
    KipModel *model = load(boxes);
    KipSim *sim = stack(model);
    KipLoad *loads = malloc((size_t)kip_sim_max_loads(sim) * sizeof *loads);
    const int n = kip_sim_loads(sim, loads);
    ck_assert_int_le(n, kip_sim_max_loads(sim));
    for (int i = 0; i < n; i++) {
        int opposite = 0;
        for (int k = 0; k < n; k++)
            opposite += loads[k].kind == loads[i].kind && loads[k].index == loads[i].index &&
                        loads[k].body == loads[i].other && loads[k].other == loads[i].body &&
                        v3_length(v3_add(loads[k].force, loads[i].force)) == 0 &&
                        v3_length(v3_add(loads[k].torque, loads[i].torque)) == 0;
        ck_assert_int_ne(loads[i].body, 0);
        ck_assert_int_eq(opposite, loads[i].other != 0);
    }
    free(loads);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

static const char arm[] = "<mujoco><worldbody><body name='arm'><joint name='hinge' axis='0 1 0'/>"
                          "<geom type='sphere' pos='.4 0 0' size='.1' mass='3'/></body></worldbody></mujoco>";

/* Whatever holds a level arm, a lock or a drive, it gives the moment of its weight: m g x about y, upward is negative. */
START_TEST(an_axis_carries_what_hangs_on_it)
{
    for (int locked = 0; locked <= 1; locked++) {
        KipModel *model = load(arm);
        KipSim *sim;
        const KipConstraint lock = {.type = KIP_LOCK, .dof = 0};
        double tau;
        int id;
        ck_ok(kip_sim_create(model, NULL, &sim, &error));
        if (locked)
            ck_ok(kip_sim_constrain(sim, &lock, &id, &error));
        else
            kip_sim_drives(sim).feedforward[0] = -3 * 9.81 * 0.4;
        for (int i = 0; i < 20; i++)
            ck_ok(kip_sim_step(sim, &error));
        kip_sim_axis_loads(sim, &tau);
        ck_near(tau, -3 * 9.81 * 0.4, 1e-9);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

START_TEST(every_work_has_a_name)
{
    const KipWork work = {.drives = 1, .gravity = 8};
    for (int i = 0; i < KIP_WORKS; i++)
        ck_assert(kip_work_name(i) && strncmp(kip_work_name(i), "work of ", 8) == 0);
    ck_assert(kip_work_part(&work, 0) == 1 && kip_work_part(&work, KIP_WORKS - 1) == 8);
}
END_TEST

Suite *suite_load(void)
{
    Suite *suite = suite_create("load");
    TCase *all = tcase_create("all");
    tcase_add_test(all, loads_carry_the_weight);
    tcase_add_test(all, what_two_bodies_do_stands_twice);
    tcase_add_test(all, an_axis_carries_what_hangs_on_it);
    tcase_add_test(all, every_work_has_a_name);
    suite_add_tcase(suite, all);
    return suite;
}
