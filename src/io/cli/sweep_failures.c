/* kip sweep --failures: repeats the runs that failed, and records them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../text/number.h"
#include "outputs.h"
#include "scene_tape.h"
#include "sweep_parts.h"

enum { PATH_SIZE = KIP_SWEEP_PATH + 64, WORD_SIZE = KIP_PARAM_NAME + KIP_NUMBER_SIZE + 16 };

/* Checks at the beginning whether files can be written there, so that a long sweep does not end with an error. */
KipStatus kip_sweep_open_failures(const KipSweep *sweep, KipError *error)
{
    char folder[KIP_SWEEP_PATH];
    struct stat info;
    if (!*sweep->failures || snprintf(folder, sizeof folder, "%s/", sweep->failures) >= (int)sizeof folder)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--failures: the folder's name is empty, or too long");
    KipStatus status = kip_make_folders(folder, error);
    if (status == KIP_OK && (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode)))
        status = kip_fail(error, KIP_IO, kip_nowhere(), "--failures: \"%s\" is no folder", sweep->failures);
    return status;
}

/* The file's name is DIR/job-J-seed-S.kip; J is in the table's column "job". */
static void name_file(const KipSweep *sweep, int64_t job, int64_t seed, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/job-%" PRId64 "-seed-%" PRId64 ".kip", sweep->failures, job, seed);
}

static KipStatus play(const KipSweep *sweep, const KipSceneParam *param, int nparam, int64_t seed,
                      KipTape *tape, KipScene **scene, KipError *error)
{
    KipSceneDef def = kip_scene_def();
    def.param = param, def.nparam = nparam;
    def.seed = (uint64_t)seed;
    def.data = sweep->design.data;
    def.host = kip_tape_host(tape);
    def.host.stop = kip_stop_asked;
    KipStatus status = kip_scene_load(sweep->design.path, &def, scene, error);
    if (status != KIP_OK)
        return status;
    KipError broke; /* an interrupted run is a failure too, and its recording ends there */
    (void)kip_scene_run(*scene, &broke);
    if (!tape->recording)
        return KIP_OK;
    return kip_tape_end(tape, error);
}

/* Writes the recording, with arguments of kip run that repeat the run. */
static KipStatus write_run(const KipSweep *sweep, const KipSceneParam *param, int nparam, int64_t seed,
                           const KipTape *tape, const char *path, KipError *error)
{
    char(*text)[WORD_SIZE] = calloc((size_t)nparam + 1, sizeof *text), number[KIP_NUMBER_SIZE];
    const char **word = calloc((size_t)nparam + 3, sizeof *word);
    KipStatus status = KIP_NO_MEMORY;
    if (text && word) {
        int n = 0;
        for (; n < nparam; n++) {
            snprintf(text[n], WORD_SIZE, "--param=%s=%s", param[n].name,
                     kip_number_format(number, param[n].value));
            word[n] = text[n];
        }
        snprintf(text[n], WORD_SIZE, "--seed=%" PRId64, seed);
        word[n++] = text[nparam];
        word[n++] = "--";
        word[n++] = sweep->design.path;
        status = kip_tape_write(tape, path, n, word, error);
    } else {
        kip_fail(error, status, kip_nowhere(), "out of memory");
    }
    free(text);
    free(word);
    return status;
}

static KipStatus keep_row(const KipSweep *sweep, int64_t k, bool *kept, KipError *error)
{
    const KipSweepDesign *design = &sweep->design;
    const KipSweepTable *table = sweep->table;
    KipSceneParam param[KIP_SWEEP_MOST_PARAMS];
    char path[PATH_SIZE];
    int64_t job = table->shard + k * table->nshard, seed = design->seed + job % design->seeds;
    int nparam = kip_sweep_params(design, job / design->seeds, param);
    KipTape tape = {.script = design->path};
    KipScene *scene = NULL;
    name_file(sweep, job, seed, path);
    KipStatus status = play(sweep, param, nparam, seed, &tape, &scene, error);
    *kept = status == KIP_OK && tape.recording && !kip_stop_signal();
    if (*kept)
        status = write_run(sweep, param, nparam, seed, &tape, path, error);
    kip_tape_clear(&tape);
    kip_scene_destroy(scene);
    return status;
}

KipStatus kip_sweep_keep_failures(KipSweep *sweep, int64_t *nleft, KipError *error)
{
    const KipSweepTable *table = sweep->table;
    KipStatus status = KIP_OK;
    int64_t n = 0;
    *nleft = 0;
    for (int64_t k = 0; k < table->nrow && status == KIP_OK; k++) {
        bool kept = false;
        if (!table->row[k].done || table->row[k].outcome != KIP_SWEEP_NONE)
            continue;
        if (!kip_stop_signal())
            status = keep_row(sweep, k, &kept, error);
        n += kept;
        *nleft += !kept && kip_stop_signal();
    }
    if (status == KIP_OK && n > 0)
        fprintf(sweep->talk, "%" PRId64 " failed run%s recorded in %s\n", n, n == 1 ? " is" : "s are",
                sweep->failures);
    return status;
}
