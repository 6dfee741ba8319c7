/* Running and checking worked examples (sheet.h). */
#include "sheet.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../formats/mjcf.h"
#include "../formats/pose_file.h"
#include "../text/number.h"
#include "../text/file.h"

static const KipSheetFunction *const tables[] = {kip_sheets_timed, kip_sheets_tree,   kip_sheets_velocity,
                                                 kip_sheets_law,   kip_sheets_choice, kip_sheets_hybrid};
static const double tolerance = 1e-6; /* for expected values; relative above 1 */

bool kip_sheet_choice_is_own(const KipSheetChoice *choice)
{
    return choice->nset || choice->model || choice->pose || choice->joint;
}

void kip_sheet_fail(KipSheet *sheet, KipStatus status, const char *format, ...)
{
    va_list list;
    if (sheet->status != KIP_OK)
        return;
    va_start(list, format);
    sheet->status = kip_fail_list(&sheet->error, status, kip_nowhere(), format, list);
    va_end(list);
}

static void fail_memory(KipSheet *sheet)
{
    kip_sheet_fail(sheet, KIP_NO_MEMORY, "out of memory");
}

void *kip_sheet_room(KipSheet *sheet, size_t n, size_t size)
{
    void *room = sheet->nroom < (int)(sizeof sheet->room / sizeof *sheet->room) ? calloc(n + 1, size) : NULL;
    if (room)
        sheet->room[sheet->nroom++] = room;
    else
        fail_memory(sheet);
    return room;
}

/* -- what is given --------------------------------------------------------------------------------------- */

/* The values of "NAME = VALUES"; n is 0 for another name. */
static KipSlice after_name(KipSlice field, KipSlice name)
{
    KipSlice word = kip_slice_word(&field), equals = kip_slice_word(&field);
    return kip_slice_same(word, name) && kip_slice_is(equals, "=") ? field : (KipSlice){NULL, 0};
}

static const char *own_value(const KipSheet *sheet, KipSlice name)
{
    if (kip_slice_is(name, "model") || kip_slice_is(name, "joint"))
        return *name.at == 'm' ? sheet->choice->model : sheet->choice->joint;
    for (int i = sheet->choice->nset - 1; i >= 0; i--) {
        const char *set = sheet->choice->set[i];
        if (strncmp(set, name.at, name.n) == 0 && set[name.n] == '=')
            return set + name.n + 1;
    }
    return NULL;
}

/* The line of this example, else the last one of an earlier example. */
bool kip_sheet_given_line(const KipSheet *sheet, KipSlice name, KipEqLine *line, const char **own)
{
    KipEqLine next;
    bool found = false, here = false;
    *own = own_value(sheet, name);
    for (const char *at = sheet->entry->body; kip_entry_line(sheet->entry, &at, &next);) {
        if (kip_slice_is(next.key, "work") && here)
            break;
        here = here || next.key.at == sheet->head.key.at;
        if (kip_slice_is(next.key, "given") && after_name(next.field[0], name).n) {
            if (found) { /* unit and meaning are those of the first */
                next.field[1] = next.field[1].n ? next.field[1] : line->field[1];
                next.field[2] = next.field[2].n ? next.field[2] : line->field[2];
            }
            *line = next;
            found = true;
        }
    }
    if (*own && kip_slice_is(name, "model")) /* what is said of the catalogue's */
        line->field[2].n = 0;
    return found;
}

/* Whether the function used the name, and this is the first line that gives it. */
static bool is_used(const KipSheet *sheet, KipSlice name, const KipEqLine *line)
{
    KipEqLine earlier;
    bool used = false;
    for (int i = 0; i < sheet->nused; i++)
        used = used || kip_slice_is(name, sheet->used[i]);
    for (const char *at = sheet->entry->body;
         kip_entry_next_line(sheet->entry, "given", &at, &earlier) && earlier.key.at < line->key.at;)
        used = used && !after_name(earlier.field[0], name).n;
    return used;
}

bool kip_sheet_next_given(const KipSheet *sheet, const char **at, KipEqLine *line)
{
    const char *own;
    while (kip_entry_next_line(sheet->entry, "given", at, line)) {
        KipSlice rest = line->field[0], name = kip_slice_word(&rest);
        if (is_used(sheet, name, line))
            return kip_sheet_given_line(sheet, name, line, &own);
    }
    return false;
}

bool kip_sheet_is_own(const KipSheet *sheet)
{
    KipEqLine line;
    const char *own = NULL;
    for (const char *at = sheet->entry->body; !own && kip_sheet_next_given(sheet, &at, &line);) {
        KipSlice rest = line.field[0];
        kip_sheet_given_line(sheet, kip_slice_word(&rest), &line, &own);
    }
    return own != NULL;
}

/* Whether the user's inputs make an example the one before it, whose own model or pose was another. */
static bool repeats(const KipSheet *sheet, const KipSheet *before)
{
    return kip_sheet_is_own(sheet) && sheet->nnumber > 0 && sheet->nnumber == before->nnumber &&
           memcmp(sheet->number, before->number, sheet->nnumber * sizeof *sheet->number) == 0;
}

/* The text of a given value, at a blank or comma; empty where there is none. */
static KipSlice given_text(KipSheet *sheet, const char *name)
{
    KipEqLine line;
    const char *own;
    const KipSlice key = {name, strlen(name)};
    if (!kip_sheet_given_line(sheet, key, &line, &own))
        return (KipSlice){NULL, 0};
    if (sheet->nused < (int)(sizeof sheet->used / sizeof *sheet->used))
        sheet->used[sheet->nused++] = name;
    return own ? (KipSlice){own, strlen(own)} : after_name(line.field[0], key);
}

static bool next_number(KipSlice *text, double *value)
{
    size_t n = 0;
    while (text->n && (*text->at == ' ' || *text->at == ',' || *text->at == '\n'))
        text->at++, text->n--;
    while (n < text->n && text->at[n] != ' ' && text->at[n] != ',' && text->at[n] != '\n')
        n++;
    const bool read = n && kip_number_parse(text->at, n, value);
    text->at += n, text->n -= n;
    return read;
}

void kip_sheet_givens(KipSheet *sheet, const char *name, int n, double *value)
{
    KipSlice text = given_text(sheet, name);
    int i = 0;
    memset(value, 0, (size_t)n * sizeof *value);
    if (sheet->status != KIP_OK)
        return;
    while (i < n && next_number(&text, value + i))
        i++;
    if (i < n || text.n)
        kip_sheet_fail(sheet, KIP_BAD_USE, "%s must be %d number%s", name, n, n == 1 ? "" : "s");
}

bool kip_sheet_holds(const KipSheet *sheet, const char *name)
{
    return !sheet->choice->model || own_value(sheet, (KipSlice){name, strlen(name)});
}

double kip_sheet_given(KipSheet *sheet, const char *name)
{
    double value;
    kip_sheet_givens(sheet, name, 1, &value);
    return value;
}

double kip_sheet_within(KipSheet *sheet, const char *name, double least, double most)
{
    const double value = kip_sheet_given(sheet, name);
    if (value >= least && value <= most)
        return value;
    kip_sheet_fail(sheet, KIP_BAD_USE, "%s must be %g to %g", name, least, most);
    return least;
}

KipVec3 kip_sheet_vec(KipSheet *sheet, const char *name)
{
    double x[3];
    kip_sheet_givens(sheet, name, 3, x);
    return (KipVec3){x[0], x[1], x[2]};
}

int kip_sheet_word(KipSheet *sheet, const char *name, const char *const *words, int n)
{
    const KipSlice text = given_text(sheet, name);
    for (int i = 0; i < n; i++)
        if (kip_slice_is(text, words[i]))
            return i;
    char word[32];
    snprintf(word, sizeof word, "%.*s", text.n < 31 ? (int)text.n : 31, text.n ? text.at : "");
    KipHint hint = kip_hint(word);
    kip_hint_names(&hint, words, n, sizeof *words);
    kip_sheet_fail(sheet, KIP_BAD_USE, "%s cannot be '%s'%s", name, word, kip_hint_text(&hint));
    return 0;
}

/* -- what is found --------------------------------------------------------------------------------------- */

void kip_sheet_part(KipSheet *sheet, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(sheet->part, sizeof sheet->part, format, list);
    va_end(list);
}

void kip_sheet_numbers(KipSheet *sheet, const char *name, int rows, int cols, const double *value)
{
    const size_t n = (size_t)rows * (size_t)cols;
    for (size_t i = 0; i < n && sheet->status == KIP_OK; i++)
        if (isnan(value[i]))
            kip_sheet_fail(
                sheet, KIP_BAD_USE,
                "with these numbers %s has no value: one of them is outside of what the equation is for",
                name);
    if (sheet->status != KIP_OK)
        return;
    KipStep *step = realloc(sheet->step, (size_t)(sheet->nstep + 1) * sizeof *step);
    if (step)
        sheet->step = step;
    double *number = realloc(sheet->number, (sheet->nnumber + n) * sizeof *number);
    if (number)
        sheet->number = number;
    if (!step || !number) {
        fail_memory(sheet);
        return;
    }
    step += sheet->nstep++;
    *step = (KipStep){.rows = rows, .cols = cols, .first = sheet->nnumber};
    memcpy(step->part, sheet->part, sizeof step->part);
    snprintf(step->name, sizeof step->name, "%s", name);
    memcpy(number + sheet->nnumber, value, n * sizeof *value);
    sheet->nnumber += n;
}

void kip_sheet_number(KipSheet *sheet, const char *name, double value)
{
    kip_sheet_numbers(sheet, name, 1, 1, &value);
}

void kip_sheet_put_vec(KipSheet *sheet, const char *name, KipVec3 v)
{
    const double x[] = {v.x, v.y, v.z};
    kip_sheet_numbers(sheet, name, 1, 3, x);
}

void kip_sheet_put_mat(KipSheet *sheet, const char *name, KipMat3 m)
{
    const double x[] = {m.xx, m.xy, m.xz, m.yx, m.yy, m.yz, m.zx, m.zy, m.zz};
    kip_sheet_numbers(sheet, name, 3, 3, x);
}

bool kip_sheet_step_line(const KipSheet *sheet, const char *name, KipEqLine *line)
{
    for (const char *at = sheet->entry->body; kip_entry_next_line(sheet->entry, "step", &at, line);)
        if (kip_slice_is(line->field[0], name))
            return true;
    return false;
}

/* -- what is expected ------------------------------------------------------------------------------------ */

/* The accuracy of a word such as "~0.0991", half of its last digit. */
static double known_to(KipSlice word)
{
    const char *point = memchr(word.at, '.', word.n);
    double unit = 1;
    for (const char *at = point ? point + 1 : NULL; at && at < word.at + word.n && *at >= '0' && *at <= '9';
         at++)
        unit /= 10;
    return 0.5001 * unit;
}

static bool agrees(KipSlice expected, const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        KipSlice word = kip_slice_word(&expected);
        const bool rough = word.n && *word.at == '~';
        double wanted;
        word.at += rough, word.n -= rough;
        if (!kip_number_parse(word.at, word.n, &wanted))
            return false;
        const double within = rough ? known_to(word) : tolerance * fmax(1, fabs(wanted));
        if (wanted != value[i] && !(fabs(value[i] - wanted) <= within))
            return false;
    }
    return !expected.n;
}

/* Compares names; _ in the path stands for a blank. */
static bool is_called(KipSlice path, const char *name)
{
    if (path.n != strlen(name))
        return false;
    for (size_t i = 0; i < path.n; i++)
        if (path.at[i] != name[i] && !(path.at[i] == '_' && name[i] == ' '))
            return false;
    return true;
}

static KipStep *find_step(KipSheet *sheet, KipSlice path)
{
    const char *slash = memchr(path.at, '/', path.n);
    const size_t n = slash ? (size_t)(slash - path.at) : 0;
    const KipSlice name = slash ? (KipSlice){slash + 1, path.n - n - 1} : path;
    for (int i = 0; i < sheet->nstep; i++)
        if (is_called((KipSlice){path.at, n}, sheet->step[i].part) && is_called(name, sheet->step[i].name))
            return &sheet->step[i];
    return NULL;
}

/* Compares up to the next line `work`, which ends the example. */
static void compare(KipSheet *sheet)
{
    KipEqLine line;
    for (const char *at = sheet->body;
         kip_entry_line(sheet->entry, &at, &line) && !kip_slice_is(line.key, "work");) {
        if (!kip_slice_is(line.key, "expect"))
            continue;
        KipSlice rest = line.field[0], path = kip_slice_word(&rest);
        kip_slice_word(&rest); /* = */
        KipStep *step = find_step(sheet, path);
        if (step)
            step->verdict = agrees(rest, sheet->number + step->first, (size_t)(step->rows * step->cols))
                                ? KIP_STEP_AGREES
                                : KIP_STEP_DIFFERS;
        else
            sheet->nmissing++;
    }
}

/* -- the model ------------------------------------------------------------------------------------------- */

static void find_model(KipSheet *sheet, const char *kind, const char *name, char path[1024])
{
    char below[1100];
    snprintf(below, sizeof below, "%s/%s", kind, name);
    if (strchr(name, '/') || !sheet->choice->find(below, path, 1024))
        snprintf(path, 1024, "%s", name);
}

/* Sets joints to a pose; those that it does not name are at the reference. */
static KipStatus take_pose(KipSheet *sheet, const KipPose *pose)
{
    const KipModel *model = sheet->model;
    KipStatus status = kip_pose_check(model, 0, model->njoint, "", pose, &sheet->error);
    for (int i = 0; i < pose->ntarget && status == KIP_OK; i++) {
        const KipPoseTarget *target = &pose->target[i];
        double *q = sheet->q + model->joint[kip_model_find_joint(model, target->joint)].q;
        if (target->ball)
            q[0] = target->quat.w, q[1] = target->quat.x, q[2] = target->quat.y, q[3] = target->quat.z;
        else
            q[0] = target->angle;
    }
    return status;
}

static KipStatus find_pose(KipSheet *sheet, const char *file)
{
    char name[256], path[1024];
    const int key = kip_model_find_key(sheet->model, sheet->choice->pose);
    if (key >= 0) {
        memcpy(sheet->q, sheet->model->key[key].q, (size_t)sheet->model->nq * sizeof *sheet->q);
        return KIP_OK;
    }
    const char *from = kip_file_base(file);
    snprintf(name, sizeof name, "%.*s.pose", (int)strcspn(from, "."), from);
    find_model(sheet, "poses", name, path);
    KipPoseSet *poses = kip_pose_set_create(NULL);
    int pose;
    KipStatus status = poses ? kip_pose_file_read(poses, path, &sheet->error)
                             : kip_fail(&sheet->error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    if (status == KIP_IO)
        status = kip_fail(&sheet->error, KIP_BAD_USE, kip_nowhere(),
                          "--pose: the model has no keyframe '%s', and there are no poses in %s",
                          sheet->choice->pose, path);
    else if (status == KIP_OK)
        status = kip_pose_get(poses, sheet->choice->pose, &pose, &sheet->error);
    if (status == KIP_OK)
        status = take_pose(sheet, &poses->pose[pose]);
    kip_pose_set_destroy(poses);
    return status;
}

static void find_joint(KipSheet *sheet)
{
    char name[128];
    const KipSlice text = given_text(sheet, "joint");
    if (sheet->choice->joint)
        snprintf(name, sizeof name, "%s", sheet->choice->joint);
    else if (sheet->choice->model || !text.n)
        return;
    else
        snprintf(name, sizeof name, "%.*s", text.n < 127 ? (int)text.n : 127, text.at);
    sheet->joint = kip_model_find_joint(sheet->model, name);
    if (sheet->joint >= 0)
        return;
    KipHint hint = kip_hint(name);
    for (int j = 0; j < sheet->model->njoint; j++)
        kip_hint_add(&hint, sheet->model->joint[j].name);
    kip_sheet_fail(sheet, KIP_BAD_USE, "--joint: there is no joint '%s'%s", name, kip_hint_text(&hint));
}

/* Loads the file and allocates a state and the algorithms. */
static void load(KipSheet *sheet, const char *path)
{
    sheet->status = kip_mjcf_load(&sheet->model, path, NULL, &sheet->error);
    if (sheet->status != KIP_OK)
        return;
    sheet->q = kip_sheet_room(sheet, (size_t)sheet->model->nq, sizeof *sheet->q);
    sheet->v = kip_sheet_room(sheet, (size_t)sheet->model->nv, sizeof *sheet->v);
    if (sheet->status == KIP_OK)
        sheet->status = kip_dynamics_create(sheet->model, NULL, &sheet->dynamics, &sheet->error);
}

bool kip_sheet_open(KipSheet *sheet)
{
    char name[256], path[1024];
    const KipSlice text = given_text(sheet, "model");
    if (sheet->status != KIP_OK)
        return false;
    snprintf(name, sizeof name, "%.*s.xml", text.n < 200 ? (int)text.n : 200, text.n ? text.at : "");
    find_model(sheet, "models", sheet->choice->model ? sheet->choice->model : name, path);
    load(sheet, path);
    if (sheet->status != KIP_OK)
        return false;
    memcpy(sheet->q, sheet->model->q0, (size_t)sheet->model->nq * sizeof *sheet->q);
    if (sheet->choice->pose)
        sheet->status = find_pose(sheet, path);
    else if (kip_sheet_holds(sheet, "q") && given_text(sheet, "q").n)
        kip_sheet_givens(sheet, "q", sheet->model->nq, sheet->q);
    if (kip_sheet_holds(sheet, "v") && given_text(sheet, "v").n)
        kip_sheet_givens(sheet, "v", sheet->model->nv, sheet->v);
    find_joint(sheet);
    if (sheet->status == KIP_OK) {
        kip_model_normalize(sheet->model, sheet->q);
        kip_dynamics_set(sheet->dynamics, sheet->q, sheet->v);
    }
    return sheet->status == KIP_OK;
}

/* -- the whole ------------------------------------------------------------------------------------------- */

static const KipSheetFunction *find_function(KipSlice name)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const KipSheetFunction *function = tables[t]; function->name; function++)
            if (kip_slice_is(name, function->name))
                return function;
    return NULL;
}

bool kip_sheet_next(const KipEntry *entry, const KipSheetChoice *choice, const char **at, KipSheet *sheet)
{
    *sheet = (KipSheet){.entry = entry, .choice = choice, .joint = -1};
    if (!kip_entry_next_line(entry, "work", at, &sheet->head))
        return false;
    sheet->body = *at;
    const KipSheetFunction *function = find_function(sheet->head.field[0]);
    if (function)
        function->run(sheet);
    else
        kip_sheet_fail(sheet, KIP_BAD_USE, "there is no function '%.*s'", (int)sheet->head.field[0].n,
                       sheet->head.field[0].at);
    if (sheet->status == KIP_OK && !kip_sheet_choice_is_own(choice))
        compare(sheet);
    return true;
}

void kip_sheet_clear(KipSheet *sheet)
{
    kip_dynamics_destroy(sheet->dynamics);
    kip_model_destroy(sheet->model);
    while (sheet->nroom)
        free(sheet->room[--sheet->nroom]);
    free(sheet->step);
    free(sheet->number);
}

KipStatus kip_sheet_show(const KipEntry *entry, const KipSheetChoice *choice,
                         void (*show)(const KipSheet *sheet, FILE *stream), FILE *stream, KipError *error)
{
    KipSheet sheet, before = {0};
    KipStatus status = KIP_OK;
    for (const char *at = entry->body; status == KIP_OK && kip_sheet_next(entry, choice, &at, &sheet);) {
        status = sheet.status;
        if (status != KIP_OK)
            *error = sheet.error;
        else if (!repeats(&sheet, &before))
            show(&sheet, stream);
        kip_sheet_clear(&before);
        before = sheet;
    }
    kip_sheet_clear(&before);
    return status;
}
