"""A pose, dressed: the cones of everything a character wears."""

from collections.abc import Sequence

import numpy as np

from game.view.arrays import Floats, Integers
from game.view.characters.fitting import Anchors, Fitting
from game.view.characters.tail import tail_cones, tied
from game.view.characters.turning import (
    face_heading,
    heading,
    quaternion_product,
    turned,
    yaw_quaternion,
)
from game.view.cones.cones import END, END_RADIUS, GLOW, START, START_RADIUS
from game.view.kernel import drawing_kernel

FAR_SHADE, FAR_DEPTH = 0.2, 14.0
"""How much darker limbs on the far side are, and from which depth behind the middle of the body [cm]."""
SHUT = 0.4
"""Radius of a shut eye, as a share of an open one."""


def dressed(
    fitting: Fitting,
    positions: Floats,
    rotations: Floats,
    root_rotation: Floats,
    tails: Sequence[Floats] = (),
    *,
    blinking: bool,
) -> Floats:
    """Cones of a character, shape [cone_count, FIELDS].

    Args:
        fitting: What it wears.
        positions: World positions of its bones [cm], shape [bone_count, 3].
        rotations: World rotations of its bones, unit quaternions, shape [bone_count, 4].
        root_rotation: World rotation of component space, unit quaternion, shape [4].
        tails: World points along each of its tails [cm], shape [segment_count + 1, 3]; without them they
            hang straight down.
        blinking: Whether its eyes are shut.
    """
    points = anchored(fitting.anchors, fitting, positions, rotations, root_rotation)
    cones = place_parts(fitting.cones, points, float(positions[0, 1]))
    if blinking:
        _shut_eyes(cones, fitting.blinking)
    strands = [
        tail_cones(tail, radii, colours, points)
        for tail, radii, colours, points in zip(
            fitting.tails,
            fitting.tail_radii,
            fitting.tail_colours,
            tied(fitting.tails, tails, points[2 * len(cones) :]),
            strict=True,
        )
    ]
    return np.concatenate((cones, *strands))


def anchored(
    anchors: Anchors, fitting: Fitting, positions: Floats, rotations: Floats, root_rotation: Floats
) -> Floats:
    """World points [cm] of anchors on a pose, shape [count, 3]; see `dressed`."""
    turns = quaternion_product(rotations, fitting.unturned)
    body = heading(root_rotation)
    return anchor_points(anchors, positions, turns, yaw_quaternion(face_heading(body) - body))


def _shut_eyes(cones: Floats, eyes: Integers) -> None:
    middle = (cones[eyes, START] + cones[eyes, END]) / 2
    cones[eyes, START] = cones[eyes, END] = middle
    cones[eyes, START_RADIUS] *= SHUT
    cones[eyes, END_RADIUS] *= SHUT


@drawing_kernel
def anchor_points(anchors: Anchors, positions: Floats, turns: Floats, face: Floats) -> Floats:
    """World points [cm] of anchors on bones at these places, turned from the reference, shape [count, 3]."""
    count = anchors.bone.shape[0]
    points = np.empty((count, 3))
    for i in range(count):
        bone, toward, share = anchors.bone[i], anchors.toward[i], anchors.share[i]
        x, y, z = anchors.offset[i, 0], anchors.offset[i, 1], anchors.offset[i, 2]
        if anchors.in_face[i]:
            x, y, z = turned(face, x, y, z)
        x, y, z = turned(turns[bone], x, y, z)
        points[i, 0] = positions[bone, 0] + share * (positions[toward, 0] - positions[bone, 0]) + x
        points[i, 1] = positions[bone, 1] + share * (positions[toward, 1] - positions[bone, 1]) + y
        points[i, 2] = positions[bone, 2] + share * (positions[toward, 2] - positions[bone, 2]) + z
    return points


@drawing_kernel
def place_parts(cones: Floats, points: Floats, middle: float) -> Floats:
    """Copies of cones from the points of their starts to those of their ends, dark on the far side."""
    placed, count = cones.copy(), cones.shape[0]
    for i in range(count):
        for axis in range(3):
            placed[i, axis], placed[i, 4 + axis] = points[i, axis], points[count + i, axis]
        depth = (placed[i, 1] + placed[i, 5]) / 2.0 - middle
        shade = FAR_SHADE * min(max(depth / FAR_DEPTH, 0.0), 1.0) * (1.0 - cones[i, GLOW])
        for channel in range(8, 11):
            placed[i, channel] *= 1.0 - shade
    return placed
