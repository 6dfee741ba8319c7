/* A clip's motion on the body made of its own skeleton: bodies stand where bones do, as far as joints can. */
#include "clip_body_helpers.h"

#include "dynamics/dynamics.h"

enum { FRAMES = 40, MOST_BONES = 32 };

/* -- clips ----------------------------------------------------------------------------------------------- */

typedef struct Played {
    const Made *bone;
    KipClip *clip;
    KipModel *model;
    KipMotion *motion;
    KipDynamics *d;
} Played;

static Played play(const Made *bone, int n, int moving, const double *value, int nframe)
{
    Played p = {.bone = bone, .clip = clip_from(bone, n, moving, value, nframe)};
    ck_ok(kip_clip_body(p.clip, 70, &p.model, &error));
    ck_ok(kip_clip_body_motion(p.clip, p.model, &p.motion, &error));
    ck_ok(kip_dynamics_create(p.model, NULL, &p.d, &error));
    ck_assert_int_eq(p.motion->nframe, nframe);
    ck_near(p.motion->period, 0.01, 1e-15);
    return p;
}

static void free_played(Played *p)
{
    kip_dynamics_destroy(p->d);
    kip_motion_destroy(p->motion);
    kip_model_destroy(p->model);
    kip_clip_destroy(p->clip);
}

/* The body that a bone begins, by its name; -1: it is part of another one. */
static int body_of_bone(const KipModel *model, const KipClip *clip, int i)
{
    char word[64];
    if (bone_called(clip, clip->bone[i].name) != i) /* the second rig:head */
        return -1;
    snprintf(word, sizeof word, "%s", clip->bone[i].name);
    for (char *c = word; *c; c++)
        *c = *c == ' ' ? '_' : *c;
    return kip_model_find_body(model, word);
}

/* Knees and elbows. */
static bool is_hinge(const KipModel *model, int body)
{
    return model->body[body].njoint == 1 && model->body[body].parent > 0;
}

/* Random turns of all bones; of knees and elbows, where `able`, only those that they can make. The caller
 * frees. */
static double *random_frames(KipRandom *random, const Made *bone, int n, bool able)
{
    KipClip *clip = clip_from(bone, n, -1, NULL, 0);
    KipModel *model;
    double *value = malloc(FRAMES * MOST_BONES * 6 * sizeof *value), *at = value;
    ck_ok(kip_clip_body(clip, 70, &model, &error));
    for (int frame = 0; frame < FRAMES; frame++)
        for (int i = 0; i < n; i++) {
            int body = body_of_bone(model, clip, i);
            bool hinge = able && body >= 0 && is_hinge(model, body);
            KipVec3 axis = hinge ? model->joint[model->body[body].joint].axis : v3(1, 1, 1);
            if (bone[i].parent < 0) {
                *at++ = bone[i].x + kip_random_uniform(random, -50, 50);
                *at++ = bone[i].y + kip_random_uniform(random, 0, 50);
                *at++ = bone[i].z + kip_random_uniform(random, -50, 50);
            }
            *at++ = axis.x == 0 ? 0 : kip_random_uniform(random, -170, 170); /* kip's x is z there */
            *at++ = axis.y == 0 ? 0 : kip_random_uniform(random, -170, 170);
            *at++ = axis.z == 0 ? 0 : kip_random_uniform(random, -170, 170);
        }
    kip_model_destroy(model);
    kip_clip_destroy(clip);
    return value;
}

static double angle_between(KipQuat a, KipQuat b)
{
    KipQuat q = q_mul(q_conjugate(a), b);
    return 2 * atan2(v3_length(v3(q.x, q.y, q.z)), fabs(q.w));
}

/* How far bodies are from their bones, with root from root: joints in m, orientations in rad; knees and
 * elbows apart. */
typedef struct Off {
    double place, turn, hinge;
    int n;
} Off;

static Off measure(const Played *p)
{
    KipVec3 place[MOST_BONES];
    KipQuat turn[MOST_BONES];
    Off off = {0, 0, 0, 0};
    for (int frame = 0; frame < p->clip->nframe; frame++) {
        kip_dynamics_set(p->d, kip_motion_frame(p->motion, frame), NULL);
        kip_clip_pose(p->clip, frame, place, turn);
        KipVec3 shift = v3_sub(kip_body_position(p->d, 1), place[0]);
        for (int i = 0; i < p->clip->nbone; i++) {
            int body = body_of_bone(p->model, p->clip, i);
            if (body < 0)
                continue;
            KipVec3 at = v3_sub(kip_body_position(p->d, body), shift);
            double *angle = is_hinge(p->model, body) ? &off.hinge : &off.turn;
            off.place = most_of(off.place, v3_length(v3_sub(at, place[i])));
            *angle = most_of(*angle, angle_between(kip_body_orientation(p->d, body), turn[i]));
            off.n++;
        }
    }
    return off;
}

/* -- poses ----------------------------------------------------------------------------------------------- */

/* With a bone that has no length and turns, fingers that are part of the hand, toes of the foot; elbows and
 * knees also bend the wrong way. */
START_TEST(bodies_stand_where_bones_do)
{
    static const int nbody[] = {19, 19, 18};
    const Made *bone = skeletons[_i].bone;
    KipRandom random = {5};
    double *value = random_frames(&random, bone, skeletons[_i].n, true);
    Played p = play(bone, skeletons[_i].n, -1, value, FRAMES);
    Off off = measure(&p);
    ck_assert_int_eq(off.n, nbody[_i] * FRAMES);
    ck_below(off.place, 1e-9);
    ck_below(off.turn, 1e-9);
    ck_below(off.hinge, 1e-9);
    free_played(&p);
    free(value);
}
END_TEST

/* How near a hinge comes to what is wanted of it, by another way: the trace of R' R*. */
static double likeness(const Played *p, int joint, KipQuat carrier, KipQuat wanted, double angle)
{
    KipQuat turned = q_mul(carrier, q_axis_angle(p->model->joint[joint].axis, angle));
    KipMat3 m = q_matrix(q_mul(q_conjugate(turned), wanted));
    return m.xx + m.yy + m.zz;
}

/* Elbows and knees that are asked for what they cannot do come as near as they can; hands and feet have
 * their own orientations all the same. */
START_TEST(hinges_come_as_near_as_they_can)
{
    KipRandom random = {6};
    KipVec3 place[MOST_BONES];
    KipQuat turn[MOST_BONES];
    int n = sizeof biped / sizeof *biped, nhinge = 0;
    double *value = random_frames(&random, biped, n, false);
    Played p = play(biped, n, -1, value, FRAMES);
    Off off = measure(&p);
    ck_below(off.turn, 1e-9);
    ck_assert_double_gt(off.hinge, 1);
    for (int frame = 0; frame < FRAMES; frame++) {
        const double *q = kip_motion_frame(p.motion, frame);
        kip_clip_pose(p.clip, frame, place, turn);
        for (int i = 0; i < n; i++) {
            int body = body_of_bone(p.model, p.clip, i);
            if (body < 0 || !is_hinge(p.model, body))
                continue;
            int joint = p.model->body[body].joint;
            KipQuat carrier = turn[biped[i].parent];
            double best = likeness(&p, joint, carrier, turn[i], q[p.model->joint[joint].q]);
            for (int k = 0; k < 360; k++)
                ck_assert_double_le(likeness(&p, joint, carrier, turn[i], k * 0.0175), best + 1e-12);
            nhinge++;
        }
    }
    ck_assert_int_eq(nhinge, 4 * FRAMES);
    free_played(&p);
    free(value);
}
END_TEST

/* Where the clip has one axis for a knee, oblique here, the knee is exact; not where that is the twist. */
START_TEST(knees_turn_as_recorded)
{
    static const char *const
        dof[] = {"rx", "ry"},
        *const leg = ":root\norder TX TY TZ RX RY RZ\n:bonedata\n"
                     "begin\nname thigh\ndirection 0 -1 0\nlength 7\naxis 0 0 0 XYZ\ndof rx ry rz\nend\n"
                     "begin\nname shank\ndirection 0 -1 0\nlength 7\naxis 0 30 0 XYZ\ndof %s\nend\n"
                     "begin\nname foot\ndirection 0 0 1\nlength 3\naxis 0 0 0 XYZ\ndof rx ry rz\nend\n"
                     ":hierarchy\nbegin\nroot thigh\nthigh shank\nshank foot\nend\n";
    const double degree = acos(-1) / 180;
    char text[1024];
    KipVec3 place[MOST_BONES];
    KipQuat turn[MOST_BONES];
    Played p = {0};
    snprintf(text, sizeof text, leg, dof[_i]);
    p.clip = load_asf(text, "1\nroot 1 15 2 30 40 50\nthigh 10 20 30\nshank 70\nfoot 5 6 7\n");
    ck_ok(kip_clip_body(p.clip, 70, &p.model, &error));
    ck_ok(kip_clip_body_motion(p.clip, p.model, &p.motion, &error));
    ck_ok(kip_dynamics_create(p.model, NULL, &p.d, &error));
    int knee = kip_model_find_joint(p.model, "shank_flex"), foot = kip_model_find_body(p.model, "foot");
    const KipJoint *joint = &p.model->joint[knee];
    kip_dynamics_set(p.d, kip_motion_frame(p.motion, 0), NULL);
    kip_clip_pose(p.clip, 0, place, turn);
    KipVec3 shin = v3_sub(kip_body_position(p.d, foot), kip_body_position(p.d, foot - 1));
    KipVec3 bone = v3_sub(place[bone_called(p.clip, "foot")], place[bone_called(p.clip, "shank")]);
    ck_near(joint->axis.x, _i == 0 ? -0.5 : 0, 1e-12);
    ck_near(joint->axis.y, _i == 0 ? sqrt(0.75) : 1, 1e-12);
    ck_near(joint->range[0], 0, 1e-12);
    ck_near(kip_motion_frame(p.motion, 0)[joint->q], _i == 0 ? 70 * degree : 0, 1e-12);
    ck_below(v3_length(v3_sub(shin, bone)), 1e-12); /* turned about itself it points the same way */
    free_played(&p);
}
END_TEST

/* A figure and a thing that it throws; bodies are in the order of bones. */
START_TEST(every_root_is_free)
{
    static const Made two[] = {{"a", -1, 10, 160, 20, {0, 40, 0}},
                               {"b", 0, 0, -40, 0, {0, -100, 0}},
                               {"stick", -1, 100, 50, -30, {0}},
                               {"tip", 2, 0, 30, 0, {0, 30, 0}}};
    KipRandom random = {7};
    double *value = random_frames(&random, two, 4, true);
    Played p = play(two, 4, -1, value, FRAMES);
    Off off = measure(&p);
    ck_assert_int_eq(off.n, 4 * FRAMES);
    ck_assert_int_eq(p.model->joint[p.model->body[3].joint].type, KIP_JOINT_FREE);
    ck_below(off.place, 1e-9);
    ck_below(off.turn, 1e-9);
    /* from the first root's place at rest, ahead and to the left: x is the file's z, y its x */
    const double *q = kip_motion_frame(p.motion, 3);
    ck_near(q[0], 0.01 * (value[3 * 18 + 2] - 20), 1e-12);
    ck_near(q[1], 0.01 * (value[3 * 18] - 10), 1e-12);
    free_played(&p);
    free(value);
}
END_TEST

/* Names that occur twice: the body is known all the same. */
START_TEST(names_do_not_confuse)
{
    KipRandom random = {8};
    KipVec3 place[MOST_BONES];
    KipQuat turn[MOST_BONES];
    double *value = random_frames(&random, chain, 4, true);
    Played p = play(chain, 4, -1, value, FRAMES);
    for (int frame = 0; frame < FRAMES; frame++) {
        kip_dynamics_set(p.d, kip_motion_frame(p.motion, frame), NULL);
        kip_clip_pose(p.clip, frame, place, turn);
        for (int i = 0; i < 4; i++)
            ck_below(angle_between(kip_body_orientation(p.d, i + 1), turn[i]), 1e-9);
        KipVec3 reach = v3_sub(kip_body_position(p.d, 4), kip_body_position(p.d, 1));
        ck_below(v3_length(v3_sub(reach, v3_sub(place[3], place[0]))), 1e-9);
    }
    free_played(&p);
    free(value);
}
END_TEST

/* A bone that is moved in its parent: the body turns with it, and its joint stays. */
START_TEST(moved_bones_are_followed_in_turning)
{
    enum { MOVING = 2, NUMBERS = 3 * 4 + 6 };
    KipRandom random = {9};
    double value[FRAMES * NUMBERS];
    KipVec3 place[MOST_BONES];
    KipQuat turn[MOST_BONES];
    for (int i = 0; i < FRAMES * NUMBERS; i++)
        value[i] = kip_random_uniform(&random, -60, 60);
    Played p = play(chain, 4, MOVING, value, FRAMES);
    for (int frame = 0; frame < FRAMES; frame++) {
        kip_dynamics_set(p.d, kip_motion_frame(p.motion, frame), NULL);
        kip_clip_pose(p.clip, frame, place, turn);
        for (int i = 0; i < 4; i++)
            ck_below(angle_between(kip_body_orientation(p.d, i + 1), turn[i]), 1e-9);
        KipVec3 bone = v3_sub(kip_body_position(p.d, 3), kip_body_position(p.d, 2));
        ck_near(v3_length(bone), 0.4, 1e-12);
    }
    free_played(&p);
}
END_TEST

/* -- angles ---------------------------------------------------------------------------------------------- */

/* Five turns of one angle: also where it is the middle one, and passes 90 degrees. Velocities are those of
 * the angle, no joint jumps, and no limit holds it. */
START_TEST(angles_go_on_and_on)
{
    enum { N = 500, NUMBERS = 3 * 4 + 3, BONE = 2 };
    const double rate = 2 * acos(-1), degree = acos(-1) / 180; /* rad/s */
    double value[N * NUMBERS] = {0};
    for (int i = 0; i < N; i++)
        value[i * NUMBERS + 6 + 3 * (BONE - 1) + _i] = rate * 0.01 * i / degree;
    Played p = play(chain, 4, -1, value, N);
    static const char *const name[] = {"a_2_2_x", "a_2_2_y", "a_2_2_z"}; /* z, x, y of the file */
    int joint = kip_model_find_joint(p.model, name[_i]);
    ck_assert_int_ge(joint, 0);
    for (int i = 0; i < N; i++) {
        const double *q = kip_motion_frame(p.motion, i);
        for (int k = 7; k < p.model->nq; k++)
            ck_near(q[k], k == p.model->joint[joint].q ? rate * 0.01 * i : 0, 1e-7);
        ck_near(p.motion->v[i * p.model->nv + p.model->joint[joint].v], rate, 1e-4);
    }
    free_played(&p);
}
END_TEST

/* -- heights --------------------------------------------------------------------------------------------- */

/* The biped with its hips at some height at rest and at another in the clip: its soles are at 0 where the
 * clip's ground is, that at 0 or that under the skeleton at rest; and a jump stays a jump. */
START_TEST(soles_are_on_the_ground)
{
    enum { N = 3, NUMBERS = 3 * 21 + 3 };
    static const double heights[][2] = {{92, 92}, {0, 92}, {0, 0}, {500, 500}};
    static const double soles[] = {0, 0.02, 0, 0}; /* at rest they are 90 cm below the hips */
    static const double jump[N] = {0, 30, 0};
    Made bone[21];
    double value[N * NUMBERS] = {0};
    memcpy(bone, biped, sizeof bone);
    bone[0].y = heights[_i][0], bone[0].z = 40;
    for (int i = 0; i < N; i++)
        value[i * NUMBERS + 1] = heights[_i][1] + jump[i], value[i * NUMBERS + 2] = 70;
    Played p = play(bone, 21, -1, value, N);
    for (int i = 0; i < N; i++) {
        kip_dynamics_set(p.d, kip_motion_frame(p.motion, i), NULL);
        int foot = kip_model_find_body(p.model, "LeftFoot");
        const KipGeom *sole = &p.model->geom[p.model->body[foot].geom];
        ck_assert_int_eq(sole->type, KIP_GEOM_BOX);
        ck_near(kip_point_position(p.d, foot, sole->pos).z - sole->size[2], soles[_i] + 0.01 * jump[i],
                1e-12);
        ck_near(kip_body_position(p.d, 1).x, 0.3, 1e-12);
    }
    free_played(&p);
}
END_TEST

/* -- refusals -------------------------------------------------------------------------------------------- */

START_TEST(other_models_are_refused)
{
    enum { NUMBERS = 3 * 4 + 3 };
    double value[NUMBERS] = {0};
    KipMotion *motion = NULL;
    Played p = play(chain, 4, -1, value, 1);
    KipClip *bare = clip_from(chain, 4, -1, NULL, 0), *other = clip_from(skeletons[4].bone, 1, -1, value, 1);
    ck_assert_int_eq(kip_clip_body_motion(bare, p.model, &motion, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "no frames"));
    ck_assert_int_eq(kip_clip_body_motion(other, p.model, &motion, &error), KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(error.message, "'stick'"));
    p.clip->metres = 0.02; /* the body was made at 0.01 */
    ck_assert_int_eq(kip_clip_body_motion(p.clip, p.model, &motion, &error), KIP_BAD_USE);
    p.clip->metres = 0.01;
    p.clip->value[0] = 1e200;
    ck_assert_int_eq(kip_clip_body_motion(p.clip, p.model, &motion, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "a_free"));
    ck_assert_ptr_null(motion);
    kip_clip_destroy(other);
    kip_clip_destroy(bare);
    free_played(&p);
}
END_TEST

TCase *clip_body_motion_case(void)
{
    TCase *test = tcase_create("motion");
    tcase_add_loop_test(test, bodies_stand_where_bones_do, 0, 3);
    tcase_add_test(test, hinges_come_as_near_as_they_can);
    tcase_add_loop_test(test, knees_turn_as_recorded, 0, 2);
    tcase_add_test(test, every_root_is_free);
    tcase_add_test(test, names_do_not_confuse);
    tcase_add_test(test, moved_bones_are_followed_in_turning);
    tcase_add_loop_test(test, angles_go_on_and_on, 0, 3);
    tcase_add_loop_test(test, soles_are_on_the_ground, 0, 4);
    tcase_add_test(test, other_models_are_refused);
    return test;
}
