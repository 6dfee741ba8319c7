/* Motion graphs (HYB.6): worked examples, the search beside an exhaustive one, walks that follow paths and that are motions. */
#include "control/graph.h"
#include "motion_helpers.h"
#include <stdio.h>

Suite *suite_graph(void);

/* -- clouds and splines -------------------------------------------------------------------------------------- */

/* W-HYB.6a, where y points up: x and -z are over the ground. */
START_TEST(test_alignment)
{
    static const double w[] = {1, 2, 0.5, 1.5};
    static const KipVec3 p[] = {{1, -0.5, 0.2}, {0, -1, 1}, {-0.5, 0.3, 0.7}, {0.3, -0.2, 1.6}};
    static const KipVec3 other[] = {{-0.014257953, -0.940162253, 0.2},
                                    {-1.131208984, -0.698365659, 1.01},
                                    {-0.656147084, 0.588038028, 0.7},
                                    {-0.351382178, 0.290 - 0.000242783, 1.59}};
    KipVec3 b[4];
    double square;
    memcpy(b, other, sizeof b);
    b[3].y = -0.289757216;
    KipGroundMove move = kip_ground_align(p, b, w, 4, &square);
    ck_near(move.turn, 0.699861302, 2e-9);
    ck_near(move.x, 0.399967357, 2e-9);
    ck_near(-move.y, -0.252473831, 2e-9);
    ck_near(square, 0.002556213, 2e-9);
    /* No other move is better. */
    KipRandom random = {1};
    for (int i = 0; i < 2000; i++) {
        const KipGroundMove near = {move.turn + kip_random_uniform(&random, -0.1, 0.1),
                                    move.x + kip_random_uniform(&random, -0.1, 0.1), move.y};
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            const KipVec3 d = v3_sub(p[k], kip_ground_move(near, b[k]));
            sum += w[k] * v3_dot(d, d);
        }
        ck_assert(sum >= square);
    }
    /* A turn of more than a right angle is found, as the arc tangent alone does not. */
    for (int k = 0; k < 4; k++)
        b[k] = kip_ground_move((KipGroundMove){-3, 0, 0}, p[k]);
    move = kip_ground_align(p, b, w, 4, &square);
    ck_near(move.turn, 3.0, 1e-12);
    ck_below(square, 1e-14);
    const KipGroundMove two = kip_ground_after((KipGroundMove){0.4, 1, 2}, (KipGroundMove){0.3, -2, 5});
    const KipVec3 at = kip_ground_move((KipGroundMove){0.4, 1, 2},
                                       kip_ground_move((KipGroundMove){0.3, -2, 5}, v3(1, 1, 1)));
    ck_below(v3_length(v3_sub(at, kip_ground_move(two, v3(1, 1, 1)))), 1e-14);
}
END_TEST

/* W-HYB.6b. */
START_TEST(test_spline)
{
    static const double point[][2] = {{0, 0}, {1, 0}, {2, 1}, {3, 1}}, u[] = {0.25, 0.5, 0.75};
    static const double expected[][2] = {{1.25, 0.203125}, {1.5, 0.5}, {1.75, 0.796875}};
    KipSpline *spline;
    double at[2], along[2];
    ck_ok(kip_spline_create(point, 4, 0, NULL, &spline, &error));
    for (int i = 0; i < 3; i++) {
        kip_spline_segment(spline, 1, u[i], at);
        ck_near(at[0], expected[i][0], 1e-12);
        ck_near(at[1], expected[i][1], 1e-12);
    }
    double before = 0, after = 0;
    for (double s = 0; s < kip_spline_length(spline);
         s += 1e-4) { /* where the middle segment begins and ends */
        kip_spline_at(spline, s, at, NULL);
        before = at[0] < 1 ? s : before, after = at[0] < 2 ? s : after;
    }
    ck_near(after - before, 1.423864846, 4e-4); /* of a polygon of 64 pieces */
    kip_spline_at(spline, -1, at, along);
    ck_near(sqrt(along[0] * along[0] + along[1] * along[1]), 1, 1e-12);
    kip_spline_destroy(spline);
    ck_ok(kip_spline_create(point, 4, 0.5, NULL, &spline, &error));
    kip_spline_segment(spline, 1, 0.25, at);
    ck_near(at[0], 1.203125, 1e-12);
    ck_near(at[1], 0.1796875, 1e-12);
    kip_spline_destroy(spline);
    ck_assert_int_eq(kip_spline_create(point, 1, 0, NULL, &spline, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_spline_create((const double[][2]){{0, 0}, {0, 0}}, 2, 0, NULL, &spline, &error),
                     KIP_BAD_USE);
    ck_assert_int_eq(kip_spline_create((const double[][2]){{0, 0}, {NAN, 0}}, 2, 0, NULL, &spline, &error),
                     KIP_BAD_USE);
    ck_assert_ptr_null(spline);
}
END_TEST

/* -- graphs -------------------------------------------------------------------------------------------------- */

/* A cart with two poles. */
static KipModel *cart(void)
{
    KipBuilder *builder = kip_builder_create(NULL);
    const int base = add_part(builder, part("base", 0, v3_zero()), joint_about(KIP_JOINT_FREE, v3(0, 0, 1)));
    add_part(builder, part("left", base, v3(0, 0.3, 0.4)), joint_about(KIP_JOINT_HINGE, v3(0, 1, 0)));
    add_part(builder, part("right", base, v3(0, -0.3, 0.4)), joint_about(KIP_JOINT_HINGE, v3(1, 0, 0)));
    return finish(builder);
}

/* It goes around bends, its poles swinging. */
static KipMotion *ride(const KipModel *model, int nframe, KipRandom *random)
{
    KipMotion *motion = create(model, nframe, 1.0 / 30);
    double heading = kip_random_uniform(random, -3, 3), x = 0, y = 0, bend = 0;
    const double phase = kip_random_uniform(random, 0, 6), speed = kip_random_uniform(random, 0.5, 1.5);
    for (int f = 0; f < nframe; f++) {
        double *q = kip_motion_frame(motion, f);
        if (f % 20 == 0)
            bend = kip_random_uniform(random, -1.2, 1.2);
        heading += bend / 30, x += speed * cos(heading) / 30, y += speed * sin(heading) / 30;
        memcpy(q, (const double[]){x, y, 0.5}, 3 * sizeof *q);
        q_store(q + 3, q_axis_angle(v3(0, 0, 1), heading));
        q[7] = 0.3 * sin(0.4 * f + phase), q[8] = 0.3 * cos(0.4 * f + phase);
    }
    ck_ok(kip_motion_velocities(motion, KIP_VELOCITY_SPLINE, &error));
    return motion;
}

/* A path's cost by its definition; W-HYB.6c. */
static double cost_of(const KipSpline *path, const double (*at)[2], int n, double least, double *s)
{
    double cost = 0, wanted[2];
    *s = 0;
    for (int i = 0; i < n; i++) {
        const double dx = i ? at[i][0] - at[i - 1][0] : 0, dy = i ? at[i][1] - at[i - 1][1] : 0;
        *s += i ? fmax(sqrt(dx * dx + dy * dy), least) : 0;
        kip_spline_at(path, fmin(*s, kip_spline_length(path)), wanted, NULL);
        const double ex = at[i][0] - wanted[0], ey = at[i][1] - wanted[1];
        cost += ex * ex + ey * ey;
    }
    return cost;
}

START_TEST(test_cost)
{
    KipSpline *path;
    double s;
    ck_ok(kip_spline_create((const double[][2]){{0, 0}, {1, 0}}, 2, 0, NULL, &path, &error));
    ck_near(cost_of(path, (const double[][2]){{0, 0}, {0.1, 0.02}, {0.2, 0.05}, {0.29, 0.09}}, 4, 0, &s),
            0.011265848, 5e-10);
    ck_near(s, 0.304872033, 5e-10);
    kip_spline_destroy(path);
}
END_TEST

/* Each node can be reached from each other, by a walk of any length. */
static void check_connected(const KipGraph *graph)
{
    char *seen = calloc((size_t)graph->nnode, 1);
    int *queue = malloc(sizeof *queue * (size_t)graph->nnode), n;
    for (int start = 0; start<graph->nnode; start += graph->nnode> 8 ? graph->nnode / 8 : 1) {
        memset(seen, 0, (size_t)graph->nnode);
        queue[0] = start, seen[start] = 1, n = 1;
        for (int i = 0; i < n; i++) {
            const KipGraphNode *node = graph->node + queue[i];
            ck_assert_int_gt(node->nedge, 0);
            for (int e = node->first_edge; e < node->first_edge + node->nedge; e++) {
                ck_assert_int_eq(graph->edge[e].from, queue[i]);
                if (!seen[graph->edge[e].to])
                    seen[graph->edge[e].to] = 1, queue[n++] = graph->edge[e].to;
            }
        }
        ck_assert_int_eq(n, graph->nnode);
    }
    free(seen);
    free(queue);
}

/* The written walk costs what was said, and nothing in it jumps. */
static void check_walk(const KipGraph *graph, const KipSpline *path, const KipGraphQuery *query,
                       const KipGraphWalk *walk)
{
    KipMotion *made;
    double(*at)[2] = malloc(sizeof *at * (size_t)walk->nframe), s, d[16];
    ck_ok(kip_graph_write(graph, walk, &made, &error));
    ck_assert_int_eq(made->nframe, walk->nframe);
    for (int f = 0; f < made->nframe; f++) {
        const double *q = kip_motion_frame(made, f);
        at[f][0] = q[0], at[f][1] = q[1];
        if (f == 0)
            continue;
        for (int k = 0; k < 2; k++)
            ck_below(fabs(q[k] - at[f - 1][k]), 0.12);
        for (int k = 7; k < 9; k++)
            ck_below(fabs(q[k] - (q - made->model->nq)[k]), 0.25);
    }
    (void)d;
    ck_near(cost_of(path, (const double(*)[2])at, made->nframe, query->progress * made->period, &s),
            walk->cost, 1e-9 * (1 + walk->cost));
    free(at);
    kip_motion_destroy(made);
}

/* Branch and bound finds what a search of all walks finds, on random graphs. */
START_TEST(test_bound)
{
    KipRandom random = {11};
    int64_t bounded = 0, all = 0;
    KipModel *model = cart();
    for (int i = 0; i < 100; i++) {
        KipMotion *motion[2];
        for (int k = 0; k < 2; k++)
            motion[k] = ride(model, 50, &random);
        KipGraphDef def = kip_graph_def();
        KipGraph *graph = NULL;
        KipStatus status = KIP_BAD_INPUT;
        for (def.threshold = 0.1; status == KIP_BAD_INPUT && def.threshold < 2; def.threshold *= 1.5)
            status = kip_graph_create((const KipMotion *const *)motion, 2, 0, 3, &def, &graph, &error);
        ck_assert_int_eq(status, KIP_OK);
        check_connected(graph);
        double point[4][2];
        for (int k = 0; k < 4; k++)
            point[k][0] = 2 * k, point[k][1] = kip_random_uniform(&random, -1, 1);
        KipSpline *path;
        ck_ok(kip_spline_create((const double(*)[2])point, 4, 0, NULL, &path, &error));
        KipGraphQuery query = kip_graph_query();
        KipGraphWalk walk[2];
        query.horizon = query.commit = 36, query.most = 1, query.visits = 1 << 30; /* one look ahead */
        for (int k = 0; k < 2; k++) {
            query.exhaustive = k == 1;
            ck_ok(kip_graph_follow(graph, path, &query, walk + k, &error));
            check_walk(graph, path, &query, walk + k);
        }
        ck_assert_msg(walk[0].cost == walk[1].cost, "graph %d: %.17g, exhaustive %.17g", i, walk[0].cost,
                      walk[1].cost);
        bounded += walk[0].visits, all += walk[1].visits;
        kip_graph_walk_clear(walk), kip_graph_walk_clear(walk + 1);
        kip_spline_destroy(path);
        kip_graph_destroy(graph);
        kip_motion_destroy(motion[0]), kip_motion_destroy(motion[1]);
    }
    study_print("visits: %lld bounded, %lld exhaustive\n", (long long)bounded, (long long)all);
    kip_model_destroy(model);
}
END_TEST

/* Rides of all bends follow a path of 10 m to its end, and stay near it. */
START_TEST(test_follow)
{
    KipRandom random = {21};
    KipModel *model = cart();
    KipMotion *motion[4];
    for (int k = 0; k < 4; k++)
        motion[k] = ride(model, 300, &random);
    KipGraphDef def = kip_graph_def();
    KipGraph *graph;
    ck_ok(kip_graph_create((const KipMotion *const *)motion, 4, 0, 3, &def, &graph, &error));
    ck_assert_int_gt(graph->found, 0);
    static const double point[][2] = {{0, 0}, {3, 1}, {6, -1}, {9, 0}};
    KipSpline *path;
    KipGraphWalk walk;
    const KipGraphQuery query = kip_graph_query();
    ck_ok(kip_spline_create(point, 4, 0, NULL, &path, &error));
    ck_ok(kip_graph_follow(graph, path, &query, &walk, &error));
    check_walk(graph, path, &query, &walk);
    study_print("%d nodes, %d edges; %d frames, %.3f m off in the mean, %.3f m at most, %lld visits\n",
                graph->nnode, graph->nedge, walk.nframe, walk.mean, walk.farthest, (long long)walk.visits);
    ck_below(walk.farthest, 0.5);
    ck_assert_int_lt(walk.nframe, query.most);
    kip_graph_walk_clear(&walk);
    kip_spline_destroy(path);
    kip_graph_destroy(graph);
    /* Nothing that is alike: a sentence. */
    def.threshold = 1e-9;
    ck_assert_int_eq(kip_graph_create((const KipMotion *const *)motion, 4, 0, 3, &def, &graph, &error),
                     KIP_BAD_INPUT);
    ck_assert_ptr_null(graph);
    for (int k = 0; k < 4; k++)
        kip_motion_destroy(motion[k]);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_graph(void)
{
    Suite *suite = suite_create("graph");
    TCase *tests = tcase_create("graph");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, test_alignment);
    tcase_add_test(tests, test_spline);
    tcase_add_test(tests, test_cost);
    tcase_add_test(tests, test_bound);
    tcase_add_test(tests, test_follow);
    suite_add_tcase(suite, tests);
    return suite;
}
