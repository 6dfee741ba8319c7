/* The natives of scenes and what they share. Internal. vocabulary.c is their table. */
#ifndef KIP_NATIVES_H
#define KIP_NATIVES_H

#include "scene_parts.h"

KipScene *scene_of(KipCall *call);
/* The world, made if need be; NULL: it failed, and that is told. */
KipWorld *scene_world(KipCall *call);
/* A name, character or object. `context`: the member whose links come first; -1: that of the skill that runs. */
bool scene_thing(KipCall *call, int i, int context, KipThing *thing);
bool scene_member_of(KipCall *call, int i, int *member);
/* The character that a method is called on (argument 0). */
typedef struct Self {
    KipScene *scene;
    KipWorld *world;
    KipSim *sim;
    KipCharacter *character;
    int member;
} Self;

bool scene_self(KipCall *call, Self *self);
/* A link, a joint of that character. */
bool scene_link(KipCall *call, int i, int member, int *body);
bool scene_joint(KipCall *call, int i, int member, int *joint);
/* A point of the body's frame; its centre of mass where none is given. */
bool scene_point(KipCall *call, int i, int body, KipVec3 *point);
bool scene_quat(KipCall *call, int i, KipQuat *quat);
bool scene_number_or_nan(KipCall *call, int i, double *x);
/* "x y rz" as bits 1 2 4 and 8 16 32. */
bool scene_axes(KipCall *call, int i, unsigned *axes);
bool scene_done(KipCall *call, KipStatus status, const KipError *error);
KipVerdict scene_judge(double value, const char *claim);

bool native_get_position(KipCall *call);
bool native_get_velocity(KipCall *call);
bool native_get_orientation(KipCall *call);
bool native_get_spin(KipCall *call);
bool native_is_colliding(KipCall *call);
bool native_contact_force(KipCall *call);
bool native_time(KipCall *call);
bool native_mark(KipCall *call);
bool native_time_since(KipCall *call);
bool native_event(KipCall *call);
bool native_because(KipCall *call);
bool native_push(KipCall *call);
bool native_throw(KipCall *call);
bool native_vanish(KipCall *call);
bool native_gravity_scale(KipCall *call);
bool native_at(KipCall *call);
bool native_when(KipCall *call);
bool native_run(KipCall *call);
bool native_restart(KipCall *call);
bool native_measure(KipCall *call);
bool native_record(KipCall *call);
bool native_camera(KipCall *call);
bool native_add_character(KipCall *call);
bool native_add_object(KipCall *call);
bool native_add_shape(KipCall *call);
bool native_add_ground(KipCall *call);
bool native_set_gravity(KipCall *call);
bool native_set_timestep(KipCall *call);
bool native_set_period(KipCall *call);
bool native_add_link_shape(KipCall *call);
bool native_load_poses(KipCall *call);
bool native_add_pose(KipCall *call);
bool native_add_skill(KipCall *call);
bool native_apply(KipCall *call);
bool native_set_target_pose(KipCall *call);
bool native_set_ik_target(KipCall *call);
bool native_hold(KipCall *call);
bool native_relax(KipCall *call);
bool native_set_target(KipCall *call);
bool native_set_torque(KipCall *call);
bool native_set_gain(KipCall *call);
bool native_attach_link(KipCall *call);
bool native_detach_link(KipCall *call);
bool native_is_link_attached(KipCall *call);
bool native_set_planar(KipCall *call);
bool native_lock_axes(KipCall *call);
bool native_unlock_axes(KipCall *call);
bool native_set_mask(KipCall *call);
bool native_set_balance_spring(KipCall *call);
bool native_choose_shapes(KipCall *call);
bool native_do(KipCall *call);
bool native_active_skill(KipCall *call);
bool native_time_in_skill(KipCall *call);
bool native_get_angle(KipCall *call);
bool native_get_rate(KipCall *call);
bool native_get_torque(KipCall *call);
bool native_com(KipCall *call);
bool native_com_velocity(KipCall *call);
bool native_facing(KipCall *call);
bool native_up(KipCall *call);
bool native_mass(KipCall *call);
bool native_support_polygon(KipCall *call);
bool native_support_margin(KipCall *call);
bool native_colliding_with(KipCall *call);
bool native_joints(KipCall *call);

#endif
