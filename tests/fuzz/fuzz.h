/* What the targets share. Each target is a reader with LLVMFuzzerTestOneInput: `make fuzz` gives it what libFuzzer makes
 * up, replay.c what lies in corpus/TARGET. A target that finds what must not be says so and aborts. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dynamics/base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "this must not be: %s\n", what);
    abort();
}

/* What the target itself needs. */
static inline void need(KipStatus status, const KipError *error)
{
    must(status == KIP_OK, error->message);
}

/* What failed made nothing and says why; what went well made something. */
static inline void must_fit(KipStatus status, const void *made, const KipError *error)
{
    must((status == KIP_OK) == (made != NULL), "an output after a failure, or none without");
    must(status == KIP_OK || (error->status == status && error->message[0]),
         "a failure without its sentence");
}

/* The same of a call, before what it made is looked at. */
#define must_tell(call, made, error)                                                                         \
    do {                                                                                                     \
        KipStatus told = (call);                                                                             \
        must_fit(told, (made), (error));                                                                     \
    } while (0)

/* Text that is written into memory; free(text.at). */
typedef struct Text {
    char *at;
    size_t size;
    FILE *stream;
} Text;

static inline void open_text(Text *text)
{
    text->stream = open_memstream(&text->at, &text->size);
    must(text->stream != NULL, "no memory for a stream");
}

static inline void close_text(Text *text)
{
    must(fclose(text->stream) == 0, "no memory for what is written");
}

/* Frees both. */
static inline void must_be_same(Text a, Text b)
{
    must(a.size == b.size && memcmp(a.at, b.at, a.size) == 0,
         "written, read and written again it is different");
    free(a.at);
    free(b.at);
}

/* A file of these bytes, for readers that take a path; remove it. */
static inline void write_bytes(char path[64], const uint8_t *data, size_t size)
{
    snprintf(path, 64, "/tmp/kip_fuzz_%ld", (long)getpid());
    FILE *stream = fopen(path, "wb");
    must(stream != NULL, "no file in /tmp");
    fwrite(data, 1, size, stream);
    must(fclose(stream) == 0, "the disk is full");
}

/* Bytes that kip saved are changed, so that what is tried does not depend on how they are laid out today: the input is a
 * list of changes, three bytes of a place, one of a length from 1 to 8, and so many bytes. */
static inline void change_bytes(unsigned char *bytes, size_t n, const uint8_t *data, size_t size)
{
    while (size >= 5) {
        size_t place = ((size_t)data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16) % n,
               length = data[3] % 8 + 1u;
        data += 4, size -= 4;
        length = length < size ? length : size;
        for (size_t i = 0; i < length && place + i < n; i++)
            bytes[place + i] = data[i];
        data += length, size -= length;
    }
}

/* A small character on the ground: a free joint, balls, hinges and a slide. */
static const char fuzz_body[] =
    "<mujoco model='small'><option timestep='.002'/><worldbody><geom name='floor' type='plane' size='0 0 1'/>"
    "<body name='pelvis' pos='0 0 .9'><freejoint name='root'/><geom type='box' size='.1 .12 .1' mass='10'/>"
    "<body name='head' pos='0 0 .4'><joint name='neck' type='ball' damping='.5'/><geom size='.1' mass='4'/></body>"
    "<body name='thigh_l' pos='0 .1 -.1'><joint name='hip_l' type='ball' damping='.5'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.35' size='.05' mass='5'/>"
    "<body name='shin_l' pos='0 0 -.4'><joint name='knee_l' axis='0 1 0' range='0 120' damping='.5'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.3' size='.04' mass='3'/></body></body>"
    "<body name='thigh_r' pos='0 -.1 -.1'><joint name='hip_r' type='ball' damping='.5'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.35' size='.05' mass='5'/>"
    "<body name='shin_r' pos='0 0 -.4'><joint name='knee_r' type='slide' range='-.1 .1' damping='9'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.3' size='.04' mass='3'/></body></body>"
    "</body></worldbody><keyframe><key name='stand' qpos='0 0 .9 1 0 0 0 1 0 0 0 1 0 0 0 .1 1 0 0 0 .01'/></keyframe>"
    "</mujoco>";

#endif
