/* What the parts of kip learn share: learn.c reads the arguments, samples and learns; learn_report.c prints. */
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
    char scene[KIP_LEARN_PATH], out[KIP_LEARN_PATH]; /* out: of the machine */
    KipOutput output;                                /* to `out` */
    const char *csv;                                 /* of the examples; NULL: they are not kept */
    bool json, written, done;                        /* done: nothing is left that a signal could stop */
    KipProgress progress;
    int there; /* examples that were read */
} KipLearning;

/* The figures to stdout, as a table or as JSON; to stderr where the machine goes there. */
void kip_learn_print(const KipLearning *learning);
/* The same as comments of the machine's file. */
void kip_learn_comment(const KipLearning *learning, FILE *stream);

#endif
