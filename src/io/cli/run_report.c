/* The report of a run (run_report.h). Each list is first written to memory, and inserted into the document at the end. */
#include "run_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../text/json.h"
#include "commands.h"

enum { MEASURES, CHARACTERS, OBJECTS, SKILLS, DECISIONS, EVENTS, FAILURES, FILES, LISTS };

static const char *const list_name[LISTS] =
    {[MEASURES] = "measures",   [CHARACTERS] = "characters", [OBJECTS] = "objects",   [SKILLS] = "skills",
     [DECISIONS] = "decisions", [EVENTS] = "events",         [FAILURES] = "failures", [FILES] = "files"};

/* The items of a list, as in the document. */
typedef struct List {
    char *text;
    size_t size;
    KipJson json;
} List;

struct KipRunReport {
    const char *file;
    char title[256];
    List list[LISTS];
    double time, timestep; /* s */
    char hash[20];         /* "": without a world */
    int holds, fails;      /* numbers of claims */
    double *seconds;       /* of each skill of each member */
    int nseconds;
    bool lost;      /* some item was lost for lack of memory */
    KipError error; /* KIP_OK: none */
    char traceback[4096];
};

/* -- lists ----------------------------------------------------------------------------------------------- */

static bool begin_list(List *list)
{
    /* the depth in the document */
    *list = (List){.json = {.depth = 2, .bracket = "}]"}};
    list->json.stream = open_memstream(&list->text, &list->size);
    return list->json.stream;
}

static void end_list(List *list)
{
    if (list->json.stream)
        fclose(list->json.stream);
    free(list->text);
    *list = (List){0};
}

/* NULL without a report, or when out of memory. */
static KipJson *open_item(KipRunReport *report, int list)
{
    if (!report || !report->list[list].json.stream)
        return NULL;
    kip_json_open(&report->list[list].json, NULL, '{');
    return &report->list[list].json;
}

KipRunReport *kip_run_report_create(const char *file)
{
    KipRunReport *report = calloc(1, sizeof *report);
    if (!report)
        return NULL;
    report->file = file;
    bool made = true;
    for (int i = 0; i < LISTS; i++)
        made = begin_list(&report->list[i]) && made;
    if (made)
        return report;
    kip_run_report_destroy(report);
    return NULL;
}

void kip_run_report_destroy(KipRunReport *report)
{
    if (!report)
        return;
    for (int i = 0; i < LISTS; i++)
        end_list(&report->list[i]);
    free(report->seconds);
    free(report);
}

/* -- while it runs --------------------------------------------------------------------------------------- */

void kip_run_report_begin(KipRunReport *report)
{
    if (!report)
        return;
    end_list(&report->list[DECISIONS]);
    end_list(&report->list[EVENTS]);
    begin_list(&report->list[DECISIONS]);
    begin_list(&report->list[EVENTS]);
    for (int i = 0; i < report->nseconds; i++)
        report->seconds[i] = 0;
    report->time = 0;
}

static int count_skills(KipWorld *world)
{
    int n = 0;
    for (int m = 0; m < kip_world_nmember(world); m++)
        n += kip_world_supervisor(world, m) ? kip_supervisor_count(kip_world_supervisor(world, m)) : 0;
    return n;
}

void kip_run_report_step(KipRunReport *report, KipWorld *world)
{
    if (!report)
        return;
    if (!report->seconds) {
        report->nseconds = count_skills(world);
        report->seconds = calloc((size_t)report->nseconds + 1, sizeof *report->seconds);
        report->lost = report->lost || !report->seconds;
        report->nseconds = report->seconds ? report->nseconds : 0;
    }
    double passed = kip_world_time(world) - report->time;
    report->time = kip_world_time(world);
    for (int m = 0, first = 0; m < kip_world_nmember(world) && report->nseconds; m++) {
        const KipSupervisor *supervisor = kip_world_supervisor(world, m);
        if (!supervisor)
            continue;
        if (kip_supervisor_active(supervisor) >= 0)
            report->seconds[first + kip_supervisor_active(supervisor)] += passed;
        first += kip_supervisor_count(supervisor);
    }
}

void kip_run_report_measure(KipRunReport *report, const KipMeasure *measure)
{
    KipJson *json = open_item(report, MEASURES);
    if (!json)
        return;
    report->holds += measure->verdict == KIP_HOLDS;
    report->fails += measure->verdict == KIP_FAILS;
    kip_json_string(json, "name", measure->name);
    kip_json_number(json, "value", measure->value);
    kip_json_string(json, "unit", measure->unit);
    kip_json_string(json, "claim", measure->claim);
    kip_json_string(json, "verdict",
                    measure->verdict == KIP_NO_CLAIM ? NULL
                    : measure->verdict == KIP_HOLDS  ? "holds"
                                                     : "fails");
    kip_json_close(json);
}

void kip_run_report_event(KipRunReport *report, double time, const char *text)
{
    KipJson *json = open_item(report, EVENTS);
    if (!json)
        return;
    kip_json_number(json, "time", time);
    kip_json_string(json, "text", text);
    kip_json_close(json);
}

void kip_run_report_decision(KipRunReport *report, KipWorld *world, int member, const KipDecision *decision)
{
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    KipJson *json = decision->from == decision->to ? NULL : open_item(report, DECISIONS);
    if (!json)
        return;
    kip_json_number(json, "time", decision->time);
    kip_json_string(json, "character", kip_world_member_name(world, member));
    kip_json_string(json, "from",
                    decision->from < 0 ? NULL : kip_supervisor_name(supervisor, decision->from));
    kip_json_string(json, "to", kip_supervisor_name(supervisor, decision->to));
    kip_json_string(json, "reason", decision->reason);
    kip_json_close(json);
}

static void print_place(KipJson *json, const KipError *error)
{
    kip_json_string(json, "message", error->message);
    kip_json_string(json, "file", *error->file ? error->file : NULL);
    kip_json_integer(json, "line", error->line);
    kip_json_integer(json, "column", error->column);
}

void kip_run_report_failure(KipRunReport *report, double time, const char *character, const char *skill,
                            const KipError *error)
{
    KipJson *json = open_item(report, FAILURES);
    if (!json)
        return;
    kip_json_number(json, "time", time);
    kip_json_string(json, "character", character);
    kip_json_string(json, "skill", skill);
    print_place(json, error);
    kip_json_close(json);
}

void kip_run_report_error(KipRunReport *report, const KipError *error, const char *traceback)
{
    if (!report || report->error.status != KIP_OK)
        return;
    report->error = *error;
    snprintf(report->traceback, sizeof report->traceback, "%s", traceback);
}

void kip_run_report_file(KipRunReport *report, const char *path)
{
    if (report && report->list[FILES].json.stream && strcmp(path, "-") != 0)
        kip_json_string(&report->list[FILES].json, NULL, path);
}

/* -- how it stands at the end ---------------------------------------------------------------------------- */

static void print_vector(KipJson *json, const char *key, KipVec3 v)
{
    kip_json_numbers(json, key, (const double[]){v.x, v.y, v.z}, 3);
}

/* Prints coordinates by the joints' names without the character's prefix. */
static void print_joints(KipJson *json, const KipSim *sim, int first, int n, size_t prefix)
{
    const KipModel *model = kip_sim_model(sim);
    kip_json_open(json, "joints", '{');
    for (int j = first; j < first + n; j++) {
        const KipJoint *joint = model->joint + j;
        const double *q = kip_sim_q(sim) + joint->q;
        if (joint->nq == 1)
            kip_json_number(json, joint->name + prefix, *q);
        else
            kip_json_numbers(json, joint->name + prefix, q, joint->nq);
    }
    kip_json_close(json);
}

/* Prints a character, or a model alone, which has none, with all bodies. */
static void print_character(KipRunReport *report, KipWorld *world, int member)
{
    const KipCharacter *character = kip_world_character(world, member);
    const KipSim *sim = kip_world_sim(world);
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipJson *json = open_item(report, CHARACTERS);
    int first = 0, n = character ? kip_character_joints(character, &first) : kip_sim_model(sim)->njoint;
    if (!json)
        return;
    kip_json_string(json, "name", character ? kip_world_member_name(world, member) : report->title);
    kip_json_bool(json, "present", kip_sim_is_present(sim, kip_world_body(world, member)));
    print_vector(json, "com", character ? kip_character_com(character) : kip_com(d));
    print_vector(json, "com_velocity",
                 character ? kip_world_sensors(world, member)->com_velocity : kip_com_velocity(d));
    print_joints(json, sim, first, n, character ? strlen(kip_character_prefix(character)) : 0);
    kip_json_close(json);
}

static void print_object(KipRunReport *report, KipWorld *world, int member)
{
    const KipSim *sim = kip_world_sim(world);
    const int body = kip_world_body(world, member);
    KipJson *json = body > 0 ? open_item(report, OBJECTS) : NULL;
    if (!json)
        return;
    const KipDynamics *d = kip_sim_dynamics(sim);
    const KipVec3 com = kip_sim_model(sim)->body[body].com;
    const KipQuat q = kip_body_orientation(d, body);
    kip_json_string(json, "name", kip_world_member_name(world, member));
    kip_json_bool(json, "present", kip_sim_is_present(sim, body));
    print_vector(json, "position", kip_point_position(d, body, com));
    kip_json_numbers(json, "orientation", (const double[]){q.w, q.x, q.y, q.z}, 4);
    print_vector(json, "velocity", kip_point_velocity(d, body, com));
    kip_json_close(json);
}

static void print_skill(KipRunReport *report, KipWorld *world, int member, int skill, double seconds)
{
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    const KipSkillTally tally = kip_supervisor_tally(supervisor, skill);
    KipJson *json = tally.asked || tally.won || seconds > 0 ? open_item(report, SKILLS) : NULL;
    if (!json)
        return;
    kip_json_string(json, "character", kip_world_member_name(world, member));
    kip_json_string(json, "skill", kip_supervisor_name(supervisor, skill));
    kip_json_number(json, "seconds", seconds);
    kip_json_number(json, "share", report->time > 0 ? seconds / report->time : 0);
    kip_json_integer(json, "asked", tally.asked);
    kip_json_integer(json, "bids", tally.bids);
    kip_json_integer(json, "won", tally.won);
    kip_json_integer(json, "failed", tally.failed);
    kip_json_close(json);
}

static void note_sim(KipRunReport *report, const KipSim *sim)
{
    report->time = kip_sim_time(sim);
    report->timestep = kip_sim_timestep(sim);
    snprintf(report->hash, sizeof report->hash, "%016" PRIx64, kip_sim_hash(sim));
}

void kip_run_report_end(KipRunReport *report, const char *title, KipScene *scene, bool alone)
{
    KipWorld *world = kip_scene_world(scene);
    if (!report)
        return;
    snprintf(report->title, sizeof report->title, "%s", title);
    if (!world)
        return;
    note_sim(report, kip_world_sim(world));
    for (int m = 0, first = 0; m < kip_world_nmember(world); m++) {
        const KipSupervisor *supervisor = kip_world_supervisor(world, m);
        int n = supervisor ? kip_supervisor_count(supervisor) : 0;
        if (alone || kip_world_character(world, m))
            print_character(report, world, m);
        else
            print_object(report, world, m);
        for (int k = 0; k < n; k++)
            print_skill(report, world, m, k, first + k < report->nseconds ? report->seconds[first + k] : 0);
        first += n;
    }
}

/* -- the document ---------------------------------------------------------------------------------------- */

static const char *end_of(const KipRunReport *report, int code)
{
    if (code >= 128)
        return "interrupted";
    if (report->error.status == KIP_DIVERGED)
        return "diverged";
    return report->error.status == KIP_OK ? "done" : "error";
}

static void print_error(KipJson *json, const KipRunReport *report)
{
    if (report->error.status == KIP_OK) {
        kip_json_string(json, "error", NULL);
        return;
    }
    kip_json_open(json, "error", '{');
    print_place(json, &report->error);
    kip_json_string(json, "traceback", *report->traceback ? report->traceback : NULL);
    kip_json_close(json);
}

/* Whether there was memory for all items. */
static bool is_whole(const KipRunReport *report)
{
    bool whole = !report->lost;
    for (int i = 0; i < LISTS; i++) {
        FILE *stream = report->list[i].json.stream;
        whole = whole && stream && fflush(stream) == 0 && !ferror(stream);
    }
    return whole;
}

static void print_list(KipJson *json, const char *name, const List *list)
{
    kip_json_open(json, name, '[');
    if (list->size) {
        fwrite(list->text, 1, list->size, json->stream);
        json->filled = true;
    }
    kip_json_close(json);
}

static void print(const KipRunReport *report, int code)
{
    KipJson json = {.stream = stdout};
    kip_json_open(&json, NULL, '{');
    kip_json_string(&json, "file", report->file);
    kip_json_string(&json, "title", *report->title ? report->title : NULL);
    kip_json_string(&json, "end", end_of(report, code));
    kip_json_integer(&json, "exit", code);
    print_error(&json, report);
    kip_json_number(&json, "time", report->time);
    kip_json_number(&json, "timestep", *report->hash ? report->timestep : NAN);
    kip_json_string(&json, "hash", *report->hash ? report->hash : NULL);
    kip_json_integer(&json, "claims_hold", report->holds);
    kip_json_integer(&json, "claims_fail", report->fails);
    for (int i = 0; i < LISTS; i++)
        print_list(&json, list_name[i], &report->list[i]);
    kip_json_close(&json);
}

int kip_run_report_print(const KipRunReport *report, int code)
{
    KipError error;
    if (!report)
        return code;
    if (is_whole(report)) {
        print(report, code);
        return code;
    }
    kip_fail(&error, KIP_NO_MEMORY, kip_nowhere(),
             "out of memory for the report of --json, which is not printed");
    return kip_cli_fail(&error);
}

void kip_run_report_refusal(const KipError *error)
{
    KipRunReport *report = kip_run_report_create(NULL);
    kip_run_report_error(report, error, "");
    kip_run_report_print(report, kip_exit_code(error->status));
    kip_run_report_destroy(report);
}
