#define _XOPEN_SOURCE 700 /* realpath */
/* kip live: an interactive scene, in a browser through a server on 127.0.0.1, or by lines of stdin. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../live/server.h"
#include "../live/session.h"
#include "../text/file.h"
#include "commands.h"
#include "progress.h"
#include "scene_tape.h"
#include "scene_words.h"

enum { FOLDER, PORT, TEXT, NO_OPEN, PARAM, PARAMS, SEED, DATA, PLUGINS, OPTIONS };

static const KipOption options[OPTIONS] = {
    [FOLDER] = {"folder", KIP_OPTION_STRING, "DIR"},
    [PORT] = {"port", KIP_OPTION_INTEGER, "N"},
    [TEXT] = {"text", KIP_OPTION_FLAG, NULL},
    [NO_OPEN] = {"no-open", KIP_OPTION_FLAG, NULL},
    [PARAM] = {"param", KIP_OPTION_STRINGS, "NAME=VALUE"},
    [PARAMS] = {"params", KIP_OPTION_STRING, "FILE"},
    [SEED] = {"seed", KIP_OPTION_INTEGER, "N"},
    [DATA] = {"data", KIP_OPTION_STRINGS, "DIR"},
    [PLUGINS] = {"plugins", KIP_OPTION_FLAG, NULL},
};

enum { PATH = 1024, LINE = 4096, FRAMES_A_STATE = 6, PULLED = 16, NAME = 128 };
static const double frame = 1 / 60.0; /* s */

typedef struct Live {
    const KipArguments *arguments;
    KipSessionDef def;
    KipSession *session;
    KipServer *server; /* NULL: by text only */
    char scene[PATH];
    char line[LINE]; /* of stdin, possibly incomplete */
    size_t used;
    bool text, over;           /* stdin is read; its end was reached */
    bool skips;                /* the rest of a line that is too long */
    char pulled[PULLED][NAME]; /* bodies pulled by pages with springs; "": unused */
    int nline, nerror;
} Live;

static bool asked_to_stop(void *user)
{
    (void)user;
    return kip_stop_signal() != 0;
}

/* -- the page -------------------------------------------------------------------------------------------- */

/* Sends a message written by `put` to all viewers. */
static void send(Live *live, void (*put)(KipSession *session, FILE *stream), bool urgent)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        return;
    put(live->session, stream);
    if (kip_close_memory(stream, &text))
        kip_server_send(live->server, text, size, urgent);
    free(text);
}

/* Reports news to the page and, where lines are read, as a line " 1.235 s TEXT". */
static void news(void *user, KipNews kind, double time, const char *words)
{
    Live *live = user;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = live->server ? open_memstream(&text, &size) : NULL;
    if (stream) {
        kip_session_news(stream, kind, time, words);
        if (kip_close_memory(stream, &text))
            kip_server_send(live->server, text, size, true);
        free(text);
    }
    live->nerror += kind == KIP_NEWS_ERROR;
    if (kind == KIP_NEWS_PRINT)
        kip_print_clean(stdout, words, strlen(words));
    else if (live->text || kind == KIP_NEWS_ERROR)
        kip_print_clean_format(kind == KIP_NEWS_ERROR ? stderr : stdout, "%8.3f s  %s\n", time, words);
}

static void greet(void *user, FILE *message)
{
    const Live *live = user;
    kip_session_info(live->session, message);
    kip_session_state(live->session, message);
    kip_session_frame(live->session, message);
}

/* Records whether pages pull a body from now on. */
static void note_pull(Live *live, const char *line)
{
    char name[NAME];
    const bool begins = sscanf(line, "drag %127s", name) == 1;
    if (!begins && sscanf(line, "letGo %127s", name) != 1)
        return;
    const char *const wanted[] = {name, ""}; /* its own entry, else an unused one */
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < PULLED; i++)
            if (strcmp(live->pulled[i], wanted[k]) == 0) {
                snprintf(live->pulled[i], NAME, "%s", begins ? name : "");
                return;
            }
}

/* Releases springs when a page is closed. It is unknown which were its own, so all are released; pages that still pull send
 * their command again. */
static void let_go(void *user)
{
    Live *live = user;
    char line[NAME + 8];
    KipError error;
    for (int i = 0; i < PULLED; i++)
        if (*live->pulled[i]) {
            snprintf(line, sizeof line, "letGo %s", live->pulled[i]);
            *live->pulled[i] = 0;
            kip_session_command(live->session, line, &error);
        }
}

/* Executes a command in each line; the first error is the answer, and ends the execution. */
static int take_commands(Live *live, const KipRequest *request, FILE *body)
{
    char line[LINE];
    KipError error;
    for (size_t at = 0; at < request->size;) {
        const char *from = request->body + at, *end = memchr(from, '\n', request->size - at);
        const size_t n = end ? (size_t)(end - from) : request->size - at;
        at += n + 1;
        if (n >= sizeof line || memchr(from, 0, n)) {
            fputs("a command is too long, or no text", body);
            return 400;
        }
        memcpy(line, from, n);
        line[n] = 0;
        if (kip_session_command(live->session, line, &error) != KIP_OK) {
            fputs(error.message, body);
            return 400;
        }
        note_pull(live, line);
    }
    if (!kip_session_plays(live->session)) { /* shows changes while time is stopped */
        send(live, kip_session_frame, true);
        send(live, kip_session_state, true);
    }
    return 200;
}

static int answer(void *user, const KipRequest *request, FILE *body, const char **type)
{
    Live *live = user;
    KipError error;
    if (request->is_post && strcmp(request->path, "command") == 0)
        return take_commands(live, request, body);
    if (!request->is_post && !*request->path) {
        *type = "text/html; charset=utf-8";
        return kip_session_page(live->session, body, &error) == KIP_OK ? 200 : 503;
    }
    fputs("nothing is there", body);
    return 404;
}

/* Runs a platform's opener, without waiting for it. */
static void open_browser(const char *address)
{
    static const char *const openers[] = {"xdg-open", "open", NULL};
    const pid_t child = fork();
    if (child != 0)
        return;
    if (fork() == 0) {
        for (int i = 0; openers[i]; i++)
            execlp(openers[i], openers[i], address, (char *)NULL);
        _exit(1);
    }
    _exit(0);
}

/* -- lines of stdin -------------------------------------------------------------------------------------- */

static void take_line(Live *live, char *line)
{
    KipError error;
    if (live->nline++ == 0 && strncmp(line, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
        line += 3;
    const size_t length = strlen(line);
    if (length && line[length - 1] == '\r')
        line[length - 1] = 0;
    kip_session_look(live->session);
    if (kip_session_command(live->session, line, &error) != KIP_OK) {
        live->nerror++;
        kip_print_clean_format(stderr, "kip live: line %d: %s%s%s\n", live->nline, error.file,
                               *error.file ? ": " : "", error.message);
    }
    fflush(stdout);
}

static void read_lines(Live *live)
{
    const ssize_t n = read(STDIN_FILENO, live->line + live->used, sizeof live->line - 1 - live->used);
    if (n < 0 && errno == EINTR)
        return;
    live->over = n <= 0;
    live->used += n > 0 ? (size_t)n : 0;
    live->line[live->used] = 0;
    char *at = live->line;
    for (char *end; (end = strchr(at, '\n')); at = end + 1) {
        *end = 0;
        if (!live->skips)
            take_line(live, at);
        live->skips = false;
    }
    live->used = live->skips ? 0 : strlen(at);
    memmove(live->line, at, live->used + 1);
    if ((live->over && live->used) || live->used == sizeof live->line - 1) {
        take_line(live, live->line);
        live->skips = !live->over;
        live->used = 0;
    }
}

/* -- recordings of what was saved -------------------------------------------------------------------------- */

static KipStatus record(void *user, const char *scene, const char *path, KipError *error)
{
    Live *live = user;
    KipTape tape = {.script = scene};
    KipScene *again;
    KipSceneDef def = live->def.scene;
    const char *const words[] = {scene};
    def.host = kip_tape_host(&tape);
    def.host.stop = asked_to_stop;
    def.balls = 0; /* its replay() states their number */
    KipStatus status = kip_scene_load(scene, &def, &again, error);
    if (status == KIP_OK)
        status = kip_scene_run(again, error);
    if (status == KIP_OK && kip_stop_signal()) /* an incomplete one would be taken for complete */
        status = kip_fail(error, KIP_IO, kip_nowhere(), "stopped before %s was recorded", path);
    if (status == KIP_OK)
        status = kip_tape_end(&tape, error);
    if (status == KIP_OK)
        status = kip_tape_write(&tape, path, 1, words, error);
    kip_tape_clear(&tape);
    kip_scene_destroy(again);
    return status;
}

/* -- time ------------------------------------------------------------------------------------------------ */

/* Runs at 60 frames a second. On a machine too slow for that, simulated time falls behind, and no frames are skipped. */
static void play(Live *live)
{
    double next = kip_wall_clock() + frame;
    bool plays = true;
    for (int i = 0; plays && !kip_stop_signal() && !(live->text && live->over); i++) {
        do {
            const double left = next - kip_wall_clock();
            if (kip_server_poll(live->server, left > 0 ? left : 0, live->text ? STDIN_FILENO : -1))
                read_lines(live);
        } while (kip_wall_clock() < next && !kip_stop_signal() && !(live->text && live->over));
        next = next + frame < kip_wall_clock() - 0.1 ? kip_wall_clock() + frame : next + frame;
        plays = kip_session_pass(live->session, frame);
        if (kip_session_plays(live->session))
            send(live, kip_session_frame, kip_session_pushes(live->session));
        if (i % FRAMES_A_STATE == 0)
            send(live, kip_session_state, false);
        fflush(stdout);
    }
}

/* By text alone, time passes as commanded by lines, or in real time while the scene plays and no line is waiting. */
static void read_all(Live *live)
{
    KipError error;
    kip_session_command(live->session, "pause", &error);
    while (!live->over && !kip_stop_signal() && kip_session_pass(live->session, 0))
        read_lines(live);
}

static int serve(Live *live)
{
    KipError error;
    KipServerDef def = {.port = (int)kip_arguments_integer(live->arguments, PORT, 0),
                        .user = live,
                        .answer = answer,
                        .greet = greet,
                        .left = let_go};
    KipStatus status = kip_server_open(&def, &live->server, &error);
    if (status != KIP_OK)
        return kip_cli_fail(&error);
    printf("%s is played at\n    %s\nFiles go to %s/. Ctrl-C ends it.\n", live->def.path,
           kip_server_address(live->server), live->def.folder);
    fflush(stdout);
    if (!kip_arguments_count(live->arguments, NO_OPEN))
        open_browser(kip_server_address(live->server));
    play(live);
    KipServer *server = live->server;
    live->server = NULL;
    kip_server_close(server);
    return KIP_EXIT_DONE;
}

/* -- words ------------------------------------------------------------------------------------------------- */

/* Writes the scene's text to its file; one with another text, as the user has extended it, is not overwritten. */
static KipStatus write_new(const char *path, const char *text, KipError *error)
{
    KipOutput output;
    char *old;
    size_t size;
    if (kip_file_read(path, &old, &size, NULL) == KIP_OK) {
        const bool is_same = strcmp(old, text) == 0;
        free(old);
        return is_same
                   ? KIP_OK
                   : kip_fail(error, KIP_IO, kip_nowhere(),
                              "%s is there already, and not as it is made of the model: play that, or choose "
                              "another --folder",
                              path);
    }
    KipStatus status = kip_output_open(&output, path, error);
    if (status != KIP_OK)
        return status;
    fputs(text, output.stream);
    return kip_output_commit(&output, error);
}

/* Writes a model alone as a scene in the folder, to be extended by the user. */
static KipStatus write_scene(Live *live, const char *model, KipError *error)
{
    const char *base = kip_file_base(model);
    char whole[PATH], *text = NULL;
    size_t size;
    if (!realpath(model, whole))
        return kip_fail(error, KIP_IO, (KipPlace){model, 0, 0}, "%s", strerror(errno));
    KipStatus status = kip_session_make_folder(live->def.folder, error);
    snprintf(live->scene, sizeof live->scene, "%.500s/%.*s.py", live->def.folder, (int)strcspn(base, "."),
             base);
    FILE *stream = status == KIP_OK ? open_memstream(&text, &size) : NULL;
    if (stream) {
        fprintf(stream, "\"\"\"%.*s: it holds its pose\"\"\"\ncharacter = addCharacter(",
                (int)strcspn(base, ".\n\"\\"), base);
        kip_print_quoted(stream, whole);
        fputs(")\naddGround()\nrun(1e6)\n", stream);
    }
    if (status == KIP_OK && !(stream && kip_close_memory(stream, &text)))
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a scene");
    if (status == KIP_OK)
        status = write_new(live->scene, text, error);
    free(text);
    return status;
}

static KipStatus find_scene(Live *live, KipError *error)
{
    const char *given = live->arguments->noperand ? live->arguments->operand[0] : NULL;
    KipStatus status = KIP_OK;
    live->def.path = live->scene;
    if (!given)
        kip_data_find("scenes/live.py", live->scene, sizeof live->scene);
    else if ((status = kip_data_operand(given, true, error)) == KIP_OK && kip_ends_in(given, ".xml"))
        status = write_scene(live, given, error);
    else
        snprintf(live->scene, sizeof live->scene, "%s", given);
    return status;
}

/* Reports commands of the scene that no control period has executed before the end. */
static void tell_waiting(Live *live)
{
    const int n = kip_session_waiting(live->session);
    if (n == 0 || kip_stop_signal())
        return;
    live->nerror++;
    fprintf(stderr,
            "kip live: %d command%s came behind the last step, and did nothing: put `step 1` behind %s\n", n,
            n > 1 ? "s" : "", n > 1 ? "them" : "it");
}

static int live(const KipArguments *arguments)
{
    Live live = {.arguments = arguments, .text = kip_arguments_count(arguments, TEXT) > 0};
    KipParams params = {0};
    KipError error;
    int64_t port = 0;
    const KipWhole whole[] = {{PORT, 1024, 65535, &port}};
    int result = KIP_EXIT_DONE;
    live.def = (KipSessionDef){.folder = kip_arguments_string(arguments, FOLDER, "out/live"),
                               .scene = kip_scene_def(),
                               .user = &live,
                               .news = news,
                               .stop = asked_to_stop,
                               .record = record};
    KipStatus status = kip_arguments_whole(arguments, whole, 1, &error);
    if (status == KIP_OK)
        status = kip_read_param_words(arguments, PARAMS, PARAM, &params, &error);
    if (status == KIP_OK)
        status = find_scene(&live, &error);
    live.def.scene.param = params.param, live.def.scene.nparam = params.n;
    live.def.scene.seed = (uint64_t)kip_arguments_integer(arguments, SEED, 0);
    live.def.scene.data = kip_data_folders();
    kip_stop_catch();
    if (status == KIP_OK)
        status = kip_session_create(&live.def, &live.session, &error);
    if (status != KIP_OK)
        result = kip_cli_end(arguments, status, &error);
    else if (live.text && !kip_arguments_count(arguments, PORT))
        read_all(&live);
    else
        result = serve(&live);
    if (live.session && live.text)
        tell_waiting(&live);
    kip_session_destroy(live.session);
    return result == KIP_EXIT_DONE && live.text && live.nerror ? KIP_EXIT_INPUT : result;
}

const KipCommand kip_command_live = {
    .name = "live",
    .summary = "play with a scene: push it, tell it, pose it",
    .operands = "[SCENE.py|MODEL.xml]",
    .least = 0,
    .most = 1,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_live,
    .run = live,
};
