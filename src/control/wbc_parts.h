/* What the parts of whole-body control share. Internal.
 *
 * wbc.c makes one, keeps contacts and tasks, saves; wbc_contact.c finds corners and what bears them; wbc_rows.c writes what tasks want as
 * rows and solves them; wbc_force.c finds contact forces; wbc_update.c is the update.
 *
 * Axes are counted from the root's first: axis i is the model's root->v + i, and the first six are those of the free joint.
 */
#ifndef KIP_CONTROL_WBC_PARTS_H
#define KIP_CONTROL_WBC_PARTS_H

#include "../dynamics/mat3.h"
#include "../dynamics/quat.h"
#include "../dynamics/vec3.h"
#include "wbc.h"

enum {
    MOST_CORNERS = 4, /* of a link */
    CONE = 4,         /* edges of a friction cone */
    MOST_EDGES = KIP_WBC_MOST_CONTACTS * MOST_CORNERS * CONE,
    MOST_SATURATED = 8,
    MOST_DUAL = 6 + MOST_SATURATED,
    MOST_ROWS = 128
};

/* A link that bears, or is to; saved as bytes. */
typedef struct Bearing {
    int link, other; /* other: the body that bears it, the world or one of another tree */
    int touches, released;
    double part;    /* of what it may bear, 0 to 1 */
    double rate;    /* 1/s: how fast that falls once it is released */
    double mu;      /* of the pair that touches */
    KipVec3 normal; /* from what bears, world */
} Bearing;

/* Saved as bytes. */
typedef struct WbcState {
    int on, nbearing, ntask, unused;
    double height;  /* of the centre of mass over what bears, m: wanted without a task */
    double dual[6]; /* of the last contact forces */
    Bearing bearing[KIP_WBC_MOST_CONTACTS];
    KipWbcTask task[KIP_WBC_MOST_TASKS];
    double lack[KIP_WBC_MOST_TASKS];  /* of each task */
    KipVec3 pace[KIP_WBC_MOST_TASKS]; /* of each timed task: its acceleration in the last period */
    double com_lack;
} WbcState;

/* Where a link bears, at one update. World axes. */
typedef struct Patch {
    const double *J; /* 6 x nv, of the link's origin */
    KipVec3 origin;  /* of the link */
    int ncorner;
    KipVec3 at[MOST_CORNERS];
    double part[MOST_CORNERS]; /* of each corner: 1 for the lowest, 0 for what is clear of the ground */
    KipVec3 centre;            /* of them, by their parts */
    KipVec3 axis[3];           /* unit: along the longer side, the shorter one, the normal */
    double spread[3];          /* m^2: of the corners across each axis; 0: it turns freely about it */
    double
        flat; /* 1: the face of a box lies on what bears, or nearly, and all its corners count; 0: an edge */
    KipVec3 tilt; /* rad: the turn that lays it down where it is nearly flat */
    KipVec3 bias,
        turn_bias;          /* the acceleration of the centre and of the link's axes where joints' are zero */
    KipVec3 velocity, spin; /* of what bears, at the centre: m/s, rad/s */
    KipVec3 force, torque;  /* what the plan gives, at the link's origin: N, N m */
} Patch;

/* Wanted: C a = b, weighed by 1 / lambda. Columns are scaled, see kip_wbc_solve. */
typedef struct Rows {
    int n, unused;
    double *C;     /* MOST_ROWS x naxis */
    double *S, *y; /* scratch of the solve: a lower triangle by rows, and MOST_ROWS */
    double b[MOST_ROWS], lambda[MOST_ROWS];
    const int *path[MOST_ROWS]; /* the axes where a row is not zero */
    int npath[MOST_ROWS];
} Rows;

/* min |W w - b|^2 + eps sum (w - w0)^2 / c, 0 <= w <= most. Columns are edges, forces of w times the body's weight. */
typedef struct Forces {
    int nrow, nedge;
    double W[MOST_EDGES][MOST_DUAL], b[MOST_DUAL], y[MOST_DUAL];
    double w[MOST_EDGES], w0[MOST_EDGES], c[MOST_EDGES], most[MOST_EDGES];
    KipVec3 direction[MOST_EDGES], at[MOST_EDGES]; /* world */
    int of[MOST_EDGES];                            /* bearing */
} Forces;

struct KipWbc {
    const KipModel *model;
    int root, first, naxis; /* first: axis 0 among the model's */
    double mass, size;
    const int **path; /* nbody: the axes that move a body */
    int *npath;
    double *limb, *share; /* nbody: m; N: what a limb bears easily across its length */
    double *strength;     /* 2 naxis: the least and the most torque of each axis, N m */
    double *scale;        /* naxis: an axis moves so much more readily than a joint */
    int *all;             /* naxis: 0, 1, 2 ... */
    KipDynamics *d;
    double *M, *h, *zero, *J, *task_J, *JF, *wish, *a,
        *tau; /* M nv x nv; J MOST_CONTACTS x 6 x nv; others nv */
    Rows rows;
    Forces forces;
    Patch patch[KIP_WBC_MOST_CONTACTS];
    KipVec3 pace[KIP_WBC_MOST_TASKS]; /* what each link's task wants: m/s^2, rad/s^2 */
    WbcState state;
    struct KipArena *arena;
};

/* -- wbc.c ------------------------------------------------------------------------------------------------------ */

/* Among the tasks, or -1. */
int kip_wbc_find_task(const KipWbc *wbc, KipWbcKind kind, int link);

/* -- wbc_contact.c ---------------------------------------------------------------------------------------------- */

/* Measures what touches a bearing at the simulation's present contacts: the normal is the mean of those with what is not its own,
 * by their forces. */
void kip_wbc_touch_one(const KipWbc *wbc, const KipSim *sim, Bearing *bearing);
/* Of all bearings, and their patches. */
void kip_wbc_touch(KipWbc *wbc, const KipSim *sim, const KipDynamics *d);
/* Where a link would bear against a normal: a face that lies nearly flat counts as if it did. aim, or NULL: it is to be turned so, and
 * bears on the corners that are the lowest then. */
void kip_wbc_find_patch(const KipWbc *wbc, const KipDynamics *d, int link, KipVec3 normal, const KipQuat *aim,
                        Patch *patch);

/* -- wbc_rows.c ------------------------------------------------------------------------------------------------- */

/* A row for the motion of a point of a link (angular: of its axes) along a direction; J 6 x nv of the link's origin, r from there
 * to the point. Returns the row's velocity now. */
double kip_wbc_row(KipWbc *wbc, const double *v, int link, const double *J, KipVec3 r, KipVec3 along,
                   bool angular, double lambda);
/* A row of numbers by axis, times a factor. */
void kip_wbc_plain_row(KipWbc *wbc, const double *row, double factor, double b, double lambda);
/* A row of one axis. */
void kip_wbc_axis_row(KipWbc *wbc, int axis, double b, double lambda);
/* a: of all that minimises sum (C a - b)^2 / lambda + sum ((a - wish) / scale)^2. */
void kip_wbc_solve(KipWbc *wbc, const double *wish, double *a);

/* -- wbc_force.c ------------------------------------------------------------------------------------------------ */

/* From y, which it leaves where it ends; returns the squared length of what is left of the first six rows. */
double kip_wbc_press(Forces *forces);

#endif
