/* Checks of targets that are given for joints: values far out of range are mistakes, such as degrees. */
#ifndef KIP_CONTROL_RANGE_H
#define KIP_CONTROL_RANGE_H

#include "../dynamics/model.h"

/* Checks a target of a joint of one coordinate (rad, m). It may be outside of the range: a spring that presses against a
 * limit has such a target, and feedback may request one. KIP_BAD_INPUT where it is so far outside that it is a mistake,
 * such as degrees. Messages call the joint `name`. */
KipStatus kip_check_target(const KipJoint *joint, const char *name, double target, KipPlace place,
                           KipError *error);

#endif
