#include "recorded_model.h"

#include <check.h>
#include <string.h>

#include "../src/dynamics/quat.h"
#include "../src/io/formats/mjcf.h"
#include "random_model.h"

enum { FRAMES = 37, STATES = 60, STEPS = 10 }; /* STEPS: in 1/60 s */

const char hostile_name[] = "</script><!--\"\\\x01\n,\xc3\xa4";

/* -- a model with everything ----------------------------------------------------------------------------- */

int add_body(KipBuilder *builder, const char *name, int parent, KipVec3 pos, KipQuat quat)
{
    KipBody body = kip_body_def();
    KipGeom geom = kip_geom_def();
    body.name = name;
    body.parent = parent;
    body.pos = pos;
    body.quat = quat;
    body.mass = 1;
    body.com = v3(0, 0, -0.1);
    body.inertia = s3_diagonal(0.02, 0.03, 0.01);
    geom.body = kip_builder_body(builder, &body);
    geom.type = KIP_GEOM_CAPSULE;
    geom.size[0] = 0.05;
    geom.size[1] = 0.1;
    geom.pos = v3(0, 0, -0.1);
    kip_builder_geom(builder, &geom);
    return geom.body;
}

void add_joint(KipBuilder *builder, const char *name, int body, KipJointType type, KipVec3 axis, KipVec3 pos)
{
    KipJoint joint = kip_joint_def();
    joint.name = name;
    joint.body = body;
    joint.type = type;
    joint.axis = axis;
    joint.pos = pos;
    kip_builder_joint(builder, &joint);
}

/* Free root, ball, universal joint off the origin, slide, hinges with two anchors, a body without joint;
 * every body turned against its parent. Scenery, and where asked a second tree. */
static KipModel *make_model(int ntree)
{
    const KipQuat turned = q_normalize(quat(0.9, 0.3, -0.2, 0.25));
    const KipVec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, origin = {0, 0, 0};
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom ground = kip_geom_def();
    ground.type = KIP_GEOM_PLANE;
    kip_builder_geom(builder, &ground);
    kip_builder_name(builder, "every joint");
    int root = add_body(builder, "hips, \"middle\"", 0, v3(0.1, 0.2, 1), turned);
    add_joint(builder, "ro,ot", root, KIP_JOINT_FREE, z, origin);
    int arm = add_body(builder, "arm", root, v3(0, 0.3, 0), turned);
    add_joint(builder, "shoulder", arm, KIP_JOINT_BALL, z, v3(0.02, 0, 0.05));
    int hand = add_body(builder, hostile_name, arm, v3(0, 0, -0.4), turned);
    add_joint(builder, "wrist_x", hand, KIP_JOINT_HINGE, x, v3(0, 0.01, 0.03));
    add_joint(builder, "wrist_y", hand, KIP_JOINT_HINGE, v3(0, 1, 1), v3(0, 0.01, 0.03));
    int piston = add_body(builder, "piston", root, v3(0, -0.3, 0), turned);
    add_joint(builder, "slide", piston, KIP_JOINT_SLIDE, v3(1, 1, 0), origin);
    int leg = add_body(builder, "leg", piston, v3(0, 0, -0.3), turned);
    add_joint(builder, "leg_y", leg, KIP_JOINT_HINGE, y, v3(0.1, 0, 0));
    add_joint(builder, "leg_z", leg, KIP_JOINT_HINGE, z, v3(0, 0.1, 0.1));
    add_body(builder, "welded", leg, v3(0, 0, -0.3), turned);
    add_body(builder, "scenery", 0, v3(3, 0, 1), turned);
    if (ntree > 1) {
        int crane = add_body(builder, "crane", 0, v3(0, 2, 1), turned);
        add_joint(builder, "crane", crane, KIP_JOINT_HINGE, z, v3(0.1, 0, 0));
        int ball = add_body(builder, "ball", 0, v3(0, 1, 1), turned);
        add_joint(builder, "ball", ball, KIP_JOINT_FREE, z, origin);
    }
    KipModel *model = NULL;
    KipError error;
    ck_assert_msg(kip_builder_finish(builder, &model, &error) == KIP_OK, "%s", error.message);
    return model;
}

Fixture make_recording(int ntree)
{
    Fixture f = {.model = make_model(ntree)};
    KipSimDef def = kip_sim_def(f.model);
    double start[64], q[64], v[64];
    KipRandom random = {7};
    def.timestep = 1.0 / (60 * STEPS);
    ck_assert_int_eq(kip_sim_create(f.model, &def, &f.sim, NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_create(f.model, def.timestep, NULL, &f.recording, NULL), KIP_OK);
    memcpy(start, kip_sim_q(f.sim), (size_t)f.model->nq * sizeof *start);
    ck_assert_int_eq(kip_recording_sample(f.recording, f.sim, NULL), KIP_OK);
    while (f.recording->nframe < FRAMES) {
        ck_assert_int_eq(kip_sim_step(f.sim, NULL), KIP_OK);
        ck_assert_int_eq(kip_recording_sample(f.recording, f.sim, NULL), KIP_OK);
    }
    ck_assert_uint_gt(f.recording->ncontact, 0);
    for (int i = 0; i < STATES; i++) {
        memset(v, 0, sizeof v);
        ck_assert_int_eq(kip_sim_set_state(f.sim, start, v, NULL), KIP_OK);
        for (int k = 0; k < STEPS; k++)
            ck_assert_int_eq(kip_sim_step(f.sim, NULL), KIP_OK);
        random_state(&random, f.model, q, v, 2);
        ck_assert_int_eq(kip_sim_set_state(f.sim, q, v, NULL), KIP_OK);
        ck_assert_int_eq(kip_recording_capture(f.recording, f.sim, NULL), KIP_OK);
    }
    return f;
}

Fixture make_swing(double timestep, int nstep)
{
    Fixture f;
    const double start = 1;
    KipBuilder *builder = kip_builder_create(NULL);
    int body = add_body(builder, "bob", 0, v3(0, 0, 1), q_identity());
    add_joint(builder, "swing", body, KIP_JOINT_HINGE, v3(0, 1, 0), v3_zero());
    ck_assert_int_eq(kip_builder_finish(builder, &f.model, NULL), KIP_OK);
    KipSimDef def = kip_sim_def(f.model);
    def.timestep = timestep;
    ck_assert_int_eq(kip_sim_create(f.model, &def, &f.sim, NULL), KIP_OK);
    ck_assert_int_eq(kip_sim_set_state(f.sim, &start, NULL, NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_create(f.model, timestep, NULL, &f.recording, NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_sample(f.recording, f.sim, NULL), KIP_OK);
    run_fixture(&f, nstep);
    return f;
}

Fixture make_from_xml(const char *xml, double timestep)
{
    Fixture f;
    KipError error;
    ck_assert_msg(kip_mjcf_parse(&f.model, xml, strlen(xml), "test.xml", NULL, &error) == KIP_OK, "%s",
                  error.message);
    KipSimDef def = kip_sim_def(f.model);
    def.timestep = timestep;
    ck_assert_msg(kip_sim_create(f.model, &def, &f.sim, &error) == KIP_OK, "%s", error.message);
    ck_assert_int_eq(kip_recording_create(f.model, timestep, NULL, &f.recording, NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_sample(f.recording, f.sim, NULL), KIP_OK);
    return f;
}

void run_fixture(Fixture *f, int nstep)
{
    for (int i = 0; i < nstep; i++) {
        ck_assert_int_eq(kip_sim_step(f->sim, NULL), KIP_OK);
        ck_assert_int_eq(kip_recording_sample(f->recording, f->sim, NULL), KIP_OK);
    }
    ck_assert_int_eq(kip_recording_capture(f->recording, f->sim, NULL), KIP_OK);
}

void free_recording(Fixture *f)
{
    kip_recording_destroy(f->recording);
    kip_sim_destroy(f->sim);
    kip_model_destroy(f->model);
}
