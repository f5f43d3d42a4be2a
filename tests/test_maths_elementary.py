"""Sine, arctangent and exponential against the C library's, and exact where that is promised."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.maths.elementary import arctangent, exponential, sine_cosine


@pytest.mark.parametrize("quarter", range(-9, 10))
def test_multiples_of_90_degrees_are_exact(quarter: int) -> None:
    expected = {0: (0.0, 1.0), 1: (1.0, 0.0), 2: (0.0, -1.0), 3: (-1.0, 0.0)}
    assert sine_cosine(90.0 * quarter) == expected[quarter % 4]


@given(st.floats(-720, 720))
def test_sine_and_cosine_agree_with_the_library(degrees: float) -> None:
    sine, cosine = sine_cosine(degrees)
    assert sine == pytest.approx(math.sin(math.radians(degrees)), abs=4e-15)
    assert cosine == pytest.approx(math.cos(math.radians(degrees)), abs=4e-15)


@given(st.floats(-360, 360))
def test_opposite_angles_mirror_to_the_bit(degrees: float) -> None:
    sine, cosine = sine_cosine(degrees)
    assert sine_cosine(-degrees) == (-sine, cosine)


@pytest.mark.parametrize("eighth", range(-3, 5))
def test_multiples_of_45_degrees_are_found_exactly(eighth: int) -> None:
    points = {0: (0, 2), 1: (2, 2), 2: (2, 0), 3: (2, -2), 4: (0, -2), -1: (-2, 2), -2: (-2, 0), -3: (-2, -2)}
    y, x = points[eighth]
    assert arctangent(float(y), float(x)) == 45.0 * eighth


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_arctangent_agrees_with_the_library(y: float, x: float) -> None:
    assert arctangent(y, x) == pytest.approx(math.degrees(math.atan2(y, x)), abs=1e-13)


@given(st.floats(-700, 700))
def test_exponential_agrees_with_the_library(x: float) -> None:
    assert exponential(x) == pytest.approx(math.exp(x), rel=4e-15)


def test_exponential_ends_where_the_numbers_end() -> None:
    assert exponential(0.0) == 1.0
    assert exponential(-1e9) == 0.0
    assert exponential(1e9) == math.inf
