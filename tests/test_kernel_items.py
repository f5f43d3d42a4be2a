"""Items of arrays in kernels are those that numpy finds, in any layout and with indices from either end."""

import gc
import sys
import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from components.arrays import Floats, Integers
from systems.kernel import kernel, lean_kernel

SIZES = (3, 4, 5)
PAIR = np.dtype([("count", np.int64), ("size", np.float64)], align=True)


@kernel
def item(values: Floats, i: int, j: int, k: int) -> float:
    """One item."""
    return float(values[i, j, k])


@kernel
def nested_item(values: Floats, i: int, j: int, k: int) -> float:
    """The same, an axis at a time."""
    return float(values[i][j][k])


@kernel
def row(values: Floats, i: int, j: int) -> Floats:
    """The items along the last axis."""
    found: Floats = values[i, j]
    return found


@kernel
def sheet(values: Floats, i: int) -> Floats:
    """The items along the last two axes."""
    found: Floats = values[i]
    return found


@lean_kernel
def write(values: Floats, i: int, j: int, k: int, new: float) -> None:
    """Replaces one item."""
    values[i, j, k] = new


@lean_kernel
def write_last(values: Integers, new: float) -> None:
    """Replaces the last item, by less than all of a number."""
    values[-1] = new


@lean_kernel
def grow(pairs: NDArray[np.void], place: int) -> float:
    """Changes a record by its fields."""
    pair = pairs[place]
    pair.count += 1
    return float(pair.size * pairs[place].count)


@kernel
def fill(values: Floats, new: float) -> None:
    """Replaces a row, which numba does itself."""
    values[1] = new


@kernel
def corner(values: Floats, i: int) -> Floats:
    """A part that indices and ranges leave, which numba finds itself."""
    found: Floats = values[i, 1:, ::2]
    return found


layouts = st.sampled_from(
    (
        lambda values: values,
        lambda values: values[::-1],
        lambda values: np.repeat(values, 2, axis=1)[:, ::2],
        np.asfortranarray,
        lambda values: np.ascontiguousarray(values.T).T[:, :, ::-1],
    )
)
indices = st.tuples(*(st.integers(-size, size - 1) for size in SIZES))


def _numbers() -> Floats:
    return np.arange(60.0).reshape(SIZES)


@given(layout=layouts, place=indices)
def test_items_and_parts_are_those_of_numpy(layout: object, place: tuple[int, int, int]) -> None:
    values = layout(_numbers())  # type: ignore[operator]
    i, j, k = place
    assert item(values, i, j, k) == nested_item(values, i, j, k) == values[i, j, k]
    for part, expected in ((row(values, i, j), values[i, j]), (sheet(values, i), values[i])):
        assert part.tolist() == expected.tolist()
        assert (part.shape, part.strides, part.size) == (expected.shape, expected.strides, expected.size)
        assert np.shares_memory(part, values)
    assert corner(values, i).tolist() == values[i, 1:, ::2].tolist()


@given(layout=layouts, place=indices)
def test_items_are_written_where_numpy_writes_them(layout: object, place: tuple[int, int, int]) -> None:
    ours, theirs = layout(_numbers()), layout(_numbers())  # type: ignore[operator]
    write(ours, *place, -7.5)
    theirs[place] = -7.5
    assert ours.tolist() == theirs.tolist()
    fill(ours, 2.0)
    theirs[1] = 2.0
    assert ours.tolist() == theirs.tolist()


def test_unsigned_indices_do_not_count_from_the_end() -> None:
    values = _numbers()
    assert item(values, np.uint8(2), np.uint64(3), np.int32(-1)) == values[2, 3, -1]  # type: ignore[arg-type]


def test_what_is_written_becomes_what_the_array_holds() -> None:
    values = np.arange(3)
    write_last(values, 8.75)
    assert values.tolist() == [0, 1, 8]


def test_records_are_changed_in_place() -> None:
    pairs = np.array([(1, 2.0), (3, 4.0)], dtype=PAIR)
    assert grow(pairs, -1) == 16.0
    assert pairs.tolist() == [(1, 2.0), (4, 4.0)]


@pytest.mark.parametrize("part", [lambda values: row(values, 1, 2), lambda values: sheet(values, 0)])
def test_a_part_keeps_the_whole_alive_and_no_longer(part: object) -> None:
    values = _numbers()
    before = sys.getrefcount(values)
    kept, alive = part(values), weakref.ref(values)  # type: ignore[operator]
    assert sys.getrefcount(values) > before
    del values
    gc.collect()
    assert alive() is not None
    del kept
    gc.collect()
    assert alive() is None
