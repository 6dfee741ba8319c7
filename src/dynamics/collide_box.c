/* Where two boxes meet.
 *
 * How deep, and which way. Moving b along a unit vector n by their overlap o(n), the sum of what each box
 * reaches along n less the distance of the centres, parts them. The vectors that do not part them form a
 * convex body; its faces are, by the theorem of separating axes, among the 15 rows n . z <= o of the face
 * normals of both and the cross products of their edges. Drawn inwards by a small `round` it is the core. The
 * origin outside of the core is at the distance |z| from it, the nearest point z of it lies against the
 * normal, and the depth is round - |z|; inside, the kept row has both. So a face meets as deep as it overlaps
 * and with its own normal, while edges and corners act as if they were rounded: over a nosing and over the
 * seam of two boxes the normal turns smoothly, and the depth does not depend on where the boxes came from.
 *
 * Where. Over one face, the reference, the other box hangs in a region, that part of the face's rectangle
 * under which the other box reaches. The touches stand at the four points (mean) + L (+-1, +-1), L L' the
 * covariance of the region's points: they lie within any convex region and average every quadratic function
 * exactly. With the depths of the plane that fits the region's depth by least squares, their forces have the
 * resultant of an elastic bed there. Mean, covariance and plane move continuously whatever corners the region
 * gains and loses.
 */
#include "collide_parts.h"

enum { FACES = 6, ROWS = 15, POLYGON = 28, BOX_TOUCHES = 4 };

static const double greatest_round = 0.004; /* m */

/* -- rows ------------------------------------------------------------------------------------------------ */

typedef struct Boxes {
    const double *h[2]; /* half lengths of a, b */
    KipVec3 p[2];
    KipVec3 axis[2][3]; /* world */
    KipVec3 between;    /* from a's centre to b's */
    int nrow;
    int name[ROWS];    /* 0 to 2 a's axes, 3 to 5 b's, 6 + 3 i + j a's i across b's j */
    KipVec3 row[ROWS]; /* from a to b */
    bool back[ROWS];   /* the row is the negative of what its name says */
    double over[ROWS];
} Boxes;

static void get_axes(const Solid *s, KipVec3 axis[3])
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

/* Adds the row of a unit vector; false where it parts the boxes. */
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

/* All rows; false where one parts the boxes. Parallel edges have no cross product and need none. */
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
    int face; /* the row kept inside of the core: twice its name, and 1 where it is turned back */
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

/* The w nearest to zero with n_k . w >= c_k for all k, c_k > 0 (w = -z). It is where one, two or three of the
 * planes n . w = c come nearest to zero, combined from their normals with weights that are not negative; of
 * all such points of subsets it is the farthest (weak duality), so nothing else needs to be tested. */
static KipVec3 farthest_foot(const KipVec3 *n, const double *c, int count)
{
    KipVec3 farthest = v3_zero();
    for (int i = 0; i < count; i++) {
        consider(v3_scale(c[i], n[i]), c + i, 1, &farthest);
        for (int j = 0; j < i; j++) {
            double g = v3_dot(n[i], n[j]), d = 1 - g * g;
            double two[2] = {(c[i] - g * c[j]) / d, (c[j] - g * c[i]) / d};
            if (!(d > 1e-9))
                continue;
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

/* Makes a row lead the other way. */
static void turn_row(Boxes *boxes, int k)
{
    boxes->over[k] += 2 * fabs(v3_dot(boxes->between, boxes->row[k]));
    boxes->row[k] = v3_neg(boxes->row[k]);
    boxes->back[k] = !boxes->back[k];
}

/* Inside of the core: along the kept row, and still its way where the centres have passed each other. */
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

/* How deep b is in a; false where the rounded edges pass each other. */
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

/* The face over which the touches stand: of those that look along the normal by 60 degrees or less (of each
 * box one at least does) the one of least overlap, or the kept while it is not twice that. */
static int find_reference(Boxes *boxes, KipVec3 normal, int kept)
{
    int least = NO_FACE;
    bool keep = false;
    for (int k = 0; k < FACES; k++) {
        double along = v3_dot(boxes->row[k], normal);
        if (fabs(along) < 0.5)
            continue;
        if (along < 0)
            turn_row(boxes, k);
        keep = keep || k == kept;
        if (least == NO_FACE || boxes->over[k] < boxes->over[least])
            least = k;
    }
    return keep && boxes->over[kept] <= 2 * boxes->over[least] ? kept : least;
}

/* -- region ---------------------------------------------------------------------------------------------- */

/* A point over the reference face: coordinates along the face, and how deep under it. */
typedef struct Spot {
    double u, v, depth;
} Spot;

/* The integrals over the region of 1, u, v, depth d, uu, uv, vv, ud, vd, from an origin. */
typedef struct Moments {
    double area, u, v, d, uu, uv, vv, ud, vd;
} Moments;

/* The reference face in the world: its middle, directions along it and out of it, half lengths. */
typedef struct Reference {
    KipVec3 middle, u, v, out;
    double hu, hv;
} Reference;

static Spot spot_along(const Reference *ref, KipVec3 arm)
{
    Spot spot = {v3_dot(arm, ref->u), v3_dot(arm, ref->v), -v3_dot(arm, ref->out)};
    return spot;
}

static Spot spot_add(Spot a, double s, Spot b)
{
    Spot spot = {a.u + s * b.u, a.v + s * b.v, a.depth + s * b.depth};
    return spot;
}

/* What of a convex polygon has at . spot + c >= 0; returns its number of corners. A cut adds one; rounding can
 * make a line cross a sliver more often, but no cut of n corners leaves more than 3 n / 2, and five of four
 * corners no more than POLYGON. */
static int clip(Spot *spot, int n, Spot at, double c)
{
    Spot in[POLYGON];
    int count = 0;
    for (int i = 0; i < n; i++)
        in[i] = spot[i];
    for (int i = 0; i < n; i++) {
        const Spot *p = in + i, *q = in + (i + 1) % n;
        double a = at.u * p->u + at.v * p->v + at.depth * p->depth + c;
        double b = at.u * q->u + at.v * q->v + at.depth * q->depth + c;
        if (a >= 0)
            spot[count++] = *p;
        if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
            double s = a / (a - b);
            spot[count++] = spot_add(spot_add(*p, s, *q), -s, *p);
        }
    }
    return count;
}

/* Adds the triangle of three points given from the origin. */
static void add_triangle(Moments *m, Spot p, Spot q, Spot r)
{
    double area = 0.5 * fabs((q.u - p.u) * (r.v - p.v) - (q.v - p.v) * (r.u - p.u));
    double u = p.u + q.u + r.u, v = p.v + q.v + r.v, d = p.depth + q.depth + r.depth;
    m->area += area;
    m->u += area / 3 * u;
    m->v += area / 3 * v;
    m->d += area / 3 * d;
    m->uu += area / 12 * (p.u * p.u + q.u * q.u + r.u * r.u + u * u);
    m->uv += area / 12 * (p.u * p.v + q.u * q.v + r.u * r.v + u * v);
    m->vv += area / 12 * (p.v * p.v + q.v * q.v + r.v * r.v + v * v);
    m->ud += area / 12 * (p.u * p.depth + q.u * q.depth + r.u * r.depth + u * d);
    m->vd += area / 12 * (p.v * p.depth + q.v * q.depth + r.v * r.depth + v * d);
}

/* Adds what of a face lies in the region. arm: from the middle of the reference to that of the face; side:
 * from there to the middles of two edges. */
static void add_face(Moments *m, const Reference *ref, KipVec3 arm, const KipVec3 side[2], Spot *origin)
{
    static const Spot deep = {0, 0, 1}, u = {1, 0, 0}, v = {0, 1, 0}, u_back = {-1, 0, 0},
                      v_back = {0, -1, 0};
    Spot spot[POLYGON];
    int count = 4;
    for (int k = 0; k < 4; k++) {
        KipVec3 half = v3_add_scaled(arm, k == 1 || k == 2 ? 1 : -1, side[0]);
        spot[k] = spot_along(ref, v3_add_scaled(half, k >= 2 ? 1 : -1, side[1]));
    }
    count = clip(spot, count, deep, 0);
    count = clip(spot, count, u, ref->hu);
    count = clip(spot, count, u_back, ref->hu);
    count = clip(spot, count, v, ref->hv);
    count = clip(spot, count, v_back, ref->hv);
    if (count < 3)
        return;
    if (!(m->area > 0))
        *origin = spot[0];
    for (int k = 0; k < count; k++)
        spot[k] = spot_add(spot[k], -1, *origin);
    for (int k = 2; k < count; k++)
        add_triangle(m, spot[0], spot[k - 1], spot[k]);
}

/* The moments of the region from a point of it. The faces of a convex box that look towards the reference, at
 * most three, do not hide each other: the region is put together from them. */
static Moments measure(const Boxes *boxes, int box, const Reference *ref, Spot *origin)
{
    const KipVec3 *axis = boxes->axis[box];
    const double *h = boxes->h[box];
    Moments m = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        double away = v3_dot(axis[i], ref->out);
        int j = (i + 1) % 3, k = (i + 2) % 3;
        KipVec3 side[2] = {v3_scale(h[j], axis[j]), v3_scale(h[k], axis[k])};
        KipVec3 arm = v3_add_scaled(v3_sub(boxes->p[box], ref->middle), away > 0 ? -h[i] : h[i], axis[i]);
        if (away != 0)
            add_face(&m, ref, arm, side, origin);
    }
    return m;
}

/* -- touches --------------------------------------------------------------------------------------------- */

static Reference get_reference(const Boxes *boxes, int face)
{
    int owner = face / 3, i = face % 3, j = (i + 1) % 3, k = (i + 2) % 3;
    const double *h = boxes->h[owner];
    const KipVec3 *axis = boxes->axis[owner];
    Reference ref;
    ref.out = owner == 0 ? boxes->row[face] : v3_neg(boxes->row[face]); /* towards the other box */
    ref.middle = v3_add_scaled(boxes->p[owner], h[i], ref.out);
    ref.u = axis[j], ref.v = axis[k];
    ref.hu = h[j], ref.hv = h[k];
    return ref;
}

static double positive_root(double x)
{
    return x > 0 ? sqrt(x) : 0;
}

/* x / y, and 0 on a region without width. */
static double quotient(double x, double y)
{
    return y > 0 ? x / y : 0;
}

/* The depth at the four points is that of the plane fitted to the region's depth by least squares. */
static int put_touches(const Boxes *boxes, const Push *push, int reference, Touch *touch)
{
    Reference ref = get_reference(boxes, reference);
    Spot origin = {0, 0, 0}, step_u, step_v;
    Moments m = measure(boxes, reference < 3 ? 1 : 0, &ref, &origin);
    int n_touch = 0;
    if (!(m.area > 0))
        return 0;
    m.u /= m.area, m.v /= m.area, m.d /= m.area;
    step_u.u = positive_root(m.uu / m.area - m.u * m.u);
    step_u.v = quotient(m.uv / m.area - m.u * m.v, step_u.u);
    step_u.depth = quotient(m.ud / m.area - m.u * m.d, step_u.u);
    step_v.u = 0;
    step_v.v = positive_root(m.vv / m.area - m.v * m.v - step_u.v * step_u.v);
    step_v.depth = quotient(m.vd / m.area - m.v * m.d - step_u.v * step_u.depth, step_v.v);
    for (int k = 0; k < BOX_TOUCHES; k++) {
        Spot mean = {m.u, m.v, m.d}, at = spot_add(spot_add(origin, 1, mean), k & 1 ? 1 : -1, step_u);
        Touch *t = touch + n_touch;
        at = spot_add(at, k & 2 ? 1 : -1, step_v);
        t->feature = k;
        t->face = push->face * FACES + reference;
        t->point = v3_add_scaled(ref.middle, -0.5 * at.depth, ref.out);
        t->point = v3_add(t->point, v3_add(v3_scale(at.u, ref.u), v3_scale(at.v, ref.v)));
        t->normal = push->normal;
        t->depth = at.depth < push->depth ? at.depth : push->depth;
        n_touch += t->depth > 0;
    }
    return n_touch;
}

int kip_collide_boxes(const Solid *a, const Solid *b, const int *kept, Touch *touch)
{
    Boxes boxes = {.h = {a->geom->size, b->geom->size}, .p = {a->p, b->p}, .between = v3_sub(b->p, a->p)};
    double round = greatest_round;
    int face = NO_FACE, reference;
    Push push;
    get_axes(a, boxes.axis[0]);
    get_axes(b, boxes.axis[1]);
    if (!overlap(&boxes))
        return 0;
    for (int k = 0; k < FACES; k++)
        if (0.25 * boxes.h[k / 3][k % 3] < round)
            round = 0.25 * boxes.h[k / 3][k % 3];
    for (int k = 0; k < BOX_TOUCHES && face == NO_FACE; k++)
        face = kept[k];
    if (!find_push(&boxes, round, face == NO_FACE ? NO_FACE : face / FACES, &push))
        return 0;
    reference = find_reference(&boxes, push.normal, face == NO_FACE ? NO_FACE : face % FACES);
    return put_touches(&boxes, &push, reference, touch);
}
