"""Before a level can begin: notes of what is compiled, levels to choose, and pictures of them."""

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.interface import cards, gallery
from game.interface import preparation as preparing
from game.interface.cards import bundled_cards, campaign, missing_pictures, picture_file, title_of
from game.interface.gallery import Gallery
from game.interface.preparation import Preparation
from game.interface.stamp import is_compiled, note_compiled, source_digest
from game.interface.warm import COMPILED, PROGRESS, all_kernels, can_keep
from game.level.files import bundled_levels
from systems.character.fall import fall

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_the_short_game_comes_first_and_every_level_once() -> None:
    sources = [card.source for card in bundled_cards()]
    assert sources[:3] == ["lagoon", "cavern", "summit"]
    assert sorted(sources) == bundled_levels()


def test_cards_bear_the_titles_of_their_levels() -> None:
    assert {"Lagoon", "Stairs"} <= {card.title for card in bundled_cards()}
    assert title_of("meadow") == "Meadow"
    assert campaign("summit") == ["summit"]


def test_what_is_compiled_is_noted_for_this_source_and_while_it_is_there(tmp_path: Path) -> None:
    code = tmp_path / "kernel.nbi"
    code.write_text("machine code")
    assert not is_compiled()
    note_compiled([str(code)], "0123")
    assert not is_compiled()
    note_compiled([str(code)], source_digest())
    assert is_compiled()
    code.unlink()
    assert not is_compiled()


def test_a_note_that_cannot_be_kept_is_an_os_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(OSError, match="softstep"):
        note_compiled(["code"], "0123")


def test_kernels_are_found_once_and_have_a_place() -> None:
    kernels = list(all_kernels())
    assert len({id(kernel) for kernel in kernels}) == len(kernels)
    assert any(kernel is fall for kernel in kernels)
    assert can_keep()


def test_a_picture_is_shown_as_soon_as_it_is_there() -> None:
    (card, *_), pictures = bundled_cards(), Gallery()
    assert pictures.picture(card) is None
    picture_file(card.source).parent.mkdir(parents=True)
    pygame.image.save(pygame.Surface((16, 9)), picture_file(card.source))
    found = pictures.picture(card)
    assert found is not None
    assert found.get_size() == (16, 9)
    assert pictures.picture(card) is found


def test_a_missing_picture_is_noticed_and_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def take(source: str, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)

    monkeypatch.setattr(gallery, "take_picture", take)
    assert missing_pictures() == bundled_cards()

    gallery.main()

    assert missing_pictures() == ()
    assert len(capsys.readouterr().out.splitlines()) == len(bundled_cards())
    lagoon, *_ = bundled_cards()
    picture_file(lagoon.source).unlink()
    assert missing_pictures() == (lagoon,)


def test_pictures_are_missing_as_soon_as_the_look_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = picture_file("lagoon")
    theme = tmp_path / "dusk.json"
    theme.write_text("{}")
    for content in ("{}", '{"sky": 1}'):
        theme.write_text(content)
        monkeypatch.setattr(cards, "LOOKS", (tmp_path,))
        cards.look_digest.cache_clear()
        assert picture_file("lagoon") != before
        before = picture_file("lagoon")
    cards.look_digest.cache_clear()


def preparation_after(monkeypatch: pytest.MonkeyPatch, *lines: str) -> Preparation:
    """A preparation whose process says some lines and ends."""
    code = f"print({chr(10).join(lines)!r})"

    def start(_: str) -> "subprocess.Popen[str]":
        return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours

    monkeypatch.setattr(preparing, "start_warming", start)
    prepared = Preparation("lagoon", ahead=False)
    prepared.start()
    prepared._thread.join(60.0)
    assert prepared._process is not None
    assert prepared._process.stdout is not None
    prepared.close()
    prepared._process.wait(60.0)
    prepared._process.stdout.close()
    return prepared


def test_a_first_start_follows_the_process_that_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []
    monkeypatch.setattr(
        Preparation, "share", property(lambda _: 0.0, lambda _, share: shares.append(share)), raising=False
    )
    prepared = preparation_after(
        monkeypatch, f"{PROGRESS} 0.25", f"{PROGRESS} 0.5", COMPILED, f"{PROGRESS} 9"
    )
    assert prepared.ready
    assert shares == [0.0, 0.25, 0.5, 1.0]


def test_a_process_that_fails_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert preparation_after(monkeypatch, "").ready


def test_the_first_picture_needs_nothing_that_is_compiled() -> None:
    code = "import sys, game.interface.stage; print(sorted({'numba', 'esper', 'PIL'} & set(sys.modules)))"
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
