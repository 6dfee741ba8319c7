/* Texts of `kip help` as mdoc, the language of manual pages (help_write.h). */
#include <string.h>

#include "../text/utf8.h"
#include "help_write.h"

/* Characters with a meaning for the formatter, or which it would replace by typographic ones. */
static const struct {
    char byte;
    const char *name;
} special[] = {{'\\', "\\e"},  {'-', "\\-"},    {'^', "\\(ha"}, {'~', "\\(ti"},
               {'`', "\\(ga"}, {'\'', "\\(aq"}, {'"', "\\(dq"}};

static const char *special_name(char byte)
{
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (special[i].byte == byte)
            return special[i].name;
    return NULL;
}

void kip_mdoc_escape(const char *text, size_t size, bool start, FILE *stream)
{
    if (start && size && *text == '.')
        fputs("\\&", stream);
    for (size_t i = 0, n = 1; i < size; i += n) {
        const char *name = special_name(text[i]);
        n = kip_utf8_size(text + i, size - i);
        if ((unsigned char)text[i] >= 0x80)
            fprintf(stream, "\\[u%04X]", (unsigned)kip_utf8_code(text + i, n));
        else if (name)
            fputs(name, stream);
        else
            fputc(text[i], stream);
    }
}

/* -- lines ----------------------------------------------------------------------------------------------- */

typedef struct Line {
    const char *text;
    size_t size, indent;
} Line;

static Line line_at(const char *text)
{
    return (Line){text, strcspn(text, "\n"), strspn(text, " ")};
}

static const char *behind(Line line)
{
    return line.text + line.size + (line.text[line.size] == '\n');
}

static const char *skip_empty(const char *text)
{
    return text + strspn(text, "\n");
}

/* Whether it is a heading: a single line with indented ones below, which is no sentence. */
static bool is_heading(Line line)
{
    Line next = line_at(behind(line));
    char last = line.text[line.size - 1];
    return (next.size == 0 || next.indent) && line_at(skip_empty(behind(line))).indent &&
           !strchr(":.,", last);
}

static void write_line(const char *text, size_t size, FILE *stream)
{
    kip_mdoc_escape(text, size, true, stream);
    fputc('\n', stream);
}

/* Whether a sentence ends at the blank text[i]: after a full stop, also one in brackets, but not after "...". */
static bool ends_sentence(const char *text, size_t i)
{
    if (i < 2 || text[i] != ' ')
        return false;
    char last = text[i - 1], before = text[i - 2];
    return last == ')' ? before == '.' : strchr(".!?", last) && before != '.';
}

void kip_mdoc_prose(const char *text, size_t size, FILE *stream)
{
    size_t start = 0;
    for (size_t i = 0; i < size; i++)
        if (ends_sentence(text, i)) {
            write_line(text + start, i - start, stream);
            start = i + strspn(text + i, " ");
            i = start;
        }
    if (start < size)
        write_line(text + start, size - start, stream);
}

/* The least indentation of the indented lines from here on. */
static size_t margin_of(const char *text)
{
    size_t margin = line_at(text).indent;
    for (Line line = line_at(text); line.indent; line = line_at(skip_empty(behind(line))))
        margin = line.indent < margin ? line.indent : margin;
    return margin;
}

/* Each of these writes one element at `text` and returns the text after it. */

static const char *write_display(const char *text, FILE *stream)
{
    size_t margin = margin_of(text);
    fputs(".Bd -literal -offset indent\n", stream);
    for (Line line = line_at(text); line.indent; line = line_at(text)) {
        write_line(text + margin, line.size - margin, stream);
        text = behind(line);
        if (*text == '\n' && line_at(skip_empty(text)).indent) {
            fputc('\n', stream);
            text = skip_empty(text);
        }
    }
    fputs(".Ed\n", stream);
    return text;
}

static const char *write_paragraph(const char *text, FILE *stream)
{
    for (Line line = line_at(text); line.size && !line.indent; line = line_at(text)) {
        kip_mdoc_prose(text, line.size, stream);
        text = behind(line);
    }
    return text;
}

void kip_mdoc_text(const char *text, FILE *stream)
{
    bool first = true; /* first of a section, before which no paragraph begins */
    for (text = skip_empty(behind(line_at(text))); *text; text = skip_empty(text)) {
        Line line = line_at(text);
        bool heading = !line.indent && is_heading(line);
        if (heading) {
            fputs(".Ss ", stream);
            write_line(text, line.size, stream);
            text = behind(line);
        } else if (line.indent) {
            text = write_display(text, stream);
        } else {
            if (!first)
                fputs(".Pp\n", stream);
            text = write_paragraph(text, stream);
        }
        first = heading;
    }
}
