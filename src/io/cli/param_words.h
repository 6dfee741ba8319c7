/* --params FILE and --param NAME=VALUE, of all commands that run scenes. */
#ifndef KIP_IO_CLI_PARAM_WORDS_H
#define KIP_IO_CLI_PARAM_WORDS_H

#include "../study/params.h"
#include "options.h"

/* The file's numbers, then the words': a later one replaces an earlier one. `params_option` and `param_option` are the
 * options' indices in the command's table. */
KipStatus kip_read_param_words(const KipArguments *arguments, int params_option, int param_option,
                               KipParams *params, KipError *error);

#endif
