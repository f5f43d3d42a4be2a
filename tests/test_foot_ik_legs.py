"""Bent legs: that they end where they should, keep their bones, and turn their hinges together."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from animation_oracle import clip_pose
from heroes import ANKLE, CLIPS, HEEL, MANNEQUIN, TOE
from hypothesis import given
from hypothesis import strategies as st

from components.arrays import Floats
from components.skeleton import SkeletonAsset
from systems.animation.kinematics import forward_kinematics, to_world
from systems.foot_ik.leg_bones import LEG as LEG_BONE
from systems.foot_ik.leg_bones import STILL, limbs_of, parts_of, pelvis_above
from systems.foot_ik.leg_solve import REACH
from systems.foot_ik.legs import Goals, Manner, Pose, bend_legs
from systems.maths.quaternion import rotate
from systems.maths.rotation import rotator_to_quaternion

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
FEET = np.array([MANNEQUIN.index("foot_l"), MANNEQUIN.index("foot_r")])
LEVEL = np.tile((0.0, 0.0, 0.0, 1.0), (2, 1))
LEG = 86.0
PARTS = parts_of(MANNEQUIN.parents, limbs_of(MANNEQUIN, ("foot_l", "foot_r")))
PELVIS = MANNEQUIN.index("pelvis")

clips = st.sampled_from(["idle", "walk", "run", "jump", "fall", "land"])
phases = st.floats(0, 1)
offsets = st.floats(-25, 25)


def posed(clip: str, phase: float, *, yaw: float = 0.0, scale: float = 1.0) -> Pose:
    """The mannequin in a clip, its root at the origin."""
    translations, rotations = clip_pose(MANNEQUIN, CLIPS[clip], phase)
    return placed(MANNEQUIN, translations, rotations, yaw=yaw, scale=scale)


def placed(
    asset: SkeletonAsset, translations: Floats, rotations: Floats, *, yaw: float = 0.0, scale: float = 1.0
) -> Pose:
    count = len(asset.bones)
    root, turn = np.zeros(3), rotator_to_quaternion((0, yaw, 0))
    places, turns = np.empty((2, count, 3)), np.empty((2, count, 4))
    forward_kinematics(asset.parents, translations, rotations, places[1], turns[1])
    to_world(root, turn, scale, places[1], turns[1], places[0], turns[0])
    return Pose(asset.parents, translations, rotations, places[0], turns[0], places[1], turns[1], root, turn)


def bent(
    pose: Pose,
    pelvis: float = 0.0,
    distances: tuple[float, float] = (0.0, 0.0),
    rotations: Floats = LEVEL,
    weights: tuple[float, float] = (1.0, 1.0),
    *,
    contacts: tuple[float, float] = (0.0, 0.0),
    follow_knee: bool = True,
    scale: float = 1.0,
    softness: float = 0.0,
    raised: bool = True,
    slides: tuple[tuple[float, float], tuple[float, float]] = ((0.0, 0.0), (0.0, 0.0)),
    twists: tuple[float, float] = (0.0, 0.0),
) -> Pose:
    """The pose with bent legs; the first stays as it was."""
    copy = animated(pose)
    bend_legs(
        copy,
        PARTS,
        goals(distances, rotations, weights, contacts, slides, twists),
        Manner(PELVIS, float(pelvis), ANKLE, HEEL, TOE, follow_knee, float(softness), raised, float(scale)),
    )
    return copy


def animated(pose: Pose) -> Pose:
    """A copy of a pose, as it comes from an animation."""
    copy = Pose(pose.parents, *(part.copy() for part in pose[1:]))
    forward_kinematics(*copy[:3], copy.positions_cs, copy.rotations_cs)
    return copy


def goals(
    distances: tuple[float, float] = (0.0, 0.0),
    rotations: Floats = LEVEL,
    weights: tuple[float, float] = (1.0, 1.0),
    contacts: tuple[float, float] = (0.0, 0.0),
    slides: tuple[tuple[float, float], tuple[float, float]] = ((0.0, 0.0), (0.0, 0.0)),
    twists: tuple[float, float] = (0.0, 0.0),
) -> Goals:
    """Where two feet are to go."""
    limbs = limbs_of(MANNEQUIN, ("foot_l", "foot_r"))
    return Goals(
        limbs.ends,
        limbs.balls,
        limbs.sides,
        np.array(distances, dtype=float),
        np.array(rotations, dtype=float),
        np.array(slides, dtype=float),
        np.array(twists, dtype=float),
        np.array(contacts, dtype=float),
        np.ones(2),
        np.array(weights, dtype=float),
        np.zeros(2, dtype=np.bool_),
    )


def at(pose: Pose, bone: str) -> Floats:
    place: Floats = pose.positions_ws[MANNEQUIN.index(bone)]
    return place


def reach(pose: Pose, side: str) -> float:
    """Distance of ankle and hip [cm]."""
    return math.dist(at(pose, f"thigh_{side}"), at(pose, f"foot_{side}"))


@given(clips, phases)
def test_no_offset_changes_nothing(clip: str, phase: float) -> None:
    pose = posed(clip, phase)
    after = bent(pose)
    np.testing.assert_allclose(after.positions_ws, pose.positions_ws, atol=1e-9)
    assert np.abs(np.sum(after.rotations_ws * pose.rotations_ws, axis=1)) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("follow_knee", [True, False])
@given(clip=clips, phase=phases, pelvis=offsets, left=offsets, right=offsets)
def test_ankles_come_to_their_places_or_as_near_as_the_leg_allows(
    *, follow_knee: bool, clip: str, phase: float, pelvis: float, left: float, right: float
) -> None:
    pose = posed(clip, phase)
    after = bent(pose, pelvis, (left, right), follow_knee=follow_knee)
    for side, distance in (("l", left), ("r", right)):
        wanted = at(pose, f"foot_{side}") + np.array((0, 0, pelvis + distance))
        hip = at(pose, f"thigh_{side}") + np.array((0, 0, pelvis))
        np.testing.assert_allclose(at(after, f"thigh_{side}"), hip, atol=1e-9)
        away = math.dist(hip, wanted)
        if 2 < away < REACH * LEG:
            np.testing.assert_allclose(at(after, f"foot_{side}"), wanted, atol=1e-9)
        elif away >= REACH * LEG:
            expected = hip + (wanted - hip) / away * REACH * LEG
            np.testing.assert_allclose(at(after, f"foot_{side}"), expected, atol=1e-9)


@given(clips, phases, offsets, offsets, offsets)
def test_bones_keep_their_lengths_and_knees_bend_forward(
    clip: str, phase: float, pelvis: float, left: float, right: float
) -> None:
    after = bent(posed(clip, phase), pelvis, (left, right))
    for side in ("l", "r"):
        hip, knee, ankle = (at(after, f"{bone}_{side}") for bone in ("thigh", "calf", "foot"))
        assert math.dist(hip, knee) == pytest.approx(44, abs=1e-9)
        assert math.dist(knee, ankle) == pytest.approx(42, abs=1e-9)
        assert math.dist(ankle, at(after, f"ball_{side}")) == pytest.approx(math.hypot(12, 6.5), abs=1e-9)
        line = (ankle - hip) / math.dist(hip, ankle)
        bend = (knee - hip) - ((knee - hip) @ line) * line
        assert bend[0] >= -1e-9


@given(clips, phases, offsets, offsets)
def test_the_hinges_of_thigh_and_calf_are_the_normal_of_the_legs_plane(
    clip: str, phase: float, pelvis: float, left: float
) -> None:
    after = bent(posed(clip, phase), pelvis, (left, 0.0))
    for side in ("l", "r"):
        hip, knee, ankle = (at(after, f"{bone}_{side}") for bone in ("thigh", "calf", "foot"))
        normal = np.cross(ankle - knee, hip - knee)
        size = float(np.linalg.norm(normal))
        if size > 20:
            for bone in ("thigh", "calf"):
                turn = after.rotations_ws[MANNEQUIN.index(f"{bone}_{side}")]
                np.testing.assert_allclose(rotate(turn, (0, 1, 0)), normal / size, atol=2e-4)


@given(clips, phases, offsets, offsets, st.floats(-30, 30))
def test_facing_left_is_the_mirror_to_the_last_bit(
    clip: str, phase: float, pelvis: float, left: float, angle: float
) -> None:
    right_way = np.array([rotator_to_quaternion((angle, 0, 0))] * 2)
    left_way = right_way * (-1, -1, 1, 1)
    right = bent(posed(clip, phase), pelvis, (left, 0.0), right_way)
    mirrored = bent(posed(clip, phase, yaw=-180.0), pelvis, (left, 0.0), left_way)
    np.testing.assert_array_equal(mirrored.positions_ws, right.positions_ws * (-1, -1, 1))


@pytest.mark.parametrize("scale", [0.01, 0.5, 2.0, 100.0])
def test_offsets_are_in_the_world_whatever_the_scale(scale: float) -> None:
    plain, scaled = posed("idle", 0.3), posed("idle", 0.3, scale=scale)
    after = bent(plain, -8, (0.0, 8.0))
    grown = bent(scaled, -8 * scale, (0.0, 8.0 * scale), scale=scale)
    np.testing.assert_allclose(grown.positions_ws, after.positions_ws * scale, rtol=1e-9, atol=1e-9 * scale)
    np.testing.assert_allclose(np.abs(np.sum(grown.rotations * after.rotations, axis=1)), 1, atol=1e-12)


def test_one_foot_on_a_step() -> None:
    after = bent(posed("idle", 0.3), -20, (20.0, 0.0))
    assert at(after, "foot_l")[2] == pytest.approx(ANKLE, abs=0.01)
    assert at(after, "foot_r")[2] == pytest.approx(ANKLE - 20, abs=0.01)
    assert reach(after, "l") == pytest.approx(reach(posed("idle", 0.3), "l") - 20, abs=1)


def lowest_sole(pose: Pose, side: str) -> float:
    """How far the lowest of heel, ball and tip of the toes is under an ankle [cm]."""
    foot, ball = (pose.rotations_cs[MANNEQUIN.index(f"{bone}_{side}")] for bone in ("foot", "ball"))
    to_ball = at(pose, f"ball_{side}") - at(pose, f"foot_{side}")
    toes = [to_ball + rotate(ball, (ahead, 0, 6.5 - ANKLE)) for ahead in (0, 6)]
    return -float(min(way[2] for way in (rotate(foot, (-6, 0, -ANKLE)), *toes)))


@pytest.mark.parametrize("angle", [20.0, 30.0, -35.0])
def test_the_sole_lies_on_the_slope(angle: float) -> None:
    turn = rotator_to_quaternion((angle, 0, 0))
    normal = rotate(turn, (0, 0, 1))
    pose = posed("idle", 0.3)
    after = bent(pose, -12, (0.0, 0.0), np.array((turn, turn)))
    for side in ("l", "r"):
        ankle, row = at(after, f"foot_{side}"), MANNEQUIN.index(f"foot_{side}")
        level = at(pose, f"foot_{side}")[2] - 12
        height = lowest_sole(pose, side)  # files round to 0.001 degrees
        assert height == pytest.approx(ANKLE, abs=1e-4)
        assert ankle[2] - level == pytest.approx(height / normal[2] - height, abs=1e-9)
        under = np.array((ankle[0], ankle[1], level - ANKLE))
        sole = ankle - rotate(after.rotations_ws[row], (0, 0, ANKLE))
        assert float((sole - under) @ normal) == pytest.approx(0, abs=1e-3)  # files round to 0.001 degrees


def test_half_the_weight_turns_half_as_far_and_toes_keep_their_way() -> None:
    turn = rotator_to_quaternion((30, 0, 0))
    pose = posed("idle", 0.3)
    row = MANNEQUIN.index("foot_l")
    half = bent(pose, -10, rotations=np.array((turn, turn)), weights=(0.5, 0.5))
    expected = rotate(VECTORS["acc.half_rot_weight_30"], rotate(pose.rotations_ws[row], (1, 0, 0)))
    np.testing.assert_allclose(rotate(half.rotations_ws[row], (1, 0, 0)), expected, atol=1e-9)
    level = bent(pose, -10, (4.0, 0.0))
    np.testing.assert_allclose(level.rotations_ws[row], pose.rotations_ws[row], atol=1e-12)


def test_without_weight_a_foot_keeps_its_rotation() -> None:
    turn = rotator_to_quaternion((30, 0, 0))
    pose = posed("walk", 0.7)
    free = bent(pose, rotations=np.array((turn, turn)), weights=(0.0, 0.0))
    np.testing.assert_allclose(free.positions_ws, pose.positions_ws, atol=1e-9)


def test_a_planted_sole_is_held_to_the_ground_that_a_blend_floats_over() -> None:
    pose = posed("walk", 0.75)  # its right foot stands, its left one swings
    assert at(pose, "foot_l")[2] > ANKLE + 5
    held = bent(pose, contacts=(1.0, 1.0))
    row = MANNEQUIN.index("foot_l")
    ends = [at(held, "foot_l") + rotate(held.rotations_ws[row], (x, 0, -ANKLE)) for x in (-HEEL, TOE)]
    assert min(end[2] for end in ends) == pytest.approx(0, abs=1e-9)
    free = bent(pose, contacts=(0.25, 0.25))
    np.testing.assert_allclose(free.positions_ws, pose.positions_ws, atol=1e-9)


def test_the_two_joint_targets_differ_only_where_the_animation_turns_the_knee() -> None:
    pose = posed("idle", 0.3)  # toes and knees a little out
    knee, thigh = (bent(pose, -15, (15.0, 0.0), follow_knee=follow) for follow in (True, False))
    np.testing.assert_allclose(at(knee, "foot_l"), at(thigh, "foot_l"), atol=1e-9)
    hip = at(knee, "thigh_l")
    assert at(knee, "calf_l")[1] - hip[1] > at(thigh, "calf_l")[1] - hip[1] + 0.5


def test_a_foot_far_out_of_reach_hangs_and_does_not_stretch() -> None:
    after = bent(posed("idle", 0.3), 0.0, (-120.0, 0.0))
    assert reach(after, "l") == pytest.approx(REACH * LEG, abs=1e-9)
    after = bent(posed("idle", 0.3), -75.0, (160.0, 75.0))
    assert np.isfinite(after.positions_ws).all()


def test_a_ball_that_slides_and_turns_takes_its_ankle_along() -> None:
    pose = posed("idle", 0.3)
    after = bent(pose, -6, (0.0, 6.0), slides=((4.0, -1.0), (0.0, 0.0)), twists=(20.0, 0.0))
    np.testing.assert_allclose(
        at(after, "ball_l"), at(pose, "ball_l") + np.array((4.0, -1.0, -6.0)), atol=1e-3
    )
    row = MANNEQUIN.index("foot_l")
    before, now = (rotate(p.rotations_ws[row], (1, 0, 0)) for p in (pose, after))
    turn = math.degrees(math.atan2(before[0] * now[1] - before[1] * now[0], before[:2] @ now[:2]))
    assert turn == pytest.approx(20, abs=1e-6)


@pytest.mark.parametrize("way", [0.0, -5.0, -40.0])
def test_reached_says_the_truth(way: float) -> None:
    pose, wanted = posed("idle", 0.3), goals((way, 0.0))
    copy = animated(pose)
    soft = Manner(PELVIS, 0.0, ANKLE, HEEL, TOE, follow_knee=True, softness=0.02, raised=True, scale=1.0)
    bend_legs(copy, PARTS, wanted, soft)
    missed = math.dist(at(copy, "foot_l"), at(pose, "foot_l") + np.array((0.0, 0.0, way)))
    assert wanted.reached[0] == (missed < 1e-6)
    assert wanted.reached[1]
    assert reach(copy, "l") < LEG


@given(clips, phases, offsets, offsets)
def test_a_soft_leg_is_never_longer_than_asked_for_and_never_straight(
    clip: str, phase: float, pelvis: float, left: float
) -> None:
    pose = posed(clip, phase)
    after = bent(pose, pelvis, (left, 0.0), softness=0.02)
    hip = at(pose, "thigh_l") + np.array((0.0, 0.0, pelvis))
    asked = math.dist(hip, at(pose, "foot_l") + np.array((0.0, 0.0, pelvis + left)))
    assert reach(after, "l") <= max(asked, 2.0) + 1e-9
    assert reach(after, "l") < LEG
    if asked < 0.98 * LEG:
        assert reach(after, "l") == pytest.approx(max(asked, 2.0), abs=1e-9)


def test_the_world_pose_is_that_of_the_local_one() -> None:
    """Only what moves is placed anew, which must come to the same as placing everything."""
    pose = posed("run", 0.4, yaw=-180.0, scale=1.5)
    after = bent(pose, -7, (3.0, 9.0), scale=1.5, slides=((4.0, -1.0), (0.0, 2.0)), twists=(20.0, -8.0))
    whole = placed(MANNEQUIN, after.translations, after.rotations, yaw=-180.0, scale=1.5)
    np.testing.assert_allclose(after.positions_ws, whole.positions_ws, atol=1e-12)
    for turn, expected in zip(after.rotations_ws, whole.rotations_ws, strict=True):
        assert abs(turn @ expected) == pytest.approx(1.0, abs=1e-14)


def test_the_pelvis_carries_all_but_the_root_and_the_legs() -> None:
    assert PELVIS == pelvis_above(MANNEQUIN.parents, FEET[0]) == pelvis_above(MANNEQUIN.parents, FEET[1])
    parts = dict(zip(MANNEQUIN.bones, PARTS.tolist(), strict=True))
    limbs = ("thigh", "calf", "foot", "ball")
    assert {bone for bone, part in parts.items() if part == LEG_BONE} == {
        f"{limb}_{side}" for limb in limbs for side in "lr"
    }
    assert [bone for bone, part in parts.items() if part == STILL] == ["root"]


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_half_a_weight_is_half_the_turn_whichever_sign_its_quaternion_has(sign: float) -> None:
    """A blend toward a quaternion of the other sign goes the long way round."""
    vector = VECTORS["aim.unfixed_sign_half_weight_of_90deg"]
    assert vector["angle"] == 360 / 2 - vector["expected"]
    turns = sign * np.array([rotator_to_quaternion((0, 90, 0))] * 2)
    pose, row = posed("idle", 0.3), MANNEQUIN.index("foot_l")
    after = bent(pose, rotations=turns, weights=(0.5, 0.0), raised=False)
    before, now = (rotate(p.rotations_ws[row], (1, 0, 0)) for p in (pose, after))
    turned = math.degrees(math.atan2(before[0] * now[1] - before[1] * now[0], before[:2] @ now[:2]))
    assert turned == pytest.approx(vector["expected"], abs=1e-9)
