"""How feet lie on their ground: as far as they have taken hold, and where their ankles come to be over it."""

from systems.animation.kinematics import row4
from systems.foot_ik.bodies import Feet, Smoothed
from systems.foot_ik.planting import Plants
from systems.foot_ik.tilt import part_of_turn, twisted_way
from systems.kernel import inlined_kernel, lean_kernel
from systems.maths.quaternion import Quadruple, core_rotate


@lean_kernel
def turn_now(feet: Feet, smoothed: Smoothed, foot: int) -> Quadruple:
    """World rotation by which one foot lies on its ground, as far as it has taken hold."""
    return part_of_turn(row4(smoothed.rotations, foot), smoothed.weights[foot] * feet.turns[foot])


@inlined_kernel
def climb(feet: Feet, smoothed: Smoothed, plants: Plants, foot: int) -> float:
    """How much higher the ground is where a planted foot's ankle is than where it looked for it [cm].

    Its ball stays where it is while it tilts and rolls off, so the ankle moves along the ground.
    """
    if not plants.locked[foot]:
        return 0.0
    turn, twist, ahead = turn_now(feet, smoothed, foot), plants.twists[foot], feet.aheads[foot]
    to_ball = core_rotate(turn, twisted_way(feet.to_balls[foot], twist))
    normal = core_rotate(row4(smoothed.rotations, foot), (0.0, 0.0, 1.0))
    way_x = plants.tilts[foot, 0] + plants.headings[foot, 0] * ahead - to_ball[0]
    way_y = plants.tilts[foot, 1] + plants.headings[foot, 1] * ahead - to_ball[1]
    return float(-(normal[0] * way_x + normal[1] * way_y) / normal[2])
