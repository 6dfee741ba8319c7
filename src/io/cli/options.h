/* The arguments of the command line. Each subcommand has one table, for parsing, help, man page and completion:
 *
 *     enum { DURATION, PUSH, HASH, OPTIONS };
 *     static const KipOption options[OPTIONS] = {
 *         [DURATION] = {"duration", KIP_OPTION_NUMBER, "SECONDS"},
 *         [PUSH] = {"push", KIP_OPTION_STRINGS, "BODY,FX,FY,FZ,T0,DURATION"},
 *         [HASH] = {"hash", KIP_OPTION_FLAG, NULL},
 *     };
 *
 *     static int run(const KipArguments *arguments)       // returns a KipExit, see commands.h
 *     {
 *         const char *model = arguments->operand[0];
 *         double duration = kip_arguments_number(arguments, DURATION, 2);
 *         for (int i = 0; i < kip_arguments_count(arguments, PUSH); i++)
 *             push(kip_arguments_text(arguments, PUSH, i));
 *         if (kip_arguments_count(arguments, HASH)) ...
 *     }
 *
 *     const KipCommand kip_command_run = {
 *         .name = "run", .summary = "simulate a model", .operands = "MODEL", .least = 1, .most = 1,
 *         .option = options, .noption = OPTIONS, .about = kip_about_run, .run = run,
 *     };
 *
 * Options are written `--name value` or `--name=value`, before or after operands; `--` ends them. A value may be
 * "-" or a negative number; one that begins with "--" needs the "=". Every subcommand accepts -h and --help,
 * which are in no table. */
#ifndef KIP_IO_CLI_OPTIONS_H
#define KIP_IO_CLI_OPTIONS_H

#include <stdio.h>

#include "../../dynamics/base.h"

typedef enum KipOptionKind {
    KIP_OPTION_FLAG,    /* no value */
    KIP_OPTION_NUMBER,  /* a finite number */
    KIP_OPTION_INTEGER, /* -2^63 to 2^63 - 1 */
    KIP_OPTION_STRING,
    KIP_OPTION_STRINGS, /* may be repeated; of other kinds the last one counts */
} KipOptionKind;

typedef struct KipOption {
    const char *name; /* without the dashes */
    KipOptionKind kind;
    const char *argument; /* name of the value in the help, such as SECONDS; NULL for a flag */
} KipOption;

typedef struct KipArguments KipArguments;

typedef struct KipCommand {
    const char *name;
    const char *summary;  /* for the list of commands: no capital, no full stop, at most 60 characters */
    const char *operands; /* for the usage line: "MODEL", "[MODEL]" */
    int least, most;      /* number of operands */
    const KipOption *option;
    int noption;
    const char *
        about; /* about_NAME.txt: paragraphs, which the help page wraps, and "Example:" with its command lines */
    int (*run)(const KipArguments *arguments); /* returns a KipExit */
} KipCommand;

/* An option of the command line. */
typedef struct KipGiven {
    int option;        /* index into the command's table */
    const char *value; /* NULL for a flag */
} KipGiven;

/* The given options and operands, in order. Strings are those of argv. */
struct KipArguments {
    const KipCommand *command;
    bool help; /* -h or --help was given; nothing else was checked */
    int noperand, ngiven;
    const char **operand;
    KipGiven *given;
};

/* Parses argv[0, argc), the words after the subcommand. KIP_BAD_USE for wrong arguments. The caller frees the result by
 * kip_arguments_free. */
KipStatus kip_arguments_parse(const KipCommand *command, int argc, char **argv, KipArguments *arguments,
                              KipError *error);
void kip_arguments_free(KipArguments *arguments);

/* How many times an option was given. */
int kip_arguments_count(const KipArguments *arguments, int option);
/* The i-th value of a repeatable option, in the order given. */
const char *kip_arguments_text(const KipArguments *arguments, int option, int i);
/* The value of an option, or `otherwise` where it was not given. */
const char *kip_arguments_string(const KipArguments *arguments, int option, const char *otherwise);
double kip_arguments_number(const KipArguments *arguments, int option, double otherwise);
int64_t kip_arguments_integer(const KipArguments *arguments, int option, int64_t otherwise);
/* An integer option with its bounds. */
typedef struct KipWhole {
    int option;
    int64_t least, most, *value;
} KipWhole;

/* Reads n of them, each into *value, which is unchanged where the option was not given. KIP_BAD_USE where one is out of
 * bounds. */
KipStatus kip_arguments_whole(const KipArguments *arguments, const KipWhole *whole, int n, KipError *error);

/* A command's text has three parts: paragraphs, which the help page wraps; after a line "Options:", a line --NAME with
 * indented sentences for each option; after a line "Example:", command lines. Options shared by several commands are
 * explained in about_options.txt only. */

/* The size of the paragraphs in bytes. */
size_t kip_command_paragraphs(const KipCommand *command);
/* The command lines, each terminated by \n. */
const char *kip_command_example(const KipCommand *command);
/* The sentences of the i-th option, in indented lines of *size bytes. */
const char *kip_option_help(const KipCommand *command, int i, size_t *size);

/* Prints the help page of a subcommand, 80 columns wide. */
void kip_command_print_help(const KipCommand *command, FILE *stream);

#endif
