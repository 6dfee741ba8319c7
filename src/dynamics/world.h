/* The inside of a simulation. Internal.
 *
 *     saved as bytes   tag, steps, q, v, z, drives, external forces: one block, `state`
 *     constant         model, definition, places where contacts can be, limit springs
 *     derived          everything in `d`, contacts, stage buffers: the refreshed picture of the saved state
 */
#ifndef KIP_WORLD_H
#define KIP_WORLD_H

#include "arena.h"
#include "sim.h"
#include "tree.h"

/* A point of a geom that can touch a plane. */
typedef struct ContactSite {
    int geom1, geom2, feature;
    int body;        /* of geom2 */
    KipVec3 point;   /* centre of the sphere at this point, body frame */
    double radius;   /* m; 0 for a corner */
    KipVec3 normal;  /* of the plane, world */
    KipVec3 t1, t2;  /* tangents, world */
    double offset;   /* plane: normal . x = offset */
    double friction; /* Coulomb's mu; 0 where neither geom asks for friction */
} ContactSite;

/* Exponential spring beyond a limit, DCT.4: a (exp(b x) - 1) + damping x', x the penetration. a = 0: no
 * limit. */
typedef struct LimitSpring {
    double a, b, damping;
    double lo, hi;
} LimitSpring;

/* Force (world axes) and torque on a body, the force at a point of its frame. */
typedef struct External {
    KipVec3 force, torque, point;
} External;

struct KipSim {
    const KipModel *model;
    struct KipArena *arena;
    KipDynamics *d; /* at the present state when a step returns */
    double h;       /* s */

    unsigned char *state, *good; /* state_size bytes: the saved block, and the last good one */
    size_t state_size;
    uint64_t *tag; /* whose state it is */
    int64_t *steps;
    double *q, *v;
    double *z; /* 2 nsite: tangential deflections, m */
    KipDrives drives;
    External *external; /* nbody */

    int nsite;
    const ContactSite *site;
    const LimitSpring *limit;        /* njoint, or NULL: limits off */
    const LimitSpring *tendon_limit; /* ntendon */
    KipContact *contact;             /* nsite */
    int ncontact;
    bool external_changed; /* since the last refresh */

    double *tau, *a;               /* nv: of one evaluation */
    double *zdot;                  /* 2 nsite */
    double *rate, *move, *z_stage; /* stage: q' in exponential coordinates (nv), its increment (nv), z */
    double *rate_sum, *a_sum, *zdot_sum;
};

/* -- contact.c ------------------------------------------------------------------------------------------- */
#define kip_contact_stiffness 1e5 /* kn, N/m */
#define kip_contact_shear 5e4     /* kt, tangential, N/m */
#define kip_contact_damping 250   /* ct, tangential, N s/m */
/* Every point that can touch; NULL list and error where a shape cannot. */
KipStatus kip_contact_sites(const KipModel *model, const KipDynamics *d, KipArena *arena,
                            const ContactSite **site, int *n, KipError *error);
/* Contact forces onto d's bodies at deflections z; z' into zdot. With `settle`, z is first held within the
 * friction cone and emptied where nothing touches, and the list of contacts is written. */
void kip_contact_pass(KipSim *sim, double *z, double *zdot, bool settle);

/* -- limit.c --------------------------------------------------------------------------------------------- */
KipStatus kip_limit_springs(KipSim *sim, KipError *error);
/* Adds the limits' torques at d's state. */
void kip_limit_forces(const KipSim *sim, double *tau);

/* -- drive.c --------------------------------------------------------------------------------------------- */
/* Adds the drives' torques at d's state. */
void kip_drive_forces(const KipSim *sim, double *tau);

/* -- sim.c ----------------------------------------------------------------------------------------------- */
/* Kinematics and contacts of the present state: what queries see and the next step starts from. */
void kip_sim_refresh(KipSim *sim);
/* Adds the forces set by kip_sim_set_external to d's. */
void kip_external_pass(KipSim *sim);

/* -- integrate.c ----------------------------------------------------------------------------------------- */
/* One step of RK4 from the refreshed state; q, v, z are advanced, nothing is refreshed. */
void kip_rk4(KipSim *sim);
/* Accelerations into sim->a at d's state, whose contacts are in d's external forces. */
void kip_accelerate(KipSim *sim);

/* -- diverge.c ------------------------------------------------------------------------------------------- */
/* All n within (-bound, bound), and numbers. */
bool kip_within(const double *x, int n, double bound);
/* The first joint whose drive, or whose body's external force, is no number or makes no sense; -1: none. */
int kip_find_unfit_input(const KipSim *sim);
/* The first joint out of bounds in q, v, or -1. */
int kip_find_divergence(const KipModel *model, const double *q, const double *v);
/* The sentence: joint, body, time, cause. sim is back at its last good state and refreshed. */
KipStatus kip_report_divergence(KipSim *sim, int joint, KipError *error);

#endif
