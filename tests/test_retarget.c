/* Retargeting: motions of skeleton37, written as BVH with other rest poses, sizes and names, come back. */
#include <stdio.h>

#include "dynamics/tree.h"
#include "io/formats/mjcf.h"
#include "io/formats/retarget.h"
#include "clip_find.h"
#include "motion_helpers.h"

Suite *suite_retarget(void);

static const double DEGREE = 3.14159265358979323846 / 180;

static KipModel *person(void)
{
    KipModel *model = NULL;
    ck_ok(kip_mjcf_load(&model, "data/models/skeleton37.xml", NULL, &error));
    return model;
}

static double *hinge(const KipModel *model, double *q, const char *name)
{
    int joint = kip_model_find_joint(model, name);
    ck_assert_msg(joint >= 0, "%s", name);
    return q + model->joint[joint].q;
}

/* -- a motion as BVH ------------------------------------------------------------------------------------- */

typedef struct Figure {
    const KipModel *model;
    KipDynamics *d;
    const double *rest; /* the pose in which all bones are unturned */
    double size;
    const char *const *name; /* of bones, by body; NULL: the bodies' */
    FILE *stream;
} Figure;

/* kip's (x, y, z) is (y, z, x) where y is up. */
static void write_vector(const Figure *f, const char *word, KipVec3 v)
{
    fprintf(f->stream, "%s %.17g %.17g %.17g\n", word, f->size * v.y, f->size * v.z, f->size * v.x);
}

static void write_bone(const Figure *f, int body)
{
    const KipBody *b = f->model->body + body;
    const char *name = f->name ? f->name[body] : b->name;
    KipVec3 p = kip_body_position(f->d, body);
    bool leaf = true;
    fprintf(f->stream, "%s %s\n{\n", b->parent ? "JOINT" : "ROOT", name);
    write_vector(f, "OFFSET", b->parent ? v3_sub(p, kip_body_position(f->d, b->parent)) : p);
    fprintf(f->stream, "CHANNELS %sZrotation Yrotation Xrotation\n",
            b->parent ? "3 " : "6 Xposition Yposition Zposition ");
    for (int c = body + 1; c < f->model->nbody; c++)
        if (f->model->body[c].parent == body) {
            write_bone(f, c);
            leaf = false;
        }
    if (leaf) {
        fprintf(f->stream, "End Site\n{\n");
        write_vector(f, "OFFSET", v3_sub(kip_point_position(f->d, body, b->com), p));
        fprintf(f->stream, "}\n");
    }
    fprintf(f->stream, "}\n");
}

/* Bones in the order of the bodies, which is depth first. */
static void write_frame(const Figure *f, const KipQuat *rest, const double *q)
{
    KipQuat turned[MOST];
    kip_dynamics_set(f->d, q, NULL);
    for (int b = 1; b < f->model->nbody; b++) {
        int parent = f->model->body[b].parent;
        turned[b] = q_mul(kip_body_orientation(f->d, b), q_conjugate(rest[b]));
        KipQuat local = parent ? q_mul(q_conjugate(turned[parent]), turned[b]) : turned[b];
        KipMat3 m = q_matrix(quat(local.w, local.y, local.z, local.x));
        if (!parent)
            write_vector(f, "", kip_body_position(f->d, b));
        fprintf(f->stream, " %.17g %.17g %.17g", atan2(m.yx, m.xx) / DEGREE, asin(-m.zx) / DEGREE,
                atan2(m.zy, m.zz) / DEGREE);
    }
    fprintf(f->stream, "\n");
}

/* The motion as a clip, its bones unturned in the pose `rest`, `size` times as large. */
static KipClip *clip_of(KipMotion *motion, const double *rest, double size, const char *const *name)
{
    const KipModel *model = motion->model;
    Figure f = {model, NULL, rest, size, name, NULL};
    KipQuat at_rest[MOST];
    KipClip *clip = NULL;
    char *text;
    size_t length;
    f.stream = open_memstream(&text, &length);
    ck_ok(kip_dynamics_create(model, NULL, &f.d, &error));
    kip_dynamics_set(f.d, rest, NULL);
    fprintf(f.stream, "HIERARCHY\n");
    write_bone(&f, 1);
    for (int b = 1; b < model->nbody; b++)
        at_rest[b] = kip_body_orientation(f.d, b);
    fprintf(f.stream, "MOTION\nFrames: %d\nFrame Time: %.17g\n", motion->nframe, motion->period);
    for (int i = 0; i < motion->nframe; i++)
        write_frame(&f, at_rest, kip_motion_frame(motion, i));
    fclose(f.stream);
    ck_ok(kip_bvh_parse(text, length, "own.bvh", &clip, &error));
    clip->metres = 1;
    clip->up = 1;
    free(text);
    kip_dynamics_destroy(f.d);
    return clip;
}

/* -- motions --------------------------------------------------------------------------------------------- */

/* All hinges swing within their limits, the root goes and turns. */
static KipMotion *swinging(const KipModel *model, int nframe)
{
    KipMotion *motion = create(model, nframe, 1.0 / 60);
    for (int i = 0; i < nframe; i++) {
        double *q = kip_motion_frame(motion, i), t = i / 60.0;
        for (int j = 1; j < model->njoint; j++) {
            const double *range = model->joint[j].range;
            double middle = 0.5 * (range[0] + range[1]), half = fmin(0.45 * (range[1] - range[0]), 0.7);
            q[model->joint[j].q] = fmin(middle, 0.65) + 0.9 * half * sin((2 + 0.1 * j) * t + j);
        }
        v3_store(q, v3(t, 0.3 * t, 0.9 + 0.1 * sin(3 * t)));
        q_store(q + 3, q_exp(v3(0.2 * sin(2 * t), 0.3 * cos(t), 7 * t)));
    }
    ck_ok(kip_motion_settle(motion, &error));
    return motion;
}

/* Angles of a leg whose ankle is at (x, z) from the hip, the sole flat where the ankle can. */
static void put_leg(const KipModel *model, double *q, char side, double x, double z)
{
    const double a = 0.42875, b = 0.4305, D = sqrt(x * x + z * z);
    char name[] = "hip_flex_?";
    double hip = atan2(x, -z) + acos((a * a + D * D - b * b) / (2 * a * D));
    double knee = 2 * acos(0) - acos((a * a + b * b - D * D) / (2 * a * b));
    name[9] = side;
    *hinge(model, q, name) = hip;
    *hinge(model, q, side == 'l' ? "knee_flex_l" : "knee_flex_r") = knee;
    *hinge(model, q, side == 'l' ? "ankle_flex_l" : "ankle_flex_r") = fmin(knee - hip, 0.34);
}

/* 0.48 m/s, a step in 0.5 s: the foot stands for half of the stride's 1 s. The whole floats at a height. */
static KipMotion *walking(const KipModel *model, int nframe)
{
    KipMotion *motion = create(model, nframe, 1.0 / 60);
    for (int i = 0; i < nframe; i++) {
        double *q = kip_motion_frame(motion, i), t = i / 60.0, hips = 0.91 + 0.005 * sin(4 * 3.14159265 * t);
        v3_store(q, v3(0.48 * t, 0, hips + 0.2 + 0.02 * t));
        for (int k = 0; k < 2; k++) {
            double phase = t + 0.5 * k - floor(t + 0.5 * k), up = 0, x = 0.12 - 0.48 * phase;
            if (phase > 0.5) {
                double s = 2 * phase - 1, smooth = s * s * (3 - 2 * s);
                x = -0.12 + 0.24 * smooth;
                up = 0.1 * sin(3.14159265 * s);
            }
            put_leg(model, q, k ? 'r' : 'l', x, 0.06825 + up - hips);
        }
    }
    return motion;
}

static void destroy(KipMotion *a, KipMotion *b, KipClip *clip)
{
    kip_motion_destroy(a);
    kip_motion_destroy(b);
    kip_clip_destroy(clip);
}

static const double *pose(const KipModel *model, const char *key)
{
    return model->key[kip_model_find_key(model, key)].q;
}

static double *copy_of(const KipModel *model, const char *key)
{
    double *q = malloc((size_t)model->nq * sizeof *q);
    return memcpy(q, pose(model, key), (size_t)model->nq * sizeof *q);
}

/* The largest difference of hinges, of root's x and y and of its turn. */
static double distance(KipMotion *a, KipMotion *b)
{
    double most = 0;
    ck_assert_int_eq(a->nframe, b->nframe);
    for (int i = 0; i < a->nframe; i++) {
        const double *p = kip_motion_frame(a, i), *q = kip_motion_frame(b, i);
        most = most_of(most, largest_difference(p, q, 2));
        most = most_of(most, v3_length(q_log(q_mul(q_conjugate(q_from(p + 3)), q_from(q + 3)))));
        most = most_of(most, largest_difference(p + 7, q + 7, a->model->nq - 7));
    }
    return most;
}

/* -- tests ----------------------------------------------------------------------------------------------- */

/* Whatever pose the bones are unturned in, and whichever way the figure looks then. */
START_TEST(test_own_motion_returns)
{
    KipModel *model = person();
    KipMotion *motion = swinging(model, 50);
    double *aside = copy_of(model, "t_pose");
    q_store(aside + 3, q_exp(v3(0, 0, 1.2)));
    double *a_pose = copy_of(model, "stand"), *ahead = copy_of(model, "stand");
    *hinge(model, a_pose, "shoulder_abd_l") = *hinge(model, a_pose, "shoulder_abd_r") = 0.8;
    *hinge(model, ahead, "shoulder_flex_l") = *hinge(model, ahead, "shoulder_flex_r") = 1.57;
    const double *rests[] = {model->q0, pose(model, "stand"), pose(model, "t_pose"), aside, a_pose, ahead};
    for (int k = 0; k < 6; k++) {
        KipClip *clip = clip_of(motion, rests[k], 1, NULL);
        KipMotion *back = NULL;
        KipRetargetReport report;
        ck_ok(kip_retarget(clip, model, NULL, &back, &report, &error));
        ck_below(distance(motion, back), 1e-6);
        ck_near(report.scale, 1, 1e-12);
        ck_assert_int_eq(report.nbody, 0);
        ck_assert_int_eq(report.nbone, 0);
        ck_assert_int_eq(report.njoint, model->njoint);
        ck_assert_int_gt(report.worst, 0);
        ck_below(report.most[report.worst], 1e-6);
        ck_assert(report.mean[report.worst] <= report.most[report.worst]);
        kip_retarget_report_clear(&report);
        destroy(back, NULL, clip);
    }
    free(aside);
    free(a_pose);
    free(ahead);
    destroy(motion, NULL, NULL);
    kip_model_destroy(model);
}
END_TEST

/* One joint after the other turns, alone, out and back in four frames. The root goes on, so that no foot stands. */
START_TEST(test_single_joints)
{
    KipModel *model = person();
    KipMotion *motion = create(model, 4 * model->njoint, 0.1), *back = NULL;
    for (int i = 4; i < motion->nframe; i++) {
        const KipJoint *joint = &model->joint[i / 4];
        double *q = kip_motion_frame(motion, i);
        q[0] = 2 * i,
        q[joint->q] = 0.8 * model->tree->free[2 * (i / 4) + 1] * (i % 4 < 3 ? 0.5 * (i % 4) : 0.5);
    }
    KipClip *clip = clip_of(motion, pose(model, "t_pose"), 1, NULL);
    ck_ok(kip_retarget(clip, model, NULL, &back, NULL, &error));
    ck_below(distance(motion, back), 1e-6);
    destroy(motion, back, clip);
    kip_model_destroy(model);
}
END_TEST

/* What the joints cannot make is told, stays within limits, and the limb's direction comes first. */
START_TEST(test_twist_that_no_joint_makes)
{
    KipModel *model = person();
    KipMotion *motion = create(model, 1, 0.1), *back = NULL;
    KipClip *clip = clip_of(motion, model->q0, 1, NULL);
    KipRetargetReport report;
    int arm = bone_called(clip, "upper_arm_l"), knee = bone_called(clip, "shank_l");
    clip->value[clip->bone[arm].first + 1] = 40;   /* about file's y: along the arm */
    clip->value[clip->bone[knee].first + 2] = -20; /* the knee the wrong way */
    ck_ok(kip_retarget(clip, model, NULL, &back, &report, &error));
    int shoulder = kip_model_find_joint(model, "shoulder_abd_l"),
        bent = kip_model_find_joint(model, "knee_flex_l");
    ck_near(report.most[shoulder], 40 * DEGREE, 1e-3);
    ck_near(report.most[bent], 20 * DEGREE, 1e-6); /* as the foot stands, its knee is straight */
    ck_near(report.mean[bent], 20 * DEGREE, 1e-6);
    ck_assert_int_eq(model->joint[report.worst].body, model->joint[shoulder].body);
    ck_near(*hinge(model, back->q, "knee_flex_l"), 0, 0);
    ck_near(*hinge(model, back->q, "shoulder_abd_l"), 0, 1e-6);
    ck_near(*hinge(model, back->q, "shoulder_flex_l"), 0, 1e-6);
    kip_retarget_report_clear(&report);
    destroy(motion, back, clip);
    kip_model_destroy(model);
}
END_TEST

/* The upper arm cannot twist; where it does in the clip and the elbow is bent, shoulder and elbow together
 * bring the forearm nearer to its direction than the elbow alone can. */
START_TEST(test_arm_is_set_as_a_whole)
{
    const double twist = 40 * DEGREE, bent = 60 * DEGREE;
    KipModel *model = person();
    KipMotion *motion = create(model, 1, 0.1), *back = NULL;
    KipDynamics *d = NULL;
    *hinge(model, motion->q, "elbow_flex_l") = bent;
    KipClip *clip = clip_of(motion, model->q0, 1, NULL);
    clip->value[clip->bone[bone_called(clip, "upper_arm_l")].first + 1] = 40;
    ck_ok(kip_retarget(clip, model, NULL, &back, NULL, &error));
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    kip_dynamics_set(d, back->q, NULL);
    int elbow = kip_model_find_body(model, "forearm_l"), hand = kip_model_find_body(model, "hand_l");
    KipVec3 is = v3_sub(kip_body_position(d, hand), kip_body_position(d, elbow)), *p;
    p = malloc((size_t)clip->nbone * sizeof *p);
    kip_clip_pose(clip, 0, p, NULL);
    KipVec3 wanted = v3_sub(p[bone_called(clip, "hand_l")], p[bone_called(clip, "forearm_l")]);
    double off = v3_length(v3_sub(is, wanted)) / v3_length(wanted);
    ck_below(off, 0.7 * 2 * sin(bent) * sin(twist / 2)); /* that of the elbow alone, untwisted */
    ck_below(0.1, v3_length(wanted));
    free(p);
    kip_dynamics_destroy(d);
    destroy(motion, back, clip);
    kip_model_destroy(model);
}
END_TEST

/* An upper arm that twists where the model's cannot: shoulder and elbow go over from one way to hold the forearm to
 * another, and do not jump. */
START_TEST(test_arms_do_not_snap)
{
    KipModel *model = person();
    KipMotion *motion = create(model, 240, 1.0 / 120), *back = NULL;
    double fastest = 0;
    for (int i = 0; i < motion->nframe; i++) {
        double *q = kip_motion_frame(motion, i);
        q[0] = 0.1 * i;
        *hinge(model, q, "shoulder_flex_l") = 0.9 + 0.6 * sin(0.02 * i);
        *hinge(model, q, "elbow_flex_l") = 1.5 + 0.5 * sin(0.03 * i + 1);
    }
    KipClip *clip = clip_of(motion, model->q0, 1, NULL);
    const int twist = clip->bone[bone_called(clip, "upper_arm_l")].first + 1;
    for (int i = 0; i < clip->nframe; i++)
        clip->value[i * clip->nvalue + twist] += 110 * sin(0.026 * i);
    ck_ok(kip_retarget(clip, model, NULL, &back, NULL, &error));
    for (int i = 0; i + 1 < back->nframe; i++)
        fastest = most_of(fastest, largest_difference(kip_motion_frame(back, i) + 7,
                                                      kip_motion_frame(back, i + 1) + 7, model->nq - 7));
    ck_below(fastest * 120, 31);
    destroy(motion, back, clip);
    kip_model_destroy(model);
}
END_TEST

/* Ball joints; the second one may turn by 0.5 only. */
START_TEST(test_balls)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipJoint narrow = joint_about(KIP_JOINT_BALL, v3(0, 0, 1));
    narrow.limited = true;
    narrow.range[1] = 0.5;
    int root = add_part(builder, part("pelvis", 0, v3(0, 0, 1)), joint_about(KIP_JOINT_FREE, v3(0, 0, 1)));
    int trunk =
        add_part(builder, part("trunk", root, v3(0, 0, 0.2)), joint_about(KIP_JOINT_BALL, v3(0, 0, 1)));
    add_part(builder, part("head", trunk, v3(0, 0, 0.5)), narrow);
    KipModel *model = finish(builder);
    KipMotion *motion = create(model, 20, 0.1), *back = NULL;
    KipRetargetReport report;
    for (int i = 0; i < 20; i++) {
        double *q = kip_motion_frame(motion, i);
        q_store(q + 7, q_exp(v3(0.1 * i, 0.03 * i, -0.05 * i)));
        q_store(q + 11, q_exp(v3_scale(0.05 * i, v3(0.6, 0, 0.8))));
    }
    KipClip *clip = clip_of(motion, model->q0, 1, NULL);
    ck_ok(kip_retarget(clip, model, NULL, &back, &report, &error));
    for (int i = 0; i < 20; i++) {
        const double *q = kip_motion_frame(motion, i), *p = kip_motion_frame(back, i);
        ck_below(v3_length(q_log(q_mul(q_conjugate(q_from(p + 7)), q_from(q + 7)))), 1e-6);
        ck_near(v3_length(q_log(q_from(p + 11))), fmin(0.05 * i, 0.5), 1e-6);
    }
    ck_near(report.most[2], 0.45, 1e-6);
    ck_assert_int_eq(report.worst, 2);
    kip_retarget_report_clear(&report);
    destroy(motion, back, clip);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_half_the_size)
{
    KipModel *model = person();
    KipMotion *motion = swinging(model, 30), *back = NULL;
    KipClip *clip = clip_of(motion, pose(model, "t_pose"), 0.5, NULL);
    KipRetargetReport report;
    KipMapping *mapping = NULL;
    ck_ok(kip_mapping_guess(clip, model, &mapping, &error));
    ck_ok(kip_retarget(clip, model, mapping, &back, &report, &error));
    ck_near(report.scale, 2, 1e-12);
    ck_below(distance(motion, back), 1e-6);
    kip_retarget_report_clear(&report);
    kip_motion_destroy(back);
    mapping->scale = 1;
    ck_ok(kip_retarget(clip, model, mapping, &back, &report, &error));
    ck_near(report.scale, 1, 0);
    ck_near(kip_motion_frame(back, 29)[1] - back->q[1],
            0.5 * (kip_motion_frame(motion, 29)[1] - motion->q[1]), 1e-9);
    kip_retarget_report_clear(&report);
    kip_mapping_destroy(mapping);
    destroy(motion, back, clip);
    kip_model_destroy(model);
}
END_TEST

/* By body of skeleton37: world, pelvis, trunk, neck, head, left arm, right arm, left leg, right leg. */
static const char *const spellings[][17] = {
    {"", "mixamorig:Hips", "mixamorig:Spine2", "mixamorig:Neck", "mixamorig:Head", "mixamorig:LeftArm",
     "mixamorig:LeftForeArm", "mixamorig:LeftHand", "mixamorig:RightArm", "mixamorig:RightForeArm",
     "mixamorig:RightHand", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot",
     "mixamorig:RightUpLeg", "mixamorig:RightLeg", "mixamorig:RightFoot"},
    {"", "root", "thorax", "upperneck", "head", "lhumerus", "lradius", "lhand", "rhumerus", "rradius",
     "rhand", "lfemur", "ltibia", "lfoot", "rfemur", "rtibia", "rfoot"},
    {"", "hip", "chest", "neck", "Head_1", "left_shoulder", "left_elbow", "left_wrist", "right_shoulder",
     "right_elbow", "right_wrist", "left_hip", "left_knee", "left_ankle", "right_hip", "right_knee",
     "right_ankle"},
    {"", "Pelvis", "Torso", "NECK", "HEAD", "Shoulder.L", "LowerArm.L", "Hand.L", "Shoulder.R", "LowerArm.R",
     "Hand.R", "Leg.L", "Shin.L", "Foot.L", "Leg.R", "Shin.R", "Foot.R"},
    {"", "Hip", "Waist", "Neck", "Head", "lShldr", "lForeArm", "lHand", "rShldr", "rForeArm", "rHand",
     "lThigh", "lCalf", "lFoot", "rThigh", "rCalf", "rFoot"},
    {"", "Bip01 Pelvis", "Bip01 Spine", "Bip01 Neck", "Bip01 Head", "Bip01 L UpperArm", "Bip01 L Forearm",
     "Bip01 L Hand", "Bip01 R UpperArm", "Bip01 R Forearm", "Bip01 R Hand", "Bip01 L Thigh", "Bip01 L Calf",
     "Bip01 L Foot", "Bip01 R Thigh", "Bip01 R Calf", "Bip01 R Foot"},
    {"", "J_Bip_C_Hips", "J_Bip_C_Body", "J_Bip_C_Neck", "J_Bip_C_Head", "arm_upper_l_jnt", "arm_lower_l_jnt",
     "hand_l_jnt", "arm_upper_r_jnt", "arm_lower_r_jnt", "hand_r_jnt", "J_Bip_L_UpperLeg", "J_Bip_L_LowerLeg",
     "J_Bip_L_Foot", "J_Bip_R_UpperLeg", "J_Bip_R_LowerLeg", "J_Bip_R_Foot"},
};

START_TEST(test_names)
{
    KipModel *model = person();
    KipMotion *motion = create(model, 1, 0.1);
    ck_assert_int_eq(model->nbody, 17);
    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++) {
        KipClip *clip = clip_of(motion, model->q0, 1, spellings[k]);
        KipMapping *mapping = NULL;
        ck_ok(kip_mapping_guess(clip, model, &mapping, &error));
        for (int b = 1; b < model->nbody; b++)
            ck_assert_msg(mapping->bone[b] == b - 1, "%s is not %s", model->body[b].name, spellings[k][b]);
        kip_mapping_destroy(mapping);
        kip_clip_destroy(clip);
    }
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}
END_TEST

/* Names that denote no part of a person: a bone of the same name is the body's. The legs of a dog have parts, and are two on
 * each side; the clip is its own, for each body has a bone of its name. */
START_TEST(test_names_of_the_model)
{
    static const char dog[] =
        "<mujoco><worldbody><body name='rump'><freejoint/><geom size='.1'/><body name='l_thigh'>"
        "<joint/><geom size='.1'/></body><body name='l_thigh_hind'><joint/><geom size='.1'/></body>%s"
        "<body name='schwanz'><joint/><geom size='.1'/></body></body></worldbody></mujoco>";
    static const char text[] =
        "HIERARCHY ROOT dog:hub { OFFSET 0 0 0 CHANNELS 0 JOINT dog:rump { OFFSET 0 1 0 CHANNELS 0"
        " JOINT dog:schwanz { OFFSET 0 0 .2 CHANNELS 0 End Site { OFFSET 0 0 .2 } }"
        " JOINT dog:l_thigh_hind { OFFSET .1 0 0 CHANNELS 0 End Site { OFFSET 0 -.4 0 } }"
        " JOINT dog:l_thigh { OFFSET .1 0 0 CHANNELS 0 End Site { OFFSET 0 -.4 0 } } } }";
    static const struct {
        const char *more;
        int bone[4]; /* of rump, l_thigh, l_thigh_hind, and the last one, schwanz */
    } cases[] = {{"", {1, 4, 3, 2}}, {"<body name='ohr'><joint/><geom size='.1'/></body>", {0, 4, 3, 2}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char xml[600];
        KipModel *model = NULL;
        KipClip *clip = NULL;
        KipMapping *mapping = NULL;
        int n = snprintf(xml, sizeof xml, dog, cases[k].more);
        ck_ok(kip_mjcf_parse(&model, xml, (size_t)n, "dog.xml", NULL, &error));
        ck_ok(kip_bvh_parse(text, strlen(text), "dog.bvh", &clip, &error));
        ck_ok(kip_mapping_guess(clip, model, &mapping, &error));
        for (int i = 0; i < 4; i++)
            ck_assert_int_eq(mapping->bone[i < 3 ? i + 1 : model->nbody - 1], cases[k].bone[i]);
        kip_mapping_destroy(mapping);
        kip_clip_destroy(clip);
        kip_model_destroy(model);
    }
}
END_TEST

/* Among bones that carry: clavicles, hip joints, a spine of three, two necks, wrists above hands. */
START_TEST(test_names_of_more_bones_than_bodies)
{
    static const char text[] =
        "HIERARCHY ROOT reference { OFFSET 0 0 0 CHANNELS 0 JOINT Hips { OFFSET 0 1 0 CHANNELS 0"
        " JOINT lhipjoint { OFFSET .1 0 0 CHANNELS 0 JOINT lfemur { OFFSET 0 0 0 CHANNELS 0"
        "  JOINT ltibia { OFFSET 0 -.4 0 CHANNELS 0 End Site { OFFSET 0 -.4 0 } } } }"
        " JOINT Spine { OFFSET 0 .1 0 CHANNELS 0 JOINT Spine1 { OFFSET 0 .1 0 CHANNELS 0"
        "  JOINT Spine2 { OFFSET 0 .1 0 CHANNELS 0"
        "   JOINT Neck { OFFSET 0 .1 0 CHANNELS 0 JOINT Neck1 { OFFSET 0 .1 0 CHANNELS 0"
        "    JOINT Head { OFFSET 0 .1 0 CHANNELS 0 End Site { OFFSET 0 .1 0 } } } }"
        "   JOINT LeftShoulder { OFFSET .1 .1 0 CHANNELS 0 JOINT LeftArm { OFFSET .1 0 0 CHANNELS 0"
        "    JOINT LeftForeArm { OFFSET .3 0 0 CHANNELS 0 JOINT LeftWrist { OFFSET .2 0 0 CHANNELS 0"
        "     JOINT LeftHand { OFFSET .1 0 0 CHANNELS 0 End Site { OFFSET .1 0 0 } } } } } }"
        "  } } } } }";
    static const char *const pairs[][2] = {
        {"pelvis", "Hips"},     {"trunk", "Spine2"},        {"neck", "Neck1"},
        {"head", "Head"},       {"upper_arm_l", "LeftArm"}, {"forearm_l", "LeftForeArm"},
        {"hand_l", "LeftHand"}, {"thigh_l", "lfemur"},      {"shank_l", "ltibia"},
    };
    KipModel *model = person();
    KipClip *clip = NULL;
    KipMapping *mapping = NULL;
    int mapped = 0;
    ck_ok(kip_bvh_parse(text, strlen(text), "more.bvh", &clip, &error));
    ck_ok(kip_mapping_guess(clip, model, &mapping, &error));
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        int bone = mapping->bone[kip_model_find_body(model, pairs[k][0])];
        ck_assert_msg(bone >= 0, "%s", pairs[k][0]);
        ck_assert_str_eq(clip->bone[bone].name, pairs[k][1]);
    }
    for (int b = 0; b < model->nbody; b++)
        mapped += mapping->bone[b] >= 0;
    ck_assert_int_eq(mapped, (int)(sizeof pairs / sizeof *pairs));
    kip_mapping_destroy(mapping);
    KipMotion *motion = NULL;
    ck_assert_int_eq(kip_retarget(clip, model, NULL, &motion, NULL, &error), KIP_BAD_INPUT); /* no frames */
    ck_assert_ptr_null(motion);
    kip_clip_destroy(clip);
    kip_model_destroy(model);
}
END_TEST

static const struct Hostile {
    const char *text;
    int line, column;
    const char *says;
} hostile[] = {
    {"pelvis = pelvis\nthigh = thigh_l\n", 2, 1, "body"},
    {"pelvis = pelvis\n thigh_l = thihg_l\n", 2, 12, "did you mean 'thigh_l'"},
    {"pelvis = pelvis\nhead\nneck = neck\n", 3, 1, "= is wanted"},
    {"pelvis = pelvis\nhead head\n", 2, 6, "= is wanted"},
    {"pelvis = # none\nhead = head\n", 1, 8, "the line ends"},
    {"pelvis =", 1, 8, "the line ends"},
    {"pelvis = pelvis\npelvis = head\n", 2, 1, "already"},
    {"scale 0\npelvis = pelvis", 1, 7, "between"},
    {"scale nan", 1, 7, "finite"},
    {"scale\npelvis = pelvis", 1, 1, "the line ends"},
    {"scale 2 m\n", 1, 9, "end of the line"},
    {"scale 2\nscale 2\n", 2, 7, "twice"},
    {"pelvis = \x01\n", 1, 10, "control"},
    {"pelvis = \xff\n", 1, 10, "UTF-8"},
    {"world = pelvis\n", 1, 1, "body"},
    {"head = head\n", 2, 1, "pelvis = BONE"},
    {"", 1, 1, "pelvis = BONE"},
};

START_TEST(test_mapping_file)
{
    static const char good[] = "\xef\xbb\xbf# who is who\r\npelvis = pelvis\r\n"
                               "thigh_l=thigh_r # crossed\nthigh_r\t=\tthigh_l\n\n scale 1.5 # m\n";
    KipModel *model = person();
    KipMotion *motion = create(model, 1, 0.1);
    KipClip *clip = clip_of(motion, model->q0, 1, NULL);
    KipMapping *mapping = NULL;
    int mapped = 0;
    ck_ok(kip_mapping_parse(good, strlen(good), "m.txt", clip, model, &mapping, &error));
    ck_near(mapping->scale, 1.5, 0);
    ck_assert_int_eq(mapping->bone[kip_model_find_body(model, "thigh_l")], bone_called(clip, "thigh_r"));
    ck_assert_int_eq(mapping->bone[kip_model_find_body(model, "thigh_r")], bone_called(clip, "thigh_l"));
    ck_assert_int_eq(mapping->bone[1], 0);
    for (int b = 0; b < model->nbody; b++)
        mapped += mapping->bone[b] >= 0;
    ck_assert_int_eq(mapped, 3);
    kip_mapping_destroy(mapping);
    mapping = NULL;
    for (size_t k = 0; k < sizeof hostile / sizeof *hostile; k++) {
        const struct Hostile *h = hostile + k;
        memset(&error, 0, sizeof error);
        ck_assert_int_eq(kip_mapping_parse(h->text, strlen(h->text), "m.txt", clip, model, &mapping, &error),
                         KIP_BAD_INPUT);
        ck_assert_ptr_null(mapping);
        ck_assert_msg(error.line == h->line && error.column == h->column && strstr(error.message, h->says) &&
                          strcmp(error.file, "m.txt") == 0,
                      "%s: %d:%d: %s", h->text, error.line, error.column, error.message);
    }
    destroy(motion, NULL, clip);
    kip_model_destroy(model);
}
END_TEST

/* Hands and head stay; trunk and neck share what the head does. */
START_TEST(test_unmapped_bodies)
{
    static const char text[] = "pelvis = pelvis\nhead = head\nupper_arm_l = upper_arm_l\n";
    KipModel *model = person();
    KipMotion *motion = create(model, 30, 0.1), *back = NULL;
    KipMapping *mapping = NULL;
    KipRetargetReport report;
    for (int i = 0; i < 30; i++) {
        double *q = kip_motion_frame(motion, i);
        *hinge(model, q, "neck_twist") = 0.02 * i;
        *hinge(model, q, "wrist_flex_l") = *hinge(model, q, "hip_flex_l") = 0.03 * i;
        *hinge(model, q, "shoulder_flex_l") = 0.05 * i;
    }
    KipClip *clip = clip_of(motion, model->q0, 1, NULL);
    ck_ok(kip_mapping_parse(text, strlen(text), "m.txt", clip, model, &mapping, &error));
    ck_ok(kip_retarget(clip, model, mapping, &back, &report, &error));
    ck_assert_int_eq(report.nbody, model->nbody - 1 - 3);
    ck_assert_int_eq(report.nbone, clip->nbone - 3);
    ck_assert_int_eq(report.nfoot, 0);
    ck_near(report.scale, 1, 0);
    double *q = kip_motion_frame(back, 29);
    ck_near(*hinge(model, q, "wrist_flex_l"), 0, 0);
    ck_near(*hinge(model, q, "hip_flex_l"), 0, 0);
    double waist = *hinge(model, q, "waist_twist"), neck = *hinge(model, q, "neck_twist");
    ck_near(waist + neck, 0.58, 1e-6);
    ck_near(waist, neck, 1e-3);
    ck_below(report.most[kip_model_find_joint(model, "waist_twist")], 1e-6);
    mapping->nbody--;
    KipMotion *none = NULL;
    ck_assert_int_eq(kip_retarget(clip, model, mapping, &none, NULL, &error), KIP_BAD_USE);
    ck_assert_ptr_null(none);
    kip_retarget_report_clear(&report);
    kip_mapping_destroy(mapping);
    destroy(motion, back, clip);
    kip_model_destroy(model);
}
END_TEST

/* Two turns about the vertical: quaternions keep their side, angles do not jump, velocities are those. */
START_TEST(test_continuity)
{
    KipModel *model = person();
    KipMotion *motion = swinging(model, 120), *back = NULL;
    KipClip *clip = clip_of(motion, pose(model, "t_pose"), 1, NULL);
    ck_ok(kip_motion_velocities(motion, KIP_VELOCITY_SPLINE, &error));
    ck_ok(kip_retarget(clip, model, NULL, &back, NULL, &error));
    for (int i = 1; i < back->nframe; i++) {
        const double *before = kip_motion_frame(back, i - 1), *q = kip_motion_frame(back, i);
        ck_assert(q_dot(q_from(before + 3), q_from(q + 3)) > 0.99);
        ck_below(largest_difference(before + 7, q + 7, model->nq - 7), 0.1);
        ck_below(largest_difference(rates(back, i) + 3, rates(motion, i) + 3, model->nv - 3), 1e-4);
    }
    destroy(motion, back, clip);
    kip_model_destroy(model);
}
END_TEST

/* Feet that stand in the clip stand on the ground, though the clip floats, and whether the source's feet are
 * flat or square to spread legs at rest. */
START_TEST(test_walk)
{
    KipModel *model = person();
    KipMotion *motion = walking(model, 181);
    double *spread = copy_of(model, "t_pose");
    *hinge(model, spread, "hip_abd_l") = *hinge(model, spread, "hip_abd_r") = 0.35;
    for (int k = 0; k < 2; k++) {
        KipClip *clip = clip_of(motion, k ? spread : pose(model, "stand"), 1, NULL);
        KipMotion *back = NULL;
        KipRetargetReport report;
        ck_ok(kip_retarget(clip, model, NULL, &back, &report, &error));
        ck_below(distance(motion, back), 0.02);
        ck_assert_int_eq(report.nfoot, 2);
        for (int f = 0; f < 2; f++) {
            const KipRetargetFoot *foot = report.foot + f;
            ck_assert_int_ge(foot->nstance, 3);
            ck_assert_int_le(foot->nstance, 4);
            ck_below(-0.01, foot->lowest);
            ck_below(foot->highest, 0.01);
            ck_below(foot->slide_speed, 0.01);
            ck_below(foot->slide, 0.01);
            ck_below(foot->knee, 1.2 * foot->knee_of_bone);
        }
        ck_assert_str_eq(model->body[report.foot[0].body].name, "foot_l");
        kip_retarget_report_clear(&report);
        destroy(back, NULL, clip);
    }
    free(spread);
    destroy(motion, NULL, NULL);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_models_that_cannot_follow)
{
    KipModel *model = person(), *fixed;
    KipMotion *motion = create(model, 1, 0.1), *none = NULL;
    KipClip *clip = clip_of(motion, model->q0, 1, NULL);
    KipBuilder *builder = kip_builder_create(NULL);
    add_part(builder, part("pelvis", 0, v3_zero()), joint_about(KIP_JOINT_HINGE, v3(0, 0, 1)));
    fixed = finish(builder);
    ck_assert_int_eq(kip_retarget(clip, fixed, NULL, &none, NULL, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "free joint"));
    ck_assert_ptr_null(none);
    destroy(motion, NULL, clip);
    kip_model_destroy(fixed);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_retarget(void)
{
    Suite *suite = suite_create("retarget");
    TCase *tcase = tcase_create("retarget");
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, test_own_motion_returns);
    tcase_add_test(tcase, test_single_joints);
    tcase_add_test(tcase, test_twist_that_no_joint_makes);
    tcase_add_test(tcase, test_arm_is_set_as_a_whole);
    tcase_add_test(tcase, test_arms_do_not_snap);
    tcase_add_test(tcase, test_balls);
    tcase_add_test(tcase, test_half_the_size);
    tcase_add_test(tcase, test_names);
    tcase_add_test(tcase, test_names_of_the_model);
    tcase_add_test(tcase, test_names_of_more_bones_than_bodies);
    tcase_add_test(tcase, test_mapping_file);
    tcase_add_test(tcase, test_unmapped_bodies);
    tcase_add_test(tcase, test_continuity);
    tcase_add_test(tcase, test_walk);
    tcase_add_test(tcase, test_models_that_cannot_follow);
    return suite;
}
