"""From many samples of what was measured to one row each."""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement."""

    name: str
    """What was measured."""
    count: int
    """How many of it were done in that time."""
    seconds: float
    """How long it took [s]."""


Subject: TypeAlias = Callable[[], Iterable[Sample]]
"""Does its work once, and tells what each part of it took."""


def timed(name: str, count: int, work: Callable[[], object]) -> Sample:
    """Does something once."""
    began = time.perf_counter()
    work()
    return Sample(name, count, time.perf_counter() - began)


@dataclass(frozen=True, slots=True)
class Row:
    """What one thing costs."""

    name: str
    """What it is."""
    count: int
    """How many of it were done in the time below."""
    ms: float
    """Median time [ms]."""
    ns_per_unit: float
    """Median time of one [ns]."""
    ratio: float
    """Median time over that of its yardstick [1]."""


def collect(subjects: Sequence[Subject], rounds: int, *, warm_up: int = 2) -> list[Sample]:
    """Samples from all subjects in turns, so that what disturbs the machine disturbs all alike.

    The first `warm_up` rounds are not counted.
    """
    samples: list[Sample] = []
    for number in range(warm_up + rounds):
        for subject in subjects:
            taken = list(subject())
            if number >= warm_up:
                samples += taken
    return samples


def rows_of(samples: Iterable[Sample], yardstick: Callable[[str], str]) -> list[Row]:
    """One row for each name, in the order of their first samples.

    `yardstick` gives the name that a name is compared to.
    """
    times: dict[str, list[float]] = defaultdict(list)
    counts: dict[str, int] = {}
    for sample in samples:
        times[sample.name].append(sample.seconds)
        counts[sample.name] = sample.count
    medians = {name: statistics.median(seconds) for name, seconds in times.items()}
    return [
        Row(
            name,
            counts[name],
            ms=1e3 * median,
            ns_per_unit=1e9 * median / counts[name],
            ratio=median / medians[yardstick(name)],
        )
        for name, median in medians.items()
    ]
