"""A level, from its file to what a simulation is made of."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta

from components.arrays import Floats, Vector, vector
from components.skeleton import AnimationLibrary, Skeleton
from components.terrain import Solid
from game.level.convert import convert_object
from game.level.document import Document, Node
from game.level.entities import EntityBlueprint, EntityReader, Recipe
from game.level.files import LevelFiles, find_level
from game.level.identity import identity_of
from game.level.library import read_library
from game.level.pictures import read_pictures, sprites_of
from game.level.problem import LevelError, path_text, quoted
from game.level.registry import component_kinds
from game.level.shapes import Range
from game.level.terrain import Ground, PlatformBlueprint, read_terrain
from game.level.theme import read_theme

SURROUNDINGS = (500.0, 1500.0)
"""How far a level without bounds reaches past its terrain: to the sides and below, and above [cm]."""

LIMITS = (-1e5, 1e5, -1e5, 1e5)
"""Bounds of a level without terrain [cm]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The part of the world that a level uses."""

    x: Range
    """Range along X [cm]."""
    z: Range
    """Range along Z [cm]; what falls below it comes back where it began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelHead:
    """What a level says besides its terrain and entities."""

    name: str = ""
    """Title; left out, the name of the file."""
    tick_rate: Annotated[float, Meta(ge=1, le=1000)] = 60.0
    """Ticks per second [1/s]."""
    gravity: Vector = field(default_factory=lambda: vector(0.0, 0.0, -980.0))
    """Acceleration [cm/s²], shape [3]."""
    theme: Annotated[str, Meta(min_length=1)] = "dusk"
    """Name of a bundled theme, or of one in the folder "themes" beside the level."""
    bounds: Bounds | None = None
    """What the camera and the living keep to; left out, the terrain and some room round it."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level as a simulation takes it."""

    name: str
    """Its title."""
    identity: str
    """Hexadecimal SHA-256 of its content, with prefabs, skeletons and clips."""
    tick_rate: float
    """Ticks per second [1/s]."""
    gravity: Floats
    """Acceleration [cm/s²], shape [3]."""
    theme: str
    """Name of the theme it is drawn in."""
    own_theme: str
    """Text of that theme's file where the level brings it along, else nothing."""
    pictures: dict[str, bytes] | None
    """Contents of the pictures of its sprites, by name; None where it has no sprites."""
    bounds: tuple[float, float, float, float]
    """Range of X and of Z [cm]: (x_min, x_max, z_min, z_max)."""
    solids: tuple[Solid, ...]
    """Terrain in the order of the file."""
    platforms: tuple[PlatformBlueprint, ...]
    """Terrain that travels, row by row."""
    entities: tuple[EntityBlueprint, ...]
    """Entities in the order of their names."""
    library: AnimationLibrary
    """Skeletons and clips of its characters."""
    folder: Traversable
    """Folder of its file."""
    documents: tuple[str, ...]
    """Files it was read from, its own first."""


def load_level(source: str | Path, *, components: Sequence[type] = ()) -> Level:
    """Loads a level.

    Args:
        source: Name of a bundled level, or path of a level file.
        components: Component classes of your own that the level may name; dataclasses.

    Raises:
        LevelError: Something is wrong with the level; it tells everything that is, with its place.
        TypeError: One of the component classes cannot be written in a level.
        ValueError: Two component classes have the same name.
    """
    kinds = component_kinds(components)
    file, folder, name = find_level(source)
    files = LevelFiles(folder)
    document = files.read(file, name)
    if document is None:
        raise LevelError(files.problems)
    level = _LevelReader(files, EntityReader(files, kinds)).read(document, Path(name).stem)
    if level is None or files.problems:
        raise LevelError(files.problems)
    return level


class _LevelReader:
    """Reads one level; what is wrong goes to the problems of its files."""

    def __init__(self, files: LevelFiles, entities: EntityReader) -> None:
        self.files = files
        self.entity_reader = entities
        self.names: dict[str, Node] = {}

    def read(self, document: Document, title: str) -> Level | None:
        problems, members = self.files.problems, document.root.members()
        beside = ("terrain", "entities")
        head = convert_object(document.root, LevelHead, problems, beside=beside, title="a level")
        ground = read_terrain(members["terrain"], problems) if "terrain" in members else Ground()
        for name, node in ground.names:
            self.take_name(name, node)
        entities = self.entities(members["entities"]) if "entities" in members else []
        library = read_library(self.files, self.skeletons(entities))
        theme = read_theme(self.files, members["theme"]) if "theme" in members else ""
        pictures = self.pictures(entities)
        if head is None:
            return None
        solids, platforms = tuple(ground.solids), tuple(ground.platforms)
        blueprints = tuple(sorted((blueprint for blueprint, _ in entities), key=lambda entity: entity.name))
        inhabitants = {blueprint.name: blueprint.by_class_name() for blueprint in blueprints}
        bounds = (*head.bounds.x, *head.bounds.z) if head.bounds else bounds_round(solids)
        return Level(
            name=head.name or title,
            identity=identity_of(
                head, bounds, solids, platforms, inhabitants, library.identity, *filter(None, [theme])
            ),
            tick_rate=head.tick_rate,
            gravity=head.gravity,
            theme=head.theme,
            own_theme=theme,
            pictures=pictures,
            bounds=bounds,
            solids=solids,
            platforms=platforms,
            entities=blueprints,
            library=library,
            folder=self.files.folder,
            documents=tuple(self.files.names),
        )

    def entities(self, node: Node) -> list[tuple[EntityBlueprint, Recipe]]:
        """Entities in the order of the file."""
        if not isinstance(node.value, list):
            self.files.problems.append(node.expected("a list"))
        found = []
        for element in node.elements():
            entity = self.entity_reader.read(element)
            if entity is not None:
                self.take_name(entity[0].name, element.members()["name"])
                found.append(entity)
        return found

    def take_name(self, name: str, node: Node) -> None:
        """Gives a name to one thing only."""
        taken = self.names.setdefault(name, node)
        if taken is not node:
            place = f"{path_text(taken.path)} at {taken.where}"
            self.files.problems.append(node.problem(f"the name {quoted(name)} is taken by {place}"))

    def pictures(self, entities: list[tuple[EntityBlueprint, Recipe]]) -> dict[str, bytes] | None:
        """Pictures that sprites of entities ask for."""
        asked: dict[str, Node] = {}
        for blueprint, recipe in entities:
            for sprite in sprites_of(blueprint.components):
                kind = "Sprite" if "Sprite" in recipe.places else "SpriteOutfit"
                asked.setdefault(sprite.picture, recipe.places[kind])
        return read_pictures(self.files, asked) if asked else None

    def skeletons(self, entities: list[tuple[EntityBlueprint, Recipe]]) -> dict[str, Node]:
        """Names of skeletons that entities have, and where one asks for each."""
        asked: dict[str, Node] = {}
        for blueprint, recipe in entities:
            for component in blueprint.components:
                if isinstance(component, Skeleton):
                    asked.setdefault(component.asset, recipe.place("Skeleton", "asset"))
        return asked


def bounds_round(solids: Sequence[Solid]) -> tuple[float, float, float, float]:
    """Room for what is on and over solids [cm]: (x_min, x_max, z_min, z_max)."""
    if not solids:
        return LIMITS
    corners = np.concatenate([solid.outline for solid in solids])
    (x_min, z_min), (x_max, z_max) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    around, above = SURROUNDINGS
    return x_min - around, x_max + around, z_min - around, z_max + above
