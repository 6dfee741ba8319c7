/* The model's custom data, <custom> of MJCF: the names that kip reads, and their meanings. Internal.
 *
 *     numbers  limit_spring         b (1/rad) and damping (N m s/rad, for a = 20) of the joints' limits
 *              limit_spring/JOINT   the same of a spring inside its range, which begins at two angles (rad); the range itself holds
 *              swing_twist/JOINT    of a ball: the largest swing about x and y, the least and the largest twist; rad
 *              strength_JOINT       replaces that of its motors: the least and the largest torque, N m; of a ball the largest
 *                                   about x, y and z either way, or the least and the largest about x, then y, then z
 *              muscle               of all its joints: the time (s) in which a torque rises from zero to the strength, that in which
 *                                   it falls back, and the speed (rad/s) at which it vanishes; 0 each: no such bound
 *     texts    feet hands head hips knees    the bodies that are these parts
 *              alias/NAME           the body that has this second name
 *              geoms/GROUP/NAME     a set of geoms
 *              pool                 bodies that are absent at the start
 *
 * In a model of several files each name may have a prefix, PREFIX/limit_spring: it applies to names that begin with PREFIX/. Data
 * with other names is not read, and is kept.
 */
#ifndef KIP_DYNAMICS_CUSTOM_H
#define KIP_DYNAMICS_CUSTOM_H

#include <stddef.h>

#include "model.h"

typedef enum KipCustomKey {
    KIP_CUSTOM_LIMIT_SPRING,
    KIP_CUSTOM_INNER_SPRING,
    KIP_CUSTOM_SWING_TWIST,
    KIP_CUSTOM_STRENGTH,
    KIP_CUSTOM_MUSCLE,
    KIP_CUSTOM_FEET, /* the parts, in the order of KipPart */
    KIP_CUSTOM_HANDS,
    KIP_CUSTOM_HEAD,
    KIP_CUSTOM_HIPS,
    KIP_CUSTOM_KNEES,
    KIP_CUSTOM_ALIAS,
    KIP_CUSTOM_GEOMS,
    KIP_CUSTOM_POOL,
    KIP_CUSTOM_KEYS /* somebody else's */
} KipCustomKey;

/* How each begins: "feet", "geoms/", "strength_". */
extern const char *const kip_custom_word[KIP_CUSTOM_KEYS];

/* The parts of a custom's name: PREFIX/, the key's word, the rest (JOINT, NAME or GROUP/NAME, else ""). */
typedef struct KipCustomName {
    KipCustomKey key;
    size_t prefix; /* its length, with the slash */
    const char *rest;
} KipCustomName;

KipCustomName kip_custom_name(const KipCustom *custom);
/* Whether `full` is the custom's prefix, of the length that kip_custom_name gave, followed by these n
 * characters. */
bool kip_custom_names(const KipCustom *custom, size_t prefix, const char *word, size_t n, const char *full);
/* The joint that each custom's name ends with [ncustom], njoint where it is none; and the least and the greatest torque or force of
 * the actuator of each axis [2 nv], N m or N: those of its joint, or of a strength_JOINT. */
void kip_custom_find(const KipModel *model, int *joint, double *strength);
/* The next word of a text that lists names: moves *word there, *n is its length; false at the end. Begin with n = 0. */
bool kip_custom_next(const char **word, size_t *n);

/* The numbers of all joints make sense, or KIP_BAD_INPUT. joint: by kip_custom_find. */
KipStatus kip_custom_check(const KipModel *model, const int *joint, KipError *error);

#endif
