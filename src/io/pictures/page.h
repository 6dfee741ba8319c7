/* A recording as one self-contained HTML page: the player (player.html, .css and the scripts) with the data
 * in it, on a grid of times.
 *
 * The data are JSON, format "kip-page 4". Long lists are columns of whole numbers, coded as in base64.h, a
 * number for each frame unless another length is given; a value is its number times a unit.
 *
 *     title, note   text
 *     fps, frames   frame i is at i / fps s
 *     bodies        the world first, parents before children: name, parent, pos[3] and quat[4] in the
 *                   parent's frame (joints at their reference), mass (kg), com[3] in its own frame (m)
 *     geoms         body, type, size[3], pos[3], quat[4] in the body's frame, rgba[4]
 *                   (a plane has no edges, whatever its size)
 *     joints        those of each body compose in their order, see model.h: name, body, type ("free", "ball",
 *                   "hinge", "slide"), pos[3] (the anchor) and axis[3] in the body's frame, ref (rad, m)
 *     angleUnit     rad
 *     lengthUnit    m, of positions and lengths: 10 um, more where something is farther away than 10 km
 *     motion        of each joint: a free one's position and orientation in the world (7 columns; quaternion
 *                   times 32767, sign continuous from frame to frame), a ball's rotation vector (3), the
 *                   coordinate of a hinge or slide (1)
 *     driveUnits    of each axis, that is, each rate of a ball, hinge or slide: of torque, stiffness,
 *                   damping, limits, in N m, N m/rad, N m s/rad, N m, or N, N/m, N s/m, N
 *     drives        of each axis: torque, stiffness, damping, both limits of the torque (32768: infinite,
 *                   -32768: minus infinite), target (as in motion; of no meaning while the stiffness is 0)
 *     waiting       bodies that are ever absent
 *     present       of each of these: 1 where it is there, else 0
 *     contactPairs  where two bodies touch, one of possibly several points between them: first all pairs of
 *                   one that moves and one that stands still, then those of two that move
 *     contactUnits  of points and forces: m, N
 *     contacts      of each of these: how many times it came, as one number, and for each time two, frames
 *                   since it last ended and frames that it lasted; then six columns of as many values as
 *                   frames in all: point, force on the pair's first body (the opposite acts on the second),
 *                   world
 *     com           of all that moves: 3 columns, in lengthUnit
 *     series        name, unit, step (what one is in it), values: 1 column
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
#ifndef KIP_IO_PICTURES_PAGE_H
#define KIP_IO_PICTURES_PAGE_H

#include <stdio.h>

#include "../record/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the page; `title` and `note`, which may be "", are plain UTF-8. Fails, before anything is written, where nothing
 * is recorded and out of memory. Write errors stay in the stream, which the caller checks by ferror and fclose. */
KipStatus kip_page_write(FILE *stream, const KipRecording *recording, const char *title, const char *note,
                         KipError *error);

/* What a page has besides the recording: HTML after the bar, CSS after the player's, and a script before the player's,
 * which calls its startLive() instead of start(). */
typedef struct KipPageParts {
    const char *html, *css, *js;
} KipPageParts;

KipStatus kip_page_write_with(FILE *stream, const KipRecording *recording, const char *title,
                              const char *note, const KipPageParts *parts, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
