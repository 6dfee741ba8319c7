/* The commands of a session, in one table for the reader, the help, the page and the tests. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "../text/number.h"
#include "session_parts.h"

/* The text after the command's name; `number` is its value, NAN where it is no number. */
typedef struct Words {
    const char *text;
    double number;
} Words;

static KipStatus play(KipSession *session, const Words *words, KipError *error)
{
    (void)words;
    if (session->halted)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the scene has stopped: rewind, or restart");
    kip_live_end_pose(session);
    session->playing = true;
    return KIP_OK;
}

static KipStatus pause_play(KipSession *session, const Words *words, KipError *error)
{
    (void)words, (void)error;
    session->playing = false;
    return KIP_OK;
}

static KipStatus step(KipSession *session, const Words *words, KipError *error)
{
    const double frames = *words->text ? words->number : 1;
    if (!(frames >= 1 && frames <= 36000))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "step takes 1 to 36000 frames of 1/60 s");
    session->playing = false;
    kip_live_end_pose(session);
    kip_live_advance(session, frames / 60);
    return KIP_OK;
}

static KipStatus speed(KipSession *session, const Words *words, KipError *error)
{
    if (!(words->number >= 1 / 64.0 && words->number <= 16))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "speed takes a factor of 1/64 to 16; 1 is real time");
    session->speed = words->number;
    return KIP_OK;
}

static KipStatus rewind_to(KipSession *session, const Words *words, KipError *error)
{
    const double now = kip_world_time(kip_scene_world(session->scene)), oldest = kip_live_oldest(session);
    const double time = words->number < 0 ? now + words->number : words->number;
    if (!(time <= now + 1e-9) || !isfinite(time))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "rewind takes a time from %.3f to %.3f s, or how many seconds back, below 0", oldest,
                        now);
    kip_live_end_pose(session);
    return kip_live_rewind(session, fmax(time, oldest), error);
}

static KipStatus restart(KipSession *session, const Words *words, KipError *error)
{
    (void)words;
    KipStatus status = kip_live_restart(session, error);
    if (status == KIP_OK)
        kip_live_tell(session, KIP_NEWS_DONE, "begun again from its files");
    return status;
}

static KipStatus save(KipSession *session, const Words *words, KipError *error)
{
    return kip_live_save(session, words->text, error);
}

static KipStatus save_state(KipSession *session, const Words *words, KipError *error)
{
    return kip_live_save_state(session, words->text, error);
}

static KipStatus load_state(KipSession *session, const Words *words, KipError *error)
{
    kip_live_end_pose(session);
    return kip_live_load_state(session, words->text, error);
}

static KipStatus pose(KipSession *session, const Words *words, KipError *error)
{
    return kip_live_pose(session, words->text, error);
}

static KipStatus hash(KipSession *session, const Words *words, KipError *error)
{
    (void)words, (void)error;
    kip_live_tell(session, KIP_NEWS_PRINT, "%016" PRIx64 "\n",
                  kip_sim_hash(kip_world_sim(kip_scene_world(session->scene))));
    return KIP_OK;
}

static KipStatus help(KipSession *session, const Words *words, KipError *error)
{
    const char *name, *signature, *sentence;
    (void)words, (void)error;
    for (int i = 0; (name = kip_session_saying(i, &signature, &sentence)); i++)
        kip_live_tell(session, KIP_NEWS_PRINT, "%-16s %s\n", name, sentence);
    return KIP_OK;
}

static KipStatus quit(KipSession *session, const Words *words, KipError *error)
{
    (void)words, (void)error;
    session->ends = true;
    return KIP_OK;
}

static const struct {
    const char *name, *signature, *help;
    KipStatus (*run)(KipSession *session, const Words *words, KipError *error);
} commands[] = {
    {"play", "play", "Time goes on.", play},
    {"pause", "pause", "Time stands still.", pause_play},
    {"step", "step [FRAMES]", "Lets frames of 1/60 s pass, and pauses.", step},
    {"speed", "speed FACTOR", "How fast time passes; 1 is real time.", speed},
    {"rewind", "rewind SECONDS", "Back to a time, or by some seconds (-5), and on from there.", rewind_to},
    {"restart", "restart", "The scene anew, from its files as they are now.", restart},
    {"save", "save NAME", "The session as a scene that does all of it again, its page, and its recording.",
     save},
    {"saveState", "saveState NAME", "This moment, to come back to.", save_state},
    {"loadState", "loadState NAME", "Comes back to a moment that was saved.", load_state},
    {"pose", "pose WORDS", "Posing by hand: begin, pull, turn, save, end.", pose},
    {"hash", "hash", "Prints the hash of the state, as kip run --hash.", hash},
    {"help", "help", "Lists the commands.", help},
    {"quit", "quit", "Ends.", quit},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

const char *kip_session_saying(int i, const char **signature, const char **sentence)
{
    if (i < 0 || i >= COMMANDS)
        return i < 0 ? NULL : kip_scene_saying(i - COMMANDS, signature, sentence);
    *signature = commands[i].signature;
    *sentence = commands[i].help;
    return commands[i].name;
}

/* Queues a command of the scene, whose name is checked at once. */
static KipStatus queue(KipSession *session, const char *line, size_t n, KipError *error)
{
    char name[KIP_LIVE_NAME];
    const char *known, *signature, *sentence;
    snprintf(name, sizeof name, "%.*s", (int)n, line);
    KipHint hint = kip_hint(name);
    for (int i = 0; (known = kip_session_saying(i, &signature, &sentence)); i++) {
        if (strcmp(known, name) == 0)
            return kip_live_queue(session, line, error);
        kip_hint_add(&hint, known);
    }
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%s' is no command%s", name, kip_hint_text(&hint));
}

KipStatus kip_session_command(KipSession *session, const char *line, KipError *error)
{
    line += strspn(line, " \t");
    const size_t n = strcspn(line, " \t");
    if (n == 0 || *line == '#' || session->ends)
        return KIP_OK;
    for (int i = 0; i < COMMANDS; i++) {
        if (strlen(commands[i].name) != n || strncmp(commands[i].name, line, n) != 0)
            continue;
        Words words = {line + n + strspn(line + n, " \t"), NAN};
        if (*words.text && strlen(commands[i].signature) == n)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s takes no words, so none as '%.40s'",
                            commands[i].name, words.text);
        if (!kip_number_parse(words.text, strlen(words.text), &words.number))
            words.number = NAN;
        return commands[i].run(session, &words, error);
    }
    return queue(session, line, n, error);
}
