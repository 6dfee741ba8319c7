/* kip show: what is in a model. */
#include "show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "commands.h"

const char *kip_show_joint_type(KipJointType type)
{
    static const char *const word[] = {
        [KIP_JOINT_FREE] = "free",
        [KIP_JOINT_BALL] = "ball",
        [KIP_JOINT_HINGE] = "hinge",
        [KIP_JOINT_SLIDE] = "slide",
    };
    return word[type];
}

const char *kip_show_geom_type(KipGeomType type)
{
    static const char *const word[] = {
        [KIP_GEOM_PLANE] = "plane", [KIP_GEOM_SPHERE] = "sphere",     [KIP_GEOM_CAPSULE] = "capsule",
        [KIP_GEOM_BOX] = "box",     [KIP_GEOM_CYLINDER] = "cylinder", [KIP_GEOM_ELLIPSOID] = "ellipsoid",
    };
    return word[type];
}

const char *kip_show_motor_type(KipMotorType type)
{
    static const char *const word[] = {
        [KIP_MOTOR_TORQUE] = "motor",
        [KIP_MOTOR_POSITION] = "position",
        [KIP_MOTOR_VELOCITY] = "velocity",
    };
    return word[type];
}

/* -- facts that no field of the model holds -------------------------------------------------------------- */

static void add_source(KipShow *show, const char *file)
{
    if (!file)
        return;
    for (int i = 0; i < show->nsource; i++)
        if (strcmp(show->source[i], file) == 0)
            return;
    show->source[show->nsource++] = file;
}

static KipStatus find_sources(KipShow *show, const char *path, KipError *error)
{
    const KipModel *m = show->model;
    int most = 1 + m->nbody + m->njoint + m->ngeom + m->ntendon + m->nmotor + m->nkey;
    show->source = malloc((size_t)most * sizeof *show->source);
    if (!show->source)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    add_source(show, path);
    for (int i = 0; i < m->nbody; i++)
        add_source(show, m->body[i].place.file);
    for (int i = 0; i < m->njoint; i++)
        add_source(show, m->joint[i].place.file);
    for (int i = 0; i < m->ngeom; i++)
        add_source(show, m->geom[i].place.file);
    for (int i = 0; i < m->ntendon; i++)
        add_source(show, m->tendon[i].place.file);
    for (int i = 0; i < m->nmotor; i++)
        add_source(show, m->motor[i].place.file);
    for (int i = 0; i < m->nkey; i++)
        add_source(show, m->key[i].place.file);
    return KIP_OK;
}

static KipStatus find_moving(KipShow *show, KipError *error)
{
    const KipModel *m = show->model;
    show->moves = calloc((size_t)m->nbody, sizeof *show->moves);
    if (!show->moves)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    for (int i = 1; i < m->nbody; i++)
        show->moves[i] = m->body[i].nv > 0 || show->moves[m->body[i].parent];
    return KIP_OK;
}

/* The first child of `parent` after body `after`, or 0. */
static int next_child(const KipModel *m, int parent, int after)
{
    for (int i = after + 1; i < m->nbody; i++)
        if (m->body[i].parent == parent)
            return i;
    return 0;
}

static KipStatus find_order(KipShow *show, KipError *error)
{
    const KipModel *m = show->model;
    show->order = malloc((size_t)m->nbody * sizeof *show->order);
    if (!show->order)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    int n = 0, next = 0;
    do {
        int body = show->order[n++] = next;
        next = next_child(m, body, body);
        for (; !next && body; body = m->body[body].parent)
            next = next_child(m, m->body[body].parent, body);
    } while (next);
    return KIP_OK;
}

/* How far a shape reaches from its centre along the unit vector n, in the geom's axes. */
static double geom_reach(const KipGeom *geom, KipVec3 n)
{
    const double *s = geom->size;
    double across = sqrt(n.x * n.x + n.y * n.y);
    switch (geom->type) {
    case KIP_GEOM_SPHERE:
        return s[0];
    case KIP_GEOM_CAPSULE:
        return s[0] + s[1] * fabs(n.z);
    case KIP_GEOM_BOX:
        return s[0] * fabs(n.x) + s[1] * fabs(n.y) + s[2] * fabs(n.z);
    case KIP_GEOM_CYLINDER:
        return s[0] * across + s[1] * fabs(n.z);
    case KIP_GEOM_ELLIPSOID:
        return v3_length(v3(s[0] * n.x, s[1] * n.y, s[2] * n.z));
    case KIP_GEOM_PLANE:
        break;
    }
    return 0;
}

static void find_height(KipShow *show)
{
    const KipModel *m = show->model;
    for (int i = 0; i < m->ngeom; i++) {
        const KipGeom *geom = &m->geom[i];
        if (!show->moves[geom->body] || geom->type == KIP_GEOM_PLANE)
            continue;
        KipVec3 up = m3_apply_t(kip_body_rotation(show->dynamics, geom->body), v3(0, 0, 1));
        double reach = geom_reach(geom, q_rotate(q_conjugate(geom->quat), up));
        double centre = kip_point_position(show->dynamics, geom->body, geom->pos).z;
        if (!show->has_height || centre - reach < show->lowest)
            show->lowest = centre - reach;
        if (!show->has_height || centre + reach > show->highest)
            show->highest = centre + reach;
        show->has_height = true;
    }
}

/* -- the command ----------------------------------------------------------------------------------------- */

static KipStatus gather(KipShow *show, const char *path, KipError *error)
{
    KipStatus status = kip_mjcf_load(&show->model, path, &show->notes, error);
    if (status == KIP_OK)
        status = kip_dynamics_create(show->model, NULL, &show->dynamics, error);
    if (status == KIP_OK)
        status = find_sources(show, path, error);
    if (status == KIP_OK)
        status = find_moving(show, error);
    if (status == KIP_OK)
        status = find_order(show, error);
    if (status == KIP_OK) {
        kip_dynamics_set(show->dynamics, show->model->q0, NULL);
        show->com = kip_com(show->dynamics);
        find_height(show);
    }
    return status;
}

enum { JSON, OPTIONS };

static const KipOption options[OPTIONS] = {
    [JSON] = {"json", KIP_OPTION_FLAG, NULL, "Print one JSON object instead, numbers with 17 digits."},
};

static int run(const KipArguments *arguments)
{
    KipShow show = {0};
    KipError error;
    KipStatus status = gather(&show, arguments->operand[0], &error);
    if (status == KIP_OK && kip_arguments_count(arguments, JSON))
        kip_show_print_json(&show, stdout);
    else if (status == KIP_OK)
        kip_show_print_text(&show, stdout);
    free(show.source);
    free(show.moves);
    free(show.order);
    kip_notes_clear(&show.notes);
    kip_dynamics_destroy(show.dynamics);
    kip_model_destroy(show.model);
    return status == KIP_OK ? KIP_EXIT_DONE : kip_cli_fail(&error);
}

const KipCommand kip_command_show = {
    .name = "show",
    .summary = "what is in a model: bodies, joints, limits, keyframes",
    .operands = "MODEL",
    .least = 1,
    .most = 1,
    .option = options,
    .noption = OPTIONS,
    .description =
        "Prints the bodies of a model as a tree with their masses, its joints with their places in the "
        "state, ranges, strengths and gains, its keyframes, motors, tendons and exclusions, and what kip "
        "replaces or skips in the file.",
    .example = "kip show data/models/skeleton37.xml\n"
               "kip show data/models/skeleton37.xml --json > skeleton.json\n",
    .run = run,
};
