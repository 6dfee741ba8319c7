/* Forward and inverse dynamics against MuJoCo's answers, stored in tests/reference by tests/mujoco/run.sh. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dynamics/dynamics.h"
#include "io/formats/mjcf.h"
#include "study.h"

Suite *suite_reference(void);

enum { MOST = 64 }; /* numbers in a row */

static const char *const models[] = {"skeleton37", "double_pendulum", "arm3d"};
enum { MODELS = sizeof models / sizeof models[0] };

/* A row: its name, then n numbers. */
static void read_row(FILE *file, const char *name, double *x, int n)
{
    char found[8];
    ck_assert_int_eq(fscanf(file, " %7[a-z]", found), 1);
    ck_assert_str_eq(found, name);
    for (int i = 0; i < n; i++)
        ck_assert_int_eq(fscanf(file, ",%lf", &x[i]), 1);
}

/* Opens the model's file and reads up to the first state; its number of states, and of coordinates. */
static FILE *open_reference(const char *model, int *nstate, int *nq, int *nv)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "tests/reference/%s.csv", model);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    do
        ck_assert(fgets(line, sizeof line, file) != NULL);
    while (line[0] == '#');
    ck_assert_int_eq(sscanf(line, "states,%d,nq,%d,nv,%d", nstate, nq, nv), 3);
    return file;
}

/* Largest difference over largest number. */
static double difference(const double *a, const double *b, int n)
{
    double apart = 0, largest = 0;
    for (int i = 0; i < n; i++) {
        ck_assert(isfinite(a[i]) && isfinite(b[i]));
        apart = fmax(apart, fabs(a[i] - b[i]));
        largest = fmax(largest, fmax(fabs(a[i]), fabs(b[i])));
    }
    return apart / largest;
}

START_TEST(test_mujoco_agrees)
{
    KipModel *model;
    KipDynamics *d;
    KipError error;
    char path[64];
    int nstate, nq, nv;
    double q[MOST], v[MOST], tau[MOST], a[MOST], our_a[MOST], our_tau[MOST];
    snprintf(path, sizeof path, "data/models/%s.xml", models[_i]);
    ck_ok(kip_mjcf_load(&model, path, NULL, &error));
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    FILE *file = open_reference(models[_i], &nstate, &nq, &nv);
    ck_assert_int_eq(nq, model->nq);
    ck_assert_int_eq(nv, model->nv);
    ck_assert_int_le(nq, MOST);
    ck_assert_int_ge(nstate, 1);
    for (int s = 0; s < nstate; s++) {
        read_row(file, "q", q, nq);
        read_row(file, "v", v, nv);
        read_row(file, "tau", tau, nv);
        read_row(file, "a", a, nv);
        kip_dynamics_set(d, q, v);
        kip_forward_dynamics(d, tau, our_a, NULL);
        ck_below(difference(our_a, a, nv), 1e-11);
        kip_inverse_dynamics(d, a, our_tau, NULL);
        ck_below(difference(our_tau, tau, nv), 1e-11);
    }
    fclose(file);
    kip_dynamics_destroy(d);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_reference(void)
{
    Suite *suite = suite_create("reference");
    TCase *tc = tcase_create("mujoco");
    tcase_add_loop_test(tc, test_mujoco_agrees, 0, MODELS);
    suite_add_tcase(suite, tc);
    return suite;
}
