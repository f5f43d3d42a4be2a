"""From JSON to dataclasses: what fits becomes exact values, what does not is told, all of it, in place."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Annotated, ClassVar, TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta
from numpy.typing import NDArray

from components.arrays import Flags, Floats, Integers, Quaternion, Vector, identity_quaternion, vector
from components.collider import EVERYTHING, Layer, SphereCollider
from components.skeleton import BoneDefinition, ClipDefinition, SkeletonDefinition, TrackDefinition
from components.transform import Transform
from game.level.convert import convert_object, field_rules
from game.level.problem import Problem
from game.level.reader import parse_document

Kind = TypeVar("Kind")


class Mood(StrEnum):
    """Choices that are text."""

    CALM = "calm"
    ANGRY = "angry"


class Rank(IntEnum):
    """Choices that are numbers."""

    LOW = 1
    HIGH = 2


@dataclass(slots=True)
class Inner:
    """A dataclass inside another."""

    size: Annotated[float, Meta(gt=0)] = 1.0
    offset: Vector = field(default_factory=vector)


@dataclass(slots=True)
class Everything:
    """One field of each kind."""

    shared: ClassVar[bool] = False

    number: float = 0.0
    count: Annotated[int, Meta(ge=1, le=3)] = 1
    text: Annotated[str, Meta(min_length=1)] = "x"
    flag: bool = False
    mood: Mood = Mood.CALM
    rank: Rank = Rank.LOW
    pair: tuple[Annotated[float, Meta(ge=0)], float] = (0.0, 1.0)
    names: tuple[str, ...] = ()
    table: dict[str, tuple[float, ...]] = field(default_factory=dict)
    maybe: float | None = None
    place: Vector = field(default_factory=vector)
    turn: Quaternion = field(default_factory=identity_quaternion)
    grid: Floats = field(default_factory=lambda: np.zeros(0))
    whole: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    flags: Flags = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    inner: Inner = field(default_factory=Inner)
    inners: Annotated[tuple[Inner, ...], Meta(max_length=2)] = ()
    by_name: dict[str, Inner] = field(default_factory=dict)
    perhaps: Inner | None = None
    mixed: tuple[int, Inner] | None = None
    derived: float = field(default=0.0, init=False)


@dataclass(slots=True)
class Needy:
    """Fields without defaults."""

    name: str
    size: float


@dataclass(slots=True)
class Choosy:
    """A class with a check of its own."""

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low is above\nhigh")


KNOWN = ", ".join(sorted(field_rules(Everything)))


def converted(text: str, kind: type[Kind]) -> tuple[Kind | None, list[str]]:
    """What a text becomes, and what is told about it."""
    problems: list[Problem] = []
    found = convert_object(parse_document(text, "x").root, kind, problems)
    return found, [str(problem) for problem in problems]


def fitting(text: str, kind: type[Kind]) -> Kind:
    """What a text that fits becomes."""
    found, told = converted(text, kind)
    assert told == []
    assert found is not None
    return found


def test_every_kind_of_field_is_converted() -> None:
    found = fitting(
        """{"number": 3, "count": 2, "text": "hi", "flag": true, "mood": "angry", "rank": 2,
            "pair": [1, 2.5], "names": ["a", "b"], "table": {"k": [1, 2]}, "maybe": 4,
            "place": [1, 2, 3], "turn": [0, 0, 2, 0], "grid": [[1, 2], [3, 4]], "whole": [1, -2],
            "flags": [true, false], "inner": {"size": 2}, "inners": [{"size": 3}, {}],
            "by_name": {"p": {"offset": [1, 0, 0]}}, "perhaps": {"size": 5}, "mixed": [7, {}]}""",
        Everything,
    )
    assert (found.number, type(found.number)) == (3.0, float)
    assert (found.count, found.text, found.flag, found.mood, found.rank) == (
        2,
        "hi",
        True,
        Mood.ANGRY,
        Rank.HIGH,
    )
    assert (found.pair, found.names, found.table, found.maybe) == (
        (1.0, 2.5),
        ("a", "b"),
        {"k": (1.0, 2.0)},
        4,
    )
    assert found.place.dtype == np.float64
    np.testing.assert_array_equal(found.place, [1, 2, 3])
    np.testing.assert_array_equal(found.turn, [0, 0, 1, 0])
    np.testing.assert_array_equal(found.grid, [[1, 2], [3, 4]])
    assert found.whole.dtype == np.int64
    np.testing.assert_array_equal(found.whole, [1, -2])
    assert found.flags.dtype == np.bool_
    np.testing.assert_array_equal(found.flags, [True, False])
    assert found.inner.size == 2.0
    assert [inner.size for inner in found.inners] == [3.0, 1.0]
    np.testing.assert_array_equal(found.by_name["p"].offset, [1, 0, 0])
    assert found.perhaps is not None
    assert found.perhaps.size == 5.0
    assert found.mixed is not None
    assert found.mixed[0] == 7


def test_fields_left_out_take_their_defaults() -> None:
    found = fitting("{}", SphereCollider)
    assert (found.radius, found.layer, found.mask, found.enabled) == (60.0, Layer.SLIME, EVERYTHING, True)
    assert fitting('{"perhaps": null, "maybe": null}', Everything).perhaps is None


def test_arrays_are_never_shared() -> None:
    text = '{"position": [1, 2, 3]}'
    first, second = fitting(text, Transform), fitting(text, Transform)
    first.position[0] = first.rotation[0] = 9.0
    assert second.position[0] == 1.0
    assert second.rotation[0] == 0.0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"number": "a"}', '1:12: number: expected a number, got "a"'),
        ('{"number": true}', "1:12: number: expected a number, got true"),
        ('{"number": null}', "1:12: number: expected a number, got null"),
        ('{"number": [1]}', "1:12: number: expected a number, got a list"),
        ('{"count": 1.5}', "1:11: count: expected a whole number, got 1.5"),
        ('{"count": true}', "1:11: count: expected a whole number, got true"),
        ('{"count": 0}', "1:11: count: expected a whole number >= 1, got 0"),
        ('{"count": 4}', "1:11: count: expected a whole number <= 3, got 4"),
        ('{"text": 5}', "1:10: text: expected a text, got 5"),
        ('{"text": ""}', '1:10: text: expected a text of length >= 1, got ""'),
        ('{"flag": 1}', "1:10: flag: expected true or false, got 1"),
        ('{"flag": "true"}', '1:10: flag: expected true or false, got "true"'),
        ('{"mood": "angri"}', '1:10: mood: expected one of calm, angry, got "angri"; did you mean "angry"?'),
        ('{"mood": "qqq"}', '1:10: mood: expected one of calm, angry, got "qqq"'),
        ('{"mood": 5}', "1:10: mood: expected one of calm, angry, got 5"),
        ('{"rank": 5}', "1:10: rank: expected one of 1, 2, got 5"),
        ('{"pair": 5}', "1:10: pair: expected a list, got 5"),
        ('{"pair": [1]}', "1:10: pair: expected a list of length 2, got 1"),
        ('{"pair": [1, "b"]}', '1:14: pair[1]: expected a number, got "b"'),
        ('{"pair": [-1, 2]}', "1:11: pair[0]: expected a number >= 0, got -1"),
        ('{"names": "a"}', '1:11: names: expected a list, got "a"'),
        ('{"table": {"k": [1, "b"]}}', '1:21: table.k[1]: expected a number, got "b"'),
        ('{"table": []}', "1:11: table: expected an object, got an empty list"),
        ('{"maybe": "a"}', '1:11: maybe: expected a number, got "a"'),
        ('{"place": 5}', "1:11: place: expected a list of length 3, got 5"),
        ('{"place": [1, 2]}', "1:11: place: expected a list of length 3, got 2"),
        ('{"place": [1, 2, true]}', "1:18: place[2]: expected a number, got true"),
        ('{"place": [1, 2, [3]]}', "1:18: place[2]: expected a number, got a list"),
        ('{"turn": [0, 0, 0, 0]}', "1:10: turn: expected a rotation (x, y, z, w), got only zeros"),
        ('{"turn": [0, 0, 1]}', "1:10: turn: expected a list of length 4, got 3"),
        ('{"grid": 5}', "1:10: grid: expected a list, got 5"),
        ('{"grid": [[1], [2, 3]]}', "1:10: grid: expected lists of equal length"),
        ('{"grid": [[1], ["x"]]}', '1:17: grid[1][0]: expected a number, got "x"'),
        ('{"whole": [1.5]}', "1:12: whole[0]: expected a whole number, got 1.5"),
        ('{"whole": [9223372036854775808]}',
         "1:12: whole[0]: expected a whole number of at most 64 bits, got 9223372036854775808"),
        ('{"flags": [1]}', "1:12: flags[0]: expected true or false, got 1"),
        ('{"inner": 5}', "1:11: inner: expected an object, got 5"),
        ('{"inner": {"size": 0}}', "1:20: inner.size: expected a number > 0, got 0"),
        ('{"inner": {"siez": 1}}', '1:12: inner.siez: Inner has no "siez"; did you mean "size"?'),
        ('{"inners": [{}, {}, {}]}', "1:12: inners: expected a list of length <= 2, got 3"),
        ('{"inners": {}}', "1:12: inners: expected a list, got an empty object"),
        ('{"by_name": {"a": {"offset": [1]}}}',
         "1:30: by_name.a.offset: expected a list of length 3, got 1"),
        ('{"by_name": [null]}', "1:13: by_name: expected an object, got a list"),
        ('{"inners": {"a": {}}}', "1:12: inners: expected a list, got an object"),
        ('{"perhaps": 5}', "1:13: perhaps: expected an object, got 5"),
        ('{"mixed": [1]}', "1:11: mixed: expected a list of length 2, got 1"),
        ('{"mixed": [1, {"size": -1}]}', "1:24: mixed[1].size: expected a number > 0, got -1"),
        ('{"derived": 1}', '1:2: derived: Everything has no "derived"; known: ' + KNOWN),
        ('{"shared": true}', '1:2: shared: Everything has no "shared"; known: ' + KNOWN),
        ("[]", "1:1: $: expected an object, got an empty list"),
        ("null", "1:1: $: expected an object, got null"),
        ("5", "1:1: $: expected an object, got 5"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_in_its_place(text: str, problem: str) -> None:
    found, told = converted(text, Everything)
    assert told == ["x:" + problem]
    assert found is None


def test_all_problems_are_told_at_once() -> None:
    _, told = converted(
        """{"number": "a", "pair": [-1, "b", 3], "nmaes": [],
 "inners": [{"size": 0}, {"offset": [1, "y", null]}], "table": {"k": ["v", 1, "w"]}}""",
        Everything,
    )
    assert told == [
        'x:1:12: number: expected a number, got "a"',
        "x:1:26: pair[0]: expected a number >= 0, got -1",
        'x:1:30: pair[1]: expected a number, got "b"',
        "x:1:25: pair: expected a list of length 2, got 3",
        'x:1:39: nmaes: Everything has no "nmaes"; did you mean "names"?',
        "x:2:22: inners[0].size: expected a number > 0, got 0",
        'x:2:41: inners[1].offset[1]: expected a number, got "y"',
        "x:2:46: inners[1].offset[2]: expected a number, got null",
        'x:2:71: table.k[0]: expected a number, got "v"',
        'x:2:79: table.k[2]: expected a number, got "w"',
    ]


def test_what_has_no_default_must_be_written() -> None:
    assert converted('{"size": "a"}', Needy) == (
        None,
        ['x:1:10: size: expected a number, got "a"', 'x:1:1: $: "name" is missing'],
    )


def test_a_component_may_refuse_its_values() -> None:
    assert converted('{"low": 2}', Choosy) == (None, ["x:1:1: $: Choosy refuses: low is above high"])


def test_a_file_may_name_its_schema_but_only_at_its_top() -> None:
    assert fitting('{"$schema": "level.schema.json"}', Inner).size == 1.0
    _, told = converted('{"inner": {"$schema": "x"}}', Everything)
    assert told == ['x:1:12: inner.$schema: Inner has no "$schema"; known: offset, size']


def test_skeleton_and_clip_files_are_dataclasses_too() -> None:
    skeleton = fitting(
        """{"name": "worm", "bones": [{"name": "root"},
            {"name": "tail", "parent": "root", "translation": [0, 0, 9], "rotation": [10, 0, 0]}]}""",
        SkeletonDefinition,
    )
    assert [bone.name for bone in skeleton.bones] == ["root", "tail"]
    assert isinstance(skeleton.bones[0], BoneDefinition)
    assert skeleton.bones[0].parent is None
    np.testing.assert_array_equal(skeleton.bones[1].translation, [0, 0, 9])
    clip = fitting(
        """{"name": "nod", "duration": 1, "tracks": {"tail": {"rotation": [[0, 1, 2, 3]]}},
            "curves": {"contact_l": [[0, 1]]}, "notifies": [[0.5, "hit_begin"]]}""",
        ClipDefinition,
    )
    assert clip.tracks == {"tail": TrackDefinition(rotation=((0.0, 1.0, 2.0, 3.0),))}
    assert clip.curves == {"contact_l": ((0.0, 1.0),)}
    assert clip.notifies == ((0.5, "hit_begin"),)


@given(parts=st.tuples(*[st.floats(-1e300, 1e300)] * 4).filter(any))
def test_quaternions_become_unit_length_and_keep_their_direction(parts: tuple[float, ...]) -> None:
    rotation = fitting(f'{{"rotation": {list(parts)}}}', Transform).rotation
    assert math.isclose(math.hypot(*rotation), 1.0, rel_tol=1e-15)
    largest = max(range(4), key=lambda index: abs(parts[index]))
    np.testing.assert_allclose(rotation / rotation[largest], np.array(parts) / parts[largest], rtol=1e-14)


def test_a_unit_quaternion_keeps_its_bits() -> None:
    assert fitting('{"rotation": [0, 0, -1, 0]}', Transform).rotation.tolist() == [0.0, 0.0, -1.0, 0.0]


@dataclass
class ForCode:
    """Fields that no file can fill."""

    words: "NDArray[np.str_]" = field(default_factory=lambda: np.zeros(0, dtype=np.str_))
    mapping: Mapping[str, Inner] = field(default_factory=dict)
    numbered: dict[int, Inner] = field(default_factory=dict)


@pytest.mark.parametrize("name", ["words", "mapping", "numbered"])
def test_fields_that_only_code_can_fill_keep_their_default(name: str) -> None:
    assert fitting("{}", ForCode).numbered == {}
    _, told = converted(f'{{"{name}": {{}}}}', ForCode)
    assert told == [f"x:1:{len(name) + 6}: {name}: this field cannot be written in a file"]


@dataclass
class OfNowhere:
    """A type nobody defined."""

    what: "Nowhere"  # type: ignore[name-defined] # noqa: F821 - a slip of a user's


@dataclass
class OfEither:
    """A type that does not say which of two dataclasses is meant."""

    what: Inner | Needy


class Plain:
    """Not a dataclass."""

    size: float = 1.0


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Plain, "Plain must be a dataclass"),
        (OfEither, "the fields of OfEither cannot be understood: Type unions"),
        (OfNowhere, "the fields of OfNowhere cannot be understood: name 'Nowhere' is not defined"),
    ],
)
def test_classes_that_cannot_be_written_in_a_level_are_refused(kind: type, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        field_rules(kind)
    assert str(caught.value).startswith(message)


@dataclass
class WithCallback:
    """A field no level can hold."""

    size: float = 1.0
    callback: Callable[[], None] | None = None


def test_a_field_of_another_kind_keeps_its_default() -> None:
    assert fitting('{"size": 2}', WithCallback).callback is None
    _, told = converted('{"callback": 5}', WithCallback)
    assert told == ["x:1:14: callback: expected Callable, got 5"]
