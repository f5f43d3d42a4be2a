"""Poses as their animations have them, before feet look for the ground."""

import numpy as np

from components.arrays import Floats
from components.skeleton import AnimationLibrary, Animator
from systems.animation.advance import animations_in
from systems.animation.bank import bank_of
from systems.animation.kinematics import forward_kinematics
from systems.animation.posing import blend


class AnimatedPoses:
    """Works out where the bones of characters would be without their feet."""

    def __init__(self, library: AnimationLibrary) -> None:
        self._library, self._bank = library, bank_of(library)
        self._rows = {name: row for row, name in enumerate(library.skeletons)}

    def places(self, animator: Animator) -> Floats:
        """Positions of a character's bones in component space [cm], shape [bone_count, 3]."""
        kind = animator.pool.rigs[animator.row].skeleton
        asset, bank = self._library.skeletons[kind], self._bank
        count, width = len(asset.bones), bank.clips.turns.shape[2]
        places, rotations, turns, others = (
            np.empty((count, 3)),
            np.empty((count, 4)),
            *np.empty((2, 4, width)),
        )
        own = animations_in(animator.pool)
        blend(animator.row, self._rows[kind], bank, own, places, rotations, turns, others)
        positions_cs, rotations_cs = np.empty_like(places), np.empty_like(rotations)
        forward_kinematics(asset.parents, places, rotations, positions_cs, rotations_cs)
        return positions_cs
