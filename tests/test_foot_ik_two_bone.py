"""Two bones: the reference's numbers, and what must hold in every regime."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from components.arrays import Floats
from systems.foot_ik.two_bone import TwoBoneResult, allowed_span, solve_two_bone, solve_two_bones
from systems.maths.quaternion import rotate

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())

Point = tuple[float, float, float]
ORIGIN = (0.0, 0.0, 0.0)
HIP = (0.0, 0.0, 90.0)

CASES: dict[str, tuple[Point, Point, Point, float, float, float]] = {
    "ik.unit_right_angle": (ORIGIN, (1, 0, 1), (0, 0, 1), 1, 1, 1),
    "ik.equilateral": (ORIGIN, (1, 0, 0), (0, 0, 1), 1, 1, 1),
    "ik.345": (ORIGIN, (5, 0, 0), (0, 0, 1), 3, 4, 1),
    "ik.345_down": (ORIGIN, (5, 0, 0), (0, 0, -1), 3, 4, 1),
    "ik.leg45_45_d80": (HIP, (0, 0, 10), (50, 0, 50), 45, 45, 1),
    "ik.leg45_45_d70": (HIP, (0, 0, 20), (50, 0, 50), 45, 45, 1),
    "ik.leg45_45_fwd": (HIP, (30, 0, 20), (100, 0, 60), 45, 45, 1),
    "ik.facing_left_mirror": (HIP, (-30, 0, 20), (-100, 0, 60), 45, 45, 1),
    "ik.leg42_40_d60": ((10, 5, 82), (10, 5, 22), (60, 5, 50), 42, 40, 1),
    "ik.exact_full": (HIP, ORIGIN, (50, 0, 50), 45, 45, 1),
    "ik.too_far": (HIP, (0, 0, -30), (50, 0, 50), 45, 45, 1),
    "ik.too_far_99pct": (HIP, (0, 0, -30), (50, 0, 50), 45, 45, 0.99),
    "ik.too_close_50_30": (ORIGIN, (10, 0, 0), (0, 0, 1), 50, 30, 1),
    "ik.min_exact_50_30": (ORIGIN, (20, 0, 0), (0, 0, 1), 50, 30, 1),
    "ik.reverse_upper_30_50": (ORIGIN, (30, 0, 0), (0, 0, 1), 30, 50, 1),
    "ik.pole_collinear": (ORIGIN, (0, 0, 1.5), (0, 0, 1), 1, 1, 1),
    "ik.y_depth_pole": (HIP, (0, 0, 20), (0, 50, 50), 45, 45, 1),
}
OZZ: dict[str, tuple[Point, Point]] = {
    "ozz.none": ((1, 1, 0), (0, 1, 0)),
    "ozz.target(0,1,1)": ((0, 1, 1), (0, 1, 0)),
    "ozz.target(0,1,-1)": ((0, 1, -1), (0, 1, 0)),
    "ozz.poleZ(1,0,1)": ((1, 0, 1), (0, 0, 1)),
    "ozz.pole-Z(1,0,-1)": ((1, 0, -1), (0, 0, -1)),
    "ozz.poleX(1,-1,0)": ((1, -1, 0), (1, 0, 0)),
    "ozz.pole-X(-1,1,0)": ((-1, 1, 0), (-1, 0, 0)),
    "ozz.full(2,0,0)": ((2, 0, 0), (0, 1, 0)),
    "ozz.twist90(1,1,0)": ((1, 1, 0), (0, 0, 1)),
    "ozz.zero_len": ((0, 0, 0), (0, 1, 0)),
}

points = arrays(np.float64, 3, elements=st.floats(-300, 300))
lengths = st.floats(0.1, 100)


def distance(a: Floats | Point, b: Floats | Point) -> float:
    return float(np.linalg.norm(np.subtract(a, b)))


def knee_angle(root: Point, result: TwoBoneResult) -> float:
    """Angle inside the joint [deg]."""
    upper = np.subtract(root, result.joint)
    lower = result.end - result.joint
    return math.degrees(math.atan2(float(np.linalg.norm(np.cross(upper, lower))), float(upper @ lower)))


@pytest.mark.parametrize("name", CASES)
def test_the_reference_positions(name: str) -> None:
    root, target, pole, upper, lower, ratio = CASES[name]
    expected = VECTORS[name]
    result = solve_two_bone(root, target, pole, upper, lower, reach_ratio=ratio)
    np.testing.assert_allclose(result.joint, expected["joint"], atol=2e-7)
    np.testing.assert_allclose(result.end, expected["end"], atol=1e-8)
    assert knee_angle(root, result) == pytest.approx(expected["knee_interior_deg"], abs=1e-6)
    assert distance(result.end, target) == pytest.approx(expected["miss"], abs=1e-9)
    assert result.reached == (expected["miss"] == 0)


@pytest.mark.parametrize("name", OZZ)
def test_the_positions_of_another_library_follow_from_its_corrections(name: str) -> None:
    target, pole = OZZ[name]
    expected = VECTORS[name]
    result = solve_two_bone(ORIGIN, target, pole, 1, 1)
    np.testing.assert_allclose(result.joint, expected["joint"], atol=1e-8)
    np.testing.assert_allclose(result.end, expected["end"], atol=1e-8)
    np.testing.assert_allclose(result.joint, rotate(expected["start_q"], (0, 1, 0)), atol=1e-8)
    lower = rotate(expected["start_q"], rotate(expected["mid_q"], (1, 0, 0)))
    np.testing.assert_allclose(result.end - result.joint, lower, atol=1e-8)


@pytest.mark.parametrize(("name", "side"), [("ik.sprite_maker_bend+1", -1), ("ik.sprite_maker_bend-1", 1)])
def test_either_side_can_be_asked_for(name: str, side: int) -> None:
    root, target = (26.5, 0, 25.5), (28.5, 0, 41.5)
    result = solve_two_bone(root, target, (26.5 + side * 100, 0, 33), 8.5, 8.5)
    knee = VECTORS[name]["knee"]
    np.testing.assert_allclose(result.joint, (knee[0], 0, knee[1]), atol=1e-8)
    np.testing.assert_allclose(result.end, target, atol=1e-12)
    assert result.reached


@pytest.mark.parametrize("name", sorted(VECTORS["ik.knee_pop"]))
def test_the_knee_opens_as_the_reference_says(name: str) -> None:
    result = solve_two_bone(HIP, (0, 0, 90 - float(name)), (50, 0, 50), 45, 45)
    assert knee_angle(HIP, result) == pytest.approx(VECTORS["ik.knee_pop"][name], abs=1e-5)


@pytest.mark.parametrize("name", sorted(VECTORS["ik.knee_rate_deg_per_unit"]))
def test_the_knee_opens_as_fast_as_the_reference_says(name: str) -> None:
    middle, step = float(name), 1e-4
    angles = [
        knee_angle(HIP, solve_two_bone(HIP, (0, 0, 90 - at), (50, 0, 50), 45, 45))
        for at in (middle - step, middle + step)
    ]
    rate = (angles[1] - angles[0]) / (2 * step)
    assert rate == pytest.approx(VECTORS["ik.knee_rate_deg_per_unit"][name], rel=1e-5)


def test_out_of_reach_by_far_and_by_a_hair() -> None:
    for target in ((0, 0, 3), (0, 0, 2.9999999), (0, 0, 2)):
        result = solve_two_bone(HIP, target, (50, 0, 50), 45, 42)
        np.testing.assert_allclose(result.joint, (0, 0, 45), atol=1e-9)
        np.testing.assert_allclose(result.end, (0, 0, 3), atol=1e-9)
        assert result.reached == (target == (0, 0, 3))
    result = solve_two_bone(HIP, (30, 0, -10), (50, 0, 50), 45, 42)
    np.testing.assert_allclose(result.joint, (12.930655, 0, 46.897817), atol=1e-6)
    np.testing.assert_allclose(result.end, (24.999266, 0, 6.669113), atol=1e-6)
    result = solve_two_bone(HIP, (1e9, 0, 0), (50, 0, 50), 45, 42)
    np.testing.assert_allclose(result.end, (87, 0, 90), atol=1e-5)
    assert not result.reached


@pytest.mark.parametrize(
    ("pole", "knee"), [((100, 0, 50), (27.489493, 0, 54.372373)), ((-100, 0, 50), (-7.489493, 0, 45.627627))]
)
def test_a_reachable_target_is_reached_on_both_sides(pole: Point, knee: Point) -> None:
    result = solve_two_bone(HIP, (20, 0, 10), pole, 45, 45)
    np.testing.assert_allclose(result.joint, knee, atol=1e-6)
    assert knee_angle(HIP, result) == pytest.approx(132.7665, abs=1e-4)
    assert distance(result.end, (20, 0, 10)) < 1e-12


@given(points, points, points, lengths, lengths, st.floats(0.5, 1), st.floats(0, 0.5))
def test_bones_keep_their_lengths_and_reached_tells_the_truth(
    root: Floats, target: Floats, pole: Floats, upper: float, lower: float, ratio: float, softness: float
) -> None:
    result = solve_two_bone(root, target, pole, upper, lower, reach_ratio=ratio, softness=softness)
    assert distance(root, result.joint) == pytest.approx(upper, abs=1e-9)
    assert distance(result.joint, result.end) == pytest.approx(lower, abs=1e-9)
    reach = max(ratio * (upper + lower), abs(upper - lower))
    assert distance(root, result.end) <= reach + 1e-9
    assert result.reached == (distance(result.end, target) <= 1e-9 * (upper + lower) + 1e-12)


@given(points, points, points, lengths, lengths)
def test_what_is_in_reach_is_reached_in_the_plane_of_the_pole(
    root: Floats, target: Floats, pole: Floats, upper: float, lower: float
) -> None:
    result = solve_two_bone(root, target, pole, upper, lower)
    away = distance(root, target)
    if abs(upper - lower) < away < upper + lower:
        np.testing.assert_allclose(result.end, target, atol=1e-9)
    normal = np.cross(target - root, pole - root)
    size = float(np.linalg.norm(normal))
    if size > 1e-3 * away * distance(root, pole) > 0:
        assert abs(float((result.joint - root) @ normal)) / size < 1e-6
        assert float((result.joint - root) @ (pole - root)) >= -1e-6 * distance(root, pole) or (
            float((target - root) @ (pole - root)) < 0 or upper < lower
        )


@pytest.mark.parametrize("coordinate", [0.0, 1e-320, 1e-160, 1e-30, 1e-12, 1e6, 1e99])
@pytest.mark.parametrize(("upper", "lower"), [(45, 45), (50, 30), (30, 50), (45, 0), (0, 45), (0, 0)])
def test_degenerate_chains_stay_finite(coordinate: float, upper: float, lower: float) -> None:
    for target in ((coordinate, 0, 0), (0, 0, coordinate), (-coordinate, coordinate, -coordinate)):
        for pole in (ORIGIN, target, (0, 0, 1), (-1, 0, 0)):
            result = solve_two_bone(ORIGIN, target, pole, upper, lower)
            assert distance(ORIGIN, result.joint) == pytest.approx(upper, abs=1e-9)
            assert distance(result.joint, result.end) == pytest.approx(lower, abs=1e-9)


def test_the_joint_stays_on_its_side_while_the_target_passes_the_pole() -> None:
    pole, side = (30.0, 0.0, 90.0), np.array((0.0, 0.0, 1.0))
    joint: Floats | None = None
    for step in range(-200, 201):
        angle = math.radians(0.1 * step)
        target = (60 * math.cos(angle), 0, 90 + 60 * math.sin(angle))
        result = solve_two_bone(HIP, target, pole, 45, 45, bend_direction=side)
        if joint is not None:
            assert distance(result.joint, joint) < 1
        joint, side = result.joint, result.joint - HIP


def test_a_remembered_side_serves_where_the_pole_says_nothing() -> None:
    result = solve_two_bone(HIP, (0, 0, 20), (0, 0, 0), 45, 45, bend_direction=(0, 1, 0.3))
    np.testing.assert_allclose(result.joint, (0, 28.284271247, 55), atol=1e-8)
    fixed = solve_two_bone(HIP, (0, 0, 20), (0, 0, 0), 45, 45)
    np.testing.assert_allclose(fixed.joint, (28.284271247, 0, 55), atol=1e-8)
    along_x = solve_two_bone(ORIGIN, (70, 0, 0), (5, 0, 0), 45, 45)
    np.testing.assert_allclose(along_x.joint, (35, 0, 28.284271247), atol=1e-8)


@pytest.mark.parametrize(
    ("name", "onset", "length"), [("soft.exp_.95_L90", 0.95, 90), ("soft.exp_.5_L2", 0.5, 2)]
)
def test_soft_reach_is_the_exponential(name: str, onset: float, length: float) -> None:
    for away, expected in VECTORS[name].items():
        span = allowed_span(float(away), length / 2, length / 2, 1.0, 1 - onset)
        assert span == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", sorted(VECTORS["soft.knee_exp_.95_L90"]))
def test_the_knee_of_a_soft_reach(name: str) -> None:
    result = solve_two_bone(HIP, (0, 0, 90 - float(name)), (50, 0, 50), 45, 45, softness=0.05)
    assert knee_angle(HIP, result) == pytest.approx(VECTORS["soft.knee_exp_.95_L90"][name], abs=1e-6)


@pytest.mark.parametrize(
    ("name", "softness"),
    [
        ("acc.knee_step_per_.5unit_hard", 0.0),
        ("acc.knee_step_per_.5unit_soft.95", 0.05),
        ("acc.knee_step_per_.5unit_soft.97", 0.03),
    ],
)
def test_how_far_the_knee_jumps_when_the_leg_straightens(name: str, softness: float) -> None:
    aways = np.arange(80, 95.01, 0.5)
    results = [solve_two_bone(HIP, (0, 0, 90 - d), (50, 0, 50), 45, 45, softness=softness) for d in aways]
    angles = [knee_angle(HIP, result) for result in results]
    assert max(np.abs(np.diff(angles))) == pytest.approx(VECTORS[name], abs=1e-5)
    spans = np.array([distance(HIP, result.end) for result in results])
    assert (np.diff(spans) >= -1e-12).all()
    assert (spans <= np.minimum(aways, 90) + 1e-12).all()


def test_a_capped_leg_never_straightens() -> None:
    result = solve_two_bone(HIP, (0, 0, -30), (50, 0, 50), 45, 45, reach_ratio=0.99)
    assert distance(HIP, result.end) == pytest.approx(VECTORS["acc.reach_cap_99pct"], abs=1e-9)
    assert knee_angle(HIP, result) == pytest.approx(VECTORS["acc.knee_at_99pct"], abs=1e-6)
    assert not result.reached


@given(points, points, points, lengths, lengths)
def test_facing_left_is_the_exact_mirror(
    root: Floats, target: Floats, pole: Floats, upper: float, lower: float
) -> None:
    mirror = np.array((-1.0, -1.0, 1.0))
    bend = np.array((1.0, 0.0, 0.1))
    right = solve_two_bone(root, target, pole, upper, lower, bend_direction=bend)
    left = solve_two_bone(
        root * mirror, target * mirror, pole * mirror, upper, lower, bend_direction=bend * mirror
    )
    np.testing.assert_array_equal(left.joint, right.joint * mirror)
    np.testing.assert_array_equal(left.end, right.end * mirror)


@pytest.mark.parametrize("scale", [0.01, 0.5, 2, 100])
def test_scaled_chains_have_the_same_shape(scale: float) -> None:
    root, target, pole = np.array((10.0, 5, 82)), np.array((24.0, 1, 22)), np.array((60.0, 5, 50))
    plain = solve_two_bone(root, target, pole, 42, 40)
    scaled = solve_two_bone(root * scale, target * scale, pole * scale, 42 * scale, 40 * scale)
    np.testing.assert_allclose(scaled.joint, plain.joint * scale, rtol=1e-12)


def test_many_chains_are_solved_as_one_is() -> None:
    generator = np.random.default_rng(5)
    roots, targets, poles = generator.uniform(-80, 80, (3, 500, 3))
    uppers, lowers = generator.uniform(1, 80, (2, 500))
    results = solve_two_bones(roots, targets, poles, uppers, lowers, softness=0.1)
    for row in range(500):
        one = solve_two_bone(roots[row], targets[row], poles[row], uppers[row], lowers[row], softness=0.1)
        np.testing.assert_array_equal(results.joints[row], one.joint)
        np.testing.assert_array_equal(results.ends[row], one.end)
        assert results.reached[row] == one.reached


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("root", {"root": (math.nan, 0, 0)}),
        ("target", {"target": (0, 0)}),
        ("pole", {"pole": (0, 0, math.inf)}),
        ("upper", {"upper": -1}),
        ("lower", {"lower": math.nan}),
        ("reach_ratio", {"reach_ratio": 0}),
        ("reach_ratio", {"reach_ratio": 1.1}),
        ("softness", {"softness": 1}),
        ("bend_direction", {"bend_direction": (0, 0, math.nan)}),
    ],
)
def test_bad_arguments_are_named(name: str, change: dict[str, object]) -> None:
    arguments: dict[str, object] = {"root": HIP, "target": ORIGIN, "pole": ORIGIN, "upper": 45, "lower": 45}
    with pytest.raises(ValueError, match=name):
        solve_two_bone(**(arguments | change))  # type: ignore[arg-type]


def test_bad_rows_are_named() -> None:
    rows, sizes = np.zeros((2, 3)), np.ones(2)
    with pytest.raises(ValueError, match="uppers must not be negative"):
        solve_two_bones(rows, rows, rows, -sizes, sizes)
    with pytest.raises(ValueError, match="targets"):
        solve_two_bones(rows, rows[:1], rows, sizes, sizes)
