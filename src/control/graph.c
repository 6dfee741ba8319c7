/* The graph: transitions at local minima of the difference of frames, the edges between them, and the largest strongly
 * connected component (Tarjan 1972). See graph.h. */
#include "graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/dynamics.h"
#include "../dynamics/quat.h"
#include "graph_parts.h"

/* -- transitions ------------------------------------------------------------------------------------------ */

typedef struct Transition {
    int from_motion, from_frame, to_motion, to_frame;
    double difference;
} Transition;

typedef struct Transitions {
    Transition *item;
    size_t n, room;
    double least; /* of all differences */
    const KipAllocator *allocator;
} Transitions;

KipGraphDef kip_graph_def(void)
{
    return (KipGraphDef){.window = 15, .threshold = 0.1};
}

static bool add_transition(Transitions *list, Transition transition)
{
    if (list->n == list->room) {
        const size_t room = list->room ? 2 * list->room : 256;
        Transition *item =
            kip_resize(list->allocator, list->item, list->room * sizeof *item, room * sizeof *item);
        if (!item)
            return false;
        list->item = item, list->room = room;
    }
    list->item[list->n++] = transition;
    return true;
}

/* Whether it is less than at the eight places around. */
static bool is_minimum(const double *difference, int na, int nb, int i, int j)
{
    const double own = difference[i * nb + j];
    for (int di = -1; di <= 1; di++)
        for (int dj = -1; dj <= 1; dj++) {
            const int at = i + di, to = j + dj;
            if ((di || dj) && at >= 0 && at < na && to >= 0 && to < nb && !(own < difference[at * nb + to]))
                return false;
        }
    return true;
}

/* From A to B. Of one motion, frames of which the windows overlap are the same place. */
static KipStatus find_transitions(const KipMotion *const *motion, int a, int b, int first, int njoint,
                                  const KipGraphDef *def, Transitions *list, KipError *error)
{
    const int na = motion[a]->nframe, nb = motion[b]->nframe;
    const size_t size = (size_t)na * (size_t)nb * sizeof(double);
    double *difference = kip_resize(list->allocator, NULL, 0, size);
    if (!difference)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                        "out of memory to compare motions of %d and %d frames", na, nb);
    KipStatus status = kip_graph_compare(motion[a], motion[b], first, njoint, def->window, difference, error);
    for (int i = 0; i < na && status == KIP_OK; i++)
        for (int j = 0; j < nb && status == KIP_OK; j++) {
            const double own = difference[i * nb + j];
            const bool same = a == b && abs(j - def->window + 1 - i) < def->window;
            if (same || !(own < INFINITY))
                continue;
            list->least = fmin(list->least, own);
            if (own < def->threshold && is_minimum(difference, na, nb, i, j) &&
                !add_transition(list, (Transition){a, i, b, j, own}))
                status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for transitions");
        }
    kip_resize(list->allocator, difference, size, 0);
    return status;
}

/* -- places ----------------------------------------------------------------------------------------------- */

typedef struct Place {
    int motion, frame;
} Place;

static int compare_places(const void *a, const void *b)
{
    const Place *one = a, *two = b;
    return one->motion != two->motion ? one->motion - two->motion : one->frame - two->frame;
}

/* The places where transitions begin and end, in order, each once. */
static int list_places(const Transitions *list, Place *place)
{
    int n = 0, kept = 0;
    for (size_t t = 0; t < list->n; t++) {
        place[n++] = (Place){list->item[t].from_motion, list->item[t].from_frame};
        place[n++] = (Place){list->item[t].to_motion, list->item[t].to_frame};
    }
    qsort(place, (size_t)n, sizeof *place, compare_places);
    for (int i = 0; i < n; i++)
        if (kept == 0 || compare_places(place + i, place + kept - 1) != 0)
            place[kept++] = place[i];
    return kept;
}

static int find_place(const Place *place, int n, int motion, int frame)
{
    const Place key = {motion, frame};
    return (int)((const Place *)bsearch(&key, place, (size_t)n, sizeof key, compare_places) - place);
}

/* The edges that leave a node stand together; the one along the motion comes first. */
static int list_edges(const Transitions *list, const Place *place, int nplace, KipGraphNode *node,
                      KipGraphEdge *edge, const int *begins)
{
    int n = 0;
    for (int i = 0; i < nplace; i++) {
        node[i] = (KipGraphNode){place[i].motion, place[i].frame, n, 0};
        if (i + 1 < nplace && place[i + 1].motion == place[i].motion)
            edge[n++] = (KipGraphEdge){.from = i, .to = i + 1, .nframe = place[i + 1].frame - place[i].frame};
        for (int t = begins[i]; t >= 0; t = begins[nplace + t]) {
            const Transition *of = list->item + t;
            edge[n++] = (KipGraphEdge){.from = i,
                                       .to = find_place(place, nplace, of->to_motion, of->to_frame),
                                       .blends = true,
                                       .difference = of->difference};
        }
        node[i].nedge = n - node[i].first_edge;
    }
    return n;
}

/* begins[i]: a transition that begins at place i, begins[nplace + t]: another one after t; -1: none. */
static void chain_transitions(const Transitions *list, const Place *place, int nplace, int *begins)
{
    for (int i = 0; i < nplace; i++)
        begins[i] = -1;
    for (size_t t = list->n; t-- > 0;) {
        const int at = find_place(place, nplace, list->item[t].from_motion, list->item[t].from_frame);
        begins[(size_t)nplace + t] = begins[at];
        begins[at] = (int)t;
    }
}

/* -- the largest part from which each place of it can be reached ------------------------------------------- */

typedef struct Search {
    const KipGraphNode *node;
    const KipGraphEdge *edge;
    int *index, *low, *part; /* of each node; index -1: not yet seen; part -1: not yet known */
    int *stack, *caller, *next;
    int nstack, nindex, npart;
} Search;

static void see(Search *s, int node)
{
    s->index[node] = s->low[node] = s->nindex++;
    s->next[node] = 0;
    s->stack[s->nstack++] = node;
}

static void close_part(Search *s, int node)
{
    int member;
    do {
        member = s->stack[--s->nstack];
        s->part[member] = s->npart;
    } while (member != node);
    s->npart++;
}

/* Tarjan's walk from a node, with a stack of its own. */
static void walk_from(Search *s, int start)
{
    int node = start;
    see(s, start);
    s->caller[start] = -1;
    while (node >= 0) {
        const KipGraphNode *of = s->node + node;
        if (s->next[node] < of->nedge) {
            const int to = s->edge[of->first_edge + s->next[node]++].to;
            if (s->index[to] < 0) {
                see(s, to);
                s->caller[to] = node;
                node = to;
            } else if (s->part[to] < 0 && s->index[to] < s->low[node]) {
                s->low[node] = s->index[to];
            }
            continue;
        }
        if (s->low[node] == s->index[node])
            close_part(s, node);
        const int caller = s->caller[node];
        if (caller >= 0 && s->low[node] < s->low[caller])
            s->low[caller] = s->low[node];
        node = caller;
    }
}

/* The part with the most frames between its places; -1: none has an edge. */
static int largest_part(const Search *s, int nnode, int *count)
{
    int best = -1;
    memset(count, 0, (size_t)s->npart * sizeof *count);
    for (int i = 0; i < nnode; i++)
        for (int e = s->node[i].first_edge; e < s->node[i].first_edge + s->node[i].nedge; e++)
            if (s->part[s->edge[e].to] == s->part[i])
                count[s->part[i]] += 1 + s->edge[e].nframe;
    for (int p = 0; p < s->npart; p++)
        if (count[p] > (best < 0 ? 0 : count[best]))
            best = p;
    return best;
}

/* Keeps the nodes of a component, and the edges between them. Motion continues through nodes that are left out. */
static void keep_part(Search *s, int part, KipGraphNode *node, int *nnode, KipGraphEdge *edge, int *nedge)
{
    int *renamed = s->low, kept = 0, n = 0;
    for (int i = 0; i < *nnode; i++)
        renamed[i] = s->part[i] == part ? kept++ : -1;
    for (int i = 0; i < *nnode; i++) {
        if (renamed[i] < 0)
            continue;
        KipGraphNode moved = node[i];
        moved.first_edge = n;
        for (int e = node[i].first_edge; e < node[i].first_edge + node[i].nedge; e++)
            if (renamed[edge[e].to] >= 0) {
                KipGraphEdge of = edge[e];
                of.from = renamed[i], of.to = renamed[of.to];
                edge[n++] = of;
            }
        moved.nedge = n - moved.first_edge;
        node[renamed[i]] = moved;
    }
    *nnode = kept, *nedge = n;
}

static KipStatus prune(KipArena *arena, KipGraphNode *node, int *nnode, KipGraphEdge *edge, int *nedge,
                       double least, KipError *error)
{
    const size_t n = (size_t)*nnode;
    int *room = kip_arena_take(arena, 7 * n + 1, sizeof *room);
    if (!room)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a motion graph");
    Search s = {.node = node,
                .edge = edge,
                .index = room,
                .low = room + n,
                .part = room + 2 * n,
                .stack = room + 3 * n,
                .caller = room + 4 * n,
                .next = room + 5 * n};
    for (size_t i = 0; i < n; i++)
        s.index[i] = s.part[i] = -1;
    for (int i = 0; i < *nnode; i++)
        if (s.index[i] < 0)
            walk_from(&s, i);
    const int part = largest_part(&s, *nnode, room + 6 * n);
    if (part < 0)
        return kip_fail(
            error, KIP_BAD_INPUT, kip_nowhere(),
            "these motions have no walk that goes on for ever: no frames resemble each other enough; the "
            "least difference is %.3g m, so raise the threshold, or add motions that begin and end alike",
            least);
    keep_part(&s, part, node, nnode, edge, nedge);
    return KIP_OK;
}

/* -- the moves of transitions ------------------------------------------------------------------------------ */

/* The difference was found by all bodies' places; so is the move. Then the ways of the root follow. */
static KipStatus find_moves(KipGraph *graph, KipGraphEdge *edge, KipError *error)
{
    KipStatus status = KIP_OK;
    size_t nframe = 0;
    for (int e = 0; e < graph->nedge && status == KIP_OK; e++) {
        const KipGraphNode *from = graph->node + edge[e].from, *to = graph->node + edge[e].to;
        if (edge[e].blends) {
            edge[e].nframe = graph->window - 1; /* the last frame is the first of the next edge */
            status = kip_graph_place(graph->motion[from->motion], from->frame, graph->motion[to->motion],
                                     to->frame - graph->window + 1, graph->first, graph->njoint,
                                     graph->window, &edge[e].move, error);
        }
        nframe += (size_t)edge[e].nframe;
    }
    double(*root)[3] = kip_arena_take(graph->arena, nframe, sizeof *root);
    if (!root)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a motion graph");
    for (int e = 0; e < graph->nedge; e++) {
        edge[e].root = (const double(*)[3])root;
        for (int p = 0; p < edge[e].nframe; p++, root++) {
            kip_graph_root(graph, edge + e, p, *root);
            const double dx = p ? root[0][0] - root[-1][0] : 0, dy = p ? root[0][1] - root[-1][1] : 0;
            root[0][2] = sqrt(dx * dx + dy * dy);
        }
    }
    return status;
}

/* -- making one -------------------------------------------------------------------------------------------- */

static KipStatus fill(KipArena *arena, const Transitions *list, KipGraph *graph, KipError *error)
{
    const size_t n = list->n;
    Place *place = kip_arena_take(arena, 2 * n + 1, sizeof *place);
    int *begins = kip_arena_take(arena, 3 * n + 1, sizeof *begins);
    KipGraphNode *node = kip_arena_take(arena, 2 * n + 1, sizeof *node);
    KipGraphEdge *edge = kip_arena_take(arena, 3 * n + 1, sizeof *edge);
    if (!place || !begins || !node || !edge)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a motion graph");
    graph->nnode = list_places(list, place);
    chain_transitions(list, place, graph->nnode, begins);
    graph->nedge = list_edges(list, place, graph->nnode, node, edge, begins);
    graph->node = node, graph->edge = edge;
    KipStatus status = prune(arena, node, &graph->nnode, edge, &graph->nedge, list->least, error);
    return status == KIP_OK ? find_moves(graph, edge, error) : status;
}

static KipStatus check(const KipMotion *const *motion, int nmotion, int first, const KipGraphDef *def,
                       KipError *error)
{
    if (nmotion < 1 || def->window < 2 || !(def->threshold > 0))
        return kip_fail(
            error, KIP_BAD_USE, kip_nowhere(),
            "a motion graph takes a motion at least, a window of 2 frames or more and a threshold above 0");
    if (motion[0]->model->joint[first].type != KIP_JOINT_FREE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a motion graph is of characters whose root has a free joint");
    for (int i = 1; i < nmotion; i++)
        if (motion[i]->model != motion[0]->model || fabs(motion[i]->period - motion[0]->period) > 1e-12)
            return kip_fail(
                error, KIP_BAD_USE, kip_nowhere(),
                "the motions of a graph have one model and one period; motion %d has %g s, the first %g s",
                i + 1, motion[i]->period, motion[0]->period);
    return KIP_OK;
}

KipStatus kip_graph_create(const KipMotion *const *motion, int nmotion, int first, int njoint,
                           const KipGraphDef *def, KipGraph **graph, KipError *error)
{
    *graph = NULL;
    KipStatus status = check(motion, nmotion, first, def, error);
    if (status != KIP_OK)
        return status;
    KipArena *arena = kip_arena_create(def->allocator);
    KipGraph *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    const KipMotion **own = made ? kip_arena_copy(arena, motion, (size_t)nmotion, sizeof *motion) : NULL;
    Transitions list = {.least = INFINITY, .allocator = def->allocator};
    if (!own)
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a motion graph");
    for (int a = 0; a < nmotion; a++)
        for (int b = 0; b < nmotion && status == KIP_OK; b++)
            status = find_transitions(motion, a, b, first, njoint, def, &list, error);
    if (status == KIP_OK) {
        *made = (KipGraph){.nmotion = nmotion,
                           .motion = own,
                           .window = def->window,
                           .first = first,
                           .njoint = njoint,
                           .found = (int)list.n,
                           .arena = arena};
        status = fill(arena, &list, made, error);
    }
    kip_resize(list.allocator, list.item, list.room * sizeof *list.item, 0);
    if (status == KIP_OK)
        *graph = made;
    else
        kip_arena_destroy(arena);
    return status;
}

void kip_graph_destroy(KipGraph *graph)
{
    if (graph)
        kip_arena_destroy(graph->arena);
}
