/* The numbers of a glTF file: little-endian lists, each beginning at a multiple of four bytes. */
#include <float.h>
#include <string.h>

#include "gltf_parts.h"
#include "../record/recording_parts.h"

enum { U8 = 5121, U16 = 5123, U32 = 5125, F32 = 5126 };      /* component types */
enum { NO_TARGET = 0, VERTICES = 34962, TRIANGLES = 34963 }; /* targets of buffer views */

const GltfFormat *kip_gltf_format(GltfForm form)
{
    static const GltfFormat format[] = {
        [GLTF_POSITION] = {"VEC3", F32, 4, 3, VERTICES, true, false},
        [GLTF_NORMAL] = {"VEC3", F32, 4, 3, VERTICES, false, false},
        [GLTF_JOINTS] = {"VEC4", U16, 2, 4, VERTICES, false, false},
        [GLTF_WEIGHTS] = {"VEC4", U8, 1, 4, VERTICES, false, true},
        [GLTF_INDEX] = {"SCALAR", U32, 4, 1, TRIANGLES, false, false},
        [GLTF_BIND_MATRIX] = {"MAT4", F32, 4, 16, NO_TARGET, false, false},
        [GLTF_TIME] = {"SCALAR", F32, 4, 1, NO_TARGET, true, false},
        [GLTF_VECTOR] = {"VEC3", F32, 4, 3, NO_TARGET, false, false},
        [GLTF_ROTATION] = {"VEC4", F32, 4, 4, NO_TARGET, false, false},
    };
    return &format[form];
}

size_t kip_gltf_count(const GltfAccessor *accessor)
{
    return accessor->nnumber / (size_t)kip_gltf_format(accessor->form)->n;
}

size_t kip_gltf_size(const GltfAccessor *accessor)
{
    return accessor->nnumber * (size_t)kip_gltf_format(accessor->form)->size;
}

void *kip_gltf_grow(Gltf *g, void *list, size_t *capacity, size_t size, size_t n)
{
    void *grown = kip_recording_grow(g->recording, list, capacity, size, n);
    g->no_memory = g->no_memory || !grown;
    return grown;
}

float kip_gltf_single(Gltf *g, double value)
{
    if (fabs(value) <= FLT_MAX)
        return (float)value;
    g->not_finite = true;
    return 0;
}

int kip_gltf_begin(Gltf *g, GltfForm form)
{
    GltfAccessor *accessor =
        kip_gltf_grow(g, g->accessor, &g->accessor_capacity, sizeof *accessor, g->naccessor + 1);
    if (!accessor)
        return -1;
    g->accessor = accessor;
    accessor[g->naccessor] = (GltfAccessor){.form = form, .offset = g->nbyte};
    return (int)g->naccessor++;
}

static void put_bytes(Gltf *g, uint32_t bits, int n)
{
    unsigned char *bytes = kip_gltf_grow(g, g->bytes, &g->byte_capacity, 1, g->nbyte + (size_t)n);
    if (!bytes)
        return;
    g->bytes = bytes;
    for (int i = 0; i < n; i++)
        bytes[g->nbyte++] = (unsigned char)(bits >> 8 * i & 255);
}

static void widen_range(GltfAccessor *accessor, float value)
{
    int n = kip_gltf_format(accessor->form)->n;
    size_t k = accessor->nnumber % (size_t)n;
    bool first = accessor->nnumber < (size_t)n;
    accessor->least[k] = first || value < accessor->least[k] ? value : accessor->least[k];
    accessor->most[k] = first || value > accessor->most[k] ? value : accessor->most[k];
}

void kip_gltf_put(Gltf *g, double value)
{
    if (g->no_memory)
        return;
    GltfAccessor *accessor = &g->accessor[g->naccessor - 1];
    const GltfFormat *format = kip_gltf_format(accessor->form);
    uint32_t bits = 0;
    if (format->component == F32) {
        float single = kip_gltf_single(g, value);
        memcpy(&bits, &single, sizeof bits);
        if (format->has_range)
            widen_range(accessor, single);
    } else {
        bits = (uint32_t)value;
    }
    put_bytes(g, bits, format->size);
    accessor->nnumber++;
}

void kip_gltf_put_vector(Gltf *g, KipVec3 v)
{
    KipVec3 turned = kip_gltf_vector(v);
    kip_gltf_put(g, turned.x);
    kip_gltf_put(g, turned.y);
    kip_gltf_put(g, turned.z);
}
