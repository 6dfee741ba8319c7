/* The parts of `kip show`: show.c gathers, show_text.c (with show_table.c) or show_json.c prints. Internal. */
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

/* What a field of a struct holds. Up to KIP_SHOW_STRINGS it is shown as a string. */
typedef enum KipShowKind {
    KIP_SHOW_TEXT,  /* const char * */
    KIP_SHOW_CHARS, /* char[] */
    KIP_SHOW_BODY,  /* int: the name of that body, joint or geom */
    KIP_SHOW_JOINT,
    KIP_SHOW_GEOM,
    KIP_SHOW_JOINT_TYPE, /* an enumerator, by its word in MJCF */
    KIP_SHOW_GEOM_TYPE,
    KIP_SHOW_MOTOR_TYPE,
    KIP_SHOW_NOTE_KIND,
    KIP_SHOW_STRINGS,
    KIP_SHOW_NUMBER = KIP_SHOW_STRINGS, /* double, or several */
    KIP_SHOW_INTEGER,                   /* int */
    KIP_SHOW_RANGE,                     /* double[2] */
    KIP_SHOW_OTHER                      /* what a function makes of the item */
} KipShowKind;

/* The string that a field at this address is shown as. */
const char *kip_show_string(const KipModel *model, KipShowKind kind, const void *field);

/* A column of a table: a field at an offset in the item, or a function that writes the cell. "-" is nothing; a column of
 * nothing is left out. */
enum { KIP_SHOW_CELL = 256 };
typedef struct KipShowColumn {
    const char *heading, *unit; /* unit "": none */
    bool left;                  /* aligned to the left, as names are */
    KipShowKind kind;
    size_t at;
    void (*cell)(const KipShow *show, const void *item, char text[KIP_SHOW_CELL]);
} KipShowColumn;

/* What a column says of an item. */
void kip_show_write_cell(const KipShow *show, const KipShowColumn *column, const void *item,
                         char text[KIP_SHOW_CELL]);

/* Items are structs of `size` bytes. */
typedef struct KipShowTable {
    const char *title;
    const KipShowColumn *column;
    int columns;
    const void *item;
    size_t size;
    int rows;
    const int *order; /* which item is in a row; NULL: they come as they are */
} KipShowTable;

/* A table too wide for a page goes on below, its first column of names repeated. Without rows: nothing. */
void kip_show_print_table(const KipShow *show, const KipShowTable *of, FILE *stream);

/* Control characters become blanks, so that text of a file cannot control the terminal. */
void kip_show_print_clean(FILE *stream, const char *text);

#endif
