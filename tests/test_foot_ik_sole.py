"""What soles rest on: level ground, slopes, edges, kerbs and crests."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.foot_ik.sole import BEND, rest_sole

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
HEEL, ANKLE, BALL, TOE = PLACES = (-6.0, 0.0, 12.0, 18.0)
LEVEL = (0.0, 0.0, 0.0, 0.0)


def test_on_level_ground_it_lies_level() -> None:
    assert rest_sole(PLACES, (5, 5, 5, 5), LEVEL, load=2) == (5, 0)


@pytest.mark.parametrize("slope", [0.3, -0.7, 0.97])
def test_on_a_slope_it_lies_along_it(slope: float) -> None:
    heights = [7 + slope * place for place in PLACES]
    rest = rest_sole(PLACES, heights, [slope] * 4, load=2)
    assert rest == pytest.approx((7, slope), abs=1e-12)


def test_toes_over_an_edge_hang_and_the_sole_stays_level() -> None:
    assert rest_sole(PLACES, (0, 0, 0, -18), LEVEL, load=2) == (0, 0)


def test_heels_over_an_edge_hang_too() -> None:
    assert rest_sole(PLACES, (-18, -18, 0, 0), LEVEL, load=2) == (0, 0)


def test_across_a_kerb_it_tilts_by_the_angle_of_its_two_points() -> None:
    rest = rest_sole(PLACES, (0, 0, 0, 6), LEVEL, load=2)
    assert math.degrees(math.atan(rest.slope)) == pytest.approx(VECTORS["foot.two_point_pitch"], abs=1e-9)
    assert rest.height + rest.slope * HEEL == pytest.approx(0)
    assert rest.height + rest.slope * TOE == pytest.approx(6)


@pytest.mark.parametrize(("rise", "name"), [(10.0, "acc.sole_edge_angle"), (3.0, "acc.sole_edge_angle_3")])
def test_the_angle_over_an_edge_is_that_of_rise_over_run(rise: float, name: str) -> None:
    rest = rest_sole((-5.0, 0.0, 5.0), (0.0, -1.0, rise), (0.0, 0.0, 0.0), load=1, max_bend=50.0)
    assert math.degrees(math.atan(rest.slope)) == pytest.approx(VECTORS[name], abs=1e-6)


def test_over_a_step_too_high_to_rest_on_it_lies_along_the_ground_under_its_ball() -> None:
    assert math.degrees(math.atan(18 / 24)) > BEND
    assert rest_sole(PLACES, (0, 0, 0, 18), LEVEL, load=2) == (0, 0)


def test_on_a_crest_it_touches_the_crest_and_goes_into_neither_side() -> None:
    heights = (-6 * 0.5, 0.0, 6 * 0.2 - 6 * 0.4, 6 * 0.2 - 12 * 0.4)
    slopes = (0.5, 0.2, -0.4, -0.4)
    rest = rest_sole(PLACES, heights, slopes, load=2)
    for place, height in zip(PLACES, heights, strict=True):
        assert rest.height + rest.slope * place >= height - 1e-9


@given(st.lists(st.floats(-4, 4), min_size=4, max_size=4))
def test_it_never_sinks_and_always_touches(heights: list[float]) -> None:
    rest = rest_sole(PLACES, heights, LEVEL, load=2, max_bend=80.0)
    gaps = [rest.height + rest.slope * place - height for place, height in zip(PLACES, heights, strict=True)]
    assert min(gaps) == pytest.approx(0, abs=1e-7)


@given(st.lists(st.floats(-4, 4), min_size=4, max_size=4), st.floats(-100, 100))
def test_it_rises_with_the_ground(heights: list[float], rise: float) -> None:
    low = rest_sole(PLACES, heights, LEVEL, load=2)
    high = rest_sole(PLACES, np.array(heights) + rise, LEVEL, load=2)
    assert high.height - low.height == pytest.approx(rise, abs=1e-9)
    assert high.slope == pytest.approx(low.slope, abs=1e-9)


@pytest.mark.parametrize(
    ("load", "heights", "message"),
    [(4, LEVEL, "load must be a row"), (0, (0, 0, np.nan, 0), "heights"), (0, (0, 0), "heights")],
)
def test_what_makes_no_sense_is_refused(load: int, heights: tuple[float, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rest_sole(PLACES, heights, LEVEL, load=load)
