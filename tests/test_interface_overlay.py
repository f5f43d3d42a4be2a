"""What stands over a level: hearts, gems, names, and the curtain."""

from typing import TypeVar, cast

import numpy as np
import pygame
import pytest

from components.camera import CameraFocus
from components.events import Died, LevelCompleted, Respawned
from components.goal import Goal, Pickup, Progress
from components.health import Health, HealthState
from components.world import LevelInfo, TickCount
from game.interface.brush import picture_area
from game.interface.curtain import FALL
from game.interface.overlay import HINT_FADE, HINT_TIME, Overlay, fading
from game.interface.shapes import gem, heart, key, plate
from game.interface.status import LINGER, gems_text, status_of
from game.simulation import Simulation

Kind = TypeVar("Kind")
HERO = 3


class _Level:
    """Plays a simulation."""

    tick_rate = 60.0

    def __init__(self) -> None:
        self.events: list[object] = []
        self.time = TickCount(0)
        self.health = HealthState(points=2.5)
        self.progress = Progress(taken={"gem": 2, "key": 1})

    def resource(self, kind: type[Kind]) -> Kind:
        found: dict[type, object] = {LevelInfo: LevelInfo(name="Cave"), TickCount: self.time}
        return cast("Kind", found[kind])

    def entities_with(self, kind: type[Kind], /) -> list[tuple[int, tuple[Kind]]]:
        found: dict[type, list[tuple[int, object]]] = {
            CameraFocus: [(HERO, CameraFocus())],
            Health: [(HERO, Health(maximum=4, comes_back=True, down_time=1.0)), (9, Health())],
            HealthState: [(HERO, self.health)],
            Progress: [(HERO, self.progress)],
            Pickup: [(5, Pickup()), (6, Pickup(kind="heart")), (7, Pickup())],
            Goal: [(8, Goal(needs=2))],
        }
        return [(entity, (cast("Kind", component),)) for entity, component in found.get(kind, [])]


def ticked(overlay: Overlay, level: _Level, *events: object, ticks: int = 1) -> None:
    level.events = list(events)
    for _ in range(ticks):
        level.time.value += 1
        overlay.observe(level)
        level.events = []


def begun() -> tuple[Overlay, _Level]:
    overlay, level = Overlay(), _Level()
    overlay.observe(level)
    ticked(overlay, level, ticks=60)
    assert overlay.curtain.darkness == 0.0
    return overlay, level


def test_the_status_counts_what_was_taken_and_what_is_left() -> None:
    status = status_of(_Level())
    assert (status.name, status.points, status.maximum) == ("Cave", 2.5, 4)
    assert (status.gems, status.all_gems) == (2, 4)
    assert (status.keys, status.needed_keys) == (1, 2)
    assert gems_text(status) == "2 of 4 gems"


@pytest.mark.parametrize("name", ["lagoon", "meadow"])
def test_the_status_of_bundled_levels(name: str) -> None:
    simulation = Simulation.load(name)
    status = status_of(simulation)
    gems = sum(pickup.kind == "gem" for _, (pickup,) in simulation.entities_with(Pickup))
    assert status.points == status.maximum == 5
    assert (status.gems, status.all_gems) == (0, gems)
    assert not status.completed


def test_a_level_begins_in_the_dark_and_lightens() -> None:
    overlay, level = Overlay(), _Level()
    overlay.observe(level)
    first = overlay.curtain.darkness
    ticked(overlay, level, ticks=10)
    assert first > 0.9
    assert 0.0 < overlay.curtain.darkness < first


def test_the_heros_death_darkens_until_it_comes_back() -> None:
    overlay, level = begun()
    ticked(overlay, level, Died(HERO, 9))
    ticked(overlay, level, ticks=59)
    assert overlay.curtain.darkness > 0.9
    ticked(overlay, level, Respawned(HERO))
    ticked(overlay, level, ticks=60)
    assert overlay.curtain.darkness == 0.0


def test_the_death_of_others_darkens_nothing() -> None:
    overlay, level = begun()
    ticked(overlay, level, Died(9, HERO), ticks=120)
    assert overlay.curtain.darkness == 0.0


def test_a_goal_with_a_next_level_darkens_just_before_it_begins() -> None:
    overlay, level = begun()
    level.progress.completed, level.progress.next_level = True, "summit"
    ticked(overlay, level, LevelCompleted(8, HERO, "summit"), ticks=round((LINGER - FALL) * 60))
    assert overlay.curtain.darkness == pytest.approx(0.0, abs=1e-9)
    ticked(overlay, level, ticks=round(FALL * 60))
    assert overlay.curtain.darkness > 0.9
    assert not overlay.ended


def test_the_last_goal_ends_the_game_a_moment_later() -> None:
    overlay, level = begun()
    level.progress.completed = True
    ticked(overlay, level, LevelCompleted(8, HERO), ticks=round(LINGER * 60) - 1)
    assert not overlay.ended
    ticked(overlay, level, ticks=2)
    assert overlay.ended
    assert overlay.curtain.darkness == 0.0


def test_hints_stay_and_then_go() -> None:
    assert fading(0.0, HINT_TIME, HINT_FADE) == 1.0
    assert fading(HINT_TIME + HINT_FADE / 2, HINT_TIME, HINT_FADE) == pytest.approx(0.5)
    assert fading(HINT_TIME + 2 * HINT_FADE, HINT_TIME, HINT_FADE) == 0.0


@pytest.mark.parametrize("size", [(320, 180), (1280, 720), (1920, 1080)])
def test_what_is_drawn_keeps_to_the_corners_at_any_size(size: tuple[int, int]) -> None:
    overlay, level = begun()
    ticked(overlay, level, ticks=1200)
    surface = pygame.Surface(size)
    surface.fill((90, 140, 90))
    overlay.draw(surface)
    changed = (pygame.surfarray.array3d(surface) != (90, 140, 90)).any(axis=2)
    width, height = size
    assert changed[: width // 4, : height // 8].any()
    assert changed[-width // 4 :, : height // 8].any()
    assert not changed[:, height // 8 :].any()


def test_the_picture_keeps_its_shape_in_any_window() -> None:
    assert picture_area((16, 9), (1280, 720)) == pygame.Rect(0, 0, 1280, 720)
    assert picture_area((16, 9), (1280, 900)) == pygame.Rect(0, 90, 1280, 720)
    assert picture_area((16, 9), (1600, 720)) == pygame.Rect(160, 0, 1280, 720)
    assert picture_area((16, 9), (1, 1)).size == (1, 1)


def test_a_half_heart_is_red_on_its_left_only() -> None:
    pixels = pygame.surfarray.array3d(heart(64, 0.5)).astype(int)
    red = (pixels[..., 0] > 200) & (pixels[..., 1] < 140)
    assert red[:30].sum() > 300
    assert not red[34:].any()


def test_shapes_have_the_size_they_are_asked_for() -> None:
    for size in (12, 34, 100):
        for picture in (heart(size, 1.0), gem(size), key(size), plate((size, size), (0, 0, 0), 200)):
            assert picture.get_size() == (size, size)
            assert np.any(pygame.surfarray.array_alpha(picture) > 150)
