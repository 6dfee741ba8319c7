/* kip reproduce --figures: figures and recordings of a paper's experiments, in a folder with an index.html.
 *
 *     kip_figures_open("out/figures", "otb", &figures, &error);
 *     for each experiment:
 *         kip_figures_begin(figures, "swing", &error);
 *         kip_figures_measured(figures, &measure);                  // for each measurement
 *         kip_figures_place(figures, "swing.svg", path, &error);
 *         ... the file is written to the path ...
 *         kip_figures_add(figures, path, "A title", &error);
 *         kip_figures_end(figures, "Figures 1 and 2: an arm swings", NULL);
 *     kip_figures_close(figures, true, &error); */
#ifndef KIP_IO_CLI_REPRODUCE_FIGURES_H
#define KIP_IO_CLI_REPRODUCE_FIGURES_H

#include "../scene/scene.h"

enum { KIP_FIGURE_PATH = 1024 };

typedef struct KipFigures KipFigures;

/* Makes the folder DIR/PAPER, in which the index appears at closing. */
KipStatus kip_figures_open(const char *dir, const char *paper, KipFigures **figures, KipError *error);
/* Begins an experiment; its name must be valid until closing. */
KipStatus kip_figures_begin(KipFigures *figures, const char *experiment, KipError *error);
void kip_figures_measured(KipFigures *figures, const KipMeasure *measure);
/* The path of a file that an experiment calls `name`; makes its folders. KIP_BAD_USE where another experiment or the index
 * has that name. */
KipStatus kip_figures_place(const KipFigures *figures, const char *name, char path[KIP_FIGURE_PATH],
                            KipError *error);
/* Adds a file that was written: a picture (.svg) is shown, others are linked. */
KipStatus kip_figures_add(KipFigures *figures, const char *path, const char *title, KipError *error);
/* Ends an experiment with its description, in lines, and its error, or NULL. Returns false where there was no memory for
 * its table. */
bool kip_figures_end(KipFigures *figures, const char *about, const char *broken);
int kip_figures_count(const KipFigures *figures);
/* Writes the index, unless it is incomplete, and frees all. */
KipStatus kip_figures_close(KipFigures *figures, bool whole, KipError *error);

#endif
