/* kip: dynamic characters in plain C. The umbrella header names what one embeds: models and their dynamics, simulations,
 * characters, worlds, recordings, scenes. That is installed, and the shared library exports just what it declares; the rest is
 * internal. */
#ifndef KIP_H
#define KIP_H

#include "dynamics/base.h"
#include "dynamics/batch.h"
#include "dynamics/dynamics.h"
#include "dynamics/joint_forces.h"
#include "dynamics/model.h"
#include "dynamics/random.h"
#include "dynamics/scalar.h"
#include "dynamics/sim.h"
#include "dynamics/types.h"

#include "control/beat.h"
#include "control/blend.h"
#include "control/carry.h"
#include "control/character.h"
#include "control/hold.h"
#include "control/ik.h"
#include "control/keys.h"
#include "control/loads.h"
#include "control/motion.h"
#include "control/parts.h"
#include "control/play.h"
#include "control/pose.h"
#include "control/sequence.h"
#include "control/stance.h"
#include "control/timed.h"
#include "control/track.h"
#include "control/velocity.h"
#include "control/wbc.h"

#include "supervisor/plugin.h"
#include "supervisor/sensors.h"
#include "supervisor/supervisor.h"
#include "supervisor/world.h"

#include "io/formats/mjcf.h"
#include "io/formats/mjcf_write.h"
#include "io/formats/pose_file.h"
#include "io/pictures/chart.h"
#include "io/pictures/gltf.h"
#include "io/pictures/page.h"
#include "io/record/bvh.h"
#include "io/record/csv.h"
#include "io/record/quantity.h"
#include "io/record/recording.h"
#include "io/record/recording_file.h"
#include "io/scene/scene.h"

#endif
