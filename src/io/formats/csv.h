/* A recording as a table: comma-separated values, one row a recorded frame, about 60 a second.
 *
 * First a line `# kip VERSION, model NAME, time step H s, hash X`, then the header with units, then the rows:
 * time, the coordinates q, the rates v, the torques of drives and limits, the centre of mass, the energies
 * and the normal force of all contacts. A hinge or slide is one column under its joint's name; a free joint
 * is joint.x .y .z .qw .qx .qy .qz and .vx .vy .vz .wx .wy .wz (no torque: nothing drives it); a ball is .qw
 * to .qz, .wx to .wz and torques .tx to .tz. Each row is the state of one step at that step's time.
 * Numbers have 17 digits, so that they come back as the same bits.
 * Names are quoted where RFC 4180 needs it; lines end in a newline alone.
 */
#ifndef KIP_CSV_H
#define KIP_CSV_H

#include <stdio.h>

#include "recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Write errors stay in the stream: ask ferror and fclose. */
void kip_csv_write(FILE *stream, const KipRecording *recording);

#ifdef __cplusplus
}
#endif
#endif
