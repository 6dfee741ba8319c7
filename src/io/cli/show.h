/* What `kip show` tells: gathered by show.c, printed by show_text.c (tables: show_table.c) or show_json.c.
 * Internal. */
#ifndef KIP_IO_CLI_SHOW_H
#define KIP_IO_CLI_SHOW_H

#include <stdio.h>

#include "../../dynamics/dynamics.h"
#include "../../control/pose.h"
#include "../formats/mjcf.h"

typedef struct KipShow {
    KipModel *model;
    KipDynamics *dynamics; /* at the reference configuration */
    KipNotes notes;
    const char **source; /* the files the model came from, in the order of their first use */
    int nsource;
    bool *moves; /* nbody: it or an ancestor has a joint */
    int *order;  /* nbody: depth first, the world first */
    KipVec3 com; /* of all that moves, at the reference configuration; m. None where nothing has mass */
    bool has_height;
    double lowest, highest; /* of the geoms of bodies that move, at the reference configuration; m */
    KipPoseSet
        *poses; /* of its file of poses, as loadPoses() finds it by the model's name; NULL: there is none */
    char poses_path[1024];
    bool scaled;
    double file_height, file_mass; /* where it is scaled: before; m, kg */
} KipShow;

void kip_show_print_text(const KipShow *show, FILE *stream);
void kip_show_print_json(const KipShow *show, FILE *stream);

/* A column of a table: what a row says there. "-" is nothing; a column of nothing is left out. */
enum { KIP_SHOW_CELL = 256 };
typedef void KipShowCell(const KipShow *show, int row, char text[KIP_SHOW_CELL]);
typedef struct KipShowColumn {
    const char *heading, *unit; /* unit "": none */
    bool left;                  /* aligned to the left, as names are */
    KipShowCell *cell;
} KipShowColumn;

/* A table too wide for a page goes on below, its first column of names repeated. Without rows: nothing. */
void kip_show_print_table(const KipShow *show, FILE *stream, const char *title, const KipShowColumn *column,
                          int columns, int rows);

/* Control characters become blanks: what a file says must not drive the terminal. */
void kip_show_print_clean(FILE *stream, const char *text);

/* The word for an enumerator, as MJCF has it. */
const char *kip_show_joint_type(KipJointType type);
const char *kip_show_geom_type(KipGeomType type);
const char *kip_show_motor_type(KipMotorType type);

#endif
