/* kip: dynamic characters in plain C. The umbrella header. */
#ifndef KIP_H
#define KIP_H

#include "dynamics/base.h"
#include "dynamics/dynamics.h"
#include "dynamics/model.h"
#include "dynamics/random.h"
#include "dynamics/scalar.h"
#include "dynamics/sim.h"
#include "dynamics/types.h"
#include "io/formats/mjcf.h"

#endif
