"""What has to be done before a level can begin: importing, and on the first start compiling.

A process of its own compiles into numba's cache, so the window goes on; afterwards this process finds the
machine code there. A thread imports what is large and follows that process; it never touches esper.
"""

import contextlib
import importlib
import os
import subprocess
import sys
import threading

from game.interface.cards import bundled_cards, picture_file
from game.interface.stamp import is_compiled
from game.interface.warm import COMPILED, PROGRESS, can_keep
from game.level.problem import LevelError

HEAVY = ("game.simulation", "game.view")
"""Modules that take long to import."""
PATIENCE = 3.0
"""How long leaving waits for what goes on [s]."""
IMPORTING, COMPILING = "Getting ready", "Compiling; only the first start has to"


class Preparation:
    """Prepares in the background."""

    def __init__(self, level: str, *, ahead: bool) -> None:
        """Prepares for a level; reads it ahead where it is not to begin at once anyway."""
        self.ready = False
        """Whether levels can begin."""
        self.share = 0.0
        """How much is done [1]."""
        self.remark = IMPORTING
        """What is being done."""
        self._level, self._ahead = level, ahead
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._prepare, daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def close(self) -> None:
        """Ends what goes on in the background."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(PATIENCE)

    def _prepare(self) -> None:
        try:
            compiled = is_compiled()
            if not compiled or not all(picture_file(card.source).exists() for card in bundled_cards()):
                self._process = start_warming(self._level)
            if not compiled:
                self.remark = COMPILING
            load(self._level if compiled and self._ahead else "")
            if not compiled and self._process is not None:
                if can_keep():
                    self._follow(self._process)
                else:
                    self.close()
        finally:
            self.ready, self.share = True, 1.0

    def _follow(self, process: "subprocess.Popen[str]") -> None:
        """Follows a process until it has compiled, or has ended."""
        for line in process.stdout or ():
            word, _, value = line.strip().partition(" ")
            if word == PROGRESS:
                self.share = float(value)
            elif word == COMPILED:
                return


def load(level: str) -> None:
    """Imports what is large, and reads a level once so that the second time is quick.

    What cannot be imported is told by whoever needs it.
    """
    for name in HEAVY:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    if level:
        levels = importlib.import_module("game.level.level")
        with contextlib.suppress(LevelError):  # told when it is to begin
            levels.load_level(level)


def start_warming(level: str) -> "subprocess.Popen[str]":
    """Starts the process that compiles and makes pictures of levels."""
    path = os.pathsep.join(entry or os.curdir for entry in sys.path)
    quiet = {"PYTHONPATH": path, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "game.interface.warm", level],
        env=os.environ | quiet,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
