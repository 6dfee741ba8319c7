/* Members of a world, and what names mean. */
#include <string.h>

#include "../dynamics/custom.h"
#include "world_parts.h"

static const char ground_name[] = "ground";

/* -- members --------------------------------------------------------------------------------------------- */

int kip_world_nmember(const KipWorld *world)
{
    return world->nmember;
}

const char *kip_world_member_name(const KipWorld *world, int member)
{
    return world->member[member].def.name;
}

KipCharacter *kip_world_character(KipWorld *world, int member)
{
    return world->member[member].character;
}

KipSupervisor *kip_world_supervisor(KipWorld *world, int member)
{
    return world->member[member].supervisor;
}

int kip_world_body(const KipWorld *world, int member)
{
    const KipMemberDef *def = &world->member[member].def;
    return def->nbody ? def->first_body : 0;
}

/* The body's name without its member's. */
static const char *own_name(const KipWorld *world, int member, const char *name)
{
    const char *prefix = world->member[member].def.name;
    size_t n = strlen(prefix);
    return strncmp(name, prefix, n) == 0 && name[n] == '/' ? name + n + 1 : name;
}

/* By a second name: the model's text alias/NAME. */
static const char *without_alias(const KipWorld *world, int member, const char *name)
{
    for (int c = 0; c < world->model->ncustom; c++) {
        const KipCustom *custom = world->model->custom + c;
        const KipCustomName second = kip_custom_name(custom);
        if (second.key == KIP_CUSTOM_ALIAS && strcmp(second.rest, name) == 0 &&
            own_name(world, member, custom->name) == custom->name + second.prefix)
            return custom->text;
    }
    return NULL;
}

static int find_body(const KipWorld *world, int member, const char *name)
{
    const KipMemberDef *def = &world->member[member].def;
    for (int b = def->first_body; b < def->first_body + def->nbody; b++)
        if (strcmp(own_name(world, member, world->model->body[b].name), name) == 0)
            return b;
    return -1;
}

static int find_link(const KipWorld *world, int member, const char *name)
{
    int body = find_body(world, member, name);
    if (body < 0) {
        const char *other = without_alias(world, member, name);
        body = other ? find_body(world, member, other) : -1;
    }
    return body;
}

static int find_member(const KipWorld *world, const char *name, size_t n)
{
    for (int m = 0; m < world->nmember; m++)
        if (strncmp(world->member[m].def.name, name, n) == 0 && world->member[m].def.name[n] == '\0')
            return m;
    return -1;
}

/* The nearest of all names that could stand there: members, links of `context` (-1: of all), MEMBER/link. */
static KipStatus unknown(const KipWorld *world, int context, const char *name, KipError *error)
{
    const char *slash = strchr(name, '/');
    KipHint hint = kip_hint(strcmp(name, "floor") == 0 ? ground_name : name);
    int owner = slash ? find_member(world, name, (size_t)(slash - name)) : -1;
    for (int m = 0; m < world->nmember; m++)
        kip_hint_add(&hint, world->member[m].def.name);
    for (int b = 1; b < world->model->nbody; b++) {
        int member = world->member_of[b];
        if (member < 0 || (owner >= 0 && member != owner) || (owner < 0 && context >= 0 && member != context))
            continue;
        const char *body = world->model->body[b].name;
        kip_hint_add(&hint, owner >= 0 ? body : own_name(world, member, body));
    }
    kip_hint_add(&hint, ground_name);
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "there is no character, object or link '%s'%s", name,
                    kip_hint_text(&hint));
}

KipStatus kip_world_find(const KipWorld *world, int context, const char *name, KipThing *thing,
                         KipError *error)
{
    int body = context >= 0 ? find_link(world, context, name) : -1, member = context;
    const char *slash = strchr(name, '/');
    if (body < 0 && strcmp(name, ground_name) == 0) {
        *thing = (KipThing){-1, 0};
        return KIP_OK;
    }
    if (body < 0 && (member = find_member(world, name, strlen(name))) >= 0) {
        *thing = (KipThing){member, -1};
        return KIP_OK;
    }
    if (body < 0 && slash && (member = find_member(world, name, (size_t)(slash - name))) >= 0)
        body = find_link(world, member, slash + 1);
    const bool known = body >= 0;
    for (int m = 0; m < world->nmember && !known; m++) {
        const int other = find_link(world, m, name);
        if (other >= 0 && body >= 0)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "'%s' is a link of several: say \"%s/%s\" or \"%s/%s\"", name,
                            world->member[member].def.name, name, world->member[m].def.name, name);
        if (other >= 0)
            body = other, member = m;
    }
    if (body < 0)
        return unknown(world, context, name, error);
    *thing = (KipThing){member, body};
    return KIP_OK;
}

int kip_thing_body(const KipWorld *world, KipThing thing)
{
    return thing.body >= 0 ? thing.body : kip_world_body(world, thing.member);
}
