/* Which bodies are feet, hands and so on: see parts.h. */
#include "parts.h"

#include <string.h>

#include "../dynamics/custom.h"

/* The list in the making. */
typedef struct List {
    const KipModel *model;
    int *body, *of, n;
} List;

static void add(List *list, int body)
{
    list->of[body] = list->n;
    list->body[list->n++] = body;
}

static KipStatus add_word(List *list, const KipCustom *custom, const char *word, size_t n, KipError *error)
{
    const KipModel *model = list->model;
    const size_t prefix = kip_custom_name(custom).prefix;
    int body = -1;
    for (int i = 1; i < model->nbody && body < 0; i++)
        if (kip_custom_names(custom, prefix, word, n, model->body[i].name))
            body = i;
    if (body < 0 || list->of[body] >= 0)
        return kip_fail(error, KIP_BAD_INPUT, custom->place,
                        "the text '%s' of model '%s' names '%.*s', which is %s", custom->name, model->name,
                        (int)n, word, body < 0 ? "no body of it" : "there twice");
    add(list, body);
    return KIP_OK;
}

static KipStatus add_words(List *list, const KipCustom *custom, KipError *error)
{
    KipStatus status = KIP_OK;
    const char *word = custom->text;
    for (size_t n = 0; status == KIP_OK && kip_custom_next(&word, &n);)
        status = add_word(list, custom, word, n, error);
    return status;
}

static void guess_feet(List *list)
{
    for (int i = 1; i < list->model->nbody; i++) {
        const KipBody *body = &list->model->body[i];
        list->of[i] = list->of[body->parent];
        if (list->of[i] < 0 && (strstr(body->name, "foot") || strstr(body->name, "toe")))
            add(list, i);
    }
}

const char *kip_part_name(KipPart part)
{
    return kip_custom_word[KIP_CUSTOM_FEET + part];
}

KipStatus kip_part_find(const KipModel *model, KipPart part, int *body, int *of, int *n, KipError *error)
{
    List list = {model, body, of, 0};
    KipStatus status = KIP_OK;
    bool named = false;
    for (int i = 0; i < model->nbody; i++)
        of[i] = -1;
    for (int i = 0; i < model->ncustom && status == KIP_OK; i++) {
        if (kip_custom_name(&model->custom[i]).key != KIP_CUSTOM_FEET + part)
            continue;
        status = add_words(&list, &model->custom[i], error);
        named = true;
    }
    if (part == KIP_FEET && !named)
        guess_feet(&list);
    for (int i = 1; i < model->nbody && part != KIP_HIPS && part != KIP_KNEES; i++)
        if (of[i] < 0)
            of[i] = of[model->body[i].parent];
    *n = list.n;
    return status;
}
