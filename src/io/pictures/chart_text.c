/* Widths, line breaks and XML of texts in a chart. The viewer's font is unknown, so widths are those of a wide one. */
#include "chart_parts.h"

#include <math.h>
#include <string.h>

#include "../text/number.h"
#include "../text/utf8.h"

static const uint32_t replacement = 0xFFFD;

/* -- characters ------------------------------------------------------------------------------------------ */

/* Whether XML 1.0 allows the character. */
static bool is_xml(uint32_t code)
{
    return code >= 0x20 ? (code < 0xD800 || code > 0xDFFF) && code < 0x110000 && (code | 1) != 0xFFFF
                        : code == '\n' || code == '\t';
}

/* Takes the character at *text; U+FFFD for invalid UTF-8 and for characters that XML does not allow. */
static uint32_t next_character(const char **text)
{
    const char *first = *text;
    const size_t size = kip_utf8_size(first, strnlen(first, 4));
    *text += size;
    if (kip_utf8_length(first, size) != size)
        return replacement;
    const uint32_t code = kip_utf8_code(first, size);
    return is_xml(code) ? code : replacement;
}

/* In hundredths of the font size. */
static int character_width(uint32_t code)
{
    static const struct {
        const char *characters;
        int width;
    } ascii[] = {
        {"$0123456789bdghnpqu{}", 64},
        {"FTaeo", 62},
        {"'ijl", 28},
        {" ,.", 32},
        {"vxy", 60},
        {"sz", 53},
        {"#+<=>^~", 84},
        {"()[]t", 40},
        {"/:;\\|", 34},
        {"?L_", 56},
        {"*J`", 50},
        {"ABVXZ", 69},
        {"EKPSY", 67},
        {"&G", 78},
        {"OQ", 79},
        {"CR", 73},
        {"-", 37},
        {"I", 30},
        {"f", 36},
        {"!", 41},
        {"r", 42},
        {"\"", 46},
        {"c", 55},
        {"k", 58},
        {"U", 74},
        {"N", 75},
        {"H", 76},
        {"D", 77},
        {"w", 82},
        {"M", 87},
        {"%", 95},
        {"m", 98},
        {"W", 99},
        {"@", 102},
    };
    if ((code >= 0x300 && code < 0x370) || code < ' ')
        return 0; /* combining accents */
    for (size_t i = 0; code < 0x7F && i < sizeof ascii / sizeof *ascii; i++)
        if (strchr(ascii[i].characters, (int)code))
            return ascii[i].width;
    if (code >= 0x2070 && code < 0x20A0)
        return 43; /* superscript and subscript digits */
    return code < 0x400 ? 79 : code < 0x1100 ? 92 : code < 0x2E80 ? 84 : 102;
}

static double width_of(const char *text, const char *end, double size)
{
    int sum = 0;
    while (text < end)
        sum += character_width(next_character(&text));
    return sum * size / 100;
}

double kip_chart_text_width(const char *text, double size)
{
    return width_of(text, text + strlen(text), size);
}

/* -- lines ----------------------------------------------------------------------------------------------- */

/* The end of the line that begins at `text`, at a blank if possible; *rest is the beginning of the next. */
static const char *end_of_line(const char *text, double size, double width, const char **rest)
{
    const char *blank = NULL, *at = text;
    while (*at && *at != '\n') {
        const char *next = at;
        if (*at == ' ')
            blank = at;
        next_character(&next);
        if (width_of(text, next, size) > width && at > text) {
            *rest = blank ? blank + 1 : at;
            return blank ? blank : at;
        }
        at = next;
    }
    *rest = *at ? at + 1 : at;
    return at;
}

int kip_chart_count_lines(const char *text, double size, double width)
{
    int n = 0;
    for (; text && *text; n++)
        end_of_line(text, size, width, &text);
    return n;
}

double kip_chart_line_height(double size)
{
    return 1.3 * size;
}

/* -- writing --------------------------------------------------------------------------------------------- */

static void put_character(FILE *stream, const char *from, const char *end, uint32_t code)
{
    const char *entity = code == '&'           ? "&amp;"
                         : code == '<'         ? "&lt;"
                         : code == '>'         ? "&gt;"
                         : code == '"'         ? "&quot;"
                         : code == replacement ? "\xEF\xBF\xBD"
                                               : NULL;
    if (entity)
        fputs(entity, stream);
    else
        fwrite(from, 1, (size_t)(end - from), stream);
}

static void put_part(FILE *stream, const char *text, const char *end)
{
    while (text < end) {
        const char *from = text;
        uint32_t code = next_character(&text);
        put_character(stream, from, text, code);
    }
}

void kip_chart_put_xml(FILE *stream, const char *text)
{
    put_part(stream, text, text + strlen(text));
}

void kip_chart_put_coordinate(FILE *stream, double value)
{
    char text[KIP_NUMBER_SIZE];
    fputs(kip_number_format_digits(text, floor(100 * value + 0.5) / 100, 9), stream);
}

void kip_chart_put_attribute(FILE *stream, const char *key, double value)
{
    fprintf(stream, " %s=\"", key);
    kip_chart_put_coordinate(stream, value);
    fputc('"', stream);
}

void kip_chart_put_point(FILE *stream, KipChartPoint point)
{
    kip_chart_put_coordinate(stream, point.x);
    fputc(' ', stream);
    kip_chart_put_coordinate(stream, point.y);
}

void kip_chart_put_path(FILE *stream, const KipChartPoint *point, int n)
{
    for (int i = 0; i < n; i++) {
        fputc(i ? 'L' : 'M', stream);
        kip_chart_put_point(stream, point[i]);
    }
}

void kip_chart_begin_box(FILE *stream, KipChartBox box)
{
    fputs("<rect", stream);
    kip_chart_put_attribute(stream, "x", box.x);
    kip_chart_put_attribute(stream, "y", box.y);
    kip_chart_put_attribute(stream, "width", box.width);
    kip_chart_put_attribute(stream, "height", box.height);
}

static void put_line(FILE *stream, const char *text, const char *end, double x, double y,
                     const KipChartText *how)
{
    fputs("<text", stream);
    kip_chart_put_attribute(stream, "x", x);
    kip_chart_put_attribute(stream, "y", y);
    if (how->size != KIP_CHART_FONT)
        kip_chart_put_attribute(stream, "font-size", how->size);
    if (how->bold)
        fputs(" font-weight=\"bold\"", stream);
    if (how->colour)
        fprintf(stream, " fill=\"%s\"", how->colour);
    if (how->anchor)
        fprintf(stream, " text-anchor=\"%s\"", how->anchor);
    if (how->upward) {
        fputs(" transform=\"rotate(-90 ", stream);
        kip_chart_put_point(stream, (KipChartPoint){x, y});
        fputs(")\"", stream);
    }
    fputc('>', stream);
    put_part(stream, text, end);
    fputs("</text>\n", stream);
}

void kip_chart_put_text(FILE *stream, const char *text, const KipChartText *how)
{
    for (int i = 0; text && *text; i++) {
        const char *line = text;
        const char *end = end_of_line(line, how->size, how->width, &text);
        double down = i * kip_chart_line_height(how->size);
        put_line(stream, line, end, how->x + (how->upward ? down : 0), how->y + (how->upward ? 0 : down),
                 how);
    }
}

/* -- around a picture ------------------------------------------------------------------------------------ */

double kip_chart_put_heading(FILE *stream, const char *title, const char *note, double picture_width)
{
    static const double title_part = 0.88; /* of the width, since bold letters are wider */
    const double width = picture_width - 2 * KIP_CHART_MARGIN;
    const KipChartText how_title = {.x = KIP_CHART_MARGIN,
                                    .y = KIP_CHART_MARGIN + KIP_CHART_HEADING,
                                    .size = KIP_CHART_HEADING,
                                    .width = title_part * width,
                                    .bold = true};
    const double y = KIP_CHART_MARGIN + kip_chart_count_lines(title, KIP_CHART_HEADING, how_title.width) *
                                            kip_chart_line_height(KIP_CHART_HEADING);
    const KipChartText how_note = {.x = KIP_CHART_MARGIN,
                                   .y = y + KIP_CHART_FONT,
                                   .size = KIP_CHART_FONT,
                                   .width = width,
                                   .colour = "#444"};
    if (stream) {
        kip_chart_put_text(stream, title, &how_title);
        kip_chart_put_text(stream, note, &how_note);
    }
    return y + kip_chart_count_lines(note, KIP_CHART_FONT, width) * kip_chart_line_height(KIP_CHART_FONT);
}

void kip_chart_begin(FILE *stream, double width, double height, const char *title, const char *note)
{
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"", stream);
    kip_chart_put_attribute(stream, "width", width);
    kip_chart_put_attribute(stream, "height", height);
    fputs(" viewBox=\"0 0 ", stream);
    kip_chart_put_point(stream, (KipChartPoint){width, height});
    fprintf(stream, "\" font-family=\"sans-serif\" font-size=\"%d\">\n<title>", KIP_CHART_FONT);
    kip_chart_put_xml(stream, title ? title : "");
    fputs("</title>\n<desc>", stream);
    kip_chart_put_xml(stream, note ? note : "");
}
