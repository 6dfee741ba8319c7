/* A page's contacts. They have no identity, but a pair of bodies usually has as many points as in the frame before, in the
 * same order; each of these is coded in a few columns of its own. */
#include <math.h>
#include <stdlib.h>

#include "../../control/loads.h"
#include "../../dynamics/vec3.h"
#include "page_parts.h"

/* -- order ----------------------------------------------------------------------------------------------- */

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_pairs(const KipPageContact *a, const KipPageContact *b)
{
    if (a->is_support != b->is_support)
        return a->is_support ? -1 : 1;
    return a->on != b->on ? a->on - b->on : a->by - b->by;
}

/* Orders by pair, frame and index, so that the contacts of a pair in a frame are adjacent. */
static int compare_frames(const void *x, const void *y)
{
    const KipPageContact *a = x, *b = y;
    int order = compare_pairs(a, b);
    order = order ? order : compare_sizes(a->frame, b->frame);
    return order ? order : compare_sizes(a->index, b->index);
}

/* Orders by pair, rank and frame. */
static int compare_ranks(const void *x, const void *y)
{
    const KipPageContact *a = x, *b = y;
    int order = compare_pairs(a, b);
    order = order ? order : a->rank - b->rank;
    return order ? order : compare_sizes(a->frame, b->frame);
}

/* The first body of a pair is the second one of the contact, unless that cannot move and the other one can. */
static KipPageContact contact_of(const KipRecording *grid, size_t frame, size_t index)
{
    const KipRecordedContact *contact = &grid->contact[index];
    const int supported = kip_supported_body(grid->model, contact->body1, contact->body2);
    bool first = supported >= 0 && supported == contact->body1 && supported != contact->body2;
    return (KipPageContact){.on = first ? contact->body1 : contact->body2,
                            .by = first ? contact->body2 : contact->body1,
                            .is_support = supported >= 0,
                            .frame = frame,
                            .index = index};
}

void kip_page_sort_contacts(const KipRecording *grid, KipPageContact *contact)
{
    size_t n = 0;
    for (size_t f = 0; f < grid->nframe; f++)
        for (size_t k = 0; k < (size_t)grid->frame[f].ncontact; k++)
            contact[n++] = contact_of(grid, f, grid->frame[f].contact + k);
    qsort(contact, n, sizeof *contact, compare_frames);
    for (size_t i = 1; i < n; i++)
        if (compare_pairs(&contact[i], &contact[i - 1]) == 0 && contact[i].frame == contact[i - 1].frame)
            contact[i].rank = contact[i - 1].rank + 1;
    qsort(contact, n, sizeof *contact, compare_ranks);
}

/* -- the page -------------------------------------------------------------------------------------------- */

static size_t count_contacts(const KipRecording *grid)
{
    size_t n = 0;
    for (size_t f = 0; f < grid->nframe; f++)
        n += (size_t)grid->frame[f].ncontact;
    return n;
}

/* The end of the contacts with the pair and rank of contact `from`. */
static size_t end_of(const KipPage *page, size_t from, size_t n)
{
    const KipPageContact *contact = page->contact;
    size_t to = from + 1;
    while (to < n && compare_pairs(&contact[from], &contact[to]) == 0 &&
           contact[from].rank == contact[to].rank)
        to++;
    return to;
}

/* The end of the consecutive frames from contact `from` on; at most `end`. */
static size_t end_of_run(const KipPage *page, size_t from, size_t end)
{
    size_t to = from + 1;
    while (to < end && page->contact[to].frame == page->contact[to - 1].frame + 1)
        to++;
    return to;
}

static void put_runs(const KipPage *page, KipBase64 *to, size_t from, size_t end)
{
    uint64_t nrun = 0;
    size_t last = 0;
    for (size_t i = from; i < end; i = end_of_run(page, i, end))
        nrun++;
    kip_base64_number(to, nrun);
    for (size_t i = from; i < end; i = end_of_run(page, i, end)) {
        size_t length = end_of_run(page, i, end) - i;
        kip_base64_number(to, page->contact[i].frame - last);
        kip_base64_number(to, length);
        last = page->contact[i].frame + length;
    }
}

static void contact_numbers(const KipPage *page, const KipPageContact *contact, const double unit[2],
                            int64_t number[6])
{
    const KipRecordedContact *recorded = &page->grid->contact[contact->index];
    const KipVec3 point = recorded->point;
    const KipVec3 force = contact->on == recorded->body2 ? recorded->force : v3_neg(recorded->force);
    const double value[] = {point.x, point.y, point.z, force.x, force.y, force.z};
    for (int k = 0; k < 6; k++)
        number[k] = kip_page_round(value[k], unit[k / 3]);
}

static void put_contacts(const KipPage *page, size_t n, const double unit[2])
{
    KipBase64 to = kip_page_open_columns(page->stream, "contacts");
    for (size_t from = 0; from < n; from = end_of(page, from, n)) {
        const size_t end = end_of(page, from, n);
        put_runs(page, &to, from, end);
        for (int k = 0; k < 6; k++) {
            for (size_t i = from; i < end; i++) {
                int64_t number[6];
                contact_numbers(page, &page->contact[i], unit, number);
                page->column[i - from] = number[k];
            }
            kip_base64_column(&to, page->column, end - from);
        }
    }
    kip_page_close_columns(&to);
}

static void put_pairs(const KipPage *page, size_t n)
{
    fputs(",\n\"contactPairs\":[", page->stream);
    for (size_t i = 0; i < n; i = end_of(page, i, n))
        fprintf(page->stream, "%s[%d,%d]", i ? "," : "", page->contact[i].on, page->contact[i].by);
    fputc(']', page->stream);
}

static double largest_force(const KipRecording *grid)
{
    double largest = 0;
    for (size_t f = 0; f < grid->nframe; f++)
        for (size_t k = 0; k < (size_t)grid->frame[f].ncontact; k++) {
            const KipVec3 force = grid->contact[grid->frame[f].contact + k].force;
            largest = fmax(largest, fmax(fabs(force.x), fmax(fabs(force.y), fabs(force.z))));
        }
    return largest;
}

/* Points have a resolution of 0.1 mm. */
void kip_page_contacts(const KipPage *page)
{
    const size_t n = count_contacts(page->grid);
    const double largest = largest_force(page->grid);
    const double unit[] = {10 * kip_page_length_unit(page->grid), largest > 0 ? largest / INT16_MAX : 1};
    put_pairs(page, n);
    kip_page_numbers(page->stream, "contactUnits", unit, 2);
    put_contacts(page, n, unit);
}
