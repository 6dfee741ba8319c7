/* kip reproduce: runs the papers' experiments, and prints their claims beside the measured values.
 * An experiment is a scene data/papers/PAPER/NAME.py that calls measure(). */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../text/file.h"
#include "../text/json.h"
#include "../scene/scene.h"
#include "commands.h"
#include "scene_words.h"
#include "reproduce_figures.h"
#include "reproduce_progress.h"
#include "scene_tape.h"

enum { FIGURES, JSON, DATA, OPTIONS };

enum { PATH = 1024, NAMES = 256, NAME = 64 };

static const char lessons[] = "lessons"; /* used like the name of a paper */

typedef struct Names {
    int n;
    char name[NAMES][NAME];
} Names;

typedef struct Table {
    KipTape tape;        /* of the running experiment */
    KipJson *json;       /* NULL: text */
    const char *dir;     /* of the figures; NULL: none */
    KipFigures *figures; /* of the paper; NULL: none */
    int nfigure;
    KipReproduceProgress progress;
    const char *paper, *experiment;
    int nmeasure, nbroken;
    int nhold[KIP_WHOSE], nfail[KIP_WHOSE];
} Table;

/* -- what there is --------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Lists a folder, sorted by name: folders, or files with an ending, which is removed. */
static KipStatus list(const char *folder, const char *ending, Names *names, KipError *error)
{
    DIR *stream = opendir(folder);
    names->n = 0;
    if (!stream && errno == ENOMEM)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the list of %s", folder);
    if (!stream)
        return KIP_OK;
    for (struct dirent *entry; (entry = readdir(stream)) && names->n < NAMES;) {
        char path[PATH];
        struct stat info;
        size_t n = strlen(entry->d_name), tail = strlen(ending);
        if (entry->d_name[0] == '.' || n - tail >= NAME || n <= tail ||
            strcmp(entry->d_name + n - tail, ending) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &info) != 0 || (*ending == '\0') != (S_ISDIR(info.st_mode) != 0))
            continue;
        snprintf(names->name[names->n++], NAME, "%.*s", (int)(n - tail), entry->d_name);
    }
    closedir(stream);
    qsort(names->name, (size_t)names->n, NAME, by_name);
    return KIP_OK;
}

/* The folder of the papers, here or installed. */
static const char *base_folder(char folder[PATH])
{
    kip_data_find("papers", folder, PATH);
    return folder;
}

/* The folder of a paper's experiments; that of the lessons is beside the papers'. */
static void paper_folder(const char *paper, char folder[PATH + NAME])
{
    char base[PATH];
    if (strcmp(paper, lessons) == 0)
        kip_data_find(lessons, folder, PATH);
    else
        snprintf(folder, PATH + NAME, "%s/%s", base_folder(base), paper);
}

/* -- one experiment -------------------------------------------------------------------------------------- */

static const char *const verdict_name[] = {"", "holds", "FAILS"};

static void measured(void *user, const KipMeasure *measure)
{
    Table *table = user;
    const char *whose = measure->verdict == KIP_NO_CLAIM ? "" : kip_whose_name[measure->whose];
    table->nmeasure++;
    table->nhold[measure->whose] += measure->verdict == KIP_HOLDS;
    table->nfail[measure->whose] += measure->verdict == KIP_FAILS;
    if (table->figures)
        kip_figures_measured(table->figures, measure);
    if (!table->json) {
        kip_reproduce_progress_clear(&table->progress);
        kip_print_clean_format(stdout, "  %-52s %12.6g %-6s %-22s %-9s  %s\n", measure->name, measure->value,
                               measure->unit, measure->claim, whose, verdict_name[measure->verdict]);
        fflush(stdout);
        return;
    }
    kip_json_open(table->json, NULL, '{');
    kip_json_string(table->json, "name", measure->name);
    kip_json_number(table->json, "value", measure->value);
    kip_json_string(table->json, "unit", measure->unit);
    kip_json_string(table->json, "claim", measure->claim);
    kip_json_string(table->json, "whose", *whose ? whose : NULL);
    kip_json_string(table->json, "verdict",
                    measure->verdict == KIP_NO_CLAIM ? NULL
                    : measure->verdict == KIP_HOLDS  ? "holds"
                                                     : "fails");
    kip_json_close(table->json);
}

static KipStatus draw(void *user, const char *name, const KipChart *chart, KipError *error)
{
    Table *table = user;
    char path[KIP_FIGURE_PATH];
    KipStatus status = kip_figures_place(table->figures, name, path, error);
    if (status == KIP_OK)
        status = kip_tape_draw(path, chart, error);
    return status == KIP_OK ? kip_figures_add(table->figures, path, chart->title, error) : status;
}

static bool stop(void *user)
{
    Table *table = user;
    kip_reproduce_progress_show(&table->progress);
    return kip_stop_signal() != 0;
}

/* Without figures nothing is recorded. */
static KipSceneHost host_of(Table *table)
{
    if (!table->figures)
        return (KipSceneHost){.user = table, .measured = measured, .stop = stop};
    KipSceneHost host = kip_tape_host(table);
    host.stop = stop;
    host.measured = measured;
    host.record = kip_tape_record;
    host.plot = draw;
    return host;
}

static KipStatus write_recorded(Table *table, const char *name, KipError *error)
{
    const char *const word[] = {"--", table->tape.script}; /* arguments of kip run */
    char path[KIP_FIGURE_PATH];
    KipStatus status = kip_figures_place(table->figures, name, path, error);
    if (status == KIP_OK)
        status = kip_tape_write(&table->tape, path, 2, word, error);
    return status == KIP_OK ? kip_figures_add(table->figures, path, "", error) : status;
}

/* Writes the files that the script requested by record(). */
static KipStatus write_asked(Table *table, KipError *error)
{
    const KipTape *tape = &table->tape;
    KipStatus status = tape->recording ? kip_tape_end(&table->tape, error) : KIP_OK;
    for (int i = 0; i < tape->nfile && tape->recording && status == KIP_OK; i++)
        status = write_recorded(table, tape->file[i].name, error);
    return status;
}

static void print_head(const Table *table, const char *title)
{
    if (table->json) {
        kip_json_open(table->json, NULL, '{');
        kip_json_string(table->json, "paper", table->paper);
        kip_json_string(table->json, "experiment", table->experiment);
        kip_json_open(table->json, "measures", '[');
    } else {
        kip_reproduce_progress_clear(&table->progress);
        kip_print_clean_format(stdout, "%s/%s: %s\n", table->paper, table->experiment, title);
        fflush(stdout);
    }
}

static KipStatus run_scene(Table *table, KipScene *scene, KipError *error)
{
    KipError file_error;
    KipStatus status = kip_scene_run(scene, error);
    if (!table->figures || write_asked(table, &file_error) == KIP_OK)
        return status;
    if (status == KIP_OK)
        *error = file_error;
    return error->status;
}

/* An experiment that fails is reported, and the others continue; only a shortage is returned. */
static KipStatus run_experiment(Table *table, const char *path)
{
    KipScene *scene = NULL;
    KipError error;
    char title[256] = "";
    KipSceneDef def = kip_scene_def();
    def.host = host_of(table);
    def.data = kip_data_folders();
    table->tape = (KipTape){.script = path};
    KipStatus status = table->figures ? kip_figures_begin(table->figures, table->experiment, &error) : KIP_OK;
    if (status == KIP_OK)
        status = kip_scene_load(path, &def, &scene, &error);
    if (status == KIP_OK)
        snprintf(title, sizeof title, "%.*s", (int)strcspn(kip_scene_doc(scene), "\n"), kip_scene_doc(scene));
    print_head(table, title);
    if (status == KIP_OK)
        status = run_scene(table, scene, &error);
    if (status != KIP_OK) {
        table->nbroken++;
        kip_reproduce_progress_clear(&table->progress);
        fflush(stdout);
        if (scene && *kip_scene_traceback(scene))
            kip_print_clean(stderr, kip_scene_traceback(scene), strlen(kip_scene_traceback(scene)));
        kip_cli_fail(&error);
    }
    KipStatus shortage = kip_is_shortage(status) ? status : KIP_OK;
    if (table->json) {
        kip_json_close(table->json);
        kip_json_string(table->json, "error", status == KIP_OK ? NULL : error.message);
        kip_json_close(table->json);
    }
    if (table->figures &&
        !kip_figures_end(table->figures, scene ? kip_scene_doc(scene) : "",
                         status == KIP_OK ? NULL : error.message) &&
        shortage == KIP_OK)
        kip_cli_fail(&(KipError){.status = shortage = KIP_NO_MEMORY,
                                 .message = "out of memory for the table of index.html"});
    kip_tape_clear(&table->tape);
    kip_scene_destroy(scene);
    return shortage;
}

/* -- the command ----------------------------------------------------------------------------------------- */

static const KipOption options[OPTIONS] = {
    [FIGURES] = {"figures", KIP_OPTION_STRING, "DIR"},
    [JSON] = {"json", KIP_OPTION_FLAG, NULL},
    [DATA] = {"data", KIP_OPTION_STRINGS, "DIR"},
};

static int fail_unknown(const KipArguments *arguments, const char *what, const char *name, const char *folder,
                        const Names *names, const char *more)
{
    KipHint hint = kip_hint(name);
    for (int i = 0; i < names->n; i++)
        kip_hint_add(&hint, names->name[i]);
    if (more)
        kip_hint_add(&hint, more);
    return kip_cli_fail_usage(arguments, "there is no %s '%s' in %s%s", what, name, folder,
                              kip_hint_text(&hint));
}

static bool has_name(const Names *names, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (strcmp(names->name[i], name) == 0)
            return true;
    return false;
}

/* Splits PAPER or PAPER/EXPERIMENT; a missing part is "". Returns false where it is too long. */
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

static int run_paper(Table *table, const KipArguments *arguments, const char *experiment)
{
    char folder[PATH + NAME], path[2 * PATH];
    Names experiments;
    KipError error;
    paper_folder(table->paper, folder);
    if (list(folder, ".py", &experiments, &error) != KIP_OK)
        return kip_cli_fail(&error);
    if (*experiment && !has_name(&experiments, experiment))
        return fail_unknown(arguments, "experiment", experiment, folder, &experiments, NULL);
    if (table->dir && kip_figures_open(table->dir, table->paper, &table->figures, &error) != KIP_OK)
        return kip_cli_fail(&error);
    KipStatus shortage = KIP_OK;
    for (int e = 0; e < experiments.n && shortage == KIP_OK && !kip_stop_signal(); e++) {
        if (*experiment && strcmp(experiments.name[e], experiment) != 0)
            continue;
        table->experiment = experiments.name[e];
        snprintf(path, sizeof path, "%s/%s.py", folder, experiments.name[e]);
        kip_reproduce_progress_start(&table->progress, table->paper, table->experiment);
        shortage = run_experiment(table, path);
        if (!kip_stop_signal())
            kip_reproduce_progress_done(&table->progress);
    }
    if (!table->figures)
        return kip_exit_code(shortage);
    table->nfigure += kip_figures_count(table->figures);
    if (kip_figures_close(table->figures, shortage == KIP_OK, &error) != KIP_OK)
        return kip_cli_fail(&error);
    return kip_exit_code(shortage);
}

/* Adds the experiments to come, of all papers or one, of all experiments or one. */
static KipStatus expect(KipReproduceProgress *progress, const Names *papers, const char *paper,
                        const char *experiment, KipError *error)
{
    char folder[PATH + NAME];
    Names experiments;
    for (int p = 0; p < papers->n; p++) {
        if (*paper && strcmp(papers->name[p], paper) != 0)
            continue;
        paper_folder(papers->name[p], folder);
        KipStatus status = list(folder, ".py", &experiments, error);
        if (status != KIP_OK)
            return status;
        for (int e = 0; e < experiments.n; e++)
            if (!*experiment || strcmp(experiments.name[e], experiment) == 0)
                kip_reproduce_progress_expect(progress, papers->name[p], experiments.name[e]);
    }
    return KIP_OK;
}

static void tell_stop(const Table *table)
{
    fflush(stdout);
    fprintf(stderr, "kip reproduce: stopped (interrupted) within %s/%s; %d experiment%s done\n", table->paper,
            table->experiment, table->progress.ndone, table->progress.ndone == 1 ? " is" : "s are");
}

static int nfail(const Table *table)
{
    int n = 0;
    for (int i = 0; i < KIP_WHOSE; i++)
        n += table->nfail[i];
    return n;
}

static void print_sum(const Table *table, const char *paper)
{
    printf("%d measured", table->nmeasure);
    for (int i = 0; i < KIP_WHOSE; i++)
        if (table->nhold[i] + table->nfail[i])
            printf("; %s: %d of %d claims hold", kip_whose_name[i], table->nhold[i],
                   table->nhold[i] + table->nfail[i]);
    if (table->nbroken)
        printf("; %d experiment%s broke off", table->nbroken, table->nbroken == 1 ? "" : "s");
    putchar('\n');
    if (!table->dir)
        return;
    if (table->nfigure)
        printf("%d figure%s in %s", table->nfigure, table->nfigure == 1 ? " is" : "s are", table->dir);
    else
        printf("no figure was drawn; the claims are in %s", table->dir);
    if (*paper)
        printf("/%s; open %s/%s/index.html in a browser\n", paper, table->dir, paper);
    else
        puts("; open the index.html in a paper's folder in a browser");
}

static int reproduce(const KipArguments *arguments)
{
    char paper[NAME] = "", experiment[NAME] = "", folder[PATH];
    Names papers;
    KipError error;
    KipJson json = {.stream = stdout};
    Table table = {.json = kip_arguments_count(arguments, JSON) ? &json : NULL,
                   .dir = kip_arguments_string(arguments, FIGURES, NULL)};
    if (table.dir && !*table.dir)
        return kip_cli_fail_usage(arguments, "--figures needs the name of a folder, not \"\"");
    if (arguments->noperand && !split(arguments->operand[0], paper, experiment))
        return kip_cli_fail_usage(arguments, "there is no experiment '%s'", arguments->operand[0]);
    if (list(base_folder(folder), "", &papers, &error) != KIP_OK)
        return kip_cli_fail(&error);
    if (strcmp(paper, lessons) == 0) {
        papers.n = 1;
        snprintf(papers.name[0], NAME, "%s", lessons);
    }
    if (*paper && !has_name(&papers, paper))
        return fail_unknown(arguments, "paper", paper, folder, &papers, lessons);
    if (papers.n == 0)
        return kip_cli_fail_usage(arguments,
                                  "there are no experiments: no folder %s; --data DIR says where papers/ is",
                                  folder);
    kip_stop_catch();
    int result = KIP_EXIT_DONE;
    kip_reproduce_progress_begin(&table.progress, folder);
    if (expect(&table.progress, &papers, paper, experiment, &error) != KIP_OK)
        return kip_cli_fail(&error);
    if (table.json)
        kip_json_open(&json, NULL, '[');
    for (int p = 0; p < papers.n && result == KIP_EXIT_DONE; p++) {
        if (*paper && strcmp(papers.name[p], paper) != 0)
            continue;
        table.paper = papers.name[p];
        result = run_paper(&table, arguments, experiment);
    }
    kip_reproduce_progress_end(&table.progress);
    if (table.json)
        kip_json_close(&json);
    else if (result == KIP_EXIT_DONE)
        print_sum(&table, paper);
    if (kip_stop_signal()) {
        tell_stop(&table);
        return kip_stop_exit();
    }
    if (result != KIP_EXIT_DONE)
        return result;
    return nfail(&table) || table.nbroken ? KIP_EXIT_FAILED : KIP_EXIT_DONE;
}

const KipCommand kip_command_reproduce = {
    .name = "reproduce",
    .summary = "run the papers' experiments: claims and measurements",
    .operands = "[PAPER[/EXPERIMENT]]",
    .least = 0,
    .most = 1,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_reproduce,
    .run = reproduce,
};
