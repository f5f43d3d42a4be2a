"""IK interpolation as arithmetic: heights, the floor, weights, locks, and letting go."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.arrays import Floats
from systems.foot_ik.bodies import Bodies, Feet, Smoothed
from systems.foot_ik.planting import Plants, shuffle_lift
from systems.foot_ik.profile import PelvisRule, decay_rate
from systems.foot_ik.settings import SETTINGS
from systems.foot_ik.slope import core_limited
from systems.foot_ik.smoothing import CLOSE, follow_all, follow_height, step_share
from systems.maths.quaternion import rotate

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
TICK, SPEED = 1 / 60, 17.0
RATE = decay_rate(SPEED)
SHARE = step_share(RATE, TICK)
AHEAD = (0.0, 0.0, 0.0, 1.0)
UP = (0.0, 0.0, 1.0)
HIP, ANKLE, REACH = 90.0, 8.0, 89.1


class Walker:
    """A character's smoothed state, tick by tick, on the rig of the reference: hips 90, legs 90, ankles 8."""

    def __init__(
        self,
        *,
        offset: float = 0.0,
        striding: bool = False,
        rule: PelvisRule = PelvisRule.LOWEST,
        band: float = 0.0,
        planting: bool = False,
        feet: int = 2,
        scale: float = 1.0,
        heading: tuple[float, float, float, float] = AHEAD,
        angle_band: float = 0.0,
    ) -> None:
        self.feet, self.scale = feet, scale
        self.settings = np.zeros(1, dtype=SETTINGS)
        for name, value in {
            "rate": RATE,
            "pelvis_rule": int(rule),
            "planting": planting,
            "offset": offset,
            "max_drop": 30.0,
            "height_band": band,
            "angle_band": math.cos(math.radians(angle_band)),
            "release_distance": 20.0,
            "release_angle": 40.0,
        }.items():
            self.settings[name] = value
        self.bodies = Bodies(
            np.array((0, feet)),
            np.ones(1, dtype=np.bool_),
            np.zeros((1, 3)),
            np.array([heading]),
            np.array([scale]),
            np.zeros(1),
            np.zeros(1),
            np.ones(1, dtype=np.bool_),
            np.array([striding]),
            np.zeros(1, dtype=np.bool_),
            np.zeros(1, dtype=np.bool_),
            *np.zeros((4, 1)),
        )
        self.smoothed = Smoothed(
            np.zeros(feet),
            np.zeros(feet),
            np.tile(AHEAD, (feet, 1)),
            np.zeros(feet),
            np.zeros(feet, dtype=np.bool_),
            np.zeros(feet),
            np.tile(UP, (feet, 1)),
            np.zeros(feet),
        )
        self.plants = Plants(
            np.zeros(feet, dtype=np.bool_),
            np.zeros((feet, 2)),
            np.zeros((feet, 2)),
            np.zeros((feet, 2)),
            np.zeros(feet),
            np.zeros((feet, 2)),
            np.zeros((feet, 2)),
            np.zeros(feet),
        )

    def tick(
        self,
        *grounds: float | None,
        bottom: float = 0.0,
        rise: float = 0.0,
        grounded: bool = True,
        dt: float = TICK,
        **changes: Any,  # noqa: ANN401 - columns of Feet
    ) -> None:
        """One tick over ground of these heights [cm], None for none."""
        self.bodies.root[0, 2], self.bodies.rise[0], self.bodies.grounded[0] = bottom, rise, grounded
        follow_all(
            self.settings, self.bodies, self.found(grounds, bottom, changes), self.smoothed, self.plants, dt
        )

    def found(self, grounds: tuple[float | None, ...], bottom: float, changes: dict[str, Any]) -> Feet:
        """What is known of the feet: the standing rig over these grounds, with changes."""
        count, scale = self.feet, self.scale
        sides = np.array([10.0 * scale * (1 - 2 * (row % 2)) for row in range(count)])
        hips = np.column_stack((np.zeros(count), sides, np.full(count, bottom + HIP * scale)))
        ankles = np.column_stack((np.zeros(count), sides, np.full(count, bottom + ANKLE * scale)))
        parts: dict[str, Any] = {
            "hit": np.array([height is not None for height in grounds]),
            "heights": np.array([np.nan if height is None else height for height in grounds]),
            "normals": np.tile(UP, (count, 1)),
            "rises": np.zeros(count),
            "landing_hit": np.zeros(count, dtype=np.bool_),
            "landings": np.full((count, 3), np.nan),
            "landing_normals": np.tile(UP, (count, 1)),
            "landing_times": np.full(count, -1.0),
            "landing_ways": np.zeros((count, 2)),
            "nudges": np.zeros((count, 2)),
            "landing_nudges": np.zeros((count, 2)),
            "contacts": np.ones(count),
            "stances": np.ones(count),
            "lifts": np.zeros(count),
            "hips": hips,
            "ankles": ankles,
            "balls": ankles[:, :2].copy(),
            "reached": np.ones(count, dtype=np.bool_),
            "to_balls": np.tile((12.0 * scale, 0.0, -6.0 * scale), (count, 1)),
            "climbs": np.zeros(count),
            "aheads": np.full(count, 12.0 * scale),
            "turns": np.ones(count),
            "headings": np.tile((1.0, 0.0), (count, 1)),
            "reaches": np.full(count, REACH * scale),
            "ankle_heights": np.full(count, ANKLE * scale),
        }
        return Feet(**(parts | changes))

    @property
    def pelvis(self) -> float:
        """Offset of the pelvis [cm]."""
        return float(self.bodies.pelvis[0])

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
        ("ue.right_on_20_capsule_on_step", 20, 0, 20),
        ("ue.B_capsule_on_step_left_on_20", 20, 20, 0),
    ],
)
def test_settled_offsets_are_the_seeds_but_for_its_mirrored_foot(
    name: str, bottom: float, left: float, right: float
) -> None:
    walker = Walker(offset=5.0)
    walker.tick(left, right, bottom=bottom)
    expected = VECTORS[name]
    assert walker.pelvis == pytest.approx(expected["pelvis"], abs=1e-9)
    assert walker.smoothed.distances == pytest.approx([expected["left"], -expected["right"]], abs=1e-9)
    np.testing.assert_array_equal(walker.smoothed.weights, 1)


@pytest.mark.parametrize(
    ("name", "left", "right", "way"),
    [
        ("pelvis.reach_one_20_lower", 0.0, -20.0, 0.0),
        ("pelvis.reach_none_needed", 0.0, -5.0, 0.0),
        ("pelvis.reach_stride30", 0.0, -20.0, 30.0),
    ],
)
def test_the_pelvis_goes_down_as_little_as_it_must(name: str, left: float, right: float, way: float) -> None:
    walker = Walker(rule=PelvisRule.REACH)
    moved = np.array(((way, 10.0, ANKLE), (-way, -10.0, ANKLE)))
    walker.tick(left, right, ankles=moved)
    assert walker.pelvis == pytest.approx(VECTORS[name], abs=1e-6)
    assert walker.pelvis > -20
    assert walker.soles() == pytest.approx([left, right], abs=1e-9)


def test_four_legs_share_one_rule() -> None:
    walker = Walker(rule=PelvisRule.REACH, feet=4)
    walker.tick(0.0, -4.0, -20.0, 0.0)
    assert walker.pelvis == pytest.approx(VECTORS["pelvis.reach_one_20_lower"], abs=1e-6)


def test_a_leg_in_the_air_never_pulls_the_pelvis() -> None:
    walker = Walker(rule=PelvisRule.REACH)
    for _ in range(30):
        walker.tick(0.0, -20.0, contacts=np.array((1.0, 0.0)), lifts=np.array((0.0, 9.0)))
        assert walker.pelvis == pytest.approx(0, abs=1e-12)


def test_ground_that_rises_at_once_is_followed_as_the_seed_follows_it_at_60() -> None:
    walker = Walker()
    walker.tick(0.0, 0.0)
    for expected in VECTORS["interp.left20_first6"][1:]:
        walker.tick(20.0, 0.0)
        assert walker.soles() == pytest.approx([expected, 0], abs=1e-6)
        assert walker.pelvis == 0


def test_a_step_is_taken_without_overshoot_and_in_time() -> None:
    walker = Walker(rule=PelvisRule.REACH, band=0.1)
    walker.tick(0.0, 0.0)
    heights = [0.0]
    for _ in range(60):
        walker.tick(20.0, 0.0)
        heights.append(float(walker.soles()[0]))
    steps = np.diff(heights)
    assert (steps >= 0).all()
    assert steps.max() <= 5.67
    assert abs(heights[round(0.24 * 60)] - 20) < 0.2
    assert heights[-1] == 20


times = st.lists(st.floats(1e-4, 0.05), min_size=1, max_size=30)


@given(st.floats(-25, 25), st.floats(-25, 25), times, st.sampled_from([PelvisRule.REACH, PelvisRule.LOWEST]))
def test_it_does_not_matter_how_time_is_cut_up(
    left: float, right: float, cuts: list[float], rule: PelvisRule
) -> None:
    """Toward constant ground, dead band off, to a billionth."""
    once, often = Walker(rule=rule), Walker(rule=rule)
    slope = np.array(((-0.5, 0, math.sqrt(0.75)), UP))
    for walker in (once, often):
        walker.tick(0.0, 0.0)
    once.tick(left, right, dt=sum(cuts), normals=slope)
    for dt in cuts:
        often.tick(left, right, dt=dt, normals=slope)
    assert often.pelvis == pytest.approx(once.pelvis, abs=1e-9)
    np.testing.assert_allclose(often.smoothed.distances, once.smoothed.distances, atol=1e-9)
    np.testing.assert_allclose(often.smoothed.rotations, once.smoothed.rotations, atol=1e-9)


@pytest.mark.parametrize("rate", [15, 30, 60, 120, 240, 1000])
def test_after_a_tenth_of_a_second_it_is_where_the_seed_is_at_60(rate: int) -> None:
    walker = Walker()
    walker.tick(0.0, 0.0)
    left = 0.1
    while left > 1e-12:
        step = min(1 / rate, left)
        walker.tick(20.0, 0.0, dt=step)
        left -= step
    assert walker.soles()[0] == pytest.approx(VECTORS["acc.exp_matched_at_0.1s_of_20"], abs=1e-8)


def test_noise_does_not_move_a_foot_and_a_real_change_does() -> None:
    random = np.random.default_rng(1)
    walker = Walker(rule=PelvisRule.REACH, band=0.1, angle_band=1.0)
    seen = []

    def look(height: float, angle: float) -> None:
        tilt = math.radians(angle)
        normals = np.array(((-math.sin(tilt), 0, math.cos(tilt)), UP))
        walker.tick(height, 0.0, normals=normals)
        seen.append((*walker.soles(), *walker.smoothed.rotations[0]))

    for _ in range(180):
        look(random.uniform(-0.05, 0.05), random.uniform(-0.5, 0.5))
    assert len(set(seen[60:])) == 1
    for _ in range(60):
        look(0.5, 2.0)
    assert seen[-1][0] == pytest.approx(0.5, abs=1e-9)
    np.testing.assert_allclose(
        rotate(walker.smoothed.rotations[0], UP)[0], -math.sin(math.radians(2)), atol=1e-6
    )


def test_a_floor_that_rises_under_both_feet_takes_the_body_along() -> None:
    walker = Walker()
    walker.tick(0.0, 0.0)
    heights = []
    for _ in range(40):
        walker.tick(20.0, 20.0)
        heights.append(walker.pelvis)
        assert walker.soles() == pytest.approx(walker.smoothed.heights, abs=1e-12)
    assert (np.diff(heights) >= 0).all()
    assert heights[-1] == pytest.approx(20, abs=0.01)


def test_the_body_goes_down_with_the_lower_foot_at_once() -> None:
    walker = Walker()
    walker.tick(0.0, 0.0)
    for _ in range(40):
        walker.tick(0.0, -20.0)
        assert walker.pelvis == pytest.approx(walker.smoothed.heights[1], abs=1e-12)
    assert walker.soles() == pytest.approx([0, -20], abs=1e-4)


@pytest.mark.parametrize("rule", [PelvisRule.LOWEST, PelvisRule.REACH])
def test_a_capsule_that_hops_up_a_step_does_not_shake_the_body(rule: PelvisRule) -> None:
    walker = Walker(rule=rule)
    walker.tick(0.0, 0.0)
    for bottom in (0.0, 18.0, 18.0, 0.0, 9.0):
        walker.tick(0.0, 0.0, bottom=bottom)
        assert bottom + walker.pelvis == pytest.approx(0, abs=1e-12)
        assert walker.soles(bottom) == pytest.approx([0, 0], abs=1e-12)


def test_riding_a_platform_changes_nothing() -> None:
    walker = Walker()
    walker.tick(10.0, -5.0, bottom=10)
    offsets = walker.pelvis, walker.smoothed.distances.copy()
    for tick in range(1, 120):
        rise = 50 * TICK
        place = tick * rise
        walker.tick(10 + place, -5 + place, rises=np.full(2, rise), bottom=10 + place, rise=rise)
        assert walker.pelvis == pytest.approx(offsets[0], abs=1e-9)
        assert walker.smoothed.distances == pytest.approx(offsets[1], abs=1e-9)


def test_a_foot_over_nothing_lets_go_and_has_no_say() -> None:
    walker = Walker(rule=PelvisRule.REACH)
    walker.tick(0.0, -20.0)
    before = walker.pelvis
    for _ in range(60):
        walker.tick(0.0, None)
        assert abs(walker.pelvis - before) < 6
        before = walker.pelvis
    assert walker.pelvis == pytest.approx(0, abs=1e-3)
    assert walker.soles()[0] == pytest.approx(0, abs=1e-3)
    assert walker.smoothed.weights == pytest.approx([1, 0], abs=1e-6)
    assert walker.smoothed.distances[1] == pytest.approx(0, abs=1e-6)


def test_it_takes_hold_again_softly() -> None:
    walker = Walker(rule=PelvisRule.REACH)
    walker.tick(0.0, 0.0)
    for _ in range(15):
        walker.tick(0.0, None)
    assert walker.smoothed.weights[1] < 0.05
    last = walker.soles()
    for _ in range(60):
        walker.tick(0.0, -18.0)
        assert np.abs(walker.soles() - last).max() < 9
        last = walker.soles()
    assert walker.soles() == pytest.approx([0, -18], abs=0.01)


def test_a_jump_is_never_pulled_down() -> None:
    walker = Walker(offset=5.0)
    walker.tick(20.0, 0.0, bottom=20)
    assert walker.pelvis == pytest.approx(-15)
    before = walker.pelvis
    for k in range(1, 40):
        time = k * TICK
        walker.tick(20.0, 0.0, bottom=20 + 420 * time - 490 * time * time, grounded=False)
        assert before <= walker.pelvis <= 0
        before = walker.pelvis
    assert walker.pelvis == pytest.approx(0, abs=0.01)
    assert walker.smoothed.weights.max() < 1e-3
    assert VECTORS["acc.jump_freeze_then_fade_worst_pull"] == 0


def test_a_landing_blends_in() -> None:
    walker = Walker()
    walker.tick(0.0, 0.0)
    for _ in range(60):
        walker.tick(None, None, bottom=100, grounded=False)
    assert walker.pelvis == pytest.approx(0, abs=1e-6)
    pelvis = []
    for _ in range(40):
        walker.tick(40.0, 60.0, bottom=60)
        pelvis.append(walker.pelvis)
    assert abs(pelvis[0]) < 7
    assert (np.diff(pelvis) <= 1e-9).all()
    assert walker.smoothed.weights == pytest.approx([1, 1], abs=1e-3)
    assert walker.soles(60) == pytest.approx([40, 60], abs=0.05)


@pytest.mark.parametrize("rule", [PelvisRule.LOWEST, PelvisRule.REACH])
def test_who_begins_in_the_air_lands_as_softly_as_anybody(rule: PelvisRule) -> None:
    """What is new in the first tick is a tick's share of the 0.15 s in which feet take hold."""
    lands, stands = Walker(rule=rule), Walker(rule=rule)
    lands.bodies.landing[0] = True
    for walker in (lands, stands):
        walker.tick(-20.0, 4.0)
        assert walker.bodies.settled[0]
    share = TICK * RATE / 3
    assert share == pytest.approx(TICK / 0.15, abs=1e-3)
    assert lands.pelvis == pytest.approx(stands.pelvis * share, abs=1e-12)
    assert lands.smoothed.weights == pytest.approx([share, share], abs=1e-12)
    for _ in range(60):
        lands.tick(-20.0, 4.0)
    assert lands.soles() == pytest.approx([-20.0, 4.0], abs=1e-6)


def test_a_missed_trace_is_never_read() -> None:
    walker = Walker(rule=PelvisRule.REACH, planting=True)
    walker.tick(0.0, None)
    walker.tick(None, 0.0)
    walker.tick(None, None, grounded=False)
    assert np.isfinite(walker.pelvis)
    for part in (*walker.smoothed, *walker.plants):
        assert np.isfinite(part).all()


def test_feet_turn_with_the_slope_whatever_the_facing() -> None:
    normal = np.array((-0.5, 0, np.sqrt(0.75)))
    for heading in (AHEAD, (0.0, 0.0, -1.0, 0.0), (0.0, 0.0, float(np.sqrt(0.5)), float(np.sqrt(0.5)))):
        walker = Walker(heading=heading)
        walker.tick(0.0, 0.0, normals=np.array((normal, normal)))
        for rotation in walker.smoothed.rotations:
            np.testing.assert_allclose(rotate(rotation, UP), normal, atol=1e-12)
            ahead = rotate(heading, (1, 0, 0))
            turned = rotate(rotation, ahead)
            assert ahead[0] * turned[1] - ahead[1] * turned[0] == pytest.approx(0, abs=1e-12)


def test_feet_tilt_no_farther_than_they_may() -> None:
    walker, expected = Walker(), VECTORS["acc.align_clamped30_of_60deg"]
    walker.settings["least_up"] = math.cos(math.radians(30))
    steep = np.array((-math.sqrt(0.75), 0, 0.5))
    walker.tick(0.0, 0.0, normals=np.array((steep, UP)))
    np.testing.assert_allclose(walker.smoothed.rotations[0], expected["quat"], atol=1e-9)
    np.testing.assert_allclose(rotate(walker.smoothed.rotations[0], UP), expected["up"], atol=1e-9)


@given(st.floats(0, 89), st.floats(-180, 180), st.floats(0, 89))
def test_limited_ground_rises_the_same_way(tilt: float, way: float, limit: float) -> None:
    sine, turned = math.sin(math.radians(tilt)), math.radians(way)
    normal = (sine * math.cos(turned), sine * math.sin(turned), math.cos(math.radians(tilt)))
    x, y, z = core_limited(normal, math.cos(math.radians(limit)))
    assert math.hypot(x, y, z) == pytest.approx(1.0, abs=1e-12)
    assert math.degrees(math.atan2(math.hypot(x, y), z)) == pytest.approx(min(tilt, limit), abs=1e-6)
    assert x * normal[1] == pytest.approx(y * normal[0], abs=1e-12)


def test_feet_turn_at_the_interpolation_speed() -> None:
    walker = Walker()
    walker.tick(0.0, 0.0)
    walker.tick(0.0, 0.0, normals=np.array(((-0.5, 0, np.sqrt(0.75)), UP)))
    expected = np.radians(VECTORS["rinterp.30pitch_frame1"][0] / 2)
    np.testing.assert_allclose(
        walker.smoothed.rotations[0], (0, -np.sin(expected), 0, np.cos(expected)), atol=1e-9
    )


def at(x: float, y: float = 10.0) -> Floats:
    return np.array(((x, y), (x, -y)))


def test_a_planted_foot_stays_where_it_is_and_fades_by_half_every_50_ms() -> None:
    walker = Walker(planting=True, striding=True)
    for k in range(40):
        x = -k * 0.2
        walker.tick(0.0, 0.0, balls=at(x))
        place = walker.plants.slides[0, 0] + x
        assert abs(place) <= 0.01
    left = walker.plants.slides[0, 0]
    assert left == pytest.approx(7.8)
    gone: dict[str, Any] = {"balls": at(-7.8), "contacts": np.zeros(2), "lifts": np.full(2, 5.0)}
    walker.tick(0.0, 0.0, **gone)
    assert not walker.plants.locked.any()
    before = walker.plants.slides[0, 0]
    walker.tick(0.0, 0.0, **gone)
    share = 1 - walker.plants.slides[0, 0] / before
    assert share == pytest.approx(VECTORS["acc.release_decay_frame1_halflife.05"], abs=1e-8)
    for _ in range(VECTORS["acc.release_frames_to_1pct_halflife.05"] - 1):
        walker.tick(0.0, 0.0, **gone)
    assert walker.plants.slides[0, 0] < 0.01 * before


@pytest.mark.parametrize(("way", "turn"), [(21.0, 0.0), (0.0, 41.0)])
def test_a_planted_foot_lets_go_by_distance_and_by_angle(way: float, turn: float) -> None:
    walker = Walker(planting=True, striding=True)
    walker.tick(0.0, 0.0)
    assert walker.plants.locked.all()
    angle = math.radians(turn)
    headings = np.tile((math.cos(angle), math.sin(angle)), (2, 1))
    gone: dict[str, Any] = {"balls": at(way), "headings": headings}
    walker.tick(0.0, 0.0, **gone)
    assert walker.plants.locked.tolist() == [False, True]  # the other one waits
    before = abs(walker.plants.slides[0]).max() + abs(walker.plants.twists[0])
    walker.tick(0.0, 0.0, **gone, contacts=np.array((0.0, 1.0)))
    assert 0.5 < (abs(walker.plants.slides[0]).max() + abs(walker.plants.twists[0])) / before < 1


def test_a_foot_whose_animation_has_gone_too_far_steps_to_it_and_does_not_drag() -> None:
    """Up by 5 cm and down again within 0.2 s, and on to where the animation stands."""
    walker = Walker(planting=True, striding=True)
    walker.tick(0.0, 0.0)
    heights, places = [], []
    for _ in range(20):
        left = walker.plants.shuffles[0]
        walker.tick(
            0.0,
            0.0,
            balls=np.array(((-25.0, 10.0), (0.0, -10.0))),
            contacts=np.array((0.0 if left > 0 else 1.0, 1.0)),
            lifts=np.array((shuffle_lift(left), 0.0)),
            landing_hit=np.array((left > 0, False)),
            landings=np.array(((-25.0, 10.0, 0.0), (np.nan,) * 3)),
            landing_times=np.array((left if left > 0 else -1.0, -1.0)),
        )
        heights.append(float(walker.soles()[0]))
        places.append(float(walker.plants.slides[0, 0] - 25.0))
    assert heights[0] == 0
    assert max(heights) == pytest.approx(5, abs=0.05)
    assert heights[12:] == pytest.approx(np.zeros(8), abs=1e-9)
    assert walker.plants.locked.all()
    assert (np.diff(places) <= 1e-9).all()
    assert places[0] == 0
    assert places[9:] == pytest.approx(np.full(11, -25.0))
    resting = np.array(heights[:-1]) == np.array(heights[1:])
    assert np.abs(np.diff(places)[resting]).max() == 0  # it moves in the air alone


def test_another_foot_waits_until_it_must_go_too() -> None:
    walker = Walker(planting=True, striding=True)
    walker.tick(0.0, 0.0)
    walker.tick(0.0, 0.0, balls=at(-29.0))
    assert walker.plants.locked.tolist() == [False, True]
    walker.tick(0.0, 0.0, balls=at(-31.0), contacts=np.array((0.0, 1.0)))
    assert not walker.plants.locked.any()


def test_the_ball_of_a_planted_foot_stays_however_its_ground_tilts_it() -> None:
    """The rig's ball is 12 cm ahead of the ankle and 6 cm below; by hand for 30 degrees up ahead."""
    walker = Walker(planting=True, striding=True)
    slope = np.tile((-0.5, 0.0, math.sqrt(0.75)), (2, 1))
    walker.tick(0.0, 0.0)
    for _ in range(90):
        walker.tick(0.0, 0.0, normals=slope)
    moved = (12 * math.cos(math.pi / 6) + 6 * math.sin(math.pi / 6)) - 12
    assert walker.plants.locked.all()
    assert walker.plants.slides[:, 0] == pytest.approx([-moved, -moved], abs=1e-4)
    assert walker.soles() == pytest.approx(np.full(2, -moved * math.tan(math.pi / 6)), abs=1e-4)


def height_after(**changes: float) -> float:
    values = {"height": 0.0, "ground": 0.0, "landing": 0.0, "landing_time": -1.0, "contact": 0.0, "lift": 5.0}
    values |= {name: float(value) for name, value in changes.items()}
    return follow_height(**values, steps=True, fastest=340.0, dt=TICK, share=SHARE)


def test_a_planted_foot_of_a_walker_is_not_far_from_its_ground_for_long() -> None:
    height, ticks = 0.0, 0
    while height < 18 - CLOSE:
        after = height_after(height=height, ground=18, contact=1)
        assert after - height < 5.67 + 5.1
        height, ticks = after, ticks + 1
    assert ticks <= 3
    assert height_after(ground=18, contact=0.1) == pytest.approx(18 * SHARE)


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
    after = follow_height(
        height, ground, landing, time, contact, lift, steps=True, fastest=340.0, dt=TICK, share=SHARE
    )
    assert min(height, ground - lift, landing, ground) - 1e-9 <= after <= max(height, ground, landing) + 1e-9


def test_the_floor_is_where_the_next_foot_comes_down_when_it_does() -> None:
    walker = Walker(rule=PelvisRule.REACH, striding=True)
    walker.tick(0.0, 0.0)
    floors = [0.0]
    for tick in range(24, 3, -1):
        walker.tick(
            0.0,
            0.0,
            contacts=np.array((1.0, 0.0)),
            lifts=np.array((0.0, 6.0)),
            landing_hit=np.array((False, True)),
            landings=np.array(((np.nan,) * 3, (40.0, -10.0, -20.0))),
            landing_times=np.array((-1.0, tick * TICK)),
            landing_ways=np.array(((0.0, 0.0), (40.0, 0.0))),
        )
        floors.append(float(walker.bodies.floor[0]))
    assert np.diff(floors) == pytest.approx(np.full(21, floors[-1] / 21), abs=1e-9)
    assert floors[-1] == pytest.approx(max(8 - 20 + REACH - 90, -20), abs=1e-9)


def test_a_body_goes_down_alike_whichever_foot_comes_down_first() -> None:
    """The foot that rolls off above holds the body back, but does not hold it up."""
    floors = []
    for coming in (0, 1):
        walker, other = Walker(rule=PelvisRule.REACH, striding=True), 1 - coming
        walker.tick(0.0, 0.0)
        for tick in range(24, 3, -1):
            parts: dict[str, Any] = {
                "contacts": np.zeros(2),
                "lifts": np.array([6.0 if foot == coming else 0.0 for foot in range(2)]),
                "landing_hit": np.array([foot == coming for foot in range(2)]),
                "landings": np.array([(20.0, 10.0 - 20.0 * foot, -18.0) for foot in range(2)]),
                "landing_times": np.array([tick * TICK if foot == coming else 0.5 for foot in range(2)]),
            }
            parts["landing_hit"][other] = False
            walker.tick(0.0, 0.0, **parts)
        floors.append(float(walker.bodies.floor[0]))
    assert floors[0] == floors[1] == pytest.approx(-18, abs=1e-9)


@pytest.mark.parametrize("scale", [0.01, 0.5, 2.0, 100.0])
def test_lengths_scale_and_angles_do_not(scale: float) -> None:
    plain, scaled = Walker(rule=PelvisRule.REACH), Walker(rule=PelvisRule.REACH, scale=scale)
    slope = np.array(((-0.5, 0, math.sqrt(0.75)), UP))
    for left, right in ((0.0, 0.0), (12.0, -9.0), (3.0, -16.0), (0.0, 0.0)):
        plain.tick(left, right, normals=slope)
        scaled.tick(left * scale, right * scale, normals=slope)
        assert scaled.pelvis == pytest.approx(plain.pelvis * scale, rel=1e-9, abs=1e-9 * scale)
        np.testing.assert_allclose(scaled.smoothed.rotations, plain.smoothed.rotations, atol=1e-9)
