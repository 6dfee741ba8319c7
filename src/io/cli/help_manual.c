/* The pages of the manual (help_write.h). */
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "help_write.h"

/* The sources of the pages. */
typedef struct Manual {
    const KipCommand *const *command;
    int ncommand;
    FILE *stream;
} Manual;

static void put(const Manual *manual, const char *text)
{
    kip_mdoc_escape(text, strlen(text), false, manual->stream);
}

static void begin(const Manual *manual, const char *title, const char *name, const char *sentence)
{
    fprintf(manual->stream, ".Dd %s\n.Dt %s\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n", KIP_DATE, title, name,
            sentence);
}

/* -- what `kip help` says -------------------------------------------------------------------------------- */

/* Writes the page of a topic under a heading, or that of a word (NULL) under its first line, the signature; nothing where
 * there is none. */
static void write_help(const Manual *manual, const char *heading, const char *name)
{
    char *text = NULL;
    size_t size = 0;
    FILE *page = open_memstream(&text, &size);
    if (!page)
        return;
    bool known = kip_help_print(name, manual->command, manual->ncommand, page);
    if (kip_close_memory(page, &text) && known) {
        fputs(heading ? ".Sh " : ".Ss ", manual->stream);
        kip_mdoc_escape(heading ? heading : text, strcspn(heading ? heading : text, "\n"), false,
                        manual->stream);
        fputc('\n', manual->stream);
        kip_mdoc_text(text, manual->stream);
    }
    free(text);
}

/* -- kip(1) ---------------------------------------------------------------------------------------------- */

static void write_option(const Manual *manual, const KipCommand *command, int i)
{
    const KipOption *option = &command->option[i];
    size_t size;
    const char *help = kip_option_help(command, i, &size), *end = help + size;
    fprintf(manual->stream, ".It Fl ");
    kip_mdoc_escape("-", 1, false, manual->stream);
    put(manual, option->name);
    if (option->argument) {
        fputs(" Ar ", manual->stream);
        put(manual, option->argument);
    }
    fputc('\n', manual->stream);
    for (const char *line = help; line < end; line += strcspn(line, "\n") + 1) {
        line += strspn(line, " ");
        kip_mdoc_prose(line, strcspn(line, "\n"), manual->stream);
    }
}

/* Writes the text of a help page under its title. */
static void write_titled(const Manual *manual, const char *text, size_t size)
{
    char *page = malloc(size + 2);
    if (!page)
        return;
    snprintf(page, size + 2, "\n%s", text);
    kip_mdoc_text(page, manual->stream);
    free(page);
}

static void write_command(const Manual *manual, const KipCommand *command)
{
    fputs(".Ss kip ", manual->stream);
    put(manual, command->name);
    fputs(" [OPTIONS] ", manual->stream);
    put(manual, command->operands);
    fputc('\n', manual->stream);
    write_titled(manual, command->about, kip_command_paragraphs(command));
    fputs(".Bl -tag -width Ds\n", manual->stream);
    for (int i = 0; i < command->noption; i++)
        write_option(manual, command, i);
    fputs(".It Fl h , Fl \\-help\nShow all this.\n.El\n.Pp\nExample:\n.Bd -literal -offset indent\n",
          manual->stream);
    put(manual, kip_command_example(command));
    fputs(".Ed\n", manual->stream);
}

static void write_topics(const Manual *manual)
{
    fputs(".Sh TOPICS OF HELP\n.Nm Cm help\nexplains commands and these:\n.Bl -tag -width language\n",
          manual->stream);
    for (int i = 0; i < kip_ntopic; i++) {
        fprintf(manual->stream, ".It Cm %s\n", kip_topics[i].name);
        put(manual, kip_topics[i].summary);
        fputs(".\n", manual->stream);
    }
    fputs(".El\n", manual->stream);
}

static void write_program(const Manual *manual)
{
    begin(manual, "KIP 1", "kip", "dynamic characters");
    fputs(
        ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar options\n.Op Ar file ...\n.Nm\n.Cm help\n.Op Ar command | topic | word\n"
        ".Nm\n.Fl \\-version\n"
        ".Sh DESCRIPTION\n.Nm\nsimulates articulated characters and makes them move by control.\n"
        "A model is an MJCF file, the format of MuJoCo, see\n.Xr kip-model 5 ;\n"
        "a scene is a script in a subset of Python, see\n.Xr kip-language 5 .\n"
        "The file\n.Ql \\-\nstands for a model on stdin, or for stdout.\n"
        ".Sh COMMANDS\n",
        manual->stream);
    for (int i = 0; i < manual->ncommand; i++)
        write_command(manual, manual->command[i]);
    write_topics(manual);
    fputs(".Sh FILES\n.Bl -tag -width Ds\n.It Pa ", manual->stream);
    put(manual, kip_data_folder);
    fputs(
        "\nModels, poses, skills, scenes, the experiments of papers: looked through after the folder of the script,\n"
        "those above it, and\n.Pa data\nin each of these.\n.El\n",
        manual->stream);
    write_help(manual, "EXIT STATUS", "exit");
    fputs(".Sh SEE ALSO\n.Xr kip-language 5 ,\n.Xr kip-model 5\n", manual->stream);
}

/* -- kip-language(5), kip-model(5) ----------------------------------------------------------------------- */

static bool is_command(const Manual *manual, const char *name)
{
    for (int i = 0; i < manual->ncommand; i++)
        if (strcmp(manual->command[i]->name, name) == 0)
            return true;
    return false;
}

static bool is_topic(const char *name)
{
    for (int i = 0; i < kip_ntopic; i++)
        if (strcmp(kip_topics[i].name, name) == 0)
            return true;
    return false;
}

/* Lists the other subjects of `kip help`, the words of scripts. */
static void write_words(const Manual *manual)
{
    char room[64];
    const char *name;
    int nword = 0;
    for (int i = 0; (name = kip_help_name(i, manual->command, manual->ncommand, room)); i++) {
        if (is_command(manual, name) || is_topic(name))
            continue;
        if (nword++ == 0)
            fputs(".Sh WORDS\n", manual->stream);
        write_help(manual, NULL, name);
    }
}

static void write_language(const Manual *manual)
{
    begin(manual, "KIP-LANGUAGE 5", "kip-language", "the scripts of kip");
    write_help(manual, "DESCRIPTION", "language");
    write_help(manual, "TOOLKIT", "toolkit");
    write_words(manual);
    fputs(".Sh SEE ALSO\n.Xr kip 1 ,\n.Xr kip-model 5\n", manual->stream);
}

static void write_model(const Manual *manual)
{
    begin(manual, "KIP-MODEL 5", "kip-model", "models, poses and states of kip");
    write_help(manual, "DESCRIPTION", "models");
    write_help(manual, "POSES AND SEQUENCES", "poses");
    write_help(manual, "STATES", "states");
    fputs(".Sh SEE ALSO\n.Xr kip 1 ,\n.Xr kip-language 5\n", manual->stream);
}

/* -- which ----------------------------------------------------------------------------------------------- */

static const struct {
    const char *file;
    void (*write)(const Manual *manual);
} pages[] = {{"kip.1", write_program}, {"kip-language.5", write_language}, {"kip-model.5", write_model}};

bool kip_help_write(const char *file, const KipCommand *const *command, int ncommand, FILE *stream)
{
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (strcmp(pages[i].file, file) == 0) {
            pages[i].write(&(Manual){command, ncommand, stream});
            return true;
        }
    if (strcmp(file, "kip.bash") != 0)
        return false;
    kip_completion_write(command, ncommand, stream);
    return true;
}
