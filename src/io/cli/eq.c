/* kip eq: the papers' equations, worked step by step. */
#include <string.h>

#include "../eq/show.h"
#include "../text/file.h"
#include "commands.h"
#include "progress.h"
#include "scene_words.h"

enum { SET, MODEL, POSE, JOINT, HTML, CHECK, DATA, OPTIONS };

enum { MOST_SET = 64 };

static const KipOption options[OPTIONS] = {
    [SET] = {"set", KIP_OPTION_STRINGS, "NAME=VALUE"}, [MODEL] = {"model", KIP_OPTION_STRING, "FILE"},
    [POSE] = {"pose", KIP_OPTION_STRING, "NAME"},      [JOINT] = {"joint", KIP_OPTION_STRING, "NAME"},
    [HTML] = {"html", KIP_OPTION_STRING, "FILE"},      [CHECK] = {"check", KIP_OPTION_FLAG, NULL},
    [DATA] = {"data", KIP_OPTION_STRINGS, "DIR"},
};

/* Checks that the numbers set are inputs of the entry. */
static KipStatus check_set(const KipEntry *entry, const KipSheetChoice *choice, KipError *error)
{
    KipEqLine line;
    for (int i = 0; i < choice->nset; i++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(choice->set[i], "="), choice->set[i]);
        KipHint hint = kip_hint(name);
        bool found = false;
        for (const char *at = entry->body; kip_entry_next_line(entry, "given", &at, &line);) {
            char given[64];
            const KipSlice own = kip_slice_word(&line.field[0]);
            snprintf(given, sizeof given, "%.*s", (int)own.n, own.at);
            found = found || (strcmp(given, name) == 0 && strchr(choice->set[i], '='));
            kip_hint_add(&hint, given);
        }
        if (!found)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "--set %s: there is nothing of this name, or no =%s", choice->set[i],
                            kip_hint_text(&hint));
    }
    KipEqLine model;
    bool has_model = false;
    for (const char *at = entry->body; kip_entry_next_line(entry, "given", &at, &model);)
        has_model = has_model || kip_slice_is(kip_slice_word(&model.field[0]), "model");
    if ((choice->model || choice->pose || choice->joint) && !has_model)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "this entry's examples have no model, pose and joint");
    return KIP_OK;
}

static KipStatus write_page(const KipEntry *entry, const KipSheetChoice *choice, const char *path,
                            KipError *error)
{
    KipOutput output;
    KipStatus status = kip_stop_output_open(&output, path, error);
    if (status != KIP_OK)
        return status;
    status = kip_output_end(&output, kip_eq_page_write(entry, choice, output.stream, error), error);
    if (status == KIP_OK && strcmp(path, "-") != 0)
        printf("%s is written.\n", path);
    return status;
}

static KipStatus show(const KipArguments *arguments, KipSheetChoice *choice, KipError *error)
{
    const char *id = arguments->noperand ? arguments->operand[0] : NULL,
               *html = kip_arguments_string(arguments, HTML, NULL);
    KipEntry entry;
    if (!id && kip_sheet_choice_is_own(choice))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--set, --model, --pose and --joint need the ID of an entry");
    if (!id && html)
        return write_page(NULL, choice, html, error);
    if (!id) {
        kip_eq_print_list(stdout);
        return KIP_OK;
    }
    if (!kip_entry_find(id, &entry)) {
        if (!html && !kip_sheet_choice_is_own(choice) && kip_eq_print_mentions(id, stdout))
            return KIP_OK;
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "there is no entry '%s', and none contains it; kip eq lists them", id);
    }
    KipStatus status = check_set(&entry, choice, error);
    if (status != KIP_OK)
        return status;
    return html ? write_page(&entry, choice, html, error) : kip_eq_print(&entry, choice, stdout, error);
}

static int run(const KipArguments *arguments)
{
    const char *set[MOST_SET];
    KipError error;
    KipSheetChoice choice = {.nset = kip_arguments_count(arguments, SET),
                             .set = set,
                             .model = kip_arguments_string(arguments, MODEL, NULL),
                             .pose = kip_arguments_string(arguments, POSE, NULL),
                             .joint = kip_arguments_string(arguments, JOINT, NULL),
                             .find = kip_data_find};
    if (choice.nset > MOST_SET)
        return kip_cli_fail_usage(arguments, "--set can be given %d times at most", MOST_SET);
    for (int i = 0; i < choice.nset; i++)
        set[i] = kip_arguments_text(arguments, SET, i);
    if (kip_arguments_count(arguments, CHECK))
        return arguments->noperand || kip_sheet_choice_is_own(&choice)
                   ? kip_cli_fail_usage(arguments,
                                        "--check is of the whole catalogue, and takes nothing else")
               : kip_eq_check(&choice, stdout) ? KIP_EXIT_DONE
                                               : KIP_EXIT_FAILED;
    return kip_cli_end(arguments, show(arguments, &choice, &error), &error);
}

const KipCommand kip_command_eq = {
    .name = "eq",
    .summary = "the papers' equations, worked step by step",
    .operands = "[ID|WORD]",
    .least = 0,
    .most = 1,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_eq,
    .run = run,
};
