/* Shared by the two files of the reader of ASF. Internal. */
#ifndef KIP_IO_FORMATS_ASF_PARTS_H
#define KIP_IO_FORMATS_ASF_PARTS_H

#include "clip.h"
#include "../text/words.h"

enum { KIP_ASF_LIMITS = 2 * KIP_BONE_CHANNELS, KIP_ASF_ROOT = 0, KIP_ASF_NONE = -1 };

/* A bone as written in the file; the root is the first. */
typedef struct KipAsfPart {
    const char *name;
    KipWords at; /* its name, for messages */
    int parent, first_child, last_child, sibling;
    KipVec3 place;   /* direction, or the root's position */
    double length;   /* negative where it is not given */
    double angle[3]; /* of `axis`, as written */
    int order[3];    /* of their axes */
    int ndof, nlimit;
    KipChannel dof[KIP_BONE_CHANNELS];
    double limit[KIP_ASF_LIMITS];
} KipAsfPart;

typedef struct KipAsfReader {
    KipWords w;
    KipClip *clip;
    KipAsfPart *part;
    int npart, room;
    int last; /* the part found last */
    bool has_root, has_bones, has_hierarchy;
} KipAsfReader;

/* The part named by the current word, or KIP_ASF_NONE. */
int kip_asf_find(KipAsfReader *reader);
/* Reads the section :hierarchy, from behind its keyword. */
void kip_asf_read_hierarchy(KipAsfReader *reader);
/* Makes the clip's bones of the parts, all of which must be descendants of the root. */
void kip_asf_make_bones(KipAsfReader *reader);

#endif
