/* Contact forces: nonnegative least squares with bounds, by Newton's method on the dual.
 *
 *    min |W w - b|^2 / 2 + eps / 2 sum (w - w0)^2 / c,   0 <= w <= most
 *
 * With y = (b - W w) / eps the solution is w(y) = clamp(w0 + c W' y, 0, most), where eps y + W w(y) = b: as many equations as
 * rows, usually six, piecewise linear, with the Jacobian eps + sum of c W W' over the edges within their bounds. A step that goes
 * too far is shortened along its line. From the y of the last period one or two steps suffice. The number of rows is handed
 * down, so that loops over six have a known length. */
#include <math.h>

#include "../dynamics/twice.h"
#include "wbc_parts.h"

static const double eps = 1e-3;
static const double enough = 0.1; /* fraction of the residual that may be left along a step */
static const int most_steps = 40, most_cuts = 12;

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

KIP_WITHIN double edge(const Forces *f, int nrow, int k, const double *y)
{
    double x = 0;
    for (int i = 0; i < nrow; i++)
        x += f->W[k][i] * y[i];
    return f->w0[k] + f->c[k] * x;
}

/* Computes the residual r = b - eps y - W w(y), and the Jacobian's lower triangle; returns |r|^2. */
KIP_WITHIN double residual(Forces *f, int nrow, double r[MOST_DUAL], double H[MOST_DUAL][MOST_DUAL])
{
    double sum = 0;
    for (int i = 0; i < nrow; i++) {
        r[i] = f->b[i] - eps * f->y[i];
        for (int j = 0; j <= i; j++)
            H[i][j] = i == j ? eps : 0;
    }
    for (int k = 0; k < f->nedge; k++) {
        const double x = edge(f, nrow, k, f->y), *W = f->W[k];
        f->w[k] = clamp(x, 0, f->most[k]);
        if (f->w[k] != 0)
            for (int i = 0; i < nrow; i++)
                r[i] -= W[i] * f->w[k];
        if (x > 0 && x < f->most[k])
            for (int i = 0; i < nrow; i++)
                for (int j = 0; j <= i; j++)
                    H[i][j] += f->c[k] * W[i] * W[j];
    }
    for (int i = 0; i < nrow; i++)
        sum += r[i] * r[i];
    return sum;
}

/* Solves s = H^-1 r by Cholesky in place. */
KIP_WITHIN void newton_step(int n, double H[MOST_DUAL][MOST_DUAL], const double *r, double *s)
{
    for (int i = 0; i < n; i++) {
        double x = r[i];
        for (int k = 0; k <= i; k++) {
            double t = H[i][k];
            for (int j = 0; j < k; j++)
                t -= H[i][j] * H[k][j];
            H[i][k] = k == i ? sqrt(t) : t / H[k][k];
        }
        for (int j = 0; j < i; j++)
            x -= H[i][j] * s[j];
        s[i] = x / H[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double x = s[i];
        for (int j = i + 1; j < n; j++)
            x -= H[j][i] * s[j];
        s[i] = x / H[i][i];
    }
}

/* The residual along s at y + t s, which decreases with t. */
KIP_WITHIN double along(const Forces *f, int nrow, const double *s, double t)
{
    double y[MOST_DUAL], sum = 0;
    for (int i = 0; i < nrow; i++) {
        y[i] = f->y[i] + t * s[i];
        sum += s[i] * (f->b[i] - eps * y[i]);
    }
    for (int k = 0; k < f->nedge; k++) {
        const double w = clamp(edge(f, nrow, k, y), 0, f->most[k]);
        if (w != 0) {
            double x = 0;
            for (int i = 0; i < nrow; i++)
                x += f->W[k][i] * s[i];
            sum -= w * x;
        }
    }
    return sum;
}

/* The step length, up to 1, at which the residual along s is small, by regula falsi. */
KIP_WITHIN double step_length(const Forces *f, int nrow, const double *s, const double *r)
{
    double whole = 0, t = 1, low = 0, high = 1, at_low, at_high = 0;
    for (int i = 0; i < nrow; i++)
        whole += s[i] * r[i];
    at_low = whole;
    for (int cut = 0; cut < most_cuts; cut++) {
        const double at = along(f, nrow, s, t);
        if (fabs(at) <= enough * whole || (t == 1 && at > 0))
            break;
        if (at < 0)
            high = t, at_high = at;
        else
            low = t, at_low = at;
        t = low + (high - low) * clamp(at_low / (at_low - at_high), 0.1, 0.9);
    }
    return t;
}

KIP_WITHIN double press(Forces *f, int nrow)
{
    double r[MOST_DUAL], H[MOST_DUAL][MOST_DUAL], s[MOST_DUAL], left = 0;
    for (int step = 0; step < most_steps && residual(f, nrow, r, H) > 1e-18; step++) {
        newton_step(nrow, H, r, s);
        const double t = step_length(f, nrow, s, r);
        for (int i = 0; i < nrow; i++)
            f->y[i] += t * s[i];
    }
    for (int i = 0; i < 6; i++)
        left += eps * eps * f->y[i] * f->y[i];
    return left;
}

double kip_wbc_press(Forces *f)
{
    return f->nrow == 6 ? press(f, 6) : press(f, f->nrow);
}
