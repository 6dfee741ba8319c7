/* Words of scenes: clips, motions that a character follows (HYB). Argument 0 is the character. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../text/number.h"
#include "natives.h"
#include "../text/file.h"

/* -- as a skill ------------------------------------------------------------------------------------------ */

/* Reads one name or a list of names. */
static bool read_passive(KipCall *call, int i, SceneClip *clip)
{
    const KipValue *item = call->argument + i;
    size_t n = item->type != KIP_NONE;
    if (item->type == KIP_LIST || item->type == KIP_TUPLE)
        item = kip_items(call->machine, *item, &n);
    if (n > MOST_PASSIVE)
        return kip_call_fail(call, "at most %d things are passive", MOST_PASSIVE);
    for (size_t k = 0; k < n; k++) {
        if (item[k].type != KIP_STRING)
            return kip_call_fail(call, "passive is a list of names of characters and objects, not of %s",
                                 kip_type_name(call->machine, item[k]));
        snprintf(clip->passive[clip->npassive++], NAME_SIZE, "%s",
                 kip_string_of(call->machine, item[k])->text);
    }
    return true;
}

static bool read_weights(KipCall *call, int i, SceneClip *clip)
{
    clip->weights = call->argument[i];
    if (clip->weights.type != KIP_NONE && clip->weights.type != KIP_DICT)
        return kip_call_fail(call, "weights is a dict of joints, as {\"elbow_flex_r\": 0.1}, not %s",
                             kip_type_name(call->machine, clip->weights));
    return true;
}

/* Appends text to a motion's name. */
static bool add_text(KipCall *call, char file[MOTION_SIZE], const char *text)
{
    const size_t n = strlen(file), more = strlen(text);
    if (n + more >= MOTION_SIZE)
        return kip_call_fail(call, "the name of a motion, or clips and path, have fewer than %d letters",
                             MOTION_SIZE);
    memcpy(file + n, text, more + 1);
    return true;
}

/* Appends a list of points as ";0,0 3,1". */
static bool read_path(KipCall *call, KipValue path, char file[MOTION_SIZE])
{
    size_t n = 0;
    const KipValue *point = NULL;
    if (path.type == KIP_LIST || path.type == KIP_TUPLE)
        point = kip_items(call->machine, path, &n);
    if (n < 2)
        return kip_call_fail(call, "path is a list of two or more points, as [(0, 0), (3, 1)], m");
    for (size_t i = 0; i < n; i++) {
        double xyz[3] = {0};
        char x[KIP_NUMBER_SIZE], y[KIP_NUMBER_SIZE], text[2 * KIP_NUMBER_SIZE + 8];
        size_t m = 0;
        const KipValue *item = point[i].type == KIP_LIST || point[i].type == KIP_TUPLE
                                   ? kip_items(call->machine, point[i], &m)
                                   : NULL;
        if (m != 2)
            return kip_call_fail(call, "a point of a path is (x, y), m, not %s",
                                 kip_type_name(call->machine, point[i]));
        for (int k = 0; k < 2; k++) {
            if (item[k].type != KIP_INT && item[k].type != KIP_FLOAT)
                return kip_call_fail(call, "a point of a path is (x, y), m, not of %s",
                                     kip_type_name(call->machine, item[k]));
            xyz[k] = item[k].type == KIP_INT ? (double)item[k].integer : item[k].number;
        }
        snprintf(text, sizeof text, "%s%s,%s", i == 0 ? ";" : " ", kip_number_format_digits(x, xyz[0], 6),
                 kip_number_format_digits(y, xyz[1], 6));
        if (!add_text(call, file, text))
            return false;
    }
    return true;
}

/* Makes a motion's name from a file's, or from a list of them and a path. */
static bool read_file(KipCall *call, KipValue what, KipValue path, char file[MOTION_SIZE])
{
    const KipValue *item = &what;
    size_t n = 1;
    const bool many = what.type == KIP_LIST || what.type == KIP_TUPLE;
    file[0] = '\0';
    if (many)
        item = kip_items(call->machine, what, &n);
    if (n == 0 || (many && path.type == KIP_NONE))
        return kip_call_fail(call, "a clip is one file, or a list of files with path=[(0, 0), (3, 1)]");
    for (size_t i = 0; i < n; i++) {
        if (item[i].type != KIP_STRING)
            return kip_call_fail(call, "file is a motion's name, or a list of them, not of %s",
                                 kip_type_name(call->machine, item[i]));
        const char *text = kip_string_of(call->machine, item[i])->text;
        if (text[0] == '\0' || strpbrk(text, "|;"))
            return kip_call_fail(call, "\"%s\" cannot be a motion's name: it is empty, or has | or ; in it",
                                 text);
        if ((i > 0 && !add_text(call, file, "|")) || !add_text(call, file, text))
            return false;
    }
    return path.type == KIP_NONE || read_path(call, path, file);
}

/* self, file, name, loop, threshold, priority, weights, passive, blend, how, compare, start, floor, path. */
static bool word_add_clip(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const KipArgument *read = call->read;
    char file[MOTION_SIZE];
    if (!read_file(call, call->argument[1], call->argument[13], file))
        return false;
    const char *from = kip_file_base(file);
    SceneClip clip = {.threshold = read[4].number, .how = read[10].index};
    char own[NAME_SIZE];
    int index;
    snprintf(clip.file, sizeof clip.file, "%s", file);
    snprintf(own, sizeof own, "%.*s", (int)strcspn(from, ".|;"), from);
    clip.priority = read[5].given ? read[5].number : NAN;
    clip.play = (KipPlayDef){.start = read[11].given            ? read[11].number
                                      : kip_scene_is_walk(file) ? 0
                                                                : NAN,
                             .blend = read[8].number,
                             .floor = read[12].number,
                             .how = read[9].index,
                             .loop = read[3].on,
                             .by_origin = kip_scene_is_walk(file)};
    return read_weights(call, 6, &clip) && read_passive(call, 7, &clip) &&
           kip_scene_add_skill(call, scene, (int)call->argument[0].integer, kip_none(), &clip,
                               read[2].given ? read[2].text : own, &index);
}

/* -- at once --------------------------------------------------------------------------------------------- */

/* Reads the joints of the character, except those of the links listed in argument i and of their descendants. */
static bool read_loose(KipCall *call, int i, const Self *self, unsigned char *joints)
{
    const KipModel *model = self->scene->model;
    const KipValue *item = call->argument + i;
    size_t n = item->type != KIP_NONE;
    int first;
    const int njoint = kip_character_joints(self->character, &first);
    memset(joints, 1, (size_t)njoint);
    if (item->type == KIP_LIST || item->type == KIP_TUPLE)
        item = kip_items(call->machine, *item, &n);
    for (size_t k = 0; k < n; k++) {
        KipThing thing;
        KipError error;
        if (item[k].type != KIP_STRING)
            return kip_call_fail(call, "loose is a list of links");
        if (kip_world_find(self->world, self->member, kip_string_of(call->machine, item[k])->text, &thing,
                           &error) != KIP_OK)
            return kip_call_error(call, &error);
        for (int j = 0; j < njoint; j++) {
            int body = model->joint[first + j].body;
            while (body > thing.body && thing.body > 0)
                body = model->body[body].parent;
            joints[j] = joints[j] && body != thing.body;
        }
    }
    return true;
}

/* self, file, start, loop, blend, how, loose, floor. */
static bool word_play_clip(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipArgument *read = call->read;
    const KipPlayDef def = {read[2].number, read[4].number, read[7].number, read[5].index, read[3].on};
    const KipMotion *motion;
    int index;
    KipError error;
    unsigned char joints[KIP_MOST_DOF];
    KipStatus status = kip_scene_motion(self.scene, self.member, read[1].text, &index, &motion, &error);
    if (status != KIP_OK)
        return kip_call_error(call, &error);
    if (!read_loose(call, 6, &self, joints))
        return false;
    kip_scene_event(self.scene, "%s moves as %s does", self.scene->member[self.member]->name, read[1].text);
    return kip_scene_done(call, kip_character_play(self.character, index, &def, joints, &error), &error);
}

static bool word_end_clip(KipCall *call)
{
    KipCharacter *character = kip_scene_self(call).character;
    if (kip_character_is_playing(character))
        kip_character_hold(character);
    return true;
}

/* Returns the time of the clip that the character follows, s; None where it follows none. */
static bool word_clip_time(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipPlay *play = kip_character_clip(self.character);
    call->result = play ? kip_float(kip_play_time(play, kip_world_time(self.world))) : kip_none();
    return true;
}

/* Returns (least difference of the state from a frame, time of that frame in s). */
static bool word_likeness(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipMotion *motion;
    int index, first, frame;
    KipError error;
    KipStatus status = kip_scene_motion(self.scene, self.member, call->read[1].text, &index, &motion, &error);
    struct SceneMotion *of = self.scene->motion;
    while (status == KIP_OK && of->motion != motion)
        of++;
    if (status == KIP_OK && !of->similar) {
        const int n = kip_character_joints(self.character, &first);
        KipSimilarDef def = kip_similar_def();
        def.allocator = self.scene->def.allocator;
        status = kip_similar_create(motion, first, n, &def, &of->similar, &error);
    }
    if (status != KIP_OK)
        return kip_call_error(call, &error);
    const double difference = kip_similar_find(of->similar, kip_sim_q(self.sim), kip_sim_v(self.sim), 0,
                                               motion->nframe - 1, &frame);
    const KipValue item[2] = {kip_float(difference), kip_float(frame * motion->period)};
    return kip_tuple_make(call->machine, 2, item, &call->result);
}

/* Returns {joint: rad, or a ball's quaternion} at a time of the motion; an empty dict after its end. */
static bool word_clip_pose(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipModel *model = self.scene->model;
    const KipAllocator *allocator = self.scene->def.allocator;
    const double time = call->read[2].number;
    const KipMotion *motion;
    int index, first;
    KipError error;
    KipStatus status = kip_scene_motion(self.scene, self.member, call->read[1].text, &index, &motion, &error);
    if (status != KIP_OK)
        return kip_call_error(call, &error);
    if (!(time >= 0 && time <= kip_motion_duration(motion)))
        return true;
    const size_t size = (size_t)model->nq * sizeof(double);
    double *q = kip_resize(allocator, NULL, 0, size);
    if (!q)
        return kip_call_fail(call, "out of memory for a pose");
    kip_motion_sample(motion, time, q, NULL);
    const int n = kip_character_joints(self.character, &first);
    bool good = kip_dict_make(call->machine, &call->result);
    for (int j = first; j < first + n && good; j++) {
        const KipJoint *joint = model->joint + j;
        const char *name = joint->name + strlen(kip_character_prefix(self.character));
        KipPoseTarget target = {.angle = q[joint->q], .ball = joint->type == KIP_JOINT_BALL};
        KipValue key, value;
        if (joint->type == KIP_JOINT_FREE)
            continue;
        if (target.ball)
            target.quat = q_from(q + joint->q);
        good = kip_scene_target_value(call, &target, &value) &&
               kip_string_make(call->machine, name, strlen(name), &key) &&
               kip_dict_put(call->machine, call->result, key, value);
    }
    kip_resize(allocator, q, size, 0);
    return good;
}

/* -- the table ------------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"addClip(self, file, name: text=None, loop: bool=False, threshold: number=0.15, priority: number?=1, "
     "weights=None, passive=None, blend: number=0.5, how: blend='window', compare: likeness='abs', start: number=None, "
     "floor: number=0, path=None)",
     word_add_clip, "A motion as a skill: it bids where it is like the state."},
    {"playClip(self: character, file: text, start: number=0, loop: bool=False, blend: number=0.5, how: blend='window', "
     "loose=None, floor: number=0)",
     word_play_clip, "Moves it by a motion, whatever the forces."},
    {"endClip(self: character)", word_end_clip, "Ends the clip: physics continues from its state."},
    {"clipTime(self: character)", word_clip_time, "s of the clip that it moves by, or None."},
    {"clipPose(self: character, file: text, time: number)", word_clip_pose,
     "A motion's angles at a time: {joint: rad}; then None."},
    {"likeness(self: character, file: text)", word_likeness,
     "Its difference from a motion, and the most similar frame."},
};

const KipNativeTable kip_vocabulary_clip = KIP_NATIVE_TABLE(words);
