/* Quantities of a frame by name. The names are made once from the model; values are then found by kind and index. */
#include "quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../control/loads.h"
#include "../../dynamics/arena.h"
#include "../../dynamics/quat.h"

/* -- joints' axes ---------------------------------------------------------------------------------------- */

static const KipJoint *joint_of(const KipModel *model, int dof)
{
    int low = 0, high = model->njoint - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (model->joint[middle].v <= dof)
            low = middle;
        else
            high = middle - 1;
    }
    return &model->joint[low];
}

static double along(KipVec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static double axis_target(const KipRecording *recording, size_t frame, const KipJoint *joint, int dof)
{
    const float *target = kip_recording_targets(recording, frame) + joint->q;
    if (kip_recording_drives(recording, frame, KIP_STIFFNESS)[dof] == 0)
        return NAN;
    return joint->nq == 1 ? target[0]
                          : along(q_log(quat(target[0], target[1], target[2], target[3])), dof - joint->v);
}

double kip_recording_axis(const KipRecording *recording, size_t frame, int dof, KipQuantityKind kind)
{
    const KipJoint *joint = joint_of(recording->model, dof);
    const double *q = kip_recording_q(recording, frame) + joint->q;
    switch (kind) {
    case KIP_QUANTITY_ANGLE:
        return joint->nq == 1 ? q[0] : along(q_log(q_from(q)), dof - joint->v);
    case KIP_QUANTITY_TORQUE:
        return kip_recording_drives(recording, frame, KIP_TORQUE)[dof];
    case KIP_QUANTITY_TARGET:
        return axis_target(recording, frame, joint, dof);
    case KIP_QUANTITY_STIFFNESS:
        return kip_recording_drives(recording, frame, KIP_STIFFNESS)[dof];
    case KIP_QUANTITY_DAMPING:
        return kip_recording_drives(recording, frame, KIP_DAMPING)[dof];
    case KIP_QUANTITY_LIMIT_LO:
        return kip_recording_drives(recording, frame, KIP_LIMIT_LO)[dof];
    case KIP_QUANTITY_LIMIT_HI:
        return kip_recording_drives(recording, frame, KIP_LIMIT_HI)[dof];
    default:
        return NAN;
    }
}

/* -- values ---------------------------------------------------------------------------------------------- */

/* The sum of contact forces on a body, from all other bodies or only from those that cannot move. */
static KipVec3 force_on(const KipRecording *recording, const KipFrame *frame, int body, bool from_all)
{
    const KipRecordedContact *contact = recording->contact + frame->contact;
    KipVec3 sum = v3_zero();
    for (int i = 0; i < frame->ncontact; i++, contact++) {
        bool second = contact->body2 == body;
        if (!second && contact->body1 != body)
            continue;
        if (from_all || kip_supported_body(recording->model, contact->body1, contact->body2) == body)
            sum = second ? v3_add(sum, contact->force) : v3_sub(sum, contact->force);
    }
    return sum;
}

/* The mean of the points with an upward force, weighted by that force (VST). */
static KipVec3 centre_of_pressure(const KipRecording *recording, const KipFrame *frame)
{
    const KipRecordedContact *contact = recording->contact + frame->contact;
    KipVec3 sum = v3_zero();
    double upward = 0;
    for (int i = 0; i < frame->ncontact; i++, contact++) {
        int body = kip_supported_body(recording->model, contact->body1, contact->body2);
        double up = body < 0 ? 0 : contact->body2 == body ? contact->force.z : -contact->force.z;
        if (up > 0) {
            sum = v3_add_scaled(sum, up, contact->point);
            upward += up;
        }
    }
    return upward > 0 ? v3_scale(1 / upward, sum) : (KipVec3){NAN, NAN, NAN};
}

double kip_quantity_value(const KipRecording *recording, size_t frame, const KipQuantity *quantity)
{
    const KipFrame *of = &recording->frame[frame];
    const int index = quantity->index, axis = quantity->axis;
    bool is_body = quantity->kind >= KIP_QUANTITY_PLACE && quantity->kind <= KIP_QUANTITY_CONTACT;
    double value;
    if (is_body && !kip_recording_is_present(recording, frame, index))
        return NAN;
    switch (quantity->kind) {
    case KIP_QUANTITY_FRAME:
        memcpy(&value, (const char *)of + index, sizeof value);
        return value;
    case KIP_QUANTITY_COP:
        return along(centre_of_pressure(recording, of), axis);
    case KIP_QUANTITY_PLACE:
        return along(kip_recording_poses(recording, frame)[index].pos, axis);
    case KIP_QUANTITY_GROUND:
    case KIP_QUANTITY_CONTACT:
        return along(force_on(recording, of, index, quantity->kind == KIP_QUANTITY_CONTACT), axis);
    case KIP_QUANTITY_Q:
        return kip_recording_q(recording, frame)[index];
    case KIP_QUANTITY_V:
        return kip_recording_v(recording, frame)[index];
    default:
        return kip_recording_axis(recording, frame, index, quantity->kind);
    }
}

/* -- names ----------------------------------------------------------------------------------------------- */

/* A list of quantities under construction; without an array they are only counted. */
typedef struct List {
    KipQuantities *quantities;
    KipQuantity *item; /* NULL while counting */
    bool failed;
} List;

static void add(List *list, const char *name, const char *suffix, const char *unit, KipQuantityKind kind,
                int index, int axis)
{
    KipQuantities *q = list->quantities;
    int at = q->n++;
    if (!list->item)
        return;
    size_t size = strlen(name) + strlen(suffix) + 1;
    char *full = kip_arena_take(q->arena, size, 1);
    list->failed = list->failed || !full;
    if (full)
        snprintf(full, size, "%s%s", name, suffix);
    list->item[at] = (KipQuantity){full, unit, kind, index, axis};
}

static void add_axes(List *list, const char *name, const char *const suffix[3], const char *unit,
                     KipQuantityKind kind, int index)
{
    for (int k = 0; k < 3; k++)
        add(list, name, suffix[k], unit, kind, index, k);
}

static const struct {
    const char *name, *unit;
    size_t offset; /* in KipFrame */
} frame_numbers[] = {
    {"time", "s", offsetof(KipFrame, time)},
    {"com.x", "m", offsetof(KipFrame, com.x)},
    {"com.y", "m", offsetof(KipFrame, com.y)},
    {"com.z", "m", offsetof(KipFrame, com.z)},
    {"normal contact force", "N", offsetof(KipFrame, normal_force)},
    {"kinetic energy", "J", offsetof(KipFrame, energy.kinetic)},
    {"potential energy", "J", offsetof(KipFrame, energy.potential)},
    {"elastic energy", "J", offsetof(KipFrame, energy.elastic)},
};

static bool has_joint_of_its_name(const KipModel *model, int body)
{
    const KipBody *of = &model->body[body];
    const KipJoint *joint = &model->joint[of->joint];
    return of->njoint && joint->type == KIP_JOINT_FREE && strcmp(joint->name, of->name) == 0;
}

static void add_body(List *list, int body)
{
    static const char *const place[] = {".x", ".y", ".z"},
                             *const ground[] = {".ground_fx", ".ground_fy", ".ground_fz"},
                             *const contact[] = {".contact_fx", ".contact_fy", ".contact_fz"};
    const char *name = list->quantities->model->body[body].name;
    if (!has_joint_of_its_name(list->quantities->model, body)) /* whose coordinates are the place */
        add_axes(list, name, place, "m", KIP_QUANTITY_PLACE, body);
    add_axes(list, name, ground, "N", KIP_QUANTITY_GROUND, body);
    add_axes(list, name, contact, "N", KIP_QUANTITY_CONTACT, body);
}

/* The quantities of each degree of freedom of a hinge, slide or ball, with units for rotation and for translation. */
static const struct {
    const char *suffix, *turn, *way;
    KipQuantityKind kind;
} of_axis[] = {
    {"", "rad", "m", KIP_QUANTITY_ANGLE},
    {".rate", "rad/s", "m/s", KIP_QUANTITY_V},
    {".torque", "N m", "N", KIP_QUANTITY_TORQUE},
    {".target", "rad", "m", KIP_QUANTITY_TARGET},
    {".stiffness", "N m/rad", "N/m", KIP_QUANTITY_STIFFNESS},
    {".damping", "N m s/rad", "N s/m", KIP_QUANTITY_DAMPING},
    {".limit_lo", "N m", "N", KIP_QUANTITY_LIMIT_LO},
    {".limit_hi", "N m", "N", KIP_QUANTITY_LIMIT_HI},
};

static void add_axis(List *list, const KipJoint *joint, int k)
{
    static const char *const axis[] = {".x", ".y", ".z"};
    char suffix[32];
    for (size_t i = 0; i < sizeof of_axis / sizeof *of_axis; i++) {
        snprintf(suffix, sizeof suffix, "%s%s", joint->type == KIP_JOINT_BALL ? axis[k] : "",
                 of_axis[i].suffix);
        add(list, joint->name, suffix, joint->type == KIP_JOINT_SLIDE ? of_axis[i].way : of_axis[i].turn,
            of_axis[i].kind, joint->v + k, 0);
    }
}

static void add_free(List *list, const KipJoint *joint)
{
    static const char *const q[] = {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"}, *const v[] = {".vx",
                                                                                                 ".vy",
                                                                                                 ".vz",
                                                                                                 ".wx",
                                                                                                 ".wy",
                                                                                                 ".wz"};
    for (int k = 0; k < 7; k++)
        add(list, joint->name, q[k], k < 3 ? "m" : "1", KIP_QUANTITY_Q, joint->q + k, 0);
    for (int k = 0; k < 6; k++)
        add(list, joint->name, v[k], k < 3 ? "m/s" : "rad/s", KIP_QUANTITY_V, joint->v + k, 0);
}

static void add_all(List *list)
{
    const KipModel *model = list->quantities->model;
    list->quantities->n = 0;
    for (size_t i = 0; i < sizeof frame_numbers / sizeof *frame_numbers; i++)
        add(list, frame_numbers[i].name, "", frame_numbers[i].unit, KIP_QUANTITY_FRAME,
            (int)frame_numbers[i].offset, 0);
    for (int i = 0; i < KIP_WORKS; i++)
        add(list, kip_work_name(i), "", "J", KIP_QUANTITY_FRAME,
            (int)(offsetof(KipFrame, work) + (size_t)i * sizeof(double)), 0);
    add(list, "cop", ".x", "m", KIP_QUANTITY_COP, 0, 0);
    add(list, "cop", ".y", "m", KIP_QUANTITY_COP, 0, 1);
    for (int j = 0; j < model->njoint; j++)
        if (model->joint[j].type == KIP_JOINT_FREE)
            add_free(list, &model->joint[j]);
        else
            for (int k = 0; k < model->joint[j].nv; k++)
                add_axis(list, &model->joint[j], k);
    for (int i = 1; i < model->nbody; i++)
        if (kip_body_moves(model, i))
            add_body(list, i);
}

KipStatus kip_quantities_create(const KipModel *model, const KipAllocator *allocator,
                                KipQuantities **quantities, KipError *error)
{
    *quantities = NULL;
    KipArena *arena = kip_arena_create(allocator);
    KipQuantities *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        *made = (KipQuantities){.model = model, .arena = arena};
        List list = {.quantities = made};
        add_all(&list);
        list.item = kip_arena_take(arena, (size_t)made->n, sizeof *list.item);
        if (list.item)
            add_all(&list);
        made->item = list.failed ? NULL : list.item;
    }
    if (!made || !made->item) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                        "not enough memory for the names of what can be seen");
    }
    *quantities = made;
    return KIP_OK;
}

void kip_quantities_destroy(KipQuantities *quantities)
{
    if (quantities)
        kip_arena_destroy(quantities->arena);
}

static bool is_called(const char *own, const char *name, size_t length)
{
    return strlen(own) == length && memcmp(own, name, length) == 0;
}

const KipQuantity *kip_quantities_find(const KipQuantities *quantities, const char *name, size_t length)
{
    const KipQuantity *found = NULL;
    int n = 0;
    for (int i = 0; i < quantities->n; i++) {
        const KipQuantity *item = &quantities->item[i];
        const char *slash = strrchr(item->name, '/'), *part = slash ? slash + 1 : item->name;
        if (is_called(item->name, name, length))
            return item;
        if (is_called(part, name, length)) {
            found = item;
            n++;
        }
    }
    return n == 1 ? found : NULL;
}
