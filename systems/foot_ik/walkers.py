"""Characters with feet as the kernels of all stages take them."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.arrays import Flags, Integers
from systems.foot_ik.crowd import Crowd
from systems.foot_ik.leg_bones import LegRows, leg_rows
from systems.foot_ik.settings import settings_of, settings_row


class Walkers(NamedTuple):
    """Characters with feet, a row each; kernels take it whole."""

    first_foot: Integers
    """Row of the first foot, one more at the end, shape [character_count + 1]."""
    pose_rows: Integers
    """Row in the pool of poses, shape [character_count]."""
    posed: Flags
    """Whether there is a pose to go by, shape [character_count]."""
    settings: NDArray[np.void]
    """What their FootIKs ask for, dtype SETTINGS, shape [character_count]."""
    legs: LegRows
    """Their legs, a row a foot."""


@lru_cache(maxsize=4)
def walkers_of(crowd: Crowd) -> Walkers:
    """The characters of a crowd, as kernels take them; the same for all stages."""
    return Walkers(
        crowd.pool.first_foot,
        crowd.pose_rows,
        np.zeros(len(crowd.members), dtype=np.bool_),
        settings_of(crowd),
        leg_rows(crowd),
    )


def refresh_walkers(walkers: Walkers, crowd: Crowd) -> None:
    """Sees who has a pose: all that are animated, and those that somebody else has posed by now.

    Settings that were changed are read anew.
    """
    for row in crowd.stale:
        tag = int(walkers.settings["tag"][row])
        walkers.settings[row] = settings_row(crowd.members[row].foot_ik)
        walkers.settings["tag"][row] = tag
    crowd.stale.clear()
    walkers.posed[:] = crowd.poses.animated[crowd.pose_rows]
    for row in np.flatnonzero(~walkers.posed).tolist():
        pose = crowd.members[row].pose
        walkers.posed[row] = pose.local_translations.any()
