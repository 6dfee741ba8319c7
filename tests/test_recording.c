/* A recording, and its table: frames at the right times, every bit of the state, no loss without memory. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/io/formats/csv.h"
#include "recorded_model.h"

Suite *suite_recording(void);

/* -- recording ------------------------------------------------------------------------------------------- */

START_TEST(frames_are_at_the_nearest_step)
{
    ck_assert_uint_eq(kip_recording_frames_due(0, 0.001), 1);
    ck_assert_uint_eq(kip_recording_frames_due(0.016, 0.001), 1);
    ck_assert_uint_eq(kip_recording_frames_due(0.017, 0.001), 2);
    ck_assert_uint_eq(kip_recording_frames_due(5, 0.001), 301);
    ck_assert_uint_eq(kip_recording_frames_due(0.1, 0.1), 10);
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
        "# kip " KIP_VERSION ", model every joint, time step 0.001 s, hash 0123456789abcdef\n";
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
    tcase_add_test(test, frames_are_at_the_nearest_step);
    tcase_add_test(test, recording_survives_lack_of_memory);
    tcase_add_test(test, csv_holds_every_bit);
    suite_add_tcase(suite, test);
    return suite;
}
