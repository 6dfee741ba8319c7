/* The bytes of a search by CMA-ES: what is taken goes on searching, within the bounds. */
#include "supervisor/cmaes.h"

#include "fuzz.h"

enum { N = 3, AFTER = 3 };
static const double start[N] = {0.5, 0.5, 0.5}, lo[N] = {0, 0, 0}, hi[N] = {1, 1, 1};

static void generation(KipCmaes *cmaes)
{
    size_t n = (size_t)kip_cmaes_max_population(cmaes);
    double *x = malloc(n * N * sizeof *x), *f = malloc(n * sizeof *f);
    kip_cmaes_ask(cmaes, x);
    for (int i = 0; i < kip_cmaes_population(cmaes); i++) {
        f[i] = 0;
        for (int k = 0; k < N; k++) {
            must(x[i * N + k] >= lo[k] && x[i * N + k] <= hi[k], "a point is out of bounds");
            f[i] += (x[i * N + k] - 0.3) * (x[i * N + k] - 0.3);
        }
    }
    kip_cmaes_tell(cmaes, f);
    free(x);
    free(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    KipCmaes *cmaes;
    KipCmaesDef def = kip_cmaes_def();
    KipError error;
    def.n = N, def.start = start, def.sigma = 0.3, def.lo = lo, def.hi = hi, def.restarts = 2;
    need(kip_cmaes_create(&def, &cmaes, &error), &error);
    for (int i = 0; i < AFTER; i++)
        generation(cmaes);
    size_t n = kip_cmaes_save_size(cmaes);
    unsigned char *bytes = calloc(1, n);
    kip_cmaes_save(cmaes, bytes);
    change_bytes(bytes, n, data, size);
    KipStatus status = kip_cmaes_load(cmaes, bytes, n, &error);
    must(status == KIP_OK || error.message[0], "a failure without its sentence");
    for (int i = 0; i < AFTER; i++)
        generation(cmaes);
    must(kip_cmaes_stop_name(kip_cmaes_stop(cmaes)) != NULL, "an end without its name");
    kip_cmaes_destroy(cmaes);
    free(bytes);
    return 0;
}
