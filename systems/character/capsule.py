"""A character's capsule against the terrain: how it is swept, and what counts as standing."""

import math

import numpy as np

from components.arrays import Floats
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.distance import segment_distance
from systems.collision.sweep import is_open, near_swept, sweep_capsule
from systems.kernel import Record, kernel
from systems.maths.copying import copy_into, fill

SKIN = 0.02
"""Gap that a character keeps to everything [cm], so that rounding never puts it inside."""
ROUNDING = 1e-6
"""What rounding may add to a comparison of places [cm] or of unit normals [1]."""
AWAY = 0.05
"""How much slipping off a contact leads away from it, so that rounding does not find it again [1]."""


@kernel
def sweep(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    centre: Floats,
    way: Floats,
    feet: float,
    dt: float,
    hit: Floats,
) -> int:
    """Sweeps a character's capsule with its skin; see systems.collision.sweep.sweep_capsule."""
    start = centre.copy()
    start[2] -= motor.half_core
    along = np.zeros(3)
    along[2] = 2.0 * motor.half_core
    return sweep_capsule(
        terrain, motion, start, along, motor.radius + SKIN, way, motor.layer_mask, True, feet, dt, hit
    )


@kernel
def raised_feet(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    centre: Floats,
    feet: float,
    lift: float,
    dt: float,
) -> float:
    """Height of a lifted character's feet for one-way prisms [cm]: not lifted when it stands within one.

    Else it would be put down on what crosses its legs.
    """
    found = np.empty(terrain.prisms.shape[0], np.int64)
    still = np.zeros(3)
    along = np.zeros(3)
    along[2] = 2.0 * motor.half_core
    core = centre - 0.5 * along
    near = near_swept(terrain, motion, core, along, motor.radius, still, motor.layer_mask, found)
    for i in range(near):
        p = found[i]
        if is_open(terrain, motion, p, feet, dt) and not is_open(terrain, motion, p, feet + lift, dt):
            x, y, z = core[0], core[1], core[2]
            gap = segment_distance(terrain, motion, p, x, y, z, along[0], along[1], along[2], True)[0]
            if gap < motor.radius:
                return feet
    return feet + lift


@kernel
def hold(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    centre: Floats,
    prism: int,
    hit: Floats,
    feet: float,
    dt: float,
) -> int:
    """Which prism holds a capsule that rests on one, or -1 where it slips off.

    A walkable face holds it near its axis, or with ground below it. Else it slips, unless a second prism
    stops it at once: ground, or the far side of a groove that is too narrow for it.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        motor: MOTOR record.
        centre: World position of the capsule's centre [cm], shape [3].
        prism: What it rests on.
        hit: The sweep's result there; becomes that of the second prism where it stands on that one.
        feet: Height of its lowest point before this tick [cm].
        dt: Length of the tick [s].
    """
    walkable = hit[9] >= motor.walkable_rise
    if walkable and _carries(terrain, motion, motor, centre, hit, feet, dt):
        return prism
    beside = np.empty(10)
    other = _slip(terrain, motion, motor, centre, hit, walkable, feet, dt, beside)
    if other < 0:
        return -1
    floor = not walkable and beside[3] > 0.0 and beside[9] >= motor.walkable_rise
    if floor and _carries(terrain, motion, motor, centre, beside, feet, dt):
        copy_into(hit, beside)
        return other
    narrows = 0.0 < beside[3] > beside[9] - ROUNDING  # a face that looks up, no corner
    wide = math.fabs(beside[4] - hit[4]) >= 2.0 * (motor.radius + SKIN)
    if hit[1] * beside[1] >= 0.0 or (wide and not narrows):
        return -1
    if not walkable:
        hit[7], hit[8], hit[9] = 0.0, 0.0, 1.0
    return prism


@kernel
def _carries(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    centre: Floats,
    hit: Floats,
    feet: float,
    dt: float,
) -> bool:
    """Whether a capsule touches ground near its axis, or has ground below it within a step."""
    if math.fabs(hit[4] - centre[0]) <= motor.perch_radius + ROUNDING:
        return True
    thin = np.empty(10)
    way = np.array((0.0, 0.0, motor.perch_radius - motor.half_core - motor.radius - motor.step_height))
    prism = sweep_thin(terrain, motion, motor, centre, way, feet, dt, thin)
    return bool(prism >= 0 and thin[9] >= motor.walkable_rise)


@kernel
def _slip(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    centre: Floats,
    hit: Floats,
    walkable: bool,
    feet: float,
    dt: float,
    beside: Floats,
) -> int:
    """What stops a capsule that slips off a contact, or -1.

    Off the edge of walkable ground it may hang as far as a step, so that it walks over a groove; off a steep
    face it must be stopped at once.
    """
    reach = motor.step_height if walkable else 5.0 * SKIN
    side = 1.0 if hit[1] > 0.0 else -1.0
    way = np.zeros(3)
    way[0] = reach * (side * hit[3] + AWAY * hit[1])
    way[2] = reach * (-side * hit[1] + AWAY * hit[3])
    return sweep(terrain, motion, motor, centre, way, feet, dt, beside)


@kernel
def sweep_thin(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    start: Floats,
    way: Floats,
    feet: float,
    dt: float,
    hit: Floats,
) -> int:
    """Sweeps a sphere of the perch radius; see systems.collision.sweep.sweep_capsule."""
    return sweep_capsule(
        terrain,
        motion,
        start,
        np.zeros(3),
        motor.perch_radius,
        way,
        motor.layer_mask,
        True,
        feet,
        dt,
        hit,
    )


@kernel
def stand_on(terrain: TerrainArrays, motion: MotionArrays, body: Record, prism: int, hit: Floats) -> None:
    """Writes what a character stands on."""
    p = terrain.prisms[prism]
    body.grounded = True
    for k in range(3):
        body.support[k], body.ground_normal[k] = hit[4 + k], hit[7 + k]
    body.solid = p.solid
    body.platform = p.platform
    fill(body.ground_velocity, 0.0)
    if p.platform >= 0:
        copy_into(body.ground_velocity, motion.velocity[p.platform])
