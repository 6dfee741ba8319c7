/* Reads and writes poses (pose_file.h). The text is split into lines, and these into words; the first word determines the
 * kind of line. */
#include "pose_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "../text/number.h"
#include "../text/utf8.h"

/* Most words of a line. */
enum { MOST_WORDS = 16 };

/* Longer lists are refused by kip_pose_set_add. */
enum { MOST_ITEMS = 20000 };

typedef struct Word {
    char *text;
    KipPlace place;
} Word;

typedef enum Block { NO_BLOCK, POSE, SEQUENCE } Block;

typedef struct Reader {
    KipPoseSet *set;
    const char *file;
    KipError *error;
    Word word[MOST_WORDS + 1];
    int nword;
    KipPlace end; /* of the line, for messages of missing words */
    Block block;
    KipPose pose;  /* under construction */
    KipPlace gain; /* place of its line; line 0: none yet */
    KipSequence sequence;
    KipPlace repeat;
    KipPoseTarget *target; /* of the pose, and capacity */
    KipStage *stage;       /* of the sequence */
    int room_for_targets, room_for_stages;
} Reader;

/* -- words ----------------------------------------------------------------------------------------------- */

static KipStatus bad(Reader *r, KipPlace place, const char *format, ...) KIP_PRINTF(3, 4);

static KipStatus bad(Reader *r, KipPlace place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    kip_fail_list(r->error, KIP_BAD_INPUT, place, format, arguments);
    va_end(arguments);
    return KIP_BAD_INPUT;
}

/* Splits a line into words and returns what follows it. The end of the line or a comment is overwritten by 0. */
static KipStatus read_words(Reader *r, char **text, const char *end, int line)
{
    KipPlace place = {r->file, line, 1};
    char *at = *text;
    bool in_word = false, comment = false;
    r->nword = 0;
    for (size_t n; at < end && *at != '\n'; at += n, place.column++) {
        n = kip_utf8_length(at, (size_t)(end - at));
        bool crlf = *at == '\r' && at[1] == '\n', blank = *at == ' ' || *at == '\t' || crlf;
        if (n == 0)
            return bad(r, place, "this is no UTF-8; save the file as UTF-8");
        if ((unsigned char)*at < ' ' && !blank)
            return bad(r, place, "a control character (%d) does not belong in a file of poses", (int)*at);
        if (*at == '#' && !comment)
            comment = true, r->end = place;
        if (blank || comment) {
            *at = *at == '#' || blank ? '\0' : *at;
            in_word = false;
        } else if (!in_word) {
            if (r->nword == MOST_WORDS)
                return bad(r, place, "this line says too much; a line has up to %d words", MOST_WORDS);
            r->word[r->nword++] = (Word){at, place};
            in_word = true;
        }
    }
    if (!comment)
        r->end = place;
    *text = at + (at < end);
    *at = '\0';
    return KIP_OK;
}

static bool is(const Reader *r, int i, const char *word)
{
    return i < r->nword && strcmp(r->word[i].text, word) == 0;
}

/* Takes word i; where it is missing, a failure that names `what`. */
static KipStatus take_word(Reader *r, int *i, const char *what, const char **word)
{
    if (*i >= r->nword)
        return bad(r, r->end, "the line ends where %s is wanted", what);
    *word = r->word[(*i)++].text;
    return KIP_OK;
}

static KipStatus take_number(Reader *r, int *i, const char *what, double *value)
{
    const char *word = NULL;
    KipStatus status = take_word(r, i, what, &word);
    if (status != KIP_OK)
        return status;
    if (!kip_number_parse(word, strlen(word), value) || !(fabs(*value) < 1e300))
        return bad(r, r->word[*i - 1].place, "'%.60s' stands where %s is wanted", word, what);
    return KIP_OK;
}

static KipStatus no_more(Reader *r, int i, const char *what)
{
    if (i < r->nword)
        return bad(r, r->word[i].place, "'%.60s' is not understood here; %s", r->word[i].text, what);
    return KIP_OK;
}

/* Makes room for one more than n; NULL with an error when out of memory. */
static void *grown(Reader *r, void *array, int n, int *room, size_t size)
{
    if (n < *room)
        return array;
    int more = *room ? 2 * *room : 32;
    void *moved = n < MOST_ITEMS ? realloc(array, (size_t)more * size) : NULL;
    if (moved)
        *room = more;
    else
        kip_fail(r->error, n < MOST_ITEMS ? KIP_NO_MEMORY : KIP_BAD_INPUT, r->word[0].place,
                 n < MOST_ITEMS ? "not enough memory for this line" : "this block has too many lines");
    return moved;
}

/* -- lines ----------------------------------------------------------------------------------------------- */

/* Reads JOINT ANGLE or JOINT quat W X Y Z, [gain G] [damping D]. */
static KipStatus read_target(Reader *r)
{
    KipPoseTarget target = {.joint = r->word[0].text, .gain = NAN, .damping = NAN, .place = r->word[0].place};
    double *part[] = {&target.quat.w, &target.quat.x, &target.quat.y, &target.quat.z};
    KipStatus status = KIP_OK;
    int i = 1;
    target.ball = is(r, 1, "quat");
    i += target.ball;
    if (!target.ball)
        status = take_number(r, &i, "the joint's target, a number", &target.angle);
    for (int k = 0; k < 4 && target.ball && status == KIP_OK; k++)
        status = take_number(r, &i, "one of the quaternion's four numbers w x y z", part[k]);
    while (status == KIP_OK && i < r->nword) {
        double *value = is(r, i, "gain") ? &target.gain : is(r, i, "damping") ? &target.damping : NULL;
        if (!value || !isnan(*value))
            return no_more(r, i, "after the target may come gain G and damping D, once each");
        i++;
        status = take_number(r, &i, "the gain or damping, a number", value);
    }
    if (status != KIP_OK)
        return status;
    KipPoseTarget *all = grown(r, r->target, r->pose.ntarget, &r->room_for_targets, sizeof target);
    if (!all)
        return r->error ? r->error->status : KIP_NO_MEMORY;
    r->target = all;
    r->target[r->pose.ntarget++] = target;
    return KIP_OK;
}

static KipStatus read_gain(Reader *r)
{
    int i = 1;
    if (r->gain.line)
        return bad(r, r->word[0].place, "the pose has its gain already, at line %d:%d", r->gain.line,
                   r->gain.column);
    r->gain = r->word[0].place;
    KipStatus status = take_number(r, &i, "the pose's gain, a number", &r->pose.gain);
    return status == KIP_OK ? no_more(r, i, "a pose's gain is one number") : status;
}

/* Reads the transition of a stage from word *i on. */
static KipStatus read_transition(Reader *r, int *i, KipStage *stage)
{
    KipStatus status;
    if (is(r, *i, "after")) {
        ++*i;
        stage->transition = KIP_AFTER;
        return take_number(r, i, "the time in seconds", &stage->value);
    }
    if (is(r, *i, "contact")) {
        ++*i;
        stage->transition = KIP_CONTACT;
        status = take_word(r, i, "the first of two names", &stage->a);
        if (status == KIP_OK)
            status = take_word(r, i, "the second of two names", &stage->b);
        if (status == KIP_OK && is(r, *i, "off")) {
            ++*i;
            stage->transition = KIP_CONTACT_OFF;
        }
        return status;
    }
    if (is(r, *i, "script")) {
        ++*i;
        stage->transition = KIP_SCRIPT;
        return take_word(r, i, "the name of a condition", &stage->a);
    }
    if (!is(r, *i, "sensor"))
        return no_more(r, *i, "write after T, contact A B [off], sensor NAME < VALUE or script NAME");
    ++*i;
    status = take_word(r, i, "the name of a sensor", &stage->a);
    if (status == KIP_OK && !is(r, *i, "<") && !is(r, *i, ">"))
        return bad(r, *i < r->nword ? r->word[*i].place : r->end, "< or > is wanted here, between blanks");
    stage->transition = is(r, *i, "<") ? KIP_BELOW : KIP_ABOVE;
    ++*i;
    return status == KIP_OK ? take_number(r, i, "the value for the sensor to pass", &stage->value) : status;
}

static KipStatus read_stage(Reader *r)
{
    KipStage stage = {.pose = r->word[0].text, .within = INFINITY, .place = r->word[0].place};
    KipStatus status = KIP_OK;
    int i = 1;
    if (r->repeat.line)
        return bad(r, r->word[0].place, "a stage after repeat; repeat is a sequence's last line");
    if (r->nword > 1)
        status = read_transition(r, &i, &stage);
    if (status == KIP_OK && is(r, i, "within") && stage.transition != KIP_AFTER) {
        i++;
        status = take_number(r, &i, "the longest time in seconds", &stage.within);
    }
    if (status == KIP_OK)
        status = no_more(r, i,
                         stage.transition == KIP_AFTER ? "after has one number" : "only within T may follow");
    if (status != KIP_OK)
        return status;
    KipStage *all = grown(r, r->stage, r->sequence.nstage, &r->room_for_stages, sizeof stage);
    if (!all)
        return r->error ? r->error->status : KIP_NO_MEMORY;
    r->stage = all;
    r->stage[r->sequence.nstage++] = stage;
    return KIP_OK;
}

static KipStatus read_repeat(Reader *r)
{
    if (r->repeat.line)
        return bad(r, r->word[0].place, "a second repeat");
    r->repeat = r->word[0].place;
    r->sequence.repeat = true;
    return no_more(r, 1, "repeat stands alone on its line");
}

/* -- blocks ---------------------------------------------------------------------------------------------- */

/* Adds the pose or sequence read to the set. */
static KipStatus end_block(Reader *r)
{
    Block block = r->block;
    r->block = NO_BLOCK;
    r->pose.target = r->target;
    r->sequence.stage = r->stage;
    return block == POSE       ? kip_pose_set_add(r->set, &r->pose, r->error)
           : block == SEQUENCE ? kip_pose_set_add_sequence(r->set, &r->sequence, r->error)
                               : KIP_OK;
}

static KipStatus begin_pose(Reader *r)
{
    int i = 1;
    r->pose = (KipPose){.gain = NAN};
    r->gain = kip_nowhere();
    KipStatus status = take_word(r, &i, "the pose's name", &r->pose.name);
    if (status == KIP_OK && is(r, i, "from")) {
        i++;
        status = take_word(r, &i, "the name of the pose to begin from", &r->pose.from);
    }
    if (status != KIP_OK)
        return status;
    r->pose.place = r->word[1].place;
    r->block = POSE;
    return no_more(r, i, "a pose's line is pose NAME [from OTHER]");
}

static KipStatus begin_sequence(Reader *r)
{
    int i = 1;
    r->sequence = (KipSequence){0};
    r->repeat = kip_nowhere();
    KipStatus status = take_word(r, &i, "the sequence's name", &r->sequence.name);
    if (status != KIP_OK)
        return status;
    r->sequence.place = r->word[1].place;
    r->block = SEQUENCE;
    return no_more(r, i, "a sequence's line is sequence NAME");
}

static KipStatus read_line(Reader *r)
{
    if (r->nword == 0)
        return KIP_OK;
    bool pose = is(r, 0, "pose"), sequence = is(r, 0, "sequence");
    if (pose || sequence) {
        KipStatus status = end_block(r);
        return status != KIP_OK ? status : pose ? begin_pose(r) : begin_sequence(r);
    }
    if (r->block == POSE)
        return is(r, 0, "gain") ? read_gain(r) : read_target(r);
    if (r->block == SEQUENCE)
        return is(r, 0, "repeat") ? read_repeat(r) : read_stage(r);
    return bad(r, r->word[0].place, "'%.60s' stands before any pose; begin with pose NAME", r->word[0].text);
}

/* text[size] must be 0. */
static KipStatus read_all(Reader *r, char *text, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf"; /* UTF-8's byte order mark */
    const char *end = text + size;
    KipStatus status = KIP_OK;
    char *at = strncmp(text, mark, 3) == 0 ? text + 3 : text;
    for (int line = 1; at < end && status == KIP_OK; line++) {
        status = read_words(r, &at, end, line);
        if (status == KIP_OK)
            status = read_line(r);
    }
    return status == KIP_OK ? end_block(r) : status;
}

/* Reads the text, which it modifies. */
static KipStatus read_text(KipPoseSet *set, char *text, size_t size, const char *name, KipError *error)
{
    Reader r = {.set = set, .file = name, .error = error};
    int npose = set->npose, nsequence = set->nsequence;
    KipStatus status = read_all(&r, text, size);
    if (status != KIP_OK)
        kip_pose_set_cut(set, npose, nsequence);
    free(r.target);
    free(r.stage);
    return status;
}

KipStatus kip_pose_file_parse(KipPoseSet *set, const char *text, size_t size, const char *name,
                              KipError *error)
{
    char *copy = malloc(size + 1);
    if (!copy)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for '%s'", name);
    memcpy(copy, text, size);
    copy[size] = '\0';
    KipStatus status = read_text(set, copy, size, name, error);
    free(copy);
    return status;
}

KipStatus kip_pose_file_read(KipPoseSet *set, const char *path, KipError *error)
{
    char *text;
    size_t size;
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = read_text(set, text, size, path, error);
    free(text);
    return status;
}

/* -- writing --------------------------------------------------------------------------------------------- */

/* Prints the value with the fewest digits that are read back as the same number. */
static void print_number(FILE *stream, const char *before, double value)
{
    char text[KIP_NUMBER_SIZE];
    double again = NAN;
    for (int digits = 6; digits <= 17 && again != value; digits++) {
        kip_number_format_digits(text, value, digits);
        kip_number_parse(text, strlen(text), &again);
    }
    fprintf(stream, "%s%s", before, text);
}

static void print_target(FILE *stream, const KipPoseTarget *target)
{
    fprintf(stream, "  %s", target->joint);
    if (target->ball) {
        print_number(stream, " quat ", target->quat.w);
        print_number(stream, " ", target->quat.x);
        print_number(stream, " ", target->quat.y);
        print_number(stream, " ", target->quat.z);
    } else {
        print_number(stream, " ", target->angle);
    }
    if (!isnan(target->gain))
        print_number(stream, " gain ", target->gain);
    if (!isnan(target->damping))
        print_number(stream, " damping ", target->damping);
    fputc('\n', stream);
}

static void print_pose(FILE *stream, const KipPoseSet *set, const KipPose *pose)
{
    double gain = 1;
    fprintf(stream, "pose %s%s%s\n", pose->name, pose->from ? " from " : "", pose->from ? pose->from : "");
    for (int i = 0; i < set->npose && pose->from; i++)
        if (strcmp(set->pose[i].name, pose->from) == 0)
            gain = set->pose[i].gain;
    if (pose->gain != gain) {
        print_number(stream, "  gain ", pose->gain);
        fputc('\n', stream);
    }
    for (int i = 0; i < pose->ntarget; i++)
        if (!pose->target[i].inherited)
            print_target(stream, pose->target + i);
}

static void print_stage(FILE *stream, const KipStage *stage)
{
    fprintf(stream, "  %s", stage->pose);
    switch (stage->transition) {
    case KIP_STAY:
        break;
    case KIP_AFTER:
        print_number(stream, " after ", stage->value);
        break;
    case KIP_CONTACT:
    case KIP_CONTACT_OFF:
        fprintf(stream, " contact %s %s%s", stage->a, stage->b,
                stage->transition == KIP_CONTACT_OFF ? " off" : "");
        break;
    case KIP_BELOW:
    case KIP_ABOVE:
        fprintf(stream, " sensor %s", stage->a);
        print_number(stream, stage->transition == KIP_BELOW ? " < " : " > ", stage->value);
        break;
    case KIP_SCRIPT:
        fprintf(stream, " script %s", stage->a);
        break;
    }
    if (stage->within < INFINITY)
        print_number(stream, " within ", stage->within);
    fputc('\n', stream);
}

void kip_pose_file_write(FILE *stream, const KipPoseSet *set)
{
    for (int i = 0; i < set->npose; i++)
        print_pose(stream, set, set->pose + i);
    for (int i = 0; i < set->nsequence; i++) {
        const KipSequence *sequence = set->sequence + i;
        fprintf(stream, "sequence %s\n", sequence->name);
        for (int k = 0; k < sequence->nstage; k++)
            print_stage(stream, sequence->stage + k);
        if (sequence->repeat)
            fputs("  repeat\n", stream);
    }
}
