/* Three angles of a rotation (euler.h).
 *
 * With s = 1 where k = i x j and -1 where k = -i x j, row i of R = R_i(a) R_j(b) R_k(c) is
 *
 *     R_ii = cos b cos c,   R_ij = -s cos b sin c,   R_ik = s sin b
 *
 * and column j of R R_k(-c) = R_i(a) R_j(b) is that of R_i(a). So a follows from c, and the product is right
 * even where cos b is small and c is dominated by rounding. */
#include "euler.h"

#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/scalar.h"

static const double locked = 1e-12; /* least cos b at which c is not lost to rounding */

double kip_euler_unwrap(double angle, double last)
{
    return angle + 2 * KIP_PI * floor((last - angle) / (2 * KIP_PI) + 0.5);
}

void kip_euler_resolve(KipMat3 R, const int axis[3], double angle[3])
{
    const double row[3][3] = {{R.xx, R.xy, R.xz}, {R.yx, R.yy, R.yz}, {R.zx, R.zy, R.zz}};
    int i = axis[0], j = axis[1], k = axis[2];
    double s = (i + 1) % 3 == j ? 1 : -1, sin_c, cos_c, near[2][3], distance[2] = {0, 0};
    double cos_b = sqrt(row[i][i] * row[i][i] + row[i][j] * row[i][j]);
    double c = cos_b > locked ? kip_atan2(-s * row[i][j], row[i][i]) : angle[2];
    double b = kip_atan2(s * row[i][k], cos_b);
    kip_sincos(c, &sin_c, &cos_c);
    double a =
        kip_atan2(s * (row[k][j] * cos_c + s * row[k][i] * sin_c), row[j][j] * cos_c + s * row[j][i] * sin_c);
    const double solution[2][3] = {{a, b, c}, {a + KIP_PI, KIP_PI - b, c + KIP_PI}};
    for (int n = 0; n < 2; n++) {
        for (int m = 0; m < 3; m++) {
            near[n][m] = kip_euler_unwrap(solution[n][m], angle[m]);
            distance[n] += (near[n][m] - angle[m]) * (near[n][m] - angle[m]);
        }
    }
    memcpy(angle, near[distance[1] < distance[0]], sizeof near[0]);
}
