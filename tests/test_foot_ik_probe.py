"""Searches for ground against single line traces: each place of a sole by itself, in terrain of any shape."""

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
from systems.foot_ik.probe import Found, Looks, new_looks, new_scratch, nothing_found, probe_foot
from systems.foot_ik.sole import rest_sole

TOP, BOTTOM = 150.0, -150.0
HEEL, BALL, TOE, ANKLE = 6.0, 10.0, 18.0, 8.0
PLACES = (-HEEL, 0.0, BALL, TOE)
NO_TAGS = np.zeros((0, 0), dtype=np.bool_)
LEVEL = 1e-9

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


@given(outlines, spots, st.floats(-180, 180))
def test_a_sole_rests_on_what_single_traces_find_under_it(
    shapes: list[Floats], place: tuple[float, float], heading: float
) -> None:
    terrain, motion = bake(*(Solid(shape, depth=(-30.0, 25.0)) for shape in shapes)), no_motion()
    spot = Spot(*place, heading, whole=True)
    found = look(terrain, motion, spot.looks())
    ahead = spot.looks().headings[0]
    first = rested(terrain, spot, ahead, 0.0)
    if first is None:
        assert found.verdict[0] != Verdict.HIT
        return
    if abs(first[1]) >= LEVEL:
        across = first[2]
        x, y = -first[1] * ahead[0] + across * ahead[1], -first[1] * ahead[1] - across * ahead[0]
        size = np.sqrt(x * x + y * y + 1.0)
        aside = -ANKLE * (x * ahead[0] + y * ahead[1]) / size
        first = rested(terrain, spot, ahead, aside)
    if first is None:
        assert found.verdict[0] != Verdict.HIT
        return
    assert found.verdict[0] == Verdict.HIT
    assert found.point[0, 2] == pytest.approx(first[0], abs=1e-9)


def rested(
    terrain: TerrainArrays, spot: Spot, ahead: Floats, aside: float
) -> tuple[float, float, float] | None:
    """Height and slopes, along and across, of a sole that lies so far ahead of its ankle, or nothing."""
    at = [aside + place for place in PLACES]
    hits = [
        line_trace(terrain, no_motion(), *ends(spot.x + ahead[0] * place, spot.y + ahead[1] * place))
        for place in at
    ]
    stand = [row for row, hit in enumerate(hits) if hit.hit and hit.normal[2] > 0.0]
    load = 2 if 2 in stand else 1
    if load not in stand:
        return None
    slopes = [-float(hits[row].normal[:2] @ ahead) / float(hits[row].normal[2]) for row in stand]
    rest = rest_sole(
        [at[row] for row in stand],
        [float(hits[row].point[2]) for row in stand],
        slopes,
        load=stand.index(load),
    )
    up = hits[load].normal
    return rest.height, rest.slope, float((up[0] * ahead[1] - up[1] * ahead[0]) / up[2])


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
