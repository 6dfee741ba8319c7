/* Recordings as files: written while the run goes on, so that the file of an interrupted run can be read.
 *
 *     kip_recorder_create(stream, recording, &head, &recorder, &error);
 *     for (each step)
 *         kip_recording_sample(recording, sim, &error), kip_recorder_write(recorder, &error);
 *     kip_recorder_finish(recorder, &error);                 // the rest; frees recorder
 *
 *     kip_recording_file_read("run.kip", &file, &error);
 *     kip_page_write(stream, file->recording, file->title, file->note, &error);
 *     kip_recording_file_destroy(file);
 *
 * THE FORMAT. Numbers are little-endian, f32 and f64 those of IEEE 754; a text is a u32, its
 * size, and so many bytes of UTF-8 without a 0. The file begins with the 8 bytes "kip-rec" and the
 * version, the count of works less 7. Then come chunks: 4 letters, u32 size, so many bytes, u64 FNV-1a hash of all of these.
 *
 *     HEAD   f64 time step (s); texts: title, note; u32 count of words, texts: what was said to `kip run`
 *     MODL   the model as MJCF
 *     DATA   any number of them, half a second or so each: f64 time up to which modified physics were seen,
 *            then records, a letter and
 *              F frame     f64 time, com[3], energy kinetic, potential, elastic, the works in the order of
 *                          KipWork, normal force;
 *                          u64 hash of the state; f64 q[nq], v[nv]; drives: of the nq + 5 nv numbers target
 *                          [nq], stiffness, damping, lower and upper limit, torque [nv] a bit each (number i
 *                          is bit i % 8 of byte i / 8) that it differs from the frame before (before the
 *                          first frame: 0), then f32 those that do; a bit for each body that it is there;
 *                          u32 count of contacts, each u16 body 1, body 2, f32 point[3], normal[3], force[3]
 *              E event     f64 time, text
 *              P push      f64 start, end, i32 body, f64 point[3], force[3]
 *              B band      f64 time, texts: track, label, reason
 *              T target    f64 time, text name, f64 position[3]
 *              M modified  u32 index, i32 kind, f64 start, end, text, i32 body 1, body 2, f64 point[3]
 *              A anchor    f64 time, i32 body, f64 position[3]
 *              O geom off  u32 index, i32 geom, f64 start, end
 *              C camera    f64 eye[3], target[3]
 *            M and O come again with the same index while they last: the last one counts.
 *     TAIL   nothing: the run came to its end
 *
 * What these mean is said in recording.h. Poses of bodies follow from q. A file without its TAIL, cut off
 * anywhere, holds all whole chunks before. */
#ifndef KIP_IO_RECORD_RECORDING_FILE_H
#define KIP_IO_RECORD_RECORDING_FILE_H

#include <stdio.h>

#include "recording.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipRecordingHead {
    const char *title, *note; /* plain UTF-8 */
    int nword;
    const char *const *word; /* of the command line: the scene or model, --param x=1, ...; for --verify */
} KipRecordingHead;

typedef struct KipRecorder KipRecorder;

/* Writes the head and the model. The stream, which the caller checks by ferror and fclose, and the recording must outlive
 * the recorder, which uses the recording's allocator. Fails with KIP_BAD_INPUT for a model that MJCF cannot express, and
 * with KIP_NO_MEMORY. */
KipStatus kip_recorder_create(FILE *stream, const KipRecording *recording, const KipRecordingHead *head,
                              KipRecorder **recorder, KipError *error);
/* Once 30 frames are new in the recording, writes all that is new and flushes the stream, so that other programs can read
 * it. With KIP_NO_MEMORY nothing was written. */
KipStatus kip_recorder_write(KipRecorder *recorder, KipError *error);
/* Calls kip_recording_forget once all is written, for a recording that is only written to the file. */
void kip_recorder_forget(KipRecorder *recorder);
/* Writes all that is new and the tail, and frees the recorder. */
KipStatus kip_recorder_finish(KipRecorder *recorder, KipError *error);
void kip_recorder_destroy(KipRecorder *recorder); /* with NULL it does nothing */

/* To be freed by kip_recording_file_destroy. */
typedef struct KipRecordingFile {
    KipModel *model;
    KipRecording *recording; /* at least one frame */
    char *title, *note;
    int nword;
    char **word;
    bool complete;
    char gap[160]; /* where the recording is not complete: a sentence that says where it ends */
} KipRecordingFile;

/* Reads a recording. KIP_BAD_INPUT for a file that is no recording, has no whole frame, is inconsistent or of another
 * version; else as kip_file_read. A recording ends before its first damaged chunk, as if it had been interrupted. */
KipStatus kip_recording_file_read(const char *path, KipRecordingFile **file, KipError *error);
/* The same from bytes[0, size); messages call it `name`. */
KipStatus kip_recording_file_parse(const void *bytes, size_t size, const char *name, KipRecordingFile **file,
                                   KipError *error);
void kip_recording_file_destroy(KipRecordingFile *file); /* with NULL it does nothing */

/* Whether a file begins with the mark of a recording; false where it cannot be opened. */
bool kip_is_recording_file(const char *path);

#ifdef __cplusplus
}
#endif
#endif
