/* Arguments of commands that run scenes: folders of models, poses and skills, by --data, the environment and the place of
 * this program; and numbers for scripts, --params FILE and --param NAME=VALUE. */
#ifndef KIP_IO_CLI_SCENE_WORDS_H
#define KIP_IO_CLI_SCENE_WORDS_H

#include "../study/params.h"
#include "options.h"

/* Reads --data and --plugins of a command that has them; once in a process, before any scene is loaded. Without arguments, as
 * for kip help, the folders are those of a command without --data. */
KipStatus kip_data_folders_read(const KipArguments *arguments, KipError *error);
KipSceneData kip_data_folders(void);
/* Checks that the FILE of a command line exists or is "-". KIP_IO with a suggestion from the data if not: a model or, with
 * `scripts`, a scene or a skill. KIP_BAD_INPUT for a motion. */
KipStatus kip_data_operand(const char *path, bool scripts, KipError *error);
/* Finds the first folder or file of this name, such as "papers", in all data folders but the script's. Returns false where
 * there is none, with the path in the working directory. */
bool kip_data_find(const char *name, char *path, size_t size);

/* Reads the numbers of the file, then those of the arguments, which replace them. KIP_BAD_USE where two arguments give one
 * number. `params_option` and `param_option` are the indices of the options in the command's table. */
KipStatus kip_read_param_words(const KipArguments *arguments, int params_option, int param_option,
                               KipParams *params, KipError *error);

#endif
