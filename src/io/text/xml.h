/* A small XML reader: a whole text becomes a tree of elements and attributes, each with its place. Internal.
 *
 *     KipArena *arena = kip_arena_create(NULL);
 *     KipXmlElement *root;
 *     status = kip_xml_parse(arena, text, size, "robot.xml", &root, &error);
 *     for (KipXmlElement *e = root->first; e; e = e->next)
 *         puts(e->name);
 *     kip_arena_destroy(arena);       // the whole tree
 *
 * Read: elements, attributes, comments, processing instructions, CDATA, the five entities and numeric ones, a
 * UTF-8 byte order mark, any line ends. A document type is skipped. No function is recursive, so that deep
 * nesting takes no stack.
 */
#ifndef KIP_IO_TEXT_XML_H
#define KIP_IO_TEXT_XML_H

#include "../../dynamics/arena.h"

typedef struct KipXmlAttribute {
    const char *name, *value; /* value: entities replaced, line ends and tabs as spaces */
    int line, column;         /* of the name */
    struct KipXmlAttribute *next;
} KipXmlAttribute;

typedef struct KipXmlElement {
    const char *name;
    const char *file; /* as given to kip_xml_parse, a copy */
    int line, column; /* of its '<' */
    KipXmlAttribute *attribute;
    struct KipXmlElement *parent, *first, *last, *next; /* first and last child, next sibling */
    const char *text; /* the first text in it that is not blank, up to the next '<'; NULL for none */
    int text_line, text_column; /* of its first character that is not blank */
    int kind, index;            /* for the caller's use, 0 at first */
} KipXmlElement;

/* Parses `text` into a tree in the arena. Lines and columns count from 1, columns in characters. Fails where the text is
 * not well-formed, with the place, or memory ran out. */
KipStatus kip_xml_parse(KipArena *arena, const char *text, size_t size, const char *file,
                        KipXmlElement **root, KipError *error);

/* Returns NULL where the element has no such attribute. */
const KipXmlAttribute *kip_xml_attribute(const KipXmlElement *element, const char *name);

KipPlace kip_xml_place(const KipXmlElement *element);
KipPlace kip_xml_attribute_place(const KipXmlElement *element, const KipXmlAttribute *attribute);

/* The next element in document order within `top`, children first; NULL after the last. */
KipXmlElement *kip_xml_next(const KipXmlElement *top, KipXmlElement *element);
/* The same, skipping the children of `element`. */
KipXmlElement *kip_xml_skip(const KipXmlElement *top, KipXmlElement *element);

#endif
