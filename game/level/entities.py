"""From the entities of a level, and the prefabs they build on, to components."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from game.level.convert import convert_fields, convert_object, missing_fields, new_instance
from game.level.document import Node
from game.level.files import LevelFiles
from game.level.problem import suggestion

PREFABS = "prefabs"
"""Folder of prefab files."""

FieldNodes = dict[str, Node]
"""Fields of a component, as written."""


@dataclass(frozen=True, slots=True)
class EntityBlueprint:
    """An entity as a level describes it."""

    name: str
    """Unique in its level."""
    components: tuple[object, ...]
    """Its components in the order of their class names, nobody else's."""

    def by_class_name(self) -> dict[str, object]:
        """Its components by the names a level gives them."""
        return {type(component).__name__: component for component in self.components}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityHead:
    """What an entity says besides its components."""

    name: Annotated[str, Meta(min_length=1)]
    """Unique in its level."""
    prefab: str | None = None
    """The prefab it builds on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefabHead:
    """What a prefab says besides its components."""

    prefab: str | None = None
    """The prefab it builds on."""


@dataclass(slots=True)
class Recipe:
    """Components as one file writes them."""

    prefab: Node | None = None
    """The prefab to build on."""
    components: dict[str, FieldNodes] = field(default_factory=dict)
    """Written fields by component name."""
    places: dict[str, Node] = field(default_factory=dict)
    """Where each component is written."""

    def place(self, component: str, name: str) -> Node:
        """Where a field is written, or the component where the field is left out."""
        return self.components[component].get(name, self.places[component])


class EntityReader:
    """Reads entities, each prefab once."""

    def __init__(self, files: LevelFiles, kinds: Mapping[str, type]) -> None:
        self.files = files
        self.kinds = kinds
        self.prefabs: dict[str, Recipe | None] = {}

    def read(self, node: Node) -> tuple[EntityBlueprint, Recipe] | None:
        """An entity and all that is written of it; None where it cannot be told what it is."""
        head = convert_object(
            node, EntityHead, self.files.problems, beside=("components",), title="an entity"
        )
        recipe = self.with_prefabs(self.recipe(node))
        components = [self.component(name, recipe) for name in sorted(recipe.components)]
        return None if head is None else (EntityBlueprint(head.name, tuple(components)), recipe)

    def component(self, name: str, recipe: Recipe) -> object:
        """A component of its own for an entity; None where something is wrong."""
        kind, written, place = self.kinds[name], recipe.components[name], recipe.places[name]
        told = len(self.files.problems)
        values = convert_fields(written, kind, self.files.problems)
        self.files.problems += missing_fields(written, kind, place)
        if len(self.files.problems) > told:
            return None
        return new_instance(kind, values, place, self.files.problems)

    def recipe(self, node: Node) -> Recipe:
        """What an entity or prefab writes itself."""
        members = node.members()
        recipe = Recipe(members.get("prefab"))
        inside = members.get("components")
        if inside is not None and not isinstance(inside.value, dict):
            self.files.problems.append(inside.expected("an object"))
        for name, component in inside.members().items() if inside else ():
            if name not in self.kinds:
                hint = suggestion(name, self.kinds)
                self.files.problems.append(
                    component.problem(f"there is no such component{hint}", of_name=True)
                )
            elif not isinstance(component.value, dict):
                self.files.problems.append(component.expected("an object"))
            else:
                recipe.components[name] = component.members()
                recipe.places[name] = component
        return recipe

    def with_prefabs(self, recipe: Recipe) -> Recipe:
        """The recipe with what its prefabs add; what is nearer to the entity wins, field by field."""
        chain, names, asked = [recipe], [], recipe.prefab
        while asked is not None and isinstance(asked.value, str):
            names.append(asked.value)
            if asked.value in names[:-1]:
                circle = " -> ".join(names[names.index(asked.value) :])
                self.files.problems.append(
                    asked.problem(f"prefabs build on each other in a circle: {circle}")
                )
                break
            prefab = self.prefab(asked)
            if prefab is None:
                break
            chain.append(prefab)
            asked = prefab.prefab
        return _merged(chain)

    def prefab(self, asked: Node) -> Recipe | None:
        """What a prefab file writes itself; each file is read and checked once."""
        found = self.files.find(PREFABS, str(asked.value), asked)
        if found is None:
            return None
        file, _ = found
        if str(file) not in self.prefabs:
            document = self.files.read(file)
            self.prefabs[str(file)] = None if document is None else self.checked_prefab(document.root)
        return self.prefabs[str(file)]

    def checked_prefab(self, node: Node) -> Recipe:
        """A prefab's recipe; also what an entity would overwrite must fit."""
        convert_object(node, PrefabHead, self.files.problems, beside=("components",), title="a prefab")
        recipe = self.recipe(node)
        for name, written in recipe.components.items():
            convert_fields(written, self.kinds[name], self.files.problems)
        return recipe


def _merged(chain: list[Recipe]) -> Recipe:
    """One recipe of several, the first being the nearest to the entity."""
    merged = Recipe()
    for recipe in reversed(chain):
        for name, written in recipe.components.items():
            merged.components[name] = merged.components.get(name, {}) | written
            merged.places[name] = recipe.places[name]
    return merged
