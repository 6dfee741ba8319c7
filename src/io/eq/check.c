/* The check of the whole catalogue (show.h). */
#include <stdarg.h>

#include "show.h"

typedef struct Check {
    FILE *stream;
    int nentry, nerratum, nscript, nmissing, nexample, nvalue, nagree, nwrong;
} Check;

static void complain(Check *check, KipSlice of, const char *format, ...)
{
    va_list list;
    fprintf(check->stream, "%.*s: ", (int)of.n, of.at);
    va_start(list, format);
    vfprintf(check->stream, format, list);
    va_end(list);
    fputc('\n', check->stream);
    check->nwrong++;
}

static void check_sheet(Check *check, const KipSheet *sheet)
{
    const KipSlice label = sheet->head.field[1];
    int expected = 0;
    check->nexample++;
    if (sheet->status != KIP_OK)
        complain(check, label, "%s", sheet->error.message);
    for (int i = 0; i < sheet->nstep; i++) {
        const KipStep *step = &sheet->step[i];
        KipEqLine line;
        if (!kip_sheet_step_line(sheet, step->name, &line))
            complain(check, label, "no line says what the value '%s' is", step->name);
        expected += step->verdict != KIP_STEP_SHOWN;
        check->nagree += step->verdict == KIP_STEP_AGREES;
        if (step->verdict == KIP_STEP_DIFFERS)
            complain(check, label, "%s%s%s is not what is expected: %.9g%s", step->part,
                     *step->part ? "/" : "", step->name, sheet->number[step->first],
                     step->rows * step->cols > 1 ? "..." : "");
    }
    check->nvalue += expected + sheet->nmissing;
    if (sheet->nmissing)
        complain(check, label, "%d expected values are not computed", sheet->nmissing);
    if (!expected)
        complain(check, label, "nothing is expected of it");
}

static bool is_in_script(const KipEntry *entry, KipSlice script)
{
    KipMention mention;
    for (const char *at = NULL; kip_mention_next(&at, &mention);)
        if (kip_slice_same(mention.file, script) && kip_mention_of(&mention, entry))
            return true;
    return false;
}

static void check_entry(Check *check, const KipEntry *entry, const KipSheetChoice *choice)
{
    const KipSlice id = kip_entry_id(entry);
    KipEqLine line;
    KipEntry other;
    KipSheet sheet;
    const bool is_erratum = kip_entry_get(entry, "of", &line),
               missing = kip_entry_get(entry, "missing", &line);
    bool worked = false;
    check->nentry++;
    check->nerratum += is_erratum;
    for (KipEntryCursor cursor = {0}; kip_entry_next(&cursor, &other);)
        if (other.body != entry->body && kip_entry_has(&other, id))
            complain(check, id, "there are two entries of this name");
    for (const char *at = entry->body; kip_sheet_next(entry, choice, &at, &sheet); worked = true) {
        check_sheet(check, &sheet);
        kip_sheet_clear(&sheet);
    }
    for (const char *at = entry->body; kip_entry_next_line(entry, "script", &at, &line); worked = true) {
        check->nscript++;
        if (!is_in_script(entry, line.field[0]))
            complain(check, id, "the script %.*s does not name it", (int)line.field[0].n, line.field[0].at);
    }
    const bool has_code = kip_eq_is_mentioned(entry, false), has_test = kip_eq_is_mentioned(entry, true);
    if (missing) {
        check->nmissing++;
        return;
    }
    if (!has_code && kip_entry_get(entry, "formula", &line))
        complain(check, id, "no code names it");
    if (!has_test)
        complain(check, id, "no test and no experiment names it");
    if (!worked)
        complain(check, id, "it has no worked example");
}

static void check_mention(Check *check, const KipMention *mention)
{
    KipEntry entry;
    for (KipEntryCursor cursor = {0}; kip_entry_next(&cursor, &entry);)
        if (kip_mention_of(mention, &entry))
            return;
    complain(check, mention->tag, "%.*s:%d names it, and there is no entry", (int)mention->file.n,
             mention->file.at, mention->line);
}

bool kip_eq_check(const KipSheetChoice *choice, FILE *stream)
{
    Check check = {.stream = stream};
    KipEntry entry;
    KipMention mention;
    for (KipEntryCursor cursor = {0}; kip_entry_next(&cursor, &entry);)
        check_entry(&check, &entry, choice);
    for (const char *at = NULL; kip_mention_next(&at, &mention);)
        check_mention(&check, &mention);
    fprintf(
        stream,
        "%d entries, %d of them errata, %d not in kip; %d worked examples, and %d by scripts: %d of %d values "
        "agree; %d complaints\n",
        check.nentry, check.nerratum, check.nmissing, check.nexample, check.nscript, check.nagree,
        check.nvalue, check.nwrong);
    return check.nwrong == 0;
}
