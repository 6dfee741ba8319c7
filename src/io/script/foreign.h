/* Names and modules of Python that scripts do not have, and what to write instead. */
#ifndef KIP_IO_SCRIPT_FOREIGN_H
#define KIP_IO_SCRIPT_FOREIGN_H

/* The end of an error message for a name or module that scripts lack, which says what to write instead; NULL for unknown
 * ones. */
const char *kip_foreign_name(const char *name);
const char *kip_foreign_module(const char *name);
/* The same for an attribute of a module that exists in both languages. */
const char *kip_foreign_attribute(const char *module, const char *name);

#endif
