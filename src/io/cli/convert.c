/* kip convert: recorded motion from one kind of file to another, and bodies from skeletons. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../formats/clip.h"
#include "../formats/clip_body.h"
#include "../formats/file.h"
#include "../formats/mjcf_write.h"
#include "../formats/number.h"
#include "commands.h"
#include "convert_onto.h"
#include "outputs.h"

enum { MASS, ONTO, MAP, OPTIONS };

static const KipOption options[OPTIONS] = {
    [MASS] = {"mass", KIP_OPTION_NUMBER, "KG",
              "What the body of an .xml weighs (default: 22 kg/m^2 times the height squared)."},
    [ONTO] = {"onto", KIP_OPTION_STRING, "MODEL.xml",
              "Puts the motion onto this model: the .csv then has its coordinates, and what fits badly is told."},
    [MAP] = {"map", KIP_OPTION_STRING, "FILE",
             "With --onto: lines BODY = BONE, and `scale S`, where names alone do not tell who is who."},
};

static const char kinds[] =
    ".bvh, or .asf with or without its .amc, can become .bvh (the motion), .xml (a body "
    "from the skeleton) or .csv (where the joints are)";

/* In capitals too. */
static bool ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    if (n < m)
        return false;
    for (size_t i = 0; i < m; i++) {
        char c = path[n - m + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[i])
            return false;
    }
    return true;
}

/* -- reading --------------------------------------------------------------------------------------------- */

static KipStatus read_clip(const KipArguments *arguments, KipClip **clip, KipError *error)
{
    const char *in = arguments->operand[0];
    if (ends_in(in, ".bvh"))
        return kip_bvh_read(in, clip, error);
    return kip_asf_read(in, arguments->noperand == 3 ? arguments->operand[1] : NULL, clip, error);
}

/* NULL when out of memory. */
static KipVec3 *joints_of(const KipClip *clip, KipQuat **orientation)
{
    size_t n = (size_t)clip->nbone;
    KipVec3 *position = calloc(n, sizeof *position);
    *orientation = calloc(n, sizeof **orientation);
    if (position && *orientation)
        return position;
    free(position);
    free(*orientation);
    return NULL;
}

/* "02_01: 31 bones, 343 frames in 2.858 s (120 per second)", then what was guessed. */
static KipStatus tell(const KipClip *clip, const char *in, FILE *stream, KipError *error)
{
    KipQuat *orientation;
    KipVec3 *position = joints_of(clip, &orientation);
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    if (!position)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    kip_clip_pose(clip, -1, position, orientation);
    for (int i = 0; i < clip->nbone; i++) {
        const KipBone *bone = &clip->bone[i];
        double end = bone->has_end ? clip->metres * (clip->up == 1 ? bone->end.y : bone->end.z) : 0;
        lo = fmin(lo, fmin(position[i].z, position[i].z + end));
        hi = fmax(hi, fmax(position[i].z, position[i].z + end));
    }
    free(position);
    free(orientation);
    fprintf(stream, "%s: %d bone%s, %d frame%s in %.4g s (%.4g per second)\n", clip->name, clip->nbone,
            clip->nbone == 1 ? "" : "s", clip->nframe, clip->nframe == 1 ? "" : "s",
            clip->nframe > 1 ? (clip->nframe - 1) * clip->period : 0, 1 / clip->period);
    fprintf(stream, "%.3g m high at rest; a unit is %s%.4g m; %s points up\n", hi - lo,
            ends_in(in, ".bvh") ? "taken to be " : "", clip->metres, clip->up == 1 ? "y" : "z");
    return KIP_OK;
}

/* -- writing --------------------------------------------------------------------------------------------- */

static void quote(FILE *stream, const char *name, const char *axis)
{
    fputs(",\"", stream);
    for (; *name; name++) {
        if (*name == '"')
            putc('"', stream);
        putc(*name, stream);
    }
    fprintf(stream, ".%s [m]\"", axis);
}

/* A row a frame; of a clip without frames the rest pose, at 0 s. */
static KipStatus write_csv(const KipClip *clip, FILE *stream, KipError *error)
{
    KipQuat *orientation;
    KipVec3 *position = joints_of(clip, &orientation);
    char buffer[KIP_NUMBER_SIZE];
    if (!position)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    fputs("time [s]", stream);
    for (int i = 0; i < clip->nbone; i++)
        for (int k = 0; k < 3; k++)
            quote(stream, clip->bone[i].name, k == 0 ? "x" : k == 1 ? "y" : "z");
    for (int frame = clip->nframe ? 0 : -1; frame < clip->nframe; frame++) {
        kip_clip_pose(clip, frame, position, orientation);
        fprintf(stream, "\n%s", kip_number_format(buffer, frame < 0 ? 0 : frame * clip->period));
        for (int i = 0; i < clip->nbone; i++) {
            const double p[3] = {position[i].x, position[i].y, position[i].z};
            for (int k = 0; k < 3; k++)
                fprintf(stream, ",%s", kip_number_format(buffer, p[k]));
        }
        if (frame < 0)
            break;
    }
    fputs("\n", stream);
    free(position);
    free(orientation);
    return KIP_OK;
}

static KipStatus write_body(const KipClip *clip, double mass, FILE *stream, FILE *talk, KipError *error)
{
    KipModel *model;
    KipStatus status = kip_clip_body(clip, mass, &model, error);
    if (status != KIP_OK)
        return status;
    status = kip_mjcf_write(model, stream, error);
    if (status == KIP_OK)
        fprintf(talk, "a body of %.4g kg: %d bodies, %d degrees of freedom\n", model->mass, model->nbody - 1,
                model->nv);
    kip_model_destroy(model);
    return status;
}

static KipStatus write_out(const KipArguments *arguments, const KipClip *clip, KipError *error)
{
    const char *out = arguments->operand[arguments->noperand - 1];
    FILE *talk = strcmp(out, "-") == 0 ? stderr : stdout;
    KipOutput output = {0};
    KipStatus status = tell(clip, arguments->operand[0], talk, error);
    if (status == KIP_OK)
        status = kip_output_open(&output, out, error);
    if (status != KIP_OK)
        return status;
    if (kip_arguments_count(arguments, ONTO))
        status = kip_convert_onto(clip, kip_arguments_string(arguments, ONTO, NULL), kip_arguments_string(arguments, MAP, NULL),
                                  output.stream, talk, error);
    else if (ends_in(out, ".csv"))
        status = write_csv(clip, output.stream, error);
    else if (ends_in(out, ".xml"))
        status = write_body(clip, kip_arguments_number(arguments, MASS, 0), output.stream, talk, error);
    else
        status = kip_clip_write_bvh(clip, output.stream, error);
    if (status == KIP_OK)
        return kip_output_commit(&output, error);
    kip_output_abandon(&output);
    return status;
}

/* -- the command ----------------------------------------------------------------------------------------- */

/* A KipExit. */
static int check_words(const KipArguments *arguments)
{
    int n = arguments->noperand;
    const char *in = arguments->operand[0], *out = arguments->operand[n - 1];
    bool bvh = ends_in(in, ".bvh"), xml = ends_in(out, ".xml");
    if (!bvh && !ends_in(in, ".asf"))
        return kip_cli_fail_usage(arguments, "\"%s\" cannot be converted: %s", in, kinds);
    if (n == 3 && (bvh || !ends_in(arguments->operand[1], ".amc")))
        return kip_cli_fail_usage(arguments, "\"%s\" does not go with \"%s\": %s", arguments->operand[1], in,
                                  kinds);
    if (!xml && !ends_in(out, ".bvh") && !ends_in(out, ".csv") && strcmp(out, "-") != 0)
        return kip_cli_fail_usage(arguments, "\"%s\" cannot be made of \"%s\": %s", out, in, kinds);
    if (kip_arguments_count(arguments, MASS) && !xml)
        return kip_cli_fail_usage(arguments, "--mass is for a body: an .xml");
    if (kip_arguments_count(arguments, MASS) && !(kip_arguments_number(arguments, MASS, 0) > 0))
        return kip_cli_fail_usage(arguments, "--mass must be above 0 kg");
    if (kip_arguments_count(arguments, ONTO) && !ends_in(out, ".csv"))
        return kip_cli_fail_usage(arguments, "--onto writes a table: a .csv, not \"%s\"", out);
    if (kip_arguments_count(arguments, MAP) && !kip_arguments_count(arguments, ONTO))
        return kip_cli_fail_usage(arguments, "--map is for --onto MODEL.xml");
    for (int i = 0; i < n - 1; i++)
        if (strcmp(arguments->operand[i], out) == 0 || kip_same_file(arguments->operand[i], out))
            return kip_cli_fail_usage(arguments,
                                      "%s would be overwritten, which is to be read: name another file", out);
    return KIP_EXIT_DONE;
}

static int convert(const KipArguments *arguments)
{
    KipClip *clip = NULL;
    KipError error;
    int result = check_words(arguments);
    if (result != KIP_EXIT_DONE)
        return result;
    KipStatus status = read_clip(arguments, &clip, &error);
    if (status == KIP_OK)
        status = write_out(arguments, clip, &error);
    kip_clip_destroy(clip);
    return status == KIP_OK ? KIP_EXIT_DONE : kip_cli_fail(&error);
}

const KipCommand kip_command_convert = {
    .name = "convert",
    .summary = "recorded motion (BVH, ASF) to BVH, a table, or a body",
    .operands = "IN.bvh|IN.asf [IN.amc] OUT.bvh|OUT.xml|OUT.csv",
    .least = 2,
    .most = 3,
    .option = options,
    .noption = OPTIONS,
    .description = "Reads a skeleton and its motion from BVH, or from ASF and AMC, and prints what it is: "
                   "bones, frames, height, "
                   "the unit of length (BVH does not say; the likeliest for a person is taken), the axis "
                   "that points up.\n\n"
                   "To .bvh: the same motion; numbers of a BVH stay as they are. To .xml: a body from the "
                   "skeleton at rest, with "
                   "capsules, box feet, masses after Winter, limits, strengths and a keyframe `stand`, as a "
                   "model for kip run. "
                   "To .csv: where each joint is in each frame, in m, z up, x ahead, y left; with --onto the angles of a "
                   "model that moves so. OUT \"-\" is "
                   "BVH on stdout.",
    .example = "kip convert walk.bvh walk.csv\n"
               "kip convert 02.asf 02_01.amc walk.bvh\n"
               "kip convert walk.bvh --onto data/models/skeleton37.xml skeleton_walk.csv\n"
               "kip convert walk.bvh body.xml --mass 70\n"
               "kip run body.xml --html out/body.html\n",
    .run = convert,
};
