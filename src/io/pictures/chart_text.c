/* The texts of a chart: how wide, in which lines, and as XML. Where it is read its font is another, so
 * widths are those of a wide one: in narrower ones there is more room. */
#include "chart_parts.h"

#include <math.h>
#include <string.h>

#include "../text/number.h"

static const uint32_t replacement = 0xFFFD;

/* -- characters ------------------------------------------------------------------------------------------ */

/* XML 1.0 has no others. */
static bool is_xml(uint32_t code)
{
    return code >= 0x20 ? (code < 0xD800 || code > 0xDFFF) && code < 0x110000 && (code | 1) != 0xFFFF
                        : code == '\n' || code == '\t';
}

/* The character at *text, which moves past it; U+FFFD for a byte that is no UTF-8 and for what XML lacks. */
static uint32_t next_character(const char **text)
{
    const unsigned char *c = (const unsigned char *)*text;
    int size = *c < 0x80 ? 1 : *c < 0xC2 ? 0 : *c < 0xE0 ? 2 : *c < 0xF0 ? 3 : *c < 0xF5 ? 4 : 0;
    uint32_t code = size < 2 ? *c : *c & (0x7Fu >> size);
    for (int i = 1; i < size; i++) {
        if ((c[i] & 0xC0) != 0x80)
            size = 0;
        else
            code = code << 6 | (c[i] & 0x3Fu);
    }
    *text += size ? size : 1;
    if (!size || !is_xml(code) || (size == 3 && code < 0x800) || (size == 4 && code < 0x10000))
        return replacement;
    return code;
}

/* In hundredths of the size. */
static int character_width(uint32_t code)
{
    static const unsigned char ascii[] = {
        /*         !   "   #   $   %   &   '   (   )   *   +   ,   -   .   / */
        32,
        41,
        46,
        84,
        64,
        95,
        78,
        28,
        40,
        40,
        50,
        84,
        32,
        37,
        32,
        34,
        /* 0   1   2   3   4   5   6   7   8   9   :   ;   <   =   >   ? */
        64,
        64,
        64,
        64,
        64,
        64,
        64,
        64,
        64,
        64,
        34,
        34,
        84,
        84,
        84,
        56,
        /* @   A   B   C   D   E   F   G   H   I   J   K   L   M   N   O */
        102,
        69,
        69,
        73,
        77,
        67,
        62,
        78,
        76,
        30,
        50,
        67,
        56,
        87,
        75,
        79,
        /* P   Q   R   S   T   U   V   W   X   Y   Z   [   \   ]   ^   _ */
        67,
        79,
        73,
        67,
        62,
        74,
        69,
        99,
        69,
        67,
        69,
        40,
        34,
        40,
        84,
        56,
        /* `   a   b   c   d   e   f   g   h   i   j   k   l   m   n   o */
        50,
        62,
        64,
        55,
        64,
        62,
        36,
        64,
        64,
        28,
        28,
        58,
        28,
        98,
        64,
        62,
        /* p   q   r   s   t   u   v   w   x   y   z   {   |   }   ~ */
        64,
        64,
        42,
        53,
        40,
        64,
        60,
        82,
        60,
        60,
        53,
        64,
        34,
        64,
        84,
    };
    if (code >= ' ' && code < ' ' + sizeof ascii)
        return ascii[code - ' '];
    if ((code >= 0x300 && code < 0x370) || code < ' ')
        return 0; /* accents that stand on the character before */
    if (code >= 0x2070 && code < 0x20A0)
        return 43; /* raised and lowered digits */
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

/* The end of the line that begins at `text`, at a blank where there is one; *rest: where the next begins. */
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
        kip_chart_put_coordinate(stream, x);
        fputc(' ', stream);
        kip_chart_put_coordinate(stream, y);
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
