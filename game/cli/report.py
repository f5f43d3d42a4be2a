"""`report`: the physics report card."""

from argparse import Namespace

from game.report.card import lines_of
from game.report.suite import measure


def run(options: Namespace) -> int:
    """Prints each bound, the value reached, pass or fail; 1 when one is not kept."""
    bounds = measure(slow=options.slow)
    print("\n".join(lines_of(bounds)))
    return 0 if all(bound.passed for bound in bounds) else 1
