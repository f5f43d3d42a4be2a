"""Time: how many ticks a frame owes, and when the next frame is due."""

import time
from collections.abc import Callable


class FixedStep:
    """Turns frames of any length into ticks of one length.

    A frame that took long is not caught up in full: at most a fifteenth of a second is simulated for one
    frame (four ticks of a sixtieth), and the rest is dropped, so a slow machine runs slower instead of
    falling ever further behind.
    """

    LONGEST_FRAME = 0.1
    """Time that a frame may claim to have taken [s]."""
    LONGEST_RUN = 1.0 / 15.0
    """Time that is simulated for one frame [s]."""

    def __init__(self, tick_rate: float) -> None:
        self._tick = 1.0 / tick_rate
        self._most = max(1, round(self.LONGEST_RUN * tick_rate))
        self._owed = 0.0

    def advance(self, elapsed: float) -> int:
        """The number of ticks that are due after this much more time [s]."""
        self._owed += min(max(elapsed, 0.0), self.LONGEST_FRAME)
        due = int(self._owed / self._tick)
        self._owed = max(self._owed - due * self._tick, 0.0)
        return min(due, self._most)

    @property
    def alpha(self) -> float:
        """How far the time has come from the last tick toward the next [1], from 0 to 1."""
        return min(self._owed / self._tick, 1.0)


class Pacer:
    """Waits for the next frame: asleep for most of the time, awake for the last of it.

    Operating systems wake a sleeper up to a millisecond late, so it asks to be woken early and watches the
    clock from there.
    """

    AWAKE = 0.0015
    """How long before a frame is due it stops sleeping [s]."""

    def __init__(
        self,
        frame_rate: float,
        *,
        now: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._frame = 1.0 / frame_rate
        self._now = now
        self._sleep = sleep
        self._due = now()

    def wait(self) -> None:
        """Returns when the next frame is due; at once when it is late, and does not make up for that."""
        self._due = max(self._due + self._frame, self._now())
        asleep = self._due - self._now() - self.AWAKE
        if asleep > 0.0:
            self._sleep(asleep)
        while self._now() < self._due:
            pass
