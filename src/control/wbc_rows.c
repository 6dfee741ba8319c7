/* Tasks as rows, and the accelerations that satisfy them by weighted least squares:
 *
 *    min sum (C_i a - b_i)^2 / lambda_i + sum ((a_j - wish_j) / scale_j)^2
 *
 * In u = (a - wish) / scale, with columns C scale, the solution is u = C'(C C' + lambda)^-1 (b - C wish). Rows are nonzero only for
 * the axes that move their link, and products of two rows run over the shorter list of these. */
#include <math.h>
#include <string.h>

#include "wbc_parts.h"

static double *new_row(KipWbc *wbc, const int *path, int npath, double b, double lambda)
{
    Rows *rows = &wbc->rows;
    double *row = rows->C + (size_t)rows->n * (size_t)wbc->naxis;
    memset(row, 0, (size_t)wbc->naxis * sizeof *row);
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
        row[i] = x * wbc->scale[i];
    }
    return velocity;
}

void kip_wbc_plain_row(KipWbc *wbc, const double *numbers, double factor, double b, double lambda)
{
    if (wbc->rows.n == MOST_ROWS)
        return;
    double *row = new_row(wbc, wbc->all, wbc->naxis, b, lambda);
    for (int i = 0; i < wbc->naxis; i++)
        row[i] = factor * numbers[i] * wbc->scale[i];
}

void kip_wbc_axis_row(KipWbc *wbc, int axis, double b, double lambda)
{
    if (wbc->rows.n < MOST_ROWS)
        new_row(wbc, wbc->all + axis, 1, b, lambda)[axis] = wbc->scale[axis];
}

static double product(const double *x, const double *y, const int *path, int npath)
{
    double sum = 0;
    for (int k = 0; k < npath; k++)
        sum += x[path[k]] * y[path[k]];
    return sum;
}

void kip_wbc_solve(KipWbc *wbc, const double *wish, double *a)
{
    Rows *rows = &wbc->rows;
    const size_t naxis = (size_t)wbc->naxis;
    const int n = rows->n;
    double *L = rows->S, *y = rows->y;
    for (int i = 0; i < n; i++) {
        const double *Ci = rows->C + (size_t)i * naxis;
        double *Li = L + (size_t)i * (size_t)(i + 1) / 2;
        y[i] = rows->b[i];
        for (int k = 0; k < rows->npath[i]; k++)
            y[i] -= Ci[rows->path[i][k]] * wish[rows->path[i][k]] / wbc->scale[rows->path[i][k]];
        for (int k = 0; k <= i; k++) {
            const int shorter = rows->npath[i] < rows->npath[k] ? i : k;
            const double *Lk = L + (size_t)k * (size_t)(k + 1) / 2;
            double t = product(Ci, rows->C + (size_t)k * naxis, rows->path[shorter], rows->npath[shorter]);
            if (k == i)
                t += rows->lambda[i];
            for (int j = 0; j < k; j++)
                t -= Li[j] * Lk[j];
            Li[k] = k == i ? sqrt(fmax(t, 1e-14)) : t / Lk[k];
        }
        for (int j = 0; j < i; j++)
            y[i] -= Li[j] * y[j];
        y[i] /= Li[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *Li = L + (size_t)i * (size_t)(i + 1) / 2;
        y[i] /= Li[i];
        for (int j = 0; j < i; j++)
            y[j] -= Li[j] * y[i];
    }
    memset(a, 0, naxis * sizeof *a);
    for (int i = 0; i < n; i++) {
        const double *Ci = rows->C + (size_t)i * naxis;
        for (int k = 0; k < rows->npath[i]; k++)
            a[rows->path[i][k]] += Ci[rows->path[i][k]] * y[i];
    }
    for (int j = 0; j < wbc->naxis; j++)
        a[j] = wish[j] + wbc->scale[j] * a[j];
}
