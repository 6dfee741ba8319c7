/* kip plot: recordings as figures for papers: quantities over time or over one another, and film strips. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/arena.h"
#include "../text/file.h"
#include "../text/number.h"
#include "../record/quantity.h"
#include "../record/recording_file.h"
#include "../pictures/chart.h"
#include "../pictures/film.h"
#include "commands.h"
#include "outputs.h"
#include "progress.h"

enum { Y, X, FROM, TO, FILM, SPACING, TURN, LIST, TITLE, SVG, OPTIONS };

enum { MOST_RUNS = 12, MOST_PANELS = 12, MOST_SERIES = 24 };

static const KipOption options[OPTIONS] = {
    [Y] = {"y", KIP_OPTION_STRINGS, "NAME[,NAME...]"},        [X] = {"x", KIP_OPTION_STRING, "NAME"},
    [FROM] = {"from", KIP_OPTION_NUMBER, "SECONDS"},          [TO] = {"to", KIP_OPTION_NUMBER, "SECONDS"},
    [FILM] = {"film", KIP_OPTION_STRING, "T,T,...|auto[,N]"}, [SPACING] = {"spacing", KIP_OPTION_NUMBER, "M"},
    [TURN] = {"turn", KIP_OPTION_NUMBER, "DEGREES"},          [LIST] = {"list", KIP_OPTION_FLAG, NULL},
    [TITLE] = {"title", KIP_OPTION_STRING, "TEXT"},           [SVG] = {"svg", KIP_OPTION_STRING, "FILE"},
};

typedef struct Run {
    KipRecordingFile *file;
    KipQuantities *all;
    char name[256];
} Run;

typedef struct Plot {
    const KipArguments *arguments;
    int nrun;
    Run run[MOST_RUNS];
    KipArena *arena; /* of numbers and names */
} Plot;

static KipStatus no_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
}

/* -- recordings ------------------------------------------------------------------------------------------ */

/* Names a run by its file without folder and ending, or by the whole path where another run has that name. */
static void name_run(Plot *plot, int at)
{
    const char *path = plot->arguments->operand[at], *base = kip_file_base(path), *dot = strrchr(base, '.');
    char *name = plot->run[at].name;
    snprintf(name, sizeof plot->run->name, "%.*s", (int)(dot && dot > base ? dot - base : (long)strlen(base)),
             base);
    for (int i = 0; i < at; i++)
        if (strcmp(plot->run[i].name, name) == 0)
            snprintf(name, sizeof plot->run->name, "%s", path);
}

static KipStatus open_runs(Plot *plot, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < plot->arguments->noperand && status == KIP_OK; i++) {
        const char *path = plot->arguments->operand[i];
        Run *run = &plot->run[plot->nrun];
        status = kip_recording_file_read(path, &run->file, error);
        if (status != KIP_OK)
            break;
        plot->nrun++;
        name_run(plot, i);
        if (!run->file->complete)
            fprintf(stderr, "kip: %s: %s\n", path, run->file->gap);
        status = kip_quantities_create(run->file->model, NULL, &run->all, error);
    }
    return status;
}

/* -- the list -------------------------------------------------------------------------------------------- */

static void print_list(const Run *run)
{
    const KipRecording *recording = run->file->recording;
    char lo_text[KIP_NUMBER_SIZE], hi_text[KIP_NUMBER_SIZE];
    for (int i = 0; i < run->all->n; i++) {
        const KipQuantity *of = &run->all->item[i];
        double lo = INFINITY, hi = -INFINITY;
        for (size_t f = 0; f < recording->nframe; f++) {
            double value = kip_quantity_value(recording, f, of);
            if (isfinite(value))
                lo = fmin(lo, value), hi = fmax(hi, value);
        }
        if (lo > hi)
            continue; /* no finite value */
        kip_print_clean_format(stdout, "%-36s %-10s %12s %12s\n", of->name, of->unit,
                               kip_number_format_digits(lo_text, lo, 5),
                               kip_number_format_digits(hi_text, hi, 5));
    }
}

/* -- quantities by name ---------------------------------------------------------------------------------- */

static KipStatus fail_unknown(const Run *run, const char *name, size_t length, KipError *error)
{
    char text[160];
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    int nearest = kip_nearest_name(text, &run->all->item[0].name, run->all->n, sizeof *run->all->item);
    if (nearest >= 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s knows no \"%s\"; did you mean \"%s\"?",
                        run->name, text, run->all->item[nearest].name);
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s knows no \"%s\"; --list prints what there is",
                    run->name, text);
}

/* The length of the first name in a list "a,b,c": the longest known one, since names may contain commas; else up to a
 * comma. */
static size_t first_name(const Run *run, const char *list)
{
    for (size_t n = strlen(list); n > 0; n--)
        if ((list[n] == 0 || list[n] == ',') && kip_quantities_find(run->all, list, n))
            return n;
    return strcspn(list, ",");
}

/* The values of all frames between --from and --to, *n of them. NULL when out of memory. */
static double *values_of(Plot *plot, const Run *run, const KipQuantity *quantity, size_t *n)
{
    const KipRecording *recording = run->file->recording;
    double from = kip_arguments_number(plot->arguments, FROM, 0),
           to = kip_arguments_number(plot->arguments, TO, INFINITY);
    double *value = kip_arena_take(plot->arena, recording->nframe, sizeof *value);
    *n = 0;
    for (size_t f = 0; f < recording->nframe && value; f++)
        if (recording->frame[f].time >= from - 1e-9 && recording->frame[f].time <= to + 1e-9)
            value[(*n)++] = kip_quantity_value(recording, f, quantity);
    return value;
}

/* "knee_flex_l", followed by the run where there are several. */
static char *series_name(Plot *plot, const Run *run, const KipQuantity *quantity)
{
    size_t size = strlen(quantity->name) + strlen(run->name) + 8;
    char *name = kip_arena_take(plot->arena, size, 1);
    if (name && plot->nrun > 1)
        snprintf(name, size, "%s, %s", quantity->name, run->name);
    else if (name)
        snprintf(name, size, "%s", quantity->name);
    return name;
}

/* "NAME (UNIT)", with a unit that is not broken into lines. */
static char *axis_label(Plot *plot, const char *name, const char *unit)
{
    enum { NO_BREAK_SIZE = 2 };
    size_t size = strlen(name) + NO_BREAK_SIZE * strlen(unit) + 4;
    char *label = kip_arena_take(plot->arena, size, 1), *to = label;
    bool both = *name && strcmp(unit, "1") != 0;
    if (!label)
        return NULL;
    to += snprintf(label, size, "%s%s", name, both ? " (" : "");
    for (; (both || !*name) && *unit; unit++)
        to += snprintf(to, size - (size_t)(to - label), *unit == ' ' ? "\u00a0" : "%c", *unit);
    if (both)
        *to++ = ')';
    return label;
}

/* -- a panel --------------------------------------------------------------------------------------------- */

/* Adds one quantity of every run. */
static KipStatus add_series(Plot *plot, KipChartPanel *panel, KipChartSeries *series, const char *name,
                            size_t length, const char *x_name, const char **unit, KipError *error)
{
    for (int i = 0; i < plot->nrun; i++) {
        const Run *run = &plot->run[i];
        const KipQuantity *y = kip_quantities_find(run->all, name, length),
                          *x = kip_quantities_find(run->all, x_name, strlen(x_name));
        if (!y || !x)
            return y ? fail_unknown(run, x_name, strlen(x_name), error)
                     : fail_unknown(run, name, length, error);
        if (strcmp(x->unit, kip_quantities_find(plot->run[0].all, x_name, strlen(x_name))->unit) != 0)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "\"%s\" is in %s in %s, and not in %s",
                            x->name, x->unit, run->name, plot->run[0].name);
        if (*unit && strcmp(*unit, y->unit) != 0)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "\"%s\" is in %s, which does not share an axis with %s: give it a --y of its own",
                            y->name, y->unit, *unit);
        if (panel->nseries == MOST_SERIES)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a panel holds at most %d curves",
                            MOST_SERIES);
        KipChartSeries *to = &series[panel->nseries++];
        *to = (KipChartSeries){.name = series_name(plot, run, y)};
        to->x = values_of(plot, run, x, &to->n);
        to->y = values_of(plot, run, y, &to->n);
        if (!to->name || !to->x || !to->y)
            return no_memory(error);
        if (to->n == 0)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s holds nothing between --from and --to",
                            run->name);
        *unit = y->unit;
    }
    return KIP_OK;
}

static KipStatus make_panel(Plot *plot, const char *names, const char *x_name, KipChartPanel *panel,
                            KipError *error)
{
    KipChartSeries *series = kip_arena_take(plot->arena, MOST_SERIES, sizeof *series);
    const char *unit = NULL, *first = names;
    size_t nfirst = 0;
    int nname = 0;
    KipStatus status = series ? KIP_OK : no_memory(error);
    for (const char *at = names; status == KIP_OK && *at; nname++) {
        size_t length = first_name(&plot->run[0], at);
        nfirst = nname ? nfirst : length;
        status = add_series(plot, panel, series, at, length, x_name, &unit, error);
        at += length + (at[length] == ',');
    }
    if (status != KIP_OK)
        return status;
    if (!nname)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--y names nothing");
    if (panel->nseries == 1)
        series[0].name = ""; /* the axis has it */
    panel->series = series;
    panel->y.label =
        axis_label(plot, nname == 1 ? kip_quantities_find(plot->run[0].all, first, nfirst)->name : "", unit);
    return panel->y.label ? KIP_OK : no_memory(error);
}

/* -- pictures -------------------------------------------------------------------------------------------- */

static const char *title_of(const Plot *plot)
{
    return kip_arguments_string(plot->arguments, TITLE, plot->nrun == 1 ? plot->run[0].file->title : "");
}

static KipStatus write_chart(Plot *plot, FILE *stream, KipError *error)
{
    static const char *const usual[] = {"com.z", "normal contact force", "kinetic energy,potential energy"};
    const KipArguments *arguments = plot->arguments;
    const char *x_name = kip_arguments_string(arguments, X, "time");
    int given = kip_arguments_count(arguments, Y), n = given ? given : (int)(sizeof usual / sizeof *usual);
    KipChartPanel panel[MOST_PANELS] = {{0}};
    KipStatus status = KIP_OK;
    if (kip_arguments_number(arguments, FROM, 0) >= kip_arguments_number(arguments, TO, INFINITY))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--from must be before --to");
    if (n > MOST_PANELS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a picture holds at most %d panels", MOST_PANELS);
    for (int i = 0; i < n && status == KIP_OK; i++) {
        panel[i].height = n == 1 ? 300 : 150;
        status = make_panel(plot, given ? kip_arguments_text(arguments, Y, i) : usual[i], x_name, &panel[i],
                            error);
    }
    if (status != KIP_OK)
        return status;
    const KipQuantity *x = kip_quantities_find(plot->run[0].all, x_name, strlen(x_name));
    const KipChart chart = {.title = title_of(plot),
                            .note = "",
                            .x = {.label = axis_label(plot, x->name, x->unit)},
                            .panel = panel,
                            .npanel = n};
    return chart.x.label ? kip_chart_write(stream, &chart, error) : no_memory(error);
}

static KipStatus fail_times(const char *text, int length, const char *at, KipError *error)
{
    return kip_fail(
        error, KIP_BAD_USE, kip_nowhere(),
        "--film \"%s\": \"%.*s\" is no time; give seconds with commas between, auto, or auto,N for N poses",
        text, length, at);
}

/* Reads "auto" or "auto,12": no times, and the number of poses, 0 if it is to be chosen. */
static KipStatus read_auto(const char *text, size_t *n, KipError *error)
{
    double number;
    *n = 0;
    if (text[4] == 0)
        return KIP_OK;
    if (!kip_number_parse(text + 5, strlen(text + 5), &number) || !(number >= 1 && number <= KIP_FILM_MOST) ||
        number != floor(number))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--film \"%s\": behind auto stands how many poses, 1 to %d", text, KIP_FILM_MOST);
    *n = (size_t)number;
    return KIP_OK;
}

/* Reads times "0.2,0.4,1", to be freed by the caller; NULL where they are to be chosen. */
static KipStatus read_times(const char *text, double **times, size_t *n, KipError *error)
{
    *n = 0;
    *times = NULL;
    if (strncmp(text, "auto", 4) == 0 && (text[4] == 0 || text[4] == ','))
        return read_auto(text, n, error);
    *times = calloc(strlen(text) + 1, sizeof **times);
    if (!*times)
        return no_memory(error);
    for (const char *at = text; *at || *n == 0; (*n)++) {
        size_t length = strcspn(at, ",");
        if (!kip_number_parse(at, length, &(*times)[*n]))
            return fail_times(text, (int)length, at, error);
        at += length + (at[length] == ',');
    }
    return KIP_OK;
}

static KipStatus write_film(const Plot *plot, FILE *stream, KipError *error)
{
    const KipArguments *arguments = plot->arguments;
    KipFilm film = kip_film_def();
    double *times;
    KipStatus status = read_times(kip_arguments_string(arguments, FILM, ""), &times, &film.n, error);
    film.time = times;
    film.title = title_of(plot);
    film.spacing = kip_arguments_number(arguments, SPACING, film.spacing);
    film.azimuth = 0.017453292519943295 * kip_arguments_number(arguments, TURN, 0);
    if (status == KIP_OK)
        status = kip_film_write(stream, plot->run[0].file->recording, &film, error);
    free(times);
    return status;
}

/* -- the command ----------------------------------------------------------------------------------------- */

static KipStatus write_picture(Plot *plot, KipError *error)
{
    KipOutput output = {0};
    const char *out = kip_arguments_string(plot->arguments, SVG, NULL);
    KipStatus status = kip_stop_output_open(&output, out, error);
    if (status == KIP_OK && kip_arguments_count(plot->arguments, FILM))
        status = write_film(plot, output.stream, error);
    else if (status == KIP_OK)
        status = write_chart(plot, output.stream, error);
    status = kip_output_end(&output, status, error);
    if (status == KIP_OK && strcmp(out, "-") != 0)
        printf("The picture is in %s.\n", out);
    return status;
}

/* The mistake in the arguments, or NULL. */
static const char *check_words(const KipArguments *arguments)
{
    static const int of_charts[] = {Y, X, FROM, TO}, of_films[] = {SPACING, TURN};
    const char *out = kip_arguments_string(arguments, SVG, NULL);
    bool film = kip_arguments_count(arguments, FILM) > 0, list = kip_arguments_count(arguments, LIST) > 0;
    if (list ? arguments->ngiven > 1 : !out)
        return list ? "--list stands alone"
                    : "say where the picture goes: --svg FILE (--list prints what can be drawn)";
    if (out && strcmp(out, "-") != 0 && !kip_ends_in(out, ".svg"))
        return "--svg writes SVG: its file must end in .svg";
    if ((film || list) && arguments->noperand > 1)
        return film ? "a film strip is of one recording" : "--list is of one recording";
    for (int i = 0; i < 4 && film; i++)
        if (kip_arguments_count(arguments, of_charts[i]))
            return "--y, --x, --from and --to are for curves, not for --film";
    for (int i = 0; i < 2 && !film; i++)
        if (kip_arguments_count(arguments, of_films[i]))
            return "--spacing and --turn are for --film";
    for (int i = 0; i < arguments->noperand && out; i++)
        if (kip_same_file(arguments->operand[i], out))
            return "the picture would overwrite a recording";
    return NULL;
}

static int plot(const KipArguments *arguments)
{
    Plot plot = {.arguments = arguments, .arena = kip_arena_create(NULL)};
    KipError error;
    const char *wrong = check_words(arguments);
    int result = KIP_EXIT_DONE;
    if (wrong)
        result = kip_cli_fail_usage(arguments, "%s", wrong);
    else if (!plot.arena)
        result = kip_cli_fail_memory();
    else if (open_runs(&plot, &error) != KIP_OK)
        result = kip_cli_fail(&error);
    else if (kip_arguments_count(arguments, LIST))
        print_list(&plot.run[0]);
    else
        result = kip_cli_end(arguments, write_picture(&plot, &error), &error);
    for (int i = 0; i < plot.nrun; i++) {
        kip_quantities_destroy(plot.run[i].all);
        kip_recording_file_destroy(plot.run[i].file);
    }
    kip_arena_destroy(plot.arena);
    return result;
}

const KipCommand kip_command_plot = {
    .name = "plot",
    .summary = "curves and film strips of recordings, as SVG",
    .operands = "RUN.kip [RUN.kip...]",
    .least = 1,
    .most = MOST_RUNS,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_plot,
    .run = plot,
};
