/* Records modified physics as intervals. At each sample, what is in effect continues an interval that was open at the
 * sample before, or begins one there, since a change made after a sample takes effect at its time. Constraints that make up
 * one thing (the axes of a lock, a plane and its axis) are one interval. */
#include "recording_parts.h"

#include <math.h>
#include <string.h>

#include "../../dynamics/quat.h"

static const double ramp_pause =
    1.0 / KIP_RECORDING_RATE + 1e-9; /* s: longest pause within a ramp of gravity */

/* -- intervals ------------------------------------------------------------------------------------------- */

typedef struct Sample {
    KipRecording *recording;
    const KipSim *sim;
    double before, now; /* the times of the last sample and of this one */
    bool framed;
} Sample;

static bool is_same(const KipRecordedModified *a, const KipRecordedModified *b)
{
    return a->kind == b->kind && a->body1 == b->body1 && a->body2 == b->body2 && a->which == b->which &&
           a->detail == b->detail && a->point.x == b->point.x && a->point.y == b->point.y &&
           a->point.z == b->point.z;
}

/* Replaces the interval's text by that of its present state. */
static bool write_text(KipRecording *recording, KipRecordedModified *it)
{
    char *copy = kip_recording_describe(recording, it);
    if (copy && it->text)
        kip_resize(recording->allocator, it->text, strlen(it->text) + 1, 0);
    it->text = copy ? copy : it->text;
    return copy != NULL;
}

static bool begin(const Sample *sample, const KipRecordedModified *found)
{
    KipRecording *r = sample->recording;
    if (!KIP_RECORDING_ROOM(r, modified, r->nmodified + 1) || !KIP_RECORDING_ROOM(r, open, r->nopen + 1))
        return false;
    KipRecordedModified made = *found;
    made.text = NULL;
    made.start = made.changed = sample->before;
    made.end = sample->now;
    if (!write_text(r, &made))
        return false;
    r->open[r->nopen++] = r->nmodified;
    r->modified[r->nmodified++] = made;
    return true;
}

/* The interval of this kind that was open at the last sample; NULL where there is none. */
static KipRecordedModified *find_open(const Sample *sample, const KipRecordedModified *found, bool same)
{
    KipRecording *r = sample->recording;
    for (size_t i = 0; i < r->nopen; i++) {
        KipRecordedModified *it = r->modified + r->open[i];
        if (same ? is_same(it, found) : it->kind == found->kind && it->end < sample->now)
            return it;
    }
    return NULL;
}

/* Continues the interval, or begins it. */
static bool hold(const Sample *sample, const KipRecordedModified *found)
{
    KipRecordedModified *it = find_open(sample, found, true);
    if (it)
        it->end = sample->now;
    return it || begin(sample, found);
}

/* -- constraints ----------------------------------------------------------------------------------------- */

static int joint_of(const KipModel *model, int dof)
{
    int joint = 0;
    while (dof >= model->joint[joint].v + model->joint[joint].nv)
        joint++;
    return joint;
}

/* The bit of the world axis to which the constraint's axis is parallel, or the bit for oblique axes. */
static unsigned axis_bit(const KipConstraint *c)
{
    const bool spin = c->type == KIP_SPIN;
    const double n[] = {c->normal.x, c->normal.y, c->normal.z};
    for (int k = 0; k < 3 && c->body1 == 0; k++)
        if (fabs(n[k]) > 1 - 1e-9)
            return 1u << (k + (spin ? 3 : 0));
    return spin ? OBLIQUE_SPIN : OBLIQUE;
}

/* Describes the interval that a constraint belongs to; false where it belongs to none. */
static bool describe(const KipModel *model, const KipConstraint *c, KipRecordedModified *it)
{
    *it = (KipRecordedModified){.body1 = c->body1, .body2 = c->body2, .which = -1};
    if (c->type == KIP_WELD || c->type == KIP_POINT) {
        it->kind = KIP_MODIFIED_ATTACHMENT;
        it->point = c->point2;
        it->detail = c->type == KIP_POINT ? AT_POINT : 0;
    } else if (c->type == KIP_LOCK) {
        it->kind = KIP_MODIFIED_LOCK;
        it->which = joint_of(model, c->dof);
        it->body2 = model->joint[it->which].body;
        it->body1 = model->body[it->body2].parent;
        it->detail = 1u << (c->dof - model->joint[it->which].v);
    } else if (c->type == KIP_VELOCITY || c->type == KIP_SPIN) {
        it->kind = KIP_MODIFIED_LOCK;
        it->detail = axis_bit(c);
    } else if (c->type == KIP_PLANE || c->type == KIP_ALIGN || c->type == KIP_STOP) {
        it->kind = KIP_MODIFIED_PLANE;
        it->which = c->type == KIP_STOP;
        it->detail = c->type == KIP_PLANE ? TO_PLANE : c->type == KIP_ALIGN ? TO_AXIS : ABOVE;
    } else if (c->type == KIP_PARTING) {
        it->kind = KIP_MODIFIED_MASK;
        it->which = KIP_FROM_CONTACTS;
    } else
        return false;
    return true;
}

static bool go_together(const KipRecordedModified *a, const KipRecordedModified *b)
{
    return a->kind == b->kind && a->body1 == b->body1 && a->body2 == b->body2 && a->which == b->which &&
           a->kind != KIP_MODIFIED_ATTACHMENT;
}

/* Records each thing once, at the first of its constraints. */
static bool observe_constraints(const Sample *sample)
{
    const KipModel *model = sample->recording->model;
    const int n = kip_sim_max_constraints(sample->sim);
    for (int i = 0; i < n; i++) {
        const KipConstraint *c = kip_sim_constraint(sample->sim, i);
        KipRecordedModified it, other;
        bool first = c && describe(model, c, &it);
        for (int k = 0; first && k < n; k++) {
            const KipConstraint *o = kip_sim_constraint(sample->sim, k);
            if (k == i || !o || !describe(model, o, &other) || !go_together(&it, &other))
                continue;
            first = k > i;
            it.detail |= other.detail;
        }
        if (first && !hold(sample, &it))
            return false;
    }
    return true;
}

/* -- masks, springs, gravity ----------------------------------------------------------------------------- */

static bool observe_masks(const Sample *sample, int body)
{
    static const KipForceKind kind[] = {KIP_FROM_CONTACTS, KIP_FROM_GRAVITY, KIP_FROM_PUSHES};
    for (int k = 0; k < 3; k++) {
        const KipRecordedModified it = {.kind = KIP_MODIFIED_MASK,
                                        .body2 = body,
                                        .which = (int)kind[k],
                                        .detail = kip_sim_mask(sample->sim, body, kind[k])};
        if (it.detail && !hold(sample, &it))
            return false;
    }
    return true;
}

/* Whether the numbers are the same; NaN equals NaN. */
static bool is_same_place(KipVec3 a, KipVec3 b)
{
    return (a.x == b.x || (isnan(a.x) && isnan(b.x))) && (a.y == b.y || (isnan(a.y) && isnan(b.y))) &&
           (a.z == b.z || (isnan(a.z) && isnan(b.z)));
}

static bool add_anchor(const Sample *sample, const KipSpring *spring, int body, bool begins)
{
    KipRecording *r = sample->recording;
    const KipVec3 to = v3_add(spring->position, q_rotate(spring->orientation, spring->point));
    const KipVec3 place = v3(spring->stiffness[0] > 0 ? to.x : NAN, spring->stiffness[1] > 0 ? to.y : NAN,
                             spring->stiffness[2] > 0 ? to.z : NAN);
    size_t last = r->nanchor;
    while (last > 0 && r->anchor[last - 1].body != body)
        last--;
    if (!begins && (!sample->framed || (last && is_same_place(r->anchor[last - 1].position, place))))
        return true;
    if (!KIP_RECORDING_ROOM(r, anchor, r->nanchor + 1))
        return false;
    r->anchor[r->nanchor++] = (KipRecordedAnchor){sample->before, body, place};
    return true;
}

static bool observe_spring(const Sample *sample, int body)
{
    const KipSpring *spring = kip_sim_spring(sample->sim, body);
    if (!spring)
        return true;
    const KipRecordedModified it = {.kind = KIP_MODIFIED_SPRING, .body2 = body, .point = spring->point};
    const bool begins = !find_open(sample, &it, true);
    return hold(sample, &it) && add_anchor(sample, spring, body, begins);
}

static bool observe_gravity(const Sample *sample)
{
    const double scale = kip_sim_gravity_scale(sample->sim);
    const KipRecordedModified it = {.kind = KIP_MODIFIED_GRAVITY,
                                    .least = scale,
                                    .most = scale,
                                    .last = scale};
    KipRecordedModified *open = find_open(sample, &it, false);
    if (scale == 1)
        return true;
    if (!open || (open->last != scale && sample->before - open->changed > ramp_pause))
        return begin(sample, &it);
    open->end = sample->now;
    if (open->last == scale)
        return true;
    open->last = scale;
    open->changed = sample->before;
    if (open->least <= scale && scale <= open->most)
        return true;
    open->least = fmin(open->least, scale);
    open->most = fmax(open->most, scale);
    return write_text(sample->recording, open);
}

/* -- shapes ---------------------------------------------------------------------------------------------- */

/* The flags of a geom, updated; those of an absent body's geom are unchanged. */
static unsigned char looked_at(const KipSim *sim, int geom, unsigned char known)
{
    unsigned char on = kip_sim_is_on(sim, geom) ? ON : 0;
    known = (unsigned char)(known & ~CHANGED);
    if (!kip_sim_is_present(sim, kip_sim_model(sim)->geom[geom].body))
        return known;
    if (!(known & SEEN))
        return (unsigned char)(SEEN | on | (on ? FIRST_ON : CHANGED));
    return (unsigned char)((known & (SEEN | FIRST_ON)) | on | ((known & ON) == on ? 0 : CHANGED));
}

static bool begin_off(const Sample *sample, int geom)
{
    KipRecording *r = sample->recording;
    if (!KIP_RECORDING_ROOM(r, off, r->noff + 1))
        return false;
    r->off[r->noff++] = (KipRecordedOff){geom, sample->before, sample->now};
    return true;
}

static bool reserve_shapes(KipRecording *r)
{
    const size_t n = (size_t)r->model->ngeom;
    if (r->shape)
        return true;
    r->shape = kip_recording_grow(r, NULL, &r->shape_capacity, 1, n);
    if (r->shape)
        memset(r->shape, 0, n);
    return r->shape != NULL;
}

/* One interval lasts until the set of geoms changes. */
static bool observe_shapes(const Sample *sample)
{
    KipRecording *r = sample->recording;
    const KipRecordedModified it = {.kind = KIP_MODIFIED_SHAPES};
    bool changed = false, differ = false;
    if (!reserve_shapes(r))
        return false;
    for (int g = 0; g < r->model->ngeom; g++) {
        const unsigned char was = r->shape[g], known = looked_at(sample->sim, g, was);
        r->shape[g] = known;
        differ = differ || (known & ON) / ON != (known & FIRST_ON) / FIRST_ON;
        changed = changed || (was & SEEN && known & CHANGED);
        if (known & CHANGED && !(known & ON) && !begin_off(sample, g))
            return false;
    }
    for (size_t i = 0; i < r->noff; i++)
        if (r->off[i].end == sample->before && !(r->shape[r->off[i].geom] & (ON | CHANGED)))
            r->off[i].end = sample->now;
    return !differ || (changed ? begin(sample, &it) : hold(sample, &it));
}

/* -- a sample -------------------------------------------------------------------------------------------- */

/* Keeps only the intervals that are still open. */
static void keep_open(const Sample *sample)
{
    KipRecording *r = sample->recording;
    size_t kept = 0;
    for (size_t i = 0; i < r->nopen; i++)
        if (r->modified[r->open[i]].end == sample->now)
            r->open[kept++] = r->open[i];
    r->nopen = kept;
}

KipStatus kip_recording_observe(KipRecording *recording, const KipSim *sim, bool framed, KipError *error)
{
    const double now = kip_sim_time(sim);
    const Sample sample = {recording, sim, recording->observed < 0 ? now : recording->observed, now, framed};
    if (now <= recording->observed)
        return KIP_OK;
    const bool modified = kip_sim_is_modified(sim);
    bool enough = !modified || (observe_constraints(&sample) && observe_gravity(&sample));
    enough = enough && observe_shapes(&sample);
    for (int i = 1; enough && modified && i < recording->model->nbody; i++)
        enough = observe_masks(&sample, i) && observe_spring(&sample, i);
    keep_open(&sample);
    recording->observed = now;
    return enough ? KIP_OK : kip_recording_no_memory(error);
}
