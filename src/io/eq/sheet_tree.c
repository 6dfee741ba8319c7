/* Worked examples of recursions over a tree of bodies, link by link: composite inertias, RNEA, CRBA, ABA. */
#include <math.h>
#include <string.h>

#include "../../control/composite.h"
#include "../../control/timed.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/subspace.h"
#include "sheet.h"

/* -- values of the solver -------------------------------------------------------------------------------- */

static void put_pair(KipSheet *sheet, const char *name, KipVec3 a, KipVec3 b)
{
    const double x[] = {a.x, a.y, a.z, b.x, b.y, b.z};
    kip_sheet_numbers(sheet, name, 1, 6, x);
}

static void put_motion(KipSheet *sheet, const char *name, Motion m)
{
    put_pair(sheet, name, m.w, m.v);
}

static void put_force(KipSheet *sheet, const char *name, Force f)
{
    put_pair(sheet, name, f.n, f.f);
}

/* Writes [ J H; H' M ] as a 6 x 6 matrix. */
static void put_inertia(KipSheet *sheet, const char *name, const ArticulatedInertia *A)
{
    const KipMat3 block[2][2] = {{s3_full(A->J), A->H}, {m3_transpose(A->H), s3_full(A->M)}};
    double x[36];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            const KipMat3 *b = &block[i / 3][j / 3];
            const double row[3][3] = {{b->xx, b->xy, b->xz}, {b->yx, b->yy, b->yz}, {b->zx, b->zy, b->zz}};
            x[6 * i + j] = row[i % 3][j % 3];
        }
    kip_sheet_numbers(sheet, name, 6, 6, x);
}

static void put_subspace(KipSheet *sheet, int body)
{
    Motion S[MAX_DOF];
    double x[6 * MAX_DOF];
    const int n = link_subspace(sheet->dynamics, body, S);
    for (int k = 0; k < n; k++) {
        const double row[] = {S[k].w.x, S[k].w.y, S[k].w.z, S[k].v.x, S[k].v.y, S[k].v.z};
        memcpy(x + 6 * k, row, sizeof row);
    }
    if (n)
        kip_sheet_numbers(sheet, "S", n, 6, x);
}

/* -- which bodies ---------------------------------------------------------------------------------------- */

/* Whether the body is a descendant of the given joint or an ancestor of it; true without a joint. */
static bool concerns(const KipSheet *sheet, int body)
{
    const KipBody *bodies = sheet->model->body;
    if (sheet->joint < 0)
        return true;
    const int of = sheet->model->joint[sheet->joint].body;
    for (int i = body; i > 0; i = bodies[i].parent)
        if (i == of)
            return true;
    for (int i = of; i > 0; i = bodies[i].parent)
        if (i == body)
            return true;
    return false;
}

static bool hangs_on(const KipSheet *sheet, int body, int on)
{
    while (body > 0 && body != on)
        body = sheet->model->body[body].parent;
    return body == on;
}

static void part_of(KipSheet *sheet, int body)
{
    kip_sheet_part(sheet, "%s", sheet->model->body[body].name);
}

/* Writes the part of nv numbers that belongs to the body's joints. */
static void put_rates_of(KipSheet *sheet, const char *name, int body, const double *x)
{
    const KipBody *of = &sheet->model->body[body];
    if (of->nv)
        kip_sheet_numbers(sheet, name, 1, of->nv, x + of->v);
}

/* -- composite inertias ---------------------------------------------------------------------------------- */

static void put_composite(KipSheet *sheet, const char *M, const char *c, const char *D,
                          const KipComposite *composite)
{
    kip_sheet_number(sheet, M, composite->mass);
    kip_sheet_put_vec(sheet, c, composite->com);
    kip_sheet_put_mat(sheet, D, composite->D);
}

static KipMat3 given_mat(KipSheet *sheet, const char *name)
{
    double x[9];
    kip_sheet_givens(sheet, name, 9, x);
    return (KipMat3){x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]};
}

static KipComposite given_body(KipSheet *sheet)
{
    const KipMat3 I = given_mat(sheet, "I_com");
    KipBody body = kip_body_def();
    body.mass = kip_sheet_given(sheet, "M");
    body.com = kip_sheet_vec(sheet, "c");
    body.inertia = s3_upper(I);
    return kip_composite_body(&body);
}

static const char *const forms[] = {"correct", "literal"};

/* One step: the inertia of a child in its parent's frame. */
static void shift(KipSheet *sheet)
{
    const KipForm form = (KipForm)kip_sheet_word(sheet, "form", forms, 2);
    const KipVec3 turn = kip_sheet_vec(sheet, "turn"), p = kip_sheet_vec(sheet, "p");
    const KipMat3 R = q_matrix(q_exp(turn));
    const KipComposite child = given_body(sheet), moved = kip_composite_to_parent(form, &child, R, p);
    kip_sheet_put_mat(sheet, "R", R);
    kip_sheet_put_vec(sheet, "R c", m3_apply(R, child.com));
    kip_sheet_put_mat(sheet, "[p]", kip_skew(p));
    kip_sheet_put_mat(sheet, "D", child.D);
    kip_sheet_put_mat(sheet, "D_p", moved.D);
    kip_sheet_put_vec(sheet, "c_p", moved.com);
}

static void skew(KipSheet *sheet)
{
    const KipVec3 u = kip_sheet_vec(sheet, "u"), v = kip_sheet_vec(sheet, "v");
    kip_sheet_put_mat(sheet, "[u]", kip_skew(u));
    kip_sheet_put_vec(sheet, "[u] v", m3_apply(kip_skew(u), v));
    kip_sheet_put_vec(sheet, "u cross v", v3_cross(u, v));
}

/* The moment of inertia of a body about an axis. */
static void moment(KipSheet *sheet)
{
    const KipForm form = (KipForm)kip_sheet_word(sheet, "form", forms, 2);
    const KipComposite body = given_body(sheet);
    const KipVec3 d = kip_sheet_vec(sheet, "d"), axis = kip_sheet_vec(sheet, "s");
    const KipVec3 s = v3_scale(1 / v3_length(axis), axis), far = v3_cross(v3_sub(body.com, d), s);
    kip_sheet_put_mat(sheet, "D", body.D);
    kip_sheet_number(sheet, "s'D s", v3_dot(s, m3_apply(body.D, s)));
    kip_sheet_number(sheet, "|c x s|^2", v3_dot(v3_cross(body.com, s), v3_cross(body.com, s)));
    kip_sheet_number(sheet, "|(c-d) x s|^2", v3_dot(far, far));
    kip_sheet_number(sheet, "m", kip_composite_moment(form, &body, d, s));
}

/* The last two lines of the recursion: the inertias about the joint's axes, and the diagonal of the mass matrix. */
static void note_moments(KipSheet *sheet, const KipComposite *composite, KipForm form)
{
    const KipJoint *joint = &sheet->model->joint[sheet->joint];
    const size_t nv = (size_t)sheet->model->nv;
    double *m = kip_sheet_room(sheet, nv * (nv + 1), sizeof *m), *M = m + nv, diagonal[6];
    if (!m)
        return;
    kip_sheet_part(sheet, "joint %s", joint->name);
    kip_composite_moments(form, sheet->dynamics, sheet->model, composite, m);
    kip_sheet_numbers(sheet, "m", 1, joint->nv, m + joint->v);
    kip_mass_matrix(sheet->dynamics, M);
    for (int k = 0; k < joint->nv; k++)
        diagonal[k] = M[(size_t)(joint->v + k) * (nv + 1)];
    kip_sheet_numbers(sheet, "M_ii", 1, joint->nv, diagonal);
}

/* The recursion from the tips below the joint up to its body, as in kip_composite_pass. */
static void climb(KipSheet *sheet)
{
    const KipForm form = (KipForm)kip_sheet_word(sheet, "form", forms, 2);
    KipComposite *own = NULL;
    if (!kip_sheet_open(sheet))
        return;
    if (sheet->joint < 0) {
        kip_sheet_fail(sheet, KIP_BAD_USE, "--joint: which joint of the model?");
        return;
    }
    const KipModel *model = sheet->model;
    const int top = model->joint[sheet->joint].body;
    own = kip_sheet_room(sheet, (size_t)model->nbody, sizeof *own);
    if (!own)
        return;
    for (int i = top; i < model->nbody; i++)
        own[i] = kip_composite_body(&model->body[i]);
    for (int i = model->nbody - 1; i >= top; i--) {
        const int parent = model->body[i].parent;
        if (!hangs_on(sheet, i, top))
            continue;
        part_of(sheet, i);
        put_composite(sheet, "M", "c", "D", &own[i]);
        if (i == top)
            break;
        const KipMat3 to_world = kip_body_rotation(sheet->dynamics, parent);
        const KipMat3 R = m3_mul(m3_transpose(to_world), kip_body_rotation(sheet->dynamics, i));
        const KipVec3 away =
            v3_sub(kip_body_position(sheet->dynamics, i), kip_body_position(sheet->dynamics, parent));
        const KipVec3 p = m3_apply_t(to_world, away);
        const KipComposite moved = kip_composite_to_parent(KIP_CORRECT, &own[i], R, p);
        kip_sheet_put_mat(sheet, "R", R);
        kip_sheet_put_vec(sheet, "p", p);
        kip_sheet_put_mat(sheet, "D_p", moved.D);
        own[parent] = kip_composite_join(&own[parent], &moved);
    }
    kip_composite_pass(sheet->dynamics, model, own);
    note_moments(sheet, own, form);
}

/* -- the algorithms -------------------------------------------------------------------------------------- */

/* nv given numbers, or zeros for a model of the user's without them. */
static double *given_rates(KipSheet *sheet, const char *name)
{
    double *x = kip_sheet_room(sheet, (size_t)sheet->model->nv, sizeof *x);
    if (x && kip_sheet_holds(sheet, name))
        kip_sheet_givens(sheet, name, sheet->model->nv, x);
    return x;
}

static double *make_rates(KipSheet *sheet)
{
    return kip_sheet_room(sheet, (size_t)sheet->model->nv, sizeof(double));
}

static void spatial(KipSheet *sheet)
{
    double v[6], m[6], f[6];
    kip_sheet_givens(sheet, "v", 6, v);
    kip_sheet_givens(sheet, "m", 6, m);
    kip_sheet_givens(sheet, "f", 6, f);
    const Motion a = {v3_from(v), v3_from(v + 3)}, b = {v3_from(m), v3_from(m + 3)};
    const Force g = {v3_from(f), v3_from(f + 3)};
    put_motion(sheet, "v x m", motion_cross(a, b));
    put_force(sheet, "v x* f", force_cross(a, g));
    kip_sheet_number(sheet, "power", motion_dot(motion_cross(a, b), g) + motion_dot(b, force_cross(a, g)));
}

/* Positions and velocities of links: joint pass and velocity pass. */
static void kinematics(KipSheet *sheet)
{
    if (!kip_sheet_open(sheet))
        return;
    for (int i = 1; i < sheet->model->nbody; i++) {
        const LinkState *s = &sheet->dynamics->link[i];
        if (!concerns(sheet, i))
            continue;
        part_of(sheet, i);
        kip_sheet_put_mat(sheet, "R", s->R);
        kip_sheet_put_vec(sheet, "r", s->r);
        put_subspace(sheet, i);
        put_motion(sheet, "v", s->v);
        put_motion(sheet, "c", s->c);
    }
}

static void rnea(KipSheet *sheet)
{
    if (!kip_sheet_open(sheet))
        return;
    const KipModel *model = sheet->model;
    double *a = given_rates(sheet, "a"), *tau = make_rates(sheet);
    if (sheet->status != KIP_OK)
        return;
    kip_inverse_dynamics(sheet->dynamics, a, tau, NULL);
    for (int i = 1; i < model->nbody; i++) {
        if (!concerns(sheet, i))
            continue;
        part_of(sheet, i);
        put_motion(sheet, "v", sheet->dynamics->link[i].v);
        put_motion(sheet, "a", sheet->dynamics->link[i].a);
    }
    for (int i = model->nbody - 1; i > 0; i--) {
        if (!concerns(sheet, i))
            continue;
        part_of(sheet, i);
        put_force(sheet, "f", sheet->dynamics->force[i]);
        put_rates_of(sheet, "tau", i, tau);
    }
}

static void crba(KipSheet *sheet)
{
    if (!kip_sheet_open(sheet))
        return;
    const KipModel *model = sheet->model;
    const int nv = model->nv;
    double *M = kip_sheet_room(sheet, (size_t)nv * (size_t)nv, sizeof *M);
    if (!M)
        return;
    kip_mass_matrix(sheet->dynamics, M);
    for (int i = model->nbody - 1; i > 0; i--) {
        const Inertia *I = &sheet->dynamics->composite[i];
        Motion S[MAX_DOF];
        if (!concerns(sheet, i))
            continue;
        part_of(sheet, i);
        kip_sheet_number(sheet, "m", I->m);
        kip_sheet_put_vec(sheet, "h", I->h);
        kip_sheet_put_mat(sheet, "I", s3_full(I->I));
        for (int k = 0, n = link_subspace(sheet->dynamics, i, S); k < n; k++)
            put_force(sheet, "F", inertia_apply(*I, S[k]));
    }
    kip_sheet_part(sheet, "whole");
    kip_sheet_numbers(sheet, "M", nv, nv, M);
    sheet->status = sheet->status == KIP_OK ? kip_mass_factor(model, M, &sheet->error) : sheet->status;
    for (int i = 0; i < nv; i++)
        for (int j = i + 1; j < nv; j++)
            M[i * nv + j] = 0;
    kip_sheet_numbers(sheet, "L", nv, nv, M);
}

static void aba(KipSheet *sheet)
{
    if (!kip_sheet_open(sheet))
        return;
    const KipModel *model = sheet->model;
    double *tau = given_rates(sheet, "tau"), *a = make_rates(sheet);
    if (sheet->status != KIP_OK)
        return;
    kip_forward_dynamics(sheet->dynamics, tau, a, NULL);
    for (int i = model->nbody - 1; i > 0; i--) {
        const LinkState *s = &sheet->dynamics->link[i];
        if (!concerns(sheet, i))
            continue;
        part_of(sheet, i);
        put_inertia(sheet, "I^A", &s->A);
        put_force(sheet, "p^A", s->p);
        if (model->tree->link[i].kind == LINK_HINGES && model->body[i].nv == 1) {
            put_force(sheet, "U", s->U[0]);
            kip_sheet_number(sheet, "D", v3_dot(s->W[0], s->U[0].n));
            kip_sheet_number(sheet, "u", s->u.x);
        }
    }
    for (int i = 1; i < model->nbody; i++) {
        if (!concerns(sheet, i))
            continue;
        part_of(sheet, i);
        put_motion(sheet, "a", sheet->dynamics->link[i].a);
        put_rates_of(sheet, "qdd", i, a);
    }
}

/* Hybrid dynamics: the acceleration of one joint is given, its force and the other accelerations are computed. */
static void hybrid(KipSheet *sheet)
{
    if (!kip_sheet_open(sheet))
        return;
    const int nv = sheet->model->nv;
    double *tau = given_rates(sheet, "tau"), *a = given_rates(sheet, "a"), *found = make_rates(sheet);
    if (sheet->joint < 0)
        kip_sheet_fail(sheet, KIP_BAD_USE, "--joint: which joint has a given motion?");
    if (sheet->status != KIP_OK)
        return;
    const KipJoint *joint = &sheet->model->joint[sheet->joint];
    kip_dynamics_prescribe(sheet->dynamics, sheet->joint, true);
    kip_forward_dynamics(sheet->dynamics, tau, a, found);
    kip_sheet_numbers(sheet, "qdd", 1, nv, a);
    kip_sheet_numbers(sheet, "force", 1, joint->nv, found + joint->v);
    kip_inverse_dynamics(sheet->dynamics, a, found, NULL);
    kip_sheet_numbers(sheet, "by RNEA", 1, nv, found);
}

/* Gains of one joint or of all, from the inertias about their axes. */
static void joint_gains(KipSheet *sheet)
{
    if (!kip_sheet_open(sheet))
        return;
    const KipModel *model = sheet->model;
    const double n = kip_timed_constants(KIP_CRIT_REST, kip_sheet_given(sheet, "f"), 0);
    const double lambda = kip_sheet_within(sheet, "t_hat", 0.001, 1000) / n;
    KipComposite *composite = kip_sheet_room(sheet, (size_t)model->nbody, sizeof *composite);
    double *m = make_rates(sheet);
    if (sheet->status != KIP_OK)
        return;
    kip_sheet_number(sheet, "lambda", lambda);
    kip_composite_pass(sheet->dynamics, model, composite);
    kip_composite_moments(KIP_CORRECT, sheet->dynamics, model, composite, m);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = &model->joint[j];
        if ((sheet->joint >= 0 && j != sheet->joint) || joint->type == KIP_JOINT_FREE)
            continue;
        kip_sheet_part(sheet, "%s", joint->name);
        for (int k = joint->v; k < joint->v + joint->nv; k++) {
            const KipGains gains = kip_timed_gains(m[k], lambda);
            kip_sheet_number(sheet, "m", m[k]);
            kip_sheet_number(sheet, "k_s", gains.ks);
            kip_sheet_number(sheet, "k_d", gains.kd);
        }
    }
}

/* The joint reaction at rest: constraint forces, and the torques of its axes. */
static void reaction(KipSheet *sheet)
{
    if (!kip_sheet_open(sheet))
        return;
    const KipModel *model = sheet->model;
    double *a = given_rates(sheet, "a"), *tau = make_rates(sheet);
    KipWrench *wrench = kip_sheet_room(sheet, (size_t)model->nbody, sizeof *wrench);
    if (sheet->status != KIP_OK)
        return;
    kip_inverse_dynamics(sheet->dynamics, a, tau, wrench);
    for (int i = 1; i < model->nbody; i++) {
        if (!concerns(sheet, i) || !model->body[i].nv)
            continue;
        part_of(sheet, i);
        kip_sheet_put_vec(sheet, "force", wrench[i].force);
        kip_sheet_put_vec(sheet, "torque", wrench[i].torque);
        put_rates_of(sheet, "tau", i, tau);
    }
}

/* A model scaled to another size: masses of bodies and strengths of joints. */
static void scale(KipSheet *sheet)
{
    KipModel *scaled = NULL;
    const double height = kip_sheet_given(sheet, "H") / kip_sheet_given(sheet, "H_0");
    const double mass = kip_sheet_given(sheet, "W") / kip_sheet_given(sheet, "W_0");
    if (!kip_sheet_open(sheet))
        return;
    kip_sheet_number(sheet, "length factor", height);
    kip_sheet_number(sheet, "mass factor", mass);
    kip_sheet_number(sheet, "inertia factor", mass * height * height);
    sheet->status = kip_model_scale(sheet->model, height, mass, NULL, &scaled, &sheet->error);
    for (int i = 1; sheet->status == KIP_OK && i < scaled->nbody; i++) {
        if (!concerns(sheet, i))
            continue;
        part_of(sheet, i);
        kip_sheet_number(sheet, "M", scaled->body[i].mass);
        for (int j = 0; j < scaled->njoint; j++)
            if (scaled->joint[j].body == i && scaled->joint[j].strength[1] < HUGE_VAL)
                kip_sheet_number(sheet, "strength", scaled->joint[j].strength[1]);
    }
    kip_model_destroy(scaled);
}

static void freedom(KipSheet *sheet)
{
    if (!kip_sheet_open(sheet))
        return;
    kip_sheet_number(sheet, "freedom", sheet->model->nv);
    kip_sheet_number(sheet, "bodies", sheet->model->nbody - 1);
    kip_sheet_number(sheet, "M", sheet->model->mass);
    for (int j = 0; j < sheet->model->njoint; j++) {
        const KipJoint *joint = &sheet->model->joint[j];
        if (!joint->limited || !concerns(sheet, joint->body))
            continue;
        kip_sheet_part(sheet, "%s", joint->name);
        kip_sheet_numbers(sheet, "range", 1, 2, joint->range);
    }
}

const KipSheetFunction kip_sheets_tree[] = {
    {"shift", shift},
    {"skew", skew},
    {"moment", moment},
    {"climb", climb},
    {"spatial", spatial},
    {"kinematics", kinematics},
    {"rnea", rnea},
    {"crba", crba},
    {"aba", aba},
    {"hybrid", hybrid},
    {"joint_gains", joint_gains},
    {"reaction", reaction},
    {"scale", scale},
    {"freedom", freedom},
    {NULL, NULL},
};
