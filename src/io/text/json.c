#include "json.h"

#include <string.h>

#include "number.h"

/* The length of the UTF-8 character at `text` (RFC 3629: not overlong, no surrogate), 0 if it is none. */
static int utf8_length(const unsigned char *text)
{
    static const struct {
        unsigned char first, last;          /* of the leading byte */
        unsigned char second_lo, second_hi; /* of the byte after it; the others are 80 to BF */
        int length;
    } form[] = {
        {0x00, 0x7F, 0x00, 0x00, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        if (text[0] < form[i].first || text[0] > form[i].last)
            continue;
        if (form[i].length > 1 && (text[1] < form[i].second_lo || text[1] > form[i].second_hi))
            return 0;
        for (int k = 2; k < form[i].length; k++)
            if ((text[k] & 0xC0) != 0x80)
                return 0;
        return form[i].length;
    }
    return 0;
}

void kip_json_text(FILE *stream, const char *text)
{
    static const char *const replacement = "\xEF\xBF\xBD"; /* U+FFFD, for a byte that is not UTF-8 */
    fputc('"', stream);
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        int length = utf8_length(c);
        if (*c == '"' || *c == '\\')
            fprintf(stream, "\\%c", *c);
        else if (*c < 0x20 || *c == 0x7F || *c == '<')
            fprintf(stream, "\\u%04x", *c);
        else if (length == 0)
            fputs(replacement, stream);
        else
            fwrite(c, 1, (size_t)length, stream);
        c += length ? length : 1;
    }
    fputc('"', stream);
}

static void print_number(FILE *stream, double value)
{
    char text[KIP_NUMBER_SIZE];
    fputs(value - value == 0 ? kip_number_format(text, value) : "null", stream);
}

static void begin(KipJson *json, const char *key)
{
    if (json->depth > 0)
        fprintf(json->stream, "%s\n%*s", json->filled ? "," : "", 2 * json->depth, "");
    json->filled = true;
    if (key) {
        kip_json_text(json->stream, key);
        fputs(": ", json->stream);
    }
}

void kip_json_open(KipJson *json, const char *key, char bracket)
{
    begin(json, key);
    fputc(bracket, json->stream);
    json->bracket[json->depth++] = bracket == '{' ? '}' : ']';
    json->filled = false;
}

void kip_json_close(KipJson *json)
{
    json->depth--;
    if (json->filled)
        fprintf(json->stream, "\n%*s", 2 * json->depth, "");
    fputc(json->bracket[json->depth], json->stream);
    json->filled = true;
    if (json->depth == 0)
        fputc('\n', json->stream);
}

void kip_json_string(KipJson *json, const char *key, const char *text)
{
    begin(json, key);
    if (text)
        kip_json_text(json->stream, text);
    else
        fputs("null", json->stream);
}

void kip_json_number(KipJson *json, const char *key, double value)
{
    begin(json, key);
    print_number(json->stream, value);
}

void kip_json_integer(KipJson *json, const char *key, int64_t value)
{
    begin(json, key);
    fprintf(json->stream, "%lld", (long long)value);
}

void kip_json_bool(KipJson *json, const char *key, bool value)
{
    begin(json, key);
    fputs(value ? "true" : "false", json->stream);
}

void kip_json_numbers(KipJson *json, const char *key, const double *value, int n)
{
    begin(json, key);
    fputc('[', json->stream);
    for (int i = 0; i < n; i++) {
        fputs(i ? ", " : "", json->stream);
        print_number(json->stream, value[i]);
    }
    fputc(']', json->stream);
}
