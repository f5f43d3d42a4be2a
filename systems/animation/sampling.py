"""Clips read between their frames."""

from collections.abc import Mapping

from components.arrays import Flags, Floats
from components.skeleton import ClipAsset
from systems.animation.kinematics import row3, row4, set3, set4
from systems.kernel import kernel
from systems.maths.quaternion import core_slerp


def phase_at(clip: ClipAsset, time: float) -> float:
    """Where in a clip a time [s] lies, in repetitions [0, 1]; past the end loops begin anew, others hold."""
    phase = time / clip.duration
    return phase % 1.0 if clip.loop else min(max(phase, 0.0), 1.0)


def curve_at(values: Floats, phase: float) -> float:
    """A curve of shape [frame_count] at a phase in [0, 1]."""
    position = phase * (len(values) - 1)
    before = min(int(position), len(values) - 2)
    start, end = float(values[before]), float(values[before + 1])
    return start + (end - start) * (position - before)


def blended_curves(
    clips: Mapping[str, ClipAsset], shares: Mapping[str, tuple[float, float]]
) -> dict[str, float]:
    """Curve values of a blend; a clip without a curve counts as 0 in it.

    Args:
        clips: Clips by name.
        shares: Weight and phase of each clip in the blend, by its name.
    """
    blended: dict[str, float] = {}
    for name, (weight, phase) in shares.items():
        for curve, values in clips[name].curves.items():
            blended[curve] = blended.get(curve, 0.0) + weight * curve_at(values, phase)
    return blended


def notifies_between(clip: ClipAsset, start: float, end: float) -> list[str]:
    """Names of the moments of a clip in the half-open span of time (start, end] [s], in order."""
    return [name for time, name in clip.notifies if start < time <= end]


@kernel
def blend_sample(
    clip_translations: Floats,
    clip_rotations: Floats,
    phase: float,
    weight: float,
    bones: Flags,
    translations: Floats,
    rotations: Floats,
) -> None:
    """Moves a pose toward a clip: to it entirely where the weight is 1.

    Args:
        clip_translations: Local translations of the clip [cm], shape [frame_count, bone_count, 3].
        clip_rotations: Local unit quaternions of the clip, shape [frame_count, bone_count, 4].
        phase: Where in the clip, in [0, 1].
        weight: Share of the way [0, 1]; rotations go by slerp.
        bones: Which bones take part, shape [bone_count].
        translations: Changed: local translations [cm], shape [bone_count, 3].
        rotations: Changed: local unit quaternions, shape [bone_count, 4].
    """
    position = phase * (len(clip_translations) - 1)
    before = min(int(position), len(clip_translations) - 2)
    share = position - before
    for bone in range(len(bones)):
        if bones[bone]:
            start = row3(clip_translations[before], bone)
            end = row3(clip_translations[before + 1], bone)
            old = row3(translations, bone)
            x = start[0] + (end[0] - start[0]) * share
            y = start[1] + (end[1] - start[1]) * share
            z = start[2] + (end[2] - start[2]) * share
            set3(
                translations,
                bone,
                (
                    old[0] + (x - old[0]) * weight,
                    old[1] + (y - old[1]) * weight,
                    old[2] + (z - old[2]) * weight,
                ),
            )
            turn = core_slerp(
                row4(clip_rotations[before], bone), row4(clip_rotations[before + 1], bone), share
            )
            set4(rotations, bone, core_slerp(row4(rotations, bone), turn, weight))
