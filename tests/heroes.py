"""Characters with legs, for system tests: a hero that walks, or one held in place."""

from typing import NamedTuple

import esper
import numpy as np
from scenes import MOVEMENT, run_tick

from components.arrays import Floats
from components.attack import MeleeAttack
from components.character import CharacterMotor, CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.foot_ik import FootIK, FootTraces, IKData
from components.skeleton import Animator, Skeleton, SkeletonPose
from components.terrain import PlatformMotion, Terrain
from components.transform import Transform, Velocity
from game.authoring.library import mannequin_library
from systems.animation.animate import Animate
from systems.animation.animate import companions as animation_companions
from systems.collision.query import line_trace
from systems.foot_ik.contacts import weight_borne
from systems.foot_ik.ground_trace import GroundTrace
from systems.foot_ik.ground_trace import companions as foot_companions
from systems.foot_ik.ik_interpolation import IKInterpolation
from systems.foot_ik.leg_ik import LegIK
from systems.maths.quaternion import rotate
from systems.melee.strike import Melee
from systems.melee.strike import companions as strike_companions
from systems.query import resource
from systems.structure import create

LIBRARY = mannequin_library()
MANNEQUIN = LIBRARY.skeletons["mannequin"]
CLIPS = LIBRARY.clips["mannequin"]
FEET = ("foot_l", "foot_r")
ANKLE = 8.0
LEG = 86.0

POSING: tuple[esper.Processor, ...] = (Animate(), GroundTrace(), IKInterpolation(), LegIK(), Melee())
"""The systems that pose characters, in the order of a tick."""


def foot_ik(**settings: object) -> FootIK:
    """Settings for soles that stand on the ground."""
    return FootIK(**({"offset_distance": 0.0} | settings))  # type: ignore[arg-type]


def spawn_hero(x: float = 0.0, feet: float = 0.02, *, settings: FootIK | None = None) -> int:
    """A character of the player, with a skeleton and feet [cm]."""
    return create(
        Transform(np.array((x, 0.0, feet + 88.0))),
        Velocity(),
        CapsuleCollider(),
        CharacterMotor(player=True),
        *_body(settings),
    )


def hold_hero(
    x: float = 0.0,
    bottom: float = 0.0,
    *,
    yaw: float = 0.0,
    scale: float = 1.0,
    settings: FootIK | None = None,
) -> int:
    """A character that nothing moves, with its capsule's bottom at a height [cm], standing on the ground."""
    return create(
        Transform(np.array((x, 0.0, bottom + 88.0 * scale)), scale=scale),
        CapsuleCollider(),
        CharacterState(yaw=yaw, facing=1.0 if yaw == 0.0 else -1.0),
        GroundContact(grounded=True),
        Velocity(),
        *_body(settings),
    )


def _body(settings: FootIK | None) -> tuple[object, ...]:
    parts = {Skeleton: Skeleton(), FootIK: settings or foot_ik(), MeleeAttack: MeleeAttack()}
    extra = [*animation_companions(parts), *foot_companions(parts), *strike_companions(parts)]
    return (*parts.values(), *extra)


def pose_ticks(count: int) -> None:
    """Runs the systems of posing alone for some ticks."""
    for _ in range(count):
        run_tick(POSING)


def walk_ticks(count: int, *actions: str) -> None:
    """Runs the systems of movement and posing for some ticks with the same actions held."""
    for _ in range(count):
        run_tick((*MOVEMENT, *POSING), actions)


def pose_of(entity: int) -> SkeletonPose:
    """How a hero stands."""
    return esper.component_for_entity(entity, SkeletonPose)


def animator_of(entity: int) -> Animator:
    """What a hero's animation is doing."""
    return esper.component_for_entity(entity, Animator)


def data_of(entity: int) -> IKData:
    """A hero's offsets."""
    return esper.component_for_entity(entity, IKData)


def traces_of(entity: int) -> FootTraces:
    """What a hero's feet found."""
    return esper.component_for_entity(entity, FootTraces)


def bone_of(entity: int, bone: str) -> Floats:
    """World position of a bone [cm], shape [3]."""
    place: Floats = pose_of(entity).positions_ws[MANNEQUIN.index(bone)]
    return place


class SoleReport(NamedTuple):
    """One foot of a hero and the ground under it."""

    contact: float
    """How much the animation has it bear weight [0, 1]."""
    sole: Floats
    """World point of the sole under the ankle [cm], shape [3]."""
    gap: float
    """Least height of the sole, heel to toe, over the ground straight under it [cm]; not a number where there
    is none."""


HEEL, TOE = 6.0, 18.0


def sole_of(entity: int, foot: str, *, samples: int = 25) -> SoleReport:
    """Where a sole is, and the ground found by traces of its own at so many places along it."""
    pose, row = pose_of(entity), MANNEQUIN.index(foot)
    scale = esper.component_for_entity(entity, Transform).scale
    turn, place = pose.rotations_ws[row], pose.positions_ws[row]
    sole = place - rotate(turn, (0, 0, ANKLE * scale))
    terrain, motion = resource(Terrain).arrays, resource(PlatformMotion).arrays
    along = [sole + rotate(turn, (x * scale, 0, 0)) for x in np.linspace(-HEEL, TOE, samples)]
    up = np.array((0, 0, 60))
    hits = [(point, line_trace(terrain, motion, point + up, point - 200 / 60 * up)) for point in along]
    gaps = [float(point[2] - hit.point[2]) for point, hit in hits if hit.hit]
    feet = esper.component_for_entity(entity, FootIK).feet
    contact = float(weight_borne(animator_of(entity), data_of(entity), feet)[feet.index(foot)])
    return SoleReport(contact, sole, min(gaps) if gaps else np.nan)


def leg_lengths(entity: int, side: str) -> tuple[float, float]:
    """Lengths of a thigh and a calf [cm]."""
    hip, knee, ankle = (bone_of(entity, f"{bone}_{side}") for bone in ("thigh", "calf", "foot"))
    return float(np.linalg.norm(knee - hip)), float(np.linalg.norm(ankle - knee))
