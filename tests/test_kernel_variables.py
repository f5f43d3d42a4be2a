"""A variable of a kernel has one type: where one has more, the kernel is refused."""

from collections.abc import Callable

import numpy as np
import pytest
from numba.core.errors import TypingError

from components.arrays import Floats
from components.softbody import Floats32
from systems.kernel import kernel

FIRST = 2


@kernel
def _half_of(value: int, times: int) -> float:
    share = value
    if times > 1:
        share = float(times) * value  # type: ignore[assignment]  # what is refused
    return share / 2.0


@kernel
def _sum_of(values: Floats32) -> float:
    total = 0.0
    for place in range(len(values)):
        total = values[place] + np.float32(total)
    return total


@kernel
def _scaled(factor: int, value: float) -> float:
    if value < 0.0:
        factor = 0.5  # type: ignore[assignment]  # what is refused
    return factor * value


@kernel
def _counted(values: Floats) -> int:
    place = FIRST
    while values[place] > 0.0:
        place += 1
    return place


@kernel
def _named_twice(value: int, least: int = 2) -> float:
    share = max(value, least)
    share = share / 2.0  # type: ignore[assignment]  # another variable to numba
    return 0.5 + share


@kernel
def _either(value: int) -> float:
    return 0 if value < 0 else value * 0.5


@pytest.mark.parametrize(
    ("function", "arguments", "variable"),
    [
        (_half_of, (3, 2), "value is int64 here, and float64 for the whole kernel"),
        (_sum_of, (np.zeros(2, np.float32),), "total is float32 here, and float64 for the whole kernel"),
        (_scaled, (3, -1.0), "factor is int64 here, and float64 for the whole kernel"),
    ],
)
def test_a_kernel_whose_variable_has_two_types_is_refused(
    function: Callable[..., float], arguments: tuple[object, ...], variable: str
) -> None:
    with pytest.raises(TypingError, match=variable):
        function(*arguments)


def test_a_variable_may_begin_as_a_constant_of_the_module() -> None:
    assert _counted(np.array((0.0, 0.0, 1.0, 1.0, 0.0))) == 4


def test_a_name_may_be_given_again_where_the_first_is_over() -> None:
    assert _named_twice(1) == 1.5


def test_a_choice_between_two_types_is_made_in_the_finer_one() -> None:
    assert _either(-1) == 0.0
    assert _either(3) == 1.5
