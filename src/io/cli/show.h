/* Shared by the files of `kip show`: show.c collects, show_text.c (with show_table.c) or show_json.c prints. Internal. */
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
    const char **source; /* files of the model, in the order of their first use */
    int nsource;
    bool *moves;            /* [nbody] the body or an ancestor has a joint */
    int *order;             /* [nbody] depth first, the world first */
    int *scenery, nscenery; /* [ngeom] geoms of what stands still */
    KipVec3 com;            /* of all that moves, at the reference configuration; m; undefined without mass */
    bool has_height;
    double lowest, highest; /* of geoms of moving bodies, at the reference configuration; m */
    KipPoseSet
        *poses; /* of its file of poses, found by the model's name as by loadPoses(); NULL: there is none */
    char poses_path[1024];
    bool scaled;
    double file_height, file_mass; /* before scaling, if it is scaled; m, kg */
} KipShow;

void kip_show_print_text(const KipShow *show, FILE *stream);
void kip_show_print_json(const KipShow *show, FILE *stream);

/* The type of a field. Kinds below KIP_SHOW_STRINGS are shown as strings. */
typedef enum KipShowKind {
    KIP_SHOW_TEXT,  /* const char * */
    KIP_SHOW_CHARS, /* char[] */
    KIP_SHOW_BODY,  /* int: shown as the name of that body, joint or geom */
    KIP_SHOW_JOINT,
    KIP_SHOW_GEOM,
    KIP_SHOW_JOINT_TYPE, /* an enumerator, shown as MJCF's word */
    KIP_SHOW_GEOM_TYPE,
    KIP_SHOW_MOTOR_TYPE,
    KIP_SHOW_NOTE_KIND,
    KIP_SHOW_STRINGS,
    KIP_SHOW_NUMBER = KIP_SHOW_STRINGS, /* double, or several */
    KIP_SHOW_INTEGER,                   /* int */
    KIP_SHOW_RANGE,                     /* double[2] */
    KIP_SHOW_OTHER                      /* computed by a function of the item */
} KipShowKind;

/* The string shown for the field at this address. */
const char *kip_show_string(const KipModel *model, KipShowKind kind, const void *field);

/* A column of a table: a field at an offset in the item, or a function that writes the cell. "-" is an empty cell; an empty
 * column is left out. */
enum { KIP_SHOW_CELL = 256 };
typedef struct KipShowColumn {
    const char *heading, *unit; /* unit "": none */
    bool left;                  /* aligned to the left, for names */
    KipShowKind kind;
    size_t at;
    void (*cell)(const KipShow *show, const void *item, char text[KIP_SHOW_CELL]);
} KipShowColumn;

/* Writes the cell of an item. */
void kip_show_write_cell(const KipShow *show, const KipShowColumn *column, const void *item,
                         char text[KIP_SHOW_CELL]);

/* A table; items are structs of `size` bytes. */
typedef struct KipShowTable {
    const char *title;
    const KipShowColumn *column;
    int columns;
    const void *item;
    size_t size;
    int rows;
    const int *order; /* the item in each row; NULL: in order */
} KipShowTable;

/* Prints a table. One that is too wide continues below, with its first column of names repeated; one without rows is left
 * out. */
void kip_show_print_table(const KipShow *show, const KipShowTable *of, FILE *stream);

/* Control characters become blanks, so that text of a file cannot drive the terminal. */
void kip_show_print_clean(FILE *stream, const char *text);

#endif
