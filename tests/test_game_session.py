"""Somebody at the screen, with events that are made up."""

from collections.abc import Iterable

import pygame
import pytest

from game.bindings import default_bindings
from game.level.problem import LevelError, file_problem
from game.session import Session
from game.view import DebugFlags, Hud

FRAME = 1.0 / 60.0


class _Walking:
    """Plays the simulation: counts ticks and the ticks that walked."""

    def __init__(self) -> None:
        self.tick_rate = 60.0
        self.ticks: list[set[str]] = []

    def tick(self, actions: Iterable[str] = ()) -> None:
        self.ticks.append(set(actions))

    def close(self) -> None:
        self.ticks = []


class _Painting:
    """Plays the view: keeps what it was asked to draw."""

    def __init__(self) -> None:
        self.debug = DebugFlags()
        self.hud = Hud()
        self.drawn: list[tuple[int, float]] = []

    def observe(self, simulation: _Walking) -> None:
        """Sees a tick."""

    def draw(self, surface: pygame.Surface, simulation: _Walking, alpha: float) -> None:
        surface.fill("red")
        self.drawn.append((len(simulation.ticks), alpha))


class _Screen:
    """Plays the window."""

    def __init__(self) -> None:
        self.surface = pygame.Surface((32, 18))
        self.shown: list[tuple[int, ...]] = []
        self.fullscreen = False

    def show(self) -> None:
        self.shown.append(tuple(self.surface.get_at((0, 0))))

    def toggle_fullscreen(self) -> None:
        self.fullscreen = not self.fullscreen


@pytest.fixture
def screen() -> _Screen:
    return _Screen()


@pytest.fixture
def painter() -> _Painting:
    return _Painting()


@pytest.fixture
def session(painter: _Painting, screen: _Screen) -> Session[_Walking]:
    return Session(_Walking, painter, screen, default_bindings())


def down(symbol: int, scancode: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=symbol, scancode=scancode)


def up(symbol: int, scancode: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYUP, key=symbol, scancode=scancode)


P = (pygame.K_p, pygame.KSCAN_P)
R = (pygame.K_r, pygame.KSCAN_R)
RIGHT = (pygame.K_RIGHT, pygame.KSCAN_RIGHT)
SPACE = (pygame.K_SPACE, pygame.KSCAN_SPACE)


def test_a_frame_ticks_draws_and_shows(
    session: Session[_Walking], painter: _Painting, screen: _Screen
) -> None:
    session.frame([down(*RIGHT)], 1.5 * FRAME)
    assert session.game.simulation.ticks == [{"right"}]
    ((ticks, alpha),) = painter.drawn
    assert ticks == 1
    assert alpha == pytest.approx(0.5)
    assert screen.shown == [(255, 0, 0, 255)]


def test_pause_stops_time_but_not_pictures(session: Session[_Walking], painter: _Painting) -> None:
    session.frame([down(*P), up(*P)], 1.5 * FRAME)
    session.frame([down(*SPACE)], 1.5 * FRAME)
    assert session.game.simulation.ticks == []
    assert len(painter.drawn) == 2
    assert painter.hud.paused
    session.frame([down(*P)], 1.5 * FRAME)
    assert session.game.simulation.ticks == [set()]


def test_a_command_key_that_repeats_commands_once(session: Session[_Walking]) -> None:
    session.frame([down(*P)] * 30, 0.0)
    assert session.game.paused
    session.frame([up(*P), down(*P)], 0.0)
    assert not session.game.paused


def test_restart_begins_anew(session: Session[_Walking]) -> None:
    session.frame([], 3.5 * FRAME)
    session.frame([down(*R)], 0.0)
    assert session.game.simulation.ticks == []


def test_a_level_that_got_faults_is_told_and_the_game_goes_on(
    painter: _Painting, screen: _Screen, capsys: pytest.CaptureFixture[str]
) -> None:
    levels = iter([_Walking()])

    def start() -> _Walking:
        for level in levels:
            return level
        raise LevelError([file_problem("cave.json", "is broken")])

    session = Session(start, painter, screen, default_bindings())
    session.frame([down(*R)], 1.5 * FRAME)
    assert capsys.readouterr().err == "cave.json: is broken\n"
    assert session.game.simulation.ticks == [set()]


def test_debug_and_fullscreen_toggle(session: Session[_Walking], painter: _Painting, screen: _Screen) -> None:
    session.frame([down(pygame.K_F1, pygame.KSCAN_F1), down(pygame.K_F11, pygame.KSCAN_F11)], 0.0)
    assert painter.debug.enabled
    assert screen.fullscreen


@pytest.mark.parametrize(
    "event", [pygame.event.Event(pygame.QUIT), down(pygame.K_ESCAPE, pygame.KSCAN_ESCAPE)]
)
def test_leaving(session: Session[_Walking], event: pygame.event.Event) -> None:
    session.frame([], 0.0)
    assert not session.left
    session.frame([event], 0.0)
    assert session.left


def test_the_debug_overlay_is_told_what_ticks_and_frames_cost(painter: _Painting, screen: _Screen) -> None:
    readings = iter([1.0, 1.002, 2.0, 2.007])
    session = Session(_Walking, painter, screen, default_bindings(), now=lambda: next(readings))
    session.frame([], 1.5 * FRAME)
    assert painter.debug.tick_ms == pytest.approx(2.0)
    assert painter.debug.frame_ms == pytest.approx(7.0)
