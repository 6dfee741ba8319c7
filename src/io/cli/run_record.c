/* kip run --record and --verify: the recording's file, and the comparison with one. */
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -- words ----------------------------------------------------------------------------------------------- */

static bool is_among(int option, const int *list)
{
    while (*list >= 0 && *list != option)
        list++;
    return *list == option;
}

/* Keeps "--name=value", "--name", "--", or an operand; false when out of memory. */
static bool keep(KipRunRecord *record, const char *dashes, const char *name, const char *value)
{
    size_t size = strlen(dashes) + strlen(name) + (value ? strlen(value) : 0) + 2;
    char *word = malloc(size);
    if (!word)
        return false;
    snprintf(word, size, "%s%s%s%s", dashes, name, *name && value ? "=" : "", value ? value : "");
    record->word[record->nword++] = word;
    return true;
}

KipStatus kip_run_record_words(KipRunRecord *record, const KipArguments *arguments, const int *outputs,
                               KipError *error)
{
    record->word = calloc((size_t)(arguments->noperand + arguments->ngiven) + 1, sizeof *record->word);
    bool enough = record->word != NULL;
    for (int i = 0; i < arguments->ngiven && enough; i++) {
        const KipGiven *given = &arguments->given[i];
        if (!is_among(given->option, outputs))
            enough = keep(record, "--", arguments->command->option[given->option].name, given->value);
    }
    enough = enough && keep(record, "--", "", NULL); /* an operand may begin with a dash */
    for (int i = 0; i < arguments->noperand && enough; i++)
        enough = keep(record, "", "", arguments->operand[i]);
    return enough ? KIP_OK : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
}

/* -- the file -------------------------------------------------------------------------------------------- */

KipStatus kip_run_record_begin(KipRunRecord *record, const KipRecording *recording, const char *title,
                               const char *note, KipError *error)
{
    record->nsame = 0;
    *record->difference = 0;
    if (!record->output)
        return KIP_OK;
    FILE *stream = record->output->stream;
    const bool again = record->recorder != NULL;
    kip_recorder_destroy(record->recorder);
    record->recorder = NULL;
    if (again && (stream == stdout || fflush(stream) != 0 || fseek(stream, 0, SEEK_SET) != 0 ||
                  ftruncate(fileno(stream), 0) != 0))
        return kip_fail(error, KIP_IO, kip_nowhere(),
                        "the scene began again, and its recording cannot go to stdout then: name a file");
    const KipRecordingHead head = {title, note, record->nword, (const char *const *)record->word};
    errno = 0;
    const KipStatus status = kip_recorder_create(stream, recording, &head, &record->recorder, error);
    record->refused = errno;
    return status;
}

void kip_run_record_forget(KipRunRecord *record, KipRecording *recording)
{
    if (record->recorder)
        kip_recorder_forget(record->recorder);
    else
        kip_recording_forget(recording);
}

/* Writes what was added since the last step and the tail. */
static KipStatus end(KipRunRecord *record, KipError *error)
{
    KipRecorder *recorder = record->recorder;
    record->recorder = NULL;
    return recorder ? kip_recorder_finish(recorder, error) : KIP_OK;
}

/* Whether the file is readable up to where it ends; a failed write may have lost its head. */
static bool is_readable(const KipOutput *output)
{
    KipRecordingFile *file = NULL;
    KipError error;
    if (!ferror(output->stream))
        return true;
    const bool readable =
        output->temporary && kip_recording_file_read(output->temporary, &file, &error) == KIP_OK;
    kip_recording_file_destroy(file);
    return readable;
}

KipStatus kip_run_record_finish(KipRunRecord *record, KipOutput *output, bool *is_cut, KipError *error)
{
    KipError kept;
    errno = 0;
    KipStatus status = end(record, error);
    if (status == KIP_OK && (fflush(output->stream) != 0 || ferror(output->stream)))
        status = kip_output_fail(output, error);
    if (status == KIP_OK)
        return kip_output_commit(output, error);
    *is_cut = is_readable(output) && kip_output_keep(output, &kept) == KIP_OK;
    return status;
}

void kip_run_record_free(KipRunRecord *record)
{
    kip_recorder_destroy(record->recorder);
    for (int i = 0; i < record->nword; i++)
        free(record->word[i]);
    free(record->word);
    *record = (KipRunRecord){0};
}

/* -- the comparison -------------------------------------------------------------------------------------- */

/* Describes the coordinate with the greatest difference: joint, index, and difference. */
static void say_difference(KipRunRecord *record, const KipSim *sim)
{
    const KipRecording *expected = record->expected->recording;
    const KipModel *model = kip_sim_model(sim);
    const double *q = kip_sim_q(sim), *then = kip_recording_q(expected, record->nsame),
                 time = kip_sim_time(sim);
    double most = 0;
    int joint = -1;
    bool same_model = model->nq == expected->model->nq && model->nv == expected->model->nv;
    for (int j = 0; j < model->njoint && same_model; j++)
        for (int k = model->joint[j].q; k < model->joint[j].q + model->joint[j].nq; k++)
            if (fabs(q[k] - then[k]) > most) {
                most = fabs(q[k] - then[k]);
                joint = j;
            }
    if (!same_model)
        snprintf(record->difference, sizeof record->difference,
                 "the model is another: %d coordinates, not %d", model->nq, expected->model->nq);
    else if (joint >= 0)
        snprintf(record->difference, sizeof record->difference,
                 "at %.6g s the state is another: joint '%.100s' is off by %.3g", time,
                 model->joint[joint].name, most);
    else
        snprintf(record->difference, sizeof record->difference,
                 "at %.6g s rates or friction are others, at the same pose", time);
}

static void compare(KipRunRecord *record, const KipSim *sim)
{
    const KipRecording *expected = record->expected->recording;
    if (*record->difference || record->nsame == expected->nframe)
        return;
    const KipFrame *frame = &expected->frame[record->nsame];
    if (kip_sim_time(sim) < frame->time)
        return;
    if (kip_sim_time(sim) > frame->time)
        snprintf(record->difference, sizeof record->difference, "no step ends at %.17g s", frame->time);
    else if (kip_sim_hash(sim) != frame->hash)
        say_difference(record, sim);
    else
        record->nsame++;
}

KipStatus kip_run_record_step(KipRunRecord *record, const KipSim *sim, KipError *error)
{
    if (record->expected)
        compare(record, sim);
    if (!record->recorder)
        return KIP_OK;
    errno = record->refused;
    const KipStatus status = kip_recorder_write(record->recorder, error);
    return status == KIP_OK && ferror(record->output->stream) ? kip_output_fail(record->output, error)
                                                              : status;
}

bool kip_run_record_verdict(const KipRunRecord *record, FILE *talk)
{
    if (!record->expected)
        return true;
    const KipRecording *expected = record->expected->recording;
    bool all = record->nsame == expected->nframe;
    fprintf(talk, "%zu of %zu recorded states came again, bit for bit", record->nsame, expected->nframe);
    if (*record->difference)
        fprintf(talk, "; %s", record->difference);
    else if (!all)
        fprintf(talk, "; this run ended earlier than the recording, which goes on to %.3f s",
                expected->frame[expected->nframe - 1].time);
    else
        fprintf(talk, ", the last one at %.6g s: hash %016" PRIx64,
                expected->frame[expected->nframe - 1].time, expected->frame[expected->nframe - 1].hash);
    fputs(".\n", talk);
    return all;
}
