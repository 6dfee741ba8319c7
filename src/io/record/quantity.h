/* The quantities of a recording's frames, one number each, by name: for plots, tables and the page.
 *
 *     KipQuantities *all;
 *     kip_quantities_create(recording->model, NULL, &all, &error);
 *     const KipQuantity *knee = kip_quantities_find(all, "knee_flex_l.torque", 18);
 *     double tau = kip_quantity_value(recording, frame, knee);
 *     kip_quantities_destroy(all);
 *
 *     time                               s
 *     com.x .y .z                        centre of mass of all that moves, m
 *     cop.x .y                           centre of pressure, m; NAN where nothing is pressed
 *     normal contact force               sum of the normal parts of what comes from things that stand still, N
 *     kinetic energy, potential energy, elastic energy, work of drives, ...    as in csv.h, J
 *     BODY.x .y .z                       where the frame of a body that moves is, m; of one whose free joint has
 *                                        its name these are the joint's
 *     BODY.ground_fx .fy .fz             force on it from things that stand still, world axes, N
 *     BODY.contact_fx .fy .fz            force on it from all it touches, N
 *     JOINT                              coordinate of a hinge or slide; a ball has JOINT.x .y .z, its rotation
 *                                        vector; rad, m
 *     JOINT.rate .torque .target .stiffness .damping .limit_lo .limit_hi
 *                                        of the same axis (JOINT.x.rate): rad/s, N m; what the drive aims at,
 *                                        NAN where it has no stiffness; its gains and the bounds of its
 *                                        torque, infinite without any
 *     JOINT.x .y .z .qw .qx .qy .qz      of a free joint; .vx .vy .vz .wx .wy .wz its rates
 *
 * Units of slides: m, m/s, N, N/m, N s/m. */
#ifndef KIP_IO_RECORD_QUANTITY_H
#define KIP_IO_RECORD_QUANTITY_H

#include "recording.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum KipQuantityKind {
    KIP_QUANTITY_FRAME, /* a number of KipFrame, `index` its offset */
    KIP_QUANTITY_COP,
    KIP_QUANTITY_PLACE,   /* of a body, `index`; axis 0 to 2 */
    KIP_QUANTITY_GROUND,  /* the same */
    KIP_QUANTITY_CONTACT, /* the same */
    KIP_QUANTITY_Q,       /* index into q */
    KIP_QUANTITY_V,       /* into v; those below, too */
    KIP_QUANTITY_ANGLE,   /* of hinge, slide, ball */
    KIP_QUANTITY_TORQUE,
    KIP_QUANTITY_TARGET,
    KIP_QUANTITY_STIFFNESS,
    KIP_QUANTITY_DAMPING,
    KIP_QUANTITY_LIMIT_LO,
    KIP_QUANTITY_LIMIT_HI
} KipQuantityKind;

typedef struct KipQuantity {
    const char *name, *unit;
    KipQuantityKind kind;
    int index, axis;
} KipQuantity;

typedef struct KipQuantities {
    const KipModel *model;
    int n;
    const KipQuantity *item; /* [n], time first */
    struct KipArena *arena;
} KipQuantities;

/* Makes the list; the model must outlive it. KIP_NO_MEMORY. */
KipStatus kip_quantities_create(const KipModel *model, const KipAllocator *allocator,
                                KipQuantities **quantities, KipError *error);
void kip_quantities_destroy(KipQuantities *quantities); /* with NULL it does nothing */
/* Finds a quantity by its name, name[0, length). The character's prefix, up to the slash, may be left out where only one
 * character has such a quantity. Returns NULL where there is none. */
const KipQuantity *kip_quantities_find(const KipQuantities *quantities, const char *name, size_t length);

/* Returns NAN where the value is undefined: for an absent body, without pressure, without target. */
double kip_quantity_value(const KipRecording *recording, size_t frame, const KipQuantity *quantity);

/* The value of kind KIP_QUANTITY_ANGLE to KIP_QUANTITY_LIMIT_HI for degree of freedom `dof` of a hinge, slide or ball. */
double kip_recording_axis(const KipRecording *recording, size_t frame, int dof, KipQuantityKind kind);

#ifdef __cplusplus
}
#endif
#endif
