"""Takes the pictures of the README, and the one behind the title, anew.

Whoever changes the look runs `python tests/take_pictures.py`, with names of pictures for those alone.
"""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pygame
from PIL import Image

sys.path.insert(0, str(Path(__file__).parent.parent))

from components.transform import Transform
from game.headless import HeadlessRun
from game.interface.cards import FIRST
from game.interface.painter import ScreenPainter
from game.interface.screens import Deed, title_screen
from game.level.level import load_level
from game.script import ActionScript, Hold, read_script
from game.view import DebugFlags, View
from game.view.pixels import plain_surface

ROOT = Path(__file__).parent.parent
SIZE, SHOWN = (1280, 720), (640, 360)
"""Size that pictures are drawn with and shown with [px]."""
STILLS = {
    "stairs-still": ("stairs", "stairs-walk", 297),
    "lagoon": ("lagoon", "lagoon-goal", 812),
    "cavern": ("cavern", "cavern-goal", 1355),
    "summit": ("summit", "summit-goal", 3086),
    "feet": ("feet", None, 300),
    "crowd": ("crowd", "crowd-walk", 240),
}
"""Level, what is held, and the tick of each picture."""
TITLE = ROOT / "game" / "interface" / "pictures" / "title.jpg"

Shot = Callable[[], pygame.Surface]
"""Takes one picture."""
Setting = Callable[[DebugFlags], None]
"""Says what the debug views show."""


def main(names: Sequence[str]) -> None:
    """Takes those of these names, or all of them; the title comes after the picture behind it."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    shots: dict[str, Shot] = {name: partial(still, *shot) for name, shot in STILLS.items()}
    shots |= {"title": titled, "debug": debugged, "strike": struck}
    for name in names or shots:
        keep(name, shots[name]())


def still(level: str, script: str | None, ticks: int) -> pygame.Surface:
    """A moment of a level."""
    actions = read_script(script) if script else ActionScript()
    return taken(HeadlessRun(load_level(level), actions, ticks))


def taken(run: HeadlessRun, setting: Setting | None = None, *, zoom: float = 1.0) -> pygame.Surface:
    """What a run looks like at its end."""
    surface = plain_surface(SIZE)
    with closing(View(SIZE, zoom=zoom, wait=True)) as view:
        view.observe(run.simulation)
        for _ in range(run.ticks):
            run.step()
            view.observe(run.simulation)
        if setting:
            setting(view.debug)
        view.draw(surface, run.simulation)
    return surface


def everything(debug: DebugFlags) -> None:
    """All debug views."""
    debug.enabled = True


def strikes_alone(debug: DebugFlags) -> None:
    """What strikes sweep over, where they hit, and where slimes touch something."""
    for flag in ("traces", "locks", "skeleton", "reach", "overlaps", "terrain", "cells", "mesh", "panel"):
        setattr(debug, flag, False)
    debug.enabled = True


def struck() -> pygame.Surface:
    """A blow at the first slime of the stairs, just as it hits."""
    run = HeadlessRun(load_level("stairs"), ActionScript([Hold(tick=30, hold=("attack",))]), 44)
    hero, slime = (run.simulation.named(name) for name in ("hero", "mint"))
    place = run.simulation.component(slime, Transform).position[0]
    run.simulation.component(hero, Transform).position[0] = place - 118.0
    return taken(run, strikes_alone, zoom=2.0)


def debugged() -> pygame.Surface:
    """All debug views, over somebody who climbs stairs between slimes."""
    film = ROOT / "docs"
    run = HeadlessRun(load_level(film / "film.json"), read_script(str(film / "film-walk.json")), 236)
    return taken(run, everything)


def titled() -> pygame.Surface:
    """The title, before a new picture."""
    picture_of(still(*STILLS["stairs-still"])).save(TITLE, quality=90)
    surface = plain_surface(SIZE)
    screen = title_screen(FIRST)
    screen.switches = {Deed.SWITCH_SOUND: True}
    ScreenPainter(lambda _: None).draw(surface, screen, 0.0, over_level=False)
    return surface


def keep(name: str, surface: pygame.Surface) -> None:
    """Writes a picture of the README."""
    picture = picture_of(surface).resize(SHOWN, Image.Resampling.BOX)
    picture.save(ROOT / "docs" / f"{name}.webp", quality=90, method=6)


def picture_of(surface: pygame.Surface) -> Image.Image:
    """A surface as Pillow has pictures."""
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


if __name__ == "__main__":
    main(sys.argv[1:])
