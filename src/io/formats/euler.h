/* A rotation as angles about three different axes of a frame: R = R_i(a) R_j(b) R_k(c), the first outermost. Internal. */
#ifndef KIP_IO_FORMATS_EULER_H
#define KIP_IO_FORMATS_EULER_H

#include "../../dynamics/types.h"

/* axis: i, j, k as 0 x, 1 y, 2 z. angle: a, b, c of the frame before, replaced by those that make R up to rounding (but see
 * below); rad, not wrapped. Of the two solutions, (a, b, c) and (a + pi, pi - b, c + pi), and all whole turns, it takes the
 * one with the least sum of squared differences, so that angles are continuous through +-180 degrees, and through
 * +-90 degrees of the middle one. Within 1e-12 rad of that only a +- c is determined; c is kept. */
void kip_euler_resolve(KipMat3 R, const int axis[3], double angle[3]);

/* The angle (rad) modulo a whole turn that is nearest to the last one. */
double kip_euler_unwrap(double angle, double last);

#endif
