/* The vocabulary of scenes: a character on its two feet. The first argument is the character. */
#include <math.h>

#include "natives.h"

/* Number i, where it is given. */
static bool number(KipCall *call, int i, double *x)
{
    return !kip_call_given(call, i) || kip_call_number(call, i, x);
}

static bool place(KipCall *call, int i, KipVec3 *p)
{
    if (!kip_call_vector(call, i, p))
        return false;
    return isfinite(p->x + p->y + p->z) || kip_call_fail(call, "a place is three finite numbers (m)");
}

/* cop, height, heading, pitch, roll, swing, ankle, share, turnStiffness, turnDamping, liftStiffness, liftDamping,
 * waistStiffness, swingStiffness, swingDamping, react, tip. */
static bool word_stance(KipCall *call)
{
    Self self;
    KipError error;
    KipStanceGoal goal;
    int foot;
    if (!kip_scene_self(call, &self))
        return false;
    if (kip_character_stance_goal(self.character, &goal, &error) != KIP_OK)
        return kip_call_error(call, &error);
    double *const list[] = {&goal.turn_stiffness, &goal.turn_damping,    &goal.lift_stiffness,
                            &goal.lift_damping,   &goal.waist_stiffness, &goal.swing_stiffness,
                            &goal.swing_damping,  &goal.react,           &goal.tip};
    if (!place(call, 1, &goal.cop) || !number(call, 2, &goal.height) || !number(call, 3, &goal.heading) ||
        !number(call, 4, &goal.pitch) || !number(call, 5, &goal.roll) || !number(call, 8, &goal.share))
        return false;
    if (!kip_scene_check_turn(call, "heading", goal.heading) ||
        !kip_scene_check_turn(call, "pitch", goal.pitch) || !kip_scene_check_turn(call, "roll", goal.roll))
        return false;
    if (goal.share < 0 || goal.share > 1)
        return kip_call_fail(call, "share is a part of the weight, 0 to 1, not %g", goal.share);
    for (int i = 0; i < (int)(sizeof list / sizeof *list); i++)
        if (!number(call, 9 + i, list[i]))
            return false;
    if (kip_call_given(call, 6)) {
        if (!kip_scene_link(call, 6, self.member, &foot) || !place(call, 7, &goal.ankle))
            return false;
        goal.swing = kip_stance_is_foot(kip_character_legs(self.character), foot);
        if (goal.swing < 0)
            return kip_call_fail(call, "'%s' is no foot of it", self.scene->model->body[foot].name);
    }
    return kip_scene_done(call,
                          kip_character_stand(self.character, &goal, kip_world_period(self.scene->world),
                                              &error),
                          &error);
}

/* gain. */
static bool word_carry(KipCall *call)
{
    Self self;
    double gain = 1;
    if (!kip_scene_self(call, &self) || !number(call, 1, &gain))
        return false;
    if (gain < 0)
        return kip_call_fail(call, "a gain is 0 or more, not %g", gain);
    kip_character_carry(self.character, gain, kip_world_period(self.scene->world));
    return true;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef of_characters[] = {
    {"stance(cop, height=None, heading=None, pitch=0, roll=0, swing=None, ankle=None, share=None, turnStiffness=None, "
     "turnDamping=None, liftStiffness=None, liftDamping=None, waistStiffness=None, swingStiffness=None, "
     "swingDamping=None, react=None, tip=0)",
     word_stance, "Legs bear it: the ground pushes where you say."},
    {"carry(gain=1)", word_carry, "Motors bear its weight for a control period."},
};

const KipVocabulary kip_vocabulary_stance = {{NULL, 0}, KIP_WORD_TABLE(of_characters)};
