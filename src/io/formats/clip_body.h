/* A body from a skeleton: the skeleton of a clip as a character that can be simulated.
 *
 *     kip_clip_body(clip, 75, &model, &error);
 *
 * All lengths below are for a person of 1.75 m: they go with the size of the skeleton at rest, its height, or
 * its greatest extent where that is more than twice the height.
 *
 *     bodies     One a bone, frames parallel to the world at rest, the first root above the origin. Part of
 *                its parent's body is a bone that does not turn; one below a foot or a head; one shorter
 *                than 1 cm; one that ends with all below it within 3 cm along the bones; a finger bone below
 *                3 cm. A foot and a head are kept whatever their length. Blanks in names become `_`; the
 *                second `a` is `a_2`.
 *     joints     A free joint NAME_free at a root. Else three hinges NAME_x, NAME_y, NAME_z about kip's
 *                axes. The middle one, singular at 90 degrees, is that nearest to the limb's length, twist,
 *                within 70 degrees: y x z for a limb along x, x y z along y, y z x along z. A knee (a shank
 *                below a thigh) and an elbow (a forearm below an upper arm) have one, NAME_flex, at right
 *                angles to the upper bone, positive where the shank goes back and the forearm ahead; where
 *                these are bent by more than 15 degrees at rest, that is the way they bend. Where the clip
 *                turns one about a single axis, within 75 degrees of that, it is about the clip's. Hinges,
 *                since limits and strengths of this project are by axis. All are 0 at rest.
 *     parts      are known by words in names (thigh, upleg, femur, ...) and by place: LeftHip is a thigh,
 *                Hips the pelvis; a shoulder above an arm is a collar bone; the root above thighs is the
 *                pelvis; what hangs from hand, foot or head belongs to it.
 *     shapes     Capsules from joint to joint, radius by part or 0.12 of the length, within 1 to 9 cm; a
 *                sphere of 9.5 cm for the head. Feet, and other last bodies within 6 cm of the ground whose
 *                parent's joint is above 10 cm, are boxes, a third of the length behind the ankle, their
 *                soles at the lowest point at rest; ankles are at least 4 cm high.
 *     masses     Winter's fractions by part, shared by volume within a part of a side; unknown parts weigh
 *                by their share of the volume; all is then brought to the mass asked for. Inertias are the
 *                shapes'.
 *     limits     degrees about x, y, z: hip +-50, -120..45, +-50; ankle +-25, -30..50, +-25; spine +-40;
 *                neck and head +-50; collar bone +-25; shoulder +-100, +-120, +-100; wrist +-80; others
 *                +-90; knee and elbow 0 (straight) to 150, and always what they are at rest.
 *     strengths  N m at 75 kg: hip, knee 250; ankle 150; spine 200; shoulder and collar bone 80; elbow 60;
 *                neck and head 30; wrist 12; others 40: a motor a hinge, gear the strength. Damping is 0.006
 *                s times it, armature 4e-5 s^2 times it.
 *     the rest   ground; friction 0.9; keyframe `stand`, the rest pose with its lowest point on the ground;
 *                texts `feet` and `hands`; bodies that are nearer than 1 cm at rest never meet.
 *
 * D. Winter, Biomechanics and Motor Control of Human Movement (after Dempster): the masses. */
#ifndef KIP_IO_FORMATS_CLIP_BODY_H
#define KIP_IO_FORMATS_CLIP_BODY_H

#include "../../control/motion.h"
#include "clip.h"

/* Makes the model, which the caller destroys. mass is in kg; 0 is 22 kg/m^2 times the size squared. KIP_BAD_USE for a mass
 * that is negative or not finite; KIP_BAD_INPUT for a skeleton without any length or with more than 512 bodies, or for one
 * too light for a model. */
KipStatus kip_clip_body(const KipClip *clip, double mass, KipModel **model, KipError *error);

/* The clip's motion on `model`, made of it by kip_clip_body, perhaps written as MJCF and read again since: frames
 * and period are the clip's, velocities the spline's. The caller destroys it.
 *
 * A body takes the orientation of its bone. Roots and joints of three hinges do so exactly. A knee or an elbow
 * takes the angle whose orientation is nearest (least squares of its axes); its children keep their own
 * orientations but move with it, and so do those of a bone that is part of its parent's body. Joints keep their
 * rest positions in the parent body: elongation of bones and translation of inner ones are ignored. Angles are
 * those nearest to the frame before (in the first, to 0), whatever the limits.
 *
 * Positions are the clip's, with x and y relative to the first root at rest. Heights are relative to the clip's 0, or
 * to the lowest point at rest, where kip_clip_body has the ground, whichever is nearer to the lowest joint or
 * end in all frames. So the feet are on the ground both where the root rests at 0 and moves at the height of the
 * hips, and where it stays at 0.
 *
 * KIP_BAD_INPUT for a clip without frames or with numbers too large; KIP_BAD_USE for another model. */
KipStatus kip_clip_body_motion(const KipClip *clip, const KipModel *model, KipMotion **motion,
                               KipError *error);

#endif
