/* A recording as binary glTF 2.0 (.glb), which Blender, game engines and web viewers read: shapes, colours,
 * skeletons and motion in one file.
 *
 * Frame: y up, z forward, x to the left, metres, as glTF requires: kip's (x, y, z) is written as (y, z, x),
 * in the world and in the axes of every body. Times are seconds, from 0.
 *
 * One node a body, with its name, where the body's frame is, below the node of its parent; node 0 is the
 * world. Nodes stand as in the first frame. What moves is animated, a key every 1/60 s, between the recorded
 * frames where these lie elsewhere (kip_recording_resample): rotations, and translations where the body's
 * joints allow any; a body that turns about its origin keeps its distance exactly, and what never changes has
 * no channel.
 *
 * Shapes: one node a geom, below its body's, and one mesh for all geoms of equal shape and colour. Curved
 * shapes have 32 sides. An endless plane is a square of 40 m around its origin; planes are seen from above.
 * Geoms without opacity are left out. Colours are the model's; where it gives none (MJCF's own grey),
 * characters have one for each prefix of names, as in the page (page.h), and characters that would look the
 * same differ in hue.
 *
 * A character is a tree of more than five bodies that move. Animation programs see it as a skeleton: a node
 * named for it (the names' prefix, else the model) carries its root, its bodies are the joints of a skin, and
 * its shapes are one mesh, rigidly weighted, bound in the reference configuration. That mesh's node is a root
 * of the scene, as skins require.
 *
 * What is absent has scale 0, by STEP keys if it comes or goes, and stays where it was last, or will be
 * first. So do geoms that are off for a time; these are no part of a skin. A geom that is never on is left
 * out.
 */
#ifndef KIP_IO_PICTURES_GLTF_H
#define KIP_IO_PICTURES_GLTF_H

#include <stdio.h>

#include "../record/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a recording. `stream` is binary and need not be seekable. The same recording gives the same bytes on every
 * platform. Fails, before anything is written, where nothing is recorded, out of memory, where a number is not finite in
 * single precision, and where the file would exceed the greatest length of glTF. Write errors stay in the stream, which the
 * caller checks by ferror and fclose. */
KipStatus kip_gltf_write(FILE *stream, const KipRecording *recording, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
