/* Shared by the natives of scenes, whose tables vocabulary.c combines. Internal. */
#ifndef KIP_IO_SCENE_NATIVES_H
#define KIP_IO_SCENE_NATIVES_H

#include "scene_parts.h"

KipScene *kip_scene_of(const KipCall *call);
/* The world, which is made at the first call; NULL after a failure. */
KipWorld *kip_scene_world_of(KipCall *call);

/* The character of a method call: argument 0, of the type character. */
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
/* The body of that thing; 0 for the ground. */
int kip_scene_body(const KipCall *call, int i);
/* The optional argument i as a point in the body's frame; by default the body's centre of mass. */
KipVec3 kip_scene_point(const KipCall *call, int i, int body);
/* The joint of an argument of the type joint. */
const KipJoint *kip_scene_joint(const KipCall *call, int i);

/* -- what natives read themselves, because it depends on other arguments or stands in a list ------------------------- */

bool kip_scene_find_joint(KipCall *call, KipValue value, int member, int *joint);
/* Reads a joint's coordinates: an angle, or a ball's quaternion. */
bool kip_scene_read_coordinates(KipCall *call, KipValue value, const KipJoint *joint, double q[4]);
bool kip_scene_read_quat(KipCall *call, KipValue value, KipQuat *quat);
/* Fails for an angle of more than one turn. */
bool kip_scene_check_turn(KipCall *call, const char *what, double angle);
/* Fails for a value that cannot be the target of a joint with one coordinate. */
bool kip_scene_check_target(KipCall *call, const KipJoint *joint, double target);
/* Fails because the character has no joint of that name, with the most similar name. */
bool kip_scene_unknown_joint(KipCall *call, int member, const char *name);
/* Reads a vector of finite numbers (m), for the type place. */
bool kip_scene_read_place(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
/* Reads a link of the character itself, for the type link. */
bool kip_scene_read_link(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
/* Finds a skill of the character by name; *skill is its index, the same as in the supervisor. */
bool kip_scene_find_skill(KipCall *call, int i, int member, int *skill);

/* -- results ------------------------------------------------------------------------------------------------------ */

bool kip_scene_return_quat(KipCall *call, KipQuat q);
/* Makes the value of a target: rad, or a ball's quaternion. */
bool kip_scene_target_value(KipCall *call, const KipPoseTarget *target, KipValue *value);
/* Appends a text to the list that is the call's result. */
bool kip_scene_append_text(KipCall *call, const char *text);
/* A body's name without its character's prefix. */
const char *kip_scene_own_name(const KipScene *scene, int body);
/* Returns whether the status is KIP_OK; else the call fails with the error. */
bool kip_scene_done(KipCall *call, KipStatus status, const KipError *error);
/* Judges a claim about a value; false where the claim is malformed. */
bool kip_scene_judge(double value, const char *claim, KipVerdict *verdict);

/* The words of a file, from the table at its end. Those with self as first parameter are methods of characters. */
extern const KipNativeTable kip_vocabulary_build, kip_vocabulary_world, kip_vocabulary_example,
    kip_vocabulary_plot, kip_vocabulary_character, kip_vocabulary_beat, kip_vocabulary_velocity,
    kip_vocabulary_stance, kip_vocabulary_bear, kip_vocabulary_clip, kip_vocabulary_sense,
    kip_vocabulary_live;

#endif
