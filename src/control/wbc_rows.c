/* Tasks as rows, and the accelerations that satisfy them by weighted least squares:
 *
 *    min sum (C_i a - b_i)^2 / lambda_i + sum ((a_j - wish_j) / scale_j)^2
 *
 * In u = (a - wish) / scale, with columns C scale, the solution is u = C'(C C' + lambda)^-1 (b - C wish). Rows are nonzero only for
 * the axes that move their link. Each number of a row of C C', and of its factor, is a sum of its own in a fixed order, so that
 * numbers beside each other are computed in lanes: a fifth of the instructions of an update less. */
#include <math.h>
#include <string.h>

#include "../dynamics/twice.h"
#include "wbc_parts.h"

/* The numbers of a new row, of axis i at [i * MOST_ROWS]. */
static double *new_row(KipWbc *wbc, const int *path, int npath, double b, double lambda)
{
    Rows *rows = &wbc->rows;
    double *row = rows->C + rows->n;
    for (int i = 0; i < wbc->naxis; i++)
        row[i * MOST_ROWS] = 0;
    rows->path[rows->n] = path, rows->npath[rows->n] = npath;
    rows->b[rows->n] = b, rows->lambda[rows->n] = lambda;
    rows->n++;
    return row;
}

double kip_wbc_row(KipWbc *wbc, const double *v, int link, const double *J, KipVec3 r, KipVec3 along,
                   bool angular, double lambda)
{
    const int naxis = wbc->naxis;
    const KipVec3 turn = angular ? along : v3_cross(r, along);
    double velocity = 0;
    if (wbc->rows.n == MOST_ROWS)
        return 0;
    double *row = new_row(wbc, wbc->path[link], wbc->npath[link], 0, lambda);
    for (int k = 0; k < wbc->npath[link]; k++) {
        const int i = wbc->path[link][k];
        const double *j = J + i;
        double x = turn.x * j[0] + turn.y * j[naxis] + turn.z * j[2 * naxis];
        if (!angular)
            x += along.x * j[3 * naxis] + along.y * j[4 * naxis] + along.z * j[5 * naxis];
        velocity += x * v[wbc->first + i];
        row[i * MOST_ROWS] = x * wbc->scale[i];
    }
    return velocity;
}

void kip_wbc_plain_row(KipWbc *wbc, const double *numbers, double factor, double b, double lambda)
{
    if (wbc->rows.n == MOST_ROWS)
        return;
    double *row = new_row(wbc, wbc->all, wbc->naxis, b, lambda);
    for (int i = 0; i < wbc->naxis; i++)
        row[i * MOST_ROWS] = factor * numbers[i] * wbc->scale[i];
}

void kip_wbc_axis_row(KipWbc *wbc, int axis, double b, double lambda)
{
    if (wbc->rows.n < MOST_ROWS)
        new_row(wbc, wbc->all + axis, 1, b, lambda)[axis * MOST_ROWS] = wbc->scale[axis];
}

enum { WIDTH = MOST_ROWS + 4 }; /* of the rows of S */

/* x += c0 y0 + c1 y1 + c2 y2 + c3 y3, one after the other, in columns from `from` on, or up to three before, in fours. */
KIP_WITHIN void add_four(double *x, const double c[4], const double *const y[4], int from, int end)
{
    const double c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
    const int first = from & ~3, n = (end - first + 3) & ~3;
    const double *y0 = y[0] + first, *y1 = y[1] + first, *y2 = y[2] + first, *y3 = y[3] + first;
    x += first;
    KIP_LANES
    for (int k = 0; k < n; k++)
        x[k] = x[k] + c0 * y0[k] + c1 * y1[k] + c2 * y2[k] + c3 * y3[k];
}

/* Row i of C C', from its diagonal on. */
KIP_WITHIN void multiply(const Rows *rows, int i, double *Si)
{
    const int *path = rows->path[i], npath = rows->npath[i];
    for (int k = i & ~3; k < rows->n + 4; k++)
        Si[k] = 0;
    for (int p = 0; p < npath; p += 4) {
        double c[4];
        const double *y[4];
        for (int l = 0; l < 4; l++) {
            y[l] = rows->C + path[p + l < npath ? p + l : p] * MOST_ROWS;
            c[l] = p + l < npath ? y[l][i] : 0;
        }
        add_four(Si, c, y, i, rows->n);
    }
}

/* Subtracts the rows above from row i, as Cholesky's factorization does. */
KIP_WITHIN void eliminate(const Rows *rows, int i, double *Si)
{
    for (int j = rows->first; j < i; j += 4) {
        double c[4];
        const double *y[4];
        for (int l = 0; l < 4; l++) {
            y[l] = rows->S + (j + l < i ? j + l : j) * WIDTH;
            c[l] = j + l < i ? -y[l][i] : 0;
        }
        add_four(Si, c, y, i, rows->n + 1);
    }
}

/* Factors C C' + lambda into L L', and solves L y = b - C wish: L' is then in S, from the diagonal on, and y in its column n. */
KIP_TWICE static void factor(const Rows *rows, const double *wish, const double *scale)
{
    const int n = rows->n;
    for (int i = rows->first; i < n; i++) {
        double *Si = rows->S + i * WIDTH;
        multiply(rows, i, Si);
        Si[i] += rows->lambda[i];
        Si[n] = rows->b[i];
        for (int k = 0; k < rows->npath[i]; k++) {
            const int a = rows->path[i][k];
            Si[n] -= rows->C[a * MOST_ROWS + i] * wish[a] / scale[a];
        }
        eliminate(rows, i, Si);
        const double pivot = sqrt(fmax(Si[i], 1e-14));
        Si[i] = pivot;
        for (int k = i + 1; k <= n; k++)
            Si[k] /= pivot;
    }
}

void kip_wbc_solve(KipWbc *wbc, const double *wish, double *a)
{
    const Rows *rows = &wbc->rows;
    const int n = rows->n, naxis = wbc->naxis;
    double *y = rows->y;
    factor(rows, wish, wbc->scale);
    for (int i = rows->first; i < n; i++)
        y[i] = rows->S[i * WIDTH + n];
    for (int k = n - 1; k >= rows->first; k--) { /* by columns: each row's sum need not wait for itself */
        const double x = y[k] / rows->S[k * WIDTH + k];
        y[k] = x;
        for (int i = rows->first; i < k; i++)
            y[i] -= rows->S[i * WIDTH + k] * x;
    }
    memset(a, 0, (size_t)naxis * sizeof *a);
    for (int i = rows->first; i < n; i++)
        for (int k = 0; k < rows->npath[i]; k++)
            a[rows->path[i][k]] += rows->C[rows->path[i][k] * MOST_ROWS + i] * y[i];
    for (int j = 0; j < naxis; j++)
        a[j] = wish[j] + wbc->scale[j] * a[j];
}
