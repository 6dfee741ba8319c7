/* kip forward, inverse, mass: one state in each line of stdin, one result in each line of stdout. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/dynamics.h"
#include "../formats/mjcf.h"
#include "../text/number.h"
#include "commands.h"
#include "scene_words.h"

/* The contents of a line of input and of output. q has nq numbers, other parts have nv, the matrix nv x nv. */
typedef struct Task {
    int nparts;
    const char *part[3];
    bool matrix;
    void (*compute)(KipDynamics *d, const double *q, const double *v, const double *third, double *out);
} Task;

typedef struct Job {
    const Task *task;
    const char *path;
    KipModel *model;
    KipDynamics *dynamics;
    int nin, nout;
    double *in, *out;
    size_t line; /* from 1 */
} Job;

/* -- one line in ----------------------------------------------------------------------------------------- */

static int part_size(const Job *job, int part)
{
    return part == 0 ? job->model->nq : job->model->nv;
}

/* Fails with "line 3 has 80 numbers; robot.xml needs q, v, tau: nq + nv + nv = 38 + 37 + 37 = 112". */
static KipStatus fail_count(const Job *job, int found, KipError *error)
{
    char names[32] = "", letters[32] = "", sizes[64] = "", sum[32] = "";
    const char *hint = found == 1 && job->nin > 1 ? "; commas go between them" : "";
    for (int i = 0; i < job->task->nparts; i++) {
        size_t used = strlen(sizes);
        snprintf(sizes + used, sizeof sizes - used, "%s%d", i ? " + " : "", part_size(job, i));
        strcat(strcat(names, i ? ", " : ""), job->task->part[i]);
        strcat(letters, i ? " + nv" : "nq");
    }
    if (job->task->nparts > 1)
        snprintf(sum, sizeof sum, " = %d", job->nin);
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "line %zu has %d number%s; %s needs %s: %s = %s%s%s",
                    job->line, found, found == 1 ? "" : "s", job->path, names, letters, sizes, sum, hint);
}

/* The joint of the k-th number of a part. */
static const char *joint_name(const KipModel *model, bool is_q, int k)
{
    for (int i = 0; i < model->njoint; i++) {
        const KipJoint *joint = &model->joint[i];
        int first = is_q ? joint->q : joint->v, n = is_q ? joint->nq : joint->nv;
        if (k >= first && k < first + n)
            return joint->name;
    }
    return "";
}

static KipStatus fail_number(const Job *job, int k, const char *text, size_t n, KipError *error)
{
    int part = 0, i = k;
    while (i >= part_size(job, part))
        i -= part_size(job, part++);
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                    "line %zu, number %d (%s[%d], joint %s) is \"%.*s\"; it must be a finite number",
                    job->line, k + 1, job->task->part[part], i, joint_name(job->model, part == 0, i),
                    (int)(n < 40 ? n : 40), text);
}

/* Normalizes the quaternions; fails for those of length 0. */
static KipStatus normalize(const Job *job, KipError *error)
{
    const KipModel *model = job->model;
    for (int i = 0; i < model->njoint; i++) {
        const KipJoint *joint = &model->joint[i];
        if (joint->type != KIP_JOINT_FREE && joint->type != KIP_JOINT_BALL)
            continue;
        int first = joint->q + joint->nq - 4;
        const double *q = job->in + first;
        double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (square < 1e-100 || square > 1e100)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "line %zu: the quaternion of joint %s, q[%d] to q[%d], is far too %s; its length "
                            "should be 1",
                            job->line, joint->name, first, first + 3, square < 1 ? "short" : "long");
    }
    kip_model_normalize(model, job->in);
    return KIP_OK;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Reads the numbers of a line into job->in. */
static KipStatus read_line(Job *job, const char *line, size_t length, KipError *error)
{
    int found = 1;
    for (const char *comma = line; (comma = memchr(comma, ',', (size_t)(line + length - comma))); comma++)
        found++;
    if (found != job->nin)
        return fail_count(job, found, error);
    const char *end = line + length, *text = line;
    for (int k = 0; k < job->nin; k++) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        size_t n = (size_t)((comma ? comma : end) - text);
        double value;
        if (!kip_number_parse(text, n, &value) || value - value != 0)
            return fail_number(job, k, text, n, error);
        job->in[k] = value;
        text += n + 1;
    }
    return normalize(job, error);
}

/* -- one line out ---------------------------------------------------------------------------------------- */

static KipStatus write_result(const Job *job, KipError *error)
{
    char text[KIP_NUMBER_SIZE];
    for (int i = 0; i < job->nout; i++)
        if (job->out[i] - job->out[i] != 0)
            return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                            "line %zu: the result is beyond the range of numbers; use smaller ones",
                            job->line);
    for (int i = 0; i < job->nout; i++) {
        if (i)
            fputc(',', stdout);
        fputs(kip_number_format(text, job->out[i]), stdout);
    }
    fputc('\n', stdout);
    if (ferror(stdout))
        return kip_fail(error, KIP_IO, (KipPlace){"<stdout>", 0, 0}, "the file cannot be written");
    return KIP_OK;
}

static KipStatus process_line(Job *job, const char *line, size_t length, KipError *error)
{
    while (length && is_blank(line[length - 1]))
        length--;
    while (length && is_blank(*line))
        line++, length--;
    if (length == 0 || *line == '#')
        return KIP_OK;
    KipStatus status = read_line(job, line, length, error);
    if (status != KIP_OK)
        return status;
    const double *v = job->in + job->model->nq;
    job->task->compute(job->dynamics, job->in, v, v + job->model->nv, job->out);
    return write_result(job, error);
}

static KipStatus process_stdin(Job *job, KipError *error)
{
    char *line = NULL;
    size_t capacity = 0;
    KipStatus status = KIP_OK;
    while (status == KIP_OK) {
        errno = 0;
        ssize_t length = getline(&line, &capacity, stdin);
        if (length < 0) {
            if (errno == ENOMEM)
                status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
            else if (ferror(stdin))
                status = kip_fail(error, KIP_IO, kip_nowhere(), "stdin cannot be read: %s", strerror(errno));
            break;
        }
        const bool marked = job->line++ == 0 && strncmp(line, "\xef\xbb\xbf", 3) == 0; /* a byte order mark */
        status = process_line(job, line + 3 * marked, (size_t)length - 3 * marked, error);
    }
    free(line);
    return status;
}

/* -- the commands ---------------------------------------------------------------------------------------- */

static KipStatus open_job(Job *job, KipError *error)
{
    KipStatus status = kip_data_operand(job->path, false, error);
    if (status == KIP_OK)
        status = kip_mjcf_load(&job->model, job->path, NULL, error);
    if (status == KIP_OK)
        status = kip_dynamics_create(job->model, NULL, &job->dynamics, error);
    if (status != KIP_OK)
        return status;
    size_t nv = (size_t)job->model->nv;
    if (nv == 0)
        return kip_fail(error, KIP_BAD_INPUT, (KipPlace){.file = job->path},
                        "the model has no joints, so no states");
    job->nin = job->model->nq + (job->task->nparts - 1) * job->model->nv;
    job->nout = (int)(job->task->matrix ? nv * nv : nv);
    job->in = malloc((size_t)job->nin * sizeof *job->in);
    job->out = malloc((size_t)job->nout * sizeof *job->out);
    if (!job->in || !job->out)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    return KIP_OK;
}

static int run_task(const KipArguments *arguments, const Task *task)
{
    Job job = {.task = task, .path = arguments->operand[0]};
    if (strcmp(job.path, "-") == 0)
        return kip_cli_fail_usage(arguments, "the model must be a file, because stdin holds the states");
    KipError error;
    KipStatus status = open_job(&job, &error);
    if (status == KIP_OK)
        status = process_stdin(&job, &error);
    free(job.in);
    free(job.out);
    kip_dynamics_destroy(job.dynamics);
    kip_model_destroy(job.model);
    return status == KIP_OK ? KIP_EXIT_DONE : kip_cli_fail(&error);
}

static void forward(KipDynamics *d, const double *q, const double *v, const double *tau, double *a)
{
    kip_dynamics_set_local(d, q, v);
    kip_forward_dynamics(d, tau, a, NULL);
}

static void inverse(KipDynamics *d, const double *q, const double *v, const double *a, double *tau)
{
    kip_dynamics_set_local(d, q, v);
    kip_inverse_dynamics(d, a, tau, NULL);
}

static void mass(KipDynamics *d, const double *q, const double *v, const double *nothing, double *M)
{
    (void)v, (void)nothing;
    kip_dynamics_set_local(d, q, NULL);
    kip_mass_matrix(d, M);
}

static int run_forward(const KipArguments *arguments)
{
    return run_task(arguments, &(Task){3, {"q", "v", "tau"}, false, forward});
}

static int run_inverse(const KipArguments *arguments)
{
    return run_task(arguments, &(Task){3, {"q", "v", "a"}, false, inverse});
}

static int run_mass(const KipArguments *arguments)
{
    return run_task(arguments, &(Task){1, {"q"}, true, mass});
}

#define LINES                                                                                                \
    "\n\nOne state a line on stdin, its numbers separated by commas; one line out for each, 17 digits. "     \
    "Lines that are empty or begin with # are skipped. `kip show MODEL` says which number is whose, "        \
    "`kip help states` in what units."
#define FORCES "\n\nGravity, springs, dampers and armature count; contacts, joint limits and motors do not."

const KipCommand kip_command_forward = {
    .name = "forward",
    .summary = "forces to accelerations",
    .operands = "MODEL",
    .least = 1,
    .most = 1,
    .about = "Reads q (nq numbers), v (nv) and forces tau (nv); writes the accelerations (nv)." FORCES LINES
             "\n\nExample:\n"
             "echo 0.5,0,0 | kip forward data/models/pendulum.xml\n",
    .run = run_forward,
};

const KipCommand kip_command_inverse = {
    .name = "inverse",
    .summary = "accelerations to forces",
    .operands = "MODEL",
    .least = 1,
    .most = 1,
    .about = "Reads q (nq numbers), v (nv) and accelerations (nv); writes the forces tau (nv)." FORCES LINES
             "\n\nExample:\n"
             "echo 0.5,0,1 | kip inverse data/models/pendulum.xml\n",
    .run = run_inverse,
};

const KipCommand kip_command_mass = {
    .name = "mass",
    .summary = "the mass matrix of each state",
    .operands = "MODEL",
    .least = 1,
    .most = 1,
    .about = "Reads q (nq numbers); writes the mass matrix, nv x nv numbers, row by row, armature "
             "included." LINES "\n\nExample:\n"
             "echo 0.5 | kip mass data/models/pendulum.xml\n",
    .run = run_mass,
};
