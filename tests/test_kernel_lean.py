"""Kernels that do not count references: what they may do and cannot, and that none hands out arrays."""

import importlib
import inspect
import pkgutil
import sys

import numpy as np
import pytest
from numba.core.errors import NumbaError

import systems
from components.arrays import Floats
from systems.kernel import lean_kernel


@lean_kernel
def doubled_end(values: Floats) -> float:
    """Doubles all but the first value and returns their sum."""
    end = values[1:]
    total = 0.0
    for place in range(len(end)):
        end[place] *= 2.0
        total += end[place]
    return total


@lean_kernel
def made(count: int) -> float:
    """The sum of an array of its own."""
    return float(np.ones(count).sum())


def test_it_reads_writes_and_slices_the_arrays_it_has() -> None:
    values = np.array((1.0, 2.0, 3.0))
    before = sys.getrefcount(values)
    assert doubled_end(values) == 10.0
    assert values.tolist() == [1.0, 4.0, 6.0]
    assert sys.getrefcount(values) == before


def test_it_can_make_none() -> None:
    with pytest.raises(NumbaError, match="Only accept returning of array passed into the function"):
        made(3)


def test_none_hands_out_an_array() -> None:
    found = 0
    for module in pkgutil.walk_packages(systems.__path__, "systems."):
        for name, function in inspect.getmembers(importlib.import_module(module.name)):
            options = getattr(function, "targetoptions", {})
            if not options.get("_nrt", True) and hasattr(function, "py_func"):
                found += 1
                given = str(inspect.signature(function.py_func).return_annotation)
                assert not any(kind in given for kind in ("Floats", "Integers", "Flags", "ndarray")), name
    assert found > 0
