"""How feet lie on their ground: as far as they have taken hold, and where their ankles come to be over it."""

from systems.animation.kinematics import row4
from systems.foot_ik.bodies import Feet, Smoothed
from systems.foot_ik.planting import Plants
from systems.foot_ik.tilt import ball_tilt, part_of_turn, twisted_way
from systems.kernel import inlined_kernel, lean_kernel
from systems.maths.quaternion import Quadruple, core_rotate


@lean_kernel
def turn_now(feet: Feet, smoothed: Smoothed, foot: int) -> Quadruple:
    """World rotation by which one foot lies on its ground, as far as it has taken hold."""
    return part_of_turn(row4(smoothed.rotations, foot), smoothed.weights[foot] * feet.turns[foot])


@inlined_kernel
def climb(feet: Feet, smoothed: Smoothed, plants: Plants, foot: int) -> float:
    """How much higher the ground is where an ankle is than where its foot looked for it [cm]."""
    if smoothed.rotations[foot, 0] == 0.0 and smoothed.rotations[foot, 1] == 0.0:
        return 0.0
    rolled = roll_climb(feet, smoothed, plants, foot)
    return rolled + held_climb(feet, smoothed, plants, foot) if plants.locked[foot] else rolled


@inlined_kernel
def roll_climb(feet: Feet, smoothed: Smoothed, plants: Plants, foot: int) -> float:
    """The part of it that a foot's rolling off makes, for the ankle comes nearer to the ball [cm].

    In the air that matters the less the higher the foot is.
    """
    twist, ahead, to_ball = plants.twists[foot], feet.aheads[foot], feet.to_balls[foot]
    flat = (feet.headings[foot, 0] * ahead, feet.headings[foot, 1] * ahead)
    way = twisted_way((flat[0] - to_ball[0], flat[1] - to_ball[1], 0.0), twist)
    near = max(1.0 - feet.lifts[foot] / feet.ankle_heights[foot], 0.0)
    return float(near * rise_along(smoothed, foot, way[0], way[1]))


@inlined_kernel
def tilt_climb(feet: Feet, smoothed: Smoothed, plants: Plants, foot: int) -> float:
    """The part of it that the tilt of a planted foot makes, for its ball stays where it is [cm]."""
    turn = turn_now(feet, smoothed, foot)
    tilt = ball_tilt(turn, plants.twists[foot], feet.to_balls[foot])
    return rise_along(smoothed, foot, plants.tilts[foot, 0] - tilt[0], plants.tilts[foot, 1] - tilt[1])


@inlined_kernel
def held_climb(feet: Feet, smoothed: Smoothed, plants: Plants, foot: int) -> float:
    """The same once its slide has been told in this tick, by which its ankle has moved with the tilt [cm]."""
    way_x = plants.slides[foot, 0] + feet.balls[foot, 0] - plants.points[foot, 0]
    way_y = plants.slides[foot, 1] + feet.balls[foot, 1] - plants.points[foot, 1]
    return rise_along(smoothed, foot, way_x, way_y)


@inlined_kernel
def rise_along(smoothed: Smoothed, foot: int, way_x: float, way_y: float) -> float:
    """How much the ground under a foot rises along a way [cm]."""
    normal = core_rotate(row4(smoothed.rotations, foot), (0.0, 0.0, 1.0))
    return float(-(normal[0] * way_x + normal[1] * way_y) / normal[2])


@inlined_kernel
def move_look(smoothed: Smoothed, foot: int, rise: float) -> None:
    """Takes what a foot has settled to along to where it looks from now on, by so much higher ground [cm]."""
    smoothed.heights[foot] += rise
    smoothed.held_heights[foot] += rise
