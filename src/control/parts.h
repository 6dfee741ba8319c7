/* Parts of characters: the bodies that are feet, hands, head, hips, knees.
 *
 * A model's custom texts `feet`, or `PREFIX/feet` with names under that prefix, and so on, list them (names
 * with blanks between). Knees are the shanks, hips the pelvis.
 */
#ifndef KIP_CONTROL_PARTS_H
#define KIP_CONTROL_PARTS_H

#include "../dynamics/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum KipPart { KIP_FEET, KIP_HANDS, KIP_HEAD, KIP_HIPS, KIP_KNEES, KIP_PARTS } KipPart;

const char *kip_part_name(KipPart part); /* "feet" and so on */

/* Writes the bodies of this part of all characters of the model, in the order of the texts, into body (room for nbody),
 * their number into *n, and the index of each body's part, or -1, into of (nbody). Descendants of a foot, a hand or a head
 * belong to it: toes, a ski. Without a text, feet are the bodies whose names contain "foot" or "toe". KIP_BAD_INPUT where a
 * text names a body that does not exist, or names one twice. */
KipStatus kip_part_find(const KipModel *model, KipPart part, int *body, int *of, int *n, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
