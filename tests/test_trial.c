/* Trials that run together against each by itself: the same measures to the bit, the same errors. */
#include <string.h>

#include "io/study/trial.h"
#include "scene_helpers.h"

Suite *suite_trial(void);

static const char *const path = "tests/scenes/together.py";

static void ck_same(const KipTrial *a, const KipTrial *b)
{
    ck_assert_int_eq(a->status, b->status);
    ck_assert_int_eq(a->success, b->success);
    ck_assert_int_eq(a->nfailed, b->nfailed);
    ck_assert_int_eq(a->nmeasure, b->nmeasure);
    if (a->status != KIP_OK)
        ck_assert_str_eq(a->error.message, b->error.message);
    for (int i = 0; i < a->nmeasure; i++) {
        ck_assert_str_eq(a->measure[i].name, b->measure[i].name);
        ck_assert(memcmp(&a->measure[i].value, &b->measure[i].value, sizeof(double)) == 0);
    }
}

/* The first has its file missing, the next are the cases of the scene; then all of them are falls. */
START_TEST(test_together_as_apart)
{
    KipTrialDef def[KIP_TRIALS_TOGETHER];
    KipSceneParam param[KIP_TRIALS_TOGETHER];
    uint64_t seed[KIP_TRIALS_TOGETHER];
    KipTrial together[KIP_TRIALS_TOGETHER], apart;
    static const KipStatus expected[] = {KIP_OK, KIP_OK, KIP_BAD_INPUT, KIP_DIVERGED, KIP_OK, KIP_OK};
    for (int i = 0; i < KIP_TRIALS_TOGETHER; i++) {
        param[i] = (KipSceneParam){"case", _i == 0 ? i % 6 : 0};
        def[i] =
            (KipTrialDef){.path = _i == 0 && i == 6 ? "nowhere.py" : path, .param = param + i, .nparam = 1};
        seed[i] = (uint64_t)(10 * _i + i);
    }
    for (int n = KIP_TRIALS_TOGETHER; n > 0; n -= 3) {
        kip_trial_run_together(def, seed, n, together);
        for (int i = 0; i < n; i++) {
            kip_trial_run(def + i, seed[i], &apart);
            if (i < 6)
                ck_assert_int_eq(apart.status, (_i == 0 ? expected[i] : KIP_OK));
            ck_same(together + i, &apart);
            kip_trial_free(together + i);
            kip_trial_free(&apart);
        }
    }
}
END_TEST

static bool stop_later(void *user)
{
    int *asked = user;
    return ++*asked > 300;
}

/* One that is broken off does not stop the others. */
START_TEST(test_one_is_broken_off)
{
    int asked = 0;
    const KipSceneParam param = {"case", 0};
    const KipTrialDef def[] =
        {{.path = path, .param = &param, .nparam = 1},
         {.path = path, .param = &param, .nparam = 1, .stop = stop_later, .user = &asked},
         {.path = path, .param = &param, .nparam = 1}};
    KipTrial together[3], apart;
    kip_trial_run_together(def, (uint64_t[]){1, 2, 3}, 3, together);
    for (int i = 0; i < 3; i++) {
        asked = 0;
        kip_trial_run(def + i, (uint64_t)i + 1, &apart);
        ck_same(together + i, &apart);
        kip_trial_free(together + i);
        kip_trial_free(&apart);
    }
    ck_assert_int_eq(together[0].status, KIP_OK);
}
END_TEST

Suite *suite_trial(void)
{
    Suite *suite = suite_create("trial");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, test_together_as_apart, 0, 2);
    tcase_add_test(all, test_one_is_broken_off);
    tcase_set_timeout(all, 0);
    suite_add_tcase(suite, all);
    return suite;
}
