"""Poses of many characters in arrays of their own: each character's pose is some rows of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from components.skeleton import SkeletonPose
from systems.animation.kinematics import pose_world
from systems.kernel import kernel

BONES = ("local_translations", "local_rotations", "positions_ws", "rotations_ws")
"""Fields of a pose with a row a bone, in the order of Poses."""


class Poses(NamedTuple):
    """Poses of many characters; kernels take it whole and change it."""

    first_bone: Integers
    """Row of the first bone of each character, and one more at the end, shape [character_count + 1]."""
    parents: Integers
    """Index of each bone's parent within its character, -1 for roots, shape [bone_count]."""
    translations: Floats
    """In the parents' frames [cm], shape [bone_count, 3]."""
    rotations: Floats
    """In the parents' frames, unit quaternions, shape [bone_count, 4]."""
    positions_ws: Floats
    """World positions [cm], shape [bone_count, 3]."""
    rotations_ws: Floats
    """World unit quaternions, shape [bone_count, 4]."""
    root_positions: Floats
    """World positions of component space's origin [cm], shape [character_count, 3]."""
    root_rotations: Floats
    """World rotations of component space, unit quaternions, shape [character_count, 4]."""
    scales: Floats
    """Uniform scales [1], shape [character_count]."""


def pool_poses(poses: Sequence[SkeletonPose], parents: Sequence[Integers], scales: Sequence[float]) -> Poses:
    """The poses of some characters as one; where they do not lie in one yet, they are moved there.

    Args:
        poses: At least one. Their arrays become rows of those of the result.
        parents: Index of each bone's parent, a skeleton a character, shape [bone_count] each.
        scales: Uniform scales [1].
    """
    counts = [len(bones) for bones in parents]
    first = np.concatenate(([0], np.cumsum(counts)))
    return Poses(
        first,
        np.concatenate(parents),
        _pool(poses, "local_translations", first),
        _pool(poses, "local_rotations", first),
        _pool(poses, "positions_ws", first),
        _pool(poses, "rotations_ws", first),
        np.array([pose.root_position_ws for pose in poses]),
        np.array([pose.root_rotation_ws for pose in poses]),
        np.array(scales, dtype=np.float64),
    )


def new_pool(poses: Sequence[SkeletonPose], counts: Sequence[int]) -> None:
    """Gives the poses of some characters new rows of new arrays, with nothing in them."""
    total, first = sum(counts), 0
    arrays = [np.empty((total, width)) for width in (3, 4, 3, 4)]
    for pose, count in zip(poses, counts, strict=True):
        for name, array in zip(BONES, arrays, strict=True):
            setattr(pose, name, array[first : first + count])
        first += count


def _pool(poses: Sequence[SkeletonPose], name: str, first: Integers) -> Floats:
    parts = [getattr(pose, name) for pose in poses]
    base = parts[0].base
    if base is not None and len(base) == first[-1] and all(part.base is base for part in parts):
        shared: Floats = base
        return shared
    joined: Floats = np.concatenate(parts)
    for pose, begin, end in zip(poses, first[:-1].tolist(), first[1:].tolist(), strict=True):
        setattr(pose, name, joined[begin:end])
    return joined


@kernel
def place_poses(poses: Poses) -> None:
    """Poses all characters in the world from their local bones."""
    for row in range(len(poses.scales)):
        first, last = poses.first_bone[row], poses.first_bone[row + 1]
        pose_world(
            poses.parents[first:last],
            poses.translations[first:last],
            poses.rotations[first:last],
            poses.root_positions[row],
            poses.root_rotations[row],
            poses.scales[row],
            poses.positions_ws[first:last],
            poses.rotations_ws[first:last],
        )
