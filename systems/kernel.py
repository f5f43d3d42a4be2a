"""How a function of arrays becomes machine code."""

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast

from numba import njit

import systems.operators  # noqa: F401 - numba learns its rules
from systems.callee import be_inlined
from systems.passes import KernelPipeline
from systems.sources import follow_sources

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
    return compiled_on_call(function, nogil=True)


def lean_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """`kernel` for a function that neither makes nor returns arrays: it may slice those it has.

    It is spared counting who refers to them, which in a short function costs more than its arithmetic. One
    that makes an array does not compile; one that returned an array would leave it uncounted.
    """
    return compiled_on_call(function, nogil=True, _nrt=False)


def inlined_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """`lean_kernel` for a part that few places call: it becomes part of each of them, however long it is.

    What takes tables of many arrays gains by that: otherwise all that describes each array is handed over.
    """
    return compiled_on_call(function, nogil=True, _nrt=False, forceinline=True)


def compiled_on_call(function: Callable[Parameters, Result], **options: bool) -> Callable[Parameters, Result]:
    """Compiles a module-level function as numba's options say; what all kernels have in common is here."""
    compile_with: Any = partial(
        njit, error_model="numpy", pipeline_class=KernelPipeline, no_cfunc_wrapper=True, **options
    )
    try:
        compiled = compile_with(cache=True)(function)
        follow_sources(compiled)
    except RuntimeError as no_cache:
        _warn_once(str(no_cache))
        compiled = compile_with()(function)
    be_inlined(compiled)
    return cast("Callable[Parameters, Result]", compiled)


def _warn_once(reason: str) -> None:
    if not _warned:
        _warned.append(reason)
        warnings.warn(
            f"compiled code cannot be kept on disk, so every start compiles anew: {reason}", stacklevel=4
        )


_warned: list[str] = []
