/* Pages of words (words.h). */
#include "words.h"

#include <string.h>

#include "../script/machine.h"
#include "../scene/scene.h"

/* Examples of a scene begin with these lines, and can be run as printed. */
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

/* " : " separates the signature of a word that is in no table from its sentence. */
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
    char signature[KIP_SIGNATURE_SIZE];
    const char *sentence, *owner; /* "skeleton", "list", "math"; "" */
} Entry;

static bool entry_at(int i, Entry *entry)
{
    const int n = kip_scene_vocabulary(-1, NULL, NULL, NULL);
    const char *signature;
    if (i < n) {
        kip_scene_vocabulary(i, &signature, &entry->sentence, &entry->owner);
        entry->owner = strcmp(entry->owner, "character") == 0 ? "skeleton" : "";
    } else if (i - n >= kip_language_vocabulary(i - n, &signature, &entry->sentence, &entry->owner)) {
        return false;
    }
    kip_plain_signature(signature, entry->signature);
    return true;
}

static bool is_named(const Entry *entry, const char *name, size_t length)
{
    return strncmp(entry->signature, name, length) == 0 && entry->signature[length] == '(';
}

/* Prints the signature as called: the owner before the name, without self; long ones continue in further lines. */
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

/* -- printing -------------------------------------------------------------------------------------------- */

void kip_words_print_introduction(const char *text, FILE *stream)
{
    const char *head = first_head(text);
    fwrite(text, 1, head ? (size_t)(head - text) : strlen(text), stream);
}

static bool is_self(const char *parameter)
{
    return strncmp(parameter, "self", 4) == 0 && strchr(",)", parameter[4]);
}

/* Prints the call with required parameters, and "..." for others; for methods of characters the object is left out. Returns
 * the number of columns. */
static int print_call(const Entry *entry, FILE *stream)
{
    const char *owner = strcmp(entry->owner, "skeleton") == 0 ? "" : entry->owner, *between = "";
    const char *open = strchr(entry->signature, '('), *at = open + 1;
    int column = fprintf(stream, "%s%s%.*s(", owner, *entry->owner ? "." : "", (int)(open - entry->signature),
                         entry->signature);
    bool more = false;
    while (*at && *at != ')') {
        size_t name = strcspn(at, ",=)");
        bool needed = at[name] != '=' && !strchr(".*", *at);
        if (needed && !is_self(at)) {
            column += fprintf(stream, "%s%.*s", between, (int)name, at);
            between = ", ";
        }
        more = more || !needed;
        at += strcspn(at, ",)");
        at += *at == ',' ? 2 : 0;
    }
    return column + (more ? fprintf(stream, "%s...)", between) : fprintf(stream, ")"));
}

static void print_sentence(int column, const char *sentence, int n, FILE *stream)
{
    int pad = column + 2 > SENTENCE_COLUMN ? 2 : SENTENCE_COLUMN - column;
    fprintf(stream, "%*s%.*s\n", pad, "", n, sentence);
}

static void print_lines_of(const char *name, size_t length, FILE *stream)
{
    Entry entry;
    for (int i = 0; entry_at(i, &entry); i++)
        if (is_named(&entry, name, length)) {
            int column = fprintf(stream, "  ") + print_call(&entry, stream);
            print_sentence(column, entry.sentence, (int)strlen(entry.sentence), stream);
        }
}

void kip_words_print_list(const char *text, FILE *stream)
{
    KipWordPage page;
    size_t length;
    while (kip_word_page_next(&text, &page)) {
        const char *sentence = own_sentence(&page), *name;
        if (sentence) {
            int column = fprintf(stream, "  %.*s", (int)(sentence - 3 - page.head), page.head);
            print_sentence(column, sentence, (int)(page.head + page.nhead - sentence), stream);
        }
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

/* Prints the text, and the example with its first lines. */
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
