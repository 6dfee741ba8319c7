/* A search as a study's file (tuner.h, study_file.h). */
#include <inttypes.h>
#include <stdlib.h>

#include "../text/file.h"
#include "../text/number.h"
#include "study_file.h"
#include "tuner_parts.h"

/* -- writing --------------------------------------------------------------------------------------------------- */

static void write_value(const char *key, double value, FILE *stream)
{
    char text[KIP_NUMBER_SIZE];
    fprintf(stream, "# %s %s\n", key, kip_number_format_short(text, value));
}

static void write_number(const KipTuneNumber *number, double start, FILE *stream)
{
    char text[KIP_NUMBER_SIZE];
    fprintf(stream, "# tune %s=%s", number->name, kip_number_format_short(text, start));
    fprintf(stream, " in %s", kip_number_format_short(text, number->lo));
    fprintf(stream, "..%s\n", kip_number_format_short(text, number->hi));
}

static void write_all(const KipTuner *tuner, FILE *stream)
{
    const KipTuneDef *def = &tuner->def;
    fputs("# kip tune 1\n", stream);
    kip_study_write_scripts(kip_trial_hash(tuner->scene), stream);
    fputs("# objective ", stream);
    for (const char *at = def->objective; *at; at++)
        fputc((unsigned char)*at < ' ' ? '?' : *at, stream);
    fprintf(stream, "\n# starts %d\n# seed %" PRIu64 "\n", def->starts, def->seed);
    write_value("sigma", def->sigma, stream);
    fprintf(stream, "# population %d\n# restarts %d\n", kip_cmaes_population(tuner->cmaes), def->restarts);
    write_value("target", def->target, stream);
    write_value("timestep", def->trial.timestep, stream);
    fprintf(stream, "# integrator %d\n", def->trial.integrator);
    for (int i = 0; i < tuner->n; i++)
        write_number(&tuner->number[i], tuner->start[i], stream);
    for (int i = 0; i < tuner->fixed.n; i++)
        kip_study_write_param(tuner->fixed.name[i], tuner->fixed.param[i].value, stream);
    for (int i = 0; i < def->starts; i++) { /* a change of kip itself is detected by the results */
        char text[KIP_NUMBER_SIZE];
        fprintf(stream, "# start %s success %d\n", kip_number_format_short(text, tuner->value[i]),
                tuner->success[i]);
    }
}

KipStatus kip_tuner_note_asked(KipTuner *tuner, KipError *error)
{
    size_t size;
    FILE *stream = open_memstream(&tuner->asked, &size);
    if (stream) {
        write_all(tuner, stream);
        kip_close_memory(stream, &tuner->asked);
    }
    return tuner->asked ? KIP_OK
                        : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a search");
}

/* Writes the definition of a KipTuner. */
static void write_asked(const void *asked, FILE *stream)
{
    fputs(((const KipTuner *)asked)->asked, stream);
}

static KipStatus write_search(const void *study, FILE *stream, KipError *error)
{
    const KipTuner *tuner = study;
    char text[KIP_NUMBER_SIZE];
    (void)error;
    write_asked(tuner, stream);
    fputs("evaluation,cost,successes,broken,alike,numbers\n", stream);
    for (int64_t i = 0; i < tuner->nrow; i++) {
        const KipTunerRow *row = &tuner->row[i];
        fprintf(stream, "%" PRId64 ",%s,%d,%d,%d,%016" PRIx64 "\n", i + 1,
                kip_number_format_short(text, row->cost), row->successes, row->broken, row->alike,
                row->numbers);
    }
    return KIP_OK;
}

KipStatus kip_tuner_save(const KipTuner *tuner, const char *path, KipError *error)
{
    return kip_study_save(path, write_search, tuner, error);
}

/* -- reading --------------------------------------------------------------------------------------------------- */

static KipStatus take_names(KipStudyReader *reader, KipError *error)
{
    static const char *const name[] = {"evaluation", "cost", "successes", "broken", "alike", "numbers"};
    KipStatus status = KIP_OK;
    for (size_t i = 0; i < sizeof name / sizeof *name && status == KIP_OK; i++)
        status = kip_study_take_name(reader, name[i], error);
    if (status == KIP_OK && !reader->last)
        return kip_study_fail(reader, reader->at, error, "the line must end here", "");
    if (status == KIP_OK)
        kip_study_next_line(reader);
    return status;
}

static KipStatus take_row(KipStudyReader *reader, const KipTuner *tuner, KipTunerRow *row, KipError *error)
{
    int64_t evaluation = 0, successes = 0, broken = 0, alike = 0;
    KipStatus status = kip_study_take_integer(reader, 5, &evaluation, error);
    if (status == KIP_OK)
        status = kip_study_take_number(reader, 4, &row->cost, error);
    if (status == KIP_OK)
        status = kip_study_take_integer(reader, 3, &successes, error);
    if (status == KIP_OK)
        status = kip_study_take_integer(reader, 2, &broken, error);
    if (status == KIP_OK)
        status = kip_study_take_integer(reader, 1, &alike, error);
    if (status == KIP_OK)
        status = kip_study_take_cell(reader, 0, error);
    if (status != KIP_OK)
        return status;
    if (evaluation < 1 || row->cost != row->cost || successes > tuner->def.starts ||
        broken > tuner->def.starts || alike > 1 || !kip_study_read_hash(reader->cell, &row->numbers))
        return kip_study_fail(reader, reader->start, error, "no search has such a row", "");
    row->successes = (int)successes, row->broken = (int)broken, row->alike = alike != 0;
    kip_study_next_line(reader);
    return KIP_OK;
}

/* Takes one generation, whose rows must match the points of the search. */
static KipStatus take_generation(KipStudyReader *reader, KipTuner *tuner, KipError *error)
{
    if (kip_tuner_stop(tuner) != KIP_CMAES_GOES_ON)
        return kip_study_fail(reader, reader->at, error, "the search ended before this row", "");
    const int nset = kip_tuner_ask(tuner);
    KipTunerRow *row = kip_tuner_room(tuner, nset, error);
    KipStatus status = row ? KIP_OK : KIP_NO_MEMORY;
    for (int i = 0; i < nset && status == KIP_OK; i++) {
        if (reader->at == reader->end)
            return kip_study_fail(reader, reader->at, error, "the file ends within a generation", "");
        status = take_row(reader, tuner, row + i, error);
        if (status == KIP_OK && row[i].numbers != kip_tuner_hash(tuner, i)) {
            KipPlace place = {reader->file, reader->line - 1, 1};
            return kip_fail(
                error, KIP_BAD_INPUT, place,
                "this row is about other numbers than this search tries here: the file is damaged, "
                "or of another version of kip");
        }
    }
    if (status == KIP_OK)
        kip_tuner_take(tuner, nset);
    return status;
}

KipStatus kip_tuner_load(KipTuner *tuner, const char *path, KipError *error)
{
    KipStudyReader reader;
    KipStatus status = kip_study_open(&reader, path, error);
    if (status == KIP_OK)
        status = kip_study_take_asked(&reader, "tune", write_asked, tuner, error);
    if (status == KIP_OK)
        status = take_names(&reader, error);
    if (status == KIP_OK)
        status = kip_tuner_begin(tuner, error);
    bool begun = status == KIP_OK;
    while (status == KIP_OK && reader.at < reader.end)
        status = take_generation(&reader, tuner, error);
    kip_study_close(&reader);
    KipError none; /* the error of the file is reported instead */
    if (begun && status != KIP_OK)
        kip_tuner_begin(tuner, &none);
    return status;
}
