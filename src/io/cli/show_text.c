/* kip show as text: a head, then tables whose columns have a function that writes a cell. */
#include "show.h"

#include <math.h>
#include <string.h>

enum { CELL = KIP_SHOW_CELL };

#define PRINT_TABLE(show, stream, title, column, rows)                                                       \
    kip_show_print_table(show, stream, title, column, (int)(sizeof(column) / sizeof *(column)), rows)

/* -- cells ----------------------------------------------------------------------------------------------- */

/* Rounding dust and -0 are 0 to a reader. */
static double tidy(double x)
{
    return fabs(x) < 1e-12 ? 0 : x;
}

static void write_number(char text[CELL], double x)
{
    if (isinf(x) || x == 0)
        strcpy(text, x == 0 ? "-" : x > 0 ? "inf" : "-inf");
    else
        snprintf(text, CELL, "%.4g", tidy(x));
}

static void write_metres(char text[CELL], double x)
{
    snprintf(text, CELL, "%.4f", fabs(x) < 0.5e-4 ? 0 : x);
}

static void write_range(char text[CELL], double lo, double hi)
{
    if (isinf(lo) && isinf(hi))
        strcpy(text, "-");
    else
        snprintf(text, CELL, "%.4g .. %.4g", tidy(lo), tidy(hi));
}

static void write_slots(char text[CELL], int first, int n)
{
    if (n > 1)
        snprintf(text, CELL, "%d-%d", first, first + n - 1);
    else
        snprintf(text, CELL, "%d", first);
}

static void write_name(char text[CELL], const char *name)
{
    snprintf(text, CELL, "%s", name && *name ? name : "-");
}

/* -- bodies ---------------------------------------------------------------------------------------------- */

static const KipBody *body_at(const KipShow *show, int row)
{
    return &show->model->body[show->order[row]];
}

static bool has_later_sibling(const KipModel *m, int body)
{
    for (int i = body + 1; i < m->nbody; i++)
        if (m->body[i].parent == m->body[body].parent)
            return true;
    return false;
}

/* "|  +- thigh": the branches of the ancestors, its own, the name. Deep in a tree the first are dropped. */
static void body_tree(const KipShow *show, int row, char text[CELL])
{
    enum { DEEPEST = 12, STEP = 3 };
    const KipModel *m = show->model;
    int body = show->order[row], depth = 0;
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

static void body_mass(const KipShow *show, int row, char text[CELL])
{
    write_number(text, body_at(show, row)->mass);
}

static void body_com(const KipShow *show, int row, char text[CELL], double value)
{
    if (body_at(show, row)->mass > 0)
        write_metres(text, value);
    else
        strcpy(text, "-");
}

static void body_com_x(const KipShow *show, int row, char text[CELL])
{
    body_com(show, row, text, body_at(show, row)->com.x);
}

static void body_com_y(const KipShow *show, int row, char text[CELL])
{
    body_com(show, row, text, body_at(show, row)->com.y);
}

static void body_com_z(const KipShow *show, int row, char text[CELL])
{
    body_com(show, row, text, body_at(show, row)->com.z);
}

static void body_inertia(const KipShow *show, int row, char text[CELL])
{
    const KipBody *body = body_at(show, row);
    if (body->mass > 0)
        snprintf(text, CELL, "%.3g %.3g %.3g", body->inertia.xx, body->inertia.yy, body->inertia.zz);
    else
        strcpy(text, "-");
}

static const KipShowColumn body_columns[] = {
    {"body", "", true, body_tree},     {"mass", "kg", false, body_mass},
    {"com x", "m", false, body_com_x}, {"y", "m", false, body_com_y},
    {"z", "m", false, body_com_z},     {"inertia xx yy zz", "kg m^2", true, body_inertia},
};

/* -- joints ---------------------------------------------------------------------------------------------- */

static void joint_q(const KipShow *show, int row, char text[CELL])
{
    write_slots(text, show->model->joint[row].q, show->model->joint[row].nq);
}

static void joint_v(const KipShow *show, int row, char text[CELL])
{
    write_slots(text, show->model->joint[row].v, show->model->joint[row].nv);
}

static void joint_name(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->joint[row].name);
}

static void joint_type(const KipShow *show, int row, char text[CELL])
{
    write_name(text, kip_show_joint_type(show->model->joint[row].type));
}

static void joint_body(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->body[show->model->joint[row].body].name);
}

static void joint_axis(const KipShow *show, int row, char text[CELL])
{
    const KipJoint *joint = &show->model->joint[row];
    const double axis[3] = {joint->axis.x, joint->axis.y, joint->axis.z};
    if (joint->type == KIP_JOINT_FREE || joint->type == KIP_JOINT_BALL) {
        strcpy(text, "-");
        return;
    }
    snprintf(text, CELL, "%.3g %.3g %.3g", tidy(axis[0]), tidy(axis[1]), tidy(axis[2]));
    for (int i = 0; i < 3; i++)
        if (fabs(axis[i]) > 1 - 1e-12)
            snprintf(text, CELL, "%c%c", axis[i] > 0 ? '+' : '-', "xyz"[i]);
}

static void joint_range(const KipShow *show, int row, char text[CELL])
{
    const KipJoint *joint = &show->model->joint[row];
    if (joint->limited)
        write_range(text, joint->type == KIP_JOINT_BALL ? 0 : joint->range[0], joint->range[1]);
    else
        strcpy(text, "-");
}

static void joint_strength(const KipShow *show, int row, char text[CELL])
{
    write_range(text, show->model->joint[row].strength[0], show->model->joint[row].strength[1]);
}

static void joint_damping(const KipShow *show, int row, char text[CELL])
{
    write_number(text, show->model->joint[row].damping);
}

static void joint_stiffness(const KipShow *show, int row, char text[CELL])
{
    write_number(text, show->model->joint[row].stiffness);
}

static void joint_springref(const KipShow *show, int row, char text[CELL])
{
    write_number(text, show->model->joint[row].springref);
}

static void joint_armature(const KipShow *show, int row, char text[CELL])
{
    write_number(text, show->model->joint[row].armature);
}

static void joint_ref(const KipShow *show, int row, char text[CELL])
{
    write_number(text, show->model->joint[row].ref);
}

static const KipShowColumn joint_columns[] = {
    {"q", "", false, joint_q},
    {"v", "", false, joint_v},
    {"joint", "", true, joint_name},
    {"type", "", true, joint_type},
    {"body", "", true, joint_body},
    {"axis", "", true, joint_axis},
    {"range", "rad", true, joint_range},
    {"strength", "N m", true, joint_strength},
    {"damping", "N m s", false, joint_damping},
    {"stiffness", "N m", false, joint_stiffness},
    {"springref", "rad", false, joint_springref},
    {"armature", "kg m^2", false, joint_armature},
    {"ref", "rad", false, joint_ref},
};

/* -- keyframes, motors, tendons, exclusions, custom data ------------------------------------------------- */

static void key_name(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->key[row].name);
}

static void key_time(const KipShow *show, int row, char text[CELL])
{
    snprintf(text, CELL, "%.4g", show->model->key[row].time);
}

static void key_com(const KipShow *show, int row, char text[CELL])
{
    strcpy(text, "-");
    if (!(show->model->mass > 0))
        return;
    kip_dynamics_set(show->dynamics, show->model->key[row].q, NULL);
    KipVec3 com = kip_com(show->dynamics);
    const double place[3] = {com.x, com.y, com.z};
    size_t used = 0;
    for (int i = 0; i < 3; i++)
        used += (size_t)snprintf(text + used, CELL - used, "%s%.3f", i ? " " : "",
                                 fabs(place[i]) < 0.5e-3 ? 0 : place[i]);
}

static void key_moving(const KipShow *show, int row, char text[CELL])
{
    int moving = 0;
    for (int i = 0; i < show->model->nv; i++)
        moving += show->model->key[row].v[i] != 0;
    snprintf(text, CELL, "%d", moving);
}

static const KipShowColumn key_columns[] = {
    {"keyframe", "", true, key_name},
    {"time", "s", false, key_time},
    {"centre of mass", "m", true, key_com},
    {"rates not 0", "", false, key_moving},
};

static void motor_name(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->motor[row].name);
}

static void motor_type(const KipShow *show, int row, char text[CELL])
{
    write_name(text, kip_show_motor_type(show->model->motor[row].type));
}

static void motor_joint(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->joint[show->model->motor[row].joint].name);
}

static void motor_gear(const KipShow *show, int row, char text[CELL])
{
    write_number(text, show->model->motor[row].gear);
}

static void motor_gain(const KipShow *show, int row, char text[CELL])
{
    const KipMotor *motor = &show->model->motor[row];
    write_number(text, motor->type == KIP_MOTOR_TORQUE ? 0 : motor->gain);
}

static void motor_ctrlrange(const KipShow *show, int row, char text[CELL])
{
    write_range(text, show->model->motor[row].ctrlrange[0], show->model->motor[row].ctrlrange[1]);
}

static void motor_forcerange(const KipShow *show, int row, char text[CELL])
{
    write_range(text, show->model->motor[row].forcerange[0], show->model->motor[row].forcerange[1]);
}

static const KipShowColumn motor_columns[] = {
    {"motor", "", true, motor_name},
    {"type", "", true, motor_type},
    {"joint", "", true, motor_joint},
    {"gear", "", false, motor_gear},
    {"gain", "", false, motor_gain},
    {"control", "", true, motor_ctrlrange},
    {"force", "N m or N", true, motor_forcerange},
};

static void tendon_name(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->tendon[row].name);
}

static void tendon_range(const KipShow *show, int row, char text[CELL])
{
    const KipTendon *tendon = &show->model->tendon[row];
    if (tendon->limited)
        write_range(text, tendon->range[0], tendon->range[1]);
    else
        strcpy(text, "-");
}

static void tendon_stiffness(const KipShow *show, int row, char text[CELL])
{
    write_number(text, show->model->tendon[row].stiffness);
}

static void tendon_damping(const KipShow *show, int row, char text[CELL])
{
    write_number(text, show->model->tendon[row].damping);
}

static void tendon_springlength(const KipShow *show, int row, char text[CELL])
{
    double length = show->model->tendon[row].springlength;
    if (isnan(length))
        strcpy(text, "-");
    else
        snprintf(text, CELL, "%.4g", length);
}

static void tendon_sum(const KipShow *show, int row, char text[CELL])
{
    const KipTendon *tendon = &show->model->tendon[row];
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < tendon->njoint && used < CELL; i++)
        used += (size_t)snprintf(text + used, CELL - used, "%s%.4g %s", i ? " + " : "", tendon->coef[i],
                                 show->model->joint[tendon->joint[i]].name);
}

static const KipShowColumn tendon_columns[] = {
    {"tendon", "", true, tendon_name},
    {"range", "", true, tendon_range},
    {"stiffness", "", false, tendon_stiffness},
    {"damping", "", false, tendon_damping},
    {"springlength", "", false, tendon_springlength},
    {"length", "", true, tendon_sum},
};

static void exclude_first(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->body[show->model->exclude[row].body1].name);
}

static void exclude_second(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->body[show->model->exclude[row].body2].name);
}

static const KipShowColumn exclude_columns[] = {
    {"body", "", true, exclude_first},
    {"body", "", true, exclude_second},
};

static void pair_first(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->geom[show->model->pair[row].geom1].name);
}

static void pair_second(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->geom[show->model->pair[row].geom2].name);
}

static const KipShowColumn pair_columns[] = {
    {"geom", "", true, pair_first},
    {"geom", "", true, pair_second},
};

static void custom_name(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->model->custom[row].name);
}

static void custom_value(const KipShow *show, int row, char text[CELL])
{
    const KipCustom *custom = &show->model->custom[row];
    size_t used = custom->text ? (size_t)snprintf(text, 60, "\"%s\"", custom->text) : 0;
    for (int i = 0; i < custom->n && used < 60; i++)
        used += (size_t)snprintf(text + used, CELL - used, "%s%.4g", i ? " " : "", custom->number[i]);
    if (used >= 60)
        strcpy(text + 57, "...");
}

static const KipShowColumn custom_columns[] = {
    {"custom", "", true, custom_name},
    {"value", "", true, custom_value},
};

/* -- what the reader noted ------------------------------------------------------------------------------- */

static void note_what(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->notes.note[row].what);
}

static void note_kind(const KipShow *show, int row, char text[CELL])
{
    write_name(text, show->notes.note[row].kind == KIP_NOTE_REPLACED ? "replaced" : "skipped");
}

static void note_count(const KipShow *show, int row, char text[CELL])
{
    snprintf(text, CELL, "%d", show->notes.note[row].count);
}

static void note_place(const KipShow *show, int row, char text[CELL])
{
    const KipNote *note = &show->notes.note[row];
    snprintf(text, CELL, "%.200s:%d", note->file, note->line);
}

static const KipShowColumn note_columns[] = {
    {"in the file", "", true, note_what},
    {"kip", "", true, note_kind},
    {"times", "", false, note_count},
    {"first at", "", true, note_place},
};

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
            fprintf(stream, "%s%s %d", separator, kip_show_geom_type((KipGeomType)type), n), separator = ", ";
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

/* "  Stand, Crouch, ..." in lines of 80 columns. */
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

void kip_show_print_text(const KipShow *show, FILE *stream)
{
    const KipModel *m = show->model;
    print_head(show, stream);
    PRINT_TABLE(show, stream, "Bodies: mass, centre of mass and inertia about it in the body's axes",
                body_columns, m->nbody);
    PRINT_TABLE(show, stream, "Joints, by their places in q and v (slides: m, N, N s/m, N/m, kg)",
                joint_columns, m->njoint);
    PRINT_TABLE(show, stream, "Keyframes", key_columns, m->nkey);
    if (show->poses)
        print_poses(show, stream);
    PRINT_TABLE(show, stream, "Motors", motor_columns, m->nmotor);
    PRINT_TABLE(show, stream, "Tendons: linear sums of joint coordinates", tendon_columns, m->ntendon);
    PRINT_TABLE(show, stream, "Pairs of bodies that do not meet", exclude_columns, m->nexclude);
    PRINT_TABLE(show, stream, "Pairs of geoms that meet as they say", pair_columns, m->npair);
    PRINT_TABLE(show, stream, "Custom data", custom_columns, m->ncustom);
    PRINT_TABLE(show, stream, "Replaced by kip's step and contact law, or skipped as it changes no motion",
                note_columns, show->notes.n);
}
