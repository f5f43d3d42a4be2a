"""Feet tilted by their ground: how far they turn, and where that takes the ball.

A foot turns about its ankle, so its ball goes along.
"""

from components.arrays import Floats
from systems.kernel import lean_kernel
from systems.maths.elementary import sine_cosine
from systems.maths.quaternion import Quadruple, Triple, core_rotate, core_slerp

IDENTITY = (0.0, 0.0, 0.0, 1.0)


@lean_kernel
def part_of_turn(turn: Quadruple, weight: float) -> Quadruple:
    """A rotation by some of its angle, of the two signs the one with a positive real part."""
    if weight == 1.0:
        return turn if turn[3] >= 0.0 else (-turn[0], -turn[1], -turn[2], -turn[3])
    return core_slerp(IDENTITY, turn, weight)


@lean_kernel
def twisted_way(way: Triple, degrees: float) -> Triple:
    """A world way turned about the vertical [deg]."""
    if degrees == 0.0:
        return way
    sine, cosine = sine_cosine(degrees)
    return way[0] * cosine - way[1] * sine, way[0] * sine + way[1] * cosine, way[2]


@lean_kernel
def ball_tilt(turn: Quadruple, twist: float, to_ball: Floats) -> tuple[float, float]:
    """World X and Y by which a foot's turn with its ground moves its ball [cm].

    Args:
        turn: That rotation, in the world.
        twist: How far the foot is turned about the vertical before [deg].
        to_ball: World way from its ankle to its ball in the animation [cm], shape [3].
    """
    if turn[0] == 0.0 and turn[1] == 0.0 and turn[2] == 0.0:
        return 0.0, 0.0
    way = twisted_way((to_ball[0], to_ball[1], to_ball[2]), twist)
    turned = core_rotate(turn, way)
    return turned[0] - way[0], turned[1] - way[1]
