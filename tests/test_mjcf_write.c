/* Models written as MJCF: what comes back is the same, bit for bit, and moves the same. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "dynamics/quat.h"
#include "dynamics/sim.h"
#include "io/formats/mjcf.h"
#include "io/formats/mjcf_write.h"
#include "random_model.h"
#include "same_model.h"

Suite *suite_mjcf_write(void);

static KipError error;

/* -- there and back -------------------------------------------------------------------------------------- */

/* The caller frees it. */
static char *written(const KipModel *model)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_ok(kip_mjcf_write(model, stream, &error));
    fclose(stream);
    return text;
}

static KipModel *parsed(const char *text)
{
    KipModel *model = NULL;
    KipNotes notes = {0};
    KipStatus status = kip_mjcf_parse(&model, text, strlen(text), "written.xml", &notes, &error);
    ck_assert_msg(status == KIP_OK, "%d:%d: %s\n%s", error.line, error.column, error.message, text);
    ck_assert_int_eq(notes.n, 0); /* nothing that kip would read otherwise */
    kip_notes_clear(&notes);
    return model;
}

/* The model as read back; the same within the tolerance, and written once more as the same bytes. */
static KipModel *there_and_back(const KipModel *model, double tolerance)
{
    char *text = written(model), *again;
    KipModel *back = parsed(text);
    check_same(model, back, tolerance);
    again = written(back);
    ck_assert_str_eq(text, again);
    free(text);
    free(again);
    return back;
}

/* The hash after up to 200 steps from q, v; *steps is how many there were. */
static uint64_t hash_of_steps(const KipModel *model, const double *q, const double *v, int *steps)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    uint64_t hash;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    for (*steps = 0; *steps < 200 && kip_sim_step(sim, &error) == KIP_OK; ++*steps)
        ;
    hash = kip_sim_hash(sim);
    kip_sim_destroy(sim);
    return hash;
}

/* Returns the number of steps. */
static int check_same_motion(const KipModel *a, const KipModel *b, const double *q, const double *v)
{
    int steps, steps_back;
    uint64_t hash = hash_of_steps(a, q, v, &steps);
    ck_assert_uint_eq(hash, hash_of_steps(b, q, v, &steps_back));
    ck_assert_int_eq(steps, steps_back);
    return steps;
}

START_TEST(no_field_is_forgotten)
{
    check_tables();
}
END_TEST

/* -- the models of the project, alone and merged --------------------------------------------------------- */

static const char models[] = "data/models";

START_TEST(our_models_come_back)
{
    DIR *folder = opendir(models);
    int n = 0;
    ck_assert_ptr_nonnull(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        KipModel *model, *back;
        if (!strstr(entry->d_name, ".xml"))
            continue;
        snprintf(path, sizeof path, "%s/%.200s", models, entry->d_name);
        ck_ok(kip_mjcf_load(&model, path, NULL, &error));
        back = there_and_back(model, 0);
        if (model->nv > 0)
            ck_assert_int_eq(check_same_motion(model, back, model->nkey ? model->key[0].q : model->q0,
                                               model->nkey ? model->key[0].v : NULL),
                             200);
        kip_model_destroy(model);
        kip_model_destroy(back);
        n++;
    }
    closedir(folder);
    ck_assert_int_ge(n, 15);
}
END_TEST

/* Two of one kind, and things, all placed; a site of the world behind those of bodies. */
static KipModel *merged(KipQuat turn)
{
    static const char mark[] = "<mujoco><worldbody><site name='mark' pos='0 0 1'/></worldbody></mujoco>";
    KipBuilder *builder = kip_builder_create(NULL);
    KipModel *model;
    ck_ok(kip_mjcf_add_file(builder, "data/models/skeleton37.xml", "one/", v3(0, 0.3, 0), q_identity(), NULL,
                            &error));
    ck_ok(kip_mjcf_add_file(builder, "data/models/skeleton37.xml", "other/", v3(1.1, -0.7, 0), turn, NULL,
                            &error));
    ck_ok(kip_mjcf_add_file(builder, "data/models/chairs.xml", "chairs/", v3(4, 0, 0), turn, NULL, &error));
    ck_ok(kip_mjcf_add_file(builder, "data/models/ball.xml", "ball/", v3(0.1, 0.1, 0.5), turn, NULL, &error));
    ck_ok(kip_mjcf_add_text(builder, mark, strlen(mark), "mark.xml", "mark/", v3(1, 2, 3), q_identity(), NULL,
                            &error));
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

START_TEST(merged_models_come_back)
{
    KipModel *model = merged(q_identity()), *back = there_and_back(model, 0);
    ck_assert_int_ge(kip_model_find_body(back, "other/pelvis"), 0);
    ck_assert_str_eq(back->site[back->nsite - 1].name, "mark/mark");
    check_same_motion(model, back, model->q0, NULL);
    kip_model_destroy(model);
    kip_model_destroy(back);
    for (int i = 1; i < 12; i++) { /* placed bodies may be off by what making them unit once more does */
        model = merged(q_axis_angle(v3(0, 0, 1), 0.5 * i));
        back = there_and_back(model, 1e-15);
        kip_model_destroy(model);
        kip_model_destroy(back);
    }
}
END_TEST

/* -- random models --------------------------------------------------------------------------------------- */

static int pick(KipRandom *r, int n)
{
    return (int)(kip_random_bits(r) % (uint64_t)n);
}

static void walk(const KipModel *model, int body, int *order, int *n)
{
    order[(*n)++] = body;
    for (int i = body + 1; i < model->nbody; i++)
        if (model->body[i].parent == body)
            walk(model, i, order, n);
}

/* Of length 1 to the last digit: making it unit once more, as a reader does, changes no bit. */
static KipQuat settled_quat(KipRandom *r)
{
    for (;;) {
        const KipQuat q = q_normalize(random_quat(r)), again = q_normalize(q);
        if (memcmp(&q, &again, sizeof q) == 0)
            return q;
    }
}

static void add_random_geom(KipBuilder *builder, KipRandom *r, int body, int index)
{
    static const int types[] = {KIP_GEOM_SPHERE,   KIP_GEOM_CAPSULE,   KIP_GEOM_BOX,
                                KIP_GEOM_CYLINDER, KIP_GEOM_ELLIPSOID, KIP_GEOM_PLANE};
    KipGeom geom = kip_geom_def();
    char name[32];
    snprintf(name, sizeof name, "geom%d", index);
    geom.name = pick(r, 3) ? name : "";
    geom.body = body;
    geom.type = (KipGeomType)types[pick(r, body ? 5 : 6)];
    for (int i = 0; i < 3; i++)
        geom.size[i] = kip_random_uniform(r, 0.02, 0.1);
    const double far = kip_random_uniform(r, 0, 0.3);
    geom.pos = v3_scale(far, random_unit(r));
    geom.quat = settled_quat(r);
    geom.density = pick(r, 2) ? 1000 : kip_random_uniform(r, 0, 2000);
    geom.mass = pick(r, 2) ? -1 : kip_random_uniform(r, 0.1, 2);
    geom.friction = pick(r, 2) ? 1 : kip_random_uniform(r, 0, 2);
    static const int condims[] = {1, 3, 4, 6};
    geom.condim = condims[pick(r, 4)];
    geom.spin = pick(r, 2) ? geom.spin : kip_random_uniform(r, 0, 0.1);
    geom.roll = pick(r, 2) ? geom.roll : kip_random_uniform(r, 0, 0.1);
    geom.contype = geom.type == KIP_GEOM_SPHERE ? 1 + pick(r, 3) : 0;
    geom.conaffinity = geom.contype ? -1 : 0;
    for (int i = 0; i < 4 && pick(r, 5); i++)
        geom.rgba[i] = (float)kip_random_uniform(r, 0, 1);
    kip_builder_geom(builder, &geom);
}

/* Two geoms of bodies that joints move against each other, if two draws find them. */
static void add_random_pair(KipBuilder *builder, KipRandom *r)
{
    int n;
    const KipGeom *geom = kip_builder_geoms(builder, &n);
    KipPair pair = kip_pair_def();
    if (n == 0)
        return;
    pair.geom1 = pick(r, n);
    pair.geom2 = pick(r, n);
    if (geom[pair.geom1].body == geom[pair.geom2].body || !*geom[pair.geom1].name || !*geom[pair.geom2].name)
        return;
    pair.condim = pick(r, 2) ? 0 : 6;
    if (pick(r, 2)) {
        pair.friction = kip_random_uniform(r, 0, 2);
        pair.spin = kip_random_uniform(r, 0, 0.1);
        pair.roll = kip_random_uniform(r, 0, 0.1);
    }
    if (pick(r, 2))
        pair.solref[0] = 0.01, pair.solref[1] = kip_random_uniform(r, 0.1, 1);
    if (pick(r, 2))
        pair.impedance = kip_random_uniform(r, 0.5, 0.99);
    kip_builder_pair(builder, &pair);
}

static void add_random_site(KipBuilder *builder, KipRandom *r, int body)
{
    KipSite site = kip_site_def();
    site.name = "a site";
    site.body = body;
    site.pos = random_unit(r);
    site.quat = settled_quat(r);
    kip_builder_site(builder, &site);
}

/* A motor, and the strength that it gives, or a smaller one. */
static void add_random_motor(KipBuilder *builder, KipRandom *r, KipJoint *joint, int index)
{
    KipMotor motor = kip_motor_def();
    double strength, least = kip_random_uniform(r, 0.1, 0.9);
    motor.name = pick(r, 2) ? joint->name : "";
    motor.joint = index;
    motor.type = (KipMotorType)pick(r, 3);
    motor.gear = kip_random_uniform(r, -50, 50);
    motor.gain = motor.type == KIP_MOTOR_TORQUE ? 1 : kip_random_uniform(r, 0, 100);
    strength = fabs(motor.gear);
    if (motor.type == KIP_MOTOR_TORQUE)
        motor.ctrlrange[0] = -1, motor.ctrlrange[1] = 1;
    else
        motor.forcerange[0] = -1, motor.forcerange[1] = 1;
    joint->strength[0] = -strength;
    joint->strength[1] = pick(r, 2) ? strength : least * strength;
    kip_builder_motor(builder, &motor);
}

static void add_random_joint(KipBuilder *builder, KipRandom *r, KipJoint joint, int index)
{
    bool line = joint.type == KIP_JOINT_HINGE || joint.type == KIP_JOINT_SLIDE;
    if (line && pick(r, 2))
        joint.springref = kip_random_normal(r);
    if (joint.type != KIP_JOINT_FREE && pick(r, 2)) {
        joint.limited = pick(r, 3) > 0;
        joint.range[0] = joint.type == KIP_JOINT_BALL ? 0 : kip_random_uniform(r, -2, -1);
        joint.range[1] = kip_random_uniform(r, 1, 2);
    }
    if (line && pick(r, 2)) {
        add_random_motor(builder, r, &joint, index);
    } else if (line && pick(r, 2)) {
        joint.strength[0] = kip_random_uniform(r, -9, 0);
        joint.strength[1] = pick(r, 2) ? 0 : kip_random_uniform(r, 0, 9);
        joint.strength[0] *= joint.strength[1] > 0;
    }
    kip_builder_joint(builder, &joint);
}

static void add_random_data(KipBuilder *builder, KipRandom *r, int nq, int nv)
{
    double x[400], weights[5];
    KipPlace nowhere = kip_nowhere();
    for (int k = pick(r, 3); k > 0; k--) {
        char name[16];
        snprintf(name, sizeof name, "key%d", k);
        for (int i = 0; i < nq + nv; i++)
            x[i] = kip_random_normal(r);
        const double time = kip_random_normal(r);
        const int has_q = pick(r, 3) != 0, has_v = pick(r, 3) != 0;
        kip_builder_key(builder, name, time, 0, x, has_q ? nq : 0, x + nq, has_v ? nv : 0, nowhere);
    }
    for (int i = 0; i < 5; i++) {
        const double mantissa = kip_random_normal(r), power = pow(10, pick(r, 600) - 300);
        weights[i] = pick(r, 4) ? mantissa * power : -0.0;
    }
    kip_builder_number(builder, "a/weights", weights, 1 + pick(r, 5), kip_nowhere());
    kip_builder_text(builder, "a/alias/Foot", "a/foot_l", kip_nowhere());
}

static void add_all(KipBuilder *builder, KipRandom *r, const KipModel *model, const int *order,
                    const int *place)
{
    for (int i = 0; i < model->nbody; i++) {
        KipBody body = model->body[order[i]];
        int ngeom = pick(r, 3);
        body.parent = place[body.parent];
        body.mass_from_geoms = ngeom > 0 && pick(r, 2);
        if (i)
            kip_builder_body(builder, &body);
        for (int g = 0; g < ngeom; g++)
            add_random_geom(builder, r, i, 10 * i + g);
        for (int s = pick(r, 2); s > 0; s--)
            add_random_site(builder, r, i);
    }
    for (int i = 0; i < 3; i++)
        add_random_pair(builder, r);
    for (int j = 0; j < model->njoint; j++) {
        KipJoint joint = model->joint[j];
        joint.body = place[joint.body];
        add_random_joint(builder, r, joint, j);
    }
    for (int t = 0; t < model->ntendon; t++) {
        KipTendon tendon = model->tendon[t];
        tendon.limited = pick(r, 2);
        tendon.range[0] = -1, tendon.range[1] = kip_random_uniform(r, 0, 1);
        tendon.springlength = kip_random_uniform(r, 0, 1);
        kip_builder_tendon(builder, &tendon);
    }
    if (model->nbody > 2)
        kip_builder_exclude(builder, pick(r, model->nbody - 2), model->nbody - 1);
    add_random_data(builder, r, model->nq, model->nv);
}

/* A random tree, its bodies depth first, with all that a model can have. */
static KipModel *random_rich_model(KipRandom *r)
{
    for (;;) { /* geoms may be too light for the bodies beyond them: again */
        enum { MOST = 12 };
        KipModel *tree = random_model(r, MOST), *model;
        KipBuilder *builder = kip_builder_create(NULL);
        int order[MOST + 1], place[MOST + 1], n = 0;
        walk(tree, 0, order, &n);
        for (int i = 0; i < n; i++)
            place[order[i]] = i;
        kip_builder_name(builder, "rich");
        const KipVec3 gravity = v3_scale(9, random_unit(r));
        kip_builder_option(builder, gravity, pick(r, 2) ? 0 : 0.001);
        add_all(builder, r, tree, order, place);
        kip_model_destroy(tree);
        if (kip_builder_finish(builder, &model, &error) == KIP_OK)
            return model;
    }
}

START_TEST(random_models_come_back)
{
    KipRandom r = {31};
    int n = STUDY(60, 2000), whole = 0;
    for (int i = 0; i < n; i++) {
        KipModel *model = random_rich_model(&r), *back = there_and_back(model, 0);
        double *q = calloc((size_t)(model->nq + model->nv), sizeof *q), *v = q + model->nq;
        random_state(&r, model, q, v, 0.3);
        whole += check_same_motion(model, back, q, v) == 200;
        free(q);
        kip_model_destroy(model);
        kip_model_destroy(back);
    }
    study_print("mjcf_write: %d of %d random models went through 200 steps\n", whole, n);
    ck_assert_int_ge(2 * whole, n); /* others begin deep in one another and fly apart */
}
END_TEST

/* -- what does not come back whole ----------------------------------------------------------------------- */

/* A body with a mass of its own and one more joint, or none. */
static KipBuilder *plain_builder(void)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    body.name = "body", body.mass = 1, body.inertia = s3_diagonal(1, 1, 1);
    kip_builder_body(builder, &body);
    return builder;
}

static KipModel *finished(KipBuilder *builder)
{
    KipModel *model;
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

START_TEST(orientations_made_by_hand_are_near)
{
    enum { N = 1000 };
    KipRandom r = {7};
    KipBuilder *builder = plain_builder();
    int off = 0;
    for (int i = 0; i < N; i++) {
        KipGeom geom = kip_geom_def();
        geom.body = 1, geom.size[0] = 1;
        double q[4];
        for (int k = 0; k < 4; k++)
            q[k] = kip_random_normal(&r);
        geom.quat = q_from(q);
        kip_builder_geom(builder, &geom);
    }
    KipModel *model = finished(builder), *back = there_and_back(model, 3e-16);
    for (int i = 0; i < N; i++)
        off += memcmp(&model->geom[i].quat, &back->geom[i].quat, sizeof(KipQuat)) != 0;
    study_print("mjcf_write: %d of %d quaternions made unit once are off\n", off, N);
    ck_assert_int_lt(off, N / 3);
    kip_model_destroy(model);
    kip_model_destroy(back);
}
END_TEST

START_TEST(axes_come_back)
{
    KipRandom r = {8};
    for (int i = 0; i < 400; i++) {
        KipBuilder *builder = plain_builder();
        KipJoint joint = kip_joint_def();
        joint.name = "joint", joint.body = 1;
        const double length = kip_random_uniform(&r, 0.1, 10);
        joint.axis = v3_scale(length, random_unit(&r));
        kip_builder_joint(builder, &joint);
        KipModel *model = finished(builder);
        kip_model_destroy(there_and_back(model, 0));
        kip_model_destroy(model);
    }
}
END_TEST

START_TEST(what_stands_for_nothing_comes_back_as_one_thing)
{
    KipBuilder *builder = plain_builder();
    KipGeom geom = kip_geom_def();
    KipJoint joint = kip_joint_def();
    KipTendon tendon = kip_tendon_def();
    int index = 0;
    double coef = 2;
    joint.name = "joint", joint.body = 1, joint.ref = 0.25, joint.springref = 0.125;
    joint.axis = v3(-0.0, 1, 0);
    kip_builder_joint(builder, &joint);
    geom.body = 1, geom.size[0] = 1, geom.mass = -0.5, geom.pos = v3(-0.0, 0, 1);
    kip_builder_geom(builder, &geom);
    tendon.name = "tendon", tendon.njoint = 1, tendon.joint = &index, tendon.coef = &coef;
    kip_builder_tendon(builder, &tendon);
    KipModel *model = finished(builder);
    char *text = written(model), *again;
    KipModel *back = parsed(text);
    again = written(back);
    ck_assert_str_eq(text, again);
    ck_assert_double_eq(back->geom[0].mass, -1);
    ck_assert(signbit(model->geom[0].pos.x) && !signbit(back->geom[0].pos.x));
    ck_assert(signbit(model->joint[0].axis.x) && !signbit(back->joint[0].axis.x));
    ck_assert(isnan(model->tendon[0].springlength));
    ck_assert_double_eq(back->tendon[0].springlength, 0.5); /* the joint's springref would make it 0.25 */
    free(text);
    free(again);
    kip_model_destroy(model);
    kip_model_destroy(back);
}
END_TEST

/* -- text ------------------------------------------------------------------------------------------------ */

START_TEST(the_text_is_short_and_in_order)
{
    static const char text[] =
        "<mujoco model=\"toy\">\n"
        "  <compiler angle=\"radian\" autolimits=\"true\"/>\n"
        "  <option timestep=\"0.002\" gravity=\"0 0 -1.62\"/>\n"
        "\n"
        "  <worldbody>\n"
        "    <geom name=\"floor\" type=\"plane\" size=\"0 0 1\"/>\n"
        "    <site name=\"mark\" pos=\"1 0 0\"/>\n"
        "    <body name=\"base\" pos=\"0 0 0.1\">\n"
        "      <freejoint name=\"root\"/>\n"
        "      <geom type=\"box\" size=\"0.1 0.2 0.3\" quat=\"0.5 0.5 0.5 0.5\" mass=\"2\" condim=\"1\" "
        "rgba=\"0.1 0.2 0.3 1\"/>\n"
        "      <body name=\"arm\">\n"
        "        <inertial pos=\"0 0 0.1\" mass=\"0.3\" fullinertia=\"0.01 0.01 0.01 0.001 0 0\"/>\n"
        "        <joint name=\"turn\" axis=\"0 1 0\" range=\"-1 2\" ref=\"0.1\" damping=\"0.5\" "
        "actuatorfrcrange=\"-5 5\"/>\n"
        "        <joint name=\"push\" type=\"slide\" range=\"-1 1\" limited=\"false\"/>\n"
        "        <geom type=\"capsule\" size=\"0.05 0.3\" density=\"500\" friction=\"0.5\" contype=\"0\" "
        "conaffinity=\"2\"/>\n"
        "        <site name=\"hand\" pos=\"0 0 0.3\"/>\n"
        "      </body>\n"
        "      <site name=\"late\"/>\n"
        "    </body>\n"
        "  </worldbody>\n"
        "\n"
        "  <contact>\n"
        "    <exclude body1=\"world\" body2=\"arm\"/>\n"
        "  </contact>\n"
        "\n"
        "  <tendon>\n"
        "    <fixed name=\"both\" range=\"-1 1\" stiffness=\"3\">\n"
        "      <joint joint=\"turn\" coef=\"1\"/>\n"
        "      <joint joint=\"push\" coef=\"-2\"/>\n"
        "    </fixed>\n"
        "  </tendon>\n"
        "\n"
        "  <actuator>\n"
        "    <motor name=\"m\" joint=\"turn\" gear=\"10\" ctrlrange=\"-1 1\"/>\n"
        "    <position joint=\"push\" kp=\"50\" forcerange=\"-20 20\"/>\n"
        "  </actuator>\n"
        "\n"
        "  <custom>\n"
        "    <numeric name=\"limit_spring\" data=\"10 0.1\"/>\n"
        "    <text name=\"feet\" data=\"arm\"/>\n"
        "  </custom>\n"
        "\n"
        "  <keyframe>\n"
        "    <key name=\"start\"/>\n"
        "    <key name=\"later\" time=\"1.5\" qpos=\"0 0 1 1 0 0 0 0.2 0.3\" qvel=\"1 0 0 0 0 0 0 0\"/>\n"
        "  </keyframe>\n"
        "</mujoco>\n";
    KipModel *model = parsed(text);
    char *again = written(model);
    ck_assert_str_eq(again, text);
    free(again);
    kip_model_destroy(model);
}
END_TEST

START_TEST(odd_names_are_escaped)
{
    static const char name[] = " <b>&amp; \"quoted\" 'too'\t\n\r] \xc3\xa9\xe6\xbc\xa2\xf0\x9f\x98\x80 ";
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipGeom geom = kip_geom_def();
    KipSite site = kip_site_def();
    KipTendon tendon = kip_tendon_def();
    KipMotor motor = kip_motor_def();
    int index = 0;
    double coef = 1;
    kip_builder_name(builder, name);
    body.name = joint.name = geom.name = site.name = tendon.name = motor.name = name;
    body.mass = 1, body.inertia = s3_diagonal(1, 1, 1);
    joint.body = geom.body = site.body = kip_builder_body(builder, &body);
    geom.size[0] = 1;
    tendon.njoint = 1, tendon.joint = &index, tendon.coef = &coef, tendon.springlength = 0;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
    kip_builder_site(builder, &site);
    kip_builder_tendon(builder, &tendon);
    kip_builder_motor(builder, &motor);
    kip_builder_exclude(builder, 1, 0);
    kip_builder_number(builder, name, &coef, 1, kip_nowhere());
    kip_builder_text(builder, name, name, kip_nowhere());
    kip_builder_key(builder, name, 0, 0, NULL, 0, NULL, 0, kip_nowhere());
    KipModel *model = finished(builder), *back = there_and_back(model, 0);
    ck_assert_str_eq(back->custom[1].text, name);
    kip_model_destroy(model);
    kip_model_destroy(back);
}
END_TEST

/* -- refusals -------------------------------------------------------------------------------------------- */

typedef struct Parts {
    KipBody body[3]; /* a, its child b, and c of the world */
    KipJoint hinge, ball, free;
    KipGeom geom;
    KipSite site[2];
    KipTendon tendon;
    KipMotor motor;
    const char *name, *key, *text;
    double time, number;
    int nnumber;
} Parts;

static const double one = 1;
static const int first_joint = 0;

static Parts sound_parts(void)
{
    Parts p = {.hinge = kip_joint_def(),
               .ball = kip_joint_def(),
               .free = kip_joint_def(),
               .geom = kip_geom_def(),
               .site = {kip_site_def(), kip_site_def()},
               .tendon = kip_tendon_def(),
               .motor = kip_motor_def(),
               .name = "model",
               .key = "key",
               .text = "text",
               .nnumber = 1};
    static const char *const names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        p.body[i] = kip_body_def();
        p.body[i].name = names[i], p.body[i].mass = 1, p.body[i].inertia = s3_diagonal(1, 1, 1);
    }
    p.body[1].parent = 1;
    p.hinge.name = "hinge", p.hinge.body = 1;
    p.ball.name = "ball", p.ball.type = KIP_JOINT_BALL, p.ball.body = 2;
    p.free.name = "free", p.free.type = KIP_JOINT_FREE, p.free.body = 3;
    p.geom.body = 1, p.geom.size[0] = 1;
    p.site[0].body = 1, p.site[1].body = 2;
    p.tendon.name = "tendon", p.tendon.njoint = 1, p.tendon.joint = &first_joint, p.tendon.coef = &one;
    p.motor.ctrlrange[0] = -1, p.motor.ctrlrange[1] = 1;
    p.hinge.strength[0] = -1, p.hinge.strength[1] = 1;
    return p;
}

static KipModel *model_of(const Parts *p)
{
    KipBuilder *builder = kip_builder_create(NULL);
    kip_builder_name(builder, p->name);
    for (int i = 0; i < 3; i++)
        kip_builder_body(builder, &p->body[i]);
    kip_builder_joint(builder, &p->hinge);
    kip_builder_joint(builder, &p->ball);
    kip_builder_joint(builder, &p->free);
    kip_builder_geom(builder, &p->geom);
    kip_builder_site(builder, &p->site[0]);
    kip_builder_site(builder, &p->site[1]);
    kip_builder_tendon(builder, &p->tendon);
    kip_builder_motor(builder, &p->motor);
    kip_builder_key(builder, p->key, p->time, 0, NULL, 0, NULL, 0, kip_nowhere());
    kip_builder_number(builder, "number", &p->number, p->nnumber, kip_nowhere());
    kip_builder_text(builder, "text", p->text, kip_nowhere());
    return finished(builder);
}

/* Refused with these words, and nothing written. */
static void check_refused(const Parts *p, const char *words)
{
    KipModel *model = model_of(p);
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_msg(kip_mjcf_write(model, stream, &error) == KIP_BAD_INPUT, "not refused: %s", words);
    ck_assert_msg(strstr(error.message, words), "'%s' is not in: %s", words, error.message);
    fclose(stream);
    ck_assert_uint_eq(size, 0);
    free(text);
    kip_model_destroy(model);
}

/* The sound parts with one thing changed. */
#define REFUSED(change, words)                                                                               \
    do {                                                                                                     \
        Parts p = sound_parts();                                                                             \
        change;                                                                                              \
        check_refused(&p, words);                                                                            \
    } while (0)

START_TEST(sound_parts_are_written)
{
    Parts p = sound_parts();
    KipModel *model = model_of(&p);
    kip_model_destroy(there_and_back(model, 0));
    kip_model_destroy(model);
}
END_TEST

START_TEST(orders_that_no_file_has_are_refused)
{
    Parts siblings = sound_parts();
    siblings.body[1].parent = 0, siblings.body[2].parent = 1, siblings.free.body = 2, siblings.ball.body = 3;
    siblings.site[1].body = 1;
    check_refused(&siblings, "'b' is between it and its parent 'a'");
    REFUSED((p.site[0].body = 3, p.site[1].body = 2), "site 1");
}
END_TEST

START_TEST(names_that_xml_cannot_hold_are_refused)
{
    REFUSED(p.name = "\xff", "name of model 0");
    REFUSED(p.body[1].name = "a\x01", "name of body 2");
    REFUSED(p.hinge.name = "\xc3", "name of joint 0");
    REFUSED(p.geom.name = "\xed\xa0\x80", "name of geom 0");
    REFUSED(p.site[1].name = "\x7f\x80", "name of site 1");
    REFUSED(p.tendon.name = "\b", "name of tendon 0");
    REFUSED(p.motor.name = "\xc0\x80", "name of motor 0");
    REFUSED(p.key = "\xfe", "name of keyframe 0");
    REFUSED(p.key = "", "keyframe 0 has no name");
    REFUSED(p.text = "\x1b", "its text is not UTF-8");
    REFUSED(p.text = "", "it is empty");
    REFUSED(p.nnumber = 0, "it is empty");
}
END_TEST

START_TEST(numbers_that_are_not_finite_are_refused)
{
    REFUSED(p.hinge.range[1] = INFINITY, "'hinge' cannot be written as MJCF: its range is not finite");
    REFUSED(p.tendon.range[0] = NAN, "'tendon' cannot be written as MJCF: its range is not finite");
    REFUSED(p.geom.size[2] = NAN, "its size or rgba");
    REFUSED(p.geom.rgba[3] = INFINITY, "its size or rgba");
    REFUSED(p.time = -INFINITY, "its time is not finite");
    REFUSED(p.number = NAN, "holds a number");
}
END_TEST

START_TEST(what_mjcf_has_no_words_for_is_refused)
{
    REFUSED(p.hinge.strength[1] = INFINITY, "its strength is neither");
    REFUSED(p.hinge.strength[1] = 2, "its strength is neither"); /* the motor makes 1 */
    REFUSED(p.ball.strength[1] = 2, "its strength is neither");
    REFUSED((p.free.strength[0] = -2, p.free.strength[1] = 2), "its strength is neither");
    REFUSED(p.ball.ref = 1, "has a ref or springref");
    REFUSED(p.free.springref = 1, "has a ref or springref");
    REFUSED(p.free.pos.x = 1, "has a pos");
    REFUSED((p.motor.joint = 1, p.hinge.strength[0] = -INFINITY, p.hinge.strength[1] = INFINITY,
             p.ball.strength[0] = -1, p.ball.strength[1] = 1),
            "motors move hinges and slides");
    REFUSED(p.motor.gain = 2, "a motor of torque has a gear and no gain");
    REFUSED((p.motor.forcerange[0] = -2), "infinite on one side");
    REFUSED((p.motor.ctrlrange[0] = 1, p.hinge.strength[0] = 1), "is empty");
    REFUSED(p.tendon.njoint = 0, "it runs over no joint");
    REFUSED(p.tendon.springlength = -1, "rests at a length below 0");
    REFUSED((p.hinge.ref = -1), "rests at a length below 0"); /* NaN stands for that */
    REFUSED(p.geom.contype = -2147483647 - 1, "the least integer");
}
END_TEST

/* What looks like the above and can be said. */
START_TEST(what_mjcf_has_words_for_is_written)
{
    Parts p = sound_parts();
    p.hinge.springref = -0.5, p.tendon.springlength = -0.5; /* where its springs are at rest */
    p.hinge.strength[0] = p.hinge.strength[1] = 0;
    p.motor.ctrlrange[0] = -INFINITY, p.motor.ctrlrange[1] = INFINITY, p.motor.gear = -3;
    p.free.range[1] = 1, p.free.damping = 2, p.free.armature = 0.1;
    p.geom.mass = 0, p.geom.size[2] = -0.0;
    p.number = -0.0;
    KipModel *model = model_of(&p);
    kip_model_destroy(there_and_back(model, 0));
    kip_model_destroy(model);
}
END_TEST

Suite *suite_mjcf_write(void)
{
    Suite *suite = suite_create("mjcf_write");
    TCase *same = tcase_create("same"), *text = tcase_create("text"), *refused = tcase_create("refused");
    tcase_add_test(same, no_field_is_forgotten);
    tcase_add_test(same, our_models_come_back);
    tcase_add_test(same, merged_models_come_back);
    tcase_add_test(same, random_models_come_back);
    tcase_add_test(same, orientations_made_by_hand_are_near);
    tcase_add_test(same, axes_come_back);
    tcase_add_test(same, what_stands_for_nothing_comes_back_as_one_thing);
    tcase_add_test(text, the_text_is_short_and_in_order);
    tcase_add_test(text, odd_names_are_escaped);
    tcase_add_test(refused, sound_parts_are_written);
    tcase_add_test(refused, orders_that_no_file_has_are_refused);
    tcase_add_test(refused, names_that_xml_cannot_hold_are_refused);
    tcase_add_test(refused, numbers_that_are_not_finite_are_refused);
    tcase_add_test(refused, what_mjcf_has_no_words_for_is_refused);
    tcase_add_test(refused, what_mjcf_has_words_for_is_written);
    suite_add_tcase(suite, same);
    suite_add_tcase(suite, text);
    suite_add_tcase(suite, refused);
    return suite;
}
