/* kip run: warnings of what a scene's author rarely means: a start inside of scenery, a fall without end, and commands after
 * the end. */
#include <stdio.h>
#include <string.h>

#include "../../control/loads.h"
#include "run.h"

static const double too_deep = 0.08, far_below = -5; /* m */

/* The deepest contact of what moves with what stands still; NULL: there is none. */
static const KipContact *deepest(const KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    const KipContact *contact, *most = NULL;
    const int n = kip_sim_contacts(sim, &contact);
    for (int i = 0; i < n; i++) {
        const bool moves[2] = {kip_body_moves(model, model->geom[contact[i].geom1].body),
                               kip_body_moves(model, model->geom[contact[i].geom2].body)};
        if (moves[0] != moves[1] && (!most || contact[i].depth > most->depth))
            most = contact + i;
    }
    return most;
}

void kip_run_warn_of_start(FILE *stream, const KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    const KipContact *contact = deepest(sim);
    if (!contact || contact->depth < too_deep)
        return;
    const bool first = kip_body_moves(model, model->geom[contact->geom1].body);
    const KipGeom *thing = model->geom + (first ? contact->geom1 : contact->geom2),
                  *scenery = model->geom + (first ? contact->geom2 : contact->geom1);
    fprintf(
        stream,
        "kip: warning: %s begins %.2f m deep in %s, which throws it out; place one of them elsewhere (at=), or begin "
        "in another pose (key=)\n",
        model->body[thing->body].name, contact->depth, *scenery->name ? scenery->name : "the ground");
}

void kip_run_warn_of_fall(FILE *stream, const KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    const KipDynamics *d = kip_sim_dynamics(sim);
    int lowest = 0;
    double z = far_below;
    for (int g = 0; g < model->ngeom; g++)
        if (!kip_body_moves(model, model->geom[g].body))
            return;
    for (int b = 1; b < model->nbody; b++) {
        const double height = kip_point_position(d, b, model->body[b].com).z;
        if (kip_sim_is_present(sim, b) && height < z)
            lowest = b, z = height;
    }
    if (lowest > 0)
        fprintf(
            stream,
            "kip: warning: %s has fallen to a height of %.0f m: there is no ground; addGround() makes one\n",
            model->body[lowest].name, z);
}

void kip_run_warn_of_end(FILE *stream, const KipScene *scene)
{
    for (const char *line = NULL; (line = kip_scene_next_waiting(scene, line));)
        fprintf(stream, "kip: warning: \"%.*s\" was not done: the run ended before\n",
                (int)strcspn(line, "\n"), line);
}
