/* Swings: see _pure_swing.py. */
#include "_kernel.h"

#include <stdlib.h>

/* Cuts that need no memory of their own: those of a hull and most islands. */
#define HELD 514

/* Whether all corners, turned about the centre of a swing, lie at least so far along the normal of a side. */
static int beyond(const Swing *swing, const Corner *side, double limit, Polygon polygon, double c, double s)
{
    double cx = swing->cx, cy = swing->cy;
    for (int i = 0; i < polygon.count; i++) {
        double x = polygon.corners[i].x - cx, y = polygon.corners[i].y - cy;
        if (side->nx * (cx + (x * c - y * s)) + side->ny * (cy + (x * s + y * c)) < limit)
            return 0;
    }
    return 1;
}

static int deep_at(const Swing *swing, Polygon polygon, Polygon other, double c, double s)
{
    Corner corners[MOST_CORNERS];
    Polygon there = {corners, polygon.count};
    turned(polygon, corners, swing->cx, swing->cy, c, s);
    return polygons_overlap(there, other, swing->deep);
}

/* Angles of a turn at which the look of it may change, in room that grows. */
typedef struct {
    double first, last, *angles;
    size_t count;
} Cuts;

/* Notes where corners pass the line of a side moved in; `way` -1.0: it is the side that turns. */
static void passes(const Swing *swing, const Corner *side, Polygon polygon, double way, Cuts *cuts)
{
    double room = side->offset - swing->deep - (side->nx * swing->cx + side->ny * swing->cy);
    double towards = atan2(side->ny, side->nx);
    for (int i = 0; i < polygon.count; i++) {
        double dx = polygon.corners[i].x - swing->cx, dy = polygon.corners[i].y - swing->cy;
        double r = sqrt(dx * dx + dy * dy);
        if (r <= EPS || room >= r || room <= -r)
            continue;
        double start = towards - atan2(dy, dx), half = acos(room / r);
        const double both[] = {within(way * (start - half), cuts->first), within(way * (start + half), cuts->first)};
        for (int k = 0; k < 2; k++)
            if (both[k] < cuts->last)
                cuts->angles[cuts->count++] = both[k];
    }
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Whether it is too deep in the middle of any piece between two cuts; without memory for them it is taken to be. */
static int deep_between(const Swing *swing, Polygon polygon, Polygon other)
{
    double held[HELD], middle;
    size_t most = 4 * (size_t)polygon.count * (size_t)other.count + 2;
    Cuts found = {0.0, 0.0, most <= HELD ? held : malloc(most * sizeof(double)), 2}, *cuts = &found;
    int deep = cuts->angles == NULL;
    if (deep)
        return 1;
    stretch(swing->degrees, &cuts->first, &cuts->last);
    cuts->angles[0] = cuts->first;
    cuts->angles[1] = cuts->last;
    for (int i = 0; i < other.count; i++)
        passes(swing, &other.corners[i], polygon, 1.0, cuts);
    for (int i = 0; i < polygon.count; i++)
        passes(swing, &polygon.corners[i], other, -1.0, cuts);
    qsort(cuts->angles, cuts->count, sizeof(double), by_size);
    for (size_t i = 0; !deep && i + 1 < cuts->count; i++) {
        middle = 0.5 * (cuts->angles[i] + cuts->angles[i + 1]);
        deep = deep_at(swing, polygon, other, cos(middle), sin(middle));
    }
    if (cuts->angles != held)
        free(cuts->angles);
    return deep;
}

int swing_hits(const Swing *swing, Polygon polygon, const Shape *shape)
{
    Polygon other = polygon_of(shape);
    double c, s, widest = -INFINITY;
    const Corner *side = other.corners;
    for (int i = 0; i < other.count; i++) {
        const Corner *edge = &other.corners[i];
        double out = edge->nx * swing->cx + edge->ny * swing->cy - edge->offset;
        if (out > widest) {
            widest = out;
            side = edge;
        }
    }
    if (widest >= swing->reach - swing->deep)
        return 0;
    unit(swing->degrees, &c, &s);
    double limit = side->offset - swing->deep + bulge_of(swing->degrees) * swing->reach;
    if (beyond(swing, side, limit, polygon, 1.0, 0.0) && beyond(swing, side, limit, polygon, c, s))
        return 0;
    if (polygons_overlap(polygon, other, swing->deep) || deep_at(swing, polygon, other, c, s))
        return 1;
    return deep_between(swing, polygon, other);
}
