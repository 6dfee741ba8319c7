/* The time of a session: commands to the scene, their log, and the ring of states (session.h). */
#include "session.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "session_parts.h"

static const double apart = 0.5; /* s, between states in the ring */

void kip_live_tell(KipSession *session, KipNews news, const char *format, ...)
{
    char text[1024];
    KipWorld *world = session->scene ? kip_scene_world(session->scene) : NULL;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (session->def.news)
        session->def.news(session->def.user, news, world ? kip_world_time(world) : 0, text);
}

/* Reports an error as the command line does: "FILE:LINE:COLUMN: message", and below it the line with a caret. */
void kip_live_tell_error(KipSession *session, const char *before, const KipError *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        return;
    kip_error_print(stream, error);
    if (kip_close_memory(stream, &text)) {
        while (size && text[size - 1] == '\n')
            text[--size] = 0;
        kip_live_tell(session, KIP_NEWS_ERROR, "%s%.800s", before, text);
    }
    free(text);
}

/* -- the log --------------------------------------------------------------------------------------------- */

static void cut_log(KipSession *session, int n)
{
    while (session->nlog > n)
        free(session->log[--session->nlog].text);
    session->next = session->next < n ? session->next : n;
}

/* Adds a line to the log, which takes ownership of the text. */
static bool add_to_log(KipSession *session, double time, char *text)
{
    if (session->nlog == KIP_LIVE_LOG)
        return false;
    if ((session->nlog & (session->nlog - 1)) == 0) {
        const size_t room = session->nlog ? 2 * (size_t)session->nlog : 1;
        LogLine *log = realloc(session->log, room * sizeof *log);
        if (!log)
            return false;
        session->log = log;
    }
    session->log[session->nlog++] = (LogLine){time, text};
    session->next = session->nlog;
    return true;
}

KipStatus kip_live_log_first(KipSession *session, const char *line, KipError *error)
{
    char *copy = malloc(strlen(line) + 1);
    if (copy)
        memcpy(copy, line, strlen(line) + 1);
    const int next = session->next;
    if (!copy || !add_to_log(session, 0, copy)) {
        free(copy);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "no room in the log");
    }
    memmove(session->log + 1, session->log, (size_t)(session->nlog - 1) * sizeof *session->log);
    session->log[0] = (LogLine){0, copy};
    session->next = next + 1;
    for (int i = 0; i < session->nsaved; i++)
        session->saved[i].nlog++;
    return KIP_OK;
}

KipStatus kip_live_queue(KipSession *session, const char *line, KipError *error)
{
    if (strlen(line) >= KIP_SAYING_SIZE || strpbrk(line, "\n\r") || strstr(line, "\"\"\""))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "a command is a line of at most %d bytes",
                        KIP_SAYING_SIZE - 1);
    if (session->npending == KIP_LIVE_PENDING)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%d commands wait already", KIP_LIVE_PENDING);
    char *copy = malloc(strlen(line) + 1);
    if (!copy)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a command");
    memcpy(copy, line, strlen(line) + 1);
    session->pending[session->npending++] = copy;
    return KIP_OK;
}

void kip_live_drop_queue(KipSession *session)
{
    while (session->npending)
        free(session->pending[--session->npending]);
}

static void forget(KipSession *session, int from)
{
    while (session->nsaved > from)
        free(session->saved[--session->nsaved].bytes);
}

/* Executes, once a control period, first the log's lines for this time, in a replay, then new commands. */
static KipStatus control(void *user, KipScene *scene, KipError *error)
{
    KipSession *session = user;
    const double now = kip_world_time(kip_scene_world(scene));
    for (; session->next < session->nlog && session->log[session->next].time <= now + 1e-9; session->next++) {
        KipStatus status = kip_scene_say(scene, session->log[session->next].text, error);
        if (status != KIP_OK)
            return status;
    }
    if (session->quiet ||
        session->next < session->nlog) /* new commands wait until the past has been replayed */
        return KIP_OK;
    const int n = session->npending;
    session->npending = 0;
    for (int i = 0; i < n; i++) {
        KipError told;
        char *line = session->pending[i];
        const int scripts = kip_scene_nscript(scene);
        const bool done = kip_scene_say(scene, line, &told) == KIP_OK;
        if (kip_scene_nscript(scene) > scripts) /* earlier states are of other scripts */
            forget(session, 0);
        char before[KIP_SAYING_SIZE + 2];
        snprintf(before, sizeof before, "%s: ", line);
        if (!done)
            kip_live_tell_error(session, before, &told);
        else if (add_to_log(session, now, line))
            continue;
        else
            kip_live_tell(session, KIP_NEWS_ERROR, "the log is full: save the session and begin another");
        free(line);
    }
    return KIP_OK;
}

static void forget_files(KipSession *session)
{
    while (session->nwatched > 0) {
        Watched *watched = &session->watched[--session->nwatched];
        free(watched->original);
        free(watched->newest);
    }
}

/* -- the ring -------------------------------------------------------------------------------------------- */

/* Adds the present state to the ring; when out of memory it is skipped. */
static void keep_state(KipSession *session)
{
    const double now = kip_world_time(kip_scene_world(session->scene));
    Saved saved = {.time = now, .nlog = session->next};
    if (session->nsaved && now < session->saved[session->nsaved - 1].time + apart - 1e-9)
        return;
    saved.size = kip_scene_save_size(session->scene);
    saved.bytes = malloc(saved.size);
    if (!saved.bytes)
        return;
    kip_scene_save(session->scene, saved.bytes);
    if (session->nsaved == KIP_LIVE_STATES) {
        free(session->saved[0].bytes);
        memmove(session->saved, session->saved + 1, (KIP_LIVE_STATES - 1) * sizeof *session->saved);
        session->nsaved--;
    }
    session->saved[session->nsaved++] = saved;
}

double kip_live_oldest(const KipSession *session)
{
    return session->nsaved ? session->saved[0].time : 0;
}

KipStatus kip_live_load(KipSession *session, const void *bytes, size_t size, KipError *error)
{
    KipStatus status = kip_scene_load_state(session->scene, bytes, size, error);
    if (status == KIP_OK)
        session->halted = false;
    return status;
}

bool kip_live_has_line(const KipSession *session, const char *line)
{
    int i = 0;
    while (i < session->nlog && strcmp(session->log[i].text, line) != 0)
        i++;
    return i < session->nlog;
}

KipStatus kip_live_take_log(KipSession *session, uint64_t lines, const char *log, KipError *error)
{
    cut_log(session, 0);
    forget(session, 0);
    for (uint64_t i = 0; i < lines; i++) {
        double time;
        const char *text = log + sizeof time;
        const size_t size = strlen(text) + 1;
        char *copy = malloc(size);
        memcpy(&time, log, sizeof time);
        if (copy)
            memcpy(copy, text, size);
        if (!copy || !add_to_log(session, time, copy)) {
            free(copy);
            return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a log");
        }
        log = text + size;
    }
    KipStatus status = KIP_OK;
    for (int i = 0; i < session->nwatched && status == KIP_OK; i++) /* files that have changed since */
        if (session->watched[i].original && !kip_live_has_line(session, session->watched[i].original))
            status = kip_live_log_first(session, session->watched[i].original, error);
    keep_state(session);
    return status;
}

KipStatus kip_live_do_again(KipSession *session, uint64_t lines, const char *log, double time,
                            KipError *error)
{
    Watched *before = session->watched;
    const int n = session->nwatched;
    session->watched = NULL, session->nwatched = 0;
    KipStatus status = kip_live_restart(session, error);
    for (int i = 0; i < n; i++) /* the scene's scripts come first, in the same order */
        if (status == KIP_OK && i < session->nwatched) {
            session->watched[i].original = before[i].original;
            session->watched[i].newest = before[i].newest;
        } else {
            free(before[i].original);
            free(before[i].newest);
        }
    free(before);
    if (status == KIP_OK)
        status = kip_live_take_log(session, lines, log, error);
    if (status != KIP_OK)
        return status;
    session->next = 0;
    session->quiet = true;
    kip_live_advance(session, time);
    session->quiet = false;
    return KIP_OK;
}

KipStatus kip_live_rewind(KipSession *session, double time, KipError *error)
{
    int i = session->nsaved - 1, n = session->nlog;
    while (i > 0 && session->saved[i].time > time + 1e-9)
        i--;
    if (i < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "nothing is kept yet");
    const Saved *saved = &session->saved[i];
    KipStatus status = kip_live_load(session, saved->bytes, saved->size, error);
    if (status != KIP_OK)
        return status;
    while (n > saved->nlog && session->log[n - 1].time > time - 1e-9)
        n--;
    cut_log(session, n);
    session->next = saved->nlog;
    forget(session, i + 1);
    session->quiet = true; /* news of the replayed time was reported before */
    if (time > saved->time)
        kip_live_advance(session, time - saved->time);
    session->quiet = false;
    kip_live_tell(session, KIP_NEWS_DONE, "rewound to %.3f s",
                  kip_world_time(kip_scene_world(session->scene)));
    return KIP_OK;
}

/* -- time ------------------------------------------------------------------------------------------------ */

void kip_live_advance(KipSession *session, double seconds)
{
    KipError error;
    while (seconds > 1e-9 && !session->halted && !session->def.stop(session->def.user)) {
        const double part = fmin(seconds, 0.1), before = kip_world_time(kip_scene_world(session->scene));
        KipStatus status = kip_scene_advance(session->scene, part, &error);
        seconds -= part;
        if (status != KIP_OK) {
            session->halted = true;
            session->playing = false;
            kip_live_tell_error(session, "The scene has stopped; rewind to go on. ", &error);
        }
        if (kip_world_time(kip_scene_world(session->scene)) < before) { /* restart() */
            session->restarted = true;
            cut_log(session, 0);
            forget(session, 0);
        }
        if (status == KIP_OK)
            keep_state(session);
    }
}

bool kip_session_pass(KipSession *session, double seconds)
{
    if (session->passes++ % 30 == 0)
        kip_session_look(session);
    if (session->playing)
        kip_live_advance(session, seconds * session->speed);
    return !session->ends;
}

bool kip_session_plays(const KipSession *session)
{
    return session->playing;
}

int kip_session_waiting(const KipSession *session)
{
    return session->npending;
}

/* -- the scene's host ------------------------------------------------------------------------------------ */

static void event(void *user, double time, const char *text)
{
    const KipSession *session = user;
    if (session->def.news && !session->quiet)
        session->def.news(session->def.user, KIP_NEWS_EVENT, time, text);
}

static void decided(void *user, KipScene *scene, int member, const KipDecision *decision)
{
    KipSession *session = user;
    KipWorld *world = kip_scene_world(scene);
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    Decided *last = &session->decided[member];
    last->time = decision->time;
    snprintf(last->reason, sizeof last->reason, "%s", decision->reason);
    last->nbid = decision->nbid < KIP_LIVE_BIDS ? decision->nbid : KIP_LIVE_BIDS;
    for (int i = 0; i < last->nbid; i++)
        last->bid[i] = decision->bid[i];
    if (decision->from != decision->to && !session->quiet)
        kip_live_tell(session, KIP_NEWS_DECISION, "%s: %s: %s", kip_world_member_name(world, member),
                      kip_supervisor_name(supervisor, decision->to), decision->reason);
}

static void failed(void *user, KipScene *scene, int member, const char *skill, const KipError *error,
                   const char *traceback)
{
    KipSession *session = user;
    char before[160];
    (void)traceback;
    snprintf(before, sizeof before, "The skill %s of %s failed: ", skill,
             kip_world_member_name(kip_scene_world(scene), member));
    kip_live_tell_error(session, before, error);
}

static void print(void *user, const char *text, size_t size)
{
    kip_live_tell(user, KIP_NEWS_PRINT, "%.*s", (int)(size < 1000 ? size : 1000), text);
}

static bool stop(void *user)
{
    const KipSession *session = user;
    return session->def.stop(session->def.user);
}

KipStatus kip_session_create(const KipSessionDef *def, KipSession **session, KipError *error)
{
    *session = NULL;
    KipSession *made = calloc(1, sizeof *made);
    if (!made)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a session");
    made->def = *def;
    made->speed = 1;
    made->playing = true;
    made->posing = -1;
    made->def.scene.balls = KIP_LIVE_BALLS;
    made->def.scene.host = (KipSceneHost){.user = made,
                                          .print = print,
                                          .stop = stop,
                                          .control = control,
                                          .event = event,
                                          .decided = decided,
                                          .failed = failed};
    KipStatus status = kip_live_restart(made, error);
    if (status == KIP_OK)
        *session = made;
    else
        kip_session_destroy(made);
    return status;
}

KipStatus kip_live_restart(KipSession *session, KipError *error)
{
    KipScene *scene;
    KipStatus status = kip_scene_load(session->def.path, &session->def.scene, &scene, error);
    if (status == KIP_OK)
        status = kip_scene_advance(scene, 0, error);
    if (status == KIP_OK && !kip_scene_world(scene))
        status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s builds no world", session->def.path);
    if (status != KIP_OK) {
        kip_scene_destroy(scene);
        return status;
    }
    kip_live_end_pose(session);
    kip_scene_destroy(session->scene);
    session->scene = scene;
    session->restarted = session->halted = false;
    memset(session->decided, 0, sizeof session->decided);
    cut_log(session, 0);
    forget(session, 0);
    keep_state(session);
    forget_files(session);
    kip_session_look(session);
    return KIP_OK;
}

void kip_session_destroy(KipSession *session)
{
    if (!session)
        return;
    kip_live_end_pose(session);
    cut_log(session, 0);
    forget(session, 0);
    kip_live_drop_queue(session);
    free(session->log);
    forget_files(session);
    free(session->watched);
    kip_scene_destroy(session->scene);
    free(session);
}
