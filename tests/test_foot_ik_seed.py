"""The worked numbers of seed 000."""

import json
from pathlib import Path

import numpy as np
import pytest

from systems.foot_ik.seed import SeedOffsets, raw_distance, seed_slope_rotator, seed_step, seed_targets

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
TRACE, OFFSET, HALF_HEIGHT, SPEED, TICK = 55.0, 5.0, 88.0, 17.0, 1 / 60

GROUNDS = {
    # capsule centre, ground under the left foot, ground under the right foot
    "ue.flat": (88, 0, 0),
    "ue.flat_capsule_floats_2.15": (90.15, 0, 0),
    "ue.A_capsule_on_flat_left_on_20": (88, 20, 0),
    "ue.B_capsule_on_step_left_on_20": (108, 20, 0),
    "ue.right_on_20_capsule_on_step": (108, 0, 20),
    "ue.deepest_hit_left_flat_right_55_below": (88, 0, -55),
    "ue.crate_60_beside_left": (88, 60, 0),
    "ue.start_inside_left_listing2": (88, 88, 0),
    "ue.jump_10_above": (98, 0, 0),
    "ue.jump_30_above": (118, 0, 0),
    "ue.jump_55_above": (143, 0, 0),
}


@pytest.mark.parametrize("name", GROUNDS)
def test_raw_distances_and_targets(name: str) -> None:
    centre, left, right = GROUNDS[name]
    raws = [raw_distance(ground, centre - HALF_HEIGHT, TRACE, OFFSET) for ground in (left, right)]
    expected = VECTORS[name]
    assert raws == pytest.approx([expected["left_raw"], expected["right_raw"]], abs=1e-9)
    targets = seed_targets(*raws)
    assert targets == pytest.approx((expected["pelvis"], expected["left"], expected["right"]), abs=1e-9)


@pytest.mark.parametrize("name", sorted(key for key, value in VECTORS.items() if key.startswith("ue.")))
def test_targets_follow_from_the_raw_distances(name: str) -> None:
    """Even from the raw numbers of the seed's two ways to misread a miss."""
    expected = VECTORS[name]
    targets = seed_targets(expected["left_raw"], expected["right_raw"])
    assert targets == pytest.approx((expected["pelvis"], expected["left"], expected["right"]), abs=1e-9)


@pytest.mark.parametrize(
    ("case", "frame"),
    [
        ("ue.A_capsule_on_flat_left_on_20", "interp.A_frame1"),
        ("ue.B_capsule_on_step_left_on_20", "interp.B_frame1"),
    ],
)
def test_the_first_frame(case: str, frame: str) -> None:
    targets = seed_targets(VECTORS[case]["left_raw"], VECTORS[case]["right_raw"])
    step = seed_step(SeedOffsets(), targets, TICK, SPEED)
    for part, expected in VECTORS[frame].items():
        assert getattr(step, part) == pytest.approx(expected, abs=1e-9)
    assert VECTORS["interp.alpha_60"] == pytest.approx(SPEED * TICK, abs=1e-9)


def test_a_jump_drags_the_body_down_as_the_reference_says() -> None:
    offsets, frames = SeedOffsets(OFFSET), {}
    for k in range(1, 27):
        time = k * TICK
        height = 420 * time - 490 * time * time
        raw = raw_distance(0, height, TRACE, OFFSET) if height <= TRACE else 0.0  # a miss reads as 0
        offsets = seed_step(offsets, seed_targets(raw, raw), TICK, SPEED)
        frames[k] = offsets.pelvis
    for expected in VECTORS["jump.listing1_frames"]:
        assert frames[expected["k"]] == pytest.approx(expected["pelvis"], abs=1e-8)


@pytest.mark.parametrize(
    "name", sorted(key for key, value in VECTORS.items() if key.startswith("slope.") and "normal" in value)
)
def test_the_rotator_of_a_slope(name: str) -> None:
    slope = VECTORS[name]
    np.testing.assert_allclose(
        seed_slope_rotator(slope["normal"]), (slope["pitch"], 0, slope["roll"]), atol=1e-6
    )


def test_a_missed_trace_has_no_normal_and_no_rotator() -> None:
    np.testing.assert_array_equal(seed_slope_rotator((0, 0, 0)), VECTORS["slope.miss_normal_000"])
