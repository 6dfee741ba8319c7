/* The supervisor of one character: which of its skills is active (VST.1, VST.2).
 *
 *     KipSupervisor *supervisor;
 *     kip_supervisor_create(skill, nskill, 0, NULL, &supervisor, &error);     // skill[0] is the default
 *     every control period:
 *         kip_supervisor_step(supervisor, time, &decision, &error);
 *         if (decision.from != decision.to || decision.failed) ... log it: decision.reason, decision.bid ...
 *
 * A skill bids where its pre-conditions hold; the highest score wins, the active one first among equals, then
 * the order of the list. There is bidding when the goal changed, when the active skill is done or has failed,
 * and while the default is active; also when a reflex would bid (HYB 2.6), whoever is active: then all are asked
 * anew, the active one like the others. Nobody bids: the default, which never bids and has no conditions.
 *
 * Nothing goes round and round. A skill that fails does not bid in that step; one that fails within two steps
 * of its start does not bid for 0.25 s, so that it cannot starve the others; and none begins more than twice
 * within 0.5 s, but for starts by a command, and those after which others took over before it was done or had
 * failed.
 *
 * A skill whose function returns an error has failed, with that sentence as the reason.
 */
#ifndef KIP_SUPERVISOR_SUPERVISOR_H
#define KIP_SUPERVISOR_SUPERVISOR_H

#include "../dynamics/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KIP_REASON_SIZE = 200 };

typedef enum KipCheck { KIP_GOES_ON, KIP_DONE, KIP_FAILED } KipCheck;

/* The functions of a skill; `user` is passed to each. Any but step may be NULL. */
typedef struct KipSkill {
    const char *name;
    void *user;
    /* VST.1: do the pre-conditions hold, and how high does it bid: *score (any finite number). Not bidding is *bids =
     * false, with a reason. `commanded`: the user named this skill; voluntary skills bid only then. NULL: never bids
     * unless commanded, then with score 0. */
    KipStatus (*bid)(void *user, bool commanded, bool *bids, double *score, char reason[KIP_REASON_SIZE],
                     KipError *error);
    /* Expected performance and post-conditions, evaluated before each step but the first. NULL: the skill continues until
     * another one wins. */
    KipStatus (*check)(void *user, KipCheck *check, char reason[KIP_REASON_SIZE], KipError *error);
    KipStatus (*start)(void *user, KipError *error); /* once, when it becomes active, before its first step */
    KipStatus (*step)(void *user, KipError *error);  /* each control period while it is active */
    void (*end)(void *user);                         /* when another takes over */
    /* HYB 2.6: whether the skill is a reflex: its pre-conditions are evaluated in each step, and bidding
     * takes place as soon as they hold. NULL: it is not. */
    bool (*reflex)(void *user);
} KipSkill;

typedef enum KipBidState {
    KIP_BID_MADE,
    KIP_BID_NOT_READY, /* its pre-conditions do not hold */
    KIP_BID_FAILED,    /* it failed in this step, or its pre-conditions returned an error */
    KIP_BID_BANNED,    /* it failed in its first two steps, not long ago */
    KIP_BID_REPEATS    /* it began twice, not long ago */
} KipBidState;

typedef struct KipBid {
    int skill;
    KipBidState state;
    double score; /* KIP_BID_MADE: including the bonus of a command */
    char reason[KIP_REASON_SIZE];
} KipBid;

/* What becomes of a user's command, in the step after it. */
typedef enum KipCommandFate {
    KIP_NO_COMMAND,
    KIP_COMMAND_ACTS,   /* the skill is active now */
    KIP_COMMAND_REFUSED /* its pre-conditions do not hold, or it failed, or waits: the command is over */
} KipCommandFate;

/* The result of one step. */
typedef struct KipDecision {
    double time;
    int from, to; /* skills; equal where nothing changed; from -1 at the very first */
    bool bidding; /* whether bidding took place */
    bool failed;  /* the one before failed; `reason` states why */
    char reason
        [2 *
         KIP_REASON_SIZE]; /* one sentence: "balance failed: falling; pstep bids 8 (it leans), fall 5", with
                                       * the reason that the new one gave for its bid */
    KipCommandFate fate;   /* of the command that was given since the last step, if one was */
    int commanded;         /* its skill, else -1 */
    const KipBid *bid;     /* of all skills but the default, in their order; lives until the next step */
    int nbid;
} KipDecision;

typedef struct KipSupervisor KipSupervisor;

/* Makes a supervisor of these skills, of which skill[default_skill] is active when none bids. The list is
 * copied, the names are not. KIP_NO_MEMORY. */
KipStatus kip_supervisor_create(const KipSkill *skill, int nskill, int default_skill,
                                const KipAllocator *allocator, KipSupervisor **supervisor, KipError *error);
void kip_supervisor_destroy(KipSupervisor *supervisor); /* with NULL it does nothing */

/* Gives a user's command: the score of this skill is raised above all others', and bidding takes place in
 * the next step, whose decision reports the result. -1 withdraws the command. It ends when that skill is
 * done, fails, or cannot start. */
void kip_supervisor_command(KipSupervisor *supervisor, int skill);
/* The skill of the command that waits for the next step; -1: there is none. */
int kip_supervisor_commanded(const KipSupervisor *supervisor);
/* Requests bidding in the next step, because of an event that can change the skills' bids. */
void kip_supervisor_reconsider(KipSupervisor *supervisor);

/* Ends the active skill and sets the supervisor to its state before the first step, except for the time:
 * without a command or banned skills. */
void kip_supervisor_restart(KipSupervisor *supervisor);

/* check, arbitrate, start, step, in this order: see VST.2. Times must not go back; at equal control periods.
 * Always KIP_OK but for out of bounds use: errors of skills are failures of skills. */
KipStatus kip_supervisor_step(KipSupervisor *supervisor, double time, KipDecision *decision, KipError *error);

int kip_supervisor_active(const KipSupervisor *supervisor);                 /* -1 before the first step */
double kip_supervisor_since(const KipSupervisor *supervisor);               /* when it became active, s */
int kip_supervisor_find(const KipSupervisor *supervisor, const char *name); /* -1 where there is none */
const char *kip_supervisor_name(const KipSupervisor *supervisor, int skill);
int kip_supervisor_count(const KipSupervisor *supervisor);

/* Counts of a skill since the supervisor was made. They are not saved: they are of this run, whatever was
 * loaded. */
typedef struct KipSkillTally {
    int64_t asked, bids;           /* how often its pre-conditions were evaluated, and how often they held */
    int64_t won;                   /* how often it began */
    int64_t failed;                /* bidding, starting or acting */
    int64_t commanded, followed;   /* how often a command named it, and how often it then became active */
    char refusal[KIP_REASON_SIZE]; /* why not, the last time that it was not; "" */
    double lost;                   /* when, s, it last went not as expected while it followed a command, */
    char loss[KIP_REASON_SIZE];    /* and why; "" */
} KipSkillTally;

KipSkillTally kip_supervisor_tally(const KipSupervisor *supervisor, int skill);

#ifdef __cplusplus
}
#endif
#endif
