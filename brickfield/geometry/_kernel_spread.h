/* Ways over a net: part of _kernel.c, which alone includes it. */
#ifndef BRICKFIELD_KERNEL_SPREAD_H
#define BRICKFIELD_KERNEL_SPREAD_H

#include "_kernel_args.h"

#include <stdlib.h>

/* Whether a number is a whole one from 0 up to, but not with, `end`. */
static int counts_below(double number, double end)
{
    return number >= 0.0 && number < end && number == (double)(size_t)number;
}

/* Whether every way of a net begins in order, and leads to one of its places without shortening what came before. */
static int holds_together(const Net *net)
{
    for (size_t i = 0; i < net->places; i++)
        if (!counts_below(net->begins[i], (double)net->ways + 1.0) || net->begins[i] > net->begins[i + 1])
            return 0;
    for (size_t i = 0; i < net->ways; i++)
        if (!counts_below(net->links[i].there, (double)net->places) || !(net->links[i].length >= 0.0))
            return 0;
    return net->begins[net->places] == (double)net->ways;
}

static PyObject *read_net(PyObject *thing, Net *net)
{
    const double *data;
    size_t count;
    PyObject *packed = packed_of(thing, &data, &count);
    if (packed == NULL)
        return NULL;
    int good = count >= 2 && counts_below(data[0], (double)count - 1.0);
    if (good) {
        net->places = (size_t)data[0];
        net->begins = data + 1;
        net->ways = (count - 2 - net->places) / 2;
        net->links = (const Link *)(data + 2 + net->places);
        good = count == 2 + net->places + 2 * net->ways && holds_together(net);
    }
    if (!good) {
        Py_DECREF(packed);
        PyErr_SetString(PyExc_ValueError, "not the packed form of a net");
        return NULL;
    }
    return packed;
}

static int read_start(PyObject *row, const Net *net, Reached *into)
{
    long place;
    double *const number[] = {&into->far};
    if (!PyTuple_Check(row) || PyTuple_Size(row) != 2) {
        PyErr_SetString(PyExc_TypeError, "a start of spread() is (place, far)");
        return 0;
    }
    PyObject *far = PyTuple_GetItem(row, 1);
    if (!read_integer(PyTuple_GetItem(row, 0), &place) || !read_numbers(&far, number, 1))
        return 0;
    if (place < 0 || (size_t)place >= net->places) {
        PyErr_Format(PyExc_IndexError, "a net of %zu places has no place %ld", net->places, place);
        return 0;
    }
    into->place = (size_t)place;
    return finite_numbers(&into->far, 1);
}

static PyObject *spread_answer(const Net *net, PyObject *rows)
{
    Py_ssize_t count = PyList_Size(rows), read = 0;
    Reached *starts = malloc(((size_t)count + 1) * sizeof *starts);
    double *lengths = malloc((net->places + 1) * sizeof *lengths);
    PyObject *answer = NULL;
    if (starts == NULL || lengths == NULL)
        PyErr_NoMemory();
    else {
        while (read < count && read_start(PyList_GetItem(rows, read), net, &starts[read]))
            read++;
        if (read == count)
            answer = spread(net, starts, (size_t)count, lengths) < 0 ? PyErr_NoMemory()
                                                                     : PyList_New((Py_ssize_t)net->places);
    }
    for (Py_ssize_t i = 0; answer != NULL && i < (Py_ssize_t)net->places; i++) {
        PyObject *length = PyFloat_FromDouble(lengths[i]);
        if (length == NULL)
            Py_CLEAR(answer);
        else
            PyList_SetItem(answer, i, length);
    }
    free(starts);
    free(lengths);
    return answer;
}

static PyObject *py_spread(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Net net;
    if (!read_skips("spread", args, given, names, 2, NULL, 0, NULL))
        return NULL;
    PyObject *held = read_net(args[0], &net);
    PyObject *rows = held == NULL ? NULL : PySequence_List(args[1]);
    PyObject *answer = rows == NULL ? NULL : spread_answer(&net, rows);
    Py_XDECREF(rows);
    Py_XDECREF(held);
    return answer;
}

#endif
