/* The sensors of characters, see sensors.h. Once a control period the filters take their sample
 * (kip_world_sense), for which all the rest is computed too; in other states all is computed on demand. */
#include "sensors.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/quat.h"
#include "../dynamics/scalar.h"
#include "../dynamics/vec3.h"
#include "world_parts.h"

static const double acceleration_lag = 0.020, load_lag = 0.010; /* s */

/* -- parts ----------------------------------------------------------------------------------------------- */

/* Distributes the n bodies of one part to their characters. `of` is the index of a body among all of the part, and then
 * among its character's; own: room for n. */
static KipStatus share_part(KipWorld *world, KipPart part, const int *body, int n, int *of, int *own,
                            KipError *error)
{
    for (int i = 0; i < n; i++) {
        int m = world->member_of[body[i]];
        own[i] = -1;
        if (m < 0 || !world->member[m].sensors)
            continue;
        KipPartSensor *to = &world->member[m].sensors->part[part];
        if (to->n == KIP_PART_BODIES)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%s' has more than %d %s",
                            world->member[m].def.name, KIP_PART_BODIES, kip_part_name(part));
        own[i] = to->n;
        to->body[to->n++] = body[i];
    }
    for (int b = 0; b < world->model->nbody; b++)
        of[b] = of[b] >= 0 ? own[of[b]] : -1;
    return KIP_OK;
}

KipStatus kip_world_find_parts(KipWorld *world, KipError *error)
{
    size_t nbody = (size_t)world->model->nbody;
    int *body = kip_arena_take(world->arena, nbody, sizeof *body);
    int *own = kip_arena_take(world->arena, nbody, sizeof *own);
    KipStatus status = body && own ? KIP_OK : KIP_NO_MEMORY;
    for (int part = 0; part < KIP_PARTS && status == KIP_OK; part++) {
        int n, *of = kip_arena_take(world->arena, nbody, sizeof *of);
        world->part_of[part] = of;
        status = of ? kip_part_find(world->model, (KipPart)part, body, of, &n, error) : KIP_NO_MEMORY;
        if (status == KIP_OK)
            status = share_part(world, (KipPart)part, body, n, of, own, error);
    }
    if (status == KIP_NO_MEMORY)
        kip_fail(error, status, kip_nowhere(), "out of memory for a world");
    return status;
}

int kip_world_part_of(const KipWorld *world, KipPart part, int body)
{
    return world->part_of[part][body];
}

/* -- where it is ----------------------------------------------------------------------------------------- */

static void sense_motion(const KipWorld *world, const KipCharacter *character, KipSensors *s)
{
    const KipDynamics *d = kip_sim_dynamics(world->sim);
    int root = kip_character_root(character);
    s->com = kip_character_com(character);
    s->com_velocity = kip_character_com_velocity(character);
    s->root = kip_point_position(d, root, world->model->body[root].com);
    s->root_velocity = kip_point_velocity(d, root, world->model->body[root].com);
    s->facing = kip_character_facing(character);
    s->up = kip_character_up(character);
    s->tilt = kip_atan2(sqrt(s->up.x * s->up.x + s->up.y * s->up.y), s->up.z);
}

/* -- what it touches ------------------------------------------------------------------------------------- */

static void touch(const KipWorld *world, int body, KipSensors *s)
{
    for (int part = 0; part < KIP_PARTS; part++)
        if (world->part_of[part][body] >= 0)
            s->part[part].touching |= 1u << world->part_of[part][body];
}

/* Of two geoms that touch, the body of this member that is on the ground, or -1. */
static int grounded(const KipWorld *world, int m, int geom1, int geom2)
{
    const KipGeom *geom = world->model->geom;
    int body = kip_supported_body(world->model, geom[geom1].body, geom[geom2].body);
    return body >= 0 && world->member_of[body] == m ? body : -1;
}

/* Adds a point under the feet to the hull; when the array is full, points inside of the hull are dropped. */
static void add_corner(KipSensors *s, KipVec3 point)
{
    if (s->nsupport == KIP_HULL)
        s->nsupport = kip_hull(s->support_x, s->support_y, s->nsupport);
    if (s->nsupport == KIP_HULL)
        return;
    s->support_x[s->nsupport] = point.x;
    s->support_y[s->nsupport++] = point.y;
}

/* Means of heights: of the points under the feet, of all that touch. */
typedef struct Heights {
    int nfoot, nany;
    double foot, any;
} Heights;

/* Returns which feet are on the ground now, as bits. */
static unsigned sense_contacts(const KipWorld *world, int m, KipSensors *s, Heights *heights)
{
    const KipContact *contact;
    int n = kip_sim_contacts(world->sim, &contact);
    unsigned feet = 0;
    for (int i = 0; i < n; i++) {
        int body = grounded(world, m, contact[i].geom1, contact[i].geom2);
        int foot = body >= 0 ? world->part_of[KIP_FEET][body] : -1;
        if (body < 0)
            continue;
        touch(world, body, s);
        heights->any += (contact[i].point.z - heights->any) / ++heights->nany;
        if (foot < 0)
            continue;
        heights->foot += (contact[i].point.z - heights->foot) / ++heights->nfoot;
        add_corner(s, contact[i].point);
        s->foot_load[foot] += v3_dot(contact[i].normal, contact[i].force);
        feet |= 1u << foot;
    }
    for (int i = 0; i < world->state.ntouching; i++) {
        int body = grounded(world, m, world->state.touching[i].geom1, world->state.touching[i].geom2);
        if (body >= 0)
            touch(world, body, s);
    }
    return feet;
}

bool kip_world_on_ground(const KipWorld *world, int body)
{
    const KipContact *contact;
    int n = kip_sim_contacts(world->sim, &contact), m = world->member_of[body];
    for (int i = 0; i < n; i++)
        if (grounded(world, m, contact[i].geom1, contact[i].geom2) == body)
            return true;
    for (int i = 0; i < world->state.ntouching; i++)
        if (grounded(world, m, world->state.touching[i].geom1, world->state.touching[i].geom2) == body)
            return true;
    return false;
}

static void count_touching(KipSensors *s)
{
    for (int part = 0; part < KIP_PARTS; part++)
        for (int i = 0; i < s->part[part].n; i++)
            s->part[part].ntouching += (s->part[part].touching >> i & 1) != 0;
}

/* -- balance --------------------------------------------------------------------------------------------- */

static KipVec3 mean_of_feet(const KipWorld *world, const KipSensors *s, unsigned which)
{
    const KipDynamics *d = kip_sim_dynamics(world->sim);
    const KipPartSensor *feet = &s->part[KIP_FEET];
    KipVec3 mean = v3_zero();
    int n = 0;
    for (int i = 0; i < feet->n; i++)
        if (which >> i & 1) {
            KipVec3 foot = kip_point_position(d, feet->body[i], world->model->body[feet->body[i]].com);
            mean = v3_add_scaled(mean, 1.0 / ++n, v3_sub(foot, mean));
        }
    return n ? mean : s->root;
}

/* The height of the lowest body's centre of mass. */
static double lowest(const KipWorld *world, const KipMemberDef *def)
{
    double z = INFINITY;
    for (int b = def->first_body; b < def->first_body + def->nbody; b++)
        z = fmin(z, kip_point_position(kip_sim_dynamics(world->sim), b, world->model->body[b].com).z);
    return z;
}

KipVec3 kip_capture_point(KipVec3 com, KipVec3 velocity, double ground, double gravity)
{
    double height = com.z > ground ? com.z - ground : 0;
    double time = gravity > 0 ? sqrt(height / gravity) : 0; /* 1 / w0 */
    return v3(com.x + time * velocity.x, com.y + time * velocity.y, ground);
}

static void sense_balance(const KipWorld *world, int m, KipSensors *s, unsigned feet, const Heights *heights)
{
    double gravity = -kip_sim_gravity_scale(world->sim) * world->model->gravity.z;
    const double *x = s->support_x, *y = s->support_y;
    s->nsupport = kip_hull(s->support_x, s->support_y, s->nsupport);
    s->margin = kip_hull_margin(x, y, s->nsupport, s->com.x, s->com.y);
    s->feet = mean_of_feet(world, s, feet ? feet : ~0u);
    s->ground = heights->nfoot  ? heights->foot
                : heights->nany ? heights->any
                                : lowest(world, &world->member[m].def);
    s->capture = kip_capture_point(s->com, s->com_velocity, s->ground, gravity);
    s->capture_margin = kip_hull_margin(x, y, s->nsupport, s->capture.x, s->capture.y);
}

/* -- what filters keep ----------------------------------------------------------------------------------- */

static void tell_felt(const Filtered *filtered, KipSensors *s)
{
    const double *load = filtered->nsample ? filtered->foot_load : s->foot_load;
    s->com_acceleration = filtered->com_acceleration;
    s->root_acceleration = filtered->root_acceleration;
    memcpy(s->filtered_foot_load, load, sizeof s->filtered_foot_load);
}

const KipSensors *kip_world_sensors(KipWorld *world, int member)
{
    Member *of = world->member + member;
    int64_t revision = kip_sim_revision(world->sim);
    KipSensors *s = of->sensors;
    Heights heights = {0};
    if (!s || of->sensed == revision)
        return s;
    sense_motion(world, of->character, s);
    s->nsupport = 0;
    memset(s->foot_load, 0, sizeof s->foot_load);
    for (int part = 0; part < KIP_PARTS; part++)
        s->part[part].touching = 0, s->part[part].ntouching = 0;
    unsigned feet = sense_contacts(world, member, s, &heights);
    count_touching(s);
    sense_balance(world, member, s, feet, &heights);
    tell_felt(&of->filtered, s);
    of->sensed = revision;
    return s;
}

/* x after a sample, by a first-order low-pass: `keep` is the weight of the old value. */
static KipVec3 low_pass(KipVec3 x, KipVec3 sample, double keep)
{
    return v3_add_scaled(sample, keep, v3_sub(x, sample));
}

static void update_filters(const KipWorld *world, Filtered *filtered, const KipSensors *s)
{
    double now = kip_sim_time(world->sim), span = now - filtered->since;
    if (filtered->nsample > 0 && span > 0) {
        double keep = filtered->nsample > 1 ? kip_exp(-span / acceleration_lag) : 0;
        KipVec3 com = v3_scale(1 / span, v3_sub(s->com_velocity, filtered->com_velocity));
        KipVec3 root = v3_scale(1 / span, v3_sub(s->root_velocity, filtered->root_velocity));
        filtered->com_acceleration = low_pass(filtered->com_acceleration, com, keep);
        filtered->root_acceleration = low_pass(filtered->root_acceleration, root, keep);
    }
    double keep = filtered->nsample ? kip_exp(-world->period / load_lag) : 0;
    for (int i = 0; i < s->part[KIP_FEET].n; i++)
        filtered->foot_load[i] = s->foot_load[i] + keep * (filtered->foot_load[i] - s->foot_load[i]);
    filtered->nsample++;
}

static void start_span(const KipWorld *world, Filtered *filtered, const KipSensors *s)
{
    filtered->since = kip_sim_time(world->sim);
    filtered->com_velocity = s->com_velocity;
    filtered->root_velocity = s->root_velocity;
}

void kip_world_sense(KipWorld *world)
{
    for (int m = 0; m < world->nmember; m++) {
        Member *member = world->member + m;
        if (!member->sensors)
            continue;
        if (!kip_sim_is_present(world->sim, kip_world_body(world, m))) {
            member->filtered = (Filtered){0};
            continue;
        }
        update_filters(world, &member->filtered, kip_world_sensors(world, m));
        start_span(world, &member->filtered, member->sensors);
        tell_felt(&member->filtered, member->sensors);
    }
}

void kip_world_sense_change(KipWorld *world)
{
    for (int m = 0; m < world->nmember; m++)
        if (world->member[m].filtered.nsample)
            start_span(world, &world->member[m].filtered, kip_world_sensors(world, m));
}

/* -- posture --------------------------------------------------------------------------------------------- */

static const KipPoseTarget *target_of(const KipPose *pose, const char *joint)
{
    for (int i = 0; pose && i < pose->ntarget; i++)
        if (strcmp(pose->target[i].joint, joint) == 0)
            return pose->target + i;
    return NULL;
}

double kip_posture(const KipCharacter *character, const KipSim *sim, const int *joint, int n, int pose)
{
    const KipModel *model = kip_sim_model(sim);
    const KipPose *from = pose >= 0 ? kip_character_poses(character)->pose + pose : NULL;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const KipJoint *j = model->joint + joint[i];
        const KipPoseTarget *target = target_of(from, j->name + strlen(kip_character_prefix(character)));
        const double *q = kip_sim_q(sim) + j->q, *q0 = model->q0 + j->q;
        if (j->type == KIP_JOINT_BALL) {
            KipQuat wanted = target ? q_normalize(target->quat) : q_from(q0);
            sum += v3_length(q_log(q_mul(q_conjugate(wanted), q_from(q))));
        } else {
            sum += fabs(*q - (target ? target->angle : *q0));
        }
    }
    return n ? sum / n : 0;
}
