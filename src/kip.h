/* kip: dynamic characters in plain C. The umbrella header: what it includes is public, the rest is
 * internal. */
#ifndef KIP_H
#define KIP_H

#include "dynamics/base.h"
#include "dynamics/dynamics.h"
#include "dynamics/model.h"
#include "dynamics/random.h"
#include "dynamics/scalar.h"
#include "dynamics/sim.h"
#include "dynamics/types.h"

#include "control/character.h"
#include "control/hold.h"
#include "control/ik.h"
#include "control/law.h"
#include "control/loads.h"
#include "control/motion.h"
#include "control/pose.h"
#include "control/sequence.h"

#include "supervisor/cmaes.h"
#include "supervisor/plugin.h"
#include "supervisor/supervisor.h"
#include "supervisor/svm.h"
#include "supervisor/world.h"

#include "io/formats/bvh.h"
#include "io/formats/clip.h"
#include "io/formats/clip_body.h"
#include "io/formats/csv.h"
#include "io/formats/mjcf.h"
#include "io/formats/mjcf_write.h"
#include "io/formats/pose_file.h"
#include "io/formats/recording.h"
#include "io/formats/retarget.h"
#include "io/formats/svm_file.h"
#include "io/pictures/chart.h"
#include "io/pictures/page.h"
#include "io/script/scene.h"
#include "io/search/parallel.h"
#include "io/search/params.h"
#include "io/search/sweep.h"
#include "io/search/trial.h"
#include "io/search/tuner.h"

#endif
