/* A worked example: a function that computes it step by step by the solver's own functions, and names every value.
 *
 *     static void gains(KipSheet *sheet)
 *     {
 *         double m = kip_sheet_given(sheet, "m"), lambda = kip_sheet_given(sheet, "lambda");
 *         KipGains g = kip_timed_gains(m, lambda);
 *         kip_sheet_number(sheet, "ks", g.ks);
 *         kip_sheet_number(sheet, "kd", g.kd);
 *     }
 *
 * Its inputs, and the meaning and expected results of its values, are in the catalogue (catalogue.h). After the first
 * failure, which is kept, given numbers are 0 and values are ignored, so that a function need not check. Internal. */
#ifndef KIP_IO_EQ_SHEET_H
#define KIP_IO_EQ_SHEET_H

#include <stdio.h>

#include "../../dynamics/tree.h"
#include "catalogue.h"

/* The user's replacements for inputs of the catalogue; none if zeroed. */
typedef struct KipSheetChoice {
    int nset;
    const char **set; /* NAME=VALUE or NAME=VALUE,VALUE... */
    const char *model, *pose,
        *joint; /* a file; a keyframe, or a pose of its file in poses/; NULL: the catalogue's */
    /* Finds the path of a model or its poses, given as "models", "arm2" or a path. */
    bool (*find)(const char *name, char *path, size_t size);
} KipSheetChoice;

/* whether it replaces an input of the catalogue */
bool kip_sheet_choice_is_own(const KipSheetChoice *choice);

typedef enum KipStepVerdict { KIP_STEP_SHOWN, KIP_STEP_AGREES, KIP_STEP_DIFFERS } KipStepVerdict;

/* A value: a matrix of rows x cols numbers. */
typedef struct KipStep {
    char part[64], name[32]; /* part: the object of the value, such as a body; "" for none */
    int rows, cols;
    size_t first; /* index of its first number in the sheet */
    KipStepVerdict verdict;
} KipStep;

typedef struct KipSheet {
    const KipEntry *entry;
    KipEqLine head;   /* the line `work` */
    const char *body; /* the lines after it */
    const KipSheetChoice *choice;
    KipStatus status;
    KipError error;
    int nstep, nmissing; /* missing: number of expected values that were not computed */
    KipStep *step;
    size_t nnumber;
    double *number;
    char part[64];
    int nused;
    const char *used[32]; /* names of the inputs used */
    int nroom;
    void *room[8]; /* memory of kip_sheet_room */
    /* of examples with a model; joint: -1 where none is given */
    KipModel *model;
    KipDynamics *dynamics;
    double *q, *v;
    int joint;
} KipSheet;

typedef struct KipSheetFunction {
    const char *name;
    void (*run)(KipSheet *sheet);
} KipSheetFunction;

/* Computes and compares the next example of an entry; *at is initially entry->body. Returns false after the last. In any
 * case the caller clears the sheet. With inputs by the user nothing is compared. */
bool kip_sheet_next(const KipEntry *entry, const KipSheetChoice *choice, const char **at, KipSheet *sheet);
void kip_sheet_clear(KipSheet *sheet);
/* Shows the examples of an entry, but for those that the user's inputs make the one before them. Returns the first failure. */
KipStatus kip_sheet_show(const KipEntry *entry, const KipSheetChoice *choice,
                         void (*show)(const KipSheet *sheet, FILE *stream), FILE *stream, KipError *error);
/* The line `step` of a value. */
bool kip_sheet_step_line(const KipSheet *sheet, const char *name, KipEqLine *line);
/* The line `given` of a name for this example, and the user's text for it or NULL. */
bool kip_sheet_given_line(const KipSheet *sheet, KipSlice name, KipEqLine *line, const char **own);
/* Iterates over the inputs that the example used, each once, in the catalogue's order. */
bool kip_sheet_next_given(const KipSheet *sheet, const char **at, KipEqLine *line);
/* Whether the user gave one of these inputs. */
bool kip_sheet_is_own(const KipSheet *sheet);

/* -- for the functions ------------------------------------------------------------------------------------ */

double kip_sheet_given(KipSheet *sheet, const char *name);
/* A given number, which must be in the range. */
double kip_sheet_within(KipSheet *sheet, const char *name, double least, double most);
/* Whether a number that the catalogue gives for its own model is valid: that model is used, or the user has set the
 * number. */
bool kip_sheet_holds(const KipSheet *sheet, const char *name);
void kip_sheet_givens(KipSheet *sheet, const char *name, int n, double *value);
KipVec3 kip_sheet_vec(KipSheet *sheet, const char *name);
/* The index of the given word among n. */
int kip_sheet_word(KipSheet *sheet, const char *name, const char *const *words, int n);

/* Zeroed memory that is freed with the sheet; NULL, with a failure, when out of memory. At most eight times. */
void *kip_sheet_room(KipSheet *sheet, size_t n, size_t size);

/* Sets the part of the values that follow. */
void kip_sheet_part(KipSheet *sheet, const char *format, ...) KIP_PRINTF(2, 3);
void kip_sheet_number(KipSheet *sheet, const char *name, double value);
void kip_sheet_numbers(KipSheet *sheet, const char *name, int rows, int cols, const double *value);
void kip_sheet_put_vec(KipSheet *sheet, const char *name, KipVec3 v);
void kip_sheet_put_mat(KipSheet *sheet, const char *name, KipMat3 m);
void kip_sheet_fail(KipSheet *sheet, KipStatus status, const char *format, ...) KIP_PRINTF(3, 4);

/* Loads the model at its state, and finds the joint, by `given model`, `q`, `v`, `joint` or the user's choice. Returns
 * false on failure. */
bool kip_sheet_open(KipSheet *sheet);

/* The tables, each terminated by a name NULL. */
extern const KipSheetFunction kip_sheets_timed[], kip_sheets_tree[], kip_sheets_velocity[], kip_sheets_law[],
    kip_sheets_choice[], kip_sheets_hybrid[];

#endif
