/* kip run SCENE.py, apart from the models of run.h. */
#ifndef KIP_IO_CLI_RUN_SCENE_H
#define KIP_IO_CLI_RUN_SCENE_H

#include "../scene/scene.h"
#include "run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the words of `kip run` say to a scene. */
typedef struct KipSceneWords {
    const char *path;
    const char *output[KIP_RUN_FILES]; /* NULL: not asked for */
    const char *figures; /* folder of what the script writes; NULL: nothing of it is written */
    KipRunRecord *record;
    int nparam;
    const KipSceneParam *param;
    uint64_t seed;
    double timestep; /* 0: the scene's */
    int integrator;  /* KipIntegrator */
    bool explain, hash;
    KipRunReport *report; /* --json: stdout is its; or NULL */
} KipSceneWords;

/* Runs the script and writes what is asked for; returns a KipExit. */
int kip_run_scene(const KipSceneWords *words);

#ifdef __cplusplus
}
#endif
#endif
