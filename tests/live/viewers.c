/* Several who look on a kip live on 127.0.0.1 that is paused: some read, some never do, some never finish their request. Each step
 * that is commanded has to reach all who read, none left out, and those who never read have to be let go.
 * Usage: viewers PORT TOKEN STEPS. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { READERS = 3, DEAD = 6, HALF = 6, ROOM = 1 << 20, HEAD = 8 };

typedef struct Reader {
    int socket, frames, gaps;
    int in_stream; /* the answer's head is over */
    float time;    /* s, of the last frame; below 0: none came */
    size_t used;
    char bytes[ROOM];
} Reader;

static int connect_to(int port, int room)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    const struct timeval patience = {30, 0};
    const int to = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (room)
        setsockopt(to, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    setsockopt(to, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (to < 0 || connect(to, (struct sockaddr *)&at, sizeof at) < 0) {
        perror("viewers");
        exit(2);
    }
    return to;
}

static void ask(int to, const char *method, const char *path, const char *token, const char *body, int port)
{
    char request[400];
    const int n = snprintf(request, sizeof request,
                           "%s /%s/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %zu\r\n\r\n%s",
                           method, token, path, port, strlen(body), body);
    if (send(to, request, (size_t)n, MSG_NOSIGNAL) != n) {
        perror("viewers");
        exit(2);
    }
}

/* All whole messages: the size, the kind, and what is in them; 1 is a frame, which begins with its time. */
static void take_messages(Reader *reader)
{
    char *at = reader->bytes, *end = reader->bytes + reader->used;
    uint32_t head[2];
    float time;
    if (!reader->in_stream) {
        *end = 0;
        char *stream = strstr(at, "\r\n\r\n");
        if (!stream)
            return;
        at = stream + 4;
        reader->in_stream = 1;
    }
    for (; end - at >= HEAD; at += HEAD + head[0]) {
        memcpy(head, at, HEAD);
        if ((size_t)(end - at) < HEAD + head[0])
            break;
        if (head[1] != 1)
            continue;
        memcpy(&time, at + HEAD, sizeof time);
        reader->gaps += reader->time >= 0 && (time < reader->time || time > reader->time + 0.03);
        reader->frames++;
        reader->time = time;
    }
    reader->used = (size_t)(end - at);
    memmove(reader->bytes, at, reader->used);
}

static int read_some(Reader *reader)
{
    const ssize_t n =
        recv(reader->socket, reader->bytes + reader->used, ROOM - 1 - reader->used, MSG_DONTWAIT);
    if (n > 0) {
        reader->used += (size_t)n;
        take_messages(reader);
    }
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Whether the other side has closed, behind all that it had sent. */
static int was_let_go(int socket)
{
    static char bytes[1 << 16];
    fcntl(socket, F_SETFL, O_NONBLOCK);
    for (struct pollfd one = {.fd = socket, .events = POLLIN}; poll(&one, 1, 2000) > 0;) {
        const ssize_t n = recv(socket, bytes, sizeof bytes, 0);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static Reader reader[READERS];
    int dead[DEAD], gone = 0, well = 1;
    char answer[4096];
    if (argc != 4)
        return 2;
    const int port = atoi(argv[1]), steps = atoi(argv[3]);
    alarm(300); /* who is not let go is sent states for ever */
    for (int i = 0; i < HALF; i++) {
        const int half = connect_to(port, 0);
        if (send(half, "POST /", 6, MSG_NOSIGNAL) != 6)
            return 2;
    }
    for (int i = 0; i < DEAD; i++) {
        dead[i] = connect_to(port, 2048);
        ask(dead[i], "GET", "stream", argv[2], "", port);
    }
    for (int i = 0; i < READERS; i++) {
        reader[i].socket = connect_to(port, 0);
        reader[i].time = -1;
        ask(reader[i].socket, "GET", "stream", argv[2], "", port);
        while (reader[i].frames == 0 && read_some(&reader[i]))
            poll(&(struct pollfd){.fd = reader[i].socket, .events = POLLIN}, 1, 1000);
    }
    const int hand = connect_to(port, 0);
    for (int k = 0; k < steps && well; k++) {
        ask(hand, "POST", "command", argv[2], "step 1", port);
        well = recv(hand, answer, sizeof answer, 0) > 12 && strncmp(answer, "HTTP/1.1 200", 12) == 0;
        for (int i = 0; i < READERS; i++)
            well = read_some(&reader[i]) && well;
    }
    for (int i = 0; i < READERS; i++) {
        while (reader[i].frames < steps + 1 &&
               poll(&(struct pollfd){.fd = reader[i].socket, .events = POLLIN}, 1, 5000) > 0 &&
               read_some(&reader[i]))
            continue;
        well = well && reader[i].frames == steps + 1 && reader[i].gaps == 0;
        printf("%d frames and %d gaps; ", reader[i].frames, reader[i].gaps);
    }
    for (int i = 0; i < DEAD; i++)
        gone += was_let_go(dead[i]);
    printf("%d of %d who never read were let go\n", gone, DEAD);
    return well && gone == DEAD ? 0 : 1;
}
