/* Support vector machines: worked examples, a brute-force dual, optimality conditions, what is refused,
 * cross-validation, the nearest neighbour, the text file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/random.h"
#include "io/formats/svm_file.h"
#include "study.h"
#include "supervisor/svm.h"

Suite *suite_svm(void);

enum { MOST = 1200 };

/* Examples of a test. */
typedef struct Set {
    double x[2 * MOST];
    int label[MOST];
    KipSvmData data;
} Set;

static KipSvmData *use(Set *set, int n, int dim)
{
    set->data = (KipSvmData){n, dim, set->x, set->label};
    return &set->data;
}

static void fill(Set *set, int n, const double *x, const int *label)
{
    memcpy(set->x, x, 2 * (size_t)n * sizeof *x);
    memcpy(set->label, label, (size_t)n * sizeof *label);
    use(set, n, 2);
}

/* As they are, without scales, to the last digits. */
static KipSvmDef exact_def(KipSvmKernel kernel, double gamma, double C)
{
    KipSvmDef def = kip_svm_def();
    def.kernel = kernel, def.gamma = gamma, def.C = C;
    def.standardise = false, def.tolerance = 1e-11;
    return def;
}

static KipSvm *train(const KipSvmDef *def, const KipSvmData *data)
{
    KipSvm *svm = NULL;
    KipError error;
    ck_ok(kip_svm_train(def, data, &svm, &error));
    return svm;
}

static double dot(const double *a, const double *b, int dim)
{
    double sum = 0;
    for (int k = 0; k < dim; k++)
        sum += a[k] * b[k];
    return sum;
}

static double kernel_of(const KipSvmDef *def, const double *a, const double *b, int dim)
{
    double away[KIP_SVM_MOST_FEATURES];
    for (int k = 0; k < dim; k++)
        away[k] = a[k] - b[k];
    return def->kernel == KIP_SVM_LINEAR ? dot(a, b, dim) : exp(-def->gamma * dot(away, away, dim));
}

/* The coefficient of an example, not standardised and without duplicates: 0 where it is no support vector. */
static double coefficient_of(const KipSvm *svm, const double *x)
{
    for (int i = 0; i < svm->nvector; i++)
        if (memcmp(svm->vector + i * svm->dim, x, (size_t)svm->dim * sizeof *x) == 0)
            return svm->coefficient[i];
    return 0;
}

/* -- worked examples ------------------------------------------------------------------------------------- */

START_TEST(worked_example_linear) /* W-VST.7a */
{
    static Set set;
    const double x[] = {1, 1, 2, 1, -1, -1, -2, 0}, alpha_y[] = {0.25, 0, -0.25, 0};
    const int label[] = {1, 1, -1, -1};
    fill(&set, 4, x, label);
    KipSvmDef def = exact_def(KIP_SVM_LINEAR, 0, 10);
    KipSvm *svm = train(&def, &set.data);
    double w[2] = {0};
    for (int i = 0; i < 4; i++) {
        ck_near(coefficient_of(svm, x + 2 * i), alpha_y[i], 1e-9);
        for (int k = 0; k < 2; k++)
            w[k] += coefficient_of(svm, x + 2 * i) * x[2 * i + k];
    }
    ck_near(w[0], 0.5, 1e-9);
    ck_near(w[1], 0.5, 1e-9);
    ck_near(svm->bias, 0, 1e-9);
    ck_near(2 / sqrt(dot(w, w, 2)), 2.828427125, 1e-9);
    ck_near(kip_svm_value(svm, (double[]){3, -0.5}), 1.25, 1e-9);
    kip_svm_destroy(svm);
}
END_TEST

START_TEST(worked_example_rbf) /* W-VST.7b */
{
    static Set set;
    const double x[] = {1, 1, 1, -1, -1, 1, -1, -1};
    const int label[] = {1, -1, -1, 1};
    fill(&set, 4, x, label);
    KipSvmDef def = exact_def(KIP_SVM_RBF, 0.5, 100);
    KipSvm *svm = train(&def, &set.data);
    ck_assert_int_eq(svm->nvector, 4);
    for (int i = 0; i < 4; i++)
        ck_near(svm->coefficient[i] * label[i], 1.337533058, 1e-9);
    ck_near(svm->bias, 0, 1e-9);
    ck_near(kip_svm_value(svm, (double[]){0.8, 0.9}), 0.869035185, 1e-9);
    ck_near(kip_svm_value(svm, (double[]){-0.5, 0.5}), -0.416227466, 1e-9);
    kip_svm_destroy(svm);
}
END_TEST

/* A linear pendulum of 0.95 m, its centre of pressure within the foot and beyond the capture point as seen
 * from the foot's middle: does it come to rest? */
static bool pendulum_rests(double x, double v)
{
    const double lo = -0.05, hi = 0.17, h = 0.002, w2 = 9.81 / 0.95, w = sqrt(w2);
    for (int i = 0; i < 2500 && fabs(x) < 1; i++) {
        double p = x + v / w + 2 * (x + v / w - 0.06);
        p = p < lo ? lo : p > hi ? hi : p;
        v += h * w2 * (x - p);
        x += h * v;
    }
    return fabs(x - 0.06) < 0.02 && fabs(v) < 0.02;
}

static void draw_pendulums(Set *set, KipRandom *random, int n)
{
    for (int i = 0; i < n; i++) {
        set->x[2 * i] = kip_random_uniform(random, -0.2, 0.3);
        set->x[2 * i + 1] = kip_random_uniform(random, -1, 1);
        set->label[i] = pendulum_rests(set->x[2 * i], set->x[2 * i + 1]) ? 1 : -1;
    }
    use(set, n, 2);
}

/* Ten draws: of each the machine's score; of all of them the baseline's and the rule's. */
START_TEST(worked_example_pendulum) /* W-VST.7c */
{
    static Set learned, test;
    int machine = 0, nearest = 0, rule = 0, false_plus = 0, careful_plus = 0, careful_minus = 0,
        false_minus = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        KipRandom random = {seed};
        KipSvmDef def = kip_svm_def();
        def.gamma = 1;
        draw_pendulums(&learned, &random, 400);
        draw_pendulums(&test, &random, 1000);
        KipSvm *svm = train(&def, &learned.data);
        KipSvmScore score = kip_svm_test(svm, &test.data);
        ck_assert_int_eq(score.n, 1000);
        ck_assert_int_eq(score.right + score.false_plus + score.false_minus, 1000);
        ck_assert_int_ge(score.right, 950);
        machine += score.right, false_plus += score.false_plus, false_minus += score.false_minus;
        nearest += kip_svm_nearest_test(&learned.data, &test.data).right;
        for (int i = 0; i < test.data.n; i++) {
            double capture = test.x[2 * i] + test.x[2 * i + 1] / sqrt(9.81 / 0.95);
            rule += (capture > -0.05 && capture < 0.17) == (test.label[i] > 0);
        }
        kip_svm_destroy(svm);
        def.margin = 0.5;
        svm = train(&def, &learned.data);
        score = kip_svm_test(svm, &test.data);
        careful_plus += score.false_plus, careful_minus += score.false_minus;
        kip_svm_destroy(svm);
    }
    study_print("  pendulum: SVM %.2f %%, nearest neighbour %.2f %%, capture point %.2f %%\n",
                machine / 100.0, nearest / 100.0, rule / 100.0);
    ck_assert_int_ge(nearest, 9500);
    ck_assert_int_ge(rule, 9900);
    ck_assert_int_lt(2 * careful_plus, false_plus); /* the margin prefers false negatives */
    ck_assert_int_gt(careful_minus, false_minus);
}
END_TEST

/* -- against every active set ---------------------------------------------------------------------------- */

/* A x = b by Gauss with full row pivoting; false where A is singular. n <= 9. */
static bool solve(double A[9][10], int n)
{
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(A[r][c]) > fabs(A[p][c]))
                p = r;
        if (fabs(A[p][c]) < 1e-9)
            return false;
        for (int k = 0; k <= n; k++) {
            double moved = A[c][k];
            A[c][k] = A[p][k], A[p][k] = moved;
        }
        for (int r = 0; r < n; r++)
            for (int k = n; r != c && k >= c; k--)
                A[r][k] -= A[r][c] / A[c][c] * A[c][k];
    }
    return true;
}

typedef struct Dual {
    int n;
    double K[8][8], y[8], bound[8];
} Dual;

static double dual_value(const Dual *d, const double *b)
{
    double sum = 0;
    for (int i = 0; i < d->n; i++)
        sum += b[i] * d->y[i] - 0.5 * b[i] * dot(d->K[i], b, d->n);
    return sum;
}

/* The value where state[i] 0 is at 0, 1 at its bound, 2 free and stationary; -1 where that leaves the box. */
static double value_of_set(const Dual *d, const int *state)
{
    double A[9][10] = {{0}}, b[8], sum = 0;
    int free_one[8], n = 0;
    for (int i = 0; i < d->n; i++) {
        b[i] = state[i] == 1 ? d->bound[i] * d->y[i] : 0;
        sum += b[i];
        if (state[i] == 2)
            free_one[n++] = i;
    }
    if (n == 0)
        return fabs(sum) < 1e-12 ? dual_value(d, b) : -1;
    for (int r = 0; r < n; r++) {
        int i = free_one[r];
        for (int c = 0; c < n; c++)
            A[r][c] = d->K[i][free_one[c]];
        A[r][n] = A[n][r] = 1;
        A[r][n + 1] = d->y[i] - dot(d->K[i], b, d->n);
    }
    A[n][n + 1] = -sum;
    if (!solve(A, n + 1))
        return -1;
    for (int r = 0; r < n; r++) {
        int i = free_one[r];
        b[i] = A[r][n + 1] / A[r][r];
        if (b[i] * d->y[i] < -1e-10 || b[i] * d->y[i] > d->bound[i] + 1e-10)
            return -1;
    }
    return dual_value(d, b);
}

/* Of 3^n sets. Where the optimum is not unique, one of its ends has a regular system: singular ones are left
 * out. */
static double brute_force(const Dual *d)
{
    double best = 0;
    int sets = 1, state[8];
    for (int i = 0; i < d->n; i++)
        sets *= 3;
    for (int s = 0; s < sets; s++) {
        for (int i = 0, rest = s; i < d->n; i++, rest /= 3)
            state[i] = rest % 3;
        double value = value_of_set(d, state);
        best = value > best ? value : best;
    }
    return best;
}

/* 2 to 8 points, the first two of different classes; now and then one twice, with any label. */
static void draw_small(Set *set, KipRandom *random)
{
    int n = 2 + (int)(kip_random_bits(random) % 7);
    for (int i = 0; i < n; i++) {
        bool twice = i > 1 && kip_random_bits(random) % 8 == 0;
        for (int k = 0; k < 2; k++)
            set->x[2 * i + k] = twice ? set->x[k] : kip_random_normal(random);
        set->label[i] = i == 0 || (i > 1 && kip_random_bits(random) % 2) ? 1 : -1;
    }
    use(set, n, 2);
}

START_TEST(agrees_with_brute_force)
{
    static Set set;
    KipRandom random = {11};
    double worst = 0;
    int bounded = 0, free_ones = 0;
    for (int trial = 0; trial < STUDY(200, 1000); trial++) {
        draw_small(&set, &random);
        for (int linear = 0; linear < 2; linear++) {
            double gamma = kip_random_uniform(&random, 0.2, 2), C = exp(kip_random_uniform(&random, -2, 4));
            KipSvmDef def = exact_def(linear ? KIP_SVM_LINEAR : KIP_SVM_RBF, gamma, C);
            Dual d = {.n = set.data.n};
            double value = 0;
            def.weight_plus = kip_random_uniform(&random, 0.5, 2);
            for (int i = 0; i < d.n; i++) {
                d.y[i] = set.label[i];
                d.bound[i] = def.C * (set.label[i] > 0 ? def.weight_plus : 1);
                for (int k = 0; k < d.n; k++)
                    d.K[i][k] = kernel_of(&def, set.x + 2 * i, set.x + 2 * k, 2);
            }
            KipSvm *svm = train(&def, &set.data);
            for (int i = 0; i < svm->nvector; i++) {
                double b = svm->coefficient[i], f = 0;
                for (int k = 0; k < svm->nvector; k++)
                    f += svm->coefficient[k] * kernel_of(&def, svm->vector + 2 * i, svm->vector + 2 * k, 2);
                value += fabs(b) - 0.5 * b * f;
                bounded += b == svm->C_plus || b == -svm->C_minus;
                free_ones += b != svm->C_plus && b != -svm->C_minus;
            }
            double best = brute_force(&d);
            worst = most_of(worst, fabs(value - best) / (1 + best));
            kip_svm_destroy(svm);
        }
    }
    study_print("  dual against brute force: %.1e of it; %d vectors at C, %d free\n", worst, bounded,
                free_ones);
    ck_below(worst, 1e-6);
    ck_assert_int_gt(bounded, 100);
    ck_assert_int_gt(free_ones, 100);
}
END_TEST

/* -- larger sets ----------------------------------------------------------------------------------------- */

/* Two clouds `apart` from each other. */
static void draw_clouds(Set *set, KipRandom *random, int n, double apart)
{
    for (int i = 0; i < n; i++) {
        set->label[i] = i % 3 ? 1 : -1;
        for (int k = 0; k < 2; k++)
            set->x[2 * i + k] = kip_random_normal(random) + 0.5 * apart * set->label[i];
    }
    use(set, n, 2);
}

/* y f >= 1 at 0, = 1 inside, <= 1 at C; sum b = 0. Returns how many are wrong by f. */
static int check_conditions(const KipSvmDef *def, const Set *set, double tolerance)
{
    KipSvm *svm = train(def, &set->data);
    double sum = 0, size = 0;
    int wrong = 0;
    for (int i = 0; i < set->data.n; i++) {
        double b = coefficient_of(svm, set->x + 2 * i),
               bound = set->label[i] > 0 ? svm->C_plus : svm->C_minus;
        double yf = set->label[i] * kip_svm_value(svm, set->x + 2 * i), alpha = b * set->label[i];
        ck_assert_msg(alpha >= 0 && alpha <= bound, "alpha %g", alpha);
        if (alpha < bound)
            ck_assert_msg(yf >= 1 - tolerance, "alpha %g below C, y f %.17g", alpha, yf);
        if (alpha > 0)
            ck_assert_msg(yf <= 1 + tolerance, "alpha %g above 0, y f %.17g", alpha, yf);
        sum += b, size += alpha;
        wrong += yf < 0;
    }
    ck_below(fabs(sum), 1e-12 * size);
    kip_svm_destroy(svm);
    return wrong;
}

START_TEST(optimality_conditions)
{
    static Set set;
    KipRandom random = {3};
    for (int linear = 0; linear < 2; linear++) {
        KipSvmDef def = exact_def(linear ? KIP_SVM_LINEAR : KIP_SVM_RBF, 0.7, 5);
        def.tolerance = 1e-8;
        draw_clouds(&set, &random, 500, 10);
        ck_assert_int_eq(check_conditions(&def, &set, 1e-7), 0); /* separable */
        draw_clouds(&set, &random, 500, 1.5);
        ck_assert_int_gt(check_conditions(&def, &set, 1e-7), 10); /* not so */
        def.weight_minus = 20;
        ck_assert_int_gt(check_conditions(&def, &set, 1e-7), 10);
    }
}
END_TEST

/* However soon it stops, what is right for the vectors inside their boxes is so in the mean. */
START_TEST(the_bias_is_the_mean_of_the_free)
{
    static Set set;
    KipRandom random = {11};
    KipSvmDef def = exact_def(KIP_SVM_RBF, 0.7, 5);
    double off = 0;
    int free_ones = 0;
    def.tolerance = 0.5;
    draw_clouds(&set, &random, 300, 2);
    KipSvm *svm = train(&def, &set.data);
    for (int i = 0; i < set.data.n; i++) {
        const double b = coefficient_of(svm, set.x + 2 * i);
        if (b != 0 && b != svm->C_plus && b != -svm->C_minus)
            off += set.label[i] - kip_svm_value(svm, set.x + 2 * i), free_ones++;
    }
    ck_assert_int_gt(free_ones, 5);
    ck_near(off / free_ones, 0, 1e-12);
    kip_svm_destroy(svm);
}
END_TEST

START_TEST(weights_move_errors)
{
    static Set set;
    KipRandom random = {5};
    KipSvmDef def = kip_svm_def();
    draw_clouds(&set, &random, 600, 1.5);
    KipSvm *even = train(&def, &set.data);
    def.weight_minus = 10;
    KipSvm *careful = train(&def, &set.data);
    KipSvmScore a = kip_svm_test(even, &set.data), b = kip_svm_test(careful, &set.data);
    ck_assert_int_lt(2 * b.false_plus, a.false_plus);
    ck_assert_int_gt(b.false_minus, a.false_minus);
    kip_svm_destroy(even);
    kip_svm_destroy(careful);
}
END_TEST

/* Standardised, units do not matter (powers of two: not a bit), nor does a feature that never changes. */
START_TEST(units_do_not_matter)
{
    static Set set, scaled;
    static double wide[3 * MOST];
    KipRandom random = {9};
    KipSvmDef def = kip_svm_def();
    def.gamma = 0.5;
    draw_clouds(&set, &random, 300, 1.5);
    scaled = set;
    use(&scaled, 300, 2);
    for (int i = 0; i < 300; i++) {
        scaled.x[2 * i] *= 1024;
        scaled.x[2 * i + 1] /= 512;
        wide[3 * i] = set.x[2 * i], wide[3 * i + 1] = set.x[2 * i + 1], wide[3 * i + 2] = 0.1;
    }
    KipSvmData three = {300, 3, wide, set.label};
    KipSvm *a = train(&def, &set.data), *b = train(&def, &scaled.data), *c = train(&def, &three);
    ck_assert(c->scale[2] == 1);
    for (int i = 0; i < 300; i++) {
        double f = kip_svm_value(a, set.x + 2 * i);
        ck_assert(f == kip_svm_value(b, scaled.x + 2 * i));
        ck_near(f, kip_svm_value(c, wide + 3 * i), 1e-12);
    }
    kip_svm_destroy(a);
    kip_svm_destroy(b);
    kip_svm_destroy(c);
}
END_TEST

static char *text_of(const KipSvm *svm)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    kip_svm_file_write(stream, svm);
    fclose(stream);
    return text;
}

START_TEST(cache_changes_no_bit)
{
    static Set set;
    KipRandom random = {13};
    char *text[3];
    const size_t cache[] = {(size_t)1 << 30, 0, 20 * 300 * sizeof(double)};
    draw_clouds(&set, &random, 300, 1.5);
    for (int i = 0; i < 3; i++) {
        KipSvmDef def = kip_svm_def();
        def.cache = cache[i];
        KipSvm *svm = train(&def, &set.data);
        text[i] = text_of(svm);
        kip_svm_destroy(svm);
    }
    ck_assert_str_eq(text[0], text[1]);
    ck_assert_str_eq(text[0], text[2]);
    for (int i = 0; i < 3; i++)
        free(text[i]);
}
END_TEST

/* -- odd sets -------------------------------------------------------------------------------------------- */

START_TEST(duplicates)
{
    static Set set;
    const double same[] = {1, 2, 1, 2, 1, 2, 4, 2, 4, 2}, only[] = {3, 3, 3, 3, 3, 3};
    const int label[] = {1, 1, 1, -1, -1}, against[] = {1, -1, 1};
    for (int linear = 0; linear < 2; linear++) {
        KipSvmDef def = exact_def(linear ? KIP_SVM_LINEAR : KIP_SVM_RBF, 0.5, 10);
        fill(&set, 5, same, label);
        KipSvm *svm = train(&def, &set.data);
        ck_near(kip_svm_value(svm, same), 1, 1e-9);
        ck_near(kip_svm_value(svm, same + 8), -1, 1e-9);
        kip_svm_destroy(svm);

        fill(&set, 3, only, against); /* one place, both labels: what the most say */
        svm = train(&def, &set.data);
        ck_assert(isfinite(svm->bias));
        ck_near(kip_svm_value(svm, only), 1, 1e-9);
        double sum = 0;
        for (int i = 0; i < svm->nvector; i++)
            sum += fabs(svm->coefficient[i]);
        ck_near(sum, 20, 1e-9); /* the one against is at C, and the others hold it */
        kip_svm_destroy(svm);
    }
}
END_TEST

START_TEST(what_is_not_known_does_not_hold)
{
    static Set set;
    const double x[] = {1, 1, -1, -1};
    const int label[] = {1, -1};
    fill(&set, 2, x, label);
    KipSvmDef def = kip_svm_def();
    KipSvm *svm = train(&def, &set.data);
    ck_assert(kip_svm_holds(svm, x) && !kip_svm_holds(svm, x + 2));
    ck_assert(isnan(kip_svm_value(svm, (double[]){NAN, 1})));
    ck_assert(!kip_svm_holds(svm, (double[]){1, NAN}));
    kip_svm_destroy(svm);
}
END_TEST

/* The training is refused, with these words. */
static void refuse(const KipSvmDef *def, const KipSvmData *data, KipStatus status, const char *words)
{
    KipSvm *svm = NULL;
    KipError error = {.message = ""};
    ck_assert_int_eq(kip_svm_train(def, data, &svm, &error), status);
    ck_assert_msg(strstr(error.message, words) != NULL, "'%s' is not in: %s", words, error.message);
    ck_assert(svm == NULL);
}

START_TEST(bad_examples_are_refused)
{
    static Set set;
    const double x[] = {1, 1, 2, 1, -1, -1, -2, 0};
    const int label[] = {1, 1, -1, -1};
    fill(&set, 4, x, label);
    KipSvmDef def = kip_svm_def();
    refuse(&def, use(&set, 2, 2), KIP_BAD_INPUT, "all 2 examples have the label 1");
    refuse(&def, use(&set, 1, 2), KIP_BAD_INPUT, "1 examples are too few");
    refuse(&def, use(&set, 0, 2), KIP_BAD_INPUT, "0 examples are too few");
    refuse(&def, use(&set, 4, 0), KIP_BAD_INPUT, "examples have 1 to 256 features, not 0");
    refuse(&def, use(&set, 4, 257), KIP_BAD_INPUT, "examples have 1 to 256 features, not 257");
    use(&set, 4, 2);
    set.x[5] = NAN;
    refuse(&def, &set.data, KIP_BAD_INPUT, "feature 2 of example 3 is nan");
    set.x[5] = -INFINITY;
    refuse(&def, &set.data, KIP_BAD_INPUT, "feature 2 of example 3 is -inf");
    set.x[5] = -1;
    set.label[3] = 0;
    refuse(&def, &set.data, KIP_BAD_INPUT, "example 4 has the label 0");
    set.label[3] = -1;
    kip_svm_destroy(train(&def, &set.data));
}
END_TEST

START_TEST(bad_settings_are_refused)
{
    static Set set;
    KipRandom random = {15};
    KipSvmDef def;
    draw_clouds(&set, &random, 100, 1);
    def = kip_svm_def(), def.C = 0;
    refuse(&def, &set.data, KIP_BAD_INPUT, "must be positive");
    def = kip_svm_def(), def.weight_minus = NAN;
    refuse(&def, &set.data, KIP_BAD_INPUT, "must be positive");
    def = kip_svm_def(), def.gamma = -1;
    refuse(&def, &set.data, KIP_BAD_INPUT, "gamma is -1");
    def = kip_svm_def(), def.tolerance = 0;
    refuse(&def, &set.data, KIP_BAD_INPUT, "tolerance is 0");
    def = kip_svm_def(), def.margin = NAN;
    refuse(&def, &set.data, KIP_BAD_INPUT, "margin nan");
    def = kip_svm_def(), def.kernel = (KipSvmKernel)7;
    refuse(&def, &set.data, KIP_BAD_INPUT, "no kernel 7");
    def = kip_svm_def(), def.most_steps = 3;
    refuse(&def, &set.data, KIP_BAD_USE, "did not end in 3 steps");
}
END_TEST

START_TEST(bad_parts_are_refused)
{
    const double mean[] = {0}, vector[] = {1, -1, 0}, far[] = {1, NAN, 0};
    const struct {
        double coefficient[3], scale;
        const double *vector;
        int nvector;
        const char *words; /* NULL: it is good */
    } part[] = {
        {{1, -1, 0}, 1, vector, 2, NULL},
        {{1, -1, 0}, 1, vector, 3, "vector 3 has the coefficient 0"},
        {{1, -1, 0}, 1, vector, 1, "1 support vectors are too few"},
        {{3, -3, 0}, 1, vector, 2, "vector 1 has the coefficient 3"},
        {{NAN, 0, 0}, 1, vector, 2, "vector 1 has the coefficient nan"},
        {{1, -0.5, 0}, 1, vector, 2, "sum to 0.5"},
        {{1, -1, 0}, 0, vector, 2, "scale 0"},
        {{1, -1, 0}, 1, far, 2, "feature 1 of vector 2"},
    };
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        KipSvm parts = {.C_plus = 2, .C_minus = 2, .dim = 1, .mean = mean}, *svm = NULL;
        KipError error = {.message = ""};
        parts.nvector = part[i].nvector, parts.scale = &part[i].scale;
        parts.vector = part[i].vector, parts.coefficient = part[i].coefficient;
        ck_assert_int_eq(kip_svm_create(&parts, NULL, &svm, &error), part[i].words ? KIP_BAD_INPUT : KIP_OK);
        ck_assert_msg(!part[i].words || strstr(error.message, part[i].words), "%s", error.message);
        ck_assert((svm == NULL) == (part[i].words != NULL));
        kip_svm_destroy(svm);
    }
}
END_TEST

/* -- memory ---------------------------------------------------------------------------------------------- */

typedef struct Heap {
    int left;      /* requests granted */
    int64_t bytes; /* held */
} Heap;

static void *limited_resize(void *user, void *memory, size_t old_size, size_t new_size)
{
    Heap *heap = user;
    if (new_size > 0 && heap->left-- <= 0)
        return NULL;
    heap->bytes += (int64_t)new_size - (int64_t)old_size;
    return kip_resize(NULL, memory, old_size, new_size);
}

/* Training, cross-validation, reading: a sentence wherever memory ends, and all of it comes back. */
START_TEST(lack_of_memory)
{
    static Set set;
    KipRandom random = {17};
    KipSvmDef def = kip_svm_def();
    draw_clouds(&set, &random, 60, 1);
    KipSvm *usual = train(&def, &set.data);
    char *text = text_of(usual);
    kip_svm_destroy(usual);
    for (int way = 0; way < 3; way++) {
        KipStatus status = KIP_NO_MEMORY;
        int allowed = 0;
        for (; status != KIP_OK; allowed++) {
            Heap heap = {.left = allowed};
            KipAllocator allocator = {limited_resize, &heap};
            KipSvm *svm = NULL;
            KipSvmScore score;
            KipError error;
            def.allocator = &allocator;
            ck_assert_int_lt(allowed, 1000);
            status = way == 0   ? kip_svm_train(&def, &set.data, &svm, &error)
                     : way == 1 ? kip_svm_file_parse(text, strlen(text), "x.svm", &allocator, &svm, &error)
                                : kip_svm_cross_validate(&def, &set.data, 3, 1, &score, NULL, &error);
            ck_assert(status == KIP_OK || (status == KIP_NO_MEMORY && strstr(error.message, "memory")));
            if (svm) { /* prediction asks for none */
                int before = heap.left;
                kip_svm_value(svm, set.x);
                kip_svm_holds(svm, set.x);
                ck_assert_int_eq(heap.left, before);
            }
            kip_svm_destroy(svm);
            ck_assert_int_eq(heap.bytes, 0);
        }
        ck_assert_int_gt(allowed, 3);
    }
    free(text);
}
END_TEST

/* -- cross-validation and nearest neighbours ------------------------------------------------------------- */

START_TEST(folds_are_a_partition)
{
    static Set set;
    KipRandom random = {19};
    draw_clouds(&set, &random, 103, 1);
    for (int folds = 2; folds <= 103; folds += folds < 12 ? 1 : 91) {
        int fold[103], again[103], other[103], order[103], size[103][2] = {{0}}, differ = 0;
        kip_svm_split(set.label, 103, folds, 42, fold, order);
        kip_svm_split(set.label, 103, folds, 42, again, order);
        kip_svm_split(set.label, 103, folds, 43, other, order);
        ck_assert_mem_eq(fold, again, sizeof fold);
        for (int i = 0; i < 103; i++) {
            ck_assert(fold[i] >= 0 && fold[i] < folds);
            size[fold[i]][set.label[i] > 0]++;
            differ += fold[i] != other[i];
        }
        ck_assert_int_gt(differ, 20);
        for (int f = 1; f < folds; f++) {
            ck_assert_int_le(abs(size[f][0] - size[0][0]), 1);
            ck_assert_int_le(abs(size[f][1] - size[0][1]), 1);
            ck_assert_int_le(abs(size[f][0] + size[f][1] - size[0][0] - size[0][1]), 1);
        }
    }
}
END_TEST

START_TEST(cross_validation)
{
    static Set set;
    KipRandom random = {21};
    KipSvmDef def = kip_svm_def();
    KipSvmScore score, again, nearest, whole;
    KipError error;
    draw_clouds(&set, &random, 300, 1.5);
    ck_ok(kip_svm_cross_validate(&def, &set.data, 5, 4, &score, &nearest, &error));
    ck_ok(kip_svm_cross_validate(&def, &set.data, 5, 4, &again, NULL, &error));
    ck_assert_mem_eq(&score, &again, sizeof score);
    ck_assert(score.n == 300 && nearest.n == 300);
    ck_assert_int_eq(score.right + score.false_plus + score.false_minus, 300);
    /* clouds 1.5 sqrt 2 apart: 86 % is the most that can be had, and one neighbour has less */
    ck_assert(score.right > 240 && score.right < 275);
    ck_assert(nearest.right > 200 && nearest.right < score.right);
    /* its own examples are the nearest to themselves; left out, they are not */
    whole = kip_svm_nearest_test(&set.data, &set.data);
    ck_assert_int_eq(whole.right, 300);

    /* labels that mean nothing are not learned: no fold sees its own */
    for (int i = 0; i < 300; i++)
        set.label[i] = kip_random_bits(&random) % 2 ? 1 : -1;
    def.gamma = 50, def.C = 1000;
    ck_ok(kip_svm_cross_validate(&def, &set.data, 5, 4, &score, &nearest, &error));
    ck_assert(score.right > 110 && score.right < 190);
    ck_assert(nearest.right > 110 && nearest.right < 190);
}
END_TEST

START_TEST(cross_validation_refuses)
{
    static Set set;
    const double x[] = {1, 1, 2, 1, -1, -1, -2, 0};
    const int label[] = {1, 1, -1, 1};
    fill(&set, 4, x, label);
    KipSvmDef def = kip_svm_def();
    KipSvmScore score = {.n = -1};
    KipError error;
    ck_assert_int_eq(kip_svm_cross_validate(&def, &set.data, 2, 1, &score, NULL, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "one example alone has the label -1"));
    set.label[3] = -1;
    for (int folds = 0; folds < 7; folds++) {
        bool good = folds >= 2 && folds <= 4;
        ck_assert_int_eq(score.n, folds <= 2 ? -1 : 4);
        ck_assert_int_eq(kip_svm_cross_validate(&def, &set.data, folds, 1, &score, NULL, &error),
                         good ? KIP_OK : KIP_BAD_USE);
        ck_assert(good || strstr(error.message, "choose from 2 to 4"));
    }
}
END_TEST

START_TEST(nearest_is_exact)
{
    static Set set;
    const double x[] = {0, 0, 10, 0, 0, 1, 10, 1}, mean[] = {5, 0.5}, scale[] = {5, 0.5}, one[] = {1, 1};
    const int label[] = {1, -1, -1, 1};
    fill(&set, 4, x, label);
    double m[2], s[2];
    kip_svm_scales(&set.data, m, s);
    ck_assert(m[0] == 5 && m[1] == 0.5 && s[0] == 5 && s[1] == 0.5);
    ck_assert_int_eq(kip_svm_nearest(&set.data, mean, scale, (double[]){1, 0.4}), 0);
    ck_assert_int_eq(kip_svm_nearest(&set.data, mean, scale, (double[]){4, 0.6}), 2);
    ck_assert_int_eq(kip_svm_nearest(&set.data, mean, scale, (double[]){6, 0.9}), 3);
    ck_assert_int_eq(kip_svm_nearest(&set.data, mean, scale, (double[]){5, 0.5}),
                     0); /* all alike: the first */
    ck_assert_int_eq(kip_svm_nearest(&set.data, mean, scale, (double[]){5, 2}), 2);
    ck_assert_int_eq(kip_svm_nearest(&set.data, one, one, (double[]){5.1, 3}), 3);
}
END_TEST

/* -- the file -------------------------------------------------------------------------------------------- */

START_TEST(file_comes_back)
{
    static Set set;
    KipRandom random = {23};
    draw_clouds(&set, &random, 200, 1.3);
    for (int linear = 0; linear < 2; linear++) {
        KipSvmDef def = kip_svm_def();
        KipSvm *back = NULL;
        KipError error;
        def.kernel = linear ? KIP_SVM_LINEAR : KIP_SVM_RBF;
        def.margin = 0.1, def.weight_plus = 1.7;
        KipSvm *svm = train(&def, &set.data);
        char *text = text_of(svm), *again;
        ck_ok(kip_svm_file_parse(text, strlen(text), "a.svm", NULL, &back, &error));
        again = text_of(back);
        ck_assert_str_eq(text, again);
        ck_assert_int_gt(back->nvector, 20);
        for (int i = 0; i < 200; i++) {
            double f = kip_svm_value(svm, set.x + 2 * i);
            ck_assert(f == kip_svm_value(back, set.x + 2 * i));
            ck_assert_int_eq(kip_svm_holds(back, set.x + 2 * i), f > 0.1);
        }
        free(text);
        free(again);
        kip_svm_destroy(svm);
        kip_svm_destroy(back);
    }
}
END_TEST

static const char good_file[] = "svm 1\nkernel rbf 0.5\nC 10 20\nmargin 0.25\nbias -0.125\nfeature 0.1 2\n"
                                "feature 0 1\nvector 1.5 0.3 -0.7\nvector -1.5 -0.3 0.7\nend\n";

START_TEST(file_by_hand)
{
    static const char loose[] =
        "# a comm\xc3\xa9nt\n\n  svm 1\r\nkernel\trbf 0.5 # gamma\r\nC 10 20\n\nmargin .25\n"
        "bias -0.125\n feature 0.1 2\nfeature 0 1\nvector 1.5 0.3 -0.7\n"
        "vector -1.5 -0.3 0.7#\nend # of it\n# really";
    KipSvm *svm = NULL, *other = NULL;
    KipError error;
    ck_ok(kip_svm_file_parse(good_file, strlen(good_file), "a.svm", NULL, &svm, &error));
    ck_ok(kip_svm_file_parse(loose, strlen(loose), "b.svm", NULL, &other, &error));
    ck_assert(svm->kernel == KIP_SVM_RBF && svm->gamma == 0.5 && svm->C_plus == 10 && svm->C_minus == 20);
    ck_assert(svm->margin == 0.25 && svm->bias == -0.125 && svm->dim == 2 && svm->nvector == 2);
    ck_assert(svm->mean[0] == 0.1 && svm->scale[0] == 2 && svm->mean[1] == 0 && svm->scale[1] == 1);
    ck_assert(svm->coefficient[1] == -1.5 && svm->vector[1] == -0.7 && svm->vector[2] == -0.3);
    char *a = text_of(svm), *b = text_of(other);
    ck_assert_str_eq(a, b);
    free(a);
    free(b);
    kip_svm_destroy(svm);
    kip_svm_destroy(other);
}
END_TEST

/* The good file with one thing replaced; where and with which words it is refused. */
typedef struct Hostile {
    const char *was, *is;
    int line, column;
    const char *words;
} Hostile;

static const Hostile hostile[] = {
    {good_file, "", 1, 1, "the file ends where a line 'svm 1'"},
    {"svm 1", "smv 1", 1, 1, "'smv' stands where a line 'svm 1'"},
    {"svm 1", "svm 2", 1, 5, "version 2"},
    {"svm 1", "svm", 1, 4, "the line ends where the format's version"},
    {"svm 1", "svm 1 1", 1, 7, "'1' is too much"},
    {"rbf 0.5", "poly 3", 2, 8, "kernel linear, or kernel rbf"},
    {"rbf 0.5", "rbf", 2, 11, "the line ends where gamma"},
    {"rbf 0.5", "rbf -1", 2, 12, "gamma is -1"},
    {"rbf 0.5", "linear 0.5", 2, 15, "'0.5' is too much"},
    {"C 10 20", "C 10 0", 3, 6, "C of the examples of -1 is 0"},
    {"margin 0.25\n", "", 4, 1, "'bias' stands where a line 'margin M'"},
    {"margin 0.25", "margin nan", 4, 8, "'nan' stands where margin, a number"},
    {"bias -0.125", "bias 1e999", 5, 6, "'1e999' stands where bias"},
    {"bias -0.125", "bias -0,125", 5, 6, "'-0,125' stands where bias"},
    {"feature 0.1 2\nfeature 0 1\n", "", 6, 1, "'vector' stands where a line 'feature MEAN SCALE'"},
    {"feature 0 1", "feature 0 0", 7, 11, "scale is 0"},
    {"feature 0 1", "feature 0", 7, 10, "the line ends where the feature's scale"},
    {"1.5 0.3 -0.7", "1.5 0.3", 8, 15, "the line ends where a standardised feature"},
    {"1.5 0.3 -0.7", "1.5 0.3 -0.7 4", 8, 21, "'4' is too much"},
    {"1.5 0.3 -0.7", "11 0.3 -0.7", 8, 8, "must lie in [-20, 10]"},
    {"vector 1.5 0.3 -0.7", "vector 0 0.3 -0.7", 8, 8, "and not be 0"},
    {"1.5 0.3 -0.7", "1.25 0.3 -0.7", 10, 1, "sum to -0.25"},
    {"1.5 0.3 -0.7", "1.5 0x1p3 -0.7", 8, 12, "'0x1p3' stands"},
    {"1.5 0.3 -0.7", "1.5 inf -0.7", 8, 12, "'inf' stands"},
    {"1.5 0.3 -0.7", "1.5 0.3\xe2\x88\x92 1", 8, 15, "only comments may have it"},
    {"1.5 0.3 -0.7", "1.5 \x01 1", 8, 12, "only comments may have it"},
    {"vector 1.5 0.3 -0.7\nvector -1.5 -0.3 0.7\n", "", 8, 1, "'end' stands where a line 'vector"},
    {"vector 1.5 0.3 -0.7\n", "", 9, 1, "1 support vectors are too few"},
    {"end\n", "", 10, 1, "the file ends where a line 'end'"},
    {"end\n", "end\nend\n", 11, 1, "'end' stands after end"},
    {"end\n", "vector -1.5 -0", 10, 15, "the line ends where a standardised feature"},
};

static void check_hostile(const char *text, size_t size, const Hostile *h)
{
    KipSvm *svm = NULL;
    KipError error = {.message = ""};
    ck_assert_int_eq(kip_svm_file_parse(text, size, "bad.svm", NULL, &svm, &error), KIP_BAD_INPUT);
    ck_assert_ptr_null(svm);
    ck_assert_str_eq(error.file, "bad.svm");
    ck_assert_msg(error.line == h->line && error.column == h->column && strstr(error.message, h->words),
                  "%d:%d, not %d:%d: %s ('%s')", error.line, error.column, h->line, h->column, error.message,
                  h->words);
}

START_TEST(hostile_files)
{
    const Hostile *h = hostile + _i;
    const char *at = strstr(good_file, h->was);
    char text[1000];
    ck_assert_ptr_nonnull(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good_file), good_file, h->is, at + strlen(h->was));
    check_hostile(text, strlen(text), h);
}
END_TEST

/* A 0 byte is no end; a file cut anywhere is refused or whole. */
START_TEST(cut_files)
{
    char text[sizeof good_file];
    size_t size = sizeof good_file - 1;
    memcpy(text, good_file, sizeof text);
    text[10] = '\0';
    check_hostile(text, size, &(Hostile){NULL, NULL, 2, 5, "only comments may have it"});
    for (size_t n = 0; n <= size; n++) {
        KipSvm *svm = NULL;
        KipError error;
        char *cut = malloc(n + 1); /* so that a sanitizer sees where it ends */
        memcpy(cut, good_file, n);
        KipStatus status = kip_svm_file_parse(cut, n, "cut.svm", NULL, &svm, &error);
        ck_assert_int_eq(status, n >= size - 1 ? KIP_OK : KIP_BAD_INPUT);
        ck_assert(status == KIP_OK || (error.line >= 1 && error.line <= 10 && error.column >= 1));
        kip_svm_destroy(svm);
        free(cut);
    }
}
END_TEST

START_TEST(missing_file)
{
    KipSvm *svm = NULL;
    KipError error;
    ck_assert_int_eq(kip_svm_file_read("no/such.svm", NULL, &svm, &error), KIP_IO);
    ck_assert_ptr_nonnull(strstr(error.message, "no such file"));
}
END_TEST

Suite *suite_svm(void)
{
    Suite *suite = suite_create("svm");
    TCase *tc = tcase_create("svm");
    tcase_add_test(tc, worked_example_linear);
    tcase_add_test(tc, worked_example_rbf);
    tcase_add_test(tc, worked_example_pendulum);
    tcase_add_test(tc, agrees_with_brute_force);
    tcase_add_test(tc, optimality_conditions);
    tcase_add_test(tc, the_bias_is_the_mean_of_the_free);
    tcase_add_test(tc, weights_move_errors);
    tcase_add_test(tc, units_do_not_matter);
    tcase_add_test(tc, cache_changes_no_bit);
    tcase_add_test(tc, duplicates);
    tcase_add_test(tc, what_is_not_known_does_not_hold);
    tcase_add_test(tc, bad_examples_are_refused);
    tcase_add_test(tc, bad_settings_are_refused);
    tcase_add_test(tc, bad_parts_are_refused);
    tcase_add_test(tc, lack_of_memory);
    tcase_add_test(tc, folds_are_a_partition);
    tcase_add_test(tc, cross_validation);
    tcase_add_test(tc, cross_validation_refuses);
    tcase_add_test(tc, nearest_is_exact);
    tcase_add_test(tc, file_comes_back);
    tcase_add_test(tc, file_by_hand);
    tcase_add_loop_test(tc, hostile_files, 0, (int)(sizeof hostile / sizeof *hostile));
    tcase_add_test(tc, cut_files);
    tcase_add_test(tc, missing_file);
    suite_add_tcase(suite, tc);
    return suite;
}
