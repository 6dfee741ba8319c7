/* Words of scenes: whole-body control of a character on its contacts. Argument 0 is the character. */
#include <math.h>
#include <string.h>

#include "../../control/parts.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "natives.h"

typedef bool (*ForLink)(KipCall *call, const Self *self, int link, void *user);

/* Acts for each link that argument i lists: a link's name, or feet, hands, hips, knees, which are all such links of the
 * character. */
static bool for_links(KipCall *call, const Self *self, int i, ForLink act, void *user)
{
    const KipPartSensor *of = kip_world_sensors(self->world, self->member)->part;
    KipArgument name, link;
    int part = 0;
    if (!kip_read_text(call, i, NULL, &name))
        return false;
    while (part < KIP_PARTS && strcmp(kip_part_name((KipPart)part), name.text) != 0)
        part++;
    if (part == KIP_PARTS || part == KIP_HEAD)
        return kip_scene_read_link(call, i, NULL, &link) && act(call, self, link.index, user);
    for (int k = 0; k < of[part].n; k++)
        if (!act(call, self, of[part].body[k], user))
            return false;
    return of[part].n > 0 || kip_call_fail(call, "it has no %s", name.text);
}

static bool need_wbc(KipCall *call, Self *self, const KipWbc **wbc)
{
    *self = kip_scene_self(call);
    *wbc = kip_character_wbc(self->character);
    return *wbc || kip_call_fail(call, "it cannot carry itself: its root has no free joint");
}

/* -- what bears -------------------------------------------------------------------------------------------- */

static bool bear_link(KipCall *call, const Self *self, int link, void *user)
{
    KipError error;
    const bool bore = kip_wbc_bears(kip_character_wbc(self->character), link);
    (void)user;
    KipStatus status = kip_character_bear(self->character, link, &error);
    if (status == KIP_OK && !bore)
        kip_scene_event(self->scene, "%s is to bear", kip_scene_own_name(self->scene, link));
    return kip_scene_done(call, status, &error);
}

static bool word_bear(KipCall *call)
{
    Self self;
    const KipWbc *wbc;
    if (!need_wbc(call, &self, &wbc))
        return false;
    for (int i = 1; i < call->nargument; i++)
        if (!for_links(call, &self, i, bear_link, NULL))
            return false;
    return call->nargument > 1 || kip_call_fail(call, "bear() takes the links that are to bear it");
}

static bool release_link(KipCall *call, const Self *self, int link, void *user)
{
    (void)call;
    kip_character_release(self->character, link, *(const double *)user);
    return true;
}

static bool word_release(KipCall *call)
{
    Self self;
    const KipWbc *wbc;
    double seconds = call->read[2].number;
    if (!need_wbc(call, &self, &wbc))
        return false;
    if (seconds < 0)
        return kip_call_fail(call, "a time is 0 s or more, not %g", seconds);
    return for_links(call, &self, 1, release_link, &seconds);
}

/* -- tasks ------------------------------------------------------------------------------------------------- */

/* Reads a quaternion, or heading, pitch forward and roll to the right. */
static bool read_turn(KipCall *call, int i, KipQuat *q)
{
    const KipValue value = call->argument[i];
    KipArgument turn;
    size_t n = 0;
    if (value.type == KIP_LIST || value.type == KIP_TUPLE)
        kip_items(call->machine, value, &n);
    if (n == 4)
        return kip_scene_read_quat(call, value, q) &&
               (q_dot(*q, *q) > 0 || kip_call_fail(call, "the quaternion of a turn is zero"));
    if (!kip_read_vector(call, i, NULL, &turn))
        return false;
    const KipVec3 t = turn.vector;
    if (!kip_scene_check_turn(call, "heading", t.x) || !kip_scene_check_turn(call, "pitch", t.y) ||
        !kip_scene_check_turn(call, "roll", t.z))
        return false;
    *q = q_mul(q_axis_angle(v3(0, 0, 1), t.x),
               q_mul(q_axis_angle(v3(1, 0, 0), t.z), q_axis_angle(v3(0, 1, 0), t.y)));
    return true;
}

static bool set_task(KipCall *call, const Self *self, const KipWbcTask *task)
{
    KipError error;
    return kip_scene_done(call, kip_character_set_task(self->character, task, &error), &error);
}

/* Reads "com", "cop", or argument 1 as a link, whose task is its place. */
static bool read_what(KipCall *call, KipWbcKind *kind, int *link)
{
    KipArgument read = {.index = 0};
    const char *what = call->read[1].text;
    *kind = strcmp(what, "com") == 0 ? KIP_WBC_COM : strcmp(what, "cop") == 0 ? KIP_WBC_COP : KIP_WBC_PLACE;
    if (*kind == KIP_WBC_PLACE && !kip_scene_read_link(call, 1, NULL, &read))
        return false;
    *link = read.index;
    return true;
}

static bool set_posture(KipCall *call, const Self *self, int link, double weight)
{
    KipError error;
    return kip_scene_done(call, kip_character_set_posture(self->character, link, weight, &error), &error);
}

/* self, what, at, turn, velocity, weight, acceleration, rate, spin, within. */
static bool word_task(KipCall *call)
{
    Self self;
    const KipWbc *wbc;
    const KipArgument *read = call->read;
    const bool turned = call->argument[3].type != KIP_NONE, placed = read[2].given;
    KipWbcTask task = {.turn = {1, 0, 0, 0},
                       .weight = read[5].given ? read[5].number : NAN,
                       .rate = read[7].number,
                       .within = read[9].number};
    if (!need_wbc(call, &self, &wbc) || !read_what(call, &task.kind, &task.link) ||
        (turned && !read_turn(call, 3, &task.turn)))
        return false;
    if (turned && task.kind != KIP_WBC_PLACE)
        return kip_call_fail(call, "a point has no turn; give that of a link");
    const double period = kip_world_period(self.world);
    if (task.rate * period > 1) /* a spring whose force is held for so long gains energy */
        return kip_call_fail(
            call, "the rate of a task is at most %g 1/s, one over the control period of %g s; not %g",
            1 / period, period, task.rate);
    if (!placed)
        kip_character_end_task(self.character, task.kind, task.link);
    if (!turned && task.kind == KIP_WBC_PLACE)
        kip_character_end_task(self.character, KIP_WBC_TURN, task.link);
    if (!placed && !turned && task.kind == KIP_WBC_PLACE && read[5].given)
        return set_posture(call, &self, task.link, read[5].number);
    if (placed)
        task.position = read[2].vector;
    if (read[4].given)
        task.velocity = read[4].vector;
    if (read[6].given)
        task.acceleration = read[6].vector;
    if (placed && !set_task(call, &self, &task))
        return false;
    task.kind = KIP_WBC_TURN, task.velocity = read[8].given ? read[8].vector : v3_zero();
    task.acceleration = v3_zero();
    return !turned || set_task(call, &self, &task);
}

static bool word_lack(KipCall *call)
{
    Self self;
    const KipWbc *wbc;
    KipWbcKind kind;
    int link;
    if (!need_wbc(call, &self, &wbc) || !read_what(call, &kind, &link))
        return false;
    call->result = kip_float(kind == KIP_WBC_PLACE
                                 ? fmax(kip_wbc_lack(wbc, kind, link), kip_wbc_lack(wbc, KIP_WBC_TURN, link))
                                 : kip_wbc_lack(wbc, KIP_WBC_COM, 0));
    return true;
}

/* -- lengths ----------------------------------------------------------------------------------------------- */

typedef struct Middle {
    const KipWbc *wbc;
    KipVec3 sum;
    int n;
} Middle;

static bool add_base(KipCall *call, const Self *self, int link, void *user)
{
    Middle *middle = user;
    (void)call;
    middle->sum = v3_add(middle->sum, kip_wbc_base(middle->wbc, self->sim, link)), middle->n++;
    return true;
}

static bool word_base(KipCall *call)
{
    Self self;
    Middle middle = {0};
    if (!need_wbc(call, &self, &middle.wbc))
        return false;
    for (int i = 1; i < call->nargument; i++)
        if (!for_links(call, &self, i, add_base, &middle))
            return false;
    if (middle.n == 0)
        return kip_call_fail(call, "base() takes the links whose middle it is");
    return kip_call_return_vector(call, v3_scale(1.0 / middle.n, middle.sum));
}

static bool word_laden(KipCall *call)
{
    Self self;
    const KipWbc *wbc;
    if (!need_wbc(call, &self, &wbc))
        return false;
    KipVec3 com = kip_character_com(self.character);
    kip_wbc_laden(wbc, kip_world_sim(self.world), &com, NULL);
    return kip_call_return_vector(call, com);
}

static bool word_laden_velocity(KipCall *call)
{
    Self self;
    const KipWbc *wbc;
    if (!need_wbc(call, &self, &wbc))
        return false;
    KipVec3 velocity = kip_character_com_velocity(self.character);
    kip_wbc_laden(wbc, kip_world_sim(self.world), NULL, &velocity);
    return kip_call_return_vector(call, velocity);
}

static bool word_limb(KipCall *call)
{
    Self self;
    const KipWbc *wbc;
    if (!need_wbc(call, &self, &wbc))
        return false;
    call->result = kip_float(kip_wbc_limb(wbc, call->read[1].index));
    return true;
}

/* -- the table --------------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"bear(self: character, ...)", word_bear, "Whole-body control: these links support the body."},
    {"release(self: character, link, seconds: number=0.2)", word_release,
     "Ends a link's support of the body, gradually."},
    {"task(self: character, what: text, at: place=None, turn=None, velocity: place=None, weight: number=None, "
     "acceleration: place=None, rate: number=0, spin: place=None, within: number=0)",
     word_task, "The wanted place of its centre of mass, or pose of a link."},
    {"lack(self: character, what: text)", word_lack,
     "The part of a task's acceleration that is not achieved."},
    {"base(self: character, ...)", word_base, "The middle of the undersides of links, world, m."},
    {"laden(self: character)", word_laden, "The centre of mass with what it holds (vec, m)."},
    {"ladenVelocity(self: character)", word_laden_velocity, "The velocity of that (vec, m/s)."},
    {"limb(self: character, link: link)", word_limb, "A limb's length along its bones up to the link, m."},
};

const KipNativeTable kip_vocabulary_bear = KIP_NATIVE_TABLE(words);
