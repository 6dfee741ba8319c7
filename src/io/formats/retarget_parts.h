/* Shared by the files of retargeting. Internal. */
#ifndef KIP_IO_FORMATS_RETARGET_PARTS_H
#define KIP_IO_FORMATS_RETARGET_PARTS_H

#include "../../dynamics/arena.h"
#include "../../dynamics/dynamics.h"
#include "../../dynamics/quat.h"
#include "retarget.h"

/* -- names ----------------------------------------------------------------------------------------------- */

typedef enum Part {
    NO_PART,
    ROOT,
    SPINE,
    NECK,
    HEAD,
    CLAVICLE,
    SHOULDER, /* a clavicle or an upper arm */
    UPPER_ARM,
    FOREARM,
    WRIST, /* a hand, or the end of a forearm */
    HAND,
    HIP, /* a thigh, or its parent */
    THIGH,
    LEG, /* a thigh or a shank */
    SHANK,
    FOOT,
    TOE
} Part;

typedef struct Role {
    Part part;
    char side; /* 'l', 'r' or 0 */
} Role;

/* Roles of bodies and bones by their names; arrays of nbody and nbone. */
void kip_roles_of_bodies(const KipModel *model, Role *role);
void kip_roles_of_bones(const KipClip *clip, Role *role);

/* Whether each body of the root's tree has a bone of its name: then the clip is one of the model's own. */
bool kip_is_own_clip(const KipClip *clip, const KipModel *model, int root);

/* -- mappings -------------------------------------------------------------------------------------------- */

/* A mapping without bones; NULL when out of memory. */
KipMapping *kip_mapping_create(const KipModel *model);
/* Finds the only body with a free joint. */
KipStatus kip_free_root(const KipModel *model, int *root, KipError *error);

/* -- the work -------------------------------------------------------------------------------------------- */

/* The path of a foot in the clip, and its plan on the model. */
typedef struct FootTrack {
    int body, bone;
    KipVec3 *ankle, *toe; /* [nframe], m */
    KipQuat *turned;      /* [nframe] orientation of its bone */
    bool *stands;         /* [nframe] */
    double *height;       /* [nframe] height of the model's lowest point, m */
    int thigh;            /* the body of the upper leg; 0: none */
    double length, *leg;  /* m: of the stretched leg; [nframe] present distance of its joints */
    KipVec3 *place, *to;  /* [nframe] present position of the body, and planned displacement, m */
    KipQuat *turn;        /* [nframe] present orientation of the body */
    KipVec3 *by, *missed; /* [nframe] planned rotation vector, and what is missing of it, rad */
    KipVec3 *sole;        /* [nframe] lowest point with the planned rotation, body frame */
} FootTrack;

typedef struct Work {
    const KipClip *clip; /* the one to retarget, or, of the model's own, `own` */
    KipClip own;         /* with the axes and the unit of the model */
    bool is_own;
    const KipModel *model;
    const int *bone; /* of each body */
    Role *role;      /* of each body; by its bone's name where its own has none */
    int root;
    double scale;
    KipQuat *wanted; /* [nbody] wanted orientations of bodies with bones in the frame */
    KipDynamics *d;
    KipMotion *motion;
    KipVec3 *rest;       /* [nbone] joints at rest */
    KipVec3 *far_end;    /* [nbone] end of the bone at rest */
    KipVec3 *place;      /* [nbone] position in a frame */
    KipQuat *turned;     /* [nbone] orientation in a frame */
    int *above;          /* [nbody] the nearest ancestor with a bone, or 0 */
    bool *claimed;       /* [nbody] its joints are part of a group */
    KipQuat *aligned;    /* [nbody] the body's orientation for its bone's rest orientation */
    KipVec3 *axis;       /* [nbody] axis of greatest weight, body frame; 0: none */
    KipQuat *now;        /* [nbody] orientation in the frame */
    const double *stand; /* [nq] configuration of unmapped bodies */
    int nfoot;
    FootTrack *foot;
    double *lift;        /* [nframe] */
    KipVec3 *root_place; /* [nframe] before planting */
    int *group;          /* [nbody] bodies whose joints are solved together */
    double *room;        /* scratch of the least squares */
    struct KipArena *arena;
} Work;

/* Size of `room` in doubles. */
size_t kip_turn_room(const KipModel *model);
/* Solves the joints of bodies group[0, n), each the child of the one before, for the orientations wanted of the one or two
 * among them that have bones. q holds the frame before, unless this is the first, and then the result; now[] of the bodies
 * is updated. */
void kip_turn_group(Work *w, const int *group, int n, double *q, bool first);
/* Number of rotational degrees of freedom between the body and its parent. */
int kip_turning_joints(const KipModel *model, int body);

/* Computes the alignment of all mapped bodies, feet last. w->d must hold the model's reference. */
void kip_align(Work *w);
/* Whether the body is the root or belongs to spine, neck or head. */
bool kip_is_axial(const Work *w, int body);
/* The only nearest descendant with a bone; 0 for none or several. */
int kip_only_child(const Work *w, int body);
/* The position of the body's joint in the world, in the pose of w->d. */
KipVec3 kip_joint_place(const Work *w, int body);

/* Computes the paths of feet and finds their stances. */
void kip_feet_track(Work *w);
/* Raises or lowers w->motion so that standing feet touch z = 0. */
void kip_feet_lift(Work *w);
/* Number of frames in a time, at least one. */
int kip_frames_of(const Work *w, double time);
/* The foot's farthest point in a direction (unit, world) in the pose of w->d, as its body and its position in that body;
 * returns its distance from the origin along the direction. */
double kip_foot_reach(const Work *w, int foot, KipVec3 way, int *body, KipVec3 *point);
/* Plants standing feet in w->motion. */
KipStatus kip_feet_plant(Work *w, KipError *error);
void kip_feet_report(Work *w, KipRetargetReport *report);

#endif
