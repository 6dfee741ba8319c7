/* Tables of the elements and attributes of MJCF and what kip does with each, and the check of a file by them. They hold
 * every name of MuJoCo 2 and 3; any other one is an error. */
#include <stdio.h>
#include <string.h>

#include "mjcf_parts.h"
#include "../text/number.h"

typedef enum Treatment {
    READ,
    OWN,      /* attributes: read, but not in a default class */
    REPLACED, /* noted: kip's own law replaces it */
    SKIPPED,  /* noted: it has no effect on motion */
    REFUSED   /* an error: it would change masses, joints or forces */
} Treatment;

/* Sets of kinds. */
#define IN(kind) (UINT64_C(1) << MJCF_##kind)
#define BODIES (IN(WORLDBODY) | IN(BODY) | IN(FRAME))
#define MOTORS (IN(MOTOR) | IN(POSITION) | IN(VELOCITY) | IN(GENERAL))

/* -- elements -------------------------------------------------------------------------------------------- */

static const struct {
    uint64_t inside; /* kinds of elements that may contain it */
    const char *tag;
    KipMjcfKind kind;
} read_elements[] = {
    {IN(MUJOCO), "compiler", MJCF_COMPILER},
    {IN(MUJOCO), "option", MJCF_OPTION},
    {IN(MUJOCO), "default", MJCF_DEFAULT},
    {IN(MUJOCO), "asset", MJCF_ASSET},
    {IN(MUJOCO), "worldbody", MJCF_WORLDBODY},
    {IN(MUJOCO), "contact", MJCF_CONTACT},
    {IN(MUJOCO), "tendon", MJCF_TENDON},
    {IN(MUJOCO), "actuator", MJCF_ACTUATOR},
    {IN(MUJOCO), "keyframe", MJCF_KEYFRAME},
    {IN(MUJOCO), "custom", MJCF_CUSTOM},
    {IN(MUJOCO), "equality", MJCF_EQUALITY},
    {IN(MUJOCO), "deformable", MJCF_DEFORMABLE},
    {IN(OPTION), "flag", MJCF_FLAG},
    {IN(DEFAULT), "default", MJCF_DEFAULT},
    {IN(DEFAULT), "tendon", MJCF_FIXED},
    {IN(DEFAULT) | IN(ASSET), "material", MJCF_MATERIAL},
    {BODIES, "body", MJCF_BODY},
    {BODIES, "frame", MJCF_FRAME},
    {BODIES | IN(DEFAULT), "joint", MJCF_JOINT}, /* mjcf_body.c refuses the world's */
    {BODIES, "freejoint", MJCF_FREEJOINT},
    {BODIES, "inertial", MJCF_INERTIAL},
    {BODIES | IN(DEFAULT), "geom", MJCF_GEOM},
    {BODIES | IN(DEFAULT), "site", MJCF_SITE},
    {IN(CONTACT), "exclude", MJCF_EXCLUDE},
    {IN(CONTACT) | IN(DEFAULT), "pair", MJCF_PAIR},
    {IN(TENDON), "fixed", MJCF_FIXED},
    {IN(FIXED), "joint", MJCF_FIXED_JOINT},
    {IN(ACTUATOR) | IN(DEFAULT), "motor", MJCF_MOTOR},
    {IN(ACTUATOR) | IN(DEFAULT), "position", MJCF_POSITION},
    {IN(ACTUATOR) | IN(DEFAULT), "velocity", MJCF_VELOCITY},
    {IN(ACTUATOR) | IN(DEFAULT), "general", MJCF_GENERAL},
    {IN(KEYFRAME), "key", MJCF_KEY},
    {IN(CUSTOM), "numeric", MJCF_NUMERIC},
    {IN(CUSTOM), "text", MJCF_TEXT},
};

typedef struct OtherElement {
    uint64_t inside;
    Treatment treatment; /* of the element and its content */
    const char *tags;
    const char *why; /* why it is refused, or what to do */
} OtherElement;

static const OtherElement other_elements[] = {
    {IN(MUJOCO), REPLACED, "size", ""},
    {IN(MUJOCO), SKIPPED, "visual statistic sensor", ""},
    {IN(COMPILER), SKIPPED, "lengthrange", ""},
    {IN(DEFAULT), SKIPPED, "mesh camera light pair equality", ""}, /* the last two: for refused elements */
    {IN(ASSET), SKIPPED, "texture mesh hfield skin", ""},
    {IN(MATERIAL), SKIPPED, "layer", ""},
    {BODIES, SKIPPED, "camera light", ""},
    {IN(DEFORMABLE), SKIPPED, "skin", ""},
    {IN(CUSTOM), SKIPPED, "tuple", ""},
    {IN(MUJOCO), REFUSED, "extension", "kip runs no plugins of MuJoCo"},
    {BODIES | IN(GEOM) | IN(ACTUATOR) | IN(DEFAULT), REFUSED, "plugin", "kip runs no plugins of MuJoCo"},
    {BODIES, REFUSED, "composite replicate attach", "write out the bodies it stands for"},
    {BODIES, REFUSED, "flexcomp", "kip's bodies are rigid"},
    {IN(DEFORMABLE), REFUSED, "flex", "kip's bodies are rigid"},
    {IN(ASSET), REFUSED, "model", "merge the files with kip, or use <include>"},
    {IN(TENDON), REFUSED, "spatial", "kip's tendons are sums of joint coordinates: <fixed>"},
    {IN(ACTUATOR) | IN(DEFAULT), REFUSED,
     "intvelocity damper cylinder muscle adhesion dcmotor pid orientation",
     "kip has motor, position and velocity"},
    {IN(EQUALITY), REFUSED, "connect weld joint tendon flex flexvert flexstrain distance",
     "kip's models have no constraints but joints and tendons"},
};

/* -- attributes ------------------------------------------------------------------------------------------ */

#define POSE "pos quat axisangle xyaxes zaxis euler"

typedef struct KnownAttribute {
    uint64_t of; /* kinds of elements that have it */
    Treatment treatment;
    const char *names;
} KnownAttribute;

static const KnownAttribute known_attributes[] = {
    {IN(MUJOCO), READ, "model"},
    {IN(COMPILER), READ, "autolimits settotalmass angle eulerseq inertiafromgeom inertiagrouprange"},
    {IN(COMPILER), READ, "boundmass boundinertia balanceinertia"},
    {IN(COMPILER), SKIPPED, "strippath fitaabb meshdir texturedir assetdir discardvisual convexhull"},
    {IN(COMPILER), SKIPPED, "usethread fusestatic exactmeshinertia saveinertial conflict"},
    {IN(OPTION), READ, "timestep gravity"},
    {IN(OPTION), REPLACED, "integrator cone jacobian solver impratio iterations tolerance noslip_iterations"},
    {IN(OPTION), REPLACED, "noslip_tolerance ls_iterations ls_tolerance mpr_iterations mpr_tolerance"},
    {IN(OPTION), REPLACED, "ccd_iterations ccd_tolerance sdf_iterations sdf_initpoints sleep_tolerance"},
    {IN(OPTION), REPLACED, "o_margin o_solref o_solimp o_friction"},
    {IN(OPTION), SKIPPED, "apirate wind magnetic"}, /* wind acts only with density */
    {IN(FLAG), READ, "gravity contact constraint limit passive spring damper"},
    {IN(FLAG), REPLACED, "override midphase eulerdamp nativeccd island multiccd invdiscrete diagexact ipc"},
    {IN(FLAG), REPLACED, "sleep"},
    {IN(FLAG), SKIPPED, "equality frictionloss warmstart refsafe sensor energy fwdinv sensornoise autoreset"},
    {IN(DEFAULT), READ, "class"},
    {IN(MATERIAL), OWN, "name class"},
    {IN(MATERIAL), READ, "rgba"},
    {IN(MATERIAL), SKIPPED, "texture texrepeat texuniform emission specular shininess reflectance metallic"},
    {IN(MATERIAL), SKIPPED, "roughness"},

    {IN(BODY) | IN(FRAME), READ, "name childclass " POSE},
    {IN(BODY), REPLACED, "sleep simple"},
    {IN(BODY), SKIPPED, "user"},
    {IN(INERTIAL), READ, "mass diaginertia fullinertia " POSE},
    {IN(JOINT) | IN(GEOM) | IN(SITE) | IN(FIXED), OWN, "name class"},
    {IN(JOINT), READ, "type pos axis limited range ref springref stiffness damping armature"},
    {IN(JOINT), READ, "actuatorfrcrange actuatorfrclimited"},
    {IN(JOINT) | IN(FIXED), REPLACED, "solreflimit solimplimit solreffriction solimpfriction margin"},
    {IN(JOINT), SKIPPED, "group user actuatorgravcomp"},
    {IN(FREEJOINT), READ, "name"},
    {IN(FREEJOINT), SKIPPED, "group"},
    {IN(GEOM), READ, "type size fromto mass density friction solref solimp condim contype conaffinity group"},
    {IN(GEOM), READ, "mesh hfield material rgba " POSE},
    {IN(GEOM), REPLACED, "priority solmix margin gap"},
    {IN(GEOM), SKIPPED, "fitscale fluidshape fluidcoef user"},
    {IN(SITE), READ, "fromto " POSE},
    {IN(SITE), SKIPPED, "type group material size rgba user"},

    {IN(EXCLUDE), READ, "name body1 body2"},
    {IN(PAIR), READ, "name class geom1 geom2 condim friction solref solimp"},
    {IN(PAIR), REPLACED, "solreffriction margin gap"},
    {IN(FIXED), READ, "limited range springlength stiffness damping"},
    {IN(FIXED), SKIPPED, "group user width material rgba actuatorfrclimited actuatorfrcrange"},
    {IN(FIXED_JOINT), READ, "joint coef"},
    {MOTORS, OWN, "name class joint jointinparent"},
    {MOTORS, READ, "gear ctrllimited ctrlrange forcelimited forcerange"},
    {MOTORS, SKIPPED, "group user lengthrange cranklength nsample interp"},
    {IN(POSITION), READ, "kp inheritrange"},
    {IN(VELOCITY), READ, "kv"},
    {IN(GENERAL), SKIPPED, "dynprm actlimited actrange actdim actearly"},
    {IN(KEY), READ, "name time qpos qvel"},
    {IN(KEY), SKIPPED, "act mpos mquat ctrl"},
    {IN(NUMERIC), READ, "name size data"},
    {IN(TEXT), READ, "name data"},
};

/* Attributes that are ignored where they have a neutral value, and else replaced or refused. */
typedef struct TestedAttribute {
    uint64_t of;
    Treatment treatment;
    const char *names;
    const char *neutral; /* alternatives separated by |; the last of a list may repeat; "" for none */
    const char *why;     /* why it is refused, or what to do */
} TestedAttribute;

static const TestedAttribute tested_attributes[] = {
    {IN(COMPILER), REFUSED, "coordinate", "local", "MuJoCo 2.3.3 makes it local when it saves the file"},
    {IN(COMPILER), REFUSED, "alignfree", "false", "kip leaves the frames of free bodies where they are"},
    {IN(FREEJOINT), REFUSED, "align", "false|auto", "kip leaves the frames of free bodies where they are"},
    {IN(OPTION), REFUSED, "density viscosity", "0", "kip has no air or water"},
    {IN(OPTION), REFUSED, "collision", "all", "in kip all geoms meet that contype and conaffinity allow"},
    {IN(OPTION), REFUSED, "actuatorgroupdisable", "", "leave the motors out of the file"},
    {IN(FLAG), REFUSED, "clampctrl", "enable", "leave out the ctrlrange of the motors"},
    {IN(FLAG), REFUSED, "filterparent", "enable", "in kip a body and its parent never meet"},
    {IN(FLAG), REFUSED, "actuation", "enable", "leave the motors out of the file"},
    {IN(BODY), REFUSED, "mocap", "false", "move it as a prescribed joint instead"},
    {IN(BODY), REFUSED, "gravcomp", "0", "gravity pulls all bodies of kip alike"},
    {IN(JOINT), REFUSED, "springdamper", "0", "give stiffness and damping"},
    {IN(JOINT), REFUSED, "frictionloss", "0", "kip's joints have no dry friction; give damping"},
    {IN(FIXED), REFUSED, "frictionloss armature", "0", "kip's tendons have stiffness, damping and a range"},
    {IN(GEOM), REFUSED, "shellinertia", "false", "kip's geoms are solid; give the body <inertial>"},
    {IN(GEOM), REFUSED, "adhesion surfacevel", "0", "kip's surfaces neither stick nor run"},
    {MOTORS, REFUSED, "tendon slidersite cranksite site refsite", "", "kip's motors move joints"},
    {MOTORS, REFUSED, "damping armature", "0", "give it to the joint"},
    {MOTORS, REFUSED, "delay", "0", "kip's motors act at once"},
    {IN(POSITION), REFUSED, "timeconst", "0", "kip's motors act at once"},
    {IN(POSITION), REFUSED, "kv dampratio", "0", "give the joint damping"},
    {IN(GENERAL), REFUSED, "body input velrange ffrange", "", "kip has motor, position and velocity"},
    {IN(GENERAL), REFUSED, "dyntype biastype", "none", "kip has motor, position and velocity"},
    {IN(GENERAL), REFUSED, "gaintype", "fixed", "kip has motor, position and velocity"},
    {IN(GENERAL), REFUSED, "biasprm", "0", "kip has motor, position and velocity"},
    {IN(GENERAL), REFUSED, "gainprm", "1 0", "give the gain as gear"},
};

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* -- looking up ------------------------------------------------------------------------------------------ */

static bool has_word(const char *list, const char *name)
{
    const char *word;
    size_t n;
    while (kip_mjcf_next_word(&list, &word, &n))
        if (strlen(name) == n && memcmp(name, word, n) == 0)
            return true;
    return false;
}

static bool in_default_class(const KipXmlElement *e)
{
    return e->parent && e->parent->kind == MJCF_DEFAULT;
}

static bool is_in(const KipXmlElement *e, uint64_t kinds)
{
    return kinds >> e->kind & 1;
}

/* The kind of an element that is read; MJCF_NONE for others. */
static KipMjcfKind kind_of(const KipXmlElement *e)
{
    for (int i = 0; i < COUNT(read_elements); i++)
        if (is_in(e->parent, read_elements[i].inside) && strcmp(read_elements[i].tag, e->name) == 0)
            return read_elements[i].kind;
    return MJCF_NONE;
}

static const OtherElement *find_other_element(const KipXmlElement *e)
{
    for (int i = 0; i < COUNT(other_elements); i++)
        if (is_in(e->parent, other_elements[i].inside) && has_word(other_elements[i].tags, e->name))
            return other_elements + i;
    return NULL;
}

static bool is_known(const KipXmlElement *e, const KnownAttribute *known)
{
    return is_in(e, known->of) && !(known->treatment == OWN && in_default_class(e));
}

static const KnownAttribute *find_known_attribute(const KipXmlElement *e, const char *name)
{
    for (int i = 0; i < COUNT(known_attributes); i++)
        if (is_known(e, known_attributes + i) && has_word(known_attributes[i].names, name))
            return known_attributes + i;
    return NULL;
}

static const TestedAttribute *find_tested_attribute(const KipXmlElement *e, const char *name)
{
    for (int i = 0; i < COUNT(tested_attributes); i++)
        if (is_in(e, tested_attributes[i].of) && has_word(tested_attributes[i].names, name))
            return tested_attributes + i;
    return NULL;
}

/* -- names for "did you mean" ---------------------------------------------------------------------------- */

typedef struct Names {
    char text[2048];
    const char *name[128];
    size_t used;
    int n;
} Names;

static void add_names(Names *names, const char *list)
{
    const char *word;
    size_t n;
    while (kip_mjcf_next_word(&list, &word, &n)) {
        if (names->n == 128 || names->used + n + 1 > sizeof names->text)
            return;
        names->name[names->n++] = memcpy(names->text + names->used, word, n);
        names->used += n;
        names->text[names->used++] = 0;
    }
}

static void fail_unknown_element(KipMjcf *m, const KipXmlElement *e)
{
    Names names = {.n = 0};
    char what[128];
    for (int i = 0; i < COUNT(read_elements); i++)
        if (is_in(e->parent, read_elements[i].inside))
            add_names(&names, read_elements[i].tag);
    for (int i = 0; i < COUNT(other_elements); i++)
        if (is_in(e->parent, other_elements[i].inside))
            add_names(&names, other_elements[i].tags);
    snprintf(what, sizeof what, "element in <%.60s> that is called", e->parent->name);
    kip_mjcf_fail_unknown(m, kip_xml_place(e), what, e->name, names.name, names.n, sizeof *names.name);
}

static void fail_unknown_attribute(KipMjcf *m, const KipXmlElement *e, const KipXmlAttribute *a)
{
    Names names = {.n = 0};
    char what[128];
    for (int i = 0; i < COUNT(known_attributes); i++)
        if (is_known(e, known_attributes + i))
            add_names(&names, known_attributes[i].names);
    for (int i = 0; i < COUNT(tested_attributes); i++)
        if (is_in(e, tested_attributes[i].of))
            add_names(&names, tested_attributes[i].names);
    snprintf(what, sizeof what, "attribute of <%.60s>%s that is called", e->name,
             in_default_class(e) ? " in a default class" : "");
    kip_mjcf_fail_unknown(m, kip_xml_attribute_place(e, a), what, a->name, names.name, names.n,
                          sizeof *names.name);
}

/* -- the walk -------------------------------------------------------------------------------------------- */

static bool same_value(const char *a, size_t na, const char *b, size_t nb)
{
    double x, y;
    if (kip_number_parse(a, na, &x) && kip_number_parse(b, nb, &y))
        return x == y;
    return na == nb && memcmp(a, b, na) == 0;
}

/* Whether `value` is the list of words or numbers pattern[0, n), whose last one may repeat: "0" matches "0 0". */
static bool is_list(const char *value, const char *pattern, size_t n)
{
    const char *word, *end = pattern + n;
    size_t length, want = strcspn(pattern, " |");
    int words = 0;
    for (; kip_mjcf_next_word(&value, &word, &length); words++) {
        if (words && pattern + want < end) {
            pattern += want + 1;
            want = strcspn(pattern, " |");
        }
        if (!same_value(word, length, pattern, want))
            return false;
    }
    return words > 0;
}

static bool is_neutral(const char *value, const char *neutral)
{
    while (*neutral) {
        size_t n = strcspn(neutral, "|");
        if (is_list(value, neutral, n))
            return true;
        neutral += n + (neutral[n] != 0);
    }
    return false;
}

static KipNoteKind note_kind(Treatment treatment)
{
    return treatment == REPLACED ? KIP_NOTE_REPLACED : KIP_NOTE_SKIPPED;
}

static void check_attribute(KipMjcf *m, const KipXmlElement *e, const KipXmlAttribute *a)
{
    const KnownAttribute *known = find_known_attribute(e, a->name);
    const TestedAttribute *tested = find_tested_attribute(e, a->name);
    KipPlace place = kip_xml_attribute_place(e, a);
    if (known && (known->treatment == READ || known->treatment == OWN))
        return;
    if (known)
        kip_mjcf_note(m, note_kind(known->treatment), place, e->name, a->name);
    else if (!tested)
        fail_unknown_attribute(m, e, a);
    else if (is_neutral(a->value, tested->neutral))
        return;
    else if (tested->treatment == REFUSED)
        kip_mjcf_fail(m, place, "%s=\"%.40s\" of <%s> is refused: %s", a->name, a->value, e->name,
                      tested->why);
    else
        kip_mjcf_note(m, note_kind(tested->treatment), place, e->name, a->name);
}

static void check_content(KipMjcf *m, KipXmlElement *e)
{
    KipPlace text = {e->file, e->text_line, e->text_column};
    m->count[e->kind]++;
    for (const KipXmlAttribute *a = e->attribute; a && m->status == KIP_OK; a = a->next)
        check_attribute(m, e, a);
    if (e->text)
        kip_mjcf_fail(m, text, "text stands in <%s>, where only elements can: '%.40s'", e->name, e->text);
}

/* Sets the kind of e; returns whether its content is to be checked. */
static bool check_element(KipMjcf *m, KipXmlElement *e)
{
    const OtherElement *other = find_other_element(e);
    const char *outer = e->parent->kind == MJCF_MUJOCO ? "" : e->parent->name;
    e->kind = (int)kind_of(e);
    if (e->kind != MJCF_NONE)
        return true;
    if (!other)
        fail_unknown_element(m, e);
    else if (other->treatment == REFUSED)
        kip_mjcf_fail(m, kip_xml_place(e), "<%s> in <%s> is refused: %s", e->name, e->parent->name,
                      other->why);
    else
        kip_mjcf_note(m, note_kind(other->treatment), kip_xml_place(e), outer, e->name);
    return false;
}

void kip_mjcf_check(KipMjcf *m)
{
    KipXmlElement *root = m->root;
    if (strcmp(root->name, "mujoco") != 0) {
        kip_mjcf_fail(m, kip_xml_place(root),
                      "this is not a model in MJCF: its root element is <%.60s>, not <mujoco>%s", root->name,
                      strcmp(root->name, "robot") == 0 ? "; MuJoCo can convert URDF to MJCF" : "");
        return;
    }
    root->kind = MJCF_MUJOCO;
    check_content(m, root);
    for (KipXmlElement *e = kip_xml_next(root, root); e && m->status == KIP_OK;) {
        if (check_element(m, e)) {
            check_content(m, e);
            e = kip_xml_next(root, e);
        } else {
            e = kip_xml_skip(root, e);
        }
    }
}
