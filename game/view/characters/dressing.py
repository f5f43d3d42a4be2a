"""A pose, dressed: the cones of everything a character wears."""

import numpy as np

from game.view.arrays import Floats
from game.view.characters.fitting import Fitting, anchor_points, body_turns
from game.view.characters.tail import tail_cones
from game.view.characters.turning import about_up, face_heading, heading
from game.view.cones.cones import COLOUR, END, END_RADIUS, GLOW, START, START_RADIUS

FAR_SHADE, FAR_DEPTH = 0.2, 14.0
"""How much darker limbs on the far side are, and from which depth behind the middle of the body [cm]."""
SHUT = 0.4
"""Radius of a shut eye, as a share of an open one."""


def dressed(
    fitting: Fitting,
    positions: Floats,
    rotations: Floats,
    root_rotation: Floats,
    velocity: Floats,
    time: float,
    *,
    blinking: bool,
) -> Floats:
    """Cones of a character, shape [cone_count, FIELDS].

    Args:
        fitting: What it wears.
        positions: World positions of its bones [cm], shape [bone_count, 3].
        rotations: World rotations of its bones, unit quaternions, shape [bone_count, 4].
        root_rotation: World rotation of component space, unit quaternion, shape [4].
        velocity: Velocity of the body, smoothed [cm/s], shape [3].
        time: Time that has passed [s].
        blinking: Whether its eyes are shut.
    """
    turns = body_turns(fitting, rotations)
    body = heading(root_rotation)
    face_turns = turns @ about_up(face_heading(body) - body)
    cones = fitting.cones.copy()
    points = anchor_points(fitting.anchors, positions, turns, face_turns)
    cones[:, START], cones[:, END] = points[: len(cones)], points[len(cones) : 2 * len(cones)]
    if blinking:
        _shut_eyes(cones, fitting)
    _shade_far_side(cones, float(positions[0, 1]))
    backward = about_up(body) @ (-1.0, 0.0, 0.0)
    tails = [
        tail_cones(tail, colours, root, backward, velocity, time)
        for tail, colours, root in zip(
            fitting.tails, fitting.tail_colours, points[2 * len(cones) :], strict=True
        )
    ]
    return np.concatenate((cones, *tails))


def _shut_eyes(cones: Floats, fitting: Fitting) -> None:
    eyes = fitting.blinking
    middle = (cones[eyes, START] + cones[eyes, END]) / 2
    cones[eyes, START] = cones[eyes, END] = middle
    cones[eyes, START_RADIUS] *= SHUT
    cones[eyes, END_RADIUS] *= SHUT


def _shade_far_side(cones: Floats, middle: float) -> None:
    depth = (cones[:, 1] + cones[:, 5]) / 2 - middle
    shade = FAR_SHADE * np.clip(depth / FAR_DEPTH, 0.0, 1.0) * (cones[:, GLOW] == 0.0)
    cones[:, COLOUR] *= (1.0 - shade)[:, None]
