/* A recording: frames at the right times, resampled frames, contacts, presence, no loss without memory. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/quat.h"
#include "../src/io/record/quantity.h"
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
        r->frame[i].normal_force = r->frame[i].work.rows = 10 * i;
        r->frame[i].contact = (size_t)i / 2;
        r->frame[i].ncontact = i;
    }
    const KipRecordedContact contact[] = {{0, 1, {1, 0, 0}, {0, 0, 1}, {0, 0, 1}},
                                          {0, 1, {2, 0, 0}, {0, 0, 1}, {0, 0, 2}},
                                          {0, 1, {3, 0, 0}, {0, 0, 1}, {0, 0, 3}}};
    memcpy(r->contact, contact, sizeof contact);
    r->ncontact = 3;
    ck_assert_int_eq(kip_recording_resample(r, &grid, NULL), KIP_OK);
    ck_assert_uint_eq(grid->nframe, 7);
    for (size_t i = 0; i < 7; i++) {
        static const int ncontact[] = {0, 0, 1, 1, 1, 2, 2};
        ck_assert_int_eq(grid->frame[i].ncontact, ncontact[i]);
        ck_assert_double_eq_tol(grid->frame[i].normal_force, 10.0 / 3 * (double)i, 1e-9);
        ck_assert_double_eq_tol(grid->frame[i].work.rows, 10.0 / 3 * (double)i, 1e-9);
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

static KipStatus enough_for(int allowed, int wanted)
{
    return allowed >= wanted ? KIP_OK : KIP_NO_MEMORY;
}

START_TEST(recording_survives_lack_of_memory)
{
    Fixture f = make_recording(1);
    for (int allowed = 0; allowed < 18; allowed++) {
        int left = allowed;
        KipAllocator allocator = {failing_resize, &left};
        KipRecording *recording = NULL;
        KipRecordedPush push = {0, 1, 1, {0, 0, 0}, {1, 0, 0}};
        KipStatus status = kip_recording_create(f.model, 0.001, &allocator, &recording, NULL);
        ck_assert_int_eq(status, allowed ? KIP_OK : KIP_NO_MEMORY);
        if (status != KIP_OK)
            continue;
        ck_assert_int_eq(kip_recording_capture(recording, f.sim, NULL), enough_for(allowed, 8));
        ck_assert_uint_eq(recording->nframe, allowed >= 8);
        ck_assert_int_eq(kip_recording_event(recording, 0, "x", NULL), enough_for(allowed, 10));
        ck_assert_int_eq(kip_recording_push(recording, &push, NULL), enough_for(allowed, 11));
        ck_assert_int_eq(kip_recording_band(recording, "x", 0, "y", "z", NULL), enough_for(allowed, 15));
        ck_assert_uint_eq(recording->nband, allowed >= 15);
        ck_assert_int_eq(kip_recording_target(recording, 0, "x", v3_zero(), NULL), enough_for(allowed, 17));
        ck_assert_uint_eq(recording->ntarget, allowed >= 17);
        kip_recording_destroy(recording);
    }
    const KipAllocator *usual = f.recording->allocator;
    for (int allowed = 0; allowed < 5; allowed++) {
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

/* -- contacts and presence ------------------------------------------------------------------------------- */

/* A box of 3 kg stands on the ground and carries one of 1 kg; a third waits beside. */
static const char stack_xml[] =
    "<mujoco><custom><text name='pool' data='later'/></custom><worldbody>"
    "<geom type='plane' size='0 0 1'/>"
    "<body name='low' pos='0 0 0.1'><freejoint/><geom type='box' size='.2 .2 .1' mass='3'/></body>"
    "<body name='high' pos='0 0 0.25'><freejoint/><geom type='box' size='.1 .1 .05' mass='1'/></body>"
    "<body name='later' pos='2 0 0.1'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>"
    "</worldbody></mujoco>";

/* The ground carries both boxes; what they do to each other is recorded, and is none of that. */
START_TEST(contacts_know_both_bodies)
{
    Fixture f = make_from_xml(stack_xml, 0.001);
    run_fixture(&f, 3000);
    const KipRecording *r = f.recording;
    const KipFrame *last = &r->frame[r->nframe - 1];
    KipVec3 ground = v3_zero(), between = v3_zero();
    ck_assert_int_eq(last->ncontact, 8);
    for (int k = 0; k < last->ncontact; k++) {
        const KipRecordedContact *contact = &r->contact[last->contact + (size_t)k];
        ck_assert_int_ne(contact->body1, contact->body2);
        bool supports = contact->body1 == 0 || contact->body2 == 0;
        double upward = contact->body2 > contact->body1 ? 1 : -1, height = supports ? 0 : 0.2;
        KipVec3 *sum = supports ? &ground : &between;
        *sum = v3_add_scaled(*sum, upward, contact->force);
        ck_assert_double_eq_tol(contact->normal.z, upward, 1e-6);
        ck_assert_double_eq_tol(contact->point.z, height, 1e-3);
    }
    ck_assert_double_eq_tol(ground.z, 4 * 9.81, 1e-3);
    ck_assert_double_eq_tol(between.z, 9.81, 1e-3);
    ck_assert_double_eq_tol(last->normal_force, 4 * 9.81, 1e-3);
    free_recording(&f);
}
END_TEST

/* The works of the last frame explain what energy has changed since the first. */
START_TEST(frames_hold_energies_and_works)
{
    Fixture f = make_from_xml(stack_xml, 0.0005);
    run_fixture(&f, 1000);
    const KipFrame *first = f.recording->frame, *last = first + f.recording->nframe - 1;
    double before = first->energy.kinetic + first->energy.potential + first->energy.elastic;
    double after = last->energy.kinetic + last->energy.potential + last->energy.elastic;
    ck_assert(last->work.contacts == kip_sim_work(f.sim).contacts && last->work.contacts < -1e-4);
    ck_assert_double_eq_tol(after - before, last->work.contacts, 1e-6);
    free_recording(&f);
}
END_TEST

/* A body that comes is there from that step on, and never flies in from where it waited. */
START_TEST(presence_is_recorded)
{
    Fixture f = make_from_xml(stack_xml, 0.003);
    KipRecording *grid;
    const double v[18] = {[12] = 1};
    double q[21];
    memcpy(q, kip_sim_q(f.sim), sizeof q);
    run_fixture(&f, 100);
    q[14] = 9;
    ck_assert_int_eq(kip_sim_set_state(f.sim, q, v, NULL), KIP_OK);
    ck_assert_int_eq(kip_sim_set_present(f.sim, 3, true, NULL), KIP_OK);
    run_fixture(&f, 100);
    ck_assert_int_eq(kip_recording_resample(f.recording, &grid, NULL), KIP_OK);
    const KipRecording *const both[] = {f.recording, grid};
    for (int k = 0; k < 2; k++) {
        int changes = 0;
        for (size_t i = 0; i < both[k]->nframe; i++) {
            bool there = kip_recording_is_present(both[k], i, 3);
            ck_assert(kip_recording_is_present(both[k], i, 0) && kip_recording_is_present(both[k], i, 2));
            double expected = there ? 9.15 : 2, tolerance = there ? 0.16 : 1e-12;
            ck_assert_double_eq_tol(kip_recording_poses(both[k], i)[3].pos.x, expected, tolerance);
            changes += i && there != kip_recording_is_present(both[k], i - 1, 3);
        }
        ck_assert_int_eq(changes, 1);
    }
    kip_recording_destroy(grid);
    free_recording(&f);
}
END_TEST

/* -- what controllers do, and what is no physics --------------------------------------------------------- */

START_TEST(bands_targets_and_camera_are_kept)
{
    Fixture f = make_swing(0.001, 10);
    KipRecording *r = f.recording;
    char label[] = "stand";
    const KipVec3 near = v3(1, 2, 3), far = v3(4, 5, 6), none = v3(NAN, NAN, NAN);
    ck_assert(!r->has_camera);
    ck_assert_int_eq(kip_recording_band(r, "anna", 0, label, "", NULL), KIP_OK);
    label[0] = 'S'; /* the recording's own is another */
    ck_assert_int_eq(kip_recording_band(r, "anna", 0.005, "fall", "pushed", NULL), KIP_OK);
    ck_assert_uint_eq(r->nband, 2);
    ck_assert_str_eq(r->band[0].label, "stand");
    ck_assert(r->band[1].time == 0.005);
    ck_assert_str_eq(r->band[1].track, "anna");
    ck_assert_str_eq(r->band[1].reason, "pushed");
    const struct {
        const char *name;
        KipVec3 position;
        size_t n;
    } told[] = {{"hand", none, 0}, {"hand", near, 1}, {"hand", near, 1}, {"foot", near, 2}, {"hand", near, 2},
                {"hand", far, 3},  {"hand", none, 4}, {"hand", none, 4}, {"hand", far, 5}};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        double time = 0.001 * (double)i;
        ck_assert_int_eq(kip_recording_target(r, time, told[i].name, told[i].position, NULL), KIP_OK);
        ck_assert_uint_eq(r->ntarget, told[i].n);
    }
    ck_assert(r->target[2].time == 0.005 && r->target[2].position.y == 5);
    ck_assert(isnan(r->target[3].position.x));
    kip_recording_camera(r, far, near);
    ck_assert(r->has_camera && r->eye.x == 4 && r->look_at.z == 3);
    free_recording(&f);
}
END_TEST

/* Bodies: hand 1, finger 2, Ball 3. */
static const char modified_xml[] =
    "<mujoco><custom><text name='geoms/shoe/flat' data='flat'/><text name='geoms/shoe/ski' data='ski tip'/>"
    "</custom><worldbody>"
    "<body name='hand' pos='0 0 9'><freejoint/><geom type='sphere' size='.1' mass='1'/>"
    "<geom name='flat' type='sphere' size='.1' mass='0'/><geom name='ski' type='sphere' size='.1' mass='0'/>"
    "<geom name='tip' type='sphere' size='.1' mass='0'/>"
    "<body name='finger' pos='.3 0 0'><joint name='knuckle' type='ball'/>"
    "<geom type='sphere' size='.1' mass='1'/></body></body>"
    "<body name='Ball' pos='0 2 9'><freejoint/><geom type='sphere' size='.1' mass='1'/></body>"
    "</worldbody></mujoco>";

static int hold_now(const Fixture *f, KipConstraint constraint)
{
    int id = -1;
    KipError error;
    ck_assert_msg(kip_sim_constrain(f->sim, &constraint, &id, &error) == KIP_OK, "%s", error.message);
    return id;
}

static void step_to(Fixture *f, int step)
{
    while (kip_sim_time(f->sim) < (step - 0.5) * 0.001) {
        ck_assert_int_eq(kip_sim_step(f->sim, NULL), KIP_OK);
        ck_assert_int_eq(kip_recording_sample(f->recording, f->sim, NULL), KIP_OK);
    }
}

/* The interval with this text, which must be the only one, begins and ends at these steps. */
static const KipRecordedModified *check_modified(const Fixture *f, KipModifiedKind kind, const char *text,
                                                 int start, int end)
{
    const KipRecordedModified *found = NULL;
    for (size_t i = 0; i < f->recording->nmodified; i++) {
        const KipRecordedModified *it = &f->recording->modified[i];
        if (strcmp(it->text, text) != 0)
            continue;
        ck_assert_msg(!found, "%s: twice", text);
        found = it;
    }
    ck_assert_msg(found != NULL, "%s: never, of %zu", text, f->recording->nmodified);
    ck_assert_int_eq(found->kind, kind);
    ck_assert_msg(found->start == start * 0.001 && found->end == end * 0.001, "%s: %g to %g", text,
                  found->start, found->end);
    return found;
}

/* An interval begins at the step at which something is set, and ends at that at which it is taken away. */
START_TEST(constraints_are_intervals)
{
    Fixture f = make_from_xml(modified_xml, 0.001);
    const KipVec3 x = {1, 0, 0}, z = {0, 0, 1}, centre = {0, 0, 0.01};
    step_to(&f, 7);
    int weld = hold_now(&f, kip_sim_weld(f.sim, 2, 3, centre));
    step_to(&f, 20);
    kip_sim_release(f.sim, weld); /* the same again at once goes on */
    weld = hold_now(&f, kip_sim_weld(f.sim, 2, 3, centre));
    step_to(&f, 31);
    kip_sim_release(f.sim, weld);
    KipConstraint plane = {.type = KIP_PLANE,
                           .body2 = 1,
                           .normal = x,
                           .turn = q_identity(),
                           .point1 = {0, 0, 9}};
    KipConstraint align = {.type = KIP_ALIGN, .body2 = 1, .normal = x, .turn = q_identity(), .axis2 = x};
    int planar[] = {hold_now(&f, plane), hold_now(&f, align)};
    step_to(&f, 33);
    kip_sim_release(f.sim, planar[0]);
    step_to(&f, 34);
    kip_sim_release(f.sim, planar[1]);
    int lock[] = {hold_now(&f, kip_sim_hold_velocity(f.sim, 3, v3_zero(), x)),
                  hold_now(&f, kip_sim_hold_velocity(f.sim, 3, v3_zero(), z)),
                  hold_now(&f, kip_sim_hold_spin(f.sim, 3, z))};
    step_to(&f, 35);
    for (int i = 0; i < 3; i++)
        kip_sim_release(f.sim, lock[i]);
    for (int k = 0; k < 3; k++)
        hold_now(&f, (KipConstraint){.type = KIP_LOCK, .dof = f.model->joint[1].v + k, .turn = q_identity()});
    const double at_hand[] = {0, 0, kip_body_position(kip_sim_dynamics(f.sim), 1).z, 1, 0, 0, 0};
    ck_assert_int_eq(kip_sim_place(f.sim, 3, at_hand, NULL, NULL), KIP_OK);
    kip_sim_release(f.sim, hold_now(&f, kip_sim_weld(f.sim, 1, 3, centre))); /* deep in each other */
    step_to(&f, 36);
    const KipRecordedModified *held = check_modified(&f, KIP_MODIFIED_ATTACHMENT, "finger holds Ball", 7, 31);
    ck_assert(held->body1 == 2 && held->body2 == 3 && held->point.z == 0.01);
    check_modified(&f, KIP_MODIFIED_PLANE, "hand: planar", 31, 33);
    check_modified(&f, KIP_MODIFIED_PLANE, "hand turns about one axis only", 33, 34);
    check_modified(&f, KIP_MODIFIED_LOCK, "Ball: acceleration along x z and spin about z null", 34, 35);
    check_modified(&f, KIP_MODIFIED_LOCK, "knuckle: locked", 35, 36);
    check_modified(&f, KIP_MODIFIED_MASK, "Ball passes through hand", 35, 36);
    ck_assert_uint_eq(f.recording->nmodified, 6);
    ck_assert(f.recording->observed == kip_sim_time(f.sim));
    free_recording(&f);
}
END_TEST

START_TEST(masks_and_gravity_are_intervals)
{
    Fixture f = make_from_xml(modified_xml, 0.001);
    step_to(&f, 5);
    kip_sim_set_mask(f.sim, 1, KIP_FROM_CONTACTS, 63);
    kip_sim_set_mask(f.sim, 2, KIP_FROM_PUSHES, 1 | 2 | 32);
    kip_sim_scale_gravity(f.sim, 0.5);
    step_to(&f, 12);
    kip_sim_set_mask(f.sim, 1, KIP_FROM_CONTACTS, 0);
    kip_sim_set_mask(f.sim, 1, KIP_FROM_GRAVITY, 7);
    step_to(&f, 40);
    for (int i = 1; i <= 50; i++) { /* the ramp is another interval than what held before */
        kip_sim_scale_gravity(f.sim, 0.5 + 0.01 * i);
        step_to(&f, 40 + i);
    }
    step_to(&f, 100);
    check_modified(&f, KIP_MODIFIED_MASK, "no contact forces on hand", 5, 12);
    check_modified(&f, KIP_MODIFIED_MASK, "no gravity on hand", 12, 100);
    check_modified(&f, KIP_MODIFIED_MASK, "no pushes along x y, torques about z on finger", 5, 100);
    check_modified(&f, KIP_MODIFIED_GRAVITY, "gravity x 0.5", 5, 40);
    check_modified(&f, KIP_MODIFIED_GRAVITY, "gravity x 0.51 to 0.99", 40, 89);
    ck_assert_uint_eq(f.recording->nmodified, 5);
    free_recording(&f);
}
END_TEST

/* The spring's pose moves all the time: one interval, and an anchor a frame, where the point would be in the
 * pose. */
START_TEST(springs_have_anchors)
{
    Fixture f = make_from_xml(modified_xml, 0.001);
    KipSpring spring = {.orientation = q_exp(v3(0, 0, 1.5707963267948966)),
                        .point = {1, 0, 0},
                        .stiffness = {100, 0, 100},
                        .damping = {1, 1, 1}};
    for (int i = 3; i < 103; i++) {
        step_to(&f, i);
        spring.position = v3(0.001 * i, 2, 9);
        ck_assert_int_eq(kip_sim_set_spring(f.sim, 1, &spring, NULL), KIP_OK);
    }
    step_to(&f, 103);
    ck_assert_int_eq(kip_sim_set_spring(f.sim, 1, NULL, NULL), KIP_OK);
    step_to(&f, 110);
    const KipRecordedModified *it = check_modified(&f, KIP_MODIFIED_SPRING, "balance spring on hand", 3, 103);
    const KipRecordedAnchor *anchor = f.recording->anchor;
    ck_assert(it->body2 == 1 && it->point.x == 1);
    ck_assert_uint_eq(f.recording->nmodified, 1);
    ck_assert_uint_eq(f.recording->nanchor, 7); /* at the start and in the six frames of 0.1 s */
    for (size_t i = 0; i < 7; i++) {
        ck_assert_int_eq(anchor[i].body, 1);
        ck_assert_double_eq_tol(anchor[i].position.x, anchor[i].time, 1e-12);
        ck_assert(isnan(anchor[i].position.y) && fabs(anchor[i].position.z - 9) < 1e-12);
        ck_assert(anchor[i].time == (i ? anchor[i].time : 0.003));
    }
    free_recording(&f);
}
END_TEST

/* Geoms that are off from the start are no news; those that come and go are. */
START_TEST(shapes_are_intervals)
{
    Fixture f = make_from_xml(modified_xml, 0.001);
    const int flat = 1, ski = 2;
    step_to(&f, 9);
    ck_assert_int_eq(kip_sim_choose(f.sim, "shoe/ski", NULL), KIP_OK);
    step_to(&f, 18);
    ck_assert_int_eq(kip_sim_choose(f.sim, "shoe/flat", NULL), KIP_OK);
    step_to(&f, 25);
    check_modified(&f, KIP_MODIFIED_SHAPES, "shapes on: ski tip, off: flat", 9, 18);
    ck_assert_uint_eq(f.recording->nmodified, 1);
    const struct {
        int geom, start, end;
    } expected[] = {{ski, 0, 9}, {ski + 1, 0, 9}, {flat, 9, 18}, {ski, 18, 25}, {ski + 1, 18, 25}};
    ck_assert_uint_eq(f.recording->noff, 5);
    for (size_t i = 0; i < 5; i++) {
        const KipRecordedOff *off = &f.recording->off[i];
        ck_assert_int_eq(off->geom, expected[i].geom);
        ck_assert(off->start == expected[i].start * 0.001 && off->end == expected[i].end * 0.001);
    }
    free_recording(&f);
}
END_TEST

/* By whole names, and by parts that only one has; never past a name's end, whatever is asked for. */
START_TEST(quantities_are_found_by_name)
{
    Fixture f = make_swing(0.001, 10);
    KipQuantities *all;
    ck_assert_int_eq(kip_quantities_create(f.recording->model, NULL, &all, NULL), KIP_OK);
    for (int i = 0; i < all->n; i++) {
        const char *name = all->item[i].name;
        char *longer = calloc(strlen(name) + 40, 1); /* the name, a 0, and more */
        memcpy(longer, name, strlen(name));
        memset(longer + strlen(name) + 1, 'x', 38);
        ck_assert_ptr_eq(kip_quantities_find(all, longer, strlen(name)), &all->item[i]);
        for (size_t n = strlen(name) + 1; n < strlen(name) + 40; n++)
            ck_assert_ptr_null(kip_quantities_find(all, longer, n));
        free(longer);
    }
    kip_quantities_destroy(all);
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
    tcase_add_test(test, contacts_know_both_bodies);
    tcase_add_test(test, frames_hold_energies_and_works);
    tcase_add_test(test, presence_is_recorded);
    tcase_add_test(test, bands_targets_and_camera_are_kept);
    tcase_add_test(test, constraints_are_intervals);
    tcase_add_test(test, masks_and_gravity_are_intervals);
    tcase_add_test(test, springs_have_anchors);
    tcase_add_test(test, shapes_are_intervals);
    tcase_add_test(test, quantities_are_found_by_name);
    suite_add_tcase(suite, test);
    return suite;
}
