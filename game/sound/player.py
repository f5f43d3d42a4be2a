"""Plays effects: few at once, none too often, and nothing at all where there is no sound device."""

import contextlib
import io
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator

import pygame

from game.sound.cues import Cue, Ears, Heard
from game.sound.files import effect_file
from game.sound.recipes import RECIPES, STEPS, VARIANTS
from game.sound.synthesis import RATE

VOICES = 12
"""Effects that are heard at once."""
APART = 0.045
"""How soon the same effect may be heard again [s]."""
BUFFER = 512
"""Samples that are mixed at a time; about 23 ms."""


class SoundPlayer:
    """Opens the sound device when the first effect is to be heard."""

    def __init__(self, *, now: Callable[[], float] = time.perf_counter) -> None:
        """Now is a clock [s]."""
        self.on = True
        """Whether anything is heard."""
        self._now = now
        self._ears = Ears()
        self._effects: dict[str, pygame.mixer.Sound] | None = None
        self._last: dict[str, float] = {}
        self._variants = itertools.cycle(range(VARIANTS))

    def observe(self, simulation: Heard) -> None:
        """A tick has run: plays what it sounds like."""
        for cue in self._ears.hear(simulation):
            self.play(cue)

    def play(self, cue: Cue) -> None:
        """Plays an effect, unless it was played just now or all voices are busy."""
        now = self._now()
        if not self.on or now - self._last.get(cue.name, -APART) < APART:
            return
        self._last[cue.name] = now
        effect = self._opened().get(self._file_name(cue.name))
        channel = pygame.mixer.find_channel() if effect else None
        if effect and channel:
            channel.play(effect)
            channel.set_volume(cue.gain * min(1.0, 1.0 - cue.pan), cue.gain * min(1.0, 1.0 + cue.pan))

    def switch(self) -> None:
        """Turns what is heard off, or on again."""
        self.on = not self.on

    def open(self) -> None:
        """Opens the sound device; where there is none, says so once and stays silent."""
        self._opened()

    def close(self) -> None:
        """Closes the sound device."""
        if self._effects:
            pygame.mixer.quit()
        self._effects = {}

    def _opened(self) -> dict[str, pygame.mixer.Sound]:
        if self._effects is None:
            try:
                self._effects = _open_device()
            except pygame.error as error:
                self._effects = {}
                print(f"warning: there is no sound: {error}", file=sys.stderr)  # noqa: T201 - one line is due
        return self._effects

    def _file_name(self, name: str) -> str:
        is_step = name.removeprefix("step_") in STEPS and name.startswith("step_")
        return f"{name}_{next(self._variants)}" if is_step else name


def _open_device() -> dict[str, pygame.mixer.Sound]:
    with _quiet_libraries():
        pygame.mixer.init(RATE, -16, 2, BUFFER)
    pygame.mixer.set_num_channels(VOICES)
    return {name: pygame.mixer.Sound(io.BytesIO(effect_file(name))) for name in RECIPES}


@contextlib.contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Keeps what sound libraries write on the terminal from getting there; the error tells enough."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
