/* See words.h. */
#include "words.h"

#include <string.h>

#include "../script/machine.h"
#include "../script/scene.h"

/* Every example of a scene begins so, and runs as it is printed. */
static const char *const scene_lines[] = {
    "skeleton = addCharacter(\"skeleton37\", key=\"stand\")",
    "ball = addShape(\"Ball\", \"sphere\", 0.12, mass=0.6, at=(0.6, 0, 2))",
};

enum { SENTENCE_COLUMN = 38, WIDTH = 80 };

/* -- the layout of a text -------------------------------------------------------------------------------- */

static const char head_mark[] = "\n== ";

static const char *first_head(const char *text)
{
    return strncmp(text, head_mark + 1, 3) == 0 ? text : strstr(text, head_mark);
}

bool kip_word_page_next(const char **at, KipWordPage *page)
{
    const char *head = first_head(*at);
    if (!head)
        return false;
    page->head = head + (*head == '\n') + 3;
    page->nhead = strcspn(page->head, "\n");
    page->body = page->head + page->nhead + (page->head[page->nhead] == '\n');
    const char *next = strstr(page->body, head_mark);
    page->end = next ? next : page->body + strlen(page->body);
    *at = page->end;
    return true;
}

/* " : " parts a signature that is in no table from its sentence. */
static const char *own_sentence(const KipWordPage *page)
{
    const char *mark = strstr(page->head, " : ");
    return mark && mark < page->head + page->nhead ? mark + 3 : NULL;
}

const char *kip_word_page_name(const KipWordPage *page, int i, size_t *length)
{
    const char *at = page->head, *end = page->head + page->nhead;
    if (own_sentence(page)) {
        *length = strcspn(at, "( :");
        return i == 0 ? at : NULL;
    }
    while (i-- > 0 && at < end)
        at += strcspn(at, " \n"), at += *at == ' ';
    *length = strcspn(at, " \n");
    return at < end ? at : NULL;
}

bool kip_word_page_has(const KipWordPage *page, const char *name, size_t length)
{
    size_t n;
    for (int i = 0;; i++) {
        const char *own = kip_word_page_name(page, i, &n);
        if (!own)
            return false;
        if (n == length && memcmp(own, name, n) == 0)
            return true;
    }
}

/* -- what the tables say --------------------------------------------------------------------------------- */

typedef struct Entry {
    const char *signature, *sentence, *owner; /* "skeleton", "list", "math"; "" */
} Entry;

static bool entry_at(int i, Entry *entry)
{
    int n = kip_scene_vocabulary(-1, NULL, NULL, NULL);
    if (i >= n)
        return i - n < kip_language_vocabulary(i - n, &entry->signature, &entry->sentence, &entry->owner);
    kip_scene_vocabulary(i, &entry->signature, &entry->sentence, &entry->owner);
    entry->owner = strcmp(entry->owner, "character") == 0 ? "skeleton" : "";
    return true;
}

static bool is_named(const Entry *entry, const char *name, size_t length)
{
    return strncmp(entry->signature, name, length) == 0 && entry->signature[length] == '(';
}

/* The signature as it is called: the owner before the name, no self; long ones go on in further lines. */
static void print_signature(const Entry *entry, FILE *stream)
{
    const char *open = strchr(entry->signature, '('), *at = open + 1;
    int name = (int)(open - entry->signature);
    int column = fprintf(stream, "%s%s%.*s(", entry->owner, *entry->owner ? "." : "", name, entry->signature);
    if (strncmp(at, "self", 4) == 0)
        at += 4 + 2 * (at[4] == ',');
    while (*at) {
        size_t n = strcspn(at, " ");
        if (column + (int)n > WIDTH)
            column = fprintf(stream, "\n        ") - 1;
        for (size_t i = 0; i < n; i++)
            column += at[i] == '\n' ? fprintf(stream, "\\n") : fprintf(stream, "%c", at[i]);
        at += n;
        if (*at == ' ')
            column += fprintf(stream, " "), at++;
    }
}

/* The parameters without defaults; "..." for the others. */
static int brief(const Entry *entry, char *text, size_t size)
{
    const char *open = strchr(entry->signature, '('), *at = open + 1;
    size_t n = (size_t)snprintf(text, size, "%s%s%.*s(", *entry->owner ? strcmp(entry->owner, "skeleton") ? entry->owner : "" : "",
                                *entry->owner ? "." : "", (int)(open - entry->signature), entry->signature);
    bool some = false, more = false;
    while (*at && *at != ')' && n < size) {
        size_t length = strcspn(at, ",=)");
        bool needed = at[length] != '=' && at[0] != '.' && at[0] != '*' && (length != 4 || strncmp(at, "self", 4) != 0);
        if (needed)
            n += (size_t)snprintf(text + n, size - n, "%s%.*s", some ? ", " : "", (int)length, at);
        else if (length != 4 || strncmp(at, "self", 4) != 0)
            more = true;
        some = some || needed;
        at += strcspn(at, ",)");
        at += *at == ',' ? 2 : 0;
    }
    return (int)(n + (size_t)snprintf(text + n, n < size ? size - n : 0, more ? some ? ", ...)" : "...)" : ")"));
}

/* -- printing -------------------------------------------------------------------------------------------- */

void kip_words_print_introduction(const char *text, FILE *stream)
{
    const char *head = first_head(text);
    fwrite(text, 1, head ? (size_t)(head - text) : strlen(text), stream);
}

static void print_line(const char *signature, int n, const char *sentence, int nsentence, FILE *stream)
{
    int pad = n + 4 > SENTENCE_COLUMN ? 2 : SENTENCE_COLUMN - n - 2;
    fprintf(stream, "  %.*s%*s%.*s\n", n, signature, pad, "", nsentence, sentence);
}

static void print_lines_of(const char *name, size_t length, FILE *stream)
{
    Entry entry;
    char text[160];
    for (int i = 0; entry_at(i, &entry); i++)
        if (is_named(&entry, name, length))
            print_line(text, brief(&entry, text, sizeof text), entry.sentence, (int)strlen(entry.sentence), stream);
}

void kip_words_print_list(const char *text, FILE *stream)
{
    KipWordPage page;
    size_t length;
    while (kip_word_page_next(&text, &page)) {
        const char *sentence = own_sentence(&page), *name;
        if (sentence)
            print_line(page.head, (int)(sentence - 3 - page.head), sentence,
                       (int)(page.head + page.nhead - sentence), stream);
        for (int i = 0; !sentence && (name = kip_word_page_name(&page, i, &length)); i++)
            print_lines_of(name, length, stream);
    }
}

static void print_head(const KipWordPage *page, const char *name, FILE *stream)
{
    const char *sentence = own_sentence(page);
    Entry entry;
    if (sentence)
        fprintf(stream, "%.*s\n    %.*s\n", (int)(sentence - 3 - page->head), page->head,
                (int)(page->head + page->nhead - sentence), sentence);
    for (int i = 0; !sentence && entry_at(i, &entry); i++) {
        if (!is_named(&entry, name, strlen(name)))
            continue;
        print_signature(&entry, stream);
        fprintf(stream, "\n    %s\n", entry.sentence);
    }
}

/* The text, and the example with the lines before it. */
static void print_body(const KipWordPage *page, FILE *stream)
{
    static const char mark[] = "Example\n", alone[] = "Example alone\n";
    for (const char *line = page->body; line < page->end;) {
        const char *next = line + strcspn(line, "\n") + 1;
        bool with = strncmp(line, mark, sizeof mark - 1) == 0;
        if (with || strncmp(line, alone, sizeof alone - 1) == 0)
            fputs("\nExample:\n", stream);
        else
            fprintf(stream, "%.*s\n", (int)(next - 1 - line), line);
        for (size_t i = 0; with && i < sizeof scene_lines / sizeof *scene_lines; i++)
            fprintf(stream, "    %s\n", scene_lines[i]);
        line = next;
    }
}

void kip_word_page_print(const KipWordPage *page, const char *name, const char *topic, FILE *stream)
{
    print_head(page, name, stream);
    if (page->body < page->end && strncmp(page->body, "Example", 7) != 0)
        fputc('\n', stream);
    print_body(page, stream);
    fprintf(stream, "\nTopic: kip help %s\n", topic);
}
