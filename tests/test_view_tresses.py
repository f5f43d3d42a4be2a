"""Cloth and hair of figures: moved by ticks alone, at rest where there was no way to where they are."""

import numpy as np
from stand_in import StandIn, box
from test_view_scene import moved

from components.terrain import Solid
from game.view.arrays import Floats
from game.view.characters.outfit import outfit_named
from game.view.projection import Projection
from game.view.witness import Witness

SIZE = (640, 360)
LENGTH = outfit_named("hero").tails[0].length


class Walk:
    """A hero that is pushed about, and what somebody sees who watches."""

    def __init__(self, *solids: Solid, feet: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        self.simulation = StandIn(solids)
        self.hero = self.simulation.add_hero(feet)
        self.witness = Witness(self.simulation, Projection(), SIZE)

    def go(self, ticks: int, way: tuple[float, float, float], *, looks: int = 0) -> None:
        """Moves on by a way [cm] each tick, and looks so many times between two of them."""
        for _ in range(ticks):
            moved(self.simulation, self.hero, way)
            self.witness.observe(self.simulation)
            for look in range(looks):
                self.witness.moment(look / looks)

    def scarf(self, alpha: float = 1.0) -> Floats:
        """Its points."""
        return self.witness.moment(alpha).scene.figures[self.hero].tails[0]


def lengths(rope: Floats) -> Floats:
    return np.asarray(np.linalg.norm(np.diff(rope, axis=0), axis=1))


def test_a_scarf_streams_behind_who_runs_and_hangs_when_he_stands() -> None:
    walk = Walk()
    hanging = walk.scarf()
    walk.go(60, (7.0, 0.0, 0.0))
    running = walk.scarf()
    walk.go(300, (0.0, 0.0, 0.0))
    again = walk.scarf()

    for rope in (hanging, running, again):
        np.testing.assert_allclose(lengths(rope), LENGTH / (len(rope) - 1), rtol=1e-9)
    assert running[0, 0] - running[-1, 0] > 0.7 * LENGTH
    assert hanging[0, 2] - hanging[-1, 2] > 0.6 * LENGTH
    np.testing.assert_allclose(again - again[0], hanging - hanging[0], atol=15.0)  # the breeze varies


def test_how_often_somebody_looks_changes_nothing() -> None:
    rarely, often = Walk(), Walk()

    rarely.go(40, (5.0, 0.0, 1.0))
    often.go(40, (5.0, 0.0, 1.0), looks=3)

    np.testing.assert_array_equal(rarely.scarf(), often.scarf())


def test_between_two_ticks_it_is_between() -> None:
    walk = Walk()
    walk.go(20, (5.0, 0.0, 0.0))
    before = walk.scarf()
    walk.go(1, (5.0, 0.0, 0.0))

    np.testing.assert_allclose(walk.scarf(0.5), (before + walk.scarf()) / 2)


def test_who_is_put_somewhere_has_a_scarf_at_rest_there() -> None:
    walk = Walk()
    at_rest = walk.scarf()
    walk.go(40, (7.0, 0.0, 0.0))

    walk.go(1, (-1500.0, 0.0, 0.0))

    rope = walk.scarf()
    np.testing.assert_allclose(rope - rope[0], at_rest - at_rest[0], atol=3.0)


def test_after_a_leap_in_time_it_is_at_rest() -> None:
    walk = Walk()
    at_rest = walk.scarf()
    walk.go(40, (7.0, 0.0, 0.0))
    moved(walk.simulation, walk.hero, (3.0, 0.0, 0.0))

    walk.go(1, (3.0, 0.0, 0.0))

    rope = walk.scarf()
    np.testing.assert_allclose(rope - rope[0], at_rest - at_rest[0], atol=3.0)


def test_it_lies_on_the_ground() -> None:
    floor = 95.0
    walk, free = Walk(box((-500.0, 500.0), (0.0, floor))), Walk()

    for each in (walk, free):
        each.go(120, (0.0, 0.0, 0.0))

    assert free.scarf()[:, 2].min() < floor - 10.0
    assert walk.scarf()[:, 2].min() > floor - 0.5


def test_who_is_far_out_of_sight_needs_none() -> None:
    walk = Walk()
    far = walk.simulation.add_hero((9000.0, 0.0, 0.0))

    walk.go(1, (0.0, 0.0, 0.0))

    figures = walk.witness.moment(1.0).scene.figures
    assert len(figures[walk.hero].tails) == 2
    assert figures[far].tails == ()
