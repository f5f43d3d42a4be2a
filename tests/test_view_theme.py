"""Themes: bundled ones, and those that a level brings along."""

import json
from pathlib import Path

import numpy as np
import pytest
from stand_in import colours

from game.__main__ import main
from game.level.files import BUNDLED
from game.level.level import load_level
from game.level.problem import LevelError
from game.simulation import Simulation
from game.theme import Theme
from game.view import View
from game.view.pixels import plain_surface
from game.view.theme import theme_named, theme_of

SIZE = (160, 90)
BUNDLED_THEMES = sorted(path.name.removesuffix(".json") for path in (BUNDLED / "themes").iterdir())


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def theme_text(name: str = "dusk") -> str:
    return (BUNDLED / "themes" / f"{name}.json").read_text(encoding="utf-8")


def write_level(folder: Path, theme: str, **themes: str) -> Path:
    """A level that names a theme, and theme files beside it."""
    (folder / "themes").mkdir(exist_ok=True)
    for name, text in themes.items():
        (folder / "themes" / f"{name}.json").write_text(text, encoding="utf-8")
    path = folder / "mine.json"
    path.write_text(
        json.dumps({"theme": theme, "terrain": [{"shape": "box", "x": [-500, 500], "z": [-99, 0]}]})
    )
    return path


def candy() -> str:
    """The dusk theme under another name with another sky."""
    return theme_text().replace('"name": "dusk"', '"name": "candy"').replace("#232a63", "#00ff00")


def sky_of(level: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    simulation, surface = Simulation.load(level), plain_surface(SIZE)
    view = View(SIZE, zoom=0.2, wait=True)
    view.draw(surface, simulation)
    view.close()
    return colours(surface)[2, 5:]


def problems_of(level: Path) -> list[str]:
    with pytest.raises(LevelError) as refused:
        load_level(level)
    return [str(problem).replace(f"{level.parent}/", "") for problem in refused.value.problems]


@pytest.mark.parametrize("name", BUNDLED_THEMES)
def test_bundled_themes_are_without_fault_also_as_a_levels_own(name: str, tmp_path: Path) -> None:
    level = write_level(
        tmp_path, "mine", mine=theme_text(name).replace(f'"name": "{name}"', '"name": "mine"', 1)
    )
    own = theme_of(Simulation.load(level))
    bundled = theme_named(name)
    assert (own.name, bundled.name) == ("mine", name)
    assert (own.sky, own.hills, own.slimes) == (bundled.sky, bundled.hills, bundled.slimes)


def test_two_themes_ship() -> None:
    assert {"dusk", "meadow"} <= set(BUNDLED_THEMES)


def test_a_theme_beside_a_level_is_what_it_is_painted_in(tmp_path: Path) -> None:
    assert "#232a63" in theme_text()
    sky = sky_of(write_level(tmp_path, "candy", candy=candy())).mean(axis=0)
    assert sky[1] > 150.0
    assert max(sky[0], sky[2]) < 100.0


def test_a_theme_beside_a_level_comes_before_a_bundled_one(tmp_path: Path) -> None:
    level = write_level(tmp_path, "dusk", dusk=candy().replace('"name": "candy"', '"name": "dusk"'))
    assert isinstance(theme_of(Simulation.load(level)), Theme)
    assert theme_of(Simulation.load(level)).sky.stops[0][1] == "#00ff00"


def test_a_theme_that_changed_is_another_level(tmp_path: Path) -> None:
    level = write_level(tmp_path, "candy", candy=candy())
    before = load_level(level).identity
    assert load_level(level).identity == before
    write_level(tmp_path, "candy", candy=candy().replace("#00ff00", "#0000ff"))
    assert load_level(level).identity != before


def test_an_unknown_theme_is_one_line_with_what_was_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level = write_level(tmp_path, "duks")
    assert main(["check", str(level)]) == 1
    assert capsys.readouterr().err == (
        f'{level}:1:11: theme: there is no themes/duks.json; did you mean "dusk"?\n'
    )


def test_all_faults_of_a_theme_are_told_with_their_places(tmp_path: Path) -> None:
    text = candy().replace('"#00ff00"', '"green"').replace('"vignette"', '"vinette"')
    found = problems_of(write_level(tmp_path, "candy", candy=text))
    assert len(found) == 3
    assert found[0].startswith("themes/candy.json:")
    told = "\n".join(found)
    assert "sky.stops[0][1]: " in told
    assert 'AirTheme has no "vinette"; did you mean "vignette"?' in told
    assert '"vignette" is missing' in told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "candy.json:1:2: $: "),
        (theme_text(), 'name: expected "candy" as the file is called, got "dusk"'),
        ("[]", "candy.json:1:1: $: expected an object"),
    ],
)
def test_a_theme_that_is_none_says_so(text: str, message: str, tmp_path: Path) -> None:
    (found,) = problems_of(write_level(tmp_path, "candy", candy=text))
    assert message in found


def test_a_theme_without_hills_or_slimes_says_so(tmp_path: Path) -> None:
    bare = json.loads(candy())
    bare["slimes"] = {}
    (found,) = problems_of(write_level(tmp_path, "candy", candy=json.dumps(bare)))
    assert found.endswith("at least one row of hills and one slime palette")


@pytest.mark.parametrize("name", ["../dusk", "/etc/passwd", "a/b", "."])
def test_a_theme_outside_the_folder_cannot_be_named(name: str, tmp_path: Path) -> None:
    (found,) = problems_of(write_level(tmp_path, name))
    assert "expected a name of letters, digits, _ and -" in found


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    (tmp_path / "candy.json").write_text(candy())
    folder = tmp_path / "levels"
    folder.mkdir()
    level = write_level(folder, "candy")
    (folder / "themes" / "candy.json").symlink_to(tmp_path / "candy.json")
    (found,) = problems_of(level)
    assert "is a link that leads out of" in found
