"""Corners of the ground under a sole against the ground itself, traced at many places."""

import itertools

import numpy as np
from collision_oracles import bake, convex_outlines, moved
from hypothesis import given
from hypothesis import strategies as st
from scenes import box, no_motion

from components.arrays import Floats
from components.terrain import MotionArrays, Solid, TerrainArrays
from systems.collision.query import line_traces
from systems.foot_ik.edges import NO_HEIGHT, find_corners

BACK, AHEAD = -6.0, 18.0
TOP, BOTTOM = 600.0, -600.0
BESIDE = 1e-6
"""Distance from a corner at which the ground beside it is looked at [cm]."""
FLOOR = box(-900, 900, -590, -580, depth=(-300.0, 300.0))


def ground(
    terrain: TerrainArrays, motion: MotionArrays, place: Floats, heading: Floats, at: Floats
) -> Floats:
    """Heights of the ground at some places along a sole [cm]."""
    level = place + np.asarray(at)[:, None] * heading
    starts = np.column_stack((level, np.full(len(level), TOP)))
    ends = np.column_stack((level, np.full(len(level), BOTTOM)))
    heights: Floats = line_traces(terrain, motion, starts, ends).point[:, 2]
    return heights


def corners(
    terrain: TerrainArrays, motion: MotionArrays, place: Floats, heading: Floats, room: int = 64
) -> tuple[Floats, Floats]:
    """Places and heights of the corners, ascending."""
    at, heights = np.empty(room), np.empty(room)
    every = np.arange(len(terrain.prisms))
    count = find_corners(terrain, motion, every, len(every), place, heading, BACK, AHEAD, 0.0, at, heights)
    order = np.argsort(at[:count], kind="stable")
    return at[order], heights[order]


@given(
    st.lists(convex_outlines(), min_size=1, max_size=4),
    st.tuples(st.floats(-120, 120), st.floats(-40, 40)),
    st.floats(-180, 180),
    st.tuples(st.floats(-60, 60), st.floats(-60, 60)),
)
def test_between_two_corners_no_ground_rises_over_the_line_from_one_to_the_other(
    shapes: list[Floats], spot: tuple[float, float], turned: float, away: tuple[float, float]
) -> None:
    still = [Solid(shape, depth=(-30.0, 25.0)) for shape in shapes]
    terrain = bake(FLOOR, *still, Solid(shapes[0], depth=(-20.0, 35.0), platform=0))
    motion, place = moved((away[0], 3.0, away[1])), np.array(spot)
    heading = np.array((np.cos(np.radians(turned)), np.sin(np.radians(turned))))
    found = np.array((BACK, *corners(terrain, motion, place, heading)[0], AHEAD))
    for start, end in itertools.pairwise(found):
        if end - start > 10 * BESIDE:
            at = np.linspace(start + BESIDE, end - BESIDE, 7)
            heights = ground(terrain, motion, place, heading, at)
            line = np.interp(at, at[[0, -1]], heights[[0, -1]])
            assert (heights <= line + 1e-4).all()


@given(st.floats(-5.9, 17.9), st.floats(-30, 30), st.sampled_from((1.0, -1.0)))
def test_a_step_has_its_edge_for_a_corner(edge: float, height: float, way: float) -> None:
    """Facing either way, and as high as the step is."""
    x = edge * way
    solids = [box(-200, x, -100, height), box(x, 200, -100, 0)]
    terrain, motion = bake(*solids), no_motion()
    at, heights = corners(terrain, motion, np.zeros(2), np.array((way, 0.0)))
    np.testing.assert_allclose(at, edge, atol=1e-12)
    assert heights.max() == max(height, 0.0)


def test_where_the_ground_ends_in_depth_a_corner_is_just_within() -> None:
    terrain = bake(box(-100, 100, -10, 0, depth=(-5.0, 4.0)))
    for heading, end in (((0.0, 1.0), 4.0), ((0.0, -1.0), 5.0), ((0.6, 0.8), 5.0), ((0.6, -0.8), 6.25)):
        at, heights = corners(terrain, no_motion(), np.zeros(2), np.array(heading))
        behind = -5.0 if heading == (0.0, 1.0) else -4.0 if heading == (0.0, -1.0) else None
        assert at[-1] < end < at[-1] + 1e-6
        assert heights[-1] == NO_HEIGHT
        assert behind is None or at[0] - 1e-6 < behind < at[0]


def test_what_there_is_no_room_for_is_left_out() -> None:
    terrain = bake(*(box(x, x + 2, -10, 0) for x in range(-10, 30, 3)))
    motion = no_motion()
    every, _ = corners(terrain, motion, np.zeros(2), np.array((1.0, 0.0)))
    some, _ = corners(terrain, motion, np.zeros(2), np.array((1.0, 0.0)), room=3)
    assert len(every) > len(some) == 3
