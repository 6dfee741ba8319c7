/* Shared by the files of kip learn: learn.c reads the arguments, samples and learns; learn_report.c prints. */
#ifndef KIP_IO_CLI_LEARN_PARTS_H
#define KIP_IO_CLI_LEARN_PARTS_H

#include "../text/file.h"
#include "../study/learn.h"
#include "../study/params.h"
#include "commands.h"
#include "progress.h"

enum { KIP_LEARN_PATH = 1024 };

typedef struct KipLearning {
    const KipArguments *arguments;
    KipSampleDef def;
    KipParams params;
    KipExamples examples;
    KipLearned learned;
    uint64_t scripts;                                /* kip_trial_hash */
    char scene[KIP_LEARN_PATH], out[KIP_LEARN_PATH]; /* out: file of the machine */
    KipOutput output;                                /* to `out` */
    const char *csv;                                 /* file of the examples; NULL: not written */
    bool json, written, done;                        /* done: nothing is left that a signal could stop */
    KipProgress progress;
    int there; /* number of examples read */
} KipLearning;

/* Prints the results as a table or as JSON, to stdout, or to stderr if the machine is written to stdout. */
void kip_learn_print(const KipLearning *learning);
/* Writes the same as comments of the machine's file. */
void kip_learn_comment(const KipLearning *learning, FILE *stream);

#endif
