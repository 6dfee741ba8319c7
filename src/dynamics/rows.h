/* The rows of constraints: what rows.c makes in a stage and close.c at the end of a step. Internal. */
#ifndef KIP_DYNAMICS_ROWS_H
#define KIP_DYNAMICS_ROWS_H

#include "sim_parts.h"

#define kip_most_closed 1e-3 /* m or rad: most of a gap from before the step that is closed in it */

struct Row {
    int constraint;
    int body1, body2, dof;        /* dof -1: a wrench between bodies */
    KipVec3 point, force, torque; /* per unit of lambda, on body 2, world */
    double before, asked; /* at the step's start: width of the gap; the acceleration wanted by a stop */
    double gap;           /* at REST: the part of it to close */
    double rate;          /* the rate to hold */
    double wanted;        /* a* */
    bool has_place;       /* it closes gaps; else it only holds a rate */
    double lo, hi;
    double lambda;
};

/* Computes the lower triangle of A (n x n) for the listed rows, which come first, by the factors of the last ABA, and their
 * responses X (n x nv). False where the state is not finite. */
bool kip_rows_fill(KipSim *sim, int n, double *X, double *A);
/* Computes row r of A for one more row, with sim->unit its response, whose x is row r of X. */
void kip_rows_meet(const KipSim *sim, int n, int r, double *A);
/* At the end of a step, or of a part of length h (s), lists the rows at REST and computes A (without folds); false where there is
 * no row. */
bool kip_rows_prepare(KipSim *sim, double h);
/* After it, x = M^-1 J' y (nv), with y in sim->x. */
void kip_rows_answer(KipSim *sim, double *x);
/* The acceleration along a row that ABA found, and the rate along it in d's state. */
double kip_row_acceleration(const KipSim *sim, const Row *row);
double kip_row_rate(const KipSim *sim, const Row *row);

#endif
