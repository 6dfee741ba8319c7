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

/* At the end of a step, or of a part of length h (s), lists the rows at REST and computes J, M (without folds) and A; false
 * where there is no row. */
bool kip_rows_prepare(KipSim *sim, double h);
/* Factors Mh, or M alone, without prescribed axes, into M; false where the state is not finite. */
bool kip_rows_factor(KipSim *sim, bool folded);
/* Computes J of the listed rows. */
void kip_rows_jacobian(KipSim *sim);
/* The acceleration along a row that ABA found. */
double kip_row_acceleration(const KipSim *sim, const Row *row);
/* J v of row r. */
double kip_row_rate(const KipSim *sim, int r, const double *v);
/* Sets the entries of x (nv) for prescribed joints to 0, since no force changes their motion. */
void kip_rows_leave_prescribed(const KipSim *sim, double *x);

#endif
