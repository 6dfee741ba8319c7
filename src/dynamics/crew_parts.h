/* Shared by the files of crews. Internal to crew*.c. */
#ifndef KIP_DYNAMICS_CREW_PARTS_H
#define KIP_DYNAMICS_CREW_PARTS_H

#include "lanes.h"
#include "sim_parts.h"

/* A lane that is not in use has the first world. */
static inline KipSim *in_lane(const Crew *crew, int lane)
{
    return crew->sim[lane < crew->n ? lane : 0];
}

static inline LaneStage lane_stage(const Stage *stage)
{
    const Method *method = stage->method;
    return (LaneStage){stage->index,
                       stage->h,
                       method->lead[stage->index],
                       method->weight[stage->index] * stage->h,
                       stage->told,
                       stage_half(stage),
                       false};
}

#endif
