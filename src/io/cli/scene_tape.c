/* The recording of a scene (scene_tape.h). */
#include "scene_tape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/vec3.h"
#include "../text/file.h"
#include "commands.h"
#include "convert.h"
#include "outputs.h"

/* -- the head -------------------------------------------------------------------------------------------- */

void kip_tape_title(const KipTape *tape, char *title, size_t size)
{
    const char *doc = kip_scene_doc(tape->scene);
    size_t n = strcspn(doc, "\n");
    if (n)
        snprintf(title, size, "%.*s", (int)n, doc);
    else
        snprintf(title, size, "%s", kip_file_base(tape->script));
}

void kip_tape_note(const KipTape *tape, char *note, size_t size)
{
    KipWorld *world = kip_scene_world(tape->scene);
    snprintf(note, size, "steps of %g s, control every %g s", kip_sim_timestep(kip_world_sim(world)),
             kip_world_period(world));
}

/* -- frames ---------------------------------------------------------------------------------------------- */

static KipStatus forget_poses(KipTape *tape, KipError *error)
{
    int n = kip_world_nmember(kip_scene_world(tape->scene));
    free(tape->pose);
    tape->pose = malloc((size_t)n * sizeof *tape->pose + 1);
    if (!tape->pose)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to note poses");
    for (int i = 0; i < n; i++)
        tape->pose[i] = -1;
    return KIP_OK;
}

KipStatus kip_tape_begun(void *user, KipScene *scene, KipError *error)
{
    KipTape *tape = user;
    KipVec3 eye, target;
    KipSim *sim = kip_world_sim(kip_scene_world(scene));
    tape->scene = scene;
    kip_recording_destroy(tape->recording);
    tape->recording = NULL;
    KipStatus status =
        kip_recording_create(kip_scene_model(scene), kip_sim_timestep(sim), NULL, &tape->recording, error);
    if (status == KIP_OK)
        status = forget_poses(tape, error);
    if (status == KIP_OK && kip_scene_camera(scene, &eye, &target))
        kip_recording_camera(tape->recording, eye, target);
    return status;
}

/* Records a pose that began before the last step, on a track of its own. */
static KipStatus note_pose(KipTape *tape, int member, KipError *error)
{
    KipWorld *world = kip_scene_world(tape->scene);
    const KipCharacter *character = kip_world_character(world, member);
    const KipSim *sim = kip_world_sim(world);
    char track[KIP_POSE_TRACK_SIZE];
    int pose = character ? kip_character_pose(character) : -1;
    if (pose == tape->pose[member])
        return KIP_OK;
    tape->pose[member] = pose;
    snprintf(track, sizeof track, "%.200s" KIP_POSE_TRACK, kip_world_member_name(world, member));
    return kip_recording_band(tape->recording, track, fmax(kip_sim_time(sim) - kip_sim_timestep(sim), 0),
                              kip_character_poses(character)->pose[pose].name, "", error);
}

/* A recording with gaps would be wrong, so the run ends where something cannot be recorded. */
static KipStatus fail_lost(const KipTape *tape, KipError *error)
{
    if (error)
        *error = tape->lost;
    return tape->lost.status;
}

KipStatus kip_tape_stepped(void *user, KipScene *scene, KipError *error)
{
    KipTape *tape = user;
    if (tape->lost.status != KIP_OK)
        return fail_lost(tape, error);
    for (int i = 0; i < kip_world_nmember(kip_scene_world(scene)); i++)
        if (note_pose(tape, i, error) != KIP_OK)
            return KIP_NO_MEMORY;
    return kip_recording_sample(tape->recording, kip_world_sim(kip_scene_world(scene)), error);
}

KipStatus kip_tape_end(KipTape *tape, KipError *error)
{
    if (tape->lost.status != KIP_OK)
        return fail_lost(tape, error);
    if (!tape->recording || tape->recording->nframe == 0)
        return KIP_OK;
    return kip_recording_capture(tape->recording, kip_world_sim(kip_scene_world(tape->scene)), error);
}

void kip_tape_clear(KipTape *tape)
{
    kip_recording_destroy(tape->recording);
    free(tape->pose);
    for (int i = 0; i < tape->nfile; i++)
        free(tape->file[i].name);
    free(tape->file);
    *tape = (KipTape){0};
}

/* -- what else happens ----------------------------------------------------------------------------------- */

static void note(KipTape *tape, KipStatus status, const KipError *error)
{
    if (status != KIP_OK && tape->lost.status == KIP_OK)
        tape->lost = *error;
}

void kip_tape_event(void *user, double time, const char *text)
{
    KipTape *tape = user;
    KipError error;
    if (tape->recording)
        note(tape, kip_recording_event(tape->recording, time, text, &error), &error);
}

KipSceneHost kip_tape_host(void *tape)
{
    return (KipSceneHost){.user = tape,
                          .begun = kip_tape_begun,
                          .starts = kip_tape_stepped,
                          .stepped = kip_tape_stepped,
                          .event = kip_tape_event,
                          .decided = kip_tape_decided,
                          .pushed = kip_tape_pushed,
                          .target = kip_tape_target};
}

const char *kip_tape_bid(const KipBid *bid)
{
    static const char *const state[] = {[KIP_BID_MADE] = "bids",
                                        [KIP_BID_NOT_READY] = "not ready",
                                        [KIP_BID_FAILED] = "failed",
                                        [KIP_BID_BANNED] = "waits, since it failed at once",
                                        [KIP_BID_REPEATS] = "waits, since it began too often"};
    return state[bid->state];
}

/* The reason for the page: the bids, and why the other skills made none. */
static void whole_reason(const KipSupervisor *supervisor, const KipDecision *decision, char *text,
                         size_t size)
{
    int n = snprintf(text, size, "%s", decision->reason);
    for (int i = 0; i < decision->nbid && n >= 0 && (size_t)n < size; i++) {
        const KipBid *bid = &decision->bid[i];
        if (bid->state != KIP_BID_MADE)
            n += snprintf(text + n, size - (size_t)n, "; %s %s%s%s",
                          kip_supervisor_name(supervisor, bid->skill), kip_tape_bid(bid),
                          *bid->reason ? ": " : "", bid->reason);
    }
}

void kip_tape_decided(void *user, KipScene *scene, int member, const KipDecision *decision)
{
    KipTape *tape = user;
    KipWorld *world = kip_scene_world(scene);
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    char reason[1024];
    KipError error;
    whole_reason(supervisor, decision, reason, sizeof reason);
    if (decision->from != decision->to)
        note(tape,
             kip_recording_band(tape->recording, kip_world_member_name(world, member), decision->time,
                                kip_supervisor_name(supervisor, decision->to), reason, &error),
             &error);
}

void kip_tape_push_text(const KipTape *tape, int body, KipVec3 force, double seconds, char text[160])
{
    snprintf(text, 160, "%.3g N push on %.100s for %.3g s", v3_length(force),
             kip_scene_model(tape->scene)->body[body].name, seconds);
}

void kip_tape_pushed(void *user, double time, int body, KipVec3 force, double seconds, KipVec3 point)
{
    KipTape *tape = user;
    KipError error;
    char text[160];
    KipRecordedPush push = {.start = time,
                            .end = time + seconds,
                            .body = body,
                            .point = point,
                            .force = force};
    note(tape, kip_recording_push(tape->recording, &push, &error), &error);
    kip_tape_push_text(tape, body, force, seconds, text);
    kip_tape_event(tape, time, text);
}

void kip_tape_target(void *user, double time, int member, KipVec3 position)
{
    KipTape *tape = user;
    KipError error;
    const char *name = kip_world_member_name(kip_scene_world(tape->scene), member);
    note(tape, kip_recording_target(tape->recording, time, name, position, &error), &error);
}

/* -- what the script asks to be written ----------------------------------------------------------------------- */

KipStatus kip_tape_add_file(KipTape *tape, const char *name, bool recorded, KipError *error)
{
    for (int i = 0; i < tape->nfile; i++)
        if (strcmp(tape->file[i].name, name) == 0)
            return KIP_OK;
    KipTapeFile *grown = realloc(tape->file, (size_t)(tape->nfile + 1) * sizeof *grown);
    if (grown)
        tape->file = grown;
    char *copy = grown ? strdup(name) : NULL;
    if (!copy)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    tape->file[tape->nfile++] = (KipTapeFile){copy, recorded};
    return KIP_OK;
}

KipStatus kip_tape_record(void *user, const char *name, KipError *error)
{
    if (!kip_can_convert_recording(name) || kip_ends_in(name, ".xml"))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "\"%s\" must end in .html, .glb, .bvh, .csv or .kip", name);
    return kip_tape_add_file(user, name, true, error);
}

KipStatus kip_tape_write(const KipTape *tape, const char *path, int nword, const char *const *word,
                         KipError *error)
{
    KipOutput output = {0};
    char title[256], note[256];
    kip_tape_title(tape, title, sizeof title);
    kip_tape_note(tape, note, sizeof note);
    const KipRecordingHead head = {title, note, nword, word};
    KipStatus status = kip_output_open(&output, path, error);
    if (status == KIP_OK)
        status = kip_convert_recording(tape->recording, &head, path, output.stream, error);
    return kip_output_end(&output, status, error);
}

KipStatus kip_tape_draw(const char *path, const KipChart *chart, KipError *error)
{
    KipOutput output = {0};
    KipStatus status = kip_output_open(&output, path, error);
    if (status == KIP_OK)
        status = kip_chart_write(output.stream, chart, error);
    return kip_output_end(&output, status, error);
}
