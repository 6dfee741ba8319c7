/* The constant part of a page's data: bodies, joints, geoms. */
#include <stdio.h>

#include "../../dynamics/quat.h"
#include "../formats/mjcf.h"
#include "../text/json.h"
#include "page_parts.h"

static void open_item(FILE *stream, int i, const char *name)
{
    fputs(i ? ",\n{\"name\":" : "\n{\"name\":", stream);
    kip_json_text(stream, name);
}

static void put_bodies(FILE *stream, const KipModel *model)
{
    fputs(",\n\"bodies\":[", stream);
    for (int i = 0; i < model->nbody; i++) {
        const KipBody *body = &model->body[i];
        open_item(stream, i, i ? body->name : "world");
        fprintf(stream, ",\"parent\":%d", body->parent);
        kip_page_vector(stream, "pos", body->pos);
        kip_page_quat(stream, "quat", body->quat);
        kip_page_value(stream, "mass", body->mass);
        kip_page_vector(stream, "com", body->com);
        fputc('}', stream);
    }
    fputc(']', stream);
}

static void put_joints(FILE *stream, const KipModel *model)
{
    fputs(",\n\"joints\":[", stream);
    for (int i = 0; i < model->njoint; i++) {
        const KipJoint *joint = &model->joint[i];
        open_item(stream, i, joint->name);
        fprintf(stream, ",\"body\":%d,\"type\":\"%s\"", joint->body, kip_mjcf_joint_type[joint->type]);
        kip_page_vector(stream, "pos", joint->pos);
        kip_page_vector(stream, "axis", joint->axis);
        kip_page_value(stream, "ref", joint->ref);
        fputc('}', stream);
    }
    fputc(']', stream);
}

static void put_geoms(FILE *stream, const KipModel *model)
{
    fputs(",\n\"geoms\":[", stream);
    for (int i = 0; i < model->ngeom; i++) {
        const KipGeom *geom = &model->geom[i];
        const double rgba[] = {geom->rgba[0], geom->rgba[1], geom->rgba[2], geom->rgba[3]};
        fprintf(stream, "%s\n{\"body\":%d,\"type\":\"%s\"", i ? "," : "", geom->body,
                kip_mjcf_geom_type[geom->type]);
        kip_page_numbers(stream, "size", geom->size, 3);
        kip_page_vector(stream, "pos", geom->pos);
        kip_page_quat(stream, "quat", geom->quat);
        kip_page_numbers(stream, "rgba", rgba, 4);
        fputc('}', stream);
    }
    fputc(']', stream);
}

void kip_page_model(const KipPage *page)
{
    put_bodies(page->stream, page->grid->model);
    put_joints(page->stream, page->grid->model);
    put_geoms(page->stream, page->grid->model);
}
