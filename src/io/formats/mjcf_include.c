/* <include file="..."/>: the children of the named file's root replace the element. As in MuJoCo, names are relative to the
 * folder of the main file, and each file may be included only once. */
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "mjcf_parts.h"

enum { LONGEST_NAME = 4096 };

/* The path of `file` relative to the main file's folder, unless it is absolute. */
static const char *resolve(KipMjcf *m, const char *path, const char *file)
{
    size_t folder = file[0] == '/' ? 0 : (size_t)(kip_file_base(path) - path);
    char *resolved = kip_mjcf_take(m, (int)(folder + strlen(file) + 1), 1);
    if (resolved) {
        memcpy(resolved, path, folder);
        strcpy(resolved + folder, file);
    }
    return resolved;
}

/* Adds a file to those read; fails where it was read before. */
static void remember(KipMjcf *m, KipPlace place, const char *path)
{
    KipMjcfSource *source;
    for (source = m->sources; source; source = source->next)
        if (strcmp(source->path, path) == 0)
            kip_mjcf_fail(m, place, "'%.200s' is included a second time; a file is included once", path);
    source = kip_mjcf_take(m, 1, sizeof *source);
    if (source) {
        source->path = path;
        source->next = m->sources;
        m->sources = source;
    }
}

static void check_include(KipMjcf *m, const KipXmlElement *e)
{
    for (const KipXmlAttribute *a = e->attribute; a; a = a->next)
        if (strcmp(a->name, "file") != 0)
            kip_mjcf_fail(m, kip_xml_attribute_place(e, a),
                          "<include> has file=\"...\" and no other attribute");
    kip_mjcf_require(m, e, "file");
    if (m->status == KIP_OK && strlen(kip_mjcf_text(e, "file")) > LONGEST_NAME)
        kip_mjcf_fail(m, kip_mjcf_place(e, "file"), "this file's name is longer than %d bytes", LONGEST_NAME);
    if (e->first || e->text)
        kip_mjcf_fail(m, kip_xml_place(e), "<include> has something in it; it must be empty");
}

/* Reads the file that e names; returns its root, or NULL after a failure. */
static KipXmlElement *read_included(KipMjcf *m, const KipXmlElement *e, const char *path)
{
    KipXmlElement *root = NULL;
    KipError error = {.message = ""};
    const char *file;
    char *text;
    size_t size;
    check_include(m, e);
    if (m->status != KIP_OK || !(file = resolve(m, path, kip_mjcf_text(e, "file"))))
        return NULL;
    remember(m, kip_mjcf_place(e, "file"), file);
    if (m->status == KIP_OK && kip_file_read(file, &text, &size, &error) != KIP_OK) {
        kip_mjcf_fail(m, kip_mjcf_place(e, "file"), "'%.200s' cannot be included: %.200s", file,
                      error.message);
    } else if (m->status == KIP_OK) {
        m->status = kip_xml_parse(m->arena, text, size, file, &root, m->error);
        free(text);
    }
    if (root && root->text) {
        KipPlace place = {root->file, root->text_line, root->text_column};
        kip_mjcf_fail(m, place, "text stands in <%.60s>, where only elements can: '%.40s'", root->name,
                      root->text);
    }
    if (root && !root->first)
        kip_mjcf_fail(m, kip_mjcf_place(e, "file"), "'%.200s' has nothing to include in its <%.60s>", file,
                      root->name);
    return m->status == KIP_OK ? root : NULL;
}

/* Inserts the children of `root` after e, as its siblings. */
static void splice(KipXmlElement *e, KipXmlElement *root)
{
    KipXmlElement *parent = e->parent, **link = &parent->first;
    for (KipXmlElement *child = root->first; child; child = child->next)
        child->parent = parent;
    while (*link != e)
        link = &(*link)->next;
    *link = root->first;
    root->last->next = e->next;
    if (parent->last == e)
        parent->last = root->last;
}

void kip_mjcf_include(KipMjcf *m, const char *path)
{
    KipXmlElement *e = m->root;
    remember(m, kip_nowhere(), path);
    while (e && m->status == KIP_OK) {
        if (strcmp(e->name, "include") == 0 && e != m->root) {
            KipXmlElement *root = read_included(m, e, path);
            if (!root)
                return;
            splice(e, root);
            e = root->first; /* which may be another <include> */
        } else {
            e = kip_xml_next(m->root, e);
        }
    }
}
