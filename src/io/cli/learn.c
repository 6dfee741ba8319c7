/* kip learn: learns from many trials, on all cores, where a skill works.
 *
 *   read the arguments -> load the scene -> (existing examples) -> runs -> learn -> file -> report */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../text/file.h"
#include "../formats/svm_file.h"
#include "../study/parallel.h"
#include "../study/study_file.h"
#include "scene_words.h"
#include "learn_parts.h"

enum { EXAMPLES, SEED, THREADS, PARAM, PARAMS, OUT, KEEP, CSV, RESUME, JSON, DATA, PLUGINS, OPTIONS };

static bool given(const KipLearning *learning, int option)
{
    return kip_arguments_count(learning->arguments, option) > 0;
}

/* -- examples -------------------------------------------------------------------------------------------- */

static void tick(void *user, int64_t done, int64_t all)
{
    KipLearning *learning = user;
    kip_progress_count(&learning->progress, "examples", learning->there, done, all);
}

static KipSampling sampling_of(KipLearning *learning)
{
    return (KipSampling){&learning->def, learning->scripts, &learning->examples};
}

static KipStatus save_examples(KipLearning *learning, KipError *error)
{
    const KipSampling sampling = sampling_of(learning);
    return learning->csv ? kip_study_save(learning->csv, kip_examples_write, &sampling, error) : KIP_OK;
}

static KipStatus read_examples(KipLearning *learning, KipError *error)
{
    if (!given(learning, RESUME) || access(learning->csv, F_OK) != 0)
        return KIP_OK;
    const KipSampling sampling = sampling_of(learning);
    KipStatus status = kip_examples_read(&sampling, learning->csv, error);
    learning->there = learning->examples.n;
    if (status == KIP_OK && learning->there > learning->def.examples)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%s has %d examples already: --examples must be that, or more", learning->csv,
                        learning->there);
    return status;
}

/* Checks that the scene can be loaded and that results can be written, since a long run must not end with a file that
 * cannot be. */
static KipStatus look(KipLearning *learning, KipError *error)
{
    KipScene *scene;
    KipStatus status = kip_trial_look(&learning->def.trial, &scene, error);
    if (status != KIP_OK)
        return status;
    learning->scripts = kip_trial_hash(scene);
    kip_scene_destroy(scene);
    status = kip_output_open(&learning->output, learning->out, error);
    if (status == KIP_OK)
        status = read_examples(learning, error);
    return status == KIP_OK ? save_examples(learning, error) : status;
}

static KipStatus sample(KipLearning *learning, KipError *error)
{
    KipStatus status = KIP_OK;
    while (status == KIP_OK && !kip_stop_signal() && learning->examples.n < learning->def.examples) {
        status = kip_examples_sample(&learning->def, &learning->examples, error);
        if (status == KIP_OK)
            status = save_examples(learning, error);
    }
    kip_progress_clear(&learning->progress);
    return status;
}

static void tell_trouble(const KipLearning *learning)
{
    const KipExamples *e = &learning->examples;
    if (e->nbroken)
        fprintf(stderr, "kip learn: in %" PRId64 " of %" PRId64 " runs the world diverged; %s missing\n",
                e->nbroken, e->nrun, e->nbroken == 1 ? "this start is" : "these starts are");
    if (e->nfailed)
        fprintf(stderr,
                "kip learn: skills' scripts failed %" PRId64 " time%s; those starts count as failures\n",
                e->nfailed, e->nfailed == 1 ? "" : "s");
    if (e->trouble.message[0]) {
        fputs("kip: the first: ", stderr);
        kip_error_print(stderr, &e->trouble);
    }
}

/* -- learning -------------------------------------------------------------------------------------------- */

static void tick_grid(void *user, int64_t done, int64_t all)
{
    KipLearning *learning = user;
    kip_progress_count(&learning->progress, "points of the cross-validation", 0, done, all);
}

static KipStatus learn(KipLearning *learning, KipError *error)
{
    const KipLearnDef def = {.seed = learning->def.seed,
                             .threads = learning->def.threads,
                             .stop = kip_stop_asked,
                             .tick = tick_grid,
                             .user = learning};
    learning->progress = kip_progress_begin();
    KipStatus status = kip_learn(&def, &learning->examples, &learning->learned, error);
    kip_progress_clear(&learning->progress);
    return status;
}

static KipStatus write_machine(KipLearning *learning, KipError *error)
{
    if (learning->learned.verdict != KIP_LEARN_USED && !given(learning, KEEP))
        return KIP_OK;
    kip_learn_comment(learning, learning->output.stream);
    kip_svm_file_write(learning->output.stream, learning->learned.svm);
    KipStatus status = kip_output_commit(&learning->output, error);
    learning->written = status == KIP_OK;
    return status;
}

static KipStatus do_all(KipLearning *learning, KipError *error)
{
    KipStatus status = look(learning, error);
    if (status == KIP_OK)
        status = sample(learning, error);
    tell_trouble(learning);
    if (status != KIP_OK || kip_stop_signal())
        return status;
    status = learn(learning, error);
    learning->done = status == KIP_OK;
    if (status == KIP_OK)
        status = write_machine(learning, error);
    if (status == KIP_OK)
        kip_learn_print(learning);
    return status;
}

/* -- words ----------------------------------------------------------------------------------------------- */

static const KipOption options[OPTIONS] = {
    [DATA] = {"data", KIP_OPTION_STRINGS, "DIR"},       [PLUGINS] = {"plugins", KIP_OPTION_FLAG, NULL},
    [EXAMPLES] = {"examples", KIP_OPTION_INTEGER, "N"}, [SEED] = {"seed", KIP_OPTION_INTEGER, "N"},
    [THREADS] = {"threads", KIP_OPTION_INTEGER, "N"},   [PARAM] = {"param", KIP_OPTION_STRINGS, "NAME=VALUE"},
    [PARAMS] = {"params", KIP_OPTION_STRING, "FILE"},   [OUT] = {"out", KIP_OPTION_STRING, "FILE"},
    [KEEP] = {"keep", KIP_OPTION_FLAG, NULL},           [CSV] = {"csv", KIP_OPTION_STRING, "FILE"},
    [RESUME] = {"resume", KIP_OPTION_FLAG, NULL},       [JSON] = {"json", KIP_OPTION_FLAG, NULL},
};

/* Finds a scene by its path, or by its name in data/skills/learn, here or installed. */
static KipStatus find_scene(KipLearning *learning, KipError *error)
{
    char below[256];
    const char *name = learning->arguments->operand[0];
    if (strcmp(name, "-") == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the scene is run many times, so it must be a file, not \"-\"");
    if (strchr(name, '/') || kip_ends_in(name, ".py")) {
        if (snprintf(learning->scene, sizeof learning->scene, "%s", name) >= (int)sizeof learning->scene)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the scene's path is too long");
        return kip_data_operand(name, true, error);
    }
    snprintf(below, sizeof below, "skills/learn/%s.py", name);
    if (kip_data_find(below, learning->scene, sizeof learning->scene))
        return KIP_OK;
    return kip_fail(
        error, KIP_IO, kip_nowhere(),
        "there is no %s, the scene that shows where '%s' may begin: kip help learn says what it is",
        learning->scene, name);
}

/* The output SKILL.svm of folder/learn/SKILL.py; for other scenes it must be given. */
static KipStatus name_out(KipLearning *learning, KipError *error)
{
    const char *scene = learning->scene, *slash = strrchr(scene, '/'), *stem = slash ? slash + 1 : scene;
    const char *out = kip_arguments_string(learning->arguments, OUT, NULL), *dot = strrchr(stem, '.');
    int n = dot && dot > stem ? (int)(dot - stem) : (int)strlen(stem), above = 0;
    bool below_learn = slash && slash - scene >= 5 && memcmp(slash - 5, "learn", 5) == 0 &&
                       (slash - scene == 5 || slash[-6] == '/');
    if (!out && !below_learn)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the scene is in no folder learn, so --out FILE must say where what is learned goes");
    if (below_learn)
        above = (int)(slash - scene) - 5;
    int written = out ? snprintf(learning->out, sizeof learning->out, "%s", out)
                      : snprintf(learning->out, sizeof learning->out, "%.*s%.*s.svm", above, scene, n, stem);
    if (written >= (int)sizeof learning->out)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--out is too long");
    return KIP_OK;
}

static KipStatus check_files(const KipLearning *learning, KipError *error)
{
    const char *file[] = {learning->scene, learning->out, learning->csv ? learning->csv : "-"};
    static const char *const name[] = {"the scene", "--out", "--csv"};
    if (given(learning, RESUME) && !learning->csv)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--resume needs the file of --csv");
    if (learning->csv && strcmp(learning->csv, "-") == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--csv is rewritten as examples come: it must be a file, not \"-\"");
    if (strcmp(learning->out, "-") == 0 && learning->json)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "only one of --out - and --json can go to stdout");
    for (int a = 0; a < 3; a++)
        for (int b = a + 1; b < 3; b++)
            if (kip_same_file(file[a], file[b]))
                return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s and %s are the same file", name[a],
                                name[b]);
    return KIP_OK;
}

static KipStatus read_words(KipLearning *learning, KipError *error)
{
    const KipArguments *arguments = learning->arguments;
    int64_t examples = 4000, seed = 1, threads = kip_cores();
    const KipWhole whole[] = {{EXAMPLES, 100, KIP_MOST_EXAMPLES, &examples},
                              {SEED, 0, 1000000000000, &seed},
                              {THREADS, 1, KIP_MOST_THREADS, &threads}};
    KipStatus status = kip_read_param_words(arguments, PARAMS, PARAM, &learning->params, error);
    if (status == KIP_OK)
        status = kip_arguments_whole(arguments, whole, sizeof whole / sizeof *whole, error);
    if (status == KIP_OK)
        status = find_scene(learning, error);
    if (status == KIP_OK)
        status = name_out(learning, error);
    learning->csv = kip_arguments_string(arguments, CSV, NULL);
    learning->json = given(learning, JSON);
    learning->def = (KipSampleDef){.trial = {.path = learning->scene,
                                             .data = kip_data_folders(),
                                             .param = learning->params.param,
                                             .nparam = learning->params.n,
                                             .integrator = KIP_IMPLICIT_RK4,
                                             .stop = kip_stop_asked,
                                             .user = learning},
                                   .examples = (int)examples,
                                   .seed = (uint64_t)seed,
                                   .threads = (int)threads,
                                   .tick = tick};
    return status == KIP_OK ? check_files(learning, error) : status;
}

/* -- the command ----------------------------------------------------------------------------------------- */

static int interrupted(const KipLearning *learning)
{
    fprintf(stderr, "kip learn: stopped after %d of %d examples; ", learning->examples.n,
            learning->def.examples);
    if (learning->csv)
        fprintf(stderr, "they are in %s: the same command with --resume goes on\n", learning->csv);
    else
        fputs("they are lost: with --csv FILE they are kept\n", stderr);
    return kip_stop_exit();
}

static int run(const KipArguments *arguments)
{
    KipLearning *learning = calloc(1, sizeof *learning);
    KipError error;
    if (!learning)
        return kip_cli_fail_memory();
    *learning = (KipLearning){.arguments = arguments, .progress = kip_progress_begin()};
    KipStatus status = read_words(learning, &error);
    kip_stop_catch();
    if (status == KIP_OK)
        status = do_all(learning, &error);
    bool stopped = kip_stop_signal() && !learning->done && (status == KIP_OK || status == KIP_BAD_USE);
    int result = stopped ? interrupted(learning) : kip_cli_end(arguments, status, &error);
    kip_output_abandon(&learning->output);
    kip_svm_destroy(learning->learned.svm);
    kip_examples_free(&learning->examples);
    free(learning);
    return result;
}

const KipCommand kip_command_learn = {
    .name = "learn",
    .summary = "learn where a skill works, from many tries of it",
    .operands = "SKILL",
    .least = 1,
    .most = 1,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_learn,
    .run = run,
};
