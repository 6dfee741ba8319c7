/* What the two halves of the reader of ASF share. Internal. */
#ifndef KIP_IO_FORMATS_ASF_PARTS_H
#define KIP_IO_FORMATS_ASF_PARTS_H

#include "clip.h"
#include "../text/words.h"

enum { KIP_ASF_LIMITS = 2 * KIP_BONE_CHANNELS, KIP_ASF_ROOT = 0, KIP_ASF_NONE = -1 };

/* A bone as the file says it; the root is the first. */
typedef struct KipAsfPart {
    const char *name;
    KipWords at; /* its name, for messages */
    int parent, first_child, last_child, sibling;
    KipVec3 place;   /* direction, or the root's position */
    double length;   /* negative: not said */
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
    int last; /* the part that was found last */
    bool has_root, has_bones, has_hierarchy;
} KipAsfReader;

/* The part that the current word names, or KIP_ASF_NONE. */
int kip_asf_find(KipAsfReader *reader);
/* From behind :hierarchy past its end. */
void kip_asf_read_hierarchy(KipAsfReader *reader);
/* The clip's bones from the parts, all of which must hang from the root. */
void kip_asf_make_bones(KipAsfReader *reader);

#endif
