/* Paths of output files: making their folders. */
#ifndef KIP_IO_CLI_OUTPUTS_H
#define KIP_IO_CLI_OUTPUTS_H

#include "../../dynamics/base.h"

/* Makes the missing folders of a file's path: everything before its last slash. KIP_IO. */
KipStatus kip_make_folders(const char *path, KipError *error);

/* The path[size] below the folder for a file named by a script. KIP_BAD_USE where a link is in between, which might lead
 * outside, or where the name is too long. */
KipStatus kip_place_below(const char *folder, const char *name, char *path, size_t size, KipError *error);

#endif
