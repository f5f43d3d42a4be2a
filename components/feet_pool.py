"""Where what all feet found and came to is: arrays with a row a foot, or a row a character."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from components.arrays import Flags, Floats, Integers

NOTHING_FOUND = 1
"""The `Verdict` of a foot that has not looked yet: `Verdict.MISSED`."""


@dataclass(slots=True, eq=False)
class FeetPool:
    """Feet of some characters.

    Its size never changes. When characters with feet come or go, those that are there move on to a new pool,
    and who left keeps the old one. `systems.foot_ik.crowd` looks after that. What the arrays mean is said of
    the attributes of `FootTraces` and `IKData`, which read and write them.
    """

    first_foot: Integers
    """Row of each character's first foot, and one more at the end, shape [character_count + 1]."""
    start: Floats
    """Shape [foot_count, 3]."""
    end: Floats
    """Shape [foot_count, 3]."""
    verdict: Integers
    """Shape [foot_count]."""
    point: Floats
    """Shape [foot_count, 3]."""
    normal: Floats
    """Shape [foot_count, 3]."""
    anchor: Floats
    """Shape [foot_count, 2]; not a number where a foot has not looked."""
    platform: Integers
    """Shape [foot_count]."""
    body: Integers
    """Shape [foot_count]."""
    particles: Integers
    """Shape [foot_count, 3]."""
    shares: Floats
    """Shape [foot_count, 3]."""
    foothold: Floats
    """Shape [foot_count, 3]."""
    carried: Floats
    """Shape [foot_count, 3]."""
    landing_hit: Flags
    """Shape [foot_count]."""
    landing_point: Floats
    """Shape [foot_count, 3]."""
    landing_normal: Floats
    """Shape [foot_count, 3]."""
    nudge: Floats
    """Shape [foot_count, 2]."""
    landing_nudge: Floats
    """Shape [foot_count, 2]."""
    foot_distances: Floats
    """Shape [foot_count]."""
    foot_rotations: Floats
    """Shape [foot_count, 4]."""
    ground_heights: Floats
    """Shape [foot_count]."""
    weights: Floats
    """Shape [foot_count]."""
    found: Flags
    """Shape [foot_count]."""
    held_heights: Floats
    """Shape [foot_count]."""
    held_normals: Floats
    """Shape [foot_count, 3]."""
    wanted: Floats
    """Shape [foot_count]."""
    locked: Flags
    """Shape [foot_count]."""
    lock_points: Floats
    """Shape [foot_count, 2]."""
    lock_headings: Floats
    """Shape [foot_count, 2]."""
    slides: Floats
    """Shape [foot_count, 2]."""
    twists: Floats
    """Shape [foot_count]."""
    lock_tilts: Floats
    """Shape [foot_count, 2]."""
    lock_slides: Floats
    """Shape [foot_count, 2]."""
    shuffle_times: Floats
    """Shape [foot_count]."""
    reached: Flags
    """Shape [foot_count]."""
    pelvis_distance: Floats
    """Shape [character_count]."""
    grip: Floats
    """Shape [character_count]."""
    wanted_pelvis: Floats
    """Shape [character_count]."""
    floor: Floats
    """Shape [character_count]."""
    settled: Flags
    """Shape [character_count]."""

    @classmethod
    def blank(cls, counts: Sequence[int] = (0,)) -> Self:
        """Feet that have not looked for ground yet.

        Args:
            counts: How many each character has.
        """
        first = np.cumsum([0, *counts], dtype=np.int64)
        feet, characters = int(first[-1]), len(counts)
        rest: dict[str, Any] = {name: np.zeros(feet) for name in _HEIGHTS}
        rest |= {name: np.zeros((feet, width)) for width, names in _WIDTHS.items() for name in names}
        rest |= {name: np.full((feet, 3), np.nan) for name in _PLACES}
        rest |= {name: np.zeros(feet, dtype=np.bool_) for name in _FLAGS}
        rest |= {name: np.zeros(characters) for name in _OF_BODIES}
        return cls(
            first_foot=first,
            verdict=np.full(feet, NOTHING_FOUND),
            platform=np.full(feet, -1),
            body=np.full(feet, -1),
            particles=np.zeros((feet, 3), dtype=np.int64),
            anchor=np.full((feet, 2), np.nan),
            foot_rotations=np.tile((0.0, 0.0, 0.0, 1.0), (feet, 1)),
            held_normals=np.tile((0.0, 0.0, 1.0), (feet, 1)),
            settled=np.zeros(characters, dtype=np.bool_),
            **rest,
        )


_WIDTHS = {
    3: ("start", "end", "shares", "foothold", "carried"),
    2: ("nudge", "landing_nudge", "lock_points", "lock_headings", "slides", "lock_tilts", "lock_slides"),
}
_PLACES = ("point", "normal", "landing_point", "landing_normal")
_HEIGHTS = (
    "foot_distances",
    "ground_heights",
    "weights",
    "held_heights",
    "wanted",
    "twists",
    "shuffle_times",
)
_FLAGS = ("landing_hit", "found", "locked", "reached")
_OF_BODIES = ("pelvis_distance", "grip", "wanted_pelvis", "floor")


@dataclass(slots=True, eq=False)
class WorldFeet:
    """The pool that all feet of a world are in. Lives on the world entity."""

    pool: FeetPool
    """The pool."""
    kept: object = None
    """What systems worked out from the characters that there are; whoever reads it sees whether it holds."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return type(self)(copy.deepcopy(self.pool, memo))

    def canonical(self) -> tuple[object, ...]:
        """What a state hash takes of it: nothing, for every character tells its own part."""
        return ()
