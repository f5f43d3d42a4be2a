"""What must not matter: left or right, where the level lies, who else is there, and who was created first."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import (
    MOVEMENT,
    box,
    build_world,
    ground_of,
    hill,
    place_of,
    polygon,
    run_tick,
    spawn_walker,
    stairs,
    state_of,
    velocity_of,
)

from components.arrays import Floats
from components.platform import Platform
from components.terrain import Solid
from game.world import World

Script = Sequence[tuple[int, frozenset[str]]]

LEVEL = (
    box(-900, 0, -100, 0),
    stairs(6, 28, 18, landing=60),
    box(228, 330, -100, 168),
    box(345, 500, -300, 108),
    polygon((545, -300), (900, -300), (900, 300), (800, 290), (545, 108)),
    hill(60, start=900, run=200),
    box(-120, -60, 0, 40),
    box(-300, -200, 0, 60),
    box(-420, -340, 90, 100, one_way=True),
    box(-200, -100, 120, 130, one_way=True),
    box(-560, -460, 200, 230),
    polygon((-900, 0), (-600, 0), (-900, 200)),
    box(-640, -520, 50, 62, one_way=True, platform=0),
    box(-100, 0, 200, 210, one_way=True, platform=1),
)
RAILS = (
    Platform(0, np.array([(0.0, 0.0), (120.0, 60.0), (120.0, 160.0)]), 90.0),
    Platform(1, np.array([(0.0, 0.0), (0.0, -190.0), (60.0, -190.0)]), 150.0),
)
STARTS = (-700.0, -480.0, -250.0, -30.0, 100.0, 400.0, 600.0)

actions = st.frozensets(st.sampled_from(("left", "right", "run", "jump")), max_size=3)
scripts = st.lists(st.tuples(st.integers(1, 40), actions), min_size=8, max_size=16)


def mirrored(solid: Solid) -> Solid:
    return replace(solid, outline=solid.outline[::-1] * (-1, 1))


def moved(solid: Solid, x: float, z: float) -> Solid:
    return replace(solid, outline=np.add(solid.outline, (x, z)))


def other_way(held: frozenset[str]) -> frozenset[str]:
    turned = {"left": "right", "right": "left"}
    return frozenset(turned.get(action, action) for action in held)


def play(
    solids: Sequence[Solid], rails: Sequence[Platform], starts: Sequence[tuple[float, float]], script: Script
) -> tuple[Floats, Floats, Floats]:
    """Positions, velocities and (grounded, yaw, travelled) by tick and character."""
    with World().entered():
        build_world(solids, platforms=[replace(rail) for rail in rails])
        walkers = [spawn_walker(x, feet=z) for x, z in starts]
        places, speeds, states = [], [], []
        for count, held in script:
            for _ in range(count):
                run_tick(MOVEMENT, held)
                places.append([place_of(walker).copy() for walker in walkers])
                speeds.append([velocity_of(walker).copy() for walker in walkers])
                states.append(
                    [
                        (ground_of(walker).grounded, state_of(walker).yaw, state_of(walker).travelled)
                        for walker in walkers
                    ]
                )
    return np.array(places), np.array(speeds), np.array(states, dtype=float)


@settings(max_examples=20)
@given(st.sampled_from(STARTS), scripts)
def test_the_mirrored_level_gives_the_mirrored_motion(start: float, script: Script) -> None:
    places, speeds, states = play(LEVEL, RAILS, [(start, 320)], script)
    rails = [replace(rail, path=rail.path * (-1, 1)) for rail in RAILS]
    mirror_script = [(count, other_way(held)) for count, held in script]
    solids = [mirrored(solid) for solid in LEVEL]
    mirror_places, mirror_speeds, mirror_states = play(solids, rails, [(-start, 320)], mirror_script)
    np.testing.assert_allclose(mirror_places, places * (-1, 1, 1), atol=1e-9)
    np.testing.assert_allclose(mirror_speeds, speeds * (-1, 1, 1), atol=1e-9)
    np.testing.assert_allclose(mirror_states[:, :, ::2], states[:, :, ::2], atol=1e-9)


@settings(max_examples=12)
@given(st.sampled_from(STARTS), scripts, st.sampled_from((2.0**10, -(2.0**12), 2.0**14)))
def test_the_moved_level_gives_the_moved_motion(start: float, script: Script, way: float) -> None:
    places, speeds, states = play(LEVEL, RAILS, [(start, 320)], script)
    solids = [moved(solid, way, -way / 4) for solid in LEVEL]
    there = play(solids, RAILS, [(start + way, 320 - way / 4)], script)
    np.testing.assert_allclose(there[0] - (way, 0, -way / 4), places, atol=1e-8)
    np.testing.assert_allclose(there[1], speeds, atol=1e-6)
    np.testing.assert_allclose(there[2], states, atol=1e-6)


@settings(max_examples=5)
@given(scripts, st.permutations(STARTS))
def test_characters_do_not_feel_each_other_nor_the_order_they_came_in(
    script: Script, order: list[float]
) -> None:
    together = play(LEVEL, RAILS, [(start, 320) for start in order], script)
    for row, start in enumerate(order):
        alone = play(LEVEL, RAILS, [(start, 320)], script)
        for all_of_them, its_own in zip(together, alone, strict=True):
            np.testing.assert_array_equal(all_of_them[:, row], its_own[:, 0])


@settings(max_examples=8)
@given(st.sampled_from(STARTS), scripts, st.permutations(range(12)))
def test_the_order_of_the_solids_does_not_matter(start: float, script: Script, order: list[int]) -> None:
    solids = [LEVEL[row] for row in order] + list(LEVEL[12:])
    there, here = (play(these, RAILS, [(start, 320)], script) for these in (solids, LEVEL))
    np.testing.assert_allclose(there[0], here[0], atol=1e-6)
    np.testing.assert_allclose(there[1], here[1], atol=1e-4)


@pytest.mark.usefixtures("world")
def test_playing_the_same_again_gives_the_same_bits() -> None:
    script = [(40, frozenset({"right", "run"})), (30, frozenset({"jump"})), (50, frozenset({"left"}))]
    for first, second in zip(
        play(LEVEL, RAILS, [(-250, 320)], script), play(LEVEL, RAILS, [(-250, 320)], script), strict=True
    ):
        np.testing.assert_array_equal(first, second)
