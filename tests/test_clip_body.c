/* Bodies from skeletons: what they weigh, where they stand, that they fall and hold, that they come back. */
#include "clip_body_helpers.h"

#include "control/hold.h"
#include "dynamics/sim.h"
#include "io/formats/mjcf.h"
#include "io/formats/mjcf_write.h"
#include "same_model.h"

Suite *suite_clip_body(void);

static KipModel *body_from(const Made *bone, int n, double mass)
{
    KipClip *clip = clip_from(bone, n, -1, NULL, 0);
    KipModel *model = NULL;
    ck_ok(kip_clip_body(clip, mass, &model, &error));
    kip_clip_destroy(clip);
    return model;
}

static const KipBody *body_of(const KipModel *model, const char *name)
{
    int i = kip_model_find_body(model, name);
    ck_assert_msg(i >= 0, "no body %s", name);
    return model->body + i;
}

static const KipJoint *joint_of(const KipModel *model, const char *name)
{
    int i = kip_model_find_joint(model, name);
    ck_assert_msg(i >= 0, "no joint %s", name);
    return model->joint + i;
}

/* -- what they are --------------------------------------------------------------------------------------- */

START_TEST(weighs_what_is_asked)
{
    KipModel *model = body_from(skeletons[_i].bone, skeletons[_i].n, 64);
    double sum = 0;
    for (int i = 1; i < model->nbody; i++) {
        ck_assert_double_gt(model->body[i].mass, 1e-3);
        sum += model->body[i].mass;
    }
    ck_near(sum, 64, 1e-10);
    ck_near(model->mass, 64, 1e-10);
    kip_model_destroy(model);
}
END_TEST

START_TEST(weighs_as_winter_says)
{
    KipModel *model = body_from(biped, sizeof biped / sizeof *biped, 80);
    double trunk = body_of(model, "Spine")->mass + body_of(model, "Chest")->mass +
                   body_of(model, "LeftShoulder")->mass + body_of(model, "RightShoulder")->mass;
    ck_near(body_of(model, "LeftUpLeg")->mass, 8, 1e-9); /* the table of data/models/skeleton37.xml */
    ck_near(body_of(model, "RightLeg")->mass, 3.72, 1e-9);
    ck_near(body_of(model, "LeftFoot")->mass, 1.16, 1e-9);
    ck_near(body_of(model, "RightArm")->mass, 2.24, 1e-9);
    ck_near(body_of(model, "LeftForeArm")->mass, 1.28, 1e-9);
    ck_near(body_of(model, "LeftHand")->mass, 0.48, 1e-9);
    ck_near(body_of(model, "Hips")->mass, 11.36, 1e-9);
    ck_near(body_of(model, "Head")->mass, 4.8, 1e-9);
    ck_near(trunk, 28.4, 1e-9);
    kip_model_destroy(model);
    model = body_from(biped, sizeof biped / sizeof *biped, 0);
    ck_near(model->mass, 22 * 1.73 * 1.73, 1e-9); /* from the toes to the end of the head */
    kip_model_destroy(model);
}
END_TEST

/* Everything named for the left has its like on the right: mass, place, and the shapes' inertia. */
START_TEST(left_is_like_right)
{
    static const char *const pair[][2] = {
        {"LeftArm", "RightArm"},   {"LeftShoulder", "RightShoulder"}, {"LeftForeArm", "RightForeArm"},
        {"LeftHand", "RightHand"}, {"LeftUpLeg", "RightUpLeg"},       {"LeftLeg", "RightLeg"},
        {"LeftFoot", "RightFoot"},
    };
    KipModel *model = body_from(biped, sizeof biped / sizeof *biped, 75);
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        const KipBody *l = body_of(model, pair[i][0]), *r = body_of(model, pair[i][1]);
        ck_near(l->mass, r->mass, 1e-12);
        ck_near(l->pos.y, -r->pos.y, 1e-12);
        ck_near(l->com.x, r->com.x, 1e-12);
        ck_near(l->com.y, -r->com.y, 1e-12);
        ck_near(l->inertia.xx, r->inertia.xx, 1e-12);
        ck_near(l->inertia.zz, r->inertia.zz, 1e-12);
        ck_near(l->inertia.xy, -r->inertia.xy, 1e-12);
    }
    kip_model_destroy(model);
}
END_TEST

START_TEST(knees_and_elbows_are_hinges)
{
    KipModel *model = body_from(biped, sizeof biped / sizeof *biped, 75);
    const KipJoint *knee = joint_of(model, "LeftLeg_flex"), *left = joint_of(model, "LeftForeArm_flex"),
                   *right = joint_of(model, "RightForeArm_flex"), *hip = joint_of(model, "RightUpLeg_y");
    ck_near(knee->axis.y, 1, 1e-12);  /* the shank, along -z, goes to -x */
    ck_near(left->axis.z, -1, 1e-12); /* the forearm, along y, goes to x */
    ck_near(right->axis.z, 1, 1e-12);
    ck_near(knee->range[0], 0, 1e-9);
    ck_near(knee->range[1], 150 * acos(-1) / 180, 1e-9);
    ck_near(knee->strength[1], 250, 1e-9);
    ck_near(hip->strength[0], -250, 1e-9);
    ck_near(left->strength[1], 60, 1e-9);
    ck_assert_int_eq(body_of(model, "LeftLeg")->njoint, 1);
    ck_assert_int_eq(body_of(model, "LeftUpLeg")->njoint, 3);
    ck_assert_int_eq(kip_model_find_body(model, "LeftToeBase"), -1); /* of the foot */
    ck_assert_int_eq(model->nmotor, model->njoint - 1);
    kip_model_destroy(model);
}
END_TEST

START_TEST(small_bones_are_merged)
{
    KipModel *model = body_from(fingers, sizeof fingers / sizeof *fingers, 75);
    static const char *const none[] = {"rig:thorax", "rig:head_2", "rig:lindex1", "rig:lindex2"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_msg(kip_model_find_body(model, none[i]) < 0, "%s has a body", none[i]);
    ck_assert_int_eq(body_of(model, "rig:lthumb")->parent, kip_model_find_body(model, "rig:lhand"));
    ck_assert_int_eq(body_of(model, "rig:neck")->parent, kip_model_find_body(model, "rig:upper_thorax"));
    ck_near(body_of(model, "rig:lhand")->mass + body_of(model, "rig:lthumb")->mass, 0.006 / 0.98 * 75,
            1e-9); /* no collar bones, .02 of the whole */
    ck_assert_int_eq(body_of(model, "rig:RKnee")->njoint, 1);
    joint_of(model, "rig:rradius_flex");
    kip_model_destroy(model);
}
END_TEST

START_TEST(names_become_unique)
{
    KipModel *model = body_from(chain, sizeof chain / sizeof *chain, 0);
    ck_assert_int_eq(model->nbody, 5);
    ck_assert_str_eq(model->body[1].name, "a");
    ck_assert_str_eq(model->body[2].name, "a_2");
    ck_assert_str_eq(model->body[3].name, "a_2_2");
    ck_assert_str_eq(model->body[4].name, "world_2");
    kip_model_destroy(model);
}
END_TEST

START_TEST(nonsense_is_refused)
{
    static const char point[] = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n";
    KipClip *clip = load_bvh(point);
    KipModel *model = NULL;
    ck_assert_int_eq(kip_clip_body(clip, 70, &model, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "0 m large"));
    ck_assert_int_eq(kip_clip_body(clip, -1, &model, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_clip_body(clip, NAN, &model, &error), KIP_BAD_USE);
    ck_assert_ptr_null(model);
    kip_clip_destroy(clip);
}
END_TEST

/* -- what they do ---------------------------------------------------------------------------------------- */

static KipSim *standing(const KipModel *model)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    int key = kip_model_find_key(model, "stand");
    ck_assert_int_ge(key, 0);
    ck_near(def.timestep, 1e-3, 0);
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    ck_ok(kip_sim_set_key(sim, key, &error));
    return sim;
}

/* The lowest of boxes' corners is at 0, for each that a foot has. */
START_TEST(feet_are_on_the_ground)
{
    static const int nfeet[SKELETONS] = {2, 2, 4, 1, 0};
    KipModel *model = body_from(skeletons[_i].bone, skeletons[_i].n, 70);
    KipSim *sim = standing(model);
    const KipDynamics *d = kip_sim_dynamics(sim);
    int n = 0;
    for (int g = 0; g < model->ngeom; g++) {
        const KipGeom *geom = &model->geom[g];
        if (geom->type != KIP_GEOM_BOX)
            continue;
        ck_near(kip_point_position(d, geom->body, geom->pos).z - geom->size[2], 0, 1e-12);
        n++;
    }
    ck_assert_int_eq(n, nfeet[_i]);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(falls_without_diverging)
{
    KipModel *model = body_from(skeletons[_i].bone, skeletons[_i].n, 70);
    KipSim *sim = standing(model);
    double q[512];
    ck_assert_int_le(model->nq, 512);
    memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
    q[2] += 0.3;
    ck_ok(kip_sim_set_state(sim, q, NULL, &error));
    double before = kip_com(kip_sim_dynamics(sim)).z;
    for (int i = 0; i < 1000; i++) {
        KipStatus status = kip_sim_step(sim, &error);
        ck_assert_msg(status == KIP_OK, "%s: %s", skeletons[_i].name, error.message);
    }
    double after = kip_com(kip_sim_dynamics(sim)).z;
    ck_assert_msg(after > 0 && after < before - 0.2, "%s: from %g to %g m", skeletons[_i].name, before,
                  after);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* A biped that holds its pose stands; let go it sinks. */
START_TEST(holds_itself_up)
{
    for (int held = 0; held < 2; held++) {
        KipModel *model = body_from(skeletons[_i].bone, skeletons[_i].n, 70);
        KipSim *sim = standing(model);
        double before = kip_com(kip_sim_dynamics(sim)).z;
        if (held)
            ck_ok(kip_hold_gains(model, model->key[0].q, kip_sim_timestep(sim), NULL, kip_sim_drives(sim),
                                 &error));
        for (int i = 0; i < (held ? 500 : 1000); i++)
            ck_ok(kip_sim_step(sim, &error));
        double sunk = before - kip_com(kip_sim_dynamics(sim)).z;
        ck_assert_msg(held ? sunk < 0.01 : sunk > 0.05, "%s, held %d: sunk by %g m", skeletons[_i].name, held,
                      sunk);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

START_TEST(comes_back_from_mjcf)
{
    KipModel *model = body_from(skeletons[_i].bone, skeletons[_i].n, 70), *back;
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    KipNotes notes = {0};
    ck_ok(kip_mjcf_write(model, stream, &error));
    fclose(stream);
    ck_ok(kip_mjcf_parse(&back, text, size, "body.xml", &notes, &error));
    ck_assert_int_eq(notes.n, 0);
    check_same(model, back, 1e-12);
    kip_notes_clear(&notes);
    kip_model_destroy(back);
    kip_model_destroy(model);
    free(text);
}
END_TEST

Suite *suite_clip_body(void)
{
    Suite *suite = suite_create("clip body");
    TCase *made = tcase_create("made"), *moving = tcase_create("moving");
    tcase_add_loop_test(made, weighs_what_is_asked, 0, SKELETONS);
    tcase_add_test(made, weighs_as_winter_says);
    tcase_add_test(made, left_is_like_right);
    tcase_add_test(made, knees_and_elbows_are_hinges);
    tcase_add_test(made, small_bones_are_merged);
    tcase_add_test(made, names_become_unique);
    tcase_add_test(made, nonsense_is_refused);
    tcase_add_loop_test(made, comes_back_from_mjcf, 0, SKELETONS);
    suite_add_tcase(suite, made);
    tcase_add_loop_test(moving, feet_are_on_the_ground, 0, SKELETONS);
    tcase_add_loop_test(moving, falls_without_diverging, 0, SKELETONS);
    tcase_add_loop_test(moving, holds_itself_up, 0, 2);
    suite_add_tcase(suite, moving);
    suite_add_tcase(suite, clip_body_motion_case());
    return suite;
}
