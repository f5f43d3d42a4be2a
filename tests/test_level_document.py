"""The reader of level files: strict JSON in which every value and name knows its line and column."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.level.document import Json
from game.level.problem import JsonPath, LevelError, Problem, path_text, suggestion
from game.level.reader import DEEPEST, decoded, parse_document, read_document

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
A_NAME = "expected a name in double quotes, found "
BLANKS = st.text(alphabet=" \t\r\n", max_size=3)


def told(text: str) -> list[str]:
    """What the reader says about a text that is not JSON."""
    with pytest.raises(LevelError) as caught:
        parse_document(text, "x.json")
    return [str(problem) for problem in caught.value.problems]


@given(value=JSON, ascii_only=st.booleans(), indent=st.none() | st.integers(0, 3))
def test_reads_what_json_reads(value: Json, ascii_only: bool, indent: int | None) -> None:  # noqa: FBT001 - drawn
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    read = parse_document(text)
    assert read.value == json.loads(text)
    assert json.dumps(read.value) == json.dumps(json.loads(text))  # also tells 1 from 1.0 and True
    assert read.duplicates == []


def written(value: Json, path: JsonPath, text: str, places: dict[JsonPath, int], blank: str) -> str:
    """Appends a value to a text with blanks round every part, noting the offset of each value."""
    text += blank
    places[path] = len(text)
    if isinstance(value, list):
        text += "["
        for index, element in enumerate(value):
            text = written(element, (*path, index), text + ("," if index else ""), places, blank)
        return text + blank + "]" + blank
    if isinstance(value, dict):
        text += "{"
        for index, (name, member) in enumerate(value.items()):
            text += ("," if index else "") + blank + json.dumps(name) + blank + ":"
            text = written(member, (*path, name), text, places, blank)
        return text + blank + "}" + blank
    return text + json.dumps(value) + blank


@given(value=JSON, blank=BLANKS)
def test_every_value_knows_its_offset(value: Json, blank: str) -> None:
    places: dict[JsonPath, int] = {}
    text = written(value, (), "", places, blank)
    document = parse_document(text)
    assert {path: document.offset(path) for path in places} == places


@given(value=JSON, blank=BLANKS)
def test_lines_and_columns_lead_to_the_character(value: Json, blank: str) -> None:
    places: dict[JsonPath, int] = {}
    text = written(value, (), "", places, blank)
    document = parse_document(text)
    for path, offset in places.items():
        line, column = document.position(path)
        assert text.split("\n")[line - 1][column - 1 :] == text[offset:].split("\n")[0]


@given(value=JSON, blank=BLANKS)
def test_every_name_knows_its_offset(value: Json, blank: str) -> None:
    places: dict[JsonPath, int] = {}
    text = written(value, (), "", places, blank)
    document = parse_document(text)
    for path in places:
        if path and isinstance(path[-1], str):
            assert text.startswith(json.dumps(path[-1]), document.offset(path, of_name=True))


def test_a_path_past_what_exists_stands_at_the_innermost_part_that_does() -> None:
    document = parse_document('{"a": {"b": [1, 2]}}')
    assert document.offset(("a", "b", 7, "c")) == document.offset(("a", "b"))
    assert document.offset(("a", "zzz")) == document.offset(("a",))
    assert document.offset(("zzz",)) == 0


def test_columns_count_characters_and_lines_end_as_on_any_system() -> None:
    document = parse_document('{"ä€😀": 1,\r\n "b": 2}')
    assert document.position(("ä€😀",)) == (1, 9)
    assert document.position(("b",)) == (2, 7)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "1:1: $: expected a value, found the end of the file"),
        (" \n ", "2:2: $: expected a value, found the end of the file"),
        ('{"a": 1,}', "1:9: $: " + A_NAME + "'}' after a comma"),
        ("[1,\n 2,\n]", "3:1: [2]: expected a value, found ']' after a comma"),
        ('{"a": 1, // one\n "b": 2}', "1:10: $: " + A_NAME + "a comment, which JSON does not have"),
        ("/* level */ {}", "1:1: $: expected a value, found a comment, which JSON does not have"),
        ("# level\n{}", "1:1: $: expected a value, found a comment, which JSON does not have"),
        ("{'a': 1}", "1:2: $: " + A_NAME + "a single quote; JSON takes double quotes"),
        ("['a']", "1:2: [0]: expected a value, found a single quote; JSON takes double quotes"),
        ("{a: 1}", "1:2: $: expected a name in double quotes, found 'a'"),
        ('{"a" 1}', "1:6: $: expected ':', found '1'"),
        ('{"a"}', "1:5: $: expected ':', found '}'"),
        ('{"a":}', "1:6: a: expected a value, found '}'"),
        ("{,}", "1:2: $: expected a name in double quotes, found ','"),
        ('{"a": 1 "b": 2}', "1:9: a: expected ',' or '}', found \"b\""),
        ("[1 2]", "1:4: [0]: expected ',' or ']', found '2'"),
        ("[1}", "1:3: [0]: expected ',' or ']', found '}'"),
        ("[1", "1:3: [0]: expected ',' or ']', found the end of the file"),
        ("{} {}", "1:4: $: expected the end of the file, found '{'"),
        ('{"a": [0, NaN]}', "1:11: a[1]: expected a value, found NaN, which is not a JSON number"),
        ("[Infinity]", "1:2: [0]: expected a value, found Infinity, which is not a JSON number"),
        ("[-Infinity]", "1:2: [0]: expected a value, found -Infinity, which is not a JSON number"),
        ("[True]", "1:2: [0]: expected a value, found True; JSON writes true"),
        ("[False]", "1:2: [0]: expected a value, found False; JSON writes false"),
        ("[None]", "1:2: [0]: expected a value, found None; JSON writes null"),
        ("[01]", "1:2: [0]: expected a value, found '01'"),
        ("[1.]", "1:2: [0]: expected a value, found '1.'"),
        ("[.5]", "1:2: [0]: expected a value, found '.5'"),
        ("[+1]", "1:2: [0]: expected a value, found '+1'"),
        ("[truely]", "1:2: [0]: expected a value, found 'truely'"),
        ("[\u0661]", "1:2: [0]: expected a value, found '\u0661'"),
        ("[1e999]", "1:2: [0]: the number is too large"),
        ("[-1e999]", "1:2: [0]: the number is too large"),
        ("[" + "9" * 5000 + "]", "1:2: [0]: the number is too large"),
        ('["a]', "1:2: [0]: expected a value, found text without its closing double quote"),
        ('["a\n"]', "1:2: [0]: expected a value, found text without its closing double quote"),
        ('["a\\', "1:2: [0]: expected a value, found text without its closing double quote"),
        ('["a\\q"]', "1:4: [0]: expected a value, found '\\q', which JSON does not know as an escape"),
        ('["a\tb"]', "1:4: [0]: expected a value, found the control character U+0009 in a text"),
        ('{"a": "\\ud800"}', "1:7: a: half of a surrogate pair is not text"),
        ("\x00", "1:1: $: expected a value, found '\\u0000'"),
        ("[" + "z" * 99 + "]", "1:2: [0]: expected a value, found '" + "z" * 40 + "...'"),
    ],
)  # fmt: skip
def test_slips_of_syntax_are_told_with_their_place(text: str, problem: str) -> None:
    assert told(text) == ["x.json:" + problem]


def test_a_surrogate_pair_is_one_character() -> None:
    assert parse_document('"\\ud83d\\ude00"').value == "😀"


def test_names_that_stand_twice_are_told_with_both_places() -> None:
    document = parse_document('{"slimes": [1],\n "a": {"b": 1, "b": 2},\n "slimes": []}', "x.json")
    assert [str(problem) for problem in document.duplicates] == [
        "x.json:2:16: a.b: this name stands twice, first at line 2, column 8",
        "x.json:3:2: slimes: this name stands twice, first at line 1, column 2",
    ]
    assert document.value == {"slimes": [1], "a": {"b": 1}}


@pytest.mark.parametrize("mark", ["[", '{"a":'])
def test_nesting_has_a_limit_instead_of_a_crash(mark: str) -> None:
    (problem,) = told(mark * 100_000)
    assert problem.startswith(f"x.json:1:{len(mark) * DEEPEST + 1}: ")
    assert problem.endswith(": more than 100 lists and objects inside each other")


def test_nesting_up_to_the_limit_is_read() -> None:
    text = "[" * DEEPEST + "]" * DEEPEST
    assert parse_document(text).value == json.loads(text)


@pytest.mark.parametrize(
    "number", ["-0", "0.1", "1e5", "-1.25E-3", "123456789012345678901234567890", "5e-324"]
)
def test_numbers_keep_their_bits(number: str) -> None:
    read = parse_document(number).value
    assert type(read) is type(json.loads(number))
    assert read == json.loads(number)


def test_minus_zero_keeps_its_sign() -> None:
    value = parse_document("-0.0").value
    assert isinstance(value, float)
    assert math.copysign(1.0, value) == -1.0


def test_utf8_is_read_with_and_without_a_byte_order_mark(tmp_path: Path) -> None:
    text = '{"name": "Träppe"}'
    for name, data in {"a": text.encode(), "b": text.encode("utf-8-sig")}.items():
        file = tmp_path / name
        file.write_bytes(data)
        document = read_document(file)
        assert document.value == {"name": "Träppe"}
        assert document.position(("name",)) == (1, 10)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_one_problem(encoding: str) -> None:
    with pytest.raises(LevelError) as caught:
        decoded('{"a": 1}'.encode(encoding), "x.json")
    assert str(caught.value) == "x.json:1:1: $: expected UTF-8 text, found UTF-16 or UTF-32"


def test_a_byte_that_is_not_utf8_has_a_place() -> None:
    with pytest.raises(LevelError) as caught:
        decoded('{"a": 1,\n "name": "Tür ärgert"}'.encode("cp1252"), "x.json")
    assert str(caught.value) == "x.json:2:12: $: expected UTF-8 text, found the byte 0xFC"


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(LevelError) as caught:
        read_document(tmp_path / "nowhere.json", "nowhere.json")
    assert str(caught.value) == "nowhere.json: there is no such file"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(LevelError) as caught:
        read_document(tmp_path, "here")
    assert str(caught.value) == "here: is a folder"


@pytest.mark.parametrize("name", ["/dev/zero", "a\0b", "x" * 300])
def test_what_cannot_be_a_file_is_one_line(name: str) -> None:
    with pytest.raises(LevelError) as caught:
        read_document(Path(name), "it")
    assert str(caught.value).startswith("it: ")
    assert "\n" not in str(caught.value)


def test_a_file_that_may_not_be_read_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    file = tmp_path / "a.json"
    file.touch()
    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(LevelError) as caught:
        read_document(file, "a.json")
    assert str(caught.value) == "a.json: cannot be read: Permission denied"


@given(text=st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert parse_document(text).value == json.loads(text)
    except LevelError as error:
        assert len(error.problems) == 1  # noqa: PT017 - refusing is one of two right answers


@given(data=st.binary())
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    try:
        text = decoded(data, "x")
    except LevelError as error:
        assert len(error.problems) == 1  # noqa: PT017 - refusing is one of two right answers
    else:
        assert text == data.decode("utf-8-sig")


def test_problems_are_sorted_and_told_once() -> None:
    first = Problem("a", 1, 2, "$", "one")
    second = Problem("a", 1, 10, "$", "two")
    assert LevelError([second, first, second]).problems == (first, second)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), "$"),
        (("terrain", 3, "depth"), "terrain[3].depth"),
        ((0, 1), "[0][1]"),
        (("a b", "c"), '["a b"].c'),
        (("a\nb",), '["a\\nb"]'),
    ],
)
def test_paths_are_told_as_people_write_them(path: JsonPath, text: str) -> None:
    assert path_text(path) == text


@pytest.mark.parametrize(
    ("wrong", "end"),
    [
        ("positon", '; did you mean "position"?'),
        ("POSITION", '; did you mean "position"?'),
        ("qqq", "; known: position, rotation"),
    ],
)
def test_a_misspelled_name_gets_a_suggestion(wrong: str, end: str) -> None:
    assert suggestion(wrong, ["rotation", "position"]) == end
