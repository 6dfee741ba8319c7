/* Where scripts find models, poses, skills: what --data, the environment and the place of this program say. */
#ifndef KIP_IO_CLI_DATA_FOLDERS_H
#define KIP_IO_CLI_DATA_FOLDERS_H

#include "../scene/scene.h"
#include "options.h"

/* Takes in --data and --plugins of a command that has them; once for a process, before any scene is loaded. */
KipStatus kip_data_folders_read(const KipArguments *arguments, KipError *error);
KipSceneData kip_data_folders(void);
/* Is the FILE of a command line there, or "-"? KIP_IO: it is not, with the file of the data that may be meant: a model, or
 * where `scripts` a scene or a skill. */
KipStatus kip_data_operand(const char *path, bool scripts, KipError *error);
/* A folder or a file of the data, as "papers", from all of them but those of the script: the first that is there; false: none
 * is, and the path is where it would be in the working directory. */
bool kip_data_find(const char *name, char *path, size_t size);

#endif
