/* What commands that run scenes read of their words: where scripts find models, poses, skills, which --data, the environment
 * and the place of this program say; and numbers for scripts, --params FILE and --param NAME=VALUE. */
#ifndef KIP_IO_CLI_SCENE_WORDS_H
#define KIP_IO_CLI_SCENE_WORDS_H

#include "../study/params.h"
#include "options.h"

/* Takes in --data and --plugins of a command that has them; once for a process, before any scene is loaded. */
KipStatus kip_data_folders_read(const KipArguments *arguments, KipError *error);
KipSceneData kip_data_folders(void);
/* KIP_OK if the FILE of a command line exists or is "-". KIP_IO if not, with a suggestion from the data: a model or, with
 * `scripts`, a scene or a skill. */
KipStatus kip_data_operand(const char *path, bool scripts, KipError *error);
/* The first folder or file of this name, as "papers", in all data folders but those of the script. False if there is none: then
 * the path is that in the working directory. */
bool kip_data_find(const char *name, char *path, size_t size);

/* The file's numbers, then the words': a later one replaces an earlier one. `params_option` and `param_option` are the
 * options' indices in the command's table. */
KipStatus kip_read_param_words(const KipArguments *arguments, int params_option, int param_option,
                               KipParams *params, KipError *error);

#endif
