/* The MJCF reader: keyframes, several files in one model, files that include others. */
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mjcf_helpers.h"

/* -- keyframes, several files --------------------------------------------------------------------------- */

#define ROBOT                                                                                                \
    "<mujoco model='robot'><option gravity='0 0 -1' timestep='.5'/><worldbody>"                              \
    "<geom name='floor' type='plane' size='1 1 1' pos='0 0 -1'/><site name='mark' pos='1 0 0'/>"             \
    "<body name='base' pos='1 0 0'><freejoint name='root'/><geom name='g' size='1'/>"                        \
    "<body name='arm' pos='0 0 1'><joint name='shoulder' axis='0 1 0'/><geom size='1' pos='1 0 "             \
    "0'/></body></body>"                                                                                     \
    "<body name='post' pos='0 1 0'><joint name='hinge'/><geom size='1'/></body></worldbody>"                 \
    "<actuator><motor name='m' joint='shoulder' ctrlrange='-1 1'/></actuator>"                               \
    "<tendon><fixed name='t'><joint joint='hinge' coef='1'/></fixed></tendon>"                               \
    "<contact><exclude body1='base' body2='post'/></contact><custom><text name='note' data='x'/></custom>"   \
    "<keyframe><key name='up' time='3' qpos='2 0 0 1 0 0 0 .3 .4' qvel='1 0 0 0 2 0 5 "                      \
    "6'/><key/></keyframe></mujoco>"

START_TEST(keyframes_hold_the_state)
{
    KipModel *model = load(ROBOT);
    static const double q[] = {2, 0, 0, 1, 0, 0, 0, 0.3, 0.4}, v[] = {1, 0, 0, 0, 2, 0, 5, 6};
    ck_assert_int_eq(model->nkey, 2);
    ck_assert_str_eq(model->key[0].name, "up");
    ck_assert_double_eq(model->key[0].time, 3);
    ck_assert_int_eq(memcmp(model->key[0].q, q, sizeof q), 0);
    ck_assert_int_eq(memcmp(model->key[0].v, v, sizeof v), 0);
    ck_assert_str_eq(model->key[1].name, "key1");
    ck_assert_int_eq(memcmp(model->key[1].q, model->q0, sizeof q), 0);
    ck_assert_double_eq(model->key[1].v[0], 0);
    kip_model_destroy(model);
}
END_TEST

/* The second of two robots stands at (10, 0, 0), turned by 90 degrees about z. */
START_TEST(files_merge_under_prefixes)
{
    KipBuilder *builder = kip_builder_create(NULL);
    static const char other[] =
        "<mujoco model='other'><option gravity='0 0 -9' timestep='.1'/><worldbody><body><freejoint/>"
        "<geom size='1'/></body></worldbody></mujoco>";
    KipModel *model;
    ck_ok(kip_mjcf_add_text(builder, ROBOT, strlen(ROBOT), "a.xml", "a/", v3_zero(), q_identity(), NULL,
                            &error));
    ck_ok(kip_mjcf_add_text(builder, other, strlen(other), "b.xml", "b/", v3_zero(), q_identity(), NULL,
                            &error));
    ck_ok(kip_mjcf_add_text(builder, ROBOT, strlen(ROBOT), "c.xml", "c/", v3(10, 0, 0), quat(1, 0, 0, 1),
                            NULL, &error));
    ck_ok(kip_builder_finish(builder, &model, &error));
    ck_assert_str_eq(model->name, "robot");
    check_vec3(model->gravity, 0, 0, -1);
    ck_assert_double_eq(model->timestep, 0.5);
    ck_assert_int_eq(model->nbody, 8);
    ck_assert_int_eq(model->nkey, 4);
    ck_assert_int_eq(model->nq, 9 + 7 + 9);

    int base = kip_model_find_body(model, "c/base"), key = kip_model_find_key(model, "c/up");
    ck_assert_int_ge(kip_model_find_body(model, "b/body1"), 0);
    ck_assert_int_eq(model->body[kip_model_find_body(model, "c/arm")].parent, base);
    check_vec3(model->body[base].pos, 10, 1, 0);
    check_quat(model->body[base].quat, sqrt(0.5), 0, 0, sqrt(0.5));
    check_vec3(body_of(model, "c/post")->pos, 9, 0, 0);
    check_vec3(body_of(model, "c/arm")->pos, 0, 0, 1);
    check_vec3(body_of(model, "a/base")->pos, 1, 0, 0);
    ck_assert_str_eq(model->joint[model->motor[1].joint].name, "c/shoulder");
    ck_assert_str_eq(model->motor[1].name, "c/m");
    ck_assert_str_eq(model->joint[model->tendon[1].joint[0]].name, "c/hinge");
    ck_assert_str_eq(model->tendon[1].name, "c/t");
    ck_assert_str_eq(model->custom[1].name, "c/note");
    ck_assert_int_eq(model->exclude[1].body1, base);
    ck_assert_str_eq(model->geom[1].name, "c/floor");
    ck_assert_str_eq(model->site[1].name, "c/mark");
    check_vec3(model->site[1].pos, 10, 1, 0);

    const double *q = model->key[key].q, *v = model->key[key].v;
    const KipJoint *root = joint_of(model, "c/root");
    ck_assert_double_eq(q[0], model->q0[0]); /* the other robots stand at their reference */
    check_vec3(v3_from(q + root->q), 10, 2, 0);
    check_quat(q_from(q + root->q + 3), sqrt(0.5), 0, 0, sqrt(0.5));
    ck_assert_double_eq(q[joint_of(model, "c/shoulder")->q], 0.3);
    ck_assert_double_eq(q[joint_of(model, "c/hinge")->q], 0.4);
    check_vec3(v3_from(v + root->v), 0, 1, 0);     /* world axes */
    check_vec3(v3_from(v + root->v + 3), 0, 2, 0); /* body axes */
    ck_assert_double_eq(v[joint_of(model, "c/hinge")->v], 6);
    kip_model_destroy(model);
}
END_TEST

START_TEST(a_file_that_fails_leaves_the_builder_alone)
{
    KipBuilder *builder = kip_builder_create(NULL);
    static const char bad[] = "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody>"
                              "<tendon><fixed/></tendon></mujoco>";
    ck_assert_int_eq(kip_mjcf_add_text(builder, bad, strlen(bad), "bad.xml", "", v3_zero(), q_identity(),
                                       NULL, &error),
                     KIP_BAD_INPUT);
    ck_assert_int_eq(kip_builder_nbody(builder), 1);
    kip_builder_destroy(builder);
}
END_TEST

/* -- include --------------------------------------------------------------------------- */

static char folder[32];
static const char *const files[] = {"main.xml", "parts/a.xml", "b.xml", "parts"};

static void in_folder(char path[96], const char *name)
{
    snprintf(path, 96, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text)
{
    char path[96];
    in_folder(path, name);
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void make_folder(void)
{
    char path[96];
    strcpy(folder, "/tmp/kip-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    in_folder(path, "parts");
    ck_assert_int_eq(mkdir(path, 0700), 0);
}

static void remove_folder(void)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[96];
        in_folder(path, files[i]);
        remove(path);
    }
    rmdir(folder);
}

START_TEST(files_include_others)
{
    char path[96];
    KipModel *model = NULL;
    write_file("main.xml",
               "<mujoco>\n <include file='parts/a.xml'/>\n <worldbody><body name='x'><freejoint/>\n"
               "<include file='b.xml'/><geom class='big'/></body></worldbody>\n</mujoco>\n");
    write_file(
        "parts/a.xml",
        "<mujocoinclude><default><default class='big'><geom size='3'/></default></default>\n"
        "<worldbody>\n<body name='first'><freejoint/><geom size='1'/></body></worldbody></mujocoinclude>");
    write_file("b.xml", "<!-- geoms --><mujoco>\n<geom size='1'/><geom size='2'/>\n</mujoco>");
    in_folder(path, "main.xml");
    ck_ok(kip_mjcf_load(&model, path, NULL, &error));
    ck_assert_int_eq(model->nbody, 3);
    ck_assert_str_eq(model->body[1].name, "first");
    ck_assert_int_eq(model->body[2].ngeom, 3);
    ck_assert_double_eq(model->geom[model->body[2].geom + 1].size[0], 2);
    ck_assert_double_eq(model->geom[model->body[2].geom + 2].size[0], 3);
    kip_model_destroy(model);

    static const struct {
        const char *main, *b; /* content of main.xml and b.xml */
        const char *file;     /* where the error is */
        int line, column;
        const char *part;
    } bad[] = {
        {"<mujoco>\n<include file='b.xml'/></mujoco>", "<mujoco>\n<worldbdy/></mujoco>", "b.xml", 2, 1,
         "'worldbody'"},
        {"<mujoco>\n<include file='b.xml'/></mujoco>", "<mujoco>\n<worldbody>", "b.xml", 2, 1,
         "never closed"},
        {"<mujoco><include file='b.xml'/></mujoco>", "<mujoco>\n<include file='b.xml'/></mujoco>", "b.xml", 2,
         10, "included a second time"},
        {"<mujoco><include file='b.xml'/></mujoco>", "<mujoco>\n<include file='main.xml'/></mujoco>", "b.xml",
         2, 10, "included a second time"},
        {"<mujoco><include file='b.xml'/><include file='b.xml'/></mujoco>", "<mujoco><worldbody/></mujoco>",
         "main.xml", 1, 41, "included a second time"},
        {"<mujoco>\n  <include file='c.xml'/></mujoco>", "", "main.xml", 2, 12, "no such file"},
        {"<mujoco>\n  <include/></mujoco>", "", "main.xml", 2, 3, "needs file"},
        {"<mujoco><include file='b.xml' prefix='x'/></mujoco>", "", "main.xml", 1, 31, "no other attribute"},
        {"<mujoco><include file='b.xml'><body/></include></mujoco>", "", "main.xml", 1, 9, "must be empty"},
        {"<mujoco><include file='b.xml'/></mujoco>", "<mujoco/>", "main.xml", 1, 18, "nothing to include"},
        {"<mujoco><include file='b.xml'/></mujoco>", "<mujoco>\n text<worldbody/></mujoco>", "b.xml", 2, 2,
         "text stands in"},
        {"<mujoco><include file='parts'/></mujoco>", "", "main.xml", 1, 18, "folder"},
        {"<include file='b.xml'/>", "<mujoco><worldbody/></mujoco>", "main.xml", 1, 1,
         "root element is <include>"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_file("main.xml", bad[i].main);
        write_file("b.xml", bad[i].b);
        ck_assert_int_eq(kip_mjcf_load(&model, path, NULL, &error), KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, bad[i].part), "%zu: %s", i, error.message);
        ck_assert_msg(strstr(error.file, bad[i].file), "%zu: %s: %s", i, error.file, error.message);
        ck_assert_msg(error.line == bad[i].line && error.column == bad[i].column, "%zu: %d:%d: %s", i,
                      error.line, error.column, error.message);
    }
    in_folder(path, "none.xml");
    ck_assert_int_eq(kip_mjcf_load(&model, path, NULL, &error), KIP_IO);
}
END_TEST

TCase *mjcf_files_case(void)
{
    TCase *test = tcase_create("files");
    tcase_add_checked_fixture(test, make_folder, remove_folder);
    tcase_add_test(test, keyframes_hold_the_state);
    tcase_add_test(test, files_merge_under_prefixes);
    tcase_add_test(test, a_file_that_fails_leaves_the_builder_alone);
    tcase_add_test(test, files_include_others);
    return test;
}
