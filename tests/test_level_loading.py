"""Whole levels: what a file says reaches the simulation, and everything wrong is told in one go."""

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from components.appearance import SlimeLook
from components.collider import SphereCollider
from components.softbody import Softbody
from components.transform import Transform, Velocity
from game.level.document import Json
from game.level.level import Level, bounds_round, load_level
from game.level.problem import LevelError
from game.level.registry import AUTHORABLE

Writer = Callable[[str, str], Path]


KNOWN = ", ".join(sorted(kind.__name__ for kind in AUTHORABLE))


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Writes a file into a folder of the test's own."""

    def written(name: str, text: str) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    return written


def told(file: Path, *, components: tuple[type, ...] = ()) -> list[str]:
    """What is wrong with a level, with files named relative to its folder."""
    with pytest.raises(LevelError) as caught:
        load_level(file, components=components)
    return [str(problem).replace(f"{file.parent}{os.sep}", "") for problem in caught.value.problems]


def component(level: Level, name: str, kind: type) -> object:
    """A component of a level's entity."""
    (entity,) = (entity for entity in level.entities if entity.name == name)
    return next(component for component in entity.components if type(component) is kind)


@dataclass
class Breeze:
    """A component of a game's own."""

    strength: Annotated[float, Meta(ge=0)]
    gusts: tuple[str, ...] = ()


@dataclass
class Bell:
    """A component with a field that only code can fill."""

    pitches: set[int] = field(default_factory=set)
    rung: Callable[[], None] = print


def test_an_empty_object_is_a_level(write: Writer) -> None:
    level = load_level(write("void.json", "{}"))
    assert (level.name, level.tick_rate, level.theme) == ("void", 60.0, "dusk")
    np.testing.assert_array_equal(level.gravity, [0, 0, -980])
    assert level.bounds == (-1e5, 1e5, -1e5, 1e5)
    assert (level.solids, level.platforms, level.entities) == ((), (), ())
    assert level.library.skeletons == {}


def test_what_a_level_says_about_itself(write: Writer) -> None:
    file = write(
        "a.json",
        """{"$schema": "level.schema.json", "name": "High", "tick_rate": 50, "gravity": [0, 0, -500],
            "theme": "meadow", "bounds": {"x": [-1, 2], "z": [-3, 4]}}""",
    )
    level = load_level(file)
    assert (level.name, level.tick_rate, level.theme) == ("High", 50.0, "meadow")
    assert level.gravity.tolist() == [0, 0, -500]
    assert level.bounds == (-1, 2, -3, 4)
    assert level.folder == file.parent
    assert level.documents == (str(file),)


def test_bounds_left_out_leave_room_round_the_terrain(write: Writer) -> None:
    file = write("a.json", '{"terrain": [{"shape": "box", "x": [0, 100], "z": [-20, 40]}]}')
    assert load_level(file).bounds == (-500.0, 600.0, -520.0, 1540.0)
    assert bounds_round([]) == (-1e5, 1e5, -1e5, 1e5)


def test_a_level_may_be_named_by_text_or_path(write: Writer) -> None:
    file = write("a.json", "{}")
    assert load_level(str(file)).identity == load_level(file).identity


def test_byte_order_marks_and_line_endings_change_nothing(write: Writer, tmp_path: Path) -> None:
    text = '{"name": "Tür",\n "entities": [{"name": "é"}]}\n'
    plain = load_level(write("plain.json", text))
    for name, data in {"bom": text.encode("utf-8-sig"), "crlf": text.replace("\n", "\r\n").encode()}.items():
        file = tmp_path / f"{name}.json"
        file.write_bytes(data)
        assert load_level(file).identity == plain.identity


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ('{"name": "a"}'.encode("utf-16"), "a.json:1:1: $: expected UTF-8 text, found UTF-16 or UTF-32"),
        ('{"name": "é"}'.encode("cp1252"), "a.json:1:11: $: expected UTF-8 text, found the byte 0xE9"),
        (b"", "a.json:1:1: $: expected a value, found the end of the file"),
        (b"null", "a.json:1:1: $: expected an object, got null"),
        (b"[]", "a.json:1:1: $: expected an object, got an empty list"),
        (b"5", "a.json:1:1: $: expected an object, got 5"),
        (b'{"name": "a",}', "a.json:1:14: $: expected a name in double quotes, found '}' after a comma"),
    ],
)
def test_a_file_that_is_no_object_is_one_problem(tmp_path: Path, data: bytes, problem: str) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(data)
    assert told(file) == [problem]


def test_a_missing_level_is_one_line(tmp_path: Path) -> None:
    assert told(tmp_path / "a.json") == ["a.json: there is no such file"]
    with pytest.raises(LevelError) as caught:
        load_level("stiars")
    assert str(caught.value) == 'stiars: there is no bundled level of this name; did you mean "stairs"?'


def test_everything_wrong_is_told_at_once(write: Writer) -> None:
    write(
        "prefabs/blob.json", '{"components": {"Softbody": {"radius": 0, "mas": 2}, "Sofa": {}}, "bones": 1}'
    )
    file = write(
        "a.json",
        """{"tick_rate": 0, "gravity": [0, 0], "theme": "", "terain": [],
 "bounds": {"x": [1, 0], "z": [0, "b"]},
 "name": "A", "name": "B",
 "terrain": [{"shape": "box", "x": [0, 0], "z": [0, 1]}, {"shape": "cone"}],
 "entities": [
  {"name": "a", "prefab": "blob", "components": {"Transform": {"scale": -1, "position": [0, 0, 1e400]}}},
  {"components": {"transform": {}}, "prefb": "x"},
  {"name": "a", "prefab": "bolb"},
  {"name": "", "components": []},
  7
 ]}""".replace("1e400", '"up"'),
    )
    assert told(file) == [
        "a.json:1:15: tick_rate: expected a number >= 1, got 0",
        "a.json:1:29: gravity: expected a list of length 3, got 2",
        'a.json:1:46: theme: expected a text of length >= 1, got ""',
        'a.json:1:50: terain: a level has no "terain"; did you mean "terrain"?',
        "a.json:2:18: bounds.x: expected the smaller number first and the larger second, got [1, 0]",
        'a.json:2:35: bounds.z[1]: expected a number, got "b"',
        "a.json:3:15: name: this name stands twice, first at line 3, column 2",
        "a.json:4:36: terrain[0].x: expected the smaller number first and the larger second, got [0, 0]",
        'a.json:4:68: terrain[1].shape: expected one of box, slope, stairs, polygon, platform, got "cone"',
        "a.json:6:73: entities[0].components.Transform.scale: expected a number > 0, got -1",
        'a.json:6:96: entities[0].components.Transform.position[2]: expected a number, got "up"',
        'a.json:7:3: entities[1]: "name" is missing',
        (
            "a.json:7:19: entities[1].components.transform: there is no such component; "
            'did you mean "Transform"?'
        ),
        'a.json:7:37: entities[1].prefb: an entity has no "prefb"; did you mean "prefab"?',
        'a.json:8:12: entities[2].name: the name "a" is taken by entities[0].name at line 6, column 12',
        'a.json:8:27: entities[2].prefab: there is no prefabs/bolb.json; did you mean "blob"?',
        'a.json:9:12: entities[3].name: expected a text of length >= 1, got ""',
        "a.json:9:30: entities[3].components: expected an object, got an empty list",
        "a.json:10:3: entities[4]: expected an object, got 7",
        "prefabs/blob.json:1:40: components.Softbody.radius: expected a number > 0, got 0",
        'prefabs/blob.json:1:43: components.Softbody.mas: Softbody has no "mas"; did you mean "mass"?',
        "prefabs/blob.json:1:54: components.Sofa: there is no such component; known: " + KNOWN,
        'prefabs/blob.json:1:67: bones: a prefab has no "bones"; known: components, prefab',
    ]


def test_bounds_must_not_be_empty(write: Writer) -> None:
    assert told(write("a.json", '{"bounds": {"x": [2, 1], "z": [0, 0]}}')) == [
        "a.json:1:18: bounds.x: expected the smaller number first and the larger second, got [2, 1]",
        "a.json:1:31: bounds.z: expected the smaller number first and the larger second, got [0, 0]",
    ]


def test_terrain_and_entities_are_lists(write: Writer) -> None:
    assert told(write("a.json", '{"terrain": {}, "entities": null}')) == [
        "a.json:1:13: terrain: expected a list, got an empty object",
        "a.json:1:29: entities: expected a list, got null",
    ]


def test_names_are_unique_among_terrain_and_entities(write: Writer) -> None:
    file = write(
        "a.json",
        """{"terrain": [
 {"shape": "box", "x": [0, 1], "z": [0, 1], "name": "it"},
 {"shape": "platform", "x": [0, 1], "z": [0, 1], "path": [[0, 0], [9, 0]]}],
 "entities": [{"name": "it"}, {"name": "platform_0"}, {"name": "that"}, {"name": "that"}]}""",
    )
    assert told(file) == [
        'a.json:4:24: entities[0].name: the name "it" is taken by terrain[0].name at line 2, column 53',
        'a.json:4:40: entities[1].name: the name "platform_0" is taken by terrain[1] at line 3, column 2',
        'a.json:4:82: entities[3].name: the name "that" is taken by entities[2].name at line 4, column 64',
    ]


def test_fields_come_from_the_entity_then_its_prefabs_then_their_prefabs_then_the_default(
    write: Writer,
) -> None:
    write(
        "prefabs/far.json",
        """{"components": {"Softbody": {"radius": 1, "mass": 1, "damping": 1},
            "SlimeLook": {"palette": "far"}, "Velocity": {"linear": [1, 1, 1]}}}""",
    )
    write(
        "prefabs/near.json",
        """{"prefab": "far", "components": {"Softbody": {"radius": 2, "mass": 2}, "SphereCollider": {}}}""",
    )
    file = write(
        "a.json",
        """{"entities": [{"name": "it", "prefab": "near", "components": {
            "Softbody": {"radius": 3}, "Transform": {}}}]}""",
    )
    level = load_level(file)
    (entity,) = level.entities
    names = [type(component).__name__ for component in entity.components]
    assert names == ["SlimeLook", "Softbody", "SphereCollider", "Transform", "Velocity"]
    body = component(level, "it", Softbody)
    assert isinstance(body, Softbody)
    assert (body.radius, body.mass, body.damping, body.friction) == (3.0, 2.0, 1.0, 0.1)
    assert component(level, "it", SlimeLook) == SlimeLook("far")
    assert isinstance(component(level, "it", SphereCollider), SphereCollider)
    assert level.documents[1:] == tuple(
        str(file.parent / "prefabs" / name) for name in ("near.json", "far.json")
    )


def test_prefabs_that_build_on_themselves_are_told(write: Writer) -> None:
    write("prefabs/a.json", '{"prefab": "b"}')
    write("prefabs/b.json", '{"prefab": "a"}')
    write("prefabs/c.json", '{"prefab": "c"}')
    file = write("l.json", '{"entities": [{"name": "1", "prefab": "a"}, {"name": "2", "prefab": "c"}]}')
    assert told(file) == [
        "prefabs/b.json:1:12: prefab: prefabs build on each other in a circle: a -> b -> a",
        "prefabs/c.json:1:12: prefab: prefabs build on each other in a circle: c -> c",
    ]


def test_a_prefab_of_the_levels_own_comes_before_a_bundled_one(write: Writer) -> None:
    file = write("a.json", '{"entities": [{"name": "it", "prefab": "slime"}]}')
    bundled = component(load_level(file), "it", Softbody)
    assert isinstance(bundled, Softbody)
    assert bundled.radius == 40.0
    write("prefabs/slime.json", '{"components": {"Softbody": {"radius": 7}}}')
    own = component(load_level(file), "it", Softbody)
    assert isinstance(own, Softbody)
    assert own.radius == 7.0


def test_what_is_wrong_with_a_prefab_is_told_once(write: Writer) -> None:
    write("prefabs/p.json", '{"components": {"Softbody": {"radius": -1}}}')
    write("prefabs/q.json", '{"components": ')
    file = write(
        "a.json",
        """{"entities": [{"name": "1", "prefab": "p"}, {"name": "2", "prefab": "p"},
                         {"name": "3", "prefab": "q"}, {"name": "4", "prefab": "q"}]}""",
    )
    assert told(file) == [
        "prefabs/p.json:1:40: components.Softbody.radius: expected a number > 0, got -1",
        "prefabs/q.json:1:16: components: expected a value, found the end of the file",
    ]


def test_components_of_a_games_own(write: Writer) -> None:
    write("prefabs/gale.json", '{"components": {"Breeze": {"gusts": ["n"]}}}')
    file = write(
        "a.json", '{"entities": [{"name": "w", "prefab": "gale", "components": {"Breeze": {"strength": 3}}}]}'
    )
    assert component(load_level(file, components=[Breeze]), "w", Breeze) == Breeze(3.0, ("n",))
    assert told(file) == [
        "a.json:1:62: entities[0].components.Breeze: there is no such component; known: " + KNOWN,
        "prefabs/gale.json:1:17: components.Breeze: there is no such component; known: " + KNOWN,
    ]


def test_a_component_may_hold_what_no_level_can_write(write: Writer) -> None:
    file = write("a.json", '{"entities": [{"name": "b", "components": {"Bell": {"pitches": [3, 1, 2]}}}]}')
    levels = [load_level(file, components=[Bell]) for _ in range(2)]
    assert component(levels[0], "b", Bell) == Bell({1, 2, 3})
    assert levels[0].identity == levels[1].identity


def test_what_no_prefab_gives_and_has_no_default_must_be_written(write: Writer) -> None:
    file = write("a.json", '{"entities": [{"name": "w", "components": {"Breeze": {}}}]}')
    assert told(file, components=(Breeze,)) == [
        'a.json:1:54: entities[0].components.Breeze: "strength" is missing'
    ]


def test_classes_that_are_no_components_are_refused(write: Writer) -> None:
    file = write("a.json", "{}")

    @dataclass
    class Transform:
        """Not the one of softstep."""

    with pytest.raises(ValueError, match="two component classes are called Transform"):
        load_level(file, components=[Transform])
    with pytest.raises(TypeError, match="Path must be a dataclass"):
        load_level(file, components=[Path])
    assert load_level(file, components=[Velocity, Breeze, Breeze]).entities == ()


@given(order=st.permutations(range(4)), turned=st.booleans())
def test_order_in_the_file_means_nothing(order: list[int], turned: bool) -> None:  # noqa: FBT001 - drawn
    texts = [
        '{"name": "d", "prefab": "slime", "components": {"Transform": {"position": [1, 2, 3.0]}}}',
        '{"name": "a"}',
        '{"name": "c", "components": {"Velocity": {}, "Transform": {}}}',
        '{"name": "b", "prefab": "slime"}',
    ]
    plain = _loaded(f'{{"name": "L", "entities": [{", ".join(texts)}]}}')
    entities = [_turned(json.loads(texts[place])) if turned else json.loads(texts[place]) for place in order]
    other = _loaded(json.dumps({"entities": entities, "name": "L"}, indent=1))
    assert [entity.name for entity in other.entities] == ["a", "b", "c", "d"]
    assert other.identity == plain.identity


def _turned(value: Json) -> Json:
    """The same object, its members in the other order."""
    if not isinstance(value, dict):
        return value
    return {name: _turned(member) for name, member in reversed(value.items())}


def _loaded(text: str) -> Level:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "level.json"
        file.write_text(text, encoding="utf-8")
        return load_level(file)


BASE: dict[str, Json] = {
    "name": "A",
    "terrain": [{"shape": "box", "x": [0, 1], "z": [0, 1]}],
    "entities": [{"name": "it", "components": {"Transform": {"position": [1, 2, 3]}}}],
}


@pytest.mark.parametrize(
    "change",
    [
        {"name": "B"},
        {"tick_rate": 50},
        {"gravity": [0, 0, -979]},
        {"theme": "meadow"},
        {"bounds": {"x": [0, 1], "z": [0, 1]}},
        {"terrain": []},
        {"terrain": [{"shape": "box", "x": [0, 1], "z": [0, 1], "friction": 0.5}]},
        {"terrain": [{"shape": "box", "x": [0, 1], "z": [0, 1], "material": "wood"}]},
        {"entities": []},
        {"entities": [{"name": "It", "components": {"Transform": {"position": [1, 2, 3]}}}]},
        {"entities": [{"name": "it", "components": {"Transform": {"position": [1, 2, 4]}}}]},
        {"entities": [{"name": "it", "components": {"Transform": {"position": [1, 2, 3]}, "Velocity": {}}}]},
    ],
)
def test_other_content_has_another_identity(write: Writer, change: dict[str, Json]) -> None:
    plain = load_level(write("a.json", json.dumps(BASE)))
    assert len(plain.identity) == len(bytes.fromhex(plain.identity)) * 2 == 64
    assert load_level(write("a.json", json.dumps(BASE | change))).identity != plain.identity


def test_how_content_is_written_does_not_change_its_identity(write: Writer) -> None:
    plain = load_level(write("a.json", json.dumps(BASE))).identity
    write("prefabs/p.json", '{"components": {"Transform": {"position": [1.0, 2.0, 3e0], "scale": 1}}}')
    prefab: Json = [{"name": "it", "prefab": "p"}]
    assert load_level(write("b.json", json.dumps(BASE | {"entities": prefab}))).identity == plain
    clockwise: Json = [{"shape": "polygon", "outline": [[0, 1], [1, 1], [1, 0], [0, 0]]}]
    assert load_level(write("c.json", json.dumps(BASE | {"terrain": clockwise}))).identity == plain


def test_a_prefab_is_part_of_the_identity(write: Writer) -> None:
    file = write("a.json", '{"entities": [{"name": "it", "prefab": "p"}]}')
    write("prefabs/p.json", '{"components": {"Softbody": {"mass": 1}}}')
    first = load_level(file).identity
    write("prefabs/p.json", '{"components": {"Softbody": {"mass": 2}}}')
    assert load_level(file).identity != first


def test_every_load_builds_new_components(write: Writer) -> None:
    write("prefabs/p.json", '{"components": {"Transform": {"position": [1, 2, 3]}, "Velocity": {}}}')
    file = write("a.json", '{"entities": [{"name": "a", "prefab": "p"}, {"name": "b", "prefab": "p"}]}')
    loads = [load_level(file), load_level(file)]
    places = [component(level, name, Transform) for level in loads for name in "ab"]
    speeds = [component(level, name, Velocity) for level in loads for name in "ab"]
    assert len({id(built) for built in places + speeds}) == 8
    for index, (place, speed) in enumerate(zip(places, speeds, strict=True)):
        assert isinstance(place, Transform)
        assert isinstance(speed, Velocity)
        np.testing.assert_array_equal([place.position, speed.linear], [[1, 2, 3], [0, 0, 0]])
        place.position[:] = speed.linear[:] = index + 10.0


@pytest.mark.parametrize("name", ["../p", "/etc/passwd", "..", "a/b", "a\\\\b", "p.json", "", "a b", "C:p"])
def test_a_prefab_has_a_name_and_no_path(write: Writer, name: str) -> None:
    write("p.json", "{}")
    file = write("inner/a.json", f'{{"entities": [{{"name": "it", "prefab": "{name}"}}]}}')
    shown = json.dumps(json.loads(f'"{name}"'))
    assert told(file) == [
        f"a.json:1:40: entities[0].prefab: expected a name of letters, digits, _ and -, got {shown}"
    ]


@pytest.mark.parametrize("link", ["prefabs/p.json", "prefabs"])
def test_a_link_does_not_lead_out_of_the_folder(write: Writer, tmp_path: Path, link: str) -> None:
    write("secret/p.json", '{"components": {"Transform": {}}}')
    file = write("inner/a.json", '{"entities": [{"name": "it", "prefab": "p"}]}')
    place = tmp_path / "inner" / link
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(tmp_path / "secret" / place.relative_to(tmp_path / "inner" / "prefabs"))
    assert told(file) == [
        f"a.json:1:40: entities[0].prefab: prefabs/p.json is a link that leads out of {file.parent}"
    ]


def test_a_link_inside_the_folder_is_followed(write: Writer, tmp_path: Path) -> None:
    write("shared/p.json", '{"components": {"Transform": {}}}')
    file = write("a.json", '{"entities": [{"name": "it", "prefab": "p"}]}')
    (tmp_path / "prefabs").symlink_to(tmp_path / "shared")
    assert component(load_level(file), "it", Transform) is not None


BONES = '"bones": [{"name": "root"}, {"name": "tail", "parent": "root", "translation": [0, 0, 5]}]'
WORM = '{"entities": [{"name": "w", "components": {"Skeleton": {"asset": "worm"}}}]}'


def test_a_skeleton_comes_with_all_its_clips(write: Writer) -> None:
    write("skeletons/worm.json", '{"name": "worm", ' + BONES + "}")
    write(
        "clips/worm/nod.json",
        '{"name": "nod", "duration": 1, "tracks": {"tail": {"rotation": [[0, 9, 0, 0]]}}}',
    )
    write("clips/worm/rest.json", '{"name": "rest", "duration": 2}')
    write("clips/other/not_mine.json", "no JSON at all")
    library = load_level(write("a.json", WORM)).library
    assert list(library.skeletons) == ["worm"]
    assert library.skeletons["worm"].bones == ("root", "tail")
    assert sorted(library.clips["worm"]) == ["nod", "rest"]
    assert library.clips["worm"]["rest"].duration == 2.0


def test_clips_are_part_of_the_identity(write: Writer) -> None:
    write("skeletons/worm.json", '{"name": "worm", ' + BONES + "}")
    write("clips/worm/rest.json", '{"name": "rest", "duration": 2}')
    first = load_level(write("a.json", WORM))
    write("clips/worm/rest.json", '{"name": "rest", "duration": 3}')
    second = load_level(write("a.json", WORM))
    assert first.identity != second.identity
    assert first.library.identity != second.library.identity


def test_a_level_adds_clips_to_a_bundled_skeleton_and_replaces_them(write: Writer) -> None:
    file = write("a.json", '{"entities": [{"name": "w", "components": {"Skeleton": {}}}]}')
    bundled = load_level(file).library.clips["mannequin"]
    assert {"idle", "walk", "run", "attack"} <= set(bundled)
    write("clips/mannequin/wave.json", '{"name": "wave", "duration": 1}')
    write("clips/mannequin/idle.json", '{"name": "idle", "duration": 9}')
    clips = load_level(file).library.clips["mannequin"]
    assert sorted(clips) == sorted({*bundled, "wave"})
    assert clips["idle"].duration == 9.0


def test_a_skeleton_of_the_levels_own_takes_no_bundled_clips(write: Writer) -> None:
    write("skeletons/mannequin.json", '{"name": "mannequin", ' + BONES + "}")
    file = write("a.json", '{"entities": [{"name": "w", "components": {"Skeleton": {}}}]}')
    assert load_level(file).library.clips == {"mannequin": {}}


def test_what_is_wrong_with_skeletons_and_clips_is_told_in_their_files(write: Writer) -> None:
    write("skeletons/worm.json", '{"name": "worm", ' + BONES + "}")
    write("skeletons/odd.json", '{"name": "odd", "bones": [{"name": "a", "parent": "b"}]}')
    write("skeletons/even.json", '{"name": "odd", "bones": [{"name": "a", "turn": 1}]}')
    write("clips/worm/nod.json", '{"name": "nod", "duration": 0, "tracks": {"tail": {"rotation": [[0, 9]]}}}')
    write("clips/worm/wag.json", '{"name": "wag", "duration": 1,\n "tracks": {"tial": {}}}')
    write("clips/worm/hop.json", ' {"name": "hip", "duration": 1}')
    file = write(
        "a.json",
        """{"entities": [{"name": "1", "components": {"Skeleton": {"asset": "wrom"}}},
 {"name": "2", "components": {"Skeleton": {"asset": "odd"}}},
 {"name": "3", "components": {"Skeleton": {"asset": "even"}}},
 {"name": "4", "components": {"Skeleton": {"asset": "worm"}}},
 {"name": "5", "components": {"Skeleton": {"asset": "../worm"}}}]}""",
    )
    found = told(file)
    assert found[:2] == [
        (
            "a.json:1:66: entities[0].components.Skeleton.asset: there is no skeletons/wrom.json; "
            'did you mean "worm"?'
        ),
        (
            "a.json:5:53: entities[4].components.Skeleton.asset: expected a name of letters, digits, "
            '_ and -, got "../worm"'
        ),
    ]
    assert found[2:6] == [
        'clips/worm/hop.json:1:11: name: expected "hop" as the file is called, got "hip"',
        "clips/worm/nod.json:1:29: duration: expected a number > 0, got 0",
        "clips/worm/nod.json:1:65: tracks.tail.rotation[0]: expected a list of length 4, got 2",
        "clips/worm/wag.json:1:1: $: clip 'wag' moves 'tial', which skeleton 'worm' does not have",
    ]
    assert found[6:] == [
        (
            'skeletons/even.json:1:41: bones[0].turn: BoneDefinition has no "turn"; known: name, parent, '
            "rotation, translation"
        ),
        "skeletons/odd.json:1:1: $: skeleton 'odd': bone 'a': its parent 'b' has to come before it",
    ]


def test_a_levels_path_may_hold_spaces_and_accents(write: Writer) -> None:
    write("mes niveaux/été/prefabs/p.json", "{}")
    file = write("mes niveaux/été/un niveau.json", '{"entities": [{"name": "it", "prefab": "p"}]}')
    assert load_level(file).name == "un niveau"


def test_a_level_beside_the_working_directory(write: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    write("prefabs/p.json", '{"components": 5}')
    file = write("a.json", '{"entities": [{"name": "it", "prefab": "p"}]}')
    monkeypatch.chdir(file.parent)
    with pytest.raises(LevelError) as caught:
        load_level("a.json")
    assert str(caught.value) == "prefabs/p.json:1:16: components: expected an object, got 5"
