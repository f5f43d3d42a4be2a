"""Rows in the order of their numbers."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from systems.maths.ordering import sort_rows


@given(st.lists(st.integers(-9, 9) | st.floats(allow_nan=False), max_size=40))
def test_rows_are_in_the_order_of_a_stable_sort(numbers: list[float]) -> None:
    values, order, room = np.array(numbers, dtype=np.float64), *np.full((2, len(numbers)), -1)
    sort_rows(values, order, room)
    assert order.tolist() == sorted(range(len(numbers)), key=lambda row: values[row])
