/* The machine that plays sequences of poses: see sequence.h. */
#include "sequence.h"

#include <string.h>

enum { WHY_SIZE = sizeof((KipError *)0)->message };

static const double early = 1e-9; /* s: a time that is a sum of steps may fall short by rounding */

KipSequencePlayer kip_sequence_start(int sequence, double time)
{
    return (KipSequencePlayer){.sequence = sequence, .start = time};
}

/* Sentences are made by the one function that writes numbers alike in every locale. */
static KIP_PRINTF(2, 3) void say(char *text, const char *format, ...)
{
    KipError sentence;
    va_list arguments;
    va_start(arguments, format);
    kip_fail_list(&sentence, KIP_OK, kip_nowhere(), format, arguments);
    va_end(arguments);
    strcpy(text, sentence.message);
}

/* Whether the stage's transition holds; `why` then receives its reason in words. */
static KipStatus is_due(const KipStage *stage, double passed, const KipSequenceSensors *sensors, bool *due,
                        char *why, KipError *error)
{
    const char *what = NULL;
    bool yes = false, above = stage->transition == KIP_ABOVE, off = stage->transition == KIP_CONTACT_OFF;
    double value = 0;
    switch (stage->transition) {
    case KIP_STAY:
        break;
    case KIP_AFTER:
        yes = passed >= stage->value - early;
        say(why, "%g s passed", stage->value);
        break;
    case KIP_CONTACT:
    case KIP_CONTACT_OFF:
        if (!sensors->touching || !sensors->touching(sensors->user, stage->a, stage->b, &yes))
            what = "a contact of";
        yes = yes != off;
        say(why, "%.60s %s %.60s", stage->a, off ? "has left" : "touches", stage->b);
        break;
    case KIP_BELOW:
    case KIP_ABOVE:
        if (!sensors->sensor || !sensors->sensor(sensors->user, stage->a, &value))
            what = "the sensor";
        yes = above ? value > stage->value : value < stage->value;
        say(why, "%.60s is %g, %s %g", stage->a, value, above ? "above" : "below", stage->value);
        break;
    case KIP_SCRIPT:
        if (!sensors->condition || !sensors->condition(sensors->user, stage->a, &yes))
            what = "the condition";
        say(why, "%.60s", stage->a);
        break;
    }
    if (what)
        return kip_fail(error, KIP_BAD_INPUT, stage->place,
                        "the stage '%s' waits for %s '%s%s%s', and there is none", stage->pose, what,
                        stage->a, stage->b ? "' and '" : "", stage->b ? stage->b : "");
    *due = yes;
    return KIP_OK;
}

KipStatus kip_sequence_step(const KipPoseSet *set, KipSequencePlayer *player, double time,
                            const KipSequenceSensors *sensors, KipSequenceEvent *event, KipError *error)
{
    const KipSequence *sequence = set->sequence + player->sequence;
    const KipStage *stage = sequence->stage + player->stage;
    double passed = time - player->start;
    bool due = false;
    char why[WHY_SIZE] = "";
    if (!player->ended) {
        KipStatus status = is_due(stage, passed, sensors, &due, why, error);
        if (status != KIP_OK)
            return status;
        if (!due && passed >= stage->within - early) {
            due = true;
            say(why, "%g s passed and nothing came", stage->within);
        }
    }
    *event = (KipSequenceEvent){stage->index, due, ""};
    if (!due)
        return KIP_OK;
    player->start = time;
    if (player->stage < sequence->nstage - 1 || sequence->repeat) {
        player->stage = (player->stage + 1) % sequence->nstage;
        event->pose = sequence->stage[player->stage].index;
        say(event->reason, "%.60s -> %.60s: %.120s", stage->pose, sequence->stage[player->stage].pose, why);
    } else {
        player->ended = 1;
        say(event->reason, "%.60s, the end of %.60s: %.110s", stage->pose, sequence->name, why);
    }
    return KIP_OK;
}
