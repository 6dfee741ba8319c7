/* The boxed linear complementarity problem. Internal.
 *
 *     find x with lo <= x <= hi,  w = A x - b,  and for each row
 *         w_i = 0 where lo_i < x_i < hi_i,   w_i >= 0 where x_i = lo_i,   w_i <= 0 where x_i = hi_i
 *
 * A symmetric and positive semidefinite, lo <= 0 <= hi, either may be infinite: -inf and inf make a bilateral
 * row, 0 and inf a one-sided one. Written for constraint rows, A = J M^-1 J'.
 */
#ifndef KIP_LCP_H
#define KIP_LCP_H

#include "base.h"

/* Doubles of working memory that kip_lcp_solve needs for n rows. */
size_t kip_lcp_memory(int n);

/* Dantzig's pivoting: rows are brought in one by one, the active set kept factored (Cholesky rows appended and
 * removed). Rows that depend on others get what the others leave: redundant rows survive, contradictory ones
 * end with the violation that cannot be helped. A n x n, row by row, lower triangle read, unchanged; x written. Returns the
 * number of pivots, or -1 when it did not end (more than 50 n + 50), with x in its box in any case. */
int kip_lcp_solve(int n, const double *A, const double *b, const double *lo, const double *hi, double *x,
                  double *memory);

#endif
