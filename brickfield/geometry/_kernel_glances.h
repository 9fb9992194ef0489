/* Who sees whom, many against many: part of _kernel.c, which alone includes it. */
#ifndef BRICKFIELD_KERNEL_GLANCES_H
#define BRICKFIELD_KERNEL_GLANCES_H

#include "_kernel_args.h"

#include <math.h>
#include <stdlib.h>

#define NO_DULL_SIDES "glances() wants a byte of dull sides for each shooter and target"
#define SQRT_HALF 0.7071067811865476
/* The sides of a rectangle as `rectangle` numbers them; NEAR_SIDE is none of them. */
enum { NEAR_SIDE = -1, LEFT_SIDE, REAR_SIDE, RIGHT_SIDE, FRONT_SIDE };

typedef struct {
    double x, y, ahead_x, ahead_y, reach;
    long fixed, skip;
} Watcher;

typedef struct {
    double x, y, ahead_x, ahead_y;
    const Shape *shape;
    PyObject *held;
    long skip;
} Watched;

static int read_watcher(PyObject *row, Watcher *into)
{
    PyObject *args[7];
    double *const numbers[] = {&into->x, &into->y, &into->ahead_x, &into->ahead_y, &into->reach};
    if (!PyTuple_Check(row) || PyTuple_Size(row) != 7) {
        PyErr_SetString(PyExc_TypeError, "a shooter of glances() is (x, y, ahead_x, ahead_y, reach, fixed, skip)");
        return 0;
    }
    for (int i = 0; i < 7; i++)
        args[i] = PyTuple_GetItem(row, i);
    return read_numbers(args, numbers, 5) && read_integer(args[5], &into->fixed) && read_integer(args[6], &into->skip);
}

static int read_watched(PyObject *row, Watched *into)
{
    PyObject *args[6];
    double *const numbers[] = {&into->x, &into->y, &into->ahead_x, &into->ahead_y};
    if (!PyTuple_Check(row) || PyTuple_Size(row) != 6) {
        PyErr_SetString(PyExc_TypeError, "a target of glances() is (x, y, ahead_x, ahead_y, shape, skip)");
        return 0;
    }
    for (int i = 0; i < 6; i++)
        args[i] = PyTuple_GetItem(row, i);
    if (!read_numbers(args, numbers, 4) || !read_integer(args[5], &into->skip))
        return 0;
    into->held = read_shape(args[4], &into->shape);
    if (into->held == NULL)
        return 0;
    if (into->shape->radius == 0.0 && into->shape->count < 4.0) {
        PyErr_SetString(PyExc_IndexError, "a target of glances() has four sides or is round");
        return 0;
    }
    return 1;
}

/* Where the eye of a watcher is for a target, and the side it faces; NEAR_SIDE when they are too near for a glance. */
static int faced(const Watcher *one, const Watched *other, double near, double *eye_x, double *eye_y)
{
    double dx = other->x - one->x, dy = other->y - one->y;
    double away = sqrt(dx * dx + dy * dy);
    *eye_x = *eye_y = 0.0;
    if (away == 0.0 || (away < near && other->skip >= 0))
        return NEAR_SIDE;
    if (one->fixed) {
        dx = dx - one->reach * one->ahead_x;
        dy = dy - one->reach * one->ahead_y;
        away = sqrt(dx * dx + dy * dy);
    } else {
        double share = 1.0 - one->reach / away;
        dx = dx * share;
        dy = dy * share;
        away = away * share;
    }
    if (away == 0.0)
        return NEAR_SIDE;
    double along = -(other->ahead_x * dx + other->ahead_y * dy) / away;
    *eye_x = other->x - dx;
    *eye_y = other->y - dy;
    if (along >= SQRT_HALF)
        return FRONT_SIDE;
    if (along < -SQRT_HALF)
        return REAR_SIDE;
    return other->ahead_y * dx - other->ahead_x * dy > 0.0 ? LEFT_SIDE : RIGHT_SIDE;
}

/* The numbers of the soft things whose shadow falls on a side, as a new tuple; NULL on an error. */
static PyObject *past(const Scene *soft, double eye_x, double eye_y, const Shape *shape, int side)
{
    if (shape->radius != 0.0 || soft->first == soft->end)
        return PyTuple_New(0);
    int next = (side + 1) % (int)shape->count, complete = 1;
    Point a = {shape->corners[side].x, shape->corners[side].y}, b = {shape->corners[next].x, shape->corners[next].y};
    /* most lines pass nothing: a list is made for the first thing they do pass */
    PyObject *found = NULL;
    EACH_SHAPE(soft, each, number)
    {
        if (complete && casts_shadow(each, eye_x, eye_y, a, b)) {
            if (found == NULL)
                found = PyList_New(0);
            complete = found != NULL && append(found, PyLong_FromLong(number));
        }
    }
    if (found == NULL)
        return complete ? PyTuple_New(0) : NULL;
    return as_tuple(found, complete);
}

/* The scene with what hides, that with what is soft, and nearer than what nobody glances. */
typedef struct {
    Scene scene, soft;
    double near;
} Outlook;

/* Appends what a watcher sees of a target to a list, unless the side is a dull one; 0 with an error set when that
   fails. */
static int glance(const Outlook *over, const Watcher *one, const Watched *other, const Py_ssize_t *places,
                  const char *dull, PyObject *found)
{
    double eye_x, eye_y, hidden = 0.0;
    int seen = 1, side = faced(one, other, over->near, &eye_x, &eye_y);
    if (side != NEAR_SIDE && dull != NULL && ((unsigned char)dull[places[1]] >> side & 1))
        return 1;
    if (side != NEAR_SIDE &&
        sight(&over->scene, eye_x, eye_y, other->shape, side, one->skip, other->skip, &hidden, &seen) < 0) {
        PyErr_NoMemory();
        return 0;
    }
    if (side == NEAR_SIDE)
        eye_x = eye_y = 0.0;
    if (!seen)
        return 1;
    PyObject *parts[] = {
        PyLong_FromSsize_t(places[0]),
        PyLong_FromSsize_t(places[1]),
        PyFloat_FromDouble(eye_x),
        PyFloat_FromDouble(eye_y),
        PyLong_FromLong(side),
        PyFloat_FromDouble(hidden),
        side == NEAR_SIDE ? PyTuple_New(0) : past(&over->soft, eye_x, eye_y, other->shape, side),
    };
    return append(found, tuple_of(parts, 7));
}

/* The dull sides of all targets for a watcher: NULL where none are given, or with an error set if they are wrong. */
static const char *dull_row(PyObject *dull, Py_ssize_t number, Py_ssize_t others)
{
    char *row;
    Py_ssize_t size;
    if (PyList_Size(dull) == 0)
        return NULL;
    if (PyBytes_AsStringAndSize(PyList_GetItem(dull, number), &row, &size) < 0)
        return NULL;
    if (size != others)
        PyErr_SetString(PyExc_ValueError, NO_DULL_SIDES);
    return size == others ? row : NULL;
}

static PyObject *all_glances(const Outlook *over, PyObject *shooters, PyObject *targets, PyObject *dull)
{
    Py_ssize_t many = PyList_Size(shooters), others = PyList_Size(targets), read = 0;
    Watcher *ones = calloc((size_t)many + 1, sizeof *ones);
    Watched *rows = calloc((size_t)others + 1, sizeof *rows);
    PyObject *found = ones == NULL || rows == NULL ? PyErr_NoMemory() : PyList_New(0);
    int good = found != NULL;
    if (good && PyList_Size(dull) != 0 && PyList_Size(dull) != many) {
        PyErr_SetString(PyExc_ValueError, NO_DULL_SIDES);
        good = 0;
    }
    for (Py_ssize_t i = 0; good && i < many; i++)
        good = read_watcher(PyList_GetItem(shooters, i), &ones[i]);
    for (; good && read < others; read++)
        good = read_watched(PyList_GetItem(targets, read), &rows[read]);
    for (Py_ssize_t i = 0; good && i < many; i++) {
        const char *row = dull_row(dull, i, others);
        good = row != NULL || !PyErr_Occurred();
        for (Py_ssize_t j = 0; good && j < others; j++) {
            const Py_ssize_t places[] = {i, j};
            good = glance(over, &ones[i], &rows[j], places, row, found);
        }
    }
    for (Py_ssize_t j = 0; rows != NULL && j < read; j++)
        Py_XDECREF(rows[j].held);
    free(ones);
    free(rows);
    if (!good)
        Py_CLEAR(found);
    return found;
}

static PyObject *py_glances(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Outlook over;
    double *const numbers[] = {&over.near};
    Py_ssize_t fixed = given == 6 ? 6 : 5;
    if (!read_skips("glances", args, given, names, fixed, NULL, 0, NULL) || !read_numbers(args + 3, numbers, 1))
        return NULL;
    PyObject *held = read_scene(args[0], &over.scene);
    PyObject *soft = held == NULL ? NULL : read_scene(args[4], &over.soft);
    PyObject *shooters = soft == NULL ? NULL : PySequence_List(args[1]);
    PyObject *targets = shooters == NULL ? NULL : PySequence_List(args[2]);
    PyObject *dull = targets == NULL ? NULL : fixed == 6 ? PySequence_List(args[5]) : PyList_New(0);
    PyObject *answer = dull == NULL ? NULL : all_glances(&over, shooters, targets, dull);
    Py_XDECREF(dull);
    Py_XDECREF(targets);
    Py_XDECREF(shooters);
    Py_XDECREF(soft);
    Py_XDECREF(held);
    return answer;
}

#endif
