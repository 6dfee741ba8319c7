/* Messages for pages: the page itself, frames, the state, news. A frame is a list of 32-bit numbers:
 *
 *   time, whether it is running, bodies, geoms, contacts, springs, pushes, ghosts, the character being posed (-1: none)
 *   of each body: position (m), quaternion
 *   of each geom: whether it is on
 *   of each contact: the supported or touching body, the other (0: it cannot move), point, force on the first (N)
 *   of each spring: its two ends; of each push: point, force
 *   of each ghost, one for each body or none: the body's pose if joints were at their drives' targets */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../control/loads.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "../pictures/page.h"
#include "../text/file.h"
#include "../text/json.h"
#include "../text/number.h"
#include "session_parts.h"

/* -- messages -------------------------------------------------------------------------------------------- */

/* Sends a message of this kind, with the content written by `put`. */
static void send(FILE *stream, uint32_t kind, void (*put)(KipSession *session, FILE *body),
                 KipSession *session)
{
    char *text = NULL;
    size_t size = 0;
    FILE *body = open_memstream(&text, &size);
    if (!body)
        return;
    put(session, body);
    if (kip_close_memory(body, &text)) {
        const uint32_t head[2] = {(uint32_t)size, kind};
        fwrite(head, sizeof head, 1, stream);
        fwrite(text, 1, size, stream);
    }
    free(text);
}

/* -- frames ---------------------------------------------------------------------------------------------- */

static void put_number(FILE *stream, double value)
{
    const float number = (float)value;
    fwrite(&number, sizeof number, 1, stream);
}

static void put_vector(FILE *stream, KipVec3 v)
{
    put_number(stream, v.x), put_number(stream, v.y), put_number(stream, v.z);
}

static void put_bodies(FILE *stream, const KipDynamics *d, int nbody)
{
    for (int b = 0; b < nbody; b++) {
        const KipQuat q = b ? kip_body_orientation(d, b) : q_identity();
        put_vector(stream, b ? kip_body_position(d, b) : v3_zero());
        put_number(stream, q.w), put_number(stream, q.x), put_number(stream, q.y), put_number(stream, q.z);
    }
}

/* The first body is the supported one, or, of two that can move, the second. */
static void put_contact(FILE *stream, const KipModel *model, const KipContact *contact)
{
    const int one = model->geom[contact->geom1].body, two = model->geom[contact->geom2].body;
    const int supported = kip_supported_body(model, one, two);
    const bool first = supported >= 0 && supported == one && supported != two;
    put_number(stream, first ? one : two);
    put_number(stream, supported >= 0 ? 0 : one);
    put_vector(stream, contact->point);
    put_vector(stream, first ? v3_scale(-1, contact->force) : contact->force);
}

static bool is_pushed(const KipSim *sim, int body, KipVec3 *force, KipVec3 *point)
{
    KipVec3 torque;
    kip_sim_external(sim, body, force, &torque, point);
    return kip_sim_is_present(sim, body) && v3_length(*force) > 0;
}

bool kip_session_pushes(const KipSession *session)
{
    const KipSim *sim = kip_world_sim(kip_scene_world(session->scene));
    KipVec3 force, point;
    int b = 1;
    while (b < kip_scene_model(session->scene)->nbody && !is_pushed(sim, b, &force, &point))
        b++;
    return b < kip_scene_model(session->scene)->nbody;
}

/* Kinematics with each driven joint at its target. */
static KipDynamics *make_ghost(KipSession *session)
{
    const KipModel *model = kip_scene_model(session->scene);
    KipSim *sim = kip_world_sim(kip_scene_world(session->scene));
    const KipDrives drives = kip_sim_drives(sim);
    KipDynamics *ghost = NULL;
    bool any = false;
    double *q = malloc((size_t)(model->nq + model->nv) * sizeof *q);
    if (q) {
        memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
        memset(q + model->nq, 0, (size_t)model->nv * sizeof *q);
        for (int j = 0; j < model->njoint; j++) {
            const KipJoint *joint = &model->joint[j];
            if (joint->type == KIP_JOINT_FREE || !(drives.stiffness[joint->v] > 0))
                continue;
            memcpy(q + joint->q, drives.target + joint->q, (size_t)joint->nq * sizeof *q);
            any = true;
        }
        if (any && kip_dynamics_create(model, NULL, &ghost, NULL) == KIP_OK)
            kip_dynamics_set(ghost, q, q + model->nq);
    }
    free(q);
    return ghost;
}

static void put_frame(KipSession *session, FILE *stream)
{
    const KipModel *model = kip_scene_model(session->scene);
    KipWorld *world = kip_scene_world(session->scene);
    const KipSim *sim = kip_world_sim(world);
    const KipDynamics *d = session->posing >= 0 ? session->posed : kip_sim_dynamics(sim);
    KipDynamics *ghost = session->posing < 0 ? make_ghost(session) : NULL;
    const KipContact *contact;
    const int ncontact = kip_sim_contacts(sim, &contact);
    KipVec3 force, point;
    int nspring = 0, npush = 0;
    for (int b = 1; b < model->nbody; b++) {
        nspring += kip_sim_spring(sim, b) != NULL;
        npush += is_pushed(sim, b, &force, &point);
    }
    put_number(stream, kip_world_time(world));
    put_number(stream, session->playing);
    put_number(stream, model->nbody), put_number(stream, model->ngeom), put_number(stream, ncontact);
    put_number(stream, nspring), put_number(stream, npush), put_number(stream, ghost ? model->nbody : 0);
    put_number(stream, session->posing);
    put_bodies(stream, d, model->nbody);
    for (int g = 0; g < model->ngeom; g++)
        put_number(stream, kip_sim_is_on(sim, g) && kip_sim_is_present(sim, model->geom[g].body));
    for (int i = 0; i < ncontact; i++)
        put_contact(stream, model, &contact[i]);
    for (int b = 1; b < model->nbody; b++) {
        const KipSpring *spring = kip_sim_spring(sim, b);
        if (!spring)
            continue;
        put_vector(stream, kip_point_position(d, b, spring->point));
        put_vector(stream, v3_add(spring->position, q_rotate(spring->orientation, spring->point)));
    }
    for (int b = 1; b < model->nbody; b++)
        if (is_pushed(sim, b, &force, &point)) {
            put_vector(stream, kip_point_position(d, b, point));
            put_vector(stream, force);
        }
    if (ghost)
        put_bodies(stream, ghost, model->nbody);
    kip_dynamics_destroy(ghost);
}

void kip_session_frame(KipSession *session, FILE *stream)
{
    send(stream, 1, put_frame, session);
}

/* -- what is known from the beginning ---------------------------------------------------------------------- */

static void put_poses(KipJson *json, const KipCharacter *character)
{
    const KipPoseSet *poses = kip_character_poses(character);
    kip_json_open(json, "poses", '[');
    for (int i = 0; poses && i < poses->npose; i++)
        if (kip_character_get_pose(character, poses->pose[i].name, &(int){0}, NULL) == KIP_OK)
            kip_json_string(json, NULL, poses->pose[i].name);
    kip_json_close(json);
}

static void put_joints(KipJson *json, const KipModel *model, const KipCharacter *character)
{
    const size_t prefix = strlen(kip_character_prefix(character));
    int first;
    const int n = kip_character_joints(character, &first);
    kip_json_open(json, "joints", '[');
    for (int j = first; j < first + n; j++) {
        const KipJoint *joint = &model->joint[j];
        if (joint->nq != 1)
            continue;
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", joint->name + prefix);
        kip_json_number(json, "lo", joint->limited ? joint->range[0] : -3.1416);
        kip_json_number(json, "hi", joint->limited ? joint->range[1] : 3.1416);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_characters(KipJson *json, KipScene *scene)
{
    KipWorld *world = kip_scene_world(scene);
    kip_json_open(json, "characters", '[');
    for (int m = 0; m < kip_world_nmember(world); m++) {
        const KipCharacter *character = kip_world_character(world, m);
        const KipSupervisor *supervisor = kip_world_supervisor(world, m);
        if (!character)
            continue;
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", kip_world_member_name(world, m));
        kip_json_integer(json, "member", m);
        kip_json_integer(json, "root", kip_character_root(character));
        kip_json_open(json, "skills", '[');
        for (int k = 0; k < kip_supervisor_count(supervisor); k++)
            kip_json_string(json, NULL, kip_supervisor_name(supervisor, k));
        kip_json_close(json);
        put_poses(json, character);
        put_joints(json, kip_scene_model(scene), character);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_numbers(KipJson *json, const KipScene *scene)
{
    kip_json_open(json, "numbers", '[');
    for (int i = 0; i < kip_scene_nnumber(scene); i++) {
        const KipSceneNumber number = kip_scene_number(scene, i);
        if (!*number.name)
            continue;
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", number.name);
        kip_json_string(json, "file", kip_file_base(number.file));
        kip_json_number(json, "value", number.value);
        kip_json_bool(json, "tuned", number.tuned);
        kip_json_number(json, "lo", number.tuned ? number.lo : NAN);
        kip_json_number(json, "hi", number.tuned ? number.hi : NAN);
        kip_json_bool(json, "whole", number.whole);
        kip_json_close(json);
    }
    kip_json_close(json);
}

/* Lists the sets of shapes that can be chosen: each once, GROUP/NAME after the character's name. */
static void put_sets(KipJson *json, const KipModel *model)
{
    kip_json_open(json, "sets", '[');
    for (int i = 0; i < model->ncustom; i++)
        if (strstr(model->custom[i].name, "/geoms/"))
            kip_json_string(json, NULL, model->custom[i].name);
    kip_json_close(json);
}

static void put_info(KipSession *session, FILE *stream)
{
    const KipModel *model = kip_scene_model(session->scene);
    const char *name, *signature, *help;
    KipJson json = {.stream = stream};
    kip_json_open(&json, NULL, '{');
    kip_json_string(&json, "path", session->def.path);
    kip_json_string(&json, "folder", session->def.folder);
    kip_json_integer(&json, "balls", KIP_LIVE_BALLS);
    kip_json_open(&json, "bodies", '[');
    for (int b = 0; b < model->nbody; b++)
        kip_json_string(&json, NULL, b ? model->body[b].name : "world");
    kip_json_close(&json);
    put_characters(&json, session->scene);
    put_numbers(&json, session->scene);
    put_sets(&json, model);
    kip_json_open(&json, "commands", '[');
    for (int i = 0; (name = kip_session_saying(i, &signature, &help)); i++) {
        kip_json_open(&json, NULL, '{');
        kip_json_string(&json, "name", name);
        kip_json_string(&json, "signature", signature);
        kip_json_string(&json, "help", help);
        kip_json_close(&json);
    }
    kip_json_close(&json);
    kip_json_close(&json);
}

void kip_session_info(KipSession *session, FILE *stream)
{
    send(stream, 2, put_info, session);
}

/* -- the state --------------------------------------------------------------------------------------------- */

static void put_bids(KipJson *json, const KipSupervisor *supervisor, const Decided *decided)
{
    static const char *const states[] = {"bids", "not ready", "failed", "banned", "repeats"};
    kip_json_open(json, "bids", '[');
    for (int i = 0; i < decided->nbid; i++) {
        const KipBid *bid = &decided->bid[i];
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "skill", kip_supervisor_name(supervisor, bid->skill));
        kip_json_string(json, "state", states[bid->state]);
        kip_json_number(json, "score", bid->state == KIP_BID_MADE ? bid->score : NAN);
        kip_json_string(json, "reason", bid->reason);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void put_member(KipJson *json, KipSession *session, int m)
{
    KipWorld *world = kip_scene_world(session->scene);
    const KipCharacter *character = kip_world_character(world, m);
    const KipSupervisor *supervisor = kip_world_supervisor(world, m);
    const int active = kip_supervisor_active(supervisor), pose = kip_character_pose(character);
    kip_json_open(json, NULL, '{');
    kip_json_string(json, "skill", active < 0 ? "" : kip_supervisor_name(supervisor, active));
    kip_json_number(json, "since", kip_supervisor_since(supervisor));
    kip_json_number(json, "decided", session->decided[m].time);
    kip_json_string(json, "reason", session->decided[m].reason);
    kip_json_string(json, "pose", pose < 0 ? "" : kip_character_poses(character)->pose[pose].name);
    kip_json_bool(json, "autonomous", kip_scene_is_autonomous(session->scene, m));
    kip_json_bool(json, "planar", kip_character_is_planar(character));
    kip_json_bool(json, "helped",
                  kip_sim_spring(kip_world_sim(world), kip_character_root(character)) != NULL);
    put_bids(json, supervisor, &session->decided[m]);
    kip_json_close(json);
}

/* Writes the angles of the character being posed, in the order of its joints in the info. */
static void put_angles(KipJson *json, const KipSession *session)
{
    const KipModel *model = kip_scene_model(session->scene);
    int first;
    const int n =
        kip_character_joints(kip_world_character(kip_scene_world(session->scene), session->posing), &first);
    kip_json_open(json, "angles", '[');
    for (int j = first; j < first + n; j++)
        if (model->joint[j].nq == 1)
            kip_json_number(json, NULL, session->pose_q[model->joint[j].q]);
    kip_json_close(json);
}

/* Lists numbers that differ from their files, with their values: from the log, the last one of each name first. */
static void put_set_numbers(KipJson *json, const KipSession *session)
{
    static const char word[] = "setNumber ";
    const size_t before = sizeof word - 1;
    const char *seen[KIP_LIVE_SET];
    int n = 0;
    kip_json_open(json, "set", '{');
    for (int i = session->next - 1; i >= 0 && n < KIP_LIVE_SET; i--) {
        if (strncmp(session->log[i].text, word, before) != 0)
            continue;
        const char *name = session->log[i].text + before;
        const size_t size = strcspn(name, " \t");
        KipSceneNumber number;
        double value;
        bool known = size >= sizeof number.name || !name[size];
        for (int k = 0; k < n && !known; k++)
            known = strncmp(seen[k], name, size + 1) == 0;
        if (known || !kip_number_parse(name + size + 1, strlen(name + size + 1), &value))
            continue;
        seen[n++] = name;
        snprintf(number.name, sizeof number.name, "%.*s", (int)size, name);
        kip_json_number(json, number.name, value);
    }
    kip_json_close(json);
}

static void put_state(KipSession *session, FILE *stream)
{
    KipWorld *world = kip_scene_world(session->scene);
    KipJson json = {.stream = stream};
    kip_json_open(&json, NULL, '{');
    kip_json_number(&json, "time", kip_world_time(world));
    kip_json_number(&json, "oldest", kip_live_oldest(session));
    kip_json_bool(&json, "playing", session->playing);
    kip_json_bool(&json, "halted", session->halted);
    kip_json_number(&json, "speed", session->speed);
    kip_json_integer(&json, "log", session->nlog);
    kip_json_integer(&json, "waiting", kip_session_waiting(session));
    kip_json_number(&json, "gravity", kip_sim_gravity_scale(kip_world_sim(world)));
    kip_json_number(&json, "friction", kip_sim_friction_scale(kip_world_sim(world)));
    put_set_numbers(&json, session);
    kip_json_integer(&json, "posing", session->posing);
    if (session->posing >= 0)
        put_angles(&json, session);
    kip_json_open(&json, "sequences", '[');
    for (int i = 0; i < session->nsequence; i++) {
        kip_json_open(&json, NULL, '{');
        kip_json_string(&json, "name", session->sequence[i].name);
        kip_json_string(&json, "stages", session->sequence[i].stages);
        kip_json_close(&json);
    }
    kip_json_close(&json);
    kip_json_open(&json, "characters", '[');
    for (int m = 0; m < kip_world_nmember(world); m++)
        if (kip_world_character(world, m))
            put_member(&json, session, m);
    kip_json_close(&json);
    kip_json_close(&json);
}

void kip_session_state(KipSession *session, FILE *stream)
{
    send(stream, 3, put_state, session);
}

void kip_session_news(FILE *stream, KipNews news, double time, const char *text)
{
    static const char *const kinds[] = {"event", "decision", "print", "error", "done"};
    char *body = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&body, &size);
    if (!to)
        return;
    KipJson json = {.stream = to};
    kip_json_open(&json, NULL, '{');
    kip_json_string(&json, "kind", kinds[news]);
    kip_json_number(&json, "time", time);
    kip_json_string(&json, "text", text);
    kip_json_close(&json);
    if (kip_close_memory(to, &body)) {
        const uint32_t head[2] = {(uint32_t)size, 4};
        fwrite(head, sizeof head, 1, stream);
        fwrite(body, 1, size, stream);
    }
    free(body);
}

/* -- the page ---------------------------------------------------------------------------------------------- */

/* Generated by make from the files of the same names. */
extern const char kip_live_html[], kip_live_css[], kip_live_js[];

KipStatus kip_session_page(KipSession *session, FILE *stream, KipError *error)
{
    const KipPageParts live = {kip_live_html, kip_live_css, kip_live_js};
    KipSim *sim = kip_world_sim(kip_scene_world(session->scene));
    KipRecording *recording;
    KipVec3 eye, target;
    char title[KIP_LIVE_NAME * 4];
    KipStatus status =
        kip_recording_create(kip_scene_model(session->scene), kip_sim_timestep(sim), NULL, &recording, error);
    if (status != KIP_OK)
        return status;
    if (kip_scene_camera(session->scene, &eye, &target))
        kip_recording_camera(recording, eye, target);
    snprintf(title, sizeof title, "%.*s", (int)strcspn(kip_scene_doc(session->scene), "\n"),
             kip_scene_doc(session->scene));
    status = kip_recording_capture(recording, sim, error);
    if (status == KIP_OK)
        status = kip_page_write_with(stream, recording, title, "", &live, error);
    kip_recording_destroy(recording);
    return status;
}
