/* The recording of a scene while it runs, for kip run, kip reproduce and kip sweep: frames, events, decisions, pushes and
 * targets of its world; and the files that its script requests by record() and plot().
 *
 *     typedef struct Mine { KipTape tape; ... } Mine;            // the tape is first
 *     KipSceneHost host = kip_tape_host(&mine);
 *
 * Functions whose first parameter is `user` are for a KipSceneHost whose user is a tape, or begins with one.
 * If something cannot be recorded, the run ends at its next step.
 */
#ifndef KIP_IO_CLI_SCENE_TAPE_H
#define KIP_IO_CLI_SCENE_TAPE_H

#include "../record/recording.h"
#include "../scene/scene.h"

/* A file requested by the script. */
typedef struct KipTapeFile {
    char *name;
    bool recorded; /* by record(), written at the script's end; else by plot() */
} KipTapeFile;

/* Zeroed, except the script; kip_tape_clear frees its contents. */
typedef struct KipTape {
    const char *script;      /* its path */
    KipScene *scene;         /* NULL until its world is made */
    KipRecording *recording; /* of the world since its beginning or restart; NULL: none yet */
    int *pose;               /* for each member the last recorded pose, -1: none; NULL with the recording */
    KipError lost;           /* of what could not be recorded; KIP_OK: nothing */
    int nfile;
    KipTapeFile *file; /* without duplicates */
} KipTape;

KipStatus kip_tape_begun(void *user, KipScene *scene, KipError *error);
KipStatus kip_tape_stepped(void *user, KipScene *scene, KipError *error); /* `starts` too: the first frame */
void kip_tape_event(void *user, double time, const char *text);
void kip_tape_decided(void *user, KipScene *scene, int member, const KipDecision *decision);
void kip_tape_pushed(void *user, double time, int body, KipVec3 force, double seconds, KipVec3 point);
void kip_tape_target(void *user, double time, int member, KipVec3 position);
KipStatus kip_tape_record(void *user, const char *name,
                          KipError *error); /* KIP_BAD_USE for an ending that is not supported */
/* Adds a file requested by the script. */
KipStatus kip_tape_add_file(KipTape *tape, const char *name, bool recorded, KipError *error);

/* A host with these functions, whose user is a tape, or begins with one; more functions may be set. */
KipSceneHost kip_tape_host(void *tape);

/* "bids", "not ready" and so on. */
const char *kip_tape_bid(const KipBid *bid);
/* The text of a push on the time line. */
void kip_tape_push_text(const KipTape *tape, int body, KipVec3 force, double seconds, char text[160]);
/* The first line of the docstring, or the file's name. */
void kip_tape_title(const KipTape *tape, char *title, size_t size);
void kip_tape_note(const KipTape *tape, char *note, size_t size);

/* Records the world's last state, after the run. */
KipStatus kip_tape_end(KipTape *tape, KipError *error);
/* Writes a file of record() to a path, completely or not at all. `word` are arguments with which kip run repeats the run.
 * There must be a recording. */
KipStatus kip_tape_write(const KipTape *tape, const char *path, int nword, const char *const *word,
                         KipError *error);
/* Writes a chart of plot() to a path, completely or not at all. */
KipStatus kip_tape_draw(const char *path, const KipChart *chart, KipError *error);
void kip_tape_clear(KipTape *tape);

#endif
