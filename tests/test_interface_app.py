"""Somebody at the screen, with events that are made up."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar, cast

import pygame
import pytest

from components.camera import CameraFocus
from components.goal import Goal, Pickup, Progress
from components.health import Health, HealthState
from components.world import LevelInfo, TickCount
from game.bindings import default_bindings
from game.interface.app import App
from game.interface.flow import Flow
from game.interface.overlay import Overlay
from game.interface.painter import ScreenPainter
from game.interface.screens import Card, EndingScreen, LevelsScreen, PauseScreen, TitleScreen
from game.interface.status import LINGER
from game.level.problem import LevelError, file_problem
from game.session import Session
from game.sound.cues import Cue

Kind = TypeVar("Kind")

FRAME = 1.0 / 60.0
CARDS = (Card("lagoon", "Lagoon"), Card("cavern", "Cavern"))
HERO = 7


class _Walking:
    """Plays the simulation: keeps what ticks held, and answers what the overlay asks."""

    def __init__(self) -> None:
        self.tick_rate = 60.0
        self.ticks: list[set[str]] = []
        self.events: list[object] = []
        self.progress = Progress()
        self.closed = False

    def tick(self, actions: Iterable[str] = ()) -> None:
        self.ticks.append(set(actions))

    def close(self) -> None:
        self.closed = True

    def resource(self, kind: type[Kind]) -> Kind:
        found: dict[type, object] = {
            LevelInfo: LevelInfo(name="Lagoon"),
            TickCount: TickCount(len(self.ticks)),
        }
        return cast("Kind", found[kind])

    def entities_with(self, kind: type[Kind], /) -> list[tuple[int, tuple[Kind]]]:
        found: dict[type, list[tuple[int, object]]] = {
            CameraFocus: [(HERO, CameraFocus())],
            Health: [(HERO, Health(maximum=5))],
            HealthState: [(HERO, HealthState(points=2.0))],
            Progress: [(HERO, self.progress)],
            Pickup: [(8, Pickup()), (9, Pickup(kind="heart"))],
            Goal: [],
        }
        return [(entity, (cast("Kind", component),)) for entity, component in found.get(kind, [])]


@dataclass
class _Debug:
    """Plays the debug switch."""

    enabled: bool = False
    tick_ms: float = 0.0
    frame_ms: float = 0.0
    pressed: list[int] = field(default_factory=list)

    def press(self, code: int) -> bool:
        """Takes note of a key."""
        self.pressed.append(code)
        return False


class _Painting:
    """Plays the view: keeps what it was asked to draw."""

    def __init__(self) -> None:
        self.debug = _Debug()
        self.drawn: list[tuple[int, float]] = []

    def observe(self, simulation: _Walking) -> None:
        """Sees a tick."""

    def draw(self, surface: pygame.Surface, simulation: _Walking, alpha: float) -> None:
        surface.fill("red")
        self.drawn.append((len(simulation.ticks), alpha))


class _Window:
    """Plays the window."""

    def __init__(self) -> None:
        self.surface = pygame.Surface((320, 200))
        self.shown = 0
        self.fullscreen = False

    def show(self) -> None:
        self.shown += 1

    def toggle_fullscreen(self) -> None:
        self.fullscreen = not self.fullscreen


class _Sound:
    """Plays the sound player."""

    def __init__(self) -> None:
        self.played: list[str] = []
        self.on = True

    def play(self, cue: Cue) -> None:
        self.played.append(cue.name)

    def switch(self) -> None:
        self.on = not self.on


@dataclass
class _Preparation:
    """Plays what levels wait for."""

    ready: bool = True
    share: float = 0.5
    remark: str = "Compiling"


@dataclass
class _Theatre:
    """An app and everything round it."""

    begin: str = ""
    faults: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.view, self.window, self.preparation = _Painting(), _Window(), _Preparation()
        self.opened: list[str] = []
        self.sound = _Sound()
        self.overlay = Overlay((("A D", "walk"),))
        self.app = App[_Walking](
            Flow(CARDS, begin=self.begin or None),
            self.window,
            ScreenPainter(lambda _: None),
            self.overlay,
            self.open,
            self.preparation,
            begin=self.begin,
            sound=self.sound,
            now=lambda: 0.0,
        )

    def open(self, source: str) -> Session[_Walking]:
        self.opened.append(source)
        if source in self.faults:
            raise LevelError([file_problem(source, "is broken")])
        return Session[_Walking](
            _Walking, self.view, default_bindings(), watchers=[self.overlay], now=lambda: 0.0
        )

    @property
    def level(self) -> _Walking:
        assert self.app.session is not None
        return self.app.session.game.simulation

    def press(self, *scancodes: int, elapsed: float = 0.0) -> None:
        for scancode in scancodes:
            key = pygame.event.Event(pygame.KEYDOWN, key=SYMBOLS.get(scancode, 0), scancode=scancode)
            let_go = pygame.event.Event(pygame.KEYUP, key=key.key, scancode=scancode)
            self.app.frame([key, let_go], elapsed)


SYMBOLS = {
    pygame.KSCAN_P: pygame.K_p,
    pygame.KSCAN_R: pygame.K_r,
    pygame.KSCAN_ESCAPE: pygame.K_ESCAPE,
    pygame.KSCAN_F1: pygame.K_F1,
    pygame.KSCAN_F11: pygame.K_F11,
    pygame.KSCAN_F8: pygame.K_F8,
}
DOWN, ENTER, P, ESCAPE = pygame.KSCAN_DOWN, pygame.KSCAN_RETURN, pygame.KSCAN_P, pygame.KSCAN_ESCAPE
RIGHT = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, scancode=pygame.KSCAN_RIGHT)


@pytest.fixture
def title() -> _Theatre:
    """The title, seen once."""
    theatre = _Theatre()
    theatre.app.frame([], 0.0)
    return theatre


@pytest.fixture
def playing() -> _Theatre:
    """A level that has just begun."""
    theatre = _Theatre(begin="lagoon")
    theatre.app.frame([], 0.0)
    theatre.app.frame([], 0.0)
    return theatre


def test_the_title_is_drawn_and_waits(title: _Theatre) -> None:
    assert title.window.shown == 1
    assert isinstance(title.app.flow.screen, TitleScreen)
    assert title.opened == []


def test_play_says_that_it_loads_and_then_begins_the_first_level(title: _Theatre) -> None:
    title.press(ENTER)
    assert title.opened == []
    title.app.frame([], 0.0)
    assert title.opened == ["lagoon"]
    assert len(title.view.drawn) == 1


def test_a_level_begins_only_when_all_is_prepared(title: _Theatre) -> None:
    title.preparation.ready = False
    title.press(ENTER)
    for _ in range(5):
        title.app.frame([], FRAME)
    assert title.opened == []
    title.preparation.ready = True
    title.app.frame([], FRAME)
    assert title.opened == ["lagoon"]


def test_waiting_can_be_given_up(title: _Theatre) -> None:
    title.preparation.ready = False
    title.press(ENTER, ESCAPE)
    title.preparation.ready = True
    title.press(0, 0)
    assert title.opened == []
    assert isinstance(title.app.flow.screen, TitleScreen)


def test_a_level_is_chosen_with_the_mouse(title: _Theatre) -> None:
    title.press(DOWN, ENTER)
    assert isinstance(title.app.flow.screen, LevelsScreen)
    bar = (200 - 180) // 2  # the picture is 320 x 180 in a window of 320 x 200
    place = (160, bar + 55)  # in the middle card of the upper row
    title.app.frame([pygame.event.Event(pygame.MOUSEMOTION, pos=place)], 0.0)
    assert title.app.flow.screen.menu.chosen == 1
    title.app.frame([pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1)], 0.0)
    title.app.frame([], 0.0)
    assert title.opened == ["cavern"]


def test_a_frame_ticks_and_draws_between_two_ticks(playing: _Theatre) -> None:
    playing.app.frame([RIGHT], 1.5 * FRAME)
    assert playing.level.ticks == [{"right"}]
    ticks, alpha = playing.view.drawn[-1]
    assert ticks == 1
    assert alpha == pytest.approx(0.5)


@pytest.mark.parametrize("key", [P, ESCAPE])
def test_a_pause_stops_time_but_not_pictures(playing: _Theatre, key: int) -> None:
    playing.press(key)
    assert isinstance(playing.app.flow.screen, PauseScreen)
    drawn = len(playing.view.drawn)
    playing.app.frame([], 1.5 * FRAME)
    assert playing.level.ticks == []
    assert len(playing.view.drawn) == drawn + 1
    playing.press(ESCAPE)
    playing.app.frame([], 1.5 * FRAME)
    assert playing.level.ticks == [set()]


def test_what_goes_down_in_a_pause_counts_after_it_has_been_let_go(playing: _Theatre) -> None:
    playing.press(P)
    assert isinstance(playing.app.flow.screen, PauseScreen)
    playing.app.frame([RIGHT], 0.0)
    playing.press(P)
    playing.app.frame([], 1.5 * FRAME)
    assert playing.level.ticks == [set()]


def test_a_command_key_that_repeats_commands_once(playing: _Theatre) -> None:
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_p, scancode=P)
    playing.app.frame([key] * 30, 0.0)
    assert isinstance(playing.app.flow.screen, PauseScreen)


def test_restart_begins_anew_by_key_and_from_the_pause(playing: _Theatre) -> None:
    playing.app.frame([], 3.5 * FRAME)
    assert len(playing.level.ticks) == 3
    playing.press(pygame.KSCAN_R)
    assert playing.level.ticks == []
    playing.app.frame([], 3.5 * FRAME)
    playing.press(P, DOWN, ENTER)
    assert playing.level.ticks == []
    assert playing.app.flow.playing


def test_keys_reach_the_debug_overlay_while_a_level_is_played(playing: _Theatre) -> None:
    playing.press(pygame.KSCAN_F8)
    assert playing.view.debug.pressed == [pygame.K_F8]


def test_debug_and_fullscreen_toggle(playing: _Theatre) -> None:
    playing.press(pygame.KSCAN_F1, pygame.KSCAN_F11)
    assert playing.view.debug.enabled
    assert playing.window.fullscreen


def test_the_menu_fills_the_screen_and_switches_sound_and_leaves(title: _Theatre) -> None:
    title.press(DOWN, DOWN, ENTER)
    assert title.window.fullscreen
    title.press(DOWN)
    assert isinstance(title.app.flow.screen, TitleScreen)
    assert title.app.flow.screen.lines[3] == "Sound: on"
    title.press(ENTER)
    assert not title.sound.on
    assert title.app.flow.screen.lines[3] == "Sound: off"
    assert not title.app.left
    title.press(DOWN, ENTER)
    assert title.app.left
    assert title.sound.played == ["move", "move", "choose", "move", "choose", "move", "choose"]


def test_closing_the_window_leaves_from_anywhere(playing: _Theatre) -> None:
    playing.app.frame([pygame.event.Event(pygame.QUIT)], 0.0)
    assert playing.app.left


def test_the_level_given_at_the_start_is_told_when_it_has_faults() -> None:
    theatre = _Theatre(begin="cave", faults={"cave"})
    theatre.app.frame([], 0.0)
    with pytest.raises(LevelError, match="cave: is broken"):
        theatre.app.frame([], 0.0)


def test_a_chosen_level_with_faults_is_told_and_the_title_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    theatre = _Theatre(faults={"lagoon"})
    theatre.press(ENTER)
    theatre.app.frame([], 0.0)
    assert capsys.readouterr().err == "lagoon: is broken\n"
    assert isinstance(theatre.app.flow.screen, TitleScreen)


def test_another_level_frees_the_one_before(playing: _Theatre) -> None:
    before = playing.level
    playing.press(P, DOWN, DOWN, ENTER, ENTER)
    playing.app.frame([], 0.0)
    assert playing.opened == ["lagoon", "lagoon"]
    assert before.closed


def test_after_the_last_level_comes_the_ending(playing: _Theatre) -> None:
    playing.level.progress.completed = True
    playing.level.progress.taken["gem"] = 1
    for _ in range(round(LINGER / FRAME) + 2):
        playing.app.frame([], FRAME)
    assert isinstance(playing.app.flow.screen, EndingScreen)
    assert playing.app.flow.screen.remark == "1 of 2 gems"


def test_a_level_that_got_faults_is_told_and_the_game_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    levels = iter([_Walking()])

    def start() -> _Walking:
        for level in levels:
            return level
        raise LevelError([file_problem("cave.json", "is broken")])

    session = Session(start, _Painting(), default_bindings())
    session.restart()
    session.advance(1.5 * FRAME)
    assert capsys.readouterr().err == "cave.json: is broken\n"
    assert session.game.simulation.ticks == [set()]


def test_the_debug_overlay_is_told_what_ticks_and_frames_cost() -> None:
    readings = iter([1.0, 1.002, 2.0, 2.007])
    painter = _Painting()
    session = Session(_Walking, painter, default_bindings(), now=lambda: next(readings))
    session.advance(1.5 * FRAME)
    session.draw(pygame.Surface((8, 8)))
    assert painter.debug.tick_ms == pytest.approx(2.0)
    assert painter.debug.frame_ms == pytest.approx(7.0)


def test_while_a_bar_stands_still_nothing_is_drawn(title: _Theatre) -> None:
    title.preparation.ready = False
    title.press(ENTER)
    title.app.frame([], FRAME)
    shown = title.window.shown
    for _ in range(5):
        title.app.frame([], FRAME)
    assert title.window.shown == shown
    title.preparation.share = 0.6
    title.app.frame([], FRAME)
    assert title.window.shown == shown + 1
