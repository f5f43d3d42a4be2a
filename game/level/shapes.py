"""Terrain shapes: how a level writes them, what can be wrong with one, and the outlines it stands for."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated

import numpy as np
from msgspec import Meta

from components.arrays import Floats
from components.collider import Layer
from components.terrain import Material
from game.level.outline import SMALLEST, Point, outline_faults, path_faults, range_faults
from game.level.problem import Fault
from game.level.values import checked_by
from systems.collision.outline import counter_clockwise

Coordinate = Annotated[float, Meta(ge=-1e6, le=1e6)]
Length = Annotated[float, Meta(gt=0, le=1e6)]
Corner = tuple[Coordinate, Coordinate]
Range = Annotated[Corner, checked_by(range_faults)]
Name = Annotated[str, Meta(min_length=1)]


class Direction(IntEnum):
    """Where stairs rise to, along X."""

    RIGHT = 1
    LEFT = -1


FOUNDATION = 200.0
"""How far a shape without a base reaches below its lowest point [cm]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape(ABC):
    """What every terrain shape has."""

    name: Name | None = None
    """Unique in the level; a moving platform is found by it."""
    depth: Range = (-150.0, 150.0)
    """Range along Y [cm]."""
    material: Material = Material.GRASS
    """What it looks and sounds like."""
    friction: Annotated[float, Meta(ge=0, le=100)] = 0.8
    """Coulomb friction coefficient [1]; a contact takes the geometric mean of both sides."""
    restitution: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """Share of the approach speed that comes back [1]."""
    tags: tuple[str, ...] = ()
    """Free labels, such as "WalkableGround"."""
    layer: Layer | None = None
    """What it is, for masks; left out, "platform" for what moves, else "terrain"."""

    def faults(self) -> Iterator[Fault]:
        """What is wrong between its fields."""
        return iter(())

    @abstractmethod
    def outlines(self) -> list[Floats]:
        """Side-view outlines of its solids [cm], counter-clockwise, shape [corner_count, 2] each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box(Shape):
    """An upright block."""

    x: Range
    """Range along X [cm]."""
    z: Range
    """Range along Z [cm]."""
    one_way: bool = False
    """Solid only to what comes from above."""

    def outlines(self) -> list[Floats]:
        """One rectangle."""
        return [_rectangle(self.x, self.z)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slope(Shape):
    """A block whose top rises or falls."""

    from_: Corner
    """One end of its top, in X and Z [cm]."""
    to: Corner
    """The other end of its top [cm]."""
    base: Coordinate | None = None
    """Z of its bottom [cm]; left out, 200 below the lower end."""

    def faults(self) -> Iterator[Fault]:
        """A top without width, a bottom that does not lie below it."""
        if abs(self.to[0] - self.from_[0]) < SMALLEST:
            yield ("to",), "has the same X as from; a slope needs width"
        lowest = min(self.from_[1], self.to[1])
        if self.base is not None and self.base > lowest - SMALLEST:
            yield ("base",), f"expected less than {lowest:g}, the lower end of the slope, got {self.base:g}"

    def outlines(self) -> list[Floats]:
        """One quadrilateral with upright sides."""
        left, right = sorted((self.from_, self.to))
        base = min(left[1], right[1]) - FOUNDATION if self.base is None else self.base
        return [_outline((left[0], base), (right[0], base), right, left)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stairs(Shape):
    """A flight of steps."""

    start: Corner
    """The foot of the flight, in X and Z [cm]."""
    count: Annotated[int, Meta(ge=1, le=1000)]
    """Number of steps."""
    run: Length
    """Depth of a tread [cm]."""
    rise: Length
    """Height of a step [cm]."""
    direction: Direction = Direction.RIGHT
    """1 rises toward +X, -1 toward -X."""
    base: Coordinate | None = None
    """Z of its bottom [cm]; left out, 200 below the foot."""

    def faults(self) -> Iterator[Fault]:
        """A bottom that lies above the foot."""
        if self.base is not None and self.base > self.start[1]:
            yield ("base",), f"expected at most {self.start[1]:g}, the foot of the stairs, got {self.base:g}"

    def outlines(self) -> list[Floats]:
        """One upright rectangle a step."""
        return [self._step(number) for number in range(1, self.count + 1)]

    def _step(self, number: int) -> Floats:
        x, z = self.start
        near = x + self.direction * self.run * (number - 1)
        far = x + self.direction * self.run * number
        base = z - FOUNDATION if self.base is None else self.base
        return _rectangle((min(near, far), max(near, far)), (base, z + self.rise * number))


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygon(Shape):
    """A side-view outline."""

    outline: Annotated[tuple[Corner, ...], Meta(min_length=3, max_length=200), checked_by(outline_faults)]
    """Corners in X and Z [cm], either way round; may be concave."""

    def outlines(self) -> list[Floats]:
        """The outline, counter-clockwise."""
        return [counter_clockwise(_outline(*self.outline))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform(Box):
    """A block that may travel."""

    path: Annotated[tuple[Corner, ...], checked_by(path_faults)] = ()
    """Displacements in X and Z that it visits in turn and back [cm], the first [0, 0]; left out, it rests."""
    speed: Annotated[float, Meta(ge=0, le=1e4)] = 100.0
    """Speed along the path [cm/s]."""


SHAPES: dict[str, type[Shape]] = {
    "box": Box,
    "slope": Slope,
    "stairs": Stairs,
    "polygon": Polygon,
    "platform": Platform,
}
"""What a level calls the shapes."""


def _rectangle(x: Range, z: Range) -> Floats:
    return _outline((x[0], z[0]), (x[1], z[0]), (x[1], z[1]), (x[0], z[1]))


def _outline(*corners: Point) -> Floats:
    return np.array(corners, dtype=np.float64)
