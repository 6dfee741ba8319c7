/* Characters and colours, as the player has them. What has MJCF's own grey was given no colour: it takes
 * one for each character, that is, for what stands before the last slash in a body's name. Characters of
 * the same colours are told apart by turning the hue. */
#include <math.h>
#include <string.h>

#include "../../control/loads.h"
#include "../../dynamics/arena.h"
#include "film_parts.h"

enum { CHARACTER = 5 /* bodies; a tree of more is one */ };

static const double gamma = 2.2;

static bool is_coloured(const KipGeom *geom)
{
    return geom->rgba[0] != 0.5f || geom->rgba[1] != 0.5f || geom->rgba[2] != 0.5f;
}

/* How much of a body's name stands before what is its own. */
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

/* The how-many-th family it is, in the order of bodies. */
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

/* -- hues ------------------------------------------------------------------------------------------------ */

static bool same_look(const KipModel *model, const KipGeom *a, const KipGeom *b)
{
    if (is_coloured(a) != is_coloured(b))
        return false;
    return is_coloured(a) ? memcmp(a->rgba, b->rgba, sizeof a->rgba) == 0
                          : same_family(model, a->body, b->body);
}

/* The next geom of a tree at or after one; ngeom where there is none. */
static int next_geom(const KipModel *model, const int *tree, int root, int geom)
{
    while (geom < model->ngeom && tree[model->geom[geom].body] != root)
        geom++;
    return geom;
}

static bool same_looks(const KipModel *model, const int *tree, int a, int b)
{
    int i = next_geom(model, tree, a, 0), k = next_geom(model, tree, b, 0);
    while (i < model->ngeom && k < model->ngeom && same_look(model, &model->geom[i], &model->geom[k])) {
        i = next_geom(model, tree, a, i + 1);
        k = next_geom(model, tree, b, k + 1);
    }
    return i == model->ngeom && k == model->ngeom;
}

/* By how much a character's hue is turned, rad. */
static double hue_of(const KipModel *model, const KipFilmCast *cast, int root)
{
    static const double turns[] = {0, 140, -80, 60, -140};
    int n = 0;
    if (root < 0 || !cast->ncharacter || !cast->character[root])
        return 0;
    for (int i = 1; i < root; i++)
        n += cast->tree[i] == i && cast->character[i] && same_looks(model, cast->tree, i, root);
    return turns[n % 5] * 0.017453292519943295;
}

/* About the axis of greys. Pale colours, skin among them, stay. */
static KipVec3 turn_hue(KipVec3 rgb, double angle)
{
    double c, s, rest, part, most = fmax(rgb.x, fmax(rgb.y, rgb.z));
    if (angle == 0 || fmin(rgb.x, fmin(rgb.y, rgb.z)) > 0.45 * most)
        return rgb;
    kip_sincos(angle, &s, &c);
    rest = (1 - c) / 3;
    part = s / sqrt(3);
    const double x = c + rest, y = rest - part, z = rest + part;
    return v3(fmin(fmax(x * rgb.x + y * rgb.y + z * rgb.z, 0), 1),
              fmin(fmax(x * rgb.y + y * rgb.z + z * rgb.x, 0), 1),
              fmin(fmax(x * rgb.z + y * rgb.x + z * rgb.y, 0), 1));
}

static KipVec3 to_power(KipVec3 rgb, double exponent)
{
    return v3(kip_pow(fmax(rgb.x, 0), exponent), kip_pow(fmax(rgb.y, 0), exponent),
              kip_pow(fmax(rgb.z, 0), exponent));
}

/* -- the cast -------------------------------------------------------------------------------------------- */

KipVec3 kip_film_mix(KipVec3 colour, KipVec3 other, double share)
{
    return v3_add_scaled(v3_scale(1 - share, colour), share, other);
}

static KipVec3 colour_of(const KipModel *model, const KipFilmCast *cast, const KipGeom *geom)
{
    static const KipVec3 line = {0.627, 0.671, 0.718};
    static const KipVec3 figure[] = {{0.859, 0.506, 0.314},
                                     {0.310, 0.545, 0.761},
                                     {0.467, 0.659, 0.384},
                                     {0.682, 0.502, 0.761}};
    const KipVec3 given = v3((double)geom->rgba[0], (double)geom->rgba[1], (double)geom->rgba[2]);
    const int root = cast->tree[geom->body];
    if (!is_coloured(geom) && root < 0)
        return line;
    KipVec3 rgb = is_coloured(geom) ? given : figure[family_of(model, geom->body) % 4];
    return to_power(turn_hue(to_power(rgb, gamma), hue_of(model, cast, root)), 1 / gamma);
}

static bool is_character(const KipModel *model, const int *tree, int root)
{
    int n = 0;
    for (int i = 1; i < model->nbody && root >= 0; i++)
        n += tree[i] == root;
    return n > CHARACTER;
}

bool kip_film_cast(const KipModel *model, KipArena *arena, KipFilmCast *cast)
{
    *cast = (KipFilmCast){0};
    cast->tree = kip_arena_take(arena, (size_t)model->nbody, sizeof *cast->tree);
    cast->character = kip_arena_take(arena, (size_t)model->nbody, sizeof *cast->character);
    cast->colour = kip_arena_take(arena, (size_t)model->ngeom, sizeof *cast->colour);
    if (!cast->tree || !cast->character || !cast->colour)
        return false;
    for (int i = 0; i < model->nbody; i++)
        cast->tree[i] = kip_body_moves(model, i) ? model->body[i].root : -1;
    for (int i = 0; i < model->nbody; i++) {
        cast->character[i] = is_character(model, cast->tree, cast->tree[i]);
        cast->ncharacter += cast->character[i] && cast->tree[i] == i;
    }
    for (int i = 0; i < model->nbody && !cast->ncharacter; i++)
        cast->character[i] = cast->tree[i] >= 0;
    for (int i = 0; i < model->ngeom; i++)
        cast->colour[i] = colour_of(model, cast, &model->geom[i]);
    return true;
}
