/* A test that is also a study: `make check` runs it at a size that fits, `make long` at full size with its
 * figures printed. */
#ifndef STUDY_H
#define STUDY_H

#include <check.h>
#include <stdbool.h>

extern bool study_full;

/* The size to run at. */
#define STUDY(small, full) (study_full ? (full) : (small))

/* Prints in a full study only. */
void study_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The greater of two, and NaN once there was one: fmax would swallow it. */
static inline double most_of(double most, double x)
{
    return x <= most ? most : x;
}

/* N/m of a contact on which this mass bears, where no solref is said: solref 0.02 1, solimp 0.9 0.95. */
static inline double common_stiffness(double mass)
{
    return mass / (0.05 * 0.95 * 0.02 * 0.02);
}

/* ck_assert for doubles with both numbers in the message. */
#define ck_below(x, bound)                                                                                   \
    do {                                                                                                     \
        double value_ = (x), bound_ = (bound);                                                               \
        ck_assert_msg(value_ < bound_, "%s is %g, not below %g", #x, value_, bound_);                        \
    } while (0)

#define ck_near(x, y, tolerance)                                                                             \
    do {                                                                                                     \
        double x_ = (x), y_ = (y);                                                                           \
        ck_assert_msg(x_ - y_ <= (tolerance) && y_ - x_ <= (tolerance), "%s is %.17g, not %.17g", #x, x_,    \
                      y_);                                                                                   \
    } while (0)

/* Fails with the error's sentence. */
#define ck_ok(call)                                                                                          \
    do {                                                                                                     \
        KipStatus status_ = (call);                                                                          \
        ck_assert_msg(status_ == KIP_OK, "%s: %s", #call, error.message);                                    \
    } while (0)

#endif
