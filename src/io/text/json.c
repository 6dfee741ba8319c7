#include "json.h"

#include "number.h"
#include "utf8.h"

void kip_json_text(FILE *stream, const char *text)
{
    static const char *const replacement = "\xEF\xBF\xBD"; /* U+FFFD, for a byte that is not UTF-8 */
    fputc('"', stream);
    for (const char *c = text; *c;) {
        const size_t length = kip_utf8_length(c, 4); /* the terminating 0 ends a truncated character */
        if (*c == '"' || *c == '\\')
            fprintf(stream, "\\%c", *c);
        else if ((unsigned char)*c < 0x20 || *c == 0x7F || *c == '<')
            fprintf(stream, "\\u%04x", *c);
        else if (length == 0)
            fputs(replacement, stream);
        else
            fwrite(c, 1, length, stream);
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
