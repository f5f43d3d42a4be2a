"""Everything that is measured, part by part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.bench.drawing import BLIT, drawings
from game.bench.feet import LegSolver, Walkers
from game.bench.reference import ARITHMETIC, arithmetic
from game.bench.rows import Row, Subject, collect, rows_of
from game.bench.simulation import Questions, Ticks
from game.bench.slime_systems import apart, touching
from game.bench.slimes import CROWD, YARDSTICK, Crowd, plain_solvers

WALKERS = (1, 100, 1000)
"""How many walkers have their feet measured."""


@dataclass(frozen=True, slots=True)
class Part:
    """Subjects that take turns, so that they can be compared."""

    name: str
    """What people ask for it by."""
    subjects: Callable[[], list[Subject]]
    """Makes what is measured."""
    yardstick: Callable[[str], str]
    """What a row is compared to."""
    rounds: int
    """How many turns each of them has."""
    takes_long: bool = False
    """Whether it is measured only where its name is given."""


def measure(names: Sequence[str] = ()) -> list[Row]:
    """What things cost here: medians over rounds in which everything in a part takes its turn.

    Args:
        names: Names of parts, and of what is in the names of rows. Without parts, those that do not take long
            are measured; without others, all their rows are told.
    """
    chosen = [part for part in PARTS if part.name in names]
    within = [name for name in names if name not in {part.name for part in PARTS}]
    parts = chosen or [part for part in PARTS if not part.takes_long]
    rows = [row for part in parts for row in measure_part(part)]
    return [row for row in rows if not within or any(name in row.name for name in within)]


def measure_part(part: Part, rounds: int | None = None) -> list[Row]:
    """What the subjects of a part cost."""
    samples = collect(part.subjects(), part.rounds if rounds is None else rounds)
    return rows_of(samples, part.yardstick)


def _game() -> list[Subject]:
    ticks = Ticks()
    return [
        arithmetic,
        ticks,
        Questions(ticks.simulation),
        LegSolver(),
        *(Walkers(count) for count in WALKERS),
    ]


def _slimes() -> list[Subject]:
    crowds = [Crowd(count) for count in (1, 16, CROWD)]
    worlds = [apart(1), apart(CROWD), apart(CROWD, gravity=0.0), touching()]
    return [*crowds, *plain_solvers(), *worlds]


def _many_slimes() -> list[Subject]:
    return [Crowd(count) for count in (1, 4, 16, 96, CROWD, 1000, 10_000)]


PARTS = (
    Part("game", _game, lambda _: ARITHMETIC, 100),
    Part("pictures", drawings, lambda _: BLIT, 100),
    Part("slimes", _slimes, lambda _: YARDSTICK, 15),
    Part("many-slimes", _many_slimes, lambda _: YARDSTICK, 25, takes_long=True),
)
"""What can be measured, in this order."""
