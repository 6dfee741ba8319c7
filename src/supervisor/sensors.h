/* What a character senses of itself (VST.3): kip_world_sensors of world.h gives it, computed once for each
 * state of the world that is asked for, so that all skills of a control period share it.
 *
 *     const KipSensors *s = kip_world_sensors(world, member);
 *     if (s->capture_margin < 0 && s->part[KIP_HIPS].ntouching == 0)
 *         ... it must step, and does not sit ...
 *
 * The ground is whatever stands still: floors, walls, stairs.
 */
#ifndef KIP_SUPERVISOR_SENSORS_H
#define KIP_SUPERVISOR_SENSORS_H

#include "../control/character.h"
#include "../control/parts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most corners of a support polygon; the most bodies that are one part of a character. */
enum { KIP_HULL = 64, KIP_PART_BODIES = 16 };

typedef struct KipPartSensor {
    int n;
    int body[KIP_PART_BODIES]; /* [n] feet, for example, in the order of the model's text */
    /* bit i: body i, or what belongs to it, touches the ground, now or in a step since the last control
     * period began */
    unsigned touching;
    int ntouching; /* number of those that touch */
} KipPartSensor;

typedef struct KipSensors {
    /* of the present state; world, m, m/s, N, rad */
    KipVec3 com, com_velocity;
    KipVec3 root, root_velocity; /* the root's centre of mass */
    KipVec3 facing, up;          /* the root's x and z axes, unit */
    double tilt;                 /* between `up` and the vertical */
    int nsupport; /* the hull of where the feet touch the ground, seen from above, counter-clockwise */
    double support_x[KIP_HULL], support_y[KIP_HULL];
    double margin; /* of the centre of mass in it, see kip_hull_margin */
    /* the mean of the centres of mass of those feet that touch the ground; of all where none does, the
     * root where there are none */
    KipVec3 feet;
    /* its height: the mean of the points where feet touch it, else where anything of the character does,
     * else that of its lowest body */
    double ground;
    KipVec3 capture;                   /* kip_capture_point */
    double capture_margin;             /* of that point in the hull */
    KipPartSensor part[KIP_PARTS];     /* KIP_FEET to KIP_KNEES */
    double foot_load[KIP_PART_BODIES]; /* what presses each foot onto the ground */
    /* of the last control period; 0 before the second one, and anew after the character was thrown */
    KipVec3 com_acceleration, root_acceleration; /* m/s^2: by differences over periods, low-pass of 20 ms */
    double
        filtered_foot_load[KIP_PART_BODIES]; /* low-pass of 10 ms; the load itself while the others are 0 */
} KipSensors;

/* VST.6: xi = c + c' sqrt(h / g), h the height of c above the ground (at least 0), on the ground: where a
 * foot must be for c to come to rest above it (Pratt et al. 2006). gravity: m/s^2, downwards; where it is
 * not, xi is below c. */
KipVec3 kip_capture_point(KipVec3 com, KipVec3 velocity, double ground, double gravity);

/* VST.3: the mean over n joints (hinges and balls of the character) of their distances from a pose of its set, or, for pose
 * -1 and joints that the pose does not name, from the model's reference; rad. */
double kip_posture(const KipCharacter *character, const KipSim *sim, const int *joint, int n, int pose);

/* -- hulls (hull.c) -------------------------------------------------------------------------------------- */

/* The distance (m) of a point from the edges of a hull: positive inside (VST.3). Of fewer than 3 corners:
 * minus the distance to what there is, -infinity of none. */
double kip_hull_margin(const double *x, const double *y, int n, double px, double py);
/* Reduces n points in place to their convex hull, counter-clockwise from the lowest x; returns the number that remain. */
int kip_hull(double *x, double *y, int n);

#ifdef __cplusplus
}
#endif
#endif
