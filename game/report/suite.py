"""All bounds of the report card."""

from collections.abc import Callable, Iterator

from game.report.card import Bound
from game.report.company import standing
from game.report.motion import conservation, drop, far_away, free_fall
from game.report.trouble import deep_spawn, head_on, poisoned, recovery, thin_floor

CHECKS: tuple[Callable[[], Iterator[Bound]], ...] = (
    free_fall,
    conservation,
    drop,
    far_away,
    thin_floor,
    deep_spawn,
    recovery,
    poisoned,
    head_on,
    standing,
)
"""What is measured, in this order."""


def measure() -> list[Bound]:
    """Measures everything."""
    return [bound for check in CHECKS for bound in check()]
