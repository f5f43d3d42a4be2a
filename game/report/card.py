"""A line of the report card."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bound:
    """What was promised, and what was reached."""

    name: str
    """What is measured, with its unit."""
    value: float
    """What was reached."""
    limit: float
    """What it may be at most, or at least."""
    at_least: bool = False
    """Whether the value must be at least the limit; else at most."""

    @property
    def passed(self) -> bool:
        """Whether the value keeps to its limit; what is not a number never does."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit


def lines_of(bounds: list[Bound]) -> list[str]:
    """The card as text, and how many passed."""
    rows = [
        f"{'pass' if bound.passed else 'FAIL'}  {bound.name:58} {bound.value:12.6g}"
        f"  {'>=' if bound.at_least else '<='} {bound.limit:g}"
        for bound in bounds
    ]
    kept = sum(bound.passed for bound in bounds)
    return [*rows, f"{kept} of {len(bounds)} bounds kept"]
