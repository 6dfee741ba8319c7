/* Film strips as SVG, for papers: poses of a recording over the ground, side by side or all in place.
 *
 *     KipFilm film = kip_film_def();
 *     film.title = "A fall";
 *     status = kip_film_write(stream, recording, &film, &error);
 *
 * A pose is the recorded frame nearest to the time given, without interpolation, and its label has the frame's
 * own time. Below the time is the active skill, where it differs from that of the label before. The projection is
 * orthographic. Colours are the player's; limbs on the far side are paler, and so are earlier poses that others cover.
 * Each character, a tree of more than five bodies, has its centre of mass marked. Arrows show the ground's force on each
 * body, summed over its contacts, from the centre of pressure, and pushes, ending where they act; 1 m is 1000 N, and
 * none is longer than 2 m, as in the player. Without any character everything that moves counts as one.
 *
 * Poses are as large as fits into few rows. Those that do not overlap their neighbours have cells of their
 * own, each with the scenery, the distances in metres on the ground and the objects beside the characters. Planes that
 * are walls are not drawn.
 *
 * Without times, frames are chosen such that the changes between poses, in how far bodies move about their character's
 * centre of mass, are as equal as possible, and that falls, rises, pushes, skills, events and first touches of the
 * ground are shown as far as there are poses for them (film_story.c, film_choose.c).
 *
 * The same recording gives the same bytes everywhere. */
#ifndef KIP_IO_PICTURES_FILM_H
#define KIP_IO_PICTURES_FILM_H

#include <stdio.h>

#include "../record/recording.h"

enum { KIP_FILM_MOST = 200 }; /* poses */

/* Pointers stay the caller's and are only read. */
typedef struct KipFilm {
    const char *title, *note; /* plain UTF-8, wrapped; NULL stands for "" */
    size_t n;
    const double
        *time;      /* [n], s, increasing; NULL: n times are chosen; for n = 0 their number is chosen, too */
    double azimuth; /* of the viewer, rad: 0 from the right side, +x to the right; pi/2 from the front */
    double elevation; /* of the viewer, rad: 0 (level) to pi/2 (a plan) */
    double spacing;   /* m between poses along the picture's x, added to their motion; 0: in place;
                       * NaN: the least without overlaps */
    double width;     /* of the picture, 300 to 4000 px */
} KipFilm;

/* Times are chosen; seen from the right side and slightly above, poses side by side, 720 px wide. */
KipFilm kip_film_def(void);

/* Fails before anything is written. KIP_BAD_USE: nothing is recorded; times do not increase, are outside of the recording
 * or have the same frame; there are too many poses; a number is out of bounds. KIP_NO_MEMORY by the recording's allocator.
 * Write errors stay in the stream, which the caller checks by ferror and fclose. */
KipStatus kip_film_write(FILE *stream, const KipRecording *recording, const KipFilm *film, KipError *error);

#endif
