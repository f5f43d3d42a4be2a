"""What a mind makes of what it senses: pure decisions, no world."""

from dataclasses import dataclass
from typing import NamedTuple

from components.arrays import Floats
from components.mind import Mind, MindState, Mood, Temper
from components.world import RandomState
from systems.chance import uniform


class Sighting(NamedTuple):
    """A character, as a mind sees it."""

    entity: int
    """Who."""
    ahead: float
    """How far toward +X it is [cm]."""
    above: float
    """How much higher it is [cm]."""


@dataclass(frozen=True, slots=True)
class Senses:
    """What a mind knows of the world in a tick."""

    place: Floats
    """World centre of its body [cm], shape [3]."""
    health: float
    """Health left, as a share of all [1]."""
    sighting: Sighting | None
    """The nearest character there is."""


def sees(mind: Mind, sighting: Sighting | None, distance: float) -> bool:
    """Whether a character is within a distance [cm], and not too high or low."""
    if sighting is None:
        return False
    return abs(sighting.ahead) <= distance and abs(sighting.above) <= mind.notice_height


def at_ease(mind: Mind) -> Mood:
    """What a mind does when nothing is up."""
    return Mood.PATROL if mind.patrol_distance > 0.0 else Mood.IDLE


def roused(mind: Mind, health: float) -> Mood:
    """What a mind does about somebody it has noticed."""
    match mind.temper:
        case Temper.CALM:
            return at_ease(mind)
        case Temper.HOSTILE if health > mind.flee_health:
            return Mood.CHASE
        case _:
            return Mood.FLEE


def change_mood(mind: Mind, state: MindState, senses: Senses) -> bool:
    """Takes in what is there, and returns whether somebody was noticed just now.

    Somebody who was noticed stays so until they are further away than `lose_distance` or out of height.
    """
    if state.target == 0:
        if senses.sighting is None or not sees(mind, senses.sighting, mind.notice_distance):
            state.mood = at_ease(mind)
            return False
        state.target, state.mood, state.wait = senses.sighting.entity, Mood.NOTICE, mind.notice_time
        state.direction = toward(senses.sighting.ahead)
        return True
    if not sees(mind, senses.sighting, mind.lose_distance):
        state.target, state.mood = 0, at_ease(mind)
    elif state.mood is not Mood.NOTICE or state.wait <= 0.0:
        state.mood = roused(mind, senses.health)
    return False


def toward(way: float) -> float:
    """1 toward +X or where there is no way, else -1."""
    return 1.0 if way >= 0.0 else -1.0


def heading(mind: Mind, state: MindState, senses: Senses, random: RandomState) -> float:
    """Which way the next hop goes: 1, -1, or 0 for none."""
    match state.mood:
        case Mood.CHASE if senses.sighting is not None:
            return toward(senses.sighting.ahead)
        case Mood.FLEE if senses.sighting is not None:
            return -toward(senses.sighting.ahead)
        case Mood.PATROL:
            away = float(senses.place[0]) - state.home
            if abs(away) > mind.patrol_distance:
                return -toward(away)
            return 1.0 if uniform(random) < 0.5 else -1.0  # noqa: PLR2004 - either way alike
        case _:
            return 0.0


def rest_after(mind: Mind, state: MindState, random: RandomState) -> float:
    """How long it rests now [s]."""
    stirred = state.mood in {Mood.CHASE, Mood.FLEE}
    rest = mind.chase_rest_time if stirred else mind.rest_time
    return rest * (1.0 + mind.rest_chance * uniform(random))


def leap(mind: Mind, state: MindState, senses: Senses, gravity: float) -> tuple[float, float]:
    """Speed of the next hop along X and up [cm/s]; one that comes after somebody aims to land on them.

    Thrown up at a speed v, a body is in the air for 2 v / g.
    """
    speed = mind.hop_speed
    if state.mood is Mood.CHASE and senses.sighting is not None and mind.leap_speed > 0.0:
        speed = min(speed, abs(senses.sighting.ahead) * gravity / (2.0 * mind.leap_speed))
    return state.direction * speed, mind.leap_speed
