"""The JSON schema of levels, for editors: names completed, mistakes underlined, meanings shown."""

import ast
import dataclasses
import inspect
import textwrap
import typing
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec
import numpy as np

from game.level.arrays import Annotation, is_array
from game.level.convert import SCHEMA_NAME, type_hints, written_name
from game.level.entities import EntityHead, PrefabHead
from game.level.level import Bounds, LevelHead
from game.level.registry import component_kinds
from game.level.shapes import SHAPES

Schema: TypeAlias = dict[str, Any]
"""A JSON schema, or a part of one."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def level_schema(components: Sequence[type] = ()) -> Schema:
    """The schema of level files; prefab files follow its `#/$defs/prefab`.

    Args:
        components: Component classes of your own, as in `load_level`.
    """
    kinds = component_kinds(components)
    parts = _definitions([LevelHead, Bounds, EntityHead, PrefabHead], "")
    level, entity, prefab = parts.pop("LevelHead"), parts.pop("EntityHead"), parts.pop("PrefabHead")
    for owner in (entity, prefab):
        owner["properties"]["components"] = {
            "description": "By class name; fields left out take the prefab's, then the component's default.",
            "type": "object",
            "properties": {name: _reference(f"component.{name}") for name in kinds},
            "additionalProperties": False,
        }
    level |= {"title": "softstep level", "description": "A level: solid ground, and what lives on it."}
    entity |= {"title": "entity", "description": "Something that lives in a level."}
    prefab |= {"title": "prefab", "description": "Components that entities build on; a file of its own."}
    for file in (level, prefab):
        file["properties"] = {SCHEMA_NAME: {"type": "string"}, **file["properties"]}
    level["properties"]["terrain"] = _list_of("shape", "The solid ground.")
    level["properties"]["entities"] = _list_of("entity", "What lives in it; their order means nothing.")
    shape = {"oneOf": [_reference(f"shape.{kind.__name__}") for kind in SHAPES.values()]}
    definitions = {"shape": shape, "entity": entity, "prefab": prefab, **parts}
    definitions |= _shapes() | _components(kinds.values())
    return {SCHEMA_NAME: DIALECT, **level, "$defs": definitions}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list_of(name: str, description: str) -> Schema:
    return {"description": description, "type": "array", "items": _reference(name)}


def _shapes() -> dict[str, Schema]:
    """Definitions of the terrain shapes, each told by its member `shape`."""
    definitions = _definitions(SHAPES.values(), "shape.")
    for name, kind in SHAPES.items():
        definition = definitions[f"shape.{kind.__name__}"]
        definition["properties"] = {"shape": {"const": name}, **definition["properties"]}
        definition["required"] = ["shape", *definition["required"]]
    return definitions


def _components(kinds: Iterable[type]) -> dict[str, Schema]:
    """Definitions of the components; a prefab may give any of their fields, so none is required."""
    kinds = list(kinds)
    definitions = _definitions(kinds, "component.")
    for kind in kinds:
        definitions[f"component.{kind.__name__}"].pop("required", None)
    return definitions


def _definitions(kinds: Iterable[type], prefix: str) -> dict[str, Schema]:
    """Definitions of dataclasses and of what they hold."""
    kinds = list(kinds)
    template = f"#/$defs/{prefix}{{name}}"
    _, found = msgspec.json.schema_components(kinds, schema_hook=_array_schema, ref_template=template)
    by_name = {held.__name__: held for kind in kinds for held in _with_held(kind)}
    return {f"{prefix}{name}": _strict(found[name], by_name.get(name)) for name in sorted(found)}


def _with_held(kind: type) -> Iterator[type]:
    """A dataclass and those that its fields hold."""
    yield kind
    waiting = list(type_hints(kind).values())
    while waiting:
        annotation = waiting.pop()
        waiting += typing.get_args(annotation)
        if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
            yield from _with_held(annotation)


def _array_schema(annotation: Annotation) -> Schema:
    """Arrays are lists; what is in them stands in the bounds of `components.arrays`."""
    return {"type": "array"} if is_array(annotation) else {}


def _strict(definition: Schema, kind: type | None) -> Schema:
    """The definition of a dataclass with nothing allowed beside its fields, each explained."""
    if "properties" not in definition:
        return definition
    fields = {field.name: field for field in dataclasses.fields(kind)} if kind else {}
    docs = field_docs(kind) if kind else {}
    properties = {}
    for name, schema in definition["properties"].items():
        described = {"description": docs[name]} if name in docs else {}
        properties[written_name(name)] = described | schema | _array_default(fields.get(name))
    required = [written_name(name) for name in definition.get("required", ())]
    return definition | {"properties": properties, "required": required, "additionalProperties": False}


def _array_default(field: "dataclasses.Field[object] | None") -> Schema:
    """The default of a field that is an array; msgspec tells those of all others."""
    if field is None or not callable(field.default_factory):
        return {}
    default = field.default_factory()
    return {"default": default.tolist()} if isinstance(default, np.ndarray) else {}


def field_docs(kind: type) -> dict[str, str]:
    """The docstrings that follow the fields of a class and of its bases, by field name."""
    docs: dict[str, str] = {}
    for owner in reversed(kind.__mro__[:-1]):
        try:
            source = textwrap.dedent(inspect.getsource(owner))
        except (OSError, TypeError):
            continue  # no source at hand, as in a frozen program
        body = ast.parse(source).body[0]
        for field, after in zip(getattr(body, "body", [])[:-1], getattr(body, "body", [])[1:], strict=True):
            match field, after:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(doc))):
                    docs[name] = inspect.cleandoc(doc)
    return docs
