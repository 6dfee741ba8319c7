/* The boxed linear complementarity problem. Internal.
 *
 *     find x with lo <= x <= hi,  w = A x - b,  and for each row
 *         w_i = 0 where lo_i < x_i < hi_i,   w_i >= 0 where x_i = lo_i,   w_i <= 0 where x_i = hi_i
 *
 * A symmetric and positive semidefinite, lo <= 0 <= hi, either may be infinite: -inf and inf make a bilateral
 * row, 0 and inf a one-sided one. Written for constraint rows, A = J M^-1 J'.
 */
#ifndef KIP_DYNAMICS_LCP_H
#define KIP_DYNAMICS_LCP_H

#include "base.h"

/* Doubles of working memory that kip_lcp_solve needs for n rows. */
size_t kip_lcp_memory(int n);

/* Dantzig's pivoting: the bilateral rows at once, then the others one by one. A is n x n, row by row, of
 * which the lower triangle is read; x is always within its box. Memory must be aligned as an allocator's, since
 * it holds integers too; its contents are ignored. Returns the number of pivots, or -1 if it did not end within
 * 50 n + 50.
 *
 * Rows may depend on others: redundant rows are allowed (where x is not unique, w is), contradictory
 * bilateral ones end with the unavoidable violation. A row that nothing moves, A_ii = 0, gets x = 0.
 * The scale of a row does not matter; powers of 2 change no bit. */
int kip_lcp_solve(int n, const double *A, const double *b, const double *lo, const double *hi, double *x,
                  double *memory);
/* The same, stopped after at most `most` pivots, for lessons that show them one by one; returns -1 where it was stopped,
 * with x as computed so far. */
int kip_lcp_pivots(int most, int n, const double *A, const double *b, const double *lo, const double *hi,
                   double *x, double *memory);

#endif
