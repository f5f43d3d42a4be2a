"""The command line as a shell meets it: processes, their output and how they end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MAIN = "import sys\nfrom game.__main__ import main\ncode = main(sys.argv[1:])"
"""Code that does what `python -m game` does and goes on."""


def clean_environment(**changes: str) -> dict[str, str]:
    """This environment without a display and without what tells SDL or numba what to do."""
    apart = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_", "NUMBA_DISABLE_JIT", "PYTHONHASHSEED", "PYGAME_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(apart)}
    return {**kept, "PYTHONPATH": str(ROOT), **changes}


def ask(
    *arguments: str, code: str = "", cwd: Path | None = None, **changes: str
) -> subprocess.CompletedProcess[str]:
    """Runs `python -m game`, or other code with these arguments."""
    program = ["-c", code] if code else ["-m", "game"]
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, *program, *arguments],
        cwd=cwd or ROOT,
        env=clean_environment(**changes),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def test_the_state_hash_depends_on_neither_process_nor_hash_seed_nor_video_driver(tmp_path: Path) -> None:
    arguments = ("run", "stairs", "--ticks", "90", "--json")
    runs = [
        ask(*arguments, cwd=tmp_path, PYTHONHASHSEED="0"),
        ask(*arguments, cwd=tmp_path, PYTHONHASHSEED="1", SDL_VIDEODRIVER="x11"),
        ask(*arguments, cwd=tmp_path, SDL_VIDEODRIVER="dummy"),
    ]
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert [run.stderr for run in runs] == ["", "", ""]
    assert len({json.loads(run.stdout)["state_hash"] for run in runs}) == 1
    assert list(tmp_path.iterdir()) == []


def test_pygame_and_pillow_are_imported_only_for_pictures() -> None:
    code = f"{MAIN}\nprint(sorted({{'pygame', 'PIL'}} & set(sys.modules)))"
    for arguments in (("levels",), ("check", "stairs"), ("schema",), ("run", "stairs", "--ticks", "1")):
        asked = ask(*arguments, code=code)
        assert asked.stderr == ""
        assert asked.stdout.splitlines()[-1] == "[]"


def test_help_names_every_command() -> None:
    asked = ask("--help")
    assert asked.returncode == 0
    for command in ("play", "run", "check", "schema", "levels", "replay", "bench"):
        assert f"\n    {command} " in asked.stdout


@pytest.mark.parametrize("arguments", [(), ("run", "stairs", "--ticks", "1")])
def test_without_numba_there_is_one_line_of_advice(arguments: tuple[str, ...]) -> None:
    asked = ask(*arguments, code=f"import sys\nsys.modules['numba'] = None\n{MAIN}\nsys.exit(code)")
    assert asked.returncode == 1
    assert asked.stdout == ""
    assert asked.stderr.count("\n") == 1
    assert "pip install --upgrade numba" in asked.stderr


def test_with_the_compiler_switched_off_there_is_one_line_of_advice() -> None:
    asked = ask("run", "stairs", "--ticks", "1", NUMBA_DISABLE_JIT="1")
    assert asked.returncode == 1
    assert asked.stderr.count("\n") == 1
    assert "unset NUMBA_DISABLE_JIT" in asked.stderr


def test_without_another_dependency_there_is_one_line_of_advice() -> None:
    code = f"import sys\nsys.modules['esper'] = None\n{MAIN}\nsys.exit(code)"
    asked = ask("run", "stairs", "--ticks", "1", code=code)
    assert asked.returncode == 1
    assert asked.stderr.count("\n") == 1
    assert asked.stderr.startswith("softstep needs esper; try: ")


def test_a_display_that_does_not_answer_is_one_line() -> None:
    asked = ask("play", "stairs", SDL_VIDEODRIVER="x11")
    assert asked.returncode == 1
    assert asked.stdout == ""
    assert asked.stderr.count("\n") == 1
    assert "there is no display here" in asked.stderr


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "game", "schema"],
        cwd=ROOT,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout is not None
    program.stdout.close()
    _, errors = program.communicate(timeout=60)
    assert errors == b""
    assert program.returncode == 1


def test_a_stop_from_the_keyboard_is_one_line() -> None:
    # Shells start what runs in the background with this signal ignored.
    interrupt = (
        "import signal, game.cli.levels\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "game.cli.levels.run = lambda options: signal.raise_signal(signal.SIGINT)"
    )
    asked = ask("levels", code=f"{interrupt}\n{MAIN}\nsys.exit(code)")
    assert asked.returncode == 130
    assert asked.stderr == "interrupted\n"
