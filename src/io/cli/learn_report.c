/* The report of kip learn: a table, JSON, and comments in the file of the machine. */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "../text/json.h"
#include "../text/number.h"
#include "learn_parts.h"

typedef struct Row {
    const char *name, *key;
    KipLearnScore score;
} Row;

enum { ROWS = 4, CELL = 32 };

static void list_rows(const KipLearned *learned, Row row[ROWS])
{
    row[0] = (Row){"pre() and machine", "used", learned->used};
    row[1] = (Row){"machine alone", "machine", learned->machine};
    row[2] = (Row){"pre() alone", "hand", learned->hand};
    row[3] = (Row){"nearest neighbour", "nearest", learned->nearest};
}

static double share_of(const KipLearning *learning)
{
    return (double)kip_examples_successes(&learning->examples) / learning->examples.n;
}

static const char *verdict_key(KipLearnVerdict verdict)
{
    static const char *const key[] = {[KIP_LEARN_USED] = "used",
                                      [KIP_LEARN_SHARE] = "share",
                                      [KIP_LEARN_HAND] = "hand",
                                      [KIP_LEARN_PRE] = "pre",
                                      [KIP_LEARN_BARS] = "bars"};
    return key[verdict];
}

static const char *verdict_sentence(const KipLearning *learning)
{
    const KipLearnScore held = learning->learned.used;
    switch (learning->learned.verdict) {
    case KIP_LEARN_USED:
        break;
    case KIP_LEARN_SHARE:
        return (double)held.successes / held.n < kip_learn_bars().least_share
                   ? "the hand rule stays: too few starts succeed to tell; narrow the scene's ranges"
                   : "the hand rule stays: too many starts succeed to tell; widen the scene's ranges";
    case KIP_LEARN_HAND:
        return "the hand rule stays: it is right as often";
    case KIP_LEARN_PRE:
        return "the hand rule stays: the machine alone reaches all bars, and is asked where pre() holds, "
               "which "
               "refuses too much; widen it";
    case KIP_LEARN_BARS:
        return "the hand rule stays: what was learned falls short";
    }
    return "used: what was learned reaches all bars, and is right more often than the hand rule";
}

/* -- text ------------------------------------------------------------------------------------------------ */

/* Formats "97.3 %" after `before`, independently of the locale; "-" where it is undefined. */
static const char *bar(char text[CELL], const char *before, double part)
{
    int tenths = (int)floor(1000 * part + 0.5);
    if (isnan(part))
        return "-";
    snprintf(text, CELL, "%s%d.%d %%", before, tenths / 10, tenths % 10);
    return text;
}

static const char *percent(char text[CELL], double part)
{
    return bar(text, "", part);
}

/* Prints the name of a file or a scene, on one line. */
static void put_name(const char *name, FILE *stream)
{
    for (; *name; name++)
        fputc((unsigned char)*name < ' ' ? '?' : *name, stream);
}

static void print_rows(const KipLearned *learned, const char *before, FILE *stream)
{
    char right[CELL], failures[CELL], accepted[CELL];
    Row row[ROWS];
    list_rows(learned, row);
    for (int i = 0; i < ROWS; i++)
        fprintf(stream, "%s%-20s %10s %24s %20s\n", before, row[i].name,
                percent(right, kip_learn_right(row[i].score)),
                percent(failures, kip_learn_failures(row[i].score)),
                percent(accepted, kip_learn_accepted(row[i].score)));
}

/* Prints how it was learned, and the results on held-out examples. */
static void print_figures(const KipLearning *learning, const char *before, FILE *stream)
{
    const KipLearned *learned = &learning->learned;
    const KipExamples *e = &learning->examples;
    const KipLearnBars bars = kip_learn_bars();
    char text[KIP_NUMBER_SIZE], gamma[KIP_NUMBER_SIZE], margin[KIP_NUMBER_SIZE], right[CELL], failures[CELL],
        accepted[CELL];
    fputs(before, stream);
    put_name(learning->scene, stream);
    fputs(": skill ", stream);
    put_name(e->skill, stream);
    fprintf(stream, ", %d examples of %d number%s, seeds from %" PRIu64 "; %s succeed\n", e->n, e->dim,
            e->dim == 1 ? "" : "s", learning->def.seed, percent(right, share_of(learning)));
    fprintf(stream, "%s%d train: C %s, gamma %s, %s right in cross-validation, %d support vectors\n", before,
            learned->ntrain, kip_number_format_digits(text, learned->C, 6),
            kip_number_format_digits(gamma, learned->svm->gamma, 6),
            percent(right, (double)learned->cross.right / learned->cross.n), learned->svm->nvector);
    fprintf(stream, "%s%d choose the threshold: f > %s; %d are held out:\n%s\n", before, learned->nchoose,
            kip_number_format_digits(margin, learned->svm->margin, 6), learned->used.n, before);
    fprintf(stream, "%s%-20s %10s %24s %20s\n", before, "", "right", "failures among accepted",
            "successes accepted");
    fprintf(stream, "%s%-20s %10s %24s %20s\n", before, "wanted", bar(right, ">= ", bars.right),
            bar(failures, "< ", bars.failures), bar(accepted, ">= ", bars.accepted));
    print_rows(learned, before, stream);
}

void kip_learn_comment(const KipLearning *learning, FILE *stream)
{
    fputs("# kip learn; the hash of its scripts is ", stream);
    fprintf(stream, "%016llx\n", (unsigned long long)learning->scripts);
    print_figures(learning, "# ", stream);
    fprintf(stream, "# %s\n", verdict_sentence(learning));
}

static void print_text(const KipLearning *learning)
{
    FILE *stream = strcmp(learning->out, "-") == 0 ? stderr : stdout;
    print_figures(learning, "", stream);
    fprintf(stream, "\n%s\n", verdict_sentence(learning));
    if (learning->written) {
        fputs(learning->learned.verdict == KIP_LEARN_USED ? "it is in " : "kept all the same in ", stream);
        put_name(learning->out, stream);
        fputc('\n', stream);
    } else if (access(learning->out, F_OK) == 0) {
        put_name(learning->out, stream);
        fputs(" is of an earlier learning, and stays as it was\n", stream);
    }
}

/* -- JSON ------------------------------------------------------------------------------------------------ */

static void print_score(KipJson *json, const char *key, KipLearnScore score)
{
    kip_json_open(json, key, '{');
    kip_json_integer(json, "accepted", score.accepted);
    kip_json_integer(json, "failures", score.failures);
    kip_json_number(json, "right", kip_learn_right(score));
    kip_json_number(json, "failures_among_accepted", kip_learn_failures(score));
    kip_json_number(json, "successes_accepted", kip_learn_accepted(score));
    kip_json_close(json);
}

static void print_examples(KipJson *json, const KipLearning *learning)
{
    const KipExamples *e = &learning->examples;
    kip_json_string(json, "scene", learning->scene);
    kip_json_string(json, "character", e->character);
    kip_json_string(json, "skill", e->skill);
    kip_json_integer(json, "examples", e->n);
    kip_json_integer(json, "features", e->dim);
    kip_json_integer(json, "seed", (int64_t)learning->def.seed);
    kip_json_integer(json, "diverged", e->nbroken);
    kip_json_integer(json, "script_failures", e->nfailed);
    kip_json_number(json, "success_share", share_of(learning));
}

static void print_json(const KipLearning *learning)
{
    KipJson json = {.stream = stdout};
    const KipLearned *learned = &learning->learned;
    Row row[ROWS];
    list_rows(learned, row);
    kip_json_open(&json, NULL, '{');
    print_examples(&json, learning);
    kip_json_integer(&json, "training", learned->ntrain);
    kip_json_integer(&json, "choosing", learned->nchoose);
    kip_json_integer(&json, "held_out", learned->used.n);
    kip_json_integer(&json, "held_out_successes", learned->used.successes);
    kip_json_number(&json, "C", learned->C);
    kip_json_number(&json, "gamma", learned->svm->gamma);
    kip_json_number(&json, "margin", learned->svm->margin);
    kip_json_integer(&json, "vectors", learned->svm->nvector);
    kip_json_number(&json, "cross_validation", (double)learned->cross.right / learned->cross.n);
    for (int i = 0; i < ROWS; i++)
        print_score(&json, row[i].key, row[i].score);
    kip_json_string(&json, "verdict", verdict_key(learned->verdict));
    kip_json_string(&json, "sentence", verdict_sentence(learning));
    kip_json_string(&json, "file", learning->written ? learning->out : NULL);
    kip_json_close(&json);
}

void kip_learn_print(const KipLearning *learning)
{
    if (learning->json)
        print_json(learning);
    else
        print_text(learning);
}
