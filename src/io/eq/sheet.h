/* A worked example: a function that computes it step by step by the very functions that the solver uses, and names every value.
 *
 *     static void gains(KipSheet *sheet)
 *     {
 *         double m = kip_sheet_given(sheet, "m"), lambda = kip_sheet_given(sheet, "lambda");
 *         KipGains g = kip_timed_gains(m, lambda);
 *         kip_sheet_number(sheet, "ks", g.ks);
 *         kip_sheet_number(sheet, "kd", g.kd);
 *     }
 *
 * What it begins with, what its values mean and what they must be stand in the catalogue (catalogue.h). The first failure is
 * kept: after it numbers given are 0 and nothing is noted, so that a function need not ask. Internal. */
#ifndef KIP_IO_EQ_SHEET_H
#define KIP_IO_EQ_SHEET_H

#include "../../dynamics/tree.h"
#include "catalogue.h"

/* What a user wants other than the catalogue has it; zeroed: nothing. */
typedef struct KipSheetChoice {
    int nset;
    const char **set; /* NAME=VALUE or NAME=VALUE,VALUE... */
    const char *model, *pose,
        *joint; /* a file; a keyframe or a pose of its file in poses/; NULL: the catalogue's */
    /* Where a model or its poses are: "models", "arm2" or a path becomes a path. */
    bool (*find)(const char *name, char *path, size_t size);
} KipSheetChoice;

/* whether it changes what the catalogue gives */
bool kip_sheet_choice_is_own(const KipSheetChoice *choice);

typedef enum KipStepVerdict { KIP_STEP_SHOWN, KIP_STEP_AGREES, KIP_STEP_DIFFERS } KipStepVerdict;

/* A value: rows x cols numbers. */
typedef struct KipStep {
    char part[64], name[32]; /* part: what it is of, as a body; "" for none */
    int rows, cols;
    size_t first; /* of the sheet's numbers */
    KipStepVerdict verdict;
} KipStep;

typedef struct KipSheet {
    const KipEntry *entry;
    KipEqLine head;   /* the line `work` */
    const char *body; /* what follows it */
    const KipSheetChoice *choice;
    KipStatus status;
    KipError error;
    int nstep, nmissing; /* missing: values that are expected and did not come */
    KipStep *step;
    size_t nnumber;
    double *number;
    char part[64];
    int nused;
    const char *used[32]; /* names that the function asked for */
    int nroom;
    void *room[8]; /* memory of kip_sheet_room */
    /* Of examples that have a model; a joint: -1 where none is named. */
    KipModel *model;
    KipDynamics *dynamics;
    double *q, *v;
    int joint;
} KipSheet;

typedef struct KipSheetFunction {
    const char *name;
    void (*run)(KipSheet *sheet);
} KipSheetFunction;

/* The next example of an entry, computed and compared; *at is entry->body at first. False behind the last. Whatever comes, the
 * caller clears it. Nothing is compared where the choice is the user's own. */
bool kip_sheet_next(const KipEntry *entry, const KipSheetChoice *choice, const char **at, KipSheet *sheet);
void kip_sheet_clear(KipSheet *sheet);
/* The line `step` of a value's name. */
bool kip_sheet_step_line(const KipSheet *sheet, const char *name, KipEqLine *line);
/* The line `given` of a name that holds for this example, and the user's text for it or NULL. */
bool kip_sheet_given_line(const KipSheet *sheet, KipSlice name, KipEqLine *line, const char **own);
/* What the example asked for: every name once, in the catalogue's order. */
bool kip_sheet_next_given(const KipSheet *sheet, const char **at, KipEqLine *line);

/* -- for the functions ------------------------------------------------------------------------------------ */

double kip_sheet_given(KipSheet *sheet, const char *name);
/* From least to most. */
double kip_sheet_within(KipSheet *sheet, const char *name, double least, double most);
/* Whether a number that the catalogue gives for its model is valid: the model is that one, or the user set
 * the number. */
bool kip_sheet_holds(const KipSheet *sheet, const char *name);
void kip_sheet_givens(KipSheet *sheet, const char *name, int n, double *value);
KipVec3 kip_sheet_vec(KipSheet *sheet, const char *name);
/* The index of the given word among n. */
int kip_sheet_word(KipSheet *sheet, const char *name, const char *const *words, int n);

/* Zeroed memory that lives as long as the sheet; NULL, and the failure noted, where there is none. At most eight times. */
void *kip_sheet_room(KipSheet *sheet, size_t n, size_t size);

/* What follows is of this part. */
void kip_sheet_part(KipSheet *sheet, const char *format, ...) KIP_PRINTF(2, 3);
void kip_sheet_number(KipSheet *sheet, const char *name, double value);
void kip_sheet_numbers(KipSheet *sheet, const char *name, int rows, int cols, const double *value);
void kip_sheet_put_vec(KipSheet *sheet, const char *name, KipVec3 v);
void kip_sheet_put_mat(KipSheet *sheet, const char *name, KipMat3 m);
void kip_sheet_fail(KipSheet *sheet, KipStatus status, const char *format, ...) KIP_PRINTF(3, 4);

/* The model at its state, the joint found; by `given model`, `q`, `v`, `joint` or the user's choice. False where that failed. */
bool kip_sheet_open(KipSheet *sheet);

/* The tables, each ending with a name NULL. */
extern const KipSheetFunction kip_sheets_timed[], kip_sheets_tree[], kip_sheets_velocity[], kip_sheets_law[],
    kip_sheets_choice[], kip_sheets_hybrid[];

#endif
