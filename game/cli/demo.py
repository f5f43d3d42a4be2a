"""Without a command: the title in a window, or a film of the demo where there is none."""

import tempfile
from argparse import Namespace
from pathlib import Path

from game.bindings import default_bindings
from game.cli.environment import silence_sdl
from game.cli.output import require_writable
from game.cli.refusal import Refusal
from game.interface.stage import show
from game.window import NoDisplayError

LEVEL = "stairs"
"""What is filmed."""

SCRIPT = "stairs-walk"
"""What is held in the film."""

TICKS = 480
"""Length of the film [ticks]."""


def run(options: Namespace) -> int:
    """Shows the game until the player leaves, or films what a player did."""
    del options
    try:
        show(default_bindings())
    except NoDisplayError as error:
        path = film_path(f"{LEVEL}.gif")
        print(f"{error}: playing the recorded demo into {path} (the first time takes a minute)", flush=True)
        silence_sdl()
        _film(path)
    return 0


def _film(path: Path) -> None:
    from game.film import film  # noqa: PLC0415 - with what it needs, it would keep the title waiting
    from game.headless import HeadlessRun  # noqa: PLC0415 - see above
    from game.level.level import load_level  # noqa: PLC0415 - see above
    from game.script import read_script  # noqa: PLC0415 - see above

    film(path, HeadlessRun(load_level(LEVEL), read_script(SCRIPT), TICKS))


def film_path(name: str) -> Path:
    """A file of this name in the current folder, or in a temporary one where that cannot be written."""
    try:
        require_writable(Path(name))
    except Refusal:
        return Path(tempfile.mkdtemp(prefix="softstep-")) / name
    return Path(name)
