#define _XOPEN_SOURCE 700 /* realpath */
#include "file.h"
#include "utf8.h"
#include "../../dynamics/letters.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USUAL_MEGABYTES = 256 };

/* Used instead of strerror, whose language is the locale's. */
static const char *reason(int number)
{
    static const struct {
        int number;
        const char *text;
    } reasons[] = {
        {0, "a part of it was lost; the disk may be full"},
        {ENOENT, "there is no such file or folder"},
        {ENOTDIR, "a part of its path is not a folder"},
        {EACCES, "permission is denied"},
        {EPERM, "permission is denied"},
        {EROFS, "the disk is read-only"},
        {EISDIR, "it is a folder"},
        {ENOSPC, "the disk is full"},
        {EDQUOT, "the disk quota is used up"},
        {EFBIG, "it is larger than a file may be here (ulimit -f)"},
        {ENAMETOOLONG, "its name is too long"},
        {EMFILE, "too many files are open"},
        {ELOOP, "its links lead in a circle"},
        {EPIPE, "its reader went away"},
        {EIO, "the device reports an error"},
        {EBADF, "it is closed"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].number == number)
            return reasons[i].text;
    return "the system refuses";
}

static KipPlace place_of(const char *path)
{
    KipPlace place = {path, 0, 0};
    return place;
}

static KipStatus fail_system(const char *path, const char *what, KipError *error)
{
    if (errno == ENOMEM)
        return kip_fail(error, KIP_NO_MEMORY, place_of(path), "out of memory: the file %s", what);
    return kip_fail(error, KIP_IO, place_of(path), "the file %s: %s", what, reason(errno));
}

/* -- reading --------------------------------------------------------------------------------------------- */

/* Reads the stream to its end; pipes have no size, so the memory grows. */
static KipStatus read_all(FILE *stream, const char *path, size_t megabytes, char **text, size_t *size,
                          KipError *error)
{
    size_t used = 0, capacity = 1 << 16;
    char *memory = malloc(capacity);
    while (memory) {
        used += fread(memory + used, 1, capacity - used - 1, stream);
        if (used < capacity - 1)
            break;
        if (used >> 20 >= megabytes) {
            free(memory);
            return kip_fail(error, KIP_IO, place_of(path),
                            "the file is larger than %zu MB, which kip does not read", megabytes);
        }
        char *larger = realloc(memory, 2 * capacity);
        if (!larger)
            free(memory);
        memory = larger;
        capacity *= 2;
    }
    if (!memory)
        return kip_fail(error, KIP_NO_MEMORY, place_of(path), "out of memory while reading the file");
    if (ferror(stream)) {
        free(memory);
        return fail_system(path, "cannot be read", error);
    }
    memory[used] = 0;
    *text = memory;
    *size = used;
    return KIP_OK;
}

KipStatus kip_file_read(const char *path, char **text, size_t *size, KipError *error)
{
    return kip_file_read_large(path, USUAL_MEGABYTES, text, size, error);
}

KipStatus kip_file_read_large(const char *path, size_t megabytes, char **text, size_t *size, KipError *error)
{
    struct stat info;
    FILE *stream;
    KipStatus status;
    if (strcmp(path, "-") == 0)
        return read_all(stdin, "<stdin>", megabytes, text, size, error);
    stream = fopen(path, "rb");
    if (!stream)
        return fail_system(path, "cannot be opened", error);
    if (fstat(fileno(stream), &info) == 0 && S_ISDIR(info.st_mode))
        status = kip_fail(error, KIP_IO, place_of(path), "this is a folder; a file is needed");
    else
        status = read_all(stream, path, megabytes, text, size, error);
    fclose(stream);
    return status;
}

/* -- writing --------------------------------------------------------------------------------------------- */

static KipStatus fail_output(const char *path, KipError *error)
{
    return fail_system(path, "cannot be written", error);
}

/* Creates PATH.tmpPID-N for the first N that is free, with the permissions a new file gets. */
static FILE *create_temporary(char *temporary, size_t size, const char *path)
{
    for (int i = 0; i < 100; i++) {
        snprintf(temporary, size, "%s.tmp%ld-%d", path, (long)getpid(), i);
        int descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor >= 0) {
            FILE *stream = fdopen(descriptor, "wb");
            if (!stream) {
                const int number = errno;
                close(descriptor);
                remove(temporary);
                errno = number;
            }
            return stream;
        }
        if (errno != EEXIST)
            break;
    }
    return NULL;
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

KipStatus kip_output_open(KipOutput *output, const char *path, KipError *error)
{
    KipOutput made = {NULL, NULL, NULL};
    struct stat info;
    size_t size;
    bool exists = stat(path, &info) == 0;
    if (!*path)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a file to write has no name");
    if (strcmp(path, "-") == 0) {
        made.stream = stdout;
        *output = made;
        return KIP_OK;
    }
    if (exists && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return fail_output(path, error);
    }
    if (exists && access(path, W_OK) != 0) /* renaming over it would get round the protection of the file */
        return fail_output(path, error);
    made.path = exists ? realpath(path, NULL) : copy_text(path); /* a link stays a link */
    size = (made.path ? strlen(made.path) : 0) + 48;
    made.temporary = malloc(size);
    if (!made.path || !made.temporary) {
        free(made.path);
        free(made.temporary);
        return kip_fail(error, KIP_NO_MEMORY, place_of(path),
                        "out of memory while opening the file for writing");
    }
    if (exists &&
        !S_ISREG(
            info.st_mode)) { /* a pipe or a device is written directly, since renaming would replace it */
        free(made.temporary);
        made.temporary = NULL;
        made.stream = fopen(path, "wb");
    } else {
        made.stream = create_temporary(made.temporary, size, made.path);
        if (made.stream && exists && fchmod(fileno(made.stream), info.st_mode & 07777) != 0)
            errno = 0; /* the file belongs to another user: the new one keeps default permissions */
    }
    if (!made.stream) {
        KipStatus status = fail_output(path, error);
        free(made.path);
        free(made.temporary);
        return status;
    }
    *output = made;
    return KIP_OK;
}

/* Closes the file, except stdout, and resets `output` without renaming. */
static void release(KipOutput *output)
{
    KipOutput nothing = {NULL, NULL, NULL};
    free(output->path);
    free(output->temporary);
    *output = nothing;
}

KipStatus kip_output_fail(const KipOutput *output, KipError *error)
{
    return fail_output(output->path ? output->path : "<stdout>", error);
}

KipStatus kip_output_commit(KipOutput *output, KipError *error)
{
    KipStatus status = KIP_OK;
    bool written;
    if (!output->stream)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "no output is open");
    errno = 0;
    written = !ferror(output->stream) && fflush(output->stream) == 0;
    if (output->path && fclose(output->stream) != 0)
        written = false;
    if (!written || (output->temporary && rename(output->temporary, output->path) != 0)) {
        status = kip_output_fail(output, error);
        if (output->temporary)
            remove(output->temporary);
    }
    release(output);
    return status;
}

KipStatus kip_output_keep(KipOutput *output, KipError *error)
{
    KipStatus status = KIP_OK;
    if (output->path)
        fclose(output->stream);
    if (output->temporary && rename(output->temporary, output->path) != 0) {
        status = fail_output(output->path, error);
        remove(output->temporary);
    }
    release(output);
    return status;
}

void kip_output_abandon(KipOutput *output)
{
    if (output->stream && output->path)
        fclose(output->stream);
    if (output->stream && output->temporary)
        remove(output->temporary);
    release(output);
}

KipStatus kip_output_end(KipOutput *output, KipStatus status, KipError *error)
{
    if (status == KIP_OK)
        status = kip_output_commit(output, error);
    kip_output_abandon(output);
    return status;
}

/* libc shrinks the buffer to the text on closing; where that reallocation fails, the text is NULL. */
bool kip_close_memory(FILE *stream, char **text)
{
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) == 0 && !failed && *text)
        return true;
    free(*text);
    *text = NULL;
    return false;
}

/* -- errors ---------------------------------------------------------------------------------------------- */

/* Reads line `number` into the buffer, cut at its size; false where there is none. Only regular files are read, since
 * others may block. */
static bool read_line(const char *path, int number, char *line, int size)
{
    struct stat info;
    FILE *stream;
    int c = 0, n = 0;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || !(stream = fopen(path, "rb")))
        return false;
    for (int at = 1; at < number && c != EOF;)
        at += (c = getc(stream)) == '\n';
    while (c != EOF && n < size - 1 && (c = getc(stream)) != EOF && c != '\n' && c != '\r')
        line[n++] = (char)c;
    line[n] = 0;
    fclose(stream);
    return n > 0;
}

void kip_print_clean(FILE *stream, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        putc(((unsigned char)text[i] < ' ' && text[i] != '\t' && text[i] != '\n') || text[i] == 0x7f
                 ? '?'
                 : text[i],
             stream);
}

void kip_print_clean_format(FILE *stream, const char *format, ...)
{
    char text[4000];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    kip_print_clean(stream, text, strlen(text));
}

/* Prints the line, and below it blanks up to the caret: tabs are repeated, continuation bytes of UTF-8 take no column. */
static void print_caret(FILE *stream, const char *line, int column)
{
    fputs("    ", stream);
    kip_print_clean(stream, line, strlen(line));
    fputs("\n    ", stream);
    for (int i = 1; i < column && *line; line++) {
        bool starts = kip_utf8_starts(*line);
        if (starts)
            putc(*line == '\t' ? '\t' : ' ', stream);
        i += starts;
    }
    fputs("^\n", stream);
}

void kip_print_quoted(FILE *stream, const char *text)
{
    putc('"', stream);
    for (; *text; text++) {
        if (*text == '\n') {
            fputs("\\n", stream);
            continue;
        }
        if (*text == '"' || *text == '\\')
            putc('\\', stream);
        putc(*text, stream);
    }
    putc('"', stream);
}

void kip_error_print(FILE *stream, const KipError *error)
{
    enum { WIDEST = 160 };
    char line[WIDEST + 1];
    bool placed = error->file[0] && error->line > 0;
    if (error->file[0])
        fprintf(stream, "%s:", error->file);
    if (error->line > 0)
        fprintf(stream, "%d:", error->line);
    if (error->line > 0 && error->column > 0)
        fprintf(stream, "%d:", error->column);
    if (error->file[0] || error->line > 0)
        putc(' ', stream);
    kip_print_clean(stream, error->message, strlen(error->message));
    putc('\n', stream);
    if (placed && error->column > 0 && error->column < WIDEST &&
        read_line(error->file, error->line, line, sizeof line))
        print_caret(stream, line, error->column);
}

const char *kip_file_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_same(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

/* The folder of "a/b" is "a", that of "b" is "."; false where it is too long. */
static bool folder_of(const char *path, char *folder, size_t size)
{
    const char *slash = strrchr(path, '/');
    int n = snprintf(folder, size, "%.*s",
                     slash == path ? 1
                     : slash       ? (int)(slash - path)
                                   : 1,
                     slash ? path : ".");
    return n >= 0 && (size_t)n < size;
}

bool kip_same_file(const char *a, const char *b)
{
    char folder_a[1024], folder_b[1024];
    if (strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
        return false;
    if (is_same(a, b))
        return true;
    return strcmp(kip_file_base(a), kip_file_base(b)) == 0 && folder_of(a, folder_a, sizeof folder_a) &&
           folder_of(b, folder_b, sizeof folder_b) && is_same(folder_a, folder_b);
}

bool kip_ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    if (n < m)
        return false;
    for (size_t i = 0; i < m; i++)
        if (to_lower(path[n - m + i]) != ending[i])
            return false;
    return true;
}
