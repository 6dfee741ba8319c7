/* Making skills of classes, scripts' files, plug-ins, clips, and names of sequences and poses; and their instances. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "../text/file.h"
#include "natives.h"

/* -- adding ---------------------------------------------------------------------------------------------- */

static Skill *take_skill(KipScene *scene, int member, const char *name)
{
    Member *m = scene->member[member];
    Skill *skill = m->nskill < MOST_SKILLS ? kip_resize(scene->def.allocator, NULL, 0, sizeof *skill) : NULL;
    if (!skill)
        return NULL;
    memset(skill, 0, sizeof *skill);
    skill->scene = scene;
    skill->member = member;
    skill->class_ = skill->module = skill->instance = -1;
    for (int k = 0; k < SKILL_METHODS; k++)
        skill->method[k] = -1;
    snprintf(skill->name, sizeof skill->name, "%s", name);
    return skill;
}

void kip_scene_free_skill(Skill *skill)
{
    const KipAllocator *allocator = skill->scene->def.allocator;
    if (skill->memory)
        kip_resize(allocator, skill->memory, skill->plugin->memory, 0);
    if (skill->library)
        dlclose(skill->library);
    kip_scene_free_learned(skill);
    kip_scene_free_clip(skill);
    kip_resize(allocator, skill, sizeof *skill, 0);
}

bool kip_scene_add_rest(KipScene *scene, int member)
{
    Skill *skill = take_skill(scene, member, "rest");
    if (skill)
        scene->member[member]->skill[scene->member[member]->nskill++] = skill;
    return skill != NULL;
}

/* Finds the class of a skill's own file: the one that has step() or start(). Returns how many there are. */
static int find_class(KipMachine *machine, KipValue module, const KipProgram *program, KipValue *class_)
{
    int found = 0;
    for (int g = 0; g < program->nglobal; g++) {
        const char *name = program->constant[program->global[g]].text;
        KipValue value = program->global_stored[g] ? kip_machine_global(machine, module, name) : kip_none();
        if (value.type == KIP_CLASS && (kip_machine_has_method(machine, value, "step") ||
                                        kip_machine_has_method(machine, value, "start"))) {
            *class_ = value;
            found++;
        }
    }
    return found;
}

static bool load_plugin(KipCall *call, Skill *skill, const char *path)
{
    char place[PATH_SIZE + 2];
    snprintf(place, sizeof place, "%s%s", strchr(path, '/') ? "" : "./", path);
    skill->library = dlopen(place, RTLD_NOW | RTLD_LOCAL);
    if (!skill->library)
        return kip_call_fail(call, "%s", dlerror());
    KipPluginFunction function;
    void *symbol = dlsym(skill->library, KIP_PLUGIN_SYMBOL);
    if (!symbol)
        return kip_call_fail(call, "%s is no plug-in: it has no function %s()", path, KIP_PLUGIN_SYMBOL);
    memcpy(&function, &symbol, sizeof function);
    skill->plugin = function();
    if (!skill->plugin)
        return kip_call_fail(call, "%s gives no plug-in: %s() returned NULL", path, KIP_PLUGIN_SYMBOL);
    if (skill->plugin->version != KIP_PLUGIN_VERSION)
        return kip_call_fail(call, "%s is a plug-in of version %d; this kip wants %d", path,
                             skill->plugin->version, KIP_PLUGIN_VERSION);
    if (skill->plugin->memory) {
        skill->memory = kip_resize(skill->scene->def.allocator, NULL, 0, skill->plugin->memory);
        if (!skill->memory)
            return kip_call_no_memory(call, path);
        memset(skill->memory, 0, skill->plugin->memory);
    }
    return true;
}

/* Makes the skill that a text names: a plug-in's file, a script's, a sequence or a pose. */
static bool name_skill(KipCall *call, Skill *skill, const char *text)
{
    KipScene *scene = skill->scene;
    KipPoseSet *poses = scene->member[skill->member]->poses;
    char path[PATH_SIZE];
    KipError error;
    if (kip_ends_in(text, ".so")) {
        skill->kind = SKILL_PLUGIN;
        if (!scene->def.data.plugins)
            return kip_call_fail(call,
                                 "'%s' is a plug-in, a program that can do all that you can: "
                                 "--plugins lets scripts load them, --verify never does",
                                 text);
        KipHint hint = kip_hint(text);
        if (!kip_scene_find_file(scene, "skills", text, ".so", path))
            return kip_scene_done(call,
                                  kip_scene_no_file(scene, "plug-in", "skills", text, ".so", &hint, &error),
                                  &error);
        return load_plugin(call, skill, path);
    }
    if (poses && kip_pose_get_sequence(poses, text, &skill->pose, NULL) == KIP_OK) {
        skill->kind = SKILL_SEQUENCE;
        return true;
    }
    if (poses && kip_pose_get(poses, text, &skill->pose, NULL) == KIP_OK) {
        skill->kind = SKILL_POSE;
        return true;
    }
    skill->kind = SKILL_SCRIPT;
    if (!kip_scene_find_file(scene, "skills", text, ".py", path)) {
        KipHint hint = kip_hint(text);
        for (int i = 0; poses && i < poses->nsequence; i++)
            kip_hint_add(&hint, poses->sequence[i].name);
        for (int i = 0; poses && i < poses->npose; i++)
            kip_hint_add(&hint, poses->pose[i].name);
        kip_scene_no_file(scene, "skill, sequence or pose", "skills", text, ".py", &hint, &error);
        return kip_call_error(call, &error);
    }
    return kip_scene_add_program(scene, path, &skill->program, &error) == KIP_OK ||
           kip_call_error(call, &error);
}

const char *kip_scene_class_name(KipMachine *machine, KipValue class_)
{
    const KipClass *c = kip_heap_at(machine, class_.index);
    return ((const KipString *)kip_heap_at(machine, c->name))->text;
}

/* The stem of "skills/balance.py" is balance. */
static void stem_of(const char *text, char name[NAME_SIZE])
{
    const char *from = kip_file_base(text);
    snprintf(name, NAME_SIZE, "%.*s", (int)strcspn(from, "."), from);
}

/* Common other names for the methods of skills. */
static const struct {
    const char *name;
    int method;
} misnamed[] = {
    {"precondition", SKILL_PRE}, {"postcondition", SKILL_POST}, {"expect", SKILL_EXPECTED},
    {"expects", SKILL_EXPECTED}, {"update", SKILL_STEP},        {"act", SKILL_STEP},
    {"loop", SKILL_STEP},        {"begin", SKILL_START},        {"setup", SKILL_START},
    {"stop", SKILL_END},         {"finish", SKILL_END},         {"done", SKILL_POST},
};

/* The method of skills whose name was probably meant, up to case or a typing error; -1 for none. */
static int meant_method(const char *name)
{
    for (size_t i = 0; i < sizeof misnamed / sizeof *misnamed; i++)
        if (strcmp(misnamed[i].name, name) == 0)
            return misnamed[i].method;
    const int near =
        kip_nearest_name(name, kip_scene_method_name, SKILL_METHODS, sizeof *kip_scene_method_name);
    const int longer = near < 0 ? 0 : (int)strlen(name) - (int)strlen(kip_scene_method_name[near]);
    return longer >= -1 && longer <= 1 ? near : -1;
}

/* Fails for a method that is never called where the class lacks a method of skills with a similar name. */
static bool check_methods(KipCall *call, KipValue class_)
{
    KipMachine *machine = call->machine;
    const char *name;
    for (int i = 0; (name = kip_machine_method_name(machine, class_, i)); i++) {
        const int meant = meant_method(name);
        if (meant >= 0 &&
            kip_machine_attribute(machine, class_, kip_scene_method_name[meant]).type == KIP_ABSENT &&
            !kip_machine_names_attribute(machine, name))
            return kip_call_fail(
                call,
                "nothing calls %s() of class %s; did you mean %s()? Skills have pre, priority, start, step, "
                "expected, post, end",
                name, kip_scene_class_name(machine, class_), kip_scene_method_name[meant]);
    }
    return true;
}

/* Keeps a class of the scene's own script. */
static bool keep_class(KipCall *call, Skill *skill, KipValue class_)
{
    KipMachine *machine = skill->scene->machine;
    const char *needed = kip_machine_needed_argument(machine, class_);
    skill->kind = SKILL_SCRIPT;
    if (needed)
        return kip_call_fail(call,
                             "a skill is made without arguments, and __init__ of class %s wants '%s': "
                             "give that a value there, as %s=1",
                             kip_scene_class_name(machine, class_), needed, needed);
    if (!check_methods(call, class_))
        return false;
    if (!kip_machine_has_method(machine, class_, "step") && !kip_machine_has_method(machine, class_, "start"))
        return kip_call_fail(call, "class %s has neither start() nor step(), so it is no skill",
                             kip_scene_class_name(machine, class_));
    skill->class_ = kip_machine_keep(machine, class_);
    return skill->class_ >= 0;
}

bool kip_scene_add_skill(KipCall *call, KipScene *scene, int member, KipValue what, const SceneClip *clip,
                         const char *name, int *index)
{
    Member *m = scene->member[member];
    char own[NAME_SIZE];
    if (scene->world)
        return kip_call_fail(
            call, "the world runs already; add skills before the first run() or question, as getPose() is");
    if (m->nskill == MOST_SKILLS)
        return kip_call_fail(call, "'%s' has %d skills already, the most that one can have: leave some out",
                             m->name, MOST_SKILLS);
    if (clip)
        own[0] = '\0';
    else if (what.type == KIP_STRING)
        stem_of(kip_string_of(scene->machine, what)->text, own);
    else if (what.type == KIP_CLASS)
        snprintf(own, sizeof own, "%s", kip_scene_class_name(scene->machine, what));
    else
        return kip_call_fail(
            call, "a skill is a class, or the name of a script, a sequence, a pose or a plug-in, not %s",
            kip_type_name(scene->machine, what));
    Skill *skill = take_skill(scene, member, *name ? name : own);
    if (!skill)
        return kip_call_no_memory(call, "a skill");
    bool good = true;
    KipError error;
    if (clip)
        good = kip_scene_done(call, kip_scene_add_clip(skill, clip, &error), &error);
    else if (what.type == KIP_STRING)
        good = name_skill(call, skill, kip_string_of(scene->machine, what)->text);
    else
        good = keep_class(call, skill, what);
    for (int k = 0; k < m->nskill && good; k++)
        if (strcmp(m->skill[k]->name, skill->name) == 0)
            good = kip_call_fail(call, "'%s' has a skill '%s' already; give this one another name=", m->name,
                                 skill->name);
    if (!good) {
        kip_scene_free_skill(skill);
        return false;
    }
    *index = m->nskill;
    m->skill[m->nskill++] = skill;
    return true;
}

/* -- instances ------------------------------------------------------------------------------------------- */

static void drop(KipMachine *machine, int *kept)
{
    if (*kept >= 0)
        kip_machine_drop(machine, *kept);
    *kept = -1;
}

/* Makes the module of a skill's own file, in which `skeleton` is this character, and finds its class. */
static KipStatus make_module(Skill *skill, KipValue *class_, KipError *error)
{
    KipMachine *machine = skill->scene->machine;
    KipValue module;
    KipStatus status = kip_machine_module(machine, skill->program, &module, error);
    if (status != KIP_OK)
        return status;
    kip_machine_set_global(machine, module, "skeleton", kip_handle(KIND_CHARACTER, skill->member));
    skill->module = kip_machine_keep(machine, module);
    status = kip_machine_run(machine, module, error);
    if (status != KIP_OK)
        return status;
    int found = find_class(machine, module, skill->program, class_);
    if (found != 1)
        return kip_fail(error, KIP_BAD_INPUT, (KipPlace){skill->program->file, 1, 1},
                        "a skill's file has one class with step() or start(), this one has %d", found);
    return KIP_OK;
}

static KipStatus make_instance(Skill *skill, KipError *error)
{
    KipScene *scene = skill->scene;
    KipMachine *machine = scene->machine;
    KipValue class_ = kip_none(), instance = kip_none();
    KipStatus status = KIP_OK;
    drop(machine, &skill->module);
    drop(machine, &skill->instance);
    for (int k = 0; k < SKILL_METHODS; k++)
        drop(machine, &skill->method[k]);
    skill->player = kip_sequence_start(0, 0);
    if (skill->memory)
        memset(skill->memory, 0, skill->plugin->memory);
    if (skill->kind == SKILL_CLIP)
        return kip_scene_find_clip(skill, error);
    if (skill->kind != SKILL_SCRIPT)
        return KIP_OK;
    int before = scene->context;
    scene->context = skill->member;
    scene->acting = skill;
    if (skill->program)
        status = make_module(skill, &class_, error);
    else
        class_ = kip_machine_kept(machine, skill->class_);
    if (status == KIP_OK)
        status = kip_machine_call(machine, class_, NULL, 0, &instance, error);
    scene->context = before;
    scene->acting = NULL;
    if (status != KIP_OK)
        return status;
    skill->instance = kip_machine_keep(machine, instance);
    for (int k = 0; k < SKILL_METHODS; k++) {
        KipValue method = kip_machine_attribute(machine, instance, kip_scene_method_name[k]);
        skill->method[k] = method.type == KIP_ABSENT ? -1 : kip_machine_keep(machine, method);
    }
    return kip_scene_find_learned(skill, error);
}

KipStatus kip_scene_make_instances(KipScene *scene, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int m = 0; m < scene->nmember; m++)
        for (int k = 0; k < scene->member[m]->nskill && status == KIP_OK; k++)
            status = make_instance(scene->member[m]->skill[k], error);
    return status;
}

/* -- other versions -------------------------------------------------------------------------------------- */

static bool has_stem(const KipProgram *program, const char *stem)
{
    char name[NAME_SIZE];
    stem_of(program->file, name);
    return strcmp(name, stem) == 0;
}

KipStatus kip_scene_reload(KipScene *scene, const char *stem, const char *path, KipError *error)
{
    const KipProgram *program;
    int n = 0;
    KipStatus status = kip_scene_add_program(scene, path, &program, error);
    if (status != KIP_OK)
        return status;
    for (int m = 0; m < scene->nmember; m++)
        for (int k = 0; k < scene->member[m]->nskill; k++) {
            Skill *skill = scene->member[m]->skill[k];
            if (!skill->program || !has_stem(skill->program, stem))
                continue;
            skill->newer = program;
            skill->waits = 1;
            n++;
        }
    return n ? KIP_OK
             : kip_fail(error, KIP_BAD_USE, kip_nowhere(), "no skill's script is named '%.60s'", stem);
}

/* Makes the new instance, or keeps the old one where that fails. */
static KipStatus renew(Skill *skill, KipError *error)
{
    KipMachine *machine = skill->scene->machine;
    Skill before = *skill;
    skill->program = skill->newer;
    skill->module = skill->instance = -1;
    for (int k = 0; k < SKILL_METHODS; k++)
        skill->method[k] = -1;
    KipStatus status = make_instance(skill, error);
    Skill *other = status == KIP_OK ? &before : skill;
    drop(machine, &other->module);
    drop(machine, &other->instance);
    for (int k = 0; k < SKILL_METHODS; k++)
        drop(machine, &other->method[k]);
    if (status != KIP_OK)
        *skill = before;
    return status;
}

KipStatus kip_scene_renew_skills(KipScene *scene, KipError *error)
{
    for (int m = 0; m < scene->nmember; m++)
        for (int k = 0; k < scene->member[m]->nskill; k++) {
            Skill *skill = scene->member[m]->skill[k];
            KipError told;
            if (!skill->waits || kip_supervisor_active(kip_world_supervisor(scene->world, m)) == k)
                continue;
            KipStatus status = renew(skill, &told);
            skill->waits = 0;
            if (status == KIP_OK)
                kip_scene_event(scene, "%s: %s is as in its new file", scene->member[m]->name, skill->name);
            else if (kip_is_shortage(status))
                return kip_fail(error, status, kip_nowhere(), "%s", told.message);
            else if (scene->def.host.failed)
                scene->def.host.failed(scene->def.host.user, scene, m, skill->name, &told, "");
        }
    return KIP_OK;
}
