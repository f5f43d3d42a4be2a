"""From JSON to dataclasses, strictly, telling everything that does not fit.

msgspec converts and checks one value at a time. Around it stands what it does not do for dataclasses:
unknown names are errors, all errors are told, and arrays of numbers become numpy arrays.
"""

import dataclasses
import functools
import itertools
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from game.level.arrays import Annotation, Converter, array_converter, bare_type, is_array, origin_type
from game.level.document import Json, Node, shown
from game.level.problem import Problem, quoted, suggestion

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
            rules[written_name(field.name)] = FieldRule(field.name, converter(hints[field.name]), required)
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


def converter(annotation: Annotation) -> Converter:
    """How values of a type are converted."""
    bare = bare_type(annotation)
    if is_array(bare):
        return array_converter(annotation)
    if isinstance(bare, type) and dataclasses.is_dataclass(bare):
        return functools.partial(_object, kind=bare)
    if isinstance(bare, type) and issubclass(bare, Enum):
        return functools.partial(_choice, kind=bare)
    if (inner := _optional_type(bare)) is not None:
        return functools.partial(_optional, inner=converter(inner))
    if origin_type(bare) in {list, tuple, dict} and typing.get_args(bare):
        return _container_converter(annotation, bare)
    return functools.partial(_plain, annotation=annotation)


def _optional_type(bare: Annotation) -> Annotation:
    """X of `X | None`, else None."""
    if origin_type(bare) not in {types.UnionType, typing.Union}:
        return None
    others = [argument for argument in typing.get_args(bare) if argument is not types.NoneType]
    return others[0] if len(others) == 1 else None


def _container_converter(annotation: Annotation, bare: Annotation) -> Converter:
    origin, arguments = origin_type(bare), typing.get_args(bare)
    fixed = origin is tuple and Ellipsis not in arguments
    parts = tuple(converter(argument) for argument in arguments if argument is not Ellipsis)
    pairs = functools.partial(_pairs, parts=parts, fixed=fixed)
    if not any(map(_is_ours, arguments)):
        return functools.partial(_plain_container, annotation=annotation, pairs=pairs)
    shell = _shell(annotation, origin, len(parts) if fixed else None)
    return functools.partial(_own_container, shell=shell, make=origin, pairs=pairs)


def _shell(annotation: Annotation, origin: type, count: int | None) -> Annotation:
    """A container type that says nothing of its elements."""
    if origin is dict:
        bare: Annotation = dict[str, Any]
    else:
        bare = list[Any] if count is None else tuple[(Any,) * count]  # type: ignore[misc]
    bounds = getattr(annotation, "__metadata__", ())
    return Annotated[bare, *bounds] if bounds else bare


def _is_ours(annotation: Annotation) -> bool:
    """Whether a type is or holds something that msgspec alone does not convert as we want it."""
    bare = bare_type(annotation)
    if is_array(bare) or (isinstance(bare, type) and dataclasses.is_dataclass(bare)):
        return True
    return any(map(_is_ours, typing.get_args(bare)))


Pairs: TypeAlias = Callable[[Node], Iterator[tuple[Node, Converter]]]
"""The parts of a container, each with its converter."""


def _pairs(node: Node, *, parts: tuple[Converter, ...], fixed: bool) -> Iterator[tuple[Node, Converter]]:
    inside = node.elements() if isinstance(node.value, list) else iter(node.members().values())
    return zip(inside, parts if fixed else itertools.repeat(parts[-1]), strict=False)


def _plain_container(node: Node, problems: list[Problem], *, annotation: Annotation, pairs: Pairs) -> object:
    try:
        return msgspec.convert(node.value, annotation)
    except msgspec.ValidationError as mismatch:
        told = len(problems)
        for part, convert in pairs(node):
            convert(part, problems)
        if len(problems) == told or _of_itself(mismatch):
            problems.append(node.problem(_told(mismatch, node.value)))
        return None


def _own_container(
    node: Node,
    problems: list[Problem],
    *,
    shell: Annotation,
    make: Callable[[Iterable[object]], object],
    pairs: Pairs,
) -> object:
    try:
        msgspec.convert(node.value, shell)
    except msgspec.ValidationError as mismatch:
        problems.append(node.problem(_told(mismatch, node.value)))
    values = [convert(part, problems) for part, convert in pairs(node)]
    if isinstance(node.value, dict):
        return dict(zip(node.value, values, strict=True))
    return make(values)


def _object(node: Node, problems: list[Problem], *, kind: type) -> object:
    return convert_object(node, kind, problems)


def _optional(node: Node, problems: list[Problem], *, inner: Converter) -> object:
    return None if node.value is None else inner(node, problems)


def _choice(node: Node, problems: list[Problem], *, kind: type[Enum]) -> object:
    try:
        return msgspec.convert(node.value, kind)
    except msgspec.ValidationError:
        problems.append(node.expected_one_of(str(member.value) for member in kind))
        return None


def _plain(node: Node, problems: list[Problem], *, annotation: Annotation) -> object:
    try:
        return msgspec.convert(node.value, annotation)
    except msgspec.ValidationError as mismatch:
        problems.append(node.problem(_told(mismatch, node.value)))
        return None


_PLACE = re.compile(r" - at `.*`$")
_GOT = re.compile(r", got .*$")
_TYPE = re.compile(r"`([^`]*)`")
_TYPE_WORDS = {
    "float": "a number",
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def _of_itself(mismatch: msgspec.ValidationError) -> bool:
    """Whether a container does not fit because of itself and not of what it holds."""
    return _PLACE.search(str(mismatch)) is None


def _told(mismatch: msgspec.ValidationError, value: Json) -> str:
    """What msgspec found, in the words of a level file."""
    expected = _GOT.sub("", _PLACE.sub("", str(mismatch)))
    expected = _TYPE.sub(lambda found: _type_words(found[1]), expected).removesuffix(".0")
    got = f"{len(value)}" if isinstance(value, list) and "length" in expected else shown(value)
    return f"{expected[:1].lower()}{expected[1:]}, got {got}"


def _type_words(names: str) -> str:
    return " or ".join(_TYPE_WORDS.get(name, name) for name in names.split(" | "))
