/* Which bodies are feet, hands and so on: see parts.h. */
#include "parts.h"

#include <string.h>

const char *const kip_part_name[KIP_PARTS] = {[KIP_FEET] = "feet",
                                              [KIP_HANDS] = "hands",
                                              [KIP_HEAD] = "head",
                                              [KIP_HIPS] = "hips",
                                              [KIP_KNEES] = "knees"};

static const char blanks[] = " \t\r\n", alias[] = "alias/";

/* The list in the making. */
typedef struct List {
    const KipModel *model;
    int *body, *of, n;
} List;

/* The length of the prefix of a custom text of this name: 6 of "robot/feet"; -1 where it has another name.
 * A second name of a body, as alias/head, is none. */
static int prefix_of(const KipCustom *custom, const char *name)
{
    size_t n = strlen(custom->name), tail = strlen(name), second = sizeof alias - 1;
    if (!custom->text || n < tail || strcmp(custom->name + n - tail, name) != 0)
        return -1;
    n -= tail;
    if ((n && custom->name[n - 1] != '/') ||
        (n >= second && strncmp(custom->name + n - second, alias, second) == 0))
        return -1;
    return (int)n;
}

static void add(List *list, int body)
{
    list->of[body] = list->n;
    list->body[list->n++] = body;
}

static KipStatus add_word(List *list, const KipCustom *custom, int prefix, const char *word, size_t n,
                          KipError *error)
{
    const KipModel *model = list->model;
    int body = -1;
    for (int i = 1; i < model->nbody && body < 0; i++) {
        const char *name = model->body[i].name;
        if (strncmp(name, custom->name, (size_t)prefix) == 0 && strncmp(name + prefix, word, n) == 0 &&
            name[(size_t)prefix + n] == '\0')
            body = i;
    }
    if (body < 0 || list->of[body] >= 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the text '%s' of model '%s' names '%.*s', which is %s", custom->name, model->name,
                        (int)n, word, body < 0 ? "no body of it" : "there twice");
    add(list, body);
    return KIP_OK;
}

static KipStatus add_words(List *list, const KipCustom *custom, int prefix, KipError *error)
{
    KipStatus status = KIP_OK;
    const char *word = custom->text;
    for (size_t n; *(word += strspn(word, blanks)) && status == KIP_OK; word += n) {
        n = strcspn(word, blanks);
        status = add_word(list, custom, prefix, word, n, error);
    }
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

KipStatus kip_part_find(const KipModel *model, KipPart part, int *body, int *of, int *n, KipError *error)
{
    List list = {model, body, of, 0};
    KipStatus status = KIP_OK;
    bool named = false;
    for (int i = 0; i < model->nbody; i++)
        of[i] = -1;
    for (int i = 0; i < model->ncustom && status == KIP_OK; i++) {
        int prefix = prefix_of(&model->custom[i], kip_part_name[part]);
        if (prefix >= 0)
            status = add_words(&list, &model->custom[i], prefix, error);
        named = named || prefix >= 0;
    }
    if (part == KIP_FEET && !named)
        guess_feet(&list);
    for (int i = 1; i < model->nbody && part != KIP_HIPS && part != KIP_KNEES; i++)
        if (of[i] < 0)
            of[i] = of[model->body[i].parent];
    *n = list.n;
    return status;
}
