/* See custom.h. */
#include "custom.h"

#include <math.h>
#include <string.h>

#include "scalar.h"

const char *const kip_custom_word[KIP_CUSTOM_KEYS] = {
    [KIP_CUSTOM_LIMIT_SPRING] = "limit_spring",
    [KIP_CUSTOM_INNER_SPRING] = "limit_spring/",
    [KIP_CUSTOM_SWING_TWIST] = "swing_twist/",
    [KIP_CUSTOM_STRENGTH] = "strength_",
    [KIP_CUSTOM_MUSCLE] = "muscle",
    [KIP_CUSTOM_FEET] = "feet",
    [KIP_CUSTOM_HANDS] = "hands",
    [KIP_CUSTOM_HEAD] = "head",
    [KIP_CUSTOM_HIPS] = "hips",
    [KIP_CUSTOM_KNEES] = "knees",
    [KIP_CUSTOM_ALIAS] = "alias/",
    [KIP_CUSTOM_GEOMS] = "geoms/",
    [KIP_CUSTOM_POOL] = "pool",
};

/* -- names ----------------------------------------------------------------------------------------------- */

static bool has_rest(KipCustomKey key)
{
    return key == KIP_CUSTOM_INNER_SPRING || key == KIP_CUSTOM_SWING_TWIST || key == KIP_CUSTOM_STRENGTH ||
           key == KIP_CUSTOM_ALIAS || key == KIP_CUSTOM_GEOMS;
}

/* The key of a name without its prefix. */
static KipCustomKey key_of(const char *name, bool is_text)
{
    const int end = is_text ? KIP_CUSTOM_KEYS : KIP_CUSTOM_FEET;
    for (int k = is_text ? KIP_CUSTOM_FEET : 0; k < end; k++) {
        const KipCustomKey key = (KipCustomKey)k;
        const char *word = kip_custom_word[k];
        if (has_rest(key) ? strncmp(name, word, strlen(word)) == 0 : strcmp(name, word) == 0)
            return key;
    }
    return KIP_CUSTOM_KEYS;
}

KipCustomName kip_custom_name(const KipCustom *custom)
{
    for (const char *at = custom->name; at; at = strchr(at, '/'), at += at != NULL) {
        const KipCustomKey key = key_of(at, custom->text != NULL);
        if (key != KIP_CUSTOM_KEYS)
            return (KipCustomName){key, (size_t)(at - custom->name), at + strlen(kip_custom_word[key])};
    }
    return (KipCustomName){KIP_CUSTOM_KEYS, 0, ""};
}

bool kip_custom_names(const KipCustom *custom, size_t prefix, const char *word, size_t n, const char *full)
{
    return strncmp(full, custom->name, prefix) == 0 && strncmp(full + prefix, word, n) == 0 &&
           full[prefix + n] == '\0';
}

bool kip_custom_next(const char **word, size_t *n)
{
    static const char blanks[] = " \t\r\n";
    *word += *n;
    *word += strspn(*word, blanks);
    *n = strcspn(*word, blanks);
    return *n > 0;
}

/* -- strengths ------------------------------------------------------------------------------------------- */

/* The joint that a custom's name ends with, njoint: none. The search begins at a joint, as customs mostly come in the order of
 * the joints: that of many characters is linear then. */
static int find_joint(const KipModel *model, const KipCustom *custom, const KipCustomName *of, int from)
{
    const size_t n = strlen(of->rest);
    for (int i = 0, j = from; i < model->njoint; i++, j++) {
        j = j < model->njoint ? j : 0;
        if (kip_custom_names(custom, of->prefix, of->rest, n, model->joint[j].name))
            return j;
    }
    return model->njoint;
}

static bool names_joint(KipCustomKey key)
{
    return key == KIP_CUSTOM_STRENGTH || key == KIP_CUSTOM_INNER_SPRING || key == KIP_CUSTOM_SWING_TWIST;
}

void kip_custom_find(const KipModel *model, int *joint, double *strength)
{
    int last = 0;
    for (int j = 0; j < model->njoint; j++)
        for (int k = 0; k < model->joint[j].nv; k++)
            memcpy(strength + 2 * (model->joint[j].v + k), model->joint[j].strength, 2 * sizeof *strength);
    for (int c = 0; c < model->ncustom; c++) {
        const KipCustom *custom = model->custom + c;
        const KipCustomName of = kip_custom_name(custom);
        joint[c] = names_joint(of.key) ? find_joint(model, custom, &of, last) : model->njoint;
        if (joint[c] == model->njoint)
            continue;
        last = joint[c];
        const KipJoint *j = model->joint + last;
        const bool ball = custom->n == 3 && j->nv == 3; /* greatest ones alone */
        if (of.key != KIP_CUSTOM_STRENGTH || j->type == KIP_JOINT_FREE || !(ball || custom->n == 2 * j->nv))
            continue;
        for (int k = 0; k < j->nv; k++) {
            strength[2 * (j->v + k)] = ball ? -custom->number[k] : custom->number[2 * k];
            strength[2 * (j->v + k) + 1] = ball ? custom->number[k] : custom->number[2 * k + 1];
        }
    }
}

/* -- numbers that make no sense -------------------------------------------------------------------------- */

static KipStatus check_spring(const KipCustom *custom, KipError *error)
{
    const double *n = custom->number;
    if (custom->n == 2 && n[0] > 0 && n[0] < 1e4 && n[1] >= 0 && n[1] < 1e4)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_INPUT, custom->place,
                    "the numeric '%s' must be two numbers: a rate above 0 (1/rad) and a damping of 0 or "
                    "more (N m s/rad), both below 1e4",
                    custom->name);
}

static KipStatus check_inner_spring(const KipModel *model, const KipCustom *custom, int j, KipError *error)
{
    const double *n = custom->number;
    if (j == model->njoint || model->joint[j].type != KIP_JOINT_HINGE || !model->joint[j].limited)
        return kip_fail(error, KIP_BAD_INPUT, custom->place,
                        "the numeric '%s' names no hinge with a range; it is called %sJOINT", custom->name,
                        kip_custom_word[KIP_CUSTOM_INNER_SPRING]);
    if (custom->n == 4 && n[0] > 0 && n[0] < 1e4 && n[1] >= 0 && n[1] < 1e4 && n[2] <= n[3] && n[2] > -1e4 &&
        n[3] < 1e4)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_INPUT, custom->place,
                    "the numeric '%s' must be four numbers: a rate above 0 (1/rad) and a damping of 0 or "
                    "more (N m s/rad), both below 1e4, and the angles (rad) at which the spring begins, the "
                    "least first",
                    custom->name);
}

static KipStatus check_swing_twist(const KipCustom *custom, KipError *error)
{
    const double *n = custom->number;
    if (custom->n == 4 && n[0] > 0 && n[0] < KIP_PI && n[1] > 0 && n[1] < KIP_PI && n[2] > -KIP_PI &&
        n[2] < n[3] && n[3] < KIP_PI)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_INPUT, custom->place,
                    "the numeric '%s' must be four angles in radians: the largest swing "
                    "about x and about y (above 0, below pi), the least and the largest twist (-pi to pi)",
                    custom->name);
}

static KipStatus check_strength(const KipModel *model, const KipCustom *custom, int j, KipError *error)
{
    const double *n = custom->number;
    if (j == model->njoint || model->joint[j].type == KIP_JOINT_FREE)
        return kip_fail(error, KIP_BAD_INPUT, custom->place,
                        "the numeric '%s' names no joint that muscles move; it is called %sJOINT",
                        custom->name, kip_custom_word[KIP_CUSTOM_STRENGTH]);
    const int nv = model->joint[j].nv;
    bool good = (custom->n == 3 && nv == 3) || custom->n == 2 * nv;
    for (int k = 0; k < nv && good; k++)
        good = custom->n == 3 ? n[k] >= 0 : n[2 * k] <= 0 && n[2 * k + 1] >= 0;
    if (good)
        return KIP_OK;
    return kip_fail(
        error, KIP_BAD_INPUT, custom->place,
        nv == 3 ? "the numeric '%s' must be the torques (N m) that the ball joint's muscles give: three "
                  "of 0 or more, about x, y and z, or the least (0 or less) and the largest (0 or more) "
                  "about each"
                : "the numeric '%s' must be the least (0 or less) and the largest (0 or more) torque "
                  "(N m; of a slide force, N) that the joint's muscles give",
        custom->name);
}

static KipStatus check_muscle(const KipCustom *custom, KipError *error)
{
    const double *n = custom->number;
    if (custom->n == 3 && n[0] >= 0 && n[0] < 10 && n[1] >= 0 && n[1] < 10 && n[2] >= 0 && n[2] < 1e4)
        return KIP_OK;
    return kip_fail(
        error, KIP_BAD_INPUT, custom->place,
        "the numeric '%s' must be three numbers of 0 or more: the times in which a torque rises to "
        "the joint's strength and falls from it (s, below 10), and the speed at which it "
        "vanishes (rad/s)",
        custom->name);
}

static KipStatus check_ball(const KipModel *model, const KipCustom *custom, int j, KipError *error)
{
    if (j < model->njoint && model->joint[j].type == KIP_JOINT_BALL)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_INPUT, custom->place,
                    "the numeric '%s' names no ball joint; it is called %sJOINT", custom->name,
                    kip_custom_word[KIP_CUSTOM_SWING_TWIST]);
}

KipStatus kip_custom_check(const KipModel *model, const int *joint, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int c = 0; c < model->ncustom && status == KIP_OK; c++) {
        const KipCustom *custom = model->custom + c;
        const KipCustomKey key = kip_custom_name(custom).key;
        if (key == KIP_CUSTOM_LIMIT_SPRING)
            status = check_spring(custom, error);
        if (key == KIP_CUSTOM_INNER_SPRING)
            status = check_inner_spring(model, custom, joint[c], error);
        if (key == KIP_CUSTOM_MUSCLE)
            status = check_muscle(custom, error);
        if (key == KIP_CUSTOM_SWING_TWIST)
            status = check_ball(model, custom, joint[c], error);
        if (key == KIP_CUSTOM_SWING_TWIST && status == KIP_OK)
            status = check_swing_twist(custom, error);
        if (key == KIP_CUSTOM_STRENGTH)
            status = check_strength(model, custom, joint[c], error);
    }
    return status;
}
