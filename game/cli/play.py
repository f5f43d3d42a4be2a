"""`play LEVEL`: a level in a window."""

from argparse import Namespace

from game.bindings import default_bindings, read_bindings
from game.cli.refusal import Refusal
from game.interface.stage import show
from game.level.files import find_level
from game.level.reader import read_document
from game.window import NoDisplayError


def run(options: Namespace) -> int:
    """Plays until the player leaves."""
    file, _, name = find_level(options.level)
    read_document(file, name)  # what is no level at all is told before a window opens
    try:
        show(read_bindings(options.keys) if options.keys else default_bindings(), begin=options.level)
    except NoDisplayError as error:
        raise Refusal(f"{error}; try: python -m game run {options.level} --record film.gif") from None
    return 0
