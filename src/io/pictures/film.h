/* Film strips as SVG, for papers: poses of a recording over the ground, one beside the other or all in place.
 *
 *     KipFilm film = kip_film_def();
 *     film.title = "A fall";
 *     status = kip_film_write(stream, recording, &film, &error);
 *
 * A pose is a recorded frame, the one nearest to the time that is asked for, and its label says the frame's
 * own time: nothing is interpolated. Below the time stands the skill that is active, where it is another than
 * at the label before. The projection is orthographic. Colours are the player's; limbs on the far side are
 * paler, and so are earlier poses that others cover. Each character, a tree of more than five bodies, has its
 * centre of mass marked. Arrows are what the ground does to each of its bodies, summed over its contacts,
 * from the centre of pressure, and pushes, to where they act; 1 m is 1000 N, and none is longer than 2 m, as
 * in the player. Without any character everything that moves counts as one.
 *
 * Poses are as large as fits into few rows. Those that stand apart from their neighbours have cells of their
 * own: what stands still is drawn in each cell, with the numbers of the metres that lie there, and so are
 * objects beside the characters. Walls that are planes are not drawn.
 *
 * Without times the instants are chosen: changes from pose to pose are as even as can be, in how far bodies move about
 * their character's centre of mass, and no fall, rise, push, skill, event or first touch of the ground is passed over that
 * there is a pose for (film_story.c, film_choose.c).
 *
 * The same recording gives the same bytes everywhere. */
#ifndef KIP_IO_PICTURES_FILM_H
#define KIP_IO_PICTURES_FILM_H

#include <stdio.h>

#include "../record/recording.h"

enum { KIP_FILM_MOST = 200 }; /* poses */

/* All pointers stay the caller's and are only read. */
typedef struct KipFilm {
    const char *title, *note; /* plain UTF-8, wrapped; NULL stands for "" */
    size_t n;
    const double *
        time; /* [n], s, rising; NULL: n times are chosen that show what happens; for n = 0 their number is chosen, too */
    double
        azimuth; /* where one looks from, rad: 0 from the right side, +x to the right; pi/2 from the front */
    double elevation; /* and from how far above: 0 (level) to pi/2 (a plan), rad */
    double spacing;   /* m between poses along the picture's x beside what they really moved; 0: where they
                         * are; NaN: as little as keeps them apart */
    double width;     /* of the picture, 300 to 4000 px */
} KipFilm;

/* Chosen times, from the right side and a little above, poses apart, 720 px. */
KipFilm kip_film_def(void);

/* Fails before anything is written: KIP_BAD_USE where nothing is recorded, where times do not rise, are
 * outside of the recording or so near that they have the same frame, where poses are too many, and where a number of the
 * film is out of its bounds; and out of memory, which is the recording's allocator's. Write errors stay in
 * the stream: ask ferror and fclose. */
KipStatus kip_film_write(FILE *stream, const KipRecording *recording, const KipFilm *film, KipError *error);

#endif
