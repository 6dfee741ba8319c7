/* Bodies, frames, joints, geoms and sites of MJCF. The walk over them is not recursive: a context is kept for each element
 * that holds others. */
#include <string.h>

#include "mjcf_parts.h"

/* What an element inherits from the world body, body or frame that contains it. */
typedef struct Context {
    int body;
    const KipMjcfSettings *settings; /* of the nearest childclass */
    KipVec3 pos;                     /* of the frames between the body and the element, in the body's frame */
    KipQuat quat;
} Context;

/* Transforms pos and quat from the innermost frame to the body's; quat may be NULL. */
static void leave_frames(const Context *c, KipVec3 *pos, KipQuat *quat)
{
    *pos = v3_add(c->pos, q_rotate(c->quat, *pos));
    if (quat)
        *quat = q_mul(c->quat, *quat);
}

static const KipMjcfSettings *settings_of(KipMjcf *m, const KipXmlElement *e, const Context *c)
{
    const KipMjcfSettings *own = kip_mjcf_class(m, e, "class");
    return own ? own : c->settings;
}

/* -- joints ---------------------------------------------------------------------------------------------- */

void kip_mjcf_apply_joint(KipMjcf *m, const KipXmlElement *e, KipMjcfJoint *j)
{
    int type;
    if (kip_mjcf_word(m, e, "type", kip_mjcf_joint_type, KIP_MJCF_JOINT_TYPES, &type))
        j->part.type = (KipJointType)type;
    kip_mjcf_vec3(m, e, "pos", &j->part.pos);
    kip_mjcf_vec3(m, e, "axis", &j->part.axis);
    kip_mjcf_number(m, e, "ref", &j->part.ref);
    kip_mjcf_number(m, e, "springref", &j->part.springref);
    kip_mjcf_number(m, e, "stiffness", &j->part.stiffness);
    kip_mjcf_number(m, e, "damping", &j->part.damping);
    kip_mjcf_number(m, e, "armature", &j->part.armature);
    kip_mjcf_numbers(m, e, "range", j->part.range, 2, 2);
    kip_mjcf_switch(m, e, "limited", &j->limited);
    kip_mjcf_numbers(m, e, "actuatorfrcrange", j->force_range, 2, 2);
    kip_mjcf_switch(m, e, "actuatorfrclimited", &j->force_limited);
}

/* Completes a joint from its attributes `j`, in the file's units, and the defaults. */
static KipJoint finish_joint(KipMjcf *m, const KipXmlElement *e, const Context *c, const KipMjcfJoint *j)
{
    KipJoint joint = j->part;
    bool turns = joint.type == KIP_JOINT_HINGE || joint.type == KIP_JOINT_BALL;
    bool has_axis = joint.type == KIP_JOINT_HINGE || joint.type == KIP_JOINT_SLIDE;
    double unit = turns ? m->angle : 1;
    joint.name = kip_mjcf_text(e, "name");
    joint.body = c->body;
    joint.place = kip_xml_place(e);
    leave_frames(c, &joint.pos, NULL);
    joint.axis = q_rotate(c->quat, joint.axis);
    joint.range[0] *= unit;
    joint.range[1] *= unit;
    joint.ref *= has_axis ? unit : 0;
    joint.springref *= has_axis ? unit : 0;
    if (joint.type == KIP_JOINT_FREE)
        joint.pos = v3_zero(); /* in MuJoCo a free joint has neither pos nor range */
    else
        joint.limited = kip_mjcf_limited(m, e, "range", j->limited, joint.range) && !m->no_limits;
    if (has_axis && kip_mjcf_limited(m, e, "actuatorfrcrange", j->force_limited, j->force_range))
        memcpy(joint.strength, j->force_range, sizeof joint.strength);
    if (m->no_springs)
        joint.stiffness = 0;
    if (m->no_dampers)
        joint.damping = 0;
    return joint;
}

static void read_joint(KipMjcf *m, const KipXmlElement *e, const Context *c)
{
    KipMjcfJoint j = settings_of(m, e, c)->joint;
    if (e->kind == MJCF_FREEJOINT) { /* default classes do not apply to it */
        KipMjcfJoint plain = {.part = kip_joint_def()};
        j = plain;
        j.part.type = KIP_JOINT_FREE;
    } else {
        kip_mjcf_apply_joint(m, e, &j);
    }
    if (c->body == 0)
        kip_mjcf_fail(m, kip_xml_place(e), "<%s> stands outside of all bodies: the world does not move",
                      e->name);
    m->joint[m->njoint++] = finish_joint(m, e, c, &j);
}

/* -- geoms ----------------------------------------------------------------------------------------------- */

static void read_condim(KipMjcf *m, const KipXmlElement *e, int *condim)
{
    if (!kip_mjcf_integer(m, e, "condim", condim))
        return;
    if (*condim != 1 && *condim != 3 && *condim != 4 && *condim != 6)
        kip_mjcf_fail(m, kip_mjcf_place(e, "condim"),
                      "condim of <%s> is 1 (no friction), 3 (friction), "
                      "4 (and against spinning) or 6 (and against rolling), not %d",
                      e->name, *condim);
}

/* As in MuJoCo, a missing damping ratio is 1, a missing impedance 0.95, and the impedance is clamped to its bounds. */
static void read_softness(KipMjcf *m, const KipXmlElement *e, double solref[2], double *impedance)
{
    double solimp[5];
    if (kip_mjcf_numbers(m, e, "solref", solref, 1, 2) == 1)
        solref[1] = 1;
    if (kip_mjcf_numbers(m, e, "solimp", solimp, 1, 5) > 1)
        *impedance = fmin(fmax(solimp[1], 0.0001), 0.9999);
}

void kip_mjcf_apply_geom(KipMjcf *m, const KipXmlElement *e, KipMjcfGeom *g)
{
    enum { PRIMITIVES = KIP_GEOM_ELLIPSOID + 1 };
    int type;
    double friction[3], rgba[4];
    if (kip_mjcf_word(m, e, "type", kip_mjcf_geom_type, KIP_MJCF_GEOM_TYPES, &type)) {
        g->is_mesh = type >= PRIMITIVES;
        g->part.type = g->is_mesh ? KIP_GEOM_SPHERE : (KipGeomType)type;
    }
    if (kip_mjcf_text(e, "mesh") || kip_mjcf_text(e, "hfield"))
        g->is_mesh = true; /* a box with a mesh would be fitted to it */
    if (kip_mjcf_text(e, "material"))
        g->material = kip_mjcf_text(e, "material");
    kip_mjcf_pose_read(m, e, &g->pose);
    kip_mjcf_numbers(m, e, "size", g->part.size, 1, 3);
    kip_mjcf_number(m, e, "density", &g->part.density);
    if (kip_mjcf_number(m, e, "mass", &g->part.mass) && g->part.mass < 0)
        kip_mjcf_fail(m, kip_mjcf_place(e, "mass"), "mass of <geom> is %g kg; it must not be negative",
                      g->part.mass);
    int n = kip_mjcf_numbers(m, e, "friction", friction, 1, 3);
    g->part.friction = n > 0 ? friction[0] : g->part.friction;
    g->part.spin = n > 1 ? friction[1] : g->part.spin;
    g->part.roll = n > 2 ? friction[2] : g->part.roll;
    read_softness(m, e, g->part.solref, &g->part.impedance);
    if (kip_mjcf_numbers(m, e, "rgba", rgba, 4, 4))
        for (int i = 0; i < 4; i++)
            g->part.rgba[i] = (float)rgba[i];
    kip_mjcf_integer(m, e, "contype", &g->part.contype);
    kip_mjcf_integer(m, e, "conaffinity", &g->part.conaffinity);
    kip_mjcf_integer(m, e, "group", &g->group);
    read_condim(m, e, &g->part.condim);
}

/* The two directions of sliding, and those of rolling, are the same here; the first one is taken. */
void kip_mjcf_apply_pair(KipMjcf *m, const KipXmlElement *e, KipPair *pair)
{
    double friction[5];
    int n = kip_mjcf_numbers(m, e, "friction", friction, 1, 5);
    pair->friction = n > 0 ? friction[0] : pair->friction;
    pair->spin = n > 2 ? friction[2] : pair->spin;
    pair->roll = n > 3 ? friction[3] : pair->roll;
    if ((n > 1 && friction[1] != friction[0]) || (n > 4 && friction[4] != friction[3]))
        kip_mjcf_note(m, KIP_NOTE_REPLACED, kip_mjcf_place(e, "friction"), e->name,
                      "friction of two directions (by the first's)");
    read_condim(m, e, &pair->condim);
    read_softness(m, e, pair->solref, &pair->impedance);
}

/* As in MuJoCo, a material's colour applies where the geom's own is the default. */
static void paint(KipMjcf *m, const KipXmlElement *e, const char *name, float *rgba)
{
    KipGeom plain = kip_geom_def();
    int i = name ? kip_mjcf_index(m, kip_mjcf_place(e, "material"), "material", name, &m->material->name,
                                  m->nmaterial, sizeof *m->material)
                 : -1;
    if (i >= 0 && memcmp(rgba, plain.rgba, sizeof plain.rgba) == 0)
        memcpy(rgba, m->material[i].rgba, sizeof plain.rgba);
}

/* Sets half the length of a fromto: the third size of a box or ellipsoid, whose second is then the first. */
static void stretch(KipMjcf *m, const KipXmlElement *e, KipGeom *geom, double half_length)
{
    bool round = geom->type == KIP_GEOM_CAPSULE || geom->type == KIP_GEOM_CYLINDER;
    if (geom->type == KIP_GEOM_PLANE || geom->type == KIP_GEOM_SPHERE)
        kip_mjcf_fail(
            m, kip_mjcf_place(e, "fromto"),
            "fromto makes capsules, cylinders, boxes and ellipsoids; give this geom one of these types");
    geom->size[2] = round ? 0 : half_length;
    geom->size[1] = round ? half_length : geom->size[0];
}

static void read_geom(KipMjcf *m, const KipXmlElement *e, const Context *c)
{
    KipMjcfGeom *g = m->geom + m->ngeom++;
    KipGeom *geom = &g->part;
    double half_length;
    *g = settings_of(m, e, c)->geom;
    kip_mjcf_apply_geom(m, e, g);
    half_length = kip_mjcf_pose_resolve(m, e, &g->pose, &geom->pos, &geom->quat);
    if (g->pose.has_fromto)
        stretch(m, e, geom, half_length);
    leave_frames(c, &geom->pos, &geom->quat);
    geom->name = kip_mjcf_text(e, "name") ? kip_mjcf_text(e, "name") : "";
    geom->body = c->body;
    geom->place = kip_xml_place(e);
    paint(m, e, g->material, geom->rgba);
    if (g->group < m->group_range[0] || g->group > m->group_range[1])
        geom->mass = 0;
    else
        m->body[c->body].ngeom++;
    if (m->no_contacts)
        geom->contype = geom->conaffinity = 0;
}

static void read_site(KipMjcf *m, const KipXmlElement *e, const Context *c)
{
    KipSite *site = m->site + m->nsite++;
    *site = kip_site_def();
    KipMjcfPose pose = settings_of(m, e, c)->site;
    kip_mjcf_pose_read(m, e, &pose);
    kip_mjcf_pose_resolve(m, e, &pose, &site->pos, &site->quat);
    leave_frames(c, &site->pos, &site->quat);
    if (kip_mjcf_text(e, "name"))
        site->name = kip_mjcf_text(e, "name");
    site->body = c->body;
}

/* -- bodies ---------------------------------------------------------------------------------------------- */

static void read_inertial(KipMjcf *m, const KipXmlElement *e, const Context *c)
{
    KipMjcfBody *body = m->body + c->body;
    KipMjcfPose pose = kip_mjcf_pose_def();
    KipQuat quat;
    double I[6] = {0};
    if (c->body == 0 || body->has_inertial) {
        kip_mjcf_fail(m, kip_xml_place(e),
                      c->body ? "a body has two <inertial>; give one"
                              : "<inertial> stands outside of all bodies");
        return;
    }
    body->has_inertial = true;
    kip_mjcf_require(m, e, "pos");
    kip_mjcf_require(m, e, "mass");
    kip_mjcf_number(m, e, "mass", &body->part.mass);
    kip_mjcf_pose_read(m, e, &pose);
    kip_mjcf_pose_resolve(m, e, &pose, &body->part.com, &quat);
    if (kip_mjcf_numbers(m, e, "fullinertia", I, 6, 6)) { /* xx yy zz xy xz yz */
        KipSym3 full = {I[0], I[3], I[4], I[1], I[5], I[2]};
        static const char *const others[] = {"diaginertia", "quat", "axisangle", "euler", "xyaxes", "zaxis"};
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            if (kip_mjcf_text(e, others[i]))
                kip_mjcf_fail(m, kip_mjcf_place(e, others[i]),
                              "<inertial> has a fullinertia as well as a %s; give one", others[i]);
        body->part.inertia = s3_rotate(q_matrix(c->quat), full);
    }
    leave_frames(c, &body->part.com, &quat);
    if (kip_mjcf_numbers(m, e, "diaginertia", I, 3, 3))
        body->part.inertia = s3_rotate(q_matrix(quat), s3_diagonal(I[0], I[1], I[2]));
}

/* The context of what is inside e, a body or a frame that is itself in context `c`. */
static Context inner_context(KipMjcf *m, const KipXmlElement *e, const Context *c)
{
    const KipMjcfSettings *settings = kip_mjcf_class(m, e, "childclass");
    Context inner = {c->body, settings ? settings : c->settings, v3_zero(), q_identity()};
    KipMjcfPose pose = kip_mjcf_pose_def();
    KipVec3 pos;
    KipQuat quat;
    kip_mjcf_pose_read(m, e, &pose);
    kip_mjcf_pose_resolve(m, e, &pose, &pos, &quat);
    leave_frames(c, &pos, &quat);
    if (e->kind == MJCF_FRAME) {
        inner.pos = pos;
        inner.quat = quat;
    } else {
        KipBody body = kip_body_def();
        inner.body = m->nbody++;
        body.name = kip_mjcf_text(e, "name");
        body.parent = c->body;
        body.pos = pos;
        body.quat = quat;
        body.place = kip_xml_place(e);
        m->body[inner.body].part = body;
    }
    return inner;
}

/* Reads the elements of a world body in document order, so that bodies are numbered depth first, as in MuJoCo. */
static void read_world(KipMjcf *m, KipXmlElement *world, Context *contexts, int *ncontext)
{
    for (KipXmlElement *e = kip_xml_next(world, world); e && m->status == KIP_OK;
         e = kip_xml_next(world, e)) {
        const Context *c = contexts + e->parent->index;
        switch ((KipMjcfKind)e->kind) {
        case MJCF_BODY:
        case MJCF_FRAME:
            e->index = (*ncontext)++;
            contexts[e->index] = inner_context(m, e, c);
            break;
        case MJCF_INERTIAL:
            read_inertial(m, e, c);
            break;
        case MJCF_JOINT:
        case MJCF_FREEJOINT:
            read_joint(m, e, c);
            break;
        case MJCF_GEOM:
            read_geom(m, e, c);
            break;
        case MJCF_SITE:
            read_site(m, e, c);
            break;
        default: /* skipped */
            break;
        }
    }
}

/* -- when all are read ----------------------------------------------------------------------------------- */

static bool takes_mass_from_geoms(const KipMjcf *m, const KipMjcfBody *body)
{
    if (m->inertiafromgeom == MJCF_TRUE)
        return !body->has_inertial || body->ngeom > 0;
    return m->inertiafromgeom == MJCF_AUTO && !body->has_inertial;
}

/* Drops meshes that neither collide nor have mass, since they are only visual; others are refused. */
static void leave_out_meshes(KipMjcf *m)
{
    int kept = 0;
    for (int i = 0; i < m->ngeom && m->status == KIP_OK; i++) {
        const KipMjcfGeom *g = m->geom + i;
        bool weighs = g->part.mass != 0 && (g->part.mass > 0 || g->part.density != 0) && g->part.body > 0 &&
                      m->body[g->part.body].part.mass_from_geoms;
        if (!g->is_mesh) {
            m->geom[kept++] = *g;
            continue;
        }
        if (weighs || g->part.contype != 0 || g->part.conaffinity != 0)
            kip_mjcf_fail(m, g->part.place,
                          "<geom> with a mesh or height field is refused where it %s; use simple shapes, %s",
                          weighs ? "gives its body mass" : "meets other geoms",
                          weighs ? "or give the body <inertial>"
                                 : "or make it a picture: contype=\"0\" conaffinity=\"0\"");
        kip_mjcf_note(m, KIP_NOTE_SKIPPED, g->part.place, "geom", "mesh");
    }
    m->ngeom = kept;
}

void kip_mjcf_read_bodies(KipMjcf *m)
{
    int ncontext = m->count[MJCF_WORLDBODY] + m->count[MJCF_BODY] + m->count[MJCF_FRAME], used = 0;
    Context *contexts = kip_mjcf_take(m, ncontext, sizeof *contexts);
    m->body = kip_mjcf_take(m, m->count[MJCF_BODY] + 1, sizeof *m->body);
    m->joint = kip_mjcf_take(m, m->count[MJCF_JOINT] + m->count[MJCF_FREEJOINT], sizeof *m->joint);
    m->geom = kip_mjcf_take(m, m->count[MJCF_GEOM], sizeof *m->geom);
    m->site = kip_mjcf_take(m, m->count[MJCF_SITE], sizeof *m->site);
    if (m->status != KIP_OK)
        return;
    m->body[0].part = kip_body_def();
    m->body[0].part.name = "world";
    m->nbody = 1;
    for (KipXmlElement *e = m->root->first; e; e = e->next) {
        Context world = {0, m->classes[0].settings, v3_zero(), q_identity()};
        if (e->kind != MJCF_WORLDBODY)
            continue;
        e->index = used++;
        contexts[e->index] = world;
        read_world(m, e, contexts, &used);
    }
    for (int i = 1; i < m->nbody; i++)
        m->body[i].part.mass_from_geoms = takes_mass_from_geoms(m, m->body + i);
    leave_out_meshes(m);
    kip_mjcf_correct_masses(m);
    kip_mjcf_name(m, &m->body->part.name, m->nbody, sizeof *m->body, "body"); /* numbers as in MuJoCo */
    kip_mjcf_name(m, &m->joint->name, m->njoint, sizeof *m->joint, "joint");
}
