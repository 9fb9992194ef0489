/* Straight moves and whole drives: see _pure_slide.py, _pure_sweep.py and unit() in grain.py. */
#include "_kernel.h"

static Box moved_box(Box box, double dx, double dy)
{
    if (dx > 0.0)
        box.x1 += dx;
    else
        box.x0 += dx;
    if (dy > 0.0)
        box.y1 += dy;
    else
        box.y0 += dy;
    return box;
}

/* When one polygon, moving, meets another; the times at which it is behind every side so far. */
typedef struct {
    double meets, enters, leaves;
} Passage;

/* Looks at the other's depth behind every side of a polygon; 0 if one side keeps them apart all the way. */
static int pass_sides(Polygon polygon, Polygon other, double dx, double dy, double limit, Passage *passage)
{
    for (int i = 0; i < polygon.count; i++) {
        const Corner *edge = &polygon.corners[i];
        double rate = edge->nx * dx + edge->ny * dy, nearest = INFINITY;
        for (int k = 0; k < other.count; k++) {
            double out = edge->nx * other.corners[k].x + edge->ny * other.corners[k].y;
            if (out < nearest)
                nearest = out;
        }
        double depth = edge->offset - nearest;
        if (depth <= limit && depth + rate <= limit)
            return 0;
        if (rate > 0.0) {
            double at = -depth / rate;
            if (at > passage->meets)
                passage->meets = at;
            at = (limit - depth) / rate;
            if (at > passage->enters)
                passage->enters = at;
        } else if (rate < 0.0) {
            double at = (limit - depth) / rate;
            if (at < passage->leaves)
                passage->leaves = at;
        }
    }
    return 1;
}

static double polygons_to(Polygon a, Polygon b, double dx, double dy, double limit)
{
    Passage passage = {-INFINITY, 0.0, 1.0};
    if (!pass_sides(a, b, dx, dy, limit, &passage) || !pass_sides(b, a, -dx, -dy, limit, &passage))
        return FREE;
    return passage.enters < passage.leaves ? passage.meets : FREE;
}

static Span through_disc(double x, double y, double r, double dx, double dy)
{
    Span never = {INFINITY, -INFINITY};
    double d2 = dx * dx + dy * dy;
    if (r <= 0.0 || d2 == 0.0)
        return never;
    double along = x * dx + y * dy, across = x * dy - y * dx;
    double cut = r * r * d2 - across * across;
    if (cut <= 0.0)
        return never;
    double root = sqrt(cut);
    Span span = {(-along - root) / d2, (-along + root) / d2};
    return span;
}

/* Narrows a span to the time when value + t * change is between bottom and top; 0 if never. */
static int narrow(Span *span, double value, double change, double bottom, double top)
{
    if (change == 0.0)
        return !(value <= bottom || value >= top);
    double enter = (bottom - value) / change, leave = (top - value) / change;
    if (change < 0.0) {
        double swap = enter;
        enter = leave;
        leave = swap;
    }
    if (enter > span->low)
        span->low = enter;
    if (leave < span->high)
        span->high = leave;
    return 1;
}

static Span through_rounded(double x, double y, double r, Polygon polygon, double dx, double dy)
{
    Span whole = {INFINITY, -INFINITY};
    if (r <= 0.0)
        return whole;
    for (int i = 0; i < polygon.count; i++) {
        const Corner *a = &polygon.corners[i], *b = &polygon.corners[i + 1 < polygon.count ? i + 1 : 0];
        Span disc = through_disc(x - a->x, y - a->y, r, dx, dy);
        whole.low = disc.low < whole.low ? disc.low : whole.low;
        whole.high = disc.high > whole.high ? disc.high : whole.high;
        double out = a->nx * x + a->ny * y - a->offset, rate = a->nx * dx + a->ny * dy;
        double along = a->nx * y - a->ny * x, speed = a->nx * dy - a->ny * dx;
        Span strip = {-INFINITY, INFINITY};
        if (!narrow(&strip, out, rate, 0.0, r) ||
            !narrow(&strip, along, speed, a->nx * a->y - a->ny * a->x, a->nx * b->y - a->ny * b->x) ||
            !(strip.low < strip.high))
            continue;
        whole.low = strip.low < whole.low ? strip.low : whole.low;
        whole.high = strip.high > whole.high ? strip.high : whole.high;
    }
    return whole;
}

static double discs(double x, double y, double ox, double oy, double reach, double dx, double dy,
                    double deep)
{
    x -= ox;
    y -= oy;
    double depth = reach - sqrt(x * x + y * y);
    double limit = depth > deep ? depth + GRAZE : deep;
    Span span = through_disc(x, y, reach - limit, dx, dy);
    if (!(span.low < 1.0 && span.high > 0.0 && span.low < span.high))
        return FREE;
    span = through_disc(x, y, reach, dx, dy);
    return span.low > 0.0 ? span.low : 0.0;
}

static double disc_to_polygon(double x, double y, double r, Polygon polygon, double dx, double dy, double deep)
{
    double depth = r - point_to_polygon(polygon, x, y);
    double limit = depth > deep ? depth + GRAZE : deep;
    Span span = through_rounded(x, y, r - limit, polygon, dx, dy);
    if (!(span.low < 1.0 && span.high > 0.0 && span.low < span.high))
        return FREE;
    span = through_rounded(x, y, r, polygon, dx, dy);
    return span.low > 0.0 ? span.low : 0.0;
}

double polygon_contact(Polygon polygon, const Shape *other, double dx, double dy, double deep)
{
    if (other->radius != 0.0)
        return disc_to_polygon(other->x, other->y, other->radius, polygon, -dx, -dy, deep);
    Polygon second = polygon_of(other);
    double at = polygons_to(polygon, second, dx, dy, deep);
    if (at >= 0.0)
        return at;
    double outside = separation(polygon, second), also = separation(second, polygon);
    double depth = -(outside > also ? outside : also);
    if (depth > deep)
        at = polygons_to(polygon, second, dx, dy, depth + GRAZE);
    return at > 0.0 ? at : 0.0;
}

static double contact(const Shape *shape, const Shape *other, double dx, double dy, double deep)
{
    if (shape->radius == 0.0)
        return polygon_contact(polygon_of(shape), other, dx, dy, deep);
    if (other->radius != 0.0)
        return discs(shape->x, shape->y, other->x, other->y, shape->radius + other->radius, dx, dy, deep);
    return disc_to_polygon(shape->x, shape->y, shape->radius, polygon_of(other), dx, dy, deep);
}

static void meet_border(double room, double move, double deep, double *share)
{
    if (move > (room + deep > GRAZE ? room + deep : GRAZE)) {
        double at = room > 0.0 ? room / move : 0.0;
        if (at < *share)
            *share = at;
    }
}

double border(const Box *bounds, const Box *box, double dx, double dy, double deep)
{
    double share = FREE;
    meet_border(bounds->x1 - box->x1, dx, deep, &share);
    meet_border(box->x0 - bounds->x0, -dx, deep, &share);
    meet_border(bounds->y1 - box->y1, dy, deep, &share);
    meet_border(box->y0 - bounds->y0, -dy, deep, &share);
    return share;
}

double translate(const Scene *scene, const Shape *shape, double dx, double dy, long skip, double touch, long *hit)
{
    double deep = touch + EPS;
    Box start = {shape->x0, shape->y0, shape->x1, shape->y1};
    Box box = moved_box(start, dx, dy);
    double share = FREE;
    *hit = -1;
    EACH_SHAPE(scene, other, number)
    {
        if (!meets_box(other, &box) || number == skip)
            continue;
        double at = contact(shape, other, dx, dy, deep);
        if (at < share) {
            share = at;
            *hit = number;
        }
    }
    double at = border(&scene->border, &start, dx, dy, deep);
    if (at < share) {
        share = at;
        *hit = -2;
    }
    return share < FREE ? share : 1.0;
}

void unit(double degrees, double *c, double *s)
{
    int quarter = 0;
    if (!(0.0 <= degrees && degrees < 360.0)) {
        degrees = fmod(degrees, 360.0) + 0.0;
        if (degrees < 0.0)
            degrees += 360.0;
    }
    if (degrees >= 90.0) {
        quarter = degrees < 180.0 ? 1 : degrees < 270.0 ? 2 : 3;
        degrees -= 90.0 * quarter;
    }
    double first, second;
    if (degrees < 45.0) {
        first = cos(degrees * DEGREE);
        second = sin(degrees * DEGREE);
    } else if (degrees > 45.0) {
        first = sin((90.0 - degrees) * DEGREE);
        second = cos((90.0 - degrees) * DEGREE);
    } else {
        first = second = sqrt(0.5);
    }
    *c = quarter == 0 ? first : quarter == 1 ? 0.0 - second : quarter == 2 ? 0.0 - first : second;
    *s = quarter == 0 ? second : quarter == 1 ? first : quarter == 2 ? 0.0 - second : 0.0 - first;
}

/* Cosine and sine of a heading in grain steps: direction() in grain.py. */
void direction(long heading, double *c, double *s)
{
    heading = (heading % FULL_TURN + FULL_TURN) % FULL_TURN;
    long quarter = heading / (90 * GRAIN), rest = heading % (90 * GRAIN);
    double first, second;
    if (rest > 45 * GRAIN)
        unit((double)(90 * GRAIN - rest) / GRAIN, &second, &first);
    else
        unit((double)rest / GRAIN, &first, &second);
    *c = quarter == 0 ? first : quarter == 1 ? 0.0 - second : quarter == 2 ? 0.0 - first : second;
    *s = quarter == 0 ? second : quarter == 1 ? first : quarter == 2 ? 0.0 - second : 0.0 - first;
}

static void outline(Corner *corners, double x, double y, double c, double s, double half_length, double half_width)
{
    double fx = half_length * c, fy = half_length * s, lx = 0.0 - half_width * s, ly = half_width * c;
    double back = 0.0 - c, right = 0.0 - s;
    Corner found[4] = {
        {x + (fx + lx), y + (fy + ly), right, c, 0.0},
        {x - (fx - lx), y - (fy - ly), back, right, 0.0},
        {x - (fx + lx), y - (fy + ly), s, back, 0.0},
        {x + (fx - lx), y + (fy - ly), c, s, 0.0},
    };
    for (int i = 0; i < 4; i++) {
        found[i].offset = found[i].nx * found[i].x + found[i].ny * found[i].y;
        corners[i] = found[i];
    }
}

/* The packed form of a rectangle by its centre, the cosine and sine of its heading and its half sizes. */
void pack_rectangle(double *packed, double x, double y, double c, double s, double half_length, double half_width)
{
    Shape *shape = (Shape *)packed;
    double wide = half_length * fabs(c) + half_width * fabs(s), high = half_length * fabs(s) + half_width * fabs(c);
    shape->count = 4.0;
    shape->radius = 0.0;
    shape->x = x;
    shape->y = y;
    shape->reach = sqrt(half_length * half_length + half_width * half_width);
    shape->x0 = x - wide;
    shape->y0 = y - high;
    shape->x1 = x + wide;
    shape->y1 = y + high;
    outline(shape->corners, x, y, c, s, half_length, half_width);
}

void lay_form(double *packed, const Shape *form, double x, double y, double c, double s)
{
    Shape *shape = (Shape *)packed;
    int count = (int)form->count;
    shape->count = form->count;
    shape->radius = 0.0;
    shape->x = x + (form->x * c - form->y * s);
    shape->y = y + (form->x * s + form->y * c);
    shape->reach = form->reach;
    for (int i = 0; i < count; i++) {
        const Corner *own = &form->corners[i];
        Corner *laid = &shape->corners[i];
        laid->nx = own->nx * c - own->ny * s;
        laid->ny = own->nx * s + own->ny * c;
        laid->x = x + (own->x * c - own->y * s);
        laid->y = y + (own->x * s + own->y * c);
        laid->offset = own->offset + (laid->nx * x + laid->ny * y);
        if (i == 0 || laid->x < shape->x0)
            shape->x0 = laid->x;
        if (i == 0 || laid->y < shape->y0)
            shape->y0 = laid->y;
        if (i == 0 || laid->x > shape->x1)
            shape->x1 = laid->x;
        if (i == 0 || laid->y > shape->y1)
            shape->y1 = laid->y;
    }
}

void pack_disc(double *packed, double x, double y, double radius)
{
    Shape *shape = (Shape *)packed;
    shape->count = 0.0;
    shape->radius = shape->reach = radius;
    shape->x = x;
    shape->y = y;
    shape->x0 = x - radius;
    shape->y0 = y - radius;
    shape->x1 = x + radius;
    shape->y1 = y + radius;
}

/* A turn on the spot of the rectangle in a drive: what it hits. */
static long turn_on_spot(const Nearby *near, const Box *edge, Polygon rectangle, double x, double y, double reach,
                         double turn)
{
    Box box = {x - reach, y - reach, x + reach, y + reach};
    for (size_t i = 0; i < near->count; i++)
        if (meets_box(near->items[i].shape, &box) &&
            polygon_turn_hits(rectangle, near->items[i].shape, x, y, reach, turn, CONTACT))
            return near->items[i].number;
    if (!(box.x0 < edge->x0 || box.y0 < edge->y0 || box.x1 > edge->x1 || box.y1 > edge->y1))
        return -1;
    return turn_leaves(edge, rectangle, x, y, turn, 0.0) ? -2 : -1;
}

/* A straight move of the rectangle in a drive: how far it gets and what it hits. */
static double go_straight(const Nearby *near, const Box *edge, Polygon rectangle, const Box *start, double dx, double dy,
                          long *hit)
{
    Box box = moved_box(*start, dx, dy);
    double share = FREE;
    *hit = -1;
    for (size_t i = 0; i < near->count; i++) {
        if (!meets_box(near->items[i].shape, &box))
            continue;
        double at = polygon_contact(rectangle, near->items[i].shape, dx, dy, EPS);
        if (at < share) {
            share = at;
            *hit = near->items[i].number;
        }
    }
    double at = border(edge, start, dx, dy, EPS);
    if (at < share) {
        share = at;
        *hit = -2;
    }
    return share;
}

/* Works out the legs from a start; gives back the box of the way of the centre. */
static Box plan(const Drive *start, Leg *legs, long count)
{
    double x = start->x, y = start->y, heading = start->heading;
    Box box = {x, y, x, y};
    for (Leg *leg = legs; leg < legs + count; leg++) {
        heading += leg->turn;
        if (heading < 0.0 || heading >= 360.0) {
            heading = fmod(heading, 360.0);
            if (heading < 0.0)
                heading += 360.0;
        }
        leg->heading = heading;
        unit(heading, &leg->c, &leg->s);
        leg->dx = leg->distance * leg->c;
        leg->dy = leg->distance * leg->s;
        x += leg->dx;
        y += leg->dy;
        box.x0 = x < box.x0 ? x : box.x0;
        box.x1 = x > box.x1 ? x : box.x1;
        box.y0 = y < box.y0 ? y : box.y0;
        box.y1 = y > box.y1 ? y : box.y1;
    }
    return box;
}

/* Drives one leg; 0 if something stops it. */
static int drive_leg(const Nearby *near, const Box *edge, double half_length, double half_width, double reach,
                     const Leg *leg, Drive *drive)
{
    Corner corners[4];
    Polygon rectangle = {corners, 4};
    double x = drive->x, y = drive->y, c, s;
    if (leg->turn != 0.0) {
        unit(drive->heading, &c, &s);
        outline(corners, x, y, c, s, half_length, half_width);
        drive->share = 0.0;
        drive->hit = turn_on_spot(near, edge, rectangle, x, y, reach, leg->turn);
        if (drive->hit != -1)
            return 0;
    }
    drive->heading = leg->heading;
    c = leg->c;
    s = leg->s;
    outline(corners, x, y, c, s, half_length, half_width);
    double wide = half_length * (c > 0.0 ? c : -c) + half_width * (s > 0.0 ? s : -s);
    double high = half_length * (s > 0.0 ? s : -s) + half_width * (c > 0.0 ? c : -c);
    Box start = {x - wide, y - high, x + wide, y + high};
    drive->share = go_straight(near, edge, rectangle, &start, leg->dx, leg->dy, &drive->hit);
    if (drive->hit == -1)
        drive->share = 1.0;
    drive->x = x + drive->share * leg->dx;
    drive->y = y + drive->share * leg->dy;
    return drive->hit == -1;
}

/* A disc on a drive: turning on the spot it meets only what it is in already. */
static void roll(const Scene *scene, double radius, Drive *drive, const Leg *legs, long count, long skip)
{
    double packed[HEAD];
    drive->share = 1.0;
    drive->hit = -1;
    for (drive->leg = 0; drive->leg < count; drive->leg++) {
        const Leg *leg = &legs[drive->leg];
        pack_disc(packed, drive->x, drive->y, radius);
        const Shape *disc = (const Shape *)packed;
        if (leg->turn != 0.0 && (drive->hit = pivot(scene, disc, drive->x, drive->y, leg->turn, skip, 0.0)) != -1) {
            drive->share = 0.0;
            return;
        }
        drive->heading = leg->heading;
        drive->share = translate(scene, disc, leg->dx, leg->dy, skip, 0.0, &drive->hit);
        if (drive->hit != -1) {
            drive->x += drive->share * leg->dx;
            drive->y += drive->share * leg->dy;
            return;
        }
        drive->x += leg->dx;
        drive->y += leg->dy;
    }
}

int sweep(const Scene *scene, double length, double width, Drive *drive, Leg *legs, long count, long skip)
{
    double half_length = length * 0.5, half_width = width * 0.5;
    double reach = sqrt(half_length * half_length + half_width * half_width);
    Nearby near;
    Box way = plan(drive, legs, count);
    if (width == 0.0) {
        roll(scene, half_length, drive, legs, count, skip);
        return 0;
    }
    Box box = {way.x0 - reach, way.y0 - reach, way.x1 + reach, way.y1 + reach};
    if (gather(&near, scene, &box, skip, -1) < 0)
        return -1;
    drive->share = 1.0;
    drive->hit = -1;
    for (drive->leg = 0; drive->leg < count; drive->leg++)
        if (!drive_leg(&near, &scene->border, half_length, half_width, reach, &legs[drive->leg], drive))
            break;
    let_go(&near);
    return 0;
}
