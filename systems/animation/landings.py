"""Where in a clip the feet come down, read off its contact curves."""

import numpy as np

from components.arrays import Floats
from components.skeleton import Landing, SkeletonAsset
from systems.animation.kinematics import forward_kinematics

CONTACT = "contact_"
"""What names of contact curves begin with; "contact_l" belongs to "foot_l"."""
DOWN = 0.5
"""Value of a contact curve from which a foot is on the ground."""


def foot_of(curve: str) -> str | None:
    """The foot bone that a curve tells about, or None when it is no contact curve."""
    return f"foot_{curve.removeprefix(CONTACT)}" if curve.startswith(CONTACT) else None


def find_landings(
    skeleton: SkeletonAsset, translations: Floats, rotations: Floats, curves: dict[str, Floats]
) -> dict[str, Landing]:
    """Where each foot comes down for the first time in a clip, by its bone.

    Args:
        skeleton: The skeleton of the clip.
        translations: Local translations [cm], shape [frame_count, bone_count, 3].
        rotations: Local unit quaternions, shape [frame_count, bone_count, 4].
        curves: Curve values by name, shape [frame_count] each.
    """
    landings: dict[str, Landing] = {}
    for foot, values in _contacts(skeleton, curves).items():
        rises = np.flatnonzero((values[:-1] < DOWN) & (values[1:] >= DOWN))
        if len(rises):
            before = int(rises[0])
            share = float((DOWN - values[before]) / (values[before + 1] - values[before]))
            bone = skeleton.index(foot)
            places = [_place(skeleton, translations[f], rotations[f], bone) for f in (before, before + 1)]
            phase = (before + share) / (len(values) - 1)
            landings[foot] = Landing(phase % 1.0, places[0] + (places[1] - places[0]) * share)
    return landings


def find_stands(
    skeleton: SkeletonAsset, translations: Floats, rotations: Floats, curves: dict[str, Floats]
) -> dict[str, Floats]:
    """Where each foot with a contact curve is at the start of a clip [cm]; arguments as above."""
    return {
        foot: _place(skeleton, translations[0], rotations[0], skeleton.index(foot))
        for foot in _contacts(skeleton, curves)
    }


def _contacts(skeleton: SkeletonAsset, curves: dict[str, Floats]) -> dict[str, Floats]:
    """Contact curves by the foot that they tell about."""
    feet = {foot: values for name, values in curves.items() if (foot := foot_of(name))}
    return {foot: values for foot, values in feet.items() if foot in skeleton.bones}


def _place(skeleton: SkeletonAsset, translations: Floats, rotations: Floats, bone: int) -> Floats:
    positions_cs, rotations_cs = np.empty_like(translations), np.empty_like(rotations)
    forward_kinematics(skeleton.parents, translations, rotations, positions_cs, rotations_cs)
    place: Floats = positions_cs[bone]
    return place
