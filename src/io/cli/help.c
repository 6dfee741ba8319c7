/* See help.h. */
#include "help.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "words.h"
#include "../../dynamics/letters.h"

/* Made by make from the texts. */
extern const char kip_help_language[], kip_help_models[], kip_help_poses[], kip_help_states[],
    kip_help_tuning[], kip_help_exit[], kip_help_trust[];
extern const char kip_words_building[], kip_words_running[], kip_words_sensing[], kip_words_body[],
    kip_words_balance[], kip_words_bear[], kip_words_targets[], kip_words_timed[], kip_words_velocity[],
    kip_words_acting[], kip_words_skills[], kip_words_experiments[], kip_words_physics[], kip_words_values[],
    kip_words_math[], kip_words_live[], kip_words_clips[];

const KipTopic kip_topics[] = {
    {"language", "how scripts are written", kip_help_language, false},
    {"toolkit", "what scripts say to scenes and characters: all words", NULL, false},
    {"models", "what model files may contain", kip_help_models, false},
    {"poses", "how files of poses and sequences are written", kip_help_poses, false},
    {"states", "how the numbers of a state are ordered", kip_help_states, false},
    {"tuning", "numbers that a search may change: # tune lo..hi", kip_help_tuning, false},
    {"exit", "what exit codes say, and what Ctrl-C does", kip_help_exit, false},
    {"trust", "what files from others can do: scripts, plug-ins, recordings", kip_help_trust, false},
    {"building", "characters, objects, shapes, the ground", kip_words_building, true},
    {"running", "time passes; what happens when", kip_words_running, true},
    {"targets", "poses, and what joints do about them: gains, torques", kip_words_targets, true},
    {"body", "what a character feels of its joints and its weight", kip_words_body, true},
    {"sensing", "where things are, how they move, what touches", kip_words_sensing, true},
    {"acting", "pushes, throws, what a link holds", kip_words_acting, true},
    {"skills", "five minutes to a skill of one's own; who decides", kip_words_skills, true},
    {"experiments", "measuring, claims, curves, recordings", kip_words_experiments, true},
    {"balance", "feet, the capture point, legs that bear", kip_words_balance, true},
    {"bear", "the whole body carries itself on what touches", kip_words_bear, true},
    {"clips", "motions that move a character, as skills", kip_words_clips, true},
    {"timed", "timed control: each joint there at its time", kip_words_timed, true},
    {"velocity", "velocity control: each joint at the rate that it needs", kip_words_velocity, true},
    {"physics", "modified physics: locks, masks, springs, other shapes", kip_words_physics, true},
    {"live", "what users do by hand; doing a session again", kip_words_live, true},
    {"values", "built in: numbers, text, lists, dicts, vectors", kip_words_values, true},
    {"math", "built in: import math, import random", kip_words_math, true},
};
const int kip_ntopic = sizeof kip_topics / sizeof *kip_topics;

/* -- finding --------------------------------------------------------------------------------------------- */

static const KipTopic *find_topic(const char *name)
{
    for (int i = 0; i < kip_ntopic; i++)
        if (strcmp(kip_topics[i].name, name) == 0)
            return &kip_topics[i];
    return NULL;
}

static const KipTopic *find_page(const char *name, KipWordPage *page)
{
    for (int i = 0; i < kip_ntopic; i++) {
        const char *at = kip_topics[i].text;
        while (kip_topics[i].words && kip_word_page_next(&at, page))
            if (kip_word_page_has(page, name, strlen(name)))
                return &kip_topics[i];
    }
    return NULL;
}

/* "math.sin", "skeleton.com()" and "com(" are the words behind the point and before the bracket. */
static void bare(const char *name, char word[64])
{
    size_t n = strcspn(name, "(");
    const char *start = name;
    for (size_t i = 0; i < n; i++)
        if (name[i] == '.')
            start = name + i + 1;
    snprintf(word, 64, "%.*s", (int)(name + n - start), start);
}

const char *kip_help_name(int i, const KipCommand *const *command, int ncommand, char name[64])
{
    KipWordPage page;
    size_t length;
    if (i < ncommand)
        return command[i]->name;
    i -= ncommand;
    if (i < kip_ntopic)
        return kip_topics[i].name;
    i -= kip_ntopic;
    for (int t = 0; t < kip_ntopic; t++) {
        const char *at = kip_topics[t].text, *word;
        while (kip_topics[t].words && kip_word_page_next(&at, &page))
            for (int k = 0; (word = kip_word_page_name(&page, k, &length)); k++)
                if (i-- == 0) {
                    snprintf(name, 64, "%.*s", (int)length, word);
                    return name;
                }
    }
    return NULL;
}

/* -- printing -------------------------------------------------------------------------------------------- */

static void print_row(const char *name, const char *summary, FILE *stream)
{
    fprintf(stream, "  %-12s%s\n", name, summary);
}

void kip_help_print_overview(const KipCommand *const *command, int ncommand, FILE *stream)
{
    fputs("kip: dynamic characters\n\n"
          "Usage: kip COMMAND [OPTIONS] [FILE]\n\n"
          "Commands:\n",
          stream);
    for (int i = 0; i < ncommand; i++)
        print_row(command[i]->name, command[i]->summary, stream);
    print_row("help", "explain a command, a topic, or a word of scripts", stream);
    for (int words = 0; words < 2; words++) {
        fputs(words ? "\nWhat scripts say, by topic:\n" : "\nTopics of help:\n", stream);
        for (int i = 0; i < kip_ntopic; i++)
            if (kip_topics[i].words == words)
                print_row(kip_topics[i].name, kip_topics[i].summary, stream);
    }
    fputs("\nA model is an MJCF file (MuJoCo's format), a scene a script in a subset of\n"
          "Python; `-` stands for a model on stdin, or for stdout.\n\n"
          "Exit codes: 0 done, 1 the run or a claim failed, 2 words that make no sense, 3 a\n"
          "file is wrong, 4 a file cannot be read or written, 5 out of memory, 130 stopped\n"
          "by Ctrl-C. kip help exit says more.\n\n"
          "Example:\n"
          "  kip run data/scenes/hello.py --html hello.html\n"
          "  kip run data/models/skeleton37.xml --html fall.html\n"
          "  kip help run\n"
          "  kip help skills\n"
          "  kip help setTarget\n",
          stream);
}

static void print_toolkit(FILE *stream)
{
    fputs("What scripts say, a line a word; kip help WORD says all, with an example. What begins with a\n"
          "point is said to a character: skeleton.com(). Lengths in m, angles in rad, times in s, forces\n"
          "in N; z is up, x ahead, y to the left; a place is vec(x, y, z) or three numbers.\n\n"
          "    skeleton = addCharacter(\"skeleton37\", key=\"stand\")\n"
          "    at(1, lambda: push(\"trunk\", (120, 0, 0), 0.1))\n"
          "    run(4)\n"
          "    measure(\"height of the centre of mass\", skeleton.com().z, \"m\", \"> 0.2\")\n",
          stream);
    for (int i = 0; i < kip_ntopic; i++) {
        if (!kip_topics[i].words)
            continue;
        fprintf(stream, "\n%s: %s\n", kip_topics[i].name, kip_topics[i].summary);
        kip_words_print_list(kip_topics[i].text, stream);
    }
}

static void print_topic(const KipTopic *topic, FILE *stream)
{
    if (!topic->text) {
        print_toolkit(stream);
    } else if (topic->words) {
        kip_words_print_introduction(topic->text, stream);
        fputs("\nIts words; kip help WORD says all:\n", stream);
        kip_words_print_list(topic->text, stream);
    } else {
        fputs(topic->text, stream);
    }
}

bool kip_help_print(const char *name, const KipCommand *const *command, int ncommand, FILE *stream)
{
    KipWordPage page;
    char word[64];
    bare(name, word);
    const KipTopic *topic = find_topic(name), *of = find_page(word, &page);
    bool told = topic != NULL;
    if (topic)
        print_topic(topic, stream);
    for (int i = 0; i < ncommand; i++)
        if (strcmp(command[i]->name, name) == 0) {
            kip_command_print_help(command[i], stream);
            told = true;
        }
    if (of && told)
        fputs("\nA word of scripts, too:\n\n", stream);
    if (of)
        kip_word_page_print(&page, word, of->name, stream);
    return told || of;
}

/* -- pages that say a word ------------------------------------------------------------------------------- */

enum { MENTIONS = 8 };

/* The best first. */
typedef struct Mentions {
    int n, count[MENTIONS];
    char name[MENTIONS][64];
} Mentions;

/* How often a word of the text begins so, in capitals or not. */
static int count_word(const char *text, const char *word)
{
    const size_t n = strlen(word);
    int count = 0;
    for (const char *at = text; *at; at++)
        count += (at == text || !is_letter(at[-1])) && strncasecmp(at, word, n) == 0;
    return count;
}

static void note_mention(Mentions *mentions, const char *name, int count)
{
    int at = mentions->n;
    while (at > 0 && mentions->count[at - 1] < count)
        at--;
    if (count == 0 || at == MENTIONS)
        return;
    const int last = mentions->n < MENTIONS ? mentions->n++ : MENTIONS - 1;
    memmove(mentions->count + at + 1, mentions->count + at, (size_t)(last - at) * sizeof *mentions->count);
    memmove(mentions->name[at + 1], mentions->name[at], (size_t)(last - at) * sizeof *mentions->name);
    mentions->count[at] = count;
    snprintf(mentions->name[at], sizeof *mentions->name, "%s", name);
}

/* The page of this name as text, which the caller frees; NULL: there is no memory. Of the toolkit, which only repeats what
 * others say, too. */
static char *page_text(const char *name, const KipCommand *const *command, int ncommand)
{
    char *text = NULL;
    size_t size;
    const KipTopic *topic = find_topic(name);
    FILE *stream = topic && !topic->text ? NULL : open_memstream(&text, &size);
    if (!stream)
        return NULL;
    kip_help_print(name, command, ncommand, stream);
    fclose(stream);
    return text;
}

void kip_help_print_mentions(const char *word, const KipCommand *const *command, int ncommand, FILE *stream)
{
    Mentions mentions = {.n = 0};
    char buffer[64];
    const char *name;
    for (int i = 0; *word && (name = kip_help_name(i, command, ncommand, buffer)); i++) {
        char *text = page_text(name, command, ncommand);
        note_mention(&mentions, name, text ? count_word(text, word) : 0);
        free(text);
    }
    if (mentions.n)
        fprintf(stream, "These pages speak of it:\n");
    for (int i = 0; i < mentions.n; i++)
        fprintf(stream, "  kip help %s\n", mentions.name[i]);
}
