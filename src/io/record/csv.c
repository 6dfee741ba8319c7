/* Writes the table of a run, and that of a recording. The same functions write header and rows, so that each value stands below its
 * name; the columns of a joint are listed in one table by joint type. */
#include "csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "../../dynamics/vec3.h"
#include "../../control/loads.h"
#include "../text/number.h"
#include "quantity.h"

static const double control_period = 0.005; /* s */

/* A line of the table. Its text goes to the stream in blocks: a call for each field would double the cost of a run's table, and
 * take a third of a recording's. */
typedef struct Line {
    FILE *stream;
    bool begun; /* it has a field */
    size_t n;   /* bytes not yet in the stream */
    char text[4096];
} Line;

struct KipCsv {
    Line line;
    const KipAllocator *allocator;
    KipLoads *loads;
    double steps_a_row;
    bool in_header; /* writing the header */
};

/* -- fields ---------------------------------------------------------------------------------------------- */

/* Control characters become blanks, so that a name stays on one line. */
static void print_name(FILE *stream, const char *name, bool quoted)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        if (quoted && *c == '"')
            fputc('"', stream);
        fputc(*c < 0x20 || *c == 0x7f ? ' ' : *c, stream);
    }
}

static void flush(Line *line)
{
    fwrite(line->text, 1, line->n, line->stream);
    line->n = 0;
}

static void put_separator(Line *line)
{
    if (line->n + KIP_NUMBER_SIZE + 1 > sizeof line->text)
        flush(line);
    if (line->begun)
        line->text[line->n++] = ',';
    line->begun = true;
}

/* Writes one field of the header, "NAMESUFFIX [UNIT]". */
static void put_title(Line *line, const char *name, const char *suffix, const char *unit)
{
    bool quoted = strpbrk(name, ",\"#") != NULL;
    put_separator(line);
    flush(line);
    fputs(quoted ? "\"" : "", line->stream);
    print_name(line->stream, name, quoted);
    fprintf(line->stream, "%s [%s]%s", suffix, unit, quoted ? "\"" : "");
}

/* Writes one field of a row; a NAN is left empty. */
static void put_field(Line *line, double value)
{
    put_separator(line);
    if (!isnan(value))
        line->n = (size_t)(kip_number_put(line->text + line->n, value) - line->text);
}

static void end_line(Line *line)
{
    flush(line);
    fputc('\n', line->stream);
    line->begun = false;
}

/* Writes one field: its title in the header, its value in a row. */
static void put(KipCsv *csv, const char *name, const char *suffix, const char *unit, double value)
{
    if (csv->in_header)
        put_title(&csv->line, name, suffix, unit);
    else
        put_field(&csv->line, value);
}

static void put_vector(KipCsv *csv, const char *name, const char *suffix, const char *unit, KipVec3 v)
{
    const double value[] = {v.x, v.y, v.z};
    for (int k = 0; k < 3; k++) {
        char full[32];
        if (!csv->in_header) {
            put_field(&csv->line, value[k]);
            continue;
        }
        snprintf(full, sizeof full, "%s%c", suffix, 'x' + k);
        put(csv, name, full, unit, 0);
    }
}

/* -- the whole ------------------------------------------------------------------------------------------- */

static void put_centre(KipCsv *csv, const KipSim *sim)
{
    const KipSupport *support = &csv->loads->support;
    bool pressed = support->upward > 0;
    put(csv, "time", "", "s", kip_sim_time(sim));
    put_vector(csv, "com", ".", "m", kip_com(kip_sim_dynamics(sim)));
    put_vector(csv, "com", ".v", "m/s", kip_com_velocity(kip_sim_dynamics(sim)));
    put(csv, "cop", ".x", "m", pressed ? support->centre.x : NAN);
    put(csv, "cop", ".y", "m", pressed ? support->centre.y : NAN);
    put(csv, "normal contact force", "", "N", support->normal_force);
}

static void put_feet(KipCsv *csv, const KipSim *sim)
{
    for (int i = 0; i < csv->loads->nfoot; i++) {
        const char *name = kip_sim_model(sim)->body[csv->loads->foot[i]].name;
        const KipSupport *under = &csv->loads->under[i];
        put_vector(csv, name, ".ground_f", "N", under->force);
        put(csv, name, ".ground_normal", "N", under->normal_force);
    }
}

/* Whether joints, other than a free one, or a weld transmit forces onto the body. */
static bool has_reaction(const KipModel *model, int body)
{
    const KipBody *b = &model->body[body];
    return kip_body_moves(model, body) && !(b->njoint && model->joint[b->joint].type == KIP_JOINT_FREE);
}

static void put_reactions(KipCsv *csv, const KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    for (int i = 1; i < model->nbody; i++) {
        const KipVec3 unknown = {NAN, NAN, NAN};
        const KipWrench *reaction = &csv->loads->reaction[i];
        bool known = kip_sim_is_present(sim, i);
        if (!has_reaction(model, i))
            continue;
        put_vector(csv, model->body[i].name, ".reaction_f", "N", known ? reaction->force : unknown);
        put_vector(csv, model->body[i].name, ".reaction_t", "N m", known ? reaction->torque : unknown);
    }
}

static void put_energies(KipCsv *csv, const KipSim *sim)
{
    KipEnergy energy = kip_energy(kip_sim_dynamics(sim));
    KipWork work = kip_sim_work(sim);
    put(csv, "kinetic energy", "", "J", energy.kinetic);
    put(csv, "potential energy", "", "J", energy.potential);
    put(csv, "elastic energy", "", "J", energy.elastic);
    for (int i = 0; i < KIP_WORKS; i++)
        put(csv, kip_work_name(i), "", "J", kip_work_part(&work, i));
}

/* -- joints ---------------------------------------------------------------------------------------------- */

enum { COORDINATE, RATE, TORQUE, QUANTITIES };

/* Suffixes of a joint's columns; a free joint has all of them, a ball the rotational ones at the end. */
static const char *const suffixes[QUANTITIES][7] = {{".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"},
                                                    {".vx", ".vy", ".vz", ".wx", ".wy", ".wz"},
                                                    {"", "", "", ".tx", ".ty", ".tz"}};

static const char *unit_of(int quantity, const KipJoint *joint, int k)
{
    const bool single = joint->nv == 1,
               linear = joint->type == KIP_JOINT_SLIDE || (joint->type == KIP_JOINT_FREE && k < 3);
    if (quantity == RATE)
        return linear ? "m/s" : "rad/s";
    if (quantity == TORQUE)
        return linear ? "N" : "N m";
    return linear ? "m" : single ? "rad" : "1";
}

static void put_joint(KipCsv *csv, const KipJoint *joint, int quantity, const double *value)
{
    const int n = quantity == COORDINATE ? joint->nq : joint->nv;
    const char *const *suffix = suffixes[quantity] + (joint->type == KIP_JOINT_BALL ? 3 : 0);
    if (quantity == TORQUE && joint->type == KIP_JOINT_FREE)
        return;
    for (int k = 0; k < n; k++)
        if (csv->in_header)
            put(csv, joint->name, joint->nv == 1 ? "" : suffix[k], unit_of(quantity, joint, k), 0);
        else
            put_field(&csv->line, value[k]);
}

static void put_joints(KipCsv *csv, const KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    const double *const row[QUANTITIES] = {kip_sim_q(sim), kip_sim_v(sim), kip_sim_drive_forces(sim)};
    for (int quantity = 0; quantity < QUANTITIES; quantity++)
        for (int i = 0; i < model->njoint; i++) {
            const KipJoint *joint = &model->joint[i];
            put_joint(csv, joint, quantity, row[quantity] + (quantity == COORDINATE ? joint->q : joint->v));
        }
}

/* -- lines ----------------------------------------------------------------------------------------------- */

static void put_line(KipCsv *csv, const KipSim *sim)
{
    put_centre(csv, sim);
    put_feet(csv, sim);
    put_reactions(csv, sim);
    put_energies(csv, sim);
    put_joints(csv, sim);
    end_line(&csv->line);
    csv->in_header = false;
}

static void put_head(KipCsv *csv, const KipSim *sim)
{
    char timestep[KIP_NUMBER_SIZE];
    FILE *stream = csv->line.stream;
    const char *name = kip_sim_model(sim)->name;
    fprintf(stream, "# kip " KIP_VERSION "%s", *name ? ", model " : ""); /* a scene of shapes has none */
    print_name(stream, name, false);
    fprintf(stream, ", time step %s s\n", kip_number_format(timestep, kip_sim_timestep(sim)));
    csv->in_header = true;
    put_line(csv, sim);
}

KipStatus kip_csv_create(FILE *stream, const KipSim *sim, const KipAllocator *allocator, KipCsv **out,
                         KipError *error)
{
    *out = NULL;
    KipLoads *loads;
    KipStatus status = kip_loads_create(sim, allocator, &loads, error);
    if (status != KIP_OK)
        return status;
    KipCsv *csv = kip_resize(allocator, NULL, 0, sizeof *csv);
    if (!csv) {
        kip_loads_destroy(loads);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for a table");
    }
    double steps = floor(control_period / kip_sim_timestep(sim) * (1 + 1e-9));
    *csv = (KipCsv){.line.stream = stream,
                    .allocator = allocator,
                    .loads = loads,
                    .steps_a_row = fmax(steps, 1)};
    put_head(csv, sim);
    *out = csv;
    return KIP_OK;
}

void kip_csv_sample(KipCsv *csv, const KipSim *sim)
{
    double steps = floor(kip_sim_time(sim) / kip_sim_timestep(sim) + 0.5);
    if (floor(steps / csv->steps_a_row) * csv->steps_a_row == steps) {
        kip_loads_measure(csv->loads, sim);
        put_line(csv, sim);
    }
}

void kip_csv_finish(KipCsv *csv, const KipSim *sim)
{
    fprintf(csv->line.stream, "# hash %016" PRIx64 "\n", kip_sim_hash(sim));
    kip_csv_destroy(csv);
}

void kip_csv_destroy(KipCsv *csv)
{
    if (!csv)
        return;
    kip_loads_destroy(csv->loads);
    kip_resize(csv->allocator, csv, sizeof *csv, 0);
}

/* -- a recording ----------------------------------------------------------------------------------------- */

/* Whether the quantity is determined by the motion alone. */
static bool is_kinematic(const KipQuantity *quantity)
{
    switch (quantity->kind) {
    case KIP_QUANTITY_FRAME:
        return quantity->index < (int)offsetof(KipFrame, energy); /* time, centre of mass */
    case KIP_QUANTITY_PLACE:
    case KIP_QUANTITY_Q:
    case KIP_QUANTITY_V:
    case KIP_QUANTITY_ANGLE:
        return true;
    default:
        return false;
    }
}

static void put_row(Line *line, const KipRecording *recording, const KipQuantities *all, bool simulated,
                    size_t frame)
{
    for (int i = 0; i < all->n; i++) {
        if (!simulated && !is_kinematic(&all->item[i]))
            continue;
        if (frame == SIZE_MAX)
            put_title(line, all->item[i].name, "", all->item[i].unit);
        else
            put_field(line, kip_quantity_value(recording, frame, &all->item[i]));
    }
    end_line(line);
}

KipStatus kip_csv_write(FILE *stream, const KipRecording *recording, KipError *error)
{
    KipQuantities *all;
    if (recording->nframe == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "nothing is recorded");
    KipStatus status = kip_quantities_create(recording->model, recording->allocator, &all, error);
    if (status != KIP_OK)
        return status;
    bool simulated = recording->frame[0].hash != 0;
    Line line = {.stream = stream};
    put_row(&line, recording, all, simulated, SIZE_MAX); /* the head */
    for (size_t i = 0; i < recording->nframe; i++)
        put_row(&line, recording, all, simulated, i);
    kip_quantities_destroy(all);
    return KIP_OK;
}
