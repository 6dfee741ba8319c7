/* The natives of scenes and what they share. Internal. vocabulary.c is their table. */
#ifndef KIP_IO_SCENE_NATIVES_H
#define KIP_IO_SCENE_NATIVES_H

#include "scene_parts.h"

KipScene *kip_scene_of(KipCall *call);
/* The world, made if need be; NULL: it failed, and that is told. */
KipWorld *kip_scene_world_of(KipCall *call);
/* A name, character or object. `context`: the member whose links come first; -1: that of the skill that runs. */
bool kip_scene_thing(KipCall *call, int i, int context, KipThing *thing);
bool kip_scene_member_of(KipCall *call, int i, int *member);
/* The character that a method is called on (argument 0). */
typedef struct Self {
    KipScene *scene;
    KipWorld *world;
    KipSim *sim;
    KipCharacter *character;
    int member;
} Self;

bool kip_scene_self(KipCall *call, Self *self);
/* A link, a joint of that character. */
bool kip_scene_link(KipCall *call, int i, int member, int *body);
bool kip_scene_joint(KipCall *call, int i, int member, int *joint);
bool kip_scene_find_joint(KipCall *call, KipValue value, int member, int *joint);
/* A joint's coordinates: its angle, or a ball's quaternion; and a torque, or a ball's vector of torques. */
bool kip_scene_read_coordinates(KipCall *call, KipValue value, const KipJoint *joint, double q[4]);
/* An angle of no joint: no more than a turn. */
bool kip_scene_check_turn(KipCall *call, const char *what, double angle);
/* Is a target of one coordinate meant? */
bool kip_scene_check_target(KipCall *call, const KipJoint *joint, double target);
bool kip_scene_torques(KipCall *call, int i, const KipJoint *joint, double torque[3]);
/* Fails: it has none of that name; with the nearest. */
bool kip_scene_unknown_joint(KipCall *call, int member, const char *name);
/* A skill of that character by its name: its number there and with the supervisor. */
bool kip_scene_skill_of(KipCall *call, int i, int member, int *skill);
/* A point of the body's frame; its centre of mass where none is given. */
bool kip_scene_point(KipCall *call, int i, int body, KipVec3 *point);
bool kip_scene_read_quat(KipCall *call, KipValue value, KipQuat *quat);
bool kip_scene_quat(KipCall *call, int i, KipQuat *quat);
bool kip_scene_return_quat(KipCall *call, KipQuat q);
bool kip_scene_number_or_nan(KipCall *call, int i, double *x);
/* One of n words for `what`: its index among them. */
bool kip_scene_choose(KipCall *call, int i, const char *what, const char *const *word, int n, int *chosen);
/* A body's name without its character's. */
const char *kip_scene_own_name(const KipScene *scene, int body);
/* "x y rz" as bits 1 2 4 and 8 16 32. */
bool kip_scene_axes(KipCall *call, int i, unsigned *axes);
/* A file's name, of the folder where all go that the script writes. */
bool kip_scene_file_name(KipCall *call, int i, const char **name);
bool kip_scene_done(KipCall *call, KipStatus status, const KipError *error);
/* False: the claim is not understood. */
bool kip_scene_judge(double value, const char *claim, KipVerdict *verdict);

bool kip_word_get_position(KipCall *call);
bool kip_word_get_velocity(KipCall *call);
bool kip_word_get_orientation(KipCall *call);
bool kip_word_get_spin(KipCall *call);
bool kip_word_get_momentum(KipCall *call);
bool kip_word_get_angular_momentum(KipCall *call);
bool kip_word_is_colliding(KipCall *call);
bool kip_word_contact_force(KipCall *call);
bool kip_word_time(KipCall *call);
bool kip_word_mark(KipCall *call);
bool kip_word_time_since(KipCall *call);
bool kip_word_event(KipCall *call);
bool kip_word_because(KipCall *call);
bool kip_word_push(KipCall *call);
bool kip_word_throw(KipCall *call);
bool kip_word_vanish(KipCall *call);
bool kip_word_gravity_scale(KipCall *call);
bool kip_word_at(KipCall *call);
bool kip_word_when(KipCall *call);
bool kip_word_run(KipCall *call);
bool kip_word_restart(KipCall *call);
bool kip_word_measure(KipCall *call);
bool kip_word_example(KipCall *call);
bool kip_word_record(KipCall *call);
bool kip_word_plot(KipCall *call);
bool kip_word_camera(KipCall *call);
bool kip_word_add_character(KipCall *call);
bool kip_word_add_object(KipCall *call);
bool kip_word_add_shape(KipCall *call);
bool kip_word_add_ground(KipCall *call);
bool kip_word_set_gravity(KipCall *call);
bool kip_word_set_timestep(KipCall *call);
bool kip_word_set_period(KipCall *call);
bool kip_word_set_literal_limits(KipCall *call);
bool kip_word_add_link_shape(KipCall *call);
bool kip_word_load_poses(KipCall *call);
bool kip_word_add_pose(KipCall *call);
bool kip_word_add_skill(KipCall *call);
bool kip_word_apply(KipCall *call);
bool kip_word_set_target_pose(KipCall *call);
bool kip_word_set_ik_target(KipCall *call);
bool kip_word_set_beat(KipCall *call);
bool kip_word_set_velocity(KipCall *call);
bool kip_word_reach(KipCall *call);
bool kip_word_plant(KipCall *call);
bool kip_word_unplant(KipCall *call);
bool kip_word_is_planted(KipCall *call);
bool kip_word_plant_force(KipCall *call);
bool kip_word_add_key(KipCall *call);
bool kip_word_track(KipCall *call);
bool kip_word_set_tension(KipCall *call);
bool kip_word_perturb(KipCall *call);
bool kip_word_misses(KipCall *call);
bool kip_word_gains(KipCall *call);
bool kip_word_wanted(KipCall *call);
bool kip_word_hold(KipCall *call);
bool kip_word_relax(KipCall *call);
bool kip_word_set_target(KipCall *call);
bool kip_word_set_torque(KipCall *call);
bool kip_word_set_gain(KipCall *call);
bool kip_word_stance(KipCall *call);
bool kip_word_carry(KipCall *call);
bool kip_word_attach_link(KipCall *call);
bool kip_word_detach_link(KipCall *call);
bool kip_word_is_link_attached(KipCall *call);
bool kip_word_set_planar(KipCall *call);
bool kip_word_lock_axes(KipCall *call);
bool kip_word_unlock_axes(KipCall *call);
bool kip_word_set_mask(KipCall *call);
bool kip_word_disturb(KipCall *call);
bool kip_word_set_balance_spring(KipCall *call);
bool kip_word_choose_shapes(KipCall *call);
bool kip_word_do(KipCall *call);
bool kip_word_active_skill(KipCall *call);
bool kip_word_time_in_skill(KipCall *call);
bool kip_word_get_angle(KipCall *call);
bool kip_word_get_rate(KipCall *call);
bool kip_word_get_torque(KipCall *call);
bool kip_word_com(KipCall *call);
bool kip_word_com_velocity(KipCall *call);
bool kip_word_com_acceleration(KipCall *call);
bool kip_word_tilt(KipCall *call);
bool kip_word_height(KipCall *call);
bool kip_word_capture_point(KipCall *call);
bool kip_word_touching(KipCall *call);
bool kip_word_others(KipCall *call);
bool kip_word_foot_load(KipCall *call);
bool kip_word_posture(KipCall *call);
bool kip_word_facing(KipCall *call);
bool kip_word_up(KipCall *call);
bool kip_word_mass(KipCall *call);
bool kip_word_support_polygon(KipCall *call);
bool kip_word_support_margin(KipCall *call);
bool kip_word_colliding_with(KipCall *call);
bool kip_word_joint_forces(KipCall *call);
bool kip_word_joints(KipCall *call);
bool kip_word_target_pose(KipCall *call);
bool kip_word_get_pose(KipCall *call);

#endif
