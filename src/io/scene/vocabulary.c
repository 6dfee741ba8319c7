/* The vocabulary of scenes, put together from the tables of the files: what kip help toolkit prints, and what scripts
 * call. */
#include <stdio.h>

#include "natives.h"

static const KipVocabulary *const vocabulary[] = {
    &kip_vocabulary_build,    &kip_vocabulary_world,     &kip_vocabulary_example,
    &kip_vocabulary_plot,     &kip_vocabulary_character, &kip_vocabulary_beat,
    &kip_vocabulary_velocity, &kip_vocabulary_stance,    &kip_vocabulary_sense,
};
enum { TABLES = sizeof vocabulary / sizeof *vocabulary };

static KipWordTable table_of(int i, bool of_character)
{
    return of_character ? vocabulary[i]->character : vocabulary[i]->scene;
}

static int count(bool of_character)
{
    int n = 0;
    for (int i = 0; i < TABLES; i++)
        n += table_of(i, of_character).n;
    return n;
}

/* Those of scenes come first, then those of characters. */
static const KipNativeDef *find(int i, bool *of_character)
{
    *of_character = i >= count(false);
    i -= *of_character ? count(false) : 0;
    int table = 0;
    while (i >= table_of(table, *of_character).n)
        i -= table_of(table++, *of_character).n;
    return table_of(table, *of_character).word + i;
}

int kip_scene_vocabulary(int i, const char **signature, const char **help, const char **section)
{
    const int n = count(false) + count(true);
    bool of_character;
    if (i < 0 || i >= n)
        return n;
    const KipNativeDef *def = find(i, &of_character);
    *signature = def->signature;
    *help = def->help;
    *section = of_character ? "character" : "scene";
    return n;
}

static void print_member(void *user, int64_t which, char text[128])
{
    const KipScene *scene = user;
    snprintf(text, 128, "<%s>", scene->member[which]->name);
}

bool kip_scene_take_words(KipScene *scene, KipMachineDef *def)
{
    const int nscene = count(false), n = nscene + count(true);
    bool of_character;
    scene->word = kip_resize(scene->def.allocator, NULL, 0, (size_t)n * sizeof *scene->word);
    if (!scene->word)
        return false;
    for (int i = 0; i < n; i++)
        scene->word[i] = *find(i, &of_character);
    scene->kind[KIND_CHARACTER] =
        (KipHandleKind){"character", scene->word + nscene, n - nscene, print_member};
    scene->kind[KIND_OBJECT] = (KipHandleKind){"object", NULL, 0, print_member};
    def->native = scene->word, def->nnative = nscene;
    def->kind = scene->kind, def->nkind = KINDS;
    return true;
}

void kip_scene_free_words(KipScene *scene)
{
    if (scene->word)
        kip_resize(scene->def.allocator, scene->word,
                   (size_t)(count(false) + count(true)) * sizeof *scene->word, 0);
}
