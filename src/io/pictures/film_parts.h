/* Shared by the files of films. The picture's plane is in metres: x to the right, y up, from the image of the world's
 * origin. Lengths on the page are in px, from the top left corner. Internal. */
#ifndef KIP_IO_PICTURES_FILM_PARTS_H
#define KIP_IO_PICTURES_FILM_PARTS_H

#include "../../dynamics/quat.h"
#include "chart_parts.h"
#include "film.h"

/* -- shapes (film_shape.c) ------------------------------------------------------------------------------- */

/* Unit vectors in the world: the picture's x and y, towards the viewer, and horizontally away from the viewer. */
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

/* The outline of a geom: a polygon, or the hull of two equal ellipses about a and b, which coincide for a single one. */
typedef struct KipFilmOutline {
    int ncorner; /* 0: ellipses */
    KipChartPoint corner[8];
    KipChartPoint a, b;
    double xx, xy, yy; /* ellipse: image of the unit circle under the root of this matrix, m^2 */
} KipFilmOutline;

/* The outline of a geom other than a plane, with this frame in the world. */
KipFilmOutline kip_film_outline(const KipFilmView *view, const KipGeom *geom, KipVec3 pos, KipQuat quat);
/* The face of a box at the + or - end (sign) of one of its axes (0 to 2); false where it faces away. *lit is the upward
 * component of its normal, -1 to 1. */
bool kip_film_face(const KipFilmView *view, const KipGeom *geom, KipVec3 pos, KipQuat quat, int axis,
                   int sign, KipFilmOutline *face, double *lit);
KipFilmBox kip_film_bounds(const KipFilmOutline *outline);

/* The place of the picture's plane on the page: (X, Y) is at x + scale X, y - scale Y. */
typedef struct KipFilmPlace {
    double scale, x, y;
} KipFilmPlace;

KipChartPoint kip_film_at(KipFilmPlace place, KipChartPoint point);
/* Colours are sRGB, 0 to 1. */
void kip_film_put_outline(FILE *stream, const KipFilmOutline *outline, KipFilmPlace place, KipVec3 fill,
                          KipVec3 stroke, double opacity);

KipVec3 kip_film_mix(KipVec3 colour, KipVec3 other, double share);

/* -- the whole ------------------------------------------------------------------------------------------- */

/* Which bodies and geoms belong to characters, and their colours. */
typedef struct KipFilmCast {
    int ncharacter;
    int *tree;       /* [nbody] root of the tree of a moving body; -1: it cannot move */
    bool *character; /* [nbody] belongs to a character; all that moves where there is none */
    KipVec3 *colour; /* [ngeom] sRGB, 0 to 1 */
} KipFilmCast;

typedef struct KipFilmPose {
    size_t frame;
    KipFilmBox box;           /* of characters, what is near them, and arrows; m */
    double size;              /* of the characters: their height, or half their width; m */
    double nearest, farthest; /* along `away`, m */
    double anchor;            /* x above the middle of the label, m */
    int row, cell;            /* cells are counted over all rows */
    double x;                 /* px: of 0 m on the page */
    double fade;              /* 0 to 1: how much paler it is drawn */
    bool labelled;
    int before;                  /* the pose whose label precedes this one, or -1 */
    double label_x, label_width; /* px; its middle */
} KipFilmPose;

typedef struct KipFilmRow {
    int first, count;
    double bottom, top; /* of the visible part, m */
    bool ground;        /* whether a plane is visible */
    double nearest, farthest;
    double y, base; /* px: of the area's upper and lower edge */
    double height;  /* px, from y on, including what is written below */
    bool leaders;   /* whether lines connect labels with poses */
} KipFilmRow;

typedef struct KipFilmCell {
    int first, count;   /* range of poses, which have the same shift */
    double left, right; /* px */
} KipFilmCell;

/* Something to be drawn, with its depth: greater is nearer to the viewer. */
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

enum { KIP_FILM_EPISODES = 256 }; /* later ones are ignored */

/* A range of frames, at least one of which is to be shown. */
typedef struct KipFilmEpisode {
    size_t first, last;
    double weight; /* 1: worth as much as a pose of a regular sequence */
} KipFilmEpisode;

typedef struct KipFilmStory {
    double *way;   /* [nframe] cumulative change up to a frame, and a small part of time; begins at 0 */
    double change; /* total change without the time, in radii of gyration */
    int nepisode;
    KipFilmEpisode *episode;
} KipFilmStory;

/* Finds the greatest fall and rise of each character, first touches of the ground, pushes, skills and events. Returns false
 * when out of memory. */
bool kip_film_story(const KipFilmStage *stage, struct KipArena *arena, KipFilmStory *story);
double kip_film_weight(const KipFilmStory *story); /* of all episodes */
/* Chooses n frames, or all where there are fewer, in increasing order, including the first and the last. Returns their
 * number, 0 when out of memory. */
int kip_film_choose(const KipFilmStory *story, size_t nframe, int n, struct KipArena *arena, size_t *frame);

/* -- poses (film_pose.c) --------------------------------------------------------------------------------- */

/* Whether its body is present, and the geom is on and not wholly transparent. */
bool kip_film_is_shown(const KipFilmStage *stage, size_t frame, int geom);
/* A geom's frame in the world. */
void kip_film_locate(const KipFilmStage *stage, size_t frame, int geom, KipVec3 *pos, KipQuat *quat);
/* Records which kinds of arrows are long enough to be drawn, at stage->scale. */
void kip_film_note_arrows(KipFilmStage *stage, const KipFilmPose *pose);
/* Computes the room that the pose of its frame takes. */
void kip_film_measure(KipFilmStage *stage, KipFilmPose *pose);
/* Sorts the first n of stage->item from far to near. */
void kip_film_sort(KipFilmStage *stage, int n);
void kip_film_put_pose(FILE *stream, KipFilmStage *stage, const KipFilmPose *pose);
/* Draws its arrows and centres of mass, above all poses. */
void kip_film_put_signs(FILE *stream, KipFilmStage *stage, const KipFilmPose *pose);
/* Draw single symbols, also for the key below the picture. */
void kip_film_put_arrow(FILE *stream, KipChartPoint tail, KipChartPoint tip, bool push);
void kip_film_put_mark(FILE *stream, KipChartPoint at);

/* -- rows (film_layout.c) -------------------------------------------------------------------------------- */

/* Determines scale, rows, cells and places of all measured poses. */
void kip_film_layout(KipFilmStage *stage);
KipFilmPlace kip_film_place(const KipFilmStage *stage, const KipFilmPose *pose);

/* -- ground and scenery (film_ground.c) ------------------------------------------------------------------ */

/* The height of a plane, y in the picture, at the picture's x and depth `away`; false where the geom is no plane, is
 * absent, or is too steep. */
bool kip_film_height(const KipFilmStage *stage, size_t frame, int geom, double x, double away, double *y);
/* Whether any part of a solid geom is in the pose's cell. */
bool kip_film_is_in_cell(const KipFilmStage *stage, const KipFilmPose *pose, int geom);
void kip_film_put_scenery(FILE *stream, KipFilmStage *stage, int cell);
/* Writes distances in metres under a row with ground, up to where the next line of text may begin. */
void kip_film_put_metres(FILE *stream, const KipFilmStage *stage, int cell);
enum { KIP_FILM_METRES = 16 }; /* px, what they take */

/* -- labels (film_label.c) ------------------------------------------------------------------------------- */

/* Width of the label of a pose, with the skills that changed since pose `before` (-1: with all). */
double kip_film_label_width(const KipFilmStage *stage, int pose, int before);
/* Places the labels of the row; returns their height. *before is the last pose labelled. */
double kip_film_place_labels(KipFilmStage *stage, KipFilmRow *row, int *before);
void kip_film_put_labels(FILE *stream, const KipFilmStage *stage, const KipFilmRow *row);

#endif
