"""Profiles: both seeds to the number, faults and all, and what they are when corrected."""

import json
import math
from pathlib import Path

import esper
import numpy as np
import pytest
from heroes import (
    FEET,
    LIBRARY,
    MANNEQUIN,
    bone_of,
    data_of,
    foot_ik,
    hold_hero,
    pose_of,
    pose_ticks,
    traces_of,
)
from scenes import box, build_world, hill, place_of

from components.character import GroundContact
from components.foot_ik import IKData, Profile, Verdict
from components.terrain import Solid
from systems.foot_ik.faithful import seed_numbers
from systems.foot_ik.profile import RULES, decay_rate, weights_of
from systems.maths.quaternion import rotate

pytestmark = pytest.mark.usefixtures("world")
VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
SEED = {"profile": Profile.UNREAL_SEED, "offset_distance": 5.0}
WALKABLE = ("WalkableGround",)


def sides(left: float, right: float, **options: object) -> list[Solid]:
    """Ground of one height under each foot [cm]."""
    return [
        box(-100, 100, -90, left, depth=(0.0, 150.0), **options),
        box(-100, 100, -90, right, depth=(-150.0, 0.0), **options),
    ]


def test_every_profile_has_rules_and_the_first_is_the_default() -> None:
    assert set(RULES) == set(Profile)
    assert foot_ik().profile is Profile.SOFTSTEP


def test_the_rate_is_the_seeds_speed_at_60() -> None:
    assert decay_rate(17.0) == pytest.approx(VECTORS["acc.lambda_matching_seed_at_60fps"], abs=1e-8)
    assert math.log(2) / decay_rate(17.0) == pytest.approx(
        VECTORS["acc.halflife_matching_seed_at_60fps"], abs=1e-8
    )
    assert decay_rate(0.0) == decay_rate(60.0) == math.inf


def test_weights_left_out_count_in_full() -> None:
    assert weights_of((0.5,), 3) == (0.5, 1.0, 1.0)


@pytest.mark.parametrize(
    ("name", "bottom", "left", "right"),
    [
        ("ue.flat", 0.0, 0.0, 0.0),
        ("ue.flat_capsule_floats_2.15", 2.15, 0.0, 0.0),
        ("ue.A_capsule_on_flat_left_on_20", 0.0, 20.0, 0.0),
        ("ue.B_capsule_on_step_left_on_20", 20.0, 20.0, 0.0),
        ("ue.right_on_20_capsule_on_step", 20.0, 0.0, 20.0),
        ("ue.crate_60_beside_left", 0.0, 60.0, 0.0),
    ],
)
def test_the_unreal_seed_settles_to_its_own_numbers(
    name: str, bottom: float, left: float, right: float
) -> None:
    build_world(sides(left, right), library=LIBRARY)
    hero = hold_hero(0, bottom, settings=foot_ik(**SEED))
    pose_ticks(80)
    numbers, expected = seed_numbers(data_of(hero)), VECTORS[name]
    assert numbers == pytest.approx([expected["pelvis"], expected["left"], expected["right"]], abs=1e-4)


def test_the_unreal_seed_takes_the_frames_of_the_vectors() -> None:
    build_world(sides(20, 0), library=LIBRARY)
    hero = hold_hero(settings=foot_ik(**SEED))
    seen = []
    for _ in range(38):
        pose_ticks(1)
        seen.append(float(data_of(hero).foot_distances[0]))
    assert [0, *seen[:5]] == pytest.approx(VECTORS["interp.left20_first6"][:6], abs=1e-6)
    within = next(frame for frame, value in enumerate(seen, 1) if abs(value - 20) <= 0.2)
    assert within == VECTORS["interp.frames_left20_within1pct"]
    assert seen[-1] == 20
    assert seen[-2] != 20


def test_the_unreal_seed_reads_hits_that_are_none() -> None:
    build_world([box(-5000, 5000, -600, -500)], library=LIBRARY)
    hero = hold_hero(1000, 300, settings=foot_ik(**SEED))
    place_of(hero)[1] = 200
    pose_ticks(200)
    assert traces_of(hero).verdict[0] == Verdict.MISSED
    feet = [traces_of(hero).start[row] for row in range(2)]
    raws = [5 + math.dist((x, y, 300 - 55), (0, 0, 0)) - 55 for x, y, _ in feet]
    assert data_of(hero).pelvis_distance == pytest.approx(min(raws), abs=0.1)
    assert min(raws) == pytest.approx(998.8, abs=15)


def test_the_unreal_seed_pulls_a_jump_down_and_the_corrected_one_does_not() -> None:
    for profile in (Profile.UNREAL_SEED, Profile.UNREAL, Profile.SOFTSTEP):
        esper.clear_database()
        build_world([box(-200, 200, -90, 0)], library=LIBRARY)
        hero = hold_hero(settings=foot_ik(profile=profile, offset_distance=5.0))
        pose_ticks(60)
        esper.component_for_entity(hero, GroundContact).grounded = False
        worst = 0.0
        for frame in range(1, 10):
            time = frame / 60
            height = 420 * time - 490 * time * time
            place_of(hero)[2] = 88 + height
            pose_ticks(1)
            worst = min(worst, data_of(hero).pelvis_distance - 5)
        if profile is Profile.UNREAL_SEED:
            assert worst == pytest.approx(VECTORS["jump.listing1_worst_pull_down"][0], abs=0.01)
        else:
            assert worst > -5.01


def unity_hero(lift: float = 0.0, **settings: object) -> int:
    """A hero of seed 001 whose ankles stand 10 over the soles and are lifted by so much [cm]."""
    return hold_hero(0, lift, settings=foot_ik(profile=Profile.UNITY_SEED, **settings))


@pytest.mark.parametrize(
    ("name", "lift", "ground", "walkable"),
    [
        ("unity.flat_stance", 0.0, -0.001, True),
        ("unity.swing_.25_on_flat", 15.0, 0.0, True),
        ("unity.step_up_.2", 0.0, 20.0, True),
        ("unity.step_down_.2", 0.0, -20.0, True),
        ("unity.non_walkable_step", 0.0, 20.0, False),
        ("unity.swing_.15_over_step_.2", 5.0, 20.0, True),
    ],
)
def test_the_unity_seed_raises_feet_and_never_lowers_them(
    name: str,
    lift: float,
    ground: float,
    walkable: bool,  # noqa: FBT001 - a case
) -> None:
    """Metres and an ankle of 0.1 in the vectors; here the ankle's own height, 8, stands for 10."""
    build_world([box(-100, 100, -90, ground, tags=WALKABLE if walkable else ())], library=LIBRARY)
    hero = unity_hero(lift)
    pose_ticks(1)
    expected = 100 * VECTORS[name] - 2
    assert bone_of(hero, "foot_l")[2] == pytest.approx(expected, abs=0.02)
    assert data_of(hero).pelvis_distance == 0


@pytest.mark.parametrize("profile", [Profile.UNITY_SEED, Profile.UNITY])
def test_half_the_position_weight_goes_half_the_way(profile: Profile) -> None:
    build_world([box(-100, 100, -90, 20, tags=WALKABLE)], library=LIBRARY)
    hero = hold_hero(settings=foot_ik(profile=profile, position_weights=(0.5, 1.0)))
    pose_ticks(1)
    assert bone_of(hero, "foot_l")[2] - 8 == pytest.approx(10, abs=0.05)
    assert bone_of(hero, "foot_r")[2] - 8 == pytest.approx(20, abs=0.05)
    assert VECTORS["unity.weight_half_pos"] == 0.2


@pytest.mark.parametrize(("profile", "error"), [(Profile.UNITY_SEED, 30.0), (Profile.UNITY, 0.0)])
def test_the_unity_seed_keeps_forward_and_the_corrected_one_lays_the_sole_on_the_slope(
    profile: Profile, error: float
) -> None:
    slope = hill(30, -500)
    build_world([Solid(slope.outline, tags=WALKABLE)], library=LIBRARY)
    height = 500 * math.tan(math.radians(30))
    hero = hold_hero(
        0, height + (8 if profile is Profile.UNITY_SEED else 0), settings=foot_ik(profile=profile)
    )
    pose_ticks(1)
    normal = np.array((-0.5, 0, math.sqrt(0.75)))
    for row, foot in enumerate(FEET):
        if traces_of(hero).verdict[row] == Verdict.HIT:
            up = rotate(pose_of(hero).rotations_ws[MANNEQUIN.index(foot)], (0, 0, 1))
            assert math.degrees(math.acos(min(float(up @ normal), 1.0))) == pytest.approx(error, abs=0.1)
    assert VECTORS["unity.look_fwd_normal30"]["up_err_deg"] == 30
    assert VECTORS["unity.look_projected30"]["up_err_deg"] == 0


def test_ground_without_the_tag_is_none_for_unity() -> None:
    build_world([box(-100, 100, -90, 0)], library=LIBRARY)
    hero = hold_hero(settings=foot_ik(profile=Profile.UNITY))
    pose_ticks(30)
    assert (traces_of(hero).verdict == Verdict.NOT_WALKABLE).all()
    assert not data_of(hero).found.any()


def test_rotation_weight_blends_by_the_arc() -> None:
    build_world([hill(30, -500)], library=LIBRARY)
    hero = hold_hero(
        0,
        500 * math.tan(math.radians(30)),
        settings=foot_ik(rotation_weights=(0.5, 1.0), profile=Profile.UNREAL),
    )
    pose_ticks(1)
    tilts = []
    for foot in FEET:
        up = rotate(pose_of(hero).rotations_ws[MANNEQUIN.index(foot)], (0, 0, 1))
        tilts.append(math.degrees(math.acos(float(up[2]))))
    assert tilts == pytest.approx([15, 30], abs=0.01)


def test_right_and_left_are_what_the_seed_calls_them() -> None:
    data = IKData(pelvis_distance=-15.0, foot_distances=np.array((20.0, 3.0)))
    assert seed_numbers(data) == (-15, 20, -3)
