"""The first command anybody types, where there is no display."""

from pathlib import Path

import pytest
from PIL import Image

from game.__main__ import main
from game.cli import demo
from game.cli.demo import film_path
from game.cli.output import require_writable
from game.window import NoDisplayError, Window


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
        monkeypatch.setenv(name, "dummy")


def test_the_demo_becomes_a_film_in_the_current_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "TICKS", 7)
    assert main([]) == 0
    told = capsys.readouterr()
    assert told.out.count("\n") == 1
    assert told.out.startswith("there is no display here: playing the recorded demo into stairs.gif")
    assert told.err == ""
    assert [path.name for path in tmp_path.iterdir()] == ["stairs.gif"]
    with Image.open(tmp_path / "stairs.gif") as film:
        assert film.size == (640, 360)
        assert getattr(film, "n_frames", 1) == 3


def test_where_the_current_folder_cannot_be_written_the_film_goes_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert film_path("film.gif") == Path("film.gif")
    (tmp_path / "film.gif").mkdir()
    elsewhere = film_path("film.gif")
    assert elsewhere.name == "film.gif"
    assert elsewhere.parent.is_absolute()
    require_writable(elsewhere)
    elsewhere.parent.rmdir()


def test_playing_says_what_to_do_instead(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "meadow"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "there is no display here; try: python -m game run meadow --record film.gif\n"


def test_a_window_opens_on_nothing_that_nobody_sees() -> None:
    with pytest.raises(NoDisplayError):
        Window("nobody")


def test_a_faulty_level_or_file_of_keys_is_told_before_anything_opens(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text('{"jump": ["hyper"]}')
    assert main(["play", "staris"]) == 1
    assert 'did you mean "stairs"?' in capsys.readouterr().err
    assert main(["play", "stairs", "--keys", str(keys)]) == 1
    assert capsys.readouterr().err.startswith(f'{keys}:1:11: jump[0]: there is no key "hyper"')
