"""Kernels are compiled in few steps: what they make is freed, and the collector waits meanwhile only."""

import gc
import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba.core import event

from components.arrays import Floats
from systems.kernel import kernel


@kernel
def _halves(values: Floats) -> Floats:
    halves = np.zeros(len(values))
    for place in range(len(values)):
        halves[place] = values[place] / 2.0
    return halves


@kernel
def _quarter_sum(values: Floats) -> float:
    total, quarters = 0.0, values
    for _ in range(2):
        quarters = _halves(quarters)
    for place in range(len(quarters)):
        total += quarters[place]
    return total


@kernel
def _scaled(values: Floats, factor: float) -> Floats:
    return values * factor + 1.0


def _compiling() -> Any:  # noqa: ANN401 - numba has no types
    """What numba says while it compiles a function."""
    return event.trigger_event("numba:compile", data={})


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    yield
    gc.enable()


def test_arrays_that_a_kernel_makes_are_freed_when_nothing_refers_to_them() -> None:
    values = np.arange(8.0)
    assert _quarter_sum(values) == 7.0
    memory: Any = importlib.import_module("numba.core.runtime._nrt_python")
    memory.memsys_enable_stats()
    made, freed = memory.memsys_get_stats_alloc(), memory.memsys_get_stats_free()
    for _ in range(10):
        _quarter_sum(values)
    made, freed = memory.memsys_get_stats_alloc() - made, memory.memsys_get_stats_free() - freed
    memory.memsys_disable_stats()
    assert made == freed >= 20


def test_whole_arrays_are_computed_with() -> None:
    assert _scaled(np.array((1.0, -2.0)), 4.0).tolist() == [5.0, -7.0]


def test_the_collector_waits_until_the_first_kernel_is_compiled_with_all_that_it_calls() -> None:
    with _compiling():
        with _compiling():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_works_again_when_a_kernel_does_not_compile() -> None:
    with pytest.raises(TypeError), _compiling():
        raise TypeError
    assert gc.isenabled()


def test_one_that_did_not_work_is_left_alone() -> None:
    gc.disable()
    with _compiling():
        pass
    assert not gc.isenabled()
