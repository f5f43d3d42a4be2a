"""Where things may be kept between two starts."""

import os
import sys
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """The user's folder for what can be made again: XDG_CACHE_HOME where it is set, else the system's own."""
    chosen = os.environ.get("XDG_CACHE_HOME")
    if chosen:
        return Path(chosen) / "softstep"
    try:
        return _system_folder()
    except RuntimeError:  # nobody's home
        return Path(tempfile.gettempdir()) / "softstep"


def _system_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "softstep" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "softstep"
    return Path.home() / ".cache" / "softstep"
