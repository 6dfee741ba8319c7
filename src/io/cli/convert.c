/* kip convert: converts between files of motion, and makes bodies from skeletons. A clip of motion capture is written
 * as it is, or becomes a recording of its own skeleton's body or of a retargeted model.
 * convert_recording.c writes recordings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../formats/clip_body.h"
#include "../text/file.h"
#include "../formats/mjcf_write.h"
#include "../text/number.h"
#include "commands.h"
#include "convert.h"
#include "progress.h"

enum { MASS, ONTO, MAP, FROM, TO, MIRROR, OPTIONS };

static const KipOption options[OPTIONS] = {
    [MASS] = {"mass", KIP_OPTION_NUMBER, "KG"}, [ONTO] = {"onto", KIP_OPTION_STRING, "MODEL.xml"},
    [MAP] = {"map", KIP_OPTION_STRING, "FILE"}, [FROM] = {"from", KIP_OPTION_NUMBER, "S"},
    [TO] = {"to", KIP_OPTION_NUMBER, "S"},      [MIRROR] = {"mirror", KIP_OPTION_FLAG, NULL},
};

static const char kinds[] =
    ".bvh, .asf with or without its .amc, or a recording of kip run (.kip) can become .html (a page), .glb (glTF), "
    ".bvh, .csv, .xml (the body) or .kip";

/* -- reading --------------------------------------------------------------------------------------------- */

static KipStatus read_clip(const KipArguments *arguments, KipClip **clip, KipError *error)
{
    const char *in = arguments->operand[0];
    if (kip_ends_in(in, ".bvh"))
        return kip_bvh_read(in, clip, error);
    return kip_asf_read(in, arguments->noperand == 3 ? arguments->operand[1] : NULL, clip, error);
}

/* Cuts the clip to the frames nearest to --from and --to, and those between. */
static KipStatus cut_clip(const KipArguments *arguments, KipClip *clip, KipError *error)
{
    if (!kip_arguments_count(arguments, FROM) && !kip_arguments_count(arguments, TO))
        return KIP_OK;
    const double end = (clip->nframe - 1) * clip->period;
    const double from = kip_arguments_number(arguments, FROM, 0),
                 to = kip_arguments_number(arguments, TO, end);
    if (clip->nframe == 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s has no frames to cut",
                        arguments->operand[0]);
    if (!(from >= 0) || !(to >= from) || !(to <= end + clip->period))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "%s lasts from 0 to %g s: --from %g --to %g is no part of it", arguments->operand[0],
                        end, from, to);
    const int first = (int)fmin(round(from / clip->period), clip->nframe - 1);
    const int last = (int)fmin(round(to / clip->period), clip->nframe - 1);
    clip->value += (size_t)first * (size_t)clip->nvalue;
    clip->nframe = last - first + 1;
    return KIP_OK;
}

/* Returns NULL when out of memory. */
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

/* Prints "02_01: 31 bones, 343 frames in 2.858 s (120 per second)", then what was guessed. */
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
    kip_print_clean_format(stream, "%s: %d bone%s, %d frame%s in %.4g s (%.4g per second)\n", clip->name,
                           clip->nbone, clip->nbone == 1 ? "" : "s", clip->nframe,
                           clip->nframe == 1 ? "" : "s",
                           clip->nframe > 1 ? (clip->nframe - 1) * clip->period : 0, 1 / clip->period);
    fprintf(stream, "%.3g m high at rest; a unit is %s%.4g m; %s points up\n", hi - lo,
            kip_ends_in(in, ".bvh") ? "taken to be " : "", clip->metres, clip->up == 1 ? "y" : "z");
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

/* Writes a row a frame; for a clip without frames, the rest pose at 0 s. */
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
        fprintf(talk, "a body of %.4g kg: %d %s, %d degrees of freedom\n", model->mass, model->nbody - 1,
                model->nbody == 2 ? "body" : "bodies", model->nv);
    kip_model_destroy(model);
    return status;
}

/* -- as a recording -------------------------------------------------------------------------------------- */

/* Makes the motion of the skeleton's own body, or of the model of --onto. */
static KipStatus make_motion(const KipArguments *arguments, const KipClip *clip, FILE *talk, KipModel **model,
                             KipMotion **motion, KipError *error)
{
    if (kip_arguments_count(arguments, ONTO))
        return kip_convert_onto(clip, kip_arguments_string(arguments, ONTO, NULL),
                                kip_arguments_string(arguments, MAP, NULL), talk, model, motion, error);
    KipStatus status = kip_clip_body(clip, kip_arguments_number(arguments, MASS, 0), model, error);
    return status == KIP_OK ? kip_clip_body_motion(clip, *model, motion, error) : status;
}

KipStatus kip_convert_motion(const KipMotion *motion, const char *title, const char *out, FILE *stream,
                             KipError *error)
{
    KipRecording *recording;
    char note[160];
    KipStatus status = kip_recording_create(motion->model, motion->period, NULL, &recording, error);
    if (status != KIP_OK)
        return status;
    snprintf(note, sizeof note, "%.80s moves as it was recorded; nothing is simulated",
             *motion->model->name ? motion->model->name : "the model");
    const KipRecordingHead head = {.title = title, .note = note};
    status = kip_recording_play(recording, motion, error);
    if (status == KIP_OK)
        status = kip_convert_recording(recording, &head, out, stream, error);
    kip_recording_destroy(recording);
    return status;
}

static KipStatus write_played(const KipArguments *arguments, const KipClip *clip, const char *out,
                              FILE *stream, FILE *talk, KipError *error)
{
    KipModel *model = NULL;
    KipMotion *motion = NULL, *mirrored = NULL;
    KipStatus status = make_motion(arguments, clip, talk, &model, &motion, error);
    if (status == KIP_OK && kip_arguments_count(arguments, MIRROR))
        status = kip_motion_mirror(motion, &mirrored, error);
    if (status == KIP_OK)
        status = kip_convert_motion(mirrored ? mirrored : motion, clip->name, out, stream, error);
    kip_motion_destroy(mirrored);
    kip_motion_destroy(motion);
    kip_model_destroy(model);
    return status;
}

/* -- the command ----------------------------------------------------------------------------------------- */

static const char *out_of(const KipArguments *arguments)
{
    const char *out = arguments->operand[arguments->noperand - 1];
    return strcmp(out, "-") == 0 ? "-.bvh" : out;
}

static KipStatus write_clip(const KipArguments *arguments, const KipClip *clip, FILE *stream, FILE *talk,
                            KipError *error)
{
    const char *out = out_of(arguments);
    bool onto = kip_arguments_count(arguments, ONTO) > 0;
    KipStatus status = tell(clip, arguments->operand[0], talk, error);
    if (status != KIP_OK)
        return status;
    if (kip_ends_in(out, ".xml"))
        return write_body(clip, kip_arguments_number(arguments, MASS, 0), stream, talk, error);
    if (!onto && kip_ends_in(out, ".csv"))
        return write_csv(clip, stream, error);
    if (!onto && kip_ends_in(out, ".bvh"))
        return kip_clip_write_bvh(clip, stream, error);
    return write_played(arguments, clip, out, stream, talk, error);
}

static KipStatus convert_clip(const KipArguments *arguments, FILE *stream, FILE *talk, KipError *error)
{
    KipClip *clip;
    KipStatus status = read_clip(arguments, &clip, error);
    if (status != KIP_OK)
        return status;
    const char *out = out_of(arguments);
    if (clip->nframe == 0 && !kip_ends_in(out, ".xml") && !kip_ends_in(out, ".bvh"))
        status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s has no frames%s", arguments->operand[0],
                          kip_ends_in(arguments->operand[0], ".asf")
                              ? "; those of a skeleton are in its .amc: name it next"
                              : "");
    if (status == KIP_OK)
        status = cut_clip(arguments, clip, error);
    if (status == KIP_OK)
        status = write_clip(arguments, clip, stream, talk, error);
    kip_clip_destroy(clip);
    return status;
}

static KipStatus convert_recording(const KipArguments *arguments, FILE *stream, FILE *talk, KipError *error)
{
    KipRecordingFile *file;
    KipStatus status = kip_recording_file_read(arguments->operand[0], &file, error);
    if (status != KIP_OK)
        return status;
    const KipRecording *recording = file->recording;
    const KipRecordingHead head = {file->title, file->note, file->nword, (const char *const *)file->word};
    kip_print_clean_format(talk, "%s: %s, %zu frame%s in %.4g s\n", file->title, file->model->name,
                           recording->nframe, recording->nframe == 1 ? "" : "s",
                           recording->frame[recording->nframe - 1].time);
    if (!file->complete)
        fprintf(talk, "%s\n", file->gap);
    status = kip_convert_recording(recording, &head, out_of(arguments), stream, error);
    kip_recording_file_destroy(file);
    return status;
}

static bool is_recording(const char *in)
{
    return kip_ends_in(in, ".kip") ||
           (!kip_ends_in(in, ".bvh") && !kip_ends_in(in, ".asf") && kip_is_recording_file(in));
}

/* The mistake in an option, or NULL. */
static const char *wrong_option(const KipArguments *arguments, bool recording)
{
    bool onto = kip_arguments_count(arguments, ONTO) > 0;
    const char *out = out_of(arguments);
    bool body = !onto && !recording && !kip_ends_in(out, ".bvh") && !kip_ends_in(out, ".csv");
    if (kip_arguments_count(arguments, MASS) && !body)
        return "--mass is for the body of a skeleton: an .xml, a page, a .glb or a .kip";
    if (kip_arguments_count(arguments, MASS) && !(kip_arguments_number(arguments, MASS, 0) > 0))
        return "--mass must be above 0 kg";
    if (onto && recording)
        return "--onto is for motion capture: a recording has a model of its own";
    if (onto && kip_ends_in(out, ".xml"))
        return "--onto makes a motion: an .html, .glb, .bvh, .csv or .kip, not an .xml";
    const bool cut = kip_arguments_count(arguments, FROM) || kip_arguments_count(arguments, TO);
    if (recording && (cut || kip_arguments_count(arguments, MIRROR)))
        return "--from, --to and --mirror are for motion capture: write the recording as .bvh first";
    if (kip_arguments_count(arguments, MIRROR) && !onto && !body)
        return "--mirror is for what moves a model: --onto MODEL.xml, or a page, .glb or .kip of the skeleton's body";
    if (kip_arguments_count(arguments, MIRROR) && kip_ends_in(out, ".xml"))
        return "--mirror is for a motion, not for an .xml";
    if (kip_arguments_count(arguments, MAP) && !onto)
        return "--map is for --onto MODEL.xml";
    return NULL;
}

/* Returns a KipExit. */
static int check_words(const KipArguments *arguments)
{
    int n = arguments->noperand;
    const char *in = arguments->operand[0], *out = arguments->operand[n - 1];
    bool bvh = kip_ends_in(in, ".bvh"), recording = is_recording(in);
    if (kip_ends_in(in, ".amc"))
        return kip_cli_fail_usage(
            arguments, "\"%s\" is a motion without its skeleton: name that before it, as FILE.asf %s", in,
            in);
    if (!bvh && !recording && !kip_ends_in(in, ".asf"))
        return kip_cli_fail_usage(arguments, "\"%s\" cannot be converted: %s", in, kinds);
    if (n == 3 && (bvh || recording || !kip_ends_in(arguments->operand[1], ".amc")))
        return kip_cli_fail_usage(arguments, "\"%s\" does not go with \"%s\": %s", arguments->operand[1], in,
                                  kinds);
    if (!kip_can_convert_recording(out_of(arguments)))
        return kip_cli_fail_usage(arguments, "\"%s\" cannot be made of \"%s\": %s", out, in, kinds);
    const char *wrong = wrong_option(arguments, recording);
    if (wrong)
        return kip_cli_fail_usage(arguments, "%s", wrong);
    for (int i = 0; i < n - 1; i++)
        if (strcmp(arguments->operand[i], out) == 0 || kip_same_file(arguments->operand[i], out))
            return kip_cli_fail_usage(arguments,
                                      "%s would be overwritten, which is to be read: name another file", out);
    return KIP_EXIT_DONE;
}

static int convert(const KipArguments *arguments)
{
    KipOutput output = {0};
    KipError error;
    const char *out = arguments->operand[arguments->noperand - 1];
    FILE *talk = strcmp(out, "-") == 0 ? stderr : stdout;
    int result = check_words(arguments);
    if (result != KIP_EXIT_DONE)
        return result;
    KipStatus status = kip_stop_output_open(&output, out, &error);
    if (status == KIP_OK && is_recording(arguments->operand[0]))
        status = convert_recording(arguments, output.stream, talk, &error);
    else if (status == KIP_OK)
        status = convert_clip(arguments, output.stream, talk, &error);
    status = kip_output_end(&output, status, &error);
    if (status == KIP_OK && strcmp(out, "-") != 0)
        printf("%s is written.\n", out);
    return status == KIP_OK ? KIP_EXIT_DONE : kip_cli_fail(&error);
}

const KipCommand kip_command_convert = {
    .name = "convert",
    .summary = "motion (BVH, ASF, recordings) to pages, glTF, BVH, tables",
    .operands = "IN.kip|IN.bvh|IN.asf [IN.amc] OUT.html|.glb|.bvh|.csv|.xml|.kip",
    .least = 2,
    .most = 3,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_convert,
    .run = convert,
};
