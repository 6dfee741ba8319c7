/* Writing the best numbers into the scripts (tuner.h). */
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "../text/number.h"
#include "tuner_parts.h"

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

/* The numbers of one file in the order of their places, and its text. */
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
        /* a float remains one */
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
