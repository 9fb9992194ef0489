/* Whom each of many should aim at: _pure_volleys.py. Part of _kernel.c, which alone includes it. */
#ifndef BRICKFIELD_KERNEL_VOLLEYS_H
#define BRICKFIELD_KERNEL_VOLLEYS_H

#include "_kernel_args.h"

#include <stdlib.h>

#define NOBODY (-1)
/* Gains below this are rounding. */
#define NOTHING_GAINED 1e-12

/* The next shot of somebody: what it adds and at whom; `given` when it is in the plan. */
typedef struct {
    double gain;
    Py_ssize_t target;
    int given;
} Aim;

static void aim_best(Aim *aim, const double *row, const double *left, Py_ssize_t targets)
{
    aim->gain = 0.0;
    aim->target = NOBODY;
    for (Py_ssize_t j = 0; j < targets; j++)
        if (row[j] != 0.0 && row[j] * left[j] > aim->gain) {
            aim->gain = row[j] * left[j];
            aim->target = j;
        }
}

/* Gives shots, the one next that adds most; who gets none aims at nobody. Uses up `left`, the worth of the targets. */
static void aim_all(Aim *aims, const double *rows, double *left, Py_ssize_t shooters, Py_ssize_t targets, long most)
{
    for (Py_ssize_t i = 0; i < shooters; i++)
        aim_best(&aims[i], rows + i * targets, left, targets);
    for (Py_ssize_t shots = 0; shots < shooters && shots < most; shots++) {
        Aim *best = NULL;
        for (Py_ssize_t i = 0; i < shooters; i++)
            if (!aims[i].given && (best == NULL || aims[i].gain > best->gain))
                best = &aims[i];
        if (best->gain <= NOTHING_GAINED)
            break;
        best->given = 1;
        left[best->target] *= 1.0 - rows[(best - aims) * targets + best->target];
        for (Py_ssize_t i = 0; i < shooters; i++)
            if (!aims[i].given && aims[i].target == best->target)
                aim_best(&aims[i], rows + i * targets, left, targets);
    }
    for (Py_ssize_t i = 0; i < shooters; i++)
        if (!aims[i].given)
            aims[i].target = NOBODY;
}

/* The numbers of a sequence, which must have so many; 0 with an error set. */
static int read_row(PyObject *given, double *into, Py_ssize_t count)
{
    PyObject *row = PySequence_Tuple(given);
    int good = row != NULL;
    if (good && PyTuple_Size(row) != count) {
        PyErr_SetString(PyExc_ValueError, "a row of a volley has a chance for each");
        good = 0;
    }
    for (Py_ssize_t i = 0; good && i < count; i++) {
        into[i] = PyFloat_AsDouble(PyTuple_GetItem(row, i));
        good = !(into[i] == -1.0 && PyErr_Occurred());
    }
    Py_XDECREF(row);
    return good;
}

/* A volley as read: rows of chances, the worth of targets, and room to work it out. */
typedef struct {
    Py_ssize_t many, across;
    double *rows, *worth, *there;
    Aim *aims;
} Volley;

static int read_volley(PyObject *chances, Py_ssize_t across, Volley *volley)
{
    PyObject *rows = PySequence_Tuple(chances);
    if (rows == NULL)
        return 0;
    Py_ssize_t many = PyTuple_Size(rows), most = many > across ? many : across;
    volley->many = many;
    volley->across = across;
    volley->rows = malloc(((size_t)many * (size_t)across + 1) * 2 * sizeof(double));
    volley->worth = malloc(((size_t)most + 1) * sizeof(double));
    volley->there = malloc(((size_t)most + 1) * sizeof(double));
    volley->aims = calloc((size_t)most + 1, sizeof(Aim));
    int good = volley->rows != NULL && volley->worth != NULL && volley->there != NULL && volley->aims != NULL;
    if (!good)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; good && i < many; i++)
        good = read_row(PyTuple_GetItem(rows, i), volley->rows + i * across, across);
    Py_DECREF(rows);
    return good;
}

static void free_volley(Volley *volley)
{
    free(volley->rows);
    free(volley->worth);
    free(volley->there);
    free(volley->aims);
}

static PyObject *py_aimed(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Volley volley = {0};
    PyObject *answer = NULL;
    long most;
    if (!read_skips("aimed", args, given, names, 3, NULL, 0, NULL) || !read_integer(args[2], &most))
        return NULL;
    Py_ssize_t targets = PySequence_Size(args[1]);
    if (targets >= 0 && read_volley(args[0], targets, &volley) && read_row(args[1], volley.worth, targets)) {
        aim_all(volley.aims, volley.rows, volley.worth, volley.many, targets, most);
        answer = PyList_New(volley.many);
        for (Py_ssize_t i = 0; answer != NULL && i < volley.many; i++)
            PyList_SetItem(answer, i, PyLong_FromSsize_t(volley.aims[i].target));
    }
    free_volley(&volley);
    return answer;
}

static PyObject *py_outlasted(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Volley volley = {0};
    PyObject *answer = NULL;
    if (!read_skips("outlasted", args, given, names, 3, NULL, 0, NULL))
        return NULL;
    Py_ssize_t shooters = PySequence_Size(args[1]);
    if (shooters >= 0 && read_volley(args[0], shooters, &volley) && read_row(args[1], volley.there, shooters) &&
        read_row(args[2], volley.worth, volley.many)) {
        Py_ssize_t targets = volley.many;
        double *turned = volley.rows + targets * shooters;
        for (Py_ssize_t i = 0; i < shooters; i++)
            for (Py_ssize_t j = 0; j < targets; j++)
                turned[i * targets + j] = volley.there[i] * volley.rows[j * shooters + i];
        aim_all(volley.aims, turned, volley.worth, shooters, targets, (long)shooters);
        for (Py_ssize_t j = 0; j < targets; j++)
            volley.worth[j] = 1.0;
        for (Py_ssize_t i = 0; i < shooters; i++)
            if (volley.aims[i].target != NOBODY)
                volley.worth[volley.aims[i].target] *= 1.0 - turned[i * targets + volley.aims[i].target];
        answer = PyList_New(targets);
        for (Py_ssize_t j = 0; answer != NULL && j < targets; j++)
            PyList_SetItem(answer, j, PyFloat_FromDouble(volley.worth[j]));
    }
    free_volley(&volley);
    return answer;
}

#endif
