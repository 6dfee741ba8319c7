/* Actions of the host on a scene: pushes, commands, numbers (scene.h). */
#include <math.h>

#include "../../dynamics/vec3.h"
#include "scene_parts.h"

double kip_scene_length(KipVec3 v)
{
    const double length = v3_length(v), most = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    return isfinite(length) ? length : most * v3_length(v3_scale(1 / most, v));
}

/* Refuses what can have no effect on a body that has vanished, or has not come yet. */
static KipStatus check_present(const KipScene *scene, int body, const char *name, const char *what,
                               KipError *error)
{
    if (kip_sim_is_present(kip_world_sim(scene->world), body))
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s '%s', which is not there: throw() it first", what,
                    name);
}

KipStatus kip_scene_push(KipScene *scene, int body, KipVec3 force, double seconds, KipVec3 point,
                         KipError *error)
{
    const KipSceneHost *host = &scene->def.host;
    KipStatus status = kip_scene_need_world(scene, error);
    if (status != KIP_OK)
        return status;
    if (body < 0 || body >= scene->model->nbody)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the scene has no body %d", body);
    if (!(seconds > 0))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a push lasts longer than 0 s, not %g", seconds);
    if (seconds > 1000)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a push of %g s is too long: push(thing, force, seconds), 0.1 s as a rule", seconds);
    if (!(v3_length(force) <= 1e6))
        return kip_fail(
            error, KIP_BAD_USE, kip_nowhere(),
            "a push of %.3g N is more than 1e6 N: forces are in newtons, 100 to 1000 for a person",
            kip_scene_length(force));
    if (!(v3_length(point) <= 1000))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a push at a point more than 1000 m away: points are in the thing's own frame");
    status = check_present(scene, body, scene->model->body[body].name, "a push of", error);
    if (status == KIP_OK)
        status = kip_world_push(scene->world, body, force, seconds, point, error);
    if (status == KIP_OK && host->pushed)
        host->pushed(host->user, kip_world_time(scene->world), body, force, seconds, point);
    return status;
}

KipStatus kip_scene_command(KipScene *scene, int member, int skill, KipError *error)
{
    KipStatus status = kip_scene_need_world(scene, error);
    if (status != KIP_OK)
        return status;
    if (member < 0 || member >= scene->nmember || skill < 0 || skill >= scene->member[member]->nskill)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "member %d of the scene has no skill %d", member,
                        skill);
    KipSupervisor *supervisor = kip_world_supervisor(scene->world, member);
    const Member *m = scene->member[member];
    status = skill == 0 ? KIP_OK : check_present(scene, m->first_body, m->name, "a command to", error);
    if (status != KIP_OK)
        return status;
    int before = kip_supervisor_commanded(supervisor);
    if (before >= 0 && before != skill)
        kip_scene_event(scene, "%s: %s was commanded, and does not act: %s was commanded in its place",
                        m->name, m->skill[before]->name, m->skill[skill]->name);
    if (skill == 0)
        kip_scene_event(scene, "%s: rest was commanded: commands are taken back", m->name);
    kip_supervisor_command(supervisor, skill);
    return KIP_OK;
}

bool kip_scene_is_autonomous(const KipScene *scene, int member)
{
    return !scene->member[member]->by_hand;
}

/* -- numbers ----------------------------------------------------------------------------------------------------------- */

static KipStatus find_number(const KipScene *scene, const char *name, KipValue *value, KipError *error)
{
    *value = kip_machine_global(scene->machine, scene->main, name);
    if (value->type == KIP_INT || value->type == KIP_FLOAT || value->type == KIP_BOOL)
        return KIP_OK;
    if (value->type == KIP_ABSENT)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s has no '%s' at its top level, or not yet",
                        scene->path, name);
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' of %s is no number but %s", name, scene->path,
                    kip_type_name(scene->machine, *value));
}

KipStatus kip_scene_get(const KipScene *scene, const char *name, double *value, KipError *error)
{
    KipValue found;
    KipStatus status = find_number(scene, name, &found, error);
    if (status == KIP_OK)
        *value = found.type == KIP_FLOAT ? found.number : (double)found.integer;
    return status;
}

/* Keeps the type of the old value: bool or int, if the new value allows. */
static KipValue number_like(KipValue old, double value)
{
    if (old.type == KIP_BOOL && (value == 0 || value == 1))
        return kip_bool(value == 1);
    if (old.type != KIP_FLOAT && value == floor(value) && fabs(value) <= 0x1p53)
        return kip_int((int64_t)value);
    return kip_float(value);
}

KipStatus kip_scene_set(KipScene *scene, const char *name, double value, KipError *error)
{
    KipValue found;
    KipStatus status = find_number(scene, name, &found, error);
    if (status == KIP_OK && !isfinite(value))
        status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' cannot become %g: a number is finite",
                          name, value);
    if (status == KIP_OK)
        kip_machine_set_global(scene->machine, scene->main, name, number_like(found, value));
    return status;
}
