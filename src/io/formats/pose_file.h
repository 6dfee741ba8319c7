/* Poses as text, one target or setting a line; angles in radians, # begins a comment:
 *
 *     pose Crouch
 *       gain 1.5                     # k_sp of the whole pose; default 1
 *       knee_flex_l 0.9              # a joint's target: JOINT ANGLE [gain G] [damping D]
 *       knee_flex_r 0.9 gain 2 damping 3
 *       neck quat 1 0 0 0            # a ball joint's
 *     pose Jump from Crouch          # begins with all targets of Crouch
 *       knee_flex_l 0
 *
 *     sequence Hop
 *       Crouch after 0.5             # seconds since the stage began
 *       Jump   contact foot_l ground off within 2   # until they part; 2 s at the latest
 *       Crouch sensor height < 0.9 [within T]       # or >
 *       Jump   contact foot_l ground [within T]     # until they touch
 *       Crouch script landed [within T]             # until the condition is true
 *       repeat                       # else the last pose stays
 *
 * The meaning of joints and poses is in control/pose.h. A pose must precede its uses. Files are UTF-8, lines
 * end with LF or CRLF; columns in messages count characters.
 */
#ifndef KIP_IO_FORMATS_POSE_FILE_H
#define KIP_IO_FORMATS_POSE_FILE_H

#include <stdio.h>

#include "../../control/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds the file's poses and sequences to the set ("-" is stdin). On failure the set is unchanged, and the error has file,
 * line and column. */
KipStatus kip_pose_file_read(KipPoseSet *set, const char *path, KipError *error);
/* The same from memory; messages call it `name`. */
KipStatus kip_pose_file_parse(KipPoseSet *set, const char *text, size_t size, const char *name,
                              KipError *error);

/* Writes the whole set; a set that was read from a file written by this is written as the same bytes. The caller checks the
 * stream. */
void kip_pose_file_write(FILE *stream, const KipPoseSet *set);

#ifdef __cplusplus
}
#endif
#endif
