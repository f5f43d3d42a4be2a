"""Feet on soft bodies: which of their surfaces is under a place, and where that place goes with them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slimes import Specimen

from components.arrays import Floats
from components.collider import Layer
from components.feet_pool import FeetPool
from systems.collision.layers import layer_bits
from systems.foot_ik.living_ground import (
    Footholds,
    Skins,
    carry_footholds,
    footholds_of,
    meet_triangle,
    no_skins,
    skin_under,
    skins_of,
    slots_between,
)
from systems.softbody.pools import empty_pools, slots_of
from systems.softbody.solve import adopt

SLIME = layer_bits((Layer.SLIME,))
RADIUS = 60.0
SIDEWAYS = st.floats(-0.6, 0.6)
ENTITY = 7


def ball(height: float = 100.0, *, subdivisions: int = 2) -> Specimen:
    """A slime at rest whose middle is over the world's origin [cm]."""
    return Specimen((0.0, 0.0, height), radius=RADIUS, subdivisions=subdivisions)


def skins(*specimens: Specimen) -> Skins:
    """Their surfaces; entities count up from ENTITY."""
    pools, bodies = empty_pools(), [specimen.particles for specimen in specimens]
    adopt(bodies, pools)
    for row, body in enumerate(bodies):
        pools.layers[body.slot] = ENTITY + row, SLIME, SLIME
    return skins_of(pools, slots_of(bodies))


def planes_above(found: Skins, x: float, y: float) -> list[float]:
    """Heights at which the planes of all triangles around a place are met, by solving for the shares."""
    heights = []
    for row in found.triangles:
        corners = found.corners[row]
        system = np.vstack((corners[:, :2].T, np.ones(3)))
        if abs(np.linalg.det(system)) > 1e-9:
            shares = np.linalg.solve(system, (x, y, 1.0))
            if shares.min() >= 0.0:
                heights.append(float(shares @ corners[:, 2]))
    return heights


@given(x=SIDEWAYS, y=SIDEWAYS)
def test_the_top_of_a_ball_is_the_highest_plane_over_a_place(x: float, y: float) -> None:
    found = skins(ball())
    hit = skin_under(found, SLIME, x * RADIUS, y * RADIUS, 300.0, 0.0, 0.0)
    assert hit.height == pytest.approx(max(planes_above(found, x * RADIUS, y * RADIUS)), abs=1e-9)
    assert math.hypot(hit.x, hit.y, hit.z) == pytest.approx(1.0, abs=1e-12)
    corners = found.corners[found.triangles[hit.triangle]]
    normal = np.array((hit.x, hit.y, hit.z))
    assert (corners[1:] - corners[0]) @ normal == pytest.approx(0.0, abs=1e-9)


def test_the_normal_of_a_ball_points_out_of_it() -> None:
    found = skins(ball())
    hit = skin_under(found, SLIME, 20.0, -10.0, 300.0, 0.0, 0.0)
    outward = np.array((20.0, -10.0, hit.height - 100.0))
    assert (hit.x, hit.y, hit.z) @ outward / np.linalg.norm(outward) > math.cos(math.radians(12.0))


@pytest.mark.parametrize(
    ("x", "mask", "top", "bottom", "least_up"),
    [
        (RADIUS + 1.0, SLIME, 300.0, 0.0, 0.0),
        (0.0, layer_bits((Layer.TERRAIN,)), 300.0, 0.0, 0.0),
        (0.0, SLIME, 100.0, 0.0, 0.0),
        (0.0, SLIME, 300.0, 170.0, 0.0),
        (0.9 * RADIUS, SLIME, 300.0, 0.0, math.cos(math.radians(45.0))),
    ],
    ids=["beside it", "another layer", "above the top", "below the bottom", "its steep flank"],
)
def test_there_is_nothing(x: float, mask: int, top: float, bottom: float, least_up: float) -> None:
    assert skin_under(skins(ball()), mask, x, 0.0, top, bottom, least_up).triangle == -1


def test_a_world_without_soft_bodies_has_no_surface() -> None:
    assert skin_under(no_skins(), SLIME, 0.0, 0.0, 300.0, 0.0, 0.0).triangle == -1
    assert len(skins_of(empty_pools(), slots_of([])).entities) == 0


def test_of_two_on_top_of_each_other_the_upper_counts() -> None:
    both = skins(ball(100.0), ball(200.0))
    upper = skin_under(both, SLIME, 3.0, 2.0, 400.0, 0.0, 0.0)
    assert upper.height == pytest.approx(skin_under(both, SLIME, 3.0, 2.0, 190.0, 0.0, 0.0).height + 100.0)
    assert both.first_triangle[1] <= upper.triangle < both.first_triangle[2]


@given(share=st.floats(0.0, 1.0))
def test_edges_have_no_gaps(share: float) -> None:
    found = skins(ball())
    for a, b, _ in found.triangles[:40]:
        x, y, z = found.corners[a] + share * (found.corners[b] - found.corners[a])
        if z > 130.0:
            assert skin_under(found, SLIME, x, y, 300.0, 0.0, 0.0).height == pytest.approx(z, abs=1e-6)


def test_a_triangle_that_looks_down_is_not_met() -> None:
    found = skins(ball())
    below = [row for row in range(len(found.triangles)) if found.corners[found.triangles[row], 2].max() < 60]
    assert below
    for row in below:
        x, y, _ = found.corners[found.triangles[row]].mean(axis=0)
        assert meet_triangle(found, row, x, y).triangle == -1


def no_footholds(count: int) -> Footholds:
    """Feet that have not looked for ground."""
    return footholds_of(FeetPool.blank((count,)))


def standing_on(specimen: Specimen, x: float, y: float) -> tuple[Footholds, Floats]:
    """A foot on a slime, and where."""
    found = skins(specimen)
    hit = skin_under(found, SLIME, x, y, 1e4, -1e4, 0.0)
    holds = no_footholds(1)
    holds.bodies[0], holds.particles[0] = ENTITY, found.triangles[hit.triangle]
    holds.shares[0] = (1.0 - hit.second - hit.third, hit.second, hit.third)
    holds.places[0] = (x, y, hit.height)
    return holds, holds.places[0].copy()


@given(x=SIDEWAYS, y=SIDEWAYS, angle=st.floats(-3.0, 3.0), way=st.tuples(*[st.floats(-500.0, 500.0)] * 3))
def test_a_place_goes_along_with_its_body(
    x: float, y: float, angle: float, way: tuple[float, float, float]
) -> None:
    specimen = ball()
    holds, start = standing_on(specimen, x * RADIUS, y * RADIUS)
    centre = np.array((0.0, 0.0, 100.0))
    turn = np.array(
        ((math.cos(angle), 0.0, math.sin(angle)), (0.0, 1.0, 0.0), (-math.sin(angle), 0.0, math.cos(angle)))
    )
    specimen.x[:] = (specimen.x - centre) @ turn.T + centre + way
    specimen.write()
    expected = turn @ (start - centre) + centre + way
    carry_footholds(holds, {ENTITY: specimen.particles})
    assert start + holds.carried[0] == pytest.approx(expected, abs=1e-3)  # float32 lanes


def test_a_body_that_is_gone_leaves_its_feet() -> None:
    holds, _ = standing_on(ball(), 0.0, 0.0)
    holds.carried[0] = 1.0
    carry_footholds(holds, {})
    assert not holds.carried.any()
    holds.particles[0] = (0, 1, 150)
    carry_footholds(holds, {ENTITY: ball(subdivisions=1).particles})
    assert not holds.carried.any()


def test_feet_on_no_soft_body_are_not_carried() -> None:
    holds = no_footholds(2)
    carry_footholds(holds, {ENTITY: ball().particles})
    assert not holds.carried.any()


@pytest.mark.parametrize(
    ("left", "right", "count"), [(-500, -61, 0), (-500, -59, 1), (59, 500, 1), (61, 500, 0)]
)
def test_bodies_are_near_that_reach_between(left: float, right: float, count: int) -> None:
    specimen = ball()
    assert len(slots_between(specimen.particles.pools, left, right)) == count
