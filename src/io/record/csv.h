/* A run as a table: comma-separated values, one row a control period, written while it runs.
 *
 *     KipCsv *csv;
 *     kip_csv_create(stream, sim, NULL, &csv, &error);      // the head
 *     kip_csv_sample(csv, sim);                             // the start
 *     while (kip_sim_time(sim) < 2 && kip_sim_step(sim, &error) == KIP_OK)
 *         kip_csv_sample(csv, sim);                         // writes what is due
 *     kip_csv_finish(csv, sim);                             // the last line; frees csv
 *
 * First a line `# kip VERSION, model NAME, time step H s`, then the header with units, `com.x [m]`, then the
 * rows, at last a line `# hash X` of the last state. A row is the state of one step at that step's time; one
 * comes every 5 ms, or as many whole steps as fit into that, or every step where that is longer. Columns:
 *
 *     time
 *     com.x .y .z, com.vx .vy .vz        centre of mass of all that moves
 *     cop.x .y                           centre of pressure: the mean of the points where things that stand
 *                                        still push up, weighted by that; empty where none does
 *     normal contact force               sum of the normal parts of what comes from things that stand still
 *     FOOT.ground_fx .. .ground_normal   their force on a foot and what hangs on it, and its normal part;
 *                                        the bodies of the custom text `feet`, else those named foot or toe
 *     BODY.reaction_fx .. .reaction_tz   what its joints (or a weld) transmit onto a body from its parent,
 *                                        world axes, about the body's origin; no
 *                                        columns for bodies on a free joint; empty while the body is absent
 *     kinetic energy, potential energy, elastic energy
 *     work of drives, limits, damping, contacts, constraints, external forces, body springs, modified
 *                                        gravity (see kip_sim_work)
 *     q, v                               a hinge or slide is one column under its joint's name; a free joint
 *                                        is joint.x .y .z .qw .qx .qy .qz and .vx .vy .vz .wx .wy .wz; a ball
 *                                        is .qw to .qz and .wx to .wz
 *     torques of the drives              those in effect over the last step, so none at the start; of a ball
 *                                        .tx to .tz, of a free joint nothing
 *
 * Numbers have 17 digits, so that they come back as the same bits. Names are quoted where RFC 4180 needs it
 * or a reader might take them for a comment; lines end in a newline alone. pandas.read_csv(f, comment="#")
 * and gnuplot's `set datafile separator ","` read it.
 */
#ifndef KIP_IO_RECORD_CSV_H
#define KIP_IO_RECORD_CSV_H

#include <stdio.h>

#include "recording.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipCsv KipCsv;

/* Writes the first line and the header of a table for the simulation. The stream stays the caller's, who checks it by
 * ferror and fclose. Fails where the custom text `feet` names no bodies, and out of memory. */
KipStatus kip_csv_create(FILE *stream, const KipSim *sim, const KipAllocator *allocator, KipCsv **csv,
                         KipError *error);
/* Writes a row if one is due; to be called at the start and after every step. */
void kip_csv_sample(KipCsv *csv, const KipSim *sim);
/* Writes the last line, the hash of the final state, and frees the table. */
void kip_csv_finish(KipCsv *csv, const KipSim *sim);
/* Frees a table without its last line; with NULL it does nothing. */
void kip_csv_destroy(KipCsv *csv);

/* Writes a recording as a table: a header "NAME [UNIT]" of all quantities of quantity.h, and a row a frame; unknown values
 * are empty, infinite ones inf. A motion that was not simulated has only kinematic columns: time, centre of mass,
 * coordinates, rates, places. Fails where nothing is recorded, and out of memory. */
KipStatus kip_csv_write(FILE *stream, const KipRecording *recording, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
