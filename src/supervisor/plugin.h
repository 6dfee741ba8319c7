/* Skills written in C and loaded from a shared object:
 *
 *     static KipStatus step(KipWorld *world, int member, void *memory, KipError *error)
 *     {
 *         return kip_character_set_target_pose(kip_world_character(world, member), "Crouch", 0.4, error);
 *     }
 *
 *     static const KipPlugin crouch = {.version = KIP_PLUGIN_VERSION, .name = "crouch", .step = step};
 *
 *     const KipPlugin *kip_plugin(void)
 *     {
 *         return &crouch;
 *     }
 *
 * built by cc -shared -fPIC $(pkg-config --cflags kip) crouch.c -o crouch.so, used by skeleton.addSkill("crouch.so") in
 * kip run --plugins. A program of one's own that loads plug-ins says so (KipSceneData) and is linked with the shared
 * library, or with libkip.a and -rdynamic. The functions mean what those of KipSkill do. All that a plug-in remembers belongs in `memory`, plain data without
 * pointers: it begins as zeros and is saved with the world.
 */
#ifndef KIP_SUPERVISOR_PLUGIN_H
#define KIP_SUPERVISOR_PLUGIN_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KIP_PLUGIN_VERSION = 1 };

typedef struct KipPlugin {
    int version; /* KIP_PLUGIN_VERSION */
    const char *name;
    size_t memory; /* bytes */
    KipStatus (*bid)(KipWorld *world, int member, void *memory, bool commanded, bool *bids, double *score,
                     char reason[KIP_REASON_SIZE], KipError *error);
    KipStatus (*check)(KipWorld *world, int member, void *memory, KipCheck *check,
                       char reason[KIP_REASON_SIZE], KipError *error);
    KipStatus (*start)(KipWorld *world, int member, void *memory, KipError *error);
    KipStatus (*step)(KipWorld *world, int member, void *memory, KipError *error);
    void (*end)(KipWorld *world, int member, void *memory);
} KipPlugin;

/* The function that the shared object must export. */
typedef const KipPlugin *(*KipPluginFunction)(void);
#define KIP_PLUGIN_SYMBOL "kip_plugin"

#ifdef __cplusplus
}
#endif
#endif
