/* Completions for bash: commands, their options, names of help, files by ending (help_write.h). */
#include <ctype.h>
#include <string.h>

#include "help_write.h"

/* Endings of files for operands that do not state one. */
static const struct {
    const char *word, *endings;
} kinds[] = {{"MODEL", "xml"}, {"SCENE", "py"}, {"SKILL", "py"}, {"FILE", "xml py kip"}};

/* The next ending in *text, such as bvh in IN.bvh|.glb, and its length; NULL at the end. */
static const char *next_ending(const char **text, size_t *size)
{
    for (const char *dot = strchr(*text, '.'); dot; dot = strchr(dot + 1, '.')) {
        for (*size = 0; islower((unsigned char)dot[*size + 1]);)
            ++*size;
        *text = dot + 1;
        if (*size)
            return dot + 1;
    }
    return NULL;
}

/* Writes the endings in the text, or those of its words. */
static void write_endings(const char *text, FILE *stream)
{
    size_t size;
    int n = 0;
    for (const char *at = text, *ending; (ending = next_ending(&at, &size)); n++)
        fprintf(stream, "%s%.*s", n ? " " : "", (int)size, ending);
    for (size_t i = 0; n == 0 && i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(text, kinds[i].word))
            n += fprintf(stream, "%s", kinds[i].endings);
}

/* Writes what follows an option: a file, possibly with an ending, a folder, or a value that bash cannot complete. */
static void write_value(const KipOption *option, FILE *stream)
{
    const char *at = option->argument;
    size_t size;
    if (option->kind == KIP_OPTION_FLAG)
        return;
    fprintf(stream, "        %s) ", option->name);
    if (strcmp(option->argument, "DIR") == 0) {
        fputs("_kip_files /; ", stream);
    } else if (strcmp(option->argument, "FILE") == 0) {
        fputs("_kip_files '*'; ", stream);
    } else if (next_ending(&at, &size)) {
        fputs("_kip_files ", stream);
        write_endings(option->argument, stream);
        fputs("; ", stream);
    }
    fputs("return ;;\n", stream);
}

static void write_command(const KipCommand *command, FILE *stream)
{
    fprintf(stream, "    %s)\n        case $option in\n", command->name);
    for (int i = 0; i < command->noption; i++)
        write_value(&command->option[i], stream);
    fputs("        esac\n        words='", stream);
    for (int i = 0; i < command->noption; i++)
        fprintf(stream, "--%s ", command->option[i].name);
    fputs("--help' files='", stream);
    write_endings(command->operands, stream);
    fputs("' ;;\n", stream);
}

static void write_words(const KipCommand *const *command, int ncommand, FILE *stream)
{
    fputs("    help) words='help", stream);
    char room[64];
    const char *name;
    for (int i = 0; (name = kip_help_name(i, command, ncommand, room)); i++)
        fprintf(stream, " %s", name);
    fputs("' ;;\n", stream);
}

void kip_completion_write(const KipCommand *const *command, int ncommand, FILE *stream)
{
    fputs("# What bash completes behind kip, made by `kip help --write kip.bash`.\n\n"
          "# Folders, and the files with these endings; *: all; /: none.\n"
          "_kip_files() {\n"
          "    local IFS=$'\\n' ending\n"
          "    COMPREPLY+=($(compgen -d -- \"$cur\"))\n"
          "    for ending; do\n"
          "        case $ending in\n"
          "        /) ;;\n"
          "        '*') COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
          "        *) COMPREPLY+=($(compgen -f -X \"!*.$ending\" -- \"$cur\")) ;;\n"
          "        esac\n"
          "    done\n"
          "}\n\n"
          "_kip() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} words= files=\n"
          "    COMPREPLY=()\n"
          "    # --name=value is three words to bash\n"
          "    if [ \"$cur\" = = ]; then cur=\n"
          "    elif [ \"$option\" = = ]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
          "    case $option in --*) option=${option#--} ;; *) option= ;; esac\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        COMPREPLY=($(compgen -W '",
          stream);
    for (int i = 0; i < ncommand; i++)
        fprintf(stream, "%s ", command[i]->name);
    fputs("help --help --version' -- \"$cur\"))\n"
          "        return\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          stream);
    for (int i = 0; i < ncommand; i++)
        write_command(command[i], stream);
    write_words(command, ncommand, stream);
    fputs(
        "    esac\n"
        "    case $cur in\n"
        "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
        "    *)\n"
        "        if [ \"${COMP_WORDS[1]}\" = help ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
        "        else _kip_files $files; fi ;;\n"
        "    esac\n"
        "}\n\n"
        "complete -o filenames -F _kip kip\n",
        stream);
}
