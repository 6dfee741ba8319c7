/* Examples as a table: what is kept of a sampling that was interrupted, and what other programs read. See
 * examples.h. */
#include "examples.h"

#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "../text/number.h"

/* -- writing --------------------------------------------------------------------------------------------- */

static const char first_line[] = "# kip learn 1\n";

/* Of all that decides which examples come. */
static void write_head(const KipSampleDef *def, uint64_t scripts, FILE *stream)
{
    char text[KIP_NUMBER_SIZE];
    fputs(first_line, stream);
    fprintf(stream, "# scripts %016llx\n", (unsigned long long)scripts);
    for (int i = 0; i < def->trial.nparam; i++)
        fprintf(stream, "# param %s=%s\n", def->trial.param[i].name,
                kip_number_format(text, def->trial.param[i].value));
    fprintf(stream, "# seed %llu\n", (unsigned long long)def->seed);
}

void kip_examples_write(const KipSampleDef *def, uint64_t scripts, const KipExamples *e, FILE *stream)
{
    char text[KIP_NUMBER_SIZE];
    write_head(def, scripts, stream);
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
}

/* -- reading --------------------------------------------------------------------------------------------- */

typedef struct Reader {
    const char *path, *at, *end;
    int line; /* that was taken last */
    KipError *error;
} Reader;

static KipStatus damaged(const Reader *r, const char *what)
{
    return kip_fail(r->error, KIP_BAD_INPUT, (KipPlace){r->path, r->line > 0 ? r->line : 1, 1}, "%s", what);
}

/* The line up to its end, which is passed; false: it is not whole. */
static bool take_line(Reader *r, const char **line, size_t *n)
{
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (!stop)
        return false;
    *line = r->at, *n = (size_t)(stop - r->at);
    r->at = stop + 1;
    r->line++;
    return true;
}

static bool is_whole(double x, double least, double most)
{
    return x >= least && x <= most && x == (double)(int64_t)x;
}

/* "# key N" */
static KipStatus take_count(Reader *r, const char *key, int64_t *count)
{
    const char *line;
    size_t n, k = strlen(key);
    double x;
    if (!take_line(r, &line, &n) || n < k + 3 || memcmp(line, "# ", 2) != 0 ||
        memcmp(line + 2, key, k) != 0 || !kip_number_parse(line + 2 + k, n - 2 - k, &x) ||
        !is_whole(x, 0, 9e15))
        return damaged(r, "a count is missing here; the table is damaged");
    *count = (int64_t)x;
    return KIP_OK;
}

/* "# key text" */
static KipStatus take_name(Reader *r, const char *key, char name[KIP_EXAMPLE_NAME])
{
    const char *line;
    size_t n, k = strlen(key) + 3;
    if (!take_line(r, &line, &n) || n < k || n - k >= KIP_EXAMPLE_NAME || memcmp(line, "# ", 2) != 0 ||
        memcmp(line + 2, key, k - 3) != 0)
        return damaged(r, "a name is missing here; the table is damaged");
    memcpy(name, line + k, n - k);
    name[n - k] = '\0';
    return KIP_OK;
}

static bool take_field(const char **at, const char *end, double *value)
{
    const char *comma = *at < end ? memchr(*at, ',', (size_t)(end - *at)) : NULL, *stop = comma ? comma : end;
    bool good = *at <= end && kip_number_parse(*at, (size_t)(stop - *at), value);
    *at = stop + 1;
    return good;
}

static KipStatus take_row(Reader *r, const KipSampleDef *def, int dim, double *field, KipExamples *e)
{
    const char *line;
    size_t n;
    uint64_t least = e->n ? e->seed[e->n - 1] : def->seed;
    if (!take_line(r, &line, &n))
        return damaged(r, "the table ends within a line");
    const char *at = line, *end = line + n;
    for (int k = 0; k < dim + 3; k++)
        if (!take_field(&at, end, field + k))
            return damaged(r, "a row has too few numbers");
    if (at != end + 1)
        return damaged(r, "a row has too many numbers");
    if (!is_whole(field[0], (double)least, 9e15) || (field[1] != 1 && field[1] != -1) ||
        (field[2] != 0 && field[2] != 1))
        return damaged(r, "a row begins with its seed, its label 1 or -1, and 0 or 1; seeds do not fall");
    if (field[0] >= (double)def->seed + (double)e->nrun) {
        r->at = r->end; /* of a run that was not done */
        return KIP_OK;
    }
    if (e->n == KIP_MOST_EXAMPLES)
        return damaged(r, "more examples than there can be");
    const KipExample example = {.character = e->character,
                                .skill = e->skill,
                                .n = dim,
                                .feature = field + 3,
                                .hand = field[2] != 0,
                                .success = field[1] > 0};
    return kip_examples_add(e, &example, (uint64_t)field[0], r->error);
}

/* The number of features, by the names of the columns. */
static KipStatus take_columns(Reader *r, int *dim)
{
    static const char begins[] = "seed,label,hand";
    const char *line;
    size_t n;
    int commas = 0;
    if (!take_line(r, &line, &n) || n < sizeof begins - 1 || memcmp(line, begins, sizeof begins - 1) != 0)
        return damaged(r, "the names of the columns are missing");
    for (size_t i = 0; i < n; i++)
        commas += line[i] == ',';
    *dim = commas - 2;
    if (*dim < 0 || *dim > KIP_SVM_MOST_FEATURES || (*dim == 0 && r->at < r->end)) /* 0: no examples yet */
        return damaged(r, "the names of the columns are damaged");
    return KIP_OK;
}

static KipStatus read_table(Reader *r, const KipSampleDef *def, KipExamples *e)
{
    double field[KIP_SVM_MOST_FEATURES + 3];
    int dim = 0;
    KipStatus status = take_count(r, "runs", &e->nrun);
    if (status == KIP_OK)
        status = take_count(r, "diverged", &e->nbroken);
    if (status == KIP_OK)
        status = take_count(r, "failures", &e->nfailed);
    if (status == KIP_OK)
        status = take_name(r, "skill", e->skill);
    if (status == KIP_OK)
        status = take_name(r, "character", e->character);
    if (status == KIP_OK)
        status = take_columns(r, &dim);
    while (status == KIP_OK && r->at < r->end)
        status = take_row(r, def, dim, field, e);
    return status;
}

/* The head as it would be written, at the beginning of the text; it is passed. */
static KipStatus take_head(Reader *r, const KipSampleDef *def, uint64_t scripts)
{
    char *head = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&head, &size);
    if (stream) {
        write_head(def, scripts, stream);
        kip_close_memory(stream, &head);
    }
    if (!head)
        return kip_fail(r->error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading %s", r->path);
    size_t n = (size_t)(r->end - r->at);
    bool same = n >= size && memcmp(r->at, head, size) == 0;
    bool of_kip = n >= sizeof first_line - 1 && memcmp(r->at, first_line, sizeof first_line - 1) == 0;
    for (size_t i = 0; i < size && same; i++)
        r->line += head[i] == '\n';
    r->at += same ? size : 0;
    free(head);
    if (same)
        return KIP_OK;
    return damaged(r,
                   of_kip
                       ? "these are examples of another scene, or of other scripts, numbers or another seed"
                       : "these are no examples that kip learn has saved");
}

KipStatus kip_examples_read(const KipSampleDef *def, uint64_t scripts, const char *path,
                            KipExamples *examples, KipError *error)
{
    char *text;
    size_t size;
    KipStatus status = kip_file_read_large(path, 4096, &text, &size, error);
    if (status != KIP_OK)
        return status;
    Reader r = {.path = path, .at = text, .end = text + size, .error = error};
    status = take_head(&r, def, scripts);
    if (status == KIP_OK)
        status = read_table(&r, def, examples);
    free(text);
    if (status != KIP_OK)
        kip_examples_free(examples);
    return status;
}
