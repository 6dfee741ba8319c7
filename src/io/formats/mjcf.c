/* The entry points of the MJCF reader: from files and texts to a builder or a model. Its steps are in mjcf_parts.h. */
#include "mjcf.h"

#include <stdlib.h>

#include "../text/file.h"
#include "mjcf_parts.h"

static void read_model(KipMjcf *m, const char *name, KipBuilder *builder, const char *prefix, KipVec3 pos,
                       KipQuat quat)
{
    static void (*const steps[])(KipMjcf *) = {kip_mjcf_check, kip_mjcf_read_settings, kip_mjcf_read_bodies,
                                               kip_mjcf_read_motors, kip_mjcf_read_keys};
    kip_mjcf_include(m, name);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && m->status == KIP_OK; i++)
        steps[i](m);
    if (m->status == KIP_OK)
        kip_mjcf_emit(m, builder, prefix, pos, quat);
}

KipStatus kip_mjcf_add_text(KipBuilder *builder, const char *text, size_t size, const char *name,
                            const char *prefix, KipVec3 pos, KipQuat quat, KipNotes *notes, KipError *error)
{
    KipMjcf m = {.error = error, .notes = notes, .arena = kip_arena_create(NULL)};
    if (!m.arena)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading the model");
    m.status = kip_xml_parse(m.arena, text, size, name, &m.root, error);
    if (m.status == KIP_OK)
        read_model(&m, name, builder, prefix, pos, quat);
    if (m.status == KIP_OK && kip_builder_lacks_memory(builder))
        m.status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading the model");
    kip_arena_destroy(m.arena);
    return m.status;
}

KipStatus kip_mjcf_add_file(KipBuilder *builder, const char *path, const char *prefix, KipVec3 pos,
                            KipQuat quat, KipNotes *notes, KipError *error)
{
    char *text;
    size_t size;
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_mjcf_add_text(builder, text, size, path, prefix, pos, quat, notes, error);
    free(text);
    return status;
}

/* Makes the model of a builder that holds one file, unless `status` is a failure. */
static KipStatus finish(KipBuilder *builder, KipStatus status, KipModel **model, KipError *error)
{
    if (status == KIP_OK)
        return kip_builder_finish(builder, model, error);
    kip_builder_destroy(builder);
    return status;
}

KipStatus kip_mjcf_load(KipModel **model, const char *path, KipNotes *notes, KipError *error)
{
    *model = NULL;
    KipBuilder *builder = kip_builder_create(NULL);
    if (!builder)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading the model");
    return finish(builder, kip_mjcf_add_file(builder, path, "", v3_zero(), q_identity(), notes, error), model,
                  error);
}

KipStatus kip_mjcf_parse(KipModel **model, const char *text, size_t size, const char *name, KipNotes *notes,
                         KipError *error)
{
    *model = NULL;
    KipBuilder *builder = kip_builder_create(NULL);
    if (!builder)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading the model");
    return finish(builder,
                  kip_mjcf_add_text(builder, text, size, name, "", v3_zero(), q_identity(), notes, error),
                  model, error);
}
