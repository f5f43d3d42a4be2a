"""What effects ask about the tick in which something happened."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np

from components.attack import AttackState
from components.character import GroundContact
from components.skeleton import AnimationLibrary
from components.terrain import Material, Terrain
from game.view.arrays import Floats
from game.view.scene import Scene
from game.view.source import Watched, components_of, resource_or

Found = TypeVar("Found")

HALF_HEIGHT = 88.0
"""Height of a character's middle over its soles [cm]."""


NO_LIBRARY = AnimationLibrary()
HANDS = ("hand_r", "hand_l")
"""Bones that may strike."""


class Strike(NamedTuple):
    """A blow under way that can hit."""

    start: Floats
    """Where it begins [cm], shape [3]."""
    end: Floats
    """How far it reaches [cm], shape [3]."""
    radius: float
    """[cm]"""


class Happening:
    """What effects ask about a tick."""

    def __init__(self, simulation: Watched, before: Scene, now: Scene) -> None:
        self._simulation = simulation
        self._before, self._now = before, now

    def place(self, entity: int) -> Floats | None:
        """Where an entity is, or was in the tick before [cm]."""
        return _first(lambda scene: scene.places.get(entity), self._now, self._before)

    def palette(self, entity: int) -> str | None:
        """The palette of a soft body, or None."""
        body = _first(lambda scene: scene.bodies.get(entity), self._now, self._before)
        return None if body is None else body.palette

    def below(self, entity: int) -> float:
        """Height of the lowest point of a soft body [cm]."""
        body = _first(lambda scene: scene.bodies.get(entity), self._now, self._before)
        return -1e9 if body is None else float(body.positions[:, 2].min())

    def top(self, entity: int) -> Floats | None:
        """A little over the highest point of a soft body [cm]."""
        body = self._now.bodies.get(entity)
        if body is None:
            return None
        x, y, _ = body.positions.mean(axis=0).tolist()
        return np.array((x, y - 20.0, float(body.positions[:, 2].max()) + 16.0))

    def feet(self, entity: int) -> Floats:
        """Between the soles of a character [cm]."""
        figure, place = self._now.figures.get(entity), self.place(entity)
        if figure is not None:
            return figure.root_position
        return np.zeros(3) if place is None else place - (0.0, 0.0, HALF_HEIGHT)

    def way(self, entity: int) -> Floats:
        """Unit vector along which a character goes, or none."""
        figure = self._now.figures.get(entity)
        if figure is None:
            return np.zeros(3)
        speed = float(np.linalg.norm(figure.velocity))
        return figure.velocity / max(speed, 60.0)

    def strikes(self) -> dict[int, Strike]:
        """Blows that can hit now, by attacker."""
        states = components_of(self._simulation, AttackState)
        return {
            entity: Strike(state.start, state.end, state.radius)
            for entity, state in states.items()
            if state.hitting
        }

    def hand(self, entity: int) -> tuple[Floats, Floats] | None:
        """Where that hand of a character was, and is, that moves most [cm]."""
        before, now = self._before.figures.get(entity), self._now.figures.get(entity)
        if before is None or now is None or before.positions.shape != now.positions.shape:
            return None
        library = resource_or(self._simulation, AnimationLibrary, NO_LIBRARY)
        rows = [row for row, bone in enumerate(library.skeletons[now.skeleton].bones) if bone in HANDS]
        ways = [(float(np.abs(now.positions[row] - before.positions[row]).max()), row) for row in rows]
        return (before.positions[max(ways)[1]], now.positions[max(ways)[1]]) if ways else None

    def material(self, entity: int) -> Material:
        """What a character stands on."""
        contact = components_of(self._simulation, GroundContact).get(entity)
        solids = self._simulation.resource(Terrain).solids
        known = contact is not None and 0 <= contact.solid < len(solids)
        return solids[contact.solid].material if contact is not None and known else Material.GRASS


def _first(ask: Callable[[Scene], Found | None], *scenes: Scene) -> Found | None:
    return next((answer for scene in scenes if (answer := ask(scene)) is not None), None)
