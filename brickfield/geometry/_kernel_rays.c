/* Looking from post to post by three rays: see _pure_rays.py. */
#include "_kernel.h"

#include <stdlib.h>

enum { BLOCKS = 1, COVERS = 2, COVERS_BY_HEIGHT = 4, FACES = 8 };
enum { LOW = 1, LEANS = 2 };
enum { EYE_ABOVE = 1, SPOT_ABOVE = 2 };
enum { SEEN = 1, SOFT = 16, TRUNK = 32, WHY = 1, RAYS = 6 };
enum { OPEN, INDOORS, PAST, PARTLY, BEHIND };
enum { SHUT_IN = 1, IN_SMOKE, HIDDEN };
enum { UNSEEN, IN_THE_OPEN, COVERED };
enum { OUT_OF_SIGHT, IN_PART, IN_FULL };

/* Two posts, their rays, and the bodies near those. */
typedef struct {
    const Field *field;
    const Stand *eye, *spot;
    Point ends[3];
    int spot_hides, eye_hides, level;
    long ignored[5];
    const long *near;
    size_t count;
} Pair;

/* --- where somebody stands ----------------------------------------------------------------------------------------- */

static double gap(const Field *field, const Stand *who, double x, double y)
{
    if (who->body >= 0)
        return point_distance(field->outlines[who->body], x, y);
    double dx = x - who->x, dy = y - who->y;
    return sqrt(dx * dx + dy * dy) - who->radius;
}

static int touches(const Shape *shape, int side, double x, double y, double near, double face)
{
    const Corner *from = &shape->corners[side];
    double out = from->nx * x + from->ny * y - from->offset;
    if (!(0.0 <= out && out <= near))
        return 0;
    const Corner *to = &shape->corners[side + 1 < (int)shape->count ? side + 1 : 0];
    double dx = to->x - from->x, dy = to->y - from->y;
    double square = dx * dx + dy * dy;
    if (sqrt(square) < face - EPS)
        return 0;
    double along = ((x - from->x) * dx + (y - from->y) * dy) / square;
    along = along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
    double px = x - from->x - dx * along, py = y - from->y - dy * along;
    return sqrt(px * px + py * py) <= near;
}

static int has_faces(const Field *field, const Stand *who, size_t number, double near)
{
    const Shape *shape = field->outlines[number];
    const Height *body = &field->heights[number];
    int does = (int)body->does;
    if (!(shape->x0 - near <= who->x && who->x <= shape->x1 + near && shape->y0 - near <= who->y &&
          who->y <= shape->y1 + near))
        return 0;
    if (!(does & FACES) || !(does & BLOCKS) || shape->radius != 0.0)
        return 0;
    return body->top - (who->ground > body->foot ? who->ground : body->foot) >= field->limits.blocks - EPS;
}

/* Whether somebody stands against a face, at all or beyond whose line a point lies; of one body alone, or of any but
 * those ignored. */
static int walled(const Field *field, const Stand *who, const Point *point, long only, const long *ignored)
{
    double near = who->radius + field->limits.contact + EPS;
    for (size_t number = 0; number < field->bodies; number++) {
        if (!has_faces(field, who, number, near) || (only >= 0 && (long)number != only))
            continue;
        int counts = 1;
        for (int i = 0; ignored != NULL && i < 5; i++)
            counts &= ignored[i] != (long)number;
        const Shape *shape = field->outlines[number];
        for (int side = 0; counts && side < (int)shape->count; side++) {
            const Corner *edge = &shape->corners[side];
            if (!touches(shape, side, who->x, who->y, near, field->limits.face))
                continue;
            if (point == NULL || edge->nx * point->x + edge->ny * point->y < edge->offset - EPS)
                return 1;
        }
    }
    return 0;
}

void take_stand(const Field *field, Stand *who)
{
    who->walls = (who->how & LEANS) && walled(field, who, NULL, -1, NULL);
}

/* --- rays ---------------------------------------------------------------------------------------------------------- */

/* Which part of a way is so deep inside a shape: `passage` in solids.py. */
static int passage(const Shape *shape, double x, double y, double dx, double dy, double deep, double *enters,
                   double *leaves)
{
    *enters = 0.0;
    *leaves = 1.0;
    if (shape->radius != 0.0) {
        double px = shape->x - x, py = shape->y - y, r = shape->radius - deep;
        double room = r * r - (px * px + py * py), d2 = dx * dx + dy * dy;
        if (d2 == 0.0)
            return room > 0.0;
        double along = px * dx + py * dy, square = along * along + d2 * room;
        if (square <= 0.0)
            return 0;
        double half = sqrt(square), first = (along - half) / d2, last = (along + half) / d2;
        *enters = first > 0.0 ? first : 0.0;
        *leaves = last < 1.0 ? last : 1.0;
        return *enters < *leaves;
    }
    for (int i = 0; i < (int)shape->count; i++) {
        const Corner *edge = &shape->corners[i];
        double out = edge->nx * x + edge->ny * y - edge->offset + deep;
        double rate = edge->nx * dx + edge->ny * dy;
        if (rate == 0.0) {
            if (out >= 0.0)
                return 0;
            continue;
        }
        double at = -out / rate;
        if (rate < 0.0) {
            if (at > *enters)
                *enters = at;
        } else if (at < *leaves)
            *leaves = at;
        if (*enters >= *leaves)
            return 0;
    }
    return 1;
}

static int passes(const Shape *shape, const Stand *eye, Point end)
{
    double dx = end.x - eye->x, dy = end.y - eye->y, distance = sqrt(dx * dx + dy * dy);
    return distance > EPS && crosses(shape, eye->x, eye->y, dx / distance, dy / distance, distance);
}

static int covers(const Field *field, size_t number, double ground)
{
    const Height *body = &field->heights[number];
    int does = (int)body->does;
    return (does & COVERS) || ((does & COVERS_BY_HEIGHT) && body->top - ground >= field->limits.covers - EPS);
}

static int hides(const Field *field, size_t number, const Stand *who, double x, double y)
{
    return covers(field, number, who->ground) && gap(field, who, x, y) <= field->limits.reach + EPS;
}

/* Whether a body that a ray passes through stops it where heights differ or somebody lies low. */
static int stops(const Pair *pair, size_t number, Point end)
{
    const Field *field = pair->field;
    const Stand *eye = pair->eye, *spot = pair->spot;
    const Height *body = &field->heights[number];
    double dx = end.x - eye->x, dy = end.y - eye->y, enters, leaves;
    if (!passage(field->outlines[number], eye->x, eye->y, dx, dy, 0.0, &enters, &leaves))
        return 0;
    double rises = body->top - (eye->ground + (spot->ground - eye->ground) * leaves);
    if (((int)body->does & BLOCKS) && rises >= field->limits.blocks - EPS)
        return 1;
    if (pair->spot_hides && hides(field, number, spot, eye->x + dx * leaves, eye->y + dy * leaves))
        return 1;
    return pair->eye_hides && hides(field, number, eye, eye->x + dx * enters, eye->y + dy * enters);
}

static int is_blocked(const Pair *pair, Point end)
{
    const Field *field = pair->field;
    const Stand *eye = pair->eye, *spot = pair->spot;
    Point here = {eye->x, eye->y};
    if (eye->walls && walled(field, eye, &end, -1, pair->ignored))
        return 1;
    if (spot->walls && walled(field, spot, &here, -1, pair->ignored))
        return 1;
    double high = eye->ground + field->limits.blocks - EPS;
    for (size_t i = 0; i < pair->count; i++) {
        size_t number = (size_t)pair->near[i];
        const Height *body = &field->heights[number];
        if (pair->level && !(((int)body->does & BLOCKS) && body->top >= high))
            continue;
        if (passes(field->outlines[number], eye, end) && (pair->level || stops(pair, number, end)))
            return 1;
    }
    return 0;
}

static int in_smoke(const Pair *pair, Point end)
{
    const Stand *eye = pair->eye;
    double enters, leaves;
    for (size_t i = 0; i < pair->field->smoked; i++)
        if (passage(pair->field->smoke[i], eye->x, eye->y, end.x - eye->x, end.y - eye->y, -EPS, &enters, &leaves))
            return 1;
    return 0;
}

/* --- cover --------------------------------------------------------------------------------------------------------- */

static int is_past(const Pair *pair)
{
    const Stand *eye = pair->eye, *spot = pair->spot;
    Point here = {eye->x, eye->y}, end = pair->ends[0];
    double enters, leaves;
    if (spot->walls && walled(pair->field, spot, &here, spot->past, NULL))
        return 1;
    const Shape *shape = pair->field->outlines[spot->past];
    return passes(shape, eye, end) &&
           passage(shape, eye->x, eye->y, end.x - eye->x, end.y - eye->y, 0.0, &enters, &leaves);
}

static int is_behind(const Pair *pair)
{
    const Field *field = pair->field;
    const Stand *eye = pair->eye, *spot = pair->spot;
    Point end = pair->ends[0];
    double dx = end.x - eye->x, dy = end.y - eye->y, enters, leaves;
    for (size_t i = 0; i < pair->count; i++) {
        size_t number = (size_t)pair->near[i];
        const Shape *shape = field->outlines[number];
        if (!covers(field, number, spot->ground) || !passes(shape, eye, end) ||
            !passage(shape, eye->x, eye->y, dx, dy, 0.0, &enters, &leaves))
            continue;
        double x = eye->x + dx * leaves, y = eye->y + dy * leaves, away = gap(field, spot, x, y);
        if (away <= field->limits.reach + EPS && gap(field, eye, x, y) >= away - EPS)
            return 1;
    }
    return 0;
}

static int point_in(const Shape *shape, double x, double y)
{
    if (shape->radius != 0.0) {
        double dx = x - shape->x, dy = y - shape->y, limit = shape->radius + EPS;
        return dx * dx + dy * dy <= limit * limit;
    }
    for (int i = 0; i < (int)shape->count; i++) {
        const Corner *edge = &shape->corners[i];
        if (edge->nx * x + edge->ny * y - edge->offset > EPS)
            return 0;
    }
    return 1;
}

static int in_soft(const Pair *pair)
{
    const Field *field = pair->field;
    const Stand *eye = pair->eye, *spot = pair->spot;
    Point end = pair->ends[0];
    double dx = end.x - eye->x, dy = end.y - eye->y, enters, leaves;
    for (size_t i = 0; i < field->softened; i++) {
        const Shape *area = field->soft[i];
        if (point_in(area, spot->x, spot->y))
            return 1;
        if (passes(area, eye, end) && passage(area, eye->x, eye->y, dx, dy, 0.0, &enters, &leaves) &&
            gap(field, spot, eye->x + dx * leaves, eye->y + dy * leaves) <= field->limits.reach + EPS)
            return 1;
    }
    return 0;
}

static int cover(const Pair *pair, int blocked)
{
    const Stand *eye = pair->eye, *spot = pair->spot;
    if (spot->inside >= 0 && spot->inside != eye->inside)
        return INDOORS;
    if (spot->past >= 0 && is_past(pair))
        return PAST;
    if (spot->how & LOW)
        return OPEN;
    if (blocked)
        return PARTLY;
    return is_behind(pair) ? BEHIND : OPEN;
}

/* --- looks --------------------------------------------------------------------------------------------------------- */

static int looks_out(const Stand *who, double x, double y)
{
    for (int i = 0; i < who->sides; i++)
        if (who->side[3 * i] * x + who->side[3 * i + 1] * y > who->side[3 * i + 2] + EPS)
            return 1;
    return 0;
}

static void cast_rays(Pair *pair)
{
    const Stand *eye = pair->eye, *spot = pair->spot;
    double dx = spot->x - eye->x, dy = spot->y - eye->y, length = sqrt(dx * dx + dy * dy);
    double ox = 0.0, oy = 0.0;
    if (length > EPS) {
        double away = pair->field->limits.aside / length;
        ox = -dy * away;
        oy = dx * away;
    }
    pair->ends[0] = (Point){spot->x, spot->y};
    pair->ends[1] = (Point){spot->x + ox, spot->y + oy};
    pair->ends[2] = (Point){spot->x - ox, spot->y - oy};
}

/* Finds the bodies in the box around the rays, but for those that do not count between the two. */
static void find_near(Pair *pair, long *room)
{
    const Stand *eye = pair->eye;
    Box box = {eye->x, eye->y, eye->x, eye->y};
    for (int i = 0; i < 3; i++) {
        Point end = pair->ends[i];
        box.x0 = end.x < box.x0 ? end.x : box.x0;
        box.x1 = end.x > box.x1 ? end.x : box.x1;
        box.y0 = end.y < box.y0 ? end.y : box.y0;
        box.y1 = end.y > box.y1 ? end.y : box.y1;
    }
    pair->count = 0;
    pair->near = room;
    for (size_t number = 0; number < pair->field->bodies; number++) {
        if (!meets_box(pair->field->outlines[number], &box))
            continue;
        int counts = 1;
        for (int i = 0; i < 5; i++)
            counts &= pair->ignored[i] != (long)number;
        room[pair->count] = (long)number;
        pair->count += (size_t)counts;
    }
}

static int look(const Field *field, const Stand *eye, const Stand *spot, long above, long *room)
{
    if (!(eye->inside >= 0 && eye->inside == spot->inside)) {
        if (eye->inside >= 0 && !looks_out(eye, spot->x, spot->y))
            return SHUT_IN << WHY;
        if (spot->inside >= 0 && !looks_out(spot, eye->x, eye->y))
            return SHUT_IN << WHY;
    }
    Pair pair = {.field = field, .eye = eye, .spot = spot};
    pair.ignored[0] = eye->body;
    pair.ignored[1] = eye->inside;
    pair.ignored[2] = spot->inside;
    pair.ignored[3] = eye->past;
    pair.ignored[4] = spot->past;
    pair.spot_hides = (spot->how & LOW) && !(above & EYE_ABOVE);
    pair.eye_hides = (eye->how & LOW) && !(above & SPOT_ABOVE);
    pair.level = eye->ground == spot->ground && !pair.spot_hides && !pair.eye_hides;
    cast_rays(&pair);
    find_near(&pair, room);
    int blocked = 0, smoked = 0;
    for (int i = 0; i < 3; i++) {
        if (is_blocked(&pair, pair.ends[i]))
            blocked++;
        else if (in_smoke(&pair, pair.ends[i]))
            smoked++;
    }
    if (blocked + smoked == 3)
        return (smoked ? IN_SMOKE : HIDDEN) << WHY | blocked << RAYS;
    return SEEN | cover(&pair, blocked) << WHY | (in_soft(&pair) ? SOFT : 0) | blocked << RAYS;
}

/* What is seen of a point of an upright target past one body: nothing, a part, or all of it. */
static int past_body(const Field *field, size_t number, const Stand *eye, Point end, const Upright *target)
{
    const Height *body = &field->heights[number];
    const Shape *shape = field->outlines[number];
    int does = (int)body->does;
    double dx = end.x - eye->x, dy = end.y - eye->y, enters, leaves;
    if (!(does & (BLOCKS | COVERS | COVERS_BY_HEIGHT)) || !passes(shape, eye, end) ||
        !passage(shape, eye->x, eye->y, dx, dy, 0.0, &enters, &leaves))
        return IN_FULL;
    double rises = body->top - (eye->ground + (target->ground - eye->ground) * leaves);
    if (rises < target->least - EPS)
        return IN_FULL;
    return rises >= target->height - EPS && !(does & COVERS) ? OUT_OF_SIGHT : IN_PART;
}

int point_seen(const Field *field, const Stand *eye, Point end, const Upright *target)
{
    Pair pair = {.field = field, .eye = eye};
    if (in_smoke(&pair, end))
        return OUT_OF_SIGHT;
    Box box = {eye->x < end.x ? eye->x : end.x, eye->y < end.y ? eye->y : end.y, eye->x > end.x ? eye->x : end.x,
               eye->y > end.y ? eye->y : end.y};
    int seen = IN_FULL;
    for (size_t number = 0; number < field->bodies && seen != OUT_OF_SIGHT; number++) {
        long body = (long)number;
        if (!meets_box(field->outlines[number], &box) || body == target->body || body == eye->body ||
            body == eye->inside || body == eye->past)
            continue;
        int past = past_body(field, number, eye, end, target);
        seen = past < seen ? past : seen;
    }
    return seen;
}

/* Whom trunks cover from somebody: a mark for each of the squad. */
static void behind_trunks(const Field *field, const Stand *eye, const Stand *squad, size_t count, unsigned char *marks)
{
    for (size_t i = 0; i < count; i++)
        marks[i] = 0;
    for (size_t tree = 0; tree < field->trees; tree++) {
        const Trunk *trunk = &field->trunks[tree];
        size_t best = count;
        double least = field->limits.trunk + EPS;
        for (size_t i = 0; i < count; i++) {
            double dx = trunk->x - squad[i].x, dy = trunk->y - squad[i].y;
            double away = sqrt(dx * dx + dy * dy) - trunk->radius - squad[i].radius;
            int nearer = away < least || (away == least && best == count);
            if (nearer && dx * (eye->x - squad[i].x) + dy * (eye->y - squad[i].y) >= -EPS) {
                best = i;
                least = away;
            }
        }
        if (best < count)
            marks[best] = 1;
    }
}

static int seen_by_all(const Looking *looking, const Stand *spot, const unsigned char *trunks, size_t squad)
{
    int seen = 0, hard = 1, soft = 1;
    for (size_t eye = 0; eye < looking->eyes; eye++) {
        int code = look(looking->field, &looking->eye[eye], spot, looking->above, looking->room);
        if (!(code & SEEN))
            continue;
        seen = 1;
        hard = hard && (trunks[eye * squad] || (code >> WHY & 7));
        soft = soft && (code & SOFT);
        if (!hard && !soft)
            return IN_THE_OPEN;
    }
    return seen ? COVERED : UNSEEN;
}

void look_at_squad(const Looking *looking, const Stand *spots, size_t squad, int together, unsigned char *found)
{
    unsigned char *trunks = looking->marks;
    for (size_t eye = 0; eye < looking->eyes; eye++)
        behind_trunks(looking->field, &looking->eye[eye], spots, squad, trunks + eye * squad);
    for (size_t i = 0; i < squad; i++) {
        if (together) {
            found[i] = (unsigned char)seen_by_all(looking, &spots[i], trunks + i, squad);
            continue;
        }
        for (size_t eye = 0; eye < looking->eyes; eye++) {
            int code = look(looking->field, &looking->eye[eye], &spots[i], looking->above, looking->room);
            found[i * looking->eyes + eye] = (unsigned char)(code | (trunks[eye * squad + i] ? TRUNK : 0));
        }
    }
}
