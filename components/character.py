"""Characters that walk: how they are meant to move, and how they are moving."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from components.arrays import Floats, vector
from components.watched import Watched

Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]


@dataclass(slots=True)
class CharacterMotor(Watched):
    """How a character moves."""

    mass: Positive = 60.0
    """With which it presses on soft bodies and is pushed by them [kg]."""
    walk_speed: NotNegative = 150.0
    """[cm/s]"""
    run_speed: NotNegative = 400.0
    """[cm/s]"""
    acceleration: Positive = 1600.0
    """On the ground [cm/s²]."""
    deceleration: Positive = 2000.0
    """On the ground without input [cm/s²]."""
    air_acceleration: Positive = 900.0
    """In the air [cm/s²]."""
    jump_speed: NotNegative = 520.0
    """Upward speed at take-off [cm/s]."""
    jump_cut: Annotated[float, Meta(ge=0, le=1)] = 0.45
    """Share of the upward speed kept when jump is let go early [1]."""
    coyote_time: NotNegative = 0.1
    """How long after leaving the ground a jump still counts [s]."""
    jump_buffer: NotNegative = 0.1
    """How long before landing a press of jump is remembered [s]."""
    step_height: NotNegative = 45.0
    """Highest step that is climbed without a jump [cm]."""
    walkable_angle: Annotated[float, Meta(ge=0, lt=90)] = 45.0
    """Steepest slope that is ground and not wall [deg]."""
    perch_radius: Positive = 15.0
    """How far past a ledge its centre may stand [cm]."""
    max_fall_speed: Positive = 2000.0
    """[cm/s]"""
    turn_rate: Positive = 900.0
    """How fast the body turns round [deg/s]."""
    player: bool = False
    """Whether the actions of the tick steer it."""


@dataclass(slots=True)
class CharacterIntent:
    """What a character wants this tick, written by the player's actions or by a mind."""

    direction: float = 0.0
    """Where to, along X: -1, 0 or 1."""
    run: bool = False
    """Whether to run."""
    jump_pressed: bool = False
    """Whether jump was pressed this tick."""
    jump_held: bool = False
    """Whether jump is held."""
    attack_pressed: bool = False
    """Whether attack was pressed this tick."""


@dataclass(slots=True)
class CharacterState:
    """How a character is moving."""

    facing: float = 1.0
    """1 toward +X, -1 toward -X."""
    yaw: float = 0.0
    """Heading of the body [deg]: 0 toward +X, -180 toward -X; turning passes -90, toward the viewer."""
    time_since_ground: float = 0.0
    """Time in the air [s], 0 on the ground."""
    time_on_ground: float = 0.0
    """Time since landing [s], 0 in the air."""
    jump_wait: float = -1.0
    """Time left in which a remembered press of jump still counts [s]; negative when there is none."""
    coyote_wait: float = -1.0
    """Time left in which a jump still counts after walking off an edge [s]; negative when there is none."""
    jumping: bool = False
    """Whether it rises by its own jump."""
    landing_speed: float = 0.0
    """Downward speed of the last landing [cm/s]."""
    travelled: float = 0.0
    """Way walked on the ground, along the ground [cm]."""
    lane: float = 0.0
    """Y that it keeps [cm]."""


@dataclass(slots=True)
class GroundContact:
    """What a character stands on."""

    grounded: bool = False
    """Whether it stands on walkable ground."""
    point: Floats = field(default_factory=vector)
    """Where the capsule is supported, world space [cm], shape [3]. Meaningful while grounded."""
    normal: Floats = field(default_factory=lambda: vector(0.0, 0.0, 1.0))
    """Unit normal of the face it stands on, shape [3]."""
    entity: int = 0
    """Platform or slime it stands on; 0 for static terrain."""
    platform: int = -1
    """Row of PlatformMotion it stands on, or -1."""
    velocity: Floats = field(default_factory=vector)
    """Velocity of what it stands on [cm/s], shape [3]."""
    solid: int = -1
    """Index into Terrain.solids, or -1. Grounded with -1 means on a soft body."""


@dataclass(slots=True)
class SpawnPoint:
    """Where an entity comes back when it falls out of the level."""

    position: Floats = field(default_factory=vector)
    """World position [cm], shape [3]."""
