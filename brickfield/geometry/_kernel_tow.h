/* A form drawn by its nose along straight legs: _pure_tow.py. Part of _kernel.c, which alone includes it. */
#ifndef BRICKFIELD_KERNEL_TOW_H
#define BRICKFIELD_KERNEL_TOW_H

#include "_kernel_args.h"

/* A form under tow: how far it reaches along its heading and across it, where its nose is and how far that is ahead. */
typedef struct {
    const Shape *form;
    double ahead, aside, nose, x, y, touch, facing;
    long skip;
    int swings; /* about its nose through every heading between, from the one it is facing */
} Tow;

/* The form of a tow by its packed bytes, which must outlive it; NULL with an error set. */
static PyObject *read_form(PyObject *thing, Tow *tow)
{
    PyObject *held = read_shape(thing, &tow->form);
    if (held != NULL && tow->form->count == 0.0) {
        Py_DECREF(held);
        PyErr_SetString(PyExc_ValueError, "not the packed form of a polygon");
        return NULL;
    }
    tow->ahead = tow->aside = 0.0;
    for (int i = 0; held != NULL && i < (int)tow->form->count; i++) {
        double x = fabs(tow->form->corners[i].x), y = fabs(tow->form->corners[i].y);
        tow->ahead = x > tow->ahead ? x : tow->ahead;
        tow->aside = y > tow->aside ? y : tow->aside;
    }
    return held;
}

/* An upright box that holds the form with its nose where it is and a heading by its cosine and sine. */
static Box box_of(const Tow *tow, double c, double s)
{
    double x = tow->x - tow->nose * c, y = tow->y - tow->nose * s;
    double wide = tow->ahead * fabs(c) + tow->aside * fabs(s), high = tow->ahead * fabs(s) + tow->aside * fabs(c);
    Box box = {x - wide, y - high, x + wide, y + high};
    return box;
}

/* What the form meets that swings about its nose into another heading, by the shorter way round. */
static long swung(const Scene *scene, const Tow *tow, double heading)
{
    double turn = fmod(heading - tow->facing, 360.0), c, s, c1, s1;
    if (turn > 180.0)
        turn -= 360.0;
    else if (turn < -180.0)
        turn += 360.0;
    if (turn == 0.0)
        return -1;
    unit(tow->facing, &c, &s);
    unit(heading, &c1, &s1);
    Box box = box_of(tow, c, s), end = box_of(tow, c1, s1);
    double more = bulge_of(turn) * (fabs(tow->nose) + tow->ahead + tow->aside);
    box.x0 = (end.x0 < box.x0 ? end.x0 : box.x0) - more;
    box.y0 = (end.y0 < box.y0 ? end.y0 : box.y0) - more;
    box.x1 = (end.x1 > box.x1 ? end.x1 : box.x1) + more;
    box.y1 = (end.y1 > box.y1 ? end.y1 : box.y1) + more;
    if (clear(scene, &box, tow->skip))
        return -1;
    double packed[HEAD + MOST_CORNERS * PER_CORNER];
    lay_form(packed, tow->form, tow->x - tow->nose * c, tow->y - tow->nose * s, c, s);
    return pivot(scene, (const Shape *)packed, tow->x, tow->y, turn, tow->skip, tow->touch);
}

/* What the form meets where it is laid, or on its way from there. */
static long met(const Scene *scene, const Tow *tow, double c, double s, double dx, double dy)
{
    double x = tow->x - tow->nose * c, y = tow->y - tow->nose * s;
    Box box = box_of(tow, c, s);
    if (dx < 0.0)
        box.x0 += dx;
    if (dy < 0.0)
        box.y0 += dy;
    if (dx > 0.0)
        box.x1 += dx;
    if (dy > 0.0)
        box.y1 += dy;
    if (clear(scene, &box, tow->skip))
        return -1;
    double packed[HEAD + MOST_CORNERS * PER_CORNER];
    lay_form(packed, tow->form, x, y, c, s);
    long hit = overlapped(scene, (const Shape *)packed, tow->skip, tow->touch);
    if (hit == -1)
        translate(scene, (const Shape *)packed, dx, dy, tow->skip, tow->touch, &hit);
    return hit;
}

static PyObject *whole_steps(double value, long step)
{
    return PyLong_FromDouble(nearbyint(value * GRAIN / (double)step) * (double)step);
}

/* Where the origin of the form is, rounded: a tuple of three. */
static PyObject *rounded(const Tow *tow, double heading, double c, double s, const long *steps)
{
    PyObject *parts[] = {whole_steps(tow->x - tow->nose * c, steps[0]), whole_steps(tow->y - tow->nose * s, steps[0]),
                         whole_steps(heading, steps[1])};
    return tuple_of(parts, 3);
}

static int read_tow(PyObject *row, double *leg)
{
    double *const numbers[] = {&leg[0], &leg[1]};
    if (!PyTuple_Check(row) || PyTuple_Size(row) != 2) {
        PyErr_SetString(PyExc_TypeError, "a leg of towed() is (heading, far)");
        return 0;
    }
    PyObject *const parts[] = {PyTuple_GetItem(row, 0), PyTuple_GetItem(row, 1)};
    return read_numbers(parts, numbers, 2) && finite_numbers(leg, 2);
}

/* Goes along the legs and notes where each ends, up to the first that is not free; what that meets, -1 for none. */
static int tow_along(const Scene *scene, Tow *tow, PyObject *legs, const long *steps, PyObject *ways, long *hit)
{
    double leg[2], c, s;
    *hit = -1;
    for (Py_ssize_t i = 0; i < PyList_Size(legs); i++) {
        if (!read_tow(PyList_GetItem(legs, i), leg))
            return 0;
        unit(leg[0], &c, &s);
        if (tow->swings) {
            *hit = swung(scene, tow, leg[0]);
            if (*hit != -1)
                return 1;
            tow->facing = leg[0];
        }
        double x = tow->x + leg[1] * c, y = tow->y + leg[1] * s;
        *hit = met(scene, tow, c, s, x - tow->x, y - tow->y);
        if (*hit != -1)
            return 1;
        tow->x = x;
        tow->y = y;
        if (!append(ways, rounded(tow, leg[0], c, s, steps)))
            return 0;
    }
    return 1;
}

/* Takes the heading it is facing from the last place, where it may be None or left out; 0 on an error. */
static int read_facing(PyObject *const *args, Py_ssize_t *given, PyObject *names, Tow *tow)
{
    double *const number[] = {&tow->facing};
    tow->facing = 0.0;
    tow->swings = *given == 11 && (names == NULL || PyTuple_Size(names) == 0) && args[10] != Py_None;
    if (*given == 11)
        *given = 10;
    return !tow->swings || (read_numbers(args + 10, number, 1) && finite_numbers(&tow->facing, 1));
}

static PyObject *py_towed(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    Tow tow;
    long steps[2], hit;
    double *const numbers[] = {&tow.nose, &tow.x, &tow.y};
    if (!read_facing(args, &given, names, &tow) || !read_touch(args, &given, names, 9, &tow.touch) ||
        !read_skips("towed", args, given, names, 8, ONE_SKIP, 1, &tow.skip) || !read_numbers(args + 2, numbers, 3) ||
        !read_integer(args[6], &steps[0]) || !read_integer(args[7], &steps[1]))
        return NULL;
    const double start[] = {tow.nose, tow.x, tow.y};
    if (!finite_numbers(start, 3))
        return NULL;
    if (steps[0] < 1 || steps[1] < 1) {
        PyErr_SetString(PyExc_ValueError, "a step is at least one grain");
        return NULL;
    }
    PyObject *scenery = read_scene(args[0], &scene), *form = scenery == NULL ? NULL : read_form(args[1], &tow);
    PyObject *legs = form == NULL ? NULL : PySequence_List(args[5]), *ways = legs == NULL ? NULL : PyList_New(0);
    PyObject *answer = NULL;
    if (ways != NULL && tow_along(&scene, &tow, legs, steps, ways, &hit))
        answer = Py_BuildValue("lOdd", hit, ways, tow.x, tow.y);
    Py_XDECREF(ways);
    Py_XDECREF(legs);
    Py_XDECREF(form);
    Py_XDECREF(scenery);
    return answer;
}

#endif
