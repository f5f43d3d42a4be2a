"""The command line, asked in this process."""

import json
from importlib import metadata
from pathlib import Path

import pytest

from game.__main__ import main
from game.cli import environment
from game.simulation import Simulation


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands set SDL's drivers for their process; tests put them back."""
    for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "PYGAME_HIDE_SUPPORT_PROMPT"):
        monkeypatch.setenv(name, "dummy")


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    path = tmp_path / "walk.json"
    path.write_text('[{"tick": 3, "hold": ["right"]}, {"tick": 20, "hold": ["right", "jump"]}]')
    return path


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> dict[str, object]:
    assert main(["run", *map(str, arguments), "--json"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.count("\n") == 1
    found = json.loads(told.out)
    assert isinstance(found, dict)
    return found


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main([*map(str, arguments)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err.rstrip("\n")


def test_run_tells_one_line_of_json_about_what_a_simulation_gives(
    capsys: pytest.CaptureFixture[str], walk: Path
) -> None:
    found = outcome(capsys, "stairs", "--ticks", "30", "--actions", walk)
    simulation = Simulation.load("stairs")
    for tick in range(30):
        simulation.tick([] if tick < 3 else ["right"] if tick < 20 else ["right", "jump"])
    assert list(found) == ["level", "ticks", "entities", "ms_per_tick", "state_hash"]
    assert found["level"] == "stairs"
    assert found["ticks"] == 30
    assert found["entities"] == simulation.entity_count()
    assert found["state_hash"] == simulation.state_hash()
    assert isinstance(found["ms_per_tick"], float)
    assert found["ms_per_tick"] > 0.0


def test_actions_make_a_difference(capsys: pytest.CaptureFixture[str], walk: Path) -> None:
    still = outcome(capsys, "stairs", "--ticks", "10")
    walked = outcome(capsys, "stairs", "--ticks", "10", "--actions", walk)
    assert still["state_hash"] != walked["state_hash"]


def test_run_tells_people_a_line_for_each_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "stairs", "--ticks", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:12].strip() for line in lines] == [
        "level",
        "ticks",
        "entities",
        "ms per tick",
        "state hash",
    ]


def test_an_action_that_nothing_listens_to_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"tick": 0, "hold": ["rihgt"]}]')
    assert main(["run", "stairs", "--ticks", "1", "--actions", str(path)]) == 0
    warning = f'warning: {path}: nothing listens to "rihgt"; did you mean "right"?\n'
    assert capsys.readouterr().err == warning


def test_a_level_that_is_not_there_is_one_line_with_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert 'did you mean "stairs"?' in refusal(capsys, "run", "stiars", "--ticks", "1")


def test_a_faulty_action_file_is_one_line_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "ä ö.json"
    path.write_text('[{"tick": 0, "hold": ["right"}]')
    told = refusal(capsys, "run", "stairs", "--ticks", "1", "--actions", path)
    assert told == f"{path}:1:30: [0].hold[0]: expected ',' or ']', found '}}'"


@pytest.mark.parametrize("option", ["--record", "--save"])
def test_a_file_that_cannot_be_written_is_told_before_anything_runs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str
) -> None:
    path = tmp_path / "none" / "out.gif"
    told = refusal(capsys, "run", "stairs", "--ticks", "100000000", option, path)
    assert told == f"{path}: cannot be written: No such file or directory"


def test_a_film_of_an_unknown_format_is_told_with_those_that_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    told = refusal(capsys, "run", "stairs", "--ticks", "100000000", "--record", tmp_path / "out.mp4")
    assert told.endswith("out.mp4: expected a name that ends in .gif, .webp, .png")
    assert list(tmp_path.iterdir()) == []


def test_how_to_film_without_where_to_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--record" in refusal(capsys, "run", "stairs", "--ticks", "1", "--size", "320x180")


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "stairs", "--ticks", "0"],
        ["run", "stairs", "--ticks", "-5"],
        ["run", "stairs", "--ticks", "many"],
        ["run", "stairs", "--size", "4x4"],
        ["run", "stairs", "--size", "big"],
        ["run", "stairs", "--size", "8000x600"],
        ["run"],
        ["dance"],
    ],
)
def test_what_cannot_be_asked_shows_the_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage:")


def test_a_recording_replays(capsys: pytest.CaptureFixture[str], tmp_path: Path, walk: Path) -> None:
    path = tmp_path / "run.json"
    outcome(capsys, "stairs", "--ticks", "70", "--actions", walk, "--save", path)
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: the same after all 70 ticks of stairs\n"


def test_a_recording_that_diverges_names_the_tick(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, walk: Path
) -> None:
    path = tmp_path / "run.json"
    outcome(capsys, "stairs", "--ticks", "130", "--actions", walk, "--save", path)
    recording = json.loads(path.read_text())
    recording["actions"].append({"tick": 100, "hold": ["left"]})
    path.write_text(json.dumps(recording))
    assert main(["replay", str(path)]) == 1
    told = capsys.readouterr().out
    assert told == f"{path}: diverged: first differs at tick 120 (same until tick 60)\n"


def write_level(path: Path, ground: float) -> None:
    path.parent.mkdir(exist_ok=True)
    box = {"shape": "box", "x": [-500, 500], "z": [-100, ground]}
    hero = {"name": "hero", "prefab": "hero", "components": {"Transform": {"position": [0, 0, 200]}}}
    path.write_text(json.dumps({"terrain": [box], "entities": [hero]}))


def test_a_recording_finds_its_level_beside_it_from_anywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_level(tmp_path / "my levels" / "höhle.json", 0)
    monkeypatch.chdir(tmp_path)
    outcome(capsys, "my levels/höhle.json", "--ticks", "20", "--save", "run.json")
    monkeypatch.chdir("/")
    assert main(["replay", str(tmp_path / "run.json")]) == 0


def test_a_recording_of_a_level_that_changed_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    level, recording = tmp_path / "cave.json", tmp_path / "run.json"
    write_level(level, 0)
    outcome(capsys, level, "--ticks", "60", "--save", recording)
    write_level(level, 40)
    assert main(["replay", str(recording)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first == "cave.json has changed since it was recorded"
    assert second.endswith("diverged: first differs at tick 60 (same only at the beginning)")


@pytest.mark.parametrize("text", ["", "[]", '{"level": "stairs"}', "GIF89a"])
def test_a_file_that_is_no_recording_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    assert main(["replay", str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert all(line.startswith(f"{path}:1:1: ") for line in told.err.splitlines())


def test_check_says_which_levels_are_well(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"terrain": [{"shape": "bix"}]}')
    assert main(["check", "stairs"]) == 0
    assert capsys.readouterr().out == "stairs: ok\n"
    assert main(["check", "stairs", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"{path}:1:24: terrain[0].shape: ")


def test_levels_lists_what_is_bundled(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels"]) == 0
    assert "stairs" in [line.split()[0] for line in capsys.readouterr().out.splitlines()]


def test_schema_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "softstep level"


def test_two_pygames_are_told_with_the_repair(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "distribution", lambda name: name)
    environment.warn_of_two_pygames()
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "pip uninstall -y pygame pygame-ce && " in told
