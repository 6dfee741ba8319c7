/* Claims about a measured value: "> 2", ">= 2", "< 2", "<= 2", "1.5..2", "= 3", "= 3 +- 0.1". */
#include <math.h>
#include <string.h>

#include "../text/number.h"
#include "natives.h"

const char *const kip_whose_name[KIP_WHOSE + 1] =
    {[KIP_OURS] = "ours", [KIP_PAPER] = "paper", [KIP_CATALOGUE] = "catalogue"};

static const char *skip(const char *text)
{
    return text + strspn(text, " ");
}

/* Takes a sign that `text` begins with; false where it does not. */
static bool take(const char **text, const char *sign)
{
    size_t n = strlen(sign);
    if (strncmp(*text, sign, n) != 0)
        return false;
    *text = skip(*text + n);
    return true;
}

/* Takes the number that `text` begins with, and blanks after it. */
static bool take_number(const char **text, double *value)
{
    size_t n = strspn(*text, "+-0123456789.eE");
    const char *end[] = {strstr(*text, ".."), strstr(*text, "+-")};
    for (int i = 0; i < 2; i++)
        if (end[i] && end[i] > *text && (size_t)(end[i] - *text) < n)
            n = (size_t)(end[i] - *text);
    if (n == 0 || !kip_number_parse(*text, n, value))
        return false;
    *text = skip(*text + n);
    return true;
}

/* The values that a claim allows. */
typedef struct Range {
    double lo, hi;
    bool open; /* excludes the ends */
} Range;

static bool take_ends(const char **text, Range *range)
{
    return take_number(text, &range->lo) && take(text, "..") && take_number(text, &range->hi) &&
           range->lo <= range->hi;
}

static bool take_middle(const char **text, Range *range)
{
    double middle, off = 0;
    if (!take_number(text, &middle) || (take(text, "+-") && (!take_number(text, &off) || !(off >= 0))))
        return false;
    *range = (Range){middle - off, middle + off, false};
    return true;
}

static bool take_range(const char **text, Range *range)
{
    bool least = **text == '>', most = **text == '<';
    *range = (Range){-HUGE_VAL, HUGE_VAL, false};
    if (take(text, "="))
        return take_middle(text, range);
    if (!least && !most)
        return take_ends(text, range);
    range->open = (*text)[1] != '=';
    *text = skip(*text + (range->open ? 1 : 2));
    return take_number(text, least ? &range->lo : &range->hi);
}

static bool understand(const char *claim, Range *range)
{
    const char *text = skip(claim);
    return take_range(&text, range) && *text == '\0';
}

bool kip_scene_judge(double value, const char *claim, KipVerdict *verdict)
{
    Range range;
    *verdict = KIP_NO_CLAIM;
    if (*skip(claim) == '\0')
        return true;
    if (!understand(claim, &range))
        return false;
    bool inside = value >= range.lo && value <= range.hi;
    bool end = range.open && (value == range.lo || value == range.hi);
    *verdict = inside && !end ? KIP_HOLDS : KIP_FAILS;
    return true;
}
