/* The passes in eight lanes. */
#define KIP_LANE_COUNT 8
#include "lanes.c"
