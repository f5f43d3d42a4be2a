"""What `check`, `schema` and `levels` print, and their exit codes."""

import json
import shutil
from pathlib import Path

import pytest

from game.level.commands import check, list_levels, schema, schema_text
from game.level.files import BUNDLED


def test_check_says_ok_for_levels_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(["stairs", "meadow"]) == 0
    assert capsys.readouterr() == ("stairs: ok\nmeadow: ok\n", "")


def test_check_prints_every_problem_of_every_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text('{"theme": 5,\n "entities": [{}]}')
    Path("good.json").write_text("{}")
    Path("worse.json").write_bytes(b"{'a': 1}")
    assert check(["bad.json", "good.json", "worse.json", "none.json", "."]) == 1
    printed = capsys.readouterr()
    assert printed.out == "good.json: ok\n"
    assert printed.err.splitlines() == [
        "bad.json:1:11: theme: expected a text, got 5",
        'bad.json:2:15: entities[0]: "name" is missing',
        "worse.json:1:2: $: expected a name in double quotes, found a single quote; JSON takes double quotes",
        "none.json: there is no such file",
        ".: is a folder",
    ]


def test_check_of_nothing_is_well() -> None:
    assert check([]) == 0


def test_check_works_from_any_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "un dossier à moi"
    shutil.copytree(str(BUNDLED), folder)
    monkeypatch.chdir(tmp_path.anchor)
    assert check(["stairs", str(folder / "stairs.json")]) == 0
    assert capsys.readouterr().err == ""


def test_schema_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert schema() == 0
    printed = capsys.readouterr().out
    assert printed == schema_text()
    assert json.loads(printed)["title"] == "softstep level"


def test_levels_prints_names_and_titles(capsys: pytest.CaptureFixture[str]) -> None:
    assert list_levels() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == sorted(lines)
    assert {("meadow", "Meadow"), ("stairs", "Stairs")} <= {tuple(line.split(maxsplit=1)) for line in lines}
