/* Settings of a whole file: compiler, option, default classes, materials. */
#include <math.h>
#include <string.h>

#include "mjcf_parts.h"

static const double degree = 0.017453292519943295; /* pi / 180 */

/* -- compiler, option ------------------------------------------------------------------------------------ */

static void read_compiler(KipMjcf *m, const KipXmlElement *e)
{
    static const char *const angles[] = {"degree", "radian"};
    const char *sequence = kip_mjcf_text(e, "eulerseq");
    double range[2];
    int angle;
    if (kip_mjcf_word(m, e, "angle", angles, 2, &angle))
        m->angle = angle == 1 ? 1 : degree;
    kip_mjcf_bool(m, e, "autolimits", &m->autolimits);
    kip_mjcf_switch(m, e, "inertiafromgeom", &m->inertiafromgeom);
    kip_mjcf_number(m, e, "boundmass", &m->least_mass);
    kip_mjcf_number(m, e, "boundinertia", &m->least_inertia);
    kip_mjcf_bool(m, e, "balanceinertia", &m->balance_inertia);
    kip_mjcf_number(m, e, "settotalmass", &m->total_mass);
    if (kip_mjcf_numbers(m, e, "inertiagrouprange", range, 2, 2))
        for (int i = 0; i < 2; i++)
            m->group_range[i] = (int)fmax(-1000, fmin(1000, range[i]));
    if (sequence && (strlen(sequence) != 3 || strspn(sequence, "xyzXYZ") != 3))
        kip_mjcf_fail(m, kip_mjcf_place(e, "eulerseq"), "eulerseq is three letters of xyzXYZ, not '%.40s'",
                      sequence);
    else if (sequence)
        memcpy(m->eulerseq, sequence, 3);
}

static void read_flag(KipMjcf *m, const KipXmlElement *e, const char *name, bool *disabled)
{
    static const char *const words[] = {"enable", "disable"};
    int index;
    if (kip_mjcf_word(m, e, name, words, 2, &index))
        *disabled = index == 1;
}

static void read_flags(KipMjcf *m, const KipXmlElement *e)
{
    read_flag(m, e, "gravity", &m->no_gravity);
    read_flag(m, e, "contact", &m->no_contacts);
    read_flag(m, e, "limit", &m->no_limits);
    read_flag(m, e, "constraint", &m->no_constraints);
    read_flag(m, e, "spring", &m->no_springs);
    read_flag(m, e, "damper", &m->no_dampers);
    read_flag(m, e, "passive", &m->no_passive);
}

static void read_option(KipMjcf *m, const KipXmlElement *e)
{
    kip_mjcf_vec3(m, e, "gravity", &m->gravity);
    if (kip_mjcf_number(m, e, "timestep", &m->timestep) && !(m->timestep > 0))
        kip_mjcf_fail(m, kip_mjcf_place(e, "timestep"), "timestep is %g s; it must be positive", m->timestep);
    for (const KipXmlElement *flag = e->first; flag; flag = flag->next)
        read_flags(m, flag);
}

/* -- default classes ------------------------------------------------------------------------------------- */

/* MuJoCo's own defaults. */
static KipMjcfSettings builtin(void)
{
    KipMjcfSettings s = {
        .joint = {.part = kip_joint_def(), .limited = MJCF_AUTO, .force_limited = MJCF_AUTO},
        .geom = {.part = kip_geom_def(), .pose = kip_mjcf_pose_def()},
        .site = kip_mjcf_pose_def(),
        .tendon = {.part = kip_tendon_def(), .limited = MJCF_AUTO, .springlength = {-1, -1}},
        .pair = kip_pair_def(),
        .motor = {.part = kip_motor_def(),
                  .ctrl_limited = MJCF_AUTO,
                  .force_limited = MJCF_AUTO,
                  .kp = 1,
                  .kv = 1},
        .material = {1, 1, 1, 1},
    };
    return s;
}

const KipMjcfSettings *kip_mjcf_class(KipMjcf *m, const KipXmlElement *e, const char *attribute)
{
    const char *name = kip_mjcf_text(e, attribute);
    int index = name ? kip_mjcf_index(m, kip_mjcf_place(e, attribute), "default class", name,
                                      &m->classes->name, m->nclass, sizeof *m->classes)
                     : -1;
    return index >= 0 ? m->classes[index].settings : NULL;
}

static bool has_class(const KipMjcf *m, const char *name)
{
    for (int i = 0; i < m->nclass; i++)
        if (strcmp(m->classes[i].name, name) == 0)
            return true;
    return false;
}

static void add_class(KipMjcf *m, KipXmlElement *e, const char *name, KipMjcfSettings *settings)
{
    e->index = m->nclass;
    m->classes[m->nclass].name = name;
    m->classes[m->nclass++].settings = settings;
}

/* Opens the class of e: a new one, which begins as a copy of the enclosing one, or the top one. */
static KipMjcfSettings *open_class(KipMjcf *m, KipXmlElement *e)
{
    const char *name = kip_mjcf_text(e, "class");
    KipMjcfSettings *settings = m->classes[0].settings;
    if (e->parent->kind != MJCF_DEFAULT) { /* before version 3, MuJoCo lets the file name the top class */
        if (name && !has_class(m, name))
            add_class(m, e, name, settings);
        return settings;
    }
    kip_mjcf_require(m, e, "class");
    if (name && has_class(m, name))
        kip_mjcf_fail(m, kip_mjcf_place(e, "class"),
                      "there are two default classes '%.60s'; give one another name", name);
    settings = kip_mjcf_take(m, 1, sizeof *settings);
    if (m->status != KIP_OK)
        return NULL;
    *settings = *m->classes[e->parent->index].settings;
    add_class(m, e, name, settings);
    return settings;
}

static void apply(KipMjcf *m, const KipXmlElement *e, KipMjcfSettings *settings)
{
    switch ((KipMjcfKind)e->kind) {
    case MJCF_JOINT:
        kip_mjcf_apply_joint(m, e, &settings->joint);
        break;
    case MJCF_GEOM:
        kip_mjcf_apply_geom(m, e, &settings->geom);
        break;
    case MJCF_SITE:
        kip_mjcf_pose_read(m, e, &settings->site);
        break;
    case MJCF_PAIR:
        kip_mjcf_apply_pair(m, e, &settings->pair);
        break;
    case MJCF_FIXED:
        kip_mjcf_apply_tendon(m, e, &settings->tendon);
        break;
    case MJCF_MATERIAL:
        kip_mjcf_numbers(m, e, "rgba", settings->material, 4, 4);
        break;
    case MJCF_MOTOR:
    case MJCF_POSITION:
    case MJCF_VELOCITY:
    case MJCF_GENERAL:
        kip_mjcf_apply_motor(m, e, &settings->motor);
        break;
    default: /* a nested class, or what is skipped */
        break;
    }
}

/* Reads classes in document order, outer ones first. As in MuJoCo, an element of a class applies to nested classes too,
 * wherever it stands among them. */
static void read_defaults(KipMjcf *m, KipXmlElement *section)
{
    for (KipXmlElement *e = section; e && m->status == KIP_OK; e = kip_xml_next(section, e)) {
        KipMjcfSettings *settings;
        if (e->kind != MJCF_DEFAULT)
            continue;
        settings = open_class(m, e);
        for (const KipXmlElement *child = e->first; child && m->status == KIP_OK; child = child->next)
            apply(m, child, settings);
    }
}

/* -- materials ------------------------------------------------------------------------------------------- */

static void read_material(KipMjcf *m, const KipXmlElement *e)
{
    const KipMjcfSettings *settings = kip_mjcf_class(m, e, "class");
    KipMjcfMaterial *material = m->material + m->nmaterial++;
    double rgba[4];
    memcpy(rgba, (settings ? settings : m->classes[0].settings)->material, sizeof rgba);
    kip_mjcf_require(m, e, "name");
    kip_mjcf_numbers(m, e, "rgba", rgba, 4, 4);
    material->name = kip_mjcf_text(e, "name");
    for (int i = 0; i < 4; i++)
        material->rgba[i] = (float)rgba[i];
}

/* -- all of it, one kind of section after the other: their order in the file does not matter ------------- */

static void read_classes(KipMjcf *m)
{
    m->classes = kip_mjcf_take(m, m->count[MJCF_DEFAULT] + 1, sizeof *m->classes);
    m->material = kip_mjcf_take(m, m->count[MJCF_MATERIAL], sizeof *m->material);
    if (m->status != KIP_OK || !(m->classes[0].settings = kip_mjcf_take(m, 1, sizeof *m->classes->settings)))
        return;
    m->classes[0].name = "main";
    m->nclass = 1;
    *m->classes[0].settings = builtin();
    for (KipXmlElement *e = m->root->first; e; e = e->next)
        if (e->kind == MJCF_DEFAULT)
            read_defaults(m, e);
    for (KipXmlElement *e = m->root->first; e && m->status == KIP_OK; e = e->next)
        for (KipXmlElement *child = e->first; e->kind == MJCF_ASSET && child; child = child->next)
            if (child->kind == MJCF_MATERIAL)
                read_material(m, child);
}

void kip_mjcf_read_settings(KipMjcf *m)
{
    m->angle = degree;
    m->autolimits = true; /* MuJoCo 3's default; in 2 it was false, and every range needed a limited="true" */
    m->inertiafromgeom = MJCF_AUTO;
    m->group_range[1] = 5;
    m->gravity = v3(0, 0, -9.81);
    memcpy(m->eulerseq, "xyz", 3);
    for (const KipXmlElement *e = m->root->first; e; e = e->next) {
        if (e->kind == MJCF_COMPILER)
            read_compiler(m, e);
        else if (e->kind == MJCF_OPTION)
            read_option(m, e);
    }
    if (m->no_gravity)
        m->gravity = v3_zero();
    m->no_contacts = m->no_contacts || m->no_constraints;
    m->no_limits = m->no_limits || m->no_constraints;
    m->no_springs = m->no_springs || m->no_passive;
    m->no_dampers = m->no_dampers || m->no_passive;
    if (m->status == KIP_OK)
        read_classes(m);
}
