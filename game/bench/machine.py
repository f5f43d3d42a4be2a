"""What this machine is, as far as it matters for what things cost."""

import os
import platform
from importlib import metadata
from pathlib import Path

PACKAGES = ("numpy", "numba", "pygame", "pygame-ce")
"""Packages whose version matters."""


def machine() -> dict[str, str | int]:
    """Processor, system and versions."""
    return {
        "processor": processor_name(Path("/proc/cpuinfo")),
        "cpu_count": os.cpu_count() or 1,
        "system": platform.system(),
        "python": platform.python_version(),
        **{name: version for name in PACKAGES if (version := _version(name))},
    }


def processor_name(cpu_info: Path) -> str:
    """The processor's name from Linux's list of processors, else what Python knows of it."""
    try:
        lines = cpu_info.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
