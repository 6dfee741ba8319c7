/* Requests of HTTP/1.1: the part of RFC 9112 that a small server needs. */
#ifndef KIP_IO_LIVE_HTTP_H
#define KIP_IO_LIVE_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum { KIP_HTTP_HEAD = 8192, KIP_HTTP_BODY = 262144, KIP_HTTP_TEXT = 256 };

/* A request; texts of absent headers are empty. */
typedef struct KipRequest {
    bool is_post; /* else GET */
    char path[KIP_HTTP_TEXT], host[KIP_HTTP_TEXT], origin[KIP_HTTP_TEXT];
    bool closes;      /* the connection ends after this request */
    const char *body; /* within the bytes that were parsed */
    size_t size;
} KipRequest;

/* Parses the bytes received so far. Returns 0 for an incomplete request; 200 for a request of *used bytes; else the code of
 * an error: 400 (malformed), 413 (too large), 431 (head too large), 501 (not supported). */
int kip_http_parse(const char *bytes, size_t size, KipRequest *request, size_t *used);
const char *kip_http_reason(int code);

#endif
