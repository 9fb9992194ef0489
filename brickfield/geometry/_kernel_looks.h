/* `looks` and `watched` as Python functions: part of _kernel.c, which alone includes it. */
#ifndef BRICKFIELD_KERNEL_LOOKS_H
#define BRICKFIELD_KERNEL_LOOKS_H

#include "_kernel_args.h"

#define FIELD_HEAD 11
#define POST_HEAD 9
#define PER_ROW 3

/* Whether a packed number is a whole one from `low` up to, not including, `high`. */
static int whole_number(double number, double low, double high)
{
    return number >= low && number < high && number == (double)(long)number;
}

/* Reads a packed field; `outlines` must be freed and the answer let go. NULL with an error set. */
static PyObject *read_field(PyObject *thing, Field *field)
{
    const double *data = NULL;
    size_t count = 0, number = 0;
    field->outlines = NULL;
    PyObject *packed = packed_of(thing, &data, &count);
    if (packed == NULL)
        return NULL;
    int sound = count >= FIELD_HEAD;
    for (int i = 0; sound && i < 4; i++)
        sound = whole_number(data[i], 0.0, (double)count);
    if (sound) {
        field->bodies = (size_t)data[0];
        field->softened = (size_t)data[1];
        field->smoked = (size_t)data[2];
        field->trees = (size_t)data[3];
        size_t at = FIELD_HEAD + PER_ROW * (field->bodies + field->trees);
        size_t outlines = field->bodies + field->softened + field->smoked;
        field->limits = *(const Limits *)(data + 4);
        field->heights = (const Height *)(data + FIELD_HEAD);
        field->trunks = (const Trunk *)(data + FIELD_HEAD + PER_ROW * field->bodies);
        field->outlines = PyMem_Malloc((outlines + 1) * sizeof(Shape *));
        for (; field->outlines != NULL && number < outlines && at < count; number++) {
            size_t size = shape_size(data + at, count - at);
            if (size == 0)
                break;
            field->outlines[number] = (const Shape *)(data + at);
            at += size;
        }
        sound = number == outlines && at == count;
        if (field->outlines != NULL) {
            field->soft = field->outlines + field->bodies;
            field->smoke = field->soft + field->softened;
        }
    }
    if (sound && field->outlines != NULL)
        return packed;
    if (sound)
        PyErr_NoMemory();
    else
        PyErr_SetString(PyExc_ValueError, "not the packed form of a field");
    PyMem_Free(field->outlines);
    Py_DECREF(packed);
    return NULL;
}

/* Reads packed posts into memory that must be freed; NULL with an error set. */
static Stand *read_posts(PyObject *packed, const Field *field, size_t *many)
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(packed, &bytes, &size) < 0)
        return NULL;
    const double *data = (const double *)bytes;
    size_t count = (size_t)size / sizeof(double), at = 0;
    Stand *stands = PyMem_Malloc((count / POST_HEAD + 1) * sizeof(Stand));
    if (stands == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    const char *fault = (size_t)size % sizeof(double) ? "not the packed form of posts" : NULL;
    for (*many = 0; fault == NULL && at < count; (*many)++) {
        const double *row = data + at;
        if (count - at < POST_HEAD || !whole_number(row[8], 0.0, (double)((count - at - POST_HEAD) / PER_ROW + 1))) {
            fault = "not the packed form of posts";
            break;
        }
        for (int i = 5; i < 8; i++)
            if (!whole_number(row[i], -1.0, (double)field->bodies))
                fault = "a post names a body that the field has not";
        if (fault != NULL)
            break;
        Stand *who = &stands[*many];
        *who = (Stand){row[0], row[1], row[2], row[3], (int)row[4], (int)row[8], 0,
                       (long)row[5], (long)row[6], (long)row[7], row + POST_HEAD};
        take_stand(field, who);
        at += POST_HEAD + PER_ROW * (size_t)row[8];
    }
    if (fault == NULL)
        return stands;
    PyErr_SetString(PyExc_ValueError, fault);
    PyMem_Free(stands);
    return NULL;
}

/* Looks at all squads, one after the other. */
static PyObject *look_at_all(Looking *looking, const Stand *spots, size_t many, size_t squad, int together)
{
    size_t each = together ? 1 : looking->eyes;
    PyObject *answer = NULL;
    unsigned char *found = PyMem_Malloc(many * each + 1);
    looking->room = PyMem_Malloc((looking->field->bodies + 1) * sizeof(long));
    looking->marks = PyMem_Malloc(looking->eyes * squad + 1);
    if (found == NULL || looking->room == NULL || looking->marks == NULL)
        PyErr_NoMemory();
    else {
        for (size_t at = 0; at < many; at += squad)
            look_at_squad(looking, spots + at, squad, together, found + at * each);
        answer = PyBytes_FromStringAndSize((const char *)found, (Py_ssize_t)(many * each));
    }
    PyMem_Free(found);
    PyMem_Free(looking->room);
    PyMem_Free(looking->marks);
    return answer;
}

static PyObject *looks_or_watched(const char *function, PyObject *const *args, Py_ssize_t given, PyObject *names,
                                  int together)
{
    Field field;
    long squad;
    size_t many = 0;
    Looking looking = {.field = &field};
    if (!read_skips(function, args, given, names, 5, NULL, 0, NULL) || !read_integer(args[3], &squad) ||
        !read_integer(args[4], &looking.above))
        return NULL;
    PyObject *held = read_field(args[0], &field), *answer = NULL;
    if (held == NULL)
        return NULL;
    Stand *eyes = read_posts(args[1], &field, &looking.eyes);
    Stand *spots = eyes == NULL ? NULL : read_posts(args[2], &field, &many);
    if (spots != NULL && (squad < 1 || many % (size_t)squad != 0))
        PyErr_SetString(PyExc_ValueError, "posts that are looked at come in squads of equal size");
    else if (spots != NULL) {
        looking.eye = eyes;
        answer = look_at_all(&looking, spots, many, (size_t)squad, together);
    }
    PyMem_Free(eyes);
    PyMem_Free(spots);
    PyMem_Free(field.outlines);
    Py_DECREF(held);
    return answer;
}

static PyObject *py_looks(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    return looks_or_watched("looks", args, given, names, 0);
}

static PyObject *py_watched(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    return looks_or_watched("watched", args, given, names, 1);
}

/* Looks at each of the packed points of an upright target. */
static PyObject *see_points(const Field *field, const Stand *eye, PyObject *packed, const Upright *target)
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(packed, &bytes, &size) < 0)
        return NULL;
    size_t count = (size_t)size / sizeof(Point);
    if ((size_t)size % sizeof(Point) || target->body >= (long)field->bodies) {
        PyErr_SetString(PyExc_ValueError, "not the packed form of points, or of a body that the field has not");
        return NULL;
    }
    unsigned char *found = PyMem_Malloc(count + 1);
    if (found == NULL)
        return PyErr_NoMemory();
    for (size_t i = 0; i < count; i++)
        found[i] = (unsigned char)point_seen(field, eye, ((const Point *)bytes)[i], target);
    PyObject *answer = PyBytes_FromStringAndSize((const char *)found, (Py_ssize_t)count);
    PyMem_Free(found);
    return answer;
}

static PyObject *py_points_seen(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Field field;
    Upright target;
    double *const numbers[] = {&target.ground, &target.least, &target.height};
    size_t many = 0;
    if (!read_skips("points_seen", args, given, names, 7, NULL, 0, NULL) || !read_integer(args[3], &target.body) ||
        !read_numbers(args + 4, numbers, 3))
        return NULL;
    PyObject *held = read_field(args[0], &field), *answer = NULL;
    if (held == NULL)
        return NULL;
    Stand *eye = read_posts(args[1], &field, &many);
    if (eye != NULL && many != 1)
        PyErr_SetString(PyExc_ValueError, "one post looks at points");
    else if (eye != NULL)
        answer = see_points(&field, eye, args[2], &target);
    PyMem_Free(eye);
    PyMem_Free(field.outlines);
    Py_DECREF(held);
    return answer;
}

/* --- silhouettes --------------------------------------------------------------------------------------------------- */

/* Reads bodies, tuples of a shape and a height, into `bodies`; what is held must be let go. How many were read. */
static Py_ssize_t read_prisms(PyObject *list, Prism *bodies, PyObject **held, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *body = PyList_GetItem(list, i);
        if (!PyTuple_Check(body) || PyTuple_Size(body) != 2) {
            PyErr_SetString(PyExc_TypeError, "a body is a tuple (shape, height)");
            return i;
        }
        double *const height[] = {&bodies[i].height};
        PyObject *const number[] = {PyTuple_GetItem(body, 1)};
        held[i] = read_numbers(number, height, 1) ? read_shape(PyTuple_GetItem(body, 0), &bodies[i].shape) : NULL;
        if (held[i] == NULL)
            return i;
    }
    return count;
}

/* `hidden_rows` of a target whose heights are in a tuple. */
static PyObject *hidden_columns(const double eye[3], Panel *target, PyObject *heights, const Prism *bodies, size_t count)
{
    target->count = (long)PyTuple_Size(heights);
    size_t size = (size_t)target->count + 1;
    double *numbers = PyMem_Malloc(size * sizeof(double));
    long *rows = PyMem_Malloc(size * sizeof(long));
    PyObject *answer = numbers == NULL || rows == NULL ? PyErr_NoMemory() : PyTuple_New(target->count);
    for (long i = 0; answer != NULL && i < target->count; i++) {
        double *const into[] = {&numbers[i]};
        PyObject *const height[] = {PyTuple_GetItem(heights, i)};
        if (!read_numbers(height, into, 1))
            Py_CLEAR(answer);
    }
    if (answer != NULL) {
        target->heights = numbers;
        hidden_rows(eye, target, bodies, count, rows);
        for (long i = 0; i < target->count; i++)
            PyTuple_SetItem(answer, i, PyLong_FromLong(rows[i]));
    }
    PyMem_Free(numbers);
    PyMem_Free(rows);
    return answer;
}

static PyObject *py_hidden_rows(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    double eye[3];
    Panel target;
    double *const into[] = {&eye[0], &eye[1], &eye[2], &target.x, &target.y, &target.lx, &target.ly, &target.width};
    if (!read_skips("hidden_rows", args, given, names, 10, NULL, 0, NULL) || !read_numbers(args, into, 8))
        return NULL;
    PyObject *heights = PySequence_Tuple(args[8]), *list = heights == NULL ? NULL : PySequence_List(args[9]);
    Py_ssize_t count = list == NULL ? 0 : PyList_Size(list), read = 0;
    Prism *bodies = PyMem_Malloc(((size_t)count + 1) * sizeof(Prism));
    PyObject **held = PyMem_Malloc(((size_t)count + 1) * sizeof(PyObject *));
    PyObject *answer = NULL;
    if (bodies == NULL || held == NULL)
        PyErr_NoMemory();
    else if (list != NULL && (read = read_prisms(list, bodies, held, count)) == count)
        answer = hidden_columns(eye, &target, heights, bodies, (size_t)count);
    while (read > 0)
        Py_DECREF(held[--read]);
    PyMem_Free(bodies);
    PyMem_Free(held);
    Py_XDECREF(heights);
    Py_XDECREF(list);
    return answer;
}

#endif
