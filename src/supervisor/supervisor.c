/* A supervisor: creation, commands and queries, saved bytes. See supervisor.h; supervisor_step.c
 * arbitrates. */
#include "supervisor.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "fields.h"
#include "supervisor_parts.h"

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

static void forget_past(KipSupervisor *s)
{
    for (int i = 0; i < s->n; i++)
        s->state->past[i] = (Past){-INFINITY, {-INFINITY, -INFINITY}};
}

static void set_up(KipSupervisor *s)
{
    State *state = s->state;
    state->tag = kip_hash(KIP_HASH_START, &s->fallback, sizeof s->fallback);
    state->time = -INFINITY;
    state->active = state->command = -1;
    for (int i = 0; i < s->n; i++) {
        state->tag = kip_hash(state->tag, s->skill[i].name, strlen(s->skill[i].name) + 1);
        if (i != s->fallback)
            s->bid[i - (i > s->fallback)].skill = i;
    }
    forget_past(s);
}

KipStatus kip_supervisor_create(const KipSkill *skill, int nskill, int default_skill,
                                const KipAllocator *allocator, KipSupervisor **supervisor, KipError *error)
{
    *supervisor = NULL;
    KipStatus status = check_skills(skill, nskill, default_skill, error);
    if (status != KIP_OK)
        return status;
    size_t n = (size_t)nskill, state_size = sizeof(State) + n * sizeof(Past);
    KipArena *arena = kip_arena_create(allocator);
    KipSupervisor *s = arena ? kip_arena_take(arena, 1, sizeof *s) : NULL;
    if (s) {
        *s = (KipSupervisor){
            .arena = arena,
            .skill = kip_arena_copy(arena, skill, n, sizeof *skill),
            .n = nskill,
            .fallback = default_skill,
            .state = kip_arena_take(arena, 1, state_size),
            .state_size = state_size,
            .bid = kip_arena_take(arena, n - 1, sizeof *s->bid),
            .tally = kip_arena_take(arena, n, sizeof *s->tally),
        };
    }
    if (!s || !s->skill || !s->state || !s->bid || !s->tally) {
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

/* -- telling --------------------------------------------------------------------------------------------- */

/* A command to the default, which never bids, takes the last one back: so does -1. */
void kip_supervisor_command(KipSupervisor *supervisor, int skill)
{
    bool bids = skill >= 0 && skill < supervisor->n && skill != supervisor->fallback;
    supervisor->state->command = bids ? skill : -1;
    supervisor->state->fresh = bids;
    supervisor->state->reconsider = 1;
    if (bids)
        supervisor->tally[skill].commanded++;
}

int kip_supervisor_commanded(const KipSupervisor *supervisor)
{
    return supervisor->state->fresh ? supervisor->state->command : -1;
}

void kip_supervisor_reconsider(KipSupervisor *supervisor)
{
    supervisor->state->reconsider = 1;
}

void kip_supervisor_restart(KipSupervisor *supervisor)
{
    State *state = supervisor->state;
    const KipSkill *last = state->started ? supervisor->skill + state->active : NULL;
    if (last && last->end)
        last->end(last->user);
    state->since = 0;
    state->steps = 0;
    state->active = state->command = -1;
    state->reconsider = state->started = state->fresh = 0;
    forget_past(supervisor);
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

KipSkillTally kip_supervisor_tally(const KipSupervisor *supervisor, int skill)
{
    return supervisor->tally[skill];
}

/* -- saving ---------------------------------------------------------------------------------------------- */

static void list(void *thing, KipPass *pass)
{
    KipSupervisor *s = thing;
    kip_pass_tag(pass, s->state->tag);
    KIP_PASS(pass, {&s->state->tag + 1, s->state_size - sizeof s->state->tag});
}

/* Whether this is a state that steps can lead to. */
static bool is_sound(const void *thing)
{
    const KipSupervisor *s = thing;
    const State *state = s->state;
    bool idle = state->active < 0 || state->active == s->fallback;
    for (int i = 0; i < s->n; i++) {
        const Past *past = state->past + i;
        if (!(past->failed_at_once <= state->time && past->began[0] <= state->time &&
              past->began[1] <= past->began[0]))
            return false;
    }
    return state->active >= -1 && state->active < s->n && state->command >= -1 && state->command < s->n &&
           state->command != s->fallback && (state->fresh | 1) == 1 &&
           (!state->fresh || state->command >= 0) && state->unused == 0 && (state->reconsider | 1) == 1 &&
           (state->started | 1) == 1 && (idle || state->started) && (state->active >= 0 || !state->started) &&
           state->time < INFINITY && isfinite(state->since) && state->steps >= 0 &&
           state->steps < INT64_MAX / 2;
}

/* No skill's start or end is called: their own memory is loaded with this. */
const KipFields kip_supervisor_fields = {"supervisor", "it has other skills, or another default", list,
                                         is_sound, NULL};
