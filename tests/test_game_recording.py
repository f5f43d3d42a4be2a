"""Actions written down beforehand, and runs that can be run again."""

import itertools
import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.level.problem import LevelError
from game.recording import Divergence, Recorder, Recording, read_recording, replay, write_recording
from game.script import ActionScript, Hold, changes_of, read_script


class _Summing:
    """Plays the simulation: its state is a number that depends on everything it was given, in order."""

    def __init__(self, *, goes_wrong_at: int = -1) -> None:
        self.tick_count = 0
        self.state = 0
        self.goes_wrong_at = goes_wrong_at

    def tick(self, actions: Iterable[str] = ()) -> None:
        self.state = (self.state * 31 + len("".join(sorted(actions))) + 1) % 1_000_003
        self.state += self.tick_count == self.goes_wrong_at
        self.tick_count += 1

    def state_hash(self) -> str:
        return f"{self.state:x}"


def record(ticks: int) -> Recording:
    recorder = Recorder(_Summing())
    for tick in range(ticks):
        recorder.tick({"right"} if tick % 7 < 4 else ())
    return recorder.recording("stairs", "abc")


def refusal(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LevelError) as refused:
        read_script(path)
    return str(refused.value).replace(str(path), path.name)


def test_what_is_held_changes_at_the_tick_that_says_so() -> None:
    script = ActionScript([Hold(tick=2, hold=("right",)), Hold(tick=5, hold=())])
    assert [sorted(script.held(tick)) for tick in range(7)] == [
        [],
        [],
        ["right"],
        ["right"],
        ["right"],
        [],
        [],
    ]


@given(st.lists(st.frozensets(st.sampled_from(["left", "right", "jump"]))))
def test_changes_say_what_was_held_at_every_tick(held: list[frozenset[str]]) -> None:
    changes = changes_of(held)
    script = ActionScript(changes)
    assert [script.held(tick) for tick in range(len(held))] == held
    assert all(before.hold != after.hold for before, after in itertools.pairwise(changes))


def test_an_action_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "walk.json"
    path.write_text(
        '\ufeff[{"tick": 0, "hold": ["right"]}, {"tick": 90, "hold": ["right", "jump"]}]', "utf-8"
    )
    script = read_script(path)
    assert script.held(89) == {"right"}
    assert script.held(90) == {"right", "jump"}
    assert script.names() == {"right", "jump"}


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("{}", ["a.json:1:1: $: expected a list, got an empty object"]),
        ("[{]", ["a.json:1:3: [0]: expected a name in double quotes, found ']'"]),
        ('[{"tick": 0}]', ['a.json:1:2: [0]: "hold" is missing']),
        ('[{"tick": -1, "hold": []}]', ["a.json:1:11: [0].tick: expected"]),
        ('[{"tick": 1.5, "hold": []}]', ["a.json:1:11: [0].tick: expected"]),
        ('[{"tick": true, "hold": []}]', ["a.json:1:11: [0].tick: expected"]),
        ('[{"tick": 0, "hold": "right"}]', ["a.json:1:22: [0].hold: expected"]),
        ('[{"tick": 0, "hold": [1]}]', ["a.json:1:23: [0].hold[0]: expected"]),
        ('[{"tick": 0, "hold": [], "press": []}]', ['a.json:1:26: [0].press: an entry has no "press"']),
        ('[{"tick": 0, "tick": 1, "hold": []}]', ["a.json:1:14: [0].tick: this name stands twice"]),
        (
            '[{"tick": 5, "hold": []},\n {"tick": 5, "hold": []},\n {"tick": 3, "hold": []}]',
            [
                "a.json:2:11: [1].tick: expected a tick after 5, got 5",
                "a.json:3:11: [2].tick: expected a tick after 5, got 3",
            ],
        ),
    ],
)
def test_a_faulty_action_file_says_where_and_why(tmp_path: Path, text: str, messages: list[str]) -> None:
    told = refusal(tmp_path / "a.json", text).splitlines()
    assert len(told) == len(messages)
    for line, message in zip(told, messages, strict=True):
        assert line.startswith(message)


def test_a_missing_action_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(LevelError, match="there is no such file"):
        read_script(tmp_path / "none.json")


def test_a_recording_has_a_hash_a_second_and_one_at_its_end() -> None:
    assert [checkpoint.tick for checkpoint in record(150).hashes] == [60, 120, 150]
    assert [checkpoint.tick for checkpoint in record(120).hashes] == [60, 120]
    assert record(0).hashes == ()


def test_a_recording_only_begins_with_the_level() -> None:
    run = _Summing()
    run.tick()
    with pytest.raises(ValueError, match="not at tick 1"):
        Recorder(run)


def test_a_recording_comes_back_from_its_file(tmp_path: Path) -> None:
    recording = record(150)
    write_recording(recording, tmp_path / "run.json")
    assert read_recording(tmp_path / "run.json") == recording


def test_a_run_that_is_the_same_does_not_diverge() -> None:
    assert replay(record(150), _Summing()) is None


@pytest.mark.parametrize(
    ("goes_wrong_at", "divergence"),
    [(0, Divergence(0, 60)), (59, Divergence(0, 60)), (60, Divergence(60, 120)), (149, Divergence(120, 150))],
)
def test_a_run_that_differs_names_where(goes_wrong_at: int, divergence: Divergence) -> None:
    assert replay(record(150), _Summing(goes_wrong_at=goes_wrong_at)) == divergence


def test_a_recording_whose_hashes_are_out_of_order_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_recording(record(150), path)
    document = json.loads(path.read_text("utf-8"))
    document["hashes"].reverse()
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(LevelError, match="expected a tick after 150, got 120"):
        read_recording(path)
