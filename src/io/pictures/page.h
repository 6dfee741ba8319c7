/* A recording as one self-contained HTML page: the player (player.html, .css, .js) with the data in it.
 *
 * The data are JSON, format "kip-page 3". Long lists are base64 of little-endian numbers:
 *
 *     title, note   text
 *     bodies        names, the world first
 *     geoms         body, type, size[3], pos[3], quat[4] in the body's frame, rgba[4]
 *                   (a plane has no edges, whatever its size)
 *     fps, frames   frame i is at i / fps s
 *     tree          for each body: the one that hangs from the world and carries it, itself if it is that
 *                   one; -1 for those that stand still
 *     still         of these: body, pos[3], quat[4] in the world
 *     pos           float32 [frames][bodies that hang from the world and move][3], m
 *     offsetUnit    [1], m
 *     offset        int16 [frames][bodies carried by others][3]: from the one that hangs from the world
 *     rot           int16 [frames][bodies that move][4], quaternion times 32767, sign continuous from frame
 *                   to frame
 *     present       only where a body is ever absent: uint8 [frames][(bodies + 7) / 8], body i is bit i % 8
 *                   of byte i / 8
 *     ncontact      uint16 [frames][2]: with things that stand still; between bodies that move
 *     contactBody   uint16 [sum of ncontact]: the body that moves, or one of the two
 *     contactUnits  of what follows: m, N
 *     contact       int16 [sum of ncontact][6], frame by frame in that order: point as seen from the frame's
 *                   com; force, on the body that moves or on one of the two (the other feels the opposite);
 *                   world
 *     com           float32 [frames][3], m
 *     series        name, unit, values float32 [frames]
 *     events        t (s), text
 *     pushes        t0, t1 (s), body, point[3] in the body's frame (m), force[3] in the world (N)
 *     bands         t (s), track, label, reason: what is active from t to the next one of its track
 *     targets       t (s), name, pos[3] in the world (m), nulls for none: from t to the next one of its name
 *     modified      modified physics, by t0: t0, t1 (s; null: to the end), kind, text, bodies[2], point[3] in
 *                   the second body's frame (m); kind is attachment, lock, plane, mask, spring, gravity or
 *                   shapes. Springs have anchor: t (s), pos[3] in the world (m), null along free axes
 *     off           t0, t1 (s; null: to the end), geom: not there, though its body may be
 *     eye, lookAt   [3], m: the camera at the beginning; only where one was given
 */
#ifndef KIP_PAGE_H
#define KIP_PAGE_H

#include <stdio.h>

#include "../formats/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `title` and `note` (may be "") are plain UTF-8 text. Fails where nothing is recorded, where a frame has
 * more contacts than the format can count, and out of memory, before anything is written; write errors stay
 * in the stream: ask ferror and fclose. */
KipStatus kip_page_write(FILE *stream, const KipRecording *recording, const char *title, const char *note,
                         KipError *error);

#ifdef __cplusplus
}
#endif
#endif
