/* What the tests of scenes share: scripts in a temporary folder, and a host that notes what it is told. */
#ifndef SCENE_HELPERS_H
#define SCENE_HELPERS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/scene/scene.h"
#include "study.h"
#include "script_text.h"

/* The other files of the suite "scene". */
TCase *scene_skill_case(void);
TCase *scene_native_case(void);
TCase *scene_beat_case(void);
TCase *scene_velocity_case(void);
TCase *scene_plot_case(void);
TCase *scene_step_case(void);
TCase *scene_clip_case(void);
TCase *scene_odd_case(void);

enum { MOST_TEXT = 1 << 16, MOST_VERDICTS = 128, MOST_FILES = 32 };

/* What a scene told. `stepped` may be set by the test. */
typedef struct Told {
    KipScene *scene;
    KipError error; /* of the last load, run or restore */
    char text[MOST_TEXT], events[MOST_TEXT], decisions[MOST_TEXT];
    int nfailed; /* skills' failures; the first: */
    char failed[64], traceback[2048];
    KipError failure;
    int nverdict, nbegun, nstep;
    KipVerdict verdict[MOST_VERDICTS];
    double value[MOST_VERDICTS];
    void (*stepped)(struct Told *told);
    void *saved;
    size_t saved_size;
    uint64_t hash[4];
    double time[4];
} Told;

/* A folder with scripts; removed by close_folder. */
typedef struct Folder {
    char path[64];
    int nfile;
    char file[MOST_FILES][160]; /* and folders, in the order in which they were made */
} Folder;

static inline Folder open_folder(void)
{
    Folder folder = {.path = "/tmp/kip_scene_XXXXXX"};
    ck_assert_ptr_nonnull(mkdtemp(folder.path));
    return folder;
}

static inline void close_folder(Folder *folder)
{
    for (int i = folder->nfile - 1; i >= 0; i--)
        ck_assert_int_eq(remove(folder->file[i]), 0);
    ck_assert_int_eq(rmdir(folder->path), 0);
}

static inline const char *note_file(Folder *folder, const char *name)
{
    for (int i = 0; i < folder->nfile; i++)
        if (strcmp(folder->file[i] + strlen(folder->path) + 1, name) == 0)
            return folder->file[i];
    ck_assert_int_lt(folder->nfile, MOST_FILES);
    char *path = folder->file[folder->nfile++];
    ck_assert(strlen(folder->path) + strlen(name) + 2 < sizeof folder->file[0]);
    strcpy(path, folder->path);
    strcat(strcat(path, "/"), name);
    return path;
}

static inline const char *write_file(Folder *folder, const char *name, const char *text)
{
    const char *path = note_file(folder, name);
    FILE *stream = fopen(path, "w");
    ck_assert_ptr_nonnull(stream);
    fputs(text, stream);
    ck_assert_int_eq(fclose(stream), 0);
    return path;
}

static inline void make_folder(Folder *folder, const char *name)
{
    ck_assert_int_eq(mkdir(note_file(folder, name), 0700), 0);
}

static inline void append(char *text, const char *more, size_t n)
{
    size_t used = strlen(text);
    ck_assert(used + n < MOST_TEXT);
    memcpy(text + used, more, n);
    text[used + n] = '\0';
}

static inline void told_print(void *user, const char *text, size_t size)
{
    append(((Told *)user)->text, text, size);
}

static inline KipStatus told_begun(void *user, KipScene *scene, KipError *unused)
{
    Told *told = user;
    (void)scene, (void)unused;
    told->nbegun++;
    return KIP_OK;
}

static inline KipStatus told_stepped(void *user, KipScene *scene, KipError *unused)
{
    Told *told = user;
    (void)unused;
    told->nstep++;
    told->scene = scene;
    if (told->stepped)
        told->stepped(told);
    return KIP_OK;
}

static inline void told_event(void *user, double time, const char *text)
{
    char line[400];
    int n = snprintf(line, sizeof line, "%.3f %s\n", time, text);
    append(((Told *)user)->events, line, (size_t)n);
}

static inline void told_decided(void *user, KipScene *scene, int member, const KipDecision *decision)
{
    char line[600];
    KipWorld *world = kip_scene_world(scene);
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    int n = snprintf(line, sizeof line, "%.3f %s: %s -> %s: %s\n", decision->time,
                     kip_world_member_name(world, member), kip_supervisor_name(supervisor, decision->from),
                     kip_supervisor_name(supervisor, decision->to), decision->reason);
    append(((Told *)user)->decisions, line, (size_t)n);
}

static inline void told_failed(void *user, KipScene *scene, int member, const char *skill,
                               const KipError *failure, const char *traceback)
{
    Told *told = user;
    (void)scene, (void)member;
    if (told->nfailed++ > 0)
        return;
    snprintf(told->failed, sizeof told->failed, "%s", skill);
    snprintf(told->traceback, sizeof told->traceback, "%s", traceback);
    told->failure = *failure;
}

static inline void told_measured(void *user, const KipMeasure *measure)
{
    Told *told = user;
    ck_assert_int_lt(told->nverdict, MOST_VERDICTS);
    told->value[told->nverdict] = measure->value;
    told->verdict[told->nverdict++] = measure->verdict;
}

static inline KipSceneDef told_def(Told *told)
{
    KipSceneDef def = kip_scene_def();
    def.host = (KipSceneHost){.user = told,
                              .print = told_print,
                              .begun = told_begun,
                              .stepped = told_stepped,
                              .event = told_event,
                              .decided = told_decided,
                              .failed = told_failed,
                              .measured = told_measured};
    def.seed = 11;
    return def;
}

/* Loads and runs; told stands at the beginning. The scene stays in told->scene until end_scene. */
static inline KipStatus run_scene(Told *told, const char *path)
{
    KipSceneDef def = told_def(told);
    KipStatus status = kip_scene_load(path, &def, &told->scene, &told->error);
    return status == KIP_OK ? kip_scene_run(told->scene, &told->error) : status;
}

static inline Told *new_told(void)
{
    Told *told = calloc(1, sizeof *told);
    ck_assert_ptr_nonnull(told);
    return told;
}

static inline void end_scene(Told *told)
{
    kip_scene_destroy(told->scene);
    free(told->saved);
    free(told);
}

/* Runs a text as main.py to its end, which it reaches. */
static inline Told *run_text(Folder *folder, const char *text)
{
    Told *told = new_told();
    KipStatus status = run_scene(told, write_file(folder, "main.py", text));
    ck_assert_msg(status == KIP_OK, "%s:%d:%d: %s\n%s", told->error.file, told->error.line,
                  told->error.column, told->error.message, text);
    return told;
}

/* The text fails in main.py at that line, with a sentence that holds `part`. */
static inline void check_fails(Folder *folder, const char *text, int line, const char *part)
{
    Told *told = new_told();
    KipStatus status = run_scene(told, write_file(folder, "main.py", text));
    ck_assert_msg(status == KIP_BAD_INPUT || status == KIP_IO, "it did not fail (%d): %s\n%s", status,
                  told->error.message, text);
    ck_assert_msg(strstr(told->error.message, part) != NULL, "'%s' is not in: %s\n%s", part,
                  told->error.message, text);
    ck_assert_msg(told->error.line == line && told->error.column > 0, "%d:%d: %s\n%s", told->error.line,
                  told->error.column, told->error.message, text);
    ck_assert_ptr_nonnull(strstr(told->error.file, "main.py"));
    end_scene(told);
}

#endif
