/* Bodies from skeletons: what they weigh, where they stand, that they fall and hold, that they come back. */
#include "clip_helpers.h"

#include "control/hold.h"
#include "dynamics/sim.h"
#include "io/formats/clip_body.h"
#include "io/formats/mjcf.h"
#include "io/formats/mjcf_write.h"
#include "same_model.h"

Suite *suite_clip_body(void);

/* -- skeletons ------------------------------------------------------------------------------------------- */

/* A bone of a skeleton in cm, y up, z ahead, x to the left. */
typedef struct Made {
    const char *name;
    int parent;
    double x, y, z; /* from the parent's joint */
    double end[3];  /* 0 0 0: no End Site */
} Made;

static const Made biped[] = {
    {"Hips", -1, 0, 92, 0, {0}},
    {"Spine", 0, 0, 10, 0, {0}},
    {"Chest", 1, 0, 18, 0, {0}},
    {"Neck", 2, 0, 25, 0, {0}},
    {"Head", 3, 0, 10, 0, {0, 20, 0}},
    {"LeftShoulder", 2, 3, 20, 0, {0}},
    {"LeftArm", 5, 14, 0, 0, {0}},
    {"LeftForeArm", 6, 28, 0, 0, {0}},
    {"LeftHand", 7, 26, 0, 0, {15, 0, 0}},
    {"RightShoulder", 2, -3, 20, 0, {0}},
    {"RightArm", 9, -14, 0, 0, {0}},
    {"RightForeArm", 10, -28, 0, 0, {0}},
    {"RightHand", 11, -26, 0, 0, {-15, 0, 0}},
    {"LeftUpLeg", 0, 9, 0, 0, {0}},
    {"LeftLeg", 13, 0, -42, 0, {0}},
    {"LeftFoot", 14, 0, -42, 0, {0}},
    {"LeftToeBase", 15, 0, -6, 13, {0, 0, 6}},
    {"RightUpLeg", 0, -9, 0, 0, {0}},
    {"RightLeg", 17, 0, -42, 0, {0}},
    {"RightFoot", 18, 0, -42, 0, {0}},
    {"RightToeBase", 19, 0, -6, 13, {0, 0, 6}},
};

/* Other spellings; fingers, a bone of no length, one that ends in nothing, and no toes. */
static const Made fingers[] = {
    {"rig:pelvis", -1, 0, 90, 0, {0}},
    {"rig:lowerback", 0, 0, 12, 0, {0}},
    {"rig:thorax", 1, 0, 20, 0, {0}},
    {"rig:upper thorax", 2, 0, 0, 0, {0}},
    {"rig:neck", 3, 0, 24, 0, {0}},
    {"rig:head", 4, 0, 10, 0, {0}},
    {"rig:head", 5, 0, 18, 0, {0}},
    {"rig:lhumerus", 3, 18, 18, 0, {0}},
    {"rig:lradius", 7, 28, 0, 0, {0}},
    {"rig:lhand", 8, 26, 0, 0, {0}},
    {"rig:lthumb", 9, 2, 0, 3, {5, 0, 0}},
    {"rig:lindex1", 9, 9, 0, 2, {0}},
    {"rig:lindex2", 11, 2.5, 0, 0, {2, 0, 0}},
    {"rig:rhumerus", 3, -18, 18, 0, {0}},
    {"rig:rradius", 13, -28, 0, 0, {0}},
    {"rig:rhand", 14, -26, 0, 0, {0}},
    {"rig:rthumb", 15, -2, 0, 3, {-5, 0, 0}},
    {"rig:rindex1", 15, -9, 0, 2, {0}},
    {"rig:rindex2", 17, -2.5, 0, 0, {-2, 0, 0}},
    {"rig:LHip", 0, 9, 0, 0, {0}},
    {"rig:LKnee", 19, 0, -40, 0, {0}},
    {"rig:LAnkle", 20, 0, -42, 0, {0}},
    {"rig:RHip", 0, -9, 0, 0, {0}},
    {"rig:RKnee", 22, 0, -40, 0, {0}},
    {"rig:RAnkle", 23, 0, -42, 0, {0}},
};

static const Made quadruped[] = {
    {"body", -1, 0, 62, -40, {0}}, {"mid", 0, 0, 2, 40, {0}},           {"front", 1, 0, 0, 35, {0}},
    {"throat", 2, 0, 20, 20, {0}}, {"Head", 3, 0, 8, 8, {0, 0, 22}},    {"fl1", 2, 10, -10, 0, {0}},
    {"fl2", 5, 0, -26, -3, {0}},   {"fl3", 6, 0, -24, 3, {0, -4, 6}},   {"fr1", 2, -10, -10, 0, {0}},
    {"fr2", 8, 0, -26, -3, {0}},   {"fr3", 9, 0, -24, 3, {0, -4, 6}},   {"bl1", 0, 10, -6, 0, {0}},
    {"bl2", 11, 0, -28, 3, {0}},   {"bl3", 12, 0, -24, -3, {0, -4, 6}}, {"br1", 0, -10, -6, 0, {0}},
    {"br2", 14, 0, -28, 3, {0}},   {"br3", 15, 0, -24, -3, {0, -4, 6}}, {"tail", 0, 0, 0, -30, {0, -5, -20}},
};

static const Made chain[] = {
    {"a", -1, 0, 160, 0, {0}},
    {"a", 0, 0, -40, 0, {0}},
    {"a_2", 1, 0, -40, 0, {0}},
    {"world", 2, 0, -40, 0, {0, -40, 0}},
};

static const Made one[] = {{"stick", -1, 0, 0, 0, {0, 170, 0}}};

static void write_bone(FILE *stream, const Made *bone, int n, int i)
{
    const Made *b = &bone[i];
    fprintf(stream, "%s %s\n{\nOFFSET %.17g %.17g %.17g\nCHANNELS 3 Zrotation Xrotation Yrotation\n",
            b->parent < 0 ? "ROOT" : "JOINT", b->name, b->x, b->y, b->z);
    for (int k = i + 1; k < n; k++)
        if (bone[k].parent == i)
            write_bone(stream, bone, n, k);
    if (b->end[0] != 0 || b->end[1] != 0 || b->end[2] != 0)
        fprintf(stream, "End Site\n{\nOFFSET %.17g %.17g %.17g\n}\n", b->end[0], b->end[1], b->end[2]);
    fputs("}\n", stream);
}

static KipModel *body_from(const Made *bone, int n, double mass)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    KipModel *model = NULL;
    fputs("HIERARCHY\n", stream);
    write_bone(stream, bone, n, 0);
    fclose(stream);
    KipClip *clip = load_bvh(text);
    ck_assert_int_eq(clip->nbone, n);
    clip->metres = 0.01, clip->up = 1;
    KipStatus status = kip_clip_body(clip, mass, &model, &error);
    ck_assert_msg(status == KIP_OK, "%s", error.message);
    kip_clip_destroy(clip);
    free(text);
    return model;
}

#define SKELETON(bones)                                                                                      \
    {                                                                                                        \
#bones, bones, sizeof bones / sizeof *bones                                                          \
    }

static const struct {
    const char *name;
    const Made *bone;
    int n;
} skeletons[] = {SKELETON(biped), SKELETON(fingers), SKELETON(quadruped), SKELETON(chain), SKELETON(one)};

enum { SKELETONS = sizeof skeletons / sizeof *skeletons };

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
    return suite;
}
