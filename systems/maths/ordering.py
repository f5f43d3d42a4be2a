"""Sorting in kernels: as numba's own, which takes four times as long to compile."""

from components.arrays import Floats, Integers
from systems.kernel import lean_kernel


@lean_kernel
def sort_rows(values: Floats, order: Integers, room: Integers) -> None:
    """Writes the rows of numbers in ascending order, equal ones as they come, by merging ever longer runs.

    Args:
        values: The numbers, shape [count].
        order: Written, shape [count].
        room: Of the same shape, changed.
    """
    count, length = values.shape[0], 1
    for row in range(count):
        order[row] = row
    while length < count:
        for first in range(0, count, 2 * length):
            _merge(values, order, room, first, min(first + length, count), min(first + 2 * length, count))
        for row in range(count):
            order[row] = room[row]
        length *= 2


@lean_kernel
def _merge(values: Floats, order: Integers, merged: Integers, first: int, middle: int, last: int) -> None:
    """Merges two neighbouring runs of rows."""
    left, right = first, middle
    for place in range(first, last):
        is_left = right >= last or (left < middle and not values[order[right]] < values[order[left]])
        if is_left:
            merged[place] = order[left]
            left += 1
        else:
            merged[place] = order[right]
            right += 1
