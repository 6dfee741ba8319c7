/* Makes a model from a skeleton, with its limbs and shapes. clip_body.h states every choice. */
#include "clip_body.h"

#include <stdio.h>
#include <string.h>

#include "../../dynamics/scalar.h"
#include "clip_body_parts.h"
#include "clip_parts.h"

static const KipVec3 unit[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* -- joints ---------------------------------------------------------------------------------------------- */

/* The joint between a part and its parent: limits in degrees about x, y, z, and strength in N m for a person of 75 kg. */
typedef struct Joint {
    double lo[3], hi[3], strength;
} Joint;

static const Joint joints[KIP_PARTS] = {
    [KIP_PART_OTHER] = {{-90, -90, -90}, {90, 90, 90}, 40},
    [KIP_PART_PELVIS] = {{-40, -40, -40}, {40, 40, 40}, 200},
    [KIP_PART_SPINE] = {{-40, -40, -40}, {40, 40, 40}, 200},
    [KIP_PART_COLLAR] = {{-25, -25, -25}, {25, 25, 25}, 80},
    [KIP_PART_UPPER_ARM] = {{-100, -120, -100}, {100, 120, 100}, 80},
    [KIP_PART_FOREARM] = {{-90, -90, -90}, {90, 90, 90}, 60},
    [KIP_PART_HAND] = {{-80, -80, -80}, {80, 80, 80}, 12},
    [KIP_PART_THIGH] = {{-50, -120, -50}, {50, 45, 50}, 250},
    [KIP_PART_SHANK] = {{-90, -90, -90}, {90, 90, 90}, 250},
    [KIP_PART_FOOT] = {{-25, -30, -25}, {25, 50, 25}, 150},
    [KIP_PART_NECK] = {{-50, -50, -50}, {50, 50, 50}, 30},
    [KIP_PART_HEAD] = {{-50, -50, -50}, {50, 50, 50}, 30},
};

/* A model under construction. */
typedef struct Work {
    KipFlesh flesh;
    KipBuilder *builder;
    double mass;
    int first_body; /* the body of limb 0 */
    bool no_memory;
} Work;

/* Adds a hinge; lo and hi are in rad. */
static void add_hinge(Work *work, int i, const char *suffix, KipVec3 axis, double lo, double hi)
{
    const KipLimb *limb = &work->flesh.limb[i];
    KipJoint hinge = kip_joint_def();
    KipMotor motor = kip_motor_def();
    double strength = joints[limb->part].strength * work->mass / 75;
    char *name = kip_arena_take(work->flesh.arena, strlen(limb->name) + 8, 1);
    work->no_memory = work->no_memory || !name;
    if (!name)
        return;
    strcat(strcpy(name, limb->name), suffix);
    hinge.name = name, hinge.body = work->first_body + i;
    hinge.axis = axis;
    hinge.limited = true, hinge.range[0] = lo, hinge.range[1] = hi;
    hinge.damping = 0.006 * strength;
    hinge.armature =
        4e-5 * strength; /* light limbs about their length would spin up when crushed by a fall */
    hinge.strength[0] = -strength, hinge.strength[1] = strength;
    motor.name = name, motor.joint = kip_builder_joint(work->builder, &hinge);
    motor.gear = strength;
    motor.ctrlrange[0] = -1, motor.ctrlrange[1] = 1;
    kip_builder_motor(work->builder, &motor);
}

/* The hinge axis about which v turns towards `to`, or towards `else_to` where u is along that; where v is bent against u
 * already, the axis of that bend. Unit, at right angles to u. */
static KipVec3 flexion_axis(KipVec3 u, KipVec3 v, KipVec3 to, KipVec3 else_to)
{
    KipVec3 axis = v3_cross(u, v);
    if (v3_length(axis) < 0.26) /* sin 15 degrees */
        axis = v3_cross(u, to);
    if (v3_length(axis) < 0.26)
        axis = v3_cross(u, else_to);
    return v3_scale(1 / v3_length(axis), axis);
}

/* The axis of a bone that the clip turns about only one, unit; false where it turns about more. */
static bool own_axis(const KipClip *clip, const KipBone *bone, KipVec3 *axis)
{
    int n = 0;
    for (int k = 0; k < bone->nchannel; k++)
        if (bone->channel[k] >= KIP_TURNS_X && bone->channel[k] <= KIP_TURNS_Z) {
            KipVec3 about = q_rotate(bone->axes, unit[bone->channel[k] - KIP_TURNS_X]);
            *axis = kip_clip_to_kip(clip, v3_scale(1 / v3_length(about), about));
            n++;
        }
    return n == 1;
}

static bool is_knee_or_elbow(const KipFlesh *flesh, const KipLimb *limb)
{
    KipPart above = flesh->limb[limb->parent].part;
    return (limb->part == KIP_PART_SHANK && above == KIP_PART_THIGH) ||
           (limb->part == KIP_PART_FOREARM && above == KIP_PART_UPPER_ARM);
}

/* The coordinate axis nearest to a direction: 0 x, 1 y, 2 z. */
static int nearest_axis(KipVec3 d)
{
    if (fabs(d.x) > fabs(d.y) && fabs(d.x) > fabs(d.z))
        return 0;
    return fabs(d.y) > fabs(d.z) ? 1 : 2;
}

static void add_joints(Work *work, int i)
{
    static const char *const suffix[] = {"_x", "_y", "_z"};
    static const int order[][3] = {{1, 0, 2}, {0, 1, 2}, {1, 2, 0}}; /* by the axis of twist */
    static const double most_twist = 70, likely = 0.26;              /* cos 75 degrees */
    const KipFlesh *flesh = &work->flesh;
    const KipLimb *limb = &flesh->limb[i];
    KipVec3 u = v3_sub(limb->origin, flesh->limb[limb->parent].origin), v = limb->direction;
    if (is_knee_or_elbow(flesh, limb) && v3_length(u) > 0) {
        double way = limb->part == KIP_PART_SHANK ? -1 : 1;
        u = v3_scale(1 / v3_length(u), u);
        KipVec3 about = flexion_axis(u, v, v3(way, 0, 0), v3(0, 0, way)), own;
        if (own_axis(flesh->clip, &flesh->clip->bone[limb->bone], &own) && fabs(v3_dot(own, about)) > likely)
            about = v3_dot(own, about) < 0 ? v3_neg(own) : own;
        double rest =
            kip_atan2(v3_dot(about, v3_cross(u, v)), v3_dot(u, v) - v3_dot(u, about) * v3_dot(v, about));
        add_hinge(work, i, "_flex", about, fmin(0, -rest), fmax(0, 150 * KIP_DEGREE - rest));
        return;
    }
    int twist = nearest_axis(v);
    for (int k = 0; k < 3; k++) {
        int a = order[twist][k];
        double lo = joints[limb->part].lo[a], hi = joints[limb->part].hi[a];
        if (a == twist)
            lo = fmax(lo, -most_twist), hi = fmin(hi, most_twist);
        add_hinge(work, i, suffix[a], unit[a], lo * KIP_DEGREE, hi * KIP_DEGREE);
    }
}

/* Adds a root's free joint, NAME_free. */
static void add_free(Work *work, int i)
{
    const char *of = work->flesh.limb[i].name;
    KipJoint joint = kip_joint_def();
    char *name = kip_arena_take(work->flesh.arena, strlen(of) + 8, 1);
    work->no_memory = work->no_memory || !name;
    if (!name)
        return;
    strcat(strcpy(name, of), "_free");
    joint.name = name, joint.body = work->first_body + i;
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(work->builder, &joint);
}

/* -- the model ------------------------------------------------------------------------------------------- */

/* The lowest point of origins and shapes at rest. */
static double lowest_point(const KipFlesh *flesh)
{
    double lowest = HUGE_VAL;
    for (int g = 0; g < flesh->ngeom; g++) {
        const KipGeom *geom = &flesh->geom[g];
        double reach = geom->size[0];
        if (geom->type == KIP_GEOM_CAPSULE)
            reach += fabs(q_rotate(geom->quat, v3(0, 0, geom->size[1])).z);
        else if (geom->type == KIP_GEOM_BOX)
            reach = geom->size[2]; /* level */
        lowest = fmin(lowest, flesh->limb[geom->body].origin.z + geom->pos.z - reach);
    }
    return lowest;
}

static void add_ground(Work *work)
{
    KipGeom ground = kip_geom_def();
    ground.name = "ground", ground.body = 0;
    ground.type = KIP_GEOM_PLANE;
    ground.size[0] = ground.size[1] = 20, ground.size[2] = 0.1;
    ground.rgba[0] = 0.84F, ground.rgba[1] = 0.86F, ground.rgba[2] = 0.84F;
    kip_builder_geom(work->builder, &ground);
}

static void paint(KipGeom *geom, KipPart part)
{
    static const float shirt[] = {0.29F, 0.49F, 0.67F}, skin[] = {0.88F, 0.74F, 0.62F},
                       shoe[] = {0.2F, 0.2F, 0.22F};
    const float *colour = part == KIP_PART_FOOT                                ? shoe
                          : part >= KIP_PART_PELVIS && part <= KIP_PART_COLLAR ? shirt
                                                                               : skin;
    memcpy(geom->rgba, colour, sizeof shirt);
}

static void add_limbs(Work *work)
{
    const KipFlesh *flesh = &work->flesh;
    KipVec3 below = v3(flesh->limb[0].origin.x, flesh->limb[0].origin.y, lowest_point(flesh));
    for (int i = 0; i < flesh->nlimb; i++) {
        const KipLimb *limb = &flesh->limb[i];
        KipBody body = kip_body_def();
        body.name = limb->name;
        body.parent = limb->parent < 0 ? 0 : work->first_body + limb->parent;
        body.pos = v3_sub(limb->origin, limb->parent < 0 ? below : flesh->limb[limb->parent].origin);
        body.mass_from_geoms = true;
        int index = kip_builder_body(work->builder, &body);
        if (i == 0)
            work->first_body = index;
    }
    for (int i = 0; i < flesh->nlimb; i++)
        if (flesh->limb[i].parent < 0)
            add_free(work, i);
        else
            add_joints(work, i);
    for (int g = 0; g < flesh->ngeom; g++) {
        KipGeom geom = flesh->geom[g];
        paint(&geom, flesh->limb[geom.body].part);
        geom.body += work->first_body;
        kip_builder_geom(work->builder, &geom);
    }
}

static void add_excludes(Work *work)
{
    const KipFlesh *flesh = &work->flesh;
    for (int i = 0; i < flesh->nlimb; i++)
        for (int k = i + 1; k < flesh->nlimb; k++)
            if (flesh->limb[k].parent != i && kip_flesh_touches(flesh, i, k, 0.01 * flesh->scale))
                kip_builder_exclude(work->builder, work->first_body + i, work->first_body + k);
}

/* Adds a custom text of the names of feet, or of hands; none where there are none. */
static void add_names(Work *work, const char *what, bool feet)
{
    const KipFlesh *flesh = &work->flesh;
    size_t size = 1;
    for (int i = 0; i < flesh->nlimb; i++)
        size += strlen(flesh->limb[i].name) + 1;
    char *text = kip_arena_take(flesh->arena, size, 1);
    work->no_memory = work->no_memory || !text;
    for (int i = 0; i < flesh->nlimb && text; i++) {
        const KipLimb *limb = &flesh->limb[i];
        bool hand = limb->part == KIP_PART_HAND && !limb->is_foot &&
                    (limb->parent < 0 || flesh->limb[limb->parent].part != KIP_PART_HAND);
        if (feet ? limb->is_foot : hand)
            strcat(strcat(text, *text ? " " : ""), limb->name);
    }
    if (text && *text)
        kip_builder_text(work->builder, what, text, kip_nowhere());
}

static KipStatus build(Work *work, KipModel **model, KipError *error)
{
    static const double limit_spring[] = {12.5, 0.5};
    work->builder = kip_builder_create(NULL);
    if (!work->builder)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    kip_builder_name(work->builder, work->flesh.clip->name);
    kip_builder_option(work->builder, v3(0, 0, -9.81), 1e-3);
    kip_builder_number(work->builder, "limit_spring", limit_spring, 2, kip_nowhere());
    add_ground(work);
    add_limbs(work);
    add_excludes(work);
    add_names(work, "feet", true);
    add_names(work, "hands", false);
    if (work->no_memory) {
        kip_builder_destroy(work->builder);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    }
    kip_builder_key(work->builder, "stand", 0, work->first_body, NULL, 0, NULL, 0, kip_nowhere());
    return kip_builder_finish(work->builder, model, error);
}

KipStatus kip_clip_body(const KipClip *clip, double mass, KipModel **model, KipError *error)
{
    *model = NULL;
    Work work = {.flesh = {.clip = clip}};
    if (!(mass >= 0 && mass < HUGE_VAL))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a mass of %g kg makes no body; 0 is for one that suits it", mass);
    if (clip->nbone == 0)
        return kip_fail(error, KIP_BAD_INPUT, (KipPlace){clip->name, 0, 0}, "the skeleton has no bones");
    work.flesh.arena = kip_arena_create(NULL);
    if (!work.flesh.arena)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    KipStatus status = kip_flesh_limbs(&work.flesh, error);
    double size = 1.75 * work.flesh.scale;
    work.mass = mass > 0 ? mass : 22 * size * size;
    if (status == KIP_OK)
        status = kip_flesh_shapes(&work.flesh, work.mass, error);
    if (status == KIP_OK)
        status = build(&work, model, error);
    kip_arena_destroy(work.flesh.arena);
    return status;
}
