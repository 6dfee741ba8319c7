/* What colour each shape is shown in, in daylight: of the page (scene.js has the same rules), film strips and glTF.
 *
 * MJCF's own grey means that no colour was given: the ground, scenery and each character then have a colour of their
 * own, a character being what stands before the last slash in a body's name. Trees of more than five bodies that
 * would look the same differ in hue; pale colours, skin among them, do not. */
#ifndef KIP_IO_PICTURES_PALETTE_H
#define KIP_IO_PICTURES_PALETTE_H

#include "../../dynamics/model.h"

enum { KIP_CHARACTER_BODIES = 5 }; /* a tree of more that move is a character */

/* The tree that a body hangs in, by the body at its root; -1 for one that stands still. */
int kip_palette_tree(const KipModel *model, int body);
bool kip_palette_is_character(const KipModel *model, int root);

/* Red, green and blue, 0 to 1, as light, not as a display's voltage. */
KipVec3 kip_palette_light(const KipModel *model, int geom);
/* The same as a display takes it: sRGB by its power of 2.2. */
KipVec3 kip_palette_shown(const KipModel *model, int geom);

#endif
