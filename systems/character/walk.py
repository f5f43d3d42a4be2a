"""Walking: up steps and slopes, down with the ground, and off edges."""

import math

import numpy as np

from components.arrays import Floats
from components.terrain import MotionArrays, TerrainArrays
from systems.character.capsule import SKIN, hold, raised_feet, stand_on, sweep
from systems.kernel import Record, kernel
from systems.maths.copying import copy_into


@kernel
def walk(
    terrain: TerrainArrays, motion: MotionArrays, motor: Record, body: Record, share: float, dt: float
) -> None:
    """Moves a character that stands on the ground by one tick, or by the share of it that is left.

    It is lifted by its step height, moved, and put down again; where that gets it no further than staying
    down would, it stays down. What it stands on afterwards is written to the body; it is in the air if that
    is nothing walkable.
    """
    ground = body.ground_velocity
    wanted = (body.velocity[0] - ground[0]) * share * dt * body.ground_normal[2]
    start = body.position.copy()
    place, best = start.copy(), start.copy()
    best_way, best_feet, reach = 0.0, body.feet, -1.0
    for lift in (_headroom(terrain, motion, motor, body, dt), 0.0):
        feet = raised_feet(terrain, motion, motor, start, body.feet, lift, dt)
        copy_into(place, start)
        way = _go(terrain, motion, motor, body, place, wanted, lift, feet, dt)
        if math.fabs(way) > reach + SKIN:
            copy_into(best, place)
            best_way, best_feet, reach = way, feet, math.fabs(way)
        if reach >= math.fabs(wanted) - SKIN:
            break
    copy_into(body.position, best)
    if reach < math.fabs(wanted) - SKIN:
        body.velocity[0] = ground[0] + best_way / (share * dt)
    body.travelled += reach / max(body.ground_normal[2], 0.1)
    settle(terrain, motion, motor, body, start[2], best_feet, dt)


@kernel
def _headroom(terrain: TerrainArrays, motion: MotionArrays, motor: Record, body: Record, dt: float) -> float:
    """How far a character can be lifted, up to its step height [cm]."""
    hit = np.empty(10)
    way = np.zeros(3)
    way[2] = motor.step_height
    sweep(terrain, motion, motor, body.position.copy(), way, body.feet, dt, hit)
    return float(hit[0] * motor.step_height)


@kernel
def _go(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    body: Record,
    place: Floats,
    wanted: float,
    lift: float,
    feet: float,
    dt: float,
) -> float:
    """Moves `place` up, along and back down, and returns how far along it got; 0 where it may not stand."""
    start = place.copy()
    hit = np.empty(10)
    way = np.zeros(3)
    place[2] += lift
    way[0] = wanted
    sweep(terrain, motion, motor, place, way, feet, dt, hit)
    along = hit[0] * wanted
    place[0] += along
    way[0], way[2] = 0.0, -lift
    landed = sweep(terrain, motion, motor, place, way, feet, dt, hit)
    place[2] -= hit[0] * lift
    if landed >= 0 and place[2] > start[2] + SKIN:
        climbs = hit[6] - body.support[2] > motor.step_height + SKIN
        if climbs or hit[9] < motor.walkable_rise:
            copy_into(place, start)
            return 0.0
    return float(along)


@kernel
def settle(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    body: Record,
    level: float,
    feet: float,
    dt: float,
) -> None:
    """Puts a walking character down on the ground within a step below it, or leaves it in the air.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        motor: MOTOR record.
        body: BODY record, changed.
        level: Height of its centre before it moved [cm].
        feet: Height of its feet for one-way prisms [cm].
        dt: Length of the tick [s].
    """
    hit = np.empty(10)
    way = np.zeros(3)
    way[2] = -(motor.step_height + max(body.position[2] - level, 0.0))
    feet = max(feet, body.position[2] - motor.half_core - motor.radius)
    prism = sweep(terrain, motion, motor, body.position.copy(), way, feet, dt, hit)
    if prism >= 0:
        lowered = body.position.copy()
        lowered[2] += hit[0] * way[2]
        prism = hold(terrain, motion, motor, lowered, prism, hit, feet, dt)
        if prism >= 0:
            body.position[2] = lowered[2]
            stand_on(terrain, motion, body, prism, hit)
            body.velocity[2] = body.ground_velocity[2]
            return
    body.grounded = False
    body.coyote_wait = motor.coyote_time
