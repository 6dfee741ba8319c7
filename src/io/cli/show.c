/* kip show: the contents of a model. */
#include "show.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../text/number.h"
#include "../formats/pose_file.h"
#include "commands.h"
#include "scene_words.h"
#include "../../dynamics/extent.h"
#include "../text/file.h"

const char *kip_show_string(const KipModel *model, KipShowKind kind, const void *field)
{
    const int index = kind == KIP_SHOW_TEXT || kind == KIP_SHOW_CHARS ? 0 : *(const int *)field;
    switch (kind) {
    case KIP_SHOW_TEXT:
        return *(const char *const *)field;
    case KIP_SHOW_BODY:
        return model->body[index].name;
    case KIP_SHOW_JOINT:
        return model->joint[index].name;
    case KIP_SHOW_GEOM:
        return model->geom[index].name;
    case KIP_SHOW_JOINT_TYPE:
        return kip_mjcf_joint_type[index];
    case KIP_SHOW_GEOM_TYPE:
        return kip_mjcf_geom_type[index];
    case KIP_SHOW_MOTOR_TYPE:
        return kip_mjcf_motor_type[index];
    case KIP_SHOW_NOTE_KIND:
        return index == KIP_NOTE_REPLACED ? "replaced" : "skipped";
    default:
        return field;
    }
}

/* -- facts that no field of the model holds -------------------------------------------------------------- */

/* Adds the files of the items' places; items have `size` bytes, and their place at `at`. */
static void add_sources(KipShow *show, const void *item, size_t size, size_t at, int n)
{
    for (int i = 0; i < n; i++) {
        const KipPlace *place = (const void *)((const char *)item + (size_t)i * size + at);
        int k = 0;
        while (k < show->nsource && place->file && strcmp(show->source[k], place->file) != 0)
            k++;
        if (place->file && k == show->nsource)
            show->source[show->nsource++] = place->file;
    }
}

static KipStatus find_sources(KipShow *show, const char *path, KipError *error)
{
    const KipModel *m = show->model;
    const KipPlace first = {.file = path};
    int most = 1 + m->nbody + m->njoint + m->ngeom + m->ntendon + m->nmotor + m->nkey;
    show->source = malloc((size_t)most * sizeof *show->source);
    if (!show->source)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    add_sources(show, &first, sizeof first, 0, 1);
    add_sources(show, m->body, sizeof *m->body, offsetof(KipBody, place), m->nbody);
    add_sources(show, m->joint, sizeof *m->joint, offsetof(KipJoint, place), m->njoint);
    add_sources(show, m->geom, sizeof *m->geom, offsetof(KipGeom, place), m->ngeom);
    add_sources(show, m->tendon, sizeof *m->tendon, offsetof(KipTendon, place), m->ntendon);
    add_sources(show, m->motor, sizeof *m->motor, offsetof(KipMotor, place), m->nmotor);
    add_sources(show, m->key, sizeof *m->key, offsetof(KipKey, place), m->nkey);
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

static KipStatus find_scenery(KipShow *show, KipError *error)
{
    const KipModel *m = show->model;
    show->scenery = malloc((size_t)m->ngeom * sizeof *show->scenery + 1);
    if (!show->scenery)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    for (int g = 0; g < m->ngeom; g++)
        if (!show->moves[m->geom[g].body])
            show->scenery[show->nscenery++] = g;
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

/* -- the command ----------------------------------------------------------------------------------------- */

enum { JSON, SCALE, OPTIONS };

static const KipOption options[OPTIONS] = {
    [JSON] = {"json", KIP_OPTION_FLAG, NULL},
    [SCALE] = {"scale", KIP_OPTION_STRING, "HEIGHT,MASS"},
};

/* A requested size: m, kg. */
typedef struct Size {
    double height, mass;
} Size;

static bool parse_positive(const char *text, size_t n, double *value)
{
    return kip_number_parse(text, n, value) && *value > 0 && isfinite(*value);
}

static bool read_size(const char *text, Size *size)
{
    size_t comma = strcspn(text, ",");
    return text[comma] && parse_positive(text, comma, &size->height) &&
           parse_positive(text + comma + 1, strlen(text + comma + 1), &size->mass);
}

/* Measures its centre of mass and height at the reference configuration. */
static KipStatus measure(KipShow *show, KipError *error)
{
    KipStatus status = kip_dynamics_create(show->model, NULL, &show->dynamics, error);
    if (status != KIP_OK)
        return status;
    kip_dynamics_set(show->dynamics, show->model->q0, NULL);
    show->com = kip_com(show->dynamics);
    show->has_height = kip_extent_of_all(show->dynamics, &show->lowest, &show->highest);
    return KIP_OK;
}

/* Scales a measured model to this size. */
static KipStatus scale(KipShow *show, const Size *size, KipError *error)
{
    double height = show->highest - show->lowest, mass = show->model->mass;
    KipModel *scaled;
    KipStatus status = kip_model_scale_to(show->model, size->height, size->mass, NULL, &scaled, error);
    if (status != KIP_OK)
        return status;
    kip_dynamics_destroy(show->dynamics);
    kip_model_destroy(show->model);
    show->dynamics = NULL;
    show->model = scaled;
    show->scaled = true;
    show->file_height = height;
    show->file_mass = mass;
    return measure(show, error);
}

/* Reads poses/NAME.pose in the data for the model's file NAME.xml. */
static KipStatus read_poses(KipShow *show, const char *path, KipError *error)
{
    char name[256];
    snprintf(name, sizeof name, "poses/%.200s", kip_file_base(path));
    char *dot = strchr(name, '.');
    snprintf(dot ? dot : name + strlen(name), sizeof ".pose", ".pose");
    if (!kip_data_find(name, show->poses_path, sizeof show->poses_path))
        return KIP_OK;
    show->poses = kip_pose_set_create(NULL);
    return show->poses ? kip_pose_file_read(show->poses, show->poses_path, error)
                       : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
}

/* size NULL: not scaled */
static KipStatus gather(KipShow *show, const char *path, const Size *size, KipError *error)
{
    KipStatus status = kip_data_operand(path, false, error);
    if (status == KIP_OK)
        status = kip_mjcf_load(&show->model, path, &show->notes, error);
    if (status == KIP_OK)
        status = find_moving(show, error);
    if (status == KIP_OK)
        status = find_scenery(show, error);
    if (status == KIP_OK)
        status = measure(show, error);
    if (status == KIP_OK && size)
        status = scale(show, size, error);
    if (status == KIP_OK)
        status = find_sources(show, path, error);
    if (status == KIP_OK)
        status = find_order(show, error);
    if (status == KIP_OK)
        status = read_poses(show, path, error);
    return status;
}

/* The path of a model in the data where its name is given, "slope5"; else the operand. */
static const char *find_model(const char *operand, char path[1024])
{
    char name[256];
    const int n = snprintf(name, sizeof name, "models/%s.xml", operand);
    const bool is_name = !strchr(operand, '/') && n > 0 && n < (int)sizeof name && access(operand, F_OK) != 0;
    return is_name && kip_data_find(name, path, 1024) ? path : operand;
}

static int run(const KipArguments *arguments)
{
    KipShow show = {0};
    KipError error;
    Size size;
    char path[1024];
    const char *scale_text = kip_arguments_string(arguments, SCALE, NULL);
    if (scale_text && !read_size(scale_text, &size))
        return kip_cli_fail_usage(
            arguments, "--scale \"%s\" must be HEIGHT,MASS: two numbers above 0, in metres and kilograms",
            scale_text);
    KipStatus status =
        gather(&show, find_model(arguments->operand[0], path), scale_text ? &size : NULL, &error);
    if (status == KIP_OK && kip_arguments_count(arguments, JSON))
        kip_show_print_json(&show, stdout);
    else if (status == KIP_OK)
        kip_show_print_text(&show, stdout);
    free(show.source);
    free(show.moves);
    free(show.order);
    free(show.scenery);
    kip_notes_clear(&show.notes);
    kip_pose_set_destroy(show.poses);
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
    .about = kip_about_show,
    .run = run,
};
