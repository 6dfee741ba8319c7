/* kip, the command: finds the subcommand, parses its arguments, runs it, checks that stdout was written. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../text/file.h"
#include "../scene/scene.h"
#include "scene_words.h"
#include "help.h"
#include "help_write.h"
#include "run_report.h"

enum { COMMANDS = 15, MOST_NAMES = 512, NAME_SIZE = 64 };

static const KipCommand *const commands[COMMANDS] = {
    &kip_command_run,     &kip_command_live,  &kip_command_plot,  &kip_command_reproduce,
    &kip_command_tune,    &kip_command_sweep, &kip_command_learn, &kip_command_convert,
    &kip_command_graph,   &kip_command_show,  &kip_command_eq,    &kip_command_forward,
    &kip_command_inverse, &kip_command_mass,  &kip_command_bench,
};

/* -- errors ---------------------------------------------------------------------------------------------- */

int kip_exit_code(KipStatus status)
{
    switch (status) {
    case KIP_OK:
        return KIP_EXIT_DONE;
    case KIP_BAD_INPUT:
        return KIP_EXIT_INPUT;
    case KIP_BAD_USE:
        return KIP_EXIT_USAGE;
    case KIP_IO:
        return KIP_EXIT_IO;
    case KIP_NO_MEMORY:
        return KIP_EXIT_MEMORY;
    case KIP_DIVERGED:
        break;
    }
    return KIP_EXIT_FAILED;
}

/* Whether stdout is a pipe whose reader has gone, as head does; this is no error. */
static bool is_unread(const KipError *error)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return error->status == KIP_IO && strcmp(error->file, "<stdout>") == 0 && poll(&out, 1, 0) > 0 &&
           (out.revents & (POLLERR | POLLHUP));
}

int kip_cli_fail(const KipError *error)
{
    if (is_unread(error))
        return KIP_EXIT_DONE;
    fflush(stdout); /* results precede the error where both go to the same file */
    fputs("kip: ", stderr);
    kip_error_print(stderr, error);
    return kip_exit_code(error->status);
}

int kip_cli_fail_memory(void)
{
    return kip_cli_fail(&(KipError){.status = KIP_NO_MEMORY, .message = "out of memory"});
}

int kip_cli_fail_usage(const KipArguments *arguments, const char *format, ...)
{
    va_list list;
    fflush(stdout);
    fprintf(stderr, "kip %s: ", arguments->command->name);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fprintf(stderr, "\nUsage: kip %s [OPTIONS] %s   (kip help %s tells more)\n", arguments->command->name,
            arguments->command->operands, arguments->command->name);
    return KIP_EXIT_USAGE;
}

int kip_cli_end(const KipArguments *arguments, KipStatus status, const KipError *error)
{
    if (status == KIP_BAD_USE)
        return kip_cli_fail_usage(arguments, "%s", error->message);
    return status == KIP_OK ? KIP_EXIT_DONE : kip_cli_fail(error);
}

/* -- help ------------------------------------------------------------------------------------------------ */

static const KipCommand *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* Fails for what is neither a command nor, with `to_explain`, a topic or a word of help. */
static int fail_unknown(const char *name, bool to_explain)
{
    static const char help_name[] = "help";
    char text[MOST_NAMES][NAME_SIZE], path[4096];
    const char *names[MOST_NAMES] = {help_name};
    int n = 1, most = to_explain ? MOST_NAMES : COMMANDS + 1;
    while (n < most && (names[n] = kip_help_name(n - 1, commands, COMMANDS, text[n])))
        n++;

    int nearest = kip_nearest_name(name, names, n, sizeof *names);
    fprintf(stderr, "kip: there is no %s \"%s\"", to_explain ? "command, topic, word or skill" : "command",
            name);
    if (nearest >= 0)
        fprintf(stderr, "; did you mean `kip %s%s`?\n", to_explain ? "help " : "", names[nearest]);
    else
        fprintf(stderr, "; `kip help`%s what there is\n",
                to_explain ? " and `kip help toolkit` list" : " lists");
    if (to_explain && !kip_data_find("skills", path, sizeof path))
        fputs(
            "Skills are in a folder skills/, which is not found here; KIP_DATA=DIR adds the folder where it is.\n",
            stderr);
    if (to_explain)
        kip_help_print_mentions(name, commands, COMMANDS, stderr);
    return KIP_EXIT_USAGE;
}

/* Prints what the file of a skill says of itself; after another page of this name, which file it is. False where there is
 * no such skill. */
static bool print_skill(const char *name, bool told)
{
    static const char quotes[] = "\"\"\"";
    char file[256], path[4096], *text = NULL;
    KipError error;
    size_t size;
    if (strchr(name, '/') || snprintf(file, sizeof file, "skills/%s.py", name) >= (int)sizeof file ||
        !kip_data_find(file, path, sizeof path) || kip_file_read(path, &text, &size, &error) != KIP_OK)
        return false;
    const char *says = strstr(text, quotes), *end = says ? strstr(says + 3, quotes) : NULL;
    printf("%sThe skill %s: skeleton.addSkill(\"%s\"); its file: %s\n", told ? "\n" : "", name, name, path);
    if (end && !told)
        printf("\n%.*s\n", (int)(end - says - 3), says + 3);
    free(text);
    return true;
}

static int help(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[0], "--write") == 0 && kip_help_write(argv[1], commands, COMMANDS, stdout))
        return KIP_EXIT_DONE;
    if (argc > 1) {
        fputs("kip help: one name at a time\nUsage: kip help [COMMAND|TOPIC|WORD|SKILL]\n", stderr);
        return KIP_EXIT_USAGE;
    }
    const char *name = argc ? argv[0] : "help";
    if (strcmp(name, "help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0) {
        kip_help_print_overview(commands, COMMANDS, stdout);
        return KIP_EXIT_DONE;
    }
    KipError error;
    if (kip_data_folders_read(NULL, &error) != KIP_OK)
        return kip_cli_fail(&error);
    const bool told = kip_help_print(name, commands, COMMANDS, stdout);
    return print_skill(name, told) || told ? KIP_EXIT_DONE : fail_unknown(name, true);
}

/* -- dispatch -------------------------------------------------------------------------------------------- */

/* kip run --json prints a document even for wrong arguments. */
static void report_words(int argc, char **argv, const KipError *error)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--json") == 0) {
            kip_run_report_refusal(error);
            return;
        }
}

static int run_command(const KipCommand *command, int argc, char **argv)
{
    KipArguments arguments;
    KipError error;
    KipStatus status = kip_arguments_parse(command, argc, argv, &arguments, &error);
    if (status != KIP_OK && command == &kip_command_run)
        report_words(argc, argv, &error);
    if (status == KIP_BAD_USE)
        return kip_cli_fail_usage(&(KipArguments){.command = command}, "%s", error.message);
    if (status != KIP_OK)
        return kip_cli_fail(&error);

    int result = KIP_EXIT_DONE;
    if (arguments.help)
        kip_command_print_help(command, stdout);
    else if (kip_data_folders_read(&arguments, &error) != KIP_OK)
        result = kip_cli_fail_usage(&arguments, "%s", error.message);
    else
        result = command->run(&arguments);
    kip_arguments_free(&arguments);
    return result;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        kip_help_print_overview(commands, COMMANDS, stderr);
        return KIP_EXIT_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        puts("kip " KIP_VERSION);
        return KIP_EXIT_DONE;
    }
    if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return help(argc - 2, argv + 2);
    const KipCommand *command = find_command(word);
    return command ? run_command(command, argc - 2, argv + 2) : fail_unknown(word, false);
}

/* Checks that everything written to stdout has arrived, or its reader has gone. */
static int check_stdout(void)
{
    KipOutput output;
    KipError error;
    KipStatus status = kip_output_open(&output, "-", &error);
    if (status == KIP_OK)
        status = kip_output_commit(&output, &error);
    return status == KIP_OK ? KIP_EXIT_DONE : kip_cli_fail(&error);
}

/* Takes the places of standard streams that are closed, lest a file be opened there and what is printed go into it. They still
 * cannot be read or written. */
static void hold_streams(void)
{
    static const int wrong[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int i = 0; i < 3; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", wrong[i]) < 0)
            return;
}

int main(int argc, char **argv)
{
    hold_streams();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* then a write beyond the limit fails, and says so */
    int result = dispatch(argc, argv);
    int written = result == KIP_EXIT_IO ? KIP_EXIT_DONE : check_stdout(); /* that error was printed already */
    return written == KIP_EXIT_DONE ? result : written;
}
