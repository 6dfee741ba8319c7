/* Paths of output files (outputs.h). */
#include "outputs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
