"""An outfit fitted to a skeleton: names become rows, once."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from components.skeleton import SkeletonAsset
from game.view.arrays import Flags, Floats, Integers
from game.view.characters.outfit import EITHER_SIDE, Anchor, Frame, Outfit, Part, Tail, coloured, outfit_named
from game.view.characters.turning import quaternion_product
from game.view.cones.cones import COLOUR, END_RADIUS, FIELDS, GLOSS, GLOW, INK, START_RADIUS
from game.view.notices import note
from game.view.theme import rgb

WAIST = "spine_01"
"""Bone from which on an upper body leans."""
SIDES = (("l", 1.0), ("r", -1.0))
"""Endings of bone names, and how an offset to the left counts there."""


class Anchors(NamedTuple):
    """Points of the body, one row a point."""

    bone: Integers
    """Row of the bone, shape [count]."""
    toward: Integers
    """Row of the bone it lies on the way to, shape [count]."""
    share: Floats
    """How far on the way [1], shape [count]."""
    offset: Floats
    """Forward, left and up [cm], shape [count, 3]."""
    in_face: Flags
    """Whether the offset turns with the face, shape [count]."""


class Fitting(NamedTuple):
    """An outfit on a skeleton."""

    anchors: Anchors
    """Starts of all parts, their ends, and the roots of tails."""
    ties: Anchors
    """Roots of tails, and starts and ends of the bulks of the body."""
    bulk_radii: Floats
    """[cm], shape [bulk_count]."""
    cones: Floats
    """The parts' cones without their places, shape [part_count, FIELDS]."""
    blinking: Integers
    """Rows of the parts that narrow when the eyes close."""
    tails: tuple[Tail, ...]
    tail_radii: tuple[Floats, ...]
    """How thick each tail is at its knots [cm], shape [segment_count + 1]."""
    tail_colours: tuple[Floats, ...]
    """Red, green and blue [0, 255] along each tail, shape [colour_count, 3]."""
    unturned: Floats
    """Inverse rotations of the bones in the reference pose, unit quaternions, shape [bone_count, 4]."""
    head: int
    """Row of the bone the face is on."""
    upper: Integers
    """Rows of the bones above the waist, that at the waist first; none of a body without one."""


class Wardrobe:
    """Keeps outfits fitted."""

    def __init__(self) -> None:
        self._fittings: dict[tuple[str, int, int], tuple[SkeletonAsset, Fitting]] = {}

    def fitting(self, outfit: str, skeleton: SkeletonAsset, variant: int = 0) -> Fitting:
        """An outfit on a skeleton, in its own colours or others."""
        key = (outfit, variant, id(skeleton))
        known = self._fittings.get(key)
        if known is None:
            worn = coloured(outfit_named(outfit), variant)
            known = self._fittings[key] = (skeleton, fit(worn, skeleton))
        return known[1]


def fit(outfit: Outfit, skeleton: SkeletonAsset) -> Fitting:
    """Fits an outfit to a skeleton; parts on bones that it lacks are left out, with one warning."""
    rows = {bone: row for row, bone in enumerate(skeleton.bones)}
    parts = _worn(outfit, rows)
    tails = tuple(tail for tail in outfit.tails if tail.root.bone in rows)
    bulks = [bulk for bulk in outfit.bulks if {bulk.start.bone, bulk.end.bone} <= rows.keys()]
    roots = [tail.root for tail in tails]
    cones = np.zeros((len(parts), FIELDS))
    for cone, part in zip(cones, parts, strict=True):
        cone[START_RADIUS], cone[END_RADIUS] = part.radii
        cone[COLOUR], cone[GLOSS] = rgb(outfit.colours[part.colour]), part.gloss
        cone[GLOW], cone[INK] = part.glow, part.ink
    return Fitting(
        anchors=_anchors(
            [part.start for part in parts] + [part.end for part in parts] + roots,
            rows,
        ),
        ties=_anchors(roots + [bulk.start for bulk in bulks] + [bulk.end for bulk in bulks], rows),
        bulk_radii=np.array([bulk.radius for bulk in bulks], dtype=np.float64),
        cones=cones,
        blinking=np.flatnonzero([part.blinks for part in parts]).astype(np.int64),
        tails=tails,
        tail_radii=tuple(np.linspace(*tail.radii, tail.segments + 1) for tail in tails),
        tail_colours=tuple(np.array([rgb(outfit.colours[name]) for name in tail.colours]) for tail in tails),
        unturned=reference_turns(skeleton) * (-1.0, -1.0, -1.0, 1.0),
        head=rows.get("head", 0),
        upper=_hanging_on(WAIST, skeleton),
    )


def _hanging_on(bone: str, skeleton: SkeletonAsset) -> Integers:
    """Rows of a bone and of all that hang on it, parents first."""
    found: list[int] = []
    for row, parent in enumerate(skeleton.parents.tolist()):
        if skeleton.bones[row] == bone or parent in found:
            found.append(row)
    return np.array(found, dtype=np.int64)


def _both_sides(parts: tuple[Part, ...]) -> Iterator[Part]:
    for part in parts:
        if EITHER_SIDE in part.start.bone + part.end.bone:
            for side, left in SIDES:
                yield replace(
                    part, start=_on_side(part.start, side, left), end=_on_side(part.end, side, left)
                )
        else:
            yield part


def _on_side(anchor: Anchor, side: str, left: float) -> Anchor:
    forward, aside, up = anchor.offset
    toward = anchor.toward and anchor.toward.replace(EITHER_SIDE, side)
    bone = anchor.bone.replace(EITHER_SIDE, side)
    return replace(anchor, bone=bone, toward=toward, offset=(forward, aside * left, up))


def _worn(outfit: Outfit, rows: dict[str, int]) -> list[Part]:
    """The parts whose bones are there."""
    parts = list(_both_sides(outfit.parts))
    missing = sorted({bone for part in parts for bone in _bones(part)} - rows.keys())
    if missing:
        note(f'outfit "{outfit.name}" wants bones that its skeleton lacks, such as "{missing[0]}"')
    return [part for part in parts if _bones(part) <= rows.keys()]


def _bones(part: Part) -> set[str]:
    wanted = (part.start.bone, part.end.bone, part.start.toward, part.end.toward)
    return {bone for bone in wanted if bone is not None}


def _anchors(anchors: list[Anchor], rows: dict[str, int]) -> Anchors:
    return Anchors(
        bone=np.array([rows[anchor.bone] for anchor in anchors], dtype=np.int64),
        toward=np.array([rows[anchor.toward or anchor.bone] for anchor in anchors], dtype=np.int64),
        share=np.array([anchor.share for anchor in anchors], dtype=np.float64),
        offset=np.array([anchor.offset for anchor in anchors], dtype=np.float64).reshape(-1, 3),
        in_face=np.array([anchor.frame is Frame.FACE for anchor in anchors], dtype=np.bool_),
    )


def reference_turns(skeleton: SkeletonAsset) -> Floats:
    """Rotations of the bones in component space in the reference pose, shape [bone_count, 4]."""
    turns = skeleton.rotations.copy()
    for row, parent in enumerate(skeleton.parents.tolist()):
        if parent >= 0:
            turns[row] = quaternion_product(turns[parent], turns[row])
    return turns
