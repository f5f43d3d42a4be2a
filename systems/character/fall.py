"""In the air: gravity, sliding along what is touched, and landing."""

import numpy as np

from components.arrays import Floats
from components.terrain import MotionArrays, TerrainArrays
from systems.character.capsule import hold, stand_on, sweep
from systems.kernel import Record, kernel
from systems.maths.copying import copy_into, fill

SHORTEST_FLIGHT = 0.05
"""Time in the air after which coming down is told as a landing [s]; less is a fall of about a centimetre."""
NOTHING = 1e-9
"""What rounding may leave of a part that was taken out."""
SLIDES = 4
"""Surfaces that one tick's motion may slide along; two planes stop it in a corner."""


@kernel
def fall(
    terrain: TerrainArrays, motion: MotionArrays, motor: Record, body: Record, gravity: Floats, dt: float
) -> float:
    """Moves a character that is in the air by one tick (semi-implicit Euler), and lands it.

    Returns:
        Share of the tick that is left to walk after landing; 0 while it is in the air.
    """
    body.velocity[0] += gravity[0] * dt
    body.velocity[2] = max(body.velocity[2] + gravity[2] * dt, -motor.max_fall_speed)
    way = np.zeros(3)
    way[0] = body.velocity[0] * dt - body.carried[0]  # a jump off a platform was carried already
    way[2] = body.velocity[2] * dt - body.carried[2]
    hit = np.empty(10)
    touched = np.zeros((SLIDES, 3))
    place, speed = body.position.copy(), np.zeros(3)
    left = 1.0
    for slide in range(SLIDES):
        prism = sweep(terrain, motion, motor, place, way, body.feet, dt, hit)
        for k in range(3):
            place[k] += hit[0] * way[k]
            way[k] *= 1.0 - hit[0]
        copy_into(body.position, place)
        left *= 1.0 - hit[0]
        if prism < 0:
            break
        ground = _ground(terrain, motion, motor, body, place, prism, hit, dt)
        if ground >= 0:
            _land(terrain, motion, body, ground, hit)
            return float(left)
        for k in range(3):
            touched[slide, k], speed[k] = hit[1 + k], body.velocity[k]
        steep = hit[9] < motor.walkable_rise
        _slide(way, touched, slide, steep)
        _slide(speed, touched, slide, steep)
        copy_into(body.velocity, speed)
    return 0.0


@kernel
def _ground(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    body: Record,
    place: Floats,
    prism: int,
    hit: Floats,
    dt: float,
) -> int:
    """The prism that a falling character lands on when it touches one, or -1."""
    row = terrain.prisms[prism].platform
    climb = body.velocity[2] - (motion.velocity[row, 2] if row >= 0 else 0.0)
    if hit[3] <= 0.0 or climb > 0.0:
        return -1
    return hold(terrain, motion, motor, place, prism, hit, body.feet, dt)


@kernel
def _land(terrain: TerrainArrays, motion: MotionArrays, body: Record, prism: int, hit: Floats) -> None:
    stand_on(terrain, motion, body, prism, hit)
    body.landed = body.time_since_ground >= SHORTEST_FLIGHT
    body.landing_speed = body.ground_velocity[2] - body.velocity[2]
    body.velocity[2] = body.ground_velocity[2]


@kernel
def _slide(vector: Floats, touched: Floats, last: int, steep: bool) -> None:
    """Takes out what points into the surfaces touched so far; in a corner nothing is left.

    A steep surface does not turn speed toward it into speed up along it.
    """
    rise = max(vector[2], 0.0)
    for i in range(last + 1):
        into = vector[0] * touched[i, 0] + vector[1] * touched[i, 1] + vector[2] * touched[i, 2]
        if into < 0.0:
            for k in range(3):
                vector[k] -= into * touched[i, k]
    for i in range(last + 1):
        if vector[0] * touched[i, 0] + vector[1] * touched[i, 1] + vector[2] * touched[i, 2] < -NOTHING:
            fill(vector, 0.0)
    if steep and vector[2] > rise:
        share = rise / vector[2]
        for k in range(3):
            vector[k] *= share
