/* Mappings: their memory, and their text. */
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "retarget_parts.h"
#include "../text/words.h"

KipMapping *kip_mapping_create(const KipModel *model)
{
    struct KipArena *arena = kip_arena_create(NULL);
    KipMapping *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    int *bone = made ? kip_arena_take(arena, (size_t)model->nbody, sizeof *bone) : NULL;
    if (!bone) {
        kip_arena_destroy(arena);
        return NULL;
    }
    made->nbody = model->nbody;
    made->bone = bone;
    made->arena = arena;
    for (int b = 0; b < model->nbody; b++)
        made->bone[b] = -1;
    return made;
}

void kip_mapping_destroy(KipMapping *mapping)
{
    if (mapping)
        kip_arena_destroy(mapping->arena);
}

KipStatus kip_free_root(const KipModel *model, int *root, KipError *error)
{
    int n = 0, found = 0;
    for (int j = 0; j < model->njoint; j++)
        if (model->joint[j].type == KIP_JOINT_FREE)
            found = model->joint[j].body, n++;
    if (n != 1)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a model that follows a clip has one free joint, and this one has %d", n);
    *root = found;
    return KIP_OK;
}

/* -- the text -------------------------------------------------------------------------------------------- */

typedef struct MappingReader {
    KipWords words;
    const KipClip *clip;
    const KipModel *model;
    KipMapping *mapping;
    int root;
} MappingReader;

/* Behind the word `scale`. */
static KipStatus read_scale(MappingReader *r, KipPlace place)
{
    KipWords *w = &r->words;
    double scale;
    if (w->begins_line || w->length == 0)
        return kip_fail(w->error, KIP_BAD_INPUT, place, "the line ends where the scale, a number, is wanted");
    KipStatus status = kip_words_value(w, "the scale", &scale);
    if (status != KIP_OK)
        return status;
    if (!(scale >= 1e-3 && scale <= 1e3))
        return kip_words_bad(w, "the scale of positions is %g; it must lie between 0.001 and 1000", scale);
    if (r->mapping->scale != 0)
        return kip_words_bad(w, "the scale is given twice");
    r->mapping->scale = scale;
    status = kip_words_next(w);
    if (status == KIP_OK && w->length && !w->begins_line)
        return kip_words_wanted(w, "the end of the line");
    return status;
}

/* At the word =. */
static KipStatus read_bone(MappingReader *r, int body)
{
    KipWords *w = &r->words;
    KipPlace place = kip_words_place(w);
    if (w->begins_line || w->length != 1 || *w->word != '=')
        return kip_words_bad(w, "= is wanted before this: a line is BODY = BONE, or scale S");
    KipStatus status = kip_words_rest(w, '#');
    if (status != KIP_OK)
        return status;
    if (w->begins_line || w->length == 0)
        return kip_fail(w->error, KIP_BAD_INPUT, place, "the line ends where the name of a bone is wanted");
    for (int i = 0; i < r->clip->nbone; i++) {
        const char *name = r->clip->bone[i].name;
        if (strlen(name) == w->length && memcmp(name, w->word, w->length) == 0) {
            r->mapping->bone[body] = i;
            return kip_words_next(w);
        }
    }
    return kip_words_unknown(w, "the name of a bone", &r->clip->bone->name, r->clip->nbone,
                             sizeof *r->clip->bone);
}

static KipStatus read_line(MappingReader *r)
{
    KipWords *w = &r->words, first = *w;
    KipPlace place = kip_words_place(w);
    int body = 1;
    KipStatus status = kip_words_next(w);
    if (status != KIP_OK)
        return status;
    if (kip_words_is(&first, "scale") && (w->begins_line || w->length != 1 || *w->word != '='))
        return read_scale(r, place);
    while (body < r->model->nbody && (strlen(r->model->body[body].name) != first.length ||
                                      memcmp(r->model->body[body].name, first.word, first.length) != 0))
        body++;
    if (body == r->model->nbody)
        return kip_words_unknown(&first, "the name of a body", &r->model->body[1].name, r->model->nbody - 1,
                                 sizeof *r->model->body);
    if (r->model->body[body].root != r->root)
        return kip_words_bad(&first, "body '%.60s' does not hang on the free joint",
                             r->model->body[body].name);
    if (r->mapping->bone[body] >= 0)
        return kip_words_bad(&first, "body '%.60s' has its bone already", r->model->body[body].name);
    return read_bone(r, body);
}

KipStatus kip_mapping_parse(const char *text, size_t size, const char *file, const KipClip *clip,
                            const KipModel *model, KipMapping **mapping, KipError *error)
{
    *mapping = NULL;
    MappingReader r = {kip_words(text, size, file, "", "=", true, error), clip, model, NULL, 0};
    KipPlace place = {file, 0, 0};
    KipStatus status = kip_free_root(model, &r.root, error);
    if (status != KIP_OK)
        return status;
    r.mapping = kip_mapping_create(model);
    if (!r.mapping)
        return kip_fail(error, KIP_NO_MEMORY, place, "not enough memory for the mapping");
    status = kip_words_next(&r.words);
    while (status == KIP_OK && r.words.length)
        status = read_line(&r);
    if (status == KIP_OK && r.mapping->bone[r.root] < 0)
        status = kip_words_bad(&r.words, "the model's root has no bone; add a line '%.60s = BONE'",
                               model->body[r.root].name);
    if (status == KIP_OK)
        *mapping = r.mapping;
    else
        kip_mapping_destroy(r.mapping);
    return status;
}

KipStatus kip_mapping_read(const char *path, const KipClip *clip, const KipModel *model, KipMapping **mapping,
                           KipError *error)
{
    *mapping = NULL;
    char *text;
    size_t size;
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_mapping_parse(text, size, path, clip, model, mapping, error);
    free(text);
    return status;
}
