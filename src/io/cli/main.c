/* kip, the command: finds the subcommand, takes its words apart, runs it, sees that stdout was written. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../formats/file.h"
#include "../script/scene.h"
#include "commands.h"
#include "data_folders.h"

enum { COMMANDS = 12, TOPICS = 5, ENTRIES = COMMANDS + TOPICS + 1 };

static const KipCommand *const commands[COMMANDS] = {
    &kip_command_run,     &kip_command_plot,    &kip_command_reproduce, &kip_command_tune,
    &kip_command_sweep,   &kip_command_learn,   &kip_command_convert,   &kip_command_show,
    &kip_command_forward, &kip_command_inverse, &kip_command_mass,      &kip_command_bench,
};

/* Made by make from the files help_<topic>.txt. */
extern const char kip_help_language[], kip_help_models[], kip_help_poses[], kip_help_states[];
extern const size_t kip_help_language_size, kip_help_models_size, kip_help_poses_size, kip_help_states_size;

static const struct {
    const char *name, *summary, *text;
    const size_t *size;
} topics[TOPICS] = {
    {"language", "how scripts are written", kip_help_language, &kip_help_language_size},
    {"toolkit", "what scripts say to scenes and characters", NULL, NULL},
    {"models", "what model files may contain", kip_help_models, &kip_help_models_size},
    {"poses", "how files of poses and sequences are written", kip_help_poses, &kip_help_poses_size},
    {"states", "how the numbers of a state are ordered", kip_help_states, &kip_help_states_size},
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

int kip_cli_fail(const KipError *error)
{
    fflush(stdout); /* results before the error come first where both go to one place */
    fputs("kip: ", stderr);
    kip_error_print(stderr, error);
    return kip_exit_code(error->status);
}

int kip_cli_fail_usage(const KipArguments *arguments, const char *format, ...)
{
    va_list list;
    fflush(stdout);
    fprintf(stderr, "kip %s: ", arguments->command->name);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fprintf(stderr, "\nUsage: kip %s [OPTIONS] %s   (more: kip %s --help)\n", arguments->command->name,
            arguments->command->operands, arguments->command->name);
    return KIP_EXIT_USAGE;
}

/* -- help ------------------------------------------------------------------------------------------------ */

static void print_overview(FILE *stream)
{
    fputs("kip: dynamic characters\n\n"
          "Usage: kip COMMAND [OPTIONS] [FILE]\n\n"
          "Commands:\n",
          stream);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(stream, "  %-10s%s\n", commands[i]->name, commands[i]->summary);
    fputs("  help      explain a command or a topic\n\nTopics of help:\n", stream);
    for (int i = 0; i < TOPICS; i++)
        fprintf(stream, "  %-10s%s\n", topics[i].name, topics[i].summary);
    fputs("\nA model is an MJCF file (MuJoCo's format), a scene a script in a subset of Python; `-` stands for a model\n"
          "on stdin, or for stdout.\n\n"
          "Example:\n"
          "  kip run data/scenes/hello.py --html hello.html\n"
          "  kip run data/models/skeleton37.xml --html fall.html\n"
          "  kip help run\n",
          stream);
}

static const KipCommand *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* Neither a command nor, where `with_topics`, a topic of help. */
static int fail_unknown(const char *name, bool with_topics)
{
    const char *names[ENTRIES];
    int n = 0;
    for (int i = 0; i < COMMANDS; i++)
        names[n++] = commands[i]->name;
    names[n++] = "help";
    for (int i = 0; i < TOPICS && with_topics; i++)
        names[n++] = topics[i].name;

    int nearest = kip_nearest_name(name, names, n, sizeof *names);
    fprintf(stderr, "kip: there is no %s \"%s\"", with_topics ? "command or topic" : "command", name);
    if (nearest >= 0)
        fprintf(stderr, "; did you mean `kip %s%s`?\n", with_topics ? "help " : "", names[nearest]);
    else
        fputs("; `kip help` lists what there is\n", stderr);
    return KIP_EXIT_USAGE;
}

/* From the table that scripts call by. */
static void print_toolkit(FILE *stream)
{
    const char *signature, *text, *section, *before = "";
    int n = kip_scene_vocabulary(-1, NULL, NULL, NULL);
    fputs("What scripts say (the language itself: kip help language). Lengths in m, angles in rad, z up, x ahead,\n"
          "y to the left; a place is vec(x, y, z) or three numbers; times in s.\n\n"
          "A scene builds a world, says who does what, and runs it:\n\n"
          "    skeleton = addCharacter(\"skeleton37\", key=\"stand\")\n"
          "    at(1, lambda: push(\"trunk\", (120, 0, 0), 0.1))\n"
          "    run(4)\n"
          "    measure(\"height of the centre of mass\", skeleton.com().z, \"m\", \"> 0.8\")\n\n"
          "A skill is a class: start() when it begins, step() each control period; pre(), post(), expected() and\n"
          "priority let a supervisor choose: when the active skill's post() holds (done) or its expected() does not\n"
          "(failed), and while none is active, those whose pre() holds bid, and the highest priority acts. One that\n"
          "says reflex = True is asked at all times, and may interrupt. `rest`, which does nothing, acts where nobody\n"
          "bids. In a file of its own, `skeleton` is the character that it moves.\n",
          stream);
    for (int i = 0; i < n; i++) {
        kip_scene_vocabulary(i, &signature, &text, &section);
        if (strcmp(section, before) != 0)
            fprintf(stream, "\n%s\n", strcmp(section, "scene") == 0 ? "Functions" : "Of a character");
        before = section;
        fprintf(stream, "  %s\n      %s\n", signature, text);
    }
}

static int help(int argc, char **argv)
{
    if (argc > 1) {
        fputs("kip help: one command or topic at a time\nUsage: kip help [COMMAND|TOPIC]\n", stderr);
        return KIP_EXIT_USAGE;
    }
    const char *name = argc ? argv[0] : "help";
    const KipCommand *command = find_command(name);
    for (int i = 0; i < TOPICS; i++) {
        if (strcmp(topics[i].name, name) == 0) {
            if (topics[i].text)
                fwrite(topics[i].text, 1, *topics[i].size, stdout);
            else
                print_toolkit(stdout);
            return KIP_EXIT_DONE;
        }
    }
    if (command)
        kip_command_print_help(command, stdout);
    else if (strcmp(name, "help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0)
        print_overview(stdout);
    else
        return fail_unknown(name, true);
    return KIP_EXIT_DONE;
}

/* -- dispatch -------------------------------------------------------------------------------------------- */

static int run_command(const KipCommand *command, int argc, char **argv)
{
    KipArguments arguments;
    KipError error;
    KipStatus status = kip_arguments_parse(command, argc, argv, &arguments, &error);
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
        print_overview(stderr);
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

/* Everything written to stdout has arrived. */
static int check_stdout(void)
{
    KipOutput output;
    KipError error;
    KipStatus status = kip_output_open(&output, "-", &error);
    if (status == KIP_OK)
        status = kip_output_commit(&output, &error);
    return status == KIP_OK ? KIP_EXIT_DONE : kip_cli_fail(&error);
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    int result = dispatch(argc, argv);
    return result == KIP_EXIT_DONE ? check_stdout() : result;
}
