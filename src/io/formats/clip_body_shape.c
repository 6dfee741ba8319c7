/* Shapes and masses of a body made from a skeleton. */
#include "clip_body_parts.h"

/* -- shapes ---------------------------------------------------------------------------------------------- */

/* Radius in m for a person of 1.75 m; 0: 0.12 of the length. */
static const double radius_of[KIP_PARTS] = {
    [KIP_PART_PELVIS] = 0.085,    [KIP_PART_SPINE] = 0.09,    [KIP_PART_COLLAR] = 0.045,
    [KIP_PART_UPPER_ARM] = 0.047, [KIP_PART_FOREARM] = 0.036, [KIP_PART_HAND] = 0.02,
    [KIP_PART_THIGH] = 0.072,     [KIP_PART_SHANK] = 0.05,    [KIP_PART_NECK] = 0.05,
};

static double clip_to(double x, double lo, double hi)
{
    return fmin(fmax(x, lo), hi);
}

static void add_geom(KipFlesh *flesh, int limb, KipGeom geom)
{
    double volume;
    KipSym3 inertia;
    geom.body = limb;
    geom.friction = 0.9;
    geom.solref[0] = -1250, geom.solref[1] = -10, geom.impedance = 0.5; /* as soft as skeleton37 */
    kip_geom_solid(&geom, &volume, &inertia);
    geom.mass = volume; /* replaced by the mass below */
    flesh->limb[limb].volume += volume;
    flesh->geom[flesh->ngeom++] = geom;
}

/* Adds a capsule whose round ends reach half a radius past the joints. */
static void add_capsule(KipFlesh *flesh, const KipStretch *stretch)
{
    const KipLimb *limb = &flesh->limb[stretch->limb];
    KipVec3 way = v3_sub(stretch->to, stretch->from);
    double length = v3_length(way), r = radius_of[limb->part] * flesh->scale;
    KipVec3 d = v3_scale(1 / length, way);
    KipGeom geom = kip_geom_def();
    r = clip_to(r > 0 ? r : 0.12 * length, 0.01 * flesh->scale, 0.09 * flesh->scale);
    geom.type = KIP_GEOM_CAPSULE;
    geom.size[0] = r;
    geom.size[1] = fmax(0.5 * (length - r), 0.1 * length);
    geom.pos = v3_sub(v3_add_scaled(stretch->from, 0.5, way), limb->origin);
    geom.quat = q_normalize(d.z < -1 + 1e-12 ? quat(0, 1, 0, 0) : quat(1 + d.z, -d.y, d.x, 0));
    add_geom(flesh, stretch->limb, geom);
}

static void add_sphere(KipFlesh *flesh, int i, double radius, KipVec3 pos)
{
    KipGeom geom = kip_geom_def();
    geom.type = KIP_GEOM_SPHERE;
    geom.size[0] = radius;
    geom.pos = pos;
    add_geom(flesh, i, geom);
}

/* Adds a foot's box, from a third behind the ankle to the farthest point ahead, along that direction; straight ahead for a
 * foot without length. */
static void add_box(KipFlesh *flesh, int i)
{
    const KipLimb *limb = &flesh->limb[i];
    double s = flesh->scale, sole = limb->lowest - flesh->ground < 0.1 * s ? flesh->ground : limb->lowest;
    KipVec3 ahead = v3(limb->direction.x * limb->length, limb->direction.y * limb->length, 0);
    double length = v3_length(ahead), height = clip_to(limb->origin.z - sole, 0.02 * s, 0.05 * s);
    if (length < 0.06 * s)
        length = 0.2 * s, ahead = v3(1, 0, 0);
    else
        ahead = v3_scale(1 / length, ahead);
    KipGeom geom = kip_geom_def();
    geom.type = KIP_GEOM_BOX;
    geom.size[0] = length * (2.0 / 3), geom.size[1] = clip_to(length * 0.23, 0.02 * s, 0.05 * s);
    geom.size[2] = 0.5 * height;
    geom.pos = v3_scale(length * (1.0 / 3), ahead);
    geom.pos.z = sole + 0.5 * height - limb->origin.z;
    geom.quat = q_normalize(ahead.x < -1 + 1e-12 ? quat(0, 0, 0, 1) : quat(1 + ahead.x, 0, 0, ahead.y));
    add_geom(flesh, i, geom);
}

/* -- masses ---------------------------------------------------------------------------------------------- */

/* Fractions of the total mass, for limbs of each side. Spine and collar bones share Winter's trunk without pelvis. */
static const double fraction_of[KIP_PARTS] = {
    [KIP_PART_PELVIS] = 0.142,    [KIP_PART_SPINE] = 0.335,   [KIP_PART_COLLAR] = 0.01,
    [KIP_PART_UPPER_ARM] = 0.028, [KIP_PART_FOREARM] = 0.016, [KIP_PART_HAND] = 0.006,
    [KIP_PART_THIGH] = 0.1,       [KIP_PART_SHANK] = 0.0465,  [KIP_PART_FOOT] = 0.0145,
    [KIP_PART_NECK] = 0.021,      [KIP_PART_HEAD] = 0.06,
};

static bool is_sided(KipPart part)
{
    return part >= KIP_PART_COLLAR && part <= KIP_PART_FOOT;
}

static void weigh(KipFlesh *flesh, double mass)
{
    double volume[KIP_PARTS][3] = {{0}}, all = 0, sum = 0;
    for (int i = 0; i < flesh->nlimb; i++) {
        const KipLimb *limb = &flesh->limb[i];
        volume[limb->part][is_sided(limb->part) ? limb->side + 1 : 1] += limb->volume;
        all += limb->volume;
    }
    for (int i = 0; i < flesh->nlimb; i++) {
        KipLimb *limb = &flesh->limb[i];
        bool sided = is_sided(limb->part);
        double fraction = fraction_of[limb->part] * (sided && limb->side == 0 ? 2 : 1);
        double of = volume[limb->part][sided ? limb->side + 1 : 1];
        limb->mass = limb->part == KIP_PART_OTHER ? limb->volume / all : fraction * limb->volume / of;
        sum += limb->mass;
    }
    for (int i = 0; i < flesh->nlimb; i++)
        flesh->limb[i].mass *= mass / sum;
    for (int g = 0; g < flesh->ngeom; g++)
        flesh->geom[g].mass *=
            flesh->limb[flesh->geom[g].body].mass / flesh->limb[flesh->geom[g].body].volume;
}

KipStatus kip_flesh_shapes(KipFlesh *flesh, double mass, KipError *error)
{
    double s = flesh->scale;
    flesh->geom = kip_arena_take(flesh->arena, (size_t)(flesh->nstretch + flesh->nlimb), sizeof *flesh->geom);
    if (!flesh->geom)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    for (int k = 0; k < flesh->nstretch; k++) {
        const KipLimb *limb = &flesh->limb[flesh->stretch[k].limb];
        if (!limb->is_foot && limb->part != KIP_PART_HEAD)
            add_capsule(flesh, &flesh->stretch[k]);
    }
    for (int i = 0; i < flesh->nlimb; i++) {
        const KipLimb *limb = &flesh->limb[i];
        if (limb->is_foot)
            add_box(flesh, i);
        else if (limb->part == KIP_PART_HEAD)
            add_sphere(flesh, i, 0.095 * s, v3_scale(fmax(0.5 * limb->length, 0.07 * s), limb->direction));
        else if (limb->volume == 0)
            add_sphere(flesh, i, 0.03 * s, v3_zero());
    }
    weigh(flesh, mass);
    return KIP_OK;
}

/* -- nearness -------------------------------------------------------------------------------------------- */

/* The axis segment of a shape, which has rounded ends; returns the radius. */
static double line_of(const KipFlesh *flesh, const KipGeom *geom, KipVec3 *a, KipVec3 *b)
{
    KipVec3 centre = v3_add(flesh->limb[geom->body].origin, geom->pos), half = v3_zero();
    double radius = geom->size[0];
    if (geom->type == KIP_GEOM_CAPSULE)
        half = q_rotate(geom->quat, v3(0, 0, geom->size[1]));
    else if (geom->type == KIP_GEOM_BOX)
        half = q_rotate(geom->quat, v3(geom->size[0] - geom->size[1], 0, 0)), radius = geom->size[1];
    *a = v3_sub(centre, half), *b = v3_add(centre, half);
    return radius;
}

static double from_line(KipVec3 p, KipVec3 a, KipVec3 b)
{
    KipVec3 way = v3_sub(b, a);
    double square = v3_dot(way, way);
    double t = square > 0 ? clip_to(v3_dot(v3_sub(p, a), way) / square, 0, 1) : 0;
    return v3_length(v3_sub(p, v3_add_scaled(a, t, way)));
}

bool kip_flesh_touches(const KipFlesh *flesh, int a, int b, double gap)
{
    enum { POINTS = 16 }; /* samples on one segment, each against the whole other */
    for (int g = 0; g < flesh->ngeom; g++) {
        KipVec3 from, to, from2, to2;
        if (flesh->geom[g].body != a)
            continue;
        double r = line_of(flesh, &flesh->geom[g], &from, &to);
        for (int h = 0; h < flesh->ngeom; h++) {
            if (flesh->geom[h].body != b)
                continue;
            double r2 = line_of(flesh, &flesh->geom[h], &from2, &to2);
            for (int k = 0; k <= POINTS; k++) {
                KipVec3 p = v3_add_scaled(from, k / (double)POINTS, v3_sub(to, from));
                if (from_line(p, from2, to2) < r + r2 + gap)
                    return true;
            }
        }
    }
    return false;
}
