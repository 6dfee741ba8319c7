/* kip tune: searches for better numbers of a scene's skills, on all cores, and prints its progress.
 *
 *   read the arguments -> load the scene -> (resume the search) -> generations -> check of the best -> files
 *
 * After each generation the best numbers and the whole search are saved. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../text/file.h"
#include "../text/number.h"
#include "../study/parallel.h"
#include "../study/tuner.h"
#include "commands.h"
#include "scene_words.h"
#include "outputs.h"
#include "progress.h"

enum {
    PARAM,
    PARAMS,
    ONLY,
    EXCEPT,
    LIST,
    STARTS,
    SEED,
    OBJECTIVE,
    GENERATIONS,
    TARGET,
    SIGMA,
    POPULATION,
    RESTARTS,
    THREADS,
    OUT,
    RESUME,
    WRITE,
    DATA,
    PLUGINS,
    OPTIONS
};

enum { PATH = 1024 };

typedef struct Search {
    const KipArguments *arguments;
    KipTuneDef def;
    KipTuner *tuner;
    int64_t most_generations;
    char out[PATH], state[PATH + 16]; /* files of the numbers; of the whole search */
    KipProgress progress, trials;     /* of the search; of the present generation or check */
    bool ended;                       /* the search cannot continue */
    int64_t evaluations;              /* number at the beginning */
    int64_t generation;               /* the same */
    char what[64];                    /* the objective, as part of a line */
    KipParams *best;
    const char **pattern; /* of --only, followed by those of --except */
} Search;

/* -- printing ------------------------------------------------------------------------------------------------ */

static void tick(void *user, int64_t done, int64_t all)
{
    Search *search = user;
    kip_progress_count(&search->trials, "trials", 0, done, all);
}

/* Formats "1 h 02 min", "3 min 20 s" or "12 s". */
static void duration(double seconds, char text[32])
{
    int s = (int)fmin(seconds + 0.5, 3.6e7);
    if (s >= 3600)
        snprintf(text, 32, "%d h %02d min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        snprintf(text, 32, "%d min %02d s", s / 60, s % 60);
    else
        snprintf(text, 32, "%d s", s);
}

static void print_numbers(const KipTuner *tuner, const char *now)
{
    char was[KIP_NUMBER_SIZE], is[KIP_NUMBER_SIZE], lo[KIP_NUMBER_SIZE], hi[KIP_NUMBER_SIZE];
    int width = 0;
    for (int i = 0; i < kip_tuner_n(tuner); i++) {
        int n = (int)strlen(kip_tuner_number(tuner, i)->name);
        width = n > width ? n : width;
    }
    printf("  %-*s %12s %12s   %s\n", width, "number", "in its file", now, "range");
    for (int i = 0; i < kip_tuner_n(tuner); i++) {
        const KipTuneNumber *number = kip_tuner_number(tuner, i);
        printf("  %-*s %12s %12s   %s..%s\n", width, number->name,
               kip_number_format_digits(was, number->was, 6), kip_number_format_short(is, number->best),
               kip_number_format_digits(lo, number->lo, 6), kip_number_format_digits(hi, number->hi, 6));
    }
}

static void print_head(const Search *search)
{
    const KipTuneDef *def = &search->def;
    int n = kip_tuner_n(search->tuner);
    printf("%s: %d number%s; %d start%s each, seeds %" PRIu64 " to %" PRIu64
           "; %d sets a generation; %d thread%s\n",
           def->trial.path, n, n == 1 ? "" : "s", def->starts, def->starts == 1 ? "" : "s", def->seed,
           def->seed + (uint64_t)def->starts - 1, kip_tuner_population(search->tuner), def->threads,
           def->threads == 1 ? "" : "s");
    print_numbers(search->tuner, "start");
    printf("\n%6s %8s %14s %7s %14s %8s %8s %8s  %s\n", "gen", "evals", "best", "success", "mean", "success",
           "step", "evals/s", "left at most");
}

static void print_row(const Search *search)
{
    KipTuneProgress p = kip_tuner_progress(search->tuner);
    double seconds = kip_progress_gone(&search->progress);
    double rate = seconds > 0 ? (double)(p.evaluations - search->evaluations) / seconds : 0;
    char left[32] = "", best[32];
    int64_t done = p.generation - search->generation;
    if (done > 0)
        duration(seconds / (double)done * (double)(search->most_generations - p.generation), left);
    snprintf(best, sizeof best, "%d/%d", p.best_successes, search->def.starts);
    kip_progress_clear(&search->trials);
    printf("%6" PRId64 " %8" PRId64 " %14.6g %7s %14.6g %7.0f%% %8.2g %8.3g  %s\n", p.generation,
           p.evaluations, p.best, best, p.mean, 100 * p.success, p.sigma, rate, left);
    fflush(stdout);
}

/* -- files --------------------------------------------------------------------------------------------------- */

/* Quotes a word for the shell, on one line. */
static void print_word(const char *word, FILE *stream)
{
    bool plain =
        *word &&
        word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+=:,/")] == '\0';
    fputs(plain ? " " : " '", stream);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", stream);
        else
            fputc((unsigned char)*word < ' ' ? '?' : *word, stream);
    if (!plain)
        fputc('\'', stream);
}

/* Prints the given arguments that determine the result. */
static void print_command(const Search *search, FILE *stream)
{
    const KipArguments *arguments = search->arguments;
    fputs("# kip tune", stream);
    print_word(search->def.trial.path, stream);
    for (int i = 0; i < arguments->ngiven; i++) {
        int option = arguments->given[i].option;
        if (option == THREADS || option == RESUME || option == WRITE || option == OUT)
            continue;
        fprintf(stream, " --%s", arguments->command->option[option].name);
        if (arguments->given[i].value)
            print_word(arguments->given[i].value, stream);
    }
    fputc('\n', stream);
}

/* Writes the file for kip run --params. */
static KipStatus write_numbers(const Search *search, KipError *error)
{
    KipOutput output = {0};
    KipTuneProgress p = kip_tuner_progress(search->tuner);
    char text[KIP_NUMBER_SIZE];
    KipStatus status = kip_output_open(&output, search->out, error);
    if (status != KIP_OK)
        return status;
    print_command(search, output.stream);
    fprintf(output.stream, "# %s %s, success %d/%d, after %" PRId64 " evaluations\n", search->what,
            kip_number_format_short(text, p.best), p.best_successes, search->def.starts, p.evaluations);
    kip_tuner_best(search->tuner, search->best);
    kip_params_write(search->best, output.stream);
    return kip_output_end(&output, KIP_OK, error);
}

static KipStatus save(const Search *search, KipError *error)
{
    KipStatus status = write_numbers(search, error);
    return status == KIP_OK ? kip_tuner_save(search->tuner, search->state, error) : status;
}

/* -- the search ---------------------------------------------------------------------------------------------- */

/* Refuses to resume a search with fewer generations than it has done, since it would end, and its file be removed. */
static KipStatus check_left(const Search *search, KipError *error)
{
    const int64_t done = kip_tuner_progress(search->tuner).generation;
    if (done <= search->most_generations)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "the search in %s has done %" PRId64 " generations, more than --generations %" PRId64
                    "; it counts those of "
                    "before, so give more; %s has the best numbers so far",
                    search->state, done, search->most_generations, search->out);
}

static KipStatus begin(Search *search, KipError *error)
{
    const KipArguments *arguments = search->arguments;
    KipTuneProgress p;
    bool there = access(search->state, F_OK) == 0;
    bool resume = kip_arguments_count(arguments, RESUME) > 0;
    if (!there && resume)
        return kip_fail(
            error, KIP_BAD_USE, kip_nowhere(),
            "there is no unfinished search in %s: it came to its end, or none was begun; --resume is for one that "
            "was interrupted",
            search->state);
    if (there && !resume)
        return kip_fail(
            error, KIP_BAD_USE, kip_nowhere(),
            "an unfinished search is in %s: go on with it by --resume, begin another one with another --out, or "
            "remove that file",
            search->state);
    if (kip_same_file(search->out, search->def.trial.path))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--out is the scene, which would be overwritten");
    KipStatus status = kip_tuner_create(&search->def, &search->tuner, error);
    if (status == KIP_OK && there)
        status = kip_tuner_load(search->tuner, search->state, error);
    if (status == KIP_OK)
        status = check_left(search, error);
    if (status == KIP_OK)
        status = save(search, error); /* a long search must not end with a file that cannot be written */
    if (status != KIP_OK)
        return status;
    p = kip_tuner_progress(search->tuner);
    search->evaluations = p.evaluations, search->generation = p.generation;
    search->progress = kip_progress_begin();
    return KIP_OK;
}

static KipStatus go_on(Search *search, KipError *error)
{
    KipStatus status = KIP_OK;
    print_row(search);
    while (status == KIP_OK && !kip_stop_signal() && kip_tuner_stop(search->tuner) == KIP_CMAES_GOES_ON &&
           kip_tuner_progress(search->tuner).generation < search->most_generations) {
        int64_t before = kip_tuner_progress(search->tuner).generation;
        search->trials = kip_progress_begin();
        status = kip_tuner_generation(search->tuner, error);
        if (status == KIP_OK && kip_tuner_progress(search->tuner).generation > before) { /* complete */
            print_row(search);
            status = save(search, error);
        }
    }
    kip_progress_clear(&search->trials);
    return status;
}

/* Evaluates the best numbers with new seeds, which detects overfitting to the seeds of the search. */
static KipStatus check(Search *search, KipError *error)
{
    double mean;
    int successes;
    uint64_t seed = search->def.seed + (uint64_t)search->def.starts;
    search->trials = kip_progress_begin();
    KipStatus status = kip_tuner_check(search->tuner, seed, &mean, &successes, error);
    kip_progress_clear(&search->trials);
    if (status == KIP_OK && !kip_stop_signal())
        printf("on %d other starts (seeds %" PRIu64 " to %" PRIu64 "): %.6g, success %d/%d\n",
               search->def.starts, seed, seed + (uint64_t)search->def.starts - 1, mean, successes,
               search->def.starts);
    return status;
}

static KipStatus finish(Search *search, KipError *error)
{
    KipTuner *tuner = search->tuner;
    KipTuneProgress p = kip_tuner_progress(tuner);
    KipCmaesStop why = kip_tuner_stop(tuner);
    char text[32];
    int successes;
    double first = kip_tuner_first(tuner, &successes);
    duration(kip_progress_gone(&search->progress), text);
    printf("\n%s after %" PRId64 " evaluations, %s: %s %.6g, success %d/%d; at the start %.6g, %d/%d\n",
           kip_stop_signal()          ? "interrupted"
           : why == KIP_CMAES_GOES_ON ? "all generations done"
                                      : kip_cmaes_stop_name(why),
           p.evaluations, text, search->def.objective, p.best, p.best_successes, search->def.starts, first,
           successes, search->def.starts);
    print_numbers(tuner, "best");
    if (p.broken)
        printf(
            "%d trials of the last generation counted as infinitely bad: they broke off, a skill failed, or \"%s\" was not "
            "measured or no number\n",
            p.broken, search->def.objective);
    if (p.flat && p.generation > 0)
        printf(
            "all numbers were worth the same: they change nothing; does the skill that has them act (kip run --explain)?\n");
    if (p.alike && search->def.starts > 1)
        printf(
            "all starts were alike: the objective does not depend on random numbers or disturb(), if the scene uses them, so one "
            "would do (--starts 1)\n");
    printf("the numbers are in %s: kip run %s --params %s --seed %" PRIu64 " shows the first start\n",
           search->out, search->def.trial.path, search->out, search->def.seed);
    KipStatus status = kip_stop_signal() ? KIP_OK : check(search, error);
    if (status != KIP_OK)
        return status;
    if (kip_stop_signal()) {
        printf("stopped; the search is in %s: the same command with --resume goes on\n", search->state);
        return KIP_OK;
    }
    search->ended = true;
    if (!(p.best < INFINITY)) {
        remove(search->state); /* it is complete */
        return kip_fail(
            error, KIP_DIVERGED, kip_nowhere(),
            "no set of numbers has a finite cost: \"%s\" was not a number, not measured, or the trials broke off; "
            "kip run %s --explain shows why. Mend that and begin again: there is nothing to resume",
            search->def.objective, search->def.trial.path);
    }
    if (kip_arguments_count(search->arguments, WRITE)) {
        status = kip_tuner_write(tuner, error);
        if (status == KIP_OK)
            printf("and in the scripts\n");
    }
    if (status == KIP_OK)
        remove(search->state);
    return status;
}

/* -- the command --------------------------------------------------------------------------------------------- */

static const KipOption options[OPTIONS] = {
    [DATA] = {"data", KIP_OPTION_STRINGS, "DIR"},
    [PLUGINS] = {"plugins", KIP_OPTION_FLAG, NULL},
    [PARAM] = {"param", KIP_OPTION_STRINGS, "NAME=VALUE"},
    [PARAMS] = {"params", KIP_OPTION_STRING, "FILE"},
    [ONLY] = {"only", KIP_OPTION_STRINGS, "PATTERN"},
    [EXCEPT] = {"except", KIP_OPTION_STRINGS, "PATTERN"},
    [LIST] = {"list", KIP_OPTION_FLAG, NULL},
    [STARTS] = {"starts", KIP_OPTION_INTEGER, "K"},
    [SEED] = {"seed", KIP_OPTION_INTEGER, "N"},
    [OBJECTIVE] = {"objective", KIP_OPTION_STRING, "NAME"},
    [GENERATIONS] = {"generations", KIP_OPTION_INTEGER, "N"},
    [TARGET] = {"target", KIP_OPTION_NUMBER, "VALUE"},
    [SIGMA] = {"sigma", KIP_OPTION_NUMBER, "PART"},
    [POPULATION] = {"population", KIP_OPTION_INTEGER, "N"},
    [RESTARTS] = {"restarts", KIP_OPTION_INTEGER, "N"},
    [THREADS] = {"threads", KIP_OPTION_INTEGER, "N"},
    [OUT] = {"out", KIP_OPTION_STRING, "FILE"},
    [RESUME] = {"resume", KIP_OPTION_FLAG, NULL},
    [WRITE] = {"write", KIP_OPTION_FLAG, NULL},
};

static KipStatus name_files(Search *search, KipError *error)
{
    const char *out = kip_arguments_string(search->arguments, OUT, NULL);
    if (!out || !*out)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "say where the numbers go: --out FILE (--list prints what would be tuned)");
    if (snprintf(search->out, PATH, "%s", out) >= PATH)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--out is too long");
    if (strcmp(search->out, "-") == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--out is rewritten after each generation: it must be a file, not \"-\"");
    snprintf(search->state, sizeof search->state, "%s.search", search->out);
    return KIP_OK;
}

static void read_patterns(Search *search)
{
    KipTuneDef *def = &search->def;
    def->nonly = kip_arguments_count(search->arguments, ONLY);
    def->nexcept = kip_arguments_count(search->arguments, EXCEPT);
    for (int i = 0; i < def->nonly; i++)
        search->pattern[i] = kip_arguments_text(search->arguments, ONLY, i);
    for (int i = 0; i < def->nexcept; i++)
        search->pattern[def->nonly + i] = kip_arguments_text(search->arguments, EXCEPT, i);
    def->only = search->pattern, def->except = search->pattern + def->nonly;
}

static KipStatus read_words(Search *search, KipParams *params, KipError *error)
{
    const KipArguments *arguments = search->arguments;
    int64_t starts = 5, population = 0, restarts = 0, threads = kip_cores(), generations = 200, seed = 1;
    const KipWhole whole[] = {{STARTS, 1, KIP_MOST_STARTS, &starts},
                              {SEED, 0, INT64_MAX / 2, &seed},
                              {GENERATIONS, 0, 1000000000, &generations},
                              {POPULATION, 4, 100000, &population},
                              {RESTARTS, 0, 16, &restarts},
                              {THREADS, 1, KIP_MOST_THREADS, &threads}};
    KipTuneDef *def = &search->def;
    *def = kip_tune_def(arguments->operand[0]);
    def->trial.data = kip_data_folders();
    read_patterns(search);
    KipStatus status = kip_data_operand(arguments->operand[0], true, error);
    if (status == KIP_OK)
        status = kip_read_param_words(arguments, PARAMS, PARAM, params, error);
    if (status == KIP_OK)
        status = kip_arguments_whole(arguments, whole, sizeof whole / sizeof *whole, error);
    def->trial.param = params->param, def->trial.nparam = params->n;
    def->trial.stop = kip_stop_asked, def->trial.user = search;
    def->objective = kip_arguments_string(arguments, OBJECTIVE, def->objective);
    def->starts = (int)starts, def->seed = (uint64_t)seed;
    def->sigma = kip_arguments_number(arguments, SIGMA, def->sigma);
    def->population = (int)population, def->restarts = (int)restarts;
    def->target = kip_arguments_number(arguments, TARGET, def->target);
    def->threads = (int)threads;
    def->tick = tick;
    search->most_generations = generations;
    size_t n = 0;
    for (; def->objective[n] && n + 1 < sizeof search->what; n++)
        search->what[n] = (unsigned char)def->objective[n] < ' ' ? '?' : def->objective[n];
    search->what[n] = '\0';
    return status == KIP_OK && !kip_arguments_count(arguments, LIST) ? name_files(search, error) : status;
}

/* -- the list ------------------------------------------------------------------------------------------------ */

static void print_marked(const KipScene *scene, const bool *chosen)
{
    char is[KIP_NUMBER_SIZE], lo[KIP_NUMBER_SIZE], hi[KIP_NUMBER_SIZE];
    printf("  %-32s %12s  %-20s %-5s  %s\n", "number", "in its file", "range", "tuned", "file");
    for (int i = 0; i < kip_scene_nnumber(scene); i++) {
        const KipSceneNumber number = kip_scene_number(scene, i);
        char range[2 * KIP_NUMBER_SIZE + 2];
        if (!number.tuned)
            continue;
        snprintf(range, sizeof range, "%s..%s", kip_number_format_digits(lo, number.lo, 6),
                 kip_number_format_digits(hi, number.hi, 6));
        printf("  %-32s %12s  %-20s %-5s  %s\n", number.name, kip_number_format_digits(is, number.value, 6),
               range, chosen[i] ? "yes" : "", number.file);
    }
}

static KipStatus list(const Search *search, KipError *error)
{
    KipScene *scene = NULL;
    KipStatus status = kip_trial_look(&search->def.trial, &scene, error);
    if (status != KIP_OK)
        return status;
    bool *chosen = calloc((size_t)kip_scene_nnumber(scene) + 1, sizeof *chosen);
    status = chosen ? kip_tune_choose(&search->def, scene, chosen, error)
                    : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    if (status == KIP_OK)
        print_marked(scene, chosen);
    free(chosen);
    kip_scene_destroy(scene);
    return status;
}

static KipStatus search_all(Search *search, KipError *error)
{
    KipStatus status = begin(search, error);
    if (status == KIP_OK) {
        print_head(search);
        status = go_on(search, error);
    }
    return status == KIP_OK ? finish(search, error) : status;
}

static int end(const Search *search, KipStatus status, const KipError *error)
{
    if (kip_stop_signal() && !search->ended && (status == KIP_OK || status == KIP_BAD_USE)) {
        if (status != KIP_OK)
            fprintf(stderr, "kip tune: %s\n", error->message);
        return kip_stop_exit();
    }
    return kip_cli_end(search->arguments, status, error);
}

static int tune(const KipArguments *arguments)
{
    KipParams *params = calloc(2, sizeof *params);
    Search search = {.arguments = arguments,
                     .progress = kip_progress_begin(),
                     .trials = kip_progress_begin(),
                     .best = params + 1};
    KipError error;
    search.pattern = calloc((size_t)arguments->ngiven + 1, sizeof *search.pattern);
    if (!params || !search.pattern) {
        free(params);
        free(search.pattern);
        return kip_cli_fail_memory();
    }
    KipStatus status = read_words(&search, params, &error);
    kip_stop_catch();
    if (status == KIP_OK)
        status = kip_arguments_count(arguments, LIST) ? list(&search, &error) : search_all(&search, &error);
    kip_tuner_destroy(search.tuner);
    free(search.pattern);
    free(params);
    return end(&search, status, &error);
}

const KipCommand kip_command_tune = {
    .name = "tune",
    .summary = "search for better numbers of a scene's skills",
    .operands = "SCENE",
    .least = 1,
    .most = 1,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_tune,
    .run = tune,
};
