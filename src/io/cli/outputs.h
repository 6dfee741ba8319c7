/* Paths of output files: whether two are the same file, and the folders that they need. */
#ifndef KIP_IO_CLI_OUTPUTS_H
#define KIP_IO_CLI_OUTPUTS_H

#include "../../dynamics/base.h"

/* Are both paths the same file, or would they be once it exists? False if one of them is "-". */
bool kip_same_file(const char *a, const char *b);

/* Makes the missing folders of a file's path: everything before its last slash. KIP_IO. */
KipStatus kip_make_folders(const char *path, KipError *error);

/* path[size]: where a file goes that a script names, below the folder. KIP_BAD_USE where a link is on its way from there,
 * which may lead anywhere, or where the name is too long. */
KipStatus kip_place_below(const char *folder, const char *name, char *path, size_t size, KipError *error);

#endif
