/* Arbitration among skills: see supervisor.h. VST.2, where `goal changed` is a command or a reconsideration.
 *
 * A skill that cannot start, or whose step fails, has failed in this very step, and the next best takes over
 * at once, so that some skill fills the drives in every control period. This ends, because each fails only
 * once a step, and nobody follows the default. The default may fail too: it stays active, and tries again in
 * the next step.
 *
 * Failing at once, which leads to a ban, is failing in the first or second step, start and check included.
 * Three would be too many: in W-VST.2 balance fails in its third and wins again six steps later.
 */
#include <math.h>
#include <string.h>

#include "supervisor_parts.h"

static const double command_bonus = 1e9; /* bonus of a command, added to the score; see beats() */
static const double ban = 0.25;          /* s, after a failure in the first two steps */
static const double often = 0.5;         /* s, within which none begins more than twice of itself */
static const double early = 1e-9;        /* s: times that are multiples of a step differ by rounding */
enum { AT_ONCE = 2 };                    /* steps */

/* Appends to a text of that many bytes, whose end is dots where it is full, by the one function that writes numbers alike in every locale. */
static KIP_PRINTF(3, 4) void say(char *text, size_t size, const char *format, ...)
{
    static const char cut[] = "...";
    KipError piece;
    va_list arguments;
    size_t used = strlen(text), n;
    va_start(arguments, format);
    kip_fail_list(&piece, KIP_OK, kip_nowhere(), format, arguments);
    va_end(arguments);
    n = strlen(piece.message);
    memcpy(text + used, piece.message, n < size - used ? n + 1 : size - used);
    if (n >= size - used)
        memcpy(text + size - sizeof cut, cut, sizeof cut);
}

/* What joins the next part of a sentence to this one. */
static const char *glue(const char *text)
{
    return *text ? "; " : "";
}

static const char *or_no_reason(const char *reason)
{
    return *reason ? reason : "it gave no reason";
}

/* -- failures -------------------------------------------------------------------------------------------- */

/* The active skill has failed. It does not bid in this step; the default never does. */
static void fail_active(KipSupervisor *s, const char *why, KipDecision *decision)
{
    State *state = s->state;
    int i = state->active;
    why = or_no_reason(why);
    decision->failed = true;
    s->tally[i].failed++;
    say(decision->reason, sizeof decision->reason, "%s%s failed: %.*s", glue(decision->reason),
        s->skill[i].name, KIP_REASON_SIZE - 1, why);
    if (i == s->fallback)
        return;
    if (state->steps < AT_ONCE)
        state->past[i].failed_at_once = state->time;
    KipBid *bid = s->bid + i - (i > s->fallback);
    bid->state = KIP_BID_FAILED;
    bid->reason[0] = 0;
    say(bid->reason, sizeof bid->reason, "%s", why);
}

/* What was commanded acts, and does not go as expected. */
static void note_loss(KipSupervisor *s, const char *why)
{
    KipSkillTally *tally = s->tally + s->state->active;
    if (s->state->active != s->state->command)
        return;
    tally->lost = s->state->time;
    tally->loss[0] = 0;
    say(tally->loss, sizeof tally->loss, "%s", or_no_reason(why));
}

/* Evaluates the active skill's expected performance and post-conditions. Whether it is over. */
static bool is_over(KipSupervisor *s, KipDecision *decision)
{
    State *state = s->state;
    const KipSkill *skill = s->skill + state->active;
    KipCheck check = KIP_GOES_ON;
    KipError error;
    char reason[KIP_REASON_SIZE] = "";
    if (!skill->check)
        return false;
    error.message[0] = 0;
    if (skill->check(skill->user, &check, reason, &error) != KIP_OK) {
        fail_active(s, error.message, decision);
        return true;
    }
    reason[KIP_REASON_SIZE - 1] = 0;
    if (check == KIP_FAILED) {
        note_loss(s, reason);
        fail_active(s, reason, decision);
    }
    if (check == KIP_DONE) {
        say(decision->reason, sizeof decision->reason, "%s is done%s%s", skill->name, *reason ? ": " : "",
            reason);
        if (state->command == state->active)
            state->command = -1;
    }
    return check == KIP_FAILED || check == KIP_DONE;
}

/* -- bidding --------------------------------------------------------------------------------------------- */

static bool is_banned(const State *state, int i)
{
    return state->time - state->past[i].failed_at_once < ban - early;
}

/* Whether it would begin without a command for the third time within a short while. */
static bool is_too_often(const State *state, int i)
{
    return i != state->active && i != state->command && state->time - state->past[i].began[1] < often - early;
}

/* Then it does not bid, and nothing can go round and round. */
static bool repeats(const KipSupervisor *s, KipBid *bid)
{
    const State *state = s->state;
    const double *began = state->past[bid->skill].began;
    if (!is_too_often(state, bid->skill))
        return false;
    bid->state = KIP_BID_REPEATS;
    bid->reason[0] = 0;
    say(bid->reason, sizeof bid->reason, "it began at %g s and at %g s, and bids again at %g s", began[1],
        began[0], began[1] + often);
    return true;
}

static void ask(KipSupervisor *s, KipBid *bid, KipDecision *decision)
{
    const State *state = s->state;
    const KipSkill *skill = s->skill + bid->skill;
    double failed = state->past[bid->skill].failed_at_once, score = 0;
    bool commanded = bid->skill == state->command, bids = commanded && !skill->bid;
    KipError error;
    KipStatus status = KIP_OK;
    if (bid->state == KIP_BID_FAILED)
        return;
    if (is_banned(state, bid->skill)) {
        bid->state = KIP_BID_BANNED;
        say(bid->reason, sizeof bid->reason,
            "it failed at %g s, right after its start, and bids again at %g s", failed, failed + ban);
        return;
    }
    if (repeats(s, bid))
        return;
    error.message[0] = 0;
    s->tally[bid->skill].asked++;
    if (skill->bid)
        status = skill->bid(skill->user, commanded, &bids, &score, bid->reason, &error);
    else if (!bids)
        say(bid->reason, sizeof bid->reason, "it bids only on command");
    bid->reason[KIP_REASON_SIZE - 1] = 0;
    if (status == KIP_OK && bids && !isfinite(score))
        status = kip_fail(&error, KIP_BAD_INPUT, kip_nowhere(), "its score is not a finite number");
    if (status != KIP_OK) {
        s->tally[bid->skill].failed++;
        bid->state = KIP_BID_FAILED;
        bid->reason[0] = 0;
        say(bid->reason, sizeof bid->reason, "%s", or_no_reason(error.message));
        say(decision->reason, sizeof decision->reason, "%s%s cannot bid: %s", glue(decision->reason),
            skill->name, bid->reason);
    } else if (bids) {
        s->tally[bid->skill].bids++;
        bid->state = KIP_BID_MADE;
        bid->score = commanded ? score + command_bonus : score;
    }
}

/* Whether bid a is better than b, which stands before it in the list. A command wins over any score. */
static bool beats(const KipBid *a, const KipBid *b, int command, int incumbent)
{
    if (a->skill == command || b->skill == command)
        return a->skill == command;
    return a->score > b->score || (a->score == b->score && a->skill == incumbent);
}

/* The winning skill. The pre-conditions of all are evaluated once a step. */
static int arbitrate(KipSupervisor *s, KipDecision *decision)
{
    const KipBid *best = NULL;
    if (!decision->bidding) {
        decision->bidding = true;
        decision->nbid = s->n - 1;
        for (int i = 0; i < decision->nbid; i++)
            ask(s, s->bid + i, decision);
    }
    for (int i = 0; i < decision->nbid; i++) {
        KipBid *bid = s->bid + i;
        if (bid->state != KIP_BID_MADE || repeats(s, bid))
            continue;
        if (!best || beats(bid, best, s->state->command, decision->from))
            best = bid;
    }
    return best ? best->skill : s->fallback;
}

/* Adds the bids, and for a skill that begins the reason why it may. */
static void tell_bids(const KipSupervisor *s, KipDecision *decision)
{
    const char *before = glue(decision->reason);
    int made = 0;
    for (int i = 0; i < decision->nbid; i++) {
        const KipBid *bid = s->bid + i;
        if (bid->state != KIP_BID_MADE)
            continue;
        say(decision->reason, sizeof decision->reason, "%s%s%s%g%s", made ? ", " : before,
            s->skill[bid->skill].name, made ? " " : " bids ", bid->score,
            bid->skill == s->state->command ? " on command" : "");
        if (bid->skill == s->state->active && bid->skill != decision->from && *bid->reason)
            say(decision->reason, sizeof decision->reason, " (%s)", bid->reason);
        made++;
    }
    if (!made)
        say(decision->reason, sizeof decision->reason, "%snobody bids", before);
}

/* A command to a skill that did not become active, or only briefly, is over. One that was given while the
 * bids were made waits for the next step. */
static void end_command(KipSupervisor *s, KipDecision *decision)
{
    State *state = s->state;
    int i = state->command;
    if (i < 0 || i == state->active || state->reconsider)
        return;
    const KipBid *bid = s->bid + i - (i > s->fallback);
    state->command = -1;
    if (bid->state != KIP_BID_FAILED) /* already reported */
        say(decision->reason, sizeof decision->reason, "%s%s cannot follow the command: %s",
            glue(decision->reason), s->skill[i].name, or_no_reason(bid->reason));
}

/* What became of the command that this step found. */
static void tell_fate(KipSupervisor *s, int command, KipDecision *decision)
{
    KipSkillTally *tally = s->tally + command;
    decision->commanded = command;
    decision->fate = command == s->state->active ? KIP_COMMAND_ACTS : KIP_COMMAND_REFUSED;
    if (decision->fate == KIP_COMMAND_ACTS) {
        tally->followed++;
        return;
    }
    tally->refusal[0] = 0;
    say(tally->refusal, sizeof tally->refusal, "%s",
        or_no_reason(s->bid[command - (command > s->fallback)].reason));
}

/* Whether a reflex may interrupt. One whose bid would not win may not: it would only end the active skill, whose
 * pre-conditions may no longer hold. */
static bool is_alarmed(KipSupervisor *s)
{
    for (int i = 0; i < s->n; i++) {
        const KipSkill *skill = s->skill + i;
        char reason[KIP_REASON_SIZE] = "";
        bool bids = false;
        double score = 0;
        KipError error;
        if (i == s->state->active || i == s->fallback || !skill->reflex || !skill->bid ||
            !skill->reflex(skill->user) || is_banned(s->state, i) || is_too_often(s->state, i))
            continue;
        s->tally[i].asked++;
        if (skill->bid(skill->user, false, &bids, &score, reason, &error) != KIP_OK)
            s->tally[i].failed++;
        else if (bids && isfinite(score))
            return true;
    }
    return false;
}

/* -- a step ---------------------------------------------------------------------------------------------- */

static void note_start(KipSupervisor *s, int i)
{
    Past *past = s->state->past + i;
    if (i == s->fallback || i == s->state->command)
        return;
    past->began[1] = past->began[0];
    past->began[0] = s->state->time;
}

/* The active skill was neither done nor has it failed: others take over, and that it began is not held
 * against it. */
static void take_back_start(KipSupervisor *s, int i)
{
    if (i < 0 || s->state->past[i].began[0] < s->state->since)
        return;
    s->state->past[i].began[0] = s->state->past[i].began[1];
    s->state->past[i].began[1] = -INFINITY;
}

/* Starts the skill where it is not the active one, and takes its step. False: it has failed. */
static bool run(KipSupervisor *s, int i, KipDecision *decision)
{
    State *state = s->state;
    const KipSkill *skill = s->skill + i;
    KipError error;
    error.message[0] = 0;
    if (i != state->active) {
        const KipSkill *last = state->started ? s->skill + state->active : NULL;
        if (last && last->end)
            last->end(last->user);
        state->active = i;
        state->since = state->time;
        state->steps = 0;
        state->started = 0;
        s->tally[i].won++;
        note_start(s, i);
    }
    if (!state->started && skill->start && skill->start(skill->user, &error) != KIP_OK) {
        fail_active(s, error.message, decision);
        return false;
    }
    state->started = 1;
    if (skill->step(skill->user, &error) != KIP_OK) {
        fail_active(s, error.message, decision);
        return false;
    }
    state->steps++;
    return true;
}

KipStatus kip_supervisor_step(KipSupervisor *supervisor, double time, KipDecision *decision, KipError *error)
{
    KipSupervisor *s = supervisor;
    State *state = s->state;
    bool idle = state->active < 0 || state->active == s->fallback, bidding = idle || state->reconsider;
    int winner = state->active, command = kip_supervisor_commanded(s);
    if (!isfinite(time) || time < state->time)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the supervisor was asked for %g s after %g s: times must be finite and not go back",
                        time, state->time);
    *decision = (KipDecision){.time = time, .from = state->active, .commanded = -1, .bid = s->bid};
    for (int i = 0; i < s->n - 1; i++) {
        s->bid[i].state = KIP_BID_NOT_READY;
        s->bid[i].score = 0;
        s->bid[i].reason[0] = 0;
    }
    state->time = time;
    state->reconsider = state->fresh = 0;
    bool over = !idle && is_over(s, decision);
    if (bidding || over || is_alarmed(s))
        winner = arbitrate(s, decision);
    if (!over && winner != state->active)
        take_back_start(s, state->active);
    while (!run(s, winner, decision) && winner != s->fallback)
        winner = arbitrate(s, decision);
    if (decision->bidding) {
        tell_bids(s, decision);
        end_command(s, decision);
    }
    if (command >= 0)
        tell_fate(s, command, decision);
    decision->to = state->active;
    return KIP_OK;
}
