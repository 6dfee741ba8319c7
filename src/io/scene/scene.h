/* Scenes: a script that builds a world and its characters, gives them skills, and runs it (`kip help toolkit` lists the words).
 *
 *     KipSceneDef def = kip_scene_def();
 *     def.host.stepped = record, def.host.user = &mine;
 *     kip_scene_load("fall.py", &def, &scene, &error);
 *     status = kip_scene_run(scene, &error);       // to the end of the script
 *     kip_scene_destroy(scene);
 *
 * or, where the loop is the program's own, as a game's is:
 *
 *     kip_scene_load("game.py", &def, &scene, &error);
 *     while (kip_scene_advance(scene, 1 / 60.0, &error) == KIP_OK) {
 *         KipWorld *world = kip_scene_world(scene);
 *         ... draw by kip_body_position(kip_sim_dynamics(kip_world_sim(world)), body); kip_scene_push, kip_scene_command ...
 *     }
 *
 * A script that builds no world simply runs. The world is made at the first call that needs it: run, getPosition and
 * all others that ask or change it; from then on nothing can be added. Everything mutable, a waiting script included,
 * is saved as bytes.
 */
#ifndef KIP_IO_SCENE_SCENE_H
#define KIP_IO_SCENE_SCENE_H

#include "../../supervisor/world.h"
#include "../pictures/chart.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipScene KipScene;

typedef enum KipVerdict { KIP_NO_CLAIM, KIP_HOLDS, KIP_FAILS } KipVerdict;

/* One call of measure(). The claim is "", "> 2", ">= 2", "< 2", "<= 2", "1.5..2", "= 3" or "= 3 +- 0.1"; `whose` says
 * who made it. The strings live during the call. */
typedef enum KipWhose { KIP_OURS, KIP_PAPER, KIP_CATALOGUE, KIP_WHOSE } KipWhose;
extern const char *const kip_whose_name[KIP_WHOSE + 1]; /* "ours" and so on, and NULL behind the last */

typedef struct KipMeasure {
    const char *name;
    double value;
    const char *unit, *claim;
    KipWhose whose;
    KipVerdict verdict;
    int digits; /* to print: 6, or as many more as it takes for the printed value to have the same verdict */
} KipMeasure;

/* One call of example(): a state in which the skill began, and how it went. All lives during the call. */
typedef struct KipExample {
    const char *character, *skill;
    int n;
    const double *feature; /* [n], of its method features(); finite */
    bool hand;             /* its own pre() held */
    bool success; /* it was done, by its post(), or without one lasted; its expected() held till then */
} KipExample;

/* The functions of its host that a scene calls; any may be NULL. An error that one returns ends the run. */
typedef struct KipSceneHost {
    void *user;
    void (*print)(void *user, const char *text, size_t size);
    KipStatus (*begun)(void *user, KipScene *scene,
                       KipError *error); /* the world is made, or stands anew at 0 s */
    KipStatus (*starts)(void *user, KipScene *scene, KipError *error);  /* before the first step after that */
    KipStatus (*stepped)(void *user, KipScene *scene, KipError *error); /* after each step */
    KipStatus (*control)(void *user, KipScene *scene,
                         KipError *error); /* once a control period, before at() and when() */
    bool (*stop)(
        void *user); /* called before each step, and now and then within a script: true ends the run */
    void (*event)(void *user, double time, const char *text);
    void (*decided)(void *user, KipScene *scene, int member, const KipDecision *decision);
    /* A skill's script failed, and with it the skill; the traceback is text, "" where there is none. */
    void (*failed)(void *user, KipScene *scene, int member, const char *skill, const KipError *error,
                   const char *traceback);
    void (*pushed)(void *user, double time, int body, KipVec3 force, double seconds, KipVec3 point);
    void (*target)(void *user, double time, int member, KipVec3 position); /* setIKTarget */
    void (*measured)(void *user, const KipMeasure *measure);
    KipStatus (*example)(void *user, const KipExample *example, KipError *error); /* when it is over */
    /* record() and plot(): a name that leads nowhere out of the folder where such files go; the chart lives during the
     * call. An error is the script's. */
    KipStatus (*record)(void *user, const char *name, KipError *error);
    KipStatus (*plot)(void *user, const char *name, const KipChart *chart, KipError *error);
    double (*clock)(void *user); /* s, monotonic: times the bids; results do not depend on it */
} KipSceneHost;

/* NAME=VALUE or SCRIPT.NAME=VALUE replaces a number at the top level of the scene or of a skill's script. For a number of a
 * class NAME is CLASS.NAME, or the name alone where it is unique. */
typedef struct KipSceneParam {
    const char *name;
    double value;
} KipSceneParam;

/* Folders with models/, poses/, skills/, motions/, lists that end with NULL, or NULL: searched before the script's folder and
 * those above it, and behind them and ./data. Last of all comes kip_data_folder. A plug-in may do all that this process may,
 * a script only compute and read such files: see `kip help trust`. */
typedef struct KipSceneData {
    const char *const *first, *const *last;
    bool plugins; /* scripts may load plug-ins */
} KipSceneData;

typedef struct KipSceneDef {
    KipSceneHost host;
    const KipSceneParam *param;
    int nparam;
    const char *const
        *replay;     /* texts of replay(), which are done besides those of the script; NULL behind the last */
    int balls;       /* the world has so many to be thrown, thrown1 and so on, besides those of replay() */
    uint64_t seed;   /* of `import random` */
    double timestep; /* s; 0: the scene's or the models' */
    int integrator;  /* KipIntegrator */
    KipSceneData data; /* where files are found by their names */
    const KipAllocator *allocator;
} KipSceneDef;

KipSceneDef kip_scene_def(void);

/* Reads and compiles a script, and what it imports from beside it or from skills/lib; runs nothing. `path` "-" is
 * stdin; def NULL: as kip_scene_def has it. */
KipStatus kip_scene_load(const char *path, const KipSceneDef *def, KipScene **scene, KipError *error);
/* A model alone as a scene: one member, of the model's name or else "model", nothing that drives it, and no script, so that
 * it goes on as long as it is advanced. It begins in its reference configuration. The model must outlive the scene. */
KipStatus kip_scene_create(const KipModel *model, const KipSceneDef *def, KipScene **scene, KipError *error);
void kip_scene_destroy(KipScene *scene); /* frees a scene; with NULL it does nothing */

/* From the beginning, or from where it stands or was loaded, to the end of the script. KIP_BAD_INPUT where a script fails,
 * see kip_scene_traceback: every later call says so again. KIP_DIVERGED where the world does, which stays in its last good
 * state. The host's stop ends it early with KIP_OK, and it can go on, unless a script was in the midst of something. */
KipStatus kip_scene_run(KipScene *scene, KipError *error);

/* The same for so many seconds of the world, 0 to 1e9, and then the program goes on: the script waits in its run(), and
 * whatever lies between two of them is done when its time has come. Advancing by 0 lets the script begin, which makes the
 * world. Where the script has ended the world goes on without it: what at(), when() and skills do, they do still. Steps are
 * whole; what is left, half a step at most, counts in the next call, so that 60 times 1/60 s are the steps of 1 s and leave
 * the same bytes. KIP_BAD_USE where there is no world, and from within a function of the host. */
KipStatus kip_scene_advance(KipScene *scene, double seconds, KipError *error);
/* Whether the script has ended. */
bool kip_scene_ended(const KipScene *scene);

/* The following may be called between two advances or from a function of the host, which then hears of it as of what the
 * script does. KIP_BAD_USE where there is no world yet.
 *
 * A force (world, N) at a point of the body's frame (m) for `seconds` from now. KIP_BAD_USE for what push() refuses. */
KipStatus kip_scene_push(KipScene *scene, int body, KipVec3 force, double seconds, KipVec3 point,
                         KipError *error);
/* Gives a user's command to a character, as do() does; the skill's number is that of kip_supervisor_find. */
KipStatus kip_scene_command(KipScene *scene, int member, int skill, KipError *error);
/* A command as text, which does what the word of scripts does: the word's name and its arguments, parted by blanks, a vector as
 * three numbers, a text with blanks between quotes, True as on, a dict as names and numbers, what do() takes by name as
 * NAME=VALUE. Where the first parameter is a
 * character its name may be left out, and the first is meant. KIP_BAD_INPUT where it makes no sense. From within
 * `control` it is what replay() does at this time. */
enum { KIP_SAYING_SIZE = 2048 };
KipStatus kip_scene_say(KipScene *scene, const char *line, KipError *error);
/* The i-th word that a command may be, with its signature and a sentence; NULL behind the last. */
const char *kip_scene_saying(int i, const char **signature, const char **help);
/* Whether a character's skills bid without a command: setAutonomous(). */
bool kip_scene_is_autonomous(const KipScene *scene, int member);
/* A number at the top level of the main script, which has begun: it may be read and changed by name. True is 1, False 0; an int
 * stays one where the value is whole. KIP_BAD_USE where nothing there has that name, or what has it is no number. */
KipStatus kip_scene_get(const KipScene *scene, const char *name, double *value, KipError *error);
KipStatus kip_scene_set(KipScene *scene, const char *name, double value, KipError *error);

/* The scripts read so far, the scene's first: path and text, which belong to the scene. */
int kip_scene_nscript(const KipScene *scene);
const char *kip_scene_script(const KipScene *scene, int i, const char **text, size_t *size);

/* A number that KipSceneParam may replace: at the top level of one of the scripts read so far, or of a class there. All are
 * known once the world is made. */
typedef struct KipSceneNumber {
    char
        name[128]; /* as KipSceneParam takes it, and the shortest such; "" where it has more bytes than fit */
    char full[128]; /* the same with the class that has it, CLASS.NAME */
    const char *file;
    size_t start, size; /* of the number's text, bytes in `file` */
    double value;       /* in the file */
    bool whole;         /* as an integer */
    bool tuned;         /* marked # tune lo..hi */
    double lo, hi;
} KipSceneNumber;

int kip_scene_nnumber(const KipScene *scene);
/* The strings belong to the scene. */
KipSceneNumber kip_scene_number(const KipScene *scene, int i);
/* Sets a number of the scene's or a skill's script while it runs, by the name that KipSceneNumber has.
 * KIP_BAD_USE where no script that runs has it. */
KipStatus kip_scene_set_number(KipScene *scene, const char *name, double value, KipError *error);
/* Whether a KipSceneParam of this name would replace it. */
bool kip_scene_number_is(const KipScene *scene, int i, const char *name);

/* The time at which the run() of a stopped script, in which it waits, ends, s; NAN where that is unknown. */
double kip_scene_run_end(const KipScene *scene);

/* The scene's world; NULL before it is made. */
KipWorld *kip_scene_world(KipScene *scene);
const KipModel *kip_scene_model(const KipScene *scene);
/* The calls that led to the last failure of a script, as text; "" where there were none. */
const char *kip_scene_traceback(const KipScene *scene);
/* The script's docstring, or the name of a model that is the scene, or "". */
const char *kip_scene_doc(const KipScene *scene);
/* The arguments of setCamera; false where it was not called. */
bool kip_scene_camera(const KipScene *scene, KipVec3 *eye, KipVec3 *target);

/* Everything mutable as bytes, while the script waits in run() or when it has ended: between two advances, or from the host's
 * `stepped`. Loaded into a scene of the same file, which has not run or waits likewise, they continue bit for bit from a whole
 * step. A checksum detects damage but not forgery: bytes from elsewhere must be trusted as a plug-in is. */
size_t kip_scene_save_size(KipScene *scene);
void kip_scene_save(KipScene *scene, void *bytes);
KipStatus kip_scene_load_state(KipScene *scene, const void *bytes, size_t size, KipError *error);
/* A hash of the state of the physics and of the script. */
uint64_t kip_scene_hash(KipScene *scene);

/* How long a skill (kip_supervisor_name's number) of a member took for all its bids, and for the longest; s by the host's
 * clock, since the scene was loaded. */
double kip_scene_bidding_time(const KipScene *scene, int member, int skill, double *longest);

/* The vocabulary, an entry each: signature, sentence, and "scene" or "character"; returns how many there are. Sets
 * nothing where there is no entry i. */
int kip_scene_vocabulary(int i, const char **signature, const char **help, const char **section);

#ifdef __cplusplus
}
#endif
#endif
