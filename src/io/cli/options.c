/* Parsing the command line by a table, and printing the table as a help page. */
#include "options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../text/number.h"

/* -- parsing --------------------------------------------------------------------------------------------- */

enum { NAMES = 64 }; /* more than the options of a table */

static int find_option(const KipCommand *command, const char *name, size_t length)
{
    for (int i = 0; i < command->noption; i++)
        if (strlen(command->option[i].name) == length && memcmp(command->option[i].name, name, length) == 0)
            return i;
    return -1;
}

static KipStatus fail_unknown(const KipCommand *command, const char *word, size_t length, KipError *error)
{
    const char *names[NAMES];
    int n = 0;
    for (; n < command->noption && n < NAMES - 1; n++)
        names[n] = command->option[n].name;
    names[n++] = "help";

    char name[NAMES] = "";
    size_t dashes = strspn(word, "-");
    if (length > dashes && length - dashes < sizeof name)
        memcpy(name, word + dashes, length - dashes);
    int nearest = kip_nearest_name(name, names, n, sizeof *names);
    if (nearest < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "there is no option %.*s", (int)length, word);
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "there is no option %.*s; did you mean --%s?",
                    (int)length, word, names[nearest]);
}

static bool parse_integer(const char *text, int64_t *value)
{
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    uint64_t magnitude = 0;
    const uint64_t most = (uint64_t)INT64_MAX + negative;
    if (!*text)
        return false;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (*text < '0' || *text > '9' || magnitude > (most - digit) / 10)
            return false;
        magnitude = 10 * magnitude + digit;
    }
    *value = !negative ? (int64_t)magnitude : magnitude == 0 ? 0 : -1 - (int64_t)(magnitude - 1);
    return true;
}

static bool parse_finite(const char *text, double *value)
{
    return kip_number_parse(text, strlen(text), value) && *value - *value == 0;
}

static KipStatus check_value(const KipOption *option, const char *value, KipError *error)
{
    double number;
    int64_t integer;
    const char *needed = NULL;
    if (option->kind == KIP_OPTION_NUMBER && !parse_finite(value, &number))
        needed = "number";
    else if (option->kind == KIP_OPTION_INTEGER && !parse_integer(value, &integer))
        needed = value[strspn(value, "+-0123456789")] ? "whole number" : "whole number of at most 64 bits";
    if (!needed)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--%s needs a %s, not \"%s\"", option->name, needed,
                    value);
}

/* Parses the option at argv[*i]; *i becomes the index of its last argument. */
static KipStatus parse_option(const KipCommand *command, int argc, char **argv, int *i, KipGiven *given,
                              KipError *error)
{
    const char *word = argv[*i];
    size_t length = strcspn(word, "=");
    int index = strncmp(word, "--", 2) == 0 ? find_option(command, word + 2, length - 2) : -1;
    if (index < 0)
        return fail_unknown(command, word, length, error);

    const KipOption *option = &command->option[index];
    const char *value = word[length] == '=' ? word + length + 1 : NULL;
    if (option->kind == KIP_OPTION_FLAG) {
        if (value)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--%s takes no value", option->name);
    } else {
        if (!value && *i + 1 < argc && strncmp(argv[*i + 1], "--", 2) != 0)
            value = argv[++*i];
        if (!value)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "--%s needs a value: --%s %s", option->name,
                            option->name, option->argument);
        KipStatus status = check_value(option, value, error);
        if (status != KIP_OK)
            return status;
    }
    *given = (KipGiven){index, value};
    return KIP_OK;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

static KipStatus parse_words(const KipCommand *command, int argc, char **argv, KipArguments *arguments,
                             KipError *error)
{
    bool options = true;
    for (int i = 0; i < argc; i++) {
        bool dashed = argv[i][0] == '-' && argv[i][1];
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (options && dashed) {
            KipGiven *given = &arguments->given[arguments->ngiven];
            KipStatus status = parse_option(command, argc, argv, &i, given, error);
            if (status != KIP_OK)
                return status;
            arguments->ngiven++;
        } else {
            arguments->operand[arguments->noperand++] = argv[i];
        }
    }
    if (arguments->noperand < command->least)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s is missing", command->operands);
    if (arguments->noperand > command->most)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "one word too many: \"%s\"",
                        arguments->operand[command->most]);
    return KIP_OK;
}

KipStatus kip_arguments_parse(const KipCommand *command, int argc, char **argv, KipArguments *arguments,
                              KipError *error)
{
    KipArguments parsed = {.command = command, .help = asks_for_help(argc, argv)};
    size_t capacity = (size_t)argc + 1;
    parsed.operand = malloc(capacity * sizeof *parsed.operand);
    parsed.given = malloc(capacity * sizeof *parsed.given);
    KipStatus status = KIP_OK;
    if (!parsed.operand || !parsed.given)
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    else if (!parsed.help)
        status = parse_words(command, argc, argv, &parsed, error);
    if (status == KIP_OK)
        *arguments = parsed;
    else
        kip_arguments_free(&parsed);
    return status;
}

void kip_arguments_free(KipArguments *arguments)
{
    free(arguments->operand);
    free(arguments->given);
    *arguments = (KipArguments){0};
}

/* -- what was given -------------------------------------------------------------------------------------- */

int kip_arguments_count(const KipArguments *arguments, int option)
{
    int n = 0;
    for (int i = 0; i < arguments->ngiven; i++)
        n += arguments->given[i].option == option;
    return n;
}

const char *kip_arguments_text(const KipArguments *arguments, int option, int i)
{
    for (int k = 0; k < arguments->ngiven; k++)
        if (arguments->given[k].option == option && i-- == 0)
            return arguments->given[k].value;
    return NULL;
}

const char *kip_arguments_string(const KipArguments *arguments, int option, const char *otherwise)
{
    int n = kip_arguments_count(arguments, option);
    return n ? kip_arguments_text(arguments, option, n - 1) : otherwise;
}

double kip_arguments_number(const KipArguments *arguments, int option, double otherwise)
{
    const char *text = kip_arguments_string(arguments, option, NULL);
    double value;
    return text && parse_finite(text, &value) ? value : otherwise;
}

int64_t kip_arguments_integer(const KipArguments *arguments, int option, int64_t otherwise)
{
    const char *text = kip_arguments_string(arguments, option, NULL);
    int64_t value;
    return text && parse_integer(text, &value) ? value : otherwise;
}

KipStatus kip_arguments_whole(const KipArguments *arguments, const KipWhole *whole, int n, KipError *error)
{
    for (int i = 0; i < n; i++, whole++) {
        if (kip_arguments_count(arguments, whole->option) == 0)
            continue;
        *whole->value = kip_arguments_integer(arguments, whole->option, 0);
        if (*whole->value < whole->least || *whole->value > whole->most)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "--%s is %" PRId64 "; it must be %" PRId64 " to %" PRId64,
                            arguments->command->option[whole->option].name, *whole->value, whole->least,
                            whole->most);
    }
    return KIP_OK;
}

/* -- the help page --------------------------------------------------------------------------------------- */

enum { WIDTH = 80, TEXT_COLUMN = 24 };

/* Prints text from `column` on, with its words wrapped at WIDTH and indented by `indent`, without blanks at the beginning
 * of its lines. */
static void print_wrapped(FILE *stream, const char *text, size_t length, int column, int indent)
{
    const char *end = text + length;
    text += strspn(text, " ");
    while (text < end) {
        int word = 0;
        while (text + word < end && text[word] != ' ' && text[word] != '\n')
            word++;
        bool first = column <= indent;
        if (!first && column + 1 + word > WIDTH) {
            fputc('\n', stream);
            column = 0;
            first = true;
        }
        int pad = first ? indent - column : 1;
        fprintf(stream, "%*s%.*s", pad, "", word, text);
        column += pad + word;
        text += word;
        text += text == end ? 0 : *text == ' ' ? 1 : 1 + strspn(text + 1, " ");
    }
    fputc('\n', stream);
}

/* Wraps paragraphs; indented lines are literal, so that lists are preserved. */
static void print_paragraphs(FILE *stream, const char *text, const char *end)
{
    while (text < end) {
        size_t length = strcspn(text, "\n"), indent = strspn(text, " ");
        while (length && !indent && text + length + 1 < end && !strchr(" \n", text[length + 1]))
            length += 1 + strcspn(text + length + 1, "\n");
        print_wrapped(stream, text + indent, length - indent, 0, (int)indent);
        text += length + 1;
    }
}

extern const char kip_about_options[]; /* about_options.txt */

static const char options_mark[] = "\nOptions:\n", example_mark[] = "\nExample:\n";

size_t kip_command_paragraphs(const KipCommand *command)
{
    const char *options = strstr(command->about, options_mark),
               *example = strstr(command->about, example_mark);
    return (size_t)((options ? options : example) - command->about);
}

const char *kip_command_example(const KipCommand *command)
{
    return strstr(command->about, example_mark) + sizeof example_mark - 1;
}

/* The text after the line "--NAME" among the options of a text; NULL where there is no such line. */
static const char *find_help(const char *text, const char *name)
{
    const size_t n = strlen(name);
    text = strstr(text, options_mark);
    while (text && (text = strstr(text, "\n--"))) {
        text += 3;
        if (strncmp(text, name, n) == 0 && (text[n] == ' ' || text[n] == '\n'))
            return text + strcspn(text, "\n") + 1;
    }
    return NULL;
}

const char *kip_option_help(const KipCommand *command, int i, size_t *size)
{
    const char *own = find_help(command->about, command->option[i].name);
    const char *help = own ? own : find_help(kip_about_options, command->option[i].name);
    *size = 0;
    while (help && help[*size] == ' ')
        *size += strcspn(help + *size, "\n") + 1;
    *size -= *size > 0; /* without the last \n */
    return help;
}

static void print_option(FILE *stream, const char *words, const char *help, size_t size)
{
    int column = fprintf(stream, "  %s", words);
    if (column + 2 > TEXT_COLUMN) {
        fputc('\n', stream);
        column = 0;
    }
    print_wrapped(stream, help, size, column, TEXT_COLUMN);
}

void kip_command_print_help(const KipCommand *command, FILE *stream)
{
    static const char this_page[] = "Show this page.";
    size_t size;
    fprintf(stream, "kip %s: %s\n\n", command->name, command->summary);
    fprintf(stream, "Usage: kip %s [OPTIONS] %s\n\n", command->name, command->operands);
    print_paragraphs(stream, command->about, command->about + kip_command_paragraphs(command));

    fputs(options_mark, stream);
    for (int i = 0; i < command->noption; i++) {
        const KipOption *option = &command->option[i];
        char words[WIDTH];
        snprintf(words, sizeof words, "--%s%s%s", option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
        const char *help = kip_option_help(command, i, &size);
        print_option(stream, words, help, size);
    }
    print_option(stream, "-h, --help", this_page, sizeof this_page - 1);

    fputs(example_mark, stream);
    for (const char *line = kip_command_example(command); *line;) {
        int length = (int)strcspn(line, "\n");
        fprintf(stream, "  %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}
