/* Formulas: a notation that is readable as plain text and is converted to MathML. Internal.
 *
 *     k_s = m/lambda^2                   a slash between two terms is a fraction, without brackets around one of them
 *     M q'' + c = tau + J^T f            ' of a name are its primes; _ and ^ take one term, or {several}
 *     sum_{j<i} M_ij q''_j, sqrt(1 + 4 n), |x|, [p] [R c]
 *     a . b, v cross f, a <= b, a -> b   also >= != +-; names of Greek letters; "text in quotes" is literal */
#ifndef KIP_IO_EQ_FORMULA_H
#define KIP_IO_EQ_FORMULA_H

#include <stdio.h>

#include "catalogue.h"

/* Writes the formula as <math>, on a line of its own if `block`. */
void kip_formula_put(FILE *stream, KipSlice formula, bool block);

#endif
