/* Householder's reduction to a tridiagonal matrix, then implicit QR steps with Wilkinson's shift (Golub and
 * Van Loan, Matrix Computations, 8.3). Eigenvectors are kept as rows, so that each reflection and rotation
 * works along memory. */
#include "eigen.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* a += s b */
static void add(double *a, double s, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] += s * b[i];
}

/* vector = (1 - 2 u u' / u'u) vector for the rows from `first` on; u has a number a row, s = 2 / u'u. */
static void reflect_rows(int n, int first, const double *u, double s, double *vector, double *sum)
{
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int i = first; i < n; i++)
        add(sum, u[i], vector + (ptrdiff_t)i * n, n);
    for (int i = first; i < n; i++)
        add(vector + (ptrdiff_t)i * n, -s * u[i], sum, n);
}

/* a = H a H for the reflection H = 1 - s u u' on the indices from `first` on:
 * a - u w' - w u' with p = s a u, w = p - s/2 (p'u) u. */
static void reflect_both(int n, int first, const double *u, double s, double *a, double *w)
{
    double half;
    for (int i = first; i < n; i++)
        w[i] = s * dot(a + (ptrdiff_t)i * n + first, u + first, n - first);
    half = 0.5 * s * dot(w + first, u + first, n - first);
    add(w + first, -half, u + first, n - first);
    for (int i = first; i < n; i++) {
        add(a + (ptrdiff_t)i * n + first, -u[i], w + first, n - first);
        add(a + (ptrdiff_t)i * n + first, -w[i], u + first, n - first);
    }
}

/* a = V' T V with T of diagonal d and off-diagonal e (e[k] between k and k + 1). */
static void tridiagonal(int n, double *a, double *d, double *e, double *vector, double *u, double *w)
{
    memset(vector, 0, (size_t)n * (size_t)n * sizeof *vector);
    for (int i = 0; i < n; i++)
        vector[(ptrdiff_t)i * n + i] = 1;
    for (int k = 0; k < n - 2; k++) {
        int first = k + 1;
        double length;
        for (int i = first; i < n; i++)
            u[i] = a[(ptrdiff_t)i * n + k];
        length = sqrt(dot(u + first, u + first, n - first));
        e[k] = u[first] > 0 ? -length : length;
        u[first] -= e[k];
        if (length > 0) {
            double s = 2 / dot(u + first, u + first, n - first);
            reflect_both(n, first, u, s, a, w);
            reflect_rows(n, first, u, s, vector, w);
        }
    }
    if (n > 1)
        e[n - 2] = a[(ptrdiff_t)(n - 1) * n + n - 2];
    for (int i = 0; i < n; i++)
        d[i] = a[(ptrdiff_t)i * n + i];
}

/* One QR step on the block first..last of T: a rotation made for the shifted first column, and those that
 * chase the bulge it leaves down the diagonal. */
static void qr_step(int n, int first, int last, double *d, double *e, double *vector)
{
    double b = e[last - 1], half = 0.5 * (d[last - 1] - d[last]), root = sqrt(half * half + b * b);
    double x = d[first] - (d[last] - b * b / (half + (half < 0 ? -root : root)));
    double z = e[first];
    for (int k = first; k < last; k++) {
        double r = sqrt(x * x + z * z), c = r > 0 ? x / r : 1, s = r > 0 ? z / r : 0;
        double dk = d[k], ek = e[k], next = d[k + 1];
        double *upper = vector + (ptrdiff_t)k * n, *lower = upper + n;
        if (k > first)
            e[k - 1] = r;
        d[k] = c * c * dk + 2 * c * s * ek + s * s * next;
        d[k + 1] = s * s * dk - 2 * c * s * ek + c * c * next;
        e[k] = c * s * (next - dk) + (c * c - s * s) * ek;
        x = e[k];
        if (k < last - 1) {
            z = s * e[k + 1];
            e[k + 1] *= c;
        }
        for (int i = 0; i < n; i++) {
            double up = upper[i];
            upper[i] = c * up + s * lower[i];
            lower[i] = c * lower[i] - s * up;
        }
    }
}

static bool negligible(const double *d, const double *e, int k)
{
    return fabs(e[k]) <= DBL_EPSILON * (fabs(d[k]) + fabs(d[k + 1])) || fabs(e[k]) < DBL_MIN;
}

bool kip_eigen(int n, double *a, double *value, double *vector, double *work)
{
    double *e = work;
    int steps = 0;
    tridiagonal(n, a, value, e, vector, work + n, work + 2 * (ptrdiff_t)n);
    for (int last = n - 1; last > 0;) {
        int first = last;
        while (first > 0 && !negligible(value, e, first - 1))
            first--;
        if (first == last)
            last--;
        else if (++steps > 60 * n)
            return false;
        else
            qr_step(n, first, last, value, e, vector);
    }
    return true;
}
