"""Which shapes overlap: sort and sweep along X (Baraff 1992), then the exact test."""

import numpy as np

from components.arrays import Flags, Floats, Integers
from systems.kernel import lean_kernel


@lean_kernel
def rounded_boxes_overlap(a: Floats, b: Floats) -> bool:
    """Whether two shapes have inner points in common, shape [7] each; see `table_of`.

    Shapes that only touch do not overlap.
    """
    reach = a[6] + b[6]
    square = 0.0
    for axis in range(3):
        gap = abs(a[axis] - b[axis]) - a[3 + axis] - b[3 + axis]
        if gap >= 0.0 and reach == 0.0:
            return False
        square += max(gap, 0.0) ** 2
    return bool(reach == 0.0 or square < reach * reach)


@lean_kernel
def sweep(shapes: Floats, order: Integers, trackers: Flags, pairs: Integers) -> int:
    """Writes pairs of rows that overlap and returns how many there are, even when there is no room for them.

    Args:
        shapes: Rounded boxes, shape [shape_count, 7].
        order: Rows by ascending lower end along X, shape [shape_count].
        trackers: Which rows notice others; a pair without one is left out, shape [shape_count].
        pairs: Receives the pairs, shape [room, 2].
    """
    count = 0
    for place in range(order.shape[0]):
        i = order[place]
        end = shapes[i, 0] + shapes[i, 3] + shapes[i, 6]
        for later in range(place + 1, order.shape[0]):
            j = order[later]
            if shapes[j, 0] - shapes[j, 3] - shapes[j, 6] > end:
                break
            if (trackers[i] or trackers[j]) and rounded_boxes_overlap(shapes[i], shapes[j]):
                if count < pairs.shape[0]:
                    pairs[count, 0] = i
                    pairs[count, 1] = j
                count += 1
    return count


def overlapping_rows(shapes: Floats, trackers: Flags) -> Integers:
    """Pairs of rows that overlap, at least one of each pair a tracker, shape [pair_count, 2]."""
    order = (shapes[:, 0] - shapes[:, 3] - shapes[:, 6]).argsort(kind="stable")
    pairs = np.empty((8 * len(shapes) + 8, 2), dtype=np.int64)
    count = sweep(shapes, order, trackers, pairs)
    if count > len(pairs):
        pairs = np.empty((count, 2), dtype=np.int64)
        sweep(shapes, order, trackers, pairs)
    return pairs[:count]
