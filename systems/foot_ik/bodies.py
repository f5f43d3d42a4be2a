"""Tables of characters and their feet as the smoothing takes them, and what all of it shares."""

from typing import NamedTuple

from components.arrays import Flags, Floats, Integers
from systems.kernel import lean_kernel

EARLY = 0.05
"""How long before it comes down a foot is at the height of the ground there [s]."""
NO_TIME = 1e-9
"""Shortest time that is divided by, so that a tick of no length changes nothing [s]."""


class Bodies(NamedTuple):
    """Where characters are, a row each; kernels take it whole and change what is smoothed."""

    first_foot: Integers
    """Row of the first foot, one more at the end, shape [character_count + 1]."""
    posed: Flags
    """Whether each has a pose to go by, shape [character_count]."""
    root: Floats
    """World positions of component space's origin [cm], shape [character_count, 3]."""
    heading: Floats
    """World rotations of component space, unit quaternions, shape [character_count, 4]."""
    scale: Floats
    """Uniform scales [1], shape [character_count]."""
    rise: Floats
    """How far what each stands on rose in this tick [cm], shape [character_count]."""
    pace: Floats
    """Speed that the gait of each has settled to, in the size of scale 1 [cm/s], shape [character_count]."""
    grounded: Flags
    """Whether each stands on the ground; in the air everything lets go, shape [character_count]."""
    striding: Flags
    """Whether each walks or runs, shape [character_count]."""
    landing: Flags
    """Whether each comes out of the air, by its animation, shape [character_count]."""
    settled: Flags
    """Whether there is something to go on from, shape [character_count]. Changed."""
    floor: Floats
    """World heights of the ground that the bodies stand on [cm], shape [character_count]. Changed."""
    wanted: Floats
    """Offsets that the pelvises want [cm], shape [character_count]. Changed."""
    grip: Floats
    """How much they follow [0, 1], shape [character_count]. Changed."""
    pelvis: Floats
    """Offsets of the pelvises [cm], shape [character_count]. Changed."""


class Feet(NamedTuple):
    """What is known of feet in a tick, a row a foot; kernels take it whole."""

    hit: Flags
    """Whether there is ground to stand on, shape [foot_count]."""
    heights: Floats
    """World height of the ground [cm], shape [foot_count]."""
    normals: Floats
    """Its unit normal, shape [foot_count, 3]."""
    rises: Floats
    """How far a platform under it rose in this tick [cm], shape [foot_count]."""
    landing_hit: Flags
    """Whether there is ground where the foot will come down, shape [foot_count]."""
    landings: Floats
    """World point of that ground [cm], shape [foot_count, 3]."""
    landing_normals: Floats
    """Its unit normal, shape [foot_count, 3]."""
    landing_times: Floats
    """Time until then [s], shape [foot_count]."""
    landing_ways: Floats
    """World X and Y by which the body moves until then [cm], shape [foot_count, 2]."""
    nudges: Floats
    """World X and Y by which a sole would have to move to be clear of steps beside it [cm],
    shape [foot_count, 2]."""
    landing_nudges: Floats
    """The same where it will come down [cm], shape [foot_count, 2]."""
    contacts: Floats
    """How much the foot bears weight in the animation, none while it shuffles [0, 1], shape [foot_count]."""
    stances: Floats
    """How much it does in the animation, whether it shuffles or not [0, 1], shape [foot_count]."""
    lifts: Floats
    """How high the animation holds the sole over level ground [cm], shape [foot_count]."""
    hips: Floats
    """World positions of the hips in the animation [cm], shape [foot_count, 3]."""
    ankles: Floats
    """World positions of the ankles in the animation [cm], shape [foot_count, 3]."""
    balls: Floats
    """World X and Y of the balls in the animation [cm], shape [foot_count, 2]."""
    reached: Flags
    """Whether its ankle came to its place in the last tick, shape [foot_count]."""
    to_balls: Floats
    """World ways from the ankles to the balls in the animation [cm], shape [foot_count, 3]."""
    climbs: Floats
    """How much higher the ground is where their ankles are than where they looked for it [cm],
    shape [foot_count]. Written by the smoothing."""
    aheads: Floats
    """Level distances from the ankles to the balls of flat feet [cm], shape [foot_count]."""
    turns: Floats
    """How much each turns with its ground, as set [0, 1], shape [foot_count]."""
    headings: Floats
    """World X and Y of the unit vectors that the toes point along, shape [foot_count, 2]."""
    reaches: Floats
    """How far each leg spans before it stiffens [cm], shape [foot_count]."""
    ankle_heights: Floats
    """Height of the ankles over their soles [cm], shape [foot_count]."""


class Smoothed(NamedTuple):
    """What feet have settled to, a row a foot; kernels take it whole and change its arrays."""

    heights: Floats
    """World height of the ground under each foot [cm], shape [foot_count]."""
    weights: Floats
    """How much each foot follows the ground [0, 1], shape [foot_count]."""
    rotations: Floats
    """From level ground to the ground, world space, unit quaternions, shape [foot_count, 4]."""
    distances: Floats
    """Offset of each foot on top of the pelvis's [cm], shape [foot_count]."""
    found: Flags
    """Whether each foot had ground to stand on, shape [foot_count]."""
    held_heights: Floats
    """World height that its ground counts as having [cm], shape [foot_count]."""
    held_normals: Floats
    """Unit normal that it counts as having, shape [foot_count, 3]."""
    wanted: Floats
    """Offset that it wants against its animation [cm], shape [foot_count]."""


@lean_kernel
def toward(value: float, target: float, share: float) -> float:
    """A share of the way from a value to a target."""
    return value + (target - value) * share


@lean_kernel
def planted(contact: float) -> float:
    """How much a foot is held to the ground: in full from half its weight on, not at all below a quarter."""
    return min(max(4.0 * contact - 1.0, 0.0), 1.0)
