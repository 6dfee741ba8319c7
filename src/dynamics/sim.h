/* A simulation: one model, its state, and steps that check their result.
 *
 *     KipSimDef def = kip_sim_def(model);
 *     KipSim *sim;
 *     kip_sim_create(model, &def, &sim, &error);
 *     kip_sim_set_key(sim, key, &error);
 *     while (kip_sim_time(sim) < 2)
 *         if (kip_sim_step(sim, &error) != KIP_OK)
 *             break;   // the message names joint, body, time, cause; the last good state is kept
 *     kip_sim_destroy(sim);
 *
 * The integrator is RK4 on the configuration manifold, with forces too stiff for it treated implicitly; drives,
 * limits, springs, contacts are evaluated at each of its four stages, and once a step while all that moves touches
 * something. When a step returns, all queries refer to the new state. Indices of bodies, joints and geoms must exist; they are not checked.
 */
#ifndef KIP_DYNAMICS_SIM_H
#define KIP_DYNAMICS_SIM_H

#include "dynamics.h"
#include "random.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipSim KipSim;

typedef enum KipIntegrator {
    KIP_IMPLICIT_RK4, /* RK4 that folds in the springs, dampers and contacts too stiff for it; keeps momentum */
    KIP_RK4,          /* the textbook's, for reference: stiff terms need small steps */
    KIP_EULER /* one evaluation a step: linearly implicit where stiff, semi-implicit elsewhere; for search */
} KipIntegrator;

typedef struct KipSimDef {
    double timestep; /* s */
    KipIntegrator integrator;
    bool contacts; /* whether geoms touch each other */
    bool limits;   /* whether springs act where joints and tendons leave their ranges */
    bool
        literal_limits; /* limits by DCT.4 as printed, whose upper limits push outwards: to show the erratum */
    int max_contacts;   /* greatest number of touching points; 0: by the model */
    int max_constraints;           /* the most constraints at one time */
    const KipAllocator *allocator; /* NULL: libc */
} KipSimDef;

/* Defaults: the model's time step, or 1 ms where it has none; KIP_IMPLICIT_RK4; contacts and limits on; 16
 * constraints. */
KipSimDef kip_sim_def(const KipModel *model);

/* The largest models that can be simulated; memory grows with the square of the degrees of freedom. */
enum { KIP_MOST_DOF = 8192, KIP_MOST_GEOMS = 32768 };

/* Makes a simulation of the model in its reference configuration, at rest; `def` NULL stands for
 * kip_sim_def(model). The model must outlive it. KIP_BAD_INPUT for a model that is larger than these bounds
 * or in which nothing can move, KIP_BAD_USE for a definition that makes no sense, KIP_NO_MEMORY. */
KipStatus kip_sim_create(const KipModel *model, const KipSimDef *def, KipSim **sim, KipError *error);
/* Frees a simulation; with NULL it does nothing. */
void kip_sim_destroy(KipSim *sim);

const KipModel *kip_sim_model(const KipSim *sim);
double kip_sim_timestep(const KipSim *sim);
/* Whether the integrator is KIP_RK4, all of whose terms are explicit: its step must be short enough for the
 * stiffest of them (kip_sim_stiffest). */
bool kip_sim_is_explicit(const KipSim *sim);

/* -- state ----------------------------------------------------------------------------------------------- */

/* Sets the state, nq and nv numbers in the layout of the model; either may be NULL and is then left as it
 * is. Quaternions are normalized. Contacts start anew, without friction deflections. KIP_BAD_INPUT, and
 * nothing changed, for numbers that are not finite or out of bounds. */
KipStatus kip_sim_set_state(KipSim *sim, const double *q, const double *v, KipError *error);
/* Sets the state of the model's keyframe number `key`. KIP_BAD_USE where there is no such keyframe. */
KipStatus kip_sim_set_key(KipSim *sim, int key, KipError *error);
/* Adds random offsets to the joints of the bodies [first, first + nbody): to every coordinate one between
 * -displacement and displacement (rad or m), to every rate one between -rate and rate (rad/s or m/s),
 * uniformly distributed. The position and linear velocity of free joints stay. */
KipStatus kip_sim_disturb(KipSim *sim, int first, int nbody, KipRandom *random, double displacement,
                          double rate, KipError *error);

const double *kip_sim_q(const KipSim *sim);
const double *kip_sim_v(const KipSim *sim);
double kip_sim_time(const KipSim *sim); /* The simulated time: steps taken times the time step; s. */
/* A number above 0 that changes with every step and with every other change of state, contacts or forces,
 * so that a caller can see whether its derived values are still valid. It is not saved. */
int64_t kip_sim_revision(const KipSim *sim);

/* Everything mutable as bytes: state, friction, drives, external forces, modified physics, time; in this machine's
 * byte order. A load that fails changes nothing: KIP_BAD_USE for bytes of another model or time step, KIP_BAD_INPUT where they
 * are not finite. */
size_t kip_sim_save_size(const KipSim *sim);
void kip_sim_save(const KipSim *sim, void *bytes);
KipStatus kip_sim_load(KipSim *sim, const void *bytes, size_t size, KipError *error);

/* 64-bit hash of steps taken, q, v and friction (little-endian machines agree). */
uint64_t kip_sim_hash(const KipSim *sim);

/* -- forces ---------------------------------------------------------------------------------------------- */

/* Drives in the layout of the state vectors; held until changed, evaluated at every stage: tau =
 * clamp(feedforward + stiffness (target - q) + damping (rate - v), limit_lo, limit_hi), and for a ball the
 * error is log(q* target) in child axes. Free joints have none. All zero (limits infinite) at the start.
 * The arrays are the simulation's own: they live as long as it does, and kip_sim_load changes what they
 * hold. */
typedef struct KipDrives {
    double *target;      /* nq */
    double *rate;        /* nv, rad/s or m/s */
    double *stiffness;   /* nv, N m/rad or N/m */
    double *damping;     /* nv, N m s/rad or N s/m */
    double *feedforward; /* nv, N m or N */
    double *limit_lo;    /* nv */
    double *limit_hi;    /* nv */
} KipDrives;

KipDrives kip_sim_drives(KipSim *sim);

/* The force (world axes, N) and torque (world axes, N m) on a body (1 to nbody - 1), the force at a point
 * of its frame; held until changed; it acts from the next step on. */
void kip_sim_set_external(KipSim *sim, int body, KipVec3 force, KipVec3 torque, KipVec3 point);
/* What kip_sim_set_external has set on the body; zero vectors where nothing was. */
void kip_sim_external(const KipSim *sim, int body, KipVec3 *force, KipVec3 *torque, KipVec3 *point);

/* -- constraints ----------------------------------------------------------------------------------------- */

/* Constraints that join two bodies, or act on one axis of a joint. Body 1 may be the world. All but
 * KIP_MOTOR are ideal: there is no bound on the force that they exert. */
typedef enum KipConstraintType {
    KIP_NO_CONSTRAINT,
    KIP_WELD,  /* body 2 keeps its place (point2 on point1) and its turn in body 1 */
    KIP_POINT, /* point2 stays on point1 */
    KIP_LOCK, /* the coordinate of `dof` stays at target; the rate of a rotation of a ball or free joint at 0 */
    KIP_STOP,     /* point2 does not go below the plane of body 1 through point1 */
    KIP_PLANE,    /* point2 stays in that plane */
    KIP_ALIGN,    /* axis2 of body 2 stays along `normal` of body 1: body 2 turns about it only */
    KIP_VELOCITY, /* point2 moves along `normal` at target, as seen from body 1 */
    KIP_SPIN,     /* body 2 turns about `normal` at target, as seen from body 1 */
    KIP_MOTOR,    /* the rate of `dof` is brought to target within a step, as far as lo and hi allow */
    KIP_PARTING   /* no force: the geoms of both bodies do not meet until they have parted, which ends it */
} KipConstraintType;

typedef struct KipConstraint {
    int type; /* KipConstraintType */
    int body1, body2;
    int dof;                /* index of a rate: KIP_LOCK, KIP_MOTOR */
    KipVec3 point1, point2; /* in their bodies' frames, m */
    KipQuat turn;           /* KIP_WELD: body 2's axes in body 1's */
    KipVec3 normal;         /* KIP_STOP to KIP_SPIN: of the plane, or a direction; body 1's axes, unit */
    KipVec3 axis2;          /* KIP_ALIGN: body 2's axes, unit */
    double target;          /* rad, m; KIP_MOTOR, KIP_VELOCITY, KIP_SPIN: rad/s, m/s */
    double lo, hi;          /* KIP_MOTOR: lo <= 0 <= hi, N m or N */
} KipConstraint;

/* A definition that welds two bodies in their present relative pose, at a point of body 2 (its frame, m). */
KipConstraint kip_sim_weld(const KipSim *sim, int body1, int body2, KipVec3 point2);
/* Definitions of KIP_VELOCITY and KIP_SPIN against the world, which keep the present velocity of a point of
 * body 2 along a direction, and the present angular velocity of body 2 about it. The direction is in world
 * axes, of any length but 0. */
KipConstraint kip_sim_hold_velocity(const KipSim *sim, int body2, KipVec3 point2, KipVec3 direction);
KipConstraint kip_sim_hold_spin(const KipSim *sim, int body2, KipVec3 direction);

/* Adds a constraint; *id is its number. Velocities that violate it are removed at once by an inelastic
 * impulse, which leaves the momentum of the whole as it is; a gap is closed by a millimetre (milliradian) a
 * step. The geoms of two bodies that are welded do not meet, unless body 1 is the world. KIP_BAD_USE for a
 * definition that makes no sense, and where there are max_constraints already. */
KipStatus kip_sim_constrain(KipSim *sim, const KipConstraint *constraint, int *id, KipError *error);
/* Removes a constraint. An id that no constraint has is ignored. A weld whose bodies overlap by more than 5 mm becomes
 * KIP_PARTING, so that they are not shot apart; it keeps its place among the constraints until they have parted. */
void kip_sim_release(KipSim *sim, int id);
int kip_sim_max_constraints(const KipSim *sim);
/* The constraint of this id (0 to kip_sim_max_constraints - 1), or NULL where there is none. */
const KipConstraint *kip_sim_constraint(const KipSim *sim, int id);
/* Writes the constraint's mean forces over the last step, 6 numbers of which the unused ones are 0. Weld
 * and point: force on body 2 (3, N, world axes), of a weld followed by the torque (3, N m, world axes).
 * Align: torque on body 2 (3, N m, world axes). The others: one number along the constrained direction or
 * axis, N or N m. */
const double *kip_sim_constraint_forces(const KipSim *sim, int id);

/* -- modified physics ------------------------------------------------------------------------------------- */

/* Modifications of the physics that help a character (DCT 4.1, 4.2). A character is planar while its root
 * is constrained by KIP_PLANE and KIP_ALIGN against the world. All that is set here is state: it is saved,
 * and it stays until it is changed. */

typedef enum KipForceKind {
    KIP_FROM_CONTACTS = 1,
    KIP_FROM_GRAVITY = 2,
    KIP_FROM_PUSHES = 4 /* kip_sim_set_external */
} KipForceKind;

/* Masks a body (1 to nbody - 1) from forces of these kinds (a sum of KipForceKind): forces along the world's x, y, z are
 * bits 0 to 2 of `axes`, torques about x, y, z through the body's centre of mass bits 3 to 5. Masked components do not act
 * on this body; 0: everything acts. The force of a contact on the other body is unchanged, and so are the forces that
 * kip_sim_contacts and kip_sim_external return. */
void kip_sim_set_mask(KipSim *sim, int body, unsigned kinds, unsigned axes);
/* The axes that are masked for one kind of force, as six bits. */
unsigned kip_sim_mask(const KipSim *sim, int body, KipForceKind kind);

/* From now on gravity is the model's times a finite factor; 1 at the start. kip_energy's potential stays that of the
 * model's gravity; what gravity does more or less than that is KipWork's `gravity`. */
void kip_sim_scale_gravity(KipSim *sim, double factor);
double kip_sim_gravity_scale(const KipSim *sim);
/* Whether anything modifies the physics at present: a constraint, a mask, another gravity, or a spring on
 * a body. */
bool kip_sim_is_modified(const KipSim *sim);
/* From the next step on the sliding friction of all contacts is the model's times a factor, 0 to 1000; 1 at the start. */
KipStatus kip_sim_scale_friction(KipSim *sim, double factor, KipError *error);
double kip_sim_friction_scale(const KipSim *sim);

/* A spring between the world and a body, with dampers: balance springs at the root. A force at a point of the body
 * pulls the point to where it would be in the pose given, a torque turns the body's axes to it:
 *     f = stiffness (x_pose - x) - damping x',   n = turn_stiffness e - turn_damping w
 * axis by axis of the world, e the rotation vector from the body's axes to those of the pose. Masks do not touch it. */
typedef struct KipSpring {
    KipVec3 position;                          /* the pose of the body's frame, world, m */
    KipQuat orientation;                       /* the same, unit */
    KipVec3 point;                             /* of the body's frame, m */
    double stiffness[3], damping[3];           /* N/m, N s/m; 0 or more */
    double turn_stiffness[3], turn_damping[3]; /* N m/rad, N m s/rad; 0 or more */
} KipSpring;

/* Sets the spring of a body that can move, at most one for each; NULL removes it. KIP_BAD_USE for a
 * definition that makes no sense and for a body that cannot move. */
KipStatus kip_sim_set_spring(KipSim *sim, int body, const KipSpring *spring, KipError *error);
/* The spring of a body, or NULL where it has none. */
const KipSpring *kip_sim_spring(const KipSim *sim, int body);

/* -- what is there --------------------------------------------------------------------------------------- */

/* Trees of bodies come and go: one that is absent has no weight, touches nothing and stays where it is, at rest.
 * The model's custom text `pool` names bodies that are absent at the start. body is a child of the world that can
 * move. */
KipStatus kip_sim_set_present(KipSim *sim, int body, bool present, KipError *error);
/* Sets the coordinates and rates (NULL: rest) of the joints of one body; the bodies that it carries move
 * with it, and all else stays as it is. For objects that are thrown or put somewhere. */
KipStatus kip_sim_place(KipSim *sim, int body, const double *q, const double *v, KipError *error);
/* Whether the tree of a body is present; any body may be given. */
bool kip_sim_is_present(const KipSim *sim, int body);

/* Switches on a set of geoms, and off the others of its group, of which one is always on. A custom text
 * `geoms/GROUP/NAME` of the model lists the geoms of a set; the first set of each group is on at the start.
 * Masses stay as they are. `set` is GROUP/NAME. */
KipStatus kip_sim_choose(KipSim *sim, const char *set, KipError *error);
/* Whether this geom can touch anything: whether its body is present and its set is on. */
bool kip_sim_is_on(const KipSim *sim, int geom);

/* Prescribes the motion of `njoint` joints from the first on (hybrid dynamics, RBDA 9.2): they take these
 * coordinates and rates now (NULL: those they have), and these accelerations until others are given;
 * numbers of the first joint come first. Their bodies push and carry others, while no force changes their
 * motion. */
KipStatus kip_sim_prescribe(KipSim *sim, int joint, int njoint, const double *q, const double *v,
                            const double *a, KipError *error);
/* Ends the prescription: the joints move by forces again. */
void kip_sim_free_joints(KipSim *sim, int joint, int njoint);
bool kip_sim_is_prescribed(const KipSim *sim, int joint);
/* The prescribed accelerations, nv; 0 for joints that are not prescribed. */
const double *kip_sim_prescribed_accelerations(const KipSim *sim);

/* -- step ------------------------------------------------------------------------------------------------ */

/* One time step. KIP_DIVERGED when it leaves its bounds (rates below 1e4, positions below 1e5): the error
 * names joint, body, time and likely cause. KIP_BAD_USE when more points touch than max_contacts. The state is
 * then the one before the step. */
KipStatus kip_sim_step(KipSim *sim, KipError *error);
/* Takes back a step that succeeded, before anything else is set: the state is that before it. */
void kip_sim_step_back(KipSim *sim);

/* The stiffest term of an explicit integrator relative to the inertia it acts on: a joint with its damper,
 * spring and drive, or a geom of a single free body with its contact with the static world, whether it
 * touches now or not. Limits that hold and contacts of limbs do not count, because they are softened to
 * what the step allows. */
typedef struct KipStiffest {
    double step;        /* s: about the largest that KIP_RK4 carries; infinity where nothing is stiff */
    int joint, geom;    /* which it is, the other -1 */
    bool by_damping;    /* else by stiffness */
    double coefficient; /* N m s/rad, N m/rad; N s/m, N/m */
    double inertia;     /* kg m^2; kg */
} KipStiffest;

/* Evaluated in the present pose of a simulation by KIP_RK4; the other integrators have no such bound (infinity). It takes
 * as long as a few hundred steps, and returns infinity for models too large for that. Springs set by kip_sim_set_spring are
 * ignored. Takes memory during the call, and without it returns infinity. */
KipStiffest kip_sim_stiffest(const KipSim *sim);

/* -- what can be asked after each step ------------------------------------------------------------------- */

/* Kinematics, momentum, energies of the present state. */
const KipDynamics *kip_sim_dynamics(const KipSim *sim);

/* The distance (m) between the surfaces of two geoms, not both planes; 0 where they overlap. */
double kip_sim_gap(const KipSim *sim, int geom1, int geom2);

/* The drives' torques and forces in effect over the last step, their mean, nv; N m and N. Within their limits. */
const double *kip_sim_drive_forces(const KipSim *sim);

/* The limits' torques at the present state, nv. */
void kip_sim_limit_forces(const KipSim *sim, double *tau);

/* Work done on the bodies since the simulation began, by the integrator's own quadrature; J. The change of
 * kip_energy is their sum, but for the integrator's error, and for what moves prescribed joints, which is not
 * counted. */
typedef struct KipWork {
    double drives;
    double limits;  /* of joints and tendons */
    double damping; /* of joints and tendons; with what implicit stages take from stiff axes */
    double contacts;
    double rows; /* constraints */
    double external;
    double springs; /* of kip_sim_set_spring */
    double gravity; /* excess over the model's: scaled or masked */
} KipWork;

KipWork kip_sim_work(const KipSim *sim);

/* The fields of KipWork one by one, in their order, from the contacts' on that of KipLoadKind: what tables and charts call
 * each, and its value in J. */
enum { KIP_WORKS = sizeof(KipWork) / sizeof(double) };
const char *kip_work_name(int i);
double kip_work_part(const KipWork *work, int i);

typedef struct KipContact {
    int geom1, geom2; /* in the order plane, sphere, capsule, box, cylinder, ellipsoid */
    int feature;      /* which point of the pair */
    KipVec3 point;    /* where the force acts; world, m */
    KipVec3 normal;   /* from geom1 to geom2, unit */
    double depth;     /* m; 0: it touched in the last step and has parted */
    KipVec3 force;    /* on geom2's body, world, N; the opposite acts on geom1's */
    KipVec3 torque;   /* so too, N m: what resists spinning and rolling (condim 4 and 6) */
} KipContact;

/* Touching points, and those that touched in the last step; returns their number. The forces are the means over the last
 * step, so that force times step is the impulse; before a first step, those of the law at rest. The array
 * is valid until the next step. */
int kip_sim_contacts(const KipSim *sim, const KipContact **contacts);

typedef enum KipLoadKind {
    KIP_LOAD_CONTACT,
    KIP_LOAD_CONSTRAINT, /* that joins bodies; its mean over the last step */
    KIP_LOAD_PUSH,       /* kip_sim_set_external */
    KIP_LOAD_SPRING,     /* kip_sim_set_spring; its mean over the last step */
    KIP_LOAD_GRAVITY,    /* excess over the model's: scaled or masked */
    KIP_LOADS
} KipLoadKind;

/* A force and a torque on one body. A force between two moving bodies is in the list twice, once for each. */
typedef struct KipLoad {
    KipLoadKind kind;
    int index;             /* of the contact or constraint; else the body */
    int body, other;       /* body on which it acts; body from which, 0: the world or an external force */
    KipVec3 point;         /* where the force acts, the body's frame, m */
    KipVec3 force, torque; /* world axes, N and N m; after masking, which is then at the centre of mass */
} KipLoad;

/* All that acts on bodies at the present state, but for the model's own gravity; kinds in their order. Written to
 * `loads`, the caller's, which has room for kip_sim_max_loads; returns their number. */
int kip_sim_max_loads(const KipSim *sim);
int kip_sim_loads(const KipSim *sim, KipLoad *loads);
/* What acts along the joints' axes, nv, N m and N: limits at the present state; drives, locks and motors as their mean
 * over the last step. */
void kip_sim_axis_loads(const KipSim *sim, double *tau);

#ifdef __cplusplus
}
#endif
#endif
