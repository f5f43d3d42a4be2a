"""Where the poses and animations of all characters are: arrays with a row a character, or a row a bone."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.shared import Shared

BASE_CLIPS = ("idle", "walk", "run", "jump", "fall", "land")
"""Clips that a base pose is blended from, in the order in which they are laid over one another."""


@dataclass(frozen=True, slots=True)
class Rig(Shared):
    """What the numbers of a character with some skeleton mean."""

    skeleton: str = ""
    """Its name in the animation library."""
    bone_count: int = 0
    """How many bones it has."""
    clips: tuple[str, ...] = ()
    """Names of its clips."""
    contact_curves: tuple[str, ...] = ()
    """Curves of its clips that tell how much a foot bears weight, by name: columns of `contacts`."""
    contact_feet: tuple[str, ...] = ()
    """Bones that they tell about: the columns of `contacts` and of all about landings."""
    other_curves: tuple[str, ...] = ()
    """All other curves of its clips, by name: columns of `other_curves`."""
    identity: str = ""
    """Stands for the whole in a state hash; poses tell their own parts instead."""


NO_RIG = Rig()
"""That of a character whose skeleton no system has looked up yet."""


@dataclass(slots=True, eq=False)
class PosePool:
    """Poses and animations of some characters.

    Its size never changes. When characters come or go, those that are there move on to a new pool, and who
    left keeps the old one. `systems.animation.pool` looks after that.
    """

    entities: Integers
    """The characters, ascending, shape [character_count]."""
    rigs: tuple[Rig, ...]
    """What their columns mean, one a character."""
    animated: Flags
    """Whether an Animator moves them, shape [character_count]."""
    first_bone: Integers
    """Row of each character's first bone, and one more at the end, shape [character_count + 1]."""
    parents: Integers
    """Index of each bone's parent within its character, -1 for roots, shape [bone_count]."""
    local_translations: Floats
    """In the parents' frames [cm], shape [bone_count, 3]."""
    local_rotations: Floats
    """In the parents' frames, unit quaternions, shape [bone_count, 4]."""
    positions_cs: Floats
    """Component space, as animated, before feet look for the ground [cm], shape [bone_count, 3]."""
    rotations_cs: Floats
    """Component space, as animated, unit quaternions, shape [bone_count, 4]."""
    positions_ws: Floats
    """World positions [cm], shape [bone_count, 3]."""
    rotations_ws: Floats
    """World unit quaternions, shape [bone_count, 4]."""
    root_positions: Floats
    """World positions of component space's origin, between the soles [cm], shape [character_count, 3]."""
    root_rotations: Floats
    """World rotations of component space, unit quaternions, shape [character_count, 4]."""
    scales: Floats
    """Uniform scales [1], shape [character_count]."""
    half_heights: Floats
    """CapsuleCollider.half_height [cm], not a number without one, shape [character_count]."""
    grounded: Flags
    """GroundContact.grounded, true without one, shape [character_count]."""
    ground_rise_speeds: Floats
    """Upward speed of the ground stood on [cm/s], shape [character_count]."""
    weights: Floats
    """Share of each of BASE_CLIPS in the blend [1], shape [character_count, 6]; each row sums to 1."""
    times: Floats
    """Play position of each of BASE_CLIPS where it is driven by time [s], shape [character_count, 6]."""
    gait_phase: Floats
    """Play position of clips that are driven by distance, in repetitions [0, 1), shape [character_count]."""
    overlay: Integers
    """One-shot clip played over the base, as an index of the rig's clips, or -1, shape [character_count]."""
    overlay_time: Floats
    """Play position of the overlay [s], shape [character_count]."""
    speed: Floats
    """Ground speed that the blend of idle, walk and run has settled to [cm/s], shape [character_count]."""
    grade: Floats
    """Rise over run of the way lately walked, up or down [1], shape [character_count]."""
    airborne: Floats
    """Share of the clips for the air in the blend [1], shape [character_count]."""
    travelled: Floats
    """CharacterState.travelled of the last tick [cm], shape [character_count]."""
    height: Floats
    """World height of the root in the last tick [cm], not a number before the first, shape
    [character_count]."""
    contacts: Floats
    """How much each foot bears weight [1], not a number where no curve tells, shape
    [character_count, foot_count]."""
    other_curves: Floats
    """Blended values of all other curves, not a number where no clip of the blend has one, shape
    [character_count, curve_count]."""
    landings: Floats
    """Where each foot in the air will come down if the character goes on like this: component space of this
    tick [cm], not a number where none is foreseen, shape [character_count, foot_count, 3]."""
    landing_times: Floats
    """When it will, from now [s], shape [character_count, foot_count]."""
    landing_ways: Floats
    """How far the body goes until then, in the size of the skeleton [cm], shape [character_count,
    foot_count]."""

    @classmethod
    def blank(
        cls,
        entities: Sequence[int] = (0,),
        rigs: Sequence[Rig] = (NO_RIG,),
        *,
        foot_count: int = 0,
        curve_count: int = 0,
    ) -> Self:
        """A pool in which everybody stands idle and nobody has a pose yet: all bones at the origin.

        Args:
            entities: The characters.
            rigs: Their rigs.
            foot_count: Columns for contacts, as many as the rig with the most has.
            curve_count: Columns for other curves, likewise.
        """
        count = len(entities)
        first = np.cumsum([0, *(rig.bone_count for rig in rigs)])
        unturned, weights = (0.0, 0.0, 0.0, 1.0), np.zeros((count, len(BASE_CLIPS)))
        weights[:, 0] = 1.0
        return cls(
            entities=np.array(entities, dtype=np.int64),
            rigs=tuple(rigs),
            animated=np.zeros(count, dtype=np.bool_),
            first_bone=first,
            parents=np.full(first[-1], -1),
            local_translations=np.zeros((first[-1], 3)),
            local_rotations=np.tile(unturned, (first[-1], 1)),
            positions_cs=np.zeros((first[-1], 3)),
            rotations_cs=np.tile(unturned, (first[-1], 1)),
            positions_ws=np.zeros((first[-1], 3)),
            rotations_ws=np.tile(unturned, (first[-1], 1)),
            root_positions=np.zeros((count, 3)),
            root_rotations=np.tile(unturned, (count, 1)),
            scales=np.ones(count),
            half_heights=np.full(count, np.nan),
            grounded=np.ones(count, dtype=np.bool_),
            weights=weights,
            times=np.zeros((count, len(BASE_CLIPS))),
            overlay=np.full(count, -1),
            height=np.full(count, np.nan),
            contacts=np.full((count, foot_count), np.nan),
            other_curves=np.full((count, curve_count), np.nan),
            landings=np.full((count, foot_count, 3), np.nan),
            landing_times=np.full((count, foot_count), np.nan),
            landing_ways=np.full((count, foot_count), np.nan),
            **{name: np.zeros(count) for name in _FROM_ZERO},
        )


_FROM_ZERO = (
    "ground_rise_speeds",
    "gait_phase",
    "overlay_time",
    "speed",
    "grade",
    "airborne",
    "travelled",
)


@dataclass(slots=True, eq=False)
class WorldPoses:
    """The pool that all poses of a world are in. Lives on the world entity."""

    pool: PosePool
    """The pool."""
    rows: Sequence[tuple[int, tuple[object, ...]]] = ()
    """The list of a query that it was made for: it holds for as long as the query gives this same list."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return type(self)(copy.deepcopy(self.pool, memo))

    def canonical(self) -> tuple[object, ...]:
        """What a state hash takes of it: nothing, for every character tells its own part."""
        return ()
