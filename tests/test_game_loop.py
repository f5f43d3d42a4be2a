"""Frames of any length, ticks of one length: with a clock that only moves when told."""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.actions import ActionState, Bindings
from game.loop import Game
from game.pace import FixedStep, Pacer
from game.simulation import Simulation

FRAME = 1.0 / 60.0
BINDINGS: Bindings = {"right": (79,), "jump": (44,)}


class _Counting:
    """Plays the simulation: keeps what each tick held."""

    def __init__(self, tick_rate: float = 60.0) -> None:
        self.tick_rate = tick_rate
        self.ticks: list[frozenset[str]] = []
        self.closed = False

    def tick(self, actions: Iterable[str] = ()) -> None:
        self.ticks.append(frozenset(actions))

    def close(self) -> None:
        self.closed = True


class _Watching:
    """Plays the view: keeps how many ticks it had seen each time it was shown the simulation."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def observe(self, simulation: _Counting) -> None:
        self.seen.append(len(simulation.ticks))


def new_game(start: Callable[[], _Counting] = _Counting) -> Game[_Counting]:
    return Game(start, actions=ActionState(BINDINGS), watcher=_Watching())


def test_a_second_of_frames_is_a_second_of_ticks() -> None:
    for frame_rate in (30, 60, 75, 144, 1000):
        step = FixedStep(60.0)
        ticks = sum(step.advance(1.0 / frame_rate) for _ in range(frame_rate * 10))
        assert abs(ticks - 600) <= 1


def test_frames_as_long_as_a_tick_run_one_each() -> None:
    step = FixedStep(60.0)
    step.advance(0.5 * FRAME)
    assert [step.advance(FRAME) for _ in range(100)] == [1] * 100


@pytest.mark.parametrize(("tick_rate", "most"), [(60.0, 4), (30.0, 2), (120.0, 8), (10.0, 1)])
def test_a_long_frame_is_not_caught_up_in_full(tick_rate: float, most: int) -> None:
    step = FixedStep(tick_rate)
    assert step.advance(10.0) == most
    assert step.advance(0.0) == 0


def test_frames_that_always_take_too_long_never_owe_more() -> None:
    step = FixedStep(60.0)
    assert [step.advance(0.5) for _ in range(50)] == [4] * 50
    assert step.advance(FRAME) <= 2


def test_a_clock_that_stands_or_runs_back_runs_no_tick() -> None:
    step = FixedStep(60.0)
    assert [step.advance(elapsed) for elapsed in (0.0, -5.0, 0.0)] == [0, 0, 0]
    assert step.alpha == 0.0


def test_alpha_is_the_share_of_a_tick_that_has_passed() -> None:
    step = FixedStep(50.0)
    step.advance(0.025)
    assert step.alpha == pytest.approx(0.25)


@given(st.lists(st.floats(min_value=-1.0, max_value=1e6), max_size=50), st.sampled_from([10.0, 60.0, 240.0]))
def test_alpha_stays_between_two_ticks(frames: list[float], tick_rate: float) -> None:
    step = FixedStep(tick_rate)
    for elapsed in frames:
        assert 0 <= step.advance(elapsed) <= max(1, round(tick_rate / 15))
        assert 0.0 <= step.alpha <= 1.0


def test_the_view_sees_the_start_and_every_tick() -> None:
    watching = _Watching()
    game = Game(_Counting, actions=ActionState(BINDINGS), watcher=watching)
    assert game.advance(3.5 * FRAME) == 3
    assert watching.seen == [0, 1, 2, 3]
    assert game.alpha == pytest.approx(0.5)


def test_a_tap_counts_in_the_first_tick_of_a_long_frame_only() -> None:
    game = new_game()
    game.actions.press(44)
    game.actions.release(44)
    game.advance(3.5 * FRAME)
    assert game.simulation.ticks == [{"jump"}, set(), set()]


def test_the_cost_of_a_tick_is_measured_with_the_given_clock() -> None:
    readings = iter([1.0, 1.25])
    game = Game(_Counting, actions=ActionState(BINDINGS), watcher=_Watching(), now=lambda: next(readings))
    game.advance(1.5 * FRAME)
    assert game.tick_ms == 250.0


def test_a_pause_runs_nothing_and_is_not_made_up_for() -> None:
    game = new_game()
    game.advance(1.5 * FRAME)
    alpha = game.alpha
    game.paused = True
    for _ in range(600):
        assert game.advance(FRAME) == 0
    assert game.alpha == alpha
    game.paused = False
    assert game.advance(FRAME) == 1
    assert len(game.simulation.ticks) == 2


def test_keys_pressed_during_a_pause_do_not_fire_after_it_and_held_ones_go_on() -> None:
    game = new_game()
    game.actions.press(79)
    game.advance(1.5 * FRAME)
    game.paused = True
    game.actions.press(44)
    game.advance(FRAME)
    game.paused = False
    game.advance(FRAME)
    assert game.simulation.ticks == [{"right"}, {"right"}]


def test_a_restart_begins_anew_and_closes_the_old() -> None:
    game = new_game()
    game.actions.press(44)
    game.advance(2.5 * FRAME)
    old = game.simulation
    game.restart()
    assert old.closed
    assert game.alpha == 0.0
    game.advance(1.5 * FRAME)
    assert game.simulation.ticks == [set()]


def test_a_restart_that_fails_leaves_the_game_as_it_was() -> None:
    starts = iter([_Counting()])
    game = new_game(lambda: next(starts))
    playing = game.simulation
    with pytest.raises(StopIteration):
        game.restart()
    assert game.simulation is playing
    assert not playing.closed


class _Clock:
    """Time that passes by sleeping, and by a little whenever it is asked for."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        self.time += 1e-5
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds + 0.001  # as late as operating systems are


def test_frames_come_at_their_rate_though_sleep_is_late() -> None:
    clock = _Clock()
    pacer = Pacer(60.0, now=clock.now, sleep=clock.sleep)
    began = clock.time
    for _ in range(60):
        pacer.wait()
    assert clock.time - began == pytest.approx(1.0, abs=0.001)
    assert len(clock.slept) == 60
    assert max(clock.slept) <= FRAME - 0.0015


def test_a_late_frame_is_not_made_up_for() -> None:
    clock = _Clock()
    pacer = Pacer(60.0, now=clock.now, sleep=clock.sleep)
    clock.time += 1.0
    pacer.wait()
    assert clock.slept == []
    pacer.wait()
    assert len(clock.slept) == 1


class _Looking:
    """Plays a view that needs nothing."""

    def observe(self, simulation: Simulation) -> None:
        """Sees a tick."""


def test_a_pause_freezes_a_level_to_the_last_bit_and_a_restart_is_its_beginning() -> None:
    actions = ActionState(BINDINGS)
    game = Game(lambda: Simulation.load("stairs"), actions=actions, watcher=_Looking())
    beginning = game.simulation.state_hash()
    actions.press(79)
    for _ in range(30):
        game.advance(FRAME)
    frozen = game.simulation.state_hash()
    game.paused = True
    for _ in range(30):
        actions.press(44)
        game.advance(FRAME)
        actions.release(44)
    assert game.simulation.state_hash() == frozen
    game.restart()
    assert game.simulation.state_hash() == beginning


@pytest.mark.parametrize("frame_rate", [24, 60, 144])
def test_the_frame_rate_does_not_reach_the_state(frame_rate: int) -> None:
    game = Game(lambda: Simulation.load("stairs"), actions=ActionState(BINDINGS), watcher=_Looking())
    game.actions.press(79)
    while game.simulation.tick_count < 48:
        game.advance(1.0 / frame_rate)
    ticks = game.simulation.tick_count
    expected = Simulation.load("stairs")
    for _ in range(ticks):
        expected.tick({"right"})
    assert game.simulation.state_hash() == expected.state_hash()
