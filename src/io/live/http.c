/* Parsing requests of HTTP/1.1 (http.h). */
#include "http.h"

#include <stdlib.h>
#include <string.h>

#include "../../dynamics/letters.h"

static bool is_name(const char *text, size_t size, const char *name)
{
    if (strlen(name) != size)
        return false;
    for (size_t i = 0; i < size; i++)
        if (to_lower(text[i]) != name[i])
            return false;
    return true;
}

/* Copies printable text without blanks; false for other or too long text. */
static bool take(char to[KIP_HTTP_TEXT], const char *text, size_t size)
{
    if (size >= KIP_HTTP_TEXT)
        return false;
    for (size_t i = 0; i < size; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return false;
    memcpy(to, text, size);
    to[size] = 0;
    return true;
}

/* Reads "GET /path HTTP/1.1". */
static int read_first(const char *line, size_t size, KipRequest *request)
{
    static const char version[] = " HTTP/1.";
    const size_t tail = sizeof version; /* including the digit */
    const char *slash = memchr(line, '/', size);
    if (!slash || size < tail + 5 || memcmp(line + size - tail, version, tail - 1) != 0)
        return 400;
    request->is_post = strncmp(line, "POST ", 5) == 0;
    if (!request->is_post && strncmp(line, "GET ", 4) != 0)
        return 501;
    if (slash != line + (request->is_post ? 5 : 4) || slash > line + size - tail)
        return 400;
    request->closes = line[size - 1] == '0';
    return take(request->path, slash, (size_t)(line + size - tail - slash)) ? 200 : 400;
}

static int read_length(const char *text, size_t size, KipRequest *request)
{
    request->size = 0;
    if (size == 0)
        return 400;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 400;
        request->size = 10 * request->size + (size_t)(text[i] - '0');
        if (request->size > KIP_HTTP_BODY)
            return 413;
    }
    return 200;
}

typedef struct Seen {
    bool host, origin, length;
} Seen;

/* Reads "Name: value"; relevant headers may occur once. */
static int read_header(const char *line, size_t size, KipRequest *request, Seen *seen)
{
    const char *colon = memchr(line, ':', size);
    if (!colon || colon == line)
        return 400;
    const size_t name = (size_t)(colon - line);
    const char *value = colon + 1, *end = line + size;
    while (value < end && (*value == ' ' || *value == '\t'))
        value++;
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    const size_t n = (size_t)(end - value);
    if (is_name(line, name, "host")) {
        const bool twice = seen->host;
        seen->host = true;
        return !twice && take(request->host, value, n) ? 200 : 400;
    }
    if (is_name(line, name, "origin")) {
        const bool twice = seen->origin;
        seen->origin = true;
        return !twice && take(request->origin, value, n) ? 200 : 400;
    }
    if (is_name(line, name, "content-length")) {
        const bool twice = seen->length;
        seen->length = true;
        return twice ? 400 : read_length(value, n, request);
    }
    if (is_name(line, name, "connection"))
        request->closes = request->closes || is_name(value, n, "close");
    return is_name(line, name, "transfer-encoding") || is_name(line, name, "expect") ? 501 : 200;
}

int kip_http_parse(const char *bytes, size_t size, KipRequest *request, size_t *used)
{
    Seen seen = {false, false, false};
    size_t at = 0;
    *request = (KipRequest){.is_post = false};
    for (int lines = 0;; lines++) {
        const char *line = bytes + at, *end = memchr(line, '\n', size - at);
        if (!end)
            return size > KIP_HTTP_HEAD ? 431 : 0;
        size_t n = (size_t)(end - line);
        at += n + 1;
        if (at > KIP_HTTP_HEAD)
            return 431;
        if (n == 0 || line[n - 1] != '\r' || memchr(line, 0, n))
            return 400;
        n--;
        if (n == 0 && lines > 0)
            break;
        const int code = lines ? read_header(line, n, request, &seen) : read_first(line, n, request);
        if (code != 200)
            return code;
    }
    if (size - at < request->size)
        return 0;
    request->body = bytes + at;
    *used = at + request->size;
    return 200;
}

const char *kip_http_reason(int code)
{
    switch (code) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 413:
        return "Content Too Large";
    case 431:
        return "Request Header Fields Too Large";
    case 501:
        return "Not Implemented";
    case 503:
        return "Service Unavailable";
    default:
        return "Error";
    }
}
