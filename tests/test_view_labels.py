"""Words over entities: where they hang, what they say, and that nobody else's picture changes."""

import numpy as np
import pygame
import pytest

from components.appearance import Label
from components.transform import Name, Transform
from game.simulation import Simulation
from game.view.arrays import Floats
from game.view.labels import Labels
from game.view.pixels import plain_surface
from game.view.projection import Projection

SIZE = (640, 360)
PLACE = np.array((0.0, 0.0, 100.0))


def written(*components: object) -> Floats:
    """How bright a black frame around PLACE becomes, shape [height, width]."""
    simulation = Simulation.load("stairs")
    entity = simulation.spawn(Transform(PLACE.copy()), *components)
    assert simulation.component(entity, Transform).position[2] == PLACE[2]
    frame, projection = plain_surface(SIZE), Projection()
    u, v, _ = projection.project(PLACE).tolist()
    before = simulation.state_hash()
    Labels().draw(frame, simulation, projection, (round(u) - SIZE[0] // 2, round(v) - SIZE[1] // 2))
    assert simulation.state_hash() == before
    simulation.close()
    bright: Floats = pygame.surfarray.array3d(frame).astype(np.float64).sum(axis=2).T
    return bright


def test_words_hang_above_the_middle_of_their_entity() -> None:
    rows, columns = np.nonzero(written(Label("two words", height=50.0)))
    assert rows.max() < SIZE[1] // 2
    assert (columns.min() + columns.max()) / 2.0 == pytest.approx(SIZE[0] / 2.0, abs=1.5)
    higher, _ = np.nonzero(written(Label("two words", height=80.0)))
    assert rows.max() - higher.max() == pytest.approx(
        30.0 * Projection().scale * Projection().cosine, abs=1.5
    )


def test_without_words_it_is_the_entity_s_name() -> None:
    named = written(Label(height=50.0), Name("on a crest"))
    assert named.any()
    assert np.array_equal(named, written(Label("on a crest", height=50.0)))


def test_nothing_is_written_of_nobody_and_nowhere() -> None:
    assert not written().any()
    assert not written(Label()).any()
    assert not written(Label("far above", height=5000.0)).any()


def test_the_level_of_feet_says_what_its_cases_are() -> None:
    simulation = Simulation.load("feet")
    labelled = {simulation.component(entity, Name).value for entity, _ in simulation.entities_with(Label)}
    assert {"toes on a kerb", "across two treads", "on a crest", "hound on steps"} <= labelled
