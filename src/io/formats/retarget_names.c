/* Guesses roles from names. A name is split into words at capitals, digits and signs; a word for the side is removed, and
 * the others, joined, are looked up, first all of them, then without the first ones ("Bip01 L Thigh"). Whether a shoulder, a hip, a leg or a wrist is one bone or the next depends on its
 * descendants. */
#include <string.h>

#include "retarget_parts.h"
#include "../../dynamics/letters.h"
#include "../text/file.h"

static const struct {
    const char *word;
    Part part;
} words[] = {
    {"hips", ROOT},          {"pelvis", ROOT},
    {"root", ROOT},          {"hip", HIP},
    {"spine", SPINE},        {"abdomen", SPINE},
    {"lowerback", SPINE},    {"upperback", SPINE},
    {"back", SPINE},         {"waist", SPINE},
    {"chest", SPINE},        {"upperchest", SPINE},
    {"thorax", SPINE},       {"torso", SPINE},
    {"trunk", SPINE},        {"neck", NECK},
    {"lowerneck", NECK},     {"upperneck", NECK},
    {"head", HEAD},          {"skull", HEAD},
    {"clavicle", CLAVICLE},  {"collar", CLAVICLE},
    {"shoulder", SHOULDER},  {"shldr", SHOULDER},
    {"arm", UPPER_ARM},      {"upperarm", UPPER_ARM},
    {"uparm", UPPER_ARM},    {"humerus", UPPER_ARM},
    {"elbow", FOREARM},      {"forearm", FOREARM},
    {"lowerarm", FOREARM},   {"lowarm", FOREARM},
    {"radius", FOREARM},     {"wrist", WRIST},
    {"hand", HAND},          {"thigh", THIGH},
    {"upleg", THIGH},        {"upperleg", THIGH},
    {"femur", THIGH},        {"leg", LEG},
    {"knee", SHANK},         {"shin", SHANK},
    {"shank", SHANK},        {"calf", SHANK},
    {"lowleg", SHANK},       {"lowerleg", SHANK},
    {"tibia", SHANK},        {"ankle", FOOT},
    {"foot", FOOT},          {"toe", TOE},
    {"toes", TOE},           {"toebase", TOE},
    {"legupper", THIGH},     {"leglower", SHANK},
    {"armupper", UPPER_ARM}, {"armlower", FOREARM},
};

enum { MOST_LETTERS = 40 };

static Part look_up(const char *word)
{
    static const char *const kind[] = {"joint", "jnt", "bone", "bind"};
    size_t n = strlen(word);
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
        if (kip_ends_in(word, kind[i]) && n > strlen(kind[i])) {
            n -= strlen(kind[i]);
            break;
        }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == n && strncmp(words[i].word, word, n) == 0)
            return words[i].part;
    return NO_PART;
}

/* The side that word[0, n) denotes, or 0. */
static char side_of(const char *word, size_t n)
{
    if ((n == 1 && *word == 'l') || (n == 4 && strncmp(word, "left", 4) == 0))
        return 'l';
    return (n == 1 && *word == 'r') || (n == 5 && strncmp(word, "right", 5) == 0) ? 'r' : 0;
}

/* A name without a prefix of the character. */
static const char *bare(const char *name)
{
    for (const char *c = name; *c; c++)
        if (*c == ':' || *c == '/')
            name = c + 1;
    return name;
}

static Role role_of(const char *name)
{
    char letters[MOST_LETTERS + 1];
    size_t n = 0, begin = 0, word[MOST_LETTERS], nword = 0; /* where each word begins */
    Role role = {NO_PART, 0};
    for (const char *c = bare(name);; c++) {
        bool letter = is_upper(*c) || is_lower(*c);
        if (n > begin && (!letter || (is_upper(*c) && (is_lower(c[-1]) || is_lower(c[1]))))) {
            char side = role.side ? 0 : side_of(letters + begin, n - begin);
            if (side)
                role.side = side, n = begin;
            else
                word[nword++] = begin;
            begin = n;
        }
        if (!*c || n == MOST_LETTERS)
            break;
        if (letter)
            letters[n++] = is_upper(*c) ? (char)(*c - 'A' + 'a') : *c;
    }
    letters[n] = '\0';
    role.part = look_up(letters);
    for (size_t k = 1; k <= 5 && k < n && role.part == NO_PART && !role.side; k++) /* lfemur, leftarm */
        if (side_of(letters, k) && look_up(letters + k) != NO_PART) {
            role.side = side_of(letters, k);
            role.part = look_up(letters + k);
        }
    for (size_t k = 1; k < nword && role.part == NO_PART; k++)
        role.part = look_up(letters + word[k]);
    return role;
}

/* -- what depends on the tree ---------------------------------------------------------------------------- */

/* A tree of bodies or of bones; the parent of entry i is parent_of(i). */
typedef struct Tree {
    int n, end; /* the parent of roots */
    Role *role;
    int (*parent)(const void *of, int i);
    const void *of;
} Tree;

static bool hangs_from(const Tree *tree, int i, int ancestor)
{
    while (i > tree->end && i != ancestor)
        i = tree->parent(tree->of, i);
    return i == ancestor;
}

/* Whether entry i has a descendant of this part and of the same side. */
static bool carries(const Tree *tree, int i, Part part)
{
    for (int k = i + 1; k < tree->n; k++)
        if (tree->role[k].part == part && tree->role[k].side == tree->role[i].side && hangs_from(tree, k, i))
            return true;
    return false;
}

static void settle_roles(const Tree *tree)
{
    for (int i = tree->n - 1; i > tree->end; i--) { /* descendants are already settled */
        Part *part = &tree->role[i].part;
        if (*part == HIP && !tree->role[i].side)
            *part = ROOT;
        else if (*part == LEG)
            *part = carries(tree, i, SHANK) ? THIGH : SHANK;
        else if (*part == HIP)
            *part = carries(tree, i, THIGH) ? NO_PART : THIGH;
        else if (*part == SHOULDER)
            *part = carries(tree, i, UPPER_ARM) ? CLAVICLE : UPPER_ARM;
        else if (*part == WRIST)
            *part = carries(tree, i, HAND) ? NO_PART : HAND;
    }
}

static int find_role(const Tree *tree, Role role)
{
    for (int i = tree->end + 1; i < tree->n; i++)
        if (tree->role[i].part == role.part && tree->role[i].side == role.side)
            return i;
    return -1;
}

/* Where no bone is called a spine: those that carry both arms and no leg. */
static void find_spine(const Tree *tree)
{
    const int left = find_role(tree, (Role){UPPER_ARM, 'l'}), right = find_role(tree, (Role){UPPER_ARM, 'r'});
    const int leg = find_role(tree, (Role){THIGH, 'l'});
    for (int i = tree->end + 1; i < tree->n; i++)
        if (tree->role[i].part == SPINE)
            return;
    for (int i = left; right >= 0 && i > tree->end; i = tree->parent(tree->of, i))
        if (tree->role[i].part == NO_PART && hangs_from(tree, right, i) &&
            !(leg >= 0 && hangs_from(tree, leg, i)))
            tree->role[i] = (Role){SPINE, 0};
}

static int parent_of_body(const void *of, int i)
{
    return ((const KipModel *)of)->body[i].parent;
}

static int parent_of_bone(const void *of, int i)
{
    return ((const KipClip *)of)->bone[i].parent;
}

void kip_roles_of_bodies(const KipModel *model, Role *role)
{
    Tree tree = {model->nbody, 0, role, parent_of_body, model};
    role[0] = (Role){NO_PART, 0};
    for (int b = 1; b < model->nbody; b++)
        role[b] = role_of(model->body[b].name);
    settle_roles(&tree);
}

void kip_roles_of_bones(const KipClip *clip, Role *role)
{
    Tree tree = {clip->nbone, -1, role, parent_of_bone, clip};
    for (int i = 0; i < clip->nbone; i++)
        role[i] = role_of(clip->bone[i].name);
    settle_roles(&tree);
    find_spine(&tree);
}

/* -- the mapping ----------------------------------------------------------------------------------------- */

/* Fills `list` with the entries of a part; if some of them have descendants of the parts after it, with those alone, to
 * leave out ribs and breasts. */
static int list_of(const Tree *tree, Part part, int *list)
{
    int n = 0, tip = -1;
    for (int i = tree->end + 1; i < tree->n && tip < 0; i++)
        if (tree->role[i].part == HEAD || (tree->role[i].part == NECK && part != NECK))
            tip = i;
    for (int i = tree->end + 1; i < tree->n; i++)
        if (tree->role[i].part == part && (tip < 0 || hangs_from(tree, tip, i)))
            list[n++] = i;
    return n;
}

/* Maps n bodies in a row to m bones in a row: the last to the last, the others evenly. */
static void map_row(const Tree *bodies, const Tree *bones, Part part, int *list, int *bone)
{
    int n = list_of(bodies, part, list), m = list_of(bones, part, list + n);
    for (int i = 0; i < n; i++) {
        int k = (i + 1) * m / n - 1;
        if (k >= 0)
            bone[list[i]] = list[n + k];
    }
}

/* The root bone: the last one of that role that has a thigh below it, else the first of that role, else the first bone. */
static int root_bone(const Tree *bones)
{
    int first = find_role(bones, (Role){ROOT, 0}), found = -1;
    for (int i = 0; i < bones->n; i++)
        if (bones->role[i].part == THIGH)
            for (int k = i; k >= 0 && found < 0; k = bones->parent(bones->of, k))
                if (bones->role[k].part == ROOT)
                    found = k;
    return found >= 0 ? found : first >= 0 ? first : 0;
}

/* Refuses two legs of one side, of which none hangs from the other: names do not tell which is a person's. */
static KipStatus check_legs(const Tree *bones, const KipClip *clip, KipError *error)
{
    for (int i = 0; i < bones->n; i++)
        for (int k = i + 1; k < bones->n; k++)
            if (bones->role[i].part == THIGH && bones->role[k].part == THIGH &&
                bones->role[i].side == bones->role[k].side && hangs_from(bones, k, 0) &&
                !hangs_from(bones, k, i) && carries(bones, i, SHANK) && carries(bones, k, SHANK))
                return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                                "the clip '%.60s' has two legs on one side, '%.40s' and '%.40s'; kip convert "
                                "--map FILE takes lines BODY = BONE that choose, as thigh_l = %.40s",
                                clip->name, clip->bone[i].name, clip->bone[k].name, clip->bone[k].name);
    return KIP_OK;
}

/* The bone with the name of a body, prefixes aside; -1: none. */
static int namesake(const KipClip *clip, const char *body)
{
    for (int i = 0; i < clip->nbone; i++)
        if (strcmp(bare(clip->bone[i].name), bare(body)) == 0)
            return i;
    return -1;
}

bool kip_is_own_clip(const KipClip *clip, const KipModel *model, int root)
{
    for (int b = 1; b < model->nbody; b++)
        if (model->body[b].root == root && namesake(clip, model->body[b].name) < 0)
            return false;
    return true;
}

/* Maps all bodies by their parts and sides. */
static KipStatus map_roles(const Tree *bodies, const Tree *bones, const KipClip *clip, int *list, int *bone,
                           KipError *error)
{
    KipStatus status = check_legs(bones, clip, error);
    if (status != KIP_OK)
        return status;
    map_row(bodies, bones, SPINE, list, bone);
    map_row(bodies, bones, NECK, list, bone);
    for (int b = 1; b < bodies->n; b++)
        if (bodies->role[b].part >= HEAD && find_role(bodies, bodies->role[b]) == b)
            bone[b] = find_role(bones, bodies->role[b]);
    return KIP_OK;
}

KipStatus kip_mapping_guess(const KipClip *clip, const KipModel *model, KipMapping **mapping, KipError *error)
{
    *mapping = NULL;
    int root;
    KipStatus status = kip_free_root(model, &root, error);
    if (status != KIP_OK)
        return status;
    if (clip->nbone == 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the clip '%.60s' has no bones", clip->name);
    KipMapping *made = kip_mapping_create(model);
    size_t n = (size_t)model->nbody + (size_t)clip->nbone;
    Role *role = made ? kip_arena_take(made->arena, n, sizeof *role) : NULL;
    int *list = made ? kip_arena_take(made->arena, n, sizeof *list) : NULL;
    if (!role || !list) {
        kip_mapping_destroy(made);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the mapping");
    }
    Tree bodies = {model->nbody, 0, role, parent_of_body, model};
    Tree bones = {clip->nbone, -1, role + model->nbody, parent_of_bone, clip};
    kip_roles_of_bodies(model, bodies.role);
    kip_roles_of_bones(clip, bones.role);
    const bool own = kip_is_own_clip(clip, model, root);
    if (!own)
        status = map_roles(&bodies, &bones, clip, list, made->bone, error);
    if (status != KIP_OK) {
        kip_mapping_destroy(made);
        return status;
    }
    for (int b = 1; b < model->nbody; b++)
        if (model->body[b].root != root)
            made->bone[b] = -1;
        else if (own || (b != root && bodies.role[b].part == NO_PART))
            made->bone[b] = namesake(clip, model->body[b].name);
    if (!own)
        made->bone[root] = root_bone(&bones);
    *mapping = made;
    return KIP_OK;
}
