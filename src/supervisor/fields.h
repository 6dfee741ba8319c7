/* Lists of the saved fields of a world, and of the supervisors in it. Internal. See ../dynamics/fields.h. */
#ifndef KIP_SUPERVISOR_FIELDS_H
#define KIP_SUPERVISOR_FIELDS_H

#include "../dynamics/fields.h"

/* Everything mutable but the skills' own memory, which is theirs. */
extern const KipFields kip_supervisor_fields, kip_world_fields;

#endif
