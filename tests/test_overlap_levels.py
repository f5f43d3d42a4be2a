"""Overlaps end when their level is left, whoever leaves it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from arenas import arena, entity, of_kind, run

from components.events import EndReason, OverlapBegan, OverlapEnded
from game.actions import ActionState
from game.loop import Game
from game.simulation import Simulation


class Nobody:
    """Sees every tick, and looks away."""

    def observe(self, simulation: Simulation) -> None:
        """Nothing."""
        del simulation


def meeting(folder: Path) -> Simulation:
    """A level in which a hero and two slimes have met."""
    simulation = arena(
        folder,
        entity("a", 60, 42, prefab="slime", SphereCollider={"radius": 80}),
        entity("b", -60, 42, prefab="slime", SphereCollider={"radius": 80}),
    )
    begun = of_kind(run(simulation, 1), OverlapBegan)
    assert len(begun) == 4  # each slime notices the other, and both the hero
    return simulation


def leave(first: Simulation, second: Simulation) -> None:
    first.close()
    assert second.tick_count == 0


def replace(first: Simulation, second: Simulation) -> None:
    """A game goes on from one level to the next."""
    levels = iter((first, second))
    game = Game(lambda: next(levels), actions=ActionState({}), watcher=Nobody())
    game.restart()
    assert game.simulation is second


@pytest.mark.parametrize("change", [leave, replace])
def test_each_overlap_ends_when_the_level_changes(
    tmp_path: Path, change: Callable[[Simulation, Simulation], None]
) -> None:
    simulation = meeting(tmp_path)
    begun = of_kind(simulation.events, OverlapBegan)
    change(simulation, Simulation.load("stairs"))
    ended = [
        OverlapEnded(event.entity, event.other, event.collider, event.other_collider, EndReason.LEVEL_CHANGED)
        for event in begun
    ]
    assert simulation.events == ended
    simulation.close()  # and once more changes nothing
    assert simulation.events == ended
    with pytest.raises(LookupError):
        simulation.tick()


def test_what_ended_before_does_not_end_again(tmp_path: Path) -> None:
    simulation = meeting(tmp_path)
    simulation.despawn(simulation.named("a"))
    destroyed = of_kind(run(simulation, 1), OverlapEnded)
    assert [event.reason for event in destroyed] == [EndReason.DESTROYED] * 3
    simulation.close()
    (event,) = of_kind(simulation.events, OverlapEnded)
    assert event.reason is EndReason.LEVEL_CHANGED
