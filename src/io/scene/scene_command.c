/* Commands as text: a line has a word of scripts and its arguments, and is executed like a call in a script (scene.h). */
#include <stdio.h>
#include <string.h>

#include "../text/number.h"
#include "natives.h"

/* The words available as commands, in the order of their list. */
static const char *const words[] = {
    "push",
    "drag",
    "letGo",
    "throw",
    "vanish",
    "do",
    "setAutonomous",
    "setNumber",
    "playPoses",
    "setTargetPose",
    "setTarget",
    "hold",
    "relax",
    "setGain",
    "addPose",
    "loadPoses",
    "setIKTarget",
    "attachLink",
    "detachLink",
    "setGravityScale",
    "setFrictionScale",
    "setPlanar",
    "setBalanceSpring",
    "chooseShapes",
    "lockAxes",
    "unlockAxes",
    "disturb",
    "reload",
    "event",
};
enum { COMMANDS = sizeof words / sizeof *words, MOST_ARGUMENTS = 16, MOST_NAMED = 16, WORD_SIZE = 512 };

/* -- the words ------------------------------------------------------------------------------------------- */

static const char *end_of_name(const char *signature)
{
    return strchr(signature, '(');
}

/* The index of a word in the scene's table; -1 where there is none. */
static int find_word(const KipScene *scene, const char *name)
{
    const int n = kip_scene_vocabulary(-1, NULL, NULL, NULL);
    for (int i = 0; i < n; i++) {
        const char *signature = scene->word[i].signature;
        if (strlen(name) == (size_t)(end_of_name(signature) - signature) &&
            strncmp(signature, name, strlen(name)) == 0)
            return i;
    }
    return -1;
}

const char *kip_scene_saying(int i, const char **signature, const char **help)
{
    const char *section;
    if (i < 0 || i >= COMMANDS)
        return NULL;
    for (int k = 0; k < kip_scene_vocabulary(k, signature, help, &section); k++)
        if (strncmp(*signature, words[i], strlen(words[i])) == 0 && (*signature)[strlen(words[i])] == '(')
            break;
    return words[i];
}

/* -- one line -------------------------------------------------------------------------------------------- */

typedef struct Line {
    KipScene *scene;
    const char *at;       /* rest of the line */
    char word[WORD_SIZE]; /* the word read last */
    const char *name;     /* of the command */
    KipError *error;
} Line;

static bool refuse(const Line *line, const char *what, const char *parameter)
{
    kip_fail(line->error, KIP_BAD_INPUT, kip_nowhere(), "%s: '%.40s' is wanted as %.*s%s", line->name, what,
             (int)strcspn(parameter, ":=,)"), parameter, *line->word ? "" : ", and the line ends there");
    return false;
}

/* Reads the next word into line->word: up to a blank, or the text between quotes. Returns false at the end. */
static bool next_word(Line *line)
{
    line->at += strspn(line->at, " \t");
    const bool quoted = *line->at == '"';
    line->at += quoted;
    const size_t n = strcspn(line->at, quoted ? "\"" : " \t");
    snprintf(line->word, sizeof line->word, "%.*s", (int)(n < WORD_SIZE ? n : WORD_SIZE - 1), line->at);
    line->at += n;
    line->at += quoted && *line->at == '"';
    return n > 0 || quoted;
}

static bool read_number(Line *line, const char *parameter, KipValue *value)
{
    double number = 0;
    if (!next_word(line) || !kip_number_parse(line->word, strlen(line->word), &number))
        return refuse(line, *line->word ? line->word : "a number", parameter);
    *value = kip_float(number);
    return true;
}

static bool read_tuple(Line *line, const char *parameter, size_t n, KipValue *value)
{
    KipValue item[4];
    for (size_t i = 0; i < n; i++)
        if (!read_number(line, parameter, &item[i]))
            return false;
    return kip_tuple_make(line->scene->machine, n, item, value);
}

static bool make_text(Line *line, KipValue *value)
{
    return kip_string_make(line->scene->machine, line->word, strlen(line->word), value);
}

/* Reads all further words, pairs of a name and a number, as a dict. */
static bool read_pairs(Line *line, const char *parameter, KipValue *value)
{
    KipMachine *machine = line->scene->machine;
    KipValue key, number;
    if (!kip_dict_make(machine, value))
        return false;
    while (next_word(line))
        if (!make_text(line, &key) || !read_number(line, parameter, &number) ||
            !kip_dict_put(machine, *value, key, number))
            return false;
    return true;
}

static bool read_bool(Line *line, const char *parameter, KipValue *value)
{
    static const char *const names[] = {"off", "on", "False", "True", "0", "1"};
    if (!next_word(line))
        return refuse(line, "on or off", parameter);
    for (int i = 0; i < 6; i++)
        if (strcmp(line->word, names[i]) == 0) {
            *value = kip_bool(i % 2);
            return true;
        }
    return refuse(line, line->word, parameter);
}

static bool is_one_of(const char *type, size_t size, const char *const *names)
{
    for (; *names; names++)
        if (strlen(*names) == size && strncmp(type, *names, size) == 0)
            return true;
    return false;
}

/* Reads the character named by the next word; without one, it is the first. */
static bool read_self(Line *line, KipValue *value)
{
    const KipScene *scene = line->scene;
    const char *before = line->at;
    int first = -1;
    next_word(line);
    for (int m = scene->nmember - 1; m >= 0; m--) {
        if (!scene->member[m]->character)
            continue;
        first = m;
        if (strcmp(scene->member[m]->name, line->word) == 0) {
            *value = kip_handle(KIND_CHARACTER, m);
            return true;
        }
    }
    line->at = before;
    *value = kip_handle(KIND_CHARACTER, first);
    return first >= 0 || kip_fail(line->error, KIP_BAD_INPUT, kip_nowhere(), "%s: the scene has no character",
                                  line->name) == KIP_OK;
}

/* Reads the argument of a parameter such as "force: vec", of as many words as its type has. */
static bool read_argument(Line *line, const char *parameter, KipValue *value)
{
    static const char *const vectors[] = {"vec", "place", "colour", NULL},
                             *const numbers[] = {"number", "real",     "integer", "turn",     "height",
                                                 "mass",   "strength", "gain",    "friction", NULL};
    const size_t name = strcspn(parameter, ":=,)");
    const char *type = parameter[name] == ':' ? parameter + name + 1 + strspn(parameter + name + 1, " ") : "";
    const size_t size = strcspn(type, "?=,)");
    if (strncmp(parameter, "self", name) == 0)
        return read_self(line, value);
    if (is_one_of(type, size, vectors))
        return read_tuple(line, parameter, 3, value);
    if (size == 4 && strncmp(type, "quat", 4) == 0)
        return read_tuple(line, parameter, 4, value);
    if (size == 4 && strncmp(type, "bool", 4) == 0)
        return read_bool(line, parameter, value);
    if (strncmp(parameter, "joints", name) == 0)
        return read_pairs(line, parameter, value);
    if (is_one_of(type, size, numbers) || !size)
        return read_number(line, parameter, value);
    return next_word(line) ? make_text(line, value) : refuse(line, "a word", parameter);
}

static bool read_named_value(Line *line, const char *text, KipValue *value)
{
    double number = 0;
    const size_t size = strlen(text);
    if (strcmp(text, "None") == 0)
        *value = kip_none();
    else if (strcmp(text, "True") == 0 || strcmp(text, "False") == 0)
        *value = kip_bool(*text == 'T');
    else if (!kip_number_parse(text, size, &number))
        return kip_string_make(line->scene->machine, text, size, value);
    else
        *value = strspn(text, "+-0123456789") == size ? kip_int((int64_t)number) : kip_float(number);
    return true;
}

/* Reads all further words, each NAME=VALUE, as named arguments after the n others. */
static bool read_named(Line *line, KipValue *value, int *n, KipValue *name, int *nnamed)
{
    while (next_word(line)) {
        const char *equals = strchr(line->word, '=');
        int who = 0;
        while (who + 1 < line->scene->nmember && !line->scene->member[who]->character)
            who++;
        if (!equals || equals == line->word || *nnamed == MOST_NAMED)
            return kip_fail(
                       line->error, KIP_BAD_INPUT, kip_nowhere(),
                       "%s: '%.40s' is wanted as NAME=VALUE, of which there are at most %d; a character that is "
                       "told comes first, as %s",
                       line->name, line->word, MOST_NAMED, line->scene->member[who]->name) == KIP_OK;
        if (!kip_string_make(line->scene->machine, line->word, (size_t)(equals - line->word),
                             &name[*nnamed]) ||
            !read_named_value(line, equals + 1, &value[*n]))
            return false;
        ++*nnamed, ++*n;
    }
    return true;
}

/* Reads all arguments; trailing ones with defaults may be missing. */
static bool read_arguments(Line *line, const char *signature, KipValue *value, int *n, KipValue *name,
                           int *nnamed)
{
    const char *parameter = end_of_name(signature) + 1;
    for (*n = 0; *parameter && *parameter != ')' && *n < MOST_ARGUMENTS; ++*n) {
        const size_t size = strcspn(parameter, ",)");
        const bool is_optional = memchr(parameter, '=', size) != NULL;
        if (strncmp(parameter, "**", 2) == 0)
            return read_named(line, value, n, name, nnamed);
        if (*parameter == '*' || *parameter == '.') /* not available in a line */
            break;
        if (is_optional && !line->at[strspn(line->at, " \t")])
            break;
        if (!read_argument(line, parameter, &value[*n]))
            return false;
        parameter += size;
        parameter += strspn(parameter, ", ");
    }
    if (next_word(line))
        return kip_fail(line->error, KIP_BAD_INPUT, kip_nowhere(), "%s: '%.40s' is more than it takes",
                        line->name, line->word) == KIP_OK;
    return true;
}

static KipStatus fail_unknown(const char *name, KipError *error)
{
    KipHint hint = kip_hint(name);
    for (int i = 0; i < COMMANDS; i++)
        kip_hint_add(&hint, words[i]);
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%.40s' is no command%s", name,
                    kip_hint_text(&hint));
}

KipStatus kip_scene_say(KipScene *scene, const char *text, KipError *error)
{
    KipError own;
    Line line = {.scene = scene, .at = text, .error = error ? error : &own};
    KipValue value[MOST_ARGUMENTS + MOST_NAMED], name[MOST_NAMED];
    int n, nnamed = 0, command = 0;
    KipStatus status = kip_scene_need_world(scene, error);
    if (status != KIP_OK)
        return status;
    next_word(&line);
    while (command < COMMANDS && strcmp(words[command], line.word) != 0)
        command++;
    if (command == COMMANDS)
        return fail_unknown(line.word, error);
    line.name = words[command];
    const int word = find_word(scene, words[command]);
    line.error->status = KIP_OK;
    if (!read_arguments(&line, scene->word[word].signature, value, &n, name, &nnamed))
        return line.error->status != KIP_OK
                   ? line.error->status
                   : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "the script's memory is full");
    return kip_machine_call_named(scene->machine, kip_machine_native(scene->machine, word), value, n, name,
                                  nnamed, NULL, error);
}

/* -- replay ---------------------------------------------------------------------------------------------- */

/* Splits a line of replay() into its time and command. Returns false where it has no time. */
static bool split(const char *line, double *time, const char **command)
{
    line += strspn(line, " \t");
    const size_t n = strcspn(line, " \t\n");
    *command = line + n + strspn(line + n, " \t");
    return kip_number_parse(line, n, time);
}

static bool is_end(const char *command)
{
    return strncmp(command, "end", 3) == 0 && strchr(" \t\n", command[3]);
}

/* Checks that the times of all lines do not decrease; *end is that of a line "end". */
static KipStatus check_lines(const char *text, double *end, KipError *error)
{
    double before = 0, time;
    const char *command;
    int number = 1;
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n', number++) {
        const char *first = at + strspn(at, " \t");
        if (*first == '\n' || !*first)
            continue;
        if (!split(at, &time, &command) || !(time >= before))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "line %d has no time, or one before that of the line above it", number);
        if (is_end(command) && time > *end)
            *end = time;
        before = time;
    }
    return KIP_OK;
}

/* Merges the lines of both texts, each ordered, by their times; of equal ones b's come first. */
static void merge(const char *a, const char *b, char *to)
{
    double time[2] = {0, 0};
    const char *command, *from[2] = {b, a};
    while (*from[0] || *from[1]) {
        int which = !*from[0];
        if (*from[0] && *from[1] && split(from[0], &time[0], &command) && split(from[1], &time[1], &command))
            which = time[1] < time[0];
        const size_t n = strcspn(from[which], "\n");
        memcpy(to, from[which], n);
        to += n;
        *to++ = '\n';
        from[which] += n + (from[which][n] == '\n');
    }
    *to = 0;
}

KipStatus kip_scene_set_replay(KipScene *scene, const char *text, KipError *error)
{
    const char *before = scene->replay ? scene->replay : "";
    KipStatus status = check_lines(text, &scene->replay_end, error);
    if (status != KIP_OK)
        return status;
    const size_t had = strlen(before) + 1, size = had + strlen(text) + 3;
    char *all = kip_resize(scene->def.allocator, NULL, 0, size);
    if (!all)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a replay");
    merge(before, text, all);
    if (scene->replay)
        kip_resize(scene->def.allocator, scene->replay, scene->replay_size, 0);
    scene->replay = all, scene->replay_size = size;
    return KIP_OK;
}

const char *kip_scene_next_waiting(const KipScene *scene, const char *line)
{
    double time;
    const char *command;
    if (!line)
        line = scene->replay ? scene->replay + scene->replayed : "";
    else
        line += strcspn(line, "\n");
    for (line += strspn(line, "\n"); *line; line += strcspn(line, "\n"), line += strspn(line, "\n"))
        if (split(line, &time, &command) && !is_end(command))
            return line;
    return NULL;
}

KipStatus kip_scene_go_on_replay(KipScene *scene, KipError *error)
{
    const double now = kip_world_time(scene->world) + 1e-9;
    const char *text = scene->replay;
    while (text && text[scene->replayed]) {
        char line[KIP_SAYING_SIZE];
        double time = 0;
        const char *at = text + scene->replayed, *command;
        const size_t size = strcspn(at, "\n");
        const bool is_one = split(at, &time, &command) && command < at + size;
        if (is_one && time > now)
            break;
        scene->replayed += (int64_t)size + (at[size] == '\n');
        if (!is_one || is_end(command))
            continue;
        snprintf(line, sizeof line, "%.*s", (int)(at + size - command), command);
        KipError told;
        KipStatus status = kip_scene_say(scene, line, &told);
        if (status != KIP_OK)
            return kip_fail(error, status, kip_nowhere(), "at %g s, \"%.100s\": %.300s", time, line,
                            told.message);
    }
    return KIP_OK;
}
