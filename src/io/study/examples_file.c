/* Examples as a table, which continues an interrupted sampling and is read by other programs (examples.h, study_file.h). */
#include <string.h>

#include "../text/number.h"
#include "examples.h"
#include "study_file.h"

/* -- writing --------------------------------------------------------------------------------------------- */

/* Writes, of a KipSampling, all that determines the examples. */
static void write_asked(const void *asked, FILE *stream)
{
    const KipSampling *sampling = asked;
    fputs("# kip learn 1\n", stream);
    kip_study_write_scripts(sampling->scripts, stream);
    for (int i = 0; i < sampling->def->trial.nparam; i++)
        kip_study_write_param(sampling->def->trial.param[i].name, sampling->def->trial.param[i].value,
                              stream);
    fprintf(stream, "# seed %llu\n", (unsigned long long)sampling->def->seed);
}

KipStatus kip_examples_write(const void *study, FILE *stream, KipError *error)
{
    const KipSampling *sampling = study;
    const KipExamples *e = sampling->examples;
    char text[KIP_NUMBER_SIZE];
    (void)error;
    write_asked(sampling, stream);
    fprintf(stream, "# runs %lld\n# diverged %lld\n# failures %lld\n", (long long)e->nrun,
            (long long)e->nbroken, (long long)e->nfailed);
    fprintf(stream, "# skill %s\n# character %s\nseed,label,hand", e->skill, e->character);
    for (int k = 0; k < e->dim; k++)
        fprintf(stream, ",f%d", k + 1);
    fputc('\n', stream);
    for (int i = 0; i < e->n; i++) {
        fprintf(stream, "%llu,%d,%d", (unsigned long long)e->seed[i], e->label[i], e->hand[i]);
        for (int k = 0; k < e->dim; k++)
            fprintf(stream, ",%s", kip_number_format(text, e->x[(size_t)i * (size_t)e->dim + (size_t)k]));
        fputc('\n', stream);
    }
    return KIP_OK;
}

/* -- reading --------------------------------------------------------------------------------------------- */

/* Reads "# key text" into text[size]. */
static KipStatus take_text(KipStudyReader *reader, const char *key, char *text, size_t size, KipError *error)
{
    char line[2 * KIP_EXAMPLE_NAME];
    const char *from = kip_study_take_comment(reader, line, sizeof line) ? kip_study_after(line, key) : NULL;
    if (!from || strlen(from) >= size) {
        KipPlace place = {reader->file, from ? reader->line - 1 : reader->line, 1};
        return kip_fail(error, KIP_BAD_INPUT, place, "the line \"# %s ...\" must come here", key);
    }
    strcpy(text, from);
    return KIP_OK;
}

static KipStatus take_count(KipStudyReader *reader, const char *key, int64_t *count, KipError *error)
{
    char text[KIP_NUMBER_SIZE];
    KipStatus status = take_text(reader, key, text, sizeof text, error);
    if (status == KIP_OK && (!kip_study_read_integer(text, count) || *count > KIP_MOST_RUNS))
        return kip_study_fail(reader, reader->at, error, "the line above has no count: ", text);
    return status;
}

/* Reads the names of the columns, and counts the features. */
static KipStatus take_columns(KipStudyReader *reader, int *dim, KipError *error)
{
    static const char *const first[] = {"seed", "label", "hand"};
    KipStatus status = KIP_OK;
    for (int i = 0; i < 3 && status == KIP_OK; i++)
        status = kip_study_take_name(reader, first[i], error);
    for (*dim = 0; status == KIP_OK && !reader->last; ++*dim)
        status = kip_study_take_cell(reader, -1, error);
    if (status != KIP_OK)
        return status;
    if (*dim > KIP_SVM_MOST_FEATURES || (*dim == 0 && reader->at < reader->end)) /* 0: no examples yet */
        return kip_study_fail(reader, reader->start, error, "the table must have columns of features", "");
    kip_study_next_line(reader);
    return KIP_OK;
}

static KipStatus take_row(KipStudyReader *reader, const KipSampleDef *def, int dim, double *feature,
                          KipExamples *e, KipError *error)
{
    const int64_t least = (int64_t)(e->n ? e->seed[e->n - 1] : def->seed);
    int64_t seed = 0, hand = 0;
    double label = 0;
    KipStatus status = kip_study_take_integer(reader, dim + 2, &seed, error);
    if (status == KIP_OK)
        status = kip_study_take_number(reader, dim + 1, &label, error);
    if (status == KIP_OK)
        status = kip_study_take_integer(reader, dim, &hand, error);
    for (int k = 0; k < dim && status == KIP_OK; k++)
        status = kip_study_take_number(reader, dim - 1 - k, feature + k, error);
    if (status != KIP_OK)
        return status;
    if (seed < least || (label != 1 && label != -1) || hand > 1)
        return kip_study_fail(reader, reader->start, error,
                              "a row begins with its seed, its label 1 or -1, and 0 or 1; seeds do not fall",
                              "");
    if (e->n == KIP_MOST_EXAMPLES)
        return kip_study_fail(reader, reader->start, error, "more examples than there can be", "");
    kip_study_next_line(reader);
    if (seed - (int64_t)def->seed >= e->nrun) {
        reader->at = reader->end; /* the run of this row was incomplete */
        return KIP_OK;
    }
    const KipExample example = {.character = e->character,
                                .skill = e->skill,
                                .n = dim,
                                .feature = feature,
                                .hand = hand != 0,
                                .success = label > 0};
    return kip_examples_add(e, &example, (uint64_t)seed, error);
}

static KipStatus read_table(KipStudyReader *reader, const KipSampleDef *def, KipExamples *e, KipError *error)
{
    double feature[KIP_SVM_MOST_FEATURES];
    int dim = 0;
    KipStatus status = take_count(reader, "runs", &e->nrun, error);
    if (status == KIP_OK)
        status = take_count(reader, "diverged", &e->nbroken, error);
    if (status == KIP_OK)
        status = take_count(reader, "failures", &e->nfailed, error);
    if (status == KIP_OK)
        status = take_text(reader, "skill", e->skill, sizeof e->skill, error);
    if (status == KIP_OK)
        status = take_text(reader, "character", e->character, sizeof e->character, error);
    if (status == KIP_OK)
        status = take_columns(reader, &dim, error);
    while (status == KIP_OK && reader->at < reader->end)
        status = take_row(reader, def, dim, feature, e, error);
    return status;
}

KipStatus kip_examples_read(const KipSampling *sampling, const char *path, KipError *error)
{
    KipStudyReader reader;
    KipStatus status = kip_study_open(&reader, path, error);
    if (status == KIP_OK)
        status = kip_study_take_asked(&reader, "learn", write_asked, sampling, error);
    if (status == KIP_OK)
        status = read_table(&reader, sampling->def, sampling->examples, error);
    kip_study_close(&reader);
    if (status != KIP_OK)
        kip_examples_free(sampling->examples);
    return status;
}
