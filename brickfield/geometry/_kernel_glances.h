/* Who sees whom, many against many: part of _kernel.c, which alone includes it. */
#ifndef BRICKFIELD_KERNEL_GLANCES_H
#define BRICKFIELD_KERNEL_GLANCES_H

#include "_kernel_args.h"

#include <math.h>
#include <stdlib.h>

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

/* Appends what a watcher sees of a target to a list; 0 with an error set when that fails. */
static int glance(const Scene *scene, const Watcher *one, const Watched *other, const Py_ssize_t *places, double near,
                  PyObject *found)
{
    double eye_x, eye_y, hidden = 0.0;
    int seen = 1, side = faced(one, other, near, &eye_x, &eye_y);
    if (side != NEAR_SIDE &&
        sight(scene, eye_x, eye_y, other->shape, side, one->skip, other->skip, &hidden, &seen) < 0) {
        PyErr_NoMemory();
        return 0;
    }
    if (side == NEAR_SIDE)
        eye_x = eye_y = 0.0;
    if (!seen)
        return 1;
    PyObject *row = Py_BuildValue("(nnddid)", places[0], places[1], eye_x, eye_y, side, hidden);
    int failed = row == NULL || PyList_Append(found, row) < 0;
    Py_XDECREF(row);
    return !failed;
}

static PyObject *all_glances(const Scene *scene, PyObject *shooters, PyObject *targets, double near)
{
    Py_ssize_t many = PyList_Size(shooters), others = PyList_Size(targets), read = 0;
    Watcher *ones = calloc((size_t)many + 1, sizeof *ones);
    Watched *rows = calloc((size_t)others + 1, sizeof *rows);
    PyObject *found = ones == NULL || rows == NULL ? PyErr_NoMemory() : PyList_New(0);
    int good = found != NULL;
    for (Py_ssize_t i = 0; good && i < many; i++)
        good = read_watcher(PyList_GetItem(shooters, i), &ones[i]);
    for (; good && read < others; read++)
        good = read_watched(PyList_GetItem(targets, read), &rows[read]);
    for (Py_ssize_t i = 0; good && i < many; i++)
        for (Py_ssize_t j = 0; good && j < others; j++) {
            const Py_ssize_t places[] = {i, j};
            good = glance(scene, &ones[i], &rows[j], places, near, found);
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
    Scene scene;
    double near;
    double *const numbers[] = {&near};
    if (!read_skips("glances", args, given, names, 4, NULL, 0, NULL) || !read_numbers(args + 3, numbers, 1))
        return NULL;
    PyObject *held = read_scene(args[0], &scene);
    PyObject *shooters = held == NULL ? NULL : PySequence_List(args[1]);
    PyObject *targets = shooters == NULL ? NULL : PySequence_List(args[2]);
    PyObject *answer = targets == NULL ? NULL : all_glances(&scene, shooters, targets, near);
    Py_XDECREF(targets);
    Py_XDECREF(shooters);
    Py_XDECREF(held);
    return answer;
}

#endif
