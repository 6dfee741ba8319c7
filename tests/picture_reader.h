/* Pictures as SVG, read back: elements by name and attribute, and what holds for every picture. */
#ifndef PICTURE_READER_H
#define PICTURE_READER_H

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/pictures/chart_parts.h"
#include "io/text/number.h"
#include "io/text/xml.h"

typedef struct Picture {
    KipArena *arena;
    KipXmlElement *root;
    char *text;
    size_t size;
} Picture;

static inline void free_picture(Picture *p)
{
    kip_arena_destroy(p->arena);
    free(p->text);
}

static inline const char *attribute(const KipXmlElement *e, const char *name)
{
    const KipXmlAttribute *a = kip_xml_attribute(e, name);
    return a ? a->value : "";
}

static inline double number(const KipXmlElement *e, const char *name)
{
    double value = NAN;
    const char *text = attribute(e, name);
    ck_assert_msg(kip_number_parse(text, strlen(text), &value) && isfinite(value), "%s=\"%s\"", name, text);
    return value;
}

typedef struct Box {
    double left, top, right, bottom;
} Box;

/* An element's text, its entities replaced. */
static inline const char *text_of(const KipXmlElement *e, char plain[1000])
{
    static const struct {
        const char *entity, *text;
    } known[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"", ""}};
    size_t n = 0;
    for (const char *at = e->text ? e->text : ""; *at && n < 999;) {
        int k = 0;
        while (*known[k].entity && strncmp(at, known[k].entity, strlen(known[k].entity)) != 0)
            k++;
        plain[n++] = *known[k].entity ? *known[k].text : *at;
        at += *known[k].entity ? strlen(known[k].entity) : 1;
    }
    plain[n] = 0;
    return plain;
}

/* What a text takes by its estimated width. */
static inline Box text_box(const KipXmlElement *e)
{
    char plain[1000];
    double x = number(e, "x"), y = number(e, "y"),
           size = *attribute(e, "font-size") ? number(e, "font-size") : 12;
    double width = kip_chart_text_width(text_of(e, plain), size) * (*attribute(e, "font-weight") ? 1.12 : 1);
    double start = strcmp(attribute(e, "text-anchor"), "middle") == 0 ? -width / 2
                   : strcmp(attribute(e, "text-anchor"), "end") == 0  ? -width
                                                                      : 0;
    if (*attribute(e, "transform"))
        return (Box){x - 0.75 * size, y - start - width, x + 0.25 * size, y - start};
    return (Box){x + start, y - 0.75 * size, x + start + width, y + 0.25 * size};
}

/* All texts are in the picture and clear of each other. */
static inline void check_texts(const Picture *p)
{
    Box box[800];
    int n = 0;
    for (KipXmlElement *e = p->root; e; e = kip_xml_next(p->root, e)) {
        if (strcmp(e->name, "text") != 0 || !e->text)
            continue;
        Box b = text_box(e);
        ck_assert_msg(b.left >= 0 && b.top >= 0 && b.right <= number(p->root, "width") &&
                          b.bottom <= number(p->root, "height"),
                      "'%s' is cut off", e->text);
        for (int i = 0; i < n; i++)
            ck_assert_msg(b.left >= box[i].right || b.right <= box[i].left || b.top >= box[i].bottom ||
                              b.bottom <= box[i].top,
                          "'%s' is over another text", e->text);
        ck_assert_int_lt(n, 800);
        box[n++] = b;
    }
    ck_assert_int_gt(n, 0);
}

/* No coordinate is not finite, and no number has more than two decimals. */
static inline void check_numbers(const Picture *p)
{
    for (KipXmlElement *e = p->root; e; e = kip_xml_next(p->root, e))
        for (const KipXmlAttribute *a = e->attribute; a; a = a->next) {
            ck_assert_msg(!strstr(a->value, "nan") && !strstr(a->value, "inf"), "%s=\"%s\"", a->name,
                          a->value);
            for (const char *at = a->value; strcmp(a->name, "xmlns") != 0 && (at = strchr(at, '.')) != NULL;
                 at++)
                ck_assert_msg(strspn(at + 1, "0123456789") <= 2, "%s=\"%s\"", a->name, a->value);
        }
}

/* Reads the picture that was written to a stream of open_memstream over p->text and p->size, and checks it. */
static inline void read_picture(Picture *p, FILE *stream)
{
    KipError error = {0};
    fclose(stream);
    p->arena = kip_arena_create(NULL);
    KipStatus status = kip_xml_parse(p->arena, p->text, p->size, "picture.svg", &p->root, &error);
    ck_assert_msg(status == KIP_OK, "%d:%d: %s", error.line, error.column, error.message);
    check_texts(p);
    check_numbers(p);
}

/* The i-th element of a name whose attribute (unless NULL) begins so; NULL where there are not so many. */
static inline KipXmlElement *find(const Picture *p, const char *name, const char *key, const char *begin,
                                  int i)
{
    for (KipXmlElement *e = p->root; e; e = kip_xml_next(p->root, e))
        if (strcmp(e->name, name) == 0 && (!key || strncmp(attribute(e, key), begin, strlen(begin)) == 0) &&
            i-- == 0)
            return e;
    return NULL;
}

static inline int count(const Picture *p, const char *name, const char *key, const char *begin)
{
    int n = 0;
    while (find(p, name, key, begin, n))
        n++;
    return n;
}

/* How many texts are this one. */
static inline int says(const Picture *p, const char *text)
{
    char plain[1000];
    int n = 0;
    for (KipXmlElement *e = p->root; e; e = kip_xml_next(p->root, e))
        n += strcmp(e->name, "text") == 0 && e->text && strcmp(text_of(e, plain), text) == 0;
    return n;
}

#endif
