"""`check FILE...`: what is wrong with level files."""

from argparse import Namespace

from game.level.commands import check


def run(options: Namespace) -> int:
    """Tells every problem of every file on standard error, and which files have none on standard output."""
    return check(options.files)
