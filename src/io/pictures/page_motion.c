/* The part of a page's data that changes from frame to frame, except contacts: poses, drives, energies. */
#include <math.h>
#include <stddef.h>

#include "../../dynamics/quat.h"
#include "../text/json.h"
#include "page_parts.h"

#define ANGLE_UNIT 5e-5 /* rad */

enum { FULL = INT16_MAX, INFINITE = FULL + 1 }; /* the largest number of a column with its own unit */

static double largest_component(KipVec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

double kip_page_length_unit(const KipRecording *grid)
{
    double largest = 0;
    for (size_t i = 0; i < grid->nframe * (size_t)grid->model->nbody; i++)
        largest = fmax(largest, largest_component(grid->pose[i].pos));
    return fmax(1e-5, largest / 1e9);
}

static void put_column(const KipPage *page, KipBase64 *to)
{
    kip_base64_column(to, page->column, page->grid->nframe);
}

/* -- where bodies are ------------------------------------------------------------------------------------ */

static void put_free(const KipPage *page, KipBase64 *to, int body, double length)
{
    for (int k = 0; k < 7; k++) {
        for (size_t f = 0; f < page->grid->nframe; f++) {
            const KipBodyPose *pose = &kip_recording_poses(page->grid, f)[body];
            const double part[] = {pose->pos.x,  pose->pos.y,  pose->pos.z, pose->quat.w,
                                   pose->quat.x, pose->quat.y, pose->quat.z};
            page->column[f] = kip_page_round(part[k], k < 3 ? length : 1.0 / FULL);
        }
        put_column(page, to);
    }
}

/* Writes a column of angles or lengths. */
static void put_axis(const KipPage *page, KipBase64 *to, int dof, KipQuantityKind kind, double unit)
{
    for (size_t f = 0; f < page->grid->nframe; f++) {
        double value = kip_recording_axis(page->grid, f, dof, kind);
        page->column[f] = isfinite(value) ? kip_page_round(value, unit) : f ? page->column[f - 1] : 0;
    }
    put_column(page, to);
}

static double coordinate_unit(const KipPage *page, const KipJoint *joint)
{
    return joint->type == KIP_JOINT_SLIDE ? kip_page_length_unit(page->grid) : ANGLE_UNIT;
}

static void put_joints(const KipPage *page)
{
    const KipModel *model = page->grid->model;
    const double length = kip_page_length_unit(page->grid);
    kip_page_value(page->stream, "angleUnit", ANGLE_UNIT);
    kip_page_value(page->stream, "lengthUnit", length);
    KipBase64 to = kip_page_open_columns(page->stream, "motion");
    for (int i = 0; i < model->njoint; i++) {
        const KipJoint *joint = &model->joint[i];
        if (joint->type == KIP_JOINT_FREE)
            put_free(page, &to, joint->body, length);
        else
            for (int k = 0; k < joint->nv; k++)
                put_axis(page, &to, joint->v + k, KIP_QUANTITY_ANGLE, coordinate_unit(page, joint));
    }
    kip_page_close_columns(&to);
}

/* Whether the body is present in all frames; others have a column of their presence. */
static bool is_always_there(const KipRecording *grid, int body)
{
    for (size_t f = 0; f < grid->nframe; f++)
        if (!kip_recording_is_present(grid, f, body))
            return false;
    return true;
}

static void put_presence(const KipPage *page)
{
    const KipRecording *grid = page->grid;
    int n = 0;
    fputs(",\n\"waiting\":[", page->stream);
    for (int i = 0; i < grid->model->nbody; i++)
        if (!is_always_there(grid, i))
            fprintf(page->stream, "%s%d", n++ ? "," : "", i);
    fputc(']', page->stream);
    KipBase64 to = kip_page_open_columns(page->stream, "present");
    for (int i = 0; i < grid->model->nbody; i++) {
        if (is_always_there(grid, i))
            continue;
        for (size_t f = 0; f < grid->nframe; f++)
            page->column[f] = kip_recording_is_present(grid, f, i);
        put_column(page, &to);
    }
    kip_page_close_columns(&to);
}

static void put_com(const KipPage *page)
{
    const double unit = kip_page_length_unit(page->grid);
    KipBase64 to = kip_page_open_columns(page->stream, "com");
    for (int k = 0; k < 3; k++) {
        for (size_t f = 0; f < page->grid->nframe; f++) {
            const KipVec3 com = page->grid->frame[f].com;
            page->column[f] = kip_page_round(k == 0 ? com.x : k == 1 ? com.y : com.z, unit);
        }
        put_column(page, &to);
    }
    kip_page_close_columns(&to);
}

/* -- drives ---------------------------------------------------------------------------------------------- */

/* Kinds that share a unit are adjacent. */
static const struct {
    KipQuantityKind kind;
    int unit;
} of_drive[] = {{KIP_QUANTITY_TORQUE, 0},
                {KIP_QUANTITY_STIFFNESS, 1},
                {KIP_QUANTITY_DAMPING, 2},
                {KIP_QUANTITY_LIMIT_LO, 3},
                {KIP_QUANTITY_LIMIT_HI, 3}};
enum { NKIND = sizeof of_drive / sizeof *of_drive, NUNIT = 4 };

/* Finds the units of an axis, 1 where all values are 0 or infinite. */
static void find_units(const KipRecording *grid, int dof, double unit[NUNIT])
{
    double largest[NUNIT] = {0};
    for (size_t f = 0; f < grid->nframe; f++)
        for (int i = 0; i < NKIND; i++) {
            double size = fabs(kip_recording_axis(grid, f, dof, of_drive[i].kind));
            if (isfinite(size))
                largest[of_drive[i].unit] = fmax(largest[of_drive[i].unit], size);
        }
    for (int k = 0; k < NUNIT; k++)
        unit[k] = largest[k] > 0 ? largest[k] / FULL : 1;
}

/* Rounds a value, but not to 0: with a stiffness of 0 the target would be ignored. */
static int64_t drive_number(double value, double unit)
{
    if (isinf(value))
        return value > 0 ? INFINITE : -INFINITE;
    int64_t number = kip_page_round(value, unit);
    return number == 0 && value != 0 ? (value > 0 ? 1 : -1) : number;
}

static void put_drive(const KipPage *page, KipBase64 *to, int dof)
{
    double unit[NUNIT];
    find_units(page->grid, dof, unit);
    for (int i = 0; i < NKIND; i++) {
        for (size_t f = 0; f < page->grid->nframe; f++)
            page->column[f] = drive_number(kip_recording_axis(page->grid, f, dof, of_drive[i].kind),
                                           unit[of_drive[i].unit]);
        put_column(page, to);
    }
}

static void put_drives(const KipPage *page)
{
    const KipModel *model = page->grid->model;
    int n = 0;
    fputs(",\n\"driveUnits\":[", page->stream);
    for (int i = 0; i < model->njoint; i++)
        for (int k = 0; k < model->joint[i].nv && model->joint[i].type != KIP_JOINT_FREE; k++) {
            double unit[NUNIT];
            find_units(page->grid, model->joint[i].v + k, unit);
            for (int u = 0; u < NUNIT; u++) {
                fputs(n++ ? "," : "", page->stream);
                kip_page_number(page->stream, unit[u]);
            }
        }
    fputc(']', page->stream);
    KipBase64 to = kip_page_open_columns(page->stream, "drives");
    for (int i = 0; i < model->njoint; i++) {
        const KipJoint *joint = &model->joint[i];
        for (int k = 0; k < joint->nv && joint->type != KIP_JOINT_FREE; k++) {
            put_drive(page, &to, joint->v + k);
            put_axis(page, &to, joint->v + k, KIP_QUANTITY_TARGET, coordinate_unit(page, joint));
        }
    }
    kip_page_close_columns(&to);
}

/* -- series ---------------------------------------------------------------------------------------------- */

/* Series that are always shown of a simulation; others are shown only where they are not always 0. Time and centre of mass
 * are elsewhere in the data. */
static bool is_main(const KipQuantity *quantity)
{
    return quantity->index == offsetof(KipFrame, energy.kinetic) ||
           quantity->index == offsetof(KipFrame, energy.potential) ||
           quantity->index == offsetof(KipFrame, normal_force);
}

static bool is_series(const KipQuantity *quantity)
{
    return quantity->kind == KIP_QUANTITY_FRAME && quantity->index >= (int)offsetof(KipFrame, energy);
}

static double largest_value(const KipRecording *grid, const KipQuantity *quantity)
{
    double largest = 0;
    for (size_t f = 0; f < grid->nframe; f++)
        largest = fmax(largest, fabs(kip_quantity_value(grid, f, quantity)));
    return largest;
}

/* The unit resolves the largest value to at least five digits. */
static void put_one_series(const KipPage *page, const KipQuantity *quantity, double largest)
{
    const double unit = largest > 0 ? largest / 500000 : 1;
    fputs("\n{\"name\":", page->stream);
    kip_json_text(page->stream, quantity->name);
    kip_page_text(page->stream, "unit", quantity->unit);
    kip_page_value(page->stream, "step", unit);
    for (size_t f = 0; f < page->grid->nframe; f++)
        page->column[f] = kip_page_round(kip_quantity_value(page->grid, f, quantity), unit);
    KipBase64 to = kip_page_open_columns(page->stream, "values");
    put_column(page, &to);
    kip_page_close_columns(&to);
    fputc('}', page->stream);
}

static void put_series(const KipPage *page)
{
    int n = 0;
    fputs(",\n\"series\":[", page->stream);
    for (int i = 0; i < page->quantities->n; i++) {
        const KipQuantity *quantity = &page->quantities->item[i];
        double largest = is_series(quantity) ? largest_value(page->grid, quantity) : 0;
        bool simulated = page->recording->frame[0].hash != 0;
        if (!is_series(quantity) || !(largest > 0 || (simulated && is_main(quantity))))
            continue;
        fputs(n++ ? "," : "", page->stream);
        put_one_series(page, quantity, largest);
    }
    fputc(']', page->stream);
}

void kip_page_motion(const KipPage *page)
{
    put_joints(page);
    put_presence(page);
    put_com(page);
    put_drives(page);
    put_series(page);
}
