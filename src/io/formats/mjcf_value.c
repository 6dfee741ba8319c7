/* Attribute values of MJCF: numbers, words, names; failures and notes about them. */
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mjcf_parts.h"
#include "../text/number.h"

const char *const kip_mjcf_joint_type[] = {"free", "ball", "hinge", "slide"};
const char *const kip_mjcf_geom_type[] = {"plane",     "sphere", "capsule", "box", "cylinder",
                                          "ellipsoid", "mesh",   "hfield",  "sdf"};
const char *const kip_mjcf_motor_type[] = {"motor", "position", "velocity"};

/* -- failures, notes ------------------------------------------------------------------------------------- */

void kip_mjcf_fail(KipMjcf *m, KipPlace place, const char *format, ...)
{
    va_list arguments;
    if (m->status != KIP_OK)
        return;
    va_start(arguments, format);
    m->status = kip_fail_list(m->error, KIP_BAD_INPUT, place, format, arguments);
    va_end(arguments);
}

void *kip_mjcf_take(KipMjcf *m, int n, size_t size)
{
    void *memory = kip_arena_take(m->arena, (size_t)n, size);
    if (!memory && m->status == KIP_OK)
        m->status = kip_fail(m->error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading the model");
    return memory;
}

static KipNote *find_note(KipNotes *notes, KipNoteKind kind, const char *what)
{
    for (int i = 0; i < notes->n; i++)
        if (notes->note[i].kind == kind && strcmp(notes->note[i].what, what) == 0)
            return notes->note + i;
    return NULL;
}

static KipNote *add_note(KipNotes *notes)
{
    if (notes->n == notes->capacity) {
        int capacity = notes->capacity ? 2 * notes->capacity : 16;
        KipNote *grown = realloc(notes->note, (size_t)capacity * sizeof *grown);
        if (!grown)
            return NULL;
        notes->note = grown;
        notes->capacity = capacity;
    }
    return memset(notes->note + notes->n++, 0, sizeof *notes->note);
}

void kip_mjcf_note(KipMjcf *m, KipNoteKind kind, KipPlace place, const char *outer, const char *inner)
{
    char what[sizeof m->notes->note->what];
    KipNote *note;
    if (!m->notes)
        return;
    snprintf(what, sizeof what, "%s%s%s", outer, *outer ? " " : "", inner);
    note = find_note(m->notes, kind, what);
    if (!note && (note = add_note(m->notes))) {
        note->kind = kind;
        note->line = place.line;
        note->column = place.column;
        snprintf(note->file, sizeof note->file, "%s", place.file);
        snprintf(note->what, sizeof note->what, "%s", what);
    }
    if (note)
        note->count++;
}

void kip_notes_clear(KipNotes *notes)
{
    KipNotes nothing = {NULL, 0, 0};
    free(notes->note);
    *notes = nothing;
}

/* -- numbers --------------------------------------------------------------------------------------------- */

bool kip_mjcf_next_word(const char **text, const char **word, size_t *n)
{
    *text += strspn(*text, " \t\r\n");
    *word = *text;
    *n = strcspn(*text, " \t\r\n");
    *text += *n;
    return *n > 0;
}

static int count_words(const char *text)
{
    const char *word;
    size_t length;
    int n = 0;
    while (kip_mjcf_next_word(&text, &word, &length))
        n++;
    return n;
}

/* Parses the numbers of `a` into value[0, n), where n is their count. */
static void parse_numbers(KipMjcf *m, const KipXmlElement *e, const KipXmlAttribute *a, double *value)
{
    const char *text = a->value, *word;
    size_t n;
    for (int i = 0; kip_mjcf_next_word(&text, &word, &n); i++) {
        if (!kip_number_parse(word, n, value + i)) {
            kip_mjcf_fail(m, kip_xml_attribute_place(e, a),
                          "'%.*s' in %s of <%s> is not a number that a double can hold",
                          (int)(n < 40 ? n : 40), word, a->name, e->name);
            return;
        }
        if (!isfinite(value[i])) {
            kip_mjcf_fail(m, kip_xml_attribute_place(e, a), "'%.*s' in %s of <%s> is not a finite number",
                          (int)(n < 40 ? n : 40), word, a->name, e->name);
            return;
        }
    }
}

int kip_mjcf_numbers(KipMjcf *m, const KipXmlElement *e, const char *name, double *value, int least, int most)
{
    const KipXmlAttribute *a = kip_xml_attribute(e, name);
    double read[16]; /* more than any attribute with a fixed number of numbers has */
    int n;
    if (!a || m->status != KIP_OK)
        return 0;
    n = count_words(a->value);
    if (n < least || n > most) {
        if (least == most)
            kip_mjcf_fail(m, kip_xml_attribute_place(e, a), "%s of <%s> takes %d number%s, not %d", name,
                          e->name, most, most == 1 ? "" : "s", n);
        else
            kip_mjcf_fail(m, kip_xml_attribute_place(e, a), "%s of <%s> takes %d to %d numbers, not %d", name,
                          e->name, least, most, n);
        return 0;
    }
    parse_numbers(m, e, a, read);
    if (m->status != KIP_OK)
        return 0;
    memcpy(value, read, (size_t)n * sizeof *value);
    return n;
}

bool kip_mjcf_number(KipMjcf *m, const KipXmlElement *e, const char *name, double *value)
{
    return kip_mjcf_numbers(m, e, name, value, 1, 1) == 1;
}

bool kip_mjcf_integer(KipMjcf *m, const KipXmlElement *e, const char *name, int *value)
{
    double number;
    if (!kip_mjcf_number(m, e, name, &number))
        return false;
    if (number != floor(number) || fabs(number) > INT_MAX) {
        kip_mjcf_fail(m, kip_mjcf_place(e, name), "%s of <%s> takes a whole number, not %g", name, e->name,
                      number);
        return false;
    }
    *value = (int)number;
    return true;
}

bool kip_mjcf_vec3(KipMjcf *m, const KipXmlElement *e, const char *name, KipVec3 *value)
{
    double p[3];
    if (kip_mjcf_numbers(m, e, name, p, 3, 3) == 0)
        return false;
    *value = v3_from(p);
    return true;
}

double *kip_mjcf_list(KipMjcf *m, const KipXmlElement *e, const char *name, int *n)
{
    const KipXmlAttribute *a = kip_xml_attribute(e, name);
    double *value;
    *n = 0;
    if (!a || m->status != KIP_OK)
        return NULL;
    value = kip_mjcf_take(m, count_words(a->value), sizeof *value);
    if (!value)
        return NULL;
    parse_numbers(m, e, a, value);
    *n = count_words(a->value);
    return value;
}

/* -- words ----------------------------------------------------------------------------------------------- */

const char *kip_mjcf_text(const KipXmlElement *e, const char *name)
{
    const KipXmlAttribute *a = kip_xml_attribute(e, name);
    return a && a->value[0] ? a->value : NULL;
}

bool kip_mjcf_word(KipMjcf *m, const KipXmlElement *e, const char *name, const char *const *words, int n,
                   int *index)
{
    const KipXmlAttribute *a = kip_xml_attribute(e, name);
    char list[160] = "";
    if (!a || m->status != KIP_OK)
        return false;
    for (int i = 0; i < n; i++) {
        if (strcmp(a->value, words[i]) == 0) {
            *index = i;
            return true;
        }
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
                 i == 0       ? ""
                 : i == n - 1 ? " or "
                              : ", ",
                 words[i]);
    }
    kip_mjcf_fail(m, kip_xml_attribute_place(e, a), "%s of <%s> is %s, not '%.40s'", name, e->name, list,
                  a->value);
    return false;
}

bool kip_mjcf_bool(KipMjcf *m, const KipXmlElement *e, const char *name, bool *value)
{
    static const char *const words[] = {"false", "true"};
    int index;
    if (!kip_mjcf_word(m, e, name, words, 2, &index))
        return false;
    *value = index == 1;
    return true;
}

bool kip_mjcf_switch(KipMjcf *m, const KipXmlElement *e, const char *name, KipMjcfSwitch *value)
{
    static const char *const words[] = {"false", "true", "auto"}; /* by KipMjcfSwitch */
    int index;
    if (!kip_mjcf_word(m, e, name, words, 3, &index))
        return false;
    *value = (KipMjcfSwitch)index;
    return true;
}

KipPlace kip_mjcf_place(const KipXmlElement *e, const char *name)
{
    const KipXmlAttribute *a = kip_xml_attribute(e, name);
    return a ? kip_xml_attribute_place(e, a) : kip_xml_place(e);
}

void kip_mjcf_require(KipMjcf *m, const KipXmlElement *e, const char *name)
{
    if (!kip_mjcf_text(e, name))
        kip_mjcf_fail(m, kip_mjcf_place(e, name), "<%s> needs %s=\"...\"", e->name, name);
}

bool kip_mjcf_limited(KipMjcf *m, const KipXmlElement *e, const char *name, KipMjcfSwitch limited,
                      const double range[2])
{
    bool given = range[0] != 0 || range[1] != 0;
    if (limited != MJCF_AUTO)
        return limited == MJCF_TRUE;
    if (given && !m->autolimits)
        kip_mjcf_fail(
            m, kip_mjcf_place(e, name),
            "<%s> has a %s, but nothing says whether it is limited; say so, or remove autolimits=\"false\"",
            e->name, name);
    return given;
}

/* -- names ----------------------------------------------------------------------------------------------- */

static const char *name_at(const char *const *first, int i, size_t stride)
{
    return *(const char *const *)((const char *)first + (size_t)i * stride);
}

void kip_mjcf_fail_unknown(KipMjcf *m, KipPlace place, const char *what, const char *name,
                           const char *const *first, int n, size_t stride)
{
    const char **names = kip_mjcf_take(m, n, sizeof *names);
    int nearest;
    if (!names)
        return;
    for (int i = 0; i < n; i++)
        names[i] = name_at(first, i, stride);
    nearest = kip_nearest_name(name, names, n, sizeof *names);
    if (nearest >= 0)
        kip_mjcf_fail(m, place, "there is no %s '%.60s'; did you mean '%.60s'?", what, name, names[nearest]);
    else
        kip_mjcf_fail(m, place, "there is no %s '%.60s'", what, name);
}

int kip_mjcf_index(KipMjcf *m, KipPlace place, const char *what, const char *name, const char *const *first,
                   int n, size_t stride)
{
    for (int i = 0; i < n; i++)
        if (strcmp(name_at(first, i, stride), name) == 0)
            return i;
    kip_mjcf_fail_unknown(m, place, what, name, first, n, stride);
    return -1;
}

int kip_mjcf_find_body(KipMjcf *m, const KipXmlElement *e, const char *attribute)
{
    const char *name = kip_mjcf_text(e, attribute);
    kip_mjcf_require(m, e, attribute);
    return name ? kip_mjcf_index(m, kip_mjcf_place(e, attribute), "body", name, &m->body->part.name, m->nbody,
                                 sizeof *m->body)
                : -1;
}

int kip_mjcf_find_joint(KipMjcf *m, const KipXmlElement *e, const char *attribute)
{
    const char *name = kip_mjcf_text(e, attribute);
    kip_mjcf_require(m, e, attribute);
    return name ? kip_mjcf_index(m, kip_mjcf_place(e, attribute), "joint", name, &m->joint->name, m->njoint,
                                 sizeof *m->joint)
                : -1;
}

/* Whether `name` is `stem` followed by a number. */
static bool looks_like(const char *name, const char *stem)
{
    size_t n = strlen(stem);
    return name && strncmp(name, stem, n) == 0 && name[n] && !name[n + strspn(name + n, "0123456789")];
}

void kip_mjcf_name(KipMjcf *m, const char **first, int n, size_t stride, const char *stem)
{
    enum { LONGEST = 64 };
    char longer[LONGEST];
    snprintf(longer, sizeof longer, "%s", stem);
    for (int i = 0; i < n; i++) {
        if (looks_like(name_at(first, i, stride), longer) && strlen(longer) < LONGEST - 1) {
            strcat(longer, "_");
            i = -1; /* try again from the first */
        }
    }
    for (int i = 0; i < n; i++) {
        char *made = name_at(first, i, stride) ? NULL : kip_mjcf_take(m, LONGEST + 16, 1);
        if (made) {
            snprintf(made, LONGEST + 16, "%s%d", longer, i);
            *(const char **)((char *)first + (size_t)i * stride) = made;
        }
    }
}
