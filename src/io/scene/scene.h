/* Scenes: a script that builds a world, says who does what, and runs it (`kip help toolkit` lists the vocabulary).
 *
 *     KipSceneDef def = kip_scene_def();
 *     def.host.stepped = record, def.host.user = &mine;
 *     kip_scene_load("fall.py", &def, &scene, &error);
 *     status = kip_scene_run(scene, &error);       // to the end of the script
 *     kip_scene_destroy(scene);
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
extern const char *const kip_whose_name[KIP_WHOSE]; /* "ours" and so on */

typedef struct KipMeasure {
    const char *name;
    double value;
    const char *unit, *claim;
    KipWhose whose;
    KipVerdict verdict;
    int digits; /* that tell the value from those that the claim allows: 6, or as many more as it takes */
} KipMeasure;

/* One call of example(): a state in which the skill began, and how it went. All lives during the call. */
typedef struct KipExample {
    const char *character, *skill;
    int n;
    const double *feature; /* [n], of its method features(); finite */
    bool hand;             /* its own pre() held */
    bool success;          /* it was done, by its post(), or without one lasted; its expected() held till then */
} KipExample;

/* What the scene tells its host; any may be NULL. An error that a function returns ends the run. */
typedef struct KipSceneHost {
    void *user;
    void (*print)(void *user, const char *text, size_t size);
    KipStatus (*begun)(void *user, KipScene *scene, KipError *error);   /* the world is made, or stands anew at 0 s */
    KipStatus (*starts)(void *user, KipScene *scene, KipError *error);  /* before the first step after that */
    KipStatus (*stepped)(void *user, KipScene *scene, KipError *error); /* after each step */
    bool (*stop)(void *user); /* asked before each step, and now and then within a script: shall it end? */
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
    double (*clock)(void *user); /* s that only go on: bids are timed by it, and nothing depends on it */
} KipSceneHost;

/* NAME=VALUE or SCRIPT.NAME=VALUE: another number for one at the top level of the scene, or of a skill's script; for one
 * of a class there, NAME is CLASS.NAME, or the name alone where nothing else has it. */
typedef struct KipSceneParam {
    const char *name;
    double value;
} KipSceneParam;

/* Folders with models/, poses/, skills/, motions/, lists that end with NULL, or NULL: searched before the script's folder and
 * those above it, and behind them and ./data. Last of all comes kip_data_folder. A plug-in may do all that this process may,
 * a script only compute and read such files: see `kip help trust`. */
typedef struct KipSceneData {
    const char *const *first, *const *last;
    bool plugins; /* may scripts load plug-ins? */
} KipSceneData;

typedef struct KipSceneDef {
    KipSceneHost host;
    const KipSceneParam *param;
    int nparam;
    uint64_t seed;            /* of `import random` */
    double timestep;          /* s; 0: the scene's or the models' */
    int integrator;           /* KipIntegrator */
    KipSceneData data;        /* where files are found by their names */
    const KipAllocator *allocator;
} KipSceneDef;

KipSceneDef kip_scene_def(void);

/* Reads and compiles a script, and what it imports from beside it or from skills/lib; runs nothing. `path` "-" is
 * stdin; def NULL: as kip_scene_def has it. */
KipStatus kip_scene_load(const char *path, const KipSceneDef *def, KipScene **scene, KipError *error);
void kip_scene_destroy(KipScene *scene); /* NULL is nothing */

/* From the beginning, or from where it was loaded, to the end. KIP_BAD_INPUT where the script fails, see
 * kip_scene_traceback; KIP_DIVERGED where the world does. */
KipStatus kip_scene_run(KipScene *scene, KipError *error);

/* The scripts read so far, the scene's first: path and text, which belong to the scene. */
int kip_scene_nscript(const KipScene *scene);
const char *kip_scene_script(const KipScene *scene, int i, const char **text, size_t *size);

/* A number that KipSceneParam may replace: at the top level of one of the scripts read so far, or of a class there. All are
 * known once the world is made. */
typedef struct KipSceneNumber {
    char name[128]; /* as KipSceneParam wants it, and the shortest such; "" where it has more bytes than fit */
    char full[128]; /* the same with the class that has it, CLASS.NAME */
    const char *file;
    size_t start, size; /* of the number's text, bytes in `file` */
    double value; /* what the file says */
    bool whole;   /* as an integer */
    bool tuned;   /* marked # tune lo..hi */
    double lo, hi;
} KipSceneNumber;

int kip_scene_nnumber(const KipScene *scene);
/* The strings belong to the scene. */
KipSceneNumber kip_scene_number(const KipScene *scene, int i);
/* Is it the one that a KipSceneParam of this name means? */
bool kip_scene_number_is(const KipScene *scene, int i, const char *name);

/* When the run() is over in which a script waits that was stopped, s; NAN where that is not known. */
double kip_scene_run_end(const KipScene *scene);

/* NULL before the world is made. */
KipWorld *kip_scene_world(KipScene *scene);
const KipModel *kip_scene_model(const KipScene *scene);
/* The calls that led to the last failure of a script, as text; "" where there were none. */
const char *kip_scene_traceback(const KipScene *scene);
/* The script's docstring, or "". */
const char *kip_scene_doc(const KipScene *scene);
/* What setCamera said; false: nothing. */
bool kip_scene_camera(const KipScene *scene, KipVec3 *eye, KipVec3 *target);

/* Everything mutable as bytes, while the script waits in run(): from the hosts's `stepped`, say. Loading into a scene
 * of the same file, which has not run or waits too, continues with the same bytes. A sum guards them against damage, not
 * against malice: bytes from elsewhere are as trusted as a plug-in. */
size_t kip_scene_save_size(KipScene *scene);
void kip_scene_save(KipScene *scene, void *bytes);
KipStatus kip_scene_load_state(KipScene *scene, const void *bytes, size_t size, KipError *error);
/* Of the physics and of the script. */
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
