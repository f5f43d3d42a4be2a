"""How far a pelvis has to go down for legs to reach their ground: a closed form for any number of legs.

For a hip at height h, an ankle that is to stand at height t at the level distance d from it, and a leg that
spans at most R, the hip may be as high as t + sqrt(R² - d²). The pelvis goes down by the least that satisfies
every leg, and not at all where all are satisfied.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Floats
from systems.kernel import lean_kernel
from systems.maths.checks import finite


def pelvis_offset(
    hips: ArrayLike,
    ankles: ArrayLike,
    reaches: ArrayLike,
    *,
    max_drop: float = math.inf,
    max_raise: float = 0.0,
) -> float:
    """Vertical offset of a pelvis whose legs are to reach their ankles' places [cm].

    Args:
        hips: Where the legs begin [cm], shape [leg_count, 3].
        ankles: Where they should end [cm], shape [leg_count, 3].
        reaches: How far each leg spans at most [cm], shape [leg_count].
        max_drop: Farthest down [cm].
        max_raise: Farthest up [cm].

    Raises:
        ValueError: Shapes differ or a value is not finite.
    """
    top = np.atleast_2d(np.asarray(hips, dtype=np.float64))
    begin = finite(top, "hips", (len(top), 3))
    end = finite(ankles, "ankles", (len(top), 3))
    spans = finite(reaches, "reaches", (len(top),))
    highest = max_raise
    for hip, ankle, span in zip(begin, end, spans, strict=True):
        highest = min(highest, highest_hip(hip, ankle[0], ankle[1], ankle[2], span) - float(hip[2]))
    return max(min(highest, max_raise), -max_drop)


@lean_kernel
def highest_hip(hip: Floats, x: float, y: float, z: float, reach: float) -> float:
    """Greatest height of a hip whose leg still reaches an ankle's place [cm]."""
    aside_x, aside_y = hip[0] - x, hip[1] - y
    return z + math.sqrt(max(reach * reach - aside_x * aside_x - aside_y * aside_y, 0.0))
