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
#include "supervisor.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"

static const double command_bonus = 1e9; /* what a command adds to the score; see beats() */
static const double ban = 0.25;          /* s */
static const double early = 1e-9;        /* s: times that are multiples of a step differ by rounding */
enum { AT_ONCE = 2 };                    /* steps */

/* Saved as bytes; there is no padding in it. */
typedef struct State {
    uint64_t tag;
    double time, since;
    int64_t steps; /* of the active one, that went well since it started */
    int32_t active, command, reconsider, started;
    double failed_at_once[]; /* when each skill last did, s */
} State;

struct KipSupervisor {
    KipArena *arena;
    KipSkill *skill;
    int n, fallback;
    State *state, *loaded; /* loaded: where bytes are looked at before they count */
    size_t state_size;
    KipBid *bid; /* n - 1, of the last step */
};

/* Appends to a text of that many bytes, by the one function that writes numbers alike in every locale. */
static KIP_PRINTF(3, 4) void say(char *text, size_t size, const char *format, ...)
{
    KipError piece;
    va_list arguments;
    size_t used = strlen(text), n;
    va_start(arguments, format);
    kip_fail_list(&piece, KIP_OK, kip_nowhere(), format, arguments);
    va_end(arguments);
    n = strlen(piece.message);
    if (n > size - 1 - used)
        n = size - 1 - used;
    memcpy(text + used, piece.message, n);
    text[used + n] = 0;
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

/* -- making one ------------------------------------------------------------------------------------------ */

static KipStatus check_skills(const KipSkill *skill, int n, int fallback, KipError *error)
{
    if (n < 1)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a supervisor needs at least one skill, its default; there are %d", n);
    if (fallback < 0 || fallback >= n)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the default skill is number %d of %d: give one from 0 to %d", fallback, n, n - 1);
    for (int i = 0; i < n; i++) {
        if (!skill[i].name || !*skill[i].name)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "skill %d has no name: give it one", i);
        if (!skill[i].step)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the skill '%.100s' has no step: give it one",
                            skill[i].name);
        for (int k = 0; k < i; k++)
            if (strcmp(skill[i].name, skill[k].name) == 0)
                return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                                "skills %d and %d are both named '%.100s': rename one", k, i, skill[i].name);
    }
    return KIP_OK;
}

static void set_up(KipSupervisor *s)
{
    State *state = s->state;
    state->tag = kip_hash(KIP_HASH_START, &s->fallback, sizeof s->fallback);
    state->time = -INFINITY;
    state->active = state->command = -1;
    for (int i = 0; i < s->n; i++) {
        state->tag = kip_hash(state->tag, s->skill[i].name, strlen(s->skill[i].name) + 1);
        state->failed_at_once[i] = -INFINITY;
        if (i != s->fallback)
            s->bid[i - (i > s->fallback)].skill = i;
    }
}

KipStatus kip_supervisor_create(const KipSkill *skill, int nskill, int default_skill,
                                const KipAllocator *allocator, KipSupervisor **supervisor, KipError *error)
{
    KipStatus status = check_skills(skill, nskill, default_skill, error);
    if (status != KIP_OK)
        return status;
    size_t n = (size_t)nskill, state_size = sizeof(State) + n * sizeof(double);
    KipArena *arena = kip_arena_create(allocator);
    KipSupervisor *s = arena ? kip_arena_take(arena, 1, sizeof *s) : NULL;
    if (s) {
        *s = (KipSupervisor){
            .arena = arena,
            .skill = kip_arena_copy(arena, skill, n, sizeof *skill),
            .n = nskill,
            .fallback = default_skill,
            .state = kip_arena_take(arena, 1, state_size),
            .loaded = kip_arena_take(arena, 1, state_size),
            .state_size = state_size,
            .bid = kip_arena_take(arena, n - 1, sizeof *s->bid),
        };
    }
    if (!s || !s->skill || !s->state || !s->loaded || !s->bid) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a supervisor of %d skills",
                        nskill);
    }
    set_up(s);
    *supervisor = s;
    return KIP_OK;
}

void kip_supervisor_destroy(KipSupervisor *supervisor)
{
    if (supervisor)
        kip_arena_destroy(supervisor->arena);
}

/* -- failures -------------------------------------------------------------------------------------------- */

/* The active skill has failed. It does not bid in this step; the default never does. */
static void fail_active(KipSupervisor *s, const char *why, KipDecision *decision)
{
    State *state = s->state;
    int i = state->active;
    why = or_no_reason(why);
    decision->failed = true;
    say(decision->reason, sizeof decision->reason, "%s%s failed: %.*s", glue(decision->reason),
        s->skill[i].name, KIP_REASON_SIZE - 1, why);
    if (i == s->fallback)
        return;
    if (state->steps < AT_ONCE)
        state->failed_at_once[i] = state->time;
    KipBid *bid = s->bid + i - (i > s->fallback);
    bid->state = KIP_BID_FAILED;
    bid->reason[0] = 0;
    say(bid->reason, sizeof bid->reason, "%s", why);
}

/* Asks the active skill how it goes. Is it over? */
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
    if (check == KIP_FAILED)
        fail_active(s, reason, decision);
    if (check == KIP_DONE) {
        say(decision->reason, sizeof decision->reason, "%s is done%s%s", skill->name, *reason ? ": " : "",
            reason);
        if (state->command == state->active)
            state->command = -1;
    }
    return check == KIP_FAILED || check == KIP_DONE;
}

/* -- bidding --------------------------------------------------------------------------------------------- */

static void ask(KipSupervisor *s, KipBid *bid, KipDecision *decision)
{
    const State *state = s->state;
    const KipSkill *skill = s->skill + bid->skill;
    double failed = state->failed_at_once[bid->skill], score = 0;
    bool commanded = bid->skill == state->command, bids = commanded && !skill->bid;
    KipError error;
    KipStatus status = KIP_OK;
    if (bid->state == KIP_BID_FAILED)
        return;
    if (state->time - failed < ban - early) {
        bid->state = KIP_BID_BANNED;
        say(bid->reason, sizeof bid->reason,
            "it failed at %g s, right after its start, and bids again at %g s", failed, failed + ban);
        return;
    }
    error.message[0] = 0;
    if (skill->bid)
        status = skill->bid(skill->user, commanded, &bids, &score, bid->reason, &error);
    else if (!bids)
        say(bid->reason, sizeof bid->reason, "it bids only on command");
    bid->reason[KIP_REASON_SIZE - 1] = 0;
    if (status == KIP_OK && bids && !isfinite(score))
        status = kip_fail(&error, KIP_BAD_INPUT, kip_nowhere(), "its score is not a finite number");
    if (status != KIP_OK) {
        bid->state = KIP_BID_FAILED;
        bid->reason[0] = 0;
        say(bid->reason, sizeof bid->reason, "%s", or_no_reason(error.message));
        say(decision->reason, sizeof decision->reason, "%s%s cannot bid: %s", glue(decision->reason),
            skill->name, bid->reason);
    } else if (bids) {
        bid->state = KIP_BID_MADE;
        bid->score = commanded ? score + command_bonus : score;
    }
}

/* Is bid a better than b, which stands before it in the list? A command wins over any score. */
static bool beats(const KipBid *a, const KipBid *b, int command, int incumbent)
{
    if (a->skill == command || b->skill == command)
        return a->skill == command;
    return a->score > b->score || (a->score == b->score && a->skill == incumbent);
}

/* The skill whose turn it is. All are asked once a step. */
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
        const KipBid *bid = s->bid + i;
        if (bid->state == KIP_BID_MADE && (!best || beats(bid, best, s->state->command, decision->from)))
            best = bid;
    }
    return best ? best->skill : s->fallback;
}

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
        made++;
    }
    if (!made)
        say(decision->reason, sizeof decision->reason, "%snobody bids", before);
}

/* A command to a skill that did not come to be active, or not for long, is over. One that was given while the
 * skills were asked waits for the next step. */
static void end_command(KipSupervisor *s, KipDecision *decision)
{
    State *state = s->state;
    int i = state->command;
    if (i < 0 || i == state->active || state->reconsider)
        return;
    const KipBid *bid = s->bid + i - (i > s->fallback);
    state->command = -1;
    if (bid->state != KIP_BID_FAILED) /* that was said */
        say(decision->reason, sizeof decision->reason, "%s%s cannot follow the command: %s",
            glue(decision->reason), s->skill[i].name, or_no_reason(bid->reason));
}

/* -- a step ---------------------------------------------------------------------------------------------- */

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
    int winner = state->active;
    if (!isfinite(time) || time < state->time)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the supervisor was asked for %g s after %g s: times must be finite and not go back",
                        time, state->time);
    *decision = (KipDecision){.time = time, .from = state->active, .bid = s->bid};
    for (int i = 0; i < s->n - 1; i++) {
        s->bid[i].state = KIP_BID_NOT_READY;
        s->bid[i].score = 0;
        s->bid[i].reason[0] = 0;
    }
    state->time = time;
    state->reconsider = 0;
    if (!idle && is_over(s, decision))
        bidding = true;
    do {
        if (bidding)
            winner = arbitrate(s, decision);
        bidding = !run(s, winner, decision);
    } while (bidding && winner != s->fallback);
    if (decision->bidding) {
        tell_bids(s, decision);
        end_command(s, decision);
    }
    decision->to = state->active;
    return KIP_OK;
}

/* A command to the default, which never bids, takes the last one back: so does -1. */
void kip_supervisor_command(KipSupervisor *supervisor, int skill)
{
    bool bids = skill >= 0 && skill < supervisor->n && skill != supervisor->fallback;
    supervisor->state->command = bids ? skill : -1;
    supervisor->state->reconsider = 1;
}

void kip_supervisor_reconsider(KipSupervisor *supervisor)
{
    supervisor->state->reconsider = 1;
}

/* -- asking ---------------------------------------------------------------------------------------------- */

int kip_supervisor_active(const KipSupervisor *supervisor)
{
    return supervisor->state->active;
}

double kip_supervisor_since(const KipSupervisor *supervisor)
{
    return supervisor->state->since;
}

int kip_supervisor_find(const KipSupervisor *supervisor, const char *name)
{
    for (int i = 0; i < supervisor->n; i++)
        if (strcmp(supervisor->skill[i].name, name) == 0)
            return i;
    return -1;
}

const char *kip_supervisor_name(const KipSupervisor *supervisor, int skill)
{
    return skill >= 0 && skill < supervisor->n ? supervisor->skill[skill].name : "";
}

int kip_supervisor_count(const KipSupervisor *supervisor)
{
    return supervisor->n;
}

/* -- saving ---------------------------------------------------------------------------------------------- */

size_t kip_supervisor_save_size(const KipSupervisor *supervisor)
{
    return supervisor->state_size;
}

void kip_supervisor_save(const KipSupervisor *supervisor, void *bytes)
{
    memcpy(bytes, supervisor->state, supervisor->state_size);
}

/* Is this a state that steps lead to? */
static bool is_sound(const KipSupervisor *s, const State *state)
{
    bool idle = state->active < 0 || state->active == s->fallback;
    for (int i = 0; i < s->n; i++)
        if (!(state->failed_at_once[i] <= state->time))
            return false;
    return state->active >= -1 && state->active < s->n && state->command >= -1 && state->command < s->n &&
           state->command != s->fallback && (state->reconsider | 1) == 1 && (state->started | 1) == 1 &&
           (idle || state->started) && (state->active >= 0 || !state->started) && state->time < INFINITY &&
           isfinite(state->since) && state->steps >= 0 && state->steps < INT64_MAX / 2;
}

/* No skill's start or end is called: their own memory is loaded with this. */
KipStatus kip_supervisor_load(KipSupervisor *supervisor, const void *bytes, size_t size, KipError *error)
{
    KipSupervisor *s = supervisor;
    if (size != s->state_size || memcmp(bytes, &s->state->tag, sizeof s->state->tag) != 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "these %zu bytes are no saved state of this supervisor: it has other skills, or "
                        "another default",
                        size);
    memcpy(s->loaded, bytes, size);
    if (!is_sound(s, s->loaded))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved state of the supervisor is damaged");
    memcpy(s->state, s->loaded, size);
    return KIP_OK;
}
