/* What the files of retargeting share. Internal. */
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
    HIP, /* a thigh, or what carries it */
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

/* What bodies and bones are, by their names; arrays of nbody and nbone. */
void kip_roles_of_bodies(const KipModel *model, Role *role);
void kip_roles_of_bones(const KipClip *clip, Role *role);

/* -- mappings -------------------------------------------------------------------------------------------- */

/* Without any bone; NULL when out of memory. */
KipMapping *kip_mapping_create(const KipModel *model);
/* The one body with a free joint. */
KipStatus kip_free_root(const KipModel *model, int *root, KipError *error);

/* -- the work -------------------------------------------------------------------------------------------- */

/* A foot's way in the clip. */
typedef struct FootTrack {
    int body, bone;
    KipVec3 *ankle, *toe; /* [nframe], m */
    KipQuat *turned;      /* [nframe], of its bone */
    bool *stands;         /* [nframe] */
    double *height;       /* [nframe], of the model's lowest point, m */
    int thigh;            /* the body where the leg begins; 0: none */
    double length, *leg;  /* m, of the stretched leg; [nframe], from its joint to the foot's as it is */
    KipVec3 *place, *to;  /* [nframe], the body's, as it is and by how much it is to be moved, m */
    KipQuat *turn;        /* [nframe], the body's as it is */
    KipVec3 *by, *missed; /* [nframe], by what vector it is to be turned, and what is missing of that, rad */
    KipVec3 *sole;        /* [nframe], its lowest point once it is turned, body frame */
} FootTrack;

typedef struct Work {
    const KipClip *clip;
    const KipModel *model;
    const int *bone; /* of each body */
    Role *role;      /* of each body; of its bone where its own name says nothing */
    int root;
    double scale;
    KipQuat *wanted; /* [nbody] of bodies with bones in the frame */
    KipDynamics *d;
    KipMotion *motion;
    KipVec3 *rest;       /* [nbone] joints at rest */
    KipVec3 *far_end;    /* [nbone] where the bone points at rest */
    KipVec3 *place;      /* [nbone] of a frame */
    KipQuat *turned;     /* [nbone] of a frame */
    int *above;          /* [nbody] the nearest ancestor with a bone, or 0 */
    bool *claimed;       /* [nbody] its joints belong to a group */
    KipQuat *aligned;    /* [nbody] the body's orientation while its bone stands as at rest */
    KipVec3 *axis;       /* [nbody] along a limb, off a sole: counts most; body frame; 0: none */
    KipQuat *now;        /* [nbody] orientation in the frame */
    const double *stand; /* nq: where unmapped bodies stay */
    int nfoot;
    FootTrack *foot;
    double *lift;        /* [nframe] */
    KipVec3 *root_place; /* [nframe] before feet are planted */
    int *group;          /* [nbody] bodies whose joints are set together */
    double *room;        /* of the least squares */
    struct KipArena *arena;
} Work;

/* The doubles that `room` needs. */
size_t kip_turn_room(const KipModel *model);
/* Sets the joints of bodies group[0, n), each the child of the one before, so that orientations in the world
 * are near what is wanted of the one or two among them that have bones. q holds the frame before, unless this is
 * the first, and the result; now[] of the bodies is written. */
void kip_turn_group(Work *w, const int *group, int n, double *q, bool first);
/* How many numbers turn the body against its parent. */
int kip_turning_joints(const KipModel *model, int body);

/* Fills the alignment of all mapped bodies, feet last. The model is at its reference in w->d. */
void kip_align(Work *w);
/* Whether the body is the root, or of spine, neck or head. */
bool kip_is_axial(const Work *w, int body);
/* The only body with a bone next below, 0 for none or several. */
int kip_only_child(const Work *w, int body);
/* The body's joint in the world, at what w->d was set to. */
KipVec3 kip_joint_place(const Work *w, int body);

/* Reads the feet's ways and finds when they stand. */
void kip_feet_track(Work *w);
/* Puts feet that stand to z = 0, in w->motion. */
void kip_feet_lift(Work *w);
/* How many frames a time takes, at least one. */
int kip_frames_of(const Work *w, double time);
/* The foot's point that is the furthest that way (unit, world) where w->d stands, and how far that is from the
 * origin: its body and its place there. */
double kip_foot_reach(const Work *w, int foot, KipVec3 way, int *body, KipVec3 *point);
/* Plants feet that stand, in w->motion. */
KipStatus kip_feet_plant(Work *w, KipError *error);
void kip_feet_report(Work *w, KipRetargetReport *report);

#endif
