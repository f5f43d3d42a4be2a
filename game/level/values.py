"""How values of each type become Python's: numbers, texts, choices, and lists and objects of them."""

import dataclasses
import functools
import itertools
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Annotated, Any, TypeAlias

import msgspec

from game.level.arrays import (
    Annotation,
    Converter,
    array_converter,
    bare_type,
    is_array,
    origin_type,
    unwritable,
)
from game.level.document import Node
from game.level.problem import Fault, Problem
from game.level.wording import is_of_itself, mismatch_text

Check: TypeAlias = Callable[[Any], Iterable[Fault]]
"""Tells what is wrong with a value of the right type."""

_CHECK = "check"


def checked_by(check: Check) -> msgspec.Meta:
    """For `Annotated`: what else must be true of a value of the right type.

    Args:
        check: Tells what is wrong with a converted value.
    """
    return msgspec.Meta(extra={_CHECK: check})


def value_converter(annotation: Annotation, objects: Callable[[type], Converter]) -> Converter:
    """How values of a type are converted.

    Args:
        annotation: The type.
        objects: How dataclasses are converted.
    """
    convert = _unchecked_converter(annotation, objects)
    for check in _checks(annotation):
        convert = functools.partial(_checked, convert=convert, check=check)
    return convert


def _checks(annotation: Annotation) -> list[Check]:
    extras = (
        meta.extra for meta in getattr(annotation, "__metadata__", ()) if isinstance(meta, msgspec.Meta)
    )
    return [extra[_CHECK] for extra in extras if extra and _CHECK in extra]


def _checked(node: Node, problems: list[Problem], *, convert: Converter, check: Check) -> object:
    told = len(problems)
    value = convert(node, problems)
    if len(problems) == told:
        problems.extend(node.problem_at(path, message) for path, message in check(value))
    return value


def _unchecked_converter(annotation: Annotation, objects: Callable[[type], Converter]) -> Converter:
    bare = bare_type(annotation)
    if is_array(bare):
        return array_converter(annotation)
    if isinstance(bare, type) and dataclasses.is_dataclass(bare):
        return objects(bare)
    if isinstance(bare, type) and issubclass(bare, Enum):
        return functools.partial(_choice, kind=bare)
    if (inner := _optional_type(bare)) is not None:
        return functools.partial(_optional, inner=value_converter(inner, objects))
    if origin_type(bare) in {list, tuple, dict} and typing.get_args(bare):
        return _container_converter(annotation, objects)
    return unwritable if _is_ours(annotation) else functools.partial(_plain, annotation=annotation)


def _optional_type(bare: Annotation) -> Annotation:
    """X of `X | None`, else None."""
    if origin_type(bare) not in {types.UnionType, typing.Union}:
        return None
    others = [argument for argument in typing.get_args(bare) if argument is not types.NoneType]
    return others[0] if len(others) == 1 else None


def _container_converter(annotation: Annotation, objects: Callable[[type], Converter]) -> Converter:
    bare = bare_type(annotation)
    origin, arguments = origin_type(bare), typing.get_args(bare)
    fixed = origin is tuple and Ellipsis not in arguments
    parts = tuple(value_converter(argument, objects) for argument in arguments if argument is not Ellipsis)
    pairs = functools.partial(_pairs, parts=parts, fixed=fixed)
    if not any(map(_is_ours, arguments)):
        return functools.partial(_plain_container, annotation=annotation, pairs=pairs)
    if origin is dict and arguments[0] is not str:
        return unwritable
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
    if _checks(annotation) or is_array(bare) or (isinstance(bare, type) and dataclasses.is_dataclass(bare)):
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
        if len(problems) == told or is_of_itself(mismatch):
            problems.append(node.problem(mismatch_text(mismatch, node.value)))
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
        problems.append(node.problem(mismatch_text(mismatch, node.value)))
        if isinstance(node.value, dict) is not (make is dict):
            return None
    values = [convert(part, problems) for part, convert in pairs(node)]
    if isinstance(node.value, dict):
        return dict(zip(node.value, values, strict=True))
    return make(values)


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
        problems.append(node.problem(mismatch_text(mismatch, node.value)))
        return None
