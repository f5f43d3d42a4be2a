"""A darkness that falls and lifts."""

from dataclasses import dataclass

FALL, LIFT = 0.35, 0.45
"""How long it takes to fall and to lift [s]."""


@dataclass(slots=True)
class Curtain:
    """Falls when something ends, lifts when something begins; moved by whoever has a clock."""

    darkness: float = 0.0
    """0 for none, 1 for black."""
    falling: bool = False
    """Where it is heading."""
    wait: float = 0.0
    """Time until it falls [s]."""

    def fall(self, *, after: float = 0.0) -> None:
        """Begins to fall after some time [s]."""
        if not self.falling:
            self.falling, self.wait = True, after

    def lift(self) -> None:
        """Begins to lift."""
        self.falling, self.wait = False, 0.0

    def drop(self) -> None:
        """Is down at once, and begins to lift."""
        self.darkness = 1.0
        self.lift()

    def advance(self, elapsed: float) -> None:
        """Moves on by some time [s]."""
        if self.falling and self.wait > 0.0:
            self.wait, elapsed = max(self.wait - elapsed, 0.0), max(elapsed - self.wait, 0.0)
        step = elapsed / FALL if self.falling else -elapsed / LIFT
        self.darkness = min(max(self.darkness + step, 0.0), 1.0)
