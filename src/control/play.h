/* Playback of a motion by a character: place and heading, blends, loops (HYB.3). It computes states and changes none.
 *
 *     kip_play_create(model, first, njoint, dynamics, allocator, &play, &error);
 *     KipPlayDef def = kip_play_def();
 *     kip_play_begin(play, motion, &def, q, v, now, &error);     // from the state it is in
 *     kip_play_sample(play, now + 0.005, q, v);                  // where its joints are then
 *
 * The motion is rotated about the vertical and moved over the ground so that its first frame lies on the state it begins from;
 * the remaining difference vanishes within the blend. Meanwhile no part is deeper in the floor than 28 mm, or, where it began
 * deeper, than 2 mm more than then, and 0.15 s later than 28 mm: the root is raised. A motion that loops begins again at
 * the place it has reached. The last motion is kept until another begins, which may begin from its end.
 */
#ifndef KIP_CONTROL_PLAY_H
#define KIP_CONTROL_PLAY_H

#include "../dynamics/dynamics.h"
#include "blend.h"
#include "motion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipPlay KipPlay;

typedef struct KipPlayDef {
    double start; /* s of the motion, where it begins: 0 */
    double blend; /* s: 0.5; 0: immediate */
    double floor; /* m: how high in the world the motion's floor is: 0 */
    int how; /* KipBlend: KIP_BLEND_WINDOW; of a window only where the state is that of the motion played before,
                    * else as by KIP_BLEND_HERMITE */
    int loop; /* whether it begins again at its end */
    /* For a motion that begins at 0 s: whether its origin and x axis, rather than its first frame, are laid
     * onto the root's place and heading, so that a walk along a path keeps the path's direction. */
    int by_origin;
} KipPlayDef;

KipPlayDef kip_play_def(void);

/* Of joints [first, first + njoint), one character's, the first its root's. The model and its dynamics, which others may use
 * too, since it is set before it is used, must outlive it. allocator NULL is libc. KIP_NO_MEMORY. */
KipStatus kip_play_create(const KipModel *model, int first, int njoint, KipDynamics *dynamics,
                          const KipAllocator *allocator, KipPlay **play, KipError *error);
void kip_play_destroy(KipPlay *play); /* with NULL it does nothing */

/* Begins a motion of the same model, which must outlive `play`, at `time`, from the state q (nq), v (nv). KIP_BAD_USE for a
 * motion of another model and for invalid numbers; the motion played before then continues. */
KipStatus kip_play_begin(KipPlay *play, const KipMotion *motion, const KipPlayDef *def, const double *q,
                         const double *v, double time, KipError *error);
/* s of the motion at this time of the clock, within its duration. */
double kip_play_time(const KipPlay *play, double time);
/* Whether it has come to its end; never for one that loops. */
bool kip_play_is_over(const KipPlay *play, double time);

/* Passes the ends of a motion that loops: once a control period, before kip_play_sample. */
void kip_play_update(KipPlay *play, double time);
/* The joints' coordinates and rates at a time that is not before the last update; other numbers stay. After the end of a
 * motion that does not loop, its last frame at rest. */
void kip_play_sample(const KipPlay *play, double time, double *q, double *v);

#ifdef __cplusplus
}
#endif
#endif
