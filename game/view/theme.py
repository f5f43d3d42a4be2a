"""Themes as views find them: bundled ones by name, a level's own one with the level."""

from functools import lru_cache
from importlib import resources

import msgspec
import numpy as np

from components.appearance import LevelTheme
from components.world import LevelInfo
from game.theme import (
    DEFAULT_THEME,
    THEMES,
    AirTheme,
    FaceTheme,
    Hex,
    HillTheme,
    LightTheme,
    SkyTheme,
    SlimePalette,
    TerrainTheme,
    Theme,
    Triple,
)
from game.view.arrays import Floats
from game.view.notices import note
from game.view.source import Watched, resource_or

__all__ = [
    "DEFAULT_THEME",
    "AirTheme",
    "FaceTheme",
    "Hex",
    "HillTheme",
    "LightTheme",
    "SkyTheme",
    "SlimePalette",
    "TerrainTheme",
    "Theme",
    "Triple",
    "rgb",
    "theme_named",
    "theme_of",
]


def rgb(colour: str) -> Floats:
    """Red, green and blue [0, 255] of "#rrggbb", shape [3]."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float64)


def theme_of(simulation: Watched) -> Theme:
    """The theme of the level that is watched."""
    own = resource_or(simulation, LevelTheme, LevelTheme())
    return (
        _decoded(own.content)
        if own.content
        else theme_named(resource_or(simulation, LevelInfo, LevelInfo()).theme)
    )


def theme_named(name: str) -> Theme:
    """The bundled theme of that name; the default one, with one warning, when there is none."""
    try:
        return _read(name)
    except FileNotFoundError:
        note(f'there is no theme "{name}", so "{DEFAULT_THEME}" is used')
        return _read(DEFAULT_THEME)


@lru_cache
def _read(name: str) -> Theme:
    folder = resources.files("levels") / THEMES
    known = {path.name for path in folder.iterdir()}
    if f"{name}.json" not in known:
        raise FileNotFoundError(name)
    return _decoded((folder / f"{name}.json").read_text(encoding="utf-8"))


@lru_cache
def _decoded(content: str) -> Theme:
    """A theme from the text of its file, the same object for the same text."""
    return msgspec.json.decode(content, type=Theme)
