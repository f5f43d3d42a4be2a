"""How characters move: ride, jump, walk or fall, and turn."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import esper
import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats
from components.character import (
    CharacterIntent,
    CharacterMotor,
    CharacterState,
    GroundContact,
)
from components.collider import CapsuleCollider
from components.events import Jumped, Landed
from components.softbody import SoftbodyParticles
from components.terrain import MotionArrays, PlatformMotion, Terrain, TerrainArrays
from components.transform import Transform, Velocity
from components.world import Events, LevelInfo
from systems.character.body import BODY, MOTOR, Walker, body_record, motor_record, read_body
from systems.character.capsule import SKIN
from systems.character.fall import fall
from systems.character.walk import walk
from systems.collision.sweep import push_out
from systems.handover import Handover, hand_over, opened
from systems.kept import Kept
from systems.kernel import Record, kernel
from systems.maths.copying import copy_into, fill
from systems.query import entities_with, resource
from systems.softbody.edit import push

ROUNDS = 64
"""Pushes at most to get a character out of what moved into it."""
KNEES = 12.0
"""Rate at which the knees take bobbing on a soft body away [1/s]."""
PUSH_OFF = 300.0
"""Fastest that a soft body is made by a character that walks or jumps on it [cm/s]."""


class Surroundings(NamedTuple):
    """What characters move among; kernels are handed it over."""

    terrain: TerrainArrays
    """The baked terrain."""
    motion: MotionArrays
    """Where its platforms are, and how they moved during this tick."""


def surroundings(terrain: Terrain, *motion: Floats) -> Handover[Surroundings]:
    """Hands over terrain, and the offset and velocity of its platforms."""
    return hand_over(Surroundings(terrain.arrays, MotionArrays(*motion)))


@kernel
def move_characters(
    handed: Surroundings,
    motors: NDArray[np.void],
    bodies: NDArray[np.void],
    gravity: Floats,
    dt: float,
) -> None:
    """Moves every character by one tick.

    Args:
        handed: What there is around them.
        motors: MOTOR records, shape [character_count].
        bodies: BODY records, changed in place, shape [character_count].
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
    """
    own = opened(handed)
    terrain, motion = own.terrain, own.motion
    for row in range(bodies.shape[0]):
        motor = motors[row]
        body = bodies[row]
        body.jumped = False
        body.landed = False
        body.feet = body.position[2] - motor.half_core - motor.radius
        ride(terrain, motion, motor, body, dt)
        for k in range(3):
            body.effort[k] = -body.velocity[k]
        if body.floats:
            bend_knees(body, gravity, dt)
        steer(motor, body, dt)
        take_off(motor, body, dt)
        for k in range(3):
            body.effort[k] = body.effort[k] + body.velocity[k] if body.floats else 0.0
        floats = body.grounded and body.floats
        left = 1.0 if body.grounded and not floats else fall(terrain, motion, motor, body, gravity, dt)
        if left > 0.0:
            walk(terrain, motion, motor, body, left, dt)
        keep_time(body, dt)
        turn(motor, body, dt)


@kernel
def ride(terrain: TerrainArrays, motion: MotionArrays, motor: Record, body: Record, dt: float) -> None:
    """Carries a character with the platform it stands on, and out of what moved into it."""
    start = body.position.copy()
    fill(body.carried, 0.0)
    if body.grounded and body.platform >= 0:
        now = motion.velocity[body.platform]
        for k in range(3):
            body.velocity[k] += now[k] - body.ground_velocity[k]
            body.ground_velocity[k] = now[k]
            body.carried[k] = now[k] * dt
            body.support[k] += body.carried[k]
        body.position[0] += body.carried[0]
        body.position[2] += body.carried[2]
    if not give_way(terrain, motion, motor, body, dt):
        copy_into(body.position, start)
        fill(body.carried, 0.0)


@kernel
def give_way(terrain: TerrainArrays, motion: MotionArrays, motor: Record, body: Record, dt: float) -> bool:
    """Moves a character out of what it overlaps, and says whether it could.

    It could not when it is crushed between two things, or when the way out leads through one: then what moves
    passes through it, and it stays outside of what does not.
    """
    core = body.position.copy()
    core[2] -= motor.half_core
    along = np.zeros(3)
    along[2] = 2.0 * motor.half_core
    radius, mask = motor.radius, motor.layer_mask
    rounds = push_out(terrain, motion, core, along, radius, mask, True, body.feet, dt, ROUNDS)
    x, z = core[0], core[2] + motor.half_core
    begins = body.time_on_ground == 0.0 and body.time_since_ground == 0.0
    if math.hypot(x - body.position[0], z - body.position[2]) > radius and not begins:
        return False
    if rounds == ROUNDS:  # nearly out is out
        radius -= SKIN
        if push_out(terrain, motion, core, along, radius, mask, True, body.feet, dt, 1) > 0:
            return False
    body.position[0], body.position[2] = x, z
    return True


@kernel
def bend_knees(body: Record, gravity: Floats, dt: float) -> None:
    """Takes part of a character's bobbing on a soft body away; never makes it faster."""
    rise = body.velocity[2] + gravity[2] * dt
    bobbing = rise - body.drift
    if bobbing * rise > 0.0:
        body.velocity[2] -= bobbing * (1.0 - 1.0 / (1.0 + KNEES * dt))


@kernel
def steer(motor: Record, body: Record, dt: float) -> None:
    """Brings the speed along X nearer to the wanted one."""
    top = motor.run_speed if body.run else motor.walk_speed
    wanted = body.direction * top
    if body.grounded:
        wanted += body.ground_velocity[0]
    rate = motor.acceleration if body.direction != 0.0 else motor.deceleration
    if not body.grounded:
        rate = motor.air_acceleration if body.direction != 0.0 else 0.0
    change = wanted - body.velocity[0]
    body.velocity[0] += min(max(change, -rate * dt), rate * dt)
    if body.direction != 0.0:
        body.facing = body.direction


@kernel
def take_off(motor: Record, body: Record, dt: float) -> None:
    """Jumps when asked to, or when asked a moment before landing; cuts a jump that is let go."""
    if body.jump_pressed:
        body.jump_wait = motor.jump_buffer
    if body.jump_wait >= 0.0 and (body.grounded or body.coyote_wait >= 0.0):
        body.velocity[2] = motor.jump_speed + max(body.ground_velocity[2], 0.0)
        fill(body.ground_velocity, 0.0)
        body.grounded = False
        body.platform = -1
        body.jump_wait = -1.0
        body.coyote_wait = -1.0
        body.jumping = True
        body.jumped = True
    elif body.jumping and not body.jump_held and body.velocity[2] > 0.0:
        body.velocity[2] *= motor.jump_cut
        body.jumping = False
    body.jumping = body.jumping and body.velocity[2] > 0.0
    body.jump_wait -= dt


@kernel
def keep_time(body: Record, dt: float) -> None:
    """Counts the time on the ground and in the air."""
    if body.grounded:
        body.time_on_ground += dt
        body.time_since_ground = 0.0
        body.coyote_wait = -1.0
    else:
        body.time_on_ground = 0.0
        body.time_since_ground += dt
        body.coyote_wait -= dt
        body.platform = -1
        body.solid = -1


@kernel
def turn(motor: Record, body: Record, dt: float) -> None:
    """Turns the body toward its facing, by the side of the viewer."""
    wanted = 0.0 if body.facing > 0.0 else -180.0
    step = motor.turn_rate * dt
    body.yaw += min(max(wanted - body.yaw, -step), step)


class CharacterMovement(esper.Processor):
    """Moves every entity that has a motor and a capsule."""

    def __init__(self) -> None:
        self._crowd = Kept(crowd_among)
        self._scales: list[float] = []
        self._surroundings = Kept(surroundings)

    def process(self, dt: float) -> None:
        """Advances all characters by one tick and tells of jumps and landings."""
        motion = resource(PlatformMotion)
        around = self._surroundings(resource(Terrain), motion.offset, motion.velocity)
        rows = entities_with(Transform, Velocity, CharacterMotor, CapsuleCollider)
        scales = [place.scale for _, (place, *_) in rows]
        if scales != self._scales:
            self._scales = scales
        changes = CharacterMotor.changes, CapsuleCollider.changes
        walkers, motors, bodies = self._crowd(rows, self._scales, *changes)
        if not walkers:
            return
        for row, walker in enumerate(walkers):
            bodies[row] = body_record(walker, _drift(walker.ground))
        move_characters(around.handed, motors, bodies, resource(LevelInfo).gravity, dt)
        for walker, body in zip(walkers, bodies, strict=True):
            moved = read_body(body, walker)
            push_off(walker.ground.entity, -walker.motor.mass * moved["effort"])
            walker.ground.entity = _support(walker.ground, motion)
            _tell(walker.entity, moved)


class Crowd(NamedTuple):
    """The characters that move, as kernels see them."""

    walkers: list[Walker]
    motors: NDArray[np.void]
    """MOTOR records, shape [character_count]."""
    bodies: NDArray[np.void]
    """Room for BODY records, shape [character_count]."""


def crowd_among(
    rows: Sequence[tuple[int, tuple[Transform, Velocity, CharacterMotor, CapsuleCollider]]],
    _scales: list[float],
    *_changes: int,
) -> Crowd:
    """All characters whose capsule is switched on."""
    walkers = [
        Walker(
            entity,
            *parts,
            esper.component_for_entity(entity, CharacterIntent),
            esper.component_for_entity(entity, CharacterState),
            esper.component_for_entity(entity, GroundContact),
        )
        for entity, parts in rows
        if parts[-1].enabled
    ]
    motors = np.array([motor_record(walker) for walker in walkers], dtype=MOTOR)
    return Crowd(walkers, motors, np.zeros(len(walkers), dtype=BODY))


def push_off(entity: int, impulse: Floats) -> None:
    """Gives a soft body the momentum that a character gained by pushing against it [kg cm/s].

    It is felt by the whole body, at most as PUSH_OFF; what is beyond, the ground takes.
    """
    body = esper.try_component(entity, SoftbodyParticles)
    if body is not None and impulse.any():
        speed = math.hypot(*impulse.tolist()) / body.mass
        push(body, impulse=impulse * min(1.0, PUSH_OFF / speed))


def _drift(ground: GroundContact) -> float:
    """Upward speed of what a character stands on, as a whole [cm/s]."""
    velocity = esper.try_component(ground.entity, Velocity) if ground.entity else None
    return float(velocity.linear[2]) if velocity is not None else 0.0


def _support(ground: GroundContact, motion: PlatformMotion) -> int:
    """The platform or soft body that a character stands on, or 0."""
    if ground.platform >= 0:
        return int(motion.entities[ground.platform])
    return ground.entity if ground.grounded and ground.solid < 0 else 0


def _tell(entity: int, moved: Mapping[str, Any]) -> None:
    events = resource(Events).items
    if moved["jumped"]:
        events.append(Jumped(entity))
    if moved["landed"]:
        events.append(Landed(entity, moved["landing_speed"], moved["support"].copy()))
