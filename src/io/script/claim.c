/* What a measured value must be: "> 2", ">= 2", "< 2", "<= 2", "1.5..2", "= 3", "= 3 +- 0.1". */
#include <math.h>
#include <string.h>

#include "../formats/number.h"
#include "natives.h"

static const char *skip(const char *text)
{
    return text + strspn(text, " ");
}

/* The number that `text` begins with, blanks around it. */
static bool read_number(const char **text, double *value)
{
    const char *from = skip(*text);
    size_t n = strspn(from, "+-0123456789.eE");
    const char *dots = strstr(from, "..");
    if (dots && (size_t)(dots - from) < n)
        n = (size_t)(dots - from);
    const char *tolerance = strstr(from, "+-");
    if (tolerance && tolerance > from && (size_t)(tolerance - from) < n)
        n = (size_t)(tolerance - from);
    if (n == 0 || !kip_number_parse(from, n, value))
        return false;
    *text = skip(from + n);
    return true;
}

static KipVerdict verdict(bool holds)
{
    return holds ? KIP_HOLDS : KIP_FAILS;
}

/* Behind the numbers: nothing, or words. A second comparison would be left out: then nothing is judged. */
static bool ends(const char *text)
{
    if (strpbrk(text, "<>="))
        return false;
    return *text == '\0' || strchr(",;(%", *text) || (*text >= 'A' && *text <= 'Z') || (*text >= 'a' && *text <= 'z');
}

KipVerdict kip_scene_judge(double value, const char *claim)
{
    static const char *const sign[] = {">=", "<=", ">", "<", "="};
    const char *text = skip(claim);
    double a, b;
    for (int i = 0; i < 5; i++) {
        size_t n = strlen(sign[i]);
        const char *rest = text + n;
        if (strncmp(text, sign[i], n) != 0)
            continue;
        if (!read_number(&rest, &a))
            return KIP_NO_CLAIM;
        if (i == 4 && strncmp(rest, "+-", 2) == 0) {
            rest += 2;
            return read_number(&rest, &b) && ends(rest) ? verdict(fabs(value - a) <= b) : KIP_NO_CLAIM;
        }
        if (!ends(rest))
            return KIP_NO_CLAIM;
        return verdict(i == 0 ? value >= a : i == 1 ? value <= a : i == 2 ? value > a : i == 3 ? value < a : value == a);
    }
    if (read_number(&text, &a) && strncmp(text, "..", 2) == 0) {
        text += 2;
        if (read_number(&text, &b) && ends(text))
            return verdict(value >= a && value <= b);
    }
    return KIP_NO_CLAIM;
}
