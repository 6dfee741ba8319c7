/* kip run --record and --verify: the recording's file while the run goes on, and the comparison with one. */
#ifndef KIP_IO_CLI_RUN_RECORD_H
#define KIP_IO_CLI_RUN_RECORD_H

#include "../text/file.h"
#include "../record/recording_file.h"
#include "options.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipRunRecord {
    const KipRecordingFile *expected; /* --verify: what is to come again; or NULL */
    int nword;
    char **word; /* what was said to kip run, without its outputs */
    FILE *stream; /* of --record, or NULL */
    KipRecorder *recorder;
    size_t nsame;          /* frames of `expected` that came again */
    char difference[320]; /* where it first was another; "" for nowhere */
} KipRunRecord;

/* Keeps the words that say what is to be run: options but those of `outputs`, which ends with -1, and operands. */
KipStatus kip_run_record_words(KipRunRecord *record, const KipArguments *arguments, const int *outputs,
                               KipError *error);
/* A run begins, or begins again. */
KipStatus kip_run_record_begin(KipRunRecord *record, const KipRecording *recording, const char *title,
                               const char *note, KipError *error);
/* At the start and after every step, once it was sampled. */
KipStatus kip_run_record_step(KipRunRecord *record, const KipSim *sim, KipError *error);
/* Frames that nobody needs any more are forgotten: where the run keeps none for a page or the like, call it after each step. */
void kip_run_record_forget(KipRunRecord *record, KipRecording *recording);
/* Ends the file, and gives it its name: *is_cut where it could not be written to its end, and holds the run as far as it goes.
 * *is_cut stays as it is otherwise. */
KipStatus kip_run_record_finish(KipRunRecord *record, KipOutput *output, bool *is_cut, KipError *error);
/* Says whether all came again; was it so? True where nothing was to be compared. */
bool kip_run_record_verdict(const KipRunRecord *record, FILE *talk);
void kip_run_record_free(KipRunRecord *record); /* a zeroed one is nothing */

#ifdef __cplusplus
}
#endif
#endif
