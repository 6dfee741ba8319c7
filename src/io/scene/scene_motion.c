/* Motions that characters of a scene follow: retargeted clips, and recordings. Each is read once, at addClip() or the
 * first track(); the names of those read are saved with the scene. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../text/file.h"
#include "../formats/clip.h"
#include "../record/recording_file.h"
#include "../formats/retarget.h"
#include "scene_parts.h"

static const double rate = 60; /* frames a second of motions from recordings */

/* -- onto the world's model ------------------------------------------------------------------------------ */

/* The source's joint for this one: by its full name, by its own name without prefix, or by that under any character. */
static int same_joint(const KipModel *source, const KipJoint *joint, const char *own)
{
    int found = kip_model_find_joint(source, joint->name);
    if (found < 0)
        found = kip_model_find_joint(source, own);
    for (int j = 0; j < source->njoint && found < 0; j++) {
        const char *slash = strchr(source->joint[j].name, '/');
        if (slash && strcmp(slash + 1, own) == 0)
            found = j;
    }
    return found >= 0 && source->joint[found].type == joint->type ? found : -1;
}

/* Computes from[joint of the world's model]: the source's joint, -1 for joints of other members. */
static KipStatus map_joints(const KipScene *scene, int member, const KipModel *source, const char *file,
                            int *from, KipError *error)
{
    const Member *m = scene->member[member];
    for (int j = 0; j < scene->model->njoint; j++) {
        const KipJoint *joint = scene->model->joint + j;
        const char *own = joint->name + strlen(m->name) + 1;
        from[j] = -1;
        if (joint->body < m->first_body || joint->body >= m->first_body + m->nbody)
            continue;
        from[j] = same_joint(source, joint, own);
        if (from[j] < 0 && joint->type != KIP_JOINT_FREE)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "%s says nothing of the joint '%s' of '%s': it is of another model", file, own,
                            m->name);
    }
    return KIP_OK;
}

static void copy_frame(const KipScene *scene, const KipModel *source, const int *from, const double *q,
                       const double *v, double *q_to, double *v_to)
{
    for (int j = 0; j < scene->model->njoint; j++) {
        const KipJoint *to = scene->model->joint + j, *of = source->joint + from[j];
        if (from[j] < 0)
            continue;
        memcpy(q_to + to->q, q + of->q, (size_t)to->nq * sizeof *q);
        memcpy(v_to + to->v, v + of->v, (size_t)to->nv * sizeof *v);
    }
}

/* Converts a motion of another model to one of the world's. */
static KipStatus adopt(KipScene *scene, int member, const KipMotion *other, const char *file,
                       KipMotion **motion, KipError *error)
{
    const size_t size = sizeof(int) * (size_t)(scene->model->njoint + 1);
    const KipModel *source = other->model;
    int *from = kip_resize(scene->def.allocator, NULL, 0, size);
    if (!from)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for %s", file);
    KipMotion *made = NULL;
    KipStatus status = map_joints(scene, member, source, file, from, error);
    if (status == KIP_OK)
        status =
            kip_motion_create(scene->model, other->nframe, other->period, scene->def.allocator, &made, error);
    for (int f = 0; f < other->nframe && status == KIP_OK; f++)
        copy_frame(scene, source, from, other->q + f * source->nq, other->v + f * source->nv,
                   made->q + f * scene->model->nq, made->v + f * scene->model->nv);
    if (status == KIP_OK)
        status = kip_motion_settle(made, error);
    kip_resize(scene->def.allocator, from, size, 0);
    if (status == KIP_OK)
        *motion = made;
    else
        kip_motion_destroy(made);
    return status;
}

/* -- clips ----------------------------------------------------------------------------------------------- */

static bool can_be_read(const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (stream)
        fclose(stream);
    return stream != NULL;
}

/* The skeleton of an AMC file is in its folder: 02_01.asf, or 02.asf as in CMU's database. */
static KipStatus read_amc(const char *path, KipClip **clip, KipError *error)
{
    char asf[PATH_SIZE + 8];
    size_t n = strlen(path) - strlen(".amc");
    snprintf(asf, sizeof asf, "%.*s.asf", (int)n, path);
    while (!can_be_read(asf) && n > 0 && path[n - 1] != '/')
        if (path[--n] == '_')
            snprintf(asf, sizeof asf, "%.*s.asf", (int)n, path);
    return kip_asf_read(asf, path, clip, error);
}

/* The character's model, of its size. */
static KipStatus load_own(const KipScene *scene, int member, KipModel **own, KipError *error)
{
    const Member *m = scene->member[member];
    KipModel *model = NULL;
    KipStatus status = kip_mjcf_load(&model, m->path, NULL, error);
    if (status != KIP_OK || (m->height == 0 && m->mass == 0)) {
        *own = model;
        return status;
    }
    status = kip_model_scale_to(model, m->height, m->mass, NULL, own, error);
    kip_model_destroy(model);
    return status;
}

static KipStatus put_clip(const KipScene *scene, int member, const char *path, struct PutMotion *put,
                          KipError *error)
{
    KipClip *clip = NULL;
    *put = (struct PutMotion){.member = member};
    KipStatus status =
        kip_ends_in(path, ".amc") ? read_amc(path, &clip, error) : kip_bvh_read(path, &clip, error);
    if (status == KIP_OK)
        status = load_own(scene, member, &put->own, error);
    if (status == KIP_OK)
        status = kip_retarget(clip, put->own, NULL, &put->motion, NULL, error);
    kip_clip_destroy(clip);
    return status;
}

static void free_put(struct PutMotion *put)
{
    kip_motion_destroy(put->motion);
    kip_model_destroy(put->own);
}

/* The clip retargeted earlier to its character's own model; NULL where there is none. */
static struct PutMotion *find_put(KipScene *scene, int member, const char *file)
{
    for (int i = 0; i < scene->nput; i++)
        if (scene->put[i].member == member && strcmp(scene->put[i].file, file) == 0)
            return &scene->put[i];
    return NULL;
}

static KipStatus read_clip(KipScene *scene, int member, const char *file, const char *path,
                           KipMotion **motion, KipError *error)
{
    struct PutMotion *before = find_put(scene, member, file), put;
    KipStatus status = KIP_OK;
    if (before) {
        put = *before;
        *before = scene->put[--scene->nput];
    } else {
        status = put_clip(scene, member, path, &put, error);
    }
    if (status == KIP_OK)
        status = adopt(scene, member, put.motion, path, motion, error);
    free_put(&put);
    return status;
}

/* -- recordings ------------------------------------------------------------------------------------------ */

/* Makes a motion of 1 s of frame `at` and the next, which interpolates coordinates and rates. */
static void take_pair(KipMotion *pair, const KipRecording *recording, size_t at, double seconds)
{
    const size_t nq = (size_t)pair->model->nq, nv = (size_t)pair->model->nv;
    for (size_t k = 0; k < 2; k++) {
        memcpy(pair->q + k * nq, kip_recording_q(recording, at + k), nq * sizeof(double));
        for (size_t i = 0; i < nv; i++)
            pair->v[k * nv + i] = seconds * kip_recording_v(recording, at + k)[i];
    }
}

/* Resamples at equal intervals; times of a recording are rounded to steps. */
static void resample(const KipRecording *recording, KipMotion *pair, KipMotion *even)
{
    const size_t nq = (size_t)even->model->nq, nv = (size_t)even->model->nv;
    size_t at = 0;
    for (size_t f = 0; f < (size_t)even->nframe; f++) {
        const double time = recording->frame[0].time + (double)f * even->period;
        while (at + 2 < recording->nframe && recording->frame[at + 1].time < time)
            at++;
        const double begin = recording->frame[at].time, seconds = recording->frame[at + 1].time - begin;
        take_pair(pair, recording, at, seconds);
        kip_motion_sample(pair, (time - begin) / seconds, even->q + f * nq, even->v + f * nv);
        for (size_t i = 0; i < nv; i++)
            even->v[f * nv + i] /= seconds;
    }
}

static KipStatus read_recording(KipScene *scene, int member, const char *path, KipMotion **motion,
                                KipError *error)
{
    KipRecordingFile *file = NULL;
    KipMotion *pair = NULL, *even = NULL;
    KipStatus status = kip_recording_file_read(path, &file, error);
    if (status != KIP_OK)
        return status;
    const KipRecording *recording = file->recording;
    const double duration = recording->frame[recording->nframe - 1].time - recording->frame[0].time;
    if (recording->nframe < 2 || !(duration >= 1 / rate && duration < 1e5))
        status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s is too short to be followed", path);
    if (status == KIP_OK)
        status = kip_motion_create(file->model, 2, 1, scene->def.allocator, &pair, error);
    if (status == KIP_OK)
        status = kip_motion_create(file->model, (int)floor(duration * rate + 1e-6) + 1, 1 / rate,
                                   scene->def.allocator, &even, error);
    if (status == KIP_OK) {
        resample(recording, pair, even);
        status = adopt(scene, member, even, path, motion, error);
    }
    kip_motion_destroy(even);
    kip_motion_destroy(pair);
    kip_recording_file_destroy(file);
    return status;
}

/* -- all of a scene -------------------------------------------------------------------------------------- */

static bool find_file(const KipScene *scene, const char *name, char path[PATH_SIZE])
{
    static const char *const ending[] = {".bvh", ".amc", ".kip"};
    for (int i = 0; i < 3; i++)
        if (kip_ends_in(name, ending[i]))
            return kip_scene_find_file(scene, "motions", name, ending[i], path);
    for (int i = 0; i < 3; i++)
        if (kip_scene_find_file(scene, "motions", name, ending[i], path))
            return true;
    return false;
}

/* Reads motion capture and retargets it to the character's model, for later use. */
static KipStatus read_ahead(KipScene *scene, int member, const char *file, const char *path, KipError *error)
{
    if (kip_ends_in(path, ".kip") || scene->nput == MOST_SCENE_MOTIONS || find_put(scene, member, file))
        return KIP_OK;
    struct PutMotion *put = &scene->put[scene->nput];
    KipStatus status = put_clip(scene, member, path, put, error);
    if (status == KIP_OK) {
        snprintf(put->file, sizeof put->file, "%s", file);
        scene->nput++;
    } else {
        free_put(put);
    }
    return status;
}

const KipMotion *kip_scene_motion_ahead(KipScene *scene, int member, const char *file)
{
    const struct PutMotion *put = find_put(scene, member, file);
    return put ? put->motion : NULL;
}

KipStatus kip_scene_check_motion(KipScene *scene, int member, const char *file, KipError *error)
{
    char path[PATH_SIZE];
    KipHint hint = kip_hint(file);
    if (kip_scene_is_walk(file))
        return kip_scene_check_walk(scene, member, file, error);
    return find_file(scene, file, path)
               ? read_ahead(scene, member, file, path, error)
               : kip_scene_no_file(scene, "motion", "motions", file, ".bvh", &hint, error);
}

KipStatus kip_scene_read_motion(KipScene *scene, int member, const char *file, KipMotion **motion,
                                KipError *error)
{
    char path[PATH_SIZE];
    if (kip_scene_is_walk(file))
        return kip_scene_read_walk(scene, member, file, motion, error);
    if (!find_file(scene, file, path))
        return kip_scene_check_motion(scene, member, file, error);
    return kip_ends_in(path, ".kip") ? read_recording(scene, member, path, motion, error)
                                     : read_clip(scene, member, file, path, motion, error);
}

KipStatus kip_scene_motion(KipScene *scene, int member, const char *file, int *index,
                           const KipMotion **motion, KipError *error)
{
    for (int i = 0; i < scene->nmotion; i++)
        if (scene->motion[i].member == member && strcmp(scene->motion[i].file, file) == 0) {
            *index = scene->motion[i].index, *motion = scene->motion[i].motion;
            return KIP_OK;
        }
    struct SceneMotion *next = &scene->motion[scene->nmotion];
    if (scene->nmotion == MOST_SCENE_MOTIONS || strlen(file) >= sizeof next->file)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a scene has at most %d motions, with names below %zu letters", MOST_SCENE_MOTIONS,
                        sizeof next->file);
    KipStatus status = kip_scene_read_motion(scene, member, file, &next->motion, error);
    if (status != KIP_OK)
        return status;
    next->member = member;
    snprintf(next->file, sizeof next->file, "%s", file);
    next->index = kip_character_add_motion(kip_world_character(scene->world, member), next->motion);
    *index = next->index, *motion = next->motion;
    scene->nmotion++;
    return KIP_OK;
}

void kip_scene_save_motions(const KipScene *scene, SavedMotion saved[MOST_SCENE_MOTIONS])
{
    memset(saved, 0, MOST_SCENE_MOTIONS * sizeof *saved);
    for (int i = 0; i < scene->nmotion; i++) {
        saved[i].member = scene->motion[i].member;
        saved[i].there = 1;
        snprintf(saved[i].file, sizeof saved[i].file, "%s", scene->motion[i].file);
    }
}

KipStatus kip_scene_load_motions(KipScene *scene, const SavedMotion saved[MOST_SCENE_MOTIONS],
                                 KipError *error)
{
    KipStatus status = KIP_OK;
    const KipMotion *motion;
    int index;
    for (int i = 0; i < MOST_SCENE_MOTIONS && status == KIP_OK && saved[i].there; i++) {
        const SavedMotion *s = &saved[i];
        if (s->member < 0 || s->member >= scene->nmember || !scene->member[s->member]->character ||
            !memchr(s->file, '\0', sizeof s->file))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved bytes of %s are damaged",
                            scene->path);
        if (i < scene->nmotion &&
            (scene->motion[i].member != s->member || strcmp(scene->motion[i].file, s->file) != 0))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "the saved state follows '%s' where this scene has read '%s'; "
                            "load it into one that has not run",
                            s->file, scene->motion[i].file);
        status = kip_scene_motion(scene, s->member, s->file, &index, &motion, error);
    }
    return status;
}

void kip_scene_free_motions(KipScene *scene)
{
    for (int i = 0; i < scene->nput; i++)
        free_put(&scene->put[i]);
    for (int i = 0; i < scene->nmotion; i++) {
        kip_similar_destroy(scene->motion[i].similar);
        kip_motion_destroy(scene->motion[i].motion);
    }
}
