/* Writing and reading the design of a sweep as the first lines of its table (sweep.h). */
#include "sweep_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../text/number.h"

/* -- writing --------------------------------------------------------------------------------------------- */

static void write_axis(const KipSweepAxis *axis, FILE *stream)
{
    char text[KIP_NUMBER_SIZE];
    fprintf(stream, "# param %s=", axis->name);
    if (axis->kind == KIP_SWEEP_LIST) {
        for (int64_t i = 0; i < axis->n; i++)
            fprintf(stream, "%s%s", i ? "," : "", kip_number_format_short(text, axis->value[i]));
    } else {
        fputs(kip_number_format_short(text, axis->from), stream);
        fprintf(stream, ":%s", kip_number_format_short(text, axis->to));
        if (axis->kind != KIP_SWEEP_RANDOM)
            fprintf(stream, ":%s", kip_number_format_short(text, axis->step));
    }
    fputc('\n', stream);
}

void kip_sweep_write_head(const void *asked, FILE *stream)
{
    const KipSweepDesign *design = asked;
    fprintf(stream, "# kip sweep 1\n# scene %s\n", design->path);
    kip_study_write_scripts(design->scripts, stream);
    for (int i = 0; i < design->naxis; i++)
        write_axis(design->axis + i, stream);
    for (int i = 0; i < design->fixed.n; i++)
        kip_study_write_param(design->fixed.name[i], design->fixed.param[i].value, stream);
    fprintf(stream, "# seeds %lld\n# seed %lld\n", (long long)design->seeds, (long long)design->seed);
    if (design->nrandom)
        fprintf(stream, "# random %lld\n", (long long)design->nrandom);
    if (*design->boundary)
        fprintf(stream, "# boundary %s\n", design->boundary);
    fprintf(stream, "# jobs %lld\n", (long long)design->njob);
}

/* -- reading --------------------------------------------------------------------------------------------- */

static bool take_text(char *to, size_t size, const char *from)
{
    if (*to || strlen(from) >= size)
        return false;
    strcpy(to, from);
    return true;
}

/* Required entries of a head. */
typedef struct Head {
    int64_t njob; /* -1: not yet */
    bool scripts;
} Head;

/* Reads one line of the design; false for unknown ones. */
static bool read_line(KipSweepDesign *design, const char *line, Head *head, KipError *inner)
{
    const char *text;
    if ((text = kip_study_after(line, "scene")))
        return take_text(design->path, sizeof design->path, text);
    if ((text = kip_study_after(line, "scripts")))
        return !head->scripts && (head->scripts = kip_study_read_hash(text, &design->scripts));
    if ((text = kip_study_after(line, "boundary")))
        return take_text(design->boundary, sizeof design->boundary, text);
    if ((text = kip_study_after(line, "param")))
        return kip_sweep_design_word(design, text, inner) == KIP_OK;
    if ((text = kip_study_after(line, "seeds")))
        return kip_study_read_integer(text, &design->seeds);
    if ((text = kip_study_after(line, "seed")))
        return kip_study_read_integer(text, &design->seed);
    if ((text = kip_study_after(line, "random")))
        return kip_study_read_integer(text, &design->nrandom);
    if ((text = kip_study_after(line, "jobs")))
        return kip_study_read_integer(text, &head->njob);
    return false;
}

enum { LINE = KIP_PARAM_NAME + 32 * KIP_SWEEP_MOST_VALUES };

static KipStatus read_design(KipStudyReader *reader, KipSweepDesign *design, char *line, KipError *error)
{
    Head head = {.njob = -1};
    KipError inner;
    KipStatus status = kip_study_take_kind(reader, "sweep", error);
    if (status != KIP_OK)
        return status;
    while (head.njob < 0) {
        const char *at = reader->at;
        if (!kip_study_take_comment(reader, line, LINE))
            return kip_study_fail(reader, at, error, "the lines of the design end without \"# jobs N\"", "");
        *inner.message = '\0';
        if (!read_line(design, line, &head, &inner)) {
            reader->line--;
            reader->start = at;
            return kip_study_fail(reader, at, error, *inner.message ? "" : "this is no line of a design: ",
                                  *inner.message ? inner.message : line);
        }
    }
    if (!head.scripts)
        return kip_study_fail(reader, reader->at, error, "the design lacks its line \"# scripts HASH\"", "");
    status = kip_sweep_design_finish(design, &inner);
    if (status != KIP_OK)
        return kip_study_fail(reader, reader->at, error, "the design makes no sense: ", inner.message);
    if (head.njob != design->njob)
        return kip_study_fail(reader, reader->at, error, "the design does not have as many jobs as it says",
                              "");
    return KIP_OK;
}

KipStatus kip_sweep_read_design(KipSweepDesign *design, const char *file, const char *text, size_t size,
                                KipError *error)
{
    KipStudyReader reader;
    KipStatus status = kip_study_begin(&reader, file, text, size, error);
    char *line = malloc(LINE);
    if (status == KIP_OK && !line)
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading a table");
    if (status == KIP_OK)
        status = read_design(&reader, design, line, error);
    free(line);
    kip_study_close(&reader);
    return status;
}
