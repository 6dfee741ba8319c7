/* A scene run interactively: time passes at the user's speed, the user's actions are logged, and the last half minute can
 * be rewound.
 *
 *     KipSessionDef def = {.path = "data/scenes/live.py", .folder = "out/live", .scene = kip_scene_def()};
 *     kip_session_create(&def, &session, &error);
 *     kip_session_command(session, "push trunk 150 0 0 0.1", &error);
 *     kip_session_pass(session, 1 / 60.0);
 *     kip_session_frame(session, stream);
 *
 * The log has each command that acted on the scene, with the time of the control period in which it did. Apart from its scene
 * a session consists of nothing else, so that the scene with a replay() of the log repeats the session, bit for bit. The
 * ring has the scene's bytes at every half second of the last thirty, each with the number of lines of the log executed
 * until then. Rewinding loads the latest of them before the given time, cuts the log there, and replays the rest.
 *
 * Commands of the scene are those of kip_scene_say; they wait for the next control period. Commands of the session (play,
 * rewind, save ...) are executed at once. */
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
    const char *folder; /* of all files that the session writes */
    KipSceneDef scene;  /* without a host, which is the session */
    void *user;
    void (*news)(void *user, KipNews news, double time, const char *text);
    bool (*stop)(void *user);
    /* Runs a scene's script to its end and records it to a file, .html or .kip. */
    KipStatus (*record)(void *user, const char *scene, const char *path, KipError *error);
} KipSessionDef;

/* Makes a session; the strings of the definition must outlive it. */
KipStatus kip_session_create(const KipSessionDef *def, KipSession **session, KipError *error);
void kip_session_destroy(KipSession *session); /* with NULL it does nothing */

/* Executes a line: a command of the session or of its scene. After quit it does nothing. */
KipStatus kip_session_command(KipSession *session, const char *line, KipError *error);
/* The i-th of all commands, with its arguments and a sentence; NULL after the last. */
const char *kip_session_saying(int i, const char **signature, const char **help);

/* Makes a folder and those above it. */
KipStatus kip_session_make_folder(const char *path, KipError *error);

/* Lets the user's time pass, s: unless it is paused, the scene advances by it times the session's speed. Returns false when
 * the session is to end. */
bool kip_session_pass(KipSession *session, double seconds);
/* Checks whether files of scripts have changed; a skill takes the new version when it next does not act. */
void kip_session_look(KipSession *session);
bool kip_session_plays(const KipSession *session);
/* Whether something is pushed now: a push may be over with the next few frames, which no page is then to miss. */
bool kip_session_pushes(const KipSession *session);
/* The number of commands that wait for the next control period. */
int kip_session_waiting(const KipSession *session);

/* Messages for pages. Each has its size and its kind, 32 bits each, and its content:
 *   1  a frame: 32-bit numbers, see session_show.c
 *   2  JSON: constant information on the session
 *   3  JSON: its state
 *   4  JSON: news */
void kip_session_frame(KipSession *session, FILE *stream);
void kip_session_info(KipSession *session, FILE *stream);
void kip_session_state(KipSession *session, FILE *stream);
void kip_session_news(FILE *stream, KipNews news, double time, const char *text);
/* Writes the page. */
KipStatus kip_session_page(KipSession *session, FILE *stream, KipError *error);

#endif
