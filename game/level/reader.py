"""Reads strict JSON into documents.

Python's own reader keeps the last of two equal names, accepts NaN and forgets lines; errors in a level
are only useful when they name a line and a column.
"""

import json
import math
import re
from importlib.resources.abc import Traversable
from typing import NoReturn

from game.level.document import Document, Json, Place, shortened
from game.level.problem import LevelError, Problem, file_problem, path_text, quoted

DEEPEST = 100
"""Levels of nesting that are read; a level needs about eight."""

_TOKEN = re.compile(
    r"""[ \t\n\r]*(?:
        ("[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*")
      | (-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)(?![\w.])
      | (true|false|null)(?!\w)
      | ([{}\[\],:])
    )""",
    re.VERBOSE,
)
_STRING, _NUMBER, _WORD, _MARK = 1, 2, 3, 4
_WORDS = {"true": True, "false": False, "null": None}
_COMMA_OR = {mark: f"',' or '{mark}'" for mark in "]}"}
_BLANK = re.compile(r"[ \t\n\r]*")
_STRING_START = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*')
_RUN = re.compile(r"[^\s{}\[\],:\"]+")
_LONGEST_INTEGER = 300


def read_document(file: Traversable, name: str | None = None) -> Document:
    """Reads a file of strict JSON, UTF-8 with or without a byte order mark.

    Raises LevelError when it cannot be read, is not UTF-8 or is not JSON. Names that stand twice in one
    object do not raise, so that they can be told together with what else is wrong: see
    `Document.duplicates`.
    """
    name = name or str(file)
    try:
        if not file.is_file():  # devices and pipes have no end
            raise LevelError(
                [file_problem(name, "is a folder" if file.is_dir() else "there is no such file")]
            )
        data = file.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise LevelError([file_problem(name, message)]) from None
    return parse_document(decoded(data, name), name)


def decoded(data: bytes, file: str) -> str:
    """The text of a UTF-8 file without its byte order mark. Raises LevelError for other encodings."""
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"} or 0 in data[:2]:
        raise LevelError([Problem(file, 1, 1, "$", "expected UTF-8 text, found UTF-16 or UTF-32")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8-sig")
        line, column = Document(file, good).line_column(len(good))
        message = f"expected UTF-8 text, found the byte 0x{data[error.start]:02X}"
        raise LevelError([Problem(file, line, column, "$", message)]) from None


def parse_document(text: str, file: str = "<text>") -> Document:
    """Reads strict JSON. Raises LevelError at the first error of syntax."""
    return _Parser(Document(file, text)).document_read()


class _Parser:
    """Recursive descent over tokens; the path to where it stands is only for messages."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = document.text
        self.offset = 0
        self.path: list[str | int] = []

    def document_read(self) -> Document:
        self.document.value, self.document.place = self.value()
        rest = _BLANK.match(self.text, self.offset)
        if rest and rest.end() < len(self.text):
            self.fail(rest.end(), "expected the end of the file")
        return self.document

    def token(self, expected: str) -> tuple[int, int, str]:
        """The next token: its kind, its offset and its text."""
        found = _TOKEN.match(self.text, self.offset)
        if found is None or found.lastindex is None:
            blank = _BLANK.match(self.text, self.offset)
            self.fail(blank.end() if blank else self.offset, f"expected {expected}")
        self.offset = found.end()
        kind = found.lastindex
        return kind, found.start(kind), found[kind]

    def value(self) -> tuple[Json, Place]:
        kind, start, text = self.token("a value")
        if kind == _NUMBER:
            return self.number(start, text), start
        if kind == _STRING:
            return self.string(start, text), start
        if kind == _WORD:
            return _WORDS[text], start
        if text not in "{[":
            self.fail(start, "expected a value")
        if len(self.path) >= DEEPEST:
            self.fail(start, f"more than {DEEPEST} lists and objects inside each other", found="")
        return self.members(start) if text == "{" else self.elements(start)

    def elements(self, start: int) -> tuple[list[Json], Place]:
        values: list[Json] = []
        places: list[Place] = []
        if self.closes("]"):
            return values, (start, places)
        self.path.append(0)
        while True:
            self.path[-1] = len(values)
            value, place = self.value()
            values.append(value)
            places.append(place)
            if self.ends("]"):
                self.path.pop()
                return values, (start, places)

    def members(self, start: int) -> tuple[dict[str, Json], Place]:
        values: dict[str, Json] = {}
        places: dict[str, tuple[int, Place]] = {}
        if self.closes("}"):
            return values, (start, places)
        while True:
            name, name_start = self.name()
            self.path.append(name)
            value, place = self.value()
            if name in values:
                self.duplicate(name_start, places[name][0])
            else:
                values[name] = value
                places[name] = name_start, place
            ended = self.ends("}")
            self.path.pop()
            if ended:
                return values, (start, places)

    def name(self) -> tuple[str, int]:
        kind, start, text = self.token("a name in double quotes")
        if kind != _STRING:
            self.fail(start, "expected a name in double quotes")
        name = self.string(start, text)
        mark, colon_start, colon = self.token("':'")
        if mark != _MARK or colon != ":":
            self.fail(colon_start, "expected ':'")
        return name, start

    def closes(self, mark: str) -> bool:
        """Whether an empty list or object ends here, and steps over its end."""
        found = _TOKEN.match(self.text, self.offset)
        if found is None or found[_MARK] != mark:
            return False
        self.offset = found.end()
        return True

    def ends(self, mark: str) -> bool:
        """Whether the list or object ends here; else steps over the comma to its next part."""
        _, start, text = self.token(_COMMA_OR[mark])
        if text not in {mark, ","}:
            self.fail(start, f"expected {_COMMA_OR[mark]}")
        return text == mark

    def string(self, start: int, text: str) -> str:
        if "\\" not in text:
            return text[1:-1]
        value = str(json.loads(text))
        if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
            self.fail(start, "half of a surrogate pair is not text", found="")
        return value

    def number(self, start: int, text: str) -> int | float:
        if text.lstrip("-").isdecimal() and len(text) < _LONGEST_INTEGER:
            return int(text)
        value = float(text)
        if math.isinf(value):
            self.fail(start, "the number is too large", found="")
        return value

    def duplicate(self, start: int, first: int) -> None:
        line, column = self.document.line_column(first)
        message = f"this name stands twice, first at line {line}, column {column}"
        here = self.document.line_column(start)
        self.document.duplicates.append(
            Problem(self.document.file, *here, path_text(tuple(self.path)), message)
        )

    def fail(self, offset: int, message: str, found: str | None = None) -> NoReturn:
        """Raises LevelError for what stands at an offset."""
        if found is None:
            offset, found = _described(self.text, offset)
        line, column = self.document.line_column(offset)
        told = message + (f", found {found}" if found else "")
        raise LevelError([Problem(self.document.file, line, column, path_text(tuple(self.path)), told)])


def _described(text: str, offset: int) -> tuple[int, str]:
    """What stands at an offset where something else should, and where exactly it goes wrong."""
    if offset >= len(text):
        return offset, "the end of the file"
    if text[offset] == '"' and not _TOKEN.match(text, offset):
        return _described_string(text, offset)
    for start, description in _SLIPS:
        if text.startswith(start, offset):
            return offset, description
    if text[offset] in "]}" and text[:offset].rstrip(" \t\r\n").endswith(","):
        return offset, f"'{text[offset]}' after a comma"
    found = _TOKEN.match(text, offset) or _RUN.match(text, offset)
    return offset, _shown(found[0] if found else text[offset])


def _described_string(text: str, offset: int) -> tuple[int, str]:
    start = _STRING_START.match(text, offset)
    end = start.end() if start else offset
    if end >= len(text) or text[end:] == "\\" or text[end] in "\r\n":
        return offset, "text without its closing double quote"
    if text[end] == "\\":
        return end, f"{_shown(text[end : end + 2])}, which JSON does not know as an escape"
    return end, f"the control character U+{ord(text[end]):04X} in a text"


def _shown(token: str) -> str:
    short = shortened(token)
    plain = short if short.isprintable() else quoted(short)[1:-1]
    return plain if plain.startswith('"') else f"'{plain}'"


_SLIPS = (
    ("//", "a comment, which JSON does not have"),
    ("/*", "a comment, which JSON does not have"),
    ("#", "a comment, which JSON does not have"),
    ("'", "a single quote; JSON takes double quotes"),
    ("NaN", "NaN, which is not a JSON number"),
    ("Infinity", "Infinity, which is not a JSON number"),
    ("-Infinity", "-Infinity, which is not a JSON number"),
    ("True", "True; JSON writes true"),
    ("False", "False; JSON writes false"),
    ("None", "None; JSON writes null"),
)
