"""Searches for ground against single line traces: each place of a sole by itself, in terrain of any shape."""

import math
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
from collision_oracles import bake, convex_outlines, moved
from hypothesis import given
from hypothesis import strategies as st
from scenes import box, no_motion

from components.arrays import Flags, Floats
from components.foot_ik import Verdict
from components.terrain import MotionArrays, Solid, TerrainArrays
from systems.collision.layers import ALL_LAYERS
from systems.collision.query import TraceHit, line_trace, line_trace_all
from systems.foot_ik.living_ground import no_skins
from systems.foot_ik.place import gather
from systems.foot_ik.probe import corners_near, look_along, probe_foot, rest_foot
from systems.foot_ik.search import Found, Looks, new_looks, new_scratch, nothing_found
from systems.foot_ik.sole import BEND

TOP, BOTTOM = 150.0, -150.0
HEEL, BALL, TOE, ANKLE = 6.0, 10.0, 18.0, 8.0
NO_TAGS = np.zeros((0, 0), dtype=np.bool_)
LEAST, TIGHT = 1e-3, 1e-7
"""Narrowest column, and how exactly soles rest on edges [cm]."""

outlines = st.lists(convex_outlines(), min_size=1, max_size=4)
spots = st.tuples(st.floats(-120.0, 120.0), st.floats(-40.0, 40.0))


class Spot(NamedTuple):
    """Where a foot looks."""

    x: float
    y: float
    heading: float = 0.0
    whole: bool = False

    def looks(self, **changes: object) -> Looks:
        """The search of this one foot, which nothing rules out."""
        looks = new_looks(1)
        turned = np.radians(self.heading)
        looks.places[0], looks.headings[0] = (self.x, self.y), (np.cos(turned), np.sin(turned))
        values = {
            "balls": BALL if self.whole else 0.0,
            "heels": HEEL,
            "toes": TOE,
            "ankle_heights": ANKLE,
            "tops": TOP,
            "bottoms": BOTTOM,
            "lowest": -np.inf,
            "highest": np.inf,
            "masks": ALL_LAYERS,
            "tags": -1,
            "whole": self.whole,
            "judged": True,
        }
        for name, value in (values | changes).items():
            getattr(looks, name)[0] = value
        return looks


def look(terrain: TerrainArrays, motion: MotionArrays, looks: Looks, walkable: Flags = NO_TAGS) -> Found:
    """What one foot finds."""
    found = nothing_found(1)
    probe_foot(terrain, motion, walkable, no_skins(), looks, 0, new_scratch(len(terrain.prisms)), found)
    return found


def ends(x: float, y: float) -> tuple[Floats, Floats]:
    return np.array((x, y, TOP)), np.array((x, y, BOTTOM))


def expected_verdict(hit: TraceHit) -> Verdict:
    if hit.started_inside:
        return Verdict.INSIDE
    return Verdict.HIT if hit.hit else Verdict.MISSED


@given(outlines, st.lists(spots, min_size=1, max_size=8), st.tuples(st.floats(-60, 60), st.floats(-60, 60)))
def test_one_place_is_a_line_trace(
    shapes: list[Floats], places: list[tuple[float, float]], away: tuple[float, float]
) -> None:
    """On prisms that stay and one on a platform; to the last bit."""
    still = [Solid(shape, depth=(-30.0, 25.0)) for shape in shapes]
    terrain = bake(*still, Solid(shapes[0], depth=(-20.0, 35.0), platform=0))
    motion = moved((away[0], 3.0, away[1]))
    for x, y in places:
        found = look(terrain, motion, Spot(x, y).looks())
        hit = line_trace(terrain, motion, *ends(x, y))
        assert found.verdict[0] == expected_verdict(hit)
        if hit.hit:
            assert found.prism[0] == hit.prism
            assert found.point[0, 2] == hit.point[2]
            np.testing.assert_allclose(found.normal[0], hit.normal, atol=1e-15)


@st.composite
def rough_ground(draw: st.DrawFn) -> list[tuple[float, float, float, float]]:
    """Columns side by side from -60 to 60: where each begins and ends, and how high it is there [cm]."""
    edges = sorted(draw(st.lists(st.floats(-12.0, 24.0), min_size=1, max_size=4, unique=True)))
    between = [(-60.0, *edges), (*edges, 60.0)]
    heights = st.floats(-5.0, 5.0)
    return [
        (start, end, draw(heights), draw(heights))
        for start, end in zip(*between, strict=True)
        if end - start > LEAST
    ]


def built(columns: list[tuple[float, float, float, float]], way: float) -> TerrainArrays:
    """Terrain of these columns, mirrored where the way is -1."""
    solids = []
    for start, end, low, high in columns:
        corners = [(start, -100.0), (end, -100.0), (end, high), (start, low)]
        outline = np.array(corners if way > 0 else corners[::-1]) * (way, 1.0)
        solids.append(Solid(outline, depth=(-40.0, 40.0)))
    return bake(*solids)


def line_under(terrain: TerrainArrays, way: float) -> tuple[float, float, float]:
    """Height and slope of the line that a sole with its ankle at 0 rests along, and its ground's slope."""
    looks = Spot(0.0, 0.0, whole=True).looks()
    scratch, found = new_scratch(len(terrain.prisms)), nothing_found(1)
    looks.headings[0] = (way, 0.0)
    near = gather(terrain, no_motion(), NO_TAGS, looks, 0, scratch.near)
    corners = corners_near(terrain, no_motion(), looks, 0, near, scratch)
    rows, load = look_along(terrain, no_motion(), NO_TAGS, no_skins(), looks, 0, 0.0, near, corners, scratch)
    height, slope = rest_foot(looks, 0, rows, load, scratch, found)
    return height, slope, float(scratch.slopes[load])


@given(rough_ground(), st.sampled_from((1.0, -1.0)))
def test_a_sole_rests_on_the_edges_under_it_wherever_they_are(
    columns: list[tuple[float, float, float, float]], way: float
) -> None:
    """No corner sinks into it, none holds it up more than it must: the least height at its ball."""
    terrain = built(columns, way)
    height, slope, base = line_under(terrain, way)
    points = [
        (x, low + (high - low) * (x - start) / (end - start))
        for start, end, low, high in columns
        for x in (start, end, -HEEL, 0.0, BALL, TOE)
        if start <= x <= end and -HEEL <= x <= TOE
    ]
    tops = {x: max(top for other, top in points if other == x) for x, _ in points}
    lowest, wanted = balanced_by_hand(tops, base)
    if abs(math.degrees(math.atan(wanted) - math.atan(base))) > BEND:
        assert slope == base
    else:
        assert height + slope * BALL == pytest.approx(lowest, abs=TIGHT)
        assert slope == pytest.approx(wanted, abs=1e-6)
        assert all(top <= height + slope * x + TIGHT for x, top in tops.items())


def balanced_by_hand(tops: dict[float, float], base: float) -> tuple[float, float]:
    """Least height at the ball of a stiff line over these points, and its slope: the nearest to a base."""
    behind = [(x, top) for x, top in tops.items() if x < BALL]
    ahead = [(x, top) for x, top in tops.items() if x > BALL]
    bridges = [
        (top + (other - top) * (BALL - x) / (place - x), (other - top) / (place - x))
        for (x, top), (place, other) in product(behind, ahead)
    ]
    highest = max(bridges)
    if highest[0] > tops[BALL] + TIGHT:
        return highest
    least = max((other - tops[BALL]) / (place - BALL) for place, other in ahead)
    most = min((tops[BALL] - top) / (BALL - x) for x, top in behind)
    return tops[BALL], min(max(base, least), most)


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=6, unique=True), st.integers(0, 63))
def test_what_is_looked_through_is_the_first_with_the_tag(heights: list[float], tagged: int) -> None:
    terrain = bake(*(box(-50, 50, height - 1.0, height) for height in heights))
    walkable = np.array([[bool(tagged >> solid & 1) for solid in terrain.prisms["solid"]]])
    found = look(terrain, no_motion(), Spot(3.0, 0.0).looks(tags=0, through=True), walkable)
    hits = [hit for hit in line_trace_all(terrain, no_motion(), *ends(3.0, 0.0)) if walkable[0, hit.prism]]
    assert found.prism[0] == (hits[0].prism if hits else -1)
    assert found.verdict[0] == (Verdict.HIT if hits else Verdict.MISSED)


def test_what_was_found_before_is_forgotten() -> None:
    terrain, found = bake(box(-50, 50, -1, 0)), nothing_found(1)
    for x in (0.0, 500.0):
        probe_foot(terrain, no_motion(), NO_TAGS, no_skins(), Spot(x, 0.0).looks(), 0, new_scratch(1), found)
    assert found.verdict[0] == Verdict.MISSED
    assert np.isnan(found.point).all()
    assert np.isnan(found.normal).all()
