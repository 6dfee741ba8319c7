/* The colour of each shape in daylight: on the page (scene.js has the same rules), in film strips and in glTF.
 *
 * MJCF's default grey means that no colour was given: the ground, scenery and each character then have colours of their
 * own, a character being the part of a body's name before the last slash. Trees of more than five bodies that
 * would have the same colours differ in hue, except for pale colours such as skin. */
#ifndef KIP_IO_PICTURES_PALETTE_H
#define KIP_IO_PICTURES_PALETTE_H

#include "../../dynamics/model.h"

enum { KIP_CHARACTER_BODIES = 5 }; /* a tree of more moving bodies is a character */

/* The root of the tree to which a body belongs; -1 for a body that cannot move. */
int kip_palette_tree(const KipModel *model, int body);
bool kip_palette_is_character(const KipModel *model, int root);

/* Red, green and blue, 0 to 1, in linear light. */
KipVec3 kip_palette_light(const KipModel *model, int geom);
/* The same in sRGB, by a power of 2.2. */
KipVec3 kip_palette_shown(const KipModel *model, int geom);

#endif
