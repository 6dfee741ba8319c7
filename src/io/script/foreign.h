/* Names and modules of Python that scripts do not have, and what to write instead. */
#ifndef KIP_IO_SCRIPT_FOREIGN_H
#define KIP_IO_SCRIPT_FOREIGN_H

/* What to write instead of a name or module that scripts do not have: the end of a sentence. NULL for an unknown one. */
const char *kip_foreign_name(const char *name);
const char *kip_foreign_module(const char *name);
/* The same for an attribute of a module that both languages have. */
const char *kip_foreign_attribute(const char *module, const char *name);

#endif
