/* Reading models: a documented subset of MuJoCo's MJCF (`kip help models` lists it). */
#ifndef KIP_IO_FORMATS_MJCF_H
#define KIP_IO_FORMATS_MJCF_H

#include "../../dynamics/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* MJCF's names of types, in the order of KipJointType, KipGeomType and KipMotorType. After the geoms follow the shapes that
 * are stored in other files. */
enum { KIP_MJCF_JOINT_TYPES = 4, KIP_MJCF_GEOM_TYPES = 9, KIP_MJCF_MOTOR_TYPES = 3 };
extern const char *const kip_mjcf_joint_type[KIP_MJCF_JOINT_TYPES],
    *const kip_mjcf_geom_type[KIP_MJCF_GEOM_TYPES], *const kip_mjcf_motor_type[KIP_MJCF_MOTOR_TYPES];

/* Notes on what the reader accepts but replaces or skips: one for each kind, in the order of the file. */
typedef enum KipNoteKind {
    KIP_NOTE_REPLACED, /* replaced by kip's own contact law, step or solver */
    KIP_NOTE_SKIPPED   /* without effect on motion: visual elements, sensors */
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

/* Adds the file's bodies to a builder, their names under `prefix` ("" for none, "robot/" for robot/pelvis), placed as a
 * whole at pos, quat in the world. The first file that has bodies sets the model's name, gravity and time step. On failure
 * the builder is unchanged. notes may be NULL. */
KipStatus kip_mjcf_add_file(KipBuilder *builder, const char *path, const char *prefix, KipVec3 pos,
                            KipQuat quat, KipNotes *notes, KipError *error);
/* The same from memory; messages call it `name`, and includes are relative to its folder. */
KipStatus kip_mjcf_add_text(KipBuilder *builder, const char *text, size_t size, const char *name,
                            const char *prefix, KipVec3 pos, KipQuat quat, KipNotes *notes, KipError *error);

/* Reads one file as one model, which the caller destroys. Errors are those above and those of kip_builder_finish. */
KipStatus kip_mjcf_load(KipModel **model, const char *path, KipNotes *notes, KipError *error);
/* The same from memory; messages call it `name`. */
KipStatus kip_mjcf_parse(KipModel **model, const char *text, size_t size, const char *name, KipNotes *notes,
                         KipError *error);

#ifdef __cplusplus
}
#endif
#endif
