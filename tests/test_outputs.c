/* Outputs are defined on failure: each function of the public headers that makes something through a pointer leaves NULL
 * there, and each destroy takes that. tests/layers.sh compares the two lists with the headers. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "kip.h"

#include "control/graph.h"
#include "control/similar.h"
#include "dynamics/rates.h"
#include "io/formats/clip_body.h"
#include "io/formats/retarget.h"
#include "io/formats/svm_file.h"
#include "io/study/learn.h"
#include "io/study/parallel.h"
#include "io/study/sweep.h"
#include "io/study/tuner.h"
#include "supervisor/cmaes.h"

Suite *suite_outputs(void);

static KipError error;

static void *refuse(void *user, void *memory, size_t old_size, size_t new_size)
{
    (void)user, (void)memory, (void)old_size, (void)new_size;
    return NULL;
}

static const KipAllocator no_memory = {refuse, NULL};

/* What the functions are called with. */
static struct {
    KipModel *model;
    KipSim *sim;
    KipBuilder *builder; /* of an allocator that has none left */
    KipMotion *motion;   /* the same */
    KipRecording *recording;
    KipClip clip; /* without bones */
    KipSweepDesign design;
    KipSweepTable *table;
} with;

static bool memory_is_left;

static void *give(void *user, void *memory, size_t old_size, size_t new_size)
{
    if (new_size && !memory_is_left)
        return NULL;
    return kip_resize(user, memory, old_size, new_size);
}

static const KipAllocator ending = {give, NULL};

static void set_up(void)
{
    static const char ball[] =
        "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>";
    memory_is_left = true;
    ck_assert_int_eq(kip_mjcf_parse(&with.model, ball, sizeof ball - 1, "ball", NULL, &error), KIP_OK);
    ck_assert_int_eq(kip_sim_create(with.model, NULL, &with.sim, &error), KIP_OK);
    ck_assert_int_eq(kip_motion_create(with.model, 2, 0.1, &ending, &with.motion, &error), KIP_OK);
    ck_assert_int_eq(kip_recording_create(with.model, 0.001, &ending, &with.recording, &error), KIP_OK);
    with.builder = kip_builder_create(&ending);
    with.clip.name = "nobody";
    strcpy(with.design.path, "nothing.py");
    ck_assert_int_eq(kip_sweep_table_create(&with.table, &with.design, 0, 1, &error), KIP_OK);
    memory_is_left = false;
}

static void tear_down(void)
{
    kip_builder_destroy(with.builder);
    kip_sweep_table_destroy(with.table);
    kip_recording_destroy(with.recording);
    kip_motion_destroy(with.motion);
    kip_sim_destroy(with.sim);
    kip_model_destroy(with.model);
}

/* A function, what it makes, and a call that must fail. */
#define FAILING(X)                                                                                           \
    X(kip_builder_finish, KipModel, (with.builder, &made, &error))                                           \
    X(kip_model_scale, KipModel, (with.model, -1, 1, NULL, &made, &error))                                   \
    X(kip_model_scale_to, KipModel, (with.model, -1, 1, NULL, &made, &error))                                \
    X(kip_mjcf_load, KipModel, (&made, "nothing.xml", NULL, &error))                                         \
    X(kip_mjcf_parse, KipModel, (&made, "<", 1, "text", NULL, &error))                                       \
    X(kip_clip_body, KipModel, (&with.clip, -1, &made, &error))                                              \
    X(kip_dynamics_create, KipDynamics, (with.model, &no_memory, &made, &error))                             \
    X(kip_sim_create, KipSim, (with.model, &(KipSimDef){.timestep = -1}, &made, &error))                     \
    X(kip_batch_create, KipBatch, ((KipSim *[]){with.sim, with.sim}, 2, NULL, &made, &error))                \
    X(kip_rates_create, KipRates, (with.sim, 1, &no_memory, &made, &error))                                  \
    X(kip_beat_create, KipBeat,                                                                              \
      (&(KipBeatDef){.model = with.model, .fraction = -1}, NULL, NULL, &made, &error))                       \
    X(kip_keys_create, KipKeys, (with.model, &no_memory, &made, &error))                                     \
    X(kip_carry_create, KipCarry, (with.model, 1, NULL, &no_memory, &made, &error))                          \
    X(kip_ik_create, KipIk, (with.model, &(KipIkDef){.targets = -1}, &made, &error))                         \
    X(kip_stance_create, KipStance, (&(KipStanceDef){.model = with.model, .foot = {1, 1}}, &made, &error))   \
    X(kip_wbc_create, KipWbc, (&(KipWbcDef){with.model, 1, NULL, &no_memory}, &made, &error))                \
    X(kip_motion_create, KipMotion, (with.model, 0, 1, NULL, &made, &error))                                 \
    X(kip_motion_resample, KipMotion, (with.motion, -1, &made, &error))                                      \
    X(kip_motion_mirror, KipMotion, (with.motion, &made, &error))                                            \
    X(kip_clip_body_motion, KipMotion, (&with.clip, with.model, &made, &error))                              \
    X(kip_retarget, KipMotion, (&with.clip, with.model, NULL, &made, NULL, &error))                          \
    X(kip_play_create, KipPlay, (with.model, 0, 1, NULL, &no_memory, &made, &error))                         \
    X(kip_similar_create, KipSimilar,                                                                        \
      (with.motion, 0, 1, &(KipSimilarDef){.allocator = &no_memory}, &made, &error))                         \
    X(kip_spline_create, KipSpline, ((const double[][2]){{0, 0}, {1, 0}}, 2, 0, &no_memory, &made, &error))  \
    X(kip_track_create, KipTrack, (with.model, &no_memory, &made, &error))                                   \
    X(kip_velocity_create, KipVelocity, (with.sim, 1, &no_memory, &made, &error))                            \
    X(kip_character_create, KipCharacter, (&(KipCharacterDef){.sim = with.sim, .root = 0}, &made, &error))   \
    X(kip_loads_create, KipLoads, (with.sim, &no_memory, &made, &error))                                     \
    X(kip_cmaes_create, KipCmaes, (&(KipCmaesDef){0}, &made, &error))                                        \
    X(kip_supervisor_create, KipSupervisor, (NULL, 0, 0, NULL, &made, &error))                               \
    X(kip_world_create, KipWorld, (with.model, &(KipWorldDef){.allocator = &no_memory}, &made, &error))      \
    X(kip_svm_train, KipSvm, (&(KipSvmDef){.C = -1}, &(KipSvmData){0}, &made, &error))                       \
    X(kip_svm_create, KipSvm, (&(KipSvm){0}, NULL, &made, &error))                                           \
    X(kip_svm_file_read, KipSvm, ("nothing.svm", NULL, &made, &error))                                       \
    X(kip_svm_file_parse, KipSvm, ("?", 1, "text", NULL, &made, &error))                                     \
    X(kip_recording_create, KipRecording, (with.model, 0.001, &no_memory, &made, &error))                    \
    X(kip_recording_resample, KipRecording, (with.recording, &made, &error))                                 \
    X(kip_bvh_read, KipClip, ("nothing.bvh", &made, &error))                                                 \
    X(kip_asf_read, KipClip, ("nothing.asf", NULL, &made, &error))                                           \
    X(kip_bvh_parse, KipClip, ("?", 1, "text", &made, &error))                                               \
    X(kip_asf_parse, KipClip, ("?", 1, "text", &made, &error))                                               \
    X(kip_csv_create, KipCsv, (stdout, with.sim, &no_memory, &made, &error))                                 \
    X(kip_quantities_create, KipQuantities, (with.model, &no_memory, &made, &error))                         \
    X(kip_recorder_create, KipRecorder, (stdout, with.recording, &(KipRecordingHead){0}, &made, &error))     \
    X(kip_recording_file_read, KipRecordingFile, ("nothing.kip", &made, &error))                             \
    X(kip_recording_file_parse, KipRecordingFile, ("?", 1, "text", &made, &error))                           \
    X(kip_mapping_guess, KipMapping, (&with.clip, with.model, &made, &error))                                \
    X(kip_mapping_parse, KipMapping, ("?", 1, "text", &with.clip, with.model, &made, &error))                \
    X(kip_mapping_read, KipMapping, ("nothing.map", &with.clip, with.model, &made, &error))                  \
    X(kip_scene_load, KipScene, ("nothing.py", NULL, &made, &error))                                         \
    X(kip_scene_create, KipScene, (with.model, &(KipSceneDef){.allocator = &no_memory}, &made, &error))      \
    X(kip_trial_look, KipScene, (&(KipTrialDef){.path = "nothing.py"}, &made, &error))                       \
    X(kip_sweep_look, KipScene, (&with.design, &made, &error))                                               \
    X(kip_sweep_merge, KipSweepTable, (&with.design, &made, (const char *[]){"nothing.csv"}, 1, &error))     \
    X(kip_tuner_create, KipTuner, (&(KipTuneDef){.trial.path = "nothing.py"}, &made, &error))

/* Left out: kip_sweep_table_create and kip_sweep_columns, which fail only where libc has no memory. */

#define CALL(function, type, arguments)                                                                      \
    {                                                                                                        \
        type *made = (type *)&error; /* what an uninitialised variable could hold */                         \
        ck_assert_msg(function arguments != KIP_OK, #function " does not fail");                             \
        ck_assert_msg(made == NULL, #function " fails, and its output is not NULL");                         \
    }

START_TEST(outputs_are_null_on_failure)
{
    FAILING(CALL)
    with.builder = NULL; /* gone, as one is that was finished */
}
END_TEST

/* -- what is destroyed ----------------------------------------------------------------------------------- */

START_TEST(nothing_is_destroyed)
{
    kip_batch_destroy(NULL);
    kip_beat_destroy(NULL);
    kip_keys_destroy(NULL);
    kip_builder_destroy(NULL);
    kip_carry_destroy(NULL);
    kip_character_destroy(NULL);
    kip_clip_destroy(NULL);
    kip_cmaes_destroy(NULL);
    kip_csv_destroy(NULL);
    kip_dynamics_destroy(NULL);
    kip_ik_destroy(NULL);
    kip_loads_destroy(NULL);
    kip_mapping_destroy(NULL);
    kip_model_destroy(NULL);
    kip_motion_destroy(NULL);
    kip_play_destroy(NULL);
    kip_pose_set_destroy(NULL);
    kip_quantities_destroy(NULL);
    kip_rates_destroy(NULL);
    kip_recorder_destroy(NULL);
    kip_recording_destroy(NULL);
    kip_recording_file_destroy(NULL);
    kip_scene_destroy(NULL);
    kip_sim_destroy(NULL);
    kip_stance_destroy(NULL);
    kip_wbc_destroy(NULL);
    kip_supervisor_destroy(NULL);
    kip_svm_destroy(NULL);
    kip_sweep_table_destroy(NULL);
    kip_graph_destroy(NULL);
    kip_similar_destroy(NULL);
    kip_spline_destroy(NULL);
    kip_track_destroy(NULL);
    kip_tuner_destroy(NULL);
    kip_velocity_destroy(NULL);
    kip_world_destroy(NULL);
}
END_TEST

/* Zeroed structs own nothing: they can be freed, and are as they were. */
START_TEST(zeroed_structs_are_freed)
{
    KipExamples examples = {0};
    KipNotes notes = {0};
    KipRetargetReport report = {0};
    KipSweepDesign design = {0};
    KipTrial trial = {0};
    kip_examples_free(&examples);
    kip_notes_clear(&notes);
    kip_retarget_report_clear(&report);
    kip_sweep_design_free(&design);
    kip_trial_free(&trial);
    ck_assert_ptr_null(examples.x);
    ck_assert_ptr_null(notes.note);
    ck_assert_ptr_null(trial.measure);
}
END_TEST

/* What reads into a struct that owns memory leaves one that can be freed. */
START_TEST(failed_readers_leave_what_can_be_freed)
{
    static const char broken[] = "# kip sweep\n# scene x.py\n# nonsense\n";
    KipSweepDesign design = {0};
    KipExamples examples = {0};
    KipLearned learned = {.svm = (KipSvm *)&error};
    KipNotes notes = {0};
    KipModel *model = (KipModel *)&error;
    ck_assert_int_ne(kip_sweep_read_design(&design, "text", broken, sizeof broken - 1, &error), KIP_OK);
    kip_sweep_design_free(&design);
    const KipSampleDef def = {.trial.path = "x.py"};
    const KipSampling sampling = {&def, 0, &examples};
    ck_assert_int_ne(kip_examples_read(&sampling, "nothing.csv", &error), KIP_OK);
    kip_examples_free(&examples);
    ck_assert_int_ne(kip_learn(&(KipLearnDef){.threads = 1}, &examples, &learned, &error), KIP_OK);
    ck_assert_ptr_null(learned.svm);
    ck_assert_int_ne(kip_mjcf_parse(&model, "<mujoco><visual/><bad/></mujoco>", 32, "text", &notes, &error),
                     KIP_OK);
    ck_assert_ptr_null(model);
    kip_notes_clear(&notes);
}
END_TEST

Suite *suite_outputs(void)
{
    Suite *suite = suite_create("outputs");
    TCase *test = tcase_create("outputs");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, outputs_are_null_on_failure);
    tcase_add_test(test, nothing_is_destroyed);
    tcase_add_test(test, zeroed_structs_are_freed);
    tcase_add_test(test, failed_readers_leave_what_can_be_freed);
    suite_add_tcase(suite, test);
    return suite;
}
