"""How a function of arrays becomes machine code."""

import warnings
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from numba import njit

Record = Any
"""One row of a structured array, as kernels take it: fields are read and written as attributes."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compiles a module-level function on its first call and caches the machine code on disk.

    Arithmetic is strict IEEE (no fast-math), division by zero gives infinity as in numpy, and the
    interpreter lock is released while it runs. Where no cache folder can be written the function is
    compiled anew at every start, with one warning.
    """
    try:
        compiled = njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError as no_cache:
        _warn_once(str(no_cache))
        compiled = njit(nogil=True, error_model="numpy")(function)
    return cast("Callable[Parameters, Result]", compiled)


def _warn_once(reason: str) -> None:
    if not _warned:
        _warned.append(reason)
        warnings.warn(
            f"compiled code cannot be kept on disk, so every start compiles anew: {reason}", stacklevel=3
        )


_warned: list[str] = []
