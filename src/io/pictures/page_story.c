/* Events of a page's run: events, pushes, skills and poses, modified physics. */
#include <math.h>
#include <stdio.h>

#include "page_parts.h"

/* Begins the next item of an open list, with the time at which it begins. */
static void open_item(FILE *stream, size_t i, const char *key, double time)
{
    fprintf(stream, "%s\n{\"%s\":", i ? "," : "", key);
    kip_page_number(stream, time);
}

static void put_happenings(FILE *stream, const KipRecording *recording)
{
    fputs(",\n\"events\":[", stream);
    for (size_t i = 0; i < recording->nevent; i++) {
        open_item(stream, i, "t", recording->event[i].time);
        kip_page_text(stream, "text", recording->event[i].text);
        fputc('}', stream);
    }
    fputs("],\n\"pushes\":[", stream);
    for (size_t i = 0; i < recording->npush; i++) {
        const KipRecordedPush *push = &recording->push[i];
        open_item(stream, i, "t0", push->start);
        kip_page_value(stream, "t1", push->end);
        fprintf(stream, ",\"body\":%d", push->body);
        kip_page_vector(stream, "point", push->point);
        kip_page_vector(stream, "force", push->force);
        fputc('}', stream);
    }
    fputc(']', stream);
}

/* -- skills, poses, targets, modified physics --------------------------------------------------------- */

/* Writes the end, as null where it lasts to the end of the recording. */
static void put_end(FILE *stream, const KipRecording *recording, double time)
{
    kip_page_value(stream, "t1", time < recording->observed ? time : INFINITY);
}

static void put_bands(FILE *stream, const KipRecording *recording)
{
    fputs(",\n\"bands\":[", stream);
    for (size_t i = 0; i < recording->nband; i++) {
        const KipRecordedBand *band = &recording->band[i];
        open_item(stream, i, "t", band->time);
        kip_page_text(stream, "track", band->track);
        kip_page_text(stream, "label", band->label);
        kip_page_text(stream, "reason", band->reason);
        fputc('}', stream);
    }
    fputs("],\n\"targets\":[", stream);
    for (size_t i = 0; i < recording->ntarget; i++) {
        const KipRecordedTarget *target = &recording->target[i];
        open_item(stream, i, "t", target->time);
        kip_page_text(stream, "name", target->name);
        kip_page_vector(stream, "pos", target->position);
        fputc('}', stream);
    }
    fputc(']', stream);
}

/* Writes the positions of a spring's anchor during its interval. */
static void put_anchors(FILE *stream, const KipRecording *recording, const KipRecordedModified *spring)
{
    int n = 0;
    fputs(",\"anchor\":[", stream);
    for (size_t i = 0; i < recording->nanchor; i++) {
        const KipRecordedAnchor *anchor = &recording->anchor[i];
        bool over = anchor->time >= spring->end && anchor->time > spring->start;
        if (anchor->body != spring->body2 || anchor->time < spring->start || over)
            continue;
        open_item(stream, (size_t)n++, "t", anchor->time);
        kip_page_vector(stream, "pos", anchor->position);
        fputc('}', stream);
    }
    fputc(']', stream);
}

static void put_modified(FILE *stream, const KipRecording *recording)
{
    static const char *const kind[] = {
        [KIP_MODIFIED_ATTACHMENT] = "attachment", [KIP_MODIFIED_LOCK] = "lock",
        [KIP_MODIFIED_PLANE] = "plane",           [KIP_MODIFIED_MASK] = "mask",
        [KIP_MODIFIED_SPRING] = "spring",         [KIP_MODIFIED_GRAVITY] = "gravity",
        [KIP_MODIFIED_SHAPES] = "shapes",
    };
    fputs(",\n\"modified\":[", stream);
    for (size_t i = 0; i < recording->nmodified; i++) {
        const KipRecordedModified *it = &recording->modified[i];
        open_item(stream, i, "t0", it->start);
        put_end(stream, recording, it->end);
        kip_page_text(stream, "kind", kind[it->kind]);
        kip_page_text(stream, "text", it->text);
        fprintf(stream, ",\"bodies\":[%d,%d]", it->body1, it->body2);
        kip_page_vector(stream, "point", it->point);
        if (it->kind == KIP_MODIFIED_SPRING)
            put_anchors(stream, recording, it);
        fputc('}', stream);
    }
    fputs("],\n\"off\":[", stream);
    for (size_t i = 0; i < recording->noff; i++) {
        open_item(stream, i, "t0", recording->off[i].start);
        put_end(stream, recording, recording->off[i].end);
        fprintf(stream, ",\"geom\":%d}", recording->off[i].geom);
    }
    fputc(']', stream);
}

static void put_camera(FILE *stream, const KipRecording *recording)
{
    if (!recording->has_camera)
        return;
    kip_page_vector(stream, "eye", recording->eye);
    kip_page_vector(stream, "lookAt", recording->look_at);
}

void kip_page_story(const KipPage *page)
{
    put_happenings(page->stream, page->recording);
    put_bands(page->stream, page->recording);
    put_modified(page->stream, page->recording);
    put_camera(page->stream, page->recording);
}
