/* HYB.1: a table of the frames' coordinates, multiplied by their weights, and one pass over it.
 *
 * |w x_frame - w x| is w |x_frame - x|, so that a row is compared by subtractions alone. Columns are in the order of their
 * weights. The sum of a row only increases: once it exceeds the best one, the rest of the row is skipped, which for most rows
 * happens after the first columns. */
#include "similar.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/scalar.h"
#include "motion_parts.h"

enum { STRIDE = 8 }; /* columns between two looks at the sum */

/* The kinds of a row's coordinates, before sorting. */
typedef enum Kind {
    COLUMN_PLAIN,
    COLUMN_AROUND /* an angle without limits */,
    COLUMN_BALL /* first of four */
} Kind;

typedef struct Column {
    Kind kind;
    int at;        /* in the state's numbers, see read_state */
    double weight; /* divided by the sum of all */
} Column;

struct KipSimilar {
    const KipModel *model;
    KipSimilarHow how;
    int first, njoint, nframe;
    int nplain, ncolumn, width; /* plain ones come first; width: numbers in a row */
    Column *column;
    double *row;         /* [nframe][width] */
    double *state, *now; /* scratch: a state's numbers, and its row */
    struct KipArena *arena;
};

KipSimilarDef kip_similar_def(void)
{
    return (KipSimilarDef){.how = KIP_SIMILAR_ABS, .rate = 0.1};
}

/* -- weights --------------------------------------------------------------------------------------------- */

void kip_similar_weights(const KipModel *model, int first, int njoint, double *weight)
{
    const int root = model->body[model->joint[first].body].root;
    double total = 0;
    for (int b = 0; b < model->nbody; b++)
        total += model->body[b].root == root ? model->body[b].mass : 0;
    for (int j = 0; j < njoint; j++) {
        const int body = model->joint[first + j].body;
        double carried = 0;
        for (int b = body; b < model->nbody; b++) {
            int above = b;
            while (above > body)
                above = model->body[above].parent;
            carried += above == body ? model->body[b].mass : 0;
        }
        const bool is_root = model->body[body].parent == 0;
        weight[j] = is_root ? 1 : total > 0 ? sqrt(fmin(carried, total - carried) / total) : 1;
    }
}

/* -- a state's numbers ----------------------------------------------------------------------------------- */

/* Of a free joint: the world's vertical in its axes, its velocity along its heading's axes, its spin. */
static int read_free(const double *q, const double *v, double *x)
{
    const KipQuat turn = q_from(q + 3);
    const KipVec3 up = q_rotate(q_conjugate(turn), v3(0, 0, 1)), ahead = q_rotate(turn, v3(1, 0, 0));
    const double length = sqrt(ahead.x * ahead.x + ahead.y * ahead.y);
    const double c = length > 0 ? ahead.x / length : 1, s = length > 0 ? ahead.y / length : 0;
    v3_store(x, up);
    v3_store(x + 3, v3(c * v[0] + s * v[1], c * v[1] - s * v[0], v[2]));
    memcpy(x + 6, v + 3, 3 * sizeof *x);
    return 9;
}

/* The numbers that columns are of. Of other joints: q, then v. */
static void read_state(const KipSimilar *similar, const double *q, const double *v)
{
    double *x = similar->state;
    int n = 0;
    for (int j = similar->first; j < similar->first + similar->njoint; j++) {
        const KipJoint *joint = similar->model->joint + j;
        if (joint->type == KIP_JOINT_FREE) {
            n += read_free(q + joint->q, v + joint->v, x + n);
            continue;
        }
        memcpy(x + n, q + joint->q, (size_t)joint->nq * sizeof *x);
        memcpy(x + n + joint->nq, v + joint->v, (size_t)joint->nv * sizeof *x);
        n += joint->nq + joint->nv;
    }
}

/* -- columns --------------------------------------------------------------------------------------------- */

static void add_columns(KipSimilar *similar, Kind kind, int at, int n, double weight)
{
    for (int k = 0; k < n; k++)
        similar->column[similar->ncolumn++] = (Column){kind, at + k, weight};
}

static void make_columns(KipSimilar *similar, const double *weight, double rate)
{
    int at = 0;
    for (int j = 0; j < similar->njoint; j++) {
        const KipJoint *joint = similar->model->joint + similar->first + j;
        if (joint->type == KIP_JOINT_FREE) {
            add_columns(similar, COLUMN_PLAIN, at, 3, weight[j]);
            add_columns(similar, COLUMN_PLAIN, at + 3, 6, rate * weight[j]);
            at += 9;
            continue;
        }
        const bool around = joint->type == KIP_JOINT_HINGE && !joint->limited;
        const bool ball = joint->type == KIP_JOINT_BALL;
        add_columns(similar, ball ? COLUMN_BALL : around ? COLUMN_AROUND : COLUMN_PLAIN, at, 1, weight[j]);
        add_columns(similar, COLUMN_PLAIN, at + joint->nq, joint->nv, rate * weight[j]);
        at += joint->nq + joint->nv;
    }
}

/* Plain columns first, those of greater weight before those of less; the sum of the weights of angles divides all. */
static void order_columns(KipSimilar *similar, double sum)
{
    Column *column = similar->column;
    for (int i = 0; i < similar->ncolumn; i++) {
        Column moved = column[i];
        int k = i;
        moved.weight /= sum;
        for (; k > 0 && (column[k - 1].kind > moved.kind ||
                         (column[k - 1].kind == moved.kind && column[k - 1].weight < moved.weight));
             k--)
            column[k] = column[k - 1];
        column[k] = moved;
    }
    for (int i = 0; i < similar->ncolumn; i++) {
        similar->nplain += column[i].kind == COLUMN_PLAIN;
        similar->width += column[i].kind == COLUMN_BALL ? 4 : 1;
    }
}

static void write_row(const KipSimilar *similar, double *row)
{
    const double *x = similar->state;
    for (int i = 0; i < similar->ncolumn; i++) {
        const Column *column = similar->column + i;
        if (column->kind == COLUMN_PLAIN)
            *row++ = column->weight * x[column->at];
        else
            for (int k = 0; k < (column->kind == COLUMN_BALL ? 4 : 1); k++)
                *row++ = x[column->at + k];
    }
}

/* -- making ---------------------------------------------------------------------------------------------- */

static KipStatus sum_of_weights(const double *weight, int njoint, const KipModel *model, int first,
                                double *sum, KipError *error)
{
    *sum = 0;
    for (int j = 0; j < njoint; j++) {
        if (!(weight[j] >= 0 && weight[j] < 1e6))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "the weight of joint '%s' is %g; a number of 0 to a million is wanted",
                            model->joint[first + j].name, weight[j]);
        const KipJointType type = model->joint[first + j].type;
        *sum += weight[j] * (type == KIP_JOINT_FREE || type == KIP_JOINT_BALL ? 3 : 1);
    }
    if (*sum > 0)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "all weights are 0, so that every frame would be alike");
}

static KipStatus no_memory(KipArena *arena, const KipMotion *motion, KipError *error)
{
    kip_arena_destroy(arena);
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory to compare with %d frames",
                    motion->nframe);
}

KipStatus kip_similar_create(const KipMotion *motion, int first, int njoint, const KipSimilarDef *def,
                             KipSimilar **similar, KipError *error)
{
    const KipModel *model = motion->model;
    int most = 0;
    double sum;
    *similar = NULL;
    for (int j = first; j < first + njoint; j++)
        most += model->joint[j].nq + model->joint[j].nv;
    KipArena *arena = kip_arena_create(def->allocator);
    KipSimilar *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    double *weight = made ? kip_arena_take(arena, (size_t)njoint, sizeof *weight) : NULL;
    if (!weight)
        return no_memory(arena, motion, error);
    *made = (KipSimilar){.model = model,
                         .how = def->how,
                         .first = first,
                         .njoint = njoint,
                         .nframe = motion->nframe,
                         .arena = arena};
    made->column = kip_arena_take(arena, (size_t)most, sizeof *made->column);
    made->state = kip_arena_take(arena, (size_t)most, sizeof *made->state);
    made->now = kip_arena_take(arena, (size_t)most, sizeof *made->now);
    if (!made->column || !made->state || !made->now)
        return no_memory(arena, motion, error);
    if (def->weight)
        memcpy(weight, def->weight, (size_t)njoint * sizeof *weight);
    else
        kip_similar_weights(model, first, njoint, weight);
    KipStatus status = sum_of_weights(weight, njoint, model, first, &sum, error);
    if (status != KIP_OK) {
        kip_arena_destroy(arena);
        return status;
    }
    make_columns(made, weight, def->rate);
    order_columns(made, sum);
    made->row = kip_arena_room(arena, (size_t)motion->nframe * (size_t)made->width, sizeof *made->row);
    if (!made->row)
        return no_memory(arena, motion, error);
    for (int i = 0; i < motion->nframe; i++) {
        read_state(made, motion->q + (size_t)i * (size_t)model->nq,
                   motion->v + (size_t)i * (size_t)model->nv);
        write_row(made, made->row + (size_t)i * (size_t)made->width);
    }
    *similar = made;
    return KIP_OK;
}

void kip_similar_destroy(KipSimilar *similar)
{
    if (similar)
        kip_arena_destroy(similar->arena);
}

/* -- comparing ------------------------------------------------------------------------------------------- */

static double count(KipSimilarHow how, double weight, double difference)
{
    return how == KIP_SIMILAR_ABS       ? weight * fabs(difference)
           : how == KIP_SIMILAR_SQUARED ? weight * difference * difference
                                        : weight * difference;
}

/* The columns that are not plain. */
static double compare_turns(const KipSimilar *similar, const double *row, const double *x)
{
    double sum = 0;
    for (int i = similar->nplain; i < similar->ncolumn; i++) {
        const Column *column = similar->column + i;
        if (column->kind == COLUMN_AROUND) {
            double difference = *row++ - *x++;
            if (fabs(difference) > KIP_PI)
                difference -= 2 * KIP_PI * floor(difference / (2 * KIP_PI) + 0.5);
            sum += count(similar->how, column->weight, difference);
            continue;
        }
        const KipQuat between = q_mul(q_conjugate(q_from(x)), q_from(row));
        const double twice = between.w < 0 ? -2 : 2;
        sum += count(similar->how, column->weight, twice * between.x) +
               count(similar->how, column->weight, twice * between.y) +
               count(similar->how, column->weight, twice * between.z);
        row += 4, x += 4;
    }
    return sum;
}

/* The whole sum, or one that is above `best` already. */
static double compare_abs(const KipSimilar *similar, const double *row, const double *x, double best)
{
    const int n = similar->nplain;
    double sum = 0;
    int i = 0;
    for (; i + STRIDE <= n && sum <= best; i += STRIDE) {
        double even = 0, odd = 0;
        for (int k = i; k < i + STRIDE; k += 2)
            even += fabs(row[k] - x[k]), odd += fabs(row[k + 1] - x[k + 1]);
        sum += even + odd;
    }
    if (sum > best)
        return sum;
    for (; i < n; i++)
        sum += fabs(row[i] - x[i]);
    return n < similar->ncolumn ? sum + compare_turns(similar, row + n, x + n) : sum;
}

static double compare_other(const KipSimilar *similar, const double *row, const double *x)
{
    double sum = 0;
    for (int i = 0; i < similar->nplain; i++) {
        const double weight = similar->column[i].weight, difference = row[i] - x[i];
        if (weight > 0)
            sum += similar->how == KIP_SIMILAR_SQUARED ? difference * difference / weight : difference;
    }
    return sum + compare_turns(similar, row + similar->nplain, x + similar->nplain);
}

static double compare(const KipSimilar *similar, int frame, const double *x, double best)
{
    const double *row = similar->row + (size_t)frame * (size_t)similar->width;
    return similar->how == KIP_SIMILAR_ABS ? compare_abs(similar, row, x, best)
                                           : compare_other(similar, row, x);
}

double kip_similar_at(const KipSimilar *similar, const double *q, const double *v, int frame)
{
    read_state(similar, q, v);
    write_row(similar, similar->now);
    return compare(similar, frame, similar->now, INFINITY);
}

double kip_similar_find(const KipSimilar *similar, const double *q, const double *v, int from, int to,
                        int *frame)
{
    double best = INFINITY;
    read_state(similar, q, v);
    write_row(similar, similar->now);
    *frame = from;
    for (int i = from; i <= to; i++) {
        const double s = compare(similar, i, similar->now, best);
        if (s < best)
            best = s, *frame = i;
    }
    return best;
}
