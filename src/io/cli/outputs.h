/* Names of files: which lead to one place, and what they end in. */
#ifndef KIP_OUTPUTS_H
#define KIP_OUTPUTS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Do both names lead to one file, or would they if there was one? False where one of them is "-". */
bool kip_same_file(const char *a, const char *b);

/* Is this the ending of its name, in capitals or not? */
bool kip_ends_in(const char *path, const char *ending);

#ifdef __cplusplus
}
#endif
#endif
