/* What the files of a film share. The picture's plane is in metres: x to the right, y up, of where the
 * world's origin is seen; on the page lengths are in px, from the top left corner. Internal. */
#ifndef KIP_IO_PICTURES_FILM_PARTS_H
#define KIP_IO_PICTURES_FILM_PARTS_H

#include "../../dynamics/quat.h"
#include "chart_parts.h"
#include "film.h"

/* -- shapes (film_shape.c) ------------------------------------------------------------------------------- */

/* Unit vectors of the world: the picture's x and y, towards the viewer, and level, away from the viewer. */
typedef struct KipFilmView {
    KipVec3 right, up, back, away;
} KipFilmView;

KipFilmView kip_film_view(double azimuth, double elevation);
KipChartPoint kip_film_project(const KipFilmView *view, KipVec3 point);

/* Empty where left > right. */
typedef struct KipFilmBox {
    double left, right, bottom, top;
} KipFilmBox;

KipFilmBox kip_film_no_box(void);
void kip_film_widen(KipFilmBox *box, KipChartPoint point);
void kip_film_join(KipFilmBox *box, KipFilmBox other);

/* What is seen of a geom: a polygon, or the hull of two equal ellipses about a and b (the same for one). */
typedef struct KipFilmOutline {
    int ncorner; /* 0: ellipses */
    KipChartPoint corner[8];
    KipChartPoint a, b;
    double xx, xy, yy; /* an ellipse is the image of the unit circle under the root of this matrix, m^2 */
} KipFilmOutline;

/* Of any geom but a plane, whose frame is there in the world. */
KipFilmOutline kip_film_outline(const KipFilmView *view, const KipGeom *geom, KipVec3 pos, KipQuat quat);
/* The face of a box along + or - (sign) one of its axes (0 to 2), unless it looks away; *lit: how much it
 * looks up, -1 to 1. */
bool kip_film_face(const KipFilmView *view, const KipGeom *geom, KipVec3 pos, KipQuat quat, int axis,
                   int sign, KipFilmOutline *face, double *lit);
KipFilmBox kip_film_bounds(const KipFilmOutline *outline);

/* Where the picture's plane lies on the page: (X, Y) is at x + scale X, y - scale Y. */
typedef struct KipFilmPlace {
    double scale, x, y;
} KipFilmPlace;

KipChartPoint kip_film_at(KipFilmPlace place, KipChartPoint point);
/* Colours are sRGB, 0 to 1. */
void kip_film_put_outline(FILE *stream, const KipFilmOutline *outline, KipFilmPlace place, KipVec3 fill,
                          KipVec3 stroke, double opacity);

KipVec3 kip_film_mix(KipVec3 colour, KipVec3 other, double share);

/* -- the whole ------------------------------------------------------------------------------------------- */

/* Who is who. */
typedef struct KipFilmCast {
    int ncharacter;
    int *tree;       /* [nbody] the root of what moves, -1 for what stands still */
    bool *character; /* [nbody] is this body in a character? All that moves where there is none. */
    KipVec3 *colour; /* [ngeom] sRGB, 0 to 1 */
} KipFilmCast;

typedef struct KipFilmPose {
    size_t frame;
    KipFilmBox box;           /* of the characters, what is near them, and arrows; m */
    double size;              /* of the characters: their height, or half their width; m */
    double nearest, farthest; /* along `away`, m */
    double anchor;            /* x of what the label stands under, m */
    int row, cell;            /* cells are counted over all rows */
    double x;                 /* px, where 0 m is on the page */
    double fade;              /* 0 to 1: how much paler */
    bool labelled;
    int before;                  /* the pose labelled before it, or -1 */
    double label_x, label_width; /* px; its middle */
} KipFilmPose;

typedef struct KipFilmRow {
    int first, count;
    double bottom, top; /* of what is shown, m */
    bool ground;        /* whether a plane is among it */
    double nearest, farthest;
    double y, base; /* px: of the area's upper and lower edge */
    double height;  /* px, from y on, with what stands below */
    bool leaders;   /* from labels to where they belong */
} KipFilmRow;

typedef struct KipFilmCell {
    int first, count;   /* poses, which all have the same shift */
    double left, right; /* px */
} KipFilmCell;

/* Something that is drawn, and how near it is to the viewer. */
typedef struct KipFilmItem {
    int geom;
    double near;
} KipFilmItem;

typedef struct KipFilmArrow {
    KipVec3 tail, tip;
    bool push;
} KipFilmArrow;

typedef struct KipFilmStage {
    const KipFilm *film;
    const KipRecording *recording;
    const KipModel *model;
    KipFilmView view;
    KipFilmCast cast;
    double scale; /* px/m */
    int npose, nrow, ncell;
    KipFilmPose *pose;     /* [npose] */
    KipFilmRow *row;       /* room for npose */
    KipFilmCell *cell;     /* room for npose */
    int *order;            /* [npose], scratch */
    KipFilmItem *item;     /* [ngeom], scratch */
    KipFilmArrow *arrow;   /* [nbody + npush], scratch */
    KipVec3 *force;        /* [nbody], scratch */
    KipVec3 *point;        /* [nbody], scratch */
    KipChartRange *depth;  /* [nbody], scratch */
    bool contacts, pushes; /* whether any such arrow is drawn */
} KipFilmStage;

/* -- which instants (film_story.c, film_choose.c) -------------------------------------------------------- */

enum { KIP_FILM_EPISODES = 256 }; /* what comes after these does not count */

/* Frames of which one at least is to be shown. */
typedef struct KipFilmEpisode {
    size_t first, last;
    double weight; /* 1: worth as much as a pose at its even place */
} KipFilmEpisode;

typedef struct KipFilmStory {
    double *
        way; /* [nframe] from 0 on, never falling: how much changed until this frame, and a little of the time */
    double change; /* the same of all, without the time, in radii of gyration */
    int nepisode;
    KipFilmEpisode *episode;
} KipFilmStory;

/* The greatest fall and rise of each character, first touches of the ground, pushes, skills, events. False: out of
 * memory. */
bool kip_film_story(const KipFilmStage *stage, struct KipArena *arena, KipFilmStory *story);
double kip_film_weight(const KipFilmStory *story); /* of all episodes */
/* n frames, or all where there are not so many, rising, the first and the last among them; their number, 0: out of
 * memory. */
int kip_film_choose(const KipFilmStory *story, size_t nframe, int n, struct KipArena *arena, size_t *frame);

/* -- poses (film_pose.c) --------------------------------------------------------------------------------- */

/* Whether its body is present, and the geom on and not wholly transparent. */
bool kip_film_is_shown(const KipFilmStage *stage, size_t frame, int geom);
/* A geom's frame in the world. */
void kip_film_locate(const KipFilmStage *stage, size_t frame, int geom, KipVec3 *pos, KipQuat *quat);
/* Which kinds of arrows are long enough to be drawn, at stage->scale. */
void kip_film_note_arrows(KipFilmStage *stage, const KipFilmPose *pose);
/* What the pose at its frame takes. */
void kip_film_measure(KipFilmStage *stage, KipFilmPose *pose);
/* The first n of stage->item, the farthest first. */
void kip_film_sort(KipFilmStage *stage, int n);
void kip_film_put_pose(FILE *stream, KipFilmStage *stage, const KipFilmPose *pose);
/* Its arrows and centres of mass, over all poses. */
void kip_film_put_signs(FILE *stream, KipFilmStage *stage, const KipFilmPose *pose);
/* Signs, also for the key below the picture. */
void kip_film_put_arrow(FILE *stream, KipChartPoint tail, KipChartPoint tip, bool push);
void kip_film_put_mark(FILE *stream, KipChartPoint at);

/* -- rows (film_layout.c) -------------------------------------------------------------------------------- */

/* Scale, rows, cells and places of all measured poses. */
void kip_film_layout(KipFilmStage *stage);
KipFilmPlace kip_film_place(const KipFilmStage *stage, const KipFilmPose *pose);

/* -- ground and scenery (film_ground.c) ------------------------------------------------------------------ */

/* How high a plane is, y in the picture, at the picture's x and a distance along `away`; false for what is
 * no plane, is not there, or is too steep. */
bool kip_film_height(const KipFilmStage *stage, size_t frame, int geom, double x, double away, double *y);
/* Whether any part of a solid geom is in the pose's cell. */
bool kip_film_is_in_cell(const KipFilmStage *stage, const KipFilmPose *pose, int geom);
void kip_film_put_scenery(FILE *stream, KipFilmStage *stage, int cell);
/* The metres, under a row that has ground; they end where the next line of text may begin. */
void kip_film_put_metres(FILE *stream, const KipFilmStage *stage, int cell);
enum { KIP_FILM_METRES = 16 }; /* px, what they take */

/* -- labels (film_label.c) ------------------------------------------------------------------------------- */

/* Of a pose, with what is new since another one (-1: since nothing). */
double kip_film_label_width(const KipFilmStage *stage, int pose, int before);
/* Which poses of the row are labelled, where; the height that this takes. *before: the last pose labelled. */
double kip_film_place_labels(KipFilmStage *stage, KipFilmRow *row, int *before);
void kip_film_put_labels(FILE *stream, const KipFilmStage *stage, const KipFilmRow *row);

#endif
