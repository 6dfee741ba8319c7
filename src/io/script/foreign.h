/* Names and modules of Python that scripts do not have, and what to write instead. */
#ifndef KIP_IO_SCRIPT_FOREIGN_H
#define KIP_IO_SCRIPT_FOREIGN_H

/* The rest of a sentence that says that there is no such name, or module; NULL: it is nothing known. */
const char *kip_foreign_name(const char *name);
const char *kip_foreign_module(const char *name);
/* Of a module that both have. */
const char *kip_foreign_attribute(const char *module, const char *name);

#endif
