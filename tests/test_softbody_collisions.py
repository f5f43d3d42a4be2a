"""Slimes that fly at each other: how deep they get, and that momentum and angular momentum are kept."""

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.arrays import Floats
from components.softbody import Softbody, SoftbodyShape, SoftbodyTopology
from game.report.lab import DT, Lab
from systems.collision.layers import ALL_LAYERS
from systems.softbody.birth import born
from systems.softbody.closeness import parts_of
from systems.softbody.contacts import TOUCH
from systems.softbody.depth import deepest_overlap
from systems.softbody.pools import write_shape
from systems.softbody.shapes import surface, topology_of
from systems.softbody.solve import adopt, inform

APART = 5000.0
"""From one pair to the next [cm]."""


def turned(axis: Sequence[float], angle: float) -> Floats:
    """Matrix of a turn about an axis (Rodrigues)."""
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    cross = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    matrix: Floats = np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * cross @ cross
    return matrix


class Collisions:
    """Pairs of slimes that fly at each other, all in one world without gravity and far from other pairs."""

    def __init__(
        self,
        ways: Sequence[tuple[float, float, float]],
        turn: Floats | None = None,
        *,
        topology: SoftbodyTopology | None = None,
        friction: float = 0.5,
    ) -> None:
        """Of each pair: speed of either [cm/s], offset [cm], and how far each is from the middle [cm]."""
        turn = np.eye(3) if turn is None else turn
        self.middles = [np.array((0.0, APART * k, 0.0)) for k in range(len(ways))]
        places = [
            (middle + turn @ (side * np.array((-way, 0.0, 0.5 * offset)))).tolist()
            for middle, (_, offset, way) in zip(self.middles, ways, strict=True)
            for side in (1.0, -1.0)
        ]
        self.lab = Lab(*places, gravity=0.0, topology=topology, settings={"friction": friction})
        for k, (speed, _, _) in enumerate(ways):
            self.lab.throw(turn @ (speed, 0.0, 0.0), 2 * k)
            self.lab.throw(turn @ (-speed, 0.0, 0.0), 2 * k + 1)
        self.deepest = np.zeros(len(ways))

    def run(self, ticks: int) -> None:
        """Runs ticks and notes how deep each pair gets [cm]."""
        for _ in range(ticks):
            self.lab.tick()
            for k in range(len(self.middles)):
                self.deepest[k] = max(self.deepest[k], deepest_overlap(self.lab.bodies[2 * k : 2 * k + 2]))

    def momenta(self, pair: int) -> tuple[Floats, Floats]:
        """Momentum, and angular momentum about the middle, of a pair."""
        linear, angular = np.zeros(3), np.zeros(3)
        for body in self.lab.bodies[2 * pair : 2 * pair + 2]:
            share = body.mass / len(body.velocities_ws)
            linear += share * body.velocities_ws.sum(axis=0)
            angular += share * np.cross(body.positions_ws - self.middles[pair], body.velocities_ws).sum(
                axis=0
            )
        return linear, angular


@settings(max_examples=25)
@given(
    speed=st.floats(50.0, 1000.0),
    offset=st.floats(0.0, 115.0),
    moment=st.floats(0.0, 1.0),
    axis=st.tuples(st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), st.floats(0.1, 1.0)),
    angle=st.floats(-math.pi, math.pi),
    friction=st.sampled_from((0.0, 0.1, 0.5, 2.0)),
)
def test_momenta_are_kept_and_overlap_is_small_however_two_collide(
    speed: float,
    offset: float,
    moment: float,
    axis: tuple[float, float, float],
    angle: float,
    friction: float,
) -> None:
    way = math.sqrt(61.0**2 - 0.25 * offset**2) + (1.0 + moment) * speed * DT
    pair = Collisions([(speed, offset, way)], turned(axis, angle), friction=friction)
    pair.run(1)
    before = pair.momenta(0)
    pair.run(40)
    after = pair.momenta(0)
    momentum = 20.0 * speed  # of one of them
    assert np.linalg.norm(after[0] - before[0]) <= 1e-6 * momentum
    assert np.linalg.norm(after[1] - before[1]) <= 1e-4 * momentum * 60.0
    assert pair.deepest[0] <= 2.0


OFFSETS = (0.0, 10.0, 20.0, 40.0, 60.0, 80.0)
SPEEDS = (200.0, 400.0, 600.0, 800.0, 1000.0)


@pytest.mark.parametrize("moment", range(4))
def test_overlap_is_small_at_any_offset_and_speed(moment: int) -> None:
    ways = [
        (speed, offset, math.sqrt(61.0**2 - 0.25 * offset**2) + (1.0 + moment / 4.0) * speed * DT)
        for speed, offset in product(SPEEDS, OFFSETS)
    ]
    pairs = Collisions(ways)
    pairs.run(36)
    too_deep = {way[:2]: deep for way, deep in zip(ways, pairs.deepest, strict=True) if deep > 2.0}
    assert too_deep == {}
    assert pairs.deepest.max() > 0.01  # they did meet


@pytest.mark.parametrize("moment", range(8))
@pytest.mark.parametrize("speed", [200.0, 500.0, 1000.0])
def test_cubes_meet_face_to_face_as_well(speed: float, moment: int) -> None:
    """Their rims are level with each other and bulge, and do not slip past each other."""
    way = 61.0 + (1.0 + moment / 8.0) * speed * DT
    ways = [(speed, offset, way) for offset in (0.0, 20.0, 40.0, 60.0)]
    cubes = Collisions(ways, topology=topology_of(SoftbodyShape.BOX, 2))
    cubes.run(30)
    assert 0.0 < cubes.deepest.max() <= 2.0


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 1.0, 1.0)])
@pytest.mark.parametrize("degrees", [10.0, 25.0, 45.0])
def test_cubes_meet_as_well_when_one_is_turned(axis: tuple[float, float, float], degrees: float) -> None:
    for moment in range(4):
        way = 90.0 + (1.0 + moment / 4.0) * 1000.0 * DT
        cubes = Collisions([(1000.0, 0.0, way)], topology=topology_of(SoftbodyShape.BOX, 2))
        first, middle = cubes.lab.bodies[0], np.array((-way, 0.0, 0.0))
        write_shape(first, middle, (first.positions_ws - middle) @ turned(axis, math.radians(degrees)).T)
        cubes.run(36)
        assert 0.0 < cubes.deepest[0] <= 2.0


def test_faster_ones_do_not_pass_through_each_other() -> None:
    """Beyond the speeds with a bound they get deeper, but come out again on their own side."""
    pairs = Collisions([(speed, 10.0, 130.0) for speed in (1500.0, 2000.0, 3000.0)])
    pairs.run(40)
    assert pairs.deepest[:2].max() <= 3.0
    assert pairs.deepest.max() <= 15.0
    for k in range(3):
        first, second = pairs.lab.bodies[2 * k : 2 * k + 2]
        assert first.positions_ws[:, 0].mean() < second.positions_ws[:, 0].mean()
        assert deepest_overlap([first, second]) <= 0.1


@pytest.mark.parametrize("distance", [0.0, 5.0, 15.0, 30.0, 45.0, 60.0, 75.0, 90.0])
@pytest.mark.parametrize("way", [(1.0, 0.0, 0.05), (0.0, 0.0, 1.0), (0.6, 0.48, 0.64)])
@pytest.mark.parametrize("size", [0.5, 1.0])
def test_two_born_in_each_other_part_as_wholes(
    distance: float, way: tuple[float, float, float], size: float
) -> None:
    there = (size * distance * np.array(way)).tolist()
    lab = Lab((0.0, 0.0, 0.0), there, gravity=0.0, settings={"radius": 60.0 * size})
    fastest = 0.0
    for _ in range(45):
        lab.tick()
        fastest = max(
            fastest, *(float(np.linalg.norm(body.velocities_ws.mean(axis=0))) for body in lab.bodies)
        )
    assert deepest_overlap(lab.bodies) <= 0.1
    assert fastest <= 100.0


def ring(*, thickness: float = 0.35, count: int = 20, around: int = 10) -> SoftbodyTopology:
    """A torus that lies on its side, of so much thickness for a radius of 1 to the middle of the tube."""
    along, across = np.meshgrid(np.arange(count), np.arange(around), indexing="ij")
    turn, roll = 2.0 * np.pi * along / count, 2.0 * np.pi * across / around
    far = 1.0 + thickness * np.cos(roll)
    x = np.stack((far * np.cos(turn), far * np.sin(turn), thickness * np.sin(roll)), axis=-1)
    here, next_along = along * around + across, (along + 1) % count * around + across
    up = (across + 1) % around - across
    first = np.stack((here, next_along, next_along + up), axis=-1)
    second = np.stack((here, next_along + up, here + up), axis=-1)
    triangles = np.concatenate((first.reshape(-1, 3), second.reshape(-1, 3)))
    return surface(x.reshape(-1, 3) / (1.0 + thickness), triangles, identity="ring")


@pytest.mark.parametrize("speed", [100.0, 200.0, 400.0])
def test_rings_meet_as_well_as_balls_do(speed: float) -> None:
    """Side by side, and one on the other: no straight line from the middle of a ring sees its inner side."""
    beside = Collisions([(speed, 10.0, 70.0)], topology=ring())
    upon = Collisions([(speed, 20.0, 30.0)], turned((0.0, 1.0, 0.0), 0.5 * math.pi), topology=ring())
    for pair in (beside, upon):
        pair.run(60)
        assert 0.0 < pair.deepest[0] <= 1.0


def test_a_ball_in_a_ring_is_not_pushed_out_as_if_it_were_in_its_body() -> None:
    lab = Lab((0.0, 0.0, 0.0), gravity=0.0, topology=ring(thickness=0.2))
    softbody = Softbody(radius=25.0, lane_locked=False, can_sleep=False)
    ball = born(softbody, np.array((1.0, 0.0, 0.0)))
    adopt([ball], lab.bodies[0].pools)
    inform(ball, softbody, 2, ALL_LAYERS, ALL_LAYERS)
    lab.bodies.append(ball)
    assert deepest_overlap(lab.bodies) == 0.0
    lab.tick(30)
    for body in lab.bodies:
        np.testing.assert_allclose(body.velocities_ws, 0.0, atol=1e-2)


@pytest.mark.parametrize(
    ("way", "most", "parts"),
    [
        (0.0, 8, 1),
        (TOUCH, 8, 1),
        (2.1, 8, 2),
        (4.1, 8, 4),
        (33.0, 8, 8),
        (33.0, 64, 32),
        (33.0, 5, 4),
        (9.0, 1, 1),
    ],
)
def test_a_tick_is_cut_until_no_part_takes_surfaces_far(way: float, most: int, parts: int) -> None:
    assert parts_of(way, most) == parts
    assert way / parts <= TOUCH or 2 * parts > most
