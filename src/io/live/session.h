/* A scene that is played: time passes as its user says, what the user does is noted, and the last half minute can be had again.
 *
 *     KipSessionDef def = {.path = "data/scenes/live.py", .folder = "out/live", .scene = kip_scene_def()};
 *     kip_session_create(&def, &session, &error);
 *     kip_session_command(session, "push trunk 150 0 0 0.1", &error);
 *     kip_session_pass(session, 1 / 60.0);
 *     kip_session_frame(session, stream);
 *
 * The data are a log and a ring. The log has each command that acted on the scene, with the time of the control period in which
 * it did: all that a session is beside its scene, so that the scene with a replay() of the log is the session again, bit for
 * bit. The ring has the scene's bytes every half second of the last thirty, each with how much of the log was done. Rewinding is
 * to load the latest of them before the time, to cut the log there, and to let what is left pass again.
 *
 * Commands of the scene are those of kip_scene_say. They wait for the next control period; commands of the session (play,
 * rewind, save ...) are done at once.
 */
#ifndef KIP_IO_LIVE_SESSION_H
#define KIP_IO_LIVE_SESSION_H

#include <stdio.h>

#include "../scene/scene.h"

typedef struct KipSession KipSession;

typedef enum KipNews {
    KIP_NEWS_EVENT,
    KIP_NEWS_DECISION,
    KIP_NEWS_PRINT,
    KIP_NEWS_ERROR,
    KIP_NEWS_DONE
} KipNews;

typedef struct KipSessionDef {
    const char *path;   /* of the scene */
    const char *folder; /* where all files go that the session writes */
    KipSceneDef scene;  /* but for its host, which is the session's */
    void *user;
    void (*news)(void *user, KipNews news, double time, const char *text);
    bool (*stop)(void *user);
    /* Runs a scene's script to its end and writes what happened to a file, .html or .kip. */
    KipStatus (*record)(void *user, const char *scene, const char *path, KipError *error);
} KipSessionDef;

/* The strings of the definition must outlive it. */
KipStatus kip_session_create(const KipSessionDef *def, KipSession **session, KipError *error);
void kip_session_destroy(KipSession *session); /* with NULL it does nothing */

/* A line: a command of the session or of its scene. */
KipStatus kip_session_command(KipSession *session, const char *line, KipError *error);
/* The i-th command of all, with what it takes and a sentence; NULL behind the last. */
const char *kip_session_saying(int i, const char **signature, const char **help);

/* A folder and those above it. */
KipStatus kip_session_make_folder(const char *path, KipError *error);

/* Lets so much time go by for the user, s: the scene advances by it times its speed, or not, when it is paused. False once the
 * session is to end. */
bool kip_session_pass(KipSession *session, double seconds);
/* Looks whether files of scripts have changed: of skills the new version waits for their next hand-over. */
void kip_session_look(KipSession *session);
bool kip_session_plays(const KipSession *session);
/* Commands that have not acted yet: they do in the next control period. */
int kip_session_waiting(const KipSession *session);

/* What is sent to pages. A message is its size and its kind, 32 bits each, and so many bytes:
 *     1  a frame: 32-bit numbers, see session_show.c
 *     2  JSON: what is known of the session from the beginning
 *     3  JSON: its state
 *     4  JSON: news */
void kip_session_frame(KipSession *session, FILE *stream);
void kip_session_info(KipSession *session, FILE *stream);
void kip_session_state(KipSession *session, FILE *stream);
void kip_session_news(FILE *stream, KipNews news, double time, const char *text);
/* The page itself. */
KipStatus kip_session_page(KipSession *session, FILE *stream, KipError *error);

#endif
