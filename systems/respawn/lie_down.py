"""The dead want nothing."""

import esper

from components.character import CharacterIntent
from components.goal import Progress
from components.health import HealthState
from systems.query import entities_with


class LieDown(esper.Processor):
    """Takes the wishes from characters that lie dead, and from those that have completed the level."""

    def process(self, dt: float) -> None:
        """Runs right after wishes were written."""
        del dt
        for _, (state, intent) in entities_with(HealthState, CharacterIntent):
            if state.down > 0.0:
                _wish_nothing(intent)
        for _, (progress, intent) in entities_with(Progress, CharacterIntent):
            if progress.completed:
                _wish_nothing(intent)


def _wish_nothing(intent: CharacterIntent) -> None:
    nothing = CharacterIntent()
    for name in CharacterIntent.__slots__:
        setattr(intent, name, getattr(nothing, name))
