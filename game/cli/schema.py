"""`schema`: the JSON schema of levels."""

from argparse import Namespace

from game.level.commands import schema


def run(options: Namespace) -> int:
    """Prints the schema, from the registered components."""
    del options
    return schema()
