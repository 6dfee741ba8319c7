/* Poses of the bodies of a glTF file in each frame, and their presence.
 *
 * A body that only turns about a point a fixed to it is placed by its rotation alone, p = p0 + R0 a - R a in its
 * parent, so that limbs keep their lengths between recorded frames too; a body without joints has the pose of the
 * model. */
#include "gltf_parts.h"

static const double STILL = 1e-7; /* m, and of unit quaternions: smaller changes are rounding */

/* -- what is there --------------------------------------------------------------------------------------- */

/* Whether the body is present and, unless `geom` is -1, the geom on. */
static bool is_there(const Gltf *g, size_t frame, int body, int geom)
{
    const double time = g->grid->frame[frame].time;
    if (geom < 0)
        return kip_recording_is_present(g->grid, frame, body);
    for (size_t i = 0; i < g->recording->noff; i++) {
        const KipRecordedOff *off = &g->recording->off[i];
        bool ended = off->end < g->recording->observed && time >= off->end - 1e-9;
        if (off->geom == geom && time >= off->start - 1e-9 && !ended)
            return false;
    }
    return true;
}

static GltfPresence presence_of(const Gltf *g, int body, int geom)
{
    size_t n = 0;
    for (size_t frame = 0; frame < g->grid->nframe; frame++)
        n += is_there(g, frame, body, geom);
    return n == g->grid->nframe ? GLTF_ALWAYS : n ? GLTF_AT_TIMES : GLTF_NEVER;
}

GltfPresence kip_gltf_geom_presence(const Gltf *g, int geom)
{
    return presence_of(g, g->model->geom[geom].body, geom);
}

/* -- channels -------------------------------------------------------------------------------------------- */

static void add_channel(Gltf *g, int node, GltfPath path, int values)
{
    GltfChannel *channel =
        kip_gltf_grow(g, g->channel, &g->channel_capacity, sizeof *channel, g->nchannel + 1);
    if (!channel)
        return;
    g->channel = channel;
    channel[g->nchannel++] = (GltfChannel){node, path, values};
}

/* Adds the times of the keys, which all channels share, if none has yet. */
static void need_time(Gltf *g)
{
    if (g->time >= 0)
        return;
    g->time = kip_gltf_begin(g, GLTF_TIME);
    for (size_t frame = 0; frame < g->grid->nframe; frame++)
        kip_gltf_put(g, g->grid->frame[frame].time);
}

static void add_scale(Gltf *g, int node, int body, int geom)
{
    g->node[node].hidden = !is_there(g, 0, body, geom);
    if (presence_of(g, body, geom) != GLTF_AT_TIMES)
        return;
    need_time(g);
    int values = kip_gltf_begin(g, GLTF_VECTOR);
    for (size_t i = 0; i < 3 * g->grid->nframe; i++)
        kip_gltf_put(g, is_there(g, i / 3, body, geom));
    add_channel(g, node, GLTF_SCALE, values);
}

void kip_gltf_add_switching(Gltf *g, int node, int geom)
{
    add_scale(g, node, g->model->geom[geom].body, geom);
}

/* Adds a channel of components [first, first + n) of the motion, unless they are constant. */
static void add_moving(Gltf *g, int node, GltfPath path, int first, int n)
{
    bool still = true;
    for (size_t frame = 0; frame < g->grid->nframe; frame++)
        for (int k = first; k < first + n; k++)
            still = still && fabs(g->motion[frame * GLTF_MOTION + (size_t)k] - g->motion[k]) <= STILL;
    if (still)
        return;
    need_time(g);
    int values = kip_gltf_begin(g, path == GLTF_TURN ? GLTF_ROTATION : GLTF_VECTOR);
    for (size_t frame = 0; frame < g->grid->nframe; frame++)
        for (int k = first; k < first + n; k++)
            kip_gltf_put(g, g->motion[frame * GLTF_MOTION + (size_t)k]);
    add_channel(g, node, path, values);
}

/* -- poses ----------------------------------------------------------------------------------------------- */

static bool same_point(KipVec3 a, KipVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Whether all joints of the body rotate it about one point. */
static bool turns_only(const KipModel *model, const KipBody *body)
{
    const KipJoint *joint = model->joint + body->joint;
    for (int i = 0; i < body->njoint; i++)
        if ((joint[i].type != KIP_JOINT_HINGE && joint[i].type != KIP_JOINT_BALL) ||
            !same_point(joint[i].pos, joint[0].pos))
            return false;
    return true;
}

/* Normalizes q; NaN where that is impossible, which kip_gltf_single records when it is written. */
static KipQuat unit(KipQuat q)
{
    double n = sqrt(q_dot(q, q));
    return quat(q.w / n, q.x / n, q.y / n, q.z / n);
}

/* The pose in the parent at a frame; kip's axes. */
static KipBodyPose local_pose(const Gltf *g, size_t frame, int index)
{
    const KipBody *body = &g->model->body[index];
    const KipBodyPose *pose = kip_recording_poses(g->grid, frame), *parent = &pose[body->parent];
    if (body->njoint == 0)
        return (KipBodyPose){body->pos, body->quat};
    KipQuat turn = unit(q_mul(q_conjugate(parent->quat), pose[index].quat));
    if (!turns_only(g->model, body))
        return (KipBodyPose){q_rotate(q_conjugate(parent->quat), v3_sub(pose[index].pos, parent->pos)), turn};
    KipVec3 anchor = g->model->joint[body->joint].pos;
    KipVec3 swung = v3_sub(q_rotate(body->quat, anchor), q_rotate(turn, anchor));
    return (KipBodyPose){v3_add(body->pos, swung), turn};
}

/* Takes the one of q and -q, the same rotation, that is nearer to the frame before; in the first, the one with w >= 0. */
static void fill_frame(Gltf *g, size_t frame, const KipBodyPose *pose)
{
    double *number = g->motion + frame * GLTF_MOTION;
    KipVec3 p = kip_gltf_vector(pose->pos);
    KipQuat q = kip_gltf_quat(pose->quat);
    v3_store(number, p);
    number[3] = q.x, number[4] = q.y, number[5] = q.z, number[6] = q.w;
    const double identity[GLTF_MOTION] = {0, 0, 0, 0, 0, 0, 1},
                 *before = frame ? number - GLTF_MOTION : identity;
    double dot = 0;
    for (int k = 3; k < GLTF_MOTION; k++)
        dot += number[k] * before[k];
    for (int k = 3; k < GLTF_MOTION && dot < 0; k++)
        number[k] = -number[k];
}

/* An absent body keeps the pose in which it was last present, or will first be, so that no key shows where it is kept. */
static void fill_motion(Gltf *g, int body)
{
    size_t shown = 0;
    while (shown < g->grid->nframe && !is_there(g, shown, body, -1))
        shown++;
    shown = shown < g->grid->nframe ? shown : 0;
    for (size_t frame = 0; frame < g->grid->nframe; frame++) {
        if (is_there(g, frame, body, -1))
            shown = frame;
        KipBodyPose pose = local_pose(g, shown, body);
        fill_frame(g, frame, &pose);
    }
}

void kip_gltf_add_motion(Gltf *g)
{
    for (int i = 1; i < g->model->nbody && !g->no_memory; i++) {
        fill_motion(g, i);
        for (int k = 0; k < 3; k++)
            g->node[i].translation[k] = kip_gltf_single(g, g->motion[k]);
        for (int k = 0; k < 4; k++)
            g->node[i].rotation[k] = kip_gltf_single(g, g->motion[3 + k]);
        add_moving(g, i, GLTF_TRANSLATION, 0, 3);
        add_moving(g, i, GLTF_TURN, 3, 4);
        if (g->model->body[i].root == i) /* trees come and go as a whole */
            add_scale(g, i, i, -1);
    }
}
