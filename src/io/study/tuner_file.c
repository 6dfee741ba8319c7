/* A search as a file, and its numbers put into the scripts. See tuner.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "../text/number.h"
#include "tuner_parts.h"

/* -- the search ------------------------------------------------------------------------------------------------ */

/* What stands before the bytes of the CMA-ES; a hash of all stands behind them. 8 bytes a member, so that nothing is
 * padding. */
typedef struct Head {
    char format[16];
    uint64_t fingerprint;
    int64_t generation, evaluations, best_successes, broken, alike, flat; /* KipTuneProgress */
    double best_value, mean, success, sigma;
    double best[KIP_MOST_PARAMS];
} Head;

static const char format[16] = "kip search 2\n";

static void note_progress(const KipTuneProgress *p, Head *head)
{
    head->generation = p->generation, head->evaluations = p->evaluations;
    head->best_successes = p->best_successes, head->broken = p->broken;
    head->alike = p->alike, head->flat = p->flat;
    head->best_value = p->best, head->mean = p->mean, head->success = p->success, head->sigma = p->sigma;
}

static KipTuneProgress progress_of(const Head *head)
{
    return (KipTuneProgress){.generation = head->generation,
                             .evaluations = head->evaluations,
                             .best_successes = (int)head->best_successes,
                             .broken = (int)head->broken,
                             .alike = head->alike != 0,
                             .flat = head->flat != 0,
                             .best = head->best_value,
                             .mean = head->mean,
                             .success = head->success,
                             .sigma = head->sigma};
}

/* An image of the file; the caller frees it. NULL: out of memory. */
static char *image_of(const KipTuner *tuner, size_t *size)
{
    size_t n = kip_cmaes_save_size(tuner->cmaes);
    Head head;
    memset(&head, 0, sizeof head);
    memcpy(head.format, format, sizeof format);
    head.fingerprint = tuner->fingerprint;
    note_progress(&tuner->progress, &head);
    for (int i = 0; i < tuner->n; i++)
        head.best[i] = tuner->number[i].best;
    *size = sizeof head + n + sizeof(uint64_t);
    char *bytes = malloc(*size);
    if (!bytes)
        return NULL;
    memcpy(bytes, &head, sizeof head);
    kip_cmaes_save(tuner->cmaes, bytes + sizeof head);
    uint64_t hash = kip_hash(KIP_HASH_START, bytes, sizeof head + n);
    memcpy(bytes + sizeof head + n, &hash, sizeof hash);
    return bytes;
}

/* All of a file anew. */
static KipStatus write_whole(const char *path, const char *bytes, size_t size, KipError *error)
{
    KipOutput output = {0};
    KipStatus status = kip_output_open(&output, path, error);
    if (status != KIP_OK)
        return status;
    fwrite(bytes, 1, size, output.stream);
    return kip_output_end(&output, KIP_OK, error);
}

KipStatus kip_tuner_save(const KipTuner *tuner, const char *path, KipError *error)
{
    size_t size;
    char *bytes = image_of(tuner, &size);
    if (!bytes)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the search's file");
    KipStatus status = write_whole(path, bytes, size, error);
    free(bytes);
    return status;
}

/* Numbers that this search can have. */
static bool is_sound(const KipTuner *tuner, const Head *head)
{
    const int64_t starts = tuner->def.starts, most = (int64_t)1 << 53;
    bool sound = head->generation >= 0 && head->generation <= most && head->evaluations >= 0 &&
                 head->evaluations <= most && head->best_successes >= 0 && head->best_successes <= starts &&
                 head->broken >= 0 && head->broken <= starts * kip_cmaes_max_population(tuner->cmaes) &&
                 !isnan(head->best_value) && ((head->alike | head->flat) & ~1) == 0 && head->success >= 0 &&
                 head->success <= 1 && head->sigma >= 0;
    for (int i = 0; i < tuner->n; i++)
        sound = sound && head->best[i] >= tuner->number[i].lo && head->best[i] <= tuner->number[i].hi;
    return sound;
}

static KipStatus take_image(KipTuner *tuner, const char *bytes, size_t size, KipPlace place, KipError *error)
{
    size_t n = kip_cmaes_save_size(tuner->cmaes);
    Head head;
    uint64_t hash;
    if (size < sizeof head || memcmp(bytes, format, sizeof format) != 0)
        return kip_fail(error, KIP_BAD_INPUT, place, "this is no search that kip tune has saved");
    memcpy(&head, bytes, sizeof head);
    if (head.fingerprint != tuner->fingerprint || size != sizeof head + n + sizeof hash)
        return kip_fail(
            error, KIP_BAD_INPUT, place,
            "this is another search: the scene, the numbers that are tuned (--only, --except), the seeds or the "
            "settings are not what they were");
    memcpy(&hash, bytes + sizeof head + n, sizeof hash);
    if (hash != kip_hash(KIP_HASH_START, bytes, sizeof head + n))
        return kip_fail(error, KIP_BAD_INPUT, place, "this search is damaged");
    if (!is_sound(tuner, &head))
        return kip_fail(error, KIP_BAD_INPUT, place, "this search holds numbers that none can have");
    KipStatus status = kip_cmaes_load(tuner->cmaes, bytes + sizeof head, n, error);
    if (status != KIP_OK)
        return status;
    tuner->progress = progress_of(&head);
    for (int i = 0; i < tuner->n; i++)
        tuner->number[i].best = head.best[i];
    return KIP_OK;
}

KipStatus kip_tuner_load(KipTuner *tuner, const char *path, KipError *error)
{
    char *bytes;
    size_t size;
    KipPlace place = {path, 0, 0};
    KipStatus status = kip_file_read(path, &bytes, &size, error);
    if (status != KIP_OK)
        return status;
    status = take_image(tuner, bytes, size, place, error);
    free(bytes);
    return status;
}

/* -- the scripts ----------------------------------------------------------------------------------------------- */

static const char *text_of(const KipTuner *tuner, const char *file, size_t *size)
{
    const char *text;
    int i = 0;
    while (strcmp(kip_scene_script(tuner->scene, i, &text, size), file) != 0)
        i++;
    return text;
}

KipStatus kip_tuner_unchanged(const KipTuner *tuner, const char *file, KipError *error)
{
    char *now;
    size_t size, before;
    KipPlace place = {file, 0, 0};
    KipStatus status = kip_file_read(file, &now, &size, error);
    if (status != KIP_OK)
        return status;
    const char *text = text_of(tuner, file, &before);
    if (size != before || memcmp(now, text, size) != 0)
        status = kip_fail(error, KIP_BAD_INPUT, place,
                          "this script was changed while the search ran: begin a new one, with --params "
                          "where this one came");
    free(now);
    return status;
}

/* Numbers of one file in the order of their places, and its text. */
typedef struct Edit {
    const char *file, *text;
    size_t size;
    int n;
    const KipTuneNumber *number[KIP_MOST_PARAMS];
} Edit;

static void find_numbers(const KipTuner *tuner, Edit *edit)
{
    edit->n = 0;
    for (int i = 0; i < tuner->n; i++) {
        const KipTuneNumber *number = &tuner->number[i];
        if (strcmp(number->file, edit->file) != 0)
            continue;
        int at = edit->n++;
        for (; at > 0 && edit->number[at - 1]->start > number->start; at--)
            edit->number[at] = edit->number[at - 1];
        edit->number[at] = number;
    }
}

static KipStatus write_script(const Edit *edit, KipError *error)
{
    KipOutput output = {0};
    KipStatus status = kip_output_open(&output, edit->file, error);
    if (status != KIP_OK)
        return status;
    size_t at = 0;
    for (int i = 0; i < edit->n; i++) {
        const KipTuneNumber *number = edit->number[i];
        char text[KIP_NUMBER_SIZE];
        fwrite(edit->text + at, 1, number->start - at, output.stream);
        at = number->start + number->size;
        kip_number_format_short(text, number->best);
        /* a float stays one */
        fprintf(output.stream, "%s%s", text, number->whole || strpbrk(text, ".en") ? "" : ".0");
    }
    fwrite(edit->text + at, 1, edit->size - at, output.stream);
    return kip_output_end(&output, KIP_OK, error);
}

KipStatus kip_tuner_write(const KipTuner *tuner, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < tuner->n && status == KIP_OK; i++)
        status = kip_tuner_unchanged(tuner, tuner->number[i].file, error);
    for (int i = 0; i < tuner->n && status == KIP_OK; i++) {
        Edit edit = {.file = tuner->number[i].file};
        bool first = true;
        for (int k = 0; k < i; k++)
            first = first && strcmp(tuner->number[k].file, edit.file) != 0;
        if (!first)
            continue;
        edit.text = text_of(tuner, edit.file, &edit.size);
        find_numbers(tuner, &edit);
        status = write_script(&edit, error);
    }
    return status;
}
