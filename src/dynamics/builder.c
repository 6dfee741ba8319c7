/* From definitions to a model: growing lists while it is built, checks and the solver's view at the end. */
#include <string.h>

#include "arena.h"
#include "check.h"
#include "custom.h"
#include "quat.h"
#include "shape.h"
#include "tree.h"

typedef struct List {
    void *item;
    int n, capacity;
    size_t size;
} List;

typedef struct PendingKey {
    KipKey key;
    int first_body, last_body; /* the bodies it speaks of: [first, last) */
    int nq, nv;
} PendingKey;

struct KipBuilder {
    KipAllocator allocator;
    bool own_allocator;
    KipArena *arena; /* becomes the model's; strings and numbers are copied into it immediately */
    bool no_memory;
    const char *name;
    KipVec3 gravity;
    double timestep;
    List body, joint, geom, site, tendon, motor, key, custom, exclude, pair;
};

static const KipAllocator *allocator_of(const KipBuilder *b)
{
    return b->own_allocator ? &b->allocator : NULL;
}

static int append(KipBuilder *b, List *list, const void *item)
{
    if (list->n == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 16;
        void *grown = kip_resize(allocator_of(b), list->item, (size_t)list->capacity * list->size,
                                 (size_t)capacity * list->size);
        if (!grown) {
            b->no_memory = true;
            return -1;
        }
        list->item = grown;
        list->capacity = capacity;
    }
    memcpy((char *)list->item + (size_t)list->n * list->size, item, list->size);
    return list->n++;
}

static const char *keep_string(KipBuilder *b, const char *text)
{
    const char *copy = text ? kip_arena_string(b->arena, text) : NULL;
    b->no_memory = b->no_memory || (text && !copy);
    return copy;
}

static const void *keep(KipBuilder *b, const void *from, int n, size_t size)
{
    const void *copy = kip_arena_copy(b->arena, from, (size_t)n, size);
    b->no_memory = b->no_memory || !copy;
    return copy;
}

KipBuilder *kip_builder_create(const KipAllocator *allocator)
{
    KipBody world = kip_body_def();
    KipBuilder *b = kip_resize(allocator, NULL, 0, sizeof *b);
    if (!b)
        return NULL;
    memset(b, 0, sizeof *b);
    if (allocator) {
        b->allocator = *allocator;
        b->own_allocator = true;
    }
    b->gravity = v3(0, 0, -9.81);
    b->name = "";
    b->body.size = sizeof(KipBody), b->joint.size = sizeof(KipJoint), b->geom.size = sizeof(KipGeom);
    b->site.size = sizeof(KipSite), b->tendon.size = sizeof(KipTendon), b->motor.size = sizeof(KipMotor);
    b->key.size = sizeof(PendingKey), b->custom.size = sizeof(KipCustom),
    b->exclude.size = sizeof(KipExclude), b->pair.size = sizeof(KipPair);
    b->arena = kip_arena_create(allocator);
    if (b->arena) {
        world.name = "world";
        kip_builder_body(b, &world);
    }
    if (!b->arena || b->no_memory) {
        kip_builder_destroy(b);
        return NULL;
    }
    return b;
}

void kip_builder_destroy(KipBuilder *b)
{
    KipAllocator allocator;
    bool own;
    if (!b)
        return;
    List *lists[] = {&b->body,  &b->joint, &b->geom,   &b->site,    &b->tendon,
                     &b->motor, &b->key,   &b->custom, &b->exclude, &b->pair};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i]->item)
            kip_resize(allocator_of(b), lists[i]->item, (size_t)lists[i]->capacity * lists[i]->size, 0);
    kip_arena_destroy(b->arena);
    allocator = b->allocator, own = b->own_allocator;
    kip_resize(own ? &allocator : NULL, b, sizeof *b, 0);
}

void kip_builder_name(KipBuilder *b, const char *name)
{
    b->name = keep_string(b, name);
}

void kip_builder_option(KipBuilder *b, KipVec3 gravity, double timestep)
{
    b->gravity = gravity;
    b->timestep = timestep;
}

void kip_builder_gravity(KipBuilder *b, KipVec3 gravity)
{
    b->gravity = gravity;
}

/* Appends a definition that is a copy already, and keeps the texts it points to. */
static int add(KipBuilder *b, List *list, const void *copy, const char **name, KipPlace *place)
{
    *name = keep_string(b, *name ? *name : "");
    if (place)
        place->file = keep_string(b, place->file);
    return append(b, list, copy);
}

int kip_builder_body(KipBuilder *b, const KipBody *body)
{
    KipBody copy = *body;
    copy.joint = copy.njoint = copy.geom = copy.ngeom = copy.q = copy.nq = copy.v = copy.nv = copy.root = 0;
    return add(b, &b->body, &copy, &copy.name, &copy.place);
}

int kip_builder_joint(KipBuilder *b, const KipJoint *joint)
{
    KipJoint copy = *joint;
    copy.q = copy.nq = copy.v = copy.nv = 0;
    return add(b, &b->joint, &copy, &copy.name, &copy.place);
}

int kip_builder_geom(KipBuilder *b, const KipGeom *geom)
{
    KipGeom copy = *geom;
    return add(b, &b->geom, &copy, &copy.name, &copy.place);
}

const KipGeom *kip_builder_geoms(const KipBuilder *b, int *n)
{
    *n = b->geom.n;
    return b->geom.item;
}

bool kip_builder_lacks_memory(const KipBuilder *b)
{
    return b->no_memory;
}

void kip_builder_friction(KipBuilder *b, int first, double friction)
{
    KipGeom *geom = b->geom.item;
    for (int g = first; g < b->geom.n; g++)
        geom[g].friction = friction;
}

void kip_builder_strength(KipBuilder *b, const char *prefix, double factor)
{
    const size_t scope = strlen(prefix);
    KipJoint *joint = b->joint.item;
    const KipCustom *custom = b->custom.item;
    for (int j = 0; j < b->joint.n; j++)
        if (strncmp(joint[j].name, prefix, scope) == 0)
            joint[j].strength[0] *= factor, joint[j].strength[1] *= factor;
    for (int i = 0; i < b->custom.n; i++) {
        double *number = (double *)custom[i].number;
        if (strncmp(custom[i].name, prefix, scope) == 0 &&
            kip_custom_name(custom + i).key == KIP_CUSTOM_STRENGTH)
            for (int k = 0; k < custom[i].n; k++)
                number[k] *= factor;
    }
}

void kip_builder_drop_geom(KipBuilder *b, int geom)
{
    KipGeom *at = (KipGeom *)b->geom.item + geom;
    memmove(at, at + 1, (size_t)(--b->geom.n - geom) * sizeof *at);
    KipPair *pair = b->pair.item;
    int kept = 0;
    for (int i = 0; i < b->pair.n; i++) {
        if (pair[i].geom1 == geom || pair[i].geom2 == geom)
            continue;
        pair[kept] = pair[i];
        pair[kept].geom1 -= pair[i].geom1 > geom, pair[kept++].geom2 -= pair[i].geom2 > geom;
    }
    b->pair.n = kept;
}

const KipBody *kip_builder_bodies(const KipBuilder *b, int *n)
{
    *n = b->body.n;
    return b->body.item;
}

int kip_builder_site(KipBuilder *b, const KipSite *site)
{
    KipSite copy = *site;
    return add(b, &b->site, &copy, &copy.name, NULL);
}

int kip_builder_tendon(KipBuilder *b, const KipTendon *tendon)
{
    KipTendon copy = *tendon;
    copy.joint = keep(b, tendon->joint, tendon->njoint, sizeof *tendon->joint);
    copy.coef = keep(b, tendon->coef, tendon->njoint, sizeof *tendon->coef);
    return add(b, &b->tendon, &copy, &copy.name, &copy.place);
}

int kip_builder_motor(KipBuilder *b, const KipMotor *motor)
{
    KipMotor copy = *motor;
    return add(b, &b->motor, &copy, &copy.name, &copy.place);
}

int kip_builder_exclude(KipBuilder *b, int body1, int body2)
{
    KipExclude exclude = {body1, body2};
    return append(b, &b->exclude, &exclude);
}

int kip_builder_pair(KipBuilder *b, const KipPair *pair)
{
    KipPair copy = *pair;
    copy.place.file = keep_string(b, copy.place.file);
    return append(b, &b->pair, &copy);
}

int kip_builder_number(KipBuilder *b, const char *name, const double *number, int n, KipPlace place)
{
    KipCustom custom = {name, NULL, n, keep(b, number, n, sizeof *number), place};
    return add(b, &b->custom, &custom, &custom.name, &custom.place);
}

int kip_builder_text(KipBuilder *b, const char *name, const char *text, KipPlace place)
{
    KipCustom custom = {name, keep_string(b, text ? text : ""), 0, NULL, place};
    return add(b, &b->custom, &custom, &custom.name, &custom.place);
}

int kip_builder_key(KipBuilder *b, const char *name, double time, int first_body, const double *q, int nq,
                    const double *v, int nv, KipPlace place)
{
    KipKey own = {name, time, keep(b, q, nq, sizeof *q), keep(b, v, nv, sizeof *v), place};
    PendingKey key = {own, first_body, b->body.n, nq, nv};
    return add(b, &b->key, &key, &key.key.name, &key.key.place);
}

int kip_builder_nkey(const KipBuilder *b)
{
    return b->key.n;
}

const char *kip_builder_key_name(const KipBuilder *b, int key)
{
    const PendingKey *pending = b->key.item;
    return pending[key].key.name;
}

const char *kip_builder_find_text(const KipBuilder *b, const char *name)
{
    const KipCustom *custom = b->custom.item;
    for (int i = 0; i < b->custom.n; i++)
        if (custom[i].text && strcmp(custom[i].name, name) == 0)
            return custom[i].text;
    return NULL;
}

int kip_builder_nbody(const KipBuilder *b)
{
    return b->body.n;
}

/* -- finishing ------------------------------------------------------------------------------------------- */

static KipStatus out_of_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the model");
}

/* Joints and geoms in the order of their bodies (a counting sort), references to them following. */
static bool group_by_body(KipBuilder *b)
{
    KipBody *body = b->body.item;
    KipJoint *joint = b->joint.item,
             *joints = kip_arena_copy(b->arena, joint, (size_t)b->joint.n, sizeof *joint);
    KipGeom *geom = b->geom.item, *geoms = kip_arena_copy(b->arena, geom, (size_t)b->geom.n, sizeof *geom);
    int *moved = kip_arena_take(b->arena, (size_t)b->joint.n, sizeof *moved);
    int *geom_moved = kip_arena_take(b->arena, (size_t)b->geom.n, sizeof *geom_moved);
    int joint_next = 0, geom_next = 0;
    if (!joints || !geoms || !moved || !geom_moved)
        return false;
    for (int j = 0; j < b->joint.n; j++)
        body[joints[j].body].njoint++;
    for (int g = 0; g < b->geom.n; g++)
        body[geoms[g].body].ngeom++;
    for (int i = 0; i < b->body.n; i++) {
        body[i].joint = joint_next, joint_next += body[i].njoint, body[i].njoint = 0;
        body[i].geom = geom_next, geom_next += body[i].ngeom, body[i].ngeom = 0;
    }
    for (int j = 0; j < b->joint.n; j++) {
        KipBody *owner = body + joints[j].body;
        moved[j] = owner->joint + owner->njoint++;
        joint[moved[j]] = joints[j];
    }
    for (int g = 0; g < b->geom.n; g++) {
        KipBody *owner = body + geoms[g].body;
        geom_moved[g] = owner->geom + owner->ngeom++;
        geom[geom_moved[g]] = geoms[g];
    }
    KipPair *pair = b->pair.item;
    for (int i = 0; i < b->pair.n; i++)
        pair[i].geom1 = geom_moved[pair[i].geom1], pair[i].geom2 = geom_moved[pair[i].geom2];
    KipMotor *motor = b->motor.item;
    for (int m = 0; m < b->motor.n; m++)
        motor[m].joint = moved[motor[m].joint];
    KipTendon *tendon = b->tendon.item;
    for (int t = 0; t < b->tendon.n; t++)
        for (int k = 0; k < tendon[t].njoint; k++)
            ((int *)tendon[t].joint)[k] = moved[tendon[t].joint[k]];
    return true;
}

/* Assigns the indices of joints in q and v, roots, and masses from geoms. */
static void number_states(KipBuilder *b, KipModel *model)
{
    static const int nq[] = {7, 4, 1, 1}, nv[] = {6, 3, 1, 1}; /* by KipJointType */
    KipBody *body = b->body.item;
    KipJoint *joint = b->joint.item;
    KipGeom *geom = b->geom.item;
    KipSite *site = b->site.item;
    for (int g = 0; g < b->geom.n; g++)
        geom[g].quat = q_normalize(geom[g].quat);
    for (int s = 0; s < b->site.n; s++)
        site[s].quat = q_normalize(site[s].quat);
    for (int i = 0; i < b->body.n; i++) {
        body[i].q = model->nq, body[i].v = model->nv;
        body[i].root = i == 0 ? 0 : body[i].parent == 0 ? i : body[body[i].parent].root;
        body[i].quat = q_normalize(body[i].quat);
        for (int j = body[i].joint; j < body[i].joint + body[i].njoint; j++) {
            double length = v3_length(joint[j].axis);
            if (length > 0) /* checked already for those that need one */
                joint[j].axis =
                    v3(joint[j].axis.x / length, joint[j].axis.y / length, joint[j].axis.z / length);
            joint[j].q = model->nq, joint[j].v = model->nv;
            joint[j].nq = nq[joint[j].type], joint[j].nv = nv[joint[j].type];
            model->nq += joint[j].nq, model->nv += joint[j].nv;
        }
        body[i].nq = model->nq - body[i].q, body[i].nv = model->nv - body[i].v;
        if (body[i].mass_from_geoms)
            kip_body_weigh(body + i, geom ? geom + body[i].geom : NULL, body[i].ngeom);
    }
}

static double *reference_state(const KipModel *model, KipArena *arena)
{
    double *q0 = kip_arena_take(arena, (size_t)model->nq, sizeof *q0);
    if (!q0)
        return NULL;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        const KipBody *body = model->body + joint->body;
        double *q = q0 + joint->q;
        if (joint->type == KIP_JOINT_FREE) {
            v3_store(q, body->pos);
            q_store(q + 3, body->quat);
        } else if (joint->type == KIP_JOINT_BALL) {
            q_store(q, q_identity());
        } else {
            q[0] = joint->ref;
        }
    }
    return q0;
}

static bool all_finite(const double *x, int n)
{
    for (int k = 0; k < n; k++)
        if (x[k] - x[k] != 0)
            return false;
    return true;
}

static KipStatus finish_keys(const KipBuilder *b, KipModel *model, KipError *error)
{
    const PendingKey *pending = b->key.item;
    const double numbers = ((double)model->nq + model->nv) * b->key.n;
    if (numbers > KIP_MOST_KEY_NUMBERS)
        return kip_fail(error, KIP_BAD_INPUT, pending[0].key.place,
                        "%d keyframes of %d positions and %d rates are %.0f numbers; there can be up to %d",
                        b->key.n, model->nq, model->nv, numbers, KIP_MOST_KEY_NUMBERS);
    KipKey *keys = kip_arena_take(b->arena, (size_t)b->key.n, sizeof *keys);
    if (!keys)
        return out_of_memory(error);
    for (int k = 0; k < b->key.n; k++) {
        const PendingKey *from = pending + k;
        bool none =
            from->first_body < 0 || from->first_body >= from->last_body; /* a file of keyframes alone */
        const KipBody *first = model->body + (none ? 0 : from->first_body),
                      *last = model->body + from->last_body - 1;
        int nq = none ? 0 : last->q + last->nq - first->q, nv = none ? 0 : last->v + last->nv - first->v;
        double *q = kip_arena_copy(b->arena, model->q0, (size_t)model->nq, sizeof *q);
        double *v = kip_arena_take(b->arena, (size_t)model->nv, sizeof *v);
        if (!q || !v)
            return out_of_memory(error);
        if (from->nq && from->nq != nq)
            return kip_fail(error, KIP_BAD_INPUT, from->key.place,
                            "keyframe '%s' gives %d position%s (qpos), but the joints of its model need %d",
                            from->key.name, from->nq, from->nq == 1 ? "" : "s", nq);
        if (from->nv && from->nv != nv)
            return kip_fail(error, KIP_BAD_INPUT, from->key.place,
                            "keyframe '%s' gives %d %s (qvel), but the joints of its model need %d",
                            from->key.name, from->nv, from->nv == 1 ? "velocity" : "velocities", nv);
        if (from->nq)
            memcpy(q + first->q, from->key.q, (size_t)from->nq * sizeof *q);
        if (from->nv)
            memcpy(v + first->v, from->key.v, (size_t)from->nv * sizeof *v);
        if (!all_finite(q, model->nq) || !all_finite(v, model->nv))
            return kip_fail(error, KIP_BAD_INPUT, from->key.place,
                            "keyframe '%s' holds a value that is not a finite number", from->key.name);
        kip_model_normalize(model, q);
        keys[k] = from->key;
        keys[k].q = q;
        keys[k].v = v;
    }
    model->key = keys;
    model->nkey = b->key.n;
    return kip_check_unique("keyframes", keys, b->key.n, sizeof *keys, offsetof(KipKey, place), b->arena,
                            error);
}

/* The lists become the model's arrays. */
static bool settle(KipBuilder *b, KipModel *model)
{
    KipArena *arena = b->arena;
    model->name = b->name;
    model->gravity = b->gravity;
    model->timestep = b->timestep;
    model->nbody = b->body.n, model->njoint = b->joint.n, model->ngeom = b->geom.n, model->nsite = b->site.n;
    model->ntendon = b->tendon.n, model->nmotor = b->motor.n, model->ncustom = b->custom.n;
    model->nexclude = b->exclude.n, model->npair = b->pair.n;
    model->body = kip_arena_copy(arena, b->body.item, (size_t)b->body.n, b->body.size);
    model->joint = kip_arena_copy(arena, b->joint.item, (size_t)b->joint.n, b->joint.size);
    model->geom = kip_arena_copy(arena, b->geom.item, (size_t)b->geom.n, b->geom.size);
    model->site = kip_arena_copy(arena, b->site.item, (size_t)b->site.n, b->site.size);
    model->tendon = kip_arena_copy(arena, b->tendon.item, (size_t)b->tendon.n, b->tendon.size);
    model->motor = kip_arena_copy(arena, b->motor.item, (size_t)b->motor.n, b->motor.size);
    model->custom = kip_arena_copy(arena, b->custom.item, (size_t)b->custom.n, b->custom.size);
    model->exclude = kip_arena_copy(arena, b->exclude.item, (size_t)b->exclude.n, b->exclude.size);
    model->pair = kip_arena_copy(arena, b->pair.item, (size_t)b->pair.n, b->pair.size);
    return model->body && model->joint && model->geom && model->site && model->tendon && model->motor &&
           model->custom && model->exclude && model->pair;
}

static KipStatus finish(KipBuilder *b, KipModel **out, KipError *error)
{
    KipStatus status;
    KipModel *model = kip_arena_take(b->arena, 1, sizeof *model);
    if (!model || b->no_memory)
        return out_of_memory(error);

    KipParts parts = {b->body.item,    b->body.n,    b->joint.item, b->joint.n, b->geom.item, b->geom.n,
                      b->tendon.item,  b->tendon.n,  b->motor.item, b->motor.n, b->site.item, b->site.n,
                      b->exclude.item, b->exclude.n, b->pair.item,  b->pair.n};
    if ((status = kip_check_parts(&parts, b->gravity, b->timestep, b->arena, error)) != KIP_OK)
        return status;
    if (!group_by_body(b))
        return out_of_memory(error);
    number_states(b, model);
    if (!settle(b, model))
        return out_of_memory(error);
    if (!(model->q0 = reference_state(model, b->arena)) || !(model->tree = kip_tree_build(model, b->arena)))
        return out_of_memory(error);
    for (int i = 1; i < model->nbody; i++)
        model->mass += model->tree->link[i].is_static ? 0 : model->body[i].mass;
    if ((status = finish_keys(b, model, error)) != KIP_OK)
        return status;
    if ((status = kip_check_model(model, allocator_of(b), error)) != KIP_OK)
        return status;

    model->arena = b->arena;
    b->arena = NULL;
    *out = model;
    return KIP_OK;
}

KipStatus kip_builder_finish(KipBuilder *b, KipModel **model, KipError *error)
{
    *model = NULL;
    KipStatus status = finish(b, model, error);
    kip_builder_destroy(b);
    return status;
}
