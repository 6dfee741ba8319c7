/* The subcommands of kip, each in the file of its name, and what they share: exit codes and error messages.
 *
 * A subcommand writes its result to stdout and everything else to stderr. Before it runs, main has parsed its
 * arguments; after it, main checks that all of stdout was written. SIGPIPE is ignored: a reader of stdout that closes it early
 * is no error, and the command ends as usual.
 */
#ifndef KIP_IO_CLI_COMMANDS_H
#define KIP_IO_CLI_COMMANDS_H

#include "options.h"

typedef enum KipExit {
    KIP_EXIT_DONE = 0,
    KIP_EXIT_FAILED = 1, /* the run failed: diverged, an expectation not met */
    KIP_EXIT_USAGE = 2,  /* a wrong command line */
    KIP_EXIT_INPUT = 3,  /* a file, or a line of stdin, is invalid */
    KIP_EXIT_IO = 4,     /* a file cannot be read or written, stdout included */
    KIP_EXIT_MEMORY = 5,
    KIP_EXIT_INTERRUPTED = 130, /* SIGINT; SIGTERM 143, SIGHUP 129; what was written so far is valid */
} KipExit;

extern const KipCommand kip_command_run;       /* run.c */
extern const KipCommand kip_command_reproduce; /* reproduce.c */
extern const KipCommand kip_command_tune;      /* tune.c */
extern const KipCommand kip_command_show;      /* show.c */
extern const KipCommand kip_command_forward;   /* dynamics.c, with the next two */
extern const KipCommand kip_command_inverse;
extern const KipCommand kip_command_mass;
extern const KipCommand kip_command_bench;   /* bench.c */
extern const KipCommand kip_command_sweep;   /* sweep.c */
extern const KipCommand kip_command_learn;   /* learn.c */
extern const KipCommand kip_command_convert; /* convert.c */
extern const KipCommand kip_command_graph;   /* graph.c */
extern const KipCommand kip_command_plot;    /* plot.c */
extern const KipCommand kip_command_live;    /* live.c */
extern const KipCommand kip_command_eq;      /* eq.c */

/* Their texts, made by make from about_NAME.txt. */
extern const char kip_about_run[], kip_about_reproduce[], kip_about_tune[], kip_about_show[],
    kip_about_bench[], kip_about_sweep[], kip_about_learn[], kip_about_convert[], kip_about_graph[],
    kip_about_plot[], kip_about_live[], kip_about_eq[], kip_about_options[];

/* The one map from statuses to exit codes. */
int kip_exit_code(KipStatus status);

/* Prints "kip: FILE:LINE:COLUMN: MESSAGE", as much of the place as is known; returns the exit code. Of stdout whose reader has
 * gone nothing is printed, and it is KIP_EXIT_DONE. */
int kip_cli_fail(const KipError *error);
/* "kip: out of memory". */
int kip_cli_fail_memory(void);

/* The value of an option is wrong: prints "kip run: MESSAGE" and where help is; returns KIP_EXIT_USAGE. A
 * name that is not in the model (--push BODY) is such a value, whatever status the search had. */
int kip_cli_fail_usage(const KipArguments *arguments, const char *format, ...) KIP_PRINTF(2, 3);

/* The exit code of a command. An error is printed, KIP_BAD_USE as by kip_cli_fail_usage. */
int kip_cli_end(const KipArguments *arguments, KipStatus status, const KipError *error);

#endif
