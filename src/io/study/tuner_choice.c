/* The choice of a scene's marked numbers to tune (tuner.h). */
#include <stdlib.h>
#include <string.h>

#include "tuner_parts.h"
#include "../text/file.h"

enum { TOLD = 5 };

/* -- patterns ---------------------------------------------------------------------------------------------- */

/* '*' matches any text, including "". */
static bool matches(const char *pattern, const char *name)
{
    const char *star = NULL, *resume = name;
    while (*name)
        if (*pattern == '*')
            star = pattern++, resume = name;
        else if (*pattern == *name)
            pattern++, name++;
        else if (star)
            pattern = star + 1, name = ++resume;
        else
            return false;
    return pattern[strspn(pattern, "*")] == '\0';
}

static bool is_named(const KipScene *scene, int i, const char *pattern)
{
    const KipSceneNumber number = kip_scene_number(scene, i);
    return number.tuned && (matches(pattern, number.name) || matches(pattern, number.full) ||
                            kip_scene_number_is(scene, i, pattern));
}

static bool is_named_by_any(const KipScene *scene, int i, const char *const *pattern, int n)
{
    bool any = false;
    for (int k = 0; k < n; k++)
        any = any || is_named(scene, i, pattern[k]);
    return any;
}

bool kip_tune_owns(const char *path, const char *file)
{
    const size_t n = (size_t)(kip_file_base(path) - path);
    if (strncmp(path, file, n) != 0 || file[n] == '/')
        return false;
    return strncmp(file + n, "../", 3) != 0 && strncmp(file + n, "data/", 5) != 0;
}

/* -- telling ----------------------------------------------------------------------------------------------- */

/* Writes "gain, quiet.ankle and 9 more (--list)"; "" where none is marked. */
static void list_marked(const KipScene *scene, char *text, size_t size)
{
    int told = 0, more = 0;
    size_t n = 0;
    *text = '\0';
    for (int i = 0; i < kip_scene_nnumber(scene); i++) {
        const KipSceneNumber number = kip_scene_number(scene, i);
        if (!number.tuned)
            continue;
        if (told == TOLD || n + strlen(number.name) + 40 > size)
            more++;
        else
            n += (size_t)snprintf(text + n, size - n, "%s%s", told++ ? ", " : "", number.name);
    }
    if (more)
        snprintf(text + n, size - n, " and %d more (--list)", more);
}

/* Finds the marked number with the most similar name to a pattern; false where none is similar. */
static bool find_nearest(const KipScene *scene, const char *pattern, char nearest[128])
{
    for (int i = 0; i < kip_scene_nnumber(scene); i++) {
        const KipSceneNumber number = kip_scene_number(scene, i);
        const char *stem = nearest, *dot = strchr(number.name, '.');
        const size_t n = strlen(pattern);
        const bool whole_skill = n > 2 && strcmp(pattern + n - 2, ".*") == 0 && dot; /* "quiet.*" */
        snprintf(nearest, 128, "%.*s%s", whole_skill ? (int)(dot - number.name) : 124, number.name,
                 whole_skill ? ".*" : "");
        if (number.tuned && kip_nearest_name(pattern, &stem, 1, sizeof stem) == 0)
            return true;
    }
    return false;
}

static KipStatus fail_unmatched(const KipScene *scene, const char *option, const char *pattern,
                                KipError *error)
{
    char list[200], nearest[128];
    list_marked(scene, list, sizeof list);
    if (!*list)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--%s \"%s\" names nothing: no number is marked # tune lo..hi", option, pattern);
    if (find_nearest(scene, pattern, nearest))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--%s \"%s\" names no number that is marked; did you mean \"%s\"? There are %s",
                        option, pattern, nearest, list);
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "--%s \"%s\" names no number that is marked; there are %s", option, pattern, list);
}

static KipStatus check_patterns(const KipScene *scene, const char *option, const char *const *pattern, int n,
                                KipError *error)
{
    for (int k = 0; k < n; k++) {
        bool any = false;
        for (int i = 0; i < kip_scene_nnumber(scene); i++)
            any = any || is_named(scene, i, pattern[k]);
        if (!any)
            return fail_unmatched(scene, option, pattern[k], error);
    }
    return KIP_OK;
}

KipStatus kip_tune_check_none(const KipTuneDef *def, const KipScene *scene, KipError *error)
{
    char list[200];
    list_marked(scene, list, sizeof list);
    if (!*list)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "nothing in %s and its skills is to be tuned: mark numbers at the top level of a "
                        "script or class, "
                        "as in \"gain = 2  # tune 0..5\"",
                        def->trial.path);
    if (def->nonly || def->nexcept)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--except leaves nothing to tune");
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "no number of %s itself is to be tuned; those of library skills are where --only names "
                    "them: %s",
                    def->trial.path, list);
}

/* -- the choice -------------------------------------------------------------------------------------------- */

KipStatus kip_tune_choose(const KipTuneDef *def, const KipScene *scene, bool *chosen, KipError *error)
{
    KipStatus status = check_patterns(scene, "only", def->only, def->nonly, error);
    if (status == KIP_OK)
        status = check_patterns(scene, "except", def->except, def->nexcept, error);
    for (int i = 0; i < kip_scene_nnumber(scene) && status == KIP_OK; i++) {
        const KipSceneNumber number = kip_scene_number(scene, i);
        chosen[i] = number.tuned && !is_named_by_any(scene, i, def->except, def->nexcept) &&
                    (def->nonly ? is_named_by_any(scene, i, def->only, def->nonly)
                                : kip_tune_owns(def->trial.path, number.file));
    }
    return status;
}
