/* Who is who in a film strip: trees, characters, colours. */
#include "../../dynamics/arena.h"
#include "palette.h"
#include "film_parts.h"

/* -- the cast -------------------------------------------------------------------------------------------- */

KipVec3 kip_film_mix(KipVec3 colour, KipVec3 other, double share)
{
    return v3_add_scaled(v3_scale(1 - share, colour), share, other);
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
        cast->tree[i] = kip_palette_tree(model, i);
    for (int i = 0; i < model->nbody; i++) {
        cast->character[i] = kip_palette_is_character(model, cast->tree[i]);
        cast->ncharacter += cast->character[i] && cast->tree[i] == i;
    }
    for (int i = 0; i < model->nbody && !cast->ncharacter; i++)
        cast->character[i] = cast->tree[i] >= 0;
    for (int i = 0; i < model->ngeom; i++)
        cast->colour[i] = kip_palette_shown(model, i);
    return true;
}
