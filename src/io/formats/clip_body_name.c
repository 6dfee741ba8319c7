/* The part of the body and the side that a bone's name means; the part is that of the first word of a table that the name
 * contains. */
#include <string.h>

#include "clip_body_parts.h"
#include "../../dynamics/letters.h"

enum { MOST_NAME = 64 };

/* Words that contain another one stand before it. */
static const struct {
    const char *word;
    KipPart part;
} words[] = {
    {"hipjoint", KIP_PART_PELVIS},  {"spine", KIP_PART_SPINE},       {"back", KIP_PART_SPINE},
    {"chest", KIP_PART_SPINE},      {"thorax", KIP_PART_SPINE},      {"torso", KIP_PART_SPINE},
    {"trunk", KIP_PART_SPINE},      {"abdomen", KIP_PART_SPINE},     {"waist", KIP_PART_SPINE},
    {"belly", KIP_PART_SPINE},      {"lumbar", KIP_PART_SPINE},      {"sternum", KIP_PART_SPINE},
    {"finger", KIP_PART_FINGER},    {"thumb", KIP_PART_FINGER},      {"index", KIP_PART_FINGER},
    {"middle", KIP_PART_FINGER},    {"pinky", KIP_PART_FINGER},      {"ring", KIP_PART_FINGER},
    {"forefoot", KIP_PART_FOOT},    {"toe", KIP_PART_FOOT},          {"foot", KIP_PART_FOOT},
    {"ankle", KIP_PART_FOOT},       {"upleg", KIP_PART_THIGH},       {"upperleg", KIP_PART_THIGH},
    {"thigh", KIP_PART_THIGH},      {"femur", KIP_PART_THIGH},       {"shin", KIP_PART_SHANK},
    {"shank", KIP_PART_SHANK},      {"calf", KIP_PART_SHANK},        {"tibia", KIP_PART_SHANK},
    {"knee", KIP_PART_SHANK},       {"leg", KIP_PART_SHANK},         {"forearm", KIP_PART_FOREARM},
    {"lowerarm", KIP_PART_FOREARM}, {"lowarm", KIP_PART_FOREARM},    {"elbow", KIP_PART_FOREARM},
    {"radius", KIP_PART_FOREARM},   {"ulna", KIP_PART_FOREARM},      {"hand", KIP_PART_HAND},
    {"wrist", KIP_PART_HAND},       {"palm", KIP_PART_HAND},         {"clavicle", KIP_PART_COLLAR},
    {"collar", KIP_PART_COLLAR},    {"scapula", KIP_PART_COLLAR},    {"shoulder", KIP_PART_SHOULDER},
    {"shldr", KIP_PART_SHOULDER},   {"humerus", KIP_PART_UPPER_ARM}, {"arm", KIP_PART_UPPER_ARM},
    {"neck", KIP_PART_NECK},        {"head", KIP_PART_HEAD},         {"skull", KIP_PART_HEAD},
    {"pelvis", KIP_PART_PELVIS},    {"hip", KIP_PART_PELVIS},
};

static KipPart part_of(const char *letters)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(letters, words[i].word))
            return words[i].part;
    return KIP_PART_OTHER;
}

/* Splits a name into words, at characters that are not letters and before capitals; takes words of a side out and joins the
 * others. */
static void split(const char *name, char letters[MOST_NAME], int *side)
{
    size_t n = 0;
    for (const char *c = name; *c && n + 1 < MOST_NAME;) {
        size_t begun = n;
        while (*c && !is_upper(*c) && !is_lower(*c))
            c++;
        for (bool first = true; is_lower(*c) || (is_upper(*c) && (first || is_upper(c[-1]))); c++) {
            if (!first && is_upper(*c) && is_lower(c[1]))
                break; /* LArm: the A begins a word */
            first = false;
            if (n + 1 < MOST_NAME)
                letters[n++] = (char)(is_upper(*c) ? *c - 'A' + 'a' : *c);
        }
        letters[n] = '\0';
        int is = strcmp(letters + begun, "left") == 0 || strcmp(letters + begun, "l") == 0    ? 1
                 : strcmp(letters + begun, "right") == 0 || strcmp(letters + begun, "r") == 0 ? -1
                                                                                              : 0;
        if (is)
            *side = is, n = begun;
    }
    letters[n] = '\0';
}

KipPart kip_bone_part(const char *name, int *side)
{
    char letters[MOST_NAME] = "";
    const char *colon = strrchr(name, ':'), *rest = letters;
    *side = 0;
    split(colon ? colon + 1 : name, letters, side); /* mixamorig:Hips */
    if (*side == 0 && strncmp(rest, "left", 4) == 0)
        *side = 1, rest += 4;
    else if (*side == 0 && strncmp(rest, "right", 5) == 0)
        *side = -1, rest += 5;
    else if (*side == 0 && (*rest == 'l' || *rest == 'r')) /* lfemur, but not leg, lowerback or ring */
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncmp(rest + 1, words[i].word, strlen(words[i].word)) == 0) {
                *side = *rest++ == 'l' ? 1 : -1;
                break;
            }
    KipPart part = part_of(rest);
    return part == KIP_PART_PELVIS && *side && strcmp(rest, "hip") == 0 ? KIP_PART_THIGH : part;
}
