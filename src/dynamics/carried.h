/* The stiffness that explicit stages can carry. Internal.
 *
 * A force of damping C and stiffness K acts on some inertia. While h C + h^2 K is no more than a part of that inertia, the
 * force is explicit, which is more exact; beyond that it is evaluated a step ahead (integrate.c). The part depends on
 * the other forces on the same inertia. Stability alone would allow 2.7 of h C and 8 of h^2 K (stability.c).
 */
#ifndef KIP_DYNAMICS_CARRIED_H
#define KIP_DYNAMICS_CARRIED_H

/* A single body on the ground: no other force acts, and only an explicit contact keeps its restitution. It may touch at
 * several points, so that the bound is below 2.7. */
static const double carried_on_ground = 1.2;
/* A contact of two bodies that move, against their reduced mass, and a spring at a body: other bodies may bear on them. */
static const double carried_between = 0.5;
/* Contacts that are explicit in the first stage remain so in later ones up to this multiple of the two, which is about the
 * limit of stability. */
static const double outgrown = 8;
/* Of contacts between two that move, those above this part of the reduced mass are solved in rounds (contact.c). */
static const double carried_in_one_round = 4;
/* And those above these parts by conjugate gradients (contact_stack.c): of two single bodies, and of limbs, which are heavier in
 * their trees than they are alone. */
static const double carried_in_rounds = 10, limbs_in_rounds = 20;
/* The only axis of a tree: at a fifth of its inertia the explicit stage is as exact as the folded one. */
static const double carried_on_lone_axis = 0.2;
/* An axis of a tree with several. Its inertia is taken with the parent held; against a light parent several axes act as one,
 * two that are nearly in line have next to no inertia between them, and a tree with some axes carried and some folded is
 * less exact than one with all of them folded. */
static const double carried_on_axis = 0.005;

/* KIP_RK4 has explicit stages alone. A limb's contact is made no stiffer than these parts of the mass that the limb shows there,
 * h^2 K and h C, along the normal and across it: the shorter the step, the less is taken off. */
static const double carried_stiffness = 0.2, carried_damping = 1;

/* 1/kg, 1/(kg m^2): the mobility assumed for a body without mass. */
static const double most_mobility = 1e3;

#endif
