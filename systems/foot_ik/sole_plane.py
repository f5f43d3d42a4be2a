"""What a sole rests on where the ground bends under it."""

import math

import numpy as np

from components.arrays import Floats

SAME = 1e-9
"""How close to 1 the cosine between two normals is when they are one."""
NEAR = 6.0
"""How far two planes may differ where a sole rests and still be one bent piece of ground [cm]."""


def sole_point(point: Floats, normal: Floats, ankle_height: float) -> Floats:
    """Where the sole of an ankle straight above a point on a slope touches it [cm], shape [3].

    The ankle stands ankle_height over the slope at right angles, so its sole lies down the normal from it.
    """
    raised = point + np.array((0.0, 0.0, ankle_height / normal[2]))
    touched: Floats = raised - ankle_height * normal
    return touched


def bent_ground(
    point: Floats, normal: Floats, other: Floats, other_normal: Floats, ankle_height: float
) -> tuple[Floats, Floats]:
    """The plane that a sole rests on where the ground under the ankle and under the sole differ.

    Args:
        point: World point of the ground straight under the ankle [cm], shape [3].
        normal: Its unit normal, shape [3].
        other: World point of the ground at the place that `sole_point` gives [cm], shape [3].
        other_normal: Its unit normal, shape [3].
        ankle_height: Height of the ankle over its sole [cm].

    Returns:
        A point of the plane straight under the ankle and the plane's normal. The normal lies midway between
        both; the sole touches the ground there: the lower of the two planes over a crest, the higher in a
        hollow. Where they are the same plane, or not of one piece, it is the first.
    """
    same = float(normal @ other_normal) >= 1.0 - SAME
    beyond = height_at(point, normal, other) - float(other[2])
    if same or abs(beyond) > NEAR:
        return point, normal
    middle = normal + other_normal
    middle = middle / math.sqrt(float(middle @ middle))
    touch = point - ankle_height * middle
    heights = height_at(point, normal, touch), height_at(other, other_normal, touch)
    touch[2] = min(heights) if beyond > 0.0 else max(heights)
    under_ankle = point.copy()
    under_ankle[2] = height_at(touch, middle, point)
    return under_ankle, middle


def height_at(point: Floats, normal: Floats, place: Floats) -> float:
    """Height of a plane at the X and Y of a place [cm]."""
    way = place - point
    return float(point[2] - (normal[0] * way[0] + normal[1] * way[1]) / normal[2])
