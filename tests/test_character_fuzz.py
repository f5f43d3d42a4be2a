"""Random terrain and random actions: a character stays whole, outside of everything, and free to move."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scenes import (
    box,
    build_world,
    ground_of,
    move,
    no_motion,
    place_of,
    polygon,
    spawn_walker,
    velocity_of,
)

from components.arrays import Floats
from components.platform import Platform
from components.terrain import PlatformMotion, Solid, Terrain
from game.world import World
from systems.collision.outline import is_convex, signed_area
from systems.collision.query import capsule_overlap
from systems.query import resource

RADIUS, HALF_CORE, SKIN = 34.0, 54.0, 0.02
FLOOR = box(-60_000, 60_000, -50, 0)

Script = Sequence[tuple[int, frozenset[str]]]

whole = st.integers(-20, 20).map(lambda n: 20.0 * n)
anywhere = st.floats(-400, 400)


@st.composite
def boxes(draw: st.DrawFn) -> Solid:
    """A box, often on a grid, so that many are flush or as wide as a capsule."""
    place = whole if draw(st.booleans()) else anywhere
    x, z = draw(place), abs(draw(place)) - 20
    return box(x, x + draw(st.floats(1, 200)), z, z + draw(st.floats(1, 150)))


@st.composite
def wedges(draw: st.DrawFn) -> Solid:
    """A convex shape with three to six corners on a circle."""
    angles = sorted(draw(st.lists(st.floats(0, 6.28), min_size=3, max_size=6)))
    x, z, size = draw(anywhere), abs(draw(anywhere)), draw(st.floats(20, 200))
    corners = [(x + size * math.cos(angle), z + size * math.sin(angle)) for angle in angles]
    outline = np.array(corners)
    sides = np.hypot(*(np.roll(outline, -1, axis=0) - outline).T)
    assume(sides.min() > 5 and is_convex(outline) and signed_area(outline) > 200)
    return polygon(*corners)


levels = st.lists(st.one_of(boxes(), wedges()), max_size=10)
actions = st.frozensets(st.sampled_from(("left", "right", "run", "jump")), max_size=3)
scripts = st.lists(st.tuples(st.integers(1, 30), actions), min_size=1, max_size=12)


def overlaps(place: Floats, radius: float) -> bool:
    terrain = resource(Terrain).arrays
    return bool(capsule_overlap(terrain, no_motion(), place, radius=radius, half_length=HALF_CORE))


def assert_sound(walker: int) -> None:
    place, ground = place_of(walker), ground_of(walker)
    assert np.isfinite(place).all()
    assert np.isfinite(velocity_of(walker)).all()
    assert place[1] == 0
    assert not overlaps(place, RADIUS - 1e-3)
    if ground.grounded:
        nearest = np.clip(ground.point[2], place[2] - HALF_CORE, place[2] + HALF_CORE)
        reach = math.hypot(ground.point[0] - place[0], ground.point[2] - nearest)
        assert abs(reach - RADIUS - SKIN) < 0.1 + 1e-6
        assert ground.normal[2] >= math.cos(math.radians(45)) - 1e-6
        assert ground.point[2] < place[2] - HALF_CORE + 1e-3


@settings(max_examples=150)
@given(levels, st.floats(-400, 400), st.floats(90, 500), scripts)
def test_a_character_stays_outside_of_everything_and_comes_to_rest(
    solids: list[Solid], x: float, z: float, script: Script
) -> None:
    with World().entered():
        build_world([FLOOR, *solids])
        assume(not overlaps(np.array((x, 0.0, z)), RADIUS + SKIN))
        walker = spawn_walker(x, feet=z - 88)
        for count, held in script:
            for _ in range(count):
                before = place_of(walker)[2]
                move(1, *held)
                assert_sound(walker)
                assert abs(place_of(walker)[2] - before) <= max(45 * 1.001, 2000 / 60)
        move(240)
        rest = place_of(walker).copy()
        for _ in range(5):
            move(1)
            assert ground_of(walker).grounded
            np.testing.assert_array_equal(place_of(walker), rest)
        assert_sound(walker)


@st.composite
def moving(draw: st.DrawFn) -> tuple[Solid, Platform]:
    """A platform, solid or one-way, that may be too fast and may crush."""
    x, z = draw(st.floats(-300, 300)), draw(st.floats(0, 300))
    width, height = draw(st.floats(20, 200)), draw(st.floats(5, 60))
    corners = draw(st.lists(st.tuples(st.floats(-300, 300), st.floats(-z, 300)), min_size=1, max_size=3))
    rail = Platform(0, np.array([(0.0, 0.0), *corners]), draw(st.sampled_from((50.0, 150.0, 400.0, 900.0))))
    return box(x, x + width, z, z + height, platform=0, one_way=draw(st.booleans())), rail


@settings(max_examples=60)
@given(st.lists(boxes(), max_size=4), st.lists(moving(), min_size=1, max_size=3), scripts)
def test_platforms_neither_push_a_character_into_the_ground_nor_throw_it(
    solids: list[Solid], platforms: list[tuple[Solid, Platform]], script: Script
) -> None:
    with World().entered():
        moved = [replace(solid, platform=row) for row, (solid, _) in enumerate(platforms)]
        rails = [replace(rail, index=row) for row, (_, rail) in enumerate(platforms)]
        build_world([FLOOR, *solids, *moved], platforms=rails)
        walker = spawn_walker(0, feet=600)
        terrain, motion = resource(Terrain).arrays, resource(PlatformMotion).arrays
        for count, held in script:
            for _ in range(count):
                before = place_of(walker).copy()
                move(1, *held)
                way = place_of(walker) - before
                assert np.isfinite(place_of(walker)).all()
                assert abs(way[0]) < 100
                assert abs(way[2]) < 100
                for prism in capsule_overlap(
                    terrain, motion, place_of(walker), radius=RADIUS - 2 * SKIN, half_length=HALF_CORE
                ):
                    assert terrain.prisms["platform"][prism] >= 0
