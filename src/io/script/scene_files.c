/* Where a scene's files are, and its programs. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../formats/file.h"
#include "scene_parts.h"

static bool is_there(const char *path)
{
    return access(path, R_OK) == 0;
}

/* base/folder/name with the ending, where that is a file. */
static bool try_place(const char *base, size_t n, const char *folder, const char *name, const char *ending,
                      char path[PATH_SIZE])
{
    size_t length = strlen(name), tail = strlen(ending);
    bool ended = length >= tail && strcmp(name + length - tail, ending) == 0;
    int written = snprintf(path, PATH_SIZE, "%.*s%s%s%s%s%s", (int)n, base, n && base[n - 1] != '/' ? "/" : "",
                           folder, *folder ? "/" : "", name, ended ? "" : ending);
    return written > 0 && written < PATH_SIZE && is_there(path);
}

/* The same, or in base/data. */
static bool try_folder(const char *base, size_t n, const char *folder, const char *name, const char *ending,
                       char path[PATH_SIZE])
{
    char in_data[64];
    snprintf(in_data, sizeof in_data, "data/%s", folder);
    return try_place(base, n, folder, name, ending, path) || try_place(base, n, in_data, name, ending, path);
}

/* With a slash or its ending; else it is a name, and a scene beside the script does not hide a skill of that name. */
static bool is_path(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);
    return strchr(name, '/') || (n > m && strcmp(name + n - m, ending) == 0);
}

bool kip_scene_find_file(const KipScene *scene, const char *folder, const char *name, const char *ending,
                     char path[PATH_SIZE])
{
    const char *at = scene->folder;
    size_t n = strlen(at);
    if (*name == '/')
        return try_place("", 0, "", name, ending, path);
    if (is_path(name, ending) && try_place(at, n, "", name, ending, path))
        return true;
    for (;;) {
        if (try_folder(at, n, folder, name, ending, path))
            return true;
        if (n == 0 || (n == 1 && *at == '/'))
            break;
        while (n > 0 && at[n - 1] != '/')
            n--;
        while (n > 1 && at[n - 1] == '/')
            n--;
    }
    static const char above[] = "../../../../../../../.."; /* the folders above this one */
    for (n = 2; *at != '/' && n < sizeof above; n += 3)
        if (try_folder(above, n, folder, name, ending, path))
            return true;
    /* a scene is not its own skill */
    return (try_place(scene->folder, strlen(scene->folder), "", name, ending, path) && strcmp(path, scene->path) != 0) ||
           try_place("data", 4, folder, name, ending, path) ||
           try_place(kip_data_folder, strlen(kip_data_folder), folder, name, ending, path);
}

static KipStatus add_imports(KipScene *scene, const KipProgram *program, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < program->nimport && status == KIP_OK; i++) {
        const char *name = program->import[i];
        char path[PATH_SIZE], folder[PATH_SIZE];
        const KipProgram *imported;
        if (strcmp(name, "math") == 0 || strcmp(name, "random") == 0)
            continue;
        const char *slash = strrchr(program->file, '/');
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - program->file) : 0, program->file);
        if (!try_place(folder, strlen(folder), "", name, ".py", path) &&
            !kip_scene_find_file(scene, "skills/lib", name, ".py", path)) {
            KipPlace place = {program->file, (int)program->import_spot[i].line, (int)program->import_spot[i].column};
            return kip_fail(error, KIP_BAD_INPUT, place,
                            "there is no script '%s.py' to import: neither beside this one nor in skills/lib", name);
        }
        status = kip_scene_add_program(scene, path, &imported, error);
    }
    return status;
}

KipStatus kip_scene_add_program(KipScene *scene, const char *path, const KipProgram **program, KipError *error)
{
    char *text;
    size_t size;
    for (int i = 0; i < scene->nprogram; i++)
        if (strcmp(scene->program_path[i], path) == 0) {
            *program = scene->program[i];
            return KIP_OK;
        }
    if (scene->nprogram == MOST_PROGRAMS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "more than %d scripts", MOST_PROGRAMS);
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    int i = scene->nprogram;
    size_t length = strlen(path) + 1;
    status = kip_program_compile(text, size, strcmp(path, "-") == 0 ? "stdin" : path, scene->def.allocator,
                                 &scene->program[i], error);
    kip_resize(NULL, text, size + 1, 0);
    if (status != KIP_OK)
        return status;
    scene->program_path[i] = kip_resize(scene->def.allocator, NULL, 0, length);
    if (!scene->program_path[i]) {
        kip_program_destroy(scene->program[i]);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for '%s'", path);
    }
    memcpy(scene->program_path[i], path, length);
    scene->nprogram++;
    *program = scene->program[i];
    status = add_imports(scene, *program, error);
    if (status == KIP_OK)
        status = kip_machine_add(scene->machine, *program, error);
    if (status == KIP_OK)
        kip_scene_set_params(scene, *program);
    return status;
}
