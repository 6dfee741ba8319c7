/* Walks through a motion graph: the search for the one that follows a path, and its frames. See graph.h.
 *
 * A walk's state is its node, the place and heading of that node's motion on the ground, and the length of the path covered.
 * The cost of an edge is the sum over its frames, of which every term is 0 or more: a partial walk that costs as much as the
 * best complete one is cut. After each horizon a few edges are kept, and the search continues from there.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/quat.h"
#include "blend.h"
#include "graph_parts.h"

/* Where a walk is. */
typedef struct State {
    int node, nframe;
    int piece; /* of the path */
    KipGroundMove place;
    double s, cost; /* m along the path, m^2 */
    double last[2]; /* where the root was in the frame before */
} State;

/* A walk to some frame ahead, among the best that are known. */
typedef struct Kept {
    State state;
    int edge, from; /* its last edge, and the index of the walk before it; -1: the beginning */
} Kept;

typedef struct Look {
    const KipGraph *graph;
    const KipSpline *path;
    const KipGraphQuery *query;
    double length, least;  /* m: of the path; least advance of a frame along the path */
    int end;               /* frames at which the horizon is */
    int64_t visits, until; /* edges that were looked at; as many as may be */
    double cost;           /* of the best */
    int depth, nbest;
    int most, leaving; /* edges that fit into a horizon, and that leave a node */
    Kept *kept;        /* [most][width] */
    int *nkept;        /* most */
    int *edge, *best;  /* most */
    int *order;        /* [most][leaving]: edges of a node, that first of which a frame costs the least */
    double *means;     /* [most][leaving] mean cost of a frame, m^2 */
} Look;

KipGraphQuery kip_graph_query(void)
{
    return (KipGraphQuery){.horizon = 150,
                           .commit = 60,
                           .progress = 0.2,
                           .most = 10000,
                           .width = 64,
                           .visits = 1000};
}

static const double *root_of(const KipGraph *graph, int motion, int frame)
{
    const KipMotion *of = graph->motion[motion];
    return of->q + (size_t)frame * (size_t)of->model->nq + of->model->joint[graph->first].q;
}

/* -- along an edge ---------------------------------------------------------------------------------------- */

void kip_graph_root(const KipGraph *graph, const KipGraphEdge *edge, int p, double at[2])
{
    const KipGraphNode *from = graph->node + edge->from, *to = graph->node + edge->to;
    const double *root = root_of(graph, from->motion, from->frame + p);
    memcpy(at, root, 2 * sizeof *at);
    if (edge->blends) {
        const double left = kip_blend_window(graph->window, p);
        const double *next = root_of(graph, to->motion, to->frame - graph->window + 1 + p);
        const KipVec3 other = kip_ground_move(edge->move, v3(next[0], next[1], 0));
        at[0] = left * at[0] + (1 - left) * other.x, at[1] = left * at[1] + (1 - left) * other.y;
    }
}

/* Adds a frame to a walk, the root being at `at`, `way` from the frame before: the square of its distance from where the path is
 * after all ways. */
static double add_frame(const Look *look, State *state, const double at[2], double way)
{
    double wanted[2];
    state->s += state->nframe > 0 ? (way > look->least ? way : look->least) : 0;
    kip_spline_go_on(look->path, state->s < look->length ? state->s : look->length, &state->piece, wanted);
    const double ex = at[0] - wanted[0], ey = at[1] - wanted[1], square = ex * ex + ey * ey;
    state->cost += square;
    state->nframe++;
    return square;
}

static bool has_arrived(const Look *look, const State *state)
{
    return state->s >= look->length || state->nframe >= look->end;
}

/* The state after the edge, or amid it where the path or the horizon ends; tells the walk how far off its frames are (NULL: not). */
static State go(const Look *look, const State *state, const KipGraphEdge *edge, KipGraphWalk *walk)
{
    const KipGroundMove place = state->place;
    State next = *state;
    double s, c, at[2] = {state->last[0], state->last[1]};
    kip_sincos(place.turn, &s, &c);
    for (int p = 0; p < edge->nframe && !has_arrived(look, &next); p++) {
        const double *root = edge->root[p];
        at[0] = c * root[0] - s * root[1] + place.x, at[1] = s * root[0] + c * root[1] + place.y;
        const double dx = at[0] - next.last[0], dy = at[1] - next.last[1];
        const double off = add_frame(look, &next, at, p ? root[2] : sqrt(dx * dx + dy * dy));
        if (walk)
            walk->mean += sqrt(off), walk->farthest = fmax(walk->farthest, sqrt(off));
    }
    next.last[0] = at[0], next.last[1] = at[1];
    next.node = edge->to;
    if (edge->blends)
        next.place = kip_ground_after(state->place, edge->move);
    return next;
}

/* -- the search -------------------------------------------------------------------------------------------- */

static void keep_best(Look *look, const State *state)
{
    if (!(state->cost < look->cost))
        return;
    look->cost = state->cost, look->nbest = look->depth;
    memcpy(look->best, look->edge, (size_t)look->depth * sizeof *look->best);
}

static bool may_improve(const Look *look, double cost)
{
    return cost < look->cost && look->visits < look->until;
}

static void search(Look *look, const State *state)
{
    const KipGraphNode *node = look->graph->node + state->node;
    const KipGraphEdge *leaving = look->graph->edge + node->first_edge;
    int *order = look->order + look->depth * look->leaving;
    double *mean = look->means + look->depth * look->leaving;
    if (has_arrived(look, state)) {
        keep_best(look, state);
        return;
    }
    for (int i = 0; i < node->nedge; i++) {
        const State next = go(look, state, leaving + i, NULL);
        const double own = (next.cost - state->cost) / (next.nframe - state->nframe);
        int k = i;
        look->visits++;
        for (; k > 0 && mean[k - 1] > own; k--)
            order[k] = order[k - 1], mean[k] = mean[k - 1];
        order[k] = i, mean[k] = own;
    }
    for (int i = 0; i < node->nedge; i++) {
        const State next = go(look, state, leaving + order[i], NULL);
        if (!look->query->exhaustive && !may_improve(look, next.cost))
            continue;
        look->edge[look->depth++] = node->first_edge + order[i];
        search(look, &next);
        look->depth--;
    }
}

/* Beam search: of the walks that reach the same frame, the `width` cheapest are continued, from the first frame to the
 * last; the result is close to the best walk, and often equal to it. */
static void keep(const Look *look, Kept *kept, int *n, const State *state, int edge, int from)
{
    const int width = look->query->width;
    int at = *n;
    if (at == width) {
        at = 0;
        for (int i = 1; i < width; i++)
            at = kept[i].state.cost > kept[at].state.cost ? i : at;
        if (!(state->cost < kept[at].state.cost))
            return;
    } else {
        ++*n;
    }
    kept[at] = (Kept){*state, edge, from};
}

static void search_first(Look *look, const State *begin)
{
    const KipGraph *graph = look->graph;
    const int width = look->query->width, last = look->query->horizon;
    int end = -1;
    memset(look->nkept, 0, (size_t)(last + 1) * sizeof *look->nkept);
    keep(look, look->kept, look->nkept, begin, -1, -1);
    for (int frame = 0; frame <= last; frame++)
        for (int i = frame * width; i < frame * width + look->nkept[frame]; i++) {
            const State *state = &look->kept[i].state;
            const KipGraphNode *node = graph->node + state->node;
            if (has_arrived(look, state)) {
                if (end < 0 || state->cost < look->kept[end].state.cost)
                    end = i;
                continue;
            }
            for (int e = node->first_edge; e < node->first_edge + node->nedge; e++) {
                const State next = go(look, state, graph->edge + e, NULL);
                const int to = next.nframe - begin->nframe;
                look->visits++;
                keep(look, look->kept + to * width, look->nkept + to, &next, e, i);
            }
        }
    look->cost = look->kept[end].state.cost, look->nbest = 0;
    for (int i = end; look->kept[i].from >= 0; i = look->kept[i].from)
        look->nbest++;
    for (int i = end, n = look->nbest; n > 0; i = look->kept[i].from)
        look->best[--n] = look->kept[i].edge;
}

static KipStatus open_look(Look *look, const KipGraph *graph, const KipSpline *path,
                           const KipGraphQuery *query, KipArena *arena, KipError *error)
{
    if (query->horizon < 1 || query->commit < 1 || query->width < 1 || query->visits < 0 || query->most < 1 ||
        !(query->progress >= 0 && query->progress < 100))
        return kip_fail(
            error, KIP_BAD_USE, kip_nowhere(),
            "a query of a motion graph looks a frame ahead at least, keeps one at least, and goes on by 0 m/s or "
            "more");
    *look = (Look){.graph = graph,
                   .path = path,
                   .query = query,
                   .length = kip_spline_length(path),
                   .least = query->progress * graph->motion[0]->period,
                   .most = query->horizon + 1};
    for (int i = 0; i < graph->nnode; i++)
        look->leaving = graph->node[i].nedge > look->leaving ? graph->node[i].nedge : look->leaving;
    const size_t most = (size_t)look->most, all = most * (size_t)look->leaving;
    look->kept = kip_arena_take(arena, most * (size_t)query->width, sizeof *look->kept);
    look->nkept = kip_arena_take(arena, most, sizeof *look->nkept);
    look->edge = kip_arena_take(arena, most, sizeof(int));
    look->best = kip_arena_take(arena, most, sizeof(int));
    look->order = kip_arena_take(arena, all, sizeof(int));
    look->means = kip_arena_take(arena, all, sizeof(double));
    if (!look->kept || !look->nkept || !look->edge || !look->best || !look->order || !look->means)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a walk");
    return KIP_OK;
}

/* -- the walk --------------------------------------------------------------------------------------------- */

static State begin_at(const KipGraph *graph, int node, KipGroundMove place)
{
    State state = {.node = node, .place = place};
    const double *root = root_of(graph, graph->node[node].motion, graph->node[node].frame);
    const KipVec3 at = kip_ground_move(place, v3(root[0], root[1], 0));
    state.last[0] = at.x, state.last[1] = at.y;
    return state;
}

static KipStatus add_edge(KipGraphWalk *walk, int edge, KipError *error)
{
    if ((size_t)walk->nedge == walk->room) {
        const size_t room = walk->room ? 2 * walk->room : 64;
        int *item = kip_resize(walk->allocator, walk->edge, walk->room * sizeof *item, room * sizeof *item);
        if (!item)
            return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a walk");
        walk->edge = item, walk->room = room;
    }
    walk->edge[walk->nedge++] = edge;
    return KIP_OK;
}

void kip_graph_walk_clear(KipGraphWalk *walk)
{
    kip_resize(walk->allocator, walk->edge, walk->room * sizeof *walk->edge, 0);
    *walk = (KipGraphWalk){0};
}

/* Searches ahead from the state, and commits edges of the best walk for so many frames. */
static KipStatus go_on(Look *look, State *state, int commit, KipGraphWalk *walk, KipError *error)
{
    const int until = state->nframe + commit;
    KipStatus status = KIP_OK;
    look->end = state->nframe + look->query->horizon;
    if (look->query->exhaustive)
        look->cost = INFINITY;
    else
        search_first(look, state);
    look->until = look->visits + look->query->visits;
    look->depth = 0;
    search(look, state);
    for (int i = 0; i < look->nbest && state->nframe < until && status == KIP_OK; i++) {
        status = add_edge(walk, look->best[i], error);
        *state = go(look, state, look->graph->edge + look->best[i], walk);
    }
    return status;
}

static void tell(const Look *look, const State *state, KipGraphWalk *walk)
{
    walk->nframe = state->nframe, walk->cost = state->cost, walk->visits = look->visits;
    walk->mean /= state->nframe ? state->nframe : 1;
}

/* The placement of the node's motion for which its root begins at the path's start, in its direction: that of its motion
 * over the next window, or its heading where it hardly moves. */
static KipGroundMove at_start(const KipGraph *graph, const KipSpline *path, int node)
{
    static const double far = 0.05; /* m */
    const KipGraphNode *of = graph->node + node;
    const int last = graph->motion[of->motion]->nframe - 1, next = of->frame + graph->window;
    const double *root = root_of(graph, of->motion, of->frame),
                 *then = root_of(graph, of->motion, next < last ? next : last);
    double place[2], along[2], x = then[0] - root[0], y = then[1] - root[1];
    kip_spline_at(path, 0, place, along);
    if (x * x + y * y < far * far) {
        const KipVec3 faces = q_rotate(q_from(root + 3), v3(1, 0, 0));
        x = faces.x, y = faces.y;
    }
    KipGroundMove move = {.turn = kip_atan2(along[1], along[0]) - kip_atan2(y, x)};
    const KipVec3 at = kip_ground_move(move, v3(root[0], root[1], 0));
    move.x = place[0] - at.x, move.y = place[1] - at.y;
    return move;
}

KipStatus kip_graph_follow(const KipGraph *graph, const KipSpline *path, const KipGraphQuery *query,
                           KipGraphWalk *walk, KipError *error)
{
    const KipGroundMove place = at_start(graph, path, 0);
    *walk = (KipGraphWalk){.start = 0, .place = place, .allocator = kip_arena_allocator(graph->arena)};
    KipArena *arena = kip_arena_create(walk->allocator);
    Look look;
    if (!arena)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a walk");
    KipStatus status = open_look(&look, graph, path, query, arena, error);
    if (status == KIP_OK) {
        State state = begin_at(graph, 0, place);
        do
            status = go_on(&look, &state, query->commit, walk, error);
        while (status == KIP_OK && state.s < look.length && state.nframe < query->most);
        tell(&look, &state, walk);
    }
    kip_arena_destroy(arena);
    if (status != KIP_OK)
        kip_graph_walk_clear(walk);
    return status;
}

/* -- its frames -------------------------------------------------------------------------------------------- */

static void put(const KipGraph *graph, KipGroundMove move, double *q)
{
    double *root = q + graph->motion[0]->model->joint[graph->first].q;
    v3_store(root, kip_ground_move(move, v3_from(root)));
    q_store(root + 3, q_mul(q_axis_angle(v3(0, 0, 1), move.turn), q_from(root + 3)));
}

/* Frame p of an edge into q; other, d: scratch. */
static void write_frame(const KipGraph *graph, const KipGraphEdge *edge, KipGroundMove place, int p,
                        double *q, double *other, double *d)
{
    const KipGraphNode *from = graph->node + edge->from, *to = graph->node + edge->to;
    const KipModel *model = graph->motion[0]->model;
    const size_t nq = (size_t)model->nq;
    memcpy(q, graph->motion[from->motion]->q + (size_t)(from->frame + p) * nq, nq * sizeof *q);
    if (edge->blends) {
        const double share = 1 - kip_blend_window(graph->window, p);
        const size_t at = (size_t)(to->frame - graph->window + 1 + p);
        memcpy(other, graph->motion[to->motion]->q + at * nq, nq * sizeof *q);
        put(graph, edge->move, other);
        kip_state_difference(model, graph->first, graph->njoint, q, NULL, other, NULL, d, NULL);
        for (int k = 0; k < model->nv; k++)
            d[k] *= share;
        kip_state_displace(model, graph->first, graph->njoint, d, NULL, q, NULL);
    }
    put(graph, place, q);
}

KipStatus kip_graph_write(const KipGraph *graph, const KipGraphWalk *walk, KipMotion **motion,
                          KipError *error)
{
    const KipModel *model = graph->motion[0]->model;
    KipMotion *made = NULL;
    KipArena *arena = kip_arena_create(walk->allocator);
    double *other = arena ? kip_arena_take(arena, (size_t)model->nq, sizeof *other) : NULL;
    double *d = other ? kip_arena_take(arena, (size_t)model->nv, sizeof *d) : NULL;
    KipGroundMove place = walk->place;
    int f = 0;
    *motion = NULL;
    KipStatus status =
        d ? kip_motion_create(model, walk->nframe, graph->motion[0]->period, walk->allocator, &made, error)
          : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a walk");
    for (int i = 0; i < walk->nedge && status == KIP_OK; i++) {
        const KipGraphEdge *edge = graph->edge + walk->edge[i];
        for (int p = 0; p < edge->nframe && f < walk->nframe; p++)
            write_frame(graph, edge, place, p, kip_motion_frame(made, f++), other, d);
        if (edge->blends)
            place = kip_ground_after(place, edge->move);
    }
    kip_arena_destroy(arena);
    if (status == KIP_OK)
        status = kip_motion_settle(made, error);
    if (status == KIP_OK)
        status = kip_motion_velocities(made, KIP_VELOCITY_SPLINE, error);
    if (status == KIP_OK)
        *motion = made;
    else
        kip_motion_destroy(made);
    return status;
}
