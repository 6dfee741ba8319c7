/* Writes clips as BVH (clip.h). Bones are in the order of the file, so that the hierarchy takes one pass. */
#include "clip.h"

#include <string.h>

#include "../../dynamics/scalar.h"
#include "clip_parts.h"
#include "euler.h"
#include "../text/number.h"

enum { DEEPEST_INDENT = 60 };

static const int axes[3] = {2, 1, 0}; /* of resolved rotations */

/* -- hierarchy ------------------------------------------------------------------------------------------- */

static void indent(FILE *stream, int depth)
{
    for (int i = 0; i < depth && i < DEEPEST_INDENT; i++)
        fputc('\t', stream);
}

static void print_number(FILE *stream, double value)
{
    char text[KIP_NUMBER_SIZE];
    fputs(kip_number_format_short(text, value), stream);
}

static void print_vector(FILE *stream, const char *word, KipVec3 v)
{
    double x[3];
    v3_store(x, v);
    fputs(word, stream);
    for (int i = 0; i < 3; i++) {
        fputc(' ', stream);
        print_number(stream, x[i]);
    }
    fputc('\n', stream);
}

static void print_name(FILE *stream, const char *name)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        fputc((*c < ' ' && *c != '\t') || *c == 0x7f || *c == '{' ? '_' : *c, stream);
    fputc('\n', stream);
}

static bool has_channel(const KipBone *bone, KipChannel from, KipChannel to)
{
    for (int k = 0; k < bone->nchannel; k++)
        if (bone->channel[k] >= from && bone->channel[k] <= to)
            return true;
    return false;
}

/* Whether a resolved bone has position channels. */
static bool moves(const KipClip *clip, const KipBone *bone)
{
    return bone->parent < 0 || has_channel(bone, KIP_MOVES_X, KIP_MOVES_Z) ||
           has_channel(&clip->bone[bone->parent], KIP_LENGTHENS, KIP_LENGTHENS);
}

static void print_channels(FILE *stream, const KipClip *clip, const KipBone *bone)
{
    if (bone->adds) {
        fprintf(stream, "CHANNELS %s Zrotation Yrotation Xrotation\n",
                moves(clip, bone) ? "6 Xposition Yposition Zposition" : "3");
        return;
    }
    fprintf(stream, "CHANNELS %d", bone->nchannel);
    for (int k = 0; k < bone->nchannel; k++)
        fprintf(stream, " %s", kip_channel_name[bone->channel[k]]);
    fputc('\n', stream);
}

static void print_bone(FILE *stream, const KipClip *clip, const KipBone *bone, int depth)
{
    indent(stream, depth);
    fputs(bone->parent < 0 ? "ROOT " : "JOINT ", stream);
    print_name(stream, bone->name);
    indent(stream, depth);
    fputs("{\n", stream);
    indent(stream, depth + 1);
    print_vector(stream, "OFFSET", bone->offset);
    indent(stream, depth + 1);
    print_channels(stream, clip, bone);
    if (!bone->has_end)
        return;
    indent(stream, depth + 1);
    fputs("End Site\n", stream);
    indent(stream, depth + 1);
    fputs("{\n", stream);
    indent(stream, depth + 2);
    print_vector(stream, "OFFSET", bone->end);
    indent(stream, depth + 1);
    fputs("}\n", stream);
}

static void print_hierarchy(FILE *stream, const KipClip *clip)
{
    fputs("HIERARCHY\n", stream);
    for (int i = 0, depth = 0; i < clip->nbone; i++) {
        int parent_of_next = i + 1 < clip->nbone ? clip->bone[i + 1].parent : -1;
        print_bone(stream, clip, &clip->bone[i], depth++);
        for (int above = i; above != parent_of_next; above = clip->bone[above].parent) {
            indent(stream, --depth);
            fputs("}\n", stream);
        }
    }
}

/* -- motion ---------------------------------------------------------------------------------------------- */

/* Resolves the values of a bone not written as it was read; returns their number. */
static int resolve_bone(const KipClip *clip, int frame, int i, double angle[3], double value[6])
{
    KipVec3 position;
    KipQuat orientation;
    int n = 0;
    kip_clip_local(clip, frame, i, &position, &orientation);
    kip_euler_resolve(q_matrix(orientation), axes, angle);
    if (moves(clip, &clip->bone[i])) {
        v3_store(value, position);
        n = 3;
    }
    for (int k = 0; k < 3; k++)
        value[n++] = angle[k] * (180 / KIP_PI);
    return n;
}

/* Prints a frame; `angle` of each bone is that of the frame before. */
static void print_frame(FILE *stream, const KipClip *clip, int frame, double (*angle)[3])
{
    bool begun = false;
    for (int i = 0; i < clip->nbone; i++) {
        const KipBone *bone = &clip->bone[i];
        const double *own = clip->value + (size_t)frame * (size_t)clip->nvalue + bone->first;
        double resolved[6];
        int n = bone->adds ? resolve_bone(clip, frame, i, angle[i], resolved) : bone->nchannel;
        for (int k = 0; k < n; k++, begun = true) {
            fputs(begun ? " " : "", stream);
            print_number(stream, bone->adds ? resolved[k] : own[k]);
        }
    }
    fputc('\n', stream);
}

KipStatus kip_clip_write_bvh(const KipClip *clip, FILE *stream, KipError *error)
{
    size_t size = (size_t)clip->nbone * 3 * sizeof(double);
    double(*angle)[3] = kip_resize(NULL, NULL, 0, size);
    if (!angle)
        return kip_clip_no_memory(error, NULL);
    memset(angle, 0, size);
    print_hierarchy(stream, clip);
    fprintf(stream, "MOTION\nFrames: %d\nFrame Time: ", clip->nframe);
    print_number(stream, clip->period);
    fputc('\n', stream);
    for (int frame = 0; frame < clip->nframe; frame++)
        print_frame(stream, clip, frame, angle);
    kip_resize(NULL, angle, size, 0);
    return KIP_OK;
}
