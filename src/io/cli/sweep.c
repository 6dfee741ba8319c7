/* kip sweep: runs a scene for many values of its numbers, on all cores, for its rate of success, its measurements and the
 * boundary of success. This file reads the arguments; sweep_run.c runs, and sweep_parts.h lists the others. */
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "../text/number.h"
#include "../study/parallel.h"
#include "scene_words.h"
#include "sweep_parts.h"

enum {
    PARAM,
    PARAMS,
    SEEDS,
    SEED,
    RANDOM,
    BOUNDARY,
    THREADS,
    SHARD,
    CSV,
    RESUME,
    MERGE,
    SVG,
    MEASURE,
    FAILURES,
    JSON,
    DATA,
    PLUGINS,
    OPTIONS
};

/* -- words ----------------------------------------------------------------------------------------------- */

static const KipOption options[OPTIONS] = {
    [DATA] = {"data", KIP_OPTION_STRINGS, "DIR"},
    [PLUGINS] = {"plugins", KIP_OPTION_FLAG, NULL},
    [PARAM] = {"param", KIP_OPTION_STRINGS, "NAME=VALUES"},
    [PARAMS] = {"params", KIP_OPTION_STRING, "FILE"},
    [SEEDS] = {"seeds", KIP_OPTION_INTEGER, "N"},
    [SEED] = {"seed", KIP_OPTION_INTEGER, "FIRST"},
    [RANDOM] = {"random", KIP_OPTION_INTEGER, "N"},
    [BOUNDARY] = {"boundary", KIP_OPTION_STRING, "NAME"},
    [THREADS] = {"threads", KIP_OPTION_INTEGER, "N"},
    [SHARD] = {"shard", KIP_OPTION_STRING, "I/N"},
    [CSV] = {"csv", KIP_OPTION_STRING, "FILE"},
    [RESUME] = {"resume", KIP_OPTION_FLAG, NULL},
    [MERGE] = {"merge", KIP_OPTION_FLAG, NULL},
    [SVG] = {"svg", KIP_OPTION_STRING, "FILE"},
    [MEASURE] = {"measure", KIP_OPTION_STRING, "NAME"},
    [FAILURES] = {"failures", KIP_OPTION_STRING, "DIR"},
    [JSON] = {"json", KIP_OPTION_FLAG, NULL},
};

static bool given(const KipSweep *sweep, int option)
{
    return kip_arguments_count(sweep->arguments, option) > 0;
}

/* Reads I/N, counted from 1. */
static bool read_shard(const char *text, int64_t *shard, int64_t *nshard)
{
    double i, n;
    size_t slash = strcspn(text, "/");
    if (text[slash] != '/' || strspn(text, "0123456789/") != strlen(text) ||
        !kip_number_parse(text, slash, &i) ||
        !kip_number_parse(text + slash + 1, strlen(text + slash + 1), &n))
        return false;
    if (!(i >= 1 && i <= n && n <= KIP_SWEEP_MOST_JOBS))
        return false;
    *shard = (int64_t)i - 1, *nshard = (int64_t)n;
    return true;
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Reads the arguments for tables and pictures. Returns a KipExit. */
static int read_outputs(KipSweep *sweep)
{
    const KipArguments *arguments = sweep->arguments;
    sweep->csv_path = kip_arguments_string(arguments, CSV, NULL);
    sweep->svg_path = kip_arguments_string(arguments, SVG, NULL);
    sweep->measure = kip_arguments_string(arguments, MEASURE, NULL);
    sweep->failures = kip_arguments_string(arguments, FAILURES, NULL);
    sweep->json = given(sweep, JSON);
    sweep->kept = sweep->csv_path && !is_stdout(sweep->csv_path);
    sweep->talk = is_stdout(sweep->csv_path) || is_stdout(sweep->svg_path) || sweep->json ? stderr : stdout;
    if (is_stdout(sweep->csv_path) + is_stdout(sweep->svg_path) + sweep->json > 1)
        return kip_cli_fail_usage(arguments, "only one of --csv -, --svg - and --json can go to stdout");
    if (sweep->svg_path && !is_stdout(sweep->svg_path) && !kip_ends_in(sweep->svg_path, ".svg"))
        return kip_cli_fail_usage(arguments, "--svg writes SVG: its file must end in .svg");
    if (sweep->measure && !sweep->svg_path)
        return kip_cli_fail_usage(arguments, "--measure is for --svg");
    if (sweep->kept && sweep->svg_path &&
        (strcmp(sweep->csv_path, sweep->svg_path) == 0 || kip_same_file(sweep->csv_path, sweep->svg_path)))
        return kip_cli_fail_usage(arguments, "--csv and --svg must be different files");
    if (sweep->failures && given(sweep, BOUNDARY))
        return kip_cli_fail_usage(arguments, "--failures is not for --boundary, where runs are to fail");
    if (given(sweep, RESUME) && !sweep->kept)
        return kip_cli_fail_usage(arguments, "--resume needs the file of --csv");
    return KIP_EXIT_DONE;
}

static int read_design(KipSweep *sweep)
{
    const KipArguments *arguments = sweep->arguments;
    KipSweepDesign *design = &sweep->design;
    const char *path = arguments->operand[0], *file = kip_arguments_string(arguments, PARAMS, NULL);
    KipParams *params = calloc(1, sizeof *params);
    KipError error;
    KipStatus status = KIP_OK;
    if (!params)
        status = kip_fail(&error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    if (status == KIP_OK && (strcmp(path, "-") == 0 || strlen(path) >= sizeof design->path))
        status = kip_fail(&error, KIP_BAD_USE, kip_nowhere(),
                          "the scene is run many times, so it must be a file%s",
                          strcmp(path, "-") == 0 ? "" : ", with a shorter path");
    if (status == KIP_OK && given(sweep, RANDOM) && kip_arguments_integer(arguments, RANDOM, 0) < 1)
        status = kip_fail(&error, KIP_BAD_USE, kip_nowhere(), "--random needs 1 point or more");
    for (int i = 0; i < kip_arguments_count(arguments, PARAM) && status == KIP_OK; i++)
        status = kip_sweep_design_word(design, kip_arguments_text(arguments, PARAM, i), &error);
    if (status == KIP_OK && file)
        status = kip_params_read(params, file, &error);
    if (status == KIP_OK)
        status = kip_sweep_design_fix(design, params, &error);
    free(params);
    if (status == KIP_OK) {
        strcpy(design->path, path);
        design->data = kip_data_folders();
        snprintf(design->boundary, sizeof design->boundary, "%s",
                 kip_arguments_string(arguments, BOUNDARY, ""));
        design->seeds = kip_arguments_integer(arguments, SEEDS, 1);
        design->seed = kip_arguments_integer(arguments, SEED, 1);
        design->nrandom = kip_arguments_integer(arguments, RANDOM, 0);
        status = kip_data_operand(path, true, &error);
    }
    if (status == KIP_OK)
        status = kip_sweep_design_finish(design, &error);
    return kip_cli_end(arguments, status, &error);
}

static int read_work(KipSweep *sweep)
{
    const KipArguments *arguments = sweep->arguments;
    const char *shard = kip_arguments_string(arguments, SHARD, NULL);
    int64_t threads = kip_arguments_integer(arguments, THREADS, kip_cores());
    if (threads < 1 || threads > KIP_MOST_THREADS)
        return kip_cli_fail_usage(arguments, "--threads must be 1 to %d", KIP_MOST_THREADS);
    sweep->threads = (int)threads;
    sweep->sharded = shard != NULL;
    if (shard && !read_shard(shard, &sweep->shard, &sweep->nshard))
        return kip_cli_fail_usage(arguments, "--shard \"%s\" must be I/N, from 1/N to N/N", shard);
    if (shard && !sweep->csv_path)
        return kip_cli_fail_usage(arguments, "--shard needs --csv, the table for --merge");
    if (shard && (sweep->svg_path || sweep->json))
        return kip_cli_fail_usage(arguments, "--svg and --json show the whole: give them with --merge, not "
                                             "with --shard");
    return KIP_EXIT_DONE;
}

/* Checks whether there can be a picture. */
static int check_picture(const KipSweep *sweep)
{
    int axis[2];
    if (!sweep->svg_path)
        return KIP_EXIT_DONE;
    if (sweep->measure && *sweep->design.boundary)
        return kip_cli_fail_usage(sweep->arguments,
                                  "--measure is not for --boundary, whose picture shows the boundary");
    if (kip_sweep_drawn_axes(&sweep->design, axis) == 0)
        return kip_cli_fail_usage(sweep->arguments, "--svg needs %s with more than one value",
                                  *sweep->design.boundary ? "another axis" : "an axis");
    return KIP_EXIT_DONE;
}

/* -- running --------------------------------------------------------------------------------------------- */

static bool is_read(const KipSweep *sweep, const KipScene *scene, const char *path)
{
    const char *text;
    size_t size;
    bool same = kip_same_file(path, kip_arguments_string(sweep->arguments, PARAMS, "-"));
    for (int i = 0; i < kip_scene_nscript(scene) && !same; i++)
        same = kip_same_file(path, kip_scene_script(scene, i, &text, &size));
    return same;
}

/* Checks that no output replaces a file that the sweep reads. */
static int check_outputs(const KipSweep *sweep, const KipScene *scene)
{
    const char *const path[] = {sweep->csv_path, sweep->svg_path};
    static const int option[] = {CSV, SVG};
    for (int i = 0; i < 2; i++)
        if (path[i] && is_read(sweep, scene, path[i]))
            return kip_cli_fail_usage(sweep->arguments,
                                      "--%s would overwrite %s, which the sweep reads: name another file",
                                      options[option[i]].name, path[i]);
    return KIP_EXIT_DONE;
}

/* Checks that the scene compiles, has all numbers requested, and will not be overwritten. */
static int look(KipSweep *sweep)
{
    KipScene *scene;
    KipError error;
    KipStatus status = kip_sweep_look(&sweep->design, &scene, &error);
    if (status != KIP_OK)
        return kip_cli_end(sweep->arguments, status, &error);
    int result = check_outputs(sweep, scene);
    kip_scene_destroy(scene);
    return result;
}

static int run(KipSweep *sweep)
{
    KipError error;
    int result = read_design(sweep);
    if (result == KIP_EXIT_DONE)
        result = read_work(sweep);
    if (result == KIP_EXIT_DONE)
        result = check_picture(sweep);
    if (result == KIP_EXIT_DONE)
        result = look(sweep);
    if (result != KIP_EXIT_DONE)
        return result;
    kip_stop_catch();
    KipStatus status =
        kip_sweep_table_create(&sweep->table, &sweep->design, sweep->shard, sweep->nshard, &error);
    if (status == KIP_OK && given(sweep, RESUME))
        status = kip_sweep_resume(sweep, &error);
    if (status == KIP_OK)
        status = kip_sweep_open(sweep, &error);
    return status == KIP_OK ? kip_sweep_jobs(sweep) : kip_cli_fail(&error);
}

/* -- merging --------------------------------------------------------------------------------------------- */

static int merge(KipSweep *sweep)
{
    static const int for_runs[] = {PARAM,    PARAMS,  SEEDS, SEED,   RANDOM,
                                   BOUNDARY, THREADS, SHARD, RESUME, FAILURES};
    const KipArguments *arguments = sweep->arguments;
    KipError error;
    for (size_t i = 0; i < sizeof for_runs / sizeof *for_runs; i++)
        if (given(sweep, for_runs[i]))
            return kip_cli_fail_usage(arguments, "--%s is not for --merge: the tables say what was run",
                                      options[for_runs[i]].name);
    for (int i = 0; i < arguments->noperand && sweep->svg_path; i++)
        if (kip_same_file(sweep->svg_path, arguments->operand[i]))
            return kip_cli_fail_usage(arguments,
                                      "--svg would overwrite %s, which is to be read: name another file",
                                      sweep->svg_path);
    KipStatus status =
        kip_sweep_merge(&sweep->design, &sweep->table, arguments->operand, arguments->noperand, &error);
    int result = status == KIP_OK ? check_picture(sweep) : kip_cli_fail(&error);
    if (result != KIP_EXIT_DONE)
        return result;
    status = kip_sweep_open(sweep, &error);
    if (status == KIP_OK && sweep->csv_path)
        status = kip_sweep_save(sweep, &sweep->csv, &error);
    return status == KIP_OK ? kip_sweep_show(sweep) : kip_cli_fail(&error);
}

static int sweep_scene(const KipArguments *arguments)
{
    KipSweep *sweep = calloc(1, sizeof *sweep);
    if (!sweep)
        return kip_cli_fail_memory();
    sweep->arguments = arguments;
    sweep->nshard = 1;
    int result = read_outputs(sweep);
    if (result == KIP_EXIT_DONE && !given(sweep, MERGE) && arguments->noperand > 1)
        result = kip_cli_fail_usage(arguments, "one scene at a time; --merge takes several tables");
    if (result == KIP_EXIT_DONE)
        result = given(sweep, MERGE) ? merge(sweep) : run(sweep);
    kip_output_abandon(&sweep->csv);
    kip_output_abandon(&sweep->svg);
    kip_sweep_table_destroy(sweep->table);
    kip_sweep_design_free(&sweep->design);
    free(sweep);
    return result;
}

const KipCommand kip_command_sweep = {
    .name = "sweep",
    .summary = "run a scene at many values of its numbers, on all cores",
    .operands = "SCENE.py | --merge TABLE.csv...",
    .least = 1,
    .most = 1000000,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_sweep,
    .run = sweep_scene,
};
