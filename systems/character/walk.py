"""Walking: up steps and slopes, down with the ground, and off edges."""

import math

import numpy as np

from components.arrays import Floats
from components.terrain import MotionArrays, TerrainArrays
from systems.character.capsule import SKIN, hold, stand_on, sweep
from systems.kernel import Record, kernel


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
    way, best_way = 0.0, 0.0
    best = np.empty(0)
    for lift in (motor.step_height, 0.0):
        place = start.copy()
        way = _go(terrain, motion, motor, body, place, wanted, lift, dt)
        if best.shape[0] == 0 or math.fabs(way) > math.fabs(best_way) + SKIN:
            best = place
            best_way = way
        if math.fabs(best_way) >= math.fabs(wanted) - SKIN:
            break
    body.position[:] = best
    if math.fabs(best_way) < math.fabs(wanted) - SKIN:
        body.velocity[0] = ground[0] + best_way / (share * dt)
    body.travelled += math.fabs(best_way) / max(body.ground_normal[2], 0.1)
    settle(terrain, motion, motor, body, start[2], dt)


@kernel
def _go(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    body: Record,
    place: Floats,
    wanted: float,
    lift: float,
    dt: float,
) -> float:
    """Moves `place` up, along and back down, and returns how far along it got; 0 where it may not stand."""
    start = place.copy()
    hit = np.empty(10)
    way = np.zeros(3)
    way[2] = lift
    if lift > 0.0:
        sweep(terrain, motion, motor, place, way, body.feet, dt, hit)
        place[2] += hit[0] * lift
    raised = place[2] - start[2]
    way[0], way[2] = wanted, 0.0
    sweep(terrain, motion, motor, place, way, body.feet + raised, dt, hit)
    along = hit[0] * wanted
    place[0] += along
    way[0], way[2] = 0.0, -raised
    landed = sweep(terrain, motion, motor, place, way, body.feet + raised, dt, hit)
    place[2] -= hit[0] * raised
    if landed >= 0 and place[2] > start[2] + SKIN:
        climbs = hit[6] - body.support[2] > motor.step_height + SKIN
        if climbs or hit[9] < motor.walkable_rise:
            place[:] = start
            return 0.0
    return float(along)


@kernel
def settle(
    terrain: TerrainArrays,
    motion: MotionArrays,
    motor: Record,
    body: Record,
    level: float,
    dt: float,
) -> None:
    """Puts a walking character down on the ground within a step below it, or leaves it in the air.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        motor: MOTOR record.
        body: BODY record, changed.
        level: Height of its centre before it moved [cm].
        dt: Length of the tick [s].
    """
    hit = np.empty(10)
    way = np.zeros(3)
    way[2] = -(motor.step_height + max(body.position[2] - level, 0.0))
    feet = max(body.feet, body.position[2] - motor.half_core - motor.radius)
    prism = sweep(terrain, motion, motor, body.position, way, feet, dt, hit)
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
