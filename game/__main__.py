"""`python -m game`: reads the command line, runs one command, and keeps tracebacks to itself."""

import importlib
import os
import sys
import warnings
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import cast

from game.cli.environment import require_numba, silence_sdl, warn_of_two_pygames
from game.cli.parser import build_parser
from game.cli.refusal import Refusal
from game.level.problem import LevelError

INTERRUPTED = 130
"""Exit code of a program that was stopped from the keyboard, by custom of shells."""


DEPENDENCIES = {"esper", "msgspec", "numba", "numpy", "PIL", "pygame"}
"""What an installation may lack."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns the exit code. What a user can cause ends in one clear line."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            code = _run(build_parser().parse_args(arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output is gone; Python must not try to flush it once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except (Refusal, LevelError) as refusal:
        return _fail(str(refusal))
    except ModuleNotFoundError as error:
        if error.name not in DEPENDENCIES:
            raise
        return _fail(f"softstep needs {error.name}; try: {sys.executable} -m pip install softstep")
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    return code


def _run(options: Namespace) -> int:
    if options.kernels:
        require_numba()
        warn_of_two_pygames()
    if not options.window:
        silence_sdl()
    command = importlib.import_module(f"game.cli.{options.command}")
    run = cast("Callable[[Namespace], int]", command.run)
    return run(options)


def _fail(message: str, code: int = 1) -> int:
    print(message, file=sys.stderr)
    return code


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"warning: {message}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
