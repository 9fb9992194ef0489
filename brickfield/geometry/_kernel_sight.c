/* Shadows and sight: see _pure_shadow.py and _pure_sight.py. */
#include "_kernel.h"

#include <stdlib.h>
#include <string.h>

#define HELD 64

/* Shadows found so far; the first ones need no memory of their own. */
typedef struct {
    Span *items;
    size_t count, room;
    Span held[HELD];
} Spans;

/* Coefficients of beta, alpha and the depth q; the nearest depth that counts and the one to be in front of; A and B. */
typedef struct {
    double kx, ky, jx, jy, qx, qy, first, last;
    double ax, ay, bx, by;
} Lens;

enum { OUT_OF_MEMORY = -1, PARTLY = 0, HIDDEN = 1 };

static void start_spans(Spans *spans)
{
    spans->items = spans->held;
    spans->count = 0;
    spans->room = HELD;
}

static void end_spans(Spans *spans)
{
    if (spans->items != spans->held)
        free(spans->items);
}

static int add_span(Spans *spans, double low, double high)
{
    if (spans->count == spans->room) {
        size_t size = spans->room * sizeof(Span);
        Span *more = malloc(2 * size);
        if (more == NULL)
            return OUT_OF_MEMORY;
        memcpy(more, spans->items, size);
        end_spans(spans);
        spans->items = more;
        spans->room *= 2;
    }
    spans->items[spans->count].low = low;
    spans->items[spans->count].high = high;
    spans->count++;
    return PARTLY;
}

static inline void widen(Span *span, double s)
{
    if (s < span->low)
        span->low = s;
    if (s > span->high)
        span->high = s;
}

static Span polygon_shadow(const Shape *shape, double ex, double ey, const Lens *lens)
{
    int count = (int)shape->count;
    double near = lens->first;
    int in_front = 0;
    double x = shape->corners[count - 1].x - ex, y = shape->corners[count - 1].y - ey;
    double last_beta = lens->kx * x + lens->ky * y, last_q = lens->qx * x + lens->qy * y;
    Span span = {INFINITY, -INFINITY};
    for (int i = 0; i < count; i++) {
        x = shape->corners[i].x - ex;
        y = shape->corners[i].y - ey;
        double beta = lens->kx * x + lens->ky * y, q = lens->qx * x + lens->qy * y;
        if (q < near && !(last_q < near))
            widen(&span, (beta + (near - q) / (last_q - q) * (last_beta - beta)) / near);
        if (!(q < near) && last_q < near)
            widen(&span, (last_beta + (near - last_q) / (q - last_q) * (beta - last_beta)) / near);
        if ((q < 1.0) != (last_q < 1.0))
            widen(&span, last_beta + (1.0 - last_q) / (q - last_q) * (beta - last_beta));
        in_front |= q < lens->last;
        if (near <= q && q <= 1.0)
            widen(&span, beta / q);
        last_beta = beta;
        last_q = q;
    }
    Span none = {INFINITY, -INFINITY};
    return in_front ? span : none;
}

static Span disc_shadow(const Shape *shape, double ex, double ey, const Lens *lens)
{
    Span span = {INFINITY, -INFINITY};
    double ax = lens->ax, ay = lens->ay, bx = lens->bx, by = lens->by, qx = lens->qx, qy = lens->qy;
    double x = shape->x - ex, y = shape->y - ey, r = shape->radius;
    double d2 = x * x + y * y;
    double inner = r - EPS;
    if (d2 < inner * inner) {
        span.low = 0.0;
        span.high = 1.0;
        return span;
    }
    double q = qx * x + qy * y;
    double steep = sqrt(qx * qx + qy * qy);
    if (q - r * steep >= lens->last || q + r * steep <= lens->first)
        return span;
    double m2 = d2 - r * r;
    double m = m2 > 0.0 ? sqrt(m2) : 0.0;
    double wx = bx - ax, wy = by - ay;
    double l2 = wx * wx + wy * wy;
    double foot = ((x - ax) * wx + (y - ay) * wy) / l2;
    double off = (q - 1.0) / steep;
    double h2 = r * r - off * off;
    double half = h2 > 0.0 ? sqrt(h2 / l2) : 0.0;
    double turn = ax * by - ay * bx > 0.0 ? r : -r;
    span.low = foot - half;
    span.high = foot + half;
    double ux = x * m + y * turn, uy = y * m - x * turn;
    q = qx * ux + qy * uy;
    if (q <= 0.0)
        span.low = -INFINITY;
    else if (q * m <= d2)
        span.low = (lens->kx * ux + lens->ky * uy) / q;
    ux = x * m - y * turn;
    uy = y * m + x * turn;
    q = qx * ux + qy * uy;
    if (q <= 0.0)
        span.high = INFINITY;
    else if (q * m <= d2)
        span.high = (lens->kx * ux + lens->ky * uy) / q;
    return span;
}

/* The stretch of a line inside a shape; 0 if it only grazes the border. */
static int chord(const Shape *shape, double x, double y, double ux, double uy, double *low, double *high)
{
    if (shape->radius != 0.0) {
        double dx = shape->x - x, dy = shape->y - y, r = shape->radius;
        double off = ux * dy - uy * dx;
        double inner = r - EPS;
        if (off * off >= inner * inner)
            return 0;
        double middle = ux * dx + uy * dy;
        double half = sqrt(r * r - off * off);
        *low = middle - half;
        *high = middle + half;
        return 1;
    }
    double enters = -INFINITY, leaves = INFINITY;
    *low = -INFINITY;
    *high = INFINITY;
    for (int i = 0; i < (int)shape->count; i++) {
        const Corner *edge = &shape->corners[i];
        double out = edge->nx * x + edge->ny * y - edge->offset;
        double rate = edge->nx * ux + edge->ny * uy;
        if (rate == 0.0) {
            if (out >= -EPS)
                return 0;
            continue;
        }
        double t = -out / rate, shrunk = (-EPS - out) / rate;
        if (rate < 0.0) {
            if (t > *low)
                *low = t;
            if (shrunk > enters)
                enters = shrunk;
        } else {
            if (t < *high)
                *high = t;
            if (shrunk < leaves)
                leaves = shrunk;
        }
    }
    return enters < leaves;
}

int crosses(const Shape *shape, double x, double y, double ux, double uy, double distance)
{
    double enter, leave;
    if (!chord(shape, x, y, ux, uy, &enter, &leave))
        return 0;
    return (leave < distance ? leave : distance) - (enter > 0.0 ? enter : 0.0) > EPS;
}

/* Adds the shadows of one shape on a segment seen edge-on. */
static int edge_on(const Shape *shape, double ex, double ey, const Lens *lens, double length, Spans *spans)
{
    double enter, leave;
    if (length <= EPS) {
        double distance = sqrt(lens->ax * lens->ax + lens->ay * lens->ay);
        if (distance <= EPS)
            return chord(shape, ex, ey, 1.0, 0.0, &enter, &leave) && enter < -EPS && leave > EPS ? HIDDEN : PARTLY;
        return crosses(shape, ex, ey, lens->ax / distance, lens->ay / distance, distance) ? HIDDEN : PARTLY;
    }
    double ux = (lens->bx - lens->ax) / length, uy = (lens->by - lens->ay) / length;
    double here = 0.0 - (lens->ax * ux + lens->ay * uy);
    double slack = EPS / length;
    if (!chord(shape, ex, ey, ux, uy, &enter, &leave))
        return PARTLY;
    if (leave > EPS) {
        double low = (here + (enter > 0.0 ? enter : 0.0)) / length;
        low = low > 0.0 ? low : 0.0;
        if (1.0 - low > slack && add_span(spans, low, 1.0) < 0)
            return OUT_OF_MEMORY;
    }
    if (enter < -EPS) {
        double high = (here + (leave < 0.0 ? leave : 0.0)) / length;
        high = high < 1.0 ? high : 1.0;
        if (high > slack && add_span(spans, 0.0, high) < 0)
            return OUT_OF_MEMORY;
    }
    return PARTLY;
}

/* The shadow of one shape on the segment, cut to 0..1; upside down or short if it has none. */
static inline Span shadow_of(const Shape *shape, double ex, double ey, const Lens *lens, double to_a, double to_b)
{
    Span span = {INFINITY, -INFINITY};
    double x = shape->x - ex, y = shape->y - ey;
    if (lens->kx * x + lens->ky * y <= shape->reach * to_a || lens->jx * x + lens->jy * y <= shape->reach * to_b)
        return span;
    if (shape->radius != 0.0) {
        span = disc_shadow(shape, ex, ey, lens);
    } else {
        int count = (int)shape->count;
        for (int i = 0; i < count; i++) {
            x = shape->corners[i].x - ex;
            y = shape->corners[i].y - ey;
            double q = lens->qx * x + lens->qy * y;
            if (q < lens->first || q > 1.0) {
                span = polygon_shadow(shape, ex, ey, lens);
                break;
            }
            widen(&span, (lens->kx * x + lens->ky * y) / q);
        }
    }
    if (span.low < 0.0)
        span.low = 0.0;
    if (span.high > 1.0)
        span.high = 1.0;
    return span;
}

/* Collects shadows of shapes. Whatever hides the last of the segment goes first: it likely hides the next side too. */
static int shadows(Near *near, size_t many, double ex, double ey, Point a, Point b, Spans *spans)
{
    double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    Lens lens;
    lens.ax = a.x - ex;
    lens.ay = a.y - ey;
    lens.bx = b.x - ex;
    lens.by = b.y - ey;
    double area = lens.ax * lens.by - lens.ay * lens.bx;
    int flat = (-EPS * length <= area && area <= EPS * length) || length <= EPS;
    double slack = EPS / length, inverse = 1.0 / area, left = 0.0, right = 1.0;
    lens.kx = 0.0 - lens.ay * inverse;
    lens.ky = lens.ax * inverse;
    lens.jx = lens.by * inverse;
    lens.jy = 0.0 - lens.bx * inverse;
    lens.qx = lens.jx + lens.kx;
    lens.qy = lens.jy + lens.ky;
    double to_a = sqrt(lens.ax * lens.ax + lens.ay * lens.ay), to_b = sqrt(lens.bx * lens.bx + lens.by * lens.by);
    lens.first = EPS / (to_a > to_b ? to_a : to_b);
    lens.last = 1.0 - lens.first;
    if (inverse > 0.0)
        inverse = -inverse;
    to_a *= inverse;
    to_b *= inverse;
    for (size_t i = 0; i < many; i++) {
        const Shape *shape = near[i].shape;
        if (flat) {
            int answer = edge_on(shape, ex, ey, &lens, length, spans);
            if (answer != PARTLY)
                return answer;
            continue;
        }
        Span span = shadow_of(shape, ex, ey, &lens, to_a, to_b);
        if (!(span.high - span.low > slack))
            continue;
        if (span.low - left <= slack && span.high > left)
            left = span.high;
        if (right - span.high <= slack && span.low < right)
            right = span.low;
        if (right - left <= slack) {
            Near hider = near[i];
            near[i] = near[0];
            near[0] = hider;
            return HIDDEN;
        }
        if (add_span(spans, span.low, span.high) < 0)
            return OUT_OF_MEMORY;
    }
    return PARTLY;
}

static int by_low(const void *a, const void *b)
{
    double first = ((const Span *)a)->low, second = ((const Span *)b)->low;
    return (first > second) - (first < second);
}

static void sort_spans(Spans *spans)
{
    Span *items = spans->items;
    if (spans->count > 16) {
        qsort(items, spans->count, sizeof(Span), by_low);
        return;
    }
    for (size_t i = 1; i < spans->count; i++) {
        Span span = items[i];
        size_t at = i;
        for (; at > 0 && items[at - 1].low > span.low; at--)
            items[at] = items[at - 1];
        items[at] = span;
    }
}

static double slack_of(Point a, Point b)
{
    double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    return length > EPS ? EPS / length : 0.5;
}

/* The share of a segment that is not hidden, or -1.0 when memory runs out. */
static double visible_share(const Nearby *near, double ex, double ey, Point a, Point b)
{
    Spans spans;
    start_spans(&spans);
    int answer = shadows(near->items, near->count, ex, ey, a, b, &spans);
    double shown = answer == HIDDEN ? 0.0 : answer == PARTLY ? 1.0 : -1.0;
    if (answer == PARTLY && spans.count > 0) {
        double slack = slack_of(a, b), at = 0.0;
        shown = 0.0;
        sort_spans(&spans);
        for (size_t i = 0; i < spans.count; i++) {
            Span span = spans.items[i];
            if (span.low - at > slack)
                shown += span.low - at;
            if (span.high > at)
                at = span.high;
        }
        if (1.0 - at > slack)
            shown += 1.0 - at;
    }
    end_spans(&spans);
    return shown;
}

static int sight_of_disc(const Nearby *near, double ex, double ey, const Shape *target, double *hidden, int *seen)
{
    double x = target->x - ex, y = target->y - ey, r = target->radius;
    double d2 = x * x + y * y;
    double d = sqrt(d2);
    double wx = 0.0, wy = r;
    if (d > EPS) {
        wx = 0.0 - y * r / d;
        wy = x * r / d;
    }
    Point a = {target->x - wx, target->y - wy}, b = {target->x + wx, target->y + wy};
    double shown = visible_share(near, ex, ey, a, b);
    *hidden = 1.0 - shown;
    *seen = d > r + EPS && shown > 0.0;
    if (shown != 0.0 || d <= r + EPS)
        return shown < 0.0 ? OUT_OF_MEMORY : 0;
    double along = (d2 - r * r) / d2, across = sqrt(d2 - r * r) / d;
    double mx = ex + x * along, my = ey + y * along;
    wx = wx * across;
    wy = wy * across;
    a.x = mx - wx;
    a.y = my - wy;
    b.x = mx + wx;
    b.y = my + wy;
    shown = visible_share(near, ex, ey, a, b);
    *seen = shown > 0.0;
    return shown < 0.0 ? OUT_OF_MEMORY : 0;
}

/* The side asked for first, then the others in order until some of one is seen. */
static int sight_of_polygon(const Nearby *near, double ex, double ey, const Shape *target, int side, double *hidden,
                            int *seen)
{
    int count = (int)target->count;
    for (int step = 0; step < count; step++) {
        int number = step == 0 ? side : step <= side ? step - 1 : step;
        const Corner *from = &target->corners[number], *to = &target->corners[number + 1 < count ? number + 1 : 0];
        int faces = from->nx * ex + from->ny * ey - from->offset > EPS;
        if (step > 0 && !faces)
            continue;
        Point a = {from->x, from->y}, b = {to->x, to->y};
        double shown = visible_share(near, ex, ey, a, b);
        if (shown < 0.0)
            return OUT_OF_MEMORY;
        if (step == 0)
            *hidden = 1.0 - shown;
        *seen = shown > 0.0 && faces;
        if (*seen)
            break;
    }
    return 0;
}

int sight(const Scene *scene, double ex, double ey, const Shape *target, int side, long skip_a, long skip_b,
          double *hidden, int *seen)
{
    Box box = {target->x0, target->y0, target->x1, target->y1};
    Nearby near;
    if (ex < box.x0)
        box.x0 = ex;
    else if (ex > box.x1)
        box.x1 = ex;
    if (ey < box.y0)
        box.y0 = ey;
    else if (ey > box.y1)
        box.y1 = ey;
    if (gather(&near, scene, &box, skip_a, skip_b) < 0)
        return OUT_OF_MEMORY;
    int answer = target->radius != 0.0 ? sight_of_disc(&near, ex, ey, target, hidden, seen)
                                       : sight_of_polygon(&near, ex, ey, target, side, hidden, seen);
    let_go(&near);
    return answer;
}

static Box triangle_box(double ex, double ey, Point a, Point b)
{
    Box box = {ex, ey, ex, ey};
    box.x0 = a.x < box.x0 ? a.x : box.x0;
    box.x0 = b.x < box.x0 ? b.x : box.x0;
    box.x1 = a.x > box.x1 ? a.x : box.x1;
    box.x1 = b.x > box.x1 ? b.x : box.x1;
    box.y0 = a.y < box.y0 ? a.y : box.y0;
    box.y0 = b.y < box.y0 ? b.y : box.y0;
    box.y1 = a.y > box.y1 ? a.y : box.y1;
    box.y1 = b.y > box.y1 ? b.y : box.y1;
    return box;
}

int hidden_share(const Scene *scene, double ex, double ey, Point a, Point b, long skip_a, long skip_b, double *hidden)
{
    Box box = triangle_box(ex, ey, a, b);
    Nearby near;
    if (gather(&near, scene, &box, skip_a, skip_b) < 0)
        return OUT_OF_MEMORY;
    double shown = visible_share(&near, ex, ey, a, b);
    let_go(&near);
    *hidden = 1.0 - shown;
    return shown < 0.0 ? OUT_OF_MEMORY : 0;
}

int visible_spans(const Scene *scene, double ex, double ey, Point a, Point b, long skip_a, long skip_b, Span **found,
                  size_t *count)
{
    Box box = triangle_box(ex, ey, a, b);
    Nearby near;
    Spans spans;
    if (gather(&near, scene, &box, skip_a, skip_b) < 0)
        return OUT_OF_MEMORY;
    start_spans(&spans);
    int answer = shadows(near.items, near.count, ex, ey, a, b, &spans);
    *count = 0;
    *found = answer < 0 ? NULL : malloc((spans.count + 1) * sizeof(Span));
    if (*found != NULL && answer == PARTLY) {
        double slack = slack_of(a, b), at = 0.0;
        sort_spans(&spans);
        for (size_t i = 0; i < spans.count; i++) {
            Span span = spans.items[i];
            if (span.low - at > slack)
                (*found)[(*count)++] = (Span){at, span.low};
            if (span.high > at)
                at = span.high;
        }
        if (1.0 - at > slack)
            (*found)[(*count)++] = (Span){at, 1.0};
    }
    end_spans(&spans);
    let_go(&near);
    return *found == NULL ? OUT_OF_MEMORY : 0;
}

int casts_shadow(const Shape *shape, double ex, double ey, Point a, Point b)
{
    Box box = triangle_box(ex, ey, a, b);
    Near near = {shape, 0};
    Spans spans;
    start_spans(&spans);
    return meets_box(shape, &box) && (shadows(&near, 1, ex, ey, a, b, &spans) == HIDDEN || spans.count > 0);
}
