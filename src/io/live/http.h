/* Requests of HTTP/1.1 as bytes: what a small server needs of RFC 9112, and nothing that it does not. */
#ifndef KIP_IO_LIVE_HTTP_H
#define KIP_IO_LIVE_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum { KIP_HTTP_HEAD = 8192, KIP_HTTP_BODY = 262144, KIP_HTTP_TEXT = 256 };

/* The texts are empty where a header is not there. */
typedef struct KipRequest {
    bool is_post; /* else GET */
    char path[KIP_HTTP_TEXT], host[KIP_HTTP_TEXT], origin[KIP_HTTP_TEXT];
    bool closes;      /* the client asks for no further request on this connection */
    const char *body; /* within the bytes that were parsed */
    size_t size;
} KipRequest;

/* What the bytes that came so far are: 0: not a whole request yet; 200: one, of *used bytes; else why they are none that is
 * answered: 400 (nonsense), 413 (too large), 431 (its head is too large), 501 (what is not served). */
int kip_http_parse(const char *bytes, size_t size, KipRequest *request, size_t *used);
const char *kip_http_reason(int code);

#endif
