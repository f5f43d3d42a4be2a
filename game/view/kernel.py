"""How a function of arrays becomes machine code that paints."""

import warnings
from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from numba import njit

from systems.kernel import follow_sources

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def drawing_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compiles a module-level function for drawing on its first call and caches it on disk.

    Unlike `systems.kernel.kernel` it may reorder and fuse arithmetic (fast-math): pictures are compared
    with a tolerance and nothing of them flows back into the simulation. It must never be given NaN. It
    keeps the interpreter lock, or a frame would wait for the background painter after every call.

    Numba counts references to arrays, which costs more than a pixel does: inner loops read arrays held in
    local variables and not in named tuples, and a function called for each pixel uses its arrays on every
    path. Literal integers are not passed on, since each of them would be compiled anew.
    """
    return _compiled(function, nogil=False)


def painting_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same for what the background painter calls: it releases the interpreter lock."""
    return _compiled(function, nogil=True)


def _compiled(function: Callable[Parameters, Result], *, nogil: bool) -> Callable[Parameters, Result]:
    try:
        compiled = njit(cache=True, nogil=nogil, fastmath=True, error_model="numpy")(function)
        follow_sources(compiled)
    except RuntimeError as no_cache:
        _warn_once(str(no_cache))
        compiled = njit(nogil=nogil, fastmath=True, error_model="numpy")(function)
    return cast("Callable[Parameters, Result]", compiled)


def _warn_once(reason: str) -> None:
    if not _warned:
        _warned.append(reason)
        warnings.warn(
            f"drawing code cannot be kept on disk, so every start compiles anew: {reason}", stacklevel=4
        )


_warned: list[str] = []
