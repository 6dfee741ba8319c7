/* Conversion of recordings (convert.h). */
#include "convert.h"

#include <string.h>

#include "../record/bvh.h"
#include "../record/csv.h"
#include "../text/file.h"
#include "../pictures/gltf.h"
#include "../formats/mjcf_write.h"
#include "../pictures/page.h"
#include "outputs.h"

typedef struct Source {
    const KipRecording *recording;
    const KipRecordingHead *head;
} Source;

static KipStatus write_page(FILE *stream, const Source *source, KipError *error)
{
    return kip_page_write(stream, source->recording, source->head->title, source->head->note, error);
}

static KipStatus write_gltf(FILE *stream, const Source *source, KipError *error)
{
    return kip_gltf_write(stream, source->recording, error);
}

static KipStatus write_bvh(FILE *stream, const Source *source, KipError *error)
{
    return kip_bvh_write(stream, source->recording, error);
}

static KipStatus write_csv(FILE *stream, const Source *source, KipError *error)
{
    return kip_csv_write(stream, source->recording, error);
}

static KipStatus write_model(FILE *stream, const Source *source, KipError *error)
{
    return kip_mjcf_write(source->recording->model, stream, error);
}

static KipStatus write_recording(FILE *stream, const Source *source, KipError *error)
{
    KipRecorder *recorder;
    KipStatus status = kip_recorder_create(stream, source->recording, source->head, &recorder, error);
    return status == KIP_OK ? kip_recorder_finish(recorder, error) : status;
}

static const struct {
    const char *ending;
    KipStatus (*write)(FILE *stream, const Source *source, KipError *error);
} kinds[] = {{".html", write_page}, {".glb", write_gltf},  {".bvh", write_bvh},
             {".csv", write_csv},   {".xml", write_model}, {".kip", write_recording}};

/* Returns -1 for other files. */
static int kind_of(const char *out)
{
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
        if (kip_ends_in(out, kinds[i].ending))
            return i;
    return -1;
}

bool kip_can_convert_recording(const char *out)
{
    return kind_of(out) >= 0;
}

KipStatus kip_convert_recording(const KipRecording *recording, const KipRecordingHead *head, const char *out,
                                FILE *stream, KipError *error)
{
    return kinds[kind_of(out)].write(stream, &(Source){recording, head}, error);
}
