"""How a function of arrays becomes machine code that paints."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from systems.kernel import compiled_on_call

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def drawing_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compiles a module-level function for drawing on its first call and caches it on disk.

    Unlike `systems.kernel.kernel` it may reorder and fuse arithmetic (fast-math): pictures are compared
    with a tolerance and nothing of them flows back into the simulation. It must never be given NaN. It
    keeps the interpreter lock, or a frame would wait for the background painter after every call.

    Numba counts references to arrays, which costs more than a pixel does: inner loops read arrays held in
    local variables and not in named tuples, and a function called for each pixel uses its arrays on every
    path.
    """
    return compiled_on_call(function, nogil=False, fastmath=True)


def lean_drawing_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """`drawing_kernel` for a function that neither makes nor returns arrays, as `lean_kernel` is."""
    return compiled_on_call(function, nogil=False, fastmath=True, _nrt=False)


def painting_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same for what the background painter calls: it releases the interpreter lock."""
    return compiled_on_call(function, nogil=True, fastmath=True)
