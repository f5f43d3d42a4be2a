"""Arrays handed to kernels in one piece: the same values, kept alive, and code for just their types."""

import gc
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.arrays import Floats, Integers
from systems import handover
from systems.handover import hand_over, opened
from systems.kernel import kernel, lean_kernel

ROOT = Path(__file__).parents[1]
TABLE = """
import sys
from typing import NamedTuple
import numpy as np
from systems.handover import hand_over, opened
from systems.kernel import lean_kernel
class Table(NamedTuple):
    values: np.ndarray
@lean_kernel
def total(handed):
    table = opened(handed)
    sum = 0.0
    for value in table.values.flat:
        sum += value
    return sum
values = np.arange(12.0).reshape(3, 4)
if sys.argv[1] == "turned":
    values = values.T
print(total(hand_over(Table(values[1:])).handed), sum(total.stats.cache_hits.values()))
"""


class Inner(NamedTuple):
    """A part of what is handed over."""

    counts: Integers
    factor: float


class Outer(NamedTuple):
    """All of it."""

    inner: Inner
    table: Floats
    offset: int


@lean_kernel
def weighed(handed: Outer, share: float) -> float:
    """Writes each row's weighted sum into its first place; returns the sum of all."""
    outer = opened(handed)
    total = 0.0
    for row in range(outer.table.shape[0]):
        part = outer.offset + 0.0
        for column in range(outer.table.shape[1]):
            part += outer.table[row, column] * outer.inner.counts[column] * outer.inner.factor
        outer.table[row, 0] = part * share
        total += part * share
    return total


@kernel
def copied(handed: Outer) -> Floats:
    """A copy of the last row, made by a kernel that counts references."""
    outer = opened(handed)
    last: Floats = outer.table[-1].copy()
    return last


class Other(NamedTuple):
    """Something else with the same part."""

    before: Floats
    inner: Inner


@lean_kernel
def summed(inner: Inner) -> float:
    """What a kernel makes of a part that another one passes on."""
    total = 0.0
    for count in inner.counts:
        total += count * inner.factor
    return total


@lean_kernel
def sum_in_outer(handed: Outer) -> float:
    """Passes a part on."""
    return summed(opened(handed).inner)


@lean_kernel
def sum_in_other(handed: Other) -> float:
    """Passes it on from elsewhere."""
    return summed(opened(handed).inner)


def test_a_part_can_be_passed_on_and_is_the_same_wherever_it_came_from() -> None:
    inner = Inner(np.array((1, 2, 4)), 0.5)
    outer, other = hand_over(Outer(inner, np.zeros((1, 1)), 0)), hand_over(Other(np.zeros(3), inner))
    assert sum_in_outer(outer.handed) == sum_in_other(other.handed) == 3.5
    assert len(summed.callee.compiled) <= 1  # type: ignore[attr-defined]


@given(
    rows=st.integers(0, 4),
    columns=st.integers(1, 4),
    step=st.sampled_from((-2, -1, 1, 2)),
    offset=st.integers(-(2**60), 2**60),
    factor=st.floats(-1e9, 1e9),
)
def test_a_kernel_finds_what_python_has(
    rows: int, columns: int, step: int, offset: int, factor: float
) -> None:
    table = np.arange(2.0 * rows * columns).reshape(2 * rows, columns)[::step]
    counts = np.arange(3, 3 + columns)
    expected = [float(offset)] * len(table)
    for column in range(columns):
        expected = [
            part + float(row[column]) * float(counts[column]) * factor
            for part, row in zip(expected, table, strict=True)
        ]
    total = weighed(hand_over(Outer(Inner(counts, factor), table, offset)).handed, 0.5)
    assert table[:, 0].tolist() == [part * 0.5 for part in expected]
    assert total == sum(part * 0.5 for part in expected)


def test_contents_may_change_after_they_were_noted() -> None:
    given_over = hand_over(Outer(Inner(np.array((1,)), 1.0), np.zeros((1, 1)), 0))
    given_over.tables.table[0, 0] = 7.0
    assert weighed(given_over.handed, 1.0) == 7.0


def test_what_is_handed_over_lives_as_long_as_what_stands_for_it() -> None:
    table = np.ones((1, 1))
    alive = weakref.ref(table)
    handed = hand_over(Outer(Inner(np.array((3,)), 2.0), table, 1)).handed
    del table
    gc.collect()
    assert alive() is not None
    assert weighed(handed, 1.0) == 7.0
    del handed
    gc.collect()
    assert alive() is None


def test_a_kernel_that_counts_references_does_not_count_these() -> None:
    table = np.array(((1.0, 2.0), (3.0, 4.0)))
    handed, before = (
        hand_over(Outer(Inner(np.zeros(2, np.int64), 0.0), table, 0)).handed,
        sys.getrefcount(table),
    )
    assert copied(handed).tolist() == [3.0, 4.0]
    assert sys.getrefcount(table) == before


def test_what_kernels_cannot_take_is_refused() -> None:
    with pytest.raises(TypeError, match="only arrays, int, float"):
        hand_over(Outer(Inner(np.zeros(1, np.int64), 0.0), np.zeros((1, 1)), None))  # type: ignore[arg-type]


def test_code_on_disk_is_used_for_the_same_types_and_layouts_only(tmp_path: Path) -> None:
    (tmp_path / "table.py").write_text(TABLE)
    straight, turned = str(float(sum(range(4, 12)))), str(float(sum(range(12)) - (0 + 4 + 8)))
    assert _run(tmp_path, "straight") == [straight, "0"]
    assert _run(tmp_path, "straight") == [straight, "1"]
    assert _run(tmp_path, "turned") == [turned, "0"]
    assert _run(tmp_path, "turned") == [turned, "1"]


def _run(folder: Path, layout: str) -> list[str]:
    environment = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "table.py", layout]
    done = subprocess.run(  # noqa: S603 - this project's own
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@lean_kernel
def _spread_of(handed: Outer) -> float:
    outer = opened(handed)
    table = outer.table
    return float(outer.table[0, 0] + outer.table[1, 0] - outer.table[0, 1] - table[1, 1])


def test_a_field_is_read_once_where_it_is_used_several_times_in_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads: list[object] = []
    read: Any = vars(handover)["_array"]

    def spied(*known: object) -> object:
        reads.append(known)
        return read(*known)

    monkeypatch.setattr(handover, "_array", spied)
    tables = Outer(Inner(np.zeros(1, np.int64), 1.0), np.array(((7.0, 2.0), (5.0, 1.0))), 0)
    assert _spread_of(hand_over(tables).handed) == 9.0
    assert len(reads) == 2  # a variable may change, so what it was given is read for itself
