"""How the hero of a level stands, read from the simulation."""

from dataclasses import dataclass

from components.camera import CameraFocus
from components.goal import Goal, Pickup, Progress
from components.health import Health, HealthState
from components.slime import SlimeVerbs
from components.world import LevelInfo, TickCount
from game.interface.watched import Watched, component_of

LINGER = 1.5
"""How long a level goes on after its goal was reached [s]."""
GEM, KEY = "gem", "key"
"""Kinds of pick-ups that are counted."""


@dataclass(frozen=True, slots=True)
class Status:
    """What is shown over a level."""

    name: str = ""
    """The level's title."""
    time: float = 0.0
    """Time since it began [s]."""
    is_slime: bool = False
    """Whether the hero is a slime."""
    points: float = 0.0
    """The hero's health."""
    maximum: float = 0.0
    """Health at full; 0 where the hero cannot be hurt."""
    hurt: bool = False
    """Whether being hurt still shows."""
    gems: int = 0
    """How many the hero has."""
    all_gems: int = 0
    """How many there are, those included."""
    keys: int = 0
    """How many keys the hero has."""
    needed_keys: int = 0
    """How many the goal asks for."""
    waiting: bool = False
    """Whether the hero stands before a goal without what it asks for."""
    completed: bool = False
    """Whether the goal is reached."""
    next_level: str = ""
    """The level that comes then."""


def status_of(simulation: Watched) -> Status:
    """How things stand now."""
    hero = next((entity for entity, _ in simulation.entities_with(CameraFocus)), 0)
    health = component_of(simulation, Health, hero)
    state = component_of(simulation, HealthState, hero)
    progress = component_of(simulation, Progress, hero) or Progress()
    left = [pickup.kind for _, (pickup,) in simulation.entities_with(Pickup)]
    goals = [goal for _, (goal,) in simulation.entities_with(Goal)]
    gems = progress.taken.get(GEM, 0)
    return Status(
        name=simulation.resource(LevelInfo).name,
        time=simulation.resource(TickCount).value / simulation.tick_rate,
        is_slime=component_of(simulation, SlimeVerbs, hero) is not None,
        points=state.points if state else 0.0,
        maximum=health.maximum if health else 0.0,
        hurt=bool(state and state.flash > 0.0),
        gems=gems,
        all_gems=gems + left.count(GEM),
        keys=progress.taken.get(KEY, 0),
        needed_keys=max((goal.needs for goal in goals if goal.needs_kind == KEY), default=0),
        waiting=bool(progress.waiting),
        completed=progress.completed,
        next_level=progress.next_level,
    )


def gems_text(status: Status) -> str:
    """The gems in words."""
    if not status.all_gems:
        return ""
    if status.gems == status.all_gems:
        return f"All {status.all_gems} gems"
    return f"{status.gems} of {status.all_gems} gems"
