/* A motion graph (Kovar, Gleicher and Pighin 2002; HYB.6): where motions of one character resemble each other, one may go
 * over into the other; and the walk through them that follows a path over the ground.
 *
 *     kip_graph_create(motion, nmotion, first, njoint, &def, &graph, &error);
 *     kip_spline_create(point, npoint, 0, NULL, &path, &error);
 *     KipGraphQuery query = kip_graph_query();
 *     kip_graph_follow(graph, path, &query, &walk, &error);
 *     kip_graph_write(graph, &walk, &made, &error);              // a motion again
 *     kip_graph_walk_clear(&walk), kip_spline_destroy(path), kip_graph_destroy(graph);
 *
 * Frames are compared by what the bodies' places are over a window: those of frame i of A and the next ones, and those of
 * frame j of B and the ones before, turned about the vertical and moved over the ground so that they differ least. A place
 * where the difference is less than at all its neighbours, and below a threshold, becomes a transition: over the window A goes
 * over into B. What does not lie in the largest set of places from which each other can be reached is left out, so that no
 * walk ends.
 */
#ifndef KIP_CONTROL_GRAPH_H
#define KIP_CONTROL_GRAPH_H

#include "motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- clouds of points ------------------------------------------------------------------------------------------- */

/* A turn about the vertical (rad), then a way over the ground (m). */
typedef struct KipGroundMove {
    double turn, x, y;
} KipGroundMove;

/* The move of the points `b` that brings them nearest to the points `a`, weighted: it makes sum w |a - move(b)|^2 least, and
 * *square is that (m^2). */
KipGroundMove kip_ground_align(const KipVec3 *a, const KipVec3 *b, const double *weight, int n,
                               double *square);
KipVec3 kip_ground_move(KipGroundMove move, KipVec3 p);
KipGroundMove kip_ground_after(KipGroundMove second, KipGroundMove first); /* first, then second */

/* The difference of frame i of A from frame j of B for all i, j: the root of the mean square distance of the bodies' places (m)
 * over a window of k frames. The difference [A's nframe][B's nframe] is INFINITY where the window does not fit. Of the bodies
 * of joints [first, first + njoint). KIP_NO_MEMORY; KIP_BAD_USE for motions of two models or periods. */
KipStatus kip_graph_compare(const KipMotion *a, const KipMotion *b, int first, int njoint, int window,
                            double *difference, KipError *error);

/* -- graphs ------------------------------------------------------------------------------------------------------- */

typedef struct KipGraphDef {
    int window;       /* frames that a transition takes: 15, half a second at 30 a second */
    double threshold; /* m: what differs by more is no transition; 0.1 */
    const KipAllocator *allocator;
} KipGraphDef;

KipGraphDef kip_graph_def(void);

typedef struct KipGraphNode {
    int motion, frame;
    int first_edge, nedge; /* that leave it */
} KipGraphNode;

/* An edge. Of a transition: the window begins at the frame of `from` and ends at that of `to`. Else the frames between two
 * nodes of one motion. */
typedef struct KipGraphEdge {
    int from, to;
    int nframe; /* until `to` is reached */
    bool blends;
    double difference;  /* m, of a transition */
    KipGroundMove move; /* of a transition: from the motion of `to` to that of `from` */
    const double (*root)
        [3]; /* [nframe]: where the root is over the ground, in the motion of `from`, and how far that is
                                from the frame before, of the first one 0; m */
} KipGraphEdge;

typedef struct KipGraph {
    int nmotion, nnode, nedge;
    const KipMotion *const *motion;
    const KipGraphNode *node; /* by motion and frame */
    const KipGraphEdge *edge; /* by the node that they leave */
    int window, first, njoint;
    int found; /* transitions below the threshold, before those were left out that lead to an end */
    struct KipArena *arena;
} KipGraph;

/* The motions, of one model and period, must outlive it. KIP_BAD_INPUT where no infinite walk exists, because no frames are
 * similar enough; the message gives the least difference. */
KipStatus kip_graph_create(const KipMotion *const *motion, int nmotion, int first, int njoint,
                           const KipGraphDef *def, KipGraph **graph, KipError *error);
void kip_graph_destroy(KipGraph *graph); /* with NULL it does nothing */

/* -- paths -------------------------------------------------------------------------------------------------------- */

/* A cardinal spline over the ground through its points; tension 0: Catmull and Rom's. */
typedef struct KipSpline KipSpline;

/* point[npoint], m. KIP_BAD_USE for fewer than two, for two in a row that are the same, and numbers that are not finite. */
KipStatus kip_spline_create(const double (*point)[2], int npoint, double tension,
                            const KipAllocator *allocator, KipSpline **spline, KipError *error);
void kip_spline_destroy(KipSpline *spline);        /* with NULL it does nothing */
double kip_spline_length(const KipSpline *spline); /* m */
/* The point at a length along it (m), and the unit direction there (may be NULL); it is extended linearly beyond both
 * ends. */
void kip_spline_at(const KipSpline *spline, double s, double place[2], double direction[2]);
/* One segment by its parameter u, 0 to 1. */
void kip_spline_segment(const KipSpline *spline, int segment, double u, double place[2]);

/* -- walks -------------------------------------------------------------------------------------------------------- */

typedef struct KipGraphQuery {
    int horizon;     /* frames that are looked ahead; 150 */
    int commit;      /* frames of the best walk that are kept before it is looked ahead again; 60 */
    double progress; /* m/s: along the path at least, so that standing still is no way to follow it; 0.2 */
    int most;        /* frames, 10000: then it ends, wherever it is */
    int width;       /* walks to each frame ahead that are kept for a first answer; 64 */
    int visits;      /* of edges in a look ahead for a better one, 1000 */
    bool exhaustive; /* no branch is cut, and visits do not count: for comparison */
} KipGraphQuery;

KipGraphQuery kip_graph_query(void);

/* A walk through a graph. */
typedef struct KipGraphWalk {
    int *edge, nedge;
    int start;           /* node */
    KipGroundMove place; /* of the first node's motion */
    int nframe;
    double cost;           /* m^2: sum over frames of the square distance between the root and the path */
    double mean, farthest; /* m: of these distances */
    int64_t visits;        /* of edges by the search */
    size_t room;
    const KipAllocator *allocator;
} KipGraphWalk;

/* The walk whose root follows the path the nearest: for each frame, the place that the path has after the length travelled
 * (a few of the best walks to each frame first, then branch and bound, depth first). It begins at the path's start, in the first motion, and ends where
 * the path does. KIP_NO_MEMORY. The caller clears it. */
KipStatus kip_graph_follow(const KipGraph *graph, const KipSpline *path, const KipGraphQuery *query,
                           KipGraphWalk *walk, KipError *error);
void kip_graph_walk_clear(KipGraphWalk *walk); /* does nothing if zeroed */

/* The walk as a motion, the caller's, with velocities by a spline. KIP_NO_MEMORY. */
KipStatus kip_graph_write(const KipGraph *graph, const KipGraphWalk *walk, KipMotion **motion,
                          KipError *error);

#ifdef __cplusplus
}
#endif
#endif
