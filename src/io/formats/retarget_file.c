/* Memory and text format of mappings. */
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "clip_parts.h"
#include "retarget_parts.h"

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
        return kip_fail(
            error, KIP_BAD_INPUT, kip_nowhere(),
            "a model that follows a clip has one free joint, as skeleton37 has, and this one has %d", n);
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

/* Fails where the line ends too early, at the place of its last word. */
static void ends_too_early(KipWords *w, KipPlace place, const char *what)
{
    if (w->status == KIP_OK && (w->begins_line || w->length == 0))
        kip_words_fail(w, kip_fail(w->error, KIP_BAD_INPUT, place, "the line ends where %s is wanted", what));
}

/* Reads what follows the word `scale`. */
static void read_scale(MappingReader *r, KipPlace place)
{
    KipWords *w = &r->words;
    double scale = 1;
    ends_too_early(w, place, "the scale, a number,");
    kip_words_value(w, "the scale", &scale);
    if (!(scale >= 1e-3 && scale <= 1e3))
        kip_words_bad(w, "the scale of positions is %g; it must lie between 0.001 and 1000", scale);
    if (r->mapping->scale != 0)
        kip_words_bad(w, "the scale is given twice");
    r->mapping->scale = scale;
    kip_words_next(w);
    if (w->length && !w->begins_line)
        kip_words_wanted(w, "the end of the line");
}

/* Reads = and the bone's name. */
static void read_bone(MappingReader *r, int body)
{
    KipWords *w = &r->words;
    KipPlace place = kip_words_place(w);
    int last = -1;
    if (w->begins_line || w->length != 1 || *w->word != '=')
        kip_words_bad(w, "= is wanted before this: a line is BODY = BONE, or scale S");
    kip_words_rest(w, '#');
    ends_too_early(w, place, "the name of a bone");
    int bone = kip_clip_find_name(w, &r->clip->bone->name, r->clip->nbone, sizeof *r->clip->bone, &last);
    if (bone < 0)
        kip_words_unknown(w, "the name of a bone", &r->clip->bone->name, r->clip->nbone,
                          sizeof *r->clip->bone);
    r->mapping->bone[body] = bone;
    kip_words_next(w);
}

static void read_line(MappingReader *r)
{
    const KipModel *model = r->model;
    KipWords *w = &r->words, first = *w;
    KipPlace place = kip_words_place(w);
    int last = -1;
    int body = 1 + kip_clip_find_name(w, &model->body[1].name, model->nbody - 1, sizeof *model->body, &last);
    kip_words_next(w);
    if (kip_words_is(&first, "scale") && (w->begins_line || w->length != 1 || *w->word != '=')) {
        read_scale(r, place);
        return;
    }
    if (w->status != KIP_OK)
        return;
    if (body > 0 && model->body[body].root == r->root && r->mapping->bone[body] < 0) {
        read_bone(r, body);
        return;
    }
    *w = first;
    if (body == 0)
        kip_words_unknown(w, "the name of a body", &model->body[1].name, model->nbody - 1,
                          sizeof *model->body);
    else if (model->body[body].root != r->root)
        kip_words_bad(w, "body '%.60s' does not hang on the free joint", model->body[body].name);
    else
        kip_words_bad(w, "body '%.60s' has its bone already", model->body[body].name);
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
    kip_words_next(&r.words);
    while (r.words.length)
        read_line(&r);
    if (r.mapping->bone[r.root] < 0)
        kip_words_bad(&r.words, "the model's root has no bone; add a line '%.60s = BONE'",
                      model->body[r.root].name);
    if (r.words.status == KIP_OK)
        *mapping = r.mapping;
    else
        kip_mapping_destroy(r.mapping);
    return r.words.status;
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
