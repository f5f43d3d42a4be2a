"""The JSON schema of levels, and that it says what the loader does."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta

from components.arrays import Vector, vector
from game.level.commands import schema_text
from game.level.document import Json
from game.level.files import BUNDLED
from game.level.registry import AUTHORABLE
from game.level.schema import Schema, field_docs, level_schema

SCHEMA = level_schema()

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "null": type(None),
}


def complaints(value: Json, schema: Schema, path: str = "$") -> list[str]:
    """Where a value does not follow a schema: the part of draft 2020-12 that the level schema uses."""
    if "$ref" in schema:
        return complaints(value, resolved(schema["$ref"]), path)
    for several in ("oneOf", "anyOf"):
        if several in schema:
            fitting = [option for option in schema[several] if not complaints(value, option, path)]
            wrong = not fitting or (several == "oneOf" and len(fitting) > 1)
            return [f"{path}: fits {len(fitting)} of {len(schema[several])}"] if wrong else []
    found = scalar_complaints(value, schema, path)
    if isinstance(value, dict):
        found += object_complaints(value, schema, path)
    if isinstance(value, list):
        too_few, too_many = schema.get("minItems", 0), schema.get("maxItems", len(value))
        found += [] if too_few <= len(value) <= too_many else [f"{path}: length {len(value)}"]
        rows = schema.get("prefixItems", [schema.get("items", {})] * len(value))
        for index, (element, row) in enumerate(zip(value, rows, strict=False)):
            found += complaints(element, row, f"{path}[{index}]")
    return found


def scalar_complaints(value: Json, schema: Schema, path: str) -> list[str]:
    """What is wrong with the value itself."""
    kind = schema.get("type")
    if kind and (not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return [f"{path}: is no {kind}"]
    if "const" in schema and value != schema["const"]:
        return [f"{path}: is not {schema['const']}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{path}: is none of {schema['enum']}"]
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, above = schema.get("minimum", value), schema.get("exclusiveMinimum", value - 1)
        high, below = schema.get("maximum", value), schema.get("exclusiveMaximum", value + 1)
        return [] if low <= value <= high and above < value < below else [f"{path}: {value} out of bounds"]
    return []


def object_complaints(value: dict[str, Json], schema: Schema, path: str) -> list[str]:
    """What is wrong with the members."""
    properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    found = [f"{path}: misses {name}" for name in schema.get("required", ()) if name not in value]
    for name, member in value.items():
        if name in properties:
            found += complaints(member, properties[name], f"{path}.{name}")
        elif more is False:
            found.append(f"{path}: has {name}")
    return found


def resolved(reference: str) -> Schema:
    """The definition that a reference names."""
    part: Schema = SCHEMA
    for step in reference.removeprefix("#/").split("/"):
        part = part[step]
    return part


def references(part: object) -> list[str]:
    """Every reference inside a schema."""
    if isinstance(part, dict):
        own = [part["$ref"]] if "$ref" in part else []
        return own + [reference for inner in part.values() for reference in references(inner)]
    return [reference for inner in part for reference in references(inner)] if isinstance(part, list) else []


def test_the_schema_file_is_up_to_date() -> None:
    assert BUNDLED.joinpath("level.schema.json").read_text(encoding="utf-8") == schema_text()


def test_every_reference_leads_somewhere() -> None:
    assert {reference for reference in references(SCHEMA) if not resolved(reference)} == set()


def test_every_component_is_in_the_schema_and_none_of_its_fields_is_required() -> None:
    components = SCHEMA["$defs"]["entity"]["properties"]["components"]["properties"]
    assert set(components) == {kind.__name__ for kind in AUTHORABLE}
    for name in components:
        definition = SCHEMA["$defs"][f"component.{name}"]
        assert "required" not in definition or definition["required"] == []
        assert definition["additionalProperties"] is False


@pytest.mark.parametrize("name", ["stairs.json", "meadow.json"])
def test_bundled_levels_follow_the_schema(name: str) -> None:
    assert complaints(json.loads(BUNDLED.joinpath(name).read_text(encoding="utf-8")), SCHEMA) == []


@pytest.mark.parametrize("name", ["hero.json", "slime.json"])
def test_bundled_prefabs_follow_the_schema(name: str) -> None:
    prefab = json.loads(BUNDLED.joinpath("prefabs", name).read_text(encoding="utf-8"))
    assert prefab["$schema"] == "../level.schema.json#/$defs/prefab"
    assert complaints(prefab, SCHEMA["$defs"]["prefab"]) == []


@pytest.mark.parametrize(
    ("level", "complaint"),
    [
        ({"terain": []}, "$: has terain"),
        ({"tick_rate": 0}, "$.tick_rate: 0 out of bounds"),
        ({"gravity": [0, 0]}, "$.gravity: length 2"),
        ({"bounds": {"x": [0, 1]}}, "$.bounds: fits 0 of 2"),
        ({"terrain": [{"shape": "box", "x": [0, 1]}]}, "$.terrain[0]: fits 0 of 5"),
        ({"terrain": [{"shape": "cone"}]}, "$.terrain[0]: fits 0 of 5"),
        ({"entities": [{}]}, "$.entities[0]: misses name"),
        (
            {"entities": [{"name": "a", "components": {"Sofa": {}}}]},
            "$.entities[0].components: has Sofa",
        ),
        (
            {"entities": [{"name": "a", "components": {"Transform": {"scale": 0}}}]},
            "$.entities[0].components.Transform.scale: 0 out of bounds",
        ),
    ],
)
def test_what_the_loader_refuses_the_schema_refuses(level: Json, complaint: str) -> None:
    assert complaints(level, SCHEMA) == [complaint]


def test_words_that_python_keeps_for_itself_lose_their_underscore() -> None:
    slope = SCHEMA["$defs"]["shape.Slope"]
    assert {"from", "to"} <= set(slope["properties"])
    assert slope["required"] == ["shape", "from", "to"]


def test_fields_are_explained_by_their_docstrings() -> None:
    radius = SCHEMA["$defs"]["component.Softbody"]["properties"]["radius"]
    assert radius == {
        "description": "Radius at rest [cm].",
        "type": "number",
        "exclusiveMinimum": 0,
        "default": 60.0,
    }
    assert SCHEMA["$defs"]["shape.Platform"]["properties"]["depth"]["description"] == "Range along Y [cm]."


def test_arrays_tell_their_default() -> None:
    position = SCHEMA["$defs"]["component.Transform"]["properties"]["position"]
    assert (position["default"], position["minItems"], position["maxItems"]) == ([0.0, 0.0, 0.0], 3, 3)


@dataclass
class Box:
    """A component with the name of a terrain shape."""

    weight: Annotated[float, Meta(gt=0)]
    """How heavy it is [kg]."""
    push: Vector = field(default_factory=vector)


def test_a_games_own_components_are_in_its_schema() -> None:
    schema = level_schema([Box])
    assert schema["$defs"]["component.Box"] == {
        "title": "Box",
        "description": "A component with the name of a terrain shape.",
        "type": "object",
        "properties": {
            "weight": {"description": "How heavy it is [kg].", "type": "number", "exclusiveMinimum": 0},
            "push": {
                "type": "array",
                "items": {"type": "number"},
                "minItems": 3,
                "maxItems": 3,
                "default": [0.0, 0.0, 0.0],
            },
        },
        "additionalProperties": False,
    }
    assert schema["$defs"]["shape.Box"]["properties"]["shape"] == {"const": "box"}


def test_a_class_without_source_has_no_docs() -> None:
    made = type("Made", (), {"__module__": "nowhere"})
    assert field_docs(made) == {}


def test_levels_name_a_schema_that_is_there() -> None:
    for name in ("stairs.json", "meadow.json"):
        level = json.loads(BUNDLED.joinpath(name).read_text(encoding="utf-8"))
        assert Path(level["$schema"]).name == level["$schema"]
        assert BUNDLED.joinpath(level["$schema"]).is_file()
