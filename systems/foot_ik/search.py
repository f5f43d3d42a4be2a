"""Tables of a search for ground: what feet look for, what they find, and the room for one foot's search."""

from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.foot_ik import Verdict

HIT, MISSED, TOO_STEEP, TOO_HIGH = (
    int(v) for v in (Verdict.HIT, Verdict.MISSED, Verdict.TOO_STEEP, Verdict.TOO_HIGH)
)
TOO_LOW, NOT_WALKABLE, INSIDE = (int(v) for v in (Verdict.TOO_LOW, Verdict.NOT_WALKABLE, Verdict.INSIDE))
HEEL, ANKLE, BALL, TOE = range(4)
"""Rows of the four places under a sole."""
PLACES = 4
"""How many they are; the rows that follow are those of corners of the ground between them."""
MOST_CORNERS = 16
"""Corners that count at most."""


class Looks(NamedTuple):
    """What feet are looked for with, a row a foot; kernels take it whole."""

    places: Floats
    """World X and Y straight under each ankle when its sole is flat [cm], shape [foot_count, 2]."""
    headings: Floats
    """World X and Y of the unit vector from ankle to ball, shape [foot_count, 2]."""
    balls: Floats
    """How far the ball is ahead of the ankle [cm], shape [foot_count]; 0 where the ankle alone looks."""
    heels: Floats
    """How far the sole reaches behind the ankle [cm], shape [foot_count]."""
    toes: Floats
    """How far it reaches ahead [cm], shape [foot_count]."""
    ankle_heights: Floats
    """Height of the ankle over its sole [cm], shape [foot_count]."""
    tops: Floats
    """World height of the starts [cm], shape [foot_count]."""
    bottoms: Floats
    """World height of the ends [cm], shape [foot_count]."""
    lowest: Floats
    """World height of the lowest ground that is stood on [cm], shape [foot_count]."""
    highest: Floats
    """World height of the highest [cm], shape [foot_count]."""
    least_up: Floats
    """Least Z of the normal of ground that is stood on, shape [foot_count]."""
    masks: Integers
    """Layers that can be ground, shape [foot_count]."""
    tags: Integers
    """Row of `walkable` that ground must be in, or -1, shape [foot_count]."""
    whole: Flags
    """Whether heel and toe look too, shape [foot_count]."""
    judged: Flags
    """Whether slope, height and a start inside rule ground out, shape [foot_count]."""
    through: Flags
    """Whether the search goes on below what lacks the tag, shape [foot_count]."""


def new_looks(count: int) -> Looks:
    """Room for what some feet are looked for with."""
    return Looks(
        places=np.zeros((count, 2)),
        headings=np.zeros((count, 2)),
        balls=np.zeros(count),
        heels=np.zeros(count),
        toes=np.zeros(count),
        ankle_heights=np.zeros(count),
        tops=np.zeros(count),
        bottoms=np.zeros(count),
        lowest=np.zeros(count),
        highest=np.zeros(count),
        least_up=np.zeros(count),
        masks=np.zeros(count, dtype=np.int64),
        tags=np.zeros(count, dtype=np.int64),
        whole=np.zeros(count, dtype=np.bool_),
        judged=np.zeros(count, dtype=np.bool_),
        through=np.zeros(count, dtype=np.bool_),
    )


class Found(NamedTuple):
    """What was found, a row a foot; kernels write it."""

    verdict: Integers
    """A `Verdict`, shape [foot_count]."""
    point: Floats
    """World point of the plane that the sole rests on, under its ankle [cm], shape [foot_count, 3]."""
    normal: Floats
    """Its unit normal, shape [foot_count, 3]."""
    prism: Integers
    """Prism under the ball, or -1, shape [foot_count]."""
    nudge: Floats
    """Way along its heading that would take heel and toes out of steps beside the sole [cm],
    shape [foot_count]."""
    triangle: Integers
    """Triangle of a soft body under the ball, a row of `Skins`, or -1, shape [foot_count]."""
    shares: Floats
    """Shares of its corners in the place under the ball [1], shape [foot_count, 3]."""
    foothold: Floats
    """World position of that place [cm], shape [foot_count, 3]."""


def nothing_found(count: int) -> Found:
    """Room for what some feet find."""
    return Found(
        np.full(count, MISSED),
        np.full((count, 3), np.nan),
        np.full((count, 3), np.nan),
        np.full(count, -1),
        np.zeros(count),
        np.full(count, -1),
        np.zeros((count, 3)),
        np.zeros((count, 3)),
    )


class Scratch(NamedTuple):
    """Room for one foot's search; kernels take it whole."""

    near: Integers
    """Prisms near the sole that can be its ground, shape [prism_count]."""
    beside: Integers
    """Prisms near a line along the sole, shape [prism_count]."""
    verdicts: Integers
    """What each place came to, the four first and then corners of the ground between them,
    shape [place_count]."""
    hits: Integers
    """Prism under each, or -1, shape [place_count]."""
    at: Floats
    """Where along the sole each is [cm], shape [place_count]."""
    heights: Floats
    """World height of the ground there [cm], shape [place_count]."""
    ups: Floats
    """Its unit normal, shape [place_count, 3]."""
    slopes: Floats
    """Its slope along the sole at the first four [1], shape [4]."""
    there: Flags
    """Whether it can be stood on, shape [place_count]."""
    triangles: Integers
    """Triangle of a soft body that it is, a row of `Skins`, or -1, shape [place_count]."""
    shares: Floats
    """Shares of the triangle's second and third corner in the place, shape [place_count, 2]."""
    corners: Floats
    """Where along the sole all corners near it are [cm], shape [corner_count]."""
    corner_heights: Floats
    """World height of the vertex at each [cm], shape [corner_count]."""
    vertices: Floats
    """The same of the corners that are looked at, shape [corner_count]."""
    points: Floats
    """Outline of the ground, shape [place_count + 4, 2]."""


def new_scratch(prism_count: int) -> Scratch:
    """Room for searches among so many prisms."""
    places = PLACES + MOST_CORNERS
    return Scratch(
        near=np.empty(prism_count, dtype=np.int64),
        beside=np.empty(prism_count, dtype=np.int64),
        verdicts=np.empty(places, dtype=np.int64),
        hits=np.empty(places, dtype=np.int64),
        at=np.empty(places),
        heights=np.empty(places),
        ups=np.empty((places, 3)),
        slopes=np.empty(PLACES),
        there=np.empty(places, dtype=np.bool_),
        triangles=np.empty(places, dtype=np.int64),
        shares=np.empty((places, 2)),
        corners=np.empty(MOST_CORNERS),
        corner_heights=np.empty(MOST_CORNERS),
        vertices=np.empty(MOST_CORNERS),
        points=np.empty((places + PLACES, 2)),
    )
