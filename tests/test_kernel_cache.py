"""Kernels: strict arithmetic, machine code that follows its sources, and no cache folder at all."""

import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
import pytest

import systems.kernel
from components.arrays import Floats
from systems.character.fall import fall
from systems.kernel import kernel
from systems.sources import source_files

ROOT = Path(__file__).parents[1]


@kernel
def quotient(a: float, b: float) -> float:
    """Division."""
    return a / b


@kernel
def compensation(values: Floats) -> float:
    """The rounding error of a sum (Kahan); an optimiser that reorders sums makes it 0."""
    total = 0.0
    lost = 0.0
    for value in values:
        corrected = value - lost
        grown = total + corrected
        lost = (grown - total) - corrected
        total = grown
    return lost


def test_division_by_zero_is_infinite_or_not_a_number() -> None:
    assert quotient(1.0, 0.0) == math.inf
    assert quotient(-1.0, 0.0) == -math.inf
    assert math.isnan(quotient(0.0, 0.0))


def test_arithmetic_is_strict() -> None:
    assert compensation(np.array((1e16, 1.0, 1.0, 1.0))) != 0
    assert compensation(np.array((1e16, 3.0))) == (1e16 + 3.0) - 1e16 - 3.0


def test_a_kernel_stays_a_python_function_to_its_readers() -> None:
    assert quotient.__doc__ == "Division."
    assert quotient.__name__ == "quotient"


def test_where_nothing_can_be_cached_kernels_work_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_cache(*, cache: bool = False, **_: object) -> Callable[[object], object]:
        if cache:
            raise RuntimeError("no locator available for file 'somewhere'")
        return numba.njit

    monkeypatch.setattr(systems.kernel, "njit", without_cache)
    monkeypatch.setattr(systems.kernel, "_warned", [])
    with pytest.warns(UserWarning, match="every start compiles anew: no locator") as caught:
        functions: list[Callable[[float], float]] = [kernel(_twice), kernel(_thrice)]
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert [function(2.0) for function in functions] == [4.0, 6.0]


def _twice(value: float) -> float:
    return 2.0 * value


def _thrice(value: float) -> float:
    return 3.0 * value


def run(folder: Path, code: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs code in a fresh interpreter that finds this project and the folder's modules."""
    paths = os.pathsep.join((str(folder), str(ROOT)))
    return subprocess.run(  # noqa: S603 - our own interpreter and our own code
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )


CALLEE = (
    "from systems.kernel import kernel\nFACTOR = {}\n@kernel\ndef scaled(value):\n    return FACTOR * value\n"
)
MIDDLE = "from callee import FACTOR, scaled as grown\n"
CALLER = """
from systems.kernel import kernel
from middle import (
    grown,
)
@kernel
def twice_scaled(value):
    return 2.0 * grown(value)
"""
PRINT = (
    "from caller import twice_scaled; print(twice_scaled(1.0), "
    "sum(twice_scaled.stats.cache_hits.values()), sum(twice_scaled.stats.cache_misses.values()))"
)


def test_machine_code_is_kept_until_one_of_its_sources_changes(tmp_path: Path) -> None:
    (tmp_path / "callee.py").write_text(CALLEE.format("10.0"))
    (tmp_path / "middle.py").write_text(MIDDLE)
    (tmp_path / "caller.py").write_text(CALLER)
    assert run(tmp_path, PRINT).stdout.split() == ["20.0", "0", "1"]
    assert run(tmp_path, PRINT).stdout.split() == ["20.0", "1", "0"]
    (tmp_path / "callee.py").write_text(CALLEE.format("30.0"))
    assert run(tmp_path, PRINT).stdout.split() == ["60.0", "0", "1"]


def test_a_folder_that_cannot_be_written_costs_a_warning(tmp_path: Path) -> None:
    (tmp_path / "callee.py").write_text(CALLEE.format("10.0"))
    (tmp_path / "__pycache__").write_text("in the way")
    nowhere = str(tmp_path / "callee.py" / "cache")
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "APPDATA"), nowhere)
    done = run(tmp_path, "import callee; print(callee.scaled(4.0))", **places)
    assert done.stdout.split() == ["40.0"]
    assert done.stderr.count("compiled code cannot be kept on disk") == 1


def test_the_sources_of_a_kernel_are_what_it_imports_of_this_project() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in source_files(fall.__module__)}
    assert {"systems/character/fall.py", "systems/character/capsule.py", "systems/collision/sweep.py"} < names
    assert "systems/collision/distance.py" in names
    assert "systems/character/walk.py" not in names
    assert all(name.startswith(("systems/", "components/")) for name in names)
