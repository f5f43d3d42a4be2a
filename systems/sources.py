"""Which sources machine code is made of, so that it is compiled anew when one of them changes."""

import hashlib
import re
import sys
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

_OWN = ("components", "systems", "game")
_IMPORT = re.compile(r"^(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|.*)|import\s+([\w.]+))", re.MULTILINE)


def follow_sources(compiled: Any) -> None:  # noqa: ANN401 - numba has no types
    """Makes cached machine code outdated when any source that went into it changes.

    Numba looks at a function's own file only, but machine code holds what it calls and the constants it
    reads, too. A numba that keeps its stamps elsewhere is left as it is.
    """
    index = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if index is not None and hasattr(index, "_source_stamp"):
        index._source_stamp = (index._source_stamp, source_stamp(compiled.__module__))  # noqa: SLF001


@cache
def source_stamp(module: str) -> str:
    """Hexadecimal SHA-256 of a loaded module's source and of all of this project that it imports.

    It is asked for by the module's first kernel, which comes after its imports.
    """
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
