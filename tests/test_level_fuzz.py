"""Whatever is done to a level file, loading it gives a level or says what is wrong; nothing else happens."""

import json
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from game.level.document import Json
from game.level.files import BUNDLED
from game.level.level import load_level
from game.level.problem import LevelError

MEADOW = BUNDLED.joinpath("meadow.json").read_text(encoding="utf-8")
PREFAB = '{"prefab": "q", "components": {"Transform": {"position": [1, 2, 3]}, "FootIK": {"feet": ["a"]}}}'
SKELETON = (
    '{"name": "worm", "bones": [{"name": "a"}, {"name": "b", "parent": "a", "translation": [1, 2, 3]}]}'
)
CLIP = """{"name": "nod", "duration": 1, "loop": true, "stride": 2,
 "tracks": {"b": {"rotation": [[0, 1, 2, 3], [0.5, 9, 8, 7], [1, 1, 2, 3]]}},
 "curves": {"contact_l": [[0, 1], [0.5, 0]]}, "notifies": [[0.2, "hit_begin"]]}"""
LEVEL = """{"terrain": [{"shape": "stairs", "start": [0, 0], "count": 2, "run": 9, "rise": 8},
 {"shape": "slope", "from": [0, 0], "to": [9, 9], "base": -5},
 {"shape": "polygon", "outline": [[0, 0], [5, 0], [5, 5]], "tags": ["x"]},
 {"shape": "platform", "x": [0, 5], "z": [0, 5], "path": [[0, 0], [5, 0]], "speed": 9, "name": "p"}],
 "entities": [{"name": "w", "prefab": "p", "components": {"Skeleton": {"asset": "worm"},
 "SphereCollider": {"offset": [1, 2, 3], "mask": ["slime"]}, "Transform": {"rotation": [0, 0, 0, 1]}}}]}"""
FILES = {
    "level.json": LEVEL,
    "prefabs/p.json": PREFAB,
    "prefabs/q.json": "{}",
    "skeletons/worm.json": SKELETON,
    "clips/worm/nod.json": CLIP,
}

SNIPPETS = st.sampled_from(
    ['"', "{", "}", "[", "]", ",", ":", "\\", "-", "1e308", "1e-320", "null", "true", "NaN", "/", "'", "\n"]
) | st.text(max_size=3)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "p", "q", "worm", "box", "slope", "platform", "../p", "slime", "wood"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["x", "name"]), inner),
    max_leaves=6,
)


def load(files: dict[str, str]) -> None:
    """Loads a level, which gives one or tells problems that have places."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", errors="replace", newline="")
        try:
            load_level(Path(folder, "level.json"))
        except LevelError as error:
            for problem in error.problems:
                text = Path(problem.file).read_text(encoding="utf-8").split("\n")[problem.line - 1]
                assert 1 <= problem.column <= len(text) + 1
                assert "\n" not in str(problem)


def test_the_files_that_are_damaged_are_well_to_begin_with() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert len(load_level(Path(folder, "level.json")).entities) == 1


@settings(deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(FILES)))
def test_damaged_text_is_refused_with_a_place(data: st.DataObject, name: str) -> None:
    text = FILES[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 6)))
        text = text[:start] + data.draw(SNIPPETS) + text[end:]
    load(FILES | {name: text})


@settings(deadline=None, max_examples=300)
@given(data=st.data(), name=st.sampled_from(sorted(FILES)))
def test_damaged_values_are_refused_with_a_place(data: st.DataObject, name: str) -> None:
    value = json.loads(FILES[name])
    for _ in range(data.draw(st.integers(1, 3))):
        value = damaged(value, data)
    load(FILES | {name: json.dumps(value)})


@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_a_damaged_bundled_level_is_refused_with_a_place(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(MEADOW)))
    load({"level.json": MEADOW[:start] + data.draw(SNIPPETS) + MEADOW[start + 1 :]})


def damaged(value: Json, data: st.DataObject) -> Json:
    """A value with one of its parts replaced, taken away, doubled or renamed."""
    if isinstance(value, dict) and value and data.draw(st.integers(0, 9)):
        name = data.draw(st.sampled_from(sorted(value)))
        rest = {other: member for other, member in value.items() if other != name}
        inside = value | {name: damaged(value[name], data)}
        return data.draw(
            st.sampled_from([inside, inside, inside, rest, rest | {name[:-1] + "x": value[name]}])
        )
    if isinstance(value, list) and value and data.draw(st.integers(0, 9)):
        index = data.draw(st.integers(0, len(value) - 1))
        before, after = value[:index], value[index + 1 :]
        changed = [*before, damaged(value[index], data), *after]
        doubled = [*value, value[index]]
        return data.draw(st.sampled_from([changed, changed, changed, before + after, doubled]))
    return data.draw(VALUES)
