"""From JSON to dataclasses, strictly, telling everything that does not fit.

msgspec converts and checks one value at a time. Around it stands what it does not do for dataclasses:
unknown names are errors, all errors are told, and arrays of numbers become numpy arrays.
"""

import dataclasses
import functools
import typing
from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from components.softbody import SoftbodyMesh
from game.level.arrays import Annotation, Converter
from game.level.document import Node
from game.level.problem import Problem, quoted, suggestion
from game.level.values import value_converter
from systems.softbody.surfaces import mesh_faults

Kind = TypeVar("Kind", bound=object)

SCHEMA_NAME = "$schema"
"""Member that any file may have, for editors."""


@dataclasses.dataclass(frozen=True, slots=True)
class FieldRule:
    """How one field of a dataclass is filled."""

    field: str
    """Its name in Python."""
    convert: Converter
    """From JSON."""
    required: bool
    """Whether it has no default."""


def convert_object(
    node: Node, kind: type[Kind], problems: list[Problem], *, beside: Iterable[str] = (), title: str = ""
) -> Kind | None:
    """A dataclass from an object whose members are its fields.

    Args:
        node: The object.
        kind: The dataclass.
        problems: Receives what does not fit.
        beside: Names of members that are allowed and belong to somebody else.
        title: What messages call the dataclass; left out, its name.

    Returns:
        The instance, or None where a problem was found.
    """
    if not isinstance(node.value, dict):
        problems.append(node.expected("an object"))
        return None
    told, members = len(problems), node.members()
    values = convert_fields(members, kind, problems, beside=beside, title=title)
    problems.extend(missing_fields(members, kind, node))
    return new_instance(kind, values, node, problems) if len(problems) == told else None


def convert_fields(
    members: Mapping[str, Node],
    kind: type,
    problems: list[Problem],
    *,
    beside: Iterable[str] = (),
    title: str = "",
) -> dict[str, object]:
    """The fields of a dataclass that are written, by their names in Python; see `convert_object`."""
    rules = field_rules(kind)
    values: dict[str, object] = {}
    for name, member in members.items():
        if name in rules:
            values[rules[name].field] = rules[name].convert(member, problems)
        elif name not in beside and member.path != (SCHEMA_NAME,):
            known = suggestion(name, [*rules, *beside])
            message = f"{title or kind.__name__} has no {quoted(name)}{known}"
            problems.append(member.problem(message, of_name=True))
    return values


def missing_fields(members: Mapping[str, Node], kind: type, owner: Node) -> list[Problem]:
    """Fields without a default that are not written."""
    rules = field_rules(kind).items()
    missing = [name for name, rule in rules if rule.required and name not in members]
    return [owner.problem(f"{quoted(name)} is missing") for name in missing]


def new_instance(
    kind: type[Kind], values: Mapping[str, object], owner: Node, problems: list[Problem]
) -> Kind | None:
    """A dataclass from its fields, unless its own check refuses them."""
    try:
        return kind(**values)
    except ValueError as refusal:
        problems.append(owner.problem(f"{kind.__name__} refuses: {' '.join(str(refusal).split())}"))
        return None


@functools.cache
def field_rules(kind: type) -> dict[str, FieldRule]:
    """How the fields of a dataclass are filled, by their names in a file.

    Raises:
        TypeError: A field cannot be understood, or it is no dataclass.
    """
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"{kind.__name__} must be a dataclass")
    hints = type_hints(kind)
    rules = {}
    for field in dataclasses.fields(kind):
        if field.init:
            missing = dataclasses.MISSING
            required = field.default is missing and field.default_factory is missing
            rules[written_name(field.name)] = FieldRule(
                field.name, value_converter(hints[field.name], _object_converter), required
            )
    return rules


def written_name(field: str) -> str:
    """What a file calls a field: words that Python keeps for itself lose the underscore they need there."""
    return field.removesuffix("_")


def type_hints(kind: type) -> dict[str, Annotation]:
    """The types of a dataclass's fields, with their bounds. Raises TypeError where they are unknown."""
    try:
        hints = typing.get_type_hints(kind, include_extras=True)
        for name in (field.name for field in dataclasses.fields(kind) if field.init):
            msgspec.inspect.type_info(hints[name])
    except (NameError, TypeError) as error:
        raise TypeError(f"the fields of {kind.__name__} cannot be understood: {error}") from None
    return hints


def _object_converter(kind: type) -> Converter:
    return lambda node, problems: _checked(node, convert_object(node, kind, problems), problems)


def _checked(node: Node, value: object, problems: list[Problem]) -> object:
    """The value, after telling what is wrong with parts of it."""
    if isinstance(value, SoftbodyMesh):
        problems.extend(node.problem_at(path, message) for path, message in mesh_faults(value))
    return value
