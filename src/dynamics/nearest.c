/* Names that are meant by names that there are not: "did you mean".
 *
 * Two ways lead to a name: few slips of the hand (a letter missing, added, another, two swapped; capitals count little), or
 * the same words: knee_l is part of knee_flex_l, leftKnee has its words, getCom has com. Slips go before words.
 */
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "letters.h"

enum {
    LONGEST = 63, /* names beyond are compared by their heads */
    WORDS = 8,
    SLIP = 4,        /* what an edit costs, and another case of a letter 1 */
    BY_WORDS = 1000, /* added where only words match */
    FAR = 1 << 20
};

/* Letters of other languages are bytes from 0x80 on. */
static bool is_of_word(char c)
{
    return is_letter(c) || (unsigned char)c >= 0x80;
}

/* -- slips ----------------------------------------------------------------------------------------------- */

static int difference(char a, char b)
{
    return a == b ? 0 : to_lower(a) == to_lower(b) ? 1 : SLIP;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance with swaps of neighbours, in costs. */
static int slips(const char *a, int na, const char *b, int nb)
{
    int row[3][LONGEST + 1];
    na = least(na, LONGEST), nb = least(nb, LONGEST);
    for (int j = 0; j <= nb; j++)
        row[0][j] = SLIP * j;
    for (int i = 1; i <= na; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3];
        now[0] = SLIP * i;
        for (int j = 1; j <= nb; j++) {
            now[j] = least(last[j - 1] + difference(a[i - 1], b[j - 1]), SLIP + least(last[j], now[j - 1]));
            if (i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
                to_lower(a[i - 2]) == to_lower(b[j - 1]))
                now[j] = least(now[j], row[(i + 1) % 3][j - 2] + SLIP);
        }
    }
    return row[na % 3][nb];
}

/* -- words ----------------------------------------------------------------------------------------------- */

typedef struct Word {
    const char *at;
    int n;
} Word;

/* Whether a word begins at text[i]: after a sign or a digit, and at a capital after a small letter. */
static bool begins_word(const char *text, int i)
{
    if (!is_of_word(text[i]) && !is_digit(text[i]))
        return false;
    if (i == 0 || (!is_of_word(text[i - 1]) && !is_digit(text[i - 1])))
        return true;
    return is_digit(text[i]) != is_digit(text[i - 1]) || (is_upper(text[i]) && !is_upper(text[i - 1]));
}

static int split(const char *text, Word word[WORDS])
{
    int n = 0;
    for (int i = 0; text[i] && i < LONGEST; i++) {
        if (begins_word(text, i)) {
            if (n == WORDS)
                return n;
            word[n++] = (Word){text + i, 0};
        }
        if (n && (is_of_word(text[i]) || is_digit(text[i])) && word[n - 1].at + word[n - 1].n == text + i)
            word[n - 1].n++;
    }
    return n;
}

static bool is_word(Word word, const char *text)
{
    for (int i = 0; i < word.n; i++)
        if (to_lower(word.at[i]) != text[i])
            return false;
    return text[word.n] == '\0';
}

/* left and l, right and r */
static bool is_side(Word a, Word b)
{
    return (is_word(a, "left") && is_word(b, "l")) || (is_word(a, "right") && is_word(b, "r"));
}

/* Equal, but for a slip in a longer word; a begins b, by three letters or more; or they are the same side. */
static bool agree(Word a, Word b)
{
    if (is_side(a, b) || is_side(b, a) || (a.n >= 4 && b.n >= 4 && slips(a.at, a.n, b.at, b.n) <= SLIP))
        return true;
    if (a.n > b.n || (a.n < b.n && a.n < 3))
        return false;
    for (int i = 0; i < a.n; i++)
        if (to_lower(a.at[i]) != to_lower(b.at[i]))
            return false;
    return true;
}

/* The letters of b's words that the words of a are, each once; -1 where a word of a is none of them. */
static int agreed(const Word *a, int na, const Word *b, int nb)
{
    bool used[WORDS] = {false};
    int letters = 0;
    for (int i = 0; i < na; i++) {
        int k = 0;
        while (k < nb && (used[k] || !agree(a[i], b[k])))
            k++;
        if (k == nb)
            return -1;
        used[k] = true;
        letters += least(a[i].n, b[k].n);
    }
    return letters;
}

static int total(const Word *word, int n)
{
    int letters = 0;
    for (int i = 0; i < n; i++)
        letters += word[i].n;
    return letters;
}

/* The length of the longer name without the shorter one's words; FAR where it does not contain all of them, or they are too
 * small a part of it. */
static int by_words(const char *name, const char *candidate)
{
    Word a[WORDS], b[WORDS];
    int na = split(name, a), nb = split(candidate, b);
    int of_name = agreed(a, na, b, nb), of_candidate = agreed(b, nb, a, na);
    if (of_name >= 3)
        return BY_WORDS + total(b, nb) - of_name;
    if (of_candidate >= 3 && 2 * of_candidate >= total(a, na))
        return BY_WORDS + total(a, na) - of_candidate;
    return FAR;
}

/* Whether a word of one has no letter in the place of the other's: a hip that is a toe is no slip. */
static bool replaces_word(const char *name, const char *candidate)
{
    Word a[WORDS], b[WORDS];
    const int n = split(name, a);
    if (split(candidate, b) != n)
        return false;
    for (int i = 0; i < n; i++)
        if (a[i].n >= 3 && b[i].n >= 3 &&
            slips(a[i].at, a[i].n, b[i].at, b[i].n) >= SLIP * least(a[i].n, b[i].n))
            return true;
    return false;
}

/* -- what is asked for ----------------------------------------------------------------------------------- */

static int distance(const char *name, const char *candidate)
{
    int n = (int)strlen(name), most = n < 6 ? 1 : n / 3,
        by_slips = slips(name, n, candidate, (int)strlen(candidate));
    return n > 1 && by_slips < SLIP * (most + 1) && !replaces_word(name, candidate)
               ? by_slips
               : by_words(name, candidate);
}

int kip_nearest_name(const char *name, const char *const *names, int n, size_t stride)
{
    int best = -1, best_distance = FAR;
    for (int i = 0; i < n; i++) {
        const char *candidate =
            *(const char *const *)(const void *)((const char *)names + (size_t)i * stride);
        int far = distance(name, candidate);
        if (far < best_distance)
            best = i, best_distance = far;
    }
    return best;
}

KipHint kip_hint(const char *name)
{
    return (KipHint){.name = name, .distance = FAR};
}

static bool is_listed(const KipHint *hint, const char *name, size_t length)
{
    for (const char *at = hint->all; length && (at = strstr(at, name)); at++)
        if ((at == hint->all || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

void kip_hint_add(KipHint *hint, const char *candidate)
{
    int far = distance(hint->name, candidate);
    size_t length = strlen(candidate);
    if (is_listed(hint, candidate, length))
        return;
    if (far < hint->distance && length < sizeof hint->nearest) {
        hint->distance = far;
        memcpy(hint->nearest, candidate, length + 1);
    }
    hint->n++;
    if (hint->listed < hint->n - 1 || hint->used + length + 3 > sizeof hint->all)
        return;
    hint->used += (size_t)snprintf(hint->all + hint->used, sizeof hint->all - hint->used, "%s%s",
                                   hint->n > 1 ? ", " : "", candidate);
    hint->listed++;
}

void kip_hint_names(KipHint *hint, const char *const *names, int n, size_t stride)
{
    for (int i = 0; i < n; i++)
        kip_hint_add(hint, *(const char *const *)(const void *)((const char *)names + (size_t)i * stride));
}

bool kip_hint_is_near(const KipHint *hint)
{
    return hint->distance < FAR;
}

const char *kip_hint_text(KipHint *hint)
{
    if (kip_hint_is_near(hint))
        snprintf(hint->text, sizeof hint->text, "; did you mean '%s'?", hint->nearest);
    else if (hint->listed == 0)
        hint->text[0] = '\0';
    else if (hint->listed < hint->n)
        snprintf(hint->text, sizeof hint->text, "; there are %s and %d more", hint->all,
                 hint->n - hint->listed);
    else
        snprintf(hint->text, sizeof hint->text, "; there %s %s", hint->n == 1 ? "is" : "are", hint->all);
    return hint->text;
}
