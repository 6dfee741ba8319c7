#define _XOPEN_SOURCE 700 /* realpath */
/* Files of a session, in its folder: scenes that replay it, states, and their recordings. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../script/program.h"
#include "../text/file.h"
#include "../text/number.h"
#include "session_parts.h"

enum { PATH = 1024 };

/* Writes text inside a script's string. Commands have no three quotes and no line end, so that only \ is doubled. */
static void put_line(FILE *stream, const char *text)
{
    for (; *text; text++) {
        if (*text == '\\')
            fputc('\\', stream);
        fputc(*text, stream);
    }
    fputc('\n', stream);
}

KipStatus kip_live_check_name(const char *name, KipError *error)
{
    const size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    return n > 0 && !name[n] && n < KIP_LIVE_NAME
               ? KIP_OK
               : kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                          "a name has 1 to %d letters, digits, _ and -, not \"%.40s\"", KIP_LIVE_NAME - 1,
                          name);
}

KipStatus kip_session_make_folder(const char *path, KipError *error)
{
    char part[PATH];
    for (size_t n = 1;; n++) {
        if (path[n] && path[n] != '/')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)n, path);
        if (mkdir(part, 0777) < 0 && errno != EEXIST)
            return kip_fail(error, KIP_IO, kip_nowhere(), "the folder %s cannot be made: %s", part,
                            strerror(errno));
        if (!path[n])
            return KIP_OK;
    }
}

KipStatus kip_live_place(const KipSession *session, const char *name, const char *ending, char path[PATH],
                         KipError *error)
{
    KipStatus status = kip_live_check_name(name, error);
    if (status == KIP_OK)
        status = kip_session_make_folder(session->def.folder, error);
    if (status == KIP_OK && snprintf(path, PATH, "%s/%s%s", session->def.folder, name, ending) >= PATH)
        status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the folder's path is too long");
    return status;
}

/* -- the session as a scene -------------------------------------------------------------------------------- */

static KipStatus copy_text(const char *path, const char *text, size_t size, KipError *error)
{
    KipOutput output;
    KipStatus status = kip_output_open(&output, path, error);
    if (status != KIP_OK)
        return status;
    fwrite(text, 1, size, output.stream);
    return kip_output_commit(&output, error);
}

/* The path in the session's folder of a script that lies beside the scene's own; false for other scripts. */
static bool place_beside(const KipSession *session, const char *path, char to[PATH])
{
    const char *text, *main = kip_scene_script(session->scene, 0, &text, &(size_t){0});
    const size_t folder = (size_t)(kip_file_base(main) - main);
    if (strncmp(path, main, folder) != 0 || strchr(path + folder, '/'))
        return false;
    snprintf(to, PATH, "%s/%s", session->def.folder, path + folder);
    return true;
}

/* Copies what the scene's script imports from its folder to the session's, since imports are resolved before any word is
 * executed. */
static KipStatus copy_imports(const KipSession *session, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 1; i < kip_scene_nscript(session->scene) && status == KIP_OK; i++) {
        size_t size;
        char to[PATH];
        const char *text, *path = kip_scene_script(session->scene, i, &text, &size);
        if (place_beside(session, path, to) && !kip_same_file(path, to))
            status = copy_text(to, text, size, error);
    }
    return status;
}

/* Refuses to save a session over a script that it uses, or over the copy of one. */
static KipStatus check_target(const KipSession *session, const char *target, KipError *error)
{
    for (int i = 0; i < kip_scene_nscript(session->scene); i++) {
        char to[PATH];
        const char *text, *path = kip_scene_script(session->scene, i, &text, &(size_t){0});
        if (kip_same_file(path, target) ||
            (i > 0 && place_beside(session, path, to) && kip_same_file(to, target)))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "%s is a script of this session: save it under another name",
                            kip_file_base(target));
    }
    return KIP_OK;
}

/* Writes the scene: first the docstring, which names the session; then the replay, which begins before the world is made;
 * then the scene's own lines; then what was played once they had ended. */
static void put_scene(const KipSession *session, FILE *stream)
{
    size_t size;
    const char *text, *path = kip_scene_script(session->scene, 0, &text, &size), *slash = strrchr(path, '/');
    char folder[PATH], number[KIP_NUMBER_SIZE], name[PATH];
    const double now = kip_world_time(kip_scene_world(session->scene));
    snprintf(name, sizeof name, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    if (!realpath(name, folder))
        snprintf(folder, sizeof folder, "%s", name);
    fprintf(stream, "\"\"\"%.*s (played live)\n\nThe scene ",
            (int)strcspn(kip_scene_doc(session->scene), "\n\"\\"), kip_scene_doc(session->scene));
    kip_print_quoted(stream, path);
    fputs(", in which replay() does again what was done by hand.\n\"\"\"\nreplay(\"\"\"\n", stream);
    for (int i = 0; i < session->nlog; i++) {
        fprintf(stream, "%s ", kip_number_format_short(number, session->log[i].time));
        put_line(stream, session->log[i].text);
    }
    fprintf(stream, "%s end\n\"\"\", balls=%d, beside=", kip_number_format_short(number, now),
            KIP_LIVE_BALLS);
    kip_print_quoted(stream, folder);
    fputs(")\n", stream);
    fwrite(text, 1, size, stream);
    fprintf(stream, "\nrun(max(0, %s - time()))  # the session went on\n", number);
}

KipStatus kip_live_save(KipSession *session, const char *name, KipError *error)
{
    char scene[PATH], path[PATH];
    KipOutput output;
    if (session->restarted)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the script has let its world begin again, so that no log tells what it did before");
    KipStatus status = kip_live_place(session, name, ".py", scene, error);
    if (status == KIP_OK)
        status = check_target(session, scene, error);
    if (status == KIP_OK)
        status = kip_output_open(&output, scene, error);
    if (status != KIP_OK)
        return status;
    put_scene(session, output.stream);
    status = kip_output_commit(&output, error);
    if (status == KIP_OK)
        status = copy_imports(session, error);
    static const char *const endings[] = {".html", ".kip"};
    for (int i = 0; i < 2 && status == KIP_OK && session->def.record; i++) {
        status = kip_live_place(session, name, endings[i], path, error);
        if (status == KIP_OK)
            status = session->def.record(session->def.user, scene, path, error);
    }
    if (status == KIP_OK)
        kip_live_tell(session, KIP_NEWS_DONE, "saved: %s (kip run does it again), %s/%s.html, %s/%s.kip",
                      scene, session->def.folder, name, session->def.folder, name);
    return status;
}

/* -- states ------------------------------------------------------------------------------------------------ */

static const char magic[16] = "kip live 3\n";

/* The head of a state's file: a mark, the hash of the scene's script, the numbers of lines of the log, of commands that wait
 * and of bytes, and the time (s). It is followed by the lines, each a time and a text, the commands as such lines, and the bytes. */
typedef struct Head {
    char magic[16];
    uint64_t scene, lines, waiting, bytes;
    double time;
} Head;

static uint64_t hash_of_scene(const KipSession *session)
{
    size_t size;
    const char *text;
    kip_scene_script(session->scene, 0, &text, &size);
    return kip_hash(KIP_HASH_START, text, size);
}

static void put_state_line(FILE *stream, double time, const char *text)
{
    fwrite(&time, sizeof time, 1, stream);
    fwrite(text, 1, strlen(text) + 1, stream);
}

KipStatus kip_live_save_state(KipSession *session, const char *name, KipError *error)
{
    char path[PATH];
    KipOutput output;
    Head head = {.scene = hash_of_scene(session),
                 .lines = (uint64_t)session->next,
                 .waiting = (uint64_t)session->npending,
                 .bytes = kip_scene_save_size(session->scene),
                 .time = kip_world_time(kip_scene_world(session->scene))};
    KipStatus status = kip_live_place(session, name, ".state", path, error);
    void *bytes = status == KIP_OK ? malloc(head.bytes) : NULL;
    if (status == KIP_OK && !bytes)
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a state");
    if (status == KIP_OK)
        status = kip_output_open(&output, path, error);
    if (status == KIP_OK) {
        memcpy(head.magic, magic, sizeof magic);
        kip_scene_save(session->scene, bytes);
        fwrite(&head, sizeof head, 1, output.stream);
        for (int i = 0; i < session->next; i++)
            put_state_line(output.stream, session->log[i].time, session->log[i].text);
        for (int i = 0; i < session->npending; i++)
            put_state_line(output.stream, head.time, session->pending[i]);
        fwrite(bytes, 1, head.bytes, output.stream);
        status = kip_output_commit(&output, error);
    }
    free(bytes);
    if (status == KIP_OK)
        kip_live_tell(session, KIP_NEWS_DONE, "saved: %s", path);
    return status;
}

/* The scene's bytes in a file, its log and the commands that wait; NULL for other files. */
static const char *find_bytes(const char *text, size_t size, const Head *head, const char **log,
                              const char **waiting)
{
    const char *at = text + sizeof *head, *end = text + size;
    *log = at;
    if (size < sizeof *head || memcmp(head->magic, magic, sizeof magic) != 0 || head->lines > KIP_LIVE_LOG ||
        head->waiting > KIP_LIVE_PENDING)
        return NULL;
    for (uint64_t i = 0; i < head->lines + head->waiting; i++) {
        if (i == head->lines)
            *waiting = at;
        const char *zero = (size_t)(end - at) > sizeof(double)
                               ? memchr(at + sizeof(double), 0, (size_t)(end - at) - sizeof(double))
                               : NULL;
        if (!zero || zero - at > KIP_SAYING_SIZE)
            return NULL;
        at = zero + 1;
    }
    return (uint64_t)(end - at) == head->bytes ? at : NULL;
}

static bool is_known(const KipSession *session, const char *line)
{
    for (int i = 0; i < session->npending; i++)
        if (strcmp(session->pending[i], line) == 0)
            return true;
    return kip_live_has_line(session, line);
}

/* Replaces the commands that wait by those of a state. */
static KipStatus take_waiting(KipSession *session, uint64_t n, const char *line, KipError *error)
{
    KipStatus status = KIP_OK;
    kip_live_drop_queue(session);
    for (uint64_t i = 0; i < n && status == KIP_OK; i++) {
        line += sizeof(double);
        status = kip_live_queue(session, line, error);
        line += strlen(line) + 1;
    }
    return status;
}

/* After a load or rewind to a time before a file was edited, takes its newest version from there on. */
static KipStatus take_newest(KipSession *session, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < session->nwatched && status == KIP_OK; i++)
        if (session->watched[i].newest && !is_known(session, session->watched[i].newest))
            status = kip_live_queue(session, session->watched[i].newest, error);
    return status;
}

KipStatus kip_live_load_state(KipSession *session, const char *name, KipError *error)
{
    char path[PATH], *text = NULL;
    const char *log = NULL, *waiting = NULL, *bytes = NULL;
    size_t size = 0;
    Head head = {.lines = 0};
    KipStatus status = kip_live_place(session, name, ".state", path, error);
    if (status == KIP_OK)
        status = kip_file_read(path, &text, &size, error);
    if (status == KIP_OK && size >= sizeof head) {
        memcpy(&head, text, sizeof head);
        bytes = find_bytes(text, size, &head, &log, &waiting);
    }
    if (status == KIP_OK && !bytes)
        status = kip_fail(error, KIP_BAD_INPUT, (KipPlace){path, 0, 0},
                          "this is no state of a session, or damaged");
    if (status == KIP_OK && head.scene != hash_of_scene(session))
        status = kip_fail(error, KIP_BAD_INPUT, (KipPlace){path, 0, 0},
                          "this is a state of another scene, or from before the scene's script was changed");
    void *aligned = status == KIP_OK ? malloc(head.bytes) : NULL;
    if (aligned) {
        memcpy(aligned, bytes, head.bytes);
        if (kip_live_load(session, aligned, head.bytes, NULL) == KIP_OK)
            status = kip_live_take_log(session, head.lines, log, error);
        else /* of other scripts, before one was edited */
            status = kip_live_do_again(session, head.lines, log, head.time, error);
    }
    if (status == KIP_OK)
        status = take_waiting(session, head.waiting, waiting, error);
    if (status == KIP_OK)
        status = take_newest(session, error);
    free(aligned);
    free(text);
    if (status == KIP_OK)
        kip_live_tell(session, KIP_NEWS_DONE, "back at %.3f s",
                      kip_world_time(kip_scene_world(session->scene)));
    return status;
}

/* -- files that are edited --------------------------------------------------------------------------------- */

/* A version number that no file has yet. */
static int64_t version_of(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0
               ? (int64_t)found.st_mtim.tv_sec * 1000003 + found.st_mtim.tv_nsec + found.st_size
               : 0;
}

/* Stores a version of a script in FOLDER/vN/, with a unique N, so that the session can be replayed after further changes.
 * `line` becomes the command that takes it. */
static KipStatus keep_version(KipSession *session, const char *path, const char *text, size_t size,
                              char line[KIP_SAYING_SIZE], KipError *error)
{
    const char *base = kip_file_base(path);
    char folder[PATH], whole[PATH], copy[PATH];
    KipStatus status = KIP_OK;
    if (snprintf(folder, sizeof folder, "%s/v%d", session->def.folder, ++session->nversion) >= PATH)
        status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the folder's path is too long");
    if (status == KIP_OK)
        status = kip_session_make_folder(folder, error);
    if (status == KIP_OK && !realpath(folder, whole))
        status = kip_fail(error, KIP_IO, (KipPlace){folder, 0, 0}, "%s", strerror(errno));
    if (status == KIP_OK && snprintf(copy, sizeof copy, "%s/%s", whole, base) >= PATH)
        status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the folder's path is too long");
    if (status == KIP_OK)
        status = copy_text(copy, text, size, error);
    if (status == KIP_OK)
        snprintf(line, KIP_SAYING_SIZE, "reload %.*s \"%s\"", (int)strcspn(base, "."), base, copy);
    return status;
}

/* Replaces the string by a copy of the line. */
static KipStatus keep_line(char **place, const char *line, KipError *error)
{
    char *copy = malloc(strlen(line) + 1);
    if (!copy)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a command");
    free(*place);
    *place = strcpy(copy, line);
    return KIP_OK;
}

/* At the first change of a script, its original version is put at the beginning of the log. */
static KipStatus take_version(KipSession *session, int script, KipError *error)
{
    char line[KIP_SAYING_SIZE], *text = NULL;
    const char *old;
    size_t size, old_size;
    const char *path = kip_scene_script(session->scene, script, &old, &old_size);
    KipProgram *program = NULL;
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status == KIP_OK)
        status = kip_program_compile(text, size, path, NULL, &program, error);
    kip_program_destroy(program);
    if (status == KIP_OK && !session->watched[script].original) {
        status = keep_version(session, path, old, old_size, line, error);
        if (status == KIP_OK)
            status = keep_line(&session->watched[script].original, line, error);
        if (status == KIP_OK)
            status = kip_live_log_first(session, line, error);
    }
    if (status == KIP_OK)
        status = keep_version(session, path, text, size, line, error);
    if (status == KIP_OK)
        status = keep_line(&session->watched[script].newest, line, error);
    free(text);
    return status == KIP_OK ? kip_live_queue(session, line, error) : status;
}

void kip_session_look(KipSession *session)
{
    const int n = kip_scene_nscript(session->scene);
    const char *text;
    size_t size;
    if (n > session->nwatched) {
        Watched *more = realloc(session->watched, (size_t)n * sizeof *more);
        if (!more)
            return;
        session->watched = more;
        for (int i = session->nwatched; i < n; i++)
            more[i] = (Watched){version_of(kip_scene_script(session->scene, i, &text, &size)), NULL, NULL};
        session->nwatched = n;
    }
    for (int i = 0; i < n; i++) {
        const char *path = kip_scene_script(session->scene, i, &text, &size);
        const int64_t version = version_of(path);
        KipError error;
        Watched *watched = &session->watched[i];
        if (version == watched->version || version == 0)
            continue;
        watched->version = version;
        if (i == 0)
            kip_live_tell(session, KIP_NEWS_DONE, "%s has changed: `restart` takes it as it is now", path);
        else if (take_version(session, i, &error) != KIP_OK)
            kip_live_tell_error(session, "The old version stays. ", &error);
    }
}
