/* The rules of colours (palette.h). */
#include "palette.h"

#include <math.h>
#include <string.h>

#include "../../control/loads.h"
#include "../../dynamics/scalar.h"
#include "../../dynamics/vec3.h"

static const double gamma = 2.2;

int kip_palette_tree(const KipModel *model, int body)
{
    return kip_body_moves(model, body) ? model->body[body].root : -1;
}

bool kip_palette_is_character(const KipModel *model, int root)
{
    int n = 0;
    for (int i = 1; i < model->nbody && root >= 0; i++)
        n += kip_palette_tree(model, i) == root;
    return n > KIP_CHARACTER_BODIES;
}

/* -- families --------------------------------------------------------------------------------------------- */

/* The length of the prefix of a body's name, which its character shares. */
static size_t family_length(const KipModel *model, int body)
{
    const char *slash = body ? strrchr(model->body[body].name, '/') : NULL;
    return slash ? (size_t)(slash - model->body[body].name) + 1 : 0;
}

static bool same_family(const KipModel *model, int a, int b)
{
    size_t n = family_length(model, a);
    return n == family_length(model, b) &&
           (n == 0 || strncmp(model->body[a].name, model->body[b].name, n) == 0);
}

/* The index of a body's family, counted in the order of bodies. */
static int family_of(const KipModel *model, int body)
{
    int n = 0;
    for (int i = 1; i < model->nbody && !same_family(model, i, body); i++) {
        bool first = true;
        for (int k = 1; k < i && first; k++)
            first = !same_family(model, k, i);
        n += first;
    }
    return n;
}

/* -- hues ------------------------------------------------------------------------------------------------- */

static bool is_coloured(const KipGeom *geom)
{
    return geom->rgba[0] != 0.5f || geom->rgba[1] != 0.5f || geom->rgba[2] != 0.5f;
}

static bool same_look(const KipModel *model, const KipGeom *a, const KipGeom *b)
{
    if (is_coloured(a) != is_coloured(b))
        return false;
    return is_coloured(a) ? memcmp(a->rgba, b->rgba, sizeof a->rgba) == 0
                          : same_family(model, a->body, b->body);
}

/* The next geom of a tree from `geom` on; ngeom where there is none. */
static int next_geom(const KipModel *model, int root, int geom)
{
    while (geom < model->ngeom && model->body[model->geom[geom].body].root != root)
        geom++;
    return geom;
}

static bool same_looks(const KipModel *model, int a, int b)
{
    int i = next_geom(model, a, 0), k = next_geom(model, b, 0);
    while (i < model->ngeom && k < model->ngeom && same_look(model, &model->geom[i], &model->geom[k])) {
        i = next_geom(model, a, i + 1);
        k = next_geom(model, b, k + 1);
    }
    return i == model->ngeom && k == model->ngeom;
}

/* The rotation of a character's hue, rad. */
static double hue_of(const KipModel *model, int root)
{
    static const double turns[] = {0, 140, -80, 60, -140};
    int n = 0;
    if (!kip_palette_is_character(model, root))
        return 0;
    for (int i = 1; i < root; i++)
        n += kip_palette_tree(model, i) == i && kip_palette_is_character(model, i) &&
             same_looks(model, i, root);
    return turns[n % 5] * 0.017453292519943295;
}

/* Rotates the hue about the grey axis. */
static KipVec3 turn_hue(KipVec3 rgb, double angle)
{
    double c, s, most = fmax(rgb.x, fmax(rgb.y, rgb.z));
    if (angle == 0 || fmin(rgb.x, fmin(rgb.y, rgb.z)) > 0.45 * most)
        return rgb;
    kip_sincos(angle, &s, &c);
    const double rest = (1 - c) / 3, part = s / sqrt(3), x = c + rest, y = rest - part, z = rest + part;
    return v3(fmin(fmax(x * rgb.x + y * rgb.y + z * rgb.z, 0), 1),
              fmin(fmax(x * rgb.y + y * rgb.z + z * rgb.x, 0), 1),
              fmin(fmax(x * rgb.z + y * rgb.x + z * rgb.y, 0), 1));
}

/* -- colours ---------------------------------------------------------------------------------------------- */

static double in_range(double x)
{
    return fmin(fmax(x, 0), 1);
}

static KipVec3 to_power(KipVec3 rgb, double exponent)
{
    return v3(kip_pow(in_range(rgb.x), exponent), kip_pow(in_range(rgb.y), exponent),
              kip_pow(in_range(rgb.z), exponent));
}

/* The colour before its hue is rotated, in sRGB; the page's own (player.css) where none was given. */
static KipVec3 given_colour(const KipModel *model, const KipGeom *geom)
{
    static const KipVec3 ground = {0.804, 0.816, 0.820}, scenery = {0.627, 0.671, 0.718};
    static const KipVec3 figure[] = {{0.859, 0.506, 0.314},
                                     {0.310, 0.545, 0.761},
                                     {0.467, 0.659, 0.384},
                                     {0.682, 0.502, 0.761}};
    if (is_coloured(geom))
        return v3((double)geom->rgba[0], (double)geom->rgba[1], (double)geom->rgba[2]);
    if (geom->type == KIP_GEOM_PLANE)
        return ground;
    return kip_body_moves(model, geom->body) ? figure[family_of(model, geom->body) % 4] : scenery;
}

KipVec3 kip_palette_light(const KipModel *model, int geom)
{
    const KipGeom *of = &model->geom[geom];
    const double hue = of->type == KIP_GEOM_PLANE ? 0 : hue_of(model, kip_palette_tree(model, of->body));
    return turn_hue(to_power(given_colour(model, of), gamma), hue);
}

KipVec3 kip_palette_shown(const KipModel *model, int geom)
{
    return to_power(kip_palette_light(model, geom), 1 / gamma);
}
