"""What minds make of what they sense."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.mind import Mind, MindState, Mood, Temper
from components.world import RandomState
from systems.mind.decide import Senses, Sighting, change_mood, heading, leap, rest_after

HERO = 7


def senses(ahead: float | None = None, above: float = 0.0, *, x: float = 0.0, health: float = 1.0) -> Senses:
    sighting = None if ahead is None else Sighting(HERO, ahead, above)
    return Senses(np.array((x, 0.0, 40.0)), health, sighting)


@pytest.mark.parametrize(
    ("ahead", "above", "noticed"),
    [(419, 0, True), (-419, 0, True), (421, 0, False), (100, 219, True), (100, 221, False), (None, 0, False)],
)
def test_it_notices_who_is_near_and_not_too_high(ahead: float | None, above: float, *, noticed: bool) -> None:
    state = MindState()
    assert change_mood(Mind(), state, senses(ahead, above)) is noticed
    assert (state.target == HERO) is noticed
    assert (state.mood is Mood.NOTICE) is noticed


def test_it_starts_before_it_does_something() -> None:
    mind, state = Mind(notice_time=0.5), MindState()
    change_mood(mind, state, senses(-300))
    assert (state.wait, state.direction) == (0.5, -1)
    moods = []
    for wait in (0.5, 0.0):
        state.wait = wait
        assert not change_mood(mind, state, senses(-300))
        moods.append(state.mood)
    assert moods == [Mood.NOTICE, Mood.CHASE]


@pytest.mark.parametrize(
    ("temper", "health", "mood"),
    [
        (Temper.HOSTILE, 1.0, Mood.CHASE),
        (Temper.HOSTILE, 0.25, Mood.FLEE),
        (Temper.FEARFUL, 1.0, Mood.FLEE),
        (Temper.CALM, 1.0, Mood.PATROL),
    ],
)
def test_what_it_does_depends_on_temper_and_health(temper: Temper, health: float, mood: Mood) -> None:
    state = MindState(mood=Mood.NOTICE, target=HERO, wait=0.0)
    change_mood(Mind(temper=temper, flee_health=0.3), state, senses(100, health=health))
    assert state.mood is mood


def test_it_forgets_who_is_far_and_not_before() -> None:
    mind, state = Mind(), MindState(mood=Mood.CHASE, target=HERO, wait=0.0)
    moods = []
    for ahead in (649, 651):
        change_mood(mind, state, senses(ahead))
        moods.append(state.mood)
    assert moods == [Mood.CHASE, Mood.PATROL]
    assert state.target == 0


def test_without_room_to_patrol_it_stays() -> None:
    state, random = MindState(mood=Mood.PATROL), RandomState()
    change_mood(Mind(patrol_distance=0.0), state, senses())
    assert state.mood is Mood.IDLE
    assert heading(Mind(), state, senses(), random) == 0.0


def test_it_chases_flees_and_comes_home() -> None:
    random = RandomState()
    assert heading(Mind(), MindState(mood=Mood.CHASE), senses(-50), random) == -1
    assert heading(Mind(), MindState(mood=Mood.FLEE), senses(-50), random) == 1
    home = MindState(mood=Mood.PATROL, home=1000.0)
    assert heading(Mind(), home, senses(x=1141), random) == -1
    assert heading(Mind(), home, senses(x=859), random) == 1
    ways = {heading(Mind(), home, senses(x=1000), random) for _ in range(50)}
    assert ways == {-1, 1}


@given(st.floats(0, 3), st.floats(0, 1), st.integers(0, 2**63))
def test_rests_are_as_long_as_written_or_longer_by_chance(rest: float, chance: float, seed: int) -> None:
    mind = Mind(rest_time=rest, rest_chance=chance)
    waited = rest_after(mind, MindState(mood=Mood.PATROL), RandomState(seed))
    assert rest <= waited <= rest * (1 + chance) + 1e-12


def test_a_leap_at_somebody_lands_on_them_if_it_reaches() -> None:
    mind, state = Mind(hop_speed=190.0, leap_speed=260.0), MindState(mood=Mood.CHASE, direction=-1.0)
    along, up = leap(mind, state, senses(-60), 980.0)
    assert along * (2 * up / 980.0) == pytest.approx(-60)
    assert leap(mind, state, senses(-600), 980.0) == (-190.0, 260.0)
