/* Learned conditions (VST.7): a skill whose class has learned = "NAME" may begin only where its pre() holds and the
 * classifier in skills/NAME.svm, written by kip learn, accepts the numbers returned by its method features(). Without such
 * a file, or where learned is None, pre() alone decides. */
#include <math.h>
#include <string.h>

#include "../formats/svm_file.h"
#include "scene_parts.h"

static void forget(Skill *skill)
{
    kip_svm_destroy(skill->svm);
    skill->svm = NULL;
    skill->learned[0] = '\0';
}

void kip_scene_free_learned(Skill *skill)
{
    forget(skill);
}

/* A missing file is not an error, since there is none before learning. */
static KipStatus read_machine(Skill *skill, const char *name, KipError *error)
{
    char path[PATH_SIZE];
    if (strlen(name) >= sizeof skill->learned)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "'learned' of the skill '%s' is longer than %d letters", skill->name, NAME_SIZE - 1);
    memcpy(skill->learned, name, strlen(name) + 1);
    if (!kip_scene_find_file(skill->scene, "skills", name, ".svm", path))
        return KIP_OK;
    return kip_svm_file_read(path, skill->scene->def.allocator, &skill->svm, error);
}

KipStatus kip_scene_find_learned(Skill *skill, KipError *error)
{
    KipMachine *machine = skill->scene->machine;
    KipValue name = kip_machine_attribute(machine, kip_machine_kept(machine, skill->instance), "learned");
    if (name.type == KIP_ABSENT || name.type == KIP_NONE) {
        forget(skill);
        return KIP_OK;
    }
    if (name.type != KIP_STRING)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "'learned' of the skill '%s' must be the name of a file of skills/, or None, not %s",
                        skill->name, kip_type_name(machine, name));
    const char *text = kip_string_of(machine, name)->text;
    KipStatus status = KIP_OK;
    if (!skill->svm || strcmp(skill->learned, text) != 0) {
        forget(skill);
        status = read_machine(skill, text, error);
    }
    if (status == KIP_OK && skill->svm && skill->method[SKILL_FEATURES] < 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the skill '%s' has a learned condition, but no method features(self), "
                        "the list of numbers that it is asked about",
                        skill->name);
    return status;
}

KipStatus kip_scene_read_features(const Skill *skill, KipValue answer, double x[KIP_SVM_MOST_FEATURES],
                                  int *n, KipError *error)
{
    KipMachine *machine = skill->scene->machine;
    size_t count = 0;
    if (answer.type != KIP_LIST && answer.type != KIP_TUPLE)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "features() of '%s' must return a list of numbers, not %s", skill->name,
                        kip_type_name(machine, answer));
    const KipValue *item = kip_items(machine, answer, &count);
    if (count < 1 || count > KIP_SVM_MOST_FEATURES)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "features() of '%s' must return 1 to %d numbers, not %zu", skill->name,
                        KIP_SVM_MOST_FEATURES, count);
    for (size_t k = 0; k < count; k++) {
        bool whole = item[k].type == KIP_INT || item[k].type == KIP_BOOL;
        x[k] = whole ? (double)item[k].integer : item[k].type == KIP_FLOAT ? item[k].number : NAN;
        if (!(fabs(x[k]) < 1e100))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "item %zu of what features() of '%s' returns is no finite number", k,
                            skill->name);
    }
    *n = (int)count;
    return KIP_OK;
}

/* Appends to the reason of pre(), which is cut where it is too long. */
static void add_reason(char reason[KIP_REASON_SIZE], const char *more)
{
    enum { ROOM_FOR_PRE = 110 };
    if (strlen(reason) > ROOM_FOR_PRE)
        reason[ROOM_FOR_PRE] = '\0';
    size_t used = strlen(reason), n = strlen(more);
    n = n < KIP_REASON_SIZE - 1 - used ? n : KIP_REASON_SIZE - 1 - used;
    memcpy(reason + used, more, n);
    reason[used + n] = '\0';
}

KipStatus kip_scene_ask_learned(Skill *skill, bool *bids, char reason[KIP_REASON_SIZE], KipError *error)
{
    const KipSvm *svm = skill->svm;
    KipMachine *machine = skill->scene->machine;
    double x[KIP_SVM_MOST_FEATURES];
    int n;
    KipValue answer = kip_none();
    KipError text; /* used for formatting numbers independently of the locale */
    if (!svm)
        return KIP_OK;
    KipStatus status = kip_scene_call_skill(skill, SKILL_FEATURES, &answer, error);
    if (status != KIP_OK)
        return status;
    status = kip_scene_read_features(skill, answer, x, &n, error);
    if (status == KIP_OK && n != svm->dim)
        status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                          "features() of '%s' returns %d number%s, and %.40s.svm was learned from %d; "
                          "learn it again",
                          skill->name, n, n == 1 ? "" : "s", skill->learned, svm->dim);
    if (status != KIP_OK)
        return kip_scene_fail_skill(skill, kip_machine_kept(machine, skill->method[SKILL_FEATURES]), error);
    *bids = kip_svm_holds(svm, x);
    kip_fail(&text, KIP_OK, kip_nowhere(), "; %.40s.svm %s: f = %.3g, margin %.3g", skill->learned,
             *bids ? "holds" : "does not hold", kip_svm_value(svm, x), svm->margin);
    add_reason(reason, text.message);
    return KIP_OK;
}
