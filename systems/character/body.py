"""A character as the movement kernels see it: one record of settings, one of state."""

import math

import numpy as np
from numpy.typing import NDArray

from components.character import CharacterIntent, CharacterMotor, CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.transform import Transform, Velocity
from systems.collision.layers import layer_bits

MOTOR = np.dtype(
    [
        ("radius", np.float64),
        ("half_core", np.float64),  # half the length of the capsule's core [cm]
        ("layer_mask", np.int64),
        ("walk_speed", np.float64),
        ("run_speed", np.float64),
        ("acceleration", np.float64),
        ("deceleration", np.float64),
        ("air_acceleration", np.float64),
        ("jump_speed", np.float64),
        ("jump_cut", np.float64),
        ("coyote_time", np.float64),
        ("jump_buffer", np.float64),
        ("step_height", np.float64),
        ("walkable_rise", np.float64),  # least Z of a walkable face's unit normal
        ("perch_radius", np.float64),
        ("max_fall_speed", np.float64),
        ("turn_rate", np.float64),
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

_SAME_NAME = (
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
_INTENT = ("direction", "run", "jump_pressed", "jump_held")


def write_motor(row: np.void, motor: CharacterMotor, capsule: CapsuleCollider, scale: float) -> None:
    """Fills a MOTOR record."""
    row["radius"] = capsule.radius * scale
    row["half_core"] = max(capsule.half_height - capsule.radius, 0.0) * scale
    row["layer_mask"] = 0 if capsule.sensor else layer_bits(capsule.mask)
    row["walkable_rise"] = math.cos(math.radians(motor.walkable_angle)) - 1e-9
    for name in _SAME_NAME:
        row[name] = getattr(motor, name)


def write_body(
    row: np.void,
    transform: Transform,
    velocity: Velocity,
    intent: CharacterIntent,
    state: CharacterState,
    ground: GroundContact,
) -> None:
    """Fills a BODY record."""
    row["position"], row["velocity"] = transform.position, velocity.linear
    row["position"][1] = state.lane
    for name in _INTENT:
        row[name] = getattr(intent, name)
    for name in _STATE:
        row[name] = getattr(state, name)
    row["grounded"], row["platform"], row["solid"] = ground.grounded, ground.platform, ground.solid
    row["floats"] = ground.grounded and ground.solid < 0
    row["support"], row["ground_normal"], row["ground_velocity"] = (
        ground.point,
        ground.normal,
        ground.velocity,
    )


def read_body(
    row: np.void, transform: Transform, velocity: Velocity, state: CharacterState, ground: GroundContact
) -> None:
    """Writes a BODY record back to the components."""
    transform.position[:] = row["position"]
    velocity.linear[:] = row["velocity"]
    for name in _STATE:
        setattr(state, name, row[name].item())
    ground.grounded, ground.platform, ground.solid = (
        row[name].item() for name in ("grounded", "platform", "solid")
    )
    ground.point[:], ground.normal[:] = row["support"], row["ground_normal"]
    ground.velocity[:] = row["ground_velocity"]


def empty_rows(count: int) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """MOTOR and BODY records for that many characters."""
    return np.zeros(count, dtype=MOTOR), np.zeros(count, dtype=BODY)
