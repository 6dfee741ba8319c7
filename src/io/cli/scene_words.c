/* Arguments for scenes (scene_words.h). */
#include "scene_words.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../text/file.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

enum { MOST_FOLDERS = 16 };

/* Lists are terminated by NULL. Links to the program are resolved: a source tree has data/ beside build/, an installation
 * share/kip beside bin/. */
static struct {
    const char *first[MOST_FOLDERS + 1], *last[4];
    char listed[PATH_MAX], own[3][PATH_MAX + 32];
    bool plugins;
} folders;

static KipStatus add(int *n, const char *folder, const char *from, KipError *error)
{
    if (*n == MOST_FOLDERS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "more than %d folders of data", MOST_FOLDERS);
    if (access(folder, R_OK | X_OK) != 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s: there is no folder \"%s\" that can be read",
                        from, folder);
    folders.first[(*n)++] = folder;
    return KIP_OK;
}

/* Adds the folders of KIP_DATA=one:two. */
static KipStatus add_listed(int *n, KipError *error)
{
    const char *text = getenv("KIP_DATA");
    KipStatus status = KIP_OK;
    if (!text)
        return KIP_OK;
    if (strlen(text) >= sizeof folders.listed)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "KIP_DATA is longer than %d bytes", PATH_MAX - 1);
    memcpy(folders.listed, text, strlen(text) + 1);
    for (char *at = strtok(folders.listed, ":"); at && status == KIP_OK; at = strtok(NULL, ":"))
        status = add(n, at, "KIP_DATA", error);
    return status;
}

static void find_own(void)
{
    static const char *const beside[] = {"data", "../data", "../share/kip"};
    char path[PATH_MAX];
    int n = 0;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        return;
    *slash = '\0';
    for (int i = 0; i < 3; i++) {
        snprintf(folders.own[n], sizeof folders.own[n], "%s/%s", path, beside[i]);
        if (access(folders.own[n], R_OK) == 0) {
            folders.last[n] = folders.own[n];
            n++;
        }
    }
}

/* Returns -1 where the command has no such option. */
static int find_option(const KipArguments *arguments, const char *name)
{
    int option = arguments->command->noption - 1;
    while (option >= 0 && strcmp(arguments->command->option[option].name, name) != 0)
        option--;
    return option;
}

KipStatus kip_data_folders_read(const KipArguments *arguments, KipError *error)
{
    int n = 0;
    KipStatus status = KIP_OK;
    memset(&folders, 0, sizeof folders);
    find_own();
    if (!arguments)
        return add_listed(&n, error);
    int option = find_option(arguments, "data"), plugins = find_option(arguments, "plugins");
    if (option < 0)
        return KIP_OK;
    folders.plugins = plugins >= 0 && kip_arguments_count(arguments, plugins) > 0;
    for (int i = 0; i < kip_arguments_count(arguments, option) && status == KIP_OK; i++)
        status = add(&n, kip_arguments_text(arguments, option, i), "--data", error);
    if (status == KIP_OK)
        status = add_listed(&n, error);
    return status;
}

KipSceneData kip_data_folders(void)
{
    return (KipSceneData){folders.first, folders.last, folders.plugins};
}

static bool is_in(const char *folder, const char *name, char *path, size_t size)
{
    int n = snprintf(path, size, "%s/%s", folder, name);
    return n > 0 && (size_t)n < size && access(path, R_OK) == 0;
}

bool kip_data_find(const char *name, char *path, size_t size)
{
    for (const char *const *folder = folders.first; *folder; folder++)
        if (is_in(*folder, name, path, size))
            return true;
    if (is_in("data", name, path, size))
        return true;
    for (const char *const *folder = folders.last; *folder; folder++)
        if (is_in(*folder, name, path, size))
            return true;
    if (is_in(kip_data_folder, name, path, size))
        return true;
    snprintf(path, size, "data/%s", name);
    return false;
}

/* -- the FILE of a command line -------------------------------------------------------------------------- */

static const struct {
    const char *folder, *ending;
} kinds[] = {{"models", ".xml"}, {"scenes", ".py"}, {"skills", ".py"}};

/* The name of a file without folder and ending. */
static void stem_of(const char *path, char *stem, size_t size)
{
    const char *from = kip_file_base(path);
    snprintf(stem, size, "%.*s", (int)strcspn(from, "."), from);
}

/* Adds the names of the files of a kind, sorted. */
static void add_stems(int kind, KipHint *hint)
{
    char path[PATH_MAX], stem[128];
    struct dirent **entry;
    int n =
        kip_data_find(kinds[kind].folder, path, sizeof path) ? scandir(path, &entry, NULL, alphasort) : -1;
    for (int i = 0; i < n; i++) {
        stem_of(entry[i]->d_name, stem, sizeof stem);
        if (kip_ends_in(entry[i]->d_name, kinds[kind].ending))
            kip_hint_add(hint, stem);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
}

/* The kind of data that has a file of this name, and its path; -1 for none. */
static int find_kind(const char *stem, int nkind, char *path, size_t size)
{
    char name[256];
    for (int kind = 0; kind < nkind; kind++) {
        snprintf(name, sizeof name, "%s/%.128s%s", kinds[kind].folder, stem, kinds[kind].ending);
        if (*stem && kip_data_find(name, path, size))
            return kind;
    }
    return -1;
}

KipStatus kip_data_operand(const char *path, bool scripts, KipError *error)
{
    const int nkind = scripts ? 3 : 1;
    char stem[128], found[PATH_MAX];
    if (kip_ends_in(path, ".bvh") || kip_ends_in(path, ".amc") || kip_ends_in(path, ".asf"))
        return kip_fail(
            error, KIP_BAD_INPUT, kip_nowhere(),
            "%.200s is a motion, which a character of a scene follows: kip help clips; kip convert "
            "shows it",
            path);
    if (strcmp(path, "-") == 0 || access(path, F_OK) == 0 || errno != ENOENT)
        return KIP_OK;
    stem_of(path, stem, sizeof stem);
    int kind = find_kind(stem, nkind, found, sizeof found);
    KipHint hint = kip_hint(stem);
    for (int i = 0; kind < 0 && i < nkind; i++)
        add_stems(i, &hint);
    if (kind < 0 && kip_hint_is_near(&hint))
        kind = find_kind(hint.nearest, nkind, found, sizeof found);
    if (kind < 0)
        return kip_fail(error, KIP_IO, kip_nowhere(), "there is no file \"%.200s\" here", path);
    return kip_fail(error, KIP_IO, kip_nowhere(), "there is no file \"%.200s\" here; did you mean %s?", path,
                    found);
}

/* -- numbers for scripts --------------------------------------------------------------------------------- */

/* Whether two words NAME=VALUE have one name, around which blanks may stand. */
static bool is_same_name(const char *a, const char *b)
{
    a += strspn(a, " \t\r"), b += strspn(b, " \t\r");
    const size_t n = strcspn(a, "= \t\r");
    return n == strcspn(b, "= \t\r") && memcmp(a, b, n) == 0;
}

/* The word before the one of this index that has its name; -1 where there is none. */
static int find_same_name(const KipArguments *arguments, int option, int index)
{
    int i = index - 1;
    while (i >= 0 && !is_same_name(kip_arguments_text(arguments, option, i),
                                   kip_arguments_text(arguments, option, index)))
        i--;
    return i;
}

KipStatus kip_read_param_words(const KipArguments *arguments, int params_option, int param_option,
                               KipParams *params, KipError *error)
{
    const char *file = kip_arguments_string(arguments, params_option, NULL);
    KipStatus status = file ? kip_params_read(params, file, error) : KIP_OK;
    for (int i = 0; i < kip_arguments_count(arguments, param_option) && status == KIP_OK; i++) {
        const char *word = kip_arguments_text(arguments, param_option, i);
        const int before = find_same_name(arguments, param_option, i);
        KipError inner;
        if (kip_params_set_word(params, word, &inner) != KIP_OK)
            status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--param: %s", inner.message);
        else if (before >= 0)
            status =
                kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                         "--param \"%.100s\" and --param \"%.100s\" give one number twice; leave one out",
                         kip_arguments_text(arguments, param_option, before), word);
    }
    return status;
}
