/* Columns of an upright target behind bodies that stand on the ground: _pure_silhouette.py and `passage` in solids.py. */
#include "_kernel.h"

/* Which part of the way along a vector is inside a disc; 0 if none is. */
static int through_disc(const Shape *shape, double ex, double ey, double dx, double dy, Span *cut)
{
    double x = shape->x - ex, y = shape->y - ey, r = shape->radius - EPS;
    double room = r * r - (x * x + y * y), d2 = dx * dx + dy * dy;
    if (d2 == 0.0) {
        cut->low = 0.0;
        cut->high = 1.0;
        return room > 0.0;
    }
    double along = x * dx + y * dy, square = along * along + d2 * room;
    if (square <= 0.0)
        return 0;
    double half = sqrt(square);
    double enters = (along - half) / d2, leaves = (along + half) / d2;
    cut->low = enters > 0.0 ? enters : 0.0;
    cut->high = leaves < 1.0 ? leaves : 1.0;
    return cut->low < cut->high;
}

/* Which part of the way from a point along a vector is inside a shape; 0 if none is. */
static int passage(const Shape *shape, double x, double y, double dx, double dy, Span *cut)
{
    double enters = 0.0, leaves = 1.0;
    int count = (int)shape->count;
    for (int i = 0; i < count; i++) {
        const Corner *side = &shape->corners[i];
        double out = side->nx * x + side->ny * y - side->offset + EPS, rate = side->nx * dx + side->ny * dy;
        if (rate == 0.0) {
            if (out >= 0.0)
                return 0;
            continue;
        }
        double at = -out / rate;
        if (rate < 0.0) {
            if (at > enters)
                enters = at;
        } else if (at < leaves)
            leaves = at;
        if (enters >= leaves)
            return 0;
    }
    cut->low = enters;
    cut->high = leaves;
    return shape->radius != 0.0 ? through_disc(shape, x, y, dx, dy, cut) : 1;
}

/* The greatest height at the target that a line from the eye reaches only through a body of this height. */
static double hides_up_to(double eye, double top, const Span *cut)
{
    double far = eye + (top - eye) / cut->high;
    if (cut->low == 0.0)
        return eye <= top ? INFINITY : far;
    double near = eye + (top - eye) / cut->low;
    return far > near ? far : near;
}

void hidden_rows(const double eye[3], const Panel *target, const Prism *bodies, size_t count, long *rows)
{
    double half = target->width / 2, dx = target->x - eye[0], dy = target->y - eye[1];
    double left = target->x - half, low = target->y - half, right = target->x + half, high = target->y + half;
    Box box = {left < eye[0] ? left : eye[0], low < eye[1] ? low : eye[1], right > eye[0] ? right : eye[0],
               high > eye[1] ? high : eye[1]};
    for (long column = 0; column < target->count; column++) {
        double aside = half - ((double)column + 0.5) * target->width / (double)target->count;
        double tx = dx + target->lx * aside, ty = dy + target->ly * aside, tallest = -INFINITY;
        Span cut;
        for (size_t i = 0; i < count; i++)
            if (meets_box(bodies[i].shape, &box) && passage(bodies[i].shape, eye[0], eye[1], tx, ty, &cut)) {
                double up_to = hides_up_to(eye[2], bodies[i].height - EPS, &cut);
                tallest = up_to > tallest ? up_to : tallest;
            }
        rows[column] = 0;
        while (rows[column] < target->count && target->heights[rows[column]] <= tallest)
            rows[column]++;
    }
}
