/* See range.h. */
#include "range.h"

#include <math.h>

#include "../dynamics/scalar.h"

static const double margin =
    2.5; /* rad, m: targets by feedback stay within this while a character falls; values in degrees mostly do not */

static bool is_meant(const KipJoint *joint, double target)
{
    return target >= joint->range[0] - margin && target <= joint->range[1] + margin;
}

KipStatus kip_check_target(const KipJoint *joint, const char *name, double target, KipPlace place,
                           KipError *error)
{
    const char *unit = joint->type == KIP_JOINT_SLIDE ? "m" : "rad";
    if (!isfinite(target))
        return kip_fail(error, KIP_BAD_INPUT, place, "the target of '%s' is no finite number", name);
    if (!joint->limited || is_meant(joint, target))
        return KIP_OK;
    if (joint->type == KIP_JOINT_HINGE && fabs(target) > 2 * KIP_PI && is_meant(joint, KIP_DEGREE * target))
        return kip_fail(error, KIP_BAD_INPUT, place,
                        "'%s' at %g rad is far beyond its range, %.3g to %.3g rad; %g degrees are %.4g rad: "
                        "math.radians(%g) in a script",
                        name, target, joint->range[0], joint->range[1], target, KIP_DEGREE * target, target);
    return kip_fail(
        error, KIP_BAD_INPUT, place,
        "'%s' at %g %s is far beyond its range, %.3g to %.3g %s; what is computed is kept within by min() and max()",
        name, target, unit, joint->range[0], joint->range[1], unit);
}
