/* The design of a sweep, from the first lines of its table. See sweep.h. */
#include "sweep_reader.h"

#include <stdlib.h>
#include <string.h>

KipStatus kip_sweep_fail_at(const KipSweepReader *reader, const char *at, KipError *error, const char *what,
                            const char *text)
{
    KipPlace place = {reader->file, reader->line, (int)(at - reader->start) + 1};
    return kip_fail(error, KIP_BAD_INPUT, place, "%s%.80s", what, text);
}

static KipStatus open_reader(KipSweepReader *reader, const char *file, const char *text, size_t size,
                             KipError *error)
{
    *reader = (KipSweepReader){.file = strcmp(file, "-") == 0 ? "<stdin>" : file,
                               .at = text,
                               .end = text + size,
                               .line = 1};
    reader->start = text;
    if (memchr(text, '\0', size))
        return kip_sweep_fail_at(reader, text, error, "this is no text: it holds a zero byte", "");
    reader->field = malloc(size + 1);
    if (!reader->field)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading a table");
    return KIP_OK;
}

void kip_sweep_next_line(KipSweepReader *reader)
{
    reader->line++;
    reader->start = reader->at;
}

/* -- the design ------------------------------------------------------------------------------------------ */

/* The line "# ..." without its mark; false: it is none. */
static bool take_comment(KipSweepReader *reader, char *line, size_t size)
{
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    size_t n = stop ? (size_t)(stop - reader->at) : 0;
    if (n < 2 || memcmp(reader->at, "# ", 2) != 0 || n - 2 >= size)
        return false;
    memcpy(line, reader->at + 2, n - 2);
    line[n - 2] = '\0';
    reader->at = stop + 1;
    kip_sweep_next_line(reader);
    return true;
}

bool kip_sweep_read_integer(const char *text, int64_t *value)
{
    int64_t sum = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        int64_t digit = *text - '0';
        if (digit < 0 || digit > 9 || sum > (INT64_MAX - digit) / 10)
            return false;
        sum = 10 * sum + digit;
    }
    *value = sum;
    return true;
}

/* "key value": the value, or NULL where the line has another key. */
static const char *after(const char *line, const char *key)
{
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static bool take_text(char *to, size_t size, const char *from)
{
    if (*to || strlen(from) >= size)
        return false;
    strcpy(to, from);
    return true;
}

/* 16 hexadecimal digits. */
static bool read_hash(const char *text, uint64_t *hash)
{
    static const char digits[] = "0123456789abcdef";
    *hash = 0;
    if (strlen(text) != 16 || strspn(text, digits) != 16)
        return false;
    for (; *text; text++)
        *hash = 16 * *hash + (uint64_t)(strchr(digits, *text) - digits);
    return true;
}

/* What a head must have beside numbers that have a default. */
typedef struct Head {
    int64_t njob; /* -1: not yet */
    bool scripts;
} Head;

/* One line of the design; false: there is no such. */
static bool read_line(KipSweepDesign *design, const char *line, Head *head, KipError *inner)
{
    const char *text;
    if ((text = after(line, "scene")))
        return take_text(design->path, sizeof design->path, text);
    if ((text = after(line, "scripts")))
        return !head->scripts && (head->scripts = read_hash(text, &design->scripts));
    if ((text = after(line, "boundary")))
        return take_text(design->boundary, sizeof design->boundary, text);
    if ((text = after(line, "param")))
        return kip_sweep_design_word(design, text, inner) == KIP_OK;
    if ((text = after(line, "seeds")))
        return kip_sweep_read_integer(text, &design->seeds);
    if ((text = after(line, "seed")))
        return kip_sweep_read_integer(text, &design->seed);
    if ((text = after(line, "random")))
        return kip_sweep_read_integer(text, &design->nrandom);
    if ((text = after(line, "jobs")))
        return kip_sweep_read_integer(text, &head->njob);
    return false;
}

enum { LINE = KIP_PARAM_NAME + 32 * KIP_SWEEP_MOST_VALUES };

static KipStatus read_design(KipSweepReader *reader, KipSweepDesign *design, char *line, KipError *error)
{
    Head head = {.njob = -1};
    KipError inner;
    if (!take_comment(reader, line, LINE) || strncmp(line, "kip sweep ", 10) != 0)
        return kip_sweep_fail_at(reader, reader->at, error,
                                 "this is no table of kip sweep: it does not begin with \"# kip sweep 1\"",
                                 "");
    if (strcmp(line, "kip sweep 1") != 0)
        return kip_sweep_fail_at(reader, reader->at, error, "this kip reads tables of format 1, not ",
                                 line + 10);
    while (head.njob < 0) {
        const char *at = reader->at;
        if (!take_comment(reader, line, LINE))
            return kip_sweep_fail_at(reader, at, error, "the lines of the design end without \"# jobs N\"",
                                     "");
        *inner.message = '\0';
        if (!read_line(design, line, &head, &inner)) {
            reader->line--;
            reader->start = at;
            return kip_sweep_fail_at(reader, at, error, *inner.message ? "" : "this is no line of a design: ",
                                     *inner.message ? inner.message : line);
        }
    }
    if (!head.scripts)
        return kip_sweep_fail_at(reader, reader->at, error, "the design lacks its line \"# scripts HASH\"",
                                 "");
    KipStatus status = kip_sweep_design_finish(design, &inner);
    if (status != KIP_OK)
        return kip_sweep_fail_at(reader, reader->at, error, "the design makes no sense: ", inner.message);
    if (head.njob != design->njob)
        return kip_sweep_fail_at(reader, reader->at, error,
                                 "the design does not have as many jobs as it says", "");
    return KIP_OK;
}

KipStatus kip_sweep_begin_reading(KipSweepReader *reader, KipSweepDesign *design, const char *file,
                                  const char *text, size_t size, KipError *error)
{
    KipStatus status = open_reader(reader, file, text, size, error);
    char *line = malloc(LINE);
    if (status == KIP_OK && !line)
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading a table");
    if (status == KIP_OK)
        status = read_design(reader, design, line, error);
    free(line);
    return status;
}

KipStatus kip_sweep_read_design(KipSweepDesign *design, const char *file, const char *text, size_t size,
                                KipError *error)
{
    KipSweepReader reader;
    KipStatus status = kip_sweep_begin_reading(&reader, design, file, text, size, error);
    free(reader.field);
    return status;
}
