/* Writes the page by the player's template. The data are described in page.h and read by recording.js. */
#include "page.h"

#include <math.h>
#include <string.h>

#include "../../dynamics/arena.h"
#include "../../dynamics/quat.h"
#include "../text/json.h"
#include "../text/number.h"
#include "page_parts.h"

/* The player, made by `embed` from the files beside this one. */
extern const char kip_player_html[], kip_player_css[], kip_recording_js[], kip_scene_js[], kip_camera_js[],
    kip_plots_js[], kip_player_js[];

/* -- values ---------------------------------------------------------------------------------------------- */

static void put_html(FILE *stream, const char *text)
{
    static const char special[] = "&<>\"'";
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (; *text; text++) {
        const char *found = strchr(special, *text);
        if (found)
            fputs(entity[found - special], stream);
        else
            fputc(*text, stream);
    }
}

void kip_page_number(FILE *stream, double value)
{
    char text[KIP_NUMBER_SIZE];
    fputs(isfinite(value) ? kip_number_format_digits(text, value, 9) : "null", stream);
}

void kip_page_value(FILE *stream, const char *key, double value)
{
    fprintf(stream, ",\"%s\":", key);
    kip_page_number(stream, value);
}

void kip_page_numbers(FILE *stream, const char *key, const double *value, int n)
{
    fprintf(stream, ",\"%s\":[", key);
    for (int i = 0; i < n; i++) {
        fputs(i ? "," : "", stream);
        kip_page_number(stream, value[i]);
    }
    fputc(']', stream);
}

void kip_page_vector(FILE *stream, const char *key, KipVec3 v)
{
    const double xyz[] = {v.x, v.y, v.z};
    kip_page_numbers(stream, key, xyz, 3);
}

void kip_page_quat(FILE *stream, const char *key, KipQuat q)
{
    double part[4];
    q_store(part, q_normalize(q));
    kip_page_numbers(stream, key, part, 4);
}

void kip_page_text(FILE *stream, const char *key, const char *text)
{
    fprintf(stream, ",\"%s\":", key);
    kip_json_text(stream, text);
}

KipBase64 kip_page_open_columns(FILE *stream, const char *key)
{
    fprintf(stream, ",\n\"%s\":\"", key);
    return (KipBase64){.stream = stream};
}

void kip_page_close_columns(KipBase64 *to)
{
    kip_base64_end(to);
    fputc('"', to->stream);
}

int64_t kip_page_round(double value, double unit)
{
    const double most = 281474976710656.0;
    return (int64_t)floor(fmin(fmax(value / unit, -most), most) + 0.5);
}

/* -- page ------------------------------------------------------------------------------------------------ */

static void put_data(const KipPage *page)
{
    FILE *stream = page->stream;
    fputs("{\"format\":\"kip-page 4\"", stream);
    kip_page_text(stream, "title", page->title);
    kip_page_text(stream, "note", page->note);
    fprintf(stream, ",\"fps\":%d,\"frames\":%zu", KIP_RECORDING_RATE, page->grid->nframe);
    kip_page_model(page);
    kip_page_motion(page);
    kip_page_contacts(page);
    kip_page_story(page);
    fputs("}\n", stream);
}

static void put_title(const KipPage *page)
{
    put_html(page->stream, page->title);
}

/* Writes code without indentation, which is a tenth of it. */
static void put_code(FILE *stream, const char *code)
{
    while (*code) {
        code += strspn(code, " ");
        size_t length = strcspn(code, "\n");
        length += code[length] == '\n';
        fwrite(code, 1, length, stream);
        code += length;
    }
}

static void put_css(const KipPage *page)
{
    put_code(page->stream, kip_player_css);
    if (page->parts)
        put_code(page->stream, page->parts->css);
}

static void put_js(const KipPage *page)
{
    put_code(page->stream, kip_recording_js);
    put_code(page->stream, kip_scene_js);
    put_code(page->stream, kip_camera_js);
    put_code(page->stream, kip_plots_js);
    if (page->parts)
        put_code(page->stream, page->parts->js);
    put_code(page->stream, kip_player_js);
}

static void put_more(const KipPage *page)
{
    if (page->parts)
        put_code(page->stream, page->parts->html);
}

/* The placeholders of the template, in its order. */
static const struct {
    const char *mark;
    void (*put)(const KipPage *page);
} marks[] = {{"KIP_TITLE", put_title},
             {"/*KIP_CSS*/", put_css},
             {"KIP_MORE", put_more},
             {"KIP_DATA", put_data},
             {"/*KIP_JS*/", put_js}};

static KipStatus fill_template(const KipPage *page, KipError *error)
{
    const char *rest = kip_player_html;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *mark = strstr(rest, marks[i].mark);
        if (!mark)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the page's template lacks the mark %s",
                            marks[i].mark);
        fwrite(rest, 1, (size_t)(mark - rest), page->stream);
        marks[i].put(page);
        rest = mark + strlen(marks[i].mark);
    }
    fputs(rest, page->stream);
    return KIP_OK;
}

/* Allocates what is needed and writes the page. */
static KipStatus write_page(KipPage *page, KipArena *arena, KipError *error)
{
    KipQuantities *quantities = NULL;
    page->contact = arena ? kip_arena_take(arena, page->grid->ncontact, sizeof *page->contact) : NULL;
    page->column = page->contact ? kip_arena_take(arena, page->grid->nframe, sizeof *page->column) : NULL;
    if (!page->column)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to write a page");
    KipStatus status =
        kip_quantities_create(page->grid->model, page->recording->allocator, &quantities, error);
    if (status != KIP_OK)
        return status;
    page->quantities = quantities;
    kip_page_sort_contacts(page->grid, page->contact);
    status = fill_template(page, error);
    kip_quantities_destroy(quantities);
    return status;
}

KipStatus kip_page_write_with(FILE *stream, const KipRecording *recording, const char *title,
                              const char *note, const KipPageParts *parts, KipError *error)
{
    KipRecording *grid;
    KipStatus status = kip_recording_resample(recording, &grid, error);
    if (status != KIP_OK)
        return status;
    KipPage page = {.stream = stream,
                    .recording = recording,
                    .grid = grid,
                    .title = title,
                    .note = note,
                    .parts = parts};
    KipArena *arena = kip_arena_create(recording->allocator);
    status = write_page(&page, arena, error);
    if (arena)
        kip_arena_destroy(arena);
    kip_recording_destroy(grid);
    return status;
}

KipStatus kip_page_write(FILE *stream, const KipRecording *recording, const char *title, const char *note,
                         KipError *error)
{
    return kip_page_write_with(stream, recording, title, note, NULL, error);
}
