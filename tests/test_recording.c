/* A recording, and its table: frames at the right times, every bit of the state, no loss without memory. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/quat.h"
#include "../src/io/formats/csv.h"
#include "recorded_model.h"
#include "study.h"

Suite *suite_recording(void);

/* -- recording ------------------------------------------------------------------------------------------- */

/* Fine steps: those nearest to the grid. Coarse ones: all. Always the last, and none twice. */
START_TEST(frames_are_distinct_steps)
{
    static const struct {
        double timestep;
        int nstep;
        size_t nframe;
        double widest; /* between neighbours, s */
    } runs[] = {
        {0.001, 1000, 61, 0.017}, {0.001, 1008, 62, 0.017}, {0.004, 250, 61, 0.020},
        {0.005, 200, 201, 0.005}, {0.05, 20, 21, 0.05},     {0.001, 0, 1, 0},
    };
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        Fixture f = make_swing(runs[k].timestep, runs[k].nstep);
        const KipFrame *frame = f.recording->frame;
        ck_assert_uint_eq(f.recording->nframe, runs[k].nframe);
        ck_assert(frame[runs[k].nframe - 1].time == kip_sim_time(f.sim));
        for (size_t i = 1; i < runs[k].nframe; i++) {
            double gap = frame[i].time - frame[i - 1].time;
            ck_assert_msg(gap > 0 && gap < runs[k].widest + 1e-9, "%g s at %g s", gap, frame[i].time);
        }
        free_recording(&f);
    }
}
END_TEST

/* How far the resampled frames are from those of a simulation whose steps lie on the grid, rad. */
static double largest_swing_error(const Fixture *f, const Fixture *exact)
{
    KipRecording *grid;
    double largest = 0;
    ck_assert_int_eq(kip_recording_resample(f->recording, &grid, NULL), KIP_OK);
    ck_assert_uint_eq(grid->nframe, exact->recording->nframe);
    for (size_t i = 0; i < grid->nframe; i++) {
        KipQuat q = kip_recording_poses(grid, i)[1].quat;
        ck_assert(grid->frame[i].time == (double)i / 60);
        ck_assert(fabs(q_dot(q, q) - 1) < 1e-12);
        largest = most_of(largest, fabs(2 * kip_atan2(q.y, q.w) - *kip_recording_q(exact->recording, i)));
    }
    kip_recording_destroy(grid);
    return largest;
}

/* A straight line between two steps misses at most an eighth of the acceleration times the step's square. */
START_TEST(resampled_frames_are_on_the_grid)
{
    static const double timesteps[] = {0.001, 0.005, 0.05};
    Fixture exact = make_swing(1.0 / 1200, 1200);
    for (int i = 0; i < 3; i++) {
        double h = timesteps[i];
        Fixture f = make_swing(h, (int)(1 / h + 0.5));
        double error = largest_swing_error(&f, &exact), allowed = h < 0.002 ? 2e-4 : 60 * h * h / 8;
        ck_assert_msg(error < allowed, "%g rad in steps of %g s", error, h);
        free_recording(&f);
    }
    free_recording(&exact);
}
END_TEST

/* At the ends the recorded frames themselves; contacts of the nearest frame, everything else between. */
START_TEST(resampling_keeps_ends_and_contacts)
{
    Fixture f = make_swing(0.05, 2);
    KipRecording *grid, *r = f.recording;
    for (int i = 0; i < 3; i++) { /* as if the second and third touched: one point, then two */
        r->frame[i].normal_force = 10 * i;
        r->frame[i].contact = (size_t)i / 2;
        r->frame[i].ncontact = i;
    }
    const KipRecordedContact contact[] = {
        {1, {1, 0, 0}, {0, 0, 1}}, {1, {2, 0, 0}, {0, 0, 2}}, {1, {3, 0, 0}, {0, 0, 3}}};
    memcpy(r->contact, contact, sizeof contact);
    r->ncontact = 3;
    ck_assert_int_eq(kip_recording_resample(r, &grid, NULL), KIP_OK);
    ck_assert_uint_eq(grid->nframe, 7);
    for (size_t i = 0; i < 7; i++) {
        static const int ncontact[] = {0, 0, 1, 1, 1, 2, 2};
        ck_assert_int_eq(grid->frame[i].ncontact, ncontact[i]);
        ck_assert_double_eq_tol(grid->frame[i].normal_force, 10.0 / 3 * (double)i, 1e-9);
    }
    ck_assert_uint_eq(grid->ncontact, 7);
    ck_assert(grid->contact[grid->frame[4].contact].point.x == 1);
    ck_assert(grid->contact[grid->frame[6].contact + 1].force.z == 3);
    ck_assert(kip_recording_poses(grid, 0)[1].pos.x == kip_recording_poses(r, 0)[1].pos.x);
    ck_assert(kip_recording_poses(grid, 6)[1].quat.y == kip_recording_poses(r, 2)[1].quat.y);
    ck_assert(grid->frame[6].com.x == r->frame[2].com.x);
    kip_recording_destroy(grid);
    free_recording(&f);
}
END_TEST

START_TEST(the_last_frame_is_the_end)
{
    Fixture f = make_swing(0.001, 105);
    KipRecording *grid;
    ck_assert_int_eq(kip_recording_resample(f.recording, &grid, NULL), KIP_OK);
    ck_assert_uint_eq(grid->nframe, 8);
    ck_assert(kip_recording_poses(grid, 7)[1].quat.y ==
              kip_recording_poses(f.recording, f.recording->nframe - 1)[1].quat.y);
    kip_recording_destroy(grid);
    f.recording->nframe = 0;
    ck_assert_int_eq(kip_recording_resample(f.recording, &grid, NULL), KIP_BAD_USE);
    free_recording(&f);
}
END_TEST

/* Fails when its count-down is over. */
static void *failing_resize(void *user, void *memory, size_t old_size, size_t new_size)
{
    int *left = user;
    if (new_size && --*left < 0)
        return NULL;
    return kip_resize(NULL, memory, old_size, new_size);
}

START_TEST(recording_survives_lack_of_memory)
{
    Fixture f = make_recording(1);
    for (int allowed = 0; allowed < 9; allowed++) {
        int left = allowed;
        KipAllocator allocator = {failing_resize, &left};
        KipRecording *recording = NULL;
        KipRecordedPush push = {0, 1, 1, {0, 0, 0}, {1, 0, 0}};
        KipStatus status = kip_recording_create(f.model, 0.001, &allocator, &recording, NULL);
        ck_assert_int_eq(status, allowed ? KIP_OK : KIP_NO_MEMORY);
        if (status != KIP_OK)
            continue;
        ck_assert_int_eq(kip_recording_capture(recording, f.sim, NULL),
                         allowed >= 5 ? KIP_OK : KIP_NO_MEMORY);
        ck_assert_uint_eq(recording->nframe, allowed >= 5);
        ck_assert_int_eq(kip_recording_event(recording, 0, "x", NULL), allowed >= 7 ? KIP_OK : KIP_NO_MEMORY);
        ck_assert_int_eq(kip_recording_push(recording, &push, NULL), allowed >= 8 ? KIP_OK : KIP_NO_MEMORY);
        kip_recording_destroy(recording);
    }
    const KipAllocator *usual = f.recording->allocator;
    for (int allowed = 0; allowed < 4; allowed++) {
        int left = allowed;
        KipAllocator allocator = {failing_resize, &left};
        KipRecording *grid = NULL;
        f.recording->allocator = &allocator;
        ck_assert_int_eq(kip_recording_resample(f.recording, &grid, NULL), KIP_NO_MEMORY);
        ck_assert_ptr_eq(grid, NULL);
    }
    f.recording->allocator = usual;
    free_recording(&f);
}
END_TEST

/* -- CSV ------------------------------------------------------------------------------------------------- */

/* The table as text; the caller frees it. */
static char *written_csv(const KipRecording *recording)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    kip_csv_write(stream, recording);
    fclose(stream);
    return text;
}

static const char csv_header[] =
    "time [s],\"ro,ot.x [m]\",\"ro,ot.y [m]\",\"ro,ot.z [m]\",\"ro,ot.qw [1]\",\"ro,ot.qx [1]\",\"ro,ot.qy "
    "[1]\","
    "\"ro,ot.qz [1]\",shoulder.qw [1],shoulder.qx [1],shoulder.qy [1],shoulder.qz [1],wrist_x [rad],wrist_y "
    "[rad],"
    "slide [m],leg_y [rad],leg_z [rad],\"ro,ot.vx [m/s]\",\"ro,ot.vy [m/s]\",\"ro,ot.vz [m/s]\",\"ro,ot.wx "
    "[rad/s]\","
    "\"ro,ot.wy [rad/s]\",\"ro,ot.wz [rad/s]\",shoulder.wx [rad/s],shoulder.wy [rad/s],shoulder.wz [rad/s],"
    "wrist_x [rad/s],wrist_y [rad/s],slide [m/s],leg_y [rad/s],leg_z [rad/s],shoulder.tx [N m],shoulder.ty "
    "[N m],"
    "shoulder.tz [N m],wrist_x [N m],wrist_y [N m],slide [N],leg_y [N m],leg_z [N m],com.x [m],com.y "
    "[m],com.z [m],"
    "kinetic energy [J],potential energy [J],elastic energy [J],normal contact force [N]\n";

/* The next number, exactly the one expected. */
static void expect_number(char **text, double expected, char end)
{
    double value = strtod(*text, text);
    ck_assert_msg(memcmp(&value, &expected, sizeof value) == 0, "%.17g instead of %.17g", value, expected);
    ck_assert_int_eq(**text, end);
    ++*text;
}

static void expect_numbers(char **text, const double *expected, int n)
{
    for (int i = 0; i < n; i++)
        expect_number(text, expected[i], ',');
}

START_TEST(csv_holds_every_bit)
{
    Fixture f = make_recording(1);
    const KipModel *model = f.model;
    char *text = written_csv(f.recording), *at = text;
    const char first[] =
        "# kip " KIP_VERSION ", model every joint, time step 0.0016666666666666668 s, "
        "hash 0123456789abcdef\n";
    ck_assert(strncmp(at, first, strlen(first)) == 0);
    at += strlen(first);
    ck_assert_msg(strncmp(at, csv_header, strlen(csv_header)) == 0, "%.1200s", at);
    at += strlen(csv_header);
    for (size_t i = 0; i < f.recording->nframe; i++) {
        const KipFrame *frame = &f.recording->frame[i];
        expect_number(&at, frame->time, ',');
        expect_numbers(&at, kip_recording_q(f.recording, i), model->nq);
        expect_numbers(&at, kip_recording_v(f.recording, i), model->nv);
        expect_numbers(&at, kip_recording_tau(f.recording, i) + 6, model->nv - 6);
        expect_numbers(&at, &frame->com.x, 3);
        expect_number(&at, frame->energy.kinetic, ',');
        expect_number(&at, frame->energy.potential, ',');
        expect_number(&at, frame->energy.elastic, ',');
        expect_number(&at, frame->normal_force, '\n');
    }
    ck_assert_int_eq(*at, 0);
    ck_assert(memcmp(kip_sim_q(f.sim), kip_recording_q(f.recording, f.recording->nframe - 1),
                     (size_t)model->nq * sizeof(double)) == 0);
    free(text);
    free_recording(&f);
}
END_TEST

Suite *suite_recording(void)
{
    Suite *suite = suite_create("recording");
    TCase *test = tcase_create("recording");
    tcase_add_test(test, frames_are_distinct_steps);
    tcase_add_test(test, resampled_frames_are_on_the_grid);
    tcase_add_test(test, resampling_keeps_ends_and_contacts);
    tcase_add_test(test, the_last_frame_is_the_end);
    tcase_add_test(test, recording_survives_lack_of_memory);
    tcase_add_test(test, csv_holds_every_bit);
    suite_add_tcase(suite, test);
    return suite;
}
