/* Shared by the files of a supervisor. Internal: supervisor.c creates one, takes commands, answers queries, saves;
 * supervisor_step.c arbitrates. */
#ifndef KIP_SUPERVISOR_SUPERVISOR_PARTS_H
#define KIP_SUPERVISOR_SUPERVISOR_PARTS_H

#include "supervisor.h"

/* Of one skill; s, -infinity for never. */
typedef struct Past {
    double failed_at_once; /* when it last did */
    /* its last two starts, the newer one first; without those by a command and those that others ended */
    double began[2];
} Past;

/* Saved as bytes; there is no padding in it. */
typedef struct State {
    uint64_t tag;
    double time, since;
    int64_t steps; /* of the active one, that went well since it started */
    int32_t active, command, reconsider, started;
    int32_t fresh, unused; /* fresh: the command was given since the last step */
    Past past[];           /* of each skill */
} State;

struct KipSupervisor {
    struct KipArena *arena;
    KipSkill *skill;
    int n, fallback;
    State *state;
    size_t state_size;
    KipBid *bid;          /* n - 1, of the last step */
    KipSkillTally *tally; /* n */
};

#endif
