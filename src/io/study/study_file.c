/* The file of a study (study_file.h). */
#include "study_file.h"

#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "../text/number.h"

enum { MEGABYTES = 4096 };

/* -- writing --------------------------------------------------------------------------------------------- */

void kip_study_write_param(const char *name, double value, FILE *stream)
{
    char text[KIP_NUMBER_SIZE];
    fprintf(stream, "# param %s=%s\n", name, kip_number_format_short(text, value));
}

void kip_study_write_scripts(uint64_t scripts, FILE *stream)
{
    fprintf(stream, "# scripts %016llx\n", (unsigned long long)scripts);
}

KipStatus kip_study_save(const char *path,
                         KipStatus (*write)(const void *study, FILE *stream, KipError *error),
                         const void *study, KipError *error)
{
    KipOutput output = {0};
    KipStatus status = kip_output_open(&output, path, error);
    if (status == KIP_OK)
        status = write(study, output.stream, error);
    return kip_output_end(&output, status, error);
}

/* -- a reader -------------------------------------------------------------------------------------------- */

KipStatus kip_study_fail(const KipStudyReader *reader, const char *at, KipError *error, const char *what,
                         const char *text)
{
    KipPlace place = {reader->file, reader->line, (int)(at - reader->start) + 1};
    return kip_fail(error, KIP_BAD_INPUT, place, "%s%.80s", what, text);
}

KipStatus kip_study_begin(KipStudyReader *reader, const char *file, const char *text, size_t size,
                          KipError *error)
{
    *reader = (KipStudyReader){.file = strcmp(file, "-") == 0 ? "<stdin>" : file,
                               .at = text,
                               .end = text + size,
                               .start = text,
                               .line = 1};
    if (memchr(text, '\0', size))
        return kip_study_fail(reader, text, error, "this is no text: it holds a zero byte", "");
    reader->cell = malloc(size + 1);
    if (!reader->cell)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading %s", reader->file);
    return KIP_OK;
}

KipStatus kip_study_open(KipStudyReader *reader, const char *path, KipError *error)
{
    char *text;
    size_t size;
    *reader = (KipStudyReader){.file = path};
    KipStatus status = kip_file_read_large(path, MEGABYTES, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_study_begin(reader, path, text, size, error);
    reader->text = text;
    return status;
}

void kip_study_close(KipStudyReader *reader)
{
    free(reader->cell);
    free(reader->text);
    *reader = (KipStudyReader){0};
}

void kip_study_next_line(KipStudyReader *reader)
{
    reader->line++;
    reader->start = reader->at;
}

/* -- what was asked -------------------------------------------------------------------------------------- */

bool kip_study_take_comment(KipStudyReader *reader, char *line, size_t size)
{
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    size_t n = stop ? (size_t)(stop - reader->at) : 0;
    if (n < 2 || memcmp(reader->at, "# ", 2) != 0 || n - 2 >= size)
        return false;
    memcpy(line, reader->at + 2, n - 2);
    line[n - 2] = '\0';
    reader->at = stop + 1;
    kip_study_next_line(reader);
    return true;
}

const char *kip_study_after(const char *line, const char *key)
{
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

KipStatus kip_study_take_kind(KipStudyReader *reader, const char *kind, KipError *error)
{
    const KipStudyReader first = *reader; /* errors are at the line taken here */
    char line[80], begins[80], what[160];
    snprintf(begins, sizeof begins, "kip %s ", kind);
    if (!kip_study_take_comment(reader, line, sizeof line) || strncmp(line, begins, strlen(begins)) != 0) {
        snprintf(what, sizeof what, "this is no file of kip %s: it does not begin with \"# kip %s 1\"", kind,
                 kind);
        return kip_study_fail(&first, first.at, error, what, "");
    }
    if (strcmp(line + strlen(begins), "1") != 0)
        return kip_study_fail(&first, first.at, error, "this kip reads files of format 1, not ",
                              line + strlen(begins));
    return KIP_OK;
}

/* Size of the line at text[0, n), including its newline if any. */
static size_t line_size(const char *text, size_t n)
{
    const char *stop = memchr(text, '\n', n);
    return stop ? (size_t)(stop - text) + 1 : n;
}

static KipStatus fail_other(const KipStudyReader *reader, const char *line, size_t n, KipError *error)
{
    enum { SHOWN = 80 };
    size_t there = line_size(reader->at, (size_t)(reader->end - reader->at));
    there -= there > 0 && reader->at[there - 1] == '\n';
    KipPlace place = {reader->file, reader->line, 1};
    return kip_fail(error, KIP_BAD_INPUT, place,
                    "this file is of another study: it has \"%.*s\" where this one has \"%.*s\"",
                    (int)(there < SHOWN ? there : SHOWN), reader->at, (int)(n < SHOWN ? n : SHOWN), line);
}

/* Takes the lines asked[0, size). A change of the scripts is reported only where nothing else differs, because other
 * numbers may lead to other scripts. */
static KipStatus take_lines(KipStudyReader *reader, const char *asked, size_t size, KipError *error)
{
    static const char scripts[] = "# scripts ";
    int changed = 0; /* the line of the scripts */
    for (size_t at = 0; at < size; kip_study_next_line(reader)) {
        size_t left = (size_t)(reader->end - reader->at), n = line_size(asked + at, size - at);
        bool same = left >= n && memcmp(reader->at, asked + at, n) == 0;
        if (!same && left >= n && memcmp(reader->at, scripts, sizeof scripts - 1) == 0 &&
            memcmp(asked + at, scripts, sizeof scripts - 1) == 0)
            changed = reader->line;
        else if (!same)
            return fail_other(reader, asked + at, n - 1, error);
        reader->at += line_size(reader->at, left);
        at += n;
    }
    if (!changed)
        return KIP_OK;
    return kip_fail(
        error, KIP_BAD_INPUT, (KipPlace){reader->file, changed, 1},
        "the scene or a script that it uses was changed between this file and the other runs: run "
        "all of them again, or undo the change");
}

KipStatus kip_study_take_asked(KipStudyReader *reader, const char *kind,
                               void (*write)(const void *asked, FILE *stream), const void *asked,
                               KipError *error)
{
    char *text = NULL;
    size_t size = 0;
    KipStudyReader first = *reader;
    KipStatus status = kip_study_take_kind(&first, kind, error);
    if (status != KIP_OK)
        return status;
    FILE *stream = open_memstream(&text, &size);
    if (stream) {
        write(asked, stream);
        kip_close_memory(stream, &text);
    }
    if (!text)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading %s", reader->file);
    status = take_lines(reader, text, size, error);
    free(text);
    return status;
}

/* -- cells ----------------------------------------------------------------------------------------------- */

static KipStatus fail_cut(const KipStudyReader *reader, KipError *error)
{
    return kip_study_fail(reader, reader->start, error, "the table is cut off within this line", "");
}

KipStatus kip_study_take_cell(KipStudyReader *reader, int more, KipError *error)
{
    char *to = reader->cell;
    reader->from = reader->at;
    reader->quoted = reader->at < reader->end && *reader->at == '"';
    if (reader->quoted)
        for (reader->at++;; *to++ = *reader->at++) {
            if (reader->at == reader->end)
                return fail_cut(reader, error);
            if (*reader->at == '"' && (++reader->at == reader->end || *reader->at != '"'))
                break;
        }
    else
        while (reader->at < reader->end && !strchr(",\"\n", *reader->at))
            *to++ = *reader->at++;
    *to = '\0';
    reader->size = (size_t)(to - reader->cell);
    if (reader->at == reader->end)
        return fail_cut(reader, error);
    if (*reader->at != ',' && *reader->at != '\n')
        return kip_study_fail(reader, reader->at, error, "a comma or the end of the line must come here", "");
    reader->last = *reader->at++ == '\n';
    if (more < 0 || reader->last == (more == 0))
        return KIP_OK;
    return kip_study_fail(reader, reader->from, error,
                          more ? "the line ends here, and has too few cells"
                               : "the line has more cells than there are columns",
                          "");
}

KipStatus kip_study_take_name(KipStudyReader *reader, const char *name, KipError *error)
{
    KipStatus status = kip_study_take_cell(reader, -1, error);
    if (status == KIP_OK && strcmp(reader->cell, name) != 0)
        return kip_study_fail(reader, reader->from, error, "the column here must be ", name);
    return status;
}

KipStatus kip_study_take_number(KipStudyReader *reader, int more, double *value, KipError *error)
{
    KipStatus status = kip_study_take_cell(reader, more, error);
    if (status == KIP_OK && (reader->quoted || !kip_number_parse(reader->cell, reader->size, value)))
        return kip_study_fail(reader, reader->from, error, "this is not a number: ", reader->cell);
    return status;
}

KipStatus kip_study_take_integer(KipStudyReader *reader, int more, int64_t *value, KipError *error)
{
    KipStatus status = kip_study_take_cell(reader, more, error);
    if (status == KIP_OK && (reader->quoted || !kip_study_read_integer(reader->cell, value)))
        return kip_study_fail(reader, reader->from, error, "this is not a whole number: ", reader->cell);
    return status;
}

/* -- whole numbers --------------------------------------------------------------------------------------- */

bool kip_study_read_integer(const char *text, int64_t *value)
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

bool kip_study_read_hash(const char *text, uint64_t *hash)
{
    static const char digits[] = "0123456789abcdef";
    *hash = 0;
    if (strlen(text) != 16 || strspn(text, digits) != 16)
        return false;
    for (; *text; text++)
        *hash = 16 * *hash + (uint64_t)(strchr(digits, *text) - digits);
    return true;
}
