"""`levels`: what is bundled."""

from argparse import Namespace

from game.level.commands import list_levels


def run(options: Namespace) -> int:
    """Prints the names and titles of the bundled levels."""
    del options
    return list_levels()
