"""Which shapes overlap: sort and sweep along X (Baraff 1992), then the exact test."""

from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from systems.handover import Handover, opened
from systems.kernel import kernel, lean_kernel
from systems.maths.ordering import sort_rows


class Sides(NamedTuple):
    """Whose some shapes are, and what they notice."""

    entities: Integers
    """Whose each is, shape [shape_count]."""
    bits: Integers
    """What each is, as a bit, shape [shape_count]."""
    masks: Integers
    """Bits of the layers it meets, shape [shape_count]."""
    tracks: Flags
    """Whether its entity notices others, shape [shape_count]."""


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


@kernel
def sweep(shapes: Floats, handed: Sides, pairs: Integers) -> int:
    """Writes pairs of rows that overlap and returns how many there are, even when there is no room for them.

    Args:
        shapes: Rounded boxes, shape [shape_count, 7].
        handed: Whose they are, and what they notice, as handed over.
        pairs: Receives the pairs, shape [room, 2].
    """
    sides = opened(handed)
    lower_ends = np.empty(shapes.shape[0])
    for row in range(shapes.shape[0]):
        lower_ends[row] = shapes[row, 0] - shapes[row, 3] - shapes[row, 6]
    order, room = np.empty(shapes.shape[0], np.int64), np.empty(shapes.shape[0], np.int64)
    sort_rows(lower_ends, order, room)
    count = 0
    for place in range(order.shape[0]):
        i = order[place]
        end = shapes[i, 0] + shapes[i, 3] + shapes[i, 6]
        for later in range(place + 1, order.shape[0]):
            j = order[later]
            if lower_ends[j] > end:
                break
            if notice(sides, i, j) and rounded_boxes_overlap(shapes[i], shapes[j]):
                if count < pairs.shape[0]:
                    pairs[count, 0] = i
                    pairs[count, 1] = j
                count += 1
    return count


@lean_kernel
def notice(sides: Sides, i: int, j: int) -> bool:
    """Whether one of two shapes notices the other, which is another entity's: both masks must agree."""
    tracks = sides.tracks[i] or sides.tracks[j]
    agree = sides.bits[i] & sides.masks[j] != 0 and sides.bits[j] & sides.masks[i] != 0
    return bool(tracks and agree and sides.entities[i] != sides.entities[j])


def overlapping_rows(shapes: Floats, sides: Handover[Sides]) -> Integers:
    """Pairs of rows that overlap and notice it, shape [pair_count, 2]."""
    pairs = np.empty((8 * len(shapes) + 8, 2), dtype=np.int64)
    count = sweep(shapes, sides.handed, pairs)
    if count > len(pairs):
        pairs = np.empty((count, 2), dtype=np.int64)
        sweep(shapes, sides.handed, pairs)
    return pairs[:count]
