/* Numbers for scenes (params.h). */
#include "params.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "../text/number.h"

KipStatus kip_params_set(KipParams *params, const char *name, size_t n, double value, KipError *error)
{
    int i = 0;
    if (n == 0 || n >= KIP_PARAM_NAME)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a number's name has 1 to %d bytes",
                        KIP_PARAM_NAME - 1);
    while (i < params->n && (strlen(params->name[i]) != n || memcmp(params->name[i], name, n) != 0))
        i++;
    if (i == KIP_MOST_PARAMS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "more than %d numbers", KIP_MOST_PARAMS);
    if (i == params->n) {
        memcpy(params->name[i], name, n);
        params->name[i][n] = '\0';
        params->param[i].name = params->name[i];
        params->n++;
    }
    params->param[i].value = value;
    return KIP_OK;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* "0,4": a decimal comma. */
static bool has_comma(const char *text, size_t n)
{
    const char *comma = memchr(text, ',', n);
    double whole, part;
    return comma && kip_number_parse(text, (size_t)(comma - text), &whole) &&
           kip_number_parse(comma + 1, n - (size_t)(comma + 1 - text), &part);
}

/* Sets NAME = VALUE of text[0, n); after a failure, *wrong is its offset in the text. */
static KipStatus set_text(KipParams *params, const char *text, size_t n, size_t *wrong, KipError *error)
{
    size_t name = 0, end, equals;
    double value;
    while (name < n && is_blank(text[name]))
        name++;
    for (equals = name; equals < n && text[equals] != '='; equals++)
        ;
    for (end = equals; end > name && is_blank(text[end - 1]); end--)
        ;
    *wrong = name;
    if (equals == n || end == name)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%.*s' must be NAME=NUMBER",
                        (int)(n < 80 ? n : 80), text);
    for (size_t i = name; i < end; i++)
        if ((unsigned char)text[i] <= ' ')
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "a name has no blanks or control characters in it");
    *wrong = equals + 1;
    if (!kip_number_parse(text + equals + 1, n - equals - 1, &value) || !isfinite(value))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%.*s' is no finite number%s",
                        (int)(n - equals - 1 < 80 ? n - equals - 1 : 80), text + equals + 1,
                        has_comma(text + equals + 1, n - equals - 1) ? "; decimals follow a point, as 0.4"
                                                                     : "");
    return kip_params_set(params, text + name, end - name, value, error);
}

KipStatus kip_params_set_word(KipParams *params, const char *word, KipError *error)
{
    size_t wrong;
    return set_text(params, word, strlen(word), &wrong, error);
}

KipStatus kip_params_read(KipParams *params, const char *path, KipError *error)
{
    char *text;
    size_t size;
    int number = 0;
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    const char *begin = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text; /* a byte order mark */
    for (const char *line = begin, *end = text + size; line < end && status == KIP_OK; number++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        const char *comment = memchr(line, '#', (size_t)(stop - line));
        size_t n = (size_t)((comment ? comment : stop) - line), wrong = 0;
        while (n > 0 && is_blank(line[n - 1]))
            n--;
        KipError inner;
        if (n > 0 && set_text(params, line, n, &wrong, &inner) != KIP_OK) {
            KipPlace place = {path, number + 1, (int)wrong + 1};
            status = kip_fail(error, KIP_BAD_INPUT, place, "%s", inner.message);
        }
        line = stop + 1;
    }
    free(text);
    return status;
}

void kip_params_write(const KipParams *params, FILE *stream)
{
    char text[KIP_NUMBER_SIZE];
    for (int i = 0; i < params->n; i++)
        fprintf(stream, "%s = %s\n", params->name[i], kip_number_format_short(text, params->param[i].value));
}
