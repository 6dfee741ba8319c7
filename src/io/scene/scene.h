/* Scenes: a script that builds a world with characters, gives them skills, and runs it (`kip help toolkit` lists the words).
 *
 *     KipSceneDef def = kip_scene_def();
 *     def.host.stepped = record, def.host.user = &mine;
 *     kip_scene_load("fall.py", &def, &scene, &error);
 *     status = kip_scene_run(scene, &error);       // to the end of the script
 *     kip_scene_destroy(scene);
 *
 * or, in a program with a loop of its own, such as a game:
 *
 *     kip_scene_load("game.py", &def, &scene, &error);
 *     while (kip_scene_advance(scene, 1 / 60.0, &error) == KIP_OK) {
 *         KipWorld *world = kip_scene_world(scene);
 *         ... draw by kip_body_position(kip_sim_dynamics(kip_world_sim(world)), body); kip_scene_push, kip_scene_command ...
 *     }
 *
 * A script that builds no world is simply executed. The world is made at the first call that needs it: run, getPosition
 * and others that query or change it; after that nothing can be added. All mutable state, including that of a waiting
 * script, can be saved as bytes. */
#ifndef KIP_IO_SCENE_SCENE_H
#define KIP_IO_SCENE_SCENE_H

#include "../../supervisor/world.h"
#include "../pictures/chart.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipScene KipScene;

typedef enum KipVerdict { KIP_NO_CLAIM, KIP_HOLDS, KIP_FAILS } KipVerdict;

/* A call of measure(). The claim is "", "> 2", ">= 2", "< 2", "<= 2", "1.5..2", "= 3" or "= 3 +- 0.1"; `whose` says who
 * made it. Strings are valid during the call. */
typedef enum KipWhose { KIP_OURS, KIP_PAPER, KIP_CATALOGUE, KIP_WHOSE } KipWhose;
extern const char *const kip_whose_name[KIP_WHOSE + 1]; /* "ours" and so on, terminated by NULL */

typedef struct KipMeasure {
    const char *name;
    double value;
    const char *unit, *claim;
    KipWhose whose;
    KipVerdict verdict;
    int digits; /* to print: 6, or as many as are needed for the printed value to have the same verdict */
} KipMeasure;

/* A call of example(): the state in which a skill began, and its result. All is valid during the call. */
typedef struct KipExample {
    const char *character, *skill;
    int n;
    const double *feature; /* [n] returned by the skill's features(); finite */
    bool hand;             /* its own pre() held */
    bool success; /* its post() held or, without one, it lasted; and its expected() held until then */
} KipExample;

/* Functions of the host that a scene calls; any may be NULL. An error that one returns ends the run. */
typedef struct KipSceneHost {
    void *user;
    void (*print)(void *user, const char *text, size_t size);
    KipStatus (*begun)(void *user, KipScene *scene,
                       KipError *error); /* the world has been made, or is again at 0 s */
    KipStatus (*starts)(void *user, KipScene *scene, KipError *error);  /* before the first step after that */
    KipStatus (*stepped)(void *user, KipScene *scene, KipError *error); /* after each step */
    KipStatus (*control)(void *user, KipScene *scene,
                         KipError *error); /* once a control period, before at() and when() */
    bool (*stop)(void *user); /* called before each step, and repeatedly within a script; true ends the run */
    void (*event)(void *user, double time, const char *text);
    void (*decided)(void *user, KipScene *scene, int member, const KipDecision *decision);
    /* The script of a skill failed, and with it the skill; the traceback is text, "" where there is none. */
    void (*failed)(void *user, KipScene *scene, int member, const char *skill, const KipError *error,
                   const char *traceback);
    void (*pushed)(void *user, double time, int body, KipVec3 force, double seconds, KipVec3 point);
    void (*target)(void *user, double time, int member, KipVec3 position); /* setIKTarget */
    void (*measured)(void *user, const KipMeasure *measure);
    KipStatus (*example)(void *user, const KipExample *example, KipError *error); /* when it is over */
    /* record() and plot(). `name` does not lead out of the folder for such files; the chart is valid during the call. An
     * error becomes the script's. */
    KipStatus (*record)(void *user, const char *name, KipError *error);
    KipStatus (*plot)(void *user, const char *name, const KipChart *chart, KipError *error);
    double (*clock)(void *user); /* s, monotonic: for timing bids; results do not depend on it */
} KipSceneHost;

/* NAME=VALUE or SCRIPT.NAME=VALUE replaces a number at the top level of the scene's or a skill's script. For a number of a
 * class, NAME is CLASS.NAME, or the name alone where it is unique. */
typedef struct KipSceneParam {
    const char *name;
    double value;
} KipSceneParam;

/* Folders with models/, poses/, skills/ and motions/, as lists terminated by NULL, or NULL. `first` are searched before the
 * folder of the script and those above it, `last` after them and ./data, and then kip_data_folder. A plug-in has all rights
 * of the process, whereas a script can only compute and read such files: see `kip help trust`. */
typedef struct KipSceneData {
    const char *const *first, *const *last;
    bool plugins; /* scripts may load plug-ins */
} KipSceneData;

typedef struct KipSceneDef {
    KipSceneHost host;
    const KipSceneParam *param;
    int nparam;
    const char *const *replay; /* texts of replay(), in addition to the script's; terminated by NULL */
    int balls;         /* number of balls to throw, thrown1 and so on, in addition to those of replay() */
    uint64_t seed;     /* of `import random` */
    double timestep;   /* s; 0: the scene's or the models' */
    int integrator;    /* KipIntegrator */
    KipSceneData data; /* where files are found by name */
    /* Which scenes of one thread share, so that each script is compiled once; outlives them. NULL: its own. */
    struct KipPrograms *programs;
    const KipAllocator *allocator;
} KipSceneDef;

KipSceneDef kip_scene_def(void);

/* Reads and compiles a script, and what it imports from its folder or from skills/lib; runs nothing. `path` "-" is stdin;
 * def NULL stands for kip_scene_def(). */
KipStatus kip_scene_load(const char *path, const KipSceneDef *def, KipScene **scene, KipError *error);
/* Makes a scene of a model alone: one member, with the model's name or else "model", without control and script, so that it
 * runs as long as it is advanced. It begins in its reference configuration. The model must outlive the scene. */
KipStatus kip_scene_create(const KipModel *model, const KipSceneDef *def, KipScene **scene, KipError *error);
void kip_scene_destroy(KipScene *scene); /* does nothing with NULL */

/* Runs from the beginning, or from its present or loaded state, to the end of the script. KIP_BAD_INPUT where a script
 * fails (kip_scene_traceback), which every later call repeats. KIP_DIVERGED where the world diverges, which keeps its last
 * good state. The host's stop ends the run early with KIP_OK; the scene can continue, unless a script was interrupted. */
KipStatus kip_scene_run(KipScene *scene, KipError *error);

/* Runs n scenes, each as kip_scene_run, of which these are status and error [n]; at most KIP_SCENES_TOGETHER. They take their
 * steps in turn, and those whose simulations are alike take them in lanes (dynamics/batch.h): the same bytes, sooner. */
enum { KIP_SCENES_TOGETHER = 8 };
void kip_scene_run_together(KipScene *const *scene, int n, KipStatus *status, KipError *error);

/* Runs for `seconds` of the world's time, 0 to 1e9. The script waits in its run(), and continues between two of them at its
 * time. Advancing by 0 executes the script up to its first wait, which makes the world. After the script's end the world
 * runs on, with at(), when() and skills. Steps are whole; the rest, at most half a step, is added to the next call, so that
 * 60 times 1/60 s give the same steps and bytes as 1 s. KIP_BAD_USE where there is no world, and from within a function of
 * the host. */
KipStatus kip_scene_advance(KipScene *scene, double seconds, KipError *error);
/* Whether the script has ended. */
bool kip_scene_ended(const KipScene *scene);

/* The following may be called between two advances or from a function of the host, and are reported to the host like
 * actions of the script. KIP_BAD_USE where there is no world yet.
 *
 * Applies a force (world, N) at a point of the body's frame (m) for `seconds` from now. KIP_BAD_USE where push() would fail. */
KipStatus kip_scene_push(KipScene *scene, int body, KipVec3 force, double seconds, KipVec3 point,
                         KipError *error);
/* Gives a command to a character as do() does; `skill` is an index of kip_supervisor_find. */
KipStatus kip_scene_command(KipScene *scene, int member, int skill, KipError *error);
/* Executes a command given as text: the name of a word of scripts and its arguments, separated by blanks. A vector is three
 * numbers, a text with blanks is quoted, True is on, a dict is names and numbers, arguments by name of do() are NAME=VALUE.
 * Where the first parameter is a character, its name may be left out for the first one. KIP_BAD_INPUT for a malformed
 * command. From within `control`, it acts at the time at which replay() would repeat it. */
enum { KIP_SAYING_SIZE = 2048 };
KipStatus kip_scene_say(KipScene *scene, const char *line, KipError *error);
/* The i-th word available as a command, with its signature and a sentence; NULL after the last. */
const char *kip_scene_saying(int i, const char **signature, const char **help);
/* The line of replay(), a time and a command, that follows `line` among those whose time has not come; of NULL the first one.
 * NULL where there is none. */
const char *kip_scene_next_waiting(const KipScene *scene, const char *line);
/* Whether a character's skills bid without a command, see setAutonomous(). */
bool kip_scene_is_autonomous(const KipScene *scene, int member);
/* A number at the top level of the main script, which must have begun, by name. True is 1, False 0; an int remains one if
 * the value is integral. KIP_BAD_USE where the name does not exist or is not a number. */
KipStatus kip_scene_get(const KipScene *scene, const char *name, double *value, KipError *error);
KipStatus kip_scene_set(KipScene *scene, const char *name, double value, KipError *error);

/* The scripts read so far, the scene's first: path and text, owned by the scene. */
int kip_scene_nscript(const KipScene *scene);
const char *kip_scene_script(const KipScene *scene, int i, const char **text, size_t *size);

/* A number that KipSceneParam may replace, at the top level of a script read so far, or of a class there. All exist once
 * the world is made. */
typedef struct KipSceneNumber {
    char name[128]; /* for KipSceneParam, as short as possible; "" where it does not fit */
    char full[128]; /* the same with the class, as CLASS.NAME */
    const char *file;
    size_t start, size; /* of the number's text in `file`, bytes */
    double value;       /* in the file */
    bool whole;         /* is an integer */
    bool tuned;         /* marked # tune lo..hi */
    double lo, hi;
} KipSceneNumber;

int kip_scene_nnumber(const KipScene *scene);
/* Number i; the strings are owned by the scene. */
KipSceneNumber kip_scene_number(const KipScene *scene, int i);
/* Sets a number of the scene's or a skill's script while it runs, by the name in KipSceneNumber. KIP_BAD_USE where no
 * running script has it. */
KipStatus kip_scene_set_number(KipScene *scene, const char *name, double value, KipError *error);
/* Whether a KipSceneParam of this name replaces it. */
bool kip_scene_number_is(const KipScene *scene, int i, const char *name);

/* The time, s, at which the run() in which the script waits ends; NAN where that is unknown. */
double kip_scene_run_end(const KipScene *scene);

/* The scene's world; NULL before it is made. */
KipWorld *kip_scene_world(KipScene *scene);
const KipModel *kip_scene_model(const KipScene *scene);
/* The calls that led to the last failure of a script, as text; "" where there were none. */
const char *kip_scene_traceback(const KipScene *scene);
/* The script's docstring, or the name of the model, or "". */
const char *kip_scene_doc(const KipScene *scene);
/* The arguments of setCamera; false where it was not called. */
bool kip_scene_camera(const KipScene *scene, KipVec3 *eye, KipVec3 *target);

/* All mutable state as bytes, while the script waits in run() or has ended: between two advances, or from the host's
 * `stepped`. A scene of the same file, which has not run or waits likewise, continues from loaded bytes bit for bit, from a
 * whole step. A checksum detects damage but not forgery: bytes from elsewhere must be trusted like a plug-in. */
size_t kip_scene_save_size(KipScene *scene);
void kip_scene_save(KipScene *scene, void *bytes);
KipStatus kip_scene_load_state(KipScene *scene, const void *bytes, size_t size, KipError *error);
/* A hash of the state of physics and script. */
uint64_t kip_scene_hash(KipScene *scene);

/* Time, s by the host's clock, that a skill (an index of kip_supervisor_name) of a member took for all its bids since the
 * scene was loaded, and for the longest one. */
double kip_scene_bidding_time(const KipScene *scene, int member, int skill, double *longest);
/* Whether this skill of a member is a script's class, so that its expected() determines how it goes. */
bool kip_scene_is_class(const KipScene *scene, int member, int skill);

/* Entry i of the vocabulary: signature, sentence, and "scene" or "character". Returns the number of entries; without an
 * entry i it sets nothing. */
int kip_scene_vocabulary(int i, const char **signature, const char **help, const char **section);

#ifdef __cplusplus
}
#endif
#endif
