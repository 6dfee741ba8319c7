/* Shapes as triangles. A round shape is a surface of revolution about z: rows of points from top to bottom, the first and
 * the last of them a point on the axis. Two rows at the same place with different normals make an edge. */
#include "../../dynamics/quat.h"
#include "../../dynamics/scalar.h"
#include "gltf_parts.h"

enum { ARC = 8, SIDES = 4 * ARC }; /* steps of a quarter of a circle, and of the circle */

static const double ENDLESS = 20; /* m: half the length of a plane without edges */

static int add_vertex(GltfSolid *solid, KipVec3 point, KipVec3 normal)
{
    solid->point[solid->nvertex] = point;
    solid->normal[solid->nvertex] = normal;
    return solid->nvertex++;
}

static void add_triangle(GltfSolid *solid, int a, int b, int c)
{
    int *corner = solid->triangle[solid->ntriangle++];
    corner[0] = a, corner[1] = b, corner[2] = c;
}

/* -- round shapes ---------------------------------------------------------------------------------------- */

/* A row of points by distance from the axis and height, with the same components of the normals. */
typedef struct Row {
    double radius, height, normal_radius, normal_height;
} Row;

static void add_row(GltfSolid *solid, const Row *row)
{
    for (int i = 0; i < SIDES; i++) {
        double s, c;
        kip_sincos(2 * KIP_PI * i / SIDES, &s, &c);
        add_vertex(solid, v3(row->radius * c, row->radius * s, row->height),
                   v3(row->normal_radius * c, row->normal_radius * s, row->normal_height));
    }
}

/* Adds the triangles between two rows that begin at these vertices. */
static void join_rows(GltfSolid *solid, int upper, int lower)
{
    for (int i = 0; i < SIDES; i++) {
        int next = (i + 1) % SIDES;
        add_triangle(solid, upper + i, lower + i, lower + next);
        add_triangle(solid, upper + i, lower + next, upper + next);
    }
}

static void close_end(GltfSolid *solid, int row, double height)
{
    int pole = add_vertex(solid, v3(0, 0, height), v3(0, 0, height > 0 ? 1 : -1));
    for (int i = 0; i < SIDES; i++) {
        int next = (i + 1) % SIDES;
        add_triangle(solid, pole, row + (height > 0 ? i : next), row + (height > 0 ? next : i));
    }
}

static bool same_place(const Row *a, const Row *b)
{
    return a->radius == b->radius && a->height == b->height;
}

/* Adds the rows, and the poles at this height above and below. */
static void turn_rows(GltfSolid *solid, const Row *row, int n, double height)
{
    for (int i = 0; i < n; i++) {
        add_row(solid, &row[i]);
        if (i > 0 && !same_place(&row[i - 1], &row[i]))
            join_rows(solid, (i - 1) * SIDES, i * SIDES);
    }
    close_end(solid, 0, height);
    close_end(solid, (n - 1) * SIDES, -height);
}

/* A sphere cut at its equator, with its halves moved apart by twice `half`. */
static void make_capsule(GltfSolid *solid, double radius, double half)
{
    Row row[2 * ARC];
    int n = 0;
    for (int i = 1; i < 2 * ARC; i++) {
        double s, c;
        kip_sincos(KIP_PI * i / (2 * ARC), &s, &c);
        if (i == ARC)
            s = 1, c = 0;
        row[n++] = (Row){radius * s, radius * c + (i <= ARC ? half : -half), s, c};
        if (i == ARC && half > 0)
            row[n++] = (Row){radius, -half, 1, 0};
    }
    turn_rows(solid, row, n, half + radius);
}

static void make_cylinder(GltfSolid *solid, double radius, double half)
{
    const Row row[] = {
        {radius, half, 0, 1},
        {radius, half, 1, 0},
        {radius, -half, 1, 0},
        {radius, -half, 0, -1},
    };
    turn_rows(solid, row, 4, half);
}

static void make_ellipsoid(GltfSolid *solid, const double half[3])
{
    make_capsule(solid, 1, 0);
    for (int i = 0; i < solid->nvertex; i++) {
        KipVec3 p = solid->point[i];
        KipVec3 normal = v3(p.x / half[0], p.y / half[1], p.z / half[2]);
        solid->point[i] = v3(half[0] * p.x, half[1] * p.y, half[2] * p.z);
        solid->normal[i] = v3_scale(1 / v3_length(normal), normal);
    }
}

/* -- flat shapes ----------------------------------------------------------------------------------------- */

/* Adds a rectangle visible from the side of u x v. */
static void add_face(GltfSolid *solid, KipVec3 centre, KipVec3 u, KipVec3 v)
{
    KipVec3 normal = v3_cross(v3_scale(1 / v3_length(u), u), v3_scale(1 / v3_length(v), v));
    int first = add_vertex(solid, v3_sub(v3_sub(centre, u), v), normal);
    add_vertex(solid, v3_sub(v3_add(centre, u), v), normal);
    add_vertex(solid, v3_add(v3_add(centre, u), v), normal);
    add_vertex(solid, v3_add(v3_sub(centre, u), v), normal);
    add_triangle(solid, first, first + 1, first + 2);
    add_triangle(solid, first, first + 2, first + 3);
}

static void make_box(GltfSolid *solid, const double half[3])
{
    const KipVec3 axis[] = {v3(half[0], 0, 0), v3(0, half[1], 0), v3(0, 0, half[2])};
    for (int i = 0; i < 3; i++) {
        add_face(solid, axis[i], axis[(i + 1) % 3], axis[(i + 2) % 3]);
        add_face(solid, v3_neg(axis[i]), axis[(i + 2) % 3], axis[(i + 1) % 3]);
    }
}

static void make_plane(GltfSolid *solid, const double half[2])
{
    add_face(solid, v3_zero(), v3(half[0] > 0 ? half[0] : ENDLESS, 0, 0),
             v3(0, half[1] > 0 ? half[1] : ENDLESS, 0));
}

void kip_gltf_make_solid(GltfSolid *solid, const KipGeom *geom)
{
    const double *size = geom->size;
    solid->nvertex = solid->ntriangle = 0;
    switch (geom->type) {
    case KIP_GEOM_PLANE:
        make_plane(solid, size);
        break;
    case KIP_GEOM_SPHERE:
        make_capsule(solid, size[0], 0);
        break;
    case KIP_GEOM_CAPSULE:
        make_capsule(solid, size[0], size[1]);
        break;
    case KIP_GEOM_BOX:
        make_box(solid, size);
        break;
    case KIP_GEOM_CYLINDER:
        make_cylinder(solid, size[0], size[1]);
        break;
    case KIP_GEOM_ELLIPSOID:
        make_ellipsoid(solid, size);
        break;
    }
}
