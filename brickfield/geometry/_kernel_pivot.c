/* Turns: see _pure_pivot.py. */
#include "_kernel.h"

#define MOST_CUTS (2 * MOST_CORNERS + 2)

void stretch(double degrees, double *first, double *last)
{
    double angle = degrees * DEGREE;
    if (angle < 0.0) {
        *first = angle > -TAU ? angle : -TAU;
        *last = 0.0;
    } else {
        *first = 0.0;
        *last = angle < TAU ? angle : TAU;
    }
}

double bulge_of(double degrees)
{
    return -180.0 <= degrees && degrees <= 180.0 ? 1.0 - cos(0.5 * degrees * DEGREE) : 2.0;
}

double within(double angle, double first)
{
    while (angle < first)
        angle += TAU;
    while (angle >= first + TAU)
        angle -= TAU;
    return angle;
}

static int all_beyond(const Corner *side, double limit, const Corner *points, int count)
{
    for (int i = 0; i < count; i++)
        if (side->nx * points[i].x + side->ny * points[i].y < limit)
            return 0;
    return 1;
}

/* A polygon turned about a point by an angle given by its cosine and sine. */
void turned(Polygon polygon, Corner *corners, double cx, double cy, double c, double s)
{
    for (int i = 0; i < polygon.count; i++) {
        Corner from = polygon.corners[i];
        double mx = from.nx * c - from.ny * s, my = from.nx * s + from.ny * c;
        corners[i].x = cx + ((from.x - cx) * c - (from.y - cy) * s);
        corners[i].y = cy + ((from.x - cx) * s + (from.y - cy) * c);
        corners[i].nx = mx;
        corners[i].ny = my;
        corners[i].offset = from.offset - (from.nx * cx + from.ny * cy) + (mx * cx + my * cy);
    }
}

static int overlaps_at(Polygon polygon, Polygon other, double cx, double cy, double angle)
{
    Corner corners[MOST_CORNERS];
    Polygon there = {corners, polygon.count};
    turned(polygon, corners, cx, cy, cos(angle), sin(angle));
    return polygons_overlap(there, other, CONTACT);
}

static int sort_cuts(double *cuts, int count, double last)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        double cut = cuts[i];
        if (!(cut <= last))
            continue;
        int at = kept++;
        for (; at > 0 && cuts[at - 1] > cut; at--)
            cuts[at] = cuts[at - 1];
        cuts[at] = cut;
    }
    return kept;
}

static int inside_at(double r, double angle, Polygon polygon, const double *rooms)
{
    double x = r * cos(angle), y = r * sin(angle);
    for (int i = 0; i < polygon.count; i++)
        if (polygon.corners[i].nx * x + polygon.corners[i].ny * y >= rooms[i])
            return 0;
    return 1;
}

/* The two polygons of a turn and its centre; for an arc seen from the turning one, angles count backwards. */
typedef struct {
    Polygon mover, other;
    double cx, cy, bulge;
    int backwards;
} Turn;

/* Whether the polygons overlap while a point on its arc is inside the other one: at the middle or the deepest. */
static int arc_hits(const Turn *turn, double x, double y, double end_x, double end_y, double first, double last)
{
    Polygon polygon = turn->backwards ? turn->mover : turn->other;
    double rooms[MOST_CORNERS], cuts[MOST_CUTS] = {first, last}, deepest[MOST_CORNERS];
    double r = sqrt(x * x + y * y);
    if (r <= EPS)
        return 0;
    for (int i = 0; i < polygon.count; i++) {
        Corner edge = polygon.corners[i];
        double room = edge.offset - (edge.nx * turn->cx + edge.ny * turn->cy), limit = room + turn->bulge * r;
        if (room <= -r || (edge.nx * x + edge.ny * y >= limit && edge.nx * end_x + edge.ny * end_y >= limit))
            return 0;
        rooms[i] = room;
    }
    double start = atan2(y, x);
    int count = 2, depths = 0;
    for (int i = 0; i < polygon.count; i++) {
        if (rooms[i] >= r)
            continue;
        double towards = atan2(polygon.corners[i].ny, polygon.corners[i].nx) - start;
        double swing = acos(rooms[i] / r);
        cuts[count++] = within(towards - swing, first);
        cuts[count++] = within(towards + swing, first);
        deepest[depths++] = within(towards + PI, first);
    }
    count = sort_cuts(cuts, count, last);
    double sign = turn->backwards ? -1.0 : 1.0;
    for (int i = 0; i + 1 < count; i++) {
        double low = cuts[i], high = cuts[i + 1], middle = 0.5 * (low + high);
        if (!inside_at(r, start + middle, polygon, rooms))
            continue;
        if (overlaps_at(turn->mover, turn->other, turn->cx, turn->cy, sign * middle))
            return 1;
        for (int k = 0; k < depths; k++)
            if (low < deepest[k] && deepest[k] < high &&
                overlaps_at(turn->mover, turn->other, turn->cx, turn->cy, sign * deepest[k]))
                return 1;
    }
    return 0;
}

static int disc_passes_polygon(double x, double y, double radius, Polygon polygon, double cx, double cy, double degrees,
                               double deep)
{
    double c, s, first, last;
    unit(degrees, &c, &s);
    x -= cx;
    y -= cy;
    if (disc_overlaps_polygon(cx + x, cy + y, radius, polygon, deep) ||
        disc_overlaps_polygon(cx + (x * c - y * s), cy + (x * s + y * c), radius, polygon, deep))
        return 1;
    double r = sqrt(x * x + y * y);
    if (r <= EPS)
        return 0;
    stretch(degrees, &first, &last);
    double start = atan2(y, x), cuts[MOST_CUTS] = {first, last}, angles[3 * MOST_CORNERS + MOST_CUTS];
    int count = 2, found = 0;
    for (int i = 0; i < polygon.count; i++)
        angles[found++] = within(atan2(polygon.corners[i].y - cy, polygon.corners[i].x - cx) - start, first);
    for (int i = 0; i < polygon.count; i++) {
        Corner edge = polygon.corners[i];
        double room = edge.offset - (edge.nx * cx + edge.ny * cy), towards = atan2(edge.ny, edge.nx) - start;
        angles[found++] = within(towards, first);
        angles[found++] = within(towards + PI, first);
        if (-r < room && room < r) {
            double swing = acos(room / r);
            cuts[count++] = within(towards - swing, first);
            cuts[count++] = within(towards + swing, first);
        }
    }
    count = sort_cuts(cuts, count, last);
    for (int i = 0; i + 1 < count; i++)
        angles[found++] = 0.5 * (cuts[i] + cuts[i + 1]);
    for (int i = 0; i < found; i++)
        if (angles[i] < last && disc_overlaps_polygon(cx + r * cos(start + angles[i]), cy + r * sin(start + angles[i]),
                                                      radius, polygon, deep))
            return 1;
    return 0;
}

static int disc_passes_disc(const Shape *shape, const Shape *other, double cx, double cy, double degrees, double deep)
{
    double c, s, first, last, x = shape->x - cx, y = shape->y - cy, radius = shape->radius;
    unit(degrees, &c, &s);
    if (discs_overlap(shape->x, shape->y, radius, other, deep) ||
        discs_overlap(cx + (x * c - y * s), cy + (x * s + y * c), radius, other, deep))
        return 1;
    double r = sqrt(x * x + y * y);
    if (r <= EPS)
        return 0;
    stretch(degrees, &first, &last);
    double start = atan2(y, x);
    double angle = within(atan2(other->y - cy, other->x - cx) - start, first);
    if (angle >= last)
        return 0;
    return discs_overlap(cx + r * cos(start + angle), cy + r * sin(start + angle), radius, other, deep);
}

int polygon_turn_hits(Polygon polygon, const Shape *other, double cx, double cy, double reach, double degrees, double deep)
{
    if (other->radius != 0.0)
        return disc_passes_polygon(other->x, other->y, other->radius, polygon, cx, cy, -degrees, deep);
    Turn turn = {polygon, polygon_of(other), cx, cy, 2.0, 0};
    double c, s, first, last, widest = -INFINITY;
    const Corner *side = other->corners;
    for (int i = 0; i < turn.other.count; i++) {
        const Corner *edge = &other->corners[i];
        double out = edge->nx * cx + edge->ny * cy - edge->offset;
        if (out > widest) {
            widest = out;
            side = edge;
        }
    }
    if (widest >= reach - EPS)
        return 0;
    unit(degrees, &c, &s);
    turn.bulge = bulge_of(degrees);
    Corner corners[MOST_CORNERS];
    Polygon there = {corners, polygon.count};
    turned(polygon, corners, cx, cy, c, s);
    double limit = side->offset - EPS + turn.bulge * reach;
    if (all_beyond(side, limit, polygon.corners, polygon.count) && all_beyond(side, limit, corners, polygon.count))
        return 0;
    if (polygons_overlap(there, turn.other, CONTACT) || polygons_overlap(polygon, turn.other, CONTACT))
        return 1;
    stretch(degrees, &first, &last);
    for (int i = 0; i < polygon.count; i++)
        if (arc_hits(&turn, polygon.corners[i].x - cx, polygon.corners[i].y - cy, corners[i].x - cx, corners[i].y - cy,
                     first, last))
            return 1;
    turn.backwards = 1;
    for (int i = 0; i < turn.other.count; i++) {
        double x = other->corners[i].x - cx, y = other->corners[i].y - cy;
        if (x * x + y * y >= reach * reach)
            continue;
        if (arc_hits(&turn, x, y, x * c + y * s, y * c - x * s, -last, -first))
            return 1;
    }
    return 0;
}

/* Whether a corner reaches over one border: its direction, its room, and the corner's reach that way at both ends. */
static int over_border(double towards, double room, double here, double there, double r, double start, double first,
                       double last, double radius, double slack)
{
    double out = here > there ? here : there;
    if (r > out && within(towards - start, first) < last)
        out = r;
    return out + radius > room + slack;
}

static int corner_leaves(const Box *bounds, double x, double y, double radius, double cx, double cy, double degrees,
                         double touch)
{
    double c, s, first, last, slack = touch != 0.0 ? touch + CONTACT : EPS;
    unit(degrees, &c, &s);
    stretch(degrees, &first, &last);
    x -= cx;
    y -= cy;
    double r = sqrt(x * x + y * y), ex = x * c - y * s, ey = x * s + y * c, start = atan2(y, x);
    return over_border(0.0, bounds->x1 - cx, x, ex, r, start, first, last, radius, slack) ||
           over_border(0.5 * PI, bounds->y1 - cy, y, ey, r, start, first, last, radius, slack) ||
           over_border(PI, cx - bounds->x0, -x, -ex, r, start, first, last, radius, slack) ||
           over_border(-0.5 * PI, cy - bounds->y0, -y, -ey, r, start, first, last, radius, slack);
}

int turn_leaves(const Box *bounds, Polygon polygon, double cx, double cy, double degrees, double touch)
{
    for (int i = 0; i < polygon.count; i++)
        if (corner_leaves(bounds, polygon.corners[i].x, polygon.corners[i].y, 0.0, cx, cy, degrees, touch))
            return 1;
    return 0;
}

/* Whether a turning shape overlaps another that stands still: turn_hits() in _pure_pivot.py. */
static int turn_hits(const Swing *swing, const Shape *shape, const Shape *other, double touch)
{
    double cx = swing->cx, cy = swing->cy, degrees = swing->degrees, deep = swing->deep;
    if (shape->radius == 0.0 && touch != 0.0 && other->radius == 0.0)
        return swing_hits(swing, polygon_of(shape), other);
    if (shape->radius == 0.0)
        return polygon_turn_hits(polygon_of(shape), other, cx, cy, swing->reach, degrees, deep);
    if (other->radius != 0.0)
        return disc_passes_disc(shape, other, cx, cy, degrees, deep);
    return disc_passes_polygon(shape->x, shape->y, shape->radius, polygon_of(other), cx, cy, degrees, deep);
}

long pivot(const Scene *scene, const Shape *shape, double cx, double cy, double degrees, long skip, double touch)
{
    double reach = 0.0;
    for (int i = 0; i < (int)shape->count; i++) {
        double x = shape->corners[i].x, y = shape->corners[i].y;
        double d2 = (x - cx) * (x - cx) + (y - cy) * (y - cy);
        if (d2 > reach)
            reach = d2;
    }
    if (shape->radius != 0.0)
        reach = (shape->x - cx) * (shape->x - cx) + (shape->y - cy) * (shape->y - cy);
    reach = sqrt(reach) + shape->radius;
    Box box = {cx - reach, cy - reach, cx + reach, cy + reach};
    const Swing swing = {cx, cy, reach, degrees, touch + CONTACT};
    EACH_SHAPE(scene, other, number)
    {
        if (meets_box(other, &box) && number != skip && turn_hits(&swing, shape, other, touch))
            return number;
    }
    const Box *edge = &scene->border;
    if (box.x0 >= edge->x0 && box.y0 >= edge->y0 && box.x1 <= edge->x1 && box.y1 <= edge->y1)
        return -1;
    if (shape->radius != 0.0)
        return corner_leaves(edge, shape->x, shape->y, shape->radius, cx, cy, degrees, touch) ? -2 : -1;
    return turn_leaves(edge, polygon_of(shape), cx, cy, degrees, touch) ? -2 : -1;
}
