/* The inside of the MJCF reader: what its files share. Internal.
 *
 * A file is read in this order, which is also the order of the functions below:
 *
 *     include     the file becomes a tree of XML elements, included files spliced in          mjcf_include.c
 *     check       every element and attribute is looked up in tables: read, replaced,
 *                 skipped or refused; what is not in them is an error                         mjcf_table.c
 *     settings    compiler, option, default classes, materials                                mjcf_settings.c
 *     bodies      bodies, frames, joints, geoms, sites                                        mjcf_body.c
 *     masses      their bounds and their total                                                mjcf_mass.c
 *     motors      motors, joint strengths, tendons, contact                                   mjcf_motor.c
 *     keys        keyframes, custom                                                           mjcf_emit.c
 *     emit        everything goes to the builder: prefix, placement                           mjcf_emit.c
 *
 * `status` keeps the first failure, after which functions that read a value do nothing. So only loops need to
 * check it. Only the last step, which cannot fail, changes the builder.
 */
#ifndef KIP_IO_FORMATS_MJCF_PARTS_H
#define KIP_IO_FORMATS_MJCF_PARTS_H

#include "../../dynamics/quat.h"
#include "mjcf.h"
#include "../text/xml.h"

/* The meaning of an element, in KipXmlElement.kind; a joint of a body and one of a tendon differ. */
typedef enum KipMjcfKind {
    MJCF_NONE, /* skipped, with its content */
    MJCF_MUJOCO,
    MJCF_COMPILER,
    MJCF_OPTION,
    MJCF_FLAG,
    MJCF_DEFAULT,
    MJCF_ASSET,
    MJCF_MATERIAL,
    MJCF_WORLDBODY,
    MJCF_BODY,
    MJCF_FRAME,
    MJCF_INERTIAL,
    MJCF_JOINT,
    MJCF_FREEJOINT,
    MJCF_GEOM,
    MJCF_SITE,
    MJCF_CONTACT,
    MJCF_EXCLUDE,
    MJCF_PAIR,
    MJCF_TENDON,
    MJCF_FIXED,
    MJCF_FIXED_JOINT,
    MJCF_ACTUATOR,
    MJCF_MOTOR,
    MJCF_POSITION,
    MJCF_VELOCITY,
    MJCF_GENERAL,
    MJCF_KEYFRAME,
    MJCF_KEY,
    MJCF_CUSTOM,
    MJCF_NUMERIC,
    MJCF_TEXT,
    MJCF_EQUALITY,
    MJCF_DEFORMABLE,
    MJCF_KINDS
} KipMjcfKind;

/* Values of attributes such as limited="auto", in the order of their words. */
typedef enum KipMjcfSwitch { MJCF_FALSE, MJCF_TRUE, MJCF_AUTO } KipMjcfSwitch;

typedef enum KipMjcfForm { MJCF_QUAT, MJCF_AXISANGLE, MJCF_EULER, MJCF_XYAXES, MJCF_ZAXIS } KipMjcfForm;

/* pos and orientation as written. As in MuJoCo, any other form takes precedence over quat, even one from a class. */
typedef struct KipMjcfPose {
    KipVec3 pos;
    KipMjcfForm form;
    double quat[4];
    double value[6]; /* of the other form */
    bool has_fromto; /* geoms and sites: two points that give position, orientation and half length */
    double fromto[6];
} KipMjcfPose;

/* Parts as written, in the units of the file: contents of a default class, and initial values of an element. */
typedef struct KipMjcfJoint {
    KipJoint part;
    KipMjcfSwitch limited, force_limited;
    double force_range[2]; /* actuatorfrcrange */
} KipMjcfJoint;

typedef struct KipMjcfGeom {
    KipGeom part;
    KipMjcfPose pose;
    int group;
    const char *material;
    bool is_mesh; /* its shape is in another file: mesh, height field, signed distance field */
} KipMjcfGeom;

typedef struct KipMjcfTendon {
    KipTendon part;
    KipMjcfSwitch limited;
    double springlength[2]; /* below 0: the length with the joints' springs at rest */
} KipMjcfTendon;

typedef struct KipMjcfMotor {
    KipMotor part;
    KipMjcfSwitch ctrl_limited, force_limited;
    double ctrl_range[2], force_range[2];
    double kp, kv;
    double inherit_range; /* position motor: ctrlrange over the joint's range; 0: not given */
    bool is_servo;        /* the class was last written as position or velocity */
} KipMjcfMotor;

typedef struct KipMjcfSettings {
    KipMjcfJoint joint;
    KipMjcfGeom geom;
    KipMjcfPose site;
    KipMjcfTendon tendon;
    KipPair pair;
    KipMjcfMotor motor;
    double material[4]; /* rgba */
} KipMjcfSettings;

typedef struct KipMjcfClass {
    const char *name;
    KipMjcfSettings *settings; /* shared by the two names of the top class, "main" and the file's own */
} KipMjcfClass;

typedef struct KipMjcfMaterial {
    const char *name;
    float rgba[4];
} KipMjcfMaterial;

typedef struct KipMjcfBody {
    KipBody part;
    bool has_inertial;
    int ngeom; /* that contribute to its mass */
} KipMjcfBody;

typedef struct KipMjcfKey {
    KipKey part;
    double *q, *v; /* referenced by part.q and part.v */
    int nq, nv;    /* numbers given */
} KipMjcfKey;

/* A file that was read, recorded so that it is read only once. */
typedef struct KipMjcfSource {
    const char *path;
    struct KipMjcfSource *next;
} KipMjcfSource;

typedef struct KipMjcf {
    KipStatus status;
    KipError *error;
    KipNotes *notes; /* may be NULL */
    KipArena *arena;
    KipMjcfSource *sources;
    KipXmlElement *root;
    int count[MJCF_KINDS]; /* elements of each kind, also in default classes: sizes of the arrays */

    /* compiler */
    double angle; /* unit of angles; rad */
    bool autolimits;
    char eulerseq[3];
    KipMjcfSwitch inertiafromgeom;
    int group_range[2];               /* groups of geoms that contribute to mass */
    double least_mass, least_inertia; /* of each body */
    bool balance_inertia;
    double total_mass; /* 0: unchanged */
    /* option */
    KipVec3 gravity;
    double timestep;
    /* option flag: what is disabled; constraints include contacts and limits, passive includes springs and dampers */
    bool no_gravity, no_contacts, no_limits, no_constraints, no_springs, no_dampers, no_passive;

    KipMjcfClass *classes;
    KipMjcfMaterial *material;
    KipMjcfBody *body; /* 0 is the world */
    KipJoint *joint;
    KipMjcfGeom *geom; /* including meshes, until unused ones are dropped */
    KipSite *site;
    KipTendon *tendon;
    KipMotor *motor;
    KipExclude *exclude;
    KipPair *pair;
    KipMjcfKey *key;
    KipCustom *custom;
    int nclass, nmaterial, nbody, njoint, ngeom, nsite, ntendon, nmotor, nexclude, npair, nkey, ncustom;
} KipMjcf;

/* -- failures, notes: mjcf_value.c -- */

/* Records the first failure. */
void kip_mjcf_fail(KipMjcf *m, KipPlace place, const char *format, ...) KIP_PRINTF(3, 4);
/* The index of a name, or a failure and -1. Names are `stride` bytes apart from `first` on: &part->name, sizeof *part. */
int kip_mjcf_index(KipMjcf *m, KipPlace place, const char *what, const char *name, const char *const *first,
                   int n, size_t stride);
/* Fails with "there is no joint 'kne'; did you mean 'knee'?" */
void kip_mjcf_fail_unknown(KipMjcf *m, KipPlace place, const char *what, const char *name,
                           const char *const *first, int n, size_t stride);
/* Zeroed memory; NULL, with a failure, when out of memory. */
void *kip_mjcf_take(KipMjcf *m, int n, size_t size);
/* Adds a note "outer inner", or counts one more of its kind. */
void kip_mjcf_note(KipMjcf *m, KipNoteKind kind, KipPlace place, const char *outer, const char *inner);

/* -- attribute values: mjcf_value.c. Where one is not given, the output is left alone and 0 returned -- */
/* Takes the next word of a list separated by blanks; false at its end. */
bool kip_mjcf_next_word(const char **text, const char **word, size_t *n);

const char *kip_mjcf_text(const KipXmlElement *e, const char *name); /* NULL where not given or empty */
int kip_mjcf_numbers(KipMjcf *m, const KipXmlElement *e, const char *name, double *value, int least,
                     int most);
bool kip_mjcf_number(KipMjcf *m, const KipXmlElement *e, const char *name, double *value);
bool kip_mjcf_integer(KipMjcf *m, const KipXmlElement *e, const char *name, int *value);
bool kip_mjcf_vec3(KipMjcf *m, const KipXmlElement *e, const char *name, KipVec3 *value);
/* Reads a word of n as its index. */
bool kip_mjcf_word(KipMjcf *m, const KipXmlElement *e, const char *name, const char *const *words, int n,
                   int *index);
bool kip_mjcf_bool(KipMjcf *m, const KipXmlElement *e, const char *name, bool *value);
bool kip_mjcf_switch(KipMjcf *m, const KipXmlElement *e, const char *name, KipMjcfSwitch *value);
/* Reads all numbers of an attribute into the arena. */
double *kip_mjcf_list(KipMjcf *m, const KipXmlElement *e, const char *name, int *n);
void kip_mjcf_require(KipMjcf *m, const KipXmlElement *e, const char *name);
/* The place of an attribute, or of the element where it is absent. */
KipPlace kip_mjcf_place(const KipXmlElement *e, const char *name);

/* Whether the range is a limit. As in MuJoCo 3, a given range is one, unless `limited` or the compiler element says
 * otherwise. */
bool kip_mjcf_limited(KipMjcf *m, const KipXmlElement *e, const char *name, KipMjcfSwitch limited,
                      const double range[2]);

/* -- orientation: mjcf_pose.c -- */

KipMjcfPose kip_mjcf_pose_def(void);
void kip_mjcf_pose_read(KipMjcf *m, const KipXmlElement *e, KipMjcfPose *pose);
/* Computes position and orientation; returns half the length of the fromto, or 0 without one. */
double kip_mjcf_pose_resolve(KipMjcf *m, const KipXmlElement *e, const KipMjcfPose *pose, KipVec3 *pos,
                             KipQuat *quat);

/* -- the steps -- */

/* Reads the included files of the file `path` into its tree, m->root. */
void kip_mjcf_include(KipMjcf *m, const char *path);
void kip_mjcf_check(KipMjcf *m);
void kip_mjcf_read_settings(KipMjcf *m);
void kip_mjcf_read_bodies(KipMjcf *m);
void kip_mjcf_correct_masses(KipMjcf *m);
void kip_mjcf_read_motors(KipMjcf *m);
void kip_mjcf_read_keys(KipMjcf *m);
/* Prefixes all names, places what belongs to the world, and hands everything to the builder. */
void kip_mjcf_emit(KipMjcf *m, KipBuilder *builder, const char *prefix, KipVec3 pos, KipQuat quat);

/* -- what the steps ask of one another -- */

/* The settings of the class named by an attribute of e; NULL where it names none, or after a failure. */
const KipMjcfSettings *kip_mjcf_class(KipMjcf *m, const KipXmlElement *e, const char *attribute);
/* Read one element into settings, for default classes and for elements. */
void kip_mjcf_apply_joint(KipMjcf *m, const KipXmlElement *e, KipMjcfJoint *joint);
void kip_mjcf_apply_geom(KipMjcf *m, const KipXmlElement *e, KipMjcfGeom *geom);
void kip_mjcf_apply_pair(KipMjcf *m, const KipXmlElement *e, KipPair *pair);
void kip_mjcf_apply_tendon(KipMjcf *m, const KipXmlElement *e, KipMjcfTendon *tendon);
void kip_mjcf_apply_motor(KipMjcf *m, const KipXmlElement *e, KipMjcfMotor *motor);
/* Names parts without a name, the i-th of n, "stem<i>", with underscores after the stem where another part of the file has
 * such a name. */
void kip_mjcf_name(KipMjcf *m, const char **first, int n, size_t stride, const char *stem);
/* The index of the body or joint named by an attribute of e; a failure and -1 where there is none. */
int kip_mjcf_find_body(KipMjcf *m, const KipXmlElement *e, const char *attribute);
int kip_mjcf_find_joint(KipMjcf *m, const KipXmlElement *e, const char *attribute);

#endif
