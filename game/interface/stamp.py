"""Whether everything is compiled: a note in the cache folder that names what was."""

import hashlib
import os
import platform
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from game.cache import cache_folder

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("components", "systems", "game/view")
"""Where there is anything to compile, and what that depends on."""


@lru_cache
def source_digest() -> str:
    """Stands for all source that is compiled, and for what compiles it and where; hexadecimal."""
    digest = hashlib.blake2b(digest_size=12)
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            digest.update(file.read_bytes())
    versions = [metadata.version(name) for name in ("numba", "numpy", "llvmlite")]
    where = (str(ROOT), platform.python_version(), platform.machine(), os.environ.get("NUMBA_CACHE_DIR", ""))
    digest.update(repr((versions, where, platform.processor())).encode())
    return digest.hexdigest()


def stamp_file(source: str) -> Path:
    """Where the note for source with this digest is."""
    return cache_folder() / "compiled" / f"{source}.txt"


def is_compiled() -> bool:
    """Whether this source was compiled before, and its machine code is still where it was put."""
    try:
        kept = stamp_file(source_digest()).read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return bool(kept) and all(Path(file).exists() for file in kept)


def note_compiled(files: list[str], source: str) -> None:
    """Notes where machine code of this source was put. Raises OSError where the note cannot be kept."""
    file = stamp_file(source)
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(f".{os.getpid()}")
    unfinished.write_text("\n".join(files), encoding="utf-8")
    unfinished.replace(file)
