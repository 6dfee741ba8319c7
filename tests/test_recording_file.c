/* Recordings as files: they come back bit for bit, whole or cut off anywhere, and what is damaged or contradicts
 * itself is a sentence. */
#include "recorded_model.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/random.h"
#include "../src/dynamics/vec3.h"
#include "../src/io/record/recording_file.h"
#include "counting_heap.h"
#include "study.h"

Suite *suite_recording_file(void);

static const char zoo[] =
    "<mujoco model='zoo'><custom><text name='pool' data='thrown'/></custom><worldbody>"
    "<geom type='plane' size='0 0 1'/><geom type='box' size='.3 .3 .1' pos='.2 0 .1'/>"
    "<body name='trunk' pos='0 0 .7'><freejoint name='root'/><geom type='capsule' size='.08 .2' mass='9'/>"
    "<body name='arm' pos='0 .2 .1'><joint name='shoulder' type='ball' damping='.1'/>"
    "<geom type='capsule' size='.04 .15' pos='0 0 -.15' mass='1'/>"
    "<body name='hand' pos='0 0 -.35'><joint name='wrist_x' axis='1 0 0' damping='.01'/><joint name='wrist_y' axis='0 1 1' damping='.01'/>"
    "<geom type='sphere' size='.05' mass='.4'/></body></body>"
    "<body name='piston' pos='0 -.2 0'><joint name='slide' type='slide' axis='1 1 0' damping='5'/>"
    "<geom type='box' size='.05 .05 .05' mass='1'/></body></body>"
    "<body name='crane' pos='0 1 1'><joint name='crane' axis='0 0 1'/><geom type='box' size='.3 .05 .05' mass='2'/></body>"
    "<body name='thrown' pos='2 0 1'><freejoint/><geom type='sphere' size='.1' mass='1'/></body>"
    "</worldbody></mujoco>";

static const KipRecordingHead head = {"A \"title\" \xc3\xa9", "note", 2,
                                      (const char *const[]){"x.py", "--param=a=1"}};

/* -- a story: everything that a recording can hold ------------------------------------------------------- */

static void check(KipStatus status, const KipError *error)
{
    ck_assert_msg(status == KIP_OK, "%s", error->message);
}

static void drive(KipSim *sim, double gain)
{
    KipDrives drives = kip_sim_drives(sim);
    for (int i = 6; i < 12; i++) {
        drives.stiffness[i] = gain;
        drives.damping[i] = 0.1 * gain;
        drives.limit_hi[i] = gain < 10 ? INFINITY : 30;
    }
}

/* What happens at a step of the story. */
static void happen(Fixture *f, int step, int *held)
{
    KipRecording *r = f->recording;
    KipSim *sim = f->sim;
    const double t = kip_sim_time(sim);
    KipError error;
    if (step == 40)
        drive(sim, 5);
    if (step == 200) {
        drive(sim, 40);
        check(kip_recording_event(r, t, "holds \"on\"\n", &error), &error);
        check(kip_recording_band(r, "anna", t, "hold", "asked for", &error), &error);
        KipConstraint weld = kip_sim_weld(sim, 0, 1, v3(0, 0, 0.1));
        check(kip_sim_constrain(sim, &weld, held, &error), &error);
        kip_sim_scale_gravity(sim, 0.5);
    }
    if (step == 260) {
        KipSpring spring = {.orientation = {1, 0, 0, 0}, .stiffness = {0, 0, 50}, .damping = {0, 0, 5}};
        check(kip_sim_set_spring(sim, 1, &spring, &error), &error);
        check(kip_recording_target(r, t, "anna", v3(0.1, 0.2, 0.3), &error), &error);
        check(kip_sim_set_present(sim, 6, true, &error), &error);
    }
    if (step == 330) {
        kip_sim_release(sim, *held);
        check(kip_recording_push(r, &(KipRecordedPush){t, t + 0.1, 2, {0, 0, 0.1}, {5, 0, 1}}, &error),
              &error);
        check(kip_recording_target(r, t, "anna", (KipVec3){NAN, NAN, NAN}, &error), &error);
    }
    if (step % 50 == 25)
        check(kip_recording_target(r, t, "berta", v3(0.001 * step, 0, 0), &error), &error);
    if (step > 260 && step % 100 == 50) {
        KipSpring spring = {.position = {0, 0, 0.001 * step},
                            .orientation = {1, 0, 0, 0},
                            .stiffness = {0, 0, 50}};
        check(kip_sim_set_spring(sim, 1, &spring, &error), &error);
    }
    if (step == 500)
        kip_recording_camera(r, v3(1, -4, 2), v3(0, 0, 1));
}

/* 0.9 s; `recorder` may be NULL. */
static Fixture make_story(KipRecorder **recorder, FILE *stream, bool forgets)
{
    Fixture f = make_from_xml(zoo, 0.001);
    KipError error;
    int held = -1;
    if (recorder)
        check(kip_recorder_create(stream, f.recording, &head, recorder, &error), &error);
    for (int step = 0; step < 900; step++) {
        happen(&f, step, &held);
        check(kip_sim_step(f.sim, &error), &error);
        check(kip_recording_sample(f.recording, f.sim, &error), &error);
        if (recorder)
            check(kip_recorder_write(*recorder, &error), &error);
        if (forgets)
            kip_recorder_forget(*recorder);
    }
    check(kip_recording_event(f.recording, 0.9, "the end", &error), &error);
    return f;
}

typedef struct Bytes {
    char *data;
    size_t size;
} Bytes;

static Bytes write_at_once(const KipRecording *recording)
{
    Bytes bytes = {0};
    KipRecorder *recorder;
    KipError error;
    FILE *stream = open_memstream(&bytes.data, &bytes.size);
    check(kip_recorder_create(stream, recording, &head, &recorder, &error), &error);
    check(kip_recorder_finish(recorder, &error), &error);
    fclose(stream);
    return bytes;
}

static Bytes write_on_the_way(Fixture *f, bool forgets)
{
    Bytes bytes = {0};
    KipRecorder *recorder;
    KipError error;
    FILE *stream = open_memstream(&bytes.data, &bytes.size);
    *f = make_story(&recorder, stream, forgets);
    check(kip_recorder_finish(recorder, &error), &error);
    fclose(stream);
    return bytes;
}

/* -- comparison ------------------------------------------------------------------------------------------ */

static void same_bytes(const void *a, const void *b, size_t size, const char *what)
{
    ck_assert_msg(size == 0 || memcmp(a, b, size) == 0, "%s differ", what);
}

static void same_frames(const KipRecording *a, const KipRecording *b, size_t n)
{
    const size_t nbody = (size_t)a->model->nbody, nq = (size_t)a->model->nq, nv = (size_t)a->model->nv;
    for (size_t i = 0; i < n; i++) {
        same_bytes(&a->frame[i], &b->frame[i], offsetof(KipFrame, ncontact) + sizeof(int), "frames");
        same_bytes(kip_recording_poses(a, i), kip_recording_poses(b, i), nbody * sizeof(KipBodyPose),
                   "poses");
        same_bytes(kip_recording_q(a, i), kip_recording_q(b, i), (nq + nv) * sizeof(double), "states");
        same_bytes(kip_recording_targets(a, i), kip_recording_targets(b, i), (nq + 5 * nv) * sizeof(float),
                   "drives");
        for (int body = 0; body < a->model->nbody; body++)
            ck_assert(kip_recording_is_present(a, i, body) == kip_recording_is_present(b, i, body));
        const KipFrame *frame = &a->frame[i];
        for (size_t k = frame->contact; k < frame->contact + (size_t)frame->ncontact; k++)
            same_bytes(&a->contact[k], &b->contact[k], sizeof *a->contact, "contacts");
    }
}

static void same_happenings(const KipRecording *a, const KipRecording *b)
{
    ck_assert(a->nevent == b->nevent && a->npush == b->npush && a->nband == b->nband &&
              a->ntarget == b->ntarget);
    ck_assert(a->nanchor == b->nanchor && a->nmodified == b->nmodified && a->noff == b->noff);
    for (size_t i = 0; i < a->nevent; i++)
        ck_assert(a->event[i].time == b->event[i].time && strcmp(a->event[i].text, b->event[i].text) == 0);
    for (size_t i = 0; i < a->npush; i++) {
        const KipRecordedPush *x = &a->push[i], *y = &b->push[i];
        ck_assert(x->start == y->start && x->end == y->end && x->body == y->body);
        same_bytes(&x->point, &y->point, sizeof(KipVec3), "points");
        same_bytes(&x->force, &y->force, sizeof(KipVec3), "forces");
    }
    for (size_t i = 0; i < a->nanchor; i++) {
        ck_assert(a->anchor[i].time == b->anchor[i].time && a->anchor[i].body == b->anchor[i].body);
        same_bytes(&a->anchor[i].position, &b->anchor[i].position, sizeof(KipVec3), "anchors");
    }
    for (size_t i = 0; i < a->nband; i++)
        ck_assert(a->band[i].time == b->band[i].time && strcmp(a->band[i].track, b->band[i].track) == 0 &&
                  strcmp(a->band[i].label, b->band[i].label) == 0 &&
                  strcmp(a->band[i].reason, b->band[i].reason) == 0);
    for (size_t i = 0; i < a->ntarget; i++) {
        ck_assert(a->target[i].time == b->target[i].time &&
                  strcmp(a->target[i].name, b->target[i].name) == 0);
        same_bytes(&a->target[i].position, &b->target[i].position, sizeof(KipVec3), "targets");
    }
    for (size_t i = 0; i < a->nmodified; i++) {
        const KipRecordedModified *x = &a->modified[i], *y = &b->modified[i];
        ck_assert(x->kind == y->kind && x->start == y->start && x->end == y->end &&
                  strcmp(x->text, y->text) == 0);
        ck_assert(x->body1 == y->body1 && x->body2 == y->body2);
        same_bytes(&x->point, &y->point, sizeof(KipVec3), "points");
    }
    ck_assert(a->has_camera == b->has_camera && a->eye.y == b->eye.y && a->look_at.z == b->look_at.z);
    ck_assert(a->observed == b->observed && a->timestep == b->timestep);
}

static KipRecordingFile *read_back(Bytes bytes)
{
    KipRecordingFile *file;
    KipError error;
    check(kip_recording_file_parse(bytes.data, bytes.size, "x.kip", &file, &error), &error);
    return file;
}

static void same_recording(const KipRecording *a, Bytes bytes)
{
    KipRecordingFile *file = read_back(bytes);
    ck_assert(file->complete && !*file->gap);
    ck_assert_str_eq(file->title, head.title);
    ck_assert_str_eq(file->note, head.note);
    ck_assert(file->nword == 2 && strcmp(file->word[1], head.word[1]) == 0);
    ck_assert_uint_eq(file->recording->nframe, a->nframe);
    same_frames(a, file->recording, a->nframe);
    same_happenings(a, file->recording);
    kip_recording_file_destroy(file);
}

START_TEST(everything_comes_back)
{
    Fixture f;
    Bytes grown = write_on_the_way(&f, false), whole = write_at_once(f.recording);
    const KipRecording *r = f.recording;
    ck_assert_uint_eq(r->nframe, 55);
    ck_assert_msg(r->ncontact > 30, "%zu contacts", r->ncontact);
    ck_assert(r->nevent == 2 && r->npush == 1 && r->nband == 1);
    ck_assert(r->ntarget == 20 && r->nmodified >= 3 && r->nanchor >= 5 && r->has_camera);
    ck_assert_msg(grown.size > whole.size, "was it written on the way?");
    same_recording(r, grown);
    same_recording(r, whole);
    KipRecordingFile *file = read_back(grown);
    Bytes again = write_at_once(file->recording);
    ck_assert_uint_eq(again.size, whole.size);
    same_bytes(again.data, whole.data, whole.size, "files");
    kip_recording_file_destroy(file);
    free(again.data);
    free(grown.data);
    free(whole.data);
    free_recording(&f);
}
END_TEST

/* A run that nobody looks back at: the same bytes, and little is kept. */
START_TEST(forgetting_changes_no_byte)
{
    Fixture f, g;
    Bytes kept = write_on_the_way(&f, false), forgotten = write_on_the_way(&g, true);
    ck_assert_uint_eq(kept.size, forgotten.size);
    same_bytes(kept.data, forgotten.data, kept.size, "files");
    const KipRecording *r = g.recording;
    ck_assert_uint_lt(r->nframe, 31);
    ck_assert_uint_eq(r->nevent, 1);
    ck_assert_uint_eq(r->npush + r->nband, 0);
    ck_assert_msg(r->ntarget < f.recording->ntarget && r->nanchor < f.recording->nanchor,
                  "%zu targets, %zu anchors", r->ntarget, r->nanchor);
    free(kept.data);
    free(forgotten.data);
    free_recording(&f);
    free_recording(&g);
}
END_TEST

/* Cut off anywhere it holds the whole chunks before; the frames that it has are the recording's. */
START_TEST(cut_off_anywhere)
{
    Fixture f;
    Bytes bytes = write_on_the_way(&f, false);
    size_t before = 0, steps = 0;
    for (size_t size = 0; size < bytes.size; size += study_full || size + 200 > bytes.size ? 1 : 61) {
        KipRecordingFile *file;
        KipError error;
        char *copy = malloc(size + 1); /* its own memory: a read beyond its end is seen */
        memcpy(copy, bytes.data, size);
        KipStatus status = kip_recording_file_parse(copy, size, "x.kip", &file, &error);
        free(copy);
        if (status != KIP_OK) {
            ck_assert(status == KIP_BAD_INPUT && before == 0 && strlen(error.message) > 20);
            continue;
        }
        size_t n = file->recording->nframe;
        ck_assert(!file->complete && strstr(file->gap, "ends at") && n >= before);
        steps += n > before;
        before = n;
        same_frames(f.recording, file->recording, n);
        kip_recording_file_destroy(file);
    }
    ck_assert_msg(steps >= 2 && before == f.recording->nframe, "%zu growths, %zu frames", steps, before);
    free(bytes.data);
    free_recording(&f);
}
END_TEST

/* One bit wrong anywhere: it ends there, and what it has is right. */
START_TEST(damaged_anywhere)
{
    Fixture f;
    Bytes bytes = write_on_the_way(&f, false);
    int refused = 0, shortened = 0;
    for (size_t at = 0; at < bytes.size; at += study_full ? 7 : 331) {
        KipRecordingFile *file;
        KipError error;
        bytes.data[at] ^= 4;
        KipStatus status = kip_recording_file_parse(bytes.data, bytes.size, "x.kip", &file, &error);
        bytes.data[at] ^= 4;
        if (status != KIP_OK) {
            refused++;
            continue;
        }
        shortened++;
        ck_assert(!file->complete && *file->gap);
        same_frames(f.recording, file->recording, file->recording->nframe);
        kip_recording_file_destroy(file);
    }
    ck_assert(refused > 10 && shortened > 10);
    free(bytes.data);
    free_recording(&f);
}
END_TEST

/* -- contents that contradict themselves, with hashes that are right ------------------------------------- */

static uint32_t number_at(const char *at)
{
    const unsigned char *byte = (const unsigned char *)at;
    return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

static void mend_hash(char *chunk)
{
    size_t size = 8 + (size_t)number_at(chunk + 4);
    uint64_t hash = kip_hash(KIP_HASH_START, chunk, size);
    for (int i = 0; i < 8; i++)
        chunk[size + (size_t)i] = (char)(unsigned char)(hash >> 8 * i);
}

/* The n-th chunk of these letters. */
static char *find_chunk(Bytes bytes, const char *letters, int n)
{
    for (char *at = bytes.data + 8; at < bytes.data + bytes.size; at += 16 + number_at(at + 4))
        if (memcmp(at, letters, 4) == 0 && n-- == 0)
            return at;
    ck_abort_msg("no %s", letters);
}

/* Random bytes in a chunk whose hash is right: whatever comes of it, nothing is read beyond its end. */
START_TEST(contents_of_every_kind)
{
    Fixture f;
    KipRandom random = {11};
    Bytes bytes = write_on_the_way(&f, false);
    int refused = 0, accepted = 0;
    for (int i = 0; i < (study_full ? 20000 : 2000); i++) {
        char *data = malloc(bytes.size);
        memcpy(data, bytes.data, bytes.size);
        Bytes copy = {data, bytes.size};
        char *chunk = find_chunk(copy, i % 8 ? "DATA" : "HEAD", i % 8 ? i % 2 : 0);
        uint32_t size = number_at(chunk + 4);
        for (int k = 0; k < 1 + i % 3; k++) {
            const size_t at = 8 + (size_t)kip_random_uniform(&random, 0, size);
            chunk[at] =
                (char)(kip_random_uniform(&random, 0, 1) < 0.5 ? 0xff
                                                               : (int)kip_random_uniform(&random, 0, 256));
        }
        mend_hash(chunk);
        KipRecordingFile *file;
        KipError error;
        KipStatus status = kip_recording_file_parse(data, bytes.size, "x.kip", &file, &error);
        refused += status != KIP_OK;
        accepted += status == KIP_OK;
        ck_assert(status == KIP_OK || (status == KIP_BAD_INPUT && strlen(error.message) > 20));
        if (status == KIP_OK)
            kip_recording_file_destroy(file);
        free(data);
    }
    ck_assert_msg(refused > 100 && accepted > 100, "%d refused, %d accepted", refused, accepted);
    free(bytes.data);
    free_recording(&f);
}
END_TEST

static void expect_refusal(const void *data, size_t size, const char *words)
{
    KipRecordingFile *file;
    KipError error;
    ck_assert_int_eq(kip_recording_file_parse(data, size, "x.kip", &file, &error), KIP_BAD_INPUT);
    ck_assert_msg(strstr(error.message, words) && strcmp(error.file, "x.kip") == 0, "%s", error.message);
}

START_TEST(refusals)
{
    Fixture f = make_swing(0.001, 100);
    Bytes bytes = write_at_once(f.recording);
    char *tail = bytes.data + bytes.size - 16, *data = find_chunk(bytes, "DATA", 0);
    expect_refusal("", 0, "no recording");
    expect_refusal("<mujoco/>", 9, "no recording");
    bytes.data[7] = 2;
    expect_refusal(bytes.data, bytes.size, "another version");
    bytes.data[7] = 1;
    memcpy(tail, "WHAT", 4);
    mend_hash(tail);
    expect_refusal(bytes.data, bytes.size, "order");
    data[16] = 'Z';
    mend_hash(data);
    expect_refusal(bytes.data, bytes.size, "does not know");
    expect_refusal(bytes.data, (size_t)(data - bytes.data), "before its first frame");
    free(bytes.data);
    free_recording(&f);
}
END_TEST

/* Bodies without joints cost the file a bit a frame, and memory a pose. */
START_TEST(bodies_that_stand_have_an_end)
{
    enum { BODIES = 20000, FRAMES = 600 };
    char *model;
    size_t size;
    FILE *stream = open_memstream(&model, &size);
    fputs("<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1'/></body>", stream);
    for (int i = 0; i < BODIES; i++)
        fputs("<body/>", stream);
    fputs("</worldbody></mujoco>", stream);
    fclose(stream);
    Fixture f = make_from_xml(model, 0.01);
    Bytes bytes = write_at_once(f.recording);
    char *data = find_chunk(bytes, "DATA", 0), *tail = bytes.data + bytes.size - 16;
    size_t start = (size_t)(data - bytes.data), each = (size_t)(tail - data);
    char *many = malloc(start + FRAMES * each);
    memcpy(many, bytes.data, start);
    for (size_t i = 0; i < FRAMES; i++) { /* each DATA: observed, F, the time */
        char *chunk = many + start + i * each;
        double time = (double)i;
        memcpy(chunk, data, each);
        memcpy(chunk + 8 + 8 + 1, &time, sizeof time);
        mend_hash(chunk);
    }
    expect_refusal(many, start + FRAMES * each,
                   "more bodies in more frames than a file of its size can hold");
    free(many);
    free(bytes.data);
    free(model);
    free_recording(&f);
}
END_TEST

START_TEST(survives_lack_of_memory)
{
    Fixture f = make_swing(0.001, 700);
    const KipAllocator *usual = f.recording->allocator;
    bool done = false;
    for (long fail_at = 1; !done; fail_at++) {
        Heap heap = {.fail_at = fail_at};
        KipAllocator allocator = {counting_resize, &heap};
        Bytes bytes = {0};
        KipRecorder *recorder;
        FILE *stream = open_memstream(&bytes.data, &bytes.size);
        f.recording->allocator = &allocator;
        KipStatus status = kip_recorder_create(stream, f.recording, &head, &recorder, NULL);
        if (status == KIP_OK)
            status = kip_recorder_finish(recorder, NULL);
        f.recording->allocator = usual;
        fclose(stream);
        ck_assert_int_eq(heap.held, 0);
        done = status == KIP_OK;
        ck_assert(done || status == KIP_NO_MEMORY);
        if (done)
            same_recording(f.recording, bytes);
        free(bytes.data);
    }
    free_recording(&f);
}
END_TEST

Suite *suite_recording_file(void)
{
    Suite *suite = suite_create("recording_file");
    TCase *tests = tcase_create("recording_file");
    tcase_add_test(tests, everything_comes_back);
    tcase_add_test(tests, forgetting_changes_no_byte);
    tcase_add_test(tests, cut_off_anywhere);
    tcase_add_test(tests, damaged_anywhere);
    tcase_add_test(tests, contents_of_every_kind);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, bodies_that_stand_have_an_end);
    tcase_add_test(tests, survives_lack_of_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
