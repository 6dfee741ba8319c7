/* Requests that no browser makes, to a kip live on 127.0.0.1: cut ones, oversized ones, nonsense, wrong tokens, hosts and
 * origins, commands that are none. Usage: hostile PORT TOKEN COUNT SEED. Prints how many were answered by which code. */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { MOST = 600000, KINDS = 14 };

static uint64_t state;

static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static size_t noise(char *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (char)draw(256);
    return n;
}

static size_t post(char *to, const char *token, const char *body, int port)
{
    return (size_t)sprintf(to,
                           "POST /%s/command HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %zu\r\n\r\n%s",
                           token, port, strlen(body), body);
}

/* One of them, into `to`; how many bytes. */
static size_t make(char *to, const char *token, int port)
{
    static const char *const commands[] =
        {"fly",         "push",        "push nobody 1 2 3", "push trunk a b c", "rewind 1e9",     "rewind x",
         "speed -1",    "speed 1e99",  "step -5",           "save ../../x",     "loadState /etc", "pose pull",
         "pose turn a", "pose save x", "step nan",          "saveState a/b"};
    char wrong[64], body[128];
    size_t n = 0;
    switch (draw(KINDS)) {
    case 0:
        return noise(to, 1 + draw(3000));
    case 1: /* cut in its head */
        n = (size_t)sprintf(to, "GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", token, port);
        return 1 + draw((unsigned)n - 1);
    case 2: /* cut in its body */
        return (size_t)sprintf(
            to, "POST /%s/command HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 999\r\n\r\npush trunk",
            token, port);
    case 3:
        snprintf(wrong, sizeof wrong, "%s", token);
        wrong[draw((unsigned)strlen(token))] ^= 1;
        return post(to, wrong, "push trunk 500 0 0 0.5", port);
    case 4:
        return (size_t)sprintf(
            to,
            "POST /%s/command HTTP/1.1\r\nHost: evil.example:%d\r\nContent-Length: 22\r\n\r\npush trunk 500 0 0 0.5",
            token, port);
    case 5:
        return (size_t)
            sprintf(to,
                    "POST /%s/command HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://evil.example\r\n"
                    "Content-Length: 22\r\n\r\npush trunk 500 0 0 0.5",
                    token, port);
    case 6: /* a head without an end */
        n = (size_t)sprintf(to, "GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX: ", token, port);
        memset(to + n, 'a', 20000);
        return n + 20000;
    case 7: /* a body that is too large */
        n = (size_t)sprintf(
            to,
            "POST /%s/command HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 99999999999999999999\r\n\r\n",
            token, port);
        return n + noise(to + n, 500);
    case 8:
        return (size_t)sprintf(
            to,
            "POST /%s/command HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nTransfer-Encoding: chunked\r\n\r\n5\r\npause\r\n0\r\n\r\n",
            token, port);
    case 9: /* two lengths, two hosts, no colon, line ends */
        return (size_t)sprintf(
            to,
            "POST /%s/command HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\npause",
            token, port);
    case 10: /* a line with a 0 or noise in it as a command */
        n = (size_t)sprintf(to,
                            "POST /%s/command HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 300\r\n\r\n",
                            token, port);
        to[n] = 0;
        return n + 1 + noise(to + n + 1, 299);
    case 11: /* a long command */
        n = (size_t)
            sprintf(to, "POST /%s/command HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 250000\r\n\r\n",
                    token, port);
        memset(to + n, 'b', 250000);
        return n + 250000;
    case 12: /* pages, piled up */
        for (int i = 0; i < 3; i++)
            n += (size_t)sprintf(to + n, "GET /%s/nothing%d HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", token, i,
                                 port);
        return n;
    default:
        snprintf(body, sizeof body, "%s", commands[draw(sizeof commands / sizeof *commands)]);
        return post(to, token, body, port);
    }
}

/* The code of the first answer; 0: none. */
static int ask(const char *bytes, size_t size, int port, int waits)
{
    const struct linger at_once = {1, 0};
    const struct timeval patience = {5, 0};
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    char answer[64] = "";
    const int to = socket(AF_INET, SOCK_STREAM, 0);
    size_t sent = 0;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(to, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    setsockopt(to, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(to, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (to < 0 || connect(to, (struct sockaddr *)&at, sizeof at) < 0) {
        if (to >= 0)
            close(to);
        return -1;
    }
    while (sent < size) {
        const ssize_t n = send(to, bytes + sent, size - sent, MSG_NOSIGNAL);
        if (n <= 0)
            break;
        sent += (size_t)n;
    }
    if (waits && recv(to, answer, sizeof answer - 1, 0) < 0)
        answer[0] = 0;
    close(to);
    return strncmp(answer, "HTTP/1.1 ", 9) == 0 ? atoi(answer + 9) : 0;
}

int main(int argc, char **argv)
{
    static char bytes[MOST];
    int count[600] = {0}, refused = 0;
    if (argc != 5)
        return 2;
    const int port = atoi(argv[1]), n = atoi(argv[3]);
    state = (uint64_t)atoi(argv[4]);
    for (int i = 0; i < n; i++) {
        const size_t size = make(bytes, argv[2], port);
        const int is_whole = size > 3 && (memcmp(bytes, "POST", 4) == 0 || memcmp(bytes, "GET ", 4) == 0) &&
                             !strstr(bytes, "999\r\n\r\npush");
        const int code = ask(bytes, size, port, is_whole && draw(2) && !(size < 100));
        refused += code < 0;
        count[code > 0 && code < 600 ? code : 0]++;
        memset(bytes, 0, size < 4096 ? size : 4096);
    }
    printf("%d requests, %d could not connect:", n, refused);
    for (int code = 100; code < 600; code++)
        if (count[code])
            printf(" %d times %d", count[code], code);
    printf("\n");
    return refused ? 1 : 0;
}
