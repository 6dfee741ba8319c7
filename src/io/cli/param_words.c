/* See param_words.h. */
#include "param_words.h"

KipStatus kip_read_param_words(const KipArguments *arguments, int params_option, int param_option,
                               KipParams *params, KipError *error)
{
    const char *file = kip_arguments_string(arguments, params_option, NULL);
    KipStatus status = file ? kip_params_read(params, file, error) : KIP_OK;
    for (int i = 0; i < kip_arguments_count(arguments, param_option) && status == KIP_OK; i++) {
        KipError inner;
        if (kip_params_set_word(params, kip_arguments_text(arguments, param_option, i), &inner) != KIP_OK)
            status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--param: %s", inner.message);
    }
    return status;
}
