"""`play LEVEL`: a level in a window."""

from argparse import Namespace
from contextlib import closing

from game.actions import Bindings
from game.bindings import default_bindings, key_hints, read_bindings
from game.campaign import Campaign
from game.cli.refusal import Refusal
from game.level.level import load_level
from game.session import Session
from game.simulation import Simulation
from game.view import View
from game.window import SIZE, NoDisplayError, Window


def run(options: Namespace) -> int:
    """Plays until the player leaves."""
    try:
        play(options.level, read_bindings(options.keys) if options.keys else default_bindings())
    except NoDisplayError as error:
        raise Refusal(f"{error}; try: python -m game run {options.level} --record film.gif") from None
    return 0


def play(source: str, bindings: Bindings) -> None:
    """Opens a window on a level and plays it, and those that follow, until the player leaves.

    Raises:
        LevelError: The level has faults.
        NoDisplayError: There is no screen to open a window on.
    """
    window = Window(load_level(source).name)
    try:
        window.announce("Loading ... the very first start compiles for about a minute")
        with closing(View(SIZE)) as view:
            view.hud.keys, view.hud.title, view.hud.hint = key_hints(bindings), True, "P goes on"
            campaign = Campaign(source)
            Session[Simulation](campaign, view, window, bindings, is_over=campaign.is_over).run()
    finally:
        window.close()
