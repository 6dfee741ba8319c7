/* Reading models: a documented subset of MuJoCo's MJCF (`kip help models` lists it). */
#ifndef KIP_IO_FORMATS_MJCF_H
#define KIP_IO_FORMATS_MJCF_H

#include "../../dynamics/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What MJCF calls types, in the order of KipJointType, KipGeomType and KipMotorType. Behind the geoms stand the shapes that
 * other files hold. */
enum { KIP_MJCF_JOINT_TYPES = 4, KIP_MJCF_GEOM_TYPES = 9, KIP_MJCF_MOTOR_TYPES = 3 };
extern const char *const kip_mjcf_joint_type[KIP_MJCF_JOINT_TYPES],
    *const kip_mjcf_geom_type[KIP_MJCF_GEOM_TYPES], *const kip_mjcf_motor_type[KIP_MJCF_MOTOR_TYPES];

/* Notes on what the reader accepted but replaces or skips: one for each kind, in the order of the file. */
typedef enum KipNoteKind {
    KIP_NOTE_REPLACED, /* kip's own contact law, step or solver stands in for it */
    KIP_NOTE_SKIPPED   /* changes no motion: visual things, sensors */
} KipNoteKind;

typedef struct KipNote {
    KipNoteKind kind;
    char file[256];
    int line, column; /* of the first occurrence */
    int count;
    char what[96]; /* "geom solref", "asset texture" */
} KipNote;

typedef struct KipNotes {
    KipNote *note;
    int n, capacity;
} KipNotes;

void kip_notes_clear(KipNotes *notes); /* frees the list; a zeroed KipNotes is an empty one */

/* Adds the file's bodies to a builder, their names under `prefix` ("" for none, "robot/" for
 * robot/pelvis), the whole placed at pos, quat in the world. The first file that has bodies sets the
 * model's name, gravity and time step. On failure the builder is as it was. notes may be NULL. */
KipStatus kip_mjcf_add_file(KipBuilder *builder, const char *path, const char *prefix, KipVec3 pos,
                            KipQuat quat, KipNotes *notes, KipError *error);
/* The same from memory. `name` stands for the file in messages; includes are looked for beside it. */
KipStatus kip_mjcf_add_text(KipBuilder *builder, const char *text, size_t size, const char *name,
                            const char *prefix, KipVec3 pos, KipQuat quat, KipNotes *notes, KipError *error);

/* Reads one file as one model, which the caller destroys. The errors are those above and of
 * kip_builder_finish. */
KipStatus kip_mjcf_load(KipModel **model, const char *path, KipNotes *notes, KipError *error);
/* The same from memory; `name` stands for the file in messages. */
KipStatus kip_mjcf_parse(KipModel **model, const char *text, size_t size, const char *name, KipNotes *notes,
                         KipError *error);

#ifdef __cplusplus
}
#endif
#endif
