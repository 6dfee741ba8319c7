/* The server of a page and its stream (server.h). */
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../text/file.h"

enum { CLIENTS = 64, TOKEN_BYTES = 16, READ_AT_ONCE = 16384, MOST_WAITING = 1 << 20, MOST_OLD = 1 << 16 };
static const double patience = 10; /* s: to send a whole request, to receive what was written */
static const double idle = 120;    /* s: between two requests of a connection */

typedef struct Bytes {
    char *at;
    size_t size, room;
} Bytes;

typedef struct Client {
    int socket;       /* -1: unused */
    bool views, ends; /* receives the stream; is closed when all is written */
    bool gone;        /* the last user of this entry viewed, and its leaving is not reported yet */
    double since;     /* time of the last expected action */
    Bytes in, out;
} Client;

struct KipServer {
    KipServerDef def;
    int socket;
    char token[2 * TOKEN_BYTES + 1];
    char host[2][32]; /* "127.0.0.1:PORT", "localhost:PORT" */
    char address[96];
    Client client[CLIENTS];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* -- bytes ----------------------------------------------------------------------------------------------- */

static bool append(Bytes *bytes, const void *from, size_t size)
{
    if (bytes->size + size > bytes->room) {
        const size_t room = 2 * (bytes->size + size);
        char *at = realloc(bytes->at, room);
        if (!at)
            return false;
        bytes->at = at, bytes->room = room;
    }
    memcpy(bytes->at + bytes->size, from, size);
    bytes->size += size;
    return true;
}

static void take_off(Bytes *bytes, size_t size)
{
    memmove(bytes->at, bytes->at + size, bytes->size - size);
    bytes->size -= size;
}

/* -- clients --------------------------------------------------------------------------------------------- */

static void drop(Client *client)
{
    if (client->socket >= 0)
        close(client->socket);
    free(client->in.at);
    free(client->out.at);
    *client = (Client){.socket = -1, .gone = client->gone || client->views};
}

static void flush(Client *client)
{
    while (client->out.size) {
        const ssize_t n = send(client->socket, client->out.at, client->out.size, MSG_NOSIGNAL);
        if (n <= 0) {
            if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
                drop(client);
            return;
        }
        take_off(&client->out, (size_t)n);
        client->since = now();
    }
    if (client->ends)
        drop(client);
}

static void put(Client *client, const void *bytes, size_t size)
{
    if (client->out.size + size > MOST_WAITING || !append(&client->out, bytes, size))
        drop(client);
}

static const char policy[] = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                             "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
                             "frame-ancestors 'none'";

static void reply(Client *client, int code, const char *type, const char *body, size_t size)
{
    char head[640];
    const int n =
        snprintf(head, sizeof head,
                 "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-store\r\n"
                 "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                 "Content-Security-Policy: %s\r\nConnection: %s\r\n\r\n",
                 code, kip_http_reason(code), type, size, policy, client->ends ? "close" : "keep-alive");
    if (!append(&client->out, head, (size_t)n) || !append(&client->out, body, size))
        drop(client);
    else
        flush(client);
}

static void refuse(Client *client, int code)
{
    const char *reason = kip_http_reason(code);
    client->ends = true;
    reply(client, code, "text/plain", reason, strlen(reason));
}

/* The stream has no length: it ends with the connection. */
static void begin_view(const KipServer *server, Client *client)
{
    static const char head[] =
        "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nCache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n";
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    client->views = true;
    put(client, head, sizeof head - 1);
    if (stream) {
        server->def.greet(server->def.user, stream);
        if (kip_close_memory(stream, &text) && client->socket >= 0)
            put(client, text, size);
        free(text);
    }
    if (client->socket >= 0)
        flush(client);
}

/* All characters of the token are compared, so that the duration does not depend on it. */
static bool has_token(const KipServer *server, const char *path)
{
    unsigned differs = path[0] != '/';
    const size_t n = strlen(server->token);
    if (strlen(path) < n + 2)
        return false;
    for (size_t i = 0; i < n; i++)
        differs |= (unsigned)(path[i + 1] ^ server->token[i]);
    return !differs && path[n + 1] == '/';
}

static bool is_from_here(const KipServer *server, const KipRequest *request)
{
    for (int i = 0; i < 2; i++) {
        char origin[40];
        snprintf(origin, sizeof origin, "http://%s", server->host[i]);
        if (strcmp(request->host, server->host[i]) == 0)
            return !*request->origin || strcmp(request->origin, origin) == 0;
    }
    return false;
}

static void answer(const KipServer *server, Client *client, KipRequest *request)
{
    char *text = NULL;
    const char *type = "text/plain; charset=utf-8";
    size_t size = 0;
    if (!is_from_here(server, request)) {
        refuse(client, 403);
        return;
    }
    if (!has_token(server, request->path)) {
        refuse(client, 404);
        return;
    }
    memmove(request->path, request->path + strlen(server->token) + 2,
            strlen(request->path + strlen(server->token) + 2) + 1);
    client->ends = request->closes;
    if (!request->is_post && strcmp(request->path, "stream") == 0) {
        begin_view(server, client);
        return;
    }
    FILE *stream = open_memstream(&text, &size);
    int code = stream ? server->def.answer(server->def.user, request, stream, &type) : 503;
    if (stream && !kip_close_memory(stream, &text))
        code = 503, size = 0;
    reply(client, code, type, text ? text : "", size);
    free(text);
}

/* Returns whether a request was answered. */
static bool take_requests(const KipServer *server, Client *client)
{
    bool done = false;
    while (client->socket >= 0 && !client->views && !client->ends && client->in.size &&
           client->out.size < MOST_OLD) {
        KipRequest request;
        size_t used = 0;
        const int code = kip_http_parse(client->in.at, client->in.size, &request, &used);
        if (code == 0)
            break;
        done = true;
        if (code != 200) {
            refuse(client, code);
            break;
        }
        answer(server, client, &request);
        if (client->socket >= 0)
            take_off(&client->in, used);
    }
    return done;
}

static bool receive(const KipServer *server, Client *client)
{
    char bytes[READ_AT_ONCE];
    const ssize_t n = recv(client->socket, bytes, sizeof bytes, 0);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
        drop(client);
        return false;
    }
    if (n < 0 || client->views || client->ends) /* input from viewers is ignored */
        return false;
    if (client->in.size == 0)
        client->since = now();
    if (client->in.size + (size_t)n > KIP_HTTP_HEAD + KIP_HTTP_BODY + READ_AT_ONCE ||
        !append(&client->in, bytes, (size_t)n)) {
        drop(client);
        return false;
    }
    return take_requests(server, client);
}

/* Accepts a connection; where there is no room, it replaces the one that has been idle longest. */
static void welcome(KipServer *server)
{
    const int one = 1, socket = accept(server->socket, NULL, NULL);
    Client *place = NULL;
    if (socket < 0)
        return;
    for (int i = 0; i < CLIENTS && !place; i++)
        if (server->client[i].socket < 0)
            place = &server->client[i];
    for (int i = 0; i < CLIENTS && (!place || place->socket >= 0); i++) {
        Client *client = &server->client[i];
        if (!client->views && (!place || client->since < place->since))
            place = client;
    }
    if (!place || fcntl(socket, F_SETFL, O_NONBLOCK) < 0) {
        close(socket);
        return;
    }
    drop(place);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    *place = (Client){.socket = socket, .gone = place->gone, .since = now()};
}

static void drop_dead(KipServer *server)
{
    const double time = now();
    for (int i = 0; i < CLIENTS; i++) {
        Client *client = &server->client[i];
        const bool is_busy = client->in.size || client->out.size;
        if (client->socket >= 0 && (is_busy || !client->views) &&
            time - client->since > (is_busy ? patience : idle))
            drop(client);
    }
}

static void tell_gone(KipServer *server)
{
    for (int i = 0; i < CLIENTS; i++)
        if (server->client[i].gone) {
            server->client[i].gone = false;
            server->def.left(server->def.user);
        }
}

/* -- the server ------------------------------------------------------------------------------------------ */

static KipStatus fail(const char *what, KipError *error)
{
    return kip_fail(error, KIP_IO, kip_nowhere(), "%s: %s", what, strerror(errno));
}

static KipStatus make_token(KipServer *server, KipError *error)
{
    unsigned char bytes[TOKEN_BYTES];
    FILE *random = fopen("/dev/urandom", "rb");
    const size_t n = random ? fread(bytes, 1, sizeof bytes, random) : 0;
    if (random)
        fclose(random);
    if (n != sizeof bytes)
        return fail("/dev/urandom, for the token of the address", error);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(server->token + 2 * i, 3, "%02x", bytes[i]);
    return KIP_OK;
}

static KipStatus listen_at(KipServer *server, int port, KipError *error)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof at;
    const int one = 1;
    char what[32] = "no port of 127.0.0.1 is free";
    if (port)
        snprintf(what, sizeof what, "port %d of 127.0.0.1", port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (server->socket < 0)
        return fail("a socket", error);
    setsockopt(server->socket, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(server->socket, (struct sockaddr *)&at, sizeof at) < 0 || listen(server->socket, CLIENTS) < 0 ||
        getsockname(server->socket, (struct sockaddr *)&at, &size) < 0 ||
        fcntl(server->socket, F_SETFL, O_NONBLOCK) < 0)
        return fail(what, error);
    snprintf(server->host[0], sizeof server->host[0], "127.0.0.1:%d", ntohs(at.sin_port));
    snprintf(server->host[1], sizeof server->host[1], "localhost:%d", ntohs(at.sin_port));
    snprintf(server->address, sizeof server->address, "http://%s/%s/", server->host[0], server->token);
    return KIP_OK;
}

KipStatus kip_server_open(const KipServerDef *def, KipServer **server, KipError *error)
{
    *server = NULL;
    KipServer *made = calloc(1, sizeof *made);
    if (!made)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a server");
    made->def = *def;
    made->socket = -1;
    for (int i = 0; i < CLIENTS; i++)
        made->client[i].socket = -1;
    KipStatus status = make_token(made, error);
    if (status == KIP_OK)
        status = listen_at(made, def->port, error);
    if (status == KIP_OK)
        *server = made;
    else
        kip_server_close(made);
    return status;
}

void kip_server_close(KipServer *server)
{
    if (!server)
        return;
    for (int i = 0; i < CLIENTS; i++)
        drop(&server->client[i]);
    if (server->socket >= 0)
        close(server->socket);
    free(server);
}

const char *kip_server_address(const KipServer *server)
{
    return server->address;
}

bool kip_server_poll(KipServer *server, double seconds, int other)
{
    struct pollfd list[CLIENTS + 2];
    int of[CLIENTS + 2];
    const double end = now() + seconds;
    for (bool done = false; !done;) {
        nfds_t n = 2;
        list[0] = (struct pollfd){.fd = server->socket, .events = POLLIN};
        list[1] = (struct pollfd){.fd = other, .events = POLLIN};
        for (int i = 0; i < CLIENTS; i++) {
            const Client *client = &server->client[i];
            if (client->socket < 0)
                continue;
            of[n] = i;
            list[n++] = (struct pollfd){.fd = client->socket,
                                        .events = (short)(POLLIN | (client->out.size ? POLLOUT : 0))};
        }
        const double left = end - now();
        if (poll(list, n, left > 0 ? (int)(1000 * left + 0.5) : 0) < 0)
            return false;
        if (list[1].revents)
            return true;
        if (list[0].revents)
            welcome(server);
        for (nfds_t i = 2; i < n; i++) {
            Client *client = &server->client[of[i]];
            if (client->socket == list[i].fd && (list[i].revents & POLLOUT)) {
                flush(client);
                done = take_requests(server, client) || done;
            }
            if (client->socket == list[i].fd && (list[i].revents & (POLLIN | POLLHUP | POLLERR)))
                done = receive(server, client) || done;
        }
        drop_dead(server);
        tell_gone(server);
        done = done || now() >= end;
    }
    return false;
}

void kip_server_send(KipServer *server, const void *message, size_t size, bool urgent)
{
    for (int i = 0; i < CLIENTS; i++) {
        Client *client = &server->client[i];
        if (client->socket < 0 || !client->views || (!urgent && client->out.size > MOST_OLD))
            continue;
        if (client->out.size == 0)
            client->since = now();
        put(client, message, size);
        if (client->socket >= 0)
            flush(client);
    }
}
