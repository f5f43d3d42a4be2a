"""From what skeleton and clip files say to what the systems use."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from components.arrays import Floats
from components.skeleton import BoneDefinition, ClipAsset, ClipDefinition, SkeletonAsset, SkeletonDefinition
from systems.animation.keys import even_steps, resample_curve, resample_rotations, resample_translations
from systems.animation.landings import find_landings, find_stands
from systems.maths.rotation import rotator_to_quaternion


def build_skeleton(definition: SkeletonDefinition) -> SkeletonAsset:
    """Makes a skeleton ready for use.

    Raises:
        ValueError: There are no bones, a name comes twice, a parent does not come before its child, there
            are several roots, or a number is not finite.
    """
    rows: dict[str, int] = {}
    for row, bone in enumerate(definition.bones):
        _check_bone(definition.name, bone, rows, row)
        rows[bone.name] = row
    if not rows:
        raise ValueError(f"skeleton {definition.name!r} has no bones")
    return SkeletonAsset(
        name=definition.name,
        bones=tuple(rows),
        parents=np.array([-1 if b.parent is None else rows[b.parent] for b in definition.bones]),
        translations=np.array([b.translation for b in definition.bones], dtype=np.float64),
        rotations=np.array([rotator_to_quaternion(b.rotation) for b in definition.bones]),
    )


def _check_bone(skeleton: str, bone: BoneDefinition, earlier: dict[str, int], row: int) -> None:
    where = f"skeleton {skeleton!r}: bone {bone.name!r}"
    if bone.name in earlier:
        raise ValueError(f"{where} comes twice")
    if bone.parent is None and row > 0:
        raise ValueError(f"{where} has no parent, but {next(iter(earlier))!r} is the root already")
    if bone.parent is not None and bone.parent not in earlier:
        raise ValueError(f"{where}: its parent {bone.parent!r} has to come before it")
    if not (np.isfinite(bone.translation).all() and np.isfinite(bone.rotation).all()):
        raise ValueError(f"{where} has a number that is not finite")


def build_clip(definition: ClipDefinition, skeleton: SkeletonAsset) -> ClipAsset:
    """Binds a clip to a skeleton and resamples it at even steps.

    Raises:
        ValueError: The clip moves a bone that the skeleton lacks, key times do not ascend or leave the
            clip, a loop does not close, a curve is empty, or a number is not finite.
    """
    _check_clip(definition, skeleton)
    duration, loop = definition.duration, definition.loop
    steps = even_steps(_all_times(definition), duration)
    translations = np.repeat(skeleton.translations[None], steps + 1, axis=0)
    rotations = np.repeat(skeleton.rotations[None], steps + 1, axis=0)
    animated = np.zeros(len(skeleton.bones), dtype=np.bool_)
    for name, track in definition.tracks.items():
        bone = skeleton.index(name)
        if track.translation:
            translations[:, bone] = resample_translations(track.translation, duration, steps, loop=loop)
        if track.rotation:
            rotations[:, bone] = resample_rotations(track.rotation, duration, steps, loop=loop)
        animated[bone] = bool(track.rotation or track.translation)
    curves = {
        name: resample_curve(keys, duration, steps, loop=loop) for name, keys in definition.curves.items()
    }
    return ClipAsset(
        name=definition.name,
        duration=duration,
        loop=loop,
        stride=definition.stride,
        translations=translations,
        rotations=rotations,
        animated=animated,
        curves=curves,
        notifies=definition.notifies,
        landings=find_landings(skeleton, translations, rotations, curves),
        stands=find_stands(skeleton, translations, rotations, curves),
    )


def _all_times(definition: ClipDefinition) -> list[float]:
    tracks = definition.tracks.values()
    keys: list[Sequence[Sequence[float]]] = [*(t.rotation for t in tracks), *(t.translation for t in tracks)]
    keys.extend(definition.curves.values())
    return [key[0] for track in keys for key in track]


def _check_clip(definition: ClipDefinition, skeleton: SkeletonAsset) -> None:
    where = f"clip {definition.name!r}"
    if not (math.isfinite(definition.duration) and definition.duration > 0.0):
        raise ValueError(f"{where}: its duration must be greater than 0, got {definition.duration}")
    if not (math.isfinite(definition.stride) and definition.stride >= 0.0):
        raise ValueError(f"{where}: its stride must not be negative, got {definition.stride}")
    for bone, track in definition.tracks.items():
        if bone not in skeleton.bones:
            raise ValueError(f"{where} moves {bone!r}, which skeleton {skeleton.name!r} does not have")
        _check_keys(f"{where}: rotation of {bone!r}", track.rotation, definition)
        _check_keys(f"{where}: translation of {bone!r}", track.translation, definition)
    for name, keys in definition.curves.items():
        if not keys:
            raise ValueError(f"{where}: curve {name!r} has no keys")
        _check_keys(f"{where}: curve {name!r}", keys, definition)
    _check_times(f"{where}: notifies", [time for time, _ in definition.notifies], definition, strict=False)


def _check_keys(where: str, keys: Sequence[Sequence[float]], definition: ClipDefinition) -> None:
    if not all(math.isfinite(value) for key in keys for value in key):
        raise ValueError(f"{where} has a number that is not finite")
    _check_times(where, [key[0] for key in keys], definition, strict=True)
    closes = len(keys) > 1 and keys[0][0] == 0.0 and keys[-1][0] == definition.duration
    if definition.loop and closes and not _same(keys[0][1:], keys[-1][1:]):
        raise ValueError(f"{where} does not close: a loop's last key must repeat its first, or be left out")


def _check_times(where: str, times: Sequence[float], definition: ClipDefinition, *, strict: bool) -> None:
    if any(later < earlier or (strict and later == earlier) for earlier, later in pairwise(times)):
        raise ValueError(f"{where}: times must ascend")
    if times and not (times[0] >= 0.0 and times[-1] <= definition.duration):
        raise ValueError(f"{where}: times must lie between 0 and the duration, {definition.duration} s")


def _same(first: Iterable[float], last: Iterable[float]) -> bool:
    a: Floats = np.array(tuple(first))
    return bool(np.allclose(a, tuple(last), rtol=0.0, atol=1e-6))
