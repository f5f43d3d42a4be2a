"""Which bones are legs, and what is known of them for good."""

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from components.skeleton import SkeletonAsset
from systems.animation.kinematics import forward_kinematics
from systems.animation.pool import Poses
from systems.foot_ik.crowd import Crowd
from systems.foot_ik.kinds import Kind, kinds_of, spread
from systems.kernel import lean_kernel
from systems.maths.quaternion import core_rotate

SHORT = 1e-3
"""Level distance of ankle and ball below which toes point nowhere [cm]."""
MOST_FEET = 8
"""Feet that one character can have."""
STILL, CARRIED, LEG = range(3)
"""What becomes of a bone when legs are bent: nothing, or it goes with the pelvis, or it is part of a leg."""


class Limbs(NamedTuple):
    """The limbs of a skeleton, a row a limb; kernels take it whole."""

    ends: Integers
    """Bones at their ends: feet or hands, shape [limb_count]."""
    middles: Integers
    """Bones above those: calves or forearms, shape [limb_count]."""
    roots: Integers
    """Bones above those: thighs or upper arms, shape [limb_count]."""
    balls: Integers
    """First bones that hang from the ends, or the ends themselves, shape [limb_count]."""
    ahead: Floats
    """Level distance from ankle to ball in the reference pose [cm], shape [limb_count]."""
    lengths: Floats
    """Length of both bones together [cm], shape [limb_count]."""
    sides: Floats
    """Component-space direction in which each middle joint bends in the reference pose, or ahead where it is
    straight, shape [limb_count, 3]."""


def foot_bones(asset: SkeletonAsset, feet: tuple[str, ...]) -> Integers:
    """Rows of the bones at the ends of legs, shape [foot_count].

    Raises:
        ValueError: The skeleton has no such bone, or not a calf and a thigh above it.
    """
    rows = np.array([asset.index(foot) for foot in feet], dtype=np.int64)
    for foot, row in zip(feet, rows, strict=True):
        calf = asset.parents[row]
        if calf < 0 or asset.parents[calf] < 0:
            raise ValueError(f"skeleton {asset.name!r} has no calf and thigh above {foot!r}")
    return rows


def limbs_of(asset: SkeletonAsset, ends: tuple[str, ...]) -> Limbs:
    """What is known of some limbs of a skeleton.

    Raises:
        ValueError: The skeleton has no such bone, or not two bones above it, or there are too many limbs.
    """
    if len(ends) > MOST_FEET:
        raise ValueError(f"a character can have {MOST_FEET} feet, not {len(ends)}")
    return _limbs(_Key(asset), ends)


def pelvis_above(parents: Integers, foot: int) -> int:
    """The bone that carries a leg and the rest of the body: the last one before the root above the thigh."""
    bone = int(parents[parents[foot]])
    while parents[bone] >= 0 and parents[parents[bone]] >= 0:
        bone = int(parents[bone])
    return bone


def parts_of(parents: Integers, limbs: Limbs) -> Integers:
    """What becomes of each bone of a skeleton with these legs, shape [bone_count]."""
    parts = np.full(len(parents), STILL)
    pelvis, thighs = pelvis_above(parents, limbs.ends[0]), limbs.roots.tolist()
    for bone, parent in enumerate(parents.tolist()):
        carrier = parts[parent] if parent >= 0 else STILL
        if bone in thighs or carrier == LEG:
            parts[bone] = LEG
        elif bone == pelvis or carrier == CARRIED:
            parts[bone] = CARRIED
    return parts


class _Key:
    """A skeleton as the key of a cache: the same one, not an equal one."""

    def __init__(self, asset: SkeletonAsset) -> None:
        self.asset = asset

    def __hash__(self) -> int:
        return id(self.asset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.asset is self.asset


@lru_cache(maxsize=256)
def _limbs(key: _Key, ends: tuple[str, ...]) -> Limbs:
    asset = key.asset
    rows = foot_bones(asset, ends)
    middles = asset.parents[rows]
    roots = asset.parents[middles]
    children = [np.flatnonzero(asset.parents == row) for row in rows]
    balls = np.array(
        [int(found[0]) if len(found) else int(row) for found, row in zip(children, rows, strict=True)],
        dtype=np.int64,
    )
    ahead = np.where(balls == rows, 0.0, np.hypot(asset.translations[balls, 0], asset.translations[balls, 1]))
    lengths = _length(asset.translations[middles]) + _length(asset.translations[rows])
    return Limbs(rows, middles, roots, balls, ahead, lengths, _sides(asset, rows, middles, roots))


def _length(rows: Floats) -> Floats:
    length: Floats = np.sqrt(rows[:, 0] ** 2 + rows[:, 1] ** 2 + rows[:, 2] ** 2)
    return length


def _sides(asset: SkeletonAsset, ends: Integers, middles: Integers, roots: Integers) -> Floats:
    places, turns = np.empty((len(asset.bones), 3)), np.empty((len(asset.bones), 4))
    forward_kinematics(asset.parents, asset.translations, asset.rotations, places, turns)
    sides = np.tile((1.0, 0.0, 0.0), (len(ends), 1))
    for row, (end, middle, root) in enumerate(zip(ends, middles, roots, strict=True)):
        way = places[end] - places[root]
        bend = places[middle] - places[root]
        bend = bend - way * float(bend @ way) / max(float(way @ way), SHORT)
        size = float(np.sqrt(bend @ bend))
        if size > 1e-2 * float(np.sqrt(way @ way)):
            sides[row] = bend / size
    return sides


class LegRows(NamedTuple):
    """The legs of all characters, a row a foot; kernels take it whole."""

    ends: Integers
    """Feet, as rows of the pool of poses, and so the three that follow, shape [foot_count]."""
    middles: Integers
    """Calves, shape [foot_count]."""
    roots: Integers
    """Thighs, shape [foot_count]."""
    balls: Integers
    """Balls of the feet, or the feet themselves, shape [foot_count]."""
    ahead: Floats
    """Level distance from ankle to ball in the reference pose [cm], shape [foot_count]."""
    below: Floats
    """Height of the ball over the ankle there [cm], shape [foot_count]."""
    lengths: Floats
    """Length of thigh and calf together [cm], shape [foot_count]."""
    sides: Floats
    """Component-space side that each knee stays on, shape [foot_count, 3]."""
    columns: Integers
    """Columns of the pool's contacts and landings, or -1, shape [foot_count]."""


def leg_rows(crowd: Crowd) -> LegRows:
    """The legs of all characters of a crowd."""
    kinds, of_members = kinds_of(crowd)
    legs = LegRows(*map(np.concatenate, zip(_NO_LEGS, *map(_legs_of, kinds), strict=True)))
    rows, whose = spread([len(kind.feet) for kind in kinds], of_members)
    first = crowd.poses.first_bone[crowd.pose_rows][whose]
    columns: list[Any] = [column[rows] for column in legs]
    spread_out = LegRows(*columns)
    return spread_out._replace(
        ends=spread_out.ends + first,
        middles=spread_out.middles + first,
        roots=spread_out.roots + first,
        balls=spread_out.balls + first,
    )


def _legs_of(kind: Kind) -> LegRows:
    """The legs of one character whose bones begin at row 0."""
    feet, asset, told = kind.feet, kind.asset, kind.told
    limbs = limbs_of(asset, feet)
    return LegRows(
        limbs.ends,
        limbs.middles,
        limbs.roots,
        limbs.balls,
        limbs.ahead,
        np.where(limbs.balls == limbs.ends, 0.0, asset.translations[limbs.balls, 2]),
        limbs.lengths,
        limbs.sides,
        np.array([told.index(foot) if foot in told else -1 for foot in feet], dtype=np.int64),
    )


_NO_LEGS = LegRows(
    ends=np.zeros(0, dtype=np.int64),
    middles=np.zeros(0, dtype=np.int64),
    roots=np.zeros(0, dtype=np.int64),
    balls=np.zeros(0, dtype=np.int64),
    ahead=np.zeros(0),
    below=np.zeros(0),
    lengths=np.zeros(0),
    sides=np.zeros((0, 3)),
    columns=np.zeros(0, dtype=np.int64),
)


@lean_kernel
def ahead_of(root_rotation: Floats) -> tuple[float, float]:
    """World X and Y of the way that a character looks, from the world rotation of its root, shape [4]."""
    root = (root_rotation[0], root_rotation[1], root_rotation[2], root_rotation[3])
    x, y, _ = core_rotate(root, (1.0, 0.0, 0.0))
    return x, y


@lean_kernel
def toe_heading(poses: Poses, row: int, end: int, ball: int) -> tuple[float, float]:
    """World X and Y of the unit vector from an ankle to its ball, or straight ahead.

    Args:
        poses: All poses.
        row: The character's.
        end: Row of the ankle's bone.
        ball: Row of the ball's.
    """
    x = poses.positions_ws[ball, 0] - poses.positions_ws[end, 0]
    y = poses.positions_ws[ball, 1] - poses.positions_ws[end, 1]
    size = math.sqrt(x * x + y * y)
    if size <= SHORT:
        return ahead_of(poses.root_rotations[row])
    return x / size, y / size


@lean_kernel
def sole_lift(poses: Poses, row: int, legs: LegRows, foot: int, ankle_height: float) -> float:
    """How high the animation holds a sole over level ground [cm].

    The lower of two points counts: under the ankle, and under the first bone that hangs from the foot.
    """
    scale, root = poses.scales[row], poses.root_positions[row, 2]
    ankle = poses.positions_ws[legs.ends[foot], 2] - ankle_height * scale
    ball = poses.positions_ws[legs.balls[foot], 2] - (ankle_height + legs.below[foot]) * scale
    return float(max(min(ankle, ball) - root, 0.0))


@lean_kernel
def contact_of(contacts: Floats, row: int, column: int) -> float:
    """How much a foot bears weight in the animation [0, 1]; in full where no curve tells.

    Args:
        contacts: Those of all characters, not a number where no curve tells.
        row: The character's.
        column: The foot's, or -1.
    """
    if column < 0 or math.isnan(contacts[row, column]):
        return 1.0
    return float(contacts[row, column])
