/* A model: a forest of bodies with joints, shapes and strengths, which never changes once it is made.
 *
 * Built by a reader (kip_mjcf_load) or by hand:
 *
 *     KipBuilder *builder = kip_builder_create(NULL);
 *     KipBody arm = kip_body_def();
 *     arm.name = "arm", arm.mass = 1, arm.com.z = -0.5, arm.inertia = (KipSym3){0.1, 0, 0, 0.1, 0, 0.01};
 *     int body = kip_builder_body(builder, &arm);
 *     KipJoint hinge = kip_joint_def();
 *     hinge.name = "shoulder", hinge.body = body, hinge.axis = (KipVec3){0, 1, 0};
 *     kip_builder_joint(builder, &hinge);
 *     status = kip_builder_finish(builder, &model, &error);     // checks everything, frees the builder
 *
 * Body 0 is the world. Bodies stand in an order in which a parent comes before its children; joints are
 * grouped by body and compose in their order, as in MJCF. Definitions start from kip_<thing>_def(), which
 * is valid but for names and indices; strings are copied. Fields under "filled" are set by
 * kip_builder_finish.
 *
 * State vectors are MuJoCo's. q: free joint = position of the body frame in the world (m), quaternion;
 * ball = quaternion; hinge (rad) and slide (m) one number. v: free joint = linear velocity of the body
 * frame in world axes, angular velocity in body axes; ball = angular velocity in child axes; hinge and
 * slide one number.
 */
#ifndef KIP_DYNAMICS_MODEL_H
#define KIP_DYNAMICS_MODEL_H

#include "base.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipBody {
    const char *name; /* unique among bodies */
    int parent;       /* 0 is the world */
    KipVec3 pos;      /* frame in the parent's frame, joints at their reference; m */
    KipQuat quat;
    bool mass_from_geoms; /* mass, com and inertia are computed from the body's geoms */
    double mass;          /* kg */
    KipVec3 com;          /* centre of mass, body frame; m */
    KipSym3 inertia;      /* about the centre of mass, body axes; kg m^2 */
    KipPlace place;
    /* filled */
    int joint, njoint; /* joints [joint, joint + njoint) */
    int geom, ngeom;   /* geoms [geom, geom + ngeom) */
    int q, nq, v, nv;  /* indices of its joints in the state */
    int root;          /* the ancestor, or the body itself, whose parent is the world; 0 for the world */
} KipBody;

typedef enum KipJointType { KIP_JOINT_FREE, KIP_JOINT_BALL, KIP_JOINT_HINGE, KIP_JOINT_SLIDE } KipJointType;

typedef struct KipJoint {
    const char *name; /* unique among joints */
    int body;         /* the body it moves */
    KipJointType type;
    KipVec3 pos;  /* anchor in the body's frame; m (hinge, ball) */
    KipVec3 axis; /* in the body's frame, any length but 0 (hinge, slide); made unit by kip_builder_finish */
    double ref;   /* coordinate at the body's pos and quat; rad or m */
    bool limited;
    double range[2];    /* rad or m; ball: range[1] is the largest rotation angle */
    double damping;     /* N m s/rad or N s/m, on each of its rates */
    double stiffness;   /* N m/rad or N/m, towards springref */
    double springref;   /* rad or m */
    double armature;    /* added to the diagonal of the mass matrix; kg m^2 or kg */
    double strength[2]; /* least and greatest motor force, N m or N: -inf, inf where nothing is known */
    KipPlace place;
    /* filled */
    int q, nq, v, nv;
} KipJoint;

typedef enum KipGeomType {
    KIP_GEOM_PLANE,    /* size: half lengths x, y for drawing, 0 = endless; normal +z */
    KIP_GEOM_SPHERE,   /* size: radius */
    KIP_GEOM_CAPSULE,  /* size: radius, half length of the segment along z */
    KIP_GEOM_BOX,      /* size: half lengths */
    KIP_GEOM_CYLINDER, /* size: radius, half length along z */
    KIP_GEOM_ELLIPSOID /* size: half axes */
} KipGeomType;

typedef struct KipGeom {
    const char *name; /* unique among geoms; "" for none */
    int body;
    KipGeomType type;
    double size[3];
    KipVec3 pos; /* in the body's frame */
    KipQuat quat;
    double density; /* kg/m^3, used where mass < 0 and the body takes its mass from geoms */
    double mass;    /* kg */
    double friction;
    double spin,
        roll; /* m: of condim 4 and 6: the most torque against spinning and rolling, for each newton that presses */
    double solref[2]; /* stiffness and damping, see surface.h; 0 0: default */
    double impedance; /* solimp's second number: 0.0001 to 0.9999 */
    int condim;       /* 1: no friction, 3: friction, 4: and against spinning, 6: and against rolling */
    int contype, conaffinity; /* may meet: (a.contype & b.conaffinity) | (b.contype & a.conaffinity) */
    float rgba[4];
    KipPlace place;
} KipGeom;

typedef struct KipSite {
    const char *name;
    int body;
    KipVec3 pos;
    KipQuat quat;
} KipSite;

/* A linear sum of hinge and slide coordinates, L = sum coef q, with a spring, a damper and a range. */
typedef struct KipTendon {
    const char *name;
    int njoint;
    const int *joint;
    const double *coef;
    bool limited;
    double range[2];
    double stiffness, damping;
    double springlength; /* rest length of the spring; NaN: the length at the reference configuration */
    KipPlace place;
} KipTendon;

/* A motor of MJCF, kept as data: joint strengths come from motors, and nothing drives them yet. */
typedef enum KipMotorType { KIP_MOTOR_TORQUE, KIP_MOTOR_POSITION, KIP_MOTOR_VELOCITY } KipMotorType;

typedef struct KipMotor {
    const char *name;
    int joint;
    KipMotorType type;
    double gear;          /* joint force per unit of motor force */
    double gain;          /* kp of a position motor, kv of a velocity motor */
    double ctrlrange[2];  /* -inf, inf where not limited */
    double forcerange[2]; /* before the gear; -inf, inf where not limited */
    KipPlace place;
} KipMotor;

typedef struct KipKey {
    const char *name;
    double time;     /* s */
    const double *q; /* nq */
    const double *v; /* nv */
    KipPlace place;
} KipKey;

/* A named list of numbers or a named text, kept as they stand. */
typedef struct KipCustom {
    const char *name;
    const char *text; /* NULL for numbers */
    int n;
    const double *number;
    KipPlace place;
} KipCustom;

typedef struct KipExclude {
    int body1, body2;
} KipExclude;

/* Two geoms of different bodies that collide regardless of the bodies' relation and of their contype and conaffinity; and
 * the parameters. For other pairs, the greater friction and the softer surface apply. */
typedef struct KipPair {
    int geom1, geom2;
    int condim;                  /* 0: as without it */
    double friction, spin, roll; /* NaN: as without it */
    double solref[2];            /* 0 0: as without it */
    double impedance;            /* NaN: as without it */
    KipPlace place;
} KipPair;

typedef struct KipModel {
    const char *name;
    KipVec3 gravity; /* m/s^2 */
    double timestep; /* s; 0 where the files give none */
    int nq, nv;
    int nbody, njoint, ngeom, nsite, ntendon, nmotor, nkey, ncustom, nexclude, npair;
    const KipBody *body;
    const KipJoint *joint;
    const KipGeom *geom;
    const KipSite *site;
    const KipTendon *tendon;
    const KipMotor *motor;
    const KipKey *key;
    const KipCustom *custom;
    const KipExclude *exclude;
    const KipPair *pair;
    const double *q0;           /* nq: the reference configuration */
    double mass;                /* of everything that moves; kg */
    const struct KipTree *tree; /* the solver's view */
    struct KipArena *arena;     /* holds all of the above */
} KipModel;

KipBody kip_body_def(void);
KipJoint kip_joint_def(void);
KipGeom kip_geom_def(void);
KipSite kip_site_def(void);
KipTendon kip_tendon_def(void);
KipMotor kip_motor_def(void);
KipPair kip_pair_def(void);

typedef struct KipBuilder KipBuilder;

/* The most bodies of a model, and the most numbers in all its keyframes; kip_builder_finish refuses more. */
enum { KIP_MOST_BODIES = 65535, KIP_MOST_KEY_NUMBERS = 1 << 24 };

/* A new builder, which kip_builder_finish or kip_builder_destroy frees; NULL when out of memory. The
 * allocator NULL is libc. */
KipBuilder *kip_builder_create(const KipAllocator *allocator);
/* Frees a builder that is not finished; with NULL it does nothing. */
void kip_builder_destroy(KipBuilder *builder);

void kip_builder_name(KipBuilder *builder, const char *name);
/* gravity in m/s^2 (default 0, 0, -9.81), time step in s (0: none). */
void kip_builder_option(KipBuilder *builder, KipVec3 gravity, double timestep);
/* Sets gravity alone, m/s^2. */
void kip_builder_gravity(KipBuilder *builder, KipVec3 gravity);

/* Each of these copies a definition, with its texts and arrays, and returns its index, or -1 when out of
 * memory, which kip_builder_finish then reports. */
int kip_builder_body(KipBuilder *builder, const KipBody *body);
int kip_builder_joint(KipBuilder *builder, const KipJoint *joint);
int kip_builder_geom(KipBuilder *builder, const KipGeom *geom);
int kip_builder_site(KipBuilder *builder, const KipSite *site);
int kip_builder_tendon(KipBuilder *builder, const KipTendon *tendon);
int kip_builder_motor(KipBuilder *builder, const KipMotor *motor);
int kip_builder_exclude(KipBuilder *builder, int body1, int body2);
int kip_builder_pair(KipBuilder *builder, const KipPair *pair);
int kip_builder_number(KipBuilder *builder, const char *name, const double *number, int n, KipPlace place);
int kip_builder_text(KipBuilder *builder, const char *name, const char *text, KipPlace place);
/* q (nq numbers, or 0 for the reference) and v (nv numbers, or 0 for rest) are those of the bodies and joints added from
 * `first_body` on; other bodies are at their reference. Files merged into one model keep their keyframes. */
int kip_builder_key(KipBuilder *builder, const char *name, double time, int first_body, const double *q,
                    int nq, const double *v, int nv, KipPlace place);

/* The number of bodies so far, the world included. */
int kip_builder_nbody(const KipBuilder *builder);
/* The definitions added so far, whose "filled" fields are not yet filled. The pointer is valid until the
 * next is added. */
const KipBody *kip_builder_bodies(const KipBuilder *builder, int *n);
const KipGeom *kip_builder_geoms(const KipBuilder *builder, int *n);
int kip_builder_nkey(const KipBuilder *builder);
const char *kip_builder_key_name(const KipBuilder *builder, int key);
/* The custom text of that name, or NULL; the builder's. */
const char *kip_builder_find_text(const KipBuilder *builder, const char *name);
/* Whether something could not be added because memory ran out; kip_builder_finish then reports it. */
bool kip_builder_lacks_memory(const KipBuilder *builder);
/* Sets the sliding friction of all geoms from the index `first` on. */
void kip_builder_friction(KipBuilder *builder, int first, double friction);
/* Multiplies the strengths of all joints whose names begin with `prefix`; those of balls are custom numbers
 * `strength_JOINT`. */
void kip_builder_strength(KipBuilder *builder, const char *prefix, double factor);
/* Removes a geom and the pairs of which it is a part; the indices of those behind it become one less. */
void kip_builder_drop_geom(KipBuilder *builder, int geom);

/* Checks all definitions and makes the model, which the caller destroys. KIP_BAD_INPUT with a sentence and
 * the place of the faulty definition, or KIP_NO_MEMORY. The builder is freed in any case. */
KipStatus kip_builder_finish(KipBuilder *builder, KipModel **model, KipError *error);

/* With NULL it does nothing. */
void kip_model_destroy(KipModel *model);

/* VBC.7: a new model, like this one but for its size and weight: lengths times `length` (0.001 to 1000), masses
 * times `mass` (1e-9 to 1e9), so that it moves in the same way, slower by sqrt(length): dynamic similarity
 * under the same gravity. Scaled with them are inertias by mass length^2, and of joints, motors and tendons
 *
 *     of angles    torques by mass length   stiffness too             damping by mass length^1.5
 *     of lengths   forces by mass           stiffness by mass/length  damping by mass/sqrt(length)
 *
 * armatures as inertias or masses, rates of keyframes, numbers `strength_...` as torques, and the damping of
 * limit_spring by sqrt(length). A free joint has one stiffness, damping and armature for both: they go as
 * those of a length. Only what moves is scaled, about the world's origin: what stands on z = 0 still does.
 * Ground and scenery stay; so do gravity, time step, friction, times, texts and all other numbers, and the
 * contacts' stiffness. The new model stands alone and is the caller's. KIP_BAD_USE for factors out of bounds,
 * KIP_BAD_INPUT where the result is too light to be a model. */
KipStatus kip_model_scale(const KipModel *model, double length, double mass, const KipAllocator *allocator,
                          KipModel **scaled, KipError *error);
/* The same to a given height (m: of the shapes of all bodies that move, at the reference configuration) and
 * a given total mass (kg); 0 leaves the one or the other as it is. */
KipStatus kip_model_scale_to(const KipModel *model, double height, double mass, const KipAllocator *allocator,
                             KipModel **scaled, KipError *error);

/* The index of a body, joint or keyframe by its name, or -1. */
int kip_model_find_body(const KipModel *model, const char *name);
int kip_model_find_joint(const KipModel *model, const char *name);
int kip_model_find_key(const KipModel *model, const char *name);
/* The same, but where the name is unknown the error is a sentence with the most similar name that there is.
 */
KipStatus kip_model_get_body(const KipModel *model, const char *name, int *body, KipError *error);
KipStatus kip_model_get_key(const KipModel *model, const char *name, int *key, KipError *error);

/* Volume (m^3) and, at unit density, inertia (kg m^2, geom's axes, about its centre) of a solid geom:
 * MuJoCo's formulas. A plane has none. */
void kip_geom_solid(const KipGeom *geom, double *volume, KipSym3 *inertia);

#ifdef __cplusplus
}
#endif
#endif
