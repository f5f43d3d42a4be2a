"""How a function of arrays becomes machine code."""

import hashlib
import re
import sys
import warnings
from collections.abc import Callable
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from numba import njit

Record = Any
"""One row of a structured array, as kernels take it: fields are read and written as attributes."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_OWN = ("components", "systems", "game")
_IMPORT = re.compile(r"^(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|.*)|import\s+([\w.]+))", re.MULTILINE)


def kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compiles a module-level function on its first call and caches the machine code on disk.

    Arithmetic is strict IEEE (no fast-math), division by zero gives infinity as in numpy, and the
    interpreter lock is released while it runs. Where no cache folder can be written the function is
    compiled anew at every start, with one warning.
    """
    return _compiled(function, counted=True)


def lean_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """`kernel` for a function that neither makes nor returns arrays: it may slice those it has.

    It is spared counting who refers to them, which in a short function costs more than its arithmetic. One
    that makes an array does not compile; one that returned an array would leave it uncounted.
    """
    return _compiled(function, counted=False)


def _compiled(function: Callable[Parameters, Result], *, counted: bool) -> Callable[Parameters, Result]:
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": counted}
    try:
        compiled = njit(cache=True, **options)(function)
        follow_sources(compiled)
    except RuntimeError as no_cache:
        _warn_once(str(no_cache))
        compiled = njit(**options)(function)
    return cast("Callable[Parameters, Result]", compiled)


def follow_sources(compiled: Any) -> None:  # noqa: ANN401 - numba has no types
    """Makes cached machine code outdated when any source that went into it changes.

    Numba looks at a function's own file only, but machine code holds what it calls and the constants it
    reads, too. A numba that keeps its stamps elsewhere is left as it is.
    """
    index = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if index is not None and hasattr(index, "_source_stamp"):
        index._source_stamp = (index._source_stamp, source_stamp(compiled.__module__))  # noqa: SLF001


def source_stamp(module: str) -> str:
    """Hexadecimal SHA-256 of a loaded module's source and of all of this project that it imports."""
    digest = hashlib.sha256()
    for path in source_files(module):
        digest.update(_source(path).encode())
    return digest.hexdigest()


def source_files(module: str) -> list[Path]:
    """Files of a loaded module and of all that it imports of this project, its own package and its folder."""
    own = (*_OWN, module.partition(".")[0])
    folder = _file(module).parent
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _file(name)
        if name not in found and (name.partition(".")[0] in own or path.parent == folder):
            found[name] = path
            waiting += [other for other in _imports(name) if other in sys.modules]
    return sorted(found.values())


@cache
def _file(module: str) -> Path:
    return Path(getattr(sys.modules[module], "__file__", None) or "built in")


@cache
def _imports(module: str) -> tuple[str, ...]:
    """Names that may be modules in a loaded module's import statements."""
    package = sys.modules[module].__package__ or ""
    found = []
    for source, names, plain in _IMPORT.findall(_source(_file(module))):
        target = plain or resolve_name(source, package)
        found += [target, *(f"{target}.{name}" for name in re.findall(r"\w+", names))]
    return tuple(found)


@cache
def _source(path: Path) -> str:
    """A module's text; nothing where it is not a file of its own, as inside a zip."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _warn_once(reason: str) -> None:
    if not _warned:
        _warned.append(reason)
        warnings.warn(
            f"compiled code cannot be kept on disk, so every start compiles anew: {reason}", stacklevel=4
        )


_warned: list[str] = []
