/* The natives of scenes and what they share. Internal. vocabulary.c puts their tables together. */
#ifndef KIP_IO_SCENE_NATIVES_H
#define KIP_IO_SCENE_NATIVES_H

#include "scene_parts.h"

KipScene *kip_scene_of(const KipCall *call);
/* The world, made if need be; NULL where that failed. */
KipWorld *kip_scene_world_of(KipCall *call);

/* The character that a method is called on: argument 0, of the type character. */
typedef struct Self {
    KipScene *scene;
    KipWorld *world;
    KipSim *sim;
    KipCharacter *character;
    int member;
} Self;

Self kip_scene_self(const KipCall *call);

/* -- parameters: what a call has read by the types of scenes, which natives.c lists ----------------------------------- */

extern const KipParameterType kip_scene_types[];
extern const int kip_scene_ntype;

/* The argument of the type thing or near. */
KipThing kip_scene_thing(const KipCall *call, int i);
/* Its body; that of the ground is 0. */
int kip_scene_body(const KipCall *call, int i);
/* The optional argument i as a point of the body's frame; without one the body's centre of mass. */
KipVec3 kip_scene_point(const KipCall *call, int i, int body);
/* The joint of a call's argument, of the type joint. */
const KipJoint *kip_scene_joint(const KipCall *call, int i);

/* -- what natives read themselves, because it depends on other arguments or stands in a list ------------------------- */

bool kip_scene_find_joint(KipCall *call, KipValue value, int member, int *joint);
/* A joint's coordinates: its angle, or a ball's quaternion. */
bool kip_scene_read_coordinates(KipCall *call, KipValue value, const KipJoint *joint, double q[4]);
bool kip_scene_read_quat(KipCall *call, KipValue value, KipQuat *quat);
/* Fails for an angle that is more than a turn. */
bool kip_scene_check_turn(KipCall *call, const char *what, double angle);
/* Fails for a target that is no target of a joint with one coordinate. */
bool kip_scene_check_target(KipCall *call, const KipJoint *joint, double target);
/* Fails: the character has no joint of that name; with the nearest name. */
bool kip_scene_unknown_joint(KipCall *call, int member, const char *name);
/* A vector of finite numbers (m); the type place. */
bool kip_scene_read_place(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
/* The type link: one of the character's own. */
bool kip_scene_read_link(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
/* A skill of that character by its name: its number there and with the supervisor. */
bool kip_scene_find_skill(KipCall *call, int i, int member, int *skill);

/* -- results ------------------------------------------------------------------------------------------------------ */

bool kip_scene_return_quat(KipCall *call, KipQuat q);
/* rad; of a ball the quaternion. */
bool kip_scene_target_value(KipCall *call, const KipPoseTarget *target, KipValue *value);
/* Appends a text to the list that is the call's result. */
bool kip_scene_append_text(KipCall *call, const char *text);
/* A body's name without its character's. */
const char *kip_scene_own_name(const KipScene *scene, int body);
/* True where the status is KIP_OK; else the error becomes the call's. */
bool kip_scene_done(KipCall *call, KipStatus status, const KipError *error);
/* The verdict on a claim about a value; false where the claim is not understood. */
bool kip_scene_judge(double value, const char *claim, KipVerdict *verdict);

/* The words of a file, in a table at its end. Those whose first parameter is self are methods of characters. */
extern const KipNativeTable kip_vocabulary_build, kip_vocabulary_world, kip_vocabulary_example,
    kip_vocabulary_plot, kip_vocabulary_character, kip_vocabulary_beat, kip_vocabulary_velocity,
    kip_vocabulary_stance, kip_vocabulary_bear, kip_vocabulary_clip, kip_vocabulary_sense,
    kip_vocabulary_live;

#endif
