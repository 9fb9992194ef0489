/* The compiled kernel: what its files share.
 *
 * Everything here is the plain Python kernel again (the _pure_*.py files explain the ideas), operation by operation and in
 * the same order, so that both give the same bits. Compile without fast-math and without fused multiply-add.
 */
#ifndef BRICKFIELD_KERNEL_H
#define BRICKFIELD_KERNEL_H

#include <math.h>
#include <stddef.h>

#define EPS 1e-6
#define CONTACT (2.0 * EPS)
#define GRAZE 1e-9
#define FREE 2.0
#define PI 3.141592653589793
#define TAU (2.0 * PI)
#define DEGREE 0.017453292519943295
#define MOST_CORNERS 64
#define GRAIN 1000000
#define FULL_TURN (360L * GRAIN)

#ifdef __GNUC__
#define LIKELY(test) __builtin_expect(test, 1)
#else
#define LIKELY(test) (test)
#endif

typedef struct {
    double x, y;
} Point;

/* A corner, and the outward normal and offset of the side that begins there. */
typedef struct {
    double x, y, nx, ny, offset;
} Corner;

/* The packed form of a shape: brickfield.geometry.shapes writes it. A disc has no corners. */
typedef struct {
    double count, radius, x, y, reach, x0, y0, x1, y1;
    Corner corners[];
} Shape;

#define HEAD 9 /* doubles before the corners */
#define PER_CORNER 5

/* A polygon by its corners: of a packed shape, or of one on the move. */
typedef struct {
    const Corner *corners;
    int count;
} Polygon;

typedef struct {
    double x0, y0, x1, y1;
} Box;

/* The packed form of a scene: its border, then its shapes one after the other. */
typedef struct {
    Box border;
    const Shape *first;
    const Shape *end;
} Scene;

typedef struct {
    double low, high;
} Span;

typedef struct {
    double x, y, heading, share;
    long leg, hit;
} Drive;

/* A leg as given, then the heading, its cosine and sine, and the way that it comes to. */
typedef struct {
    double turn, distance;
    double heading, c, s, dx, dy;
} Leg;

/* The shapes of a scene that reach into a box, with their numbers; a usual scene needs no memory of its own. */
#define NEAR_HELD 512

typedef struct {
    const Shape *shape;
    long number;
} Near;

typedef struct {
    Near *items;
    size_t count;
    Near held[NEAR_HELD];
} Nearby;

/* Nearly all shapes are rectangles. Guessing so lets the processor go on to the next one before it knows the count. */
static inline const Shape *next_shape(const Shape *shape)
{
    if (LIKELY(shape->count == 4.0))
        return (const Shape *)(shape->corners + 4);
    return (const Shape *)(shape->corners + (size_t)shape->count);
}

static inline int meets_box(const Shape *shape, const Box *box)
{
    /* Not &&: four guesses by the processor cost more than four comparisons. */
    return (shape->x0 < box->x1) & (shape->x1 > box->x0) & (shape->y0 < box->y1) & (shape->y1 > box->y0);
}

static inline Polygon polygon_of(const Shape *shape)
{
    Polygon polygon = {shape->corners, (int)shape->count};
    return polygon;
}

/* Goes through the shapes of a scene with their numbers. */
#define EACH_SHAPE(scene, shape, number)                                                       \
    long number = 0;                                                                           \
    for (const Shape *shape = (scene)->first; shape < (scene)->end; shape = next_shape(shape), number++)

/* Shadows and sight (_kernel_sight.c). Those that collect answer -1 when memory runs out, `sweep` likewise. */
int sight(const Scene *scene, double ex, double ey, const Shape *target, int side, long skip_a, long skip_b,
          double *hidden, int *seen);
int visible_spans(const Scene *scene, double ex, double ey, Point a, Point b, long skip_a, long skip_b, Span **found,
                  size_t *count);
int hidden_share(const Scene *scene, double ex, double ey, Point a, Point b, long skip_a, long skip_b, double *hidden);
int casts_shadow(const Shape *shape, double ex, double ey, Point a, Point b);
int crosses(const Shape *shape, double x, double y, double ux, double uy, double distance);

/* A body that stands on the ground, and how high. */
typedef struct {
    const Shape *shape;
    double height;
} Prism;

/* An upright target: where it is, the direction to its left as the eye sees it, its width and the rows to look at. */
typedef struct {
    double x, y, lx, ly, width;
    const double *heights;
    long count;
} Panel;

/* How many rows of each column of a target are hidden (_kernel_silhouette.c). */
void hidden_rows(const double eye[3], const Panel *target, const Prism *bodies, size_t count, long *rows);

/* A way of a net: where it leads and how long it is. */
typedef struct {
    double there, length;
} Link;

/* The packed form of a net: brickfield.geometry.nets writes it. `begins` has one more number than there are places. */
typedef struct {
    size_t places, ways;
    const double *begins;
    const Link *links;
} Net;

/* A place of a net and how far it is to there. */
typedef struct {
    double far;
    size_t place;
} Reached;

/* The shortest way from any of the starts to every place of a net (_kernel_spread.c); -1 without memory. */
int spread(const Net *net, const Reached *starts, size_t count, double *lengths);

/* Looking from post to post (_kernel_rays.c). The packed form of a field: brickfield.geometry.fields writes it. */
typedef struct {
    double blocks, covers, reach, aside, contact, face, trunk;
} Limits;

typedef struct {
    double top, foot, does;
} Height;

typedef struct {
    double x, y, radius;
} Trunk;

typedef struct {
    size_t bodies, softened, smoked, trees;
    Limits limits;
    const Height *heights;
    const Trunk *trunks;
    const Shape **outlines, **soft, **smoke;
} Field;

/* A packed post, and whether somebody there stands against a wall. */
typedef struct {
    double x, y, ground, radius;
    int how, sides, walls;
    long inside, past, body;
    const double *side;
} Stand;

/* Everybody who looks; room for the bodies near a ray, and for a mark for each eye and member of a squad. */
typedef struct {
    const Field *field;
    const Stand *eye;
    size_t eyes;
    long above;
    long *room;
    unsigned char *marks;
} Looking;

/* Something upright that is looked at: its ground, how far a body rises to hide a part of it or all, and itself. */
typedef struct {
    double ground, least, height;
    long body;
} Upright;

void take_stand(const Field *field, Stand *who);
void look_at_squad(const Looking *looking, const Stand *spots, size_t squad, int together, unsigned char *found);

int point_seen(const Field *field, const Stand *eye, Point end, const Upright *target);

/* Contact (_kernel_contact.c). */
int gather(Nearby *near, const Scene *scene, const Box *box, long skip_a, long skip_b);
void let_go(Nearby *near);
int polygons_overlap(Polygon a, Polygon b, double deep);
int disc_overlaps_polygon(double x, double y, double r, Polygon polygon, double deep);
int discs_overlap(double x, double y, double r, const Shape *other, double deep);
int clear(const Scene *scene, const Box *box, long skip);
long overlapped(const Scene *scene, const Shape *shape, long skip, double touch);
double separation(Polygon polygon, Polygon other);
double point_to_polygon(Polygon polygon, double x, double y);
double point_distance(const Shape *shape, double x, double y);
double shape_distance(const Shape *a, const Shape *b);

/* Moves (_kernel_slide.c and _kernel_pivot.c). */
void unit(double degrees, double *c, double *s);
void direction(long heading, double *c, double *s);
void pack_rectangle(double *packed, double x, double y, double c, double s, double half_length, double half_width);
void pack_disc(double *packed, double x, double y, double radius);
void lay_form(double *packed, const Shape *form, double x, double y, double c, double s);
double translate(const Scene *scene, const Shape *shape, double dx, double dy, long skip, double touch, long *hit);
double polygon_contact(Polygon polygon, const Shape *other, double dx, double dy, double deep);
double border(const Box *bounds, const Box *box, double dx, double dy, double deep);
int sweep(const Scene *scene, double length, double width, Drive *drive, Leg *legs, long count, long skip);
long pivot(const Scene *scene, const Shape *shape, double cx, double cy, double degrees, long skip, double touch);
int polygon_turn_hits(Polygon polygon, const Shape *other, double cx, double cy, double reach, double degrees, double deep);
int turn_leaves(const Box *bounds, Polygon polygon, double cx, double cy, double degrees, double touch);
void stretch(double degrees, double *first, double *last);
double bulge_of(double degrees);
double within(double angle, double first);
void turned(Polygon polygon, Corner *corners, double cx, double cy, double c, double s);

/* A turn about a point as far as it goes (_kernel_swing.c): how far its polygon reaches, and how deep contact may be. */
typedef struct {
    double cx, cy, reach, degrees, deep;
} Swing;

int swing_hits(const Swing *swing, Polygon polygon, const Shape *other);

#endif
