/* Eigenvalues and eigenvectors of a symmetric matrix. Internal. */
#ifndef KIP_SUPERVISOR_EIGEN_H
#define KIP_SUPERVISOR_EIGEN_H

#include <stdbool.h>

/* a[n*n]: symmetric, row by row; destroyed. value[n]: the eigenvalues, in no order. vector[n*n]: row k is the
 * unit eigenvector of value[k]. work[3n]. False, with outputs that mean nothing, when the iteration does not
 * end, which needs entries that are not finite. Errors are of the size of rounding times the greatest
 * |eigenvalue|: eigenvalues below that may come out negative. */
bool kip_eigen(int n, double *a, double *value, double *vector, double *work);

#endif
