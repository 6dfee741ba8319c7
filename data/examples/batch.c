/* Eight people in one batch, each pushed harder than the one before: which of them stand after two seconds?
 *
 *     cc batch.c $(pkg-config --cflags --libs kip) -o batch && ./batch $(pkg-config --variable=pkgdatadir kip)/models/skeleton37.xml
 *
 * In kip's own tree: cc -Isrc data/examples/batch.c build/libkip.a -lm -lpthread -ldl -o out/batch && out/batch data/models/skeleton37.xml
 */
#include <kip.h>

#include <stdio.h>

enum { N = 8 };

int main(int argc, char **argv)
{
    KipError error;
    KipModel *model = NULL;
    KipSim *sim[N] = {NULL};
    KipBatch *batch = NULL;
    const KipVec3 none = {0, 0, 0};
    KipStatus status = kip_mjcf_load(&model, argc > 1 ? argv[1] : "data/models/skeleton37.xml", NULL, &error);
    for (int i = 0; i < N && status == KIP_OK; i++) {
        if ((status = kip_sim_create(model, NULL, &sim[i], &error)) == KIP_OK)
            status = kip_sim_set_key(sim[i], kip_model_find_key(model, "stand"), &error);
        if (status == KIP_OK)
            status = kip_hold_gains(model, kip_sim_q(sim[i]), 0.001, NULL, kip_sim_drives(sim[i]), &error);
    }
    if (status == KIP_OK)
        status = kip_batch_create(sim, N, NULL, &batch, &error);
    for (int step = 0; step < 2000 && status == KIP_OK; step++) {
        for (int i = 0; i < N; i++) /* for a tenth of a second */
            kip_sim_set_external(sim[i], 1, step < 100 ? (KipVec3){-30.0 * i, 0, 0} : none, none, none);
        status = kip_batch_step(batch, NULL, &error);
    }
    for (int i = 0; i < N && status == KIP_OK; i++)
        printf("pushed by %g N s: %s\n", 3.0 * i, kip_sim_q(sim[i])[2] > 0.8 ? "stands" : "has fallen");
    if (status != KIP_OK)
        fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.message);
    kip_batch_destroy(batch);
    for (int i = 0; i < N; i++)
        kip_sim_destroy(sim[i]);
    kip_model_destroy(model);
    return status != KIP_OK;
}
