/* kip show as text: a head, then tables whose columns are fields of the model's structs, or computed by functions. */
#include "show.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../../dynamics/extent.h"
#include "../../dynamics/vec3.h"

enum { CELL = KIP_SHOW_CELL };

/* -- cells ----------------------------------------------------------------------------------------------- */

/* Values within rounding, and -0, are shown as 0. */
static double tidy(double x)
{
    return fabs(x) < 1e-12 ? 0 : x;
}

static void write_com(char text[CELL], const KipBody *body, double value)
{
    if (body->mass > 0)
        snprintf(text, CELL, "%.4f", fabs(value) < 0.5e-4 ? 0 : value);
}

static void write_range(char text[CELL], const double range[2])
{
    if (!isinf(range[0]) || !isinf(range[1]))
        snprintf(text, CELL, "%.4g .. %.4g", tidy(range[0]), tidy(range[1]));
}

static void write_number(char text[CELL], double x)
{
    if (isinf(x))
        strcpy(text, x > 0 ? "inf" : "-inf");
    else if (x != 0)
        snprintf(text, CELL, "%.4g", tidy(x));
}

static void write_slots(char text[CELL], int first, int n)
{
    if (n > 1)
        snprintf(text, CELL, "%d-%d", first, first + n - 1);
    else
        snprintf(text, CELL, "%d", first);
}

/* -- bodies ---------------------------------------------------------------------------------------------- */

static bool has_later_sibling(const KipModel *m, int body)
{
    for (int i = body + 1; i < m->nbody; i++)
        if (m->body[i].parent == m->body[body].parent)
            return true;
    return false;
}

/* Writes "| +- thigh": the branches of ancestors and of the body, and its name; at great depth the first branches are left
 * out. */
static void body_tree(const KipShow *show, const void *item, char text[CELL])
{
    enum { DEEPEST = 12, STEP = 3 };
    const KipModel *m = show->model;
    int body = (int)((const KipBody *)item - m->body), depth = 0;
    char branch[DEEPEST * STEP + 1] = "";
    for (int b = m->body[body].parent; b > 0 && body > 0; b = m->body[b].parent)
        depth++;
    int shown = depth < DEEPEST ? depth : DEEPEST;
    for (int i = shown, b = m->body[body].parent; i > 0; i--, b = m->body[b].parent)
        memcpy(branch + (i - 1) * STEP, has_later_sibling(m, b) ? "|  " : "   ", STEP);
    branch[shown * STEP] = 0;
    const char *manner = "";
    if (body > 0 && m->body[body].nv == 0)
        manner = show->moves[body] ? " (welded)" : " (fixed)";
    snprintf(text, CELL, "%s%s%s%s%s", depth > shown ? ".. " : "", branch, body ? "+- " : "",
             m->body[body].name, manner);
}

static void body_com_x(const KipShow *show, const void *body, char text[CELL])
{
    (void)show;
    write_com(text, body, ((const KipBody *)body)->com.x);
}

static void body_com_y(const KipShow *show, const void *body, char text[CELL])
{
    (void)show;
    write_com(text, body, ((const KipBody *)body)->com.y);
}

static void body_com_z(const KipShow *show, const void *body, char text[CELL])
{
    (void)show;
    write_com(text, body, ((const KipBody *)body)->com.z);
}

static void body_inertia(const KipShow *show, const void *item, char text[CELL])
{
    const KipBody *body = item;
    (void)show;
    if (body->mass > 0)
        snprintf(text, CELL, "%.3g %.3g %.3g", body->inertia.xx, body->inertia.yy, body->inertia.zz);
}

#define FIELD(kind, type, member) KIP_SHOW_##kind, offsetof(type, member), NULL
#define WRITTEN(cell) KIP_SHOW_OTHER, 0, cell

static const KipShowColumn body_columns[] = {
    {"body", "", true, WRITTEN(body_tree)},     {"mass", "kg", false, FIELD(NUMBER, KipBody, mass)},
    {"com x", "m", false, WRITTEN(body_com_x)}, {"y", "m", false, WRITTEN(body_com_y)},
    {"z", "m", false, WRITTEN(body_com_z)},     {"inertia xx yy zz", "kg m^2", true, WRITTEN(body_inertia)},
};

/* -- joints ---------------------------------------------------------------------------------------------- */

static void joint_q(const KipShow *show, const void *item, char text[CELL])
{
    const KipJoint *joint = item;
    (void)show;
    write_slots(text, joint->q, joint->nq);
}

static void joint_v(const KipShow *show, const void *item, char text[CELL])
{
    const KipJoint *joint = item;
    (void)show;
    write_slots(text, joint->v, joint->nv);
}

static void joint_axis(const KipShow *show, const void *item, char text[CELL])
{
    const KipJoint *joint = item;
    const double axis[3] = {joint->axis.x, joint->axis.y, joint->axis.z};
    (void)show;
    if (joint->type == KIP_JOINT_FREE || joint->type == KIP_JOINT_BALL)
        return;
    snprintf(text, CELL, "%.3g %.3g %.3g", tidy(axis[0]), tidy(axis[1]), tidy(axis[2]));
    for (int i = 0; i < 3; i++)
        if (fabs(axis[i]) > 1 - 1e-12)
            snprintf(text, CELL, "%c%c", axis[i] > 0 ? '+' : '-', "xyz"[i]);
}

static void joint_range(const KipShow *show, const void *item, char text[CELL])
{
    const KipJoint *joint = item;
    (void)show;
    if (joint->limited)
        write_range(text,
                    (const double[]){joint->type == KIP_JOINT_BALL ? 0 : joint->range[0], joint->range[1]});
}

static const KipShowColumn joint_columns[] = {
    {"q", "", false, WRITTEN(joint_q)},
    {"v", "", false, WRITTEN(joint_v)},
    {"joint", "", true, FIELD(TEXT, KipJoint, name)},
    {"type", "", true, FIELD(JOINT_TYPE, KipJoint, type)},
    {"body", "", true, FIELD(BODY, KipJoint, body)},
    {"axis", "", true, WRITTEN(joint_axis)},
    {"range", "rad", true, WRITTEN(joint_range)},
    {"strength", "N m", true, FIELD(RANGE, KipJoint, strength)},
    {"damping", "N m s", false, FIELD(NUMBER, KipJoint, damping)},
    {"stiffness", "N m", false, FIELD(NUMBER, KipJoint, stiffness)},
    {"springref", "rad", false, FIELD(NUMBER, KipJoint, springref)},
    {"armature", "kg m^2", false, FIELD(NUMBER, KipJoint, armature)},
    {"ref", "rad", false, FIELD(NUMBER, KipJoint, ref)},
};

/* -- scenery --------------------------------------------------------------------------------------------- */

static void scenery_name(const KipShow *show, const void *item, char text[CELL])
{
    const KipGeom *geom = item;
    snprintf(text, CELL, "%.200s",
             geom->name && *geom->name ? geom->name : show->model->body[geom->body].name);
}

/* A plane has no ends; it is where its height is. */
static void write_extent(const KipShow *show, const KipGeom *geom, KipVec3 axis, char text[CELL])
{
    double end[2];
    kip_extent_along(show->dynamics, geom, axis, &end[0], &end[1]);
    if (geom->type != KIP_GEOM_PLANE)
        snprintf(text, CELL, "%.3f .. %.3f", tidy(end[0]), tidy(end[1]));
    else if (axis.z > 0)
        snprintf(text, CELL, "%.3f", tidy(end[0]));
}

static void scenery_x(const KipShow *show, const void *geom, char text[CELL])
{
    write_extent(show, geom, v3(1, 0, 0), text);
}

static void scenery_y(const KipShow *show, const void *geom, char text[CELL])
{
    write_extent(show, geom, v3(0, 1, 0), text);
}

static void scenery_z(const KipShow *show, const void *geom, char text[CELL])
{
    write_extent(show, geom, v3(0, 0, 1), text);
}

static const KipShowColumn scenery_columns[] = {
    {"geom", "", true, WRITTEN(scenery_name)}, {"type", "", true, FIELD(GEOM_TYPE, KipGeom, type)},
    {"x", "m", true, WRITTEN(scenery_x)},      {"y", "m", true, WRITTEN(scenery_y)},
    {"z", "m", true, WRITTEN(scenery_z)},
};

/* -- keyframes, motors, tendons, exclusions, custom data ------------------------------------------------- */

static void key_time(const KipShow *show, const void *key, char text[CELL])
{
    (void)show;
    snprintf(text, CELL, "%.4g", ((const KipKey *)key)->time);
}

static void key_com(const KipShow *show, const void *key, char text[CELL])
{
    if (!(show->model->mass > 0))
        return;
    kip_dynamics_set(show->dynamics, ((const KipKey *)key)->q, NULL);
    KipVec3 com = kip_com(show->dynamics);
    const double place[3] = {com.x, com.y, com.z};
    size_t used = 0;
    for (int i = 0; i < 3; i++)
        used += (size_t)snprintf(text + used, CELL - used, "%s%.3f", i ? " " : "",
                                 fabs(place[i]) < 0.5e-3 ? 0 : place[i]);
}

static void key_moving(const KipShow *show, const void *key, char text[CELL])
{
    int moving = 0;
    for (int i = 0; i < show->model->nv; i++)
        moving += ((const KipKey *)key)->v[i] != 0;
    snprintf(text, CELL, "%d", moving);
}

static const KipShowColumn key_columns[] = {
    {"keyframe", "", true, FIELD(TEXT, KipKey, name)},
    {"time", "s", false, WRITTEN(key_time)},
    {"centre of mass", "m", true, WRITTEN(key_com)},
    {"rates not 0", "", false, WRITTEN(key_moving)},
};

static void motor_gain(const KipShow *show, const void *item, char text[CELL])
{
    const KipMotor *motor = item;
    (void)show;
    write_number(text, motor->type == KIP_MOTOR_TORQUE ? 0 : motor->gain);
}

static const KipShowColumn motor_columns[] = {
    {"motor", "", true, FIELD(TEXT, KipMotor, name)},
    {"type", "", true, FIELD(MOTOR_TYPE, KipMotor, type)},
    {"joint", "", true, FIELD(JOINT, KipMotor, joint)},
    {"gear", "", false, FIELD(NUMBER, KipMotor, gear)},
    {"gain", "", false, WRITTEN(motor_gain)},
    {"control", "", true, FIELD(RANGE, KipMotor, ctrlrange)},
    {"force", "N m or N", true, FIELD(RANGE, KipMotor, forcerange)},
};

static void tendon_range(const KipShow *show, const void *item, char text[CELL])
{
    const KipTendon *tendon = item;
    (void)show;
    if (tendon->limited)
        write_range(text, tendon->range);
}

static void tendon_springlength(const KipShow *show, const void *item, char text[CELL])
{
    const KipTendon *tendon = item;
    (void)show;
    if (!isnan(tendon->springlength))
        snprintf(text, CELL, "%.4g", tendon->springlength);
}

static void tendon_sum(const KipShow *show, const void *item, char text[CELL])
{
    const KipTendon *tendon = item;
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < tendon->njoint && used < CELL; i++)
        used += (size_t)snprintf(text + used, CELL - used, "%s%.4g %s", i ? " + " : "", tendon->coef[i],
                                 show->model->joint[tendon->joint[i]].name);
}

static const KipShowColumn tendon_columns[] = {
    {"tendon", "", true, FIELD(TEXT, KipTendon, name)},
    {"range", "", true, WRITTEN(tendon_range)},
    {"stiffness", "", false, FIELD(NUMBER, KipTendon, stiffness)},
    {"damping", "", false, FIELD(NUMBER, KipTendon, damping)},
    {"springlength", "", false, WRITTEN(tendon_springlength)},
    {"length", "", true, WRITTEN(tendon_sum)},
};

static const KipShowColumn exclude_columns[] = {
    {"body", "", true, FIELD(BODY, KipExclude, body1)},
    {"body", "", true, FIELD(BODY, KipExclude, body2)},
};

static const KipShowColumn pair_columns[] = {
    {"geom", "", true, FIELD(GEOM, KipPair, geom1)},
    {"geom", "", true, FIELD(GEOM, KipPair, geom2)},
};

static void custom_value(const KipShow *show, const void *item, char text[CELL])
{
    const KipCustom *custom = item;
    (void)show;
    size_t used = custom->text ? (size_t)snprintf(text, 60, "\"%s\"", custom->text) : 0;
    for (int i = 0; i < custom->n && used < 60; i++)
        used += (size_t)snprintf(text + used, CELL - used, "%s%.4g", i ? " " : "", custom->number[i]);
    if (used >= 60)
        strcpy(text + 57, "...");
}

static const KipShowColumn custom_columns[] = {
    {"custom", "", true, FIELD(TEXT, KipCustom, name)},
    {"value", "", true, WRITTEN(custom_value)},
};

static void note_place(const KipShow *show, const void *item, char text[CELL])
{
    const KipNote *note = item;
    (void)show;
    snprintf(text, CELL, "%.200s:%d", note->file, note->line);
}

static const KipShowColumn note_columns[] = {
    {"in the file", "", true, FIELD(CHARS, KipNote, what)},
    {"kip", "", true, FIELD(NOTE_KIND, KipNote, kind)},
    {"times", "", false, FIELD(INTEGER, KipNote, count)},
    {"first at", "", true, WRITTEN(note_place)},
};

void kip_show_write_cell(const KipShow *show, const KipShowColumn *column, const void *item, char text[CELL])
{
    const void *field = (const char *)item + column->at;
    strcpy(text, "-");
    if (column->kind == KIP_SHOW_NUMBER)
        write_number(text, *(const double *)field);
    else if (column->kind == KIP_SHOW_INTEGER)
        snprintf(text, CELL, "%d", *(const int *)field);
    else if (column->kind == KIP_SHOW_RANGE)
        write_range(text, field);
    else if (column->kind == KIP_SHOW_OTHER)
        column->cell(show, item, text);
    else {
        const char *name = kip_show_string(show->model, column->kind, field);
        if (name && *name)
            snprintf(text, CELL, "%s", name);
    }
}

/* -- the page -------------------------------------------------------------------------------------------- */

static void print_geoms(const KipModel *m, FILE *stream)
{
    fprintf(stream, "  geoms       %d", m->ngeom);
    const char *separator = ": ";
    for (int type = KIP_GEOM_PLANE; type <= KIP_GEOM_ELLIPSOID; type++) {
        int n = 0;
        for (int i = 0; i < m->ngeom; i++)
            n += m->geom[i].type == (KipGeomType)type;
        if (n)
            fprintf(stream, "%s%s %d", separator, kip_show_string(m, KIP_SHOW_GEOM_TYPE, &type), n),
                separator = ", ";
    }
    fprintf(stream, "; sites %d\n", m->nsite);
}

static void print_head(const KipShow *show, FILE *stream)
{
    const KipModel *m = show->model;
    kip_show_print_clean(stream, m->name && *m->name ? m->name : "(a model without a name)");
    for (int i = 0; i < show->nsource; i++) {
        fprintf(stream, "\n  %-12s", i ? "" : "files");
        kip_show_print_clean(stream, show->source[i]);
    }
    fprintf(stream, "\n  bodies      %d, joints %d, nq %d, nv %d\n", m->nbody - 1, m->njoint, m->nq, m->nv);
    print_geoms(m, stream);
    fprintf(stream, "  mass        %.6g kg", m->mass);
    if (m->mass > 0)
        fprintf(stream, ", centre of mass at %.4f %.4f %.4f m", tidy(show->com.x), tidy(show->com.y),
                tidy(show->com.z));
    fputc('\n', stream);
    if (show->has_height)
        fprintf(stream, "  height      %.4f m, from z = %.4f m to z = %.4f m (geoms of what moves)\n",
                show->highest - show->lowest, tidy(show->lowest), tidy(show->highest));
    if (show->scaled)
        fprintf(stream, "  scaled      from %.4f m and %.6g kg: lengths by %.4g, masses by %.4g\n",
                show->file_height, show->file_mass, (show->highest - show->lowest) / show->file_height,
                m->mass / show->file_mass);
    fprintf(stream, "  gravity     %.4g %.4g %.4g m/s^2\n", m->gravity.x, m->gravity.y, m->gravity.z);
    if (m->timestep > 0)
        fprintf(stream, "  time step   %.4g s\n", m->timestep);
    else
        fputs("  time step   none given; kip takes 0.001 s\n", stream);
    fputs("Places and height are at the reference configuration. A dash is none, or zero; a column of\n"
          "dashes is left out.\n",
          stream);
}

/* Prints " Stand, Crouch, ..." in lines of 80 columns. */
static void put_name(const char *name, bool last, int *column, FILE *stream)
{
    const int n = (int)strlen(name) + !last;
    if (*column + 1 + n > 80)
        *column = fprintf(stream, "\n ") - 1;
    *column += 1 + n;
    fputc(' ', stream);
    kip_show_print_clean(stream, name);
    if (!last)
        fputc(',', stream);
}

static void print_poses(const KipShow *show, FILE *stream)
{
    const KipPoseSet *poses = show->poses;
    int column = 0;
    fprintf(stream, "\nPoses and sequences (");
    kip_show_print_clean(stream, show->poses_path);
    fputs(")\n ", stream);
    for (int i = 0; i < poses->npose; i++)
        put_name(poses->pose[i].name, i + 1 == poses->npose, &column, stream);
    if (poses->nsequence)
        fputs("\n ", stream);
    column = 0;
    for (int i = 0; i < poses->nsequence; i++)
        put_name(poses->sequence[i].name, i + 1 == poses->nsequence, &column, stream);
    fputc('\n', stream);
}

#define COLUMNS(column) column, (int)(sizeof(column) / sizeof *(column))
#define ITEMS(item, n) item, sizeof *(item), n

void kip_show_print_text(const KipShow *show, FILE *stream)
{
    const KipModel *m = show->model;
    const KipShowTable tables[] = {
        {"Bodies: mass, centre of mass and inertia about it in the body's axes", COLUMNS(body_columns),
         ITEMS(m->body, m->nbody), show->order},
        {"What stands still, and from where to where it reaches", COLUMNS(scenery_columns), m->geom,
         sizeof *m->geom, show->nscenery, show->scenery},
        {"Joints, by their places in q and v (slides: m, N, N s/m, N/m, kg)", COLUMNS(joint_columns),
         ITEMS(m->joint, m->njoint), NULL},
        {"Keyframes", COLUMNS(key_columns), ITEMS(m->key, m->nkey), NULL},
        {"Motors", COLUMNS(motor_columns), ITEMS(m->motor, m->nmotor), NULL},
        {"Tendons: linear sums of joint coordinates", COLUMNS(tendon_columns), ITEMS(m->tendon, m->ntendon),
         NULL},
        {"Pairs of bodies that do not meet", COLUMNS(exclude_columns), ITEMS(m->exclude, m->nexclude), NULL},
        {"Pairs of geoms that meet as they say", COLUMNS(pair_columns), ITEMS(m->pair, m->npair), NULL},
        {"Custom data", COLUMNS(custom_columns), ITEMS(m->custom, m->ncustom), NULL},
        {"Replaced by kip's step and contact law, or skipped as it changes no motion", COLUMNS(note_columns),
         ITEMS(show->notes.note, show->notes.n), NULL},
    };
    print_head(show, stream);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        kip_show_print_table(show, &tables[i], stream);
        if (tables[i].column == key_columns && show->poses)
            print_poses(show, stream);
    }
}
