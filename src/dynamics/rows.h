/* The rows of constraints: what rows.c makes in a stage and close.c at the end of a step. Internal. */
#ifndef KIP_DYNAMICS_ROWS_H
#define KIP_DYNAMICS_ROWS_H

#include "sim_parts.h"

#define kip_most_closed 1e-3 /* m or rad: of a gap that was there before a step */

struct Row {
    int constraint;
    int body1, body2, dof;        /* dof -1: a wrench between bodies */
    KipVec3 point, force, torque; /* per unit of lambda, on body 2, world */
    double before, asked; /* at the step's start: how wide the gap was, what acceleration a stop asks for */
    double gap;           /* at REST: what of it is to be closed */
    double rate;          /* that it is kept at */
    double wanted;        /* a* */
    bool has_place;       /* it closes gaps; else it holds a rate alone */
    double lo, hi;
    double lambda;
};

/* At the end of a step, or of a part, of the length h (s): lists the rows at REST and fills J, M (nothing folded) and A; false where nothing is held. */
bool kip_rows_prepare(KipSim *sim, double h);
/* Mh, or M alone, without the axes that are prescribed, into M; factored. False: the state is no number. */
bool kip_rows_factor(KipSim *sim, bool folded);
/* The listed rows' J. */
void kip_rows_jacobian(KipSim *sim);
/* The acceleration along a row that ABA found. */
double kip_row_acceleration(const KipSim *sim, const Row *row);
/* J v of row r. */
double kip_row_rate(const KipSim *sim, int r, const double *v);
/* Sets the entries of x (nv) that belong to prescribed joints to 0: no force changes their motion. */
void kip_rows_leave_prescribed(const KipSim *sim, double *x);

#endif
