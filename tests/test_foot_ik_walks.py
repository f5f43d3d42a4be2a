"""Feet whatever is played: keys drawn by lot, and by hand, on stairs, slopes and ledges."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.skeleton import SkeletonPose
from components.softbody import Softbody
from components.transform import Transform
from game.feet.measure import BodyReport, FeetMeter
from game.level.level import Level, load_level
from game.simulation import Simulation

LEVEL = load_level("stairs")
FASTEST_STEP = 5.67
"""Farthest that a walker's foot goes up or down in a tick [cm]."""
FASTEST_RUN = 2.2 * 400 / 60
"""And a runner's: its swing takes half the time, on ground as steep as its way is long [cm]."""
Press = tuple[tuple[str, ...], int]
"""What is held, and for how many ticks."""


def played(presses: Sequence[Press], start: tuple[float, float], level: Level = LEVEL) -> BodyReport:
    """What is told of the hero's feet, put somewhere over the terrain; no slimes are about."""
    simulation = Simulation(level)
    for slime, _ in simulation.entities_with(Softbody):
        simulation.despawn(slime)
    hero = simulation.named("hero")
    simulation.component(hero, Transform).position[:] = (start[0], 0.0, start[1])
    pose, meter = simulation.component(hero, SkeletonPose), FeetMeter(simulation)
    for keys, ticks in presses:
        for _ in range(ticks):
            simulation.tick(keys)
            meter.observe()
            assert np.isfinite(pose.positions_ws).all()
    simulation.close()
    (report,) = (body for body in meter.reports() if body.character == "hero")
    return report


def assert_sound(report: BodyReport, farthest_step: float) -> None:
    for foot in report.feet:
        assert foot.slide <= 0.01
        assert foot.sink <= 0.5
        assert foot.pop <= farthest_step


def presses(keys: Sequence[str]) -> st.SearchStrategy[list[Press]]:
    """Keys held for a while, one after another, 2 to 4 seconds in all."""
    held = st.lists(st.sampled_from(keys), max_size=3, unique=True).map(tuple)
    return st.lists(st.tuples(held, st.integers(2, 60)), min_size=6, max_size=12)


places = st.tuples(st.floats(620, 1950), st.just(330.0))


@settings(max_examples=25, deadline=None)
@given(presses(("left", "right", "jump", "attack")), places)
def test_walkers_feet_are_sound_whatever_is_pressed(held: list[Press], start: tuple[float, float]) -> None:
    assert_sound(played(held, start), FASTEST_STEP)


@settings(max_examples=25, deadline=None)
@given(presses(("left", "right", "run", "jump")), places)
def test_runners_feet_are_sound_whatever_is_pressed(held: list[Press], start: tuple[float, float]) -> None:
    assert_sound(played(held, start), FASTEST_RUN)


RIGHT, LEFT, RUN, JUMP = ("right",), ("left",), ("right", "run"), ("right", "jump")
STRIKE = ("attack",)
BY_HAND: dict[str, tuple[tuple[float, float], list[Press]]] = {
    "up and down the flight": ((620, 88), [((), 30), (RIGHT, 170), (LEFT, 170)]),
    "turning round on every tread": ((700, 88), [((), 30), *[(RIGHT, 25), (LEFT, 9)] * 8]),
    "stopping half way, to strike": (
        (660, 88),
        [((), 20), (RIGHT, 80), ((), 50), (("attack",), 30), ((), 20)],
    ),
    "jumping up the flight": ((660, 88), [((), 20), *[(JUMP, 14), (RIGHT, 30)] * 5]),
    "jumping down the flight": ((1000, 232), [((), 20), *[(("left", "jump"), 14), (LEFT, 30)] * 5]),
    "landing on an edge": ((725, 300), [((), 40), (RIGHT, 12), ((), 60)]),
    "running down the slope and back": ((1600, 334), [((), 20), (RUN, 70), (("left", "run"), 70), ((), 40)]),
    "off a ledge": ((600, 300), [((), 40), (RIGHT, 60), ((), 40)]),
}


@pytest.mark.parametrize("walk", BY_HAND)
def test_walks_made_by_hand_are_sound(walk: str) -> None:
    start, held = BY_HAND[walk]
    report = played(held, start)
    assert_sound(report, FASTEST_RUN if any("run" in keys for keys, _ in held) else FASTEST_STEP)
    assert all(foot.planted > 5 for foot in report.feet)


def test_a_stop_on_any_tread_comes_to_rest() -> None:
    """No foot shuffles for ever: whoever stands still is still."""
    for ticks in range(60, 140, 8):
        simulation = Simulation(LEVEL)
        hero = simulation.named("hero")
        simulation.component(hero, Transform).position[:] = (660.0, 0.0, 88.0)
        for tick in range(ticks + 120):
            simulation.tick(("right",) if tick < ticks else ())
        before = simulation.component(hero, SkeletonPose).positions_ws.copy()
        simulation.tick()
        moved = simulation.component(hero, SkeletonPose).positions_ws - before
        simulation.close()
        assert np.abs(moved).max() < 0.1
