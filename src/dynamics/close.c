/* Constraints at the end of a step: corrects drift.
 *
 *    q by M^-1 J' y, with y such that the gap is closed, repeated while that helps
 *    v by M^-1 J' y, with y such that J v is zero, or the rate to hold
 *
 * A gap from before the step is closed by a millimetre (milliradian), unless the constraint is strained.
 * The first y is like a displacement of masses between the bodies joined, the second an impulse:
 * both preserve the momentum and the centre of mass of the whole (momentum.c corrects the change of momentum by moving q
 * at unchanged rates). */
#include <string.h>

#include "lcp.h"
#include "rows.h"

/* Solves (J M^-1 J') y = b, with y into sim->x, and computes x = M^-1 J' y; for places, with the rows that have one. */
static void answer(KipSim *sim, bool places, double *x)
{
    for (int r = 0; r < sim->nrow; r++) {
        bool holds = !places || sim->row[r].has_place;
        sim->lo[r] = holds ? sim->row[r].lo : 0, sim->hi[r] = holds ? sim->row[r].hi : 0;
    }
    kip_lcp_solve(sim->nrow, sim->A, sim->b, sim->lo, sim->hi, sim->x, sim->lcp);
    kip_rows_answer(sim, x);
}

static double widest_gap(const KipSim *sim)
{
    double widest = 0;
    for (int r = 0; r < sim->nrow; r++)
        widest = fabs(sim->row[r].gap) > widest ? fabs(sim->row[r].gap) : widest;
    return widest;
}

/* Reports to momentum.c the product of mass and distance by which the row has moved its trees. Where they meet they move as
 * one, so that the corresponding moments are opposite too. */
static void account_displacement(KipSim *sim, const Row *row, double y)
{
    const KipConstraint *c = sim->constraint + row->constraint;
    Tree *one = sim->tree + sim->tree_of[row->body1], *two = sim->tree + sim->tree_of[row->body2];
    KipVec3 moved = v3_scale(y, row->force), moment;
    if (row->dof >= 0)
        return;
    moment = v3_cross(moved, kip_point_velocity(sim->d, c->body2, c->point2));
    one->shift = v3_sub(one->shift, moved), two->shift = v3_add(two->shift, moved);
    one->impulse.n = v3_sub(one->impulse.n, moment), two->impulse.n = v3_add(two->impulse.n, moment);
}

/* The greatest entry of A among the rows of the same constraint and kind. */
static double mobility_around(const KipSim *sim, int r)
{
    const Row *row = sim->row + r;
    bool turns = v3_dot(row->torque, row->torque) > 0;
    double most = 0;
    for (int s = 0; s < sim->nrow; s++) {
        const Row *other = sim->row + s;
        double own = sim->A[s * sim->nrow + s];
        if (other->constraint == row->constraint && (v3_dot(other->torque, other->torque) > 0) == turns &&
            own > most)
            most = own;
    }
    return most;
}

/* Where rows become singular (an arm stretched to its end), closing a gap would need unbounded moves. A gap from before the
 * step is therefore closed with damping (Levenberg and Marquardt), of a hundredth of the mobility if the gap is wide and
 * less if not, so that nothing moves by more than about five times the gap. */
static void close_gaps(KipSim *sim, double h)
{
    for (int r = 0; r < sim->nrow; r++) {
        double part = sim->row[r].before < kip_most_closed ? sim->row[r].before / kip_most_closed : 1;
        sim->b[r] = -sim->row[r].gap;
        sim->x[r] = part > 0 ? 0.01 * part * part * mobility_around(sim, r) : 0;
    }
    for (int r = 0; r < sim->nrow; r++)
        sim->A[r * sim->nrow + r] += sim->x[r];
    answer(sim, true, sim->move);
    for (int r = 0; r < sim->nrow; r++)
        account_displacement(sim, sim->row + r, sim->x[r]);
    kip_model_integrate(sim->model, sim->q, sim->move, 1, sim->q);
    kip_dynamics_set(sim->d, sim->q, sim->v);
    kip_momentum_keep(&(Crew){1, &sim, NULL}, h);
}

void kip_rows_close(KipSim *sim, double h)
{
    const double exact = 1e-6; /* m or rad: the square of such a gap is negligible */
    double last = INFINITY, widest = 0;
    for (int round = 0; round < 4 && last > exact && kip_rows_prepare(sim, h); round++, last = widest) {
        widest = widest_gap(sim);
        if (widest > 0.5 * last) /* no convergence */
            break;
        close_gaps(sim, h);
    }
    kip_rows_stop_drift(sim, h);
}

void kip_rows_stop_drift(KipSim *sim, double h)
{
    if (!kip_rows_prepare(sim, h))
        return;
    for (int r = 0; r < sim->nrow; r++)
        sim->b[r] = sim->row[r].rate - kip_row_rate(sim, sim->row + r);
    answer(sim, false, sim->move);
    for (int r = 0; r < sim->nrow; r++) /* work: impulse times the mean of the rates before and after */
        sim->work->rows += sim->x[r] * (sim->row[r].rate - 0.5 * sim->b[r]);
    for (int k = 0; k < sim->model->nv; k++)
        sim->v[k] += sim->move[k];
    kip_dynamics_set(sim->d, sim->q, sim->v);
}
