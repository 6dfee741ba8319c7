/* The plain values of public headers. Their arithmetic is in vec3.h, mat3.h, quat.h and spatial.h. */
#ifndef KIP_DYNAMICS_TYPES_H
#define KIP_DYNAMICS_TYPES_H

typedef struct KipVec3 {
    double x, y, z;
} KipVec3;

/* Unit quaternion (w, x, y, z), active, child to parent: v_parent = q v_child q*. */
typedef struct KipQuat {
    double w, x, y, z;
} KipQuat;

/* Rows of a 3 x 3 matrix. A rotation turns child coordinates into parent coordinates. */
typedef struct KipMat3 {
    double xx, xy, xz;
    double yx, yy, yz;
    double zx, zy, zz;
} KipMat3;

/* Symmetric 3 x 3 matrix, matrix entries (not products of inertia of the other sign). */
typedef struct KipSym3 {
    double xx, xy, xz, yy, yz, zz;
} KipSym3;

#endif
