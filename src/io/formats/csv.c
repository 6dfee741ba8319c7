/* The table of a recording. What a joint's columns are called stands in one table by joint type. */
#include "csv.h"

#include <inttypes.h>
#include <string.h>

#include "number.h"

enum { MOST_COLUMNS = 7 };

/* The columns of one joint: what follows its name, and the unit. */
typedef struct Columns {
    int n;
    struct {
        const char *suffix, *unit;
    } column[MOST_COLUMNS];
} Columns;

enum { COORDINATE, RATE, TORQUE, QUANTITIES };

static const Columns columns_of[QUANTITIES][KIP_JOINT_SLIDE + 1] = {
    [COORDINATE] = {
        [KIP_JOINT_FREE] = {7, {{".x", "m"}, {".y", "m"}, {".z", "m"},
                                {".qw", "1"}, {".qx", "1"}, {".qy", "1"}, {".qz", "1"}}},
        [KIP_JOINT_BALL] = {4, {{".qw", "1"}, {".qx", "1"}, {".qy", "1"}, {".qz", "1"}}},
        [KIP_JOINT_HINGE] = {1, {{"", "rad"}}},
        [KIP_JOINT_SLIDE] = {1, {{"", "m"}}},
    },
    [RATE] = {
        [KIP_JOINT_FREE] = {6, {{".vx", "m/s"}, {".vy", "m/s"}, {".vz", "m/s"},
                                {".wx", "rad/s"}, {".wy", "rad/s"}, {".wz", "rad/s"}}},
        [KIP_JOINT_BALL] = {3, {{".wx", "rad/s"}, {".wy", "rad/s"}, {".wz", "rad/s"}}},
        [KIP_JOINT_HINGE] = {1, {{"", "rad/s"}}},
        [KIP_JOINT_SLIDE] = {1, {{"", "m/s"}}},
    },
    [TORQUE] = {
        [KIP_JOINT_FREE] = {0, {{"", ""}}},
        [KIP_JOINT_BALL] = {3, {{".tx", "N m"}, {".ty", "N m"}, {".tz", "N m"}}},
        [KIP_JOINT_HINGE] = {1, {{"", "N m"}}},
        [KIP_JOINT_SLIDE] = {1, {{"", "N"}}},
    },
};

static const char *const last_columns[] = {
    "com.x [m]",
    "com.y [m]",
    "com.z [m]",
    "kinetic energy [J]",
    "potential energy [J]",
    "elastic energy [J]",
    "normal contact force [N]",
};

/* -- header ---------------------------------------------------------------------------------------------- */

/* A name on one line: control characters become blanks. */
static void print_name(FILE *stream, const char *name, bool quoted)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        if (quoted && *c == '"')
            fputc('"', stream);
        fputc(*c < 0x20 || *c == 0x7f ? ' ' : *c, stream);
    }
}

static void print_header_field(FILE *stream, const char *name, const char *suffix, const char *unit)
{
    bool quoted = strpbrk(name, ",\"") != NULL;
    fputs(quoted ? ",\"" : ",", stream);
    print_name(stream, name, quoted);
    fprintf(stream, "%s [%s]%s", suffix, unit, quoted ? "\"" : "");
}

static void print_header(FILE *stream, const KipModel *model)
{
    fputs("time [s]", stream);
    for (int quantity = 0; quantity < QUANTITIES; quantity++) {
        for (int i = 0; i < model->njoint; i++) {
            const Columns *columns = &columns_of[quantity][model->joint[i].type];
            for (int k = 0; k < columns->n; k++)
                print_header_field(stream, model->joint[i].name, columns->column[k].suffix,
                                   columns->column[k].unit);
        }
    }
    for (size_t i = 0; i < sizeof last_columns / sizeof *last_columns; i++)
        fprintf(stream, ",%s", last_columns[i]);
    fputc('\n', stream);
}

/* -- rows ------------------------------------------------------------------------------------------------ */

static void print_numbers(FILE *stream, const double *value, int n)
{
    char text[KIP_NUMBER_SIZE];
    for (int i = 0; i < n; i++)
        fprintf(stream, ",%s", kip_number_format(text, value[i]));
}

static void print_row(FILE *stream, const KipRecording *recording, size_t index)
{
    const KipModel *model = recording->model;
    const KipFrame *frame = &recording->frame[index];
    const double *row[QUANTITIES] = {kip_recording_q(recording, index), kip_recording_v(recording, index),
                                     kip_recording_tau(recording, index)};
    char text[KIP_NUMBER_SIZE];
    fputs(kip_number_format(text, frame->time), stream);
    for (int quantity = 0; quantity < QUANTITIES; quantity++) {
        for (int i = 0; i < model->njoint; i++) {
            const KipJoint *joint = &model->joint[i];
            print_numbers(stream, row[quantity] + (quantity == COORDINATE ? joint->q : joint->v),
                          columns_of[quantity][joint->type].n);
        }
    }
    const double last[] = {frame->com.x,
                           frame->com.y,
                           frame->com.z,
                           frame->energy.kinetic,
                           frame->energy.potential,
                           frame->energy.elastic,
                           frame->normal_force};
    print_numbers(stream, last, (int)(sizeof last / sizeof *last));
    fputc('\n', stream);
}

void kip_csv_write(FILE *stream, const KipRecording *recording)
{
    char timestep[KIP_NUMBER_SIZE];
    fputs("# kip " KIP_VERSION ", model ", stream);
    print_name(stream, recording->model->name, false);
    fprintf(stream, ", time step %s s, hash %016" PRIx64 "\n",
            kip_number_format(timestep, recording->timestep), recording->hash);
    print_header(stream, recording->model);
    for (size_t i = 0; i < recording->nframe; i++)
        print_row(stream, recording, i);
}
