/* kip against MuJoCo: the same models, the same states, the numbers of both and their times.
 *
 *     mujoco model.xml ...              prints three tables; exits 1 where the two differ beyond the bar
 *     mujoco --write model.xml ...      writes MuJoCo's answers to tests/reference/<model>.csv
 *
 * run.sh compiles and runs it. The difference of two vectors is the largest difference of their numbers over
 * the largest number in either.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "both.h"
#include "drops.h"
#include "race.h"

static const double bar = 1e-11;
enum { REFERENCE_STATES = 5 };

/* The difference. floor: the least that counts as the largest number, for lengths and unit vectors near 0. */
static double difference(const double *a, const double *b, int n, double floor)
{
    double apart = 0, largest = floor;
    for (int i = 0; i < n; i++) {
        if (!isfinite(a[i]) || !isfinite(b[i]))
            return INFINITY;
        apart = fmax(apart, fabs(a[i] - b[i]));
        largest = fmax(largest, fmax(fabs(a[i]), fabs(b[i])));
    }
    return apart > 0 ? apart / largest : 0;
}

/* -- the model ------------------------------------------------------------------------------------------- */

/* What was found so far. */
typedef struct Findings {
    const Both *both;
    double worst;
    bool names_differ;
} Findings;

static void compare(Findings *f, const char *owner, const char *what, const double *kip, const double *mujoco,
                    int n, double floor)
{
    double apart = difference(kip, mujoco, n, floor);
    f->worst = fmax(f->worst, apart);
    if (apart > bar)
        printf("%s: %s of %s differs by %.1e\n", f->both->name, what, owner, apart);
}

/* MuJoCo leaves nameless what the file leaves nameless; kip makes a name up. */
static void compare_names(Findings *f, const char *kip, int type, int index)
{
    const char *mujoco = mj_id2name(f->both->mujoco, type, index);
    if (!mujoco || !*mujoco || strcmp(kip, mujoco) == 0)
        return;
    f->names_differ = true;
    printf("%s: %s %d is '%s' in kip, '%s' in MuJoCo\n", f->both->name, type == mjOBJ_BODY ? "body" : "joint",
           index, kip, mujoco);
}

/* MuJoCo stores principal moments and the rotation of their axes. */
static void mujoco_inertia(const mjModel *m, int body, double inertia[6])
{
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    double R[9];
    mju_quat2Mat(R, m->body_iquat + 4 * body);
    for (int i = 0; i < 6; i++) {
        inertia[i] = 0;
        for (int k = 0; k < 3; k++)
            inertia[i] += R[3 * row[i] + k] * m->body_inertia[3 * body + k] * R[3 * column[i] + k];
    }
}

static void compare_body(Findings *f, int i)
{
    const KipBody *body = &f->both->kip->body[i];
    const mjModel *m = f->both->mujoco;
    double pos[3] = {body->pos.x, body->pos.y, body->pos.z}, com[3] = {body->com.x, body->com.y, body->com.z};
    double inertia[6] = {body->inertia.xx, body->inertia.xy, body->inertia.xz,
                         body->inertia.yy, body->inertia.yz, body->inertia.zz};
    double parent = body->parent, mujoco_parent = m->body_parentid[i], mujoco_tensor[6];
    compare_names(f, body->name, mjOBJ_BODY, i);
    compare(f, body->name, "parent", &parent, &mujoco_parent, 1, 0);
    compare(f, body->name, "position", pos, m->body_pos + 3 * i, 3, 1);
    compare(f, body->name, "mass", &body->mass, m->body_mass + i, 1, 0);
    if (body->mass > 0)
        compare(f, body->name, "centre of mass", com, m->body_ipos + 3 * i, 3, 1);
    mujoco_inertia(m, i, mujoco_tensor);
    compare(f, body->name, "inertia", inertia, mujoco_tensor, 6, 0);
}

static void compare_joint(Findings *f, int i)
{
    static const double type[] = {[KIP_JOINT_FREE] = mjJNT_FREE,
                                  [KIP_JOINT_BALL] = mjJNT_BALL,
                                  [KIP_JOINT_HINGE] = mjJNT_HINGE,
                                  [KIP_JOINT_SLIDE] = mjJNT_SLIDE};
    const KipJoint *joint = &f->both->kip->joint[i];
    const mjModel *m = f->both->mujoco;
    bool hinge = joint->type == KIP_JOINT_HINGE, has_axis = hinge || joint->type == KIP_JOINT_SLIDE;
    int q = m->jnt_qposadr[i], v = m->jnt_dofadr[i];
    double axis[3] = {joint->axis.x, joint->axis.y, joint->axis.z};
    double anchor[3] = {joint->pos.x, joint->pos.y, joint->pos.z};
    double kind[4] = {type[joint->type], joint->body, joint->q, joint->v};
    double mujoco_kind[4] = {m->jnt_type[i], m->jnt_bodyid[i], q, v};
    double limited = joint->limited, mujoco_limited = m->jnt_limited[i];
    compare_names(f, joint->name, mjOBJ_JOINT, i);
    compare(f, joint->name, "type, body or place in the state", kind, mujoco_kind, 4, 0);
    compare(f, joint->name, "limited", &limited, &mujoco_limited, 1, 0);
    if (joint->limited)
        compare(f, joint->name, "range", joint->range, m->jnt_range + 2 * i, 2, 0);
    compare(f, joint->name, "damping", &joint->damping, m->dof_damping + v, 1, 0);
    compare(f, joint->name, "armature", &joint->armature, m->dof_armature + v, 1, 0);
    compare(f, joint->name, "stiffness", &joint->stiffness, m->jnt_stiffness + i, 1, 0);
    if (hinge || joint->type == KIP_JOINT_BALL)
        compare(f, joint->name, "anchor", anchor, m->jnt_pos + 3 * i, 3, 1);
    if (has_axis) {
        compare(f, joint->name, "axis", axis, m->jnt_axis + 3 * i, 3, 1);
        compare(f, joint->name, "reference", &joint->ref, m->qpos0 + q, 1, 1);
        compare(f, joint->name, "spring reference", &joint->springref, m->qpos_spring + q, 1, 1);
    }
}

/* The largest relative difference of masses, inertias, axes and so on; says what differs. */
static double compare_models(const Both *both)
{
    Findings f = {both, 0, false};
    for (int i = 1; i < both->kip->nbody; i++)
        compare_body(&f, i);
    for (int i = 0; i < both->kip->njoint; i++)
        compare_joint(&f, i);
    return f.names_differ ? INFINITY : f.worst;
}

/* -- one state ------------------------------------------------------------------------------------------- */

/* Each finds its difference at state s, to which both stand set after mj_forward and kip_dynamics_set. */

static double forward(Both *both, int s)
{
    kip_forward_dynamics(both->dynamics, state_f(both, s), both->x, NULL);
    return difference(both->x, both->data->qacc, both->nv, 0);
}

static double mass_matrix(Both *both, int s)
{
    int nv = both->nv;
    double *unit = both->y + nv * nv;
    (void)s;
    kip_mass_matrix(both->dynamics, both->x);
    for (int k = 0; k < nv; k++) { /* column by column, because MuJoCo's releases store M in different ways */
        memset(unit, 0, (size_t)nv * sizeof *unit);
        unit[k] = 1;
        mj_mulM(both->mujoco, both->data, both->y + k * nv, unit);
    }
    return difference(both->x, both->y, nv * nv, 0);
}

static bool moves(const Both *both, int body)
{
    return both->mujoco->body_weldid[body] != 0;
}

/* MuJoCo's potential energy includes bodies fixed in the world. */
static double energy(Both *both, int s)
{
    const mjModel *m = both->mujoco;
    KipEnergy e = kip_energy(both->dynamics);
    double kip[2] = {e.potential + e.elastic, e.kinetic};
    double mujoco[2] = {both->data->energy[0], both->data->energy[1]};
    (void)s;
    for (int i = 1; i < both->kip->nbody; i++)
        if (!moves(both, i))
            mujoco[0] += m->body_mass[i] * mju_dot3(m->opt.gravity, both->data->xipos + 3 * i);
    return difference(kip, mujoco, 2, 0);
}

static double centre_of_mass(Both *both, int s)
{
    KipVec3 com = kip_com(both->dynamics);
    double kip[3] = {com.x, com.y, com.z}, mujoco[3] = {0};
    (void)s;
    for (int i = 1; i < both->kip->nbody; i++)
        for (int k = 0; k < 3 && moves(both, i); k++)
            mujoco[k] += both->mujoco->body_mass[i] * both->data->xipos[3 * i + k] / both->kip->mass;
    return difference(kip, mujoco, 3, 0);
}

static double positions(Both *both, int s)
{
    (void)s;
    for (int i = 0; i < both->kip->nbody; i++) {
        KipVec3 p = kip_body_position(both->dynamics, i);
        both->x[3 * i] = p.x;
        both->x[3 * i + 1] = p.y;
        both->x[3 * i + 2] = p.z;
    }
    return difference(both->x, both->data->xpos, 3 * both->kip->nbody, 0);
}

/* The last, because mj_inverse writes what the others read. */
static double inverse(Both *both, int s)
{
    both_set_mujoco(both, s);
    mj_inverse(both->mujoco, both->data);
    kip_inverse_dynamics(both->dynamics, state_f(both, s), both->x, NULL);
    return difference(both->x, both->data->qfrc_inverse, both->nv, 0);
}

static const struct {
    const char *name;
    bool has_bar;
    double (*find)(Both *both, int s);
} quantity[] = {{"positions", false, positions}, {"COM", false, centre_of_mass}, {"energy", false, energy},
                {"M", true, mass_matrix},        {"forward", true, forward},     {"inverse", true, inverse}};
enum { QUANTITIES = sizeof quantity / sizeof quantity[0] };

/* -- all states ------------------------------------------------------------------------------------------ */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_head(void)
{
    printf("kip against MuJoCo %s: %d random states, hinges and slides within their ranges, springs and\n"
           "dampers on, contacts, limits and motors off. The largest difference over the largest number, in\n"
           "the worst state and in the median state. 'data' is the model itself: masses, inertias, axes,\n"
           "ranges and the like. The bar for data, M, forward and inverse is %.0e.\n\n%-16s %3s %5s",
           mj_versionString(), STATES, bar, "model", "nv", "data");
    for (int k = 0; k < QUANTITIES; k++)
        printf(" %11s", quantity[k].name);
    printf("\n");
}

static void print_number(double x)
{
    printf(x == 0 ? " %5.0f" : " %5.0e", x);
}

/* Whether the model is within the bar. */
static bool print_comparison(Both *both)
{
    static double found[QUANTITIES][STATES];
    double model = compare_models(both);
    bool good = model <= bar;
    both->mujoco->opt.enableflags |= mjENBL_ENERGY;
    for (int s = 0; s < STATES; s++) {
        both_set_mujoco(both, s);
        mj_forward(both->mujoco, both->data);
        kip_dynamics_set(both->dynamics, state_q(both, s), state_v(both, s));
        for (int k = 0; k < QUANTITIES; k++)
            found[k][s] = quantity[k].find(both, s);
    }
    both->mujoco->opt.enableflags &= ~mjENBL_ENERGY;
    printf("%-16s %3d", both->name, both->nv);
    print_number(model);
    for (int k = 0; k < QUANTITIES; k++) {
        qsort(found[k], STATES, sizeof found[k][0], ascending);
        print_number(found[k][STATES - 1]);
        print_number(found[k][STATES / 2]);
        good = good && (!quantity[k].has_bar || found[k][STATES - 1] <= bar);
    }
    printf("%s\n", good ? "" : "  BEYOND THE BAR");
    return good;
}

/* -- references ------------------------------------------------------------------------------------------ */

static void write_row(FILE *file, const char *name, const double *x, int n)
{
    fprintf(file, "%s", name);
    for (int i = 0; i < n; i++)
        fprintf(file, ",%.17g", x[i]);
    fprintf(file, "\n");
}

static bool write_reference(Both *both)
{
    char path[128];
    snprintf(path, sizeof path, "tests/reference/%s.csv", both->name);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return false;
    }
    fprintf(file,
            "# %s: computed by MuJoCo %s; q, v, tau, a\n"
            "# of each state in turn: accelerations a under the forces tau, springs and dampers, without\n"
            "# contacts and limits. SI, radians, in the order of MuJoCo's qpos and qvel. Written by\n"
            "# tests/mujoco/run.sh --write.\n"
            "states,%d,nq,%d,nv,%d\n",
            both->name, mj_versionString(), REFERENCE_STATES, both->nq, both->nv);
    for (int s = 0; s < REFERENCE_STATES; s++) {
        both_set_mujoco(both, s);
        mj_forward(both->mujoco, both->data);
        write_row(file, "q", state_q(both, s), both->nq);
        write_row(file, "v", state_v(both, s), both->nv);
        write_row(file, "tau", state_f(both, s), both->nv);
        write_row(file, "a", both->data->qacc, both->nv);
    }
    if (fclose(file) != 0) {
        perror(path);
        return false;
    }
    printf("%s\n", path);
    return true;
}

/* -- the program ----------------------------------------------------------------------------------------- */

/* MuJoCo's own handlers write a log into the working directory. */
static void warn(const char *message)
{
    fprintf(stderr, "mujoco: %s\n", message);
}

static void die(const char *message)
{
    warn(message);
    exit(2);
}

static void print_races(Both *both, int n)
{
    race_print_head();
    for (int i = 0; i < n; i++)
        race_print(&both[i]);
    drops_print_head();
    for (int i = 0; i < n; i++)
        drops_print(&both[i]);
}

/* compare [--write | --numbers] model.xml ... */
int main(int argc, char **argv)
{
    bool write = argc > 1 && strcmp(argv[1], "--write") == 0, good = true;
    bool numbers = argc > 1 && strcmp(argv[1], "--numbers") == 0;
    int n = 0;
    Both *both = calloc((size_t)argc, sizeof *both);
    if (!both)
        die("out of memory");
    mju_user_error = die;
    mju_user_warning = warn;
    for (int i = write || numbers ? 2 : 1; i < argc; i++)
        if (both_create(&both[n], argv[i]))
            n++;
        else
            good = false;
    if (!write)
        print_head();
    for (int i = 0; i < n; i++)
        if (both[i].nv) /* not rooms alone: nothing in them moves */
            good = (write ? write_reference(&both[i]) : print_comparison(&both[i])) && good;
    if (!write && !numbers)
        print_races(both, n);
    for (int i = 0; i < n; i++)
        both_destroy(&both[i]);
    free(both);
    return good ? 0 : 1;
}
