/* A walk along a path: the path through the motion graph of some clips that is nearest to it (HYB.6), as another motion of
 * a scene. The motion's name, such as "walk|turn_90_left;0,0 3,1", describes it, so that it is saved by name and made again
 * from it. */
#include <stdio.h>
#include <string.h>

#include "../../control/graph.h"
#include "../text/number.h"
#include "scene_parts.h"

enum { MOST_CLIPS = 16, MOST_POINTS = 32 };

static const double period = 1.0 / 30; /* s, between frames that are compared */

bool kip_scene_is_walk(const char *name)
{
    return strchr(name, ';') != NULL;
}

bool kip_scene_walk_clip(const char **at, char clip[MOTION_SIZE])
{
    const size_t n = strcspn(*at, "|;");
    if (n == 0)
        return false;
    snprintf(clip, MOTION_SIZE, "%.*s", (int)n, *at);
    *at += n + ((*at)[n] == '|');
    return true;
}

static KipStatus too_many(KipError *error)
{
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a walk along a path is made of at most %d clips",
                    MOST_CLIPS);
}

static KipStatus read_clips(KipScene *scene, int member, const char *name, KipMotion *motion[MOST_CLIPS],
                            int *nmotion, KipError *error)
{
    char clip[MOTION_SIZE];
    KipStatus status = KIP_OK;
    while (status == KIP_OK && kip_scene_walk_clip(&name, clip)) {
        KipMotion *whole = NULL;
        if (*nmotion == MOST_CLIPS)
            return too_many(error);
        status = kip_scene_read_motion(scene, member, clip, &whole, error);
        if (status == KIP_OK)
            status = kip_motion_resample(whole, period, &motion[*nmotion], error);
        *nmotion += status == KIP_OK;
        kip_motion_destroy(whole);
    }
    return status;
}

static KipStatus read_path(const KipScene *scene, const char *name, KipSpline **path, KipError *error)
{
    double point[MOST_POINTS][2];
    const char *at = strchr(name, ';') + 1;
    int n = 0;
    for (; *at && n < MOST_POINTS; n++) {
        const size_t x = strcspn(at, ", "), y = strcspn(at + x + (at[x] == ','), " ");
        if (at[x] != ',' || !kip_number_parse(at, x, &point[n][0]) ||
            !kip_number_parse(at + x + 1, y, &point[n][1]))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%s' is no path", at);
        at += x + 1 + y;
        at += *at == ' ';
    }
    if (*at)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a path has at most %d points", MOST_POINTS);
    return kip_spline_create((const double(*)[2])point, n, 0, scene->def.allocator, path, error);
}

KipStatus kip_scene_check_walk(KipScene *scene, int member, const char *name, KipError *error)
{
    char clip[MOTION_SIZE];
    const char *at = name;
    KipSpline *path = NULL;
    KipStatus status = read_path(scene, name, &path, error);
    kip_spline_destroy(path);
    for (int n = 0; status == KIP_OK && kip_scene_walk_clip(&at, clip); n++)
        status = n < MOST_CLIPS ? kip_scene_check_motion(scene, member, clip, error) : too_many(error);
    return status;
}

KipStatus kip_scene_read_walk(KipScene *scene, int member, const char *name, KipMotion **motion,
                              KipError *error)
{
    KipMotion *clip[MOST_CLIPS] = {NULL};
    KipGraph *graph = NULL;
    KipSpline *path = NULL;
    KipGraphWalk walk = {0};
    KipGraphDef def = kip_graph_def();
    const KipGraphQuery query = kip_graph_query();
    int nclip = 0, first;
    const int njoint = kip_character_joints(kip_world_character(scene->world, member), &first);
    def.allocator = scene->def.allocator;
    KipStatus status = read_clips(scene, member, name, clip, &nclip, error);
    if (status == KIP_OK)
        status = read_path(scene, name, &path, error);
    if (status == KIP_OK)
        status = kip_graph_create((const KipMotion *const *)clip, nclip, first, njoint, &def, &graph, error);
    if (status == KIP_OK)
        status = kip_graph_follow(graph, path, &query, &walk, error);
    if (status == KIP_OK)
        status = kip_graph_write(graph, &walk, motion, error);
    if (status == KIP_OK)
        kip_scene_event(scene, "a path of %.3g m in %.3g s, %.3g m off in the mean, %.3g m at most",
                        kip_spline_length(path), walk.nframe * period, walk.mean, walk.farthest);
    kip_graph_walk_clear(&walk);
    kip_spline_destroy(path);
    kip_graph_destroy(graph);
    for (int i = 0; i < nclip; i++)
        kip_motion_destroy(clip[i]);
    return status;
}
