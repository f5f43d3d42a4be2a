"""What can be wrong with a level file, told so that a person finds the place."""

import difflib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

JsonPath: TypeAlias = tuple[str | int, ...]
"""Names and indices from a file's outermost value to one inside it."""

Fault: TypeAlias = tuple[JsonPath, str]
"""What a check finds wrong: the path inside what it checked, and what is wrong there."""

_PLAIN_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_]*")


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """One thing wrong at one place. Reads as `file:line:column: path: message`."""

    file: str
    """The file, as it was asked for."""
    line: int
    """Line, from 1; 0 where the file as a whole is meant."""
    column: int
    """Column in characters, from 1; 0 where the file as a whole is meant."""
    path: str
    """Where in the structure, such as `entities[2].name`; `$` is the outermost value."""
    message: str
    """What is wrong, and what would be right."""

    def __str__(self) -> str:
        if not self.line:
            return f"{self.file}: {self.message}"
        return f"{self.file}:{self.line}:{self.column}: {self.path}: {self.message}"


class LevelError(Exception):
    """A level that cannot be loaded, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        """Every problem once, by file and place."""
        super().__init__("\n".join(map(str, self.problems)))


def file_problem(file: str, message: str) -> Problem:
    """A problem of a file as a whole."""
    return Problem(file, 0, 0, "$", message)


def path_text(path: JsonPath) -> str:
    """A path as people write it: `terrain[3].depth`; `$` for the outermost value."""
    text = "".join(map(_step_text, path))
    return text.removeprefix(".") or "$"


def _step_text(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN_NAME.fullmatch(step) else f"[{quoted(step)}]"


def quoted(text: str) -> str:
    """Text in double quotes, on one line whatever it holds."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def suggestion(wrong: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: what was meant, or else what there is."""
    names = sorted(known)
    return did_you_mean(wrong, names) or (f"; known: {', '.join(names)}" if names else "")


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: what was meant, where one name is near."""
    names = sorted(known)
    near = difflib.get_close_matches(wrong, names, n=1) or _same_letters(wrong, names)
    return f"; did you mean {quoted(near[0])}?" if near else ""


def _same_letters(wrong: str, names: list[str]) -> list[str]:
    """Names that differ only in case and punctuation, which difflib counts as far apart."""
    return [name for name in names if _letters(name) == _letters(wrong)]


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()
