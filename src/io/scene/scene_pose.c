/* Poses that scripts add by addPose() and loadPoses(), before and during the run.
 *
 * A skill adds its poses in its own file, so that further instances, or a restart, add the same poses again, which has no
 * effect. Poses added after the world was made are saved with it, and removed by restart(). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../formats/pose_file.h"
#include "scene_parts.h"

enum { MOST_SAVED_TARGETS = 128 };

typedef struct SavedPose {
    char name[NAME_SIZE], from[NAME_SIZE];
    double gain;
    int member, ntarget;
} SavedPose;

typedef struct SavedTarget {
    char joint[NAME_SIZE];
    double angle, quat[4], gain, damping;
    int64_t ball;
} SavedTarget;

/* -- adding ---------------------------------------------------------------------------------------------- */

/* Limits of poses that are saved: lengths of names, and number of joints. */
static KipStatus check_room(const KipPose *pose, KipError *error)
{
    bool fits = strlen(pose->name) < NAME_SIZE && (!pose->from || strlen(pose->from) < NAME_SIZE) &&
                pose->ntarget <= MOST_SAVED_TARGETS;
    for (int i = 0; i < pose->ntarget; i++)
        fits = fits && strlen(pose->target[i].joint) < NAME_SIZE;
    return fits ? KIP_OK
                : kip_fail(error, KIP_BAD_USE, pose->place,
                           "the pose '%.60s' has more than %d joints, or names of more than %d letters",
                           pose->name, MOST_SAVED_TARGETS, NAME_SIZE - 1);
}

static int find(const KipPoseSet *set, const char *name)
{
    for (int i = 0; i < set->npose; i++)
        if (strcmp(set->pose[i].name, name) == 0)
            return i;
    return -1;
}

/* Checks joints if the world exists; else they are checked when the pose is used. */
static KipStatus check_joints(KipScene *scene, int member, const char *name, KipError *error)
{
    int pose;
    return scene->world
               ? kip_character_get_pose(kip_world_character(scene->world, member), name, &pose, error)
               : KIP_OK;
}

KipStatus kip_scene_add_pose(KipScene *scene, int member, const KipPose *pose, KipError *error)
{
    KipPoseSet *set = scene->member[member]->poses;
    int before = find(set, pose->name);
    if (before >= 0 && kip_pose_is_same(set->pose + before, pose))
        return KIP_OK;
    if (before >= 0 && set->pose[before].place.line == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "'%s' has a pose '%.60s' already, with other values: give this one another name",
                        scene->member[member]->name, pose->name);
    KipStatus status = check_room(pose, error);
    if (status == KIP_OK)
        status = kip_pose_set_add(set, pose, error);
    if (status != KIP_OK)
        return status;
    status = check_joints(scene, member, pose->name, error);
    if (status != KIP_OK)
        kip_pose_set_cut(set, set->npose - 1, set->nsequence);
    return status;
}

/* The targets of a pose that are not its base's. */
static int own_targets(const KipPose *pose, KipPoseTarget target[MOST_SAVED_TARGETS])
{
    int n = 0;
    for (int i = 0; i < pose->ntarget && n < MOST_SAVED_TARGETS; i++)
        if (!pose->target[i].inherited)
            target[n++] = pose->target[i];
    return n;
}

/* Each file is read once, since its poses may build on earlier ones. */
KipStatus kip_scene_read_poses(KipScene *scene, int member, const char *path, KipError *error)
{
    Member *m = scene->member[member];
    KipPoseFiles *files = &m->files;
    const uint64_t hash = kip_hash(KIP_HASH_START, path, strlen(path));
    const int npose = m->poses->npose, nsequence = m->poses->nsequence;
    for (int64_t i = 0; i < files->n; i++)
        if (files->hash[i] == hash)
            return KIP_OK;
    if (files->n == MOST_POSE_FILES)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "'%s' has %d files of poses already: put several into one file", m->name,
                        MOST_POSE_FILES);
    KipStatus status = kip_pose_file_read(m->poses, path, error);
    for (int i = npose; i < m->poses->npose && status == KIP_OK; i++) {
        status = check_room(m->poses->pose + i, error);
        if (status == KIP_OK)
            status = check_joints(scene, member, m->poses->pose[i].name, error);
    }
    if (status == KIP_OK)
        files->hash[files->n++] = hash;
    else
        kip_pose_set_cut(m->poses, npose, nsequence);
    return status;
}

/* Checks poses given by scripts and those that are skills; others in a file may be for another body. */
KipStatus kip_scene_check_poses(KipScene *scene, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int m = 0; m < scene->nmember; m++) {
        const Member *member = scene->member[m];
        if (!member->character || !member->poses)
            continue;
        for (int i = 0; i < member->poses->npose && status == KIP_OK; i++)
            if (member->poses->pose[i].place.line == 0)
                status = check_joints(scene, m, member->poses->pose[i].name, error);
        for (int k = 0; k < member->nskill && status == KIP_OK; k++)
            if (member->skill[k]->kind == SKILL_POSE)
                status = check_joints(scene, m, member->poses->pose[member->skill[k]->pose].name, error);
    }
    return status;
}

/* -- those that came with the world and after ------------------------------------------------------------ */

void kip_scene_count_poses(KipScene *scene)
{
    for (int m = 0; m < scene->nmember; m++) {
        const KipPoseSet *set = scene->member[m]->poses;
        scene->member[m]->npose = set ? set->npose : 0;
        scene->member[m]->nsequence = set ? set->nsequence : 0;
        scene->member[m]->nfile = scene->member[m]->files.n;
    }
}

void kip_scene_forget_poses(KipScene *scene)
{
    for (int m = 0; m < scene->nmember; m++) {
        scene->member[m]->files.n = scene->member[m]->nfile;
        if (scene->member[m]->poses)
            kip_pose_set_cut(scene->member[m]->poses, scene->member[m]->npose, scene->member[m]->nsequence);
    }
}

/* -- saving ---------------------------------------------------------------------------------------------- */

size_t kip_scene_poses_size(const KipScene *scene)
{
    KipPoseTarget target[MOST_SAVED_TARGETS];
    size_t size = (size_t)scene->nmember * sizeof(KipPoseFiles);
    for (int m = 0; m < scene->nmember; m++)
        for (int i = scene->member[m]->npose; scene->member[m]->poses && i < scene->member[m]->poses->npose;
             i++)
            size += sizeof(SavedPose) +
                    (size_t)own_targets(scene->member[m]->poses->pose + i, target) * sizeof(SavedTarget);
    return size;
}

static char *save_pose(int member, const KipPose *pose, char *to)
{
    KipPoseTarget target[MOST_SAVED_TARGETS];
    SavedPose saved;
    memset(&saved, 0, sizeof saved);
    saved.gain = pose->gain, saved.member = member, saved.ntarget = own_targets(pose, target);
    snprintf(saved.name, sizeof saved.name, "%s", pose->name);
    snprintf(saved.from, sizeof saved.from, "%s", pose->from ? pose->from : "");
    memcpy(to, &saved, sizeof saved);
    to += sizeof saved;
    for (int i = 0; i < saved.ntarget; i++, to += sizeof(SavedTarget)) {
        SavedTarget one;
        memset(&one, 0, sizeof one);
        snprintf(one.joint, sizeof one.joint, "%s", target[i].joint);
        one.angle = target[i].angle, one.gain = target[i].gain, one.damping = target[i].damping;
        one.ball = target[i].ball;
        q_store(one.quat, target[i].quat);
        memcpy(to, &one, sizeof one);
    }
    return to;
}

void kip_scene_save_poses(const KipScene *scene, char *to)
{
    for (int m = 0; m < scene->nmember; m++, to += sizeof(KipPoseFiles))
        memcpy(to, &scene->member[m]->files, sizeof(KipPoseFiles));
    for (int m = 0; m < scene->nmember; m++)
        for (int i = scene->member[m]->npose; scene->member[m]->poses && i < scene->member[m]->poses->npose;
             i++)
            to = save_pose(m, scene->member[m]->poses->pose + i, to);
}

/* Loads one pose; returns its size in bytes, or 0 where the bytes are incomplete. */
static size_t load_pose(KipScene *scene, const char *from, size_t size, KipStatus *status, KipError *error)
{
    KipPoseTarget target[MOST_SAVED_TARGETS];
    SavedTarget saved[MOST_SAVED_TARGETS];
    SavedPose head;
    if (size < sizeof head)
        return 0;
    memcpy(&head, from, sizeof head);
    bool sound = memchr(head.name, '\0', NAME_SIZE) && memchr(head.from, '\0', NAME_SIZE) &&
                 head.member >= 0 && head.member < scene->nmember && scene->member[head.member]->poses &&
                 head.ntarget >= 0 && head.ntarget <= MOST_SAVED_TARGETS;
    size_t rest = sound ? (size_t)head.ntarget * sizeof *saved : 0;
    if (!sound || size - sizeof head < rest)
        return 0;
    memcpy(saved, from + sizeof head, rest);
    for (int i = 0; i < head.ntarget; i++) {
        if (!memchr(saved[i].joint, '\0', NAME_SIZE))
            return 0;
        target[i] = (KipPoseTarget){.joint = saved[i].joint,
                                    .ball = saved[i].ball != 0,
                                    .angle = saved[i].angle,
                                    .quat = q_from(saved[i].quat),
                                    .gain = saved[i].gain,
                                    .damping = saved[i].damping,
                                    .place = kip_nowhere()};
    }
    KipPose pose = {.name = head.name,
                    .from = *head.from ? head.from : NULL,
                    .gain = head.gain,
                    .target = target,
                    .ntarget = head.ntarget,
                    .place = kip_nowhere()};
    *status = kip_scene_add_pose(scene, head.member, &pose, error);
    return sizeof head + rest;
}

KipStatus kip_scene_load_poses(KipScene *scene, const char *from, size_t size, KipError *error)
{
    KipStatus status = KIP_OK;
    const char *poses = from + (size_t)scene->nmember * sizeof(KipPoseFiles), *end = from + size;
    kip_scene_forget_poses(scene);
    if (poses > end)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved bytes of %s are damaged",
                        scene->path);
    for (int m = 0; m < scene->nmember; m++, from += sizeof(KipPoseFiles)) {
        KipPoseFiles files;
        memcpy(&files, from, sizeof files);
        if (files.n < scene->member[m]->nfile || files.n > MOST_POSE_FILES)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved bytes of %s are damaged",
                            scene->path);
        scene->member[m]->files = files;
    }
    size = (size_t)(end - from);
    while (size > 0 && status == KIP_OK) {
        size_t took = load_pose(scene, from, size, &status, error);
        if (took == 0)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved bytes of %s are damaged",
                            scene->path);
        from += took, size -= took;
    }
    return status;
}
