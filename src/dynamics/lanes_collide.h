/* Where geoms meet in lanes: a part of lanes.c. Of worlds in which a pair is not near, and where a segment enters a core, what
 * comes out is not used. */
#ifndef KIP_DYNAMICS_LANES_COLLIDE_H
#define KIP_DYNAMICS_LANES_COLLIDE_H

/* A geom with its pose. */
typedef struct LaneSolid {
    KipMat3 R;
    KipVec3 p;
    int64_t look; /* the detection for which it is so */
} LaneSolid;

/* What a slot has of a touch, from its point on. */
typedef struct LaneTouch {
    KipVec3 point, normal;
    Real depth, share;
} LaneTouch;

/* As kip_solid. */
static const LaneSolid *solid_of(KipLanes *lanes, int g)
{
    LaneSolid *solid = lanes->solid + g;
    const LaneWorlds *of = &lanes->of;
    const WorldPose *pose = lanes->d.world + lanes->d.model->geom[g].body;
    const double *place = of->place + g * of->place_size;
    OneMat3 R;
    OneVec3 p;
    if (solid->look == of->look)
        return solid;
    memcpy(&R, place, sizeof R);
    memcpy(&p, place + 9, sizeof p);
    solid->R = m3_mul(pose->R, m3_all(&R));
    solid->p = v3_add(pose->p, m3_apply(pose->R, v3_all(p)));
    solid->look = of->look;
    return solid;
}

static inline KipVec3 axis_of(const LaneSolid *solid)
{
    return v3(solid->R.xz, solid->R.yz, solid->R.zz);
}

/* A touch of a feature into the slots of those `which` have it. */
static void note_touch(KipLanes *lanes, const LanePair *pair, LaneTouches *touches, int feature, Truth which,
                       const LaneTouch *touch)
{
    double *to[MOST_LANES];
    for (int l = 0; l < LANES; l++) {
        to[l] = which[l] ? pair->point[l] + feature * lanes->of.slot_size : lanes->of.none;
        touches->features[l] |= which[l] ? 1u << feature : 0;
    }
    touches->any = true;
    store(touch, to, 0, NUMBERS(LaneTouch));
}

/* -- on a plane ------------------------------------------------------------------------------------------ */

/* As on_plane of collide.c. */
static void touch_plane(KipLanes *lanes, const LanePair *pair, LaneTouches *touches, KipVec3 normal,
                        Real offset, KipVec3 centre, double radius, int feature)
{
    const Real depth = radius + offset - v3_dot(normal, centre);
    const Truth which = (depth > real(0)) & truths(pair->is_near);
    if (!truth_any(which))
        return;
    const LaneTouch touch = {v3_add_scaled(centre, real(-radius), normal), normal, depth, real(1)};
    note_touch(lanes, pair, touches, feature, which, &touch);
}

static void collide_plane(KipLanes *lanes, const LanePair *pair, LaneTouches *touches)
{
    const KipGeom *geom = lanes->d.model->geom + pair->geom2;
    const LaneSolid *a = solid_of(lanes, pair->geom1), *b = solid_of(lanes, pair->geom2);
    const double *s = geom->size, none = 0;
    const KipVec3 normal = axis_of(a);
    const Real offset = v3_dot(normal, a->p);
    const int n = geom->type == KIP_GEOM_SPHERE ? 1 : geom->type == KIP_GEOM_CAPSULE ? 2 : 8;
    for (int k = 0; k < n; k++) {
        KipVec3 centre = b->p;
        if (n == 2)
            centre = v3_add(b->p, m3_apply(b->R, v3(real(0), real(0), real(k ? s[1] : -s[1]))));
        else if (n == 8)
            centre = v3_add(b->p, m3_apply(b->R, v3(real(k & 1 ? s[0] : -s[0]), real(k & 2 ? s[1] : -s[1]),
                                                    real(k & 4 ? s[2] : -s[2]))));
        touch_plane(lanes, pair, touches, normal, offset, centre, n == 8 ? none : s[0], k);
    }
}

/* -- a capsule on a box or another one ------------------------------------------------------------------------ */

/* What a capsule meets: a box, or a segment with a radius; and the capsule in its frame. */
typedef struct LaneRod {
    const LaneSolid *b;
    const KipGeom *geom;
    double core[3], round;
    KipVec3 p, axis;
    double half, radius;
} LaneRod;

/* Of a sphere; share of one, as touch_at of collide.c. Normals are outward. */
static void touch_sphere(KipLanes *lanes, const LanePair *pair, LaneTouches *touches, KipVec3 centre,
                         double radius, Real distance, KipVec3 out, Real share, int feature, Truth which)
{
    const Real depth = radius - distance;
    which &= depth > real(0);
    if (!truth_any(which))
        return;
    const LaneTouch touch = {v3_add_scaled(centre, -0.5 * (radius + distance), out), v3_neg(out), depth,
                             share};
    note_touch(lanes, pair, touches, feature, which, &touch);
}

/* The face of a box by which a point outside is beyond it, as in collide_nearest.c. */
static Whole face_of(const LaneRod *rod, KipVec3 p, Whole kept)
{
    const double *h = rod->core;
    const Real excess[6] = {-p.x - h[0], p.x - h[0], -p.y - h[1], p.y - h[1], -p.z - h[2], p.z - h[2]};
    Whole face = whole_if(kept == whole_all(-1), whole_all(0), kept);
    Real most = excess[0];
    for (int f = 1; f < 6; f++)
        most = real_if(face == whole_all(f), excess[f], most);
    for (int f = 0; f < 6; f++) {
        const Truth more = excess[f] > most;
        face = whole_if(more, whole_all(f), face);
        most = real_if(more, excess[f], most);
    }
    return face;
}

static void set_face(LaneTouches *touches, int feature, Whole face)
{
    memcpy(touches->face[feature], &face, sizeof face);
}

/* The sphere at an end. */
static void touch_end(KipLanes *lanes, const LanePair *pair, LaneTouches *touches, const LaneRod *rod,
                      double t, int feature, Truth which, Truth *inside)
{
    const KipVec3 p = v3_add_scaled(rod->p, real(t), rod->axis), out = out_of(rod->core, p);
    const Real length = v3_length(out), distance = length - rod->round;
    *inside |= which & truth_not(length > real(0));
    which &= (distance < real(rod->radius)) & ~*inside;
    if (!truth_any(which))
        return;
    if (rod->geom->type == KIP_GEOM_BOX)
        set_face(touches, feature, face_of(rod, p, truths(touches->face[feature])));
    touch_sphere(lanes, pair, touches, v3_add(rod->b->p, m3_apply(rod->b->R, p)), rod->radius, distance,
                 m3_apply(rod->b->R, v3_scale(1 / length, out)), real(1), feature, which);
}

/* Adds the part from one kink to the next of the integrals of collide_parts.h. */
static void add_load(const LaneRod *rod, Real middle, Real from, Real to, Truth which, KipVec3 *sum,
                     KipVec3 *moment, Truth *inside)
{
    const Real half = 0.5 * (to - from);
    const double reach = rod->radius + rod->round;
    for (int k = 0; k < GAUSS; k++) {
        const Real t = 0.5 * (from + to) + half * gauss_at[k];
        const KipVec3 out = out_of(rod->core, v3_add_scaled(rod->p, t, rod->axis));
        const Real length = v3_length(out), weight = half * gauss_weight[k] * ((reach - length) / length);
        *inside |= which & truth_not(length > real(0));
        *sum = v3_if(which, v3_add_scaled(*sum, weight, out), *sum);
        *moment = v3_if(which, v3_add_scaled(*moment, weight * (t - middle), out), *moment);
    }
}

/* The breaks within the span, in order; those outside are at its end. */
static void sort_breaks(const Profile *profile, Real from, Real to, Real at[6])
{
    for (int i = 0; i < profile->nbreak; i++) {
        const Real own = profile->at[i];
        Real later = real_if((own > from) & (own < to), own, to);
        for (int k = 0; k < i; k++) {
            const Real was = at[k];
            const Truth before = later < was;
            at[k] = real_if(before, later, was), later = real_if(before, was, later);
        }
        at[i] = later;
    }
}

/* The bed along the segment. */
static void touch_bed(KipLanes *lanes, const LanePair *pair, LaneTouches *touches, const LaneRod *rod,
                      const Profile *profile, Real from, Real to, Truth which, Truth *inside)
{
    static const double gauss = 0.28867513459481288225; /* 1 / (2 sqrt 3) */
    const Real length = to - from, middle = 0.5 * (from + to);
    const KipVec3 centre = v3_add_scaled(rod->p, middle, rod->axis);
    const bool box = rod->geom->type == KIP_GEOM_BOX;
    const double bed = !box && rod->round < rod->radius ? rod->round : rod->radius;
    KipVec3 sum = v3_zero(), moment = v3_zero();
    Real at[6], last = from;
    which &= length > real(0);
    if (!truth_any(which))
        return;
    sort_breaks(profile, from, to, at);
    for (int i = 0; i <= profile->nbreak; i++) {
        const Real next = i < profile->nbreak ? at[i] : to;
        const Truth some = which & (last < next);
        if (truth_any(some))
            add_load(rod, middle, last, next, some, &sum, &moment, inside);
        last = next;
    }
    Whole face = whole_all(-1);
    if (box) {
        const KipVec3 out = out_of(rod->core, centre);
        *inside |= which & truth_not(v3_dot(out, out) > real(0));
        const Whole one = truths(touches->face[2]), other = truths(touches->face[3]);
        face = face_of(rod, centre, whole_if(one == whole_all(-1), other, one));
    }
    which &= ~*inside;
    for (int k = 0; k < 2; k++) {
        const Real t = (k ? gauss : -gauss) * length;
        const KipVec3 f = v3_add_scaled(v3_scale(real(0.5), sum), 0.5 / t, moment),
                      p = v3_add(rod->b->p, m3_apply(rod->b->R, v3_add_scaled(centre, t, rod->axis)));
        const Real force = v3_length(f);
        const Truth pressed = which & (force > real(0));
        set_face(touches, 2 + k, face);
        touch_sphere(lanes, pair, touches, p, rod->radius, rod->radius - 2 * force / length,
                     m3_apply(rod->b->R, v3_scale(1 / force, f)), length / (4 * bed), 2 + k, pressed);
    }
}

/* As touch_capsule of collide.c, but for what is inside of a box or on a capsule's segment. */
static void collide_capsule(KipLanes *lanes, const LanePair *pair, LaneTouches *touches)
{
    const KipGeom *geom = lanes->d.model->geom + pair->geom1, *other = lanes->d.model->geom + pair->geom2;
    const LaneSolid *a = solid_of(lanes, pair->geom1), *b = solid_of(lanes, pair->geom2);
    const bool box = other->type == KIP_GEOM_BOX;
    const double radius = geom->size[0], half = geom->size[1], round = box ? 0 : other->size[0],
                 reach = radius + round;
    LaneRod rod = {.b = b, .geom = other, .round = round, .half = half, .radius = radius};
    rod.core[0] = box ? other->size[0] : 0, rod.core[1] = box ? other->size[1] : 0;
    rod.core[2] = box ? other->size[2] : other->size[1];
    rod.p = m3_apply_t(b->R, v3_sub(a->p, b->p)), rod.axis = m3_apply_t(b->R, axis_of(a));
    const Truth may =
        truth_and(truths(pair->is_near), truth_not(clear_of(other, rod.p, rod.axis, half, radius)));
    if (!truth_any(may))
        return;
    Profile profile;
    Real from, back;
    Truth inside = {0};
    profile_of(other, rod.p, rod.axis, &profile);
    const Truth within = first_reach(&profile, 1, half, reach * reach, may, &from);
    if (!truth_any(within))
        return;
    const Truth returns = first_reach(&profile, -1, half, reach * reach, within, &back);
    const Real to = real_if(returns, -back, from);
    const Truth at_from = within & (from <= real(-half)), at_to = within & (to >= real(half));
    if (truth_any(at_from))
        touch_end(lanes, pair, touches, &rod, -half, 0, at_from, &inside);
    if (truth_any(at_to) && half > 0)
        touch_end(lanes, pair, touches, &rod, half, 1, at_to, &inside);
    touch_bed(lanes, pair, touches, &rod, &profile, from, to, within, &inside);
    memcpy(touches->inside, &inside, sizeof inside);
    touches->any |= truth_any(inside);
}

static void lanes_collide(KipLanes *lanes, const LanePair *pair, LaneTouches *touches)
{
    touches->any = false;
    memset(touches->features, 0, sizeof touches->features);
    memset(touches->inside, 0, sizeof touches->inside);
    if (lanes->d.model->geom[pair->geom1].type == KIP_GEOM_PLANE)
        collide_plane(lanes, pair, touches);
    else
        collide_capsule(lanes, pair, touches);
}

#endif
