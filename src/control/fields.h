/* Lists of the saved fields of control. Internal. See ../dynamics/fields.h. */
#ifndef KIP_CONTROL_FIELDS_H
#define KIP_CONTROL_FIELDS_H

#include "../dynamics/fields.h"

struct KipTrack;
struct KipPlay;
struct KipMotion;

/* Everything mutable, definitions included. */
extern const KipFields kip_beat_fields, kip_carry_fields, kip_character_fields, kip_keys_fields,
    kip_stance_fields, kip_velocity_fields, kip_wbc_fields;

/* Everything mutable but the motion, which is given again once they are loaded; NULL: none. */
extern const KipFields kip_track_fields;
void kip_track_resume(struct KipTrack *track, const struct KipMotion *motion);

/* So too, and the motion before, while a window lasts. */
extern const KipFields kip_play_fields;
void kip_play_resume(struct KipPlay *play, const struct KipMotion *motion, const struct KipMotion *before);
const struct KipMotion *kip_play_before(const struct KipPlay *play);

#endif
