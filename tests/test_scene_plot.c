/* plot(): what the host is given to draw, and every way of giving it wrongly. */
#include "scene_helpers.h"

#include <math.h>

/* A host that writes down what it is to draw. `told` is first, so that its functions find it. */
typedef struct Drawn {
    Told told;
    int nchart;
    char said[4096];
    const char *refusal; /* NULL: all is drawn */
} Drawn;

static void say(Drawn *drawn, const char *format, const char *text, double x, double y)
{
    size_t used = strlen(drawn->said);
    int n = strcmp(text, "") != 0
                ? snprintf(drawn->said + used, sizeof drawn->said - used, format, text, x, y)
                : snprintf(drawn->said + used, sizeof drawn->said - used, format, x, y);
    ck_assert(n >= 0 && (size_t)n < sizeof drawn->said - used);
}

static void say_panel(Drawn *drawn, const KipChartPanel *panel)
{
    ck_assert(panel->y.from == 0 && panel->y.to == 0);
    ck_assert_ptr_null(panel->map);
    say(drawn, "%s (%g px):", panel->y.label, panel->height, 0);
    for (int i = 0; i < panel->nseries; i++) {
        const KipChartSeries *curve = &panel->series[i];
        ck_assert(curve->style != KIP_CHART_BOTH && !curve->lo && !curve->hi);
        say(drawn, curve->style == KIP_CHART_POINTS ? " dots %s" : " %s", curve->name, 0, 0);
        for (size_t k = 0; k < curve->n; k++)
            say(drawn, " (%g, %g)", "", curve->x[k], curve->y[k]);
    }
    say(drawn, "%s", "\n", 0, 0);
}

static KipStatus draw(void *user, const char *path, const KipChart *chart, KipError *error)
{
    Drawn *drawn = user;
    char *text;
    size_t size;
    if (drawn->refusal)
        return kip_fail(error, KIP_IO, kip_nowhere(), "%s", drawn->refusal);
    drawn->nchart++;
    say(drawn, "%s", path, 0, 0);
    say(drawn, ": %s", chart->title, 0, 0);
    say(drawn, ", %s\n", chart->x.label, 0, 0);
    for (int i = 0; i < chart->npanel; i++)
        say_panel(drawn, &chart->panel[i]);
    if (*chart->note)
        say(drawn, "%s\n", chart->note, 0, 0);
    FILE *stream = open_memstream(&text, &size); /* it can be drawn */
    ck_assert_ptr_nonnull(stream);
    ck_assert_int_eq(kip_chart_write(stream, chart, error), KIP_OK);
    ck_assert_int_eq(fclose(stream), 0);
    ck_assert(strncmp(text, "<svg", 4) == 0 && size > 500);
    free(text);
    return KIP_OK;
}

static Drawn *run_drawing(Folder *folder, const char *text, const char *refusal)
{
    Drawn *drawn = calloc(1, sizeof *drawn);
    ck_assert_ptr_nonnull(drawn);
    drawn->refusal = refusal;
    KipSceneDef def = told_def(&drawn->told);
    def.host.plot = draw;
    ck_assert_int_eq(kip_scene_load(write_file(folder, "main.py", text), &def, &drawn->told.scene,
                                    &drawn->told.error),
                     KIP_OK);
    KipStatus status = kip_scene_run(drawn->told.scene, &drawn->told.error);
    ck_assert_msg(status == (refusal ? KIP_IO : KIP_OK), "%s", drawn->told.error.message);
    return drawn;
}

START_TEST(curves_reach_the_host)
{
    Folder folder = open_folder();
    Drawn *drawn =
        run_drawing(&folder,
                    "plot('one.svg', 'One', 't (s)', {'y (m)': {'a': [(0, 1), [2.5, -3], vec(4, 5, 6)]}})\n"
                    "panels = {'gone': {}, 'upper': {'b': ((1, 2),), 'c': []}, 'lower': {'a': "
                    "[(float('nan'), 1), (2, "
                    "float('inf'))]}}\n"
                    "del panels['gone']\npanels['lower']['d'] = [(i, i * i) for i in range(3)]\n"
                    "print(plot('two.svg', 'Two', 'x', panels, note='By hand'))\n",
                    NULL);
    ck_assert_int_eq(drawn->nchart, 2);
    ck_assert_str_eq(drawn->said,
                     "one.svg: One, t (s)\ny (m) (300 px): a (0, 1) (2.5, -3) (4, 5)\n"
                     "two.svg: Two, x\nupper (180 px): dots b (1, 2) dots c\n"
                     "lower (180 px): dots a (nan, 1) (2, inf) d (0, 0) (1, 1) (2, 4)\nBy hand\n");
    ck_assert_str_eq(drawn->told.text, "None\n");
    ck_assert_ptr_null(kip_scene_world(drawn->told.scene)); /* it asks for none */
    end_scene(&drawn->told);
    drawn = run_drawing(&folder, "\nplot('a.svg', '', '', {'': {'': [(0, 1)]}})\nprint('never')\n",
                        "the disk is full");
    ck_assert_str_eq(drawn->told.error.message, "plot(): the disk is full");
    ck_assert(drawn->told.error.line == 2 && drawn->told.error.column == 1 && !*drawn->told.text);
    end_scene(&drawn->told);
    Told *told =
        run_text(&folder, "print(plot('a.svg', '', '', {'y': {'': [(0, 1)]}}))\n"); /* no host for it */
    ck_assert_str_eq(told->text, "None\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* Without a host that draws, too. */
START_TEST(what_is_no_picture_is_refused)
{
    static const struct {
        const char *arguments, *part;
    } table[] = {
        {"'a.png', '', '', {'y': {'c': [(0, 1)]}}", "\"a.png\" must end in .svg"},
        {"'.svg', '', '', {'y': {'c': [(0, 1)]}}", "must end in .svg"},
        {"3, '', '', {'y': {'c': [(0, 1)]}}", "'file' must be a text"},
        {"'a.svg', None, '', {'y': {'c': [(0, 1)]}}", "'title' must be a text"},
        {"'a.svg', '', 1, {'y': {'c': [(0, 1)]}}", "'x' must be a text"},
        {"'a.svg', '', '', {'y': {'c': [(0, 1)]}}, 5", "'note' must be a text"},
        {"'a.svg', '', '', [(0, 1)]", "panels must be a dict {label of y: "},
        {"'a.svg', '', '', {}", "panels is empty"},
        {"'a.svg', '', '', {1: {'c': [(0, 1)]}}", "the label of y must be a text, not a value of type int"},
        {"'a.svg', '', '', {'y': [(0, 1)]}", "a panel must be a dict {name of a curve: "},
        {"'a.svg', '', '', {'y': {}}", "a panel is empty"},
        {"'a.svg', '', '', {'y': {None: [(0, 1)]}}", "the name of a curve must be a text"},
        {"'a.svg', '', '', {'y': {'c': 4}}", "the curve 'c' must be a list of points"},
        {"'a.svg', '', '', {'y': {'c': [1, 2]}}", "point 1 of the curve 'c' must be two numbers"},
        {"'a.svg', '', '', {'y': {'c': [(0, 1), (0, 1, 2)]}}", "point 2 of the curve 'c'"},
        {"'a.svg', '', '', {'y': {'b': [(0, 1)], 'c': [(0, '1')]}}", "point 1 of the curve 'c'"},
        {"'a.svg', '', '', {'y': {'c': [(None, 1)]}}", "point 1 of the curve 'c'"},
        {"'a.svg', '', '', {'y': {'c': ['ab']}}", "point 1 of the curve 'c'"},
    };
    Folder folder = open_folder();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[256];
        snprintf(text, sizeof text, "\nplot(%s)\n", table[i].arguments);
        check_fails(&folder, text, 2, table[i].part);
        check_fails(&folder, text, 2, "plot(): ");
    }
    close_folder(&folder);
}
END_TEST

TCase *scene_plot_case(void)
{
    TCase *tests = tcase_create("scene_plot");
    tcase_add_test(tests, curves_reach_the_host);
    tcase_add_test(tests, what_is_no_picture_is_refused);
    return tests;
}
