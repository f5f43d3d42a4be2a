"""Without a command: the demo, in a window, or as a film where there is none."""

import tempfile
from argparse import Namespace
from pathlib import Path

from game.bindings import default_bindings
from game.cli.environment import silence_sdl
from game.cli.output import require_writable
from game.cli.play import play
from game.cli.refusal import Refusal
from game.film import film
from game.headless import HeadlessRun
from game.level.level import load_level
from game.script import read_script
from game.window import NoDisplayError

LEVEL = "stairs"
"""What is played."""

SCRIPT = "stairs-walk"
"""What is held in the film."""

TICKS = 480
"""Length of the film [ticks]."""


def run(options: Namespace) -> int:
    """Plays until the player leaves, or films what a player did."""
    del options
    try:
        play(LEVEL, default_bindings())
    except NoDisplayError as error:
        path = film_path(f"{LEVEL}.gif")
        print(f"{error}: playing the recorded demo into {path} (the first time takes a minute)", flush=True)
        silence_sdl()
        film(path, HeadlessRun(load_level(LEVEL), read_script(SCRIPT), TICKS))
    return 0


def film_path(name: str) -> Path:
    """A file of this name in the current folder, or in a temporary one where that cannot be written."""
    try:
        require_writable(Path(name))
    except Refusal:
        return Path(tempfile.mkdtemp(prefix="softstep-")) / name
    return Path(name)
