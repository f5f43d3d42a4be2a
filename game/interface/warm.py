"""`python -m game.interface.warm LEVEL`: compiles everything by playing, then makes pictures of levels.

It tells its progress line by line on its standard output.
"""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from game.interface.stamp import note_compiled, source_digest

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

PROGRESS, COMPILED = "progress", "compiled"
"""Words that lines begin with: a share follows; from here on levels can begin."""
SIZE = (1280, 720)
PICTURE_SIZE = (522, 294)
"""Sizes of frames and of a level's picture [px]."""
SETTLING = 20
"""Ticks before a picture is made."""
HOLDS = ((), ("right",), ("right", "run"), ("right", "run", "jump"), ("attack",), ("left",))
"""What is held, some ticks each, to meet all that can be compiled."""
TICKS_EACH = 25
PATIENCE = 10
"""How far this process steps back for others while it makes pictures."""
RARELY = (100_000, 20, 100)
"""How seldom garbage is looked for: compiling makes much that lasts, and going through it takes its time."""
OWN = ("components", "systems", "game")


def main(level: str) -> None:
    """Does it."""
    gc.set_threshold(*RARELY)
    source = source_digest()  # as it is now; who edits it meanwhile compiles again
    play_through(level)
    files = machine_code()
    if files:
        note_compiled(files, source)
    print(COMPILED, flush=True)  # noqa: T201 - whoever started this process listens
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    take_pictures()


def play_through(level: str) -> None:
    """Plays and draws a level that nobody sees."""
    from numba.core import event  # noqa: PLC0415 - this module is imported by those that only read its names

    class Listener(event.Listener):
        def on_start(self, _: object) -> None:
            """Compilation of a function begins."""

        def on_end(self, _: object) -> None:
            """Compilation of a function ends."""
            tell(progress())

    from game.simulation import Simulation  # noqa: PLC0415 - see above
    from game.view import View  # noqa: PLC0415 - see above
    from game.view.pixels import plain_surface  # noqa: PLC0415 - see above

    with event.install_listener("numba:compile", Listener()):
        simulation, surface = Simulation.load(level), plain_surface(SIZE)
        with closing(View(SIZE, wait=True)) as view:
            view.draw(surface, simulation)
            for hold in HOLDS:
                for _ in range(TICKS_EACH):
                    simulation.tick(hold)
                    view.observe(simulation)
                view.draw(surface, simulation, 0.5)
            view.debug.enabled = True
            view.draw(surface, simulation, 0.5)
        simulation.close()
    tell(1.0)


def take_pictures() -> None:
    """Makes the pictures of bundled levels that are missing."""
    from game.interface.cards import bundled_cards, picture_file  # noqa: PLC0415 - see above

    for card in bundled_cards():
        file = picture_file(card.source)
        if not file.exists():
            take_picture(card.source, file)


def take_picture(level: str, file: Path) -> None:
    """A picture of a level's beginning."""
    import pygame  # noqa: PLC0415 - see above

    from game.simulation import Simulation  # noqa: PLC0415 - see above
    from game.view import View  # noqa: PLC0415 - see above
    from game.view.pixels import plain_surface  # noqa: PLC0415 - see above

    simulation, surface = Simulation.load(level), plain_surface(SIZE)
    with closing(View(SIZE, wait=True)) as view:
        for _ in range(SETTLING):
            simulation.tick()
            view.observe(simulation)
        view.draw(surface, simulation)
    simulation.close()
    file.parent.mkdir(parents=True, exist_ok=True)
    for old in file.parent.glob(f"{level}-*.png"):
        old.unlink(missing_ok=True)
    unfinished = file.with_name(f"{os.getpid()}.png")
    pygame.image.save(pygame.transform.smoothscale(surface, PICTURE_SIZE), unfinished)
    unfinished.replace(file)


def tell(share: float) -> None:
    """Tells how much is compiled [1]."""
    print(PROGRESS, f"{share:.3f}", flush=True)  # noqa: T201 - whoever started this process listens


def progress() -> float:
    """Share of all kernels that are compiled."""
    from systems.callee import is_compiled  # noqa: PLC0415 - see above

    kernels = list(all_kernels())
    return sum(map(is_compiled, kernels)) / max(1, len(kernels))


def machine_code() -> list[str]:
    """Files that say where the machine code of compiled kernels was put."""
    files = (_index_file(kernel) for kernel in all_kernels() if kernel.signatures)
    return sorted({file for file in files if file})


def can_keep() -> bool:
    """Whether there is a place for machine code, as far as the modules imported tell."""
    return any(map(_index_file, all_kernels()))


def _index_file(kernel: "Dispatcher") -> str:
    index = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    return str(getattr(index, "_index_path", ""))


def all_kernels() -> "Iterator[Dispatcher]":
    """Every function of this project that is or can be compiled, once."""
    from numba.core.dispatcher import Dispatcher  # noqa: PLC0415 - see above

    seen: set[int] = set()
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in OWN:
            for value in list(vars(module).values()):
                if isinstance(value, Dispatcher) and id(value) not in seen:
                    seen.add(id(value))
                    yield value


if __name__ == "__main__":
    main(sys.argv[1])
