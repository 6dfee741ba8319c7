/* Names of files: which lead to one place, the folders that they need. */
#ifndef KIP_IO_CLI_OUTPUTS_H
#define KIP_IO_CLI_OUTPUTS_H

#include "../../dynamics/base.h"

/* Do both names lead to one file, or would they if there was one? False where one of them is "-". */
bool kip_same_file(const char *a, const char *b);

/* Makes the folders of a file's path that are not there: all that stands before a slash. KIP_IO. */
KipStatus kip_make_folders(const char *path, KipError *error);

/* path[size]: where a file goes that a script names, below the folder. KIP_BAD_USE where a link is on its way from there,
 * which may lead anywhere, or where the name is too long. */
KipStatus kip_place_below(const char *folder, const char *name, char *path, size_t size, KipError *error);

#endif
