#include "both.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/random.h"
#include "io/formats/mjcf.h"

static const double pi = 3.141592653589793;

/* -- random states --------------------------------------------------------------------------------------- */

static void draw_q(const KipModel *model, KipRandom *random, double *q)
{
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = &model->joint[j];
        bool hinge = joint->type == KIP_JOINT_HINGE;
        if (hinge || joint->type == KIP_JOINT_SLIDE) {
            double reach = hinge ? pi : 0.5; /* rad, m */
            q[joint->q] = joint->limited ? kip_random_uniform(random, joint->range[0], joint->range[1])
                                         : kip_random_uniform(random, -reach, reach);
            continue;
        }
        for (int i = 0; i < joint->nq; i++) /* four normal numbers point anywhere with equal chance */
            q[joint->q + i] = kip_random_normal(random);
    }
    kip_model_normalize(model, q);
}

static void draw_states(Both *both)
{
    KipRandom random = {1};
    for (int s = 0; s < STATES; s++) {
        draw_q(both->kip, &random, both->q + (size_t)s * (size_t)both->nq);
        for (int i = s * both->nv; i < (s + 1) * both->nv; i++) {
            both->v[i] = 1.5 * kip_random_normal(&random); /* rad/s, m/s */
            both->f[i] = 10 * kip_random_normal(&random);  /* N m, N; rad/s^2, m/s^2 */
        }
    }
}

const double *state_q(const Both *both, int s)
{
    return both->q + (size_t)s * (size_t)both->nq;
}

const double *state_v(const Both *both, int s)
{
    return both->v + (size_t)s * (size_t)both->nv;
}

const double *state_f(const Both *both, int s)
{
    return both->f + (size_t)s * (size_t)both->nv;
}

/* -- MuJoCo ---------------------------------------------------------------------------------------------- */

void both_set_mujoco(Both *both, int s)
{
    size_t nv = (size_t)both->nv * sizeof(double);
    memcpy(both->data->qpos, state_q(both, s), (size_t)both->nq * sizeof(double));
    memcpy(both->data->qvel, state_v(both, s), nv);
    memcpy(both->data->qfrc_applied, state_f(both, s), nv);
    memcpy(both->data->qacc, state_f(both, s), nv);
}

/* One flag in older releases, two in newer ones: they are looked up by their names. */
void both_set_passive(Both *both, bool on)
{
    static const char *const names[] = {"Passive", "Spring", "Damper"};
    for (int flag = 0; flag < mjNDISABLE; flag++)
        for (int k = 0; k < 3; k++) {
            if (strcmp(mjDISABLESTRING[flag], names[k]) != 0)
                continue;
            if (on)
                both->mujoco->opt.disableflags &= ~(1 << flag);
            else
                both->mujoco->opt.disableflags |= 1 << flag;
        }
}

void both_set_contacts(Both *both, bool on)
{
    if (on)
        both->mujoco->opt.disableflags &= ~(mjDSBL_CONSTRAINT | mjDSBL_CONTACT);
    else
        both->mujoco->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
}

static bool load_mujoco(Both *both, const char *path)
{
    char message[1000] = "";
    both->mujoco = mj_loadXML(path, NULL, message, (int)sizeof message);
    if (both->mujoco) {
        both->mujoco->opt.disableflags |= mjDSBL_ACTUATION | mjDSBL_SENSOR;
        both_set_contacts(both, false);
        both->data = mj_makeData(both->mujoco);
    }
    if (!both->data)
        fprintf(stderr, "%s: MuJoCo cannot read it: %s\n", path, message);
    return both->data != NULL;
}

/* -- both ------------------------------------------------------------------------------------------------ */

static bool load_kip(Both *both, const char *path)
{
    KipError error;
    if (kip_mjcf_load(&both->kip, path, NULL, &error) != KIP_OK ||
        kip_dynamics_create(both->kip, NULL, &both->dynamics, &error) != KIP_OK) {
        fprintf(stderr, "%s:%d:%d: %s\n", error.file, error.line, error.column, error.message);
        return false;
    }
    return true;
}

static bool same_sizes(const Both *both, const char *path)
{
    const KipModel *k = both->kip;
    const mjModel *m = both->mujoco;
    const struct {
        const char *name;
        int kip, mujoco;
    } size[] = {{"bodies", k->nbody, (int)m->nbody},
                {"joints", k->njoint, (int)m->njnt},
                {"nq", k->nq, (int)m->nq},
                {"nv", k->nv, (int)m->nv}};
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++)
        if (size[i].kip != size[i].mujoco) {
            fprintf(stderr, "%s: %s: kip has %d, MuJoCo %d\n", path, size[i].name, size[i].kip,
                    size[i].mujoco);
            return false;
        }
    return true;
}

static double *numbers(size_t n)
{
    double *x = calloc(n ? n : 1, sizeof *x);
    if (!x) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return x;
}

bool both_create(Both *both, const char *path)
{
    const char *slash = strrchr(path, '/');
    *both = (Both){.nq = 0};
    snprintf(both->name, sizeof both->name, "%s", slash ? slash + 1 : path);
    if (strrchr(both->name, '.'))
        *strrchr(both->name, '.') = '\0';
    if (!load_kip(both, path) || !load_mujoco(both, path) || !same_sizes(both, path)) {
        both_destroy(both);
        return false;
    }
    both->nq = both->kip->nq;
    both->nv = both->kip->nv;
    size_t nq = (size_t)both->nq, nv = (size_t)both->nv, room = nv * nv + nv + 3 * (size_t)both->kip->nbody;
    both->q = numbers(STATES * nq);
    both->v = numbers(STATES * nv);
    both->f = numbers(STATES * nv);
    both->x = numbers(room);
    both->y = numbers(room);
    draw_states(both);
    return true;
}

void both_destroy(Both *both)
{
    free(both->q);
    free(both->v);
    free(both->f);
    free(both->x);
    free(both->y);
    kip_dynamics_destroy(both->dynamics);
    kip_model_destroy(both->kip);
    if (both->data)
        mj_deleteData(both->data);
    if (both->mujoco)
        mj_deleteModel(both->mujoco);
    *both = (Both){.nq = 0};
}
