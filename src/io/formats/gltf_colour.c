/* Colours of geoms, as the page has them in daylight (player.css, scene.js): MJCF's own grey is none, and
 * characters that would look the same differ in hue. */
#include <string.h>

#include "../../control/loads.h"
#include "gltf_parts.h"
#include "recording_parts.h"

#define PI 3.14159265358979323846

static const float GROUND[] = {0.804f, 0.816f, 0.820f};
static const float SCENERY[] = {0.627f, 0.671f, 0.718f};
static const float FIGURE[][3] = {{0.859f, 0.506f, 0.314f},
                                  {0.310f, 0.545f, 0.761f},
                                  {0.467f, 0.659f, 0.384f},
                                  {0.682f, 0.502f, 0.761f}};
static const double TURN[] = {0, 140, -80, 60,
                              -140}; /* degrees, of the first of a kind, the second and so on */
enum { NFIGURE = sizeof FIGURE / sizeof *FIGURE, NTURN = sizeof TURN / sizeof *TURN };

static bool is_coloured(const KipGeom *geom)
{
    return geom->rgba[0] != 0.5f || geom->rgba[1] != 0.5f || geom->rgba[2] != 0.5f;
}

/* -- looks ----------------------------------------------------------------------------------------------- */

/* Letters of a body's name up to its last slash. */
static size_t prefix_length(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? (size_t)(slash - name) + 1 : 0;
}

static bool same_family(const char *a, const char *b)
{
    size_t n = prefix_length(a);
    return n == prefix_length(b) && memcmp(a, b, n) == 0;
}

static void number_families(Gltf *g)
{
    const KipBody *body = g->model->body;
    int nfamily = 0;
    for (int i = 1; i < g->model->nbody; i++) {
        int like = 1;
        while (like < i && !same_family(body[like].name, body[i].name))
            like++;
        g->look[i].family = like < i ? g->look[like].family : nfamily++;
    }
}

/* The first geom of a tree from this one on, or ngeom. */
static int next_geom(const KipModel *model, int geom, int root)
{
    while (geom < model->ngeom && model->body[model->geom[geom].body].root != root)
        geom++;
    return geom;
}

/* Has each geom of one tree the colour of its counterpart in the other, or none and the same family? */
static bool look_alike(const Gltf *g, int root1, int root2)
{
    const KipModel *model = g->model;
    int i = next_geom(model, 0, root1), k = next_geom(model, 0, root2);
    while (i < model->ngeom && k < model->ngeom) {
        const KipGeom *a = &model->geom[i], *b = &model->geom[k];
        if (is_coloured(a) != is_coloured(b))
            return false;
        if (is_coloured(a) ? memcmp(a->rgba, b->rgba, sizeof a->rgba) != 0
                           : g->look[a->body].family != g->look[b->body].family)
            return false;
        i = next_geom(model, i + 1, root1);
        k = next_geom(model, k + 1, root2);
    }
    return i == model->ngeom && k == model->ngeom;
}

void kip_gltf_find_looks(Gltf *g)
{
    const KipModel *model = g->model;
    memset(g->look, 0, (size_t)model->nbody * sizeof *g->look);
    number_families(g);
    for (size_t i = 0; i < g->nskin; i++) {
        int earlier = 0;
        for (size_t k = 0; k < i; k++)
            earlier += look_alike(g, g->skin[i].root, g->skin[k].root);
        for (int body = g->skin[i].root; body < model->nbody; body++)
            if (model->body[body].root == g->skin[i].root)
                g->look[body].hue = TURN[earlier % NTURN];
    }
}

/* -- materials ------------------------------------------------------------------------------------------- */

/* Turned about the axis of greys. Pale colours, skin among them, stay. */
static void turn_hue(double rgb[3], double degrees)
{
    double s, c, most = fmax(rgb[0], fmax(rgb[1], rgb[2])), least = fmin(rgb[0], fmin(rgb[1], rgb[2]));
    if (degrees == 0 || least > 0.45 * most)
        return;
    kip_sincos(degrees * (PI / 180), &s, &c);
    const double old[] = {rgb[0], rgb[1], rgb[2]}, rest = (1 - c) / 3, part = s / sqrt(3);
    for (int k = 0; k < 3; k++)
        rgb[k] = fmin(fmax((c + rest) * old[k] + (rest - part) * old[(k + 1) % 3] +
                               (rest + part) * old[(k + 2) % 3],
                           0),
                      1);
}

/* As a display has it, before its hue is turned. */
static const float *shown_colour(const Gltf *g, const KipGeom *geom)
{
    if (is_coloured(geom))
        return geom->rgba;
    if (geom->type == KIP_GEOM_PLANE)
        return GROUND;
    return kip_body_moves(g->model, geom->body) ? FIGURE[g->look[geom->body].family % NFIGURE] : SCENERY;
}

static double in_range(double x)
{
    return fmin(fmax(x, 0), 1);
}

int kip_gltf_add_material(Gltf *g, const KipGeom *geom)
{
    GltfMaterial made = {{0, 0, 0, in_range(geom->rgba[3])}};
    const float *colour = shown_colour(g, geom);
    for (int k = 0; k < 3; k++)
        made.rgba[k] = kip_pow(in_range(colour[k]), 2.2); /* of a display's voltage to light */
    turn_hue(made.rgba, geom->type == KIP_GEOM_PLANE ? 0 : g->look[geom->body].hue);
    for (size_t i = 0; i < g->nmaterial; i++)
        if (memcmp(&g->material[i], &made, sizeof made) == 0)
            return (int)i;
    GltfMaterial *list =
        kip_recording_grow(g->recording, g->material, &g->material_capacity, sizeof *list, g->nmaterial + 1);
    if (!list) {
        g->no_memory = true;
        return -1;
    }
    g->material = list;
    list[g->nmaterial] = made;
    return (int)g->nmaterial++;
}
