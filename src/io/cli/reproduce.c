/* kip reproduce: runs the papers' experiments, and prints what each claims beside what it measured.
 *
 * An experiment is a scene data/papers/PAPER/NAME.py that calls measure(). */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../formats/json.h"
#include "../script/scene.h"
#include "commands.h"
#include "run.h"

#ifndef KIP_DATA
#define KIP_DATA "/usr/local/share/kip"
#endif

enum { JSON, OPTIONS };

enum { PATH = 1024, NAMES = 256, NAME = 64 };

typedef struct Names {
    int n;
    char name[NAMES][NAME];
} Names;

typedef struct Table {
    KipJson *json; /* NULL: text */
    const char *paper, *experiment;
    int nmeasure, nhold, nfail, nbroken;
} Table;

/* -- what there is --------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Entries of a folder, in the order of their names: folders, or files with an ending, which is cut off. */
static void list(const char *folder, const char *ending, Names *names)
{
    DIR *stream = opendir(folder);
    names->n = 0;
    if (!stream)
        return;
    for (struct dirent *entry; (entry = readdir(stream)) && names->n < NAMES;) {
        char path[PATH];
        struct stat info;
        size_t n = strlen(entry->d_name), tail = strlen(ending);
        if (entry->d_name[0] == '.' || n - tail >= NAME || n <= tail || strcmp(entry->d_name + n - tail, ending) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &info) != 0 || (*ending == '\0') != (S_ISDIR(info.st_mode) != 0))
            continue;
        snprintf(names->name[names->n++], NAME, "%.*s", (int)(n - tail), entry->d_name);
    }
    closedir(stream);
    qsort(names->name, (size_t)names->n, NAME, by_name);
}

static const char *base_folder(void)
{
    static const char here[] = "data/papers", installed[] = KIP_DATA "/papers";
    return access(here, R_OK) == 0 ? here : installed;
}

/* -- one experiment -------------------------------------------------------------------------------------- */

static const char *const verdict_name[] = {"", "holds", "FAILS"};

static void measured(void *user, const KipMeasure *measure)
{
    Table *table = user;
    table->nmeasure++;
    table->nhold += measure->verdict == KIP_HOLDS;
    table->nfail += measure->verdict == KIP_FAILS;
    if (!table->json) {
        printf("  %-52s %12.6g %-6s %-20s %s\n", measure->name, measure->value, measure->unit, measure->claim,
               verdict_name[measure->verdict]);
        fflush(stdout);
        return;
    }
    kip_json_open(table->json, NULL, '{');
    kip_json_string(table->json, "name", measure->name);
    kip_json_number(table->json, "value", measure->value);
    kip_json_string(table->json, "unit", measure->unit);
    kip_json_string(table->json, "claim", measure->claim);
    kip_json_string(table->json, "verdict", measure->verdict == KIP_NO_CLAIM ? NULL
                                            : measure->verdict == KIP_HOLDS  ? "holds" : "fails");
    kip_json_close(table->json);
}

/* An experiment that breaks off is told, and the others go on. */
static void run_experiment(Table *table, const char *path)
{
    KipScene *scene = NULL;
    KipError error;
    KipSceneDef def = kip_scene_def();
    def.host = (KipSceneHost){.user = table, .measured = measured, .stop = kip_run_stop};
    KipStatus status = kip_scene_load(path, &def, &scene, &error);
    const char *doc = status == KIP_OK ? kip_scene_doc(scene) : "";
    if (table->json) {
        kip_json_open(table->json, NULL, '{');
        kip_json_string(table->json, "paper", table->paper);
        kip_json_string(table->json, "experiment", table->experiment);
        kip_json_open(table->json, "measures", '[');
    } else {
        printf("%s/%s: %.*s\n", table->paper, table->experiment, (int)strcspn(doc, "\n"), doc);
        fflush(stdout);
    }
    if (status == KIP_OK)
        status = kip_scene_run(scene, &error);
    if (status != KIP_OK) {
        table->nbroken++;
        fflush(stdout);
        if (scene && *kip_scene_traceback(scene))
            fputs(kip_scene_traceback(scene), stderr);
        kip_cli_fail(&error);
    }
    if (table->json) {
        kip_json_close(table->json);
        kip_json_string(table->json, "error", status == KIP_OK ? NULL : error.message);
        kip_json_close(table->json);
    }
    kip_scene_destroy(scene);
}

/* -- the command ----------------------------------------------------------------------------------------- */

static const KipOption options[OPTIONS] = {
    [JSON] = {"json", KIP_OPTION_FLAG, NULL, "Print JSON instead of a table."},
};

static int fail_unknown(const KipArguments *arguments, const char *what, const char *name, const Names *names)
{
    int near = -1;
    for (int i = 0; i < names->n && near < 0; i++) {
        const char *known = names->name[i];
        if (kip_nearest_name(name, &known, 1, sizeof known) == 0)
            near = i;
    }
    if (near >= 0)
        return kip_cli_fail_usage(arguments, "there is no %s '%s' in %s; did you mean '%s'?", what, name, base_folder(),
                                  names->name[near]);
    return kip_cli_fail_usage(arguments, "there is no %s '%s' in %s", what, name, base_folder());
}

static bool has_name(const Names *names, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (strcmp(names->name[i], name) == 0)
            return true;
    return false;
}

/* PAPER or PAPER/EXPERIMENT, "" for what is left open. False: too long. */
static bool split(const char *text, char paper[NAME], char experiment[NAME])
{
    const char *slash = strchr(text, '/');
    size_t n = slash ? (size_t)(slash - text) : strlen(text);
    const char *rest = slash ? slash + 1 : "";
    size_t m = strlen(rest);
    if (m > 3 && strcmp(rest + m - 3, ".py") == 0)
        m -= 3;
    if (n >= NAME || m >= NAME)
        return false;
    snprintf(paper, NAME, "%.*s", (int)n, text);
    snprintf(experiment, NAME, "%.*s", (int)m, rest);
    return true;
}

static int reproduce(const KipArguments *arguments)
{
    char paper[NAME] = "", experiment[NAME] = "", folder[PATH], path[2 * PATH];
    Names papers, experiments;
    KipJson json = {.stream = stdout};
    Table table = {.json = kip_arguments_count(arguments, JSON) ? &json : NULL};
    if (arguments->noperand && !split(arguments->operand[0], paper, experiment))
        return kip_cli_fail_usage(arguments, "there is no experiment '%s'", arguments->operand[0]);
    list(base_folder(), "", &papers);
    if (*paper && !has_name(&papers, paper))
        return fail_unknown(arguments, "paper", paper, &papers);
    if (papers.n == 0)
        return kip_cli_fail_usage(arguments, "there are no experiments in data/papers here, nor in %s", base_folder());
    kip_run_catch_signals();
    if (table.json)
        kip_json_open(&json, NULL, '[');
    for (int p = 0; p < papers.n; p++) {
        if (*paper && strcmp(papers.name[p], paper) != 0)
            continue;
        snprintf(folder, sizeof folder, "%s/%s", base_folder(), papers.name[p]);
        list(folder, ".py", &experiments);
        if (*experiment && !has_name(&experiments, experiment))
            return fail_unknown(arguments, "experiment", experiment, &experiments);
        for (int e = 0; e < experiments.n && !kip_run_stopped(); e++) {
            if (*experiment && strcmp(experiments.name[e], experiment) != 0)
                continue;
            table.paper = papers.name[p], table.experiment = experiments.name[e];
            snprintf(path, sizeof path, "%s/%s.py", folder, experiments.name[e]);
            run_experiment(&table, path);
        }
    }
    if (table.json) {
        kip_json_close(&json);
        putchar('\n');
    } else {
        printf("%d measured: %d claims hold, %d fail", table.nmeasure, table.nhold, table.nfail);
        printf(table.nbroken ? "; %d experiments broke off\n" : "\n", table.nbroken);
    }
    if (kip_run_stopped())
        return KIP_EXIT_INTERRUPTED;
    return table.nfail || table.nbroken ? KIP_EXIT_FAILED : KIP_EXIT_DONE;
}

const KipCommand kip_command_reproduce = {
    .name = "reproduce",
    .summary = "run the papers' experiments: claims and measurements",
    .operands = "[PAPER[/EXPERIMENT]]",
    .least = 0,
    .most = 1,
    .option = options,
    .noption = OPTIONS,
    .description = "Runs the experiments in data/papers, all, a paper's or one, and prints what each measured beside what "
                   "the paper or the project claims. Exit code 1 when a claim fails.\n"
                   "\n"
                   "An experiment is a scene like any other: kip run data/papers/dct/fig3_block.py --html block.html "
                   "shows it.",
    .example = "kip reproduce\n"
               "kip reproduce dct/fig1_dunk\n"
               "kip reproduce dct --json > dct.json\n",
    .run = reproduce,
};
