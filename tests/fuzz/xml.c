/* The reader of XML: all elements are met in order, each with its place. */
#include "fuzz.h"
#include "io/text/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    KipArena *arena = kip_arena_create(NULL);
    KipXmlElement *root = NULL;
    KipError error;
    must_tell(kip_xml_parse(arena, (const char *)data, size, "fuzz.xml", &root, &error), root, &error);
    for (KipXmlElement *e = root; e; e = kip_xml_next(root, e)) {
        must(e->name[0] && e->line > 0 && e->column > 0, "an element without name or place");
        for (KipXmlAttribute *a = e->attribute; a; a = a->next)
            must(kip_xml_attribute(e, a->name) && a->value && a->line >= e->line,
                 "an attribute that is not found");
    }
    kip_arena_destroy(arena);
    return 0;
}
