/* Writes a .glb file: a header, the JSON, the numbers. They are gathered in memory because the header has the file's
 * length. */
#include "gltf.h"

#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "gltf_parts.h"
#include "../record/recording_parts.h"

/* Single precision distinguishes times at 60 a second up to 2^18 s. */
static const size_t MOST_FRAMES = (size_t)KIP_RECORDING_RATE << 18;

static KipStatus no_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                    "out of memory while writing glTF; write a shorter recording");
}

static size_t padded(size_t size)
{
    return (size + 3) / 4 * 4;
}

static void put_u32(FILE *stream, size_t value)
{
    for (int i = 0; i < 4; i++)
        fputc((int)(value >> 8 * i & 255), stream);
}

static void put_chunk(FILE *stream, const char *type, const void *bytes, size_t size, int padding)
{
    put_u32(stream, padded(size));
    fwrite(type, 1, 4, stream);
    fwrite(bytes, 1, size, stream);
    for (size_t i = size; i < padded(size); i++)
        fputc(padding, stream);
}

/* -- what is gathered ------------------------------------------------------------------------------------ */

static void *take(Gltf *g, size_t n, size_t size)
{
    void *memory = kip_resize(g->recording->allocator, NULL, 0, n * size);
    g->no_memory = g->no_memory || !memory;
    return memory;
}

static void gather(Gltf *g)
{
    const size_t nbody = (size_t)g->model->nbody;
    g->rest = take(g, nbody, sizeof *g->rest);
    g->solid = take(g, 1, sizeof *g->solid);
    g->motion = take(g, g->grid->nframe, GLTF_MOTION * sizeof *g->motion);
    if (g->no_memory)
        return;
    kip_gltf_add_bodies(g);
    kip_gltf_add_motion(g);
    kip_gltf_add_shapes(g);
}

static void release(Gltf *g)
{
    for (size_t i = 0; i < g->nskin; i++)
        kip_recording_drop_text(g->recording, g->skin[i].name);
    const size_t nbody = (size_t)g->model->nbody;
    const struct {
        void *array;
        size_t size;
    } owned[] = {
        {g->rest, nbody * sizeof *g->rest},
        {g->solid, sizeof *g->solid},
        {g->motion, g->grid->nframe * GLTF_MOTION * sizeof *g->motion},
        {g->bytes, g->byte_capacity},
        {g->accessor, g->accessor_capacity * sizeof *g->accessor},
        {g->node, g->node_capacity * sizeof *g->node},
        {g->primitive, g->primitive_capacity * sizeof *g->primitive},
        {g->mesh, g->mesh_capacity * sizeof *g->mesh},
        {g->skin, g->skin_capacity * sizeof *g->skin},
        {g->material, g->material_capacity * sizeof *g->material},
        {g->channel, g->channel_capacity * sizeof *g->channel},
    };
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        if (owned[i].array)
            kip_resize(g->recording->allocator, owned[i].array, owned[i].size, 0);
}

/* -- the file -------------------------------------------------------------------------------------------- */

/* Returns the JSON as text, to be freed by the caller; NULL when out of memory. */
static char *make_text(Gltf *g, size_t *length)
{
    char *text = NULL;
    FILE *stream = open_memstream(&text, length);
    if (!stream)
        return NULL;
    kip_gltf_print(stream, g);
    kip_close_memory(stream, &text);
    return text;
}

static KipStatus write_file(FILE *stream, const Gltf *g, const char *text, size_t length, KipError *error)
{
    const size_t header = 12, chunk = 8;
    size_t size = header + chunk + padded(length) + (g->nbyte ? chunk + padded(g->nbyte) : 0);
    if (size > UINT32_MAX || g->grid->nframe > MOST_FRAMES)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the recording is too long for glTF, "
                        "whose files end at 4 GB and whose times are single precision; "
                        "write a shorter one");
    fputs("glTF", stream);
    put_u32(stream, 2);
    put_u32(stream, size);
    put_chunk(stream, "JSON", text, length, ' ');
    if (g->nbyte)
        put_chunk(stream, "BIN", g->bytes, g->nbyte, 0);
    return KIP_OK;
}

static KipStatus make_file(FILE *stream, Gltf *g, KipError *error)
{
    gather(g);
    if (g->no_memory)
        return no_memory(error);
    if (g->not_finite)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a position or size in the recording is not finite in single precision, "
                        "which glTF has");
    size_t length = 0;
    char *text = make_text(g, &length);
    if (!text)
        return no_memory(error);
    KipStatus status = write_file(stream, g, text, length, error);
    free(text);
    return status;
}

KipStatus kip_gltf_write(FILE *stream, const KipRecording *recording, KipError *error)
{
    KipRecording *grid;
    KipStatus status = kip_recording_resample(recording, &grid, error);
    if (status != KIP_OK)
        return status;
    Gltf g = {.recording = recording, .model = recording->model, .grid = grid, .time = -1};
    status = make_file(stream, &g, error);
    release(&g);
    kip_recording_destroy(grid);
    return status;
}
