/* Reading arguments and packing answers: part of _kernel.c, which alone includes it. */
#ifndef BRICKFIELD_KERNEL_ARGS_H
#define BRICKFIELD_KERNEL_ARGS_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include "_kernel.h"

static PyObject *packed_name;

/* --- reading ------------------------------------------------------------------------------------------------------- */

static int read_numbers(PyObject *const *args, double *const *into, int count)
{
    for (int i = 0; i < count; i++) {
        *into[i] = PyFloat_AsDouble(args[i]);
        if (*into[i] == -1.0 && PyErr_Occurred())
            return 0;
    }
    return 1;
}

static int read_integer(PyObject *arg, long *into)
{
    *into = PyLong_AsLong(arg);
    return !(*into == -1 && PyErr_Occurred());
}

/* The packed bytes of a shape or scene, made now if need be: a new reference, or NULL with an error set. */
static PyObject *packed_of(PyObject *thing, const double **data, size_t *count)
{
    PyObject *packed = PyObject_GetAttr(thing, packed_name);
    if (packed == NULL && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear();
        packed = PyObject_CallMethod(thing, "pack", NULL);
    }
    if (packed == NULL)
        return NULL;
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(packed, &bytes, &size) < 0) {
        Py_DECREF(packed);
        return NULL;
    }
    *data = (const double *)bytes;
    *count = (size_t)size / sizeof(double);
    return packed;
}

/* How many doubles the shape at `data` takes, or 0 if it cannot be one. */
static size_t shape_size(const double *data, size_t count)
{
    if (LIKELY(count >= HEAD + 4 * PER_CORNER && data[0] == 4.0 && data[1] == 0.0))
        return HEAD + 4 * PER_CORNER;
    if (count < HEAD || !(data[0] >= 0.0 && data[0] <= MOST_CORNERS))
        return 0;
    size_t size = HEAD + PER_CORNER * (size_t)data[0];
    int whole = data[0] == (double)(size_t)data[0];
    return whole && size <= count && (data[0] == 0.0) == (data[1] != 0.0) ? size : 0;
}

static PyObject *read_shape(PyObject *thing, const Shape **shape)
{
    const double *data = NULL;
    size_t count = 0;
    PyObject *packed = packed_of(thing, &data, &count);
    if (packed != NULL && (count == 0 || shape_size(data, count) != count)) {
        Py_DECREF(packed);
        PyErr_SetString(PyExc_ValueError, "not the packed form of a shape");
        return NULL;
    }
    *shape = (const Shape *)data;
    return packed;
}

static PyObject *read_scene(PyObject *thing, Scene *scene)
{
    const double *data;
    size_t count, at = 4;
    PyObject *packed = packed_of(thing, &data, &count);
    if (packed == NULL)
        return NULL;
    while (at < count) {
        size_t size = shape_size(data + at, count - at);
        if (size == 0)
            break;
        at += size;
    }
    if (at != count) {
        Py_DECREF(packed);
        PyErr_SetString(PyExc_ValueError, "not the packed form of a scene");
        return NULL;
    }
    scene->border = *(const Box *)data;
    scene->first = (const Shape *)(data + 4);
    scene->end = (const Shape *)(data + count);
    return packed;
}

/* Reads the numbers to skip, given by place or by name after the fixed arguments; -1 where they are not given. */
static int read_skips(const char *function, PyObject *const *args, Py_ssize_t given, PyObject *names, Py_ssize_t fixed,
                      const char *const *known, int count, long *into)
{
    Py_ssize_t named = names == NULL ? 0 : PyTuple_Size(names);
    for (int i = 0; i < count; i++)
        into[i] = -1;
    if (given < fixed || given > fixed + count) {
        PyErr_Format(PyExc_TypeError, "%s() takes %zd to %zd arguments, not %zd", function, fixed, fixed + count, given);
        return 0;
    }
    for (Py_ssize_t i = fixed; i < given; i++)
        if (!read_integer(args[i], &into[i - fixed]))
            return 0;
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GetItem(names, i);
        int at = 0;
        while (at < count && PyUnicode_CompareWithASCIIString(name, known[at]) != 0)
            at++;
        if (at == count || at + fixed < given) {
            PyErr_Format(PyExc_TypeError, "%s() got an unexpected or repeated argument %R", function, name);
            return 0;
        }
        if (!read_integer(args[given + i], &into[at]))
            return 0;
    }
    return 1;
}

static int finite_numbers(const double *numbers, int count)
{
    for (int i = 0; i < count; i++)
        if (!(numbers[i] - numbers[i] == 0.0)) {
            PyErr_SetString(PyExc_ValueError, "not a finite number");
            return 0;
        }
    return 1;
}

/* Takes how deep contact may be from the place behind the skip, where it may be left out; 0 on an error. */
static int read_touch(PyObject *const *args, Py_ssize_t *given, PyObject *names, Py_ssize_t place, double *touch)
{
    double *const number[] = {touch};
    *touch = 0.0;
    if (*given != place + 1 || (names != NULL && PyTuple_Size(names) != 0))
        return 1;
    *given = place;
    return read_numbers(args + place, number, 1) && finite_numbers(touch, 1);
}

static const char *const TWO_SKIPS[] = {"skip_a", "skip_b"};
static const char *const ONE_SKIP[] = {"skip"};

/* --- answering ----------------------------------------------------------------------------------------------------- */

static PyObject *pair(PyObject *first, PyObject *second)
{
    PyObject *answer = first != NULL && second != NULL ? PyTuple_New(2) : NULL;
    if (answer == NULL) {
        Py_XDECREF(first);
        Py_XDECREF(second);
        return NULL;
    }
    PyTuple_SetItem(answer, 0, first);
    PyTuple_SetItem(answer, 1, second);
    return answer;
}

/* Appends a new reference to a list and lets it go; 0 on an error. */
static int append(PyObject *list, PyObject *item)
{
    int done = item != NULL && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return done;
}

static PyObject *as_tuple(PyObject *list, int complete)
{
    PyObject *answer = complete ? PyList_AsTuple(list) : NULL;
    Py_DECREF(list);
    return answer;
}

/* A tuple that takes its parts over; NULL when one of them could not be made. */
static PyObject *tuple_of(PyObject **parts, int count)
{
    PyObject *answer = PyTuple_New(count);
    for (int i = 0; i < count; i++) {
        if (parts[i] == NULL)
            Py_CLEAR(answer);
        if (answer != NULL)
            PyTuple_SetItem(answer, i, parts[i]);
        else
            Py_XDECREF(parts[i]);
    }
    return answer;
}

#endif
