"""Skeleton and clip files: what is built from them, and what they are told when they are wrong."""

import math
from dataclasses import replace

import numpy as np
import pytest

from components.arrays import vector
from components.skeleton import BoneDefinition, ClipDefinition, SkeletonDefinition, TrackDefinition
from systems.animation.assets import build_clip, build_skeleton
from systems.maths.rotation import rotator_to_quaternion

ARM = SkeletonDefinition(
    "arm",
    (
        BoneDefinition("root"),
        BoneDefinition("upper", "root", vector(0, 0, 10), vector(0, 90, 0)),
        BoneDefinition("lower", "upper", vector(5, 0, 0)),
    ),
)
WAVE = ClipDefinition(
    "wave",
    duration=1.0,
    loop=True,
    tracks={
        "upper": TrackDefinition(rotation=((0.0, 0, 0, 0), (0.5, 0, 100, 0))),
        "lower": TrackDefinition(translation=((0.25, 6, 0, 0), (0.75, 8, 0, 0))),
    },
    curves={"contact_l": ((0.0, 0.0), (0.5, 1.0))},
    notifies=((0.3, "whoosh"),),
)


def test_a_skeleton_keeps_names_parents_and_the_reference_pose() -> None:
    arm = build_skeleton(ARM)
    assert arm.bones == ("root", "upper", "lower")
    np.testing.assert_array_equal(arm.parents, (-1, 0, 1))
    np.testing.assert_array_equal(arm.translations, ((0, 0, 0), (0, 0, 10), (5, 0, 0)))
    np.testing.assert_array_equal(arm.rotations[1], rotator_to_quaternion((0, 90, 0)))
    assert arm.index("lower") == 2
    with pytest.raises(ValueError, match="tail"):
        arm.index("tail")


@pytest.mark.parametrize(
    ("bones", "message"),
    [
        ((), "'arm' has no bones"),
        ((BoneDefinition("root"), BoneDefinition("root", "root")), "'root' comes twice"),
        ((BoneDefinition("a"), BoneDefinition("b")), "'b' has no parent, but 'a' is the root already"),
        ((BoneDefinition("a", "b"), BoneDefinition("b")), "parent 'b' has to come before it"),
        ((BoneDefinition("a"), BoneDefinition("b", "c")), "parent 'c' has to come before it"),
        ((BoneDefinition("a", None, vector(math.nan)),), "'a' has a number that is not finite"),
    ],
)
def test_a_skeleton_that_cannot_be_is_refused(bones: tuple[BoneDefinition, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build_skeleton(SkeletonDefinition("arm", bones))


def test_a_clip_is_cut_at_its_keys_and_keeps_the_rest_of_the_reference_pose() -> None:
    clip = build_clip(WAVE, build_skeleton(ARM))
    assert len(clip.translations) - 1 == 4  # keys at quarters
    np.testing.assert_array_equal(clip.animated, (False, True, True))
    np.testing.assert_array_equal(clip.translations[:, 1], [(0, 0, 10)] * 5)
    np.testing.assert_allclose(clip.translations[:, 2, 0], (7, 6, 7, 8, 7))  # a loop goes on over its end
    for frame, yaw in enumerate((0, 50, 100, 50, 0)):
        expected = rotator_to_quaternion((0, yaw, 0))
        assert abs(clip.rotations[frame, 1] @ expected) == pytest.approx(1, abs=1e-14)
    np.testing.assert_allclose(clip.curves["contact_l"], (0, 0.5, 1, 0.5, 0))
    assert clip.notifies == ((0.3, "whoosh"),)


def test_a_clip_that_does_not_loop_holds_its_ends() -> None:
    clip = build_clip(replace(WAVE, loop=False), build_skeleton(ARM))
    np.testing.assert_allclose(clip.translations[:, 2, 0], (6, 6, 7, 8, 8))
    np.testing.assert_allclose(clip.curves["contact_l"], (0, 0.5, 1, 1, 1))


def test_keys_off_any_grid_are_resampled_finely() -> None:
    track = TrackDefinition(translation=((0.0, 0, 0, 0), (math.pi / 10, 1, 0, 0), (math.e / 3, 0, 0, 0)))
    clip = build_clip(
        ClipDefinition("odd", 1.0, tracks={"upper": track, "lower": track}), build_skeleton(ARM)
    )
    assert len(clip.translations) - 1 == 120
    peak = clip.translations[:, 1, 0].max()
    assert 0.97 < peak <= 1.0


def test_times_rounded_to_milliseconds_still_lie_on_their_grid() -> None:
    keys = tuple((round(n * 0.7 / 9, 3), 0.0, 10.0 * n, 0.0) for n in range(10))
    track = {"upper": TrackDefinition(rotation=keys)}
    clip = build_clip(ClipDefinition("turn", 0.7, tracks=track), build_skeleton(ARM))
    assert len(clip.rotations) - 1 == 9
    for frame in range(10):
        expected = rotator_to_quaternion((0, 10.0 * frame, 0))
        assert abs(clip.rotations[frame, 1] @ expected) == pytest.approx(1, abs=1e-14)


def test_a_loop_may_repeat_its_first_key_at_its_end() -> None:
    closed = replace(
        WAVE, tracks={"upper": TrackDefinition(rotation=((0, 0, 0, 0), (0.5, 0, 100, 0), (1, 0, 0, 0)))}
    )
    clip = build_clip(closed, build_skeleton(ARM))
    np.testing.assert_allclose(clip.rotations[-1, 1], clip.rotations[0, 1], atol=1e-15)


def bend(*keys: tuple[float, float, float, float]) -> dict[str, TrackDefinition]:
    return {"upper": TrackDefinition(rotation=keys)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tracks": {"tail": TrackDefinition()}}, "moves 'tail', which skeleton 'arm' does not have"),
        ({"tracks": bend((0.5, 0, 0, 0), (0.2, 0, 0, 0))}, "rotation of 'upper': times must ascend"),
        ({"tracks": bend((0.5, 0, 0, 0), (0.5, 9, 0, 0))}, "rotation of 'upper': times must ascend"),
        ({"tracks": bend((-0.1, 0, 0, 0))}, "times must lie between 0 and the duration, 1.0 s"),
        ({"tracks": bend((1.5, 0, 0, 0))}, "times must lie between 0 and the duration, 1.0 s"),
        ({"tracks": bend((0.5, 0, math.nan, 0))}, "rotation of 'upper' has a number that is not finite"),
        ({"tracks": bend((0, 0, 0, 0), (1, 5, 0, 0))}, "rotation of 'upper' does not close"),
        ({"curves": {"contact_l": ()}}, "curve 'contact_l' has no keys"),
        ({"curves": {"contact_l": ((2.0, 1.0),)}}, "curve 'contact_l': times must lie"),
        ({"notifies": ((0.4, "a"), (0.3, "b"))}, "notifies: times must ascend"),
        ({"duration": 0.0}, "duration must be greater than 0"),
        ({"stride": -1.0}, "stride must not be negative"),
    ],
)
def test_a_clip_that_cannot_be_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as problem:
        build_clip(replace(WAVE, **change), build_skeleton(ARM))  # type: ignore[arg-type]
    assert "clip 'wave'" in str(problem.value)
