"""The hash of a state: equal for equal states, different for different ones, strict about what it takes."""

import hashlib
import os
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from enum import Enum, StrEnum
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from components.arrays import Floats
from components.character import CharacterState
from components.shared import Shared
from components.transform import Name, Transform, Velocity
from components.world import Actions
from game.state_hash import hash_state

ROOT = Path(__file__).parents[1]


class Colour(Enum):
    """An enumeration that is no string."""

    RED = 1
    BLUE = 2


class Fruit(StrEnum):
    """One that is."""

    APPLE = "apple"


@dataclass
class Box:
    """Holds anything."""

    value: object = None
    other: object = 0


@dataclass
class Crate:
    """Another class with the same fields."""

    value: object = None
    other: object = 0


@dataclass(frozen=True)
class Book(Shared):
    """Immutable data."""

    identity: str
    pages: list[object] = field(default_factory=list)


def digest(value: object) -> str:
    return hash_state({1: [Box(value)]})


VALUES: list[tuple[str, Callable[[], object]]] = [
    ("none", lambda: None),
    ("true", lambda: True),
    ("false", lambda: False),
    ("zero", lambda: 0),
    ("one", lambda: 1),
    ("minus one", lambda: -1),
    ("a big number", lambda: 2**64 - 1),
    ("a float", lambda: 1.0),
    ("another float", lambda: 1.0 + 2**-52),
    ("minus zero", lambda: -0.0),
    ("infinity", lambda: float("inf")),
    ("not a number", lambda: float("nan")),
    ("empty text", lambda: ""),
    ("text", lambda: "1"),
    ("wide text", lambda: "젤리"),
    ("an enum", lambda: Colour.RED),
    ("another enum", lambda: Colour.BLUE),
    ("a text enum", lambda: Fruit.APPLE),
    ("its text", lambda: "apple"),
    ("empty list", list),
    ("a list", lambda: [1, 2]),
    ("another order", lambda: [2, 1]),
    ("nested", lambda: [[1], 2]),
    ("nested otherwise", lambda: [[1, 2]]),
    ("a set", lambda: {3, 1, 2}),
    ("a mixed set", lambda: {1, "one"}),
    ("empty mapping", dict),
    ("a mapping", lambda: {"a": 1, "b": 2}),
    ("a mapping swapped", lambda: {"a": 2, "b": 1}),
    ("a dataclass", lambda: Box(1, 2)),
    ("its twin", lambda: Crate(1, 2)),
    ("floats", lambda: np.arange(3.0)),
    ("floats of half size", lambda: np.arange(3, dtype=np.float32)),
    ("integers", lambda: np.arange(3)),
    ("flags", lambda: np.array([True, False])),
    ("a row", lambda: np.zeros((1, 4))),
    ("a column", lambda: np.zeros((4, 1))),
    ("no rows", lambda: np.zeros((0, 3))),
    ("no columns", lambda: np.zeros((3, 0))),
    ("a record", lambda: np.zeros(2, dtype=[("x", "f8"), ("n", "i4")])),
    ("a shared book", lambda: Book("red", [object()])),
    ("another shared book", lambda: Book("blue")),
]


@pytest.mark.parametrize(("name", "make"), VALUES, ids=[name for name, _ in VALUES])
def test_a_value_made_again_has_the_same_hash(name: str, make: Callable[[], object]) -> None:
    assert digest(make()) == digest(make()), name
    assert len(digest(make())) == 64


def test_different_values_have_different_hashes() -> None:
    found = {digest(make()): name for name, make in VALUES}
    assert len(found) == len(VALUES)


def test_numpy_scalars_count_as_the_numbers_they_are() -> None:
    assert digest(np.float64(1.5)) == digest(1.5)
    assert digest(np.int64(7)) == digest(7)
    assert digest(np.bool_(True)) == digest(value=True)  # noqa: FBT003 - numpy's flags take one positionally


def test_lists_and_tuples_are_the_same() -> None:
    assert digest((1, 2)) == digest([1, 2])


def test_shared_data_counts_by_its_identity_alone() -> None:
    assert digest(Book("red", [1])) == digest(Book("red", [2]))


def test_neither_the_order_of_entities_nor_of_components_matters() -> None:
    parts = [Transform(), Velocity(), Name("mint"), Box(3)]
    one = hash_state({1: parts, 2: [Name("pear")], 30: []})
    assert hash_state({30: [], 2: [Name("pear")], 1: parts[::-1]}) == one
    assert hash_state({1: tuple(parts), 2: iter([Name("pear")]), 30: ()}) == one


def test_the_order_in_which_sets_and_mappings_were_filled_does_not_matter() -> None:
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    assert digest(frozenset("xyz")) == digest(frozenset("zyx"))
    assert digest({Colour.RED, Colour.BLUE}) == digest({Colour.BLUE, Colour.RED})
    assert digest({Colour.RED: 1, Colour.BLUE: 2}) == digest({Colour.BLUE: 2, Colour.RED: 1})


def test_entities_and_where_components_belong_matter() -> None:
    states: list[dict[int, list[object]]] = [
        {1: [Box(1)]},
        {2: [Box(1)]},
        {1: [Box(1)], 2: []},
        {1: [Box(1)], 2: [Crate(1)]},
        {1: [Box(1), Crate(1)], 2: []},
        {1: [Box(1), Crate(1)]},
        {},
    ]
    assert len({hash_state(state) for state in states}) == len(states)


@pytest.mark.parametrize("name", [item.name for item in fields(CharacterState)])
def test_every_field_of_a_component_counts(name: str) -> None:
    state = CharacterState()
    before = getattr(state, name)
    other = not before if isinstance(before, bool) else before + 1e-12 * (before or 1)
    changed = replace(state, **{name: other})
    assert hash_state({1: [changed]}) != hash_state({1: [state]})


@given(arrays(np.float64, array_shapes(max_dims=2, max_side=6)), st.data())
def test_every_bit_of_an_array_counts(values: Floats, data: st.DataObject) -> None:
    changed = values.copy()
    flat = changed.reshape(-1).view(np.uint64)
    place = data.draw(st.integers(0, len(flat) - 1))
    flat[place] ^= np.uint64(1 << data.draw(st.integers(0, 63)))
    assert digest(changed) != digest(values)
    assert digest(values.copy()) == digest(values)


def test_the_layout_of_an_array_in_memory_does_not_count() -> None:
    values = np.arange(12.0).reshape(3, 4)
    assert digest(np.asfortranarray(values)) == digest(values)
    assert digest(np.arange(24.0).reshape(3, 8)[:, ::2] * 0.5) == digest(values)


def test_padding_between_the_fields_of_a_record_does_not_count() -> None:
    kind = np.dtype([("flag", np.bool_), ("x", np.float64)], align=True)
    first, second = (np.frombuffer(bytearray([fill] * 16), dtype=kind).copy() for fill in (0, 1))
    second["flag"], second["x"] = first["flag"], first["x"]
    assert digest(first) == digest(second)


class Oddity:
    """Has no form as bytes."""


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Oddity(), "Oddity"),
        (len, "builtin_function_or_method"),
        (lambda: None, "function"),
        (1j, "complex"),
        (b"raw", "bytes"),
        ([Oddity()], "Oddity"),
        ({"key": Oddity()}, "Oddity"),
        (Box(Oddity()), "Oddity"),
        (np.array([Oddity()], dtype=object), "object"),
        ({Oddity(): 1}, "Oddity"),
        (Box, "type"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_has_no_form_as_bytes_is_named(value: object, name: str) -> None:
    with pytest.raises(TypeError, match=name):
        digest(value)


def test_the_hash_is_known() -> None:
    """The bytes that go in are written down here, so that they do not change by accident."""

    def text(tag: str, content: str) -> bytes:
        return tag.encode() + struct.pack("<I", len(content.encode())) + content.encode()

    expected = text("I", "7") + text("C", "components.transform.Name") + text("U", "mint")
    assert hash_state({7: [Name("mint")]}) == hashlib.sha256(expected).hexdigest()


@pytest.mark.parametrize("seed", ["0", "1", "77"])
def test_the_seed_of_pythons_own_hashes_does_not_matter(seed: str) -> None:
    code = (
        "from game.state_hash import hash_state; from components.world import Actions;"
        "print(hash_state({1: [Actions(frozenset(('right', 'run', 'jump', 'left')))]}))"
    )
    done = subprocess.run(  # noqa: S603 - our own interpreter and our own code
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    expected = hash_state({1: [Actions(frozenset(("right", "run", "jump", "left")))]})
    assert done.stdout.strip() == expected
