/* kip bench, control: times of a skill's step, inverse kinematics, and updates of whole-body, timed and velocity control. */
#ifndef KIP_IO_CLI_BENCH_CONTROL_H
#define KIP_IO_CLI_BENCH_CONTROL_H

#include "../../dynamics/model.h"

enum { KIP_BEAT_CHAINS = 5 };
extern const int kip_beat_links[KIP_BEAT_CHAINS];

/* Times of timed control for chains, by number of links. */
typedef struct KipBeatChains {
    double us[KIP_BEAT_CHAINS]; /* an update, the least of the blocks */
    double r2;                  /* R^2 of the linear fit */
} KipBeatChains;

typedef struct KipControlFigures {
    double ik_us;      /* mean of a solve, including restarts */
    int ik_reached;    /* of KIP_IK_TARGETS */
    double skill_us;   /* one control period of data/skills/stand.py, median: expected(), post(), step() */
    double bear_us[2]; /* an update of whole-body control: on two feet; lying on hands, shanks and feet */
    double beat_us;    /* an update of all joints of data/models/beat39.xml, with the defaults of scripts */
    KipBeatChains beat_chain[2]; /* compensation by KIP_ANCESTORS and by KIP_LOWER */
    double velocity_us;          /* an update of all joints of data/models/gait22.xml, a foot planted, 5 ms */
    double velocity_pivots;      /* its mean */
    double velocity_step_us;     /* a step of 1 ms after it, by the default integrator */
} KipControlFigures;

enum { KIP_IK_TARGETS = 1000 };

/* Makes a chain of rods of 0.2 m and 1 kg on hinges about y and x in turn; the caller destroys it. */
KipStatus kip_bench_chain(int links, KipModel **model, KipError *error);

/* Solves for the hand of data/models/skeleton37.xml at places taken from random poses within the limits, from the rest
 * pose, and steps the skill of data/scenes/stand.py. KIP_IO where these files are missing. */
KipStatus kip_bench_control(KipControlFigures *figures, KipError *error);

#endif
