/* Labels of poses: times, and skills that changed. A label is below its pose, or as near as possible without overlaps;
 * where a row is too narrow for all, every second, third ... pose has one. */
#include <math.h>
#include <string.h>

#include "film_parts.h"

enum { NAME = 60, MOST_TRACKS = 4, LABEL = MOST_TRACKS * 2 * (NAME + 8) };

static const double widest_skill = 100, apart = 8; /* px */
static const double leader = 8;

/* -- texts ----------------------------------------------------------------------------------------------- */

/* Formats the time with two decimals, or with three where times of this film differ only there. */
static void time_text(const KipFilmStage *stage, int pose, char text[LABEL])
{
    bool fine = false;
    for (int i = 1; i < stage->npose; i++) {
        const KipFrame *frame = stage->recording->frame;
        fine = fine || frame[stage->pose[i].frame].time - frame[stage->pose[i - 1].frame].time < 0.0099;
    }
    const double time = stage->recording->frame[stage->pose[pose].frame].time;
    const long unit = fine ? 1000 : 100, rounded = (long)floor(fabs(time) * (double)unit + 0.5);
    snprintf(text, LABEL, fine ? "%s%ld.%03ld s" : "%s%ld.%02ld s", time < 0 && rounded ? "\u2212" : "",
             rounded / unit, rounded % unit);
}

/* The skill active at a pose, none at pose -1, on the track whose first band is `first`. */
static const char *skill_at(const KipFilmStage *stage, int pose, size_t first)
{
    const KipRecording *recording = stage->recording;
    const char *label = "";
    if (pose < 0)
        return label;
    const double time = recording->frame[stage->pose[pose].frame].time;
    for (size_t i = first; i < recording->nband; i++)
        if (strcmp(recording->band[i].track, recording->band[first].track) == 0 &&
            recording->band[i].time <= time + 1e-9)
            label = recording->band[i].label;
    return label;
}

/* Whether the band is the first of a track of skills; tracks of poses are left out. */
static bool begins_track(const KipRecording *recording, size_t band)
{
    if (kip_recording_is_of_poses(&recording->band[band]))
        return false;
    for (size_t i = 0; i < band; i++)
        if (strcmp(recording->band[i].track, recording->band[band].track) == 0)
            return false;
    return true;
}

/* Appends a name on one line, cut where it is very long. */
static void append_name(char text[LABEL], const char *name)
{
    size_t n = strlen(text), length = strlen(name);
    bool cut = length > NAME;
    for (length = cut ? NAME : length; cut && length && ((unsigned char)name[length] & 0xC0) == 0x80;)
        length--;
    for (size_t i = 0; i < length; i++)
        text[n++] = (char)(name[i] == '\n' || name[i] == '\t' ? ' ' : name[i]);
    text[n] = 0;
    if (cut)
        strcat(text, "\u2026");
}

/* Appends a line for each track whose skill differs from that at the pose before. */
static void skill_text(const KipFilmStage *stage, int pose, int before, char text[LABEL])
{
    const KipRecording *recording = stage->recording;
    int ntrack = 0, n = 0;
    for (size_t i = 0; i < recording->nband; i++)
        ntrack += begins_track(recording, i);
    *text = 0;
    for (size_t i = 0; i < recording->nband && n < MOST_TRACKS; i++) {
        if (!begins_track(recording, i))
            continue;
        n++;
        const char *skill = skill_at(stage, pose, i);
        if (strcmp(skill, skill_at(stage, before, i)) == 0)
            continue;
        strcat(text, *text ? "\n" : "");
        if (ntrack > 1) {
            append_name(text, recording->band[i].track);
            strcat(text, ": ");
        }
        append_name(text, skill);
    }
}

static double widest_line(const char *text, double size)
{
    char line[LABEL];
    double width = 0;
    while (*text) {
        size_t n = strcspn(text, "\n");
        memcpy(line, text, n);
        line[n] = 0;
        width = fmax(width, kip_chart_text_width(line, size));
        text += n + (text[n] == '\n');
    }
    return width;
}

double kip_film_label_width(const KipFilmStage *stage, int pose, int before)
{
    char text[LABEL];
    time_text(stage, pose, text);
    double width = kip_chart_text_width(text, KIP_CHART_FONT);
    skill_text(stage, pose, before, text);
    return fmax(width, fmin(widest_line(text, KIP_CHART_SMALL), widest_skill));
}

static double label_height(const KipFilmStage *stage, const KipFilmPose *pose)
{
    char text[LABEL];
    skill_text(stage, (int)(pose - stage->pose), pose->before, text);
    return kip_chart_line_height(KIP_CHART_FONT) +
           kip_chart_count_lines(text, KIP_CHART_SMALL, pose->label_width + 0.01) *
               kip_chart_line_height(KIP_CHART_SMALL);
}

/* -- places ---------------------------------------------------------------------------------------------- */

static double anchor_of(const KipFilmStage *stage, int pose)
{
    return stage->pose[pose].x + stage->scale * stage->pose[pose].anchor;
}

/* Labels every k-th pose of the row; returns the total width of the labels. */
static double label_every(KipFilmStage *stage, const KipFilmRow *row, int k, int before)
{
    double width = -apart;
    for (int i = row->first; i < row->first + row->count; i++) {
        KipFilmPose *pose = &stage->pose[i];
        pose->labelled = (i - row->first) % k == 0;
        if (!pose->labelled)
            continue;
        pose->before = before;
        pose->label_width = kip_film_label_width(stage, i, before);
        width += pose->label_width + apart;
        before = i;
    }
    return width;
}

/* Puts the row's labelled poses, from left to right, into stage->order. */
static int order_labels(KipFilmStage *stage, const KipFilmRow *row)
{
    int n = 0;
    for (int i = row->first; i < row->first + row->count; i++) {
        int at = n;
        if (!stage->pose[i].labelled)
            continue;
        for (; at > 0 && anchor_of(stage, stage->order[at - 1]) > anchor_of(stage, i); at--)
            stage->order[at] = stage->order[at - 1];
        stage->order[at] = i;
        n++;
    }
    return n;
}

/* Finds the nearest positions (least squares) without overlaps. Of labels placed side by side from x on, label i begins at
 * x + offset i, so that its preferred position is a value of x; preferred values of labels that would overlap are averaged
 * until they increase: isotonic regression by pooling adjacent violators. */
static void spread_labels(KipFilmStage *stage, int n)
{
    double mean[KIP_FILM_MOST], offset = 0;
    int count[KIP_FILM_MOST], nrun = 0, label = 0;
    for (int i = 0; i < n; i++) {
        const double width = stage->pose[stage->order[i]].label_width;
        mean[nrun] = anchor_of(stage, stage->order[i]) - width / 2 - offset;
        count[nrun++] = 1;
        for (; nrun > 1 && mean[nrun - 2] > mean[nrun - 1]; nrun--) {
            const int sum = count[nrun - 2] + count[nrun - 1];
            mean[nrun - 2] = (count[nrun - 2] * mean[nrun - 2] + count[nrun - 1] * mean[nrun - 1]) / sum;
            count[nrun - 2] = sum;
        }
        offset += width + apart;
    }
    const double left = KIP_CHART_MARGIN, last = stage->film->width - KIP_CHART_MARGIN + apart - offset;
    offset = 0;
    for (int run = 0; run < nrun; run++)
        for (int i = 0; i < count[run]; i++) {
            KipFilmPose *pose = &stage->pose[stage->order[label++]];
            pose->label_x = fmax(fmin(mean[run], last), left) + offset + pose->label_width / 2;
            offset += pose->label_width + apart;
        }
}

double kip_film_place_labels(KipFilmStage *stage, KipFilmRow *row, int *before)
{
    const double room = stage->film->width - 2 * KIP_CHART_MARGIN;
    double height = 0;
    for (int k = 1; label_every(stage, row, k, *before) > room && k < row->count; k++)
        ;
    int n = order_labels(stage, row);
    spread_labels(stage, n);
    row->leaders = false;
    for (int i = row->first; i < row->first + row->count; i++) {
        const KipFilmPose *pose = &stage->pose[i];
        if (!pose->labelled)
            continue;
        row->leaders = row->leaders || fabs(pose->label_x - anchor_of(stage, i)) > 1;
        height = fmax(height, label_height(stage, pose));
        *before = i;
    }
    return height + (row->leaders ? leader : 0);
}

void kip_film_put_labels(FILE *stream, const KipFilmStage *stage, const KipFilmRow *row)
{
    for (int i = row->first; i < row->first + row->count; i++) {
        const KipFilmPose *pose = &stage->pose[i];
        char text[LABEL];
        double y = row->base + (row->ground ? KIP_FILM_METRES : 0);
        if (!pose->labelled)
            continue;
        if (row->leaders) {
            const KipChartPoint line[] = {{anchor_of(stage, i), y + 1}, {pose->label_x, y + leader}};
            fputs("<path stroke=\"#999\" d=\"", stream);
            kip_chart_put_path(stream, line, 2);
            fputs("\"/>\n", stream);
            y += leader;
        }
        KipChartText how = {.x = pose->label_x,
                            .y = y + KIP_CHART_FONT,
                            .size = KIP_CHART_FONT,
                            .width = pose->label_width + 0.01,
                            .anchor = "middle"};
        time_text(stage, i, text);
        kip_chart_put_text(stream, text, &how);
        how.y += kip_chart_line_height(KIP_CHART_SMALL);
        how.size = KIP_CHART_SMALL;
        how.colour = "#2c62b8";
        skill_text(stage, i, pose->before, text);
        kip_chart_put_text(stream, text, &how);
    }
}
