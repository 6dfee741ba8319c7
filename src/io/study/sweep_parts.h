/* Shared by the files of a sweep's table. Internal. */
#ifndef KIP_IO_STUDY_SWEEP_PARTS_H
#define KIP_IO_STUDY_SWEEP_PARTS_H

#include "study_file.h"
#include "sweep.h"

/* Writes the lines of the design, which is a KipSweepDesign (sweep_head.c). */
void kip_sweep_write_head(const void *asked, FILE *stream);

#endif
