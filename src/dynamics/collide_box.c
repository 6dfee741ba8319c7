/* Where two boxes meet.
 *
 * Depth and normal. Moving b along a unit vector n by their overlap o(n), the sum of the extents of both along
 * n less the distance of the centres, separates them. The vectors that do not separate them form a
 * convex body; its faces are, by the separating axis theorem, among the 15 rows n . z <= o of the face
 * normals of both and the cross products of their edges. Shrunk by a small `round` it is the core. If the
 * origin is outside of the core, at the distance |z| from its nearest point z, the normal is opposite to z and
 * the depth is round - |z|; if it is inside, the remembered row determines both. So faces meet with their overlap as depth
 * and with their own normal, whereas edges and corners act as if rounded: over a nosing and over the
 * seam of two boxes the normal changes continuously, and the depth does not depend on the history.
 *
 * Position: the four touches of the region in which they overlap (collide_region.c), whose surfaces consist of
 * faces of both. */
#include "collide_parts.h"

enum { FACES = 6, ROWS = 15, POLYGON = 28 };

/* -- rows ------------------------------------------------------------------------------------------------ */

typedef struct Boxes {
    const double *h[2]; /* half lengths of a, b */
    KipVec3 p[2];
    KipVec3 axis[2][3]; /* world */
    KipVec3 between;    /* from a's centre to b's */
    int nrow;
    int name[ROWS];    /* 0 to 2 a's axes, 3 to 5 b's, 6 + 3 i + j a's i across b's j */
    KipVec3 row[ROWS]; /* from a to b */
    bool back[ROWS];   /* the row is the negative of the named one */
    double over[ROWS];
} Boxes;

void kip_solid_axes(const Solid *s, KipVec3 axis[3])
{
    axis[0] = v3(s->R.xx, s->R.yx, s->R.zx);
    axis[1] = v3(s->R.xy, s->R.yy, s->R.zy);
    axis[2] = v3(s->R.xz, s->R.yz, s->R.zz);
}

static double extent(const double *h, const KipVec3 axis[3], KipVec3 n)
{
    return h[0] * fabs(v3_dot(axis[0], n)) + h[1] * fabs(v3_dot(axis[1], n)) +
           h[2] * fabs(v3_dot(axis[2], n));
}

/* Adds the row of a unit vector; false where it separates the boxes. */
static bool add_row(Boxes *boxes, int name, KipVec3 n)
{
    double along = v3_dot(boxes->between, n);
    int k = boxes->nrow++;
    boxes->name[k] = name;
    boxes->back[k] = along < 0;
    boxes->row[k] = along < 0 ? v3_neg(n) : n;
    boxes->over[k] =
        extent(boxes->h[0], boxes->axis[0], n) + extent(boxes->h[1], boxes->axis[1], n) - fabs(along);
    return boxes->over[k] > 0;
}

/* Adds all rows; false where one separates the boxes. Parallel edges have no cross product and need none. */
static bool overlap(Boxes *boxes)
{
    for (int k = 0; k < FACES; k++)
        if (!add_row(boxes, k, boxes->axis[k / 3][k % 3]))
            return false;
    for (int k = 0; k < 9; k++) {
        KipVec3 n = v3_cross(boxes->axis[0][k / 3], boxes->axis[1][k % 3]);
        double length2 = v3_dot(n, n);
        if (length2 > 1e-12 && !add_row(boxes, FACES + k, v3_scale(1 / sqrt(length2), n)))
            return false;
    }
    return true;
}

/* -- depth and normal ------------------------------------------------------------------------------------ */

typedef struct Push {
    KipVec3 normal;
    double depth;
    int face; /* the row kept inside of the core: twice its name, plus 1 if negated */
} Push;

/* Keeps w = sum weight row as the farthest of the points considered, if no weight is negative. */
static void consider(KipVec3 w, const double *weight, int n, KipVec3 *farthest)
{
    for (int i = 0; i < n; i++)
        if (!(weight[i] >= 0))
            return;
    if (v3_dot(w, w) > v3_dot(*farthest, *farthest))
        *farthest = w;
}

/* The w nearest to zero with n_k . w >= c_k for all k, c_k > 0 (w = -z). It is the nearest point to zero of the
 * intersection of one, two or three of the planes n . w = c, combined from their normals with nonnegative weights; of all
 * such points of subsets it is the farthest (weak duality), so that no other test is needed. */
static KipVec3 farthest_foot(const KipVec3 *n, const double *c, int count)
{
    KipVec3 farthest = v3_zero();
    for (int i = 0; i < count; i++) {
        consider(v3_scale(c[i], n[i]), c + i, 1, &farthest);
        for (int j = 0; j < i; j++) {
            double g = v3_dot(n[i], n[j]), d = 1 - g * g, two[2];
            if (!(d > 1e-9))
                continue;
            two[0] = (c[i] - g * c[j]) / d;
            two[1] = (c[j] - g * c[i]) / d;
            consider(v3_add(v3_scale(two[0], n[i]), v3_scale(two[1], n[j])), two, 2, &farthest);
            for (int k = 0; k < j; k++) { /* three planes: their corner w, its weights by Cramer's rule */
                KipVec3 jk = v3_cross(n[j], n[k]), ki = v3_cross(n[k], n[i]), ij = v3_cross(n[i], n[j]), w;
                double volume = v3_dot(n[i], jk), three[3];
                if (!(volume * volume > 1e-9))
                    continue;
                w = v3_add(v3_scale(c[i], jk), v3_add(v3_scale(c[j], ki), v3_scale(c[k], ij)));
                w = v3_scale(1 / volume, w);
                three[0] = v3_dot(w, jk) / volume;
                three[1] = v3_dot(w, ki) / volume;
                three[2] = v3_dot(w, ij) / volume;
                consider(w, three, 3, &farthest);
            }
        }
    }
    return farthest;
}

static int row_face(const Boxes *boxes, int k)
{
    return 2 * boxes->name[k] + boxes->back[k];
}

/* Reverses the direction of a row. */
static void turn_row(Boxes *boxes, int k)
{
    boxes->over[k] += 2 * fabs(v3_dot(boxes->between, boxes->row[k]));
    boxes->row[k] = v3_neg(boxes->row[k]);
    boxes->back[k] = !boxes->back[k];
}

/* Inside of the core: depth and normal along the remembered row, in its direction even where the centres have passed each
 * other. */
static void push_along(Boxes *boxes, int kept, int least, Push *push)
{
    int k = least;
    for (int i = 0; i < boxes->nrow; i++)
        if (kept != NO_FACE && boxes->name[i] == kept / 2)
            k = i;
    if (kept != NO_FACE && boxes->name[k] == kept / 2 && boxes->back[k] != (kept & 1))
        turn_row(boxes, k);
    push->face = row_face(boxes, k);
    push->normal = boxes->row[k];
    push->depth = boxes->over[k];
}

/* The depth of b in a, and the normal; false where the rounded edges miss each other. */
static bool find_push(Boxes *boxes, double round, int kept, Push *push)
{
    KipVec3 n[ROWS], w;
    double c[ROWS], length;
    int count = 0, least = 0;
    for (int k = 0; k < boxes->nrow; k++) {
        double lead = boxes->over[k] - boxes->over[least];
        if (lead < 0 || (lead <= 0 && row_face(boxes, k) == kept))
            least = k;
        if (boxes->over[k] < round) {
            n[count] = boxes->row[k];
            c[count++] = round - boxes->over[k];
        }
    }
    if (!count) {
        push_along(boxes, kept, least, push);
        return true;
    }
    w = farthest_foot(n, c, count);
    length = v3_length(w);
    push->face = row_face(boxes, least);
    push->depth = round - length;
    push->normal = v3_scale(1 / length, w);
    return push->depth > 0;
}

/* -- region ---------------------------------------------------------------------------------------------- */

static Spot spot_of(const Region *region, KipVec3 arm)
{
    Spot spot = {v3_dot(arm, region->u), v3_dot(arm, region->v), v3_dot(arm, region->normal)};
    return spot;
}

/* Clips a convex polygon to n . x <= c; returns its number of corners. A cut adds one; with rounding, a line may intersect
 * a sliver more often, for which there is room. */
static int cut(KipVec3 *x, int count, KipVec3 n, double c)
{
    KipVec3 in[POLYGON];
    double left[POLYGON];
    int left_over = 0;
    for (int i = 0; i < count; i++) {
        in[i] = x[i];
        left[i] = c - v3_dot(n, x[i]);
    }
    for (int i = 0; i < count && left_over + 2 <= POLYGON; i++) {
        int j = i + 1 < count ? i + 1 : 0;
        if (left[i] >= 0)
            x[left_over++] = in[i];
        if ((left[i] > 0 && left[j] < 0) || (left[i] < 0 && left[j] > 0))
            x[left_over++] = v3_add_scaled(in[i], left[i] / (left[i] - left[j]), v3_sub(in[j], in[i]));
    }
    return left_over;
}

/* Clips it to |n . x - c| <= h. */
static int clip(KipVec3 *x, int count, KipVec3 n, double c, double h)
{
    bool low = false, high = false;
    for (int i = 0; i < count; i++) {
        double along = v3_dot(n, x[i]) - c;
        low = low || along < -h;
        high = high || along > h;
    }
    if (low)
        count = cut(x, count, v3_neg(n), h - c);
    if (high)
        count = cut(x, count, n, h + c);
    return count;
}

static void add_triangle(Moments *m, Spot p, Spot q, Spot r)
{
    double area = 0.5 * fabs((q.u - p.u) * (r.v - p.v) - (q.v - p.v) * (r.u - p.u));
    double u = p.u + q.u + r.u, v = p.v + q.v + r.v, h = p.h + q.h + r.h, part = area / 12;
    m->area += area;
    m->u += area / 3 * u;
    m->v += area / 3 * v;
    m->h += area / 3 * h;
    m->uu += part * (p.u * p.u + q.u * q.u + r.u * r.u + u * u);
    m->uv += part * (p.u * p.v + q.u * q.v + r.u * r.v + u * v);
    m->vv += part * (p.v * p.v + q.v * q.v + r.v * r.v + v * v);
    m->uh += part * (p.u * p.h + q.u * q.h + r.u * r.h + u * h);
    m->vh += part * (p.v * p.h + q.v * q.h + r.v * r.h + v * h);
}

/* Adds the part of a face of a box that is inside the other box. `to` is from the box's centre to the face's. */
static void add_face(Moments *m, const Boxes *boxes, int box, int face, KipVec3 to, Region *region)
{
    const KipVec3 *axis = boxes->axis[box], *cutter = boxes->axis[1 - box];
    int j = (face + 1) % 3, k = (face + 2) % 3, count = 4;
    KipVec3 sj = v3_scale(boxes->h[box][j], axis[j]), sk = v3_scale(boxes->h[box][k], axis[k]);
    KipVec3 back = v3_sub(to, sj), fore = v3_add(to, sj), centre = boxes->between, x[POLYGON];
    Spot spot[POLYGON];
    x[0] = v3_sub(back, sk), x[1] = v3_sub(fore, sk), x[2] = v3_add(fore, sk), x[3] = v3_add(back, sk);
    if (box)
        centre = v3_neg(centre);
    for (int i = 0; i < 3 && count; i++)
        count = clip(x, count, cutter[i], v3_dot(cutter[i], centre), boxes->h[1 - box][i]);
    if (count < 3)
        return;
    if (!region->placed)
        region->origin = v3_add(boxes->p[box], x[0]);
    region->placed = true;
    for (int i = 0; i < count; i++)
        spot[i] = spot_of(region, v3_sub(v3_add(boxes->p[box], x[i]), region->origin));
    for (int i = 2; i < count; i++)
        add_triangle(m, spot[0], spot[i - 1], spot[i]);
}

/* Measures the upper and the lower surface of the intersection, up being along the normal: each consists of faces of both
 * boxes, and no face of one hides another. Most faces do not reach the other box. */
static void measure(const Boxes *boxes, Region *region)
{
    for (int k = 0; k < FACES; k++) {
        int box = k / 3, i = k % 3;
        KipVec3 axis = boxes->axis[box][i];
        double steep = v3_dot(axis, region->normal), h = boxes->h[box][i];
        double middle = (box ? -1 : 1) * v3_dot(axis, boxes->between);
        double reach = extent(boxes->h[1 - box], boxes->axis[1 - box], axis);
        if (steep == 0)
            continue;
        if (fabs(middle - h) <= reach)
            add_face(steep > 0 ? &region->upper : &region->lower, boxes, box, i, v3_scale(h, axis), region);
        if (fabs(middle + h) <= reach)
            add_face(steep > 0 ? &region->lower : &region->upper, boxes, box, i, v3_scale(-h, axis), region);
    }
}

/* -- touches --------------------------------------------------------------------------------------------- */

int kip_collide_boxes(const Solid *a, const Solid *b, const int *kept, Touch *touch)
{
    Boxes boxes = {.h = {a->geom->size, b->geom->size}, .p = {a->p, b->p}, .between = v3_sub(b->p, a->p)};
    double round = greatest_round; /* of small boxes, a quarter of the least half length */
    int face = NO_FACE;
    Push push;
    Region region;
    kip_solid_axes(a, boxes.axis[0]);
    kip_solid_axes(b, boxes.axis[1]);
    if (!overlap(&boxes))
        return 0;
    for (int k = 0; k < FACES; k++)
        if (0.25 * boxes.h[k / 3][k % 3] < round)
            round = 0.25 * boxes.h[k / 3][k % 3];
    for (int k = 0; k < REGION_TOUCHES && face == NO_FACE; k++)
        face = kept[k];
    if (!find_push(&boxes, round, face == NO_FACE ? NO_FACE : face / 3, &push))
        return 0;
    kip_region_begin(&region, boxes.axis[0], push.normal, face == NO_FACE ? NO_FACE : face % 3);
    measure(&boxes, &region);
    return kip_region_touches(&region, push.depth, push.face * 3 + region.across, touch);
}
