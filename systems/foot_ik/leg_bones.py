"""Which bones are legs, and what is known of them for good."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from components.skeleton import SkeletonAsset, SkeletonPose
from systems.animation.kinematics import forward_kinematics
from systems.maths.quaternion import core_rotate

SHORT = 1e-3
"""Level distance of ankle and ball below which toes point nowhere [cm]."""
MOST_FEET = 8
"""Feet that one character can have."""


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


def ahead_of(pose: SkeletonPose) -> Floats:
    """World X and Y of the way that a character looks, shape [2]."""
    x, y, z, w = pose.root_rotation_ws.tolist()
    return np.array(core_rotate((x, y, z, w), (1.0, 0.0, 0.0))[:2])


def toe_headings(pose: SkeletonPose, limbs: Limbs) -> Floats:
    """World X and Y of unit vectors from ankles to balls, or straight ahead, shape [foot_count, 2]."""
    ways = pose.positions_ws[limbs.balls, :2] - pose.positions_ws[limbs.ends, :2]
    sizes = np.sqrt(ways[:, 0] ** 2 + ways[:, 1] ** 2)
    if (sizes <= SHORT).any():
        ways[sizes <= SHORT], sizes[sizes <= SHORT] = ahead_of(pose), 1.0
    headings: Floats = ways / sizes[:, None]
    return headings


def sole_lifts(
    pose: SkeletonPose, asset: SkeletonAsset, limbs: Limbs, ankle_height: float, scale: float
) -> Floats:
    """How high the animation holds each sole over level ground [cm], shape [foot_count].

    The lower of two points counts: under the ankle, and under the first bone that hangs from the foot.
    """
    root = pose.root_position_ws[2]
    ankles = pose.positions_ws[limbs.ends, 2] - ankle_height * scale
    balls = (
        pose.positions_ws[limbs.balls, 2]
        - (ankle_height + np.where(limbs.balls == limbs.ends, 0.0, asset.translations[limbs.balls, 2]))
        * scale
    )
    lifts: Floats = np.maximum(np.minimum(ankles, balls) - root, 0.0)
    return lifts
