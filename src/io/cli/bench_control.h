/* kip bench, control: what a skill's step and an inverse kinematics cost. */
#ifndef KIP_BENCH_CONTROL_H
#define KIP_BENCH_CONTROL_H

#include "../../dynamics/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipControlFigures {
    double ik_us;   /* mean of a solve, restarts counted */
    int ik_reached; /* of KIP_IK_TARGETS */
    double skill_us; /* one control period of data/skills/stand.py, median: expected(), post(), step() */
} KipControlFigures;

enum { KIP_IK_TARGETS = 1000 };

/* The hand of data/models/skeleton37.xml towards places taken from random poses within the limits, from the rest pose;
 * the skill of data/scenes/stand.py. KIP_IO where these files are not there. */
KipStatus kip_bench_control(KipControlFigures *figures, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
