/* The records of a recording's file, each function writing or reading one. */
#include "recording_coder.h"

#include <string.h>

/* The last byte is the version. Each frame holds the works of all kinds of force, so another kind makes another version. */
const unsigned char kip_recording_magic[8] = {'k', 'i', 'p', '-', 'r', 'e', 'c', KIP_WORKS - 7};

/* -- numbers and texts ----------------------------------------------------------------------------------- */

/* The next n bytes, to be written or read; NULL after a failure. */
static unsigned char *next(KipCoder *c, size_t n)
{
    if (c->failed == KIP_OK && n > c->size - c->at) {
        if (c->reading) {
            c->failed = KIP_BAD_INPUT;
        } else {
            size_t size = c->at + n, capacity = size + size / 2 + 256;
            unsigned char *larger =
                size <= c->capacity ? c->bytes : kip_resize(c->allocator, c->bytes, c->capacity, capacity);
            if (!larger) {
                c->failed = KIP_NO_MEMORY;
            } else {
                c->capacity = size <= c->capacity ? c->capacity : capacity;
                c->bytes = larger;
                c->size = size;
            }
        }
    }
    if (c->failed != KIP_OK)
        return NULL;
    c->at += n;
    return c->bytes + c->at - n;
}

static void code_number(KipCoder *c, uint64_t *value, int n)
{
    unsigned char *byte = next(c, (size_t)n);
    if (!byte)
        return;
    if (c->reading)
        *value = 0;
    for (int i = 0; i < n; i++) {
        if (c->reading)
            *value |= (uint64_t)byte[i] << 8 * i;
        else
            byte[i] = (unsigned char)(*value >> 8 * i);
    }
}

void kip_code_u8(KipCoder *c, unsigned char *value)
{
    uint64_t wide = *value;
    code_number(c, &wide, 1);
    *value = (unsigned char)wide;
}

void kip_code_u32(KipCoder *c, uint32_t *value)
{
    uint64_t wide = *value;
    code_number(c, &wide, 4);
    *value = (uint32_t)wide;
}

void kip_code_u64(KipCoder *c, uint64_t *value)
{
    code_number(c, value, 8);
}

static void code_i32(KipCoder *c, int *value)
{
    uint32_t bits = (uint32_t)*value;
    kip_code_u32(c, &bits);
    *value = (int)bits;
}

static void code_index(KipCoder *c, int *value)
{
    uint64_t wide = (uint64_t)*value;
    code_number(c, &wide, 2);
    *value = (int)wide;
}

void kip_code_f64(KipCoder *c, double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    kip_code_u64(c, &bits);
    memcpy(value, &bits, sizeof bits);
}

static void code_f32(KipCoder *c, float *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    kip_code_u32(c, &bits);
    memcpy(value, &bits, sizeof bits);
}

static void code_vec3(KipCoder *c, KipVec3 *v)
{
    kip_code_f64(c, &v->x);
    kip_code_f64(c, &v->y);
    kip_code_f64(c, &v->z);
}

static void code_single_vec3(KipCoder *c, KipVec3 *v)
{
    double *const part[] = {&v->x, &v->y, &v->z};
    for (int k = 0; k < 3; k++) {
        float single = (float)*part[k];
        code_f32(c, &single);
        *part[k] = single;
    }
}

void kip_code_text(KipCoder *c, char **text)
{
    uint32_t size = c->reading ? 0 : (uint32_t)strlen(*text);
    char *made = NULL;
    kip_code_u32(c, &size);
    unsigned char *bytes = next(c, size);
    if (c->reading)
        *text = NULL;
    if (!bytes)
        return;
    if (!c->reading) {
        memcpy(bytes, *text, size);
    } else if (memchr(bytes, 0, size)) {
        c->failed = KIP_BAD_INPUT;
    } else if (!(made = kip_resize(c->allocator, NULL, 0, (size_t)size + 1))) {
        c->failed = KIP_NO_MEMORY;
    } else {
        memcpy(made, bytes, size);
        made[size] = 0;
        *text = made;
    }
}

/* -- frames ---------------------------------------------------------------------------------------------- */

static void code_numbers(KipCoder *c, KipFrame *frame)
{
    double *const number[] = {&frame->time,          &frame->com.x,          &frame->com.y,
                              &frame->com.z,         &frame->energy.kinetic, &frame->energy.potential,
                              &frame->energy.elastic};
    double part[KIP_WORKS];
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        kip_code_f64(c, number[i]);
    memcpy(part, &frame->work, sizeof part);
    for (int i = 0; i < KIP_WORKS; i++)
        kip_code_f64(c, &part[i]);
    memcpy(&frame->work, part, sizeof part);
    kip_code_f64(c, &frame->normal_force);
    kip_code_u64(c, &frame->hash);
}

static void code_state(KipCoder *c, KipRecording *recording, size_t frame)
{
    size_t n = kip_recording_state_size(recording);
    for (size_t i = 0; i < n; i++)
        kip_code_f64(c, &recording->state[frame * n + i]);
}

/* Codes a bit for each number that differs from the frame before, then these numbers. */
static void code_drives(KipCoder *c, KipRecording *recording, size_t frame)
{
    const size_t n = kip_recording_drive_size(recording), nbyte = (n + 7) / 8;
    float *row = recording->drive + frame * n;
    const float zero = 0;
    unsigned char *changed = next(c, nbyte);
    size_t first = c->at - nbyte;
    if (changed && !c->reading)
        memset(changed, 0, nbyte);
    for (size_t i = 0; i < n && changed; i++) {
        const float *before = frame ? row + i - n : &zero;
        unsigned char bit = (unsigned char)(1u << i % 8),
                      *byte = &c->bytes[first + i / 8]; /* the bytes may have been reallocated */
        if (!c->reading && memcmp(before, row + i, sizeof *row) != 0)
            *byte |= bit;
        if (*byte & bit)
            code_f32(c, row + i);
        else
            row[i] = *before;
        if (c->failed != KIP_OK)
            return;
    }
}

static void code_contacts(KipCoder *c, KipRecording *recording, KipFrame *frame)
{
    enum { CONTACT_SIZE = 40 };
    uint32_t n = (uint32_t)frame->ncontact;
    kip_code_u32(c, &n);
    if (c->reading) {
        if (n > (c->size - c->at) / CONTACT_SIZE)
            c->failed = c->failed == KIP_OK ? KIP_BAD_INPUT : c->failed;
        else if (!kip_recording_reserve(recording, recording->nframe + 1, recording->ncontact + n))
            c->failed = KIP_NO_MEMORY;
        frame->contact = recording->ncontact;
        frame->ncontact = (int)n;
    }
    for (size_t i = 0; i < n && c->failed == KIP_OK; i++) {
        KipRecordedContact *contact = &recording->contact[frame->contact + i];
        code_index(c, &contact->body1);
        code_index(c, &contact->body2);
        code_single_vec3(c, &contact->point);
        code_single_vec3(c, &contact->normal);
        code_single_vec3(c, &contact->force);
    }
}

void kip_code_frame(KipCoder *c, KipRecording *recording, size_t frame, KipDynamics *dynamics)
{
    const size_t npresent = kip_recording_present_size(recording);
    if (c->reading && !kip_recording_reserve(recording, frame + 1, recording->ncontact)) {
        c->failed = KIP_NO_MEMORY;
        return;
    }
    KipFrame of = c->reading ? (KipFrame){0} : recording->frame[frame];
    code_numbers(c, &of);
    code_state(c, recording, frame);
    code_drives(c, recording, frame);
    for (size_t i = 0; i < npresent; i++)
        kip_code_u8(c, &recording->present[frame * npresent + i]);
    code_contacts(c, recording, &of);
    if (!c->reading || c->failed != KIP_OK)
        return;
    kip_dynamics_set(dynamics, kip_recording_q(recording, frame), kip_recording_v(recording, frame));
    kip_recording_fill_bodies(recording, dynamics);
    recording->frame[recording->nframe++] = of;
    recording->ncontact += (size_t)of.ncontact;
}

/* -- what happened --------------------------------------------------------------------------------------- */

void kip_code_event(KipCoder *c, KipRecordedEvent *event)
{
    kip_code_f64(c, &event->time);
    kip_code_text(c, &event->text);
}

void kip_code_push(KipCoder *c, KipRecordedPush *push)
{
    kip_code_f64(c, &push->start);
    kip_code_f64(c, &push->end);
    code_i32(c, &push->body);
    code_vec3(c, &push->point);
    code_vec3(c, &push->force);
}

void kip_code_band(KipCoder *c, KipRecordedBand *band)
{
    kip_code_f64(c, &band->time);
    kip_code_text(c, &band->track);
    kip_code_text(c, &band->label);
    kip_code_text(c, &band->reason);
}

void kip_code_target(KipCoder *c, KipRecordedTarget *target)
{
    kip_code_f64(c, &target->time);
    kip_code_text(c, &target->name);
    code_vec3(c, &target->position);
}

void kip_code_modified(KipCoder *c, KipRecordedModified *modified)
{
    int kind = (int)modified->kind;
    code_i32(c, &kind);
    modified->kind = (KipModifiedKind)kind;
    kip_code_f64(c, &modified->start);
    kip_code_f64(c, &modified->end);
    kip_code_text(c, &modified->text);
    code_i32(c, &modified->body1);
    code_i32(c, &modified->body2);
    code_vec3(c, &modified->point);
}

void kip_code_anchor(KipCoder *c, KipRecordedAnchor *anchor)
{
    kip_code_f64(c, &anchor->time);
    code_i32(c, &anchor->body);
    code_vec3(c, &anchor->position);
}

void kip_code_off(KipCoder *c, KipRecordedOff *off)
{
    code_i32(c, &off->geom);
    kip_code_f64(c, &off->start);
    kip_code_f64(c, &off->end);
}

void kip_code_camera(KipCoder *c, KipRecording *recording)
{
    code_vec3(c, &recording->eye);
    code_vec3(c, &recording->look_at);
    recording->has_camera = true;
}
