"""The life of a strike."""

import esper
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import DT, box, build_world, run_tick

from components.attack import AttackState, MeleeAttack
from components.character import CharacterIntent
from components.transform import Transform
from systems.melee.strike import Melee, companions
from systems.melee.swing import StrikePhase, begin, cancel, strike_after, strike_length, strike_phase

ATTACK = MeleeAttack()


@pytest.mark.parametrize(
    ("time", "phase"),
    [
        (-1, StrikePhase.NONE),
        (0, StrikePhase.WIND_UP),
        (0.119, StrikePhase.WIND_UP),
        (0.12, StrikePhase.ACTIVE),
        (0.269, StrikePhase.ACTIVE),
        (0.2701, StrikePhase.RECOVERY),
        (0.499, StrikePhase.RECOVERY),
        (0.5, StrikePhase.NONE),
    ],
)
def test_a_strike_winds_up_hits_and_recovers(time: float, phase: StrikePhase) -> None:
    assert strike_length(ATTACK) == pytest.approx(0.5)
    assert strike_phase(ATTACK, time) is phase


def test_it_begins_when_asked_and_not_before() -> None:
    assert strike_after(ATTACK, -1, DT, asked=False) == -1
    assert strike_after(ATTACK, -1, DT, asked=True) == 0


def test_asking_during_one_changes_nothing() -> None:
    assert strike_after(ATTACK, 0.2, DT, asked=True) == pytest.approx(0.2 + DT)


def test_the_next_may_begin_when_the_last_is_over() -> None:
    assert strike_after(ATTACK, 0.49, DT, asked=False) == -1
    assert strike_after(ATTACK, 0.49, DT, asked=True) == 0


@given(st.floats(0.001, 0.2), st.integers(0, 200))
def test_time_is_either_none_or_within_the_strike(dt: float, ticks: int) -> None:
    time = 0.0
    for _ in range(ticks):
        time = strike_after(ATTACK, time, dt, asked=False)
        assert time == -1 or 0 < time < 0.5


@pytest.mark.usefixtures("world")
def test_a_press_runs_one_strike_of_half_a_second() -> None:
    build_world([box(-100, 100, -10, 0)])
    state, intent = AttackState(), CharacterIntent(attack_pressed=True)
    esper.create_entity(ATTACK, state, intent, Transform())
    times = []
    for _ in range(40):
        run_tick((Melee(),))
        intent.attack_pressed = False
        times.append(state.time)
    under_way = [time for time in times if time >= 0]
    assert under_way == pytest.approx([tick * DT for tick in range(len(under_way))])
    assert len(under_way) in {30, 31}
    assert times[len(under_way) :] == [-1] * (40 - len(under_way))


def test_an_attacker_comes_with_a_state() -> None:
    assert [repr(part) for part in companions({MeleeAttack: ATTACK})] == [repr(AttackState())]


def test_code_begins_one_too_and_cancels_it() -> None:
    state = AttackState()
    assert begin(state, -1.0)
    assert (state.time, state.facing) == (0, -1)
    assert not begin(state, 1.0)
    assert state.facing == -1
    state.hitting, state.radius = True, 50.0
    cancel(state)
    assert repr(state) == repr(AttackState())


@pytest.mark.usefixtures("world")
def test_an_entity_without_wishes_strikes_when_code_says_so() -> None:
    build_world([box(-100, 100, -10, 0)])
    state = AttackState()
    esper.create_entity(ATTACK, state, Transform())
    run_tick((Melee(),))
    assert repr(state) == repr(AttackState())
    begin(state)
    run_tick((Melee(),))
    assert state.time == DT
