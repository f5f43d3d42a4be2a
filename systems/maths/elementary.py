"""Sine, arctangent and exponential from + - * / and the square root alone.

Those five operations are exact to the last bit on every machine; a C library's `sin` is not. What runs
inside a tick uses these, so that a state hash is the same everywhere. Each is a Taylor series on a range
so small that the first term left out lies below the rounding of the result.
"""

import math

import numpy as np

from systems.kernel import kernel

RADIANS = math.pi / 180.0
"""Radians of one degree."""


@kernel
def sine_cosine(degrees: float) -> tuple[float, float]:
    """Sine and cosine of an angle [deg], exact at multiples of 90; not a number where it is not finite."""
    wrapped = float(np.fmod(degrees, 360.0))
    quarter = math.floor(wrapped / 90.0 + 0.5)
    x = (wrapped - 90.0 * quarter) * RADIANS
    square = x * x
    sine = x
    cosine = 1.0
    odd = x
    even = 1.0
    for n in range(1, 9):
        even *= -square / ((2 * n - 1) * (2 * n))
        odd *= -square / ((2 * n) * (2 * n + 1))
        cosine += even
        sine += odd
    turns = int(quarter) & 3
    if turns == 0:
        return sine, cosine
    if turns == 1:
        return cosine, -sine
    if turns == 2:  # noqa: PLR2004 - the second of four quarters
        return -sine, -cosine
    return -cosine, sine


@kernel
def arctangent(y: float, x: float) -> float:
    """Angle of the point (x, y) from the X axis [deg], in [-180, 180], exact at multiples of 45.

    Two half-angle steps, atan(t) = 2 atan(t / (1 + sqrt(1 + t²))), bring the argument below 0.2.
    """
    small = min(abs(x), abs(y))
    large = max(abs(x), abs(y))
    if large == 0.0:
        return 0.0 if math.copysign(1.0, x) > 0.0 else math.copysign(180.0, y)
    ratio = small / large
    beyond_half = ratio > 0.41421356237309503  # noqa: PLR2004 - tangent of 22.5 degrees
    t = (ratio - 1.0) / (ratio + 1.0) if beyond_half else ratio
    t = t / (1.0 + math.sqrt(1.0 + t * t))
    square = t * t
    power = t
    total = t
    for n in range(1, 12):
        power *= -square
        total += power / (2 * n + 1)
    angle = 2.0 * total / RADIANS
    if beyond_half:
        angle += 45.0
    if abs(y) > abs(x):
        angle = 90.0 - angle
    if x < 0.0:
        angle = 180.0 - angle
    return math.copysign(angle, y)


@kernel
def exponential(x: float) -> float:
    """The power of e; 0 far below and infinity far above what float64 can hold."""
    if x < -745.0:  # noqa: PLR2004 - the smallest float64 is e to the -744.4
        return 0.0
    if x > 709.0:  # noqa: PLR2004 - the largest float64 is e to the 709.8
        return math.inf
    doublings = math.floor(x / math.log(2.0) + 0.5)
    rest = x - doublings * 0.693145751953125 - doublings * 1.4286068203094173e-06  # log 2 in two parts
    term = 1.0
    total = 1.0
    for n in range(1, 16):
        term *= rest / n
        total += term
    return total * 2.0 ** int(doublings)
