/* Paths of output files (outputs.h). */
#include "outputs.h"
#include "../text/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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

/* Whether the first n bytes of the path name a link. */
static bool is_link(const char *path, size_t n)
{
    char part[1024];
    struct stat info;
    snprintf(part, sizeof part, "%.*s", (int)n, path);
    return lstat(part, &info) == 0 && S_ISLNK(info.st_mode);
}

KipStatus kip_place_below(const char *folder, const char *name, char *path, size_t size, KipError *error)
{
    int n = snprintf(path, size, "%s/%s", folder, name);
    if (n < 0 || (size_t)n >= size)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "\"%.80s...\" is too long a name", name);
    for (size_t at = strlen(folder) + 1; at < (size_t)n;) {
        at += 1 + strcspn(path + at, "/");
        if (is_link(path, at - 1))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "\"%.*s\" is a link: what a script writes stays in \"%s\"", (int)at - 1, path,
                            folder);
    }
    return KIP_OK;
}

KipStatus kip_make_folders(const char *path, KipError *error)
{
    char folder[1024];
    for (const char *slash = path; (slash = strchr(slash, '/')) != NULL; slash++) {
        const size_t n = (size_t)(slash - path);
        if (n >= sizeof folder)
            return kip_fail(error, KIP_IO, kip_nowhere(), "the path \"%.80s...\" is too long", path);
        memcpy(folder, path, n);
        folder[n] = '\0';
        if (n > 0 && mkdir(folder, 0777) != 0 && errno != EEXIST)
            return kip_fail(error, KIP_IO, kip_nowhere(), "the folder \"%s\" cannot be made: %s", folder,
                            strerror(errno));
    }
    return KIP_OK;
}
