"""Kernels that others call: compiled into their callers, by themselves only when Python calls them."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from components.arrays import Floats
from systems.kernel import kernel

ROOT = Path(__file__).parents[1]
PAIR = """
from systems.kernel import kernel
@kernel
def grown(value, times):
    return value * times
@kernel
def five_times(value):
    return grown(value, 2) + grown(value, 3)
"""
TELL = """
from pair import five_times, grown
from systems.callee import is_compiled
print(is_compiled(grown), five_times(2.5), is_compiled(grown))
print(len(grown.callee.compiled), len(grown.signatures))
"""


@kernel
def _shifted(values: Floats, place: int, way: float) -> float:
    return float(values[place] + way)


@kernel
def _sum_of_two(values: Floats) -> float:
    return _shifted(values, 0, 0.5) + _shifted(values, 1, 0.25)


@kernel
def _fetched(values: Floats, place: int) -> float:
    if place >= len(values):
        raise IndexError("no such place")
    return float(values[place])


@kernel
def _first_beyond(values: Floats) -> float:
    return _fetched(values, len(values))


@kernel
def _factorial(count: int) -> int:
    return 1 if count <= 1 else count * _factorial(count - 1)


def test_a_callee_is_compiled_for_its_callers_once_whatever_literals_they_write(tmp_path: Path) -> None:
    (tmp_path / "pair.py").write_text(PAIR)
    done = subprocess.run(  # noqa: S603 - our own interpreter and our own code
        [sys.executable, "-c", TELL],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.split() == ["False", "12.5", "True", "1", "0"]


def test_python_can_call_it_all_the_same() -> None:
    values = np.array((1.0, 2.0))
    assert _shifted(values, 1, 0.5) == 2.5
    assert _sum_of_two(values) == 3.75


def test_what_it_raises_reaches_the_caller() -> None:
    with pytest.raises(IndexError, match="no such place"):
        _first_beyond(np.zeros(3))


def test_it_can_call_itself() -> None:
    assert _factorial(10) == 3628800
