/* The table of the scenes' vocabulary: what kip help toolkit prints, and what scripts call. */
#include <stdio.h>

#include "natives.h"

static void print_member(void *user, int64_t which, char text[128])
{
    const KipScene *scene = user;
    snprintf(text, 128, "<%s>", scene->member[which]->name);
}

const KipNativeDef scene_natives[] = {
    {"addCharacter(file, name=None, at=None, turn=0, key=None)", native_add_character,
     "A character from a model file (here or in models/): at a place (m), turned about z (rad), in the pose of a keyframe."},
    {"addObject(file, name=None, at=None, turn=0, key=None, present=True)", native_add_object,
     "An object or scenery from a model file; present=False: it is not there until it is thrown."},
    {"addShape(name, shape, size, mass=0, at=None, turn=0, color=None, friction=0.9, present=True)", native_add_shape,
     "An object of one shape: 'sphere' radius, 'capsule' [radius, half length], 'box' [3 half lengths]; mass 0 stands still."},
    {"addGround(friction=0.9)", native_add_ground, "The ground, or its friction; models bring it along."},
    {"setGravity(gravity)", native_set_gravity, "Gravity as a vector, m/s^2; (0, 0, -9.81) unless a model says otherwise."},
    {"setTimestep(seconds)", native_set_timestep, "The step of the simulation; the models' unless said."},
    {"setPeriod(seconds)", native_set_period, "How often control acts: a whole number of steps, 0.005 s unless said."},
    {"setCamera(eye, target)", native_camera, "From where and to where the page looks at first."},

    {"run(seconds, until=None)", native_run,
     "Lets time pass; until: a function, asked once a control period, that ends it. True: it did."},
    {"restart()", native_restart, "The world stands at 0 s again, its skills begin anew, at and when are forgotten."},
    {"time()", native_time, "Seconds since the world began."},
    {"at(time, function)", native_at, "Calls a function at a time."},
    {"when(condition, function, again=False)", native_when,
     "Calls a function when another becomes true; again=True: each time."},
    {"mark(name)", native_mark, "Notes that something happened now."},
    {"timeSince(name)", native_time_since, "Seconds since mark(name); inf if never."},
    {"event(text)", native_event, "A mark on the time line of the page, and in --explain."},
    {"because(text)", native_because, "Within pre, post, expected: the reason that is logged."},
    {"measure(name, value, unit='', claim='')", native_measure,
     "A result: shown beside its claim, judged where that is '> 2', '<= 0.05', '1.5..2' or '= 3 +- 0.1'."},
    {"record(file)", native_record, "Writes a page that shows the run, or the last one after restart()."},

    {"getPosition(thing, point=None)", native_get_position,
     "Where a character, object or link is (vec, m): its centre of mass, or a point of its frame."},
    {"getVelocity(thing, point=None)", native_get_velocity, "The velocity of that point, m/s."},
    {"getOrientation(thing)", native_get_orientation, "Its turn as a quaternion (w, x, y, z)."},
    {"getSpin(thing)", native_get_spin, "Its angular velocity, world axes, rad/s."},
    {"isColliding(a, b)", native_is_colliding,
     "Did they touch since the last control period? Links, objects, characters, 'ground'."},
    {"contactForce(thing)", native_contact_force, "The force of all contacts on it, N."},

    {"push(thing, force, seconds=0.1, point=None)", native_push, "A force (N, world) on a link or object for a while."},
    {"throw(object, position, velocity, spin=None)", native_throw, "Puts an object there, moving so; it appears if absent."},
    {"vanish(object)", native_vanish, "The object is there no more, until it is thrown."},
    {"setGravityScale(factor)", native_gravity_scale, "Gravity times a factor, from now on."},
};
const int scene_nnative = sizeof scene_natives / sizeof *scene_natives;

const KipNativeDef scene_character_methods[] = {
    {"addSkill(skill, name=None)", native_add_skill,
     "A skill: a class, a script's name, a sequence, a pose, a plug-in (.so). It begins by its pre(), or by do()."},
    {"apply(skill, name=None)", native_apply, "Adds a skill and lets it begin at once."},
    {"do(skill)", native_do, "The user's command: this skill, from the next control period on."},
    {"activeSkill()", native_active_skill, "The name of the skill that acts."},
    {"timeInSkill()", native_time_in_skill, "Seconds since it began."},

    {"loadPoses(file)", native_load_poses, "Poses and sequences of a file, besides those of models/NAME's own."},
    {"addPose(name, joints, gain=1, damping=None, base=None)", native_add_pose,
     "A pose by joint angles (rad); base: the pose that it begins with."},
    {"setTargetPose(name, seconds=None)", native_set_target_pose,
     "The pose is the target now; with seconds: queued, reached in that time. Repeating the last one is nothing."},
    {"setIKTarget(position, link=None, point=None, orientation=None)", native_set_ik_target,
     "Writes into the target the angles that bring the link there; unless said, what attachLink holds. True: reachable."},
    {"setTarget(joint, angle, stiffness=None, damping=None)", native_set_target, "One joint's target (rad)."},
    {"setTorque(joint, torque)", native_set_torque, "A torque (N m) beside that of the target, within the strength."},
    {"setGain(gain)", native_set_gain, "The global gain of all poses from now on; 1 at first."},
    {"hold()", native_hold, "The present pose is the target."},
    {"relax()", native_relax, "No joint does anything."},

    {"attachLink(link, object)", native_attach_link, "The link holds the object as it is now."},
    {"detachLink(link, object)", native_detach_link, "It lets go."},
    {"isLinkAttached(link, object)", native_is_link_attached, "Does it hold it?"},

    {"getAngle(joint)", native_get_angle, "A joint's angle, rad."},
    {"getRate(joint)", native_get_rate, "Its rate, rad/s."},
    {"getTorque(joint)", native_get_torque, "What its motor gave over the last step, N m."},
    {"joints()", native_joints, "The names of all joints."},
    {"com()", native_com, "The centre of mass (vec, m)."},
    {"comVelocity()", native_com_velocity, "Its velocity, m/s."},
    {"mass()", native_mass, "The mass, kg."},
    {"facing()", native_facing, "Where the root's front looks, unit vector."},
    {"up()", native_up, "The root's long axis, unit vector."},
    {"supportPolygon()", native_support_polygon, "The corners (x, y) of the hull of what the feet touch."},
    {"supportMargin(point=None)", native_support_margin,
     "How far inside that hull the centre of mass, or a point, is above; negative: outside."},
    {"isColliding(other)", native_colliding_with, "Does any part of it touch that?"},

    {"setPlanar(on=True)", native_set_planar, "Keeps the root in its vertical plane, or lets it out again."},
    {"lockAxes(link, axes='x y z', velocity=None)", native_lock_axes,
     "No acceleration of the link along x y z or about rx ry rz, or that velocity, whatever force it takes."},
    {"unlockAxes(link)", native_unlock_axes, "Ends that."},
    {"setMask(link, forces, axes)", native_set_mask,
     "These forces ('contacts gravity pushes') do not act on the link along these axes; axes '': all do again."},
    {"setBalanceSpring(on=True, stiffness=1000, damping=200, turnStiffness=500, turnDamping=50, link=None)",
     native_set_balance_spring, "A spring holds the root, or a link, where it is now."},
    {"addLinkShape(link, shape, size, set, at=None, color=None, friction=0.9)", native_add_link_shape,
     "A shape of a set GROUP/NAME, as feet/skis; GROUP/own is what the link had, and on at first."},
    {"chooseShapes(set)", native_choose_shapes, "From now on the shapes of this set are on."},
};
const int scene_ncharacter_method = sizeof scene_character_methods / sizeof *scene_character_methods;

const KipHandleKind scene_kinds[KINDS] = {
    [KIND_CHARACTER] = {"character", scene_character_methods,
                        sizeof scene_character_methods / sizeof *scene_character_methods, print_member},
    [KIND_OBJECT] = {"object", NULL, 0, print_member},
};

int kip_scene_vocabulary(int i, const char **signature, const char **help, const char **section)
{
    int n = scene_nnative + scene_ncharacter_method;
    if (i < 0 || i >= n)
        return n;
    const KipNativeDef *def = i < scene_nnative ? scene_natives + i : scene_character_methods + (i - scene_nnative);
    *signature = def->signature;
    *help = def->help;
    *section = i < scene_nnative ? "scene" : "character";
    return n;
}
