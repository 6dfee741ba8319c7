/* Is a compiled script sound? For tests. */
#ifndef CHECK_PROGRAM_H
#define CHECK_PROGRAM_H

#include "io/script/program.h"

/* Walks every way through every code object: jumps in range, one depth of the stack at each word, never
 * below 0 nor above nstack, every index of something that is there, no way past the end. NULL, or what is
 * wrong. */
const char *check_program(const KipProgram *program);

#endif
