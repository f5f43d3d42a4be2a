"""Ropes: links of exact length, pendulums, wind, bodies and ground."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.view.arrays import Floats
from game.view.characters.rope import Air, Body, Rope, advance_rope, hanging_rope

DT, G = 1.0 / 60.0, 980.0
STILL_AIR = Air((0.0, 0.0, -G), (0.0, 0.0, 0.0), 0.0, 0.0)
THICK_AIR = Air((0.0, 0.0, -G), (0.0, 0.0, 0.0), 4.0, 0.0)
NOBODY = Body(np.zeros((0, 6)), np.zeros((0, 6)), np.zeros(0))
ORIGIN = np.zeros(3)


def run(
    rope: Rope,
    ticks: int,
    *,
    length: float = 70.0,
    air: Air = THICK_AIR,
    body: Body = NOBODY,
    ground: float | None = None,
    radius: float = 0.0,
    dt: float = DT,
) -> Floats:
    """Where the tip was after each tick, shape [ticks, 3]."""
    knots, tips = len(rope.points), []
    planes = np.zeros((knots, 4)) if ground is None else np.tile((0.0, 0.0, 1.0, ground), (knots, 1))
    for tick in range(ticks):
        radii = np.full(knots, radius)
        advance_rope(rope, ORIGIN, length / (knots - 1), radii, body, planes, air, tick * dt, dt)
        tips.append(rope.points[-1].copy())
    return np.array(tips)


def leaning(shape: tuple[float, ...], length: float) -> Rope:
    """A rope whose knots hang this far aside [cm]."""
    rope = hanging_rope(ORIGIN, length, len(shape))
    link, before = length / len(shape), 0.0
    for knot, aside in enumerate(shape, start=1):
        rope.points[knot, 0] = aside
        rope.points[knot, 2] = rope.points[knot - 1, 2] - math.sqrt(link**2 - (aside - before) ** 2)
        before = aside
    return rope


def period(tips: Floats) -> float:
    """Time from one passing of the middle to the right to the next [s], on average."""
    x = tips[:, 0]
    before = np.flatnonzero((x[:-1] < 0.0) & (x[1:] >= 0.0))
    moments = before - x[before] / (x[before + 1] - x[before])
    return float(np.diff(moments).mean()) * DT


def test_one_link_swings_as_a_pendulum_does() -> None:
    tips = run(leaning((5.0,), 70.0), 600, air=STILL_AIR)

    assert period(tips) == pytest.approx(2.0 * math.pi * math.sqrt(70.0 / G), rel=0.005)
    assert np.abs(tips[-120:, 0]).max() > 3.5, "less than a third is lost in ten seconds"


def test_two_links_swing_as_a_double_pendulum_does() -> None:
    # Equal masses on links of length l: in the slow mode w² = (2 - √2) g/l, the lower knot √2 as far off.
    tips = run(leaning((3.0, 3.0 * math.sqrt(2.0)), 70.0), 600, air=STILL_AIR)

    slow = math.sqrt((2.0 - math.sqrt(2.0)) * G / 35.0)
    assert period(tips) == pytest.approx(2.0 * math.pi / slow, rel=0.005)


@given(
    st.lists(st.tuples(*[st.floats(-60.0, 60.0)] * 3), min_size=1, max_size=20),
    st.integers(1, 9),
    st.sampled_from((0.0, 6.0)),
)
def test_links_keep_their_length_whatever_the_root_does(
    ways: list[tuple[float, float, float]], links: int, radius: float
) -> None:
    rope, root = hanging_rope(ORIGIN, 70.0, links), np.zeros(3)
    ends = np.array([(0.0, 0.0, -40.0, 0.0, 0.0, 10.0)])
    planes = np.tile((0.0, 0.0, 1.0, -50.0), (links + 1, 1))

    for way in ways:
        root += way
        body = Body(ends, ends + np.tile(way, 2), np.array([15.0]))
        advance_rope(rope, root, 70.0 / links, np.full(links + 1, radius), body, planes, THICK_AIR, 0.0, DT)
        ends = body.after

    lengths = np.linalg.norm(np.diff(rope.points, axis=0), axis=1)
    np.testing.assert_allclose(lengths, 70.0 / links, rtol=1e-9)
    np.testing.assert_allclose(rope.points[0], root, atol=1e-9)


def test_at_rest_it_hangs_straight_down() -> None:
    rope = leaning((8.0, 20.0, 25.0, 20.0, 10.0), 70.0)

    run(rope, 600)

    np.testing.assert_allclose(rope.points, hanging_rope(ORIGIN, 70.0, 5).points, atol=0.01)
    assert np.abs(rope.velocities).max() < 0.1


def test_in_a_steady_wind_it_leans_as_far_as_the_wind_outweighs_it() -> None:
    # The air takes a knot along with k times its own speed a second: k u aside for every g down.
    rope, wind = hanging_rope(ORIGIN, 70.0, 6), 250.0

    run(rope, 900, air=Air((0.0, 0.0, -G), (-wind, 0.0, 0.0), 4.0, 0.0))

    aside, down = rope.points[-1, 0], rope.points[-1, 2]
    assert math.atan2(aside, down) == pytest.approx(math.atan2(-4.0 * wind, -G), abs=0.02)


def test_it_lies_on_the_ground_and_on_the_body() -> None:
    rope = hanging_rope(ORIGIN, 70.0, 7)
    ends = np.array([(4.0, 1.0, -30.0, 4.0, 1.0, -20.0)])

    run(rope, 300, ground=-50.0, radius=3.0, body=Body(ends, ends, np.array([12.0])))

    assert rope.points[:, 2].min() > -50.0 + 3.0 - 1.0
    middles = np.clip(rope.points[1:, 2], -30.0, -20.0)
    away = np.linalg.norm(
        rope.points[1:] - np.stack((0 * middles + 4.0, 0 * middles + 1.0, middles), 1), axis=1
    )
    assert away.min() > 12.0 + 3.0 - 1.0


def test_a_mirrored_rope_swings_mirrored() -> None:
    right, left = leaning((5.0, 12.0, 20.0), 60.0), leaning((-5.0, -12.0, -20.0), 60.0)

    tips = [run(rope, 120, length=60.0) for rope in (right, left)]

    np.testing.assert_allclose(tips[0][:, 0], -tips[1][:, 0], atol=1e-9)
    np.testing.assert_allclose(tips[0][:, 2], tips[1][:, 2], atol=1e-9)


def test_half_the_tick_changes_little() -> None:
    tips = run(leaning((5.0, 12.0, 20.0), 60.0), 60, length=60.0)
    finer = run(leaning((5.0, 12.0, 20.0), 60.0), 120, length=60.0, dt=DT / 2)

    assert np.abs(tips - finer[1::2]).max() < 1.0
