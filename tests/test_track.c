/* Tracking (HYB.5): W-OTB.13's table, what counts as a perturbation, tension in between, saving in the middle. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/control/fields.h"
#include "../src/control/track.h"
#include "../src/dynamics/quat.h"
#include "../src/dynamics/scalar.h"
#include "../src/io/formats/mjcf.h"
#include "counting_heap.h"

Suite *suite_track(void);

#define NEAR(value, expected, tolerance) ck_assert_double_eq_tol(value, expected, tolerance)

static const double pi = 3.14159265358979323846, step = 5e-4;

/* One hinge of 0.25 kg m^2 without weight, and the clip 0.5 sin(2 pi t). */
typedef struct Stage {
    KipModel *model;
    KipMotion *motion;
    KipKeys *keys;
    KipBeat *beat;
    KipTrack *track;
    double q, v, tau;
    int at; /* steps taken */
} Stage;

static void open_stage(Stage *stage, const KipTrackDef *def)
{
    static const char xml[] =
        "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' axis='0 0 1'/>"
        "<inertial pos='0 0 0' mass='1' diaginertia='0.25 0.25 0.25'/></body></worldbody></mujoco>";
    enum { FRAMES = 3001 };
    KipError error;
    *stage = (Stage){.v = pi}; /* on the clip */
    ck_assert_msg(kip_mjcf_parse(&stage->model, xml, strlen(xml), "x", NULL, &error) == KIP_OK, "%s",
                  error.message);
    ck_assert_int_eq(kip_motion_create(stage->model, FRAMES, 0.001, NULL, &stage->motion, NULL), KIP_OK);
    for (int i = 0; i < FRAMES; i++) {
        stage->motion->q[i] = 0.5 * kip_sin(2 * pi * 0.001 * i);
        stage->motion->v[i] = pi * kip_cos(2 * pi * 0.001 * i);
    }
    KipBeatDef beat = kip_beat_def(stage->model);
    beat.floor = 0.004;
    ck_assert_int_eq(kip_keys_create(stage->model, NULL, &stage->keys, NULL), KIP_OK);
    ck_assert_int_eq(kip_beat_create(&beat, stage->keys, NULL, &stage->beat, NULL), KIP_OK);
    ck_assert_int_eq(kip_track_create(stage->model, NULL, &stage->track, NULL), KIP_OK);
    ck_assert_int_eq(kip_track_begin(stage->track, stage->motion, def, 0, 0, NULL), KIP_OK);
}

static void close_stage(Stage *stage)
{
    kip_track_destroy(stage->track);
    kip_beat_destroy(stage->beat);
    kip_keys_destroy(stage->keys);
    kip_motion_destroy(stage->motion);
    kip_model_destroy(stage->model);
}

static double now(const Stage *stage)
{
    return step * stage->at;
}

static double off(const Stage *stage)
{
    return 0.5 * kip_sin(2 * pi * now(stage)) - stage->q;
}

/* Up to a time, by semi-implicit Euler; returns the largest torque on the way. */
static double go_to(Stage *stage, double time)
{
    double target, rate, stiffness, damping, feedforward, lo = -INFINITY, hi = INFINITY, peak = 0;
    const KipDrives drives = {&target, &rate, &stiffness, &damping, &feedforward, &lo, &hi};
    for (; now(stage) < time - 0.5 * step; stage->at++) {
        KipError error;
        KipStatus status =
            kip_track_update(stage->track, stage->beat, NULL, &stage->q, &stage->v, now(stage), &error);
        ck_assert_msg(status == KIP_OK, "%s", error.message);
        kip_beat_update(stage->beat, &stage->q, &stage->v, now(stage), drives);
        stage->tau = feedforward + stiffness * (target - stage->q) + damping * (rate - stage->v);
        peak = fmax(peak, fabs(stage->tau));
        stage->v += step * stage->tau / 0.25;
        stage->q += step * stage->v;
    }
    return peak;
}

/* A hit of -6 rad/s at 1 s: the largest torque after it, the error delta later. */
static double hit(double tension, double *left)
{
    Stage stage;
    KipTrackDef def = kip_track_def();
    def.tension = tension;
    open_stage(&stage, &def);
    go_to(&stage, 0.9);
    NEAR(off(&stage), 0, 0.004); /* it follows */
    go_to(&stage, 1);
    ck_assert(kip_track_perturbed(stage.track) < 0);
    stage.v -= 6;
    double peak = go_to(&stage, 1 + tension);
    *left = fabs(off(&stage));
    NEAR(kip_track_perturbed(stage.track), 1, 1e-9);
    go_to(&stage, 2.5);
    NEAR(off(&stage), 0, 0.004); /* and again */
    NEAR(kip_track_perturbed(stage.track), 1, 1e-9);
    close_stage(&stage);
    return peak;
}

START_TEST(delta_is_tension)
{
    static const struct {
        double tension, peak, left;
    } rows[] = {{0.1, 119.4633, 1.3e-5},
                {0.2, 63.6231, 8.5e-6},
                {0.4, 32.4306, 5.6e-6},
                {0.6, 13.9048, 2.0e-6}};
    double before = INFINITY;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double left, peak = hit(rows[i].tension, &left);
        NEAR(peak, rows[i].peak, 1e-3);
        NEAR(left, rows[i].left, 1e-6);
    }
    for (double tension = 0.08; tension < 0.7; tension += 0.04) {
        double left, peak = hit(tension, &left);
        ck_assert_msg(peak < before, "%g N m at %g s, %g before", peak, tension, before);
        ck_assert(left < 0.01);
        before = peak;
    }
}
END_TEST

/* Too far off, though nothing jumped; and told from outside, though all is well. */
START_TEST(what_perturbs)
{
    Stage stage;
    KipTrackDef def = kip_track_def();
    open_stage(&stage, &def);
    go_to(&stage, 0.5);
    stage.q += 0.14;
    go_to(&stage, 0.5 + step);
    ck_assert(kip_track_perturbed(stage.track) < 0);
    close_stage(&stage);
    open_stage(&stage, &def);
    go_to(&stage, 0.5);
    stage.q -= 0.16;
    go_to(&stage, 0.5 + step);
    NEAR(kip_track_perturbed(stage.track), 0.5, 1e-9);
    close_stage(&stage);
    open_stage(&stage, &def);
    go_to(&stage, 0.5);
    stage.v += 1.3; /* less than a jump */
    go_to(&stage, 0.5 + step);
    ck_assert(kip_track_perturbed(stage.track) < 0);
    close_stage(&stage);
    open_stage(&stage, &def);
    go_to(&stage, 0.5);
    kip_track_perturb(stage.track);
    go_to(&stage, 0.7);
    NEAR(kip_track_perturbed(stage.track), 0.5, 1e-9);
    kip_track_perturb(stage.track); /* while it recovers: anew */
    ck_assert_int_eq(kip_track_set_tension(stage.track, 0.2, NULL), KIP_OK);
    go_to(&stage, 0.9);
    NEAR(kip_track_perturbed(stage.track), 0.7, 1e-9);
    NEAR(off(&stage), 0, 1e-3);
    close_stage(&stage);
}
END_TEST

/* Two hits, the second with another tension: its peak is that of a motion with that tension all along. */
START_TEST(tension_changes_in_between)
{
    double left, peak = hit(0.4, &left);
    Stage stage;
    KipTrackDef def = kip_track_def();
    def.tension = 0.1;
    open_stage(&stage, &def);
    go_to(&stage, 1);
    ck_assert_int_eq(kip_track_set_tension(stage.track, 0.4, NULL), KIP_OK);
    stage.v -= 6;
    NEAR(go_to(&stage, 1.4), peak, 1e-12);
    ck_assert_int_eq(kip_track_set_tension(stage.track, 0.1, NULL), KIP_OK);
    go_to(&stage, 2);
    stage.v -= 6;
    NEAR(go_to(&stage, 2.1), 119.4633, 1e-3);
    close_stage(&stage);
}
END_TEST

START_TEST(the_end_is_held)
{
    Stage stage;
    KipTrackDef def = kip_track_def();
    open_stage(&stage, &def);
    stage.q = 0.5, stage.v = 0;
    ck_assert_int_eq(kip_track_begin(stage.track, stage.motion, &def, 0, 2.25, NULL), KIP_OK);
    go_to(&stage, 0.7);
    ck_assert_ptr_eq(kip_track_motion(stage.track), stage.motion);
    go_to(&stage, 2);
    ck_assert_ptr_null(kip_track_motion(stage.track));
    NEAR(stage.q, 0, 1e-3);
    NEAR(stage.v, 0, 1e-3);
    close_stage(&stage);
}
END_TEST

/* Begun again it knows nothing of what hit it before, nor of what it was told. */
START_TEST(begun_again_it_is_new)
{
    Stage stage;
    KipTrackDef def = kip_track_def();
    open_stage(&stage, &def);
    ck_assert(kip_track_perturbed(stage.track) == -INFINITY);
    go_to(&stage, 0.5);
    stage.v -= 6;
    go_to(&stage, 0.6);
    NEAR(kip_track_perturbed(stage.track), 0.5, 1e-9);
    kip_track_perturb(stage.track);
    ck_assert_int_eq(kip_track_begin(stage.track, stage.motion, &def, now(&stage), 0.25, NULL), KIP_OK);
    ck_assert(kip_track_perturbed(stage.track) == -INFINITY);
    stage.q = 0.5, stage.v = 0; /* on the clip a quarter of a second after its start */
    go_to(&stage, 1);
    ck_assert(kip_track_perturbed(stage.track) == -INFINITY);
    kip_track_end(stage.track);
    ck_assert_ptr_null(kip_track_motion(stage.track));
    close_stage(&stage);
}
END_TEST

/* Saved while a hit is on and while it is not, loaded into others: the same bits. */
START_TEST(saving_changes_nothing)
{
    static const double when[] = {0.3, 1.2, 1.5};
    for (size_t i = 0; i < sizeof when / sizeof *when; i++) {
        Stage a, b;
        KipTrackDef def = kip_track_def(), other = kip_track_def();
        other.tension = 0.7;
        open_stage(&a, &def);
        open_stage(&b, &other);
        go_to(&a, fmin(when[i], 1));
        if (when[i] >= 1)
            a.v -= 6;
        go_to(&a, when[i]);
        size_t n = kip_fields_size(&kip_track_fields, a.track), m = kip_fields_size(&kip_beat_fields, a.beat),
               l = kip_fields_size(&kip_keys_fields, a.keys);
        char *bytes = malloc(n + m + l);
        ck_assert_ptr_nonnull(bytes);
        kip_fields_save(&kip_track_fields, a.track, bytes);
        kip_fields_save(&kip_beat_fields, a.beat, bytes + n);
        kip_fields_save(&kip_keys_fields, a.keys, bytes + n + m);
        ck_assert_int_eq(kip_fields_load(&kip_keys_fields, b.keys, NULL, bytes + n + m, l, NULL), KIP_OK);
        ck_assert_int_eq(kip_fields_load(&kip_track_fields, b.track, NULL, bytes, n - 1, NULL),
                         KIP_BAD_INPUT);
        ck_assert_int_eq(kip_fields_load(&kip_track_fields, b.track, NULL, bytes, n, NULL), KIP_OK);
        kip_track_resume(b.track, b.motion);
        ck_assert_int_eq(kip_fields_load(&kip_beat_fields, b.beat, NULL, bytes + n, m, NULL), KIP_OK);
        b.q = a.q, b.v = a.v, b.at = a.at;
        go_to(&a, 2.6);
        go_to(&b, 2.6);
        ck_assert(a.q == b.q && a.v == b.v && a.tau == b.tau);
        free(bytes);
        close_stage(&a);
        close_stage(&b);
    }
}
END_TEST

START_TEST(refusals)
{
    Stage stage;
    KipError error;
    KipTrackDef def = kip_track_def();
    open_stage(&stage, &def);
    ck_assert_int_eq(kip_track_set_tension(stage.track, 0, &error), KIP_BAD_USE);
    ck_assert(strstr(error.message, "tension"));
    def.look = 0;
    ck_assert_int_eq(kip_track_begin(stage.track, stage.motion, &def, 0, 0, &error), KIP_BAD_USE);
    ck_assert(strstr(error.message, "ahead"));
    def = kip_track_def();
    def.tension = NAN;
    ck_assert_int_eq(kip_track_begin(stage.track, stage.motion, &def, 0, 0, &error), KIP_BAD_USE);
    go_to(&stage, 0.5); /* what was followed still is */
    NEAR(off(&stage), 0, 0.004);
    close_stage(&stage);
}
END_TEST

START_TEST(lack_of_memory)
{
    Stage stage;
    KipTrackDef def = kip_track_def();
    open_stage(&stage, &def);
    KipStatus status = KIP_NO_MEMORY;
    for (long fail_at = 1; status != KIP_OK; fail_at++) {
        Heap heap = {.fail_at = fail_at};
        KipAllocator allocator = {counting_resize, &heap};
        KipTrack *track = NULL;
        status = kip_track_create(stage.model, &allocator, &track, NULL);
        ck_assert(status == KIP_OK || (status == KIP_NO_MEMORY && heap.held == 0));
        kip_track_destroy(track);
        ck_assert_int_eq(heap.held, 0);
    }
    close_stage(&stage);
}
END_TEST

Suite *suite_track(void)
{
    Suite *suite = suite_create("track");
    TCase *tests = tcase_create("track");
    tcase_add_test(tests, delta_is_tension);
    tcase_add_test(tests, what_perturbs);
    tcase_add_test(tests, tension_changes_in_between);
    tcase_add_test(tests, the_end_is_held);
    tcase_add_test(tests, begun_again_it_is_new);
    tcase_add_test(tests, saving_changes_nothing);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, lack_of_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
