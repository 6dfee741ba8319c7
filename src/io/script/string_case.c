/* The methods of str about case and kinds of characters, of texts in ASCII: what others would give is not known here, and
 * is an error.
 */
#include "objects.h"

/* NULL: it has other characters, and kip_call_fail was told. */
static const KipString *self(KipCall *call)
{
    const KipString *string = kip_string_of(call->machine, call->argument[0]);
    if (string->length == string->size)
        return string;
    kip_call_fail(call, "the case and kind of letters is known of a to z alone, and this text has others");
    return NULL;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_letter(char c)
{
    return is_upper(c) || is_lower(c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* -- case ------------------------------------------------------------------------------------------------ */

static char to_upper(char c)
{
    return is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

static char to_lower(char c)
{
    return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

/* Each letter by what stands before it. */
static bool change_case(KipCall *call, char (*change)(char c, bool first, bool after_letter))
{
    const KipString *string = self(call);
    KipText text;
    if (!string)
        return false;
    kip_text_begin(&text, call->machine);
    for (size_t i = 0; i < string->size; i++) {
        char c = change(string->text[i], i == 0, i > 0 && is_letter(string->text[i - 1]));
        kip_text_put(&text, &c, 1);
    }
    return kip_text_end(&text, &call->result);
}

static char upper_of(char c, bool first, bool after)
{
    (void)first, (void)after;
    return to_upper(c);
}

static char lower_of(char c, bool first, bool after)
{
    (void)first, (void)after;
    return to_lower(c);
}

static char title_of(char c, bool first, bool after)
{
    (void)first;
    return after ? to_lower(c) : to_upper(c);
}

static char capital_of(char c, bool first, bool after)
{
    (void)after;
    return first ? to_upper(c) : to_lower(c);
}

bool kip_string_upper(KipCall *call)
{
    return change_case(call, upper_of);
}

bool kip_string_lower(KipCall *call)
{
    return change_case(call, lower_of);
}

bool kip_string_title(KipCall *call)
{
    return change_case(call, title_of);
}

bool kip_string_capitalize(KipCall *call)
{
    return change_case(call, capital_of);
}

static bool all_are(KipCall *call, bool (*is)(char))
{
    const KipString *string = self(call);
    size_t n = 0;
    if (!string)
        return false;
    while (n < string->size && is(string->text[n]))
        n++;
    call->result = kip_bool(n > 0 && n == string->size);
    return true;
}

bool kip_string_isdigit(KipCall *call)
{
    return all_are(call, is_digit);
}

bool kip_string_isalpha(KipCall *call)
{
    return all_are(call, is_letter);
}

bool kip_string_isspace(KipCall *call)
{
    return all_are(call, kip_is_space);
}

/* Is every letter of one case, and is there one? */
static bool one_case(KipCall *call, bool (*is)(char), bool (*other)(char))
{
    const KipString *string = self(call);
    bool some = false, none = true;
    if (!string)
        return false;
    for (size_t i = 0; i < string->size; i++) {
        some = some || is(string->text[i]);
        none = none && !other(string->text[i]);
    }
    call->result = kip_bool(some && none);
    return true;
}

bool kip_string_isupper(KipCall *call)
{
    return one_case(call, is_upper, is_lower);
}

bool kip_string_islower(KipCall *call)
{
    return one_case(call, is_lower, is_upper);
}
