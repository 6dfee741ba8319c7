/* A support vector machine as text, a line for each thing said, in this order; # begins a comment:
 *
 *     svm 1                  # the format's version
 *     kernel rbf 0.5         # exp(-0.5 |u - v|^2), or: kernel linear
 *     C 10 20                # of examples of +1, of -1
 *     margin 0.25            # f must exceed it
 *     bias -0.125
 *     feature 0.1 2          # mean and scale, for each feature: z = (x - mean) / scale
 *     feature 0 1
 *     vector 1.5 0.3 -0.7    # coefficient alpha y, then the standardised features, for each support vector
 *     vector -1.5 -0.3 0.7
 *     end
 *
 * What the numbers mean is in supervisor/svm.h. They have 17 digits and come back as the same bits. Lines end
 * with LF or CRLF; nothing but comments may stand after `end`.
 */
#ifndef KIP_IO_FORMATS_SVM_FILE_H
#define KIP_IO_FORMATS_SVM_FILE_H

#include <stdio.h>

#include "../../supervisor/svm.h"

/* Reads a file ("-" is stdin); the error has file, line and column. The caller destroys the machine. */
KipStatus kip_svm_file_read(const char *path, const KipAllocator *allocator, KipSvm **svm, KipError *error);
/* The same from memory; messages call it `name`. */
KipStatus kip_svm_file_parse(const char *text, size_t size, const char *name, const KipAllocator *allocator,
                             KipSvm **svm, KipError *error);

/* Writes a machine; one that was read from a file written by this is written as the same bytes. The caller checks the
 * stream. */
void kip_svm_file_write(FILE *stream, const KipSvm *svm);

#endif
