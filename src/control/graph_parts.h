/* Shared by the files of graph.h: graph_cloud.c compares frames, graph.c makes the graph, graph_spline.c paths,
 * graph_walk.c finds walks and writes them. Internal. */
#ifndef KIP_CONTROL_GRAPH_PARTS_H
#define KIP_CONTROL_GRAPH_PARTS_H

#include "graph.h"

/* The move of B's frames [j, j + window) onto A's [i, i + window). */
KipStatus kip_graph_place(const KipMotion *a, int i, const KipMotion *b, int j, int first, int njoint,
                          int window, KipGroundMove *move, KipError *error);

/* As kip_spline_at, for a length of the whole; *piece: of the polygon, of a length before, which is not greater, then of this. */
void kip_spline_go_on(const KipSpline *spline, double s, int *piece, double place[2]);

/* Where the root is over the ground in frame p of an edge, in the motion of the node that it leaves. */
void kip_graph_root(const KipGraph *graph, const KipGraphEdge *edge, int p, double at[2]);

#endif
