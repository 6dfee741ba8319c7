/* format(value, spec): [[fill]align][sign][#][0][width][,][.precision][type], as in Python. Digits are rounded correctly
 * whatever their number; e, f and g are formatted as by C's printf. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "objects.h"

typedef struct Spec {
    const char *fill;
    size_t fill_size;
    char align; /* 0: not given */
    char sign;
    bool alternate, zero, comma;
    int width, precision; /* precision -1: none */
    char type;            /* 0: none */
} Spec;

/* A number in parts between which padding goes. */
typedef struct Parts {
    char prefix[4];    /* sign and 0x */
    const char *whole; /* digits that commas separate */
    size_t nwhole;
    const char *tail; /* point, decimals, exponent, % */
    size_t ntail;
} Parts;

enum { MOST_WIDTH = 100000 };

static bool is_align(char c)
{
    return c == '<' || c == '>' || c == '=' || c == '^';
}

static bool read_number(const char **at, const char *end, int *number)
{
    *number = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
        if (*number <= MOST_WIDTH)
            *number = 10 * *number + (**at - '0');
    return *number <= MOST_WIDTH;
}

static bool bad_spec(KipMachine *machine, const char *spec, size_t size)
{
    return kip_script_fail(machine,
                           "'%.*s' is no format: "
                           "[fill and < > ^ =][+ - or space][#][0][width][,][.precision][type]",
                           (int)size, spec);
}

static bool read_spec(KipMachine *machine, const char *text, size_t size, bool right, Spec *spec)
{
    const char *at = text, *end = text + size;
    size_t first = size ? kip_utf8_size(text, size) : 0;

    *spec = (Spec){.fill = " ", .fill_size = 1, .precision = -1};
    if (first < size && is_align(text[first])) {
        spec->fill = text;
        spec->fill_size = first;
        spec->align = text[first];
        at += first + 1;
    } else if (size && is_align(*at)) {
        spec->align = *at++;
    }
    if (at < end && (*at == '+' || *at == '-' || *at == ' '))
        spec->sign = *at++;
    if (at < end && *at == '#') {
        spec->alternate = true;
        at++;
    }
    if (at < end && *at == '0') {
        if (spec->fill != text)
            spec->fill = "0";
        if (!spec->align && right)
            spec->align = '=';
        at++;
    }
    if (!read_number(&at, end, &spec->width))
        return kip_script_fail(machine, "the width of a format must not exceed %d", MOST_WIDTH);
    if (at < end && *at == ',') {
        spec->comma = true;
        at++;
    }
    if (at < end && *at == '.') {
        at++;
        if (at == end || *at < '0' || *at > '9')
            return bad_spec(machine, text, size);
        if (!read_number(&at, end, &spec->precision) || spec->precision > KIP_MOST_PRECISION)
            return kip_script_fail(machine, "the precision of a format must not exceed %d",
                                   KIP_MOST_PRECISION);
    }
    if (at < end && *at != '_')
        spec->type = *at++;
    if (at != end || ((unsigned char)spec->type & 0x80))
        return bad_spec(machine, text, size);
    return true;
}

static bool bad_type(KipMachine *machine, const Spec *spec, KipValue value)
{
    return kip_script_fail(machine, "the format type '%.1s' is not for %s", &spec->type,
                           kip_type_name(machine, value));
}

/* -- padding --------------------------------------------------------------------------------------------- */

/* Writes a body of `length` characters, padded to the width. */
static void put_padded(KipText *text, const Spec *spec, char align, const char *body, size_t size,
                       size_t length)
{
    size_t width = (size_t)spec->width, pad = width > length ? width - length : 0;
    size_t left = align == '>' ? pad : align == '^' ? pad / 2 : 0;

    kip_text_fill(text, spec->fill, spec->fill_size, left);
    kip_text_put(text, body, size);
    kip_text_fill(text, spec->fill, spec->fill_size, pad - left);
}

/* Writes digits with a comma before each three from the right, and zeros before them up to `least` characters. */
static void put_grouped(KipText *text, const Parts *parts, size_t least)
{
    size_t n = parts->nwhole;
    while (n + (n - 1) / 3 < least)
        n++;
    for (size_t i = n; i > 0; i--) {
        kip_text_put(text, i > parts->nwhole ? "0" : parts->whole + (parts->nwhole - i), 1);
        if (i > 1 && i % 3 == 1)
            kip_text_puts(text, ",");
    }
}

static void put_number(KipText *text, const Spec *spec, const Parts *parts)
{
    size_t prefix = strlen(parts->prefix), width = (size_t)spec->width, around = prefix + parts->ntail;
    bool inner = spec->align == '=', zeros = inner && spec->fill_size == 1 && *spec->fill == '0';
    KipText body;

    kip_text_begin(&body, text->machine);
    if (!inner)
        kip_text_puts(&body, parts->prefix);
    if (spec->comma && parts->nwhole)
        put_grouped(&body, parts, zeros && width > around ? width - around : 0);
    else
        kip_text_put(&body, parts->whole, parts->nwhole);
    kip_text_put(&body, parts->tail, parts->ntail);
    if (inner) {
        size_t length = prefix + body.size;
        kip_text_puts(text, parts->prefix);
        kip_text_fill(text, spec->fill, spec->fill_size, width > length ? width - length : 0);
        kip_text_put(text, body.at, body.size);
    } else {
        put_padded(text, spec, spec->align ? spec->align : '>', body.at, body.size, body.size);
    }
    text->failed = text->failed || body.failed;
    kip_text_drop(&body);
}

static void set_sign(Parts *parts, const Spec *spec, bool negative)
{
    size_t n = 0;
    if (negative)
        parts->prefix[n++] = '-';
    else if (spec->sign == '+' || spec->sign == ' ')
        parts->prefix[n++] = spec->sign;
    parts->prefix[n] = 0;
}

/* Appends 0x, 0b or 0o to the sign. */
static void put_base(Parts *parts, char type)
{
    size_t n = strlen(parts->prefix);
    parts->prefix[n] = '0', parts->prefix[n + 1] = type, parts->prefix[n + 2] = 0;
}

/* -- integers -------------------------------------------------------------------------------------------- */

static bool put_character(KipText *text, Spec *spec, KipValue value)
{
    char character[4];
    Parts parts = {.whole = character};

    if (spec->sign || spec->comma)
        return kip_script_fail(text->machine, "the format type 'c' has no sign and no comma");
    if (value.integer < 0 || value.integer > 0x10ffff)
        return kip_script_fail(text->machine, "the format type 'c' needs an int from 0 to 0x10ffff");
    parts.nwhole = kip_utf8_write((uint32_t)value.integer, character);
    put_padded(text, spec, spec->align && spec->align != '=' ? spec->align : '>', character, parts.nwhole, 1);
    return true;
}

static bool put_integer(KipText *text, Spec *spec, KipValue value)
{
    unsigned base = spec->type == 'b'                        ? 2
                    : spec->type == 'o'                      ? 8
                    : spec->type == 'x' || spec->type == 'X' ? 16
                                                             : 10;
    const char *digit = spec->type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    uint64_t rest = value.integer < 0 ? 0 - (uint64_t)value.integer : (uint64_t)value.integer;
    char digits[64];
    size_t at = sizeof digits;
    Parts parts = {.tail = ""};

    if (spec->precision >= 0)
        return kip_script_fail(text->machine, "an int has no precision; write .%df for decimals",
                               spec->precision);
    if (spec->type == 'c')
        return put_character(text, spec, value);
    if (spec->comma && base != 10)
        return kip_script_fail(text->machine, "',' is for decimal digits, not for the format type '%.1s'",
                               &spec->type);
    do
        digits[--at] = digit[rest % base];
    while (rest /= base);
    set_sign(&parts, spec, value.integer < 0);
    if (spec->alternate && base != 10)
        put_base(&parts, spec->type);
    parts.whole = digits + at;
    parts.nwhole = sizeof digits - at;
    put_number(text, spec, &parts);
    return true;
}

/* -- floats ---------------------------------------------------------------------------------------------- */

/* The digits of a float: those of the integer part first, then the rest. */
typedef struct Layout {
    char text[KIP_DIGITS_SIZE + 16];
    size_t nwhole, size;
} Layout;

static void add(Layout *layout, char c, int times)
{
    while (times-- > 0)
        layout->text[layout->size++] = c;
}

static void add_digits(Layout *layout, const char *digits, int n)
{
    for (int i = 0; i < n; i++)
        add(layout, digits[i], 1);
}

static void lay_exponent(Layout *layout, const char *digits, int n, int exponent, bool point)
{
    add_digits(layout, digits, 1);
    layout->nwhole = 1;
    if (n > 1 || point)
        add(layout, '.', 1);
    add_digits(layout, digits + 1, n - 1);
    layout->size += (size_t)snprintf(layout->text + layout->size, 8, "e%c%02d", exponent < 0 ? '-' : '+',
                                     exponent < 0 ? -exponent : exponent);
}

/* Lays out n digits, the first of them at 10^exponent, without an exponent. */
static void lay_plain(Layout *layout, const char *digits, int n, int exponent, bool point)
{
    int whole = exponent < 0 ? 0 : exponent + 1, shown = whole < n ? whole : n;

    add_digits(layout, digits, shown);
    add(layout, '0', whole ? whole - shown : 1);
    layout->nwhole = layout->size;
    if (n > whole || point)
        add(layout, '.', 1);
    add(layout, '0', exponent < 0 ? -exponent - 1 : 0);
    add_digits(layout, digits + shown, n - shown);
}

/* Lays out a float without a type: with the precision's digits, or the fewest that are read back as x; there is always a
 * decimal. */
static void lay_general(Layout *layout, double x, const Spec *spec)
{
    char digits[KIP_DIGITS_SIZE];
    const bool shortest = spec->precision < 0;
    int n = spec->precision > 0 ? spec->precision : 1;
    int exponent = shortest ? kip_shortest_digits(x, digits, &n) : kip_digits(x, n, digits);
    const int given = n, most = shortest ? 16 : n - 1;

    while (n > 1 && !spec->alternate && digits[n - 1] == '0')
        n--;
    if (x == 0)
        exponent = 0;
    if (exponent < -4 || exponent >= most) {
        lay_exponent(layout, digits, n, exponent, spec->alternate);
        return;
    }
    const bool whole = n <= exponent + 1; /* 3.0 */
    lay_plain(layout, digits, n, exponent, whole || spec->alternate);
    if (whole && !(spec->alternate && given > exponent + 1))
        add(layout, '0', 1);
}

/* Lays out types that C has too (e, f, g, E, F, G), with a point instead of the locale's decimal point, which may have
 * several bytes. */
static void lay_printed(Layout *layout, double x, const Spec *spec)
{
    const char type = spec->type == '%' ? 'f' : spec->type;
    /* '-' has no effect without a width */
    const char format[] = {'%', spec->alternate ? '#' : '-', '.', '*', type, 0};
    char text[sizeof layout->text];

    snprintf(text, sizeof text, format, spec->precision < 0 ? 6 : spec->precision, fabs(x));
    const size_t whole = strspn(text, "0123456789"), point = strcspn(text + whole, "0123456789eE");
    add_digits(layout, text, (int)whole);
    layout->nwhole = whole;
    add(layout, '.', point > 0);
    add_digits(layout, text + whole + point, (int)strlen(text + whole + point));
}

static void lay_out(Layout *layout, double x, const Spec *spec)
{
    const bool upper = spec->type == 'E' || spec->type == 'F' || spec->type == 'G';

    layout->size = layout->nwhole = 0;
    if (!isfinite(x))
        add_digits(layout, x != x ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf", 3);
    else if (spec->type)
        lay_printed(layout, x, spec);
    else
        lay_general(layout, x, spec);
}

size_t kip_float_repr(double x, char text[KIP_REPR_SIZE])
{
    static const Spec shortest = {.precision = -1};
    const size_t sign = signbit(x) && x == x;
    Layout layout;

    lay_out(&layout, x, &shortest);
    *text = '-';
    memcpy(text + sign, layout.text, layout.size);
    text[sign + layout.size] = 0;
    return sign + layout.size;
}

static bool put_float(KipText *text, Spec *spec, double x)
{
    Layout layout;
    Parts parts = {.prefix = ""};

    if (spec->type == '%')
        x *= 100;
    lay_out(&layout, x, spec);
    if (spec->type == '%')
        add(&layout, '%', 1);
    set_sign(&parts, spec, signbit(x) && x == x);
    parts.whole = layout.text;
    parts.nwhole = layout.nwhole;
    parts.tail = layout.text + layout.nwhole;
    parts.ntail = layout.size - layout.nwhole;
    put_number(text, spec, &parts);
    return true;
}

/* -- strings and the rest -------------------------------------------------------------------------------- */

static bool put_string(KipText *text, Spec *spec, KipValue value)
{
    const KipString *string = kip_string_of(text->machine, value);
    size_t length = string->length, size = string->size;

    if (spec->type && spec->type != 's')
        return bad_type(text->machine, spec, value);
    if (spec->sign || spec->alternate || spec->comma || spec->align == '=')
        return kip_script_fail(text->machine,
                               "signs, '#', ',' and '=' in a format are for numbers, not for str");
    if (spec->precision >= 0 && (size_t)spec->precision < length) {
        length = (size_t)spec->precision;
        size = kip_string_byte(string, length);
    }
    put_padded(text, spec, spec->align ? spec->align : '<', string->text, size, length);
    return true;
}

static bool put_vector(KipText *text, Spec *spec, KipVec3 v)
{
    kip_text_puts(text, "vec(");
    put_float(text, spec, v.x);
    kip_text_puts(text, ", ");
    put_float(text, spec, v.y);
    kip_text_puts(text, ", ");
    put_float(text, spec, v.z);
    kip_text_puts(text, ")");
    return true;
}

static bool put_value(KipText *text, Spec *spec, KipValue value)
{
    bool floating = spec->type && strchr("eEfFgG%", spec->type);

    if (value.type == KIP_STRING)
        return put_string(text, spec, value);
    if (kip_is_integer(value) && (spec->type == 0 || strchr("dboxXc", spec->type)))
        return put_integer(text, spec, value);
    if (spec->type && !floating)
        return bad_type(text->machine, spec, value);
    if (kip_is_number(value))
        return put_float(text, spec, kip_double_of(value));
    if (value.type == KIP_VECTOR)
        return put_vector(text, spec, kip_vector_of(text->machine, value));
    return kip_script_fail(text->machine, "%s takes no format; write str(x) first",
                           kip_type_name(text->machine, value));
}

bool kip_format_value(KipMachine *machine, KipValue value, const char *format, size_t size, KipValue *string)
{
    Spec spec;
    KipText text;

    if (size == 0)
        return kip_str(machine, value, string);
    if (!read_spec(machine, format, size, value.type != KIP_STRING, &spec))
        return false;
    kip_text_begin(&text, machine);
    if (!put_value(&text, &spec, value)) {
        kip_text_drop(&text);
        return false;
    }
    return kip_text_end(&text, string);
}
