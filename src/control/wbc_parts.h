/* Shared by the files of whole-body control. Internal.
 *
 * wbc.c creates one, manages contacts and tasks, and saves; wbc_contact.c finds corners and their supports; wbc_tasks.c makes
 * rows of tasks; wbc_rows.c collects and solves them; wbc_force.c finds contact forces; wbc_update.c is the update.
 *
 * Axes are counted from the root's first: axis i is the model's root->v + i, and the first six are those of the free joint. */
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
    ROOT_ROWS = 6,  /* for the motion of the whole, before those of tasks */
    MOST_ROWS = 132 /* a multiple of four, not of a cache's lines */
};

/* A link that bears, or is to; saved as bytes. */
typedef struct Bearing {
    int link, other; /* other: the supporting body, of the world or of another tree */
    int touches, released;
    double part;    /* fraction of its full load, 0 to 1 */
    double rate;    /* 1/s: rate of decrease of `part` after the release */
    double mu;      /* friction of the touching pair */
    KipVec3 normal; /* out of the support, world */
} Bearing;

/* Saved as bytes. */
typedef struct WbcState {
    int on, nbearing, ntask, unused;
    double height;  /* m: of the centre of mass over the support, wanted without a task */
    double dual[6]; /* y of the last contact forces */
    Bearing bearing[KIP_WBC_MOST_CONTACTS];
    KipWbcTask task[KIP_WBC_MOST_TASKS];
    double lack[KIP_WBC_MOST_TASKS];  /* of each task */
    KipVec3 pace[KIP_WBC_MOST_TASKS]; /* of each timed task: its acceleration in the last period */
    double com_lack;
} WbcState;

/* The corners of a link at one update. World axes. */
typedef struct Patch {
    const double *J; /* [6][nv] of the link's origin */
    KipVec3 origin;  /* of the link */
    int ncorner;
    KipVec3 at[MOST_CORNERS];
    double part[MOST_CORNERS]; /* of each corner: 1 for the lowest, 0 for one above the ground */
    KipVec3 centre;            /* of the corners, weighted by `part`; of a face that is laid down of all */
    KipVec3 pivot;             /* of the corners that bear: what stays where it is as the face is laid down */
    KipVec3 axis[3];           /* unit: along the longer side, the shorter one, the normal */
    double spread[3];          /* m^2: of the corners across each axis; 0: free rotation about it */
    double flat;  /* 1: the face of a box lies on the support, or nearly, and has all corners; 0: an edge */
    KipVec3 tilt; /* rad: rotation that lays down a nearly flat face */
    KipVec3 bias, turn_bias; /* accelerations of the pivot and of the axes while joints' are zero */
    KipVec3 velocity, spin;  /* of the support, at the pivot: m/s, rad/s */
    KipVec3 force, torque;   /* planned, at the link's origin: N, N m */
} Patch;

/* Wanted: C a = b, weighted by 1 / lambda. Columns are scaled, see kip_wbc_solve. */
typedef struct Rows {
    int first, n;  /* those in use: [first, n) */
    int of_links;  /* the first of the tasks of links */
    int end;       /* the first after all tasks */
    double *C;     /* [naxis][MOST_ROWS]: each axis' numbers in all rows */
    double *S, *y; /* scratch of the solver: [MOST_ROWS][MOST_ROWS + 4], [MOST_ROWS] */
    double b[MOST_ROWS], lambda[MOST_ROWS];
    const int *path[MOST_ROWS]; /* the nonzero axes of a row */
    int npath[MOST_ROWS];
} Rows;

/* min |W w - b|^2 + eps sum (w - w0)^2 / c, 0 <= w <= most. Columns are edges, forces of w times the body's weight. */
typedef struct Forces {
    int nrow, nedge;
    double W[MOST_EDGES][MOST_DUAL], b[MOST_DUAL], y[MOST_DUAL];
    double w[MOST_EDGES], w0[MOST_EDGES], c[MOST_EDGES], most[MOST_EDGES];
    KipVec3 direction[MOST_EDGES], at[MOST_EDGES]; /* world */
    int of[MOST_EDGES];                            /* index of the bearing */
} Forces;

struct KipWbc {
    const KipModel *model;
    int root, first, naxis; /* first: index of axis 0 in the model */
    double mass, size;
    const int **path; /* [nbody] the axes that move a body */
    int *npath;
    double *limb, *share; /* [nbody] m; N: load across its length that a limb bears easily */
    double *strength;     /* [2 naxis] least and greatest torque of each axis, N m */
    double *scale;        /* [naxis] mobility of an axis relative to a joint; saved */
    int *all;             /* [naxis] 0, 1, 2 ... */
    KipDynamics *d;
    double *M, *J, *task_J;    /* [naxis][naxis], [MOST_CONTACTS][6][naxis], [6][naxis] */
    double *h, *JF, *wish, *a; /* [naxis] */
    double *zero, *tau;        /* [nv] of the model */
    Rows rows;
    Forces forces;
    Patch patch[KIP_WBC_MOST_CONTACTS];
    KipVec3 pace[KIP_WBC_MOST_TASKS]; /* acceleration wanted by each link's task: m/s^2, rad/s^2 */
    WbcState state;
    struct KipArena *arena;
};

/* An axis' row of the mass matrix. */
static inline double *kip_wbc_mass_row(const KipWbc *wbc, int axis)
{
    return wbc->M + (size_t)axis * (size_t)wbc->naxis;
}

/* -- wbc.c ------------------------------------------------------------------------------------------------------ */

/* Its index among the tasks, or -1. */
int kip_wbc_find_task(const KipWbc *wbc, KipWbcKind kind, int link);

/* What a weld makes a link of the character carry. */
typedef struct Carried {
    int link;
    double mass;
    KipVec3 at, velocity; /* of its centre of mass, world */
} Carried;

/* The next one from the constraint *id on, which it moves on; false where there is none. */
bool kip_wbc_next_load(const KipWbc *wbc, const KipSim *sim, int *id, Carried *load);

/* -- wbc_contact.c ---------------------------------------------------------------------------------------------- */

/* Measures the contacts of a bearing in the simulation's present state: the normal is the mean over contacts with other
 * trees, weighted by force. */
void kip_wbc_touch_one(const KipWbc *wbc, const KipSim *sim, Bearing *bearing);
/* Does so for all bearings, and finds their patches. */
void kip_wbc_touch(KipWbc *wbc, const KipSim *sim, const KipDynamics *d);
/* Finds the corners by which a link would bear against a normal; a face that lies nearly flat counts as flat. With `aim`
 * not NULL, the link is to have this orientation, and bears by the corners that are then lowest. */
void kip_wbc_find_patch(const KipWbc *wbc, const KipDynamics *d, int link, KipVec3 normal, const KipQuat *aim,
                        Patch *patch);

/* -- wbc_rows.c ------------------------------------------------------------------------------------------------- */

/* Adds a row for the motion of a point of a link (angular: of its axes) along a direction; J [6][nv] is that of the link's
 * origin, r the vector from there to the point. Returns the row's present velocity. */
double kip_wbc_row(KipWbc *wbc, const double *v, int link, const double *J, KipVec3 r, KipVec3 along,
                   bool angular, double lambda);
/* Adds a row given by axis, times a factor. */
void kip_wbc_plain_row(KipWbc *wbc, const double *row, double factor, double b, double lambda);
/* Adds a row of one axis. */
void kip_wbc_axis_row(KipWbc *wbc, int axis, double b, double lambda);
/* Computes a that minimizes sum (C a - b)^2 / lambda + sum ((a - wish) / scale)^2. */
void kip_wbc_solve(KipWbc *wbc, const double *wish, double *a);

/* -- wbc_tasks.c ------------------------------------------------------------------------------------------------ */

/* What an update knows of the state. */
typedef struct WbcNow {
    const double *q, *v;
    KipDrives drives;
    double omega, weight, g;
    KipVec3 com, velocity, momentum; /* momentum: angular, about com */
    KipVec3 root, base, base_velocity;
    KipMat3 turn; /* of the root */
    double period;
    double mass;    /* with what it carries */
    KipVec3 moment; /* of what it carries: mass by place */
} WbcNow;

/* Sets the rows of the centre of mass, or of the wrench of the forces: rows in use begin with them, and those of tasks follow. */
void kip_wbc_want_com(KipWbc *wbc, const WbcNow *now);
void kip_wbc_want_wrench(KipWbc *wbc);
/* Adds all other rows, of what bears, of links, of limits, behind those of the whole. */
void kip_wbc_add_tasks(KipWbc *wbc, const WbcNow *now);
/* Computes the accelerations that the posture wishes, which the rows' solution keeps near to. */
void kip_wbc_wish_posture(KipWbc *wbc, const WbcNow *now);
/* Measures the parts of the tasks' accelerations that the solution of their rows does not achieve. */
void kip_wbc_measure_lacks(KipWbc *wbc, const WbcNow *now);
/* Ages timed tasks by a period. */
void kip_wbc_let_time_pass(KipWbc *wbc, const WbcNow *now);

/* -- wbc_force.c ------------------------------------------------------------------------------------------------ */

/* Solves from y, which is updated; returns the squared residual of the first six rows. */
double kip_wbc_press(Forces *forces);

#endif
