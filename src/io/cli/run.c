/* kip run: runs a scene, of a script or of a model alone, and records it. This file reads the arguments
 * (run.h). */
#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../control/loads.h"
#include "../../dynamics/vec3.h"
#include "../formats/mjcf.h"
#include "../text/number.h"
#include "scene_words.h"

enum {
    DURATION,
    DT,
    INTEGRATOR,
    KEY,
    HOLD,
    PUSH,
    PARAM,
    PARAMS,
    DO,
    SEED,
    EXPLAIN,
    JSON,
    HTML,
    CSV,
    BVH,
    RECORD,
    FIGURES,
    HASH,
    VERIFY,
    DATA,
    PLUGINS,
    OPTIONS
};

enum { PUSH_NUMBERS = 5 };

static const double default_duration = 5; /* s */

/* -- words ----------------------------------------------------------------------------------------------- */

/* Splits the last n numbers off "name,1,2"; the name may contain commas. A name too long for any model is cut. */
static bool split_value(const char *text, char name[KIP_RUN_NAME_SIZE], double *number, int n)
{
    size_t end = strlen(text);
    while (n-- > 0) {
        size_t start = end;
        while (start > 0 && text[start - 1] != ',')
            start--;
        if (start == 0 || !kip_number_parse(text + start, end - start, &number[n]) || !isfinite(number[n]))
            return false;
        end = start - 1;
    }
    snprintf(name, KIP_RUN_NAME_SIZE, "%.*s", (int)end, text);
    return true;
}

/* The form of an option's value: a name, and numbers after commas. */
typedef struct Form {
    const char *option, *text, *meaning;
    int nnumber;
    const char *number[PUSH_NUMBERS];
} Form;

static const Form hold_form = {"--hold",
                               "NAME[,UNTIL]",
                               "the keyframe, and when it is let go (s)",
                               1,
                               {"UNTIL"}};
static const Form push_form = {"--push",
                               "BODY,FX,FY,FZ,T0,DURATION",
                               "the body, the force (N), when it begins and how long it lasts (s)",
                               PUSH_NUMBERS,
                               {"FX", "FY", "FZ", "T0", "DURATION"}};

/* Fails with the difference of the text from the form: the number of parts, or a part that is no number. */
static KipStatus fail_form(const Form *form, const char *text, KipError *error)
{
    const KipPlace none = kip_nowhere();
    int parts = 1;
    for (const char *c = text; *c; c++)
        parts += *c == ',';
    if (parts != form->nnumber + 1)
        return kip_fail(error, KIP_BAD_USE, none, "%s \"%s\" has %d part%s; it must be %s: %s", form->option,
                        text, parts, parts == 1 ? "" : "s", form->text, form->meaning);
    const char *part = strchr(text, ',') + 1;
    double number;
    int i = 0;
    for (; i < form->nnumber - 1; i++, part += strcspn(part, ",") + 1)
        if (!kip_number_parse(part, strcspn(part, ","), &number) || !isfinite(number))
            break;
    return kip_fail(error, KIP_BAD_USE, none, "%s \"%s\": %s is \"%.*s\", not a number; it must be %s: %s",
                    form->option, text, form->number[i], (int)strcspn(part, ","), part, form->text,
                    form->meaning);
}

/* A name that contains commas must be in the model; otherwise the value is probably malformed. */
static bool is_misread(const char *name, int found)
{
    return found < 0 && strchr(name, ',');
}

/* Changes the status of an unknown name to a wrong argument. */
static KipStatus unknown_name(KipError *error)
{
    return error->status = KIP_BAD_USE;
}

static KipStatus read_times(KipRun *run, const KipArguments *arguments, KipError *error)
{
    run->def.timestep = run->timestep = kip_arguments_number(arguments, DT, kip_sim_def(run->model).timestep);
    run->duration = kip_arguments_number(arguments, DURATION, default_duration);
    if (run->duration < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--duration is %g s; it must be 0 or more",
                        run->duration);
    return KIP_OK;
}

static KipStatus read_integrator(KipRun *run, const KipArguments *arguments, KipError *error)
{
    static const char *const name[] =
        {[KIP_IMPLICIT_RK4] = "implicit", [KIP_RK4] = "rk4", [KIP_EULER] = "euler"};
    const char *text = kip_arguments_string(arguments, INTEGRATOR, name[KIP_IMPLICIT_RK4]);
    for (int i = 0; i < (int)(sizeof name / sizeof *name); i++)
        if (strcmp(text, name[i]) == 0) {
            run->def.integrator = i;
            return KIP_OK;
        }
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "--integrator is \"%s\"; it must be implicit, rk4 or euler", text);
}

static KipStatus read_hold(KipRun *run, const KipArguments *arguments, KipError *error)
{
    const char *text = kip_arguments_string(arguments, HOLD, NULL);
    char name[KIP_RUN_NAME_SIZE];
    double until;
    run->hold_key = -1;
    run->hold_until = INFINITY;
    if (!text)
        return KIP_OK;
    bool whole = kip_model_find_key(run->model, text) >= 0;
    bool parted = split_value(text, name, &until, 1);
    if (whole && parted && kip_model_find_key(run->model, name) >= 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--hold \"%s\" can mean that keyframe, or '%s' until %g s; add the time: %s,%g", text,
                        name, until, text, run->duration);
    if (whole || !parted)
        snprintf(name, sizeof name, "%s", text);
    else
        run->hold_until = until;
    if (is_misread(name, kip_model_find_key(run->model, name)))
        return fail_form(&hold_form, text, error);
    if (kip_model_get_key(run->model, name, &run->hold_key, error) != KIP_OK)
        return unknown_name(error);
    if (run->hold_until < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--hold \"%s\" ends at %g s; it must end at 0 or later", text, run->hold_until);
    return KIP_OK;
}

static KipStatus read_start(KipRun *run, const KipArguments *arguments, KipError *error)
{
    const char *name = kip_arguments_string(arguments, KEY, NULL);
    run->start_key = run->hold_key >= 0 ? run->hold_key : run->model->nkey ? 0 : -1;
    run->disturbed = kip_arguments_count(arguments, SEED) > 0;
    if (name && kip_model_get_key(run->model, name, &run->start_key, error) != KIP_OK)
        return unknown_name(error);
    return KIP_OK;
}

static KipStatus read_push(const KipModel *model, const char *text, KipRunPush *push, KipError *error)
{
    const KipPlace none = kip_nowhere();
    char name[KIP_RUN_NAME_SIZE];
    double number[PUSH_NUMBERS];
    int body;
    if (!split_value(text, name, number, PUSH_NUMBERS) || is_misread(name, kip_model_find_body(model, name)))
        return fail_form(&push_form, text, error);
    if (kip_model_get_body(model, name, &body, error) != KIP_OK)
        return unknown_name(error);
    if (!kip_body_moves(model, body))
        return kip_fail(error, KIP_BAD_USE, none, "--push \"%s\": body '%s' cannot move", text, name);
    if (number[3] < 0 || number[4] <= 0)
        return kip_fail(error, KIP_BAD_USE, none,
                        "--push \"%s\" begins at %g s and lasts %g s; it must begin at 0 or later and last "
                        "longer than 0",
                        text, number[3], number[4]);
    *push = (KipRunPush){.start = number[3],
                         .seconds = number[4],
                         .body = body,
                         .point = model->body[body].com,
                         .force = v3_from(number)};
    return KIP_OK;
}

static KipStatus read_pushes(KipRun *run, const KipArguments *arguments, KipError *error)
{
    run->npush = kip_arguments_count(arguments, PUSH);
    if (run->npush > KIP_RUN_PUSHES)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%d pushes are given; at most %d are possible",
                        run->npush, KIP_RUN_PUSHES);
    for (int i = 0; i < run->npush; i++) {
        const char *text = kip_arguments_text(arguments, PUSH, i);
        KipStatus status = read_push(run->model, text, &run->push[i], error);
        if (status != KIP_OK)
            return status;
        if (run->push[i].start >= run->duration)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "--push \"%s\" begins when the run of %g s is over; give a longer --duration",
                            text, run->duration);
    }
    return KIP_OK;
}

static KipStatus read_paths(KipRun *run, const KipArguments *arguments, KipError *error)
{
    static const int option[KIP_RUN_FILES] =
        {[KIP_RUN_HTML] = HTML, [KIP_RUN_CSV] = CSV, [KIP_RUN_BVH] = BVH, [KIP_RUN_RECORD] = RECORD};
    for (int i = 0; i < KIP_RUN_FILES; i++) {
        run->path[i] = kip_arguments_string(arguments, option[i], NULL);
        const char *name = arguments->command->option[option[i]].name;
        int given = kip_arguments_count(arguments, option[i]);
        if (given > 1)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "--%s is given %d times; it can write one file", name, given);
        if (run->path[i] && !*run->path[i])
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--%s needs the name of a file, not \"\"",
                            name);
        if (run->path[i] && strcmp(run->path[i], "-") == 0 && kip_arguments_count(arguments, JSON))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "only one of --json and --%s - can go to stdout", name);
        if (run->path[i] && kip_same_file(run->path[i], arguments->operand[0]))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "--%s would overwrite \"%s\", which is to be run", name, run->path[i]);
        for (int k = 0; k < i; k++)
            if (run->path[i] && run->path[k] &&
                (strcmp(run->path[i], run->path[k]) == 0 || kip_same_file(run->path[i], run->path[k])))
                return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                                "two outputs go to \"%s\"; give each its own place", run->path[i]);
    }
    return KIP_OK;
}

/* Makes lines "TIME do SKILL ..." of a replay from --do "TIME SKILL ...". */
static KipStatus read_commands(KipRun *run, const KipArguments *arguments, KipError *error)
{
    const int n = kip_arguments_count(arguments, DO);
    if (n > KIP_RUN_COMMANDS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%d commands are given; at most %d are possible",
                        n, KIP_RUN_COMMANDS);
    for (int i = 0; i < n; i++) {
        const char *text = kip_arguments_text(arguments, DO, i);
        const size_t size = strcspn(text, " \t");
        double time;
        if (!kip_number_parse(text, size, &time) || !(time >= 0) ||
            !text[size + strspn(text + size, " \t")] || strlen(text) >= KIP_RUN_NAME_SIZE ||
            strchr(text, '\n'))
            return kip_fail(
                error, KIP_BAD_USE, kip_nowhere(),
                "--do \"%.100s\": it must be TIME SKILL NAME=VALUE..., as in \"5 walk_to speed=1.2\"", text);
        snprintf(run->command[i], sizeof run->command[i], "%.*s do%s", (int)size, text, text + size);
        run->commands[i] = run->command[i];
    }
    run->def.replay = run->commands;
    return KIP_OK;
}

/* Makes the check of a simulation before there is one. */
static KipStatus check_timestep(KipRun *run, const KipArguments *arguments, KipError *error)
{
    (void)arguments;
    if (run->timestep > 0 && run->timestep <= 0.1)
        return KIP_OK;
    return kip_fail(
        error, KIP_BAD_USE, kip_nowhere(),
        "a time step of %g s cannot be used: it must be above 0 and at most 0.1 s; %g suits this model",
        run->timestep, fmin(kip_sim_def(run->model).timestep, 1e-3));
}

/* -- the command ----------------------------------------------------------------------------------------- */

static const KipOption options[OPTIONS] = {
    [DURATION] = {"duration", KIP_OPTION_NUMBER, "SECONDS"},
    [DT] = {"dt", KIP_OPTION_NUMBER, "SECONDS"},
    [INTEGRATOR] = {"integrator", KIP_OPTION_STRING, "NAME"},
    [KEY] = {"key", KIP_OPTION_STRING, "NAME"},
    [HOLD] = {"hold", KIP_OPTION_STRING, "NAME[,UNTIL]"},
    [PUSH] = {"push", KIP_OPTION_STRINGS, "BODY,FX,FY,FZ,T0,DURATION"},
    [PARAM] = {"param", KIP_OPTION_STRINGS, "NAME=VALUE"},
    [PARAMS] = {"params", KIP_OPTION_STRING, "FILE"},
    [DO] = {"do", KIP_OPTION_STRINGS, "\"TIME SKILL NAME=VALUE...\""},
    [SEED] = {"seed", KIP_OPTION_INTEGER, "N"},
    [EXPLAIN] = {"explain", KIP_OPTION_FLAG, NULL},
    [JSON] = {"json", KIP_OPTION_FLAG, NULL},
    [HTML] = {"html", KIP_OPTION_STRING, "FILE"},
    [CSV] = {"csv", KIP_OPTION_STRING, "FILE"},
    [BVH] = {"bvh", KIP_OPTION_STRING, "FILE"},
    [RECORD] = {"record", KIP_OPTION_STRING, "FILE"},
    [FIGURES] = {"figures", KIP_OPTION_STRING, "DIR"},
    [HASH] = {"hash", KIP_OPTION_FLAG, NULL},
    [DATA] = {"data", KIP_OPTION_STRINGS, "DIR"},
    [PLUGINS] = {"plugins", KIP_OPTION_FLAG, NULL},
    [VERIFY] = {"verify", KIP_OPTION_FLAG, NULL},
};

static bool is_script(const char *path)
{
    size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".py") == 0;
}

/* An option that is not for this kind of file. */
static const char *misplaced(const KipArguments *arguments, const int *option, int n)
{
    for (int i = 0; i < n; i++)
        if (kip_arguments_count(arguments, option[i]))
            return arguments->command->option[option[i]].name;
    return NULL;
}

int kip_run_refuse(const KipRun *run, const KipError *error)
{
    kip_run_report_error(run->report, error, "");
    return kip_cli_end(run->arguments, error->status, error);
}

/* Options that recordings do not keep, since a file must not determine what is written or which code is loaded. */
static const int outputs[] = {HTML, CSV, BVH, RECORD, FIGURES, HASH, EXPLAIN, JSON, VERIFY, PLUGINS, -1};

static KipStatus read_script_words(KipRun *run, const KipArguments *arguments, KipParams *params,
                                   KipError *error)
{
    static const int for_models[] = {DURATION, KEY, HOLD, PUSH};
    const char *wrong = misplaced(arguments, for_models, sizeof for_models / sizeof *for_models);
    if (wrong)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--%s is for models; a script sets this itself",
                        wrong);
    KipStatus status = kip_read_param_words(arguments, PARAMS, PARAM, params, error);
    if (status != KIP_OK)
        return status;
    run->def.nparam = params->n, run->def.param = params->param;
    run->def.timestep = kip_arguments_number(arguments, DT, 0);
    if (kip_arguments_count(arguments, DT) && !(run->def.timestep > 0 && run->def.timestep <= 0.1))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "--dt is %g s; it must be more than 0 and at most 0.1", run->def.timestep);
    if (run->figures && !*run->figures)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--figures needs the name of a folder, not \"\"");
    status = read_integrator(run, arguments, error);
    if (status == KIP_OK)
        status = read_commands(run, arguments, error);
    return status == KIP_OK ? read_paths(run, arguments, error) : status;
}

static KipStatus read_model_words(KipRun *run, const KipArguments *arguments, KipError *error)
{
    static const int for_scripts[] = {PARAM, PARAMS, DO, EXPLAIN, FIGURES, DATA, PLUGINS};
    KipStatus (*const read[])(KipRun *, const KipArguments *, KipError *) = {
        read_times, read_integrator, read_hold, read_start, read_pushes, read_paths, check_timestep,
    };
    const char *wrong = misplaced(arguments, for_scripts, sizeof for_scripts / sizeof *for_scripts);
    if (wrong)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--%s is for scripts (.py)", wrong);
    KipStatus status = kip_mjcf_load(&run->model, arguments->operand[0], NULL, error);
    for (size_t i = 0; i < sizeof read / sizeof *read && status == KIP_OK; i++)
        status = read[i](run, arguments, error);
    return status;
}

static KipStatus read_words(KipRun *run, const KipArguments *arguments, KipParams *params, KipError *error)
{
    const char *path = arguments->operand[0];
    run->tape.script = path;
    run->figures = kip_arguments_string(arguments, FIGURES, NULL);
    run->explain = kip_arguments_count(arguments, EXPLAIN) > 0;
    run->with_hash = kip_arguments_count(arguments, HASH) > 0;
    run->def.seed = (uint64_t)kip_arguments_integer(arguments, SEED, 0);
    run->def.data = kip_data_folders();
    KipStatus status = kip_data_operand(path, true, error);
    if (status == KIP_OK)
        status = kip_run_record_words(run->record, arguments, outputs, error);
    if (status != KIP_OK)
        return status;
    return is_script(path) ? read_script_words(run, arguments, params, error)
                           : read_model_words(run, arguments, error);
}

static int run_file(const KipArguments *arguments, const KipRecordingFile *expected)
{
    KipRunRecord record = {.expected = expected};
    KipParams *params = calloc(1, sizeof *params);
    const bool told = kip_arguments_count(arguments, JSON) > 0;
    KipRun run = {.arguments = arguments,
                  .def = kip_scene_def(),
                  .record = &record,
                  .report = told ? kip_run_report_create(arguments->operand[0]) : NULL};
    KipError error;
    KipStatus status = !params || (told && !run.report)
                           ? kip_fail(&error, KIP_NO_MEMORY, kip_nowhere(), "out of memory")
                           : read_words(&run, arguments, params, &error);
    int result = status == KIP_OK ? kip_run_go(&run) : kip_run_refuse(&run, &error);
    result = kip_run_report_print(run.report, result);
    kip_run_report_destroy(run.report);
    kip_run_record_free(&record);
    kip_model_destroy(run.model);
    free(params);
    return result;
}

/* Refuses incompatible arguments. */
static int refuse(const KipArguments *arguments, const char *why)
{
    KipError error;
    kip_fail(&error, KIP_BAD_USE, kip_nowhere(), "%s: %s", arguments->operand[0], why);
    if (kip_arguments_count(arguments, JSON))
        kip_run_report_refusal(&error);
    return kip_cli_fail_usage(arguments, "%s", error.message);
}

static int run_again(const KipArguments *arguments)
{
    KipRecordingFile *file;
    KipArguments words;
    KipError error;
    if (arguments->ngiven > 1)
        return refuse(arguments, "--verify stands alone: the recording says what was run");
    if (kip_recording_file_read(arguments->operand[0], &file, &error) != KIP_OK)
        return kip_cli_fail(&error);
    int result = KIP_EXIT_INPUT;
    if (file->nword == 0) {
        fprintf(stderr, "kip: %s was not made by kip run, so it cannot be run again\n",
                arguments->operand[0]);
    } else if (kip_arguments_parse(arguments->command, file->nword, file->word, &words, &error) != KIP_OK) {
        const int told =
            kip_cli_fail(&error); /* the arguments are the file's, not the user's: KIP_EXIT_INPUT */
        result = kip_is_shortage(error.status) ? told : result;
    } else {
        bool foreign = words.help;
        if (!file->complete)
            fprintf(stderr, "kip: %s: %s\n", arguments->operand[0], file->gap);
        for (const int *option = outputs; *option >= 0; option++)
            foreign = foreign || kip_arguments_count(&words, *option) > 0;
        if (foreign)
            fprintf(stderr, "kip: %s: kip run --record keeps no such words\n", arguments->operand[0]);
        else if (kip_data_folders_read(&words, &error) != KIP_OK)
            kip_cli_fail(&error);
        else
            result = run_file(&words, file);
        if (result == KIP_EXIT_IO)
            fputs("kip: a recording's paths are those of the folder where it was made: go there\n", stderr);
        kip_arguments_free(&words);
    }
    kip_recording_file_destroy(file);
    return result;
}

static int run(const KipArguments *arguments)
{
    if (!kip_arguments_count(arguments, VERIFY) && kip_is_recording_file(arguments->operand[0]))
        return refuse(arguments,
                      "it is a recording: --verify runs it again, kip plot and kip convert show it");
    return kip_arguments_count(arguments, VERIFY) ? run_again(arguments) : run_file(arguments, NULL);
}

const KipCommand kip_command_run = {
    .name = "run",
    .summary = "run a scene's script, or simulate a model",
    .operands = "FILE",
    .least = 1,
    .most = 1,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_run,
    .run = run,
};
