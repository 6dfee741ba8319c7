/* The last steps of reading: keyframes and custom data, the prefix of names, the placement in the world, and handing
 * everything to the builder. */
#include <string.h>

#include "mjcf_parts.h"

/* -- keyframes, custom data ------------------------------------------------------------------------------ */

static void read_key(KipMjcf *m, const KipXmlElement *e)
{
    KipMjcfKey *key = m->key + m->nkey++;
    key->part.name = kip_mjcf_text(e, "name");
    key->part.place = kip_xml_place(e);
    kip_mjcf_number(m, e, "time", &key->part.time);
    key->q = kip_mjcf_list(m, e, "qpos", &key->nq);
    key->v = kip_mjcf_list(m, e, "qvel", &key->nv);
}

/* Reads the data; `size` may be greater than their number, with the rest filled by 0. */
static void read_numeric(KipMjcf *m, const KipXmlElement *e, KipCustom *custom)
{
    enum { LARGEST = 1000000 };
    int given, size = 0;
    const double *data = kip_mjcf_list(m, e, "data", &given);
    double *number;
    kip_mjcf_integer(m, e, "size", &size);
    if (size < 0 || size > LARGEST || (size > 0 && size < given))
        kip_mjcf_fail(m, kip_mjcf_place(e, "size"),
                      "size of <numeric> is %d, for %d numbers of data; it is from these to %d", size, given,
                      LARGEST);
    custom->n = size > 0 ? size : given;
    if (custom->n == 0)
        kip_mjcf_fail(m, kip_xml_place(e), "<numeric> needs data=\"...\" or size=\"...\"");
    number = m->status == KIP_OK ? kip_mjcf_take(m, custom->n, sizeof *number) : NULL;
    if (number && given)
        memcpy(number, data, (size_t)given * sizeof *number);
    custom->number = number;
}

static void read_custom(KipMjcf *m, const KipXmlElement *e)
{
    KipCustom *custom = m->custom + m->ncustom;
    kip_mjcf_require(m, e, "name");
    custom->name = kip_mjcf_text(e, "name");
    custom->place = kip_xml_place(e);
    if (e->kind == MJCF_NUMERIC) {
        read_numeric(m, e, custom);
    } else {
        kip_mjcf_require(m, e, "data");
        custom->text = kip_mjcf_text(e, "data");
    }
    m->ncustom++;
}

void kip_mjcf_read_keys(KipMjcf *m)
{
    m->key = kip_mjcf_take(m, m->count[MJCF_KEY], sizeof *m->key);
    m->custom = kip_mjcf_take(m, m->count[MJCF_NUMERIC] + m->count[MJCF_TEXT], sizeof *m->custom);
    for (const KipXmlElement *section = m->root->first; section; section = section->next) {
        for (const KipXmlElement *e = section->first; e && m->status == KIP_OK; e = e->next) {
            if (e->kind == MJCF_KEY)
                read_key(m, e);
            else if (e->kind == MJCF_NUMERIC || e->kind == MJCF_TEXT)
                read_custom(m, e);
        }
    }
    kip_mjcf_name(m, &m->key->part.name, m->nkey, sizeof *m->key, "key");
}

/* -- prefix ---------------------------------------------------------------------------------------------- */

static void add_prefix(KipMjcf *m, const char *prefix, const char **name)
{
    char *longer;
    if (!*prefix || !**name) /* a part without a name stays without */
        return;
    longer = kip_mjcf_take(m, (int)(strlen(prefix) + strlen(*name) + 1), 1);
    if (longer)
        *name = strcat(strcpy(longer, prefix), *name);
}

static void add_prefixes(KipMjcf *m, const char *prefix)
{
    for (int i = 1; i < m->nbody; i++)
        add_prefix(m, prefix, &m->body[i].part.name);
    for (int i = 0; i < m->njoint; i++)
        add_prefix(m, prefix, &m->joint[i].name);
    for (int i = 0; i < m->ngeom; i++)
        add_prefix(m, prefix, &m->geom[i].part.name);
    for (int i = 0; i < m->nsite; i++)
        add_prefix(m, prefix, &m->site[i].name);
    for (int i = 0; i < m->ntendon; i++)
        add_prefix(m, prefix, &m->tendon[i].name);
    for (int i = 0; i < m->nmotor; i++)
        add_prefix(m, prefix, &m->motor[i].name);
    for (int i = 0; i < m->nkey; i++)
        add_prefix(m, prefix, &m->key[i].part.name);
    for (int i = 0; i < m->ncustom; i++)
        add_prefix(m, prefix, &m->custom[i].name);
}

/* -- placement ------------------------------------------------------------------------------------------- */

static void place_pose(KipVec3 pos, KipQuat quat, KipVec3 *p, KipQuat *q)
{
    *p = v3_add(pos, q_rotate(quat, *p));
    *q = q_mul(quat, *q);
}

/* Places the free joint of a root body in every keyframe, at indices q and v: position, orientation and velocity in world
 * axes. */
static void place_free_joint(KipMjcf *m, KipVec3 pos, KipQuat quat, int nq, int nv, int q, int v)
{
    for (int i = 0; i < m->nkey; i++) {
        KipMjcfKey *key = m->key + i;
        if (key->nq == nq) { /* another size is an error of kip_builder_finish */
            KipVec3 p = v3_from(key->q + q);
            KipQuat turn = q_from(key->q + q + 3);
            place_pose(pos, quat, &p, &turn);
            v3_store(key->q + q, p);
            q_store(key->q + q + 3, turn);
        }
        if (key->nv == nv)
            v3_store(key->v + v, q_rotate(quat, v3_from(key->v + v)));
    }
}

/* Coordinates are in the order of bodies, and of the joints of each; a free joint is the only one of its body. */
static void place_keys(KipMjcf *m, KipVec3 pos, KipQuat quat)
{
    static const int nq_of[] = {7, 4, 1, 1}, nv_of[] = {6, 3, 1, 1}; /* by KipJointType */
    int *q = kip_mjcf_take(m, m->nbody + 1, sizeof *q), *v = kip_mjcf_take(m, m->nbody + 1, sizeof *v);
    if (!q || !v)
        return;
    for (int j = 0; j < m->njoint; j++) {
        q[m->joint[j].body + 1] += nq_of[m->joint[j].type];
        v[m->joint[j].body + 1] += nv_of[m->joint[j].type];
    }
    for (int i = 0; i < m->nbody; i++) { /* from the number of each body to the number before it */
        q[i + 1] += q[i];
        v[i + 1] += v[i];
    }
    for (int j = 0; j < m->njoint; j++)
        if (m->joint[j].type == KIP_JOINT_FREE)
            place_free_joint(m, pos, quat, q[m->nbody], v[m->nbody], q[m->joint[j].body],
                             v[m->joint[j].body]);
}

static void place_world(KipMjcf *m, KipVec3 pos, KipQuat quat)
{
    for (int i = 1; i < m->nbody; i++)
        if (m->body[i].part.parent == 0)
            place_pose(pos, quat, &m->body[i].part.pos, &m->body[i].part.quat);
    for (int i = 0; i < m->ngeom; i++)
        if (m->geom[i].part.body == 0)
            place_pose(pos, quat, &m->geom[i].part.pos, &m->geom[i].part.quat);
    for (int i = 0; i < m->nsite; i++)
        if (m->site[i].body == 0)
            place_pose(pos, quat, &m->site[i].pos, &m->site[i].quat);
    place_keys(m, pos, quat);
}

/* -- handing over ---------------------------------------------------------------------------------------- */

/* The builder's index of the file's body i, with `before` bodies in the builder. */
static int moved_body(int i, int before)
{
    return i == 0 ? 0 : i + before - 1;
}

static void emit_bodies(KipMjcf *m, KipBuilder *builder, int before)
{
    int first_geom;
    kip_builder_geoms(builder, &first_geom);
    for (int i = 1; i < m->nbody; i++) {
        m->body[i].part.parent = moved_body(m->body[i].part.parent, before);
        kip_builder_body(builder, &m->body[i].part);
    }
    for (int i = 0; i < m->ngeom; i++) {
        m->geom[i].part.body = moved_body(m->geom[i].part.body, before);
        kip_builder_geom(builder, &m->geom[i].part);
    }
    for (int i = 0; i < m->nsite; i++) {
        m->site[i].body = moved_body(m->site[i].body, before);
        kip_builder_site(builder, m->site + i);
    }
    for (int i = 0; i < m->npair; i++) {
        m->pair[i].geom1 += first_geom, m->pair[i].geom2 += first_geom;
        kip_builder_pair(builder, m->pair + i);
    }
    for (int i = 0; i < m->nexclude; i++)
        kip_builder_exclude(builder, moved_body(m->exclude[i].body1, before),
                            moved_body(m->exclude[i].body2, before));
}

static void emit_joints(KipMjcf *m, KipBuilder *builder, int before, int *index)
{
    for (int i = 0; i < m->njoint; i++) {
        m->joint[i].body = moved_body(m->joint[i].body, before);
        index[i] = kip_builder_joint(builder, m->joint + i);
    }
    for (int i = 0; i < m->ntendon; i++) {
        int *joint = (int *)m->tendon[i].joint; /* points to the reader's own memory */
        for (int k = 0; k < m->tendon[i].njoint; k++)
            joint[k] = index[joint[k]];
        kip_builder_tendon(builder, m->tendon + i);
    }
    for (int i = 0; i < m->nmotor; i++) {
        m->motor[i].joint = index[m->motor[i].joint];
        kip_builder_motor(builder, m->motor + i);
    }
}

static void emit_rest(const KipMjcf *m, KipBuilder *builder, int before)
{
    int first_body = m->nbody > 1 ? before : 0; /* without bodies, the file refers to none */
    for (int i = 0; i < m->nkey; i++) {
        const KipMjcfKey *key = m->key + i;
        kip_builder_key(builder, key->part.name, key->part.time, first_body, key->q, key->nq, key->v, key->nv,
                        key->part.place);
    }
    for (int i = 0; i < m->ncustom; i++) {
        const KipCustom *custom = m->custom + i;
        if (custom->text)
            kip_builder_text(builder, custom->name, custom->text, custom->place);
        else
            kip_builder_number(builder, custom->name, custom->number, custom->n, custom->place);
    }
}

void kip_mjcf_emit(KipMjcf *m, KipBuilder *builder, const char *prefix, KipVec3 pos, KipQuat quat)
{
    const char *name = kip_mjcf_text(m->root, "model");
    int before = kip_builder_nbody(builder), *index = kip_mjcf_take(m, m->njoint, sizeof *index);
    add_prefixes(m, prefix);
    place_world(m, pos, q_normalize(quat));
    if (m->status != KIP_OK)
        return;
    if (before == 1) { /* the first file with bodies sets these */
        kip_builder_name(builder, name ? name : "");
        kip_builder_option(builder, m->gravity, m->timestep);
    }
    emit_bodies(m, builder, before);
    emit_joints(m, builder, before, index);
    emit_rest(m, builder, before);
}
