/* Overlaps and distances: see _pure_contact.py. And finding the shapes in a box, which sight and drives begin with. */
#include "_kernel.h"

#include <stdlib.h>

int gather(Nearby *near, const Scene *scene, const Box *box, long skip_a, long skip_b)
{
    size_t most = (size_t)((const double *)scene->end - (const double *)scene->first) / HEAD;
    near->count = 0;
    near->items = most <= NEAR_HELD ? near->held : malloc(most * sizeof(Near));
    if (near->items == NULL)
        return -1;
    EACH_SHAPE(scene, shape, number)
    {
        near->items[near->count].shape = shape;
        near->items[near->count].number = number;
        near->count += meets_box(shape, box) & (number != skip_a) & (number != skip_b);
    }
    return 0;
}

void let_go(Nearby *near)
{
    if (near->items != near->held)
        free(near->items);
}

double separation(Polygon polygon, Polygon other)
{
    double widest = -INFINITY;
    for (int i = 0; i < polygon.count; i++) {
        const Corner *edge = &polygon.corners[i];
        double nearest = INFINITY;
        for (int k = 0; k < other.count; k++) {
            double out = edge->nx * other.corners[k].x + edge->ny * other.corners[k].y;
            if (out < nearest)
                nearest = out;
        }
        if (nearest - edge->offset > widest)
            widest = nearest - edge->offset;
    }
    return widest;
}

static int apart(Polygon polygon, Polygon other, double deep)
{
    for (int i = 0; i < polygon.count; i++) {
        const Corner *edge = &polygon.corners[i];
        double limit = edge->offset - deep;
        int k = 0;
        while (k < other.count && edge->nx * other.corners[k].x + edge->ny * other.corners[k].y >= limit)
            k++;
        if (k == other.count)
            return 1;
    }
    return 0;
}

/* The part of a convex outline where cx * x + cy * y + c0 is not negative; gives back its number of corners. */
static int clip(const Point *rows, int count, Point *kept, double cx, double cy, double c0)
{
    int found = 0;
    Point last = rows[count - 1];
    double before = cx * last.x + cy * last.y + c0;
    for (int i = 0; i < count; i++) {
        Point point = rows[i];
        double here = cx * point.x + cy * point.y + c0;
        if ((here < 0.0) != (before < 0.0)) {
            double t = before / (before - here);
            kept[found].x = last.x + t * (point.x - last.x);
            kept[found].y = last.y + t * (point.y - last.y);
            found++;
        }
        if (here >= 0.0)
            kept[found++] = point;
        last = point;
        before = here;
    }
    return found;
}

static double shared_area(Polygon a, Polygon b)
{
    /* A line cuts a convex outline at most twice, so this has room even if rounding makes more of it. */
    Point first[4 * MOST_CORNERS], second[4 * MOST_CORNERS];
    Point *rows = first, *kept = second;
    int count = a.count;
    for (int i = 0; i < count; i++) {
        rows[i].x = a.corners[i].x;
        rows[i].y = a.corners[i].y;
    }
    for (int i = 0; i < b.count; i++) {
        const Corner *edge = &b.corners[i];
        count = clip(rows, count, kept, -edge->nx, -edge->ny, edge->offset);
        if (count < 3 || count > 5 * MOST_CORNERS / 2)
            return 0.0;
        Point *swap = rows;
        rows = kept;
        kept = swap;
    }
    double twice = 0.0;
    for (int i = 1; i + 1 < count; i++)
        twice += (rows[i].x - rows[0].x) * (rows[i + 1].y - rows[0].y) -
                 (rows[i].y - rows[0].y) * (rows[i + 1].x - rows[0].x);
    return 0.5 * twice;
}

int polygons_overlap(Polygon a, Polygon b, double deep)
{
    return !apart(a, b, deep) && !apart(b, a, deep) && shared_area(a, b) > EPS;
}

static double disc_and_triangle(double r, double ax, double ay, double bx, double by)
{
    double dx = bx - ax, dy = by - ay;
    double d2 = dx * dx + dy * dy;
    double along = ax * dx + ay * dy;
    double cut = along * along - d2 * (ax * ax + ay * ay - r * r);
    if (cut <= 0.0)
        return 0.5 * r * r * atan2(ax * by - ay * bx, ax * bx + ay * by);
    double root = sqrt(cut);
    double t0 = (-along - root) / d2, t1 = (-along + root) / d2;
    if (t1 <= 0.0 || t0 >= 1.0)
        return 0.5 * r * r * atan2(ax * by - ay * bx, ax * bx + ay * by);
    double px = ax, py = ay, qx = bx, qy = by, total = 0.0;
    if (t0 > 0.0) {
        px = ax + t0 * dx;
        py = ay + t0 * dy;
        total += r * r * atan2(ax * py - ay * px, ax * px + ay * py);
    }
    if (t1 < 1.0) {
        qx = ax + t1 * dx;
        qy = ay + t1 * dy;
        total += r * r * atan2(qx * by - qy * bx, qx * bx + qy * by);
    }
    return 0.5 * (total + (px * qy - py * qx));
}

static double disc_area(double x, double y, double r, Polygon polygon)
{
    double total = 0.0;
    double ax = polygon.corners[polygon.count - 1].x - x, ay = polygon.corners[polygon.count - 1].y - y;
    for (int i = 0; i < polygon.count; i++) {
        double bx = polygon.corners[i].x - x, by = polygon.corners[i].y - y;
        total += disc_and_triangle(r, ax, ay, bx, by);
        ax = bx;
        ay = by;
    }
    return total;
}

int disc_overlaps_polygon(double x, double y, double r, Polygon polygon, double deep)
{
    return r - point_to_polygon(polygon, x, y) > deep && disc_area(x, y, r, polygon) > EPS;
}

static double cosine(double value)
{
    return value < -1.0 ? -1.0 : value > 1.0 ? 1.0 : value;
}

int discs_overlap(double x, double y, double r, const Shape *other, double deep)
{
    double dx = other->x - x, dy = other->y - y, s = other->radius;
    double d2 = dx * dx + dy * dy;
    double d = sqrt(d2);
    if (r + s - d <= deep)
        return 0;
    if (d <= (r > s ? r - s : s - r)) {
        double small = r < s ? r : s;
        return PI * small * small > EPS;
    }
    double at = (d2 + r * r - s * s) / (2.0 * d);
    double angle_a = acos(cosine(at / r)), angle_b = acos(cosine((d - at) / s));
    double h2 = r * r - at * at;
    return r * r * angle_a + s * s * angle_b - d * (h2 > 0.0 ? sqrt(h2) : 0.0) > EPS;
}

static int shapes_overlap(const Shape *a, const Shape *b, double deep)
{
    if (a->radius != 0.0) {
        if (b->radius != 0.0)
            return discs_overlap(a->x, a->y, a->radius, b, deep);
        return disc_overlaps_polygon(a->x, a->y, a->radius, polygon_of(b), deep);
    }
    if (b->radius != 0.0)
        return disc_overlaps_polygon(b->x, b->y, b->radius, polygon_of(a), deep);
    return polygons_overlap(polygon_of(a), polygon_of(b), deep);
}

/* Whether more of a shape than contact lies beyond a border, given by its outward normal and its offset. */
static int beyond(const Shape *shape, double nx, double ny, double offset)
{
    if (shape->radius != 0.0) {
        double r = shape->radius, off = offset - (nx * shape->x + ny * shape->y);
        if (off <= -r)
            return PI * r * r > EPS;
        double h2 = r * r - off * off;
        return r * r * acos(cosine(off / r)) - off * (h2 > 0.0 ? sqrt(h2) : 0.0) > EPS;
    }
    Point rows[MOST_CORNERS], kept[2 * MOST_CORNERS];
    int count = (int)shape->count;
    for (int i = 0; i < count; i++) {
        rows[i].x = shape->corners[i].x;
        rows[i].y = shape->corners[i].y;
    }
    count = clip(rows, count, kept, nx, ny, -offset);
    double twice = 0.0;
    for (int i = 1; i + 1 < count; i++)
        twice += (kept[i].x - kept[0].x) * (kept[i + 1].y - kept[0].y) -
                 (kept[i].y - kept[0].y) * (kept[i + 1].x - kept[0].x);
    return count >= 3 && 0.5 * twice > EPS;
}

int clear(const Scene *scene, const Box *box, long skip)
{
    const Box *edge = &scene->border;
    if (box->x0 < edge->x0 || box->y0 < edge->y0 || box->x1 > edge->x1 || box->y1 > edge->y1)
        return 0;
    EACH_SHAPE(scene, other, number)
    {
        if (meets_box(other, box) && number != skip)
            return 0;
    }
    return 1;
}

long overlapped(const Scene *scene, const Shape *shape, long skip, double touch)
{
    double deep = touch + CONTACT;
    Box box = {shape->x0, shape->y0, shape->x1, shape->y1};
    EACH_SHAPE(scene, other, number)
    {
        if (meets_box(other, &box) && number != skip && shapes_overlap(shape, other, deep))
            return number;
    }
    const Box *edge = &scene->border;
    if ((edge->x0 - box.x0 > deep && beyond(shape, -1.0, 0.0, -edge->x0)) ||
        (edge->y0 - box.y0 > deep && beyond(shape, 0.0, -1.0, -edge->y0)) ||
        (box.x1 - edge->x1 > deep && beyond(shape, 1.0, 0.0, edge->x1)) ||
        (box.y1 - edge->y1 > deep && beyond(shape, 0.0, 1.0, edge->y1)))
        return -2;
    return -1;
}

double point_to_polygon(Polygon polygon, double x, double y)
{
    double nearest = INFINITY;
    for (int i = 0; i < polygon.count; i++) {
        const Corner *from = &polygon.corners[i];
        double out = from->nx * x + from->ny * y - from->offset;
        if (out <= 0.0)
            continue;
        const Corner *to = &polygon.corners[i + 1 < polygon.count ? i + 1 : 0];
        if (from->ny * (x - from->x) - from->nx * (y - from->y) > 0.0)
            out = sqrt((x - from->x) * (x - from->x) + (y - from->y) * (y - from->y));
        else if (from->ny * (x - to->x) - from->nx * (y - to->y) < 0.0)
            out = sqrt((x - to->x) * (x - to->x) + (y - to->y) * (y - to->y));
        if (out < nearest)
            nearest = out;
    }
    return nearest == INFINITY ? 0.0 : nearest;
}

double point_distance(const Shape *shape, double x, double y)
{
    if (shape->radius != 0.0) {
        double dx = x - shape->x, dy = y - shape->y;
        double away = sqrt(dx * dx + dy * dy) - shape->radius;
        return away > 0.0 ? away : 0.0;
    }
    return point_to_polygon(polygon_of(shape), x, y);
}

static double corners_to_polygon(Polygon a, Polygon b, double nearest)
{
    for (int i = 0; i < a.count; i++) {
        double away = point_to_polygon(b, a.corners[i].x, a.corners[i].y);
        if (away < nearest)
            nearest = away;
    }
    return nearest;
}

double shape_distance(const Shape *a, const Shape *b)
{
    double away;
    if (a->radius != 0.0) {
        away = point_distance(b, a->x, a->y) - a->radius;
        return away > 0.0 ? away : 0.0;
    }
    Polygon first = polygon_of(a), second = polygon_of(b);
    if (b->radius != 0.0) {
        away = point_to_polygon(first, b->x, b->y) - b->radius;
        return away > 0.0 ? away : 0.0;
    }
    if (separation(first, second) <= 0.0 && separation(second, first) <= 0.0)
        return 0.0;
    return corners_to_polygon(second, first, corners_to_polygon(first, second, INFINITY));
}
