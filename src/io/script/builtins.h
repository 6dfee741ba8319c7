/* The built-in functions, types and modules of the script language, for the machine. Internal to
 * src/io/script.
 *
 * All natives of the language stand in one order: a KIP_NATIVE with an index below kip_builtin_count() is
 * kip_builtin_native(index); the host's follow. A method's signature names its object first, as self:
 * "append(self, item)", and argument[0] is it. Parameters behind "..." are given by name only; they stand
 * before the further arguments in argument[]: print(..., sep=' ', end='\n') is called with sep, end, first,
 * second ...
 */
#ifndef KIP_IO_SCRIPT_BUILTINS_H
#define KIP_IO_SCRIPT_BUILTINS_H

#include "machine.h"

int kip_builtin_count(void);
const KipNativeDef *kip_builtin_native(int index);

/* The names that every module knows: *name, which ends with 0 or '(', and *value (a native or a KIP_TYPE) of
 * the i-th; false behind the last. */
bool kip_builtin_global(int i, const char **name, KipValue *value);

/* What runs when a KIP_TYPE is called, int("3"): a native, or KIP_ABSENT where the type cannot be made so. */
KipValue kip_type_maker(KipValueType type);

/* "int", "str", "NoneType": also the __name__ of a KIP_TYPE. */
const char *kip_type_spelling(KipValueType type);

/* Puts the contents of `import math` and `import random` into a dict, by name. */
bool kip_math_fill(KipMachine *machine, KipValue dict);
bool kip_random_fill(KipMachine *machine, KipValue dict);

/* v.x, v.y, v.z; false, with nothing told, for another name. */
bool kip_vector_attribute(KipMachine *machine, KipValue vector, const char *name, KipValue *value);

/* -- what the builtins ask of the machine (machine.c, class.c) ------------------------------------------- */

const KipNativeDef *kip_machine_native(const KipMachine *machine, uint32_t index);
const KipHandleKind *kip_machine_kind(const KipMachine *machine, uint32_t index);
void *kip_machine_user(const KipMachine *machine);
void kip_machine_print(KipMachine *machine, const char *text, size_t size); /* to def.print */
const char *kip_function_name(KipMachine *machine, KipValue function);      /* of its code */
const char *kip_module_name(KipMachine *machine, KipValue module);          /* the stem of its file; "math" */

#endif
