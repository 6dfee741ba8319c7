/* A server of one page and its stream, on 127.0.0.1 alone.
 *
 *     KipServerDef def = {.port = 0, .user = &mine, .answer = answer};
 *     kip_server_open(&def, &server, &error);
 *     printf("%s\n", kip_server_address(server));
 *     for (;;) {
 *         kip_server_poll(server, 0.01);              // answers requests meanwhile
 *         kip_server_send(server, frame, size, false);  // to all who look on
 *     }
 *     kip_server_close(server);
 *
 * All happens in kip_server_poll and kip_server_send, in the caller's thread; neither waits for a client. The address has a
 * random token; a request without it, of another Host or from another Origin is refused. Sizes and numbers are bounded. GET
 * of "stream" makes a viewer: it gets all messages from then on, but for those that are not urgent while it is slow; who takes
 * nothing for ten seconds is dropped.
 */
#ifndef KIP_IO_LIVE_SERVER_H
#define KIP_IO_LIVE_SERVER_H

#include <stdio.h>

#include "../../dynamics/base.h"
#include "http.h"

typedef struct KipServer KipServer;

typedef struct KipServerDef {
    int port; /* 0: any that is free */
    void *user;
    /* Answers a request whose path is what stands behind the token: writes the body, sets its type, returns the code. */
    int (*answer)(void *user, const KipRequest *request, FILE *body, const char **type);
    /* A viewer has come: writes what it needs first. */
    void (*greet)(void *user, FILE *message);
    /* A viewer has gone, or was dropped. */
    void (*left)(void *user);
} KipServerDef;

/* KIP_IO where the port cannot be had. */
KipStatus kip_server_open(const KipServerDef *def, KipServer **server, KipError *error);
void kip_server_close(KipServer *server); /* with NULL it does nothing */
/* "http://127.0.0.1:PORT/TOKEN/" */
const char *kip_server_address(const KipServer *server);
/* Takes and answers what comes within so many seconds, and returns as soon as something was answered, or `other` (a file
 * descriptor; -1: none) can be read, which it says. */
bool kip_server_poll(KipServer *server, double seconds, int other);
/* A message to all viewers; one that is not urgent is left out for those who have not taken the last ones. */
void kip_server_send(KipServer *server, const void *message, size_t size, bool urgent);

#endif
