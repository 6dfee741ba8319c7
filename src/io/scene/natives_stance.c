/* Words of scenes: balance of a character on its feet. Argument 0 is the character. */
#include <math.h>

#include "natives.h"

/* self, cop, height, heading, pitch, roll, swing, ankle, share, followed by the numbers of `list`. */
static bool word_stance(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipArgument *read = call->read;
    KipError error;
    KipStanceGoal goal;
    if (kip_character_stance_goal(self.character, &goal, &error) != KIP_OK)
        return kip_call_error(call, &error);
    const struct {
        int argument;
        double *number;
    } list[] = {
        {2, &goal.height},
        {3, &goal.heading},
        {4, &goal.pitch},
        {5, &goal.roll},
        {8, &goal.share},
        {9, &goal.turn_stiffness},
        {10, &goal.turn_damping},
        {11, &goal.lift_stiffness},
        {12, &goal.lift_damping},
        {13, &goal.waist_stiffness},
        {14, &goal.swing_stiffness},
        {15, &goal.swing_damping},
        {16, &goal.react},
        {17, &goal.tip},
    };
    goal.cop = read[1].vector;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (read[list[i].argument].given)
            *list[i].number = read[list[i].argument].number;
    if (goal.share < 0 || goal.share > 1)
        return kip_call_fail(call, "share is a part of the weight, 0 to 1, not %g", goal.share);
    if (read[6].given) {
        KipArgument ankle;
        if (!kip_scene_read_place(call, 7, NULL, &ankle))
            return false;
        goal.ankle = ankle.vector;
        goal.swing = kip_stance_is_foot(kip_character_legs(self.character), read[6].index);
        if (goal.swing < 0)
            return kip_call_fail(call, "'%s' is no foot of it", self.scene->model->body[read[6].index].name);
    }
    return kip_scene_done(call,
                          kip_character_stand(self.character, &goal, kip_world_period(self.world), &error),
                          &error);
}

static bool word_carry(KipCall *call)
{
    const Self self = kip_scene_self(call);
    kip_character_carry(self.character, call->read[1].given ? call->read[1].number : 1,
                        kip_world_period(self.world));
    return true;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"stance(self: character, cop: place, height: number=None, heading: turn=None, pitch: turn?=0, roll: turn?=0, "
     "swing: link=None, ankle=None, share: number=None, turnStiffness: number=None, turnDamping: number=None, "
     "liftStiffness: number=None, liftDamping: number=None, waistStiffness: number=None, "
     "swingStiffness: number=None, swingDamping: number=None, react: number=None, tip: number?=0)",
     word_stance, "Legs balance it, with a wanted centre of pressure."},
    {"carry(self: character, gain: gain?=1)", word_carry, "Motors compensate gravity for a control period."},
};

const KipNativeTable kip_vocabulary_stance = KIP_NATIVE_TABLE(words);
