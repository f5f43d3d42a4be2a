"""All skeletons and clips of a library in flat arrays, made once: what kernels read poses and curves from."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.pose_pool import BASE_CLIPS, Rig
from components.skeleton import AnimationLibrary, ClipAsset, SkeletonAsset
from systems.animation.overlay import ATTACK, moments_of
from systems.animation.rigs import rigs_of
from systems.animation.turning import turning_frames

LANES = 8
"""Rows of turned bones are filled up to a multiple of this, so that the processor takes as many at once."""


class Skeletons(NamedTuple):
    """Reference poses, which bones clips change, and which clips there are; a skeleton a row."""

    first_bone: Integers
    """First row of the reference pose, shape [skeleton_count]."""
    translations: Floats
    """Reference poses in the parents' frames [cm], shape [bone_count, 3]."""
    rotations: Floats
    """Reference poses in the parents' frames, unit quaternions, shape [bone_count, 4]."""
    turns: Floats
    """Reference rotations of the turned bones, shape [skeleton_count, 4, turn_width]."""
    turned: Integers
    """Bones that some clip turns, filled up with -1, shape [skeleton_count, turn_width]."""
    moved: Integers
    """Bones that some clip moves in their parents' frames, filled up with -1, shape [skeleton_count,
    move_width]."""
    foot_counts: Integers
    """How many columns of all about feet count, shape [skeleton_count]."""
    curve_counts: Integers
    """How many columns of other curves count, shape [skeleton_count]."""
    first_clip: Integers
    """Row of the first clip, shape [skeleton_count]."""
    base_clips: Integers
    """Rows of BASE_CLIPS, -1 for those it lacks, shape [skeleton_count, 6]."""
    attacks: Integers
    """Row of the clip that shows strikes, or -1, shape [skeleton_count]."""


class Clips(NamedTuple):
    """Clips, one a row, and their frames; bones that nothing changes have no column."""

    durations: Floats
    """Lengths [s], shape [clip_count]."""
    strides: Floats
    """Way covered by one repetition [cm], 0 for a clip that is driven by time, shape [clip_count]."""
    loops: Flags
    """Whether it repeats, shape [clip_count]."""
    moments: Floats
    """When it shows a strike begin and end to hit [s], not a number where it does not tell, shape
    [clip_count, 2]."""
    first_frame: Integers
    """Row of the first frame, and one more at the end, shape [clip_count + 1]."""
    turns: Floats
    """Rotations of the turned bones, see `turning_frames`, shape [frame_count, 6, turn_width]."""
    moves: Floats
    """Translations of the moved bones [cm], shape [frame_count, move_width, 3]."""
    contacts: Floats
    """Contact curves, not a number where it has none, shape [frame_count, foot_count]."""
    curves: Floats
    """Other curves, likewise, shape [frame_count, curve_count]."""
    turning: Floats
    """1 for turned bones that this clip animates, 0 for others, shape [clip_count, turn_width]."""
    moving: Floats
    """The same for moved bones, shape [clip_count, move_width]."""
    landing_phases: Floats
    """When each foot comes down, in repetitions, not a number where it does not, shape [clip_count,
    foot_count]."""
    landings: Floats
    """Where each foot comes down, component space [cm], shape [clip_count, foot_count, 3]."""
    stands: Floats
    """Where each foot is at the start, not a number where no curve tells of it, component space [cm], shape
    [clip_count, foot_count, 3]."""


class Bank(NamedTuple):
    """A library as kernels take it."""

    skeletons: Skeletons
    clips: Clips


class Shelf(NamedTuple):
    """A skeleton with its clips, and the columns of their frames."""

    rig: Rig
    asset: SkeletonAsset
    clips: list[ClipAsset]
    turned: Integers
    moved: Integers


class Widths(NamedTuple):
    """How many columns rows have: as many as the skeleton with the most needs."""

    turns: int
    moves: int
    feet: int
    curves: int


@lru_cache(maxsize=16)
def bank_of(library: AnimationLibrary) -> Bank:
    """All of a library, skeletons in its order."""
    shelves = [
        _shelf(rig, library.skeletons[name], [*library.clips.get(name, {}).values()])
        for name, rig in rigs_of(library).items()
    ]
    most = [
        max((len(columns) for columns in kind), default=0)
        for kind in zip(
            *((s.turned, s.moved, s.rig.contact_feet, s.rig.other_curves) for s in shelves), strict=True
        )
    ] or [0, 0, 0, 0]
    widths = Widths(-(-most[0] // LANES) * LANES, *most[1:])
    rows = [_clip_row(clip, shelf, widths) for shelf in shelves for clip in shelf.clips]
    return Bank(_skeletons(shelves, widths), _clips(rows, widths))


def _shelf(rig: Rig, asset: SkeletonAsset, clips: list[ClipAsset]) -> Shelf:
    turned, moved = np.zeros((2, rig.bone_count), dtype=np.bool_)
    for clip in clips:
        turned |= (clip.rotations != asset.rotations).any(axis=(0, 2))
        moved |= (clip.translations != asset.translations).any(axis=(0, 2))
    return Shelf(rig, asset, clips, np.flatnonzero(turned), np.flatnonzero(moved))


def _skeletons(shelves: Sequence[Shelf], widths: Widths) -> Skeletons:
    first_clip = _starts([len(shelf.clips) for shelf in shelves])[:-1]
    base = np.full((len(shelves), len(BASE_CLIPS)), -1)
    attacks = np.full(len(shelves), -1)
    for row, shelf in enumerate(shelves):
        rows = {name: first_clip[row] + place for place, name in enumerate(shelf.rig.clips)}
        base[row] = [rows.get(name, -1) for name in BASE_CLIPS]
        attacks[row] = rows.get(ATTACK, -1)
    return Skeletons(
        first_bone=_starts([shelf.rig.bone_count for shelf in shelves])[:-1],
        translations=np.concatenate([np.zeros((0, 3)), *(shelf.asset.translations for shelf in shelves)]),
        rotations=np.concatenate([np.zeros((0, 4)), *(shelf.asset.rotations for shelf in shelves)]),
        turns=np.stack([np.zeros((4, widths.turns)), *(_reference(s, widths) for s in shelves)])[1:],
        turned=_table([shelf.turned for shelf in shelves], widths.turns),
        moved=_table([shelf.moved for shelf in shelves], widths.moves),
        foot_counts=_integers([len(shelf.rig.contact_feet) for shelf in shelves]),
        curve_counts=_integers([len(shelf.rig.other_curves) for shelf in shelves]),
        first_clip=first_clip,
        base_clips=base,
        attacks=attacks,
    )


def _reference(shelf: Shelf, widths: Widths) -> Floats:
    rotations: Floats = shelf.asset.rotations[None, shelf.turned]
    reference: Floats = turning_frames(rotations, widths.turns)[0, :4]
    return reference


def _clips(rows: Sequence[Clips], widths: Widths) -> Clips:
    """All clips in one table, from tables of one each."""
    nothing = np.zeros((0,))
    empty = Clips(
        durations=nothing,
        strides=nothing,
        loops=np.zeros(0, dtype=np.bool_),
        moments=np.zeros((0, 2)),
        first_frame=np.zeros(0, dtype=np.int64),
        turns=np.zeros((0, 6, widths.turns)),
        moves=np.zeros((0, widths.moves, 3)),
        contacts=np.zeros((0, widths.feet)),
        curves=np.zeros((0, widths.curves)),
        turning=np.zeros((0, widths.turns)),
        moving=np.zeros((0, widths.moves)),
        landing_phases=np.zeros((0, widths.feet)),
        landings=np.zeros((0, widths.feet, 3)),
        stands=np.zeros((0, widths.feet, 3)),
    )
    joined = Clips(*(np.concatenate(columns) for columns in zip(empty, *rows, strict=True)))
    return joined._replace(
        first_frame=_starts([len(row.turns) for row in rows]),
        turning=np.concatenate((joined.turning, np.ones((1, widths.turns)))),
        moving=np.concatenate((joined.moving, np.ones((1, widths.moves)))),
    )


def _clip_row(clip: ClipAsset, shelf: Shelf, widths: Widths) -> Clips:
    """A table of one clip."""
    feet, count = shelf.rig.contact_feet, len(clip.translations)
    landings = [clip.landings.get(foot) for foot in feet]
    turning = np.zeros((1, widths.turns))
    turning[0, : len(shelf.turned)] = clip.animated[shelf.turned]
    moving = np.zeros((1, widths.moves))
    moving[0, : len(shelf.moved)] = clip.animated[shelf.moved]
    moves = np.zeros((count, widths.moves, 3))
    moves[:, : len(shelf.moved)] = clip.translations[:, shelf.moved]
    return Clips(
        durations=np.array([clip.duration]),
        strides=np.array([clip.stride]),
        loops=np.array([clip.loop]),
        moments=np.array([moments_of(clip)]),
        first_frame=_integers([]),
        turns=turning_frames(clip.rotations[:, shelf.turned], widths.turns),
        moves=moves,
        contacts=_curves(clip, shelf.rig.contact_curves, widths.feet),
        curves=_curves(clip, shelf.rig.other_curves, widths.curves),
        turning=turning,
        moving=moving,
        landing_phases=_filled([landing.phase if landing else np.nan for landing in landings], widths.feet),
        landings=_places([landing.place if landing else None for landing in landings], widths.feet),
        stands=_places([clip.stands.get(foot) for foot in feet], widths.feet),
    )


def _curves(clip: ClipAsset, names: Sequence[str], width: int) -> Floats:
    values = np.full((len(clip.translations), width), np.nan)
    for column, name in enumerate(names):
        if name in clip.curves:
            values[:, column] = clip.curves[name]
    return values


def _filled(values: Sequence[float], width: int) -> Floats:
    """A row of numbers, and no numbers after them."""
    row = np.full((1, width), np.nan)
    row[0, : len(values)] = values
    return row


def _places(places: Sequence[Floats | None], width: int) -> Floats:
    row = np.full((1, width, 3), np.nan)
    for column, place in enumerate(places):
        if place is not None:
            row[0, column] = place
    return row


def _table(rows: Sequence[Integers], width: int) -> Integers:
    table = np.full((len(rows), width), -1)
    for row, values in enumerate(rows):
        table[row, : len(values)] = values
    return table


def _starts(counts: Sequence[int]) -> Integers:
    """Where each of some blocks of rows begins, and the last ends."""
    return np.cumsum(_integers([0, *counts]))


def _integers(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64)
