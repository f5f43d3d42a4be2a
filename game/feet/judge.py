"""Feet against budgets: what is told of them, and what is too much."""

import argparse
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType

from game.feet.measure import BodyReport, FeetMeter
from game.simulation import Simulation

UNITS: Mapping[str, str] = MappingProxyType(
    {
        "slide": "cm",
        "sink": "cm",
        "hover": "cm",
        "pop": "cm",
        "knee": "deg/s",
        "added": "deg/s",
        "missed": "ticks",
        "travel": "1",
    }
)
"""What can have a budget, and its unit; travel is the pelvis's over the terrain's."""


def budget(text: str) -> tuple[str, float]:
    """A budget such as "slide=0.01". Raises argparse.ArgumentTypeError where it is none."""
    found = re.fullmatch(r"([a-z]+)=([0-9]+(?:\.[0-9]+)?)", text)
    if not found or found[1] not in UNITS:
        raise argparse.ArgumentTypeError(
            f"expected a budget such as slide=0.01 for one of {', '.join(UNITS)}"
        )
    return found[1], float(found[2])


class FeetJudge:
    """Watches all feet of a simulation, tells what they did, and what of it was too much."""

    def __init__(self, simulation: Simulation, budgets: Mapping[str, float]) -> None:
        """Budgets are limits by the names of UNITS."""
        self._meter, self._budgets = FeetMeter(simulation), budgets
        self.observe = self._meter.observe
        """To be called after every tick."""

    @property
    def sees_feet(self) -> bool:
        """Whether there is anything to watch."""
        return bool(self._meter.bodies)

    def told(self) -> Iterator[str]:
        """Lines of a table: one a foot, and one a body."""
        return told(self._meter.reports())

    def table(self) -> list[dict[str, object]]:
        """The same for machines."""
        return table(self._meter.reports())

    def excesses(self) -> Iterator[str]:
        """Lines about what was over its budget."""
        return excesses(self._meter.reports(), self._budgets)


def told(reports: Sequence[BodyReport]) -> Iterator[str]:
    """Lines of a table: one a foot, and one a body."""
    names = [name for name in UNITS if name != "travel"]
    yield f"{'foot':<24}{'planted':>9}" + "".join(f"{f'{name} [{UNITS[name]}]':>14}" for name in names)
    for body in reports:
        for foot in body.feet:
            values = "".join(f"{_number(float(getattr(foot, name))):>14}" for name in names)
            yield f"{f'{body.character} {foot.foot}':<24}{foot.planted:>9}{values}"
        ratio = travel_ratio(body)
        told_ratio = "" if math.isnan(ratio) else f", ratio {ratio:.3f}"
        ways = f"{body.pelvis_travel:.1f} cm up and down, terrain {body.terrain_travel:.1f} cm"
        yield f"{body.character} pelvis: {ways}{told_ratio}"


def excesses(reports: Sequence[BodyReport], budgets: Mapping[str, float]) -> Iterator[str]:
    """Lines about what is over its budget."""
    for body in reports:
        if travel_ratio(body) > budgets.get("travel", math.inf):
            yield f"{body.character}: travel {travel_ratio(body):.3f} is over {budgets['travel']:g}"
        for foot in body.feet:
            for name, limit in budgets.items():
                value = float(getattr(foot, name, 0.0))
                if value > limit:
                    much = f"{_number(value)} {UNITS[name]}"
                    yield f"{body.character} {foot.foot}: {name} {much} is over {limit:g}"


def travel_ratio(body: BodyReport) -> float:
    """Way of the pelvis over that of the terrain [1]; NaN on level ground, where there is none."""
    return body.pelvis_travel / body.terrain_travel if body.terrain_travel > 0.0 else math.nan


def table(reports: Sequence[BodyReport]) -> list[dict[str, object]]:
    """The same for machines: a row a body, what is not a number as None."""
    rows = []
    for body in reports:
        row: dict[str, object] = asdict(body)
        ratio = travel_ratio(body)
        row["travel"] = None if math.isnan(ratio) else ratio
        rows.append(row)
    return rows


def _number(value: float) -> str:
    return f"{value:.0f}" if value.is_integer() else f"{value:.3f}"
