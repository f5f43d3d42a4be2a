"""All bounds of the report card."""

from collections.abc import Callable, Iterator

from game.report.card import Bound
from game.report.company import against_a_wall, standing
from game.report.friction import sliding, slopes
from game.report.motion import conservation, drop, far_away, free_fall, mirrored, stored_energy
from game.report.pairs import born_in_each_other, folded, head_on, head_on_at_any_moment, pile
from game.report.stiffness import stiffness
from game.report.trouble import (
    deep_spawn,
    poisoned,
    pressed,
    recovery,
    shaken,
    spikes,
    thin_floor,
    thin_wall,
)

Check = Callable[[], Iterator[Bound]]

CHECKS: tuple[Check, ...] = (
    free_fall,
    conservation,
    drop,
    stored_energy,
    far_away,
    mirrored,
    stiffness,
    slopes,
    sliding,
    thin_floor,
    thin_wall,
    shaken,
    deep_spawn,
    recovery,
    poisoned,
    spikes,
    pressed,
    head_on,
    born_in_each_other,
    folded,
    standing,
    against_a_wall,
)
"""What is measured, in this order."""

SLOW_CHECKS: tuple[Check, ...] = (head_on_at_any_moment, pile)
"""What is measured besides where there is time."""


def measure(*, slow: bool = False) -> list[Bound]:
    """Measures everything; slow includes what takes long."""
    checks = CHECKS + SLOW_CHECKS if slow else CHECKS
    return [bound for check in checks for bound in check()]
