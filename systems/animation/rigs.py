"""What the numbers of a character with some skeleton mean, read off the skeleton's clips."""

from collections.abc import Mapping
from functools import lru_cache

from components.pose_pool import Rig
from components.skeleton import AnimationLibrary, ClipAsset, SkeletonAsset
from systems.animation.landings import foot_of


@lru_cache(maxsize=16)
def rigs_of(library: AnimationLibrary) -> Mapping[str, Rig]:
    """The rigs of all skeletons of a library, by name."""
    return {
        name: rig_of(name, skeleton, library.clips.get(name, {}))
        for name, skeleton in library.skeletons.items()
    }


def rig_of(name: str, skeleton: SkeletonAsset, clips: Mapping[str, ClipAsset]) -> Rig:
    """The rig of a skeleton that goes by a name, with these clips."""
    curves = sorted({curve for clip in clips.values() for curve in clip.curves})
    contacts = {curve: foot for curve in curves if (foot := foot_of(curve)) in skeleton.bones}
    return Rig(
        skeleton=name,
        bone_count=len(skeleton.bones),
        clips=tuple(clips),
        contact_curves=tuple(contacts),
        contact_feet=tuple(contacts.values()),
        other_curves=tuple(curve for curve in curves if curve not in contacts),
    )
