/* See help.h. */
#include "help.h"

#include <string.h>

#include "../script/scene.h"

/* Made by make from the files help_<topic>.txt. */
extern const char kip_help_language[], kip_help_models[], kip_help_poses[], kip_help_states[];

const KipTopic kip_topics[] = {
    {"language", "how scripts are written", kip_help_language},
    {"toolkit", "what scripts say to scenes and characters", NULL},
    {"models", "what model files may contain", kip_help_models},
    {"poses", "how files of poses and sequences are written", kip_help_poses},
    {"states", "how the numbers of a state are ordered", kip_help_states},
};
const int kip_ntopic = sizeof kip_topics / sizeof *kip_topics;

void kip_help_print_overview(const KipCommand *const *command, int ncommand, FILE *stream)
{
    fputs("kip: dynamic characters\n\n"
          "Usage: kip COMMAND [OPTIONS] [FILE]\n\n"
          "Commands:\n",
          stream);
    for (int i = 0; i < ncommand; i++)
        fprintf(stream, "  %-10s%s\n", command[i]->name, command[i]->summary);
    fputs("  help      explain a command or a topic\n\nTopics of help:\n", stream);
    for (int i = 0; i < kip_ntopic; i++)
        fprintf(stream, "  %-10s%s\n", kip_topics[i].name, kip_topics[i].summary);
    fputs("\nA model is an MJCF file (MuJoCo's format), a scene a script in a subset of Python; `-` stands for a model\n"
          "on stdin, or for stdout.\n\n"
          "Example:\n"
          "  kip run data/scenes/hello.py --html hello.html\n"
          "  kip run data/models/skeleton37.xml --html fall.html\n"
          "  kip help run\n",
          stream);
}

/* From the table that scripts call by. */
static void print_toolkit(FILE *stream)
{
    const char *signature, *text, *section, *before = "";
    int n = kip_scene_vocabulary(-1, NULL, NULL, NULL);
    fputs("What scripts say (the language itself: kip help language). Lengths in m, angles in rad, z up, x ahead,\n"
          "y to the left; a place is vec(x, y, z) or three numbers; times in s.\n\n"
          "A scene builds a world, says who does what, and runs it:\n\n"
          "    skeleton = addCharacter(\"skeleton37\", key=\"stand\")\n"
          "    at(1, lambda: push(\"trunk\", (120, 0, 0), 0.1))\n"
          "    run(4)\n"
          "    measure(\"height of the centre of mass\", skeleton.com().z, \"m\", \"> 0.8\")\n\n"
          "A skill is a class: start() when it begins, step() each control period; pre(), post(), expected() and\n"
          "priority let a supervisor choose: when the active skill's post() holds (done) or its expected() does not\n"
          "(failed), and while none is active, those whose pre() holds bid, and the highest priority acts. One that\n"
          "says reflex = True is asked at all times, and may interrupt. `rest`, which does nothing, acts where nobody\n"
          "bids. In a file of its own, `skeleton` is the character that it moves.\n",
          stream);
    for (int i = 0; i < n; i++) {
        kip_scene_vocabulary(i, &signature, &text, &section);
        if (strcmp(section, before) != 0)
            fprintf(stream, "\n%s\n", strcmp(section, "scene") == 0 ? "Functions" : "Of a character");
        before = section;
        fprintf(stream, "  %s\n      %s\n", signature, text);
    }
}

bool kip_help_print(const char *name, const KipCommand *const *command, int ncommand, FILE *stream)
{
    for (int i = 0; i < kip_ntopic; i++) {
        if (strcmp(kip_topics[i].name, name) == 0) {
            if (kip_topics[i].text)
                fputs(kip_topics[i].text, stream);
            else
                print_toolkit(stream);
            return true;
        }
    }
    for (int i = 0; i < ncommand; i++) {
        if (strcmp(command[i]->name, name) == 0) {
            kip_command_print_help(command[i], stream);
            return true;
        }
    }
    return false;
}

const char *kip_help_name(int i, const KipCommand *const *command, int ncommand, char name[64])
{
    const char *known = i < ncommand               ? command[i]->name
                        : i - ncommand < kip_ntopic ? kip_topics[i - ncommand].name
                                                    : NULL;
    return known ? strcpy(name, known) : NULL;
}
