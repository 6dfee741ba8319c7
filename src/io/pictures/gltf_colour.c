/* Materials, each once: colours are those of the palette. */
#include <string.h>

#include "gltf_parts.h"
#include "palette.h"
#include "../record/recording_parts.h"

int kip_gltf_add_material(Gltf *g, const KipGeom *geom)
{
    const KipVec3 light = kip_palette_light(g->model, (int)(geom - g->model->geom));
    GltfMaterial made = {{light.x, light.y, light.z, fmin(fmax(geom->rgba[3], 0), 1)}};
    for (size_t i = 0; i < g->nmaterial; i++)
        if (memcmp(&g->material[i], &made, sizeof made) == 0)
            return (int)i;
    GltfMaterial *list =
        kip_recording_grow(g->recording, g->material, &g->material_capacity, sizeof *list, g->nmaterial + 1);
    if (!list) {
        g->no_memory = true;
        return -1;
    }
    g->material = list;
    list[g->nmaterial] = made;
    return (int)g->nmaterial++;
}
