/* Numbers of a scene's scripts that its host may replace (KipSceneParam, KipSceneNumber). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene_parts.h"
#include "../text/file.h"

/* The name within the program: the whole name for the main script, else what follows STEM. of folder/STEM.py; NULL where it
 * is not the program's. */
static const char *name_within(const KipScene *scene, const KipProgram *program, const char *name)
{
    const char *stem = kip_file_base(program->file);
    size_t n = strcspn(stem, ".");
    if (program == scene->program[0])
        return name;
    return strncmp(name, stem, n) == 0 && name[n] == '.' ? name + n + 1 : NULL;
}

enum { NO_NUMBER = -1, SEVERAL_NUMBERS = -2 };

/* The parameter of that name, or CLASS.NAME of the only class that has it. */
static int find_number(const KipProgram *program, const char *name)
{
    int found = NO_NUMBER;
    for (int p = 0; p < program->nparameter; p++)
        if (strcmp(program->parameter[p].name, name) == 0)
            return p;
    for (int p = 0; p < program->nparameter; p++) {
        const char *dot = strchr(program->parameter[p].name, '.');
        if (dot && strcmp(dot + 1, name) == 0)
            found = found == NO_NUMBER ? p : SEVERAL_NUMBERS;
    }
    return found;
}

void kip_scene_set_params(KipScene *scene, const KipProgram *program)
{
    for (int i = 0; i < scene->def.nparam; i++) {
        const char *name = name_within(scene, program, scene->def.param[i].name);
        int p = name ? find_number(program, name) : NO_NUMBER;
        if (p < 0)
            continue;
        kip_machine_set_parameter(scene->machine, program, p, scene->def.param[i].value);
        scene->used[i] = true;
    }
}

int kip_scene_nnumber(const KipScene *scene)
{
    int n = 0;
    for (int k = 0; k < scene->nprogram; k++)
        n += scene->program[k]->nparameter;
    return n;
}

/* The program of number *i of all, which is replaced by the index in the program. */
static int program_of_number(const KipScene *scene, int *i)
{
    int k = 0;
    while (*i >= scene->program[k]->nparameter)
        *i -= scene->program[k++]->nparameter;
    return k;
}

bool kip_scene_number_is(const KipScene *scene, int i, const char *name)
{
    const KipProgram *program = scene->program[program_of_number(scene, &i)];
    const char *within = name_within(scene, program, name);
    return within && find_number(program, within) == i;
}

KipSceneNumber kip_scene_number(const KipScene *scene, int i)
{
    int k = program_of_number(scene, &i);
    const KipProgram *program = scene->program[k];
    const KipParameter *p = program->parameter + i;
    bool whole = p->value.type == KIP_CONSTANT_INTEGER;
    KipSceneNumber number = {.file = program->file,
                             .start = p->start,
                             .size = p->size,
                             .value = whole ? (double)p->value.integer : p->value.number,
                             .whole = whole,
                             .tuned = p->tuned,
                             .lo = p->lo,
                             .hi = p->hi};
    const char *stem = kip_file_base(program->file);
    const char *dot = strchr(p->name, '.'),
               *name = dot && find_number(program, dot + 1) == i ? dot + 1 : p->name;
    int n = k == 0 ? 0 : (int)strcspn(stem, ".");
    int written = snprintf(number.name, sizeof number.name, "%.*s%s%s", n, stem, k == 0 ? "" : ".", name);
    snprintf(number.full, sizeof number.full, "%.*s%s%s", n, stem, k == 0 ? "" : ".", p->name);
    if (written >= (int)sizeof number.name)
        *number.name = '\0';
    return number;
}

/* Sets the number in the class or module of one instance of a program. */
static bool set_in(KipMachine *machine, KipValue module, const char *name, KipValue value)
{
    char class_[128];
    const char *dot = strchr(name, '.');
    if (!dot) {
        const bool is_there = kip_machine_global(machine, module, name).type != KIP_ABSENT;
        if (is_there)
            kip_machine_set_global(machine, module, name, value);
        return is_there;
    }
    snprintf(class_, sizeof class_, "%.*s", (int)(dot - name), name);
    const KipValue owner = kip_machine_global(machine, module, class_);
    return owner.type == KIP_CLASS && kip_machine_set_attribute(machine, owner, dot + 1, value);
}

KipStatus kip_scene_set_number(KipScene *scene, const char *name, double value, KipError *error)
{
    bool done = false;
    for (int k = 0; k < scene->nprogram; k++) {
        const KipProgram *program = scene->program[k];
        const char *within = name_within(scene, program, name);
        const int p = within ? find_number(program, within) : NO_NUMBER;
        if (p < 0)
            continue;
        const bool whole = program->parameter[p].value.type == KIP_CONSTANT_INTEGER && value == floor(value);
        const KipValue number = whole ? kip_int((int64_t)value) : kip_float(value);
        if (k == 0)
            done = set_in(scene->machine, scene->main, program->parameter[p].name, number) || done;
        for (int m = 0; m < scene->nmember; m++)
            for (int i = 0; i < scene->member[m]->nskill; i++) {
                const Skill *skill = scene->member[m]->skill[i];
                if (skill->program == program && skill->module >= 0)
                    done = set_in(scene->machine, kip_machine_kept(scene->machine, skill->module),
                                  program->parameter[p].name, number) ||
                           done;
            }
    }
    return done ? KIP_OK
                : kip_fail(error, KIP_BAD_USE, kip_nowhere(), "no script that runs has a number '%.100s'",
                           name);
}

/* Whether a class of the program has numbers, and the name begins with its name. */
static bool is_of_class(const KipProgram *program, const char *name)
{
    const size_t n = strcspn(name, ".") + 1;
    for (int p = 0; p < program->nparameter; p++)
        if (strncmp(program->parameter[p].name, name, n) == 0)
            return true;
    return false;
}

/* SCRIPT.NAME of a script that the scene does not use. */
static KipStatus fail_script(const KipScene *scene, const char *name, KipError *error)
{
    char script[128], stem[128];
    snprintf(script, sizeof script, "%.*s", (int)strcspn(name, "."), name);
    KipHint hint = kip_hint(script);
    for (int k = 1; k < scene->nprogram; k++) {
        const char *base = kip_file_base(scene->program[k]->file);
        snprintf(stem, sizeof stem, "%.*s", (int)strcspn(base, "."), base);
        kip_hint_add(&hint, stem);
    }
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "there is no number '%s': %s uses no script '%s'%s",
                    name, scene->program[0]->file, script, kip_hint_text(&hint));
}

KipStatus kip_scene_check_params(const KipScene *scene, bool with_skills, KipError *error)
{
    for (int i = 0; i < scene->def.nparam; i++) {
        const char *name = scene->def.param[i].name;
        const KipProgram *program = scene->program[0];
        if (scene->used[i] || (!with_skills && strchr(name, '.')))
            continue;
        for (int k = 1; k < scene->nprogram; k++)
            if (name_within(scene, scene->program[k], name))
                program = scene->program[k];
        const bool main = program == scene->program[0];
        if (main && strchr(name, '.') && !is_of_class(program, name))
            return fail_script(scene, name, error);
        name = name_within(scene, program, name);
        if (find_number(program, name) == SEVERAL_NUMBERS)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "several classes of %s have a number '%s': write CLASS.%s", program->file, name,
                            name);
        KipHint hint = kip_hint(name);
        for (int p = 0; p < program->nparameter; p++)
            kip_hint_add(&hint, program->parameter[p].name);
        const char *instead = kip_hint_is_near(&hint) ? ""
                              : main                  ? "; a skill's are SKILL.NAME"
                                     : "; a number that is inherited has its own script's name; what "
                                       "__init__ sets is given with do()";
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "there is no number '%s' at the top level of %s%s%s", name, program->file,
                        kip_hint_text(&hint), instead);
    }
    return KIP_OK;
}
