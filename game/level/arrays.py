"""From lists of numbers to numpy arrays."""

import math
import typing
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, TypeAlias

import numpy as np
from msgspec import Meta

from components.arrays import Floats, Quaternion
from game.level.document import Node
from game.level.problem import Problem

Annotation: TypeAlias = Any
"""A type as it stands behind a field's name; Python has no narrower type for all of them."""

Converter: TypeAlias = Callable[[Node, list[Problem]], object]
"""Converts a node; where it does not fit, adds problems and returns what must not be used."""

_WORDS: dict[type, tuple[type | tuple[type, ...], str]] = {
    np.float64: ((int, float), "a number"),
    np.int64: (int, "a whole number"),
    np.bool_: (bool, "true or false"),
}
_LARGEST_INTEGER = 2**63 - 1


def origin_type(annotation: Annotation) -> Annotation:
    """`tuple` of `tuple[int, ...]`; None for types without arguments."""
    return typing.get_origin(annotation)


def bare_type(annotation: Annotation) -> Annotation:
    """A type without its bounds."""
    return typing.get_args(annotation)[0] if origin_type(annotation) is Annotated else annotation


def is_array(bare: Annotation) -> bool:
    """Whether a type is a numpy array."""
    return bare is np.ndarray or origin_type(bare) is np.ndarray


def array_converter(annotation: Annotation) -> Converter:
    """How lists become arrays of one of the types of `components.arrays`; no other can be written."""
    if annotation == Quaternion:
        return _quaternion
    arguments = typing.get_args(bare_type(annotation))
    element = typing.get_args(arguments[1])[0] if arguments else np.float64
    if element not in _WORDS:
        return unwritable
    return partial(_array, element=element, count=_count(annotation))


def unwritable(node: Node, problems: list[Problem]) -> None:
    """Converts fields that only code can fill."""
    problems.append(node.problem("this field cannot be written in a file"))


def _count(annotation: Annotation) -> int | None:
    """How many numbers a type of fixed length takes."""
    for meta in getattr(annotation, "__metadata__", ()):
        if isinstance(meta, Meta) and meta.extra_json_schema:
            count = meta.extra_json_schema.get("minItems")
            return count if count == meta.extra_json_schema.get("maxItems") else None
    return None


def _array(node: Node, problems: list[Problem], *, element: type, count: int | None) -> object:
    told = len(problems)
    accepted, word = _WORDS[element]
    if not isinstance(node.value, list):
        problems.append(node.expected("a list" if count is None else f"a list of length {count}"))
        return None
    if count not in {None, len(node.value)}:
        problems.append(node.problem(f"expected a list of length {count}, got {len(node.value)}"))
    for leaf in _leaves(node, deep=count is None):
        if not isinstance(leaf.value, accepted) or (isinstance(leaf.value, bool) and element is not np.bool_):
            problems.append(leaf.expected(word))
        elif element is np.int64 and abs(typing.cast("int", leaf.value)) > _LARGEST_INTEGER:
            problems.append(leaf.expected("a whole number of at most 64 bits"))
    return _built(node, problems, element) if len(problems) == told else None


def _built(node: Node, problems: list[Problem], element: type) -> object:
    try:
        return np.array(node.value, dtype=element)
    except ValueError:
        problems.append(node.problem("expected lists of equal length"))
        return None


def _leaves(node: Node, *, deep: bool) -> Iterator[Node]:
    for part in node.elements():
        if deep and isinstance(part.value, list):
            yield from _leaves(part, deep=True)
        else:
            yield part


def _quaternion(node: Node, problems: list[Problem]) -> Floats | None:
    found = _array(node, problems, element=np.float64, count=4)
    if not isinstance(found, np.ndarray):
        return None
    largest = float(np.max(np.abs(found)))
    if largest == 0.0:
        problems.append(node.problem("expected a rotation (x, y, z, w), got only zeros"))
        return None
    scaled = found / largest
    return scaled / math.sqrt(sum(part * part for part in scaled.tolist()))
