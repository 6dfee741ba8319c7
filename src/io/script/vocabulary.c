/* The table of the scenes' vocabulary: what kip help toolkit prints, and what scripts call. */
#include <stdio.h>

#include "natives.h"

static void print_member(void *user, int64_t which, char text[128])
{
    const KipScene *scene = user;
    snprintf(text, 128, "<%s>", scene->member[which]->name);
}

const KipNativeDef kip_scene_natives[] = {
    {"addCharacter(file, name=None, at=None, turn=0, key=None, height=None, mass=None, friction=None, strength=None)",
     kip_word_add_character,
     "A character from a model file (here or in models/): placed (m), turned about z (rad), in a keyframe's pose; of "
     "another height (m), mass (kg), friction (of two that touch the larger counts, so addGround() has it too), or of motors so "
     "much times as strong."},
    {"addObject(file, name=None, at=None, turn=0, key=None, present=True)", kip_word_add_object,
     "An object or scenery from a model file; present=False: it is not there until it is thrown."},
    {"addShape(name, shape, size, mass=0, at=None, turn=0, color=None, friction=0.9, present=True)", kip_word_add_shape,
     "One shape: 'sphere' radius, 'capsule' [radius, half length], 'box' [3 half lengths]; mass 0 stands still."},
    {"addGround(friction=0.9)", kip_word_add_ground, "The ground, or its friction; models bring it along."},
    {"setGravity(gravity)", kip_word_set_gravity, "Gravity as a vector, m/s^2; (0, 0, -9.81) unless a model says otherwise."},
    {"setTimestep(seconds)", kip_word_set_timestep, "The step of the simulation; the models' unless said."},
    {"setPeriod(seconds)", kip_word_set_period, "How often control acts: a whole number of steps, 0.005 s unless said."},
    {"setLiteralLimits(on=True)", kip_word_set_literal_limits,
     "Joint limits by the formula as the paper prints it (DCT.4), which fails: for teaching."},
    {"setCamera(eye, target)", kip_word_camera, "From where and to where the page looks at first."},

    {"run(seconds, until=None)", kip_word_run,
     "Lets time pass; until: a function, asked once a control period, that ends it. True: it did."},
    {"restart()", kip_word_restart, "The world stands at 0 s again, its skills begin anew, at and when are forgotten."},
    {"time()", kip_word_time, "Seconds since the world began."},
    {"at(time, function)", kip_word_at, "Calls a function at a time."},
    {"when(condition, function, again=False)", kip_word_when,
     "Calls a function when another becomes true; again=True: each time."},
    {"mark(name)", kip_word_mark, "Notes that something happened now."},
    {"timeSince(name)", kip_word_time_since, "Seconds since mark(name); inf if never."},
    {"event(text)", kip_word_event, "A mark on the time line of the page, and in --explain."},
    {"because(text)", kip_word_because, "Within pre, post, expected: the reason that is logged."},
    {"measure(name, value, unit='', claim='')", kip_word_measure,
     "A result: shown beside its claim, judged where that is '> 2', '<= 0.05', '1.5..2' or '= 3 +- 0.1'."},
    {"example(character, skill, seconds)", kip_word_example,
     "For kip learn: the skill alone acts from here until it is done, fails, or seconds are over. True: it succeeded."},
    {"record(file)", kip_word_record, "Writes the run, or the last one after restart(): a page (.html), or .glb, .bvh, .csv, .kip."},
    {"plot(file, title, x, panels, note='')", kip_word_plot,
     "Curves as a picture (.svg): panels is {label of y: {name of a curve: [(x, y), ...]}}; nan is a gap."},

    {"getPosition(thing, point=None)", kip_word_get_position,
     "Where a character, object or link is (vec, m): its centre of mass, or a point of its frame."},
    {"getVelocity(thing, point=None)", kip_word_get_velocity, "The velocity of that point, m/s."},
    {"getOrientation(thing)", kip_word_get_orientation, "Its turn as a quaternion (w, x, y, z)."},
    {"getSpin(thing)", kip_word_get_spin, "Its angular velocity, world axes, rad/s."},
    {"getMomentum(thing)", kip_word_get_momentum, "Of a character all in all, an object or a link; N s."},
    {"getAngularMomentum(thing, point=None)", kip_word_get_angular_momentum,
     "The same, about a point of the world, its origin unless said; N m s."},
    {"isColliding(a, b)", kip_word_is_colliding,
     "Did they touch since the last control period? Links, objects, characters, 'ground'."},
    {"contactForce(thing)", kip_word_contact_force, "The force of all contacts on it, N."},

    {"push(thing, force, seconds=0.1, point=None)", kip_word_push, "A force (N, world) on a link or object for a while."},
    {"throw(object, position, velocity, spin=None)", kip_word_throw, "Puts an object there, moving so; it appears if absent."},
    {"vanish(object)", kip_word_vanish, "The object is there no more, until it is thrown."},
    {"setGravityScale(factor)", kip_word_gravity_scale, "Gravity times a factor, from now on."},
};
const int kip_scene_nnative = sizeof kip_scene_natives / sizeof *kip_scene_natives;

const KipNativeDef kip_scene_character_methods[] = {
    {"addSkill(skill, name=None)", kip_word_add_skill,
     "A skill: a class, a script's name, a sequence, a pose, a plug-in (.so). It begins by its pre(), or by do()."},
    {"apply(skill, name=None)", kip_word_apply, "Adds a skill and lets it begin at once."},
    {"do(skill)", kip_word_do, "The user's command: this skill, from the next control period on; an event says whether it acts, or why not."},
    {"activeSkill()", kip_word_active_skill, "The name of the skill that acts."},
    {"timeInSkill()", kip_word_time_in_skill, "Seconds since it began."},

    {"loadPoses(file)", kip_word_load_poses, "Poses and sequences of a file, beside the script or in poses/; a skill may say it in its own file."},
    {"addPose(name, joints, gain=1, damping=None, base=None)", kip_word_add_pose,
     "A pose by joint angles (rad); base: the pose that it begins with. At any time, also in a skill's file; the same again is nothing."},
    {"setTargetPose(name, seconds=None)", kip_word_set_target_pose,
     "The pose is the target now; with seconds: queued, reached in that time. Repeating the last one is nothing."},
    {"targetPose()", kip_word_target_pose, "The name of the pose that is the target, or was last; '' if none was."},
    {"getPose(name)", kip_word_get_pose, "A pose's angles: {joint: rad}; of a ball, its quaternion (w, x, y, z)."},
    {"setIKTarget(position, link=None, point=None, orientation=None)", kip_word_set_ik_target,
     "Puts into the target the angles that bring the link there; unless said, what it holds. False: out of reach."},
    {"setTarget(joint, angle, stiffness=None, damping=None)", kip_word_set_target, "One joint's target (rad; of a ball a quaternion)."},
    {"setTorque(joint, torque)", kip_word_set_torque, "A torque (N m; of a ball a vector) beside that of the target, within the strength."},
    {"setGain(gain)", kip_word_set_gain, "The global gain of all poses from now on; 1 at first."},
    {"hold()", kip_word_hold, "The present pose is the target."},
    {"relax()", kip_word_relax, "No joint does anything."},

    {"setBeat(on=True, fraction=0.9, constants='rest', time='remaining', compensation='lower', moment='whole', "
     "gravity=1, floor=0.02)",
     kip_word_set_beat,
     "Poses, keys and motions by timed control (On the Beat), each joint there at its time. constants: rest rate exp "
     "literal; time: remaining fixed; compensation: none literal ancestors lower exact; moment: whole literal link."},
    {"setVelocity(on=True, time='remaining', reaction=0.02, ramp='magnitude', floor=0, fastest=None)", kip_word_set_velocity,
     "Poses, keys and motions by velocity control (VBC): each joint at the rate that brings it there in its time, as far as "
     "muscles, that need `reaction` (s) to their strength, let it; the time left is no less than `floor` (s), the rate no more "
     "than `fastest` (rad/s, m/s). time: remaining fixed; ramp: magnitude slew."},
    {"reach(joints, seconds)", kip_word_reach,
     "{joint: angle, or of a ball a quaternion} in so many seconds from now, on the beat or by velocity control; until a "
     "pose's turn comes, or a key's."},
    {"addKey(joint, angle, time, rate=0)", kip_word_add_key,
     "A joint's angle (rad) at a time of the clock, with a rate (rad/s); several ahead, and not taken by poses till then."},
    {"track(file, tension=0.3, look=0.05, start=0)", kip_word_track,
     "Follows a .bvh, an .amc with its .asf, or a recording .kip, look ahead (s); hit, it is back tension (s) later."},
    {"setTension(seconds)", kip_word_set_tension, "How soon it is back from now on."},
    {"perturb()", kip_word_perturb, "Something hit it: as if tracking had seen that."},
    {"misses()", kip_word_misses, "What will be late, as far as one can see, or was: [(joint, its time, when it arrives)]."},
    {"gains(joint)", kip_word_gains, "(ks, kd) of timed control at its last update."},
    {"wanted(joint)", kip_word_wanted, "The torque (N m) that it asked for, be the joint strong enough or not."},

    {"stance(cop, height=None, heading=None, pitch=0, roll=0, swing=None, ankle=None, share=None, turnStiffness=None, "
     "turnDamping=None, liftStiffness=None, liftDamping=None, waistStiffness=None, swingStiffness=None, "
     "swingDamping=None, react=None, tip=0)",
     kip_word_stance,
     "Legs bear it for a control period: the ground pushes at cop; the foot `swing` moves with its origin to ankle, its "
     "toes down by tip (rad)."},

    {"carry(gain=1)", kip_word_carry,
     "For a control period motors give what its weight on what it touches needs, times gain; targets add to it. 0 ends it."},

    {"attachLink(link, object)", kip_word_attach_link, "The link holds the object as it is now."},
    {"detachLink(link, object)", kip_word_detach_link, "It lets go."},
    {"isLinkAttached(link, object)", kip_word_is_link_attached, "Does it hold it?"},

    {"getAngle(joint)", kip_word_get_angle, "A joint's angle, rad; of a ball its quaternion."},
    {"getRate(joint)", kip_word_get_rate, "Its rate, rad/s; of a ball a vector, axes of the link."},
    {"getTorque(joint)", kip_word_get_torque, "What its motor gave over the last step, N m."},
    {"jointForces(joint)", kip_word_joint_forces,
     "What it carries now, on the child's side: (constraint force, constraint torque, limit's torque, muscle's torque); N, "
     "N m, the first two vec along the world's axes; the others as getTorque()."},
    {"joints()", kip_word_joints, "The names of all joints."},
    {"com()", kip_word_com, "The centre of mass (vec, m)."},
    {"comVelocity()", kip_word_com_velocity, "Its velocity, m/s."},
    {"comAcceleration()", kip_word_com_acceleration, "Its acceleration, m/s^2, filtered by 20 ms; 0 at first."},
    {"mass()", kip_word_mass, "The mass, kg."},
    {"facing()", kip_word_facing, "Where the root's front looks, unit vector."},
    {"up()", kip_word_up, "The root's long axis, unit vector."},
    {"height()", kip_word_height, "How high the centre of mass is above the ground that it touches, m."},
    {"tilt()", kip_word_tilt, "The angle between that and the vertical, rad."},
    {"supportPolygon()", kip_word_support_polygon, "The corners (x, y) of the hull of what the feet touch."},
    {"supportMargin(point=None)", kip_word_support_margin,
     "How far inside that hull the centre of mass, or a point, is above; negative: outside."},
    {"capturePoint()", kip_word_capture_point,
     "Where on the ground a foot must be for the centre of mass to come to rest above it (vec, m)."},
    {"touching(part)", kip_word_touching,
     "Which of its 'feet', 'hands', 'head', 'hips' or 'knees', or a link, touch the ground or what stands still: names."},
    {"others()", kip_word_others, "The names of the other characters, and of objects that have bodies, as far as they are there."},
    {"footLoad(link)", kip_word_foot_load, "What presses a foot onto the ground, N, filtered by 10 ms."},
    {"posture(joints, pose=None)", kip_word_posture,
     "How far joints are from a pose, or from 0, in the mean, rad: ['hip_flex', 'waist_flex'] is both hips and the waist."},
    {"isColliding(other)", kip_word_colliding_with, "Does any part of it touch that?"},

    {"disturb(angle=0.01, rate=0.1)", kip_word_disturb,
     "Every joint's angle and rate, the root's too, change at random by up to that (rad, rad/s): `kip run --seed`."},
    {"setPlanar(on=True)", kip_word_set_planar, "Keeps the root in its vertical plane, or lets it out again."},
    {"lockAxes(link, axes='x y z', velocity=None)", kip_word_lock_axes,
     "No acceleration of the link along x y z or about rx ry rz, or that velocity, whatever force it takes."},
    {"unlockAxes(link)", kip_word_unlock_axes, "Ends that."},
    {"plant(link, at=None, orientation=None)", kip_word_plant,
     "Welds the link to the ground (VBC's foot joint), its origin going to `at` by 1 mm a step; what it touches does not "
     "count meanwhile."},
    {"unplant(link)", kip_word_unplant, "Frees it."},
    {"isPlanted(link)", kip_word_is_planted, "Is it welded?"},
    {"plantForce(link)", kip_word_plant_force,
     "What the weld gave over the last step: (force, torque about the link's origin), vec, N and N m."},
    {"setMask(link, forces, axes)", kip_word_set_mask,
     "These forces ('contacts gravity pushes') do not act on the link along these axes; axes '': all do again."},
    {"setBalanceSpring(on=True, stiffness=1000, damping=200, turnStiffness=500, turnDamping=50, link=None)",
     kip_word_set_balance_spring, "A spring holds the root, or a link, where it is now."},
    {"addLinkShape(link, shape, size, set, at=None, color=None, friction=0.9)", kip_word_add_link_shape,
     "A shape of a set GROUP/NAME, as feet/skis; GROUP/own is what the link had, and on at first."},
    {"chooseShapes(set)", kip_word_choose_shapes, "From now on the shapes of this set are on."},
};
const int kip_scene_ncharacter_method = sizeof kip_scene_character_methods / sizeof *kip_scene_character_methods;

const KipHandleKind kip_scene_kinds[KINDS] = {
    [KIND_CHARACTER] = {"character", kip_scene_character_methods,
                        sizeof kip_scene_character_methods / sizeof *kip_scene_character_methods, print_member},
    [KIND_OBJECT] = {"object", NULL, 0, print_member},
};

int kip_scene_vocabulary(int i, const char **signature, const char **help, const char **section)
{
    int n = kip_scene_nnative + kip_scene_ncharacter_method;
    if (i < 0 || i >= n)
        return n;
    const KipNativeDef *def = i < kip_scene_nnative ? kip_scene_natives + i : kip_scene_character_methods + (i - kip_scene_nnative);
    *signature = def->signature;
    *help = def->help;
    *section = i < kip_scene_nnative ? "scene" : "character";
    return n;
}
