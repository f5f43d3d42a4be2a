"""Outlines: which way round they run, whether they are valid, and their convex pieces."""

import math

import numpy as np
import pytest
from collision_oracles import convex_outlines, inside_polygon, polygon_distance, star_outlines
from hypothesis import given
from hypothesis import strategies as st

from components.arrays import Floats
from systems.collision.outline import (
    convex_pieces,
    counter_clockwise,
    is_convex,
    signed_area,
    without_straight_corners,
)

SQUARE = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], dtype=float)
L_SHAPE = np.array([(0, 0), (200, 0), (200, 100), (100, 100), (100, 200), (0, 200)], dtype=float)


def outline(*corners: tuple[float, float]) -> Floats:
    return np.array(corners, dtype=float)


def turns_left_everywhere(piece: Floats) -> bool:
    before = piece - np.roll(piece, 1, axis=0)
    after = np.roll(piece, -1, axis=0) - piece
    cross = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    return bool(np.all(cross > -1e-9 * np.hypot(*before.T) * np.hypot(*after.T)))


@pytest.mark.parametrize(
    ("corners", "area"),
    [
        (SQUARE, 100.0),
        (SQUARE[::-1], -100.0),
        (outline((0, 0), (4, 0), (0, 3)), 6.0),
        (L_SHAPE, 30000.0),
        (L_SHAPE + 1e4, 30000.0),
        (outline((0, 0), (5, 5), (10, 10)), 0.0),
    ],
)
def test_area_counts_counter_clockwise_as_positive(corners: Floats, area: float) -> None:
    assert signed_area(corners) == pytest.approx(area)


@given(star_outlines())
def test_counter_clockwise_turns_only_clockwise_outlines_round(corners: Floats) -> None:
    assert counter_clockwise(corners) is corners
    np.testing.assert_array_equal(counter_clockwise(corners[::-1]), corners)


def test_a_convex_outline_stays_one_piece() -> None:
    (piece,) = convex_pieces(SQUARE)
    np.testing.assert_array_equal(piece, SQUARE)


@given(convex_outlines())
def test_every_convex_outline_stays_one_piece(corners: Floats) -> None:
    assert len(convex_pieces(corners)) == 1


def test_an_l_shape_needs_two_pieces() -> None:
    assert not is_convex(L_SHAPE)
    assert len(convex_pieces(L_SHAPE)) == 2


def test_stairs_need_no_more_pieces_than_four_times_the_fewest() -> None:
    count = 6
    steps = [corner for k in range(count) for corner in ((28.0 * k, 18.0 * k), (28.0 * k, 18.0 * (k + 1)))]
    stairs = outline(*steps, (28.0 * count, 18.0 * count), (28.0 * count, 0.0))[::-1]
    pieces = convex_pieces(counter_clockwise(stairs))
    fewest = count  # one reflex corner for each step but the first
    assert len(pieces) <= 4 * fewest
    assert sum(signed_area(piece) for piece in pieces) == pytest.approx(signed_area(stairs))


@given(star_outlines(), st.randoms(use_true_random=False))
def test_convex_pieces_are_convex_and_tile_the_outline(corners: Floats, random: object) -> None:
    pieces = convex_pieces(corners)
    assert all(turns_left_everywhere(piece) for piece in pieces)
    assert all(signed_area(piece) > 0 for piece in pieces)
    assert sum(signed_area(piece) for piece in pieces) == pytest.approx(signed_area(corners), rel=1e-9)
    low, high = corners.min(axis=0) - 5.0, corners.max(axis=0) + 5.0
    for _ in range(40):
        x, z = (random.uniform(float(lo), float(hi)) for lo, hi in zip(low, high, strict=True))  # type: ignore[attr-defined]
        if min(abs(polygon_distance(shape, x, z)) for shape in (corners, *pieces)) < 1e-6:
            continue  # on a side: either answer is right
        covers = sum(inside_polygon(piece, x, z) for piece in pieces)
        assert covers == (1 if inside_polygon(corners, x, z) else 0)


@given(star_outlines())
def test_pieces_use_only_corners_of_the_outline(corners: Floats) -> None:
    known = {tuple(corner) for corner in corners.tolist()}
    assert all(tuple(corner) in known for piece in convex_pieces(corners) for corner in piece.tolist())


@pytest.mark.parametrize(
    "corners",
    [
        outline((0, 0), (10, 10), (10, 0), (0, 10)),  # a bow tie with equal halves
        outline((0, 0), (10, 8), (10, 0), (0, 10)),  # one with a larger half
        outline(*((math.cos(t), math.sin(t)) for t in np.arange(5) * 4 * math.pi / 5)),  # a pentagram
        outline((0, 0), (30, 0), (30, 30), (10, 30), (10, -10), (0, -10)),  # a side through another
        outline((0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2)),  # an hourglass that touches itself
        outline((0, 0), (10, 0), (10, 10), (5, 0), (0, 10)),  # a corner on another side
        np.vstack((SQUARE, SQUARE)),  # twice round
    ],
)
def test_an_outline_that_crosses_itself_is_refused(corners: Floats) -> None:
    with pytest.raises(ValueError, match="the outline crosses or touches itself"):
        convex_pieces(counter_clockwise(corners))


@given(star_outlines(), st.data())
def test_swapping_two_corners_is_refused_or_still_tiles(corners: Floats, data: st.DataObject) -> None:
    swapped = corners.copy()
    row = data.draw(st.integers(0, len(corners) - 1))
    swapped[[row, row - 1]] = swapped[[row - 1, row]]
    swapped = counter_clockwise(swapped)
    try:
        pieces = convex_pieces(swapped)
    except ValueError:
        return
    inside = [inside_polygon(swapped, *piece.mean(axis=0)) for piece in pieces]
    assert all(inside)
    assert sum(signed_area(piece) for piece in pieces) == pytest.approx(signed_area(swapped), rel=1e-9)


@pytest.mark.parametrize(
    "corners",
    [outline((0, 0), (1, 0), (2, 0)), outline((0, 0), (1, 0)), outline((3, 3), (3, 3), (3, 3), (3, 3))],
)
def test_an_outline_without_area_is_refused(corners: Floats) -> None:
    with pytest.raises(ValueError, match="the outline encloses no area"):
        convex_pieces(counter_clockwise(corners))


@pytest.mark.parametrize(
    "corners",
    [
        outline((0, 0), (5, 0), (10, 0), (10, 10), (0, 10)),  # in the middle of a side
        outline((0, 0), (10, 0), (10, 0), (10, 10), (0, 10)),  # a corner twice
        outline((0, 0), (10, 0), (10, 10), (0, 10), (0, 0)),  # closed by its first corner
        outline((0, 0), (3, 0), (3, 0), (6, 0), (10, 0), (10, 0), (10, 10), (0, 10), (0, 4)),
        outline((0, 0), (10, 0), (10, 5), (15, 5), (10, 5), (10, 10), (0, 10)),  # out and back again
    ],
)
def test_corners_that_change_nothing_are_dropped(corners: Floats) -> None:
    np.testing.assert_array_equal(without_straight_corners(corners), SQUARE)
    np.testing.assert_array_equal(convex_pieces(corners)[0], SQUARE)


@given(star_outlines(), st.data())
def test_points_put_on_the_sides_do_not_change_the_area(corners: Floats, data: st.DataObject) -> None:
    rows: list[Floats] = []
    for here, there in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        shares = data.draw(st.lists(st.sampled_from((0.0, 0.25, 0.5, 0.75)), max_size=2).map(sorted))
        rows += [here, *(here + share * (there - here) for share in shares)]
    pieces = convex_pieces(np.array(rows))
    assert sum(signed_area(piece) for piece in pieces) == pytest.approx(signed_area(corners), rel=1e-6)
    assert all(len(piece) >= 3 for piece in pieces)
