"""IK interpolation as arithmetic: heights, the floor, weights, and letting go."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.arrays import Floats
from systems.foot_ik.smoothing import CLOSE, Body, Feet, Smoothed, follow_floor, follow_ground, follow_height
from systems.maths.quaternion import rotate

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
TICK, SPEED, REACH = 1 / 60, 17.0, 55.0
AHEAD = (0.0, 0.0, 0.0, 1.0)
UP = (0.0, 0.0, 1.0)


def feet(left: float | None, right: float | None, **changes: object) -> Feet:
    """Two planted feet on ground of these heights [cm], or on none."""
    found = [left, right]
    parts: dict[str, object] = {
        "hit": np.array([height is not None for height in found]),
        "heights": np.array([np.nan if height is None else height for height in found]),
        "normals": np.array((UP, UP)),
        "rises": np.zeros(2),
        "landing_hit": np.zeros(2, dtype=np.bool_),
        "landing_heights": np.full(2, np.nan),
        "landing_times": np.full(2, -1.0),
        "contacts": np.ones(2),
        "lifts": np.zeros(2),
    }
    return Feet(**(parts | changes))  # type: ignore[arg-type]


def nothing() -> Smoothed:
    rotations = np.tile(AHEAD, (2, 1))
    return Smoothed(np.zeros(2), np.zeros(2), rotations, np.zeros(2), np.zeros(2, dtype=np.bool_))


class Walker:
    """A character's smoothed state, tick by tick."""

    def __init__(self, *, offset: float = 0.0, striding: bool = False) -> None:
        self.smoothed = nothing()
        self.pelvis, self.floor, self.settled = 0.0, 0.0, False
        self.offset, self.striding = offset, striding

    def tick(
        self, found: Feet, bottom: float = 0.0, *, rise: float = 0.0, grounded: bool = True, dt: float = TICK
    ) -> None:
        """One tick on what was found."""
        body = Body(self.pelvis, self.floor, rise, float(bottom), self.offset, self.striding)
        self.pelvis, self.floor = follow_ground(
            found, self.smoothed, body, AHEAD, grounded, self.settled, REACH, dt, SPEED
        )
        self.settled = self.settled or grounded

    def soles(self, bottom: float = 0.0) -> Floats:
        """World heights that the soles of a standing pose come to [cm]."""
        heights: Floats = bottom + self.pelvis + self.smoothed.distances
        return heights


@pytest.mark.parametrize(
    ("name", "bottom", "left", "right"),
    [
        ("ue.flat", 0, 0, 0),
        ("ue.flat_capsule_floats_2.15", 2.15, 0, 0),
        ("ue.A_capsule_on_flat_left_on_20", 0, 20, 0),
        ("ue.B_capsule_on_step_left_on_20", 20, 20, 0),
        ("ue.right_on_20_capsule_on_step", 20, 0, 20),
        ("ue.deepest_hit_left_flat_right_55_below", 0, 0, -55),
    ],
)
def test_settled_offsets_are_the_seeds_but_for_its_mirrored_foot(
    name: str, bottom: float, left: float, right: float
) -> None:
    walker = Walker(offset=5.0)
    walker.tick(feet(left, right), bottom)
    expected = VECTORS[name]
    assert walker.pelvis == pytest.approx(expected["pelvis"], abs=1e-9)
    assert walker.smoothed.distances == pytest.approx([expected["left"], -expected["right"]], abs=1e-9)
    np.testing.assert_array_equal(walker.smoothed.weights, 1)


def test_ground_that_rises_at_once_is_followed_as_the_seed_follows_it() -> None:
    walker = Walker()
    walker.tick(feet(0, 0))
    for expected in VECTORS["interp.left20_first6"][1:]:
        walker.tick(feet(20, 0))
        assert walker.soles() == pytest.approx([expected, 0], abs=1e-9)
        assert walker.pelvis == 0


def test_a_floor_that_rises_under_both_feet_takes_the_body_along() -> None:
    walker = Walker()
    walker.tick(feet(0, 0))
    heights = []
    for _ in range(40):
        walker.tick(feet(20, 20))
        heights.append(walker.pelvis)
        assert walker.soles() == pytest.approx(walker.smoothed.heights, abs=1e-12)
    assert (np.diff(heights) >= 0).all()
    assert heights[-1] == pytest.approx(20, abs=0.01)


def test_the_body_goes_down_with_the_lower_foot_at_once() -> None:
    walker = Walker()
    walker.tick(feet(0, 0))
    for _ in range(40):
        walker.tick(feet(0, -20))
        assert walker.pelvis == pytest.approx(walker.smoothed.heights[1], abs=1e-12)
    assert walker.soles() == pytest.approx([0, -20], abs=1e-9)


def test_a_capsule_that_hops_up_a_step_does_not_shake_the_body() -> None:
    walker = Walker()
    walker.tick(feet(0, 0))
    for bottom in (0.0, 18.0, 18.0, 0.0, 9.0):
        walker.tick(feet(0, 0), bottom)
        assert bottom + walker.pelvis == pytest.approx(0, abs=1e-12)
        assert walker.soles(bottom) == pytest.approx([0, 0], abs=1e-12)


def test_riding_a_platform_changes_nothing() -> None:
    walker = Walker()
    walker.tick(feet(10, -5), 10)
    offsets = walker.pelvis, walker.smoothed.distances.copy()
    for tick in range(1, 120):
        rise = 50 * TICK
        walker.tick(
            feet(10 + tick * rise, -5 + tick * rise, rises=np.full(2, rise)), 10 + tick * rise, rise=rise
        )
        assert walker.pelvis == pytest.approx(offsets[0], abs=1e-9)
        assert walker.smoothed.distances == pytest.approx(offsets[1], abs=1e-9)


def test_a_foot_over_nothing_lets_go_and_has_no_say() -> None:
    walker = Walker()
    walker.tick(feet(0, -20))
    before = walker.pelvis
    for _ in range(60):
        walker.tick(feet(0, None))
        assert abs(walker.pelvis - before) < 6
        before = walker.pelvis
    assert walker.pelvis == pytest.approx(0, abs=1e-3)
    assert walker.soles()[0] == pytest.approx(0, abs=1e-3)
    assert walker.smoothed.weights == pytest.approx([1, 0])
    assert walker.smoothed.distances[1] == 0


def test_it_lets_go_within_a_quarter_of_a_second_and_takes_hold_again_softly() -> None:
    walker = Walker()
    walker.tick(feet(0, 0))
    for _ in range(15):
        walker.tick(feet(0, None))
    assert walker.smoothed.weights[1] < 0.05
    last = walker.soles()
    for _ in range(30):
        walker.tick(feet(0, -18))
        assert np.abs(walker.soles() - last).max() < 9
        last = walker.soles()
    assert walker.soles() == pytest.approx([0, -18], abs=0.01)


@pytest.mark.parametrize("height", [55.1, 80.0, -55.1, -90.0])
def test_what_is_too_high_or_too_low_to_stand_on_is_no_ground(height: float) -> None:
    walker = Walker()
    for _ in range(60):
        walker.tick(feet(0, height))
    assert walker.pelvis == 0
    assert walker.smoothed.weights == pytest.approx([1, 0])


def test_a_jump_is_never_pulled_down() -> None:
    walker = Walker(offset=5.0)
    walker.tick(feet(20, 0), 20)
    assert walker.pelvis == pytest.approx(-15)
    before = walker.pelvis
    for k in range(1, 30):
        time = k * TICK
        height = 20 + 420 * time - 490 * time * time
        walker.tick(feet(20, 0), height, grounded=False)
        assert before <= walker.pelvis <= 0
        assert 20 + walker.pelvis + walker.smoothed.distances.min() >= 0
        before = walker.pelvis
    assert walker.pelvis == pytest.approx(0, abs=0.01)
    assert walker.smoothed.weights.max() < 1e-3


def test_a_landing_blends_in() -> None:
    walker = Walker()
    walker.tick(feet(0, 0))
    for _ in range(60):
        walker.tick(feet(None, None), 100, grounded=False)
    assert walker.pelvis == 0
    pelvis = []
    for _ in range(30):
        walker.tick(feet(40, 60), 60)
        pelvis.append(walker.pelvis)
    assert abs(pelvis[0]) < 7
    assert (np.diff(pelvis) <= 1e-9).all()
    assert walker.smoothed.weights == pytest.approx([1, 1], abs=1e-3)
    assert walker.soles(60) == pytest.approx([40, 60], abs=0.05)


def test_nothing_under_both_feet_on_the_ground_lets_both_go() -> None:
    walker = Walker()
    for _ in range(5):
        walker.tick(feet(None, None))
    assert walker.pelvis == 0
    np.testing.assert_array_equal(walker.smoothed.weights, 0)


def test_a_missed_trace_is_never_read() -> None:
    walker = Walker()
    walker.tick(feet(0, None))
    walker.tick(feet(None, 0))
    walker.tick(feet(None, None), grounded=False)
    assert np.isfinite(walker.pelvis)
    for part in walker.smoothed:
        assert np.isfinite(part).all()


def test_feet_turn_with_the_slope_whatever_the_facing() -> None:
    normal = np.array((-0.5, 0, np.sqrt(0.75)))
    for heading in (AHEAD, (0.0, 0.0, -1.0, 0.0), (0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5))):
        smoothed = nothing()
        found = feet(0, 0, normals=np.array((normal, normal)))
        body = Body(0.0, 0.0, 0.0, 0.0, 0.0, striding=False)
        follow_ground(
            found, smoothed, body, heading, grounded=True, settled=False, reach=REACH, dt=TICK, speed=SPEED
        )
        for rotation in smoothed.rotations:
            np.testing.assert_allclose(rotate(rotation, UP), normal, atol=1e-12)
            ahead = rotate(heading, (1, 0, 0))
            turned = rotate(rotation, ahead)
            assert ahead[0] * turned[1] - ahead[1] * turned[0] == pytest.approx(0, abs=1e-12)


def test_feet_turn_at_the_interpolation_speed() -> None:
    walker = Walker()
    walker.tick(feet(0, 0))
    slope = np.array((-0.5, 0, np.sqrt(0.75)))
    walker.tick(feet(0, 0, normals=np.array((slope, UP))))
    expected = np.radians(VECTORS["rinterp.30pitch_frame1"][0] / 2)
    np.testing.assert_allclose(
        walker.smoothed.rotations[0], (0, -np.sin(expected), 0, np.cos(expected)), atol=1e-12
    )


def height_after(**changes: float) -> float:
    values = {
        "height": 0.0,
        "ground": 0.0,
        "landing": 0.0,
        "landing_time": -1.0,
        "contact": 0.0,
        "lift": 5.0,
    }
    values |= {name: float(value) for name, value in changes.items()}
    return follow_height(**values, striding=True, dt=TICK, speed=SPEED)


def test_a_planted_foot_of_a_walker_is_never_far_from_its_ground() -> None:
    assert height_after(ground=18, contact=1) == pytest.approx(18 - CLOSE)
    assert height_after(ground=-18, contact=0.5) == pytest.approx(-18 + CLOSE)
    assert height_after(ground=18, contact=0.1) == pytest.approx(18 * SPEED * TICK)


def test_a_rolling_foot_follows_a_slope_but_no_step() -> None:
    assert height_after(ground=1, landing=30, landing_time=0.4, lift=0) == 1
    assert height_after(ground=18, landing=30, landing_time=0.4, lift=0) == 0


@pytest.mark.parametrize("landing", [36.0, -36.0])
def test_a_foot_in_the_air_is_there_before_it_comes_down(landing: float) -> None:
    height, steps = 0.0, []
    for tick in range(24, -1, -1):
        ground = landing if tick < 8 else min(landing, 0)
        after = height_after(
            height=height, ground=ground, landing=landing, landing_time=tick * TICK, lift=10.0 if tick else 0
        )
        steps.append(after - height)
        height = after
    assert height == pytest.approx(landing)
    assert np.abs(steps).max() < 2.5  # 36 cm in 21 ticks are 1.7 each


def test_it_does_not_go_down_through_the_step_it_leaves() -> None:
    height = 18.0
    for tick in range(20, 10, -1):
        height = height_after(height=height, ground=18, landing=-18, landing_time=tick * TICK, lift=4)
        assert height >= 14


def test_it_is_lifted_over_a_step_in_its_way() -> None:
    height = 0.0
    for tick in range(20, 6, -1):
        height = height_after(height=height, ground=25, landing=0, landing_time=tick * TICK, lift=5)
    assert 15 < height <= 20


@given(
    st.floats(-50, 50),
    st.floats(-50, 50),
    st.floats(-50, 50),
    st.floats(-1, 1),
    st.floats(0, 1),
    st.floats(0, 20),
)
def test_heights_stay_between_what_is_and_what_is_wanted(
    height: float, ground: float, landing: float, time: float, contact: float, lift: float
) -> None:
    after = follow_height(height, ground, landing, time, contact, lift, striding=True, dt=TICK, speed=SPEED)
    assert min(height, ground - lift, landing, ground) - 1e-9 <= after <= max(height, ground, landing) + 1e-9


def floor_after(floor: float, found: Feet, heights: tuple[float, float]) -> float:
    smoothed = nothing()
    smoothed.heights[:], smoothed.weights[:] = heights, 1
    return follow_floor(float(floor), found, smoothed, float(min(heights)), TICK, SPEED)


def test_the_floor_is_where_the_next_foot_comes_down_when_it_does() -> None:
    floor = 0.0
    for tick in range(24, 3, -1):
        found = feet(
            0,
            0,
            contacts=np.array((1.0, 0.0)),
            landing_hit=np.array((False, True)),
            landing_heights=np.array((np.nan, -36.0)),
            landing_times=np.array((-1.0, tick * TICK)),
        )
        before, floor = floor, floor_after(floor, found, (0.0, 0.0))
        assert floor - before == pytest.approx(-36 / 21, abs=1e-9)
    assert floor == pytest.approx(-36, abs=1e-9)


def test_the_floor_is_never_above_the_lower_foot() -> None:
    assert floor_after(10, feet(0, 20), (0.0, 20.0)) == 0
    rising = feet(
        0,
        0,
        contacts=np.array((0.0, 1.0)),
        landing_hit=np.array((True, False)),
        landing_heights=np.array((36.0, np.nan)),
        landing_times=np.array((TICK, -1.0)),
    )
    assert floor_after(0, rising, (3.0, 18.0)) == 3
