"""A character's capsule against the terrain: how it is swept, and what counts as standing."""

import math

import numpy as np

from components.arrays import Floats
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.sweep import sweep_capsule
from systems.kernel import Record, kernel

SKIN = 0.02
"""Gap that a character keeps to everything [cm], so that rounding never puts it inside."""


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
def is_supported(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    x: float,
    y: float,
    z: float,
    hit: Floats,
    feet: float,
    dt: float,
) -> bool:
    """Whether a capsule that rests on a contact stays: it touches near its axis, or has ground below it."""
    if math.fabs(hit[4] - x) <= motor.perch_radius:
        return True
    thin = np.empty(10)
    start = np.array((x, y, z))
    way = np.array((0.0, 0.0, motor.perch_radius - motor.half_core - motor.radius - motor.step_height))
    prism = sweep_thin(terrain, motion, motor, start, way, feet, dt, thin)
    return bool(prism >= 0 and thin[9] >= motor.walkable_rise)


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
    body.support[:] = hit[4:7]
    body.ground_normal[:] = hit[7:10]
    body.solid = p.solid
    body.platform = p.platform
    body.ground_velocity[:] = 0.0
    if p.platform >= 0:
        body.ground_velocity[:] = motion.velocity[p.platform]
