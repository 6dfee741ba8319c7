/* The equation of motion, M a + h = tau + J' F, term by term: a person's left hand is pulled by 20 N; the accelerations by the
 * mass matrix beside those by the recursion, which forms no matrix.
 *
 *     cc -Isrc data/examples/equations.c build/libkip.a -lm -lpthread -ldl -o out/equations && out/equations data/models/skeleton37.xml
 */
#include <kip.h>

#include <math.h>
#include <stdio.h>

enum { MOST = 64 };

int main(int argc, char **argv)
{
    KipError error;
    KipModel *model;
    KipDynamics *d;
    if (kip_mjcf_load(&model, argc > 1 ? argv[1] : "data/models/skeleton37.xml", NULL, &error) != KIP_OK ||
        kip_dynamics_create(model, NULL, &d, &error) != KIP_OK) {
        fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.message);
        return 1;
    }
    const int n = model->nv, hand = kip_model_find_body(model, "hand_l");
    if (hand < 0 || n > MOST) {
        fprintf(stderr, "a model with a hand_l and at most %d degrees of freedom is wanted\n", MOST);
        return 1;
    }
    double q[MOST + 1], v[MOST], zero[MOST] = {0}, h[MOST], J[6 * MOST], M[MOST * MOST];
    double a[MOST], by_recursion[MOST];
    const KipVec3 F = {20, 0, 0}, palm = {0, 0, 0};
    for (int i = 0; i < n; i++)
        v[i] = 0.1 * (i % 7 - 3); /* any rates */
    kip_model_integrate(model, model->q0, v, 1, q);

    kip_dynamics_set(d, q, v);
    /* h: the forces that keep a at 0, against gravity, springs and what comes with the rates */
    kip_inverse_dynamics(d, zero, h, NULL);
    /* rows 3 to 5: the velocity of the hand by the rates */
    kip_point_jacobian(d, hand, palm, J);
    kip_mass_matrix(d, M);
    for (int i = 0; i < n; i++)
        a[i] = J[3 * n + i] * F.x + J[4 * n + i] * F.y + J[5 * n + i] * F.z - h[i];
    if (kip_mass_factor(model, M, &error) != KIP_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    kip_mass_solve(model, M, a);

    kip_dynamics_add_force(d, hand, F, (KipVec3){0, 0, 0}, palm);
    kip_forward_dynamics(d, zero, by_recursion, NULL);
    double most = 0, off = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i]));
        off = fmax(off, fabs(a[i] - by_recursion[i]));
    }
    printf("%d accelerations, the greatest %.1f; both ways differ by %.0e of it\n", n, most, off / most);
    kip_dynamics_destroy(d);
    kip_model_destroy(model);
    return !(off < 1e-9 * most);
}
