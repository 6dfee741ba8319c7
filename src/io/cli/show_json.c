/* kip show --json: the model as one object in SI units and radians; null is an infinite bound or a missing name. */
#include "../text/json.h"
#include "show.h"

static void put_vec(KipJson *json, const char *key, KipVec3 v)
{
    kip_json_numbers(json, key, (const double[]){v.x, v.y, v.z}, 3);
}

static void put_quat(KipJson *json, const char *key, KipQuat q)
{
    kip_json_numbers(json, key, (const double[]){q.w, q.x, q.y, q.z}, 4);
}

static void put_place(KipJson *json, KipPlace place)
{
    kip_json_string(json, "file", place.file);
    kip_json_integer(json, "line", place.line);
}

static void put_bodies(KipJson *json, const KipModel *m)
{
    kip_json_open(json, "bodies", '[');
    for (int i = 0; i < m->nbody; i++) {
        const KipBody *body = &m->body[i];
        const KipSym3 *I = &body->inertia;
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", body->name);
        kip_json_string(json, "parent", i ? m->body[body->parent].name : NULL);
        put_vec(json, "pos", body->pos);
        put_quat(json, "quat", body->quat);
        kip_json_number(json, "mass", body->mass);
        put_vec(json, "com", body->com);
        kip_json_numbers(json, "fullinertia", (const double[]){I->xx, I->yy, I->zz, I->xy, I->xz, I->yz}, 6);
        put_place(json, body->place);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_joints(KipJson *json, const KipModel *m)
{
    kip_json_open(json, "joints", '[');
    for (int i = 0; i < m->njoint; i++) {
        const KipJoint *joint = &m->joint[i];
        bool has_axis = joint->type == KIP_JOINT_HINGE || joint->type == KIP_JOINT_SLIDE;
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", joint->name);
        kip_json_string(json, "type", kip_show_string(m, KIP_SHOW_JOINT_TYPE, &joint->type));
        kip_json_string(json, "body", m->body[joint->body].name);
        kip_json_integer(json, "q", joint->q);
        kip_json_integer(json, "nq", joint->nq);
        kip_json_integer(json, "v", joint->v);
        kip_json_integer(json, "nv", joint->nv);
        put_vec(json, "pos", joint->pos);
        if (has_axis)
            put_vec(json, "axis", joint->axis);
        else
            kip_json_string(json, "axis", NULL);
        kip_json_number(json, "ref", joint->ref);
        if (joint->limited)
            kip_json_numbers(json, "range", joint->range, 2);
        else
            kip_json_string(json, "range", NULL);
        kip_json_numbers(json, "strength", joint->strength, 2);
        kip_json_number(json, "damping", joint->damping);
        kip_json_number(json, "stiffness", joint->stiffness);
        kip_json_number(json, "springref", joint->springref);
        kip_json_number(json, "armature", joint->armature);
        put_place(json, joint->place);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_geoms(KipJson *json, const KipModel *m)
{
    kip_json_open(json, "geoms", '[');
    for (int i = 0; i < m->ngeom; i++) {
        const KipGeom *geom = &m->geom[i];
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", geom->name);
        kip_json_string(json, "type", kip_show_string(m, KIP_SHOW_GEOM_TYPE, &geom->type));
        kip_json_string(json, "body", m->body[geom->body].name);
        kip_json_numbers(json, "size", geom->size, 3);
        put_vec(json, "pos", geom->pos);
        put_quat(json, "quat", geom->quat);
        kip_json_number(json, "friction", geom->friction);
        kip_json_number(json, "spin", geom->spin);
        kip_json_number(json, "roll", geom->roll);
        kip_json_numbers(json, "solref", geom->solref, 2);
        kip_json_number(json, "impedance", geom->impedance);
        kip_json_integer(json, "condim", geom->condim);
        kip_json_integer(json, "contype", geom->contype);
        kip_json_integer(json, "conaffinity", geom->conaffinity);
        put_place(json, geom->place);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_keyframes(KipJson *json, const KipModel *m)
{
    kip_json_open(json, "keyframes", '[');
    for (int i = 0; i < m->nkey; i++) {
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", m->key[i].name);
        kip_json_number(json, "time", m->key[i].time);
        kip_json_numbers(json, "q", m->key[i].q, m->nq);
        kip_json_numbers(json, "v", m->key[i].v, m->nv);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_poses(KipJson *json, const KipShow *show)
{
    const KipPoseSet *poses = show->poses;
    kip_json_string(json, "poses_file", poses ? show->poses_path : NULL);
    kip_json_open(json, "poses", '[');
    for (int i = 0; poses && i < poses->npose; i++)
        kip_json_string(json, NULL, poses->pose[i].name);
    kip_json_close(json);
    kip_json_open(json, "sequences", '[');
    for (int i = 0; poses && i < poses->nsequence; i++)
        kip_json_string(json, NULL, poses->sequence[i].name);
    kip_json_close(json);
}

static void put_motors(KipJson *json, const KipModel *m)
{
    kip_json_open(json, "motors", '[');
    for (int i = 0; i < m->nmotor; i++) {
        const KipMotor *motor = &m->motor[i];
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", motor->name);
        kip_json_string(json, "type", kip_show_string(m, KIP_SHOW_MOTOR_TYPE, &motor->type));
        kip_json_string(json, "joint", m->joint[motor->joint].name);
        kip_json_number(json, "gear", motor->gear);
        kip_json_number(json, "gain", motor->gain);
        kip_json_numbers(json, "ctrlrange", motor->ctrlrange, 2);
        kip_json_numbers(json, "forcerange", motor->forcerange, 2);
        put_place(json, motor->place);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_tendons(KipJson *json, const KipModel *m)
{
    kip_json_open(json, "tendons", '[');
    for (int i = 0; i < m->ntendon; i++) {
        const KipTendon *tendon = &m->tendon[i];
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", tendon->name);
        kip_json_open(json, "joints", '[');
        for (int k = 0; k < tendon->njoint; k++)
            kip_json_string(json, NULL, m->joint[tendon->joint[k]].name);
        kip_json_close(json);
        kip_json_numbers(json, "coef", tendon->coef, tendon->njoint);
        if (tendon->limited)
            kip_json_numbers(json, "range", tendon->range, 2);
        else
            kip_json_string(json, "range", NULL);
        kip_json_number(json, "stiffness", tendon->stiffness);
        kip_json_number(json, "damping", tendon->damping);
        kip_json_number(json, "springlength", tendon->springlength);
        put_place(json, tendon->place);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_excludes(KipJson *json, const KipModel *m)
{
    kip_json_open(json, "excludes", '[');
    for (int i = 0; i < m->nexclude; i++) {
        kip_json_open(json, NULL, '[');
        kip_json_string(json, NULL, m->body[m->exclude[i].body1].name);
        kip_json_string(json, NULL, m->body[m->exclude[i].body2].name);
        kip_json_close(json);
    }
    kip_json_close(json);
}

/* Values that a pair takes from its geoms are null. */
static void put_pairs(KipJson *json, const KipModel *m)
{
    kip_json_open(json, "pairs", '[');
    for (int i = 0; i < m->npair; i++) {
        const KipPair *pair = &m->pair[i];
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "geom1", m->geom[pair->geom1].name);
        kip_json_string(json, "geom2", m->geom[pair->geom2].name);
        kip_json_integer(json, "condim", pair->condim);
        kip_json_number(json, "friction", pair->friction);
        kip_json_number(json, "spin", pair->spin);
        kip_json_number(json, "roll", pair->roll);
        kip_json_numbers(json, "solref", pair->solref, 2);
        kip_json_number(json, "impedance", pair->impedance);
        put_place(json, pair->place);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_custom(KipJson *json, const KipModel *m)
{
    kip_json_open(json, "custom", '{');
    for (int i = 0; i < m->ncustom; i++) {
        if (m->custom[i].text)
            kip_json_string(json, m->custom[i].name, m->custom[i].text);
        else
            kip_json_numbers(json, m->custom[i].name, m->custom[i].number, m->custom[i].n);
    }
    kip_json_close(json);
}

static void put_notes(KipJson *json, const KipNotes *notes)
{
    kip_json_open(json, "notes", '[');
    for (int i = 0; i < notes->n; i++) {
        const KipNote *note = &notes->note[i];
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "what", note->what);
        kip_json_string(json, "kind", kip_show_string(NULL, KIP_SHOW_NOTE_KIND, &note->kind));
        kip_json_integer(json, "count", note->count);
        put_place(json, (KipPlace){note->file, note->line, note->column});
        kip_json_close(json);
    }
    kip_json_close(json);
}

void kip_show_print_json(const KipShow *show, FILE *stream)
{
    const KipModel *m = show->model;
    KipJson json = {.stream = stream};
    kip_json_open(&json, NULL, '{');
    kip_json_string(&json, "name", m->name);
    kip_json_open(&json, "files", '[');
    for (int i = 0; i < show->nsource; i++)
        kip_json_string(&json, NULL, show->source[i]);
    kip_json_close(&json);
    kip_json_integer(&json, "nq", m->nq);
    kip_json_integer(&json, "nv", m->nv);
    kip_json_number(&json, "mass", m->mass);
    if (m->mass > 0)
        put_vec(&json, "com", show->com);
    else
        kip_json_string(&json, "com", NULL);
    if (show->has_height)
        kip_json_numbers(&json, "height", (const double[]){show->lowest, show->highest}, 2);
    else
        kip_json_string(&json, "height", NULL);
    put_vec(&json, "gravity", m->gravity);
    kip_json_number(&json, "timestep", m->timestep);
    kip_json_numbers(&json, "q0", m->q0, m->nq);
    put_bodies(&json, m);
    put_joints(&json, m);
    put_geoms(&json, m);
    put_keyframes(&json, m);
    put_poses(&json, show);
    put_motors(&json, m);
    put_tendons(&json, m);
    put_excludes(&json, m);
    put_pairs(&json, m);
    put_custom(&json, m);
    put_notes(&json, &show->notes);
    kip_json_close(&json);
}
