/* The natives of scenes and what they share. Internal. vocabulary.c puts their tables together. */
#ifndef KIP_IO_SCENE_NATIVES_H
#define KIP_IO_SCENE_NATIVES_H

#include "scene_parts.h"

KipScene *kip_scene_of(KipCall *call);
/* The world, made if need be; NULL: it failed, and that is told. */
KipWorld *kip_scene_world_of(KipCall *call);
/* A name, character or object. `context`: the member whose links come first; -1: that of the skill that runs. */
bool kip_scene_thing(KipCall *call, int i, int context, KipThing *thing);
bool kip_scene_member_of(KipCall *call, int i, int *member);
/* The character that a method is called on (argument 0). */
typedef struct Self {
    KipScene *scene;
    KipWorld *world;
    KipSim *sim;
    KipCharacter *character;
    int member;
} Self;

bool kip_scene_self(KipCall *call, Self *self);
/* A link, a joint of that character. */
bool kip_scene_link(KipCall *call, int i, int member, int *body);
bool kip_scene_joint(KipCall *call, int i, int member, int *joint);
bool kip_scene_find_joint(KipCall *call, KipValue value, int member, int *joint);
/* A joint's coordinates: its angle, or a ball's quaternion; and a torque, or a ball's vector of torques. */
bool kip_scene_read_coordinates(KipCall *call, KipValue value, const KipJoint *joint, double q[4]);
/* An angle of no joint: no more than a turn. */
bool kip_scene_check_turn(KipCall *call, const char *what, double angle);
/* Is a target of one coordinate meant? */
bool kip_scene_check_target(KipCall *call, const KipJoint *joint, double target);
bool kip_scene_torques(KipCall *call, int i, const KipJoint *joint, double torque[3]);
/* Fails: it has none of that name; with the nearest. */
bool kip_scene_unknown_joint(KipCall *call, int member, const char *name);
/* A skill of that character by its name: its number there and with the supervisor. */
bool kip_scene_skill_of(KipCall *call, int i, int member, int *skill);
/* A point of the body's frame; its centre of mass where none is given. */
bool kip_scene_point(KipCall *call, int i, int body, KipVec3 *point);
bool kip_scene_read_quat(KipCall *call, KipValue value, KipQuat *quat);
bool kip_scene_quat(KipCall *call, int i, KipQuat *quat);
bool kip_scene_return_quat(KipCall *call, KipQuat q);
bool kip_scene_number_or_nan(KipCall *call, int i, double *x);
/* One of n words for `what`: its index among them. */
bool kip_scene_choose(KipCall *call, int i, const char *what, const char *const *word, int n, int *chosen);
/* A body's name without its character's. */
const char *kip_scene_own_name(const KipScene *scene, int body);
/* "x y rz" as bits 1 2 4 and 8 16 32. */
bool kip_scene_axes(KipCall *call, int i, unsigned *axes);
/* A file's name, of the folder where all go that the script writes. */
bool kip_scene_file_name(KipCall *call, int i, const char **name);
bool kip_scene_done(KipCall *call, KipStatus status, const KipError *error);
/* False: the claim is not understood. */
bool kip_scene_judge(double value, const char *claim, KipVerdict *verdict);

/* The words of a file, which it defines at its end: those of scenes, and those said to a character, argument[0]. */
typedef struct KipWordTable {
    const KipNativeDef *word;
    int n;
} KipWordTable;
#define KIP_WORD_TABLE(table)                                                                                \
    {                                                                                                        \
        table, (int)(sizeof table / sizeof *table)                                                           \
    }

typedef struct KipVocabulary {
    KipWordTable scene, character;
} KipVocabulary;

extern const KipVocabulary kip_vocabulary_build, kip_vocabulary_world, kip_vocabulary_example,
    kip_vocabulary_plot, kip_vocabulary_character, kip_vocabulary_beat, kip_vocabulary_velocity,
    kip_vocabulary_stance, kip_vocabulary_sense;

#endif
