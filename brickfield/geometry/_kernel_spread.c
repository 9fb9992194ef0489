/* How far it is over a net from some places to all others: _pure_spread.py. */
#include "_kernel.h"

#include <stdlib.h>

/* A heap of places that were reached: the nearest on top. */
typedef struct {
    Reached *items;
    size_t count;
} Queue;

static void push(Queue *queue, Reached item)
{
    size_t at = queue->count++;
    while (at > 0) {
        size_t above = (at - 1) / 2;
        if (queue->items[above].far <= item.far)
            break;
        queue->items[at] = queue->items[above];
        at = above;
    }
    queue->items[at] = item;
}

static Reached pop(Queue *queue)
{
    Reached top = queue->items[0], last = queue->items[--queue->count];
    size_t at = 0, below;
    while ((below = 2 * at + 1) < queue->count) {
        if (below + 1 < queue->count && queue->items[below + 1].far < queue->items[below].far)
            below++;
        if (queue->items[below].far >= last.far)
            break;
        queue->items[at] = queue->items[below];
        at = below;
    }
    queue->items[at] = last;
    return top;
}

int spread(const Net *net, const Reached *starts, size_t count, double *lengths)
{
    /* a start and a way are taken into the queue at most once each */
    Queue queue = {malloc((count + net->ways + 1) * sizeof(Reached)), 0};
    if (queue.items == NULL)
        return -1;
    for (size_t i = 0; i < net->places; i++)
        lengths[i] = INFINITY;
    for (size_t i = 0; i < count; i++)
        if (starts[i].far < lengths[starts[i].place]) {
            lengths[starts[i].place] = starts[i].far;
            push(&queue, starts[i]);
        }
    while (queue.count > 0) {
        Reached here = pop(&queue);
        if (here.far > lengths[here.place])
            continue;
        size_t end = (size_t)net->begins[here.place + 1];
        for (size_t i = (size_t)net->begins[here.place]; i < end; i++) {
            Reached there = {here.far + net->links[i].length, (size_t)net->links[i].there};
            if (there.far < lengths[there.place]) {
                lengths[there.place] = there.far;
                push(&queue, there);
            }
        }
    }
    free(queue.items);
    return 0;
}
