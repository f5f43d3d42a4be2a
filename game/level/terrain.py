"""From terrain shapes to the solids and platforms they stand for."""

from dataclasses import dataclass, field

import numpy as np

from components.arrays import Floats
from components.collider import Layer
from components.terrain import Solid
from game.level.convert import convert_object
from game.level.document import Node
from game.level.problem import Problem
from game.level.shapes import SHAPES, Box, Platform, Shape


@dataclass(frozen=True, slots=True)
class PlatformBlueprint:
    """A piece of terrain that travels, row by row as `Solid.platform` counts them."""

    name: str
    """Name of its entity."""
    path: Floats
    """Displacements in X and Z that it visits in turn and back [cm], shape [point_count, 2]."""
    speed: float
    """Speed along the path [cm/s]."""


@dataclass(slots=True)
class Ground:
    """What a level's terrain stands for."""

    solids: list[Solid] = field(default_factory=list)
    """Solids in the order of the file; stairs are one a step."""
    platforms: list[PlatformBlueprint] = field(default_factory=list)
    """What travels."""
    names: list[tuple[str, Node]] = field(default_factory=list)
    """Names given to shapes, and where."""


def read_terrain(node: Node, problems: list[Problem]) -> Ground:
    """The solids and platforms of a list of shapes; what is wrong goes to `problems`."""
    ground = Ground()
    if not isinstance(node.value, list):
        problems.append(node.expected("a list"))
    for element in node.elements():
        shape = _read_shape(element, problems)
        if shape is not None:
            _add_shape(ground, shape, element)
    return ground


def _read_shape(node: Node, problems: list[Problem]) -> Shape | None:
    kind = _kind(node, problems)
    shape = convert_object(node, kind, problems, beside=("shape",)) if kind else None
    if shape is None:
        return None
    faults = [node.problem_at(path, message) for path, message in shape.faults()]
    problems.extend(faults)
    return None if faults else shape


def _kind(node: Node, problems: list[Problem]) -> type[Shape] | None:
    """The class an object asks for."""
    if not isinstance(node.value, dict):
        problems.append(node.expected("an object"))
        return None
    kind = node.members().get("shape")
    if kind is None:
        problems.append(node.problem(f'"shape" is missing; known: {", ".join(SHAPES)}'))
        return None
    if not isinstance(kind.value, str) or kind.value not in SHAPES:
        problems.append(kind.expected_one_of(SHAPES))
        return None
    return SHAPES[kind.value]


def _add_shape(ground: Ground, shape: Shape, node: Node) -> None:
    moves = isinstance(shape, Platform) and bool(shape.path)
    row = len(ground.platforms) if moves else -1
    name = shape.name or (f"platform_{row}" if moves else "")
    if name:
        ground.names.append((name, node.members().get("name", node)))
    ground.solids += [_solid(shape, outline, row) for outline in shape.outlines()]
    if isinstance(shape, Platform) and moves:
        path = np.array(shape.path, dtype=np.float64)
        ground.platforms.append(PlatformBlueprint(name, path, shape.speed))


def _solid(shape: Shape, outline: Floats, row: int) -> Solid:
    return Solid(
        outline,
        depth=shape.depth,
        material=shape.material,
        friction=shape.friction,
        restitution=shape.restitution,
        tags=shape.tags,
        layer=shape.layer or (Layer.TERRAIN if row < 0 else Layer.PLATFORM),
        one_way=isinstance(shape, Box) and shape.one_way,
        platform=row,
    )
