"""What kernels are told of numbers is what numba finds out by itself, and `min` and `max` are Python's."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core import types
from numba.core.registry import cpu_target

from systems import operators
from systems.kernel import kernel

TOLD = [(function, kinds) for function, known in operators.KNOWN.items() for kinds in known]


@kernel
def least(a: float, b: float, c: float) -> float:
    """Of three."""
    return min(a, b, c)


@kernel
def most(a: float, b: float, c: float) -> float:
    """Of three."""
    return max(a, b, c)


@kernel
def between(low: int, value: int, high: int) -> int:
    """Of whole numbers."""
    return min(max(low, value), high)


@kernel
def mean(count: int, total: float) -> float:
    """Numbers of two kinds."""
    return (total + count) / (count * 0.5)


@pytest.mark.parametrize(("function", "kinds"), TOLD, ids=str)
def test_a_rule_says_what_numba_would_find_out(function: Any, kinds: tuple[Any, ...]) -> None:  # noqa: ANN401
    context: Any = cpu_target.typing_context
    rules: Any = context.resolve_value_type(function).templates
    others: Any = types.Function(tuple(rule for rule in rules if not _is_ours(rule)))
    assert len(others.templates) == len(rules) - 1
    found, told = others.get_call_type(context, kinds, {}), operators.KNOWN[function][kinds]
    assert told.return_type == found.return_type
    assert function in {min, max} or told.args == found.args


def _is_ours(rule: type) -> bool:
    return any(part.__module__ == operators.__name__ for part in rule.__mro__)


@given(*[st.floats(allow_nan=True)] * 3)
def test_extremes_are_those_that_python_finds(a: float, b: float, c: float) -> None:
    assert repr(least(a, b, c)) == repr(min(a, b, c))
    assert repr(most(a, b, c)) == repr(max(a, b, c))


@given(*[st.integers(-(2**63), 2**63 - 1)] * 3)
def test_so_are_those_of_whole_numbers(low: int, value: int, high: int) -> None:
    assert between(low, value, high) == min(max(low, value), high)


def test_the_first_of_equals_is_chosen_and_what_is_not_a_number_stays_where_it_is() -> None:
    assert math.copysign(1.0, least(0.0, -0.0, 1.0)) == 1.0
    assert math.copysign(1.0, most(-0.0, 0.0, -1.0)) == -1.0
    assert math.isnan(least(math.nan, 1.0, 2.0))
    assert most(1.0, math.nan, 2.0) == 2.0


def test_numbers_of_two_kinds_are_computed_as_the_finer_kind() -> None:
    assert mean(3, 0.1) == (0.1 + 3.0) / 1.5
