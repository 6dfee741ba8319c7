/* The scene of a sweep before its first run: its scripts and numbers. See sweep.h. */
#include "sweep.h"

#include "trial.h"

/* No number of the scene is that of two axes, by two names. */
static KipStatus check_axes(const KipSweepDesign *design, const KipScene *scene, KipError *error)
{
    for (int i = 0; i < kip_scene_nnumber(scene); i++) {
        const char *before = NULL;
        for (int k = 0; k < design->naxis; k++) {
            const char *name = design->axis[k].name;
            if (!kip_scene_number_is(scene, i, name))
                continue;
            if (before)
                return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' and '%s' are the same number",
                                before, name);
            before = name;
        }
    }
    return KIP_OK;
}

KipStatus kip_sweep_look(KipSweepDesign *design, KipScene **scene, KipError *error)
{
    *scene = NULL;
    KipSceneParam param[KIP_SWEEP_MOST_PARAMS];
    KipTrialDef trial = {.path = design->path, .data = design->data, .param = param};
    KipSceneDef def = kip_scene_def();
    KipScene *loaded, *looked = NULL;
    trial.nparam = kip_sweep_params(design, 0, param);
    def.param = param, def.nparam = trial.nparam;
    def.data = design->data;
    KipStatus status = kip_scene_load(design->path, &def, &loaded, error);
    if (status != KIP_OK)
        return status;
    status = kip_trial_look(&trial, &looked, error);
    if (status == KIP_BAD_INPUT || status == KIP_DIVERGED) {
        looked = loaded;
        loaded = NULL;
        status = KIP_OK;
    }
    kip_scene_destroy(loaded);
    if (status == KIP_OK)
        status = check_axes(design, looked, error);
    if (status != KIP_OK) {
        kip_scene_destroy(looked);
        return status;
    }
    design->scripts = kip_trial_hash(looked);
    *scene = looked;
    return KIP_OK;
}
