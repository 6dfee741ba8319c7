/* Runs every suite: check [long]. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "study.h"

bool study_full = false;

void study_print(const char *format, ...)
{
    va_list arguments;
    if (!study_full)
        return;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fflush(stdout);
}

Suite *suite_scalar(void);
Suite *suite_model(void);
Suite *suite_scale(void);
Suite *suite_dynamics(void);
Suite *suite_integrate(void);
Suite *suite_collide(void);
Suite *suite_contact(void);
Suite *suite_lcp(void);
Suite *suite_constraint(void);
Suite *suite_presence(void);
Suite *suite_reference(void);
Suite *suite_limit(void);
Suite *suite_sim(void);
Suite *suite_impact(void);
Suite *suite_drop(void);
Suite *suite_xml(void);
Suite *suite_mjcf(void);
Suite *suite_recording(void);
Suite *suite_recording_file(void);
Suite *suite_csv(void);
Suite *suite_bvh(void);
Suite *suite_gltf(void);
Suite *suite_film(void);
Suite *suite_page(void);
Suite *suite_hold(void);
Suite *suite_modified(void);
Suite *suite_ik(void);
Suite *suite_law(void);
Suite *suite_timed(void);
Suite *suite_composite(void);
Suite *suite_beat(void);
Suite *suite_track(void);
Suite *suite_character_beat(void);
Suite *suite_pose(void);
Suite *suite_supervisor(void);
Suite *suite_character(void);
Suite *suite_velocity(void);
Suite *suite_joint_forces(void);
Suite *suite_world(void);
Suite *suite_sensors(void);
Suite *suite_carry(void);
Suite *suite_stance(void);
Suite *suite_learned(void);
Suite *suite_learn(void);
Suite *suite_scene(void);
Suite *suite_compile(void);
Suite *suite_compile_refused(void);
Suite *suite_compile_hostile(void);
Suite *suite_machine(void);
Suite *suite_cmaes(void);
Suite *suite_svm(void);
Suite *suite_tuner(void);
Suite *suite_clip(void);
Suite *suite_retarget(void);
Suite *suite_clip_body(void);
Suite *suite_mjcf_write(void);
Suite *suite_motion(void);
Suite *suite_sweep(void);
Suite *suite_chart(void);
Suite *suite_skill_memory(void);
Suite *suite_script_values(void);
Suite *suite_outputs(void);
Suite *suite_golden(void);

/* A test that does not end is ended by the time that its own process computes, not by the clock, which runs on while a
 * busy machine does other things. Studies take as long as they take, and so does what runs in one process. */
static void limit_tests(void)
{
    const char *fork = getenv("CK_FORK");
    const struct rlimit seconds = {600, 600};
    setenv("CK_TIMEOUT_MULTIPLIER", "0", 1);
    if (!study_full && !(fork && strcmp(fork, "no") == 0))
        setrlimit(RLIMIT_CPU, &seconds);
}

int main(int argc, char **argv)
{
    SRunner *runner;
    int failed;
    study_full = argc > 1 && strcmp(argv[1], "long") == 0;
    limit_tests();
    runner = srunner_create(suite_dynamics());
    srunner_add_suite(runner, suite_integrate());
    srunner_add_suite(runner, suite_lcp());
    srunner_add_suite(runner, suite_constraint());
    srunner_add_suite(runner, suite_impact());
    srunner_add_suite(runner, suite_drop());
    srunner_add_suite(runner, suite_machine());
    srunner_add_suite(runner, suite_cmaes());
    srunner_add_suite(runner, suite_svm());
    srunner_add_suite(runner, suite_skill_memory());
    srunner_add_suite(runner, suite_ik());
    if (!study_full) {
        srunner_add_suite(runner, suite_scalar());
        srunner_add_suite(runner, suite_model());
        srunner_add_suite(runner, suite_scale());
        srunner_add_suite(runner, suite_collide());
        srunner_add_suite(runner, suite_contact());
        srunner_add_suite(runner, suite_reference());
        srunner_add_suite(runner, suite_limit());
        srunner_add_suite(runner, suite_sim());
        srunner_add_suite(runner, suite_presence());
        srunner_add_suite(runner, suite_xml());
        srunner_add_suite(runner, suite_mjcf());
        srunner_add_suite(runner, suite_recording());
        srunner_add_suite(runner, suite_recording_file());
        srunner_add_suite(runner, suite_csv());
        srunner_add_suite(runner, suite_bvh());
        srunner_add_suite(runner, suite_gltf());
        srunner_add_suite(runner, suite_film());
        srunner_add_suite(runner, suite_page());
        srunner_add_suite(runner, suite_hold());
        srunner_add_suite(runner, suite_modified());
        srunner_add_suite(runner, suite_law());
        srunner_add_suite(runner, suite_timed());
        srunner_add_suite(runner, suite_composite());
        srunner_add_suite(runner, suite_beat());
        srunner_add_suite(runner, suite_track());
        srunner_add_suite(runner, suite_character_beat());
        srunner_add_suite(runner, suite_pose());
        srunner_add_suite(runner, suite_supervisor());
        srunner_add_suite(runner, suite_character());
        srunner_add_suite(runner, suite_velocity());
        srunner_add_suite(runner, suite_joint_forces());
        srunner_add_suite(runner, suite_world());
        srunner_add_suite(runner, suite_sensors());
        srunner_add_suite(runner, suite_carry());
        srunner_add_suite(runner, suite_stance());
        srunner_add_suite(runner, suite_learned());
        srunner_add_suite(runner, suite_learn());
        srunner_add_suite(runner, suite_scene());
        srunner_add_suite(runner, suite_compile());
        srunner_add_suite(runner, suite_compile_refused());
        srunner_add_suite(runner, suite_compile_hostile());
        srunner_add_suite(runner, suite_script_values());
        srunner_add_suite(runner, suite_tuner());
        srunner_add_suite(runner, suite_clip());
        srunner_add_suite(runner, suite_retarget());
        srunner_add_suite(runner, suite_clip_body());
        srunner_add_suite(runner, suite_mjcf_write());
        srunner_add_suite(runner, suite_motion());
        srunner_add_suite(runner, suite_sweep());
        srunner_add_suite(runner, suite_chart());
        srunner_add_suite(runner, suite_outputs());
        srunner_add_suite(runner, suite_golden());
    }
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
