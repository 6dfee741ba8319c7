/* The supervisor (VST.1, VST.2): who is active, who is not, and why. Skills here are played by Fakes, which check the order
 * in which they are called. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/random.h"
#include "../src/supervisor/fields.h"
#include "../src/supervisor/supervisor.h"

Suite *suite_supervisor(void);

enum { DEFAULT, A, B, C, MOST = 8, PERIODS_OF_BAN = 50 };
static const double period = 0.005; /* s; a ban is 50 of them */

/* -- a skill that does what it is told ------------------------------------------------------------------- */

typedef struct Fake {
    bool ready, voluntary, tells; /* tells: why, also when it bids */
    double score;
    KipCheck check;
    const char *why; /* of the check, or of not being ready */
    const char *bid_error, *check_error, *start_error, *step_error;
    bool watches;          /* where it is a reflex */
    bool started, stepped; /* since the last end; in this period */
    int starts, steps, ends, asked;
} Fake;

static KipStatus outcome(const char *sentence, KipError *error)
{
    return sentence ? kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s", sentence) : KIP_OK;
}

static KipStatus fake_bid(void *user, bool commanded, bool *bids, double *score, char reason[KIP_REASON_SIZE],
                          KipError *error)
{
    Fake *f = user;
    f->asked++;
    *bids = f->ready && (commanded || !f->voluntary);
    *score = f->score;
    if ((!*bids || f->tells) && f->why)
        strcpy(reason, f->why);
    return outcome(f->bid_error, error);
}

static KipStatus fake_check(void *user, KipCheck *check, char reason[KIP_REASON_SIZE], KipError *error)
{
    Fake *f = user;
    ck_assert(f->started && f->steps > 0);
    *check = f->check;
    if (f->why)
        strcpy(reason, f->why);
    return outcome(f->check_error, error);
}

static KipStatus fake_start(void *user, KipError *error)
{
    Fake *f = user;
    ck_assert(!f->started);
    if (f->start_error)
        return outcome(f->start_error, error);
    f->started = true;
    f->starts++;
    f->steps = 0;
    return KIP_OK;
}

static KipStatus fake_step(void *user, KipError *error)
{
    Fake *f = user;
    ck_assert(f->started && !f->stepped);
    if (f->step_error)
        return outcome(f->step_error, error);
    f->stepped = true;
    f->steps++;
    return KIP_OK;
}

static void fake_end(void *user)
{
    Fake *f = user;
    ck_assert(f->started);
    f->started = false;
    f->ends++;
}

/* -- a stage for them ------------------------------------------------------------------------------------ */

typedef struct Stage {
    Fake fake[MOST];
    KipSkill skill[MOST];
    KipSupervisor *supervisor;
    int n, periods;
    KipDecision decision;
} Stage;

static const char *const names[MOST] = {"stand", "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta"};

/* Skill 0 is the default; skill i bids 10 i, where it is ready. */
static void set_stage(Stage *stage, int n)
{
    memset(stage, 0, sizeof *stage);
    stage->n = n;
    for (int i = 0; i < n; i++) {
        stage->fake[i].score = 10 * i;
        stage->skill[i] = (KipSkill){names[i],   &stage->fake[i], fake_bid, fake_check,
                                     fake_start, fake_step,       fake_end, NULL};
    }
    ck_assert_int_eq(kip_supervisor_create(stage->skill, n, DEFAULT, NULL, &stage->supervisor, NULL), KIP_OK);
}

/* One period; returns who is active. Whoever it is has been started and has had its step. */
static int play(Stage *stage)
{
    KipDecision *d = &stage->decision;
    int active;
    for (int i = 0; i < stage->n; i++)
        stage->fake[i].stepped = false;
    ck_assert_int_eq(kip_supervisor_step(stage->supervisor, stage->periods * period, d, NULL), KIP_OK);
    active = kip_supervisor_active(stage->supervisor);
    ck_assert_int_eq(d->to, active);
    ck_assert(d->time == stage->periods++ * period);
    ck_assert_int_eq(d->nbid, d->bidding ? stage->n - 1 : 0);
    for (int i = 0; i < d->nbid; i++)
        ck_assert_int_eq(d->bid[i].skill, i + 1); /* all but the default, in their order */
    for (int i = 0; i < stage->n; i++) {
        const Fake *f = &stage->fake[i];
        ck_assert(i == active || (!f->started && !f->stepped && f->starts == f->ends));
        ck_assert(i != active || (f->started && f->starts == f->ends + 1) || f->start_error);
        ck_assert(i != active || f->stepped || (i == DEFAULT && d->failed));
    }
    return active;
}

static void strike(Stage *stage)
{
    kip_supervisor_destroy(stage->supervisor);
}

static const KipBid *bid_of(const Stage *stage, int skill)
{
    ck_assert(stage->decision.bidding && skill != DEFAULT);
    return &stage->decision.bid[skill - 1];
}

#define assert_reason(stage, text) ck_assert_str_eq((stage)->decision.reason, text)

static bool watches(void *user)
{
    return ((const Fake *)user)->watches;
}

/* Beta, a reflex, takes over from alpha once it is ready, and not from gamma, who wants more. */
START_TEST(reflexes_interrupt)
{
    Stage stage;
    set_stage(&stage, 4);
    Fake *alpha = &stage.fake[1], *beta = &stage.fake[2], *gamma = &stage.fake[3];
    kip_supervisor_destroy(stage.supervisor);
    stage.skill[2].reflex = watches;
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 4, DEFAULT, NULL, &stage.supervisor, NULL), KIP_OK);
    alpha->ready = true;
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(play(&stage), 1);
    beta->ready = true;
    ck_assert_int_eq(play(&stage), 1); /* it does not watch yet */
    beta->watches = true;
    ck_assert_int_eq(play(&stage), 2);
    assert_reason(&stage, "alpha bids 10, beta 20");
    ck_assert(!stage.decision.failed && alpha->ends == 1);
    ck_assert_int_eq(play(&stage), 2);
    ck_assert(!stage.decision.bidding);
    beta->check = KIP_DONE, beta->ready = false, gamma->ready = true;
    ck_assert_int_eq(play(&stage), 3);
    beta->check = KIP_GOES_ON, beta->ready = true;
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(play(&stage), 3);
        ck_assert(stage.decision.bidding);
    }
    strike(&stage);
}
END_TEST

/* One that fails at once is not asked again for a while; its errors are told. */
START_TEST(reflexes_that_fail_are_banned)
{
    Stage stage;
    set_stage(&stage, 3);
    Fake *alpha = &stage.fake[1], *beta = &stage.fake[2];
    kip_supervisor_destroy(stage.supervisor);
    stage.skill[2].reflex = watches;
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 3, DEFAULT, NULL, &stage.supervisor, NULL), KIP_OK);
    alpha->ready = true;
    play(&stage);
    beta->ready = beta->watches = true;
    beta->start_error = "it trips";
    ck_assert_int_eq(play(&stage), 1);
    ck_assert(stage.decision.failed);
    int asked = beta->asked;
    ck_assert_int_eq(play(&stage), 1);
    ck_assert(!stage.decision.bidding && beta->asked == asked);
    strike(&stage);
}
END_TEST

/* A reflex that may not begin, or cannot bid, unseats nobody whose own pre-condition holds no more. */
START_TEST(reflexes_that_are_refused_do_not_interrupt)
{
    Stage stage;
    set_stage(&stage, 3);
    Fake *alpha = &stage.fake[1], *beta = &stage.fake[2];
    kip_supervisor_destroy(stage.supervisor);
    stage.skill[2].reflex = watches;
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 3, DEFAULT, NULL, &stage.supervisor, NULL), KIP_OK);
    beta->watches = true;
    for (int i = 0; i < 2; i++) {
        alpha->ready = true, beta->ready = false, beta->check = KIP_DONE;
        ck_assert_int_eq(play(&stage), 1);
        beta->ready = true, beta->check = KIP_GOES_ON;
        ck_assert_int_eq(play(&stage), 2);
    }
    beta->check = KIP_DONE, beta->ready = false;
    ck_assert_int_eq(play(&stage), 1);
    alpha->ready = false, beta->ready = true;
    for (int i = 0; i < 50; i++) {
        ck_assert_int_eq(play(&stage), 1); /* it began twice within half a second */
        ck_assert(!stage.decision.bidding);
    }
    beta->bid_error = "it stumbles";
    for (int i = 0; i < 60; i++)
        ck_assert_int_eq(play(&stage), 1);
    ck_assert_int_gt(kip_supervisor_tally(stage.supervisor, 2).failed, 0);
    beta->bid_error = NULL;
    ck_assert_int_eq(play(&stage), 2);
    strike(&stage);
}
END_TEST

/* -- W-VST.2 --------------------------------------------------------------------------------------------- */

typedef struct Body {
    bool in_support;
    double speed;
} Body;

static KipStatus balance_bid(void *user, bool commanded, bool *bids, double *score,
                             char reason[KIP_REASON_SIZE], KipError *error)
{
    const Body *body = user;
    (void)commanded, (void)reason, (void)error;
    *bids = body->in_support && body->speed < 0.3;
    *score = 10;
    return KIP_OK;
}

static KipStatus balance_check(void *user, KipCheck *check, char reason[KIP_REASON_SIZE], KipError *error)
{
    const Body *body = user;
    (void)error;
    *check = body->in_support && body->speed < 0.3 ? KIP_GOES_ON : KIP_FAILED;
    strcpy(reason, "falling");
    return KIP_OK;
}

static KipStatus pstep_bid(void *user, bool commanded, bool *bids, double *score,
                           char reason[KIP_REASON_SIZE], KipError *error)
{
    const Body *body = user;
    (void)commanded, (void)reason, (void)error;
    *bids = body->speed >= 0.3 && body->speed < 0.9;
    *score = 8;
    return KIP_OK;
}

static KipStatus pstep_check(void *user, KipCheck *check, char reason[KIP_REASON_SIZE], KipError *error)
{
    const Body *body = user;
    (void)error;
    *check = body->speed < 0.1 ? KIP_DONE : body->speed > 0.9 ? KIP_FAILED : KIP_GOES_ON;
    strcpy(reason, "too fast");
    return KIP_OK;
}

static KipStatus fall_bid(void *user, bool commanded, bool *bids, double *score, char reason[KIP_REASON_SIZE],
                          KipError *error)
{
    const Body *body = user;
    (void)commanded, (void)reason, (void)error;
    *bids = body->speed >= 0.3 && !body->in_support;
    *score = 5;
    return KIP_OK;
}

static KipStatus fall_check(void *user, KipCheck *check, char reason[KIP_REASON_SIZE], KipError *error)
{
    const Body *body = user;
    (void)error;
    *check = body->speed < 0.05 ? KIP_DONE : KIP_GOES_ON;
    strcpy(reason, "at rest");
    return KIP_OK;
}

static KipStatus nothing(void *user, KipError *error)
{
    (void)user, (void)error;
    return KIP_OK;
}

START_TEST(the_worked_example)
{
    static const Body states[] = {{1, .05}, {1, .05}, {0, .5}, {0, .6}, {0, 1.2},
                                  {0, .8},  {0, .02}, {0, 0},  {1, 0}};
    static const int expected[] = {1, 1, 2, 2, 3, 3, 0, 0, 1};
    static const char *const reasons[] = {"balance bids 10",
                                          "",
                                          "balance failed: falling; pstep bids 8, fall 5",
                                          "",
                                          "pstep failed: too fast; fall bids 5",
                                          "",
                                          "fall is done: at rest; nobody bids",
                                          "nobody bids",
                                          "balance bids 10"};
    Body body;
    const KipSkill skill[] = {{"rest", NULL, NULL, NULL, NULL, nothing, NULL, NULL},
                              {"balance", &body, balance_bid, balance_check, NULL, nothing, NULL, NULL},
                              {"pstep", &body, pstep_bid, pstep_check, NULL, nothing, NULL, NULL},
                              {"fall", &body, fall_bid, fall_check, NULL, nothing, NULL, NULL}};
    KipSupervisor *supervisor;
    ck_assert_int_eq(kip_supervisor_create(skill, 4, 0, NULL, &supervisor, NULL), KIP_OK);
    ck_assert_int_eq(kip_supervisor_active(supervisor), -1);
    for (int k = 0; k < 9; k++) {
        KipDecision decision;
        body = states[k];
        ck_assert_int_eq(kip_supervisor_step(supervisor, k * period, &decision, NULL), KIP_OK);
        ck_assert_int_eq(decision.from, k ? expected[k - 1] : -1);
        ck_assert_int_eq(decision.to, expected[k]);
        ck_assert_str_eq(decision.reason, reasons[k]);
        ck_assert_int_eq(decision.failed, k == 2 || k == 4);
        ck_assert_int_eq(decision.bidding, *reasons[k] != 0);
    }
    kip_supervisor_destroy(supervisor);
}
END_TEST

/* -- who wins -------------------------------------------------------------------------------------------- */

START_TEST(ties_go_to_the_active_one_then_to_the_first)
{
    Stage stage;
    set_stage(&stage, 4);
    stage.fake[A].score = stage.fake[B].score = stage.fake[C].score = 3;
    stage.fake[B].ready = stage.fake[C].ready = true;
    ck_assert_int_eq(play(&stage), B); /* the first that bids */
    stage.fake[A].ready = true;
    kip_supervisor_reconsider(stage.supervisor);
    ck_assert_int_eq(play(&stage), B); /* the active one, though A stands first */
    assert_reason(&stage, "alpha bids 3, beta 3, gamma 3");
    stage.fake[C].score = 3.5;
    ck_assert_int_eq(play(&stage), B); /* nobody is asked */
    ck_assert(!stage.decision.bidding);
    kip_supervisor_reconsider(stage.supervisor);
    ck_assert_int_eq(play(&stage), C);
    ck_assert(kip_supervisor_since(stage.supervisor) == 3 * period);
    stage.fake[C].check = KIP_FAILED;
    ck_assert_int_eq(play(&stage), A); /* B is active no more */
    strike(&stage);
}
END_TEST

START_TEST(done_and_best_again_goes_on)
{
    Stage stage;
    set_stage(&stage, 2);
    stage.fake[A].ready = true;
    ck_assert_int_eq(play(&stage), A);
    stage.fake[A].check = KIP_DONE;
    ck_assert_int_eq(play(&stage), A);
    assert_reason(&stage, "alpha is done; alpha bids 10");
    ck_assert_int_eq(stage.fake[A].starts, 1);
    stage.fake[A].ready = false;
    ck_assert_int_eq(play(&stage), DEFAULT);
    strike(&stage);
}
END_TEST

START_TEST(nobody_bids_and_the_default_never_does)
{
    Stage stage;
    set_stage(&stage, 3);
    stage.fake[DEFAULT].ready = true;
    stage.fake[DEFAULT].score = 1e6;
    stage.fake[DEFAULT].check = KIP_FAILED; /* nor has it conditions */
    for (int k = 0; k < 5; k++) {
        ck_assert_int_eq(play(&stage), DEFAULT);
        assert_reason(&stage, "nobody bids");
        ck_assert(!stage.decision.failed);
    }
    kip_supervisor_command(stage.supervisor, DEFAULT);
    stage.fake[A].ready = true;
    ck_assert_int_eq(play(&stage), A);
    ck_assert_int_eq(stage.fake[DEFAULT].asked, 0);
    ck_assert_int_eq(stage.fake[DEFAULT].starts, 1);
    ck_assert_int_eq(stage.fake[DEFAULT].steps, 5);
    strike(&stage);
}
END_TEST

START_TEST(one_skill_is_enough)
{
    Stage stage;
    set_stage(&stage, 1);
    for (int k = 0; k < 3; k++)
        ck_assert_int_eq(play(&stage), DEFAULT);
    assert_reason(&stage, "nobody bids");
    ck_assert_int_eq(stage.fake[DEFAULT].steps, 3);
    strike(&stage);
}
END_TEST

/* -- commands -------------------------------------------------------------------------------------------- */

START_TEST(a_command_raises_the_named_one_until_it_is_over)
{
    Stage stage;
    set_stage(&stage, 4);
    stage.fake[A].ready = stage.fake[B].ready = stage.fake[C].ready = true;
    stage.fake[C].score = 1e12; /* whatever the others want */
    ck_assert_int_eq(play(&stage), C);
    kip_supervisor_command(stage.supervisor, A);
    ck_assert_int_eq(kip_supervisor_commanded(stage.supervisor), A);
    ck_assert_int_eq(play(&stage), A);
    assert_reason(&stage, "alpha bids 1e+09 on command, beta 20, gamma 1e+12");
    ck_assert(stage.decision.fate == KIP_COMMAND_ACTS && stage.decision.commanded == A);
    ck_assert_int_eq(kip_supervisor_commanded(stage.supervisor), -1);
    kip_supervisor_reconsider(stage.supervisor);
    ck_assert_int_eq(play(&stage), A);                                                  /* it holds */
    ck_assert(stage.decision.fate == KIP_NO_COMMAND && stage.decision.commanded == -1); /* that was told */
    stage.fake[A].check = KIP_DONE;
    ck_assert_int_eq(play(&stage), C);
    assert_reason(&stage, "alpha is done; alpha bids 10, beta 20, gamma 1e+12");

    stage.fake[A].check = KIP_GOES_ON;
    kip_supervisor_command(stage.supervisor, A);
    ck_assert_int_eq(play(&stage), A);
    stage.fake[A].check = KIP_FAILED;
    ck_assert_int_eq(play(&stage), C);
    stage.periods += PERIODS_OF_BAN;
    kip_supervisor_reconsider(stage.supervisor);
    ck_assert_int_eq(play(&stage), C); /* the command ended with the failure */
    ck_assert_double_eq(bid_of(&stage, A)->score, 10);

    stage.fake[A].check = KIP_GOES_ON;
    kip_supervisor_command(stage.supervisor, A);
    ck_assert_int_eq(play(&stage), A);
    kip_supervisor_command(stage.supervisor, -1);
    ck_assert_int_eq(play(&stage), C);
    strike(&stage);
}
END_TEST

START_TEST(a_command_that_cannot_be_followed_is_over)
{
    Stage stage;
    set_stage(&stage, 3);
    stage.fake[B].ready = true;
    stage.fake[A].why = "not standing";
    kip_supervisor_command(stage.supervisor, A);
    ck_assert_int_eq(play(&stage), B);
    assert_reason(&stage, "beta bids 20; alpha cannot follow the command: not standing");
    ck_assert(stage.decision.fate == KIP_COMMAND_REFUSED && stage.decision.commanded == A);
    KipSkillTally tally = kip_supervisor_tally(stage.supervisor, A);
    ck_assert_int_eq(tally.commanded, 1);
    ck_assert_int_eq(tally.followed, 0);
    ck_assert_str_eq(tally.refusal, "not standing");
    stage.fake[A].ready = true;
    kip_supervisor_reconsider(stage.supervisor);
    ck_assert_int_eq(play(&stage), B);

    stage.fake[A].start_error = "no hands";
    kip_supervisor_command(stage.supervisor, A);
    ck_assert_int_eq(play(&stage), B);
    assert_reason(&stage, "alpha failed: no hands; beta bids 20");
    ck_assert(stage.decision.fate == KIP_COMMAND_REFUSED);
    ck_assert_str_eq(kip_supervisor_tally(stage.supervisor, A).refusal, "no hands");
    ck_assert(stage.decision.failed);
    ck_assert_int_eq(stage.decision.from, B);
    stage.fake[A].start_error = NULL;
    kip_supervisor_command(stage.supervisor, A);
    ck_assert_int_eq(play(&stage), B); /* a ban holds for commands too */
    assert_reason(&stage,
                  "beta bids 20; alpha cannot follow the command: it failed at 0.01 s, right after its "
                  "start, and bids again at 0.26 s");
    kip_supervisor_command(stage.supervisor, 77); /* nobody */
    ck_assert_int_eq(play(&stage), B);
    strike(&stage);
}
END_TEST

/* A command from within a step, to a skill that is not active then, waits for the next step. */
static KipStatus commanding_step(void *user, KipError *error)
{
    Stage *stage = user;
    (void)error;
    kip_supervisor_command(stage->supervisor, A);
    return KIP_OK;
}

START_TEST(skills_may_command)
{
    Stage stage;
    KipDecision decision;
    set_stage(&stage, 2);
    KipSkill skill[2] = {{"stand", &stage, NULL, NULL, NULL, commanding_step, NULL, NULL}, stage.skill[A]};
    strike(&stage);
    stage.fake[A].ready = stage.fake[A].voluntary = true;
    ck_assert_int_eq(kip_supervisor_create(skill, 2, 0, NULL, &stage.supervisor, NULL), KIP_OK);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(kip_supervisor_step(stage.supervisor, k * period, &decision, NULL), KIP_OK);
        ck_assert_int_eq(decision.to, k ? A : DEFAULT);
    }
    strike(&stage);
}
END_TEST

START_TEST(voluntary_skills_wait_for_a_command)
{
    Stage stage;
    set_stage(&stage, 3);
    stage.fake[A].ready = stage.fake[A].voluntary = true;
    strike(&stage);
    stage.skill[B].bid = NULL; /* so is one without a bid */
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 3, 0, NULL, &stage.supervisor, NULL), KIP_OK);
    ck_assert_int_eq(play(&stage), DEFAULT);
    ck_assert_int_eq(bid_of(&stage, B)->state, KIP_BID_NOT_READY);
    ck_assert_str_eq(bid_of(&stage, B)->reason, "it bids only on command");
    for (int i = A; i <= B; i++) {
        kip_supervisor_command(stage.supervisor, i);
        ck_assert_int_eq(play(&stage), i);
        ck_assert_double_eq(bid_of(&stage, i)->score, i == A ? 1e9 + 10 : 1e9);
        kip_supervisor_reconsider(stage.supervisor);
        ck_assert_int_eq(play(&stage), i);
    }
    stage.fake[B].check = KIP_DONE;
    ck_assert_int_eq(play(&stage), DEFAULT);
    strike(&stage);
}
END_TEST

/* -- failures -------------------------------------------------------------------------------------------- */

typedef struct Trouble {
    const char *start, *step, *check_error;
    KipCheck check;
    int longest; /* steps that it is active */
} Trouble;

static const Trouble troubles[] = {
    {"no ground", NULL, NULL, KIP_GOES_ON, 0},
    {NULL, "no ground", NULL, KIP_GOES_ON, 0},
    {NULL, NULL, "no ground", KIP_GOES_ON, 1},
    {NULL, NULL, NULL, KIP_FAILED, 1},
};

/* A reason that is longer than its place says so by dots. */
START_TEST(a_long_reason_ends_in_dots)
{
    char why[KIP_REASON_SIZE];
    Stage stage;
    set_stage(&stage, 3);
    memset(why, 'x', sizeof why);
    why[KIP_REASON_SIZE - 1] = 0;
    stage.fake[A].ready = true;
    stage.fake[A].check = KIP_FAILED;
    stage.fake[A].why = stage.fake[B].bid_error = why;
    play(&stage);
    play(&stage);
    ck_assert(stage.decision.failed);
    const size_t n = strlen(stage.decision.reason);
    ck_assert_uint_eq(n, sizeof stage.decision.reason - 1);
    ck_assert_str_eq(stage.decision.reason + n - 4, "x...");
    strike(&stage);
}
END_TEST

/* gamma wants most and fails at once, each time. alpha and beta, when their turn comes, are done at once, so
 * that there is bidding in every step. */
START_TEST(a_skill_that_fails_at_once_starves_nobody)
{
    const Trouble *trouble = &troubles[_i];
    Stage stage;
    int active[4] = {0}, tries = 0, last = -1;
    set_stage(&stage, 4);
    for (int i = A; i <= C; i++) {
        stage.fake[i].ready = true;
        stage.fake[i].check = KIP_DONE;
    }
    stage.fake[C].check = trouble->check;
    stage.fake[C].start_error = trouble->start;
    stage.fake[C].step_error = trouble->step;
    stage.fake[C].check_error = trouble->check_error;
    stage.fake[C].why = "no ground";
    for (int k = 0; k < 1000; k++) {
        int now = play(&stage);
        active[now]++;
        if (stage.decision.failed) {
            ck_assert_int_eq(now, B);
            assert_reason(&stage, stage.decision.from == B && trouble->longest == 0
                                      ? "beta is done; gamma failed: no ground; alpha bids 10, beta 20"
                                      : "gamma failed: no ground; alpha bids 10, beta 20");
            ck_assert_int_eq(bid_of(&stage, C)->state, KIP_BID_FAILED);
            ck_assert_str_eq(bid_of(&stage, C)->reason, "no ground");
            ck_assert(last < 0 || k - last >= PERIODS_OF_BAN);
            last = k;
            tries++;
        } else {
            ck_assert(now == C || bid_of(&stage, C)->state == KIP_BID_BANNED);
        }
        ck_assert_int_ne(bid_of(&stage, C)->state, KIP_BID_NOT_READY);
    }
    ck_assert_int_ge(tries, 1000 / (PERIODS_OF_BAN + 1)); /* it gets its chances */
    ck_assert_int_eq(active[C], trouble->longest * tries);
    ck_assert_int_eq(active[B], 1000 - active[C]);
    strike(&stage);
}
END_TEST

/* Failing later than in the second step is no ban, but not bidding in that step. */
START_TEST(only_failing_at_once_is_banned)
{
    const int well = _i; /* steps that it takes before it fails */
    Stage stage;
    set_stage(&stage, 3);
    stage.fake[B].ready = true;
    for (int k = 0; k < well; k++)
        ck_assert_int_eq(play(&stage), B);
    stage.fake[B].check = KIP_FAILED;
    ck_assert_int_eq(play(&stage), DEFAULT);
    ck_assert_int_eq(bid_of(&stage, B)->state, KIP_BID_FAILED);
    assert_reason(&stage, "beta failed: it gave no reason; nobody bids");
    stage.fake[B].check = KIP_GOES_ON;
    ck_assert_int_eq(play(&stage), well <= 1 ? DEFAULT : B);
    ck_assert_int_eq(bid_of(&stage, B)->state, well <= 1 ? KIP_BID_BANNED : KIP_BID_MADE);
    strike(&stage);
}
END_TEST

/* VST.8: no skill begins more than twice within 0.5 s. Each of the three is ready again as soon as it is over, after
 * `well` steps; so they go round, unless somebody stops them. */
START_TEST(nobody_begins_more_than_twice_in_half_a_second)
{
    const int well = 2 + _i;
    Stage stage;
    int began[4][1000], n[4] = {0}, waits = 0, last = -1;
    set_stage(&stage, 4);
    for (int k = 0; k < 1000; k++) {
        int active = kip_supervisor_active(stage.supervisor);
        for (int i = A; i <= C; i++) {
            bool over = i == active && stage.fake[i].steps >= well;
            stage.fake[i].ready = !over; /* at once, it does not go on */
            stage.fake[i].check = over ? i == A ? KIP_FAILED : KIP_DONE : KIP_GOES_ON;
        }
        int now = play(&stage);
        if (now != last)
            began[now][n[now]++] = k;
        last = now;
        for (int i = 0; i < stage.decision.nbid; i++)
            if (stage.decision.bid[i].state == KIP_BID_REPEATS) {
                waits++;
                ck_assert_ptr_nonnull(strstr(stage.decision.bid[i].reason, "and bids again at"));
            }
    }
    for (int i = A; i <= C; i++) {
        ck_assert_int_ge(n[i], 2 * 1000 / 100 - 2); /* as often as it may, about */
        for (int k = 2; k < n[i]; k++)
            ck_assert_int_ge(began[i][k] - began[i][k - 2], 100);
    }
    ck_assert_int_gt(waits, 100);
    strike(&stage);
}
END_TEST

/* What a command interrupts goes on after it as often as that happens; so does what is commanded. */
START_TEST(commands_are_no_repetitions)
{
    Stage stage;
    set_stage(&stage, 3);
    stage.fake[A].ready = stage.fake[B].ready = true;
    stage.fake[B].voluntary = true;
    for (int k = 0; k < 10; k++) {
        ck_assert_int_eq(play(&stage), A);
        kip_supervisor_command(stage.supervisor, B);
        stage.fake[B].check = KIP_GOES_ON;
        ck_assert_int_eq(play(&stage), B);
        ck_assert_int_eq(play(&stage), B);
        stage.fake[B].check = KIP_DONE;
    }
    ck_assert_int_eq(stage.fake[A].starts, 10);
    ck_assert_int_eq(stage.fake[B].starts, 10);
    strike(&stage);
}
END_TEST

START_TEST(the_reason_of_who_begins_is_told)
{
    Stage stage;
    set_stage(&stage, 3);
    stage.fake[A].ready = stage.fake[B].ready = true;
    stage.fake[A].why = stage.fake[B].why = "it stands";
    stage.fake[A].tells = stage.fake[B].tells = true;
    ck_assert_int_eq(play(&stage), B);
    assert_reason(&stage, "alpha bids 10, beta 20 (it stands)");
    kip_supervisor_reconsider(stage.supervisor);
    ck_assert_int_eq(play(&stage), B);
    assert_reason(&stage, "alpha bids 10, beta 20"); /* it goes on */
    strike(&stage);
}
END_TEST

START_TEST(a_step_that_fails_is_followed_at_once)
{
    Stage stage;
    set_stage(&stage, 3);
    stage.fake[B].ready = true;
    for (int k = 0; k < 4; k++)
        ck_assert_int_eq(play(&stage), B);
    stage.fake[A].ready = true;
    stage.fake[B].step_error = "line 7: division by zero";
    ck_assert_int_eq(play(&stage), A); /* play() sees that it has stepped */
    assert_reason(&stage, "beta failed: line 7: division by zero; alpha bids 10");
    ck_assert_int_eq(stage.decision.from, B);
    ck_assert_int_eq(stage.fake[B].ends, 1);
    strike(&stage);
}
END_TEST

START_TEST(all_may_fail_even_the_default)
{
    Stage stage;
    set_stage(&stage, 3);
    for (int i = DEFAULT; i <= B; i++) {
        stage.fake[i].ready = true;
        stage.fake[i].start_error = "broken";
    }
    ck_assert_int_eq(play(&stage), DEFAULT);
    assert_reason(&stage, "beta failed: broken; alpha failed: broken; stand failed: broken; nobody bids");
    stage.fake[DEFAULT].start_error = NULL;
    stage.fake[DEFAULT].step_error = "broken too";
    ck_assert_int_eq(play(&stage), DEFAULT); /* it is tried again */
    assert_reason(&stage, "stand failed: broken too; nobody bids");
    stage.fake[DEFAULT].step_error = NULL;
    ck_assert_int_eq(play(&stage), DEFAULT);
    ck_assert_int_eq(stage.fake[DEFAULT].starts, 1);
    ck_assert_int_eq(stage.fake[DEFAULT].steps, 1);
    ck_assert_int_eq(stage.fake[A].ends + stage.fake[B].ends, 0); /* what never started does not end */
    strike(&stage);
}
END_TEST

START_TEST(bids_that_fail)
{
    static const double scores[] = {NAN, INFINITY, -INFINITY};
    Stage stage;
    set_stage(&stage, 4);
    for (int i = A; i <= C; i++)
        stage.fake[i].ready = true;
    stage.fake[A].score = -1e300; /* finite is good enough */
    stage.fake[B].score = scores[_i];
    stage.fake[C].bid_error = "line 3: 'pelvis' is no link";
    ck_assert_int_eq(play(&stage), A);
    ck_assert_int_eq(bid_of(&stage, A)->state, KIP_BID_MADE);
    ck_assert_int_eq(bid_of(&stage, B)->state, KIP_BID_FAILED);
    ck_assert_str_eq(bid_of(&stage, B)->reason, "its score is not a finite number");
    ck_assert_int_eq(bid_of(&stage, C)->state, KIP_BID_FAILED);
    ck_assert_str_eq(bid_of(&stage, C)->reason, "line 3: 'pelvis' is no link");
    assert_reason(&stage,
                  "beta cannot bid: its score is not a finite number; gamma cannot bid: line 3: 'pelvis' "
                  "is no link; alpha bids -1e+300");
    ck_assert(!stage.decision.failed);
    stage.fake[C].bid_error = NULL;
    kip_supervisor_reconsider(stage.supervisor);
    ck_assert_int_eq(play(&stage), C); /* and is no ban */
    strike(&stage);
}
END_TEST

START_TEST(long_sentences_are_cut)
{
    Stage stage;
    char word[450];
    memset(word, 'x', sizeof word);
    word[sizeof word - 1] = 0;
    set_stage(&stage, 4);
    for (int i = A; i <= C; i++) {
        stage.fake[i].ready = true;
        stage.fake[i].start_error = word;
    }
    ck_assert_int_eq(play(&stage), DEFAULT);
    ck_assert_uint_eq(strlen(stage.decision.reason), sizeof stage.decision.reason - 1);
    ck_assert_uint_eq(strlen(bid_of(&stage, C)->reason), KIP_REASON_SIZE - 1);
    strike(&stage);
}
END_TEST

/* -- saving ---------------------------------------------------------------------------------------------- */

/* What a fake does in a period comes from a seed, the period and its number: it has no memory of its own. */
static void draw(Stage *stage, uint64_t seed)
{
    KipRandom random = {seed * 1000003 + (uint64_t)stage->periods};
    for (int i = 0; i < stage->n; i++) {
        Fake *f = &stage->fake[i];
        f->ready = kip_random_uniform(&random, 0, 1) < 0.6;
        f->voluntary = i % 3 == 0;
        f->score = floor(kip_random_uniform(&random, 0, 5));
        f->check = kip_random_uniform(&random, 0, 1) < 0.8   ? KIP_GOES_ON
                   : kip_random_uniform(&random, 0, 1) < 0.5 ? KIP_DONE
                                                             : KIP_FAILED;
        f->start_error = kip_random_uniform(&random, 0, 1) < 0.1 ? "bad start" : NULL;
        f->step_error = kip_random_uniform(&random, 0, 1) < 0.05 ? "bad step" : NULL;
        f->check_error = kip_random_uniform(&random, 0, 1) < 0.05 ? "bad check" : NULL;
        f->bid_error = kip_random_uniform(&random, 0, 1) < 0.05 ? "bad bid" : NULL;
    }
    if (kip_random_uniform(&random, 0, 1) < 0.1)
        kip_supervisor_command(stage->supervisor, (int)kip_random_uniform(&random, 0, stage->n));
    if (kip_random_uniform(&random, 0, 1) < 0.1)
        kip_supervisor_reconsider(stage->supervisor);
}

static void assert_same(const KipDecision *a, const KipDecision *b)
{
    ck_assert(a->time == b->time && a->from == b->from && a->to == b->to && a->bidding == b->bidding);
    ck_assert(a->failed == b->failed && a->nbid == b->nbid);
    ck_assert_str_eq(a->reason, b->reason);
    for (int i = 0; i < a->nbid; i++) {
        ck_assert(a->bid[i].state == b->bid[i].state && a->bid[i].score == b->bid[i].score);
        ck_assert_str_eq(a->bid[i].reason, b->bid[i].reason);
    }
}

START_TEST(what_is_loaded_goes_on_alike)
{
    const uint64_t seed = 7 + (uint64_t)_i;
    Stage stage, other;
    unsigned char bytes[512], again[512];
    int seen[KIP_BID_REPEATS + 1] = {0}; /* bid states */
    set_stage(&stage, MOST);
    set_stage(&other, MOST);
    size_t size = kip_fields_size(&kip_supervisor_fields, stage.supervisor);
    ck_assert_uint_le(size, sizeof bytes);
    for (int k = 0; k < 600; k++) {
        draw(&stage, seed);
        if (k % 7 == 0) { /* after the commands of this period, before its step */
            kip_fields_save(&kip_supervisor_fields, stage.supervisor, bytes);
            ck_assert_int_eq(kip_fields_load(&kip_supervisor_fields, other.supervisor, NULL, bytes, size,
                                             NULL),
                             KIP_OK);
            memcpy(other.fake, stage.fake, sizeof stage.fake);
            other.periods = stage.periods;
        } else {
            draw(&other, seed);
        }
        play(&stage);
        play(&other);
        assert_same(&stage.decision, &other.decision);
        for (int i = 0; i < stage.decision.nbid; i++)
            seen[stage.decision.bid[i].state]++;
        kip_fields_save(&kip_supervisor_fields, stage.supervisor, bytes);
        kip_fields_save(&kip_supervisor_fields, other.supervisor, again);
        ck_assert(memcmp(bytes, again, size) == 0);
    }
    for (int i = 0; i <= KIP_BID_REPEATS; i++)
        ck_assert_int_gt(seen[i], 20);
    strike(&stage);
    strike(&other);
}
END_TEST

START_TEST(foreign_and_damaged_bytes_are_refused)
{
    Stage stage, other;
    KipError error;
    unsigned char bytes[512], before[512], after[512];
    set_stage(&stage, 3);
    set_stage(&other, 3);
    stage.fake[A].ready = true;
    play(&stage);
    size_t size = kip_fields_size(&kip_supervisor_fields, stage.supervisor);
    kip_fields_save(&kip_supervisor_fields, stage.supervisor, bytes);
    kip_fields_save(&kip_supervisor_fields, other.supervisor, before);
    ck_assert_int_eq(kip_fields_load(&kip_supervisor_fields, other.supervisor, NULL, bytes, size - 1, &error),
                     KIP_BAD_USE);
    strike(&other);
    other.skill[B].name = "bets";
    for (int fallback = 1; fallback <= 2; fallback++) {
        ck_assert_int_eq(kip_supervisor_create(fallback == 1 ? other.skill : stage.skill, 3,
                                               fallback == 1 ? 0 : 1, NULL, &other.supervisor, NULL),
                         KIP_OK);
        ck_assert_int_eq(kip_fields_load(&kip_supervisor_fields, other.supervisor, NULL, bytes, size, &error),
                         KIP_BAD_USE);
        ck_assert(strstr(error.message, "it has other skills") != NULL);
        strike(&other);
    }
    /* nonsense anywhere beyond the tag: refused, or no worse than another time */
    int refused = 0;
    for (size_t at = sizeof(uint64_t); at + 4 <= size; at += 4) {
        unsigned char damaged[512];
        memcpy(damaged, bytes, size);
        memset(damaged + at, 0x7f, 4);
        refused +=
            kip_fields_load(&kip_supervisor_fields, stage.supervisor, NULL, damaged, size, &error) != KIP_OK;
        if (kip_supervisor_active(stage.supervisor) != A)
            ck_abort_msg("a damaged number became the active skill");
        ck_assert_int_eq(kip_fields_load(&kip_supervisor_fields, stage.supervisor, NULL, bytes, size, NULL),
                         KIP_OK);
    }
    ck_assert_int_ge(refused, 8);
    kip_fields_save(&kip_supervisor_fields, stage.supervisor, after);
    ck_assert(memcmp(bytes, after, size) == 0);
    strike(&stage);
}
END_TEST

/* -- use ------------------------------------------------------------------------------------------------- */

START_TEST(lists_that_make_no_sense_are_refused)
{
    Stage stage;
    KipSupervisor *none = NULL;
    KipError error;
    set_stage(&stage, 3);
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 0, 0, NULL, &none, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 3, 3, NULL, &none, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 3, -1, NULL, &none, &error), KIP_BAD_USE);
    stage.skill[B].name = "alpha";
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 3, 0, NULL, &none, &error), KIP_BAD_USE);
    ck_assert_str_eq(error.message, "skills 1 and 2 are both named 'alpha': rename one");
    stage.skill[B].name = NULL;
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 3, 0, NULL, &none, &error), KIP_BAD_USE);
    stage.skill[B].name = "beta";
    stage.skill[B].step = NULL;
    ck_assert_int_eq(kip_supervisor_create(stage.skill, 3, 0, NULL, &none, &error), KIP_BAD_USE);
    ck_assert_ptr_null(none);
    strike(&stage);
}
END_TEST

START_TEST(names_and_times)
{
    Stage stage;
    KipError error;
    KipDecision decision;
    set_stage(&stage, 3);
    ck_assert_int_eq(kip_supervisor_count(stage.supervisor), 3);
    ck_assert_int_eq(kip_supervisor_find(stage.supervisor, "beta"), B);
    ck_assert_int_eq(kip_supervisor_find(stage.supervisor, "bet"), -1);
    ck_assert_str_eq(kip_supervisor_name(stage.supervisor, B), "beta");
    ck_assert_str_eq(kip_supervisor_name(stage.supervisor, -1), "");
    stage.periods = 10;
    play(&stage);
    decision = stage.decision;
    ck_assert_int_eq(kip_supervisor_step(stage.supervisor, 0.04, &stage.decision, &error), KIP_BAD_USE);
    ck_assert_str_eq(error.message,
                     "the supervisor was asked for 0.04 s after 0.05 s: times must be finite and "
                     "not go back");
    ck_assert_int_eq(kip_supervisor_step(stage.supervisor, NAN, &stage.decision, &error), KIP_BAD_USE);
    assert_same(&stage.decision, &decision);
    ck_assert_int_eq(stage.fake[DEFAULT].steps, 1);
    strike(&stage);
}
END_TEST

typedef struct Bank {
    int left;    /* blocks that it still gives */
    size_t owed; /* bytes */
} Bank;

static void *lend(void *user, void *memory, size_t old_size, size_t new_size)
{
    Bank *bank = user;
    if (new_size && bank->left-- <= 0)
        return NULL;
    bank->owed += new_size - old_size;
    if (!new_size) {
        free(memory);
        return NULL;
    }
    return realloc(memory, new_size);
}

START_TEST(memory_is_taken_once_and_given_back)
{
    Stage stage;
    Bank bank = {0, 0};
    KipAllocator allocator = {lend, &bank};
    KipSupervisor *supervisor = NULL;
    KipStatus status = KIP_NO_MEMORY;
    set_stage(&stage, MOST);
    strike(&stage);
    for (int blocks = 0; status == KIP_NO_MEMORY; blocks++) {
        bank.left = blocks;
        status = kip_supervisor_create(stage.skill, MOST, 0, &allocator, &supervisor, NULL);
        ck_assert(status == KIP_OK || (!supervisor && bank.owed == 0 && blocks < 10));
    }
    ck_assert_int_eq(status, KIP_OK);
    ck_assert_int_eq(bank.left, 0); /* from here on there is none */
    stage.supervisor = supervisor;
    for (int k = 0; k < 200; k++) {
        draw(&stage, 3);
        play(&stage);
    }
    strike(&stage);
    ck_assert_uint_eq(bank.owed, 0);
    kip_supervisor_destroy(NULL);
}
END_TEST

Suite *suite_supervisor(void)
{
    Suite *suite = suite_create("supervisor");
    TCase *test = tcase_create("supervisor");
    tcase_add_test(test, reflexes_interrupt);
    tcase_add_test(test, reflexes_that_fail_are_banned);
    tcase_add_test(test, reflexes_that_are_refused_do_not_interrupt);
    tcase_add_test(test, the_worked_example);
    tcase_add_test(test, ties_go_to_the_active_one_then_to_the_first);
    tcase_add_test(test, done_and_best_again_goes_on);
    tcase_add_test(test, nobody_bids_and_the_default_never_does);
    tcase_add_test(test, one_skill_is_enough);
    tcase_add_test(test, a_command_raises_the_named_one_until_it_is_over);
    tcase_add_test(test, a_command_that_cannot_be_followed_is_over);
    tcase_add_test(test, skills_may_command);
    tcase_add_test(test, voluntary_skills_wait_for_a_command);
    tcase_add_test(test, a_long_reason_ends_in_dots);
    tcase_add_loop_test(test, a_skill_that_fails_at_once_starves_nobody, 0,
                        (int)(sizeof troubles / sizeof *troubles));
    tcase_add_loop_test(test, only_failing_at_once_is_banned, 1, 5);
    tcase_add_loop_test(test, nobody_begins_more_than_twice_in_half_a_second, 0, 4);
    tcase_add_test(test, commands_are_no_repetitions);
    tcase_add_test(test, the_reason_of_who_begins_is_told);
    tcase_add_test(test, a_step_that_fails_is_followed_at_once);
    tcase_add_test(test, all_may_fail_even_the_default);
    tcase_add_loop_test(test, bids_that_fail, 0, 3);
    tcase_add_test(test, long_sentences_are_cut);
    tcase_add_loop_test(test, what_is_loaded_goes_on_alike, 0, 5);
    tcase_add_test(test, foreign_and_damaged_bytes_are_refused);
    tcase_add_test(test, lists_that_make_no_sense_are_refused);
    tcase_add_test(test, names_and_times);
    tcase_add_test(test, memory_is_taken_once_and_given_back);
    suite_add_tcase(suite, test);
    return suite;
}
