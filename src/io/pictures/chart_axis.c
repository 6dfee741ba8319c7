/* Ranges and ticks. A tick is N 10^e with integers N and e, and its label has only the digits needed; where the largest one
 * has a long label, all are multiples of its power of ten. */
#include "chart_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/scalar.h"
#include "../text/number.h"

static const double largest = 1e300; /* beyond it sums would overflow */
static const double narrowest =
    1e-9; /* least width of a range over its distance from 0: resolution of labels */
static const double smallest = 1e-290; /* a smaller width counts as 0 */
static const double near_zero = 0.35;  /* of the width: an axis is extended to a 0 nearer than this */
static const double far_away = 2e4;    /* px */
static const double gap = 8;           /* px between labels */

enum { MOST_DIGITS = 12 }; /* of a label */

/* -- ranges ---------------------------------------------------------------------------------------------- */

bool kip_chart_is_number(double value)
{
    return fabs(value) <= largest;
}

KipChartRange kip_chart_no_range(void)
{
    return (KipChartRange){NAN, NAN};
}

void kip_chart_widen(KipChartRange *range, double value)
{
    if (!kip_chart_is_number(value))
        return;
    range->from = fmin(range->from, value); /* fmin ignores a NAN */
    range->to = fmax(range->to, value);
}

KipStatus kip_chart_check_range(const char *name, KipChartRange range, KipError *error)
{
    double distance = fmax(fabs(range.from), fabs(range.to)), width = range.to - range.from;
    if (!kip_chart_is_number(range.from) || !kip_chart_is_number(range.to) || !(width > 0))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a chart's %s range goes from %.6g to %.6g; it has to rise, within 1e300 of 0", name,
                        range.from, range.to);
    if (width <= smallest || width <= narrowest * distance)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a chart's %s range from %.17g to %.17g is too narrow", name, range.from, range.to);
    return KIP_OK;
}

KipChartRange kip_chart_round(KipChartRange range, double margin)
{
    if (isnan(range.from))
        return (KipChartRange){0, 1};
    double distance = fmax(fabs(range.from), fabs(range.to)), width = range.to - range.from;
    if (width <= smallest && distance <= smallest)
        return (KipChartRange){-1, 1};
    if (width <= narrowest * distance)
        return (KipChartRange){range.from - 0.1 * distance, range.to + 0.1 * distance};
    if (range.from > 0 && range.from < near_zero * width)
        range.from = 0;
    if (range.to < 0 && range.to > -near_zero * width)
        range.to = 0;
    width = range.to - range.from;
    range.from -= range.from != 0 ? margin * width : 0;
    range.to += range.to != 0 ? margin * width : 0;
    return range;
}

double kip_chart_at(const KipChartScale *scale, double value)
{
    KipChartRange range = scale->range;
    double at = scale->first + (value - range.from) / (range.to - range.from) * (scale->last - scale->first);
    return fmin(fmax(at, -far_away), far_away);
}

/* -- labels ---------------------------------------------------------------------------------------------- */

/* Exact up to exponent 22. */
static double power_of_ten(int exponent)
{
    double power = 1;
    for (int i = abs(exponent); i > 0; i--)
        power *= 10;
    return power;
}

static double times_power_of_ten(double value, int exponent)
{
    return exponent < 0 ? value / power_of_ten(exponent) : value * power_of_ten(exponent);
}

/* The largest e with 10^e <= |value|, or 0 for value 0. */
static int exponent_of(double value)
{
    if (value == 0)
        return 0;
    value = fabs(value);
    int exponent = (int)floor(kip_log(value) / kip_log(10));
    if (times_power_of_ten(1, exponent + 1) <= value)
        exponent++;
    else if (times_power_of_ten(1, exponent) > value)
        exponent--;
    return exponent;
}

/* The value as a multiple of 10^exponent, with a minus sign (U+2212) and superscript digits. */
static void set_label(KipChartTick *tick, double value, int exponent)
{
    static const char *const raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                         "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    char number[KIP_NUMBER_SIZE];
    tick->value = value;
    kip_number_format_digits(number, fabs(times_power_of_ten(value, -exponent)), MOST_DIGITS);
    char *power = strchr(number, 'e'); /* of a value much smaller than the others */
    double shift = 0;
    if (power) {
        kip_number_parse(power + 1, strlen(power + 1), &shift);
        *power = 0;
    }
    exponent += (int)shift;
    strcpy(tick->text, value < 0 ? "\u2212" : "");
    strcat(tick->text, number);
    if (exponent == 0 || value == 0)
        return;
    strcat(tick->text, exponent < 0 ? "\u00d710\u207b" : "\u00d710");
    kip_number_format_digits(number, abs(exponent), 9);
    for (const char *c = number; *c; c++)
        strcat(tick->text, raised[*c - '0']);
}

/* The common exponent of the labels; 0 where this greatest value is short as a plain number. */
static int common_exponent(double value)
{
    int exponent = exponent_of(value);
    return exponent < -3 || exponent > 5 ? exponent : 0;
}

double kip_chart_widest_tick(const KipChartScale *scale)
{
    double widest = 0;
    for (int i = 0; i < scale->ntick; i++)
        widest = fmax(widest, kip_chart_text_width(scale->tick[i].text, KIP_CHART_SMALL));
    return widest;
}

/* -- ticks ----------------------------------------------------------------------------------------------- */

static double length_of(const KipChartScale *scale)
{
    return fabs(scale->last - scale->first);
}

/* Least distance of labels: along x their width, along y their height, and enough to limit their number. */
static double room_for(const KipChartScale *scale, double width)
{
    double room = scale->first < scale->last ? width + gap : kip_chart_line_height(KIP_CHART_SMALL);
    return fmax(room, length_of(scale) / (KIP_CHART_MOST_TICKS - 2));
}

/* Sets ticks at the multiples of m 10^e. */
static void set_ticks(KipChartScale *scale, double m, int e)
{
    const KipChartRange range = scale->range;
    const double slack = 1e-6; /* of a step, for ticks at the ends */
    double step = times_power_of_ten(m, e), distance = fmax(fabs(range.from), fabs(range.to));
    double first = -floor(slack - range.from / step), last = floor(range.to / step + slack);
    int exponent = common_exponent(distance);
    scale->ntick = 0;
    for (double k = first; k <= last && scale->ntick < KIP_CHART_MOST_TICKS; k++) {
        KipChartTick *tick = &scale->tick[scale->ntick++];
        set_label(tick, times_power_of_ten(k * m, e), exponent);
    }
}

/* Takes the finest step whose labels have room, with ticks at least about `apart` px from each other. */
void kip_chart_place_ticks(KipChartScale *scale)
{
    static const double steps[] = {1, 2, 5};
    const double apart = scale->first < scale->last ? 60 : 36;
    const double per_px = (scale->range.to - scale->range.from) / length_of(scale);
    int e = exponent_of(per_px * fmin(apart, length_of(scale) / 4));
    for (int i = 0;; i++) {
        double step = times_power_of_ten(steps[i % 3], e + i / 3), distance = step / per_px;
        if (distance < fmin(apart, length_of(scale) / 4))
            continue;
        set_ticks(scale, steps[i % 3], e + i / 3);
        if (scale->ntick < 2 || distance >= room_for(scale, kip_chart_widest_tick(scale)))
            return;
    }
}

/* Rounds to a multiple of 10^e. */
static double rounded(double value, int e)
{
    return times_power_of_ten(floor(times_power_of_ten(value, -e) + 0.5), e);
}

/* The largest e for which multiples of 10^e represent these numbers to a thousandth of their distances, or a single one to
 * a millionth. */
static int resolution_of(const double *value, int n, double distance)
{
    double finest = n > 1 ? value[1] - value[0] : 1e-3 * distance;
    for (int i = 2; i < n; i++)
        finest = fmin(finest, value[i] - value[i - 1]);
    const int least = exponent_of(distance) - MOST_DIGITS + 1;
    int e = exponent_of(finest);
    for (; e > least; e--) {
        double worst = 0;
        for (int i = 0; i < n; i++)
            worst = fmax(worst, fabs(rounded(value[i], e) - value[i]));
        if (worst <= 1e-3 * finest)
            break;
    }
    return e > least ? e : least;
}

void kip_chart_place_ticks_at(KipChartScale *scale, const double *value, int n)
{
    double distance = fmax(fabs(value[0]), fabs(value[n - 1])), widest = 0, last = 0;
    int resolution = resolution_of(value, n, distance), exponent = common_exponent(distance);
    KipChartTick tick;
    for (int i = 0; i < n; i++) {
        set_label(&tick, rounded(value[i], resolution), exponent);
        widest = fmax(widest, kip_chart_text_width(tick.text, KIP_CHART_SMALL));
    }
    scale->ntick = 0;
    for (int i = 0; i < n; i++) {
        double at = kip_chart_at(scale, value[i]);
        bool inside = value[i] >= scale->range.from && value[i] <= scale->range.to;
        if (!inside || (scale->ntick && fabs(at - last) < room_for(scale, widest) - 1e-6))
            continue;
        set_label(&tick, rounded(value[i], resolution), exponent);
        tick.value = value[i];
        last = at;
        scale->tick[scale->ntick++] = tick;
    }
}
