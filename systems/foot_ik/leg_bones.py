"""Which bones are legs."""

import numpy as np

from components.arrays import Integers
from components.skeleton import SkeletonAsset


def foot_bones(asset: SkeletonAsset, feet: tuple[str, ...]) -> Integers:
    """Rows of the bones at the ends of legs, shape [foot_count].

    Raises:
        ValueError: The skeleton has no such bone, or not a calf and a thigh above it.
    """
    rows = np.array([asset.index(foot) for foot in feet], dtype=np.int64)
    for foot, row in zip(feet, rows, strict=True):
        calf = asset.parents[row]
        if calf < 0 or asset.parents[calf] < 0:
            raise ValueError(f"skeleton {asset.name!r} has no calf and thigh above {foot!r}")
    return rows
