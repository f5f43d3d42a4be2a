"""JSON values that remember where they stand, so that what is wrong with one has a line and a column."""

import bisect
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from game.level.problem import JsonPath, Problem, did_you_mean, path_text, quoted

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A JSON value as Python writes it."""

Place: TypeAlias = "int | tuple[int, list[Place] | dict[str, tuple[int, Place]]]"
"""Offset of a value, with the places of its parts; a member also has the offset of its name."""


def _start(place: Place) -> int:
    return place if isinstance(place, int) else place[0]


@dataclass(eq=False)
class Document:
    """One file of JSON: its value, and where every part of it stands."""

    file: str
    """What messages call it."""
    text: str = field(repr=False)
    """The text it was read from, without a byte order mark."""
    value: Json = None
    """The outermost value."""
    place: Place = field(default=0, repr=False)
    """Where it and its parts stand."""
    duplicates: list[Problem] = field(default_factory=list)
    """Names that stand twice in one object; of each the first is kept."""

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    @property
    def root(self) -> "Node":
        """The outermost value."""
        return Node(self, (), self.value)

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of a character of the text."""
        line = bisect.bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def offset(self, path: JsonPath, *, of_name: bool = False) -> int:
        """Offset of the value at a path, or of the name before it; of the innermost part that exists."""
        place = self.place
        name_start = start = _start(place)
        for step in path:
            inside = None if isinstance(place, int) else place[1]
            if isinstance(inside, dict) and step in inside:
                name_start, place = inside[str(step)]
                start = _start(place)
            elif isinstance(inside, list) and isinstance(step, int) and step < len(inside):
                place = inside[step]
                name_start = start = _start(place)
            else:
                return start
        return name_start if of_name else start

    def position(self, path: JsonPath, *, of_name: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of what `offset` finds."""
        return self.line_column(self.offset(path, of_name=of_name))

    def problem(self, path: JsonPath, message: str, *, of_name: bool = False) -> Problem:
        """A problem of the value at a path, or of the name before it."""
        return Problem(self.file, *self.position(path, of_name=of_name), path_text(path), message)


@dataclass(slots=True)
class Node:
    """A value together with the place it was written."""

    document: Document
    """The file it stands in."""
    path: JsonPath
    """Where in the file."""
    value: Json
    """The value."""

    def elements(self) -> "Iterator[Node]":
        """The elements of a list; of anything else, none."""
        if isinstance(self.value, list):
            for index, value in enumerate(self.value):
                yield Node(self.document, (*self.path, index), value)

    def members(self) -> "dict[str, Node]":
        """The members of an object; of anything else, none."""
        if not isinstance(self.value, dict):
            return {}
        return {name: Node(self.document, (*self.path, name), value) for name, value in self.value.items()}

    def problem(self, message: str, *, of_name: bool = False) -> Problem:
        """A problem of this value, or of the name before it."""
        return self.document.problem(self.path, message, of_name=of_name)

    def expected(self, what: str) -> Problem:
        """A problem of this value being something else than what was expected."""
        return self.problem(f"expected {what}, got {shown(self.value)}")

    def expected_one_of(self, names: Iterable[str]) -> Problem:
        """A problem of this value being none of the names it may be."""
        names = list(names)
        hint = did_you_mean(self.value, names) if isinstance(self.value, str) else ""
        return self.problem(f"expected one of {', '.join(names)}, got {shown(self.value)}{hint}")

    def problem_at(self, path: JsonPath, message: str) -> Problem:
        """A problem of a part of this value."""
        return self.document.problem((*self.path, *path), message)

    @property
    def where(self) -> str:
        """The place in words, for messages about two places."""
        line, column = self.document.position(self.path)
        return f"line {line}, column {column}"


def shown(value: Json) -> str:
    """A value in a message: short, on one line."""
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if isinstance(value, dict):
        return "an object" if value else "an empty object"
    return shortened(json.dumps(value) if not isinstance(value, str) else quoted(value))


def shortened(text: str) -> str:
    """The beginning of a text that may be long."""
    longest = 40
    return text if len(text) <= longest else text[:longest] + "..."
