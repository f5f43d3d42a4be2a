"""A character as the movement kernels see it: one record of settings, one of state."""

import math
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from components.character import CharacterIntent, CharacterMotor, CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.transform import Transform, Velocity
from systems.collision.layers import own_and_met

_SETTINGS = (
    "walk_speed",
    "run_speed",
    "acceleration",
    "deceleration",
    "air_acceleration",
    "jump_speed",
    "jump_cut",
    "coyote_time",
    "jump_buffer",
    "step_height",
    "perch_radius",
    "max_fall_speed",
    "turn_rate",
)
MOTOR = np.dtype(
    [
        ("radius", np.float64),
        ("half_core", np.float64),  # half the length of the capsule's core [cm]
        ("layer_mask", np.int64),
        ("walkable_rise", np.float64),  # least Z of a walkable face's unit normal
        *((name, np.float64) for name in _SETTINGS),
    ],
    align=True,
)
"""How a character moves; units as in CharacterMotor."""

BODY = np.dtype(
    [
        ("position", np.float64, 3),  # capsule's centre [cm]
        ("velocity", np.float64, 3),  # [cm/s]
        ("direction", np.float64),
        ("run", np.bool_),
        ("jump_pressed", np.bool_),
        ("jump_held", np.bool_),
        ("facing", np.float64),
        ("yaw", np.float64),
        ("time_since_ground", np.float64),
        ("time_on_ground", np.float64),
        ("jump_wait", np.float64),
        ("coyote_wait", np.float64),
        ("jumping", np.bool_),
        ("landing_speed", np.float64),
        ("travelled", np.float64),
        ("grounded", np.bool_),
        ("floats", np.bool_),  # stands on a soft body, which holds it by pushing back
        ("support", np.float64, 3),  # where the capsule is supported [cm]
        ("ground_normal", np.float64, 3),
        ("ground_velocity", np.float64, 3),
        ("platform", np.int64),
        ("solid", np.int64),
        ("jumped", np.bool_),  # told during this tick
        ("landed", np.bool_),
        ("drift", np.float64),  # upward speed of the soft body it stands on, as a whole [cm/s]
        ("effort", np.float64, 3),  # velocity gained by pushing against what it stands on [cm/s]
        ("carried", np.float64, 3),  # way that a platform took it during this tick [cm]
        ("feet", np.float64),  # height of the lowest point before this tick [cm]
    ],
    align=True,
)
"""How a character is moving; units as in CharacterState."""

_STATE = (
    "facing",
    "yaw",
    "time_since_ground",
    "time_on_ground",
    "jump_wait",
    "coyote_wait",
    "jumping",
    "landing_speed",
    "travelled",
)
_settings = attrgetter(*_SETTINGS)
_wishes = attrgetter("direction", "run", "jump_pressed", "jump_held")
_state = attrgetter(*_STATE)
_ground = attrgetter("point", "normal", "velocity", "platform", "solid")
_NONE = np.zeros(3)


class Walker(NamedTuple):
    """A character with all that its movement reads and changes."""

    entity: int
    transform: Transform
    velocity: Velocity
    motor: CharacterMotor
    capsule: CapsuleCollider
    intent: CharacterIntent
    state: CharacterState
    ground: GroundContact


def motor_record(walker: Walker) -> tuple[object, ...]:
    """What a MOTOR record is to hold."""
    motor, capsule, scale = walker.motor, walker.capsule, walker.transform.scale
    _, mask = own_and_met(capsule.layer, tuple(capsule.mask))
    return (
        capsule.radius * scale,
        max(capsule.half_height - capsule.radius, 0.0) * scale,
        0 if capsule.sensor else mask,
        math.cos(math.radians(motor.walkable_angle)) - 1e-9,
        *_settings(motor),
    )


def body_record(walker: Walker, drift: float) -> tuple[object, ...]:
    """What a BODY record is to hold before a tick.

    Args:
        walker: The character; it begins on its lane.
        drift: Upward speed of the soft body it stands on, as a whole [cm/s].
    """
    x, _, z = walker.transform.position.tolist()
    state, ground = walker.state, walker.ground
    return (
        (x, state.lane, z),
        walker.velocity.linear,
        *_wishes(walker.intent),
        *_state(state),
        ground.grounded,
        ground.grounded and ground.solid < 0,
        *_ground(ground),
        False,
        False,
        drift,
        _NONE,
        _NONE,
        0.0,
    )


def read_body(record: np.void, walker: Walker) -> dict[str, Any]:
    """Writes a BODY record back to the components; returns its fields."""
    fields = dict(zip(BODY.names or (), record.item(), strict=True))
    state, ground = walker.state, walker.ground
    walker.transform.position[:] = fields["position"]
    walker.velocity.linear[:] = fields["velocity"]
    for name in _STATE:
        setattr(state, name, fields[name])
    ground.grounded, ground.platform, ground.solid = fields["grounded"], fields["platform"], fields["solid"]
    ground.point[:], ground.normal[:] = fields["support"], fields["ground_normal"]
    ground.velocity[:] = fields["ground_velocity"]
    return fields
