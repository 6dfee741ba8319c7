/* The words of scenes, collected from the files' tables, for kip help toolkit and for scripts. */
#include <stdio.h>
#include <string.h>

#include "natives.h"

static const KipNativeTable *const tables[] = {
    &kip_vocabulary_build,     &kip_vocabulary_world, &kip_vocabulary_example,  &kip_vocabulary_plot,
    &kip_vocabulary_character, &kip_vocabulary_beat,  &kip_vocabulary_velocity, &kip_vocabulary_stance,
    &kip_vocabulary_bear,      &kip_vocabulary_clip,  &kip_vocabulary_sense,    &kip_vocabulary_live,
};

static bool is_method(const KipNativeDef *def)
{
    const char *first = strchr(def->signature, '(') + 1;
    return strncmp(first, "self", 4) == 0 && strchr(":,)", first[4]);
}

/* The i-th word, those of scenes before those of characters; NULL after the last. */
static const KipNativeDef *find(int i)
{
    for (int methods = 0; methods < 2; methods++)
        for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
            for (int k = 0; k < tables[t]->n; k++)
                if (is_method(&tables[t]->def[k]) == methods && i-- == 0)
                    return &tables[t]->def[k];
    return NULL;
}

static int count(void)
{
    int n = 0;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        n += tables[t]->n;
    return n;
}

int kip_scene_vocabulary(int i, const char **signature, const char **help, const char **section)
{
    const KipNativeDef *def = i < 0 ? NULL : find(i);
    if (def) {
        *signature = def->signature;
        *help = def->help;
        *section = is_method(def) ? "character" : "scene";
    }
    return count();
}

static void print_member(void *user, int64_t which, char text[128])
{
    const KipScene *scene = user;
    snprintf(text, 128, "<%s>", scene->member[which]->name);
}

bool kip_scene_take_words(KipScene *scene, KipMachineDef *def)
{
    const int n = count();
    int nscene = 0;
    scene->word = kip_resize(scene->def.allocator, NULL, 0, (size_t)n * sizeof *scene->word);
    if (!scene->word)
        return false;
    for (int i = 0; i < n; i++) {
        scene->word[i] = *find(i);
        nscene += !is_method(&scene->word[i]);
    }
    scene->kind[KIND_CHARACTER] =
        (KipHandleKind){"character", scene->word + nscene, n - nscene, print_member};
    scene->kind[KIND_OBJECT] = (KipHandleKind){"object", NULL, 0, print_member};
    def->native = scene->word, def->nnative = nscene;
    def->type = kip_scene_types, def->ntype = kip_scene_ntype;
    def->kind = scene->kind, def->nkind = KINDS;
    return true;
}

void kip_scene_free_words(KipScene *scene)
{
    if (scene->word)
        kip_resize(scene->def.allocator, scene->word, (size_t)count() * sizeof *scene->word, 0);
}
