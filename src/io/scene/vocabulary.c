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
     kip_word_add_character, "A character from a model file."},
    {"addObject(file, name=None, at=None, turn=0, key=None, present=True)",
     kip_word_add_object, "An object or scenery from a model file."},
    {"addShape(name, shape, size, mass=0, at=None, turn=0, color=None, friction=0.9, present=True)",
     kip_word_add_shape, "One shape: a sphere, capsule or box."},
    {"addGround(friction=0.9)", kip_word_add_ground, "The ground, or its friction."},
    {"setGravity(gravity)", kip_word_set_gravity, "Gravity as a vector, m/s^2."},
    {"setTimestep(seconds)", kip_word_set_timestep, "The step of the simulation, s."},
    {"setPeriod(seconds)", kip_word_set_period, "How often control acts, s."},
    {"setLiteralLimits(on=True)",
     kip_word_set_literal_limits, "Joint limits by the paper's printed formula, which fails."},
    {"setCamera(eye, target)", kip_word_camera, "From where and to where the page looks at first, m."},

    {"run(seconds, until=None)", kip_word_run, "Lets time pass, s, or until something holds."},
    {"restart()", kip_word_restart, "The world stands at 0 s again."},
    {"time()", kip_word_time, "Seconds since the world began."},
    {"at(time, function)", kip_word_at, "Calls a function at a time."},
    {"when(condition, function, again=False)", kip_word_when, "Calls a function when another becomes true."},
    {"mark(name)", kip_word_mark, "Notes that something happened now."},
    {"timeSince(name)", kip_word_time_since, "Seconds since mark(name); inf if never."},
    {"event(text)", kip_word_event, "A mark on the time line of the page."},
    {"because(text)", kip_word_because, "The reason that is logged for a decision."},
    {"measure(name, value, unit='', claim='', whose='ours')",
     kip_word_measure, "A result, shown beside its claim and judged."},
    {"example(character, skill, seconds)", kip_word_example, "For kip learn: one skill alone acts from here."},
    {"record(file)", kip_word_record, "Writes the run: a page, or a file of motion."},
    {"plot(file, title, x, panels, note='')", kip_word_plot, "Curves as a picture (.svg)."},

    {"getPosition(thing, point=None)", kip_word_get_position, "Where it is (vec, m)."},
    {"getVelocity(thing, point=None)", kip_word_get_velocity, "How fast it moves (vec, m/s)."},
    {"getOrientation(thing)", kip_word_get_orientation, "Its turn as a quaternion (w, x, y, z)."},
    {"getSpin(thing)", kip_word_get_spin, "Its angular velocity (vec, rad/s)."},
    {"getMomentum(thing)", kip_word_get_momentum, "Its momentum (vec, N s)."},
    {"getAngularMomentum(thing, point=None)", kip_word_get_angular_momentum, "Its angular momentum (vec, N m s)."},
    {"isColliding(a, b)", kip_word_is_colliding, "Do the two touch?"},
    {"contactForce(thing)", kip_word_contact_force, "The force of all contacts on it (vec, N)."},

    {"push(thing, force, seconds=0.1, point=None)", kip_word_push, "A force (N) on a link or object for a while."},
    {"throw(object, position, velocity, spin=None)", kip_word_throw, "Puts an object there, moving so."},
    {"vanish(object)", kip_word_vanish, "The object is there no more, until it is thrown."},
    {"setGravityScale(factor)", kip_word_gravity_scale, "Gravity times a factor, from now on."},
};
const int kip_scene_nnative = sizeof kip_scene_natives / sizeof *kip_scene_natives;

const KipNativeDef kip_scene_character_methods[] = {
    {"addSkill(skill, name=None)", kip_word_add_skill, "A skill that it may choose, or be told to do."},
    {"apply(skill, name=None)", kip_word_apply, "Adds a skill and lets it begin at once."},
    {"do(skill)", kip_word_do, "The user's command: this skill, now."},
    {"activeSkill()", kip_word_active_skill, "The name of the skill that acts."},
    {"timeInSkill()", kip_word_time_in_skill, "Seconds since the skill that acts began."},

    {"loadPoses(file)", kip_word_load_poses, "Poses and sequences of a file."},
    {"addPose(name, joints, gain=1, damping=None, base=None)", kip_word_add_pose, "A pose by joint angles (rad)."},
    {"setTargetPose(name, seconds=None)", kip_word_set_target_pose, "The pose is the target, now or after the others."},
    {"targetPose()", kip_word_target_pose, "The name of the pose that is the target; '' if none."},
    {"getPose(name)", kip_word_get_pose, "A pose's angles: {joint: rad}."},
    {"setIKTarget(position, link=None, point=None, orientation=None)",
     kip_word_set_ik_target, "Target angles that bring a link to a place."},
    {"setTarget(joint, angle, stiffness=None, damping=None)",
     kip_word_set_target, "One joint's target (rad), its stiffness and damping."},
    {"setTorque(joint, torque)", kip_word_set_torque, "A torque (N m) beside that of the joint's target."},
    {"setGain(gain)", kip_word_set_gain, "The factor of all stiffness from now on; 1 at first."},
    {"hold()", kip_word_hold, "The present pose is the target."},
    {"relax()", kip_word_relax, "No joint does anything."},

    {"setBeat(on=True, fraction=0.9, constants='rest', time='remaining', compensation='lower', moment='whole', "
     "gravity=1, floor=0.02)",
     kip_word_set_beat, "Timed control (On the Beat): joints arrive in time."},
    {"setVelocity(on=True, time='remaining', reaction=0.02, ramp='magnitude', floor=0, fastest=None)",
     kip_word_set_velocity, "Velocity control (VBC): joints at the rates they need."},
    {"reach(joints, seconds)", kip_word_reach, "Angles that joints have in so many seconds."},
    {"addKey(joint, angle, time, rate=0)", kip_word_add_key, "A joint's angle at a time of the clock."},
    {"track(file, tension=0.3, look=0.05, start=0)", kip_word_track, "Follows a recorded motion."},
    {"setTension(seconds)", kip_word_set_tension, "How soon it is back on the motion after a hit."},
    {"perturb()", kip_word_perturb, "Something hit it: as if tracking had seen that."},
    {"misses()", kip_word_misses, "What will be late, or was."},
    {"gains(joint)", kip_word_gains, "(ks, kd) of timed control at its last update."},
    {"wanted(joint)", kip_word_wanted, "The torque (N m) that timed control asked for."},

    {"stance(cop, height=None, heading=None, pitch=0, roll=0, swing=None, ankle=None, share=None, turnStiffness=None, "
     "turnDamping=None, liftStiffness=None, liftDamping=None, waistStiffness=None, swingStiffness=None, "
     "swingDamping=None, react=None, tip=0)",
     kip_word_stance, "Legs bear it: the ground pushes where you say."},

    {"carry(gain=1)", kip_word_carry, "Motors bear its weight for a control period."},

    {"attachLink(link, object)", kip_word_attach_link, "A link holds an object as it is now."},
    {"detachLink(link, object)", kip_word_detach_link, "It lets go."},
    {"isLinkAttached(link, object)", kip_word_is_link_attached, "Does the link hold the object?"},

    {"getAngle(joint)", kip_word_get_angle, "A joint's angle, rad; of a ball its quaternion."},
    {"getRate(joint)", kip_word_get_rate, "A joint's rate, rad/s; of a ball a vec."},
    {"getTorque(joint)", kip_word_get_torque, "What its motor gave over the last step, N m."},
    {"jointForces(joint)", kip_word_joint_forces, "What a joint carries now."},
    {"joints()", kip_word_joints, "The names of all joints."},
    {"com()", kip_word_com, "The centre of mass (vec, m)."},
    {"comVelocity()", kip_word_com_velocity, "The velocity of the centre of mass (vec, m/s)."},
    {"comAcceleration()", kip_word_com_acceleration, "Its acceleration (vec, m/s^2), filtered by 20 ms."},
    {"mass()", kip_word_mass, "The mass, kg."},
    {"facing()", kip_word_facing, "Where the root's front looks, unit vec."},
    {"up()", kip_word_up, "The root's long axis, unit vec."},
    {"height()", kip_word_height, "Of the centre of mass above what the feet stand on, m."},
    {"tilt()", kip_word_tilt, "The angle between up() and the vertical, rad."},
    {"supportPolygon()", kip_word_support_polygon, "The corners of the area under the feet."},
    {"supportMargin(point=None)", kip_word_support_margin, "How far inside that area the weight is, m."},
    {"capturePoint()", kip_word_capture_point, "Where a foot must be to come to rest (vec, m)."},
    {"touching(part)", kip_word_touching, "Which feet, hands ... touch the ground: names."},
    {"others()", kip_word_others, "The names of all others that are there."},
    {"footLoad(link)", kip_word_foot_load, "What presses a foot onto the ground, N."},
    {"posture(joints, pose=None)", kip_word_posture, "How far joints are from a pose, in the mean, rad."},
    {"isColliding(other)", kip_word_colliding_with, "Does any part of it touch that?"},

    {"disturb(angle=0.01, rate=0.1)", kip_word_disturb, "Angles and rates change at random by up to that."},
    {"setPlanar(on=True)", kip_word_set_planar, "Keeps the root in its vertical plane."},
    {"lockAxes(link, axes='x y z', velocity=None)", kip_word_lock_axes, "No acceleration of a link along these axes."},
    {"unlockAxes(link)", kip_word_unlock_axes, "Ends lockAxes()."},
    {"plant(link, at=None, orientation=None)", kip_word_plant, "Welds a link to the ground (VBC's foot joint)."},
    {"unplant(link)", kip_word_unplant, "Ends plant()."},
    {"isPlanted(link)", kip_word_is_planted, "Is the link welded to the ground?"},
    {"plantForce(link)", kip_word_plant_force, "What the weld gave over the last step."},
    {"setMask(link, forces, axes)", kip_word_set_mask, "Some forces do not act on a link along some axes."},
    {"setBalanceSpring(on=True, stiffness=1000, damping=200, turnStiffness=500, turnDamping=50, link=None)",
     kip_word_set_balance_spring, "A spring holds the root where it is now."},
    {"addLinkShape(link, shape, size, set, at=None, color=None, friction=0.9)",
     kip_word_add_link_shape, "Another shape of a link, for chooseShapes()."},
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
