/* A world: one simulation, its members (characters, objects, scenery) by name, a supervisor for each character.
 *
 *     KipMemberDef member[] = {{.name = "skeleton", .first_body = 1, .nbody = 17, .character = true, .poses = poses,
 *                               .skill = skills, .nskill = 3},
 *                              {.name = "Ball", .first_body = 18, .nbody = 1}};
 *     KipWorldDef def = kip_world_def(model);
 *     def.member = member, def.nmember = 2;
 *     kip_world_create(model, &def, &world, &error);
 *     while (kip_sim_time(kip_world_sim(world)) < 5)
 *         kip_world_step(world, &error);
 *
 * One step is sense, arbitrate, control (once a control period), integrate; what touched in any step since is kept for
 * the next control. Skills and hooks act through the functions here, of character.h and of sim.h.
 */
#ifndef KIP_SUPERVISOR_WORLD_H
#define KIP_SUPERVISOR_WORLD_H

#include "sensors.h"
#include "supervisor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipWorld KipWorld;

/* A character, an object, or scenery: a range of bodies, or geoms of the world body, under one name. */
typedef struct KipMemberDef {
    const char *name;        /* unique; its bodies are NAME/... in the model, or just named so; copied */
    int first_body, nbody;   /* 0 bodies: scenery */
    int first_geom, ngeom;   /* scenery: of the world's geoms */
    bool character;          /* its first tree is moved by control */
    const KipPoseSet *poses; /* of a character, or NULL */
    const KipSkill *skill;   /* of a character; [0] is the default; copied */
    int nskill;
} KipMemberDef;

/* Functions of the host that the world calls; any may be NULL. */
typedef struct KipWorldHooks {
    void *user;
    KipStatus (*control)(void *user, KipWorld *world,
                         KipError *error); /* once a period, before the supervisors */
    void (*decided)(void *user, KipWorld *world, int member,
                    const KipDecision *decision); /* when the active skill changes, or a command is decided */
    /* After a step, of a character: whether what has touched it is to act on it otherwise than its skill had it. The step is
     * then taken back, supervisor and control have their turn, and it is taken again, so that the blow keeps the momentum. */
    bool (*yields)(void *user, KipWorld *world, int member);
    void (*let_go)(void *user, KipWorld *world, int link,
                   int object); /* where a throw, or that something vanishes, ends an attachment */
} KipWorldHooks;

typedef struct KipWorldDef {
    KipSimDef sim;
    double
        period; /* s, of control: a whole number of steps; 0: that nearest to 5 ms; INFINITY: there is none */
    const KipMemberDef *member;
    int nmember;
    KipWorldHooks hooks;
    const KipAllocator *allocator;
} KipWorldDef;

KipWorldDef kip_world_def(const KipModel *model);

/* Makes a world, which the model must outlive. KIP_BAD_USE where the period is not a whole number of steps.
 */
KipStatus kip_world_create(const KipModel *model, const KipWorldDef *def, KipWorld **world, KipError *error);
void kip_world_destroy(KipWorld *world); /* with NULL it does nothing */

KipSim *kip_world_sim(KipWorld *world);
double kip_world_time(const KipWorld *world);
double kip_world_period(const KipWorld *world);

/* Runs sensors, supervisors and control if a control period begins now, then one step of the simulation.
 * The errors are those of kip_sim_step. */
KipStatus kip_world_step(KipWorld *world, KipError *error);
/* What of it comes before the simulation's step, and directly after one that succeeded: for who steps the simulations of several
 * worlds together (dynamics/batch.h). */
KipStatus kip_world_step_begin(KipWorld *world, KipError *error);
KipStatus kip_world_step_end(KipWorld *world, KipError *error);

/* -- members ------------------------------------------------------------------------------------------------------- */

int kip_world_nmember(const KipWorld *world);
const char *kip_world_member_name(const KipWorld *world, int member);
/* NULL: no character. */
KipCharacter *kip_world_character(KipWorld *world, int member);
KipSupervisor *kip_world_supervisor(KipWorld *world, int member);
/* The member's root body; 0 for scenery. */
int kip_world_body(const KipWorld *world, int member);

/* The object of a name: a member, one of its bodies, or the ground, which is everything that cannot move. */
typedef struct KipThing {
    int member; /* -1: the ground */
    int body;   /* -1: the whole member */
} KipThing;

/* "skeleton", "skeleton/hand_r", "ground", or a bare "hand_r": a body of `context` (a member, or -1) first, then of the
 * only member that has it. A model's custom text `alias/RightArm` names a body by a second name. KIP_BAD_INPUT with the
 * nearest known name, or with the full names where several members have it. */
KipStatus kip_world_find(const KipWorld *world, int context, const char *name, KipThing *thing,
                         KipError *error);
/* The body of a thing; for a whole member, its root. */
int kip_thing_body(const KipWorld *world, KipThing thing);

/* -- sensors ------------------------------------------------------------------------------------------------------- */

/* Whether the two touched in any step since the last control period began, or without control, whether they
 * touch now. */
bool kip_world_touching(const KipWorld *world, KipThing a, KipThing b);
/* The sum of the contact forces on it now, world axes, N. */
KipVec3 kip_world_contact_force(const KipWorld *world, KipThing thing);
/* How deep its deepest contact is now, m; 0 where nothing touches it. */
double kip_world_contact_depth(const KipWorld *world, KipThing thing);
/* The sensors of a character (sensors.h) at the present state. They belong to the world and are computed
 * anew when its state has changed. NULL for a member that is no character. */
const KipSensors *kip_world_sensors(KipWorld *world, int member);
/* Which of its character's feet, and so on, a body is or belongs to: bit and index in KipSensors; -1: none. */
int kip_world_part_of(const KipWorld *world, KipPart part, int body);
/* Whether a body of a character touches what stands still, now or in a step since the last control period
 * began. */
bool kip_world_on_ground(const KipWorld *world, int body);

/* -- what happens -------------------------------------------------------------------------------------------------- */

/* Applies a force (world axes, N) at a point of the body's frame (m) for `seconds` from now on, rounded to
 * whole steps, and for at least one. */
KipStatus kip_world_push(KipWorld *world, int body, KipVec3 force, double seconds, KipVec3 point,
                         KipError *error);
/* Makes an object present at this place (m) with this velocity (m/s) and angular velocity (rad/s), world
 * axes. It must have a free joint. What it is attached to lets go of it. */
KipStatus kip_world_throw(KipWorld *world, int member, KipVec3 position, KipVec3 velocity, KipVec3 spin,
                          KipError *error);
/* Makes an object absent until it is thrown. What it is attached to lets go of it. */
KipStatus kip_world_vanish(KipWorld *world, int member, KipError *error);
/* Named moments: `mark` notes that it happened now; seconds since then, infinity if never. At most 64 names. */
KipStatus kip_world_mark(KipWorld *world, const char *name, KipError *error);
double kip_world_since(const KipWorld *world, const char *name);

/* Saves everything mutable except the memory of skills as bytes. */
size_t kip_world_save_size(const KipWorld *world);
void kip_world_save(const KipWorld *world, void *bytes);
/* Loads such bytes. Those that are not of this world, or are damaged, are refused, and the world stays as
 * it was. */
KipStatus kip_world_load(KipWorld *world, const void *bytes, size_t size, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
