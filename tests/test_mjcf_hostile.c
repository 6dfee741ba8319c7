/* The MJCF reader against files that are cut short, mutated or very deep: no crash, and always a sentence. */
#include <stdlib.h>

#include "mjcf_helpers.h"

static const char whole[] =
    "<?xml version='1.0'?>\n"
    "<mujoco model='w'><!-- all of it -->\n"
    "<compiler angle='radian' eulerseq='xyz'/>\n"
    "<option gravity='0 0 -9'><flag contact='enable'/></option>\n"
    "<default><geom size='.1 .2 .3'/>\n"
    "  <default class='c'><joint damping='1' axis='0 1 0'/><motor gear='2'/></default></default>\n"
    "<asset><material name='m' rgba='1 0 0 1'/></asset>\n"
    "<worldbody><geom type='plane' material='m'/>\n"
    "  <frame euler='0 0 1'><site name='s'/>\n"
    "    <body name='a' pos='0 0 1'><freejoint/><geom type='box' mass='1'/>\n"
    "    <body childclass='c' xyaxes='1 0 0 0 1 0'><joint name='j' range='-1 1'/>\n"
    "      <geom type='capsule' fromto='0 0 0 1 0 0'/>\n"
    "      <inertial pos='0 0 0' mass='1' diaginertia='.1 .1 .1'/></body></body></frame></worldbody>\n"
    "<actuator><motor joint='j' ctrlrange='-1 1'/></actuator>\n"
    "<tendon><fixed><joint joint='j' coef='1'/></fixed></tendon>\n"
    "<contact><exclude body1='a' body2='world'/></contact>\n"
    "<custom><numeric name='n' data='1 2'/></custom>\n"
    "<keyframe><key qpos='0 0 0 1 0 0 0 .5'/></keyframe></mujoco>";

/* Reads a copy of exact size, so that a sanitizer sees reads beyond its end. */
static bool reads(const char *text, size_t size)
{
    char *copy = malloc(size + !size);
    KipModel *model = NULL;
    KipNotes notes = {NULL, 0, 0};
    error.message[0] = 0;
    memcpy(copy, text, size);
    KipStatus status = kip_mjcf_parse(&model, copy, size, "fuzz.xml", &notes, &error);
    ck_assert((status == KIP_OK) == (model != NULL));
    ck_assert_msg(status == KIP_OK || error.message[0], "no sentence");
    kip_model_destroy(model);
    kip_notes_clear(&notes);
    free(copy);
    return status == KIP_OK;
}

START_TEST(a_file_cut_short_is_an_error)
{
    size_t size = strlen(whole);
    ck_assert(reads(whole, size));
    for (size_t n = 0; n < size; n++)
        ck_assert_msg(!reads(whole, n), "%zu bytes", n);
}
END_TEST

/* One edit of text[0, size), which has room for another half: returns the new size. */
static size_t mutate(char *text, size_t size, uint64_t random)
{
    static const char letters[] = "0123456789-.e '\"<>/=abcdefghijklmnopqrstuvwxyz\n\xff";
    static const char *const words[] = {
        "-1",        "0 ",       "1e308",   "nan",
        "<!--",      "]]>",      "&lt;",    "class='c' ",
        "<body>",    "</body>",  "<geom/>", "name='a' ",
        "mass='0' ", "<joint/>", "<body",   "<include file='fuzz.xml'/>",
    };
    const char *word = words[random / 7 % (sizeof words / sizeof *words)];
    size_t at = random % size, n = 1 + random / 64 % 6;
    switch (random / 5 % 6) {
    case 0: /* some bytes vanish */
        n = n < size - at ? n : size - at;
        memmove(text + at, text + at + n, size - at - n);
        return size - n;
    case 1: /* a word comes in */
        memmove(text + at + strlen(word), text + at, size - at);
        memcpy(text + at, word, strlen(word));
        return size + strlen(word);
    case 2: /* a letter becomes another */
        text[at] = letters[random / 11 % (sizeof letters - 1)];
        return size;
    default: /* a digit, as a rule, becomes another */
        at += strcspn(text + at, "0123456789");
        text[at < size ? at : 0] = "0123456789-. "[random / 13 % 13];
        return size;
    }
}

START_TEST(mutated_files_do_no_harm)
{
    uint64_t seed = 20240229;
    int good = 0;
    for (int i = 0; i < 20000; i++) {
        char text[3 * sizeof whole / 2] = {0};
        size_t size = strlen(whole);
        memcpy(text, whole, size);
        for (int k = 0; k < 1 + i % 3; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            size = mutate(text, size, seed >> 24);
        }
        good += reads(text, size);
    }
    ck_assert_int_gt(good, 1000); /* the mutations are not so wild that none gets past the XML */
}
END_TEST

START_TEST(bodies_may_be_nested_deeply)
{
    enum { DEPTH = 20000 };
    static const char opening[] = "<body><joint axis='0 1 0'/><geom size='.1' pos='0 0 1'/>",
                      closing[] = "</body>";
    char *text = malloc((sizeof opening + sizeof closing) * DEPTH + 100), *at = text;
    KipBuilder *builder = kip_builder_create(NULL);
    at += sprintf(at, "<mujoco><worldbody>");
    for (int i = 0; i < DEPTH; i++)
        at += sprintf(at, "%s", opening);
    for (int i = 0; i < DEPTH; i++)
        at += sprintf(at, "%s", closing);
    at += sprintf(at, "</worldbody></mujoco>");
    ck_ok(kip_mjcf_add_text(builder, text, (size_t)(at - text), "deep.xml", "", v3_zero(), q_identity(), NULL,
                            &error));
    ck_assert_int_eq(kip_builder_nbody(builder), DEPTH + 1);
    kip_builder_destroy(builder);
    free(text);
}
END_TEST

TCase *mjcf_hostile_case(void)
{
    TCase *test = tcase_create("hostile");
    tcase_add_test(test, a_file_cut_short_is_an_error);
    tcase_add_test(test, mutated_files_do_no_harm);
    tcase_add_test(test, bodies_may_be_nested_deeply);
    return test;
}
