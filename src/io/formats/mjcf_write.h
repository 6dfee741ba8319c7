/* Writing models: any model as one MJCF file that kip reads back as the same model, and MuJoCo opens too.
 *
 *     kip_output_open(&output, "model.xml", &error);
 *     if (kip_mjcf_write(model, output.stream, &error) == KIP_OK)
 *         kip_output_commit(&output, &error);
 *
 * SI units, radians; bodies as an indented tree; the same model gives the same bytes. There are no default
 * classes: an attribute is left out where it has the value that MuJoCo and kip's reader give it unasked,
 *
 *     option    gravity 0 0 -9.81, no timestep (0)
 *     pose      pos 0 0 0, quat 1 0 0 0
 *     joint     hinge, pos 0 0 0, axis 0 0 1, range 0 0; ref, springref, stiffness, damping, armature 0;
 *               no actuatorfrcrange (its motors make up its strength)
 *     geom      sphere, size 0 0 0, density 1000, no mass (below 0), friction 1, condim 3, contype 1,
 *               conaffinity 1, rgba .5 .5 .5 1
 *     tendon    range 0 0, stiffness and damping 0, springlength where the springs of its joints are at rest
 *     motor     gear 1, kp and kv 1, no ranges
 *     key       time 0, qpos the reference, qvel 0
 *
 * and a range other than 0 0 limits unless limited="false" stands beside it. A body whose mass comes from its
 * geoms has no <inertial> and gets the same mass from the same geoms; every other body has one.
 *
 * Every field comes back bit for bit, but for
 *
 *     place         which is that in the file written.
 *     quat          of bodies, geoms and sites. The reader makes quaternions unit twice, each time rounding.
 *                   About one in six of those that were made unit only once (by hand, or merged under a
 *                   rotation) is no result of that: it comes back up to 3e-16 off, and with it masses from
 *                   such geoms and the q0 of such free bodies. All others come back: where a quaternion
 *                   would be read as its neighbour, one of another length is written that is not.
 *     axis          as quat, but the reader makes it unit once: one in 15000 directions is off.
 *     -0            of pos, quat, axis, com, inertia, keyframes, strengths from motors: comes back as 0.
 *     mass          below 0 of a geom, which has none: comes back as -1.
 *     springlength  NaN of a tendon, the length at the reference: comes back as that length.
 *
 * KIP_BAD_INPUT, before anything is written, for what MJCF has no words for:
 *
 *     order         bodies that do not stand as a walk through the tree meets them, depth first; sites that
 *                   no such walk meets in their order
 *     names         none of a keyframe or of custom data; not UTF-8, or with control characters
 *     numbers       that are not finite, but for ranges and strengths where nothing is limited
 *     joints        strengths that are infinite on one side or beyond the motors', and any of ball and free
 *                   joints; ref and springref of these; pos of free ones
 *     motors        of ball and free joints; of torque with a gain other than 1; with ranges that are empty
 *                   or infinite on one side
 *     tendons       over no joint; springlength below 0, but where the springs of its joints are at rest
 *     custom data   that is empty
 *
 * MuJoCo is stricter than kip: it requires different names of sites, tendons, motors, keyframes and custom data
 * too, mass in what moves, and the third size of a plane above 0. Other models are written for kip alone. */
#ifndef KIP_IO_FORMATS_MJCF_WRITE_H
#define KIP_IO_FORMATS_MJCF_WRITE_H

#include <stdio.h>

#include "../../dynamics/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the model as MJCF. The caller checks the stream, see kip_output_commit. */
KipStatus kip_mjcf_write(const KipModel *model, FILE *stream, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
