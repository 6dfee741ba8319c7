/* A server of one page and its stream, on 127.0.0.1 only.
 *
 *     KipServerDef def = {.port = 0, .user = &mine, .answer = answer};
 *     kip_server_open(&def, &server, &error);
 *     printf("%s\n", kip_server_address(server));
 *     for (;;) {
 *         kip_server_poll(server, 0.01);              // answers requests meanwhile
 *         kip_server_send(server, frame, size, false);    // to all viewers
 *     }
 *     kip_server_close(server);
 *
 * All work is done in kip_server_poll and kip_server_send, in the caller's thread; neither waits for a client. The address
 * has a random token; a request without it, for another Host or from another Origin is refused. Sizes and numbers are
 * bounded. GET of "stream" makes a viewer, which receives all later messages, except that those not urgent are skipped
 * while it is slow; one that receives nothing for ten seconds is dropped. */
#ifndef KIP_IO_LIVE_SERVER_H
#define KIP_IO_LIVE_SERVER_H

#include <stdio.h>

#include "../../dynamics/base.h"
#include "http.h"

typedef struct KipServer KipServer;

typedef struct KipServerDef {
    int port; /* 0: any free port */
    void *user;
    /* Answers a request, whose path is the part after the token: writes the body, sets its type, returns the code. */
    int (*answer)(void *user, const KipRequest *request, FILE *body, const char **type);
    /* A viewer has connected: writes its first message. */
    void (*greet)(void *user, FILE *message);
    /* A viewer has disconnected or was dropped. */
    void (*left)(void *user);
} KipServerDef;

/* Opens a server. KIP_IO where the port is not available. */
KipStatus kip_server_open(const KipServerDef *def, KipServer **server, KipError *error);
void kip_server_close(KipServer *server); /* with NULL it does nothing */
/* "http://127.0.0.1:PORT/TOKEN/" */
const char *kip_server_address(const KipServer *server);
/* Accepts and answers requests for at most so many seconds; returns as soon as one was answered, or `other` (a file
 * descriptor; -1: none) is readable, and then returns true. */
bool kip_server_poll(KipServer *server, double seconds, int other);
/* Sends a message to all viewers; one that is not urgent is skipped for those that have not received the earlier ones. */
void kip_server_send(KipServer *server, const void *message, size_t size, bool urgent);

#endif
