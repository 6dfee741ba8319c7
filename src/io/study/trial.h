/* A trial: a scene run once, as a function of its file, the numbers put into it and its seed, whose value is what
 * it measured. Trials share no mutable state, so that any number of them may run at the same time.
 *
 *     KipTrialDef def = {.path = "fall.py", .param = params, .nparam = 2};
 *     KipTrial trial;
 *     kip_trial_run(&def, seed, &trial);
 *     if (trial.status == KIP_OK)
 *         ... trial.measure[i].value
 *     kip_trial_free(&trial); */
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
    bool (*stop)(void *user); /* by the trial's thread before each step; true interrupts; may be NULL */
    KipStatus (*example)(void *user, const KipExample *example, KipError *error); /* NULL: ignored */
    void *user;
} KipTrialDef;

typedef struct KipTrialMeasure {
    char *name;
    double value; /* of the last call of measure() with this name */
    KipVerdict verdict;
} KipTrialMeasure;

typedef struct KipTrial {
    KipStatus status; /* KIP_OK: the script was executed to its end */
    KipError error;   /* of the status, or of the first failure of a skill's script */
    bool success;     /* the script came to its end, and no claim of measure() and no skill's script failed */
    int nfailed;      /* failures of skills' scripts, each of which ended the skill but not the scene */
    int nmeasure;     /* in the order of first calls */
    KipTrialMeasure *measure;
} KipTrial;

/* Runs the trial, without output of the scripts. `status` is KIP_BAD_USE after stop(). */
void kip_trial_run(const KipTrialDef *def, uint64_t seed, KipTrial *trial);
/* Runs n trials, [n] each, at most KIP_TRIALS_TOGETHER: the same results, sooner where their models are alike
 * (kip_scene_run_together). Eight runs of quiet.py take 40 % fewer instructions and 24 % less time than one after the other;
 * eight falls of felled.py, whose worlds part, 5 % fewer and no less. */
enum { KIP_TRIALS_TOGETHER = KIP_SCENES_TOGETHER };
void kip_trial_run_together(const KipTrialDef *def, const uint64_t *seed, int n, KipTrial *trial);
void kip_trial_free(KipTrial *trial);
/* The measure of that name; NULL where there is none. */
const KipTrialMeasure *kip_trial_find(const KipTrial *trial, const char *name);

/* Loads the scene and runs it until its world is made, or to its end without one, so that all its numbers exist
 * (kip_scene_number). The caller destroys it. */
KipStatus kip_trial_look(const KipTrialDef *def, KipScene **scene, KipError *error);
/* A hash of all that determines the results of trials: the texts of all scripts read, masses, sizes and joints of models,
 * and the world's state. It is the same on all machines. */
uint64_t kip_trial_hash(const KipScene *scene);

#endif
