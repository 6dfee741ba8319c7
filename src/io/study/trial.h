/* A trial: a scene run once, as a function of its file, the numbers put into it and its seed. What it measured is the
 * value. Trials share nothing that changes, so any number of them may run at the same time.
 *
 *     KipTrialDef def = {.path = "fall.py", .param = params, .nparam = 2};
 *     KipTrial trial;
 *     kip_trial_run(&def, seed, &trial);
 *     if (trial.status == KIP_OK)
 *         ... trial.measure[i].value
 *     kip_trial_free(&trial);
 */
#ifndef KIP_IO_STUDY_TRIAL_H
#define KIP_IO_STUDY_TRIAL_H

#include "../scene/scene.h"

typedef struct KipTrialDef {
    const char *path;           /* of the scene */
    KipSceneData data;          /* where it finds files */
    const KipSceneParam *param; /* [nparam] */
    int nparam;
    double timestep;          /* s; 0: the scene's */
    int integrator;           /* KipIntegrator */
    bool (*stop)(void *user); /* asked by the trial's thread before each step: break off? NULL: never */
    KipStatus (*example)(void *user, const KipExample *example, KipError *error); /* NULL: they are dropped */
    void *user;
} KipTrialDef;

typedef struct KipTrialMeasure {
    char *name;
    double value; /* of the last call of measure() with this name */
    KipVerdict verdict;
} KipTrialMeasure;

typedef struct KipTrial {
    KipStatus status; /* KIP_OK: the script came to its end */
    KipError error;   /* why it did not, or how the first skill's script failed */
    bool success;     /* the script came to its end, and no claim of measure() and no skill's script failed */
    int nfailed;  /* failures of skills' scripts, after each of which the skill ended and the scene went on */
    int nmeasure; /* in the order of their first calls */
    KipTrialMeasure *measure;
} KipTrial;

/* Scripts' prints and pages are dropped. A trial that was broken off by stop() has KIP_BAD_USE. */
void kip_trial_run(const KipTrialDef *def, uint64_t seed, KipTrial *trial);
void kip_trial_free(KipTrial *trial);
/* The measure of that name, or NULL. */
const KipTrialMeasure *kip_trial_find(const KipTrial *trial, const char *name);

/* Loads the scene and runs it until its world is made, or to its end if it makes none: all its numbers are known then
 * (kip_scene_number). The caller destroys it. */
KipStatus kip_trial_look(const KipTrialDef *def, KipScene **scene, KipError *error);
/* A hash of everything that determines the results of trials: the texts of all scripts that the scene read, its models' masses,
 * sizes and joints, and its world's state. The same on all machines. */
uint64_t kip_trial_hash(const KipScene *scene);

#endif
