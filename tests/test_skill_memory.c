/* A skill of 40 lines steps ten million times: the memory of its script stays as it was. */
#include "io/scene/scene.h"
#include "study.h"

Suite *suite_skill_memory(void);

enum { PARTS = 20 };

static void step_skill(KipScene *scene, int n)
{
    KipError error;
    KipDecision decision;
    KipWorld *world = kip_scene_world(scene);
    for (int i = 0; i < n; i++) {
        ck_ok(kip_supervisor_step(kip_world_supervisor(world, 0), kip_world_time(world), &decision, &error));
        ck_assert_msg(!decision.failed, "%s", decision.reason);
    }
}

START_TEST(skill_steps_leave_memory_flat)
{
    const int steps = STUDY(50000, 10000000);
    KipError error;
    KipScene *scene;
    ck_ok(kip_scene_load("data/scenes/stand.py", NULL, &scene, &error));
    ck_ok(kip_scene_advance(scene, 0.5, &error)); /* it stands */
    /* what is garbage waits for the next collection: at most 256 KiB of it */
    size_t world = kip_world_save_size(kip_scene_world(scene)), most = 0;
    for (int part = 0; part < PARTS; part++) {
        step_skill(scene, steps / PARTS);
        size_t size = kip_scene_save_size(scene) - world;
        most = size > most ? size : most;
        ck_assert_uint_lt(size, 600000);
    }
    study_print("memory of a script: at most %zu bytes to save, in %d looks at %d steps of its skill\n", most, PARTS, steps);
    kip_scene_destroy(scene);
}
END_TEST

Suite *suite_skill_memory(void)
{
    Suite *suite = suite_create("skill memory");
    TCase *tcase = tcase_create("skill memory");
    tcase_add_test(tcase, skill_steps_leave_memory_flat);
    suite_add_tcase(suite, tcase);
    return suite;
}
