/* The compiled kernel as a Python module: reads arguments, calls the geometry, packs answers. Stable ABI, 3.11 and up. */
#include "_kernel_args.h"
#include "_kernel_glances.h"
#include "_kernel_looks.h"
#include "_kernel_spread.h"
#include "_kernel_tow.h"
#include "_kernel_volleys.h"

#include <stdlib.h>

/* --- sight --------------------------------------------------------------------------------------------------------- */

/* `sight` for arguments eye x, eye y, target, side and skips already read. */
static PyObject *sight_row(const Scene *scene, PyObject *const *args, const long *skips)
{
    double ex, ey, hidden = 0.0;
    double *const numbers[] = {&ex, &ey};
    long side;
    const Shape *target;
    int seen = 0;
    if (!read_numbers(args, numbers, 2) || !read_integer(args[3], &side))
        return NULL;
    PyObject *held = read_shape(args[2], &target);
    if (held == NULL)
        return NULL;
    PyObject *answer = NULL;
    if (target->radius == 0.0 && (side < 0 || side >= (long)target->count))
        PyErr_Format(PyExc_IndexError, "a shape of %d sides has no side %ld", (int)target->count, side);
    else if (sight(scene, ex, ey, target, (int)side, skips[0], skips[1], &hidden, &seen) < 0)
        PyErr_NoMemory();
    else
        answer = pair(PyFloat_FromDouble(hidden), PyBool_FromLong(seen));
    Py_DECREF(held);
    return answer;
}

static PyObject *py_sight(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    long skips[2];
    Scene scene;
    if (!read_skips("sight", args, given, names, 5, TWO_SKIPS, 2, skips))
        return NULL;
    PyObject *held = read_scene(args[0], &scene);
    if (held == NULL)
        return NULL;
    PyObject *answer = sight_row(&scene, args + 1, skips);
    Py_DECREF(held);
    return answer;
}

/* Reads one row of sight_many, a tuple of six, and answers it. */
static PyObject *sight_tuple(const Scene *scene, PyObject *row)
{
    PyObject *args[6];
    long skips[2];
    if (!PyTuple_Check(row) || PyTuple_Size(row) != 6) {
        PyErr_SetString(PyExc_TypeError, "a row of sight_many() is (eye_x, eye_y, target, side, skip_a, skip_b)");
        return NULL;
    }
    for (int i = 0; i < 6; i++)
        args[i] = PyTuple_GetItem(row, i);
    if (!read_integer(args[4], &skips[0]) || !read_integer(args[5], &skips[1]))
        return NULL;
    return sight_row(scene, args, skips);
}

static PyObject *py_sight_many(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    if (!read_skips("sight_many", args, given, names, 2, NULL, 0, NULL))
        return NULL;
    PyObject *held = read_scene(args[0], &scene);
    PyObject *rows = held == NULL ? NULL : PySequence_List(args[1]);
    PyObject *answer = rows == NULL ? NULL : PyList_New(PyList_Size(rows));
    for (Py_ssize_t i = 0; answer != NULL && i < PyList_Size(rows); i++) {
        PyObject *one = sight_tuple(&scene, PyList_GetItem(rows, i));
        if (one == NULL)
            Py_CLEAR(answer);
        else
            PyList_SetItem(answer, i, one);
    }
    Py_XDECREF(rows);
    Py_XDECREF(held);
    return answer;
}

/* Reads a scene, an eye, the ends of a segment, and skips if `skips` is not NULL. */
static PyObject *read_segment(const char *function, PyObject *const *args, Py_ssize_t given, PyObject *names, Scene *scene,
                              double *eye, Point *ends, long *skips)
{
    double *const numbers[] = {&eye[0], &eye[1], &ends[0].x, &ends[0].y, &ends[1].x, &ends[1].y};
    if (!read_skips(function, args, given, names, 7, TWO_SKIPS, skips == NULL ? 0 : 2, skips) ||
        !read_numbers(args + 1, numbers, 6))
        return NULL;
    return read_scene(args[0], scene);
}

static PyObject *py_hidden_share(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    double eye[2], hidden;
    Point ends[2];
    long skips[2];
    PyObject *held = read_segment("hidden_share", args, given, names, &scene, eye, ends, skips);
    if (held == NULL)
        return NULL;
    int failed = hidden_share(&scene, eye[0], eye[1], ends[0], ends[1], skips[0], skips[1], &hidden) < 0;
    Py_DECREF(held);
    return failed ? PyErr_NoMemory() : PyFloat_FromDouble(hidden);
}

static PyObject *py_visible_intervals(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    double eye[2];
    Point ends[2];
    long skips[2];
    Span *spans;
    size_t count;
    PyObject *held = read_segment("visible_intervals", args, given, names, &scene, eye, ends, skips);
    if (held == NULL)
        return NULL;
    int failed = visible_spans(&scene, eye[0], eye[1], ends[0], ends[1], skips[0], skips[1], &spans, &count) < 0;
    Py_DECREF(held);
    if (failed)
        return PyErr_NoMemory();
    PyObject *answer = PyList_New(0);
    for (size_t i = 0; answer != NULL && i < count; i++)
        if (!append(answer, pair(PyFloat_FromDouble(spans[i].low), PyFloat_FromDouble(spans[i].high))))
            Py_CLEAR(answer);
    free(spans);
    return answer;
}

static PyObject *py_shadowed_by(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    double eye[2];
    Point ends[2];
    PyObject *held = read_segment("shadowed_by", args, given, names, &scene, eye, ends, NULL);
    PyObject *found = held == NULL ? NULL : PyList_New(0);
    if (found == NULL) {
        Py_XDECREF(held);
        return NULL;
    }
    int complete = 1;
    EACH_SHAPE(&scene, shape, number)
    {
        if (complete && casts_shadow(shape, eye[0], eye[1], ends[0], ends[1]))
            complete = append(found, PyLong_FromLong(number));
    }
    Py_DECREF(held);
    return as_tuple(found, complete);
}

static PyObject *py_crossed_by(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    double ax, ay, bx, by;
    double *const numbers[] = {&ax, &ay, &bx, &by};
    if (!read_skips("crossed_by", args, given, names, 5, NULL, 0, NULL) || !read_numbers(args + 1, numbers, 4))
        return NULL;
    PyObject *held = read_scene(args[0], &scene);
    PyObject *found = held == NULL ? NULL : PyList_New(0);
    if (found == NULL) {
        Py_XDECREF(held);
        return NULL;
    }
    double dx = bx - ax, dy = by - ay, distance = sqrt(dx * dx + dy * dy);
    int complete = 1;
    EACH_SHAPE(&scene, shape, number)
    {
        if (complete && distance > EPS && crosses(shape, ax, ay, dx / distance, dy / distance, distance))
            complete = append(found, PyLong_FromLong(number));
    }
    Py_DECREF(held);
    return as_tuple(found, complete);
}

/* --- distances ----------------------------------------------------------------------------------------------------- */

static PyObject *py_distance(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    const Shape *a, *b;
    if (!read_skips("distance", args, given, names, 2, NULL, 0, NULL))
        return NULL;
    PyObject *first = read_shape(args[0], &a), *second = first == NULL ? NULL : read_shape(args[1], &b);
    PyObject *answer = second == NULL ? NULL : PyFloat_FromDouble(shape_distance(a, b));
    Py_XDECREF(first);
    Py_XDECREF(second);
    return answer;
}

static PyObject *py_point_distance(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    const Shape *shape;
    double x, y;
    double *const numbers[] = {&x, &y};
    if (!read_skips("point_distance", args, given, names, 3, NULL, 0, NULL) || !read_numbers(args + 1, numbers, 2))
        return NULL;
    PyObject *held = read_shape(args[0], &shape);
    if (held == NULL)
        return NULL;
    PyObject *answer = PyFloat_FromDouble(point_distance(shape, x, y));
    Py_DECREF(held);
    return answer;
}

/* --- moves --------------------------------------------------------------------------------------------------------- */

/* Reads a scene and a shape; both must be let go. 0 on an error. */
static int read_mover(PyObject *const *args, Scene *scene, const Shape **shape, PyObject **held)
{
    held[0] = read_scene(args[0], scene);
    held[1] = held[0] == NULL ? NULL : read_shape(args[1], shape);
    if (held[1] != NULL)
        return 1;
    Py_XDECREF(held[0]);
    return 0;
}

static PyObject *py_translate(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    const Shape *shape;
    PyObject *held[2];
    double move[2];
    double *const numbers[] = {&move[0], &move[1]};
    long skip, hit;
    double touch;
    if (!read_touch(args, &given, names, 5, &touch) ||
        !read_skips("translate", args, given, names, 4, ONE_SKIP, 1, &skip) || !read_numbers(args + 2, numbers, 2) ||
        !finite_numbers(move, 2) || !read_mover(args, &scene, &shape, held))
        return NULL;
    double share = translate(&scene, shape, move[0], move[1], skip, touch, &hit);
    Py_DECREF(held[0]);
    Py_DECREF(held[1]);
    return pair(PyFloat_FromDouble(share), PyLong_FromLong(hit));
}

static PyObject *py_pivot(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    const Shape *shape;
    PyObject *held[2];
    double turn[3], touch;
    double *const numbers[] = {&turn[0], &turn[1], &turn[2]};
    long skip;
    if (!read_touch(args, &given, names, 5, &touch) || !read_skips("pivot", args, given, names, 4, ONE_SKIP, 1, &skip))
        return NULL;
    PyObject *centre = args[2];
    if (!PyTuple_Check(centre) || PyTuple_Size(centre) != 2) {
        PyErr_SetString(PyExc_TypeError, "the centre of a pivot is a tuple (x, y)");
        return NULL;
    }
    PyObject *const parts[] = {PyTuple_GetItem(centre, 0), PyTuple_GetItem(centre, 1), args[3]};
    if (!read_numbers(parts, numbers, 3) || !finite_numbers(turn, 3) || !read_mover(args, &scene, &shape, held))
        return NULL;
    long hit = pivot(&scene, shape, turn[0], turn[1], turn[2], skip, touch);
    Py_DECREF(held[0]);
    Py_DECREF(held[1]);
    return PyLong_FromLong(hit);
}

static PyObject *py_overlapped(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    const Shape *shape;
    PyObject *held[2];
    long skip;
    double touch;
    if (!read_touch(args, &given, names, 3, &touch) ||
        !read_skips("overlapped", args, given, names, 2, ONE_SKIP, 1, &skip) || !read_mover(args, &scene, &shape, held))
        return NULL;
    long hit = overlapped(&scene, shape, skip, touch);
    Py_DECREF(held[0]);
    Py_DECREF(held[1]);
    return PyLong_FromLong(hit);
}

static PyObject *py_clear(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    Box box;
    double *const numbers[] = {&box.x0, &box.y0, &box.x1, &box.y1};
    long skip;
    if (!read_skips("clear", args, given, names, 5, ONE_SKIP, 1, &skip) || !read_numbers(args + 1, numbers, 4))
        return NULL;
    PyObject *held = read_scene(args[0], &scene);
    if (held == NULL)
        return NULL;
    int free_of_all = clear(&scene, &box, skip);
    Py_DECREF(held);
    return PyBool_FromLong(free_of_all);
}

/* Reads the legs of a drive, pairs of turn and distance, into `legs`; 0 on an error. */
static int read_legs(PyObject *list, Leg *legs, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *leg = PyList_GetItem(list, i);
        if (!PyTuple_Check(leg) || PyTuple_Size(leg) != 2) {
            PyErr_SetString(PyExc_TypeError, "a leg of a drive is a tuple (turn, distance)");
            return 0;
        }
        PyObject *const parts[] = {PyTuple_GetItem(leg, 0), PyTuple_GetItem(leg, 1)};
        double *const numbers[] = {&legs[i].turn, &legs[i].distance};
        if (!read_numbers(parts, numbers, 2))
            return 0;
        const double values[] = {legs[i].turn, legs[i].distance};
        if (!finite_numbers(values, 2))
            return 0;
    }
    return 1;
}

static PyObject *drive_answer(const Drive *drive)
{
    PyObject *parts[] = {PyFloat_FromDouble(drive->x),       PyFloat_FromDouble(drive->y),
                         PyFloat_FromDouble(drive->heading), PyLong_FromLong(drive->leg),
                         PyFloat_FromDouble(drive->share),   PyLong_FromLong(drive->hit)};
    return tuple_of(parts, 6);
}

static PyObject *py_sweep(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    double start[5];
    double *const numbers[] = {&start[0], &start[1], &start[2], &start[3], &start[4]};
    long skip;
    Leg few[16], *legs = few;
    if (!read_skips("sweep", args, given, names, 7, ONE_SKIP, 1, &skip) || !read_numbers(args + 1, numbers, 5) ||
        !finite_numbers(start, 5))
        return NULL;
    PyObject *list = PySequence_List(args[6]), *held = list == NULL ? NULL : read_scene(args[0], &scene);
    PyObject *answer = NULL;
    if (held != NULL) {
        Py_ssize_t count = PyList_Size(list);
        if (count > 16)
            legs = PyMem_Malloc((size_t)count * sizeof(Leg));
        if (legs == NULL)
            PyErr_NoMemory();
        else if (read_legs(list, legs, count)) {
            Drive drive = {start[2], start[3], start[4], 1.0, 0, -1};
            int failed = sweep(&scene, start[0], start[1], &drive, legs, (long)count, skip) < 0;
            answer = failed ? PyErr_NoMemory() : drive_answer(&drive);
        }
        if (legs != few)
            PyMem_Free(legs);
    }
    Py_XDECREF(list);
    Py_XDECREF(held);
    return answer;
}

/* Carries one step of a course out in place, as in _pure_course.py; 0 when a turn met something and ends the course. */
static int course_step(const Scene *scene, const double size[2], long at[3], const long leg[3], long done[2], long skip)
{
    double packed[HEAD + 4 * PER_CORNER], c, s, x = (double)at[0] / GRAIN, y = (double)at[1] / GRAIN;
    direction(at[2], &c, &s);
    if (size[1] == 0.0)
        pack_disc(packed, x, y, size[0] * 0.5);
    else
        pack_rectangle(packed, x, y, c, s, size[0] * 0.5, size[1] * 0.5);
    const Shape *shape = (const Shape *)packed;
    double amount = (double)leg[2];
    if (leg[0]) {
        done[1] = pivot(scene, shape, x, y, amount / GRAIN, skip, 0.0);
        done[0] = done[1] == -1 ? leg[2] : 0;
        at[2] = ((at[2] + done[0]) % FULL_TURN + FULL_TURN) % FULL_TURN;
        return done[1] == -1;
    }
    direction(leg[1], &c, &s);
    double share = translate(scene, shape, c * amount / GRAIN, s * amount / GRAIN, skip, 0.0, &done[1]);
    double covered = done[1] == -1 ? amount : nearbyint(amount * share);
    done[0] = (long)covered;
    at[0] += (long)nearbyint(c * covered);
    at[1] += (long)nearbyint(s * covered);
    return 1;
}

static int read_integers(PyObject *tuple, long *into, Py_ssize_t count)
{
    if (!PyTuple_Check(tuple) || PyTuple_Size(tuple) != count) {
        PyErr_SetString(PyExc_TypeError, "a leg of a course is a tuple (kind, heading, amount)");
        return 0;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (!read_integer(PyTuple_GetItem(tuple, i), &into[i]))
            return 0;
    return 1;
}

static PyObject *py_course(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    Scene scene;
    double size[2];
    double *const numbers[] = {&size[0], &size[1]};
    long at[3], leg[3], done[2], skip;
    if (!read_skips("course", args, given, names, 7, ONE_SKIP, 1, &skip) || !read_numbers(args + 1, numbers, 2) ||
        !finite_numbers(size, 2) || !read_integer(args[3], &at[0]) || !read_integer(args[4], &at[1]) ||
        !read_integer(args[5], &at[2]))
        return NULL;
    PyObject *legs = PySequence_List(args[6]), *held = legs == NULL ? NULL : read_scene(args[0], &scene);
    PyObject *ways = held == NULL ? NULL : PyList_New(0);
    for (Py_ssize_t i = 0; ways != NULL && i < PyList_Size(legs); i++) {
        int goes_on = 0;
        if (!read_integers(PyList_GetItem(legs, i), leg, 3))
            Py_CLEAR(ways);
        else {
            goes_on = course_step(&scene, size, at, leg, done, skip);
            if (!append(ways, Py_BuildValue("lllll", at[0], at[1], at[2], done[0], done[1])))
                Py_CLEAR(ways);
        }
        if (!goes_on)
            break;
    }
    Py_XDECREF(legs);
    Py_XDECREF(held);
    return ways;
}

/* --- the module ---------------------------------------------------------------------------------------------------- */

/* The packed form of a rectangle by centre, cosine and sine of its heading and half sizes: `outline` in shapes.py. */
static PyObject *py_pack_rectangle(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    double x, y, c, s, half_length, half_width;
    double *into[] = {&x, &y, &c, &s, &half_length, &half_width};
    if (count != 6) {
        PyErr_SetString(PyExc_TypeError, "pack_rectangle takes six numbers");
        return NULL;
    }
    if (!read_numbers(args, into, 6))
        return NULL;
    double packed[HEAD + 4 * PER_CORNER];
    pack_rectangle(packed, x, y, c, s, half_length, half_width);
    return PyBytes_FromStringAndSize((const char *)packed, sizeof packed);
}

/* A form laid at a place with the cosine and sine of its heading: `at` in forms.py. The packed shape, then its box. */
static PyObject *py_lay_form(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    double x, y, c, s, packed[HEAD + MOST_CORNERS * PER_CORNER];
    double *into[] = {&x, &y, &c, &s};
    char *bytes;
    Py_ssize_t size;
    if (count != 5) {
        PyErr_SetString(PyExc_TypeError, "lay_form takes a form and four numbers");
        return NULL;
    }
    if (PyBytes_AsStringAndSize(args[0], &bytes, &size) < 0 || !read_numbers(args + 1, into, 4))
        return NULL;
    size_t held = (size_t)size / sizeof(double);
    if (held == 0 || shape_size((const double *)bytes, held) != held || held == HEAD) {
        PyErr_SetString(PyExc_ValueError, "not the packed form of a polygon");
        return NULL;
    }
    lay_form(packed, (const Shape *)bytes, x, y, c, s);
    const Shape *shape = (const Shape *)packed;
    return Py_BuildValue("y#dddd", (const char *)packed, size, shape->x0, shape->y0, shape->x1, shape->y1);
}

#define FUNCTION(name) {#name, (PyCFunction)(void (*)(void))py_##name, METH_FASTCALL | METH_KEYWORDS, NULL}

static PyMethodDef functions[] = {
    FUNCTION(sight),       FUNCTION(sight_many), FUNCTION(hidden_share),   FUNCTION(visible_intervals),
    FUNCTION(shadowed_by), FUNCTION(crossed_by), FUNCTION(distance),       FUNCTION(point_distance),
    FUNCTION(translate),   FUNCTION(pivot),      FUNCTION(overlapped),     FUNCTION(sweep),
    FUNCTION(course),      FUNCTION(looks),      FUNCTION(watched),
    FUNCTION(points_seen), FUNCTION(hidden_rows), FUNCTION(clear),        FUNCTION(glances),
    FUNCTION(spread),
    FUNCTION(aimed),       FUNCTION(outlasted),
    FUNCTION(towed),
    {"pack_rectangle", (PyCFunction)(void (*)(void))py_pack_rectangle, METH_FASTCALL, NULL},
    {"lay_form", (PyCFunction)(void (*)(void))py_lay_form, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_kernel", "The compiled kernel: see the plain Python one for what each function does.", -1,
    functions,             NULL,      NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    packed_name = PyUnicode_InternFromString("packed");
    return packed_name == NULL ? NULL : PyModule_Create(&definition);
}
