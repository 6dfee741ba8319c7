/* Outputs that would destroy what they are made from. */
#ifndef KIP_OUTPUTS_H
#define KIP_OUTPUTS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Do both names lead to one file, or would they if there was one? False where one of them is "-". */
bool kip_same_file(const char *a, const char *b);

#ifdef __cplusplus
}
#endif
#endif
