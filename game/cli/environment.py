"""What the installed Python offers, checked before anything that needs it is imported."""

import importlib
import os
import sys
from importlib import metadata

from game.cli.refusal import Refusal

NEED = "softstep compiles its kernels with numba"


def require_numba() -> None:
    """Raises Refusal where the kernels cannot be compiled."""
    try:
        numba = importlib.import_module("numba")
    except ImportError as error:
        missing = isinstance(error, ModuleNotFoundError) and error.name == "numba"
        reason = "is not installed" if missing else f"does not work here ({_one_line(error)})"
        install = f"{sys.executable} -m pip install --upgrade numba"
        raise Refusal(f"{NEED}, which {reason}; try: {install}") from None
    if numba.config.DISABLE_JIT:
        raise Refusal(f"{NEED}, whose compiler is switched off; unset NUMBA_DISABLE_JIT")


def warn_of_two_pygames() -> None:
    """Says in one line when pygame and pygame-ce are both installed; they overwrite each other's files."""
    if _installed("pygame") and _installed("pygame-ce"):
        pip = f"{sys.executable} -m pip"
        repair = f"{pip} uninstall -y pygame pygame-ce && {pip} install pygame-ce"
        print(f"warning: pygame and pygame-ce are both installed and mix; repair: {repair}", file=sys.stderr)


def silence_sdl() -> None:
    """Keeps SDL from opening a display or a sound device, whatever the environment asks for."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"


def _installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
