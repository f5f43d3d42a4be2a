"""Tails to cones: cloth and hair along ropes."""

from collections.abc import Sequence

import numpy as np

from game.view.arrays import Floats
from game.view.characters.outfit import Tail
from game.view.characters.rope import hanging_rope
from game.view.cones.cones import COLOUR, END, END_RADIUS, FIELDS, GLOSS, INK, START, START_RADIUS

OUTLINE = 1.2


def tied(tails: Sequence[Tail], ropes: Sequence[Floats], roots: Floats) -> list[Floats]:
    """Points along tails, moved to where the body is drawn.

    Args:
        tails: The tails.
        ropes: Points along each of them [cm], shape [segment_count + 1, 3], or none at all.
        roots: Where they are tied [cm], shape [tail_count, 3].
    """
    if len(ropes) != len(tails):
        return [
            hanging_rope(root, tail.length, tail.segments).points
            for tail, root in zip(tails, roots, strict=True)
        ]
    return [rope + (root - rope[0]) for rope, root in zip(ropes, roots, strict=True)]


def tail_cones(tail: Tail, radii: Floats, colours: Floats, points: Floats) -> Floats:
    """Cones along a tail, shape [segment_count, FIELDS].

    Args:
        tail: The tail.
        radii: How thick it is at its knots [cm], shape [segment_count + 1].
        colours: Its colours in turn, shape [colour_count, 3].
        points: World points along it [cm], shape [segment_count + 1, 3].
    """
    cones = np.zeros((tail.segments, FIELDS))
    cones[:, START], cones[:, END] = points[:-1], points[1:]
    cones[:, START_RADIUS], cones[:, END_RADIUS] = radii[:-1], radii[1:]
    cones[:, COLOUR] = colours[np.arange(tail.segments) % len(colours)]
    cones[:, GLOSS], cones[:, INK] = tail.gloss, OUTLINE
    return cones
