/* kip run: warnings of what a scene's author rarely means: a start inside of scenery, things that press others flat, a fall without
 * end, and commands after the end. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../control/loads.h"
#include "run.h"

static const double too_deep = 0.08, far_below = -5; /* m */
static const double flattened = 0.5;                 /* of its half width: depth of what lies on it */
static const double uneven = 10;                     /* a ratio of masses */
static const double longest_step = 0.005;            /* s: for which contacts are made */

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

/* Half the least width of a geom. */
static double thin_of(const KipGeom *geom)
{
    const double *s = geom->size, least = fmin(s[0], s[1]);
    if (geom->type == KIP_GEOM_SPHERE || geom->type == KIP_GEOM_CAPSULE)
        return s[0];
    return geom->type == KIP_GEOM_CYLINDER ? least : fmin(least, s[2]);
}

/* Whether a body moves, and is all of its thing. */
static bool is_lone(const KipModel *model, int body)
{
    for (int b = body + 1; b < model->nbody; b++)
        if (model->body[b].parent == body)
            return false;
    return kip_body_moves(model, body) && model->body[body].parent == 0;
}

bool kip_run_warn_of_load(FILE *stream, const KipProgress *progress, const KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    const double step = kip_sim_timestep(sim);
    const KipContact *contact;
    const int n = kip_sim_contacts(sim, &contact);
    for (int i = 0; i < n; i++) {
        const KipGeom *a = model->geom + contact[i].geom1, *b = model->geom + contact[i].geom2;
        if (contact[i].depth < flattened * fmin(thin_of(a), thin_of(b)) || !is_lone(model, a->body) ||
            !is_lone(model, b->body))
            continue;
        const double mass_a = model->body[a->body].mass, mass_b = model->body[b->body].mass;
        const bool upper = mass_b > mass_a;
        const double heavy = upper ? mass_b : mass_a, light = upper ? mass_a : mass_b;
        const bool loaded = heavy > uneven * light;
        if (!loaded && step <= longest_step)
            continue;
        kip_progress_clear(progress);
        fprintf(
            stream,
            "kip: warning: at %.3f s %s (%.3g kg) is %.2g m deep in %s (%.3g kg), which may throw it out: ",
            kip_sim_time(sim), model->body[upper ? b->body : a->body].name, heavy, contact[i].depth,
            model->body[upper ? a->body : b->body].name, light);
        if (step > longest_step)
            fprintf(stream, "a step of %g s is too long for contacts, try --dt %g or less\n", step,
                    longest_step);
        else
            fprintf(stream,
                    "a contact is as stiff as the lighter one's weight asks for; give them masses that are "
                    "more alike (mass=), or make the lighter one thicker\n");
        return true;
    }
    return false;
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
