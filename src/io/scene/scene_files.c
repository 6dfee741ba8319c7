/* Search for a scene's files, and loading of its programs. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../text/file.h"
#include "../script/foreign.h"
#include "scene_parts.h"

static bool is_there(const char *path)
{
    return access(path, R_OK) == 0;
}

/* Writes the path base/folder/name with the ending; returns whether it is a file. */
static bool try_place(const char *base, size_t n, const char *folder, const char *name, const char *ending,
                      char path[PATH_SIZE])
{
    size_t length = strlen(name), tail = strlen(ending);
    bool ended = length >= tail && strcmp(name + length - tail, ending) == 0;
    int written =
        snprintf(path, PATH_SIZE, "%.*s%s%s%s%s%s", (int)n, base, n && base[n - 1] != '/' ? "/" : "", folder,
                 *folder ? "/" : "", name, ended ? "" : ending);
    return written > 0 && written < PATH_SIZE && is_there(path);
}

/* -- the folders ----------------------------------------------------------------------------------------- */

/* Called for a folder base[0, n) that may have data; returning true ends the walk. */
typedef bool Visit(void *user, const char *base, size_t n);

static bool walk_list(const char *const *folder, Visit *visit, void *user)
{
    for (; folder && *folder; folder++)
        if (visit(user, *folder, strlen(*folder)))
            return true;
    return false;
}

/* Visits a script's folder and those above it. */
static bool walk_up(const char *at, Visit *visit, void *user)
{
    static const char above[] = "../../../../../../../.."; /* of the folders above it */
    size_t n = strlen(at);
    for (;;) {
        if (visit(user, at, n))
            return true;
        if (n == 0 || (n == 1 && *at == '/'))
            break;
        while (n > 0 && at[n - 1] != '/')
            n--;
        while (n > 1 && at[n - 1] == '/')
            n--;
    }
    for (n = 2; *at != '/' && n < sizeof above; n += 3)
        if (visit(user, above, n))
            return true;
    return false;
}

static void folder_of(const char *path, char folder[PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_SIZE, "%.*s", slash == path ? 1 : slash ? (int)(slash - path) : 0, path);
}

/* Visits the folders chosen by the user, by precedence; the folder of a running skill's script precedes the scene's. */
static bool walk_near(const KipScene *scene, Visit *visit, void *user)
{
    char own[PATH_SIZE];
    const KipProgram *acting = scene->acting ? scene->acting->program : NULL;
    if (walk_list(scene->def.data.first, visit, user))
        return true;
    if (acting) {
        folder_of(acting->file, own);
        if (visit(user, own, strlen(own)))
            return true;
    }
    return walk_up(scene->folder, visit, user);
}

/* Visits the folders common to all scenes. */
static bool walk_far(const KipScene *scene, Visit *visit, void *user)
{
    return visit(user, "data", 4) || walk_list(scene->def.data.last, visit, user) ||
           visit(user, kip_data_folder, strlen(kip_data_folder));
}

/* -- a file ---------------------------------------------------------------------------------------------- */

typedef struct Search {
    const char *folder, *name, *ending;
    char *path;
} Search;

/* Looks for base/models/NAME.xml or base/data/models/NAME.xml. */
static bool look(void *user, const char *base, size_t n)
{
    const Search *search = user;
    char in_data[64];
    snprintf(in_data, sizeof in_data, "data/%s", search->folder);
    return try_place(base, n, search->folder, search->name, search->ending, search->path) ||
           try_place(base, n, in_data, search->name, search->ending, search->path);
}

/* Whether the script's folder is searched: for a path with a slash or an ending, and for names of other files than scripts.
 * The name of a skill is not looked up there, lest a scene of that name be found. */
static bool is_beside(const char *name, const char *ending)
{
    return strchr(name, '/') || kip_ends_in(name, ending) || strcmp(ending, ".py") != 0;
}

/* Looks in the folder of the running skill's script, or in the scene's. A scene is not its own skill. */
static bool look_beside(const KipScene *scene, const Search *search)
{
    char own[PATH_SIZE] = "";
    if (scene->acting && scene->acting->program) {
        folder_of(scene->acting->program->file, own);
        if (try_place(own, strlen(own), "", search->name, search->ending, search->path))
            return true;
    }
    return try_place(scene->folder, strlen(scene->folder), "", search->name, search->ending, search->path) &&
           !kip_same_file(search->path, scene->path);
}

bool kip_scene_find_file(const KipScene *scene, const char *folder, const char *name, const char *ending,
                         char path[PATH_SIZE])
{
    Search search = {folder, name, ending, path};
    if (*name == '/')
        return try_place("", 0, "", name, ending, path);
    bool first = is_beside(name, ending) && look_beside(scene, &search);
    return first || walk_near(scene, look, &search) || look_beside(scene, &search) ||
           walk_far(scene, look, &search);
}

/* -- files that there are -------------------------------------------------------------------------------- */

enum { MOST_FOUND = 100 };

typedef struct Found {
    const char *folder, *ending;
    int n;
    char name[MOST_FOUND][NAME_SIZE]; /* sorted, without duplicates */
} Found;

static void note(Found *found, const char *file)
{
    char name[NAME_SIZE];
    size_t n = strlen(file), tail = strlen(found->ending);
    int at = 0;
    if (*file == '.' || n <= tail || n - tail >= NAME_SIZE || strcmp(file + n - tail, found->ending) != 0 ||
        found->n == MOST_FOUND)
        return;
    snprintf(name, sizeof name, "%.*s", (int)(n - tail), file);
    while (at < found->n && strcmp(found->name[at], name) < 0)
        at++;
    if (at < found->n && strcmp(found->name[at], name) == 0)
        return;
    memmove(found->name[at + 1], found->name[at], (size_t)(found->n - at) * sizeof *found->name);
    memcpy(found->name[at], name, sizeof name);
    found->n++;
}

static void note_all(Found *found, const char *path)
{
    DIR *stream = opendir(path);
    if (!stream)
        return;
    for (const struct dirent *entry = readdir(stream); entry; entry = readdir(stream))
        note(found, entry->d_name);
    closedir(stream);
}

static bool list(void *user, const char *base, size_t n)
{
    static const char *const within[] = {"", "data/"};
    const Found *found = user;
    char path[PATH_SIZE];
    for (int i = 0; i < 2; i++) {
        int written = snprintf(path, sizeof path, "%.*s%s%s%s", (int)n, base,
                               n && base[n - 1] != '/' ? "/" : "", within[i], found->folder);
        if (written > 0 && written < PATH_SIZE)
            note_all(user, path);
    }
    return false;
}

KipStatus kip_scene_no_file(const KipScene *scene, const char *what, const char *folder, const char *name,
                            const char *ending, KipHint *hint, KipError *error)
{
    Found found = {.folder = folder, .ending = ending};
    if (!walk_near(scene, list, &found))
        walk_far(scene, list, &found);
    for (int i = 0; i < found.n; i++)
        kip_hint_add(hint, found.name[i]);
    if (kip_hint_is_near(hint))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "there is no %s '%.80s'%s", what, name,
                        kip_hint_text(hint));
    return kip_fail(
        error, KIP_BAD_INPUT, kip_nowhere(),
        "there is no %s '%.80s'%s. It may lie beside the script, or in %s/ or data/%s/ there or above; "
        "--data DIR, or KIP_DATA=DIR, adds a folder where %s/ is",
        what, name, kip_hint_text(hint), folder, folder, folder);
}

/* -- programs -------------------------------------------------------------------------------------------- */

static KipStatus fail_import(const KipScene *scene, const KipProgram *program, int i, KipError *error)
{
    KipPlace place = {program->file, (int)program->import_spot[i].line, (int)program->import_spot[i].column};
    const char *name = program->import[i], *instead = kip_foreign_module(name);
    KipHint hint = kip_hint(name);
    KipError told;
    char file[96], folder[PATH_SIZE], path[PATH_SIZE];
    if (instead)
        return kip_fail(error, KIP_BAD_INPUT, place, "there is no module '%s': %s", name, instead);
    folder_of(program->file, folder);
    if (try_place(folder, strlen(folder), "", name, ".py", path))
        return kip_fail(
            error, KIP_BAD_INPUT, place,
            "'%.80s' is the scene itself, which no script imports: put what both need into a third file",
            name);
    kip_hint_add(&hint, "math");
    kip_hint_add(&hint, "random");
    snprintf(file, sizeof file, "%.80s.py", name);
    kip_scene_no_file(scene, "script to import", "skills/lib", file, ".py", &hint, &told);
    return kip_fail(error, KIP_BAD_INPUT, place, "%s", told.message);
}

/* The script that a program imports: beside it, unless that is the scene itself, or of a library, whose own scripts precede
 * those beside the scene. */
static bool find_import(const KipScene *scene, const KipProgram *program, const char *name,
                        char path[PATH_SIZE])
{
    char folder[PATH_SIZE];
    Search lib = {"skills/lib", name, ".py", path}, skills = {"skills", name, ".py", path};
    folder_of(program->file, folder);
    return (try_place(folder, strlen(folder), "", name, ".py", path) && !kip_same_file(path, scene->path)) ||
           try_place(folder, strlen(folder), "lib", name, ".py", path) || walk_near(scene, look, &lib) ||
           walk_near(scene, look, &skills) || look_beside(scene, &skills) || walk_far(scene, look, &lib) ||
           walk_far(scene, look, &skills);
}

static KipStatus add_imports(KipScene *scene, const KipProgram *program, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < program->nimport && status == KIP_OK; i++) {
        const char *name = program->import[i];
        char path[PATH_SIZE];
        const KipProgram *imported;
        if (strcmp(name, "math") == 0 || strcmp(name, "random") == 0)
            continue;
        if (!find_import(scene, program, name, path))
            return fail_import(scene, program, i, error);
        status = kip_scene_add_program(scene, path, &imported, error);
        if (status == KIP_OK)
            kip_machine_import(scene->machine, program, i, imported);
    }
    return status;
}

KipStatus kip_scene_add_text(KipScene *scene, const char *path, const char *text, size_t size,
                             const KipProgram **program, KipError *error)
{
    int i = scene->nprogram;
    size_t length = strlen(path) + 1;
    KipStatus status =
        kip_programs_compile(scene->def.programs ? scene->def.programs : &scene->programs, text, size,
                             strcmp(path, "-") == 0 ? "stdin" : path, &scene->program[i], error);
    if (status != KIP_OK)
        return status;
    scene->program_path[i] = kip_resize(scene->def.allocator, NULL, 0, length);
    if (!scene->program_path[i])
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for '%s'", path);
    memcpy(scene->program_path[i], path, length);
    scene->nprogram++;
    *program = scene->program[i];
    status = kip_machine_add(scene->machine, *program, error);
    if (status == KIP_OK)
        status = add_imports(scene, *program, error);
    if (status == KIP_OK)
        kip_scene_set_params(scene, *program);
    return status;
}

KipStatus kip_scene_add_program(KipScene *scene, const char *path, const KipProgram **program,
                                KipError *error)
{
    char *text;
    size_t size;
    for (int i = 0; i < scene->nprogram; i++)
        if (strcmp(scene->program_path[i], path) == 0) {
            *program = scene->program[i];
            return KIP_OK;
        }
    if (scene->nprogram == MOST_PROGRAMS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "more than %d scripts, the most that a scene has: put several into one file",
                        MOST_PROGRAMS);
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    if (text[strspn(text, " \t\r\n")] == '<')
        status = kip_fail(error, KIP_BAD_INPUT, (KipPlace){path, 1, 1},
                          "this is XML, where a script is wanted; kip run and kip live take models alone");
    else
        status = kip_scene_add_text(scene, path, text, size, program, error);
    kip_resize(NULL, text, size + 1, 0);
    return status;
}
