/* Methods of str about case and classes of characters, which are limited to ASCII: other characters are an error. */
#include "objects.h"

#include "../../dynamics/letters.h"

/* The text; NULL and a failure where it is not ASCII. */
static const KipString *self(KipCall *call)
{
    const KipString *string = kip_string_of(call->machine, call->argument[0]);
    if (string->length == string->size)
        return string;
    kip_call_fail(call, "the case and kind of letters is known of a to z alone, and this text has others");
    return NULL;
}

/* -- case ------------------------------------------------------------------------------------------------ */

bool kip_string_change_case(KipCall *call)
{
    const KipString *string = self(call);
    KipText text;
    if (!string)
        return false;
    kip_text_begin(&text, call->machine);
    for (size_t i = 0; i < string->size; i++) {
        const bool begins_word = i == 0 || !is_letter(string->text[i - 1]);
        const bool upper = call->variant == KIP_UPPER || (call->variant == KIP_TITLE && begins_word) ||
                           (call->variant == KIP_CAPITALIZE && i == 0);
        const char c = upper ? to_upper(string->text[i]) : to_lower(string->text[i]);
        kip_text_put(&text, &c, 1);
    }
    return kip_text_end(&text, &call->result);
}

/* -- kinds ----------------------------------------------------------------------------------------------- */

bool kip_string_has_only(KipCall *call)
{
    const KipString *string = self(call);
    size_t n = 0;
    if (!string)
        return false;
    bool (*const is)(char) = call->variant == KIP_DIGITS    ? is_digit
                             : call->variant == KIP_LETTERS ? is_letter
                                                            : kip_is_space;
    while (n < string->size && is(string->text[n]))
        n++;
    call->result = kip_bool(n > 0 && n == string->size);
    return true;
}

/* Whether there are letters, all of this case. */
bool kip_string_has_case(KipCall *call)
{
    const KipString *string = self(call);
    bool upper = false, lower = false;
    if (!string)
        return false;
    for (size_t i = 0; i < string->size; i++) {
        upper = upper || is_upper(string->text[i]);
        lower = lower || is_lower(string->text[i]);
    }
    call->result = kip_bool(call->variant == KIP_UPPER ? upper && !lower : lower && !upper);
    return true;
}
