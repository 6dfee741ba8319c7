/* Checks of targets that are given for joints: values far out of range are mistakes, such as degrees. */
#ifndef KIP_CONTROL_RANGE_H
#define KIP_CONTROL_RANGE_H

#include "../dynamics/model.h"

/* A target of a joint of one coordinate (rad, m), which its range need not hold: a spring that presses against a limit has its
 * target beyond, and feedback asks for what it cannot have. KIP_BAD_INPUT where it is so far beyond that it is a mistake, as degrees are. `name`: what the user calls the
 * joint. */
KipStatus kip_check_target(const KipJoint *joint, const char *name, double target, KipPlace place,
                           KipError *error);

#endif
