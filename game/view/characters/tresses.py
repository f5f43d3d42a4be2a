"""Tails of all figures of a level, tick by tick. Nothing of them is simulated in the sense of the game."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from components.terrain import PlatformMotion, Terrain
from game.view.arrays import Floats
from game.view.characters.dressing import anchored
from game.view.characters.fitting import Fitting
from game.view.characters.rope import Air, Body, Rope, advance_rope, hanging_rope
from game.view.scene import JUMP, Figure, Scene
from game.view.source import Watched, resource_or
from systems.collision.layers import ALL_LAYERS
from systems.collision.query import signed_distances

GRAVITY = (0.0, 0.0, -980.0)
"""[cm/s²]"""
BREEZE, GUST, GUST_RATE = 26.0, 0.7, 0.8
"""Speed of the wind [cm/s], by how much it varies [1], and how fast [rad/s]."""
FLUTTER = 0.8
"""How much cloth flutters in its own wind."""
NEAR = 40.0
"""How far from a tail ground is looked for [cm]."""
DEEP = 12.0
"""Ground that a tail is deeper in than this does not hold it: it was put there [cm]."""
SETTLING, SETTLING_DT = 60, 1.0 / 60.0
"""How long a tail that is new falls into place before it is seen [steps], and how long a step is [s]."""
FIRMNESS = 0.4
"""Share of its thickness that a tail keeps from what it lies on."""


@dataclass(slots=True)
class Strands:
    """The tails of one figure."""

    fitting: Fitting
    root: Floats
    """Where the figure was after the last tick [cm], shape [3]."""
    bulks: Floats
    """Starts and ends of the bulks of its body then [cm], shape [bulk_count, 6]."""
    ropes: list[Rope]


class Tresses:
    """The tails of the figures of a level."""

    def __init__(self) -> None:
        self._strands: dict[int, Strands] = {}
        self._tick = -1.0

    def worn(self, simulation: Watched, scene: Scene, fittings: Mapping[int, Fitting]) -> Scene:
        """A scene just reached, with the tails of figures by what they wear.

        Figures that are new, or did not get where they are by moving, have theirs at rest; so have all after
        a leap in time.
        """
        if scene.tick != self._tick + 1:
            self._strands = {}
        self._tick = scene.tick
        dressed = {
            entity: (fitting, scene.figures[entity]) for entity, fitting in fittings.items() if fitting.tails
        }
        self._strands = {
            entity: _still(fitting, figure)
            if _is_new(self._strands.get(entity), fitting, figure)
            else self._strands[entity]
            for entity, (fitting, figure) in dressed.items()
        }
        self._advance(simulation, dressed, scene.tick)
        figures = dict(scene.figures)
        for entity, strands in self._strands.items():
            figures[entity] = replace(
                figures[entity], tails=tuple(rope.points.copy() for rope in strands.ropes)
            )
        return replace(scene, figures=figures)

    def _advance(self, simulation: Watched, dressed: dict[int, tuple[Fitting, Figure]], tick: float) -> None:
        dt = 1.0 / simulation.tick_rate
        knots = [rope.points for strands in self._strands.values() for rope in strands.ropes]
        planes = iter(ground_beside(simulation, knots))
        for entity, strands in self._strands.items():
            places = _places(strands.fitting, dressed[entity][1])
            body = Body(strands.bulks, places.bulks, strands.fitting.bulk_radii)
            for row, rope in enumerate(strands.ropes):
                _move(strands.fitting, row, rope, places.roots[row], body, next(planes), tick * dt, dt)
            strands.root, strands.bulks = dressed[entity][1].root_position, places.bulks


class Places(NamedTuple):
    """Where a figure's tails are tied, and what they stay out of."""

    roots: Floats
    """[cm], shape [tail_count, 3]."""
    bulks: Floats
    """Starts and ends [cm], shape [bulk_count, 6]."""


def _places(fitting: Fitting, figure: Figure) -> Places:
    points = anchored(fitting.ties, fitting, figure.positions, figure.rotations, figure.root_rotation)
    tails, bulks = len(fitting.tails), len(fitting.bulk_radii)
    ends = points[tails : tails + bulks], points[tails + bulks :]
    return Places(points[:tails], np.concatenate(ends, axis=1))


def _is_new(strands: Strands | None, fitting: Fitting, figure: Figure) -> bool:
    if strands is None or strands.fitting is not fitting:
        return True
    return bool(np.abs(figure.root_position - strands.root).max() > JUMP)


def _still(fitting: Fitting, figure: Figure) -> Strands:
    """Tails as they hang after a while."""
    places = _places(fitting, figure)
    ropes = [
        hanging_rope(root, tail.length, tail.segments)
        for tail, root in zip(fitting.tails, places.roots, strict=True)
    ]
    body = Body(places.bulks, places.bulks, fitting.bulk_radii)
    for row, rope in enumerate(ropes):
        nothing = np.zeros((len(rope.points), 4))
        for _ in range(SETTLING):
            _move(fitting, row, rope, places.roots[row], body, nothing, 0.0, SETTLING_DT)
    return Strands(fitting, figure.root_position, places.bulks, ropes)


def _move(
    fitting: Fitting, row: int, rope: Rope, root: Floats, body: Body, planes: Floats, time: float, dt: float
) -> None:
    """Moves the rope of the tail in a row of what is worn."""
    tail, radii = fitting.tails[row], FIRMNESS * fitting.tail_radii[row]
    wind = BREEZE * (1.0 + GUST * math.sin(GUST_RATE * time))
    air = Air(GRAVITY, (-wind, 0.0, 0.0), tail.drag, FLUTTER)
    advance_rope(rope, root, tail.length / tail.segments, radii, body, planes, air, time, dt)


def ground_beside(simulation: Watched, knots: Sequence[Floats]) -> list[Floats]:
    """The ground next to each knot, as `advance_rope` takes it: for each rope, shape [knot_count, 4]."""
    if not knots:
        return []
    terrain = simulation.resource(Terrain).arrays
    motion = resource_or(simulation, PlatformMotion, PlatformMotion()).arrays
    points = np.concatenate(knots)
    distances, normals, prisms = signed_distances(terrain, motion, points, NEAR, ALL_LAYERS)
    planes = np.zeros((len(points), 4))
    near = (prisms >= 0) & (distances > -DEEP)
    near[near] = ~terrain.prisms["one_way"][prisms[near]]
    planes[near, :3] = normals[near]
    planes[near, 3] = (normals[near] * points[near]).sum(axis=1) - distances[near]
    return np.split(planes, np.cumsum([len(rope) for rope in knots])[:-1])
