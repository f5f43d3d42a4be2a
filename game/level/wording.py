"""What msgspec finds wrong, in the words of a level file."""

import re

import msgspec

from game.level.document import Json, shown

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


def is_of_itself(mismatch: msgspec.ValidationError) -> bool:
    """Whether a container does not fit because of itself and not of what it holds."""
    return _PLACE.search(str(mismatch)) is None


def mismatch_text(mismatch: msgspec.ValidationError, value: Json) -> str:
    """What msgspec found, in the words of a level file: "expected a number > 0, got -1"."""
    expected = _GOT.sub("", _PLACE.sub("", str(mismatch)))
    expected = _TYPE.sub(lambda found: _type_words(found[1]), expected).removesuffix(".0")
    got = f"{len(value)}" if isinstance(value, list) and "length" in expected else shown(value)
    return f"{expected[:1].lower()}{expected[1:]}, got {got}"


def _type_words(names: str) -> str:
    return " or ".join(_TYPE_WORDS.get(name, name) for name in names.split(" | "))
