/* Posing by hand (DCT 3.1): time is stopped, and a copy of the character is pulled by its bodies or rotated at its joints,
 * within their ranges. A named pose is added to the scene, by a command in the log, and to FOLDER/live.pose. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "../formats/pose_file.h"
#include "../text/file.h"
#include "../text/number.h"
#include "session_parts.h"

enum { MOST_JOINTS = 256, MOST_FEET = 4, PATH = 1024 };

/* Reads the next word; false where there is none, or it is too long. */
static bool next_word(const char **at, char word[KIP_LIVE_NAME])
{
    *at += strspn(*at, " \t");
    const size_t n = strcspn(*at, " \t");
    if (n == 0 || n >= KIP_LIVE_NAME)
        return false;
    snprintf(word, KIP_LIVE_NAME, "%.*s", (int)n, *at);
    *at += n;
    return true;
}

static bool next_number(const char **at, double *value)
{
    char word[KIP_LIVE_NAME];
    return next_word(at, word) && kip_number_parse(word, strlen(word), value) && isfinite(*value);
}

static bool next_place(const char **at, KipVec3 *place)
{
    return next_number(at, &place->x) && next_number(at, &place->y) && next_number(at, &place->z);
}

static KipCharacter *character_of(const KipSession *session)
{
    return kip_world_character(kip_scene_world(session->scene), session->posing);
}

void kip_live_end_pose(KipSession *session)
{
    if (session->posing < 0)
        return;
    kip_ik_destroy(session->ik);
    kip_dynamics_destroy(session->posed);
    free(session->pose_q);
    session->ik = NULL, session->posed = NULL, session->pose_q = NULL;
    session->posing = -1;
}

/* The first character of that name; for "", the first of all. */
static int find_character(const KipSession *session, const char *name)
{
    KipWorld *world = kip_scene_world(session->scene);
    for (int m = 0; m < kip_world_nmember(world); m++)
        if (kip_world_character(world, m) && (!*name || strcmp(kip_world_member_name(world, m), name) == 0))
            return m;
    return -1;
}

static void show(KipSession *session)
{
    const KipModel *model = kip_scene_model(session->scene);
    double *v = calloc((size_t)model->nv + 1, sizeof *v);
    if (v)
        kip_dynamics_set(session->posed, session->pose_q, v);
    free(v);
}

static KipStatus begin(KipSession *session, const char *name, KipError *error)
{
    const KipModel *model = kip_scene_model(session->scene);
    const int member = find_character(session, name);
    const size_t size = (size_t)model->nq * sizeof *session->pose_q;
    if (member < 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the scene has no character '%.40s'", name);
    kip_live_end_pose(session);
    session->posing = member;
    session->playing = false;
    session->pose_q = malloc(size + 1);
    KipStatus status = session->pose_q ? kip_ik_create(model, NULL, &session->ik, error)
                                       : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    if (status == KIP_OK)
        status = kip_dynamics_create(model, NULL, &session->posed, error);
    if (status != KIP_OK) {
        kip_live_end_pose(session);
        return status;
    }
    memcpy(session->pose_q, kip_sim_q(kip_world_sim(kip_scene_world(session->scene))), size);
    show(session);
    return KIP_OK;
}

/* The nearest ancestor that carries more than one limb, or the root. */
static int base_of(const KipModel *model, int root, int body)
{
    for (int base = model->body[body].parent; base > root; base = model->body[base].parent) {
        int limbs = 0;
        for (int b = base + 1; b < model->nbody; b++)
            limbs += model->body[b].parent == base;
        if (limbs > 1)
            return base;
    }
    return root;
}

static KipIkTarget target_at(const KipDynamics *d, int body, KipVec3 point)
{
    KipIkTarget target = kip_ik_target();
    target.body = body;
    target.point = point;
    target.position = kip_point_position(d, body, point);
    return target;
}

/* Moves the root alone, with the feet fixed. */
static KipStatus pull_root(KipSession *session, KipVec3 by, KipError *error)
{
    const KipModel *model = kip_scene_model(session->scene);
    const int root = kip_character_root(character_of(session));
    const KipSensors *sensors = kip_world_sensors(kip_scene_world(session->scene), session->posing);
    KipIkTarget target[MOST_FEET];
    int joint[MOST_JOINTS], n = 0, feet = 0;
    if (model->body[root].nq < 7)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the root of this character does not move");
    for (; feet < sensors->part[KIP_FEET].n && feet < MOST_FEET; feet++) {
        const int foot = sensors->part[KIP_FEET].body[feet];
        target[feet] = target_at(session->posed, foot, v3_zero());
        target[feet].oriented = true;
        target[feet].orientation = kip_body_orientation(session->posed, foot);
        n += kip_ik_chain(model, foot, root, joint + n);
    }
    double *q = session->pose_q + model->body[root].q;
    q[0] += by.x, q[1] += by.y, q[2] += by.z;
    return feet ? kip_ik_solve(session->ik, session->pose_q, joint, n, target, feet, NULL, error) : KIP_OK;
}

/* BODY X Y Z [PX PY PZ]: moves a point of the body to a place. */
static KipStatus pull(KipSession *session, const char *words, KipError *error)
{
    const KipModel *model = kip_scene_model(session->scene);
    char name[KIP_LIVE_NAME];
    KipThing thing;
    KipVec3 to, point;
    int joint[MOST_JOINTS];
    if (!next_word(&words, name) || !next_place(&words, &to))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "pose pull takes BODY X Y Z [PX PY PZ]");
    KipStatus status = kip_world_find(kip_scene_world(session->scene), session->posing, name, &thing, error);
    if (status != KIP_OK)
        return status;
    const int body = kip_thing_body(kip_scene_world(session->scene), thing),
              root = kip_character_root(character_of(session));
    if (thing.member != session->posing || model->njoint > MOST_JOINTS)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%s' is not of the character that is posed",
                        name);
    if (!next_place(&words, &point))
        point = model->body[body].com;
    KipIkTarget target = target_at(session->posed, body, point);
    const KipVec3 by = v3_sub(to, target.position);
    if (!(v3_length(by) < 100))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "that place is too far away");
    target.position = to;
    if (body == root)
        status = pull_root(session, by, error);
    else
        status = kip_ik_solve(session->ik, session->pose_q, joint,
                              kip_ik_chain(model, body, base_of(model, root, body), joint), &target, 1, NULL,
                              error);
    show(session);
    return status;
}

/* A joint of the character by its own name; NULL where it has no such joint with one angle. */
static const KipJoint *find_joint(const KipSession *session, const char *name)
{
    const KipModel *model = kip_scene_model(session->scene);
    char full[3 * KIP_LIVE_NAME];
    snprintf(full, sizeof full, "%s%s", kip_character_prefix(character_of(session)), name);
    const int joint = kip_model_find_joint(model, full);
    return joint >= 0 && model->joint[joint].nq == 1 ? &model->joint[joint] : NULL;
}

/* JOINT ANGLE, clamped to its range. */
static KipStatus turn(KipSession *session, const char *words, KipError *error)
{
    char name[KIP_LIVE_NAME];
    double angle;
    if (!next_word(&words, name) || !next_number(&words, &angle))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "pose turn takes JOINT ANGLE");
    const KipJoint *joint = find_joint(session, name);
    if (!joint)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "there is no joint '%s' of one angle", name);
    if (joint->limited)
        angle = fmin(fmax(angle, joint->range[0]), joint->range[1]);
    session->pose_q[joint->q] = angle;
    show(session);
    return KIP_OK;
}

/* Sets the joints that the scene's pose of this name has. */
static KipStatus take(KipSession *session, const char *name, KipError *error)
{
    int index;
    KipStatus status = kip_character_get_pose(character_of(session), name, &index, error);
    if (status != KIP_OK)
        return status;
    const KipPose *pose = &kip_character_poses(character_of(session))->pose[index];
    for (int i = 0; i < pose->ntarget; i++) {
        const KipJoint *joint = pose->target[i].ball ? NULL : find_joint(session, pose->target[i].joint);
        if (joint)
            session->pose_q[joint->q] = pose->target[i].angle;
    }
    show(session);
    return KIP_OK;
}

/* Reads the present FOLDER/live.pose. */
static KipStatus read_own(const KipSession *session, KipPoseSet *set, char path[PATH], KipError *error)
{
    KipStatus status = kip_live_place(session, "live", ".pose", path, error);
    FILE *before = status == KIP_OK ? fopen(path, "rb") : NULL;
    if (!before)
        return status;
    fclose(before);
    return kip_pose_file_read(set, path, error);
}

/* Whether a stage names this pose. */
static bool is_named(const char *stages, const char *pose)
{
    const size_t n = strlen(pose);
    for (const char *at = stages; *at; at += strcspn(at, ";"), at += *at == ';') {
        at += strspn(at, " \t");
        if (strncmp(at, pose, n) == 0 && strchr(" \t;", at[n]))
            return true;
    }
    return false;
}

/* Adds the pose with the targets of its base. */
static KipStatus add_whole(KipPoseSet *set, const KipPose *pose, KipError *error)
{
    KipPose whole = *pose;
    whole.from = NULL;
    return kip_pose_set_add(set, &whole, error);
}

/* Adds it to FOLDER/live.pose, which is rewritten. */
static KipStatus write_pose(const KipSession *session, const KipPose *pose, KipError *error)
{
    char path[PATH];
    KipOutput output;
    KipPoseSet *set = kip_pose_set_create(NULL);
    KipStatus status = set ? read_own(session, set, path, error)
                           : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    if (status == KIP_OK)
        status = kip_pose_set_add(set, pose, error);
    if (status == KIP_OK)
        status = kip_output_open(&output, path, error);
    if (status == KIP_OK) {
        kip_pose_file_write(output.stream, set);
        status = kip_output_commit(&output, error);
    }
    kip_pose_set_destroy(set);
    return status;
}

/* Saves all joints of the character with one angle in the command and the pose. */
static KipStatus save(KipSession *session, const char *name, KipError *error)
{
    const KipModel *model = kip_scene_model(session->scene);
    const size_t prefix = strlen(kip_character_prefix(character_of(session)));
    KipPoseTarget target[MOST_JOINTS];
    KipPose pose = {.name = name, .gain = 1, .target = target, .place = kip_nowhere()};
    char line[KIP_SAYING_SIZE], number[KIP_NUMBER_SIZE];
    KipStatus status = kip_live_check_name(name, error);
    if (status != KIP_OK)
        return status;
    size_t used =
        (size_t)snprintf(line, sizeof line, "addPose %s %s",
                         kip_world_member_name(kip_scene_world(session->scene), session->posing), name);
    int first;
    const int n = kip_character_joints(character_of(session), &first);
    for (int j = first; j < first + n && pose.ntarget < MOST_JOINTS; j++) {
        const KipJoint *joint = &model->joint[j];
        if (joint->nq != 1)
            continue;
        const double angle = floor(session->pose_q[joint->q] * 1e4 + 0.5) / 1e4;
        target[pose.ntarget++] = (KipPoseTarget){.joint = joint->name + prefix,
                                                 .angle = angle,
                                                 .quat = q_identity(),
                                                 .gain = NAN,
                                                 .damping = NAN,
                                                 .place = kip_nowhere()};
        used += (size_t)snprintf(line + used, sizeof line - used, " %s %s", joint->name + prefix,
                                 kip_number_format_short(number, angle));
        if (used >= sizeof line)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "the character has too many joints for a command");
    }
    status = write_pose(session, &pose, error);
    if (status == KIP_OK)
        status = kip_live_queue(session, line, error);
    if (status == KIP_OK)
        kip_live_tell(session, KIP_NEWS_DONE, "saved: the pose %s in %s/live.pose", name,
                      session->def.folder);
    return status;
}

/* Adds a sequence to the page's list; it replaces one of the same name or, in a full list, the oldest. */
static void remember(KipSession *session, const char *name, const char *stages)
{
    Sequence *list = session->sequence;
    int i = 0;
    while (i < session->nsequence && strcmp(list[i].name, name) != 0)
        i++;
    if (i == KIP_LIVE_SEQUENCES)
        memmove(list, list + 1, (size_t)--i * sizeof *list);
    session->nsequence = i < session->nsequence ? session->nsequence : i + 1;
    snprintf(list[i].name, sizeof list[i].name, "%s", name);
    snprintf(list[i].stages, sizeof list[i].stages, "%s", stages);
}

/* NAME STAGE; STAGE ...: adds a sequence of poses to FOLDER/live.pose, with the poses it names. */
static KipStatus save_sequence(KipSession *session, const char *words, KipError *error)
{
    char name[KIP_LIVE_NAME], path[PATH], text[KIP_SAYING_SIZE];
    const int member = session->posing >= 0 ? session->posing : find_character(session, "");
    const KipPoseSet *known =
        member >= 0 ? kip_character_poses(kip_world_character(kip_scene_world(session->scene), member))
                    : NULL;
    KipPoseSet *set = kip_pose_set_create(NULL);
    KipOutput output;
    KipStatus status =
        set && known ? KIP_OK : kip_fail(error, KIP_BAD_USE, kip_nowhere(), "there are no poses");
    if (status == KIP_OK && !next_word(&words, name))
        status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "pose sequence takes NAME STAGE; STAGE; ...");
    if (status == KIP_OK)
        status = kip_live_check_name(name, error);
    if (status == KIP_OK)
        status = read_own(session, set, path, error);
    for (int i = 0; status == KIP_OK && i < known->npose; i++)
        if (kip_pose_get(set, known->pose[i].name, &(int){0}, NULL) != KIP_OK &&
            is_named(words, known->pose[i].name))
            status = add_whole(set, &known->pose[i], error);
    if (status == KIP_OK) {
        size_t n = (size_t)snprintf(text, sizeof text, "sequence %s\n%.1900s", name, words);
        for (size_t i = 0; i < n; i++)
            text[i] = text[i] == ';' ? '\n' : text[i];
        status = kip_pose_file_parse(set, text, n, "the sequence", error);
    }
    if (status == KIP_OK)
        status = kip_output_open(&output, path, error);
    if (status == KIP_OK) {
        kip_pose_file_write(output.stream, set);
        status = kip_output_commit(&output, error);
    }
    kip_pose_set_destroy(set);
    if (status == KIP_OK)
        remember(session, name, words + strspn(words, " \t"));
    if (status == KIP_OK)
        kip_live_tell(session, KIP_NEWS_DONE,
                      "saved: %s in %s; loadPoses() of it and addSkill(\"%s\") make it a skill", name, path,
                      name);
    return status;
}

KipStatus kip_live_pose(KipSession *session, const char *words, KipError *error)
{
    static const struct {
        const char *name;
        KipStatus (*run)(KipSession *session, const char *words, KipError *error);
    } known[] = {{"begin", begin}, {"pull", pull}, {"turn", turn},
                 {"take", take},   {"save", save}, {"sequence", save_sequence}};
    const size_t n = strcspn(words, " \t");
    const char *rest = words + n + strspn(words + n, " \t");
    if (n == 3 && strncmp(words, "end", n) == 0) {
        kip_live_end_pose(session);
        return KIP_OK;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strlen(known[i].name) != n || strncmp(words, known[i].name, n) != 0)
            continue;
        if (i > 0 && known[i].run != save_sequence && session->posing < 0)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "pose begin comes first");
        return known[i].run(session, rest, error);
    }
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                    "pose takes begin [CHARACTER], pull BODY X Y Z, turn JOINT ANGLE, take POSE, save NAME, "
                    "sequence NAME STAGE; STAGE ..., end");
}
